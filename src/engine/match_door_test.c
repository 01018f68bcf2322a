/* SPDX-License-Identifier: MIT */
/* match_door_test.c - what alea_match_play lets in and what it turns away, how notes and heads are cleaned, and the limits. */
#include "fail_alloc.h"
#include "match_test.h"

/* ---- The door ---------------------------------------------------------------------------------------------------- */

static void turned_away(struct alea_match *match, long ply, int seat, const char *line, enum alea_err wanted,
                        const char *words) {
    alea_move move = read_move(match, line);
    long plies = alea_match_plies(match);
    uint64_t hash = hash_now(match);
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_error error = {.lang = (enum alea_lang)lang};
        struct alea_events events = {.n = 3};
        assert_int_equal(alea_match_play(match, ply, seat, move, "note", &events, &error), wanted);
        assert_int_equal(error.code, wanted);
        assert_int_equal(events.n, 0);
        if (lang == ALEA_EN) assert_non_null(strstr(error.text, words));
        if (wanted == ALEA_ERR_REFUSED) {
            const char *id = alea_rule_id(alea_match_rules(match)->game, error.rule);
            assert_memory_equal(error.text, id, strlen(id));
            assert_memory_equal(error.text + strlen(id), ": ", 2);
            assert_int_equal(error.ply, plies + 1);
        } else {
            assert_int_equal(error.rule, 0);
        }
    }
    assert_int_equal(alea_match_play(match, ply, seat, move, NULL, NULL, NULL), wanted);
    assert_int_equal(alea_match_plies(match), plies);
    assert_int_equal(hash_now(match), hash);
}

static void door_checks_in_order(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    turned_away(match, 9, 2, "bet one", ALEA_ERR_NO_SEAT, "no seat C");
    turned_away(match, 0, -1, "bet one", ALEA_ERR_NO_SEAT, "-1");
    turned_away(match, 0, ALEA_NONE, "bet one", ALEA_ERR_NO_SEAT, "255");
    turned_away(match, 1, 0, "dice 1", ALEA_ERR_STALE, "answers ply 1, but the match stands at ply 0");
    turned_away(match, -1, 0, "bet one", ALEA_ERR_STALE, "ply -1");
    turned_away(match, 0, 0, "dice 1", ALEA_ERR_REFUSED, "NULL-BET-1: Each player bets");
    turned_away(match, 0, ALEA_CHANCE, "dice 1", ALEA_ERR_REFUSED, "NULL-DIE-1");
    turned_away(match, 0, ALEA_HOST, "bet one", ALEA_ERR_REFUSED, "NULL-HOST-1");

    assert_int_equal(play(match, 0, "bet one"), ALEA_OK);
    turned_away(match, 0, 0, "bet one", ALEA_ERR_STALE, "ply 0");
    turned_away(match, 1, 0, "bet two", ALEA_ERR_REFUSED, "NULL-BET-1"); /* not among those who may move */
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    turned_away(match, 2, 0, "bet one", ALEA_ERR_REFUSED, "NULL-BET-1"); /* chance is to throw */
    turned_away(match, 2, ALEA_CHANCE, "bet one", ALEA_ERR_REFUSED, "NULL-DIE-1");
    turned_away(match, 2, ALEA_CHANCE, "dice 7", ALEA_ERR_REFUSED, "NULL-DIE-1");
    assert_int_equal(play(match, ALEA_CHANCE, "dice 6"), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign b"), ALEA_OK);

    assert_int_equal(alea_match_actors(match), ALEA_ACTORS_OVER);
    turned_away(match, 0, 5, "bet one", ALEA_ERR_NO_SEAT, "no seat F");
    turned_away(match, 0, 0, "bet one", ALEA_ERR_OVER, "over"); /* rather than stale */
    turned_away(match, 4, ALEA_HOST, "resign a", ALEA_ERR_OVER, "over");
    alea_match_free(match);
}

/* Neither every number of a ruling nor every throw is listed. */
static void hosts_are_judged_by_why_not(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    struct alea_error error = {.lang = ALEA_EN};
    const alea_move ruling = alea_move_make(3, 1000000), thrown = alea_move_make(2, 7);
    long n_throws = 0;
    assert_int_equal(alea_match_play(match, 0, ALEA_HOST, ruling, "a fine", NULL, NULL), ALEA_OK);
    assert_int_equal(alea_match_play(match, 1, ALEA_HOST, thrown, NULL, NULL, &error), ALEA_ERR_REFUSED);
    assert_int_equal(alea_match_play(match, 1, 0, ruling, NULL, NULL, &error), ALEA_ERR_REFUSED);
    assert_int_equal(count(match, 0, 4), ALEA_OK);
    assert_int_equal(alea_match_play(match, 2, ALEA_HOST, thrown, NULL, NULL, NULL), ALEA_OK);
    assert_false(alea_match_can_undo(match, 0));
    for (long ply = 1; ply <= 3; ply++) {
        struct counters before;
        alea_match_position_at(match, ply - 1, &before);
        assert_int_equal(alea_by_hand(alea_match_rules(match), &before, alea_match_ply(match, ply)),
                         ply == 3); /* the throw */
    }
    assert_int_equal(count(match, 0, 4), ALEA_OK);
    assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK); /* the first throw of the dice: the host's was none */
    struct alea_random first = alea_dice_throw(&alea_match_head(match)->dice, 1);
    assert_int_equal(alea_match_ply(match, 5)->move, counters_roll(NULL, NULL, &first));
    assert_int_equal(alea_match_verify(match, &n_throws, NULL), ALEA_OK);
    assert_int_equal(n_throws, 1);
    assert_int_equal(alea_match_entered(match), 1); /* which is told beside it */
    alea_match_free(match);
}

