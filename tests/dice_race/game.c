/* SPDX-License-Identifier: MIT */
/* game.c - the dice race, as small as a game can be: no secrets, no words of its own but its moves and events, nothing taken back.
 *
 * Who is to move walks, a fixed number of fields [RACE-MOVE-1], or runs: as many as the die shows, but a one leads back to the start
 * [RACE-MOVE-2]. Who first comes to the last field wins [RACE-END-1]. */
#include "alea.h"
#include "dice_race_text.h"
#include "load.h"

enum { SEATS = 2, FACES = 6, MAX_GOAL = 99, MAX_WALK = 5 };

struct tables {
    int goal; /* the last field, 1 .. MAX_GOAL */
    int walk; /* fields, 1 .. MAX_WALK */
};

struct position {
    uint16_t turn;        /* turns so far, both seats' */
    uint8_t field[SEATS]; /* 0 .. goal */
    uint16_t runs;        /* the die is to be thrown */
};

static const struct alea_option options[] = {{.key = "goal", .min = 1, .max = MAX_GOAL, .standard = 20}};
static const struct alea_variant variants[] = {{SEATS, ""}, {SEATS, "goal=1"}, {SEATS, "goal=99"}, {0, NULL}};
static const struct alea_field fields[] = {
    {.name = "field", .offset = offsetof(struct position, field), .cols = SEATS, .col_set = ALEA_SET_SEAT},
    {.name = "turn", .offset = offsetof(struct position, turn), .type = ALEA_FIELD_U16, .cols = 1},
    {.name = "runs", .offset = offsetof(struct position, runs), .type = ALEA_FIELD_U16, .cols = 1},
};

static bool load(struct alea_loader *in, int seats, struct alea_options *given, void *out) {
    struct tables *t = out;
    (void)seats;
    t->walk = alea_load_int(in, 1, MAX_WALK, "walk.fields");
    t->goal = given->value[0];
    return alea_load_ok(in);
}

static void setup(const void *tables, void *pos) { (void)tables, (void)pos; }

static int winner(const struct tables *t, const struct position *p) {
    for (int seat = 0; seat < SEATS; seat++)
        if (p->field[seat] >= t->goal) return seat;
    return ALEA_NONE;
}

static alea_actors actors(const void *tables, const void *pos) {
    const struct position *p = pos;
    if (winner(tables, p) != ALEA_NONE) return ALEA_ACTORS_OVER;
    return p->runs ? ALEA_ACTORS_CHANCE : alea_actor(p->turn % SEATS);
}

static alea_rule why_not(const void *tables, const void *pos, int seat, alea_move move) {
    const alea_actors now = actors(tables, pos);
    const unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (now == ALEA_ACTORS_OVER) return RACE_END_1;
    if (seat == ALEA_CHANCE && now == ALEA_ACTORS_CHANCE)
        return verb == DICE_RACE_VERB_DICE && arg >= 1 && arg <= FACES ? 0 : RACE_MOVE_2;
    const bool turn = seat >= 0 && seat < SEATS && now == alea_actor(seat);
    return turn && !arg && (verb == DICE_RACE_VERB_WALK || verb == DICE_RACE_VERB_RUN) ? 0 : RACE_MOVE_1;
}

static int legal(const void *tables, const void *pos, int seat, alea_move out[]) {
    if (seat >= SEATS || actors(tables, pos) != alea_actor(seat)) return 0;
    out[0] = alea_move_make(DICE_RACE_VERB_WALK, 0);
    out[1] = alea_move_make(DICE_RACE_VERB_RUN, 0);
    return 2;
}

static void go(const struct tables *t, struct position *p, int fields_on, struct alea_events *sink) {
    const int seat = p->turn % SEATS, to = p->field[seat] + fields_on;
    p->field[seat] = (uint8_t)(!fields_on ? 0 : to < t->goal ? to : t->goal);
    p->turn++;
    p->runs = 0;
    alea_emit(sink, ALEA_EVERYBODY, DICE_RACE_EVENT_COMES, seat, p->field[seat], 0, 0);
}

static void apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink) {
    const struct tables *t = tables;
    struct position *p = pos;
    const int face = (int)alea_move_arg(move);
    if (seat == ALEA_CHANCE) go(t, p, face == 1 ? 0 : face, sink);
    else if (alea_move_verb(move) == DICE_RACE_VERB_WALK) go(t, p, t->walk, sink);
    else p->runs = 1;
}

static alea_move roll(const void *tables, const void *pos, struct alea_random *random) {
    (void)tables, (void)pos;
    return alea_move_make(DICE_RACE_VERB_DICE, 1 + alea_random_below(random, FACES));
}

static int outcomes(const void *tables, const void *pos, struct alea_outcome out[]) {
    (void)tables, (void)pos;
    for (unsigned i = 0; i < FACES; i++) out[i] = (struct alea_outcome){alea_move_make(DICE_RACE_VERB_DICE, i + 1), 1};
    return FACES;
}

static void score(const void *tables, const void *pos, double out[]) {
    for (int seat = 0; seat < SEATS; seat++) out[seat] = winner(tables, pos) == seat;
}

static int round_of(const void *tables, const void *pos) {
    (void)tables;
    return ((const struct position *)pos)->turn / SEATS;
}

const struct alea_game alea_game_dice_race = {
    .id = "dice_race",
    .rules_version = 1,
    .listed = true,
    .min_seats = SEATS,
    .max_seats = SEATS,
    .position_size = sizeof(struct position),
    .tables_size = sizeof(struct tables),
    .max_legal = 2,
    .max_outcomes = FACES,
    .max_plies = 10000,
    .texts = &dice_race_texts,
    .fields = fields,
    .n_fields = ALEA_LEN(fields),
    .options = options,
    .n_options = ALEA_LEN(options),
    .variants = variants,
    .load = load,
    .setup = setup,
    .actors = actors,
    .legal = legal,
    .why_not = why_not,
    .apply = apply,
    .roll = roll,
    .outcomes = outcomes,
    .score = score,
    .round = round_of,
};
