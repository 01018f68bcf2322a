/* SPDX-License-Identifier: MIT */
/* wire_state.c - how a table stands: STATE and TABLE, and their parts that the plies share. */
#include <sodium.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

enum { MAX_FORECAST = 1024, CHAIN_BYTES = ALEA_HASH_BYTES / 2 };

static void add_key(struct alea_text *text, const char *key) {
    ALEA_TEXT_ADD(text, ",\"");
    alea_text_add(text, key);
    ALEA_TEXT_ADD(text, "\":");
}

static void add_word(struct alea_text *text, const char *key, const char *word) {
    add_key(text, key);
    json_out_string(text, word);
}

static void add_truth(struct alea_text *text, const char *key, bool truth) {
    add_key(text, key);
    alea_text_add(text, truth ? "true" : "false");
}

static void add_number(struct alea_text *text, const char *key, int64_t number) {
    add_key(text, key);
    alea_text_add_number(text, number);
}

/* `"A":`, with a comma before all but the first. */
static void add_seat_key(struct alea_text *text, int seat) {
    alea_text_add(text, seat ? "," : "");
    wire_seat(text, seat);
    ALEA_TEXT_ADD(text, ":");
}

/* ---- The node ---------------------------------------------------------------------------------------------------------------- */

/* The actor that a message names: of several the viewer itself, else the first. */
static int main_actor(alea_actors actors, int viewer) {
    if (actors == ALEA_ACTORS_OVER) return ALEA_NONE;
    if (viewer >= 0 && viewer < ALEA_MAX_SEATS && actors & alea_actor(viewer)) return viewer;
    return __builtin_ctzll(actors);
}

void wire_node(const struct wire_workspace *work, const void *view, bool now, struct alea_text *text) {
    alea_actors actors = work->game->actors(work->tables, view);
    const char *comma = "";
    ALEA_TEXT_ADD(text, "\"actor\":");
    wire_seat(text, main_actor(actors, work->wire->viewer.seat));
    ALEA_TEXT_ADD(text, ",\"actors\":[");
    for (alea_actors rest = actors < ALEA_ACTORS_CHANCE ? actors : 0; rest; rest &= rest - 1) {
        alea_text_add(text, comma);
        wire_seat(text, __builtin_ctzll(rest));
        comma = ",";
    }
    ALEA_TEXT_ADD(text, "],\"round\":");
    alea_text_add_number(text, work->game->round(work->tables, view));
    bool over = actors == ALEA_ACTORS_OVER; /* the match is at once, the table with the next commit */
    ALEA_TEXT_ADD(text, ",\"status\":\"");
    alea_text_add(text, over ? "over" : now ? store_status_name(work->table.status) : "playing");
    ALEA_TEXT_ADD(text, "\"");
}

void wire_prompt(const struct wire_workspace *work, const void *view, int viewer, struct alea_text *text) {
    ALEA_TEXT_ADD(text, ",\"prompt\":\"");
    size_t from = text->len;
    alea_prompt(work->rules, view, viewer == ALL_EYES ? ALEA_NONE : viewer, text);
    json_out_quote_from(text, from);
}

static void wire_moves(struct wire_workspace *work, const void *view, struct alea_text *text) {
    int seat = work->wire->viewer.seat, n = wire_legal(work, view, seat);
    ALEA_TEXT_ADD(text, ",\"moves\":[");
    for (int i = 0; i < n; i++) {
        if (i) ALEA_TEXT_ADD(text, ",");
        if (work->wire->plain) alea_text_add_number(text, work->legal[i]);
        else wire_move_at(work, view, seat, work->legal[i], text);
    }
    ALEA_TEXT_ADD(text, "]");
}

static void wire_undo(const struct wire_workspace *work, struct alea_text *text) {
    struct alea_error error = {.lang = work->wire->lang};
    bool may = table_may_undo(work->wire->table, work->wire->viewer.seat, work->wire->plain ? NULL : &error) == ALEA_OK;
    alea_text_add(text, may ? ",\"undo\":{\"ok\":true" : ",\"undo\":{\"ok\":false");
    if (!work->wire->plain) add_word(text, "text", may ? "" : error.text);
    ALEA_TEXT_ADD(text, "}");
}

