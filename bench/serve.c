/* SPDX-License-Identifier: MIT */
/* serve.c - how many moves a second a server of Alea takes: one client per seat, on WebSockets, playing random legal moves.
 *
 * Starts a server of its own on loopback with a fresh database, makes the tables, lets the clients play for a while and prints
 * one line of JSON: moves that were answered (each durable before its answer), the time from sending a move to each other seat's
 * message of it, the server's memory, and its processor time, in all and of the main thread alone. With --processes N there are N servers
 * over the PostgreSQL database --db; with --idle N there are N tables more at which nobody moves, with --sockets N so many that look on there
 * and hear nothing: what others cost who play. At the end the server is started again, and some idle tables are asked for, which it has to open. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "alea.h"
#include "now.h"
#include "servers.h"

enum {
    MAX_MATCHES = 2000,
    MAX_SEATS = 6,
    MAX_IDLE = 200000,
    IDLE_AT_ONCE = 64, /* of them are made */
    PORTS = 15000,     /* sockets from one address of ours: each needs a port there */
    OPENINGS = 200,
    PATIENCE_MS = 10000,
    IN_BYTES = 1 << 16,
    MAX_LATENCY_US = 4000000,
    ID_BYTES = 32,
    TOKEN_BYTES = 64,
    REPLY_BYTES = 1 << 16
};

struct seat {
    int fd, match;
    char token[TOKEN_BYTES];
    char *in; /* IN_BYTES + 1 */
    size_t n;
    bool open;       /* the handshake is over */
    long ply;        /* that it knows of */
    bool to_move;    /* it was offered moves and has not sent one */
    uint32_t chosen; /* the move that it will send */
};

struct match {
    char id[ID_BYTES];
    int64_t sent; /* when its last move was sent, us */
    long ply;     /* that it answered */
    int mover;    /* the seat that sent it */
    bool over;
};

static struct seat seats[MAX_MATCHES * MAX_SEATS];
static struct match matches[MAX_MATCHES];
static char (*idle)[ID_BYTES];
static uint32_t latency[MAX_LATENCY_US / 10]; /* counts, by tens of microseconds */
static uint64_t n_latency, n_sent, n_answered, n_errors, n_messages, n_bytes;
static int ring[MAX_MATCHES * MAX_SEATS], ring_from, ring_n; /* seats that may send, when a rate is kept */
static int n_over;
static int looker[2]; /* a pipe: a byte when all of a process look on, and one for each that is cut off */

_Noreturn static void die_of(const char *what, const char *reply) {
    fprintf(stderr, "bench: %s:\n%s\n", what, reply);
    exit(1);
}

static int64_t now_us(void) { return alea_now_ns() / 1000; }

/* ---- Tables ------------------------------------------------------------------------------------------------------------------ */

static void send_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t sent = write(fd, bytes, n);
        if (sent <= 0) die("write");
        bytes += sent;
        n -= (size_t)sent;
    }
}

/* Copies the JSON string after `key`, from `at` on; returns what follows it. */
static const char *take_string(const char *at, const char *key, char *to, size_t size) {
    at = at ? strstr(at, key) : NULL;
    if (!at) return NULL;
    at += strlen(key);
    size_t n = strcspn(at, "\"");
    if (n >= size) return NULL;
    memcpy(to, at, n);
    to[n] = 0;
    return at + n;
}

