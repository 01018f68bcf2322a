/* SPDX-License-Identifier: MIT */
/* game.c - what holds of a game that leaves a part of its contract out: places by score, a board of plain members. */
#include <string.h>

#include "alea.h"
#include "engine_text.h"
#include "error.h"

int alea_place(const struct alea_rules *rules, const void *pos, int seat) {
    double score[ALEA_MAX_SEATS] = {0};
    int before = 0;
    if (rules->game->place) return rules->game->place(rules->tables, pos, seat);
    rules->game->score(rules->tables, pos, score);
    for (int other = 0; other < rules->seats; other++) before += score[other] > score[seat];
    return 1 + before;
}

int alea_decisive(const struct alea_rules *rules, const void *pos) {
    struct alea_standing first = {0}, next = {0};
    int best_of_rest = ALEA_MAX_SEATS + 1;
    for (int seat = rules->seats - 1; rules->game->words.standing && seat >= 0; seat--) {
        const struct alea_standing standing = rules->game->words.standing(rules->tables, pos, seat);
        const int place = alea_place(rules, pos, seat);
        if (place == 1) first = standing;
        else if (place <= best_of_rest) best_of_rest = place, next = standing;
    }
    for (int i = 0; i < first.compared && best_of_rest <= ALEA_MAX_SEATS; i++)
        if (first.value[i] != next.value[i]) return i;
    return -1;
}

void alea_board(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text) {
    if (rules->game->words.board) rules->game->words.board(rules->tables, view, seat, text);
    else alea_position_write(rules, view, text);
}

void alea_hand(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text) {
    if (rules->game->words.hand) rules->game->words.hand(rules->tables, view, seat, text);
}

void alea_prompt(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text) {
    if (rules->game->words.prompt) {
        rules->game->words.prompt(rules->tables, view, seat, text);
        return;
    }
    const alea_actors actors = rules->game->actors(rules->tables, view);
    if (!actors || actors == ALEA_ACTORS_CHANCE) {
        alea_text_add(text, actors ? alea_either(text->lang, ENGINE_SAY_PROMPT_THROW)
                                   : alea_either(text->lang, ENGINE_SAY_PROMPT_OVER));
        return;
    }
    alea_text_add(text, alea_either(text->lang, ENGINE_SAY_PROMPT_TO_MOVE));
    for (int other = 0; other < rules->seats; other++) {
        if (!(actors & alea_actor(other))) continue;
        alea_text_add(text, " ");
        alea_text_seat(text, other);
    }
}
