/* SPDX-License-Identifier: MIT */
/* postgres_plies.c - plies go to the server by the hundred: those that are sure to be in order wait until something else is asked, at the
 * latest for the commit, and are one statement then.
 *
 * They are sure where nobody else writes to these matches, so where this process serves them, and has seen their logs end where they begin. The
 * statement looks, too: if it finds one elsewhere, the batch is lost, and its matches are read again. */
#include <stdlib.h>
#include <string.h>

#include "postgres.h"

enum { OID_INT8 = 20, OID_INT8_ARRAY = 1016 };

static const char
    name[] = "plies",
    sql[] = "INSERT INTO plies (match, ply, seat, move, at)"
            " SELECT n.match, n.ply, n.seat, n.move, n.at FROM unnest($1, $2, $3, $4, $5) AS n (match, ply, seat, move, at)"
            " WHERE n.ply = 1 OR (SELECT true FROM plies AS p WHERE p.match = n.match AND p.ply = n.ply - 1)"
            " OR (n.match, n.ply - 1) IN (SELECT * FROM unnest($1, $2))";

static unsigned char *put(unsigned char *at, uint32_t number) {
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(number >> (24 - 8 * i));
    return at + 4;
}

/* Of one dimension, without NULL. */
static void begin_array(unsigned char *at, int n) {
    at = put(at, 1);
    at = put(at, 0);
    at = put(at, OID_INT8);
    at = put(at, (uint32_t)n);
    put(at, 1); /* the first has number 1 */
}

bool postgres_ply_waits(struct postgres_store *postgres, const struct query *query, unsigned char number[][8]) {
    const long *known = match_last_known(&postgres->store, query->match);
    const bool serves = postgres->place != PLACE_NONE || postgres->process;
    struct postgres_plies *plies = &postgres->plies;
    if (!serves || !known || *known < 0 || *known != query->ply - 1) return false;
    if (plies->n == POSTGRES_PLIES && !postgres_send_plies(postgres)) return false;
    for (int i = 0; i < POSTGRES_PLY_COLUMNS; i++) {
        unsigned char *at = plies->column[i] + POSTGRES_ARRAY_HEAD + POSTGRES_ARRAY_ROW * plies->n;
        memcpy(put(at, 8), number[i], 8);
    }
    plies->n++;
    return true;
}

/* The statement's result; NULL after a failure. */
static PGresult *insert(struct postgres_store *postgres, int n) {
    static const Oid types[] = {OID_INT8_ARRAY, OID_INT8_ARRAY, OID_INT8_ARRAY, OID_INT8_ARRAY, OID_INT8_ARRAY};
    static const int binary[] = {1, 1, 1, 1, 1};
    const char *values[POSTGRES_PLY_COLUMNS];
    int lengths[POSTGRES_PLY_COLUMNS];
    for (int i = 0; i < POSTGRES_PLY_COLUMNS; i++) {
        begin_array(postgres->plies.column[i], n);
        values[i] = (const char *)postgres->plies.column[i];
        lengths[i] = POSTGRES_ARRAY_HEAD + POSTGRES_ARRAY_ROW * n;
    }
    if (!postgres->plies.prepared) {
        PGresult *result = postgres_receive(
            postgres, PQsendPrepare(postgres->conn, name, sql, POSTGRES_PLY_COLUMNS, types) == 1, POSTGRES_ANSWER_MS);
        PQclear(result);
        if (!result) return NULL;
        postgres->plies.prepared = true;
    }
    return postgres_receive(postgres,
                            PQsendQueryPrepared(postgres->conn, name, POSTGRES_PLY_COLUMNS, values, lengths, binary, 1) == 1,
                            POSTGRES_ANSWER_MS);
}

/* A log ends elsewhere, or its match is gone: somebody else writes here. */
static void blame_others(struct postgres_store *postgres) {
    static const char serialization[] = "40001";
    memcpy(postgres->state, serialization, sizeof serialization);
}

bool postgres_send_plies(struct postgres_store *postgres) {
    const int n = postgres->plies.n;
    postgres->plies.n = 0;
    if (!n) return true;
    PGresult *result = insert(postgres, n);
    const bool all = result && strtol(PQcmdTuples(result), NULL, 10) == n;
    if (!all && (result || strncmp(postgres->state, "23", 2) == 0)) blame_others(postgres);
    PQclear(result);
    if (!all) batch_spoil(&postgres->store);
    return all;
}
