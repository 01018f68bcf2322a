/* SPDX-License-Identifier: MIT */
/* free.c - free missions: a task in words that the Master offers a character, and judges. [INC-TABLE-14]
 *
 * An offer stands until its day is over. Who accepts it has it as the action of that day, and may still do something else until
 * the window of the characters closes; then it is under way, and waits for the Master's word, for as long as he likes. All of it is
 * the own side's alone; the task itself is the note of the offer. */
#include "incursio_internal.h"

unsigned inc_free_of(const struct inc_position *p, int side, unsigned c) {
    unsigned i = 0;
    while (i < INC_FREE && p->free_who[side][i] != c + 1) i++;
    return i;
}

bool inc_is_offered(const struct inc_position *p, int side, unsigned c) {
    unsigned i = inc_free_of(p, side, c);
    return i < INC_FREE && p->free_until[side][i] && p->free_until[side][i] >= p->day;
}

static void end(struct inc_position *p, int side, unsigned c) {
    unsigned i = inc_free_of(p, side, c);
    p->free_who[side][i] = p->free_until[side][i] = 0;
}

static void tell(struct inc_position *p, int side, unsigned event, unsigned c, struct alea_events *sink) {
    inc_tell(p, sink, 1u << side, event, p->seat_of[side][c], (int32_t)c, 0, 0);
}

/* ---- The player's answer ---- */

/* As what a General asks of a character; two Generals answer in the window of the characters. [INC-TABLE-7] */
bool inc_may_accept(const struct inc_tables *t, const struct inc_position *p) {
    return p->step == INCURSIO_STEP_PERSONAL || inc_may_ask(t, p);
}

alea_rule inc_why_not_turn_down(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c) {
    return c < (unsigned)t->characters && inc_may_accept(t, p) && inc_is_offered(p, side, c) ? 0 : INC_TABLE_14;
}

/* The own word in the place of a recorded one, too. [INC-TABLE-8] */
alea_rule inc_why_not_accept(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c) {
    alea_rule why = inc_why_not_turn_down(t, p, side, c);
    bool again = !why && p->action[side][c] == INCURSIO_ACTION_FREE && !(p->flags[side][c] & INC_RECORDED);
    return again ? INC_ROLE_11 : why;
}

void inc_accept(const struct inc_tables *t, struct inc_position *p, int side, unsigned c, struct alea_events *sink) {
    inc_order_blank(p, side, c);
    p->action[side][c] = INCURSIO_ACTION_FREE;
    inc_confirm(p, side, c);
    p->flags[side][c] |= INC_APPROVED;
    tell(p, side, INCURSIO_EVENT_FREE_ACCEPTED, c, sink);
    inc_settle(t, p, p->seat_of[side][c], sink);
}

void inc_turn_down(const struct inc_tables *t, struct inc_position *p, int side, unsigned c, struct alea_events *sink) {
    (void)t;
    end(p, side, c);
    if (p->action[side][c] == INCURSIO_ACTION_FREE) inc_order_blank(p, side, c);
    tell(p, side, INCURSIO_EVENT_FREE_TURNED_DOWN, c, sink);
}

/* ---- The day ---- */

void inc_free_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned c = 0; c < (unsigned)t->characters; c++) {
            if (p->action[side][c] != INCURSIO_ACTION_FREE) continue;
            p->free_until[side][inc_free_of(p, side, c)] = 0;
            inc_tell(p, sink, 1u << side, INCURSIO_EVENT_FREE_BEGINS, (int32_t)c, 0, 0, 0);
        }
}

void inc_free_lapse(struct inc_position *p, struct alea_events *sink) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned i = 0; i < INC_FREE; i++) {
            if (!p->free_until[side][i] || p->free_until[side][i] >= p->day) continue;
            unsigned c = p->free_who[side][i] - 1u;
            end(p, side, c);
            inc_tell(p, sink, 1u << side, INCURSIO_EVENT_FREE_LAPSES, (int32_t)c, 0, 0, 0);
        }
}

/* ---- The Master ---- */

/* To a character that has none, while the side has room for one more. */
alea_rule inc_why_not_offer(const struct inc_tables *t, const struct inc_position *p, unsigned until) {
    if (t->version < INC_TABLE_VERSION || inc_is_chance(p) || !p->ruling_person) return INC_TABLE_14;
    int side = (p->ruling_person - 1) / INC_CHARACTERS;
    unsigned c = (p->ruling_person - 1u) % INC_CHARACTERS, room = 0;
    while (room < INC_FREE && p->free_who[side][room]) room++;
    bool fits = room < INC_FREE && inc_free_of(p, side, c) == INC_FREE;
    return fits && until >= 1 && until >= p->day && until <= p->days ? 0 : INC_TABLE_14;
}

/* So that an offer that was turned down and is made again the same day is another question. Of those that stand two would be alike after
 * 255 of them. */
static uint8_t next_number(const struct inc_position *p, int side) {
    unsigned last = 0;
    for (unsigned i = 0; i < INC_FREE; i++)
        if (p->free_number[side][i] > last) last = p->free_number[side][i];
    return (uint8_t)(last % UINT8_MAX + 1);
}

void inc_offer(const struct inc_tables *t, struct inc_position *p, unsigned until, struct alea_events *sink) {
    int side = (p->ruling_person - 1) / INC_CHARACTERS;
    unsigned c = (p->ruling_person - 1u) % INC_CHARACTERS, i = 0;
    while (p->free_who[side][i]) i++;
    p->free_who[side][i] = (uint8_t)(c + 1);
    p->free_until[side][i] = (uint8_t)until;
    if (t->version >= INC_LAPSE_VERSION) p->free_number[side][i] = next_number(p, side);
    p->ruling_person = 0;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_FREE_OFFERED, p->seat_of[side][c], (int32_t)c, (int32_t)until, 0);
    if (inc_may_accept(t, p)) inc_ask(t, p, p->seat_of[side][c]); /* [INC-TABLE-1] */
}

alea_rule inc_why_not_judge(const struct inc_tables *t, const struct inc_position *p, unsigned person) {
    if (t->version < INC_TABLE_VERSION || inc_is_chance(p) || person >= INC_SIDES * INC_CHARACTERS) return INC_TABLE_14;
    int side = (int)(person / INC_CHARACTERS);
    unsigned i = inc_free_of(p, side, person % INC_CHARACTERS);
    return i < INC_FREE && !p->free_until[side][i] ? 0 : INC_TABLE_14;
}

/* What was done today is done: there is no other action. */
void inc_judge(struct inc_position *p, unsigned person, bool success, struct alea_events *sink) {
    int side = (int)(person / INC_CHARACTERS);
    unsigned c = person % INC_CHARACTERS;
    if (p->action[side][c] == INCURSIO_ACTION_FREE) p->action[side][c] = INCURSIO_ACTION_REST;
    end(p, side, c);
    tell(p, side, success ? INCURSIO_EVENT_FREE_SUCCEEDS : INCURSIO_EVENT_FREE_FAILS, c, sink);
}
