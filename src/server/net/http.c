/* SPDX-License-Identifier: MIT */
/* http.c - one HTTP request of a connection: its head and body are read, the API or the page answers, the answer goes out.
 *
 * While the API thinks, and until the answer has gone, nothing more is read from the connection. Whatever is odd about a request
 * (chunked, no length, malformed, refused before its body came) is answered and the connection closed, so that there is never a doubt
 * where the next begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_errors.h"
#include "assets.h"
#include "http.h"
#include "now.h"
#include "url.h"

static const char api_prefix[] = "/api/v1";

/* ---- A request comes and goes --------------------------------------------------------------------------------------------- */

static struct request *request_new(struct connection *connection) {
    struct request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    request->connection = connection;
    request->began = alea_now_us();
    connection->request = request;
    return request;
}

static void hold(struct request *request, size_t bytes) {
    request->held += bytes;
    net_hold(request->connection, 0, bytes);
}

static void gone(struct connection *connection) {
    struct request *request = connection->request;
    if (!request) return;
    if (request->pass) connection->net->passing->forget(request);
    else if (connection->state == CONNECTION_WAITING) api_cancel(connection->net->api, &request->call);
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

/* Who floods us must not flood the log as well: answers "not so fast" are counted, and told once an address and minute. */
static void log_answer(const struct request *request, int64_t us) {
    if (request->status == 429) net_refused(request->connection, RATE_REQUESTS);
    else if (!request->unlogged) log_request(request, us);
}

/* The answer is ready: it is counted, logged, and asks to be written. */
void http_goes_out(struct request *request, int status, char *head, size_t n_head, const char *body, size_t n_body) {
    struct connection *connection = request->connection;
    struct net *net = connection->net;
    int64_t us = alea_now_us() - request->began;
    request->status = status;
    request->head = head;
    request->n_head = n_head;
    request->out = body;
    request->n_out = request->head_only ? 0 : n_body;
    hold(request, n_head);
    net->metrics.answered[status]++;
    if (request->is_move) metrics_time(&net->metrics.move, us);
    if (!request->may_wait) metrics_time(&net->metrics.request, us);
    log_answer(request, us);
    connection->state = CONNECTION_ANSWERING;
    connection->deadline = net->now + NET_TAKE_MS;
    if (request->head) net_ask(connection);
    else net_kill(connection); /* no memory for some hundred bytes */
}

static void answer_with(struct request *request, const struct http_answer *answer) {
    size_t n_head = 0;
    char *head = http_head(request, answer, &n_head);
    http_goes_out(request, answer->status, head, n_head, answer->body, answer->n_body);
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
        .vary = call->etag[0] ? "Accept, Accept-Language, Accept-Encoding" : NULL,
        .cookie = call->cookie[0] ? call->cookie : NULL,
        .cookie_too = call->cookie_too[0] ? call->cookie_too : NULL,
        .allow = call->allow[0] ? call->allow : NULL,
        .file_name = call->file_name[0] ? call->file_name : NULL,
        .retry_after = call->retry_after,
        .policy = call->policy,
        .body = alea_text_str(&call->answer),
        .n_body = call->answer.len,
    };
    if (answer.status < 100 || answer.status > 599) answer.status = 500;
    return answer;
}

static bool reads_gzip(const struct request *request) {
    const char *accepted = request->in.field[HEAD_ACCEPT_ENCODING];
    return accepted && asset_accepts(accepted, "gzip");
}

/* What many ask for goes out in the form that is kept. */
static bool find_compressed(const struct request *request, struct http_answer *answer) {
    const struct api_call *call = &request->call;
    size_t n;
    if (call->status != 200 || !call->kept || !reads_gzip(request)) return false;
    const char *bytes = gzip_cached(request->connection->net->gzip, call->etag, answer->body, answer->n_body, &n);
    if (!bytes) return false;
    answer->body = bytes;
    answer->n_body = n;
    return true;
}

/* All else is compressed as it goes out, if it is long: the history of a table, a list, a step of a lesson; pictures
 * that are short as they are are not. It takes the answer's place. */
