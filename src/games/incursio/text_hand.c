/* SPDX-License-Identifier: MIT */
/* text_hand.c - what a side alone holds: means and works, or powers and portals; objectives; characters and their orders.
 * [INC-SECRET-7] And what structures, upgrades and missions do, in words. */
#include "say.h"

enum { CHARACTER_WIDTH = 14, SPECIES_WIDTH = 18, SEAT_WIDTH = 4 };

/* ---- Effects ---- */

/* The words of one effect, with a comma after another. */
static void say_effect(struct alea_text *text, const char **comma, int label, int a, int b) {
    alea_text_add(text, *comma);
    inc_say(text, label, a, b, 0);
    *comma = ", ";
}

static void say_type_effect(const struct inc_tables *t, struct alea_text *text, const char **comma, int label, int type,
                            int amount) {
    alea_text_addf(text, "%s%s ", *comma, t->unit.at[type].in[text->lang]);
    inc_say(text, label, amount, 0, 0);
    *comma = ", ";
}

/* The types of a mask: "F A". */
static void say_mask(const struct inc_tables *t, int side, unsigned mask, struct alea_text *text) {
    const char *blank = "";
    for (unsigned type = 0; type < INC_TYPES; type++) {
        if (!(mask >> type & 1)) continue;
        alea_text_addf(text, "%s%s", blank, inc_sign(t, side, type));
        blank = " ";
    }
}

static void say_places_of(const struct inc_tables *t, const struct inc_structure *of, struct alea_text *text,
                          const char **comma) {
    if (of->allows) {
        alea_text_addf(text, "%s%s ", *comma, inc_label(text, INCURSIO_LABEL_EFFECT_ALLOWS));
        say_mask(t, INC_DEFENDERS, of->allows, text);
        *comma = ", ";
    }
    if (of->slots) {
        say_effect(text, comma, INCURSIO_LABEL_EFFECT_SLOTS, of->slots, 0);
        alea_text_add(text, " ");
        say_mask(t, INC_DEFENDERS, of->slot_types, text);
    }
    if (!of->weapon) return;
    say_effect(text, comma, of->weapon_each ? INCURSIO_LABEL_EFFECT_WEAPON_EACH : INCURSIO_LABEL_EFFECT_WEAPON,
               of->weapon_die, 0);
    alea_text_add(text, " ");
    say_mask(t, INC_RAIDERS, of->weapon, text);
}

void inc_say_structure(const struct inc_tables *t, unsigned structure, const char *comma, struct alea_text *text) {
    const struct inc_structure *of = &t->structures[structure];
    if (of->income) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_INCOME, of->income, 0);
    if (of->production) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_PRODUCTION, of->production, 0);
    if (of->tie_win) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_TIES, 0, 0);
    for (int type = 0; type < INC_TYPES; type++)
        if (of->garrison_bonus[type])
            say_type_effect(t, text, &comma, INCURSIO_LABEL_EFFECT_BONUS, type, of->garrison_bonus[type]);
    say_places_of(t, of, text, &comma);
    if (of->neighbour_bonus)
        say_effect(text, &comma, INCURSIO_LABEL_EFFECT_NEIGHBOUR, of->neighbour_bonus, of->neighbour_range);
    if (of->foresight) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_FORESIGHT, of->foresight, 0);
    if (of->spy) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_SPY, of->spy, 0);
    if (of->missions) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_MISSIONS, of->missions, 0);
}

void inc_say_powers(const struct inc_tables *t, const struct inc_upgrade *power, struct alea_text *text) {
    const char *comma = "";
    for (int type = 0; type < INC_TYPES; type++)
        if (power->attack[type])
            say_type_effect(t, text, &comma, INCURSIO_LABEL_EFFECT_ATTACK, INC_TYPES + type, power->attack[type]);
    if (power->spy) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_SPY, power->spy, 0);
    if (power->defence) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_DEFENCE, power->defence, 0);
    if (power->resist) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_RESIST, power->resist, 0);
    if (power->ruin_demons) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_RUIN_DEMONS, power->ruin_demons, 0);
    if (power->no_retreat) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_NO_RETREAT, 0, 0);
    if (power->extra_move) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_EXTRA_MOVE, 0, 0);
    if (power->extra_attack) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_EXTRA_ATTACK, 0, 0);
    if (!*comma) alea_text_add(text, "-");
}

void inc_say_mission(const struct inc_tables *t, unsigned mission, struct alea_text *text) {
    const struct inc_mission *of = &t->missions[mission];
    const char *comma = "";
    if (of->units) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_UNITS, of->units, 0);
    if (of->money) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_MONEY, of->money, 0);
    if (of->resources) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_RESOURCES, of->resources, 0);
    if (of->hints) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_HINTS, of->hints, 0);
    if (of->steer) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_STEER, of->steer, of->steer_range);
    if (of->counter_spy) say_effect(text, &comma, INCURSIO_LABEL_EFFECT_COUNTER_SPY, of->counter_spy, 0);
}

