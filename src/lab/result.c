/* SPDX-License-Identifier: MIT */
/* result.c - what came of a run as JSON: docs/lab.md describes it. It depends on the samples alone. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "lab.h"
#include "match.h"
#include "names.h"
#include "text.h"

double lab_elo(double share) { return 400 * log10(share / (1 - share)); }

/* ---- Small things ------------------------------------------------------------------------------------------------------ */

static json_t *real(double number) { return isfinite(number) ? json_real(number + 0.0) : json_null(); }

static void set_interval(json_t *object, struct lab_interval interval) {
    json_object_set_new(object, "mean", real(interval.mean));
    json_object_set_new(object, "low", interval.known ? real(interval.low) : json_null());
    json_object_set_new(object, "high", interval.known ? real(interval.high) : json_null());
}

/* Words of whoever asked, with the names of files in them: what is no UTF-8 becomes question marks, for JSON would not take it. */
static json_t *given_json(const char *words) {
    char clean[sizeof(((const struct lab_plan *)NULL)->command)];
    json_t *string = json_string(words);
    if (string) return string;
    (void)alea_line_clean(words, strlen(words), clean, sizeof clean);
    return json_string(clean);
}

static json_t *words_json(const char *it, const char *en) { return json_pack("{s:s, s:s}", "it", it, "en", en); }

/* An index of a set: its id and its words. */
static json_t *name_json(const struct alea_rules *rules, int set, int index) {
    struct alea_text id, in[ALEA_LANGS];
    alea_text_init(&id, 4096, ALEA_EN);
    if (set != ALEA_SET_NONE) alea_value_id(rules, set, index, &id);
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        alea_text_init(&in[lang], 4096, (enum alea_lang)lang);
        if (set != ALEA_SET_NONE) alea_name_say(rules, set, index, &in[lang]);
    }
    json_t *words = words_json(alea_text_str(&in[ALEA_IT]), alea_text_str(&in[ALEA_EN]));
    json_t *name = json_pack("{s:s, s:o}", "id", alea_text_str(&id), "words", words);
    alea_text_clear(&id);
    for (int lang = 0; lang < ALEA_LANGS; lang++) alea_text_clear(&in[lang]);
    return name;
}

static const struct alea_rules *rules_of(const struct lab_sums *sums, int cell) {
    return sums->plan->variant[sums->plan->cell[cell].variant].rules;
}

/* ---- A cell ------------------------------------------------------------------------------------------------------------ */

static json_t *score_json(const struct lab_sums *sums, int c) {
    const struct lab_cell *cell = &sums->plan->cell[c];
    json_t *scores = json_array();
    for (int who = 0; who < cell->n_who; who++) {
        const struct lab_who *of = &sums->cell[c].who[who];
        struct lab_interval share = lab_interval_share(&of->score);
        int seats = 0;
        for (int i = 0; i < sums->plan->seats; i++) seats += cell->bot[i] == cell->who[who];
        json_t *score = json_pack("{s:i, s:i}", "bot", cell->who[who], "seats", seats);
        set_interval(score, share);
        json_object_set_new(score, "won", json_integer(of->won));
        json_object_set_new(score, "drawn", json_integer(of->drawn));
        json_object_set_new(score, "lost", json_integer(of->lost));
        if (sums->plan->seats == 2 && cell->n_who == 2) {
            json_object_set_new(score, "elo", real(lab_elo(share.mean)));
            json_object_set_new(score, "elo_low", share.known ? real(lab_elo(share.low)) : json_null());
            json_object_set_new(score, "elo_high", share.known ? real(lab_elo(share.high)) : json_null());
        }
        json_array_append_new(scores, score);
    }
    return scores;
}

static json_t *seats_json(const struct lab_sums *sums, int c) {
    json_t *seats = json_array();
    for (int i = 0; i < sums->plan->seats; i++) {
        char letters[3];
        alea_seat_letters(i, letters);
        json_t *seat = json_pack("{s:s, s:I}", "seat", letters, "wins", (json_int_t)sums->cell[c].seat_wins[i]);
        set_interval(seat, lab_interval_share(&sums->cell[c].seat[i]));
        json_array_append_new(seats, seat);
    }
    return seats;
}

static json_t *rounds_json(const struct lab_cell_sums *cell) {
    json_t *rounds = json_object(), *histogram = json_array();
    set_interval(rounds, lab_interval_mean(&cell->rounds));
    for (int i = 0; i <= LAB_MAX_ROUNDS; i++)
        if (cell->ended[i]) json_array_append_new(histogram, json_pack("[i, I]", i, (json_int_t)cell->ended[i]));
    json_object_set_new(rounds, "histogram", histogram);
    return rounds;
}

