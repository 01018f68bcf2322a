/* SPDX-License-Identifier: MIT */
/* setup.c - day 0: objectives, the opening arrangement, species and spare characters; what a General hands on.
 * [INC-WIN-6, INC-GEN-9, INC-ROLE-2, INC-ROLE-4, INC-ROLE-10, INC-ROLE-13] */
#include "incursio_internal.h"

/* ---- Objectives: without repetition, the Defenders' first ---- */

static uint64_t objectives_left(const struct inc_tables *t, const struct inc_position *p) {
    uint64_t set = 0;
    for (unsigned objective = 0; objective < (unsigned)t->n_objectives; objective++)
        if (t->objectives[objective].side == p->who && !inc_has(p->objectives[p->who], objective)) set |= inc_bit(objective);
    return set;
}

static int objective_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    return inc_list_draws(objectives_left(t, p), INCURSIO_VERB_OBJECTIVE, out);
}

static alea_move objective_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    return inc_draw(objectives_left(t, p), INCURSIO_VERB_OBJECTIVE, random);
}

static alea_rule objective_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    return verb == INCURSIO_VERB_OBJECTIVE && inc_is_one(objectives_left(t, p), arg) ? 0 : INC_WIN_6;
}

static void objective_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                            struct alea_events *sink) {
    (void)verb;
    p->objectives[p->who] = (uint16_t)(p->objectives[p->who] | 1u << arg);
    inc_tell(p, sink, 1u << p->who, INCURSIO_EVENT_OBJECTIVE_DRAWN, p->who, (int32_t)arg, 0, 0);
    inc_objectives_go_on(t, p, sink);
}

/* From the side at hand on: a scenario may give a side its objectives, and nothing is drawn for it. */
void inc_objectives_go_on(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    while (p->who < INC_SIDES && inc_count(p->objectives[p->who]) >= t->objectives_each) p->who++;
    p->left = p->who < INC_SIDES ? (uint8_t)(t->objectives_each - inc_count(p->objectives[p->who])) : 0;
    if (p->left) return;
    p->who = 0;
    inc_go_on(t, p, sink);
}

const struct inc_chance inc_chance_objective = {objective_outcomes, objective_roll, objective_why_not, objective_apply};

/* ---- Day 0 ---- */

static bool is_own_character(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned character) {
    return character < (unsigned)t->characters &&
           (p->seat_of[inc_side_of(seat)][character] == seat || (!t->teams && inc_is_general(t, p, seat)));
}

static int characters_of(const struct inc_tables *t, const struct inc_position *p, int side, unsigned seat) {
    int n = 0;
    for (int c = 0; c < t->characters; c++) n += p->seat_of[side][c] == seat;
    return n;
}

/* A spare one, of somebody who keeps another. [INC-ROLE-10] */
static alea_rule why_not_give(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned character) {
    int side = inc_side_of(seat);
    if (character >= (unsigned)t->characters) return INC_ROLE_10;
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    unsigned owner = p->seat_of[side][character];
    if (characters_of(t, p, side, owner) < 2) return INC_ROLE_10;
    for (unsigned other = (unsigned)side; other < (unsigned)t->seats; other += INC_SIDES)
        if (other != owner && characters_of(t, p, side, other) < t->characters_each) return 0;
    return INC_ROLE_10;
}

static int base_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    uint64_t sites = 0, own = 0, spare = 0;
    if (inc_is_general(t, p, seat))
        for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
            if (!inc_why_not_arrange(t, p, seat, site)) sites |= inc_bit(site);
    for (unsigned c = 0; c < (unsigned)t->characters; c++) {
        if (is_own_character(t, p, seat, c)) own |= inc_bit(c);
        if (!why_not_give(t, p, seat, c)) spare |= inc_bit(c);
    }
    int n = inc_list(out, 0, INCURSIO_VERB_ARRANGE, sites);
    return inc_list(out, inc_list(out, n, INCURSIO_VERB_SPECIES, own), INCURSIO_VERB_GIVE, spare);
}

static alea_rule base_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    switch (verb) {
    case INCURSIO_VERB_ARRANGE: return inc_why_not_arrange(t, p, seat, arg);
    case INCURSIO_VERB_SPECIES: return is_own_character(t, p, seat, arg) ? 0 : INC_ROLE_13;
    case INCURSIO_VERB_GIVE: return why_not_give(t, p, seat, arg);
    default: return INC_TURN_1;
    }
}

static void base_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)sink;
    if (verb == INCURSIO_VERB_ARRANGE) {
        inc_arrange_begins(t, p, seat, arg);
        return;
    }
    p->character_of[seat] = (uint8_t)arg;
    inc_to_stage(p, seat, verb == INCURSIO_VERB_SPECIES ? INCURSIO_STAGE_SPECIES : INCURSIO_STAGE_GIVE);
}

const struct inc_stage inc_stage_base_setup = {base_legal, base_why_not, base_apply};

/* Of each species that has a divisor at most one character in so many, rounded up. [INC-ROLE-13] */
static alea_rule why_not_is(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned species) {
    int side = inc_side_of(seat), others = 0;
    if (species >= (unsigned)t->n_species || t->species[species].side != side) return INC_ROLE_13;
    int quota = inc_quota(t, species);
    if (!quota || species == t->no_species[side]) return 0;
    for (int c = 0; c < t->characters; c++) others += c != p->character_of[seat] && p->species[side][c] == species;
    return others < quota ? 0 : INC_ROLE_13;
}

