/* SPDX-License-Identifier: MIT */
/* correct.h - the Master's corrections of the state: what master.c and audience.c need of correct.c, and it of the others. */
#ifndef ALEA_INCURSIO_CORRECT_H
#define ALEA_INCURSIO_CORRECT_H

#include "incursio_internal.h"

bool inc_is_correction(unsigned verb);
/* Whatever the seats of a side are in the middle of is given up; orders that are complete stay. */
void inc_break_off(const struct inc_tables *t, struct inc_position *p, int side);
alea_rule inc_why_not_correct(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg);
/* Those of all rules, and those that came with INC_TABLE_VERSION, whose verbs stand behind others. */
int inc_list_corrections(const struct inc_tables *t, const struct inc_position *p, alea_move out[], int n);
int inc_list_more_corrections(const struct inc_tables *t, const struct inc_position *p, unsigned first, unsigned last,
                              alea_move out[], int n);
void inc_correct(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg, struct alea_events *sink);
/* The sides that may know the correction, and so its reason: a mask. [INC-TABLE-15] */
unsigned inc_correction_known(const struct inc_position *p, unsigned verb, unsigned arg);

/* ---- correct_site.c: settlements, works, ruins, portals, knowledge ---- */

#define INC_CORRECTION(name) \
    alea_rule inc_why_not_##name(const struct inc_tables *t, const struct inc_position *p, unsigned arg)
#define INC_CHANGE(name) \
    void inc_##name(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink)
INC_CORRECTION(raise);
INC_CHANGE(raise);
INC_CORRECTION(raze);
INC_CHANGE(raze);
INC_CORRECTION(level);
INC_CHANGE(set_level);
INC_CORRECTION(start_work);
INC_CHANGE(start_work);
INC_CORRECTION(stop_work);
INC_CHANGE(stop_work);
INC_CORRECTION(start_founding);
INC_CHANGE(start_founding);
INC_CORRECTION(stop_founding);
INC_CHANGE(stop_founding);
INC_CORRECTION(ruin);
INC_CHANGE(set_ruin);
INC_CORRECTION(clear_ruin);
INC_CHANGE(clear_ruin);
INC_CORRECTION(open_portal);
INC_CHANGE(open_portal);
INC_CORRECTION(shut_portal);
INC_CHANGE(shut_portal);
INC_CORRECTION(portal_demons);
INC_CHANGE(set_portal_demons);
INC_CORRECTION(reveal);
INC_CHANGE(reveal);
INC_CORRECTION(forget);
INC_CHANGE(forget);

/* ---- correct_person.c: what characters do ---- */

INC_CORRECTION(set_rest);
INC_CHANGE(set_rest);
INC_CORRECTION(set_mission);
INC_CHANGE(set_mission);
INC_CORRECTION(set_build);
INC_CHANGE(set_build);
INC_CORRECTION(set_found);
INC_CHANGE(set_found);
INC_CORRECTION(set_spy);
INC_CHANGE(set_spy);
INC_CORRECTION(start_mission);
INC_CHANGE(start_mission);
INC_CORRECTION(stop_mission);
INC_CHANGE(stop_mission);
unsigned inc_know_person(const struct inc_position *p, unsigned arg);
unsigned inc_know_ruin(const struct inc_position *p, unsigned arg);
unsigned inc_know_portal(const struct inc_position *p, unsigned site);

#endif
