/* SPDX-License-Identifier: MIT */
/* play.c - the module's one table: laid or taken up, told as the server tells its own (docs/api.md), and played at. Its dice are fair, of
 * a seed that is drawn here; whoever asks keeps the transcript. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "match.h"
#include "play.h"
#include "table_internal.h"
#include "text.h"

enum { MOST_PLIES = 500, MOST_ORDER = 1024, MOST_THINK_MS = 60000, MAX_STOP = 9999, MAX_WORDS = 1 << 20 };
static const int64_t MAX_TIME = INT64_C(1) << 52;

static struct lobby lobby;
static struct table *table; /* NULL: none was laid */
static uint64_t bot_seed;
static struct alea_plan plan; /* what a bot has decided beyond its next move */
static struct {
    struct alea_player player; /* open as long as it is undecided */
    int seat;
} thinker;

/* ---- Laid ------------------------------------------------------------------------------------------------------------------------ */

static enum alea_err fail_member(struct question *question, const char *name, const char *it, const char *en) {
    return alea_fail(question->error, ALEA_ERR_BAD_OPTION, name, alea_either(question->lang, it, en));
}

struct table *play_show(struct alea_match *match, struct alea_error *error) {
    lobby.broken.code = ALEA_OK;
    return table_show(&lobby, match, error);
}

/* Takes the match. */
static enum alea_err seat_all(struct question *question, struct alea_match *match, const char *id, const char *name,
                              int64_t now) {
    lobby.now = now;
    struct table *shown = play_show(match, question->error);
    if (!shown) return question->error->code;
    alea_player_close(&thinker.player);
    table_close(table);
    table = shown;
    plan.steps = 0; /* of the table before */
    snprintf(table->id, sizeof table->id, "%s", id);
    table_take_line(table->name, sizeof table->name, name ? name : "");
    table->created = now;
    table->online = ((alea_actors)1 << table->seats) - 1;
    randombytes_buf(&bot_seed, sizeof bot_seed);
    if (table->status == STORE_PLAYING) table_auto_advance(table, now);
    return ALEA_OK;
}

static enum alea_err read_seats(struct question *question, struct alea_match_head *head, int *n) {
    const char *who[ALEA_MAX_SEATS], *names[ALEA_MAX_SEATS], *words[ALEA_MAX_SEATS];
    int n_names, n_words;
    enum alea_err err = question_list(question, "seats", ALEA_MAX_SEATS, who, n);
    if (!err) err = question_list(question, "names", *n, names, &n_names);
    if (!err) err = question_list(question, "words", *n, words, &n_words);
    for (int seat = 0; !err && seat < *n; seat++) {
        const bool bot = strncmp(who[seat], "bot:", 4) == 0;
        if (!bot && strcmp(who[seat], "human") != 0) return fail_member(question, "seats", ENGINE_SAY_QUESTION_SEATS);
        if (bot && !alea_bot_find(who[seat] + 4)) return alea_fail(question->error, ALEA_ERR_NOT_FOUND, who[seat]);
        snprintf(head->seat[seat].who, sizeof head->seat[seat].who, "%s", who[seat]);
        if (seat < n_names) snprintf(head->seat[seat].name, sizeof head->seat[seat].name, "%s", names[seat]);
        if (seat < n_words) snprintf(head->dice.word[seat], sizeof head->dice.word[seat], "%s", words[seat]);
    }
    return err;
}

/* A new match; its dice are committed to before the first ply. */
static enum alea_err begin(struct question *question, struct alea_match **match) {
    const char *id, *options[ALEA_MAX_OPTIONS];
    int n, n_options;
    struct alea_scenario room;
    const struct alea_scenario *scenario;
    struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR, .has_seed = true};
    enum alea_err err = question_string(question, "game", true, &id, NULL);
    if (!err) err = read_seats(question, &head, &n);
    if (!err) err = question_list(question, "options", ALEA_MAX_OPTIONS, options, &n_options);
    if (!err) err = question_scenario(question, &room, &scenario);
    if (err) return err;
    const struct alea_game *game = alea_game_find(id);
    if (!game) return alea_fail(question->error, ALEA_ERR_NOT_FOUND, id);
    struct alea_rules *rules = alea_rules_new(game, n, options, n_options, scenario, question->error);
    if (!rules) return question->error->code;
    alea_seed_new(head.dice.seed);
    *match = alea_match_new(rules, &head, question->error);
    if (*match) return ALEA_OK;
    alea_rules_free(rules);
    return question->error->code;
}

