/* SPDX-License-Identifier: MIT */
/* text_tables.c - markets and projects on the board; the map as a table of places, neighbours and yields. */
#include "say.h"

enum { MARKET_WIDTH = 19, LOAD_WIDTH = 20, PROJECT_WIDTH = 24, ROW_INDENT = 4 };

/* ---- Markets ---- */

/* The sign before a shipload: whose merchant is there, closed, not open yet, or free. */
static void say_state(const struct polis_tables *r, const struct polis_position *p, unsigned load, struct alea_text *text) {
    if (p->trader[load]) alea_text_seat(text, p->trader[load] - 1);
    else if (polis_has(p->closed, load)) alea_text_add(text, "x");
    else alea_text_add(text, r->shiploads[load].number > r->number[p->round] ? "-" : " ");
}

static void say_market(const struct polis_tables *r, const struct polis_position *p, unsigned market,
                       struct alea_text *text) {
    size_t from = text->len;
    alea_text_addf(text, "%s ", polis_name(&r->market, market, text));
    for (int side = 0; side < POLIS_SIDES; side++)
        if (polis_has(polis_trade_reach(r, p, side), market)) alea_text_seat(text, side);
    alea_text_fill(text, from, MARKET_WIDTH);
    bool any = false;
    for (unsigned load = 0; load < POLIS_SHIPLOAD_COUNT; load++) {
        const struct polis_shipload *at = &r->shiploads[load];
        if (at->market != market) continue;
        if (any) alea_text_fill(text, from, LOAD_WIDTH);
        from = text->len;
        say_state(r, p, load, text);
        alea_text_addf(text, " %d %s>%d %s", polis_price_of(r, p, load), polis_name(&r->resource, at->good, text),
                       at->number, polis_name(&r->resource, at->gives, text));
        any = true;
    }
    alea_text_add(text, "\n");
}

void polis_say_markets(const struct polis_tables *r, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s\n", polis_label(text, POLIS_LABEL_MARKETS_HEAD));
    for (unsigned market = 0; market < POLIS_MARKET_COUNT; market++) say_market(r, p, market, text);
    alea_text_addf(text, "%s:", polis_label(text, POLIS_LABEL_MARKERS));
    for (unsigned good = 0; good < POLIS_GOODS; good++)
        alea_text_addf(text, "%s %s %d", good ? "," : "", polis_name(&r->resource, good, text), p->market[good]);
    alea_text_addf(text, "; %s\n", polis_label(text, POLIS_LABEL_MARKETS_TAIL));
}

/* ---- Projects ---- */

static void say_cost(const struct polis_tables *r, const struct polis_project *project, struct alea_text *text) {
    const char *comma = "";
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) {
        if (!project->cost[resource]) continue;
        alea_text_addf(text, "%s%d %s", comma, project->cost[resource], polis_name(&r->resource, resource, text));
        comma = ", ";
    }
}

void polis_say_tile(const struct polis_tables *r, const struct polis_position *p, unsigned tile, struct alea_text *text) {
    const struct polis_project *project = &r->project_at[tile];
    int prestige = project->half_of == ALEA_NONE ? project->prestige : polis_people(r, p, project->half_of) / 2;
    polis_say(text, POLIS_LABEL_TILE_WORTH, prestige, project->posterity, 0);
    alea_text_add(text, ": ");
    say_cost(r, project, text);
}

/* "Temple of Zeus  (temple) +4 Prestige, posterity 3: 3 metal, 4 wood, 3 silver". */
static void say_display(const struct polis_tables *r, const struct polis_position *p, unsigned tile,
                        struct alea_text *text) {
    alea_text_add(text, "  ");
    alea_text_pad(text, polis_name(&r->project, tile, text), PROJECT_WIDTH);
    polis_say_tile(r, p, tile, text);
    alea_text_add(text, "\n");
}

static void say_built(const struct polis_tables *r, const struct polis_position *p, int place, int label,
                      struct alea_text *text) {
    const char *comma = "";
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++) {
        if (p->project[tile] != place) continue;
        if (!*comma) alea_text_addf(text, "%s: ", polis_label(text, label));
        alea_text_addf(text, "%s%s (%s)", comma, polis_name(&r->project, tile, text),
                       polis_name(&r->city, p->project_at[tile], text));
        comma = ", ";
    }
    if (*comma) alea_text_add(text, "\n");
}

void polis_say_projects(const struct polis_tables *r, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_DISPLAY_HEAD));
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++)
        if (p->project[tile] == POLIS_PLACE_OF_PROJECT_DISPLAY) say_display(r, p, tile, text);
    say_built(r, p, POLIS_PLACE_OF_PROJECT_PROGRESS, POLIS_LABEL_IN_PROGRESS, text);
    say_built(r, p, POLIS_PLACE_OF_PROJECT_COMPLETED, POLIS_LABEL_COMPLETED, text);
}

