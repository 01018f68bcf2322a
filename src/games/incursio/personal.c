/* SPDX-License-Identifier: MIT */
/* personal.c - what each character does today, and the General's word on it. [INC-ROLE-6 .. INC-ROLE-11, INC-ROLE-23]
 *
 * Who enters an order of his own character says yes to it (INC_CONFIRMED); what a General suggests to another's is
 * INC_ASSIGNED until that player answers. Spending needs the General's yes too (INC_APPROVED). INC_REFUSED is the no of
 * whose yes is missing: of the player to a suggestion, of the General to a player's spending. */
#include <string.h>

#include "incursio_internal.h"

/* ---- The order of confirming, and that of payment: 1 .. without gaps, 0 for who is not in it ---- */

static void leave_order(uint8_t order[INC_CHARACTERS], unsigned c) {
    for (int other = 0; order[c] && other < INC_CHARACTERS; other++)
        if (order[other] > order[c]) order[other]--;
    order[c] = 0;
}

static unsigned last_in(const uint8_t order[INC_CHARACTERS]) {
    unsigned n = 0;
    for (int c = 0; c < INC_CHARACTERS; c++) n += order[c] > 0;
    return n;
}

static void join_order(uint8_t order[INC_CHARACTERS], unsigned c) {
    leave_order(order, c);
    order[c] = (uint8_t)(last_in(order) + 1);
}

static void unrank(struct inc_position *p, int side, unsigned c) {
    leave_order(p->rank[side], c);
    if (side == INC_DEFENDERS) leave_order(p->pay, c);
}

void inc_order_blank(struct inc_position *p, int side, unsigned c) {
    unrank(p, side, c);
    p->action[side][c] = INCURSIO_ACTION_NONE;
    p->action_site[side][c] = p->action_what[side][c] = ALEA_NONE;
    p->flags[side][c] = 0;
}

static bool is_own(const struct inc_position *p, int seat, unsigned c) { return p->seat_of[inc_side_of(seat)][c] == seat; }

static bool is_confirmed(const struct inc_position *p, int side, unsigned c) { return p->flags[side][c] & INC_CONFIRMED; }

static bool is_work(const struct inc_position *p, int side, unsigned c) {
    return p->action[side][c] == INCURSIO_ACTION_BUILD || p->action[side][c] == INCURSIO_ACTION_FOUND;
}

/* ---- The day's numbers ---- */

/* Missions that command centres add. [INC-MISSION-4] */
static int added_missions(const struct inc_tables *t, const struct inc_position *p) {
    int n = 0;
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
        for (unsigned site = 0; t->structures[structure].missions && site < (unsigned)t->n_sites; site++)
            n += inc_copies(t, p, site, structure) * t->structures[structure].missions;
    return n;
}

int inc_mission_slots(const struct inc_tables *t, const struct inc_position *p, int side) { /* [INC-MISSION-3] */
    int slots = t->characters / t->missions_per;
    if (slots < t->missions_least) slots = t->missions_least;
    return side == INC_DEFENDERS ? slots + added_missions(t, p) : slots;
}

/* How often each kind may start in a day. [INC-MISSION-3, INC-MISSION-4] */
static int mission_kinds(const struct inc_tables *t, const struct inc_position *p, int side) {
    return side == INC_DEFENDERS && added_missions(t, p) ? t->mission_kinds_more : t->mission_kinds;
}

int inc_spy_attempts(const struct inc_tables *t) { /* [INC-SPY-2] */
    int attempts = (t->characters + t->spies_per - 1) / t->spies_per;
    return attempts > t->spies_least ? attempts : t->spies_least;
}

/* ---- What may be ordered, beside what the side has entered today ----
 * Whose order is being entered has none that counts: it was blanked, or was not confirmed yet. */

