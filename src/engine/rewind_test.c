/* SPDX-License-Identifier: MIT */
/* rewind_test.c - the host takes a match back: whether it may, where it leads, how it is told, and what only grows. */
#include <stdio.h>

#include "fail_alloc.h"
#include "match_test.h"
#include "move_json.h"

enum { A = 0, B = 1 };

static enum alea_err back(struct alea_match *match, long target, struct alea_error *error) {
    return alea_match_play(match, alea_match_plies(match), ALEA_HOST, alea_move_make(ALEA_VERB_REWIND, (unsigned)target),
                           "a mistake", NULL, error);
}

/* ---- In words ----------------------------------------------------------------------------------------------------------- */

static void it_is_read_written_and_said(void **state) {
    (void)state;
    static const char *const words[ALEA_LANGS] = {"La partita torna a com'era dopo la mossa 12",
                                                  "The match goes back to where it stood after ply 12"};
    struct alea_match *match = new_match();
    const struct alea_rules *rules = alea_match_rules(match);
    const alea_move move = alea_move_make(ALEA_VERB_REWIND, 12);
    assert_int_equal(read_move(match, " Rewind  12 "), move);
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_text text;
        alea_text_init(&text, 400, (enum alea_lang)lang);
        alea_move_write(rules, move, &text);
        assert_string_equal(alea_text_str(&text), "rewind 12");
        alea_text_clear(&text);
        alea_move_say(rules, move, &text);
        assert_string_equal(alea_text_str(&text), words[lang]);
        alea_text_clear(&text);
        alea_text_add(&text, "{");
        alea_move_json(rules, move, false, &text);
        assert_string_equal(alea_text_str(&text),
                            "{\"m\":4278190092,\"text\":\"rewind 12\",\"verb\":\"rewind\",\"args\":{\"number\":12}");
        alea_text_clear(&text);
    }
    static const char *const bad[] = {"rewind", "rewind x", "rewind 1 2", "rewind -1", "rewind 524289"};
    for (size_t i = 0; i < ALEA_LEN(bad); i++) {
        alea_move read = 0;
        struct alea_error error = {.lang = ALEA_EN};
        assert_int_equal(alea_move_read(rules, bad[i], &read, &error), ALEA_ERR_BAD_MOVE);
        assert_non_null(strstr(error.text, "rewind"));
    }
    alea_match_free(match);
}

/* ---- Whether it may be --------------------------------------------------------------------------------------------------- */

static void refused(struct alea_match *match, long target, enum alea_err wanted, const char *it, const char *en) {
    const char *words[ALEA_LANGS] = {it, en};
    const long plies = alea_match_plies(match);
    const uint64_t hash = hash_now(match);
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_error error = {.lang = (enum alea_lang)lang};
        assert_int_equal(back(match, target, &error), wanted);
        assert_string_equal(error.text, words[lang]);
        assert_int_equal(alea_match_plies(match), plies);
        assert_int_equal(hash_now(match), hash);
    }
}

static void where_nobody_may_is_refused(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_error error = {.lang = ALEA_EN};
    refused(match, 0, ALEA_ERR_NO_REWIND, "non si può tornare indietro: si torna a una mossa prima dell'ultima",
            "can't take the match back: it goes back to a ply before the last one");
    assert_int_equal(play(match, A, "bet one"), ALEA_OK);
    assert_int_equal(play(match, B, "bet two"), ALEA_OK);
    refused(match, 1, ALEA_ERR_REFUSED,
            "NULL-HOST-2: Chi ospita può riportare la partita a quando nessuno aveva ancora scommesso in quel turno.",
            "NULL-HOST-2: The host can take the match back to where nobody had bet yet in a round.");
    assert_int_equal(alea_match_roll(match, NULL, &error), ALEA_OK);
    refused(match, 2, ALEA_ERR_NO_REWIND, "non si può tornare indietro: lì nessuno doveva decidere",
            "can't take the match back: nobody was to decide there");
    refused(match, 3, ALEA_ERR_NO_REWIND, "non si può tornare indietro: si torna a una mossa prima dell'ultima",
            "can't take the match back: it goes back to a ply before the last one");
    refused(match, 0xffffff, ALEA_ERR_NO_REWIND, "non si può tornare indietro: si torna a una mossa prima dell'ultima",
            "can't take the match back: it goes back to a ply before the last one");
    const alea_move first = alea_move_make(ALEA_VERB_REWIND, 0);
    assert_int_equal(alea_match_play(match, 2, ALEA_HOST, first, NULL, NULL, &error), ALEA_ERR_STALE);
    assert_int_equal(alea_match_play(match, 3, A, first, NULL, NULL, &error), ALEA_ERR_REFUSED); /* the host's alone */
    assert_int_equal(play(match, ALEA_HOST, "resign A"), ALEA_OK);
    refused(match, 0, ALEA_ERR_OVER, "la partita è finita", "the match is over");
    alea_match_free(match);
}

