/* SPDX-License-Identifier: MIT */
/* postgres_none.c - where there is no libpq to build with, a PostgreSQL database is refused with what to do. */
#include <string.h>

#include "engine_text.h"
#include "query.h"

/* The address may have a password in it. */
static char *where(const char *given) {
    (void)given;
    return strdup("postgresql://...");
}

static enum alea_err open_database(struct store *store, struct alea_error *error) {
    return store_refuse(store->where, error, ENGINE_SAY_POSTGRES_NOT_BUILT);
}

static void nothing(struct store *store) { (void)store; }

const struct store_driver store_postgres = {
    .size = sizeof(struct store),
    .address = where,
    .where = where,
    .open = open_database,
    .close = nothing,
    .roll_back = nothing,
};
