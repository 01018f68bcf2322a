/* SPDX-License-Identifier: MIT */
/* march.c - what becomes of marches that were entered: they are recalled, or run when the window closes. [INC-MOVE-9] */
#include <string.h>

#include "incursio_internal.h"

/* ---- Taken back [INC-ROLE-4] ---- */

/* An aggregate that others left because these were coming would be without units. [INC-MOVE-10] */
alea_rule inc_why_not_recall(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    int side = inc_side_of(seat), all = 0;
    if (site >= (unsigned)t->n_sites || !inc_n_units(p, side, site)) return INC_GEN_7;
    if (!inc_commands(t, p, seat, site)) return INC_ROLE_4;
    const inc_unit *camp = inc_camp(p, side, site);
    uint16_t marching[INC_WAYS] = {0};
    for (int i = 0; i < p->camp[side][site]; i++)
        if (inc_is_shadow(camp[i])) marching[inc_state_of(camp[i]) - INC_GOING]++, all++;
    for (unsigned way = 0; all && way < t->n_ways[site]; way++) {
        unsigned to = t->way[site][way];
        if (marching[way] && inc_must_stay(p, side, to) && inc_here(p, side, to) <= marching[way]) return INC_MOVE_10;
    }
    return all ? 0 : INC_ROLE_4;
}

/* The arrival that belongs to a shadow; alike ones are the same to everybody, the last entered goes first. */
static void take_arrival(struct inc_position *p, int side, unsigned to, inc_unit arrival) {
    const inc_unit *camp = inc_camp(p, side, to);
    for (int i = p->camp[side][to]; i-- > 0;)
        if (camp[i] == arrival) {
            inc_take(p, side, to, false, i);
            return;
        }
}

void inc_recall(const struct inc_tables *t, struct inc_position *p, int seat, unsigned site) {
    int side = inc_side_of(seat);
    for (int i = 0; i < p->camp[side][site]; i++) {
        inc_unit unit = inc_camp(p, side, site)[i];
        if (!inc_is_shadow(unit)) continue;
        unsigned to = t->way[site][inc_state_of(unit) - INC_GOING];
        take_arrival(p, side, to, inc_with_state(unit, INC_COMING + inc_way_to(t, to, site)));
        inc_units(p, side, site)[inc_garrison(p, side, site) + i] = inc_with_state(unit, INC_IDLE);
    }
    inc_choose_again(t, p, seat, ~UINT64_C(0));
}

/* ---- The window closes: marches are run ---- */

/* How many units march to each site, by the way of the site that they come along. */
struct marches {
    uint64_t met; /* sites where enemies stand: contact */
    uint16_t n[INC_SITES][INC_WAYS];
};

static void marches_count(const struct inc_tables *t, const struct inc_position *p, int side, struct marches *marches) {
    for (unsigned to = 0; to < (unsigned)t->n_sites; to++) {
        const inc_unit *camp = inc_camp(p, side, to);
        bool any = false;
        for (int i = 0; i < p->camp[side][to]; i++) {
            if (!inc_is_coming(camp[i])) continue;
            marches->n[to][inc_state_of(camp[i]) - INC_COMING]++;
            any = true;
        }
        if (any && inc_stands(p, inc_other(side), to) > 0) marches->met |= inc_bit(to);
    }
}

/* Each side learns of the other's site, and only of it. [INC-MOVE-9] */
static void contacts_tell(const struct inc_tables *t, struct inc_position *p, int side, const struct marches *marches,
                          struct alea_events *sink) {
    for (uint64_t rest = marches->met; rest; rest &= rest - 1) {
        unsigned to = inc_first(rest);
        for (unsigned way = 0; way < t->n_ways[to]; way++) {
            int n = marches->n[to][way], from = t->way[to][way];
            if (!n) continue;
            inc_tell(p, sink, 1u << side, INCURSIO_EVENT_CONTACT, (int32_t)to, from, 0, 0);
            inc_tell(p, sink, 1u << inc_other(side), INCURSIO_EVENT_CONTACT, from, (int32_t)to, 0, 0);
            inc_tell(p, sink, 1u << side, INCURSIO_EVENT_MARCH_FAILED, from, (int32_t)to, n, 0);
        }
    }
}

/* Of a march either the shadow goes and the arrival stays, or on contact the other way round. */
static bool remains(const struct inc_tables *t, uint64_t met, unsigned site, inc_unit unit) {
    if (inc_is_shadow(unit)) return inc_has(met, t->way[site][inc_state_of(unit) - INC_GOING]);
    return !inc_is_coming(unit) || !inc_has(met, site);
}

void inc_move_run(const struct inc_tables *t, struct inc_position *p, int side, struct alea_events *sink) {
    struct marches marches = {.met = 0};
    marches_count(t, p, side, &marches);
    inc_unit *from = p->unit[side], *to = p->unit[side], *end = from + p->total[side];
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        for (int i = inc_garrison(p, side, site); i-- > 0;) *to++ = *from++;
        int left = 0;
        for (int i = p->camp[side][site]; i-- > 0; from++) {
            if (!remains(t, marches.met, site, *from)) continue;
            *to++ = inc_state_of(*from) >= INC_COMING ? inc_with_state(*from, INC_MOVED) : *from;
            left++;
        }
        p->camp[side][site] = (uint16_t)left;
    }
    memset(to, 0, (size_t)(end - to));
    inc_derive(t, p);
    contacts_tell(t, p, side, &marches, sink);
}
