/* SPDX-License-Identifier: MIT */
/* game.c - the null game, but for its words (text.c). A real game gives each part below a file of its own: tables.c, legal.c,
 * apply.c, hide.c, broken.c, and a file for each phase of its rules; game.c keeps the tables and the vtable at its end. */
#include "null.h"

#include <assert.h>
#include <string.h>

#include "load.h"

/* ---- Options, and the tables from data/null.json ----------------------------------------------------------------- */

static const struct alea_option options[NULL_OPTIONS] = {
    [NULL_OPTION_ROUNDS] = {.key = "rounds", .min = 1, .max = NULL_MAX_ROUNDS, .standard = 2},
    [NULL_OPTION_TIE] = {.key = "tie", .words = null_tie_words, .max = NULL_TIE_VALUES - 1},
};

/* Every set of options and number of seats that the laws shall run over. */
static const struct alea_variant variants[] = {
    {.seats = 2, .options = ""},
    {.seats = 2, .options = "rounds=1"},
    {.seats = 2, .options = "rounds=3 tie=both"},
    {.seats = 0},
};

static bool load(struct alea_loader *in, int seats, struct alea_options *given, void *out) {
    (void)seats;
    struct null_tables *t = out;
    alea_load_names(in, &t->faces, 2, NULL_MAX_FACES, "faces.rows");
    t->prize = alea_load_int(in, 1, NULL_MAX_PRIZE, "prize.points");
    t->rounds = given->value[NULL_OPTION_ROUNDS];
    t->tie = (enum null_tie)given->value[NULL_OPTION_TIE];
    return alea_load_ok(in);
}

static struct alea_names names(const void *tables, int set) {
    const struct null_tables *t = tables;
    return set == NULL_SET_FACE ? t->faces : (struct alea_names){.at = NULL};
}

/* ---- The position ------------------------------------------------------------------------------------------------ */

/* What prints, reads and publishes a position: every member that is not derived. */
static const struct alea_field fields[] = {
    {.name = "round", .offset = offsetof(struct null_position, round), .cols = 1},
    {.name = "step", .offset = offsetof(struct null_position, step), .cols = 1, .value_set = NULL_SET_STEP},
    {.name = "ready",
     .offset = offsetof(struct null_position, ready),
     .type = ALEA_FIELD_BITS16,
     .cols = 1,
     .col_set = ALEA_SET_SEAT},
    {.name = "bet",
     .offset = offsetof(struct null_position, bet),
     .rows = NULL_SEATS,
     .cols = 1,
     .row_set = ALEA_SET_SEAT,
     .value_set = NULL_SET_FACE,
     .secret = true},
    {.name = "points", .offset = offsetof(struct null_position, points), .cols = NULL_SEATS, .col_set = ALEA_SET_SEAT},
    {.name = "resigned", .offset = offsetof(struct null_position, resigned), .cols = 1, .value_set = ALEA_SET_SEAT},
};

static const unsigned all_seats = (1u << NULL_SEATS) - 1;

static void derive(const void *tables, void *out) {
    (void)tables;
    struct null_position *pos = out;
    if (pos->resigned < NULL_SEATS) pos->leader = pos->resigned == 0 ? 1 : 0; /* [NULL-HOST-1] */
    else pos->leader = pos->points[0] > pos->points[1] ? 0 : pos->points[1] > pos->points[0] ? 1 : ALEA_NONE;
}

static void setup(const void *tables, void *out) {
    struct null_position *pos = out;
    memset(pos->bet, ALEA_NONE, sizeof pos->bet);
    pos->resigned = ALEA_NONE;
    derive(tables, pos);
}

