/* SPDX-License-Identifier: MIT */
/* correct.c - the Master's corrections of the state, while a window is open: what they have in common, units, and sums.
 * [INC-ROLE-15, INC-TABLE-15] Of sites, portals and knowledge: correct_site.c; of characters: correct_person.c.
 *
 * `correct s07` says where, `choose_unit 2` which unit, the next move what; `choose_person d2` whose action;
 * then all of them are forgotten. Each correction is tried on a copy
 * of the position: what would break an invariant is refused, with the rule behind it. That there was one is public; its old and
 * new value go to the side whose thing it is, and the reason is the note of the ply, which that side reads. */
#include <string.h>

#include "correct.h"

enum {
    MOST = 16000000,
    STEP = 100,
    LISTED = 64
}; /* money or resources, and by how much more is offered; numbers of a list */

/* The rule behind each invariant. */
static const alea_rule rule_of[INCURSIO_BROKEN_KNOWLEDGE + 1] = {
    [INCURSIO_BROKEN_PLACES] = INC_GEN_11,      [INCURSIO_BROKEN_MARKS] = INC_MOVE_7,
    [INCURSIO_BROKEN_MARCHES] = INC_MOVE_6,     [INCURSIO_BROKEN_RED_LINES] = INC_MOVE_3,
    [INCURSIO_BROKEN_SHARED_SITE] = INC_GEN_7,  [INCURSIO_BROKEN_UNGUARDED] = INC_MOVE_10,
    [INCURSIO_BROKEN_LEVELS] = INC_BUILD_20,    [INCURSIO_BROKEN_RUIN_LEVELS] = INC_RUIN_2,
    [INCURSIO_BROKEN_STRUCTURES] = INC_BUILD_4, [INCURSIO_BROKEN_GARRISON] = INC_GARR_6,
    [INCURSIO_BROKEN_WORKS] = INC_BUILD_9,      [INCURSIO_BROKEN_LOCATED] = INC_PORTAL_4,
    [INCURSIO_BROKEN_TOO_MANY] = INC_GEN_11,    [INCURSIO_BROKEN_PORTAL_MARKS] = INC_PORTAL_6,
    [INCURSIO_BROKEN_SUMS] = INC_DEMON_6,       [INCURSIO_BROKEN_DUES] = INC_PROD_6,
    [INCURSIO_BROKEN_ATTACKS] = INC_ASSAULT_1,  [INCURSIO_BROKEN_ACTIONS] = INC_ROLE_11,
    [INCURSIO_BROKEN_WINDOW] = INC_ROLE_20,     [INCURSIO_BROKEN_BATTLE] = INC_ASSAULT_2,
    [INCURSIO_BROKEN_KNOWLEDGE] = INC_SECRET_4,
};

void inc_break_off(const struct inc_tables *t, struct inc_position *p, int side) {
    for (int seat = side; seat < t->seats; seat += INC_SIDES) {
        inc_arrange_default(t, p, seat);
        if (!(p->done >> seat & 1)) inc_to_base(t, p, seat);
    }
    if (p->side == side) inc_line_clear(p);
}

/* ---- Units ---- */

/* A unit of the named site by its number from 1: the garrison first, the Raiders' last. */
struct place {
    int side, at; /* in its list, from 0 */
    bool garrison;
    inc_unit unit;
};

/* False if there is no such unit. */
static bool find(const struct inc_position *p, unsigned number, struct place *place) {
    unsigned site = p->ruling_site;
    int at = (int)number - 1, soldiers = inc_n_units(p, INC_DEFENDERS, site);
    place->side = at < soldiers ? INC_DEFENDERS : INC_RAIDERS;
    if (place->side == INC_RAIDERS) at -= soldiers;
    if (number < 1 || number > 2 * INC_UNITS || at >= inc_n_units(p, place->side, site)) return false;
    int garrison = inc_garrison(p, place->side, site);
    place->unit = inc_units_at(p, place->side, site)[at];
    place->garrison = at < garrison;
    place->at = place->garrison ? at : at - garrison;
    return true;
}

