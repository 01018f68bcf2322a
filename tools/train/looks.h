/* SPDX-License-Identifier: MIT */
/* looks.h - what of a game goes into the records that positions.c writes. */
#ifndef ALEA_TRAIN_LOOKS_H
#define ALEA_TRAIN_LOOKS_H

#include "alea.h"

enum { TRAIN_SEATS = 5, TRAIN_VARIANTS = 16 };

struct train_variant {
    int seats, options;
    const char *option[2];
};

struct train_game {
    const char *name; /* as it is asked for */
    const char *id;   /* of the game */
    const struct train_variant *variant; /* played in turn */
    int variants;
    uint32_t disturbed; /* plies, of which any number may be played by others first */
    uint32_t every;     /* one choice in so many is written down */
    size_t size;        /* of what look() writes */
    bool draft;         /* one position of each match: where the opening ends, to which its seats come in several ways */
    /* False: nothing is to be learned of such a position. */
    bool (*look)(const void *tables, const void *pos, void *out);
};

extern const struct train_game train_incursio, train_polis, train_spqrisiko, train_spqrisiko_draft;

#endif
