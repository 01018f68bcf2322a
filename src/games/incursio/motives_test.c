/* SPDX-License-Identifier: MIT */
/* motives_test.c - what is told of a General's orders: how many attack how many, who stands beside the enemy. [INC-ASSAULT-9, INC-MOVE-3] */
#include "arena.h"

static struct alea_motive told[ALEA_MAX_MOTIVES];

/* The only motive, which is of that kind. */
static const struct alea_motive *only(const struct inc_position *was, const struct inc_position *is, int seat, int label) {
    assert_int_equal(game->strategy.motives(&tables, was, is, seat, told), 1);
    assert_int_equal(told[0].label, label);
    return &told[0];
}

/* What the side has counted there today. */
static void count(struct inc_position *p, int side, unsigned site, unsigned kind, unsigned units) {
    p->know[side].kind[site] = (uint8_t)kind;
    p->know[side].units[site] = (uint16_t)units;
    p->know[side].kind_day[site] = p->know[side].units_day[site] = (uint8_t)(p->day + 1);
}

/* Raiders at s05 beside a settlement at s04, of which they know that many units. */
static void stand(struct inc_position *p, const char *raiders, unsigned counted) {
    modify(p, S04, "");
    clear_map(p, RAIDERS);
    p->level[S04] = 3;
    p->born[S05] = 1 + INC_RUIN_BIAS;
    put(p, DEFENDERS, S04, true, "F");
    put(p, RAIDERS, S05, false, raiders);
    count(p, RAIDERS, S04, INC_KIND_SETTLEMENT | 3, counted);
}

static void an_attack_is_told_by_how_many_attack_how_many(void **state) {
    (void)state;
    double before = 0;
    for (unsigned attackers = 1; attackers <= 3; attackers++) {
        struct inc_position was = {.day = 0};
        stand(&was, "Tr Tr As Di", 2); /* the first one stays */
        struct inc_position is = was;
        play(&is, RAIDERS, INCURSIO_VERB_ATTACK, S04);
        for (unsigned n = 2; n < 2 + attackers; n++) play(&is, RAIDERS, INCURSIO_VERB_UNIT, n);
        play(&is, RAIDERS, INCURSIO_VERB_LAUNCH, 0);
        const struct alea_motive *motive = only(&was, &is, RAIDERS, INCURSIO_LABEL_MOTIVE_ATTACK);
        assert_int_equal(motive->arg[0], S04);
        assert_int_equal(motive->arg[1], attackers);
        assert_in_range(motive->arg[3], 2, 4); /* walls make two worth more */
        assert_true(motive->weight > before);  /* the more attack, the more speaks for it */
        before = motive->weight;
        assert_int_equal(game->strategy.motives(&tables, &is, &is, RAIDERS, told), 0);
    }
}

static void who_comes_beside_the_enemy_and_who_leaves_is_told(void **state) {
    (void)state;
    struct inc_position few = {.day = 0}, many = {.day = 0};
    stand(&few, "Tr", 4);
    stand(&many, "Tr Tr Tr", 4);
    const struct alea_motive *motive = only(&few, &many, RAIDERS, INCURSIO_LABEL_MOTIVE_GATHERS);
    assert_int_equal(motive->arg[0], S05);
    assert_int_equal(motive->arg[1], 3);
    assert_int_equal(motive->arg[2], S04);
    assert_true(motive->weight > 0);
    motive = only(&many, &few, RAIDERS, INCURSIO_LABEL_MOTIVE_EXPOSES);
    assert_int_equal(motive->arg[1], 1);
    assert_true(motive->weight < 0);
}

/* A side's motives are of what it knows: more of the enemy's than it has counted change nothing. */
static void what_a_side_does_not_know_is_not_told(void **state) {
    (void)state;
    struct inc_position few = {.day = 0}, many = {.day = 0};
    stand(&few, "Tr", 4);
    stand(&many, "Tr Tr Tr", 4);
    const struct alea_motive known = *only(&few, &many, RAIDERS, INCURSIO_LABEL_MOTIVE_GATHERS);
    put(&few, DEFENDERS, S04, true, "F F F");
    put(&many, DEFENDERS, S04, true, "F F F");
    const struct alea_motive *motive = only(&few, &many, RAIDERS, INCURSIO_LABEL_MOTIVE_GATHERS);
    assert_memory_equal(motive, &known, sizeof known);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_attack_is_told_by_how_many_attack_how_many),
        cmocka_unit_test(who_comes_beside_the_enemy_and_who_leaves_is_told),
        cmocka_unit_test(what_a_side_does_not_know_is_not_told),
    };
    return cmocka_run_group_tests_name("incursio motives", tests, load, unload);
}