static void events_are_told_anew(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_events events = {.n = 60};
    assert_int_equal(alea_match_play(match, 0, 0, read_move(match, "bet one"), NULL, &events, NULL), ALEA_OK);
    assert_int_equal(events.n, 2);
    alea_match_free(match);
}

static void notes_are_cleaned(void **state) {
    (void)state;
    static const struct {
        const char *from, *to; /* NULL: no note */
    } notes[] = {
        {"a reason", "a reason"},
        {"  blanks  go at the ends ", "blanks  go at the ends"},
        {"two\nlines\r\nand\ta tab", "two\nlines\nand a tab"},
        {"bell \a and \033[31mred", "bell   and  [31mred"},
        {"right\xe2\x80\x8fto left", "right to left"},           /* U+200F */
        {"line\xe2\x80\xa8separator\xc2\x85", "line separator"}, /* U+2028, U+0085 */
        {"perché no?", "perché no?"},
        {"not \xff\xc3 UTF-8 \xed\xa0\x80", "not ?? UTF-8 ???"},
        {"", NULL},
        {" \n ", NULL},
        {"| starts with a bar | has bars", "| starts with a bar | has bars"},
    };
    struct alea_match *match = new_counters();
    for (size_t i = 0; i < ALEA_LEN(notes); i++) {
        assert_int_equal(alea_match_play(match, (long)i, 0, alea_move_make(1, 0), notes[i].from, NULL, NULL), ALEA_OK);
        const char *note = alea_match_ply(match, (long)i + 1)->note;
        if (notes[i].to) assert_string_equal(note, notes[i].to);
        else assert_null(note);
    }
    /* 3,999 characters and two more, of which the last one goes. */
    char long_note[ALEA_MAX_NOTE_CHARS + 4];
    memset(long_note, 'x', ALEA_MAX_NOTE_CHARS - 1);
    memcpy(long_note + ALEA_MAX_NOTE_CHARS - 1, "è?", 4);
    long ply = alea_match_plies(match);
    assert_int_equal(alea_match_play(match, ply, 0, alea_move_make(1, 0), long_note, NULL, NULL), ALEA_OK);
    const char *note = alea_match_ply(match, ply + 1)->note;
    assert_int_equal(strlen(note), ALEA_MAX_NOTE_CHARS + 1);
    assert_memory_equal(note, long_note, ALEA_MAX_NOTE_CHARS + 1);
    alea_match_free(match);
}

static void lines_stay_clean(void **state) {
    (void)state;
    struct alea_random random = alea_random_stream(5, 0);
    for (int round = 0; round < 2000; round++) {
        char from[80], once[40], twice[40];
        size_t n = alea_random_below(&random, sizeof from);
        for (size_t i = 0; i < n; i++) from[i] = (char)alea_random_below(&random, round & 1 ? 256 : 64);
        size_t length = alea_line_clean(from, n, once, sizeof once);
        assert_int_equal(strlen(once), length);
        assert_int_equal(alea_line_clean(once, length, twice, sizeof twice), length);
        assert_string_equal(once, twice);
        alea_line_clean(from, n, from, sizeof once); /* in place */
        assert_string_equal(from, once);
    }
}

