/* SPDX-License-Identifier: MIT */
/* postgres_processes.c - several servers over one database: see processes.h. */
#include "processes.h"

#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_text.h"
#include "now.h"
#include "postgres.h"

enum { BEAT_PATIENCE_MS = 2000, LOCK_PATIENCE_MS = 500, MAX_SQL = 900, MAX_NAME = 64 };

/* Its own clock, which goes on while the machine sleeps. */
static int64_t now_ms(void) { return alea_now_of(CLOCK_BOOTTIME) / 1000000; }

/* ---- Whose the store is ---------------------------------------------------------------------------------------------------- */

/* By this the connections of a process are found. */
static void name_of(const struct postgres_store *postgres, int64_t process, char name[MAX_NAME]) {
    snprintf(name, MAX_NAME, "alea process %u.%lld", postgres->schema, (long long)process);
}

static enum alea_err take_name(struct postgres_store *postgres, struct alea_error *error) {
    char sql[2 * MAX_NAME], name[MAX_NAME];
    name_of(postgres, postgres->process, name);
    snprintf(sql, sizeof sql, "SET application_name = '%s'", name);
    return postgres_run(postgres, sql, POSTGRES_ANSWER_MS, error);
}

enum alea_err postgres_take_place(struct postgres_store *postgres, struct alea_error *error) {
    char sql[128];
    if (postgres->place == PLACE_NONE) return ALEA_OK;
    snprintf(sql, sizeof sql, "SELECT pg_advisory_lock%s(%d, %d)", postgres->place == PLACE_AMONG_OTHERS ? "_shared" : "",
             POSTGRES_SERVERS_LOCK, (int)postgres->schema);
    enum alea_err err = postgres_run(postgres, sql, POSTGRES_ANSWER_MS, error);
    if (err && strcmp(postgres->state, "55P03") == 0) {
        const bool alone = postgres->place == PLACE_ALONE;
        err = alea_fail(error, ALEA_ERR_IO, postgres->store.where,
                        alone ? alea_reason(error, ENGINE_SAY_POSTGRES_SERVED).at
                              : alea_reason(error, ENGINE_SAY_POSTGRES_SERVED_ALONE).at);
    }
    return err || !postgres->process ? err : take_name(postgres, error);
}

/* Both begin with the number of a lock; it is held to the end of the transaction. */
enum alea_err postgres_begin_among(struct postgres_store *postgres, struct alea_error *error) {
    char sql[256];
    snprintf(sql, sizeof sql,
             "BEGIN; SELECT pg_advisory_xact_lock_shared(%d, %d); SELECT number FROM processes WHERE number = %lld",
             POSTGRES_WRITERS_LOCK, (int)postgres->schema, (long long)postgres->process);
    PGresult *result = postgres_ask(postgres, sql, POSTGRES_ANSWER_MS);
    if (!result) return postgres_fail(&postgres->store, error);
    const bool lives = PQntuples(result) == 1;
    PQclear(result);
    if (lives) return ALEA_OK;
    postgres->store.driver->roll_back(&postgres->store);
    return alea_fail(error, ALEA_ERR_IO, postgres->store.where, alea_reason(error, ENGINE_SAY_POSTGRES_STRUCK_OFF).at);
}

enum alea_err store_serve(struct store *store, bool alone, struct alea_error *error) {
    if (store->driver != &store_postgres) return ALEA_OK;
    struct postgres_store *postgres = postgres_of(store);
    postgres->place = alone ? PLACE_ALONE : PLACE_AMONG_OTHERS;
    return postgres_take_place(postgres, error);
}

enum alea_err store_fence(struct store *store, int64_t process, struct alea_error *error) {
    struct postgres_store *postgres = postgres_of(store);
    postgres->process = process;
    if (store->reopen) return ALEA_OK; /* it takes the name when it is opened */
    return take_name(postgres, error);
}

/* ---- A member --------------------------------------------------------------------------------------------------------------- */

/* When another's count was seen to change. */
struct pulse {
    int64_t process, beats, since;
};

struct membership {
    struct postgres_store *postgres;
    int64_t number;
    uint8_t secret[PROCESS_SECRET_BYTES];
    shares reported; /* orphans that were told */
    int n;
    struct pulse pulse[PROCESSES_MAX];
    int64_t looked; /* last */
};

int64_t process_number(const struct membership *membership) { return membership->number; }
const uint8_t *process_secret(const struct membership *membership) { return membership->secret; }

