/* SPDX-License-Identifier: MIT */
/* broken_orders.c - invariants of people, windows, battles and knowledge; those of units and sites: broken.c. */
#include <string.h>

#include "broken.h"

/* ---- Characters ---- */

/* After the window of the characters: what goes on has its player's yes. [INC-ROLE-6] */
static bool is_under_way(const struct inc_position *p) {
    switch (p->step) {
    case INCURSIO_STEP_PORTAL:
    case INCURSIO_STEP_VIGIL:
    case INCURSIO_STEP_DEMON_MOVE:
    case INCURSIO_STEP_DEMON_ASSAULT:
    case INCURSIO_STEP_PERCENT:
    case INCURSIO_STEP_SPY_DIE:
    case INCURSIO_STEP_SPY_THING:
    case INCURSIO_STEP_FINAL:
    case INCURSIO_STEP_PRODUCE:
    case INCURSIO_STEP_DEPLOY: return true;
    default: return false;
    }
}

static bool action_holds(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c) {
    unsigned action = p->action[side][c], site = p->action_site[side][c], what = p->action_what[side][c];
    bool place = site < (unsigned)t->n_sites, confirmed = p->flags[side][c] & INC_CONFIRMED;
    if (action != INCURSIO_ACTION_NONE && action != INCURSIO_ACTION_REST && is_under_way(p) && !confirmed) return false;
    switch (action) {
    case INCURSIO_ACTION_NONE:
    case INCURSIO_ACTION_REST: return site == ALEA_NONE && what == ALEA_NONE;
    case INCURSIO_ACTION_MISSION: return what < (unsigned)t->n_missions && t->missions[what].side == side;
    case INCURSIO_ACTION_BUILD: return side == INC_DEFENDERS && place && what < (unsigned)t->n_structures;
    case INCURSIO_ACTION_FOUND: return side == INC_DEFENDERS && place;
    case INCURSIO_ACTION_FREE: return site == ALEA_NONE && what == ALEA_NONE && inc_free_of(p, side, c) < INC_FREE;
    case INCURSIO_ACTION_SPY: return place && (side == INC_DEFENDERS) == (what == ALEA_NONE);
    default: return false;
    }
}

static bool mission_holds(const struct inc_tables *t, int side, unsigned mission, unsigned site) {
    if (mission == ALEA_NONE) return site == ALEA_NONE;
    return mission < (unsigned)t->n_missions && t->missions[mission].side == side &&
           (site == ALEA_NONE || site < (unsigned)t->n_sites);
}

/* One a character; what lapsed is gone. [INC-TABLE-14] */
static bool free_missions_hold(const struct inc_tables *t, const struct inc_position *p, int side) {
    for (unsigned i = 0; i < INC_FREE; i++) {
        unsigned who = p->free_who[side][i], until = p->free_until[side][i];
        if (who > (unsigned)t->characters || (!who && until)) return false;
        if (who && (inc_free_of(p, side, who - 1) != i || (until && until < p->day))) return false;
    }
    return true;
}

/* Invariant 10. [INC-ROLE-10, INC-ROLE-11] */
bool inc_actions_hold(const struct inc_tables *t, const struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++) {
        if (!free_missions_hold(t, p, side)) return false;
        for (unsigned c = 0; c < INC_CHARACTERS; c++) {
            bool there = c < (unsigned)t->characters;
            unsigned seat = p->seat_of[side][c];
            if (there ? seat >= (unsigned)t->seats || inc_side_of((int)seat) != side : seat != ALEA_NONE) return false;
            if (!there && p->action[side][c]) return false;
            if (!action_holds(t, p, side, c)) return false;
            if (!mission_holds(t, side, p->mission[side][c], p->mission_site[side][c])) return false;
            if (!mission_holds(t, side, p->ending[side][c], p->ending_site[side][c])) return false;
        }
    }
    return true;
}

/* ---- Windows ---- */

/* A General who is not waited for is asking something of a character. [INC-TABLE-7] */
static bool asks_aside(const struct inc_tables *t, const struct inc_position *p, int seat) {
    unsigned stage = p->stage_of[seat];
    bool order = stage == INCURSIO_STAGE_KIND || stage == INCURSIO_STAGE_TARGET || stage == INCURSIO_STAGE_STRUCTURE ||
                 stage == INCURSIO_STAGE_FOCUS;
    return order && inc_is_optional(t, p, seat);
}