/* ALEA_NONE: at any site, of anything. What is not confirmed, or refused, takes nobody's place. */
static int entered(const struct inc_tables *t, const struct inc_position *p, int side, unsigned action, unsigned site,
                   unsigned what) {
    int n = 0;
    for (int c = 0; c < t->characters; c++) {
        bool counts = (p->flags[side][c] & (INC_CONFIRMED | INC_REFUSED)) == INC_CONFIRMED;
        n += counts && p->action[side][c] == action && (site == ALEA_NONE || p->action_site[side][c] == site) &&
             (what == ALEA_NONE || p->action_what[side][c] == what);
    }
    return n;
}

bool inc_is_target(const struct inc_tables *t, const struct inc_position *p, unsigned mission, unsigned site) {
    switch (t->missions[mission].target) { /* [INC-MISSION-5] */
    case INC_TARGET_SETTLEMENT: return inc_is_settlement(p, site);
    case INC_TARGET_RUIN: return inc_is_ruin(p, site);
    case INC_TARGET_OWN: return inc_here(p, t->missions[mission].side, site) > 0;
    default: return true;
    }
}

static alea_rule why_not_target(const struct inc_tables *t, const struct inc_position *p, unsigned mission, unsigned site) {
    return site < (unsigned)t->n_sites && inc_is_target(t, p, mission, site) ? 0 : INC_MISSION_5;
}

static alea_rule why_not_mission(const struct inc_tables *t, const struct inc_position *p, int side, unsigned mission) {
    if (mission >= (unsigned)t->n_missions || t->missions[mission].side != side) return INC_MISSION_2;
    if (entered(t, p, side, INCURSIO_ACTION_MISSION, ALEA_NONE, ALEA_NONE) >= inc_mission_slots(t, p, side) ||
        entered(t, p, side, INCURSIO_ACTION_MISSION, ALEA_NONE, mission) >= mission_kinds(t, p, side))
        return INC_MISSION_3;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (inc_is_target(t, p, mission, site)) return 0;
    return INC_MISSION_5;
}

static alea_rule why_not_build(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                               unsigned structure) {
    if (side == INC_RAIDERS) return INC_DEMON_1;
    if (site >= (unsigned)t->n_sites || structure >= (unsigned)t->n_structures) return INC_BUILD_1;
    int ordered = entered(t, p, side, INCURSIO_ACTION_BUILD, site, structure);
    return inc_why_not_build(t, p, site, structure, ordered);
}

/* Of all structures the refusal of the one that comes furthest. */
static alea_rule why_not_build_at(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    static const alea_rule checks[] = {INC_DEMON_1, INC_BUILD_1, INC_BUILD_4, INC_BUILD_5, INC_BUILD_2};
    size_t furthest = 0;
    if (side == INC_DEFENDERS && (site >= (unsigned)t->n_sites || !inc_is_settlement(p, site))) return INC_BUILD_1;
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++) {
        alea_rule rule = why_not_build(t, p, side, site, structure);
        if (!rule) return 0;
        for (size_t i = furthest + 1; i < ALEA_LEN(checks); i++)
            if (checks[i] == rule) furthest = i;
    }
    return checks[furthest];
}

static alea_rule why_not_found(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    if (side == INC_RAIDERS) return INC_FOUND_6;
    if (site >= (unsigned)t->n_sites) return INC_FOUND_1;
    return inc_why_not_found(t, p, site, entered(t, p, side, INCURSIO_ACTION_FOUND, site, ALEA_NONE));
}

static alea_rule why_not_spy(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    if (site >= (unsigned)t->n_sites || inc_here(p, side, site) > 0) return INC_SPY_3;
    return entered(t, p, side, INCURSIO_ACTION_SPY, ALEA_NONE, ALEA_NONE) < inc_spy_attempts(t) ? 0 : INC_SPY_2;
}

