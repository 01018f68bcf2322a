/* SPDX-License-Identifier: MIT */
/* heuristic.c - how a sensible player likes each choice. What the bot `greedy` plays by.
 *
 * One unit is about the worth of a plain province. Optional actions are compared with `done` and `stop`, which are worth 0.
 * The heart is hold(): what a garrison of n is worth in a province, for what it keeps and for what it can take, by the
 * exact odds of odds.c. */
#include "spqrisiko.h"

enum { COMING = 3 }; /* legionaries that a neighbour is expected to place before it attacks */

static const double CENTRE_WORTH = 5.0;   /* a victory point every turn */
static const double FIRST_CONQUEST = 0.8; /* the card of the turn [SPQ-DRAW-1] */
static const double ARMY_WORTH = 2.0;     /* what a lost attack costs */
static const double NEVER = -1.0;

/* ---- Worth of provinces ---- */

static int leader(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    int best = 0;
    for (int seat = 1; seat < t->seats; seat++)
        if (p->vp[seat] > p->vp[best]) best = seat;
    return best;
}

static double worth_of_own(const struct spqrisiko_position *p, unsigned province) {
    int provinces = spqrisiko_count(spqrisiko_mine(p));
    double last = provinces <= 2 ? 6.0 / provinces : 0;
    return 1 + last + (spqrisiko_has(p->centres, province) ? CENTRE_WORTH : 0);
}

static double worth_of_prey(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    double worth = 1 + (spqrisiko_has(p->centres, province) ? CENTRE_WORTH : 0);
    worth += 0.1 * spqrisiko_count(t->next[province] & spqrisiko_mine(p));
    if (!p->conquered) worth += FIRST_CONQUEST;
    int owner = spqrisiko_owner(p, province);
    if (owner == ALEA_NONE) return worth;
    if (spqrisiko_is_lone(p->own[owner])) worth += 2 + 0.5 * p->hand_size[owner]; /* [SPQ-ELIM-2] */
    if (owner == leader(t, p)) worth += 0.3;
    return worth + 0.2;
}

/* ---- Worth of garrisons ---- */

/* Chance that a neighbour takes the province from n legionaries in one attack, by land or by sea. */
static double threat(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province, int n) {
    double worst = 0;
    for (uint64_t rest = t->next[province] & spqrisiko_enemies(t, p) & ~p->neutral; rest; rest &= rest - 1) {
        double chance = spqrisiko_land_chance(t, p->legionaries[spqrisiko_first(rest)] - 1 + COMING, n);
        if (chance > worst) worst = chance;
    }
    return worst;
}

/* The best attack by land that n legionaries could start from here: what it brings less what it risks. */
static double promise(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province, int n) {
    double best = 0;
    uint64_t prey = t->next[province] & spqrisiko_enemies(t, p) & ~spqrisiko_protected(t, p);
    for (; prey; prey &= prey - 1) {
        unsigned to = spqrisiko_first(prey);
        double chance = spqrisiko_land_chance(t, n - 1, p->legionaries[to]);
        double gain = chance * worth_of_prey(t, p, to) - (1 - chance) * ARMY_WORTH;
        if (gain > best) best = gain;
    }
    return best;
}

static double hold(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province, int n) {
    return 0.6 * promise(t, p, province, n) - worth_of_own(p, province) * threat(t, p, province, n);
}

/* n more legionaries in a province. */
static double gain_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province, int n) {
    int now = p->legionaries[province];
    return hold(t, p, province, now + n) - hold(t, p, province, now);
}

static double gain_of_shift(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from, unsigned to,
                            int n) {
    return gain_of(t, p, to, n) + gain_of(t, p, from, -n);
}

/* ---- Setup ---- */

static double like_claim(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    uint64_t near = t->next[province], rivals = spqrisiko_enemies(t, p) & ~p->neutral & ~spqrisiko_free(t, p);
    return 3.0 * spqrisiko_count(near & spqrisiko_mine(p)) - 1.0 * spqrisiko_count(near & rivals) +
           0.5 * spqrisiko_count(near & spqrisiko_free(t, p)) + 0.2 * spqrisiko_count(t->sea_of[province]);
}

/* Neutral armies never attack: they make good neighbours, and bad ones for the others' empires. */
static double like_neutral(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    uint64_t near = t->next[province], rivals = spqrisiko_enemies(t, p) & ~p->neutral & ~spqrisiko_free(t, p);
    return 1.0 * spqrisiko_count(near & rivals) - 1.5 * spqrisiko_count(near & spqrisiko_mine(p));
}

