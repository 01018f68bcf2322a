/* SPDX-License-Identifier: MIT */
/* daily_test.c - parts of a report, and the moments that pictures show. The two worlds of the secrecy law are in tests/packs.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daily.h"
#include "utf8.h"

static int characters(const char *words, size_t n) {
    uint32_t code;
    int count = 0;
    for (size_t at = 0; at < n; count++) {
        size_t length = alea_utf8_next(words + at, n - at, &code);
        assert_true(length > 0); /* no part begins or ends within a character */
        at += length;
    }
    return count;
}

/* Takes all parts; the shape of each tells where it was cut. */
static int parts_of(const char *words) {
    int n = 0;
    for (size_t part; (part = daily_part(words)); words += part, n++) {
        assert_true(part <= strlen(words));
        assert_in_range(characters(words, part), 1, DAILY_PART);
    }
    assert_string_equal(words, "");
    return n;
}

static char *repeated(const char *unit, size_t times) {
    size_t n = strlen(unit);
    char *words = malloc(n * times + 1);
    assert_non_null(words);
    for (size_t i = 0; i < times; i++) memcpy(words + i * n, unit, n);
    words[n * times] = 0;
    return words;
}

static void short_words_are_one_part(void **state) {
    (void)state;
    assert_int_equal(parts_of(""), 0);
    assert_int_equal(parts_of("a"), 1);
    char *words = repeated("è", DAILY_PART); /* two bytes each */
    assert_int_equal(parts_of(words), 1);
    assert_int_equal(daily_part(words), 2 * DAILY_PART);
    free(words);
}

static void paragraphs_are_kept_whole(void **state) {
    (void)state;
    char *words = repeated("Alba del giorno 3\n- Una frase è una frase.\n\n", 300);
    size_t part = daily_part(words);
    assert_memory_equal(words + part - 2, "\n\n", 2);
    assert_memory_equal(words + part, "Alba", 4);
    assert_int_equal(parts_of(words), 4);
    free(words);
}

static void else_lines_words_characters(void **state) {
    (void)state;
    char *lines = repeated("- una frase\n", 1000), *blanks = repeated("parola ", 1000), *solid = repeated("à", 10000);
    assert_int_equal(lines[daily_part(lines) - 1], '\n');
    assert_int_equal(blanks[daily_part(blanks) - 1], ' ');
    assert_int_equal(daily_part(solid), 2 * DAILY_PART);
    assert_int_equal(parts_of(lines), 3);
    assert_int_equal(parts_of(blanks), 2);
    assert_int_equal(parts_of(solid), 3);
    free(lines);
    free(blanks);
    free(solid);
}

/* What came in from outside and is no UTF-8 doesn't hang it. */
static void bytes_that_are_no_words(void **state) {
    (void)state;
    char *words = repeated("\xff", 5000);
    assert_int_equal(daily_part(words), DAILY_PART);
    free(words);
}

/* ---- Reports of a match that goes on ------------------------------------------------------------------------------------- */

static struct alea_match *campaign(long plies) {
    struct alea_error error = {.lang = ALEA_EN};
    const char *const options[] = {"map=small"};
    struct alea_rules *rules = alea_rules_new(alea_game_find("incursio"), 2, options, 1, NULL, &error);
    const struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR, .has_seed = true, .dice.seed = {7}};
    assert_non_null(rules);
    struct alea_match *match = alea_match_new(rules, &head, &error);
    assert_non_null(match);
    alea_move *moves = calloc((size_t)rules->game->max_legal, sizeof *moves);
    struct alea_random random = alea_random_stream(3, 4);
    while (alea_match_plies(match) < plies && alea_match_actors(match) != ALEA_ACTORS_OVER) {
        alea_actors actors = alea_match_actors(match);
        if (actors == ALEA_ACTORS_CHANCE) {
            assert_int_equal(alea_match_roll(match, NULL, &error), ALEA_OK);
            continue;
        }
        int seat = actors & alea_actor(0) ? 0 : 1;
        int n = rules->game->legal(rules->tables, alea_match_position(match), seat, moves);
        assert_int_equal(alea_match_play(match, alea_match_plies(match), seat,
                                         moves[alea_random_below(&random, (uint32_t)n)], NULL, NULL, &error),
                         ALEA_OK);
    }
    free(moves);
    return match;
}

static struct alea_text written(const struct alea_match *match, int viewer, bool side, int round, const char *until) {
    struct alea_text page;
    alea_text_init(&page, DAILY_MAX, ALEA_EN);
    const struct daily daily = {.match = match, .viewer = viewer, .side = side, .round = round, .until = until};
    assert_true(daily_write(&daily, &page));
    return page;
}

/* Where the first seat is to decide in a window that has a time of its own, or not. */
static struct alea_match *asked(bool timed) {
    for (long plies = 1;; plies++) {
        struct alea_match *match = campaign(plies);
        const struct alea_rules *rules = alea_match_rules(match);
        struct alea_window window;
        bool decides = alea_match_actors(match) & alea_actor(0);
        assert_int_equal(alea_match_plies(match), plies);
        if (decides && rules->game->campaign.window(rules->tables, alea_match_position(match), &window) &&
            (window.closes >= 0) == timed)
            return match;
        alea_match_free(match);
    }
}