/* Asks for a table; its answer is read later. */
static int ask_match(const struct options *options) {
    char body[1024], request[1400];
    size_t n = (size_t)snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[", options->game);
    for (int seat = 0; seat < options->seats; seat++)
        n += (size_t)snprintf(body + n, sizeof body - n, "%s\"human\"", seat ? "," : "");
    n += (size_t)snprintf(body + n, sizeof body - n, "]}");
    int length = snprintf(request, sizeof request,
                          "POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                          "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                          n, body);
    int fd = dial();
    if (fd < 0) die("connect");
    send_all(fd, request, (size_t)length);
    return fd;
}

static const char *read_reply(int fd) {
    static char reply[REPLY_BYTES + 1];
    size_t got = 0;
    for (ssize_t k; got < REPLY_BYTES && (k = read(fd, reply + got, REPLY_BYTES - got)) > 0;) got += (size_t)k;
    reply[got] = 0;
    close(fd);
    return reply;
}

static void make_match(const struct options *options, int match) {
    const char *reply = read_reply(ask_match(options));
    const char *at = take_string(reply, "\"match\":\"", matches[match].id, ID_BYTES);
    at = at ? strstr(at, "\"seats\":[") : NULL;
    for (int seat = 0; seat < options->seats; seat++)
        at = take_string(at, "\"token\":\"", seats[match * options->seats + seat].token, TOKEN_BYTES);
    if (!at) die_of("no table was made", reply);
}

static void make_idle(const struct options *options) {
    int fds[IDLE_AT_ONCE];
    idle = calloc((size_t)options->idle + 1, sizeof *idle);
    if (!idle) die("memory");
    for (int made = 0; made < options->idle;) {
        int n = options->idle - made < IDLE_AT_ONCE ? options->idle - made : IDLE_AT_ONCE;
        for (int i = 0; i < n; i++) fds[i] = ask_match(options);
        for (int i = 0; i < n; i++) {
            const char *reply = read_reply(fds[i]);
            if (!take_string(reply, "\"match\":\"", idle[made++], ID_BYTES)) die_of("no idle table was made", reply);
        }
    }
}

/* Whatever they are told, pings among it, those who look on say no more than that they are there: who keeps silent is closed. */
_Noreturn static void stay(int epoll) {
    static const char pong[] = {(char)0x8a, (char)0x80, 0, 0, 0, 0};
    static char told[REPLY_BYTES];
    struct epoll_event events[64];
    for (;;) {
        int n = epoll_wait(epoll, events, (int)ALEA_LEN(events), -1);
        for (int i = 0; i < n; i++)
            if (read(events[i].data.fd, told, sizeof told) <= 0 || write(events[i].data.fd, pong, sizeof pong) < 0) {
                close(events[i].data.fd);
                if (write(looker[1], "", 1) != 1) die("pipe");
            }
    }
}

/* As that seat, or with "" as somebody who looks on. */
static void ask_live(int fd, const char *match, const char *token) {
    char request[512];
    int length =
        snprintf(request, sizeof request,
                 "GET /api/v1/matches/%s/live?plain=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                 "%s%s%s\r\n",
                 match, *token ? "Authorization: Bearer " : "", token, *token ? "\r\n" : "");
    send_all(fd, request, (size_t)length);
}

static void look_on(const struct options *options, int from, int to, int epoll) {
    for (int i = from; i < to; i++) {
        int fd = dial_from(1 + from / PORTS);
        char head[16];
        if (fd < 0) die("connect");
        ask_live(fd, idle[i % options->idle], "");
        if (read(fd, head, sizeof head) < 12 || strncmp(head, "HTTP/1.1 101", 12) != 0)
            die("the server refused a spectator");
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) die("epoll");
    }
}

/* By processes of their own, for each may have so many files alone. Returns when all are there. */
static void seat_lookers(const struct options *options) {
    char there;
    if (pipe(looker) != 0) die("pipe");
    for (int from = 0; from < options->sockets; from += PORTS) {
        const pid_t child = fork();
        if (child < 0) die("fork");
        if (child == 0) {
            const int to = from + PORTS < options->sockets ? from + PORTS : options->sockets, epoll = epoll_create1(0);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (epoll < 0) die("epoll");
            look_on(options, from, to, epoll);
            if (write(looker[1], "", 1) != 1) die("pipe");
            stay(epoll);
        }
        if (read(looker[0], &there, 1) != 1) die("those who look on");
    }
    fcntl(looker[0], F_SETFL, O_NONBLOCK);
}

static int n_cut_off(void) {
    static char bytes[MAX_IDLE];
    const ssize_t n = read(looker[0], bytes, sizeof bytes);
    return n > 0 ? (int)n : 0;
}

/* ---- Clients ----------------------------------------------------------------------------------------------------------------- */

