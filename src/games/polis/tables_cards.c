/* SPDX-License-Identifier: MIT */
/* tables_cards.c - markets, projects, combat cards and events, read from the data. */
#include <string.h>

#include "load.h"
#include "polis_text.h"
#include "tables.h"

/* ---- Markets [POL-TRADE] ---- */

static void load_prices(struct alea_loader *in, struct polis_tables *t) {
    for (int number = 3; number <= 5; number++) {
        alea_load_length(in, POLIS_PRICE_POSITIONS, POLIS_PRICE_POSITIONS, "goods_market.price_rows_by_shipload_number.%d",
                         number);
        for (int at = 0; at < POLIS_PRICE_POSITIONS; at++)
            t->price[number][at] =
                (uint8_t)alea_load_int(in, 0, POLIS_CAP, "goods_market.price_rows_by_shipload_number.%d[%d]", number, at);
    }
    alea_load_length(in, POLIS_GOODS, POLIS_GOODS, "goods_market.items");
    for (int i = 0; i < POLIS_GOODS; i++) { /* [POL-SETUP-8] */
        int good = alea_load_index(in, &t->resource, "goods_market.items[%d].good", i);
        if (good >= POLIS_GOODS) alea_load_refuse(in, POLIS_SAY_CARD_NO_GOOD, "goods_market.items[%d].good", i);
        else t->start_market[good] = (uint8_t)alea_load_int(in, 0, 10, "goods_market.items[%d].start_position", i);
    }
    t->market_die = (uint8_t)alea_load_int(in, 2, 7, "goods_market.exchange_roll.sides");
    alea_load_int(in, t->market_die, t->market_die, "goods_market.purchase_roll.sides");
}

static void load_shipload(struct alea_loader *in, struct polis_tables *t, int market, int row, int shipload) {
    struct polis_shipload *load = &t->shiploads[shipload];
    load->market = (uint8_t)market;
    load->number = (uint8_t)alea_load_int(in, 3, 5, "markets.items[%d].shiploads[%d].number", market, row);
    load->good = (uint8_t)alea_load_index(in, &t->resource, "markets.items[%d].shiploads[%d].good", market, row);
    load->gives = (uint8_t)alea_load_index(in, &t->resource, "markets.items[%d].shiploads[%d].gives", market, row);
    load->purchase = alea_load_int(in, 0, 1, "markets.items[%d].shiploads[%d].purchase", market, row);
    t->loads_of[market] |= polis_bit((unsigned)shipload);
    for (int round = 0; round < POLIS_ROUND_COUNT; round++)
        if (load->number <= t->number[round]) t->open_loads[round] |= polis_bit((unsigned)shipload);
    if (load->good >= POLIS_GOODS)
        alea_load_refuse(in, POLIS_SAY_CARD_NO_GOOD, "markets.items[%d].shiploads[%d].good", market, row);
    if (load->gives != POLIS_SILVER && load->gives != POLIS_WHEAT)
        alea_load_refuse(in, POLIS_SAY_CARD_SHIPLOAD, "markets.items[%d].shiploads[%d].gives", market, row);
}

static void load_markets(struct alea_loader *in, struct polis_tables *t) {
    struct alea_phrase *words = alea_load_phrases(in, POLIS_SHIPLOAD_COUNT);
    int shipload = 0;
    for (int market = 0; market < POLIS_MARKET_COUNT; market++) {
        int n = alea_load_length(in, 1, POLIS_SHIPLOAD_COUNT - shipload, "markets.items[%d].shiploads", market);
        for (int row = 0; row < n && alea_load_ok(in); row++, shipload++) {
            load_shipload(in, t, market, row, shipload);
            words[shipload].id = alea_load_string(in, "markets.items[%d].shiploads[%d].id", market, row);
            words[shipload].in[ALEA_IT] = alea_load_string(in, "markets.items[%d].shiploads[%d].names.it", market, row);
            words[shipload].in[ALEA_EN] = alea_load_string(in, "markets.items[%d].shiploads[%d].names.en", market, row);
        }
    }
    if (alea_load_ok(in) && shipload != POLIS_SHIPLOAD_COUNT)
        alea_load_refuse(in, POLIS_SAY_CARD_SHIPLOADS, "markets.items");
    t->shipload = (struct alea_names){.at = words, .n = POLIS_SHIPLOAD_COUNT};
}

/* ---- Projects [POL-PROJ] ---- */

