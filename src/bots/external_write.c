/* SPDX-License-Identifier: MIT */
/* external_write.c - what a host says to a bot: the shapes of docs/bot-protocol.md, those of moves and chances as in docs/api.md. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "external.h"
#include "json_write.h"
#include "move_json.h"
#include "odds.h"

enum { GUESSES = 16, DIGITS = 15 };

/* ---- Pieces ------------------------------------------------------------------------------------------------------------- */

static void open_message(const char *type, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "type", type);
}

static void add_seat(const char *key, int seat, struct alea_text *text) {
    char letters[3];
    alea_seat_letters(seat, letters);
    alea_json_id(text, key, letters);
}

/* ---- Before and after ------------------------------------------------------------------------------------------------------ */

void external_limits(int ms, struct alea_text *text) {
    const struct {
        const char *key;
        int most;
    } limits[] = {
        {"ready_ms", EXTERNAL_READY_MS},   {"ms", ms},
        {"line", PROCESS_MAX_LINE},        {"tries", EXTERNAL_TRIES},
        {"bad_lines", EXTERNAL_BAD_LINES}, {"questions", EXTERNAL_QUESTIONS},
        {"strikes", EXTERNAL_STRIKES},     {"restarts", EXTERNAL_RESTARTS},
        {"moves", EXTERNAL_MOVES},
    };
    alea_json_open_object(text, "limits");
    for (size_t i = 0; i < ALEA_LEN(limits); i++) alea_json_integer(text, limits[i].key, limits[i].most);
    alea_json_close_object(text);
}

void external_hello(const struct alea_rules *rules, int ms, struct alea_text *text) {
    static const char *const langs[ALEA_LANGS] = {"it", "en"};
    open_message("hello", text);
    alea_json_integer(text, "protocol", EXTERNAL_PROTOCOL);
    alea_json_id(text, "alea", ALEA_VERSION);
    alea_json_id(text, "game", rules->game->id);
    alea_json_integer(text, "rules_version", rules->version);
    alea_json_id(text, "lang", langs[text->lang]);
    alea_json_integer(text, "seats", rules->seats);
    alea_options_json(rules, "options", text);
    if (rules->has_scenario) alea_json_string(text, "scenario", rules->scenario_name);
    external_limits(ms, text);
    alea_json_close_object(text);
}

bool external_data(const struct alea_game *game, struct alea_text *text) {
    size_t n;
    const char *data = alea_game_data(game, &n);
    json_t *tables = data ? json_loadb(data, n, 0, NULL) : NULL;
    char *line = tables ? json_dumps(tables, JSON_COMPACT) : NULL; /* the file has many lines */
    if (line) {
        open_message("data", text);
        alea_json_raw(text, "data", line, strlen(line));
        alea_json_close_object(text);
    }
    json_decref(tables);
    free(line);
    return line && !text->truncated;
}

void external_game(long game, int seat, int64_t seed, struct alea_text *text) {
    open_message("game", text);
    alea_json_integer(text, "number", game);
    add_seat("seat", seat, text);
    if (seed >= 0) alea_json_integer(text, "seed", seed);
    alea_json_close_object(text);
}

void external_over(const struct alea_rules *rules, const void *pos, int seat, struct alea_text *text) {
    double score[ALEA_MAX_SEATS] = {0};
    rules->game->score(rules->tables, pos, score);
    open_message("over", text);
    add_seat("seat", seat, text);
    alea_json_open_object(text, "scores");
    for (int i = 0; i < rules->seats; i++) {
        char letters[3];
        alea_seat_letters(i, letters);
        alea_json_real(text, letters, score[i], DIGITS);
    }
    alea_json_close_object(text);
    alea_json_open_object(text, "places");
    for (int i = 0; i < rules->seats; i++) {
        char letters[3];
        alea_seat_letters(i, letters);
        alea_json_integer(text, letters, alea_place(rules, pos, i));
    }
    alea_json_close_object(text);
    alea_json_close_object(text);
}

/* ---- A turn ------------------------------------------------------------------------------------------------------------------ */

/* What is to be feared of the move; left out where nothing is. */
static void add_warning(const struct alea_bot_turn *turn, alea_move move, struct alea_text *text) {
    size_t before = text->len, from = alea_json_open_string(text, "warning");
    turn->rules->game->words.warn(turn->rules->tables, turn->view, turn->seat, move, text);
    if (text->len > from) alea_json_close_string(text, from);
    else alea_text_back(text, before);
}

