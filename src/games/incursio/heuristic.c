/* SPDX-License-Identifier: MIT */
/* heuristic.c - how a sensible General likes each choice. What the bot `greedy` plays by.
 *
 * It is asked about a view: nothing is guessed, what the side knows is enough. `done` is worth 0: what is worth less is
 * never chosen while a window can be closed, and every choice that is worth more brings its order forward. */
#include "sense.h"

static const double NEVER = -9;

struct mind {
    const struct inc_tables *t;
    const struct inc_position *p;
    const struct inc_sense *sense;
    int seat, side;
};

/* ---- Marching ---- */

static bool is_founding_site(const struct mind *m, unsigned site) { return m->sense->land >> site & 1; }

/* Units of the camp that may still march and need not stay. */
static int can_be_spared(const struct mind *m, unsigned site) {
    int idle = m->sense->idle[site], most = m->sense->here[site] - inc_sense_guard(m->t, m->p, m->sense, site);
    return idle < most ? idle : most;
}

/* What it is worth to a unit of `from`, of which so many can be spared, to stand at `to`. */
static double worth_of_march(const struct mind *m, unsigned from, unsigned to, int spared) {
    const struct inc_sense *sense = m->sense;
    if (sense->targets >> to & 1) return NEVER;                        /* enemies: it would only be seen */
    if (spared <= 0 || m->p->total[m->side] >= INC_UNITS) return -0.1; /* no room for another shadow */
    if (m->side == INC_RAIDERS && m->p->step == INCURSIO_STEP_FINAL && sense->portal[from] && !inc_is_ruin(m->p, from))
        return inc_is_ruin(m->p, to) ? 20 : sense->portal[from] == sense->free[from] ? NEVER : -0.1; /* [INC-PORTAL-8] */
    double gain = sense->pull[to] - sense->pull[from];
    if (m->side == INC_DEFENDERS && sense->days_left > 1 && is_founding_site(m, to) && (m->t->grey[to] & sense->own) &&
        sense->pull[to] < 6)
        return 2.0 + 0.01 * sense->here[from];
    return gain > 0.12 * sense->pull[from] + 0.02 ? gain : -0.1;
}

static double best_march(const struct mind *m, unsigned from) {
    double best = NEVER;
    const int spared = can_be_spared(m, from);
    for (uint64_t ways = inc_ways(m->t, m->side, from); ways; ways &= ways - 1) {
        double worth = worth_of_march(m, from, inc_first(ways), spared);
        if (worth > best) best = worth;
    }
    return best;
}

static bool has_room(const struct mind *m, unsigned site) {
    const inc_unit *camp = inc_camp(m->p, m->side, site);
    unsigned asked = 0;
    if (m->side != INC_DEFENDERS || !inc_is_settlement(m->p, site)) return false;
    for (int i = 0; i < m->p->camp[m->side][site]; i++) {
        unsigned type = inc_type(camp[i]);
        if (inc_state_of(camp[i]) != INC_IDLE || asked >> type & 1) continue;
        asked |= 1u << type;
        if (!inc_why_not_enter(m->t, m->p, site, type)) return true;
    }
    return false;
}

static double worth_from(const struct mind *m, unsigned site) {
    if (m->p->step != INCURSIO_STEP_DEMON_MOVE && has_room(m, site)) return 3;
    return best_march(m, site);
}

/* Two found a settlement; an army marches whole. */
static double worth_of_marcher(const struct mind *m, unsigned index) {
    unsigned from = m->p->site_of[m->seat], to = m->p->to_of[m->seat];
    inc_unit unit = inc_camp(m->p, m->side, from)[index];
    bool stray = inc_is_portal(unit) && !inc_is_ruin(m->p, from);
    if (m->p->step == INCURSIO_STEP_FINAL && stray) return inc_is_ruin(m->p, to) ? 2 : -1;
    if (m->side == INC_DEFENDERS && is_founding_site(m, to) && m->sense->pull[to] < 6 && inc_here(m->p, m->side, to) >= 2)
        return -1;
    return can_be_spared(m, from) > 0 ? 1 : -1;
}

/* ---- Attacking ---- */

/* Over 0 if our odds are good. Demons of portals have little to lose: at dusk they are gone. */
static double worth_of_attack(const struct mind *m, unsigned site) {
    const struct inc_temper *temper = m->sense->temper;
    int portal, striking;
    if (!(m->sense->targets >> site & 1)) return NEVER;
    striking = inc_sense_striking(m->t, m->p, m->sense, site, &portal);
    if (striking <= 0) return NEVER;
    double ratio = inc_sense_odds(m->sense, site, striking),
           least = temper->least - temper->least_portal * portal / striking;
    if (m->sense->days_left == 0) least -= temper->dusk;
    return ratio < least ? NEVER : 0.1 + m->sense->worth[site] * (ratio > 2 ? 2 : ratio);
}

