/* SPDX-License-Identifier: MIT */
/* postgres.c - a store over a PostgreSQL database: its connection, its errors in words, its transactions and statements.
 *
 * A batch is one transaction that holds an advisory lock, so that there is one writer, as with a file. A statement that may be answered with
 * "taken" or "points at nothing" stands behind a savepoint: the rest of the batch is not to be lost by it. No wait is without end: a
 * server that does not answer counts as lost. */
#include "postgres.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "now.h"

enum {
    MAX_PARAMETERS = 20,
    OLDEST_RELEASE = 15,
    RETRY_MS = 1000,
    OID_BOOL = 16,
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_INT4 = 23,
    OID_TEXT = 25
};

/* What is said otherwise than to SQLite. Who reads of a match that is not there finds nothing; who appends to one, too. */
static const struct {
    enum query_id id;
    const char *sql;
} own[] = {
    {QUERY_APPEND, "INSERT INTO plies (match, ply, seat, move, at, note) SELECT ?1, ?2, ?3, ?4, ?5, ?6::text"
                   " WHERE EXISTS (SELECT 1 FROM matches WHERE number = ?1)"
                   " AND ?2 - 1 = coalesce((SELECT max(ply) FROM plies WHERE match = ?1), 0) ON CONFLICT DO NOTHING"},
    {QUERY_SET_TURN, "INSERT INTO turns (match, seat, since, deadline, looked, step, due)"
                     " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (match, seat) DO UPDATE SET since = excluded.since,"
                     " deadline = excluded.deadline, looked = excluded.looked, step = excluded.step, due = excluded.due"},
    {QUERY_ADD_DEVICE, "INSERT INTO devices (hash, account, until) VALUES (?1, ?2, ?3)"
                       " ON CONFLICT (hash, account) DO UPDATE SET until = excluded.until"},
    {QUERY_SET_RECOVERY, "INSERT INTO recoveries (account, hash) VALUES (?1, ?2)"
                         " ON CONFLICT (account) DO UPDATE SET hash = excluded.hash"},
    {QUERY_SET_NOTE, "INSERT INTO notes (match, seat, side, place, goal, at, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                     " ON CONFLICT (match, seat, side, place, goal) DO UPDATE SET at = excluded.at, text = excluded.text"},
    {QUERY_DROP_LINKS, "DELETE FROM links WHERE kind = ?1 AND coalesce(match, 0) = coalesce(?2::bigint, 0) AND seat = ?3"},
    {QUERY_COUNT_LINKS,
     "SELECT count(*) FROM links WHERE kind = ?1 AND coalesce(match, 0) = coalesce(?2::bigint, 0) AND seat = ?3"},
    {QUERY_TURN_LINKS,
     "UPDATE links SET kind = ?4, seat = ?5 WHERE kind = ?1 AND coalesce(match, 0) = coalesce(?2::bigint, 0) AND seat = ?3"},
    {QUERY_DROP_SESSIONS, "DELETE FROM links WHERE account = ?1 AND hash IS DISTINCT FROM ?2"},
    {QUERY_DELAY_NOTICE,
     "UPDATE outbox SET state = CASE WHEN ?3 <> 0 THEN 2 ELSE (state >> 1) << 1 END, due = ?2 WHERE number = ?1"},
    {QUERY_LIST_TABLE, "SELECT number, created FROM matches WHERE false"},
    {QUERY_DROP_NUMBER, "SELECT setval(pg_get_serial_sequence(?1, 'number'), 1, false)"},
    {QUERY_NUMBERS_OUT, "SELECT 'channels'::text, last_value FROM channels_number_seq WHERE is_called UNION ALL"
                        " SELECT 'matches', last_value FROM matches_number_seq WHERE is_called UNION ALL"
                        " SELECT 'outbox', last_value FROM outbox_number_seq WHERE is_called ORDER BY 1"},
    {QUERY_NUMBERS_IN, "SELECT setval(pg_get_serial_sequence(?1, 'number'), ?2)"},
    {QUERY_INSPECT_KEYS, "SELECT '', 0, '' WHERE false"}, /* PostgreSQL sees to it that there are none */
    {QUERY_INSPECT_PLIES, "SELECT m.id, count(*), max(p.ply) FROM plies AS p JOIN matches AS m ON m.number = p.match"
                          " GROUP BY m.number HAVING count(*) <> max(p.ply) OR min(p.ply) <> 1"},
    {QUERY_INSPECT_POSTS, "SELECT m.id, count(*), max(p.post) FROM posts AS p JOIN matches AS m ON m.number = p.match"
                          " GROUP BY m.number HAVING count(*) <> max(p.post) OR min(p.post) <> 1"
                          " OR max(p.ply) > coalesce((SELECT max(ply) FROM plies WHERE match = m.number), 0)"},
    {QUERY_INSPECT_SEATS,
     "SELECT id, seats, n FROM (SELECT m.id, m.seats, (SELECT count(*) FROM seats AS s WHERE s.match = m.number"
     " AND s.seat < m.seats) AS n, (SELECT count(*) FROM seats AS s WHERE s.match = m.number) AS all_of_them"
     " FROM matches AS m) AS counted WHERE n <> seats OR n <> all_of_them"},
};

static const char *text_of(enum query_id id) {
    for (size_t i = 0; i < ALEA_LEN(own); i++)
        if (own[i].id == id) return own[i].sql;
    return query_texts[id];
}

/* ---- Errors -------------------------------------------------------------------------------------------------------------- */

/* `state` NULL: the one that stands there. */
static void keep_words(struct postgres_store *postgres, const char *state, const char *words) {
    if (state) snprintf(postgres->state, sizeof postgres->state, "%s", state);
    snprintf(postgres->words, sizeof postgres->words, "%s", words ? words : "");
    for (size_t n = strlen(postgres->words); n > 0 && postgres->words[n - 1] == '\n'; n--) postgres->words[n - 1] = 0;
    char *to = postgres->words;
    for (const char *at = to; *at; at++) /* of several lines one */
        if (*at != '\t') *to++ = *at == '\n' ? ' ' : *at;
    *to = 0;
}

static bool lost(const struct postgres_store *postgres) {
    return !postgres->conn || postgres->silent || PQstatus(postgres->conn) != CONNECTION_OK;
}

/* What its codes mean to whoever runs a server; a code that ends early stands for its class. */
enum alea_err postgres_fail(const struct store *store, struct alea_error *error) {
    static const struct {
        const char *state;
        const char *in[ALEA_LANGS]; /* NULL: with the server's own words */
        enum alea_err code;
    } reasons[] = {
        {"55P03", {ENGINE_SAY_DISK_BUSY}, ALEA_ERR_IO},          {"53100", {ENGINE_SAY_DISK_FULL}, ALEA_ERR_IO},
        {"25006", {ENGINE_SAY_POSTGRES_READ_ONLY}, ALEA_ERR_IO}, {"42P01", {ENGINE_SAY_DISK_SCHEMA}, ALEA_ERR_IO},
        {"42703", {ENGINE_SAY_DISK_SCHEMA}, ALEA_ERR_IO},        {"XX00", {NULL, NULL}, ALEA_ERR_DAMAGED},
        {"40001", {ENGINE_SAY_DISK_BUSY}, ALEA_ERR_IO},
    };
    const struct postgres_store *postgres = postgres_of(store);
    const enum alea_lang lang = error ? error->lang : ALEA_EN;
    if (postgres->silent) {
        struct alea_reason silent = alea_reason(error, ENGINE_SAY_POSTGRES_SILENT, POSTGRES_ANSWER_MS / 1000);
        return alea_fail(error, ALEA_ERR_IO, store->where, silent.at);
    }
    if (lost(postgres))
        return alea_fail(error, ALEA_ERR_IO, store->where, alea_reason(error, ENGINE_SAY_POSTGRES_LOST, postgres->words).at);
    if (strcmp(postgres->state, "42501") == 0)
        return alea_fail(error, ALEA_ERR_IO, store->where,
                         alea_reason(error, ENGINE_SAY_POSTGRES_NO_RIGHTS, postgres->words).at);
    for (size_t i = 0; i < ALEA_LEN(reasons); i++) {
        if (strncmp(reasons[i].state, postgres->state, strlen(reasons[i].state)) != 0) continue;
        const char *words = reasons[i].in[lang] ? reasons[i].in[lang] : postgres->words;
        return alea_fail(error, reasons[i].code, store->where, words);
    }
    return alea_fail(error, ALEA_ERR_IO, store->where, postgres->words);
}

/* ---- Asking -------------------------------------------------------------------------------------------------------------- */

/* False, and all is over with this connection, if nothing more can come of it. */
static bool wait_for(struct postgres_store *postgres, int64_t until) {
    for (;;) {
        const int unsent = PQflush(postgres->conn);
        if (unsent < 0) break;
        if (!unsent && !PQisBusy(postgres->conn)) return true;
        struct pollfd socket = {.fd = PQsocket(postgres->conn), .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        const int64_t left = until < 0 ? -1 : until - alea_now_ms();
        const int ready = until >= 0 && left <= 0 ? 0 : poll(&socket, 1, left > INT_MAX ? INT_MAX : (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) postgres->silent = true;
        if (ready <= 0 || (socket.revents & ~POLLOUT && !PQconsumeInput(postgres->conn))) break;
    }
    return false;
}

/* Of several results the last, or the first that is an error. */
PGresult *postgres_receive(struct postgres_store *postgres, bool sent, int patience) {
    const int64_t until = patience < 0 ? -1 : alea_now_ms() + patience;
    PGresult *last = NULL;
    bool failed = false;
    while (sent && (sent = wait_for(postgres, until))) {
        PGresult *result = PQgetResult(postgres->conn);
        if (!result) break;
        const ExecStatusType status = PQresultStatus(result);
        if (!failed) {
            PQclear(last);
            last = result;
            failed = status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK;
        } else {
            PQclear(result);
        }
    }
    if (sent && last && !failed) return last;
    if (last && failed)
        keep_words(postgres, PQresultErrorField(last, PG_DIAG_SQLSTATE), PQresultErrorField(last, PG_DIAG_MESSAGE_PRIMARY));
    if (!last || !failed || !postgres->words[0]) keep_words(postgres, NULL, PQerrorMessage(postgres->conn));
    PQclear(last);
    if (lost(postgres)) postgres->store.reopen = true;
    return NULL;
}

PGresult *postgres_ask(struct postgres_store *postgres, const char *sql, int patience) {
    keep_words(postgres, "", "");
    if (!postgres->conn || postgres->silent || !postgres_send_plies(postgres)) return NULL;
    return postgres_receive(postgres, PQsendQuery(postgres->conn, sql) == 1, patience);
}

enum alea_err postgres_run(struct postgres_store *postgres, const char *sql, int patience, struct alea_error *error) {
    PGresult *result = postgres_ask(postgres, sql, patience);
    PQclear(result);
    return result ? ALEA_OK : postgres_fail(&postgres->store, error);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------------- */

static char *address(const char *given) { return strdup(given); }

static void no_notice(void *context, const PGresult *result) { (void)context, (void)result; }

/* Whoever is silent for long is not to be waited for: the password apart, what the address says comes before what stands here. */
static enum alea_err make_connection(struct postgres_store *postgres, struct alea_error *error) {
    const char *const names[] = {"connect_timeout", "tcp_user_timeout", "fallback_application_name",
                                 "dbname",          "client_encoding",  NULL};
    const char *const values[] = {"5", "10000", "alea", postgres->store.address, "UTF8", NULL};
    const int64_t now = alea_now_ms();
    bool tried = now >= postgres->retry;
    if (postgres_check_address(postgres, error)) return ALEA_ERR_IO;
    if (tried) {
        postgres->silent = false;
        memset(postgres->prepared, 0, sizeof postgres->prepared);
        postgres->plies.n = 0;
        postgres->plies.prepared = false;
        postgres->conn = PQconnectdbParams(names, values, 1);
        if (!postgres->conn) return store_no_memory(error);
        if (PQstatus(postgres->conn) == CONNECTION_OK) {
            PQsetNoticeReceiver(postgres->conn, no_notice, NULL);
            PQsetnonblocking(postgres->conn, 1);
            return ALEA_OK;
        }
        keep_words(postgres, "", PQerrorMessage(postgres->conn));
        postgres->retry = alea_now_ms() + RETRY_MS;
    }
    return alea_fail(error, ALEA_ERR_IO, postgres->store.where,
                     alea_reason(error, ENGINE_SAY_POSTGRES_NO_CONNECTION, postgres->words).at);
}

/* What the server's settings would break is refused; what is ours to set is set. */
static enum alea_err check_server(struct postgres_store *postgres, bool write, struct alea_error *error) {
    static const char sql[] = "SELECT n.oid, n.nspname, current_setting('fsync') AS fsync,"
                              " current_setting('full_page_writes') AS full_page_writes,"
                              " current_setting('transaction_read_only') FROM pg_namespace AS n"
                              " WHERE n.nspname = current_schema()";
    const char *where = postgres->store.where;
    const int release = PQserverVersion(postgres->conn) / 10000;
    const char *encoding = PQparameterStatus(postgres->conn, "server_encoding");
    if (release < OLDEST_RELEASE)
        return alea_fail(error, ALEA_ERR_IO, where, alea_reason(error, ENGINE_SAY_POSTGRES_RELEASE, release).at);
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return alea_fail(error, ALEA_ERR_IO, where,
                         alea_reason(error, ENGINE_SAY_POSTGRES_ENCODING, encoding ? encoding : "?").at);
    PGresult *result = postgres_ask(postgres, sql, POSTGRES_ANSWER_MS);
    if (!result) return postgres_fail(&postgres->store, error);
    enum alea_err err = ALEA_OK;
    if (PQntuples(result) != 1) {
        err = store_refuse(where, error, ENGINE_SAY_POSTGRES_NO_SCHEMA);
    } else {
        postgres->schema = (Oid)strtoul(PQgetvalue(result, 0, 0), NULL, 10);
        snprintf(postgres->schema_name, sizeof postgres->schema_name, "%s", PQgetvalue(result, 0, 1));
        for (int column = 2; column < 4 && !err && write; column++)
            if (strcmp(PQgetvalue(result, 0, column), "off") == 0)
                err = alea_fail(error, ALEA_ERR_IO, where,
                                alea_reason(error, ENGINE_SAY_POSTGRES_NOT_DURABLE, PQfname(result, column)).at);
        if (!err && write && strcmp(PQgetvalue(result, 0, 4), "on") == 0)
            err = store_refuse(where, error, ENGINE_SAY_POSTGRES_READ_ONLY);
    }
    PQclear(result);
    return err;
}

/* Nobody is answered before it is durable, whatever the server's own default; and a writer that is gone does not keep the lock. */
static enum alea_err set_session(struct postgres_store *postgres, bool write, struct alea_error *error) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "SET lock_timeout = %d; SET idle_in_transaction_session_timeout = %d; SET client_min_messages = warning;"
             " SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';"
             " SET default_transaction_read_only = %s; SET default_transaction_isolation = 'read committed'",
             STORE_PATIENCE_MS, POSTGRES_ANSWER_MS, write ? "off" : "on");
    return postgres_run(postgres, sql, POSTGRES_ANSWER_MS, error);
}

static enum alea_err open_database(struct store *store, struct alea_error *error) {
    struct postgres_store *postgres = postgres_of(store);
    const bool write = store->mode == STORE_OPEN || store->mode == STORE_OPEN_OR_CREATE;
    enum alea_err err = make_connection(postgres, error);
    if (!err) err = check_server(postgres, write, error);
    if (!err) err = set_session(postgres, write, error);
    if (!err) err = postgres_bring_newest(postgres, write, error);
    if (!err) err = postgres_take_place(postgres, error);
    return err;
}

/* ---- Transactions -------------------------------------------------------------------------------------------------------- */

enum alea_err postgres_begin(struct store *store, struct alea_error *error) {
    struct postgres_store *postgres = postgres_of(store);
    char sql[128];
    snprintf(sql, sizeof sql, "BEGIN; SELECT pg_advisory_xact_lock(%d, %d)", POSTGRES_WRITERS_LOCK, (int)postgres->schema);
    return postgres_run(postgres, sql, POSTGRES_ANSWER_MS, error);
}

/* A batch of one process among others stands beside theirs: no two have the same match. */
static enum alea_err begin(struct store *store, struct alea_error *error) {
    struct postgres_store *postgres = postgres_of(store);
    enum alea_err err = postgres->process ? postgres_begin_among(postgres, error) : postgres_begin(store, error);
    if (!err && store->relaxed)
        err = postgres_run(postgres, "SET LOCAL synchronous_commit = off", POSTGRES_ANSWER_MS, error);
    return err;
}

static void roll_back(struct store *store) {
    struct postgres_store *postgres = postgres_of(store);
    postgres->plies.n = 0;
    if (lost(postgres) || PQtransactionStatus(postgres->conn) == PQTRANS_IDLE) return;
    PQclear(postgres_ask(postgres, "ROLLBACK", POSTGRES_ANSWER_MS));
}

/* A commit of which no answer came may have happened, or may yet. */
static enum alea_err commit(struct store *store, struct alea_error *error) {
    struct postgres_store *postgres = postgres_of(store);
    if (!postgres_send_plies(postgres)) return postgres_fail(store, error);
    PGresult *result = postgres_ask(postgres, "COMMIT", POSTGRES_ANSWER_MS);
    const bool done = result && strcmp(PQcmdStatus(result), "COMMIT") == 0;
    PQclear(result);
    if (done) return ALEA_OK;
    if (result) return store_refuse(store->where, error, ENGINE_SAY_DISK_BATCH_FAILED); /* it was rolled back instead */
    if (lost(postgres)) store->unsure = true;
    return postgres_fail(store, error);
}

/* Whoever was cut off in the middle of a commit holds the writer's lock until it has happened, or will not: who has the lock sees which. */
static enum alea_err settle(struct store *store, struct alea_error *error) {
    enum alea_err err = postgres_begin(store, error);
    roll_back(store);
    return err;
}

static bool in_transaction(const struct store *store) {
    const struct postgres_store *postgres = postgres_of(store);
    return !lost(postgres) && PQtransactionStatus(postgres->conn) == PQTRANS_INTRANS;
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------- */

static enum alea_err tidy(struct store *store, struct alea_error *error) {
    (void)store, (void)error;
    return ALEA_OK;
}

static enum alea_err size_of(struct store *store, int64_t *bytes, struct alea_error *error) {
    struct postgres_store *postgres = postgres_of(store);
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class WHERE relnamespace = %u AND relkind = 'r'",
             postgres->schema);
    PGresult *result = postgres_ask(postgres, sql, POSTGRES_ANSWER_MS);
    if (!result) return postgres_fail(store, error);
    *bytes = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return ALEA_OK;
}

/* The server looks after its files. */
static enum alea_err inspect(struct store *store, void (*fault)(void *context, const char *words), void *context,
                             struct alea_error *error) {
    (void)store, (void)fault, (void)context, (void)error;
    return ALEA_OK;
}

static enum alea_err copy(struct store *store, const char *path, struct alea_error *error) {
    (void)path;
    return store_refuse(store->where, error, ENGINE_SAY_POSTGRES_NOT_A_FILE);
}

/* ---- Statements ---------------------------------------------------------------------------------------------------------- */

struct postgres_statement {
    struct postgres_statement *next;
    PGresult *result; /* NULL: it was not sent yet */
    int row;          /* at which it stands */
    int n;            /* parameters */
    Oid type[MAX_PARAMETERS];
    const char *value[MAX_PARAMETERS];
    int length[MAX_PARAMETERS];
    unsigned char number[MAX_PARAMETERS][8]; /* big-endian */
};

static enum alea_err prepare(struct query *query) {
    struct postgres_store *postgres = postgres_of(query->store);
    struct postgres_statement *statement = postgres->idle;
    if (statement) postgres->idle = statement->next;
    else statement = malloc(sizeof *statement);
    if (!statement) return store_no_memory(query->error);
    statement->result = NULL;
    statement->n = 0;
    query->statement = statement;
    return ALEA_OK;
}

static void rest(struct query *query) {
    struct postgres_store *postgres = postgres_of(query->store);
    struct postgres_statement *statement = query->statement;
    PQclear(statement->result);
    statement->next = postgres->idle;
    postgres->idle = statement;
}

/* Parameters that are passed over are NULL. */
static bool set_parameter(struct query *query, Oid type, const void *value, size_t length) {
    struct postgres_statement *statement = query->statement;
    if (query->bound > MAX_PARAMETERS || length > INT_MAX) return false;
    for (; statement->n < query->bound; statement->n++) {
        statement->value[statement->n] = NULL;
        statement->type[statement->n] = 0;
        statement->length[statement->n] = 0;
    }
    const int at = query->bound - 1;
    statement->type[at] = type;
    statement->value[at] = value;
    statement->length[at] = (int)length;
    return true;
}

static bool bind_int(struct query *query, int64_t number) {
    struct postgres_statement *statement = query->statement;
    if (query->bound > MAX_PARAMETERS) return false;
    unsigned char *bytes = statement->number[query->bound - 1];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)((uint64_t)number >> (56 - 8 * i));
    return set_parameter(query, OID_INT8, bytes, 8);
}

static bool bind_text(struct query *query, const char *words, size_t n) { return set_parameter(query, OID_TEXT, words, n); }

static bool bind_blob(struct query *query, const void *bytes, size_t n) {
    return set_parameter(query, OID_BYTEA, n ? bytes : "", n);
}

/* What is written for both has ?1 for a parameter, PostgreSQL $1. */
static bool prepare_there(struct postgres_store *postgres, const struct query *query, const char *name) {
    char sql[2048];
    const struct postgres_statement *statement = query->statement;
    if (snprintf(sql, sizeof sql, "%s", text_of(query->id)) >= (int)sizeof sql) return false;
    for (char *at = sql; (at = strchr(at, '?'));) *at = '$';
    PGresult *result = postgres_receive(
        postgres, PQsendPrepare(postgres->conn, name, sql, statement->n, statement->type) == 1, POSTGRES_ANSWER_MS);
    PQclear(result);
    postgres->prepared[query->id] = result;
    return result;
}

/* Two of those that may find their place taken are too frequent for a savepoint: each ply has them. They find it out otherwise. A copy is whole or
 * is not. */
static bool stands_behind_savepoint(enum query_id id) {
    return id == QUERY_SET_SEAT || id == QUERY_DROP_ACCOUNT ||
           (query_texts[id][0] == 'I' && id != QUERY_APPEND && id != QUERY_SET_TURN && id < QUERY_DROP_NUMBER);
}

/* Its result, or NULL. */
static PGresult *execute(struct postgres_store *postgres, const struct query *query) {
    static const int binary[MAX_PARAMETERS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const struct postgres_statement *statement = query->statement;
    char name[16];
    snprintf(name, sizeof name, "q%d", (int)query->id);
    keep_words(postgres, "", "");
    if (lost(postgres) || !postgres_send_plies(postgres)) return NULL;
    if (!postgres->prepared[query->id] && !prepare_there(postgres, query, name)) return NULL;
    const bool sent =
        PQsendQueryPrepared(postgres->conn, name, statement->n, statement->value, statement->length, binary, 1) == 1;
    return postgres_receive(postgres, sent, POSTGRES_ANSWER_MS);
}

static bool is_answer(const struct postgres_store *postgres) {
    return strcmp(postgres->state, "23505") == 0 || strcmp(postgres->state, "23503") == 0;
}

static enum store_step begin_rows(struct query *query) {
    struct postgres_store *postgres = postgres_of(query->store);
    struct postgres_statement *statement = query->statement;
    /* What is bound last may be NULL. */
    const bool guarded = stands_behind_savepoint(query->id);
    while (statement->n < query->bound) {
        const int bound = query->bound;
        query->bound = statement->n + 1;
        set_parameter(query, 0, NULL, 0);
        query->bound = bound;
    }
    if (guarded) {
        PGresult *result = postgres_ask(postgres, "SAVEPOINT alea", POSTGRES_ANSWER_MS);
        PQclear(result);
        if (!result) return STEP_FAILED;
    }
    statement->row = -1;
    statement->result = execute(postgres, query);
    if (!statement->result) {
        const bool taken = strcmp(postgres->state, "23505") == 0, answer = is_answer(postgres);
        if (!guarded || !answer) return answer ? (taken ? STEP_TAKEN : STEP_POINTS_AT_NOTHING) : STEP_FAILED;
        PGresult *result = postgres_ask(postgres, "ROLLBACK TO alea; RELEASE alea", POSTGRES_ANSWER_MS);
        PQclear(result);
        if (!result) return STEP_FAILED;
        return taken ? STEP_TAKEN : STEP_POINTS_AT_NOTHING;
    }
    if (guarded) {
        PGresult *result = postgres_ask(postgres, "RELEASE alea", POSTGRES_ANSWER_MS);
        PQclear(result);
        if (!result) return STEP_FAILED;
    }
    query->changed = (int)strtol(PQcmdTuples(statement->result), NULL, 10);
    return query->id == QUERY_APPEND && query->changed == 0 ? STEP_TAKEN : STEP_ROW;
}

/* A ply that waits counts as appended. */
static bool waits(struct query *query) {
    struct postgres_statement *statement = query->statement;
    if (query->id != QUERY_APPEND || statement->n > POSTGRES_PLY_COLUMNS) return false; /* it has a note */
    return postgres_ply_waits(postgres_of(query->store), query, statement->number);
}

static enum store_step step(struct query *query) {
    struct postgres_statement *statement = query->statement;
    if (waits(query)) {
        query->changed = 1;
        return STEP_DONE;
    }
    const enum store_step begun = statement->result ? STEP_ROW : begin_rows(query);
    if (begun != STEP_ROW) return begun;
    return ++statement->row < PQntuples(statement->result) ? STEP_ROW : STEP_DONE;
}

static enum store_value kind(const struct query *query, int column) {
    const struct postgres_statement *statement = query->statement;
    if (PQgetisnull(statement->result, statement->row, column)) return VALUE_NULL;
    switch (PQftype(statement->result, column)) {
    case OID_BOOL:
    case OID_INT4:
    case OID_INT8: return VALUE_INT;
    case OID_TEXT: return VALUE_TEXT;
    case OID_BYTEA: return VALUE_BLOB;
    default: return VALUE_OTHER;
    }
}

static const void *bytes(const struct query *query, int column, size_t *n) {
    const struct postgres_statement *statement = query->statement;
    *n = (size_t)PQgetlength(statement->result, statement->row, column);
    return PQgetvalue(statement->result, statement->row, column);
}

/* Whole numbers of one, four or eight bytes, big-endian. */
static int64_t number(const struct query *query, int column) {
    size_t n;
    const unsigned char *at = bytes(query, column, &n);
    uint64_t number = n == 4 && at[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < n; i++) number = number << 8 | at[i];
    return (int64_t)number;
}

static const char *name(const struct query *query, int column) {
    const struct postgres_statement *statement = query->statement;
    return PQfname(statement->result, column);
}

static int columns(const struct query *query) {
    const struct postgres_statement *statement = query->statement;
    return PQnfields(statement->result);
}

static void close_database(struct store *store) {
    struct postgres_store *postgres = postgres_of(store);
    PQfinish(postgres->conn);
    postgres->conn = NULL;
    for (struct postgres_statement *statement; (statement = postgres->idle);) {
        postgres->idle = statement->next;
        free(statement);
    }
}

const struct store_driver store_postgres = {
    .appends_in_order = true,
    .size = sizeof(struct postgres_store),
    .address = address,
    .where = postgres_where,
    .open = open_database,
    .close = close_database,
    .settle = settle,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .in_transaction = in_transaction,
    .tidy = tidy,
    .size_of = size_of,
    .inspect = inspect,
    .copy = copy,
    .prepare = prepare,
    .rest = rest,
    .bind_int = bind_int,
    .bind_text = bind_text,
    .bind_blob = bind_blob,
    .step = step,
    .fail = postgres_fail,
    .kind = kind,
    .number = number,
    .bytes = bytes,
    .name = name,
    .columns = columns,
};
