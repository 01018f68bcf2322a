/* SPDX-License-Identifier: MIT */
/* text_forecast.c - what the end of this round will cost each side: wheat, Prestige, what Storage halves, and whether it
 * could lose the game by it. [POL-EOR, POL-END-1, POL-END-2] */
#include "say.h"

/* ---- Reckoning ---- */

static bool is_fed(const struct polis_position *p, int side) {
    if (p->step == POLIS_STEP_SUPPLY) return p->made && side == p->start;
    return p->step == POLIS_STEP_GROWTH || p->step == POLIS_STEP_PHOROS;
}

/* Has it done what it does in Growth? */
static bool is_grown(const struct polis_position *p, int side) {
    return p->step == POLIS_STEP_PHOROS || (p->step == POLIS_STEP_GROWTH && p->made && side == p->start);
}

/* The game ends with Supply when a capital starves: then nobody needs any Prestige. [POL-END-5] */
static bool ends_in_supply(const struct polis_tables *t, const struct polis_position *p, int side) {
    int other = polis_other(side);
    if (p->step != POLIS_STEP_SUPPLY || is_fed(p, other)) return p->starved >> other & 1;
    return p->resource[other][POLIS_WHEAT] + p->prestige[other] < p->population[t->capital[other]];
}

static int prestige_of_projects(const struct polis_tables *t, const struct polis_position *p, int side) {
    int sum = 0;
    for (unsigned tile = 0; tile < POLIS_PROJECT_COUNT; tile++)
        if (p->project[tile] == POLIS_PLACE_OF_PROJECT_PROGRESS && polis_has(p->own[side], p->project_at[tile]))
            sum += polis_tile_prestige(t, p, tile);
    return sum;
}

/* Prestige of the poleis that exceed their base. [POL-EOR-16] */
static int prestige_of_size(const struct polis_tables *t, const struct polis_position *p, uint32_t poleis) {
    int n = 0;
    for (; poleis; poleis &= poleis - 1) n += p->population[polis_first(poleis)] > t->city_at[polis_first(poleis)].base;
    return n * t->megalopolis;
}

static int people_of(const struct polis_position *p, uint32_t poleis) {
    int people = 0;
    for (; poleis; poleis &= poleis - 1) people += p->population[polis_first(poleis)];
    return people;
}

/* A polis that this much wheat lifts above its base; ALEA_NONE if none. [POL-EOR-14] */
static unsigned growth_with(const struct polis_tables *t, const struct polis_position *p, uint32_t poleis, int wheat,
                            int cubes) {
    for (; poleis; poleis &= poleis - 1) {
        unsigned city = polis_first(poleis);
        const struct polis_city *at = &t->city_at[city];
        int points = at->base + 1 - p->population[city];
        bool possible = at->base < at->most && points <= at->growth - p->grown[city];
        if (possible && points <= wheat && points <= cubes) return city;
    }
    return ALEA_NONE;
}

/* May just these poleis be discarded? Each of them only while wheat is missing; the largest goes last. [POL-EOR-8, 10] */
static bool may_discard(const struct polis_position *p, uint32_t poleis, int need, int held) {
    int largest = 0;
    for (uint32_t rest = poleis; rest; rest &= rest - 1) largest = polis_most(largest, p->population[polis_first(rest)]);
    return !poleis || need - people_of(p, poleis) + largest > held;
}

/* Does the side live on after it has discarded these poleis? */
static bool survives(const struct polis_tables *t, const struct polis_position *p, int side, uint32_t discard,
                     struct polis_forecast *forecast) {
    int freed = people_of(p, discard), left = forecast->held - (forecast->need - freed);
    uint32_t kept = p->own[side] & ~discard;
    if (!forecast->fed && !may_discard(p, discard, forecast->need, forecast->held)) return false;
    int prestige = p->prestige[side] + forecast->projects + (left < 0 ? left : 0);
    if (prestige < 0) return false;
    forecast->grow = ALEA_NONE;
    if (!forecast->least || prestige + prestige_of_size(t, p, kept) > 0) return true;
    if (is_grown(p, side)) return false;
    forecast->grow = growth_with(t, p, kept, left, p->reserve[side] + freed);
    return forecast->grow != ALEA_NONE && t->megalopolis > 0;
}

/* Looks for the way out that gives up the fewest people. */
static void find_way_out(const struct polis_tables *t, const struct polis_position *p, int side,
                         struct polis_forecast *forecast) {
    uint32_t all = forecast->fed ? 0 : p->own[side] & ~polis_bit(t->capital[side]);
    unsigned grow = ALEA_NONE;
    int fewest = POLIS_CAP * POLIS_POLEIS_MAX;
    for (uint32_t set = all;; set = (set - 1) & all) {
        int people = people_of(p, set);
        if (people < fewest && survives(t, p, side, set, forecast)) {
            fewest = people;
            forecast->saved = true;
            forecast->discard = set;
            grow = forecast->grow;
        }
        if (!set) break;
    }
    forecast->grow = grow;
}

