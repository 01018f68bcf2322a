/* SPDX-License-Identifier: MIT */
/* order_test.c - whole orders: the line that is typed, and the moves that it stands for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "incursio_internal.h"

enum { MAX_MOVES = 64 };

static struct alea_rules *rules;
static const struct alea_game *game;

static int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    game = alea_game_find("incursio");
    if (game) rules = alea_rules_new(game, 2, (const char *const[]){"map=small"}, 1, NULL, &error);
    return rules ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

/* The opening of the small map, in that window of day 1; the Defenders are the first. */
static struct inc_position in_window(unsigned step, int side) {
    struct inc_position p = {.day = 0};
    game->setup(rules->tables, &p);
    p.day = 1;
    p.first = INC_DEFENDERS;
    inc_window_open(rules->tables, &p, step, side, NULL);
    return p;
}

static void write_order(const struct inc_position *p, int seat, const char *line, struct alea_text *text) {
    struct inc_position view = *p;
    alea_move moves[MAX_MOVES];
    alea_hide(rules, &view, seat);
    int n = inc_order(rules->tables, &view, seat, line, moves, MAX_MOVES);
    for (int i = 0; i < n; i++) {
        if (i) alea_text_add(text, ", ");
        alea_move_write(rules, moves[i], text);
    }
}

struct row {
    const char *line, *moves;
};

static void check(const struct inc_position *p, int seat, const struct row rows[], size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct alea_text text;
        alea_text_init(&text, 4096, ALEA_EN);
        write_order(p, seat, rows[i].line, &text);
        if (strcmp(alea_text_str(&text), rows[i].moves) != 0)
            fail_msg("\"%s\"\n  gives  %s\n  not    %s", rows[i].line, alea_text_str(&text), rows[i].moves);
        alea_text_clear(&text);
    }
}

/* Movement: units by their type, the first that can; all that can if none are named. */
static void movement(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_MOVE, INC_DEFENDERS);
    static const struct row rows[] = {
        {"move 4 to 5: A C", "from s04, to s05, unit 1, unit 2, back"},
        {"MUOVI Pozzo Dolce a Macchia Fitta: a, c", "from s04, to s05, unit 1, unit 2, back"},
        {"muovi 4 5", "from s04, to s05, unit 1, unit 2, unit 3"},
        {"move 7 Little Keep to 11: 2F", "from s07, to s11, unit 4, unit 5"},
        {"move 7 11: tr", ""},
        {"move 7 9: F", "from s07, to s09, unit 4"},
        {"move 7 to 11: F; move 4 5: F; done", "from s07, to s11, unit 4, back, from s04, to s05, unit 3, back, done"},
        {"move 7", ""},
        {"move 7 to nowhere", ""},
        {"enter 7: F A", "from s07, enter, unit 4, unit 1"},
        {"leave 4: 1; enter 4: A", "from s04, leave, unit 1, from s04, enter, unit 1, at 1"},
        {"esci 4: 1; entra 4", "from s04, leave, unit 1, from s04, enter, unit 1, at 1"},
        {"leave 7: 1 3", "from s07, leave, unit 1, unit 2, back"},
        {"esci da 7: 3 1", "from s07, leave, unit 3, unit 1, back"},
        {"leave 7", ""},
        {"leave 7: 2 2", ""},
        {"reorder 7: 3 1 2", "reorder s07, pick 3, pick 2"},
        {"riordina 7: 3", "reorder s07, pick 3, pick 2"},
        {"reorder 7: 9", "reorder s07, pick 4"},
        {"done", "done"},
        {"fatto", "done"},
        {"hello", ""},
        {"", ""},
        {"move 7 to 11: F now", ""},
        {"muovi rocca a aia: F", "from s07, to s11, unit 4, back"},
        {"move 4 to 5: Tr", ""},
        {"12", ""},
    };
    check(&p, INC_DEFENDERS, rows, ALEA_LEN(rows));
}

