/* SPDX-License-Identifier: MIT */
/* drawing.h - a picture as PNG: the program alea-draw (src/draw) draws it, in a process of its own with bounded time and memory,
 * without files and network. Nothing here reads SVG. */
#ifndef ALEA_TELL_DRAWING_H
#define ALEA_TELL_DRAWING_H

#include <stdatomic.h>

#include "alea.h"

enum { DRAWING_SECONDS = 20 }; /* as much as anybody should wait; a map takes about a second */

/* Draws n bytes of SVG: *png, of *n_png bytes, is the caller's to free. Waits for it, for so many seconds at most: for a thread that
 * may wait. *stop (or NULL) ends it early. ALEA_ERR_NOT_FOUND: there is no such program here; ALEA_ERR_IO: it has not drawn. */
ALEA_MUST_CHECK enum alea_err drawing_png(const char *svg, size_t n, double seconds, const atomic_bool *stop, char **png,
                                          size_t *n_png, struct alea_error *error);

#endif