/* A match that was kept: played on, it wants its seed. */
static enum alea_err take_up(struct question *question, const char *bytes, size_t n, struct alea_match **match) {
    struct alea_scenario room;
    const struct alea_scenario *scenario;
    enum alea_err err = question_scenario(question, &room, &scenario);
    if (err) return err;
    *match = alea_transcript_read("", bytes, n, scenario, NULL, NULL, question->error);
    err = question->error->code;
    const bool goes_on = !err && alea_match_actors(*match) != ALEA_ACTORS_OVER;
    if (goes_on && (alea_match_head(*match)->dice_kind != ALEA_DICE_FAIR || !alea_match_head(*match)->has_seed))
        err = fail_member(question, "transcript", ENGINE_SAY_QUESTION_NO_SEED);
    if (!err) return ALEA_OK;
    alea_match_free(*match);
    return err;
}

static void say_standing(struct question *question) {
    const bool over = alea_match_actors(table->match) == ALEA_ACTORS_OVER;
    bool thinks = table->busy, asks = false;
    const alea_actors actors = alea_match_actors(table->match);
    for (int seat = 0; seat < table->seats && !over; seat++)
        if (actors & alea_actor(seat)) *(table_bot(table, seat) ? &thinks : &asks) = true;
    alea_json_integer(question->answer, "plies", alea_match_plies(table->match));
    alea_json_bool(question->answer, "over", over);
    alea_json_bool(question->answer, "thinks", !over && thinks);
    alea_json_bool(question->answer, "asks", asks);
}

enum alea_err answer_table_lay(struct question *question) {
    const char *id, *name, *bytes;
    size_t n;
    int64_t now;
    struct alea_match *match = NULL;
    enum alea_err err = question_string(question, "match", true, &id, NULL);
    if (!err) err = question_string(question, "name", false, &name, NULL);
    if (!err) err = question_number(question, "now", 0, MAX_TIME, 0, &now);
    if (!err) err = question_string(question, "transcript", false, &bytes, &n);
    if (!err) err = bytes ? take_up(question, bytes, n, &match) : begin(question, &match);
    if (!err) err = seat_all(question, match, id, name, now);
    if (err) return err;
    alea_json_id(question->answer, "game", alea_match_rules(table->match)->game->id);
    say_standing(question);
    return ALEA_OK;
}

/* ---- Who asks ------------------------------------------------------------------------------------------------------------------- */

/* Through those eyes: "A", "none", or, once it is over, "all" and any other's. */
static enum alea_err read_eyes(struct question *question, int own, int *eyes) {
    const char *as;
    enum alea_err err = question_string(question, "as", false, &as, NULL);
    *eyes = own;
    if (err || !as) return err;
    *eyes = strcmp(as, "all") == 0 ? ALL_EYES : strcmp(as, "none") == 0 ? ALEA_NONE : alea_seat_read(as);
    const bool any = *eyes == ALL_EYES || *eyes == ALEA_NONE || (*eyes >= 0 && *eyes < table->seats);
    const bool may = *eyes == own || *eyes == ALEA_NONE || table->status == STORE_OVER;
    return any && may ? ALEA_OK : fail_member(question, "as", ENGINE_SAY_QUESTION_EYES);
}

/* At the table of that name, as the seat `you`, or as a spectator. */
static enum alea_err enter(struct question *question, struct wire *wire) {
    const char *id, *you;
    int64_t plain;
    enum alea_err err = question_string(question, "match", true, &id, NULL);
    if (!err) err = question_string(question, "you", false, &you, NULL);
    if (!err) err = question_number(question, "plain", 0, 1, 0, &plain);
    if (err) return err;
    if (!table || strcmp(table->id, id) != 0) return alea_fail(question->error, ALEA_ERR_NOT_FOUND, id);
    const int seat = you ? alea_seat_read(you) : ALEA_NONE;
    if (you && (seat < 0 || seat >= table->seats)) return fail_member(question, "you", ENGINE_SAY_QUESTION_SEATS);
    lobby.hashed_here = 0;
    *wire = (struct wire){.table = table, .viewer = {.seat = seat}, .lang = question->lang, .plain = plain == 1};
    return ALEA_OK;
}

