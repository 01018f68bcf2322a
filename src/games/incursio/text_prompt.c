/* SPDX-License-Identifier: MIT */
/* text_prompt.c - what is to be decided at the stage where a seat's cursor stands, and what `done` leaves as it is.
 * [INC-ROLE-21 .. INC-ROLE-23] */
#include "say.h"

/* ---- Movement ---- */

/* Own units that have not moved in this moment, and may. [INC-MOVE-2, INC-MOVE-7, INC-DEMON-8] */
static int idle_of(const struct inc_position *p, int side) {
    int n = 0;
    for (int i = 0; i < p->total[side]; i++) {
        unsigned state = inc_state_of(p->unit[side][i]);
        n += state == INC_IDLE || (state == INC_MOVED && p->step == INCURSIO_STEP_DEMON_MOVE);
    }
    return n;
}

static int ordered_of(const struct inc_position *p, int side) {
    int n = 0;
    for (int i = 0; i < p->total[side]; i++) n += inc_is_coming(p->unit[side][i]);
    return n;
}

static void say_list(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site, bool garrison,
                     struct alea_text *text) {
    alea_text_addf(text, "%s ", inc_label(text, garrison ? INCURSIO_LABEL_GARRISON : INCURSIO_LABEL_CAMP));
    if (garrison) inc_say_units(t, side, inc_units_at(p, side, site), inc_garrison(p, side, site), INC_MARKS, text);
    else inc_say_units(t, side, inc_camp(p, side, site), p->camp[side][site], INC_MARKS, text);
}

/* "7 Little Keep (garrison: F A; camp: C)". */
static void say_own_site(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                         struct alea_text *text) {
    inc_say_site(t, site, text);
    alea_text_add(text, " (");
    if (inc_garrison(p, side, site)) {
        say_list(t, p, side, site, true, text);
        alea_text_add(text, "; ");
    }
    say_list(t, p, side, site, false, text);
    alea_text_add(text, ")");
}

static void say_march(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    struct inc_look look = inc_look_at(t, p, inc_side_of(seat), p->to_of[seat]);
    say_own_site(t, p, inc_side_of(seat), p->site_of[seat], text);
    alea_text_add(text, " > ");
    inc_say_site(t, p->to_of[seat], text);
    if (look.enemies) {
        alea_text_add(text, ": ");
        inc_say_enemies(&look, text);
    }
    alea_text_addf(text, ". %s", inc_label(text, INCURSIO_LABEL_PROMPT_TO));
}

/* ---- Attacks ---- */

static void say_line(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    if (!p->attackers) alea_text_add(text, "-");
    for (int i = 0; i < p->attackers; i++)
        alea_text_addf(text, "%s%s", i ? " " : "", inc_sign(t, side, inc_type(p->unit[side][p->line[i]])));
}

static void say_attack(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    int side = inc_side_of(seat);
    struct inc_look look = inc_look_at(t, p, side, p->site_of[seat]);
    alea_text_addf(text, "%s ", inc_label(text, INCURSIO_LABEL_ATTACK_ON));
    inc_say_site(t, p->site_of[seat], text);
    alea_text_add(text, " (");
    inc_say_kind(t, &look, text);
    if (look.enemies_day != INC_NEVER) alea_text_add(text, ", ");
    inc_say_enemies(&look, text);
    alea_text_addf(text, "). %s ", inc_label(text, INCURSIO_LABEL_LINE_SO_FAR));
    say_line(t, p, side, text);
    if (p->death) alea_text_addf(text, ", %s", inc_label(text, INCURSIO_LABEL_TO_DEATH));
    alea_text_add(text, ". ");
    if (p->to_of[seat] == ALEA_NONE) {
        alea_text_add(text, inc_label(text, p->attackers ? INCURSIO_LABEL_PROMPT_LINE_MORE : INCURSIO_LABEL_PROMPT_LINE));
        return;
    }
    alea_text_addf(text, "%s ", inc_label(text, INCURSIO_LABEL_FROM));
    say_own_site(t, p, side, p->to_of[seat], text);
    alea_text_addf(text, ". %s", inc_label(text, INCURSIO_LABEL_PROMPT_LINE_FROM));
}

static int attacks_left(const struct inc_tables *t, const struct inc_position *p) {
    return p->step == INCURSIO_STEP_DEMON_ASSAULT ? 1 - p->extra_attacks : t->attacks_a_day - p->attacks;
}

static void say_assault(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    inc_say(text, INCURSIO_LABEL_PROMPT_ASSAULT, attacks_left(t, p), 0, 0);
}

