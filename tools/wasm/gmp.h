/* SPDX-License-Identifier: MIT */
/* gmp.h - GMP for WebAssembly: its own small version, mini-gmp, with the two functions of the engine that it lacks. */
#ifndef ALEA_WASM_GMP_H
#define ALEA_WASM_GMP_H

#include "mini-gmp.h"
#include "mini-mpq.h"

void mpq_inits(mpq_t first, ...); /* NULL behind the last */
void mpq_clears(mpq_t first, ...);

#endif
