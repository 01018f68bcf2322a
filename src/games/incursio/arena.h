/* SPDX-License-Identifier: MIT */
/* arena.h - for battle_test.c and clash_test.c: two lines of units on the small map, about to fight. */
#ifndef ALEA_INCURSIO_ARENA_H
#define ALEA_INCURSIO_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "incursio_internal.h"

/* Of the small map: s04 is attacked from s03 and s05, s05 from s04 and s08; all empty of what stands there at the start. */
enum { S03 = 2, S04 = 3, S05 = 4, S07 = 6, DEFENDERS = INC_DEFENDERS, RAIDERS = INC_RAIDERS };

static struct alea_rules *rules;
static const struct alea_game *game;
static struct inc_tables tables; /* a copy: the examples give bonuses that no step of the indicator gives alone */

static inline int load(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    game = alea_game_find("incursio");
    if (game) rules = alea_rules_new(game, 2, (const char *const[]){"map=small"}, 1, NULL, &error);
    return rules ? 0 : -1;
}

static inline int unload(void **state) {
    (void)state;
    alea_rules_free(rules);
    return 0;
}

/* ---- A battle to be --------------------------------------------------------------------------------------------------- */

static const char *const type_words[INC_SIDES][INC_TYPES] = {{"F", "A", "C"}, {"Tr", "As", "Di"}};

static inline unsigned type_of(int side, const char *word) {
    unsigned type = 0;
    while (type < INC_TYPES && strcmp(type_words[side][type], word) != 0) type++;
    assert_true(type < INC_TYPES);
    return type;
}

static inline int side_of(const char *units) { return strpbrk(units, "TsD") ? RAIDERS : DEFENDERS; }

/* "F A C" to the end of that list. */
static inline void put(struct inc_position *p, int side, unsigned site, bool garrison, const char *units) {
    char words[256], *rest = NULL;
    snprintf(words, sizeof words, "%s", units);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int n = garrison ? p->garrison[site] : p->camp[side][site];
        inc_insert(p, side, site, garrison, n, inc_unit_make(type_of(side, word), false, INC_IDLE));
    }
}

static inline unsigned structure(const char *id) {
    unsigned at = 0;
    while (strcmp(tables.structure.at[at].id, id) != 0) at++;
    return at;
}

static inline void build(struct inc_position *p, unsigned site, const char *id) {
    unsigned at = structure(id);
    inc_set_copies(&tables, p, site, at, inc_copies(&tables, p, site, at) + 1);
}

/* Words of `mods`: what gives them. */
static inline void modify(struct inc_position *p, unsigned site, const char *mods) {
    static const struct {
        const char *word, *structure;
    } active[] = {{"tie", "manned_walls"}, {"F+1", "manned_towers"}, {"A+1", "scaffolds"},  {"all+1", "reinforced_walls"},
                  {"cat", "catapults"},    {"bal", "ballistae"},     {"tre", "trebuchets"}, {"tower", "mage_tower"}};
    struct inc_upgrade *power = &tables.power[0];
    char words[256], *rest = NULL;
    tables = *(const struct inc_tables *)rules->tables;
    memset(power, 0, sizeof *power);
    snprintf(words, sizeof words, "%s", mods);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        bool known = true;
        if (!strcmp(word, "Tr+1")) power->attack[0] = 1;
        else if (!strcmp(word, "ruin+1")) power->defence = 1;
        else if (!strcmp(word, "resist")) power->resist = 1;
        else if (!strcmp(word, "death")) power->no_retreat = true;
        else if (!strcmp(word, "study")) build(p, S04, "arcane_study");
        else known = false;
        for (size_t i = 0; i < ALEA_LEN(active); i++)
            if (!strcmp(word, active[i].word)) {
                build(p, site, active[i].structure);
                known = true;
            }
        assert_true(known);
    }
}

static inline void play(struct inc_position *p, int seat, unsigned verb, unsigned arg) {
    alea_move move = alea_move_make(verb, arg);
    assert_int_equal(game->why_not(&tables, p, seat, move), 0);
    game->apply(&tables, p, seat, move, NULL);
}

/* An empty map on day 3 in the assault step of `side`. */
static inline void clear_map(struct inc_position *p, int side) {
    memset(p, 0, sizeof *p);
    game->setup(&tables, p);
    for (unsigned site = 0; site < (unsigned)tables.n_sites; site++) {
        for (int who = 0; who < INC_SIDES; who++) inc_clear_site(p, who, site);
        p->level[site] = p->born[site] = 0;
        p->has[site] = 0;
        memset(p->copies[site], 0, sizeof p->copies[site]);
    }
    p->day = 3;
    p->first = (uint8_t)side;
    inc_window_open(&tables, p, INCURSIO_STEP_ASSAULT, side, NULL);
}

/* Attackers on a neighbour site, defenders on a settlement (if soldiers) or on a ruin; launched. */
static inline void begin(struct inc_position *p, const char *attackers, const char *camp, const char *garrison,
                         const char *mods) {
    int side = side_of(attackers);
    unsigned from = side == RAIDERS ? S05 : S04, site = side == RAIDERS ? S04 : S05;
    modify(p, site, ""); /* the tables as they are */
    clear_map(p, side);
    modify(p, site, mods);
    p->level[S04] = 3;
    p->born[S05] = 1 + INC_RUIN_BIAS;
    put(p, DEFENDERS, S04, true, side == RAIDERS ? garrison : "F"); /* someone who stays */
    put(p, RAIDERS, S05, false, side == RAIDERS ? "Tr" : camp);
    put(p, DEFENDERS, S04, false, side == RAIDERS ? camp : attackers);
    if (side == RAIDERS) put(p, RAIDERS, S05, false, attackers);
    play(p, side, INCURSIO_VERB_ATTACK, site);
    assert_int_equal(p->to_of[side], from); /* the only origin is picked by itself */
    for (unsigned n = side == RAIDERS ? 2 : 1, last = p->camp[side][from]; n <= last; n++)
        play(p, side, INCURSIO_VERB_UNIT, n);
    if (strstr(mods, "death")) play(p, side, INCURSIO_VERB_DEATH, 0);
    play(p, side, INCURSIO_VERB_LAUNCH, 0);
}

/* Soldiers on the empty s03 wait for a portal. */
static inline void begin_ambush(struct inc_position *p, const char *attackers, const char *camp) {
    modify(p, S03, "");
    clear_map(p, DEFENDERS);
    put(p, DEFENDERS, S03, false, attackers);
    put(p, RAIDERS, S03, false, camp);
    inc_ambush_begin(&tables, p, S03, NULL);
}

#endif