/* The order that a character has: is it lawful still? */
alea_rule inc_why_not_order(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c) {
    unsigned site = p->action_site[side][c], what = p->action_what[side][c];
    alea_rule rule;
    switch (p->action[side][c]) {
    case INCURSIO_ACTION_MISSION:
        rule = why_not_mission(t, p, side, what);
        return rule || site == ALEA_NONE ? rule : why_not_target(t, p, what, site);
    case INCURSIO_ACTION_BUILD: return why_not_build(t, p, side, site, what);
    case INCURSIO_ACTION_FOUND: return why_not_found(t, p, side, site);
    case INCURSIO_ACTION_SPY: return why_not_spy(t, p, side, site);
    case INCURSIO_ACTION_FREE: return inc_is_offered(p, side, c) ? 0 : INC_TABLE_14;
    default: return 0;
    }
}

/* ---- Shared by the stages ---- */

static alea_rule elsewhere(unsigned verb) {
    return verb >= INCURSIO_VERB_CHARACTER && verb <= INCURSIO_VERB_REST ? INC_ROLE_11 : INC_TURN_1;
}

static alea_rule why_not_plain(unsigned arg) { return arg ? INC_TURN_1 : 0; } /* verbs without an argument */

/* While the General was choosing, the player has chosen. [INC-ROLE-7] */
static alea_rule why_not_here(const struct inc_position *p, int seat) {
    unsigned c = p->character_of[seat];
    return !is_own(p, seat, c) && is_confirmed(p, inc_side_of(seat), c) ? INC_ROLE_7 : 0;
}

/* Appends those of the first n_args arguments of a verb that the stage allows. */
static int list_lawful(const struct inc_stage *stage, const struct inc_tables *t, const struct inc_position *p, int seat,
                       unsigned verb, int n_args, alea_move out[], int n) {
    for (unsigned arg = 0; arg < (unsigned)n_args; arg++)
        if (!stage->why_not(t, p, seat, verb, arg)) out[n++] = alea_move_make(verb, arg);
    return n;
}

static void ask_generals(const struct inc_tables *t, struct inc_position *p, int side) {
    for (int seat = side; seat < t->seats; seat += INC_SIDES)
        if (inc_is_general(t, p, seat)) inc_ask(t, p, seat);
}

/* The order is complete: the player's yes to an own one [INC-ROLE-6], a suggestion to another's [INC-ROLE-7]. */
static void enter(const struct inc_tables *t, struct inc_position *p, int seat, unsigned action, unsigned site,
                  unsigned what) {
    int side = inc_side_of(seat);
    unsigned c = p->character_of[seat];
    inc_order_blank(p, side, c);
    p->action[side][c] = (uint8_t)action;
    p->action_site[side][c] = (uint8_t)site;
    p->action_what[side][c] = (uint8_t)what;
    p->flags[side][c] = is_own(p, seat, c) ? INC_CONFIRMED : INC_ASSIGNED;
    if (inc_is_general(t, p, seat)) p->flags[side][c] |= INC_APPROVED;
    if (is_own(p, seat, c)) join_order(p->rank[side], c);
    inc_to_base(t, p, seat);
    if (!is_own(p, seat, c)) inc_ask(t, p, p->seat_of[side][c]);
    else if (is_work(p, side, c) && !(p->flags[side][c] & INC_APPROVED)) ask_generals(t, p, side); /* [INC-ROLE-8] */
}

/* Back to the choice of a kind. */
static void to_kind(struct inc_position *p, int seat) {
    p->site_of[seat] = ALEA_NONE;
    p->made_of[seat] = 0;
    inc_to_stage(p, seat, INCURSIO_STAGE_KIND);
}

/* ---- The base: whose action, and answers ---- */

/* The General suggests; what a player has chosen stands. [INC-ROLE-7, INC-ROLE-11, INC-SPY-4] */
static alea_rule why_not_assign(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned c) {
    int side = inc_side_of(seat);
    if (!t->teams) return INC_ROLE_6;
    if (is_own(p, seat, c) || !inc_is_general(t, p, seat)) return INC_ROLE_7;
    if (!is_confirmed(p, side, c)) return 0;
    return p->action[side][c] == INCURSIO_ACTION_SPY ? INC_SPY_4 : INC_ROLE_11;
}

