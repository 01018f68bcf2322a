/* SPDX-License-Identifier: MIT */
/* postgres_test.c - what a PostgreSQL database alone can do to a store: refuse, be somebody else's, go away. By tests/database/cluster.py. */
#include <sys/socket.h>
#include <sys/wait.h>

#include "postgres_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static long tables(void) {
    return ask("SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'");
}

/* Opening must be refused with these words, and leave things as they are. */
static void refuses(const char *address, enum store_mode mode, enum alea_err code, const char *words) {
    const long before = tables();
    error.code = ALEA_OK;
    struct store *store = store_open(address, mode, &error);
    assert_null(store);
    assert_int_equal(error.code, code);
    says(&error, words);
    assert_null(strstr(error.text, "secret"));
    assert_int_equal(tables(), before);
}

/* ---- Refused at the start -------------------------------------------------------------------------------------------------- */

static void test_addresses(void **state) {
    (void)state;
    assert_true(store_is_address("postgresql://x") && store_is_address("postgres://"));
    assert_false(store_is_address("alea.db") || store_is_address("./postgresql://x") || store_is_address(""));
    char *shown = store_shown("postgresql://anna:secret@db.example:5433/alea?sslmode=require&password=secret");
    assert_string_equal(shown, "postgresql://anna@db.example:5433/alea");
    free(shown);
    static const char *const unclear[] = {"postgresql://alea:50%secret@db/alea", "postgresql://alea:1/secret@db/alea",
                                          "postgresql://alea:top/secret@db/alea", "postgresql://alea:top@secret@db/alea",
                                          "postgresql://alea:top@x?secret=1@db/alea"};
    for (size_t i = 0; i < ALEA_LEN(unclear); i++) {
        shown = store_shown(unclear[i]);
        assert_null(strstr(shown, "secret"));
        assert_null(strstr(shown, "top"));
        free(shown);
        refuses(unclear[i], STORE_OPEN_OR_CREATE, ALEA_ERR_IO, "the address can't be read");
    }
    shown = store_shown("x/alea.db");
    assert_string_equal(shown, "x/alea.db");
    free(shown);
    refuses("postgresql://anna:secret@%2Fnowhere/alea", STORE_OPEN_OR_CREATE, ALEA_ERR_IO, "there is no connection");
    refuses("postgresql://anna:secret@127.0.0.1:1/alea", STORE_OPEN_OR_CREATE, ALEA_ERR_IO, "anna@127.0.0.1:1/alea");
    refuses("postgresql://?nonsense=1", STORE_OPEN_OR_CREATE, ALEA_ERR_IO, "nonsense");
}

static void test_not_ours(void **state) {
    (void)state;
    refuses(test_where, STORE_OPEN, ALEA_ERR_IO, "is empty");
    refuses(test_where, STORE_READ, ALEA_ERR_IO, "is empty");
    ask("CREATE TABLE wines (name text)");
    refuses(test_where, STORE_OPEN_OR_CREATE, ALEA_ERR_IO, "has 'wines' in it, which is not Alea's");
    ask("DROP TABLE wines");
    store_close(open_new());
    store_close(open_as(test_where, STORE_OPEN));
    store_close(open_as(test_where, STORE_READ));
    ask("CREATE VIEW latest AS SELECT 1");
    refuses(test_where, STORE_OPEN, ALEA_ERR_IO, "they were altered");
    ask("DROP VIEW latest");
    ask("ALTER TABLE plies DROP CONSTRAINT plies_match_fkey");
    refuses(test_where, STORE_OPEN, ALEA_ERR_IO, "they were altered");
    ask("ALTER TABLE plies ADD FOREIGN KEY (match) REFERENCES matches ON DELETE CASCADE");
    store_close(open_as(test_where, STORE_OPEN));
}