/* One after the other: a table that has left memory is opened for who comes alone, while many at once would be asked to come again. */
static void join(int seat, int epoll) {
    struct seat *s = &seats[seat];
    s->in = malloc(IN_BYTES + 1);
    s->fd = dial();
    if (!s->in || s->fd < 0) die("connect");
    ask_live(s->fd, matches[s->match].id, s->token);
    if (poll(&(struct pollfd){.fd = s->fd, .events = POLLIN}, 1, PATIENCE_MS) != 1) die("the server does not answer");
    fcntl(s->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)seat};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, s->fd, &event) != 0) die("epoll");
}

static void send_move(struct seat *s) {
    char frame[128];
    int n = snprintf(frame + 6, sizeof frame - 6, "{\"id\":1,\"ply\":%ld,\"m\":%u}", s->ply, s->chosen);
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | n);
    memset(frame + 2, 0, 4); /* a mask of zeros: the bytes as they are */
    s->to_move = false;
    matches[s->match].ply = s->ply;
    matches[s->match].mover = (int)(s - seats);
    matches[s->match].sent = now_us();
    if (write(s->fd, frame, (size_t)n + 6) != n + 6) die("a client could not write");
    n_sent++;
}

static void count_latency(int64_t us) {
    if (us < 0) us = 0;
    latency[us < MAX_LATENCY_US ? us / 10 : MAX_LATENCY_US / 10 - 1]++;
    n_latency++;
}

/* One of the integers of "moves":[...]; false if none were offered. */
static bool choose(const char *message, struct alea_random *random, uint32_t *chosen) {
    const char *at = strstr(message, "\"moves\":[");
    uint32_t n = 1;
    if (!at || at[9] == ']') return false;
    at += 9;
    for (const char *scan = at; *scan != ']'; scan++) n += *scan == ',';
    for (uint32_t skip = alea_random_below(random, n); skip > 0; skip--) at = strchr(at, ',') + 1;
    *chosen = (uint32_t)strtoul(at, NULL, 10);
    return true;
}

static void hear(struct seat *s, const char *message, struct alea_random *random, bool at_once) {
    struct match *match = &matches[s->match];
    const char *ply = strstr(message, "\"ply\":");
    n_messages++;
    if (strstr(message, "\"kind\":\"answer\"")) {
        n_answered++;
        return;
    }
    if (strstr(message, "\"kind\":\"error\"")) {
        if (n_errors++ == 0) fprintf(stderr, "bench: %s\n", message);
        return;
    }
    if (!ply) return;
    s->ply = strtol(ply + 6, NULL, 10);
    if (strstr(message, "\"kind\":\"ply\"") && s->ply == match->ply + 1 && match->mover != (int)(s - seats))
        count_latency(now_us() - match->sent);
    if (strstr(message, "\"status\":\"over\"") && !match->over) {
        match->over = true;
        n_over++;
    }
    if (match->over || !choose(message, random, &s->chosen)) return;
    s->to_move = true;
    if (at_once) send_move(s);
    else ring[(ring_from + ring_n++) % (int)ALEA_LEN(ring)] = (int)(s - seats);
}

/* Takes whole frames off what was read. The server's frames are not masked. */
static void take_frames(struct seat *s, struct alea_random *random, bool at_once) {
    size_t at = 0;
    if (!s->open) {
        s->in[s->n] = 0;
        const char *end = strstr(s->in, "\r\n\r\n");
        if (!end) return;
        if (strncmp(s->in, "HTTP/1.1 101", 12) != 0) die("the server refused a WebSocket");
        s->open = true;
        at = (size_t)(end + 4 - s->in);
    }
    for (;;) {
        const unsigned char *frame = (const unsigned char *)s->in + at;
        size_t left = s->n - at, head = 2, length;
        if (left < 2) break;
        length = frame[1] & 127u;
        if (length == 126) {
            head = 4;
            if (left < head) break;
            length = (size_t)frame[2] << 8 | frame[3];
        } else if (length == 127) {
            head = 10;
            if (left < head) break;
            length = (size_t)frame[6] << 24 | (size_t)frame[7] << 16 | (size_t)frame[8] << 8 | frame[9];
        }
        if (left < head + length) break;
        char *message = s->in + at + head, kept = message[length];
        if ((frame[0] & 15) == 1) {
            message[length] = 0;
            hear(s, message, random, at_once);
            message[length] = kept;
        } else if ((frame[0] & 15) == 8) {
            die("the server closed a WebSocket");
        }
        at += head + length;
    }
    memmove(s->in, s->in + at, s->n - at);
    s->n -= at;
}