/* ---- Reinforcements ---- */

static double like_set(const struct spqrisiko_tables *t, unsigned set) {
    return 1000 + t->set_legionaries[set] + 20 * t->set_centres[set] + 4 * t->set_triremes[set];
}

static double like_centre(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    return 500 - 10 * threat(t, p, province, p->legionaries[province]) + p->legionaries[province];
}

/* As if the whole pool went there: single legionaries would never reach a threshold. */
static double like_place(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    uint64_t rivals = spqrisiko_enemies(t, p) & ~p->neutral;
    return 100 + gain_of(t, p, province, p->pool) + 0.01 * spqrisiko_count(t->next[province] & rivals);
}

/* ---- At sea ---- */

static int most_others(const struct spqrisiko_position *p, unsigned sea) {
    int most = 0;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (seat != p->active) most = spqrisiko_max(most, p->triremes[seat][sea]);
    return most;
}

/* Worth of controlling one sea more: much while the point for most seas is open, little once it is safe. [SPQ-SCORE-6] */
static double worth_of_sea(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    int mine = spqrisiko_seas_controlled(p, p->active), others = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if (seat != p->active) others = spqrisiko_max(others, spqrisiko_seas_controlled(p, seat));
    return mine <= others ? 3.0 : mine == others + 1 ? 0.8 : 0.1;
}

/* What n more triremes in a sea bring: control, if they give it. */
static double like_fleet(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea, int n) {
    int mine = p->triremes[p->active][sea], others = most_others(p, sea);
    if (mine > others) return 0.1;
    return mine + n > others ? worth_of_sea(t, p) : 0;
}

static double best_fleet(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, uint64_t seas) {
    double best = 0;
    for (; seas; seas &= seas - 1) {
        double like = like_fleet(t, p, spqrisiko_first(seas), 1);
        if (like > best) best = like;
    }
    return best;
}

/* Three legionaries for a trireme: from where they are not missed. [SPQ-NAVREINF-2] */
static double like_build_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    return best_fleet(t, p, spqrisiko_build_in(t, p, province)) + gain_of(t, p, province, -3) - 0.9;
}

/* Triremes that can leave without giving up control. */
static int surplus(const struct spqrisiko_position *p, unsigned sea) {
    int mine = p->triremes[p->active][sea], others = most_others(p, sea);
    return spqrisiko_min(mine > others ? mine - others - 1 : mine, mine - p->moved[sea]);
}

static int needed(const struct spqrisiko_position *p, unsigned sea) {
    return most_others(p, sea) + 1 - p->triremes[p->active][sea];
}

static bool is_target(const struct spqrisiko_position *p, unsigned from, unsigned to) {
    return needed(p, to) >= 1 && needed(p, to) <= surplus(p, from);
}

static double like_sail_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea) {
    for (uint64_t rest = spqrisiko_sail_to(t, p, sea); rest; rest &= rest - 1)
        if (is_target(p, sea, spqrisiko_first(rest))) return worth_of_sea(t, p) - 0.05;
    return NEVER;
}

static double like_sail(const struct spqrisiko_position *p, unsigned n) {
    int missing = needed(p, p->to) - (int)n;
    return missing < 0 ? missing : -2 * missing;
}

static double like_fight(const struct spqrisiko_position *p, unsigned sea, int seat) {
    int mine = p->triremes[p->active][sea], his = p->triremes[seat][sea];
    return mine - his >= 2 || (mine >= 3 && his == 1) ? 0.2 + 0.1 * his : NEVER;
}

static double best_fight(const struct spqrisiko_position *p, unsigned sea) {
    double best = NEVER;
    for (unsigned rest = spqrisiko_fight_whom(p, sea); rest; rest &= rest - 1) {
        double like = like_fight(p, sea, (int)spqrisiko_first(rest));
        if (like > best) best = like;
    }
    return best;
}

/* ---- Attacks ---- */

static double like_commit(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from, unsigned to,
                          int n) {
    double chance = spqrisiko_sea_chance(t, n, p->legionaries[to]);
    return chance * worth_of_prey(t, p, to) - (1 - chance) * ARMY_WORTH + gain_of(t, p, from, -n) - 0.01 * n;
}

