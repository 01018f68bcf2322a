/* SPDX-License-Identifier: MIT */
/* words.c - see words.h. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "names.h"
#include "text.h"

bool alea_words_split(struct alea_words *words, const char *line) {
    size_t length = strcspn(line, "\n");
    words->n = 0;
    if (length >= sizeof words->bytes) {
        words->n = 1;
        words->at[0] = "";
        return false;
    }
    memcpy(words->bytes, line, length);
    words->bytes[length] = 0;
    for (char *at = words->bytes; *(at += strspn(at, " \t\r"));) {
        if (words->n == ALEA_MAX_WORDS) return false;
        words->at[words->n++] = at;
        at += strcspn(at, " \t\r");
        if (*at) *at++ = 0;
    }
    return true;
}

void alea_word_write(const struct alea_rules *rules, int set, uint32_t value, struct alea_text *text) {
    char letters[3];
    struct alea_names names;
    switch (set) {
    case ALEA_SET_NONE:
    case ALEA_SET_NUMBER: alea_text_add_number(text, value); return;
    case ALEA_SET_DICE: alea_dice_write(value, text); return;
    case ALEA_SET_SEAT:
        if (value >= ALEA_MAX_SEATS && value != ALEA_NONE) break;
        alea_seat_letters((int)value, letters);
        alea_text_add(text, letters);
        return;
    case ALEA_SET_RULE:
        if (value == 0 || value >= (uint32_t)rules->game->texts->n_rules) break;
        alea_text_add(text, rules->game->texts->rules[value].id);
        return;
    default:
        names = alea_names_of(rules, set);
        if (value < (uint32_t)names.n) {
            alea_text_add(text, names.at[value].id);
            return;
        }
        if (value != ALEA_NONE) break;
        alea_text_add(text, "-");
        return;
    }
    alea_text_addf(text, "#%lu", (unsigned long)value);
}

const char *alea_set_id(const struct alea_game *game, int set) {
    const struct alea_texts *texts = game->texts;
    switch (set) {
    case ALEA_SET_NONE: return NULL;
    case ALEA_SET_NUMBER: return "number";
    case ALEA_SET_SEAT: return "seat";
    case ALEA_SET_DICE: return "dice";
    case ALEA_SET_RULE: return "rule";
    default: break;
    }
    int own = set - ALEA_SET_GAME;
    if (own < 0 || own >= texts->n_sets + texts->n_lists) return NULL;
    return own < texts->n_sets ? texts->sets[own] : texts->list_ids[own - texts->n_sets];
}

void alea_value_id(const struct alea_rules *rules, int set, long index, struct alea_text *text) {
    bool number = set == ALEA_SET_NONE || set == ALEA_SET_NUMBER; /* of events, where it may be less than 0 */
    if (number) alea_text_add_number(text, index);
    else alea_word_write(rules, set, (uint32_t)index, text);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static bool read_number(const char *word, uint32_t max, uint32_t *value, struct alea_reason *reason,
                        const struct alea_error *error) {
    size_t length = strlen(word);
    if (length > 0 && length <= 10 && strspn(word, "0123456789") == length) {
        unsigned long long number = strtoull(word, NULL, 10);
        if (number <= max) {
            *value = (uint32_t)number;
            return true;
        }
    }
    *reason = alea_reason(error, ENGINE_SAY_WORD_NOT_A_NUMBER, word, (unsigned long)max);
    return false;
}

static bool read_seat(const struct alea_rules *rules, const char *word, uint32_t *value, struct alea_reason *reason,
                      const struct alea_error *error) {
    int seat = alea_seat_read(word);
    if (seat < rules->seats) {
        *value = (uint32_t)seat;
        return true;
    }
    char last[3];
    alea_seat_letters(rules->seats - 1, last);
    *reason = alea_reason(error, ENGINE_SAY_WORD_NOT_A_SEAT, word, last);
    return false;
}

/* One of n phrases from number `first` on, by its id. */
static bool read_id(const struct alea_phrase *phrases, int first, int n, const char *word, uint32_t *value,
                    struct alea_reason *reason, const struct alea_error *error) {
    for (int i = first; i < n; i++)
        if (alea_word_same(phrases[i].id, word)) {
            *value = (uint32_t)i;
            return true;
        }
    struct alea_nearest nearest = {.word = word};
    for (int i = first; i < n; i++) alea_nearest_offer(&nearest, phrases[i].id);
    *reason = alea_reason(error, ENGINE_SAY_WORD_UNKNOWN, word, alea_nearest_hint(&nearest, error).at);
    return false;
}

bool alea_word_read(const struct alea_rules *rules, int set, const char *word, uint32_t max, uint32_t *value,
                    struct alea_reason *reason, const struct alea_error *error) {
    const struct alea_texts *texts = rules->game->texts;
    struct alea_names names = alea_names_of(rules, set);
    switch (set) {
    case ALEA_SET_NONE:
    case ALEA_SET_NUMBER:
    case ALEA_SET_DICE: return read_number(word, max, value, reason, error);
    case ALEA_SET_RULE: return read_id(texts->rules, 1, texts->n_rules, word, value, reason, error);
    case ALEA_SET_SEAT:
        if (strcmp(word, "-") != 0) return read_seat(rules, word, value, reason, error);
        *value = ALEA_NONE;
        return true;
    default:
        if (strcmp(word, "-") != 0) return read_id(names.at, 0, names.n, word, value, reason, error);
        *value = ALEA_NONE;
        return true;
    }
}

/* A throw: up to three faces, "-", up to three faces. */
static bool read_dice(const struct alea_words *words, int first, uint32_t *value, struct alea_reason *reason,
                      const struct alea_error *error) {
    unsigned arg = 0;
    int side = 0, die = 0;
    for (int i = first; i < words->n; i++) {
        const char *word = words->at[i];
        bool face = word[0] >= '1' && word[0] <= '7' && word[1] == 0 && die < 3;
        bool turn = strcmp(word, "-") == 0 && side == 0;
        if (!face && !turn) {
            *reason = alea_reason(error, ENGINE_SAY_WORD_NOT_A_THROW, word);
            return false;
        }
        if (face) arg = alea_dice_with(arg, side, die++, (unsigned)(word[0] - '0'));
        else side = 1, die = 0;
    }
    *value = arg;
    return true;
}

bool alea_words_read(const struct alea_rules *rules, int set, const struct alea_words *words, int first, uint32_t max,
                     uint32_t *value, struct alea_reason *reason, const struct alea_error *error) {
    int n = words->n - first;
    if (n <= 0 && set != ALEA_SET_NONE) {
        *reason = alea_reason(error, ENGINE_SAY_WORD_MISSING, words->at[first - 1]);
        return false;
    }
    if (set == ALEA_SET_DICE) return read_dice(words, first, value, reason, error);
    int wanted = set == ALEA_SET_NONE ? 0 : 1;
    if (n > wanted) {
        *reason = alea_reason(error, ENGINE_SAY_WORD_TOO_MANY, words->at[first + wanted]);
        return false;
    }
    *value = 0;
    return wanted == 0 || alea_word_read(rules, set, words->at[first], max, value, reason, error);
}
