/* SPDX-License-Identifier: MIT */
/* heuristic.c - how a sensible player likes each choice. What the bot `greedy` plays by.
 *
 * One unit is about the worth of a plain province. Optional actions are compared with `done` and `stop`, which are worth 0.
 * The heart is hold(): what a garrison of n is worth in a province, for what it keeps and for what it can take, by the
 * exact odds of odds.c. */
#include "temper.h"

static const double NEVER = -1.0;
enum { FLEET = 3 }; /* triremes in a sea beyond which more open no more prey */

/* A position, seen by a temper. What is asked again and again is worked out once, when it is asked for. */
struct look {
    const struct spqrisiko_tables *t;
    const struct spqrisiko_position *p;
    const struct spqrisiko_temper *temper;
    uint64_t rivals, prey, sea_prey; /* provinces: of other players; that may be attacked; by sea */
    int leader;
    double last;                  /* what each province is worth beside, to who has few */
    uint64_t has_worth, has_hold; /* provinces of which these are known */
    double worth[SPQRISIKO_PROVINCE_COUNT], hold[SPQRISIKO_PROVINCE_COUNT];
    bool has_provinces, has_seas, has_raids;
    int provinces[SPQRISIKO_SEATS], most_provinces;    /* of each seat; of the other one that has most */
    int seas, most_seas;                               /* that the seat controls; the same of the others */
    int raid[SPQRISIKO_SEA_COUNT];                     /* the largest army of a rival that could come across */
    uint64_t has_landing;                              /* those of which it is known */
    double landing[SPQRISIKO_SEA_COUNT * (FLEET + 1)]; /* the best attack across, of each sea, with 0 to FLEET triremes */
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

static void count_provinces(struct look *l) {
    l->most_provinces = 0;
    for (int seat = 0; seat < l->t->seats; seat++) {
        l->provinces[seat] = spqrisiko_count(l->p->own[seat]);
        if (seat != l->p->active) l->most_provinces = spqrisiko_max(l->most_provinces, l->provinces[seat]);
    }
    l->has_provinces = true;
}

/* Of being ahead by so many: each one more counts less, the further one is ahead or behind. */
static double lead(int by) { return by / (1.0 + (by < 0 ? -by : by)); }

/* What a conquest brings towards the point for most provinces, and takes from its owner. [SPQ-SCORE-5] */
static double weigh_lead(struct look *l, int owner) {
    if (!l->has_provinces) count_provinces(l);
    const int mine = l->provinces[l->p->active], ahead = mine - l->most_provinces;
    if (owner == ALEA_NONE) return l->temper->most * (lead(ahead + 1) - lead(ahead));
    const int his = l->provinces[owner];
    return l->temper->most *
               (lead(ahead + 1 + (his == l->most_provinces)) - lead(ahead)) + /* as if no third one had as many */
           l->temper->breaks * (lead(his - mine) - lead(his - mine - 2));
}

/* Apart from what it is asked by: seldom needed, it would burden each time that it is not. */
__attribute__((noinline)) static double weigh_prey(struct look *l, unsigned province) {
    double worth = 1 + (spqrisiko_has(l->p->centres, province) ? l->temper->centre : 0);
    worth += 0.1 * spqrisiko_count(l->t->next[province] & spqrisiko_mine(l->p));
    if (!l->p->conquered) worth += l->temper->conquest;
    int owner = spqrisiko_owner(l->p, province);
    if (l->temper->most > 0) worth += weigh_lead(l, owner);
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

typedef double chance_of(const struct spqrisiko_tables *t, int attackers, int defenders);

/* The best of these attacks, by so many that may fall: what it brings less what it risks. */
static double best_attack(struct look *l, uint64_t prey, int n, chance_of *chance) {
    double best = 0;
    for (; prey; prey &= prey - 1) {
        unsigned to = spqrisiko_first(prey);
        int his = l->p->legionaries[to];
        double gain = worth_of_attack(l, to, chance(l->t, n, his), n - his);
        if (gain > best) best = gain;
    }
    return best;
}

/* The largest army that could come by sea. */
static int largest_raid(struct look *l, unsigned province) {
    if (!l->has_raids) spqrisiko_see_raids(l->t, l->p, l->p->active, l->raid);
    l->has_raids = true;
    return spqrisiko_largest_raid(l->t, l->raid, province);
}

/* Chance that a rival takes the province from n legionaries in one attack; by sea as far as the temper fears it. */
static double threat(struct look *l, unsigned province, int n) {
    const int coming = l->temper->coming - 1, by_land = spqrisiko_largest_army(l->p, l->t->next[province] & l->rivals),
              by_sea = l->temper->raid > 0 ? largest_raid(l, province) : 0;
    double worst = by_land ? spqrisiko_land_chance(l->t, by_land + coming, n) : 0;
    double across = by_sea ? l->temper->raid * spqrisiko_sea_chance(l->t, by_sea + coming, n) : 0;
    return across > worst ? across : worst;
}

/* The best attack that n legionaries could start from here; by sea as far as the temper thinks of it. */
static double promise(struct look *l, unsigned province, int n) {
    double best = best_attack(l, l->t->next[province] & l->prey, n - 1, spqrisiko_land_chance);
    if (l->temper->assault <= 0) return best;
    const uint64_t prey = spqrisiko_sea_reach(l->t, l->p, province, l->sea_prey);
    double across = l->temper->assault * best_attack(l, prey, n - 1, spqrisiko_sea_chance);
    return across > best ? across : best;
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

typedef double like_pair(struct look *l, unsigned from, unsigned to);

static double best_of(struct look *l, unsigned from, uint64_t targets, like_pair *like) {
    double best = NEVER;
    for (; targets; targets &= targets - 1) {
        double value = like(l, from, spqrisiko_first(targets));
        if (value > best) best = value;
    }
    return best;
}

static int most_others(struct look *l, unsigned sea) {
    int most = 0;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (seat != l->p->active) most = spqrisiko_max(most, l->p->triremes[seat][sea]);
    return most;
}

static void count_seas(struct look *l) {
    l->seas = spqrisiko_seas_controlled(l->p, l->p->active);
    l->most_seas = 0;
    for (int seat = 0; seat < l->t->seats; seat++)
        if (seat != l->p->active) l->most_seas = spqrisiko_max(l->most_seas, spqrisiko_seas_controlled(l->p, seat));
    l->has_seas = true;
}

/* Worth of controlling one sea more, or fewer: much while the point for most seas is open, little once it is safe. [SPQ-SCORE-6] */
static double worth_of_seas(struct look *l, int more) {
    if (!more) return 0;
    if (!l->has_seas) count_seas(l);
    const int ahead = l->seas - l->most_seas - (more < 0);
    return l->temper->sea * more * (ahead <= 0 ? 3.0 : ahead == 1 ? 0.8 : 0.1);
}

/* The best attack across a sea with n triremes there, by the largest army on its coast. */
static double landing(struct look *l, unsigned sea, int n) {
    if (n < 1) return 0;
    n = spqrisiko_min(n, FLEET);
    const unsigned at = sea * (FLEET + 1) + (unsigned)n;
    if (!spqrisiko_has(l->has_landing, at)) {
        const int army = spqrisiko_largest_army(l->p, l->t->coast[sea] & spqrisiko_mine(l->p));
        l->landing[at] = best_attack(l, spqrisiko_across(l->t, l->p, sea, n, l->sea_prey), army - 1, spqrisiko_sea_chance);
        l->has_landing |= spqrisiko_bit(at);
    }
    return l->landing[at];
}

/* What n more or fewer triremes in a sea change: 1 or -1 if they take it or give it up; what can be attacked across it. */
static int taken_by(struct look *l, unsigned sea, int n) {
    int mine = l->p->triremes[l->p->active][sea], others = most_others(l, sea);
    return (mine + n > others) - (mine > others);
}

static double landing_by(struct look *l, unsigned sea, int n) {
    int mine = l->p->triremes[l->p->active][sea];
    return l->temper->mobile > 0 ? l->temper->mobile * (landing(l, sea, mine + n) - landing(l, sea, mine)) : 0;
}

static double like_one_more(struct look *l, unsigned sea) {
    return worth_of_seas(l, taken_by(l, sea, 1)) + landing_by(l, sea, 1);
}

static double like_one_that_sails(struct look *l, unsigned from, unsigned to) {
    (void)from;
    return like_one_more(l, to) - 0.1;
}

/* A trireme for a sea; who thinks of what lies across thinks of the seas to which it could sail, too. */
static double like_launch(struct look *l, unsigned province, unsigned sea) {
    (void)province;
    double here = like_one_more(l, sea);
    double beyond = best_of(l, sea, l->temper->mobile > 0 ? l->t->sea_next[sea] : 0, like_one_that_sails);
    return here > beyond ? here : beyond;
}

/* Three legionaries for a trireme: from where they are not missed. [SPQ-NAVREINF-2] */
static double like_build_from(struct look *l, unsigned province) {
    return best_of(l, province, spqrisiko_build_in(l->t, l->p, province), like_launch) + gain_of(l, province, -3) -
           l->temper->build;
}

static double like_sail(struct look *l, unsigned from, unsigned to, int n) {
    return worth_of_seas(l, taken_by(l, from, -n) + taken_by(l, to, n)) + landing_by(l, from, -n) + landing_by(l, to, n) -
           0.05 - 0.01 * n;
}

static double like_sail_to(struct look *l, unsigned from, unsigned to) {
    int most = l->p->triremes[l->p->active][from] - l->p->moved[from];
    double best = NEVER;
    for (int n = 1; n <= spqrisiko_min(most, FLEET + 1); n++) {
        double like = like_sail(l, from, to, n);
        if (like > best) best = like;
    }
    return best;
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
    case SPQRISIKO_VERB_LAUNCH: return 0.2 + like_launch(l, 0, arg);
    case SPQRISIKO_VERB_BUILD_FROM: return like_build_from(l, arg);
    case SPQRISIKO_VERB_BUILD_IN: return like_launch(l, 0, arg);
    case SPQRISIKO_VERB_SAIL_FROM: return best_of(l, arg, spqrisiko_sail_to(l->t, l->p, arg), like_sail_to);
    case SPQRISIKO_VERB_SAIL_TO: return like_sail_to(l, l->p->from, arg);
    case SPQRISIKO_VERB_SAIL: return like_sail(l, l->p->from, l->p->to, (int)arg);
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

static void begin(struct look *l, const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                  const struct spqrisiko_temper *temper) {
    const uint64_t enemies = spqrisiko_enemies(t, p);
    const int provinces = spqrisiko_count(spqrisiko_mine(p));
    l->t = t;
    l->p = p;
    l->temper = temper;
    l->rivals = enemies & ~p->neutral;
    l->prey = enemies & ~spqrisiko_protected(t, p);
    l->sea_prey = l->prey & ~p->sea_attacked; /* [SPQ-SEA-10] */
    l->leader = leader_of(t, p);
    l->last = provinces <= 2 ? 6.0 / provinces : 0;
    l->has_worth = l->has_hold = l->has_landing = 0;
    l->has_provinces = l->has_seas = l->has_raids = false;
}

void spqrisiko_heuristic_by(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                            const struct spqrisiko_temper *temper, const alea_move move[], int n, double worth[]) {
    struct look look; /* its arrays are filled as far as they are asked for */
    begin(&look, t, p, temper);
    for (int i = 0; i < n; i++) worth[i] = like(&look, move[i]);
}

void spqrisiko_tempered(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                        double worth[]) {
    (void)seat;
    spqrisiko_heuristic_by(tables, pos, spqrisiko_temper_of(tables, temper), move, n, worth);
}

void spqrisiko_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]) {
    spqrisiko_tempered(tables, pos, seat, 0, move, n, worth);
}
