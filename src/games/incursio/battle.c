/* SPDX-License-Identifier: MIT */
/* battle.c - a battle from its beginning to its end: stages, passes, retreat, and what falls. [INC-COMBAT-19 .. -21,
 * INC-RETREAT, INC-DEMON-2, INC-FOUND-7] What is thrown in a stage: clash.c.
 *
 * p->side attacks p->battle. Attackers stay in their camps while they fight; line[] holds their indices in unit[side]. The
 * dawn ambush is such a battle, too: soldiers against the demons of a portal on their own site. [INC-PORTAL-9] */
#include <string.h>

#include "incursio_internal.h"

static int in_camp(const struct inc_position *p) { return p->camp[inc_other(p->side)][p->battle]; }
static int in_garrison(const struct inc_position *p) { return inc_garrison(p, inc_other(p->side), p->battle); }

/* ---- The line and the camps ---- */

/* Where unit number `unit` stands. */
static unsigned site_of_unit(const struct inc_position *p, int side, int unit) {
    unsigned site = 0;
    while (unit >= p->start[side][site] + inc_n_units(p, side, site)) site++;
    return site;
}

inc_unit inc_line_take(struct inc_position *p, int at) {
    int side = p->side, unit = p->line[at];
    unsigned site = site_of_unit(p, side, unit);
    for (int i = 0; i < p->attackers; i++) p->line[i] = (uint16_t)(p->line[i] - (p->line[i] > unit));
    return inc_take(p, side, site, false, unit - p->start[side][site] - inc_garrison(p, side, site));
}

/* The survivors come to the end of the target's camp, in the order of the line. [INC-ASSAULT-11] */
static void occupy(struct inc_position *p) {
    int side = p->side;
    for (int at = 0; at < p->attackers; at++) {
        inc_unit unit = inc_line_take(p, at);
        int end = p->camp[side][p->battle];
        inc_insert(p, side, p->battle, false, end, unit);
        int place = p->start[side][p->battle] + inc_garrison(p, side, p->battle) + end;
        for (int i = at + 1; i < p->attackers; i++) p->line[i] = (uint16_t)(p->line[i] + (p->line[i] >= place));
    }
}

/* ---- What falls ---- */

static bool lose_works(struct inc_position *p, unsigned site) {
    bool lost = false;
    for (int character = 0; character < INC_CHARACTERS; character++) {
        if (p->work[character] == ALEA_NONE || p->work_site[character] != site) continue;
        p->work[character] = p->work_site[character] = ALEA_NONE;
        lost = true;
    }
    return lost;
}

static void sack(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    unsigned level = p->level[site];
    int32_t gain = t->level[level].population;
    p->level[site] = 0;
    p->has[site] = 0;
    memset(p->copies[site], 0, sizeof p->copies[site]);
    p->born[site] = (uint8_t)(p->day + INC_RUIN_BIAS); /* [INC-DEMON-2] */
    p->resources += (uint32_t)gain;                    /* [INC-DEMON-3] */
    p->sacked[level]++;
    if (site == t->capital) p->capital_lost = 1;
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_SACKED, (int32_t)site, (int32_t)level, gain, 0);
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_RESOURCES, gain, (int32_t)p->resources, 0, 0);
}

static void purify(struct inc_position *p, unsigned site, struct alea_events *sink) {
    int level = inc_ruin_level(p, site);
    p->born[site] = 0; /* [INC-FOUND-7] */
    p->purified++;
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_PURIFIED, (int32_t)site, level, 0, 0);
}

/* A settlement falls; a ruin is purified; works are lost. [INC-DEMON-2, INC-FOUND-7, INC-FOUND-5] */
static void fall(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    bool works = lose_works(p, site); /* [INC-BUILD-9, INC-FOUND-5] */
    if (inc_is_settlement(p, site)) sack(t, p, site, sink);
    else if (inc_is_ruin(p, site)) purify(p, site, sink);
    if (works) inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_WORKS_LOST, (int32_t)site, 0, 0, 0);
}

/* ---- The end ---- */

/* To the blank that all positions without a battle share; dice and shots are blank since the last clash. */
static void clear(struct inc_position *p) {
    inc_line_clear(p);
    p->battle = ALEA_NONE;
    p->stage = INCURSIO_CLASH_NONE;
    p->pass = p->ambush = 0;
}

/* Everybody who was there has fought, whether they threw dice or not. [INC-ASSAULT-10, INC-MOVE-8] */
static void mark(struct inc_position *p) {
    inc_unit *unit = p->unit[p->side];
    for (int at = 0; at < p->attackers; at++) unit[p->line[at]] = inc_with_state(unit[p->line[at]], INC_FOUGHT);
    inc_mark_all(p, inc_other(p->side), p->battle, INC_FOUGHT);
}

/* After an ambush nobody has fought, and its winner is there already. [INC-PORTAL-9, INC-PORTAL-10] */
static void settle(const struct inc_tables *t, struct inc_position *p, unsigned result, struct alea_events *sink) {
    if (!p->ambush) mark(p);
    if (result == (p->ambush ? INCURSIO_RESULT_REPELLED : INCURSIO_RESULT_TAKEN)) fall(t, p, p->battle, sink);
    if (!p->ambush && result == INCURSIO_RESULT_TAKEN) occupy(p);
}

