/* SPDX-License-Identifier: MIT */
/* correct.h - what master.c needs of correct.c: the Master's corrections of the state. */
#ifndef ALEA_INCURSIO_CORRECT_H
#define ALEA_INCURSIO_CORRECT_H

#include "incursio_internal.h"

static inline bool inc_is_correction(unsigned verb) {
    return verb >= INCURSIO_VERB_CORRECT && verb <= INCURSIO_VERB_SET_RESOURCES;
}

/* Whatever the seats of a side are in the middle of is given up; orders that are complete stay. */
void inc_break_off(const struct inc_tables *r, struct inc_position *p, int side);
alea_rule inc_why_not_correct(const struct inc_tables *r, const struct inc_position *p, unsigned verb, unsigned arg);
int inc_list_corrections(const struct inc_tables *r, const struct inc_position *p, alea_move out[], int n);
void inc_correct(const struct inc_tables *r, struct inc_position *p, unsigned verb, unsigned arg, struct alea_events *sink);

#endif
