/* SPDX-License-Identifier: MIT */
/* text_remark.c - a few words beside a choice: what a unit is, what is known of a site and since when, what a thing costs
 * and does, how good a chance is. */
#include "say.h"

/* ---- Units ---- */

/* The list that a number of the stage counts through, from 1. */
static const inc_unit *list_of(const struct inc_position *p, int seat, int *n) {
    int side = inc_side_of(seat);
    unsigned stage = p->stage_of[seat], site = stage == INCURSIO_STAGE_LINE ? p->to_of[seat] : p->site_of[seat];
    bool garrison = stage == INCURSIO_STAGE_LEAVE || stage == INCURSIO_STAGE_REORDER;
    *n = 0;
    if (site >= INC_SITES) return NULL;
    *n = garrison ? inc_garrison(p, side, site) : p->camp[side][site];
    return garrison ? inc_units_at(p, side, site) : inc_camp(p, side, site);
}

static void say_unit(const struct inc_position *p, int seat, unsigned number, struct alea_text *text) {
    int n;
    const inc_unit *units = list_of(p, seat, &n);
    if (number < 1 || number > (unsigned)n) return;
    inc_unit unit = units[number - 1];
    alea_text_add(text, inc_type_word(inc_side_of(seat), inc_type(unit), text));
    if (inc_is_portal(unit)) alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_MARK_PORTAL));
}

/* Who stands behind that place of the garrison. */
static void say_at(const struct inc_position *p, int seat, unsigned place, struct alea_text *text) {
    unsigned site = p->site_of[seat];
    if (site >= INC_SITES || place < 1) return;
    if (place > p->garrison[site]) {
        alea_text_add(text, inc_label(text, INCURSIO_LABEL_AT_END));
        return;
    }
    unsigned type = inc_type(inc_units_at(p, INC_DEFENDERS, site)[place - 1]);
    alea_text_addf(text, "%s %s", inc_label(text, INCURSIO_LABEL_BEFORE), inc_type_word(INC_DEFENDERS, type, text));
}

static void say_split(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned garrison,
                      struct alea_text *text) {
    unsigned site = p->site_of[seat];
    if (site >= INC_SITES) return;
    int n = p->garrison[site] + p->camp[INC_DEFENDERS][site], g = (int)garrison < n ? (int)garrison : n;
    const inc_unit *units = inc_units_at(p, INC_DEFENDERS, site);
    inc_say_units(t, INC_DEFENDERS, units, g, INC_PLAIN, text);
    alea_text_add(text, " | ");
    inc_say_units(t, INC_DEFENDERS, units + g, n - g, INC_PLAIN, text);
}

/* ---- Sites ---- */

/* "F 2, C 1" of an own site. */
static void say_own(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                    struct alea_text *text) {
    int count[INC_TYPES] = {0};
    inc_count_types(inc_units_at(p, side, site), inc_garrison(p, side, site) + p->camp[side][site], count);
    inc_say_types(t, side, count, text);
}

/* "Village, day 2; 5 enemies (day 3)". */
static void say_known(const struct inc_tables *t, const struct inc_position *p, const struct inc_look *look,
                      struct alea_text *text) {
    inc_say_kind(t, look, text);
    inc_say_age(look, p->day, text);
    if (look->portal) alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_PORTAL_HERE));
    if (look->enemies_day == INC_NEVER) return;
    alea_text_add(text, ", ");
    inc_say_enemies(look, text);
}

static void say_site(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                     struct alea_text *text) {
    if (site >= (unsigned)t->n_sites) return;
    struct inc_look look = inc_look_at(t, p, side, site);
    if (!look.mine) {
        say_known(t, p, &look, text);
        return;
    }
    inc_say_kind(t, &look, text);
    alea_text_add(text, ", ");
    say_own(t, p, side, site, text);
}

/* "Village, F A F | A 2C F": the garrison and the camp as they stand, if they are few enough to be read. */
static void say_order(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                      struct alea_text *text) {
    enum { FEW = 16 };
    int garrison = inc_garrison(p, side, site), camp = p->camp[side][site];
    if (garrison + camp > FEW) {
        say_site(t, p, side, site, text);
        return;
    }
    struct inc_look look = inc_look_at(t, p, side, site);
    inc_say_kind(t, &look, text);
    alea_text_add(text, ", ");
    if (garrison) {
        inc_say_units(t, side, inc_units_at(p, side, site), garrison, INC_MARKS | INC_RUNS, text);
        alea_text_add(text, " | ");
    }
    inc_say_units(t, side, inc_camp(p, side, site), camp, INC_MARKS | INC_RUNS, text);
}