/* The same, once its side's seats have given up what they are in the middle of: where a site is being arranged anew, that seats its
 * units, in their order. */
static struct place settle(const struct inc_tables *t, struct inc_position *p, unsigned number) {
    struct place of = {0};
    find(p, number, &of);
    inc_break_off(t, p, of.side);
    find(p, number, &of);
    return of;
}

/* Living units of a type there, or in the garrison alone. */
static int count_type(const struct inc_position *p, int side, unsigned site, unsigned type, bool garrison) {
    const inc_unit *unit = inc_units_at(p, side, site);
    int n = 0, all = garrison ? inc_garrison(p, side, site) : inc_n_units(p, side, site);
    for (int i = 0; i < all; i++) n += inc_type(unit[i]) == type && !inc_is_shadow(unit[i]);
    return n;
}

static void tell_units(struct inc_position *p, int side, unsigned site, unsigned type, int before,
                       struct alea_events *sink) {
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_CORRECTED_UNIT, (int32_t)site, side * INC_TYPES + (int32_t)type, before,
             count_type(p, side, site, type, false));
}

static alea_rule why_not_add(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    (void)t;
    if (arg >= INC_SIDES * INC_TYPES) return INC_ROLE_15;
    return p->total[arg / INC_TYPES] < INC_UNITS ? 0 : INC_GEN_11;
}

static void add_unit(const struct inc_tables *t, struct inc_position *p, unsigned unit, struct alea_events *sink) {
    int side = (int)(unit / INC_TYPES);
    unsigned site = p->ruling_site, type = unit % INC_TYPES;
    int before = count_type(p, side, site, type, false);
    inc_break_off(t, p, side);
    inc_insert(p, side, site, false, p->camp[side][site], inc_unit_make(type, false, INC_IDLE));
    tell_units(p, side, site, type, before, sink);
}

static alea_rule why_not_remove(const struct inc_tables *t, const struct inc_position *p, unsigned number) {
    struct place place;
    (void)t;
    return find(p, number, &place) ? 0 : INC_ROLE_15;
}

static void remove_unit(const struct inc_tables *t, struct inc_position *p, unsigned number, struct alea_events *sink) {
    unsigned site = p->ruling_site;
    struct place of = settle(t, p, number);
    int before = count_type(p, of.side, site, inc_type(of.unit), false);
    inc_take(p, of.side, site, of.garrison, of.at);
    tell_units(p, of.side, site, inc_type(of.unit), before, sink);
}

/* To the end of another site's camp; on its own site out of the garrison, or into it. */
static alea_rule why_not_move(const struct inc_tables *t, const struct inc_position *p, unsigned to) {
    struct place of;
    if (to >= (unsigned)t->n_sites || !find(p, p->ruling_unit, &of)) return INC_ROLE_15;
    return to == p->ruling_site && of.side == INC_RAIDERS ? INC_ROLE_15 : 0;
}

static void move_unit(const struct inc_tables *t, struct inc_position *p, unsigned to, struct alea_events *sink) {
    unsigned from = p->ruling_site;
    struct place of = settle(t, p, p->ruling_unit);
    unsigned type = inc_type(of.unit);
    bool stays = to == from, enters = stays && !of.garrison;
    int before = count_type(p, of.side, from, type, stays), there = count_type(p, of.side, to, type, false);
    inc_take(p, of.side, from, of.garrison, of.at);
    inc_insert(p, of.side, to, enters, enters ? p->garrison[to] : p->camp[of.side][to], of.unit);
    if (stays) {
        inc_tell(p, sink, 1u << of.side, INCURSIO_EVENT_CORRECTED_GARRISON, (int32_t)to, of.side * INC_TYPES + (int32_t)type,
                 before, count_type(p, of.side, to, type, true));
    } else {
        tell_units(p, of.side, from, type, before, sink);
        tell_units(p, of.side, to, type, there, sink);
    }
}

