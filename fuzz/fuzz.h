/* SPDX-License-Identifier: MIT */
/* fuzz.h - what the fuzz targets share: the entry that libFuzzer or replay_main.c calls, and a check that stops the program. */
#ifndef ALEA_FUZZ_H
#define ALEA_FUZZ_H

#include "alea.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

/* What must hold whatever the bytes are. */
static inline void fuzz_check(bool holds, const char *what, const char *detail) {
    if (holds) return;
    fprintf(stderr, "fuzz: %s: %s\n", what, detail);
    abort();
}

#endif
