/* SPDX-License-Identifier: MIT */
/* rules.h - between rules.c and rules_cards.c. */
#ifndef ALEA_POLIS_RULES_H
#define ALEA_POLIS_RULES_H

#include "polis_internal.h"

/* Markets, projects, combat cards and events. */
void polis_load_cards(struct alea_loader *in, struct polis_tables *r, const struct alea_names *kinds);

#endif
