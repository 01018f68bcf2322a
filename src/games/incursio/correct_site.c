/* SPDX-License-Identifier: MIT */
/* correct_site.c - corrections of what is at a site: structures and level, works, ruins, tomorrow's portals; and of what a side
 * knows of it. [INC-TABLE-15] The site is p->ruling_site; why_not() says whether it can be tried, the invariants whether it may be. */
#include "correct.h"

/* ---- Structures and levels ---- */

static void copies_of(const struct inc_tables *t, const struct inc_position *p, unsigned site,
                      int copies[INC_STRUCTURES_MAX]) {
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
        copies[structure] = inc_copies(t, p, site, structure);
}

static void tell_structures(const struct inc_tables *t, struct inc_position *p, unsigned site,
                            const int before[INC_STRUCTURES_MAX], struct alea_events *sink) {
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++) {
        int copies = inc_copies(t, p, site, structure);
        if (copies != before[structure])
            inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_STRUCTURE, (int32_t)site, (int32_t)structure,
                     before[structure], copies);
    }
}

/* One copy more or less. */
static void change_copies(const struct inc_tables *t, struct inc_position *p, unsigned structure, int change,
                          struct alea_events *sink) {
    unsigned site = p->ruling_site;
    int before[INC_STRUCTURES_MAX];
    copies_of(t, p, site, before);
    inc_break_off(t, p, INC_DEFENDERS);
    inc_set_copies(t, p, site, structure, before[structure] + change);
    tell_structures(t, p, site, before, sink);
}

alea_rule inc_why_not_raise(const struct inc_tables *t, const struct inc_position *p, unsigned structure) {
    if (structure >= (unsigned)t->n_structures || !inc_is_settlement(p, p->ruling_site)) return INC_BUILD_1;
    return inc_copies(t, p, p->ruling_site, structure) < t->structures[structure].limit ? 0 : INC_BUILD_5;
}

void inc_raise(const struct inc_tables *t, struct inc_position *p, unsigned structure, struct alea_events *sink) {
    change_copies(t, p, structure, 1, sink);
}

alea_rule inc_why_not_raze(const struct inc_tables *t, const struct inc_position *p, unsigned structure) {
    if (structure >= (unsigned)t->n_structures || !inc_is_settlement(p, p->ruling_site)) return INC_BUILD_1;
    return inc_copies(t, p, p->ruling_site, structure) ? 0 : INC_BUILD_10;
}

void inc_raze(const struct inc_tables *t, struct inc_position *p, unsigned structure, struct alea_events *sink) {
    change_copies(t, p, structure, -1, sink);
}

/* What the level, or what else is gone, no longer bears comes down. */
static void take_down(const struct inc_tables *t, struct inc_position *p, unsigned site) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) {
            const struct inc_structure *structure = &t->structures[inc_first(rest)];
            if (p->level[site] && structure->level <= p->level[site] && !(structure->needs & ~p->has[site])) continue;
            inc_set_copies(t, p, site, inc_first(rest), 0);
            again = true;
        }
    }
}

alea_rule inc_why_not_level(const struct inc_tables *t, const struct inc_position *p, unsigned level) {
    (void)t;
    if (level >= INC_LEVELS || level == p->level[p->ruling_site]) return INC_GEN_5;
    return inc_is_ruin(p, p->ruling_site) ? INC_RUIN_2 : 0;
}

/* With its structures: those that the new level asks for go up. On level 0 the garrison camps and works are lost. */
void inc_set_level(const struct inc_tables *t, struct inc_position *p, unsigned level, struct alea_events *sink) {
    unsigned site = p->ruling_site, old = p->level[site];
    int before[INC_STRUCTURES_MAX];
    copies_of(t, p, site, before);
    inc_break_off(t, p, INC_DEFENDERS);
    p->level[site] = (uint8_t)level;
    take_down(t, p, site);
    inc_complete(t, p, site, level);
    for (int c = 0; c < INC_CHARACTERS; c++)
        if (p->work_site[c] == site && (!level || !old)) p->work[c] = p->work_site[c] = ALEA_NONE;
    if (!level) {
        p->camp[INC_DEFENDERS][site] = (uint16_t)(p->camp[INC_DEFENDERS][site] + p->garrison[site]);
        p->garrison[site] = 0;
    }
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_LEVEL, (int32_t)site, (int32_t)old, (int32_t)level, 0);
    tell_structures(t, p, site, before, sink);
}

