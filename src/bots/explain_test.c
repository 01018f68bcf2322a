/* SPDX-License-Identifier: MIT */
/* explain_test.c - a bot that says why: its numbers are those of the search, what is hidden plays no part, and both languages say the
 * same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "bench.h"
#include "explain.h"
#include "fail_alloc.h"
#include "search.h"

enum { TRIES = 60, FEW = 3 /* of bots that compare plans */ };

static const struct {
    const char *game;
    const char *option;
    long plies, tries;
} places[] = {{"null", NULL, 1, TRIES},
              {"spqrisiko", NULL, 90, TRIES},
              {"polis", NULL, 40, TRIES},
              {"incursio", "map=small", 400, FEW}};

static struct explanation explained(struct bench *bench, const void *pos, alea_move move, long tries) {
    struct explanation told;
    look(bench, pos, bench->seat, bench->view);
    assert_true(explain(
        &(struct explain_wish){
            .rules = bench->rules, .view = bench->view, .seat = bench->seat, .move = move, .iterations = tries},
        &told));
    return told;
}

static bool same(const struct explain_plan *a, const struct explain_plan *b) {
    return a->moves == b->moves && !memcmp(a->move, b->move, (size_t)a->moves * sizeof *a->move) && a->tries == b->tries &&
           !(a->expects < b->expects) && !(a->expects > b->expects) && a->motives == b->motives;
}

static bool is_legal(const struct bench *bench, alea_move move) {
    for (int i = 0; i < bench->n; i++)
        if (bench->legal[i] == move) return true;
    return false;
}

/* ---- Every game ------------------------------------------------------------------------------------------------------------ */

/* At least one plan, whose first move can be made; shares are shares; motives are sorted; the same again. */
static void plans_are_told_of_every_game(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(places); i++) {
        struct bench bench;
        sit_down(&bench, alea_game_find(places[i].game), places[i].option, 3);
        for (int choice = 0; choice < 4 && go_on(&bench, places[i].plies); choice++) {
            const struct explanation told = explained(&bench, bench.pos, 0, places[i].tries);
            const struct explanation again = explained(&bench, bench.pos, 0, places[i].tries);
            assert_in_range(told.plans, 1, EXPLAIN_PLANS);
            assert_false(told.asked);
            for (int p = 0; p < told.plans; p++) {
                const struct explain_plan *plan = &told.plan[p];
                assert_in_range(plan->moves, 1, EXPLAIN_MOVES);
                assert_true(is_legal(&bench, plan->move[0]));
                for (int m = 0; m < plan->moves; m++)
                    assert_true(plan->times[m] >= 1 && (!m || plan->move[m] != plan->move[m - 1]));
                assert_true(!plan->tries || (plan->expects >= 0 && plan->expects <= 1));
                for (int m = 1; m < plan->motives; m++)
                    assert_true(fabs(plan->motive[m].weight) <= fabs(plan->motive[m - 1].weight));
                assert_true(same(plan, &again.plan[p]));
            }
        }
        stand_up(&bench);
    }
}

/* ---- The numbers are the search's ------------------------------------------------------------------------------------------- */

/* The same search once more, by hand: visits and values of the three best, and of the move that was asked about. */
static void numbers_are_those_of_the_search(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(places); i++) {
        struct bench bench;
        struct search_edge edge[EXPLAIN_PLANS], one;
        if (places[i].tries == FEW) continue;
        sit_down(&bench, alea_game_find(places[i].game), places[i].option, 8);
        assert_true(go_on(&bench, places[i].plies));
        const alea_move asked = bench.legal[bench.n - 1];
        const struct explanation told = explained(&bench, bench.pos, asked, places[i].tries);
        look(&bench, bench.pos, bench.seat, bench.view);
        struct alea_random random = alea_random_stream(search_hash(bench.view, bench.rules->game->position_size), 0);
        void *room = search_open(bench.rules, &(struct alea_budget){.iterations = places[i].tries}, &search_standard);
        assert_non_null(room);
        search_weigh(&(struct alea_bot_turn){.rules = bench.rules,
                                             .seat = bench.seat,
                                             .view = bench.view,
                                             .legal = bench.legal,
                                             .n_legal = bench.n,
                                             .worth = bench.worth,
                                             .random = &random,
                                             .room = room});
        const int n = search_weighed(room, bench.legal, bench.n, edge, EXPLAIN_PLANS);
        assert_true(n >= told.plans);
        for (int p = 0; p < told.plans; p++) {
            assert_int_equal(told.plan[p].move[0], edge[p].move);
            assert_int_equal(told.plan[p].tries, edge[p].visits);
            assert_true(fabs(told.plan[p].expects * edge[p].visits - edge[p].value) < 1e-9 * (1 + edge[p].visits));
        }
        assert_true(told.asked);
        assert_int_equal(told.made.move[0], asked);
        assert_int_equal(search_weighed(room, &asked, 1, &one, 1), 1);
        assert_int_equal(told.made.tries, one.visits);
        alea_bot_search.close(room);
        stand_up(&bench);
    }
}

/* ---- Nothing hidden ------------------------------------------------------------------------------------------------------------ */

