/* SPDX-License-Identifier: MIT */
/* wire_standing.c - a seat's standing order, for that seat alone: what is done for it, and why it is done no more. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "wire.h"
#include "wire_internal.h"

static const struct standing_order *own(const struct wire_workspace *work) {
    const struct standing_order *order = work->table.standing;
    while (order && order->seat != work->wire->viewer.seat) order = order->next;
    return work->wire->viewer.lent ? NULL : order;
}

static void write_head(const struct standing_order *order, struct alea_text *text) {
    alea_json_bool(text, "pass", order->pass);
    alea_json_integer(text, "until", order->until);
    alea_json_integer(text, "left", order->left);
    if (order->why) alea_json_id(text, "why", standing_ends[order->why]);
    else alea_json_null(text, "why");
}

void wire_standing_order(const struct wire_workspace *work, struct alea_text *text) {
    const struct standing_order *order = own(work);
    if (!order) return;
    alea_json_open_object(text, "standing_order");
    write_head(order, text);
    alea_json_integer(text, "answers", order->n);
    alea_json_close_object(text);
}

/* ---- The whole -------------------------------------------------------------------------------------------------------------------------- */

/* What its seat heard of the ply that alarmed, less what is of use at its moment alone. */
static void say_alarm(const struct wire_workspace *work, long ply, struct alea_text *text) {
    struct alea_events events;
    int n = 0;
    if (ply < 1 || ply > alea_match_plies(work->table.match)) return;
    alea_match_position_at(work->table.match, ply - 1, work->pos);
    alea_match_step(work->table.match, ply, work->pos, &events);
    for (int i = 0; i < events.n; i++) {
        const unsigned role = work->game->texts->events[events.at[i].kind].role;
        if (role == ALEA_ROLE_ROUTINE || !wire_reads(work, events.at[i].audience)) continue;
        if (n++) alea_text_add(text, "; ");
        alea_event_say(work->rules, &events.at[i], text);
    }
}

static void write_why(const struct wire_workspace *work, const struct standing_order *order, struct alea_text *text) {
    static const char *const ends[STANDING_ENDS][ALEA_LANGS] = {
        [STANDING_ALARM] = {ENGINE_SAY_STANDING_ALARM},     [STANDING_TIME] = {ENGINE_SAY_STANDING_TIME},
        [STANDING_COUNT] = {ENGINE_SAY_STANDING_COUNT},     [STANDING_UNDONE] = {ENGINE_SAY_STANDING_UNDONE},
        [STANDING_REFUSED] = {ENGINE_SAY_STANDING_REFUSED},
    };
    if (!order->why) return;
    const size_t from = alea_json_open_string(text, "says");
    alea_text_add(text, ends[order->why][text->lang]);
    if (order->why == STANDING_ALARM) say_alarm(work, order->ply, text);
    alea_json_close_string(text, from);
}

static void write_move(const struct wire_workspace *work, alea_move move, struct alea_text *text) {
    size_t from = alea_json_open_string(text, "text");
    alea_move_write(work->rules, move, text);
    alea_json_close_string(text, from);
    from = alea_json_open_string(text, "says");
    alea_move_say(work->rules, move, text);
    alea_json_close_string(text, from);
}

static void write_order(const struct wire_workspace *work, struct alea_text *text) {
    const struct standing_order *order = own(work);
    if (!order) {
        alea_json_null(text, "standing_order");
        return;
    }
    alea_json_open_object(text, "standing_order");
    write_head(order, text);
    write_why(work, order, text);
    alea_json_open_array(text, "answers");
    for (int i = 0; i < order->n; i++) {
        alea_json_open_object(text, NULL);
        write_move(work, order->answer[i].move, text);
        alea_json_string(text, "question", order->answer[i].when[0] ? order->answer[i].when : NULL);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    alea_json_close_object(text);
}

/* Answers that can be given beforehand, whatever the position: verbs without an argument of which people are asked. */
static void write_offers(const struct wire_workspace *work, struct alea_text *text) {
    const struct alea_texts *texts = work->game->texts;
    alea_json_open_array(text, "offers");
    for (int verb = 1; verb < texts->n_verbs; verb++) {
        if (!texts->verbs[verb].ask || texts->verbs[verb].rest || texts->verbs[verb].set != ALEA_SET_NONE) continue;
        alea_json_open_object(text, NULL);
        write_move(work, alea_move_make((unsigned)verb, 0), text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

void wire_own_order(const struct wire *wire, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        alea_json_open_object(text, NULL);
        wire_seat(text, "seat", wire->viewer.seat);
        write_order(&work, text);
        write_offers(&work, text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}
