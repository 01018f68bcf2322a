/* SPDX-License-Identifier: MIT */
/* order.c - whole orders in a player's words, Italian or English, as the small moves that enter them:
 *
 *   move 10 to 9: Tr As          enter 7: F F         leave 7: 2            reorder 7: 3 1 2
 *   attack 14: Tr 2As            attack 14: from 10 Tr, from 11 Di to the death
 *   build 03 in 7                found 16             spy 14 structures     mission levy 7        rest
 *   deal F F A                   arrange 7: F A camp C A F
 *   done                         and several of them with ';' between
 *
 * The moves are played on a copy of the view as they are found, since what an order has done so far says what the next move
 * is: which of the units are left, whether the order is over. Of a move that is not legal the door will say why. */
#include <string.h>

#include "order.h"

/* ---- The moves ---- */

static alea_rule why_not(const struct inc_reader *in, unsigned verb, unsigned arg) {
    return inc_why_not(in->t, &in->p, in->seat, alea_move_make(verb, arg));
}

static unsigned stage(const struct inc_reader *in) { return in->p.stage_of[in->seat]; }

/* Whoever does not command may propose all the same, and is read as the General, who has begun nothing. False: it is not for want of
 * command that the move is refused. [INC-ROLE-5] */
static bool turn_to_general(struct inc_reader *in, alea_rule why) {
    const int general = in->p.general[in->side];
    if ((why != INC_ROLE_3 && why != INC_ROLE_4) || general >= in->t->seats || general == in->seat) return false;
    in->seat = general;
    inc_to_base(in->t, &in->p, general);
    return true;
}

/* `done` and `launch` end what a view can tell; they are the last of an order. */
static void add(struct inc_reader *in, unsigned verb, unsigned arg) {
    if (in->n >= in->max) {
        in->bad = true;
        in->plays = false;
        return;
    }
    in->out[in->n++] = alea_move_make(verb, arg);
    bool ends = verb == INCURSIO_VERB_DONE || verb == INCURSIO_VERB_LAUNCH;
    in->plays = in->plays && !ends;
    const alea_rule why = in->plays ? why_not(in, verb, arg) : 0;
    in->plays = in->plays && (!why || (turn_to_general(in, why) && !why_not(in, verb, arg)));
    if (in->plays) inc_apply(in->t, &in->p, in->seat, alea_move_make(verb, arg), NULL);
}

static void add_back(struct inc_reader *in, unsigned from) {
    if (in->plays && stage(in) == from) add(in, INCURSIO_VERB_BACK, 0);
}

/* Whoever is in the middle of another order gives it up. */
static void to_base(struct inc_reader *in) {
    for (int i = 0; i < 3 && in->plays && stage(in) != INCURSIO_STAGE_NONE && !why_not(in, INCURSIO_VERB_BACK, 0); i++)
        add(in, INCURSIO_VERB_BACK, 0);
}

/* ---- Units that move ---- */

/* Number, from 1, of the first unit of the type that `unit` would take; else of one that it would not, for the rule. */
static unsigned number_of(const struct inc_reader *in, unsigned site, unsigned type) {
    const inc_unit *camp = inc_camp(&in->p, in->side, site);
    unsigned n = in->p.camp[in->side][site], other = n + 1;
    for (unsigned i = n; i-- > 0;)
        if (inc_type(camp[i]) == type && !inc_is_shadow(camp[i])) other = i + 1;
    for (unsigned i = 0; i < n; i++)
        if (inc_type(camp[i]) == type && !why_not(in, INCURSIO_VERB_UNIT, i + 1)) return i + 1;
    return other;
}

/* The first unit of the camp that can; 0 if none can. */
static unsigned first_that_can(const struct inc_reader *in, unsigned site) {
    for (unsigned i = 1; i <= in->p.camp[in->side][site]; i++)
        if (!why_not(in, INCURSIO_VERB_UNIT, i)) return i;
    return 0;
}

/* The unit goes where the order says; into a garrison as its last. */
static void add_unit(struct inc_reader *in, unsigned site, unsigned number) {
    add(in, INCURSIO_VERB_UNIT, number);
    if (in->plays && stage(in) == INCURSIO_STAGE_ENTER_AT) add(in, INCURSIO_VERB_AT, in->p.garrison[site] + 1u);
}

