/* SPDX-License-Identifier: MIT */
/* sealed_test.c - sealed orders: in a window in which many decide at once, who enters first decides nothing that the rules don't
 * let it decide. [INC-ROLE-20, section 28]
 *
 * Between sides it never does: the orders of one side, entered in their order, are lawful and have the same outcome whatever the
 * other side enters in between. Within a side orders are judged one after the other as entered [INC-TURN-5], so people are
 * compared whose orders concern different sites and different characters; of these the order of confirming alone is kept, for it
 * is the order of payment [INC-BUILD-7]: it is looked at itself, and nothing else may differ.
 *
 * Compared are the positions after the window has closed, at the first node of chance or the next window. */
#include "campaign.h"

enum { MOST_ORDERS = 4000, LISTS = 24, INTERLEAVINGS = 5 };

/* What one person, or one side, enters. */
struct list {
    int n;
    struct {
        uint8_t seat;
        alea_move move;
    } at[MOST_ORDERS];
};

static struct list lists[LISTS];
static long compared, discarded, orders, windows[INCURSIO_STEPS];

/* ---- Random orders ----------------------------------------------------------------------------------------------------- */

static bool is_done(alea_move move) { return alea_move_verb(move) == INCURSIO_VERB_DONE; }

static bool at_base(const struct campaign *c, int seat) {
    static alea_move legal[MOST_LEGAL];
    return inc_legal(c->t, &c->p, seat, legal) && is_done(legal[0]);
}

static void enter(struct campaign *c, struct list *list, int seat, alea_move move) {
    assert_true(list->n < MOST_ORDERS);
    list->at[list->n].seat = (uint8_t)seat;
    list->at[list->n++].move = move;
    campaign_apply(c, seat, move);
}

/* About `most` small moves, then on to the end of the order that was begun. Not `done`. */
static void enter_orders(struct campaign *c, struct list *list, int seat, int most) {
    static alea_move legal[MOST_LEGAL];
    for (int i = 0; i < most || !at_base(c, seat); i++) {
        int n = inc_legal(c->t, &c->p, seat, legal);
        const alea_move *from = legal;
        if (is_done(legal[0])) from++, n--;
        if (!n) return;
        bool greedy = (int)alea_random_below(&c->random, 100) < c->greedy;
        enter(c, list, seat, greedy ? best_of(c, seat, from, n) : any_of(c, from, n));
    }
}

/* ---- Interleavings ----------------------------------------------------------------------------------------------------- */

/* Which list comes next: kind 0: one after the other; 1: from the last on; 2: in turn; else at random. */
static int next_list(struct campaign *c, const int at[], int n_lists, int kind, int turn) {
    int open[LISTS], n = 0;
    for (int i = 0; i < n_lists; i++)
        if (at[i] < lists[i].n) open[n++] = i;
    if (!n) return -1;
    return kind == 0   ? open[0]
           : kind == 1 ? open[n - 1]
           : kind == 2 ? open[turn % n]
                       : open[alea_random_below(&c->random, (uint32_t)n)];
}

/* When each character's order was confirmed; 0: it is not. What was confirmed before comes first. */
struct confirmed {
    int time[INC_SIDES][INC_CHARACTERS];
};

static void note_confirmed(struct confirmed *confirmed, const struct inc_position *before, const struct inc_position *after,
                           int time) {
    for (int side = 0; side < INC_SIDES; side++)
        for (int character = 0; character < INC_CHARACTERS; character++) {
            bool was = before->rank[side][character], is = after->rank[side][character];
            if (is != was) confirmed->time[side][character] = is ? time : 0;
        }
}

/* Enters the lists. False if one of the orders is refused in this order. */
static bool interleave(struct campaign *c, int n_lists, int kind, struct confirmed *confirmed) {
    static struct inc_position before;
    int at[LISTS] = {0}, list, turn = 0;
    for (int i = 0; i < INC_SIDES * INC_CHARACTERS; i++) {
        int rank = c->p.rank[i / INC_CHARACTERS][i % INC_CHARACTERS];
        confirmed->time[i / INC_CHARACTERS][i % INC_CHARACTERS] = rank ? rank - 2 * INC_CHARACTERS : 0;
    }
    for (; (list = next_list(c, at, n_lists, kind, turn)) >= 0; turn++) {
        int seat = lists[list].at[at[list]].seat;
        alea_move move = lists[list].at[at[list]++].move;
        if (inc_why_not(c->t, &c->p, seat, move)) return false;
        before = c->p;
        campaign_apply(c, seat, move);
        note_confirmed(confirmed, &before, &c->p, turn + 1);
    }
    return true;
}

static void all_done(struct campaign *c, alea_actors who) {
    unsigned step = c->p.step;
    for (alea_actors rest; c->p.step == step && (rest = inc_actors(c->t, &c->p) & who);)
        campaign_apply(c, (int)inc_first(rest), alea_move_make(INCURSIO_VERB_DONE, 0));
}

