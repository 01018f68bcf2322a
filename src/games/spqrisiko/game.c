/* SPDX-License-Identifier: MIT */
/* game.c - SPQRisiko's side of the contract: the members of a position, the setups that the laws run over, the functions. */
#include "facts.h"
#include "spqrisiko.h"
#include "temper.h"

#define AT(member) (uint16_t) offsetof(struct spqrisiko_position, member)
#define SCALAR(member, value) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .cols = 1, .value_set = (value) }

static const struct alea_field fields[] = {
    {.name = "round", .offset = AT(round), .type = ALEA_FIELD_U16, .cols = 1, .value_set = ALEA_SET_NUMBER},
    {.name = "last_round", .offset = AT(last_round), .type = ALEA_FIELD_U16, .cols = 1, .value_set = ALEA_SET_NUMBER},
    SCALAR(phase, SPQRISIKO_SET_PHASE),
    SCALAR(step, SPQRISIKO_SET_STEP),
    SCALAR(active, ALEA_SET_SEAT),
    SCALAR(from, ALEA_SET_NUMBER),
    SCALAR(to, ALEA_SET_NUMBER),
    SCALAR(dice, ALEA_SET_NUMBER),
    SCALAR(thrown, ALEA_SET_NUMBER),
    {.name = "force", .offset = AT(force), .type = ALEA_FIELD_U16, .cols = 1, .value_set = ALEA_SET_NUMBER},
    SCALAR(pool, ALEA_SET_NUMBER),
    SCALAR(pending_centres, ALEA_SET_NUMBER),
    SCALAR(pending_triremes, ALEA_SET_NUMBER),
    SCALAR(sets_played, ALEA_SET_NUMBER),
    SCALAR(refunds, ALEA_SET_NUMBER),
    SCALAR(conquered, ALEA_SET_NUMBER),
    SCALAR(groups_left, ALEA_SET_NUMBER),
    {.name = "winners", .offset = AT(winners), .type = ALEA_FIELD_U8, .cols = 1, .value_set = ALEA_SET_NUMBER},
    {.name = "vp",
     .offset = AT(vp),
     .type = ALEA_FIELD_U16,
     .cols = SPQRISIKO_SEATS,
     .col_set = ALEA_SET_SEAT,
     .value_set = ALEA_SET_NUMBER},
    {.name = "fell",
     .offset = AT(fell),
     .type = ALEA_FIELD_U8,
     .cols = SPQRISIKO_SEATS,
     .col_set = ALEA_SET_SEAT,
     .value_set = ALEA_SET_NUMBER},
    {.name = "own",
     .offset = AT(own),
     .type = ALEA_FIELD_BITS64,
     .rows = SPQRISIKO_SEATS,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .row_set = ALEA_SET_SEAT,
     .col_set = SPQRISIKO_SET_PROVINCE},
    {.name = "legionaries",
     .offset = AT(legionaries),
     .type = ALEA_FIELD_U16,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .col_set = SPQRISIKO_SET_PROVINCE,
     .value_set = ALEA_SET_NUMBER},
    {.name = "centres",
     .offset = AT(centres),
     .type = ALEA_FIELD_BITS64,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .col_set = SPQRISIKO_SET_PROVINCE},
    {.name = "triremes",
     .offset = AT(triremes),
     .type = ALEA_FIELD_U8,
     .rows = SPQRISIKO_SEATS,
     .cols = SPQRISIKO_SEA_COUNT,
     .row_set = ALEA_SET_SEAT,
     .col_set = SPQRISIKO_SET_SEA,
     .value_set = ALEA_SET_NUMBER},
    {.name = "moved",
     .offset = AT(moved),
     .type = ALEA_FIELD_U8,
     .cols = SPQRISIKO_SEA_COUNT,
     .col_set = SPQRISIKO_SET_SEA,
     .value_set = ALEA_SET_NUMBER},
    {.name = "closed",
     .offset = AT(closed),
     .type = ALEA_FIELD_BITS16,
     .cols = SPQRISIKO_SEA_COUNT,
     .col_set = SPQRISIKO_SET_SEA},
    {.name = "sea_attacked",
     .offset = AT(sea_attacked),
     .type = ALEA_FIELD_BITS64,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .col_set = SPQRISIKO_SET_PROVINCE},
    {.name = "sea_conquered",
     .offset = AT(sea_conquered),
     .type = ALEA_FIELD_BITS64,
     .cols = SPQRISIKO_PROVINCE_COUNT,
     .col_set = SPQRISIKO_SET_PROVINCE},
    {.name = "hand_size",
     .offset = AT(hand_size),
     .type = ALEA_FIELD_U8,
     .cols = SPQRISIKO_SEATS,
     .col_set = ALEA_SET_SEAT,
     .value_set = ALEA_SET_NUMBER},
    {.name = "hand",
     .offset = AT(hand),
     .type = ALEA_FIELD_U8,
     .rows = SPQRISIKO_SEATS,
     .cols = SPQRISIKO_CARD_COUNT,
     .row_set = ALEA_SET_SEAT,
     .col_set = SPQRISIKO_SET_CARD,
     .value_set = ALEA_SET_NUMBER,
     .secret = true},
    SCALAR(deck_size, ALEA_SET_NUMBER),
    {.name = "deck",
     .offset = AT(deck),
     .type = ALEA_FIELD_U8,
     .cols = SPQRISIKO_CARD_COUNT,
     .col_set = SPQRISIKO_SET_CARD,
     .value_set = ALEA_SET_NUMBER,
     .secret = true},
    {.name = "discard",
     .offset = AT(discard),
     .type = ALEA_FIELD_U8,
     .cols = SPQRISIKO_CARD_COUNT,
     .col_set = SPQRISIKO_SET_CARD,
     .value_set = ALEA_SET_NUMBER},
};

