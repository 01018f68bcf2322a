/* SPDX-License-Identifier: MIT */
/* text_remark.c - a few words beside a choice: what it costs, what it brings at best, who is there. */
#include "odds.h"
#include "say.h"

/* ---- Sieges ---- */

/* "F 3", by a die; by discs the longest way, which costs least: "F 3, 3 turns, 1 Prestige". */
static void remark_siege(const struct polis_tables *t, const struct polis_position *p, unsigned city,
                         struct alea_text *text) {
    int fortification = t->city_at[city].fortification;
    struct polis_schedule plan[POLIS_SCHEDULES];
    int n = t->siege.die ? 0 : polis_schedules_of(t, p, p->active, city, false, plan);
    if (!n) polis_say(text, POLIS_LABEL_REMARK_FORTIFICATION, fortification, 0, 0);
    else polis_say(text, POLIS_LABEL_REMARK_SCHEDULE, fortification, plan[n - 1].turns, plan[n - 1].prestige);
}

static void remark_force(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    bool once = p->step == POLIS_STEP_FORCE_ONCE; /* [POL-SAC-5, POL-DSAC-16] */
    int hoplites = once ? t->city_at[p->what].fortification - p->made : t->siege.force_hoplites;
    polis_say(text, POLIS_LABEL_REMARK_FORCE, t->siege.force_prestige, hoplites, 0);
}

/* "Argos: 4 silver, +2 Prestige". */
static void remark_civil_war(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    unsigned city = p->proxenos[p->active];
    alea_text_addf(text, "%s: ", polis_name(&t->city, city, text));
    polis_say(text, POLIS_LABEL_REMARK_CIVIL_WAR, polis_civil_price(t, p, p->active, city), polis_people(t, p, city), 0);
}

static void remark_silver(int silver, struct alea_text *text) {
    if (silver) polis_say(text, POLIS_LABEL_REMARK_SILVER, silver, 0, 0);
    else alea_text_add(text, polis_label(text, POLIS_LABEL_REMARK_FREE));
}

static void remark_way(const struct polis_tables *t, const struct polis_position *p, unsigned city, struct alea_text *text) {
    uint8_t silver[POLIS_REGIONS_MAX];
    polis_bribes(t, p, p->active, POLIS_CAP, silver);
    remark_silver(silver[t->city_at[city].region], text);
}

/* ---- Goods ---- */

/* "3 oil or 3 silver for 3 wheat": the ways of paying that are asked about. */
static void remark_trade(const struct polis_tables *t, const struct polis_position *p, unsigned shipload, bool exchange,
                         bool purchase, struct alea_text *text) {
    const struct polis_shipload *load = &t->shiploads[shipload];
    if (exchange) alea_text_addf(text, "%d %s", polis_price_of(t, p, shipload), polis_name(&t->resource, load->good, text));
    if (exchange && purchase) alea_text_addf(text, " %s ", polis_label(text, POLIS_LABEL_OR));
    if (purchase) polis_say(text, POLIS_LABEL_REMARK_SILVER, load->number, 0, 0);
    alea_text_addf(text, " %s %d %s", polis_label(text, POLIS_LABEL_REMARK_FOR), load->number,
                   polis_name(&t->resource, load->gives, text));
}

static void remark_load(const struct polis_tables *t, const struct polis_position *p, unsigned shipload,
                        struct alea_text *text) {
    const struct polis_shipload *load = &t->shiploads[shipload];
    const uint8_t *stock = p->resource[p->active];
    bool purchase = load->purchase && stock[POLIS_SILVER] >= load->number;
    remark_trade(t, p, shipload, stock[load->good] >= polis_price_of(t, p, shipload), purchase, text);
}

/* "3 hoplites: metal 5 or wheat 3; 1 Prestige": what all of them bring on one row. */
static void remark_collection(const struct polis_tables *t, const struct polis_position *p, unsigned region,
                              struct alea_text *text) {
    const struct alea_names rows = polis_texts.lists[POLIS_SET_ROW - ALEA_SET_GAME - polis_texts.n_sets];
    int hoplites = polis_collectors(t, p, region), price = polis_collection_price(t, p, region);
    polis_say(text, POLIS_LABEL_REMARK_HOPLITES, hoplites, 0, 0);
    bool any = false;
    for (unsigned row = 0; row < POLIS_ROWS_MAX; row++) {
        int amount = polis_tribute_of(t, p, region, row, hoplites);
        if (!amount) continue;
        if (any) alea_text_addf(text, " %s ", polis_label(text, POLIS_LABEL_OR));
        else alea_text_add(text, ": ");
        alea_text_addf(text, "%s %d", polis_name(&rows, row, text), amount);
        any = true;
    }
    if (!price) return;
    alea_text_add(text, "; ");
    polis_say(text, POLIS_LABEL_REMARK_PRICE, price, 0, 0);
}

static void remark_supply(const struct polis_position *p, struct alea_text *text) {
    int need = polis_need_of(p, p->decider), wheat = polis_least(need, p->resource[p->decider][POLIS_WHEAT]);
    polis_say(text, POLIS_LABEL_REMARK_SUPPLY, wheat, need - wheat, 0);
}

/* ---- Units ---- */

static void remark_units(const struct polis_tables *t, const struct polis_position *p, unsigned region,
                         struct alea_text *text) {
    int label = polis_has(t->seas, region) ? POLIS_LABEL_REMARK_GALLEYS : POLIS_LABEL_REMARK_HOPLITES;
    polis_say(text, label, p->units[p->decider][region], 0, 0);
}

