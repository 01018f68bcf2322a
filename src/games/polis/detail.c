/* SPDX-License-Identifier: MIT */
/* detail.c - the numbers of odds.c as JSON, for a board that draws them: of a siege, a trade, the cards of a battle. All ids are
 * plain words, so nothing has to be escaped. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC, POL-TRADE, POL-BATTLE] */
#include "odds.h"

static const char *word_of(bool it) { return it ? "true" : "false"; }

/* ---- Sieges ---- */

static void say_odds(struct polis_siege_odds odds, const char *name, struct alea_text *text) {
    alea_text_addf(text, ",\"%s\":{\"taken\":%d,\"hoplites\":%d,\"prestige\":%d}", name, odds.taken, odds.hoplites,
                   odds.prestige);
}

/* Sums over the faces. */
static void say_die(const struct polis_tables *r, const struct polis_position *p, unsigned city, struct alea_text *text) {
    int prestige = p->prestige[p->active];
    struct polis_siege_odds plain = polis_siege_odds_of(r, city, prestige, false);
    alea_text_addf(text, "{\"faces\":%d,\"wins\":%d", plain.die, plain.taken);
    say_odds(plain, "plain", text);
    if (polis_can_force_later(r, prestige)) say_odds(polis_siege_odds_of(r, city, prestige, true), "forced", text);
    else alea_text_add(text, ",\"forced\":null");
    alea_text_add(text, "}");
}

/* What forcing costs after the throw. [POL-SAC-4, POL-SAC-5] */
static void say_failed(const struct polis_tables *r, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "{\"roll\":%d,\"prestige\":%d,\"hoplites\":%d}", p->made, r->siege.force_prestige,
                   r->city_at[p->what].fortification - p->made);
}

/* acted: this turn's disc lies already. start: no disc lies, which is forbidden after the opponent has passed. */
static void say_discs(const struct polis_tables *r, const struct polis_position *p, unsigned city, bool acted,
                      struct alea_text *text) {
    struct polis_schedule schedule[POLIS_SCHEDULES];
    const struct polis_city *at = &r->city_at[city];
    int side = p->active, laid = p->discs[side][city], n = polis_schedules_of(r, p, side, city, acted, schedule);
    alea_text_addf(text, "{\"laid\":%d,\"needed\":%d,\"schedules\":[", laid, at->fortification);
    for (int i = 0; i < n; i++)
        alea_text_addf(text, "%s{\"turns\":%d,\"forced\":%d,\"prestige\":%d,\"hoplites\":%d}", i ? "," : "",
                       schedule[i].turns, schedule[i].forced, schedule[i].prestige, schedule[i].hoplites);
    alea_text_addf(text, "],\"spare\":%d,\"cleared\":%s,\"start\":%s}", p->units[side][at->region] - at->fortification,
                   word_of(!r->siege.discs_stay), word_of(!acted && !laid));
}

static void say_siege(const struct polis_tables *r, const struct polis_position *p, unsigned city, struct alea_text *text) {
    const struct polis_city *at = &r->city_at[city];
    int owner = polis_owner(p, city);
    alea_text_addf(text, "{\"kind\":\"siege\",\"polis\":\"%s\",\"fortification\":%d,\"hoplites\":%d", r->city.at[city].id,
                   at->fortification, p->units[p->active][at->region]);
    alea_text_addf(text, ",\"prestige\":%d,\"population\":%d", p->prestige[p->active], polis_people(r, p, city));
    if (owner == POLIS_NEUTRAL) alea_text_add(text, ",\"owner\":null");
    else alea_text_addf(text, ",\"owner\":\"%s\"", r->side.at[owner].id);
    bool failed = p->step == POLIS_STEP_FORCE_ONCE;
    alea_text_add(text, ",\"die\":");
    if (r->siege.die && !failed) say_die(r, p, city, text);
    else alea_text_add(text, "null");
    alea_text_add(text, ",\"failed\":");
    if (failed) say_failed(r, p, text);
    else alea_text_add(text, "null");
    alea_text_add(text, ",\"discs\":");
    if (!r->siege.die) say_discs(r, p, city, p->step == POLIS_STEP_FORCE_MORE, text);
    else alea_text_add(text, "null");
    alea_text_add(text, "}");
}

