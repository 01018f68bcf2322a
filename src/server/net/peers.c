/* SPDX-License-Identifier: MIT */
/* peers.c - see peers.h. A pass is a request of a client that somebody else answers; a link is a connection of ours to another process,
 * with one pass at a time. What certainly did nothing is tried again until it is answered: links that could not be made, answers "not
 * mine", and requests that only ask. Of another one whose process dies meanwhile nobody knows whether it happened, and that is said.
 * What we have to tell another process is a pass, too, which no client waits for: one that is struck off needs no telling. What addresses
 * took (spent.h) is told once: to hear it twice would be wrong, not to hear it is no loss that the log has to know of. */
#include "peers.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spent.h"

enum {
    PATIENCE_MS = 8 * 1000, /* for a share to be somebody's who answers */
    SLIGHT_MS = 2 * 1000,   /* for what is no loss */
    AGAIN_MS = 50,
    LINK_IDLE_MS = 15 * 1000, /* less than NET_IDLE_MS, so that a link is not used that the other side is about to close */
    GREETING_MS = 2 * 1000,
    MAX_HEAD = 2 * NET_MAX_HEADER,
    MAX_ANSWER = API_MAX_BODY + (64 << 20),
    MAX_HOST = 80
};

struct link;

struct pass {
    struct request *request; /* NULL: it is we who tell something */
    int64_t process;         /* whom; else 0 */
    int share;               /* whose owner answers a request */
    bool socket;
    bool asks; /* it may be repeated: a GET, or what we tell; what we tell but once is no loss if it does not arrive */
    char *bytes;
    size_t n;
    int64_t until, again;
    struct link *link;
    struct pass *next; /* of those that wait */
};

enum link_state { LINK_GREETING, LINK_IDLE, LINK_BUSY };

struct link {
    struct connection *connection;
    struct peers *peers;
    enum link_state state;
    struct pass *pass;
    uint8_t nonce[PEER_NONCE_BYTES];
    char *out;
    size_t n_out, sent;
    char *in; /* of the answer */
    size_t n_in, cap_in, n_head, whole;
    int status; /* once there is a head */
    int64_t rested;
    struct link *next;
};

struct peers {
    struct net *net;
    struct lease *lease;
    struct pass *waiting;
    struct link *links;
    int passes;
    uint64_t version; /* of the map that was looked at */
    int64_t told;     /* what addresses took; ms of net->now */
};

/* ---- A pass comes and goes ----------------------------------------------------------------------------------------------------- */

/* Fields that another server needs to know what the client wants; what concerns one connection alone is left out. */
static const struct {
    enum head_field field;
    const char *name;
} passed_on[] = {
    {HEAD_ACCEPT, "Accept"},
    {HEAD_ACCEPT_ENCODING, "Accept-Encoding"},
    {HEAD_ACCEPT_LANGUAGE, "Accept-Language"},
    {HEAD_AS_SEAT, "Alea-Seat"},
    {HEAD_AUTHORIZATION, "Authorization"},
    {HEAD_COOKIE, "Cookie"},
    {HEAD_HOST, "Host"},
    {HEAD_IF_NONE_MATCH, "If-None-Match"},
    {HEAD_ORIGIN, "Origin"},
    {HEAD_SOCKET_EXTENSIONS, "Sec-WebSocket-Extensions"},
    {HEAD_SOCKET_KEY, "Sec-WebSocket-Key"},
    {HEAD_SOCKET_PROTOCOL, "Sec-WebSocket-Protocol"},
    {HEAD_SOCKET_VERSION, "Sec-WebSocket-Version"},
};

static void write_head(const struct request *request, bool socket, struct alea_text *text) {
    char address[RATE_TEXT];
    rate_key_write(&request->connection->place->key, address);
    address[strcspn(address, "/")] = 0;
    alea_text_addf(text, "%s %s%s%s HTTP/1.1\r\n", request->method, request->path, request->in.query ? "?" : "",
                   request->in.query ? request->in.query : "");
    for (size_t i = 0; i < ALEA_LEN(passed_on); i++) {
        const char *value = request->in.field[passed_on[i].field];
        if (value) alea_text_addf(text, "%s: %s\r\n", passed_on[i].name, value);
    }
    if (!request->in.field[HEAD_HOST]) alea_text_add(text, "Host: alea\r\n");
    alea_text_addf(text, "X-Forwarded-For: %s\r\nX-Forwarded-Proto: %s\r\n", address,
                   request->call.secure ? "https" : "http");
    if (socket) alea_text_add(text, "Connection: Upgrade\r\nUpgrade: websocket\r\n");
    else if (head_method_has_body(request->in.method) || request->n_body)
        alea_text_addf(text, "Content-Length: %zu\r\n", request->n_body);
    alea_text_add(text, "\r\n");
}