static void where_the_rules_are_silent_it_may_be(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    struct alea_game game = *counters();
    game.campaign = (struct alea_game_campaign){.why_not_rewind = NULL};
    ((struct alea_rules *)alea_match_rules(match))->game = &game;
    assert_int_equal(count(match, A, 1), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "rewind 0"), ALEA_OK);
    assert_int_equal(alea_match_plies(match), 2);
    alea_match_free(match);
}

/* ---- Where it leads ------------------------------------------------------------------------------------------------------- */

static void it_is_told_to_all(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_events events;
    assert_int_equal(play(match, A, "bet one"), ALEA_OK);
    const uint64_t begin = hash_now(match);
    assert_int_equal(alea_match_play(match, 1, ALEA_HOST, alea_move_make(ALEA_VERB_REWIND, 0), "so it goes", &events, NULL),
                     ALEA_OK);
    assert_int_not_equal(hash_now(match), begin);
    assert_int_equal(alea_match_plies(match), 2);
    assert_string_equal(alea_match_ply(match, 2)->note, "so it goes");
    assert_int_equal(alea_match_actors(match), alea_actor(A) | alea_actor(B));
    assert_int_equal(events.n, 1);
    assert_true(events.at[0].audience == ALEA_EVERYBODY);
    for (int seat = A; seat <= B; seat++) assert_false(alea_match_can_undo(match, seat));
    assert_int_equal(play(match, B, "bet two"), ALEA_OK); /* and nothing is taken back beyond it */
    assert_int_equal(alea_match_undo(match, B, NULL), ALEA_OK);
    assert_int_equal(alea_match_undo(match, B, NULL), ALEA_ERR_NO_UNDO);
    assert_int_equal(alea_match_plies(match), 2);
    alea_match_free(match);
}

static alea_rule anywhere(const void *tables, const void *now, const void *then) {
    (void)tables, (void)now, (void)then;
    return 0;
}

/* A's moves are A's alone. */
static alea_actors own_audience(const void *tables, const void *before, int seat, alea_move move) {
    (void)tables, (void)before, (void)move;
    return seat == A ? alea_actor(A) : ALEA_EVERYBODY;
}

static struct alea_match *new_campaign(void) {
    static struct alea_game game;
    game = *counters();
    game.campaign = (struct alea_game_campaign){.why_not_rewind = anywhere};
    game.secrecy.audience = own_audience;
    struct alea_match_head head = fair_head();
    struct alea_rules *rules = null_rules();
    rules->game = &game;
    struct alea_match *match = alea_match_new(rules, &head, NULL);
    assert_non_null(match);
    return match;
}

