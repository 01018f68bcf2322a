/* SPDX-License-Identifier: MIT */
/* order.h - what the reader of whole orders is made of: order_words.c takes a line apart, order.c makes moves of it. */
#ifndef ALEA_INCURSIO_ORDER_H
#define ALEA_INCURSIO_ORDER_H

#include "incursio_internal.h"

enum { INC_ORDER_LINE = 2048 };

/* The line, folded: small letters without accents, digits, and ':' ',' ';' apart from each other and from the words. */
struct inc_reader {
    const struct inc_tables *t;
    int seat, side;
    const char *at; /* what is still to be read */
    char line[INC_ORDER_LINE];

    /* The moves, and the view as it is after them, as long as they are legal. */
    struct inc_position p;
    bool plays;
    bool bad; /* no order after all */
    alea_move *out;
    int n, max;
};

/* Units as they were named: types in their order, or all that can. */
struct inc_wanted {
    bool all;
    int n;
    uint8_t type[INC_UNITS];
};

/* ---- order_words.c: each takes what it is named for, and leaves the line as it is if that does not come next ---- */

bool inc_read_begin(struct inc_reader *in, const char *line); /* false: too long */
bool inc_read_sign(struct inc_reader *in, char sign);
bool inc_read_word(struct inc_reader *in, const char *words); /* one of "move|muovi" */
bool inc_read_number(struct inc_reader *in, unsigned *number);
bool inc_read_site(struct inc_reader *in, unsigned *site); /* "14", "s14", the beginning of its name */
bool inc_read_structure(struct inc_reader *in, unsigned *structure);
bool inc_read_mission(struct inc_reader *in, unsigned *mission);
bool inc_read_character(struct inc_reader *in, unsigned *character);   /* "c2", "PG 2" */
bool inc_read_units(struct inc_reader *in, struct inc_wanted *wanted); /* "Tr As As", "3Tr", "2 F, A", "all" */

#endif
