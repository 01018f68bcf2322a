/* SPDX-License-Identifier: MIT */
/* clock_test.c - turns, reserves, late windows, pauses and quiet hours, with a time of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "clock.h"
#include "timezone.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static const int64_t noon = INT64_C(1774695600000);         /* Saturday 28 March 2026, 12:00 in Rome (11:00 UTC) */
static const int64_t after_change = INT64_C(1774782000000); /* 24 hours later: 13:00 in Rome, for an hour was skipped */

static enum alea_err read_rules(const char *words, struct clock_rules *rules, struct alea_error *error) {
    json_t *json = json_loads(words, JSON_DECODE_ANY, NULL);
    assert_non_null(json);
    error->lang = ALEA_EN;
    enum alea_err err = clock_rules_read(json, rules, error);
    json_decref(json);
    return err;
}

static struct clock clock_of(const char *words, int seats) {
    struct clock_rules rules;
    struct alea_error error;
    struct clock clock;
    assert_int_equal(read_rules(words, &rules, &error), ALEA_OK);
    clock_init(&clock, &rules, seats);
    return clock;
}

#define LIVE "{\"kind\":\"live\",\"reserve\":60,\"move\":10,\"late\":5}"

static void a_turn_uses_its_own_time_first(void **state) {
    (void)state;
    struct clock clock = clock_of(LIVE, 2);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0), noon);
    assert_int_equal(clock_left(&clock, 0, noon + 10 * SECOND), 60 * SECOND);
    assert_int_equal(clock_left(&clock, 0, noon + 25 * SECOND), 45 * SECOND);
    assert_int_equal(clock_deadline(&clock, 0), noon + 70 * SECOND);
    assert_int_equal(clock_deadline(&clock, 1), 0);

    clock_turn(&clock, alea_actor(0), noon + 25 * SECOND); /* a small move: the turn goes on */
    assert_int_equal(clock_deadline(&clock, 0), noon + 70 * SECOND);
    clock_turn(&clock, alea_actor(1), noon + 25 * SECOND);
    assert_int_equal(clock_left(&clock, 0, noon + HOUR), 45 * SECOND);
    clock_turn(&clock, alea_actor(0), noon + 30 * SECOND);
    assert_int_equal(clock_deadline(&clock, 0), noon + (30 + 10 + 45) * SECOND);
}

static void past_the_reserve_there_is_a_late_window(void **state) {
    (void)state;
    struct clock clock = clock_of(LIVE, 3);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(2), noon);
    assert_int_equal(clock_next(&clock, noon), noon + 70 * SECOND);
    assert_false(clock_late(&clock, 2, noon + 70 * SECOND - 1));
    assert_true(clock_late(&clock, 2, noon + 70 * SECOND));
    assert_int_equal(clock_next(&clock, noon + 70 * SECOND), noon + 75 * SECOND);
    assert_int_equal(clock_expired(&clock, noon + 75 * SECOND - 1), 0);
    assert_int_equal(clock_expired(&clock, noon + 75 * SECOND), alea_actor(2));

    clock_missed(&clock, 2, noon + 75 * SECOND);
    assert_int_equal(clock.misses[2], 1);
    assert_int_equal(clock_expired(&clock, noon + 75 * SECOND), 0);
    assert_int_equal(clock_deadline(&clock, 2), noon + 85 * SECOND); /* a move's time, and no reserve */
}

static void a_pause_does_not_count(void **state) {
    (void)state;
    struct clock clock = clock_of(LIVE, 2);
    clock_turn(&clock, alea_actor(0), noon);
    assert_int_equal(clock_next(&clock, noon + HOUR), 0); /* it has not begun */
    clock_go(&clock, noon);
    clock_stop(&clock, noon + 20 * SECOND);
    assert_int_equal(clock_expired(&clock, noon + HOUR), 0);
    assert_int_equal(clock_left(&clock, 0, noon + HOUR), 50 * SECOND);
    clock_go(&clock, noon + HOUR);
    assert_int_equal(clock_deadline(&clock, 0), noon + HOUR + 50 * SECOND);
}

