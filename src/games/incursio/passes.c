/* SPDX-License-Identifier: MIT */
/* passes.c - could the passes of a battle bring a result that was entered? [INC-TABLE-13, INC-COMBAT-11 .. -21, INC-SIEGE]
 *
 * A search through the passes still to come, stage by stage: whom each pair and each shot fells of those who are said to have
 * fallen. Who can fall in a pair depends on its two types and the stage alone, and any pair may have any of its fates whatever
 * the others have: so the search is exact, and what it refuses no dice can bring. Before each pass bounds that cost little
 * refuse what is hopeless in a battle of any size. A search that becomes too long is given up, and the result is taken for
 * possible: the Master has seen the table. */
#include <string.h>

#include "odds.h"

enum {
    FALLS = 4, /* of a rank, beside its type: is to fall; has fallen in this stage */
    FALLEN = 8,
    CAMP = INCURSIO_CLASH_CAMP,
    SIEGE = INCURSIO_CLASH_SIEGE,
    GARRISON = INCURSIO_CLASH_GARRISON,
    CHOICES = 256, /* in one stage */
    WORK = 400000, /* ranks looked at before a search is given up */
    PASSES = 40    /* that a search goes ahead */
};

/* Those who stand, in their order: type | FALLS. */
struct ranks {
    int attackers, garrison, camp;
    int still;                              /* to fall, of both sides */
    uint8_t line[INC_LINE], foe[INC_UNITS]; /* the garrison first */
};

struct search {
    const struct inc_tables *t;
    const struct inc_position *p;
    unsigned result;
    int work;
    bool given_up;
    uint8_t fates[GARRISON + 1][INC_TYPES][INC_TYPES]; /* masks of enum inc_fate, by stage, attacker, defender */
};

static int least_of(int a, int b) { return a < b ? a : b; }
static unsigned type_of(uint8_t rank) { return rank & 3u; }

/* ---- What may be chosen in a stage, tried one after the other ---- */

struct choices {
    int n, at;
    uint8_t made[CHOICES], of[CHOICES];
};

static unsigned choose(struct search *s, struct choices *c, unsigned of) {
    if (of <= 1) return 0;
    if (c->at == CHOICES) {
        s->given_up = true;
        return 0;
    }
    if (c->at == c->n) {
        c->made[c->n] = 0;
        c->of[c->n++] = (uint8_t)of;
    }
    return c->made[c->at++];
}

/* The last one that has another; false: all were tried. */
static bool next_choice(struct choices *c) {
    while (c->n && c->made[c->n - 1] + 1 == c->of[c->n - 1]) c->n--;
    if (c->n) c->made[c->n - 1]++;
    c->at = 0;
    return c->n > 0;
}

/* ---- Stages ---- */

static int without_fallen(uint8_t list[], int n) {
    int left = 0;
    for (int i = 0; i < n; i++)
        if (!(list[i] & FALLEN)) list[left++] = list[i];
    return left;
}

static void close_ranks(struct ranks *now) {
    int garrison = without_fallen(now->foe, now->garrison);
    int camp = without_fallen(now->foe + now->garrison, now->camp);
    memmove(now->foe + garrison, now->foe + now->garrison, (size_t)camp);
    now->still -= now->garrison - garrison + now->camp - camp;
    now->garrison = garrison;
    now->camp = camp;
    int attackers = without_fallen(now->line, now->attackers);
    now->still -= now->attackers - attackers;
    now->attackers = attackers;
}

/* False: a pair of the stage fells somebody who has not fallen. */
static bool clash(struct search *s, struct ranks *now, unsigned stage, struct choices *c) {
    uint8_t *foe = now->foe + (stage == CAMP ? now->garrison : 0);
    int pairs = least_of(now->attackers, stage == CAMP ? now->camp : now->garrison);
    for (int at = 0; at < pairs; at++) {
        unsigned fates = s->fates[stage][type_of(now->line[at])][type_of(foe[at])], n = 0;
        enum inc_fate option[INC_FATE_DEFENDER + 1];
        if (foe[at] & FALLS && fates >> INC_FATE_DEFENDER & 1) option[n++] = INC_FATE_DEFENDER;
        if (now->line[at] & FALLS && fates >> INC_FATE_ATTACKER & 1) option[n++] = INC_FATE_ATTACKER;
        if (fates >> INC_FATE_NOBODY & 1) option[n++] = INC_FATE_NOBODY;
        if (!n) return false;
        enum inc_fate fate = option[choose(s, c, n)];
        if (fate == INC_FATE_DEFENDER) foe[at] |= FALLEN;
        if (fate == INC_FATE_ATTACKER) now->line[at] |= FALLEN;
    }
    return true;
}