static void test_versions(void **state) {
    (void)state;
    store_close(open_new());
    assert_int_equal(ask("SELECT version FROM alea_schema"), schema_newest());
    ask("UPDATE alea_schema SET version = 999");
    refuses(test_where, STORE_OPEN, ALEA_ERR_BAD_VERSION, "newer Alea");
    ask("UPDATE alea_schema SET version = 1");
    refuses(test_where, STORE_READ, ALEA_ERR_BAD_VERSION, "alea serve");
    ask("DELETE FROM alea_schema");
    refuses(test_where, STORE_OPEN, ALEA_ERR_IO, "they were altered");
}

static void test_no_writes(void **state) {
    (void)state;
    char address[sizeof test_where + 60];
    store_close(open_new());
    snprintf(address, sizeof address, "%s%%20-cdefault_transaction_read_only%%3Don", test_where);
    refuses(address, STORE_OPEN, ALEA_ERR_IO, "it takes no writes");
    store_close(open_as(address, STORE_READ));
    ask("CREATE ROLE weak LOGIN");
    ask("DO $$ BEGIN EXECUTE 'GRANT USAGE ON SCHEMA ' || current_schema() || ' TO weak'; END $$");
    snprintf(address, sizeof address, "%s", test_where);
    char *user = strstr(address, "alea@");
    memcpy(user, "weak", 4);
    refuses(address, STORE_OPEN, ALEA_ERR_IO, "rights are missing");
    ask("DO $$ BEGIN EXECUTE 'REVOKE USAGE ON SCHEMA ' || current_schema() || ' FROM weak'; END $$");
    refuses(address, STORE_OPEN, ALEA_ERR_IO, "names no schema");
    ask("DROP ROLE weak");
}

