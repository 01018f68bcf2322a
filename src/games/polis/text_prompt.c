/* SPDX-License-Identifier: MIT */
/* text_prompt.c - what is to be decided: the open action in one line, the choice, and a warning when the forecast is bad. */
#include "say.h"

/* ---- The open action ---- */

static unsigned region_of(const struct polis_tables *t, const struct polis_position *p) {
    return t->city_at[p->what].region;
}

static int hoplites_there(const struct polis_tables *t, const struct polis_position *p) {
    return p->units[p->active][region_of(t, p)];
}

/* "Create galleys, Corinth": the action and what it is about. */
static void say_subject(const struct polis_tables *t, const struct polis_position *p, const char *about,
                        struct alea_text *text) {
    alea_text_add(text, polis_name(&t->action, p->action, text));
    if (about) alea_text_addf(text, ", %s", about);
}

static void say_making(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    say_subject(t, p, polis_name(&t->city, p->what, text), text);
    if (p->where != ALEA_NONE && p->action != POLIS_CREATE_MERCHANTS)
        alea_text_addf(text, " > %s", polis_name(&t->region, p->where, text));
    polis_say(text, POLIS_LABEL_OPEN_MAKING, p->made, p->population[p->what], 0);
    if (p->where != ALEA_NONE && p->action != POLIS_CREATE_MERCHANTS)
        polis_say(text, POLIS_LABEL_OPEN_ROOM, polis_room(t, p, p->active, p->where), 0, 0);
}

static void say_moving(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    say_subject(t, p, polis_name(&t->region, p->what, text), text);
    polis_say(text, POLIS_LABEL_OPEN_MOVING, p->made, polis_room(t, p, p->active, p->what), 0);
}

static void say_siege(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    int fortification = t->city_at[p->what].fortification;
    say_subject(t, p, polis_name(&t->city, p->what, text), text);
    if (p->step == POLIS_STEP_FORCE_ONCE)
        polis_say(text, POLIS_LABEL_OPEN_FAILED, p->made, fortification, fortification - p->made);
    if (p->step == POLIS_STEP_FORCE_MORE)
        polis_say(text, POLIS_LABEL_OPEN_DISCS, p->discs[p->active][p->what], fortification, 0);
    if (p->step == POLIS_STEP_GARRISON)
        polis_say(text, POLIS_LABEL_OPEN_TAKEN, p->population[p->what], t->city_at[p->what].base, 0);
    polis_say(text, POLIS_LABEL_OPEN_HOPLITES, hoplites_there(t, p), 0, 0);
}

/* "Collection, Laconia: 2 of 3 hoplites assigned (metal 3)". */
static void say_collecting(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    const char *comma = " (";
    say_subject(t, p, polis_name(&t->region, p->what, text), text);
    polis_say(text, POLIS_LABEL_OPEN_COLLECTING, p->made, p->units[p->active][p->what], 0);
    for (unsigned row = 0; row < POLIS_RESOURCE_COUNT; row++) {
        if (!p->rows[row]) continue;
        alea_text_addf(text, "%s%s %d", comma, polis_name(&t->resource, row, text),
                       t->yields[p->what][row][p->rows[row] - 1]);
        comma = ", ";
    }
    if (*comma == ',') alea_text_add(text, ")");
}

static void say_trading(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    const struct polis_shipload *load = &t->shiploads[p->what];
    say_subject(t, p, polis_name(&t->shipload, p->what, text), text);
    alea_text_addf(text, ": %d %s", polis_price_of(t, p, p->what), polis_name(&t->resource, load->good, text));
    if (load->purchase)
        alea_text_addf(text, " %s %d %s", polis_label(text, POLIS_LABEL_OR), load->number,
                       polis_name(&t->resource, POLIS_SILVER, text));
    alea_text_addf(text, " > %d %s", load->number, polis_name(&t->resource, load->gives, text));
}

static void say_paying_for(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    const struct polis_project *project = &t->project_at[p->what];
    say_subject(t, p, polis_name(&t->project, p->what, text), text);
    if (p->step != POLIS_STEP_SILVER_FOR) return;
    alea_text_addf(text, ": %s ", polis_name(&t->resource, p->made, text));
    polis_say(text, POLIS_LABEL_OPEN_COST, project->cost[p->made], p->resource[p->active][p->made], 0);
}

static void say_fighting(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s, %s:", polis_label(text, POLIS_LABEL_BATTLE_TITLE), polis_name(&t->region, p->battle, text));
    for (int side = 0; side < POLIS_SIDES; side++) {
        alea_text_add(text, side ? ", " : " ");
        polis_say_side(t, side, text);
        alea_text_addf(text, " %d", p->units[side][p->battle]);
    }
}