/* ---- Personal actions ---- */

static int actions_of(const struct inc_tables *t, const struct inc_position *p, int side, unsigned action) {
    int n = 0;
    for (int c = 0; c < t->characters; c++) n += p->action[side][c] == action && !(p->flags[side][c] & INC_REFUSED);
    return n;
}

/* Of the characters that the seat answers for. */
static int waiting_of(const struct inc_tables *t, const struct inc_position *p, int seat) {
    int n = 0, side = inc_side_of(seat);
    for (int c = 0; c < t->characters; c++) n += p->seat_of[side][c] == seat && p->action[side][c] == INCURSIO_ACTION_NONE;
    return n;
}

static void say_personal(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    int side = inc_side_of(seat);
    inc_say(text, INCURSIO_LABEL_PROMPT_PERSONAL, waiting_of(t, p, seat), 0, 0);
    inc_say(text, INCURSIO_LABEL_PROMPT_MISSIONS, actions_of(t, p, side, INCURSIO_ACTION_MISSION),
            inc_mission_slots(t, p, side), 0);
    inc_say(text, INCURSIO_LABEL_PROMPT_SPIES, actions_of(t, p, side, INCURSIO_ACTION_SPY), inc_spy_attempts(t), 0);
    if (side == INC_DEFENDERS) inc_say(text, INCURSIO_LABEL_PROMPT_SPENDING, inc_committed(t, p), (int)p->treasury, 0);
    alea_text_add(text, ".");
}

static void say_of_character(const struct inc_tables *t, const struct inc_position *p, int seat, int label,
                             struct alea_text *text) {
    int side = inc_side_of(seat);
    unsigned character = p->character_of[seat];
    alea_text_addf(text, "%s (%s): %s", inc_listed(INCURSIO_SET_CHARACTER, character, text),
                   inc_name(&t->species_name, p->species[side][character], text), inc_label(text, label));
    if (label == INCURSIO_LABEL_PROMPT_KIND || label == INCURSIO_LABEL_PROMPT_STRUCTURE)
        if (side == INC_DEFENDERS) inc_say(text, INCURSIO_LABEL_PROMPT_FREE, (int)p->treasury - inc_committed(t, p), 0, 0);
}

/* What a settlement lacks of its next level. [INC-BUILD-20] */
static void say_next_level(const struct inc_tables *t, const struct inc_position *p, unsigned site, struct alea_text *text) {
    unsigned next = p->level[site] + 1u;
    const char *comma = ": ";
    if (next >= INC_LEVELS) return;
    alea_text_addf(text, " %s %s", inc_label(text, INCURSIO_LABEL_NEXT_LEVEL), inc_name(&t->settlement, next, text));
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++) {
        int lacks = t->level[next].needs[structure] - inc_copies(t, p, site, structure);
        if (lacks <= 0) continue;
        alea_text_addf(text, "%s%s", comma, inc_name(&t->structure, structure, text));
        if (lacks > 1) alea_text_addf(text, " x%d", lacks);
        comma = ", ";
    }
    alea_text_add(text, ".");
}

/* ---- Deployment and orders of units ---- */

static void say_pool(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    int count[INC_TYPES];
    for (int type = 0; type < INC_TYPES; type++) count[type] = p->pool[side][type];
    inc_say_types(t, side, count, text);
}

/* Reinforcements that are not dealt yet. */
static int due_of(const struct inc_tables *t, const struct inc_position *p, int side) {
    int n = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) n += p->due[side][site];
    return n;
}

static void say_deploy(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text) {
    unsigned site = 0;
    while (site < (unsigned)t->n_sites && !p->due[side][site]) site++;
    if (site == (unsigned)t->n_sites) {
        alea_text_add(text, inc_label(text, INCURSIO_LABEL_PROMPT_DEPLOYED));
        return;
    }
    inc_say_site(t, site, text);
    inc_say(text, INCURSIO_LABEL_PROMPT_DUE, p->due[side][site], 0, 0);
    alea_text_add(text, " ");
    say_pool(t, p, side, text);
    alea_text_addf(text, ". %s", inc_label(text, INCURSIO_LABEL_PROMPT_DEAL));
}

static void say_place(const struct inc_tables *t, const struct inc_position *p, int seat, bool is_new,
                      struct alea_text *text) {
    unsigned site = p->site_of[seat], made = p->made_of[seat];
    unsigned type = is_new ? made : inc_type(inc_camp(p, INC_DEFENDERS, site)[made - 1]);
    inc_say_site(t, site, text);
    alea_text_add(text, " (");
    say_list(t, p, INC_DEFENDERS, site, true, text);
    alea_text_addf(text, "), %s. %s", inc_type_word(INC_DEFENDERS, type, text),
                   inc_label(text, is_new ? INCURSIO_LABEL_PROMPT_PLACE : INCURSIO_LABEL_PROMPT_AT));
}

