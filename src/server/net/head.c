/* SPDX-License-Identifier: MIT */
/* head.c - bytes, then lines, then the rules about which fields may stand together. */
#include "head.h"

#include <string.h>
#include <strings.h>

#include "alea.h"
#include "request.h"

/* ---- Bytes --------------------------------------------------------------------------------------------------------------- */

enum { TOKEN = 1, VISIBLE = 2, VALUE = 4 /* of a field, which may also hold blanks, tabs and bytes of UTF-8 */ };

static int kind_of(char letter) {
    unsigned char byte = (unsigned char)letter;
    if (byte == ' ' || byte == '\t' || byte >= 0x80) return VALUE;
    if (byte < ' ' || byte == 0x7f) return 0;
    return strchr("\"(),/:;<=>?@[\\]{}", letter) ? VISIBLE | VALUE : TOKEN | VISIBLE | VALUE;
}

static size_t span(const char *at, const char *end, int kind) {
    const char *from = at;
    while (at < end && kind_of(*at) & kind) at++;
    return (size_t)(at - from);
}

bool head_scan(const char *bytes, size_t n, size_t *seen, size_t *whole, const char **wrong) {
    *whole = 0;
    for (size_t i = *seen; i < n; i++) {
        bool after_cr = i > 0 && bytes[i - 1] == '\r', lf = bytes[i] == '\n';
        *wrong = after_cr || lf ? "CR LF" : "byte";
        if (after_cr != lf || (i == 0 && bytes[i] == '\r') || (!lf && bytes[i] != '\r' && !kind_of(bytes[i]))) return false;
        if (lf && i > 2 && bytes[i - 2] == '\n') {
            *whole = i + 1;
            return true;
        }
    }
    *seen = n;
    return true;
}

/* ---- The first line ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    bool body;
} methods[HEAD_METHODS] = {
    [HEAD_DELETE] = {"DELETE", false},   [HEAD_GET] = {"GET", false},    [HEAD_HEAD] = {"HEAD", false},
    [HEAD_OPTIONS] = {"OPTIONS", false}, [HEAD_PATCH] = {"PATCH", true}, [HEAD_POST] = {"POST", true},
    [HEAD_PUT] = {"PUT", true},
};

const char *head_method_name(enum head_method method) { return methods[method].name; }
bool head_method_has_body(enum head_method method) { return methods[method].body; }

static bool read_method(const char *word, size_t n, struct head *head) {
    for (int i = 0; i < HEAD_METHODS; i++) {
        head->method = (enum head_method)i;
        if (strlen(methods[i].name) == n && memcmp(word, methods[i].name, n) == 0) return true;
    }
    return false;
}

/* "GET /path?query HTTP/1.1": two blanks, and no more. NULL, or what is wrong. */
static const char *read_first_line(char *at, char *end, struct head *head) {
    static const char version[] = "HTTP/1.";
    size_t n = span(at, end, TOKEN);
    if (at + n == end || at[n] != ' ' || !read_method(at, n, head)) return "method";
    char *target = at + n + 1;
    n = span(target, end, VISIBLE);
    if (*target != '/' || target + n == end || target[n] != ' ' || memchr(target, '#', n)) return "address";
    target[n] = 0;
    at = target + n + 1;
    if ((size_t)(end - at) != sizeof version || memcmp(at, version, sizeof version - 1) != 0) return "version";
    head->minor = end[-1] - '0';
    if (head->minor != 0 && head->minor != 1) return "version";
    char *query = strchr(target, '?');
    if (query) *query++ = 0;
    head->path = target;
    head->query = query;
    return NULL;
}

/* ---- Fields -------------------------------------------------------------------------------------------------------------- */

/* What a field that comes twice is. The last line is the one that our own proxy wrote. */
enum twice { TWICE_WRONG, TWICE_LIST, TWICE_LAST };

