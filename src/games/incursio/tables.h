/* SPDX-License-Identifier: MIT */
/* tables.h - between tables.c, tables_people.c, tables_effects.c, tables_map.c and tables_check.c: reading data/incursio.json. */
#ifndef ALEA_INCURSIO_TABLES_H
#define ALEA_INCURSIO_TABLES_H

#include "incursio_internal.h"
#include "load.h"

enum {
    INC_DAYS_MOST = 100,
    INC_MONEY_MOST = 1000000, /* of one amount: a cost, a purse at the start, a threshold */
    INC_PRODUCED_MOST = 200,  /* units of one site in a day */
    INC_BONUS_MOST = 100,     /* sum of the bonuses of one kind */
    INC_REACH_MOST = 4        /* lines that a distance is told in: within[] */
};

/* `types` are the ids of the tables ("infantry"), three of each side; t->unit are the tokens of play ("f"). */

/* Sides, types of units, species, teams. (tables_people.c) */
void inc_load_people(struct alea_loader *in, struct inc_tables *t, struct alea_names *types);
/* The two options that say who plays: what was not given follows from the number of seats. [INC-ROLE-9, INC-ROLE-10] */
void inc_choose_people(struct alea_loader *in, struct inc_tables *t, int seats, struct alea_options *options);
void inc_load_objectives(struct alea_loader *in, struct inc_tables *t);

/* Structures, levels, ruins, upgrades, missions. (tables_effects.c) */
void inc_load_tables(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types);
/* A set of types of a side, from a list without repetition. */
unsigned inc_load_types(struct alea_loader *in, const struct alea_names *types, int side, const char *table, int row,
                        int effect, const char *key);

/* One of the maps. (tables_map.c) */
void inc_load_map(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types, int map);

/* Values that the game can't be played without, and what several tables say together. (tables_check.c) */
void inc_check_fixed(struct alea_loader *in);
void inc_check_growth(struct alea_loader *in, const struct inc_tables *t); /* before the maps are read */
void inc_check_sums(struct alea_loader *in, const struct inc_tables *t);   /* after the map */

/* "7 Rocca Piccola": names with their numbers, of at least so many digits, put into `label`. */
struct alea_names inc_number_names(struct alea_loader *in, const struct alea_names *names, int digits,
                                   char label[][ALEA_LANGS][INC_LABEL], const char *table);

#endif
