/* SPDX-License-Identifier: MIT */
/* postgres_none.c - where there is no libpq to build with, a PostgreSQL database is refused with what to do. */
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "processes.h"
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

enum alea_err store_serve(struct store *store, bool alone, struct alea_error *error) {
    (void)store, (void)alone, (void)error;
    return ALEA_OK;
}

/* Nobody joins where there is no database. */
struct membership *process_join(const char *at, const char *address, struct alea_error *error) {
    (void)address;
    char *shown = where(at);
    store_refuse(shown ? shown : "", error, ENGINE_SAY_POSTGRES_NOT_BUILT);
    free(shown);
    return NULL;
}

enum alea_err store_fence(struct store *store, int64_t process, struct alea_error *error) {
    (void)process;
    return open_database(store, error);
}

int64_t process_number(const struct membership *membership) {
    (void)membership;
    return 0;
}

const uint8_t *process_secret(const struct membership *membership) {
    (void)membership;
    return NULL;
}

enum alea_err process_beat(struct membership *membership, struct process_map *map, struct alea_error *error) {
    (void)membership, (void)map;
    return store_refuse("", error, ENGINE_SAY_POSTGRES_NOT_BUILT);
}

enum alea_err process_give(struct membership *membership, shares which, struct alea_error *error) {
    (void)membership, (void)which;
    return store_refuse("", error, ENGINE_SAY_POSTGRES_NOT_BUILT);
}

void process_wait(struct membership *membership, int descriptor, int ms) { (void)membership, (void)descriptor, (void)ms; }

void process_leave(struct membership *membership) { (void)membership; }