static bool compress_now(struct request *request) {
    struct api_call *call = &request->call;
    size_t n;
    if (call->status != 200 || call->kept || strcmp(call->type, "image/png") == 0 || !reads_gzip(request)) return false;
    char *bytes = gzip_now(request->connection->net->gzip, alea_text_str(&call->answer), call->answer.len, &n);
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
    const char *known = request->in.field[HEAD_IF_NONE_MATCH];
    if (answer->status != 200 || !answer->etag || !known || !request_matches(known, answer->etag)) return;
    answer->status = 304;
    answer->n_body = 0;
}

/* Another process has what it is about: it goes there. Whoever passed it on to us is told so. */
static bool pass_on(struct request *request, bool socket) {
    struct api_call *call = &request->call;
    if (!call->elsewhere || request->connection->door != DOOR_PUBLIC) return false;
    return request->connection->net->passing->pass(request, call->share, socket);
}

static void finish(struct api_call *call) {
    struct request *request = (struct request *)(void *)call; /* its first member */
    struct net *net = request->connection->net;
    if (call->elsewhere) call->status = api_fault_row(API_FAULT_ELSEWHERE)->status;
    if (pass_on(request, false)) return;
    size_t more = call->answer.cap;
    if (call->work_us) rate_work(net->rate, request->connection->place, call->work_us, net->now);
    if (net->metrics.held + more > NET_MAX_HELD || net_hoards(request->connection, request->held, more)) {
        http_refuse(request, API_FAULT_BUSY, NULL, 1);
        return;
    }
    bool compressed = compress_now(request);
    hold(request, call->answer.cap);
    struct http_answer answer = of_call(request);
    char tag[HTTP_MAX_TAG];
    if (compressed || find_compressed(request, &answer)) name_compressed(&answer, tag);
    shorten(request, &answer);
    answer_with(request, &answer);
}

/* ---- What is no API ------------------------------------------------------------------------------------------------------------ */

/* What loads something by itself, a document or a worker, brings the page's policy along. Of a part of the page that policy holds already, and
 * it opens with some fifty of them: theirs is the short one. */
static const char *policy_of(const struct asset *asset) {
    static const char worker[] = "/worker-";
    return asset->hashed && strncmp(asset->path, worker, sizeof worker - 1) != 0 ? NULL : http_page_policy;
}

static void serve_asset(struct request *request) {
    const struct asset *asset = asset_find(request->path);
    if (!asset || request->call.method != API_GET) {
        if (asset) snprintf(request->call.allow, sizeof request->call.allow, "GET, HEAD");
        http_refuse(request, asset ? API_FAULT_METHOD : API_FAULT_NO_SUCH_ADDRESS, "GET, HEAD", 0);
        return;
    }
    enum asset_encoding encoding = asset_choose(asset, request->in.field[HEAD_ACCEPT_ENCODING]);
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
        .policy = policy_of(asset),
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
    alea_text_init(&request->call.answer, 256, ALEA_EN);
    const struct net *net = request->connection->net;
    const bool good = lobby_health(net->lobby, &request->call.answer) && !net->leaving;
    if (net->leaving) alea_text_add(&request->call.answer, "it is leaving\n");
    request->unlogged = good;
    serve_text(request, good ? 200 : 503, "text/plain; charset=utf-8");
}

/* They count what players do in secret, too: they have a door of their own, which no proxy leads to. */
static void serve_metrics(struct request *request) {
    struct net *net = request->connection->net;
    if (strcmp(request->path, "/metrics") != 0) {
        http_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
        return;
    }
    net->metrics.addresses = rate_places(net->rate);
    net->metrics.send_us = together_work_us(net->out);
    alea_text_init(&request->call.answer, METRICS_MAX_TEXT, ALEA_EN);
    metrics_write(&net->metrics, net->lobby, pool_waiting(net->pool), net->now, &request->call.answer);
    request->unlogged = true;
    serve_text(request, 200, "text/plain; version=0.0.4; charset=utf-8");
}

static void serve_told(struct request *request) {
    alea_text_init(&request->call.answer, 16, ALEA_EN);
    request->unlogged = request->n_body && http_hear(request);
    alea_text_add(&request->call.answer, request->unlogged ? "heard\n" : "not understood\n");
    serve_text(request, request->unlogged ? 200 : 400, "text/plain; charset=utf-8");
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
    const int64_t began = alea_now_us();
    api_handle(net->api, &request->call, alea_wall_ms());
    rate_work(net->rate, connection->place, net_worked(net, began), net->now);
}

