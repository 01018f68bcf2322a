/* SPDX-License-Identifier: MIT */
/* solve_test.c - the solver by itself, on questions whose answers are known; and parameters, read well and badly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fail_alloc.h"
#include "odds.h"

enum { FLIPS = 80 };

static struct alea_rules *rules;

static int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_game *game = alea_game_find("spqrisiko");
    rules = game ? alea_rules_new(game, 3, NULL, 0, NULL, &error) : NULL;
    return rules ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

static const struct alea_measure measures[] = {
    {"win", {"vittoria", "win"}}, {"heads", {"teste", "heads"}}, {"cost", {"costo", "cost"}}};

static struct odds_answer solved(const struct alea_question *question, int parameter, const struct odds_how *how) {
    struct alea_values values[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {parameter}}};
    struct alea_error error = {.lang = ALEA_EN};
    struct odds_answer answer;
    assert_int_equal(odds_solve(rules, question, values, how, &answer, &error), ALEA_OK);
    return answer;
}

static void is_chance(const struct odds_chance *chance, double value, uint64_t top, uint64_t bottom) {
    assert_true(fabs(chance->value - value) < 1e-15);
    assert_true(chance->top == top && chance->bottom == bottom);
}

/* ---- Coins: state = 128 * flips to come + heads so far; a coin that falls on its edge is thrown again ------------------------- */

static enum alea_answer coins_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    (void)tables, (void)memory;
    int flips = given[0].at[0];
    if (flips > FLIPS) {
        alea_text_add(why, why->lang == ALEA_IT ? "troppe monete" : "too many coins");
        return ALEA_ANSWER_NONE;
    }
    asked->start = 128 * flips;
    asked->states = asked->start + 1 + FLIPS;
    asked->most[0] = 1;
    asked->most[1] = flips;
    return flips < 0 ? ALEA_ANSWER_SAMPLE : ALEA_ANSWER_CHAIN;
}

/* Heads must not climb past the state: they count downwards from 127. */
static int coins_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    (void)tables, (void)memory;
    if (state < 128) return 0;
    out[0] = (struct alea_step){.next = state - 128, .weight = 3};
    out[1] = (struct alea_step){.next = state, .weight = 1};
    out[2] = (struct alea_step){.next = state - 127, .weight = 3};
    return 3;
}

static void coins_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    (void)tables, (void)memory;
    out[0] = state == 0;
    out[1] = state;
}

static const struct alea_question coins = {.name = "coins",
                                           .measures = measures,
                                           .n_measures = 2,
                                           .begin = coins_begin,
                                           .steps = coins_steps,
                                           .measure = coins_measure};

static void coins_are_binomial(void **state) {
    (void)state;
    struct odds_answer answer = solved(&coins, 4, &(struct odds_how){.fractions = true});
    static const uint64_t top[] = {1, 1, 3, 1, 1}, bottom[] = {16, 4, 8, 4, 16};
    assert_int_equal(answer.measure[1].most, 4);
    for (int heads = 0; heads <= 4; heads++)
        is_chance(&answer.measure[1].at[heads], (double)top[heads] / (double)bottom[heads], top[heads], bottom[heads]);
    assert_true(fabs(answer.measure[1].expected - 2) < 1e-15);
    is_chance(&answer.measure[0].at[1], 1.0 / 16, 1, 16);
    odds_clear(&answer);
    answer = solved(&coins, 4, &(struct odds_how){.fractions = false});
    is_chance(&answer.measure[1].at[2], 3.0 / 8, 0, 0);
    odds_clear(&answer);
    answer = solved(&coins, 4, &(struct odds_how){.fractions = true, .most_fractions = 29});
    is_chance(&answer.measure[1].at[2], 3.0 / 8, 0, 0);
    odds_clear(&answer);
    answer = solved(&coins, 4, &(struct odds_how){.fractions = true, .most_fractions = 30}); /* 10 states of 3 steps */
    is_chance(&answer.measure[1].at[2], 3.0 / 8, 3, 8);
    odds_clear(&answer);
}

