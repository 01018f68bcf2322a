/* SPDX-License-Identifier: MIT */
/* game.c - Incursio's side of the contract: the setups that the laws run over, results, the functions. */
#include "incursio_internal.h"
#include "temper.h"

static const struct alea_variant variants[] = {
    {2, "map=small"},
    {2, "map=small characters=7 days=6"},
    {2, ""},
    {6, "map=small teams=players"},
    {9, "map=small teams=players characters=6"},
    {2, "map=small dice=table"},
    {0, NULL},
};

/* A win is shared by the seats of the side, a draw by all. */
void inc_score(const void *tables, const void *pos, double out[]) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    for (int seat = 0; seat < t->seats; seat++) {
        int side = inc_side_of(seat), players = (t->seats - side + 1) / INC_SIDES;
        double share = p->winner == INC_SIDES ? 1.0 / t->seats : p->winner == side ? 1.0 / players : 0;
        out[seat] = p->step == INCURSIO_STEP_OVER ? share : 0;
    }
}

static int place(const void *tables, const void *pos, int seat) {
    const struct inc_position *p = pos;
    (void)tables;
    return p->winner == inc_other(inc_side_of(seat)) ? 2 : 1;
}

static int round_of(const void *tables, const void *pos) {
    const struct inc_position *p = pos;
    (void)tables;
    return p->day;
}

/* Opening forces, works, purses and objectives: what setup() alone reads. Days and hours, which are no secret: each window tells its
 * own. [INC-TABLE-21, INC-TABLE-6] */
static const char *const sealed[] = {"maps[*].sites[*].structures",
                                     "maps[*].sites[*].garrison",
                                     "maps[*].sites[*].camp",
                                     "maps[*].setup.treasury",
                                     "maps[*].setup.resources",
                                     "maps[*].setup.objectives",
                                     "deadlines.windows[*].closes",
                                     "deadlines.rest_days",
                                     "deadlines.minimum_minutes",
                                     "deadlines.grace_minutes",
                                     NULL};

/* What the checks of transcripts of versions 1 to 4 cover. */
static const uint16_t older_sizes[INC_MAPS_VERSION - 1] = {8160, 8176, 8184, 8184};

const struct alea_game alea_game_incursio = {
    .id = "incursio",
    .rules_version = INC_MAPS_VERSION,
    .older_sizes = older_sizes,
    .listed = true,
    .min_seats = INC_SIDES,
    .max_seats = INC_SEATS,
    .seat_set = INCURSIO_SET_SIDE,
    .resign_verb = INCURSIO_VERB_RESIGN,
    .position_size = sizeof(struct inc_position),
    .tables_size = sizeof(struct inc_tables),
    .max_legal = INC_UNITS + INC_LINE + 512, /* units of both sides in a battle, and what else can be done there */
    .max_outcomes = INC_UNITS,               /* what a spy may see [INC-SPY-14] */
    .max_plies = 400000,                     /* a campaign of random orders has some 20,000 */
    .texts = &incursio_texts,
    .fields = inc_fields,
    .n_fields = INC_FIELDS,
    .options = inc_options,
    .n_options = INC_OPTIONS,
    .variants = variants,
    .load = inc_load,
    .names = inc_names,
    .setup = inc_setup,
    .actors = inc_actors,
    .optional = inc_optional,
    .legal = inc_legal,
    .why_not = inc_why_not,
    .apply = inc_apply,
    .roll = inc_roll,
    .outcomes = inc_outcomes,
    .score = inc_score,
    .place = place,
    .round = round_of,
    .barrier = inc_barrier,
    .broken = inc_broken,
    .derive = inc_derive,
    .words = {.board = inc_board,
              .places = inc_places,
#ifndef __wasm__ /* there a page draws its own map */
              .picture = inc_picture,
#endif
              .hand = inc_hand,
              .prompt = inc_prompt,
              .remark = inc_remark,
              .warn = inc_warn,
              .standing = inc_standing,
              .order = inc_order,
              .order_help = INCURSIO_LABEL_ORDERS},
    .secrecy = {.hide = inc_hide,
                .determinize = inc_determinize,
                .audience = inc_move_audience,
                .private_actors = true, /* [INC-TABLE-25] */
                .imperfect_recall = true /* a faction map keeps the last news of each site, with its day [INC-SECRET-2] */},
    .strategy = {.heuristic = inc_heuristic,
                 .heuristic_of_views = true,
                 .tempered = inc_heuristic_as,
                 .tempers = INC_TEMPERS,
                 .style = inc_style,
                 .evaluation = inc_evaluation,
                 .alarms = inc_alarms,
#ifndef __wasm__ /* a browser downloads no motives */
                 .motives = inc_motives,
#endif
                 .rounds = 4,
                 .novice_steps = 10, /* a window is some dozens of entries */
                 .levels = {{"novice", 991, 26},
                            {"greedy", ALEA_EASY_RATING, 0},
                            {"style:able", 1336, 22},
                            {"plans:1it", 1462, 29}} /* figures: docs/bots.md */},
    .campaign = {.team = inc_team,
                 .leads = inc_leads,
                 .window = inc_window,
                 .calendar = inc_calendar,
                 .consent = inc_consent,
                 .consent_words = inc_consent_words,
                 .why_not_rewind = inc_why_not_rewind,
                 .rewound = inc_rewound,
                 .at_table = inc_at_table,
                 .sealed = sealed},
    .chances = {.questions = inc_questions, .n_questions = INC_QUESTIONS, .at_hand = inc_at_hand},
#ifndef __wasm__ /* no studies are made in a browser */
    .study = {.statistics = inc_statistics, .n_statistics = INC_STATISTICS, .observe = inc_observe, .ending = "outcome"},
#else
    .study = {.ending = "outcome"},
#endif
};
