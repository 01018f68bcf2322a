/* SPDX-License-Identifier: MIT */
/* posts_test.c - posts: what the door takes and refuses, who may read them, undo, and the lines of transcripts that hold them. */
#include "fail_alloc.h" /* linked with it: see tests/meson.build */
#include "match_test.h"

#include <stdio.h>

static char long_text[ALEA_MAX_NOTE_CHARS + 2];

static enum alea_err post(struct alea_match *match, struct alea_post what) {
    what.ply = what.ply ? what.ply : alea_match_plies(match);
    return alea_match_post(match, &what, NULL);
}

static enum alea_err chat(struct alea_match *match, int from, alea_actors to, const char *text) {
    return post(match, (struct alea_post){.from = (uint8_t)from, .to = to, .text = text});
}

/* 1 a chat, 2 a proposal of A to A and B, 3 a word of A to the host, 4 a request of the host to B. */
static struct alea_match *talk(void) {
    struct alea_match *match = new_match();
    alea_move order[] = {read_move(match, "bet three"), read_move(match, "bet five")};
    assert_int_equal(chat(match, 1, ALEA_EVERYBODY, "ave"), ALEA_OK);
    assert_int_equal(post(match, (struct alea_post){.kind = ALEA_POST_PROPOSAL,
                                                    .from = 0,
                                                    .to = 3,
                                                    .text = "first\r\nsecond \\ |",
                                                    .order = order,
                                                    .n_order = 2}),
                     ALEA_OK);
    assert_int_equal(play(match, 0, "bet three"), ALEA_OK);
    assert_int_equal(chat(match, 0, ALEA_ACTORS_HOST, "a secret"), ALEA_OK);
    assert_int_equal(
        post(match, (struct alea_post){.kind = ALEA_POST_REQUEST, .from = ALEA_HOST, .to = 2, .text = "may I?"}), ALEA_OK);
    return match;
}

/* ---- The door ------------------------------------------------------------------------------------------------------------- */

