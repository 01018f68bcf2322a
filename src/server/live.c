/* SPDX-License-Identifier: MIT */
/* live.c - WebSockets: /api/v1/matches/ID/live. What a table tells gathers in a queue, framed, and goes out in one piece at the end
 * of the turn, without asking the socket first; only what it does not take waits until it can be written to.
 *
 * Each write ends where a message ends, so that the library may put its own frames (pong, close) between any two of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http.h"

enum {
    FIRST_CAP = 1024,
    KEPT_CAP = 4096, /* of a queue that is empty now and then; a silent WebSocket keeps none */
    MAX_FRAME_HEAD = 10,
    TEXT_FRAME = 0x81, /* whole, not masked, as servers send them */
    PING_FRAME = 0x89,
    GOING_AWAY = 1001,
    NO_TEXT = 1003,
    TOO_SLOW = 1008,
    TOO_BIG = 1009
};

struct live {
    struct listener listener; /* first: tell() finds the WebSocket by it */
    struct connection *connection;
    bool open;   /* the handshake is over */
    bool busy;   /* something was put into the queue since the last sweep */
    bool asked;  /* to write at the end of this turn: one of net->talkers */
    bool polled; /* the library will call live_writable() */
    bool waits;  /* for its rate */
    bool pinged; /* since it was last heard */
    int closing; /* the status to close with; 0: not closing */
    bool closed; /* the library was told so */
    const char *why;
    int64_t heard;       /* when */
    int64_t moved_us;    /* when a message came that is not answered yet; 0: none */
    unsigned char *out;  /* LWS_PRE bytes, then frames */
    size_t sent, n, cap; /* from `sent` up to `n` is still to go out; of cap */
    char *in;            /* NET_MAX_MESSAGE, of a message that comes in parts */
    size_t n_in;
    struct live *next, **at; /* among net->talkers */
};

static struct live *live_of(struct listener *listener) { return (struct live *)(void *)listener; }

/* ---- Out ---------------------------------------------------------------------------------------------------------------------- */

/* At the end of this turn. */
static void ask_to_write(struct live *live) {
    struct net *net = live->connection->net;
    if (!live->open || live->asked || live->polled) return;
    live->asked = true;
    live->next = net->talkers;
    if (live->next) live->next->at = &live->next;
    live->at = &net->talkers;
    net->talkers = live;
}

static void ask_no_more(struct live *live) {
    if (!live->asked) return;
    live->asked = false;
    *live->at = live->next;
    if (live->next) live->next->at = live->at;
}

/* Once the socket takes bytes. */
static void poll_to_write(struct live *live) {
    ask_no_more(live);
    if (live->polled) return;
    live->polled = true;
    lws_callback_on_writable(live->connection->wsi);
}

static void drop_queue(struct live *live) {
    net_hold(live->connection, live->cap, 0);
    free(live->out);
    live->out = NULL;
    live->sent = live->n = live->cap = 0;
}

/* From now on nothing more goes in or out but the reason, and that not for ever. */
static void close_with(struct live *live, int status, const char *why) {
    if (live->closing) return;
    live->closing = status;
    live->why = why;
    live->connection->deadline = live->connection->net->now + NET_CLOSE_MS;
    ask_to_write(live);
}

/* Room for so many bytes more; false if there is none to be had. */
static bool make_room(struct live *live, size_t bytes) {
    if (live->n + bytes <= live->cap) return true;
    if (live->sent) {
        memmove(live->out + LWS_PRE, live->out + LWS_PRE + live->sent, live->n - live->sent);
        live->n -= live->sent;
        live->sent = 0;
        if (live->n + bytes <= live->cap) return true;
    }
    size_t cap = live->cap ? live->cap : FIRST_CAP;
    while (cap < live->n + bytes) cap *= 2;
    unsigned char *grown = realloc(live->out, LWS_PRE + cap);
    if (!grown) return false;
    net_hold(live->connection, live->cap, cap);
    live->out = grown;
    live->cap = cap;
    return true;
}

static void put_frame(struct live *live, unsigned char kind, const char *bytes, size_t n) {
    unsigned char *at = live->out + LWS_PRE + live->n;
    size_t size = n < 126 ? 0 : n < 65536 ? 2 : 8;
    *at++ = kind;
    *at++ = (unsigned char)(size == 0 ? n : size == 2 ? 126 : 127);
    for (size_t i = size; i > 0; i--) *at++ = (unsigned char)(n >> 8 * (i - 1));
    memcpy(at, bytes, n);
    live->n += 2 + size + n;
}

static void enqueue(struct live *live, unsigned char kind, const char *bytes, size_t n) {
    struct net *net = live->connection->net;
    size_t waiting = live->n - live->sent;
    bool over = (waiting && waiting + n > NET_MAX_QUEUE) || net->metrics.held + n > NET_MAX_HELD;
    if (over || !make_room(live, n + MAX_FRAME_HEAD)) {
        net->metrics.slow_readers++;
        net_refused(live->connection, RATE_SLOW);
        drop_queue(live);
        close_with(live, TOO_SLOW, "too slow");
        return;
    }
    put_frame(live, kind, bytes, n);
    live->busy = true;
    ask_to_write(live);
}

