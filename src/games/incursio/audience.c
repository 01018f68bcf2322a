/* SPDX-License-Identifier: MIT */
/* audience.c - who may know that a move was made: a seat's orders are its side's, a draw is whose it concerns, and of the
 * Master's rulings all is public but his corrections and what he writes to one side. [INC-SECRET-2, INC-SECRET-4] */
#include "correct.h"

static alea_actors both(void) { return inc_audience(INC_DEFENDERS) | inc_audience(INC_RAIDERS); }

static alea_actors of_side(unsigned side) { return side < INC_SIDES ? inc_audience((int)side) : 0; }

/* What fell, by the step at which it fell. */
static alea_actors of_chance(const struct inc_position *p) {
    switch (p->step) {
    case INCURSIO_STEP_INITIATIVE: return ALEA_EVERYBODY;
    case INCURSIO_STEP_PAIR:
    case INCURSIO_STEP_EXTRA:
    case INCURSIO_STEP_SHOT: return both(); /* [INC-SECRET-5] */
    case INCURSIO_STEP_PORTAL_TYPE:
    case INCURSIO_STEP_PORTAL_DEMON:
    case INCURSIO_STEP_PORTAL: return inc_audience(INC_RAIDERS);
    case INCURSIO_STEP_VIGIL: return inc_audience(INC_DEFENDERS);
    default: return of_side(p->who); /* objectives, spying, production */
    }
}

/* A mask of sides; both: without spectators. */
static alea_actors of_sides(unsigned sides) {
    return (sides >> INC_DEFENDERS & 1 ? inc_audience(INC_DEFENDERS) : 0) |
           (sides >> INC_RAIDERS & 1 ? inc_audience(INC_RAIDERS) : 0);
}

/* Corrections change what one side may have hidden; the sides are told that there was one [INC-ROLE-15], and who may know the
 * content reads the reason [INC-TABLE-15]. */
static alea_actors of_host(const struct inc_tables *t, const struct inc_position *p, alea_move move) {
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (inc_is_correction(verb)) return t->version < INC_TABLE_VERSION ? 0 : of_sides(inc_correction_known(p, verb, arg));
    switch (verb) {
    case INCURSIO_VERB_BULLETIN_TO: return of_side(arg);
    case INCURSIO_VERB_OFFER: return of_side((p->ruling_person - 1u) / INC_CHARACTERS);
    case INCURSIO_VERB_SUCCEED:
    case INCURSIO_VERB_FAIL:
    case INCURSIO_VERB_RECORD_FOR: return of_side(arg / INC_CHARACTERS);
    case INCURSIO_VERB_RESULT: /* in the end it is told as a whole */
    case INCURSIO_VERB_FALLS_ATTACKER:
    case INCURSIO_VERB_FALLS_DEFENDER: return 0;
    default: return ALEA_EVERYBODY;
    }
}

/* Whom a General lets command is seen by all, for it says who may act; which site, by the side alone. [INC-ROLE-4] */
static bool changes_delegates(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned arg) {
    if (p->stage_of[seat] != INCURSIO_STAGE_DELEGATE) return false;
    struct inc_position after = *p;
    int side = inc_side_of(seat);
    after.delegate[side][p->site_of[seat]] = arg == p->general[side] ? ALEA_NONE : (uint8_t)arg;
    return inc_delegates(t, &after) != p->delegates;
}

alea_actors inc_move_audience(const void *tables, const void *before, int seat, alea_move move) {
    const struct inc_tables *t = tables;
    unsigned verb = alea_move_verb(move);
    if (seat == ALEA_HOST && !inc_is_chance_verb(verb)) return of_host(t, before, move);
    if (seat == ALEA_CHANCE || seat == ALEA_HOST) return of_chance(before);
    bool told = t->version < INC_TABLE_VERSION; /* who is done: of the other side nobody's business [INC-TABLE-25] */
    if ((verb == INCURSIO_VERB_DONE && told) || verb == INCURSIO_VERB_DEPUTY) return ALEA_EVERYBODY;
    if (verb == INCURSIO_VERB_TO_SEAT && changes_delegates(tables, before, seat, alea_move_arg(move))) return ALEA_EVERYBODY;
    return inc_audience(inc_side_of(seat));
}