static void load_projects(struct alea_loader *in, struct polis_tables *t, const struct alea_names *kinds) {
    for (int i = 0; i < POLIS_PROJECT_COUNT; i++) {
        struct polis_project *project = &t->project_at[i];
        project->kind = (uint8_t)alea_load_index(in, kinds, "projects.items[%d].kind", i);
        for (unsigned city = 0; city < POLIS_POLEIS_MAX; city++)
            if (polis_has(t->city_at[city].kinds, project->kind)) project->homes |= polis_bit(city);
        project->posterity = (uint8_t)alea_load_int(in, 0, POLIS_CAP, "projects.items[%d].posterity", i);
        alea_load_int(in, 1, 1, "projects.items[%d].count", i);
        for (int resource = 0; resource <= POLIS_SILVER; resource++) {
            const char *id = t->resource.at[resource].id;
            if (alea_load_has(in, "projects.items[%d].cost.%s", i, id))
                project->cost[resource] = (uint8_t)alea_load_int(in, 0, POLIS_CAP, "projects.items[%d].cost.%s", i, id);
        }
        project->half_of = ALEA_NONE;
        if (alea_load_has(in, "projects.items[%d].prestige.half_population_of", i)) /* [POL-EOR-5] */
            project->half_of = (uint8_t)alea_load_index(in, &t->city, "projects.items[%d].prestige.half_population_of", i);
        else project->prestige = (uint8_t)alea_load_int(in, 0, POLIS_CAP, "projects.items[%d].prestige", i);
    }
}

/* ---- Combat cards [POL-BATTLE-22] ---- */

static void load_combat(struct alea_loader *in, struct polis_tables *t) {
    struct alea_names formations = {0};
    alea_load_names(in, &formations, 1, POLIS_CARD_KINDS, "formations.items");
    t->formation = formations;
    alea_load_names(in, &t->card, POLIS_CARD_KINDS, POLIS_CARD_KINDS, "combat_cards.items");
    for (int i = 0; i < POLIS_CARD_KINDS && alea_load_ok(in); i++) {
        struct polis_card *card = &t->cards[i];
        card->formation = (uint8_t)alea_load_index(in, &formations, "combat_cards.items[%d].formation", i);
        card->value = (uint8_t)alea_load_int(in, 0, 9, "combat_cards.items[%d].prestige", i);
        card->count = (uint8_t)alea_load_int(in, 0, 24, "combat_cards.items[%d].count", i);
        t->cards_total += card->count;
    }
    int hands = 2 * t->stack_limit[POLIS_ROUND_COUNT - 1];
    for (int round = 0; round < POLIS_ROUND_COUNT; round++) hands = polis_most(hands, 2 * t->stack_limit[round]);
    if (alea_load_ok(in) && (t->cards_total < hands || t->cards_total > 200)) /* [POL-BATTLE-7] */
        alea_load_refuse(in, POLIS_SAY_CARD_SMALL_DECK, "combat_cards.items");
}

/* ---- Events [POL-EVENT] ---- */

static const struct alea_phrase op_word[POLIS_OPS] = {
    [POLIS_OP_ADD_UNITS] = {.id = "add_units"},
    [POLIS_OP_GAIN] = {.id = "gain"},
    [POLIS_OP_LOSE_PRESTIGE] = {.id = "lose_prestige"},
    [POLIS_OP_REMOVE_UNIT] = {.id = "remove_unit"},
    [POLIS_OP_POPULATION] = {.id = "population"},
    [POLIS_OP_CLOSE_SHIPLOAD] = {.id = "close_shipload"},
    [POLIS_OP_START_PLAYER] = {.id = "start_player"},
    [POLIS_OP_BETRAYAL] = {.id = "betrayal"},
    [POLIS_OP_EXPEDITION] = {.id = "expedition"},
    [POLIS_OP_SELL_PRESTIGE] = {.id = "sell_prestige"},
    [POLIS_OP_MERCENARIES] = {.id = "mercenaries"},
    [POLIS_OP_PACIFISM] = {.id = "pacifism"},
    [POLIS_OP_FREE_TRADE] = {.id = "free_trade"},
    [POLIS_OP_DOUBLE_BATTLE_PRESTIGE] = {.id = "double_battle_prestige"},
    [POLIS_OP_BATTLE_THRESHOLD] = {.id = "battle_threshold"},
    [POLIS_OP_RAID] = {.id = "raid"},
    [POLIS_OP_COLLECT_LIMIT] = {.id = "collect_limit"},
    [POLIS_OP_SET_MARKET] = {.id = "set_market"},
    [POLIS_OP_TIED_EXCHANGE_REPEATS] = {.id = "tied_exchange_repeats"},
};