/* Rewinds to behind rewinds, in a match long enough for few snapshots: every look back is right, and so is each step. */
static void many_lie_behind_each_other(void **state) {
    (void)state;
    enum { PLIES = 20000, EVERY = PLIES / ALEA_MAX_REWINDS };
    struct alea_match *match = new_campaign();
    struct counters *was = calloc(PLIES + 1, sizeof *was), at;
    struct alea_random random = alea_random_stream(7, 7);
    assert_non_null(was);
    for (long ply = 1; ply <= PLIES; ply++) {
        bool rewinds = ply % EVERY == 0 && alea_match_rewinds(match) < ALEA_MAX_REWINDS;
        /* now a little, now far; often the first ply behind another rewind */
        long target = ply < 2 * EVERY || ply % 3 ? ply - 1 - (long)alea_random_below(&random, EVERY - 1)
                                                 : (ply / EVERY - 1) * EVERY + 1;
        if (rewinds) assert_int_equal(back(match, target, NULL), ALEA_OK);
        else assert_int_equal(count(match, (int)(ply & 1), (unsigned)ply % 4), ALEA_OK);
        memcpy(&was[ply], alea_match_position(match), sizeof *was);
        if (rewinds) assert_memory_equal(&was[ply], &was[target], sizeof *was);
        long look = (long)alea_random_below(&random, (uint32_t)ply + 1);
        alea_match_position_at(match, look, &at);
        assert_memory_equal(&at, &was[look], sizeof at);
    }
    alea_match_position_at(match, 0, &at);
    for (long ply = 1; ply <= PLIES; ply++) {
        alea_match_step(match, ply, &at, NULL);
        assert_memory_equal(&at, &was[ply], sizeof at);
    }
    for (long ply = 0; ply <= PLIES; ply++) {
        alea_match_position_at(match, ply, &at);
        assert_memory_equal(&at, &was[ply], sizeof at);
    }
    free(was);
    alea_match_free(match);
}

static void there_is_a_ceiling(void **state) {
    (void)state;
    struct alea_match *match = new_campaign();
    for (int i = 0; i < ALEA_MAX_REWINDS; i++) {
        assert_int_equal(count(match, A, 1), ALEA_OK);
        assert_int_equal(back(match, 0, NULL), ALEA_OK);
    }
    assert_int_equal(alea_match_rewinds(match), ALEA_MAX_REWINDS);
    refused(match, 0, ALEA_ERR_TOO_LARGE, "troppo grande: una partita torna indietro al massimo 256 volte",
            "too large: a match goes back at most 256 times");
    alea_match_free(match);
}

static void memory_that_runs_out_changes_nothing(void **state) {
    (void)state;
    struct alea_match *match = new_campaign();
    for (int i = 0; i < 100; i++) assert_int_equal(count(match, A, 1), ALEA_OK);
    for (int i = 0; i < 70; i++) {
        long n = 1, plies = alea_match_plies(match);
        for (enum alea_err err = ALEA_OK;; n++) {
            fail_alloc_at(n);
            err = back(match, plies - 50, NULL);
            if (!fail_alloc_hit()) {
                assert_int_equal(err, ALEA_OK);
                break;
            }
            assert_int_equal(err, ALEA_ERR_NO_MEMORY);
            assert_int_equal(alea_match_plies(match), plies);
            assert_int_equal(alea_match_rewinds(match), i);
        }
    }
    alea_match_free(match);
}

/* ---- Throws --------------------------------------------------------------------------------------------------------------- */

static void throws_are_never_thrown_again(void **state) {
    (void)state;
    struct alea_match *match = new_campaign();
    alea_move thrown[20];
    long n = 0;
    for (uint32_t i = 0; i < ALEA_LEN(thrown); i++) {
        assert_int_equal(count(match, A, 4), ALEA_OK); /* calls for a throw */
        assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
        struct alea_random random = alea_dice_throw(&alea_match_head(match)->dice, i + 1);
        thrown[i] = alea_match_ply(match, alea_match_plies(match))->move;
        assert_int_equal(thrown[i], counters_roll(NULL, NULL, &random));
        assert_int_equal(back(match, 0, NULL), ALEA_OK);
    }
    assert_int_equal(alea_match_verify(match, &n, NULL), ALEA_OK);
    assert_int_equal(n, ALEA_LEN(thrown));
    bool differ = false;
    for (size_t i = 1; i < ALEA_LEN(thrown); i++) differ |= thrown[i] != thrown[0];
    assert_true(differ);
    alea_match_free(match);
}

