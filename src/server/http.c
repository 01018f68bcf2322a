/* SPDX-License-Identifier: MIT */
/* http.c - one HTTP request of a connection: its head and body are read, the API or the page answers, the answer goes out.
 *
 * While the API thinks, and until the answer has gone, nothing more is read from the connection. Whatever is odd about a request
 * (chunked, no length, malformed) is answered and the connection closed, so that there is never a doubt where the next begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_errors.h"
#include "assets.h"
#include "http.h"
#include "url.h"

static const char api_prefix[] = "/api/v1";

/* ---- A request comes and goes --------------------------------------------------------------------------------------------- */

static struct request *request_new(struct connection *connection) {
    struct request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    request->connection = connection;
    request->began = net_clock_us();
    connection->request = request;
    return request;
}

static void hold(struct request *request, size_t bytes) {
    request->held += bytes;
    net_hold(request->connection, 0, bytes);
}

void http_gone(struct connection *connection) {
    struct request *request = connection->request;
    if (!request) return;
    if (connection->state == CONNECTION_WAITING) api_cancel(connection->net->api, &request->call);
    connection->request = NULL;
    net_hold(connection, request->held, 0);
    alea_text_clear(&request->call.answer);
    free(request->body);
    free(request->head);
    free(request->words);
    free(request);
}

/* ---- Answers ---------------------------------------------------------------------------------------------------------------- */

static void log_request(const struct request *request, int64_t us) {
    struct net *net = request->connection->net;
    log_begin(net->log, LOG_INFO, "request");
    log_string(net->log, "method", request->method ? request->method : "?");
    log_path(net->log, request->path ? request->path : "?");
    log_number(net->log, "status", request->status);
    log_number(net->log, "us", us);
    log_number(net->log, "bytes", (int64_t)request->n_out);
    if (request->connection->place) log_string(net->log, "address", request->connection->place->text);
    log_end(net->log);
}

/* The answer is ready: it is counted, logged, and asks to be written. */
static void answer_with(struct request *request, const struct http_answer *answer) {
    struct connection *connection = request->connection;
    struct net *net = connection->net;
    int64_t us = net_clock_us() - request->began;
    request->status = answer->status;
    request->head = http_head(request, answer, &request->n_head);
    request->out = answer->body;
    request->n_out = request->head_only ? 0 : answer->n_body;
    hold(request, request->n_head);
    net->metrics.answered[answer->status]++;
    if (request->is_move) metrics_time(&net->metrics.move, us);
    if (!request->may_wait) metrics_time(&net->metrics.request, us);
    if (!request->unlogged) log_request(request, us);
    connection->state = CONNECTION_ANSWERING;
    connection->deadline = net->now + NET_TAKE_MS;
    net_quiet(connection, false);
    if (request->handshake) return;
    if (request->head) lws_callback_on_writable(connection->wsi);
    else net_kill(connection); /* no memory for some hundred bytes */
}

void http_refuse(struct request *request, enum api_fault fault, const char *detail, int retry_after) {
    enum alea_lang lang = url_language(request->call.languages);
    const struct api_error_more more = {.retry_after = retry_after};
    alea_text_clear(&request->call.answer);
    alea_text_init(&request->call.answer, HTTP_MAX_REFUSAL, lang);
    api_error_write(fault, lang, detail, &more, &request->call.answer);
    struct http_answer answer = {
        .status = api_fault_row(fault)->status,
        .type = "application/json",
        .cache = "no-store",
        .allow = request->call.allow[0] ? request->call.allow : NULL,
        .retry_after = retry_after,
        .body = alea_text_str(&request->call.answer),
        .n_body = request->call.answer.len,
    };
    answer_with(request, &answer);
}

