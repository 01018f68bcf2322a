/* SPDX-License-Identifier: MIT */
/* look.c - what a side sees of a site, and what it can reckon from that; nothing that it does not know is read here.
 * [INC-SECRET-2] */
#include "say.h"

/* ---- Sites ---- */

/* The general map tells everybody which sites open as what. [INC-SECRET-1] */
static void look_at_start(const struct inc_tables *t, unsigned site, struct inc_look *look) {
    look->level = INC_LEVEL_UNKNOWN;
    if (!t->kinds_public) return;
    look->kind_day = 0;
    look->kind = t->start_level[site] ? INC_KIND_SETTLEMENT : t->start_ruin[site] ? INC_KIND_RUIN : INC_KIND_EMPTY;
    if (t->levels_public && t->start_level[site]) look->level = t->start_level[site];
    if (t->levels_public && t->start_ruin[site]) look->level = t->start_ruin[site] - 1;
}

static void look_at_news(const struct inc_position *p, int side, unsigned site, struct inc_look *look) {
    const struct inc_knowledge *know = &p->know[side];
    if (know->kind_day[site]) {
        look->kind = know->kind[site] & 0xf0u;
        look->level = know->kind[site] & 0xf;
        look->kind_day = know->kind_day[site] - 1;
        if (look->kind == INC_KIND_RUIN && inc_is_ruin(p, site)) { /* who knows of one can reckon its age [INC-RUIN-2] */
            look->level = inc_ruin_level(p, site);
            look->kind_day = p->day;
        }
    }
    if (side == INC_DEFENDERS && look->kind == INC_KIND_EMPTY) look->kind_day = p->day; /* else they would know */
    if (!know->units_day[site]) return;
    look->enemies = know->units[site];
    look->enemies_day = know->units_day[site] - 1;
    bool still = look->kind == INC_KIND_EMPTY && !look->enemies; /* nobody there: no settlement either */
    if (still && look->enemies_day > look->kind_day) look->kind_day = look->enemies_day;
}

static void look_at_own(const struct inc_position *p, int side, unsigned site, struct inc_look *look) {
    look->mine = inc_here(p, side, site);
    look->own = side == INC_DEFENDERS ? inc_is_settlement(p, site) : inc_is_ruin(p, site);
    look->works = side == INC_DEFENDERS && inc_is_works(p, site);
    look->portal = inc_has(side == INC_DEFENDERS ? p->foreseen : p->located, site);
    if (!look->own && !look->mine) return;
    look->kind = !look->own ? INC_KIND_EMPTY : side == INC_DEFENDERS ? INC_KIND_SETTLEMENT : INC_KIND_RUIN;
    look->level = !look->own ? 0 : side == INC_DEFENDERS ? p->level[site] : inc_ruin_level(p, site);
    look->kind_day = p->day;
    look->enemies = 0;
    look->enemies_day = INC_NEVER;
}

struct inc_look inc_look_at(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    struct inc_look look = {.kind = INC_KIND_UNKNOWN, .kind_day = INC_NEVER, .enemies_day = INC_NEVER};
    look_at_start(t, site, &look);
    if (side == ALEA_NONE) look.kind_day = INC_NEVER; /* as it opened, whatever the day */
    if (side == ALEA_NONE) return look;
    look_at_news(p, side, site, &look);
    look_at_own(p, side, site, &look);
    return look;
}

/* ---- Enemies ---- */

static unsigned two_bits(const uint8_t list[], int most, int n) {
    unsigned bits = inc_seen_at(list, most, n);
    return bits ? bits - 1 : INC_TYPES;
}

unsigned inc_seen_in_camp(const struct inc_position *p, int side, unsigned site, int n) {
    return two_bits(p->know[side].camp[site], INC_SEEN_CAMP, n);
}

unsigned inc_seen_in_garrison(const struct inc_position *p, int side, unsigned site, int n) {
    return side == INC_RAIDERS ? two_bits(p->seen_garrison[site], INC_SEEN_GARRISON, n) : INC_TYPES;
}

int inc_seen_copies(const struct inc_position *p, unsigned site, unsigned structure) {
    if (!(p->seen_has[site] >> structure & 1)) return 0;
    return p->seen_copies[site][structure / 2] >> 4 * (structure % 2) & 0xf;
}

/* ---- What it comes to ---- */

int inc_income_now(const struct inc_tables *t, const struct inc_position *p) {
    int income = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (!inc_is_settlement(p, site)) continue;
        income += t->level[p->level[site]].income;
        for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
            income += inc_copies(t, p, site, structure) * t->structures[structure].income;
    }
    return income;
}

static int produced_at(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    if (side == INC_RAIDERS)
        return inc_is_ruin(p, site) ? t->ruin_demons[inc_ruin_level(p, site)] + t->power[p->steps].ruin_demons : 0;
    int n = t->level[p->level[site]].soldiers;
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
        n += inc_copies(t, p, site, structure) * t->structures[structure].production;
    return n;
}

int inc_production_now(const struct inc_tables *t, const struct inc_position *p, int side) {
    int n = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) n += produced_at(t, p, side, site);
    return n;
}

int inc_next_harvest(const struct inc_tables *t, const struct inc_position *p) {
    int day = p->day ? p->day : 1;
    return (day + t->harvest - 1) / t->harvest * t->harvest; /* [INC-RUIN-5] */
}

int inc_spy_estimate(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character) {
    const struct inc_species *species = &t->species[p->species[side][character]];
    if (species->automatic) return t->percent; /* [INC-SPY-8] */
    int chance = side == INC_RAIDERS ? species->percent + t->power[p->steps].spy : t->spy_base;
    for (unsigned site = 0; side == INC_DEFENDERS && site < (unsigned)t->n_sites; site++)
        for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
            chance += inc_copies(t, p, site, structure) * t->structures[structure].spy; /* [INC-SPY-9] */
    return chance < t->spy_cap ? chance : t->spy_cap;
}

void inc_count_types(const inc_unit *units, int n, int count[INC_TYPES]) {
    for (int i = 0; i < n; i++)
        if (!inc_is_shadow(units[i])) count[inc_type(units[i])]++;
}