/* ---- As each viewer has it --------------------------------------------------------------------------------------------------- */

/* 1 A, 2 B, 3 A, 4 B, 5 ! rewind 3 (for B: after 1), 6 A, 7 B, 8 ! rewind 6 (for B: after 3). */
static struct alea_match *new_secret(void) {
    struct alea_match *match = new_campaign();
    for (int ply = 0; ply < 4; ply++) assert_int_equal(count(match, ply & 1, 1), ALEA_OK);
    assert_int_equal(back(match, 3, NULL), ALEA_OK);
    for (int ply = 0; ply < 2; ply++) assert_int_equal(count(match, ply & 1, 2), ALEA_OK);
    assert_int_equal(back(match, 6, NULL), ALEA_OK);
    return match;
}

static void viewers_read_their_own_numbers(void **state) {
    (void)state;
    static const struct {
        int viewer;
        const char *plies;
    } rows[] = {{A, "1 A bet two\n2 B bet two\n3 A bet two\n4 B bet two\n5 ! rewind 3 | a mistake\n6 A bet three\n"
                    "7 B bet three\n8 ! rewind 6 | a mistake\n"},
                {B, "1 B bet two\n2 B bet two\n3 ! rewind 1 | a mistake\n4 B bet three\n5 ! rewind 3 | a mistake\n"}};
    struct alea_match *match = new_secret();
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_text text;
        alea_text_init(&text, 1 << 14, ALEA_EN);
        alea_transcript_write_for(match, rows[i].viewer, 0, &text);
        char plies[400] = "", *rest = NULL;
        size_t n = 0;
        char *from = strstr(text.at, "\n\n");
        assert_non_null(from);
        for (char *line = strtok_r(from, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            if (line[0] >= '0' && line[0] <= '9') n += (size_t)snprintf(plies + n, sizeof plies - n, "%s\n", line);
        assert_string_equal(plies, rows[i].plies);
        alea_text_clear(&text);
    }
    alea_match_free(match);
}

/* The chain of B, hung of B's own lines. */
static void chains_hang_the_viewers_lines(void **state) {
    (void)state;
    static const unsigned rewound[] = {0, 0, 0, 0, 0, 1, 0, 0, 3};
    struct alea_match *match = new_secret();
    struct alea_chain chain, walked;
    long found = 0;
    assert_int_equal(alea_chain_begin(&chain, match, B), ALEA_OK);
    for (long ply = 1; ply <= alea_match_plies(match); ply++) {
        struct alea_ply told = *alea_match_ply(match, ply);
        const alea_actors heard = told.seat == A ? alea_actor(A) : ALEA_EVERYBODY;
        if (told.seat == ALEA_HOST) told.move = alea_move_make(ALEA_VERB_REWIND, rewound[ply]);
        assert_int_equal(alea_chain_add(&chain, alea_match_rules(match), &told, heard, heard), ALEA_OK);
        assert_int_equal(alea_match_chain(match, B, ply, &walked), ALEA_OK);
        assert_memory_equal(&walked, &chain, sizeof chain);
        assert_int_equal(alea_match_find_link(match, B, chain.link, sizeof chain.link, &found), ALEA_OK);
        assert_int_equal(found, told.seat == A ? ply - 1 : ply);
    }
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_read_written_and_said),          cmocka_unit_test(where_nobody_may_is_refused),
        cmocka_unit_test(where_the_rules_are_silent_it_may_be), cmocka_unit_test(it_is_told_to_all),
        cmocka_unit_test(many_lie_behind_each_other),           cmocka_unit_test(there_is_a_ceiling),
        cmocka_unit_test(memory_that_runs_out_changes_nothing), cmocka_unit_test(throws_are_never_thrown_again),
        cmocka_unit_test(viewers_read_their_own_numbers),       cmocka_unit_test(chains_hang_the_viewers_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
