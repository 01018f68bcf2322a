/* SPDX-License-Identifier: MIT */
/* determinize.c - a fair guess at what a seat can't know: the last news of a site where there is any, typical numbers elsewhere.
 *
 * The other side gets its aggregates, units and objectives; it has nothing in hand and enters nothing. A spectator knows of
 * neither side, so both are guessed, at the sites where the map began. */
#include <string.h>

#include "incursio_internal.h"

/* ---- Draws ---- */

static unsigned below(struct alea_random *random, int n) { return n > 1 ? alea_random_below(random, (uint32_t)n) : 0; }

/* Types, twenty out of one word: near enough to uniform. */
struct types {
    struct alea_random *random;
    uint32_t word;
    int left;
};

static unsigned next_type(struct types *types) {
    if (!types->left) {
        types->word = alea_random_word(types->random);
        types->left = 20;
    }
    unsigned type = types->word % INC_TYPES;
    types->word /= INC_TYPES;
    types->left--;
    return type;
}

static unsigned one_of(uint64_t set, struct alea_random *random) {
    for (unsigned skip = below(random, inc_count(set)); skip; skip--) set &= set - 1;
    return inc_first(set);
}

/* A place that was seen: its type; else any. */
static unsigned type_at(const uint8_t list[], int most, int at, struct types *types) {
    unsigned bits = inc_seen_at(list, most, at);
    return bits ? bits - 1 : next_type(types);
}

/* ---- Numbers ---- */

/* Units of one side, written site after site. */
struct muster {
    const struct inc_tables *t;
    struct inc_position *p;
    const struct inc_knowledge *know; /* what the one who guesses knows of that side */
    int side, n;
    struct types types;
};

static void put(struct muster *muster, unsigned type, bool portal) {
    muster->p->unit[muster->side][muster->n++] = inc_unit_make(type, portal, INC_IDLE);
}

/* As many as were counted, with what may have come since then; if nobody counted, `typical` and some. */
static int number_at(struct muster *muster, unsigned site, int typical, int daily) {
    int known = muster->know->units[site], age = muster->p->day + 1 - muster->know->units_day[site];
    int n = known && known != INC_SOME ? known + (int)below(muster->types.random, 1 + daily * age / 2)
                                       : typical + (int)below(muster->types.random, typical + 1);
    int room = muster->t->units_most - muster->n - muster->t->n_sites; /* one for each site to come */
    return n < 1 || room < 1 ? 1 : n < room ? n : room;
}

/* Units on empty land, if there is room beside those that all aggregates need. */
static bool is_seen(const struct muster *muster, unsigned site) {
    return muster->know->units[site] > 0 && muster->n + muster->t->n_sites < muster->t->units_most;
}

static void put_camp(struct muster *muster, unsigned site, int n, bool portal) {
    const uint8_t *seen = muster->know->camp[site];
    for (int i = 0; i < n; i++) put(muster, type_at(seen, INC_SEEN_CAMP, i, &muster->types), portal);
    muster->p->camp[muster->side][site] = (uint16_t)n;
}

/* Who guesses stands there, or knows better. */
static bool is_held(const struct inc_position *p, int side, unsigned site) { return inc_stands(p, side, site) > 0; }

/* ---- Defenders ---- */

void inc_complete(const struct inc_tables *t, struct inc_position *p, unsigned site, unsigned level) {
    for (unsigned at = 1; at <= level; at++)
        for (uint32_t rest = t->level[at].needed; rest; rest &= rest - 1) {
            unsigned structure = inc_first(rest);
            if (inc_copies(t, p, site, structure) < t->level[at].needs[structure])
                inc_set_copies(t, p, site, structure, t->level[at].needs[structure]);
        }
    for (uint32_t missing = 1; missing;) {
        missing = 0;
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1) missing |= t->structures[inc_first(rest)].needs;
        missing &= ~p->has[site];
        for (uint32_t rest = missing; rest; rest &= rest - 1) inc_set_copies(t, p, site, inc_first(rest), 1);
    }
}

/* A settlement of the level that was heard of, which may have grown; what was seen there stands. */
static void settle(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_random *random) {
    const struct inc_knowledge *know = &p->know[INC_RAIDERS];
    unsigned told = know->kind[site] & 0xf, age = p->day + 1u - know->kind_day[site];
    bool unknown = know->kind[site] < INC_KIND_SETTLEMENT || told == INC_LEVEL_UNKNOWN;
    unsigned level = unknown ? 1 + below(random, 2 + p->day / 4) : told + below(random, 1 + (int)age / 3), before;
    if (level >= INC_LEVELS) level = INC_LEVELS - 1;
    for (uint32_t rest = p->seen_has[site]; rest; rest &= rest - 1) {
        unsigned structure = inc_first(rest);
        inc_set_copies(t, p, site, structure, p->seen_copies[site][structure / 2] >> 4 * (structure % 2) & 0xf);
    }
    do { /* no structure is above the level of its settlement */
        before = level;
        inc_complete(t, p, site, level);
        for (uint32_t rest = p->has[site]; rest; rest &= rest - 1)
            if (t->structures[inc_first(rest)].level > level) level = t->structures[inc_first(rest)].level;
    } while (level != before);
    p->level[site] = (uint8_t)level;
}

