/* SPDX-License-Identifier: MIT */
/* tables.c - options, and the tables of data/spqrisiko.json (or of a scenario) made ready for play. */
#include <string.h>

#include "load.h"
#include "spqrisiko.h"
#include "spqrisiko_text.h"

enum { ROUND_LIMIT = 1000, POINT_LIMIT = 40, ELIMINATION_LIMIT = 5 };

/* Standard values of v1_2; those of the other ruleset are read from the data. [SPQ-GEN-10] */
const struct alea_option spqrisiko_options[SPQRISIKO_OPTIONS] = {
    [SPQRISIKO_OPTION_RULESET] = {.key = "ruleset", .words = spqrisiko_ruleset_words, .max = SPQRISIKO_RULESET_VALUES - 1},
    [SPQRISIKO_OPTION_NEUTRAL_LEGIONARIES] = {.key = "neutral_legionaries",
                                              .words = spqrisiko_neutral_legionaries_words,
                                              .max = SPQRISIKO_NEUTRAL_LEGIONARIES_VALUES - 1},
    [SPQRISIKO_OPTION_NAVAL_MOVE] = {.key = "naval_move",
                                     .words = spqrisiko_naval_move_words,
                                     .max = SPQRISIKO_NAVAL_MOVE_VALUES - 1},
    [SPQRISIKO_OPTION_FIRST_ELIMINATION_ROUND] = {.key = "first_elimination_round",
                                                  .min = 4,
                                                  .max = ELIMINATION_LIMIT,
                                                  .standard = 4},
    [SPQRISIKO_OPTION_TRIREME_REFUNDS_PER_TURN] = {.key = "trireme_refunds_per_turn", .min = 0, .max = 1, .standard = 0},
    [SPQRISIKO_OPTION_SETS_PER_TURN] = {.key = "sets_per_turn", .min = 1, .max = 1, .standard = 1},
    [SPQRISIKO_OPTION_VICTORY_POINTS] = {.key = "victory_points", .min = 0, .max = POINT_LIMIT, .standard = 20},
    [SPQRISIKO_OPTION_MAX_ROUNDS] = {.key = "max_rounds", .min = 0, .max = ROUND_LIMIT, .standard = 0},
    [SPQRISIKO_OPTION_TWO_PLAYERS] = {.key = "two_players",
                                      .words = spqrisiko_two_players_words,
                                      .max = SPQRISIKO_TWO_PLAYERS_VALUES - 1},
    [SPQRISIKO_OPTION_SETUP_MODE] = {.key = "setup_mode",
                                     .words = spqrisiko_setup_mode_words,
                                     .max = SPQRISIKO_SETUP_MODE_VALUES - 1},
};

/* ---- Options ---- */

/* What was not given takes the value that the data's ruleset states. */
static void complete_options(struct alea_loader *in, struct alea_options *options) {
    const char *ruleset = spqrisiko_ruleset_words[options->value[SPQRISIKO_OPTION_RULESET]];
    for (int i = SPQRISIKO_OPTION_RULESET + 1; i < SPQRISIKO_OPTIONS; i++) {
        const struct alea_option *option = &spqrisiko_options[i];
        if (options->given[i]) continue;
        if (option->words && i != SPQRISIKO_OPTION_TWO_PLAYERS) {
            struct alea_phrase word[2];
            for (int w = 0; w <= option->max; w++) word[w] = (struct alea_phrase){.id = option->words[w]};
            struct alea_names names = {.at = word, .n = option->max + 1};
            options->value[i] = alea_load_index(in, &names, "rulesets.values.%s.%s", ruleset, option->key);
        } else {
            options->value[i] = alea_load_int(in, option->min, option->max, "rulesets.values.%s.%s", ruleset, option->key);
        }
    }
}