void wire_choices(struct wire_workspace *work, const void *view, struct alea_text *text) {
    int seat = work->wire->viewer.seat;
    if (!work->wire->plain) wire_prompt(work, view, seat, text);
    if (seat < 0 || seat >= work->rules->seats) return;
    bool acts = work->table.status == STORE_PLAYING && alea_movers(work->rules, view) & alea_actor(seat);
    if (acts) wire_moves(work, view, text);
    wire_undo(work, text);
}

/* ---- Seats, clock, dice, result ----------------------------------------------------------------------------------------------- */

void wire_forecast(const struct wire_workspace *work, const void *view, int viewer, int seat, struct alea_text *text) {
    if (work->game->words.forecast)
        work->game->words.forecast(work->tables, view, viewer == ALL_EYES ? ALEA_NONE : viewer, seat, text);
    ALEA_TEXT_ADD(text, "\n");
}

void wire_seats(const struct wire_workspace *work, const void *view, int viewer, struct alea_text *text) {
    ALEA_TEXT_ADD(text, "[");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        const struct store_seat *at = &work->table.seat[seat];
        alea_text_add(text, seat ? ",{\"seat\":" : "{\"seat\":");
        wire_seat(text, seat);
        add_word(text, "who", at->who);
        add_word(text, "name", at->name);
        add_truth(text, "joined", at->joined);
        add_truth(text, "online", (work->table.online & alea_actor(seat)) != 0);
        add_truth(text, "deputy", (work->table.deputies & alea_actor(seat)) != 0);
        add_truth(text, "muted", at->muted);
        if (!work->wire->plain) {
            ALEA_TEXT_ADD(text, ",\"forecast\":\"");
            size_t from = text->len;
            wire_forecast(work, view, viewer, seat, text);
            json_out_quote_from(text, from);
        }
        ALEA_TEXT_ADD(text, "}");
    }
    ALEA_TEXT_ADD(text, "]");
}

void wire_clock(const struct wire_workspace *work, int64_t now, struct alea_text *text) {
    const struct clock *clock = work->table.clock;
    if (clock->rules.kind == CLOCK_NONE) {
        ALEA_TEXT_ADD(text, "null");
        return;
    }
    ALEA_TEXT_ADD(text, "{");
    clock_rules_write(&clock->rules, text);
    add_number(text, "now", now);
    ALEA_TEXT_ADD(text, ",\"seats\":{");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        int64_t deadline = clock_deadline(clock, seat);
        add_seat_key(text, seat);
        ALEA_TEXT_ADD(text, "{\"left\":");
        alea_text_add_number(text, clock_left(clock, seat, now));
        if (deadline) add_number(text, "deadline", deadline);
        else ALEA_TEXT_ADD(text, ",\"deadline\":null");
        add_truth(text, "late", clock_late(clock, seat, now));
        add_number(text, "misses", clock->misses[seat]);
        ALEA_TEXT_ADD(text, "}");
    }
    ALEA_TEXT_ADD(text, "}}");
}

static void wire_hex(struct alea_text *text, const uint8_t *bytes, size_t n) {
    char hex[2 * ALEA_SIGNATURE_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, n);
    json_out_string(text, hex);
}

void wire_chain(const struct wire_workspace *work, int eyes, long ply, struct alea_text *text) {
    uint8_t link[ALEA_HASH_BYTES];
    if (!table_chain(work->wire->table, eyes, ply, link)) return;
    add_key(text, "chain");
    wire_hex(text, link, CHAIN_BYTES);
}

static void add_hex(struct alea_text *text, const char *key, const uint8_t bytes[ALEA_HASH_BYTES]) {
    add_key(text, key);
    wire_hex(text, bytes, ALEA_HASH_BYTES);
}

