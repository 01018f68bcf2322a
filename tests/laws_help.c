/* SPDX-License-Identifier: MIT */
/* laws_help.c - what the laws share: words for faults, copies and views, effects of outcomes, matches of a variant. */
#include "laws.h"

#include "../src/engine/utf8.h"
#include "../src/engine/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool law_broken(struct law_run *run, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(run->wrong, sizeof run->wrong, format, args);
    va_end(args);
    for (char *at = run->wrong; *at; at++)
        if (*at == '\n') *at = '/'; /* TAP wants one line */
    return false;
}

/* ---- Rules and matches ------------------------------------------------------------------------------------------------- */

struct alea_rules *law_rules_new(struct law_run *run) {
    struct alea_words words;
    alea_words_split(&words, run->options);
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(run->game, run->seats, words.at, words.n, NULL, &error);
    if (!rules) law_broken(run, "no rules for '%s': %s", run->options, error.text);
    return rules;
}

struct alea_match *law_match_new(struct law_run *run, const uint8_t *seed) {
    struct alea_rules *rules = law_rules_new(run);
    if (!rules) return NULL;
    struct alea_match_head head = {.dice_kind = seed ? ALEA_DICE_FAIR : ALEA_DICE_BY_HAND, .has_seed = seed != NULL};
    if (seed) memcpy(head.dice.seed, seed, sizeof head.dice.seed);
    head.dice.seats = run->seats;
    for (int seat = 0; seat < run->seats; seat++) {
        snprintf(head.seat[seat].who, sizeof head.seat[seat].who, seat % 2 ? "bot:random" : "human");
        if (seat % 3 == 0) snprintf(head.seat[seat].name, sizeof head.seat[seat].name, "Nicolò %d", seat);
        if (seed && seat % 2 == 0) snprintf(head.dice.word[seat], sizeof head.dice.word[seat], "parola %d", seat);
    }
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = alea_match_new(rules, &head, &error);
    if (!match) law_broken(run, "no match: %s", error.text);
    return match;
}

bool law_play(struct law_run *run, struct alea_match *match, const struct alea_ply *ply) {
    struct alea_error error = {.lang = ALEA_EN};
    if (!alea_match_play(match, alea_match_plies(match), ply->seat, ply->move, ply->note, NULL, &error)) return true;
    return law_broken(run, "ply %ld, %s '%s', is refused: %s", alea_match_plies(match) + 1, law_seat_name(ply->seat),
                      law_move_name(run, ply->move), error.text);
}

/* ---- Positions ----------------------------------------------------------------------------------------------------------- */

bool law_same(const struct law_run *run, const void *a, const void *b) { return !memcmp(a, b, run->game->position_size); }

void law_copy(const struct law_run *run, void *to, const void *from) { memcpy(to, from, run->game->position_size); }

void law_view(const struct law_run *run, const void *pos, int seat, void *view) {
    law_copy(run, view, pos);
    alea_hide(run->rules, view, seat);
}

uint64_t law_bytes_hash(const void *bytes, size_t n) {
    uint64_t hash = n;
    for (size_t i = 0; i < n; i++) hash = alea_random_mix(hash ^ ((const unsigned char *)bytes)[i]) + i;
    return hash;
}

/* ---- Moves --------------------------------------------------------------------------------------------------------------- */

bool law_takes_number(const struct law_run *run, alea_move move) {
    const struct alea_texts *texts = run->game->texts;
    unsigned verb = alea_move_verb(move);
    return verb > 0 && verb < (unsigned)texts->n_verbs && texts->verbs[verb].set == ALEA_SET_NUMBER;
}

bool law_has_move(const alea_move moves[], int n, alea_move move) {
    int low = 0;
    while (low < n) {
        int middle = (low + n) / 2;
        if (moves[middle] == move) return true;
        if (moves[middle] < move) low = middle + 1;
        else n = middle;
    }
    return false;
}

