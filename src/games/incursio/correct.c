/* SPDX-License-Identifier: MIT */
/* correct.c - the Master's corrections of the state, while a window is open. [INC-ROLE-15]
 *
 * `correct s07` says where, the next move what; then the site is forgotten. Each correction is tried on a copy of the
 * position: what would break an invariant is refused, with the rule behind it. That there was one is public; its old and new
 * value go to the side whose thing it is, and the reason is the note of the ply. */
#include <string.h>

#include "correct.h"

enum { MOST = 16000000, STEP = 100 }; /* money or resources, and by how much more is offered */

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

void inc_break_off(const struct inc_tables *r, struct inc_position *p, int side) {
    for (int seat = side; seat < r->seats; seat += INC_SIDES) {
        inc_arrange_default(r, p, seat);
        if (!(p->done >> seat & 1)) inc_to_base(r, p, seat);
    }
    if (p->side == side) inc_line_clear(p);
}

/* ---- Units ---- */

/* Living units of a type there. */
static int count_type(const struct inc_position *p, int side, unsigned site, unsigned type) {
    const inc_unit *unit = inc_units_at(p, side, site);
    int n = 0;
    for (int i = 0; i < inc_n_units(p, side, site); i++) n += inc_type(unit[i]) == type && !inc_is_shadow(unit[i]);
    return n;
}

static void tell_unit(struct inc_position *p, int side, unsigned site, unsigned type, int before, struct alea_events *sink) {
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_CORRECTED_UNIT, (int32_t)site, side * INC_TYPES + (int32_t)type, before,
             count_type(p, side, site, type));
}

static void add_unit(const struct inc_tables *r, struct inc_position *p, unsigned unit, struct alea_events *sink) {
    int side = (int)(unit / INC_TYPES);
    unsigned site = p->ruling_site, type = unit % INC_TYPES;
    int before = count_type(p, side, site, type);
    inc_break_off(r, p, side);
    inc_insert(p, side, site, false, p->camp[side][site], inc_unit_make(type, false, INC_IDLE));
    tell_unit(p, side, site, type, before, sink);
}

/* The n-th unit of the site, the garrison first; the Raiders' come last. */
static void remove_unit(const struct inc_tables *r, struct inc_position *p, unsigned number, struct alea_events *sink) {
    unsigned site = p->ruling_site;
    int at = (int)number - 1, side = at < inc_n_units(p, INC_DEFENDERS, site) ? INC_DEFENDERS : INC_RAIDERS;
    if (side == INC_RAIDERS) at -= inc_n_units(p, INC_DEFENDERS, site);
    unsigned type = inc_type(inc_units(p, side, site)[at]);
    int before = count_type(p, side, site, type);
    inc_break_off(r, p, side);
    bool garrison = at < inc_garrison(p, side, site);
    inc_take(p, side, site, garrison, garrison ? at : at - inc_garrison(p, side, site));
    tell_unit(p, side, site, type, before, sink);
}

/* ---- Structures and levels ---- */

static void copies_of(const struct inc_tables *r, const struct inc_position *p, unsigned site,
                      int copies[INC_STRUCTURES_MAX]) {
    for (unsigned structure = 0; structure < (unsigned)r->n_structures; structure++)
        copies[structure] = inc_copies(r, p, site, structure);
}

static void tell_structures(const struct inc_tables *r, struct inc_position *p, unsigned site,
                            const int before[INC_STRUCTURES_MAX], struct alea_events *sink) {
    for (unsigned structure = 0; structure < (unsigned)r->n_structures; structure++) {
        int copies = inc_copies(r, p, site, structure);
        if (copies != before[structure])
            inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_STRUCTURE, (int32_t)site, (int32_t)structure,
                     before[structure], copies);
    }
}

