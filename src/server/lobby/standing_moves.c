/* SPDX-License-Identifier: MIT */
/* standing_moves.c - standing orders are carried out: an answer that was given beforehand is made where it is legal, and a seat that lets its
 * turns go by is played for as little as may be, as one whose time ran out. */
#include <string.h>

#include "match.h"
#include "table_internal.h"
#include "text.h"

/* The words of a question to the seat that stands open, in English, so that they are the same for all who read them; "": there is none that
 * this move answers. */
static void question_of(const struct table *table, int seat, alea_move yes, struct alea_text *words) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    struct alea_consent one;
    const void *pos = alea_match_position(table->match);
    for (int i = 0; rules->game->campaign.consent && rules->game->campaign.consent(rules->tables, pos, i, &one); i++) {
        if (one.seat != seat || one.yes != yes || one.answer != ALEA_CONSENT_OPEN) continue;
        rules->game->campaign.consent_words(rules->tables, pos, i, words);
        return;
    }
}

void standing_question(const struct table *table, int seat, alea_move yes, char when[STANDING_WHEN]) {
    struct alea_text words;
    alea_text_init(&words, 4096, ALEA_EN);
    question_of(table, seat, yes, &words);
    table_take_line(when, STANDING_WHEN, alea_text_str(&words));
    alea_text_clear(&words);
}

/* The first answer that is legal now, and fits the question if it was given to one. */
static const struct standing_answer *answer_of(const struct table *table, const struct standing_order *order) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    const void *pos = alea_match_position(table->match);
    for (int i = 0; i < order->n; i++) {
        char asked[STANDING_WHEN];
        const struct standing_answer *answer = &order->answer[i];
        if (rules->game->why_not(rules->tables, pos, order->seat, answer->move)) continue;
        if (!answer->when[0]) return answer;
        standing_question(table, order->seat, answer->move, asked);
        if (strcmp(asked, answer->when) == 0) return answer;
    }
    return NULL;
}

/* One time less. */
static void count(struct table *table, struct standing_order *order) {
    if (--order->left <= 0) standing_end(table, order, STANDING_COUNT);
    else standing_changed(table, order->seat);
}

static bool may_act(const struct table *table, const struct standing_order *order) {
    const alea_actors seat = alea_actor(order->seat);
    return standing_stands(order) && !((table->deputies | table->passing) & seat) && !table->loan[order->seat].taken &&
           strcmp(table->seat[order->seat].who, "human") == 0 &&
           alea_movers(alea_match_rules(table->match), alea_match_position(table->match)) & seat;
}

/* A ply that this order makes; false if it makes none now. */
static bool act(struct table *table, struct standing_order *order, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    if (order->until <= now) {
        standing_end(table, order, STANDING_TIME);
        return false;
    }
    const struct standing_answer *answer = answer_of(table, order);
    if (answer) {
        if (!table_ply_made(table, order->seat, answer->move, "@standing", 0, now, &error)) count(table, order);
        else if (!table_usable(table, NULL)) standing_end(table, order, STANDING_REFUSED);
        return true;
    }
    if (order->pass && alea_match_actors(table->match) & alea_actor(order->seat)) {
        table->passing |= alea_actor(order->seat); /* the last turn, too, is played to its end */
        count(table, order);
    }
    return false;
}

bool table_let_orders(struct table *table, int64_t now) {
    if (table->status != STORE_PLAYING) return false;
    for (struct standing_order *order = table->standing; order; order = order->next)
        if (may_act(table, order) && act(table, order, now)) return true;
    return false;
}
