/* SPDX-License-Identifier: MIT */
/* text.c - a position in words: the board - day, step, own means, the drawn map, own forces - and the words that the other
 * files of words share. */
#include <string.h>

#include "say.h"

/* ---- Words ---- */

const char *inc_label(const struct alea_text *text, int id) { return incursio_texts.labels[id].in[text->lang]; }

void inc_say(struct alea_text *text, int id, int a, int b, int c) {
    static const uint8_t sets[] = {ALEA_SET_NUMBER, ALEA_SET_NUMBER, ALEA_SET_NUMBER};
    alea_say(NULL, inc_label(text, id), ALEA_LEN(sets), sets, (const int32_t[]){a, b, c}, text);
}

void inc_say_line(struct alea_text *text, int id, int a, int b, int c) {
    inc_say(text, id, a, b, c);
    alea_text_add(text, "\n");
}

void inc_say_item(struct alea_text *text, const char *comma, const char *words, int indent) {
    enum { WIDTH = 76 }; /* a comma and a number may follow */
    const char *end = strrchr(alea_text_str(text), '\n'), *line = end ? end + 1 : alea_text_str(text);
    bool fits = alea_text_columns(line, strlen(line)) + alea_text_columns(words, strlen(words)) < WIDTH;
    if (fits) alea_text_addf(text, "%s %s", comma, words);
    else alea_text_addf(text, "%s\n%*s%s", comma, indent, "", words);
}

const char *inc_listed(int set, unsigned index, const struct alea_text *text) {
    return inc_name(&incursio_texts.lists[set - ALEA_SET_GAME - incursio_texts.n_sets], index, text);
}

/* ---- Units and sites ---- */

const char *inc_type_word(int side, unsigned type, const struct alea_text *text) {
    return inc_label(text, INCURSIO_LABEL_TYPE_INFANTRY + INC_TYPES * side + (int)type);
}

void inc_say_types(const struct inc_tables *t, int side, const int count[INC_TYPES], struct alea_text *text) {
    const char *comma = "";
    for (unsigned type = 0; type < INC_TYPES; type++) {
        if (!count[type]) continue;
        alea_text_addf(text, "%s%s %d", comma, inc_sign(t, side, type), count[type]);
        comma = ", ";
    }
    if (!*comma) alea_text_add(text, "-");
}

void inc_say_sites(uint64_t sites, struct alea_text *text) {
    if (!sites) alea_text_add(text, "-");
    for (const char *blank = ""; sites; sites &= sites - 1, blank = " ")
        alea_text_addf(text, "%s%02u", blank, inc_first(sites) + 1);
}

void inc_say_site(const struct inc_tables *t, unsigned site, struct alea_text *text) {
    alea_text_add(text, inc_name(&t->site, site, text));
}

/* A way that it goes matters no more than that it goes. */
static inc_unit shown(inc_unit unit, unsigned manner) {
    unsigned state = inc_is_shadow(unit) ? INC_GOING : inc_is_coming(unit) ? INC_COMING : inc_state_of(unit);
    return inc_with_state(unit, manner & INC_MARKS ? state : INC_IDLE);
}

static void say_unit(const struct inc_tables *t, int side, inc_unit unit, struct alea_text *text) {
    static const char *const marks[] = {
        [INC_IDLE] = "", [INC_MOVED] = "-", [INC_FOUGHT] = "x", [INC_FRESH] = "+", [INC_COMING] = "<", [INC_GOING] = ">"};
    alea_text_addf(text, "%s%s%s", inc_sign(t, side, inc_type(unit)), inc_is_portal(unit) ? "@" : "",
                   marks[inc_state_of(unit)]);
}

