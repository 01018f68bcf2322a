/* SPDX-License-Identifier: MIT */
/* match_test.c - the door, undo, looking back, rolling and verifying; on the null game, and on a game of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fail_alloc.h"
#include "match.h"

static const char *const two_rounds[] = {"rounds=2"};

static struct alea_rules *null_rules(void) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(alea_game_find("null"), 2, two_rounds, 1, NULL, &error);
    assert_non_null(rules);
    return rules;
}

static struct alea_match_head fair_head(void) {
    struct alea_match_head head = {
        .dice_kind = ALEA_DICE_FAIR,
        .has_seed = true,
        .seat = {{.who = "human", .name = "Anna"}, {.who = "bot:greedy"}},
    };
    for (int i = 0; i < ALEA_SEED_BYTES; i++) head.dice.seed[i] = (uint8_t)i;
    return head;
}

static struct alea_match *new_match(void) {
    struct alea_match_head head = fair_head();
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = alea_match_new(null_rules(), &head, &error);
    assert_non_null(match);
    return match;
}

static alea_move read_move(const struct alea_match *match, const char *line) {
    alea_move move = 0;
    struct alea_error error = {.lang = ALEA_EN};
    assert_int_equal(alea_move_read(alea_match_rules(match), line, &move, &error), ALEA_OK);
    return move;
}

static enum alea_err play(struct alea_match *match, int seat, const char *line) {
    return alea_match_play(match, alea_match_plies(match), seat, read_move(match, line), NULL, NULL, NULL);
}

static uint64_t hash_now(const struct alea_match *match) {
    return alea_position_hash(alea_match_rules(match), alea_match_position(match));
}

/* ---- A game of two counters, for long matches ------------------------------------------------------------------------ */

/* Both seats may always bet (verb 1) on a face (0 to 5). The last face is a barrier, the one before calls for a throw (verb
 * 2, any argument), which the host may make as well; the host ends the match by verb 3 with A, and does nothing by verb 3
 * with B or any number above, of which few are listed. It borrows the words of the null game. */
struct counters {
    uint32_t n, sum;
    uint8_t throwing, over, pad[2];
};

static void counters_setup(const void *tables, void *pos) { (void)tables, (void)pos; }

static alea_actors counters_actors(const void *tables, const void *in) {
    (void)tables;
    const struct counters *pos = in;
    return pos->over ? ALEA_ACTORS_OVER : pos->throwing ? ALEA_ACTORS_CHANCE : 3;
}

static alea_rule counters_why_not(const void *tables, const void *in, int seat, alea_move move) {
    const struct counters *pos = in;
    bool on = counters_actors(tables, pos) != ALEA_ACTORS_OVER;
    if (seat == ALEA_HOST) return on && (alea_move_verb(move) == 3 || (pos->throwing && alea_move_verb(move) == 2)) ? 0 : 1;
    if (seat == ALEA_CHANCE) return on && pos->throwing && alea_move_verb(move) == 2 ? 0 : 1;
    return on && !pos->throwing && alea_move_verb(move) == 1 && alea_move_arg(move) < 6 ? 0 : 1;
}

static int counters_legal(const void *tables, const void *pos, int seat, alea_move out[]) {
    int n = 0;
    for (unsigned verb = 1; verb <= 3; verb += 2)
        for (unsigned arg = 0; arg < 6; arg++)
            if (counters_why_not(tables, pos, seat, alea_move_make(verb, arg)) == 0) out[n++] = alea_move_make(verb, arg);
    return n;
}

static void counters_apply(const void *tables, void *out, int seat, alea_move move, struct alea_events *sink) {
    (void)tables, (void)sink;
    struct counters *pos = out;
    pos->n++;
    pos->sum = pos->sum * 31 + alea_move_arg(move) + (unsigned)seat;
    pos->throwing = alea_move_verb(move) == 1 && alea_move_arg(move) == 4;
    pos->over = alea_move_verb(move) == 3 && alea_move_arg(move) == 0;
}

static bool counters_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after) {
    (void)tables, (void)before, (void)seat, (void)after;
    return alea_move_arg(move) == 5;
}

