/* SPDX-License-Identifier: MIT */
/* at_hand_test.c - what is at hand, told: groups, titles, battles as JSON, remarks; of a game that has nothing but that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "odds.h"

/* One die: `faces` of it, and whoever throws `face` or more wins. */
enum { FACES, LEAST, PARAMETERS };

static const struct alea_parameter parameters[PARAMETERS] = {
    {.name = "faces", .in = {"facce", "faces"}, .min = 2, .max = 20, .wanted = true},
    {.name = "least", .in = {"almeno", "at least"}, .min = 1, .max = 20, .standard = 4},
};

static const struct alea_measure measures[] = {
    {"win", {"vittoria", "win"}},
    {"attackers_left", {"attaccanti", "attackers"}},
    {"defenders_left", {"difensori", "defenders"}},
};

struct die {
    int32_t faces, least;
};

static enum alea_answer begin(const void *tables, const struct alea_values given[], void *memory, struct alea_asked *asked,
                              struct alea_text *why) {
    struct die *m = memory;
    (void)tables;
    *m = (struct die){given[FACES].at[0], given[LEAST].at[0]};
    if (m->least > m->faces) {
        alea_text_add(why, "too high");
        return ALEA_ANSWER_NONE;
    }
    asked->states = 3;
    asked->start = 2;
    for (int i = 0; i < 3; i++) asked->most[i] = 1;
    return ALEA_ANSWER_CHAIN;
}

static int steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct die *m = memory;
    (void)tables;
    if (state < 2) return 0;
    out[0] = (struct alea_step){.next = 0, .weight = (uint64_t)m->least - 1};
    out[1] = (struct alea_step){.next = 1, .weight = (uint64_t)(m->faces - m->least + 1)};
    return 2;
}

static void measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    (void)tables;
    (void)memory;
    out[0] = out[1] = state;
    out[2] = !state;
}

static const struct alea_question questions[] = {{.name = "die",
                                                  .in = {"Un dado", "A die"},
                                                  .example = "--faces 6",
                                                  .parameters = parameters,
                                                  .n_parameters = PARAMETERS,
                                                  .measures = measures,
                                                  .n_measures = 3,
                                                  .combat = true,
                                                  .stop = LEAST,
                                                  .memory = sizeof(struct die),
                                                  .begin = begin,
                                                  .steps = steps,
                                                  .measure = measure}};

/* The position says how many dice may be chosen, of 6 faces and more; a move m leads to one of m faces. */
static bool at_hand(const void *tables, const void *view, int seat, alea_move move, int i, struct alea_at_hand *out) {
    const int *dice = view;
    (void)tables;
    if (i >= (move ? 1 : *dice)) return false;
    alea_at_hand_begin(out, questions, 0);
    out->choice = *dice > 1 && !move;
    out->set = ALEA_SET_SEAT;
    out->subject = seat;
    out->value[FACES].at[0] = move ? (int)move : 6 + i;
    return true;
}

static void remark(const void *tables, const void *view, int seat, alea_move move, struct alea_text *text) {
    (void)tables;
    (void)view;
    (void)seat;
    if (move > 6) alea_text_add(text, "large");
}

static const struct alea_game game = {.words = {.remark = remark},
                                      .chances = {.questions = questions, .n_questions = 1, .at_hand = at_hand}};
static const struct alea_rules rules = {.game = &game, .seats = 2};

static struct odds_asker asks(const int *dice, alea_move move) { return (struct odds_asker){&rules, dice, 1, move}; }

static void says(const int *dice, enum alea_lang lang, const char *wanted) {
    struct odds_asker asker = asks(dice, 0);
    struct alea_text text;
    alea_text_init(&text, 4096, lang);
    assert_int_equal(odds_say_at_hand(&asker, &text), *wanted != 0);
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void one_has_its_subject_in_the_title(void **state) {
    (void)state;
    says(&(int){1}, ALEA_EN, "A die: B\n  faces: 6\n  win 50.0%; attackers 0.50 on average; defenders 0.50 on average\n");
    says(&(int){1}, ALEA_IT,
         "Un dado: B\n  facce: 6\n  vittoria 50.0%; attaccanti in media 0.50; difensori in media 0.50\n");
}

static void several_have_a_line_each(void **state) {
    (void)state;
    says(&(int){0}, ALEA_EN, "");
    says(&(int){2}, ALEA_EN,
         "A die\n  B, faces 6: win 50.0%; attackers 0.50 on average; defenders 0.50 on average\n"
         "  B, faces 7: win 57.1%; attackers 0.57 on average; defenders 0.43 on average\n");
}

static void remarks(alea_move move, const char *wanted) {
    int dice = 1;
    struct odds_asker asker = asks(&dice, move);
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    odds_say_remark(&asker, NULL, &text);
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void a_remark_ends_with_the_chance(void **state) {
    (void)state;
    remarks(5, "40.0%");
    remarks(12, "large: 75.0%");
    remarks(2, ""); /* it has no answer */
    remarks(0, "");
}

#define LEFT(win, lose)                                                                                                \
    "\"attackers_left\":[" lose "," win "],\"expected_attackers_left\":" win ",\"defenders_left\":[" win "," lose "]," \
    "\"expected_defenders_left\":" lose "}"
#define BATTLE(win, lose) "\"battle\":{\"attackers\":1,\"defenders\":1,\"exact\":true,\"win\":" win "," LEFT(win, lose)
#define ASKED(choice, faces, least)                                                                      \
    "{\"question\":\"die\",\"choice\":" choice ",\"about\":{\"seat\":\"B\"},\"given\":{\"faces\":" faces \
    ",\"least\":" least "},\"answer\":"

static void battle_is(const int *dice, alea_move move, int stop, const char *wanted) {
    struct odds_asker asker = asks(dice, move);
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    odds_at_hand_json(&asker, stop, &text);
    assert_string_equal(alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void a_battle_is_what_has_begun(void **state) {
    (void)state;
    battle_is(&(int){1}, 0, 4,
              BATTLE("0.5", "0.5") ",\"detail\":[" ASKED("false", "6", "4") "{\"value\":0.5," LEFT("0.5", "0.5") "}]");
    battle_is(&(int){0}, 0, 4, "\"battle\":null,\"detail\":null");
    battle_is(&(int){2}, 0, 5,
              "\"battle\":null,\"detail\":[" ASKED("true", "6", "4") "{\"value\":0.5," LEFT("0.5", "0.5") "}," ASKED(
                  "true", "7", "4") "{\"value\":0.571428571428571," LEFT("0.571428571428571", "0.428571428571429") "}]");
    battle_is(&(int){3}, 4, 9, "\"battle\":null,\"detail\":[" ASKED("false", "4", "9") "null}]"); /* it has no answer */
    battle_is(&(int){3}, 4, 4,
              BATTLE("0.25", "0.75") ",\"detail\":[" ASKED("false", "4", "4") "{\"value\":0.25," LEFT("0.25", "0.75") "}]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_has_its_subject_in_the_title),
        cmocka_unit_test(several_have_a_line_each),
        cmocka_unit_test(a_remark_ends_with_the_chance),
        cmocka_unit_test(a_battle_is_what_has_begun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