static void remark_destination(const struct polis_tables *t, const struct polis_position *p, unsigned region,
                               struct alea_text *text) {
    bool makes = p->step == POLIS_STEP_MAKE_GALLEYS;
    int units = makes ? polis_room(t, p, p->active, region) : polis_who_can_come(t, p, region);
    polis_say(text, makes ? POLIS_LABEL_REMARK_ROOM : POLIS_LABEL_REMARK_CAN_COME, units, 0, 0);
}

/* Against the card of the attack whose turn it is. [POL-BATTLE-12] */
static void remark_answer(const struct polis_tables *t, const struct polis_position *p, unsigned card,
                          struct alea_text *text) {
    unsigned against = p->attack[p->answer[0] == ALEA_NONE ? 0 : 1];
    bool match = t->cards[card].formation == t->cards[against].formation;
    alea_text_add(text, polis_label(text, match ? POLIS_LABEL_REMARK_MATCH : POLIS_LABEL_REMARK_NO_MATCH));
}

/* ---- All of them ---- */

static void remark(const struct polis_tables *t, const struct polis_position *p, alea_move move, struct alea_text *text) {
    unsigned arg = alea_move_arg(move);
    int side = p->decider, n = (int)arg;
    switch (alea_move_verb(move)) {
    case POLIS_VERB_ACT:
        if (arg == POLIS_CIVIL_WAR) remark_civil_war(t, p, text);
        if (arg == POLIS_REDEEM_PROXENOS) remark_silver(t->redeem_price, text);
        return;
    case POLIS_VERB_SURCHARGE:
    case POLIS_VERB_PAY: polis_say(text, POLIS_LABEL_REMARK_HELD, p->resource[side][arg], 0, 0); return;
    case POLIS_VERB_FROM_POLIS:
    case POLIS_VERB_IN_POLIS:
    case POLIS_VERB_DISCARD: polis_say(text, POLIS_LABEL_REMARK_PEOPLE, p->population[arg], 0, 0); return;
    case POLIS_VERB_FROM_REGION:
    case POLIS_VERB_REMOVE:
    case POLIS_VERB_SEND: remark_units(t, p, arg, text); return;
    case POLIS_VERB_TO_REGION: remark_destination(t, p, arg, text); return;
    case POLIS_VERB_TO_POLIS: remark_way(t, p, arg, text); return;
    case POLIS_VERB_IN_REGION: remark_collection(t, p, arg, text); return;
    case POLIS_VERB_ROW:
        polis_say(text, POLIS_LABEL_REMARK_IN_ALL, polis_tribute_of(t, p, p->what, arg, p->rows[arg] + 1), 0, 0);
        return;
    case POLIS_VERB_HIRE: remark_silver(polis_lasting(t, p, POLIS_OP_MERCENARIES)->each, text); return;
    case POLIS_VERB_TILE: polis_say_tile(t, p, arg, text); return;
    case POLIS_VERB_SIEGE: remark_siege(t, p, arg, text); return;
    case POLIS_VERB_FORCE: remark_force(t, p, text); return;
    case POLIS_VERB_LOAD: remark_load(t, p, arg, text); return;
    case POLIS_VERB_EXCHANGE: remark_trade(t, p, p->what, true, false, text); return;
    case POLIS_VERB_PURCHASE: remark_trade(t, p, p->what, false, true, text); return;
    case POLIS_VERB_PLAY: alea_text_add(text, polis_label(text, POLIS_LABEL_REMARK_MATCHED)); return;
    case POLIS_VERB_BATTLE:
        polis_say(text, POLIS_LABEL_REMARK_AGAINST, p->units[side][arg], p->units[polis_other(side)][arg], 0);
        return;
    case POLIS_VERB_RETREAT: polis_say(text, POLIS_LABEL_REMARK_PRICE, t->retreat_prestige, 0, 0); return;
    case POLIS_VERB_ANSWER: remark_answer(t, p, arg, text); return;
    case POLIS_VERB_SELL: remark_silver(n * t->effects[p->event][p->effect].each, text); return;
    case POLIS_VERB_PAY_SUPPLY: remark_supply(p, text); return;
    case POLIS_VERB_GROW: polis_say(text, POLIS_LABEL_REMARK_GROW, p->population[arg] + 1, t->city_at[arg].most, 0); return;
    case POLIS_VERB_PHOROS: polis_say(text, POLIS_LABEL_REMARK_LEFT, p->prestige[side] - n, 0, 0); return;
    default: return;
    }
}

/* Of an action with a lone object already its: "Argos, F 3". */
void polis_remark(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text) {
    const struct polis_tables *t = tables;
    struct polis_position p = *(const struct polis_position *)pos;
    alea_move lone = polis_lone_choice(t, &p, move);
    (void)seat;
    if (!lone) {
        remark(t, pos, move, text);
        return;
    }
    const struct alea_names names = polis_names(t, polis_texts.verbs[alea_move_verb(lone)].set);
    bool chance = alea_move_verb(lone) == POLIS_VERB_SIEGE && t->siege.die; /* stands behind a colon of its own */
    alea_text_addf(text, "%s%s ", polis_name(&names, alea_move_arg(lone), text), chance ? "," : ":");
    remark(t, &p, lone, text);
}