static int target_from(const struct inc_structure *weapon, const struct ranks *now, int from) {
    while (from < now->attackers && (now->line[from] & FALLEN || !(weapon->weapon >> type_of(now->line[from]) & 1))) from++;
    return from;
}

/* The copies of a weapon, as clash.c aims them; any shot may miss. [INC-SIEGE-4 .. INC-SIEGE-6] */
static void fire(struct search *s, struct ranks *now, unsigned structure, struct choices *c) {
    const struct inc_structure *weapon = &s->t->structures[structure];
    bool hits = weapon->weapon_die > 1 + s->t->power[s->p->steps].resist;
    int copies = weapon->weapon ? inc_copies(s->t, s->p, s->p->battle, structure) : 0;
    for (int copy = 0, aim = 0; copy < copies;) {
        int at = target_from(weapon, now, aim);
        if (at == now->attackers && !weapon->weapon_each) at = target_from(weapon, now, 0);
        if (at < now->attackers && hits && now->line[at] & FALLS && !choose(s, c, 2)) now->line[at] |= FALLEN;
        bool none = at == now->attackers;
        if (none || !weapon->weapon_each) copy++;
        aim = none ? 0 : at + 1;
    }
}

static bool run_stage(struct search *s, struct ranks *now, unsigned stage, unsigned pass, struct choices *c) {
    s->work -= now->attackers + now->garrison + now->camp;
    bool manned = now->attackers && now->garrison + now->camp; /* [INC-SIEGE-8] */
    if (stage != SIEGE && !clash(s, now, stage, c)) return false;
    for (unsigned weapon = 0; stage == SIEGE && pass == 1 && manned && weapon < (unsigned)s->t->n_structures; weapon++)
        fire(s, now, weapon, c);
    close_ranks(now);
    return true;
}

/* ---- Bounds ---- */

/* Can those of a list who are to fall come to its first `width` places in so many stages, as the others before them fall? */
static bool reach(const uint8_t list[], int n, int width, int stages) {
    int fallen = 0, before = 0; /* by the end of this stage, of the one before it */
    for (int at = 0; at < n; at++) {
        if (!(list[at] & FALLS)) continue;
        for (; at - before >= width; before = fallen)
            if (fallen == before || --stages <= 0) return false;
        fallen++;
    }
    return true;
}

static unsigned types_in(const uint8_t list[], int n) {
    unsigned types = 0;
    for (int at = 0; at < n; at++) types |= 1u << type_of(list[at]);
    return types;
}

/* Is there one of the other list for each who is to fall, who could fell him? */
static bool have_killers(const struct search *s, const struct ranks *now, unsigned stage) {
    const uint8_t *foe = now->foe + (stage == CAMP ? now->garrison : 0);
    int n = stage == CAMP ? now->camp : now->garrison;
    unsigned types = types_in(now->line, now->attackers);
    for (int at = 0; at < n; at++) {
        bool may = !(foe[at] & FALLS);
        for (unsigned type = 0; type < INC_TYPES && !may; type++)
            may = types >> type & 1 && s->fates[stage][type][type_of(foe[at])] >> INC_FATE_DEFENDER & 1;
        if (!may) return false;
    }
    return true;
}

static bool attackers_have_killers(const struct search *s, const struct ranks *now) {
    unsigned garrison = types_in(now->foe, now->garrison), camp = types_in(now->foe + now->garrison, now->camp);
    for (int at = 0; at < now->attackers; at++) {
        bool may = !(now->line[at] & FALLS);
        const uint8_t *in_camp = s->fates[CAMP][type_of(now->line[at])],
                      *inside = s->fates[GARRISON][type_of(now->line[at])];
        for (unsigned type = 0; type < INC_TYPES && !may; type++)
            may = (camp >> type & 1 && in_camp[type] >> INC_FATE_ATTACKER & 1) ||
                  (garrison >> type & 1 && inside[type] >> INC_FATE_ATTACKER & 1);
        if (!may) return false;
    }
    return true;
}

