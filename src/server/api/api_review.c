/* SPDX-License-Identifier: MIT */
/* api_review.c - a finished match looked at again: chances, luck, mistakes, ready now, or a word on how far it is; and its dice computed
 * once more. */
#include "api_internal.h"
#include "reviews.h"
#include "verify.h"

enum {
    ASK_AGAIN = 1,             /* seconds */
    MOST_PLIES_VERIFIED = 8000 /* in a turn of the loop; longer matches are verified from their files */
};

static enum api_next answer_coming(struct api_request *request, long done, long all) {
    struct alea_text *text = api_answer(request, 202);
    alea_text_addf(text, "{\"coming\":true,\"done\":%ld,\"all\":%ld}", done, all);
    request->call->retry_after = ASK_AGAIN;
    return API_ANSWERED;
}

enum api_next api_review(struct api_request *request) {
    long done, all;
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    if (look.status != STORE_OVER) return api_refuse(request, API_FAULT_NOT_OVER, NULL, NULL);
    struct alea_text *text = api_answer(request, 200);
    switch (reviews_ask(request->api->reviews, look.id, look.match, request->lang, text, &done, &all)) {
    case REVIEWS_READY: return API_ANSWERED;
    case REVIEWS_COMING: return answer_coming(request, done, all);
    case REVIEWS_BUSY: return api_refuse_for(request, API_FAULT_BUSY, ASK_AGAIN);
    case REVIEWS_TOO_LONG: return api_refuse(request, API_FAULT_ANSWER_TOO_LARGE, NULL, NULL);
    default: return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    }
}

enum api_next api_verify(struct api_request *request) {
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    if (look.status != STORE_OVER) return api_refuse(request, API_FAULT_NOT_OVER, NULL, NULL);
    if (alea_match_plies(look.match) > MOST_PLIES_VERIFIED)
        return api_refuse(request, API_FAULT_ANSWER_TOO_LARGE, NULL, NULL);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    enum alea_err err = alea_match_verify_json(look.match, text, &request->error);
    alea_json_close_object(text);
    return err ? api_refuse_engine(request) : API_ANSWERED;
}
