/* SPDX-License-Identifier: MIT */
/* report_answer.c - the head of the page: the question, the answer in a sentence with its uncertainty, and who played how much. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_page.h"

static const double UNSEEN = 5e-4; /* less would be told as 0.0% */

static const char *bot_of(const struct report *report, const struct result_cell *cell, int place) {
    return report->result->bot[cell->score[place].bot];
}

/* What all would take if all were alike. */
double report_fair_share(const struct report *report) { return 1.0 / report->result->seats; }

static bool is_duel(const struct report *report) {
    return report->result->seats == 2 && report->result->cell[0].n_scores == 2;
}

/* "greedy, normal": all of a line-up but the first. */
static const char *others(struct report *report, const struct result_cell *cell) {
    const char *words = "";
    for (int i = 1; i < cell->n_scores; i++)
        words = i == 1 ? bot_of(report, cell, i)
                       : report_fill(report, REPORT_LABEL_AND_SO_ON, words, bot_of(report, cell, i), NULL);
    return words;
}

/* ---- Questions -------------------------------------------------------------------------------------------------------- */

/* "75%" */
static const char *share_words(struct report *report, double share) {
    return report_fill(report, REPORT_LABEL_PLAIN, report_share(report, share).at, NULL);
}

const char *report_question(struct report *report) {
    const struct result *result = report->result;
    const struct result_cell *cell = &result->cell[0];
    const char *game = report_game_brief(report), *keys;
    switch (result->kind) {
    case RESULT_TOURNAMENT: return report_fill(report, REPORT_LABEL_ASK_TOURNAMENT, game, NULL);
    case RESULT_COMPARE:
    case RESULT_SWEEP:
        keys = report_variant_keys(report);
        if (!*keys) return report_fill(report, REPORT_LABEL_ASK_VARIANTS, game, NULL);
        return report_fill(report, REPORT_LABEL_ASK_COMPARE, game, keys, NULL);
    case RESULT_MATCH:
    case RESULT_KINDS: break;
    }
    if (cell->n_scores < 2) return report_fill(report, REPORT_LABEL_ASK_ALONE, game, bot_of(report, cell, 0), NULL);
    if (result->test)
        return report_fill(report, REPORT_LABEL_ASK_TEST, game, bot_of(report, cell, 0), others(report, cell),
                           share_words(report, result->test->high), NULL);
    return report_fill(report, is_duel(report) ? REPORT_LABEL_ASK_DUEL : REPORT_LABEL_ASK_MATCH, game,
                       bot_of(report, cell, 0), others(report, cell), NULL);
}

/* ---- Answers: a match ------------------------------------------------------------------------------------------------- */

static void answer_test(struct report *report, const struct result_cell *cell) {
    const struct result_test *test = report->result->test;
    const struct result_figure *share = &cell->score[0].share;
    int label = test->decision > 0   ? REPORT_LABEL_TEST_HIGH
                : test->decision < 0 ? REPORT_LABEL_TEST_LOW
                                     : REPORT_LABEL_TEST_OPEN;
    report_say(report, label, bot_of(report, cell, 0), report_value(report, REPORT_SHARE, 0, share->mean).at,
               report_interval(report, REPORT_SHARE, 0, share).at, share_words(report, test->high),
               share_words(report, test->low), report_whole(report, test->blocks).at, NULL);
}

static void answer_match(struct report *report) {
    const struct result_cell *cell = &report->result->cell[0];
    const struct result_figure *share = &cell->score[0].share;
    double fair = report_fair_share(report);
    if (report->result->test) {
        answer_test(report, cell);
        return;
    }
    int verdict = share->low > fair ? 0 : share->high < fair ? 1 : 2;
    static const int labels[2][3] = {{REPORT_LABEL_MORE_THAN_FAIR, REPORT_LABEL_LESS_THAN_FAIR, REPORT_LABEL_AS_FAIR},
                                     {REPORT_LABEL_STRONGER, REPORT_LABEL_WEAKER, REPORT_LABEL_EVEN}};
    report_say(report, labels[is_duel(report)][verdict], bot_of(report, cell, 0), others(report, cell),
               report_value(report, REPORT_SHARE, 0, share->mean).at, report_interval(report, REPORT_SHARE, 0, share).at,
               report_value(report, REPORT_SHARE, 0, fair).at, report_value(report, REPORT_COUNT, 2, share->mean / fair).at,
               NULL);
    const struct result_figure *elo = &cell->score[0].elo;
    if (!is_duel(report) || isnan(elo->mean)) return;
    report_raw(report, " ");
    report_say(report, REPORT_LABEL_IN_ELO, report_value(report, REPORT_RATING, 0, elo->mean).at,
               report_interval(report, REPORT_RATING, 0, elo).at, NULL);
}