static void say_feeding(const struct polis_position *p, struct alea_text *text) {
    int side = p->decider, need = polis_need_of(p, side), held = p->resource[side][POLIS_WHEAT];
    polis_say(text, POLIS_LABEL_FORECAST_NEED, held, need, 0);
    if (need > held) polis_say(text, POLIS_LABEL_FORECAST_INSTEAD, need - held, 0, 0);
}

static void say_open(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    size_t from = text->len;
    switch (p->step) {
    case POLIS_STEP_ACTION:
        if (!p->actions) break;
        polis_say(text, POLIS_LABEL_OPEN_SECOND, p->actions + 1, t->actions_per_turn, 0);
        break;
    case POLIS_STEP_MAKE_FROM:
    case POLIS_STEP_TILE:
    case POLIS_STEP_MOVE_TO:
    case POLIS_STEP_SIEGE_POLIS:
    case POLIS_STEP_COLLECT_IN:
    case POLIS_STEP_LOAD:
    case POLIS_STEP_PROX_TO: say_subject(t, p, NULL, text); break;
    case POLIS_STEP_MAKE_HOPLITES:
    case POLIS_STEP_MAKE_GALLEYS:
    case POLIS_STEP_MAKE_MERCHANTS: say_making(t, p, text); break;
    case POLIS_STEP_TILE_IN:
    case POLIS_STEP_SILVER_FOR: say_paying_for(t, p, text); break;
    case POLIS_STEP_MOVE_HOPLITES:
    case POLIS_STEP_MOVE_GALLEYS: say_moving(t, p, text); break;
    case POLIS_STEP_FORCE_ONCE:
    case POLIS_STEP_FORCE_MORE:
    case POLIS_STEP_GARRISON: say_siege(t, p, text); break;
    case POLIS_STEP_COLLECT_ROWS: say_collecting(t, p, text); break;
    case POLIS_STEP_TRADE_MODE: say_trading(t, p, text); break;
    case POLIS_STEP_RETREAT:
    case POLIS_STEP_ATTACK:
    case POLIS_STEP_ANSWER: say_fighting(t, p, text); break;
    case POLIS_STEP_DOUBLE_PRESTIGE: polis_say(text, POLIS_LABEL_OPEN_DOUBLE, p->won[p->decider], 0, 0); break;
    case POLIS_STEP_SUPPLY: say_feeding(p, text); break;
    case POLIS_STEP_GROWTH: polis_say(text, POLIS_LABEL_OPEN_WHEAT, p->resource[p->decider][POLIS_WHEAT], 0, 0); break;
    case POLIS_STEP_PHOROS: polis_say(text, POLIS_LABEL_OPEN_PRESTIGE, p->prestige[p->decider], 0, 0); break;
    default: break;
    }
    if (text->len > from) alea_text_add(text, ". ");
}

/* ---- The choice ---- */

