/* SPDX-License-Identifier: MIT */
/* unreadable.c - matches that can't be opened, and what else is wrong in the file: said once on the log, told to whoever asks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_private.h"

enum { MAX_NOTED = 10000 }; /* matches: more are not told apart from those that are on the log */

static bool is_noted(const struct hall *hall, const char *id) {
    for (int i = 0; i < hall->n_unreadable; i++)
        if (strcmp(hall->unreadable[i].id, id) == 0) return true;
    return false;
}

/* True if it is new. */
static bool note(struct hall *hall, const char *id) {
    if (is_noted(hall, id) || hall->n_unreadable == MAX_NOTED) return false;
    struct unreadable *grown = realloc(hall->unreadable, (size_t)(hall->n_unreadable + 1) * sizeof *grown);
    if (!grown) return false;
    hall->unreadable = grown;
    snprintf(grown[hall->n_unreadable++].id, sizeof grown->id, "%s", id);
    return true;
}

void hall_unreadable(struct hall *hall, const char *id, const struct alea_error *error) {
    if (note(hall, id)) hall_log_match(hall, "not_opened", id, error);
}

void hall_readable(struct hall *hall, const char *id) {
    for (int i = 0; i < hall->n_unreadable; i++)
        if (strcmp(hall->unreadable[i].id, id) == 0) hall->unreadable[i--] = hall->unreadable[--hall->n_unreadable];
}

void hall_damaged(struct hall *hall, const struct alea_error *error) {
    if (!hall->damaged) hall_log(hall, "damaged", NULL, ALEA_NONE, error);
    hall->damaged = true;
}

/* How many plies there are, and which one is wrong, may be secret. */
static enum alea_err why_unreadable(const struct hall *hall, struct alea_error *error) {
    const bool log = error->ply != 0 || error->code == ALEA_ERR_DIVERGED;
    const struct alea_error said = *error;
    alea_fail(error, ALEA_ERR_DAMAGED, "", "");
    struct alea_reason words = log ? alea_reason(error, "il registro delle sue mosse non si legge fino in fondo",
                                                 "the log of its moves can't be read to its end")
                                   : alea_reason(error, "%s", "%s", store_reason(hall->options.store, &said));
    snprintf(error->text, sizeof error->text, "%s", words.at);
    return error->code;
}

enum alea_err hall_not_opened(struct hall *hall, const char *id, enum alea_err err, struct alea_error *error) {
    if (!err || err == ALEA_ERR_NOT_FOUND || err == ALEA_ERR_NO_MEMORY || err == ALEA_ERR_IO) return err;
    hall_unreadable(hall, id, error);
    return why_unreadable(hall, error);
}

bool hall_health(const struct hall *hall, struct alea_text *text) {
    const struct hall_counts *counts = &hall->counts;
    const bool good = !counts->store_fails;
    alea_text_add(text, !good                ? "store fails\n"
                        : counts->store_full ? "ok, but the database is full: no new tables\n"
                        : counts->store_near ? "ok, but the database is nearly full\n"
                                             : "ok\n");
    if (hall->n_unreadable) alea_text_addf(text, "%d matches can't be opened: the log names them\n", hall->n_unreadable);
    if (hall->damaged) alea_text_add(text, "the file of the matches is damaged: look at it with 'alea check'\n");
    return good;
}