/* ---- Means ---- */

int inc_committed(const struct inc_tables *t, const struct inc_position *p) {
    int sum = 0;
    for (int c = 0; c < t->characters; c++) {
        unsigned action = p->action[INC_DEFENDERS][c], what = p->action_what[INC_DEFENDERS][c];
        if (p->flags[INC_DEFENDERS][c] & INC_REFUSED) continue;
        if (action == INCURSIO_ACTION_BUILD) sum += t->structures[what].cost;
        if (action == INCURSIO_ACTION_FOUND) sum += t->founding_cost;
    }
    return sum;
}

/* "; Levy, site 7 (character 1)", on a new line where it does not fit. */
static void say_thing(struct alea_text *text, const char *comma, const char *what, unsigned site, unsigned character) {
    enum { INDENT = 2 };
    struct alea_text words;
    alea_text_init(&words, 0x100, text->lang);
    alea_text_add(&words, what);
    if (site != ALEA_NONE) inc_say(&words, INCURSIO_LABEL_AT_SITE, (int)site + 1, 0, 0);
    if (character != ALEA_NONE) alea_text_addf(&words, " (%s)", inc_listed(INCURSIO_SET_CHARACTER, character, text));
    inc_say_item(text, comma, alea_text_str(&words), INDENT);
    alea_text_clear(&words);
}

static void say_yard(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    const char *comma = "";
    alea_text_add(text, inc_label(text, INCURSIO_LABEL_YARD));
    for (int c = 0; c < t->characters; c++) {
        if (p->work[c] == ALEA_NONE) continue;
        bool founds = p->work[c] == INC_WORK_FOUND;
        const char *what = founds ? inc_listed(INCURSIO_SET_ACTION, INCURSIO_ACTION_FOUND, text)
                                  : inc_name(&t->structure, p->work[c], text);
        say_thing(text, comma, what, p->work_site[c], ALEA_NONE);
        comma = ";";
    }
    alea_text_add(text, *comma ? "\n" : " -\n");
}

static void say_upgrades(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    const char *comma = " ";
    alea_text_add(text, inc_label(text, INCURSIO_LABEL_REACHED));
    for (unsigned step = 0; step < p->steps; step++, comma = ", ")
        alea_text_addf(text, "%s%s", comma, inc_name(&t->upgrade, step, text));
    if (!p->steps) alea_text_add(text, " -");
    alea_text_addf(text, "\n%s ", inc_label(text, INCURSIO_LABEL_POWERS));
    inc_say_powers(t, &t->power[p->steps], text);
    alea_text_add(text, "\n");
}

/* The schedule is read with the resources of the moment. [INC-PORTAL-2] */
static void say_schedule(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    int row = 0;
    while (row + 1 < t->n_schedule && p->resources >= (uint32_t)t->schedule[row + 1]) row++;
    inc_say(text, INCURSIO_LABEL_SCHEDULE, t->portals[row], t->demons[row], 0);
    if (row + 1 < t->n_schedule) inc_say(text, INCURSIO_LABEL_SCHEDULE_NEXT, t->schedule[row + 1], 0, 0);
    alea_text_add(text, "\n");
}

/* ---- Objectives ---- */

/* What it asks for, in numbers. */
static void say_goal(const struct inc_objective *goal, struct alea_text *text) {
    static const uint16_t words[] = {
        [INC_OBJECTIVE_SETTLEMENTS] = INCURSIO_LABEL_GOAL_SETTLEMENTS,
        [INC_OBJECTIVE_PURIFIED] = INCURSIO_LABEL_GOAL_PURIFIED,
        [INC_OBJECTIVE_INCOME] = INCURSIO_LABEL_GOAL_INCOME,
        [INC_OBJECTIVE_CAPITAL] = INCURSIO_LABEL_GOAL_CAPITAL,
        [INC_OBJECTIVE_SACKED] = INCURSIO_LABEL_GOAL_SACKED,
        [INC_OBJECTIVE_RUINS] = INCURSIO_LABEL_GOAL_RUINS,
        [INC_OBJECTIVE_RESOURCES] = INCURSIO_LABEL_GOAL_RESOURCES,
        [INC_OBJECTIVE_SHADOW] = INCURSIO_LABEL_GOAL_SHADOW,
        [INC_OBJECTIVE_ROOTS] = INCURSIO_LABEL_GOAL_ROOTS,
    };
    bool amount = goal->op == INC_OBJECTIVE_INCOME || goal->op == INC_OBJECTIVE_RESOURCES;
    inc_say(text, words[goal->op], amount ? goal->amount : goal->count, goal->level, 0);
}