static alea_rule why_not_change(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    struct place of;
    (void)t;
    if (arg >= INC_SIDES * INC_TYPES || !find(p, p->ruling_unit, &of)) return INC_ROLE_15;
    return (int)(arg / INC_TYPES) == of.side && arg % INC_TYPES != inc_type(of.unit) ? 0 : INC_ROLE_15;
}

static void change_unit(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    unsigned site = p->ruling_site, type = arg % INC_TYPES;
    struct place of = settle(t, p, p->ruling_unit);
    unsigned old = inc_type(of.unit);
    int before = count_type(p, of.side, site, old, false), after = count_type(p, of.side, site, type, false);
    inc_take(p, of.side, site, of.garrison, of.at);
    inc_insert(p, of.side, site, of.garrison, of.at, inc_unit_make(type, inc_is_portal(of.unit), inc_state_of(of.unit)));
    tell_units(p, of.side, site, old, before, sink);
    tell_units(p, of.side, site, type, after, sink);
}

/* Within its garrison or camp: places from 1. */
static alea_rule why_not_place(const struct inc_tables *t, const struct inc_position *p, unsigned to) {
    struct place of;
    if (!find(p, p->ruling_unit, &of)) return INC_ROLE_15;
    struct inc_position copy = *p;
    of = settle(t, &copy, p->ruling_unit);
    int n = of.garrison ? copy.garrison[p->ruling_site] : copy.camp[of.side][p->ruling_site];
    return to >= 1 && to <= (unsigned)n && (int)to != of.at + 1 ? 0 : INC_ROLE_15;
}

static void place_unit(const struct inc_tables *t, struct inc_position *p, unsigned to, struct alea_events *sink) {
    struct place of = settle(t, p, p->ruling_unit);
    inc_shift(p, of.side, p->ruling_site, of.garrison, of.at, (int)to - 1);
    inc_tell(p, sink, 1u << of.side, INCURSIO_EVENT_CORRECTED_PLACE, p->ruling_site,
             of.side * INC_TYPES + (int32_t)inc_type(of.unit), of.at + 1, (int32_t)to);
}

static unsigned side_added(const struct inc_position *p, unsigned arg) {
    (void)p;
    return arg < INC_SIDES * INC_TYPES ? 1u << arg / INC_TYPES : 0;
}

static unsigned side_of_number(const struct inc_position *p, unsigned number) {
    struct place of;
    return p->ruling_site < INC_SITES && find(p, number, &of) ? 1u << of.side : 0;
}

static unsigned side_of_chosen(const struct inc_position *p, unsigned arg) {
    (void)arg;
    return side_of_number(p, p->ruling_unit);
}

/* ---- Sums ---- */

static alea_rule why_not_sum(uint32_t old, unsigned sum, uint32_t least) {
    if (sum > MOST || sum == old) return INC_GEN_8;
    return sum < least ? INC_DEMON_6 : 0;
}

/* What the steps that were taken have asked for. */
static uint32_t least_resources(const struct inc_tables *t, const struct inc_position *p) {
    return p->steps ? (uint32_t)t->upgrades[p->steps - 1].resources : 0;
}

static alea_rule why_not_treasury(const struct inc_tables *t, const struct inc_position *p, unsigned sum) {
    (void)t;
    return why_not_sum(p->treasury, sum, 0);
}

static void set_treasury(const struct inc_tables *t, struct inc_position *p, unsigned sum, struct alea_events *sink) {
    (void)t;
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_TREASURY, (int32_t)p->treasury, (int32_t)sum, 0, 0);
    p->treasury = sum;
}

static alea_rule why_not_resources(const struct inc_tables *t, const struct inc_position *p, unsigned sum) {
    return why_not_sum(p->resources, sum, least_resources(t, p));
}

