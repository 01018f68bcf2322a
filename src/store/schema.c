/* SPDX-License-Identifier: MIT */
/* schema.c - the tables of a store, and how a database made by an older release becomes one of this.
 *
 * The version stands in the file (user_version), beside a mark that it is Alea's (application_id). Migrations that were
 * released never change: version1.sql and its like in tests/store are opened by every later release. A migration that changes
 * a table makes a new one and copies: ALTER would leave SQL that depends on the release of SQLite. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "sqlite.h"

enum { MARK = 0x416c6561 /* "Alea" */ };

/* A ply's seat, move and note are checked where they are read too: a file can be altered by other programs. Rows of plies lie
 * together, match by match, in the order of play. `number` is never used twice (AUTOINCREMENT): see struct known_match. The key of an
 * account is its name without capitals and accents: who looks like Anna can't be another. */
static const struct migration migrations[] = {
    {"CREATE TABLE matches ("
     " number INTEGER PRIMARY KEY AUTOINCREMENT,"
     " id TEXT NOT NULL UNIQUE CHECK (length(id) = 12 AND id NOT GLOB '*[^a-z2-7]*'),"
     " game TEXT NOT NULL,"
     " rules_version INTEGER NOT NULL CHECK (rules_version >= 1),"
     " seats INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 48),"
     " options TEXT NOT NULL,"
     " name TEXT NOT NULL,"
     " listed INTEGER NOT NULL CHECK (listed IN (0, 1)),"
     " by_hand INTEGER NOT NULL CHECK (by_hand IN (0, 1)),"
     " seed BLOB NOT NULL CHECK (length(seed) = 32),"
     " commitment BLOB NOT NULL CHECK (length(commitment) = 32),"
     " status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),"
     " created INTEGER NOT NULL CHECK (created >= 0),"
     " changed INTEGER NOT NULL CHECK (changed >= 0),"
     " settings TEXT NOT NULL,"
     " state TEXT NOT NULL"
     ") STRICT;"
     "CREATE INDEX matches_created ON matches (created, number);"
     "CREATE INDEX matches_listed ON matches (created, number) WHERE listed = 1;"
     "CREATE INDEX matches_status ON matches (status, created, number);"

     "CREATE TABLE scenarios ("
     " match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,"
     " name TEXT NOT NULL,"
     " bytes BLOB NOT NULL"
     ") STRICT;"

     "CREATE TABLE accounts ("
     " key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),"
     " name TEXT NOT NULL,"
     " password_hash TEXT NOT NULL,"
     " created INTEGER NOT NULL CHECK (created >= 0)"
     ") STRICT, WITHOUT ROWID;"

     "CREATE TABLE seats ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " who TEXT NOT NULL,"
     " name TEXT NOT NULL,"
     " word TEXT NOT NULL,"
     " joined INTEGER NOT NULL CHECK (joined IN (0, 1)),"
     " muted INTEGER NOT NULL CHECK (muted IN (0, 1)),"
     " account TEXT REFERENCES accounts,"
     " PRIMARY KEY (match, seat)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX seats_account ON seats (account, match) WHERE account IS NOT NULL;"

     "CREATE TABLE plies ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " ply INTEGER NOT NULL CHECK (ply >= 1),"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 63),"
     " move INTEGER NOT NULL CHECK (move BETWEEN 0 AND 4294967295),"
     " at INTEGER NOT NULL CHECK (at >= 0),"
     " note TEXT,"
     " PRIMARY KEY (match, ply)"
     ") STRICT, WITHOUT ROWID;"

     "CREATE TABLE links ("
     " hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL,"
     " account TEXT REFERENCES accounts,"
     " until INTEGER NOT NULL CHECK (until >= 0)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX links_match ON links (match, kind, seat);"
     "CREATE INDEX links_until ON links (until) WHERE until <> 0;"

     "CREATE TABLE chat ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " line INTEGER NOT NULL CHECK (line >= 1),"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 63),"
     " at INTEGER NOT NULL CHECK (at >= 0),"
     " text TEXT NOT NULL,"
     " PRIMARY KEY (match, line)"
     ") STRICT, WITHOUT ROWID;"},

    /* What a match's head says of its dice beside seed and words (draws.c has the kinds), and what is left of a match that was
     * deleted. */
    {"CREATE TABLE draws ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),"
     " number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 47),"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 32 AND 168),"
     " PRIMARY KEY (match, kind, number)"
     ") STRICT, WITHOUT ROWID;"

     "CREATE TABLE graves ("
     " id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12 AND id NOT GLOB '*[^a-z2-7]*'),"
     " by_hand INTEGER NOT NULL CHECK (by_hand IN (0, 1)),"
     " seed BLOB NOT NULL CHECK (length(seed) = 32),"
     " commitment BLOB NOT NULL CHECK (length(commitment) = 32),"
     " plies INTEGER NOT NULL CHECK (plies >= 0),"
     " throws INTEGER NOT NULL CHECK (throws BETWEEN 0 AND plies),"
     " deleted INTEGER NOT NULL CHECK (deleted >= 0)"
     ") STRICT, WITHOUT ROWID;"},

    {"CREATE TABLE devices ("
     " hash BLOB NOT NULL CHECK (length(hash) = 32),"
     " account TEXT NOT NULL REFERENCES accounts,"
     " until INTEGER NOT NULL CHECK (until >= 0),"
     " PRIMARY KEY (hash, account)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX devices_account ON devices (account, until);"
     "CREATE INDEX devices_until ON devices (until);"},

    /* What people say beside the moves (struct alea_post): after how many plies it stands; a set of seats as 64 bits; moves of an order,
     * four bytes each, the lowest first. */
    {"CREATE TABLE posts ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " post INTEGER NOT NULL CHECK (post >= 1),"
     " ply INTEGER NOT NULL CHECK (ply >= 0),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),"
     " answer INTEGER NOT NULL CHECK (answer BETWEEN 0 AND 4),"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 63),"
     " readers INTEGER NOT NULL,"
     " re INTEGER NOT NULL CHECK (re >= 0 AND re < post),"
     " at INTEGER NOT NULL CHECK (at >= 0),"
     " text TEXT NOT NULL,"
     " moves BLOB NOT NULL CHECK (length(moves) <= 256 AND length(moves) % 4 = 0),"
     " PRIMARY KEY (match, post)"
     ") STRICT, WITHOUT ROWID;"},

    /* Links of more kinds: a Master's, the one by which people enrol, and each of theirs; and who enrolled. */
    {"CREATE TEMP TABLE older_links AS SELECT hash, kind, match, seat, account, until FROM main.links;"
     "DROP TABLE links;"
     "CREATE TABLE links ("
     " hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL,"
     " account TEXT REFERENCES accounts,"
     " until INTEGER NOT NULL CHECK (until >= 0)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX links_match ON links (match, kind, seat);"
     "CREATE INDEX links_until ON links (until) WHERE until <> 0;"
     "INSERT INTO links SELECT hash, kind, match, seat, account, until FROM temp.older_links;"
     "DROP TABLE temp.older_links;"

     "CREATE TABLE enrolments ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 2147483647),"
     " status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 4),"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47 OR seat = 255),"
     " at INTEGER NOT NULL CHECK (at >= 0),"
     " name TEXT NOT NULL,"
     " wishes TEXT NOT NULL,"
     " PRIMARY KEY (match, number)"
     ") STRICT, WITHOUT ROWID;"},

    /* Links that open one question to one person, and nothing else. */
    {"CREATE TABLE asked ("
     " hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),"
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " question INTEGER NOT NULL CHECK (question BETWEEN 0 AND 4294967295),"
     " ply INTEGER NOT NULL CHECK (ply >= 0)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX asked_match ON asked (match, seat, question);"},

    /* By what somebody comes back who has lost the password: of an account's code the hash, one at a time. */
    {"CREATE TABLE recoveries ("
     " account TEXT NOT NULL PRIMARY KEY REFERENCES accounts,"
     " hash BLOB NOT NULL CHECK (length(hash) = 32)"
     ") STRICT, WITHOUT ROWID;"},

    /* Notices: whose turn it is since when and until when; where a person wants to be told; what is to be sent there; and the links of
     * mails, each of which opens a seat once. */
    {"CREATE TABLE turns ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " since INTEGER NOT NULL CHECK (since >= 0),"
     " deadline INTEGER NOT NULL CHECK (deadline >= 0),"
     " looked INTEGER NOT NULL CHECK (looked IN (0, 1)),"
     " step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 3),"
     " due INTEGER NOT NULL CHECK (due >= 0),"
     " PRIMARY KEY (match, seat)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX turns_due ON turns (due) WHERE due > 0;"

     "CREATE TABLE channels ("
     " number INTEGER PRIMARY KEY AUTOINCREMENT,"
     " account TEXT REFERENCES accounts ON DELETE CASCADE,"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47 OR seat = 255),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),"
     " address TEXT NOT NULL CHECK (address <> ''),"
     " secret TEXT NOT NULL,"
     " lang INTEGER NOT NULL CHECK (lang BETWEEN 0 AND 1),"
     " status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),"
     " reminders INTEGER NOT NULL CHECK (reminders BETWEEN 0 AND 7),"
     " quiet_from INTEGER NOT NULL CHECK (quiet_from BETWEEN 0 AND 1439),"
     " quiet_to INTEGER NOT NULL CHECK (quiet_to BETWEEN 0 AND 1439),"
     " zone TEXT NOT NULL,"
     " digest INTEGER NOT NULL CHECK (digest BETWEEN 0 AND 1440),"
     " failures INTEGER NOT NULL CHECK (failures >= 0),"
     " tried INTEGER NOT NULL CHECK (tried >= 0),"
     " trouble TEXT NOT NULL,"
     " CHECK ((account IS NULL) <> (match IS NULL) AND (match IS NULL) = (seat = 255))"
     ") STRICT;"
     "CREATE INDEX channels_account ON channels (account) WHERE account IS NOT NULL;"
     "CREATE INDEX channels_match ON channels (match, seat) WHERE match IS NOT NULL;"
     "CREATE INDEX channels_address ON channels (address);"
     "CREATE UNIQUE INDEX channels_secret ON channels (secret);"

     "CREATE TABLE outbox ("
     " number INTEGER PRIMARY KEY AUTOINCREMENT,"
     " channel INTEGER NOT NULL REFERENCES channels ON DELETE CASCADE,"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47 OR seat = 255),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 5),"
     " since INTEGER NOT NULL CHECK (since >= 0),"
     " deadline INTEGER NOT NULL CHECK (deadline >= 0),"
     " due INTEGER NOT NULL CHECK (due >= 0),"
     " state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),"
     " attempts INTEGER NOT NULL CHECK (attempts >= 0)"
     ") STRICT;"
     "CREATE INDEX outbox_due ON outbox (due, number);"
     "CREATE INDEX outbox_channel ON outbox (channel);"
     "CREATE INDEX outbox_match ON outbox (match);"

     "CREATE TABLE passes ("
     " hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),"
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " until INTEGER NOT NULL CHECK (until >= 0)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX passes_match ON passes (match, seat);"
     "CREATE INDEX passes_until ON passes (until);"},

    /* What people note for themselves, or for their side: of the table, of a place, of the way from there to another. */
    {"CREATE TABLE notes ("
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " side INTEGER NOT NULL CHECK (side IN (0, 1)),"
     " place TEXT NOT NULL,"
     " goal TEXT NOT NULL,"
     " at INTEGER NOT NULL CHECK (at >= 0),"
     " text TEXT NOT NULL,"
     " PRIMARY KEY (match, seat, side, place, goal)"
     ") STRICT, WITHOUT ROWID;"},

    /* Links to seats that are lent, and notices of a match's end. Numbers of notices go on: those who are sent one know it by that. */
    {"CREATE TEMP TABLE older_links AS SELECT hash, kind, match, seat, account, until FROM main.links;"
     "DROP TABLE links;"
     "CREATE TABLE links ("
     " hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL,"
     " account TEXT REFERENCES accounts,"
     " until INTEGER NOT NULL CHECK (until >= 0)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX links_match ON links (match, kind, seat);"
     "CREATE INDEX links_until ON links (until) WHERE until <> 0;"
     "INSERT INTO links SELECT hash, kind, match, seat, account, until FROM temp.older_links;"
     "DROP TABLE temp.older_links;"

     "CREATE TEMP TABLE older_outbox AS"
     " SELECT number, channel, match, seat, kind, since, deadline, due, state, attempts FROM main.outbox;"
     "CREATE TEMP TABLE older_number AS SELECT seq FROM main.sqlite_sequence WHERE name = 'outbox';"
     "DROP TABLE outbox;"
     "CREATE TABLE outbox ("
     " number INTEGER PRIMARY KEY AUTOINCREMENT,"
     " channel INTEGER NOT NULL REFERENCES channels ON DELETE CASCADE,"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47 OR seat = 255),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 6),"
     " since INTEGER NOT NULL CHECK (since >= 0),"
     " deadline INTEGER NOT NULL CHECK (deadline >= 0),"
     " due INTEGER NOT NULL CHECK (due >= 0),"
     " state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),"
     " attempts INTEGER NOT NULL CHECK (attempts >= 0)"
     ") STRICT;"
     "CREATE INDEX outbox_due ON outbox (due, number);"
     "CREATE INDEX outbox_channel ON outbox (channel);"
     "CREATE INDEX outbox_match ON outbox (match);"
     "INSERT INTO outbox SELECT number, channel, match, seat, kind, since, deadline, due, state, attempts FROM temp.older_outbox;"
     "DELETE FROM main.sqlite_sequence WHERE name = 'outbox';"
     "INSERT INTO main.sqlite_sequence (name, seq) SELECT 'outbox', seq FROM temp.older_number;"
     "DROP TABLE temp.older_outbox;"
     "DROP TABLE temp.older_number;"},

    /* By which a device that was pushed a notice asks whether it still holds, and notices of a standing order's end. */
    {"CREATE TABLE asks ("
     " hash BLOB NOT NULL CHECK (length(hash) = 32),"
     " channel INTEGER NOT NULL REFERENCES channels ON DELETE CASCADE,"
     " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),"
     " since INTEGER NOT NULL CHECK (since >= 0),"
     " until INTEGER NOT NULL CHECK (until >= 0),"
     " PRIMARY KEY (hash, match, seat, kind)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX asks_channel ON asks (channel);"
     "CREATE INDEX asks_match ON asks (match, seat);"
     "CREATE INDEX asks_until ON asks (until);"

     "CREATE TEMP TABLE older_outbox AS"
     " SELECT number, channel, match, seat, kind, since, deadline, due, state, attempts FROM main.outbox;"
     "CREATE TEMP TABLE older_number AS SELECT seq FROM main.sqlite_sequence WHERE name = 'outbox';"
     "DROP TABLE outbox;"
     "CREATE TABLE outbox ("
     " number INTEGER PRIMARY KEY AUTOINCREMENT,"
     " channel INTEGER NOT NULL REFERENCES channels ON DELETE CASCADE,"
     " match INTEGER REFERENCES matches ON DELETE CASCADE,"
     " seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 47 OR seat = 255),"
     " kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 7),"
     " since INTEGER NOT NULL CHECK (since >= 0),"
     " deadline INTEGER NOT NULL CHECK (deadline >= 0),"
     " due INTEGER NOT NULL CHECK (due >= 0),"
     " state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),"
     " attempts INTEGER NOT NULL CHECK (attempts >= 0)"
     ") STRICT;"
     "CREATE INDEX outbox_due ON outbox (due, number);"
     "CREATE INDEX outbox_channel ON outbox (channel);"
     "CREATE INDEX outbox_match ON outbox (match);"
     "INSERT INTO outbox SELECT number, channel, match, seat, kind, since, deadline, due, state, attempts FROM temp.older_outbox;"
     "DELETE FROM main.sqlite_sequence WHERE name = 'outbox';"
     "INSERT INTO main.sqlite_sequence (name, seq) SELECT 'outbox', seq FROM temp.older_number;"
     "DROP TABLE temp.older_outbox;"
     "DROP TABLE temp.older_number;"},

    /* Several servers over one database: a file has nothing of it (postgres_schema.c). */
    {""},
};