static json_t *ends_json(const struct lab_sums *sums, int c) {
    const struct alea_field *outcome = lab_ending(sums->plan->game);
    json_t *ends = json_array();
    for (int i = 0; outcome && i < LAB_ENDS; i++) {
        if (!sums->cell[c].end[i]) continue;
        json_t *end = name_json(rules_of(sums, c), outcome->value_set, i);
        json_object_set_new(end, "games", json_integer(sums->cell[c].end[i]));
        json_array_append_new(ends, end);
    }
    return ends;
}

/* ---- Statistics -------------------------------------------------------------------------------------------------------- */

static json_t *table_json(const struct alea_statistic *statistic, const struct lab_moments *moments,
                          json_t *value(const struct lab_moments *moments)) {
    json_t *table = json_array();
    for (int row = 0; row < statistic->rows; row++) {
        json_t *line = json_array();
        for (int col = 0; col < statistic->cols; col++)
            json_array_append_new(line, value(&moments[row * statistic->cols + col]));
        json_array_append_new(table, line);
    }
    return table;
}

static json_t *mean_json(const struct lab_moments *moments) {
    return moments->y > 0 ? real(lab_moments_mean(moments)) : json_null();
}
static json_t *low_json(const struct lab_moments *moments) {
    struct lab_interval interval = lab_interval_mean(moments);
    return interval.known ? real(interval.low) : json_null();
}
static json_t *high_json(const struct lab_moments *moments) {
    struct lab_interval interval = lab_interval_mean(moments);
    return interval.known ? real(interval.high) : json_null();
}
/* Games with such a number; of a share, what it is a share of. */
static json_t *number_json(const struct lab_moments *moments) {
    return moments->y == floor(moments->y) ? json_integer((json_int_t)moments->y) : real(moments->y);
}

static json_t *names_json(const struct alea_rules *rules, int set, int n) {
    json_t *names = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(names, name_json(rules, set, i));
    return names;
}

static json_t *statistics_json(const struct lab_sums *sums, int c) {
    const struct alea_game *game = sums->plan->game;
    const struct lab_moments *at = sums->cell[c].statistic;
    json_t *statistics = json_array();
    for (int s = 0; s < game->study.n_statistics; s++) {
        const struct alea_statistic *statistic = &game->study.statistics[s];
        json_t *of = statistic->of >= 0 ? json_string(game->study.statistics[statistic->of].id) : json_null();
        json_t *entry = json_pack("{s:s, s:o, s:o}", "id", statistic->id, "words",
                                  words_json(statistic->in[ALEA_IT], statistic->in[ALEA_EN]), "of", of);
        json_object_set_new(entry, "rows", names_json(rules_of(sums, c), statistic->row_set, statistic->rows));
        json_object_set_new(entry, "cols", names_json(rules_of(sums, c), statistic->col_set, statistic->cols));
        json_object_set_new(entry, "mean", table_json(statistic, at, mean_json));
        json_object_set_new(entry, "low", table_json(statistic, at, low_json));
        json_object_set_new(entry, "high", table_json(statistic, at, high_json));
        json_object_set_new(entry, "n", table_json(statistic, at, number_json));
        json_array_append_new(statistics, entry);
        at += statistic->rows * statistic->cols;
    }
    return statistics;
}

static json_t *cell_json(const struct lab_sums *sums, int c) {
    const struct lab_cell *cell = &sums->plan->cell[c];
    const struct lab_cell_sums *of = &sums->cell[c];
    json_t *bots = json_array(), *plies = json_object(), *means = json_array();
    for (int i = 0; i < sums->plan->seats; i++) json_array_append_new(bots, json_integer(cell->bot[i]));
    for (long block = 0; block < sums->blocks; block++) json_array_append_new(means, real(of->blocks_mean[block]));
    set_interval(plies, lab_interval_mean(&of->plies));
    return json_pack("{s:i, s:o, s:i, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "variant", cell->variant, "bots",
                     bots, "block_games", cell->games, "blocks", (json_int_t)sums->blocks, "games", (json_int_t)of->games,
                     "unfinished", (json_int_t)of->unfinished, "score", score_json(sums, c), "seats", seats_json(sums, c),
                     "rounds", rounds_json(of), "plies", plies, "ends", ends_json(sums, c), "statistics",
                     statistics_json(sums, c), "blocks_mean", means);
}

/* ---- The whole --------------------------------------------------------------------------------------------------------- */

