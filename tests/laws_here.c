/* SPDX-License-Identifier: MIT */
/* laws_here.c - laws_apart.h for WebAssembly, where there is one process: whoever runs it asks for a variant at a time. */
#include "laws_apart.h"

int law_apart(int (*work)(void *context), void *context) { return work(context); }

void law_share_progress(void) {}