static void it_ends_with_what_is_asked(void **state) {
    (void)state;
    struct alea_match *match = asked(false);
    struct daily_rounds rounds;
    assert_true(daily_rounds(match, &rounds));
    assert_int_equal(rounds.first, 0);
    assert_int_equal(rounds.last, 0);
    assert_int_equal(rounds.whole, -1);
    struct alea_text side = written(match, 0, true, 0, "22:00"), all = written(match, ALEA_NONE, false, 0, "22:00");
    assert_non_null(strstr(side.at, "What is asked of A: "));
    assert_null(strstr(side.at, "What is asked of B"));
    assert_string_equal(side.at + side.len - 19, "Time until: 22:00.\n");
    assert_null(strstr(all.at, "22:00"));
    alea_text_clear(&side);
    alea_text_clear(&all);
    alea_match_free(match);
}

/* The game's own time, where nobody knows better. */
static void windows_have_their_time(void **state) {
    (void)state;
    struct alea_match *match = asked(true);
    struct daily_rounds rounds;
    assert_true(daily_rounds(match, &rounds));
    struct alea_text page = written(match, 0, false, rounds.last, NULL);
    const char *until = strstr(page.at, "\nTime until: ");
    assert_non_null(until);
    assert_int_equal(until[15], ':');
    alea_text_clear(&page);
    alea_match_free(match);
}

/* Each line is a sentence. */
static void lines_are_sentences(void **state) {
    (void)state;
    struct alea_match *match = campaign(4000);
    struct daily_rounds rounds;
    int sentences = 0;
    assert_true(daily_rounds(match, &rounds));
    assert_true(rounds.last > 1);
    for (int round = rounds.first; round <= rounds.last; round++) {
        struct alea_text page = written(match, round % 2, true, round, NULL);
        for (char *line = strstr(page.at, "\n- "); line; line = strstr(line + 1, "\n- "), sentences++) {
            const char *end = strchr(line + 1, '\n');
            assert_non_null(end);
            assert_false(line[3] >= 'a' && line[3] <= 'z');
            assert_non_null(strchr(".!?:", end[-1]));
        }
        alea_text_clear(&page);
    }
    assert_true(sentences > 50);
    alea_match_free(match);
}

static bool is_of(const char *game, int seats, int seat, int side) {
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND};
    struct alea_rules *rules = alea_rules_new(alea_game_find(game), seats, NULL, 0, NULL, &error);
    struct alea_match *match = alea_match_new(rules, &head, &error);
    assert_non_null(match);
    bool is = daily_is_of_side(match, seat, side);
    alea_match_free(match);
    return is;
}

static void a_side_is_its_own_seats_and_who_knows_the_same(void **state) {
    (void)state;
    for (int seat = 0; seat < 6; seat++)
        for (int side = 0; side < 2; side++) assert_int_equal(is_of("incursio", 6, seat, side), seat % 2 == side);
    assert_false(is_of("incursio", 6, ALEA_NONE, 0));
    assert_false(is_of("incursio", 6, 6, 0));
    assert_false(is_of("incursio", 6, 0, 2));
    assert_false(is_of("incursio", 6, 0, -1));
    /* Nothing is hidden there at first: still nobody is of the other side. */
    assert_true(is_of("polis", 2, 0, 0));
    assert_false(is_of("polis", 2, 0, 1));
    assert_false(is_of("null", 2, 0, 0)); /* a game without sides */
}

static void pictures_are_of_their_day(void **state) {
    (void)state;
    struct alea_match *match = campaign(4000);
    for (int round = 0; round < 3; round++) {
        struct alea_text svg;
        char day[32];
        alea_text_init(&svg, DAILY_PICTURE, ALEA_EN);
        assert_true(daily_picture(&(struct daily){.match = match, .viewer = 1, .round = round}, &svg));
        assert_false(svg.truncated);
        snprintf(day, sizeof day, round ? ">Day %d of 8<" : ">Campaign of 8 days<", round);
        assert_non_null(strstr(svg.at, day));
        assert_non_null(strstr(svg.at, "Raiders of the Varannah"));
        assert_non_null(strstr(svg.at, "Check of this view: "));
        alea_text_clear(&svg);
    }
    alea_match_free(match);
}

/* Of what a player was given of a running match no report can be made, and that is what is said. */
static void a_viewers_file_says_what_it_is(void **state) {
    (void)state;
    struct alea_match *match = campaign(60);
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_text given;
        struct alea_error error = {.lang = ALEA_EN};
        alea_text_init(&given, 1 << 20, (enum alea_lang)lang);
        alea_transcript_write_for(match, 1, 0, &given);
        alea_match_free(alea_transcript_read("given.alea", given.at, given.len, NULL, NULL, NULL, &error));
        assert_int_equal(error.code, ALEA_ERR_BAD_TRANSCRIPT);
        assert_non_null(strstr(error.text, "moves are missing"));
        alea_text_clear(&given);
    }
    alea_match_free(match);
}

/* Names of a scenario are words, whatever is in them. */
static void words_are_escaped(void **state) {
    (void)state;
    struct alea_text text;
    alea_text_init(&text, 1000, ALEA_EN);
    alea_text_escape(&text, "<a href=\"x\">&'\x01\xff\xe2\x80\xa8\xc3\xa8");
    assert_string_equal(alea_text_str(&text), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\xc3\xa8");
    alea_text_clear(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_words_are_one_part),
        cmocka_unit_test(paragraphs_are_kept_whole),
        cmocka_unit_test(else_lines_words_characters),
        cmocka_unit_test(bytes_that_are_no_words),
        cmocka_unit_test(it_ends_with_what_is_asked),
        cmocka_unit_test(windows_have_their_time),
        cmocka_unit_test(lines_are_sentences),
        cmocka_unit_test(pictures_are_of_their_day),
        cmocka_unit_test(a_side_is_its_own_seats_and_who_knows_the_same),
        cmocka_unit_test(words_are_escaped),
        cmocka_unit_test(a_viewers_file_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
