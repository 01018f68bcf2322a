/* SPDX-License-Identifier: MIT */
/* text_warn_test.c - warnings: each kind is spoken, an attack's agrees with many battles, a site's is true of what is left there, and none is
 * spoken of a move that is not legal, nor of another's. */
#include "campaign.h"
#include "question.h"
#include "say.h"

enum { ATTACK, UNGUARDED, SILENT, WAITED, LAPSES, KINDS, CAMPAIGNS = 60, PLIES = 3000 };

static long spoken[KINDS], attacks;

static bool has(const struct alea_text *text, const char *words) { return strstr(alea_text_str(text), words) != NULL; }

/* The share of wins of many battles, other than those that the warning was drawn from. */
static double share(const struct campaign *c, const struct inc_position *view, int seat, alea_move launch) {
    static struct inc_asked_battle memory;
    struct alea_at_hand asked;
    struct alea_asked begun = {.effort = 1};
    struct alea_text why;
    struct alea_random random = alea_random_stream(7, 7);
    int won = 0;
    memset(&memory, 0, sizeof memory);
    alea_text_init(&why, 200, ALEA_EN);
    assert_true(inc_at_hand(c->t, view, seat, launch, 0, &asked));
    enum alea_answer answer = inc_battle_question_begin(c->t, asked.value, &memory, &begun, &why);
    alea_text_clear(&why);
    assert_int_not_equal(answer, ALEA_ANSWER_NONE);
    if (answer == ALEA_ANSWER_CHAIN) inc_weigh_crowds(&memory.forces.order);
    for (int i = 0; i < 2000; i++) {
        int32_t out[INC_QUESTION_MEASURES];
        inc_battle_question_sample(c->t, &memory, &random, out);
        won += out[INC_WIN];
    }
    return won / 2000.0;
}

static void look(const struct campaign *c, int seat) {
    static struct inc_position view;
    static alea_move legal[MOST_LEGAL];
    view = c->p;
    inc_hide(c->t, &view, seat);
    int n = inc_legal(c->t, &view, seat, legal);
    for (int i = 0; i < n; i++) {
        unsigned verb = alea_move_verb(legal[i]);
        if (verb != INCURSIO_VERB_DONE && verb != INCURSIO_VERB_LAUNCH) continue;
        struct alea_text text;
        alea_text_init(&text, 4000, ALEA_EN);
        inc_warn(c->t, &view, seat, legal[i], &text);
        bool attack = has(&text, "will probably fail");
        spoken[ATTACK] += attack;
        spoken[UNGUARDED] += has(&text, "is left unguarded");
        spoken[SILENT] += has(&text, "Has not answered yet");
        if (verb == INCURSIO_VERB_LAUNCH && !inc_supposed_enemies(c->t, &view, seat) && attacks < 300) {
            struct alea_at_hand asked;
            if (inc_at_hand(c->t, &view, seat, legal[i], 0, &asked)) {
                double wins = share(c, &view, seat, legal[i]);
                attacks++;
                if (attack ? wins > 0.52 : wins < 0.28) fail_msg("'%s', and it wins %.2f", alea_text_str(&text), wins);
            }
        }
        alea_text_clear(&text);
        inc_warn(c->t, &view, inc_other(inc_side_of(seat)), alea_move_make(INCURSIO_VERB_LAUNCH, 0), &text);
        assert_int_equal(text.len, 0); /* it enters no attack */
    }
}

/* The Master, who sees all: who is waited for is named, and each question that the window's end leaves open. */
static void look_as_master(const struct campaign *c) {
    struct alea_text text;
    struct alea_consent asked;
    int open = 0, said = 0;
    alea_text_init(&text, 8000, ALEA_EN);
    inc_warn(c->t, &c->p, ALEA_HOST, alea_move_make(INCURSIO_VERB_PAUSE, 0), &text);
    assert_int_equal(text.len, 0);
    inc_warn(c->t, &c->p, ALEA_HOST, alea_move_make(INCURSIO_VERB_CLOSE, 0), &text);
    assert_int_equal(has(&text, "Not done yet: "), inc_is_window(&c->p) && !c->p.paused);
    for (int i = 0; c->p.step == INCURSIO_STEP_PERSONAL && !c->p.paused && inc_consent(c->t, &c->p, i, &asked); i++)
        open += asked.answer == ALEA_CONSENT_OPEN;
    for (const char *at = alea_text_str(&text); (at = strstr(at, ". Stays without an answer: ")); at++) said++;
    assert_int_equal(said, open);
    spoken[WAITED] += text.len > 0;
    spoken[LAPSES] += said > 0;
    alea_text_clear(&text);
}

static void each_is_spoken(void **state) {
    (void)state;
    for (int i = 0; i < CAMPAIGNS; i++) {
        struct campaign c;
        const int setup = i % 2 ? 2 : 0; /* teams, and Generals */
        campaign_begin(&c, setups[setup].seats, setups[setup].options, (uint64_t)i + 1);
        c.greedy = i % 3 ? 80 : 40;
        for (int ply = 0; ply < PLIES && campaign_ply(&c); ply++) {
            alea_actors actors = inc_actors(c.t, &c.p);
            if (ply % 8 == 0) look_as_master(&c);
            for (int seat = 0; actors < ALEA_ACTORS_CHANCE && seat < c.t->seats; seat++)
                if (actors >> seat & 1) look(&c, seat);
        }
        campaign_end(&c);
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (!spoken[kind]) fail_msg("kind %d was never spoken; %ld attacks", kind, attacks);
    assert_true(attacks > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_spoken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
