/* SPDX-License-Identifier: MIT */
/* api_record.c - transcripts: short ones at once, all others by the pool, from the store, through a connection of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "transcript.h"

enum { SHORT_PLIES = 50 };

/* What a thread of the pool needs of a match and its table, and what it makes of it. */
struct record {
    struct api_lasting lasting; /* first */
    const char *store_path;     /* the server's */
    char id[STORE_ID_LENGTH + 1];
    int viewer;
    unsigned flags;
    struct alea_rules *rules;
    struct alea_match_head head;
    struct alea_match *match;
    struct alea_text text;
    enum alea_err err;
    struct alea_error error;
};

/* ---- In the pool ---------------------------------------------------------------------------------------------------------------- */

static bool stopped(const struct record *record) {
    return atomic_load_explicit(&record->lasting.stop, memory_order_relaxed);
}

static bool play(void *context, long ply, const struct alea_ply *done, int64_t at) {
    struct record *record = context;
    (void)at;
    record->err = alea_match_play(record->match, ply - 1, done->seat, done->move, done->note, NULL, &record->error);
    return record->err == ALEA_OK && !stopped(record);
}

/* The match goes on meanwhile: what was said behind later plies is not in this record. */
static bool say(void *context, const struct alea_post *post, int64_t at) {
    struct record *record = context;
    (void)at;
    if (post->ply > alea_match_plies(record->match)) return false;
    record->err = alea_match_post(record->match, post, &record->error);
    return record->err == ALEA_OK && !stopped(record);
}

static enum alea_err replay(struct record *record, struct store *store) {
    record->match = alea_match_new(record->rules, &record->head, &record->error);
    if (!record->match) return record->error.code;
    record->rules = NULL; /* the match's now */
    enum alea_err err = store_read(store, record->id, 0, play, record, &record->error);
    if (!err) err = record->err;
    if (!err && !stopped(record)) err = store_read_posts(store, record->id, 0, say, record, &record->error);
    return err ? err : record->err;
}

static void work(struct api_lasting *lasting) {
    struct record *record = (struct record *)lasting;
    struct store *store = store_open(record->store_path, STORE_READ, &record->error);
    record->err = store ? replay(record, store) : record->error.code;
    store_close(store);
    if (!record->err && !stopped(record))
        alea_transcript_write_until(record->match, record->viewer, record->flags, &lasting->stop, &record->text);
    alea_match_free(record->match);
    record->match = NULL;
}

/* ---- In the loop ------------------------------------------------------------------------------------------------------------------ */

static void end(struct api_lasting *lasting) {
    struct record *record = (struct record *)lasting;
    alea_text_clear(&record->text);
    alea_rules_free(record->rules);
    free(record);
}

static void name_answer(struct api_call *call, const char *id) {
    call->type = "text/plain; charset=utf-8";
    snprintf(call->file_name, sizeof call->file_name, "%s.alea", id);
}

static void answer(struct api_lasting *lasting, struct api_request *request) {
    struct record *record = (struct record *)lasting;
    if (record->err) {
        request->error = record->error;
        api_refuse_engine(request);
        return;
    }
    *api_answer(request, 200) = record->text;
    record->text = (struct alea_text){.at = NULL};
    name_answer(request->call, record->id);
}

static enum api_next write_by_pool(struct api_request *request, unsigned flags) {
    struct table_view look = table_look(request->table);
    struct record *record = calloc(1, sizeof *record);
    if (!record) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    record->lasting = (struct api_lasting){.work = work, .answer = answer, .end = end};
    record->store_path = lobby_options_of(request->api->lobby)->store_path;
    memcpy(record->id, look.id, sizeof record->id);
    record->viewer = request->viewer.seat;
    record->flags = flags;
    record->rules = alea_rules_share(alea_match_rules(look.match));
    record->head = *alea_match_head(look.match);
    record->error.lang = request->lang;
    alea_text_init(&record->text, ALEA_MAX_TRANSCRIPT_BYTES, request->lang);
    return api_lasting_start(request, &record->lasting);
}

enum api_next api_transcript(struct api_request *request) {
    long explain;
    if (!api_number(request, "explain", 0, 1, 0, &explain) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    if (api_has_pool(request) && alea_match_plies(look.match) > SHORT_PLIES)
        return write_by_pool(request, explain == 1 ? ALEA_TRANSCRIPT_EXPLAIN : 0);
    struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    text->max = ALEA_MAX_TRANSCRIPT_BYTES;
    wire_transcript(&wire, explain == 1, text);
    name_answer(request->call, look.id);
    return API_ANSWERED;
}