static void same(const struct inc_position *a, const struct inc_position *b, const char *what, unsigned step, int kind) {
    const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
    for (size_t i = 0; i < sizeof *a; i++)
        if (x[i] != y[i]) fail_msg("%s, step %u, interleaving %d: byte %zu is %u or %u", what, step, kind, i, x[i], y[i]);
}

/* ---- Two sides --------------------------------------------------------------------------------------------------------- */

/* All people of a side, one after the other at random; then all are done. */
static void enter_side(struct campaign *c, struct list *list, int side, int most) {
    alea_actors who;
    list->n = 0;
    for (int round = 0; round < 3; round++)
        for (alea_actors rest = inc_actors(c->t, &c->p) & inc_audience(side); rest; rest &= rest - 1)
            enter_orders(c, list, any_seat(c, inc_actors(c->t, &c->p) & inc_audience(side)), most);
    while ((who = inc_actors(c->t, &c->p) & inc_audience(side)) && inc_window_index(&c->p) >= -1 && who < ALEA_ACTORS_CHANCE)
        enter(c, list, any_seat(c, who), alea_move_make(INCURSIO_VERB_DONE, 0));
}

/* At a window that has just opened for both. The campaign is left as it was. */
static void compare_sides(struct campaign *c) {
    static struct inc_position open, first;
    struct confirmed confirmed;
    unsigned step = c->p.step;
    int most = 1 + (int)alea_random_below(&c->random, 30);
    open = c->p;
    for (int side = 0; side < INC_SIDES; side++) {
        c->p = open;
        enter_side(c, &lists[side], side, most);
        assert_int_equal(c->p.step, step);
        orders += lists[side].n;
    }
    for (int kind = 0; kind < INTERLEAVINGS; kind++) {
        c->p = open;
        if (!interleave(c, INC_SIDES, kind, &confirmed))
            fail_msg("step %u, interleaving %d: an order is refused for what the other side has entered", step, kind);
        assert_true(c->p.step != step || !c->p.done);
        if (!kind) first = c->p;
        else same(&first, &c->p, "two sides", step, kind);
    }
    c->p = open;
    compared++;
    windows[step]++;
}

/* ---- People of one side ------------------------------------------------------------------------------------------------ */

/* Own sites at which the orders of a list have changed anything. */
static uint64_t sites_changed(const struct inc_tables *t, const struct inc_position *a, const struct inc_position *b,
                              int side) {
    uint64_t set = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        int n = inc_garrison(a, side, site) + a->camp[side][site];
        bool same_units = a->garrison[site] == b->garrison[site] && a->camp[side][site] == b->camp[side][site] &&
                          !memcmp(inc_units_at(a, side, site), inc_units_at(b, side, site), (size_t)n) &&
                          a->due[side][site] == b->due[side][site] && a->delegate[side][site] == b->delegate[side][site];
        if (!same_units) set |= inc_bit(site);
    }
    return set;
}

/* Characters that they have changed: also whose they are and what they are. */
static uint64_t characters_changed(const struct inc_position *a, const struct inc_position *b, int side) {
    uint64_t set = 0;
    for (unsigned i = 0; i < INC_CHARACTERS; i++)
        if (a->action[side][i] != b->action[side][i] || a->flags[side][i] != b->flags[side][i] ||
            a->seat_of[side][i] != b->seat_of[side][i] || a->species[side][i] != b->species[side][i] ||
            a->pay[i] != b->pay[i])
            set |= inc_bit(i);
    return set;
}

/* The order of confirming is that in which it was done. */
static void ranks_agree(const struct inc_position *p, const struct confirmed *confirmed) {
    for (int side = 0; side < INC_SIDES; side++)
        for (int a = 0; a < INC_CHARACTERS; a++)
            for (int b = 0; b < INC_CHARACTERS; b++) {
                const uint8_t *rank = p->rank[side];
                const int *time = confirmed->time[side];
                assert_int_equal(rank[a] != 0, time[a] != 0);
                if (rank[a] && rank[b] && a != b) assert_int_equal(rank[a] < rank[b], time[a] < time[b]);
            }
}

/* What the orders of a list name, whether or not it is as it was before. */
static void add_named(const struct list *list, uint64_t *sites, uint64_t *characters) {
    for (int i = 0; i < list->n; i++) {
        unsigned arg = alea_move_arg(list->at[i].move);
        switch (alea_move_verb(list->at[i].move)) {
        case INCURSIO_VERB_ARRANGE:
        case INCURSIO_VERB_FROM:
        case INCURSIO_VERB_TO:
        case INCURSIO_VERB_DELEGATE: *sites |= inc_bit(arg); break;
        case INCURSIO_VERB_CHARACTER:
        case INCURSIO_VERB_ASSIGN:
        case INCURSIO_VERB_SPECIES:
        case INCURSIO_VERB_GIVE: *characters |= inc_bit(arg); break;
        default: break;
        }
    }
}

