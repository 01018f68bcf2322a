/* SPDX-License-Identifier: MIT */
/* api_record.c - transcripts: short ones at once, all others by the pool, from the store, through a connection of its own. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api_own.h"
#include "transcript.h"

enum { SHORT_PLIES = 50 };

/* What a thread of the pool needs of a match and its table, and what it makes of it. */
struct api_record {
    struct pool_job job;   /* first: the pool hands this back */
    struct api_call *call; /* NULL: who asked has gone */
    atomic_bool stop;
    const char *store_path; /* the server's */
    char id[STORE_ID_LENGTH + 1];
    int viewer;
    unsigned flags;
    struct alea_rules *rules;
    struct alea_match_head head;
    struct alea_match *match;
    struct alea_text text;
    enum alea_err err;
    struct alea_error error;
    int64_t work_us;
};

static void record_free(struct api_record *record) {
    alea_text_clear(&record->text);
    alea_match_free(record->match);
    alea_rules_free(record->rules);
    free(record);
}

/* ---- In the pool ---------------------------------------------------------------------------------------------------------------- */

static int64_t work_us(void) {
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

static bool play(void *context, long ply, const struct alea_ply *done, int64_t at) {
    struct api_record *record = context;
    (void)at;
    record->err = alea_match_play(record->match, ply - 1, done->seat, done->move, done->note, NULL, &record->error);
    return record->err == ALEA_OK && !atomic_load_explicit(&record->stop, memory_order_relaxed);
}

static enum alea_err replay(struct api_record *record, struct store *store) {
    record->match = alea_match_new(record->rules, &record->head, &record->error);
    if (!record->match) return record->error.code;
    record->rules = NULL; /* the match's now */
    enum alea_err err = store_read(store, record->id, 0, play, record, &record->error);
    return err ? err : record->err;
}

static void run(struct pool_job *job) {
    struct api_record *record = (struct api_record *)job;
    const int64_t began = work_us();
    struct store *store = store_open(record->store_path, STORE_READ, &record->error);
    record->err = store ? replay(record, store) : record->error.code;
    store_close(store);
    if (!record->err && !atomic_load(&record->stop))
        alea_transcript_write_until(record->match, record->viewer, record->flags, &record->stop, &record->text);
    alea_match_free(record->match);
    record->match = NULL;
    record->work_us = work_us() - began;
}

/* ---- In the loop ------------------------------------------------------------------------------------------------------------------ */

static void name_answer(struct api_call *call, const char *id) {
    call->type = "text/plain; charset=utf-8";
    snprintf(call->file_name, sizeof call->file_name, "%s.alea", id);
}

static void done(struct pool_job *job) {
    struct api_record *record = (struct api_record *)job;
    struct api_call *call = record->call;
    if (call) {
        struct api_request request;
        call->record = NULL;
        call->work_us += record->work_us;
        api_request_init(&request, call->api, call, call->api->now);
        (void)api_read_query(&request); /* was good before: for the language */
        struct alea_text *text = api_answer(&request, 200);
        if (record->err || atomic_load(&record->stop)) {
            request.error = record->error;
            request.error.code = record->err ? record->err : ALEA_ERR_NO_MEMORY;
            api_refuse_engine(&request);
        } else {
            *text = record->text;
            record->text = (struct alea_text){.at = NULL};
            name_answer(call, record->id);
        }
        api_conclude(call, API_SURE);
    }
    record_free(record);
}

void api_record_cancel(struct api_call *call) {
    struct api_record *record = call->record;
    if (!record) return;
    call->record = NULL;
    record->call = NULL;
    atomic_store(&record->stop, true);
    if (pool_drop(hall_pool(call->api->hall), &record->job)) record_free(record);
}

static struct api_record *record_new(struct api_request *request, unsigned flags) {
    struct table_view look = table_look(request->table);
    struct api_record *record = calloc(1, sizeof *record);
    if (!record) return NULL;
    record->job = (struct pool_job){.run = run, .done = done, .lasting = true, .asker = api_asker(request->call)};
    atomic_init(&record->stop, false);
    record->call = request->call;
    record->store_path = hall_options_of(request->api->hall)->store_path;
    memcpy(record->id, look.id, sizeof record->id);
    record->viewer = request->viewer.seat;
    record->flags = flags;
    record->rules = alea_rules_share(alea_match_rules(look.match));
    record->head = *alea_match_head(look.match);
    record->error.lang = request->lang;
    alea_text_init(&record->text, ALEA_MAX_TRANSCRIPT_BYTES, request->lang);
    return record;
}

static enum api_next write_by_pool(struct api_request *request, unsigned flags) {
    struct api_record *record = record_new(request, flags);
    if (!record) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    if (!pool_add(hall_pool(request->api->hall), &record->job)) {
        record_free(record);
        return api_refuse_for(request, API_FAULT_BUSY, 1);
    }
    request->call->record = record;
    return API_LATER;
}

enum api_next api_transcript(struct api_request *request) {
    long explain;
    if (!api_number(request, "explain", 0, 1, 0, &explain) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    if (hall_options_of(request->api->hall)->store_path && alea_match_plies(look.match) > SHORT_PLIES)
        return write_by_pool(request, explain == 1 ? ALEA_TRANSCRIPT_EXPLAIN : 0);
    struct say say = api_say(request);
    struct alea_text *text = api_answer(request, 200);
    text->max = ALEA_MAX_TRANSCRIPT_BYTES;
    say_transcript(&say, explain == 1, text);
    name_answer(request->call, look.id);
    return API_ANSWERED;
}