/* The same, or a table that is laid for this question: where a transcript ends, or at a ply of a lesson. */
static enum alea_err look_in(struct question *question, struct wire *wire) {
    if (json_object_get(question->json, "match")) return enter(question, wire);
    return json_object_get(question->json, "transcript") ? enter_transcript(question, wire) : enter_lesson(question, wire);
}

void play_put_away(struct wire *wire) {
    if (wire->table != table) table_put_away((struct table *)(uintptr_t)wire->table);
    wire->table = NULL;
}

/* ---- Told ------------------------------------------------------------------------------------------------------------------------- */

enum alea_err answer_table_state(struct question *question) {
    struct wire wire;
    int eyes;
    int64_t at;
    enum alea_err err = enter(question, &wire);
    if (!err) err = read_eyes(question, wire.viewer.seat, &eyes);
    if (!err) err = question_number(question, "at", 0, table_ply(table, eyes), -1, &at);
    if (err) return err;
    alea_json_key(question->answer, "state");
    wire_state(&wire, (long)at, eyes, false, table->created, question->answer);
    return ALEA_OK;
}

/* The same news as of GET /matches/ID/events, without waiting. */
enum alea_err answer_table_events(struct question *question) {
    struct wire wire;
    int eyes;
    int64_t since, limit, revision;
    enum alea_err err = enter(question, &wire);
    if (!err) err = read_eyes(question, wire.viewer.seat, &eyes);
    if (!err) err = question_number(question, "since", 0, INT32_MAX, 0, &since);
    if (!err) err = question_number(question, "limit", 1, MOST_PLIES, MOST_PLIES, &limit);
    if (!err) err = question_number(question, "rev", 0, INT32_MAX, -1, &revision);
    if (err) return err;
    const long ply = table_ply(table, eyes), from = (long)since;
    const bool anew = from > ply || (revision >= 0 && (uint64_t)revision < table_undone(table, eyes));
    struct wire seen = wire;
    seen.viewer.seat = eyes;
    long to = ply;
    alea_json_open_array(question->answer, "messages");
    if (anew) {
        wire_state(&wire, -1, eyes, true, table->created, question->answer);
    } else if (from < ply) {
        const long last = ply - from > (long)limit ? table_true_ply(table, eyes, from + (long)limit) : table->plies.n;
        to = from + wire_plies(&seen, table_true_ply(table, eyes, from), last, table->created, question->answer);
    } else if (revision >= 0 && (uint64_t)revision != table_revision(table, eyes)) {
        wire_table(&seen, table->created, question->answer);
    }
    alea_json_close_array(question->answer);
    alea_json_integer(question->answer, "ply", to);
    alea_json_natural(question->answer, "rev", table_revision(table, eyes));
    return ALEA_OK;
}

/* ---- Asked ------------------------------------------------------------------------------------------------------------------------ */

static enum alea_err read_text(struct question *question, const struct wire *wire, bool wanted, alea_move *move, bool *any) {
    const char *words;
    enum alea_err err = question_string(question, "text", wanted, &words, NULL);
    *any = words != NULL;
    return err || !words ? err
                         : alea_move_read(alea_match_rules(table_look(wire->table).match), words, move, question->error);
}

enum alea_err answer_table_why(struct question *question) {
    struct wire wire = {.table = table};
    alea_move move;
    bool any;
    enum alea_err err = look_in(question, &wire);
    if (!err) err = read_text(question, &wire, true, &move, &any);
    if (!err) {
        alea_json_key(question->answer, "why");
        wire_why(&wire, move, question->answer);
    }
    play_put_away(&wire);
    return err;
}

enum alea_err answer_table_odds(struct question *question) {
    struct wire wire = {.table = table};
    alea_move move;
    bool any;
    int64_t stop;
    enum alea_err err = question_number(question, "stop", 0, MAX_STOP, 0, &stop);
    if (!err) err = look_in(question, &wire);
    if (!err) err = read_text(question, &wire, false, &move, &any);
    if (!err) {
        alea_json_key(question->answer, "odds");
        wire_odds(&wire, any ? &move : NULL, (int)stop, question->answer);
    }
    play_put_away(&wire);
    return err;
}

