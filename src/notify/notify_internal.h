/* SPDX-License-Identifier: MIT */
/* notify_internal.h - what the files of this folder share, from the ground up. */
#ifndef ALEA_NOTIFY_NOTIFY_INTERNAL_H
#define ALEA_NOTIFY_NOTIFY_INTERNAL_H

#include <openssl/evp.h>
#include <sys/socket.h>

#include "notify.h"

/* ---- base64.c ------------------------------------------------------------------------------------------------------------- */

/* As base64url without padding, with a 0 behind; false if it does not fit. */
bool base64url_write(const uint8_t *bytes, size_t n, char *words, size_t size);
/* Exactly n bytes. */
bool base64url_read(const char *words, size_t length, uint8_t *bytes, size_t n);
/* As base64 in lines of 76 with CRLF between them. */
void base64_lines(const char *bytes, size_t n, struct alea_text *text);

/* ---- guard.c: which addresses may be reached --------------------------------------------------------------------------------- */

enum { GUARD_MAX = 16 };

struct guard_net {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
    int bits;
};

struct guard {
    int n;
    struct guard_net allow[GUARD_MAX];
};

/* "127.0.0.0/8,::1/128". False if it can't be read. */
bool guard_read(const char *words, struct guard *guard);
/* May a message go there? Public addresses that are none of this machine's own, and what the host allows; `plain`, without TLS, the latter
 * alone. */
bool guard_lets(const struct guard *guard, const struct sockaddr *address, bool plain);

/* ---- words.c --------------------------------------------------------------------------------------------------------------- */

void words_title(const struct notify_message *message, struct alea_text *text); /* one line */
void words_item(const struct notify_message *message, int i, struct alea_text *text);
/* All of it in lines, with the links if `links`. */
void words_body(const struct notify_message *message, bool links, struct alea_text *text);
void words_html(const struct notify_message *message, struct alea_text *text);
/* A line without control characters: names come from people. */
void words_line(const char *words, struct alea_text *text);

/* ---- forms.c: what a webhook is sent ------------------------------------------------------------------------------------------ */

struct form_request {
    char url[NOTIFY_MAX_ADDRESS + 64];
    char header[NOTIFY_MAX_ADDRESS + 64]; /* one more; "": none */
    bool put;
    struct alea_text body; /* JSON; the caller's to init and to clear */
};
enum notify_wrong form_address(enum notify_kind kind, const char *address, bool plain);
bool form_write(const struct notify_message *message, const char *base_url, struct form_request *request);

/* ---- mail.c ------------------------------------------------------------------------------------------------------------------- */

bool mail_address_good(const char *address);
/* Is the relay of that address ("smtp://127.0.0.1:25") this machine, by its whole name? */
bool mail_relay_is_near(const char *relay);
/* The whole mail, headers and all. */
void mail_write(const struct notify_message *message, const char *from, const char *base_url, struct alea_text *text);

/* ---- push.c: RFC 8291 and RFC 8292 --------------------------------------------------------------------------------------------- */

enum { PUSH_POINT = 65, PUSH_AUTH = 16, PUSH_SALT = 16, PUSH_MAX_PLAIN = 3000, PUSH_OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16 };

struct push_keys {
    EVP_PKEY *key;
    char public_key[NOTIFY_KEY_LENGTH + 1];
};
bool push_keys_read(const char *path, struct push_keys *keys, struct alea_error *error);
/* "P256DH.AUTH" */
bool push_secret_read(const char *words, uint8_t point[PUSH_POINT], uint8_t auth[PUSH_AUTH]);
EVP_PKEY *push_new_key(void);
bool push_public(EVP_PKEY *key, uint8_t point[PUSH_POINT]);
/* Encrypts for whoever has the private half of `point`; `own` is good for this one message. `sealed`: n + PUSH_OVERHEAD bytes. */
bool push_seal(EVP_PKEY *own, const uint8_t salt[PUSH_SALT], const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
               const uint8_t *plain, size_t n, uint8_t *sealed);
/* The value of the Authorization header for that push service, at `now` in seconds. */
bool push_authorize(const struct push_keys *keys, const char *endpoint, const char *contact, int64_t now, char *words,
                    size_t size);

#endif
