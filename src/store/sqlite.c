/* SPDX-License-Identifier: MIT */
/* sqlite.c - a store over an SQLite database: opening it, its errors in words, and the batch.
 *
 * A batch is one transaction, begun by the first write. It takes the lock of the one writer at once (BEGIN IMMEDIATE), so that
 * what a write looked at can't have changed before its commit. The log is written ahead (WAL) and flushed at each commit. */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine_text.h"
#include "pages.h"

enum {
    MAX_ROW = 4 << 20,       /* bytes of a row, or of a value */
    MAX_SQL = 64 << 10,      /* bytes of a statement */
    CACHE_KIB = 32 << 10,    /* of pages: those at whose ends hundreds of tables write must fit */
    CHECKPOINT_PAGES = 4000, /* of the log, before they go into the file: a page that is written often goes once */
    WAL_KEPT = 64 << 20,     /* bytes that the log keeps on the disk after a backup made it grow */
    OPENING_TRIES = 50,
    OPENING_PAUSE_MS = 20
};

/* ---- Errors -------------------------------------------------------------------------------------------------------------- */

enum alea_err store_no_memory(struct alea_error *error) { return alea_fail(error, ALEA_ERR_NO_MEMORY); }

enum alea_err store_refuse(const char *where, struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_IO, where, error && error->lang == ALEA_IT ? it : en);
}

/* What SQLite's codes mean to whoever runs a server; NULL: nothing that we have better words for. */
static const char *reason_of(int code, enum alea_lang lang) {
    static const struct {
        int code;
        const char *in[ALEA_LANGS];
    } reasons[] = {
        {SQLITE_BUSY, {ENGINE_SAY_DISK_BUSY}},       {SQLITE_LOCKED, {ENGINE_SAY_DISK_LOCKED}},
        {SQLITE_FULL, {ENGINE_SAY_DISK_FULL}},       {SQLITE_READONLY, {ENGINE_SAY_DISK_READ_ONLY}},
        {SQLITE_PERM, {ENGINE_SAY_DISK_READ_ONLY}},  {SQLITE_CANTOPEN, {ENGINE_SAY_DISK_CANNOT_OPEN}},
        {SQLITE_IOERR, {ENGINE_SAY_DISK_FAILS}},     {SQLITE_NOTADB, {ENGINE_SAY_DISK_NOT_OURS}},
        {SQLITE_CORRUPT, {ENGINE_SAY_DISK_DAMAGED}}, {SQLITE_SCHEMA, {ENGINE_SAY_DISK_SCHEMA}},
    };
    for (size_t i = 0; i < ALEA_LEN(reasons); i++)
        if (reasons[i].code == (code & 0xff)) return reasons[i].in[lang];
    return NULL;
}

enum alea_err database_fail(sqlite3 *db, const char *where, struct alea_error *error) {
    int code = db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM;
    if ((code & 0xff) == SQLITE_NOMEM) return store_no_memory(error);
    bool of_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    int system = of_system ? sqlite3_system_errno(db) : 0;
    const char *reason = reason_of(code, error ? error->lang : ALEA_EN);
    const char *detail = reason && system ? strerror(system) : sqlite3_errmsg(db);
    return alea_fail(error, (code & 0xff) == SQLITE_CORRUPT ? ALEA_ERR_DAMAGED : ALEA_ERR_IO, where,
                     reason ? alea_reason(error, "%s (%s)", "%s (%s)", reason, detail).at : detail);
}

const char *store_reason(const struct store *store, const struct alea_error *error) {
    size_t n = strlen(store->where);
    bool named = strncmp(error->text, store->where, n) == 0 && error->text[n] == ':' && error->text[n + 1] == ' ';
    return error->text + (named ? n + 2 : 0);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------------- */

char *database_path(const char *where) {
    size_t size = strlen(where) + 3;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s%s", where[0] == '/' ? "" : "./", where);
    return path;
}

/* The file may be somebody else's: its schema runs nothing, its pages are looked at twice, and nothing in it is large. */
static int harden(sqlite3 *db) {
    static const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA};
    int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    for (size_t i = 0; i < ALEA_LEN(off) && code == SQLITE_OK; i++) code = sqlite3_db_config(db, off[i], 0, (int *)NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MAX_ROW);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, MAX_SQL);
    sqlite3_extended_result_codes(db, 1);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(db, STORE_PATIENCE_MS);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL, NULL);
    return code;
}

enum alea_err database_open(const char *where, const char *path, int flags, sqlite3 **db, struct alea_error *error) {
    int code = sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) code = harden(*db);
    if (code == SQLITE_OK) return ALEA_OK;
    enum alea_err err = database_fail(*db, where, error);
    sqlite3_close(*db);
    *db = NULL;
    return err;
}

enum alea_err database_run(sqlite3 *db, const char *where, const char *sql, struct alea_error *error) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? ALEA_OK : database_fail(db, where, error);
}

