/* SPDX-License-Identifier: MIT */
/* result.c - a battle that was fought at a real table, entered as its result. [INC-TABLE-13]
 *
 * `result taken` opens the entry: those fall whom the outcome leaves nobody of. Then one move for each other who fell, by his
 * place, and `result_end`. Until then p->entered says which outcome, and dice[], of which nothing has been thrown yet, who falls:
 * bit 0 of dice[i] attacker number i, the bits above it defenders, INC_LINE of them a bit. A throw instead, and all is
 * forgotten. */
#include <string.h>

#include "incursio_internal.h"

static int defenders(const struct inc_position *p) { return inc_n_units(p, inc_other(p->side), p->battle); }

static unsigned bit_of_defender(int at) { return 2u << at / INC_LINE; }

bool inc_attacker_falls(const struct inc_position *p, int at) { return p->dice[at] & 1; }
bool inc_defender_falls(const struct inc_position *p, int at) { return p->dice[at % INC_LINE] & bit_of_defender(at); }

static void fell_attacker(struct inc_position *p, int at) { p->dice[at] = (uint8_t)(p->dice[at] | 1u); }
static void fell_defender(struct inc_position *p, int at) {
    p->dice[at % INC_LINE] = (uint8_t)(p->dice[at % INC_LINE] | bit_of_defender(at));
}

void inc_result_break_off(struct inc_position *p) {
    if (!p->entered) return;
    p->entered = 0;
    memset(p->dice, 0, sizeof p->dice);
}

/* ---- Why not ---- */

/* The line of an ambush may be longer than any entry: then the dice decide. [ruling] */
static bool can_enter(const struct inc_tables *t, const struct inc_position *p) {
    if (t->version < INC_TABLE_VERSION || p->battle == ALEA_NONE) return false;
    if (p->ambush && p->camp[p->side][p->battle] > INC_LINE) return false;
    return p->entered || inc_is_unthrown(t, p);
}

static bool can_fall(const struct inc_position *p, unsigned verb, unsigned number) {
    bool attacks = verb == INCURSIO_VERB_FALLS_ATTACKER;
    if (!p->entered || number < 1 || number > (unsigned)(attacks ? p->attackers : defenders(p))) return false;
    return attacks ? !inc_attacker_falls(p, (int)number - 1) : !inc_defender_falls(p, (int)number - 1);
}

alea_rule inc_why_not_result(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    bool may = can_enter(t, p);
    switch (verb) {
    case INCURSIO_VERB_RESULT: return may && arg < INCURSIO_RESULTS ? 0 : INC_TABLE_13;
    case INCURSIO_VERB_RESULT_END: return may && p->entered && !arg && inc_passes_could(t, p, NULL) ? 0 : INC_TABLE_13;
    default: return may && can_fall(p, verb, arg) ? 0 : INC_TABLE_13;
    }
}

int inc_list_results(const struct inc_tables *t, const struct inc_position *p, alea_move out[], int n) {
    if (!can_enter(t, p)) return n;
    n = inc_list_range(out, n, INCURSIO_VERB_RESULT, 0, INCURSIO_RESULTS - 1);
    for (unsigned at = 1; at <= p->attackers; at++)
        if (can_fall(p, INCURSIO_VERB_FALLS_ATTACKER, at)) out[n++] = alea_move_make(INCURSIO_VERB_FALLS_ATTACKER, at);
    for (unsigned at = 1; at <= (unsigned)defenders(p); at++)
        if (can_fall(p, INCURSIO_VERB_FALLS_DEFENDER, at)) out[n++] = alea_move_make(INCURSIO_VERB_FALLS_DEFENDER, at);
    if (!inc_why_not_result(t, p, INCURSIO_VERB_RESULT_END, 0)) n = inc_list_one(out, n, INCURSIO_VERB_RESULT_END);
    return n;
}

/* ---- What they do ---- */

static void begin(struct inc_position *p, unsigned result) {
    inc_result_break_off(p);
    p->entered = (uint8_t)(1 + result);
    for (int at = 0; result == INCURSIO_RESULT_REPELLED && at < p->attackers; at++) fell_attacker(p, at);
    for (int at = 0; result == INCURSIO_RESULT_TAKEN && at < defenders(p); at++) fell_defender(p, at);
}

static void tell_fallen(struct inc_position *p, int side, const int32_t n[INC_TYPES], struct alea_events *sink) {
    unsigned event = side == INC_DEFENDERS ? INCURSIO_EVENT_FALLEN_SOLDIERS : INCURSIO_EVENT_FALLEN_DEMONS;
    if (n[0] + n[1] + n[2]) inc_tell(p, sink, INC_BOTH, event, n[0], n[1], n[2], 0);
}

/* Who fell has fought: his type is no secret. [INC-SECRET-5] */
static void tell_losses(struct inc_position *p, struct alea_events *sink) {
    int32_t fallen[INC_SIDES][INC_TYPES] = {{0}};
    int other = inc_other(p->side);
    for (int at = 0; at < p->attackers; at++)
        fallen[p->side][inc_type(p->unit[p->side][p->line[at]])] += inc_attacker_falls(p, at);
    for (int at = 0; at < defenders(p); at++)
        fallen[other][inc_type(inc_units_at(p, other, p->battle)[at])] += inc_defender_falls(p, at);
    tell_fallen(p, p->side, fallen[p->side], sink);
    tell_fallen(p, other, fallen[other], sink);
}

/* From the last defender to the first: the numbers of those before stay. */
static void take_fallen(struct inc_position *p) {
    bool fallen[INC_LINE] = {false};
    int other = inc_other(p->side), garrison = inc_garrison(p, other, p->battle);
    for (int at = 0; at < p->attackers; at++) fallen[at] = inc_attacker_falls(p, at);
    for (int at = defenders(p) - 1; at >= 0; at--)
        if (inc_defender_falls(p, at)) inc_take(p, other, p->battle, at < garrison, at < garrison ? at : at - garrison);
    inc_result_break_off(p); /* dice[] is a battle's again */
    inc_close_ranks(p, fallen);
}

static void end(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    unsigned result = p->entered - 1u;
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_BATTLE_BY_HAND, p->battle, 0, 0, 0);
    tell_losses(p, sink);
    take_fallen(p);
    p->pairs = p->at = 0;
    p->weapon = p->copy = p->aim = 0;
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_LEFT_STANDING, p->battle, p->attackers, defenders(p), p->side);
    inc_battle_end(t, p, result, sink);
}

void inc_enter_result(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink) {
    switch (verb) {
    case INCURSIO_VERB_RESULT: begin(p, arg); break;
    case INCURSIO_VERB_FALLS_ATTACKER: fell_attacker(p, (int)arg - 1); break;
    case INCURSIO_VERB_FALLS_DEFENDER: fell_defender(p, (int)arg - 1); break;
    default: end(t, p, sink);
    }
}