/* ---- The table of places ---- */

static void say_row(struct alea_text *text, int label) {
    alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_label(text, label));
}

static void say_yields(const struct polis_tables *r, unsigned region, struct alea_text *text) {
    const char *comma = "";
    say_row(text, POLIS_LABEL_YIELDS);
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) {
        const uint8_t *row = r->yields[region][resource];
        if (!row[0]) continue;
        alea_text_addf(text, "%s%s", comma, polis_name(&r->resource, resource, text));
        for (int n = 0; n < POLIS_YIELD_MAX && row[n]; n++) alea_text_addf(text, " %d", row[n]);
        comma = ", ";
    }
    alea_text_add(text, "\n");
}

static void say_city_facts(const struct polis_tables *r, unsigned city, struct alea_text *text) {
    const struct polis_city *at = &r->city_at[city];
    alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_name(&r->city, city, text));
    polis_say(text, POLIS_LABEL_CITY_FACTS, at->fortification, at->growth, at->most);
    if (at->ports) {
        alea_text_addf(text, "; %s ", polis_label(text, POLIS_LABEL_PORTS));
        polis_say_set(&r->region, at->ports, text);
    }
    if (at->kinds) {
        alea_text_addf(text, "; %s: ", polis_label(text, POLIS_LABEL_KINDS));
        polis_say_set(&r->project_kind, at->kinds, text);
    }
    if (at->capital_of != POLIS_NEUTRAL) alea_text_addf(text, "; %s", polis_label(text, POLIS_LABEL_CAPITAL));
    if (at->commercial_of != POLIS_NEUTRAL) {
        alea_text_addf(text, "; %s ", polis_label(text, POLIS_LABEL_COMMERCIAL));
        polis_say_side(r, at->commercial_of, text);
    }
    if (!at->besiegeable) alea_text_addf(text, "; %s", polis_label(text, POLIS_LABEL_NO_SIEGE));
    alea_text_add(text, "\n");
}

/* Hoplites walk from land over lands, or over seas, to land; galleys from sea to sea. */
static void say_place(const struct polis_tables *r, const struct polis_position *p, unsigned region,
                      struct alea_text *text) {
    bool sea = polis_has(r->seas, region);
    alea_text_addf(text, "%s  ", polis_name(&r->region, region, text));
    for (int side = 0; side < POLIS_SIDES; side++) {
        alea_text_add(text, " ");
        alea_text_seat(text, side);
        alea_text_addf(text, " %d", p->units[side][region]);
    }
    if (r->home_of[region] != POLIS_NEUTRAL) {
        alea_text_addf(text, "  %s ", polis_label(text, POLIS_LABEL_HOME_OF));
        polis_say_side(r, r->home_of[region], text);
    }
    if (polis_has(p->tribute, region)) alea_text_addf(text, "  %s", polis_label(text, POLIS_LABEL_TRIBUTE_DISC));
    alea_text_add(text, "\n");
    say_row(text, POLIS_LABEL_HOPLITE_WAYS);
    polis_say_set(&r->region, r->hoplite_ways[region], text);
    alea_text_add(text, "\n");
    if (sea) {
        say_row(text, POLIS_LABEL_GALLEY_WAYS);
        polis_say_set(&r->region, r->galley_ways[region], text);
        alea_text_add(text, "\n");
    } else {
        say_yields(r, region, text);
    }
    for (uint32_t rest = r->cities_in[region]; rest; rest &= rest - 1) say_city_facts(r, polis_first(rest), text);
}

static void say_trade_graph(const struct polis_tables *r, struct alea_text *text) {
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_TRADE_WAYS));
    for (int side = 0; side < POLIS_SIDES; side++) {
        alea_text_addf(text, "%*s%s ", ROW_INDENT, "", polis_label(text, POLIS_LABEL_PORT));
        polis_say_side(r, side, text);
        alea_text_add(text, ": ");
        polis_say_set(&r->region, r->port_seas[side], text);
        alea_text_add(text, "\n");
    }
    for (unsigned market = 0; market < POLIS_MARKET_COUNT; market++) {
        alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_name(&r->market, market, text));
        polis_say_set(&r->region, r->market_seas[market], text);
        alea_text_add(text, "\n");
    }
    for (uint32_t rest = r->seas; rest; rest &= rest - 1) {
        alea_text_addf(text, "%*s%s: ", ROW_INDENT, "", polis_name(&r->region, polis_first(rest), text));
        polis_say_set(&r->region, r->trade_seas[polis_first(rest)], text);
        alea_text_add(text, "\n");
    }
}

void polis_places(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct polis_tables *r = tables;
    const struct polis_position *p = pos;
    (void)seat; /* the map is public */
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) say_place(r, p, region, text);
    say_trade_graph(r, text);
}