/* ---- Trade ---- */

/* Weights: throws of one die, or of two. */
static void say_markers(const struct polis_tables *r, const struct polis_position *p, unsigned shipload, bool exchange,
                        struct alea_text *text) {
    struct polis_marker marker[POLIS_MARKERS];
    int n = polis_markers_of(r, shipload, p->market[r->shiploads[shipload].good], exchange, marker);
    for (int i = 0; i < n; i++)
        alea_text_addf(text, "%s{\"position\":%d,\"price\":%d,\"weight\":%d}", i ? "," : "", marker[i].position,
                       marker[i].price, marker[i].weight);
}

static void say_trade(const struct polis_tables *r, const struct polis_position *p, unsigned shipload,
                      struct alea_text *text) {
    const struct polis_shipload *load = &r->shiploads[shipload];
    alea_text_addf(text, "{\"kind\":\"trade\",\"shipload\":\"%s\",\"good\":\"%s\",\"price\":%d,\"holds\":%d",
                   r->shipload.at[shipload].id, r->resource.at[load->good].id, polis_price_of(r, p, shipload),
                   p->resource[p->active][load->good]);
    alea_text_addf(text, ",\"gives\":\"%s\",\"amount\":%d,\"purchase\":%s,\"silver\":%d,\"exchange\":[",
                   r->resource.at[load->gives].id, load->number, word_of(load->purchase), load->purchase ? load->number : 0);
    say_markers(r, p, shipload, true, text);
    alea_text_add(text, "],\"bought\":[");
    if (load->purchase) say_markers(r, p, shipload, false, text);
    alea_text_add(text, "]}");
}

/* ---- Battles ---- */

static void say_battle(const struct polis_tables *r, const struct polis_position *p, int seat, struct alea_text *text) {
    enum { UNIT = 10000 }; /* four digits, with a point in every locale */
    alea_text_add(text, "{\"kind\":\"battle\",\"formations\":[");
    for (unsigned formation = 0; formation < (unsigned)r->formation.n; formation++) {
        struct polis_formation of = polis_formation_of(r, p, seat, formation);
        int chance = (int)(of.chance * UNIT + 0.5);
        alea_text_addf(text, "%s{\"formation\":\"%s\",\"hand\":%d,\"unseen\":%d,\"chance\":%d.%04d}", formation ? "," : "",
                       r->formation.at[formation].id, of.hand, of.unseen, chance / UNIT, chance % UNIT);
    }
    alea_text_add(text, "]}");
}

/* ---- What is asked about ---- */

bool polis_detail(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text) {
    const struct polis_tables *r = tables;
    struct polis_position p = *(const struct polis_position *)pos;
    if (move && polis_why_not(r, &p, seat, move)) return false;
    if (p.step == POLIS_STEP_ACTION) move = polis_lone_choice(r, &p, move);
    switch (p.step) {
    case POLIS_STEP_SIEGE_POLIS:
        if (move) say_siege(r, &p, alea_move_arg(move), text);
        return move != 0;
    case POLIS_STEP_LOAD:
        if (move) say_trade(r, &p, alea_move_arg(move), text);
        return move != 0;
    case POLIS_STEP_FORCE_ONCE:
    case POLIS_STEP_FORCE_MORE: say_siege(r, &p, p.what, text); return true;
    case POLIS_STEP_TRADE_MODE: say_trade(r, &p, p.what, text); return true;
    case POLIS_STEP_RETREAT:
    case POLIS_STEP_ATTACK:
    case POLIS_STEP_ANSWER:
        if (seat < 0 || seat >= POLIS_SIDES) return false;
        say_battle(r, &p, seat, text);
        return true;
    default: return false;
    }
}