/* Of everything that the migrations make, by schema_hash(). A new one changes it: schema_test.c tells to what. */
static const uint8_t made[ALEA_HASH_BYTES] = {0xf0, 0x15, 0xd2, 0x89, 0x52, 0xbc, 0xdd, 0xd1, 0xf8, 0xc0, 0x14,
                                              0x69, 0xab, 0x4d, 0xf3, 0x41, 0x95, 0x32, 0x16, 0xd0, 0xe3, 0xd6,
                                              0x4a, 0x2c, 0x76, 0x1c, 0x2e, 0x0a, 0x6d, 0x49, 0x40, 0x87};

/* ---- Versions ------------------------------------------------------------------------------------------------------------ */

/* Reads the version in one statement, so that a database that another process is making is seen whole or not at all. */
static enum alea_err read_version(sqlite3 *db, const char *where, int64_t *version, struct alea_error *error) {
    static const char sql[] = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
                              " FROM pragma_application_id, pragma_user_version";
    sqlite3_stmt *statement = NULL;
    int64_t mark = 0, tables = 0;
    int code = sqlite3_prepare_v2(db, sql, sizeof sql, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        mark = sqlite3_column_int64(statement, 0);
        *version = sqlite3_column_int64(statement, 1);
        tables = sqlite3_column_int64(statement, 2);
    }
    enum alea_err err = code == SQLITE_ROW ? ALEA_OK : database_fail(db, where, error);
    sqlite3_finalize(statement);
    bool empty = mark == 0 && *version == 0 && tables == 0;
    if (!err && !empty && (mark != MARK || *version < 1)) err = store_refuse(where, error, ENGINE_SAY_DISK_OTHER_PROGRAM);
    return err;
}

