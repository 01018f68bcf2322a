/* SPDX-License-Identifier: MIT */
/* wire_state.c - how a table stands: STATE and TABLE, and their parts that the plies share. */
#include <sodium.h>
#include <stddef.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "move_json.h"
#include "odds.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

enum { MAX_FORECAST = 1024, CHAIN_BYTES = ALEA_HASH_BYTES / 2 };

/* Letters of a seat, as a key. */
struct letters {
    char at[3];
};

static struct letters letters_of(int seat) {
    struct letters letters;
    alea_seat_letters(seat, letters.at);
    return letters;
}

/* ---- The node ---------------------------------------------------------------------------------------------------------------- */

/* The actor that a message names: of several the viewer itself, else the first. */
static int main_actor(alea_actors actors, int viewer) {
    if (actors == ALEA_ACTORS_OVER) return ALEA_NONE;
    if (viewer >= 0 && viewer < ALEA_MAX_SEATS && actors & alea_actor(viewer)) return viewer;
    return __builtin_ctzll(actors);
}

void wire_node(const struct wire_workspace *work, const void *view, bool now, const void *const told[], int n,
               struct alea_text *text) {
    alea_actors actors = work->game->actors(work->tables, view);
    int round = work->game->round(work->tables, view);
    bool new_actors = n == 0, new_round = n == 0;
    for (int i = 0; i < n; i++) {
        new_actors = new_actors || work->game->actors(work->tables, told[i]) != actors;
        new_round = new_round || work->game->round(work->tables, told[i]) != round;
    }
    if (new_actors) {
        wire_seat(text, "actor", main_actor(actors, work->wire->viewer.seat));
        wire_actors(text, "actors", actors < ALEA_ACTORS_CHANCE ? actors : 0);
    }
    if (new_round) alea_json_integer(text, "round", round);
    bool over = actors == ALEA_ACTORS_OVER; /* the match is at once, the table with the next commit */
    enum store_status status = over ? STORE_OVER : now ? work->table.status : STORE_PLAYING;
    if (n == 0 || status != STORE_PLAYING) alea_json_id(text, "status", store_status_name(status));
}

void wire_facts(const struct wire_workspace *work, const void *view, const void *const told[], int n,
                struct alea_text *text) {
    enum { TOLD = 2 };
    const struct alea_game_facts *facts = &work->game->facts;
    if (!facts->n_fields || work->wire->plain) return;
    if (n == 0) {
        alea_json_key(text, "facts");
        alea_facts_json(work->rules, view, text);
        return;
    }
    _Alignas(max_align_t) char is[ALEA_MAX_FACTS] = {0}, was[TOLD][ALEA_MAX_FACTS] = {{0}};
    facts->reckon(work->tables, view, is);
    for (int i = 0; i < n; i++) facts->reckon(work->tables, told[i], was[i]);
    const size_t from = text->len;
    alea_json_open_object(text, "facts");
    const size_t empty = text->len;
    for (int i = 0; i < facts->n_fields; i++) {
        const struct alea_field *field = &facts->fields[i];
        bool same = true;
        for (int j = 0; j < n; j++)
            same = same && memcmp(was[j] + field->offset, is + field->offset, alea_field_size(field)) == 0;
        if (same) continue;
        alea_json_key(text, field->name);
        alea_field_json(work->rules, field, is, text);
    }
    if (text->len == empty) alea_text_back(text, from);
    else alea_json_close_object(text);
}

void wire_prompt(const struct wire_workspace *work, const void *view, int viewer, struct alea_text *text) {
    size_t from = alea_json_open_string(text, "prompt");
    alea_prompt(work->rules, view, viewer == ALL_EYES ? ALEA_NONE : viewer, text);
    alea_json_close_string(text, from);
}

