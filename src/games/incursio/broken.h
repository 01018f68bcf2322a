/* SPDX-License-Identifier: MIT */
/* broken.h - what broken.c needs of broken_orders.c: more invariants. */
#ifndef ALEA_INCURSIO_BROKEN_H
#define ALEA_INCURSIO_BROKEN_H

#include "incursio_internal.h"

bool inc_actions_hold(const struct inc_tables *t, const struct inc_position *p);
bool inc_window_holds(const struct inc_tables *t, const struct inc_position *p);
bool inc_battle_holds(const struct inc_tables *t, const struct inc_position *p);
bool inc_knowledge_holds(const struct inc_tables *t, const struct inc_position *p);

#endif