/* ---- Answers: a tournament -------------------------------------------------------------------------------------------- */

static int higher_rating(const void *a, const void *b) {
    const struct result_rating *one = a, *other = b;
    return (one->figure.mean < other->figure.mean) - (one->figure.mean > other->figure.mean);
}

static void answer_tournament(struct report *report) {
    struct result *result = report->result;
    if (result->n_ratings < 2) {
        report_say(report, REPORT_LABEL_NO_RATINGS, NULL);
        return;
    }
    qsort(result->rating, (size_t)result->n_ratings, sizeof *result->rating, higher_rating);
    const struct result_rating *best = &result->rating[0], *next = &result->rating[1];
    const struct result_rating *last = &result->rating[result->n_ratings - 1];
    bool clear = best->figure.low > next->figure.high;
    report_say(report, clear ? REPORT_LABEL_BEST : REPORT_LABEL_BEST_PERHAPS, result->bot[best->bot], result->bot[last->bot],
               report_value(report, REPORT_RATING, 0, best->figure.mean).at,
               report_interval(report, REPORT_RATING, 0, &best->figure).at, result->bot[next->bot], NULL);
}

/* ---- Answers: variants ------------------------------------------------------------------------------------------------ */

/* A figure of each variant, told as a range from its smallest to its largest. */
struct spread {
    int low, high; /* variants; -1: nothing is known */
    struct result_figure at_low, at_high;
};

static double width(const struct spread *spread) {
    return spread->low < 0 ? -1 : spread->at_high.mean - spread->at_low.mean;
}

static void take(struct spread *spread, int variant, const struct result_figure *figure) {
    if (isnan(figure->mean)) return;
    if (spread->low < 0 || figure->mean < spread->at_low.mean) spread->low = variant, spread->at_low = *figure;
    if (spread->high < 0 || figure->mean > spread->at_high.mean) spread->high = variant, spread->at_high = *figure;
}

/* The spread of a seat's score over variants, or of the rounds for -1; from the games of the first line-up alone. */
static struct spread spread_of(const struct report *report, int seat) {
    const struct result *result = report->result;
    struct spread spread = {.low = -1, .high = -1};
    for (int i = 0; i < result->n_cells; i++) {
        const struct result_cell *cell = &result->cell[i];
        if (memcmp(cell->bot, result->cell[0].bot, sizeof cell->bot) != 0) continue;
        if (seat < 0) take(&spread, cell->variant, &cell->rounds);
        else if (seat < cell->n_seats) take(&spread, cell->variant, &cell->seat[seat].share);
    }
    return spread;
}

/* True if the largest difference of that kind is beyond chance. */
static void add_verdict(struct report *report, const char *letter, enum report_unit unit) {
    const struct result *result = report->result;
    const struct result_difference *largest = NULL;
    int n = 0;
    for (int i = 0; i < result->n_differences; i++) {
        const struct result_difference *one = &result->difference[i];
        if (!report_is_about(one, letter) || isnan(one->figure.mean)) continue;
        n++;
        if (!largest || fabs(one->figure.mean) > fabs(largest->figure.mean)) largest = one;
    }
    if (!largest || fabs(largest->figure.mean) < UNSEEN) return;
    struct result_figure figure = largest->figure;
    int more = largest->b, less = largest->a;
    if (figure.mean < 0) {
        figure = (struct result_figure){-figure.mean, -figure.high, -figure.low};
        more = largest->a, less = largest->b;
    }
    bool beyond = report_beyond_chance(&figure, n);
    report_raw(report, " ");
    report_say(report, beyond ? REPORT_LABEL_BEYOND_CHANCE : REPORT_LABEL_WITHIN_CHANCE, report_variant(report, more),
               report_variant(report, less), report_value(report, unit, 2, figure.mean).at,
               report_interval(report, unit, 2, &figure).at,
               report_fill(report, unit == REPORT_POINTS ? REPORT_LABEL_UNIT_POINTS : REPORT_LABEL_UNIT_ROUNDS, NULL), NULL);
}