static alea_move counters_roll(const void *tables, const void *pos, struct alea_random *random) {
    (void)tables, (void)pos;
    return alea_move_make(2, 1 + alea_random_below(random, 7));
}

static const struct alea_game *counters(void) {
    static struct alea_game game;
    game = *alea_game_find("null");
    game.position_size = sizeof(struct counters);
    game.setup = counters_setup;
    game.actors = counters_actors;
    game.why_not = counters_why_not;
    game.legal = counters_legal;
    game.apply = counters_apply;
    game.barrier = counters_barrier;
    game.roll = counters_roll;
    return &game;
}

static struct alea_match *new_counters(void) {
    struct alea_match_head head = fair_head();
    struct alea_rules *rules = null_rules();
    rules->game = counters();
    struct alea_match *match = alea_match_new(rules, &head, NULL);
    assert_non_null(match);
    return match;
}

static enum alea_err count(struct alea_match *match, int seat, unsigned face) {
    return alea_match_play(match, alea_match_plies(match), seat, alea_move_make(1, face), NULL, NULL, NULL);
}

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
    assert_int_equal(count(match, 0, 4), ALEA_OK);
    assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK); /* the first throw of the dice: the host's was none */
    struct alea_random first = alea_dice_throw(&alea_match_head(match)->dice, 1);
    assert_int_equal(alea_match_ply(match, 5)->move, counters_roll(NULL, NULL, &first));
    assert_int_equal(alea_match_verify(match, &n_throws, NULL), ALEA_OK);
    assert_int_equal(n_throws, 1);
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
        {"two\nlines\r\nand\ta tab", "two lines  and a tab"},
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
    /* 499 bytes and a character of two: it would be cut, so it goes. */
    char long_note[700];
    memset(long_note, 'x', 499);
    memcpy(long_note + 499, "è and more", sizeof "è and more");
    assert_int_equal(alea_match_play(match, alea_match_plies(match), 0, alea_move_make(1, 0), long_note, NULL, NULL),
                     ALEA_OK);
    assert_int_equal(strlen(alea_match_ply(match, alea_match_plies(match))->note), 499);
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

/* ---- Undo and looking back ---------------------------------------------------------------------------------------------- */

static void not_undone(struct alea_match *match, int seat, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    long plies = alea_match_plies(match);
    assert_false(alea_match_can_undo(match, seat));
    assert_int_not_equal(alea_match_undo(match, seat, &error), ALEA_OK);
    assert_non_null(strstr(error.text, words));
    assert_int_not_equal(alea_match_undo(match, seat, NULL), ALEA_OK);
    assert_int_equal(alea_match_plies(match), plies);
}