static void tell(struct listener *listener, const char *json, size_t n) {
    struct live *live = live_of(listener);
    struct net *net = live->connection->net;
    if (live->closing) return;
    if (live->moved_us) metrics_time(&net->metrics.move, net_clock_us() - live->moved_us);
    live->moved_us = 0;
    net->metrics.messages_out++;
    enqueue(live, TEXT_FRAME, json, n);
}

static void say_goodbye(struct live *live, const struct alea_phrase *words) {
    char message[160];
    int n = snprintf(message, sizeof message, "{\"kind\":\"bye\",\"text\":\"%s\"}", words->in[live->listener.lang]);
    if (!live->closing) enqueue(live, TEXT_FRAME, message, (size_t)n);
}

static void gone(struct listener *listener) {
    static const struct alea_phrase words = {
        .in = {[ALEA_IT] = "questa partita è stata cancellata", [ALEA_EN] = "this match was deleted"}};
    struct live *live = live_of(listener);
    say_goodbye(live, &words);
    close_with(live, LWS_CLOSE_STATUS_NORMAL, "deleted");
}

/* How many bytes of the queue are whole messages and make about NET_CHUNK, at least one. */
static size_t whole_messages(const struct live *live) {
    size_t bytes = 0, waiting = live->n - live->sent;
    while (bytes < waiting && bytes < NET_CHUNK) {
        const unsigned char *head = live->out + LWS_PRE + live->sent + bytes;
        size_t n = head[1], size = n < 126 ? 0 : n == 126 ? 2 : 8;
        if (size) n = 0;
        for (size_t i = 0; i < size; i++) n = n << 8 | head[2 + i];
        if (bytes && bytes + 2 + size + n > NET_CHUNK) break;
        bytes += 2 + size + n;
    }
    return bytes;
}

/* False if the connection is no good any more. */
static bool write_some(struct live *live) {
    struct connection *connection = live->connection;
    size_t n = whole_messages(live);
    if (n) {
        /* LWS_WRITE_HTTP: bytes as they are, for the frames are ours. */
        if (lws_write(connection->wsi, live->out + LWS_PRE + live->sent, n, LWS_WRITE_HTTP) < 0) return false;
        connection->net->metrics.bytes_out += n;
        live->sent += n;
    }
    if (live->sent < live->n) {
        poll_to_write(live);
        return true;
    }
    live->sent = live->n = 0;
    if (live->cap > KEPT_CAP) drop_queue(live);
    return true;
}

void live_flush(struct net *net) {
    while (net->talkers) {
        struct live *live = net->talkers;
        ask_no_more(live);
        if (live->closed) continue;
        if (live->closing || lws_partial_buffered(live->connection->wsi)) poll_to_write(live);
        else if (!write_some(live)) net_kill(live->connection);
    }
}

int live_writable(struct connection *connection) {
    struct live *live = connection->live;
    live->polled = false;
    if (live->closed) return 0;
    if (!write_some(live)) return -1;
    if (!live->closing || live->polled) return 0;
    if (lws_partial_buffered(connection->wsi)) { /* the reason goes behind what the library still holds */
        poll_to_write(live);
        return 0;
    }
    live->closed = true;
    char reason[64];
    int length = snprintf(reason, sizeof reason, "%s", live->why);
    lws_close_reason(connection->wsi, (enum lws_close_status)live->closing, (unsigned char *)reason, (size_t)length);
    return -1;
}

/* ---- In ------------------------------------------------------------------------------------------------------------------------- */

/* Messages past the rate are taken late, not refused: until then nothing more is read. */
static void pay(struct live *live) {
    struct connection *connection = live->connection;
    struct net *net = connection->net;
    if (rate_owe(net->rate, connection->place, net->now) || live->waits) return;
    net->metrics.rate_limited++;
    net_refused(connection, RATE_REQUESTS);
    live->waits = true;
    net->paused++;
    net_quiet(connection, true);
}

static void hear(struct live *live, const char *bytes, size_t n) {
    struct connection *connection = live->connection;
    struct net *net = connection->net;
    const char *address = connection->place->free ? NULL : connection->place->text;
    net->metrics.messages_in++;
    pay(live);
    if (!live->moved_us) live->moved_us = net_clock_us();
    if (!live->listener.table) return;
    int64_t worked = net_work_us();
    api_hear(net->api, &live->listener, address, bytes, n, net_today());
    rate_work(net->rate, connection->place, net_work_us() - worked, net->now);
}