static void answer_variants(struct report *report) {
    const struct result *result = report->result;
    struct spread widest = spread_of(report, 0), rounds = spread_of(report, -1);
    int seat = 0, seats = result->cell[0].n_seats > 2 ? result->cell[0].n_seats : 1; /* two share what there is */
    for (int i = 1; i < seats; i++) {
        struct spread one = spread_of(report, i);
        if (width(&one) > width(&widest)) widest = one, seat = i;
    }
    const char *letter = result->cell[0].seat[seat].letter;
    bool same = widest.low >= 0 && width(&widest) < UNSEEN;
    if (same)
        report_say(report, REPORT_LABEL_SEAT_SAME, report_seat(report, letter),
                   report_value(report, REPORT_SHARE, 0, widest.at_low.mean).at, NULL);
    else if (widest.low >= 0)
        report_say(report, REPORT_LABEL_SEAT_SPREAD, report_seat(report, letter),
                   report_value(report, REPORT_SHARE, 0, widest.at_low.mean).at, report_variant(report, widest.low),
                   report_value(report, REPORT_SHARE, 0, widest.at_high.mean).at, report_variant(report, widest.high), NULL);
    add_verdict(report, letter, REPORT_POINTS);
    if (rounds.low < 0) return;
    report_raw(report, "</p>\n<p class=\"more\">");
    int decimals = report_decimals(rounds.at_high.mean);
    report_say(report, REPORT_LABEL_ROUNDS_SPREAD, report_value(report, REPORT_COUNT, decimals, rounds.at_low.mean).at,
               report_variant(report, rounds.low), report_value(report, REPORT_COUNT, decimals, rounds.at_high.mean).at,
               report_variant(report, rounds.high), NULL);
    add_verdict(report, NULL, REPORT_DIFFERENCE);
}

/* ---- The head --------------------------------------------------------------------------------------------------------- */

static void add_fact(struct report *report, int label, const char *words) {
    report_raw(report, "<div><dt>");
    report_say(report, label, NULL);
    report_raw(report, "</dt><dd>");
    report_text(report, words);
    report_raw(report, "</dd></div>");
}

/* "hard, greedy": all that played. */
static const char *all_bots(struct report *report) {
    const struct result *result = report->result;
    const char *words = result->bot[0];
    for (int i = 1; i < result->n_bots; i++)
        words = report_fill(report, REPORT_LABEL_AND_SO_ON, words, result->bot[i], NULL);
    return words;
}

static void add_facts(struct report *report) {
    const struct result *result = report->result;
    report_raw(report, "<dl class=\"facts\">");
    add_fact(report, REPORT_LABEL_FACT_GAMES, report_whole(report, result->games).at);
    add_fact(report, REPORT_LABEL_FACT_BOTS, all_bots(report));
    if (result->n_variants > 1) add_fact(report, REPORT_LABEL_FACT_VARIANTS, report_whole(report, result->n_variants).at);
    add_fact(report, REPORT_LABEL_FACT_BLOCKS,
             report_fill(report, REPORT_LABEL_BLOCKS_OF, report_whole(report, result->blocks).at,
                         report_whole(report, result->block_games).at, NULL));
    report_raw(report, "</dl>\n");
}

/* What the variants are about, and what they are called. */
static void add_variants(struct report *report) {
    if (report->result->n_variants < 2) return;
    report_raw(report, "<div class=\"about\"><p>");
    report_text(report, report_variant_about(report));
    report_raw(report, "</p><ul>");
    for (int i = 0; i < report->result->n_variants; i++) {
        report_raw(report, "<li>");
        report_text(report, report_variant(report, i));
        report_raw(report, "</li>");
    }
    report_raw(report, "</ul></div>\n");
}

static void add_notices(struct report *report) {
    const struct result *result = report->result;
    long unfinished = 0, games = 0;
    for (int i = 0; i < result->n_cells; i++) unfinished += result->cell[i].unfinished, games += result->cell[i].games;
    if (result->stopped == RESULT_INTERRUPTED) {
        report_raw(report, "<p class=\"notice\">");
        report_say(report, REPORT_LABEL_INTERRUPTED, NULL);
        report_raw(report, "</p>\n");
    }
    if (unfinished == 0) return;
    report_raw(report, "<p class=\"notice\">");
    report_say(report, REPORT_LABEL_UNFINISHED, report_whole(report, unfinished).at, report_whole(report, games).at, NULL);
    report_raw(report, "</p>\n");
}

void report_answer(struct report *report) {
    report_raw(report, "<h1>");
    report_text(report, report_question(report));
    report_raw(report, "</h1>\n");
    add_variants(report);
    report_raw(report, "<p class=\"answer\">");
    switch (report->result->kind) {
    case RESULT_TOURNAMENT: answer_tournament(report); break;
    case RESULT_COMPARE:
    case RESULT_SWEEP: answer_variants(report); break;
    case RESULT_MATCH:
    case RESULT_KINDS: answer_match(report); break;
    }
    report_raw(report, "</p>\n<p class=\"more\">");
    report_say(report, REPORT_LABEL_STRENGTH, all_bots(report), NULL);
    report_raw(report, "</p>\n");
    add_notices(report);
    add_facts(report);
}