static void read_seat(struct seat *s, struct alea_random *random, bool at_once) {
    ssize_t got = read(s->fd, s->in + s->n, IN_BYTES - s->n);
    if (got == 0 || (got < 0 && errno != EAGAIN)) die("a client was cut off");
    if (got < 0) return;
    n_bytes += (uint64_t)got;
    s->n += (size_t)got;
    take_frames(s, random, at_once);
    if (s->n == IN_BYTES) die("a message is too long");
}

/* ---- The run ----------------------------------------------------------------------------------------------------------------- */

static void run(const struct options *options, int epoll, int64_t until, struct alea_random *random) {
    int64_t began = now_us();
    uint64_t paced = 0;
    struct epoll_event events[256];
    for (int64_t now = began; now < until; now = now_us()) {
        int n = epoll_wait(epoll, events, (int)ALEA_LEN(events), options->rate ? 1 : 50);
        for (int i = 0; i < n; i++) read_seat(&seats[events[i].data.u32], random, options->rate == 0);
        if (!options->rate) continue;
        uint64_t due = (uint64_t)((now_us() - began) * options->rate / 1000000);
        for (; paced < due && ring_n > 0; paced++, ring_n--) {
            struct seat *s = &seats[ring[ring_from]];
            ring_from = (ring_from + 1) % (int)ALEA_LEN(ring);
            if (s->to_move) send_move(s);
        }
        if (paced + (uint64_t)options->rate / 100 < due) paced = due; /* what could not be sent is not caught up with */
    }
}

static double percentile(double part) {
    uint64_t sum = 0;
    for (size_t i = 0; i < ALEA_LEN(latency); i++) {
        sum += latency[i];
        if ((double)sum >= part * (double)n_latency) return (double)i / 100.0;
    }
    return 0;
}

static int number(const char *words, int min, int max) {
    char *end;
    long value = strtol(words, &end, 10);
    if (*end || end == words || value < min || value > max) {
        fprintf(stderr, "bench: '%s' is no number from %d to %d\n", words, min, max);
        exit(2);
    }
    return (int)value;
}

static struct options read_options(int argc, char **argv) {
    struct options options = {
        .alea = "build/alea", .db = "build/bench.db", .matches = 500, .seats = 3, .seconds = 10, .processes = 1};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--alea") == 0) options.alea = argv[i + 1];
        else if (strcmp(argv[i], "--db") == 0) options.db = argv[i + 1];
        else if (strcmp(argv[i], "--game") == 0) options.game = argv[i + 1];
        else if (strcmp(argv[i], "--matches") == 0) options.matches = number(argv[i + 1], 1, MAX_MATCHES);
        else if (strcmp(argv[i], "--seats") == 0) options.seats = number(argv[i + 1], 1, MAX_SEATS);
        else if (strcmp(argv[i], "--seconds") == 0) options.seconds = number(argv[i + 1], 1, 600);
        else if (strcmp(argv[i], "--idle") == 0) options.idle = number(argv[i + 1], 0, MAX_IDLE);
        else if (strcmp(argv[i], "--sockets") == 0) options.sockets = number(argv[i + 1], 0, MAX_IDLE);
        else if (strcmp(argv[i], "--processes") == 0) options.processes = number(argv[i + 1], 1, MAX_PROCESSES);
        else if (strcmp(argv[i], "--rate") == 0) options.rate = number(argv[i + 1], 0, 1000000);
        else argc = 0;
    }
    if (argc % 2 == 0 || !options.game || (options.sockets && !options.idle)) {
        fputs(
            "usage: serve --game ID [--alea PROGRAM] [--db FILE] [--matches N] [--seats N] [--seconds N] [--rate MOVES_A_SECOND]\n"
            "             [--idle TABLES] [--sockets N] [--processes N, of a PostgreSQL database]\n",
            stderr);
        exit(2);
    }
    return options;
}

