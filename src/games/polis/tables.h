/* SPDX-License-Identifier: MIT */
/* tables.h - between tables.c and tables_cards.c. */
#ifndef ALEA_POLIS_TABLES_H
#define ALEA_POLIS_TABLES_H

#include "polis_internal.h"

/* Markets, projects, combat cards and events. */
void polis_load_cards(struct alea_loader *in, struct polis_tables *t, const struct alea_names *kinds);

#endif