static void several_run_at_once(void **state) {
    (void)state;
    struct clock clock = clock_of(LIVE, 3);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0) | alea_actor(2), noon);
    clock_turn(&clock, alea_actor(2), noon + 30 * SECOND);
    assert_int_equal(clock_left(&clock, 0, noon + HOUR), 40 * SECOND);
    assert_int_equal(clock_expired(&clock, noon + 75 * SECOND), alea_actor(2));
}

#define DAYS                                                                                                   \
    "{\"kind\":\"days\",\"reserve\":0,\"move\":36000,\"quiet\":{\"from\":\"22:00\",\"to\":\"08:00\",\"zone\":" \
    "\"Europe/Rome\"}}"

static void quiet_hours_do_not_count(void **state) {
    (void)state;
    struct clock clock = clock_of(DAYS, 2);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0), noon);
    /* Ten hours counted by day: 12 to 22, which is when the quiet begins. */
    assert_int_equal(clock_deadline(&clock, 0), noon + 10 * HOUR);
    clock_turn(&clock, alea_actor(1), noon + 6 * HOUR); /* 18:00: 4 hours today, 6 from 8:00, in a night of 9 hours */
    assert_int_equal(clock_deadline(&clock, 1), noon + 6 * HOUR + (4 + 9 + 6) * HOUR);
    assert_int_equal(clock_expired(&clock, noon + (6 + 4 + 9 + 6) * HOUR - 1), 0);
    assert_int_equal(clock_expired(&clock, noon + (6 + 4 + 9 + 6) * HOUR), alea_actor(1));
}

static void a_turn_that_begins_at_night_waits_for_the_morning(void **state) {
    (void)state;
    struct clock clock = clock_of(DAYS, 2);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0), noon + 11 * HOUR); /* 23:00 */
    assert_int_equal(clock_deadline(&clock, 0), noon + 11 * HOUR + (8 + 10) * HOUR);
}

/* Nights on which a quiet hour falls into the one that is skipped, or that comes twice: time goes on, and the turn runs out. */
static void quiet_hours_that_no_clock_shows(void **state) {
    static const struct {
        const char *zone, *from, *to;
        int64_t begins; /* a day or so before the change */
    } nights[] = {
        {"Europe/London", "01:00", "09:00", INT64_C(1774699200000)}, /* 28 March 2026, 12:00 */
        {"Europe/London", "22:00", "01:30", INT64_C(1774699200000)},
        {"Europe/Rome", "02:00", "08:00", INT64_C(1774695600000)},
        {"Africa/Cairo", "00:00", "08:00", INT64_C(1776933000000)},  /* 23 April 2026 */
        {"Europe/London", "01:00", "09:00", INT64_C(1792839600000)}, /* 24 October 2026 */
    };
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(nights); i++) {
        char words[200];
        snprintf(words, sizeof words,
                 "{\"kind\":\"days\",\"move\":86400,\"quiet\":{\"from\":\"%s\",\"to\":\"%s\",\"zone\":\"%s\"}}",
                 nights[i].from, nights[i].to, nights[i].zone);
        struct clock clock = clock_of(words, 2);
        const int64_t begins = nights[i].begins;
        clock_go(&clock, begins);
        clock_turn(&clock, alea_actor(0), begins);
        const int64_t runs_out = clock_next(&clock, begins);
        assert_true(runs_out > begins + 24 * (int64_t)HOUR && runs_out < begins + 42 * (int64_t)HOUR);
        assert_int_equal(clock_expired(&clock, runs_out - 1), 0);
        assert_int_equal(clock_expired(&clock, runs_out), alea_actor(0));
        for (int64_t now = begins; now < runs_out; now += 10 * MINUTE) assert_int_equal(clock_next(&clock, now), runs_out);
    }
}

static void the_zone_knows_of_daylight_saving(void **state) {
    (void)state;
    assert_int_equal(timezone_minute("Europe/Rome", noon), 12 * 60);
    assert_int_equal(timezone_minute("UTC", noon), 11 * 60);
    assert_int_equal(timezone_minute("Europe/Rome", after_change + 59500), 13 * 60);
    assert_int_equal(timezone_wall("Europe/Rome", after_change + 59500) % MINUTE, 59500);
    assert_true(timezone_exists("America/New_York"));
    static const char *const wrong[] = {"", "Europe/Nowhere", "../../etc/passwd", "/etc/passwd", "Europe", "Europe/Rome\n"};
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) assert_false(timezone_exists(wrong[i]));
}