void inc_say_units(const struct inc_tables *t, int side, const inc_unit *units, int n, unsigned manner,
                   struct alea_text *text) {
    if (!n) alea_text_add(text, "-");
    for (int i = 0, next; i < n; i = next) {
        inc_unit unit = shown(units[i], manner);
        for (next = i + 1; manner & INC_RUNS && next < n && shown(units[next], manner) == unit; next++) {}
        if (i) alea_text_add(text, " ");
        if (next > i + 1) alea_text_addf(text, "%d", next - i);
        say_unit(t, side, unit, text);
    }
}

/* ---- What is known ---- */

void inc_say_kind(const struct inc_tables *t, const struct inc_look *look, struct alea_text *text) {
    bool known = look->level != INC_LEVEL_UNKNOWN, ruin = look->kind == INC_KIND_RUIN;
    if (look->works) alea_text_add(text, inc_label(text, INCURSIO_LABEL_KIND_WORKS));
    else if (look->kind == INC_KIND_UNKNOWN) alea_text_add(text, inc_label(text, INCURSIO_LABEL_KIND_UNKNOWN));
    else if (look->kind == INC_KIND_EMPTY) alea_text_add(text, inc_label(text, INCURSIO_LABEL_KIND_EMPTY));
    else if (!known) alea_text_add(text, inc_label(text, ruin ? INCURSIO_LABEL_KIND_RUIN : INCURSIO_LABEL_KIND_SETTLEMENT));
    else alea_text_add(text, inc_name(ruin ? &t->ruin : &t->settlement, (unsigned)look->level, text));
}

/* That a settlement is there holds until it is sacked; what land is, and how high a level, does not. */
void inc_say_age(const struct inc_look *look, int day, struct alea_text *text) {
    bool lasts = look->kind != INC_KIND_EMPTY && look->level == INC_LEVEL_UNKNOWN;
    if (lasts || look->kind_day == INC_NEVER || look->kind_day == day) return;
    inc_say(text, look->kind_day ? INCURSIO_LABEL_AS_OF_DAY : INCURSIO_LABEL_AS_OF_START, look->kind_day, 0, 0);
}

bool inc_say_enemies(const struct inc_look *look, struct alea_text *text) {
    if (look->enemies_day == INC_NEVER) return false;
    if (look->enemies == INC_SOME) inc_say(text, INCURSIO_LABEL_ENEMIES_SOME, look->enemies_day, 0, 0);
    else if (!look->enemies) inc_say(text, INCURSIO_LABEL_ENEMIES_NONE, look->enemies_day, 0, 0);
    else inc_say(text, INCURSIO_LABEL_ENEMIES, look->enemies, look->enemies_day, 0);
    return true;
}

bool inc_say_action(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character,
                    struct alea_text *text) {
    unsigned action = p->action[side][character], what = p->action_what[side][character];
    unsigned site = p->action_site[side][character];
    if (action == INCURSIO_ACTION_NONE) return false;
    alea_text_add(text, inc_listed(INCURSIO_SET_ACTION, action, text));
    if (action == INCURSIO_ACTION_MISSION) alea_text_addf(text, ": %s", inc_name(&t->mission, what, text));
    if (action == INCURSIO_ACTION_BUILD) alea_text_addf(text, ": %s", inc_name(&t->structure, what, text));
    if (site != ALEA_NONE) inc_say(text, INCURSIO_LABEL_AT_SITE, (int)site + 1, 0, 0);
    if (action == INCURSIO_ACTION_SPY && side == INC_RAIDERS)
        alea_text_addf(text, ", %s", inc_listed(INCURSIO_SET_FOCUS, what, text));
    return true;
}

void inc_say_answer(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character,
                    struct alea_text *text) {
    unsigned flags = p->flags[side][character];
    if (flags & INC_REFUSED) alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_REFUSED));
    else if (flags & INC_ASSIGNED && !(flags & INC_CONFIRMED))
        alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_UNCONFIRMED));
    else if (t->teams && flags & INC_APPROVED) alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_APPROVED));
}

/* ---- Head ---- */

static const char *side_name(const struct inc_tables *t, unsigned side, const struct alea_text *text) {
    return inc_name(&t->side, side, text);
}