/* The API's answer as an HTTP answer. */
static struct http_answer of_call(const struct request *request) {
    const struct api_call *call = &request->call;
    struct http_answer answer = {
        .status = call->status,
        .type = call->type ? call->type : "application/json",
        .etag = call->etag[0] ? call->etag : NULL,
        .cache = call->etag[0] ? "no-cache" : "no-store",
        .vary = call->etag[0] ? "Accept-Language, Accept-Encoding" : NULL,
        .cookie = call->cookie[0] ? call->cookie : NULL,
        .allow = call->allow[0] ? call->allow : NULL,
        .file_name = call->file_name[0] ? call->file_name : NULL,
        .retry_after = call->retry_after,
        .body = alea_text_str(&call->answer),
        .n_body = call->answer.len,
    };
    if (answer.status < 100 || answer.status > 599) answer.status = 500;
    return answer;
}

static bool reads_gzip(const struct request *request) {
    return request->accept_encoding && asset_accepts(request->accept_encoding, "gzip");
}

/* What many ask for goes out in the form that is kept. */
static bool find_compressed(const struct request *request, struct http_answer *answer) {
    const struct api_call *call = &request->call;
    size_t n;
    if (call->status != 200 || !call->kept || !reads_gzip(request)) return false;
    const char *bytes = squeeze_find(request->connection->net->squeeze, call->etag, answer->body, answer->n_body, &n);
    if (!bytes) return false;
    answer->body = bytes;
    answer->n_body = n;
    return true;
}

/* All else is compressed as it goes out, if it is long: the history of a table, a list, a step of a lesson. It takes the answer's
 * place. */
static bool compress_now(struct request *request) {
    struct api_call *call = &request->call;
    size_t n;
    if (call->status != 200 || call->kept || !reads_gzip(request)) return false;
    char *bytes = squeeze_now(request->connection->net->squeeze, alea_text_str(&call->answer), call->answer.len, &n);
    if (!bytes) return false;
    alea_text_clear(&call->answer);
    call->answer.at = bytes;
    call->answer.len = call->answer.cap = n;
    return true;
}

/* Under a tag of its own, if there is one. */
static void name_compressed(struct http_answer *answer, char tag[HTTP_MAX_TAG]) {
    answer->encoding = "gzip";
    if (!answer->etag) return;
    snprintf(tag, HTTP_MAX_TAG, "%.*s-gz\"", (int)strlen(answer->etag) - 1, answer->etag);
    answer->etag = tag;
}

/* The client has it already. */
static void shorten(const struct request *request, struct http_answer *answer) {
    if (answer->status != 200 || !answer->etag || !request->if_none_match) return;
    if (!request_matches(request->if_none_match, answer->etag)) return;
    answer->status = 304;
    answer->n_body = 0;
}

static void finish(struct api_call *call) {
    struct request *request = (struct request *)(void *)call; /* its first member */
    struct net *net = request->connection->net;
    size_t more = call->answer.cap;
    if (net->metrics.held + more > NET_MAX_HELD || net_hoards(request->connection, request->held, more)) {
        http_refuse(request, API_FAULT_BUSY, NULL, 1);
        return;
    }
    bool squeezed = compress_now(request);
    hold(request, call->answer.cap);
    struct http_answer answer = of_call(request);
    char tag[HTTP_MAX_TAG];
    if (squeezed || find_compressed(request, &answer)) name_compressed(&answer, tag);
    shorten(request, &answer);
    answer_with(request, &answer);
}

/* ---- What is no API ------------------------------------------------------------------------------------------------------------ */

static void serve_asset(struct request *request) {
    const struct asset *asset = asset_find(request->path);
    if (!asset || request->call.method != API_GET) {
        if (asset) snprintf(request->call.allow, sizeof request->call.allow, "GET, HEAD");
        http_refuse(request, asset ? API_FAULT_METHOD : API_FAULT_NO_SUCH_ADDRESS, "GET, HEAD", 0);
        return;
    }
    enum asset_encoding encoding = asset_choose(asset, request->accept_encoding);
    char etag[HTTP_MAX_TAG];
    const char *name = asset_encoding_name(encoding);
    snprintf(etag, sizeof etag, "\"%s%s%s\"", asset->tag, name ? "-" : "", name ? name : "");
    struct http_answer answer = {
        .status = 200,
        .type = asset->type,
        .etag = etag,
        .encoding = name,
        .cache = asset->hashed ? "public, max-age=31536000, immutable" : "no-cache",
        .vary = "Accept-Encoding",
        .page = true,
        .body = (const char *)asset->as[encoding].at,
        .n_body = asset->as[encoding].n,
    };
    shorten(request, &answer);
    answer_with(request, &answer);
}

