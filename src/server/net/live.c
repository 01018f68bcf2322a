/* SPDX-License-Identifier: MIT */
/* live.c - WebSockets: /api/v1/matches/ID/live. What a table tells gathers in a queue, framed, and goes out in one piece at the end
 * of the turn, without asking the socket first; only what it does not take waits until it can be written to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "http.h"
#include "now.h"

enum {
    FIRST_CAP = 1024,
    KEPT_CAP = 4096, /* of a queue that is empty now and then; a silent WebSocket keeps none */
    MAX_FRAME_HEAD = 10,
    TEXT_FRAME = 0x81, /* whole, not masked, as servers send them */
    PACKED_FRAME = 0x40 | TEXT_FRAME,
    CLOSE_FRAME = 0x88,
    PING_FRAME = 0x89,
    PONG_FRAME = 0x8a
};

struct live {
    struct listener listener; /* first: notify() finds the WebSocket by it */
    struct connection *connection;
    struct frames *in;
    enum deflate_offer packs; /* how messages may be compressed */
    bool goes_on;             /* a window may hold what it was told */
    bool busy;                /* something was put into the queue since the last sweep */
    bool waits;               /* for its rate */
    bool pinged;              /* since it was last heard */
    bool closing;             /* the last frame is in the queue: nothing more goes in or out */
    bool left;                /* the other side has said that it goes */
    int64_t moved_us;         /* when a message came that is not answered yet; 0: none */
    unsigned char *out;       /* frames */
    size_t frame;             /* where that one begins of which a part has been sent, or the next */
    size_t sent, n, cap;      /* from `sent` up to `n` is still to go out; of cap */
};

static struct live *live_of(struct listener *listener) { return (struct live *)(void *)listener; }

/* ---- Out ---------------------------------------------------------------------------------------------------------------------- */

static void drop_queue(struct live *live) {
    net_hold(live->connection, live->cap, 0);
    free(live->out);
    live->out = NULL;
    live->frame = live->sent = live->n = live->cap = 0;
}

/* How many bytes the frame is long that begins there. */
static size_t length_of(const unsigned char *head) {
    size_t n = head[1], size = n < 126 ? 0 : n == 126 ? 2 : 8;
    if (size) n = 0;
    for (size_t i = 0; i < size; i++) n = n << 8 | head[2 + i];
    return 2 + size + n;
}

/* Where the first frame begins of which nothing has been sent. */
static size_t next_frame(struct live *live) {
    size_t next = live->frame;
    while (next < live->sent) {
        live->frame = next;
        next += length_of(live->out + next);
    }
    if (next == live->sent) live->frame = next;
    return next;
}

/* Room for so many bytes more; false if there is none to be had. */
static bool make_room(struct live *live, size_t bytes) {
    if (live->n + bytes <= live->cap) return true;
    next_frame(live);
    if (live->frame) {
        memmove(live->out, live->out + live->frame, live->n - live->frame);
        live->n -= live->frame;
        live->sent -= live->frame;
        live->frame = 0;
        if (live->n + bytes <= live->cap) return true;
    }
    size_t cap = live->cap ? live->cap : FIRST_CAP;
    while (cap < live->n + bytes) cap *= 2;
    unsigned char *grown = realloc(live->out, cap);
    if (!grown) return false;
    net_hold(live->connection, live->cap, cap);
    live->out = grown;
    live->cap = cap;
    return true;
}

static bool put_frame(struct live *live, unsigned char kind, const char *bytes, size_t n) {
    if (!make_room(live, n + MAX_FRAME_HEAD)) return false;
    unsigned char *at = live->out + live->n;
    size_t size = n < 126 ? 0 : n < 65536 ? 2 : 8;
    *at++ = kind;
    *at++ = (unsigned char)(size == 0 ? n : size == 2 ? 126 : 127);
    for (size_t i = size; i > 0; i--) *at++ = (unsigned char)(n >> 8 * (i - 1));
    memcpy(at, bytes, n);
    live->n += 2 + size + n;
    live->busy = true;
    net_ask(live->connection);
    return true;
}

/* Begins to close: only the reason still goes out, and the other side has a limited time to take it. */
static void close_with(struct live *live, enum frames_status status, const char *why) {
    char reason[64];
    net_settle(live->connection->net);
    if (live->closing) return;
    int n = snprintf(reason, sizeof reason, "%c%c%s", (int)status >> 8, (int)status & 255, why);
    live->closing = true;
    live->connection->deadline = live->connection->net->now + NET_CLOSE_MS;
    if (!put_frame(live, CLOSE_FRAME, reason, (size_t)n)) net_kill(live->connection);
}

/* What waits is too much: it is forgotten, but for the rest of the frame that is on its way. */
static void give_up(struct live *live) {
    live->connection->net->metrics.slow_readers++;
    net_refused(live->connection, RATE_SLOW);
    live->n = next_frame(live);
    close_with(live, FRAMES_TOO_SLOW, "too slow");
}

