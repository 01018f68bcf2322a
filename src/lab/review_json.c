/* SPDX-License-Identifier: MIT */
/* review_json.c - a review as JSON, for programs and for the page. */
#include <math.h>

#include "json_write.h"
#include "review.h"

enum { PLACES = 6 }; /* more than the samples carry */

static const char *const kinds[] = {[REVIEW_CHOICE] = "choice",
                                    [REVIEW_FORCED] = "forced",
                                    [REVIEW_CHANCE] = "chance",
                                    [REVIEW_HOST] = "host",
                                    [REVIEW_TAKEN_BACK] = "taken_back"};

static void add_share(struct alea_text *text, const char *key, double share) {
    alea_json_fixed(text, key, share + 0.0, PLACES); /* no zero has a sign */
}

static void add_shares(struct alea_text *text, const char *key, const double share[], int n) {
    alea_json_open_array(text, key);
    for (int i = 0; i < n; i++) add_share(text, NULL, share[i]);
    alea_json_close_array(text);
}

static void add_seat(struct alea_text *text, int seat) {
    char letters[3] = "";
    alea_seat_letters(seat, letters);
    if (seat == ALEA_NONE) alea_json_null(text, "seat");
    else alea_json_id(text, "seat", letters);
}

/* {"text":"attack_to italia","words":"Attack Italia"} */
static void add_move(const struct review *review, const char *key, alea_move move, struct alea_text *text) {
    const struct alea_rules *rules = alea_match_rules(review->match);
    alea_json_open_object(text, key);
    size_t from = alea_json_open_string(text, "text");
    alea_move_write(rules, move, text);
    alea_json_close_string(text, from);
    from = alea_json_open_string(text, "words");
    alea_move_say(rules, move, text);
    alea_json_close_string(text, from);
    alea_json_close_object(text);
}

static void add_sitter(const struct review *review, int seat, struct alea_text *text) {
    const struct alea_seat_head *head = &alea_match_head(review->match)->seat[seat];
    const struct review_seat *at = &review->seat[seat];
    alea_json_open_object(text, NULL);
    add_seat(text, seat);
    alea_json_string(text, "who", head->who);
    alea_json_string(text, "name", head->name);
    add_share(text, "luck", at->luck);
    alea_json_fixed(text, "percentile", at->percentile, 1);
    add_share(text, "cost", at->cost);
    add_share(text, "noise", at->noise);
    alea_json_integer(text, "choices", at->choices);
    alea_json_close_object(text);
}

static void add_ply(const struct review *review, long ply, struct alea_text *text) {
    const struct review_ply *at = &review->ply[ply - 1];
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", ply);
    add_seat(text, at->seat);
    alea_json_id(text, "kind", kinds[at->kind]);
    alea_json_integer(text, "round", at->round);
    add_shares(text, "value", &review->value[ply * review->seats], review->seats);
    if (at->kind == REVIEW_CHANCE) {
        alea_json_integer(text, "battle", at->battle);
        add_shares(text, "luck", &review->luck[(ply - 1) * review->seats], review->seats);
    } else if (at->kind == REVIEW_CHOICE) {
        add_share(text, "cost", fmax(0, at->cost));
    }
    alea_json_close_object(text);
}

static void add_battle(const struct review *review, const struct review_battle *battle, struct alea_text *text) {
    double luck[ALEA_MAX_SEATS];
    review_battle_luck(review, battle, luck);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "first", battle->first);
    alea_json_integer(text, "last", battle->last);
    alea_json_integer(text, "round", review->ply[battle->first - 1].round);
    add_seat(text, battle->seat);
    add_shares(text, "luck", luck, review->seats);
    if (battle->decision) add_move(review, "decision", alea_match_ply(review->match, battle->decision)->move, text);
    else alea_json_null(text, "decision");
    alea_json_close_object(text);
}

static void add_mistake(const struct review *review, long ply, struct alea_text *text) {
    const struct review_ply *at = &review->ply[ply - 1];
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", ply);
    alea_json_integer(text, "round", at->round);
    add_seat(text, at->seat);
    add_share(text, "cost", at->cost);
    add_share(text, "noise", sqrt(at->error2));
    add_move(review, "played", alea_match_ply(review->match, ply)->move, text);
    add_move(review, "better", at->better, text);
    alea_json_close_object(text);
}

void review_json(const struct review *review, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "format", "alea.review");
    alea_json_integer(text, "version", 1);
    alea_json_id(text, "game", alea_match_rules(review->match)->game->id);
    alea_json_integer(text, "samples", review->samples);
    alea_json_open_array(text, "seats");
    for (int seat = 0; seat < review->seats; seat++) add_sitter(review, seat, text);
    alea_json_close_array(text);
    add_shares(text, "start", review->value, review->seats);
    alea_json_open_array(text, "mistakes");
    for (int i = 0; i < REVIEW_MISTAKES && review->mistake[i]; i++) add_mistake(review, review->mistake[i], text);
    alea_json_close_array(text);
    alea_json_open_array(text, "battles");
    for (long i = 0; i < review->n_battles; i++) add_battle(review, &review->battle[i], text);
    alea_json_close_array(text);
    alea_json_open_array(text, "plies");
    for (long ply = 1; ply <= review->plies; ply++) add_ply(review, ply, text);
    alea_json_close_array(text);
    alea_json_close_object(text);
}
