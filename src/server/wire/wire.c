/* SPDX-License-Identifier: MIT */
/* wire.c - pieces of messages: notes, values, moves, events. All is written straight into the text. */
#include "wire.h"

#include <stdlib.h>
#include <string.h>

#include "bot_title.h"
#include "move_json.h"
#include "odds.h"
#include "text.h"
#include "wire_echo.h"

enum { LINE = 64, ROOMS = 5 }; /* positions begin on cache lines of their own */

/* ---- What is looked at --------------------------------------------------------------------------------------------------- */

#define EIGHT "", "", "", "", "", "", "", ""
static const char *const nobody[ALEA_MAX_SEATS] = {EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT};
_Static_assert(sizeof nobody == 48 * sizeof *nobody, "a name for each seat that a game may have");

bool wire_begin(struct wire_workspace *work, const struct wire *wire, struct alea_text *text) {
    *work = (struct wire_workspace){.wire = wire, .table = table_look(wire->table)};
    work->rules = alea_match_rules(work->table.match);
    work->game = work->rules->game;
    work->tables = work->rules->tables;
    text->lang = wire->lang;
    memcpy(work->names, nobody, sizeof nobody);
    for (int seat = 0; seat < work->rules->seats; seat++) work->names[seat] = work->table.seat[seat].name;
    work->text = text;
    const size_t size = (work->game->position_size + LINE - 1) / LINE * LINE, moves = (size_t)work->game->max_legal;
    unsigned char *room =
        wire->echo ? wire_echo_room(wire->echo, ROOMS * size + moves * sizeof *work->legal) : malloc(ROOMS * size);
    if (!room) {
        text->truncated = true;
        return false;
    }
    work->pos = room;
    work->before = room + size;
    work->view = room + 2 * size;
    work->view_before = room + 3 * size;
    work->spare = room + 4 * size;
    if (wire->echo) work->legal = (alea_move *)(void *)(room + ROOMS * size);
    text->seat_name = work->names;
    return true;
}

void wire_end(struct wire_workspace *work) {
    work->text->seat_name = NULL; /* the text lives longer */
    if (work->wire->echo) return; /* it keeps the room */
    free(work->pos);
    free(work->legal);
}

void wire_view_of(const struct wire_workspace *work, const void *pos, int viewer, void *view) {
    memcpy(view, pos, work->game->position_size);
    if (viewer != ALL_EYES) alea_hide(work->rules, view, viewer);
}

int wire_legal(struct wire_workspace *work, const void *view, int seat) {
    if (!work->legal) work->legal = malloc((size_t)work->game->max_legal * sizeof *work->legal);
    return work->legal ? work->game->legal(work->tables, view, seat, work->legal) : 0;
}

/* ---- Notes and values ------------------------------------------------------------------------------------------------------------------ */

void wire_note(struct alea_text *text, const char *key, const char *note) {
    size_t from = alea_json_open_string(text, key);
    alea_note_say(note, text);
    alea_json_close_string(text, from);
}

void wire_seat(struct alea_text *text, const char *key, int seat) {
    char letters[3];
    if (seat == ALEA_CHANCE) alea_json_id(text, key, "chance");
    else if (seat == ALEA_HOST) alea_json_id(text, key, "host");
    else if (seat < 0 || seat >= ALEA_MAX_SEATS) alea_json_null(text, key);
    else alea_seat_letters(seat, letters), alea_json_id(text, key, letters);
}

void wire_actors(struct alea_text *text, const char *key, alea_actors actors) {
    alea_json_open_array(text, key);
    for (; actors; actors &= actors - 1) wire_seat(text, NULL, __builtin_ctzll(actors));
    alea_json_close_array(text);
}

const char *wire_role(unsigned role) {
    static const char *const roles[] = {
        [ALEA_ROLE_NEWS] = "news",       [ALEA_ROLE_ROUND] = "round", [ALEA_ROLE_STEP] = "step",   [ALEA_ROLE_MOVE] = "move",
        [ALEA_ROLE_ROUTINE] = "routine", [ALEA_ROLE_PART] = "part",   [ALEA_ROLE_TALLY] = "tally",
    };
    return role < ALEA_LEN(roles) ? roles[role] : roles[ALEA_ROLE_NEWS];
}

/* ---- Moves and events -------------------------------------------------------------------------------------------------------- */

void wire_warning(const struct wire_workspace *work, const void *view, int seat, alea_move move, struct alea_text *text) {
    if (work->wire->plain || !work->game->words.warn) return;
    size_t before = text->len;
    size_t from = alea_json_open_string(text, "warning");
    work->game->words.warn(work->tables, view, seat, move, text);
    if (text->len > from) alea_json_close_string(text, from);
    else alea_text_back(text, before);
}

bool wire_gives_odds(const struct wire_workspace *work) {
    return work->table.help != TABLE_HELP_NONE || work->table.status == STORE_OVER;
}

void wire_move_at(const struct wire_workspace *work, const void *view, int seat, alea_move move, struct odds_wins *wins,
                  struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_move_json(work->rules, move, !work->wire->plain, text);
    if (!work->wire->plain && view && work->game->words.remark) {
        size_t from = alea_json_open_string(text, "remark");
        if (wire_gives_odds(work)) odds_say_remark(&(struct odds_asker){work->rules, view, seat, move}, wins, text);
        else work->game->words.remark(work->tables, view, seat, move, text);
        alea_json_close_string(text, from);
    }
    if (view) wire_warning(work, view, seat, move, text);
    alea_json_close_object(text);
}

void wire_move(const struct wire *wire, alea_move move, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) wire_move_at(&work, NULL, ALEA_NONE, move, NULL, text);
    wire_end(&work);
}

void wire_event(const struct wire_workspace *work, const struct alea_event *event, struct alea_text *text) {
    const struct alea_event_kind *kind = &work->game->texts->events[event->kind];
    alea_json_open_object(text, NULL);
    alea_json_id(text, "event", kind->token);
    alea_json_open_array(text, "args");
    for (int i = 0; i < ALEA_EVENT_ARGS && kind->set[i] != ALEA_SET_NONE; i++)
        alea_value_json(work->rules, NULL, kind->set[i], event->arg[i], text);
    alea_json_close_array(text);
    if (!wire_is_terse(work)) alea_json_id(text, "role", wire_role(kind->role));
    if (!work->wire->plain) {
        size_t from = alea_json_open_string(text, "words");
        alea_event_say(work->rules, event, text);
        alea_json_close_string(text, from);
    }
    alea_json_close_object(text);
}

/* "Anna (A)", "Hard bot (A)" */
void wire_person(const struct wire_workspace *work, int seat, struct alea_text *text) {
    const struct store_seat *at = &work->table.seat[seat];
    char room[BOT_TITLE];
    const char *name = at->name;
    if (!*name && strncmp(at->who, "bot:", 4) == 0) name = bot_title(at->who + 4, text->lang, room);
    if (*name) alea_text_addf(text, "%s (", name);
    alea_text_seat(text, seat);
    if (*name) ALEA_TEXT_ADD(text, ")");
}
