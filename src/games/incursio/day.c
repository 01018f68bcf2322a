/* SPDX-License-Identifier: MIT */
/* day.c - the order of the day: which window or chance event follows which. [INC-TURN-1, INC-TURN-3, INC-TURN-4] */
#include <string.h>

#include "incursio_internal.h"

/* ---- The opening position ---- */

static void setup_map(const struct inc_tables *t, struct inc_position *p) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        int side = t->start_ruin[site] ? INC_RAIDERS : INC_DEFENDERS;
        p->level[site] = t->start_level[site];
        if (t->start_ruin[site]) p->born[site] = (uint8_t)(INC_RUIN_BIAS - (t->start_ruin[site] - 1));
        for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
            inc_set_copies(t, p, site, structure, t->start_copies[site][structure]);
        p->garrison[site] = t->start_garrison[site];
        p->camp[side][site] = t->start_camp[site];
    }
    memcpy(p->unit, t->start_unit, sizeof p->unit);
    inc_derive(t, p);
}

/* Seats 0 and 1 are Generals; characters are dealt to the players of a side in turn. [INC-ROLE-2, INC-ROLE-10] */
static void setup_people(const struct inc_tables *t, struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++) {
        int players = (t->seats - side + 1) / INC_SIDES;
        p->general[side] = (uint8_t)side;
        p->deputy[side] = ALEA_NONE;
        memset(p->seat_of[side], ALEA_NONE, sizeof p->seat_of[side]);
        for (int c = 0; c < t->characters; c++) {
            p->seat_of[side][c] = (uint8_t)(side + INC_SIDES * (c % players));
            p->species[side][c] = t->no_species[side];
        }
    }
    memset(p->action_site, ALEA_NONE, sizeof p->action_site);
    memset(p->action_what, ALEA_NONE, sizeof p->action_what);
    memset(p->work, ALEA_NONE, sizeof p->work);
    memset(p->work_site, ALEA_NONE, sizeof p->work_site);
    memset(p->mission, ALEA_NONE, sizeof p->mission);
    memset(p->mission_site, ALEA_NONE, sizeof p->mission_site);
    memset(p->ending, ALEA_NONE, sizeof p->ending);
    memset(p->ending_site, ALEA_NONE, sizeof p->ending_site);
    memset(p->delegate, ALEA_NONE, sizeof p->delegate);
    memset(p->site_of, ALEA_NONE, sizeof p->site_of);
    memset(p->to_of, ALEA_NONE, sizeof p->to_of);
    memset(p->character_of, ALEA_NONE, sizeof p->character_of);
}

/* What is public from the start, and what each side sees of its own accord. [INC-SECRET-1, INC-SECRET-3] */
static void setup_news(const struct inc_tables *t, struct inc_position *p) {
    if (!t->kinds_public) return;
    for (int site = 0; site < t->n_sites; site++) {
        int level = t->levels_public ? t->start_level[site] : INC_LEVELS;
        if (t->start_level[site]) inc_tell(p, NULL, 1u << INC_RAIDERS, INCURSIO_EVENT_START_KIND, site, level, 0, 0);
        if (t->start_ruin[site]) inc_tell(p, NULL, 1u << INC_DEFENDERS, INCURSIO_EVENT_START_RUIN, site, 0, 0, 0);
    }
}

void inc_setup(const void *tables, void *pos) {
    const struct inc_tables *t = tables;
    struct inc_position *p = pos;
    p->first = p->second_yesterday = p->side = p->winner = p->battle = p->ruling_site = ALEA_NONE;
    p->days = t->days;
    p->treasury = (uint32_t)t->treasury;
    p->resources = (uint32_t)t->resources;
    memcpy(p->closes, t->closes, sizeof p->closes);
    setup_map(t, p);
    setup_people(t, p);
    setup_news(t, p);
    p->step = INCURSIO_STEP_OBJECTIVE;
    p->who = INC_DEFENDERS;
    for (int side = 0; side < INC_SIDES; side++) p->objectives[side] = t->start_objectives[side];
    inc_objectives_go_on(t, p, NULL);
}

/* ---- Windows ---- */

