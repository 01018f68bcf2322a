/* SPDX-License-Identifier: MIT */
/* hostile_test.c - rows that no Alea wrote: each is refused where it is read, and told by inspection; nothing crashes. */
#include "sqlite_test.h"

static struct alea_error error = {.lang = ALEA_EN};

enum probe { MATCH, LIST, READ, SEATS, LINK, ACCOUNT, CHAT, REPLAY };

static void no_match(void *context, const struct store_match *match) {
    (void)context, (void)match;
    fail_msg("a bad row was shown");
}

/* A list goes on, and says of the row why it can't be read. */
static bool bad_row(void *context, const struct store_match *match) {
    (void)context;
    if (!match->unreadable) fail_msg("a bad row was shown");
    snprintf(error.text, sizeof error.text, "%s", match->unreadable);
    error.code = ALEA_ERR_DAMAGED;
    return true;
}

static bool good_ply(void *context, long ply, const struct alea_ply *done, int64_t at) {
    return count_ply(context, ply, done, at);
}

static bool any_line(void *context, long n, int seat, const char *text, int64_t at) {
    (void)context, (void)n, (void)seat, (void)text, (void)at;
    return true;
}

static enum alea_err ask(struct store *store, enum probe probe) {
    struct store_seat seats[ALEA_MAX_SEATS];
    struct store_filter filter = {.status = -1};
    struct store_link link;
    struct alea_match *match = NULL;
    const uint8_t hash[ALEA_HASH_BYTES] = {0};
    char name[STORE_MAX_ACCOUNT_NAME + 1], password[STORE_MAX_PASSWORD_HASH + 1];
    enum alea_err err = ALEA_OK;
    long n = 0;
    int n_seats = 0;
    switch (probe) {
    case MATCH: return store_match(store, ID, no_match, NULL, &error);
    case LIST: return store_list(store, &filter, bad_row, NULL, &error) ? error.code : ALEA_ERR_DAMAGED;
    case READ: return store_read(store, ID, 0, good_ply, &n, &error);
    case SEATS: return store_seats(store, ID, seats, &n_seats, &error);
    case LINK: return store_find_link(store, hash, 0, &link, &error);
    case ACCOUNT: return store_find_account(store, "Anna", name, password, &error);
    case CHAT: return store_read_chat(store, ID, 0, any_line, &n, &error);
    case REPLAY:
        err = store_replay(store, ID, NULL, &match, &error);
        alea_match_free(match);
        return err;
    }
    return err;
}

static void make_sample(void) {
    struct store *store = open_new();
    struct store_link link = {.kind = STORE_LINK_SEAT, .id = ID, .seat = 1};
    struct store_match match = sample_match(ID);
    long n;
    match.scenario = "{}", match.scenario_bytes = 2, match.scenario_name = "s";
    FINE(store_create(store, &match, sample_seats, &error));
    append(store, ID, 1, 9);
    FINE(store_add_link(store, &link, &error));
    FINE(store_add_account(store, "Anna", "hash", 1, &error));
    FINE(store_add_chat(store, ID, 0, "ciao", 1, &n, &error));
    commit(store);
    store_close(store);
}

struct hostile {
    const char *sql;
    enum probe probe;
    const char *words;
    bool sound; /* SQLite itself has nothing against it: inspection is silent */
};

/* The row is there as the SQL says; the probe must fail with those words. */
static void must_refuse(const struct hostile *row) {
    struct store *store = open_as(DB, STORE_OPEN);
    enum alea_err err = ask(store, row->probe);
    if (!err) fail_msg("not refused: %s", row->sql);
    assert_int_equal(err, error.code);
    if (!strstr(error.text, row->words)) fail_msg("%s\n'%s' does not say '%s'", row->sql, error.text, row->words);
    struct store *reader = open_as(DB, STORE_READ); /* SQLite looks less closely where it may only read */
    if (!row->sound && (faults(store) == 0 || faults(reader) == 0)) fail_msg("inspection is silent: %s", row->sql);
    store_close(reader);
    for (int probe = MATCH; probe <= REPLAY; probe++) {
        if (probe == MATCH || probe == LIST) continue; /* they fail the test if a row is good */
        enum alea_err other = ask(store, (enum probe)probe);
        (void)other;
    }
    store_close(store);
    unlink(DB);
}