static void nothing_runs_without_a_clock(void **state) {
    (void)state;
    struct clock clock = clock_of("{\"kind\":\"none\"}", 2);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0), noon);
    assert_int_equal(clock_next(&clock, noon), 0);
    assert_int_equal(clock_expired(&clock, noon + 500 * HOUR), 0);
}

static void what_is_asked_for_comes_back(void **state) {
    (void)state;
    static const char *const whole[] = {
        "{\"kind\":\"none\"}",
        "{\"kind\":\"live\",\"reserve\":60,\"move\":10,\"late\":5,\"then\":\"pass\"}",
        "{\"kind\":\"live\",\"reserve\":0.900,\"move\":0.101,\"late\":1.001,\"then\":\"pass\"}",
        ("{\"kind\":\"days\",\"reserve\":0,\"move\":36000,\"late\":0,\"then\":\"bot:greedy\",\"quiet\":{\"from\":\"22:00\","
         "\"to\":\"08:05\",\"zone\":\"Europe/Rome\"}}"),
    };
    for (size_t i = 0; i < ALEA_LEN(whole); i++) {
        struct clock clock = clock_of(whole[i], 2);
        struct alea_text text;
        alea_text_init(&text, 1000, ALEA_EN);
        alea_text_add(&text, "{");
        clock_rules_write(&clock.rules, &text);
        alea_text_add(&text, "}");
        assert_string_equal(alea_text_str(&text), whole[i]);
        alea_text_clear(&text);
    }
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "7",
        "{\"kind\":\"blitz\"}",
        "{\"kind\":7}",
        "{\"kind\":\"live\"}",
        "{\"kind\":\"live\",\"reserve\":-1}",
        "{\"kind\":\"live\",\"reserve\":1e12}",
        "{\"kind\":\"live\",\"reserve\":\"60\"}",
        "{\"kind\":\"live\",\"reserve\":60,\"tempo\":1}",
        "{\"kind\":\"live\",\"reserve\":60,\"then\":\"explode\"}",
        "{\"kind\":\"live\",\"reserve\":60,\"then\":\"bot:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
        "{\"kind\":\"live\",\"reserve\":60,\"quiet\":{\"from\":\"22:00\",\"to\":\"08:00\",\"zone\":\"UTC\"}}",
        "{\"kind\":\"days\",\"move\":60,\"quiet\":{\"from\":\"24:00\",\"to\":\"08:00\",\"zone\":\"UTC\"}}",
        "{\"kind\":\"days\",\"move\":60,\"quiet\":{\"from\":\"22:00\",\"to\":\"8:00\",\"zone\":\"UTC\"}}",
        "{\"kind\":\"days\",\"move\":60,\"quiet\":{\"from\":\"22:00\",\"to\":\"08:00\",\"zone\":\"../UTC\"}}",
        "{\"kind\":\"days\",\"move\":60,\"quiet\":{\"from\":\"22:00\",\"to\":\"08:00\",\"zone\":\"UTC\",\"x\":1}}",
        "{\"kind\":\"days\",\"move\":60,\"quiet\":7}",
    };
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        struct clock_rules rules;
        struct alea_error error;
        assert_int_equal(read_rules(wrong[i], &rules, &error), ALEA_ERR_BAD_OPTION);
        assert_memory_equal(error.where, "clock.", 6);
    }
}

