/* SPDX-License-Identifier: MIT */
/* head.h - the head of an HTTP/1 request, out of hostile bytes. Knows no sockets.
 *
 * Strict where proxies and servers disagree: whatever two readers could take for two different requests is no head. */
#ifndef ALEA_SERVER_HEAD_H
#define ALEA_SERVER_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum head_field {
    HEAD_ACCEPT,
    HEAD_ACCEPT_ENCODING,
    HEAD_ACCEPT_LANGUAGE,
    HEAD_AS_SEAT,
    HEAD_AUTHORIZATION,
    HEAD_CONNECTION,
    HEAD_CONTENT_LENGTH,
    HEAD_COOKIE,
    HEAD_EXPECT,
    HEAD_FORWARDED_FOR,
    HEAD_FORWARDED_PROTO,
    HEAD_HOST,
    HEAD_IF_NONE_MATCH,
    HEAD_ORIGIN,
    HEAD_SOCKET_EXTENSIONS,
    HEAD_SOCKET_KEY,
    HEAD_SOCKET_PROTOCOL,
    HEAD_SOCKET_VERSION,
    HEAD_TRANSFER_ENCODING,
    HEAD_UPGRADE,
    HEAD_FIELDS
};

enum head_method { HEAD_DELETE, HEAD_GET, HEAD_HEAD, HEAD_OPTIONS, HEAD_PATCH, HEAD_POST, HEAD_PUT, HEAD_METHODS };

struct head {
    enum head_method method;
    int minor;                      /* of HTTP/1.0 or HTTP/1.1 */
    const char *path, *query;       /* still percent-encoded; query: without "?", NULL if there is none */
    const char *field[HEAD_FIELDS]; /* values; NULL: not there */
    size_t length;                  /* Content-Length */
    bool chunked;
};

/* Looks for the end of a head in n bytes, of which *seen were looked at before. How many bytes it takes; 0: more must come.
 * False if these bytes can't begin a head, whatever follows; *wrong says what is. */
bool head_scan(const char *bytes, size_t n, size_t *seen, size_t *whole, const char **wrong);

/* Reads the n bytes of a whole head; they are changed, and `head` points into them and into `more`, n bytes of the caller's.
 * False if it is no head; *wrong says what is. */
bool head_read(char *bytes, size_t n, char *more, struct head *head, const char **wrong);

const char *head_method_name(enum head_method method);
bool head_method_has_body(enum head_method method); /* as a rule */

#endif