static void set_resources(const struct inc_tables *t, struct inc_position *p, unsigned sum, struct alea_events *sink) {
    (void)t;
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_CORRECTED_RESOURCES, (int32_t)p->resources, (int32_t)sum, 0, 0);
    p->resources = sum;
}

/* Those that the indicator has reached may be had. [INC-DEMON-6] */
static alea_rule why_not_steps(const struct inc_tables *t, const struct inc_position *p, unsigned steps) {
    if (steps > (unsigned)t->n_upgrades || steps == p->steps) return INC_DEMON_6;
    return steps && p->resources < (uint32_t)t->upgrades[steps - 1].resources ? INC_DEMON_6 : 0;
}

static void set_steps(const struct inc_tables *t, struct inc_position *p, unsigned steps, struct alea_events *sink) {
    (void)t;
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_CORRECTED_STEPS, p->steps, (int32_t)steps, 0, 0);
    p->steps = (uint8_t)steps;
}

/* ---- All of them ---- */

static unsigned side_named(const struct inc_position *p, unsigned side) {
    (void)p;
    return side < INC_SIDES ? 1u << side : 0;
}

enum { DEFENDERS_KNOW = 1 << INC_DEFENDERS, RAIDERS_KNOW = 1 << INC_RAIDERS };
enum need { NEEDS_NOTHING, NEEDS_SITE, NEEDS_UNIT, NEEDS_PERSON };

/* By verb. What needs no site breaks no invariant: it is not tried. */
static const struct {
    enum need need;
    uint8_t known;                                                 /* the sides that may know it; 0: */
    unsigned (*sides)(const struct inc_position *p, unsigned arg); /* as this says */
    alea_rule (*why_not)(const struct inc_tables *t, const struct inc_position *p,
                         unsigned arg); /* can it be tried at all? */
    void (*change)(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink);
} kinds[INCURSIO_VERBS] = {
    [INCURSIO_VERB_ADD_UNIT] = {NEEDS_SITE, 0, side_added, why_not_add, add_unit},
    [INCURSIO_VERB_REMOVE_UNIT] = {NEEDS_SITE, 0, side_of_number, why_not_remove, remove_unit},
    [INCURSIO_VERB_RAISE] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_raise, inc_raise},
    [INCURSIO_VERB_RAZE] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_raze, inc_raze},
    [INCURSIO_VERB_SET_LEVEL] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_level, inc_set_level},
    [INCURSIO_VERB_SET_TREASURY] = {NEEDS_NOTHING, DEFENDERS_KNOW, NULL, why_not_treasury, set_treasury},
    [INCURSIO_VERB_SET_RESOURCES] = {NEEDS_NOTHING, RAIDERS_KNOW, NULL, why_not_resources, set_resources},
    [INCURSIO_VERB_MOVE_UNIT] = {NEEDS_UNIT, 0, side_of_chosen, why_not_move, move_unit},
    [INCURSIO_VERB_CHANGE_UNIT] = {NEEDS_UNIT, 0, side_of_chosen, why_not_change, change_unit},
    [INCURSIO_VERB_PLACE_UNIT] = {NEEDS_UNIT, 0, side_of_chosen, why_not_place, place_unit},
    [INCURSIO_VERB_START_WORK] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_start_work, inc_start_work},
    [INCURSIO_VERB_STOP_WORK] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_stop_work, inc_stop_work},
    [INCURSIO_VERB_START_FOUNDING] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_start_founding, inc_start_founding},
    [INCURSIO_VERB_STOP_FOUNDING] = {NEEDS_SITE, DEFENDERS_KNOW, NULL, inc_why_not_stop_founding, inc_stop_founding},
    [INCURSIO_VERB_SET_RUIN] = {NEEDS_SITE, 0, inc_know_ruin, inc_why_not_ruin, inc_set_ruin},
    [INCURSIO_VERB_CLEAR_RUIN] = {NEEDS_SITE, 0, inc_know_ruin, inc_why_not_clear_ruin, inc_clear_ruin},
    [INCURSIO_VERB_SET_STEPS] = {NEEDS_NOTHING, RAIDERS_KNOW, NULL, why_not_steps, set_steps},
    [INCURSIO_VERB_OPEN_PORTAL] = {NEEDS_NOTHING, RAIDERS_KNOW, NULL, inc_why_not_open_portal, inc_open_portal},
    [INCURSIO_VERB_SHUT_PORTAL] = {NEEDS_NOTHING, 0, inc_know_portal, inc_why_not_shut_portal, inc_shut_portal},
    [INCURSIO_VERB_SET_PORTAL_DEMONS] = {NEEDS_NOTHING, RAIDERS_KNOW, NULL, inc_why_not_portal_demons,
                                         inc_set_portal_demons},
    [INCURSIO_VERB_REVEAL] = {NEEDS_SITE, 0, side_named, inc_why_not_reveal, inc_reveal},
    [INCURSIO_VERB_FORGET] = {NEEDS_SITE, 0, side_named, inc_why_not_forget, inc_forget},
    [INCURSIO_VERB_SET_REST] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_set_rest, inc_set_rest},
    [INCURSIO_VERB_SET_MISSION] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_set_mission, inc_set_mission},
    [INCURSIO_VERB_SET_BUILD] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_set_build, inc_set_build},
    [INCURSIO_VERB_SET_FOUND] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_set_found, inc_set_found},
    [INCURSIO_VERB_SET_SPY] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_set_spy, inc_set_spy},
    [INCURSIO_VERB_START_MISSION] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_start_mission, inc_start_mission},
    [INCURSIO_VERB_STOP_MISSION] = {NEEDS_PERSON, 0, inc_know_person, inc_why_not_stop_mission, inc_stop_mission},
};