static struct pass *pass_new(struct request *request, int share, bool socket) {
    struct pass *pass = calloc(1, sizeof *pass);
    struct alea_text head;
    alea_text_init(&head, MAX_HEAD + (3 * API_MAX_PATH), ALEA_EN);
    write_head(request, socket, &head);
    if (pass && !head.truncated) pass->bytes = malloc(head.len + request->n_body + 1);
    if (!pass || !pass->bytes) {
        alea_text_clear(&head);
        free(pass);
        return NULL;
    }
    memcpy(pass->bytes, alea_text_str(&head), head.len);
    if (request->n_body) memcpy(pass->bytes + head.len, request->body, request->n_body);
    pass->n = head.len + request->n_body;
    pass->request = request;
    pass->share = share;
    pass->socket = socket;
    pass->asks = request->call.method == API_GET;
    pass->until = request->connection->net->now + PATIENCE_MS;
    alea_text_clear(&head);
    return pass;
}

static void stop_waiting(struct peers *peers, const struct pass *pass) {
    for (struct pass **at = &peers->waiting; *at; at = &(*at)->next) {
        if (*at != pass) continue;
        *at = pass->next;
        return;
    }
}

static void pass_free(struct peers *peers, struct pass *pass) {
    stop_waiting(peers, pass);
    if (pass->request) pass->request->pass = NULL;
    if (pass->link) pass->link->pass = NULL;
    peers->passes--;
    free(pass->bytes);
    free(pass);
}

static void forget(struct request *request) {
    struct pass *pass = request->pass;
    struct link *link = pass->link;
    pass_free(request->connection->net->peers, pass);
    if (link) net_kill(link->connection); /* its answer is nobody's */
}

static void log_untold(const struct peers *peers, const struct pass *pass) {
    struct log *log = peers->net->log;
    log_begin(log, LOG_WARNING, "peer_not_told");
    log_number(log, "process", pass->process);
    log_end(log);
}

static void refuse(struct peers *peers, struct pass *pass, enum api_fault fault) {
    struct request *request = pass->request;
    if (!request && pass->asks) log_untold(peers, pass);
    pass_free(peers, pass);
    if (request) http_refuse(request, fault, NULL, 1);
}

static void wait_again(struct peers *peers, struct pass *pass) {
    pass->again = peers->net->now + AGAIN_MS;
    pass->next = peers->waiting;
    peers->waiting = pass;
}

/* It did not come to an answer. */
static void failed(struct peers *peers, struct pass *pass, bool sent) {
    pass->link = NULL;
    if (sent && !pass->asks) refuse(peers, pass, API_FAULT_UNSURE);
    else wait_again(peers, pass);
}

/* ---- Links --------------------------------------------------------------------------------------------------------------------- */

static bool put_out(struct link *link, const char *bytes, size_t n) {
    char *grown = realloc(link->out, link->n_out + n);
    if (!grown) return false;
    link->out = grown;
    memcpy(link->out + link->n_out, bytes, n);
    link->n_out += n;
    net_ask(link->connection);
    return true;
}

static void send_pass(struct link *link) {
    link->state = LINK_BUSY;
    link->connection->deadline = link->pass->request ? 0 : link->pass->until; /* a client has its own */
    if (!put_out(link, link->pass->bytes, link->pass->n)) net_kill(link->connection);
}

static void rest(struct link *link) {
    free(link->in);
    link->in = NULL;
    link->n_in = link->cap_in = link->n_head = link->whole = 0;
    link->state = LINK_IDLE;
    link->rested = link->connection->net->now;
    link->connection->deadline = link->rested + LINK_IDLE_MS;
}

