/* SPDX-License-Identifier: MIT */
/* answers_test.c - the order in which people answer within a window never changes what comes of it: what several Generals asked is answered
 * with the same yeses and noes in every order, by the persons and recorded, and the next day is the same to the byte. What the rules give to
 * who confirms first is left out: the last free place of a kind, and money that does not suffice, unless the General says who is paid first.
 * [INC-TABLE-7, INC-TABLE-8, INC-BUILD-7] */
#include "campaign.h"

enum { CAMPAIGNS = 24, WINDOWS = 4, MOST_ANSWERS = 5, TRIES = 40, PLIES = 4000, PURSE = 1500 };

static long sets, orders, works;

struct answer {
    int seat;
    alea_move move;
};

static bool in_personal(const struct campaign *c) {
    return inc_is_window(&c->p) && c->p.step == INCURSIO_STEP_PERSONAL && !c->p.paused;
}

static bool play_to_personal(struct campaign *c) {
    for (int ply = 0; ply < PLIES; ply++) {
        if (in_personal(c)) return true;
        if (!campaign_ply(c)) return false;
    }
    return false;
}

/* A whole suggestion of a General to another's character, found by chance. */
static bool suggests(struct campaign *c, int seat) {
    static alea_move legal[MOST_LEGAL];
    int n = inc_legal(c->t, &c->p, seat, legal), n_assign = 0;
    for (int i = 0; i < n; i++)
        if (alea_move_verb(legal[i]) == INCURSIO_VERB_ASSIGN) legal[n_assign++] = legal[i];
    if (!n_assign) return false;
    campaign_apply(c, seat, any_of(c, legal, n_assign));
    while (c->p.stage_of[seat] != INCURSIO_STAGE_PERSONAL)
        campaign_apply(c, seat, any_of(c, legal, inc_legal(c->t, &c->p, seat, legal)));
    return true;
}

/* What stands as answered in `p`: by the person, or recorded by the General or the Master. */
static int choose_answers(struct campaign *c, struct answer out[MOST_ANSWERS]) {
    struct inc_position now = c->p;
    struct alea_consent asked;
    int n = 0;
    for (int i = 0; n < MOST_ANSWERS && inc_consent(c->t, &now, i, &asked); i++) {
        struct answer ways[] = {{asked.seat, asked.yes},
                                {asked.seat, asked.yes},
                                {asked.seat, asked.no},
                                {now.general[inc_side_of(asked.seat)], asked.record},
                                {ALEA_HOST, asked.record_for}};
        struct answer way = ways[alea_random_below(&c->random, ALEA_LEN(ways))];
        if (asked.answer != ALEA_CONSENT_OPEN || inc_why_not(c->t, &now, way.seat, way.move)) continue;
        inc_apply(c->t, &now, way.seat, way.move, NULL);
        out[n++] = way;
    }
    return n;
}

/* The General says in which order the works that are confirmed are paid. */
static void orders_payment(struct campaign *c) {
    for (unsigned person = 0; person < (unsigned)c->t->characters; person++) {
        alea_move move = alea_move_make(INCURSIO_VERB_PAY_NEXT, person);
        int general = c->p.general[INC_DEFENDERS];
        if (inc_why_not(c->t, &c->p, general, move)) continue;
        campaign_apply(c, general, move);
        works++;
    }
}

/* Answers in that order, the end of the window, and all that follows by chance alone until somebody is to decide on another day. */
static void play_out(struct campaign *c, const struct answer answers[], const int order[], int n) {
    for (int i = 0; i < n; i++) {
        const struct answer *answer = &answers[order[i]];
        assert_int_equal(inc_why_not(c->t, &c->p, answer->seat, answer->move), 0);
        campaign_apply(c, answer->seat, answer->move);
    }
    orders_payment(c);
    const int day = c->p.day;
    for (int ply = 0; ply < PLIES && c->p.day == day && inc_actors(c->t, &c->p) != ALEA_ACTORS_OVER; ply++) {
        if (inc_actors(c->t, &c->p) == ALEA_ACTORS_CHANCE) campaign_apply(c, ALEA_CHANCE, inc_roll(c->t, &c->p, &c->random));
        else campaign_apply(c, ALEA_HOST, alea_move_make(INCURSIO_VERB_CLOSE, 0));
    }
}

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

/* The next permutation in their usual order; false after the last. */
static bool permute(int order[], int n) {
    int i = n - 2, j = n - 1;
    while (i >= 0 && order[i] > order[i + 1]) i--;
    if (i < 0) return false;
    while (order[j] < order[i]) j--;
    swap(&order[i], &order[j]);
    for (int low = i + 1, high = n - 1; low < high; low++, high--) swap(&order[low], &order[high]);
    return true;
}

static void every_order(struct campaign *c) {
    static struct campaign first, other;
    struct answer answers[MOST_ANSWERS];
    int order[MOST_ANSWERS], n = choose_answers(c, answers);
    if (n < 2) return;
    sets++;
    for (int i = 0; i < n; i++) order[i] = i;
    first = *c;
    play_out(&first, answers, order, n);
    while (permute(order, n)) {
        other = *c;
        play_out(&other, answers, order, n);
        assert_memory_equal(&other.p, &first.p, sizeof first.p);
        assert_memory_equal(&other.random, &first.random, sizeof first.random);
        orders++;
    }
}

static void no_order_matters(void **state) {
    (void)state;
    for (int i = 0; i < CAMPAIGNS; i++) {
        struct campaign c;
        campaign_begin(&c, 6, setups[2].options, (uint64_t)i + 1);
        c.greedy = 60;
        for (int window = 0; window < WINDOWS && play_to_personal(&c); window++) {
            struct campaign now = c;
            now.p.treasury = alea_random_below(&c.random, PURSE);
            for (int tried = 0; tried < TRIES && in_personal(&now); tried++)
                if (!suggests(&now, now.p.general[tried % INC_SIDES])) break;
            if (in_personal(&now)) every_order(&now);
            campaign_apply(&c, ALEA_HOST, alea_move_make(INCURSIO_VERB_CLOSE, 0));
        }
        campaign_end(&c);
    }
    if (sets < CAMPAIGNS || orders < 100 * CAMPAIGNS || works < 100)
        fail_msg("%ld sets, %ld orders, %ld works", sets, orders, works);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_order_matters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
