/* SPDX-License-Identifier: MIT */
/* move_line.c - fuzz target: any line is a move or gets a sentence; a move is written and read back as itself. */
#include "fuzz.h"

#include <string.h>

enum { GAMES = 64 };

/* The rules of each game's first variant, made once. */
static const struct alea_rules *rules_of(int index) {
    static struct alea_rules *kept[GAMES];
    if (kept[index]) return kept[index];
    const struct alea_game *game = alea_game_at(index);
    char line[1024], *words[ALEA_MAX_OPTIONS + 1], *rest = NULL;
    int n = 0;
    snprintf(line, sizeof line, "%s", game->variants[0].options);
    for (char *word = strtok_r(line, " ", &rest); word && n <= ALEA_MAX_OPTIONS; word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    struct alea_error error = {.lang = ALEA_EN};
    kept[index] = alea_rules_new(game, game->variants[0].seats, (const char *const *)words, n, NULL, &error);
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
        fuzz_check(!rule || *alea_rule_words(rules->game, rule, ALEA_IT), "a refusal without words", line);
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
    }
    free(line);
    return 0;
}
