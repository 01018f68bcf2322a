/* SPDX-License-Identifier: MIT */
/* gzip.h - answers compressed: once, and as small as can be, what many ask for (descriptions of games, the API's own); quickly all else
 * (what happened at a table, a step of a lesson). */
#ifndef ALEA_SERVER_GZIP_H
#define ALEA_SERVER_GZIP_H

#include <stddef.h>

enum {
    GZIP_MAX = 64,               /* answers that are kept; later ones go out as they are */
    GZIP_MAX_BYTES = 1 << 20,    /* of one, before */
    GZIP_MIN_BYTES = 1 << 10,    /* less is not worth it */
    GZIP_NOW_MIN_BYTES = 4 << 10 /* of what is compressed each time: less goes out sooner as it is */
};

struct gzip;

struct gzip *gzip_new(void);
void gzip_free(struct gzip *gzip);
/* The n bytes of that tag as gzip, *size of them; NULL if that is not to be had, or not smaller. Of the same tag there may be no other
 * bytes. The result stays as long as `gzip`. */
const char *gzip_cached(struct gzip *gzip, const char *tag, const char *bytes, size_t n, size_t *size);
/* The n bytes as gzip, *size of them: the caller's to free. NULL as above. 1 ms for 200 KiB. */
char *gzip_now(struct gzip *gzip, const char *bytes, size_t n, size_t *size);

#endif