/* Values out of their range, in columns of the right type. */
static void test_values(void **state) {
    (void)state;
    static const struct hostile rows[] = {
        {"UPDATE plies SET seat = 64 WHERE ply = 3", READ, "match " ID ", ply 3: column seat holds 64", false},
        {"UPDATE plies SET seat = -1 WHERE ply = 3", READ, "ply 3", false},
        {"UPDATE plies SET seat = 256 WHERE ply = 3", READ, "ply 3: column seat holds 256", false},
        {"UPDATE plies SET move = 4294967296 WHERE ply = 4", READ, "ply 4: column move", false},
        {"UPDATE plies SET move = -1 WHERE ply = 4", READ, "ply 4: column move", false},
        {"UPDATE plies SET at = -5 WHERE ply = 9", READ, "ply 9: column at", false},
        {"UPDATE plies SET ply = 9223372036854775807 WHERE ply = 9", READ, "ply 9: it is missing", false},
        {"UPDATE plies SET ply = -9 WHERE ply = 1", READ, "ply 1: it is missing", false},
        {"DELETE FROM plies WHERE ply = 5", READ, "ply 5: it is missing", false},
        {"UPDATE plies SET note = CAST(x'c328' AS TEXT) WHERE ply = 2", READ, "ply 2: column note is not UTF-8", true},
        {"UPDATE plies SET note = CAST(x'610062' AS TEXT) WHERE ply = 2", READ, "ply 2: column note", true},
        {"UPDATE plies SET note = printf('%.*c', 16001, 'x') WHERE ply = 2", READ, "ply 2: column note is too long", true},
        {"UPDATE matches SET id = 'ABCDEFGH2345'", LIST, "can't be a match's", false},
        {"UPDATE matches SET id = 'abc/../h2345'", LIST, "can't be a match's", false},
        {"UPDATE matches SET id = 'abc'", LIST, "can't be a match's", false},
        {"UPDATE matches SET seed = x'00'", MATCH, "match " ID ": column seed has not the right length", false},
        {"UPDATE matches SET seed = zeroblob(1000000)", MATCH, "column seed", false},
        {"UPDATE matches SET commitment = x''", LIST, "match " ID ": column commitment", false},
        {"UPDATE matches SET seats = 49", MATCH, "column seats holds 49", false},
        {"UPDATE matches SET seats = 0", MATCH, "column seats", false},
        {"UPDATE matches SET seats = 3", SEATS, "there are not as many seats", false},
        {"UPDATE matches SET status = 4", MATCH, "column status", false},
        {"UPDATE matches SET listed = 2", MATCH, "column listed", false},
        {"UPDATE matches SET by_hand = -1", MATCH, "column by_hand", false},
        {"UPDATE matches SET rules_version = 0", MATCH, "column rules_version", false},
        {"UPDATE matches SET rules_version = 4294967297", MATCH, "column rules_version", true},
        {"UPDATE matches SET created = -1", MATCH, "column created", false},
        {"UPDATE matches SET changed = -1", LIST, "column changed", false},
        {"UPDATE matches SET name = CAST(x'ff' AS TEXT)", MATCH, "column name is not UTF-8", true},
        {"UPDATE matches SET options = printf('%.*c', 9999, 'x')", MATCH, "column options", true},
        {"UPDATE matches SET options = 'rounds=1000000'", REPLAY, "rounds", true},
        {"UPDATE matches SET game = 'a' || char(0) || 'b'", MATCH, "column game", true},
        {"UPDATE matches SET game = '../../null'", REPLAY, "unknown game", true},
        {"UPDATE matches SET state = printf('%.*c', 70000, 'x')", MATCH, "column state is too long", true},
        {"UPDATE matches SET settings = printf('%.*c', 3000000, 'x')", MATCH, "column settings is too long", true},
        {"UPDATE scenarios SET bytes = zeroblob(1048577)", MATCH, "column bytes", true},
        {"UPDATE scenarios SET bytes = x'ff00ff'", REPLAY, "", true},
        {"UPDATE scenarios SET name = printf('%.*c', 300, 'x')", MATCH, "column name", true},
        {"UPDATE seats SET seat = 5 WHERE seat = 1", SEATS, "a seat is missing", false},
        {"DELETE FROM seats", SEATS, "there are not as many seats", false},
        {"UPDATE seats SET who = printf('%.*c', 32, 'x')", SEATS, "column who is too long", true},
        {"UPDATE seats SET word = CAST(x'80' AS TEXT)", SEATS, "column word is not UTF-8", true},
        {"UPDATE seats SET joined = 7", SEATS, "column joined", false},
        {"UPDATE links SET kind = 9", LINK, "column kind", false},
        {"UPDATE links SET kind = 2", LINK, "a link opens nothing", true},
        {"UPDATE links SET match = NULL", LINK, "a link opens nothing", true},
        {"UPDATE links SET match = 77", LINK, "a link opens nothing", false},
        {"UPDATE links SET seat = 48", LINK, "a seat that it can't have", true},
        {"UPDATE links SET seat = -1", LINK, "column seat", true},
        {"UPDATE links SET account = 'nobody'", LINK, "a user who is not there", false},
        {"UPDATE seats SET account = 'nobody'", SEATS, "a user who is not there", false},
        {"UPDATE accounts SET name = printf('%.*c', 33, 'x')", ACCOUNT, "column name is too long", true},
        {"UPDATE accounts SET password_hash = printf('%.*c', 129, 'x')", ACCOUNT, "column password_hash", true},
        {"UPDATE chat SET text = CAST(x'e282' AS TEXT)", CHAT, "column text is not UTF-8", true},
        {"UPDATE chat SET seat = 64", CHAT, "column seat", false},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        char sql[512];
        make_sample();
        snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = ON; %s", rows[i].sql);
        run_on(DB, sql);
        must_refuse(&rows[i]);
    }
}