/* Each person's own list from the open window, on sites and of characters that nobody else's concern. How many. */
static int lists_of_people(struct campaign *c, const struct inc_position *open, int side) {
    uint64_t sites = 0, characters = 0;
    int n = 0;
    for (alea_actors rest = inc_entitled(c->t, open) & inc_audience(side); rest && n < LISTS; rest &= rest - 1) {
        struct list *list = &lists[n];
        c->p = *open;
        list->n = 0;
        enter_orders(c, list, (int)inc_first(rest), 1 + (int)alea_random_below(&c->random, 8));
        uint64_t on = sites_changed(c->t, open, &c->p, side), of = characters_changed(open, &c->p, side);
        add_named(list, &on, &of);
        bool others_act = inc_entitled(c->t, &c->p) != inc_entitled(c->t, open) || c->p.deputy[side] != open->deputy[side];
        if (!list->n || on & sites || of & characters || others_act) continue;
        sites |= on;
        characters |= of;
        n++;
    }
    return n;
}

static void compare_people(struct campaign *c, int side) {
    static struct inc_position open, entered, closed;
    struct confirmed confirmed;
    unsigned step = c->p.step;
    open = c->p;
    int n = lists_of_people(c, &open, side), kind = 0;
    for (; n > 1 && kind < INTERLEAVINGS; kind++) {
        c->p = open;
        if (!interleave(c, n, kind, &confirmed)) break; /* places of missions, spies and species go to who comes first */
        ranks_agree(&c->p, &confirmed);
        if (!kind) entered = c->p;
        memcpy(c->p.rank, entered.rank, sizeof c->p.rank);
        same(&entered, &c->p, "people of one side", step, kind);
        all_done(c, UINT64_MAX);
        assert_true(c->p.step != step);
        if (!kind) closed = c->p;
        else same(&closed, &c->p, "people of one side, closed", step, kind);
    }
    c->p = open;
    if (n < 2) return;
    if (kind < INTERLEAVINGS) discarded++;
    else compared++, windows[step]++;
}

/* ---- Campaigns --------------------------------------------------------------------------------------------------------- */

static bool is_sealed(const struct inc_position *p) {
    switch (p->step) {
    case INCURSIO_STEP_SETUP:
    case INCURSIO_STEP_PERSONAL:
    case INCURSIO_STEP_FINAL:
    case INCURSIO_STEP_DEPLOY: return true;
    default: return false;
    }
}

static void walk(size_t setup, uint64_t seed, bool sides) {
    static struct campaign c;
    campaign_begin(&c, setups[setup].seats, setups[setup].options, seed);
    c.greedy = 85;
    for (unsigned step = INCURSIO_STEPS; campaign_ply(&c); step = c.p.step) {
        if (c.p.step == step || !is_sealed(&c.p)) continue;
        c.greedy = 60;
        for (int again = c.p.step == INCURSIO_STEP_SETUP ? 10 : 1; again; again--) { /* there is one setup a campaign */
            if (sides) compare_sides(&c);
            else compare_people(&c, (int)alea_random_below(&c.random, INC_SIDES));
        }
        c.greedy = 85;
    }
    campaign_end(&c);
}

static void walk_all(bool sides, size_t first_setup, int games) {
    const char *wanted = getenv("INC_TEST_GAMES");
    compared = discarded = orders = 0;
    memset(windows, 0, sizeof windows);
    if (wanted) games = (int)strtol(wanted, NULL, 10);
    for (size_t setup = first_setup; setup < ALEA_LEN(setups); setup++)
        for (int game = 0; game < games; game++) walk(setup, (uint64_t)game, sides);
    print_message("%ld windows compared: setup %ld, personal %ld, final %ld, deployment %ld; %ld discarded\n", compared,
                  windows[INCURSIO_STEP_SETUP], windows[INCURSIO_STEP_PERSONAL], windows[INCURSIO_STEP_FINAL],
                  windows[INCURSIO_STEP_DEPLOY], discarded);
    assert_true(windows[INCURSIO_STEP_SETUP] && windows[INCURSIO_STEP_PERSONAL] && windows[INCURSIO_STEP_FINAL] &&
                windows[INCURSIO_STEP_DEPLOY]);
}

static void sides_do_not_wait_for_each_other(void **state) {
    (void)state;
    walk_all(true, 0, 4);
}

static void people_do_not_wait_for_each_other(void **state) {
    (void)state;
    walk_all(false, 2, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_do_not_wait_for_each_other),
        cmocka_unit_test(people_do_not_wait_for_each_other),
    };
    return cmocka_run_group_tests_name("sealed", tests, NULL, NULL);
}