int live_receive(struct connection *connection, const char *bytes, size_t n) {
    struct live *live = connection->live;
    bool last = lws_is_final_fragment(connection->wsi);
    live_alive(connection);
    connection->net->metrics.bytes_in += n;
    if (live->closing) return 0;
    if (lws_frame_is_binary(connection->wsi) || live->n_in + n > NET_MAX_MESSAGE) {
        connection->net->metrics.malformed++;
        net_refused(connection, RATE_MALFORMED);
        if (lws_frame_is_binary(connection->wsi)) close_with(live, NO_TEXT, "text is wanted");
        else close_with(live, TOO_BIG, "a message of over 4096 bytes");
        return 0;
    }
    if (last && !live->n_in) {
        hear(live, bytes, n);
        return 0;
    }
    if (!live->in) live->in = malloc(NET_MAX_MESSAGE);
    if (!live->in) return -1;
    memcpy(live->in + live->n_in, bytes, n);
    live->n_in += n;
    if (!last) return 0;
    size_t whole = live->n_in;
    live->n_in = 0;
    hear(live, live->in, whole);
    free(live->in);
    live->in = NULL;
    return 0;
}

void live_alive(struct connection *connection) {
    connection->live->heard = connection->net->now;
    connection->live->pinged = false;
}

/* ---- A WebSocket comes and goes --------------------------------------------------------------------------------------------------- */

/* The match's id out of "/matches/ID/live"; false if that is not what is asked for. */
static bool read_id(const char *path, char *id, size_t size) {
    static const char begin[] = "/matches/", end[] = "/live";
    if (strncmp(path, begin, sizeof begin - 1) != 0) return false;
    path += sizeof begin - 1;
    size_t n = strcspn(path, "/");
    if (strcmp(path + n, end) != 0 || n >= size) return false;
    memcpy(id, path, n);
    id[n] = 0;
    return true;
}

static struct live *live_new(struct connection *connection) {
    struct live *live = calloc(1, sizeof *live);
    if (!live) return NULL;
    live->connection = connection;
    live->listener.tell = tell;
    live->listener.gone = gone;
    live->heard = connection->net->now;
    connection->live = live;
    connection->state = CONNECTION_LIVE;
    connection->net->metrics.sockets++;
    return live;
}

void live_gone(struct connection *connection) {
    struct live *live = connection->live;
    if (!live) return;
    struct net *net = connection->net;
    connection->live = NULL;
    connection->state = CONNECTION_IDLE;
    connection->deadline = 0;
    api_leave(net->api, &live->listener);
    ask_no_more(live);
    if (live->waits) net->paused--;
    net->metrics.sockets--;
    net_hold(connection, live->cap, 0);
    free(live->out);
    free(live->in);
    free(live);
}

/* "h2c" is an offer that we do not take: as another word, the library overlooks it, and the request is an ordinary one. */
static int other_upgrade(char *word) {
    if (strcasecmp(word, "h2c") != 0) return -1;
    word[0] = '-';
    return 0;
}

int live_upgrade(struct connection *connection, char *word) {
    char id[API_MAX_PATH];
    struct net *net = connection->net;
    /* The library has answered already, and forgotten the head, if the word was one that it does not know. */
    if (!lws_hdr_total_length(connection->wsi, WSI_TOKEN_UPGRADE) || net->stopping || connection->request) return -1;
    if (strcasecmp(word, "websocket") != 0) return other_upgrade(word);
    struct api_call *call = http_handshake(connection);
    bool named = call && read_id(call->path, id, sizeof id);
    struct live *live = named ? live_new(connection) : NULL;
    int64_t worked = net_work_us();
    bool listens = live && api_listen(net->api, &live->listener, id, call, net_today());
    if (live) rate_work(net->rate, connection->place, net_work_us() - worked, net->now);
    if (listens) {
        http_gone(connection);
        return 0;
    }
    live_gone(connection);
    if (call && !named) http_refuse(connection->request, API_FAULT_NO_SUCH_ADDRESS, NULL, 0);
    http_refuse_handshake(connection);
    return -1;
}

void live_open(struct connection *connection) {
    struct live *live = connection->live;
    live->open = true;
    live_alive(connection);
    if (live->n || live->closing) ask_to_write(live);
}

void live_closing(struct connection *connection) {
    connection->live->closing = LWS_CLOSE_STATUS_NORMAL;
    connection->live->closed = true;
    drop_queue(connection->live);
}

/* ---- Time ----------------------------------------------------------------------------------------------------------------------- */

void live_sweep(struct connection *connection) {
    struct live *live = connection->live;
    struct net *net = connection->net;
    int64_t silent = net->now - live->heard;
    if (live->waits && rate_paid(net->rate, connection->place, net->now)) {
        live->waits = false;
        net->paused--;
        live_alive(connection);
        net_quiet(connection, false);
    }
    if (!live->busy && live->cap && !live->n) drop_queue(live);
    live->busy = false;
    if (live->waits || live->closing) return;
    if (silent >= NET_SILENT_MS) {
        net->metrics.timeouts++;
        net_kill(connection);
    } else if (silent >= NET_PING_MS && !live->pinged) {
        live->pinged = true;
        enqueue(live, PING_FRAME, "alea", 4);
    }
}

void live_stop(struct connection *connection) {
    static const struct alea_phrase words = {.in = {[ALEA_IT] = "il server si ferma", [ALEA_EN] = "the server is stopping"}};
    struct live *live = connection->live;
    if (live->closing) return;
    say_goodbye(live, &words);
    close_with(live, GOING_AWAY, "going away");
}
