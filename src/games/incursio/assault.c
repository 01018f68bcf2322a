/* SPDX-License-Identifier: MIT */
/* assault.c - entering an attack: its target, its line, its launch. [INC-ASSAULT]
 *
 * The line is p->line while it is entered, too: of a General and his deputy one enters an attack at a time. The units stay in
 * their camps; what joins the line is judged by what stands there and what the line holds already. No shadow exists in these
 * steps. */
#include <string.h>

#include "incursio_internal.h"

void inc_line_clear(struct inc_position *p) {
    memset(p->line, 0, p->attackers * sizeof *p->line);
    p->attackers = 0;
    p->death = 0;
}

/* ---- Who may join the line ---- */

static bool in_line(const struct inc_position *p, int unit) {
    for (int i = 0; i < p->attackers; i++)
        if (p->line[i] == unit) return true;
    return false;
}

/* [INC-MOVE-10] */
static bool keeps_one(const struct inc_position *p, int side, unsigned site) {
    int first = p->start[side][site], stay = inc_n_units(p, side, site), last = first + stay;
    for (int i = 0; i < p->attackers; i++) stay -= p->line[i] >= first && p->line[i] < last;
    return stay > 1 || !inc_must_stay(p, side, site);
}

/* Unit number `at` of that camp, from 0: 0, or why it can't join. The site keeps one, see above. */
static alea_rule why_not_join(const struct inc_position *p, int side, unsigned site, unsigned at) {
    if (at >= p->camp[side][site]) return INC_ASSAULT_4;
    int unit = p->start[side][site] + inc_garrison(p, side, site) + (int)at;
    if (inc_state_of(p->unit[side][unit]) == INC_FOUGHT) return INC_ASSAULT_5;
    return in_line(p, unit) ? INC_ASSAULT_2 : 0;
}

/* 0 if some unit of the site can join, or what is missing, by its place in `missing`. */
enum { NOTHING, LINE, PLACE, FOUGHT, LIST, LAST };
static const alea_rule missing[] = {
    [LINE] = INC_ASSAULT_3, [PLACE] = INC_ASSAULT_4, [FOUGHT] = INC_ASSAULT_5, [LIST] = INC_ASSAULT_2, [LAST] = INC_MOVE_10};

static int lacks(const struct inc_position *p, int side, unsigned site) {
    if (!inc_n_units(p, side, site)) return LINE;
    if (!p->camp[side][site]) return PLACE;
    int lack = FOUGHT;
    for (unsigned at = 0; at < p->camp[side][site]; at++) {
        alea_rule why = why_not_join(p, side, site, at);
        if (!why) return keeps_one(p, side, site) ? NOTHING : LAST;
        if (why == INC_ASSAULT_2) lack = LIST;
    }
    return lack;
}

static uint64_t origins(const struct inc_tables *t, const struct inc_position *p, int side, unsigned target) {
    uint64_t set = 0;
    if (p->attackers >= INC_LINE) return 0;
    for (uint64_t rest = inc_ways(t, side, target); rest; rest &= rest - 1) /* [INC-ASSAULT-3] */
        if (!lacks(p, side, inc_first(rest))) set |= inc_bit(inc_first(rest));
    return set;
}

/* ---- The target ---- */

/* No more attacks in this step; or not the seat's business. */
static alea_rule why_no_attack(const struct inc_tables *t, const struct inc_position *p, int seat) {
    int side = inc_side_of(seat), other = p->general[side] == seat ? p->deputy[side] : p->general[side];
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    if (other < t->seats && p->stage_of[other] == INCURSIO_STAGE_LINE) return INC_ASSAULT_9; /* one attack at a time */
    if (p->step == INCURSIO_STEP_DEMON_ASSAULT)
        return p->extra_attacks ? INC_DEMON_9 : 0;            /* [INC-DEMON-9, INC-ASSAULT-12] */
    return p->attacks < t->attacks_a_day ? 0 : INC_ASSAULT_1; /* [INC-ASSAULT-1] */
}

static int list_base(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int side = inc_side_of(seat);
    uint64_t near = 0, held = 0;
    if (why_no_attack(t, p, seat)) return 0;
    for (uint64_t rest = t->sites; rest; rest &= rest - 1) {
        unsigned site = inc_first(rest);
        if (!inc_n_units(p, side, site)) continue;
        held |= inc_bit(site);
        if (!lacks(p, side, site)) near |= inc_ways(t, side, site);
    }
    return inc_list(out, 0, INCURSIO_VERB_ATTACK, near & ~held);
}

/* Of the sites around the target the one that comes nearest to sending a unit names the rule. */
static alea_rule why_not_target(const struct inc_tables *t, const struct inc_position *p, int side, unsigned target) {
    if (target >= (unsigned)t->n_sites || inc_n_units(p, side, target)) return INC_ASSAULT_2;
    int furthest = LINE;
    for (uint64_t rest = inc_ways(t, side, target); rest; rest &= rest - 1) {
        int lack = lacks(p, side, inc_first(rest));
        if (!lack) return 0;
        if (lack > furthest) furthest = lack;
    }
    return missing[furthest];
}

static alea_rule why_not_base(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    alea_rule why = 0;
    switch (verb) {
    case INCURSIO_VERB_ATTACK:
        why = why_no_attack(t, p, seat);
        return why ? why : why_not_target(t, p, inc_side_of(seat), arg);
    case INCURSIO_VERB_UNIT:
    case INCURSIO_VERB_DEATH:
    case INCURSIO_VERB_LAUNCH:
    case INCURSIO_VERB_CANCEL: return INC_ASSAULT_2; /* no target yet */
    default: return INC_TURN_1;
    }
}

