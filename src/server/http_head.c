/* SPDX-License-Identifier: MIT */
/* http_head.c - the head of a request out of the library's tables, and the head of an answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http.h"

/* ---- Requests ---------------------------------------------------------------------------------------------------------------- */

static size_t length_of(const struct request *request, enum lws_token_indexes token) {
    int n = lws_hdr_total_length(request->connection->wsi, token);
    return n > 0 ? (size_t)n : 0;
}

static bool has(const struct request *request, enum lws_token_indexes token) { return length_of(request, token) > 0; }

/* A header, whole; NULL if it is not there. */
static const char *header(struct request *request, enum lws_token_indexes token) {
    size_t room = request->cap_words - request->n_words;
    char *at = request->words + request->n_words;
    if (!has(request, token) || room < 2) return NULL;
    int n = lws_hdr_copy(request->connection->wsi, at, (int)room, token);
    if (n <= 0) return NULL;
    request->n_words += (size_t)n + 1;
    return at;
}

/* One that the library has no number for; its name ends with ':' and is in small letters. */
static const char *own_header(struct request *request, const char *name) {
    struct lws *wsi = request->connection->wsi;
    int length = (int)strlen(name), n = lws_hdr_custom_length(wsi, name, length);
    char *at = request->words + request->n_words;
    if (n <= 0 || (size_t)n + 1 > request->cap_words - request->n_words) return NULL;
    if (lws_hdr_custom_copy(wsi, at, n + 1, name, length) < 0) return NULL;
    request->n_words += (size_t)n + 1;
    return at;
}

/* The library has decoded the path and resolved its dots: it is encoded again, for those who read it decode it. */
static enum api_fault read_path(struct request *request, const char *uri, size_t n) {
    size_t at = request->n_words;
    if (n > API_MAX_PATH) return API_FAULT_ADDRESS_TOO_LONG;
    if (!request_escape(uri, n, "/:@!$&'()*+,;=", request->words, request->cap_words, &at))
        return API_FAULT_ADDRESS_TOO_LONG;
    request->path = request->words + request->n_words;
    request->n_words = at + 1;
    return API_FAULT_COUNT;
}

