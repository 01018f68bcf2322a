/* SPDX-License-Identifier: MIT */
/* http_head.c - what the head of a request asks for, and the head of an answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assets.h"
#include "http.h"
#include "now.h"
#include "url.h"

/* ---- Requests ---------------------------------------------------------------------------------------------------------------- */

bool http_is_health(const struct request *request) { return strcmp(request->path, "/healthz") == 0; }

/* The path is decoded, cleared of dots, and encoded again, so that each address is written in one way; who reads it decodes it. */
static enum api_fault read_path(struct request *request, char *words, size_t size, const char **detail) {
    const char *path = request->in.path;
    size_t n = strlen(path), n_decoded, at = 0;
    char decoded[API_MAX_PATH + 1];
    if (n > API_MAX_PATH) return API_FAULT_ADDRESS_TOO_LONG;
    *detail = "address";
    if (!url_unescape(path, n, false, decoded, sizeof decoded, &n_decoded) || memchr(decoded, 0, n_decoded))
        return API_FAULT_BAD_HTTP;
    n_decoded = url_flatten(decoded, n_decoded);
    if (!request_escape(decoded, n_decoded, "/:@!$&'()*+,;=", words, size, &at)) return API_FAULT_ADDRESS_TOO_LONG;
    request->path = words;
    return API_FAULT_COUNT;
}

static void read_method(struct request *request) {
    static const enum api_method as[HEAD_METHODS] = {
        [HEAD_DELETE] = API_DELETE, [HEAD_GET] = API_GET,   [HEAD_HEAD] = API_GET,  [HEAD_OPTIONS] = API_OTHER,
        [HEAD_PATCH] = API_OTHER,   [HEAD_POST] = API_POST, [HEAD_PUT] = API_OTHER,
    };
    request->method = head_method_name(request->in.method);
    request->call.method = as[request->in.method];
    request->head_only = request->in.method == HEAD_HEAD;
}

/* The value of a cookie, put into `words`, of which the rest is left for the next one; NULL if it is not there. */
static const char *cookie_of(const char *cookies, const char *name, char **words, const char *end) {
    char *at = *words;
    if (!cookies || !request_cookie(cookies, name, at, (size_t)(end - at))) return NULL;
    *words += strlen(at) + 1;
    return at;
}

static void read_fields(struct request *request, char *words, size_t size) {
    const struct net *net = request->connection->net;
    const char *const *field = request->in.field;
    struct api_call *call = &request->call;
    const char *protocol = net_speaks_for_others(request->connection) ? field[HEAD_FORWARDED_PROTO] : NULL,
               *wanted = field[HEAD_CONNECTION];
    call->bearer = field[HEAD_AUTHORIZATION] ? request_bearer(field[HEAD_AUTHORIZATION]) : NULL;
    const char *end = words + size;
    call->session = cookie_of(field[HEAD_COOKIE], "alea_session", &words, end);
    call->device = cookie_of(field[HEAD_COOKIE], "alea_device", &words, end);
    call->accepts_json = field[HEAD_ACCEPT] && asset_accepts(field[HEAD_ACCEPT], "application/json");
    call->as_seat = field[HEAD_AS_SEAT];
    call->languages = field[HEAD_ACCEPT_LANGUAGE];
    call->origin = field[HEAD_ORIGIN];
    call->host = field[HEAD_HOST];
    call->secure = protocol ? strcmp(protocol, "https") == 0 : strncmp(net->base_url, "https:", 6) == 0;
    request->close = request->in.minor == 0 && !(wanted && request_lists(wanted, "keep-alive"));
    if (wanted && request_lists(wanted, "close")) request->close = true;
    /* Whatever is odd about the end of a body: after it nothing is read. */
    if (head_method_has_body(request->in.method) && !field[HEAD_CONTENT_LENGTH]) request->close = true;
}

enum api_fault http_read_head(struct request *request, const char *bytes, size_t n, const char **detail) {
    const size_t n_path = 3 * API_MAX_PATH + 1;
    snprintf(request->limit, sizeof request->limit, "%d", API_MAX_QUERY);
    *detail = request->limit;
    request->words = malloc(3 * n + n_path);
    if (!request->words) return API_FAULT_BUSY;
    char *lists = request->words + n, *path = lists + n, *cookies = path + n_path;
    memcpy(request->words, bytes, n);
    if (!head_read(request->words, n, lists, &request->in, detail)) return API_FAULT_BAD_HTTP;
    *detail = request->limit;
    read_method(request);
    read_fields(request, cookies, n);
    request->call.query = request->in.query ? request->in.query : "";
    enum api_fault fault = read_path(request, path, n_path, detail);
    if (fault == API_FAULT_COUNT && strlen(request->call.query) > API_MAX_QUERY) fault = API_FAULT_ADDRESS_TOO_LONG;
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
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        if (rows[i].status == status) return rows[i].words;
    return "Other";
}

/* Everything that the page may load is ours; nothing else may put it into a frame. 'wasm-unsafe-eval' lets it compile WebAssembly, the
 * engine, which it can fetch from here alone (connect-src); no text becomes a script by it. */
const char http_page_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static void add_date(struct alea_text *head) {
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    struct tm at;
    const time_t now = alea_wall_ms() / 1000;
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
    add_field(&head, "Set-Cookie", answer->cookie_too);
    add_field(&head, "Allow", answer->allow);
    if (answer->file_name) alea_text_addf(&head, "Content-Disposition: attachment; filename=\"%s\"\r\n", answer->file_name);
    if (answer->retry_after) alea_text_addf(&head, "Retry-After: %d\r\n", answer->retry_after);
    if (answer->status == 401) add_field(&head, "WWW-Authenticate", "Bearer");
    add_field(&head, "X-Content-Type-Options", "nosniff");
    add_field(&head, "Referrer-Policy", "no-referrer");
    add_field(&head, "Content-Security-Policy",
              answer->policy ? answer->policy : "default-src 'none'; frame-ancestors 'none'");
    alea_text_add(&head, "\r\n");
    *n = head.len;
    if (!head.truncated && head.at) return head.at;
    alea_text_clear(&head);
    *n = 0;
    return NULL;
}
