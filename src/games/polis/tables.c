/* SPDX-License-Identifier: MIT */
/* tables.c - the tables of data/polis.json (or of a scenario) made ready for play: the board, poleis, siege mode, constants.
 * Markets, projects, cards and events: tables_cards.c. */
#include <string.h>

#include "load.h"
#include "net.h"
#include "polis_text.h"
#include "tables.h"

const struct alea_option polis_options[POLIS_OPTIONS] = {
    {.key = "siege", .words = polis_siege_words, .max = POLIS_SIEGE_MODES - 1},
};

/* ---- Names and the board ---- */

static void load_names(struct alea_loader *in, struct polis_tables *t) {
    alea_load_names(in, &t->side, POLIS_SIDES, POLIS_SIDES, "sides.items");
    alea_load_names(in, &t->resource, POLIS_RESOURCE_COUNT, POLIS_RESOURCE_COUNT, "resources.items");
    alea_load_names(in, &t->action, POLIS_ACTION_COUNT, POLIS_ACTION_COUNT, "actions.items");
    alea_load_names(in, &t->region, POLIS_REGIONS_MAX, POLIS_REGIONS_MAX, "regions.items");
    alea_load_names(in, &t->city, POLIS_POLEIS_MAX, POLIS_POLEIS_MAX, "poleis.items");
    alea_load_names(in, &t->round_name, POLIS_ROUND_COUNT, POLIS_ROUND_COUNT, "rounds.items");
    alea_load_names(in, &t->market, POLIS_MARKET_COUNT, POLIS_MARKET_COUNT, "markets.items");
    alea_load_names(in, &t->project, POLIS_PROJECT_COUNT, POLIS_PROJECT_COUNT, "projects.items");
    alea_load_names(in, &t->event, POLIS_EVENT_COUNT, POLIS_EVENT_COUNT, "events.items");
}

static int load_side(struct alea_loader *in, const struct polis_tables *t, const char *table, int item, const char *key) {
    if (!alea_load_has(in, "%s.items[%d].%s", table, item, key)) return POLIS_NEUTRAL;
    return alea_load_index(in, &t->side, "%s.items[%d].%s", table, item, key);
}

/* Regions 0 .. 11 are land and 12 .. 16 sea, so that what is land is a mask. */
static void load_regions(struct alea_loader *in, struct polis_tables *t) {
    static const struct alea_phrase word[] = {{.id = "land"}, {.id = "sea"}};
    static const struct alea_names kinds = {.at = word, .n = 2};
    for (int region = 0; region < POLIS_REGIONS_MAX; region++) {
        int sea = alea_load_index(in, &kinds, "regions.items[%d].kind", region);
        if (sea != (region >= POLIS_LANDS))
            alea_load_refuse(in, POLIS_SAY_BOARD_LANDS_FIRST, "regions.items[%d].kind", region);
        *(sea ? &t->seas : &t->lands) |= polis_bit((unsigned)region);
        t->home_of[region] = (uint8_t)load_side(in, t, "regions", region, "home_of");
        for (int resource = 0; !sea && resource < POLIS_RESOURCE_COUNT; resource++) {
            const char *id = t->resource.at[resource].id;
            if (!alea_load_has(in, "regions.items[%d].yields.%s", region, id)) continue;
            int n = alea_load_length(in, 0, POLIS_YIELD_MAX, "regions.items[%d].yields.%s", region, id);
            for (int hoplites = 0; hoplites < n; hoplites++)
                t->yields[region][resource][hoplites] =
                    (uint8_t)alea_load_int(in, 1, POLIS_CAP, "regions.items[%d].yields.%s[%d]", region, id, hoplites);
        }
    }
}

/* Neighbours within one set of names, as 32-bit masks. */
static void load_graph(struct alea_loader *in, const struct alea_names *names, uint32_t out[], const char *path) {
    uint64_t pairs[64] = {0};
    alea_load_pairs(in, names, NULL, pairs, "%s", path);
    for (int i = 0; i < names->n; i++) out[i] |= (uint32_t)pairs[i];
}