static void say_march(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site,
                      struct alea_text *text) {
    unsigned from = p->site_of[seat];
    say_site(t, p, inc_side_of(seat), site, text);
    if (from < INC_SITES && inc_has(t->any[from] & ~t->grey[from], site))
        alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_RED_LINE));
}

static void say_spy(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site,
                    struct alea_text *text) {
    say_site(t, p, inc_side_of(seat), site, text);
    if (p->character_of[seat] >= t->characters) return;
    alea_text_add(text, "; ");
    inc_say(text, INCURSIO_LABEL_SPY_CHANCE, inc_spy_estimate(t, p, inc_side_of(seat), p->character_of[seat]), 0, 0);
}

/* ---- Things ---- */

static void say_structure(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned structure,
                          struct alea_text *text) {
    unsigned site = p->site_of[seat];
    if (structure >= (unsigned)t->n_structures) return;
    inc_say(text, INCURSIO_LABEL_COST, t->structures[structure].cost, 0, 0);
    inc_say_structure(t, structure, "; ", text);
    unsigned next = site < INC_SITES ? p->level[site] + 1u : INC_LEVELS;
    if (next >= INC_LEVELS || inc_copies(t, p, site, structure) >= t->level[next].needs[structure]) return;
    alea_text_addf(text, "; %s %s", inc_label(text, INCURSIO_LABEL_FOR_LEVEL), inc_name(&t->settlement, next, text));
}

static void say_species(const struct inc_tables *t, const struct inc_position *p, int side, unsigned species,
                        struct alea_text *text) {
    if (species >= (unsigned)t->n_species) return;
    const struct inc_species *of = &t->species[species];
    int n = 0, chance = of->automatic ? t->percent : side == INC_RAIDERS ? of->percent : t->spy_base;
    inc_say(text, INCURSIO_LABEL_SPY_CHANCE, chance, 0, 0);
    for (int c = 0; c < t->characters; c++) n += p->species[side][c] == species;
    if (inc_quota(t, species)) inc_say(text, INCURSIO_LABEL_QUOTA, n, inc_quota(t, species), 0);
}

static void say_character(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character,
                          struct alea_text *text) {
    if (character >= (unsigned)t->characters) return;
    alea_text_add(text, inc_name(&t->species_name, p->species[side][character], text));
    if (p->action[side][character] == INCURSIO_ACTION_NONE) return;
    alea_text_add(text, "; ");
    inc_say_action(t, p, side, character, text);
    inc_say_answer(t, p, side, character, text);
}

static void say_seat(const struct inc_tables *t, const struct inc_position *p, int side, unsigned seat,
                     struct alea_text *text) {
    int n = 0;
    for (int c = 0; c < t->characters; c++) n += p->seat_of[side][c] == seat;
    inc_say(text, INCURSIO_LABEL_CHARACTERS_OF, n, 0, 0);
}

/* ---- By verb ---- */

/* "against 5"; the chance comes behind it. */
static void say_launch(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    int enemies = inc_supposed_enemies(t, p, seat);
    if (enemies) inc_say(text, INCURSIO_LABEL_CHANCE_IF, enemies, 0, 0);
}

static void say_orders(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_text *text) {
    int side = inc_side_of(seat);
    switch (verb) {
    case INCURSIO_VERB_UNIT:
    case INCURSIO_VERB_PICK: say_unit(p, seat, arg, text); break;
    case INCURSIO_VERB_AT: say_at(p, seat, arg, text); break;
    case INCURSIO_VERB_SPLIT: say_split(t, p, seat, arg, text); break;
    case INCURSIO_VERB_DEAL: inc_say(text, INCURSIO_LABEL_LEFT, p->pool[side][arg % INC_TYPES], 0, 0); break;
    case INCURSIO_VERB_TO: say_march(t, p, seat, arg, text); break;
    case INCURSIO_VERB_ARRANGE:
    case INCURSIO_VERB_FROM:
    case INCURSIO_VERB_REORDER: say_order(t, p, side, arg, text); break;
    case INCURSIO_VERB_DELEGATE:
    case INCURSIO_VERB_ATTACK: say_site(t, p, side, arg, text); break;
    case INCURSIO_VERB_DEATH:
        alea_text_add(text, inc_label(text, p->death ? INCURSIO_LABEL_DEATH_ON : INCURSIO_LABEL_DEATH_OFF));
        break;
    case INCURSIO_VERB_LAUNCH: say_launch(t, p, seat, text); break;
    case INCURSIO_VERB_DONE: inc_say_left(t, p, seat, text); break;
    default: break;
    }
}