/* The order so far, and who is left. */
static void say_order(const struct inc_tables *t, const struct inc_position *p, int seat, bool garrison,
                      struct alea_text *text) {
    int side = inc_side_of(seat), made = p->made_of[seat];
    unsigned site = p->site_of[seat];
    const inc_unit *units = garrison ? inc_units_at(p, side, site) : inc_camp(p, side, site);
    int n = garrison ? inc_garrison(p, side, site) : p->camp[side][site];
    inc_say_site(t, site, text);
    alea_text_addf(text, ". %s ", inc_label(text, INCURSIO_LABEL_ORDER_SO_FAR));
    inc_say_units(t, side, units, made, INC_PLAIN, text);
    alea_text_addf(text, "; %s ", inc_label(text, INCURSIO_LABEL_ORDER_LEFT));
    inc_say_units(t, side, units + made, n - made, INC_PLAIN, text);
    inc_say(text, INCURSIO_LABEL_PROMPT_PICK, made + 1, 0, 0);
}

static void say_split(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    unsigned site = p->site_of[seat];
    int garrison = p->garrison[site], camp = p->camp[INC_DEFENDERS][site];
    inc_say_site(t, site, text);
    alea_text_addf(text, ". %s ", inc_label(text, INCURSIO_LABEL_ORDER));
    inc_say_units(t, INC_DEFENDERS, inc_units_at(p, INC_DEFENDERS, site), garrison + camp, INC_PLAIN, text);
    alea_text_addf(text, ". %s", inc_label(text, INCURSIO_LABEL_PROMPT_SPLIT));
}

/* ---- The stages ---- */

/* Stages that are a question about a site or a character, and no more. */
static int question_of(unsigned stage) {
    switch (stage) {
    case INCURSIO_STAGE_SETUP: return INCURSIO_LABEL_PROMPT_SETUP;
    case INCURSIO_STAGE_FROM: return INCURSIO_LABEL_PROMPT_FROM;
    case INCURSIO_STAGE_ENTER: return INCURSIO_LABEL_PROMPT_ENTER;
    case INCURSIO_STAGE_LEAVE: return INCURSIO_LABEL_PROMPT_LEAVE;
    case INCURSIO_STAGE_SPECIES: return INCURSIO_LABEL_PROMPT_SPECIES;
    case INCURSIO_STAGE_GIVE: return INCURSIO_LABEL_PROMPT_GIVE;
    case INCURSIO_STAGE_KIND: return INCURSIO_LABEL_PROMPT_KIND;
    case INCURSIO_STAGE_TARGET: return INCURSIO_LABEL_PROMPT_TARGET;
    case INCURSIO_STAGE_STRUCTURE: return INCURSIO_LABEL_PROMPT_STRUCTURE;
    case INCURSIO_STAGE_FOCUS: return INCURSIO_LABEL_PROMPT_FOCUS;
    case INCURSIO_STAGE_DELEGATE: return INCURSIO_LABEL_PROMPT_DELEGATE;
    default: return INCURSIO_LABEL_PROMPT_NONE;
    }
}

static bool is_asked(const struct inc_tables *t, const struct inc_position *p, int seat) {
    struct alea_consent consent;
    for (int i = 0; inc_consent(t, p, i, &consent); i++)
        if (consent.seat == seat && consent.answer == ALEA_CONSENT_OPEN) return true;
    return false;
}

/* Of somebody who is not waited for. [INC-TABLE-1, INC-TABLE-7] */
static int aside_of(const struct inc_tables *t, const struct inc_position *p, int seat) {
    if (p->step == INCURSIO_STEP_OVER || inc_is_chance(p) || !(inc_is_optional(t, p, seat)))
        return INCURSIO_LABEL_PROMPT_NONE;
    if (is_asked(t, p, seat)) return INCURSIO_LABEL_PROMPT_ASIDE_ASKED;
    return p->done >> seat & 1 ? INCURSIO_LABEL_PROMPT_ASIDE_DONE : INCURSIO_LABEL_PROMPT_ASIDE_GENERAL;
}

