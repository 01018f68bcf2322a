/* SPDX-License-Identifier: MIT */
/* api_record.c - transcripts: short ones at once, all others by the pool, from the store, through a connection of its own; where none can be
 * opened at once, too, for who takes a match off a full disk can't wait for room. */
#include <stdio.h>
#include <stdlib.h>

#include "api_internal.h"
#include "transcript.h"

enum { SHORT_PLIES = 50 };

/* What a thread of the pool needs of a match and its table, and what it makes of it. */
struct record {
    struct api_lasting lasting; /* first */
    struct api_replay replay;
    int viewer;
    unsigned flags;
    struct alea_text text;
};

/* ---- In the pool ---------------------------------------------------------------------------------------------------------------- */

static void work(struct api_lasting *lasting) {
    struct record *record = (struct record *)lasting;
    if (api_replay_run(&record->replay, &lasting->stop, true))
        alea_transcript_write_until(record->replay.match, record->viewer, record->flags, &lasting->stop, &record->text);
    api_replay_end(&record->replay);
}

/* ---- In the loop ------------------------------------------------------------------------------------------------------------------ */

static void end(struct api_lasting *lasting) {
    struct record *record = (struct record *)lasting;
    alea_text_clear(&record->text);
    api_replay_end(&record->replay);
    free(record);
}

static void name_answer(struct api_call *call, const char *id) {
    call->type = "text/plain; charset=utf-8";
    snprintf(call->file_name, sizeof call->file_name, "%s.alea", id);
}

static void answer(struct api_lasting *lasting, struct api_request *request) {
    struct record *record = (struct record *)lasting;
    if (api_replay_refuses(&record->replay, request)) return;
    *api_answer(request, 200) = record->text;
    record->text = (struct alea_text){.at = NULL};
    name_answer(request->call, record->replay.id);
}

static enum api_next write_by_pool(struct api_request *request, unsigned flags) {
    struct record *record = calloc(1, sizeof *record);
    if (!record) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    record->lasting = (struct api_lasting){.work = work, .answer = answer, .end = end};
    api_replay_init(&record->replay, request);
    record->viewer = request->viewer.seat;
    record->flags = flags;
    alea_text_init(&record->text, ALEA_MAX_TRANSCRIPT_BYTES, request->lang);
    return api_lasting_start(request, &record->lasting);
}

enum api_next api_transcript(struct api_request *request) {
    long explain;
    if (!api_number(request, "explain", 0, 1, 0, &explain) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    if (api_has_pool(request) && !store_alone(request->api->store) && alea_match_plies(look.match) > SHORT_PLIES)
        return write_by_pool(request, explain == 1 ? ALEA_TRANSCRIPT_EXPLAIN : 0);
    struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    text->max = ALEA_MAX_TRANSCRIPT_BYTES;
    wire_transcript(&wire, explain == 1, text);
    name_answer(request->call, look.id);
    return API_ANSWERED;
}
