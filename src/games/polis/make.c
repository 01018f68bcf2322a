/* SPDX-License-Identifier: MIT */
/* make.c - create hoplites, galleys and merchants. [POL-HOP, POL-GAL, POL-MER] */
#include "polis_internal.h"

/* What one unit costs: one of two resources, or hired silver; and a cube of the polis' population. */
struct price {
    uint8_t resource, amount, silver;
};

static struct price price_of(const struct polis_tables *t, unsigned action) {
    switch (action) {
    case POLIS_CREATE_HOPLITES:
        return (struct price){.resource = 0, .amount = t->hoplite_metal, .silver = t->hoplite_silver};
    case POLIS_CREATE_GALLEYS: return (struct price){.resource = 1, .amount = t->galley_wood, .silver = t->galley_silver};
    default: return (struct price){.resource = 1, .amount = t->merchant_wood, .silver = t->merchant_silver};
    }
}

/* Resources that can pay for one more, as a mask. */
static uint32_t payments(const struct polis_tables *t, const struct polis_position *p, unsigned action) {
    struct price price = price_of(t, action);
    const uint8_t *stock = p->resource[p->active];
    return (uint32_t)(stock[price.resource] >= price.amount) << price.resource |
           (uint32_t)(stock[POLIS_SILVER] >= price.silver) << POLIS_SILVER;
}

static bool has_people(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    return p->population[city] > t->least_population; /* [POL-HOP-4, POL-GAL-4, POL-MER-4] */
}

/* Mercenaries: for silver and a cube of the reserve. [POL-EVENT-27] */
static bool can_hire(const struct polis_tables *t, const struct polis_position *p, unsigned action) {
    const struct polis_effect *hire = action == POLIS_CREATE_MERCHANTS ? NULL : polis_lasting(t, p, POLIS_OP_MERCENARIES);
    return hire && p->resource[p->active][POLIS_SILVER] >= hire->each && p->reserve[p->active];
}

/* Where a unit of that kind may stand at all: for merchants, who go to the port, everywhere or nowhere. */
static uint32_t roomy(const struct polis_tables *t, const struct polis_position *p, unsigned action) {
    if (action != POLIS_CREATE_MERCHANTS) return polis_roomy(t, p, p->active);
    bool room = polis_merchants(p, p->active) < polis_least(t->number[p->round], t->merchant_pieces); /* [POL-MER-6] */
    return room ? UINT32_MAX : 0;
}

/* Regions that units of this polis go to; the port counts as its own. */
static uint32_t ways(const struct polis_tables *t, unsigned action, unsigned city) {
    const struct polis_city *at = &t->city_at[city];
    return action == POLIS_CREATE_GALLEYS ? at->ports : polis_bit(at->region);
}

static uint32_t exits(const struct polis_tables *t, const struct polis_position *p, unsigned action, unsigned city) {
    return ways(t, action, city) & roomy(t, p, action);
}

/* Own poleis from which this action can be done at all. */
static uint32_t kinds(const struct polis_tables *t, const struct polis_position *p, unsigned action) {
    uint32_t own = p->own[p->active];
    if (action == POLIS_CREATE_HOPLITES) return own & t->inland; /* [POL-HOP-2] */
    if (action == POLIS_CREATE_GALLEYS) return own & t->coastal; /* [POL-GAL-2] */
    return own & t->commercial[p->active];                       /* [POL-MER-1] */
}

static uint32_t makers(const struct polis_tables *t, const struct polis_position *p, unsigned action, bool paid,
                       bool hired) {
    uint32_t set = 0, open = roomy(t, p, action);
    for (uint32_t rest = kinds(t, p, action); rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        bool units = hired | (paid & has_people(t, p, city)), room = ways(t, action, city) & open;
        set |= (uint32_t)(units & room) << city;
    }
    return set;
}

/* ---- Can it be begun ---- */

/* One that is paid for is found first, nearly always. */
static bool can_make(const struct polis_tables *t, const struct polis_position *p, enum polis_action action) {
    return (payments(t, p, action) && makers(t, p, action, true, false)) ||
           (can_hire(t, p, action) && makers(t, p, action, false, true));
}

bool polis_can_make_hoplites(const struct polis_tables *t, const struct polis_position *p) {
    return can_make(t, p, POLIS_CREATE_HOPLITES);
}
bool polis_can_make_galleys(const struct polis_tables *t, const struct polis_position *p) {
    return can_make(t, p, POLIS_CREATE_GALLEYS);
}
bool polis_can_make_merchants(const struct polis_tables *t, const struct polis_position *p) {
    return can_make(t, p, POLIS_CREATE_MERCHANTS);
}