static alea_rule why_not_confirm(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned c) {
    int side = inc_side_of(seat);
    if (!is_own(p, seat, c) || !(p->flags[side][c] & INC_ASSIGNED)) return INC_ROLE_6;
    if (p->flags[side][c] & INC_RECORDED) return 0; /* the own word in the place of a recorded one [INC-TABLE-8] */
    return is_confirmed(p, side, c) ? INC_ROLE_11 : inc_why_not_order(t, p, side, c);
}

/* Spending of another's character, which the General did not suggest himself. [INC-ROLE-8] */
static alea_rule why_not_rule_on(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned c,
                                 unsigned flag) {
    int side = inc_side_of(seat);
    bool may = t->teams && inc_is_general(t, p, seat) && !is_own(p, seat, c) && is_work(p, side, c);
    return may && !(p->flags[side][c] & (INC_ASSIGNED | flag)) ? 0 : INC_ROLE_8;
}

/* Who is named goes to the end of the order of payment; who is not named comes later, as confirmed. [INC-BUILD-7] */
static alea_rule why_not_pay(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned c) {
    int side = inc_side_of(seat);
    if (side == INC_RAIDERS) return INC_DEMON_1;
    if (!inc_is_general(t, p, seat)) return INC_ROLE_8;
    bool may = is_work(p, side, c) && (p->flags[side][c] & (INC_CONFIRMED | INC_REFUSED)) == INC_CONFIRMED;
    return may && !(p->pay[c] && p->pay[c] == last_in(p->pay)) ? 0 : INC_BUILD_7;
}

static alea_rule why_not_base(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned c) {
    if (verb < INCURSIO_VERB_CHARACTER || verb > INCURSIO_VERB_PAY_NEXT) return elsewhere(verb);
    if (c >= (unsigned)t->characters) return INC_ROLE_10;
    unsigned flags = p->flags[inc_side_of(seat)][c];
    switch (verb) {
    case INCURSIO_VERB_CHARACTER: return is_own(p, seat, c) ? 0 : INC_ROLE_6;
    case INCURSIO_VERB_ASSIGN: return why_not_assign(t, p, seat, c);
    case INCURSIO_VERB_CONFIRM: return why_not_confirm(t, p, seat, c);
    case INCURSIO_VERB_DECLINE:
        return is_own(p, seat, c) && (flags & (INC_ASSIGNED | INC_REFUSED)) == INC_ASSIGNED ? 0 : INC_ROLE_6;
    case INCURSIO_VERB_APPROVE: return why_not_rule_on(t, p, seat, c, INC_APPROVED);
    case INCURSIO_VERB_REFUSE: return why_not_rule_on(t, p, seat, c, INC_REFUSED);
    default: return why_not_pay(t, p, seat, c);
    }
}

static int list_base(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int n = 0;
    for (unsigned verb = INCURSIO_VERB_CHARACTER; verb <= INCURSIO_VERB_PAY_NEXT; verb++)
        n = list_lawful(&inc_stage_base_personal, t, p, seat, verb, t->characters, out, n);
    return n;
}

/* A yes takes a no back, and the other way round, until the window closes. */
static void answer(struct inc_position *p, int side, unsigned c, unsigned set, unsigned cleared) {
    p->flags[side][c] = (uint8_t)((p->flags[side][c] | set) & ~cleared);
}

void inc_confirm(struct inc_position *p, int side, unsigned c) {
    answer(p, side, c, INC_CONFIRMED, INC_REFUSED | INC_RECORDED);
    join_order(p->rank[side], c);
}