/* Begins with the writers' lock for itself alone. */
static void lock_sql(const struct postgres_store *postgres, char *sql, size_t size) {
    snprintf(sql, size, "BEGIN; SET LOCAL lock_timeout = %d; SELECT pg_advisory_xact_lock(%d, %d); ", LOCK_PATIENCE_MS,
             POSTGRES_WRITERS_LOCK, (int)postgres->schema);
}

/* Ends what lock_sql() began, and tells the others. */
static enum alea_err tell_and_commit(struct postgres_store *postgres, struct alea_error *error) {
    char sql[96];
    snprintf(sql, sizeof sql, "NOTIFY alea_%u; COMMIT", postgres->schema);
    PGresult *result = postgres_ask(postgres, sql, BEAT_PATIENCE_MS);
    const bool done = result && strcmp(PQcmdStatus(result), "COMMIT") == 0;
    PQclear(result);
    return done ? ALEA_OK : postgres_fail(&postgres->store, error);
}

/* A change under the lock; rows that it gives back are the caller's to clear. NULL after a failure. */
static PGresult *change(struct postgres_store *postgres, const char *what, struct alea_error *error) {
    char sql[MAX_SQL];
    lock_sql(postgres, sql, sizeof sql);
    const size_t n = strlen(sql);
    snprintf(sql + n, sizeof sql - n, "%s", what);
    PGresult *result = postgres_ask(postgres, sql, BEAT_PATIENCE_MS);
    if (!result) postgres_fail(&postgres->store, error);
    else if (!tell_and_commit(postgres, error)) return result;
    PQclear(result);
    char state[sizeof postgres->state];
    memcpy(state, postgres->state, sizeof state);
    postgres->store.driver->roll_back(&postgres->store);
    memcpy(postgres->state, state, sizeof state);
    return NULL;
}

/* The same where nothing is to be known but whether it went wrong. That others write just now is nothing wrong: there is a next beat. */
static enum alea_err try_change(struct postgres_store *postgres, const char *what, struct alea_error *error) {
    PGresult *result = change(postgres, what, error);
    PQclear(result);
    return result || strcmp(postgres->state, "55P03") == 0 ? ALEA_OK : error->code;
}

/* ---- Joining ------------------------------------------------------------------------------------------------------------------ */

/* Who was at this address is gone, if nobody of that name is connected: we listen there now. Where nobody is left, nobody has sent what stands in
 * the outbox as being sent. */
static void join_sql(const struct postgres_store *postgres, const char *address, char *sql, size_t size) {
    char secret[2 * PROCESS_SECRET_BYTES + 1];
    uint8_t bytes[PROCESS_SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, sizeof secret, bytes, sizeof bytes);
    snprintf(sql, size,
             "INSERT INTO secrets (bytes) SELECT '\\x%s'::bytea WHERE NOT EXISTS (SELECT 1 FROM secrets);"
             "DELETE FROM processes WHERE address = '%s' AND NOT EXISTS (SELECT 1 FROM pg_stat_activity"
             " WHERE application_name = 'alea process %u.' || number);"
             "UPDATE shares SET process = 0, lost = 1 WHERE process <> 0 AND process NOT IN (SELECT number FROM processes)"
             " OR NOT EXISTS (SELECT 1 FROM processes);"
             "INSERT INTO processes (address, beats) VALUES ('%s', 0)"
             " RETURNING number, (SELECT encode(bytes, 'hex') FROM secrets)",
             secret, address, postgres->schema, address);
}

static enum alea_err join(struct membership *membership, const char *address, struct alea_error *error) {
    char sql[MAX_SQL];
    struct postgres_store *postgres = membership->postgres;
    if (strspn(address, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]%") != strlen(address) ||
        strlen(address) >= PROCESS_MAX_ADDRESS)
        return alea_fail(error, ALEA_ERR_IO, address,
                         alea_reason(error, ENGINE_SAY_POSTGRES_BAD_PEER_ADDRESS, PROCESS_MAX_ADDRESS - 1).at);
    join_sql(postgres, address, sql, sizeof sql);
    PGresult *row = change(postgres, sql, error);
    if (!row) return error->code;
    membership->number = strtoll(PQgetvalue(row, 0, 0), NULL, 10);
    size_t n = 0;
    const char *hex = PQgetvalue(row, 0, 1);
    sodium_hex2bin(membership->secret, sizeof membership->secret, hex, strlen(hex), NULL, &n, NULL);
    PQclear(row);
    postgres->process = membership->number;
    return take_name(postgres, error);
}