static size_t read_greeting(struct link *link, const char *bytes, size_t n) {
    char proof[PEER_MAX_LINE];
    const char *end = memchr(bytes, '\n', n < PEER_MAX_LINE ? n : PEER_MAX_LINE);
    struct net *net = link->connection->net;
    if (!end && n < PEER_MAX_LINE) return 0;
    if (!end || !peer_answered(net->peer_secret, link->nonce, bytes, (size_t)(end - bytes), proof)) {
        log_begin(net->log, LOG_WARNING, "peer_unknown");
        log_number(net->log, "process", link->connection->process);
        log_string(net->log, "why", "at its address somebody else answers");
        log_end(net->log);
        net_kill(link->connection);
        return n;
    }
    if (!put_out(link, proof, strlen(proof))) net_kill(link->connection);
    else if (link->pass) send_pass(link);
    else rest(link);
    return (size_t)(end - bytes) + 1;
}

static bool put_in(struct link *link, const char *bytes, size_t n) {
    if (link->n_in + n > MAX_ANSWER) return false;
    if (link->n_in + n + 1 > link->cap_in) {
        size_t cap = link->whole > link->n_in + n ? link->whole + 1 : 2 * (link->n_in + n) + 1;
        char *grown = realloc(link->in, cap);
        if (!grown) return false;
        link->in = grown;
        link->cap_in = cap;
    }
    memcpy(link->in + link->n_in, bytes, n);
    link->n_in += n;
    link->in[link->n_in] = 0;
    return true;
}

/* Our own servers' heads: a status, fields, and how long the body is. False: it is none of theirs. */
static bool read_head(struct link *link) {
    const char *length = strstr(link->in, "\r\nContent-Length: ");
    const struct request *request = link->pass->request;
    if (strncmp(link->in, "HTTP/1.1 ", 9) != 0) return false;
    link->status = (int)strtol(link->in + 9, NULL, 10);
    if (link->status < 101 || link->status > 599) return false;
    link->whole = link->n_head;
    if ((request && request->head_only) || link->status < 200 || link->status == 304) return true;
    if (!length || length > link->in + link->n_head) return false;
    const unsigned long long body = strtoull(length + 18, NULL, 10);
    link->whole += (size_t)body;
    return body < MAX_ANSWER;
}

/* The client's connection and the link are one from now on. What came behind the head is the first that goes through. */
static void become_tunnel(struct link *link) {
    struct connection *owner = link->connection, *client = link->pass->request->connection;
    struct peers *peers = link->peers;
    const struct iovec head = {link->in, link->n_head};
    size_t sent;
    struct pass *pass = link->pass;
    pass->link = NULL;
    link->pass = NULL;
    pass_free(peers, pass);
    const bool good = net_send(client, &head, 1, &sent) && sent == head.iov_len;
    client->protocol->gone(client); /* its request */
    owner->protocol->gone(owner);   /* the link */
    if (good && tunnel_begin(client, owner)) {
        net_go_on(client);
    } else {
        net_kill(client);
        net_kill(owner);
    }
}

static void answered(struct link *link) {
    struct pass *pass = link->pass;
    struct peers *peers = link->peers;
    struct request *request = pass->request;
    pass->link = NULL;
    link->pass = NULL;
    if (link->status == 421) {
        wait_again(peers, pass);
    } else {
        pass_free(peers, pass);
        if (request) http_passed(request, link->status, link->in, link->n_head, link->whole - link->n_head);
    }
    if (strstr(link->in, "\r\nConnection: close")) net_kill(link->connection);
    else rest(link);
}

static size_t read_answer(struct link *link, const char *bytes, size_t n) {
    static const char end[] = "\r\n\r\n";
    size_t used = n;
    if (!link->n_head) {
        const size_t before = link->n_in;
        if (!put_in(link, bytes, n)) return net_kill(link->connection), n;
        const char *at = strstr(link->in, end);
        if (!at && link->n_in < MAX_HEAD) return n;
        link->n_head = at ? (size_t)(at - link->in) + 4 : 0;
        if (!at || !read_head(link)) return net_kill(link->connection), n;
        if (link->n_in > link->whole) { /* what follows the answer */
            used = link->whole - before;
            link->n_in = link->whole;
        }
        if (link->status == 101 && link->pass->socket) {
            become_tunnel(link);
            return used;
        }
    } else {
        if (used > link->whole - link->n_in) used = link->whole - link->n_in;
        if (!put_in(link, bytes, used)) return net_kill(link->connection), n;
    }
    if (link->n_in == link->whole) answered(link);
    return used;
}

