/* SPDX-License-Identifier: MIT */
/* turn.c - setup, the order of turns and phases, scoring, and the end of the game. */
#include "spqrisiko.h"

/* ---- Setup [SPQ-SETUP] ---- */

void spqrisiko_setup(const void *tables, void *pos) {
    const struct spqrisiko_tables *t = tables;
    struct spqrisiko_position *p = pos;
    for (uint64_t rest = t->preplaced; rest; rest &= rest - 1) /* [SPQ-SETUP-5] */
        spqrisiko_put_legionaries(t, p, spqrisiko_first(rest), t->group_legionaries);
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) { /* [SPQ-SETUP-10, SPQ-CARDS-1] */
        p->deck[card] = t->cards[card];
        p->deck_size = (uint8_t)(p->deck_size + t->cards[card]);
    }
    p->groups_left = (uint8_t)t->neutral_groups;
    p->round = 1;
    p->last_round = (uint16_t)t->max_rounds;
    spqrisiko_derive(t, p);
}

static int next_alive(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat) {
    do seat = (seat + 1) % t->seats;
    while (!(p->alive >> seat & 1));
    return seat;
}

/* ---- Scoring [SPQ-SCORE] ---- */

/* Size of the largest set of `own` provinces that are connected by land. [SPQ-SCORE-3] */
int spqrisiko_largest_empire(const struct spqrisiko_tables *t, uint64_t own) {
    int largest = 0;
    for (int left = spqrisiko_count(own); left > largest;) {
        uint64_t empire = own & -own, border = empire;
        while (border) {
            uint64_t next = t->next[spqrisiko_first(border)] & own & ~empire;
            border = (border & (border - 1)) | next;
            empire |= next;
        }
        int size = spqrisiko_count(empire);
        largest = spqrisiko_max(largest, size);
        own &= ~empire;
        left -= size;
    }
    return largest;
}

int spqrisiko_seas_controlled(const struct spqrisiko_position *p, int seat) {
    int n = 0;
    for (uint64_t rest = p->fleets[seat]; rest; rest &= rest - 1) n += spqrisiko_controls(p, seat, spqrisiko_first(rest));
    return n;
}

struct spqrisiko_points spqrisiko_points_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat) {
    struct spqrisiko_points points = {
        .empire_size = spqrisiko_largest_empire(t, p->own[seat]),
        .province_count = spqrisiko_count(p->own[seat]),
        .sea_count = spqrisiko_seas_controlled(p, seat),
        .centres = t->points_centre * spqrisiko_count(p->own[seat] & p->centres), /* [SPQ-SCORE-7] */
    };
    bool empire = points.empire_size >= t->empire_minimum; /* [SPQ-SCORE-2] */
    bool provinces = true, seas = points.sea_count > 0;    /* [SPQ-SCORE-5, SPQ-SCORE-6] */
    for (int other = 0; other < t->seats; other++) {
        if (other == seat || !(p->alive >> other & 1)) continue; /* [SPQ-SCORE-8] */
        if (spqrisiko_count(p->own[other]) >= points.province_count) provinces = false;
        if (seas && spqrisiko_seas_controlled(p, other) >= points.sea_count) seas = false;
        if (empire && spqrisiko_count(p->own[other]) >= points.empire_size &&
            spqrisiko_largest_empire(t, p->own[other]) >= points.empire_size)
            empire = false;
    }
    points.empire = empire ? t->points_empire : 0;
    points.provinces = provinces ? t->points_provinces : 0;
    points.seas = seas ? t->points_seas : 0;
    return points;
}

static void score(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    int seat = p->active;
    struct spqrisiko_points points = spqrisiko_points_of(t, p, seat);
    int gained = points.empire + points.provinces + points.seas + points.centres;
    p->vp[seat] = (uint16_t)(p->vp[seat] + gained); /* [SPQ-SCORE-9] */
    if (!sink || !gained) return;
    if (points.empire) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SCORED_EMPIRE, seat, points.empire_size, 0, 0);
    if (points.provinces)
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SCORED_PROVINCES, seat, points.province_count, 0, 0);
    if (points.seas) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SCORED_SEAS, seat, points.sea_count, 0, 0);
    if (points.centres) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SCORED_CENTRES, seat, points.centres, 0, 0);
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_SCORE_TOTAL, seat, gained, p->vp[seat], 0);
}