/* Who reads is never behind, however much others of its address keep waiting. */
static bool is_too_slow(const struct live *live, size_t n) {
    const size_t waiting = live->n - live->sent;
    return waiting && (waiting + n > NET_MAX_QUEUE || net_hoards(live->connection, live->cap, n));
}

static void enqueue(struct live *live, unsigned char kind, const char *bytes, size_t n) {
    struct net *net = live->connection->net;
    net_settle(net);
    const bool over = is_too_slow(live, n) || net->metrics.held + n > NET_MAX_HELD;
    if (over || !put_frame(live, kind, bytes, n)) give_up(live);
}

/* What it is told next goes on from nothing. */
static void begin_anew(struct live *live) {
    if (live->goes_on) deflate_forget(live->connection->net->deflate, live);
    live->goes_on = false;
}

/* As it goes to a seat, which hears many like it, or to one of many who look on. */
static const char *pack(struct live *live, const char *json, size_t n, size_t *size) {
    struct deflate *streams = live->connection->net->deflate;
    const int seat = live->listener.viewer.seat;
    if (live->packs == DEFLATE_NONE) return NULL;
    if (live->packs == DEFLATE_ON && seat >= 0 && seat < ALEA_MAX_SEATS) {
        live->goes_on = true;
        return deflate_pack_on(streams, live, json, n, size);
    }
    begin_anew(live);
    return deflate_pack(streams, json, n, size);
}

static void notify(struct listener *listener, const char *json, size_t n) {
    struct live *live = live_of(listener);
    struct net *net = live->connection->net;
    if (live->closing) return;
    if (live->moved_us) metrics_time(&net->metrics.move, alea_now_us() - live->moved_us);
    live->moved_us = 0;
    net->metrics.messages_out++;
    size_t size;
    const char *packed = pack(live, json, n, &size);
    if (packed) enqueue(live, PACKED_FRAME, packed, size);
    else enqueue(live, TEXT_FRAME, json, n);
}

static void say_goodbye(struct live *live, const char *it, const char *en) {
    char message[160];
    int n =
        snprintf(message, sizeof message, "{\"kind\":\"bye\",\"text\":\"%s\"}", alea_either(live->listener.lang, it, en));
    if (!live->closing) enqueue(live, TEXT_FRAME, message, (size_t)n);
}

static void gone(struct listener *listener) {
    struct live *live = live_of(listener);
    say_goodbye(live, ENGINE_SAY_BYE_DELETED);
    close_with(live, FRAMES_NORMAL, "deleted");
}

/* To another process, where who comes again is led; or it can't be read now. */
static void moved(struct listener *listener) {
    struct live *live = live_of(listener);
    say_goodbye(live, ENGINE_SAY_BYE_NOT_HERE);
    close_with(live, FRAMES_GOING_AWAY, "moved");
}

/* The last frame has gone: the other side closes, or has said so, or is not waited for. */
static void goodbye_said(struct live *live) {
    struct connection *connection = live->connection;
    if (live->left || connection->net->stopping) net_kill(connection);
    else net_half_close(connection);
}

static struct iovec ready(const struct connection *connection) {
    const struct live *live = connection->live;
    return (struct iovec){live->n > live->sent ? live->out + live->sent : NULL, live->n - live->sent};
}

static void sent(struct connection *connection, size_t n) {
    struct live *live = connection->live;
    live->sent += n;
    if (live->sent < live->n) return; /* the rest once there is room */
    live->frame = live->sent = live->n = 0;
    if (live->cap > KEPT_CAP) drop_queue(live);
    if (live->closing) goodbye_said(live);
}

static void write_out(struct connection *connection) {
    const struct iovec part = ready(connection);
    size_t n;
    if (!part.iov_len) return;
    if (net_send(connection, &part, 1, &n)) sent(connection, n);
    else net_kill(connection);
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
    if (!live->moved_us) live->moved_us = alea_now_us();
    if (!live->listener.table) return;
    const int64_t began = alea_now_us();
    api_hear(net->api, &live->listener, address, bytes, n, alea_wall_ms());
    rate_work(net->rate, connection->place, net_worked(net, began), net->now);
}

static void refuse(struct live *live, enum frames_status status) {
    live->connection->net->metrics.malformed++;
    net_refused(live->connection, RATE_MALFORMED);
    close_with(live, status,
               status == FRAMES_NO_TEXT   ? "text is wanted"
               : status == FRAMES_TOO_BIG ? "a message of over 4096 bytes"
                                          : "no proper WebSocket");
}

/* The other side goes. What waits for it is of no use, but frames must stay whole. */
static void take_leave(struct live *live) {
    live->left = true;
    if (live->closing && live->sent == live->n) net_kill(live->connection);
    close_with(live, FRAMES_NORMAL, "");
}