static int broken(const void *tables, const void *in) {
    const struct null_tables *t = tables;
    const struct null_position *pos = in;
    if (pos->ready > all_seats || (pos->step == NULL_STEP_THROW && pos->ready != all_seats)) return NULL_BROKEN_READY;
    for (int seat = 0; seat < NULL_SEATS; seat++) {
        bool has_bet = pos->ready >> seat & 1;
        if (has_bet ? pos->bet[seat] >= t->faces.n : pos->bet[seat] != ALEA_NONE) return NULL_BROKEN_BETS;
    }
    int won = pos->points[0] + pos->points[1], most = pos->round * t->prize * (t->tie == NULL_TIE_BOTH ? 2 : 1);
    if (won > most || won % t->prize != 0) return NULL_BROKEN_POINTS;
    bool ended = pos->round >= t->rounds || pos->resigned != ALEA_NONE;
    if (pos->step >= NULL_STEPS || pos->round > t->rounds || ended != (pos->step == NULL_STEP_OVER)) return NULL_BROKEN_STEP;
    return NULL_BROKEN_NONE;
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static alea_actors actors(const void *tables, const void *in) {
    (void)tables;
    const struct null_position *pos = in;
    switch ((enum null_step)pos->step) {
    case NULL_STEP_BET: return all_seats & ~(alea_actors)pos->ready;
    case NULL_STEP_THROW: return ALEA_ACTORS_CHANCE;
    case NULL_STEP_OVER:
    case NULL_STEPS: break;
    }
    return ALEA_ACTORS_OVER;
}

/* The rule that forbids the move, 0 if none does. Any integer may come in. */
static alea_rule why_not(const void *tables, const void *in, int seat, alea_move move) {
    const struct null_tables *t = tables;
    const struct null_position *pos = in;
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move), faces = (unsigned)t->faces.n;
    if (pos->step == NULL_STEP_OVER) return NULL_END_1;
    if (seat == ALEA_HOST) return verb == NULL_VERB_RESIGN && arg < NULL_SEATS ? 0 : NULL_HOST_1;
    if (seat == ALEA_CHANCE) {
        bool due = pos->step == NULL_STEP_THROW && verb == NULL_VERB_DICE;
        return due && arg >= 1 && arg <= faces ? 0 : NULL_DIE_1; /* a lone die is its face */
    }
    bool due = pos->step == NULL_STEP_BET && seat >= 0 && seat < NULL_SEATS && !(pos->ready >> seat & 1);
    return due && verb == NULL_VERB_BET && arg < faces ? 0 : NULL_BET_1;
}

static int legal(const void *tables, const void *in, int seat, alea_move out[]) {
    const struct null_tables *t = tables;
    const struct null_position *pos = in;
    int n = 0;
    if (seat == ALEA_HOST && pos->step != NULL_STEP_OVER)
        for (unsigned who = 0; who < NULL_SEATS; who++) out[n++] = alea_move_make(NULL_VERB_RESIGN, who);
    if (seat < NULL_SEATS && actors(t, pos) & alea_actor(seat))
        for (unsigned face = 0; face < (unsigned)t->faces.n; face++) out[n++] = alea_move_make(NULL_VERB_BET, face);
    return n;
}

static void apply_bet(struct null_position *pos, int seat, unsigned face, struct alea_events *sink) {
    pos->bet[seat] = (uint8_t)face;
    pos->ready = (uint16_t)(pos->ready | 1u << seat);
    if (pos->ready == all_seats) pos->step = NULL_STEP_THROW;
    alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_READY, seat, 0, 0, 0);
    alea_emit(sink, alea_actor(seat), NULL_EVENT_OWN_BET, (int32_t)face, 0, 0, 0); /* nobody else may know */
}

static int distance(int a, int b) { return a < b ? b - a : a - b; }

static void apply_throw(const struct null_tables *t, struct null_position *pos, int face, struct alea_events *sink) {
    alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_THROWN, face, 0, 0, 0);
    for (int seat = 0; seat < NULL_SEATS; seat++)
        alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_SHOWN, seat, pos->bet[seat], 0, 0);
    int far[NULL_SEATS] = {distance(pos->bet[0], face), distance(pos->bet[1], face)};
    if (far[0] == far[1]) alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_TIED, 0, 0, 0, 0);
    for (int seat = 0; seat < NULL_SEATS; seat++) { /* [NULL-DIE-2] */
        int other = 1 - seat;
        if (far[seat] > far[other] || (far[seat] == far[other] && t->tie != NULL_TIE_BOTH)) continue;
        pos->points[seat] = (uint8_t)(pos->points[seat] + t->prize);
        alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_SCORED, seat, t->prize, 0, 0);
    }
    memset(pos->bet, ALEA_NONE, sizeof pos->bet);
    pos->ready = 0;
    pos->round++;
    pos->step = pos->round < t->rounds ? NULL_STEP_BET : NULL_STEP_OVER; /* [NULL-END-1] */
}

static void apply(const void *tables, void *out, int seat, alea_move move, struct alea_events *sink) {
    struct null_position *pos = out;
    unsigned arg = alea_move_arg(move);
    switch (alea_move_verb(move)) {
    case NULL_VERB_BET: apply_bet(pos, seat, arg, sink); break;
    case NULL_VERB_DICE: apply_throw(tables, pos, (int)arg - 1, sink); break;
    case NULL_VERB_RESIGN:
        pos->resigned = (uint8_t)arg;
        pos->step = NULL_STEP_OVER;
        alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_RESIGNED, (int32_t)arg, 0, 0, 0);
        break;
    default: assert(false && "only legal moves are applied");
    }
    derive(tables, pos);
}

/* A bet can be taken back until the other one is made too: then the die is about to fall. */
static bool barrier(const void *tables, const void *before, int seat, alea_move move, const void *after) {
    (void)tables, (void)before, (void)seat, (void)move;
    return ((const struct null_position *)after)->step == NULL_STEP_THROW;
}