/* The trade graph joins seas, Trade Ports and markets: names of all three. [POL-TRADE-4] */
static void load_trade_graph(struct alea_loader *in, struct polis_tables *t) {
    struct alea_names ports;
    alea_load_names(in, &ports, POLIS_SIDES, POLIS_SIDES, "trade_ports.items");
    if (!alea_load_ok(in)) return;
    enum {
        NODES = POLIS_REGIONS_MAX + POLIS_SIDES + POLIS_MARKET_COUNT,
        PORTS = POLIS_REGIONS_MAX,
        MARKETS = PORTS + POLIS_SIDES
    };
    struct alea_phrase node[NODES];
    uint32_t ways[NODES] = {0};
    memcpy(node, t->region.at, sizeof *node * POLIS_REGIONS_MAX);
    memcpy(node + PORTS, ports.at, sizeof *node * POLIS_SIDES);
    memcpy(node + MARKETS, t->market.at, sizeof *node * POLIS_MARKET_COUNT);
    struct alea_names nodes = {.at = node, .n = NODES};
    load_graph(in, &nodes, ways, "graphs.trade.edges");
    if (alea_load_has(in, "graphs.trade.ruling_edges")) load_graph(in, &nodes, ways, "graphs.trade.ruling_edges");
    for (int region = 0; region < POLIS_REGIONS_MAX; region++) t->trade_seas[region] = ways[region] & t->seas;
    for (int port = 0; port < POLIS_SIDES; port++) {
        int side = load_side(in, t, "trade_ports", port, "side");
        if (side < POLIS_SIDES) t->port_seas[side] |= ways[PORTS + port] & t->seas;
    }
    for (int market = 0; market < POLIS_MARKET_COUNT; market++) t->market_seas[market] = ways[MARKETS + market] & t->seas;
}

/* ---- Poleis ---- */

static void load_ports(struct alea_loader *in, struct polis_tables *t, int city) {
    int n = alea_load_length(in, 0, POLIS_REGIONS_MAX - POLIS_LANDS, "poleis.items[%d].ports", city);
    for (int port = 0; port < n; port++) {
        int sea = alea_load_index(in, &t->region, "poleis.items[%d].ports[%d]", city, port);
        if (!polis_has(t->seas, (unsigned)sea))
            alea_load_refuse(in, POLIS_SAY_BOARD_PORT_WITHOUT_SEA, "poleis.items[%d].ports[%d]", city, port);
        t->city_at[city].ports |= polis_bit((unsigned)sea);
    }
}

static void load_city(struct alea_loader *in, struct polis_tables *t, const struct alea_names *kinds, int city) {
    struct polis_city *at = &t->city_at[city];
    at->region = (uint8_t)alea_load_index(in, &t->region, "poleis.items[%d].region", city);
    at->fortification = (uint8_t)alea_load_int(in, 1, 9, "poleis.items[%d].fortification", city);
    at->base = (uint8_t)alea_load_int(in, 1, 20, "poleis.items[%d].base_population", city);
    at->growth = (uint8_t)alea_load_int(in, 0, 20, "poleis.items[%d].max_growth", city);
    at->most = (uint8_t)alea_load_int(in, at->base, 20, "poleis.items[%d].max_population", city);
    at->capital_of = (uint8_t)load_side(in, t, "poleis", city, "capital_of");
    at->commercial_of = (uint8_t)load_side(in, t, "poleis", city, "commercial_of");
    at->besiegeable = alea_load_int(in, 0, 1, "poleis.items[%d].besiegeable", city);
    load_ports(in, t, city);
    int n = alea_load_length(in, 0, kinds->n, "poleis.items[%d].project_kinds", city);
    for (int kind = 0; kind < n; kind++)
        at->kinds |= polis_bit((unsigned)alea_load_index(in, kinds, "poleis.items[%d].project_kinds[%d]", city, kind));
    t->cities_in[at->region] |= polis_bit((unsigned)city);
    if (polis_has(t->lands, at->region)) t->inland |= polis_bit((unsigned)city);
    if (at->ports) t->coastal |= polis_bit((unsigned)city);
    if (at->besiegeable && at->capital_of == POLIS_NEUTRAL && polis_has(t->lands, at->region))
        t->besiegeable |= polis_bit((unsigned)city);
    if (at->commercial_of < POLIS_SIDES) t->commercial[at->commercial_of] |= polis_bit((unsigned)city);
    if (at->capital_of < POLIS_SIDES) t->capital[at->capital_of] = (uint8_t)city;
}

static void load_cities(struct alea_loader *in, struct polis_tables *t, const struct alea_names *kinds) {
    t->capital[0] = t->capital[1] = ALEA_NONE;
    for (int city = 0; city < POLIS_POLEIS_MAX; city++) load_city(in, t, kinds, city);
    if (alea_load_ok(in) && (t->capital[0] == ALEA_NONE || t->capital[1] == ALEA_NONE))
        alea_load_refuse(in, POLIS_SAY_BOARD_NO_CAPITAL, "poleis.items");
}

/* ---- The siege mode: table 10.1 ---- */

