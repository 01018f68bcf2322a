/* SPDX-License-Identifier: MIT */
/* review_json.c - a review as JSON, for programs and for the page. */
#include "review.h"
#include "text.h"

static const char *const kinds[] = {
    [REVIEW_CHOICE] = "choice", [REVIEW_FORCED] = "forced", [REVIEW_CHANCE] = "chance", [REVIEW_HOST] = "host"};

/* Six digits after the point: more than the samples carry. */
static void add_real(struct alea_text *text, double number) { alea_text_addf(text, "%.6f", number + 0.0); }

/* "..."; names and words hold no control characters but what somebody called themselves might. */
static void add_string(struct alea_text *text, const char *words) {
    ALEA_TEXT_ADD(text, "\"");
    for (const char *at = words; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == '\\' || byte < 0x20 || byte == '<') alea_text_addf(text, "\\u%04x", byte);
        else alea_text_add_n(text, at, 1);
    }
    ALEA_TEXT_ADD(text, "\"");
}

static void add_seat(struct alea_text *text, int seat) {
    char letters[3] = "";
    if (seat == ALEA_CHANCE) ALEA_TEXT_ADD(text, "\"*\"");
    else if (seat == ALEA_HOST) ALEA_TEXT_ADD(text, "\"!\"");
    else if (seat == ALEA_NONE) ALEA_TEXT_ADD(text, "null");
    else if (alea_seat_letters(seat, letters)) alea_text_addf(text, "\"%s\"", letters);
}

static void add_numbers(struct alea_text *text, const double number[], int n) {
    for (int i = 0; i < n; i++) {
        alea_text_add(text, i ? "," : "[");
        add_real(text, number[i]);
    }
    ALEA_TEXT_ADD(text, "]");
}

/* {"text":"attack_to italia","words":"Attack Italia"} */
static void add_move(const struct review *review, alea_move move, struct alea_text *text) {
    const struct alea_rules *rules = alea_match_rules(review->match);
    struct alea_text words;
    alea_text_init(&words, 4096, text->lang);
    alea_move_write(rules, move, &words);
    ALEA_TEXT_ADD(text, "{\"text\":");
    add_string(text, alea_text_str(&words));
    alea_text_clear(&words);
    alea_text_init(&words, 4096, text->lang);
    alea_move_say(rules, move, &words);
    ALEA_TEXT_ADD(text, ",\"words\":");
    add_string(text, alea_text_str(&words));
    ALEA_TEXT_ADD(text, "}");
    alea_text_clear(&words);
}

static void add_seats(const struct review *review, struct alea_text *text) {
    const struct alea_match_head *head = alea_match_head(review->match);
    ALEA_TEXT_ADD(text, ",\"seats\":[");
    for (int i = 0; i < review->seats; i++) {
        const struct review_seat *seat = &review->seat[i];
        if (i) ALEA_TEXT_ADD(text, ",");
        ALEA_TEXT_ADD(text, "{\"seat\":");
        add_seat(text, i);
        ALEA_TEXT_ADD(text, ",\"who\":");
        add_string(text, head->seat[i].who);
        ALEA_TEXT_ADD(text, ",\"name\":");
        add_string(text, head->seat[i].name);
        ALEA_TEXT_ADD(text, ",\"luck\":");
        add_real(text, seat->luck);
        alea_text_addf(text, ",\"percentile\":%.1f,\"cost\":", seat->percentile);
        add_real(text, seat->cost);
        alea_text_addf(text, ",\"choices\":%d}", seat->choices);
    }
    ALEA_TEXT_ADD(text, "]");
}

static void add_ply(const struct review *review, long ply, struct alea_text *text) {
    const struct review_ply *at = &review->ply[ply - 1];
    alea_text_addf(text, "{\"ply\":%ld,\"seat\":", ply);
    add_seat(text, at->seat);
    alea_text_addf(text, ",\"kind\":\"%s\",\"round\":%d,\"value\":", kinds[at->kind], at->round);
    add_numbers(text, &review->value[ply * review->seats], review->seats);
    if (at->kind == REVIEW_CHANCE) {
        alea_text_addf(text, ",\"battle\":%d,\"luck\":", at->battle);
        add_numbers(text, &review->luck[(ply - 1) * review->seats], review->seats);
    } else if (at->kind == REVIEW_CHOICE) {
        ALEA_TEXT_ADD(text, ",\"cost\":");
        add_real(text, at->cost);
    }
    ALEA_TEXT_ADD(text, "}");
}

static void add_battle(const struct review *review, const struct review_battle *battle, struct alea_text *text) {
    double luck[ALEA_MAX_SEATS];
    review_battle_luck(review, battle, luck);
    alea_text_addf(text, "{\"first\":%ld,\"last\":%ld,\"round\":%d,\"seat\":", battle->first, battle->last,
                   review->ply[battle->first - 1].round);
    add_seat(text, battle->seat);
    ALEA_TEXT_ADD(text, ",\"luck\":");
    add_numbers(text, luck, review->seats);
    ALEA_TEXT_ADD(text, ",\"decision\":");
    if (battle->decision) add_move(review, alea_match_ply(review->match, battle->decision)->move, text);
    else ALEA_TEXT_ADD(text, "null");
    ALEA_TEXT_ADD(text, "}");
}

static void add_mistake(const struct review *review, long ply, struct alea_text *text) {
    const struct review_ply *at = &review->ply[ply - 1];
    alea_text_addf(text, "{\"ply\":%ld,\"round\":%d,\"seat\":", ply, at->round);
    add_seat(text, at->seat);
    ALEA_TEXT_ADD(text, ",\"cost\":");
    add_real(text, at->cost);
    ALEA_TEXT_ADD(text, ",\"played\":");
    add_move(review, alea_match_ply(review->match, ply)->move, text);
    ALEA_TEXT_ADD(text, ",\"better\":");
    add_move(review, at->better, text);
    ALEA_TEXT_ADD(text, "}");
}

void review_json(const struct review *review, struct alea_text *text) {
    const struct alea_game *game = alea_match_rules(review->match)->game;
    alea_text_addf(text, "{\"format\":\"alea.review\",\"version\":1,\"game\":\"%s\",\"samples\":%d", game->id,
                   review->samples);
    add_seats(review, text);
    ALEA_TEXT_ADD(text, ",\"start\":");
    add_numbers(text, review->value, review->seats);
    ALEA_TEXT_ADD(text, ",\"mistakes\":[");
    for (int i = 0; i < REVIEW_MISTAKES && review->mistake[i]; i++) {
        if (i) ALEA_TEXT_ADD(text, ",");
        add_mistake(review, review->mistake[i], text);
    }
    ALEA_TEXT_ADD(text, "],\"battles\":[");
    for (long i = 0; i < review->n_battles; i++) {
        if (i) ALEA_TEXT_ADD(text, ",");
        add_battle(review, &review->battle[i], text);
    }
    ALEA_TEXT_ADD(text, "],\"plies\":[");
    for (long ply = 1; ply <= review->plies; ply++) {
        if (ply > 1) ALEA_TEXT_ADD(text, ",");
        add_ply(review, ply, text);
    }
    ALEA_TEXT_ADD(text, "]}");
}