struct membership *process_join(const char *where, const char *address, struct alea_error *error) {
    if (!store_is_address(where)) {
        alea_fail(error, ALEA_ERR_IO, where, alea_reason(error, ENGINE_SAY_POSTGRES_FILE_ALONE).at);
        return NULL;
    }
    struct membership *membership = calloc(1, sizeof *membership);
    if (!membership) {
        (void)store_no_memory(error);
        return NULL;
    }
    struct store *store = store_open(where, STORE_OPEN_OR_CREATE, error);
    membership->postgres = store ? postgres_of(store) : NULL;
    if (store && !store_serve(store, false, error) && !join(membership, address, error)) return membership;
    store_close(store);
    free(membership);
    return NULL;
}

/* ---- Who lives --------------------------------------------------------------------------------------------------------------- */

/* Counts seen before. A process that one sees for the first time lives from now on; time in which nobody could look counts for nobody. */
static void feel(struct membership *membership, struct pulse now[], int n) {
    const int64_t at = now_ms();
    const bool gap = at - membership->looked > 2 * PROCESS_BEAT_MS + LOCK_PATIENCE_MS;
    for (int i = 0; i < n; i++) {
        now[i].since = at;
        for (int k = 0; k < membership->n && !gap; k++)
            if (membership->pulse[k].process == now[i].process && membership->pulse[k].beats == now[i].beats)
                now[i].since = membership->pulse[k].since;
    }
    memcpy(membership->pulse, now, (size_t)n * sizeof *now);
    membership->n = n;
    membership->looked = at;
}

/* What it holds is cut off first: it may have stopped in the middle of a batch, with the lock. */
static enum alea_err strike_off(struct membership *membership, const struct pulse *pulse, struct alea_error *error) {
    char sql[MAX_SQL], name[MAX_NAME];
    struct postgres_store *postgres = membership->postgres;
    name_of(postgres, pulse->process, name);
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '%s'"
             " AND datname = current_database()",
             name);
    PQclear(postgres_ask(postgres, sql, BEAT_PATIENCE_MS)); /* where that is not allowed, its own time-out does it */
    const long long number = (long long)pulse->process;
    snprintf(sql, sizeof sql,
             "DELETE FROM processes WHERE number = %lld AND beats = %lld; UPDATE shares SET process = 0, lost = 1"
             " WHERE process = %lld AND NOT EXISTS (SELECT 1 FROM processes WHERE number = %lld)",
             number, (long long)pulse->beats, number, number);
    return try_change(postgres, sql, error);
}

static enum alea_err strike_off_the_dead(struct membership *membership, bool *struck, struct alea_error *error) {
    enum alea_err err = ALEA_OK;
    const int64_t at = now_ms();
    *struck = false;
    for (int i = 0; i < membership->n && !err; i++) {
        const struct pulse *pulse = &membership->pulse[i];
        if (pulse->process == membership->number || at - pulse->since < PROCESS_LEASE_MS) continue;
        err = strike_off(membership, pulse, error);
        *struck = !err;
    }
    return err;
}

/* ---- The map ------------------------------------------------------------------------------------------------------------------ */

static void read_process(struct process_map *map, struct pulse pulse[], const PGresult *rows, int row) {
    if (map->n == PROCESSES_MAX) return;
    struct process *process = &map->at[map->n];
    process->number = strtoll(PQgetvalue(rows, row, 1), NULL, 10);
    snprintf(process->address, sizeof process->address, "%s", PQgetvalue(rows, row, 3));
    pulse[map->n++] = (struct pulse){.process = process->number, .beats = strtoll(PQgetvalue(rows, row, 2), NULL, 10)};
}

static void read_share(struct membership *membership, struct process_map *map, const PGresult *rows, int row) {
    const int share = (int)strtol(PQgetvalue(rows, row, 1), NULL, 10);
    if (share < 0 || share >= SHARES) return;
    map->owner[share] = strtoll(PQgetvalue(rows, row, 2), NULL, 10);
    if (map->owner[share] != membership->number) return;
    map->mine |= share_bit(share);
    if (PQgetvalue(rows, row, 3)[0]) map->orphans |= share_bit(share);
}

static enum alea_err look(struct membership *membership, struct process_map *map, bool beat, struct alea_error *error) {
    char sql[MAX_SQL], count[96] = "";
    struct pulse pulse[PROCESSES_MAX] = {{.since = 0}};
    struct postgres_store *postgres = membership->postgres;
    *map = (struct process_map){.n = 0};
    if (beat)
        snprintf(count, sizeof count, "UPDATE processes SET beats = beats + 1 WHERE number = %lld;",
                 (long long)membership->number);
    snprintf(sql, sizeof sql,
             "LISTEN alea_%u; %s SELECT 0, number, beats, address FROM processes UNION ALL"
             " SELECT 1, share, process, CASE WHEN lost <> 0 THEN 'lost' ELSE '' END FROM shares ORDER BY 1, 2",
             postgres->schema, count);
    PGresult *rows = postgres_ask(postgres, sql, BEAT_PATIENCE_MS);
    if (!rows) return postgres_fail(&postgres->store, error);
    for (int row = 0; row < PQntuples(rows); row++)
        if (PQgetvalue(rows, row, 0)[0] == '0') read_process(map, pulse, rows, row);
        else read_share(membership, map, rows, row);
    PQclear(rows);
    feel(membership, pulse, map->n);
    for (int i = 0; i < map->n; i++)
        if (map->at[i].number == membership->number) return ALEA_OK;
    return alea_fail(error, ALEA_ERR_STALE, "-", "-");
}