static int species_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    uint64_t set = 0;
    for (unsigned species = 0; species < (unsigned)t->n_species; species++)
        if (!why_not_is(t, p, seat, species)) set |= inc_bit(species);
    return inc_list(out, 0, INCURSIO_VERB_IS, set);
}

static alea_rule species_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                 unsigned arg) {
    return verb == INCURSIO_VERB_IS ? why_not_is(t, p, seat, arg) : INC_TURN_1;
}

static void species_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                          struct alea_events *sink) {
    (void)verb, (void)sink;
    p->species[inc_side_of(seat)][p->character_of[seat]] = (uint8_t)arg;
    inc_to_base(t, p, seat);
}

const struct inc_stage inc_stage_species = {species_legal, species_why_not, species_apply};

static bool is_player(const struct inc_tables *t, int side, unsigned seat) {
    return seat < (unsigned)t->seats && seat % INC_SIDES == (unsigned)side;
}

static alea_rule why_not_give_to(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned other) {
    int side = inc_side_of(seat);
    if (!is_player(t, side, other) || p->seat_of[side][p->character_of[seat]] == other) return INC_ROLE_10;
    return characters_of(t, p, side, other) < t->characters_each ? 0 : INC_ROLE_10;
}

static int give_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    uint64_t seats = 0;
    for (unsigned other = 0; other < (unsigned)t->seats; other++)
        if (!why_not_give_to(t, p, seat, other)) seats |= inc_bit(other);
    return inc_list(out, 0, INCURSIO_VERB_TO_SEAT, seats);
}

static alea_rule give_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    return verb == INCURSIO_VERB_TO_SEAT ? why_not_give_to(t, p, seat, arg) : INC_TURN_1;
}

static void give_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)verb, (void)sink;
    unsigned character = p->character_of[seat];
    uint8_t *owner = &p->seat_of[inc_side_of(seat)][character];
    if (p->stage_of[*owner] == INCURSIO_STAGE_SPECIES && p->character_of[*owner] == character) inc_to_base(t, p, *owner);
    *owner = (uint8_t)arg;
    inc_to_base(t, p, seat);
}

const struct inc_stage inc_stage_give = {give_legal, give_why_not, give_apply};

/* ---- Deputies and delegates ---- */

alea_rule inc_why_not_deputy(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned other) {
    int side = inc_side_of(seat);
    if (!t->teams || p->general[side] != seat) return INC_ROLE_2;
    return is_player(t, side, other) && other != (unsigned)seat && p->deputy[side] != other ? 0 : INC_ROLE_2;
}

alea_rule inc_why_not_delegate(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site) {
    if (!t->teams) return INC_ROLE_4;
    if (!inc_is_general(t, p, seat)) return INC_ROLE_3;
    return site < (unsigned)t->n_sites && inc_here(p, inc_side_of(seat), site) > 0 ? 0 : INC_GEN_7;
}

static int delegate_legal(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    uint64_t seats = 0;
    (void)p;
    for (unsigned other = (unsigned)inc_side_of(seat); other < (unsigned)t->seats; other += INC_SIDES)
        seats |= inc_bit(other);
    return inc_list(out, 0, INCURSIO_VERB_TO_SEAT, seats);
}

static alea_rule delegate_why_not(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                  unsigned arg) {
    (void)p;
    if (verb != INCURSIO_VERB_TO_SEAT) return INC_TURN_1;
    return is_player(t, inc_side_of(seat), arg) ? 0 : INC_ROLE_4;
}

uint64_t inc_delegates(const struct inc_tables *t, const struct inc_position *p) {
    uint64_t seats = 0;
    for (int i = 0; i < INC_SIDES * t->n_sites; i++) {
        unsigned seat = p->delegate[i % INC_SIDES][i / INC_SIDES];
        if (seat != ALEA_NONE) seats |= inc_bit(seat);
    }
    return seats;
}

/* Whoever may act now, and could not before, enters the open window; whoever may no more leaves it. */
void inc_entitled_changed(const struct inc_tables *t, struct inc_position *p, alea_actors before) {
    for (uint64_t rest = before ^ inc_entitled(t, p); rest; rest &= rest - 1) {
        int other = (int)inc_first(rest);
        p->done &= ~alea_actor(other);
        inc_arrange_default(t, p, other);
        if (p->stage_of[other] == INCURSIO_STAGE_LINE) inc_line_clear(p);
        inc_to_base(t, p, other);
    }
}

static void delegate_apply(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                           struct alea_events *sink) {
    (void)verb, (void)sink;
    alea_actors before = inc_entitled(t, p);
    int side = inc_side_of(seat);
    p->delegate[side][p->site_of[seat]] = arg == p->general[side] ? ALEA_NONE : (uint8_t)arg;
    p->delegates = inc_delegates(t, p);
    inc_entitled_changed(t, p, before);
    inc_to_base(t, p, seat);
}

const struct inc_stage inc_stage_delegate = {delegate_legal, delegate_why_not, delegate_apply};