/* What is hidden is exchanged for something else that could be: all that is told stays. */
static void nothing_hidden_is_told(void **state) {
    enum { EXCHANGES = 6, GAMES = 40 };
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(places); i++) {
        int exchanged = 0;
        for (uint64_t seed = 0; exchanged < EXCHANGES; seed++) {
            struct bench bench;
            assert_true(seed < GAMES);
            sit_down(&bench, alea_game_find(places[i].game), places[i].option, seed);
            while (exchanged < EXCHANGES && go_on(&bench, 1 + places[i].plies / 8)) {
                struct alea_random random = alea_random_stream(99, (uint64_t)bench.ply);
                look(&bench, bench.pos, bench.seat, bench.other);
                alea_determinize(bench.rules, bench.other, bench.seat, &random);
                if (!differ(&bench)) continue;
                const struct explanation truth = explained(&bench, bench.pos, bench.legal[0], places[i].tries / 3);
                const struct explanation guess = explained(&bench, bench.other, bench.legal[0], places[i].tries / 3);
                assert_int_equal(truth.plans, guess.plans);
                for (int p = 0; p < truth.plans; p++) assert_true(same(&truth.plan[p], &guess.plan[p]));
                assert_true(same(&truth.made, &guess.made));
                exchanged++;
            }
            stand_up(&bench);
        }
    }
}

/* ---- Words ---------------------------------------------------------------------------------------------------------------------- */

static int lines_of(const char *words) {
    int n = 0;
    for (; *words; words++) n += *words == '\n';
    return n;
}

/* As many lines, the same numbers of tries; motives of the games that have them are said. */
static void both_languages_say_the_same(void **state) {
    int motives = 0;
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(places); i++) {
        struct bench bench;
        struct alea_text words[ALEA_LANGS];
        sit_down(&bench, alea_game_find(places[i].game), places[i].option, 4);
        assert_true(go_on(&bench, places[i].plies));
        const struct explanation told = explained(&bench, bench.pos, bench.legal[0], places[i].tries);
        int lines = 1 + told.plans + 1 + told.made.motives;
        for (int p = 0; p < told.plans; p++) lines += told.plan[p].motives;
        motives += lines - told.plans - 2;
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            alea_text_init(&words[lang], 1 << 16, (enum alea_lang)lang);
            explain_say(bench.rules, &told, &words[lang]);
            assert_int_equal(lines_of(alea_text_str(&words[lang])), lines);
            assert_null(strchr(alea_text_str(&words[lang]), '{'));
        }
        assert_string_not_equal(alea_text_str(&words[ALEA_IT]), alea_text_str(&words[ALEA_EN]));
        for (int lang = 0; lang < ALEA_LANGS; lang++) alea_text_clear(&words[lang]);
        stand_up(&bench);
    }
    assert_true(motives > 0);
}

/* Legionaries that are placed one by one are told as often as they are placed, in one go. */
static void what_is_done_in_a_row_is_told_once(void **state) {
    struct bench bench;
    struct alea_text words, json;
    char row[16];
    int rows = 0;
    (void)state;
    sit_down(&bench, alea_game_find("spqrisiko"), "setup_mode=random", 3);
    for (int choice = 0; choice < 6 && go_on(&bench, 1); choice++) {
        const struct explanation told = explained(&bench, bench.pos, 0, FEW);
        alea_text_init(&words, 1 << 16, ALEA_EN);
        alea_text_init(&json, 1 << 16, ALEA_EN);
        explain_say(bench.rules, &told, &words);
        explain_json(bench.rules, &told, &json);
        for (int m = 0; m < told.plan[0].moves; m++) {
            if (told.plan[0].times[m] == 1) continue;
            rows++;
            snprintf(row, sizeof row, " ×%d", told.plan[0].times[m]);
            assert_non_null(strstr(alea_text_str(&words), row));
            snprintf(row, sizeof row, "\"times\":%d", told.plan[0].times[m]);
            assert_non_null(strstr(alea_text_str(&json), row));
        }
        alea_text_clear(&words);
        alea_text_clear(&json);
    }
    assert_true(rows > 0);
    stand_up(&bench);
}

/* ---- Short memory, and an answer that nobody wants ----------------------------------------------------------------------------------- */

static void gives_up(void **state) {
    struct bench bench;
    struct explanation told;
    atomic_bool stop = true;
    bool fine = false;
    (void)state;
    sit_down(&bench, alea_game_find("polis"), NULL, 1);
    assert_true(go_on(&bench, 10));
    look(&bench, bench.pos, bench.seat, bench.view);
    struct explain_wish wish = {.rules = bench.rules, .view = bench.view, .seat = bench.seat, .iterations = 10};
    for (long n = 1; fail_alloc_at(n), fine = explain(&wish, &told), fail_alloc_hit(); n++) assert_false(fine);
    assert_true(fine);
    wish.stop = &stop;
    assert_false(explain(&wish, &told));
    stand_up(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_told_of_every_game),
        cmocka_unit_test(numbers_are_those_of_the_search),
        cmocka_unit_test(nothing_hidden_is_told),
        cmocka_unit_test(both_languages_say_the_same),
        cmocka_unit_test(what_is_done_in_a_row_is_told_once),
        cmocka_unit_test(gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