static void fractions_end_at_64_bits(void **state) {
    (void)state;
    struct odds_answer answer = solved(&coins, 63, &(struct odds_how){.fractions = true});
    is_chance(&answer.measure[0].at[1], ldexp(1, -63), 1, UINT64_C(1) << 63);
    odds_clear(&answer);
    answer = solved(&coins, 64, &(struct odds_how){.fractions = true});
    is_chance(&answer.measure[0].at[1], ldexp(1, -64), 0, 0);
    odds_clear(&answer);
    answer = solved(&coins, 0, &(struct odds_how){.fractions = true});
    is_chance(&answer.measure[0].at[1], 1, 1, 1);
    is_chance(&answer.measure[0].at[0], 0, 0, 1);
    odds_clear(&answer);
}

/* ---- Choices: state 10 chooses between a chance of 1 in 3 and two of 1 in 2, of which the first costs more ------------------- */

static enum alea_answer choice_begin(const void *tables, const struct alea_values given[], void *memory,
                                     struct alea_asked *asked, struct alea_text *why) {
    (void)tables, (void)memory, (void)why;
    asked->states = 11;
    asked->start = 10;
    asked->most[0] = 1;
    asked->most[1] = -1;
    asked->most[2] = 9;
    asked->best = given[0].at[0] > 0 ? 0 : ~0;
    asked->then = given[0].at[0] > 1 ? ~2 : 2;
    return ALEA_ANSWER_CHAIN;
}

static int choice_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    (void)tables, (void)memory;
    static const struct alea_step steps[][3] = {
        [10] = {{9, 0}, {8, 0}, {7, 0}}, [9] = {{1, 1}, {0, 2}}, [8] = {{3, 1}, {2, 1}}, [7] = {{5, 4}, {4, 4}}};
    static const int n[11] = {[10] = 3, [9] = 2, [8] = 2, [7] = 2};
    memcpy(out, steps[state], sizeof steps[state]);
    return n[state];
}

/* Ends 1, 3 and 5 win; 2 and 3 cost 6, 4 and 5 cost 2. */
static void choice_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    (void)tables, (void)memory;
    out[0] = state & 1;
    out[2] = state >= 4 ? 2 : state >= 2 ? 6 : 0;
}

static void choice_words(const void *tables, const void *memory, int32_t state, const struct alea_step *chosen,
                         struct alea_text *text) {
    (void)tables, (void)memory;
    alea_text_addf(text, "at %ld to \"%ld\"", (long)state, (long)chosen->next);
}

static const struct alea_question choice = {.name = "choice",
                                            .measures = measures,
                                            .n_measures = 3,
                                            .begin = choice_begin,
                                            .steps = choice_steps,
                                            .measure = choice_measure,
                                            .say_choice = choice_words};

static void the_best_is_chosen(void **state) {
    (void)state;
    static const int32_t chosen[] = {9, 8, 7}; /* lowest; highest, then most of the cost; highest, then least */
    static const uint64_t bottom[] = {3, 2, 2};
    for (int how = 0; how < 3; how++) {
        struct odds_answer answer = solved(&choice, how, &(struct odds_how){.fractions = true});
        is_chance(&answer.measure[0].at[1], 1.0 / (double)bottom[how], 1, bottom[how]);
        assert_int_equal(answer.n_choices, 1);
        assert_int_equal(answer.choices[0].state, 10);
        assert_int_equal(answer.choices[0].chosen.next, chosen[how]);
        assert_int_equal(answer.measure[1].most, -1);
        struct alea_text json;
        alea_text_init(&json, 4096, ALEA_EN);
        odds_json(rules, &answer, &json);
        assert_non_null(strstr(alea_text_str(&json), "\"policy\":[{\"text\":\"at 10 to \\u0022"));
        assert_null(strstr(alea_text_str(&json), "heads"));
        alea_text_clear(&json);
        odds_clear(&answer);
    }
}

/* ---- Ends one by one, samples, rows -------------------------------------------------------------------------------------------- */

static enum alea_answer joint_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    enum alea_answer kind = coins_begin(tables, given, memory, asked, why);
    asked->joint = true;
    return kind;
}