/* ---- Works ---- */

/* Whose work it is to be: the first who leads none. */
static unsigned idle_character(const struct inc_tables *t, const struct inc_position *p) {
    unsigned c = 0;
    while (c < (unsigned)t->characters && p->work[c] != ALEA_NONE) c++;
    return c;
}

static unsigned leader_of(const struct inc_tables *t, const struct inc_position *p, unsigned work) {
    unsigned c = 0;
    while (c < (unsigned)t->characters && (p->work[c] != work || p->work_site[c] != p->ruling_site)) c++;
    return c;
}

/* Nothing is paid: money has a correction of its own. */
alea_rule inc_why_not_start_work(const struct inc_tables *t, const struct inc_position *p, unsigned structure) {
    unsigned site = p->ruling_site;
    if (structure >= (unsigned)t->n_structures || !inc_is_settlement(p, site)) return INC_BUILD_1;
    const struct inc_structure *kind = &t->structures[structure];
    if (p->level[site] < kind->level || kind->needs & ~p->has[site]) return INC_BUILD_4;
    if (inc_copies(t, p, site, structure) + inc_in_yard(p, site, structure) >= kind->limit) return INC_BUILD_5;
    return idle_character(t, p) < (unsigned)t->characters ? 0 : INC_ROLE_11;
}

static void put_work(struct inc_position *p, unsigned c, unsigned work, unsigned site) {
    p->work[c] = (uint8_t)work;
    p->work_site[c] = (uint8_t)site;
}

static void tell_works(struct inc_position *p, unsigned structure, int change, struct alea_events *sink) {
    int after = inc_in_yard(p, p->ruling_site, structure);
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_WORKS, p->ruling_site, (int32_t)structure,
             after - change, after);
}

void inc_start_work(const struct inc_tables *t, struct inc_position *p, unsigned structure, struct alea_events *sink) {
    put_work(p, idle_character(t, p), structure, p->ruling_site);
    tell_works(p, structure, 1, sink);
}

alea_rule inc_why_not_stop_work(const struct inc_tables *t, const struct inc_position *p, unsigned structure) {
    bool there = structure < (unsigned)t->n_structures && leader_of(t, p, structure) < (unsigned)t->characters;
    return there ? 0 : INC_BUILD_9;
}

void inc_stop_work(const struct inc_tables *t, struct inc_position *p, unsigned structure, struct alea_events *sink) {
    put_work(p, leader_of(t, p, structure), ALEA_NONE, ALEA_NONE);
    tell_works(p, structure, -1, sink);
}

alea_rule inc_why_not_start_founding(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    unsigned site = p->ruling_site;
    bool empty = !inc_is_settlement(p, site) && inc_here(p, INC_DEFENDERS, site) >= t->founding_soldiers;
    if (arg || !empty || inc_is_works(p, site)) return INC_FOUND_1;
    return idle_character(t, p) < (unsigned)t->characters ? 0 : INC_ROLE_11;
}

static void tell_founding(struct inc_position *p, int before, struct alea_events *sink) {
    inc_tell(p, sink, 1u << INC_DEFENDERS, INCURSIO_EVENT_CORRECTED_FOUNDING, p->ruling_site, before, 1 - before, 0);
}

void inc_start_founding(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    (void)arg;
    put_work(p, idle_character(t, p), INC_WORK_FOUND, p->ruling_site);
    tell_founding(p, 0, sink);
}

alea_rule inc_why_not_stop_founding(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    return !arg && leader_of(t, p, INC_WORK_FOUND) < (unsigned)t->characters ? 0 : INC_FOUND_1;
}

void inc_stop_founding(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    (void)arg;
    put_work(p, leader_of(t, p, INC_WORK_FOUND), ALEA_NONE, ALEA_NONE);
    tell_founding(p, 1, sink);
}

/* ---- Ruins ---- */

/* The Raiders, and the Defenders if they know of it, since they see how old it is. [INC-SECRET-6] */
unsigned inc_know_ruin(const struct inc_position *p, unsigned arg) {
    unsigned site = p->ruling_site;
    (void)arg;
    bool told = site < INC_SITES && inc_is_ruin(p, site) && p->know[INC_DEFENDERS].kind[site] >= INC_KIND_RUIN;
    return told ? INC_BOTH : 1u << INC_RAIDERS;
}