static void look_at_storage(const struct polis_tables *t, const struct polis_position *p, int side,
                            struct polis_forecast *forecast) {
    for (uint32_t rest = forecast->stored ? 0 : t->halved; rest; rest &= rest - 1) {
        unsigned resource = polis_first(rest);
        int stock = resource == POLIS_WHEAT ? forecast->left_over : p->resource[side][resource];
        forecast->lost[resource] = stock / 2; /* [POL-EOR-18] */
    }
}

struct polis_forecast polis_ending_of(const struct polis_tables *t, const struct polis_position *p, int side) {
    struct polis_forecast forecast = {.fed = is_fed(p, side),
                                      .stored = p->step == POLIS_STEP_PHOROS,
                                      .least = !ends_in_supply(t, p, side),
                                      .grow = ALEA_NONE};
    forecast.held = p->resource[side][POLIS_WHEAT];
    forecast.need = forecast.fed ? 0 : polis_need_of(p, side);
    forecast.missing = polis_most(0, forecast.need - forecast.held);
    forecast.left_over = polis_most(0, forecast.held - forecast.need);
    forecast.projects = prestige_of_projects(t, p, side);
    forecast.megalopolis = forecast.stored ? 0 : prestige_of_size(t, p, p->own[side]);
    int paid = p->prestige[side] + forecast.projects - forecast.missing;
    forecast.prestige = paid < 0 ? paid : polis_least(POLIS_CAP, paid + forecast.megalopolis);
    look_at_storage(t, p, side, &forecast);
    return forecast;
}

struct polis_forecast polis_forecast_of(const struct polis_tables *t, const struct polis_position *p, int side) {
    struct polis_forecast forecast = polis_ending_of(t, p, side);
    bool starved = p->starved >> side & 1;
    if (!starved && forecast.prestige >= forecast.least) return forecast;
    bool capital_starves = forecast.held + p->prestige[side] + forecast.projects < p->population[t->capital[side]];
    if (!forecast.fed && capital_starves) forecast.danger = POLIS_DANGER_HUNGER; /* [POL-EOR-12] */
    else forecast.danger = POLIS_DANGER_PRESTIGE;
    if (starved) forecast.danger = POLIS_DANGER_HUNGER;
    else if (!forecast.stored) find_way_out(t, p, side, &forecast);
    return forecast;
}

/* ---- In words ---- */

static bool is_over(const struct polis_position *p) { return p->step == POLIS_STEP_OVER; }

static bool turns_are_on(const struct polis_position *p) { return p->step < POLIS_STEP_RETURN_UNITS; }

/* "discards Gythion and grows Sparta". */
void polis_say_way_out(const struct polis_tables *t, const struct polis_forecast *forecast, struct alea_text *text) {
    if (forecast->discard) {
        alea_text_addf(text, " %s ", polis_label(text, POLIS_LABEL_AVOID_DISCARD));
        polis_say_set(&t->city, forecast->discard, text);
        if (forecast->grow != ALEA_NONE) alea_text_addf(text, " %s", polis_label(text, POLIS_LABEL_AND));
    }
    if (forecast->grow != ALEA_NONE)
        alea_text_addf(text, " %s %s", polis_label(text, POLIS_LABEL_AVOID_GROW),
                       polis_name(&t->city, forecast->grow, text));
}

void polis_say_danger(const struct polis_tables *t, const struct polis_position *p, int side,
                      const struct polis_forecast *forecast, struct alea_text *text) {
    bool hunger = forecast->danger == POLIS_DANGER_HUNGER;
    alea_text_add(text, polis_label(text, hunger ? POLIS_LABEL_DANGER_HUNGER : POLIS_LABEL_DANGER_PRESTIGE));
    if (forecast->saved) {
        alea_text_addf(text, " %s", polis_label(text, POLIS_LABEL_AVOID_IN_SUPPLY));
        polis_say_way_out(t, forecast, text);
        return;
    }
    bool acts = turns_are_on(p) && !polis_is_passed(p, side);
    alea_text_addf(text, " %s", polis_label(text, acts ? POLIS_LABEL_AVOID_BY_ACTIONS : POLIS_LABEL_AVOID_NO_MORE));
}

/* A side that may still act can mend all of it, and is told numbers alone; who has passed, or the end of the round, makes it real. */
static bool is_real(const struct polis_position *p, int side) { return !turns_are_on(p) || polis_is_passed(p, side); }

