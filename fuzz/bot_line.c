/* SPDX-License-Identifier: MIT */
/* bot_line.c - fuzz target: what a bot may answer. Whatever bytes come, in whatever pieces, they become lines, sayings and faults;
 * what is told back is one line of JSON; only a legal move is taken, and answers to questions change nothing.
 *
 * Input: a byte that chooses the game, one that says how far it is played on, one for the size of the pieces; then what the bot
 * writes. */
#include "external.h"
#include "fuzz.h"

#include <jansson.h>
#include <string.h>

enum { GAMES = 64, PLIES = 48, LINES = 64 };

/* A decision of a game, with the view of who decides. */
struct node {
    const struct alea_rules *rules;
    void *pos, *view, *copy;
    alea_move *legal;
    struct alea_bot_turn turn;
};

static const struct alea_rules *rules_of(unsigned byte) {
    static struct alea_rules *kept[GAMES];
    int n = 0;
    while (alea_game_at(n)) n++;
    if (n == 0) abort();
    int index = (int)(byte % (unsigned)n);
    const struct alea_game *game = alea_game_at(index);
    if (!kept[index]) kept[index] = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, NULL);
    if (!kept[index]) abort();
    return kept[index];
}

/* Plays on to a decision: chance falls, and whoever decides takes any move. */
static bool play_to(struct node *node, struct alea_random *random, int plies) {
    const struct alea_game *game = node->rules->game;
    const void *tables = node->rules->tables;
    game->setup(tables, node->pos);
    for (int ply = 0;; ply++) {
        alea_actors actors = game->actors(tables, node->pos);
        if (actors == ALEA_ACTORS_OVER || actors == ALEA_ACTORS_HOST) return false;
        int seat = __builtin_ctzll(actors);
        if (actors != ALEA_ACTORS_CHANCE) {
            memcpy(node->view, node->pos, game->position_size);
            alea_hide(node->rules, node->view, seat);
            node->turn.seat = seat;
            node->turn.n_legal = game->legal(tables, node->view, seat, node->legal);
            if (ply >= plies) return true;
        }
        alea_move move = actors == ALEA_ACTORS_CHANCE ? game->roll(tables, node->pos, random)
                                                      : node->legal[alea_random_below(random, (uint32_t)node->turn.n_legal)];
        game->apply(tables, node->pos, seat, move, NULL);
    }
}

static void check_json(const struct alea_text *text) {
    json_t *value = json_loadb(alea_text_str(text), text->len, JSON_REJECT_DUPLICATES, NULL);
    fuzz_check(json_is_object(value), "what is told is no JSON", alea_text_str(text));
    fuzz_check(!strchr(alea_text_str(text), '\n'), "what is told is no line", alea_text_str(text));
    json_decref(value);
}

static void tell_fault(enum external_fault fault, const char *rule, const char *words) {
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_text text;
        alea_text_init(&text, EXTERNAL_MAX_MESSAGE, (enum alea_lang)lang);
        external_error(fault, rule, words, lang, &text);
        check_json(&text);
        alea_text_clear(&text);
    }
}

static void judge(struct node *node, const struct external_move *said) {
    struct alea_text rule, words;
    alea_move move = 0;
    bool legal = false;
    alea_text_init(&rule, ALEA_MAX_LINE_BYTES, ALEA_EN);
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, ALEA_EN);
    enum external_fault fault = external_judge(&node->turn, said, &move, &rule, &words);
    for (int i = 0; i < node->turn.n_legal; i++) legal |= node->legal[i] == move;
    fuzz_check(fault || legal, "a move is taken that is not legal", said->text);
    fuzz_check(!fault || !legal || !said->by_number, "a legal move is refused", alea_text_str(&words));
    if (fault) tell_fault(fault, alea_text_str(&rule), alea_text_str(&words));
    alea_text_clear(&rule);
    alea_text_clear(&words);
}

static void take_line(struct node *node, const char *line, size_t n) {
    struct external_said said;
    struct alea_text text;
    enum external_fault fault = external_read(line, n, &said);
    if (fault) {
        tell_fault(fault, NULL, NULL);
        return;
    }
    fuzz_check(said.n_moves >= 0 && said.n_moves <= EXTERNAL_MOVES, "moves without an end", line);
    fuzz_check(strlen(said.name) < sizeof said.name, "a word without an end", line);
    for (int i = 0; i < said.n_moves; i++)
        fuzz_check(strlen(said.move[i].text) < sizeof said.move[i].text, "a word without an end", line);
    if (said.kind == EXTERNAL_SAYS_MOVES)
        for (int i = 0; i < said.n_moves; i++) judge(node, &said.move[i]);
    if (said.kind == EXTERNAL_SAYS_MOVES || said.kind == EXTERNAL_SAYS_READY) return;
    memcpy(node->copy, node->view, node->rules->game->position_size);
    alea_text_init(&text, EXTERNAL_MAX_MESSAGE, ALEA_IT);
    if (external_answer(&node->turn, &said, &text)) check_json(&text);
    alea_text_clear(&text);
    fuzz_check(memcmp(node->copy, node->view, node->rules->game->position_size) == 0, "a question changes the view", line);
}

/* The bytes come in pieces; what follows a line without an end is not read any more. */
static void take_bytes(struct node *node, const uint8_t *bytes, size_t n, size_t piece) {
    static struct process_lines lines;
    const char *line;
    size_t length, room;
    char *at;
    lines.n = lines.taken = 0;
    for (int taken = 0; n > 0 && (room = process_lines_room(&lines, &at)) > 0;) {
        size_t now = n < piece ? n : piece;
        if (now > room) now = room;
        memcpy(at, bytes, now);
        lines.n += now;
        bytes += now;
        n -= now;
        while ((line = process_lines_next(&lines, &length)))
            if (taken++ < LINES) take_line(node, line, length);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    if (n_bytes < 3) return 0;
    struct alea_random random = alea_random_stream(bytes[1], 0), own = alea_random_stream(bytes[1], 1);
    struct node node = {.rules = rules_of(bytes[0])};
    const struct alea_game *game = node.rules->game;
    node.pos = calloc(3, game->position_size);
    node.legal = calloc((size_t)game->max_legal, sizeof *node.legal);
    if (!node.pos || !node.legal) abort();
    node.view = (char *)node.pos + game->position_size;
    node.copy = (char *)node.view + game->position_size;
    node.turn = (struct alea_bot_turn){.rules = node.rules, .view = node.view, .legal = node.legal, .random = &own};
    if (play_to(&node, &random, bytes[1] % PLIES)) {
        struct alea_text text;
        alea_text_init(&text, EXTERNAL_MAX_MESSAGE, ALEA_EN);
        external_turn_line(&node.turn, &(struct external_question){.number = 1, .ms = 1000}, &text);
        check_json(&text);
        alea_text_clear(&text);
        take_bytes(&node, bytes + 3, n_bytes - 3, (size_t)bytes[2] + 1);
    }
    free(node.legal);
    free(node.pos);
    return 0;
}
