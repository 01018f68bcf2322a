/* SPDX-License-Identifier: MIT */
/* laws_apart.h - work in a process of its own, so that what crashes it is known. */
#ifndef ALEA_TESTS_LAWS_APART_H
#define ALEA_TESTS_LAWS_APART_H

/* What the work answered, 0 to 255; negative: what killed it. Where there are no processes (laws_here.c) it is done here, and a crash ends
 * everything. */
int law_apart(int (*work)(void *context), void *context);

/* From now on law_progress lies in memory that such processes share with this one. */
void law_share_progress(void);

#endif