/* Where an effect stands in the data. */
struct at {
    struct alea_loader *in;
    const struct polis_tables *t;
    int event, row;
};

static bool has(const struct at *at, const char *key) {
    return alea_load_has(at->in, "events.items[%d].effects[%d].%s", at->event, at->row, key);
}

static int number(const struct at *at, int least, int most, const char *key) {
    return alea_load_int(at->in, least, most, "events.items[%d].effects[%d].%s", at->event, at->row, key);
}

static int name(const struct at *at, const struct alea_names *names, const char *key) {
    return alea_load_index(at->in, names, "events.items[%d].effects[%d].%s", at->event, at->row, key);
}

/* An array of names, as a mask. */
static uint32_t names_of(const struct at *at, const struct alea_names *names, const char *key) {
    uint32_t set = 0;
    int n = alea_load_length(at->in, 0, 32, "events.items[%d].effects[%d].%s", at->event, at->row, key);
    for (int i = 0; i < n; i++)
        set |= polis_bit(
            (unsigned)alea_load_index(at->in, names, "events.items[%d].effects[%d].%s[%d]", at->event, at->row, key, i));
    return set;
}

/* "sparta", "athens", "both", or a list `sides`; both where nothing is said. */
static uint8_t sides_of(const struct at *at) {
    struct alea_phrase word[] = {at->t->side.at[0], at->t->side.at[1], {.id = "both"}};
    struct alea_names names = {.at = word, .n = 3};
    if (has(at, "sides")) return (uint8_t)names_of(at, &at->t->side, "sides");
    if (!has(at, "side")) return 3;
    int side = name(at, &names, "side");
    return side == 2 ? 3 : (uint8_t)polis_bit((unsigned)side);
}

static uint8_t unit_of(const struct at *at) {
    static const struct alea_phrase word[] = {{.id = "hoplite"}, {.id = "galley"}};
    static const struct alea_names units = {.at = word, .n = 2};
    return has(at, "unit") ? (uint8_t)name(at, &units, "unit") : 0;
}

static uint8_t what_of(const struct at *at) {
    struct alea_phrase word[POLIS_RESOURCE_COUNT + 1];
    memcpy(word, at->t->resource.at, sizeof *word * POLIS_RESOURCE_COUNT);
    word[POLIS_RESOURCE_COUNT] = (struct alea_phrase){.id = "prestige"}; /* POLIS_ROW_PRESTIGE */
    struct alea_names names = {.at = word, .n = POLIS_RESOURCE_COUNT + 1};
    return (uint8_t)name(at, &names, "what");
}

/* Hoplites on land, galleys at sea. */
static uint8_t region_of(const struct at *at, const struct polis_effect *effect) {
    int region = name(at, &at->t->region, "region");
    if (!polis_has(effect->unit ? at->t->seas : at->t->lands, (unsigned)region))
        alea_load_refuse(at->in, POLIS_SAY_BOARD_UNIT_ELSEWHERE, "events.items[%d].effects[%d].region", at->event, at->row);
    return (uint8_t)region;
}

static uint32_t shiploads_of(const struct at *at) {
    int market = name(at, &at->t->market, "market"), size = number(at, 3, 5, "number");
    uint32_t set = 0;
    for (int i = 0; i < POLIS_SHIPLOAD_COUNT; i++)
        if (at->t->shiploads[i].market == market && at->t->shiploads[i].number == size) set |= polis_bit((unsigned)i);
    return set;
}

static void load_expedition(const struct at *at, struct polis_effect *effect) {
    static const struct alea_phrase word[] = {{.id = "all"}, {.id = "half_up"}};
    static const struct alea_names returns = {.at = word, .n = 2};
    effect->least = (uint8_t)number(at, 0, 20, "min");
    effect->most = has(at, "max") ? (uint8_t)number(at, effect->least, 100, "max") : ALEA_NONE;
    effect->each = (uint8_t)number(at, 0, 9, "prestige_each");
    effect->missing = (uint8_t)number(at, 0, 9, "prestige_per_missing");
    effect->half = name(at, &returns, "return") == 1;
}