/* The only site that can give a unit is taken by itself. */
static void find_origin(const struct inc_tables *t, struct inc_position *p, int seat) {
    uint64_t from = origins(t, p, inc_side_of(seat), p->site_of[seat]);
    if (inc_count(from) == 1) p->to_of[seat] = (uint8_t)inc_first(from);
}

static void apply_base(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)verb, (void)sink;
    inc_line_clear(p);
    p->site_of[seat] = (uint8_t)arg;
    p->to_of[seat] = ALEA_NONE;
    inc_to_stage(p, seat, INCURSIO_STAGE_LINE);
    find_origin(t, p, seat);
}

const struct inc_stage inc_stage_base_assault = {list_base, why_not_base, apply_base};

/* ---- The line ---- */

static alea_rule why_not_unit(const struct inc_position *p, int seat, unsigned number) {
    int side = inc_side_of(seat);
    unsigned from = p->to_of[seat];
    if (from == ALEA_NONE || p->attackers >= INC_LINE) return INC_ASSAULT_2;
    alea_rule why = why_not_join(p, side, from, number - 1);
    return why ? why : keeps_one(p, side, from) ? 0 : INC_MOVE_10;
}

static alea_rule why_not_from(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    int side = inc_side_of(seat);
    if (site >= (unsigned)t->n_sites || !inc_has(inc_ways(t, side, p->site_of[seat]), site)) return INC_ASSAULT_3;
    if (site == p->to_of[seat] || p->attackers >= INC_LINE) return INC_ASSAULT_2;
    return missing[lacks(p, side, site)];
}

/* [INC-RETREAT-5, INC-DEMON-10] */
static alea_rule why_not_death(const struct inc_tables *t, const struct inc_position *p, int seat) {
    if (inc_side_of(seat) != INC_RAIDERS) return INC_RETREAT_5;
    return t->power[p->steps].no_retreat ? 0 : INC_DEMON_10;
}

static alea_rule why_not_launch(const struct inc_position *p) {
    if (!p->attackers) return INC_ASSAULT_2;
    return p->paused ? INC_ROLE_24 : 0; /* launching runs the order */
}

static int list_line(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int side = inc_side_of(seat), n = 0;
    unsigned from = p->to_of[seat];
    uint64_t others = origins(t, p, side, p->site_of[seat]);
    if (from != ALEA_NONE) others &= ~inc_bit(from);
    n = inc_list(out, n, INCURSIO_VERB_FROM, others);
    if (from != ALEA_NONE && p->attackers < INC_LINE && keeps_one(p, side, from))
        for (unsigned at = 0; at < p->camp[side][from]; at++)
            if (!why_not_join(p, side, from, at)) out[n++] = alea_move_make(INCURSIO_VERB_UNIT, at + 1);
    if (!why_not_death(t, p, seat)) n = inc_list_one(out, n, INCURSIO_VERB_DEATH);
    if (!why_not_launch(p)) n = inc_list_one(out, n, INCURSIO_VERB_LAUNCH);
    return inc_list_one(out, n, INCURSIO_VERB_CANCEL);
}

static alea_rule why_not_line(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    switch (verb) {
    case INCURSIO_VERB_FROM: return why_not_from(t, p, seat, arg);
    case INCURSIO_VERB_UNIT: return why_not_unit(p, seat, arg);
    case INCURSIO_VERB_DEATH: return arg ? INC_RETREAT_5 : why_not_death(t, p, seat);
    case INCURSIO_VERB_LAUNCH: return arg ? INC_ASSAULT_2 : why_not_launch(p);
    case INCURSIO_VERB_CANCEL: return arg ? INC_ASSAULT_2 : 0;
    case INCURSIO_VERB_ATTACK: return INC_ASSAULT_9; /* one after the other */
    default: return INC_TURN_1;
    }
}

static void launch(const struct inc_tables *t, struct inc_position *p, int seat, struct alea_events *sink) {
    int side = inc_side_of(seat);
    unsigned site = p->site_of[seat];
    if (p->step == INCURSIO_STEP_DEMON_ASSAULT) p->extra_attacks++; /* [INC-ASSAULT-12] */
    else p->attacks++;
    inc_to_base(t, p, seat);
    if (inc_stands(p, inc_other(side), site)) {
        p->battle = (uint8_t)site;
        p->resume = p->step;
        inc_battle_begin(t, p, sink); /* [INC-ASSAULT-9] */
        return;
    }
    inc_line_clear(p);
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_FOUND_EMPTY, (int32_t)site, 0, 0, 0); /* [INC-ASSAULT-8] */
}

static void join(const struct inc_tables *t, struct inc_position *p, int seat, unsigned number) {
    int side = inc_side_of(seat);
    unsigned from = p->to_of[seat];
    p->line[p->attackers++] = (uint16_t)(p->start[side][from] + inc_garrison(p, side, from) + (int)number - 1);
    find_origin(t, p, seat);
}

static void apply_line(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    switch (verb) {
    case INCURSIO_VERB_LAUNCH: launch(t, p, seat, sink); return;
    case INCURSIO_VERB_FROM: p->to_of[seat] = (uint8_t)arg; break;
    case INCURSIO_VERB_UNIT: join(t, p, seat, arg); break;
    case INCURSIO_VERB_DEATH: p->death = !p->death; break;
    default: /* cancel */
        inc_line_clear(p);
        inc_to_base(t, p, seat);
        break;
    }
}

const struct inc_stage inc_stage_line = {list_line, why_not_line, apply_line};
