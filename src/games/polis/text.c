/* SPDX-License-Identifier: MIT */
/* text.c - a position in words: the board on one screen, the stocks, and what is to be decided. */
#include "say.h"

enum { LABEL_WIDTH = 10, REGION_WIDTH = 20, CELL_WIDTH = 26, CITY_WIDTH = 10 };

/* ---- Words ---- */

const char *polis_label(const struct alea_text *text, int id) { return polis_texts.labels[id].in[text->lang]; }

void polis_say(struct alea_text *text, int id, int a, int b, int c) {
    static const uint8_t sets[] = {ALEA_SET_NUMBER, ALEA_SET_NUMBER, ALEA_SET_NUMBER};
    alea_say(NULL, polis_label(text, id), ALEA_LEN(sets), sets, (const int32_t[]){a, b, c}, text);
}

void polis_say_side(const struct polis_tables *t, int side, struct alea_text *text) {
    alea_text_seat(text, side);
    alea_text_addf(text, " %s", polis_name(&t->side, (unsigned)side, text));
}

void polis_say_set(const struct alea_names *names, uint32_t set, struct alea_text *text) {
    if (!set) alea_text_add(text, "-");
    for (const char *comma = ""; set; set &= set - 1, comma = ", ")
        alea_text_addf(text, "%s%s", comma, polis_name(names, polis_first(set), text));
}

/* ---- Head ---- */

/* "Round 3 - turn of A Sparta, actions left: 1, first action: Collection". */
static void say_turn(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_add(text, polis_name(&t->round_name, p->round, text));
    if (p->step == POLIS_STEP_OVER) {
        alea_text_addf(text, " - %s\n", polis_label(text, POLIS_LABEL_PROMPT_OVER));
        return;
    }
    const struct alea_names steps = polis_texts.lists[POLIS_SET_STEP - ALEA_SET_GAME - polis_texts.n_sets];
    if (!polis_is_turn(p)) {
        alea_text_addf(text, " - %s", polis_name(&steps, p->step, text));
    } else {
        alea_text_addf(text, " - %s ", polis_label(text, POLIS_LABEL_TURN_OF));
        polis_say_side(t, p->active, text);
        if (p->battle == ALEA_NONE && !p->battles)
            alea_text_addf(text, ", %s %d", polis_label(text, POLIS_LABEL_ACTIONS_LEFT), t->actions_per_turn - p->actions);
        if (p->first_action != ALEA_NONE)
            alea_text_addf(text, ", %s: %s", polis_label(text, POLIS_LABEL_FIRST_ACTION),
                           polis_name(&t->action, p->first_action, text));
    }
    alea_text_add(text, "\n");
}

/* What a lasting effect allows or forbids, if it is one. */
static void say_effect(const struct polis_tables *t, const struct polis_position *p, const struct polis_effect *effect,
                       struct alea_text *text) {
    static const uint16_t words[POLIS_OPS] = {
        [POLIS_OP_EXPEDITION] = POLIS_LABEL_LASTING_EXPEDITION,
        [POLIS_OP_MERCENARIES] = POLIS_LABEL_LASTING_MERCENARIES,
        [POLIS_OP_PACIFISM] = POLIS_LABEL_LASTING_PACIFISM,
        [POLIS_OP_FREE_TRADE] = POLIS_LABEL_LASTING_FREE_TRADE,
        [POLIS_OP_DOUBLE_BATTLE_PRESTIGE] = POLIS_LABEL_LASTING_DOUBLE,
        [POLIS_OP_BATTLE_THRESHOLD] = POLIS_LABEL_LASTING_THRESHOLD,
        [POLIS_OP_COLLECT_LIMIT] = POLIS_LABEL_LASTING_LIMIT,
        [POLIS_OP_TIED_EXCHANGE_REPEATS] = POLIS_LABEL_LASTING_TIED,
        [POLIS_OP_CLOSE_SHIPLOAD] = POLIS_LABEL_LASTING_CLOSED,
    };
    if (!words[effect->op]) return;
    alea_text_add(text, ": ");
    polis_say(text, words[effect->op],
              effect->op == POLIS_OP_COLLECT_LIMIT || effect->op == POLIS_OP_BATTLE_THRESHOLD ? effect->count
              : effect->op == POLIS_OP_FREE_TRADE                                             ? effect->count
                                                                                              : effect->each,
              0, 0);
    if (effect->op == POLIS_OP_COLLECT_LIMIT) alea_text_addf(text, " (%s)", polis_name(&t->region, effect->where, text));
    for (int side = 0; side < POLIS_SIDES && effect->op == POLIS_OP_DOUBLE_BATTLE_PRESTIGE; side++) {
        alea_text_add(text, side ? ", " : " (");
        polis_say_side(t, side, text);
        alea_text_addf(text, ": %s%s",
                       polis_label(text, p->doubled >> side & 1 ? POLIS_LABEL_DONE_ALREADY : POLIS_LABEL_STILL_OPEN),
                       side ? ")" : "");
    }
}

static void say_round(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s: ", polis_label(text, POLIS_LABEL_EVENT));
    if (p->event == ALEA_NONE) alea_text_add(text, "-");
    else alea_text_add(text, polis_name(&t->event, p->event, text));
    for (int i = 0; p->event != ALEA_NONE && i < t->n_effects[p->event]; i++)
        say_effect(t, p, &t->effects[p->event][i], text);
    alea_text_add(text, "\n");
    alea_text_addf(text, "%s: %d; %s: %d", polis_label(text, POLIS_LABEL_STACK_LIMIT), t->stack_limit[p->round],
                   polis_label(text, POLIS_LABEL_THRESHOLD), polis_threshold(t, p));
    if (p->step >= POLIS_STEP_ACTION) {
        alea_text_addf(text, "; %s: ", polis_label(text, POLIS_LABEL_STARTING_PLAYER));
        polis_say_side(t, p->start, text);
    }
    alea_text_add(text, "\n");
}