/* `"promises":{"A":HEX}` and `"unopened":[{"seat","commitment"}]`, where there are any. */
static void wire_promises(const struct wire_workspace *work, const struct alea_match_head *head, struct alea_text *text) {
    const char *comma = ",\"promises\":{";
    for (int seat = 0; seat < work->rules->seats; seat++) {
        if (!alea_is_promised(head, seat)) continue;
        alea_text_add(text, comma);
        wire_seat(text, seat);
        ALEA_TEXT_ADD(text, ":");
        wire_hex(text, head->promise[seat], ALEA_HASH_BYTES);
        comma = ",";
    }
    if (comma[1] == 0) ALEA_TEXT_ADD(text, "}");
    for (int i = 0; i < head->n_unopened; i++) {
        alea_text_add(text, i ? ",{\"seat\":" : ",\"unopened\":[{\"seat\":");
        wire_seat(text, head->unopened[i].seat);
        add_hex(text, "commitment", head->unopened[i].commitment);
        ALEA_TEXT_ADD(text, "}");
    }
    if (head->n_unopened) ALEA_TEXT_ADD(text, "]");
}

static void wire_beacon(const struct wire_workspace *work, const struct alea_beacon *beacon, struct alea_text *text) {
    const struct table_view *table = &work->table;
    if (!beacon->named && !table->wants_beacon) return;
    ALEA_TEXT_ADD(text, ",\"beacon\":{\"chain\":");
    wire_hex(text, beacon->named ? beacon->chain : table->beacon_chain, ALEA_HASH_BYTES);
    if (beacon->named) add_number(text, "round", (int64_t)beacon->round);
    else ALEA_TEXT_ADD(text, ",\"round\":null");
    if (beacon->out) {
        add_hex(text, "randomness", beacon->randomness);
        ALEA_TEXT_ADD(text, ",\"signature\":");
        wire_hex(text, beacon->signature, beacon->n_signature);
    }
    add_truth(text, "fails", table->beacon_fails);
    ALEA_TEXT_ADD(text, "}");
}

/* While the words are drawn: how far that is. */
static void wire_draw(const struct wire_workspace *work, struct alea_text *text) {
    const struct table_view *table = &work->table;
    const char *comma = "";
    if (table->status != STORE_WAITING) return;
    ALEA_TEXT_ADD(text, ",\"draw\":{");
    ALEA_TEXT_ADD(text, "\"phase\":");
    json_out_string(text, table->draw_phase);
    if (table->draw_until) add_number(text, "until", table->draw_until);
    else ALEA_TEXT_ADD(text, ",\"until\":null");
    ALEA_TEXT_ADD(text, ",\"opened\":[");
    for (alea_actors rest = table->opened; rest; rest &= rest - 1) {
        alea_text_add(text, comma);
        wire_seat(text, __builtin_ctzll(rest));
        comma = ",";
    }
    ALEA_TEXT_ADD(text, "]}");
}

void wire_dice(const struct wire_workspace *work, struct alea_text *text) {
    const struct alea_match_head *head = alea_match_head(work->table.match);
    bool fair = head->dice_kind == ALEA_DICE_FAIR, over = alea_match_actors(work->table.match) == ALEA_ACTORS_OVER;
    bool waiting = work->table.status == STORE_WAITING; /* words may still be added */
    alea_text_add(text, fair ? "{\"kind\":\"fair\"" : "{\"kind\":\"by_hand\"");
    if (fair) add_hex(text, "commitment", head->commitment);
    else ALEA_TEXT_ADD(text, ",\"commitment\":null");
    if (fair && over && head->has_seed) add_hex(text, "seed", head->dice.seed);
    else ALEA_TEXT_ADD(text, ",\"seed\":null");
    ALEA_TEXT_ADD(text, ",\"words\":{");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        add_seat_key(text, seat);
        json_out_string(text, waiting ? work->table.seat[seat].word : head->dice.word[seat]);
    }
    ALEA_TEXT_ADD(text, "}");
    if (fair) wire_promises(work, head, text);
    if (fair) wire_beacon(work, &head->dice.beacon, text);
    wire_draw(work, text);
    ALEA_TEXT_ADD(text, "}");
}

/* "Anna (A)" */
static void add_person(const struct wire_workspace *work, int seat, struct alea_text *text) {
    const char *name = work->table.seat[seat].name;
    if (*name) alea_text_addf(text, "%s (", name);
    alea_text_seat(text, seat);
    if (*name) ALEA_TEXT_ADD(text, ")");
}