static void start(struct request *request) {
    request->began = alea_now_us();
    bool nothing = strncmp(request->path, "/api/", 5) == 0 || strcmp(request->path, "/metrics") == 0;
    if (request->connection->door == DOOR_METRICS) serve_metrics(request);
    else if (http_is_told(request)) serve_told(request);
    else if (request->api) start_call(request);
    else if (http_is_health(request)) serve_health(request);
    else if (nothing) http_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
    else serve_asset(request);
}

/* ---- Heads ------------------------------------------------------------------------------------------------------------------------- */

/* Answered, and then closed. */
static void refuse_and_close(struct request *request, enum api_fault fault, const char *detail, int retry_after) {
    request->close = true;
    http_refuse(request, fault, detail, retry_after);
}

static void malformed(struct request *request, enum api_fault fault, const char *detail) {
    request->connection->net->metrics.malformed++;
    net_refused(request->connection, fault == API_FAULT_BAD_HTTP ? RATE_MALFORMED : RATE_SIZE);
    refuse_and_close(request, fault, detail, 0);
}

/* Whose limits count? Behind a proxy those of the address that it names: a request that comes without one did not come through it, or
 * it does not do what it should. False after the refusal. */
static bool find_client(struct request *request, struct rate_key *key) {
    struct connection *connection = request->connection;
    const char *forwarded = request->in.field[HEAD_FORWARDED_FOR];
    *key = connection->peer;
    if (!net_speaks_for_others(connection) || (forwarded && request_forwarded(forwarded, key))) return true;
    if (http_is_health(request)) return true;
    connection->net->metrics.malformed++;
    refuse_and_close(request, API_FAULT_NO_FORWARDED, NULL, 0);
    return false;
}

/* Limits that do not depend on what is asked. False after the refusal. */
static bool admitted(struct request *request) {
    struct connection *connection = request->connection;
    struct net *net = connection->net;
    struct rate_key key;
    if (connection->door == DOOR_METRICS || http_is_told(request)) return true;
    if (!find_client(request, &key)) return false;
    if (!net_charge(connection, &key)) {
        net->metrics.refused_connections++;
        net_crowded(net, &key);
        refuse_and_close(request, API_FAULT_TOO_MANY_CONNECTIONS, NULL, 10);
        return false;
    }
    /* What another process passes on was taken off its address' account there. */
    if (connection->door != DOOR_PEERS && !rate_take(net->rate, connection->place, net->now)) {
        net->metrics.rate_limited++;
        char seconds[12];
        int wait = rate_wait(net->rate, connection->place, net->now);
        snprintf(seconds, sizeof seconds, "%d", wait);
        if (request->unread || request->in.chunked) request->close = true;
        http_refuse(request, API_FAULT_RATE_LIMITED, seconds, wait);
        return false;
    }
    request->call.address = connection->place->free ? NULL : connection->place->text;
    return true;
}

static void what_is_asked(struct request *request) {
    size_t prefix = sizeof api_prefix - 1, length = strlen(request->path);
    request->max_body = NET_MAX_SMALL_BODY;
    request->unread = request->in.length;
    /* The pages of a consent link, and of a mail's. */
    const bool asked = strncmp(request->path, "/c/", 3) == 0 || strncmp(request->path, "/n/", 3) == 0;
    request->api = asked || (strncmp(request->path, api_prefix, prefix) == 0 && request->path[prefix] == '/');
    if (!request->api) return;
    request->call.path = request->path + (asked ? 0 : prefix);
    request->may_wait = length > 7 && strcmp(request->path + length - 7, "/events") == 0;
    request->is_move = length > 6 && strcmp(request->path + length - 6, "/moves") == 0;
    bool creates = request->call.method == API_POST && strcmp(request->call.path, "/matches") == 0;
    if (creates) request->max_body = API_MAX_BODY;
}

/* A head that can't be read is answered on its peer's account, behind a proxy the proxy's. */
static void refuse_head(struct request *request, enum api_fault fault, const char *detail) {
    struct connection *connection = request->connection;
    bool counted = connection->place || connection->door == DOOR_METRICS || net_charge(connection, &connection->peer);
    if (!counted) request->unlogged = true;
    malformed(request, fault, detail);
}

