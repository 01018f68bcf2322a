/* SPDX-License-Identifier: MIT */
/* question_duel.c - one unit against one, throw after throw. [INC-COMBAT-2 .. INC-COMBAT-10] */
#include "question.h"

/* States: how it may end, and above them how many throws may follow; with no limit there is one, which a tie comes back to. */
enum { FELL, SLEW, BOTH_STAND, THROWS };

bool inc_may_meet(const struct inc_tables *t, int attacker, int defender, bool garrison, struct alea_text *why) {
    static const char *const same[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_SAME_SIDE};
    static const char *const homeless[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_DEMONS_NO_GARRISON};
    if (attacker / INC_TYPES == defender / INC_TYPES)
        alea_text_addf(why, same[why->lang], t->unit.at[attacker].id, t->unit.at[defender].id);
    else if (garrison && defender / INC_TYPES == INC_RAIDERS)
        alea_text_addf(why, homeless[why->lang], t->unit.at[defender].id);
    else return true;
    return false;
}

enum alea_answer inc_duel_begin(const void *tables, const struct alea_values given[], void *memory, struct alea_asked *asked,
                                struct alea_text *why) {
    const struct inc_tables *t = tables;
    struct inc_asked_duel *m = memory;
    int attacker = inc_unit_of(given[INC_DUEL_ATTACKER].at[0]), defender = inc_unit_of(given[INC_DUEL_DEFENDER].at[0]);
    bool garrison = given[INC_DUEL_GARRISON].at[0];
    if (!inc_may_meet(t, attacker, defender, garrison, why)) return ALEA_ANSWER_NONE;

    unsigned type = (unsigned)attacker % INC_TYPES, foe = (unsigned)defender % INC_TYPES;
    struct inc_fight fight = {.side = (uint8_t)(attacker / INC_TYPES), .tie_win = given[INC_DUEL_WALLS].at[0]};
    fight.attack[type] = (int8_t)given[INC_DUEL_BONUS].at[0];
    fight.camp_bonus[foe] = fight.garrison_bonus[foe] = (int8_t)given[INC_DUEL_DEFENCE].at[0];
    struct inc_pair pair = inc_pair_of(t, &fight, garrison, type, foe);
    for (int face = 1; face <= pair.die; face++)
        for (int foe_face = 1; foe_face <= pair.foe_die; foe_face++) m->weight[inc_fate_of(&pair, face, foe_face)]++;

    m->passes = given[INC_DUEL_PASSES].at[0];
    asked->start = THROWS + (m->passes ? m->passes - 1 : 0);
    asked->states = asked->start + 1;
    for (int i = 0; i < INC_QUESTION_MEASURES; i++) asked->most[i] = 1;
    return ALEA_ANSWER_CHAIN;
}

int inc_duel_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct inc_asked_duel *m = memory;
    (void)tables;
    if (state < THROWS) return 0;
    out[0] = (struct alea_step){.next = FELL, .weight = m->weight[INC_FATE_ATTACKER]};
    out[1] = (struct alea_step){.next = SLEW, .weight = m->weight[INC_FATE_DEFENDER]};
    out[2] = (struct alea_step){.next = m->passes ? state - 1 : state, .weight = m->weight[INC_FATE_NOBODY]};
    return 3;
}

void inc_duel_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    (void)tables, (void)memory;
    out[INC_WIN] = state == SLEW;
    out[INC_ATTACKERS_LEFT] = state != FELL;
    out[INC_DEFENDERS_LEFT] = state != SLEW;
}
