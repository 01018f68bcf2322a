/* SPDX-License-Identifier: MIT */
/* salvage.c - see salvage.h. */
#include "salvage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TABLES = 32, MAX_NAME = 64, MAX_INSERT = 4096 };

struct column {
    enum pages_type type;
    bool may_be_null;
    bool is_row; /* stands for the row's id, and is NULL in the record */
};

/* A table, its columns as they lie in a record. */
struct kind {
    bool of_table; /* with row ids */
    int n;
    struct column column[PAGES_MAX_COLUMNS];
    sqlite3_stmt *insert;
};

struct salvage {
    sqlite3 *db;
    const char *where;
    struct kind kind[MAX_TABLES];
    int n;
    struct alea_error *error;
    enum alea_err err;
};

/* ---- What our tables look like ------------------------------------------------------------------------------------------- */

static enum pages_type type_of(const char *name) {
    static const struct {
        const char *name;
        enum pages_type type;
    } types[] = {{"INTEGER", PAGES_INT}, {"TEXT", PAGES_TEXT}, {"BLOB", PAGES_BLOB}};
    for (size_t i = 0; name && i < ALEA_LEN(types); i++)
        if (strcmp(name, types[i].name) == 0) return types[i].type;
    return PAGES_REAL; /* we have none */
}

static void add_column(struct kind *kind, sqlite3_stmt *row, char *names, char *holes) {
    const bool key = sqlite3_column_int(row, 3) > 0;
    struct column *column = &kind->column[kind->n];
    *column = (struct column){.type = type_of((const char *)sqlite3_column_text(row, 1)),
                              .may_be_null = !sqlite3_column_int(row, 2) && !key,
                              .is_row = kind->of_table && key};
    size_t n = strlen(names), h = strlen(holes);
    snprintf(names + n, MAX_INSERT / 2 - n, "%s%s", kind->n ? ", " : "", (const char *)sqlite3_column_text(row, 0));
    snprintf(holes + h, MAX_INSERT / 4 - h, "%s?", kind->n ? ", " : "");
    kind->n++;
}

/* A table WITHOUT ROWID lies in the order of its key, the other columns behind it. */
static int add_kind(struct salvage *salvage, const char *table, bool of_table) {
    static const char by_place[] = "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) ORDER BY cid";
    static const char by_key[] = "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) ORDER BY pk = 0, pk, cid";
    char names[MAX_INSERT / 2] = "", holes[MAX_INSERT / 4] = "", sql[MAX_INSERT];
    struct kind *kind = &salvage->kind[salvage->n++];
    *kind = (struct kind){.of_table = of_table};
    sqlite3_stmt *rows = NULL;
    int code = sqlite3_prepare_v2(salvage->db, of_table ? by_place : by_key, -1, &rows, NULL);
    if (code == SQLITE_OK) code = sqlite3_bind_text(rows, 1, table, -1, SQLITE_STATIC);
    while (code == SQLITE_OK && kind->n < PAGES_MAX_COLUMNS && sqlite3_step(rows) == SQLITE_ROW)
        add_column(kind, rows, names, holes);
    sqlite3_finalize(rows);
    snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%s)", table, names, holes);
    return sqlite3_prepare_v2(salvage->db, sql, -1, &kind->insert, NULL);
}

static enum alea_err list_kinds(struct salvage *salvage) {
    static const char sql[] = "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
                              " AND substr(name, 1, 7) <> 'sqlite_' AND name <> 'ids'";
    sqlite3_stmt *tables = NULL;
    int code = sqlite3_prepare_v2(salvage->db, sql, -1, &tables, NULL);
    while (code == SQLITE_OK && salvage->n < MAX_TABLES && (code = sqlite3_step(tables)) == SQLITE_ROW)
        code = add_kind(salvage, (const char *)sqlite3_column_text(tables, 0), !sqlite3_column_int(tables, 1));
    sqlite3_finalize(tables);
    return code == SQLITE_DONE ? ALEA_OK : database_fail(salvage->db, salvage->where, salvage->error);
}

/* ---- Row by row ---------------------------------------------------------------------------------------------------------- */