/* Where settlements are known to be, and if none is left, somewhere: the game goes on. */
static void place_settlements(const struct inc_tables *t, struct inc_position *p, bool spectator,
                              struct alea_random *random) {
    const struct inc_knowledge *know = &p->know[INC_RAIDERS];
    uint64_t set = 0, free = 0, unknown = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (is_held(p, INC_RAIDERS, site) || inc_is_ruin(p, site) || inc_has(p->located, site)) continue;
        free |= inc_bit(site);
        if (!know->kind_day[site]) unknown |= inc_bit(site);
        if (spectator ? t->start_level[site] > 0 : know->kind[site] >= INC_KIND_SETTLEMENT) set |= inc_bit(site);
    }
    if (!set && free) set = inc_bit(one_of(unknown ? unknown : free, random));
    for (; set; set &= set - 1) settle(t, p, inc_first(set), random);
}

/* Soldiers in the garrison, as seen or as it allows, in the places that its level gives to all; how many. [INC-GARR-4] */
static int put_garrison(struct muster *muster, unsigned site, int n) {
    unsigned allowed[INC_TYPES], n_allowed = 0;
    int places = muster->t->level[muster->p->level[site]].garrison;
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (inc_garrison_allows(muster->t, muster->p, site, type)) allowed[n_allowed++] = type;
    if (n > places) n = places;
    if (!n_allowed) n = 0;
    for (int at = 0; at < n; at++) {
        unsigned type = type_at(muster->p->seen_garrison[site], INC_SEEN_GARRISON, at, &muster->types);
        bool fits = false;
        for (unsigned i = 0; i < n_allowed; i++) fits |= allowed[i] == type;
        put(muster, fits ? type : allowed[next_type(&muster->types) % n_allowed], false);
    }
    muster->p->garrison[site] = (uint8_t)n;
    return n;
}

static void guess_defenders(const struct inc_tables *t, struct inc_position *p, bool spectator, struct alea_random *random) {
    struct muster muster = {
        .t = t, .p = p, .know = &p->know[INC_RAIDERS], .side = INC_DEFENDERS, .types = {.random = random}};
    place_settlements(t, p, spectator, random);
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        const struct inc_level *level = &t->level[p->level[site]];
        if (p->level[site]) {
            int n = number_at(&muster, site, 1 + (level->garrison + 2 * level->soldiers) / 2, level->soldiers);
            put_camp(&muster, site, n - put_garrison(&muster, site, n), false);
        } else if (is_seen(&muster, site) && !is_held(p, INC_RAIDERS, site) && !inc_is_ruin(p, site)) {
            put_camp(&muster, site, number_at(&muster, site, 2, 0), false);
        }
        p->income += (uint32_t)level->income;
    }
    p->best_income = p->income;
    p->treasury = 100 * below(random, 40);
    p->capital_lost = t->capital != ALEA_NONE && !p->level[t->capital];
}

/* ---- Raiders ---- */

static bool is_demon_phase(const struct inc_position *p) {
    return p->step == INCURSIO_STEP_DEMON_MOVE || p->step == INCURSIO_STEP_DEMON_ASSAULT;
}

/* Somewhere about what a day brings; the extra phases tell of the powers that open them. [INC-DEMON-8, INC-DEMON-9] */
static void guess_powers(const struct inc_tables *t, struct inc_position *p, struct alea_random *random) {
    int sum = t->resources + 20 * p->day + (int)below(random, 40 * p->day + 1);
    if (sum >= t->resources_goal) sum = t->resources_goal > 0 ? t->resources_goal - 1 : 0;
    while (p->steps < t->n_upgrades && sum >= t->upgrades[p->steps].resources) p->steps++;
    bool attack = p->step == INCURSIO_STEP_DEMON_ASSAULT;
    while (is_demon_phase(p) && p->steps < t->n_upgrades &&
           !(attack ? t->power[p->steps].extra_attack : t->power[p->steps].extra_move))
        p->steps++;
    if (p->steps && sum < t->upgrades[p->steps - 1].resources) sum = t->upgrades[p->steps - 1].resources;
    p->resources = (uint32_t)sum;
}