static void forget(const char *db) {
    static const char *const parts[] = {"", "-wal", "-shm"};
    char path[4096];
    for (size_t i = 0; i < ALEA_LEN(parts); i++) {
        snprintf(path, sizeof path, "%s%s", db, parts[i]);
        unlink(path);
    }
}

static double us_per_move(double seconds) { return n_answered ? seconds * 1e6 / (double)n_answered : 0.0; }

/* The server again, which knows its tables by their rows alone; opens some, and tells what that took. */
static void time_openings(const struct options *options) {
    int n = options->idle < OPENINGS ? options->idle : OPENINGS;
    start_servers(options);
    int64_t began = now_us(), cpu = (int64_t)(cpu_of_servers(false) * 1e6);
    for (int i = 0; i < n; i++) {
        char request[256];
        int length = snprintf(request, sizeof request,
                              "GET /api/v1/matches/%s?plain=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                              idle[(long)i * options->idle / n]);
        int fd = dial();
        if (fd < 0) die("connect");
        send_all(fd, request, (size_t)length);
        const char *reply = read_reply(fd);
        if (strncmp(reply, "HTTP/1.1 200", 12) != 0) die_of("an idle table does not open", reply);
    }
    printf("{\"opened\":%d,\"ms_each\":%.2f,\"server_ms_each\":%.2f,\"rss_kib\":%ld}\n", n,
           (double)(now_us() - began) / 1e3 / n, (cpu_of_servers(false) * 1e6 - (double)cpu) / 1e3 / n, memory());
    stop_servers();
}

int main(int argc, char **argv) {
    struct options options = read_options(argc, argv);
    struct rlimit files = {0};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);

    forget(options.db);
    start_servers(&options);
    long empty = memory();
    int n = options.matches * options.seats, epoll = epoll_create1(0);
    struct alea_random random = alea_random_stream(1, 1);
    for (int match = 0; match < options.matches; match++) make_match(&options, match);
    make_idle(&options);
    long tables = memory();
    seat_lookers(&options);
    long watched = memory();
    for (int seat = 0; seat < n; seat++) {
        seats[seat].match = seat / options.seats;
        join(seat, epoll);
    }
    long joined = memory();
    double cpu = cpu_of_servers(false), cpu_main = cpu_of_servers(true);
    long long wrote = number_of_servers("io", "write_bytes:");
    int64_t began = now_us();
    run(&options, epoll, began + (int64_t)options.seconds * 1000000, &random);
    double seconds = (double)(now_us() - began) / 1e6;
    cpu = cpu_of_servers(false) - cpu, cpu_main = cpu_of_servers(true) - cpu_main;

    printf(
        "{\"matches\":%d,\"clients\":%d,\"rate\":%d,\"seconds\":%.1f,\"moves\":%llu,\"moves_per_second\":%.0f,\"errors\":%llu,"
        "\"over\":%d,\"messages_per_second\":%.0f,\"mib_per_second\":%.1f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"server_cpu\":%.2f,\"server_us_per_move\":%.1f,\"main_us_per_move\":%.1f,"
        "\"disk_bytes_per_move\":%.0f,\"processes\":%d,\"idle\":%d,\"sockets\":%d,\"cut_off\":%d,\"rss_kib\":{\"empty\":%ld,\"tables\":%ld,\"sockets\":%ld,\"clients\":%ld,\"end\":%ld}}\n",
        options.matches, n, options.rate, seconds, (unsigned long long)n_answered, (double)n_answered / seconds,
        (unsigned long long)n_errors, n_over, (double)n_messages / seconds, (double)n_bytes / seconds / 1048576,
        percentile(0.5), percentile(0.99), cpu / seconds, us_per_move(cpu), us_per_move(cpu_main),
        n_answered ? (double)(number_of_servers("io", "write_bytes:") - wrote) / (double)n_answered : 0.0, options.processes,
        options.idle, options.sockets, n_cut_off(), empty, tables, watched, joined, memory());
    stop_servers();
    if (options.idle) time_openings(&options);
    forget(options.db);
    return n_errors > 0;
}
