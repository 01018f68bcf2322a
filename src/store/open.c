/* SPDX-License-Identifier: MIT */
/* open.c - a store is opened and closed, and the batch: one transaction, begun by the first write.
 *
 * It takes the lock of the one writer at once, so that what a write looked at can't have changed before its commit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "query.h"

/* ---- Errors -------------------------------------------------------------------------------------------------------------- */

enum alea_err store_no_memory(struct alea_error *error) { return alea_fail(error, ALEA_ERR_NO_MEMORY); }

enum alea_err store_refuse(const char *where, struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_IO, where, error && error->lang == ALEA_IT ? it : en);
}

const char *store_reason(const struct store *store, const struct alea_error *error) {
    size_t n = strlen(store->where);
    bool named = strncmp(error->text, store->where, n) == 0 && error->text[n] == ':' && error->text[n + 1] == ' ';
    return error->text + (named ? n + 2 : 0);
}

bool store_is_address(const char *where) {
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

static const struct store_driver *driver_of(const char *where) {
    return store_is_address(where) ? &store_postgres : &store_sqlite;
}

char *store_shown(const char *where) { return driver_of(where)->where(where); }

/* ---- Opening ------------------------------------------------------------------------------------------------------------- */

struct store *store_open(const char *where, enum store_mode mode, struct alea_error *error) {
    const struct store_driver *driver = driver_of(where);
    struct store *store = calloc(1, driver->size);
    if (!store) {
        (void)store_no_memory(error);
        return NULL;
    }
    store->driver = driver;
    store->mode = mode;
    store->address = driver->address(where);
    store->where = driver->where(where);
    if (store->address && store->where ? driver->open(store, error) : store_no_memory(error)) {
        store_close(store);
        return NULL;
    }
    if (mode == STORE_OPEN_OR_CREATE) store->mode = STORE_OPEN; /* what is opened anew must be there */
    return store;
}

long store_frames_lost(const struct store *store) { return store->frames_lost; }

void store_close(struct store *store) {
    if (!store) return;
    store_abandon(store);
    store->driver->close(store);
    free(store->address);
    free(store->where);
    free(store);
}

/* ---- The batch ----------------------------------------------------------------------------------------------------------- */

enum alea_err batch_begin(struct store *store, struct alea_error *error) {
    if (store->spoilt) return store_refuse(store->where, error, ENGINE_SAY_DISK_BATCH_FAILED);
    if (store->batch) return ALEA_OK;
    if (store->mode == STORE_READ || store->mode == STORE_COPY)
        return store_refuse(store->where, error, ENGINE_SAY_DISK_OPEN_TO_READ);
    store->relaxed = store->relax;
    enum alea_err err = store->driver->begin(store, error);
    if (err) batch_spoil(store);
    else store->batch = true;
    return err;
}

void store_relax(struct store *store, bool relaxed) { store->relax = relaxed; }

void batch_spoil(struct store *store) { store->spoilt = true; }

enum alea_err batch_look_again(struct store *store, struct alea_error *error) {
    if (!store->reopen) return ALEA_OK;
    if (store
            ->batch) { /* it is lost; until it is abandoned, whoever asks must not take what there is without it for an answer */
        batch_spoil(store);
        return batch_begin(store, error);
    }
    store->driver->close(store);
    match_forget_all(store);
    enum alea_err err = store->driver->open(store, error);
    if (!err) err = store->driver->settle(store, error);
    if (!err) store->unsure = store->reopen = false;
    return err;
}

bool store_unsure(const struct store *store) { return store->unsure; }
bool store_alone(const struct store *store) { return store->alone; }

bool store_dirty(const struct store *store) { return store->batch || store->spoilt; }

enum alea_err store_commit(struct store *store, struct alea_error *error) {
    enum alea_err err = ALEA_OK;
    if (store->spoilt) err = batch_begin(store, error); /* which refuses it */
    else if (store->batch) err = store->driver->commit(store, error);
    if (err) store_abandon(store);
    store->batch = store->relaxed = false;
    if (!err && store->reopen)
        batch_look_again(store, NULL); /* if that fails, the next caller tries again, and gets the reason */
    return err;
}

void store_abandon(struct store *store) {
    store->driver->roll_back(store);
    if (store->batch || store->spoilt) match_forget_all(store);
    store->batch = store->spoilt = store->relaxed = false;
}

enum alea_err store_tidy(struct store *store, struct alea_error *error) {
    return store->batch || store->reopen ? ALEA_OK : store->driver->tidy(store, error);
}

enum alea_err store_size(struct store *store, int64_t *bytes, struct alea_error *error) {
    enum alea_err err = batch_look_again(store, error);
    return err ? err : store->driver->size_of(store, bytes, error);
}