static void check_options(struct alea_loader *in, int seats, const struct alea_options *options) {
    const int32_t *value = options->value;
    bool two = value[SPQRISIKO_OPTION_TWO_PLAYERS] && value[SPQRISIKO_OPTION_RULESET] == SPQRISIKO_RULESET_V1_2;
    if (seats == 2 && !two) /* [SPQ-GEN-1] */
        alea_load_refuse(in, SPQRISIKO_SAY_SETUP_TWO_SEATS, "two_players");
    if (seats == 2 && value[SPQRISIKO_OPTION_NEUTRAL_LEGIONARIES] != SPQRISIKO_NEUTRAL_LEGIONARIES_27_TOTAL)
        alea_load_refuse(in, SPQRISIKO_SAY_SETUP_TWO_SEATS_NEUTRAL, "neutral_legionaries");
    if (!value[SPQRISIKO_OPTION_VICTORY_POINTS] && !value[SPQRISIKO_OPTION_MAX_ROUNDS]) /* [SPQ-END-5] */
        alea_load_refuse(in, SPQRISIKO_SAY_SETUP_ENDLESS, "victory_points, max_rounds");
}

static void use_options(struct spqrisiko_tables *t, const struct alea_options *options) {
    const int32_t *value = options->value;
    t->single_group = value[SPQRISIKO_OPTION_NAVAL_MOVE] == SPQRISIKO_NAVAL_MOVE_SINGLE_GROUP;
    t->first_elimination_round = value[SPQRISIKO_OPTION_FIRST_ELIMINATION_ROUND];
    t->refunds_per_turn = value[SPQRISIKO_OPTION_TRIREME_REFUNDS_PER_TURN];
    t->sets_per_turn = value[SPQRISIKO_OPTION_SETS_PER_TURN];
    t->target = value[SPQRISIKO_OPTION_VICTORY_POINTS];
    t->max_rounds = value[SPQRISIKO_OPTION_MAX_ROUNDS];
    t->random_setup = value[SPQRISIKO_OPTION_SETUP_MODE] == SPQRISIKO_SETUP_MODE_RANDOM;
}

/* ---- Map ---- */

/* A table that says how many it holds is believed only if it does: a lost edge does not go unnoticed. */
static void check_count(struct alea_loader *in, const char *table, const char *rows) {
    if (!alea_load_has(in, "%s.count", table)) return;
    int n = alea_load_length(in, 0, 4096, "%s.%s", table, rows);
    alea_load_int(in, n, n, "%s.count", table);
}

static void load_map(struct alea_loader *in, struct spqrisiko_tables *t) {
    alea_load_names(in, &t->province, SPQRISIKO_PROVINCE_COUNT, SPQRISIKO_PROVINCE_COUNT, "provinces.rows");
    alea_load_names(in, &t->sea, SPQRISIKO_SEA_COUNT, SPQRISIKO_SEA_COUNT, "seas.rows");
    if (!alea_load_ok(in)) return;
    t->land = spqrisiko_bit(SPQRISIKO_PROVINCE_COUNT) - 1;
    alea_load_pairs(in, &t->province, NULL, t->next, "land_adjacency.pairs"); /* [SPQ-GEN-5] */
    alea_load_pairs(in, &t->sea, NULL, t->sea_next, "sea_adjacency.pairs");
    alea_load_pairs(in, &t->province, &t->sea, t->sea_of, "coast.pairs"); /* [SPQ-GEN-6] */
    check_count(in, "provinces", "rows");
    check_count(in, "seas", "rows");
    check_count(in, "land_adjacency", "pairs");
    check_count(in, "sea_adjacency", "pairs");
    check_count(in, "coast", "pairs");
    for (unsigned province = 0; province < SPQRISIKO_PROVINCE_COUNT; province++) {
        if (!t->next[province] && !t->sea_of[province])
            alea_load_refuse(in, SPQRISIKO_SAY_BOARD_OUT_OF_REACH, "provinces.rows[%u] (%s)", province,
                             t->province.at[province].id);
        if (t->sea_of[province]) t->coastal |= spqrisiko_bit(province);
        for (uint64_t rest = t->sea_of[province]; rest; rest &= rest - 1)
            t->coast[spqrisiko_first(rest)] |= spqrisiko_bit(province);
    }
}

/* ---- Cards ---- */