void inc_battle_end(const struct inc_tables *t, struct inc_position *p, unsigned result, struct alea_events *sink) {
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_BATTLE_OVER, p->battle, (int32_t)result, p->side, 0);
    settle(t, p, result, sink);
    clear(p);
    inc_go_on(t, p, sink);
}

/* ---- Passes ---- */

/* The next stage of this pass that has something to throw; false: the pass is over. [INC-COMBAT-19, INC-SIEGE-2] */
static bool next_stage(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (p->stage < INCURSIO_CLASH_CAMP && inc_clash_begin(p, INCURSIO_CLASH_CAMP, sink)) return true;
    bool manned = in_camp(p) || in_garrison(p); /* [INC-SIEGE-8] */
    if (p->stage < INCURSIO_CLASH_SIEGE && p->pass == 1 && manned && inc_siege_begin(t, p, sink)) return true;
    return p->stage < INCURSIO_CLASH_GARRISON && inc_clash_begin(p, INCURSIO_CLASH_GARRISON, sink);
}

/* How the battle stands after a pass; INCURSIO_RESULTS: it goes on. [INC-COMBAT-20, INC-COMBAT-21] */
static unsigned result_of(const struct inc_tables *t, const struct inc_position *p) {
    int defenders = in_camp(p) + in_garrison(p);
    if (!p->attackers) return INCURSIO_RESULT_REPELLED;
    if (!defenders) return INCURSIO_RESULT_TAKEN;
    if (p->attackers < defenders && !p->death) return INCURSIO_RESULT_RETREAT; /* [INC-RETREAT-1 .. INC-RETREAT-3] */
    bool last = p->pass >= t->max_passes && !p->ambush;                        /* an ambush ends with a side [ruling] */
    return last ? INCURSIO_RESULT_RETREAT : INCURSIO_RESULTS;
}

/* Soldiers of the ambush form a line, in camp order. */
static void line_up(struct inc_position *p) {
    int first = p->start[INC_DEFENDERS][p->battle] + p->garrison[p->battle];
    int camp = p->camp[INC_DEFENDERS][p->battle];
    p->attackers = (uint16_t)(camp < INC_LINE ? camp : INC_LINE);
    for (int at = 0; at < p->attackers; at++) p->line[at] = (uint16_t)(first + at);
}

/* To the next throw, or to the end. When the line of an ambush has fallen, those come for whom it had no place. [ruling] */
void inc_battle_go_on(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    while (!next_stage(t, p, sink)) {
        if (p->ambush && !p->attackers) line_up(p);
        unsigned result = result_of(t, p);
        inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_PASS_OVER, p->battle, p->attackers, in_camp(p) + in_garrison(p), p->side);
        if (result < INCURSIO_RESULTS) {
            inc_battle_end(t, p, result, sink);
            return;
        }
        p->stage = INCURSIO_CLASH_NONE;
        if (p->pass < UINT8_MAX) p->pass++;
    }
}

/* ---- The beginning ---- */

/* From the front, those of a type that stand side by side together. [INC-TABLE-22] */
static void tell_order(struct inc_position *p, struct alea_events *sink) {
    for (int at = 0, run; at < p->attackers; at += run) {
        unsigned type = inc_type(p->unit[p->side][p->line[at]]);
        for (run = 1; at + run < p->attackers && inc_type(p->unit[p->side][p->line[at + run]]) == type;) run++;
        inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_LINE_ORDER, INC_TYPES * p->side + (int32_t)type, run, 0, 0);
    }
}

static void tell_line(struct inc_position *p, struct alea_events *sink) {
    int32_t count[INC_TYPES] = {0};
    for (int at = 0; at < p->attackers; at++) count[inc_type(p->unit[p->side][p->line[at]])]++;
    unsigned event = p->side == INC_DEFENDERS ? INCURSIO_EVENT_LINE_OF_SOLDIERS : INCURSIO_EVENT_LINE_OF_DEMONS;
    inc_tell(p, sink, INC_BOTH, event, count[0], count[1], count[2], 0);
}

void inc_battle_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    inc_consent_lapses(t, p, sink);
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_BATTLE, p->battle, p->side, 0, 0); /* [INC-SECRET-8] */
    if (p->ambush) inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_AMBUSH, p->battle, 0, 0, 0);
    tell_line(p, sink);
    if (t->version >= INC_TABLE_VERSION) tell_order(p, sink);
    p->stage = INCURSIO_CLASH_NONE;
    p->pass = 1;
    inc_battle_go_on(t, p, sink);
}

void inc_ambush_begin(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    p->side = INC_DEFENDERS;
    p->battle = (uint8_t)site;
    p->resume = INCURSIO_STEP_PORTAL_DEMON;
    p->ambush = p->death = 1; /* [INC-PORTAL-9] */
    line_up(p);
    inc_battle_begin(t, p, sink);
}
