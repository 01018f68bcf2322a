/* SPDX-License-Identifier: MIT */
/* absence.c - people who are away for a while: a seat is lent, taken over, given back; its person is on vacation, and comes back; both end by
 * themselves at their time. Or they say beforehand what is to be done for them. */
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "table_internal.h"
#include "text.h"

/* "@seat_lent A", for everybody. */
static enum alea_err say(struct table *table, const char *key, int seat, int64_t now, struct alea_error *error) {
    char note[TABLE_NOTE], letters[3];
    alea_seat_letters(seat, letters);
    snprintf(note, sizeof note, "@%s %s", key, letters);
    return table_say(table, note, now, error);
}

void absence_say(struct table *table, const char *key, int seat, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    (void)say(table, key, seat, now, &error); /* what goes wrong with the store is noted there */
}

static enum table_answer changed(struct table *table, int64_t now, struct alea_error *error) {
    table->state_changed = true;
    table_change(table);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}

static enum table_answer may_change(const struct table *table, int seat, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (seat < 0 || seat >= table->seats || strcmp(table->seat[seat].who, "human") != 0) return TABLE_FORBIDDEN;
    if (table->status != STORE_OVER) return TABLE_OK;
    alea_fail(error, ALEA_ERR_OVER);
    return TABLE_ENGINE;
}

/* ---- Loans ------------------------------------------------------------------------------------------------------------------------- */

enum table_answer table_lend(struct table *table, int seat, int64_t until, int64_t now, struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    table_unlend(table, seat);
    table->loan[seat] = (struct loan){.until = until};
    if (say(table, "seat_lent", seat, now, error)) return TABLE_ENGINE;
    return changed(table, now, error);
}

enum table_answer table_borrow(struct table *table, int seat, const char *name, int64_t now, struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    struct loan *loan = &table->loan[seat];
    if (loan->until <= now || loan->taken) return TABLE_NOT_LENT;
    table_take_line(loan->name, sizeof loan->name, name);
    loan->taken = true;
    table->deputies &= ~alea_actor(seat);
    table->passing &= ~alea_actor(seat);
    table_stop_thinking(table);
    return changed(table, now, error);
}

enum table_answer table_end_loan(struct table *table, int seat, int64_t now, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (seat < 0 || seat >= table->seats || !table->loan[seat].until) return TABLE_NOT_LENT;
    table->loan[seat] = (struct loan){.until = 0};
    table_unlend(table, seat);
    if (say(table, "seat_back", seat, now, error)) return TABLE_ENGINE;
    return changed(table, now, error);
}

/* ---- Vacations --------------------------------------------------------------------------------------------------------------------- */

/* Where windows close by themselves no clock stands still: the deputy steps in. */
static void have_deputy(struct table *table, int seat, bool away) {
    if (clock_of_seats(&table->clock.rules)) return;
    if (away) table->deputies |= alea_actor(seat);
    else table->deputies &= ~alea_actor(seat);
    table_stop_thinking(table);
}

enum table_answer table_leave(struct table *table, int seat, int64_t until, int64_t now, struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    if (!clock_leave(&table->clock, seat, until, now)) return TABLE_FORBIDDEN;
    have_deputy(table, seat, true);
    if (say(table, "seat_away", seat, now, error)) return TABLE_ENGINE;
    return changed(table, now, error);
}

enum table_answer table_come_back(struct table *table, int seat, int64_t now, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (seat < 0 || seat >= table->seats || !table->clock.vacation[seat].until) return TABLE_NOT_AWAY;
    clock_return(&table->clock, seat, now);
    have_deputy(table, seat, false);
    if (say(table, "seat_here", seat, now, error)) return TABLE_ENGINE;
    return changed(table, now, error);
}

/* ---- Standing orders ------------------------------------------------------------------------------------------------------------------ */

enum table_answer table_stand(struct table *table, const struct standing_order *order, int64_t now,
                              struct alea_error *error) {
    enum table_answer answer = may_change(table, order->seat, error);
    if (answer != TABLE_OK) return answer;
    if (!standing_put(&table->standing, order)) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return TABLE_ENGINE;
    }
    standing_changed(table, order->seat);
    notices_order_seen(table, order->seat);
    table_auto_advance(table, now);
    return table_usable(table, error) ? TABLE_ENGINE : TABLE_OK;
}

enum table_answer table_stand_no_more(struct table *table, int seat, int64_t now, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    standing_drop(table, seat);
    if (table->passing & alea_actor(seat)) return table_return(table, seat, now, error);
    return TABLE_OK;
}

/* ---- By themselves -------------------------------------------------------------------------------------------------------------------- */

void absence_look(struct table *table, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    for (int seat = 0; seat < table->seats; seat++) {
        if (table_usable(table, NULL)) return;
        if (table->loan[seat].until && table->loan[seat].until <= now) (void)table_end_loan(table, seat, now, &error);
        if (table_usable(table, NULL)) return;
        const int64_t until = table->clock.vacation[seat].until;
        if (until && until <= now) (void)table_come_back(table, seat, now, &error);
    }
}