static void heads_are_cleaned(void **state) {
    (void)state;
    struct alea_match_head head = fair_head();
    memcpy(head.seat[0].who, "a b\xc3\xa8", sizeof "a b\xc3\xa8");
    memcpy(head.seat[0].name, " Anna\nof Rome ", sizeof " Anna\nof Rome ");
    memset(head.seat[1].who, 0, sizeof head.seat[1].who);
    memset(head.seat[1].name, 'x', sizeof head.seat[1].name); /* no 0 at its end */
    memcpy(head.seat[2].who, "ghost", sizeof "ghost");
    memcpy(head.dice.word[1], "\tword\t", sizeof "\tword\t");
    memcpy(head.dice.word[2], "ghost", sizeof "ghost");
    struct alea_match *match = alea_match_new(null_rules(), &head, NULL);
    const struct alea_match_head *kept = alea_match_head(match);
    assert_string_equal(kept->seat[0].who, "a_b__");
    assert_string_equal(kept->seat[0].name, "Anna of Rome");
    assert_string_equal(kept->seat[1].who, "-");
    assert_int_equal(strlen(kept->seat[1].name), sizeof kept->seat[1].name - 1);
    assert_string_equal(kept->seat[2].who, "");
    assert_string_equal(kept->dice.word[1], "word");
    assert_string_equal(kept->dice.word[2], "");
    assert_int_equal(kept->dice.seats, 2);
    uint8_t commitment[ALEA_HASH_BYTES];
    alea_seed_commit(head.dice.seed, commitment);
    assert_memory_equal(kept->commitment, commitment, sizeof commitment);

    alea_match_sit(match, 1, &(struct alea_seat_head){.who = "bot:greedy", .name = " Bruto\t"});
    assert_string_equal(kept->seat[1].who, "bot:greedy");
    assert_string_equal(kept->seat[1].name, "Bruto");
    assert_string_equal(kept->dice.word[1], "word");
    alea_match_free(match);
}

/* ---- Limits and memory --------------------------------------------------------------------------------------------------- */

static void matches_have_ceilings(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    struct alea_error error = {.lang = ALEA_EN};
    char note[ALEA_MAX_NOTE_CHARS + 2] = {0};
    memset(note, 'n', ALEA_MAX_NOTE_CHARS + 1); /* the last one is cut */
    long n_notes = ALEA_MAX_NOTES_BYTES / (ALEA_MAX_NOTE_CHARS + 1);
    for (long ply = 0; ply < n_notes; ply++)
        assert_int_equal(alea_match_play(match, ply, 0, alea_move_make(1, 0), note, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_match_play(match, n_notes, 0, alea_move_make(1, 0), note, NULL, &error), ALEA_ERR_TOO_LARGE);
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK); /* gives its bytes back */
    assert_int_equal(alea_match_play(match, n_notes - 1, 0, alea_move_make(1, 0), note, NULL, NULL), ALEA_OK);

    assert_int_equal(count(match, 0, 5), ALEA_OK); /* a barrier, so that the undo below is short */
    while (alea_match_plies(match) < ALEA_MAX_PLIES) assert_int_equal(count(match, 1, 0), ALEA_OK);
    assert_int_equal(alea_match_play(match, ALEA_MAX_PLIES, 1, alea_move_make(1, 0), NULL, NULL, &error),
                     ALEA_ERR_TOO_LARGE);
    assert_non_null(strstr(error.text, "524288"));
    struct counters seen;
    alea_match_position_at(match, ALEA_MAX_PLIES - 1, &seen);
    assert_int_equal(seen.n, ALEA_MAX_PLIES - 1);
    assert_int_equal(alea_match_undo(match, 1, NULL), ALEA_OK);
    assert_memory_equal(&seen, alea_match_position(match), sizeof seen);
    alea_match_free(match);
}

static void failing_memory_changes_nothing(void **state) {
    (void)state;
    struct alea_match_head head = fair_head();
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = null_rules();
    rules->game = counters();
    struct alea_match *match = NULL;
    long n = 1;
    for (; fail_alloc_at(n), match = alea_match_new(rules, &head, &error), fail_alloc_hit(); n++) {
        assert_null(match);
        assert_int_equal(error.code, ALEA_ERR_NO_MEMORY); /* and the rules are still ours */
    }
    assert_true(n > 3);
    assert_non_null(match);

    int failures = 0;
    while (alea_match_plies(match) < 400) {
        long plies = alea_match_plies(match);
        uint64_t hash = hash_now(match);
        enum alea_err err;
        for (n = 1; fail_alloc_at(n), err = alea_match_play(match, plies, 0, alea_move_make(1, 3), "note", NULL, &error),
            fail_alloc_hit();
             n++) {
            assert_int_equal(err, ALEA_ERR_NO_MEMORY);
            assert_int_equal(alea_match_plies(match), plies);
            assert_int_equal(hash_now(match), hash);
            failures++;
        }
        assert_int_equal(err, ALEA_OK);
    }
    assert_true(failures > 400); /* each note, and the lists when they grow */

    long n_throws;
    fail_alloc_at(1);
    assert_int_equal(alea_match_verify(match, &n_throws, &error), ALEA_ERR_NO_MEMORY);
    fail_alloc_at(1);
    assert_int_equal(alea_match_undo(match, 0, &error), ALEA_OK); /* needs none */
    assert_false(fail_alloc_hit());
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(door_checks_in_order),  cmocka_unit_test(hosts_are_judged_by_why_not),
        cmocka_unit_test(events_are_told_anew),  cmocka_unit_test(notes_are_cleaned),
        cmocka_unit_test(lines_stay_clean),      cmocka_unit_test(heads_are_cleaned),
        cmocka_unit_test(matches_have_ceilings), cmocka_unit_test(failing_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
