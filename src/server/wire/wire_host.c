/* SPDX-License-Identifier: MIT */
/* wire_host.c - what whoever makes the host's moves may do now, what each would read of it, and who plays together. */
#include <string.h>

#include "match.h"
#include "move_json.h"
#include "names.h"
#include "wire.h"
#include "wire_internal.h"

/* ---- Sides ---------------------------------------------------------------------------------------------------------------------- */

void wire_sides(const struct wire_workspace *work, struct alea_text *text) {
    const struct alea_game *game = work->game;
    if (!game->seat_set) return;
    const struct alea_names names = alea_names_of(work->rules, game->seat_set);
    alea_json_open_array(text, "sides");
    for (int seat = 0; seat < work->rules->seats && seat < names.n; seat++) {
        const alea_actors team = alea_team(work->rules, seat);
        if (__builtin_ctzll(team) != seat) continue; /* told with the first of that side */
        alea_json_open_object(text, NULL);
        alea_json_id(text, "side", names.at[seat].id);
        if (!work->wire->plain) alea_json_string(text, "name", names.at[seat].in[text->lang]);
        wire_actors(text, "seats", team);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

/* ---- The host's moves ------------------------------------------------------------------------------------------------------------ */

static bool wants_reason(const struct wire_workspace *work, alea_move move) {
    return alea_match_wants_reason(work->table.match, ALEA_HOST, move, NULL, NULL) != ALEA_OK;
}

static unsigned divisor(unsigned a, unsigned b) {
    while (b) {
        const unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Moves of one verb that differ by a number alone, n of them from `at` on, as one: from, to, step. */
static void write_numbers(const alea_move at[], int n, struct alea_text *text) {
    unsigned least = alea_move_arg(at[0]), most = least, step = 0;
    for (int i = 1; i < n; i++) {
        const unsigned arg = alea_move_arg(at[i]);
        step = divisor(step, arg > least ? arg - least : least - arg);
        if (arg < least) least = arg;
        if (arg > most) most = arg;
    }
    alea_json_open_object(text, "number");
    alea_json_integer(text, "min", least);
    alea_json_integer(text, "max", most);
    alea_json_integer(text, "step", step ? step : 1);
    alea_json_close_object(text);
}

/* Moves of one verb follow each other. */
static int of_one_verb(const alea_move at[], int n) {
    int same = 1;
    while (same < n && alea_move_verb(at[same]) == alea_move_verb(at[0])) same++;
    return same;
}

void wire_host(const struct wire *wire, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        const void *pos = alea_match_position(work.table.match);
        const bool over = alea_match_actors(work.table.match) == ALEA_ACTORS_OVER;
        const int n = over ? 0 : wire_legal(&work, pos, ALEA_HOST);
        alea_json_open_array(text, "moves");
        for (int i = 0, same; i < n; i += same) {
            const struct alea_verb *verb = &work.game->texts->verbs[alea_move_verb(work.legal[i])];
            const bool number = verb->set == ALEA_SET_NUMBER;
            same = number ? of_one_verb(&work.legal[i], n - i) : 1;
            alea_json_open_object(text, NULL);
            alea_move_json(work.rules, work.legal[i], !wire->plain, text);
            if (number) write_numbers(&work.legal[i], same, text);
            wire_warning(&work, pos, ALEA_HOST, work.legal[i], text);
            alea_json_bool(text, "reason", wants_reason(&work, work.legal[i]));
            alea_json_close_object(text);
        }
        alea_json_close_array(text);
    }
    wire_end(&work);
}
