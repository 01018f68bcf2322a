/* SPDX-License-Identifier: MIT */
/* squeeze.h - answers compressed: once, and as small as can be, what many ask for (descriptions of games, the API's own); quickly all else
 * (what happened at a table, a step of a lesson). */
#ifndef ALEA_SERVER_SQUEEZE_H
#define ALEA_SERVER_SQUEEZE_H

#include <stddef.h>

enum {
    SQUEEZE_MAX = 64,               /* answers that are kept; later ones go out as they are */
    SQUEEZE_MAX_BYTES = 1 << 20,    /* of one, before */
    SQUEEZE_MIN_BYTES = 1 << 10,    /* less is not worth it */
    SQUEEZE_NOW_MIN_BYTES = 4 << 10 /* of what is compressed each time: less goes out sooner as it is */
};

struct squeeze;

struct squeeze *squeeze_new(void);
void squeeze_free(struct squeeze *squeeze);
/* The n bytes of that tag as gzip, *size of them; NULL if that is not to be had, or not smaller. Of the same tag there may be no other
 * bytes. The result stays as long as `squeeze`. */
const char *squeeze_find(struct squeeze *squeeze, const char *tag, const char *bytes, size_t n, size_t *size);
/* The n bytes as gzip, *size of them: the caller's to free. NULL as above. 1 ms for 200 KiB. */
char *squeeze_now(struct squeeze *squeeze, const char *bytes, size_t n, size_t *size);

#endif
