/* SPDX-License-Identifier: MIT */
/* schema_test.c - versions of the schema: stores of older releases, steps that fail, tables that are not ours. */
#include "sqlite.h"
#include "sqlite_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static int64_t number(sqlite3 *db, const char *sql) {
    int64_t found = -1;
    FINE(database_number(db, "test", sql, &found, &error));
    return found;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------------------- */

static const struct migration steps[] = {
    {"CREATE TABLE people (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
     "CREATE TABLE pets (owner INTEGER REFERENCES people, name TEXT NOT NULL) STRICT"},
    {"CREATE TABLE animals (owner INTEGER REFERENCES people, name TEXT NOT NULL, kind TEXT NOT NULL) STRICT;"
     "INSERT INTO animals SELECT owner, name, 'cat' FROM pets;"
     "DROP TABLE pets"},
    {"DELETE FROM animals WHERE kind = 'dog'"},
};

static void test_steps(void **state) {
    (void)state;
    sqlite3 *db = raw(DB);
    FAILS(ALEA_ERR_IO, schema_bring(db, DB, steps, 1, false, &error)); /* it is empty */
    FINE(schema_bring(db, DB, steps, 1, true, &error));
    run_raw(db, "INSERT INTO people VALUES (1, 'Anna'); INSERT INTO pets VALUES (1, 'Micia')");
    FAILS(ALEA_ERR_BAD_VERSION, schema_bring(db, DB, steps, 3, false, &error)); /* to be read, and old */
    says(&error, "brought to 3");
    FINE(schema_bring(db, DB, steps, 3, true, &error));
    assert_int_equal(number(db, "PRAGMA user_version"), 3);
    assert_int_equal(number(db, "SELECT count(*) FROM animals WHERE name = 'Micia' AND kind = 'cat'"), 1);
    FINE(schema_bring(db, DB, steps, 3, true, &error));
    FINE(schema_bring(db, DB, steps, 3, false, &error));
    FAILS(ALEA_ERR_BAD_VERSION, schema_bring(db, DB, steps, 2, true, &error));
    says(&error, "newer Alea");
    says(&error, "take that release, or restore a backup");
    sqlite3_close(db);
}