/* Each seat that may still move stands at some stage, no other does; delegates are those that have a site. [INC-ROLE-4] */
bool inc_window_holds(const struct inc_tables *t, const struct inc_position *p) {
    alea_actors acts = inc_entitled(t, p) & ~p->done;
    for (int i = 0; i < INC_SIDES * t->n_sites; i++) {
        unsigned seat = p->delegate[i % INC_SIDES][i / INC_SIDES];
        if (seat != ALEA_NONE && inc_side_of((int)seat) != i % INC_SIDES) return false;
    }
    if (inc_delegates(t, p) != p->delegates || (p->step && p->day > p->days)) return false;
    if (p->done >> t->seats) return false;
    if (p->ruling_site != ALEA_NONE && p->ruling_site >= t->n_sites) return false;
    if (p->ruling_person > INC_SIDES * INC_CHARACTERS) return false;
    if (p->ruling_unit > INC_UNITS || (p->ruling_unit && p->ruling_site == ALEA_NONE)) return false;
    for (int seat = 0; seat < t->seats && p->battle == ALEA_NONE; seat++) {
        bool stands = p->stage_of[seat] != INCURSIO_STAGE_NONE && !asks_aside(t, p, seat);
        bool blank = p->site_of[seat] == ALEA_NONE && p->to_of[seat] == ALEA_NONE && p->character_of[seat] == ALEA_NONE;
        if (stands != (acts >> seat & 1) || (p->stage_of[seat] == INCURSIO_STAGE_NONE && !blank)) return false;
    }
    return true;
}

/* ---- Battles ---- */

/* Attackers are different units that there are. */
static bool line_holds(const struct inc_position *p) {
    uint64_t seen[INC_UNITS / 64] = {0};
    for (int i = 0; i < INC_LINE; i++) {
        unsigned unit = p->line[i];
        if (i >= p->attackers) {
            if (unit) return false;
            continue;
        }
        if (unit >= p->total[p->side] || inc_has(seen[unit / 64], unit % 64)) return false;
        seen[unit / 64] |= inc_bit(unit % 64);
    }
    return true;
}

static bool is_clash(unsigned step) {
    return step == INCURSIO_STEP_PAIR || step == INCURSIO_STEP_EXTRA || step == INCURSIO_STEP_SHOT;
}

static bool somebody_enters_an_attack(const struct inc_tables *t, const struct inc_position *p) {
    for (int seat = 0; seat < t->seats; seat++)
        if (p->stage_of[seat] == INCURSIO_STAGE_LINE) return true;
    return false;
}

/* A battle has a side, a place, a line and a step; without one all is blank, but for an attack that is being entered. */
bool inc_battle_holds(const struct inc_tables *t, const struct inc_position *p) {
    if ((p->battle != ALEA_NONE) != is_clash(p->step) || p->attackers > INC_LINE) return false;
    if (p->entered > INCURSIO_RESULTS || (p->entered && p->battle == ALEA_NONE)) return false;
    if (p->battle == ALEA_NONE) {
        if (p->stage || p->pass || p->pairs || p->at || p->weapon || p->copy || p->aim || p->ambush) return false;
        if (!p->attackers && !p->death) return !p->line[0];
        return p->side < INC_SIDES && somebody_enters_an_attack(t, p) && line_holds(p);
    }
    if (p->battle >= t->n_sites || p->side >= INC_SIDES || !p->attackers || !p->stage || !p->pass) return false;
    return line_holds(p) && inc_stands(p, inc_other(p->side), p->battle) > 0;
}

/* ---- Knowledge ---- */

static bool site_is_known_well(const struct inc_position *p, int side, unsigned site) {
    const struct inc_knowledge *know = &p->know[side];
    unsigned kind = know->kind[site] & 0xf0u, level = know->kind[site] & 0xfu;
    unsigned theirs = side == INC_DEFENDERS ? INC_KIND_RUIN : INC_KIND_SETTLEMENT;
    unsigned most = side == INC_DEFENDERS ? INC_RUIN_LEVELS : INC_LEVELS;
    if (know->kind_day[site] > p->day + 1 || know->units_day[site] > p->day + 1) return false;
    if (kind != INC_KIND_EMPTY && kind != theirs) return false;
    if (kind == INC_KIND_EMPTY ? level != 0 : level >= most && level != INC_LEVEL_UNKNOWN) return false;
    return kind != INC_KIND_RUIN || p->born[site]; /* ruins fall to the Defenders alone, and sacks are told */
}

/* Invariant 16, as far as it shows: no news of tomorrow, or of what can't be. [INC-SECRET-4] */
bool inc_knowledge_holds(const struct inc_tables *t, const struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
            if (!site_is_known_well(p, side, site)) return false;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (p->seen_has[site] >> t->n_structures || p->seen_has_day[site] > p->day + 1) return false;
    return true;
}
