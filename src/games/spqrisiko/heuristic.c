/* SPDX-License-Identifier: MIT */
/* heuristic.c - how a sensible player likes each choice. What the bot `greedy` plays by.
 *
 * One unit is about the worth of a plain province. Optional actions are compared with `done` and `stop`, which are worth 0.
 * The heart is hold(): what a garrison of n is worth in a province, for what it keeps and for what it can take, by the
 * exact odds of odds.c. */
#include "temper.h"

static const double NEVER = -1.0;

/* A position, seen by a temper. What is asked again and again is worked out once, when it is asked for. */
struct look {
    const struct spqrisiko_tables *t;
    const struct spqrisiko_position *p;
    const struct spqrisiko_temper *temper;
    uint64_t rivals, prey; /* provinces: of other players; that may be attacked */
    int leader;
    double last;                  /* what each province is worth beside, to who has few */
    uint64_t has_worth, has_hold; /* provinces of which these are known */
    double worth[SPQRISIKO_PROVINCE_COUNT], hold[SPQRISIKO_PROVINCE_COUNT];
};

/* ---- Worth of provinces ---- */

static int leader_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    int best = 0;
    for (int seat = 1; seat < t->seats; seat++)
        if (p->vp[seat] > p->vp[best]) best = seat;
    return best;
}

static double worth_of_own(const struct look *l, unsigned province) {
    return 1 + l->last + (spqrisiko_has(l->p->centres, province) ? l->temper->centre : 0);
}

static double weigh_prey(const struct look *l, unsigned province) {
    double worth = 1 + (spqrisiko_has(l->p->centres, province) ? l->temper->centre : 0);
    worth += 0.1 * spqrisiko_count(l->t->next[province] & spqrisiko_mine(l->p));
    if (!l->p->conquered) worth += l->temper->conquest;
    int owner = spqrisiko_owner(l->p, province);
    if (owner == ALEA_NONE) return worth;
    if (spqrisiko_is_lone(l->p->own[owner])) worth += l->temper->lone + 0.5 * l->p->hand_size[owner]; /* [SPQ-ELIM-2] */
    if (owner == l->leader) worth += l->temper->leader;
    return worth + 0.2;
}

static double worth_of_prey(struct look *l, unsigned province) {
    if (!spqrisiko_has(l->has_worth, province)) {
        l->worth[province] = weigh_prey(l, province);
        l->has_worth |= spqrisiko_bit(province);
    }
    return l->worth[province];
}

/* Of an attack that succeeds with that chance, of so many legionaries more than they are. */
static double worth_of_attack(struct look *l, unsigned province, double chance, int more) {
    double gain = chance * worth_of_prey(l, province) - (1 - chance) * l->temper->army;
    return l->temper->odds * gain + l->temper->heads * more - l->temper->reserve;
}

/* ---- Worth of garrisons ---- */

/* Chance that a neighbour takes the province from n legionaries in one attack, by land or by sea. */
static double threat(struct look *l, unsigned province, int n) {
    double worst = 0;
    for (uint64_t rest = l->t->next[province] & l->rivals; rest; rest &= rest - 1) {
        double chance = spqrisiko_land_chance(l->t, l->p->legionaries[spqrisiko_first(rest)] - 1 + l->temper->coming, n);
        if (chance > worst) worst = chance;
    }
    return worst;
}

/* The best attack by land that n legionaries could start from here: what it brings less what it risks. */
static double promise(struct look *l, unsigned province, int n) {
    double best = 0;
    for (uint64_t prey = l->t->next[province] & l->prey; prey; prey &= prey - 1) {
        unsigned to = spqrisiko_first(prey);
        int his = l->p->legionaries[to];
        double gain = worth_of_attack(l, to, spqrisiko_land_chance(l->t, n - 1, his), n - 1 - his);
        if (gain > best) best = gain;
    }
    return best;
}

static double hold(struct look *l, unsigned province, int n) {
    return l->temper->promise * promise(l, province, n) -
           l->temper->threat * worth_of_own(l, province) * threat(l, province, n);
}

/* n more legionaries in a province. */
static double gain_of(struct look *l, unsigned province, int n) {
    int now = l->p->legionaries[province];
    if (!spqrisiko_has(l->has_hold, province)) {
        l->hold[province] = hold(l, province, now);
        l->has_hold |= spqrisiko_bit(province);
    }
    return hold(l, province, now + n) - l->hold[province];
}

static double gain_of_shift(struct look *l, unsigned from, unsigned to, int n) {
    return gain_of(l, to, n) + gain_of(l, from, -n);
}

/* ---- Setup ---- */

static double like_claim(struct look *l, unsigned province) {
    uint64_t near = l->t->next[province], rivals = l->rivals & ~spqrisiko_free(l->t, l->p);
    return l->temper->claim_own * spqrisiko_count(near & spqrisiko_mine(l->p)) +
           l->temper->claim_rival * spqrisiko_count(near & rivals) +
           l->temper->claim_free * spqrisiko_count(near & spqrisiko_free(l->t, l->p)) +
           l->temper->claim_sea * spqrisiko_count(l->t->sea_of[province]);
}