alea_rule inc_why_not_ruin(const struct inc_tables *t, const struct inc_position *p, unsigned level) {
    unsigned site = p->ruling_site;
    (void)t;
    if (level >= INC_RUIN_LEVELS || inc_is_settlement(p, site)) return INC_RUIN_2;
    return inc_is_ruin(p, site) && inc_ruin_level(p, site) == (int)level ? INC_RUIN_2 : 0;
}

void inc_set_ruin(const struct inc_tables *t, struct inc_position *p, unsigned level, struct alea_events *sink) {
    unsigned site = p->ruling_site, known = inc_know_ruin(p, 0);
    bool was = inc_is_ruin(p, site);
    int old = was ? inc_ruin_level(p, site) : 0;
    (void)t;
    p->born[site] = (uint8_t)(p->day + INC_RUIN_BIAS - level);
    if (was) inc_tell(p, sink, known, INCURSIO_EVENT_CORRECTED_RUIN, (int32_t)site, old, (int32_t)level, 0);
    else inc_tell(p, sink, known, INCURSIO_EVENT_CORRECTED_RUIN_THERE, (int32_t)site, (int32_t)level, 0, 0);
}

alea_rule inc_why_not_clear_ruin(const struct inc_tables *t, const struct inc_position *p, unsigned arg) {
    (void)t;
    return !arg && inc_is_ruin(p, p->ruling_site) ? 0 : INC_RUIN_2;
}

void inc_clear_ruin(const struct inc_tables *t, struct inc_position *p, unsigned arg, struct alea_events *sink) {
    unsigned site = p->ruling_site, known = inc_know_ruin(p, 0);
    int level = inc_ruin_level(p, site);
    (void)t, (void)arg;
    p->born[site] = 0;
    inc_tell(p, sink, known, INCURSIO_EVENT_CORRECTED_RUIN_GONE, (int32_t)site, level, 0, 0);
}

/* ---- Portals of tomorrow ---- */

/* From 6.6 until dawn. */
static bool are_located(const struct inc_position *p) {
    return p->step == INCURSIO_STEP_DEMON_MOVE || p->step == INCURSIO_STEP_DEMON_ASSAULT || p->step == INCURSIO_STEP_FINAL ||
           p->step == INCURSIO_STEP_DEPLOY;
}

alea_rule inc_why_not_open_portal(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    if (!are_located(p) || p->day + 1 < t->portals_first_day) return INC_PORTAL_1;
    bool fits = site < (unsigned)t->n_sites && !inc_is_settlement(p, site) && !inc_is_ruin(p, site);
    return fits && !inc_has(p->located, site) ? 0 : INC_PORTAL_4;
}

static void tell_portal(struct inc_position *p, unsigned sides, unsigned site, int before, struct alea_events *sink) {
    inc_tell(p, sink, sides, INCURSIO_EVENT_CORRECTED_PORTAL, (int32_t)site, before, 1 - before, 0);
}

void inc_open_portal(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    if (!p->located) p->portal_demons = t->demons[inc_portals_row(t, p)]; /* [INC-PORTAL-2] */
    p->located |= inc_bit(site);
    tell_portal(p, 1u << INC_RAIDERS, site, 0, sink);
}

/* The Defenders hear of one that they had foreseen. */
unsigned inc_know_portal(const struct inc_position *p, unsigned site) {
    return site < INC_SITES && inc_has(p->foreseen, site) ? INC_BOTH : 1u << INC_RAIDERS;
}

alea_rule inc_why_not_shut_portal(const struct inc_tables *t, const struct inc_position *p, unsigned site) {
    return site < (unsigned)t->n_sites && inc_has(p->located, site) ? 0 : INC_PORTAL_4;
}

void inc_shut_portal(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    unsigned known = inc_know_portal(p, site);
    (void)t;
    p->located &= ~inc_bit(site);
    p->foreseen &= ~inc_bit(site);
    if (!p->located) p->portal_demons = 0;
    tell_portal(p, known, site, 1, sink);
}

alea_rule inc_why_not_portal_demons(const struct inc_tables *t, const struct inc_position *p, unsigned n) {
    enum { MOST_DEMONS = 99 };
    (void)t;
    return p->located && n >= 1 && n <= MOST_DEMONS && n != p->portal_demons ? 0 : INC_PORTAL_2;
}