/* ---- The mats ---- */

static void say_resources(const struct polis_tables *t, const struct polis_position *p, int side, struct alea_text *text) {
    alea_text_addf(text, "%s %2d", polis_label(text, POLIS_LABEL_PRESTIGE), p->prestige[side]);
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++)
        alea_text_addf(text, "  %s %2d", polis_name(&t->resource, resource, text), p->resource[side][resource]);
}

static void say_mat(const struct polis_tables *t, const struct polis_position *p, int side, struct alea_text *text) {
    size_t from = text->len;
    polis_say_side(t, side, text);
    alea_text_fill(text, from, LABEL_WIDTH);
    say_resources(t, p, side, text);
    alea_text_add(text, "\n");
    from = text->len;
    alea_text_add(text, "  ");
    if (polis_is_passed(p, side)) alea_text_add(text, polis_label(text, POLIS_LABEL_PASSED));
    alea_text_fill(text, from, LABEL_WIDTH);
    polis_say(text, POLIS_LABEL_MAT, polis_score_of(t, p, side), p->reserve[side], p->port[side]);
    if (p->away[side]) alea_text_addf(text, ", %s %d", polis_label(text, POLIS_LABEL_AWAY), p->away[side]);
    alea_text_addf(text, ", %s %s", polis_label(text, POLIS_LABEL_PROXENOS_IN),
                   polis_name(&t->city, p->proxenos[side], text));
    if (p->captive >> side & 1) alea_text_addf(text, " (%s)", polis_label(text, POLIS_LABEL_CAPTIVE));
    alea_text_add(text, "\n");
}

/* ---- Regions ---- */

static void say_units(const struct polis_position *p, unsigned region, struct alea_text *text) {
    for (int side = 0; side < POLIS_SIDES; side++) {
        if (p->units[side][region]) alea_text_addf(text, "%d", p->units[side][region]);
        else alea_text_add(text, ".");
        if (!side) alea_text_add(text, "|");
    }
}

/* Projects of a polis: '+' in progress, '*' each one completed. */
static void say_signs(const struct polis_position *p, unsigned city, struct alea_text *text) {
    for (int project = 0; project < POLIS_PROJECT_COUNT; project++) {
        if (p->project_at[project] != city) continue;
        if (p->project[project] == POLIS_PLACE_OF_PROJECT_PROGRESS) alea_text_add(text, "+");
        if (p->project[project] == POLIS_PLACE_OF_PROJECT_COMPLETED) alea_text_add(text, "*");
    }
    for (int side = 0; side < POLIS_SIDES; side++) {
        if (!p->discs[side][city]) continue;
        alea_text_add(text, "[");
        alea_text_seat(text, side);
        alea_text_addf(text, "%d]", p->discs[side][city]);
    }
}

/* "A Sparta    4/4/8 F4+". */
static void say_city(const struct polis_tables *t, const struct polis_position *p, unsigned city, struct alea_text *text) {
    const struct polis_city *at = &t->city_at[city];
    int owner = polis_owner(p, city);
    alea_text_seat(text, owner == POLIS_NEUTRAL ? ALEA_NONE : owner);
    alea_text_add(text, " ");
    alea_text_pad(text, polis_name(&t->city, city, text), CITY_WIDTH);
    if (p->population[city]) alea_text_addf(text, "%d", p->population[city]);
    else alea_text_add(text, ".");
    alea_text_addf(text, "/%d/%d F%d", at->base, at->most, at->fortification);
    say_signs(p, city, text);
}

static void say_region(const struct polis_tables *t, const struct polis_position *p, unsigned region,
                       struct alea_text *text) {
    alea_text_pad(text, polis_name(&t->region, region, text), REGION_WIDTH);
    say_units(p, region, text);
    if (polis_has(p->tribute, region)) alea_text_add(text, " o");
    else if (t->cities_in[region]) alea_text_add(text, "  ");
    for (uint32_t rest = t->cities_in[region]; rest; rest &= rest - 1) {
        size_t from = text->len;
        alea_text_add(text, " ");
        say_city(t, p, polis_first(rest), text);
        if (rest & (rest - 1)) alea_text_fill(text, from, CELL_WIDTH);
    }
    alea_text_add(text, "\n");
}

static void say_regions(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    alea_text_pad(text, polis_label(text, POLIS_LABEL_REGION), REGION_WIDTH);
    alea_text_seat(text, 0);
    alea_text_add(text, "|");
    alea_text_seat(text, 1);
    alea_text_addf(text, "   %s\n", polis_label(text, POLIS_LABEL_REGION_HEAD));
    for (unsigned region = 0; region < POLIS_REGIONS_MAX; region++) say_region(t, p, region, text);
    alea_text_addf(text, "  %s\n", polis_label(text, POLIS_LABEL_LEGEND));
}

void polis_board(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    say_turn(t, p, text);
    say_round(t, p, text);
    for (int side = 0; side < POLIS_SIDES; side++) say_mat(t, p, side, text);
    say_regions(t, p, text);
    if (p->battle != ALEA_NONE) {
        polis_say_battle(t, p, seat, text);
        return;
    }
    polis_say_markets(t, p, text);
    polis_say_projects(t, p, text);
    polis_say_forecast(t, p, text);
}

void polis_hand(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    if (seat < 0 || seat >= POLIS_SIDES) return;
    if (p->battle != ALEA_NONE) {
        polis_say_hand(t, p, seat, text);
        return;
    }
    polis_say_side(t, seat, text);
    alea_text_add(text, ": ");
    say_resources(t, p, seat, text);
    alea_text_add(text, "\n");
}
