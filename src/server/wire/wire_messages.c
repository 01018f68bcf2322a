/* SPDX-License-Identifier: MIT */
/* wire_messages.c - what listeners at a table are told, each through the eyes of its own seat, or a spectator's. */
#include "json_write.h"
#include "wire.h"

static struct wire wire_to(const struct table *table, const struct listener *listener) {
    return (struct wire){.table = table, .viewer = listener->viewer, .lang = listener->lang, .plain = listener->plain};
}

static void state(const struct table *table, const struct listener *listener, bool undone, int64_t now,
                  struct alea_text *text) {
    const struct wire wire = wire_to(table, listener);
    wire_state(&wire, -1, listener->viewer.seat, undone, now, text);
}

static void plies(const struct table *table, const struct listener *listener, long from, long to, int64_t now, void **kept,
                  struct alea_text *text) {
    struct wire wire = wire_to(table, listener);
    if (!*kept) *kept = wire_echo_new();
    wire.echo = *kept;
    wire.lines = true;
    wire.brief = listener->brief;
    wire_plies(&wire, from, to, now, text);
}

static void settings(const struct table *table, const struct listener *listener, int64_t now, struct alea_text *text) {
    const struct wire wire = wire_to(table, listener);
    wire_table(&wire, now, text);
}

static void post(const struct table *table, const struct listener *listener, long number, int64_t at,
                 struct alea_text *text) {
    const struct wire wire = wire_to(table, listener);
    wire_post(&wire, number, at, true, text);
}

void wire_noted(const struct store_note *note, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", note->seat);
    alea_json_bool(text, "side", note->side);
    if (*note->place) alea_json_string(text, "place", note->place);
    if (*note->goal) alea_json_string(text, "to", note->goal);
    alea_json_string(text, "text", note->text);
    alea_json_integer(text, "at", note->at);
    alea_json_close_object(text);
}

static void noted(const struct store_note *note, bool gone, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "kind", "note");
    alea_json_bool(text, "gone", gone);
    alea_json_key(text, "note");
    wire_noted(note, text);
    alea_json_close_object(text);
}

static void forget(void *kept) { wire_echo_free(kept); }

const struct lobby_messages wire_messages = {
    .forget = forget, .state = state, .plies = plies, .table = settings, .chat = wire_chat, .post = post, .note = noted};