static void say_objectives(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    if (!p->objectives[side]) return;
    bool over = p->step == INCURSIO_STEP_OVER;
    inc_say_line(text, over ? INCURSIO_LABEL_OBJECTIVES_OVER : INCURSIO_LABEL_OBJECTIVES, t->objective_points,
                 inc_points(t, p, side), 0);
    for (unsigned objective = 0; objective < (unsigned)t->n_objectives; objective++) {
        if (!(p->objectives[side] >> objective & 1)) continue;
        const struct inc_objective *goal = &t->objectives[objective];
        bool ever = goal->ever, now = ever ? p->fulfilled[side] >> objective & 1 : inc_objective_true(t, p, objective);
        int label = !now ? INCURSIO_LABEL_GOAL_NOT_YET : ever ? INCURSIO_LABEL_GOAL_DONE : INCURSIO_LABEL_GOAL_TRUE_NOW;
        alea_text_addf(text, "  %s (%s): ", inc_name(&t->objective_name, objective, text), inc_label(text, label));
        say_goal(goal, text);
        alea_text_addf(text, ", %s\n", inc_label(text, ever ? INCURSIO_LABEL_GOAL_EVER : INCURSIO_LABEL_GOAL_AT_END));
    }
}

/* ---- Characters ---- */

static void say_character(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character,
                          struct alea_text *text) {
    size_t from = text->len;
    alea_text_addf(text, "  %s", inc_listed(INCURSIO_SET_CHARACTER, character, text));
    alea_text_fill(text, from, CHARACTER_WIDTH);
    if (t->teams) {
        from = text->len;
        alea_text_seat(text, p->seat_of[side][character]);
        alea_text_fill(text, from, SEAT_WIDTH);
    }
    from = text->len;
    alea_text_add(text, inc_name(&t->species_name, p->species[side][character], text));
    alea_text_fill(text, from, SPECIES_WIDTH);
    inc_say(text, INCURSIO_LABEL_SPY_CHANCE, inc_spy_estimate(t, p, side, character), 0, 0);
    alea_text_add(text, "  ");
    if (inc_say_action(t, p, side, character, text)) inc_say_answer(t, p, side, character, text);
    else alea_text_add(text, "-");
    alea_text_add(text, "\n");
}

/* Missions that were started, today or yesterday, and have not had their effect yet. */
static void say_missions(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    const char *comma = "";
    for (unsigned c = 0; c < (unsigned)t->characters; c++) {
        unsigned mission = p->mission[side][c] != ALEA_NONE ? p->mission[side][c] : p->ending[side][c];
        unsigned site = p->mission[side][c] != ALEA_NONE ? p->mission_site[side][c] : p->ending_site[side][c];
        if (mission == ALEA_NONE) continue;
        if (!*comma) alea_text_add(text, inc_label(text, INCURSIO_LABEL_MISSIONS));
        say_thing(text, comma, inc_name(&t->mission, mission, text), site, c);
        comma = ";";
    }
    if (*comma) alea_text_add(text, "\n");
}

/* "Free missions: character 2 until day 5; character 3, to be judged". */
static void say_free_missions(const struct inc_position *p, int side, struct alea_text *text) {
    const char *comma = "";
    for (int i = 0; i < INC_FREE; i++) {
        if (!p->free_who[side][i]) continue;
        if (!*comma) alea_text_add(text, inc_label(text, INCURSIO_LABEL_FREE_MISSIONS));
        alea_text_addf(text, "%s\n  %s: ", comma, inc_listed(INCURSIO_SET_CHARACTER, p->free_who[side][i] - 1u, text));
        int until = p->free_until[side][i];
        inc_say(text, until ? INCURSIO_LABEL_FREE_UNTIL : INCURSIO_LABEL_FREE_JUDGED, until, 0, 0);
        comma = ";";
    }
    if (*comma) alea_text_add(text, "\n");
}

void inc_hand(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    int side = inc_eyes(seat);
    if (side == ALEA_NONE) return;
    alea_text_addf(text, "%s\n", inc_name(&t->side, (unsigned)side, text));
    if (side == INC_DEFENDERS) {
        say_yard(t, p, text);
    } else {
        say_upgrades(t, p, text);
        say_schedule(t, p, text);
    }
    say_objectives(t, p, side, text);
    say_missions(t, p, side, text);
    say_free_missions(p, side, text);
    alea_text_addf(text, "%s\n", inc_label(text, INCURSIO_LABEL_CHARACTERS));
    for (unsigned character = 0; character < (unsigned)t->characters; character++)
        say_character(t, p, side, character, text);
}