static const struct {
    const char *name;
    enum twice twice;
    const char *between; /* the parts of a list */
} fields[HEAD_FIELDS] = {
    [HEAD_ACCEPT] = {"Accept", TWICE_LIST, ", "},
    [HEAD_ACCEPT_ENCODING] = {"Accept-Encoding", TWICE_LIST, ", "},
    [HEAD_ACCEPT_LANGUAGE] = {"Accept-Language", TWICE_LIST, ", "},
    [HEAD_AS_SEAT] = {"Alea-Seat", TWICE_WRONG, NULL},
    [HEAD_AUTHORIZATION] = {"Authorization", TWICE_WRONG, NULL},
    [HEAD_CONNECTION] = {"Connection", TWICE_LIST, ", "},
    [HEAD_CONTENT_LENGTH] = {"Content-Length", TWICE_WRONG, NULL},
    [HEAD_COOKIE] = {"Cookie", TWICE_LIST, "; "},
    [HEAD_EXPECT] = {"Expect", TWICE_WRONG, NULL},
    [HEAD_FORWARDED_FOR] = {"X-Forwarded-For", TWICE_LAST, NULL},
    [HEAD_FORWARDED_PROTO] = {"X-Forwarded-Proto", TWICE_LAST, NULL},
    [HEAD_HOST] = {"Host", TWICE_WRONG, NULL},
    [HEAD_IF_NONE_MATCH] = {"If-None-Match", TWICE_LIST, ", "},
    [HEAD_ORIGIN] = {"Origin", TWICE_WRONG, NULL},
    [HEAD_SOCKET_EXTENSIONS] = {"Sec-WebSocket-Extensions", TWICE_LIST, ", "},
    [HEAD_SOCKET_KEY] = {"Sec-WebSocket-Key", TWICE_WRONG, NULL},
    [HEAD_SOCKET_PROTOCOL] = {"Sec-WebSocket-Protocol", TWICE_LIST, ", "},
    [HEAD_SOCKET_VERSION] = {"Sec-WebSocket-Version", TWICE_WRONG, NULL},
    [HEAD_TRANSFER_ENCODING] = {"Transfer-Encoding", TWICE_WRONG, NULL},
    [HEAD_UPGRADE] = {"Upgrade", TWICE_LIST, ", "},
};

/* HEAD_FIELDS: one that nobody here reads. */
static int field_of(const char *name, size_t n) {
    int i = 0;
    while (i < HEAD_FIELDS && (strncasecmp(name, fields[i].name, n) != 0 || fields[i].name[n])) i++;
    return i;
}

/* Room for lists that come in several lines. */
struct room {
    char *at, *end;
};

static char *copy(char *to, const char *words) {
    while (*words) *to++ = *words++;
    return to;
}

/* The value behind what stood there before; NULL if there is no room, as where several lists were cut to shreds. */
static const char *join(struct room *room, const char *before, const char *between, const char *value) {
    size_t n = strlen(before);
    bool last = before + n + 1 == room->at; /* what was joined just now grows */
    char *list = last ? room->at - n - 1 : room->at;
    if ((size_t)(room->end - list) < n + strlen(between) + strlen(value) + 1) return NULL;
    char *end = copy(copy(last ? list + n : copy(list, before), between), value);
    *end = 0;
    room->at = end + 1;
    return list;
}

/* NULL, or what is wrong with that field. */
static const char *put(struct head *head, int field, const char *value, struct room *room) {
    const char *before = head->field[field];
    if (before && fields[field].twice == TWICE_WRONG) return fields[field].name;
    if (before && fields[field].twice == TWICE_LIST) value = join(room, before, fields[field].between, value);
    head->field[field] = value;
    return value ? NULL : fields[field].name;
}

/* "Name: value" from `at` to `end`, where a CR stands: no blank before the colon, none at the beginning of the line. */
static const char *read_field(char *at, char *end, struct head *head, struct room *room) {
    size_t n = span(at, end, TOKEN);
    if (n == 0 || at[n] != ':') return "field";
    char *value = at + n + 1;
    if (span(value, end, VALUE) != (size_t)(end - value)) return "field";
    while (*value == ' ' || *value == '\t') value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *end = 0;
    int field = field_of(at, n);
    return field == HEAD_FIELDS ? NULL : put(head, field, value, room);
}

/* ---- Which fields may stand together --------------------------------------------------------------------------------------- */

/* A name or an address, maybe with a port. */
static bool good_host(const struct head *head) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
    const char *host = head->field[HEAD_HOST];
    return host ? *host && !host[strspn(host, letters)] : head->minor == 0;
}

/* Where the body ends must be said once, and in one way. */
static bool good_length(struct head *head) {
    const char *length = head->field[HEAD_CONTENT_LENGTH];
    return !length || request_length(length, &head->length);
}

static bool good_encoding(struct head *head) {
    const char *encoding = head->field[HEAD_TRANSFER_ENCODING];
    head->chunked = encoding;
    return !encoding || (strcasecmp(encoding, "chunked") == 0 && !head->field[HEAD_CONTENT_LENGTH] && head->minor == 1 &&
                         methods[head->method].body);
}

bool head_read(char *bytes, size_t n, char *more, struct head *head, const char **wrong) {
    struct room room = {more, more + n};
    char *end = bytes + n - 2, *line = bytes; /* before the empty line */
    *head = (struct head){0};
    *wrong = NULL;
    for (char *cr; !*wrong && line < end; line = cr + 2) {
        cr = memchr(line, '\r', (size_t)(bytes + n - line));
        *wrong = line == bytes ? read_first_line(line, cr, head) : read_field(line, cr, head, &room);
    }
    if (!*wrong && !good_host(head)) *wrong = fields[HEAD_HOST].name;
    if (!*wrong && !good_length(head)) *wrong = fields[HEAD_CONTENT_LENGTH].name;
    if (!*wrong && !good_encoding(head)) *wrong = fields[HEAD_TRANSFER_ENCODING].name;
    return !*wrong;
}
