/* SPDX-License-Identifier: MIT */
/* api_export.c - what is kept of an account, whole, for whoever it is: written by the pool, through a connection of its own. */
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"

struct export {
    struct api_lasting lasting; /* first */
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    int64_t now;
    const char *store_path; /* the server's */
    struct store *store;
    struct alea_text text;
    struct alea_error error;
    enum alea_err err;
};

/* A match in which the account has seats. */
struct match_row {
    char id[STORE_ID_LENGTH + 1];
    int seat;
    struct alea_text *text;
    const atomic_bool *stop;
};

static bool write_line(void *context, long n, int seat, const char *words, int64_t at) {
    const struct match_row *row = context;
    if (seat != row->seat) return !atomic_load(row->stop);
    alea_json_open_object(row->text, NULL);
    alea_json_integer(row->text, "n", n);
    alea_json_integer(row->text, "at", at);
    alea_json_string(row->text, "text", words);
    alea_json_close_object(row->text);
    return !atomic_load(row->stop);
}

static bool each_note(void *context, const struct store_note *note) {
    const struct match_row *row = context;
    wire_noted(note, row->text);
    return !atomic_load(row->stop);
}

static enum alea_err write_seat(struct export *export, struct match_row *row, const struct store_seat *seat) {
    struct alea_text *text = &export->text;
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", row->seat);
    alea_json_string(text, "called", seat->name);
    alea_json_string(text, "word", seat->word[0] ? seat->word : NULL);
    alea_json_bool(text, "joined", seat->joined);
    alea_json_open_array(text, "chat");
    enum alea_err err = store_read_chat(export->store, row->id, 0, write_line, row, &export->error);
    alea_json_close_array(text);
    alea_json_open_array(text, "notes");
    if (!err) err = store_notes(export->store, row->id, row->seat, 0, each_note, row, &export->error);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return err;
}

/* False: stopped, or it failed. A match that can't be read is named with what is known of it. */
static bool write_match(void *context, const struct store_match *match) {
    struct export *export = context;
    struct alea_text *text = &export->text;
    struct store_seat seats[ALEA_MAX_SEATS];
    struct match_row row = {.text = text, .stop = &export->lasting.stop};
    int n = 0;
    memcpy(row.id, match->id, sizeof row.id);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "match", match->id);
    alea_json_string(text, "game", match->unreadable ? NULL : match->game);
    alea_json_string(text, "name", match->unreadable ? NULL : match->name);
    alea_json_string(text, "status", match->unreadable ? NULL : store_status_name(match->status));
    alea_json_integer(text, "created", match->created);
    if (match->unreadable) alea_json_string(text, "unreadable", match->unreadable);
    else export->err = store_seats(export->store, row.id, seats, &n, &export->error);
    alea_json_open_array(text, "seats");
    for (row.seat = 0; row.seat < n && export->err == ALEA_OK; row.seat++)
        if (strcmp(seats[row.seat].account, export->account) == 0) export->err = write_seat(export, &row, &seats[row.seat]);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return export->err == ALEA_OK && !text->truncated && !atomic_load(&export->lasting.stop);
}

static bool write_channel(void *context, const struct store_channel *channel) {
    api_write_channel(channel, context);
    return true;
}

static enum alea_err write_all(struct export *export) {
    struct alea_text *text = &export->text;
    struct store_account account;
    struct store_filter filter = {.account = export->account, .status = -1};
    enum alea_err err = store_account(export->store, export->account, export->now, &account, &export->error);
    if (err) return err;
    alea_json_open_object(text, NULL);
    alea_json_open_object(text, "account");
    alea_json_string(text, "name", account.name);
    alea_json_integer(text, "created", account.created);
    alea_json_integer(text, "sessions", account.sessions);
    alea_json_integer(text, "devices", account.devices);
    alea_json_bool(text, "recovery", account.recovers);
    alea_json_close_object(text);
    alea_json_open_array(text, "channels");
    err = store_channels_of_account(export->store, export->account, write_channel, text, &export->error);
    alea_json_close_array(text);
    if (err) return err;
    alea_json_open_array(text, "matches");
    err = store_list(export->store, &filter, write_match, export, &export->error);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return err ? err : export->err;
}

static void work(struct api_lasting *lasting) {
    struct export *export = (struct export *)lasting;
    export->store = store_open(export->store_path, STORE_READ, &export->error);
    export->err = export->store ? ALEA_OK : export->error.code;
    if (export->store) export->err = write_all(export);
    store_close(export->store);
}

static void end(struct api_lasting *lasting) {
    struct export *export = (struct export *)lasting;
    alea_text_clear(&export->text);
    free(export);
}

static void answer(struct api_lasting *lasting, struct api_request *request) {
    struct export *export = (struct export *)lasting;
    request->error = export->error;
    if (export->err != ALEA_OK) {
        api_refuse_engine(request);
        return;
    }
    *api_answer(request, 200) = export->text;
    export->text = (struct alea_text){.at = NULL};
    snprintf(request->call->file_name, sizeof request->call->file_name, "%s", "alea-account.json");
}

enum api_next api_export(struct api_request *request) {
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    if (!api_session(request, account)) return api_refuse(request, API_FAULT_NO_SESSION, NULL, NULL);
    struct export *export = calloc(1, sizeof *export);
    if (!export) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    export->lasting = (struct api_lasting){.work = work, .answer = answer, .end = end};
    memcpy(export->account, account, sizeof account);
    export->now = request->now;
    export->store_path = lobby_options_of(request->api->lobby)->store_path;
    export->error.lang = request->lang;
    alea_text_init(&export->text, API_MAX_ANSWER, request->lang);
    return api_lasting_start(request, &export->lasting);
}
