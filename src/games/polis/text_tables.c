/* SPDX-License-Identifier: MIT */
/* text_tables.c - markets and projects on the board; the map as a table of places, neighbours and yields. */
#include "say.h"

enum { MARKET_WIDTH = 19, LOAD_WIDTH = 20, PROJECT_WIDTH = 24, ROW_INDENT = 4 };

/* ---- Markets ---- */

/* The sign before a shipload: whose merchant is there, closed, not open yet, or free. */
static void say_state(const struct polis_tables *t, const struct polis_position *p, unsigned load, struct alea_text *text) {
    if (p->trader[load]) alea_text_seat(text, p->trader[load] - 1);
    else if (polis_has(p->closed, load)) alea_text_add(text, "x");
    else alea_text_add(text, t->shiploads[load].number > t->number[p->round] ? "-" : " ");
}

static void say_market(const struct polis_tables *t, const struct polis_position *p, unsigned market,
                       struct alea_text *text) {
    size_t from = text->len;
    alea_text_addf(text, "%s ", polis_name(&t->market, market, text));
    for (int side = 0; side < POLIS_SIDES; side++)
        if (polis_has(polis_trade_reach(t, p, side), market)) alea_text_seat(text, side);
    alea_text_fill(text, from, MARKET_WIDTH);
    bool any = false;
    for (unsigned load = 0; load < POLIS_SHIPLOAD_COUNT; load++) {
        const struct polis_shipload *at = &t->shiploads[load];
        if (at->market != market) continue;
        if (any) alea_text_fill(text, from, LOAD_WIDTH);
        from = text->len;
        say_state(t, p, load, text);
        alea_text_addf(text, " %d %s>%d %s", polis_price_of(t, p, load), polis_name(&t->resource, at->good, text),
                       at->number, polis_name(&t->resource, at->gives, text));
        any = true;
    }
    alea_text_add(text, "\n");
}

void polis_say_markets(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s\n", polis_label(text, POLIS_LABEL_MARKETS_HEAD));
    for (unsigned market = 0; market < POLIS_MARKET_COUNT; market++) say_market(t, p, market, text);
    alea_text_addf(text, "%s:", polis_label(text, POLIS_LABEL_MARKERS));
    for (unsigned good = 0; good < POLIS_GOODS; good++)
        alea_text_addf(text, "%s %s %d", good ? "," : "", polis_name(&t->resource, good, text), p->market[good]);
    alea_text_addf(text, "; %s\n", polis_label(text, POLIS_LABEL_MARKETS_TAIL));
}

/* ---- Projects ---- */

static void say_cost(const struct polis_tables *t, const struct polis_project *project, struct alea_text *text) {
    const char *comma = "";
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) {
        if (!project->cost[resource]) continue;
        alea_text_addf(text, "%s%d %s", comma, project->cost[resource], polis_name(&t->resource, resource, text));
        comma = ", ";
    }
}

void polis_say_tile(const struct polis_tables *t, const struct polis_position *p, unsigned tile, struct alea_text *text) {
    const struct polis_project *project = &t->project_at[tile];
    polis_say(text, POLIS_LABEL_TILE_WORTH, polis_tile_prestige(t, p, tile), project->posterity, 0);
    alea_text_add(text, ": ");
    say_cost(t, project, text);
}

/* "Temple of Zeus  (temple) +4 Prestige, posterity 3: 3 metal, 4 wood, 3 silver". */
static void say_display(const struct polis_tables *t, const struct polis_position *p, unsigned tile,
                        struct alea_text *text) {
    alea_text_add(text, "  ");
    alea_text_pad(text, polis_name(&t->project, tile, text), PROJECT_WIDTH);
    polis_say_tile(t, p, tile, text);
    alea_text_add(text, "\n");
}

static void say_built(const struct polis_tables *t, const struct polis_position *p, int place, int label,
                      struct alea_text *text) {
    const char *comma = "";
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++) {
        if (p->project[tile] != place) continue;
        if (!*comma) alea_text_addf(text, "%s: ", polis_label(text, label));
        alea_text_addf(text, "%s%s (%s)", comma, polis_name(&t->project, tile, text),
                       polis_name(&t->city, p->project_at[tile], text));
        comma = ", ";
    }
    if (*comma) alea_text_add(text, "\n");
}

void polis_say_projects(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_DISPLAY_HEAD));
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++)
        if (p->project[tile] == POLIS_PLACE_OF_PROJECT_DISPLAY) say_display(t, p, tile, text);
    say_built(t, p, POLIS_PLACE_OF_PROJECT_PROGRESS, POLIS_LABEL_IN_PROGRESS, text);
    say_built(t, p, POLIS_PLACE_OF_PROJECT_COMPLETED, POLIS_LABEL_COMPLETED, text);
}

