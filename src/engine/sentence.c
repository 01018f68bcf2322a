/* SPDX-License-Identifier: MIT */
/* sentence.c - see sentence.h. */
#include "sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { LONGEST_STEP = 64, LARGEST = 1000000000 };

struct alea_sentences {
    const int32_t *value;                /* by hole */
    const char *const *const *otherwise; /* by rule: what is said instead, in both languages; NULL without a scenario */
};

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

struct reading {
    const struct alea_game *game;
    const int32_t *option;
    json_t *data;
    struct alea_hole_read *read; /* may be NULL */
    bool lacks;                  /* something was not there */
};

static int option_of(const struct alea_game *game, const char *key, size_t n) {
    int i = 0;
    while (i < game->n_options && (strncmp(game->options[i].key, key, n) != 0 || game->options[i].key[n])) i++;
    return i;
}

/* The row whose `key` is the word. */
static json_t *row_with(json_t *rows, const char *key, const char *word) {
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        const char *is = json_string_value(json_object_get(row, key));
        if (is && strcmp(is, word) == 0) return row;
    }
    return NULL;
}

/* The element of an array that stands in brackets. */
static json_t *element(const struct reading *in, json_t *array, char *index) {
    char *end, *equals = strchr(index, '=');
    const char *key = "id", *word = index;
    long i = strtol(index, &end, 10);
    if (end != index && !*end) return json_array_get(array, i < 0 ? json_array_size(array) - (size_t)-i : (size_t)i);
    if (equals) {
        *equals = 0;
        key = index;
        word = equals + 1;
    }
    if (*word == '@') {
        int at = option_of(in->game, word + 1, strlen(word + 1));
        if (at == in->game->n_options) return NULL;
        if (!equals) return json_array_get(array, (size_t)in->option[at]);
        if (!in->game->options[at].words) return NULL;
        word = in->game->options[at].words[in->option[at]];
    }
    return row_with(array, key, word);
}

/* One key or one index further; *at moves behind it. */
static json_t *step(const struct reading *in, json_t *value, const char **at) {
    char word[LONGEST_STEP];
    bool index = **at == '[';
    *at += index || **at == '.';
    size_t n = strcspn(*at, index ? "]" : ".[+-*<");
    snprintf(word, sizeof word, "%.*s", (int)n, *at);
    *at += n;
    if (index) *at += **at == ']';
    return index ? element(in, value, word) : json_object_get(value, word);
}

/* Follows a path to its end, or to its [*]. */
static json_t *follow(const struct reading *in, json_t *value, const char **at) {
    while (**at && !strchr("+-*<", **at) && strncmp(*at, "[*]", 3) != 0) value = step(in, value, at);
    return value;
}

/* ---- Terms ------------------------------------------------------------------------------------------------------- */

static int64_t bounded(int64_t number) { return number > LARGEST ? LARGEST : number < -LARGEST ? -LARGEST : number; }

static int64_t number(struct reading *in, json_t *value) {
    if (!json_is_integer(value)) {
        in->lacks = true;
        return 0;
    }
    if (in->read && in->read->n < ALEA_HOLE_NUMBERS) in->read->at[in->read->n++] = value;
    return bounded(json_integer_value(value));
}

/* The number at a path, or the sum of those that it leads to. */
static int64_t sum(struct reading *in, const char **at) {
    json_t *value = follow(in, in->data, at), *one;
    if (strncmp(*at, "[*]", 3) != 0) return number(in, value);
    const char *rest = *at + 3, *key;
    size_t i;
    int64_t total = 0;
    *at = rest;
    follow(in, NULL, at);
    json_array_foreach(value, i, one) {
        const char *from = rest;
        total = bounded(total + number(in, follow(in, one, &from)));
    }
    json_object_foreach(value, key, one) {
        const char *from = rest;
        total = bounded(total + number(in, follow(in, one, &from)));
    }
    return total;
}

static int64_t term(struct reading *in, const char **at) {
    if (**at >= '0' && **at <= '9') {
        char *end;
        int64_t written = bounded(strtol(*at, &end, 10));
        *at = end;
        return written;
    }
    if (**at == '@') {
        size_t n = strcspn(++*at, "+-*<");
        int i = option_of(in->game, *at, n);
        *at += n;
        return i < in->game->n_options ? in->option[i] : 0;
    }
    if (**at != '#') return sum(in, at);
    ++*at;
    json_t *value = follow(in, in->data, at);
    in->lacks |= !json_is_array(value) && !json_is_object(value);
    return bounded((int64_t)(json_is_object(value) ? json_object_size(value) : json_array_size(value)));
}

int32_t alea_hole_value(const char *hole, const struct alea_game *game, const int32_t option[], json_t *data, bool *lacks,
                        struct alea_hole_read *read) {
    struct reading in = {.game = game, .option = option, .data = data, .read = read};
    int64_t value = term(&in, &hole);
    while (*hole) {
        char op = *hole++;
        int64_t next = term(&in, &hole);
        switch (op) {
        case '+': value = bounded(value + next); break;
        case '-': value = bounded(value - next); break;
        case '*': value = bounded(value * next); break;
        default: value = value < next ? value : next; break;
        }
    }
    *lacks |= in.lacks;
    return (int32_t)value;
}

/* ---- Conditions -------------------------------------------------------------------------------------------------- */