static void say_day(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    if (p->day) inc_say(text, INCURSIO_LABEL_DAY, p->day, p->days, 0);
    else inc_say(text, INCURSIO_LABEL_DAYS, p->days, 0, 0);
    alea_text_addf(text, " - %s", inc_listed(INCURSIO_SET_STEP, p->step, text));
    if (p->step == INCURSIO_STEP_OVER) {
        alea_text_addf(text, ": %s", inc_listed(INCURSIO_SET_OUTCOME, p->outcome, text));
        if (p->winner < INC_SIDES) alea_text_addf(text, "; %s", inc_label(text, INCURSIO_LABEL_WINNER));
        alea_text_addf(text, " %s", p->winner < INC_SIDES ? side_name(t, p->winner, text) : "");
    } else if (p->side < INC_SIDES && p->battle == ALEA_NONE) {
        alea_text_addf(text, " - %s", side_name(t, p->side, text));
    }
    if (p->paused) alea_text_addf(text, " - %s", inc_label(text, INCURSIO_LABEL_PAUSED));
    alea_text_add(text, "\n");
}

/* Attacks on empty sites are nobody else's business. */
static void say_initiative(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    if (p->first >= INC_SIDES || p->step == INCURSIO_STEP_OVER) return;
    alea_text_addf(text, "%s %s", inc_label(text, INCURSIO_LABEL_FIRST), side_name(t, p->first, text));
    bool assault = (p->battle == ALEA_NONE ? p->step : p->resume) == INCURSIO_STEP_ASSAULT;
    if (assault && p->side == side) inc_say(text, INCURSIO_LABEL_ATTACKS, p->attacks, t->attacks_a_day, 0);
    alea_text_add(text, "\n");
}

static void say_treasury(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    inc_say_line(text, INCURSIO_LABEL_TREASURY, (int)p->treasury, inc_income_now(t, p),
                 inc_production_now(t, p, INC_DEFENDERS));
    if (!p->foreseen) return;
    alea_text_addf(text, "%s ", inc_label(text, INCURSIO_LABEL_FORESEEN));
    inc_say_sites(p->foreseen, text);
    alea_text_add(text, "\n");
}

static void say_resources(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    inc_say(text, INCURSIO_LABEL_RESOURCES, (int)p->resources, t->resources_goal, 0);
    inc_say_line(text, INCURSIO_LABEL_UPGRADES, p->steps, t->n_upgrades, 0);
    if (p->step == INCURSIO_STEP_OVER) return;
    inc_say(text, INCURSIO_LABEL_HARVEST, inc_next_harvest(t, p), 0, 0);
    if (p->steps < t->n_upgrades) {
        inc_say(text, INCURSIO_LABEL_NEXT_UPGRADE, t->upgrades[p->steps].resources, 0, 0);
        alea_text_addf(text, " %s", inc_name(&t->upgrade, p->steps, text));
    }
    alea_text_add(text, "\n");
    if (!p->located) return;
    alea_text_addf(text, "%s ", inc_label(text, INCURSIO_LABEL_LOCATED));
    inc_say_sites(p->located, text);
    inc_say_line(text, INCURSIO_LABEL_PORTAL_DEMONS, p->portal_demons, 0, 0);
}

/* What both sides' reports show of the battle that is being fought. [INC-SECRET-5, INC-SECRET-8] */
static void say_battle(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    if (p->battle == ALEA_NONE) return;
    alea_text_addf(text, "%s ", inc_label(text, p->ambush ? INCURSIO_LABEL_AMBUSH_AT : INCURSIO_LABEL_BATTLE_AT));
    inc_say_site(t, p->battle, text);
    if (p->side < INC_SIDES)
        alea_text_addf(text, ", %s %s", inc_label(text, INCURSIO_LABEL_ATTACKED_BY), side_name(t, p->side, text));
    if (side != ALEA_NONE) {
        alea_text_add(text, "\n  ");
        inc_say(text, INCURSIO_LABEL_BATTLE_PASS, p->pass, p->attackers, 0);
        alea_text_addf(text, ", %s", inc_listed(INCURSIO_SET_CLASH, p->stage, text));
        if (p->death) alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_TO_DEATH));
    }
    alea_text_add(text, "\n");
}