static size_t read_link(struct connection *connection, const char *bytes, size_t n) {
    struct link *link = connection->more;
    if (link->state == LINK_GREETING) return read_greeting(link, bytes, n);
    if (link->state == LINK_BUSY) return read_answer(link, bytes, n);
    net_kill(connection); /* nobody asked anything */
    return n;
}

static void write_link(struct connection *connection) {
    struct link *link = connection->more;
    const struct iovec part = {link->out + link->sent, link->n_out - link->sent};
    size_t sent;
    if (link->sent == link->n_out) return;
    if (!net_send(connection, &part, 1, &sent)) {
        net_kill(connection);
        return;
    }
    link->sent += sent;
    if (link->sent < link->n_out) return;
    free(link->out);
    link->out = NULL;
    link->sent = link->n_out = 0;
}

static void link_gone(struct connection *connection) {
    struct link *link = connection->more;
    struct peers *peers = link->peers;
    struct link **at = &peers->links;
    while (*at != link) at = &(*at)->next;
    *at = link->next;
    connection->more = NULL;
    if (link->pass) failed(peers, link->pass, link->state == LINK_BUSY);
    free(link->out);
    free(link->in);
    free(link);
}

static void stop_link(struct connection *connection) {
    const struct link *link = connection->more;
    if (!link->pass) net_kill(connection);
}

static const struct net_protocol link_protocol = {
    .read = read_link, .write = write_link, .gone = link_gone, .stop = stop_link};

/* "10.0.0.7:9100", "[::1]:9100" */
static bool read_address(const char *words, struct sockaddr_storage *address, socklen_t *size) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | AI_NUMERICHOST};
    struct addrinfo *found = NULL;
    char host[MAX_HOST];
    const char *colon = strrchr(words, ':');
    size_t n = colon ? (size_t)(colon - words) : 0;
    const bool brackets = n > 2 && words[0] == '[' && words[n - 1] == ']';
    if (!n || n >= sizeof host) return false;
    memcpy(host, words + brackets, n - 2 * (size_t)brackets);
    host[n - 2 * (size_t)brackets] = 0;
    if (getaddrinfo(host, colon + 1, &hints, &found)) return false;
    memcpy(address, found->ai_addr, found->ai_addrlen);
    *size = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

static struct link *link_new(struct peers *peers, const struct process *process) {
    struct sockaddr_storage address;
    socklen_t size;
    char line[PEER_MAX_LINE];
    struct link *link = calloc(1, sizeof *link);
    if (!link || !read_address(process->address, &address, &size) ||
        !(link->connection = net_connect(peers->net, (const struct sockaddr *)&address, size, &link_protocol))) {
        free(link);
        return NULL;
    }
    link->connection->more = link;
    link->connection->process = process->number;
    link->connection->deadline = peers->net->now + GREETING_MS;
    link->peers = peers;
    link->next = peers->links;
    peers->links = link;
    randombytes_buf(link->nonce, sizeof link->nonce);
    peer_call(link->nonce, line);
    if (!put_out(link, line, strlen(line))) net_kill(link->connection);
    return link;
}

static struct link *link_to(struct peers *peers, const struct process *process) {
    for (struct link *link = peers->links; link; link = link->next)
        if (link->state == LINK_IDLE && !link->connection->dead && link->connection->process == process->number) return link;
    return link_new(peers, process);
}

/* ---- On its way ---------------------------------------------------------------------------------------------------------------- */

static const struct process *find(const struct peers *peers, int64_t number) {
    const struct process_map *map = lease_map(peers->lease);
    for (int i = 0; i < map->n; i++)
        if (map->at[i].number == number) return &map->at[i];
    return NULL;
}

static void attempt(struct peers *peers, struct pass *pass) {
    struct request *request = pass->request;
    const struct process *owner = request ? lease_owner(peers->lease, pass->share) : find(peers, pass->process);
    if (!request && !owner) {
        pass_free(peers, pass);
        return;
    }
    if (request && owner && owner->number == lease_number(peers->lease)) {
        if (!(lobby_shares(peers->net->lobby) & share_bit(pass->share))) {
            wait_again(peers, pass); /* it is about to be taken up, or left */
            return;
        }
        const bool socket = pass->socket;
        pass_free(peers, pass);
        http_here(request, socket);
        return;
    }
    struct link *link = owner ? link_to(peers, owner) : NULL;
    if (!link) {
        wait_again(peers, pass);
        return;
    }
    pass->link = link;
    link->pass = pass;
    if (link->state == LINK_IDLE) send_pass(link);
}