/* The Master counts through all units of a site: the garrison first, the Raiders' last. [INC-TABLE-15] */
static void say_numbered(const struct inc_position *p, unsigned number, struct alea_text *text) {
    unsigned site = p->ruling_site;
    if (site >= INC_SITES || number < 1 || number > 2 * INC_UNITS) return;
    int at = (int)number - 1, soldiers = inc_n_units(p, INC_DEFENDERS, site);
    int side = at < soldiers ? INC_DEFENDERS : INC_RAIDERS;
    if (side == INC_RAIDERS) at -= soldiers;
    if (at >= inc_n_units(p, side, site)) return;
    alea_text_add(text, inc_type_word(side, inc_type(inc_units_at(p, side, site)[at]), text));
    bool garrison = at < inc_garrison(p, side, site);
    alea_text_addf(text, ", %s", inc_label(text, garrison ? INCURSIO_LABEL_IN_GARRISON : INCURSIO_LABEL_IN_CAMP));
}

/* Beside the Master's choices, for whom nothing is hidden. */
static void say_ruling(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg,
                       struct alea_text *text) {
    switch (verb) {
    case INCURSIO_VERB_CHOOSE_UNIT:
    case INCURSIO_VERB_REMOVE_UNIT: say_numbered(p, arg, text); break;
    case INCURSIO_VERB_CHOOSE_PERSON:
        if (arg < INC_SIDES * INC_CHARACTERS) say_character(t, p, (int)(arg / INC_CHARACTERS), arg % INC_CHARACTERS, text);
        break;
    case INCURSIO_VERB_SET_STEPS: inc_say(text, INCURSIO_LABEL_NOW, p->steps, 0, 0); break;
    case INCURSIO_VERB_SET_PORTAL_DEMONS: inc_say(text, INCURSIO_LABEL_NOW, p->portal_demons, 0, 0); break;
    case INCURSIO_VERB_SET_TREASURY: inc_say(text, INCURSIO_LABEL_NOW, (int)p->treasury, 0, 0); break;
    case INCURSIO_VERB_SET_RESOURCES: inc_say(text, INCURSIO_LABEL_NOW, (int)p->resources, 0, 0); break;
    default: break;
    }
}

void inc_remark(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    if (seat == ALEA_HOST) say_ruling(t, p, verb, arg, text);
    if (inc_eyes(seat) == ALEA_NONE || seat >= t->seats) return;
    int side = inc_side_of(seat);
    switch (verb) {
    case INCURSIO_VERB_CHARACTER:
    case INCURSIO_VERB_ASSIGN:
    case INCURSIO_VERB_CONFIRM:
    case INCURSIO_VERB_DECLINE:
    case INCURSIO_VERB_APPROVE:
    case INCURSIO_VERB_REFUSE:
    case INCURSIO_VERB_PAY_NEXT:
    case INCURSIO_VERB_SPECIES:
    case INCURSIO_VERB_GIVE: say_character(t, p, side, arg, text); break;
    case INCURSIO_VERB_MISSION:
        if (arg < (unsigned)t->n_missions) inc_say_mission(t, arg, text);
        break;
    case INCURSIO_VERB_TARGET:
    case INCURSIO_VERB_BUILD: say_site(t, p, side, arg, text); break;
    case INCURSIO_VERB_STRUCTURE: say_structure(t, p, seat, arg, text); break;
    case INCURSIO_VERB_FOUND:
        inc_say(text, INCURSIO_LABEL_COST, t->founding_cost, 0, 0);
        alea_text_add(text, "; ");
        say_own(t, p, side, arg, text);
        break;
    case INCURSIO_VERB_SPY: say_spy(t, p, seat, arg, text); break;
    case INCURSIO_VERB_IS: say_species(t, p, side, arg, text); break;
    case INCURSIO_VERB_TO_SEAT: say_seat(t, p, side, arg, text); break;
    default: say_orders(t, p, seat, verb, arg, text);
    }
}