/* Ids and numbers alone if it is plain. */
static void add_moves(const struct alea_bot_turn *turn, bool plain, struct alea_text *text) {
    bool warns = !plain && turn->rules->game->words.warn;
    alea_json_open_array(text, "moves");
    for (int i = 0; i < turn->n_legal; i++) {
        alea_json_open_object(text, NULL);
        alea_move_json(turn->rules, turn->legal[i], !plain, text);
        if (warns) add_warning(turn, turn->legal[i], text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

/* What the seat may know, and what follows from it by the rules. */
static void add_position(const struct alea_bot_turn *turn, struct alea_text *text) {
    alea_json_key(text, "view");
    alea_position_json(turn->rules, turn->view, text);
    if (!turn->rules->game->facts.n_fields) return;
    alea_json_key(text, "facts");
    alea_facts_json(turn->rules, turn->view, text);
}

void external_turn_line(const struct alea_bot_turn *turn, const struct external_question *question, struct alea_text *text) {
    const struct alea_game *game = turn->rules->game;
    const bool plain = question->plain;
    open_message("turn", text);
    alea_json_integer(text, "turn", question->number);
    add_seat("seat", turn->seat, text);
    alea_json_integer(text, "ms", question->ms);
    if (question->unplayed) alea_json_integer(text, "unplayed", question->unplayed);
    alea_json_integer(text, "round", game->round(turn->rules->tables, turn->view));
    if (!plain) {
        size_t from = alea_json_open_string(text, "prompt");
        alea_prompt(turn->rules, turn->view, turn->seat, text);
        alea_json_close_string(text, from);
    }
    add_moves(turn, plain, text);
    add_position(turn, text);
    alea_json_close_object(text);
}

void external_error(enum external_fault fault, const char *rule, const char *words, int left, struct alea_text *text) {
    open_message("error", text);
    alea_json_id(text, "error", external_fault_id(fault));
    if (rule && *rule) alea_json_string(text, "rule", rule);
    if (left >= 0) alea_json_integer(text, "left", left);
    alea_json_string(text, "text", words && *words ? words : external_fault_words(fault, text->lang));
    alea_json_close_object(text);
}

/* ---- Chances ------------------------------------------------------------------------------------------------------------------ */

static bool odds(const struct alea_bot_turn *turn, alea_move move, int stop, struct alea_text *text) {
    struct odds_asker asker = {turn->rules, turn->view, turn->seat, move};
    open_message("odds", text);
    alea_json_integer(text, "move", move);
    size_t from = alea_json_open_string(text, "words");
    if (move) odds_say_remark(&asker, NULL, text);
    else (void)odds_say_at_hand(&asker, text);
    alea_json_close_string(text, from);
    odds_at_hand_json(&asker, stop, text);
    alea_json_close_object(text);
    return true;
}

/* What chance does after the move, in a position that the view allows. How many outcomes: 0 if it is not chance's turn then. */
static int outcomes_of(const struct alea_bot_turn *turn, alea_move move, bool guess, void *pos, struct alea_outcome out[]) {
    const struct alea_game *game = turn->rules->game;
    const void *tables = turn->rules->tables;
    memcpy(pos, turn->view, game->position_size);
    if (guess) alea_determinize(turn->rules, pos, turn->seat, turn->random);
    game->apply(tables, pos, turn->seat, move, NULL);
    return game->actors(tables, pos) == ALEA_ACTORS_CHANCE ? game->outcomes(tables, pos, out) : 0;
}

static bool same_outcomes(const struct alea_outcome a[], const struct alea_outcome b[], int n) {
    for (int i = 0; i < n; i++)
        if (a[i].move != b[i].move || a[i].weight != b[i].weight) return false;
    return true;
}

/* What is hidden is guessed several times over: chances that depend on it are not told. */
static int known_outcomes(const struct alea_bot_turn *turn, alea_move move, void *pos, struct alea_outcome out[],
                          struct alea_outcome other[]) {
    bool secrets = alea_game_has_secrets(turn->rules->game);
    int n = outcomes_of(turn, move, secrets, pos, out);
    for (int i = 1; secrets && i < GUESSES; i++)
        if (outcomes_of(turn, move, true, pos, other) != n || !same_outcomes(out, other, n)) return -1;
    return n;
}

static void add_outcomes(const struct alea_bot_turn *turn, alea_move move, const struct alea_outcome out[], int n,
                         struct alea_text *text) {
    int64_t sum = 0;
    for (int i = 0; i < n; i++) sum += out[i].weight;
    open_message("outcomes", text);
    alea_json_integer(text, "move", move);
    alea_json_integer(text, "of", sum);
    alea_json_open_array(text, "outcomes");
    for (int i = 0; i < n; i++) {
        alea_json_open_object(text, NULL);
        alea_move_json(turn->rules, out[i].move, false, text);
        alea_json_integer(text, "weight", out[i].weight);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    alea_json_close_object(text);
}

static bool outcomes(const struct alea_bot_turn *turn, alea_move move, struct alea_text *text) {
    const struct alea_game *game = turn->rules->game;
    void *pos = malloc(game->position_size);
    struct alea_outcome *out = calloc(2 * (size_t)game->max_outcomes + 2, sizeof *out);
    int n = pos && out ? known_outcomes(turn, move, pos, out, out + game->max_outcomes + 1) : -1;
    if (n >= 0) add_outcomes(turn, move, out, n, text);
    free(out);
    free(pos);
    return n >= 0;
}

/* ---- What would be after some moves ------------------------------------------------------------------------------------------- */

static bool is_legal(const struct alea_bot_turn *turn, const struct external_move *said, alea_move *move) {
    struct alea_text words, rule;
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, ALEA_EN); /* read by nobody */
    alea_text_init(&rule, ALEA_MAX_LINE_BYTES, ALEA_EN);
    bool fine = external_judge(turn, said, move, &rule, &words) == EXTERNAL_FINE;
    alea_text_clear(&words);
    alea_text_clear(&rule);
    return fine;
}

/* Makes the moves on pos as far as the seat may, one after the other; how many. `after` is left at the seat's decision there. */
static int make_moves(struct alea_bot_turn *after, const struct external_said *said, alea_move legal[], void *pos) {
    const struct alea_game *game = after->rules->game;
    const void *tables = after->rules->tables;
    alea_move move;
    int made = 0;
    for (;;) {
        bool acts = (game->actors(tables, pos) >> after->seat & 1) != 0;
        memcpy(after->view, pos, game->position_size);
        alea_hide(after->rules, after->view, after->seat);
        after->legal = legal;
        after->n_legal = acts ? game->legal(tables, after->view, after->seat, legal) : 0;
        if (!acts || made == said->n_moves || !is_legal(after, &said->move[made], &move)) return made;
        game->apply(tables, pos, after->seat, move, NULL);
        made++;
    }
}

/* What is hidden is guessed several times over: a view that depends on it is not told. */
static bool known_after(const struct alea_bot_turn *turn, const struct external_said *said, struct alea_bot_turn *after,
                        alea_move legal[], void *pos, void *first, int *made) {
    const struct alea_game *game = turn->rules->game;
    bool secrets = alea_game_has_secrets(game);
    for (int i = 0; i < (secrets ? GUESSES : 1); i++) {
        memcpy(pos, turn->view, game->position_size);
        if (secrets) alea_determinize(turn->rules, pos, turn->seat, turn->random);
        int n = make_moves(after, said, legal, pos);
        if (i > 0 && (n != *made || memcmp(first, after->view, game->position_size) != 0)) return false;
        memcpy(first, after->view, game->position_size);
        *made = n;
    }
    return true;
}

static bool after_moves(const struct alea_bot_turn *turn, const struct external_said *said, struct alea_text *text) {
    const struct alea_game *game = turn->rules->game;
    int made = 0;
    char *room = malloc(3 * game->position_size);
    alea_move *legal = calloc((size_t)game->max_legal, sizeof *legal);
    struct alea_bot_turn after = *turn;
    after.view = room;
    bool known = room && legal &&
                 known_after(turn, said, &after, legal, room + game->position_size, room + 2 * game->position_size, &made);
    if (known) {
        open_message("after", text);
        alea_json_integer(text, "made", made);
        alea_json_integer(text, "round", game->round(turn->rules->tables, after.view));
        add_moves(&after, true, text);
        add_position(&after, text);
        alea_json_close_object(text);
    }
    free(room);
    free(legal);
    return known;
}

bool external_answer(const struct alea_bot_turn *turn, const struct external_said *said, struct alea_text *text) {
    alea_move move = 0;
    if (said->kind == EXTERNAL_ASKS_AFTER) return after_moves(turn, said, text);
    if (said->n_moves && !is_legal(turn, &said->move[0], &move)) return false;
    return said->kind == EXTERNAL_ASKS_ODDS ? odds(turn, move, said->stop, text) : outcomes(turn, move, text);
}