static json_t *sprt_json(const struct lab_sums *sums) {
    static const char *const decisions[] = {[LAB_OPEN] = "none", [LAB_LOW] = "low", [LAB_HIGH] = "high"};
    const struct lab_sprt *sprt = &sums->sprt;
    if (!sums->plan->has_sprt) return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s, s:I}", "low", sprt->low, "high", sprt->high, "alpha",
                     sprt->alpha, "beta", sprt->beta, "llr", sprt->llr, "lower", lab_sprt_lower(sprt), "upper",
                     lab_sprt_upper(sprt), "decision", decisions[sprt->decision], "blocks", (json_int_t)sprt->n);
}

static void add_difference(json_t *differences, const struct lab_sums *sums, int a, int b, int figure, const char *what,
                           const char *who) {
    const struct lab_moments *moments = &sums->difference[lab_pair(sums->plan, a, b) * LAB_FIGURES + figure];
    json_t *difference = json_pack("{s:i, s:i, s:s, s:o}", "a", a, "b", b, "what", what, "who", given_json(who));
    set_interval(difference, lab_interval_mean(moments));
    json_array_append_new(differences, difference);
}

/* The differences b - a, paired by block. */
static json_t *differences_json(const struct lab_sums *sums) {
    const struct lab_plan *plan = sums->plan;
    const struct lab_cell *cell = &plan->cell[0];
    json_t *differences = json_array();
    for (int a = 0; a < plan->n_variants; a++) {
        for (int b = a + 1; b < plan->n_variants; b++) {
            for (int who = 0; who < cell->n_who && cell->n_who > 1; who++)
                add_difference(differences, sums, a, b, who, "bot", plan->bot[cell->who[who]].words);
            for (int seat = 0; seat < plan->seats; seat++) {
                char letters[3];
                alea_seat_letters(seat, letters);
                add_difference(differences, sums, a, b, ALEA_MAX_SEATS + seat, "seat", letters);
            }
            add_difference(differences, sums, a, b, 2 * ALEA_MAX_SEATS, "rounds", "");
            add_difference(differences, sums, a, b, 2 * ALEA_MAX_SEATS + 1, "plies", "");
        }
    }
    return differences;
}

static json_t *ratings_json(const struct lab_sums *sums) {
    struct lab_rating rating[LAB_MAX_BOTS];
    if (sums->plan->kind != LAB_TOURNAMENT) return json_null();
    lab_ratings(sums, rating);
    json_t *ratings = json_array();
    for (int b = 0; b < sums->plan->n_bots; b++)
        json_array_append_new(ratings, json_pack("{s:i, s:o, s:o, s:o}", "bot", b, "rating", real(rating[b].rating), "low",
                                                 rating[b].known ? real(rating[b].low) : json_null(), "high",
                                                 rating[b].known ? real(rating[b].high) : json_null()));
    return ratings;
}

static json_t *variants_json(const struct lab_plan *plan) {
    json_t *variants = json_array();
    for (int v = 0; v < plan->n_variants; v++) {
        const struct lab_variant *variant = &plan->variant[v];
        json_array_append_new(variants,
                              json_pack("{s:o, s:s, s:o}", "name", given_json(variant->name), "options", variant->options,
                                        "set", variant->set[0] ? given_json(variant->set) : json_null()));
    }
    return variants;
}

char *lab_result(const struct lab_sums *sums, enum lab_stopped stopped) {
    static const char *const kinds[] = {"match", "tournament", "compare", "sweep"};
    static const char *const ways[] = {
        [LAB_ALL_PLAYED] = "games", [LAB_DECIDED] = "sprt", [LAB_INTERRUPTED] = "interrupted"};
    const struct lab_plan *plan = sums->plan;
    json_t *bots = json_array(), *cells = json_array();
    long games = 0;
    for (int b = 0; b < plan->n_bots; b++) json_array_append_new(bots, given_json(plan->bot[b].words));
    for (int c = 0; c < plan->n_cells; c++) {
        json_array_append_new(cells, cell_json(sums, c));
        games += sums->cell[c].games;
    }
    json_t *result = json_pack(
        "{s:s, s:i, s:s, s:s, s:s, s:i, s:i, s:I, s:o, s:o, s:o, s:i, s:I, s:I, s:s, s:o, s:o, s:o, s:o}", "format",
        "alea.lab", "version", 1, "alea", ALEA_VERSION, "kind", kinds[plan->kind], "game", plan->game->id, "rules_version",
        plan->game->rules_version, "seats", plan->seats, "seed", (json_int_t)plan->seed, "command",
        given_json(plan->command), "bots", bots, "variants", variants_json(plan), "block_games", plan->cell[0].games,
        "blocks", (json_int_t)sums->blocks, "games", (json_int_t)games, "stopped", ways[stopped], "sprt", sprt_json(sums),
        "cells", cells, "differences", differences_json(sums), "ratings", ratings_json(sums));
    char *text = result ? json_dumps(result, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(result);
    return text;
}
