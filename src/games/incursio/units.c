/* SPDX-License-Identifier: MIT */
/* units.c - the lists of units, site after site in one array a side; structures and works of a site; ways. */
#include <string.h>

#include "incursio_internal.h"

/* ---- Counting ---- */

/* Units of a site as its side sees it: arrivals are there, shadows have gone. */
int inc_here(const struct inc_position *p, int side, unsigned site) {
    const inc_unit *camp = inc_camp(p, side, site);
    int n = inc_n_units(p, side, site);
    for (int i = 0; i < p->camp[side][site]; i++) n -= inc_is_shadow(camp[i]);
    return n;
}

/* As the enemy meets them: orders that were not run yet have not happened. */
int inc_stands(const struct inc_position *p, int side, unsigned site) {
    const inc_unit *camp = inc_camp(p, side, site);
    int n = inc_n_units(p, side, site);
    for (int i = 0; i < p->camp[side][site]; i++) n -= inc_is_coming(camp[i]);
    return n;
}

int inc_living(const struct inc_position *p, int side) {
    int n = p->total[side];
    for (int i = 0; i < p->total[side]; i++) n -= inc_is_shadow(p->unit[side][i]);
    return n;
}

uint64_t inc_held(const struct inc_tables *t, const struct inc_position *p, int side) {
    uint64_t held = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_n_units(p, side, site) > 0 && inc_here(p, side, site) > 0) held |= inc_bit(site);
    return held;
}

/* ---- Changing a list ---- */

static int first_of(const struct inc_position *p, int side, unsigned site, bool garrison) {
    return p->start[side][site] + (garrison ? 0 : inc_garrison(p, side, site));
}

/* A list has grown or shrunk by n: those of later sites begin elsewhere. */
static void resize(struct inc_position *p, int side, unsigned site, bool garrison, int n) {
    if (garrison) p->garrison[site] = (uint8_t)(p->garrison[site] + n);
    else p->camp[side][site] = (uint16_t)(p->camp[side][site] + n);
    for (unsigned later = site + 1; later < INC_SITES; later++)
        p->start[side][later] = (uint16_t)(p->start[side][later] + n);
    p->total[side] = (uint16_t)(p->total[side] + n);
}

void inc_insert(struct inc_position *p, int side, unsigned site, bool garrison, int at, inc_unit unit) {
    int index = first_of(p, side, site, garrison) + at;
    if (p->total[side] >= INC_UNITS) return; /* nobody asks: orders and production stop before [INC-GEN-11] */
    memmove(p->unit[side] + index + 1, p->unit[side] + index, (size_t)(p->total[side] - index));
    p->unit[side][index] = unit;
    resize(p, side, site, garrison, 1);
}

inc_unit inc_take(struct inc_position *p, int side, unsigned site, bool garrison, int at) {
    int index = first_of(p, side, site, garrison) + at;
    inc_unit unit = p->unit[side][index];
    memmove(p->unit[side] + index, p->unit[side] + index + 1, (size_t)(p->total[side] - index - 1));
    p->unit[side][p->total[side] - 1] = 0;
    resize(p, side, site, garrison, -1);
    return unit;
}

void inc_shift(struct inc_position *p, int side, unsigned site, bool garrison, int from, int to) {
    inc_unit *list = p->unit[side] + first_of(p, side, site, garrison), unit = list[from];
    if (from > to) memmove(list + to + 1, list + to, (size_t)(from - to));
    else memmove(list + from, list + from + 1, (size_t)(to - from));
    list[to] = unit;
}

void inc_clear_site(struct inc_position *p, int side, unsigned site) {
    int n = inc_garrison(p, side, site), index = p->start[side][site], gone = n + p->camp[side][site];
    if (!gone) return;
    memmove(p->unit[side] + index, p->unit[side] + index + gone, (size_t)(p->total[side] - index - gone));
    memset(p->unit[side] + p->total[side] - gone, 0, (size_t)gone);
    if (n) resize(p, side, site, true, -n);
    resize(p, side, site, false, -p->camp[side][site]);
}

void inc_mark_all(struct inc_position *p, int side, unsigned site, unsigned state) {
    inc_unit *units = inc_units(p, side, site);
    for (int i = inc_n_units(p, side, site); i-- > 0;) units[i] = inc_with_state(units[i], state);
}

void inc_restate(struct inc_position *p, int side, unsigned from, unsigned to) {
    for (int i = 0; i < p->total[side]; i++)
        if (inc_state_of(p->unit[side][i]) == from) p->unit[side][i] = inc_with_state(p->unit[side][i], to);
}

void inc_derive(const void *tables, void *pos) {
    struct inc_position *p = pos;
    (void)tables;
    for (int side = 0; side < INC_SIDES; side++) {
        unsigned total = 0;
        for (unsigned site = 0; site < INC_SITES; site++) {
            p->start[side][site] = (uint16_t)total;
            total += (unsigned)inc_n_units(p, side, site);
        }
        p->total[side] = (uint16_t)total;
    }
}

/* ---- Structures ---- */

int inc_copies(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned structure) {
    unsigned stack = t->structures[structure].stack;
    if (!(p->has[site] >> structure & 1)) return 0;
    return stack == ALEA_NONE ? 1 : p->copies[site][stack / 2] >> 4 * (stack % 2) & 0xf;
}

void inc_set_copies(const struct inc_tables *t, struct inc_position *p, unsigned site, unsigned structure, int n) {
    unsigned stack = t->structures[structure].stack;
    uint32_t bit = UINT32_C(1) << structure;
    p->has[site] = n ? p->has[site] | bit : p->has[site] & ~bit;
    if (stack == ALEA_NONE) return;
    uint8_t *pair = &p->copies[site][stack / 2];
    *pair = (uint8_t)((*pair & ~(0xfu << 4 * (stack % 2))) | (unsigned)n << 4 * (stack % 2));
}

/* ---- What may not be left [INC-MOVE-10] ---- */

int inc_in_yard(const struct inc_position *p, unsigned site, unsigned work) {
    int n = 0;
    for (int c = 0; c < INC_CHARACTERS; c++) n += p->work[c] == work && p->work_site[c] == site;
    return n;
}

bool inc_is_works(const struct inc_position *p, unsigned site) { return inc_in_yard(p, site, INC_WORK_FOUND) > 0; }

bool inc_must_stay(const struct inc_position *p, int side, unsigned site) {
    if (side == INC_RAIDERS) return inc_is_ruin(p, site);
    return inc_is_settlement(p, site) || inc_is_works(p, site);
}

/* ---- Ways ---- */

unsigned inc_way_to(const struct inc_tables *t, unsigned from, unsigned to) {
    for (unsigned way = 0; way < t->n_ways[from]; way++)
        if (t->way[from][way] == to) return way;
    return INC_WAYS;
}