static void undo_ends_at_barriers(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    uint64_t start = hash_now(match);
    not_undone(match, 0, "nothing was played");
    not_undone(match, 2, "no seat C");
    assert_int_equal(play(match, 0, "bet one"), ALEA_OK);
    not_undone(match, 1, "somebody else");
    not_undone(match, ALEA_HOST, "stand");
    not_undone(match, ALEA_CHANCE, "stand");
    assert_true(alea_match_can_undo(match, 0));
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
    assert_int_equal(alea_match_plies(match), 0);
    assert_int_equal(hash_now(match), start);

    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    not_undone(match, 1, "turn was handed on");
    assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
    not_undone(match, 0, "a die fell");
    not_undone(match, 1, "a die fell");
    assert_int_equal(play(match, 1, "bet six"), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign a"), ALEA_OK);
    not_undone(match, 1, "the match is over");
    alea_match_free(match);
}

static void rulings_of_the_host_are_barriers(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign b"), ALEA_OK); /* here: goes on */
    not_undone(match, 0, "since then");
    assert_int_equal(count(match, 0, 2), ALEA_OK);
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
    not_undone(match, 0, "since then");
    assert_int_equal(alea_match_plies(match), 2);
    alea_match_free(match);
}

/* Once a match is over its seed may be open. */
static void nothing_is_undone_after_the_end(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(play(match, ALEA_HOST, "resign a"), ALEA_OK);
    not_undone(match, 0, "the match is over");
    alea_match_free(match);
}

/* Hundreds of plies with barriers here and there, undone at random, against a plain list of positions. */
static void long_matches_keep_every_position(void **state) {
    (void)state;
    enum { PLIES = 3000 };
    struct alea_match *match = new_counters();
    struct counters *after = calloc(PLIES + 1, sizeof *after), seen;
    assert_non_null(after);
    struct alea_random random = alea_random_stream(11, 0);
    for (long undone = 0, steps = 0; alea_match_plies(match) < PLIES; steps++) {
        long plies = alea_match_plies(match);
        long look = (long)alea_random_below(&random, (uint32_t)plies + 1);
        memcpy(&after[plies], alea_match_position(match), sizeof *after);
        alea_match_position_at(match, look, &seen);
        assert_memory_equal(&seen, &after[look], sizeof seen);
        int seat = (int)alea_random_below(&random, 2);
        if (alea_random_below(&random, 3) == 0 && alea_match_can_undo(match, seat)) {
            assert_int_equal(alea_match_undo(match, seat, NULL), ALEA_OK);
            assert_memory_equal(alea_match_position(match), &after[plies - 1], sizeof seen);
            undone++;
        } else if (alea_match_actors(match) == ALEA_ACTORS_CHANCE) {
            assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
        } else {
            unsigned face = alea_random_below(&random, 200);
            assert_int_equal(count(match, seat, face < 6 ? face : face % 4), ALEA_OK);
        }
        assert_true(steps < 20 * PLIES);
    }
    memcpy(&after[PLIES], alea_match_position(match), sizeof *after);
    for (long ply = 0; ply <= PLIES; ply++) {
        alea_match_position_at(match, ply, &seen);
        assert_memory_equal(&seen, &after[ply], sizeof seen);
    }
    free(after);
    alea_match_free(match);
}

static void a_view_is_hidden(void **state) {
    (void)state;
    struct alea_match *match = new_match(), *other = new_match();
    unsigned char view[2][64], own[64];
    assert_true(alea_match_rules(match)->game->position_size <= sizeof own);
    size_t size = alea_match_rules(match)->game->position_size;
    assert_int_equal(play(match, 0, "bet one"), ALEA_OK);
    assert_int_equal(play(other, 0, "bet two"), ALEA_OK);
    for (int seat = 1; seat <= ALEA_NONE; seat += ALEA_NONE - 1) { /* B and a spectator */
        alea_match_view(match, seat, view[0]);
        alea_match_view(other, seat, view[1]);
        assert_memory_equal(view[0], view[1], size);
    }
    alea_match_view(match, 0, own);
    assert_memory_equal(own, alea_match_position(match), size);
    alea_match_free(match);
    alea_match_free(other);
}

/* ---- Rolling and verifying ---------------------------------------------------------------------------------------------- */

static void throws_are_numbered(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    const struct alea_dice *dice = &alea_match_head(match)->dice;
    for (uint32_t number = 1; number <= 20; number++) {
        assert_int_equal(count(match, 0, 1), ALEA_OK); /* taken back and made again: the dice don't change */
        assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
        assert_int_equal(count(match, 1, 4), ALEA_OK);
        assert_int_equal(alea_match_roll(match, NULL, NULL), ALEA_OK);
        struct alea_random random = alea_dice_throw(dice, number);
        assert_int_equal(alea_match_ply(match, 2 * number)->move, alea_move_make(2, 1 + alea_random_below(&random, 7)));
        assert_int_equal(alea_match_ply(match, 2 * number)->seat, ALEA_CHANCE);
    }
    long n = 0;
    assert_int_equal(alea_match_verify(match, &n, NULL), ALEA_OK);
    assert_int_equal(n, 20);
    alea_match_free(match);
}

static void not_rolled(struct alea_match *match, enum alea_err wanted, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_events events = {.n = 3};
    long plies = alea_match_plies(match);
    assert_int_equal(alea_match_roll(match, &events, &error), wanted);
    assert_non_null(strstr(error.text, words));
    assert_int_equal(events.n, 0);
    assert_int_equal(alea_match_plies(match), plies);
}

static void not_verified(const struct alea_match *match, enum alea_err wanted, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    long n = -1;
    assert_int_equal(alea_match_verify(match, &n, &error), wanted);
    assert_non_null(strstr(error.text, words));
}

static void rolling_needs_fair_dice_and_a_seed(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    not_rolled(match, ALEA_ERR_NO_ROLL, "a player's turn");
    assert_int_equal(play(match, ALEA_HOST, "resign a"), ALEA_OK);
    not_rolled(match, ALEA_ERR_OVER, "over");
    alea_match_free(match);

    struct alea_match_head head = fair_head();
    head.has_seed = false;
    match = alea_match_new(null_rules(), &head, NULL);
    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    not_rolled(match, ALEA_ERR_NO_ROLL, "sealed");
    not_verified(match, ALEA_ERR_SEALED, "not open yet");
    alea_match_free(match);

    head = fair_head();
    head.dice_kind = ALEA_DICE_BY_HAND;
    match = alea_match_new(null_rules(), &head, NULL);
    assert_false(alea_match_head(match)->has_seed);
    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    not_rolled(match, ALEA_ERR_NO_ROLL, "by hand");
    assert_int_equal(play(match, ALEA_CHANCE, "dice 4"), ALEA_OK);
    not_verified(match, ALEA_ERR_NO_ROLL, "by hand");
    alea_match_free(match);
}

static void false_throws_are_found(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    assert_int_equal(play(match, 0, "bet two"), ALEA_OK);
    assert_int_equal(play(match, 1, "bet two"), ALEA_OK);
    struct alea_random random = alea_dice_throw(&alea_match_head(match)->dice, 1);
    unsigned fair = 1 + alea_random_below(&random, 6), other = fair % 6 + 1;
    assert_int_equal(alea_match_play(match, 2, ALEA_CHANCE, alea_move_make(2, other), NULL, NULL, NULL), ALEA_OK);
    struct alea_error error = {.lang = ALEA_IT};
    long n = -1;
    assert_int_equal(alea_match_verify(match, &n, &error), ALEA_ERR_BAD_DICE);
    assert_int_equal(error.ply, 3);
    assert_int_equal(n, 0);
    assert_non_null(strstr(error.text, "tiro 1"));
    alea_match_free(match);
}

static void another_seed_is_found(void **state) {
    (void)state;
    struct alea_match_head head = fair_head();
    alea_seed_commit(head.dice.seed, head.commitment);
    head.dice.seed[31] ^= 1;
    struct alea_match *match = alea_match_new(null_rules(), &head, NULL);
    not_verified(match, ALEA_ERR_BAD_COMMITMENT, "does not match the commitment");
    alea_match_free(match);
}

/* ---- Limits and memory --------------------------------------------------------------------------------------------------- */

static void matches_have_ceilings(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    struct alea_error error = {.lang = ALEA_EN};
    char note[ALEA_MAX_NOTE_BYTES + 1] = {0};
    memset(note, 'n', ALEA_MAX_NOTE_BYTES);
    long n_notes = ALEA_MAX_NOTES_BYTES / (ALEA_MAX_NOTE_BYTES + 1);
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
        cmocka_unit_test(door_checks_in_order),
        cmocka_unit_test(hosts_are_judged_by_why_not),
        cmocka_unit_test(events_are_told_anew),
        cmocka_unit_test(notes_are_cleaned),
        cmocka_unit_test(lines_stay_clean),
        cmocka_unit_test(heads_are_cleaned),
        cmocka_unit_test(undo_ends_at_barriers),
        cmocka_unit_test(rulings_of_the_host_are_barriers),
        cmocka_unit_test(nothing_is_undone_after_the_end),
        cmocka_unit_test(long_matches_keep_every_position),
        cmocka_unit_test(a_view_is_hidden),
        cmocka_unit_test(throws_are_numbered),
        cmocka_unit_test(rolling_needs_fair_dice_and_a_seed),
        cmocka_unit_test(false_throws_are_found),
        cmocka_unit_test(another_seed_is_found),
        cmocka_unit_test(matches_have_ceilings),
        cmocka_unit_test(failing_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
