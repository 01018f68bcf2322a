/* SPDX-License-Identifier: MIT */
/* tell.c - reports: the one way in which a side learns anything of the other. [INC-SECRET-2, INC-SECRET-4]
 *
 * What is known of a site is the last news of it, with its day: how many units, which of them in which place, which
 * aggregate, and of a settlement which structures. A report replaces what it contradicts and leaves the rest. What only says
 * that there are enemies does not replace a number, which is worth more though it is older. Own units are no news. */
#include <string.h>

#include "incursio_internal.h"

/* One side's knowledge, as it learns. Days are stored + 1. */
struct pupil {
    struct inc_position *p;
    struct inc_knowledge *know;
    int side;
    uint8_t today;
};

static void forget_places(struct pupil *to, unsigned site) {
    memset(to->know->camp[site], 0, sizeof to->know->camp[site]);
    if (to->side == INC_RAIDERS) memset(to->p->seen_garrison[site], 0, sizeof to->p->seen_garrison[site]);
}

static void forget_structures(struct pupil *to, unsigned site, uint8_t day) {
    if (to->side != INC_RAIDERS) return;
    to->p->seen_has[site] = 0;
    memset(to->p->seen_copies[site], 0, sizeof to->p->seen_copies[site]);
    to->p->seen_has_day[site] = day;
}

/* What spies make out on one day adds up; older news of structures give way to it. */
static void learn_structures(struct pupil *to, unsigned site) {
    if (to->side == INC_RAIDERS && to->p->seen_has_day[site] != to->today) forget_structures(to, site, to->today);
}

/* Places are as old as the number: they are forgotten unless it is today's and has not changed. */
static void learn_count(struct pupil *to, unsigned site, int n) {
    if (n != to->know->units[site] || to->know->units_day[site] != to->today) forget_places(to, site);
    to->know->units[site] = (uint16_t)n;
    to->know->units_day[site] = to->today;
}

static void learn_some(struct pupil *to, unsigned site) {
    if (!to->know->units[site]) learn_count(to, site, INC_SOME);
}

static void learn_kind(struct pupil *to, unsigned site, unsigned kind) {
    to->know->kind[site] = (uint8_t)kind;
    to->know->kind_day[site] = to->today;
    if (kind < INC_KIND_SETTLEMENT) forget_structures(to, site, 0);
}

/* As if nothing had ever been reported. */
static void forget(struct pupil *to, unsigned site) {
    forget_places(to, site);
    forget_structures(to, site, 0);
    to->know->units[site] = 0;
    to->know->units_day[site] = to->know->kind_day[site] = 0;
    to->know->kind[site] = INC_KIND_EMPTY;
}

/* No enemy there, so no aggregate of theirs. */
static void learn_empty(struct pupil *to, unsigned site) {
    learn_count(to, site, 0);
    learn_kind(to, site, INC_KIND_EMPTY);
}

/* Places are counted from 1 in reports. */
static void learn_place(uint8_t list[], int most, int place, int32_t unit) {
    int at = place - 1;
    if (at < 0 || at >= most) return;
    unsigned shift = 2 * (unsigned)(at % 4), type = (unsigned)unit % INC_TYPES;
    list[at / 4] = (uint8_t)((list[at / 4] & ~(3u << shift)) | (1 + type) << shift);
}

static void learn_structure(struct pupil *to, unsigned site, unsigned structure, int copies) {
    if (to->side != INC_RAIDERS) return;
    uint8_t *pair = &to->p->seen_copies[site][structure / 2];
    unsigned shift = 4 * (structure % 2);
    to->p->seen_has[site] |= UINT32_C(1) << structure;
    to->p->seen_has_day[site] = to->today;
    *pair = (uint8_t)((*pair & ~(0xfu << shift)) | ((unsigned)copies & 0xf) << shift);
}

/* ---- Battles [INC-SECRET-5] ---- */

/* The living after a pass: the attacker counts those on the site. The defender counts the attackers as if they were there,
 * which the outcome makes true or takes back. */
static void learn_pass(struct pupil *to, unsigned site, int attackers, int defenders, int attacker) {
    learn_count(to, site, to->side == attacker ? defenders : attackers);
}

static void learn_outcome(struct pupil *to, unsigned site, unsigned result, int attacker) {
    bool taken = result == INCURSIO_RESULT_TAKEN, attacked = to->side == attacker;
    if (attacked && taken) learn_empty(to, site);
    else if (!attacked && taken) learn_some(to, site);
    else if (!attacked) learn_count(to, site, 0);
}

/* A ruin is left of a settlement, and empty land of a ruin. [INC-SECRET-6] */
static void learn_sack(struct pupil *to, unsigned site) {
    learn_kind(to, site, to->side == INC_DEFENDERS ? INC_KIND_RUIN : INC_KIND_EMPTY);
}