static int choice_of(const struct polis_position *p) {
    static const uint16_t words[POLIS_STEPS] = {
        [POLIS_STEP_PROJECT] = POLIS_LABEL_PROMPT_PROJECT,
        [POLIS_STEP_EVENT] = POLIS_LABEL_PROMPT_EVENT,
        [POLIS_STEP_REMOVE] = POLIS_LABEL_PROMPT_REMOVE,
        [POLIS_STEP_SEND] = POLIS_LABEL_PROMPT_SEND,
        [POLIS_STEP_SELL] = POLIS_LABEL_PROMPT_SELL,
        [POLIS_STEP_BETRAY] = POLIS_LABEL_PROMPT_BETRAY,
        [POLIS_STEP_ACTION] = POLIS_LABEL_PROMPT_TURN,
        [POLIS_STEP_MAKE_FROM] = POLIS_LABEL_PROMPT_MAKE_FROM,
        [POLIS_STEP_MAKE_HOPLITES] = POLIS_LABEL_PROMPT_MAKE_HOPLITES,
        [POLIS_STEP_MAKE_GALLEYS] = POLIS_LABEL_PROMPT_MAKE_GALLEYS,
        [POLIS_STEP_MAKE_MERCHANTS] = POLIS_LABEL_PROMPT_MAKE_MERCHANTS,
        [POLIS_STEP_TILE] = POLIS_LABEL_PROMPT_TILE,
        [POLIS_STEP_TILE_IN] = POLIS_LABEL_PROMPT_TILE_IN,
        [POLIS_STEP_SILVER_FOR] = POLIS_LABEL_PROMPT_SILVER_FOR,
        [POLIS_STEP_MOVE_TO] = POLIS_LABEL_PROMPT_MOVE_TO,
        [POLIS_STEP_MOVE_HOPLITES] = POLIS_LABEL_PROMPT_MOVE_HOPLITES,
        [POLIS_STEP_MOVE_GALLEYS] = POLIS_LABEL_PROMPT_MOVE_GALLEYS,
        [POLIS_STEP_SIEGE_DIE] = POLIS_LABEL_PROMPT_SIEGE_DIE,
        [POLIS_STEP_FORCE_ONCE] = POLIS_LABEL_PROMPT_FORCE_ONCE,
        [POLIS_STEP_FORCE_MORE] = POLIS_LABEL_PROMPT_FORCE_MORE,
        [POLIS_STEP_GARRISON] = POLIS_LABEL_PROMPT_GARRISON,
        [POLIS_STEP_COLLECT_IN] = POLIS_LABEL_PROMPT_COLLECT_IN,
        [POLIS_STEP_COLLECT_ROWS] = POLIS_LABEL_PROMPT_COLLECT_ROWS,
        [POLIS_STEP_LOAD] = POLIS_LABEL_PROMPT_LOAD,
        [POLIS_STEP_TRADE_MODE] = POLIS_LABEL_PROMPT_TRADE_MODE,
        [POLIS_STEP_MARKET_DIE] = POLIS_LABEL_PROMPT_MARKET_DIE,
        [POLIS_STEP_PROX_TO] = POLIS_LABEL_PROMPT_PROX_TO,
        [POLIS_STEP_BATTLE_ORDER] = POLIS_LABEL_PROMPT_BATTLE_ORDER,
        [POLIS_STEP_DEAL] = POLIS_LABEL_PROMPT_DEAL,
        [POLIS_STEP_RETREAT] = POLIS_LABEL_PROMPT_RETREAT,
        [POLIS_STEP_ATTACK] = POLIS_LABEL_PROMPT_ATTACK,
        [POLIS_STEP_ANSWER] = POLIS_LABEL_PROMPT_ANSWER,
        [POLIS_STEP_DOUBLE_PRESTIGE] = POLIS_LABEL_PROMPT_DOUBLE_PRESTIGE,
        [POLIS_STEP_RETURN_UNITS] = POLIS_LABEL_PROMPT_RETURN_UNITS,
        [POLIS_STEP_SUPPLY] = POLIS_LABEL_PROMPT_SUPPLY,
        [POLIS_STEP_GROWTH] = POLIS_LABEL_PROMPT_GROWTH,
        [POLIS_STEP_PHOROS] = POLIS_LABEL_PROMPT_PHOROS,
        [POLIS_STEP_OVER] = POLIS_LABEL_PROMPT_OVER,
    };
    return words[p->step];
}

static void say_choice(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    const struct polis_siege_mode *siege = &t->siege;
    if (p->step == POLIS_STEP_SIEGE_POLIS && siege->die)
        polis_say(text, POLIS_LABEL_PROMPT_SIEGE_BY_DIE, siege->prestige_start, siege->die, 0);
    else if (p->step == POLIS_STEP_SIEGE_POLIS)
        polis_say(text, POLIS_LABEL_PROMPT_SIEGE_BY_DISCS, siege->prestige_start, siege->prestige_continue,
                  siege->prestige_win);
    else if (p->step == POLIS_STEP_ACTION && polis_is_passed(p, polis_other(p->active)))
        alea_text_add(text, polis_label(text, p->surcharge ? POLIS_LABEL_PROMPT_PAID : POLIS_LABEL_PROMPT_SURCHARGE));
    else alea_text_add(text, polis_label(text, choice_of(p)));
}

static void say_attack(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "\n%s: ", polis_label(text, POLIS_LABEL_ATTACK_CARDS));
    for (int pair = 0; pair < 2; pair++) {
        if (p->attack[pair] == ALEA_NONE) continue;
        alea_text_addf(text, "%s%s", pair ? ", " : "", polis_name(&t->card, p->attack[pair], text));
        if (p->answer[pair] != ALEA_NONE) alea_text_addf(text, " - %s", polis_name(&t->card, p->answer[pair], text));
    }
}

void polis_prompt(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    say_open(t, p, text);
    say_choice(t, p, text);
    if (p->attack[0] != ALEA_NONE) say_attack(t, p, text);
    alea_text_add(text, "\n");
    bool at_rest =
        p->action == ALEA_NONE && p->battle == ALEA_NONE; /* once an action is a decision, not at each step of it */
    if (at_rest && seat == p->decider) polis_say_warning(t, p, seat, text);
}
