/* SPDX-License-Identifier: MIT */
/* rewind.c - the Master takes the campaign back to an open window. [INC-TABLE-16] */
#include <string.h>

#include "incursio_internal.h"

/* ---- What a side has been told since ---- */

/* The parts of a day between which chance tells one side or the other something: whom portals and spies find, what is produced.
 * Within a part all news stand in what a side knows. */
enum part { PART_OPENING, PART_WAR, PART_PEOPLE, PART_DEMONS, PART_EVENING, PART_REINFORCEMENTS, PART_CHANCE };

static enum part part_of(const struct inc_position *p) {
    switch (p->step) {
    case INCURSIO_STEP_SETUP: return PART_OPENING;
    case INCURSIO_STEP_MOVE:
    case INCURSIO_STEP_ASSAULT: return PART_WAR;
    case INCURSIO_STEP_PERSONAL: return PART_PEOPLE;
    case INCURSIO_STEP_DEMON_MOVE:
    case INCURSIO_STEP_DEMON_ASSAULT: return PART_DEMONS;
    case INCURSIO_STEP_FINAL: return PART_EVENING;
    case INCURSIO_STEP_DEPLOY: return PART_REINFORCEMENTS;
    default: return PART_CHANCE;
    }
}

static bool same_knowledge(const struct inc_position *a, const struct inc_position *b) {
    return memcmp(a->know, b->know, sizeof a->know) == 0 && memcmp(a->seen_has, b->seen_has, sizeof a->seen_has) == 0 &&
           memcmp(a->seen_copies, b->seen_copies, sizeof a->seen_copies) == 0 &&
           memcmp(a->seen_has_day, b->seen_has_day, sizeof a->seen_has_day) == 0 &&
           memcmp(a->seen_garrison, b->seen_garrison, sizeof a->seen_garrison) == 0;
}

/* A new initiative of the same day (INC-ROLE-16) was told to all. */
static bool was_told(const struct inc_position *now, const struct inc_position *then) {
    return now->day != then->day || part_of(now) != part_of(then) || now->first != then->first || !same_knowledge(now, then);
}

/* ---- Consent ---- */

/* A consent is to what has been told by then: it lapses with what is told next, and may be given again. */
void inc_consent_lapses(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (t->version < INC_LAPSE_VERSION || !p->consent) return;
    p->consent = 0;
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_CONSENT_LAPSES, 0, 0, 0, 0);
}

/* ---- The contract ---- */

/* By older rules a consent stood for ever, and one counts that was given since then. */
alea_rule inc_why_not_rewind(const void *tables, const void *now_, const void *then_) {
    const struct inc_tables *t = tables;
    const struct inc_position *now = now_, *then = then_;
    if (part_of(then) == PART_CHANCE) return INC_TABLE_16;
    const unsigned before = t->version < INC_LAPSE_VERSION ? then->consent : 0;
    const bool agreed = (now->consent & ~before) == INC_BOTH;
    return agreed || !was_told(now, then) ? 0 : INC_TABLE_16;
}

void inc_rewound(const void *tables, const void *then, struct alea_events *sink) {
    const struct inc_position *p = then;
    (void)tables;
    alea_emit(sink, ALEA_EVERYBODY, INCURSIO_EVENT_REWOUND, p->day, 0, 0, 0);
    alea_emit(sink, ALEA_EVERYBODY, INCURSIO_EVENT_DAY_AGAIN, p->day, 0, 0, 0);
    if (p->side == ALEA_NONE) alea_emit(sink, ALEA_EVERYBODY, INCURSIO_EVENT_WINDOW, p->step, 0, 0, 0);
    else alea_emit(sink, ALEA_EVERYBODY, INCURSIO_EVENT_WINDOW_OF, p->step, p->side, 0, 0);
}
