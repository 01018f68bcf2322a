/* SPDX-License-Identifier: MIT */
/* trade.c - trade with the foreign markets. [POL-TRADE] */
#include "polis_internal.h"

/* Markets to which the side's Trade Port has a free route. [POL-TRADE-4, POL-TRADE-5] */
uint32_t polis_trade_reach(const struct polis_tables *t, const struct polis_position *p, int side) {
    uint32_t open = t->seas & ~polis_controlled(p, polis_other(side)), seen = t->port_seas[side] & open, border = seen;
    while (border) {
        uint32_t next = t->trade_seas[polis_first(border)] & open & ~seen;
        seen |= next;
        border = (border & (border - 1)) | next;
    }
    uint32_t markets = 0;
    for (unsigned market = 0; market < POLIS_MARKET_COUNT; market++)
        markets |= (uint32_t)((t->market_seas[market] & seen) != 0) << market;
    return markets;
}

uint32_t polis_trade_way(const struct polis_tables *t, int side, unsigned market, uint32_t seas) {
    uint32_t layer[POLIS_REGIONS_MAX], ends = t->market_seas[market], seen, way = 0;
    int n = 0;
    seen = layer[0] = t->port_seas[side] & seas;
    while (!(layer[n] & ends)) {
        uint32_t next = 0;
        for (uint32_t rest = layer[n]; rest; rest &= rest - 1) next |= t->trade_seas[polis_first(rest)];
        if (!(next &= seas & ~seen)) return 0;
        seen |= layer[++n] = next;
    }
    for (; n >= 0; n--) {
        const unsigned sea = polis_first(layer[n] & ends);
        way |= polis_bit(sea);
        ends = t->trade_seas[sea];
    }
    return way;
}

/* Units of the shipload's good that an exchange costs. [POL-TRADE-6] */
int polis_price_of(const struct polis_tables *t, const struct polis_position *p, unsigned shipload) {
    const struct polis_shipload *load = &t->shiploads[shipload];
    return t->price[load->number][p->market[load->good]];
}

static bool has_merchant(const struct polis_tables *t, const struct polis_position *p) {
    return p->port[p->active] && p->own[p->active] & t->commercial[p->active]; /* [POL-TRADE-1] */
}

static bool can_exchange(const struct polis_tables *t, const struct polis_position *p, unsigned shipload) {
    return p->resource[p->active][t->shiploads[shipload].good] >= polis_price_of(t, p, shipload); /* [POL-TRADE-7] */
}

static bool can_purchase(const struct polis_tables *t, const struct polis_position *p, unsigned shipload) {
    const struct polis_shipload *load = &t->shiploads[shipload];
    return load->purchase & (p->resource[p->active][POLIS_SILVER] >= load->number); /* [POL-TRADE-9] */
}

enum { NO_MERCHANT, TOO_HIGH, TAKEN, NO_ROUTE, NO_GOODS, REFUSALS };
static const alea_rule refusal[REFUSALS] = {POL_TRADE_1, POL_TRADE_2, POL_TRADE_3, POL_TRADE_4, POL_TRADE_6};

static int passes(const struct polis_tables *t, const struct polis_position *p, unsigned shipload, uint32_t reach) {
    if (!has_merchant(t, p) || shipload >= POLIS_SHIPLOAD_COUNT) return NO_MERCHANT;
    const struct polis_shipload *load = &t->shiploads[shipload];
    if (load->number > t->number[p->round]) return TOO_HIGH;                 /* [POL-TRADE-2] */
    if (p->trader[shipload] || polis_has(p->closed, shipload)) return TAKEN; /* [POL-TRADE-3] */
    if (!polis_has(reach, load->market)) return NO_ROUTE;                    /* [POL-TRADE-4] */
    return can_exchange(t, p, shipload) || can_purchase(t, p, shipload) ? REFUSALS : NO_GOODS;
}

/* Shiploads that the side could pay now, wherever they are. Without a branch but the loop's: which ones is as good as random. */
static uint32_t payable(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = 0;
    for (uint32_t rest = t->open_loads[p->round] & ~p->closed; rest; rest &= rest - 1) {
        unsigned shipload = polis_first(rest);
        const int ways = can_exchange(t, p, shipload) + can_purchase(t, p, shipload);
        set |= (uint32_t)((ways > 0) & !p->trader[shipload]) << shipload;
    }
    return set;
}

