/* SPDX-License-Identifier: MIT */
/* sentences.c - each hole in the sentences of a game's rules names a number that the game reads, and says what a scenario puts
 * there: `sentences GAME`. Each number of the data is made too large, which loading must refuse; then another one that loading
 * accepts, which the sentences must tell in both languages. Some can't be changed alone, others by no scenario that changes one
 * number and leaves the conditions of the sentence as they are: those are counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/engine/sentence.h"
#include "../src/engine/words.h"

enum { VARIANTS = 64, SENTENCE = 4000 };

struct bench {
    const struct alea_game *game;
    json_t *data, *pristine; /* what is changed, and what was there */
    struct alea_rules *usual[VARIANTS];
    int n;
    long numbers, told, otherwise, alone, wrong;
};

static void fail(struct bench *bench, const char *what, int hole, const char *more) {
    printf("# %s: '%s' %s\n", what, bench->game->texts->holes[hole], more);
    bench->wrong++;
}

/* ---- Rules of a variant ---------------------------------------------------------------------------------------------- */

static struct alea_rules *rules_of(const struct bench *bench, int variant, const struct alea_scenario *scenario) {
    const struct alea_variant *at = &bench->game->variants[variant];
    struct alea_words words;
    alea_words_split(&words, at->options);
    return alea_rules_new(bench->game, at->seats, words.at, words.n, scenario, NULL);
}

/* The rules under a scenario with the tables that are not as they were; NULL if they are refused. */
static struct alea_rules *changed_rules(const struct bench *bench, int variant) {
    json_t *tables = json_object(), *table;
    const char *key;
    json_object_foreach(bench->data, key, table) {
        if (!json_equal(table, json_object_get(bench->pristine, key))) json_object_set(tables, key, table);
    }
    json_t *whole = json_pack("{s:s, s:i, s:s, s:s, s:o}", "format", "alea.scenario", "version", 1, "game", bench->game->id,
                              "name", "changed", "replace", tables);
    char *bytes = json_dumps(whole, JSON_COMPACT);
    json_decref(whole);
    if (!bytes) abort();
    const struct alea_scenario scenario = {.name = "changed", .bytes = bytes, .n_bytes = strlen(bytes)};
    struct alea_rules *rules = rules_of(bench, variant, &scenario);
    free(bytes);
    return rules;
}

/* ---- Sentences ------------------------------------------------------------------------------------------------------- */

static void say(const struct alea_rules *rules, int rule, int lang, char out[SENTENCE]) {
    struct alea_text text;
    alea_text_init(&text, SENTENCE - 1, (enum alea_lang)lang);
    alea_rule_say(rules, (alea_rule)rule, &text);
    snprintf(out, SENTENCE, "%s", alea_text_str(&text));
    alea_text_clear(&text);
}

static bool has_number(const char *text, int32_t number) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", (int)number);
    size_t n = strlen(digits);
    for (const char *at = text; (at = strstr(at, digits)); at++)
        if ((at == text || at[-1] < '0' || at[-1] > '9') && (at[n] < '0' || at[n] > '9')) return true;
    return false;
}

static bool has_conditions(const struct alea_texts *texts, int rule) {
    for (int i = 0; i < texts->n_conditions; i++)
        if (texts->conditions[i].rule == rule) return true;
    return false;
}

/* Does a template say the number of a hole whatever it is: "{7}", or "{7|# man|# men}"? */
static bool says_number(const char *template_, int hole) {
    char front[16];
    size_t n = (size_t)snprintf(front, sizeof front, "{%d", hole);
    for (const char *at = template_; (at = strstr(at, front)); at++) {
        if (at[n] == '}') return true;
        int choices = 0, numbers = 0;
        for (const char *in = at + n; at[n] == '|' && *in != '}'; in++) {
            choices += *in == '|';
            numbers += *in == '#';
        }
        if (choices && numbers >= choices) return true;
    }
    return false;
}

/* All sentences with this hole tell its new value, or that all is otherwise. False: a sentence stays as it was. */
static bool all_tell(struct bench *bench, int hole, const struct alea_rules *usual, const struct alea_rules *now,
                     int32_t value) {
    const struct alea_texts *texts = bench->game->texts;
    char plain[16], choice[16], before[SENTENCE], after[SENTENCE];
    snprintf(plain, sizeof plain, "{%d}", hole);
    snprintf(choice, sizeof choice, "{%d|", hole);
    bool otherwise = false;
    for (int rule = 1; rule < texts->n_rules; rule++)
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            const char *template_ = texts->rules[rule].in[lang];
            if (!strstr(template_, plain) && !strstr(template_, choice)) continue;
            say(usual, rule, lang, before);
            say(now, rule, lang, after);
            if (strcmp(before, after) == 0) return false;
            if (!says_number(template_, hole) || has_number(after, value)) continue;
            if (!has_conditions(texts, rule)) return false;
            otherwise = true;
        }
    bench->otherwise += otherwise;
    bench->told += !otherwise;
    return true;
}

/* ---- One number ------------------------------------------------------------------------------------------------------ */