static void hear_packed(struct live *live, const char *packed, size_t size) {
    char bytes[FRAMES_MAX_MESSAGE];
    size_t n;
    enum deflate_end end = deflate_unpack(live->connection->net->deflate, packed, size, bytes, sizeof bytes, &n);
    if (end == DEFLATE_WHOLE) hear(live, bytes, n);
    else refuse(live, end == DEFLATE_TOO_BIG ? FRAMES_TOO_BIG : FRAMES_PROTOCOL);
}

static void happen(struct live *live, const struct frames_event *event) {
    if (event->kind == FRAMES_CLOSE) take_leave(live);
    if (live->closing) return;
    if (event->kind == FRAMES_TEXT && event->packed) hear_packed(live, event->bytes, event->n);
    else if (event->kind == FRAMES_TEXT) hear(live, event->bytes, event->n);
    else if (event->kind == FRAMES_PING) enqueue(live, PONG_FRAME, event->bytes, event->n);
    else if (event->kind == FRAMES_WRONG) refuse(live, event->status);
}

static size_t read_in(struct connection *connection, const char *bytes, size_t n) {
    struct live *live = connection->live;
    struct frames_event event;
    live->pinged = false;
    frames_take(live->in, bytes, n);
    while (!connection->dead && !live->waits && frames_next(live->in, &event)) happen(live, &event);
    n -= frames_rest(live->in);
    connection->net->metrics.bytes_in += n;
    return n;
}

/* ---- Time ----------------------------------------------------------------------------------------------------------------------- */

static void sweep(struct connection *connection) {
    struct live *live = connection->live;
    struct net *net = connection->net;
    int64_t silent = net->now - connection->heard;
    if (live->waits && rate_paid(net->rate, connection->place, net->now)) {
        live->waits = false;
        net->paused--;
        connection->heard = net->now;
        read_in(connection, "", 0); /* what was taken apart already */
        net_go_on(connection);
        if (!live->waits) net_quiet(connection, false);
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

static void stop(struct connection *connection) {
    struct live *live = connection->live;
    if (live->closing) return;
    say_goodbye(live, ENGINE_SAY_BYE_STOPPING);
    close_with(live, FRAMES_GOING_AWAY, "going away");
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

static void leave(struct connection *connection) {
    struct live *live = connection->live;
    struct net *net = connection->net;
    connection->live = NULL;
    connection->protocol = net->protocol;
    connection->state = CONNECTION_IDLE;
    api_leave(net->api, &live->listener);
    if (live->waits) net->paused--;
    net->metrics.sockets--;
    net_hold(connection, live->cap, 0);
    begin_anew(live);
    frames_free(live->in);
    free(live->out);
    free(live);
}

static const struct net_protocol live_protocol = {
    .read = read_in,
    .write = write_out,
    .ready = ready,
    .sent = sent,
    .gone = leave,
    .sweep = sweep,
    .stop = stop,
};

static struct live *live_new(struct connection *connection, enum deflate_offer packs) {
    struct live *live = calloc(1, sizeof *live);
    if (live) live->in = frames_new(packs != DEFLATE_NONE);
    if (!live || !live->in) {
        free(live);
        return NULL;
    }
    live->connection = connection;
    live->packs = packs;
    live->listener.notify = notify;
    live->listener.gone = gone;
    live->listener.moved = moved;
    connection->live = live;
    connection->protocol = &live_protocol;
    connection->state = CONNECTION_LIVE;
    connection->deadline = 0;
    connection->net->metrics.sockets++;
    return live;
}

/* The end of the handshake. Nothing is before it, so that the socket takes it. */
static void accept_socket(struct connection *connection, const struct net_handshake *handshake) {
    char head[384];
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Accept: %s\r\n%s%s\r\n",
                     handshake->accept, handshake->named ? "Sec-WebSocket-Protocol: alea.v1\r\n" : "",
                     deflate_answer(handshake->packs));
    const struct iovec part = {head, (size_t)n};
    size_t sent;
    if (!net_send(connection, &part, 1, &sent) || sent < part.iov_len) net_kill(connection);
}

bool live_upgrade(struct connection *connection, struct api_call *call, const struct net_handshake *handshake, bool *named) {
    char id[API_MAX_PATH];
    struct net *net = connection->net;
    *named = read_id(call->path, id, sizeof id);
    struct live *live = *named ? live_new(connection, handshake->packs) : NULL;
    if (!live) {
        *named = false;
        return false;
    }
    const int64_t began = alea_now_us();
    bool listens = api_listen(net->api, &live->listener, id, call, alea_wall_ms());
    rate_work(net->rate, connection->place, net_worked(net, began), net->now);
    if (listens) accept_socket(connection, handshake);
    else leave(connection);
    return listens;
}