static void load_effect(const struct at *at, struct polis_effect *effect) {
    static const struct alea_names ops = {.at = op_word, .n = POLIS_OPS};
    effect->op = (uint8_t)name(at, &ops, "op");
    effect->sides = sides_of(at);
    effect->unit = unit_of(at);
    switch ((enum polis_event_op)effect->op) {
    case POLIS_OP_ADD_UNITS:
        effect->where = region_of(at, effect);
        effect->count = (int8_t)number(at, 1, 5, "count");
        return;
    case POLIS_OP_GAIN:
        effect->what = what_of(at);
        effect->count = (int8_t)number(at, 0, 99, "count");
        return;
    case POLIS_OP_LOSE_PRESTIGE: effect->count = (int8_t)number(at, 0, 99, "count"); return;
    case POLIS_OP_REMOVE_UNIT: effect->count = (int8_t)number(at, 1, 1, "count"); return;
    case POLIS_OP_POPULATION:
        effect->where = (uint8_t)name(at, &at->t->city, "polis");
        effect->count = (int8_t)number(at, -20, 20, "delta");
        return;
    case POLIS_OP_CLOSE_SHIPLOAD: effect->set = shiploads_of(at); return;
    case POLIS_OP_BETRAYAL: effect->count = (int8_t)number(at, 1, 20, "population"); return;
    case POLIS_OP_EXPEDITION: load_expedition(at, effect); return;
    case POLIS_OP_SELL_PRESTIGE:
        effect->least = (uint8_t)number(at, 1, 99, "min");
        effect->each = (uint8_t)number(at, 0, 9, "rate");
        return;
    case POLIS_OP_MERCENARIES: effect->each = (uint8_t)number(at, 0, 99, "silver_each"); return;
    case POLIS_OP_PACIFISM: effect->each = (uint8_t)number(at, 0, 9, "prestige_each"); return;
    case POLIS_OP_FREE_TRADE:
        effect->set = names_of(at, &at->t->market, "markets");
        effect->count = (int8_t)number(at, 0, 99, "prestige");
        effect->seas = names_of(at, &at->t->region, "galleys_in");
        effect->least = (uint8_t)number(at, 0, 99, "exempt_galleys");
        return;
    case POLIS_OP_BATTLE_THRESHOLD: effect->count = (int8_t)number(at, 4, 20, "value"); return;
    case POLIS_OP_RAID:
        effect->where = region_of(at, effect);
        effect->count = (int8_t)number(at, 0, 20, "losses");
        return;
    case POLIS_OP_COLLECT_LIMIT:
        effect->where = region_of(at, effect);
        effect->count = (int8_t)number(at, 1, 20, "max");
        return;
    case POLIS_OP_SET_MARKET:
        effect->set = names_of(at, &at->t->resource, "goods");
        effect->count = (int8_t)number(at, 0, 10, "position");
        if (effect->set >> POLIS_GOODS)
            alea_load_refuse(at->in, POLIS_SAY_CARD_NO_GOOD, "events.items[%d].effects[%d].goods", at->event, at->row);
        return;
    case POLIS_OP_START_PLAYER:
    case POLIS_OP_DOUBLE_BATTLE_PRESTIGE:
    case POLIS_OP_TIED_EXCHANGE_REPEATS:
    case POLIS_OPS: return;
    }
}

static void load_events(struct alea_loader *in, struct polis_tables *t) {
    int cards[POLIS_ROUND_COUNT] = {0};
    for (int event = 0; event < POLIS_EVENT_COUNT && alea_load_ok(in); event++) {
        int round = alea_load_index(in, &t->round_name, "events.items[%d].round", event);
        t->event_round[event] = (uint8_t)round;
        t->event_count[event] = (uint8_t)alea_load_int(in, 0, 40, "events.items[%d].count", event);
        cards[round] += t->event_count[event];
        t->n_effects[event] = (uint8_t)alea_load_length(in, 0, POLIS_EFFECTS_MAX, "events.items[%d].effects", event);
        for (int row = 0; row < t->n_effects[event]; row++) {
            struct at at = {.in = in, .t = t, .event = event, .row = row};
            load_effect(&at, &t->effects[event][row]);
            uint8_t *first = &t->effect_of[event][t->effects[event][row].op];
            if (!*first) *first = (uint8_t)(row + 1);
        }
    }
    for (int round = 0; alea_load_ok(in) && round < POLIS_ROUND_COUNT; round++)
        if (!cards[round])
            alea_load_refuse(in, POLIS_SAY_CARD_ROUND_WITHOUT_EVENT, "events.items (%s)", t->round_name.at[round].id);
}

void polis_load_cards(struct alea_loader *in, struct polis_tables *t, const struct alea_names *kinds) {
    load_prices(in, t);
    load_markets(in, t);
    load_projects(in, t, kinds);
    load_combat(in, t);
    if (alea_load_ok(in)) load_events(in, t);
}