static void wire_moves(struct wire_workspace *work, const void *view, struct alea_text *text) {
    int seat = work->wire->viewer.seat, n = wire_legal(work, view, seat);
    struct odds_wins wins = {.question = NULL};
    alea_json_open_array(text, "moves");
    for (int i = 0; i < n; i++)
        if (work->wire->plain) alea_json_integer(text, NULL, work->legal[i]);
        else wire_move_at(work, view, seat, work->legal[i], &wins, text);
    odds_wins_clear(&wins);
    alea_json_close_array(text);
}

static void wire_undo(const struct wire_workspace *work, struct alea_text *text) {
    struct alea_error error = {.lang = work->wire->lang};
    bool may = table_may_undo(work->wire->table, work->wire->viewer.seat, work->wire->plain ? NULL : &error) == ALEA_OK;
    if (!may && wire_is_terse(work)) return;
    alea_json_open_object(text, "undo");
    alea_json_bool(text, "ok", may);
    if (!work->wire->plain) alea_json_string(text, "text", may ? "" : error.text);
    alea_json_close_object(text);
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

/* "lent":{"until":1795000000000,"name":"Carla"}: who plays there for its person; null: nobody has taken it yet. */
static void wire_loan(const struct loan *loan, struct alea_text *text) {
    if (!loan->until) return;
    alea_json_open_object(text, "lent");
    alea_json_integer(text, "until", loan->until);
    alea_json_string(text, "name", loan->taken ? loan->name : NULL);
    alea_json_close_object(text);
}

void wire_time(struct alea_text *text, const char *key, int64_t at) {
    if (at) alea_json_integer(text, key, at);
    else alea_json_null(text, key);
}

/* "vacation":{"days":5,"until":1795000000000}: days that are left, and until when its person is away; null: is here. */
static void wire_vacation(const struct clock *clock, int seat, struct alea_text *text) {
    if (!clock->rules.vacation) return;
    alea_json_open_object(text, "vacation");
    alea_json_integer(text, "days", clock_vacation(clock, seat));
    wire_time(text, "until", clock->vacation[seat].until);
    alea_json_close_object(text);
}

void wire_seats(const struct wire_workspace *work, const void *view, int viewer, struct alea_text *text) {
    alea_json_open_array(text, "seats");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        const struct store_seat *at = &work->table.seat[seat];
        alea_json_open_object(text, NULL);
        wire_seat(text, "seat", seat);
        alea_json_string(text, "who", at->who);
        alea_json_string(text, "name", at->name);
        alea_json_bool(text, "joined", at->joined);
        alea_json_bool(text, "online", (work->table.online & alea_actor(seat)) != 0);
        alea_json_bool(text, "deputy", (work->table.deputies & alea_actor(seat)) != 0);
        alea_json_bool(text, "muted", at->muted);
        if (work->table.open & alea_actor(seat)) alea_json_bool(text, "open", true);
        wire_loan(&work->table.loan[seat], text);
        wire_vacation(work->table.clock, seat, text);
        if (!work->wire->plain) {
            size_t from = alea_json_open_string(text, "forecast");
            wire_forecast(work, view, viewer, seat, text);
            alea_json_close_string(text, from);
        }
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

/* 0: at no time, null. */
void wire_clock(const struct wire_workspace *work, int64_t now, struct alea_text *text) {
    const struct clock *clock = work->table.clock;
    if (clock->rules.kind == CLOCK_NONE) {
        alea_json_null(text, "clock");
        return;
    }
    alea_json_open_object(text, "clock");
    clock_rules_write(&clock->rules, text);
    alea_json_integer(text, "now", now);
    alea_json_open_object(text, "seats");
    for (int seat = 0; clock_of_seats(&clock->rules) && seat < work->rules->seats; seat++) {
        /* Where windows belong to teams an older table's clocks would tell who is waited for: each seat knows its own. */
        if (work->game->campaign.window && seat != work->wire->viewer.seat) continue;
        alea_json_open_object(text, letters_of(seat).at);
        alea_json_integer(text, "left", clock_left(clock, seat, now));
        wire_time(text, "deadline", clock_deadline(clock, seat));
        alea_json_bool(text, "late", clock_late(clock, seat, now));
        alea_json_integer(text, "misses", clock->misses[seat]);
        if (clock_is_short(clock, seat)) alea_json_bool(text, "short", true);
        alea_json_close_object(text);
    }
    alea_json_close_object(text);
    alea_json_close_object(text);
}

static void wire_hex(struct alea_text *text, const char *key, const uint8_t *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef"; /* no secret: nobody minds how long it takes */
    char hex[2 * ALEA_SIGNATURE_BYTES + 1];
    for (size_t i = 0; i < n; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * n] = 0;
    alea_json_id(text, key, hex);
}

void wire_chain(const struct wire_workspace *work, int eyes, long ply, struct alea_text *text) {
    uint8_t link[ALEA_HASH_BYTES];
    if (table_chain(work->wire->table, eyes, ply, link)) wire_hex(text, "chain", link, CHAIN_BYTES);
}

/* `"promises":{"A":HEX}` and `"unopened":[{"seat","commitment"}]`, where there are any. */
static void wire_promises(const struct wire_workspace *work, const struct alea_match_head *head, struct alea_text *text) {
    bool any = false;
    for (int seat = 0; seat < work->rules->seats; seat++) {
        if (!alea_is_promised(head, seat)) continue;
        if (!any) alea_json_open_object(text, "promises");
        wire_hex(text, letters_of(seat).at, head->promise[seat], ALEA_HASH_BYTES);
        any = true;
    }
    if (any) alea_json_close_object(text);
    if (head->n_unopened == 0) return;
    alea_json_open_array(text, "unopened");
    for (int i = 0; i < head->n_unopened; i++) {
        alea_json_open_object(text, NULL);
        wire_seat(text, "seat", head->unopened[i].seat);
        wire_hex(text, "commitment", head->unopened[i].commitment, ALEA_HASH_BYTES);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void wire_beacon(const struct wire_workspace *work, const struct alea_beacon *beacon, struct alea_text *text) {
    const struct table_view *table = &work->table;
    if (!beacon->named && !table->wants_beacon) return;
    alea_json_open_object(text, "beacon");
    wire_hex(text, "chain", beacon->named ? beacon->chain : table->beacon_chain, ALEA_HASH_BYTES);
    if (beacon->named) alea_json_integer(text, "round", (int64_t)beacon->round);
    else alea_json_null(text, "round");
    if (beacon->out) {
        wire_hex(text, "randomness", beacon->randomness, ALEA_HASH_BYTES);
        wire_hex(text, "signature", beacon->signature, beacon->n_signature);
    }
    alea_json_bool(text, "fails", table->beacon_fails);
    alea_json_close_object(text);
}

/* While the words are drawn: how far that is. */
static void wire_draw(const struct wire_workspace *work, struct alea_text *text) {
    const struct table_view *table = &work->table;
    if (table->status != STORE_WAITING) return;
    alea_json_open_object(text, "draw");
    alea_json_string(text, "phase", table->draw_phase);
    wire_time(text, "until", table->draw_until);
    wire_actors(text, "opened", table->opened);
    alea_json_close_object(text);
}

void wire_dice(const struct wire_workspace *work, struct alea_text *text) {
    const struct alea_match_head *head = alea_match_head(work->table.match);
    bool fair = head->dice_kind == ALEA_DICE_FAIR, over = alea_match_actors(work->table.match) == ALEA_ACTORS_OVER;
    bool waiting = work->table.status == STORE_WAITING; /* words may still be added */
    alea_json_open_object(text, "dice");
    alea_json_id(text, "kind", fair ? "fair" : "by_hand");
    if (fair) wire_hex(text, "commitment", head->commitment, ALEA_HASH_BYTES);
    else alea_json_null(text, "commitment");
    if (fair && over && head->has_seed) wire_hex(text, "seed", head->dice.seed, ALEA_HASH_BYTES);
    else alea_json_null(text, "seed");
    alea_json_open_object(text, "words");
    for (int seat = 0; seat < work->rules->seats; seat++)
        alea_json_string(text, letters_of(seat).at, waiting ? work->table.seat[seat].word : head->dice.word[seat]);
    alea_json_close_object(text);
    if (fair) wire_promises(work, head, text);
    if (fair) wire_beacon(work, &head->dice.beacon, text);
    wire_draw(work, text);
    alea_json_close_object(text);
}

/* A sentence of those seats. */
static void wire_seats_say(const struct wire_workspace *work, alea_actors seats, const char *words, struct alea_text *text) {
    const char *comma = "", *hole = strstr(words, "%s");
    alea_text_add_n(text, words, (size_t)(hole - words));
    for (int seat = 0; seat < work->rules->seats; seat++) {
        if (!(seats & alea_actor(seat))) continue;
        alea_text_add(text, comma);
        wire_person(work, seat, text);
        comma = ", ";
    }
    alea_text_add(text, hole + 2);
}

/* Who stands first. */
static void wire_winners(const struct wire_workspace *work, const int place[], struct alea_text *text) {
    alea_actors winners = 0;
    int first = 0;
    for (int seat = 0; seat < work->rules->seats; seat++) {
        if (place[seat] != 1) continue;
        winners |= alea_actor(seat);
        first++;
    }
    if (first == work->rules->seats) alea_text_add(text, alea_either(text->lang, ENGINE_SAY_WINNERS_NONE));
    else if (first == 1) wire_seats_say(work, winners, alea_either(text->lang, ENGINE_SAY_WINNERS_ONE), text);
    else wire_seats_say(work, winners, alea_either(text->lang, ENGINE_SAY_WINNERS_MANY), text);
}

/* Who gave up, if the last ply ended it so: no rule of the game has decided. */
static void wire_resigned(const struct wire_workspace *work, struct alea_text *text) {
    const struct alea_match *match = work->table.match;
    const struct alea_ply *last = alea_match_ply(match, alea_match_plies(match));
    alea_actors resigned = 0;
    alea_move move;
    for (int seat = 0; seat < work->rules->seats; seat++)
        if (alea_resign_move(work->rules, seat, &move) && move == last->move) resigned |= alea_actor(seat);
    if (!resigned) return;
    alea_text_add(text, " ");
    wire_seats_say(work, resigned, alea_either(text->lang, ENGINE_SAY_WINNERS_RESIGNED), text);
}

/* "rule":"SPQ-END-4","columns":["Victory points",...],"rows":{"A":[9,...],...},"decided":0: the end in numbers. */
static void wire_standing(const struct wire_workspace *work, const void *pos, struct alea_text *text) {
    if (!work->game->words.standing) return;
    const struct alea_standing any = work->game->words.standing(work->tables, pos, 0);
    if (any.rule) alea_json_id(text, "rule", alea_rule_id(work->game, any.rule));
    else alea_json_null(text, "rule");
    alea_json_open_array(text, "columns");
    for (int i = 0; i < any.n; i++) alea_json_string(text, NULL, work->game->texts->labels[any.label[i]].in[text->lang]);
    alea_json_close_array(text);
    alea_json_open_object(text, "rows");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        const struct alea_standing standing = work->game->words.standing(work->tables, pos, seat);
        alea_json_open_array(text, letters_of(seat).at);
        for (int i = 0; i < standing.n; i++) alea_json_integer(text, NULL, standing.value[i]);
        alea_json_close_array(text);
    }
    alea_json_close_object(text);
    const int decided = alea_decisive(work->rules, pos);
    if (decided >= 0) alea_json_integer(text, "decided", decided);
    else alea_json_null(text, "decided");
}

/* After the end nothing is hidden any more. */
void wire_result(const struct wire_workspace *work, struct alea_text *text) {
    const void *pos = alea_match_position(work->table.match);
    int place[ALEA_MAX_SEATS] = {0};
    double score[ALEA_MAX_SEATS] = {0};
    if (work->game->actors(work->tables, pos) != ALEA_ACTORS_OVER) {
        alea_json_null(text, "result");
        return;
    }
    work->game->score(work->tables, pos, score);
    alea_json_open_object(text, "result");
    alea_json_open_object(text, "places");
    for (int seat = 0; seat < work->rules->seats; seat++) {
        place[seat] = alea_place(work->rules, pos, seat);
        alea_json_integer(text, letters_of(seat).at, place[seat]);
    }
    alea_json_close_object(text);
    alea_json_open_object(text, "score");
    for (int seat = 0; seat < work->rules->seats; seat++) alea_json_decimal(text, letters_of(seat).at, score[seat], 6);
    alea_json_close_object(text);
    if (!work->wire->plain) {
        size_t from = alea_json_open_string(text, "text");
        wire_winners(work, place, text);
        wire_resigned(work, text);
        alea_json_close_string(text, from);
        wire_standing(work, pos, text);
    }
    alea_json_close_object(text);
}

/* "masters":[{"master":1,"name":"Anna"}], at a table that has one. */
static void wire_masters(const struct wire_workspace *work, struct alea_text *text) {
    if (!work->table.has_master) return;
    alea_json_open_array(text, "masters");
    for (int i = 0; i < STORE_MAX_MASTERS; i++) {
        if (!work->table.master[i][0]) continue;
        alea_json_open_object(text, NULL);
        alea_json_integer(text, "master", i + 1);
        alea_json_string(text, "name", work->table.master[i]);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

/* "scenario":{"name":"hoard","hash":"...","sealed":true}, where tables are laid over the game's: whoever was told the hash of a sealed one can
 * compare it with what is opened at the end. */
static void wire_scenario(const struct wire_workspace *work, struct alea_text *text) {
    if (!work->rules->has_scenario) return;
    alea_json_open_object(text, "scenario");
    alea_json_id(text, "name", work->rules->scenario_name);
    wire_hex(text, "hash", work->rules->scenario, sizeof work->rules->scenario);
    alea_json_bool(text, "sealed", work->rules->sealed != NULL);
    alea_json_close_object(text);
}

/* ---- STATE ---------------------------------------------------------------------------------------------------------------------- */

static void wire_head(const struct wire_workspace *work, bool undone, struct alea_text *text) {
    const struct viewer *viewer = &work->wire->viewer;
    alea_json_open_object(text, NULL);
    alea_json_id(text, "kind", "state");
    if (undone) alea_json_bool(text, "undone", true);
    alea_json_id(text, "match", work->table.id);
    alea_json_id(text, "game", work->game->id);
    alea_json_string(text, "name", work->table.name);
    alea_json_integer(text, "rev", (int64_t)table_revision(work->wire->table, viewer->seat));
    if (viewer->seat == ALL_EYES || (viewer->master && !viewer->looks)) alea_json_id(text, "you", "master");
    else if (viewer->seat == ALEA_NONE && viewer->admin) alea_json_id(text, "you", "admin");
    else wire_seat(text, "you", viewer->seat);
    if (viewer->lent) wire_seat(text, "lent", viewer->lent - 1);
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

/* For that seat alone, and not for whoever has borrowed it. */
static void write_viewed(const struct wire_workspace *work, struct alea_text *text) {
    const struct viewer *viewer = &work->wire->viewer;
    if (viewer->lent || viewer->seat < 0 || viewer->seat >= ALEA_MAX_SEATS || !work->table.viewed) return;
    const struct viewed *view = &work->table.viewed[viewer->seat];
    if (!view->at) return;
    alea_json_open_object(text, "viewed");
    alea_json_integer(text, "ply", view->ply);
    alea_json_integer(text, "at", view->at);
    alea_json_close_object(text);
}

static void wire_body(struct wire_workspace *work, long at, int as, int64_t now, struct alea_text *text) {
    bool present = at < 0 && as == work->wire->viewer.seat;
    const long number = number_of(work, at, as);
    alea_json_integer(text, "ply", number);
    wire_chain(work, as, table_true_ply(work->wire->table, as, number), text);
    wire_node(work, work->view, at < 0, NULL, 0, text);
    alea_options_json(work->rules, "options", text);
    wire_scenario(work, text);
    wire_seats(work, work->view, as, text);
    wire_sides(work, text);
    wire_masters(work, text);
    alea_json_id(text, "help", table_help_names[work->table.help]);
    wire_clock(work, now, text);
    if (!work->wire->plain) wire_policy(&work->table.clock->rules, text);
    wire_window(work, work->view, at < 0 ? now : 0, text);
    wire_dice(work, text);
    alea_json_key(text, "view");
    alea_position_json(work->rules, work->view, text);
    wire_facts(work, work->view, NULL, 0, text);
    if (present) wire_choices(work, work->view, text);
    else if (!work->wire->plain) wire_prompt(work, work->view, as, text);
    wire_result(work, text);
    if (present) wire_people(work, work->view, text);
    if (present) wire_agreement(work, text);
    if (present) wire_standing_order(work, text);
    if (present) write_viewed(work, text);
    alea_json_id(text, "takebacks", takebacks_name(work->table.takebacks));
    alea_json_integer(text, "created", work->table.created);
    alea_json_integer(text, "chat", work->table.chat);
}

void wire_state(const struct wire *wire, long at, int as, bool undone, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text)) {
        wire_head(&work, undone, text);
        if (look(&work, at, as)) wire_body(&work, at, as, now, text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}

bool wire_words(const struct wire *wire, const char *what, long at, int as, struct alea_text *text) {
    struct wire_workspace work;
    bool said = false;
    if (wire_begin(&work, wire, text) && look(&work, at, as)) {
        if (as == ALL_EYES) as = ALEA_HOST; /* who sees the position as it is */
        if (strcmp(what, "board") == 0) alea_board(work.rules, work.view, as, text), said = true;
        else if (strcmp(what, "hand") == 0 && as < work.rules->seats)
            alea_hand(work.rules, work.view, as, text), said = true;
        else if (strcmp(what, "places") == 0 && work.game->words.places)
            work.game->words.places(work.tables, work.view, as, text), said = true;
    }
    wire_end(&work);
    return said;
}

void wire_table(const struct wire *wire, int64_t now, struct alea_text *text) {
    struct wire_workspace work;
    if (wire_begin(&work, wire, text) && look(&work, -1, wire->viewer.seat)) {
        alea_json_open_object(text, NULL);
        alea_json_id(text, "kind", "table");
        alea_json_integer(text, "rev", (int64_t)table_revision(wire->table, wire->viewer.seat));
        alea_json_id(text, "status", store_status_name(work.table.status));
        wire_seats(&work, work.view, wire->viewer.seat, text);
        wire_masters(&work, text);
        wire_clock(&work, now, text);
        wire_window(&work, work.view, now, text);
        wire_agreement(&work, text);
        if (work.table.status == STORE_WAITING || work.table.wants_beacon) wire_dice(&work, text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}

void wire_chat(long n, int seat, const char *words, int64_t at, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "kind", "chat");
    alea_json_integer(text, "n", n);
    if (seat == TABLE_ITSELF) alea_json_id(text, "seat", "table");
    else wire_seat(text, "seat", seat);
    alea_json_integer(text, "at", at);
    if (seat == TABLE_ITSELF) wire_own_line(text, "text", words);
    else alea_json_string(text, "text", words);
    alea_json_close_object(text);
}
