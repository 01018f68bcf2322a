/* SPDX-License-Identifier: MIT */
/* store_rows.c - fuzz target: the rows of a database, cells of any type and value, and raw bytes of its pages. Whatever stands there, a
 * server that opens it answers every request, once, in whole JSON; looking it through ends; and what is recovered of it has no fault.
 *
 * Input: edits, one behind the other. The first byte says what: 0 to 5, a cell becomes a number, a real one, a text, a blob, NULL, or its row is
 * deleted; more, bytes of the file are overwritten. Then for a cell: table, column and row, a byte each; for the file: page and
 * offset, two bytes each. Then a length, and so many bytes: the value. */
#include "served.h"
#include "table.h"

#include <sqlite3.h>

enum { MAX_EDITS = 16, MAX_TEMPLATE = 1 << 20, PAGE = 4096, LINES = 3 };
enum edit { NUMBER, REAL, TEXT, BLOB, EMPTY, DELETE, RAW };

static uint8_t template[MAX_TEMPLATE];
static size_t template_bytes;
static struct served kept; /* where the file lies, the time, the table's id and tokens; no server */

/* ---- The database that is spoilt ----------------------------------------------------------------------------------------- */

static void run_sql(const char *path, const char *sql) {
    sqlite3 *db = NULL;
    fuzz_check(sqlite3_open(path, &db) == SQLITE_OK, "a database", path);
    sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
}

static void write_file(const char *path, const uint8_t *bytes, size_t n) {
    FILE *file = fopen(path, "wb");
    fuzz_check(file && fwrite(bytes, 1, n, file) == n, "a file", path);
    fclose(file);
}

static void beside(char path[96], const char *ending) { snprintf(path, 96, "%s%s", kept.path, ending); }

static void say(const char *path, const char *body) {
    char whole[64];
    snprintf(whole, sizeof whole, "/matches/%s/%s", served.match, path);
    struct served_call asked = {
        .call = {
            .method = API_POST, .path = whole, .query = "", .body = body, .n_body = strlen(body), .bearer = served.seat[0]}};
    served_ask(&asked);
    served_end(&asked);
}

/* A table with chat and what was played there by itself; its tables take cells of any type. */
static void make_template(void) {
    struct alea_error error = {.lang = ALEA_EN};
    char path[96];
    served_open();
    served_table(255);
    for (int i = 0; i < LINES; i++) say("chat", "{\"text\":\"ave\"}");
    say("join", "{\"name\":\"Anna\"}");
    kept = served;
    kept.store = NULL, kept.pool = NULL, kept.lobby = NULL, kept.api = NULL;
    beside(path, ".copy");
    unlink(path);
    fuzz_check(!store_backup(served.store, path, &error), "a copy", error.text);
    served_close();
    run_sql(path,
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
            " replace(replace(sql, ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')') WHERE type = 'table'");
    run_sql(
        path,
        "INSERT INTO accounts VALUES ('livia', 'Livia', 'hash', 1);"
        "INSERT INTO devices VALUES (zeroblob(32), 'livia', 1 << 60);"
        "INSERT INTO graves VALUES ('zzzzzzzzzzz7', 1, zeroblob(32), zeroblob(32), 5, 2, 1);"
        "INSERT INTO draws VALUES (1, 0, 0, 1, zeroblob(32)), (1, 0, 1, 1, zeroblob(32)), (1, 2, 0, 0, zeroblob(48));"
        "INSERT INTO posts VALUES (1, 1, 0, 0, 0, 0, -1, 0, 1, 'ave', x''), (1, 2, 0, 1, 0, 0, 3, 0, 2, 'all', x'00000001'),"
        " (1, 3, 0, 3, 2, 1, 3, 2, 3, '', x''), (1, 4, 0, 4, 0, 63, -1, 1, 4, 'so be it', x'')");
    FILE *file = fopen(path, "rb");
    fuzz_check(file, "the copy", path);
    template_bytes = fread(template, 1, sizeof template, file);
    fclose(file);
    unlink(path);
}

static void tighten(const char *path) {
    run_sql(path,
            "PRAGMA writable_schema = ON;"
            "UPDATE sqlite_schema SET sql = replace(sql, ') WITHOUT ROWID', ') STRICT, WITHOUT ROWID') WHERE type = 'table';"
            "UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name IN ('matches', 'scenarios')");
}