/* Of so many processes, how many shares the one that stands there has. */
static int fair(const struct process_map *map, int64_t number) {
    int place = 0;
    while (place < map->n && map->at[place].number != number) place++;
    return SHARES / map->n + (place < SHARES % map->n);
}

static int count(shares which) { return __builtin_popcount(which); }

static enum alea_err take_free(struct membership *membership, int most, struct alea_error *error) {
    char sql[MAX_SQL];
    const long long number = (long long)membership->number;
    snprintf(sql, sizeof sql,
             "UPDATE shares SET process = %lld WHERE share IN (SELECT share FROM shares WHERE process = 0 ORDER BY share"
             " LIMIT %d) AND EXISTS (SELECT 1 FROM processes WHERE number = %lld)",
             number, most, number);
    return try_change(membership->postgres, sql, error);
}

static bool any_free(const struct process_map *map) {
    for (int share = 0; share < SHARES; share++)
        if (!map->owner[share]) return true;
    return false;
}

static void settle(struct membership *membership, struct process_map *map) {
    membership->reported &= map->mine;
    map->orphans &= ~membership->reported;
    membership->reported |= map->orphans;
    int over = count(map->mine) - fair(map, membership->number);
    for (int share = SHARES - 1; share >= 0 && over > 0; share--)
        if (map->mine & share_bit(share)) map->surplus |= share_bit(share), over--;
}

enum alea_err process_beat(struct membership *membership, struct process_map *map, struct alea_error *error) {
    struct store *store = &membership->postgres->store;
    bool changed = false;
    enum alea_err err = batch_look_again(store, error);
    if (!err) err = look(membership, map, true, error);
    if (!err) err = strike_off_the_dead(membership, &changed, error);
    if (!err && changed) err = look(membership, map, false, error);
    if (err) return err;
    const int wanting = fair(map, membership->number) - count(map->mine);
    if (wanting > 0 && any_free(map)) {
        err = take_free(membership, wanting, error);
        if (!err) err = look(membership, map, false, error);
    }
    if (!err) settle(membership, map);
    return err;
}

enum alea_err process_give(struct membership *membership, shares which, struct alea_error *error) {
    char sql[MAX_SQL];
    snprintf(sql, sizeof sql,
             "UPDATE shares SET process = 0, lost = 0 WHERE process = %lld AND (1::bigint << share::int) & %lld <> 0",
             (long long)membership->number, (long long)which);
    PGresult *result = change(membership->postgres, sql, error);
    PQclear(result);
    return result ? ALEA_OK : error->code;
}

void process_wait(struct membership *membership, int descriptor, int ms) {
    struct postgres_store *postgres = membership->postgres;
    const bool there = postgres->conn && !postgres->store.reopen;
    struct pollfd ready[2] = {{.fd = descriptor, .events = POLLIN}};
    if (there) ready[1] = (struct pollfd){.fd = PQsocket(postgres->conn), .events = POLLIN};
    PGnotify *said = there ? PQnotifies(postgres->conn) : NULL; /* came with an answer */
    if (!said && poll(ready, there ? 2 : 1, ms) <= 0) return;
    if (there && ready[1].revents && !PQconsumeInput(postgres->conn)) postgres->store.reopen = true;
    for (; there && said; said = PQnotifies(postgres->conn)) PQfreemem(said);
    while (there && (said = PQnotifies(postgres->conn))) PQfreemem(said);
}

void process_leave(struct membership *membership) {
    char sql[MAX_SQL];
    struct alea_error error = {.lang = ALEA_EN};
    if (!membership) return;
    const long long number = (long long)membership->number;
    snprintf(sql, sizeof sql,
             "UPDATE shares SET process = 0, lost = 0 WHERE process = %lld; DELETE FROM processes WHERE number = %lld",
             number, number);
    PQclear(change(membership->postgres, sql, &error));
    store_close(&membership->postgres->store);
    sodium_memzero(membership->secret, sizeof membership->secret);
    free(membership);
}