/* One copy more or less. */
static void change_copies(const struct inc_tables *r, struct inc_position *p, unsigned structure, int change,
                          struct alea_events *sink) {
    unsigned site = p->ruling_site;
    int before[INC_STRUCTURES_MAX];
    copies_of(r, p, site, before);
    inc_break_off(r, p, INC_DEFENDERS);
    inc_set_copies(r, p, site, structure, before[structure] + change);
    tell_structures(r, p, site, before, sink);
}

/* What the level, or what else is gone, no longer bears comes down. */
static void take_down(const struct inc_tables *r, struct inc_position *p, unsigned site) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) {
            const struct inc_structure *structure = &r->structures[inc_first(rest)];
            if (p->level[site] && structure->level <= p->level[site] && !(structure->needs & ~p->has[site])) continue;
            inc_set_copies(r, p, site, inc_first(rest), 0);
            again = true;
        }
    }
}

/* With its structures: those that the new level asks for go up. On level 0 the garrison camps and works are lost. */
static void set_level(const struct inc_tables *r, struct inc_position *p, unsigned level, struct alea_events *sink) {
    unsigned site = p->ruling_site, old = p->level[site];
    int before[INC_STRUCTURES_MAX];
    copies_of(r, p, site, before);
    inc_break_off(r, p, INC_DEFENDERS);
    p->level[site] = (uint8_t)level;
    take_down(r, p, site);
    inc_complete(r, p, site, level);
    for (int c = 0; c < INC_CHARACTERS; c++)
        if (p->work_site[c] == site && (!level || !old)) p->work[c] = p->work_site[c] = ALEA_NONE;
    if (!level) {
        p->camp[INC_DEFENDERS][site] = (uint16_t)(p->camp[INC_DEFENDERS][site] + p->garrison[site]);
        p->garrison[site] = 0;
    }
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_LEVEL, (int32_t)site, (int32_t)old, (int32_t)level, 0);
    tell_structures(r, p, site, before, sink);
}

/* ---- The contract's part ---- */

static void change(const struct inc_tables *r, struct inc_position *p, unsigned verb, unsigned arg,
                   struct alea_events *sink) {
    switch (verb) {
    case INCURSIO_VERB_ADD_UNIT: add_unit(r, p, arg, sink); break;
    case INCURSIO_VERB_REMOVE_UNIT: remove_unit(r, p, arg, sink); break;
    case INCURSIO_VERB_RAISE: change_copies(r, p, arg, 1, sink); break;
    case INCURSIO_VERB_RAZE: change_copies(r, p, arg, -1, sink); break;
    case INCURSIO_VERB_SET_LEVEL: set_level(r, p, arg, sink); break;
    case INCURSIO_VERB_SET_TREASURY:
        inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_TREASURY, (int32_t)p->treasury, (int32_t)arg, 0, 0);
        p->treasury = arg;
        break;
    default:
        inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_CORRECTED_RESOURCES, (int32_t)p->resources, (int32_t)arg, 0, 0);
        p->resources = arg;
    }
    p->ruling_site = ALEA_NONE;
}

void inc_correct(const struct inc_tables *r, struct inc_position *p, unsigned verb, unsigned arg, struct alea_events *sink) {
    if (verb == INCURSIO_VERB_CORRECT) {
        p->ruling_site = (uint8_t)arg;
        return;
    }
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_CORRECTED, 0, 0, 0, 0);
    change(r, p, verb, arg, sink);
}

static alea_rule why_not_sum(uint32_t old, unsigned sum, uint32_t least) {
    if (sum > MOST || sum == old) return INC_GEN_8;
    return sum < least ? INC_DEMON_6 : 0;
}

/* What the steps that were taken have asked for. */
static uint32_t least_resources(const struct inc_tables *r, const struct inc_position *p) {
    return p->steps ? (uint32_t)r->upgrades[p->steps - 1].resources : 0;
}