enum alea_err answer_table_words(struct question *question) {
    struct wire wire = {.table = table};
    const bool lesson = !json_object_get(question->json, "match");
    int eyes = ALEA_NONE;
    int64_t at = -1;
    const char *what;
    struct alea_text words;
    enum alea_err err = question_string(question, "what", false, &what, NULL);
    if (!err) err = look_in(question, &wire);
    if (!err) eyes = wire.viewer.seat;
    if (!err && !lesson) err = read_eyes(question, wire.viewer.seat, &eyes);
    if (!err && !lesson) err = question_number(question, "at", 0, table_ply(wire.table, eyes), -1, &at);
    if (!err) {
        alea_text_init(&words, MAX_WORDS, question->lang);
        (void)wire_words(&wire, what ? what : "board", (long)at, eyes, &words);
        alea_json_string(question->answer, "text", alea_text_str(&words));
        alea_text_clear(&words);
    }
    play_put_away(&wire);
    return err;
}

enum alea_err answer_table_rules(struct question *question) {
    struct wire wire;
    enum alea_err err = enter(question, &wire);
    if (!err) wire_rules(alea_match_rules(table->match), question->answer);
    return err;
}

/* All of it, with the seed that it wants to be played on: for who plays here. */
enum alea_err answer_table_transcript(struct question *question) {
    struct wire wire;
    enum alea_err err = enter(question, &wire);
    if (err) return err;
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, question->lang);
    alea_transcript_write(table->match, 0, &text);
    alea_json_string(question->answer, "transcript", alea_text_str(&text));
    if (text.truncated) err = alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    alea_text_clear(&text);
    return err;
}

/* ---- Played ------------------------------------------------------------------------------------------------------------------------ */

/* Whatever is not the engine's to say: it is not as the one who asks thinks it is. */
static enum alea_err said(struct question *question, enum table_answer answer, int seat) {
    if (answer == TABLE_OK) return ALEA_OK;
    if (answer == TABLE_ENGINE) return question->error->code;
    const char *ply = alea_digits(table_ply(table, seat)).at;
    return alea_fail(question->error, ALEA_ERR_STALE, ply, ply);
}

static enum alea_err say_played(struct question *question, const struct wire *wire, enum table_answer answer, long from) {
    enum alea_err err = said(question, answer, wire->viewer.seat);
    if (err) return err;
    alea_json_integer(question->answer, "ply", table_ply(table, wire->viewer.seat));
    alea_json_key(question->answer, "events");
    wire_events(wire, from, alea_match_plies(table->match), question->answer);
    say_standing(question);
    return ALEA_OK;
}

/* A move in words, or a whole order of them. */
static enum table_answer play_line(struct question *question, int seat, long ply, const char *line, long *from) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    struct alea_error *error = question->error;
    alea_move move = 0;
    const bool known = alea_move_read(rules, line, &move, error) == ALEA_OK;
    void *view = malloc(rules->game->position_size);
    alea_move *order = calloc(MOST_ORDER, sizeof *order);
    enum table_answer answer = TABLE_ENGINE;
    int n = 0;
    if (view && order) {
        alea_match_view(table->match, seat, view);
        if (!known || rules->game->why_not(rules->tables, view, seat, move))
            n = alea_order(rules, view, seat, line, order, MOST_ORDER);
        if (n > 0) answer = table_submit_order(table, seat, ply, order, n, NULL, lobby.now, from, error);
        else if (known) answer = table_submit(table, seat, ply, move, NULL, lobby.now, from, error);
    } else {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
    }
    free(view);
    free(order);
    return answer;
}

enum alea_err answer_table_move(struct question *question) {
    struct wire wire;
    const char *line;
    int64_t ply, number;
    long from = 0;
    enum alea_err err = enter(question, &wire);
    if (!err) err = question_number(question, "ply", 0, INT32_MAX, 0, &ply);
    if (!err) err = question_number(question, "m", 0, UINT32_MAX, -1, &number);
    if (!err) err = question_string(question, "text", number < 0, &line, NULL);
    if (err) return err;
    const unsigned verb = alea_move_verb((alea_move)(number < 0 ? 0 : number));
    const int verbs = alea_match_rules(table->match)->game->texts->n_verbs, seat = wire.viewer.seat;
    if (number >= 0 && (verb == 0 || verb >= (unsigned)verbs))
        return alea_fail(question->error, ALEA_ERR_BAD_MOVE, alea_digits(number).at,
                         alea_reason(question->error, ENGINE_SAY_MOVE_NO_NUMBER).at);
    const enum table_answer answer =
        number < 0 ? play_line(question, seat, (long)ply, line, &from)
                   : table_submit(table, seat, (long)ply, (alea_move)number, NULL, lobby.now, &from, question->error);
    return say_played(question, &wire, answer, from);
}