/* Makes tables that take anything, and back. The text of the schema is then again what Alea makes. */
static void loosen(void) {
    run_on(
        DB,
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')')"
        " WHERE type = 'table'");
}

static void tighten(void) {
    run_on(DB,
           "PRAGMA writable_schema = ON;"
           "UPDATE sqlite_schema SET sql = replace(sql, ') WITHOUT ROWID', ') STRICT, WITHOUT ROWID')"
           " WHERE type = 'table';"
           "UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name IN ('matches', 'scenarios', 'channels', 'outbox')");
}

/* Values of the wrong type, which a strict table would not take. */
static void test_types(void **state) {
    (void)state;
    static const struct hostile rows[] = {
        {"UPDATE plies SET move = 'attack' WHERE ply = 2", READ, "ply 2: column move holds no whole number", false},
        {"UPDATE plies SET move = 1.5 WHERE ply = 2", READ, "ply 2: column move holds no whole number", false},
        {"UPDATE plies SET seat = x'01' WHERE ply = 2", READ, "ply 2: column seat holds no whole number", false},
        {"UPDATE plies SET at = 'now' WHERE ply = 2", READ, "ply 2: column at", false},
        {"UPDATE plies SET note = x'6869' WHERE ply = 2", READ, "ply 2: column note holds no text", false},
        {"UPDATE plies SET ply = 'two' WHERE ply = 2", READ, "ply 2", false},
        {"UPDATE matches SET seed = '0123456789abcdef0123456789abcdef'", MATCH, "column seed holds no bytes", false},
        {"UPDATE matches SET game = x'6e756c6c'", MATCH, "column game holds no text", false},
        {"UPDATE matches SET seats = 'two'", MATCH, "column seats holds no whole number", false},
        {"UPDATE matches SET options = x''", LIST, "column options holds no text", false},
        {"UPDATE scenarios SET bytes = '{}'", MATCH, "column bytes holds no bytes", false},
        {"UPDATE seats SET name = x'00'", SEATS, "column name holds no text", false},
        {"UPDATE links SET seat = 'A'", LINK, "column seat holds no whole number", false},
        {"UPDATE accounts SET password_hash = x'00'", ACCOUNT, "column password_hash holds no text", false},
        {"UPDATE chat SET text = x'00'", CHAT, "column text holds no text", false},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        char sql[512];
        make_sample();
        loosen();
        snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = ON; %s", rows[i].sql);
        run_on(DB, sql);
        tighten();
        must_refuse(&rows[i]);
    }
}