/* ---- The end [SPQ-END] ---- */

void spqrisiko_win(struct spqrisiko_position *p, unsigned winners) {
    p->winners = (uint8_t)winners;
    p->phase = SPQRISIKO_PHASE_OVER;
    p->step = SPQRISIKO_STEP_IDLE;
    p->from = p->to = p->dice = p->thrown = p->pool = p->pending_centres = p->pending_triremes = 0;
    p->force = 0;
    for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) p->moved[sea] = 0;
}

/* What decides after the points, each as one number: provinces, centres, legionaries, triremes. */
int spqrisiko_tie_break(const struct spqrisiko_position *p, int seat, int which) {
    int n = 0;
    switch (which) {
    case 0: return p->vp[seat];
    case 1: return spqrisiko_count(p->own[seat]);
    case 2: return spqrisiko_count(p->own[seat] & p->centres);
    case 3:
        for (uint64_t rest = p->own[seat]; rest; rest &= rest - 1) n += p->legionaries[spqrisiko_first(rest)];
        return n;
    default:
        for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) n += p->triremes[seat][sea];
        return n;
    }
}

int spqrisiko_rank(const struct spqrisiko_position *p, int a, int b) {
    for (int which = 0; which < 5; which++) { /* [SPQ-END-4] */
        int difference = spqrisiko_tie_break(p, b, which) - spqrisiko_tie_break(p, a, which);
        if (difference) return difference;
    }
    return 0;
}

static void end_by_rounds(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    unsigned winners = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        bool best = p->alive >> seat & 1;
        for (int other = 0; other < t->seats; other++)
            if (p->alive >> other & 1 && spqrisiko_rank(p, other, seat) < 0) best = false;
        if (best) winners |= 1u << seat;
    }
    for (int seat = 0; seat < t->seats; seat++)
        if (winners >> seat & 1)
            alea_emit(sink, ALEA_EVERYBODY,
                      winners & (winners - 1) ? SPQRISIKO_EVENT_SHARED_WIN : SPQRISIKO_EVENT_WON_ROUNDS, seat, p->vp[seat],
                      0, 0);
    spqrisiko_win(p, winners);
}

/* ---- Turns and phases [SPQ-TURN] ---- */

/* Automatic legionaries of the centres, then the pool. [SPQ-REINF-1, SPQ-REINF-2] */
static void reinforce(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    p->pool = t->pool[spqrisiko_count(spqrisiko_mine(p))];
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_POOL, p->active, p->pool, 0, 0);
    for (uint64_t rest = spqrisiko_mine(p) & p->centres & ~p->full; rest; rest &= rest - 1) {
        unsigned province = spqrisiko_first(rest);
        spqrisiko_put_legionaries(t, p, province, p->legionaries[province] + 1);
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CENTRE_LEVY, (int32_t)province, 0, 0, 0);
    }
}

static void begin_turn(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int seat, struct alea_events *sink) {
    p->active = (uint8_t)seat;
    p->phase = SPQRISIKO_PHASE_REINFORCE_LAND; /* scoring is no choice [SPQ-SCORE-10] */
    p->step = SPQRISIKO_STEP_IDLE;
    p->from = p->to = p->dice = p->thrown = 0;
    p->sets_played = p->refunds = p->conquered = 0;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_TURN_BEGAN, seat, p->round, 0, 0);
    score(t, p, sink);
    if (t->target && p->vp[seat] >= t->target) { /* [SPQ-END-1] */
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_WON_POINTS, seat, p->vp[seat], 0, 0);
        spqrisiko_win(p, 1u << seat);
        return;
    }
    reinforce(t, p, sink);
}

void spqrisiko_place_next(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    p->step = SPQRISIKO_STEP_IDLE;
    if (!spqrisiko_free(t, p)) { /* [SPQ-SETUP-8, SPQ-SETUP-10] */
        int first = p->alive & 1 ? 0 : next_alive(t, p, 0);
        begin_turn(t, p, first, sink);
        return;
    }
    p->active = (uint8_t)next_alive(t, p, p->active);
}

