/* SPDX-License-Identifier: MIT */
/* correct_person.c - corrections of what a character does today, and of the missions that are under way. [INC-TABLE-15] The character
 * is p->ruling_person, the place, where one is wanted, p->ruling_site. */
#include "correct.h"

static int side_of(const struct inc_position *p) { return (p->ruling_person - 1) / INC_CHARACTERS; }
static unsigned character_of(const struct inc_position *p) { return (p->ruling_person - 1u) % INC_CHARACTERS; }

unsigned inc_know_person(const struct inc_position *p, unsigned arg) {
    (void)arg;
    return p->ruling_person ? 1u << side_of(p) : 0;
}

/* ---- Actions of today ---- */

/* An order, with whoever it is of taken from the names. */
struct order {
    unsigned action, site, what;
};

static void put(struct inc_position *p, struct order order) {
    int side = side_of(p);
    unsigned c = character_of(p);
    inc_order_blank(p, side, c);
    p->action[side][c] = (uint8_t)order.action;
    p->action_site[side][c] = (uint8_t)order.site;
    p->action_what[side][c] = (uint8_t)order.what;
}

/* Until the orders start any; then, until the spies have gone, what has not begun: spying. */
static alea_rule why_not_now(const struct inc_position *p, unsigned action) {
    unsigned old = p->action[side_of(p)][character_of(p)];
    switch (p->step) {
    case INCURSIO_STEP_MOVE:
    case INCURSIO_STEP_ASSAULT:
    case INCURSIO_STEP_PERSONAL: return 0;
    case INCURSIO_STEP_DEMON_MOVE:
    case INCURSIO_STEP_DEMON_ASSAULT: {
        bool open = old == INCURSIO_ACTION_NONE || old == INCURSIO_ACTION_REST || old == INCURSIO_ACTION_SPY;
        return open && (action == INCURSIO_ACTION_SPY || action == INCURSIO_ACTION_REST) ? 0 : INC_ROLE_11;
    }
    default: return INC_ROLE_11;
    }
}

/* As if it were entered: what the rules of the order say. */
static alea_rule why_not_put(const struct inc_tables *t, const struct inc_position *p, struct order order) {
    int side = side_of(p);
    unsigned c = character_of(p);
    alea_rule why = why_not_now(p, order.action);
    if (why) return why;
    if (p->action[side][c] == order.action && p->action_site[side][c] == order.site &&
        p->action_what[side][c] == order.what && p->flags[side][c] & INC_CONFIRMED)
        return INC_ROLE_11;
    struct inc_position copy = *p;
    put(&copy, order);
    return inc_why_not_order(t, &copy, side, c);
}

static void enter(const struct inc_tables *t, struct inc_position *p, struct order order, struct alea_events *sink) {
    int side = side_of(p);
    unsigned c = character_of(p), before = p->action[side][c];
    inc_break_off(t, p, side);
    put(p, order);
    inc_confirm(p, side, c);
    p->flags[side][c] |= INC_APPROVED;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_CORRECTED_ACTION, p->seat_of[side][c], (int32_t)c, (int32_t)before,
             (int32_t)order.action);
}

static const struct order rest = {INCURSIO_ACTION_REST, ALEA_NONE, ALEA_NONE};

alea_rule inc_why_not_set_rest(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    return arg ? INC_ROLE_11 : why_not_put(t, p, rest);
}

void inc_set_rest(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    (void)arg;
    enter(t, p, rest, sink);
}

static struct order mission_at(const struct inc_tables *t, const struct inc_position *p, unsigned mission) {
    bool aims = t->missions[mission].target != INC_TARGET_NONE;
    return (struct order){INCURSIO_ACTION_MISSION, aims ? p->ruling_site : ALEA_NONE, mission};
}

static alea_rule why_not_aim(const struct inc_tables *t, const struct inc_position *p, unsigned mission) {
    if (mission >= (unsigned)t->n_missions || t->missions[mission].side != side_of(p)) return INC_MISSION_2;
    bool aims = t->missions[mission].target != INC_TARGET_NONE;
    return aims && (p->ruling_site == ALEA_NONE || !inc_is_target(t, p, mission, p->ruling_site)) ? INC_MISSION_5 : 0;
}