int inc_window_index(const struct inc_position *p) {
    bool first = p->side == p->first;
    switch (p->step) {
    case INCURSIO_STEP_MOVE: return first ? INCURSIO_WINDOW_FIRST_MOVE : INCURSIO_WINDOW_SECOND_MOVE;
    case INCURSIO_STEP_ASSAULT: return first ? INCURSIO_WINDOW_FIRST_ASSAULT : INCURSIO_WINDOW_SECOND_ASSAULT;
    case INCURSIO_STEP_PERSONAL: return INCURSIO_WINDOW_PERSONAL;
    case INCURSIO_STEP_DEMON_MOVE:
    case INCURSIO_STEP_DEMON_ASSAULT: return INCURSIO_WINDOW_DEMON_PHASE;
    case INCURSIO_STEP_FINAL: return INCURSIO_WINDOW_FINAL_MOVE;
    case INCURSIO_STEP_DEPLOY: return INCURSIO_WINDOW_DEPLOY;
    default: return -1;
    }
}

/* The next decision of the day. Movement is there again in each window of movement. [INC-MOVE-1, INC-MOVE-2] */
void inc_window_open(const struct inc_tables *t, struct inc_position *p, unsigned step, int side, struct alea_events *sink) {
    p->step = (uint8_t)step;
    p->side = (uint8_t)side;
    p->done = 0;
    p->spoke = 0;
    p->attacks = 0;
    inc_consent_lapses(t, p, sink);
    if (step == INCURSIO_STEP_MOVE || step == INCURSIO_STEP_DEMON_MOVE || step == INCURSIO_STEP_FINAL) {
        p->reordered = 0;
        for (int mover = 0; mover < INC_SIDES; mover++)
            if (side == ALEA_NONE || side == mover) inc_moment_begins(p, mover);
    }
    inc_tell(p, sink, INC_PUBLIC, side == ALEA_NONE ? INCURSIO_EVENT_WINDOW : INCURSIO_EVENT_WINDOW_OF, (int32_t)step, side,
             0, 0);
    if (step == INCURSIO_STEP_PERSONAL) inc_requests_lapse(t, p, sink);
    for (int seat = 0; seat < t->seats; seat++) inc_to_base(t, p, seat);
}

/* A General without a word in a window of his is silent once more. [INC-ROLE-2] */
static void count_silence(const struct inc_tables *t, struct inc_position *p, bool silence) {
    for (int side = 0; side < INC_SIDES; side++) {
        if (!(inc_entitled(t, p) >> p->general[side] & 1)) continue;
        bool spoke = p->spoke >> side & 1;
        if (spoke) p->silent[side] = 0;
        else if (silence) p->silent[side] = (uint8_t)(p->silent[side] + (p->silent[side] < UINT8_MAX));
    }
}

static void cursors_blank(const struct inc_tables *t, struct inc_position *p) {
    for (int seat = 0; seat < t->seats; seat++) {
        if (p->stage_of[seat] == INCURSIO_STAGE_ARRANGE || p->stage_of[seat] == INCURSIO_STAGE_SPLIT)
            inc_arrange_default(t, p, seat);
        p->stage_of[seat] = INCURSIO_STAGE_NONE;
        p->site_of[seat] = p->to_of[seat] = p->character_of[seat] = ALEA_NONE;
        p->made_of[seat] = 0;
    }
    inc_line_clear(p);
}

/* ---- What follows what ---- */

static void dawn(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);

/* Step 6.3 is over: the window of the characters, unless the Gates are open. [INC-MAINT-8, INC-WIN-3] */
static void maintenance(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    inc_maintenance_begins(t, p, sink);
    inc_watch_objectives(t, p);
    if (inc_gates_open(t, p, sink)) return;
    inc_window_open(t, p, INCURSIO_STEP_PERSONAL, ALEA_NONE, sink);
}

static void final_movement(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    inc_window_open(t, p, INCURSIO_STEP_FINAL, ALEA_NONE, sink);
}

static void spying(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (!inc_spies_begin(t, p, sink)) final_movement(t, p, sink);
}

static void demon_assault(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (t->power[p->steps].extra_attack) inc_window_open(t, p, INCURSIO_STEP_DEMON_ASSAULT, INC_RAIDERS, sink);
    else spying(t, p, sink);
}

