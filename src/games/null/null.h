/* SPDX-License-Identifier: MIT */
/* null.h - the null game, which a new game starts from as a copy. Held to every law, never listed to players.
 *
 * Replace this with the edition of the rules, the rulings taken, and what the members and verbs below stand for.
 *   Each round both seats bet in secret on a face of the die [NULL-BET-1], in any order; the die is thrown [NULL-DIE-1];
 *   the nearer bet scores [NULL-DIE-2]. After `rounds` rounds more points win [NULL-END-1].
 *   verb     who        argument
 *   bet      a seat     face (index, 0 is the one)
 *   dice     CHANCE     one die of the first side
 *   resign   HOST       seat
 */
#ifndef ALEA_NULL_H
#define ALEA_NULL_H

#include "alea.h"
#include "null_text.h"

enum { NULL_SEATS = 2, NULL_MAX_FACES = 7 /* a throw has no more */, NULL_MAX_ROUNDS = 3, NULL_MAX_PRIZE = 9 };

enum null_option { NULL_OPTION_ROUNDS, NULL_OPTION_TIE, NULL_OPTIONS };

/* All that the rules need beyond the position: filled once by load(), read-only afterwards. */
struct null_tables {
    struct alea_names faces; /* of the die, and of what is bet on */
    int prize;               /* points for the nearer bet, 1 .. NULL_MAX_PRIZE */
    int rounds;              /* 1 .. NULL_MAX_ROUNDS */
    enum null_tie tie;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* All that changes: what a player expects to come back on undo. Fixed widths, no pointers; padding would be named and 0. */
struct null_position {
    uint16_t ready;             /* set of seats that have bet */
    uint8_t bet[NULL_SEATS];    /* secret: a face, ALEA_NONE before the bet, and for those who can't know */
    uint8_t points[NULL_SEATS]; /* 0 .. NULL_MAX_ROUNDS * NULL_MAX_PRIZE */
    uint8_t round;              /* rounds played */
    uint8_t step;               /* NULL_STEP_* */
    uint8_t resigned;           /* a seat, or ALEA_NONE */
    uint8_t leader;             /* derived: the seat that would win now, or ALEA_NONE */
};

#pragma GCC diagnostic pop

_Static_assert(sizeof(struct null_position) == 10,
               "new member? visit fields, hide, determinize, broken, derive and this number");

extern const struct alea_game alea_game_null;

void null_board(const void *tables, const void *pos, int seat, struct alea_text *text);
void null_hand(const void *tables, const void *pos, int seat, struct alea_text *text);
void null_prompt(const void *tables, const void *pos, int seat, struct alea_text *text);

#endif
