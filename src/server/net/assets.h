/* SPDX-License-Identifier: MIT */
/* assets.h - the page: files that tools/embed_page.py built into the program. */
#ifndef ALEA_SERVER_ASSETS_H
#define ALEA_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

enum asset_encoding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_ENCODINGS };

struct asset {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag; /* of its bytes */
    bool hashed;     /* its name tells its bytes: never asked for again */
    struct {
        const unsigned char *at; /* NULL: not kept that way */
        size_t n;
    } as[ASSET_ENCODINGS];
};

extern const struct asset asset_table[]; /* by path */
extern const size_t asset_count;

/* The file of that address, or the page itself for addresses that it reads (no dot in their last word). NULL: nothing there. */
const struct asset *asset_find(const char *path);
/* The smallest form of it that an Accept-Encoding header allows; it may be NULL. */
enum asset_encoding asset_choose(const struct asset *asset, const char *accepted);
/* Is that word in a header like "gzip;q=0.8, br", of Accept-Encoding or Accept? "q=0" forbids it. */
bool asset_accepts(const char *header, const char *name);
const char *asset_encoding_name(enum asset_encoding encoding); /* "br"; NULL for plain */

#endif