static void demon_phases(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (t->power[p->steps].extra_move) inc_window_open(t, p, INCURSIO_STEP_DEMON_MOVE, INC_RAIDERS, sink);
    else demon_assault(t, p, sink);
}

static void dusk(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    inc_portals_vanish(t, p, sink);
    if (inc_dusk(t, p, sink)) return;
    p->second_yesterday = (uint8_t)inc_other(p->first);
    dawn(t, p, sink);
}

static void initiative(struct inc_position *p) {
    p->step = INCURSIO_STEP_INITIATIVE;
    p->side = ALEA_NONE;
}

/* A site that was lost is nobody's to command. [INC-ROLE-4] */
static void delegations_end(const struct inc_tables *t, struct inc_position *p) {
    for (int side = 0; side < INC_SIDES; side++)
        for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
            if (!inc_here(p, side, site)) p->delegate[side][site] = ALEA_NONE;
    p->delegates = inc_delegates(t, p);
}

/* All day marks are cleared; ruins age with the day; yesterday's portals open. [INC-TURN-3] */
static void dawn(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    p->day++;
    p->first = p->side = ALEA_NONE;
    p->extra_attacks = 0;
    for (int side = 0; side < INC_SIDES; side++) {
        for (int i = 0; i < p->total[side]; i++) p->unit[side][i] = inc_with_state(p->unit[side][i], INC_IDLE);
        memset(p->action[side], INCURSIO_ACTION_NONE, sizeof p->action[side]);
        memset(p->action_site[side], ALEA_NONE, sizeof p->action_site[side]);
        memset(p->action_what[side], ALEA_NONE, sizeof p->action_what[side]);
        memset(p->flags[side], 0, sizeof p->flags[side]);
        memset(p->rank[side], 0, sizeof p->rank[side]);
    }
    memset(p->pay, 0, sizeof p->pay);
    if (t->version >= INC_TABLE_VERSION) inc_free_lapse(p, sink);
    if (p->delegates) delegations_end(t, p);
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_DAY, p->day, 0, 0, 0);
    p->opening = p->located;
    p->located = p->foreseen = 0;
    if (!inc_portals_open(t, p, sink)) initiative(p);
}

/* Of two windows of one kind the first's comes before the second's. [INC-TURN-2] */
static void after_assault(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (p->side == p->first) inc_window_open(t, p, INCURSIO_STEP_MOVE, inc_other(p->side), sink);
    else maintenance(t, p, sink);
}

void inc_window_close(const struct inc_tables *t, struct inc_position *p, bool silence, struct alea_events *sink) {
    unsigned step = p->step;
    count_silence(t, p, silence);
    cursors_blank(t, p);
    p->done = 0;
    switch (step) {
    case INCURSIO_STEP_SETUP: dawn(t, p, sink); break;
    case INCURSIO_STEP_MOVE:
        inc_move_run(t, p, p->side, sink);
        inc_window_open(t, p, INCURSIO_STEP_ASSAULT, p->side, sink);
        break;
    case INCURSIO_STEP_ASSAULT: after_assault(t, p, sink); break;
    case INCURSIO_STEP_PERSONAL:
        inc_personal_defaults(t, p);
        inc_orders_start(t, p, sink);
        if (!inc_portals_locate(t, p, sink)) demon_phases(t, p, sink);
        break;
    case INCURSIO_STEP_DEMON_MOVE:
        inc_move_run(t, p, INC_RAIDERS, sink);
        demon_assault(t, p, sink);
        break;
    case INCURSIO_STEP_DEMON_ASSAULT: spying(t, p, sink); break;
    case INCURSIO_STEP_FINAL: /* [INC-MOVE-15] */
        inc_move_run(t, p, p->first, sink);
        inc_move_run(t, p, inc_other(p->first), sink);
        inc_moment_begins(p, INC_DEFENDERS);
        inc_moment_begins(p, INC_RAIDERS);
        if (!inc_production_begins(t, p, sink)) inc_window_open(t, p, INCURSIO_STEP_DEPLOY, ALEA_NONE, sink);
        break;
    case INCURSIO_STEP_DEPLOY:
        inc_deploy_defaults(t, p, sink);
        dusk(t, p, sink);
        break;
    default: break;
    }
}