static enum alea_err too_new(const char *where, int64_t version, int newest, struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_BAD_VERSION, alea_digits(version).at,
                     alea_reason(error, ENGINE_SAY_DISK_NEWER, where, newest).at);
}

static enum alea_err too_old(const char *where, int64_t version, int newest, struct alea_error *error) {
    return alea_fail(error, ALEA_ERR_BAD_VERSION, alea_digits(version).at,
                     alea_reason(error, ENGINE_SAY_DISK_OLDER, where, newest).at);
}

/* One step, inside of a transaction that the caller ends. Rows that the step would leave pointing at nothing stop it; those that did so
 * before are damage, which costs their match. */
static enum alea_err step(sqlite3 *db, const char *where, const struct migration *migration, int to,
                          struct alea_error *error) {
    static const char pointing_at_nothing[] = "SELECT count(*) FROM pragma_foreign_key_check";
    char mark[96];
    int64_t before = 0, lost = 0;
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d; PRAGMA application_id = %d", to, MARK);
    enum alea_err err = database_number(db, where, pointing_at_nothing, &before, error);
    if (!err) err = database_run(db, where, migration->sql, error);
    if (!err) err = database_run(db, where, mark, error);
    if (!err) err = database_number(db, where, pointing_at_nothing, &lost, error);
    if (!err && lost > before) err = store_refuse(where, error, ENGINE_SAY_DISK_UPGRADE_LOSES_KEYS);
    return err;
}