bool inc_is_correction(unsigned verb) {
    return verb == INCURSIO_VERB_CORRECT || verb == INCURSIO_VERB_CHOOSE_UNIT || verb == INCURSIO_VERB_CHOOSE_PERSON ||
           (verb < INCURSIO_VERBS && kinds[verb].change);
}

unsigned inc_correction_known(const struct inc_position *p, unsigned verb, unsigned arg) {
    if (verb >= INCURSIO_VERBS || !kinds[verb].change) return 0;
    return kinds[verb].known ? kinds[verb].known : kinds[verb].sides(p, arg);
}

static void change(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                   struct alea_events *sink) {
    kinds[verb].change(t, p, arg, sink);
    p->ruling_site = ALEA_NONE;
    p->ruling_unit = p->ruling_person = 0;
}

void inc_correct(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg, struct alea_events *sink) {
    switch (verb) {
    case INCURSIO_VERB_CORRECT:
        p->ruling_site = (uint8_t)arg;
        p->ruling_unit = 0;
        return;
    case INCURSIO_VERB_CHOOSE_UNIT: p->ruling_unit = (uint16_t)arg; return;
    case INCURSIO_VERB_CHOOSE_PERSON: p->ruling_person = (uint8_t)(arg + 1); return;
    default: inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_CORRECTED, 0, 0, 0, 0); change(t, p, verb, arg, sink);
    }
}

/* 0 if what the verb is about has been chosen, whatever its number. */
static alea_rule why_not_about(const struct inc_tables *t, const struct inc_position *p, unsigned verb) {
    if (verb == INCURSIO_VERB_CORRECT) return 0;
    if (verb > INCURSIO_VERB_SET_RESOURCES && t->version < INC_TABLE_VERSION) return INC_ROLE_15;
    if (verb == INCURSIO_VERB_CHOOSE_UNIT) return p->ruling_site == ALEA_NONE ? INC_ROLE_15 : 0;
    if (kinds[verb].need == NEEDS_PERSON) return p->ruling_person ? 0 : INC_TABLE_15;
    if (kinds[verb].need != NEEDS_NOTHING && p->ruling_site == ALEA_NONE) return INC_ROLE_15;
    return kinds[verb].need == NEEDS_UNIT && !p->ruling_unit ? INC_TABLE_15 : 0;
}

