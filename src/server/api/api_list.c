/* SPDX-License-Identifier: MIT */
/* api_list.c - many matches at once: those that are listed, somebody's own, all of them for the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "text.h"

/* What a list tells of a match, from the store. */
struct row {
    char id[STORE_ID_LENGTH + 1], game[32], name[API_MAX_NAME];
    enum store_status status;
    bool listed;
    long plies;
    int64_t created, changed;
    struct glance_mark mark;
    char unreadable[512]; /* why it can't be read; "" if it can */
};

struct rows {
    struct lobby *lobby;
    enum alea_lang lang;
    int n, max;
    struct row *at;
};

/* A row whose id can't be read has no address: it is on the log alone. */
static bool add_unreadable(struct rows *rows, const struct store_match *match) {
    struct alea_error error = {.lang = rows->lang};
    alea_fail(&error, ALEA_ERR_DAMAGED, "store", match->unreadable);
    lobby_unreadable(rows->lobby, match->id, &error);
    if (!match->id[0]) return true;
    struct row *row = &rows->at[rows->n++];
    *row = (struct row){.status = STORE_OVER, .created = match->created, .changed = match->created};
    memcpy(row->id, match->id, sizeof row->id);
    snprintf(row->unreadable, sizeof row->unreadable, "%s", match->unreadable);
    return rows->n < rows->max;
}

static bool add_row(void *context, const struct store_match *match) {
    struct rows *rows = context;
    if (match->unreadable) return add_unreadable(rows, match);
    if (table_is_deleting(match)) return true;
    struct row *row = &rows->at[rows->n++];
    *row = (struct row){.status = match->status,
                        .listed = match->listed,
                        .plies = match->plies,
                        .created = match->created,
                        .changed = match->changed};
    glance_mark_match(&row->mark, match);
    memcpy(row->id, match->id, sizeof row->id);
    snprintf(row->game, sizeof row->game, "%s", match->game);
    snprintf(row->name, sizeof row->name, "%s", match->name);
    return rows->n < rows->max;
}

/* Reads rows of the list, to be freed with free(rows->at). False after the refusal. */
static bool read_rows(struct api_request *request, struct store_filter *filter, int max, struct rows *rows) {
    *rows = (struct rows){
        .lobby = request->api->lobby, .lang = request->lang, .max = max, .at = calloc((size_t)max, sizeof *rows->at)};
    filter->limit = max;
    if (!rows->at) {
        api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
        return false;
    }
    if (store_list(request->api->store, filter, add_row, rows, &request->error) == ALEA_OK) return true;
    free(rows->at);
    api_refuse_engine(request);
    return false;
}

/* ---- A row as JSON -------------------------------------------------------------------------------------------------------------------- */

/* The table, as long as its match goes on: whose turn it is stands in no row. NULL if it can't be opened, which the row then says, or if too
 * much was opened for this list already. */
static struct table *open_row(struct api_request *request, struct row *row) {
    struct lobby *lobby = request->api->lobby;
    struct alea_error error = {.lang = request->lang};
    struct table *table = NULL;
    if (row->status == STORE_OVER) return NULL;
    if (lobby_must_open(lobby, row->id, &row->mark)) {
        request->replayed += row->plies;
        if (request->replayed > API_MAX_REPLAYED) return NULL;
    }
    if (!lobby_has(lobby, row->id)) return lobby_glance(lobby, row->id, &row->mark);
    if (lobby_find(lobby, row->id, &table, &error) == ALEA_OK) {
        if (!table) (void)api_come_back(request, row->id);
        return table;
    }
    if (error.code == ALEA_ERR_DAMAGED) snprintf(row->unreadable, sizeof row->unreadable, "%s", error.text);
    return NULL;
}

/* Its seats, and the mark with them; none if they can't be read, which the row then says. */
static enum alea_err read_seats(struct api_request *request, struct row *row, struct store_seat seats[ALEA_MAX_SEATS],
                                int *n) {
    *n = 0;
    if (row->unreadable[0]) return ALEA_OK;
    enum alea_err code = store_seats(request->api->store, row->id, seats, n, &request->error);
    if (code == ALEA_OK) glance_mark_seats(&row->mark, seats, *n);
    if (code != ALEA_ERR_DAMAGED) return code;
    lobby_unreadable(request->api->lobby, row->id, &request->error);
    snprintf(row->unreadable, sizeof row->unreadable, "%s", store_reason(request->api->store, &request->error));
    return ALEA_OK;
}

