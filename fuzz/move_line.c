/* SPDX-License-Identifier: MIT */
/* move_line.c - fuzz target: any line is a move or gets a sentence; a move is written and read back as itself. And any line is a
 * whole order in words, or is none: what an order is read as is written and read back, move by move, and why_not() answers. */
#include "fuzz.h"

#include "../src/engine/words.h"

enum { GAMES = 64, ORDERS = 64, PLIES = 64 };

/* The rules of each game's first variant, made once. */
static const struct alea_rules *rules_of(int index) {
    static struct alea_rules *kept[GAMES];
    if (kept[index]) return kept[index];
    const struct alea_game *game = alea_game_at(index);
    struct alea_words words;
    alea_words_split(&words, game->variants[0].options);
    struct alea_error error = {.lang = ALEA_EN};
    kept[index] = alea_rules_new(game, game->variants[0].seats, words.at, words.n, NULL, &error);
    fuzz_check(kept[index], "no rules", error.text);
    return kept[index];
}

static void read_line(const struct alea_rules *rules, const char *line, enum alea_lang lang) {
    struct alea_error error = {.lang = lang};
    alea_move move = 0, back = 0;
    if (alea_move_read(rules, line, &move, &error)) {
        fuzz_check(error.text[0] && !strchr(error.text, '\n'), "an error is one line", error.text);
        return;
    }
    struct alea_text text;
    alea_text_init(&text, 4096, lang);
    alea_move_write(rules, move, &text);
    fuzz_check(!alea_move_read(rules, alea_text_str(&text), &back, &error), "what was written can't be read",
               alea_text_str(&text));
    fuzz_check(move == back, "read as another move", alea_text_str(&text));
    alea_text_clear(&text);
    alea_move_say(rules, move, &text);
    fuzz_check(text.len > 0, "a move without words", line);
    alea_text_clear(&text);
}

static void check_rule(const struct alea_rules *rules, alea_rule rule, enum alea_lang lang, const char *line) {
    struct alea_text text;
    alea_text_init(&text, 4096, lang);
    alea_rule_say(rules, rule, &text);
    fuzz_check(text.len > 0, "a refusal without words", line);
    alea_text_clear(&text);
}

/* What a seat may try at the setup: an answer with words, whatever the move. */
static void ask(const struct alea_rules *rules, const char *line) {
    struct alea_error error = {.lang = ALEA_EN};
    alea_move move;
    if (alea_move_read(rules, line, &move, &error)) return;
    void *pos = calloc(1, rules->game->position_size);
    if (!pos) abort();
    rules->game->setup(rules->tables, pos);
    for (int seat = 0; seat < rules->seats; seat++) {
        alea_rule rule = rules->game->why_not(rules->tables, pos, seat, move);
        if (rule) check_rule(rules, rule, ALEA_IT, line);
    }
    free(pos);
}

static void check_order(const struct alea_rules *rules, const void *view, int seat, const char *line) {
    enum { GUARD = 0x5a5a5a5a };
    const struct alea_game *game = rules->game;
    alea_move moves[ORDERS + 1];
    for (int max = 1; max <= ORDERS; max *= ORDERS) {
        moves[max] = GUARD;
        int n = game->words.order(rules->tables, view, seat, line, moves, max);
        fuzz_check(n >= 0 && n <= max && moves[max] == GUARD, "an order has more moves than there is room for", line);
        for (int i = 0; i < n; i++) {
            struct alea_error error = {.lang = ALEA_EN};
            struct alea_text text;
            alea_move back = 0;
            alea_text_init(&text, 4096, ALEA_EN);
            alea_move_write(rules, moves[i], &text);
            fuzz_check(!alea_move_read(rules, alea_text_str(&text), &back, &error) && back == moves[i],
                       "a move of an order can't be read", alea_text_str(&text));
            alea_rule rule = game->why_not(rules->tables, view, seat, moves[i]);
            if (rule) check_rule(rules, rule, ALEA_EN, line);
            alea_text_clear(&text);
        }
    }
}

/* One of the game's positions a little later: chance falls, and whoever decides takes the last of his moves, so that time goes
 * on. How far, the line says by its length. */
static void play_on(const struct alea_rules *rules, void *pos, size_t plies) {
    const struct alea_game *game = rules->game;
    struct alea_random random = alea_random_stream(plies, 0);
    alea_move *legal = calloc((size_t)game->max_legal, sizeof *legal);
    if (!legal) abort();
    for (size_t ply = 0; ply < plies; ply++) {
        alea_actors actors = game->actors(rules->tables, pos);
        int seat = actors ? __builtin_ctzll(actors) : 0;
        if (!actors || actors == ALEA_ACTORS_HOST) break;
        alea_move move = actors == ALEA_ACTORS_CHANCE ? game->roll(rules->tables, pos, &random) : 0;
        if (actors != ALEA_ACTORS_CHANCE) {
            int n = game->legal(rules->tables, pos, seat, legal);
            move = legal[alea_random_below(&random, 2) ? 0 : n - 1];
        }
        game->apply(rules->tables, pos, seat, move, NULL);
    }
    free(legal);
}

/* A whole order, as each seat would be read at some position. */
static void read_order(const struct alea_rules *rules, const char *line) {
    const struct alea_game *game = rules->game;
    if (!game->words.order) return;
    void *pos = calloc(2, game->position_size);
    if (!pos) abort();
    void *view = (char *)pos + game->position_size;
    game->setup(rules->tables, pos);
    play_on(rules, pos, strlen(line) % PLIES);
    alea_actors actors = game->actors(rules->tables, pos);
    for (int seat = 0; seat < rules->seats; seat++) {
        memcpy(view, pos, game->position_size);
        alea_hide(rules, view, seat);
        if (actors && actors < ALEA_ACTORS_CHANCE) check_order(rules, view, seat, line);
    }
    free(pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    char *line = malloc(n_bytes + 1);
    if (!line) abort();
    memcpy(line, bytes, n_bytes);
    line[n_bytes] = 0;
    for (int i = 0; i < GAMES && alea_game_at(i); i++) {
        for (int lang = 0; lang < ALEA_LANGS; lang++) read_line(rules_of(i), line, (enum alea_lang)lang);
        ask(rules_of(i), line);
        read_order(rules_of(i), line);
    }
    free(line);
    return 0;
}