/* ---- Edits --------------------------------------------------------------------------------------------------------------- */

struct input {
    const uint8_t *at, *end;
};

static unsigned take(struct input *input) { return input->at < input->end ? *input->at++ : 0; }

static struct input take_value(struct input *input) {
    size_t n = take(input), left = (size_t)(input->end - input->at);
    struct input value = {.at = input->at, .end = input->at + (n < left ? n : left)};
    input->at = value.end;
    return value;
}

static int64_t number_of(struct input value) {
    uint64_t number = value.at < value.end && *value.at & 0x80 ? UINT64_MAX : 0;
    for (; value.at < value.end; value.at++) number = number << 8 | *value.at;
    return (int64_t)number;
}

static void bind(sqlite3_stmt *statement, enum edit edit, struct input value) {
    double real = 0;
    size_t n = (size_t)(value.end - value.at);
    memcpy(&real, value.at, n < sizeof real ? n : sizeof real);
    switch (edit) {
    case NUMBER: sqlite3_bind_int64(statement, 1, number_of(value)); break;
    case REAL: sqlite3_bind_double(statement, 1, real); break;
    case TEXT: sqlite3_bind_text(statement, 1, (const char *)value.at, (int)n, SQLITE_TRANSIENT); break;
    case BLOB: sqlite3_bind_blob(statement, 1, value.at, (int)n, SQLITE_TRANSIENT); break;
    case EMPTY:
    case DELETE:
    case RAW: break;
    }
}

/* What SQLite refuses is not in the file. */
static void edit_cell(sqlite3 *db, enum edit edit, struct input *input) {
    static const struct {
        const char *name, *key, *columns[16];
    } tables[] = {
        {"matches",
         "number",
         {"id", "game", "rules_version", "seats", "options", "name", "listed", "by_hand", "seed", "commitment", "status",
          "created", "changed", "settings", "state", "number"}},
        {"seats", "seat", {"match", "seat", "who", "name", "word", "joined", "muted", "account"}},
        {"plies", "ply", {"match", "ply", "seat", "move", "at", "note"}},
        {"chat", "line", {"match", "line", "seat", "at", "text"}},
        {"links", "kind, seat", {"hash", "kind", "match", "seat", "account", "until"}},
        {"accounts", "key", {"key", "name", "password_hash", "created"}},
        {"scenarios", "match", {"match", "name", "bytes"}},
        {"draws", "kind, number", {"match", "kind", "number", "seat", "bytes"}},
        {"graves", "id", {"id", "by_hand", "seed", "commitment", "plies", "throws", "deleted"}},
        {"devices", "hash", {"hash", "account", "until"}},
        {"posts", "post", {"match", "post", "ply", "kind", "answer", "seat", "readers", "re", "at", "text", "moves"}},
    };
    char sql[256];
    unsigned table = take(input) % ALEA_LEN(tables), column = take(input), row = take(input), columns = 1;
    struct input value = take_value(input);
    while (columns < 16 && tables[table].columns[columns]) columns++;
    const char *name = tables[table].name, *of = tables[table].columns[column % columns], *key = tables[table].key;
    const char *which = strcmp(name, "matches") == 0 || strcmp(name, "scenarios") == 0 ? "rowid" : NULL;
    char where[160];
    if (which) snprintf(where, sizeof where, "rowid = 1");
    else
        snprintf(where, sizeof where, "(%s) = (SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %u)", key, key, name, key,
                 row % 8);
    if (edit == DELETE) snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s", name, where);
    else snprintf(sql, sizeof sql, "UPDATE OR IGNORE %s SET %s = ?1 WHERE %s", name, of, where);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
        if (edit != DELETE) bind(statement, edit, value);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
}

/* Where in the file the raw bytes go: known before, for they go there last. */
static void skip_raw(struct input *input) {
    for (int i = 0; i < 4; i++) take(input);
    take_value(input);
}

static void edit_cells(const char *path, struct input input) {
    sqlite3 *db = NULL;
    fuzz_check(sqlite3_open(path, &db) == SQLITE_OK, "a database", path);
    sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL);
    for (int i = 0; i < MAX_EDITS && input.at < input.end; i++) {
        unsigned what = take(&input);
        if (what % 8 < RAW) edit_cell(db, (enum edit)(what % 8), &input);
        else skip_raw(&input);
    }
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
}