/* The units at the end of the order, all that can if none are named. */
static void add_units(struct inc_reader *in, unsigned site, unsigned during) {
    struct inc_wanted wanted;
    inc_read_sign(in, ':');
    bool named = inc_read_units(in, &wanted) && !wanted.all;
    for (int i = 0; named && i < wanted.n; i++) add_unit(in, site, number_of(in, site, wanted.type[i]));
    unsigned number;
    while (!named && in->plays && stage(in) == during && (number = first_that_can(in, site))) add_unit(in, site, number);
    add_back(in, during);
}

static void read_move(struct inc_reader *in) {
    unsigned from, to;
    inc_read_word(in, "da|from");
    if (!inc_read_site(in, &from)) in->bad = true;
    inc_read_word(in, "a|ad|in|to|verso|into");
    if (in->bad || !inc_read_site(in, &to)) {
        in->bad = true;
        return;
    }
    add(in, INCURSIO_VERB_FROM, from);
    add(in, INCURSIO_VERB_TO, to);
    add_units(in, from, INCURSIO_STAGE_TO);
}

static bool read_place(struct inc_reader *in, unsigned *site) {
    inc_read_word(in, "in|a|ad|at|da|from");
    in->bad |= !inc_read_site(in, site);
    return !in->bad;
}

static void read_enter(struct inc_reader *in) {
    unsigned site;
    if (!read_place(in, &site)) return;
    add(in, INCURSIO_VERB_FROM, site);
    add(in, INCURSIO_VERB_ENTER, 0);
    add_units(in, site, INCURSIO_STAGE_ENTER);
}

/* ---- Places of a garrison: numbers as they are before the order ---- */

struct places {
    int n;
    unsigned at[UINT8_MAX];
};

/* None of them twice. */
static bool read_places(struct inc_reader *in, struct places *places) {
    inc_read_sign(in, ':');
    for (places->n = 0; places->n < UINT8_MAX && inc_read_number(in, &places->at[places->n]); places->n++) {
        for (int i = 0; i < places->n; i++) in->bad |= places->at[i] == places->at[places->n];
        inc_read_sign(in, ',');
    }
    in->bad |= places->n == 0;
    return !in->bad;
}

static void read_leave(struct inc_reader *in) {
    unsigned site;
    struct places places;
    if (!read_place(in, &site) || !read_places(in, &places)) return;
    add(in, INCURSIO_VERB_FROM, site);
    add(in, INCURSIO_VERB_LEAVE, 0);
    for (int i = 0; i < places.n; i++) {
        unsigned gone = 0;
        for (int other = 0; other < i; other++) gone += places.at[other] < places.at[i];
        add(in, INCURSIO_VERB_UNIT, places.at[i] - gone);
    }
    add_back(in, INCURSIO_STAGE_LEAVE);
}

/* Those that are not named follow as they stand. */
static void read_reorder(struct inc_reader *in) {
    unsigned site, list[UINT8_MAX + 1];
    struct places places;
    if (!read_place(in, &site) || !read_places(in, &places)) return;
    add(in, INCURSIO_VERB_REORDER, site);
    int n = in->p.garrison[site];
    for (int i = 0; i < n; i++) list[i] = (unsigned)i + 1;
    for (int made = 0; made < places.n || (in->plays && stage(in) == INCURSIO_STAGE_REORDER); made++) {
        int at = made;
        while (made < places.n && at < n && list[at] != places.at[made]) at++;
        if (made == places.n - 1 && made == n - 1 && at == made) return; /* the last one has its place */
        add(in, INCURSIO_VERB_PICK, (unsigned)at + 1);
        if (at < n) memmove(list + made + 1, list + made, (size_t)(at - made) * sizeof *list);
    }
}

/* ---- Whole sites ---- */

/* Number, from 1, of the first unit of the type that has no place in the order yet; past the end if there is none. */
static unsigned next_of(const struct inc_reader *in, unsigned site, unsigned type) {
    const inc_unit *camp = inc_camp(&in->p, in->side, site);
    unsigned n = in->p.camp[in->side][site], i = in->p.made_of[in->seat];
    while (i < n && inc_type(camp[i]) != type) i++;
    return i + 1;
}