static void posts_are_kept_as_they_were(void **state) {
    (void)state;
    struct alea_match *match = talk();
    uint64_t hash = hash_now(match);
    assert_int_equal(alea_match_posts(match), 4);
    const struct alea_post *proposal = alea_match_post_at(match, 2);
    assert_int_equal(proposal->number, 2);
    assert_int_equal(proposal->ply, 0);
    assert_string_equal(proposal->text, "first\nsecond \\ |");
    assert_int_equal(proposal->n_order, 2);
    assert_int_equal(proposal->order[1], read_move(match, "bet five"));
    assert_int_equal(alea_match_post_at(match, 3)->ply, 1);
    assert_int_equal(alea_match_plies(match), 1);
    assert_int_equal(hash_now(match), hash);
    alea_match_free(match);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    struct alea_match *match = talk();
    static alea_move many[ALEA_MAX_ORDER + 1];
    for (int i = 0; i <= ALEA_MAX_ORDER; i++) many[i] = read_move(match, "bet one");
    const alea_move none = alea_move_make(200, 1);
    memset(long_text, 'x', ALEA_MAX_NOTE_CHARS + 1);
    enum { CHAT = ALEA_POST_CHAT, PROPOSAL = ALEA_POST_PROPOSAL, ANSWER = ALEA_POST_ANSWER };
    const struct {
        struct alea_post post;
        enum alea_err code;
        const char *words;
    } rows[] = {
        {{.from = 2, .text = "x"}, ALEA_ERR_NO_SEAT, "C"},
        {{.from = ALEA_CHANCE, .text = "x"}, ALEA_ERR_NO_SEAT, "*"},
        {{.from = ALEA_NONE, .text = "x"}, ALEA_ERR_NO_SEAT, "-"},
        {{.kind = ALEA_POST_KINDS, .text = "x"}, ALEA_ERR_BAD_POST, "kind"},
        {{.kind = ANSWER, .re = 2, .answer = ALEA_POST_ANSWERS}, ALEA_ERR_BAD_POST, "becomes"},
        {{.to = 4, .text = "x"}, ALEA_ERR_BAD_POST, "seats"},
        {{.to = ALEA_ACTORS_CHANCE, .text = "x"}, ALEA_ERR_BAD_POST, "seats"},
        {{.to = ALEA_EVERYBODY - 1, .text = "x"}, ALEA_ERR_BAD_POST, "seats"},
        {{.text = " \n"}, ALEA_ERR_BAD_POST, "nothing"},
        {{.text = NULL}, ALEA_ERR_BAD_POST, "nothing"},
        {{.text = long_text}, ALEA_ERR_TOO_LARGE, "4000"},
        {{.ply = 2, .text = "x"}, ALEA_ERR_BAD_POST, "behind"},
        {{.ply = -1, .text = "x"}, ALEA_ERR_BAD_POST, "behind"},
        {{.kind = PROPOSAL, .text = "x"}, ALEA_ERR_BAD_POST, "64 moves"},
        {{.kind = PROPOSAL, .order = many, .n_order = ALEA_MAX_ORDER + 1}, ALEA_ERR_BAD_POST, "64 moves"},
        {{.kind = PROPOSAL, .order = many, .n_order = -1}, ALEA_ERR_BAD_POST, "64 moves"},
        {{.kind = CHAT, .order = many, .n_order = 1}, ALEA_ERR_BAD_POST, "64 moves"},
        {{.kind = PROPOSAL, .order = &none, .n_order = 1}, ALEA_ERR_BAD_MOVE, "#"},
        {{.re = 5, .text = "x"}, ALEA_ERR_BAD_POST, "isn't there"},
        {{.re = -1, .text = "x"}, ALEA_ERR_BAD_POST, "isn't there"},
        {{.re = 4, .text = "x"}, ALEA_ERR_BAD_POST, "isn't there"}, /* that A may not read */
        {{.from = 1, .re = 3, .text = "x"}, ALEA_ERR_BAD_POST, "isn't there"},
        {{.answer = ALEA_POST_ADOPTED, .re = 2, .text = "x"}, ALEA_ERR_BAD_POST, "becomes"},
        {{.kind = ANSWER, .re = 2}, ALEA_ERR_BAD_POST, "becomes"},
        {{.kind = ANSWER, .answer = ALEA_POST_ADOPTED}, ALEA_ERR_BAD_POST, "isn't there"},
        {{.kind = ANSWER, .answer = ALEA_POST_ADOPTED, .re = 1}, ALEA_ERR_BAD_POST, "becomes"},
        {{.kind = ANSWER, .answer = ALEA_POST_ADOPTED, .re = 2, .to = ALEA_EVERYBODY}, ALEA_ERR_BAD_POST, "may not read"},
        {{.kind = ANSWER, .answer = ALEA_POST_TAKEN_BACK, .re = 2, .from = 1}, ALEA_ERR_BAD_POST, "author"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_post tried = rows[i].post;
        if (tried.ply == 0) tried.ply = 1;
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_error error = {.lang = (enum alea_lang)lang};
            enum alea_err err = alea_match_post(match, &tried, &error);
            if (err != rows[i].code || (lang == ALEA_EN && !strstr(error.text, rows[i].words)))
                fail_msg("row %zu: %s: %s", i, alea_err_name(err), error.text);
        }
        assert_int_equal(alea_match_posts(match), 4);
    }
    alea_match_free(match);
}

static void a_proposal_is_answered_once(void **state) {
    (void)state;
    struct alea_match *match = talk();
    struct alea_post yes = {.kind = ALEA_POST_ANSWER, .from = 1, .to = 3, .re = 2, .answer = ALEA_POST_ADOPTED};
    struct alea_post no = {.kind = ALEA_POST_ANSWER, .from = 1, .to = 0, .re = 4, .answer = ALEA_POST_DECLINED};
    assert_null(alea_match_post_answer(match, 2, ALEA_NONE));
    assert_int_equal(post(match, yes), ALEA_OK);
    assert_int_equal(post(match, yes), ALEA_ERR_BAD_POST);
    assert_int_equal(alea_match_post_answer(match, 2, ALEA_NONE)->number, 5);
    assert_int_equal(post(match, no), ALEA_OK); /* who was asked may think again */
    no.answer = ALEA_POST_ADOPTED;
    assert_int_equal(post(match, no), ALEA_OK);
    assert_int_equal(alea_match_post_answer(match, 4, 1)->answer, ALEA_POST_ADOPTED);
    assert_null(alea_match_post_answer(match, 4, 0));
    alea_match_free(match);
}

static void each_knows_them_by_what_it_reads(void **state) {
    (void)state;
    struct alea_match *match = talk();
    static const struct {
        int viewer;
        long number[5];
    } rows[] = {{0, {0, 1, 2, 3, 3}}, {1, {0, 1, 2, 2, 3}}, {ALEA_NONE, {0, 1, 1, 1, 1}}, {ALEA_HOST, {0, 1, 1, 2, 3}}};
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        for (long number = 1; number <= 4; number++) {
            long is = alea_post_number_for(match, rows[i].viewer, number);
            assert_int_equal(is, rows[i].number[number]);
            bool reads = is > rows[i].number[number - 1];
            assert_int_equal(alea_match_may_read(match, number, rows[i].viewer), reads);
            if (reads) assert_int_equal(alea_post_find_for(match, rows[i].viewer, is), number);
            assert_int_equal(alea_post_find_for(match, rows[i].viewer, rows[i].number[4] + 1), 0);
        }
    alea_match_free(match);
}