static void ends_are_told_one_by_one(void **state) {
    (void)state;
    struct alea_question joint = coins;
    joint.begin = joint_begin;
    struct odds_answer answer = solved(&joint, 2, &(struct odds_how){.fractions = true});
    struct alea_text json;
    assert_int_equal(answer.n_ends, 3); /* in the order of their values */
    is_chance(&answer.ends[0].chance, 0.5, 1, 2);
    is_chance(&answer.ends[2].chance, 0.25, 1, 4);
    alea_text_init(&json, 4096, ALEA_EN);
    odds_json(rules, &answer, &json);
    assert_string_equal(alea_text_str(&json),
                        "{\"outcomes\":[{\"win\":0,\"heads\":1,\"p\":\"1/2\",\"value\":0.5},{\"win\":0,"
                        "\"heads\":2,\"p\":\"1/4\",\"value\":0.25},{\"win\":1,\"heads\":0,\"p\":\"1/"
                        "4\",\"value\":0.25}]}");
    alea_text_clear(&json);
    odds_clear(&answer);
}

static enum alea_answer drawn_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    (void)coins_begin(tables, given, memory, asked, why);
    return ALEA_ANSWER_SAMPLE;
}

static void drawn(const void *tables, const void *memory, struct alea_random *random, int32_t out[]) {
    (void)tables, (void)memory;
    for (int flip = 0; flip < 4; flip++) out[1] += (int32_t)alea_random_below(random, 2);
    out[0] = out[1] == 0;
}

static const struct alea_question sampled = {
    .name = "drawn", .measures = measures, .n_measures = 2, .begin = drawn_begin, .sample = drawn};

static void samples_have_their_intervals(void **state) {
    (void)state;
    struct odds_how how = {.samples = 40000, .seed = 7};
    struct odds_answer answer = solved(&sampled, 4, &how), again = solved(&sampled, 4, &how);
    static const double wanted[] = {1.0 / 16, 4.0 / 16, 6.0 / 16, 4.0 / 16, 1.0 / 16};
    double sum = 0;
    for (int heads = 0; heads <= 4; heads++) {
        const struct odds_chance *chance = &answer.measure[1].at[heads];
        double expected = 1.96 * sqrt(wanted[heads] * (1 - wanted[heads]) / 40000);
        sum += chance->value;
        assert_true(fabs(chance->value - wanted[heads]) < 2 * expected); /* of this seed */
        assert_true(fabs(chance->error - expected) < 0.05 * expected);
        assert_true(chance->bottom == 0);
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_true(fabs(answer.measure[1].expected - 2) < 2 * answer.measure[1].error);
    assert_true(fabs(answer.measure[1].error - 1.96 / 200) < 1e-3); /* the standard deviation is 1 */
    assert_memory_equal(answer.measure[1].at, again.measure[1].at, 5 * sizeof *again.measure[1].at);
    odds_clear(&again);
    how.seed = 8;
    again = solved(&sampled, 4, &how);
    assert_memory_not_equal(answer.measure[1].at, again.measure[1].at, 5 * sizeof *again.measure[1].at);
    odds_clear(&again);
    odds_clear(&answer);
    answer = solved(&sampled, 4, &(struct odds_how){.samples = 1, .seed = 7});
    for (int heads = 0; heads <= 4; heads++) assert_true(answer.measure[1].at[heads].error > 0.3); /* one says little */
    odds_clear(&answer);
}

static enum alea_answer rows_begin(const void *tables, const struct alea_values given[], void *memory,
                                   struct alea_asked *asked, struct alea_text *why) {
    (void)tables, (void)asked, (void)why;
    *(int32_t *)memory = given[0].at[0];
    return ALEA_ANSWER_ROWS;
}

static bool squares(const void *tables, const void *memory, int i, int32_t out[]) {
    (void)tables;
    out[0] = i;
    out[1] = i * i;
    return i < *(const int32_t *)memory;
}

static void rows_are_listed(void **state) {
    (void)state;
    static const struct alea_measure columns[] = {{"n", {"n", "n"}}, {"square", {"quadrato", "square"}}};
    struct alea_question rows = {.name = "rows",
                                 .rows = "squares",
                                 .columns = columns,
                                 .n_columns = 2,
                                 .memory = sizeof(int32_t),
                                 .begin = rows_begin,
                                 .row = squares};
    struct odds_answer answer = solved(&rows, 3, &(struct odds_how){.fractions = true});
    struct alea_text json;
    alea_text_init(&json, 4096, ALEA_EN);
    odds_json(rules, &answer, &json);
    assert_string_equal(alea_text_str(&json),
                        "{\"squares\":[{\"n\":0,\"square\":0},{\"n\":1,\"square\":1},{\"n\":2,\"square\":4}]}");
    alea_text_clear(&json);
    odds_clear(&answer);
}

/* ---- Wins, kept from question to question ------------------------------------------------------------------------------------- */

/* In at most so many steps; a negative chance: there is none. */
static void wins(struct odds_wins *kept, const struct alea_question *question, int parameter, long most, double wanted) {
    struct alea_values values[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {parameter}}};
    struct odds_how how = {.most_steps = most, .samples = 4000, .seed = 7};
    struct odds_chance win;
    assert_int_equal(odds_win(rules, question, values, &how, kept, &win), wanted >= 0);
    if (wanted >= 0) assert_true(fabs(win.value - wanted) <= fmax(1e-15, win.error));
    assert_int_equal(win.error > 0, question == &sampled);
}