/* The defender that the next of the line will meet, as far as it was seen: its type, or -1. */
static int next_foe(const struct mind *m, unsigned target, int place) {
    unsigned camp = inc_seen_at(m->p->know[m->side].camp[target], INC_SEEN_CAMP, place);
    if (camp) return (int)camp - 1;
    unsigned inside = m->side == INC_RAIDERS ? inc_seen_at(m->p->seen_garrison[target], INC_SEEN_GARRISON, place) : 0;
    return (int)inside - 1;
}

/* The line grows while there is somebody at `from` who need not stay, and until it is long enough. */
static bool line_grows(const struct mind *m, unsigned from) {
    const struct inc_position *p = m->p;
    unsigned first = p->start[m->side][from], end = first + (unsigned)inc_n_units(p, m->side, from);
    int left = m->sense->free[from];
    for (int i = 0; i < p->attackers; i++) left -= p->line[i] >= first && p->line[i] < end;
    int kept = inc_sense_guard(m->t, p, m->sense, from) - (m->sense->here[from] - m->sense->free[from]);
    return left > kept &&
           p->attackers < m->sense->temper->line * m->sense->foes[p->site_of[m->seat]] + m->sense->temper->line_more;
}

static double worth_of_fighter(const struct mind *m, unsigned index) {
    const struct inc_position *p = m->p;
    unsigned from = p->to_of[m->seat];
    if (!line_grows(m, from)) return -1;
    int foe = next_foe(m, p->site_of[m->seat], p->attackers);
    unsigned type = inc_type(inc_camp(p, m->side, from)[index]);
    double worth = 2;
    if (foe >= 0 && m->side == INC_RAIDERS) worth += (m->t->loses[foe] == type) - (m->t->beats[foe] == type);
    if (foe >= 0 && m->side == INC_DEFENDERS) worth += m->t->beats[type] == foe;
    return worth;
}

static double worth_of_origin(const struct mind *m, unsigned from) { return line_grows(m, from) ? 1 : -1; }

/* ---- Deploying ---- */

/* How a type of ours stands against the enemy's types that were seen. [INC-COMBAT-5] */
static double match_of(const struct mind *m, unsigned type) {
    double sum = 0;
    for (unsigned other = 0; other < INC_TYPES; other++) {
        unsigned soldier = m->side == INC_DEFENDERS ? type : other, demon = m->side == INC_DEFENDERS ? other : type;
        int beats = (m->t->beats[soldier] == demon) - (m->t->loses[soldier] == demon);
        sum += m->sense->mix[other] * (m->side == INC_DEFENDERS ? beats : -beats);
    }
    return sum;
}

/* Of what is left, the type that the place needs most: what the enemy fears. */
static double worth_of_type(const struct mind *m, unsigned type) { return 2 + match_of(m, type % INC_TYPES); }

static double worth_of_species(const struct mind *m, unsigned character) {
    const struct inc_tables *t = m->t;
    int taken[INC_SPECIES_MAX] = {0};
    if (m->p->species[m->side][character] != t->no_species[m->side]) return -1;
    for (int c = 0; c < t->characters; c++) taken[m->p->species[m->side][c]]++;
    for (int s = 0; s < t->n_species; s++) {
        const struct inc_species *species = &t->species[s];
        if (species->side == m->side && inc_quota(t, (unsigned)s) > taken[s] &&
            species->percent > t->species[t->no_species[m->side]].percent)
            return 1;
    }
    return -1;
}

/* ---- Each choice ---- */

static double worth_of_unit(const struct mind *m, unsigned n) {
    switch (m->p->stage_of[m->seat]) {
    case INCURSIO_STAGE_TO: return worth_of_marcher(m, n - 1);
    case INCURSIO_STAGE_LINE: return worth_of_fighter(m, n - 1);
    case INCURSIO_STAGE_ENTER: return 2 + match_of(m, inc_type(inc_camp(m->p, m->side, m->p->site_of[m->seat])[n - 1]));
    default: return -1;
    }
}