static void load_cards(struct alea_loader *in, struct spqrisiko_tables *t) {
    alea_load_names(in, &t->card, SPQRISIKO_CARD_COUNT, SPQRISIKO_CARD_COUNT, "cards.rows");
    alea_load_length(in, SPQRISIKO_SET_COUNT, SPQRISIKO_SET_COUNT, "sets.rows");
    if (!alea_load_ok(in)) return;
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++)
        t->cards[card] = (uint8_t)alea_load_int(in, 0, 60, "cards.rows[%d].count", card); /* [SPQ-CARDS-1] */
    for (int set = 0; set < SPQRISIKO_SET_COUNT; set++) {
        int n = alea_load_length(in, 3, 3, "sets.rows[%d].cards", set);
        for (int card = 0; card < n; card++)
            t->set_cards[set][alea_load_index(in, &t->card, "sets.rows[%d].cards[%d]", set, card)]++;
        t->set_legionaries[set] = (uint8_t)alea_load_int(in, 0, 100, "sets.rows[%d].legionaries", set);
        t->set_triremes[set] = (uint8_t)alea_load_int(in, 0, 3, "sets.rows[%d].triremes", set);
        t->set_centres[set] = (uint8_t)alea_load_int(in, 0, 3, "sets.rows[%d].centres", set);
    }
}

/* ---- Numbers ---- */

/* Rows of provinces_min .. provinces_max, without a gap. [SPQ-REINF-1] */
static void load_pool(struct alea_loader *in, struct spqrisiko_tables *t) {
    int rows = alea_load_length(in, 1, SPQRISIKO_PROVINCE_COUNT, "reinforcements.rows"), expected = 1;
    for (int row = 0; row < rows && alea_load_ok(in); row++) {
        int first = alea_load_int(in, expected, expected, "reinforcements.rows[%d].provinces_min", row);
        int last = alea_load_int(in, first, SPQRISIKO_PROVINCE_COUNT, "reinforcements.rows[%d].provinces_max", row);
        bool divided = alea_load_has(in, "reinforcements.rows[%d].legionaries_divisor", row);
        int n = divided ? alea_load_int(in, 1, SPQRISIKO_PROVINCE_COUNT, "reinforcements.rows[%d].legionaries_divisor", row)
                        : alea_load_int(in, 0, 100, "reinforcements.rows[%d].legionaries", row);
        for (int count = first; count <= last && alea_load_ok(in); count++)
            t->pool[count] = (uint8_t)(divided ? count / n : n);
        expected = last + 1;
    }
    if (expected != SPQRISIKO_PROVINCE_COUNT + 1) alea_load_refuse(in, SPQRISIKO_SAY_BOARD_GAP, "reinforcements.rows");
}

static int most_of(const uint8_t number[], int n) {
    int most = 0;
    for (int i = 0; i < n; i++) most = spqrisiko_max(most, number[i]);
    return most;
}

static void load_points(struct alea_loader *in, struct spqrisiko_tables *t) {
    static const char *const source[] = {"largest_empire", "most_provinces", "most_seas", "power_centre"};
    int32_t *points[] = {&t->points_empire, &t->points_provinces, &t->points_seas, &t->points_centre};
    alea_load_length(in, ALEA_LEN(source), ALEA_LEN(source), "scoring.rows");
    for (size_t row = 0; row < ALEA_LEN(source); row++) {
        struct alea_phrase word = {.id = source[row]};
        struct alea_names only = {.at = &word, .n = 1};
        alea_load_index(in, &only, "scoring.rows[%zu].id", row);
        *points[row] = alea_load_int(in, 0, 10, "scoring.rows[%zu].points", row);
    }
    t->empire_minimum = alea_load_int(in, 1, SPQRISIKO_PROVINCE_COUNT, "scoring.rows[0].minimum"); /* [SPQ-SCORE-2] */
}

