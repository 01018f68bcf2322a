/* SPDX-License-Identifier: MIT */
/* api_lasting.c - what takes long for a request: done by the pool, while the request waits; stopped when who asked has gone. */

#include "api_internal.h"
#include "now.h"

static void run(struct pool_job *job) {
    struct api_lasting *lasting = (struct api_lasting *)job;
    const int64_t began = alea_work_us();
    lasting->work(lasting);
    lasting->worked = true;
    lasting->work_us = alea_work_us() - began;
}

/* The pool hands it back: the request goes on, after the turn's commit if it changes anything. */
static void done(struct pool_job *job) {
    struct api_lasting *lasting = (struct api_lasting *)job;
    struct api_call *call = lasting->call;
    if (call) {
        struct api_request request;
        call->lasting = NULL;
        call->work_us += lasting->work_us;
        api_request_init(&request, call->api, call, call->api->now);
        (void)api_read_query(&request); /* was good before: for the language */
        if (lasting->worked) lasting->answer(lasting, &request);
        else api_refuse_for(&request, API_FAULT_BUSY, 1); /* the server stops */
        api_conclude(call, request.table ? API_NOT_SURE : API_SURE);
    }
    lasting->end(lasting);
}

enum api_next api_lasting_start(struct api_request *request, struct api_lasting *lasting) {
    lasting->job = (struct pool_job){.run = run, .done = done, .lasting = true, .asker = api_asker(request->call)};
    lasting->call = request->call;
    atomic_init(&lasting->stop, false);
    if (!pool_add(lobby_pool(request->api->lobby), &lasting->job)) {
        lasting->end(lasting);
        return api_refuse_for(request, API_FAULT_BUSY, 1);
    }
    request->call->lasting = lasting;
    return API_LATER;
}

void api_lasting_cancel(struct api_call *call) {
    struct api_lasting *lasting = call->lasting;
    if (!lasting) return;
    call->lasting = NULL;
    lasting->call = NULL;
    atomic_store(&lasting->stop, true);
    if (pool_drop(lobby_pool(call->api->lobby), &lasting->job)) lasting->end(lasting);
}

bool api_has_pool(const struct api_request *request) { return lobby_options_of(request->api->lobby)->store_path; }