static void wins_of_one_chain_are_kept(void **state) {
    (void)state;
    struct odds_wins kept = {.question = NULL};
    wins(&kept, &coins, 4, 29, -1);
    wins(&kept, &coins, 4, 30, 1.0 / 16); /* 10 states of 3 steps */
    wins(&kept, &coins, 3, 1, 1.0 / 8);   /* one of them */
    wins(&kept, &coins, 0, 1, 1);
    wins(&kept, &coins, 5, 14, -1);
    wins(&kept, &coins, 4, 30, 1.0 / 16);
    wins(&kept, &coins, 5, 15, 1.0 / 32); /* 5 states more */
    wins(&kept, &coins, FLIPS, 0, ldexp(1, -FLIPS));
    wins(&kept, &coins, FLIPS + 1, 0, -1);
    wins(&kept, &coins, FLIPS - 1, 1, ldexp(1, 1 - FLIPS));
    struct alea_question others = coins; /* another chain, whatever its steps are */
    wins(&kept, &others, 4, 29, -1);
    wins(&kept, &others, 4, 30, 1.0 / 16);
    wins(&kept, &coins, 3, 1, -1);
    odds_wins_clear(&kept);
}

/* The memory of a die is its faces: state 0 to faces - 1 is what fell, and faces - 1 wins. */
static enum alea_answer die_begin(const void *tables, const struct alea_values given[], void *memory,
                                  struct alea_asked *asked, struct alea_text *why) {
    (void)tables, (void)why;
    asked->start = *(int32_t *)memory = given[0].at[0];
    asked->states = asked->start + 1;
    asked->most[0] = 1;
    return ALEA_ANSWER_CHAIN;
}

static int die_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    int32_t faces = *(const int32_t *)memory;
    (void)tables;
    for (int32_t face = 0; face < faces; face++) out[face] = (struct alea_step){.next = face, .weight = 1};
    return state == faces ? faces : 0;
}

static void die_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    (void)tables;
    out[0] = state == *(const int32_t *)memory - 1;
}

static void wins_of_another_chain_are_not(void **state) {
    (void)state;
    struct alea_question die = {.name = "die",
                                .measures = measures,
                                .n_measures = 1,
                                .memory = sizeof(int32_t),
                                .begin = die_begin,
                                .steps = die_steps,
                                .measure = die_measure};
    struct odds_wins kept = {.question = NULL};
    for (int faces = 6; faces > 1; faces--) wins(&kept, &die, faces, 0, 1.0 / faces);
    wins(&kept, &die, 20, 0, 1.0 / 20);
    odds_wins_clear(&kept);
}

/* A great force loses hardly ever: that is not called certain, however it is rounded. */
static void nearly_certain_is_not_certain(void **state) {
    (void)state;
    const struct alea_question *land = odds_find(rules->game, "land", NULL);
    struct odds_wins kept = {.question = NULL};
    for (int attackers = 3; attackers <= 128; attackers++)
        for (int defenders = 1; defenders <= 3; defenders++) {
            struct alea_values values[ALEA_MAX_PARAMETERS];
            char force[8], against[8];
            snprintf(force, sizeof force, "%d", attackers);
            snprintf(against, sizeof against, "%d", defenders);
            const struct odds_given given[] = {{"attackers", force}, {"defenders", against}};
            struct odds_chance win;
            assert_int_equal(odds_read(rules, land, given, 2, values, NULL), ALEA_OK);
            assert_true(odds_win(rules, land, values, &(struct odds_how){.seed = 1}, &kept, &win));
            assert_true(win.value > 0 && win.value < 1);
        }
    odds_wins_clear(&kept);
}