static void clear_marks(struct spqrisiko_position *p) {
    switch (p->phase) {
    case SPQRISIKO_PHASE_REINFORCE_LAND: p->pool = p->pending_centres = 0; break;
    case SPQRISIKO_PHASE_REINFORCE_NAVAL: p->pending_triremes = 0; break;
    case SPQRISIKO_PHASE_NAVAL_MOVE:
        for (int sea = 0; sea < SPQRISIKO_SEA_COUNT; sea++) p->moved[sea] = 0;
        break;
    case SPQRISIKO_PHASE_NAVAL_COMBAT: p->closed = 0; break;
    case SPQRISIKO_PHASE_SEA_ATTACK: p->sea_attacked = p->sea_conquered = 0; break;
    default: break;
    }
}

static void tell_lost(const struct spqrisiko_position *p, struct alea_events *sink) {
    if (p->pending_centres && p->phase == SPQRISIKO_PHASE_REINFORCE_LAND) /* [SPQ-CENTRE-7] */
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_CENTRES_LOST, p->pending_centres, 0, 0, 0);
    if (p->pending_triremes && p->phase == SPQRISIKO_PHASE_REINFORCE_NAVAL) /* [SPQ-CARDS-9] */
        alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_TRIREMES_LOST, p->pending_triremes, 0, 0, 0);
}

/* The next living seat's turn, or the end of the last round. [SPQ-TURN-5, SPQ-END-3] */
static void pass_turn(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    int next = next_alive(t, p, p->active);
    if (next <= p->active) {
        if (p->last_round && p->round >= p->last_round) {
            end_by_rounds(t, p, sink);
            return;
        }
        if (p->round < UINT16_MAX) p->round++;
    }
    begin_turn(t, p, next, sink);
}

/* To the drawing of the card, or past it. [SPQ-DRAW] */
static void draw_or_pass(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    p->phase = SPQRISIKO_PHASE_DRAW;
    if (!p->conquered) { /* [SPQ-DRAW-1] */
        pass_turn(t, p, sink);
        return;
    }
    if (!p->deck_size) { /* [SPQ-DRAW-4] */
        for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
            p->deck[card] = p->discard[card];
            p->deck_size = (uint8_t)(p->deck_size + p->discard[card]);
            p->discard[card] = 0;
        }
        if (p->deck_size) alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_DECK_REFILLED, p->deck_size, 0, 0, 0);
    }
    if (p->deck_size) return;
    alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_NO_CARD, p->active, 0, 0, 0); /* [SPQ-DRAW-5] */
    pass_turn(t, p, sink);
}

void spqrisiko_settle(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    if (p->step != SPQRISIKO_STEP_IDLE || !spqrisiko_phase_is_empty(t, p)) return;
    spqrisiko_finish_phase(t, p, sink);
}

/* Back to the phase, where `from`, `to` and the dice mean nothing. */
static void forget_action(struct spqrisiko_position *p) {
    p->step = SPQRISIKO_STEP_IDLE;
    p->from = p->to = p->dice = p->thrown = 0;
}

void spqrisiko_close_action(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    forget_action(p);
    spqrisiko_settle(t, p, sink);
}

/* Ends the phase and all that follow it without a choice. [SPQ-TURN-2, SPQ-TURN-4] */
void spqrisiko_finish_phase(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    forget_action(p);
    do {
        tell_lost(p, sink);
        clear_marks(p);
        p->phase++;
    } while (p->phase < SPQRISIKO_PHASE_DRAW && spqrisiko_phase_is_empty(t, p));
    if (p->phase == SPQRISIKO_PHASE_DRAW) draw_or_pass(t, p, sink);
    else alea_emit(sink, ALEA_EVERYBODY, SPQRISIKO_EVENT_PHASE_BEGAN, p->active, p->phase, 0, 0);
}

/* Ends the turn at once, without a card: after the draw, or when the seat has resigned. [SPQ-DRAW-6, SPQ-END-7] */
void spqrisiko_end_turn(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink) {
    for (; p->phase < SPQRISIKO_PHASE_DRAW; p->phase++) clear_marks(p);
    p->force = 0;
    pass_turn(t, p, sink);
}