/* Another process may be at it too: the version is read anew under the lock. */
static enum alea_err migrate(sqlite3 *db, const char *where, const struct migration list[], int to,
                             struct alea_error *error) {
    int64_t version = 0;
    enum alea_err err = database_run(db, where, "BEGIN IMMEDIATE", error);
    if (err) return err;
    err = read_version(db, where, &version, error);
    if (!err && version == to - 1) err = step(db, where, &list[to - 1], to, error);
    if (!err) err = database_run(db, where, "COMMIT", error);
    if (err) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return err;
}

enum alea_err schema_bring(sqlite3 *db, const char *where, const struct migration list[], int n, bool write,
                           struct alea_error *error) {
    int64_t version = 0;
    enum alea_err err = read_version(db, where, &version, error);
    if (err) return err;
    if (version > n) return too_new(where, version, n, error);
    if (version == 0 && !write) return store_refuse(where, error, ENGINE_SAY_DISK_EMPTY);
    if (version < n && !write) return too_old(where, version, n, error);
    for (int to = (int)version + 1; to <= n && !err; to++) err = migrate(db, where, list, to, error);
    return err;
}

int schema_newest(void) { return (int)ALEA_LEN(migrations); }

const char *schema_step(int to) { return migrations[to - 1].sql; }

enum alea_err schema_make(sqlite3 *db, const char *where, int version, struct alea_error *error) {
    return schema_bring(db, where, migrations, version, true, error);
}