static void edit_bytes(const char *path, struct input input) {
    FILE *file = fopen(path, "r+b");
    fuzz_check(file, "the file", path);
    for (int i = 0; i < MAX_EDITS && input.at < input.end; i++) {
        unsigned what = take(&input);
        if (what % 8 < RAW) {
            for (int j = 0; j < 3; j++) take(&input);
            take_value(&input);
            continue;
        }
        unsigned page = take(&input) << 8, offset;
        page |= take(&input);
        offset = take(&input) << 8;
        offset |= take(&input);
        struct input value = take_value(&input);
        long at = (long)(page % (template_bytes / PAGE)) * PAGE + (long)(offset % PAGE);
        if (fseek(file, at, SEEK_SET) == 0) fwrite(value.at, 1, (size_t)(value.end - value.at), file);
    }
    fclose(file);
}

/* ---- Whoever reads it ---------------------------------------------------------------------------------------------------- */

static void ask(const char *path, const char *bearer) {
    struct served_call asked = {.call = {.method = API_GET, .path = path, .query = "", .body = "", .bearer = bearer}};
    served_ask(&asked);
    served_end(&asked);
}

static void serve(void) {
    char path[64];
    served_start();
    ask("/matches", NULL);
    ask("/session", NULL);
    for (int i = -1; i < SERVED_SEATS; i++) {
        snprintf(path, sizeof path, "/matches/%s", served.match);
        ask(path, i < 0 ? NULL : served.seat[i]);
        snprintf(path, sizeof path, "/matches/%s/chat", served.match);
        ask(path, i < 0 ? NULL : served.seat[i]);
    }
    say("chat", "{\"text\":\"salve\"}");
    say("pause", "{\"paused\":true}");
}

static void ignore(void *context, const char *words) {
    fuzz_check(words[0], "a fault has words", "");
    ++*(long *)context;
}

static void no_fault(void *context, const char *words) {
    (void)context;
    fuzz_check(false, "what was recovered has no fault", words);
}

static bool replay(void *context, const struct store_match *row) {
    struct store *store = context;
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = NULL;
    fuzz_check(!row->unreadable, "a row that was recovered can be read", row->unreadable);
    fuzz_check(!store_replay(store, row->id, NULL, &match, &error), "what was recovered can be played", error.text);
    fuzz_check(!table_check(store, row->id, &error), "a table can be made of it", error.text);
    alea_match_free(match);
    return true;
}

static void recover(const char *path) {
    const struct store_rescue how = {.check = table_check, .settings = TABLE_USUAL_SETTINGS, .state = TABLE_USUAL_STATE};
    const struct store_filter all = {.status = -1};
    struct alea_error error = {.lang = ALEA_EN};
    struct store_recovery sums;
    char saved[96];
    beside(saved, ".saved");
    unlink(saved);
    fuzz_check(!store_recover(path, saved, &how, &sums, &error), "what can be read is recovered", error.text);
    struct store *store = store_open(saved, STORE_READ, &error);
    fuzz_check(store, "what was recovered opens", error.text);
    fuzz_check(!store_inspect(store, no_fault, NULL, &error), "what was recovered is looked through", error.text);
    fuzz_check(!store_list(store, &all, replay, store, &error), "what was recovered is listed", error.text);
    store_close(store);
    unlink(saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    struct alea_error error = {.lang = ALEA_EN};
    const struct input input = {.at = bytes, .end = bytes + n_bytes};
    long faults = 0;
    if (!template_bytes) make_template();
    served = kept;
    write_file(served.path, template, template_bytes);
    edit_cells(served.path, input);
    tighten(served.path);
    edit_bytes(served.path, input);
    recover(served.path);
    served.store = store_open(served.path, STORE_OPEN_OR_CREATE, &error);
    fuzz_check(served.store || error.text[0], "no store, and no words", "");
    if (served.store) {
        serve();
        enum alea_err err = store_inspect(served.store, ignore, &faults, &error);
        fuzz_check(!err || error.text[0], "no look, and no words", "");
    }
    served_close();
    return 0;
}
