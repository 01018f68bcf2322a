/* SPDX-License-Identifier: MIT */
/* keep.c - keeping a store: backup and restore. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine_text.h"
#include "sqlite.h"

enum { MAX_ATTEMPTS = 100, SUFFIX = 32 };

/* ---- Files --------------------------------------------------------------------------------------------------------------- */

static enum alea_err refuse_errno(const char *where, struct alea_error *error) {
    if (errno == EEXIST) return store_refuse(where, error, ENGINE_SAY_DISK_EXISTS);
    return store_refuse(where, error, strerror(errno), strerror(errno));
}

/* Deletes what SQLite keeps beside a database: a log that was left there would be played into the new file. */
void file_drop_beside(const char *path) {
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    size_t size = strlen(path) + SUFFIX;
    char *name = malloc(size);
    for (size_t i = 0; i < ALEA_LEN(endings) && name; i++) {
        snprintf(name, size, "%s%s", path, endings[i]);
        unlink(name);
    }
    free(name);
}

/* Makes an empty file beside `path`, its owner's alone. Its name is the caller's to free; NULL on error. */
char *file_beside(const char *where, const char *path, struct alea_error *error) {
    size_t size = strlen(path) + SUFFIX;
    char *name = malloc(size);
    int fd = -1;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && name && fd < 0; attempt++) {
        snprintf(name, size, "%s.%ld-%d", path, (long)getpid(), attempt);
        fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd >= 0) {
        close(fd);
        return name;
    }
    if (name) refuse_errno(where, error);
    else store_no_memory(error);
    free(name);
    return NULL;
}

enum alea_err file_flush(const char *where, const char *path, int flags, struct alea_error *error) {
    int fd = open(path, flags | O_CLOEXEC);
    bool flushed = fd >= 0 && (fsync(fd) == 0 || (errno == EINVAL && flags & O_DIRECTORY));
    enum alea_err err = flushed ? ALEA_OK : refuse_errno(where, error);
    if (fd >= 0) close(fd);
    return err;
}

static enum alea_err flush_folder(const char *where, const char *path, struct alea_error *error) {
    const char *slash = strrchr(path, '/'); /* database_path() sees to it that there is one */
    char *folder = strndup(path, (size_t)(slash - path) + 1);
    enum alea_err err = folder ? file_flush(where, folder, O_RDONLY | O_DIRECTORY, error) : store_no_memory(error);
    free(folder);
    return err;
}

/* Gives the file `beside` its name, over what is there if `replace`. A link is made, not a rename, where nothing may be
 * overwritten: it fails if another was first. Some file systems have no links. */
enum alea_err file_put(const char *where, const char *beside, const char *path, bool replace, struct alea_error *error) {
    struct stat status;
    bool there = lstat(path, &status) == 0;
    if (there && !replace) errno = EEXIST;
    if (there && !replace) return refuse_errno(where, error);
    file_drop_beside(path);
    bool linked = !replace && link(beside, path) == 0;
    if (linked) unlink(beside);
    bool second = !linked && !replace && errno == EEXIST;
    if (second || (!linked && rename(beside, path))) return refuse_errno(where, error);
    return flush_folder(where, path, error);
}

/* ---- Backup -------------------------------------------------------------------------------------------------------------- */

/* Writes all that is committed into an empty file. A connection of its own, so that it does not see an open batch; one read
 * of the whole, so that it is of one moment; and what was deleted is not in it. */
enum alea_err file_copy(struct store *store, const char *path, struct alea_error *error) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    enum alea_err err = database_open(store->where, store->address, SQLITE_OPEN_READONLY, &db, error);
    if (err) return err;
    int code = sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code != SQLITE_DONE) err = database_fail(db, store->where, error);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return err ? err : file_flush(store->where, path, O_RDWR, error);
}

static enum alea_err refuse_address(const char *where, struct alea_error *error) {
    char *shown = store_shown(where);
    enum alea_err err = shown ? store_refuse(shown, error, ENGINE_SAY_POSTGRES_NOT_A_FILE) : store_no_memory(error);
    free(shown);
    return err;
}

enum alea_err file_refuse(const char *where, const char *path, struct alea_error *error) {
    struct stat status;
    if (store_is_address(where)) return refuse_address(where, error);
    if (lstat(path, &status)) return ALEA_OK;
    errno = EEXIST;
    return refuse_errno(where, error);
}

enum alea_err store_backup(struct store *store, const char *where, struct alea_error *error) {
    char *path = database_path(where);
    if (!path) return store_no_memory(error);
    enum alea_err err = file_refuse(where, path, error);
    char *beside = err ? NULL : file_beside(where, path, error);
    if (!beside) err = err ? err : ALEA_ERR_IO;
    if (!err) err = store->driver->copy(store, beside, error);
    if (!err) err = file_put(where, beside, path, false, error);
    if (err && beside) unlink(beside);
    free(beside);
    free(path);
    return err;
}

/* ---- Restore ------------------------------------------------------------------------------------------------------------- */

/* Takes the store at `path` for ourselves alone, until *db is closed, with all of its log in the one file. Whoever has it open,
 * even idle, holds a lock that stands against this. */
static enum alea_err lock_out(const char *where, const char *path, sqlite3 **db, struct alea_error *error) {
    enum alea_err err = database_open(where, path, SQLITE_OPEN_READWRITE, db, error);
    if (err) return err;
    sqlite3_busy_timeout(*db, 0);
    int code = sqlite3_exec(*db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE", NULL,
                            NULL, NULL);
    if (code == SQLITE_OK) return ALEA_OK;
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: err = store_refuse(where, error, ENGINE_SAY_DISK_IN_USE); break;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: err = store_refuse(where, error, ENGINE_SAY_DISK_NOT_A_DATABASE); break;
    default: err = database_fail(*db, where, error); break;
    }
    sqlite3_close(*db);
    *db = NULL;
    return err;
}

static enum alea_err restore(struct store *backup, const char *where, const char *path, bool replace,
                             struct alea_error *error) {
    char *beside = file_beside(where, path, error);
    if (!beside) return ALEA_ERR_IO;
    enum alea_err err = backup->driver->copy(backup, beside, error);
    if (!err) err = file_put(where, beside, path, replace, error);
    if (err) unlink(beside);
    free(beside);
    return err;
}

enum alea_err store_restore(struct store *backup, const char *where, bool replace, struct alea_error *error) {
    struct stat status;
    sqlite3 *old = NULL;
    enum alea_err err = ALEA_OK;
    char *path = database_path(where);
    if (!path) return store_no_memory(error);
    const bool there = stat(path, &status) == 0;
    if (store_is_address(where) || (there && !replace)) err = file_refuse(where, path, error);
    if (!err && there) err = lock_out(where, path, &old, error);
    /* Links were followed: the file is replaced, and a link to it stays a link. */
    const char *target = old ? sqlite3_db_filename(old, "main") : path;
    if (!err) err = target ? restore(backup, where, target, there, error) : store_no_memory(error);
    sqlite3_close(old); /* only now may another open what has the name */
    free(path);
    return err;
}
