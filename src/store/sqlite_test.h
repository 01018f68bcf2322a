/* SPDX-License-Identifier: MIT */
/* sqlite_test.h - for tests that do to a store's file what no Alea does. */
#ifndef ALEA_STORE_SQLITE_TEST_H
#define ALEA_STORE_SQLITE_TEST_H

#include <sqlite3.h>

#include "store_test.h"

static inline sqlite3 *raw(const char *path) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static inline void run_raw(sqlite3 *db, const char *sql) {
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why)) fail_msg("%s: %s", sql, why);
}

static inline void run_on(const char *path, const char *sql) {
    sqlite3 *db = raw(path);
    run_raw(db, sql);
    sqlite3_close(db);
}

#endif
