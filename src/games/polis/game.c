/* SPDX-License-Identifier: MIT */
/* game.c - Polis' side of the contract: the members of a position, the setups that the laws run over, the functions. */
#include "facts.h"
#include "polis_internal.h"
#include "temper.h"

#define AT(member) (uint16_t) offsetof(struct polis_position, member)
#define SCALAR(member, value) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .cols = 1, .value_set = (value) }
#define ARRAY(member, n, columns, value) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .cols = (n), .col_set = (columns), .value_set = (value) }
#define BY_SIDE(member, n, columns, value)                                                              \
    {                                                                                                   \
        .name = #member, .offset = AT(member), .type = ALEA_FIELD_U8, .rows = POLIS_SIDES, .cols = (n), \
        .row_set = POLIS_SET_SIDE, .col_set = (columns), .value_set = (value)                           \
    }
#define SET(member, n, columns) \
    { .name = #member, .offset = AT(member), .type = ALEA_FIELD_BITS32, .cols = (n), .col_set = (columns) }

static const struct alea_field fields[] = {
    SCALAR(round, POLIS_SET_ROUND),
    SCALAR(step, POLIS_SET_STEP),
    SCALAR(active, POLIS_SET_SIDE),
    SCALAR(decider, POLIS_SET_SIDE),
    SCALAR(start, POLIS_SET_SIDE),
    SCALAR(passed, ALEA_SET_NUMBER),
    SCALAR(actions, ALEA_SET_NUMBER),
    SCALAR(turns, ALEA_SET_NUMBER),
    SCALAR(surcharge, ALEA_SET_NUMBER),
    SCALAR(action, POLIS_SET_ACTION),
    SCALAR(first_action, POLIS_SET_ACTION),
    SCALAR(first_polis, POLIS_SET_POLIS),
    SCALAR(first_started, ALEA_SET_NUMBER),
    SCALAR(what, ALEA_SET_NUMBER),
    SCALAR(where, ALEA_SET_NUMBER),
    SCALAR(made, ALEA_SET_NUMBER),
    SCALAR(event, POLIS_SET_EVENT),
    SCALAR(effect, ALEA_SET_NUMBER),
    ARRAY(queue, POLIS_SIDES, ALEA_SET_NUMBER, POLIS_SET_SIDE),
    ARRAY(chosen, POLIS_SIDES, POLIS_SET_SIDE, POLIS_SET_POLIS),
    ARRAY(prestige, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    BY_SIDE(resource, POLIS_RESOURCE_COUNT, POLIS_SET_RESOURCE, ALEA_SET_NUMBER),
    ARRAY(reserve, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    {.name = "own",
     .offset = AT(own),
     .type = ALEA_FIELD_BITS32,
     .rows = POLIS_SIDES,
     .cols = POLIS_POLEIS_MAX,
     .row_set = POLIS_SET_SIDE,
     .col_set = POLIS_SET_POLIS},
    ARRAY(population, POLIS_POLEIS_MAX, POLIS_SET_POLIS, ALEA_SET_NUMBER),
    BY_SIDE(units, POLIS_REGIONS_MAX, POLIS_SET_REGION, ALEA_SET_NUMBER),
    ARRAY(away, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    ARRAY(port, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    ARRAY(trader, POLIS_SHIPLOAD_COUNT, POLIS_SET_SHIPLOAD, ALEA_SET_NUMBER),
    ARRAY(proxenos, POLIS_SIDES, POLIS_SET_SIDE, POLIS_SET_POLIS),
    SCALAR(captive, ALEA_SET_NUMBER),
    BY_SIDE(discs, POLIS_POLEIS_MAX, POLIS_SET_POLIS, ALEA_SET_NUMBER),
    SET(tribute, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    SET(closed, POLIS_SHIPLOAD_COUNT, POLIS_SET_SHIPLOAD),
    ARRAY(market, POLIS_GOODS, POLIS_SET_RESOURCE, ALEA_SET_NUMBER),
    ARRAY(project, POLIS_PROJECT_COUNT, POLIS_SET_PROJECT, POLIS_SET_PLACE_OF_PROJECT),
    ARRAY(project_at, POLIS_PROJECT_COUNT, POLIS_SET_PROJECT, POLIS_SET_POLIS),
    ARRAY(rows, POLIS_ROWS_MAX, POLIS_SET_ROW, ALEA_SET_NUMBER),
    ARRAY(replaced, POLIS_GOODS, POLIS_SET_RESOURCE, ALEA_SET_NUMBER),
    SCALAR(doubled, ALEA_SET_NUMBER),
    SCALAR(starved, ALEA_SET_NUMBER),
    ARRAY(grown, POLIS_POLEIS_MAX, POLIS_SET_POLIS, ALEA_SET_NUMBER),
    SCALAR(winners, ALEA_SET_NUMBER),
    SCALAR(outcome, ALEA_SET_NUMBER),
    SCALAR(resigned, ALEA_SET_NUMBER),
    SET(battles, POLIS_REGIONS_MAX, POLIS_SET_REGION),
    SCALAR(battle, POLIS_SET_REGION),
    SCALAR(attacker, POLIS_SET_SIDE),
    ARRAY(attack, 2, ALEA_SET_NUMBER, POLIS_SET_CARD),
    ARRAY(answer, 2, ALEA_SET_NUMBER, POLIS_SET_CARD),
    ARRAY(won, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    ARRAY(need, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    ARRAY(hand_size, POLIS_SIDES, POLIS_SET_SIDE, ALEA_SET_NUMBER),
    ARRAY(played, POLIS_CARD_KINDS, POLIS_SET_CARD, ALEA_SET_NUMBER),
    {.name = "hand",
     .offset = AT(hand),
     .type = ALEA_FIELD_U8,
     .rows = POLIS_SIDES,
     .cols = POLIS_CARD_KINDS,
     .row_set = POLIS_SET_SIDE,
     .col_set = POLIS_SET_CARD,
     .value_set = ALEA_SET_NUMBER,
     .secret = true},
};

#define VARIANT(siege) {POLIS_SIDES, "siege=" siege},
static const struct alea_variant variants[] = {POLIS_EACH_SIEGE(VARIANT){0, NULL}};

static void score(const void *tables, const void *pos, double out[]) {
    const struct polis_position *p = pos;
    (void)tables;
    for (int side = 0; side < POLIS_SIDES; side++)
        out[side] = p->winners >> side & 1 ? 1.0 / polis_count(p->winners) : 0; /* [POL-SCORE-3, POL-SCORE-5] */
}

static int place(const void *tables, const void *pos, int seat) {
    const struct polis_position *p = pos;
    (void)tables;
    return !p->winners || p->winners >> seat & 1 ? 1 : 2;
}

static int round_of(const void *tables, const void *pos) {
    const struct polis_position *p = pos;
    (void)tables;
    return 1 + p->round;
}

const struct alea_game alea_game_polis = {
    .id = "polis",
    .rules_version = 1,
    .listed = true,
    .min_seats = POLIS_SIDES,
    .max_seats = POLIS_SIDES,
    .seat_set = POLIS_SET_SIDE,
    .resign_verb = POLIS_VERB_RESIGN,
    .position_size = sizeof(struct polis_position),
    .tables_size = sizeof(struct polis_tables),
    .max_legal = POLIS_LEGAL_MAX,
    .max_outcomes = 40, /* events [POL-EVENT-1] */
    .max_plies = 20000, /* at most 200 turns a round, a few choices each; random games have some 400 */
    .texts = &polis_texts,
    .fields = fields,
    .n_fields = ALEA_LEN(fields),
    .options = polis_options,
    .n_options = POLIS_OPTIONS,
    .variants = variants,
    .late_round = POLIS_ROUND_COUNT, /* seven in ten random games starve in the first */
    .load = polis_load,
    .names = polis_names,
    .setup = polis_setup,
    .actors = polis_actors,
    .legal = polis_legal,
    .why_not = polis_why_not,
    .apply = polis_apply,
    .roll = polis_roll,
    .outcomes = polis_outcomes,
    .score = score,
    .place = place,
    .round = round_of,
    .barrier = polis_barrier,
    .broken = polis_broken,
    .derive = polis_derive,
    .words = {.board = polis_board,
              .places = polis_places,
              .hand = polis_hand,
              .prompt = polis_prompt,
              .remark = polis_remark,
              .warn = polis_warn,
              .forecast = polis_forecast,
              .standing = polis_standing},
    .facts = {.fields = polis_fact_fields,
              .n_fields = POLIS_FACTS,
              .size = sizeof(struct polis_facts),
              .reckon = polis_reckon},
    .secrecy = {.hide = polis_hide, .determinize = polis_determinize},
    .strategy = {.heuristic = polis_heuristic,
                 .tempered = polis_tempered,
                 .tempers = POLIS_TEMPERS,
                 .style = polis_style,
                 .search = 1,
                 .evaluation = polis_evaluation,
                 .learned = polis_learned,
                 .alarms = polis_alarms,
#ifndef __wasm__ /* a browser downloads no motives */
                 .motives = polis_motives,
#endif
                 .novice = 2,
                 .levels = {{"novice", 684, 76},
                            {"greedy", ALEA_EASY_RATING, 0},
                            {"search:20it", 1804, 138},
                            {"search:2000it", 2083, 152},
                            {"search:20000it", 2262, 167}} /* figures: docs/bots.md */},
    .chances = {.questions = polis_questions, .n_questions = POLIS_QUESTIONS, .at_hand = polis_at_hand},
#ifndef __wasm__ /* no studies are made in a browser */
    .study = {.statistics = polis_statistics, .n_statistics = POLIS_STATISTICS, .observe = polis_observe},
#endif
};