static void test_other_encoding(void **state) {
    (void)state;
    char address[sizeof test_where];
    ask("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    snprintf(address, sizeof address, "postgresql://alea@/latin?host=%s", PQhost(beside));
    refuses(address, STORE_OPEN_OR_CREATE, ALEA_ERR_IO, "LATIN1");
}

/* Whatever the server's default is, a commit is not answered before it is on the disk. */
static void test_durable(void **state) {
    (void)state;
    char address[sizeof test_where + 60];
    snprintf(address, sizeof address, "%s%%20-csynchronous_commit%%3Doff", test_where);
    struct store *store = open_as(address, STORE_OPEN_OR_CREATE);
    PGresult *result = postgres_ask(postgres_of(store), "SHOW synchronous_commit", 1000);
    assert_non_null(result);
    assert_string_equal(PQgetvalue(result, 0, 0), "on");
    PQclear(result);
    store_close(store);
    ask("ALTER SYSTEM SET full_page_writes = off");
    ask("SELECT pg_reload_conf()");
    while (ask("SELECT (current_setting('full_page_writes') = 'on')::int")) continue;
    refuses(test_where, STORE_OPEN, ALEA_ERR_IO, "full_page_writes is off");
    ask("ALTER SYSTEM RESET full_page_writes");
    ask("SELECT pg_reload_conf()");
    while (ask("SELECT (current_setting('full_page_writes') = 'off')::int")) continue;
}

/* ---- Others at the same time ----------------------------------------------------------------------------------------------- */

/* Several processes find it empty at once: it is made once. */
static void test_all_begin_at_once(void **state) {
    (void)state;
    enum { PROCESSES = 4 };
    for (int i = 0; i < PROCESSES; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child) continue;
        struct store *store = store_open(test_where, STORE_OPEN_OR_CREATE, &error);
        if (!store) fprintf(stderr, "%s\n", error.text);
        _exit(store ? 0 : 1); /* the connection goes with the process */
    }
    for (int i = 0, status; i < PROCESSES; i++) {
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

/* One writes at a time; who would write meanwhile waits, and is told in the end. */
static void test_one_writer(void **state) {
    (void)state;
    struct store *one = open_new(), *two = open_new();
    create(one, ID);
    commit(one);
    append(one, ID, 1, 1);
    struct alea_ply done = sample_ply(1);
    FAILS(ALEA_ERR_IO, store_append(two, ID, 1, &done, 1001, &error));
    says(&error, "another program is using it");
    store_abandon(two);
    commit(one);
    FAILS(ALEA_ERR_STALE, store_append(two, ID, 1, &done, 1001, &error));
    store_close(one);
    store_close(two);
}

/* ---- It goes away ---------------------------------------------------------------------------------------------------------- */

/* What was not committed is gone, and that is known; what was is there. */
static void test_lost_in_a_batch(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    struct alea_ply done = sample_ply(6);
    int64_t bytes = 0;
    append(store, ID, 4, 5);
    cut_all();
    FAILS(ALEA_ERR_IO, store_append(store, ID, 6, &done, 1006, &error));
    says(&error, "the connection is lost");
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    assert_false(store_unsure(store));
    assert_int_equal(plies(store, ID), 3);

    append(store, ID, 4, 5);
    cut_all();
    FAILS(ALEA_ERR_IO, store_size(store, &bytes, &error)); /* it is found out by who asks something else */
    FAILS(ALEA_ERR_IO, store_append(store, ID, 6, &done, 1006, &error));
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    assert_int_equal(plies(store, ID), 3);
    append(store, ID, 4, 6);
    commit(store);
    cut_all();
    FAILS(ALEA_ERR_IO, store_read(store, ID, 0, count_ply, &(long){0}, &error));
    assert_int_equal(plies(store, ID), 6);
    assert_int_equal(faults(store), 0);
    store_close(store);
}

/* The commit happened, but its answer is lost: nobody knows, until the database is asked again. */
static void test_lost_answer(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    append(store, ID, 4, 6);
    assert_int_equal(shutdown(PQsocket(postgres_of(store)->conn), SHUT_RD), 0);
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    assert_true(store_unsure(store));
    assert_false(store_dirty(store));
    assert_int_equal(plies(store, ID), 6);
    assert_false(store_unsure(store));

    append(store, ID, 7, 8);
    cut_all(); /* before the commit: it never happens */
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    assert_true(store_unsure(store));
    assert_int_equal(plies(store, ID), 6);
    assert_false(store_unsure(store));
    store_close(store);
}

/* As long as it is away everything fails, soon; then all goes on. */
static void test_away(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    ask("ALTER ROLE alea NOLOGIN");
    ask("CREATE ROLE other SUPERUSER LOGIN");
    cut_all();
    for (int i = 0; i < 3; i++) {
        FAILS(ALEA_ERR_IO, store_read(store, ID, 0, count_ply, &(long){0}, &error));
        FAILS(ALEA_ERR_IO, store_set_state(store, ID, STORE_PAUSED, "{}", 1, &error));
        store_abandon(store);
        FINE(store_tidy(store, &error));
    }
    says(&error, "there is no connection");
    ask("ALTER ROLE alea LOGIN");
    ask("DROP ROLE other");
    postgres_of(store)->retry = 0; /* it waits before it tries again */
    assert_int_equal(plies(store, ID), 3);
    store_close(store);
}

static void test_no_file(void **state) {
    (void)state;
    struct store *store = open_with_plies();
    FAILS(ALEA_ERR_IO, store_backup(store, "copy", &error));
    says(&error, "pg_dump");
    assert_int_equal(test_files(), 0);
    FAILS(ALEA_ERR_IO, store_restore(store, test_where, true, &error));
    says(&error, "pg_dump");
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BESIDE(test_addresses),         BESIDE(test_not_ours),       BESIDE(test_versions),
        BESIDE(test_no_writes),         BESIDE(test_other_encoding), BESIDE(test_durable),
        BESIDE(test_all_begin_at_once), BESIDE(test_one_writer),     BESIDE(test_lost_in_a_batch),
        BESIDE(test_lost_answer),       BESIDE(test_away),           BESIDE(test_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
