/* SPDX-License-Identifier: MIT */
/* postgres_test.h - what tests over a PostgreSQL database alone share: a connection of theirs beside the store's. */
#ifndef ALEA_STORE_POSTGRES_TEST_H
#define ALEA_STORE_POSTGRES_TEST_H

#include <libpq-fe.h>

#include "postgres.h"
#include "store_test.h"

static PGconn *beside;

static inline int test_begin_beside(void **state) {
    if (test_begin(state)) return -1;
    beside = PQconnectdb(test_where);
    return PQstatus(beside) == CONNECTION_OK ? 0 : -1;
}

static inline int test_end_beside(void **state) {
    PQfinish(beside);
    return test_end(state);
}

#define BESIDE(test) cmocka_unit_test_setup_teardown(test, test_begin_beside, test_end_beside)

/* The first value of the answer as a number; 0 if it gives none. */
static inline long ask(const char *sql) {
    PGresult *result = PQexec(beside, sql);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s: %s", sql, PQerrorMessage(beside));
    const long number = PQntuples(result) ? strtol(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return number;
}

/* Everybody's connection but ours ends, as by a server that stops. */
static inline void cut_all(void) {
    while (ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
               " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"))
        continue;
}

#endif