static void other_wins_are_found_too(void **state) {
    (void)state;
    struct odds_wins kept = {.question = NULL};
    struct alea_question joint = coins;
    joint.begin = joint_begin;
    wins(&kept, &choice, 0, 0, 1.0 / 3); /* it was chosen to lose */
    wins(&kept, &choice, 1, 0, 1.0 / 2);
    wins(&kept, &choice, 1, 27, -1);
    wins(&kept, &sampled, 4, 0, 1.0 / 16);
    wins(&kept, &joint, 4, 0, -1); /* nobody wins */
    odds_wins_clear(&kept);
}

static void memory_may_run_out_of_wins(void **state) {
    (void)state;
    struct alea_values few[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {4}}}, more[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {40}}};
    const struct odds_how how = {.most_steps = 0};
    bool failed = true;
    for (long n = 1; failed; n++) {
        struct odds_wins kept = {.question = NULL};
        struct odds_chance win;
        fail_alloc_at(n);
        bool first = odds_win(rules, &coins, few, &how, &kept, &win),
             second = odds_win(rules, &coins, more, &how, &kept, &win);
        failed = fail_alloc_hit();
        assert_int_equal(first && second, !failed);
        wins(&kept, &coins, 3, 0, 1.0 / 8);
        odds_wins_clear(&kept);
        assert_true(failed || n > 3);
    }
}

/* ---- What goes wrong -------------------------------------------------------------------------------------------------------------- */

static void what_cant_be_is_said(void **state) {
    (void)state;
    for (enum alea_lang lang = ALEA_IT; lang < ALEA_LANGS; lang++) {
        struct alea_values values[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {FLIPS + 1}}};
        struct alea_error error = {.lang = lang};
        struct odds_answer answer;
        assert_int_equal(odds_solve(rules, &coins, values, &(struct odds_how){.samples = 0}, &answer, &error),
                         ALEA_ERR_NO_ODDS);
        assert_string_equal(error.text, lang == ALEA_IT ? "coins: troppe monete" : "coins: too many coins");
        odds_clear(&answer);
    }
}

static void work_may_be_bounded(void **state) {
    (void)state;
    static const struct alea_question *const asked[] = {&coins, &choice};
    for (size_t i = 0; i < ALEA_LEN(asked); i++)
        for (long most = 1; most < 400; most++) {
            struct alea_values values[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {4}}};
            struct alea_error error = {.lang = ALEA_EN};
            struct odds_answer answer;
            enum alea_err code =
                odds_solve(rules, asked[i], values, &(struct odds_how){.most_steps = most}, &answer, &error);
            assert_int_equal(code, most < (i ? 28 : 30) ? ALEA_ERR_TOO_LARGE : ALEA_OK);
            odds_clear(&answer);
        }
}

static void memory_may_run_out(void **state) {
    (void)state;
    static const struct alea_question *const asked[] = {&coins, &choice, &sampled};
    for (size_t i = 0; i < ALEA_LEN(asked); i++) {
        bool failed = true;
        for (long n = 1; failed; n++) {
            struct alea_values values[ALEA_MAX_PARAMETERS] = {{.n = 1, .at = {4}}};
            struct alea_error error = {.lang = ALEA_EN};
            struct odds_answer answer;
            fail_alloc_at(n);
            enum alea_err code = odds_solve(rules, asked[i], values, &(struct odds_how){.samples = 10}, &answer, &error);
            failed = fail_alloc_hit();
            assert_int_equal(code, failed ? ALEA_ERR_NO_MEMORY : ALEA_OK);
            odds_clear(&answer);
            assert_true(failed || n > 2);
        }
    }
}

/* ---- Parameters ---------------------------------------------------------------------------------------------------------------------- */

static const char *const sizes[] = {"small", "large"};
static const char *const nobody[] = {"?", "none"};

static const struct alea_parameter parameters[] = {
    {.name = "number", .in = {"un numero", "a number"}, .min = -3, .max = 9, .wanted = true},
    {.name = "size", .in = {"misura", "size"}, .words = sizes, .max = 1, .standard = 1},
    {.name = "places", .in = {"province", "provinces"}, .set = ALEA_SET_GAME, .list = true},
    {.name = "place", .in = {"provincia", "province"}, .words = nobody, .min = -2, .set = ALEA_SET_GAME, .standard = -1},
};