static bool arranges(const struct inc_reader *in) { return in->plays && stage(in) == INCURSIO_STAGE_ARRANGE; }

static void add_picks(struct inc_reader *in, unsigned site, const struct inc_wanted *wanted) {
    for (int i = 0; i < wanted->n && (i == 0 || arranges(in)); i++)
        add(in, INCURSIO_VERB_PICK, next_of(in, site, wanted->type[i]));
}

/* "F F A camp C A": the garrison, the camp; those that are not named follow as they stand. Where no camp is named, the
 * garrison stays as large as it was; where there is only a camp, all of them stand there. */
static void read_arrange(struct inc_reader *in) {
    unsigned site;
    struct inc_wanted inside, outside = {.n = 0};
    if (!read_place(in, &site)) return;
    inc_read_sign(in, ':');
    unsigned garrison = in->p.garrison[site];
    bool named = inc_read_units(in, &inside) && !inside.all;
    bool camp = inc_read_word(in, "camp|campo|accampamento");
    if (camp) inc_read_sign(in, ':'), inc_read_units(in, &outside), garrison = (unsigned)inside.n;
    in->bad |= inside.all || outside.all || !(named || outside.n);
    if (in->bad) return;
    add(in, INCURSIO_VERB_ARRANGE, site);
    add_picks(in, site, &inside);
    add_picks(in, site, &outside);
    while (arranges(in)) add(in, INCURSIO_VERB_PICK, in->p.made_of[in->seat] + 1u);
    if (in->plays && stage(in) == INCURSIO_STAGE_SPLIT) add(in, INCURSIO_VERB_SPLIT, garrison);
}

/* ---- Attacks ---- */

static bool in_line(const struct inc_position *p, int unit) {
    for (int i = 0; i < p->attackers; i++)
        if (p->line[i] == unit) return true;
    return false;
}

/* Is there one of the type that could join from there, if the site may be left? */
static bool has_attacker(const struct inc_reader *in, unsigned site, unsigned type) {
    const struct inc_position *p = &in->p;
    int first = p->start[in->side][site] + inc_garrison(p, in->side, site);
    for (int unit = first; unit < first + p->camp[in->side][site]; unit++) {
        inc_unit one = p->unit[in->side][unit];
        if (inc_type(one) == type && inc_state_of(one) != INC_FOUGHT && !in_line(p, unit)) return true;
    }
    return false;
}

static void go_to_origin(struct inc_reader *in, unsigned site) {
    if (in->p.to_of[in->seat] != site) add(in, INCURSIO_VERB_FROM, site);
}

/* From the first site in order that can give one; ALEA_NONE if none can. */
static unsigned origin_of(const struct inc_reader *in, uint64_t sites, unsigned type) {
    for (; sites; sites &= sites - 1) {
        unsigned site = inc_first(sites);
        bool open = in->p.to_of[in->seat] == site || !why_not(in, INCURSIO_VERB_FROM, site);
        if (open && has_attacker(in, site, type)) return site;
    }
    return ALEA_NONE;
}

/* The first of the sites with a camp of the side, else the first: which says best why nobody can come. */
static unsigned camp_of(const struct inc_reader *in, uint64_t sites) {
    unsigned first = sites ? inc_first(sites) : 0;
    for (; sites; sites &= sites - 1)
        if (in->p.camp[in->side][inc_first(sites)]) return inc_first(sites);
    return first;
}

static void add_attackers(struct inc_reader *in, uint64_t sites, const struct inc_wanted *wanted) {
    for (int i = 0; i < wanted->n && !in->bad; i++) {
        unsigned type = wanted->type[i], site = origin_of(in, sites, type);
        if (site == ALEA_NONE) site = camp_of(in, sites); /* which is refused */
        go_to_origin(in, site);
        add(in, INCURSIO_VERB_UNIT, number_of(in, site, type));
    }
    for (uint64_t rest = wanted->all && in->plays ? sites : 0; rest; rest &= rest - 1) {
        unsigned site = inc_first(rest), number;
        if (in->p.to_of[in->seat] != site && why_not(in, INCURSIO_VERB_FROM, site)) continue;
        go_to_origin(in, site);
        while (in->plays && in->p.to_of[in->seat] == site && (number = first_that_can(in, site)))
            add(in, INCURSIO_VERB_UNIT, number);
    }
}