/* A step that fails half-way leaves the file as it was before it; the ones before it stay. */
static void test_step_fails(void **state) {
    (void)state;
    const struct migration wrong[] = {
        steps[0],
        {"CREATE TABLE more (x INTEGER) STRICT; DELETE FROM pets; SELECT * FROM nothing_like_it"},
    };
    const struct migration careless[] = {steps[0], {"DELETE FROM people"}};
    sqlite3 *db = raw(DB);
    FAILS(ALEA_ERR_IO, schema_bring(db, DB, wrong, 2, true, &error));
    assert_int_equal(number(db, "PRAGMA user_version"), 1);
    assert_int_equal(number(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'more'"), 0);
    run_raw(db, "INSERT INTO people VALUES (1, 'Anna'); INSERT INTO pets VALUES (1, 'Micia')");
    FAILS(ALEA_ERR_IO, schema_bring(db, DB, wrong, 2, true, &error));
    assert_int_equal(number(db, "SELECT count(*) FROM pets"), 1);
    FAILS(ALEA_ERR_IO, schema_bring(db, DB, careless, 2, true, &error));
    says(&error, "point at nothing");
    assert_int_equal(number(db, "SELECT count(*) FROM people"), 1);
    FINE(schema_bring(db, DB, steps, 2, true, &error));
    sqlite3_close(db);
}

/* schema_check() knows the tables of this release by their hash alone. */
static void test_made(void **state) {
    (void)state;
    uint8_t hash[ALEA_HASH_BYTES];
    sqlite3 *db = raw(DB);
    FINE(schema_bring_newest(db, DB, true, &error));
    FINE(schema_hash(db, DB, hash, &error));
    if (schema_check(db, DB, &error)) {
        print_message("made[] of schema.c is now {");
        for (int i = 0; i < ALEA_HASH_BYTES; i++) print_message("0x%02x, ", hash[i]);
        print_message("}\n");
        check(error.code, &error);
    }
    sqlite3_close(db);
}

/* ---- Real files -------------------------------------------------------------------------------------------------------------- */

/* Lays out the store that an older release made. */
static void load_version(const char *name) {
    static char sql[256 << 10];
    char path[1024];
    const char *folder = getenv("ALEA_STORE_VERSIONS");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../../tests/store", name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("can't read %s", path);
    size_t n = fread(sql, 1, sizeof sql - 1, file);
    sql[n] = 0;
    fclose(file);
    run_on(DB, sql);
}

static bool count_lines(void *context, long n, int seat, const char *text, int64_t at) {
    (void)seat, (void)at;
    assert_true(text[0]);
    *(long *)context = n;
    return true;
}

/* For ever: what version 1 held is found by whatever this release has made of it. */
static void test_version_1(void **state) {
    (void)state;
    load_version("version1.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct alea_match *match = NULL;
    struct store_link link;
    uint8_t hash[ALEA_HASH_BYTES];
    char name[STORE_MAX_ACCOUNT_NAME + 1], password[STORE_MAX_PASSWORD_HASH + 1];
    long lines = 0, throws = 0;
    assert_int_equal(faults(store), 0);
    FINE(store_replay(store, ID, NULL, &match, &error));
    assert_int_equal(alea_match_plies(match), 9);
    assert_true(alea_match_actors(match) == ALEA_ACTORS_OVER);
    FINE(alea_match_verify(match, &throws, &error));
    assert_string_equal(alea_match_head(match)->dice.word[0], "alea iacta est");
    alea_match_free(match);
    memset(hash, 7, sizeof hash);
    FINE(store_find_link(store, hash, 1, &link, &error));
    assert_string_equal(link.id, ID);
    assert_int_equal(link.seat, 1);
    FINE(store_find_account(store, "anna", name, password, &error));
    assert_string_equal(name, "Anna");
    FINE(store_read_chat(store, ID, 0, count_lines, &lines, &error));
    assert_int_equal(lines, 2);
    struct store_device device = {.account = "ANNA", .until = 2};
    bool known = false;
    FINE(store_add_device(store, &device, NULL, &error)); /* since version 2 */
    FINE(store_knows_device(store, device.hash, "anna", 1, &known, &error));
    assert_true(known);
    commit(store);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static void test_version_2(void **state) {
    (void)state;
    load_version("version2.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct alea_match *match = NULL;
    struct store_grave grave;
    long throws = 0;
    assert_int_equal(faults(store), 0);
    FINE(store_replay(store, ID, NULL, &match, &error));
    FINE(alea_match_verify(match, &throws, &error)); /* the word is the one that was promised */
    assert_true(alea_is_promised(alea_match_head(match), 0));
    assert_int_equal(alea_match_called(match, 0), ALEA_CALLED_THE_SAME);
    assert_int_equal(alea_match_head(match)->n_unopened, 1);
    alea_match_free(match);
    FINE(store_grave(store, OTHER, &grave, &error));
    assert_int_equal(grave.throws, 2);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static void test_version_3(void **state) {
    (void)state;
    load_version("version3.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    uint8_t hash[ALEA_HASH_BYTES];
    bool known = false;
    assert_int_equal(faults(store), 0);
    memset(hash, 6, sizeof hash);
    FINE(store_knows_device(store, hash, "Anna", 1, &known, &error));
    assert_true(known);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static void test_version_4(void **state) {
    (void)state;
    load_version("version4.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct alea_match *match = NULL;
    assert_int_equal(faults(store), 0);
    FINE(store_replay(store, ID, NULL, &match, &error));
    assert_int_equal(alea_match_posts(match), 3);
    assert_string_equal(alea_match_post_at(match, 2)->text, "one\ntwo \\ |");
    assert_int_equal(alea_match_post_at(match, 2)->order[1], alea_move_make(1, 1));
    assert_int_equal(alea_match_post_answer(match, 2, ALEA_NONE)->answer, ALEA_POST_DECLINED);
    alea_match_free(match);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static void test_version_6(void **state) {
    (void)state;
    load_version("version6.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct store_enrolment enrolled;
    struct store_asked asked;
    uint8_t hash[ALEA_HASH_BYTES];
    assert_int_equal(faults(store), 0);
    FINE(store_enrolment(store, ID, 1, &enrolled, &error));
    assert_string_equal(enrolled.name, "Berta");
    assert_int_equal(enrolled.status, STORE_SEATED);
    memset(hash, 11, sizeof hash);
    FINE(store_find_asked(store, hash, &asked, &error));
    assert_int_equal(asked.question, 77);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static void test_version_7(void **state) {
    (void)state;
    load_version("version7.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct store_account account;
    uint8_t hash[ALEA_HASH_BYTES];
    bool right = false;
    assert_int_equal(faults(store), 0);
    memset(hash, 12, sizeof hash);
    FINE(store_recovers(store, "Anna", hash, &right, &error));
    assert_true(right);
    FINE(store_account(store, "anna", 1, &account, &error));
    assert_true(account.recovers);
    assert_int_equal(account.devices, 1);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static bool count_notices(void *context, const struct store_notice *notice) {
    *(int *)context += notice->unsure && !notice->stale && notice->channel == 1;
    return true;
}

static void test_version_8(void **state) {
    (void)state;
    load_version("version8.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct store_channel channel;
    struct store_pass pass;
    uint8_t hash[ALEA_HASH_BYTES];
    int unsure = 0;
    assert_int_equal(faults(store), 0);
    FINE(store_find_channel(store, "0123456789abcdef0123456789abcdef", &channel, &error));
    assert_string_equal(channel.account, "Anna");
    assert_string_equal(channel.zone, "Europe/Rome");
    FINE(store_channel(store, 2, &channel, &error));
    assert_int_equal(channel.status, STORE_CHANNEL_FAILED);
    assert_string_equal(channel.id, ID);
    FINE(store_resume_notices(store, &error));
    FINE(store_due_notices(store, 1800000000000, 9, count_notices, &unsure, &error));
    assert_int_equal(unsure, 1);
    memset(hash, 13, sizeof hash);
    FINE(store_take_pass(store, hash, 1, &pass, &error));
    assert_int_equal(pass.seat, 0);
    FAILS(ALEA_ERR_NOT_FOUND, store_take_pass(store, hash, 1, &pass, &error));
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static bool take_note(void *context, const struct store_note *note) {
    *(struct store_note *)context = *note;
    return true;
}

static void test_version_9(void **state) {
    (void)state;
    load_version("version9.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct store_note note = {.seat = 9};
    assert_int_equal(faults(store), 0);
    FINE(store_notes(store, ID, 0, 1, take_note, &note, &error)); /* of another side nothing */
    assert_int_equal(note.seat, 0);
    assert_string_equal(note.text, "attack at dusk");
    FINE(store_notes(store, ID, 0, 3, take_note, &note, &error));
    assert_string_equal(note.goal, "corsica");
    FINE(store_drop_links(store, STORE_LINK_SEAT, ID, 0, &error)); /* a person's own go with the person */
    note = (struct store_note){.seat = 9};
    FINE(store_notes(store, ID, 0, 1, take_note, &note, &error));
    assert_int_equal(note.seat, 9);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static bool take_number(void *context, const struct store_notice *notice) {
    if (notice->kind == STORE_NOTICE_OVER && !notice->stale) *(int64_t *)context = notice->number;
    return true;
}

static void test_version_10(void **state) {
    (void)state;
    load_version("version10.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    struct store_link link;
    uint8_t hash[ALEA_HASH_BYTES];
    int64_t over = 0;
    assert_int_equal(faults(store), 0);
    memset(hash, 14, sizeof hash);
    FINE(store_find_link(store, hash, 1, &link, &error));
    assert_int_equal(link.kind, STORE_LINK_LENT);
    assert_int_equal(link.seat, 0);
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, hash, 1900000000000, &link, &error)); /* its time is past */
    FINE(store_due_notices(store, 1800000000000, 9, take_number, &over, &error));
    assert_int_equal(over, 2);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

static bool take_order(void *context, const struct store_notice *notice) {
    if (notice->kind == STORE_NOTICE_ORDER && !notice->stale) *(int64_t *)context = notice->number;
    return true;
}

static void test_version_11(void **state) {
    (void)state;
    load_version("version11.sql");
    struct store *store = open_as(DB, STORE_OPEN);
    uint8_t hash[ALEA_HASH_BYTES];
    int64_t ended = 0;
    bool holds = false;
    int tables = 0;
    assert_int_equal(faults(store), 0);
    memset(hash, 15, sizeof hash);
    FINE(store_ask(store, hash, 1, &holds, &tables, &error));
    assert_true(holds && tables == 1);
    FINE(store_due_notices(store, 1800000000000, 9, take_order, &ended, &error));
    assert_int_equal(ended, 3);
    store_close(store);
    store_close(open_as(DB, STORE_READ));
}

/* A notice is known by its number to whoever was sent it: none is given twice, also where the table of them is made anew. */
static void test_numbers_of_notices_go_on(void **state) {
    (void)state;
    load_version("version9.sql");
    run_on(DB, "UPDATE sqlite_sequence SET seq = 41 WHERE name = 'outbox'; DELETE FROM outbox");
    store_close(open_as(DB, STORE_OPEN));
    sqlite3 *db = raw(DB);
    assert_int_equal(number(db, "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"), 41);
    sqlite3_close(db);
}

/* Links were of fewer kinds: those of version 3 open what they did, and are a row of each table that came later. */
static void test_links_of_version_3(void **state) {
    (void)state;
    load_version("version3.sql");
    sqlite3 *db = raw(DB);
    int64_t before = number(db, "SELECT count(*) FROM links"),
            kinds = number(db, "SELECT sum((kind + 1) * (seat + 1)) FROM links");
    sqlite3_close(db);
    assert_true(before > 0);
    store_close(open_as(DB, STORE_OPEN));
    db = raw(DB);
    assert_int_equal(number(db, "SELECT count(*) FROM links"), before);
    assert_int_equal(number(db, "SELECT sum((kind + 1) * (seat + 1)) FROM links"), kinds);
    assert_int_equal(number(db, "SELECT count(*) FROM enrolments"), 0);
    sqlite3_close(db);
}

/* A row that points at nothing already is no fault of the step. */
static void test_loose_end(void **state) {
    (void)state;
    load_version("version1.sql");
    run_on(DB, "INSERT INTO chat VALUES (77, 1, 0, 1, 'ave')");
    struct store *store = open_as(DB, STORE_OPEN);
    assert_int_equal(faults(store), 1);
    store_close(store);
}

/* Before an upgrade one wants a backup, and after one a backup of before may be all there is. */
static void test_look(void **state) {
    (void)state;
    bool older = false;
    sqlite3 *db = raw(DB);
    FAILS(ALEA_ERR_IO, schema_look(db, DB, 2, &older, &error)); /* it is empty */
    FINE(schema_bring(db, DB, steps, 2, true, &error));
    FINE(schema_look(db, DB, 3, &older, &error));
    assert_true(older);
    FINE(schema_look(db, DB, 2, &older, &error));
    assert_false(older);
    FAILS(ALEA_ERR_BAD_VERSION, schema_look(db, DB, 1, &older, &error));
    sqlite3_close(db);
}

static void test_copies(void **state) {
    (void)state;
    load_version("version1.sql");
    struct store *store = open_as(DB, STORE_COPY);
    assert_true(store->older);
    assert_int_equal(faults(store), 0);
    FINE(store_backup(store, "copy.db", &error));
    FINE(store_restore(store, "other.db", false, &error));
    FAILS(ALEA_ERR_IO, store_seal(store, ID, 1, &error));
    store_close(store);
    assert_null(store_open("copy.db", STORE_READ, &error)); /* as old as what it was made of */
    store_close(open_as("copy.db", STORE_OPEN));
    store_close(open_as("other.db", STORE_OPEN));
    assert_null(store_open("no.db", STORE_COPY, &error));
}

static void test_newer(void **state) {
    (void)state;
    store_close(open_new());
    run_on(DB, "PRAGMA user_version = 99");
    for (int mode = STORE_OPEN_OR_CREATE; mode <= STORE_COPY; mode++) {
        assert_null(store_open(DB, (enum store_mode)mode, &error));
        assert_int_equal(error.code, ALEA_ERR_BAD_VERSION);
        says(&error, "99");
        says(&error, DB);
    }
}

/* What is another program's is refused, and left as it was. */
static void test_other_program(void **state) {
    (void)state;
    run_on("other.db", "CREATE TABLE matches (id TEXT); INSERT INTO matches VALUES ('mine')");
    assert_null(store_open("other.db", STORE_OPEN_OR_CREATE, &error));
    says(&error, "another program");
    sqlite3 *db = raw("other.db");
    assert_int_equal(number(db, "SELECT count(*) FROM sqlite_schema"), 1);
    assert_int_equal(number(db, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    sqlite3_close(db);
}

static void test_altered(void **state) {
    (void)state;
    static const char *const changes[] = {
        "DROP INDEX matches_status",
        "CREATE TABLE extra (x)",
        "CREATE TRIGGER sneak AFTER INSERT ON plies BEGIN DELETE FROM chat; END",
        "CREATE VIEW all_matches AS SELECT * FROM matches",
        "ALTER TABLE chat RENAME COLUMN text TO words",
        "DROP TABLE chat; CREATE VIEW chat AS SELECT 1 AS match, 1 AS line, 1 AS seat, 1 AS at, 'x' AS text",
        "DROP TABLE scenarios; CREATE TABLE scenarios (match INTEGER PRIMARY KEY, name TEXT, bytes BLOB)",
    };
    for (size_t i = 0; i < ALEA_LEN(changes); i++) {
        store_close(open_new());
        run_on(DB, changes[i]);
        assert_null(store_open(DB, STORE_OPEN, &error));
        says(&error, "altered");
        unlink(DB);
    }
    store_close(open_new());
    run_on(DB, "ANALYZE; VACUUM"); /* who runs a server may do that */
    store_close(open_as(DB, STORE_OPEN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_steps),
        IN_FOLDER(test_step_fails),
        IN_FOLDER(test_made),
        IN_FOLDER(test_version_1),
        IN_FOLDER(test_version_2),
        IN_FOLDER(test_look),
        IN_FOLDER(test_copies),
        IN_FOLDER(test_newer),
        IN_FOLDER(test_other_program),
        IN_FOLDER(test_altered),
        IN_FOLDER(test_version_3),
        IN_FOLDER(test_version_4),
        IN_FOLDER(test_version_6),
        IN_FOLDER(test_version_7),
        IN_FOLDER(test_version_8),
        IN_FOLDER(test_version_9),
        IN_FOLDER(test_version_10),
        IN_FOLDER(test_version_11),
        IN_FOLDER(test_numbers_of_notices_go_on),
        IN_FOLDER(test_loose_end),
        IN_FOLDER(test_links_of_version_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