static void apply_base(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned c,
                       struct alea_events *sink) {
    int side = inc_side_of(seat);
    switch (verb) {
    case INCURSIO_VERB_CHARACTER:
    case INCURSIO_VERB_ASSIGN:
        if (is_confirmed(p, side, c)) inc_order_blank(p, side, c);
        p->character_of[seat] = (uint8_t)c;
        to_kind(p, seat);
        return;
    case INCURSIO_VERB_CONFIRM:
        inc_confirm(p, side, c);
        inc_settle(t, p, seat, sink);
        break;
    case INCURSIO_VERB_DECLINE:
        answer(p, side, c, INC_REFUSED, INC_CONFIRMED | INC_RECORDED);
        unrank(p, side, c);
        inc_settle(t, p, seat, sink);
        break;
    case INCURSIO_VERB_APPROVE:
        p->spoke = (uint8_t)(p->spoke | INC_RULED << side);
        answer(p, side, c, INC_APPROVED, INC_REFUSED);
        break;
    case INCURSIO_VERB_REFUSE:
        p->spoke = (uint8_t)(p->spoke | INC_RULED << side);
        answer(p, side, c, INC_REFUSED, INC_APPROVED);
        leave_order(p->pay, c);
        break;
    default: join_order(p->pay, c);
    }
}

const struct inc_stage inc_stage_base_personal = {list_base, why_not_base, apply_base};

/* ---- What the character does ---- */

static alea_rule why_not_kind(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                              unsigned arg) {
    int side = inc_side_of(seat);
    if (verb == INCURSIO_VERB_BACK) return why_not_plain(arg);
    alea_rule overtaken = why_not_here(p, seat);
    if (overtaken) return overtaken;
    switch (verb) {
    case INCURSIO_VERB_MISSION: return why_not_mission(t, p, side, arg);
    case INCURSIO_VERB_BUILD: return why_not_build_at(t, p, side, arg);
    case INCURSIO_VERB_FOUND: return why_not_found(t, p, side, arg);
    case INCURSIO_VERB_SPY: return why_not_spy(t, p, side, arg);
    case INCURSIO_VERB_REST: return why_not_plain(arg);
    default: return elsewhere(verb);
    }
}

static int list_kind(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int n = inc_list_one(out, 0, INCURSIO_VERB_BACK);
    n = list_lawful(&inc_stage_kind, t, p, seat, INCURSIO_VERB_MISSION, t->n_missions, out, n);
    n = list_lawful(&inc_stage_kind, t, p, seat, INCURSIO_VERB_BUILD, t->n_sites, out, n);
    n = list_lawful(&inc_stage_kind, t, p, seat, INCURSIO_VERB_FOUND, t->n_sites, out, n);
    n = list_lawful(&inc_stage_kind, t, p, seat, INCURSIO_VERB_SPY, t->n_sites, out, n);
    return list_lawful(&inc_stage_kind, t, p, seat, INCURSIO_VERB_REST, 1, out, n);
}

static void apply_kind(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)sink;
    switch (verb) {
    case INCURSIO_VERB_MISSION:
        if (t->missions[arg].target == INC_TARGET_NONE) enter(t, p, seat, INCURSIO_ACTION_MISSION, ALEA_NONE, arg);
        else {
            p->made_of[seat] = (uint16_t)arg;
            inc_to_stage(p, seat, INCURSIO_STAGE_TARGET);
        }
        return;
    case INCURSIO_VERB_BUILD:
        p->site_of[seat] = (uint8_t)arg;
        inc_to_stage(p, seat, INCURSIO_STAGE_STRUCTURE);
        return;
    case INCURSIO_VERB_FOUND: enter(t, p, seat, INCURSIO_ACTION_FOUND, arg, ALEA_NONE); return;
    case INCURSIO_VERB_SPY:
        if (inc_side_of(seat) == INC_DEFENDERS) /* [INC-SPY-10] */
            enter(t, p, seat, INCURSIO_ACTION_SPY, arg, ALEA_NONE);
        else {
            p->site_of[seat] = (uint8_t)arg;
            inc_to_stage(p, seat, INCURSIO_STAGE_FOCUS);
        }
        return;
    case INCURSIO_VERB_REST: enter(t, p, seat, INCURSIO_ACTION_REST, ALEA_NONE, ALEA_NONE); return;
    default: inc_to_base(t, p, seat);
    }
}

