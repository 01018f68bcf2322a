/* SPDX-License-Identifier: MIT */
/* look.h - where the transcript of a question ends, and who chooses there. */
#ifndef ALEA_WASM_LOOK_H
#define ALEA_WASM_LOOK_H

#include "play.h"

struct look {
    struct wire wire; /* before whoever chooses */
    const struct alea_match *match;
    const struct alea_rules *rules;
    int seat;   /* that chooses; ALEA_NONE: nobody's choice */
    void *view; /* what that seat may know */
    alea_move *legal;
    int n_legal; /* its moves */
};

/* See enter_transcript(). To be ended in any case. */
enum alea_err look_begin(struct question *question, struct look *look);
void look_end(struct look *look);

#endif
