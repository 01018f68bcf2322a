/* SPDX-License-Identifier: MIT */
/* draw.h - what the program alea-draw may do. */
#ifndef ALEA_DRAW_DRAW_H
#define ALEA_DRAW_DRAW_H

#include <stdbool.h>

/* From now on the kernel lets this process compute, read what is open, write, and end; what else it asks for fails with EPERM. False if
 * the kernel can't. */
bool draw_lock(void);

#endif
