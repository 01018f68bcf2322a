/* SPDX-License-Identifier: MIT */
/* played.h - for fuzz targets that make rules: a game that was made can be played. */
#ifndef ALEA_FUZZ_PLAYED_H
#define ALEA_FUZZ_PLAYED_H

#include "fuzz.h"

#include "../src/engine/words.h"
#include "../src/odds/odds.h"

enum { PLIES = 2000 };

/* Buffers for one game. */
struct table {
    const struct alea_rules *rules;
    void *pos, *view;
    alea_move *legal;
    struct alea_outcome *outcomes;
    struct alea_text text;
};

static void check_position(struct table *table) {
    const struct alea_game *game = table->rules->game;
    int broken = alea_broken(table->rules, table->pos);
    fuzz_check(!broken, "an invariant is broken", game->texts->broken[broken].in[ALEA_EN]);
}

static void look(struct table *table, int seat) {
    const struct alea_rules *rules = table->rules;
    const struct alea_game *game = rules->game;
    memcpy(table->view, table->pos, game->position_size);
    alea_hide(rules, table->view, seat);
    alea_text_clear(&table->text);
    alea_board(rules, table->view, seat, &table->text);
    alea_prompt(rules, table->view, seat, &table->text);
    (void)odds_say_at_hand(&(struct odds_asker){rules, table->view, seat, 0}, &table->text);
    alea_position_write(rules, table->view, &table->text);
}

/* Makes a random ply; false when the game is over. */
static bool make(struct table *table, struct alea_random *random) {
    const struct alea_rules *rules = table->rules;
    const struct alea_game *game = rules->game;
    struct alea_events events = {.n = 0};
    alea_actors actors = game->actors(rules->tables, table->pos);
    if (actors == ALEA_ACTORS_OVER) return false;
    if (actors == ALEA_ACTORS_CHANCE) {
        int n = game->outcomes(rules->tables, table->pos, table->outcomes);
        fuzz_check(n > 0 && n <= game->max_outcomes, "number of outcomes", "");
        alea_move move = game->roll(rules->tables, table->pos, random);
        fuzz_check(!game->why_not(rules->tables, table->pos, ALEA_CHANCE, move), "roll() throws what is refused", "");
        game->apply(rules->tables, table->pos, ALEA_CHANCE, move, &events);
        return true;
    }
    int seat = __builtin_ctzll(actors), n = game->legal(rules->tables, table->pos, seat, table->legal);
    fuzz_check(n > 0 && n <= game->max_legal, "number of legal moves", "");
    if (!alea_random_below(random, 64)) look(table, seat);
    alea_move move = table->legal[alea_random_below(random, (uint32_t)n)];
    fuzz_check(!game->why_not(rules->tables, table->pos, seat, move), "a legal move is refused", "");
    game->apply(rules->tables, table->pos, seat, move, &events);
    return true;
}

static void play(const struct alea_rules *rules, struct alea_random random) {
    const struct alea_game *game = rules->game;
    struct table table = {.rules = rules,
                          .pos = calloc(1, game->position_size),
                          .view = calloc(1, game->position_size),
                          .legal = calloc((size_t)game->max_legal, sizeof *table.legal),
                          .outcomes = calloc((size_t)game->max_outcomes, sizeof *table.outcomes)};
    if (!table.pos || !table.view || !table.legal || !table.outcomes) abort();
    alea_text_init(&table.text, 1 << 18, ALEA_IT);
    game->setup(rules->opening, table.pos);
    check_position(&table);
    look(&table, ALEA_NONE);
    for (int ply = 0; ply < PLIES && make(&table, &random); ply++) check_position(&table);
    alea_text_clear(&table.text);
    free(table.pos);
    free(table.view);
    free(table.legal);
    free(table.outcomes);
}

/* One of the game's own setups, chosen by the bytes. */
static struct alea_rules *rules_for(const struct alea_game *game, const struct alea_scenario *scenario, uint64_t hash) {
    struct alea_words words;
    int n_variants = 0;
    while (game->variants[n_variants].seats) n_variants++;
    if (!n_variants) abort();
    const struct alea_variant *variant = &game->variants[hash % (uint64_t)n_variants];
    alea_words_split(&words, variant->options);
    struct alea_error error = {.lang = (enum alea_lang)(hash % ALEA_LANGS)};
    struct alea_rules *rules = alea_rules_new(game, variant->seats, words.at, words.n, scenario, &error);
    fuzz_check(rules || (error.code != ALEA_OK && error.text[0]), "no rules, and no words", error.text);
    fuzz_check(!strchr(error.text, '\n'), "an error of two lines", error.text);
    return rules;
}

static inline uint64_t hash_of(const uint8_t *bytes, size_t n_bytes) {
    uint64_t hash = n_bytes;
    for (size_t i = 0; i < n_bytes; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
