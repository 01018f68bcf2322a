/* SPDX-License-Identifier: MIT */
/* text.c - the null game in words: the board, what a seat holds, what is to be decided. */
#include "null.h"

/* Adds a label, filled with up to three arguments. Words stand in data/text/null.json alone. */
static void say(const void *tables, int label, const uint8_t sets[3], int32_t a, int32_t b, int32_t c,
                struct alea_text *text) {
    const struct alea_rules rules = {.game = &alea_game_null, .tables = tables};
    const int32_t args[3] = {a, b, c};
    alea_say(&rules, null_texts.labels[label].in[text->lang], 3, sets, args, text);
}

void null_board(const void *tables, const void *in, int seat, struct alea_text *text) {
    (void)seat;
    static const uint8_t of_round[3] = {ALEA_SET_NUMBER, ALEA_SET_NUMBER, NULL_SET_STEP};
    static const uint8_t of_points[3] = {ALEA_SET_SEAT, ALEA_SET_NUMBER};
    const struct null_tables *t = tables;
    const struct null_position *pos = in;
    int round = pos->round < t->rounds ? pos->round + 1 : pos->round;
    say(t, NULL_LABEL_ROUND, of_round, round, t->rounds, pos->step, text);
    for (int who = 0; who < NULL_SEATS; who++) {
        alea_text_add(text, "\n");
        say(t, NULL_LABEL_POINTS, of_points, who, pos->points[who], 0, text);
        if (pos->ready >> who & 1) say(t, NULL_LABEL_HAS_BET, of_points, 0, 0, 0, text);
    }
    alea_text_add(text, "\n");
}

void null_hand(const void *tables, const void *in, int seat, struct alea_text *text) {
    static const uint8_t of_bet[3] = {NULL_SET_FACE};
    const struct null_position *pos = in;
    if (seat >= NULL_SEATS || pos->bet[seat] == ALEA_NONE) return;
    say(tables, NULL_LABEL_YOUR_BET, of_bet, pos->bet[seat], 0, 0, text);
    alea_text_add(text, "\n");
}

void null_prompt(const void *tables, const void *in, int seat, struct alea_text *text) {
    static const int labels[NULL_STEPS] = {NULL_LABEL_TO_BET, NULL_LABEL_TO_THROW, NULL_LABEL_IS_OVER};
    static const uint8_t none[3] = {0};
    (void)seat;
    say(tables, labels[((const struct null_position *)in)->step], none, 0, 0, 0, text);
}
