/* SPDX-License-Identifier: MIT */
/* motives.c - what speaks for and against the moves of an action, from what the board was and is: the siege that they begin, poleis that
 * could be besieged, wheat for Supply, Prestige, people, and the parts of worth.c by which `greedy` and the search's priors reckon.
 *
 * Weights are points of the final score. Hands are not looked at. */
#include <string.h>

#include "say.h"
#include "worth.h"

static const double LEAST = 0.25; /* points that are worth a word */

struct telling {
    const struct polis_tables *t;
    const struct polis_position *was, *is;
    int side, n;
    struct alea_motive *out;
};

/* Something of a set, and up to three numbers. */
static void tell(struct telling *told, int label, double weight, uint8_t set, int first, int second, int third, int fourth) {
    if (told->n == ALEA_MAX_MOTIVES) return;
    told->out[told->n++] = (struct alea_motive){.label = label,
                                                .set = {set, ALEA_SET_NUMBER, ALEA_SET_NUMBER, ALEA_SET_NUMBER},
                                                .arg = {first, second, third, fourth},
                                                .weight = weight};
}

/* ---- Sieges [POL-SIEGE, POL-DIC] ------------------------------------------------------------------------------------------------ */

/* The share of a die's faces that take it. */
static double falls_at(const struct polis_tables *t, unsigned city) {
    double chance = (double)(t->siege.die + 1 - t->city_at[city].fortification) / t->siege.die;
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

static int percent(double chance) { return (int)(100 * chance + 0.5); }

static void look_at_siege(struct telling *told) {
    const struct polis_position *was = told->was, *is = told->is;
    if (is->step == POLIS_STEP_SIEGE_DIE && was->step != POLIS_STEP_SIEGE_DIE) {
        double chance = falls_at(told->t, is->what), people = polis_people(told->t, is, is->what);
        tell(told, POLIS_LABEL_MOTIVE_SIEGE, chance * people - (1 - chance), POLIS_SET_POLIS, is->what,
             told->t->city_at[is->what].fortification, percent(chance), (int)people);
    }
    for (uint32_t rest = told->t->siege.die ? 0 : told->t->besiegeable; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        int more = is->discs[told->side][city] - was->discs[told->side][city];
        if (more > 0)
            tell(told, POLIS_LABEL_MOTIVE_DISCS, more, POLIS_SET_POLIS, (int)city, is->discs[told->side][city],
                 told->t->city_at[city].fortification, 0);
    }
    for (uint32_t rest = is->own[told->side] & ~was->own[told->side]; rest; rest &= rest - 1)
        tell(told, POLIS_LABEL_MOTIVE_TAKES, polis_people(told->t, is, polis_first(rest)), POLIS_SET_POLIS,
             (int)polis_first(rest), polis_people(told->t, is, polis_first(rest)), 0, 0);
}

/* Hoplites of the other side that could besiege the own polis; 0: it can't. */
static int besiegers(const struct telling *told, const struct polis_position *p, unsigned city) {
    const struct polis_city *at = &told->t->city_at[city];
    int enemy = p->units[polis_other(told->side)][at->region], mine = p->units[told->side][at->region];
    return enemy < at->fortification || (told->t->siege.die && enemy <= mine) ? 0 : enemy;
}

static void look_at_dangers(struct telling *told) {
    uint32_t kept = told->is->own[told->side] & told->was->own[told->side] & told->t->besiegeable;
    for (uint32_t rest = kept; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        int before = besiegers(told, told->was, city), after = besiegers(told, told->is, city);
        double chance = told->t->siege.die ? falls_at(told->t, city) : 0.5;
        double people = 0.5 * chance * told->is->population[city];
        if (before && !after) tell(told, POLIS_LABEL_MOTIVE_RELIEVES, people, POLIS_SET_POLIS, (int)city, before, 0, 0);
        if (!before && after) tell(told, POLIS_LABEL_MOTIVE_EXPOSES, -people, POLIS_SET_POLIS, (int)city, after, 0, 0);
    }
}

/* ---- Supply, Prestige, people [POL-EOR-7, POL-SCORE-1] ----------------------------------------------------------------------------- */

static void look_at_supply(struct telling *told) {
    struct polis_forecast before = polis_forecast_of(told->t, told->was, told->side);
    struct polis_forecast after = polis_forecast_of(told->t, told->is, told->side);
    int less = before.missing - after.missing;
    if (less) tell(told, POLIS_LABEL_MOTIVE_FEEDS, 1.1 * less, ALEA_SET_NUMBER, after.held, after.need, after.missing, 0);
    if (before.danger && !after.danger) tell(told, POLIS_LABEL_MOTIVE_SAVED, 20, ALEA_SET_NUMBER, after.prestige, 0, 0, 0);
    if (!before.danger && after.danger) tell(told, POLIS_LABEL_MOTIVE_DOOMED, -20, ALEA_SET_NUMBER, after.prestige, 0, 0, 0);
}

static void look_at_stores(struct telling *told) {
    int prestige = told->is->prestige[told->side] - told->was->prestige[told->side];
    int people = polis_need_of(told->is, told->side) - polis_need_of(told->was, told->side);
    int silver = told->is->resource[told->side][POLIS_SILVER] - told->was->resource[told->side][POLIS_SILVER];
    if (prestige) tell(told, POLIS_LABEL_MOTIVE_PRESTIGE, prestige, ALEA_SET_NUMBER, prestige, 0, 0, 0);
    if (people) tell(told, POLIS_LABEL_MOTIVE_PEOPLE, people, ALEA_SET_NUMBER, people, 0, 0, 0);
    if (silver < 0) tell(told, POLIS_LABEL_MOTIVE_SILVER, 0.5 * silver, ALEA_SET_NUMBER, -silver, 0, 0, 0);
}

/* ---- The parts of worth.c that no number of the board says ---------------------------------------------------------------------------- */

static const struct {
    enum polis_part part;
    int label;
} parts[] = {
    {POLIS_PART_SIEGES, POLIS_LABEL_MOTIVE_SIEGES},   {POLIS_PART_ARMIES, POLIS_LABEL_MOTIVE_ARMIES},
    {POLIS_PART_HARVEST, POLIS_LABEL_MOTIVE_HARVEST}, {POLIS_PART_STOCKS, POLIS_LABEL_MOTIVE_STOCKS},
    {POLIS_PART_MERCHANTS, POLIS_LABEL_MOTIVE_TRADE}, {POLIS_PART_PROXENOS, POLIS_LABEL_MOTIVE_PROXENOS},
};

/* Tenths of a point: "1" and "4" of 1.4. */
static void look_at_parts(struct telling *told) {
    double before[POLIS_SIDES][POLIS_PARTS], after[POLIS_SIDES][POLIS_PARTS];
    polis_weigh(told->t, told->was, before);
    polis_weigh(told->t, told->is, after);
    for (size_t i = 0; i < ALEA_LEN(parts); i++) {
        double gain = after[told->side][parts[i].part] - before[told->side][parts[i].part];
        if (gain < LEAST && gain > -LEAST) continue;
        int tenths = (int)(10 * (gain < 0 ? -gain : gain) + 0.5);
        tell(told, parts[i].label, gain, ALEA_SET_NUMBER, tenths / 10, tenths % 10, 0, 0);
    }
}

int polis_motives(const void *tables, const void *before, const void *after, int side, struct alea_motive out[]) {
    struct telling told = {.t = tables, .was = before, .is = after, .side = side, .out = out};
    bool over = told.was->step == POLIS_STEP_OVER || told.is->step == POLIS_STEP_OVER;
    if (side < 0 || side >= POLIS_SIDES || over || memcmp(before, after, sizeof *told.was) == 0) return 0;
    look_at_siege(&told);
    look_at_dangers(&told);
    look_at_supply(&told);
    look_at_stores(&told);
    look_at_parts(&told);
    return told.n;
}