/* What a player proposes is what the General would order, who may be in the middle of something else. [INC-ROLE-5] */
static void proposals(void **state) {
    (void)state;
    enum { GENERAL = 1, PLAYER = 3 };
    struct alea_rules *alone = rules;
    struct alea_error error = {.lang = ALEA_EN};
    rules = alea_rules_new(game, 6, (const char *const[]){"map=small", "teams=players"}, 2, NULL, &error);
    assert_non_null(rules);
    struct inc_position p = in_window(INCURSIO_STEP_MOVE, INC_RAIDERS);
    static const struct row rows[] = {
        {"move 13 to 11: As As", "from s13, to s11, unit 2, unit 4, back"},
        {"move 13 to 11: As As; move 2 to 3: Tr As",
         "from s13, to s11, unit 2, unit 4, back, from s02, to s03, unit 1, unit 2, back"},
    };
    check(&p, GENERAL, rows, ALEA_LEN(rows));
    check(&p, PLAYER, rows, ALEA_LEN(rows));
    game->apply(rules->tables, &p, GENERAL, alea_move_make(INCURSIO_VERB_FROM, 1), NULL);
    check(&p, PLAYER, rows, ALEA_LEN(rows));
    p = in_window(INCURSIO_STEP_ASSAULT, INC_RAIDERS);
    static const struct row attacks[] = {{"attack 3: As As", "attack s03, unit 2, unit 4, launch"}};
    check(&p, PLAYER, attacks, ALEA_LEN(attacks));
    alea_rules_free(rules);
    rules = alone;
}

/* Attackers come from the camps around the target, in order of sites. */
static void attacks(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_ASSAULT, INC_DEFENDERS);
    inc_insert(&p, INC_DEFENDERS, 7, false, 0, inc_unit_make(0, false, INC_IDLE)); /* a second origin */
    static const struct row rows[] = {
        {"attack 5: F A", "attack s05, from s04, unit 3, unit 1, launch"},
        {"attacca 5: da 4 F", "attack s05, from s04, unit 3, launch"},
        {"attack 5: 2F", "attack s05, from s04, unit 3, from s08, unit 1, launch"},
        {"attack 5: from 8 F, from 4 A C", "attack s05, from s08, unit 1, unit 1, unit 2, launch"},
        {"attack 5: all", "attack s05, from s04, unit 1, unit 2, unit 3, unit 1, launch"},
        {"attack 12 Snowflat: all", "attack s12, from s08, unit 1, unit 1, unit 2, unit 3, launch"},
        {"attack 5: C C", "attack s05, from s04, unit 2, unit 2, launch"},
        {"attack 5: 3F to the death", "attack s05, from s04, unit 3, from s08, unit 1, unit 3, death, launch"},
        {"attack 5", ""},
        {"attack 5: F to the", ""},
        {"attack 5: A e F", "attack s05, from s04, unit 1, unit 3, launch"},
    };
    check(&p, INC_DEFENDERS, rows, ALEA_LEN(rows));
}

static void attacks_of_demons(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_ASSAULT, INC_RAIDERS);
    static const struct row rows[] = {
        {"attack 3: Tr", "attack s03, unit 1, launch"},
        {"attack 3: all", "attack s03, unit 1, unit 2, unit 3, unit 4, unit 5, launch"},
        {"attacca 6: Tr Di fino alla morte", "attack s06, unit 1, unit 3, death, launch"},
    };
    check(&p, INC_RAIDERS, rows, ALEA_LEN(rows));
}

/* The first own character without an action, unless one is named. */
static void actions(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_PERSONAL, ALEA_NONE);
    static const struct row rows[] = {
        {"build 03 in 7", "character c1, build s07, structure walls"},
        {"costruisci mura in rocca piccola", "character c1, build s07, structure walls"},
        {"c2: build stables in 7", "character c2, build s07, structure stables"},
        {"PG 2 costruisce 01 in 4", "character c2, build s04, structure guard_tower"},
        {"c2 build 7", "character c2, build s07"},
        {"costruisci in rocca piccola", "character c1, build s07"},
        {"build walls", ""},
        {"build 7; rest", "character c1, build s07, back, back, character c1, rest"},
        {"fonda 5", "character c1, found s05"},
        {"spy 2", "character c1, spy s02"},
        {"spia 2 soldati", "character c1, spy s02"},
        {"mission tithe", "character c1, mission tithe"},
        {"missione leva popolare in 7", "character c1, mission levy, target s07"},
        {"mission watch 7", "character c1, mission watch, target s07"},
        {"mission levy", "character c1, mission levy"},
        {"rest", "character c1, rest"},
        {"c9: rest", ""},
        {"c3 riposa; mission tithe", "character c3, rest, character c1, mission tithe"},
        {"build 99 in 7", ""},
        {"mission abduction", ""},
    };
    check(&p, INC_DEFENDERS, rows, ALEA_LEN(rows));
}

