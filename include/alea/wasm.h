/* SPDX-License-Identifier: MIT */
/* wasm.h - the engine as a module of WebAssembly: what a page's worker calls. docs/browser-engine.md tells every question.
 *
 * One door, for strings: a question goes in as JSON and its answer comes out as JSON, both UTF-8 in the module's memory. Whatever the
 * bytes are, there is an answer: {"error":NAME,"text":...} is what is wrong, in words. A trap (memory ran out, a fault of ours) ends
 * the module; who called makes another one.
 *
 * The module asks of its surroundings: of WASI the clocks, randomness, and stderr for an assertion's last words; and
 * `alea.progress`, below. It opens no file and no socket. */
#ifndef ALEA_API_WASM_H
#define ALEA_API_WASM_H

#include <stdint.h>

enum { ALEA_WASM_MAX_QUESTION = 80 << 20 }; /* bytes: a transcript of the largest size, escaped, beside the rest */

/* Room for a question of n bytes, until the next call. NULL: it is too long, or memory is short. */
uint8_t *alea_wasm_room(uint32_t n);

struct alea_wasm_answer {
    const char *at;
    uint32_t n; /* bytes */
};

/* Answers the question of n bytes in the room. Borrowed until the next call. */
const struct alea_wasm_answer *alea_wasm_ask(uint32_t n);

#ifdef __wasm__
/* What takes long says now and then how far it is: done of all. */
__attribute__((import_module("alea"), import_name("progress"))) void alea_wasm_progress(uint32_t done, uint32_t all);
#endif

#endif