/* Is a number that no table may hold refused there? Then the game reads it. */
static bool is_read(const struct bench *bench, json_t *number) {
    json_int_t was = json_integer_value(number);
    bool refused = false;
    json_integer_set(number, INT64_C(1) << 40);
    for (int variant = 0; variant < bench->n && !refused; variant++) {
        struct alea_rules *rules = changed_rules(bench, variant);
        refused = !rules;
        alea_rules_free(rules);
    }
    json_integer_set(number, was);
    return refused;
}

/* True if a scenario with another number there was accepted, and all is well. */
static bool is_told(struct bench *bench, int hole, json_t *number, bool *accepted) {
    static const int steps[] = {1, -1, 2, -2, 5, -5, 10, -10, 50, -50};
    json_int_t was = json_integer_value(number);
    bool told = false;
    for (size_t i = 0; i < ALEA_LEN(steps) && !told; i++) {
        json_integer_set(number, was + steps[i]);
        for (int variant = 0; variant < bench->n && !told; variant++) {
            struct alea_rules *rules = changed_rules(bench, variant);
            if (!rules) continue;
            bool lacks = false;
            const int32_t *option = rules->options.value;
            int32_t value = alea_hole_value(bench->game->texts->holes[hole], bench->game, option, bench->data, &lacks, NULL);
            *accepted |= !lacks;
            told = !lacks && all_tell(bench, hole, bench->usual[variant], rules, value);
            alea_rules_free(rules);
        }
    }
    json_integer_set(number, was);
    return told;
}

static void check_number(struct bench *bench, int hole, json_t *number) {
    bool accepted = false;
    bench->numbers++;
    if (!is_read(bench, number)) fail(bench, "the game does not read", hole, "of its data: no scenario changes it");
    else if (is_told(bench, hole, number, &accepted)) return;
    else if (accepted) fail(bench, "changed by a scenario", hole, "is not told in its sentences");
    else bench->alone++;
}

static void check_hole(struct bench *bench, int hole) {
    json_t *done[ALEA_HOLE_NUMBERS];
    int n = 0;
    bool there = false;
    for (int variant = 0; variant < bench->n; variant++) {
        struct alea_hole_read read = {.n = 0};
        bool lacks = false;
        alea_hole_value(bench->game->texts->holes[hole], bench->game, bench->usual[variant]->options.value, bench->data,
                        &lacks, &read);
        if (lacks) continue;
        there = true;
        for (int i = 0; i < read.n && n < ALEA_HOLE_NUMBERS; i++) {
            bool again = false;
            for (int j = 0; j < n; j++) again |= done[j] == read.at[i];
            if (again) continue;
            done[n++] = read.at[i];
            check_number(bench, hole, read.at[i]);
        }
    }
    if (!there) fail(bench, "nothing of the data fills", hole, "under any options");
}

/* ---- Conditions ------------------------------------------------------------------------------------------------------ */

/* A scenario that puts a table where it was leaves all sentences as they are. */
static void check_conditions(struct bench *bench) {
    char before[SENTENCE], after[SENTENCE];
    const char *key;
    json_t *table;
    struct alea_rules *same = NULL;
    json_object_foreach(bench->data, key, table) {
        json_t *taken = json_incref(json_object_get(bench->pristine, key));
        json_object_del(bench->pristine, key); /* so that it counts as changed */
        same = changed_rules(bench, 0);
        json_object_set_new(bench->pristine, key, taken);
        if (same) break;
    }
    for (int rule = 1; same && rule < bench->game->texts->n_rules; rule++)
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            say(bench->usual[0], rule, lang, before);
            say(same, rule, lang, after);
            if (!strcmp(before, after)) continue;
            printf("# its condition does not hold as things are: %s\n", before);
            bench->wrong++;
        }
    bench->wrong += !same;
    alea_rules_free(same);
}

int main(int argc, char **argv) {
    struct bench bench = {.game = argc > 1 ? alea_game_find(argv[1]) : NULL};
    if (!bench.game) return 2;
    size_t n_bytes;
    const char *bytes = alea_game_data(bench.game, &n_bytes);
    bench.data = json_loadb(bytes, n_bytes, 0, NULL);
    bench.pristine = json_deep_copy(bench.data);
    while (bench.n < VARIANTS && bench.game->variants[bench.n].seats) {
        bench.usual[bench.n] = rules_of(&bench, bench.n, NULL);
        if (!bench.usual[bench.n++]) return 2;
    }
    for (int hole = 0; hole < bench.game->texts->n_holes; hole++) check_hole(&bench, hole);
    check_conditions(&bench);
    for (int variant = 0; variant < bench.n; variant++) alea_rules_free(bench.usual[variant]);
    json_decref(bench.data);
    json_decref(bench.pristine);
    printf("# %s: %d holes, %ld numbers: %ld told anew, %ld told otherwise, %ld can't be changed alone\n", bench.game->id,
           bench.game->texts->n_holes, bench.numbers, bench.told, bench.otherwise, bench.alone);
    printf("%s 1 - sentences of %s\n1..1\n", bench.wrong ? "not ok" : "ok", bench.game->id);
    return 0;
}