/* Nothing is lost; the place of what was said behind the ply is where the match ends. */
static void an_undo_leaves_them(void **state) {
    (void)state;
    struct alea_match *match = new_counters();
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(chat(match, 0, 0, "one"), ALEA_OK);
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(chat(match, 0, 0, "two"), ALEA_OK);
    assert_true(alea_match_can_undo(match, 0));
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
    assert_int_equal(alea_match_posts(match), 2);
    assert_int_equal(alea_match_post_at(match, 1)->ply, 1);
    assert_int_equal(alea_match_post_at(match, 2)->ply, 1);
    assert_int_equal(alea_match_undo(match, 0, NULL), ALEA_OK);
    assert_int_equal(alea_match_post_at(match, 1)->ply, 0);
    assert_int_equal(count(match, 0, 1), ALEA_OK);
    assert_int_equal(alea_match_post_at(match, 2)->ply, 0);
    alea_match_free(match);
}

static void matches_have_a_ceiling_of_posts(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_error error = {.lang = ALEA_EN};
    long n = 0;
    while (chat(match, 0, 3, "x") == ALEA_OK) n++;
    assert_true(n > 30000 && n <= ALEA_MAX_POSTS);
    assert_int_equal(alea_match_post(match, &(struct alea_post){.text = "x"}, &error), ALEA_ERR_TOO_LARGE);
    alea_match_free(match);

    match = new_match(); /* of the longest, written with two bytes a letter */
    memset(long_text, '\\', ALEA_MAX_NOTE_CHARS);
    long_text[ALEA_MAX_NOTE_CHARS] = 0;
    for (n = 0; chat(match, 0, 3, long_text) == ALEA_OK;) n++;
    assert_int_equal(n, ALEA_MAX_POSTS_BYTES / (192 + 2 * ALEA_MAX_NOTE_CHARS));
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(match, 0, &text);
    assert_true(text.len < ALEA_MAX_POSTS_BYTES + 10000);
    struct alea_match *back = alea_transcript_read("f", text.at, text.len, NULL, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    assert_int_equal(alea_match_posts(back), n);
    alea_text_clear(&text);
    alea_match_free(back);
    alea_match_free(match);
}

/* ---- Transcripts ---------------------------------------------------------------------------------------------------------- */

static const char *const head_lines = "game null 1\n"
                                      "options rounds=2 tie=nobody\n"
                                      "seat A human Anna\n"
                                      "seat B bot:greedy\n"
                                      "dice fair\n"
                                      "commitment b3a3b63a64c92342c3a87a05086c63ad661c1af55dd53d55ffd748f06401adf0\n";

/* Of the game if nothing in it were secret: nobody is kept from any move. */
static struct alea_match *new_open_match(void) {
    static struct alea_game game;
    struct alea_match_head head = fair_head();
    struct alea_rules *rules = null_rules();
    game = *rules->game;
    memset(&game.secrecy, 0, sizeof game.secrecy);
    rules->game = &game;
    struct alea_match *match = alea_match_new(rules, &head, NULL);
    assert_non_null(match);
    return match;
}

enum { ALL = -1 }; /* for whom nothing is left out */

static void assert_written(const struct alea_match *match, int viewer, int format, const char *behind_head) {
    char expected[2000];
    struct alea_text text;
    bool warned = viewer != ALL && alea_game_has_secrets(alea_match_rules(match)->game);
    alea_text_init(&text, 1 << 16, ALEA_EN);
    if (viewer == ALL) alea_transcript_write(match, ALEA_TRANSCRIPT_SEALED, &text);
    else alea_transcript_write_for(match, viewer, 0, &text);
    snprintf(expected, sizeof expected, "alea %d\n%s\n%s%s", format, head_lines,
             warned ? "# While the match lasts, what whoever asked for it may not know is left out: it can't be replayed.\n"
                    : "",
             behind_head);
    assert_string_equal(alea_text_str(&text), expected);
    alea_text_clear(&text);
}

/* Of what it may not read a viewer gets neither a line nor a number. */
static void a_viewer_gets_what_it_may_read(void **state) {
    (void)state;
    struct alea_match *match = talk();
    struct alea_post told = {.kind = ALEA_POST_RULING, .from = ALEA_HOST, .to = ALEA_EVERYBODY, .re = 4, .text = "yes"};
    assert_int_equal(post(match, told), ALEA_OK);
    static const char *const first = "post 2 A proposal to A,B order bet three; bet five | first\\nsecond \\\\ |\n";
    char lines[1000];
    snprintf(lines, sizeof lines, "post 1 B chat to all | ave\n%s%s", first,
             "1 A bet three\npost 3 A chat to ! | a secret\npost 4 ! ruling to all | yes\n");
    assert_written(match, 0, 3, lines);
    snprintf(lines, sizeof lines, "post 1 B chat to all | ave\n%s%s", first,
             "# 1 ...\npost 3 ! request to B | may I?\npost 4 ! ruling to all re 3 | yes\n");
    assert_written(match, 1, 3, lines);
    assert_written(match, ALEA_NONE, 3, "post 1 B chat to all | ave\n# 1 ...\npost 2 ! ruling to all | yes\n");
    alea_match_free(match);
}

/* The format does not tell of what was left out. */
static void the_oldest_format_that_says_all_is_written(void **state) {
    (void)state;
    struct alea_match *match = new_open_match();
    assert_int_equal(chat(match, 0, 1, "to myself"), ALEA_OK);
    assert_written(match, 1, 1, "");
    assert_written(match, 0, 3, "post 1 A chat to A | to myself\n");
    alea_match_free(match);
    match = new_match();
    assert_written(match, 1, 3, "");
    alea_match_free(match);
}

static void after_the_end_everybody_gets_all(void **state) {
    (void)state;
    struct alea_match *match = talk();
    assert_int_equal(play(match, ALEA_HOST, "resign A"), ALEA_OK);
    assert_int_equal(chat(match, 1, 2, "well"), ALEA_OK);
    struct alea_text all, viewed;
    alea_text_init(&all, 1 << 16, ALEA_EN);
    alea_text_init(&viewed, 1 << 16, ALEA_EN);
    alea_transcript_write(match, ALEA_TRANSCRIPT_FACES, &all);
    alea_transcript_write_for(match, ALEA_NONE, 0, &viewed);
    assert_string_equal(alea_text_str(&all), alea_text_str(&viewed));
    assert_non_null(strstr(all.at, "post 3 A chat to ! | a secret\npost 4 ! request to B | may I?\n2 ! resign A\n"));
    assert_non_null(strstr(all.at, "\npost 5 B chat to B | well\nend 0 1\n"));

    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *back = alea_transcript_read("f", all.at, all.len, NULL, NULL, NULL, &error);
    assert_int_equal(error.code, ALEA_OK);
    assert_int_equal(alea_match_posts(back), 5);
    for (long number = 1; number <= 5; number++) {
        const struct alea_post *one = alea_match_post_at(match, number), *other = alea_match_post_at(back, number);
        assert_string_equal(one->text, other->text);
        assert_true(one->number == other->number && one->ply == other->ply && one->kind == other->kind &&
                    one->answer == other->answer && one->from == other->from && one->to == other->to &&
                    one->re == other->re && one->n_order == other->n_order);
        if (one->n_order) assert_memory_equal(one->order, other->order, (size_t)one->n_order * sizeof *one->order);
    }
    alea_text_clear(&all);
    alea_text_clear(&viewed);
    alea_match_free(back);
    alea_match_free(match);
}

/* A note of one line is written as ever, backslashes and all; from where there is one of several lines they are escaped. */
static void notes_may_have_several_lines(void **state) {
    (void)state;
    struct alea_match *match = new_match();
    struct alea_chain before, after;
    assert_int_equal(alea_match_play(match, 0, 0, read_move(match, "bet three"), "C:\\new", NULL, NULL), ALEA_OK);
    assert_written(match, ALL, 1, "1 A bet three | C:\\new\n= 257d3b\n");
    assert_int_equal(alea_match_chain(match, ALL, 1, &before), ALEA_OK);
    assert_int_equal(alea_match_play(match, 1, 1, read_move(match, "bet five"), " one\n\ttwo\n", NULL, NULL), ALEA_OK);
    assert_string_equal(alea_match_ply(match, 2)->note, "one\n two");
    assert_written(match, ALL, 3, "1 A bet three | C:\\\\new\n= 257d3b\n2 B bet five | one\\n two\n");
    assert_int_equal(alea_match_chain(match, ALL, 1, &after), ALEA_OK);
    assert_memory_equal(before.link, after.link, sizeof before.link); /* links of a line stay what they were */
    alea_match_free(match);
}

static void lines_that_are_no_posts_are_told(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum alea_err code;
        const char *words;
    } rows[] = {
        {"post", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post x A chat to B | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 2 A chat to B | a", ALEA_ERR_BAD_TRANSCRIPT, "post 1 stands here, not 2"},
        {"post 1 ? chat to B | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 C chat to B | a", ALEA_ERR_NO_SEAT, "C"},
        {"post 1 A shout to B | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat B | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat to B,B | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat to B, | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat to * | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat to C | a", ALEA_ERR_BAD_POST, "seats"},
        {"post 1 A chat to B re 0 | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat to B re 1 | a", ALEA_ERR_BAD_POST, "isn't there"},
        {"post 1 A chat to B re 1 x | a", ALEA_ERR_BAD_TRANSCRIPT, "NUMBER WHO KIND"},
        {"post 1 A chat to B adopted | a", ALEA_ERR_BAD_POST, "becomes"},
        {"post 1 A chat to B | a\\tb", ALEA_ERR_BAD_TRANSCRIPT, "stands before"},
        {"post 1 A chat to B", ALEA_ERR_BAD_POST, "nothing"},
        {"post 1 A chat to B order bet one | a", ALEA_ERR_BAD_POST, "64 moves"},
        {"post 1 A proposal to B order | a", ALEA_ERR_BAD_MOVE, ""},
        {"post 1 A proposal to B order bet one; | a", ALEA_ERR_BAD_MOVE, ""},
        {"post 1 A proposal to B order bet ten | a", ALEA_ERR_BAD_MOVE, "ten"},
        {"1 A bet three | a\\b", ALEA_ERR_BAD_TRANSCRIPT, "stands before"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        char file[2000];
        struct alea_error error = {.lang = ALEA_EN};
        int n = snprintf(file, sizeof file, "alea 3\n%s\n%s\n", head_lines, rows[i].line);
        struct alea_match *match = alea_transcript_read("f", file, (size_t)n, NULL, NULL, NULL, &error);
        if (error.code != rows[i].code || !strstr(error.text, rows[i].words) || error.line != 9)
            fail_msg("%s: line %ld: %s: %s", rows[i].line, error.line, alea_err_name(error.code), error.text);
        assert_int_equal(alea_match_posts(match), 0);
        alea_match_free(match);
        n = snprintf(file, sizeof file, "alea 2\n%s\n%s\n", head_lines, rows[i].line);
        match = alea_transcript_read("f", file, (size_t)n, NULL, NULL, NULL, &error);
        bool is_post = rows[i].line[0] == 'p'; /* what is a backslash in an older format is one */
        assert_int_equal(error.code, is_post ? ALEA_ERR_BAD_TRANSCRIPT : ALEA_OK);
        if (is_post) assert_non_null(strstr(error.text, "'alea 3'"));
        else assert_string_equal(alea_match_ply(match, 1)->note, "a\\b");
        alea_match_free(match);
    }
}

static void failing_memory_changes_nothing(void **state) {
    (void)state;
    struct alea_match *match = talk();
    alea_move bet = read_move(match, "bet three");
    struct alea_post proposal = {.ply = 1, .kind = ALEA_POST_PROPOSAL, .text = "x", .order = &bet, .n_order = 1};
    enum alea_err err = ALEA_OK;
    long n = 1;
    for (; fail_alloc_at(n), err = alea_match_post(match, &proposal, NULL), fail_alloc_hit(); n++) {
        assert_int_equal(err, ALEA_ERR_NO_MEMORY);
        assert_int_equal(alea_match_posts(match), 4);
    }
    assert_true(n > 2);
    assert_int_equal(alea_match_posts(match), 5);
    alea_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posts_are_kept_as_they_were),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(a_proposal_is_answered_once),
        cmocka_unit_test(each_knows_them_by_what_it_reads),
        cmocka_unit_test(an_undo_leaves_them),
        cmocka_unit_test(matches_have_a_ceiling_of_posts),
        cmocka_unit_test(a_viewer_gets_what_it_may_read),
        cmocka_unit_test(after_the_end_everybody_gets_all),
        cmocka_unit_test(the_oldest_format_that_says_all_is_written),
        cmocka_unit_test(notes_may_have_several_lines),
        cmocka_unit_test(lines_that_are_no_posts_are_told),
        cmocka_unit_test(failing_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