static void say_stage(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    int side = inc_side_of(seat);
    unsigned stage = p->stage_of[seat];
    switch (stage) {
    case INCURSIO_STAGE_MOVE: inc_say(text, INCURSIO_LABEL_PROMPT_MOVE, idle_of(p, side), ordered_of(p, side), 0); break;
    case INCURSIO_STAGE_TO: say_march(t, p, seat, text); break;
    case INCURSIO_STAGE_ASSAULT: say_assault(t, p, text); break;
    case INCURSIO_STAGE_LINE: say_attack(t, p, seat, text); break;
    case INCURSIO_STAGE_PERSONAL: say_personal(t, p, seat, text); break;
    case INCURSIO_STAGE_DEPLOY: say_deploy(t, p, side, text); break;
    case INCURSIO_STAGE_PLACE: say_place(t, p, seat, true, text); break;
    case INCURSIO_STAGE_ENTER_AT: say_place(t, p, seat, false, text); break;
    case INCURSIO_STAGE_REORDER: say_order(t, p, seat, true, text); break;
    case INCURSIO_STAGE_ARRANGE: say_order(t, p, seat, false, text); break;
    case INCURSIO_STAGE_SPLIT: say_split(t, p, seat, text); break;
    case INCURSIO_STAGE_FROM:
    case INCURSIO_STAGE_ENTER:
    case INCURSIO_STAGE_LEAVE:
    case INCURSIO_STAGE_DELEGATE:
        say_own_site(t, p, side, p->site_of[seat], text);
        alea_text_addf(text, ". %s", inc_label(text, question_of(stage)));
        break;
    case INCURSIO_STAGE_SPECIES:
    case INCURSIO_STAGE_GIVE:
    case INCURSIO_STAGE_KIND:
    case INCURSIO_STAGE_TARGET:
    case INCURSIO_STAGE_STRUCTURE:
    case INCURSIO_STAGE_FOCUS: say_of_character(t, p, seat, question_of(stage), text); break;
    case INCURSIO_STAGE_NONE: alea_text_add(text, inc_label(text, aside_of(t, p, seat))); break;
    default: alea_text_add(text, inc_label(text, question_of(stage)));
    }
    if (stage == INCURSIO_STAGE_STRUCTURE) say_next_level(t, p, p->site_of[seat], text);
}

/* What happens to what nobody orders; 0: the stage is no base. [INC-ROLE-21 .. INC-ROLE-23] */
static int default_of(const struct inc_tables *t, const struct inc_position *p, int side, unsigned stage) {
    switch (stage) {
    case INCURSIO_STAGE_SETUP: return INCURSIO_LABEL_DONE_SETUP;
    case INCURSIO_STAGE_MOVE: return p->step == INCURSIO_STEP_FINAL ? INCURSIO_LABEL_DONE_FINAL : INCURSIO_LABEL_DONE_MOVE;
    case INCURSIO_STAGE_ASSAULT: return INCURSIO_LABEL_DONE_ASSAULT;
    case INCURSIO_STAGE_PERSONAL: return INCURSIO_LABEL_DONE_PERSONAL;
    case INCURSIO_STAGE_DEPLOY: return due_of(t, p, side) ? INCURSIO_LABEL_DONE_DEPLOY : INCURSIO_LABEL_PROMPT_NONE;
    default: return INCURSIO_LABEL_PROMPT_NONE;
    }
}

void inc_say_left(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    int side = inc_side_of(seat), n = 0, label = 0;
    switch (p->stage_of[seat]) {
    case INCURSIO_STAGE_MOVE: n = idle_of(p, side), label = INCURSIO_LABEL_LEFT_UNITS; break;
    case INCURSIO_STAGE_ASSAULT: n = attacks_left(t, p), label = INCURSIO_LABEL_LEFT_ATTACKS; break;
    case INCURSIO_STAGE_PERSONAL: n = waiting_of(t, p, seat), label = INCURSIO_LABEL_LEFT_CHARACTERS; break;
    case INCURSIO_STAGE_DEPLOY: n = due_of(t, p, side), label = INCURSIO_LABEL_LEFT_REINFORCEMENTS; break;
    default: break;
    }
    if (n > 0) inc_say(text, label, n, 0, 0);
}

void inc_prompt(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    if (inc_eyes(seat) == ALEA_NONE || seat >= t->seats) return;
    if (p->paused) alea_text_addf(text, "%s ", inc_label(text, INCURSIO_LABEL_PROMPT_PAUSED));
    say_stage(t, p, seat, text);
    alea_text_add(text, "\n");
    int by_default = default_of(t, p, inc_side_of(seat), p->stage_of[seat]);
    if (by_default == INCURSIO_LABEL_PROMPT_NONE) return;
    alea_text_addf(text, "%s\n", inc_label(text, by_default));
}