/* Neutral armies never attack: they make good neighbours, and bad ones for the others' empires. */
static double like_neutral(struct look *l, unsigned province) {
    uint64_t near = l->t->next[province], rivals = l->rivals & ~spqrisiko_free(l->t, l->p);
    return 1.0 * spqrisiko_count(near & rivals) - 1.5 * spqrisiko_count(near & spqrisiko_mine(l->p));
}

/* ---- Reinforcements ---- */

static double like_set(struct look *l, unsigned set) {
    return l->temper->set + l->t->set_legionaries[set] + 20 * l->t->set_centres[set] + 4 * l->t->set_triremes[set];
}

static double like_centre(struct look *l, unsigned province) {
    return 500 - 10 * threat(l, province, l->p->legionaries[province]) + l->p->legionaries[province];
}

/* As if the whole pool went there: single legionaries would never reach a threshold. */
static double like_place(struct look *l, unsigned province) {
    return 100 + gain_of(l, province, l->p->pool) + l->temper->mass * l->p->legionaries[province] +
           l->temper->border * spqrisiko_count(l->t->next[province] & l->rivals);
}

/* ---- At sea ---- */

static int most_others(struct look *l, unsigned sea) {
    int most = 0;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (seat != l->p->active) most = spqrisiko_max(most, l->p->triremes[seat][sea]);
    return most;
}

/* Worth of controlling one sea more: much while the point for most seas is open, little once it is safe. [SPQ-SCORE-6] */
static double worth_of_sea(struct look *l) {
    int mine = spqrisiko_seas_controlled(l->p, l->p->active), others = 0;
    for (int seat = 0; seat < l->t->seats; seat++)
        if (seat != l->p->active) others = spqrisiko_max(others, spqrisiko_seas_controlled(l->p, seat));
    return l->temper->sea * (mine <= others ? 3.0 : mine == others + 1 ? 0.8 : 0.1);
}

/* What n more triremes in a sea bring: control, if they give it. */
static double like_fleet(struct look *l, unsigned sea, int n) {
    int mine = l->p->triremes[l->p->active][sea], others = most_others(l, sea);
    if (mine > others) return 0.1;
    return mine + n > others ? worth_of_sea(l) : 0;
}

static double best_fleet(struct look *l, uint64_t seas) {
    double best = 0;
    for (; seas; seas &= seas - 1) {
        double like = like_fleet(l, spqrisiko_first(seas), 1);
        if (like > best) best = like;
    }
    return best;
}

/* Three legionaries for a trireme: from where they are not missed. [SPQ-NAVREINF-2] */
static double like_build_from(struct look *l, unsigned province) {
    return best_fleet(l, spqrisiko_build_in(l->t, l->p, province)) + gain_of(l, province, -3) - 0.9;
}

/* Triremes that can leave without giving up control. */
static int surplus(struct look *l, unsigned sea) {
    int mine = l->p->triremes[l->p->active][sea], others = most_others(l, sea);
    return spqrisiko_min(mine > others ? mine - others - 1 : mine, mine - l->p->moved[sea]);
}

static int needed(struct look *l, unsigned sea) { return most_others(l, sea) + 1 - l->p->triremes[l->p->active][sea]; }

static bool is_target(struct look *l, unsigned from, unsigned to) {
    return needed(l, to) >= 1 && needed(l, to) <= surplus(l, from);
}

static double like_sail_from(struct look *l, unsigned sea) {
    for (uint64_t rest = spqrisiko_sail_to(l->t, l->p, sea); rest; rest &= rest - 1)
        if (is_target(l, sea, spqrisiko_first(rest))) return worth_of_sea(l) - 0.05;
    return NEVER;
}

static double like_sail(struct look *l, unsigned n) {
    int missing = needed(l, l->p->to) - (int)n;
    return missing < 0 ? missing : -2 * missing;
}

static double like_fight(struct look *l, unsigned sea, int seat) {
    int mine = l->p->triremes[l->p->active][sea], his = l->p->triremes[seat][sea];
    return mine - his >= 2 || (mine >= 3 && his == 1) ? 0.2 + 0.1 * his : NEVER;
}

static double best_fight(struct look *l, unsigned sea) {
    double best = NEVER;
    for (unsigned rest = spqrisiko_fight_whom(l->p, sea); rest; rest &= rest - 1) {
        double like = like_fight(l, sea, (int)spqrisiko_first(rest));
        if (like > best) best = like;
    }
    return best;
}

/* ---- Attacks ---- */

static double like_commit(struct look *l, unsigned from, unsigned to, int n) {
    double chance = spqrisiko_sea_chance(l->t, n, l->p->legionaries[to]);
    return worth_of_attack(l, to, chance, n - l->p->legionaries[to]) + gain_of(l, from, -n) - 0.01 * n;
}

/* The best force is nearly always all that may go or just enough: look at both ends and the middle. */
static double like_assault(struct look *l, unsigned from, unsigned to) {
    int most = spqrisiko_spare(l->t, l->p, from), least = spqrisiko_dice(l->p->legionaries[to]);
    double best = NEVER;
    for (int part = 1; part <= 4; part++) {
        double like = like_commit(l, from, to, least + (most - least) * part / 4);
        if (like > best) best = like;
    }
    return best;
}