/* "Tr As", "from 10 Tr As, from 11 Di". */
static bool read_attackers(struct inc_reader *in, uint64_t ways) {
    struct inc_wanted wanted;
    unsigned site;
    do {
        bool from = inc_read_word(in, "da|from");
        if (from && !inc_read_site(in, &site)) return false;
        inc_read_sign(in, ':');
        if (!inc_read_units(in, &wanted)) return false;
        add_attackers(in, from ? inc_bit(site) : ways, &wanted);
        if (!inc_read_sign(in, ',')) inc_read_word(in, "e|ed|and");
    } while (strncmp(in->at, "da ", 3) == 0 || strncmp(in->at, "from ", 5) == 0);
    return true;
}

static void read_attack(struct inc_reader *in) {
    unsigned target;
    if (!read_place(in, &target)) return;
    inc_read_sign(in, ':');
    add(in, INCURSIO_VERB_ATTACK, target);
    if (!read_attackers(in, inc_ways(in->t, in->side, target))) {
        in->bad = true;
        return;
    }
    bool death = inc_read_word(in, "fino|to");
    if (death && !(inc_read_word(in, "alla|the") && inc_read_word(in, "morte|death"))) in->bad = true;
    if (death) add(in, INCURSIO_VERB_DEATH, 0);
    add(in, INCURSIO_VERB_LAUNCH, 0);
}

/* ---- Characters ---- */

/* The one that was named, else the first own one without an action; another's gets a suggestion. Where none is free, the
 * order without its character is refused as one too many. [INC-ROLE-7, INC-ROLE-11] */
static void add_character(struct inc_reader *in, unsigned named) {
    const struct inc_position *p = &in->p;
    unsigned c = named;
    if (c == ALEA_NONE)
        for (c = 0; c < (unsigned)in->t->characters; c++)
            if (p->seat_of[in->side][c] == in->seat && p->action[in->side][c] == INCURSIO_ACTION_NONE) break;
    if (c >= (unsigned)in->t->characters) return;
    add(in, p->seat_of[in->side][c] == in->seat ? INCURSIO_VERB_CHARACTER : INCURSIO_VERB_ASSIGN, c);
}

static bool is_over(const struct inc_reader *in) { return !*in->at || *in->at == ';'; }

/* One number alone is the site: what is to be built there lacks, as a target may. */
static void read_build(struct inc_reader *in, unsigned character) {
    unsigned structure, site;
    const char *before = in->at;
    bool chosen = inc_read_structure(in, &structure) && !is_over(in);
    if (!chosen) in->at = before;
    if (!read_place(in, &site)) return;
    add_character(in, character);
    add(in, INCURSIO_VERB_BUILD, site);
    if (chosen) add(in, INCURSIO_VERB_STRUCTURE, structure);
}

static void read_found(struct inc_reader *in, unsigned character) {
    unsigned site;
    if (!read_place(in, &site)) return;
    add_character(in, character);
    add(in, INCURSIO_VERB_FOUND, site);
}

/* Soldiers who spy see soldiers: they need not say so. [INC-SPY-10] */
static void read_spy(struct inc_reader *in, unsigned character) {
    unsigned site;
    inc_read_word(in, "on");
    if (!read_place(in, &site)) return;
    inc_read_sign(in, ':');
    bool structures = inc_read_word(in, "strutture|structures"), soldiers = inc_read_word(in, "soldati|soldiers");
    add_character(in, character);
    add(in, INCURSIO_VERB_SPY, site);
    if (structures) add(in, INCURSIO_VERB_FOCUS, INCURSIO_FOCUS_STRUCTURES);
    else if (soldiers && in->side == INC_RAIDERS) add(in, INCURSIO_VERB_FOCUS, INCURSIO_FOCUS_SOLDIERS);
}

static void read_mission(struct inc_reader *in, unsigned character) {
    unsigned mission, site;
    if (!inc_read_mission(in, &mission)) {
        in->bad = true;
        return;
    }
    inc_read_word(in, "in|a|ad|at|on");
    bool target = inc_read_site(in, &site);
    add_character(in, character);
    add(in, INCURSIO_VERB_MISSION, mission);
    if (target) add(in, INCURSIO_VERB_TARGET, site);
}