enum alea_err database_number(sqlite3 *db, const char *where, const char *sql, int64_t *number, struct alea_error *error) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
    enum alea_err err = code == SQLITE_ROW    ? ALEA_OK
                        : code == SQLITE_DONE ? store_refuse(where, error, ENGINE_SAY_DISK_NO_ANSWER)
                                              : database_fail(db, where, error);
    sqlite3_finalize(statement);
    return err;
}

/* A new file is its owner's alone: seeds and links to seats are in it. */
static enum alea_err make_file(const char *where, const char *path, bool create, struct alea_error *error) {
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISREG(status.st_mode)) return ALEA_OK;
        return store_refuse(where, error, ENGINE_SAY_DISK_NO_FILE);
    }
    int fd = errno == ENOENT && create ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) close(fd);
    if (fd >= 0 || (create && errno == EEXIST)) return ALEA_OK;
    if (errno == ENOENT) return store_refuse(where, error, ENGINE_SAY_DISK_MISSING);
    return store_refuse(where, error, strerror(errno), strerror(errno));
}

/* Two processes that open a new file at once get into each other's way for a moment, which SQLite does not wait out. */
static enum alea_err write_ahead(const struct store *store, struct alea_error *error) {
    int code = SQLITE_BUSY;
    for (int i = 0; i < OPENING_TRIES && (code & 0xff) == SQLITE_BUSY; i++) {
        if (i > 0) sqlite3_sleep(OPENING_PAUSE_MS);
        code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    }
    return code == SQLITE_OK ? ALEA_OK : database_fail(store->db, store->where, error);
}

/* A PRAGMA that SQLite does not know, or can't follow, is passed over in silence: so each is read back. */
static enum alea_err check_settings(const struct store *store, struct alea_error *error) {
    static const struct {
        const char *sql;
        int64_t wanted;
    } settings[] = {
        {"PRAGMA synchronous", 2},
        {"PRAGMA foreign_keys", 1},
        {"PRAGMA trusted_schema", 0},
        {"SELECT journal_mode = 'wal' FROM pragma_journal_mode", 1},
    };
    for (size_t i = 0; i < ALEA_LEN(settings); i++) {
        int64_t number = -1;
        enum alea_err err = database_number(store->db, store->where, settings[i].sql, &number, error);
        if (err) return err;
        if (number != settings[i].wanted)
            return alea_fail(error, ALEA_ERR_IO, store->where,
                             alea_reason(error, ENGINE_SAY_DISK_SHARED, settings[i].sql).at);
    }
    return ALEA_OK;
}

/* Between our look at the name and our lock on the file, a restore may have put another file there. */
static enum alea_err check_place(const struct store *store, struct alea_error *error) {
    int moved = 0;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved ? store_refuse(store->where, error, ENGINE_SAY_DISK_REPLACED) : ALEA_OK;
}

/* Beside a database SQLite keeps an index of the log, in memory that is a file. Where the disk is full, nobody else may have the database: then
 * our own memory does. What is there can be read; what is written fails until there is room. */
static enum alea_err keep_alone(struct store *store, struct alea_error *error) {
    sqlite3_close(store->db); /* one that has looked for the index goes on looking for it */
    enum alea_err err = database_open(store->where, store->path, SQLITE_OPEN_READWRITE, &store->db, error);
    if (!err) err = database_run(store->db, store->where, "PRAGMA locking_mode = EXCLUSIVE", error);
    store->alone = !err;
    return err;
}

static bool no_room(const struct store *store) {
    int64_t tables;
    if (!store->db) return false;
    if (!database_number(store->db, store->where, "SELECT count(*) FROM sqlite_schema", &tables, NULL)) return false;
    switch (sqlite3_extended_errcode(store->db)) {
    case SQLITE_FULL:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_WRITE: return true;
    default: return false;
    }
}

static enum alea_err set_up(struct store *store, struct alea_error *error) {
    static const char settings[] = "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON;";
    bool write = store->mode == STORE_OPEN || store->mode == STORE_OPEN_OR_CREATE;
    char limits[160];
    snprintf(limits, sizeof limits,
             "PRAGMA journal_size_limit = %d; PRAGMA cache_size = -%d; PRAGMA wal_autocheckpoint = %d", WAL_KEPT, CACHE_KIB,
             CHECKPOINT_PAGES);
    enum alea_err err = make_file(store->where, store->path, store->mode == STORE_OPEN_OR_CREATE, error);
    if (err) return err;
    store->frames_lost = pages_frames_lost(store->path); /* SQLite forgets them when it opens the file */
    int flags = write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    err = database_open(store->where, store->path, flags, &store->db, error);
    if (!err && write && sqlite3_db_readonly(store->db, "main"))
        err = store_refuse(store->where, error, ENGINE_SAY_DISK_READ_ONLY);
    if (!err && write && no_room(store)) err = keep_alone(store, error);
    /* What is not ours, or from the future, is left as it is: the look comes before the first change. */
    if (!err)
        err = store->mode == STORE_COPY ? schema_look(store->db, store->where, schema_newest(), &store->older, error)
                                        : schema_bring_newest(store->db, store->where, write, error);
    if (!err && write) err = write_ahead(store, error);
    if (!err && !store->older) err = schema_check(store->db, store->where, error);
    if (!err) err = database_run(store->db, store->where, settings, error);
    if (!err && write) err = database_run(store->db, store->where, limits, error);
    if (!err && write) err = check_settings(store, error);
    if (!err) err = check_place(store, error);
    return err;
}