/* Answers to what the Master offers: to the first own offer, if none is named; the Master's list says what a number is. */
static void free_missions(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_PERSONAL, ALEA_NONE);
    p.free_who[INC_DEFENDERS][0] = 3;
    p.free_until[INC_DEFENDERS][0] = 2;
    static const struct row rows[] = {
        {"accept", "accept c3"},
        {"c3: accetta", "accept c3"},
        {"c2 accepts", "accept c2"},
        {"rifiuta", "turn_down c3"},
        {"c3: turn down", "turn_down c3"},
        {"turn", ""},
        {"accept; done", "accept c3, done"},
    };
    check(&p, INC_DEFENDERS, rows, ALEA_LEN(rows));
}

static void the_master_is_told_what_a_number_is(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_MOVE, INC_DEFENDERS);
    static const struct {
        unsigned site, verb, number;
        const char *words;
    } rows[] = {
        {6, INCURSIO_VERB_CHOOSE_UNIT, 1, "infantry, in the garrison"},
        {6, INCURSIO_VERB_REMOVE_UNIT, 7, "infantry, in the camp"},
        {6, INCURSIO_VERB_CHOOSE_UNIT, 8, ""},
        {6, INCURSIO_VERB_CHOOSE_UNIT, 0, ""},
        {1, INCURSIO_VERB_CHOOSE_UNIT, 1, "troopers, in the camp"},
        {1, INCURSIO_VERB_SET_STEPS, 1, "now 0"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_text text;
        alea_text_init(&text, 400, ALEA_EN);
        p.ruling_site = (uint8_t)rows[i].site;
        inc_remark(rules->tables, &p, ALEA_HOST, alea_move_make(rows[i].verb, rows[i].number), &text);
        assert_string_equal(alea_text_str(&text), rows[i].words);
        alea_text_clear(&text);
    }
}

static void actions_of_demons(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_PERSONAL, ALEA_NONE);
    static const struct row rows[] = {
        {"spy 7 structures", "character c1, spy s07, focus structures"},
        {"spia 7 soldati", "character c1, spy s07, focus soldiers"},
        {"mission abduction", "character c1, mission abduction"},
        {"missione guida 2", "character c1, mission portal_guide, target s02"},
        {"spy 7", "character c1, spy s07"},
        {"build 03 in 7", "character c1, build s07, structure walls"},
    };
    check(&p, INC_RAIDERS, rows, ALEA_LEN(rows));
}

static void dealing(void **state) {
    (void)state;
    struct inc_position p = in_window(INCURSIO_STEP_DEPLOY, ALEA_NONE);
    p.pool[0][0] = 2;
    p.pool[0][1] = 1;
    p.due[0][3] = 1;
    p.due[0][6] = 2;
    inc_take(&p, INC_DEFENDERS, 3, true, 0); /* a place is free */
    static const struct row rows[] = {
        {"deal F A", "deal f, at 1, deal a"},
        {"schiera 2F in accampamento", "deal f, camp, deal f"},
        {"deal F, A camp", "deal f, camp, deal a"},
        {"deal Tr", ""},
        {"deal 2F A g", "deal f, at 1, deal f, deal a"},
        {"deal", ""},
    };
    check(&p, INC_DEFENDERS, rows, ALEA_LEN(rows));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movement),
        cmocka_unit_test(attacks),
        cmocka_unit_test(attacks_of_demons),
        cmocka_unit_test(actions),
        cmocka_unit_test(actions_of_demons),
        cmocka_unit_test(dealing),
        cmocka_unit_test(free_missions),
        cmocka_unit_test(proposals),
        cmocka_unit_test(the_master_is_told_what_a_number_is),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