/* ---- The table of places ---- */

static void say_row(struct alea_text *text, int label) {
    alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_label(text, label));
}

static void say_yields(const struct polis_tables *t, unsigned region, struct alea_text *text) {
    const char *comma = "";
    say_row(text, POLIS_LABEL_YIELDS);
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) {
        const uint8_t *row = t->yields[region][resource];
        if (!row[0]) continue;
        alea_text_addf(text, "%s%s", comma, polis_name(&t->resource, resource, text));
        for (int n = 0; n < POLIS_YIELD_MAX && row[n]; n++) alea_text_addf(text, " %d", row[n]);
        comma = ", ";
    }
    alea_text_add(text, "\n");
}

static void say_city_facts(const struct polis_tables *t, unsigned city, struct alea_text *text) {
    const struct polis_city *at = &t->city_at[city];
    alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_name(&t->city, city, text));
    polis_say(text, POLIS_LABEL_CITY_FACTS, at->fortification, at->growth, at->most);
    if (at->ports) {
        alea_text_addf(text, "; %s ", polis_label(text, POLIS_LABEL_PORTS));
        polis_say_set(&t->region, at->ports, text);
    }
    if (at->kinds) {
        alea_text_addf(text, "; %s: ", polis_label(text, POLIS_LABEL_KINDS));
        polis_say_set(&t->project_kind, at->kinds, text);
    }
    if (at->capital_of != POLIS_NEUTRAL) alea_text_addf(text, "; %s", polis_label(text, POLIS_LABEL_CAPITAL));
    if (at->commercial_of != POLIS_NEUTRAL) {
        alea_text_addf(text, "; %s ", polis_label(text, POLIS_LABEL_COMMERCIAL));
        polis_say_side(t, at->commercial_of, text);
    }
    if (!at->besiegeable) alea_text_addf(text, "; %s", polis_label(text, POLIS_LABEL_NO_SIEGE));
    alea_text_add(text, "\n");
}

/* Hoplites walk from land over lands, or over seas, to land; galleys from sea to sea. */
static void say_place(const struct polis_tables *t, const struct polis_position *p, unsigned region,
                      struct alea_text *text) {
    bool sea = polis_has(t->seas, region);
    alea_text_addf(text, "%s  ", polis_name(&t->region, region, text));
    for (int side = 0; side < POLIS_SIDES; side++) {
        alea_text_add(text, " ");
        alea_text_seat(text, side);
        alea_text_addf(text, " %d", p->units[side][region]);
    }
    if (t->home_of[region] != POLIS_NEUTRAL) {
        alea_text_addf(text, "  %s ", polis_label(text, POLIS_LABEL_HOME_OF));
        polis_say_side(t, t->home_of[region], text);
    }
    if (polis_has(p->tribute, region)) alea_text_addf(text, "  %s", polis_label(text, POLIS_LABEL_TRIBUTE_DISC));
    alea_text_add(text, "\n");
    say_row(text, POLIS_LABEL_HOPLITE_WAYS);
    polis_say_set(&t->region, t->hoplite_ways[region], text);
    alea_text_add(text, "\n");
    if (sea) {
        say_row(text, POLIS_LABEL_GALLEY_WAYS);
        polis_say_set(&t->region, t->galley_ways[region], text);
        alea_text_add(text, "\n");
    } else {
        say_yields(t, region, text);
    }
    for (uint32_t rest = t->cities_in[region]; rest; rest &= rest - 1) say_city_facts(t, polis_first(rest), text);
}

static void say_trade_graph(const struct polis_tables *t, struct alea_text *text) {
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_TRADE_WAYS));
    for (int side = 0; side < POLIS_SIDES; side++) {
        alea_text_addf(text, "%*s%s ", ROW_INDENT, "", polis_label(text, POLIS_LABEL_PORT));
        polis_say_side(t, side, text);
        alea_text_add(text, ": ");
        polis_say_set(&t->region, t->port_seas[side], text);
        alea_text_add(text, "\n");
    }
    for (unsigned market = 0; market < POLIS_MARKET_COUNT; market++) {
        alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_name(&t->market, market, text));
        polis_say_set(&t->region, t->market_seas[market], text);
        alea_text_add(text, "\n");
    }
    for (uint32_t rest = t->seas; rest; rest &= rest - 1) {
        alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_name(&t->region, polis_first(rest), text));
        polis_say_set(&t->region, t->trade_seas[polis_first(rest)], text);
        alea_text_add(text, "\n");
    }
}

void polis_places(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    (void)seat; /* the map is public */
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) say_place(t, p, region, text);
    say_trade_graph(t, text);
}