/* In the reader's language. */
static void test_language(void **state) {
    (void)state;
    struct alea_error it = {.lang = ALEA_IT};
    long n = 0;
    make_sample();
    run_on(DB, "PRAGMA ignore_check_constraints = ON; UPDATE plies SET seat = 64 WHERE ply = 3");
    struct store *store = open_as(DB, STORE_READ);
    assert_int_equal(store_read(store, ID, 0, good_ply, &n, &it), ALEA_ERR_DAMAGED);
    says(&it, "partita " ID ", mossa 3: la colonna seat contiene 64, che non può essere");
    assert_int_equal(it.ply, 3);
    store_close(store);
}

static bool count_row(void *context, const struct store_match *match) {
    if (!match->unreadable) ++*(int *)context;
    return true;
}

/* Where the first page of each index is, from 1. */
static int root_of(const char *name) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(DB, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT rootpage FROM sqlite_schema WHERE name = ?1", -1, &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int root = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return root;
}

/* An index that can't be read: the list goes through the table. */
static void test_lost_indexes(void **state) {
    (void)state;
    static const struct {
        const char *index;
        struct store_filter filter;
    } lost[] = {
        {"matches_created", {.status = -1}},
        {"matches_listed", {.status = -1, .listed_only = true}},
        {"matches_status", {.status = STORE_PLAYING}},
    };
    for (size_t i = 0; i < ALEA_LEN(lost); i++) {
        int n = 0;
        make_sample();
        long at = (root_of(lost[i].index) - 1) * 4096L;
        FILE *file = fopen(DB, "r+b");
        assert_true(file && fseek(file, at, SEEK_SET) == 0);
        for (int byte = 0; byte < 4096; byte++) assert_int_equal(fputc(0x5a, file), 0x5a);
        fclose(file);
        struct store *store = open_as(DB, STORE_OPEN);
        FINE(store_list(store, &lost[i].filter, count_row, &n, &error));
        assert_int_equal(n, 1);
        assert_true(faults(store) > 0);
        store_close(store);
        unlink(DB);
    }
}

/* ---- What binds the dice --------------------------------------------------------------------------------------------------------- */

static void test_dice_altered(void **state) {
    (void)state;
    static const char *const changes[] = {
        "UPDATE draws SET bytes = CAST(substr(bytes, 1, 31) || x'00' || substr(bytes, 33) AS BLOB) WHERE kind = 3", /* another chain: nobody knows */
        "UPDATE draws SET bytes = CAST(bytes || x'00' AS BLOB) WHERE kind = 3",
        "UPDATE draws SET bytes = substr(bytes, 1, 50) WHERE kind = 3",
        "UPDATE draws SET bytes = CAST(bytes || x'00' AS BLOB) WHERE kind = 1",
        "UPDATE draws SET number = 7 WHERE kind = 0 AND number = 1",
    };
    static struct alea_match_head head;
    for (size_t i = 0; i < ALEA_LEN(changes); i++) {
        struct store *store = open_new();
        sample_head(&head);
        create(store, ID);
        FINE(store_set_dice(store, ID, &head, 2, &error));
        commit(store);
        store_close(store);
        sqlite3 *db = NULL;
        assert_int_equal(sqlite3_open(DB, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, changes[i], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_changes(db), 1);
        sqlite3_close(db);
        store = open_as(DB, STORE_OPEN);
        memset(&head, 0, sizeof head);
        if (i == 0) FINE(store_dice(store, ID, &head, &error));
        else FAILS(ALEA_ERR_DAMAGED, store_dice(store, ID, &head, &error));
        store_close(store);
        unlink(DB);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_FOLDER(test_values), IN_FOLDER(test_types), IN_FOLDER(test_lost_indexes),
                                       IN_FOLDER(test_dice_altered), IN_FOLDER(test_language)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