void inc_set_portal_demons(const struct inc_tables *t, struct inc_position *p, unsigned n, struct alea_events *sink) {
    (void)t;
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_CORRECTED_PORTAL_DEMONS, p->portal_demons, (int32_t)n, 0, 0);
    p->portal_demons = (uint8_t)n;
}

/* ---- What a side knows of a site ---- */

/* Of a site that it does not hold itself. [INC-SPY-3] */
alea_rule inc_why_not_reveal(const struct inc_tables *t, const struct inc_position *p, unsigned side) {
    (void)t;
    return side < INC_SIDES && !inc_here(p, (int)side, p->ruling_site) ? 0 : INC_SPY_3;
}

static void reveal_kind(struct inc_position *p, unsigned side, unsigned site, struct alea_events *sink) {
    bool settlement = side == INC_RAIDERS && inc_is_settlement(p, site),
         ruin = side == INC_DEFENDERS && inc_is_ruin(p, site);
    unsigned event = settlement ? INCURSIO_EVENT_SPIED_SETTLEMENT
                     : ruin     ? INCURSIO_EVENT_SPIED_RUIN
                                : INCURSIO_EVENT_SPIED_LAND;
    int level = settlement ? p->level[site] : ruin ? inc_ruin_level(p, site) : 0;
    inc_tell(p, sink, 1u << side, event, (int32_t)site, level, 0, 0);
}

/* As they stand before their marches are run. */
static void reveal_units(struct inc_position *p, unsigned side, unsigned site, struct alea_events *sink) {
    int enemy = inc_other((int)side), garrison = inc_garrison(p, enemy, site), n = inc_stands(p, enemy, site), place = 0;
    const inc_unit *units = inc_units_at(p, enemy, site);
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_SPIED_COUNT, (int32_t)site, n, n, 0);
    for (int i = 0; i < inc_n_units(p, enemy, site); i++) {
        if (inc_is_coming(units[i])) continue;
        int at = ++place > garrison ? place - garrison : place;
        bool inside = place <= garrison;
        if (at > (inside ? INC_SEEN_GARRISON : INC_SEEN_CAMP)) continue;
        inc_tell(p, sink, 1u << side, inside ? INCURSIO_EVENT_SPIED_GARRISON : INCURSIO_EVENT_SPIED_CAMP, (int32_t)site, at,
                 enemy * INC_TYPES + (int32_t)inc_type(units[i]), 0);
    }
}

static void reveal_structures(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink) {
    int kinds = inc_count(p->has[site]);
    inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_SPIED_KINDS, (int32_t)site, kinds, kinds, 0);
    for (uint32_t rest = p->has[site]; rest; rest &= rest - 1)
        inc_tell(p, sink, 1u << INC_RAIDERS, INCURSIO_EVENT_SPIED_STRUCTURE, (int32_t)site, (int32_t)inc_first(rest),
                 inc_copies(t, p, site, inc_first(rest)), 0);
}

/* The truth, as the best of spies would report it. */
void inc_reveal(const struct inc_tables *t, struct inc_position *p, unsigned side, struct alea_events *sink) {
    unsigned site = p->ruling_site;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_CORRECTED_KNOWN, (int32_t)site, 0, 0, 0);
    if (!inc_stands(p, inc_other((int)side), site)) {
        inc_tell(p, sink, 1u << side, INCURSIO_EVENT_SPIED_EMPTY, (int32_t)site, 0, 0, 0);
        return;
    }
    reveal_kind(p, side, site, sink);
    reveal_units(p, side, site, sink);
    if (side == INC_RAIDERS && inc_is_settlement(p, site)) reveal_structures(t, p, site, sink);
}

alea_rule inc_why_not_forget(const struct inc_tables *t, const struct inc_position *p, unsigned side) {
    unsigned site = p->ruling_site;
    (void)t;
    if (side >= INC_SIDES) return INC_SECRET_4;
    const struct inc_knowledge *know = &p->know[side];
    bool any = know->kind_day[site] || know->units_day[site] || (side == INC_RAIDERS && p->seen_has_day[site]);
    return any ? 0 : INC_SECRET_4;
}

void inc_forget(const struct inc_tables *t, struct inc_position *p, unsigned side, struct alea_events *sink) {
    (void)t;
    inc_tell(p, sink, 1u << side, INCURSIO_EVENT_CORRECTED_FORGOTTEN, p->ruling_site, 0, 0, 0);
}
