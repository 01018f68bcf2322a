/* SPDX-License-Identifier: MIT */
/* unreadable.c - matches that can't be opened, and what else is wrong in the file: said once on the log, told to whoever asks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "table_internal.h"

enum { MAX_NOTED = 10000 }; /* matches: more are not told apart from those that are on the log */

static bool is_noted(const struct lobby *lobby, const char *id) {
    for (int i = 0; i < lobby->n_unreadable; i++)
        if (strcmp(lobby->unreadable[i].id, id) == 0) return true;
    return false;
}

/* True if it is new. */
static bool note(struct lobby *lobby, const char *id) {
    if (is_noted(lobby, id) || lobby->n_unreadable == MAX_NOTED) return false;
    struct unreadable *grown = realloc(lobby->unreadable, (size_t)(lobby->n_unreadable + 1) * sizeof *grown);
    if (!grown) return false;
    lobby->unreadable = grown;
    snprintf(grown[lobby->n_unreadable++].id, sizeof grown->id, "%s", id);
    return true;
}

void lobby_unreadable(struct lobby *lobby, const char *id, const struct alea_error *error) {
    if (note(lobby, id)) lobby_log_match(lobby, "not_opened", id, error);
}

void lobby_readable(struct lobby *lobby, const char *id) {
    for (int i = 0; i < lobby->n_unreadable; i++)
        if (strcmp(lobby->unreadable[i].id, id) == 0) lobby->unreadable[i--] = lobby->unreadable[--lobby->n_unreadable];
}

void lobby_damaged(struct lobby *lobby, const struct alea_error *error) {
    if (!lobby->damaged) lobby_log(lobby, "damaged", NULL, ALEA_NONE, error);
    lobby->damaged = true;
}

/* How many plies there are, and which one is wrong, may be secret. */
static enum alea_err why_unreadable(const struct lobby *lobby, struct alea_error *error) {
    const bool log = error->ply != 0 || error->code == ALEA_ERR_DIVERGED;
    const struct alea_error said = *error;
    alea_fail(error, ALEA_ERR_DAMAGED, "", "");
    snprintf(error->text, sizeof error->text, "%s",
             log ? alea_either(error->lang, ENGINE_SAY_TABLE_BROKEN_LOG) : store_reason(lobby->options.store, &said));
    return error->code;
}

enum alea_err lobby_not_opened(struct lobby *lobby, const char *id, enum alea_err err, struct alea_error *error) {
    if (!err || err == ALEA_ERR_NOT_FOUND || err == ALEA_ERR_NO_MEMORY || err == ALEA_ERR_IO) return err;
    lobby_unreadable(lobby, id, error);
    return why_unreadable(lobby, error);
}

bool lobby_health(const struct lobby *lobby, struct alea_text *text) {
    const struct lobby_counts *counts = &lobby->counts;
    const bool leased = lobby_is_leased(lobby), good = !counts->store_fails && leased;
    alea_text_add(text, counts->store_fails  ? "store fails\n"
                        : !leased            ? "no lease: the database does not answer\n"
                        : counts->store_full ? "ok, but the database is full: no new tables\n"
                        : counts->store_near ? "ok, but the database is nearly full\n"
                                             : "ok\n");
    if (lobby->n_unreadable) alea_text_addf(text, "%d matches can't be opened: the log names them\n", lobby->n_unreadable);
    if (lobby->damaged) alea_text_add(text, "the file of the matches is damaged: look at it with 'alea check'\n");
    return good;
}