static const struct alea_question reading = {.name = "reading", .parameters = parameters, .n_parameters = 4};

static enum alea_err read(const char *name, const char *value, struct alea_values values[], struct alea_error *error) {
    struct odds_given given[] = {{"number", "4"}, {name, value}};
    bool number = strcmp(name, "number") == 0;
    return odds_read(rules, &reading, given + number, 2 - number, values, error);
}

static void parameters_are_read(void **state) {
    (void)state;
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct alea_error error = {.lang = ALEA_EN};
    assert_int_equal(read("number", "-3", values, &error), ALEA_OK);
    assert_int_equal(values[0].at[0], -3);
    assert_int_equal(values[1].at[0], 1);
    assert_int_equal(values[2].n, 0);
    assert_int_equal(values[3].at[0], -1);
    assert_int_equal(read("size", "SMALL", values, &error), ALEA_OK);
    assert_int_equal(values[1].at[0], 0);
    assert_int_equal(read("places", "sardinia*3, corsica", values, &error), ALEA_OK);
    assert_int_equal(values[2].n, 4);
    assert_true(values[2].at[0] == 11 && values[2].at[2] == 11 && values[2].at[3] == 10);
    assert_int_equal(read("place", "none", values, &error), ALEA_OK);
    assert_int_equal(values[3].at[0], -2);
    assert_int_equal(read("place", "corsica", values, &error), ALEA_OK);
    assert_int_equal(values[3].at[0], 10);
}

static void bad_parameters_are_explained(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *said;
    } wrong[] = {
        {"number", "-4", "'number': '-4' won't do: it is a whole number from -3 to 9"},
        {"number", "", "'number': '' won't do"},
        {"number", " 3", "' 3' won't do"},
        {"number", "+3", "'+3' won't do"},
        {"size", "smal", "'smal' won't do (did you mean 'small'?); it may be: small|large"},
        {"place", "corsika", "(did you mean 'corsica'?); it may be: ?|none|"},
        {"places", "corsica*0", "'corsica*0' won't do: write NAME or NAME*3"},
        {"places", "corsica*257", "write NAME or NAME*3"},
        {"places", "corsica*256,corsica", "more than 256"},
        {"places", "corsica,", "'' won't do"},
        {"nmber", "3",
         "'nmber': the question 'reading' has none (did you mean 'number'?); it has: number, size, places, place"},
    };
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        struct alea_values values[ALEA_MAX_PARAMETERS];
        struct alea_error error = {.lang = ALEA_EN};
        assert_int_equal(read(wrong[i].name, wrong[i].value, values, &error), ALEA_ERR_BAD_OPTION);
        if (!strstr(error.text, wrong[i].said)) fail_msg("%s %s: %s", wrong[i].name, wrong[i].value, error.text);
    }
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct alea_error error = {.lang = ALEA_IT};
    assert_int_equal(odds_read(rules, &reading, NULL, 0, values, &error), ALEA_ERR_BAD_OPTION);
    assert_non_null(strstr(error.text, "'number': manca, e ci vuole (-3..9): un numero"));
    struct odds_given twice[] = {{"number", "1"}, {"number", "1"}};
    assert_int_equal(odds_read(rules, &reading, twice, 2, values, &error), ALEA_ERR_BAD_OPTION);
    assert_non_null(strstr(error.text, "due volte"));
    assert_null(odds_find(rules->game, "lnd", &error));
    assert_non_null(strstr(error.text, "forse 'land'"));
    assert_non_null(odds_find(rules->game, "land", &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coins_are_binomial),
        cmocka_unit_test(fractions_end_at_64_bits),
        cmocka_unit_test(the_best_is_chosen),
        cmocka_unit_test(ends_are_told_one_by_one),
        cmocka_unit_test(samples_have_their_intervals),
        cmocka_unit_test(rows_are_listed),
        cmocka_unit_test(wins_of_one_chain_are_kept),
        cmocka_unit_test(wins_of_another_chain_are_not),
        cmocka_unit_test(nearly_certain_is_not_certain),
        cmocka_unit_test(other_wins_are_found_too),
        cmocka_unit_test(memory_may_run_out_of_wins),
        cmocka_unit_test(what_cant_be_is_said),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(work_may_be_bounded),
        cmocka_unit_test(parameters_are_read),
        cmocka_unit_test(bad_parameters_are_explained),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
