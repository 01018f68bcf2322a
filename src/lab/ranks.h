/* SPDX-License-Identifier: MIT */
/* ranks.h - the lab on several machines: `mpirun -n N alea lab ...`. Rank 0 hands out tasks, plays itself, and is the only one that
 * reads and writes files and says anything. */
#ifndef ALEA_LAB_RANKS_H
#define ALEA_LAB_RANKS_H

#include "lab.h"

/* Joins the other ranks, if the program was built with MPI and started by it. False: it is alone. */
bool lab_ranks_begin(void);
int lab_ranks_number(void); /* 0: the one that speaks */
int lab_ranks_count(void);
/* All ranks call it: has rank 0 a plan, and this one the same? NULL: this rank has none. */
bool lab_ranks_agree(const struct lab_plan *plan);
/* What a rank other than 0 does: plays tasks of the plan until rank 0 has all it wants. 0 or errno: ENOMEM; ECHILD, a bot's
 * program could not be started. */
int lab_ranks_serve(const struct lab_plan *plan);
void lab_ranks_end(void);

#endif