/* Writes the status: null for a row that can't be read, of which only id and time are known. */
static void write_status(const struct row *row, struct alea_text *text) {
    alea_json_string(text, "status", row->game[0] ? store_status_name(row->status) : NULL);
}

static void write_unreadable(const struct row *row, struct alea_text *text) {
    if (row->unreadable[0]) alea_json_string(text, "unreadable", row->unreadable);
}

/* The one whose turn it is, to spectators: of several at once the first, like STATE.actor. */
static void write_actor(const struct table *table, struct alea_text *text) {
    alea_actors actors = table ? alea_match_actors_seen(table_look(table).match, ALEA_NONE) : ALEA_ACTORS_OVER;
    wire_seat(text, "actor", actors == ALEA_ACTORS_OVER ? ALEA_NONE : __builtin_ctzll(actors));
}

/* When the match changed. While it goes on that is not when its last ply was, which may be one that nobody is to know of. */
static int64_t changed_of(const struct row *row, const struct table *table) {
    if (row->status == STORE_OVER) return row->changed;
    return table ? table_look(table).changed : row->created;
}

static void write_seats(const struct store_seat seats[], int n, alea_actors open, struct alea_text *text) {
    alea_json_open_array(text, "seats");
    for (int seat = 0; seat < n; seat++) {
        alea_json_open_object(text, NULL);
        wire_seat(text, "seat", seat);
        alea_json_string(text, "who", seats[seat].who);
        alea_json_string(text, "name", seats[seat].name);
        if (open & alea_actor(seat)) alea_json_bool(text, "open", true);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static enum alea_err write_row(struct api_request *request, struct row *row, struct alea_text *text) {
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0;
    enum alea_err code = read_seats(request, row, seats, &n);
    if (code != ALEA_OK) return code;
    struct table *table = open_row(request, row);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "match", row->id);
    alea_json_string(text, "game", row->game);
    alea_json_string(text, "name", row->name);
    write_status(row, text);
    if (table) alea_json_integer(text, "ply", table_ply(table, ALEA_NONE));
    else if (row->status == STORE_OVER && !row->unreadable[0]) alea_json_integer(text, "ply", row->plies);
    else alea_json_null(text, "ply");
    write_seats(seats, n, table ? table_look(table).open : 0, text);
    alea_json_integer(text, "created", row->created);
    alea_json_integer(text, "changed", changed_of(row, table));
    write_actor(table, text);
    write_unreadable(row, text);
    alea_json_close_object(text);
    return ALEA_OK;
}

/* "matches":[...] */
static enum alea_err write_rows(struct api_request *request, struct rows *rows, struct alea_text *text) {
    enum alea_err code = ALEA_OK;
    alea_json_open_array(text, "matches");
    for (int i = 0; i < rows->n && code == ALEA_OK; i++) code = write_row(request, &rows->at[i], text);
    alea_json_close_array(text);
    return code;
}

/* ---- Lists ----------------------------------------------------------------------------------------------------------------------------- */

/* `status=` and `before=`; false after the refusal. */
static bool read_filter(struct api_request *request, struct store_filter *filter) {
    const char *status = url_query_get(&request->query, "status");
    long before;
    filter->status = -1;
    for (int i = STORE_WAITING; status && i <= STORE_OVER; i++)
        if (strcmp(status, store_status_name((enum store_status)i)) == 0) filter->status = i;
    if (status && filter->status < 0) {
        api_refuse(request, API_FAULT_NO_WORD, "status", "waiting, playing, paused, over");
        return false;
    }
    if (!api_number(request, "before", 1, API_MAX_NUMBER, 0, &before)) return false;
    filter->before = before;
    return true;
}

enum api_next api_list(struct api_request *request) {
    struct store_filter filter = {.listed_only = true};
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    struct rows rows;
    long mine;
    if (!read_filter(request, &filter) || !api_number(request, "mine", 0, 1, 0, &mine)) return API_ANSWERED;
    if (mine) {
        if (!api_session(request, account)) return api_refuse(request, API_FAULT_NO_SESSION, NULL, NULL);
        filter.account = account;
        filter.listed_only = false;
    }
    if (!read_rows(request, &filter, API_PAGE, &rows)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    enum alea_err code = write_rows(request, &rows, text);
    alea_json_close_object(text);
    free(rows.at);
    return code == ALEA_OK ? API_ANSWERED : api_refuse_engine(request);
}

static void write_counts(const struct lobby_counts *counts, struct alea_text *text) {
    alea_json_integer(text, "tables", counts->tables);
    alea_json_integer(text, "listeners", counts->listeners);
    alea_json_natural(text, "moves", counts->moves);
    alea_json_open_object(text, "store");
    alea_json_bool(text, "ok", !counts->store_fails);
    alea_json_natural(text, "commits", counts->commits);
    alea_json_natural(text, "commit_us", counts->commit_us);
    alea_json_close_object(text);
}

enum api_next api_admin(struct api_request *request) {
    struct store_filter filter = {.listed_only = false};
    struct api_who who;
    struct rows rows;
    if (!read_filter(request, &filter) || !api_who(request, &who)) return API_ANSWERED;
    if (!who.known) return api_refuse(request, API_FAULT_NO_CREDENTIALS, NULL, NULL);
    if (!who.host) return api_refuse(request, API_FAULT_HOST_NEEDED, NULL, NULL);
    if (!read_rows(request, &filter, API_MAX_ROWS, &rows)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    write_counts(lobby_counts(request->api->lobby), text);
    alea_json_id(text, "version", ALEA_VERSION);
    enum alea_err code = write_rows(request, &rows, text);
    alea_json_close_object(text);
    free(rows.at);
    return code == ALEA_OK ? API_ANSWERED : api_refuse_engine(request);
}

/* ---- One's own ---------------------------------------------------------------------------------------------------------------------------- */

/* Whether it is that seat's turn; null where nobody looked. */
static void write_your_turn(const struct row *row, const struct table *table, int seat, struct alea_text *text) {
    const char *key = "your_turn";
    if (row->status != STORE_PLAYING && row->game[0]) alea_json_bool(text, key, false);
    else if (!table || seat == ALEA_NONE) alea_json_null(text, key);
    else alea_json_bool(text, key, (alea_match_actors(table_look(table).match) & alea_actor(seat)) != 0);
}

static void write_my_seat(const struct row *row, const struct table *table, int seat, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "match", row->id);
    wire_seat(text, "seat", seat);
    alea_json_string(text, "name", row->name);
    alea_json_string(text, "game", row->game);
    write_status(row, text);
    write_your_turn(row, table, seat, text);
    write_unreadable(row, text);
    alea_json_close_object(text);
}

/* One entry for each seat of the account at that match; one without a seat where the seats can't be read. */
static enum alea_err write_mine(struct api_request *request, struct row *row, const char *account, struct alea_text *text) {
    struct store_seat seats[ALEA_MAX_SEATS];
    int n = 0;
    enum alea_err code = read_seats(request, row, seats, &n);
    if (code != ALEA_OK) return code;
    struct table *table = open_row(request, row);
    for (int seat = 0; seat < n; seat++)
        if (strcmp(seats[seat].account, account) == 0) write_my_seat(row, table, seat, text);
    if (n == 0) write_my_seat(row, NULL, ALEA_NONE, text);
    return ALEA_OK;
}

enum api_next api_whoami(struct api_request *request) {
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    if (!api_session(request, account)) {
        alea_text_add(api_answer(request, 200), "{\"account\":null,\"matches\":[]}");
        return API_ANSWERED;
    }
    struct store_filter filter = {.account = account, .status = -1};
    struct rows rows;
    if (!read_rows(request, &filter, API_MAX_ROWS, &rows)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    api_write_account(account, text);
    alea_json_open_array(text, "matches");
    enum alea_err code = ALEA_OK;
    for (int i = 0; i < rows.n && code == ALEA_OK; i++) code = write_mine(request, &rows.at[i], account, text);
    alea_json_close_array(text);
    alea_json_close_object(text);
    free(rows.at);
    return code == ALEA_OK ? API_ANSWERED : api_refuse_engine(request);
}