/* Text that is made here; the call's answer holds it. */
static void serve_text(struct request *request, int status, const char *type) {
    const struct alea_text *text = &request->call.answer;
    struct http_answer answer = {
        .status = status, .type = type, .cache = "no-store", .body = alea_text_str(text), .n_body = text->len};
    hold(request, text->cap);
    answer_with(request, &answer);
}

static void serve_health(struct request *request) {
    bool good = !hall_counts(request->connection->net->hall)->store_fails;
    alea_text_init(&request->call.answer, 16, ALEA_EN);
    alea_text_add(&request->call.answer, good ? "ok\n" : "store fails\n");
    request->unlogged = good;
    serve_text(request, good ? 200 : 503, "text/plain; charset=utf-8");
}

/* They count what players do in secret, too: for this machine alone, and not for what a proxy hands on. */
static void serve_metrics(struct request *request) {
    struct net *net = request->connection->net;
    if (request->forwarded_for || !rate_key_loopback(&request->connection->peer)) {
        http_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
        return;
    }
    net->metrics.addresses = rate_places(net->rate);
    alea_text_init(&request->call.answer, METRICS_MAX_TEXT, ALEA_EN);
    metrics_write(&net->metrics, net->hall, pool_waiting(net->pool), &request->call.answer);
    request->unlogged = true;
    serve_text(request, 200, "text/plain; version=0.0.4; charset=utf-8");
}

/* ---- The whole request is here ---------------------------------------------------------------------------------------------------- */

static void start_call(struct request *request) {
    struct connection *connection = request->connection;
    struct net *net = connection->net;
    request->call.body = request->body ? request->body : "";
    request->call.n_body = request->n_body;
    request->call.finish = finish;
    connection->state = CONNECTION_WAITING;
    connection->deadline = net->now + NET_ANSWER_MS;
    net_quiet(connection, true);
    int64_t worked = net_work_us();
    api_handle(net->api, &request->call, net_today());
    rate_work(net->rate, connection->place, net_work_us() - worked, net->now);
}

static void start(struct request *request) {
    request->began = net_clock_us();
    if (request->api) start_call(request);
    else if (strcmp(request->path, "/healthz") == 0) serve_health(request);
    else if (strcmp(request->path, "/metrics") == 0) serve_metrics(request);
    else if (strncmp(request->path, "/api/", 5) == 0) http_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
    else serve_asset(request);
}

/* ---- Heads ------------------------------------------------------------------------------------------------------------------------- */

/* Limits that do not depend on what is asked. False after the refusal. */
static bool admitted(struct request *request) {
    struct connection *connection = request->connection;
    struct net *net = connection->net;
    struct rate_key key = connection->peer;
    if (net->options->trust_proxy && request->forwarded_for) request_forwarded(request->forwarded_for, &key);
    if (!net_charge(connection, &key)) {
        net->metrics.refused_connections++;
        request->close = true;
        http_refuse(request, API_FAULT_TOO_MANY_CONNECTIONS, NULL, 10);
        return false;
    }
    if (!rate_take(net->rate, connection->place, net->now)) {
        net->metrics.rate_limited++;
        net_refused(connection, RATE_REQUESTS);
        char seconds[12];
        int wait = rate_wait(net->rate, connection->place);
        snprintf(seconds, sizeof seconds, "%d", wait);
        http_refuse(request, API_FAULT_RATE_LIMITED, seconds, wait);
        return false;
    }
    request->call.address = connection->place->free ? NULL : connection->place->text;
    return true;
}

