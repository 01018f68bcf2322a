/* SPDX-License-Identifier: MIT */
/* assets.c - which file an address means, and in which of its forms it goes out. */
#include "assets.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int by_path(const void *path, const void *asset) {
    return strcmp((const char *)path, ((const struct asset *)asset)->path);
}

const struct asset *asset_find(const char *path) {
    const struct asset *found = bsearch(path, asset_table, asset_count, sizeof *asset_table, by_path);
    if (found) return found;
    const char *last = strrchr(path, '/');
    if (!last || strchr(last, '.')) return NULL;
    return bsearch("/index.html", asset_table, asset_count, sizeof *asset_table, by_path);
}

const char *asset_encoding_name(enum asset_encoding encoding) {
    static const char *const names[ASSET_ENCODINGS] = {[ASSET_GZIP] = "gzip", [ASSET_BROTLI] = "br"};
    return names[encoding];
}

bool asset_accepts(const char *header, const char *name) {
    size_t length = strlen(name);
    while (*header) {
        header += strspn(header, " \t,");
        size_t word = strcspn(header, " \t,;"), whole = strcspn(header, ",");
        if (word == length && strncasecmp(header, name, length) == 0) {
            const char *quality = memchr(header, '=', whole);
            return !quality || strspn(quality + 1, "0. \t") < whole - (size_t)(quality + 1 - header);
        }
        header += whole;
    }
    return false;
}

enum asset_encoding asset_choose(const struct asset *asset, const char *accepted) {
    enum asset_encoding best = ASSET_PLAIN;
    for (int i = ASSET_PLAIN + 1; accepted && i < ASSET_ENCODINGS; i++) {
        enum asset_encoding encoding = (enum asset_encoding)i;
        if (asset->as[i].at && asset->as[i].n < asset->as[best].n && asset_accepts(accepted, asset_encoding_name(encoding)))
            best = encoding;
    }
    return best;
}