static int optional_int(struct alea_loader *in, int most, int mode, const char *key) {
    if (!alea_load_has(in, "siege_modes.items[%d].%s", mode, key)) return 0;
    return alea_load_int(in, 0, most, "siege_modes.items[%d].%s", mode, key);
}

static uint8_t price(struct alea_loader *in, bool may_cost, int mode, const char *key) {
    int price = optional_int(in, 9, mode, key);
    if (price && !may_cost) alea_load_refuse(in, POLIS_SAY_SETUP_UNCHECKED_PRICE, "siege_modes.items[%d].%s", mode, key);
    return (uint8_t)price;
}

static void load_force(struct alea_loader *in, struct polis_siege_mode *siege, int mode) {
    if (!alea_load_has(in, "siege_modes.items[%d].force", mode)) return;
    siege->force = siege->die ? POLIS_FORCE_ONCE : POLIS_FORCE_DISCS;
    siege->force_prestige = (uint8_t)alea_load_int(in, 0, 9, "siege_modes.items[%d].force.prestige", mode);
    siege->force_population = (uint8_t)alea_load_int(in, 0, 9, "siege_modes.items[%d].force.enemy_population", mode);
    if (!siege->die) siege->force_hoplites = (uint8_t)alea_load_int(in, 0, 9, "siege_modes.items[%d].force.hoplites", mode);
}

static void load_mode(struct alea_loader *in, struct polis_siege_mode *siege, int mode, int item) {
    static const struct alea_phrase word[] = {{.id = "any_time"}, {.id = "end_of_action"}};
    static const struct alea_names moments = {.at = word, .n = 2};
    *siege = (struct polis_siege_mode){.known = true};
    siege->die = (uint8_t)optional_int(in, 7, item, "die");
    siege->needs_control = optional_int(in, 1, item, "needs_control");
    siege->garrison = optional_int(in, 1, item, "garrison");
    siege->discs_stay = optional_int(in, 1, item, "discs_stay_between_rounds");
    siege->start_after_pass = optional_int(in, 1, item, "start_after_opponent_passed");
    siege->prestige_start = price(in, polis_may_cost_start(mode), item, "prestige_start");
    siege->prestige_continue = price(in, polis_may_cost_start(mode), item, "prestige_continue");
    siege->prestige_win = price(in, !siege->die && polis_may_cost_win(mode), item, "prestige_win");
    if (alea_load_has(in, "siege_modes.items[%d].break_check", item))
        siege->breaks =
            (uint8_t)(POLIS_BREAK_AT_ONCE + alea_load_index(in, &moments, "siege_modes.items[%d].break_check", item));
    load_force(in, siege, item);
}

static void load_siege(struct alea_loader *in, struct polis_tables *t) {
    struct alea_phrase id[POLIS_SIEGE_MODES];
    for (int i = 0; i < POLIS_SIEGE_MODES; i++) id[i] = (struct alea_phrase){.id = polis_siege_words[i]};
    struct alea_names modes = {.at = id, .n = POLIS_SIEGE_MODES};
    int n = alea_load_length(in, 1, 32, "siege_modes.items");
    for (int i = 0; i < n && alea_load_ok(in); i++) {
        int mode = alea_load_index(in, &modes, "siege_modes.items[%d].id", i);
        load_mode(in, &t->siege_modes[mode], mode, i);
    }
    t->siege = t->siege_modes[t->mode];
    if (!t->siege.known) alea_load_refuse(in, POLIS_SAY_SETUP_NO_SIEGE_MODE, "siege_modes.items");
}

/* ---- Numbers ---- */

static uint8_t constant(struct alea_loader *in, int least, int most, const char *key) {
    return (uint8_t)alea_load_int(in, least, most, "constants.items.%s.value", key);
}