/* Weapons are left out of account: `shots` says that they are still to fire. */
static bool is_hopeful(const struct search *s, const struct ranks *now, int passes, bool shots) {
    int width = now->camp > now->garrison ? now->camp : now->garrison;
    int a_pass = least_of(now->attackers, now->camp) + least_of(now->attackers, now->garrison);
    if (!reach(now->foe, now->garrison, now->attackers, passes)) return false;
    if (!reach(now->foe + now->garrison, now->camp, now->attackers, passes)) return false;
    if (!have_killers(s, now, CAMP) || !have_killers(s, now, GARRISON)) return false;
    if (shots) return true;
    return now->still <= passes * a_pass && attackers_have_killers(s, now) &&
           reach(now->line, now->attackers, width, 2 * passes);
}

/* ---- The search ---- */

static int passes_after(const struct search *s, unsigned pass) {
    return s->p->ambush ? INC_UNITS : s->t->max_passes - (int)pass;
}

/* Can a pass in which nobody falls come next? */
static bool can_idle(const struct search *s, const struct ranks *now) {
    for (int stage = CAMP; stage <= GARRISON; stage++) {
        const uint8_t *foe = now->foe + (stage == CAMP ? now->garrison : 0);
        int pairs = stage == SIEGE ? 0 : least_of(now->attackers, stage == CAMP ? now->camp : now->garrison);
        for (int at = 0; at < pairs; at++)
            if (!(s->fates[stage][type_of(now->line[at])][type_of(foe[at])] >> INC_FATE_NOBODY & 1)) return false;
    }
    return true;
}

/* Where the search is: passes in which nobody falls are not tried one by one, `idle` says that there may have been some. */
struct progress {
    unsigned stage, pass;
    int still; /* to fall as the pass began */
    bool idle;
};

static bool goes_on(struct search *s, const struct ranks *now, struct progress at);

/* The end of a pass, as in battle.c. [INC-COMBAT-20, INC-COMBAT-21, INC-RETREAT-1 .. -5] depth: see goes_on() */
static bool ends_so(struct search *s, const struct ranks *now, struct progress at) { // NOLINT(misc-no-recursion)
    int defenders = now->garrison + now->camp, passes = passes_after(s, at.pass);
    if (!now->attackers) return !now->still && s->result == INCURSIO_RESULT_REPELLED;
    if (!defenders) return !now->still && s->result == INCURSIO_RESULT_TAKEN;
    bool retreat = !now->still && s->result == INCURSIO_RESULT_RETREAT;
    if ((now->attackers < defenders && !s->p->death) || passes <= 0) return retreat;
    at.idle = at.idle || can_idle(s, now);
    if (!now->still) return retreat && at.idle && !s->p->ambush;
    if (now->still == at.still && at.pass > s->p->pass) return false;
    if (!is_hopeful(s, now, passes, false)) return false;
    return goes_on(s, now, (struct progress){CAMP, at.pass + 1, now->still, at.idle});
}

/* depth <= 4 * PASSES: four a pass */
// NOLINTNEXTLINE(misc-no-recursion)
static bool goes_on(struct search *s, const struct ranks *now, struct progress at) {
    struct choices choices;
    struct ranks after;
    if (at.stage > GARRISON) return ends_so(s, now, at);
    choices.n = choices.at = 0;
    do {
        if (s->work <= 0 || (int)at.pass >= s->p->pass + PASSES) s->given_up = true;
        if (s->given_up) return true;
        after = *now;
        bool could = run_stage(s, &after, at.stage, at.pass, &choices);
        if (could && goes_on(s, &after, (struct progress){at.stage + 1, at.pass, at.still, at.idle})) return true;
    } while (next_choice(&choices));
    return false;
}

/* ---- What was entered ---- */