alea_rule inc_why_not_set_mission(const struct inc_tables *t, const struct inc_position *p, unsigned mission) {
    alea_rule why = why_not_aim(t, p, mission);
    return why ? why : why_not_put(t, p, mission_at(t, p, mission));
}

void inc_set_mission(const struct inc_tables *t, struct inc_position *p, unsigned mission, struct alea_events *sink) {
    enter(t, p, mission_at(t, p, mission), sink);
}

alea_rule inc_why_not_set_build(const struct inc_tables *t, const struct inc_position *p, unsigned structure) {
    if (structure >= (unsigned)t->n_structures || p->ruling_site == ALEA_NONE) return INC_BUILD_1;
    return why_not_put(t, p, (struct order){INCURSIO_ACTION_BUILD, p->ruling_site, structure});
}

void inc_set_build(const struct inc_tables *t, struct inc_position *p, unsigned structure, struct alea_events *sink) {
    enter(t, p, (struct order){INCURSIO_ACTION_BUILD, p->ruling_site, structure}, sink);
}

alea_rule inc_why_not_set_found(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    if (arg || p->ruling_site == ALEA_NONE) return INC_FOUND_1;
    return why_not_put(t, p, (struct order){INCURSIO_ACTION_FOUND, p->ruling_site, ALEA_NONE});
}

void inc_set_found(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    (void)arg;
    enter(t, p, (struct order){INCURSIO_ACTION_FOUND, p->ruling_site, ALEA_NONE}, sink);
}

/* The Defenders' spies look for nothing in particular: the first focus will do. [INC-SPY-10] */
static struct order spying(const struct inc_position *p, unsigned focus) {
    return (struct order){INCURSIO_ACTION_SPY, p->ruling_site, side_of(p) == INC_RAIDERS ? focus : ALEA_NONE};
}

alea_rule inc_why_not_set_spy(const struct inc_tables *t, const struct inc_position *p, unsigned focus) {
    if (p->ruling_site == ALEA_NONE) return INC_SPY_3;
    if (focus >= INCURSIO_FOCUSS || (focus && side_of(p) == INC_DEFENDERS)) return INC_SPY_10;
    return why_not_put(t, p, spying(p, focus));
}

void inc_set_spy(const struct inc_tables *t, struct inc_position *p, unsigned focus, struct alea_events *sink) {
    enter(t, p, spying(p, focus), sink);
}

/* ---- Missions under way ---- */

static void tell_mission(struct inc_position *p, unsigned mission, int before, struct alea_events *sink) {
    inc_tell(p, sink, 1u << side_of(p), INCURSIO_EVENT_CORRECTED_MISSION, (int32_t)character_of(p), (int32_t)mission, before,
             1 - before);
}

/* Those that end at the next 6.2: a character has one. [INC-MISSION-1] */
alea_rule inc_why_not_start_mission(const struct inc_tables *t, const struct inc_position *p, unsigned mission) {
    if (p->mission[side_of(p)][character_of(p)] != ALEA_NONE) return INC_ROLE_11;
    return why_not_aim(t, p, mission);
}

void inc_start_mission(const struct inc_tables *t, struct inc_position *p, unsigned mission, struct alea_events *sink) {
    p->mission_site[side_of(p)][character_of(p)] = (uint8_t)mission_at(t, p, mission).site;
    p->mission[side_of(p)][character_of(p)] = (uint8_t)mission;
    tell_mission(p, mission, 0, sink);
}

alea_rule inc_why_not_stop_mission(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    (void)t;
    return !arg && p->mission[side_of(p)][character_of(p)] != ALEA_NONE ? 0 : INC_MISSION_1;
}

void inc_stop_mission(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    int side = side_of(p);
    unsigned c = character_of(p), mission = p->mission[side][c];
    (void)t, (void)arg;
    p->mission[side][c] = p->mission_site[side][c] = ALEA_NONE;
    tell_mission(p, mission, 1, sink);
}
