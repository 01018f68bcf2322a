/* SPDX-License-Identifier: MIT */
/* report_names.c - what the report calls games, seats, bots and variants: in the words of the game where it is built in, else as the
 * file has them. */
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "report_page.h"
#include "text.h"
#include "words.h"

enum { MAX_NAME = 400 };

const char *report_game(const struct report *report) {
    return report->game ? report->game->texts->title.in[report->lang] : report->result->game;
}

const char *report_game_brief(struct report *report) {
    const char *title = report_game(report);
    char words[MAX_NAME];
    snprintf(words, sizeof words, "%.*s", (int)strcspn(title, ":"), title);
    return report->game ? report_keep(report, words) : title;
}

const char *report_phrase(const struct report *report, const struct result_phrase *phrase) {
    return phrase->in[report->lang][0] ? phrase->in[report->lang] : phrase->id;
}

/* The name that the game has for the seat, if it has one. */
static const char *side(const struct report *report, int seat) {
    if (!report->rules) return NULL;
    struct alea_names names = alea_names_of(report->rules, report->game->seat_set);
    return names.n == report->result->seats && seat < names.n ? names.at[seat].in[report->lang] : NULL;
}

const char *report_seat(struct report *report, const char *letter) {
    const char *name = side(report, alea_seat_read(letter));
    return name ? name : report_fill(report, REPORT_LABEL_SEAT, letter, NULL);
}

/* ---- Variants: "siege=standard" --------------------------------------------------------------------------------------- */

/* The words of the value, if `pair` is an option of the game's. */
static const char *option_words(const struct report *report, const char *pair) {
    const struct alea_texts *texts = report->game ? report->game->texts : NULL;
    for (int i = 0; texts && i < texts->n_options; i++)
        if (strcmp(texts->options[i].id, pair) == 0) return texts->options[i].in[report->lang];
    return NULL;
}

/* Takes the next "key=value" off a name; false at its end. */
static bool next_pair(const char **name, char pair[MAX_NAME]) {
    *name += strspn(*name, " ,");
    size_t n = strcspn(*name, " ,");
    snprintf(pair, MAX_NAME, "%.*s", (int)n, *name);
    *name += n;
    return n > 0;
}

const char *report_variant_whole(struct report *report, int variant) {
    const char *name = report->result->variant[variant].name;
    char pair[MAX_NAME], words[2 * MAX_NAME] = "";
    size_t n = 0;
    for (const char *at = name; next_pair(&at, pair);) {
        const char *told = option_words(report, pair);
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", n ? ", " : "", told ? told : pair);
        if (n >= sizeof words) return name; /* too long to be told in words */
    }
    return n ? report_keep(report, words) : report_fill(report, REPORT_LABEL_STANDARD, NULL);
}

/* The length of the words without what stands in brackets at their end. */
static size_t brief_length(const char *words) {
    const char *bracket = strstr(words, " ("), *end = bracket ? strchr(bracket, ')') : NULL;
    return end && bracket > words && !end[1] ? (size_t)(bracket - words) : strlen(words);
}

static bool brief_tells_apart(struct report *report) {
    for (int i = 0; i < report->result->n_variants; i++) {
        const char *one = report_variant_whole(report, i);
        for (int j = 0; j < i; j++) {
            const char *other = report_variant_whole(report, j);
            if (brief_length(one) == brief_length(other) && strncmp(one, other, brief_length(one)) == 0) return false;
        }
    }
    return true;
}

/* Made for all at once. */
static void name_variants(struct report *report) {
    int n = report->result->n_variants;
    report->variant = report_room(report, (size_t)n, sizeof *report->variant);
    if (!report->variant) return;
    bool brief = brief_tells_apart(report);
    for (int i = 0; i < n; i++) {
        const char *whole = report_variant_whole(report, i);
        char words[2 * MAX_NAME];
        snprintf(words, sizeof words, "%.*s", (int)(brief ? brief_length(whole) : strlen(whole)), whole);
        report->variant[i] = report_keep(report, words);
    }
}

const char *report_variant(struct report *report, int variant) {
    if (!report->variant) name_variants(report);
    return report->variant ? report->variant[variant] : "";
}

const char *report_variant_about(struct report *report) {
    char pair[MAX_NAME];
    const char *at = report->result->variant[0].name, *words = "";
    while (next_pair(&at, pair)) {
        pair[strcspn(pair, "=")] = 0;
        const char *told = option_words(report, pair);
        if (told) words = *words ? report_fill(report, REPORT_LABEL_SENTENCES, words, told, NULL) : told;
    }
    return words;
}

const char *report_variant_keys(struct report *report) {
    char pair[MAX_NAME], words[2 * MAX_NAME] = "";
    size_t n = 0;
    for (const char *at = report->result->variant[0].name; next_pair(&at, pair);) {
        size_t key;
        if (!alea_word_value(pair, &key)) return "";
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%.*s", n ? ", " : "", (int)key, pair);
        if (n >= sizeof words) return "";
    }
    return report_keep(report, words);
}

/* ---- Line-ups --------------------------------------------------------------------------------------------------------- */

bool report_one_line_up(const struct report *report) {
    const struct result_cell *first = &report->result->cell[0];
    for (int i = 1; i < report->result->n_cells; i++) {
        const struct result_cell *cell = &report->result->cell[i];
        if (cell->n_bots != first->n_bots || memcmp(cell->bot, first->bot, sizeof cell->bot) != 0) return false;
    }
    return true;
}

const char *report_bots(struct report *report, const struct result_cell *cell) {
    const char *words = report->result->bot[cell->bot[0]];
    for (int i = 1; i < cell->n_bots; i++)
        words = report_fill(report, REPORT_LABEL_AND_SO_ON, words, report->result->bot[cell->bot[i]], NULL);
    return words;
}

const char *report_cell(struct report *report, int cell) {
    const struct result_cell *one = &report->result->cell[cell];
    if (report->result->n_cells == 1) return report_bots(report, one);
    bool same = report_one_line_up(report);
    if (same || report->result->n_variants == 1)
        return same ? report_variant(report, one->variant) : report_bots(report, one);
    return report_fill(report, REPORT_LABEL_BOTS_AND_VARIANT, report_bots(report, one), report_variant(report, one->variant),
                       NULL);
}