/* Who stands first, in a sentence. */
static void wire_winners(const struct wire_workspace *work, const int place[], struct alea_text *text) {
    const char *comma = "";
    int first = 0;
    for (int seat = 0; seat < work->rules->seats; seat++) first += place[seat] == 1;
    if (first == work->rules->seats) {
        alea_text_add(text, alea_either(text->lang, ENGINE_SAY_WINNERS_NONE));
        return;
    }
    const char *words =
        first == 1 ? alea_either(text->lang, ENGINE_SAY_WINNERS_ONE) : alea_either(text->lang, ENGINE_SAY_WINNERS_MANY);
    const char *hole = strstr(words, "%s");
    alea_text_add_n(text, words, (size_t)(hole - words));
    for (int seat = 0; seat < work->rules->seats; seat++) {
        if (place[seat] != 1) continue;
        alea_text_add(text, comma);
        add_person(work, seat, text);
        comma = ", ";
    }
    alea_text_add(text, hole + 2);
}

/* After the end nothing is hidden any more. */
void wire_result(const struct wire_workspace *work, struct alea_text *text) {
    const void *pos = alea_match_position(work->table.match);
    int place[ALEA_MAX_SEATS] = {0};
    double score[ALEA_MAX_SEATS] = {0};
    if (work->game->actors(work->tables, pos) != ALEA_ACTORS_OVER) {
        ALEA_TEXT_ADD(text, "null");
        return;
    }
    work->game->score(work->tables, pos, score);
    ALEA_TEXT_ADD(text, "{\"places\":{");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        place[seat] = alea_place(work->rules, pos, seat);
        add_seat_key(text, seat);
        alea_text_add_number(text, place[seat]);
    }
    ALEA_TEXT_ADD(text, "},\"score\":{");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        add_seat_key(text, seat);
        json_out_real(text, score[seat], 6);
    }
    ALEA_TEXT_ADD(text, "}");
    if (!work->wire->plain) {
        ALEA_TEXT_ADD(text, ",\"text\":\"");
        size_t from = text->len;
        wire_winners(work, place, text);
        json_out_quote_from(text, from);
    }
    ALEA_TEXT_ADD(text, "}");
}

/* ---- STATE ---------------------------------------------------------------------------------------------------------------------- */

static void wire_options(const struct wire_workspace *work, struct alea_text *text) {
    ALEA_TEXT_ADD(text, ",\"options\":{");
    for (int i = 0; i < work->game->n_options; i++) {
        const struct alea_option *option = &work->game->options[i];
        int32_t value = work->rules->options.value[i];
        alea_text_add(text, i ? ",\"" : "\"");
        alea_text_add(text, option->key);
        ALEA_TEXT_ADD(text, "\":");
        if (option->words) json_out_string(text, option->words[value]);
        else alea_text_add_number(text, value);
    }
    ALEA_TEXT_ADD(text, "}");
}

static void wire_head(const struct wire_workspace *work, bool undone, struct alea_text *text) {
    const struct viewer *viewer = &work->wire->viewer;
    alea_text_add(text, undone ? "{\"kind\":\"state\",\"undone\":true" : "{\"kind\":\"state\"");
    add_word(text, "match", work->table.id);
    add_word(text, "game", work->game->id);
    add_word(text, "name", work->table.name);
    add_number(text, "rev", (int64_t)table_revision(work->wire->table, viewer->seat));
    ALEA_TEXT_ADD(text, ",\"you\":");
    if (viewer->seat == ALEA_NONE && viewer->admin) ALEA_TEXT_ADD(text, "\"admin\"");
    else wire_seat(text, viewer->seat);
}

/* The number of the last ply that the eyes heard of, or at that ply. */
static long number_of(const struct wire_workspace *work, long at, int as) {
    return at >= 0 ? at : table_ply(work->wire->table, as);
}