enum alea_err answer_table_undo(struct question *question) {
    struct wire wire;
    int64_t ply;
    enum alea_err err = enter(question, &wire);
    if (!err) err = question_number(question, "ply", 0, INT32_MAX, 0, &ply);
    if (err) return err;
    const int seat = wire.viewer.seat;
    enum table_answer answer = table_undo(table, seat, (long)ply, lobby.now, question->error);
    if (answer == TABLE_ENGINE && question->error->code == ALEA_ERR_OVER)
        alea_fail(question->error, ALEA_ERR_NO_UNDO, alea_reason(question->error, ENGINE_SAY_ERROR_OVER).at);
    return say_played(question, &wire, answer, table->plies.n);
}

enum alea_err answer_table_resign(struct question *question) {
    struct wire wire;
    enum alea_err err = enter(question, &wire);
    if (err) return err;
    const long from = table->plies.n;
    return say_played(question, &wire, table_resign(table, wire.viewer.seat, lobby.now, question->error), from);
}

/* ---- Bots --------------------------------------------------------------------------------------------------------------------------- */

/* The seat's bot, as it was left in its thoughts. */
static bool wake(int seat, const struct alea_random *random) {
    const struct alea_bot_spec spec = {.bot = table_bot(table, seat)};
    struct alea_player *player = &thinker.player;
    if (player->bot && thinker.seat == seat) return true;
    alea_player_close(player);
    thinker.seat = seat;
    if (!alea_player_open(player, alea_match_rules(table->match), &spec)) return false;
    alea_player_begin(player, seat, random);
    return true;
}

/* The move 0: it is undecided after this slice. */
static enum alea_err choose(struct question *question, int seat, int most_ms, int slice_ms, alea_move *move) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    const struct alea_game *game = rules->game;
    struct alea_random random = alea_random_stream(bot_seed, (uint64_t)table->plies.n);
    void *view = malloc(game->position_size);
    alea_move *legal = calloc((size_t)game->max_legal, sizeof *legal);
    double *worth = calloc((size_t)game->max_legal, sizeof *worth);
    bool fine = view && legal && worth && wake(seat, &random);
    if (fine) {
        alea_match_view(table->match, seat, view);
        struct alea_bot_turn turn = {.rules = rules,
                                     .seat = seat,
                                     .view = view,
                                     .legal = legal,
                                     .n_legal = game->legal(rules->tables, view, seat, legal),
                                     .worth = worth,
                                     .random = &random,
                                     .plan = &plan,
                                     .most_ms = most_ms,
                                     .slice_ms = slice_ms};
        *move = turn.n_legal ? alea_player_choose(&thinker.player, &turn) : 0;
    }
    if (!fine || *move) alea_player_close(&thinker.player);
    free(view);
    free(legal);
    free(worth);
    return fine ? ALEA_OK : alea_fail(question->error, ALEA_ERR_NO_MEMORY);
}

/* The next bot that is to move does, and what follows by itself does. */
enum alea_err answer_table_think(struct question *question) {
    struct wire wire;
    int64_t most_ms, slice_ms, now;
    enum alea_err err = enter(question, &wire);
    if (!err) err = question_number(question, "most_ms", 1, MOST_THINK_MS, 1000, &most_ms);
    if (!err) err = question_number(question, "slice_ms", 0, MOST_THINK_MS, 0, &slice_ms);
    if (!err) err = question_number(question, "now", 0, MAX_TIME, lobby.now, &now);
    if (err) return err;
    const alea_actors actors = alea_match_actors(table->match);
    int seat = 0;
    while (seat < table->seats && !(actors & alea_actor(seat) && table_bot(table, seat))) seat++;
    table->busy = false;
    lobby.now = now;
    if (table->status == STORE_PLAYING && actors != ALEA_ACTORS_OVER && seat < table->seats) {
        alea_move move = 0;
        err = choose(question, seat, (int)most_ms, (int)slice_ms, &move);
        if (!err && (move || !slice_ms)) err = table_ply_made(table, seat, move, NULL, 0, now, question->error);
        if (err) return err;
    }
    if (table->status == STORE_PLAYING) table_auto_advance(table, now);
    say_standing(question);
    return ALEA_OK;
}