static double worth_of(const struct mind *m, alea_move move) {
    unsigned arg = alea_move_arg(move), stage = m->p->stage_of[m->seat];
    switch (alea_move_verb(move)) {
    case INCURSIO_VERB_DONE:
    case INCURSIO_VERB_LAUNCH: return 0;
    case INCURSIO_VERB_BACK: return -0.001; /* resting is as good, and brings the window nearer to its end */
    case INCURSIO_VERB_FROM: return stage == INCURSIO_STAGE_LINE ? worth_of_origin(m, arg) : worth_from(m, arg);
    case INCURSIO_VERB_TO: return worth_of_march(m, m->p->site_of[m->seat], arg, can_be_spared(m, m->p->site_of[m->seat]));
    case INCURSIO_VERB_ENTER: return 3;
    case INCURSIO_VERB_UNIT: return worth_of_unit(m, arg);
    case INCURSIO_VERB_AT: return 1 + 0.001 * arg;
    case INCURSIO_VERB_CAMP: return 0.5;
    case INCURSIO_VERB_ATTACK: return worth_of_attack(m, arg);
    case INCURSIO_VERB_CANCEL: return NEVER;
    case INCURSIO_VERB_DEAL: return worth_of_type(m, arg);
    case INCURSIO_VERB_SPECIES: return worth_of_species(m, arg);
    case INCURSIO_VERB_IS: return m->t->species[arg].percent;
    case INCURSIO_VERB_SPLIT:
    case INCURSIO_VERB_PICK: return 0.001 * (arg + 1);
    case INCURSIO_VERB_CHARACTER:
    case INCURSIO_VERB_CONFIRM:
    case INCURSIO_VERB_APPROVE:
    case INCURSIO_VERB_MISSION:
    case INCURSIO_VERB_TARGET:
    case INCURSIO_VERB_BUILD:
    case INCURSIO_VERB_STRUCTURE:
    case INCURSIO_VERB_FOUND:
    case INCURSIO_VERB_SPY:
    case INCURSIO_VERB_FOCUS:
    case INCURSIO_VERB_REST: return inc_worth_of_order(m->t, m->p, m->sense, m->seat, move);
    default: return -1;
    }
}

/* Is what can be chosen at the stage weighed by the map? */
static bool looks_at_map(unsigned stage) {
    switch (stage) {
    case INCURSIO_STAGE_MOVE:
    case INCURSIO_STAGE_FROM:
    case INCURSIO_STAGE_TO:
    case INCURSIO_STAGE_ENTER:
    case INCURSIO_STAGE_ASSAULT:
    case INCURSIO_STAGE_LINE:
    case INCURSIO_STAGE_KIND:
    case INCURSIO_STAGE_TARGET:
    case INCURSIO_STAGE_STRUCTURE:
    case INCURSIO_STAGE_DEPLOY: return true;
    default: return false;
    }
}

/* Places whose pull the move is weighed by. */
static uint64_t places_of(const struct mind *m, alea_move move) {
    unsigned arg = alea_move_arg(move), stage = m->p->stage_of[m->seat];
    switch (alea_move_verb(move)) {
    case INCURSIO_VERB_FROM: return stage == INCURSIO_STAGE_LINE ? 0 : inc_bit(arg) | inc_ways(m->t, m->side, arg);
    case INCURSIO_VERB_TO: return inc_bit(m->p->site_of[m->seat]) | inc_bit(arg);
    case INCURSIO_VERB_UNIT: return stage == INCURSIO_STAGE_TO ? inc_bit(m->p->to_of[m->seat]) : 0;
    case INCURSIO_VERB_TARGET:
    case INCURSIO_VERB_SPY: return inc_bit(arg);
    default: return 0;
    }
}

void inc_heuristic_by(const struct inc_tables *t, const struct inc_position *p, int seat, const struct inc_temper *temper,
                      const alea_move move[], int n, double worth[]) {
    static const struct inc_temper none;
    static const struct inc_sense blind = {.temper = &none};
    struct inc_sense sense;
    struct mind m = {.t = t, .p = p, .sense = &blind, .seat = seat, .side = inc_side_of(seat)};
    uint64_t places = 0;
    for (int i = 0; i < n; i++) places |= places_of(&m, move[i]);
    if (looks_at_map(p->stage_of[seat])) {
        inc_sense_make(t, p, m.side, temper, places, &sense);
        m.sense = &sense;
    }
    for (int i = 0; i < n; i++) worth[i] = worth_of(&m, move[i]);
}

void inc_heuristic_as(const void *tables, const void *pos, int seat, uint32_t number, const alea_move move[], int n,
                      double worth[]) {
    static const struct inc_temper none;
    struct inc_temper temper;
    const bool asked = looks_at_map(((const struct inc_position *)pos)->stage_of[seat]);
    if (asked) inc_temper_of(tables, inc_side_of(seat), number, &temper);
    inc_heuristic_by(tables, pos, seat, asked ? &temper : &none, move, n, worth);
}

void inc_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]) {
    inc_heuristic_as(tables, pos, seat, 0, move, n, worth);
}