static const struct alea_variant variants[] = {
    {3, ""},
    {4, ""},
    {5, ""},
    {2, "two_players=true"},
    {3, "ruleset=rulebook_2005"},
    {4, "ruleset=rulebook_2005"},
    {5, "ruleset=rulebook_2005"},
    {3, "max_rounds=6 victory_points=0"},
    {3, "setup_mode=random"},
    {4, "setup_mode=random ruleset=rulebook_2005 max_rounds=9"},
    {3, "neutral_legionaries=27_per_unused_colour victory_points=40"},
    {5, "naval_move=single_group trireme_refunds_per_turn=1 first_elimination_round=5"},
    {0, NULL},
};

void spqrisiko_score(const void *tables, const void *pos, double out[]) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    for (int seat = 0; seat < t->seats; seat++)
        out[seat] = p->winners >> seat & 1 ? 1.0 / spqrisiko_count(p->winners) : 0; /* [SPQ-END-8] */
}

enum { FALLEN, LIVING, WINNER };

static int standing(const struct spqrisiko_position *p, int seat) {
    if (p->winners >> seat & 1) return WINNER;
    return p->fell[seat] ? FALLEN : LIVING;
}

/* Winners, then living seats by SPQ-END-4, then the fallen, the last to fall first. */
static bool stands_before(const struct spqrisiko_position *p, int a, int b) {
    int standing_of_a = standing(p, a), standing_of_b = standing(p, b);
    if (standing_of_a != standing_of_b) return standing_of_a > standing_of_b;
    if (standing_of_a == FALLEN) return p->fell[a] > p->fell[b];
    return standing_of_a == LIVING && spqrisiko_rank(p, a, b) < 0;
}

static int place(const void *tables, const void *pos, int seat) {
    const struct spqrisiko_tables *t = tables;
    int before = 0;
    for (int other = 0; other < t->seats; other++) before += stands_before(pos, other, seat);
    return 1 + before;
}

static int round_of(const void *tables, const void *pos) {
    const struct spqrisiko_position *p = pos;
    (void)tables;
    return p->round;
}

const struct alea_game alea_game_spqrisiko = {
    .id = "spqrisiko",
    .rules_version = 1,
    .listed = true,
    .min_seats = 2,
    .max_seats = SPQRISIKO_SEATS,
    .resign_verb = SPQRISIKO_VERB_RESIGN,
    .position_size = sizeof(struct spqrisiko_position),
    .tables_size = sizeof(struct spqrisiko_tables),
    .max_legal = 10000,  /* `commit n` with every legionary that a province can hold [SPQ-GEN-9], and `stop` */
    .max_outcomes = 45,  /* a province of the random setup; throws have at most 10, draws 4 */
    .max_plies = 100000, /* random games end by victory points after some 2,000; no bound follows from the rules */
    .texts = &spqrisiko_texts,
    .fields = fields,
    .n_fields = ALEA_LEN(fields),
    .options = spqrisiko_options,
    .n_options = SPQRISIKO_OPTIONS,
    .variants = variants,
    .load = spqrisiko_load,
    .names = spqrisiko_names,
    .setup = spqrisiko_setup,
    .actors = spqrisiko_actors,
    .legal = spqrisiko_legal,
    .why_not = spqrisiko_why_not,
    .apply = spqrisiko_apply,
    .roll = spqrisiko_roll,
    .outcomes = spqrisiko_outcomes,
    .score = spqrisiko_score,
    .place = place,
    .round = round_of,
    .barrier = spqrisiko_barrier,
    .broken = spqrisiko_broken,
    .derive = spqrisiko_derive,
    .words = {.board = spqrisiko_board,
              .places = spqrisiko_places,
              .hand = spqrisiko_hand,
              .prompt = spqrisiko_prompt,
              .remark = spqrisiko_remark,
              .forecast = spqrisiko_forecast,
              .standing = spqrisiko_standing},
    .facts = {.fields = spqrisiko_fact_fields,
              .n_fields = SPQRISIKO_FACTS,
              .size = sizeof(struct spqrisiko_facts),
              .reckon = spqrisiko_reckon},
    .secrecy = {.hide = spqrisiko_hide, .determinize = spqrisiko_determinize},
    .strategy = {.heuristic = spqrisiko_heuristic,
                 .tempered = spqrisiko_tempered,
                 .tempers = SPQRISIKO_TEMPERS,
                 .style = spqrisiko_style,
                 .evaluation = spqrisiko_evaluation,
                 .alarms = spqrisiko_alarms,
#ifndef __wasm__ /* a browser downloads no motives */
                 .motives = spqrisiko_motives,
#endif
                 .opening = spqrisiko_opening,
                 .at_once = spqrisiko_at_once,
                 .horizon = 40, /* the rest of a turn, and a look at the next one: docs/studies/bots.md */
                 .search = 1,
                 .novice = 2,
                 .levels = {{"novice", 935, 46},
                            {"greedy", ALEA_EASY_RATING, 0},
                            {"search:200it", 1667, 92},
                            {"search:2000it", 1798, 126},
                            {"search:20000it", 1926, 150}} /* figures: docs/bots.md */},
    .chances = {.questions = spqrisiko_questions, .n_questions = SPQRISIKO_QUESTIONS, .at_hand = spqrisiko_at_hand},
#ifndef __wasm__ /* no studies are made in a browser */
    .study = {.statistics = spqrisiko_statistics, .n_statistics = SPQRISIKO_STATISTICS, .observe = spqrisiko_observe},
#endif
};