struct store *store_open(const char *where, enum store_mode mode, struct alea_error *error) {
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        (void)store_no_memory(error);
        return NULL;
    }
    store->mode = mode;
    store->where = strdup(where);
    store->path = database_path(where);
    if (store->where && store->path ? set_up(store, error) : store_no_memory(error)) {
        store_close(store);
        return NULL;
    }
    if (mode == STORE_OPEN_OR_CREATE) store->mode = STORE_OPEN; /* what is opened anew must be there */
    return store;
}

long store_frames_lost(const struct store *store) { return store->frames_lost; }

static void close_database(struct store *store) {
    for (int i = 0; i < QUERY_END; i++) {
        sqlite3_finalize(store->idle[i]);
        store->idle[i] = NULL;
    }
    sqlite3_close(store->db);
    store->db = NULL;
}

void store_close(struct store *store) {
    if (!store) return;
    store_abandon(store);
    close_database(store);
    free(store->where);
    free(store->path);
    free(store);
}

/* ---- The batch ----------------------------------------------------------------------------------------------------------- */

enum alea_err batch_begin(struct store *store, struct alea_error *error) {
    if (store->spoilt) return store_refuse(store->where, error, ENGINE_SAY_DISK_BATCH_FAILED);
    if (store->batch) return ALEA_OK;
    if (store->mode == STORE_READ || store->mode == STORE_COPY)
        return store_refuse(store->where, error, ENGINE_SAY_DISK_OPEN_TO_READ);
    struct query begin = query_begin(store, QUERY_BEGIN, "", 0, error);
    enum alea_err err = query_run(&begin, NULL);
    if (err) batch_spoil(store);
    else store->batch = true;
    return err;
}

void batch_spoil(struct store *store) { store->spoilt = true; }

/* Where a flush failed, SQLite takes the batch back, but its frames stand in the log: whoever opens it next may find them there, and
 * what the kernel still has of them may never reach the disk (fsync does not try the same pages twice). So it is opened as whoever comes
 * next would; what is found is moved into the file, which writes and flushes it anew; and only then it is the truth. */
enum alea_err batch_look_again(struct store *store, struct alea_error *error) {
    if (!store->reopen) return ALEA_OK;
    close_database(store);
    match_forget_all(store);
    int left = 1, frames, moved;
    enum alea_err err = set_up(store, error);
    if (!err && sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &frames, &moved) == SQLITE_OK)
        left = 0;
    if (!err && left) err = database_fail(store->db, store->where, error);
    if (!err) store->unsure = store->reopen = false;
    return err;
}

bool store_unsure(const struct store *store) { return store->unsure; }

enum alea_err store_tidy(struct store *store, struct alea_error *error) {
    if (store->batch || store->reopen || !store->db) return ALEA_OK;
    int code = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY ? ALEA_OK : database_fail(store->db, store->where, error);
}

static bool of_flush(sqlite3 *db) {
    int code = sqlite3_extended_errcode(db);
    return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC || code == SQLITE_IOERR_TRUNCATE;
}

/* Shares the database again, since there is room again: opens it anew. If that fails, the next caller tries again, and gets the reason. */
static void let_others_in(struct store *store) {
    store->alone = false;
    store->reopen = true;
    batch_look_again(store, NULL);
}

enum alea_err store_commit(struct store *store, struct alea_error *error) {
    enum alea_err err = ALEA_OK;
    if (store->spoilt) {
        err = batch_begin(store, error);
    } else if (store->batch) {
        struct query commit = query_begin(store, QUERY_COMMIT, "", 0, error);
        err = query_run(&commit, NULL);
        if (!err) store->batch = false;
        else if (store->db && of_flush(store->db)) store->unsure = store->reopen = true;
    }
    if (err) store_abandon(store);
    else if (store->alone) let_others_in(store);
    return err;
}

void store_abandon(struct store *store) {
    /* SQLite may have rolled back by itself, after an error of the disk. */
    if (store->db && !sqlite3_get_autocommit(store->db)) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    if (store->batch || store->spoilt) match_forget_all(store);
    store->batch = store->spoilt = false;
}

enum alea_err store_size(struct store *store, int64_t *bytes, struct alea_error *error) {
    static const char sql[] =
        "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, "
        "pragma_page_size";
    return database_number(store->db, store->where, sql, bytes, error);
}

bool store_dirty(const struct store *store) { return store->batch || store->spoilt; }