/* The refusals in their order, for each of the three. */
enum { NOT_OWN, WRONG_KIND, NO_PAYMENT, NO_PEOPLE, NO_ROOM, REFUSALS };

static const alea_rule refusal[3][REFUSALS] = {
    [POLIS_CREATE_HOPLITES] = {POL_HOP_1, POL_HOP_2, POL_HOP_3, POL_HOP_4, POL_STACK_1},
    [POLIS_CREATE_GALLEYS] = {POL_GAL_1, POL_GAL_2, POL_GAL_3, POL_GAL_4, POL_STACK_1},
    [POLIS_CREATE_MERCHANTS] = {POL_MER_1, POL_MER_2, POL_MER_3, POL_MER_4, POL_MER_6},
};

/* How far the polis comes through the refusals: the number of the first that holds, REFUSALS if none does. */
static int passes(const struct polis_tables *t, const struct polis_position *p, unsigned action, unsigned city) {
    if (!polis_has(p->own[p->active], city)) return NOT_OWN;
    if (action == POLIS_CREATE_MERCHANTS && t->city_at[city].commercial_of == POLIS_NEUTRAL) return NOT_OWN;
    if (!polis_has(kinds(t, p, action), city)) return WRONG_KIND;
    bool hired = can_hire(t, p, action);
    if (!payments(t, p, action) && !hired) return NO_PAYMENT;
    if (!has_people(t, p, city) && !hired) return NO_PEOPLE;
    return exits(t, p, action, city) ? REFUSALS : NO_ROOM;
}

static alea_rule why_polis(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    int passed = city < POLIS_POLEIS_MAX ? passes(t, p, p->action, city) : NOT_OWN;
    return passed == REFUSALS ? 0 : refusal[p->action][passed];
}

/* The refusal of the polis that comes furthest. */
static alea_rule why_make(const struct polis_tables *t, const struct polis_position *p, enum polis_action action) {
    int furthest = NOT_OWN;
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) furthest = polis_most(furthest, passes(t, p, action, city));
    return furthest == REFUSALS ? 0 : refusal[action][furthest];
}

alea_rule polis_why_make_hoplites(const struct polis_tables *t, const struct polis_position *p) {
    return why_make(t, p, POLIS_CREATE_HOPLITES);
}
alea_rule polis_why_make_galleys(const struct polis_tables *t, const struct polis_position *p) {
    return why_make(t, p, POLIS_CREATE_GALLEYS);
}
alea_rule polis_why_make_merchants(const struct polis_tables *t, const struct polis_position *p) {
    return why_make(t, p, POLIS_CREATE_MERCHANTS);
}

/* ---- From which polis ---- */

static bool has_choice_of_sea(const struct polis_tables *t, const struct polis_position *p) {
    return p->action == POLIS_CREATE_GALLEYS && polis_count(t->city_at[p->what].ports) > 1; /* [POL-GAL-5] */
}

/* Where the next unit goes; ALEA_NONE while the seat has to choose the sea. */
static void aim(const struct polis_tables *t, struct polis_position *p) {
    const struct polis_city *at = &t->city_at[p->what];
    if (has_choice_of_sea(t, p)) p->where = ALEA_NONE;
    else if (p->action == POLIS_CREATE_GALLEYS) p->where = (uint8_t)polis_first(at->ports);
    else p->where = at->region;
}

static int list_from(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_FROM_POLIS,
                      makers(t, p, p->action, payments(t, p, p->action), can_hire(t, p, p->action)));
}

static alea_rule why_not_from(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    return why_polis(t, p, arg);
}

static void apply_from(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    static const uint8_t next[] = {
        [POLIS_CREATE_HOPLITES] = POLIS_STEP_MAKE_HOPLITES,
        [POLIS_CREATE_GALLEYS] = POLIS_STEP_MAKE_GALLEYS,
        [POLIS_CREATE_MERCHANTS] = POLIS_STEP_MAKE_MERCHANTS,
    };
    (void)verb, (void)sink;
    p->what = (uint8_t)arg;
    aim(t, p);
    polis_to(p, next[p->action], p->active);
}

const struct polis_handler polis_step_make_from = {list_from, why_not_from, apply_from};

/* ---- One after another ---- */

static bool is_open(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t to = exits(t, p, p->action, p->what);
    return p->action == POLIS_CREATE_MERCHANTS ? to != 0 : p->where != ALEA_NONE && polis_has(to, p->where);
}

