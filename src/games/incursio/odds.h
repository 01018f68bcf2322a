/* SPDX-License-Identifier: MIT */
/* odds.h - battles fought in the mind: the algorithm of section 26 on small arrays, without a position or reports. */
#ifndef ALEA_INCURSIO_ODDS_H
#define ALEA_INCURSIO_ODDS_H

#include "incursio_internal.h"

enum { INC_FIGHT_CAMP = 256, INC_FIGHT_GARRISON = 64 };

/* Units are types of their side, in order. */
struct inc_fight {
    uint8_t side; /* that attacks */
    bool death, tie_win;
    uint8_t resist;               /* against siege weapons */
    int8_t attack[INC_TYPES];     /* added to the attackers' dice, by type */
    int8_t camp_bonus[INC_TYPES]; /* to the defenders' in the camp: of a ruin */
    int8_t garrison_bonus[INC_TYPES];
    uint8_t weapons[INC_STRUCTURES_MAX]; /* copies */
    uint16_t n_line, n_camp, n_garrison;
    uint8_t line[INC_LINE], camp[INC_FIGHT_CAMP], garrison[INC_FIGHT_GARRISON];
};

struct inc_fight_end {
    bool taken;
    int attackers, camp, garrison; /* that live */
};

/* Fights it out once, in `fight`: what lives stays in its lists. */
struct inc_fight_end inc_fight_run(const struct inc_tables *t, struct inc_fight *fight, struct alea_random *random);

/* One against one: sizes of the dice, what is added to them, and whether the defender wins ties. */
struct inc_pair {
    uint8_t die, foe_die;
    int8_t bonus, foe_bonus;
    bool tie_win;
};
enum inc_fate { INC_FATE_NOBODY, INC_FATE_ATTACKER, INC_FATE_DEFENDER };

struct inc_pair inc_pair_of(const struct inc_tables *t, const struct inc_fight *fight, bool garrison, unsigned type,
                            unsigned foe);
/* Who falls. */
enum inc_fate inc_fate_of(const struct inc_pair *pair, int face, int foe_face);
/* So many copies of a structure stand at the garrison. */
void inc_fight_build(const struct inc_tables *t, unsigned structure, int copies, struct inc_fight *fight);
/* Types that a garrison may have with these structures: a set. */
unsigned inc_garrison_types(const struct inc_tables *t, uint32_t has);

#endif