/* 0 if the correction can be tried. */
static alea_rule why_not_try(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    alea_rule why = why_not_about(t, p, verb);
    return why ? why : kinds[verb].why_not(t, p, arg);
}

static alea_rule why_not_choose(const struct inc_tables *t, const struct inc_position *p, unsigned number) {
    alea_rule why = why_not_about(t, p, INCURSIO_VERB_CHOOSE_UNIT);
    if (why) return why;
    return number == p->ruling_unit ? INC_TABLE_15 : why_not_remove(t, p, number);
}

static alea_rule why_not_person(const struct inc_tables *t, const struct inc_position *p, unsigned person) {
    if (t->version < INC_TABLE_VERSION) return INC_ROLE_15;
    if (person >= INC_SIDES * INC_CHARACTERS || person % INC_CHARACTERS >= (unsigned)t->characters) return INC_ROLE_10;
    return person + 1 == p->ruling_person ? INC_TABLE_15 : 0;
}

alea_rule inc_why_not_correct(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    if (inc_is_chance(p)) return INC_ROLE_15;
    if (verb == INCURSIO_VERB_CORRECT) return arg < (unsigned)t->n_sites && arg != p->ruling_site ? 0 : INC_ROLE_15;
    if (verb == INCURSIO_VERB_CHOOSE_UNIT) return why_not_choose(t, p, arg);
    if (verb == INCURSIO_VERB_CHOOSE_PERSON) return why_not_person(t, p, arg);
    alea_rule why = why_not_try(t, p, verb, arg);
    if (why || kinds[verb].need == NEEDS_NOTHING) return why;
    struct inc_position copy = *p;
    change(t, &copy, verb, arg, NULL);
    return rule_of[inc_broken(t, &copy)];
}

/* The least sum, and somewhat more than there is. */
static int list_sums(const struct inc_tables *t, const struct inc_position *p, unsigned verb, uint32_t least, uint32_t sum,
                     alea_move out[], int n) {
    uint32_t more = sum + STEP <= MOST ? sum + STEP : MOST;
    if (!inc_why_not_correct(t, p, verb, least)) out[n++] = alea_move_make(verb, least);
    if (more > least && !inc_why_not_correct(t, p, verb, more)) out[n++] = alea_move_make(verb, more);
    return n;
}

static int list_all(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned most, alea_move out[],
                    int n) {
    if (why_not_about(t, p, verb)) return n;
    if (verb == INCURSIO_VERB_CORRECT) most = (unsigned)t->n_sites - 1;
    for (unsigned arg = 0; arg <= most; arg++)
        if (!inc_why_not_correct(t, p, verb, arg)) out[n++] = alea_move_make(verb, arg);
    return n;
}

int inc_list_corrections(const struct inc_tables *t, const struct inc_position *p, alea_move out[], int n) {
    if (inc_is_chance(p)) return n;
    for (unsigned verb = INCURSIO_VERB_CORRECT; verb <= INCURSIO_VERB_SET_LEVEL; verb++)
        n = list_all(t, p, verb, INC_UNITS, out, n);
    n = list_sums(t, p, INCURSIO_VERB_SET_TREASURY, 0, p->treasury, out, n);
    return list_sums(t, p, INCURSIO_VERB_SET_RESOURCES, least_resources(t, p), p->resources, out, n);
}

/* Of the numbers of a long list the first ones. */
int inc_list_more_corrections(const struct inc_tables *t, const struct inc_position *p, unsigned first, unsigned last,
                              alea_move out[], int n) {
    if (inc_is_chance(p)) return n;
    for (unsigned verb = first; verb <= last; verb++) n = list_all(t, p, verb, LISTED, out, n);
    return n;
}
