/* SPDX-License-Identifier: MIT */
/* at_hand.c - the questions that a position asks by itself, answered. */
#include "json_write.h"
#include "odds.h"

enum { MOST_STEPS = 1 << 18, SAMPLES = 2000, DIGITS = 15 };

bool odds_at_hand(const struct odds_asker *asker, int i, struct alea_at_hand *out) {
    const struct alea_rules *rules = asker->rules;
    if (!rules->game->chances.at_hand) return false;
    return rules->game->chances.at_hand(rules->tables, asker->view, asker->seat, asker->move, i, out);
}

static const struct odds_how at_hand = {.most_steps = MOST_STEPS, .samples = SAMPLES, .seed = 1};

enum alea_err odds_solve_at_hand(const struct alea_rules *rules, const struct alea_at_hand *asked,
                                 struct odds_answer *answer, struct alea_error *error) {
    const struct alea_question *question = &rules->game->chances.questions[asked->question];
    return odds_solve(rules, question, asked->value, &at_hand, answer, error);
}

bool odds_win_at_hand(const struct alea_rules *rules, const struct alea_at_hand *asked, struct odds_wins *wins,
                      struct odds_chance *win) {
    const struct alea_question *question = &rules->game->chances.questions[asked->question];
    return odds_win(rules, question, asked->value, &at_hand, wins, win);
}

/* ---- Combats ---------------------------------------------------------------------------------------------------------------- */

/* Which of the questions is the one about the combat that has begun, its attacker stopping so; -1: none. */
static int find_battle(const struct odds_asker *asker, int stop, struct alea_at_hand *asked) {
    for (int i = 0; odds_at_hand(asker, i, asked); i++) {
        const struct alea_question *question = &asker->rules->game->chances.questions[asked->question];
        if (!question->combat || asked->choice) continue;
        if (question->stop) asked->value[question->stop].at[0] = stop;
        return i;
    }
    return -1;
}

bool odds_battle(const struct odds_asker *asker, int stop, struct odds_answer *answer) {
    struct alea_at_hand asked;
    *answer = (struct odds_answer){.kind = ALEA_ANSWER_NONE};
    return find_battle(asker, stop, &asked) >= 0 && odds_solve_at_hand(asker->rules, &asked, answer, NULL) == ALEA_OK;
}

/* ---- As JSON ---------------------------------------------------------------------------------------------------------------- */

/* "attackers_left":[0,0.25,...] up to the force itself; and what is expected. */
static void add_left(const char *list, const char *mean, const struct odds_measure *left, struct alea_text *text) {
    alea_json_open_array(text, list);
    for (int32_t i = 0; i <= left->most; i++) alea_json_real(text, NULL, left->at[i].value, DIGITS);
    alea_json_close_array(text);
    alea_json_real(text, mean, left->expected, DIGITS);
}

static void add_battle(const struct odds_answer *answer, struct alea_text *text) {
    const struct odds_measure *attackers = &answer->measure[1], *defenders = &answer->measure[2];
    alea_json_open_object(text, "battle");
    alea_json_integer(text, "attackers", attackers->most);
    alea_json_integer(text, "defenders", defenders->most);
    alea_json_bool(text, "exact", answer->kind == ALEA_ANSWER_CHAIN);
    alea_json_real(text, "win", answer->measure[0].at[1].value, DIGITS);
    add_left("attackers_left", "expected_attackers_left", attackers, text);
    add_left("defenders_left", "expected_defenders_left", defenders, text);
    alea_json_close_object(text);
}

static void add_asked(const struct alea_rules *rules, const struct alea_at_hand *asked, struct alea_text *text) {
    struct odds_answer answer;
    bool answered = odds_solve_at_hand(rules, asked, &answer, NULL) == ALEA_OK;
    odds_asked_json(rules, asked, answered ? &answer : NULL, text);
    odds_clear(&answer);
}

void odds_at_hand_json(const struct odds_asker *asker, int stop, struct alea_text *text) {
    struct alea_at_hand battle, asked;
    struct odds_answer answer = {.kind = ALEA_ANSWER_NONE};
    int at = find_battle(asker, stop, &battle);
    bool answered = at >= 0 && odds_solve_at_hand(asker->rules, &battle, &answer, NULL) == ALEA_OK;
    if (answered) add_battle(&answer, text);
    else alea_json_null(text, "battle");
    bool any = odds_at_hand(asker, 0, &asked);
    if (any) alea_json_open_array(text, "detail");
    else alea_json_null(text, "detail");
    for (int i = 0; odds_at_hand(asker, i, &asked); i++)
        if (i == at) odds_asked_json(asker->rules, &battle, answered ? &answer : NULL, text);
        else add_asked(asker->rules, &asked, text);
    if (any) alea_json_close_array(text);
    odds_clear(&answer);
}