static void load_constants(struct alea_loader *in, struct polis_tables *t) {
    t->cubes = (uint8_t)alea_load_int(in, 20, POLIS_CAP, "limits.items.cubes_in_play_per_side");
    t->resource_max = (uint8_t)alea_load_int(in, 20, POLIS_CAP, "limits.items.resource_max"); /* [POL-RES-1] */
    t->prestige_max = (uint8_t)alea_load_int(in, 20, POLIS_CAP, "limits.items.prestige_max"); /* [POL-RES-4] */
    t->shown_projects = (uint8_t)alea_load_int(in, 0, POLIS_PROJECT_COUNT, "limits.items.projects_shown_per_round");
    t->merchant_pieces = (uint8_t)alea_load_int(in, 1, 20, "limits.items.merchants_per_side");
    t->actions_per_turn = constant(in, 1, 2, "actions_per_turn");
    t->surcharge = constant(in, 0, 9, "surcharge_after_opponent_passed");
    t->least_population = constant(in, 0, 9, "min_population");
    t->military_prestige = constant(in, 0, 9, "military_action_prestige");
    t->failure_hoplites = constant(in, 0, 1, "siege_failure_hoplites");
    t->failure_population = constant(in, 0, 9, "siege_failure_enemy_population");
    constant(in, 1, 1, "garrison_hoplites");
    t->bribe = constant(in, 0, 9, "bribe_per_enemy_unit");
    t->redeem_price = constant(in, 0, 99, "redeem_price");
    t->civil_neutral = constant(in, 0, 99, "civil_war_factor_neutral");
    t->civil_enemy = constant(in, 0, 99, "civil_war_factor_enemy");
    t->battle_least = constant(in, 2, 5, "battle_min_units_each");
    t->cards_per_attack = constant(in, 2, 2, "battle_cards_per_attack");
    t->retreat_prestige = constant(in, 0, 9, "battle_retreat_prestige");
    t->land_attacker = (uint8_t)alea_load_index(in, &t->side, "constants.items.battle_first_attacker_land.value");
    t->sea_attacker = (uint8_t)alea_load_index(in, &t->side, "constants.items.battle_first_attacker_sea.value");
    t->phoros_floor = constant(in, 0, 99, "phoros_prestige_floor");
    t->megalopolis = constant(in, 0, 9, "megalopolis_prestige");
    int n = alea_load_length(in, 0, POLIS_RESOURCE_COUNT, "constants.items.storage_halved.value");
    for (int i = 0; i < n; i++)
        t->halved |= polis_bit((unsigned)alea_load_index(in, &t->resource, "constants.items.storage_halved.value[%d]", i));
}

static void load_costs(struct alea_loader *in, struct polis_tables *t) {
    const struct {
        const char *key, *resource;
        uint8_t *amount, *silver;
    } cost[] = {
        {"hoplite_cost", "metal", &t->hoplite_metal, &t->hoplite_silver},
        {"galley_cost", "wood", &t->galley_wood, &t->galley_silver},
        {"merchant_cost", "wood", &t->merchant_wood, &t->merchant_silver},
    };
    for (size_t i = 0; i < ALEA_LEN(cost); i++) {
        *cost[i].amount = (uint8_t)alea_load_int(in, 0, 9, "constants.items.%s.value.%s", cost[i].key, cost[i].resource);
        *cost[i].silver = (uint8_t)alea_load_int(in, 0, 9, "constants.items.%s.value.or_silver", cost[i].key);
    }
}

static void load_rounds(struct alea_loader *in, struct polis_tables *t) {
    for (int round = 0; round < POLIS_ROUND_COUNT; round++) {
        t->number[round] = (uint8_t)alea_load_int(in, 1, 5, "rounds.items[%d].number", round);
        t->stack_limit[round] = (uint8_t)alea_load_int(in, 1, POLIS_YIELD_MAX, "rounds.items[%d].stack_limit", round);
        t->battle_threshold[round] = (uint8_t)alea_load_int(in, 4, 20, "rounds.items[%d].battle_threshold", round);
    }
}

/* ---- Setup [POL-SETUP] ---- */

/* Amounts by name: {"laconia": 3, ...}; what is not named is 0. */
static void load_amounts(struct alea_loader *in, int row, const char *key, const struct alea_names *names, uint32_t among,
                         int most, uint8_t out[]) {
    for (int i = 0; i < names->n; i++) {
        const char *id = names->at[i].id;
        if (!alea_load_has(in, "setup.items[%d].%s.%s", row, key, id)) continue;
        if (!polis_has(among, (unsigned)i))
            alea_load_refuse(in, POLIS_SAY_BOARD_UNIT_ELSEWHERE, "setup.items[%d].%s.%s", row, key, id);
        out[i] = (uint8_t)alea_load_int(in, 0, most, "setup.items[%d].%s.%s", row, key, id);
    }
}

