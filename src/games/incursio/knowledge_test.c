/* SPDX-License-Identifier: MIT */
/* knowledge_test.c - invariants 15 and 16 over whole campaigns, from the reports alone.
 *
 * What a side knows of the other can be rebuilt from the events that it hears: a pupil starts with what the setup says and is
 * told nothing else, not even the day, which an event says as well. And no unit comes or goes without an event that says so. */
#include "campaign.h"

#include <stdio.h>

/* ---- Invariant 16 ------------------------------------------------------------------------------------------------------ */

/* Of each side a position that is blank but for what it has been told. */
struct pupils {
    struct inc_position of[INC_SIDES];
    int day;
};

static void copy_raiders(struct inc_position *to, const struct inc_position *from) {
    memcpy(to->seen_has, from->seen_has, sizeof to->seen_has);
    memcpy(to->seen_copies, from->seen_copies, sizeof to->seen_copies);
    memcpy(to->seen_has_day, from->seen_has_day, sizeof to->seen_has_day);
    memcpy(to->seen_garrison, from->seen_garrison, sizeof to->seen_garrison);
}

static void pupils_begin(struct pupils *pupils, const struct inc_position *setup) {
    memset(pupils, 0, sizeof *pupils);
    for (int side = 0; side < INC_SIDES; side++) pupils->of[side].know[side] = setup->know[side];
    copy_raiders(&pupils->of[INC_RAIDERS], setup);
}

static void pupils_hear(struct pupils *pupils, const struct campaign *c) {
    for (int i = 0; i < c->events.n; i++) {
        const struct alea_event *event = &c->events.at[i];
        if (event->kind == INCURSIO_EVENT_DAY) pupils->day = event->arg[0];
        for (int side = 0; side < INC_SIDES; side++)
            if (event->audience & inc_audience(side) & ((UINT64_C(1) << c->t->seats) - 1))
                inc_learn(&pupils->of[side], side, pupils->day, event->kind, event->arg);
    }
}

/* Byte for byte, and nothing else was written on the blank. */
static bool is_known(const struct pupils *pupils, const struct inc_position *p, int side) {
    static struct inc_position expected;
    memset(&expected, 0, sizeof expected);
    expected.know[side] = p->know[side];
    if (side == INC_RAIDERS) copy_raiders(&expected, p);
    return !memcmp(&expected, &pupils->of[side], sizeof expected);
}

/* ---- Invariant 15 ------------------------------------------------------------------------------------------------------ */

/* Living units of each side, as events count them; those that fell in a clash are taken away when it is over. */
struct census {
    long living[INC_SIDES];
    long come, gone;
};

static void add(struct census *census, int32_t unit, int n) {
    census->living[unit / INC_TYPES] += n;
    *(n > 0 ? &census->come : &census->gone) += n > 0 ? n : -n;
}

static void census_hear(struct census *census, const struct alea_events *events) {
    for (int i = 0; i < events->n; i++) {
        const int32_t *arg = events->at[i].arg;
        switch (events->at[i].kind) {
        case INCURSIO_EVENT_JOINS:
        case INCURSIO_EVENT_DEMON_COMES: add(census, arg[1], 1); break;
        case INCURSIO_EVENT_ATTACKER_FALLS: add(census, arg[0], -1); break;
        case INCURSIO_EVENT_DEFENDER_FALLS:
        case INCURSIO_EVENT_SHOT_KILLS: add(census, arg[1], -1); break;
        case INCURSIO_EVENT_VANISH: add(census, INC_RAIDERS * INC_TYPES, -arg[1]); break;
        case INCURSIO_EVENT_CORRECTED_UNIT: add(census, arg[1], arg[3] - arg[2]); break;
        default: break;
        }
    }
}