enum alea_err schema_bring_newest(sqlite3 *db, const char *where, bool write, struct alea_error *error) {
    return schema_bring(db, where, migrations, schema_newest(), write, error);
}

enum alea_err schema_look(sqlite3 *db, const char *where, int newest, bool *older, struct alea_error *error) {
    int64_t version = 0;
    enum alea_err err = read_version(db, where, &version, error);
    *older = version < newest;
    if (!err && version == 0) err = store_refuse(where, error, ENGINE_SAY_DISK_EMPTY);
    return !err && version > newest ? too_new(where, version, newest, error) : err;
}

/* ---- Are these our tables? ----------------------------------------------------------------------------------------------- */

enum alea_err schema_hash(sqlite3 *db, const char *where, uint8_t hash[ALEA_HASH_BYTES], struct alea_error *error) {
    static const char sql[] = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'"
                              " ORDER BY type, name";
    sqlite3_stmt *statement = NULL;
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, ALEA_HASH_BYTES);
    int code = sqlite3_prepare_v2(db, sql, sizeof sql, &statement, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int column = 0; column < 4; column++) {
            const unsigned char *words = sqlite3_column_blob(statement, column);
            const int n = sqlite3_column_bytes(statement, column);
            if (words) crypto_generichash_update(&state, words, (unsigned long long)n);
            crypto_generichash_update(&state, (const unsigned char *)"", 1);
        }
        code = SQLITE_OK;
    }
    crypto_generichash_final(&state, hash, ALEA_HASH_BYTES);
    enum alea_err err = code == SQLITE_DONE ? ALEA_OK : database_fail(db, where, error);
    sqlite3_finalize(statement);
    return err;
}

enum alea_err schema_check(sqlite3 *db, const char *where, struct alea_error *error) {
    uint8_t hash[ALEA_HASH_BYTES];
    enum alea_err err = schema_hash(db, where, hash, error);
    if (err || memcmp(hash, made, sizeof made) == 0) return err;
    return store_refuse(where, error, ENGINE_SAY_DISK_ALTERED);
}