static void check_setup(struct alea_loader *in, const struct polis_tables *t, int side, int row) {
    int cubes = 0;
    for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++) {
        cubes += t->start_population[side][city];
        if (t->start_population[side][city] > t->city_at[city].most ||
            (t->start_population[0][city] && t->start_population[1][city]))
            alea_load_refuse(in, POLIS_SAY_SETUP_POPULATION, "setup.items[%d].poleis.%s", row, t->city.at[city].id);
    }
    for (int region = 0; region < POLIS_REGIONS_MAX; region++) cubes += t->start_units[side][region];
    if (cubes > t->cubes) /* [POL-SETUP-12] */
        alea_load_refuse(in, POLIS_SAY_SETUP_TOO_MANY_CUBES, "setup.items[%d]", row);
    if (!t->start_population[side][t->capital[side]])
        alea_load_refuse(in, POLIS_SAY_SETUP_WITHOUT_CAPITAL, "setup.items[%d].poleis", row);
    if (t->start_merchants[side] > t->number[0])
        alea_load_refuse(in, POLIS_SAY_SETUP_TOO_MANY_MERCHANTS, "setup.items[%d].merchants", row);
}

static void load_setup(struct alea_loader *in, struct polis_tables *t) {
    alea_load_length(in, POLIS_SIDES, POLIS_SIDES, "setup.items");
    for (int row = 0; row < POLIS_SIDES; row++) {
        int side = alea_load_index(in, &t->side, "setup.items[%d].side", row);
        t->start_prestige[side] = (uint8_t)alea_load_int(in, 1, POLIS_CAP, "setup.items[%d].prestige", row);
        load_amounts(in, row, "resources", &t->resource, ~0u, POLIS_CAP, t->start_resource[side]);
        load_amounts(in, row, "poleis", &t->city, ~0u, 20, t->start_population[side]);
        load_amounts(in, row, "hoplites", &t->region, t->lands, t->stack_limit[0], t->start_units[side]);
        load_amounts(in, row, "galleys", &t->region, t->seas, t->stack_limit[0], t->start_units[side]);
        t->start_merchants[side] = (uint8_t)alea_load_int(in, 1, 5, "setup.items[%d].merchants", row);
        t->start_proxenos[side] = (uint8_t)alea_load_index(in, &t->city, "setup.items[%d].proxenos", row);
        if (alea_load_ok(in)) check_setup(in, t, side, row);
    }
    if (alea_load_ok(in) && t->start_proxenos[0] == t->start_proxenos[1])
        alea_load_refuse(in, POLIS_SAY_SETUP_SAME_PROXENOS, "setup.items");
}

/* Somebody must be able to go everywhere. */
static void check_ways(struct alea_loader *in, const struct polis_tables *t) {
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) {
        bool sea = polis_has(t->seas, region);
        if (!t->hoplite_ways[region] || !t->proxenos_ways[region] || (sea && !t->galley_ways[region]))
            alea_load_refuse(in, POLIS_SAY_BOARD_NO_WAY, "graphs (%s)", t->region.at[region].id);
    }
}

bool polis_load(struct alea_loader *in, int seats, struct alea_options *options, void *tables) {
    struct polis_tables *t = tables;
    struct alea_names kinds = {0};
    (void)seats;
    t->mode = options->value[0];
    load_names(in, t);
    alea_load_names(in, &kinds, 1, 32, "project_kinds.items");
    t->project_kind = kinds;
    if (!alea_load_ok(in)) return false;
    load_regions(in, t);
    load_graph(in, &t->region, t->hoplite_ways, "graphs.hoplites.edges");
    load_graph(in, &t->region, t->galley_ways, "graphs.galleys.edges");
    load_graph(in, &t->region, t->proxenos_ways, "graphs.proxenos.edges");
    load_trade_graph(in, t);
    if (alea_load_ok(in)) check_ways(in, t);
    load_cities(in, t, &kinds);
    load_rounds(in, t);
    if (!alea_load_ok(in)) return false;
    load_siege(in, t);
    load_constants(in, t);
    load_costs(in, t);
    polis_load_cards(in, t, &kinds);
    if (!alea_load_ok(in)) return false;
    load_setup(in, t);
    t->net = polis_net_load(in);
    return alea_load_ok(in);
}

struct alea_names polis_names(const void *tables, int set) {
    const struct polis_tables *t = tables;
    switch (set) {
    case POLIS_SET_SIDE: return t->side;
    case POLIS_SET_REGION: return t->region;
    case POLIS_SET_POLIS: return t->city;
    case POLIS_SET_RESOURCE: return t->resource;
    case POLIS_SET_ACTION: return t->action;
    case POLIS_SET_PROJECT: return t->project;
    case POLIS_SET_EVENT: return t->event;
    case POLIS_SET_CARD: return t->card;
    case POLIS_SET_SHIPLOAD: return t->shipload;
    case POLIS_SET_MARKET: return t->market;
    case POLIS_SET_ROUND: return t->round_name;
    case POLIS_SET_FORMATION: return t->formation;
    default: return (struct alea_names){0};
    }
}