static double like_attack(struct look *l, unsigned from, unsigned to) {
    int mine = l->p->legionaries[from] - 1, his = l->p->legionaries[to];
    return worth_of_attack(l, to, spqrisiko_land_chance(l->t, mine, his), mine - his);
}

typedef double like_pair(struct look *l, unsigned from, unsigned to);

static double best_of(struct look *l, unsigned from, uint64_t targets, like_pair *like) {
    double best = NEVER;
    for (; targets; targets &= targets - 1) {
        double value = like(l, from, spqrisiko_first(targets));
        if (value > best) best = value;
    }
    return best;
}

/* Going on is worth it as long as the odds stay good; more dice are always better. */
static double like_roll(struct look *l, unsigned dice) {
    double like = like_attack(l, l->p->from, l->p->to);
    return like + 0.001 * dice;
}

/* Moves of one legionary or of all that may go: what they bring, less a little for the trouble. */
static double like_move(struct look *l, unsigned from, unsigned to) {
    return gain_of_shift(l, from, to, spqrisiko_spare(l->t, l->p, from)) - 0.02;
}

static double like(struct look *l, alea_move move) {
    unsigned arg = alea_move_arg(move);
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_CLAIM: return like_claim(l, arg);
    case SPQRISIKO_VERB_NEUTRAL: return like_neutral(l, arg);
    case SPQRISIKO_VERB_SET: return like_set(l, arg);
    case SPQRISIKO_VERB_CENTRE: return like_centre(l, arg);
    case SPQRISIKO_VERB_PLACE: return like_place(l, arg);
    case SPQRISIKO_VERB_REFUND: return NEVER;
    case SPQRISIKO_VERB_REFUND_TO: return gain_of(l, arg, 2);
    case SPQRISIKO_VERB_LAUNCH: return 0.2 + like_fleet(l, arg, 1);
    case SPQRISIKO_VERB_BUILD_FROM: return like_build_from(l, arg);
    case SPQRISIKO_VERB_BUILD_IN: return like_fleet(l, arg, 1);
    case SPQRISIKO_VERB_SAIL_FROM: return like_sail_from(l, arg);
    case SPQRISIKO_VERB_SAIL_TO: return is_target(l, l->p->from, arg) ? 1.0 / needed(l, arg) : NEVER;
    case SPQRISIKO_VERB_SAIL: return like_sail(l, arg);
    case SPQRISIKO_VERB_FIGHT: return best_fight(l, arg);
    case SPQRISIKO_VERB_ENEMY: return like_fight(l, l->p->from, (int)arg);
    case SPQRISIKO_VERB_AGAIN:
        return l->p->triremes[l->p->active][l->p->from] > l->p->triremes[l->p->to][l->p->from] ? 1 : NEVER;
    case SPQRISIKO_VERB_EMBARK: return best_of(l, arg, spqrisiko_assault_on(l->t, l->p, arg), like_assault);
    case SPQRISIKO_VERB_ASSAULT: return like_assault(l, l->p->from, arg);
    case SPQRISIKO_VERB_COMMIT: return like_commit(l, l->p->from, l->p->to, (int)arg);
    case SPQRISIKO_VERB_ATTACK_FROM: return best_of(l, arg, spqrisiko_attack_on(l->t, l->p, arg), like_attack);
    case SPQRISIKO_VERB_ATTACK_TO: return like_attack(l, l->p->from, arg);
    case SPQRISIKO_VERB_ROLL: return like_roll(l, arg);
    case SPQRISIKO_VERB_ADVANCE: return gain_of_shift(l, l->p->from, l->p->to, (int)arg);
    case SPQRISIKO_VERB_MOVE_FROM: return best_of(l, arg, spqrisiko_move_to(l->t, l->p, arg), like_move);
    case SPQRISIKO_VERB_MOVE_TO: return like_move(l, l->p->from, arg);
    case SPQRISIKO_VERB_MOVE: return gain_of_shift(l, l->p->from, l->p->to, (int)arg);
    default: return 0;
    }
}

static void begin(struct look *l, const struct spqrisiko_tables *t, const struct spqrisiko_position *p, uint32_t temper) {
    const uint64_t enemies = spqrisiko_enemies(t, p);
    const int provinces = spqrisiko_count(spqrisiko_mine(p));
    l->t = t;
    l->p = p;
    l->temper = spqrisiko_temper_of(t, temper);
    l->rivals = enemies & ~p->neutral;
    l->prey = enemies & ~spqrisiko_protected(t, p);
    l->leader = leader_of(t, p);
    l->last = provinces <= 2 ? 6.0 / provinces : 0;
    l->has_worth = l->has_hold = 0;
}

void spqrisiko_tempered(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                        double worth[]) {
    struct look look; /* its arrays are filled as far as they are asked for */
    (void)seat;
    begin(&look, tables, pos, temper);
    for (int i = 0; i < n; i++) worth[i] = like(&look, move[i]);
}

void spqrisiko_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]) {
    spqrisiko_tempered(tables, pos, seat, 0, move, n, worth);
}
