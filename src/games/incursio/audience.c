/* SPDX-License-Identifier: MIT */
/* audience.c - who may know that a move was made: a seat's orders are its side's, a draw is whose it concerns, and of the
 * Master's rulings all is public but his corrections and what he writes to one side. [INC-SECRET-2, INC-SECRET-4] */
#include "incursio_internal.h"

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

/* Corrections change what one side may have hidden; the sides are told that there was one. [INC-ROLE-15] */
static alea_actors of_host(alea_move move) {
    switch (alea_move_verb(move)) {
    case INCURSIO_VERB_BULLETIN_TO: return of_side(alea_move_arg(move));
    case INCURSIO_VERB_RECORD_FOR: return of_side(alea_move_arg(move) / INC_CHARACTERS);
    case INCURSIO_VERB_CORRECT:
    case INCURSIO_VERB_ADD_UNIT:
    case INCURSIO_VERB_REMOVE_UNIT:
    case INCURSIO_VERB_RAISE:
    case INCURSIO_VERB_RAZE:
    case INCURSIO_VERB_SET_LEVEL:
    case INCURSIO_VERB_SET_TREASURY:
    case INCURSIO_VERB_SET_RESOURCES: return 0;
    default: return ALEA_EVERYBODY;
    }
}

/* Whom a General lets command is seen by all, for it says who may act; which site, by the side alone. [INC-ROLE-4] */
static bool changes_delegates(const struct inc_tables *r, const struct inc_position *p, int seat, unsigned arg) {
    if (p->stage_of[seat] != INCURSIO_STAGE_DELEGATE) return false;
    struct inc_position after = *p;
    int side = inc_side_of(seat);
    after.delegate[side][p->site_of[seat]] = arg == p->general[side] ? ALEA_NONE : (uint8_t)arg;
    return inc_delegates(r, &after) != p->delegates;
}

alea_actors inc_move_audience(const void *tables, const void *before, int seat, alea_move move) {
    const struct inc_tables *r = tables;
    unsigned verb = alea_move_verb(move);
    if (seat == ALEA_HOST && !inc_is_chance_verb(verb)) return of_host(move);
    if (seat == ALEA_CHANCE || seat == ALEA_HOST) return of_chance(before);
    bool told = r->version < INC_TABLE_VERSION; /* who is done: of the other side nobody's business [INC-TABLE-25] */
    if ((verb == INCURSIO_VERB_DONE && told) || verb == INCURSIO_VERB_DEPUTY) return ALEA_EVERYBODY;
    if (verb == INCURSIO_VERB_TO_SEAT && changes_delegates(tables, before, seat, alea_move_arg(move))) return ALEA_EVERYBODY;
    return inc_audience(inc_side_of(seat));
}