/* Reads the head; false after the refusal. */
static bool read_head(struct request *request, const char *bytes, size_t n) {
    const char *detail = NULL;
    enum api_fault fault = http_read_head(request, bytes, n, &detail);
    if (fault != API_FAULT_COUNT) {
        refuse_head(request, fault, detail);
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

/* The head announces a body: it is refused if it is too long, and awaited otherwise. */
static void await_body(struct request *request) {
    struct connection *connection = request->connection;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const char *expected = request->in.field[HEAD_EXPECT];
    if (request->unread > request->max_body) {
        refuse_size(request);
        return;
    }
    connection->state = CONNECTION_BODY;
    connection->deadline = connection->net->now + NET_BODY_MS;
    if (!expected || !request_lists(expected, "100-continue")) return;
    const struct iovec part = {(void *)(uintptr_t)go_on, sizeof go_on - 1};
    size_t sent;
    if (!net_send(connection, &part, 1, &sent) || sent < part.iov_len) net_kill(connection); /* nothing was on its way */
}

/* ---- Handshakes ------------------------------------------------------------------------------------------------------------------------ */

static bool lists(const struct request *request, enum head_field field, const char *word) {
    return request->in.field[field] && request_lists(request->in.field[field], word);
}

/* Other offers than that of a WebSocket are not taken: the request is an ordinary one. */
static bool wants_socket(const struct request *request) {
    return request->connection->door != DOOR_METRICS && request->in.minor == 1 &&
           lists(request, HEAD_UPGRADE, "websocket") && lists(request, HEAD_CONNECTION, "upgrade");
}

static void shake_hands(struct request *request) {
    struct connection *connection = request->connection;
    const char *key = request->in.field[HEAD_SOCKET_KEY], *version = request->in.field[HEAD_SOCKET_VERSION];
    const char *extensions = request->in.field[HEAD_SOCKET_EXTENSIONS];
    struct net_handshake handshake = {
        .named = lists(request, HEAD_SOCKET_PROTOCOL, "alea.v1"),
        .packs = extensions ? deflate_offered(extensions) : DEFLATE_NONE,
    };
    bool named = false;
    request->close = true; /* if it is refused */
    if (request->in.length || request->in.chunked || !version || strcmp(version, "13") != 0) {
        malformed(request, API_FAULT_BAD_HTTP, "Sec-WebSocket-Version");
    } else if (!key || !frames_accept(key, handshake.accept)) {
        malformed(request, API_FAULT_BAD_HTTP, "Sec-WebSocket-Key");
    } else if (request->api && request->in.method == HEAD_GET &&
               live_upgrade(connection, &request->call, &handshake, &named)) {
        gone(connection);
    } else if (named && pass_on(request, true)) {
        return;
    } else if (named) {
        finish(&request->call);
    } else {
        http_refuse(request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
    }
}

void http_here(struct request *request, bool socket) {
    struct connection *connection = request->connection;
    alea_text_clear(&request->call.answer);
    if (socket) shake_hands(request);
    else start_call(request);
    if (connection->state != CONNECTION_LIVE) return;
    net_quiet(connection, false);
    net_go_on(connection);
}

static void begin(struct connection *connection, const char *bytes, size_t n) {
    struct request *request = request_new(connection);
    if (!request || connection->net->stopping) {
        net_kill(connection);
        return;
    }
    if (!read_head(request, bytes, n)) return;
    if (wants_socket(request)) shake_hands(request);
    else if (request->in.chunked || request->unread > 0) await_body(request);
    else start(request);
}

/* What can't begin a head, or has no end. */
static void refuse_bytes(struct connection *connection, const char *wrong) {
    struct request *request = request_new(connection);
    if (request) refuse_head(request, API_FAULT_BAD_HTTP, wrong);
    else net_kill(connection);
}

static size_t read_heads(struct connection *connection, const char *bytes, size_t n) {
    size_t whole;
    const char *wrong;
    if (!connection->seen) connection->deadline = connection->net->now + NET_HEAD_MS;
    bool good = head_scan(bytes, n < NET_MAX_HEADER ? n : NET_MAX_HEADER, &connection->seen, &whole, &wrong);
    if (good && !whole && n < NET_MAX_HEADER) return 0;
    connection->seen = 0;
    if (good && whole) begin(connection, bytes, whole);
    else refuse_bytes(connection, good ? "> 8192 B" : wrong);
    return good && whole ? whole : n;
}

/* ---- Bodies -------------------------------------------------------------------------------------------------------------------------- */

static bool keep(struct request *request, const char *bytes, size_t n) {
    struct net *net = request->connection->net;
    if (request->n_body + n > request->cap_body) {
        size_t cap = request->in.length ? request->in.length : request->cap_body * 2 + 1024;
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
    if (request->n_body + n > request->max_body) refuse_size(request);
    else if (!keep(request, bytes, n)) refuse_and_close(request, API_FAULT_BUSY, NULL, 1);
}

static size_t read_chunks(struct request *request, const char *bytes, size_t n) {
    const char *data = NULL;
    size_t n_data = 0, used = request_dechunk(&request->chunks, bytes, n, &data, &n_data);
    if (n_data) take(request, data, n_data);
    if (request->connection->state != CONNECTION_BODY) return used;
    if (request->chunks.state == REQUEST_CHUNK_BAD) malformed(request, API_FAULT_BAD_HTTP, "Transfer-Encoding");
    else if (request->chunks.state == REQUEST_CHUNK_DONE) start(request);
    return used;
}

static size_t read_body(struct request *request, const char *bytes, size_t n) {
    request->connection->net->metrics.bytes_in += n;
    if (request->in.chunked) return read_chunks(request, bytes, n);
    if (n > request->unread) n = request->unread;
    request->unread -= n;
    take(request, bytes, n);
    if (!request->unread && request->connection->state == CONNECTION_BODY) start(request);
    return n;
}

static size_t read_request(struct connection *connection, const char *bytes, size_t n) {
    switch (connection->state) {
    case CONNECTION_IDLE: return read_heads(connection, bytes, n);
    case CONNECTION_BODY: return read_body(connection->request, bytes, n);
    case CONNECTION_DRAINING:
        connection->discarded += n;
        if (connection->discarded > NET_MAX_DISCARDED) net_kill(connection);
        return n;
    case CONNECTION_WAITING:
    case CONNECTION_ANSWERING:
    case CONNECTION_LIVE: break;
    }
    return 0;
}

/* ---- Writing --------------------------------------------------------------------------------------------------------------------------- */

/* All of the answer has gone: what comes next is another request, or is thrown away. To close at once would take back, where bytes
 * wait that nobody has read, what the other side has not read yet. */
static void answered(struct connection *connection) {
    bool close = connection->request->close;
    gone(connection);
    connection->state = close ? CONNECTION_DRAINING : CONNECTION_IDLE;
    connection->deadline = connection->net->now + (close ? NET_DRAIN_MS : NET_IDLE_MS);
    connection->discarded = 0;
    if (close) net_half_close(connection);
    net_quiet(connection, false);
}

/* The next stretch of the answer, head first. */
static void write_answer(struct connection *connection) {
    struct request *request = connection->request;
    if (!request || connection->state != CONNECTION_ANSWERING) return;
    size_t from_head = request->sent < request->n_head ? request->n_head - request->sent : 0;
    size_t at = from_head ? 0 : request->sent - request->n_head, rest = request->n_out - at, sent;
    const struct iovec parts[2] = {
        {request->head + request->n_head - from_head, from_head},
        {rest ? (void *)(uintptr_t)(request->out + at) : NULL, rest < NET_CHUNK ? rest : NET_CHUNK},
    };
    if (!net_send(connection, parts, 2, &sent)) {
        net_kill(connection);
        return;
    }
    request->sent += sent;
    if (sent) connection->deadline = connection->net->now + NET_TAKE_MS;
    if (request->sent == request->n_head + request->n_out) answered(connection);
    else net_ask(connection);
}

/* What is on its way out still goes. */
static void stop(struct connection *connection) {
    if (connection->state != CONNECTION_ANSWERING) net_kill(connection);
}

const struct net_protocol http_protocol = {.read = read_request, .write = write_answer, .gone = gone, .stop = stop};