/* A battle gives the word back to the window that it came from, or to the portals. */
static void after_battle(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    p->step = p->resume;
    p->resume = 0;
    inc_watch_objectives(t, p);
    if (p->step == INCURSIO_STEP_PORTAL_DEMON) {
        p->side = ALEA_NONE;
        if (!inc_portals_open(t, p, sink)) initiative(p);
        return;
    }
    for (int seat = p->side; seat < t->seats; seat += INC_SIDES)
        if (!(p->done >> seat & 1)) inc_to_base(t, p, seat);
}

void inc_go_on(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    switch (p->step) {
    case INCURSIO_STEP_OBJECTIVE: inc_opening_begins(t, p, sink); break;
    case INCURSIO_STEP_PORTAL_TYPE:
    case INCURSIO_STEP_PORTAL_DEMON:
        if (!inc_portals_open(t, p, sink)) initiative(p);
        break;
    case INCURSIO_STEP_INITIATIVE: inc_window_open(t, p, INCURSIO_STEP_MOVE, p->first, sink); break;
    case INCURSIO_STEP_PORTAL:
    case INCURSIO_STEP_VIGIL: demon_phases(t, p, sink); break;
    case INCURSIO_STEP_PERCENT:
    case INCURSIO_STEP_SPY_DIE:
    case INCURSIO_STEP_SPY_THING: spying(t, p, sink); break;
    case INCURSIO_STEP_PRODUCE: inc_window_open(t, p, INCURSIO_STEP_DEPLOY, ALEA_NONE, sink); break;
    case INCURSIO_STEP_PAIR:
    case INCURSIO_STEP_EXTRA:
    case INCURSIO_STEP_SHOT: after_battle(t, p, sink); break;
    default: break;
    }
}

/* ---- The initiative [INC-INIT] ---- */

static int bonus(const struct inc_tables *t, const struct inc_position *p, int side) { /* [INC-INIT-3] */
    return p->second_yesterday == side ? t->initiative_bonus : 0;
}

static alea_move throw_of(int defenders, int raiders) {
    return alea_move_make(INCURSIO_VERB_DICE,
                          alea_dice_with(alea_dice_with(0, 0, 0, (unsigned)defenders), 1, 0, (unsigned)raiders));
}

static int initiative_outcomes(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    int n = 0;
    (void)p;
    for (int raiders = 1; raiders <= t->initiative_die; raiders++)
        for (int defenders = 1; defenders <= t->initiative_die; defenders++)
            out[n++] = (struct alea_outcome){.move = throw_of(defenders, raiders), .weight = 1};
    return n;
}

static alea_move initiative_roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    (void)p;
    int defenders = 1 + (int)alea_random_below(random, t->initiative_die);
    return throw_of(defenders, 1 + (int)alea_random_below(random, t->initiative_die));
}

static alea_rule initiative_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    (void)p;
    unsigned defenders = alea_dice_face(arg, 0, 0), raiders = alea_dice_face(arg, 1, 0);
    bool fell = defenders >= 1 && defenders <= t->initiative_die && raiders >= 1 && raiders <= t->initiative_die;
    return verb == INCURSIO_VERB_DICE && fell && throw_of((int)defenders, (int)raiders) == alea_move_make(verb, arg)
               ? 0
               : INC_INIT_2;
}

static void initiative_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                             struct alea_events *sink) {
    (void)verb;
    int face[INC_SIDES] = {(int)alea_dice_face(arg, 0, 0), (int)alea_dice_face(arg, 1, 0)};
    int total[INC_SIDES] = {face[0] + bonus(t, p, 0), face[1] + bonus(t, p, 1)};
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_INITIATIVE, face[0], face[1], bonus(t, p, 0), bonus(t, p, 1));
    if (total[0] == total[1]) { /* [INC-INIT-4] */
        inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_TIED, 0, 0, 0, 0);
        return;
    }
    p->first = total[0] > total[1] ? INC_DEFENDERS : INC_RAIDERS;
    inc_tell(p, sink, INC_PUBLIC, INCURSIO_EVENT_FIRST, p->first, 0, 0, 0);
    inc_go_on(t, p, sink);
}

const struct inc_chance inc_chance_initiative = {initiative_outcomes, initiative_roll, initiative_why_not, initiative_apply};