/* The view of `as` after that many plies, as it counts them; false if there are not so many. */
static bool look(const struct wire_workspace *work, long at, int as) {
    const struct alea_match *match = work->table.match;
    long ply = alea_match_plies(match);
    if (at >= 0) ply = table_true_ply(work->wire->table, as, at);
    if (ply < 0 || ply > alea_match_plies(match)) return false;
    alea_match_position_at(match, ply, work->pos);
    wire_view_of(work, work->pos, as, work->view);
    return true;
}

static void wire_body(struct wire_workspace *work, long at, int as, int64_t now, struct alea_text *text) {
    bool present = at < 0 && as == work->wire->viewer.seat;
    const long number = number_of(work, at, as);
    add_number(text, "ply", number);
    wire_chain(work, as, table_true_ply(work->wire->table, as, number), text);
    ALEA_TEXT_ADD(text, ",");
    wire_node(work, work->view, at < 0, text);
    wire_options(work, text);
    ALEA_TEXT_ADD(text, ",\"seats\":");
    wire_seats(work, work->view, as, text);
    ALEA_TEXT_ADD(text, ",\"clock\":");
    wire_clock(work, now, text);
    ALEA_TEXT_ADD(text, ",\"dice\":");
    wire_dice(work, text);
    ALEA_TEXT_ADD(text, ",\"view\":");
    alea_position_json(work->rules, work->view, text);
    if (present) wire_choices(work, work->view, text);
    else if (!work->wire->plain) wire_prompt(work, work->view, as, text);
    ALEA_TEXT_ADD(text, ",\"result\":");
    wire_result(work, text);
    add_number(text, "created", work->table.created);
    add_number(text, "chat", work->table.chat);
}

void wire_state(const struct wire *wire, long at, int as, bool undone, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        wire_head(&work, undone, text);
        if (look(&work, at, as)) wire_body(&work, at, as, now, text);
        ALEA_TEXT_ADD(text, "}");
    }
    wire_end(&work);
}

bool wire_words(const struct wire *wire, const char *what, long at, int as, struct alea_text *text) {
    struct wire_workspace work;
    bool said = false;
    if (wire_begin(&work, wire, text) && look(&work, at, as)) {
        if (as == ALL_EYES) as = ALEA_NONE;
        if (strcmp(what, "board") == 0) alea_board(work.rules, work.view, as, text), said = true;
        else if (strcmp(what, "hand") == 0 && as != ALEA_NONE) alea_hand(work.rules, work.view, as, text), said = true;
        else if (strcmp(what, "places") == 0 && work.game->words.places)
            work.game->words.places(work.tables, work.view, as, text), said = true;
    }
    wire_end(&work);
    return said;
}

void wire_table(const struct wire *wire, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text) && look(&work, -1, wire->viewer.seat)) {
        ALEA_TEXT_ADD(text, "{\"kind\":\"table\"");
        add_number(text, "rev", (int64_t)table_revision(wire->table, wire->viewer.seat));
        add_word(text, "status", store_status_name(work.table.status));
        ALEA_TEXT_ADD(text, ",\"seats\":");
        wire_seats(&work, work.view, wire->viewer.seat, text);
        ALEA_TEXT_ADD(text, ",\"clock\":");
        wire_clock(&work, now, text);
        if (work.table.status == STORE_WAITING || work.table.wants_beacon) {
            ALEA_TEXT_ADD(text, ",\"dice\":");
            wire_dice(&work, text);
        }
        ALEA_TEXT_ADD(text, "}");
    }
    wire_end(&work);
}

void wire_chat(long n, int seat, const char *words, int64_t at, struct alea_text *text) {
    ALEA_TEXT_ADD(text, "{\"kind\":\"chat\",\"n\":");
    alea_text_add_number(text, n);
    ALEA_TEXT_ADD(text, ",\"seat\":");
    if (seat == TABLE_ITSELF) ALEA_TEXT_ADD(text, "\"table\"");
    else wire_seat(text, seat);
    add_number(text, "at", at);
    ALEA_TEXT_ADD(text, ",\"text\":");
    if (seat == TABLE_ITSELF) wire_note(text, words);
    else json_out_string(text, words);
    ALEA_TEXT_ADD(text, "}");
}