static void malformed(struct request *request, enum api_fault fault, const char *detail) {
    request->connection->net->metrics.malformed++;
    net_refused(request->connection, fault == API_FAULT_BAD_HTTP ? RATE_MALFORMED : RATE_SIZE);
    request->close = true;
    http_refuse(request, fault, detail, 0);
}

static void what_is_asked(struct request *request) {
    size_t prefix = sizeof api_prefix - 1, length = strlen(request->path);
    request->max_body = NET_MAX_SMALL_BODY;
    request->api = strncmp(request->path, api_prefix, prefix) == 0 && request->path[prefix] == '/';
    if (!request->api) return;
    request->call.path = request->path + prefix;
    request->may_wait = length > 7 && strcmp(request->path + length - 7, "/events") == 0;
    request->is_move = length > 6 && strcmp(request->path + length - 6, "/moves") == 0;
    bool creates = request->call.method == API_POST && strcmp(request->call.path, "/matches") == 0;
    if (creates) request->max_body = API_MAX_BODY;
}

/* Reads the head; false after the refusal. */
static bool read_head(struct request *request) {
    const char *detail = NULL;
    enum api_fault fault = http_read_head(request, &detail);
    if (fault != API_FAULT_COUNT) {
        struct connection *connection = request->connection;
        if (!connection->place && !net_charge(connection, &connection->peer)) request->unlogged = true;
        malformed(request, fault, detail);
        return false;
    }
    what_is_asked(request);
    return admitted(request);
}

static void refuse_size(struct request *request) {
    char limit[24];
    snprintf(limit, sizeof limit, "%zu", request->max_body);
    malformed(request, API_FAULT_BODY_TOO_LARGE, limit);
}

/* Is there more to come than the head? */
static void await_body(struct request *request) {
    struct connection *connection = request->connection;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    request->wants_body = true;
    if (request->length > request->max_body) {
        refuse_size(request);
        return;
    }
    connection->state = CONNECTION_BODY;
    connection->deadline = connection->net->now + NET_BODY_MS;
    if (!request->expects_continue) return;
    memcpy(connection->net->scratch + LWS_PRE, go_on, sizeof go_on - 1);
    lws_write(connection->wsi, connection->net->scratch + LWS_PRE, sizeof go_on - 1, LWS_WRITE_HTTP);
}

int http_begin(struct connection *connection) {
    struct request *request = connection->request ? NULL : request_new(connection);
    if (!request || connection->net->stopping) return -1;
    lws_set_timeout(connection->wsi, NO_PENDING_TIMEOUT, 0); /* from here on, deadlines are ours */
    if (!read_head(request)) request->wants_body = request->chunked || request->length > 0;
    else if (request->chunked || request->length > 0) await_body(request);
    else start(request);
    return 0;
}

struct api_call *http_handshake(struct connection *connection) {
    struct request *request = request_new(connection);
    if (!request) return NULL;
    request->handshake = true;
    if (!read_head(request)) return NULL;
    if (request->api && request->call.method == API_GET) return &request->call;
    http_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
    return NULL;
}

/* ---- Bodies -------------------------------------------------------------------------------------------------------------------------- */

static bool keep(struct request *request, const char *bytes, size_t n) {
    struct net *net = request->connection->net;
    if (request->n_body + n > request->cap_body) {
        size_t cap = request->length ? request->length : request->cap_body * 2 + 1024;
        if (cap < request->n_body + n) cap = request->n_body + n;
        bool many = net->metrics.held + cap > NET_MAX_BODIES || net_hoards(request->connection, request->held, cap);
        char *grown = many ? NULL : realloc(request->body, cap);
        if (!grown) return false;
        hold(request, cap - request->cap_body);
        request->body = grown;
        request->cap_body = cap;
    }
    memcpy(request->body + request->n_body, bytes, n);
    request->n_body += n;
    return true;
}