/* ---- Own forces and what is known of the others ---- */

static void say_forces(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    int count[INC_TYPES] = {0}, garrisons = 0, living = inc_living(p, side);
    inc_count_types(p->unit[side], p->total[side], count);
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) garrisons += inc_garrison(p, side, site);
    inc_say(text, INCURSIO_LABEL_FORCES, living, 0, 0);
    for (unsigned type = 0; type < INC_TYPES; type++)
        alea_text_addf(text, "%s%s (%s) %d", type ? ", " : " ", inc_type_word(side, type, text), inc_sign(t, side, type),
                       count[type]);
    alea_text_add(text, "\n");
    if (side == INC_DEFENDERS) inc_say_line(text, INCURSIO_LABEL_FORCES_SPLIT, garrisons, living - garrisons, 0);
}

/* "Settlements: Village 3, Hamlet 3", the greatest first. */
static void say_aggregates(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    const struct alea_names *names = side == INC_DEFENDERS ? &t->settlement : &t->ruin;
    const char *comma = " ";
    alea_text_add(text, inc_label(text, side == INC_DEFENDERS ? INCURSIO_LABEL_SETTLEMENTS : INCURSIO_LABEL_RUINS));
    for (int level = INC_LEVELS; level-- > 0;) {
        int n = 0;
        for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
            struct inc_look look = inc_look_at(t, p, side, site);
            n += look.own && look.level == level;
        }
        if (!n) continue;
        alea_text_addf(text, "%s%s %d", comma, inc_name(names, (unsigned)level, text), n);
        comma = ", ";
    }
    alea_text_add(text, *comma == ' ' ? " -\n" : "\n");
}

static void say_known(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    int units = 0, sites = 0, uncounted = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        struct inc_look look = inc_look_at(t, p, side, site);
        if (look.enemies == INC_SOME) uncounted++;
        else units += look.enemies;
        sites += look.enemies && look.enemies != INC_SOME;
    }
    if (!sites && !uncounted) {
        alea_text_addf(text, "%s\n", inc_label(text, INCURSIO_LABEL_KNOWN_NONE));
        return;
    }
    inc_say(text, INCURSIO_LABEL_KNOWN, units, sites, 0);
    if (uncounted) inc_say(text, INCURSIO_LABEL_KNOWN_SOME, uncounted, 0, 0);
    alea_text_add(text, "\n");
}

/* For who sees everything: the table of places has the sites as they are. [INC-TABLE-12] */
static void say_true_board(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    say_treasury(t, p, text);
    say_resources(t, p, text);
    say_battle(t, p, INC_DEFENDERS, text);
    for (int side = 0; side < INC_SIDES; side++) {
        say_forces(t, p, side, text);
        say_aggregates(t, p, side, text);
    }
}

void inc_board(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    int side = inc_eyes(seat);
    say_day(t, p, text);
    say_initiative(t, p, side, text);
    if (seat == ALEA_HOST) {
        say_true_board(t, p, text);
        return;
    }
    if (side == INC_DEFENDERS) say_treasury(t, p, text);
    if (side == INC_RAIDERS) say_resources(t, p, text);
    say_battle(t, p, side, text);
    alea_text_addf(text, "%s\n",
                   inc_label(text, side == ALEA_NONE ? INCURSIO_LABEL_GENERAL_MAP : INCURSIO_LABEL_FACTION_MAP));
    inc_say_map(t, p, side, text);
    if (side == ALEA_NONE) return;
    alea_text_add(text, "\n");
    say_forces(t, p, side, text);
    say_aggregates(t, p, side, text);
    say_known(t, p, side, text);
}
