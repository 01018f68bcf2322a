/* SPDX-License-Identifier: MIT */
/* failing_disk.h - for tests: a disk that fails to flush when it is told to, under SQLite. */
#ifndef ALEA_STORE_FAILING_DISK_H
#define ALEA_STORE_FAILING_DISK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

static sqlite3_vfs disk;
static sqlite3_vfs *disk_real;
static sqlite3_io_methods disk_methods[2]; /* of databases, and of what lies beside them: only the first can be locked */
static int (*disk_real_sync)(sqlite3_file *file, int flags);
static int disk_failing; /* so many flushes, from now on */

static inline int disk_sync(sqlite3_file *file, int flags) {
    if (disk_failing > 0) {
        disk_failing--;
        return SQLITE_IOERR_FSYNC;
    }
    return disk_real_sync(file, flags);
}

static inline int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    int code = disk_real->xOpen(disk_real, name, file, flags, out);
    if (code != SQLITE_OK || !file->pMethods) return code;
    sqlite3_io_methods *mine = &disk_methods[flags & SQLITE_OPEN_MAIN_DB ? 0 : 1];
    disk_real_sync = file->pMethods->xSync;
    *mine = *file->pMethods;
    mine->xSync = disk_sync;
    file->pMethods = mine;
    return code;
}

/* What is opened from now on lies on it. */
static inline bool disk_take(void) {
    disk_real = sqlite3_vfs_find(NULL);
    disk = *disk_real;
    disk.zName = "failing";
    disk.xOpen = disk_open;
    disk_failing = 0;
    return sqlite3_vfs_register(&disk, 1) == SQLITE_OK;
}

static inline void disk_give(void) { sqlite3_vfs_unregister(&disk); }

#endif
