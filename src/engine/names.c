/* SPDX-License-Identifier: MIT */
/* names.c - see names.h. */
#include "names.h"
#include "engine_text.h"
#include "error.h"

#include <string.h>

enum { LONGEST = 40, BEGUN = 3 /* how far a word stands from its beginning */ };

struct alea_names alea_names_of(const struct alea_rules *rules, int set) {
    static const struct alea_names none = {.at = NULL, .n = 0};
    if (!rules || !rules->game || set < ALEA_SET_GAME) return none;
    const struct alea_texts *texts = rules->game->texts;
    int list = set - ALEA_SET_GAME - texts->n_sets;
    if (list < 0) return rules->game->names(rules->tables, set);
    return list < texts->n_lists ? texts->lists[list] : none;
}

bool alea_set_names_zero(int set) { return set == ALEA_SET_SEAT || set >= ALEA_SET_GAME; }

static char small(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter; }

bool alea_word_same(const char *a, const char *b) {
    while (*a && small(*a) == small(*b)) a++, b++;
    return *a == *b;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Distance by the usual table, of which three rows are enough. */
static int distance(const char *a, size_t n_a, const char *b, size_t n_b) {
    int rows[3][LONGEST + 1];
    int *above2 = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n_b; j++) above[j] = above2[j] = (int)j;
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= n_b; j++) {
            bool same = small(a[i - 1]) == small(b[j - 1]);
            int best = least(above[j - 1] + (same ? 0 : 1), 1 + least(above[j], row[j - 1]));
            bool swapped = i > 1 && j > 1 && small(a[i - 1]) == small(b[j - 2]) && small(a[i - 2]) == small(b[j - 1]);
            row[j] = swapped ? least(best, above2[j - 2] + 1) : best;
        }
        int *oldest = above2;
        above2 = above;
        above = row;
        row = oldest;
    }
    return above[n_b];
}

void alea_nearest_offer(struct alea_nearest *nearest, const char *candidate) {
    size_t n_word = strlen(nearest->word), n_candidate = strlen(candidate);
    if (n_word == 0 || n_word > LONGEST || n_candidate > LONGEST) return;
    /* Of three letters two are right: "--foo" is no "--bot". */
    int near_enough = ((int)(n_candidate - strspn(candidate, "-")) + 1) / 3;
    int d = distance(nearest->word, n_word, candidate, n_candidate);
    /* A word that was begun but not finished is near, whatever its length. */
    bool begun = n_word >= 3 && n_word < n_candidate && strncmp(nearest->word, candidate, n_word) == 0;
    if (begun) d = least(d, BEGUN);
    if ((d > near_enough && !begun) || d >= (int)n_candidate) return;
    if (nearest->best && d >= nearest->distance) return;
    nearest->best = candidate;
    nearest->distance = d;
}

struct alea_reason alea_nearest_hint(const struct alea_nearest *nearest, const struct alea_error *error) {
    if (!nearest->best) return (struct alea_reason){.at = ""};
    return alea_reason(error, ENGINE_SAY_WORD_NEAR, nearest->best);
}
