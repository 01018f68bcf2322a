/* SPDX-License-Identifier: MIT */
/* run_test.c - whole experiments: rotations cancel what a seat is given, a game with a known answer is decided rightly, and nothing
 * that threads, journals or accidents do changes a bit of the result. */
#include <jansson.h>
#include <math.h>
#include <sys/stat.h>

#include "error.h"
#include "lab_test.h"

static const struct alea_game *null_game(void) { return alea_game_find("null"); }

static json_t *read_result(const struct lab_plan *plan, int threads, const char *journal) {
    char *text = result_of(plan, threads, journal);
    json_t *result = json_loads(text, 0, NULL);
    assert_non_null(result);
    free(text);
    return result;
}

static double number_of(json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

static json_t *cell_of(json_t *result, int cell, const char *table, size_t row) {
    json_t *of = json_array_get(json_object_get(result, "cells"), (size_t)cell);
    return json_array_get(json_object_get(of, table), row);
}

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

/* ---- Seats ------------------------------------------------------------------------------------------------------------- */

/* Equal bots, of which one has 70% at seat A by the gift of 40% of the points: each of their blocks comes out level all the same. */
static void rotation_cancels_what_a_seat_is_given(void **state) {
    (void)state;
    struct lab_plan plan;
    match_plan(&plan, &rigged, &alea_bot_random, &alea_bot_random, 3, 400);
    json_t *result = read_result(&plan, 2, NULL);
    json_t *means = json_object_get(json_array_get(json_object_get(result, "cells"), 0), "blocks_mean"), *mean;
    size_t i;
    assert_int_equal(json_array_size(means), 200);
    json_array_foreach(means, i, mean) assert_true(near(json_number_value(mean), 0.5));
    assert_true(near(number_of(cell_of(result, 0, "score", 0), "mean"), 0.5));
    assert_true(fabs(number_of(cell_of(result, 0, "seats", 0), "mean") - 0.7) < 0.03);
    json_decref(result);
    lab_plan_clear(&plan);
}

/* Bots that differ: what the gift takes from both is the same, 0.6 x + 0.2, in every block. */
static void a_gift_to_a_seat_favours_neither_bot(void **state) {
    (void)state;
    struct lab_plan fair, given;
    match_plan(&fair, null_game(), &alea_bot_greedy, &alea_bot_random, 3, 400);
    match_plan(&given, &rigged, &alea_bot_greedy, &alea_bot_random, 3, 400);
    json_t *a = read_result(&fair, 1, NULL), *b = read_result(&given, 1, NULL);
    json_t *as = json_object_get(json_array_get(json_object_get(a, "cells"), 0), "blocks_mean");
    json_t *bs = json_object_get(json_array_get(json_object_get(b, "cells"), 0), "blocks_mean");
    for (size_t i = 0; i < 200; i++) {
        double x = json_number_value(json_array_get(as, i));
        assert_true(near(json_number_value(json_array_get(bs, i)), 0.6 * x + 0.2));
    }
    json_decref(a);
    json_decref(b);
    lab_plan_clear(&fair);
    lab_plan_clear(&given);
}

static void equal_bots_are_not_rotated(void **state) {
    (void)state;
    struct lab_plan plan;
    begin_plan(&plan, null_game(), 1, 10);
    plan.kind = LAB_COMPARE;
    add_bot(&plan, &alea_bot_greedy, "greedy");
    add_variant(&plan, "rounds=1");
    add_variant(&plan, "rounds=2");
    assert_true(lab_plan_cells(&plan, NULL));
    assert_int_equal(plan.n_cells, 2);
    assert_int_equal(plan.cell[0].games, 1);
    assert_int_equal(plan.cell[0].n_who, 1);
    assert_int_equal(plan.blocks, 10);
    lab_plan_clear(&plan);
}

/* ---- A known answer ------------------------------------------------------------------------------------------------------ */

/* What `greedy`, who bets on the middle of the die, scores against random bets in two rounds: by counting. */
static double score_of_greedy(void) {
    double win = 0, lose = 0;
    for (int bet = 0; bet < 6; bet++) {
        for (int face = 0; face < 6; face++) {
            int mine = abs(2 - face), theirs = abs(bet - face);
            win += (mine < theirs) / 36.0;
            lose += (theirs < mine) / 36.0;
        }
    }
    double tie = 1 - win - lose, ahead = win * win + 2 * win * tie, level = tie * tie + 2 * win * lose;
    return ahead + level / 2;
}

static void a_match_scores_what_counting_says(void **state) {
    (void)state;
    struct lab_plan plan;
    match_plan(&plan, null_game(), &alea_bot_greedy, &alea_bot_random, 11, 40000);
    json_t *result = read_result(&plan, 2, NULL), *score = cell_of(result, 0, "score", 0);
    double truth = score_of_greedy();
    assert_true(number_of(score, "high") - number_of(score, "low") < 0.01);
    assert_true(fabs(number_of(score, "mean") - truth) < 0.008);
    json_decref(result);
    lab_plan_clear(&plan);
}

static enum lab_decision ask(const struct alea_game *game, const struct alea_bot *first, const struct alea_bot *second,
                             uint64_t seed, double low, double high) {
    struct lab_plan plan;
    match_plan(&plan, game, first, second, seed, 20000);
    plan.has_sprt = true;
    plan.sprt = (struct lab_sprt){.low = low, .high = high, .alpha = 0.01, .beta = 0.01};
    json_t *result = read_result(&plan, 1, NULL), *sprt = json_object_get(result, "sprt");
    const char *decision = json_string_value(json_object_get(sprt, "decision"));
    enum lab_decision made = strcmp(decision, "high") == 0 ? LAB_HIGH : strcmp(decision, "low") == 0 ? LAB_LOW : LAB_OPEN;
    assert_string_equal(json_string_value(json_object_get(result, "stopped")), made == LAB_OPEN ? "games" : "sprt");
    json_decref(result);
    lab_plan_clear(&plan);
    return made;
}

/* The truth lies beyond the bound that is asked for, on either side, in the fair game and in the rigged one: of 100 experiments that
 * err with at most 0.01 each, 6 err in less than one case of a thousand. */
static void a_known_answer_is_found(void **state) {
    (void)state;
    const struct alea_game *const games[] = {null_game(), &rigged};
    double truth = score_of_greedy();
    assert_true(truth > 0.6 && truth < 0.65);
    for (size_t g = 0; g < ALEA_LEN(games); g++) {
        double high = g ? 0.6 * truth + 0.2 : truth;
        int wrong = 0;
        for (uint64_t seed = 0; seed < 50; seed++) {
            wrong += ask(games[g], &alea_bot_greedy, &alea_bot_random, seed, 0.5, high) != LAB_HIGH;
            wrong += ask(games[g], &alea_bot_random, &alea_bot_greedy, seed, 1 - high, 0.5) != LAB_LOW;
        }
        assert_true(wrong < 6);
    }
}

/* ---- Statistics ------------------------------------------------------------------------------------------------------------ */

static double at(json_t *statistic, const char *key, size_t row) {
    return json_number_value(json_array_get(json_array_get(json_object_get(statistic, key), row), 0));
}

static void statistics_are_counted(void **state) {
    (void)state;
    struct lab_plan plan;
    match_plan(&plan, &rigged, &alea_bot_random, &alea_bot_greedy, 5, 2000);
    json_t *result = read_result(&plan, 2, NULL);
    json_t *bets = cell_of(result, 0, "statistics", RIGGED_BETS), *high = cell_of(result, 0, "statistics", RIGGED_HIGH);
    json_t *sixes = cell_of(result, 0, "statistics", RIGGED_THROWS);
    assert_true(near(at(bets, "mean", 0), 2) && near(at(bets, "low", 0), 2)); /* two rounds */
    assert_true(at(high, "n", 0) == 4000 && at(high, "n", 1) == 4000);
    assert_true(at(high, "low", 1) < 0.5 && at(high, "high", 1) > 0.5 && at(high, "high", 1) < 0.53);
    assert_string_equal(json_string_value(json_object_get(high, "of")), "bets");
    /* A six falls in 11 games of 36; the mean of the rounds is over those alone. */
    assert_true(fabs(at(sixes, "n", 0) / 2000 - 11.0 / 36) < 0.05);
    assert_true(fabs(at(sixes, "mean", 0) - 6.0 / 11) < 0.1);
    json_decref(result);
    lab_plan_clear(&plan);
}

/* ---- The same bits --------------------------------------------------------------------------------------------------------- */

static void large_plan(struct lab_plan *plan) {
    begin_plan(plan, &rigged, 9, 60);
    plan->kind = LAB_TOURNAMENT;
    add_bot(plan, &alea_bot_greedy, "greedy");
    add_bot(plan, &alea_bot_random, "random");
    add_bot(plan, &alea_bot_idle, "idle");
    add_variant(plan, "");
    assert_true(lab_plan_cells(plan, NULL));
    assert_int_equal(plan->n_cells, 3);
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct lab_plan plan;
    large_plan(&plan);
    char *one = result_of(&plan, 1, NULL);
    for (int threads = 2; threads <= 4; threads++) {
        char *more = result_of(&plan, threads, NULL);
        assert_string_equal(one, more);
        free(more);
    }
    free(one);
    lab_plan_clear(&plan);
}

static void the_decision_is_the_same_on_all_threads(void **state) {
    (void)state;
    struct lab_plan plan;
    match_plan(&plan, null_game(), &alea_bot_greedy, &alea_bot_random, 4, 20000);
    plan.has_sprt = true;
    plan.sprt = (struct lab_sprt){.low = 0.5, .high = 0.55, .alpha = 0.05, .beta = 0.05};
    char *one = result_of(&plan, 1, NULL), *four = result_of(&plan, 4, NULL);
    assert_string_equal(one, four);
    free(one);
    free(four);
    lab_plan_clear(&plan);
}

/* ---- Journals -------------------------------------------------------------------------------------------------------------- */

struct bytes {
    char *at;
    size_t n;
};

static struct bytes read_bytes(const char *path) {
    FILE *file = fopen(path, "rb");
    struct bytes bytes = {.at = calloc(1, 1 << 20)};
    assert_non_null(file);
    bytes.n = fread(bytes.at, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void write_bytes(const char *path, const char *at, size_t n) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(at, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

/* Wherever a journal was cut off, what was whole is kept, and the run that goes on comes to the same result and the same journal. */
static void a_cut_journal_goes_on_to_the_same_result(void **state) {
    (void)state;
    struct lab_plan plan;
    large_plan(&plan);
    remove("journal");
    char *whole = result_of(&plan, 1, "journal");
    struct bytes full = read_bytes("journal");
    for (size_t n = 0; n <= full.n; n += full.n / 37 + 1) {
        write_bytes("journal", full.at, n);
        char *resumed = result_of(&plan, 1 + (int)(n % 3), "journal");
        assert_string_equal(resumed, whole);
        free(resumed);
        struct bytes now = read_bytes("journal");
        assert_int_equal(now.n, full.n);
        free(now.at);
    }
    free(full.at);
    free(whole);
    lab_plan_clear(&plan);
}

static bool refuses(const struct lab_plan *plan, long line, const char *words) {
    struct lab_sums sums;
    struct alea_error error = {.lang = ALEA_EN};
    struct lab_run run = {.plan = plan, .threads = 1, .journal = "journal"};
    assert_true(lab_sums_init(&sums, plan));
    bool fine = lab_run(&run, &sums, &error);
    lab_sums_clear(&sums);
    return !fine && run.failed == 0 && error.line == line && strstr(error.text, words);
}

/* A changed bit anywhere but in a torn last line is noticed. */
static void an_altered_journal_is_refused(void **state) {
    (void)state;
    struct lab_plan plan, other;
    large_plan(&plan);
    remove("journal");
    free(result_of(&plan, 1, "journal"));
    struct bytes full = read_bytes("journal");
    size_t first = (size_t)((char *)memchr(full.at, '\n', full.n) - full.at) + 1;
    long line = 2;
    for (size_t at = first; at < first + 400; at++) {
        char kept = full.at[at];
        if (kept == '\n') line++;
        if (kept == '\n' || at % 7) continue;
        full.at[at] ^= 1;
        write_bytes("journal", full.at, full.n);
        full.at[at] = kept;
        assert_true(refuses(&plan, line, "altered"));
    }
    write_bytes("journal", full.at, full.n);
    large_plan(&other);
    other.seed++;
    assert_true(refuses(&other, 1, "another plan"));
    lab_plan_clear(&other);
    static const char *const strangers[] = {"precious", "precious\n", "{}\n", "[1,2]\n", "{\"format\":\"alea.lab\"}\n"};
    for (size_t i = 0; i < ALEA_LEN(strangers); i++) {
        write_bytes("journal", strangers[i], strlen(strangers[i]));
        assert_true(refuses(&plan, 1, "no journal of the lab"));
        struct bytes now = read_bytes("journal");
        assert_memory_equal(now.at, strangers[i], now.n);
        assert_int_equal(now.n, strlen(strangers[i]));
        free(now.at);
    }
    free(full.at);
    lab_plan_clear(&plan);
}

/* Something large that was named by mistake is neither held in memory as one line nor cut off as a torn one. */
static void a_line_without_an_end_is_refused(void **state) {
    (void)state;
    static const char begin[] = "{\"format\":\"alea.lab.journal\",";
    const size_t size = (size_t)17 << 20;
    struct lab_plan plan;
    large_plan(&plan);
    char *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, ' ', size);
    memcpy(bytes, begin, sizeof begin - 1);
    write_bytes("journal", bytes, size);
    free(bytes);
    assert_true(refuses(&plan, 1, "no journal of the lab"));
    struct stat now;
    assert_int_equal(stat("journal", &now), 0);
    assert_int_equal(now.st_size, size);
    remove("journal");
    lab_plan_clear(&plan);
}

/* More blocks of the same experiment begin with those that are there. */
static void a_journal_serves_a_longer_run(void **state) {
    (void)state;
    struct lab_plan plan, longer;
    match_plan(&plan, &rigged, &alea_bot_greedy, &alea_bot_random, 9, 40);
    match_plan(&longer, &rigged, &alea_bot_greedy, &alea_bot_random, 9, 100);
    remove("journal");
    free(result_of(&plan, 2, "journal"));
    char *resumed = result_of(&longer, 2, "journal"), *fresh = result_of(&longer, 1, NULL);
    assert_string_equal(resumed, fresh);
    free(resumed);
    char *shorter = result_of(&plan, 1, "journal"), *plain = result_of(&plan, 1, NULL);
    assert_string_equal(shorter, plain);
    free(fresh);
    free(shorter);
    free(plain);
    lab_plan_clear(&plan);
    lab_plan_clear(&longer);
}

/* ---- Stopping ---------------------------------------------------------------------------------------------------------------- */

static atomic_bool stop;
static long seen;

static void stop_soon(void *context, const struct lab_progress *progress) {
    (void)context;
    seen = progress->done;
    atomic_store(&stop, true);
}

/* A run that is stopped adds up whole blocks, and goes on to the same result. */
static void a_stopped_run_goes_on(void **state) {
    (void)state;
    struct lab_plan plan;
    struct lab_sums sums;
    match_plan(&plan, &rigged, &alea_bot_greedy, &alea_bot_random, 2, 400000);
    remove("journal");
    struct lab_run run = {.plan = &plan, .threads = 2, .journal = "journal", .stop = &stop, .progress = stop_soon};
    assert_true(lab_sums_init(&sums, &plan));
    assert_true(lab_run(&run, &sums, NULL));
    assert_true(run.stopped == LAB_ALL_PLAYED || (run.stopped == LAB_INTERRUPTED && sums.blocks >= seen - 4));
    long blocks = sums.blocks;
    lab_sums_clear(&sums);
    lab_plan_clear(&plan);
    match_plan(&plan, &rigged, &alea_bot_greedy, &alea_bot_random, 2, 2 * blocks);
    char *resumed = result_of(&plan, 1, "journal"), *fresh = result_of(&plan, 1, NULL);
    assert_string_equal(resumed, fresh);
    free(resumed);
    free(fresh);
    lab_plan_clear(&plan);
}

/* ---- Ratings ----------------------------------------------------------------------------------------------------------------- */

/* Of two bots the rating is the difference in Elo of their score, but for the drawn game that is added. */
static void ratings_of_two_are_their_elo(void **state) {
    (void)state;
    struct lab_plan plan;
    struct lab_sums sums;
    struct lab_rating rating[2];
    begin_plan(&plan, null_game(), 6, 20000);
    plan.kind = LAB_TOURNAMENT;
    add_bot(&plan, &alea_bot_random, "random");
    add_bot(&plan, &alea_bot_greedy, "greedy");
    add_variant(&plan, "");
    assert_true(lab_plan_cells(&plan, NULL));
    struct lab_run run = {.plan = &plan, .threads = 2};
    assert_true(lab_sums_init(&sums, &plan));
    assert_true(lab_run(&run, &sums, NULL));
    lab_ratings(&sums, rating);
    double elo = lab_elo(lab_moments_mean(&sums.cell[0].who[1].score));
    assert_true(rating[0].rating == 0 && rating[0].low == 0 && rating[0].high == 0);
    assert_true(fabs(rating[1].rating - elo) < 0.1);
    struct lab_interval share = lab_interval_share(&sums.cell[0].who[1].score);
    assert_true(fabs(rating[1].low - lab_elo(share.low)) < 2 && fabs(rating[1].high - lab_elo(share.high)) < 2);
    lab_sums_clear(&sums);
    lab_plan_clear(&plan);
}

/* ---- Overlays ---------------------------------------------------------------------------------------------------------------- */

static void an_overlay_changes_one_number(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    const char *sets[] = {"prize.points=3", "faces.rows[1].names.en=deuce"};
    char *text = lab_overlay(null_game(), NULL, sets, 2, &error);
    assert_non_null(text);
    json_t *scenario = json_loads(text, 0, NULL), *replace = json_object_get(scenario, "replace");
    assert_int_equal(json_object_size(replace), 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(replace, "prize"), "points")), 3);
    json_decref(scenario);
    struct alea_scenario given = {.name = "overlay", .bytes = text, .n_bytes = strlen(text)};
    struct alea_rules *rules = alea_rules_new(null_game(), 2, NULL, 0, &given, &error);
    assert_non_null(rules);
    alea_rules_free(rules);
    const char *more[] = {"faces.two.names.it=paio"}; /* by its id; over a scenario */
    char *both = lab_overlay(null_game(), &given, more, 1, &error);
    assert_true(both && strstr(both, "\"points\":3") && strstr(both, "deuce") && strstr(both, "paio"));
    free(both);
    free(text);
}

static void an_overlay_that_fits_nothing_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *set, *words;
    } rows[] = {{"prize.pints=3", "points"}, {"prise.points=3", "prize"},    {"prize.points=x", "number"},
                {"prize=3", "table"},        {"prize.points", "VALUE"},      {"=3", "VALUE"},
                {"faces.rows[9].id=a", "9"}, {"prize.points=1.5", "number"}, {"faces.one.id=3", "word"},
                {"prize.points.x=3", "'x'"}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        assert_null(lab_overlay(null_game(), NULL, &rows[i].set, 1, &error));
        assert_int_equal(error.code, ALEA_ERR_BAD_OPTION);
        assert_non_null(strstr(error.text, rows[i].words));
    }
}

static char folder[] = "lab_test.XXXXXX";

static int enter_folder(void **state) {
    (void)state;
    rig();
    return sodium_init() < 0 || !mkdtemp(folder) || chdir(folder) ? -1 : 0;
}

static int leave_folder(void **state) {
    (void)state;
    remove("journal");
    return chdir("..") || rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_cancels_what_a_seat_is_given),
        cmocka_unit_test(a_gift_to_a_seat_favours_neither_bot),
        cmocka_unit_test(equal_bots_are_not_rotated),
        cmocka_unit_test(a_match_scores_what_counting_says),
        cmocka_unit_test(a_known_answer_is_found),
        cmocka_unit_test(statistics_are_counted),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_decision_is_the_same_on_all_threads),
        cmocka_unit_test(a_cut_journal_goes_on_to_the_same_result),
        cmocka_unit_test(an_altered_journal_is_refused),
        cmocka_unit_test(a_line_without_an_end_is_refused),
        cmocka_unit_test(a_journal_serves_a_longer_run),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(ratings_of_two_are_their_elo),
        cmocka_unit_test(an_overlay_changes_one_number),
        cmocka_unit_test(an_overlay_that_fits_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
