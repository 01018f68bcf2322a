/* SPDX-License-Identifier: MIT */
/* http_passed.c - the answer of another process becomes that of a request. */
#include <stdlib.h>
#include <string.h>

#include "http.h"

/* A head of ours, with what concerns the client's own connection. */
static char *pass_head(const struct request *request, const char *bytes, size_t n, size_t *made) {
    static const char field[] = "\r\nConnection: ";
    const char *own = request->close ? "close" : "keep-alive", *at = strstr(bytes, field);
    const size_t n_own = strlen(own);
    char *head = at && at < bytes + n ? malloc(n + n_own + 1) : NULL;
    if (!head) return NULL;
    const size_t before = (size_t)(at - bytes) + sizeof field - 1, value = strcspn(bytes + before, "\r");
    memcpy(head, bytes, before);
    memcpy(head + before, own, n_own + 1); /* its end is written over */
    memcpy(head + before + n_own, bytes + before + value, n - before - value);
    *made = n - value + n_own;
    return head;
}

void http_passed(struct request *request, int status, const char *bytes, size_t n_head, size_t n_body) {
    struct api_call *call = &request->call;
    char *body = n_body ? malloc(n_body) : NULL;
    size_t made = 0;
    char *head = n_body && !body ? NULL : pass_head(request, bytes, n_head, &made);
    alea_text_clear(&call->answer);
    if (!head) {
        free(body);
        http_refuse(request, API_FAULT_UNSURE, NULL, 1);
        return;
    }
    if (n_body) memcpy(body, bytes + n_head, n_body);
    call->answer.at = body;
    call->answer.len = call->answer.cap = n_body;
    request->held += n_body;
    net_hold(request->connection, 0, n_body);
    http_goes_out(request, status, head, made, body, n_body);
}