/* Writes 0 for each number outside strings. */
static void blank_numbers(char *text) {
    char *out = text;
    for (bool string = false; *text;) {
        if (!string && (*text == '-' || (*text >= '0' && *text <= '9'))) {
            text += strspn(text, "0123456789+-.eE");
            *out++ = '0';
            continue;
        }
        if (string && *text == '\\') *out++ = *text++;
        else if (*text == '"') string = !string;
        *out++ = *text++;
    }
    *out = 0;
}

/* True if the table at the path is as it was when the game was built, but for its numbers. */
static bool keeps_shape(const struct reading *in, const struct alea_condition *condition, bool *memory) {
    const char *at = condition->what;
    json_t *value = follow(in, in->data, &at);
    if (!value) return false;
    char *now = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    if (!now) {
        *memory = false;
        return false;
    }
    blank_numbers(now);
    bool same = strcmp(now, condition->shape) == 0;
    free(now);
    return same;
}

static bool holds(const struct reading *in, const struct alea_condition *condition, bool *memory) {
    bool lacks = false;
    if (!condition->equals) return keeps_shape(in, condition, memory);
    return alea_hole_value(condition->what, in->game, in->option, in->data, &lacks, NULL) ==
           alea_hole_value(condition->equals, in->game, in->option, in->data, &lacks, NULL);
}

/* What each rule says instead of its sentence; NULL without a scenario, and when out of memory, which *memory tells. */
static const char *const **find_otherwise(struct alea_loader *in, const struct reading *reading, bool *memory) {
    const struct alea_texts *texts = in->game->texts;
    if (!in->scenario) return NULL;
    const char *const **made = alea_arena_alloc(in->arena, ((size_t)texts->n_rules + 1) * sizeof *made);
    *memory = made != NULL;
    for (int i = 0; i < texts->n_conditions && *memory; i++) {
        const struct alea_condition *one = &texts->conditions[i];
        if (!made[one->rule] && !holds(reading, one, memory))
            made[one->rule] = one->otherwise[0] ? one->otherwise : texts->changed.in;
    }
    return made;
}

/* ---- Sentences --------------------------------------------------------------------------------------------------- */

/* What is not there under the options in play, such as the die of a siege without dice, is told as it is under the usual ones. */
const struct alea_sentences *alea_sentences_make(struct alea_loader *in, const struct alea_options *options) {
    const struct alea_texts *texts = in->game->texts;
    struct alea_sentences *made = alea_arena_alloc(in->arena, sizeof *made);
    int32_t *value = alea_arena_alloc(in->arena, ((size_t)texts->n_holes + 1) * sizeof *value);
    int32_t usual[ALEA_MAX_OPTIONS];
    const struct reading reading = {.game = in->game, .option = options->value, .data = in->data};
    bool memory = made && value;
    if (memory) made->otherwise = find_otherwise(in, &reading, &memory);
    if (!memory) return NULL;
    for (int i = 0; i < in->game->n_options; i++) usual[i] = in->game->options[i].standard;
    for (int i = 0; i < texts->n_holes; i++) {
        bool lacks = false;
        value[i] = alea_hole_value(texts->holes[i], in->game, options->value, in->data, &lacks, NULL);
        if (lacks) value[i] = alea_hole_value(texts->holes[i], in->game, usual, in->data, &lacks, NULL);
    }
    made->value = value;
    return made;
}

/* One of "one|two|many", where # is the number: the value's own, or the last one. */
static void say_choice(const char *words, const char *end, int32_t value, struct alea_text *text) {
    bool zero = strncmp(words, "0=", 2) == 0;
    if (zero) words += 2;
    for (int32_t n = zero ? 0 : 1;; n++) {
        const char *cut = memchr(words, '|', (size_t)(end - words));
        if (cut && n != value) {
            words = cut + 1;
            continue;
        }
        if (!cut) cut = end;
        while (words < cut) {
            size_t plain = strcspn(words, "#|}");
            alea_text_add_n(text, words, plain);
            words += plain;
            if (words == cut) return;
            alea_text_add_number(text, value);
            words++;
        }
        return;
    }
}

/* Fills the hole behind the brace; returns where it ends. */
static const char *fill(const struct alea_rules *rules, const char *at, struct alea_text *text) {
    char *words;
    long hole = strtol(at, &words, 10);
    const char *end = strchr(words, '}');
    int32_t value = rules->sentences && hole < rules->game->texts->n_holes ? rules->sentences->value[hole] : 0;
    if (*words == '|') say_choice(words + 1, end, value, text);
    else alea_text_add_number(text, value);
    return end + 1;
}

void alea_rule_say(const struct alea_rules *rules, alea_rule rule, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    if (rule >= texts->n_rules) return;
    const char *const *in = texts->rules[rule].in;
    if (rules->sentences && rules->sentences->otherwise && rules->sentences->otherwise[rule])
        in = rules->sentences->otherwise[rule];
    for (const char *at = in [text->lang]; *at;) {
        size_t plain = strcspn(at, "{");
        alea_text_add_n(text, at, plain);
        at += plain;
        if (at[0] == '{' && at[1] == '{') {
            ALEA_TEXT_ADD(text, "{");
            at += 2;
        } else if (at[0] == '{') {
            at = fill(rules, at + 1, text);
        }
    }
}