static void a_restart_finds_the_clock_again(void **state) {
    (void)state;
    struct clock clock = clock_of(LIVE, 3), read = clock_of(LIVE, 3);
    struct alea_text text;
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(1), noon);
    clock_missed(&clock, 1, noon + HOUR);
    alea_text_init(&text, 1000, ALEA_EN);
    clock_state_write(&clock, &text);
    json_t *json = json_loads(alea_text_str(&text), 0, NULL);
    assert_int_equal(clock_state_read(json, &read, NULL), ALEA_OK);
    assert_memory_equal(&read, &clock, sizeof clock);

    json_array_append_new(json_object_get(json, "seats"), json_integer(1));
    assert_int_equal(clock_state_read(json, &read, NULL), ALEA_ERR_BAD_POSITION);
    json_object_set_new(json, "running", json_integer(8));
    assert_int_equal(clock_state_read(json, &read, NULL), ALEA_ERR_BAD_POSITION);
    assert_memory_equal(&read, &clock, sizeof clock);
    json_decref(json);
    alea_text_clear(&text);
}

#define AWAY "{\"kind\":\"days\",\"reserve\":0,\"move\":36000,\"vacation\":5}"

static void a_vacation_does_not_count(void **state) {
    static const int64_t day = 24 * (int64_t)HOUR;
    (void)state;
    struct clock clock = clock_of(AWAY, 2);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0), noon);
    assert_true(clock_leave(&clock, 0, noon + 2 * HOUR + 2 * day, noon + 2 * HOUR)); /* two hours of ten are used */
    assert_int_equal(clock_vacation(&clock, 0), 3);
    assert_int_equal(clock_deadline(&clock, 0), noon + 2 * day + 10 * HOUR);
    assert_int_equal(clock_expired(&clock, noon + 2 * day), 0);
    assert_int_equal(clock_next(&clock, noon + HOUR), noon + 2 * day + 10 * HOUR);
    clock_turn(&clock, alea_actor(1), noon + 3 * HOUR); /* it played all the same; a turn that begins meanwhile waits, too */
    clock_turn(&clock, alea_actor(0), noon + day);
    assert_int_equal(clock_deadline(&clock, 0), noon + 2 * day + 12 * HOUR);
    clock_return(&clock, 0, noon + 2 * day + 5 * HOUR); /* somebody looked late: three hours have counted since */
    assert_int_equal(clock_deadline(&clock, 0), noon + 2 * day + 12 * HOUR);
    assert_int_equal(clock_vacation(&clock, 0), 3);
    assert_int_equal(clock_vacation(&clock, 1), 5);
}

static void days_that_had_not_begun_come_back(void **state) {
    static const int64_t day = 24 * (int64_t)HOUR;
    (void)state;
    struct clock clock = clock_of(AWAY, 2);
    clock_go(&clock, noon);
    clock_turn(&clock, alea_actor(0), noon);
    assert_false(clock_leave(&clock, 0, noon, noon));
    assert_false(clock_leave(&clock, 0, noon + 5 * day + 1, noon));
    assert_true(clock_leave(&clock, 0, noon + 5 * day, noon));
    assert_int_equal(clock_vacation(&clock, 0), 0);
    clock_return(&clock, 0, noon + day + HOUR); /* the second day has begun */
    assert_int_equal(clock_vacation(&clock, 0), 3);
    assert_int_equal(clock_deadline(&clock, 0), noon + day + 11 * HOUR);
    clock_return(&clock, 0, noon + day + HOUR);
    assert_int_equal(clock_vacation(&clock, 0), 3);
    assert_true(clock_leave(&clock, 0, noon + 2 * day, noon + day + HOUR)); /* one, and another end is said of it: one */
    assert_true(clock_leave(&clock, 0, noon + 3 * day, noon + day + 2 * HOUR));
    assert_int_equal(clock_vacation(&clock, 0), 0);
    assert_false(clock_leave(&clock, 0, noon + 9 * day, noon + 2 * day));
    assert_int_equal(clock.vacation[0].until, noon + 3 * day);
}

#define OFTEN "{\"kind\":\"live\",\"move\":100,\"often\":{\"times\":2,\"percent\":25}}"

/* One turn of seat 0, which begins then; in time, or it runs out and is played for it. */
static void play_turn(struct clock *clock, int64_t at, bool in_time) {
    clock_turn(clock, alea_actor(0), at);
    if (!in_time) clock_missed(clock, 0, at + 100 * SECOND);
    clock_turn(clock, alea_actor(1), at + 100 * SECOND);
}