static void guess_raiders(const struct inc_tables *t, struct inc_position *p, bool spectator, struct alea_random *random) {
    struct muster muster = {
        .t = t, .p = p, .know = &p->know[INC_DEFENDERS], .side = INC_RAIDERS, .types = {.random = random}};
    bool portals = p->day >= t->portals_first_day;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (spectator && t->start_ruin[site]) p->born[site] = (uint8_t)(INC_RUIN_BIAS - (t->start_ruin[site] - 1));
        if (inc_is_ruin(p, site)) put_camp(&muster, site, number_at(&muster, site, 2 + inc_ruin_level(p, site), 1), false);
        else if (is_seen(&muster, site) && !is_held(p, INC_DEFENDERS, site) && !inc_is_settlement(p, site))
            put_camp(&muster, site, number_at(&muster, site, 2, 0), portals);
    }
    guess_powers(t, p, random);
}

/* Tomorrow's portals, from their location to the dawn: those foreseen and others. [INC-PORTAL-2, INC-PORTAL-4] */
static void guess_portals(const struct inc_tables *t, struct inc_position *p, struct alea_random *random) {
    bool there = is_demon_phase(p) || p->step == INCURSIO_STEP_FINAL || p->step == INCURSIO_STEP_DEPLOY;
    uint64_t empty = 0;
    int row = inc_portals_row(t, p);
    if (!there || p->day + 1 < t->portals_first_day) return;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (!inc_is_settlement(p, site) && !inc_is_ruin(p, site)) empty |= inc_bit(site);
    p->located = p->foreseen;
    while (inc_count(p->located) < t->portals[row] && empty & ~p->located)
        p->located |= inc_bit(one_of(empty & ~p->located, random));
    p->portal_demons = t->demons[row];
}

/* ---- People ---- */

/* Characters are dealt to the players in turn, as at the start. [INC-ROLE-10] */
static void guess_people(const struct inc_tables *t, struct inc_position *p, int side) {
    int players = (t->seats - side + 1) / INC_SIDES;
    for (int c = 0; c < t->characters; c++) {
        p->seat_of[side][c] = (uint8_t)(side + INC_SIDES * (c % players));
        p->species[side][c] = t->no_species[side];
    }
}

/* Who has been handed a command has one: a site of the side if there is one left. [INC-ROLE-4] */
static void guess_delegates(const struct inc_tables *t, struct inc_position *p, int side) {
    uint64_t held = inc_held(t, p, side);
    for (uint64_t rest = p->delegates & inc_audience(side); rest; rest &= rest - 1)
        for (int pass = 0, done = 0; pass < 2 && !done; pass++)
            for (unsigned site = 0; site < (unsigned)t->n_sites && !done; site++) {
                if (p->delegate[side][site] != ALEA_NONE || (!pass && !inc_has(held, site))) continue;
                p->delegate[side][site] = (uint8_t)inc_first(rest);
                done = 1;
            }
}

static void guess_objectives(const struct inc_tables *t, struct inc_position *p, int side, struct alea_random *random) {
    uint64_t left = 0;
    for (unsigned objective = 0; objective < (unsigned)t->n_objectives; objective++)
        if (t->objectives[objective].side == side) left |= inc_bit(objective);
    for (int i = 0; i < t->objectives_each && left; i++) {
        unsigned objective = one_of(left, random);
        p->objectives[side] = (uint16_t)(p->objectives[side] | 1u << objective);
        left &= ~inc_bit(objective);
    }
}

/* Those who are waited for have entered nothing. */
static void guess_cursors(const struct inc_tables *t, struct inc_position *p, int side) {
    for (uint64_t rest = inc_entitled(t, p) & ~p->done & inc_audience(side); rest; rest &= rest - 1)
        inc_to_base(t, p, (int)inc_first(rest));
}

void inc_determinize(const void *tables, void *pos, int seat, struct alea_random *random) {
    const struct inc_tables *t = tables;
    struct inc_position *p = pos;
    bool spectator = seat < 0 || seat >= t->seats;
    int viewer = spectator ? ALEA_NONE : inc_side_of(seat);
    if (viewer != INC_RAIDERS) guess_raiders(t, p, spectator, random);
    inc_derive(t, p);
    if (viewer != INC_DEFENDERS) guess_defenders(t, p, spectator, random);
    inc_derive(t, p);
    if (viewer != INC_RAIDERS) guess_portals(t, p, random);
    for (int side = 0; side < INC_SIDES; side++) {
        if (side == viewer) continue;
        guess_people(t, p, side);
        guess_delegates(t, p, side);
        guess_objectives(t, p, side, random);
        guess_cursors(t, p, side);
    }
}
