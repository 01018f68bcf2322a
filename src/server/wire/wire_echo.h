/* SPDX-License-Identifier: MIT */
/* wire_echo.h - what was written of a ply for one viewer, so that the next who sees the same is told it by the same bytes.
 *
 * Viewers of a table are told one after the other what each may know. Most of it is the same for all: the move with its events, and
 * members of the views. A part is repeated only if all that it was written from is the same, byte for byte. */
#ifndef ALEA_SERVER_WIRE_ECHO_H
#define ALEA_SERVER_WIRE_ECHO_H

#include "wire_internal.h"

/* What of a ply was said to the first viewer who was told it. */
struct wire_echoed;

/* A part of a ply's message, and what it is written from besides the ply. */
struct wire_part {
    int field;                        /* of the game's, as it changed in the view; -1: the move and the events */
    bool known;                       /* the move, by the viewer */
    const struct alea_events *events; /* all of them */
};

/* What is kept of the true ply `at` of the table as it is now; NULL: nothing is. To be asked with both views in place. */
struct wire_echoed *wire_echo_of(struct wire_workspace *work, long at);
/* Adds the part as it was kept; false if whoever asks has to write it, and may keep it for others: what stands in the text after `from`. */
bool wire_echo_repeat(struct wire_workspace *work, struct wire_echoed *echoed, struct wire_part part,
                      struct alea_text *text);
void wire_echo_keep(struct wire_workspace *work, struct wire_echoed *echoed, struct wire_part part, size_t from,
                    const struct alea_text *text);
/* Room for the positions of a message until the next one; NULL if memory is short. */
void *wire_echo_room(struct wire_echo *echo, size_t bytes);

#endif