/* The row of the setup table for this number of seats and these neutral armies. [SPQ-SETUP-4, SPQ-SETUP-9] */
static int find_setup(struct alea_loader *in, int seats, bool per_colour) {
    int rows = alea_load_length(in, 1, 32, "setup.rows");
    int wanted = per_colour ? 27 * (SPQRISIKO_SEATS - seats) : seats < SPQRISIKO_SEATS ? 27 : 0;
    for (int row = 0; row < rows; row++)
        if (alea_load_int(in, 2, SPQRISIKO_SEATS, "setup.rows[%d].players", row) == seats &&
            alea_load_int(in, 0, 200, "setup.rows[%d].neutral_legionaries", row) == wanted)
            return row;
    alea_load_refuse(in, SPQRISIKO_SAY_SETUP_NO_ROW, "setup.rows");
    return 0;
}

static void load_setup(struct alea_loader *in, struct spqrisiko_tables *t, const struct alea_options *options) {
    int seats = t->seats;
    int row = find_setup(in, seats,
                         options->value[SPQRISIKO_OPTION_NEUTRAL_LEGIONARIES] != SPQRISIKO_NEUTRAL_LEGIONARIES_27_TOTAL);
    t->claim_legionaries = alea_load_int(in, 1, t->legionary_cap, "setup.legionaries_per_claim");
    t->group_legionaries = alea_load_int(in, 1, t->legionary_cap, "setup.legionaries_per_neutral_group");
    t->neutral_groups = alea_load_int(in, 0, SPQRISIKO_PROVINCE_COUNT, "setup.rows[%d].neutral_groups_drafted", row);
    int each = alea_load_int(in, 1, SPQRISIKO_PROVINCE_COUNT, "setup.rows[%d].provinces_per_player", row);
    int preplaced = alea_load_length(in, 0, SPQRISIKO_PROVINCE_COUNT, "setup.rows[%d].neutral_preplaced", row);
    for (int i = 0; i < preplaced; i++) /* [SPQ-SETUP-5] */
        t->preplaced |=
            spqrisiko_bit((unsigned)alea_load_index(in, &t->province, "setup.rows[%d].neutral_preplaced[%d]", row, i));
    if (seats * each + t->neutral_groups + spqrisiko_count(t->preplaced) != SPQRISIKO_PROVINCE_COUNT)
        alea_load_refuse(in, SPQRISIKO_SAY_SETUP_SUM, "setup.rows[%d]", row);
}

bool spqrisiko_load(struct alea_loader *in, int seats, struct alea_options *options, void *tables) {
    struct spqrisiko_tables *t = tables;
    t->seats = seats;
    complete_options(in, options);
    check_options(in, seats, options);
    if (!alea_load_ok(in)) return false;
    use_options(t, options);
    load_map(in, t);
    load_cards(in, t);
    load_pool(in, t);
    t->pool_most = /* [ruling 81]: the pool of all 45 provinces need not be the largest */
        most_of(t->pool, SPQRISIKO_PROVINCE_COUNT + 1) + t->sets_per_turn * most_of(t->set_legionaries, SPQRISIKO_SET_COUNT);
    load_points(in, t);
    alea_load_names(in, &t->card_set, SPQRISIKO_SET_COUNT, SPQRISIKO_SET_COUNT, "sets.rows");
    t->centre_cap = alea_load_int(in, 0, SPQRISIKO_PROVINCE_COUNT, "pieces.power_centres");  /* [SPQ-CENTRE-5] */
    t->legionary_cap = alea_load_int(in, 100, 9999, "pieces.caps.legionaries_per_province"); /* [SPQ-GEN-9] */
    t->trireme_cap = alea_load_int(in, 1, 250, "pieces.caps.triremes_per_seat_and_sea");
    if (!alea_load_ok(in)) return false;
    load_setup(in, t, options);
    if (!alea_load_ok(in)) return false;
    spqrisiko_odds_load(t);
    return true;
}

struct alea_names spqrisiko_names(const void *tables, int set) {
    const struct spqrisiko_tables *t = tables;
    switch (set) {
    case SPQRISIKO_SET_PROVINCE: return t->province;
    case SPQRISIKO_SET_SEA: return t->sea;
    case SPQRISIKO_SET_CARD: return t->card;
    case SPQRISIKO_SET_CARD_SET: return t->card_set;
    default: return (struct alea_names){0};
    }
}