/* In a clash some have fallen already, and are taken away at its end. */
static void census_agrees(const struct census *census, const struct campaign *c, long ply) {
    bool clash = c->p.battle != ALEA_NONE;
    for (int side = 0; side < INC_SIDES; side++) {
        long living = inc_living(&c->p, side);
        if (clash ? census->living[side] > living : census->living[side] != living)
            fail_msg("ply %ld: %ld units of side %d live, and events count %ld", ply, living, side, census->living[side]);
    }
}

/* ---- Campaigns --------------------------------------------------------------------------------------------------------- */

static long plies, events_heard;

static void play(size_t setup, uint64_t seed, int greedy, int hosted) {
    static struct campaign c;
    static struct pupils pupils;
    struct census census = {.come = 0};
    campaign_begin(&c, setups[setup].seats, setups[setup].options, seed);
    c.greedy = greedy;
    c.hosted = hosted;
    pupils_begin(&pupils, &c.p);
    for (int side = 0; side < INC_SIDES; side++) census.living[side] = inc_living(&c.p, side);
    for (long ply = 1; campaign_ply(&c); ply++) {
        pupils_hear(&pupils, &c);
        census_hear(&census, &c.events);
        events_heard += c.events.n;
        for (int side = 0; side < INC_SIDES; side++)
            if (!is_known(&pupils, &c.p, side))
                fail_msg(
                    "setup %zu, seed %lu, ply %ld: what side %d knows does not follow from its reports (seat %d, move %#x)",
                    setup, (unsigned long)seed, ply, side, c.seat, c.move);
        census_agrees(&census, &c, ply);
        plies++;
    }
    assert_true(census.come > 0);
    if (greedy) assert_true(census.gone > 0);
    campaign_end(&c);
}

static void play_all(int games, int greedy, int hosted) {
    plies = events_heard = 0;
    for (size_t setup = 0; setup < ALEA_LEN(setups); setup++)
        for (int game = 0; game < games; game++) play(setup, (uint64_t)game, greedy, hosted);
    print_message("%d campaigns, %ld plies, %ld events\n", games * (int)ALEA_LEN(setups), plies, events_heard);
}

static int games(int usual) {
    const char *wanted = getenv("INC_TEST_GAMES");
    return wanted ? (int)strtol(wanted, NULL, 10) : usual;
}

static void random_campaigns(void **state) {
    (void)state;
    play_all(games(4), 0, 0);
}

static void greedy_campaigns(void **state) {
    (void)state;
    play_all(games(3), 100, 0);
}

static void mixed_campaigns(void **state) {
    (void)state;
    play_all(games(4), 90, 0);
}

static void campaigns_with_a_master(void **state) {
    (void)state;
    play_all(games(4), 60, 10);
}

/* ---- What is not heard of ---------------------------------------------------------------------------------------------- */

/* Who hears nothing of a seat's ply sees nothing change by it, not even who may act for the other side. [INC-ROLE-4] */
static void unheard_plies_change_no_view(void **state) {
    static struct inc_position before, was, is;
    (void)state;
    for (int game = 0; game < games(12); game++) {
        struct campaign c;
        campaign_begin(&c, setups[2].seats, setups[2].options, (uint64_t)game);
        for (before = c.p; campaign_ply(&c); before = c.p) {
            const struct alea_ply ply = {.move = c.move, .seat = (uint8_t)c.seat};
            alea_actors heard = alea_ply_heard(c.rules, &before, &ply, &c.events);
            if (c.seat >= c.t->seats) continue;
            for (int seat = 0; seat < c.t->seats; seat++) {
                if (alea_may_know(heard, seat)) continue;
                was = before;
                is = c.p;
                inc_hide(c.t, &was, seat);
                inc_hide(c.t, &is, seat);
                assert_memory_equal(&was, &is, sizeof was);
            }
        }
        campaign_end(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_campaigns),
        cmocka_unit_test(greedy_campaigns),
        cmocka_unit_test(mixed_campaigns),
        cmocka_unit_test(campaigns_with_a_master),
        cmocka_unit_test(unheard_plies_change_no_view),
    };
    return cmocka_run_group_tests_name("knowledge", tests, NULL, NULL);
}