static bool fits(const struct kind *kind, const struct pages_record *record) {
    bool fit = kind->of_table == record->of_table && kind->n == record->n;
    for (int i = 0; i < kind->n && fit; i++) {
        const struct column *column = &kind->column[i];
        const struct pages_value *value = &record->at[i];
        bool null = value->type == PAGES_NULL;
        fit = column->is_row ? null : null ? column->may_be_null : value->type == column->type;
        if (fit && value->type == PAGES_TEXT) fit = text_well_formed((const char *)value->bytes, value->n);
    }
    return fit;
}

static int bind(sqlite3_stmt *insert, int i, const struct column *column, const struct pages_record *record) {
    const struct pages_value *value = &record->at[i];
    if (column->is_row) return sqlite3_bind_int64(insert, i + 1, record->row);
    switch (value->type) {
    case PAGES_INT: return sqlite3_bind_int64(insert, i + 1, value->number);
    case PAGES_TEXT: return sqlite3_bind_text(insert, i + 1, (const char *)value->bytes, (int)value->n, SQLITE_STATIC);
    case PAGES_BLOB:
        return value->n ? sqlite3_bind_blob(insert, i + 1, value->bytes, (int)value->n, SQLITE_STATIC)
                        : sqlite3_bind_zeroblob(insert, i + 1, 0);
    case PAGES_NULL:
    case PAGES_REAL: break;
    }
    return sqlite3_bind_null(insert, i + 1);
}

/* One that the table's conditions or keys refuse is no row of it, or is there already. */
static bool insert(struct salvage *salvage, const struct kind *kind, const struct pages_record *record) {
    int code = SQLITE_OK;
    for (int i = 0; i < kind->n && code == SQLITE_OK; i++) code = bind(kind->insert, i, &kind->column[i], record);
    if (code == SQLITE_OK) code = sqlite3_step(kind->insert);
    bool refused = (code & 0xff) == SQLITE_CONSTRAINT || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH;
    if (code != SQLITE_DONE && !refused) salvage->err = database_fail(salvage->db, salvage->where, salvage->error);
    sqlite3_reset(kind->insert);
    return code == SQLITE_DONE;
}

static bool take(void *context, const struct pages_record *record) {
    struct salvage *salvage = context;
    for (int i = 0; i < salvage->n && !salvage->err; i++)
        if (fits(&salvage->kind[i], record) && insert(salvage, &salvage->kind[i], record)) break;
    return !salvage->err;
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------- */

/* The index of ids, as if it were a table WITHOUT ROWID. */
static const char ids[] = "CREATE TABLE ids (id TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (id, number),"
                          " CHECK (length(id) = 12 AND id NOT GLOB '*[^a-z2-7]*')) STRICT, WITHOUT ROWID";

/* Nothing of it counts before it is whole, so that nothing of it has to be safe. Of a file whose version is not known the tables are taken for
 * this release's. */
static enum alea_err make_tables(struct salvage *salvage, int version) {
    const int newest = schema_newest();
    enum alea_err err =
        database_run(salvage->db, salvage->where,
                     "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF", salvage->error);
    if (!err)
        err = schema_make(salvage->db, salvage->where, version >= 1 && version <= newest ? version : newest, salvage->error);
    if (!err) err = database_run(salvage->db, salvage->where, ids, salvage->error);
    if (!err) err = list_kinds(salvage);
    if (!err) err = add_kind(salvage, "ids", false) ? database_fail(salvage->db, salvage->where, salvage->error) : ALEA_OK;
    return err;
}

enum alea_err salvage(const char *damaged, const char *where, const char *path, struct pages_found *found,
                      struct alea_error *error) {
    struct salvage salvage = {.where = where, .error = error};
    enum alea_err err = database_open(where, path, SQLITE_OPEN_READWRITE, &salvage.db, error);
    if (!err) err = make_tables(&salvage, pages_version(damaged));
    if (!err) err = database_run(salvage.db, where, "BEGIN", error);
    if (!err) err = pages_read(damaged, take, &salvage, found, error);
    if (!err) err = salvage.err;
    if (!err) err = database_run(salvage.db, where, "COMMIT", error);
    for (int i = 0; i < salvage.n; i++) sqlite3_finalize(salvage.kind[i].insert);
    sqlite3_close(salvage.db);
    return err;
}
