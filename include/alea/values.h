/* SPDX-License-Identifier: MIT */
/* values.h - the small values that all share: seats and sets of them, moves, outcomes, events. */
#ifndef ALEA_API_VALUES_H
#define ALEA_API_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALEA_LEN(array) (sizeof(array) / sizeof(*(array)))
#define ALEA_MUST_CHECK __attribute__((warn_unused_result))

enum { ALEA_HASH_BYTES = 32 };

/* ---- Seats and actors ------------------------------------------------------------------------------------------- */

enum {
    ALEA_MAX_SEATS = 48,
    ALEA_CHANCE = 62, /* the seat of dice and draws */
    ALEA_HOST = 63,   /* the seat of resignations, limits of time, a Master's rulings */
    ALEA_NONE = 255   /* nobody, nothing; as a seat: a spectator */
};

/* The set of those who may move now: bit i is seat i. A decision node has seat bits only, a chance node is exactly
 * ALEA_ACTORS_CHANCE, and the empty set means that the game is over. HOST may move at any time and is not in the set, but
 * where all others wait for the host (a pause): there it is exactly ALEA_ACTORS_HOST. */
typedef uint64_t alea_actors;
static const alea_actors ALEA_ACTORS_OVER = 0;
static const alea_actors ALEA_ACTORS_CHANCE = UINT64_C(1) << ALEA_CHANCE;
static const alea_actors ALEA_ACTORS_HOST = UINT64_C(1) << ALEA_HOST;

static inline alea_actors alea_actor(int seat) { return UINT64_C(1) << (seat & 63); }

/* ---- Moves ------------------------------------------------------------------------------------------------------ */

/* One small integer: verb in the upper 8 bits, argument in the lower 24. Meaningful to its game alone. */
typedef uint32_t alea_move;

static inline alea_move alea_move_make(unsigned verb, unsigned arg) { return (alea_move)(verb << 24 | arg); }
static inline unsigned alea_move_verb(alea_move move) { return move >> 24; }
static inline unsigned alea_move_arg(alea_move move) { return move & 0xffffffu; }

/* The engine's own verb, which no game may have: the host takes the match back to where it stood after so many plies, the
 * argument. What was taken back stays in the record: the numbers of plies and of throws only grow. */
enum { ALEA_VERB_REWIND = 255 };
static inline bool alea_is_rewind(int seat, alea_move move) {
    return seat == ALEA_HOST && alea_move_verb(move) == ALEA_VERB_REWIND;
}

/* A throw as an argument: up to 3 dice of one side and up to 3 of the other, faces 1 to 7, three bits a die, 0 = no die.
 * Attacker's dice in bits 0-8, defender's in bits 9-17, in the order in which they fell. */
static inline unsigned alea_dice_face(unsigned arg, int side, int die) { return arg >> (9 * side + 3 * die) & 7u; }
static inline unsigned alea_dice_with(unsigned arg, int side, int die, unsigned face) {
    return arg | face << (9 * side + 3 * die);
}

/* One result of a chance node: a move that has this effect, and its weight among the others' (an exact integer). Moves
 * with the same effect may be merged into one outcome. */
struct alea_outcome {
    alea_move move;
    uint32_t weight;
};

/* A numbered rule of a game ("SPQ-LAND-2"); 0 means "no rule is broken". */
typedef uint16_t alea_rule;

/* ---- Events ----------------------------------------------------------------------------------------------------- */

enum { ALEA_MAX_EVENTS = 256, ALEA_EVENT_ARGS = 4 };

/* Something that a move made happen, told in the order of happening. */
struct alea_event {
    alea_actors audience; /* seats that may know it; all bits set: everybody, spectators too */
    int32_t arg[ALEA_EVENT_ARGS];
    uint16_t kind;
};

struct alea_events {
    int n;
    struct alea_event at[ALEA_MAX_EVENTS];
};

static const alea_actors ALEA_EVERYBODY = ~UINT64_C(0);

/* Is the viewer, a seat or ALEA_NONE (a spectator), among them? */
static inline bool alea_may_know(alea_actors audience, int viewer) {
    return viewer == ALEA_NONE ? audience == ALEA_EVERYBODY : (audience & alea_actor(viewer)) != 0;
}

/* Adds an event; sink may be NULL. A 257th event of one move is dropped (laws.c says that it never happens). */
static inline void alea_emit(struct alea_events *sink, alea_actors audience, unsigned kind, int32_t a, int32_t b, int32_t c,
                             int32_t d) {
    if (!sink || sink->n >= ALEA_MAX_EVENTS) return;
    sink->at[sink->n++] = (struct alea_event){.audience = audience, .arg = {a, b, c, d}, .kind = (uint16_t)kind};
}

#endif