/* 0 if the correction can be tried at all. */
static alea_rule why_not_try(const struct inc_tables *r, const struct inc_position *p, unsigned verb, unsigned arg) {
    unsigned site = p->ruling_site;
    if (site == ALEA_NONE) return INC_ROLE_15;
    switch (verb) {
    case INCURSIO_VERB_ADD_UNIT:
        if (arg >= INC_SIDES * INC_TYPES) return INC_ROLE_15;
        return p->total[arg / INC_TYPES] < INC_UNITS ? 0 : INC_GEN_11;
    case INCURSIO_VERB_REMOVE_UNIT:
        return arg >= 1 && arg <= (unsigned)(inc_n_units(p, INC_DEFENDERS, site) + inc_n_units(p, INC_RAIDERS, site))
                   ? 0
                   : INC_ROLE_15;
    case INCURSIO_VERB_RAISE:
    case INCURSIO_VERB_RAZE:
        if (arg >= (unsigned)r->n_structures || !inc_is_settlement(p, site)) return INC_BUILD_1;
        if (verb == INCURSIO_VERB_RAZE) return inc_copies(r, p, site, arg) ? 0 : INC_BUILD_10;
        return inc_copies(r, p, site, arg) < r->structures[arg].limit ? 0 : INC_BUILD_5;
    case INCURSIO_VERB_SET_LEVEL:
        if (arg >= INC_LEVELS || arg == p->level[site]) return INC_GEN_5;
        return inc_is_ruin(p, site) ? INC_RUIN_2 : 0;
    default: return INC_ROLE_15;
    }
}

alea_rule inc_why_not_correct(const struct inc_tables *r, const struct inc_position *p, unsigned verb, unsigned arg) {
    if (inc_is_chance(p)) return INC_ROLE_15;
    switch (verb) {
    case INCURSIO_VERB_CORRECT: return arg < (unsigned)r->n_sites && arg != p->ruling_site ? 0 : INC_ROLE_15;
    case INCURSIO_VERB_SET_TREASURY: return why_not_sum(p->treasury, arg, 0);
    case INCURSIO_VERB_SET_RESOURCES: return why_not_sum(p->resources, arg, least_resources(r, p));
    default: break;
    }
    alea_rule why = why_not_try(r, p, verb, arg);
    if (why) return why;
    struct inc_position copy = *p;
    change(r, &copy, verb, arg, NULL);
    return rule_of[inc_broken(r, &copy)];
}

/* The least sum, and somewhat more than there is. */
static int list_sums(const struct inc_tables *r, const struct inc_position *p, unsigned verb, uint32_t least, uint32_t sum,
                     alea_move out[], int n) {
    uint32_t more = sum + STEP <= MOST ? sum + STEP : MOST;
    if (!inc_why_not_correct(r, p, verb, least)) out[n++] = alea_move_make(verb, least);
    if (more > least && !inc_why_not_correct(r, p, verb, more)) out[n++] = alea_move_make(verb, more);
    return n;
}

int inc_list_corrections(const struct inc_tables *r, const struct inc_position *p, alea_move out[], int n) {
    if (inc_is_chance(p)) return n;
    for (unsigned site = 0; site < (unsigned)r->n_sites; site++)
        if (site != p->ruling_site) out[n++] = alea_move_make(INCURSIO_VERB_CORRECT, site);
    for (unsigned verb = INCURSIO_VERB_ADD_UNIT; p->ruling_site != ALEA_NONE && verb <= INCURSIO_VERB_SET_LEVEL; verb++)
        for (unsigned arg = 0; arg <= INC_UNITS; arg++) {
            alea_rule why = why_not_try(r, p, verb, arg);
            if (!why && !inc_why_not_correct(r, p, verb, arg)) out[n++] = alea_move_make(verb, arg);
        }
    n = list_sums(r, p, INCURSIO_VERB_SET_TREASURY, 0, p->treasury, out, n);
    return list_sums(r, p, INCURSIO_VERB_SET_RESOURCES, least_resources(r, p), p->resources, out, n);
}