/* ---- Chance ------------------------------------------------------------------------------------------------------ */

static alea_move roll(const void *tables, const void *pos, struct alea_random *random) {
    (void)pos;
    const struct null_tables *t = tables;
    return alea_move_make(NULL_VERB_DICE, 1 + alea_random_below(random, (uint32_t)t->faces.n));
}

static int outcomes(const void *tables, const void *pos, struct alea_outcome out[]) {
    (void)pos;
    const struct null_tables *t = tables;
    for (int face = 0; face < t->faces.n; face++)
        out[face] = (struct alea_outcome){.move = alea_move_make(NULL_VERB_DICE, (unsigned)face + 1), .weight = 1};
    return t->faces.n;
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static void score(const void *tables, const void *in, double out[]) {
    (void)tables;
    const struct null_position *pos = in;
    for (int seat = 0; seat < NULL_SEATS; seat++) {
        double share = pos->leader == ALEA_NONE ? 1.0 / NULL_SEATS : pos->leader == seat ? 1 : 0;
        out[seat] = pos->step == NULL_STEP_OVER ? share : 0;
    }
}

static int place(const void *tables, const void *pos, int seat) {
    (void)tables;
    int leader = ((const struct null_position *)pos)->leader;
    return leader == ALEA_NONE || leader == seat ? 1 : 2;
}

static int round_of(const void *tables, const void *pos) {
    (void)tables;
    return ((const struct null_position *)pos)->round;
}

/* ---- Secrets ----------------------------------------------------------------------------------------------------- */

static void hide(const void *tables, void *out, int seat) {
    (void)tables;
    struct null_position *pos = out;
    for (int other = 0; other < NULL_SEATS; other++)
        if (other != seat) pos->bet[other] = ALEA_NONE; /* [NULL-BET-1] */
}

static void determinize(const void *tables, void *out, int seat, struct alea_random *random) {
    const struct null_tables *t = tables;
    struct null_position *pos = out;
    for (int other = 0; other < NULL_SEATS; other++)
        if (other != seat && pos->ready >> other & 1)
            pos->bet[other] = (uint8_t)alea_random_below(random, (uint32_t)t->faces.n);
}

/* ---- Taken back by the host ---------------------------------------------------------------------------------------- */

/* The engine sees to what holds for every game: an earlier position, of a match that goes on, at which somebody decides. */
static alea_rule why_not_rewind(const void *tables, const void *now, const void *then) {
    (void)tables, (void)now;
    return ((const struct null_position *)then)->ready ? NULL_HOST_2 : 0;
}

static void rewound(const void *tables, const void *then, struct alea_events *sink) {
    (void)tables;
    alea_emit(sink, ALEA_EVERYBODY, NULL_EVENT_REWOUND, ((const struct null_position *)then)->round + 1, 0, 0, 0);
}

/* ---- What greedy plays by ---------------------------------------------------------------------------------------- */

/* The middle of the die is near to most faces. */
static void heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]) {
    (void)pos, (void)seat;
    const struct null_tables *t = tables;
    for (int i = 0; i < n; i++) worth[i] = -distance(2 * (int)alea_move_arg(move[i]), t->faces.n - 1);
}

/* ---- The game ---------------------------------------------------------------------------------------------------- */

const struct alea_game alea_game_null = {
    .id = "null",
    .rules_version = 1,
    .listed = false, /* a game for people says true */
    .min_seats = NULL_SEATS,
    .max_seats = NULL_SEATS,
    .resign_verb = NULL_VERB_RESIGN,
    .position_size = sizeof(struct null_position),
    .tables_size = sizeof(struct null_tables),
    .max_legal = NULL_MAX_FACES,
    .max_outcomes = NULL_MAX_FACES,
    .max_plies = NULL_MAX_ROUNDS * (NULL_SEATS + 1), /* the bets and the throw of each round; a resignation ends it */
    .texts = &null_texts,
    .fields = fields,
    .n_fields = ALEA_LEN(fields),
    .options = options,
    .n_options = NULL_OPTIONS,
    .variants = variants,
    .load = load,
    .names = names,
    .setup = setup,
    .actors = actors,
    .legal = legal,
    .why_not = why_not,
    .apply = apply,
    .roll = roll,
    .outcomes = outcomes,
    .score = score,
    .place = place,
    .round = round_of,
    .barrier = barrier,
    .broken = broken,
    .derive = derive,
    .words = {.board = null_board, .hand = null_hand, .prompt = null_prompt},
    .secrecy = {.hide = hide, .determinize = determinize},
    .strategy = {.heuristic = heuristic, .levels = {{NULL, 0, 0}, {"greedy", 0, 0}, {"greedy", 0, 0}, {"greedy", 0, 0}}},
    .campaign = {.why_not_rewind = why_not_rewind, .rewound = rewound},
};