const struct inc_stage inc_stage_kind = {list_kind, why_not_kind, apply_kind};

/* ---- The rest of the order: a mission's target, a structure, a focus ---- */

/* The one verb of the stage, beside `back`; by stage also how many arguments it has. */
static unsigned detail_of(const struct inc_tables *t, const struct inc_position *p, int seat, int *n_args) {
    switch (p->stage_of[seat]) {
    case INCURSIO_STAGE_TARGET: *n_args = t->n_sites; return INCURSIO_VERB_TARGET;
    case INCURSIO_STAGE_STRUCTURE: *n_args = t->n_structures; return INCURSIO_VERB_STRUCTURE;
    default: *n_args = INCURSIO_FOCUSS; return INCURSIO_VERB_FOCUS;
    }
}

static alea_rule why_not_detail(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb,
                                unsigned arg) {
    int side = inc_side_of(seat), n_args;
    unsigned site = p->site_of[seat], mission = p->made_of[seat];
    if (verb == INCURSIO_VERB_BACK) return why_not_plain(arg);
    alea_rule rule = why_not_here(p, seat);
    if (rule) return rule;
    if (verb != detail_of(t, p, seat, &n_args)) return elsewhere(verb);
    switch (verb) {
    case INCURSIO_VERB_TARGET:
        rule = why_not_mission(t, p, side, mission);
        return rule ? rule : why_not_target(t, p, mission, arg);
    case INCURSIO_VERB_STRUCTURE: return why_not_build(t, p, side, site, arg);
    default: return arg < (unsigned)n_args ? why_not_spy(t, p, side, site) : INC_SPY_7;
    }
}

static int list_detail(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]) {
    int n_args;
    unsigned verb = detail_of(t, p, seat, &n_args);
    return list_lawful(&inc_stage_target, t, p, seat, verb, n_args, out, inc_list_one(out, 0, INCURSIO_VERB_BACK));
}

static void apply_detail(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                         struct alea_events *sink) {
    (void)sink;
    unsigned site = p->site_of[seat], mission = p->made_of[seat];
    switch (verb) {
    case INCURSIO_VERB_TARGET: enter(t, p, seat, INCURSIO_ACTION_MISSION, arg, mission); return;
    case INCURSIO_VERB_STRUCTURE: enter(t, p, seat, INCURSIO_ACTION_BUILD, site, arg); return;
    case INCURSIO_VERB_FOCUS: enter(t, p, seat, INCURSIO_ACTION_SPY, site, arg); return; /* [INC-SPY-7] */
    default: to_kind(p, seat);
    }
}

const struct inc_stage inc_stage_target = {list_detail, why_not_detail, apply_detail},
                       inc_stage_structure = {list_detail, why_not_detail, apply_detail},
                       inc_stage_focus = {list_detail, why_not_detail, apply_detail};

/* ---- Closing ---- */

/* Who has not said yes rests; that a suggestion was made stays, for its player to be told. Where the General was silent
 * about spending, it is approved. [INC-ROLE-6, INC-ROLE-8, INC-ROLE-23] */
void inc_personal_defaults(const struct inc_tables *t, struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned c = 0; c < (unsigned)t->characters; c++) {
            unsigned flags = p->flags[side][c];
            bool suggested = flags & INC_ASSIGNED && p->action[side][c] != INCURSIO_ACTION_REST;
            if (!(flags & INC_CONFIRMED)) {
                inc_order_blank(p, side, c);
                p->action[side][c] = INCURSIO_ACTION_REST;
                p->flags[side][c] = suggested ? INC_ASSIGNED : 0;
            } else if (is_work(p, side, c) && !(p->spoke & INC_RULED << side) && !(flags & INC_REFUSED)) {
                p->flags[side][c] |= INC_APPROVED;
            }
        }
}