/* The best force is nearly always all that may go or just enough: look at both ends and the middle. */
static double like_assault(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from,
                           unsigned to) {
    int most = spqrisiko_spare(t, p, from), least = spqrisiko_dice(p->legionaries[to]);
    double best = NEVER;
    for (int part = 1; part <= 4; part++) {
        double like = like_commit(t, p, from, to, least + (most - least) * part / 4);
        if (like > best) best = like;
    }
    return best;
}

static double like_attack(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from, unsigned to) {
    double chance = spqrisiko_land_chance(t, p->legionaries[from] - 1, p->legionaries[to]);
    return chance * worth_of_prey(t, p, to) - (1 - chance) * ARMY_WORTH;
}

typedef double like_pair(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from, unsigned to);

static double best_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from, uint64_t targets,
                      like_pair *like) {
    double best = NEVER;
    for (; targets; targets &= targets - 1) {
        double value = like(t, p, from, spqrisiko_first(targets));
        if (value > best) best = value;
    }
    return best;
}

/* Going on is worth it as long as the odds stay good; more dice are always better. */
static double like_roll(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned dice) {
    double like = like_attack(t, p, p->from, p->to);
    return like + 0.001 * dice;
}

/* Moves of one legionary or of all that may go: what they bring, less a little for the trouble. */
static double like_move(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned from, unsigned to) {
    return gain_of_shift(t, p, from, to, spqrisiko_spare(t, p, from)) - 0.02;
}

static double like(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, alea_move move) {
    unsigned arg = alea_move_arg(move);
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_CLAIM: return like_claim(t, p, arg);
    case SPQRISIKO_VERB_NEUTRAL: return like_neutral(t, p, arg);
    case SPQRISIKO_VERB_SET: return like_set(t, arg);
    case SPQRISIKO_VERB_CENTRE: return like_centre(t, p, arg);
    case SPQRISIKO_VERB_PLACE: return like_place(t, p, arg);
    case SPQRISIKO_VERB_REFUND: return NEVER;
    case SPQRISIKO_VERB_REFUND_TO: return gain_of(t, p, arg, 2);
    case SPQRISIKO_VERB_LAUNCH: return 0.2 + like_fleet(t, p, arg, 1);
    case SPQRISIKO_VERB_BUILD_FROM: return like_build_from(t, p, arg);
    case SPQRISIKO_VERB_BUILD_IN: return like_fleet(t, p, arg, 1);
    case SPQRISIKO_VERB_SAIL_FROM: return like_sail_from(t, p, arg);
    case SPQRISIKO_VERB_SAIL_TO: return is_target(p, p->from, arg) ? 1.0 / needed(p, arg) : NEVER;
    case SPQRISIKO_VERB_SAIL: return like_sail(p, arg);
    case SPQRISIKO_VERB_FIGHT: return best_fight(p, arg);
    case SPQRISIKO_VERB_ENEMY: return like_fight(p, p->from, (int)arg);
    case SPQRISIKO_VERB_AGAIN: return p->triremes[p->active][p->from] > p->triremes[p->to][p->from] ? 1 : NEVER;
    case SPQRISIKO_VERB_EMBARK: return best_of(t, p, arg, spqrisiko_assault_on(t, p, arg), like_assault);
    case SPQRISIKO_VERB_ASSAULT: return like_assault(t, p, p->from, arg);
    case SPQRISIKO_VERB_COMMIT: return like_commit(t, p, p->from, p->to, (int)arg);
    case SPQRISIKO_VERB_ATTACK_FROM: return best_of(t, p, arg, spqrisiko_attack_on(t, p, arg), like_attack);
    case SPQRISIKO_VERB_ATTACK_TO: return like_attack(t, p, p->from, arg);
    case SPQRISIKO_VERB_ROLL: return like_roll(t, p, arg);
    case SPQRISIKO_VERB_ADVANCE: return gain_of_shift(t, p, p->from, p->to, (int)arg);
    case SPQRISIKO_VERB_MOVE_FROM: return best_of(t, p, arg, spqrisiko_move_to(t, p, arg), like_move);
    case SPQRISIKO_VERB_MOVE_TO: return like_move(t, p, p->from, arg);
    case SPQRISIKO_VERB_MOVE: return gain_of_shift(t, p, p->from, p->to, (int)arg);
    default: return 0;
    }
}

void spqrisiko_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]) {
    (void)seat;
    for (int i = 0; i < n; i++) worth[i] = like(tables, pos, move[i]);
}
