/* SPDX-License-Identifier: MIT */
/* question_battle.c - the forces of a battle, from words; and a battle drawn by lot where it is too large to be exact.
 * [INC-COMBAT, INC-SIEGE, INC-RETREAT, INC-BUILD] */
#include <string.h>

#include "question.h"

/* ---- Forces ---- */

static bool has_room(int n, int limit, const char *name, struct alea_text *why) {
    static const char *const words[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_TOO_MANY_UNITS};
    if (n > limit) alea_text_addf(why, words[why->lang], name, n, limit);
    return n <= limit;
}

static bool are_many_enough(const struct alea_values given[], struct alea_text *why) {
    static const char *const nobody[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_NOBODY_DEFENDS};
    bool empty = !given[INC_BATTLE_CAMP].n && !given[INC_BATTLE_GARRISON].n;
    if (empty) alea_text_add(why, nobody[why->lang]);
    return !empty && has_room(given[INC_BATTLE_ATTACKERS].n, INC_LINE, "attackers", why) &&
           has_room(given[INC_BATTLE_CAMP].n, INC_FIGHT_CAMP, "camp", why) &&
           has_room(given[INC_BATTLE_GARRISON].n, INC_FIGHT_GARRISON, "garrison", why);
}

/* All attackers are of one side, all defenders of the other. */
static bool are_on_two_sides(const struct inc_tables *t, const struct alea_values given[], struct alea_text *why) {
    static const char *const mixed[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_NOT_SIDE_BY_SIDE};
    int first = inc_unit_of(given[INC_BATTLE_ATTACKERS].at[0]);
    for (int i = 1; i < given[INC_BATTLE_ATTACKERS].n; i++) {
        int unit = inc_unit_of(given[INC_BATTLE_ATTACKERS].at[i]);
        if (unit / INC_TYPES == first / INC_TYPES) continue;
        alea_text_addf(why, mixed[why->lang], t->unit.at[first].id, t->unit.at[unit].id);
        return false;
    }
    for (int list = INC_BATTLE_CAMP; list <= INC_BATTLE_SEEN; list++)
        for (int i = 0; i < given[list].n; i++) {
            int32_t unit = given[list].at[i];
            bool garrison = list != INC_BATTLE_CAMP;
            if (unit == INC_UNSEEN)
                unit = garrison ? 0 : inc_other(first / INC_TYPES) * INC_TYPES; /* a soldier, or one of the others */
            if (!inc_may_meet(t, first, inc_unit_of(unit), garrison, why)) return false;
        }
    return true;
}

/* Structures and their copies. [INC-BUILD-5] */
static bool build(const struct inc_tables *t, const struct alea_values *list, struct inc_forces *m, struct alea_text *why) {
    static const char *const many[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_TOO_MANY_COPIES};
    static const char *const demons[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_DEMONS_HAVE_NONE};
    uint8_t copies[INC_STRUCTURES_MAX] = {0};
    uint32_t has = 0;
    if (list->n && m->fight.side == INC_DEFENDERS) {
        alea_text_add(why, demons[why->lang]);
        return false;
    }
    for (int i = 0; i < list->n; i++) {
        int structure = list->at[i], limit = t->structures[structure].limit;
        has |= UINT32_C(1) << structure;
        if (++copies[structure] <= limit) continue;
        alea_text_addf(why, many[why->lang], t->structure.at[structure].id, limit);
        return false;
    }
    for (unsigned i = 0; i < (unsigned)t->n_structures; i++) inc_fight_build(t, i, copies[i], &m->fight);
    m->order.allowed = (uint8_t)inc_garrison_types(t, has);
    return true;
}

/* [INC-DEMON-11, INC-BUILD-33] */
static void add_bonuses(const struct inc_tables *t, const struct alea_values given[], struct inc_fight *fight) {
    int32_t steps = given[INC_BATTLE_UPGRADES].at[0];
    const struct inc_upgrade *power = &t->power[steps < t->n_upgrades ? steps : t->n_upgrades];
    bool demons = fight->side == INC_RAIDERS;
    for (int type = 0; type < INC_TYPES; type++) {
        fight->attack[type] = (int8_t)(given[INC_BATTLE_BONUS].at[0] + (demons ? power->attack[type] : 0));
        fight->camp_bonus[type] = (int8_t)(!demons && given[INC_BATTLE_RUIN].at[0] ? power->defence : 0);
    }
    fight->resist = demons ? power->resist : 0;
    fight->death = given[INC_BATTLE_DEATH].at[0];
}