static void who_is_often_late_has_less_time(void **state) {
    (void)state;
    struct clock clock = clock_of(OFTEN, 2);
    clock_go(&clock, noon);
    play_turn(&clock, noon, false);
    assert_false(clock_is_short(&clock, 0));
    play_turn(&clock, noon, false);
    assert_true(clock_is_short(&clock, 0));
    assert_false(clock_is_short(&clock, 1));
    clock_turn(&clock, alea_actor(0), noon);
    assert_int_equal(clock_deadline(&clock, 0), noon + 25 * SECOND);
    clock_turn(&clock, alea_actor(1), noon + SECOND);
    assert_true(clock_is_short(&clock, 0)); /* one in time is not two */
    play_turn(&clock, noon, false);
    play_turn(&clock, noon, true);
    assert_true(clock_is_short(&clock, 0)); /* nor are two with a late one between them */
    play_turn(&clock, noon, true);
    assert_false(clock_is_short(&clock, 0));
    clock_turn(&clock, alea_actor(0), noon);
    assert_int_equal(clock_deadline(&clock, 0), noon + 100 * SECOND);
    assert_int_equal(clock.misses[0], 3);
}

static void one_turn_in_time_forgives_one_late(void **state) {
    (void)state;
    struct clock clock = clock_of("{\"kind\":\"days\",\"move\":3,\"often\":{\"times\":1,\"percent\":10}}", 2);
    clock_go(&clock, noon);
    play_turn(&clock, noon, false);
    assert_true(clock_is_short(&clock, 0));
    assert_int_equal(clock_short_move(&clock.rules), SECOND); /* never less */
    play_turn(&clock, noon, true);
    assert_false(clock_is_short(&clock, 0));
}

static void a_restart_finds_who_was_late_again(void **state) {
    static const char *const wrong[] = {"[0,0,0,0,0,0,0,3,0]", "[0,0,0,0,0,0,0,1,10]", "[0,0,0,0,0,0,0,0,0]",
                                        "[0,0,0,0,0,0,0,1]"};
    (void)state;
    struct clock clock = clock_of(OFTEN, 2), read = clock_of(OFTEN, 2);
    struct alea_error error;
    struct alea_text text;
    clock_go(&clock, noon);
    play_turn(&clock, noon, false);
    clock_turn(&clock, alea_actor(0), noon);
    clock_missed(&clock, 0, noon + 100 * SECOND);
    alea_text_init(&text, 1000, ALEA_EN);
    clock_state_write(&clock, &text);
    json_t *json = json_loads(alea_text_str(&text), 0, NULL);
    assert_int_equal(clock_state_read(json, &read, &error), ALEA_OK);
    assert_memory_equal(&read, &clock, sizeof clock);
    json_t *seats = json_object_get(json, "seats");
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        json_array_set_new(seats, 1, json_loads(wrong[i], 0, NULL));
        assert_int_equal(clock_state_read(json, &read, &error), ALEA_ERR_BAD_POSITION);
    }
    json_decref(json);
    alea_text_clear(&text);
}