/* "would starve: 3 wheat short (POL-END-1) unless in Supply it discards Chalcis". */
static void say_fate(const struct polis_tables *t, const struct polis_position *p, int side,
                     const struct polis_forecast *forecast, struct alea_text *text) {
    const int fed_by = forecast->held + p->prestige[side] + forecast->projects;
    if (forecast->danger == POLIS_DANGER_HUNGER)
        polis_say(text, POLIS_LABEL_FATE_HUNGER, polis_most(1, p->population[t->capital[side]] - fed_by), 0, 0);
    else polis_say(text, POLIS_LABEL_FATE_PRESTIGE, polis_most(1, forecast->least - forecast->prestige), 0, 0);
    if (!forecast->saved) return;
    alea_text_addf(text, " %s", polis_label(text, POLIS_LABEL_AVOID_IN_SUPPLY));
    polis_say_way_out(t, forecast, text);
}

void polis_say_warning(const struct polis_tables *t, const struct polis_position *p, int side, struct alea_text *text) {
    struct polis_forecast forecast = polis_forecast_of(t, p, side);
    if (!forecast.danger || is_over(p) || !is_real(p, side)) return;
    alea_text_addf(text, "%s ", polis_label(text, POLIS_LABEL_BEWARE));
    polis_say_side(t, side, text);
    alea_text_add(text, " ");
    say_fate(t, p, side, &forecast, text);
    alea_text_add(text, "\n");
}

/* "Sparta: wheat 5 of the 8 needed, so 3 Prestige; Prestige at the end 2". */
static void say_supply(const struct polis_forecast *forecast, struct alea_text *text) {
    if (!forecast->fed) {
        polis_say(text, POLIS_LABEL_FORECAST_NEED, forecast->held, forecast->need, 0);
        if (forecast->missing) polis_say(text, POLIS_LABEL_FORECAST_INSTEAD, forecast->missing, 0, 0);
        else if (forecast->left_over) polis_say(text, POLIS_LABEL_FORECAST_LEFT, forecast->left_over, 0, 0);
        if (forecast->prestige >= 0) alea_text_add(text, "; ");
    }
    if (forecast->prestige >= 0) polis_say(text, POLIS_LABEL_FORECAST_END, forecast->prestige, 0, 0);
}

/* What else changes: projects, Megalopolis, Storage. */
static void say_rest(const struct polis_tables *t, const struct polis_forecast *forecast, struct alea_text *text) {
    const char *comma = "";
    if (forecast->projects) {
        polis_say(text, POLIS_LABEL_FORECAST_PROJECTS, forecast->projects, 0, 0);
        comma = "; ";
    }
    if (forecast->megalopolis) {
        alea_text_add(text, comma);
        polis_say(text, POLIS_LABEL_FORECAST_MEGALOPOLIS, forecast->megalopolis, 0, 0);
        comma = "; ";
    }
    bool first = true;
    for (unsigned resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) {
        if (!forecast->lost[resource]) continue;
        if (first) alea_text_addf(text, "%s%s", comma, polis_label(text, POLIS_LABEL_FORECAST_LOST));
        alea_text_addf(text, "%s %d %s", first ? "" : ",", forecast->lost[resource],
                       polis_name(&t->resource, resource, text));
        first = false;
    }
}

static bool has_rest(const struct polis_forecast *forecast) {
    int lost = 0;
    for (int resource = 0; resource < POLIS_RESOURCE_COUNT; resource++) lost += forecast->lost[resource];
    return lost || forecast->projects || forecast->megalopolis;
}

void polis_say_forecast(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    enum { INDENT = 10 };
    if (is_over(p)) return;
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_FORECAST_TITLE));
    for (int side = 0; side < POLIS_SIDES; side++) {
        struct polis_forecast forecast = polis_forecast_of(t, p, side);
        size_t from = text->len;
        polis_say_side(t, side, text);
        alea_text_fill(text, from, INDENT);
        say_supply(&forecast, text);
        alea_text_add(text, "\n");
        if (has_rest(&forecast)) {
            alea_text_fill(text, text->len, INDENT);
            say_rest(t, &forecast, text);
            alea_text_add(text, "\n");
        }
        if (!forecast.danger || !is_real(p, side)) continue;
        alea_text_fill(text, text->len, INDENT);
        say_fate(t, p, side, &forecast, text);
        alea_text_add(text, "\n");
    }
}

/* The same of one side in a line: "wheat 5 of the 8 needed, so 3 Prestige; Prestige at the end 2; storage takes 2 oil", and once it is
 * real how it would lose, by which rule, with the way out. */
void polis_forecast(const void *tables, const void *pos, int viewer, int seat, struct alea_text *text) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    (void)viewer; /* all of it is public */
    if (is_over(p)) return;
    struct polis_forecast forecast = polis_forecast_of(t, p, seat);
    say_supply(&forecast, text);
    if (has_rest(&forecast)) {
        alea_text_add(text, "; ");
        say_rest(t, &forecast, text);
    }
    if (!forecast.danger || !is_real(p, seat)) return;
    alea_text_add(text, "; ");
    say_fate(t, p, seat, &forecast, text);
}