/* ---- The question ---- */

static void take_rows(const struct alea_values given[], struct inc_forces *m) {
    struct inc_fight *fight = &m->fight;
    fight->n_line = (uint16_t)given[INC_BATTLE_ATTACKERS].n;
    fight->n_camp = (uint16_t)given[INC_BATTLE_CAMP].n;
    for (int i = 0; i < fight->n_line; i++)
        fight->line[i] = (uint8_t)(inc_unit_of(given[INC_BATTLE_ATTACKERS].at[i]) % INC_TYPES);
    for (int i = 0; i < fight->n_camp; i++) {
        int32_t unit = given[INC_BATTLE_CAMP].at[i];
        fight->camp[i] = unit == INC_UNSEEN ? INC_TYPES : (uint8_t)(inc_unit_of(unit) % INC_TYPES);
        m->camp_unseen |= unit == INC_UNSEEN;
    }
}

/* False, with a reason: there can be no such battle. */
static bool take_forces(const struct inc_tables *t, const struct alea_values given[], struct inc_forces *m,
                        struct alea_text *why) {
    if (!are_many_enough(given, why) || !are_on_two_sides(t, given, why)) return false;
    m->fight.side = (uint8_t)(inc_unit_of(given[INC_BATTLE_ATTACKERS].at[0]) / INC_TYPES);
    take_rows(given, m);
    if (!build(t, &given[INC_BATTLE_STRUCTURES], m, why)) return false;
    add_bonuses(t, given, &m->fight);
    return inc_take_garrison(t, &given[INC_BATTLE_GARRISON], &given[INC_BATTLE_SEEN], m, why);
}

enum alea_answer inc_battle_question_begin(const void *tables, const struct alea_values given[], void *memory,
                                           struct alea_asked *asked, struct alea_text *why) {
    const struct inc_tables *t = tables;
    struct inc_asked_battle *m = memory;
    if (!take_forces(t, given, &m->forces, why)) return ALEA_ANSWER_NONE;
    asked->most[INC_WIN] = 1;
    asked->most[INC_ATTACKERS_LEFT] = m->forces.fight.n_line;
    asked->most[INC_DEFENDERS_LEFT] = m->forces.fight.n_camp + m->forces.fight.n_garrison;
    if (!m->forces.camp_unseen && inc_chain_begin(t, m, asked)) return ALEA_ANSWER_CHAIN;
    inc_weigh_crowds(&m->forces.order);
    return ALEA_ANSWER_SAMPLE;
}

/* ---- Samples ---- */

static struct inc_fight_end by_lot(const struct inc_tables *t, const struct inc_forces *m, struct alea_random *random) {
    struct inc_fight fight = m->fight;
    for (int i = 0; m->camp_unseen && i < fight.n_camp; i++) /* each type as likely */
        if (fight.camp[i] == INC_TYPES) fight.camp[i] = (uint8_t)alea_random_below(random, INC_TYPES);
    if (m->order.places_seen < m->order.n) inc_draw_order(&m->order, random, fight.garrison);
    return inc_fight_run(t, &fight, random);
}

void inc_battle_question_sample(const void *tables, const void *memory, struct alea_random *random, int32_t out[]) {
    const struct inc_asked_battle *m = memory;
    struct inc_fight_end end = by_lot(tables, &m->forces, random);
    out[INC_WIN] = end.taken;
    out[INC_ATTACKERS_LEFT] = end.attackers;
    out[INC_DEFENDERS_LEFT] = end.camp + end.garrison;
}

int inc_battles_won(const struct inc_tables *t, const struct alea_values given[], int battles) {
    struct inc_forces forces;
    struct alea_text why = {.max = 0}; /* nobody reads it */
    struct alea_random random = alea_random_stream(0, 0);
    int won = 0;
    memset(&forces, 0, sizeof forces);
    bool can_be = take_forces(t, given, &forces, &why);
    alea_text_clear(&why);
    if (!can_be) return -1;
    inc_weigh_crowds(&forces.order);
    for (int i = 0; i < battles; i++) won += by_lot(t, &forces, &random).taken;
    return won;
}