static void read_rest(struct inc_reader *in, unsigned character) {
    add_character(in, character);
    add(in, INCURSIO_VERB_REST, 0);
}

/* To the free mission of whom was named, else of the first own one that has an offer. [INC-TABLE-14] */
static void read_answer(struct inc_reader *in, unsigned verb, unsigned named) {
    unsigned c = named == ALEA_NONE ? 0 : named;
    while (named == ALEA_NONE && c + 1u < (unsigned)in->t->characters &&
           (in->p.seat_of[in->side][c] != in->seat || !inc_is_offered(&in->p, in->side, c)))
        c++;
    add(in, verb, c);
}

static bool read_action(struct inc_reader *in) {
    unsigned character = ALEA_NONE;
    inc_read_character(in, &character);
    if (inc_read_word(in, "accept|accepts|accetta")) {
        read_answer(in, INCURSIO_VERB_ACCEPT, character);
        return true;
    }
    if (inc_read_word(in, "rifiuta") || (inc_read_word(in, "turn|turns") && inc_read_word(in, "down"))) {
        read_answer(in, INCURSIO_VERB_TURN_DOWN, character);
        return true;
    }
    if (inc_read_word(in, "build|builds|costruisci|costruisce")) read_build(in, character);
    else if (inc_read_word(in, "found|founds|fonda")) read_found(in, character);
    else if (inc_read_word(in, "spy|spies|spia")) read_spy(in, character);
    else if (inc_read_word(in, "mission|missione")) read_mission(in, character);
    else if (inc_read_word(in, "rest|rests|riposa|riposo")) read_rest(in, character);
    else return false;
    return true;
}

/* ---- Deployment ---- */

/* At the end of the garrison where there is one to enter, unless the camp is asked for. */
static void read_deal(struct inc_reader *in) {
    struct inc_wanted wanted;
    inc_read_sign(in, ':');
    if (!inc_read_units(in, &wanted) || wanted.all) {
        in->bad = true;
        return;
    }
    if (inc_read_word(in, "in|to")) inc_read_word(in, "the");
    bool camp = inc_read_word(in, "camp|campo|accampamento");
    if (!camp) inc_read_word(in, "g|garrison|guarnigione");
    for (int i = 0; i < wanted.n; i++) {
        add(in, INCURSIO_VERB_DEAL, INC_TYPES * (unsigned)in->side + wanted.type[i]);
        if (!in->plays || stage(in) != INCURSIO_STAGE_PLACE) continue;
        if (camp) add(in, INCURSIO_VERB_CAMP, 0);
        else add(in, INCURSIO_VERB_AT, in->p.garrison[in->p.site_of[in->seat]] + 1u);
    }
}

/* ---- The order ---- */

static void read_order(struct inc_reader *in) {
    if (inc_read_word(in, "move|muovi|march|marcia")) read_move(in);
    else if (inc_read_word(in, "enter|entra")) read_enter(in);
    else if (inc_read_word(in, "leave|esci")) read_leave(in);
    else if (inc_read_word(in, "reorder|riordina")) read_reorder(in);
    else if (inc_read_word(in, "arrange|disponi")) read_arrange(in);
    else if (inc_read_word(in, "attack|attacca")) read_attack(in);
    else if (inc_read_word(in, "deal|schiera")) read_deal(in);
    else if (inc_read_word(in, "done|fatto")) add(in, INCURSIO_VERB_DONE, 0);
    else in->bad |= !read_action(in);
}

int inc_order(const void *tables, const void *view, int seat, const char *line, alea_move out[], int max) {
    const struct inc_tables *t = tables;
    struct inc_reader in = {.t = t, .seat = seat, .side = inc_side_of(seat), .plays = true, .out = out, .max = max};
    if (seat < 0 || seat >= t->seats || !inc_read_begin(&in, line)) return 0;
    memcpy(&in.p, view, sizeof in.p);
    do {
        in.seat = seat;
        to_base(&in);
        read_order(&in);
    } while (!in.bad && inc_read_sign(&in, ';'));
    return in.bad || *in.at ? 0 : in.n;
}