static uint32_t loads(const struct polis_tables *t, const struct polis_position *p) {
    uint32_t set = has_merchant(t, p) ? payable(t, p) : 0;
    if (!set) return 0;
    uint32_t reached = 0;
    for (uint32_t rest = polis_trade_reach(t, p, p->active); rest; rest &= rest - 1)
        reached |= t->loads_of[polis_first(rest)];
    return set & reached;
}

bool polis_can_trade(const struct polis_tables *t, const struct polis_position *p) { return loads(t, p); }

alea_rule polis_why_trade(const struct polis_tables *t, const struct polis_position *p) {
    int furthest = NO_MERCHANT;
    uint32_t reach = polis_trade_reach(t, p, p->active);
    for (unsigned shipload = 0; shipload < POLIS_SHIPLOAD_COUNT; shipload++)
        furthest = polis_most(furthest, passes(t, p, shipload, reach));
    return furthest == REFUSALS ? 0 : refusal[furthest];
}

/* ---- Which shipload ---- */

static int list_load(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    return polis_list(out, 0, POLIS_VERB_LOAD, loads(t, p));
}

static alea_rule why_not_load(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)verb;
    int passed = passes(t, p, arg, polis_trade_reach(t, p, p->active));
    return passed == REFUSALS ? 0 : refusal[passed];
}

static void apply_load(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)t, (void)verb, (void)sink;
    p->what = (uint8_t)arg;
    polis_to(p, POLIS_STEP_TRADE_MODE, p->active);
}

const struct polis_handler polis_step_load = {list_load, why_not_load, apply_load};

/* ---- For goods or for silver, then the die ---- */

static int list_mode(const struct polis_tables *t, const struct polis_position *p, alea_move out[]) {
    int n = can_exchange(t, p, p->what) ? polis_list_one(out, 0, POLIS_VERB_EXCHANGE) : 0;
    return can_purchase(t, p, p->what) ? polis_list_one(out, n, POLIS_VERB_PURCHASE) : n;
}

static alea_rule why_not_mode(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg) {
    (void)arg;
    if (verb == POLIS_VERB_EXCHANGE) return can_exchange(t, p, p->what) ? 0 : POL_TRADE_6;
    return can_purchase(t, p, p->what) ? 0 : POL_TRADE_9;
}

static void apply_mode(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    const struct polis_shipload *load = &t->shiploads[p->what];
    int side = p->active, exchange = verb == POLIS_VERB_EXCHANGE;
    int price = exchange ? polis_price_of(t, p, p->what) : load->number;
    unsigned paid = exchange ? load->good : POLIS_SILVER;
    (void)arg;
    polis_gain_resource(t, p, side, paid, -price);
    polis_gain_resource(t, p, side, load->gives, load->number);
    p->port[side]--;
    p->trader[p->what] = (uint8_t)(1 + side); /* [POL-TRADE-11] */
    p->made = (uint8_t)(exchange ? 1 : 2);    /* dice [POL-TRADE-8, POL-TRADE-10] */
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_TRADED, side, p->what, price, (int32_t)paid);
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_RECEIVED, side, load->number, load->gives, 0);
    polis_to(p, POLIS_STEP_MARKET_DIE, side);
}

const struct polis_handler polis_step_trade_mode = {list_mode, why_not_mode, apply_mode};

static void apply_die(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink) {
    unsigned good = t->shiploads[p->what].good;
    int first = (int)alea_dice_face(arg, 0, 0), second = (int)alea_dice_face(arg, 0, 1), at = p->market[good];
    (void)verb;
    if (p->made == 1) at = polis_least(POLIS_PRICE_POSITIONS - 1, at + first); /* [POL-TRADE-8] */
    else at = polis_most(0, at - polis_most(first, second));                   /* [POL-TRADE-10] */
    p->market[good] = (uint8_t)at;
    alea_emit(sink, ALEA_EVERYBODY, POLIS_EVENT_MARKET_MOVED, (int32_t)good, at, 0, 0);
    polis_action_over(t, p, sink);
}

const struct polis_handler polis_step_market_die = {.apply = apply_die};
