/* SPDX-License-Identifier: MIT */
/* evaluate.h - the worth of a position, for appraise.c. */
#ifndef ALEA_POLIS_EVALUATE_H
#define ALEA_POLIS_EVALUATE_H

#include "parts.h"

/* Points by which `side` stands better than the other, about; far out when the game is decided. */
double polis_evaluate(const struct polis_rules *r, const struct polis_position *p, int side);

#endif