static void the_policy_is_said_in_sentences(void **state) {
    static const struct {
        const char *clock, *words[ALEA_LANGS];
    } said[] = {
        {"{\"kind\":\"none\"}",
         {"Nessun limite di tempo: si aspetta chi è di turno.\n",
          "No limit of time: everybody waits for whoever is to move.\n"}},
        {"{\"kind\":\"live\",\"move\":90,\"reserve\":3600,\"late\":60,\"then\":\"forfeit\"}",
         {"90 secondi per ogni turno; poi si consuma la riserva di 1 ora.\nScaduto il tempo, chi è di turno ha ancora 1 minuto per "
          "muovere.\nPoi il posto si ritira dalla partita.\n",
          "90 seconds for each turn; after that the reserve of 1 hour is used up.\nWhen time is up, whoever is to move still has 1 minute "
          "to do so.\nThen the seat resigns from the match.\n"}},
        {"{\"kind\":\"live\",\"reserve\":60,\"then\":\"bot:hard\"}",
         {"1 minuto per tutta la partita.\nPoi gioca «Bot difficile», finché la persona non torna.\n",
          "1 minute for the whole match.\nThen “Hard bot” plays until the person comes back.\n"}},
        {"{\"kind\":\"days\",\"move\":172800,\"vacation\":3,\"then\":\"pass\",\"often\":{\"times\":2,\"percent\":50},"
         "\"quiet\":{\"from\":\"22:00\",\"to\":\"08:30\",\"zone\":\"Europe/Rome\"}}",
         {"2 giorni per ogni turno.\nFra le 22:00 e le 08:30 (Europe/Rome) il tempo non "
          "corre.\nOgnuno può andare in vacanza per 3 giorni in tutto: intanto il tempo non corre.\nPoi il turno passa con il minimo "
          "indispensabile.\nChi lascia scadere 2 turni ha 1 giorno per turno, finché ne gioca 2 di fila in tempo.\n",
          "2 days for each turn.\nBetween 22:00 and 08:30 (Europe/Rome) no time "
          "runs.\nEach person may be on vacation for 3 days in all: meanwhile no time runs.\nThen the turn passes with the least that "
          "must be done.\nWhoever lets 2 turns run out has 1 day for each, until 2 in a row are played in time.\n"}},
    };
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(said); i++)
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            const struct clock clock = clock_of(said[i].clock, 2);
            struct alea_text text;
            alea_text_init(&text, 4096, (enum alea_lang)lang);
            clock_say(&clock.rules, &text);
            assert_string_equal(alea_text_str(&text), said[i].words[lang]);
            alea_text_clear(&text);
        }
}

static void a_restart_finds_a_vacation_again(void **state) {
    static const char *const wrong[] = {"[0,0,0,0,5,4,0]", "[0,0,0,0,0,9000000000000000,0]", "[0,0,0,0,0,0,100]",
                                        "[0,0,0,0,0,0]"};
    (void)state;
    struct clock clock = clock_of(AWAY, 2), read = clock_of(AWAY, 2);
    struct alea_error error;
    struct alea_text text;
    clock_go(&clock, noon);
    assert_true(clock_leave(&clock, 1, noon + HOUR, noon));
    clock_return(&clock, 1, noon + MINUTE);
    assert_true(clock_leave(&clock, 1, noon + 2 * HOUR, noon + HOUR));
    alea_text_init(&text, 1000, ALEA_EN);
    clock_state_write(&clock, &text);
    json_t *json = json_loads(alea_text_str(&text), 0, NULL);
    assert_int_equal(clock_state_read(json, &read, &error), ALEA_OK);
    assert_memory_equal(&read.vacation, &clock.vacation, sizeof clock.vacation);
    json_t *seats = json_object_get(json, "seats");
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) {
        json_array_set_new(seats, 1, json_loads(wrong[i], 0, NULL));
        assert_int_equal(clock_state_read(json, &read, &error), ALEA_ERR_BAD_POSITION);
    }
    json_decref(json);
    alea_text_clear(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_uses_its_own_time_first),
        cmocka_unit_test(past_the_reserve_there_is_a_late_window),
        cmocka_unit_test(a_pause_does_not_count),
        cmocka_unit_test(several_run_at_once),
        cmocka_unit_test(quiet_hours_do_not_count),
        cmocka_unit_test(a_turn_that_begins_at_night_waits_for_the_morning),
        cmocka_unit_test(quiet_hours_that_no_clock_shows),
        cmocka_unit_test(the_zone_knows_of_daylight_saving),
        cmocka_unit_test(nothing_runs_without_a_clock),
        cmocka_unit_test(what_is_asked_for_comes_back),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_restart_finds_the_clock_again),
        cmocka_unit_test(a_vacation_does_not_count),
        cmocka_unit_test(days_that_had_not_begun_come_back),
        cmocka_unit_test(a_restart_finds_a_vacation_again),
        cmocka_unit_test(who_is_often_late_has_less_time),
        cmocka_unit_test(one_turn_in_time_forgives_one_late),
        cmocka_unit_test(a_restart_finds_who_was_late_again),
        cmocka_unit_test(the_policy_is_said_in_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