/* ---- What each report says ---- */

static void learn(struct pupil *to, unsigned event, const int32_t arg[ALEA_EVENT_ARGS]) {
    unsigned site = (unsigned)arg[0];
    switch (event) {
    case INCURSIO_EVENT_CONTACT: /* [INC-MOVE-9] */
    case INCURSIO_EVENT_AMBUSH:
    case INCURSIO_EVENT_SPIED_ENEMIES: learn_some(to, site); break; /* [INC-SPY-13] */
    case INCURSIO_EVENT_FOUND_EMPTY:                                /* [INC-ASSAULT-8] */
    case INCURSIO_EVENT_SPIED_EMPTY: learn_empty(to, site); break;  /* [INC-SPY-12] */
    case INCURSIO_EVENT_BATTLE:
        if (to->side == arg[1]) learn_some(to, site);
        break;
    case INCURSIO_EVENT_LEFT_STANDING:
    case INCURSIO_EVENT_PASS_OVER: learn_pass(to, site, arg[1], arg[2], arg[3]); break;
    case INCURSIO_EVENT_BATTLE_OVER: learn_outcome(to, site, (unsigned)arg[1], arg[2]); break;
    case INCURSIO_EVENT_SACKED: learn_sack(to, site); break;
    case INCURSIO_EVENT_PURIFIED:
    case INCURSIO_EVENT_SPIED_LAND: learn_kind(to, site, INC_KIND_EMPTY); break; /* [INC-SPY-16] */
    case INCURSIO_EVENT_START_KIND: { /* a level that is no level is not told [INC-SECRET-1] */
        bool told = arg[1] > 0 && arg[1] < INC_LEVELS;
        learn_kind(to, site, INC_KIND_SETTLEMENT | (told ? (unsigned)arg[1] : INC_LEVEL_UNKNOWN));
        break;
    }
    case INCURSIO_EVENT_START_RUIN: learn_kind(to, site, INC_KIND_RUIN | INC_LEVEL_UNKNOWN); break;
    case INCURSIO_EVENT_SPIED_SETTLEMENT: learn_kind(to, site, INC_KIND_SETTLEMENT | (unsigned)arg[1]); break;
    case INCURSIO_EVENT_SPIED_RUIN: learn_kind(to, site, INC_KIND_RUIN | (unsigned)arg[1]); break;
    case INCURSIO_EVENT_CORRECTED_KNOWN: /* [INC-TABLE-15] */
    case INCURSIO_EVENT_CORRECTED_FORGOTTEN: forget(to, site); break;
    case INCURSIO_EVENT_CORRECTED_RUIN:
        if (to->side == INC_DEFENDERS) learn_kind(to, site, INC_KIND_RUIN | (unsigned)arg[2]);
        break;
    case INCURSIO_EVENT_CORRECTED_RUIN_GONE:
        if (to->side == INC_DEFENDERS) learn_kind(to, site, INC_KIND_EMPTY);
        break;
    case INCURSIO_EVENT_SPIED_COUNT: learn_count(to, site, arg[1]); break; /* [INC-SPY-14] */
    case INCURSIO_EVENT_SPIED_GARRISON:
        if (to->side == INC_RAIDERS) learn_place(to->p->seen_garrison[site], INC_SEEN_GARRISON, arg[1], arg[2]);
        break;
    case INCURSIO_EVENT_SPIED_CAMP: learn_place(to->know->camp[site], INC_SEEN_CAMP, arg[1], arg[2]); break;
    case INCURSIO_EVENT_SPIED_KINDS: /* [INC-SPY-15] */
    case INCURSIO_EVENT_SPIED_NO_STRUCTURES: learn_structures(to, site); break;
    case INCURSIO_EVENT_SPIED_STRUCTURE: learn_structure(to, site, (unsigned)arg[1], arg[2]); break;
    default: break;
    }
}

void inc_learn(struct inc_position *p, int side, int day, unsigned event, const int32_t arg[ALEA_EVENT_ARGS]) {
    struct pupil to = {.p = p, .know = &p->know[side], .side = side, .today = (uint8_t)(day + 1)};
    learn(&to, event, arg);
}

void inc_tell(struct inc_position *p, struct alea_events *sink, unsigned sides, unsigned event, int32_t a, int32_t b,
              int32_t c, int32_t d) {
    const int32_t arg[ALEA_EVENT_ARGS] = {a, b, c, d};
    alea_actors audience = sides == INC_PUBLIC ? ALEA_EVERYBODY : 0;
    for (int side = 0; side < INC_SIDES; side++) {
        if (!(sides >> side & 1)) continue;
        audience |= inc_audience(side);
        inc_learn(p, side, p->day, event, arg);
    }
    alea_emit(sink, audience, event, a, b, c, d);
}