static void take(struct request *request, const char *bytes, size_t n) {
    if (request->n_body + n > request->max_body) {
        refuse_size(request);
    } else if (!keep(request, bytes, n)) {
        request->close = true;
        http_refuse(request, API_FAULT_BUSY, NULL, 1);
    }
}

static void take_chunks(struct request *request, const char *bytes, size_t n) {
    while (n > 0 && request->connection->state == CONNECTION_BODY) {
        const char *data = NULL;
        size_t n_data = 0, used = request_dechunk(&request->chunks, bytes, n, &data, &n_data);
        bytes += used;
        n -= used;
        if (n_data) take(request, data, n_data);
        if (request->connection->state != CONNECTION_BODY) return;
        if (request->chunks.state == REQUEST_CHUNK_BAD) {
            malformed(request, API_FAULT_BAD_HTTP, "Transfer-Encoding");
        } else if (request->chunks.state == REQUEST_CHUNK_DONE) {
            request->wants_body = false;
            start(request);
        }
    }
}

int http_body(struct connection *connection, const char *bytes, size_t n) {
    struct request *request = connection->request;
    if (!request && connection->state != CONNECTION_DRAINING) return -1;
    connection->net->metrics.bytes_in += n;
    if (connection->state == CONNECTION_BODY) {
        if (request->chunked) take_chunks(request, bytes, n);
        else take(request, bytes, n);
        return 0;
    }
    connection->discarded += n;
    return connection->discarded > NET_MAX_DISCARDED ? -1 : 0;
}

/* The library calls this again and again while a request waits and the next has come already. A body that comes right behind another
 * request it reads from the wrong place, and then calls this for ever: who sends so is closed. */
int http_body_end(struct connection *connection) {
    if (connection->state == CONNECTION_DRAINING) return -1;
    struct request *request = connection->request;
    if (!request) return 0;
    if (++request->ends > HTTP_MAX_ENDS) return -1;
    request->wants_body = false;
    if (connection->state == CONNECTION_BODY) start(request);
    return 0;
}

/* ---- Writing --------------------------------------------------------------------------------------------------------------------------- */

/* The next stretch of the answer, head first. False if the connection is no good any more. */
static bool write_some(struct request *request) {
    struct connection *connection = request->connection;
    unsigned char *at = connection->net->scratch + LWS_PRE;
    size_t n = 0, whole = request->n_head + request->n_out;
    while (n < NET_CHUNK && request->sent < whole) {
        bool head = request->sent < request->n_head;
        const char *from = head ? request->head + request->sent : request->out + (request->sent - request->n_head);
        size_t left = head ? request->n_head - request->sent : whole - request->sent;
        size_t part = left < NET_CHUNK - n ? left : NET_CHUNK - n;
        memcpy(at + n, from, part);
        n += part;
        request->sent += part;
    }
    connection->net->metrics.bytes_out += n;
    connection->deadline = connection->net->now + NET_TAKE_MS;
    return lws_write(connection->wsi, at, n, LWS_WRITE_HTTP) >= 0;
}

int http_writable(struct connection *connection) {
    struct request *request = connection->request;
    if (!request || connection->state != CONNECTION_ANSWERING) return 0;
    if (!write_some(request)) return -1;
    if (request->sent < request->n_head + request->n_out) {
        lws_callback_on_writable(connection->wsi);
        return 0;
    }
    bool unread = request->wants_body, close = request->close;
    http_gone(connection);
    connection->state = unread ? CONNECTION_DRAINING : CONNECTION_IDLE;
    connection->deadline = unread ? connection->net->now + NET_DRAIN_MS : 0;
    connection->discarded = 0;
    if (unread) return 0;
    return close || lws_http_transaction_completed(connection->wsi) ? -1 : 0;
}

void http_refuse_handshake(struct connection *connection) {
    struct request *request = connection->request;
    if (!request) return;
    if (connection->state != CONNECTION_ANSWERING) {
        request->close = true;
        finish(&request->call);
    }
    if (request->head) write_some(request);
}
