/* SPDX-License-Identifier: MIT */
/* hide.c - what a seat can't know. [INC-SECRET-2, INC-SECRET-7]
 *
 * A side's own things are blanked whole: as if it had nothing, and as in the opening position where that says ALEA_NONE.
 * What the other side has been told stays in its knowledge, which is its own. */
#include <string.h>

#include "incursio_internal.h"

/* ---- One side ---- */

static void blank_units(struct inc_position *p, int side) {
    memset(p->pool[side], 0, sizeof p->pool[side]);
    memset(p->due[side], 0, sizeof p->due[side]);
    memset(p->camp[side], 0, sizeof p->camp[side]);
    memset(p->unit[side], 0, sizeof p->unit[side]);
}

static void blank_characters(struct inc_position *p, int side) {
    memset(p->seat_of[side], ALEA_NONE, sizeof p->seat_of[side]);
    memset(p->species[side], 0, sizeof p->species[side]);
    memset(p->action[side], INCURSIO_ACTION_NONE, sizeof p->action[side]);
    memset(p->action_site[side], ALEA_NONE, sizeof p->action_site[side]);
    memset(p->action_what[side], ALEA_NONE, sizeof p->action_what[side]);
    memset(p->flags[side], 0, sizeof p->flags[side]);
    memset(p->rank[side], 0, sizeof p->rank[side]);
    memset(p->mission[side], ALEA_NONE, sizeof p->mission[side]);
    memset(p->mission_site[side], ALEA_NONE, sizeof p->mission_site[side]);
    memset(p->ending[side], ALEA_NONE, sizeof p->ending[side]);
    memset(p->ending_site[side], ALEA_NONE, sizeof p->ending_site[side]);
    memset(p->free_who[side], 0, sizeof p->free_who[side]);
    memset(p->free_until[side], 0, sizeof p->free_until[side]);
    memset(p->free_number[side], 0, sizeof p->free_number[side]);
}

static void blank_defenders(struct inc_position *p) {
    p->foreseen = p->reordered = 0;
    p->treasury = p->income = p->best_income = 0;
    p->purified = p->capital_lost = 0;
    memset(p->level, 0, sizeof p->level);
    memset(p->garrison, 0, sizeof p->garrison);
    memset(p->copies, 0, sizeof p->copies);
    memset(p->has, 0, sizeof p->has);
    memset(p->pay, 0, sizeof p->pay);
    memset(p->work, ALEA_NONE, sizeof p->work);
    memset(p->work_site, ALEA_NONE, sizeof p->work_site);
}

static void blank_raiders(struct inc_position *p) {
    p->located = p->opening = 0;
    p->resources = 0;
    p->portal_demons = p->steps = 0;
    p->extra_attacks = p->ruinless = p->calm = 0;
    memset(p->sacked, 0, sizeof p->sacked);
    memset(p->seen_has, 0, sizeof p->seen_has); /* what the Raiders know of structures */
    memset(p->seen_copies, 0, sizeof p->seen_copies);
    memset(p->seen_has_day, 0, sizeof p->seen_has_day);
    memset(p->seen_garrison, 0, sizeof p->seen_garrison);
}

static void blank_cursors(const struct inc_tables *t, struct inc_position *p, int side) {
    for (int seat = side; seat < t->seats; seat += INC_SIDES) {
        p->stage_of[seat] = INCURSIO_STAGE_NONE;
        p->site_of[seat] = p->to_of[seat] = p->character_of[seat] = ALEA_NONE;
        p->made_of[seat] = 0;
    }
}

/* Sacks are public, and so is what became of them. [INC-SECRET-6] */
static void blank_ruins(struct inc_position *p, bool told) {
    for (unsigned site = 0; site < INC_SITES; site++)
        if (!told || !inc_is_known_ruin(p, site)) p->born[site] = 0;
}

/* An attack that is being entered is not launched yet; in a battle the line is known by its dice. [INC-SECRET-5] */
static void blank_attack(struct inc_position *p) {
    p->attacks = 0; /* those on empty sites are told to nobody else */
    memset(p->line, 0, sizeof p->line);
    if (p->battle == ALEA_NONE) p->death = 0, p->attackers = 0;
}

/* What only that side knows is as if it had nothing. */
static void blank_side(const struct inc_tables *t, struct inc_position *p, int side) {
    blank_units(p, side);
    blank_characters(p, side);
    blank_cursors(t, p, side);
    if (side == INC_DEFENDERS) blank_defenders(p);
    else blank_raiders(p);
    p->spoke = (uint8_t)(p->spoke & ~((1u | INC_RULED) << side));
    p->objectives[side] = p->fulfilled[side] = 0;
    memset(&p->know[side], 0, sizeof p->know[side]);
    memset(p->delegate[side], ALEA_NONE, sizeof p->delegate[side]);
    if (p->side == side) blank_attack(p);
}

/* ---- Chance in progress ---- */

/* Whose secret the draws are: 0 or 1, or ALEA_NONE if nobody's. What a battle interrupts is still in progress. */
static int drawer(const struct inc_position *p) {
    switch (p->battle == ALEA_NONE ? p->step : p->resume) {
    case INCURSIO_STEP_PORTAL_TYPE:
    case INCURSIO_STEP_PORTAL_DEMON:
    case INCURSIO_STEP_PORTAL: return INC_RAIDERS; /* [INC-PORTAL-5] */
    case INCURSIO_STEP_VIGIL: return INC_DEFENDERS;
    case INCURSIO_STEP_OBJECTIVE:
    case INCURSIO_STEP_OPENING:
    case INCURSIO_STEP_PURSE:
    case INCURSIO_STEP_PERCENT:
    case INCURSIO_STEP_SPY_DIE:
    case INCURSIO_STEP_SPY_THING: /* [INC-SECRET-9] */
    case INCURSIO_STEP_PRODUCE: return p->who;
    default: return ALEA_NONE;
    }
}

static void blank_draws(struct inc_position *p) {
    p->left = p->bound = 0;
    p->who = p->subject = 0;
    memset(p->drawn, 0, sizeof p->drawn);
}

/* Place and outcome of a battle are public, and no more. [INC-SECRET-8] */
static void blank_battle(struct inc_position *p) {
    p->stage = p->pass = p->death = p->weapon = p->copy = p->aim = 0;
    p->attackers = p->pairs = p->at = 0;
    memset(p->dice, 0, sizeof p->dice);
}

/* ---- The contract ---- */

void inc_hide(const void *tables, void *pos, int seat) {
    const struct inc_tables *t = tables;
    struct inc_position *p = pos;
    bool spectator = seat < 0 || seat >= t->seats;
    int viewer = spectator ? ALEA_NONE : inc_side_of(seat);
    if (p->step == INCURSIO_STEP_OVER) return; /* the final scene: maps are laid open [INC-SECRET-10] */
    p->ruling_site = ALEA_NONE;                /* where the Master corrects is not public [INC-ROLE-15] */
    p->ruling_unit = p->ruling_person = 0;
    inc_result_break_off(p); /* until it is complete it is nobody's [INC-TABLE-13] */
    if (drawer(p) != viewer || spectator) blank_draws(p);
    if (spectator) blank_battle(p);
    if (t->version >= INC_TABLE_VERSION) p->done &= spectator ? 0 : inc_audience(viewer); /* [INC-TABLE-25] */
    if (viewer != INC_RAIDERS) blank_ruins(p, !spectator);
    for (int side = 0; side < INC_SIDES; side++)
        if (side != viewer) blank_side(t, p, side);
    inc_derive(t, p);
}
