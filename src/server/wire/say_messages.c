/* SPDX-License-Identifier: MIT */
/* say_messages.c - what listeners at a table are told, each through the eyes of its own seat, or a spectator's. */
#include "say.h"

static struct say say_to(const struct table *table, const struct listener *listener) {
    return (struct say){.table = table, .viewer = listener->viewer, .lang = listener->lang, .plain = listener->plain};
}

static void state(const struct table *table, const struct listener *listener, bool undone, int64_t now,
                  struct alea_text *text) {
    const struct say say = say_to(table, listener);
    say_state(&say, -1, listener->viewer.seat, undone, now, text);
}

static void plies(const struct table *table, const struct listener *listener, long from, long to, int64_t now,
                  struct alea_text *text) {
    const struct say say = say_to(table, listener);
    say_plies(&say, from, to, now, text);
}

static void settings(const struct table *table, const struct listener *listener, int64_t now, struct alea_text *text) {
    const struct say say = say_to(table, listener);
    say_table(&say, now, text);
}

const struct lobby_messages say_messages = {.state = state, .plies = plies, .table = settings, .chat = say_chat};
