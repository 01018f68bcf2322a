/* SPDX-License-Identifier: MIT */
/* pages.h - a database file read page by page, as its format is documented (sqlite.org/fileformat2.html), without SQLite: for a file that
 * SQLite will not read any more. Whatever stands in it is taken for what it claims to be only as far as it can be. */
#ifndef ALEA_STORE_PAGES_H
#define ALEA_STORE_PAGES_H

#include "store.h"

enum { PAGES_MAX_COLUMNS = 64 };

enum pages_type { PAGES_NULL, PAGES_INT, PAGES_REAL, PAGES_TEXT, PAGES_BLOB };

struct pages_value {
    enum pages_type type;
    int64_t number;
    const uint8_t *bytes;
    size_t n;
};

/* A row as it lies in a page: of a table with row ids, or of an index, which a table WITHOUT ROWID is too. */
struct pages_record {
    bool of_table;
    int64_t row;
    int n;
    struct pages_value at[PAGES_MAX_COLUMNS];
};

struct pages_found {
    long pages, unread; /* in the file; those that the disk does not give any more */
    long broken;        /* to which a tree leads, or that are of one, and that can't be read whole */
    long frames_lost;   /* of the log: they belong to it, but can't be believed */
    bool free_unknown;  /* which pages are not in use any more is not known: what was deleted may come back */
};

/* Every row of every page that is in use: first those that a table's tree leads to, then those of pages that no tree leads to any more.
 * A row may come more than once. False from `each` ends it. ALEA_ERR_IO if the file can't be read at all. */
ALEA_MUST_CHECK enum alea_err pages_read(const char *path, bool (*each)(void *context, const struct pages_record *record),
                                         void *context, struct pages_found *found, struct alea_error *error);

/* The version of the schema, as the first page has it; 0 if that is not known. */
int pages_version(const char *path);

/* How many frames of the log beside `path` belong to it but stand behind one that is broken: SQLite passes over them in silence. A
 * broken one with which the log ends is none of them: it was being written when the machine stopped, and nobody was told of it. */
long pages_frames_lost(const char *path);

#endif