/* So are the members of the query, one fragment each: "key=value", of which the first '=' stays. */
static enum api_fault read_query(struct request *request) {
    char member[API_MAX_QUERY + 1];
    size_t begin = request->n_words, at = begin;
    request->call.query = "";
    if (length_of(request, WSI_TOKEN_HTTP_URI_ARGS) > API_MAX_QUERY) return API_FAULT_ADDRESS_TOO_LONG;
    for (int i = 0;; i++) {
        int n = lws_hdr_copy_fragment(request->connection->wsi, member, (int)sizeof member, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (n < 0) break;
        const char *equals = memchr(member, '=', (size_t)n);
        size_t key = equals ? (size_t)(equals - member) : (size_t)n;
        if (i && at + 1 < request->cap_words) request->words[at++] = '&';
        bool fits = request_escape(member, key, "", request->words, request->cap_words, &at);
        if (equals && fits) fits = request_escape("=", 1, "=", request->words, request->cap_words, &at);
        if (equals && fits)
            fits = request_escape(equals + 1, (size_t)n - key - 1, "", request->words, request->cap_words, &at);
        if (!fits) return API_FAULT_ADDRESS_TOO_LONG;
        request->call.query = request->words + begin;
    }
    if (at - begin > API_MAX_QUERY) return API_FAULT_ADDRESS_TOO_LONG;
    if (*request->call.query) request->n_words = at + 1;
    return API_FAULT_COUNT;
}

static void read_method(struct request *request, int method) {
    static const struct {
        const char *name;
        enum api_method as;
    } methods[] = {
        [LWSHUMETH_GET] = {"GET", API_GET},           [LWSHUMETH_POST] = {"POST", API_POST},
        [LWSHUMETH_DELETE] = {"DELETE", API_DELETE},  [LWSHUMETH_HEAD] = {"HEAD", API_GET},
        [LWSHUMETH_OPTIONS] = {"OPTIONS", API_OTHER}, [LWSHUMETH_PUT] = {"PUT", API_OTHER},
        [LWSHUMETH_PATCH] = {"PATCH", API_OTHER},
    };
    bool known = method >= 0 && method < (int)ALEA_LEN(methods) && methods[method].name;
    request->method = known ? methods[method].name : "?";
    request->call.method = known ? methods[method].as : API_OTHER;
    request->head_only = method == LWSHUMETH_HEAD;
}

/* Where the body ends. The library does not read chunks, and takes a POST without a length for one of 100 MiB: after either the
 * connection is closed. */
static enum api_fault read_framing(struct request *request, int method, const char **detail) {
    bool post = method == LWSHUMETH_POST || method == LWSHUMETH_PUT || method == LWSHUMETH_PATCH;
    const char *length = header(request, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    const char *encoding = header(request, WSI_TOKEN_HTTP_TRANSFER_ENCODING);
    *detail = encoding ? "Transfer-Encoding" : "Content-Length";
    if (has(request, WSI_TOKEN_HTTP_CONTENT_LENGTH) && (!length || !request_length(length, &request->length)))
        return API_FAULT_BAD_HTTP;
    if (has(request, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) {
        if (!encoding || length || !post || !request_lists(encoding, "chunked") || strlen(encoding) != 7)
            return API_FAULT_BAD_HTTP;
        request->chunked = true;
    }
    if (post && !length) request->close = true;
    return API_FAULT_COUNT;
}

static void read_connection(struct request *request) {
    const char *version = header(request, WSI_TOKEN_HTTP), *connection = header(request, WSI_TOKEN_CONNECTION);
    bool old = !version || strcmp(version, "HTTP/1.1") != 0;
    if (connection && request_lists(connection, "close")) request->close = true;
    if (old && !(connection && request_lists(connection, "keep-alive"))) request->close = true;
}

static void read_rest(struct request *request) {
    static const char session[] = "alea_session";
    struct api_call *call = &request->call;
    const struct serve_options *options = request->connection->net->options;
    const char *authorization = header(request, WSI_TOKEN_HTTP_AUTHORIZATION),
               *cookies = header(request, WSI_TOKEN_HTTP_COOKIE);
    call->bearer = authorization ? request_bearer(authorization) : NULL;
    char *at = request->words + request->n_words;
    if (cookies && request_cookie(cookies, session, at, request->cap_words - request->n_words)) {
        call->session = at;
        request->n_words += strlen(at) + 1;
    }
    call->as_seat = own_header(request, "alea-seat:");
    call->languages = header(request, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
    call->origin = header(request, WSI_TOKEN_ORIGIN);
    call->host = header(request, WSI_TOKEN_HOST);
    request->if_none_match = header(request, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    request->accept_encoding = header(request, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    request->forwarded_for = header(request, WSI_TOKEN_X_FORWARDED_FOR);
    const char *protocol = options->trust_proxy ? own_header(request, "x-forwarded-proto:") : NULL;
    call->secure = protocol ? strcmp(protocol, "https") == 0 : strncmp(request->connection->net->base_url, "https:", 6) == 0;
    const char *expect = header(request, WSI_TOKEN_HTTP_EXPECT);
    request->expects_continue = expect && request_lists(expect, "100-continue");
}

/* Room for all the words of the head. Encoding makes three of one. */
static size_t room_for(const struct request *request, size_t n_uri) {
    static const enum lws_token_indexes plain[] = {
        WSI_TOKEN_HTTP_CONTENT_LENGTH,
        WSI_TOKEN_HTTP_TRANSFER_ENCODING,
        WSI_TOKEN_HTTP,
        WSI_TOKEN_CONNECTION,
        WSI_TOKEN_HTTP_AUTHORIZATION,
        WSI_TOKEN_HTTP_COOKIE,
        WSI_TOKEN_HTTP_COOKIE, /* and its value alone */
        WSI_TOKEN_HTTP_ACCEPT_LANGUAGE,
        WSI_TOKEN_ORIGIN,
        WSI_TOKEN_HOST,
        WSI_TOKEN_HTTP_IF_NONE_MATCH,
        WSI_TOKEN_HTTP_ACCEPT_ENCODING,
        WSI_TOKEN_X_FORWARDED_FOR,
        WSI_TOKEN_HTTP_EXPECT,
    };
    size_t room = 3 * (n_uri + length_of(request, WSI_TOKEN_HTTP_URI_ARGS)) + API_MAX_QUERY;
    for (size_t i = 0; i < ALEA_LEN(plain); i++) room += length_of(request, plain[i]) + 4;
    return room + 2 * API_MAX_TOKEN; /* for the two headers of our own */
}

enum api_fault http_read_head(struct request *request, const char **detail) {
    char *uri = NULL;
    int n = 0, method = lws_http_get_uri_and_method(request->connection->wsi, &uri, &n);
    read_method(request, method);
    *detail = "?";
    if (method < 0 || !uri || n <= 0) return API_FAULT_BAD_HTTP;
    snprintf(request->limit, sizeof request->limit, "%d", API_MAX_QUERY);
    *detail = request->limit;
    request->cap_words = room_for(request, (size_t)n);
    request->words = malloc(request->cap_words);
    if (!request->words) return API_FAULT_BUSY;
    enum api_fault fault = read_path(request, uri, (size_t)n);
    read_rest(request);
    read_connection(request);
    if (fault == API_FAULT_COUNT) fault = read_query(request);
    if (fault == API_FAULT_COUNT) fault = read_framing(request, method, detail);
    return fault;
}

/* ---- Answers ------------------------------------------------------------------------------------------------------------------- */

static const char *status_words(int status) {
    static const struct {
        int status;
        const char *words;
    } rows[] = {
        {200, "OK"},
        {201, "Created"},
        {204, "No Content"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {409, "Conflict"},
        {405, "Method Not Allowed"},
        {410, "Gone"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        if (rows[i].status == status) return rows[i].words;
    return "Other";
}

/* Everything that the page may load is ours; nothing else may put it into a frame. */
static const char page_policy[] = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                                  "frame-ancestors 'none'";

static void add_date(struct alea_text *head) {
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    struct tm at;
    time_t now = time(NULL);
    if (!gmtime_r(&now, &at)) return;
    alea_text_addf(head, "Date: %s, %02d %s %d %02d:%02d:%02d GMT\r\n", days[at.tm_wday], at.tm_mday, months[at.tm_mon],
                   at.tm_year + 1900, at.tm_hour, at.tm_min, at.tm_sec);
}

static void add_field(struct alea_text *head, const char *name, const char *value) {
    if (value) alea_text_addf(head, "%s: %s\r\n", name, value);
}

char *http_head(const struct request *request, const struct http_answer *answer, size_t *n) {
    struct alea_text head;
    alea_text_init(&head, HTTP_MAX_HEAD, ALEA_EN);
    alea_text_addf(&head, "HTTP/1.1 %d %s\r\n", answer->status, status_words(answer->status));
    add_date(&head);
    if (answer->status != 304) {
        add_field(&head, "Content-Type", answer->type);
        add_field(&head, "Content-Encoding", answer->encoding);
        alea_text_addf(&head, "Content-Length: %zu\r\n", answer->n_body);
    }
    add_field(&head, "Connection", request->close ? "close" : "keep-alive");
    add_field(&head, "Cache-Control", answer->cache);
    add_field(&head, "ETag", answer->etag);
    add_field(&head, "Vary", answer->vary);
    add_field(&head, "Set-Cookie", answer->cookie);
    add_field(&head, "Allow", answer->allow);
    if (answer->file_name) alea_text_addf(&head, "Content-Disposition: attachment; filename=\"%s\"\r\n", answer->file_name);
    if (answer->retry_after) alea_text_addf(&head, "Retry-After: %d\r\n", answer->retry_after);
    if (answer->status == 401) add_field(&head, "WWW-Authenticate", "Bearer");
    add_field(&head, "X-Content-Type-Options", "nosniff");
    add_field(&head, "Referrer-Policy", "no-referrer");
    add_field(&head, "Content-Security-Policy", answer->page ? page_policy : "default-src 'none'; frame-ancestors 'none'");
    alea_text_add(&head, "\r\n");
    *n = head.len;
    if (!head.cut && head.at) return head.at;
    alea_text_clear(&head);
    *n = 0;
    return NULL;
}