alea_move law_probe(struct law_run *run) {
    struct alea_random *random = &run->random;
    uint32_t word = alea_random_word(random);
    alea_move base = run->move;
    int seat = (int)(word % (uint32_t)run->seats);
    if (run->n_legal[seat]) base = run->legal[seat][(word >> 8) % (uint32_t)run->n_legal[seat]];
    else if (run->n_host && (word >> 16) % 4 == 0) base = run->host[(word >> 8) % (uint32_t)run->n_host];
    uint32_t n_verbs = (uint32_t)run->game->texts->n_verbs;
    switch (word >> 28) {
    case 0:
    case 1:
    case 2: return base;
    case 3: return base + 1;
    case 4: return base - 1;
    case 5:
    case 6: return base ^ UINT32_C(1) << (word >> 20 & 31);
    case 7:
    case 8: return alea_move_make(alea_random_below(random, n_verbs + 2), alea_move_arg(base));
    case 9:
    case 10:
    case 11: return alea_move_make(alea_random_below(random, n_verbs + 2), alea_random_below(random, 64));
    case 12:
    case 13: return alea_move_make(alea_move_verb(base), alea_random_below(random, 64));
    case 14: return alea_move_make(alea_random_below(random, n_verbs + 2), alea_random_word(random) & 0xffffff);
    default: return alea_random_word(random);
    }
}

int law_outcomes(struct law_run *run, const void *pos) {
    int n = run->game->outcomes(run->tables, pos, run->outcomes);
    for (int i = 0; i < n && i < run->game->max_outcomes; i++) {
        char *effect = run->effects + (size_t)i * run->game->position_size;
        law_copy(run, effect, pos);
        run->game->apply(run->tables, effect, ALEA_CHANCE, run->outcomes[i].move, NULL);
        run->effect_hashes[i] = alea_position_hash(run->rules, effect);
    }
    return n;
}

bool law_is_outcome(struct law_run *run, const void *pos, alea_move move, int n_outcomes, int *which) {
    for (*which = 0; *which < n_outcomes; ++*which)
        if (run->outcomes[*which].move == move) return true; /* most are listed as they are thrown */
    void *effect = run->spare[LAW_SPARES - 1];
    law_copy(run, effect, pos);
    run->game->apply(run->tables, effect, ALEA_CHANCE, move, NULL);
    uint64_t hash = alea_position_hash(run->rules, effect);
    for (*which = 0; *which < n_outcomes; ++*which)
        if (hash == run->effect_hashes[*which] &&
            law_same(run, effect, run->effects + (size_t)*which * run->game->position_size))
            return true;
    return false;
}

/* ---- Words --------------------------------------------------------------------------------------------------------------- */

struct alea_text *law_words(struct law_run *run, int which, enum alea_lang lang) {
    struct alea_text *text = &run->words[which];
    text->len = 0;
    if (text->at) text->at[0] = 0;
    text->lang = lang;
    text->truncated = false;
    return text;
}

const char *law_move_name(struct law_run *run, alea_move move) {
    static char names[4][160];
    static int next;
    char *name = names[next++ % 4];
    unsigned verb = alea_move_verb(move);
    if (verb == 0 || verb >= (unsigned)run->game->texts->n_verbs) {
        snprintf(name, sizeof names[0], "%#x", move);
        return name;
    }
    struct alea_text text;
    alea_text_init(&text, sizeof names[0], ALEA_EN);
    alea_move_write(run->rules, move, &text);
    snprintf(name, sizeof names[0], "%s", alea_text_str(&text));
    alea_text_clear(&text);
    return name;
}

const char *law_seat_name(int seat) {
    static char names[4][4];
    static int next;
    char *name = names[next++ % 4];
    if (seat >= 0 && seat < 26) snprintf(name, sizeof names[0], "%c", 'A' + seat);
    else if (seat >= 26 && seat < ALEA_MAX_SEATS) snprintf(name, sizeof names[0], "A%c", 'A' + seat - 26);
    else snprintf(name, sizeof names[0], "%s", seat == ALEA_CHANCE ? "*" : seat == ALEA_HOST ? "!" : "-");
    return name;
}

bool law_clean(const char *words, bool lines) {
    size_t n = strlen(words), length;
    for (size_t at = 0; at < n; at += length) {
        uint32_t code;
        length = alea_utf8_next(words + at, n - at, &code);
        if (!length || (!alea_utf8_shown(code) && !(lines && code == '\n'))) return false;
    }
    return true;
}