static int list_make(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = 0;
    bool paid = payments(t, p, p->action) && has_people(t, p, p->what), hired = can_hire(t, p, p->action);
    bool choose_sea = p->where == ALEA_NONE;
    if (choose_sea && (paid || hired)) n = polis_list(out, n, POLIS_VERB_TO_REGION, exits(t, p, p->action, p->what));
    if (!choose_sea && is_open(t, p)) {
        if (paid) n = polis_list(out, n, POLIS_VERB_PAY, payments(t, p, p->action));
        if (hired) n = polis_list_one(out, n, POLIS_VERB_HIRE);
    }
    bool may_stop = p->made && (choose_sea || !has_choice_of_sea(t, p));
    return may_stop ? polis_list_one(out, n, POLIS_VERB_DONE) : n;
}

static alea_rule why_not_pay(const struct polis_tables *t, const struct polis_position *p, unsigned resource) {
    const alea_rule *refused = refusal[p->action];
    if (p->where == ALEA_NONE) return POL_GAL_5;
    if (!polis_has(payments(t, p, p->action), resource)) return refused[NO_PAYMENT];
    if (!has_people(t, p, p->what)) return refused[NO_PEOPLE];
    return is_open(t, p) ? 0 : refused[NO_ROOM];
}

static alea_rule why_not_hire(const struct polis_tables *t, const struct polis_position *p) {
    if (p->where == ALEA_NONE) return POL_GAL_5;
    if (!can_hire(t, p, p->action)) return POL_EVENT_27;
    return is_open(t, p) ? 0 : refusal[p->action][NO_ROOM];
}

static alea_rule why_not_to_sea(const struct polis_tables *t, const struct polis_position *p, unsigned sea) {
    if (!payments(t, p, p->action) && !can_hire(t, p, p->action)) return POL_GAL_3;
    if (!has_people(t, p, p->what) && !can_hire(t, p, p->action)) return POL_GAL_4;
    if (p->where != ALEA_NONE || !polis_has(t->city_at[p->what].ports, sea)) return POL_GAL_5;
    return polis_has(exits(t, p, p->action, p->what), sea) ? 0 : POL_STACK_1;
}

static alea_rule why_not_make(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    static const alea_rule none_made[] = {
        [POLIS_CREATE_HOPLITES] = POL_HOP_6, [POLIS_CREATE_GALLEYS] = POL_GAL_6, [POLIS_CREATE_MERCHANTS] = POL_MER_7};
    switch (verb) {
    case POLIS_VERB_PAY: return why_not_pay(t, p, arg);
    case POLIS_VERB_HIRE: return why_not_hire(t, p);
    case POLIS_VERB_TO_REGION: return why_not_to_sea(t, p, arg);
    default:
        if (!p->made) return none_made[p->action];
        return has_choice_of_sea(t, p) && p->where != ALEA_NONE ? POL_TURN_11 : 0;
    }
}

static void place_unit(struct polis_position *p, struct alea_events *sink) {
    static const uint16_t event[] = {[POLIS_CREATE_HOPLITES] = POLIS_EVENT_HOPLITE_MADE,
                                     [POLIS_CREATE_GALLEYS] = POLIS_EVENT_GALLEY_MADE,
                                     [POLIS_CREATE_MERCHANTS] = POLIS_EVENT_MERCHANT_MADE};
    int side = p->active;
    if (p->action == POLIS_CREATE_MERCHANTS) p->port[side]++; /* [POL-MER-5] */
    else polis_add_unit(p, side, p->where);
    alea_emit(sink, ALEA_EVERYBODY, event[p->action], side, p->what, p->where, 0);
}

static void apply_make(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    int side = p->active;
    struct price price = price_of(t, p->action);
    switch (verb) {
    case POLIS_VERB_TO_REGION: p->where = (uint8_t)arg; return;
    case POLIS_VERB_DONE: polis_action_over(t, p, sink); return;
    case POLIS_VERB_HIRE:
        polis_gain_resource(t, p, side, POLIS_SILVER, -polis_lasting(t, p, POLIS_OP_MERCENARIES)->each);
        alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_HIRED, side, p->where, 0, 0);
        break;
    default: /* pay: the cube of the population is the unit, by way of the reserve */
        polis_gain_resource(t, p, side, arg, arg == POLIS_SILVER ? -price.silver : -price.amount);
        p->population[p->what]--;
        p->reserve[side]++;
    }
    place_unit(p, sink);
    p->made++;
    aim(t, p);
}

const struct polis_handler polis_step_make_hoplites = {list_make, why_not_make, apply_make};
const struct polis_handler polis_step_make_galleys = {list_make, why_not_make, apply_make};
const struct polis_handler polis_step_make_merchants = {list_make, why_not_make, apply_make};