/* What is added to the dice there. [INC-COMBAT-8, INC-COMBAT-9, INC-DEMON-11] */
static struct inc_fight fight_of(const struct inc_tables *t, const struct inc_position *p) {
    const struct inc_upgrade *power = &t->power[p->steps];
    bool demons = p->side == INC_RAIDERS, ruin = !demons && inc_is_ruin(p, p->battle);
    struct inc_fight fight = {.side = p->side};
    for (unsigned type = 0; type < INC_TYPES; type++) {
        fight.attack[type] = (int8_t)(demons ? power->attack[type] : inc_attack_bonus(t, p, p->battle, type));
        fight.camp_bonus[type] = (int8_t)(ruin ? power->defence : 0);
    }
    for (uint32_t rest = p->has[p->battle]; rest; rest &= rest - 1)
        inc_fight_build(t, inc_first(rest), inc_copies(t, p, p->battle, inc_first(rest)), &fight);
    return fight;
}

/* Extras take no face away from whom they back, since each may throw a 1: pairs have all fates of one against one. */
static unsigned fates_of(const struct inc_pair *pair) {
    unsigned fates = 0;
    for (int face = 1; face <= pair->die; face++)
        for (int foe_face = 1; foe_face <= pair->foe_die; foe_face++) fates |= 1u << inc_fate_of(pair, face, foe_face);
    return fates;
}

static void find_fates(struct search *s) {
    struct inc_fight fight = fight_of(s->t, s->p);
    for (int i = 0; i < INC_TYPES * INC_TYPES; i++) {
        unsigned type = (unsigned)i / INC_TYPES, foe = (unsigned)i % INC_TYPES;
        struct inc_pair outside = inc_pair_of(s->t, &fight, false, type, foe),
                        inside = inc_pair_of(s->t, &fight, true, type, foe);
        s->fates[CAMP][type][foe] = (uint8_t)fates_of(&outside);
        s->fates[GARRISON][type][foe] = (uint8_t)fates_of(&inside);
    }
}

static uint8_t rank_of(inc_unit unit, bool falls) { return (uint8_t)(inc_type(unit) | (falls ? FALLS : 0u)); }

static void line_up(const struct inc_position *p, struct ranks *now, int *left_attackers, int *left_defenders) {
    int other = inc_other(p->side);
    const inc_unit *foe = inc_units_at(p, other, p->battle);
    now->attackers = p->attackers;
    now->garrison = inc_garrison(p, other, p->battle);
    now->camp = p->camp[other][p->battle];
    int defenders = now->garrison + now->camp, falling = 0, lost = 0;
    for (int at = 0; at < p->attackers; at++) {
        now->line[at] = rank_of(p->unit[p->side][p->line[at]], inc_attacker_falls(p, at));
        falling += inc_attacker_falls(p, at);
    }
    for (int at = 0; at < defenders; at++) {
        now->foe[at] = rank_of(foe[at], inc_defender_falls(p, at));
        lost += inc_defender_falls(p, at);
    }
    now->still = falling + lost;
    *left_attackers = p->attackers - falling;
    *left_defenders = defenders - lost;
}

/* Nobody wins who is gone, nobody loses who is alone. */
static bool contradicts(unsigned result, int attackers, int defenders) {
    switch (result) {
    case INCURSIO_RESULT_TAKEN: return !attackers || defenders;
    case INCURSIO_RESULT_REPELLED: return attackers || !defenders;
    default: return !attackers || !defenders;
    }
}

bool inc_passes_could(const struct inc_tables *t, const struct inc_position *p, bool *unproved) {
    struct search s = {.t = t, .p = p, .result = p->entered - 1u, .work = WORK};
    struct ranks now = {.attackers = 0};
    int attackers, defenders;
    line_up(p, &now, &attackers, &defenders);
    if (contradicts(s.result, attackers, defenders)) return false;
    find_fates(&s);
    bool shots = p->pass == 1 && p->stage != GARRISON && inc_is_settlement(p, p->battle);
    if (!is_hopeful(&s, &now, passes_after(&s, p->pass) + 1, shots)) return false;
    bool could = goes_on(&s, &now, (struct progress){p->stage, p->pass, now.still, false});
    if (unproved) *unproved = s.given_up;
    return could;
}