static bool pass_on(struct request *request, int share, bool socket) {
    struct peers *peers = request->connection->net->peers;
    struct pass *pass = pass_new(request, share, socket);
    if (!pass) return false;
    request->pass = pass;
    request->connection->state = CONNECTION_WAITING;
    peers->passes++;
    attempt(peers, pass);
    return true;
}

const struct net_passing peers_passing = {.pass = pass_on, .forget = forget};

static struct pass *news_new(struct peers *peers, int64_t process, const char *path, const char *json) {
    const bool asks = strcmp(path, PEERS_SPENT) != 0;
    struct alea_text bytes;
    alea_text_init(&bytes, NET_MAX_SMALL_BODY, ALEA_EN);
    alea_text_addf(&bytes, "POST %s HTTP/1.1\r\nHost: alea\r\nContent-Length: %zu\r\n\r\n%s", path, strlen(json), json);
    struct pass *pass = bytes.truncated ? NULL : calloc(1, sizeof *pass);
    if (!pass) {
        alea_text_clear(&bytes);
        return NULL;
    }
    *pass = (struct pass){.process = process,
                          .asks = asks,
                          .bytes = bytes.at,
                          .n = bytes.len,
                          .until = peers->net->now + (asks ? PATIENCE_MS : SLIGHT_MS),
                          .again = peers->net->now,
                          .next = peers->waiting};
    return pass;
}

static void tell(struct peers *peers, const char *path, const char *json) {
    const struct process_map *map = lease_map(peers->lease);
    for (int i = 0; i < map->n; i++) {
        if (map->at[i].number == lease_number(peers->lease)) continue;
        struct pass *pass = news_new(peers, map->at[i].number, path, json);
        if (!pass) continue;
        peers->waiting = pass;
        peers->passes++;
    }
}

void peers_tell(void *context, const char *json) { tell(context, PEERS_PEOPLE, json); }

/* Alone it is forgotten: whoever comes later is not to hear of all that there was. */
static void tell_spent(struct peers *peers) {
    const int64_t now = peers->net->now, ms = now - peers->told;
    struct rate_place *at = NULL;
    if (ms < SPENT_MS) return;
    peers->told = now;
    do {
        struct alea_text json;
        alea_text_init(&json, NET_MAX_SMALL_BODY, ALEA_EN);
        at = spent_write(peers->net->rate, at, lease_map(peers->lease)->n, ms, &json);
        if (json.len) tell(peers, PEERS_SPENT, alea_text_str(&json));
        alea_text_clear(&json);
    } while (at);
}

void peers_turn(struct peers *peers) {
    struct net *net = peers->net;
    tell_spent(peers);
    const bool news = peers->version != lease_version(peers->lease);
    struct pass *waiting = peers->waiting;
    peers->version = lease_version(peers->lease);
    for (struct connection *at = net->connections; at && news; at = at->next)
        if (at->process && !at->dead && !find(peers, at->process)) net_kill(at);
    peers->waiting = NULL;
    while (waiting) {
        struct pass *pass = waiting;
        waiting = pass->next;
        if (net->now >= pass->until) {
            refuse(peers, pass, API_FAULT_STORE);
        } else if (news || net->now >= pass->again) {
            attempt(peers, pass);
        } else {
            pass->next = peers->waiting;
            peers->waiting = pass;
        }
    }
}

int64_t peers_next(const struct peers *peers) {
    int64_t next = 0;
    for (const struct pass *pass = peers->waiting; pass; pass = pass->next)
        if (!next || pass->again < next) next = pass->again;
    return next;
}

bool peers_busy(const struct peers *peers) { return peers->passes; }

struct peers *peers_new(struct net *net, struct lease *lease) {
    struct peers *peers = calloc(1, sizeof *peers);
    if (!peers) return NULL;
    peers->net = net;
    peers->lease = lease;
    return peers;
}

/* What waits is what we had to tell: clients have forgotten theirs. */
void peers_free(struct peers *peers) {
    while (peers && peers->waiting) pass_free(peers, peers->waiting);
    free(peers);
}
