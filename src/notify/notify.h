/* SPDX-License-Identifier: MIT */
/* notify.h - sends notices: by mail, web push and webhooks. It knows neither tables nor the store: it is handed whole messages, and says
 * what became of each.
 *
 * One thread of its own does it, with libcurl, so that neither the loop nor the pool ever waits for anybody's server. What a message may
 * tell stands in struct notify_item, and nowhere else: names, and until when. Nothing is tried again here, nothing is kept. */
#ifndef ALEA_NOTIFY_NOTIFY_H
#define ALEA_NOTIFY_NOTIFY_H

#include "alea.h"

struct notify;

/* The ways there are; their numbers stand in stores. */
enum notify_kind {
    NOTIFY_MAIL,
    NOTIFY_PUSH,
    NOTIFY_JSON,
    NOTIFY_DISCORD,
    NOTIFY_SLACK,
    NOTIFY_MATRIX,
    NOTIFY_TELEGRAM,
    NOTIFY_NTFY,
    NOTIFY_KINDS
};

/* What a host has allowed; with nothing set nothing is sent. Strings are borrowed for as long as the sender lives. */
struct notify_options {
    const char *relay;      /* of mails: "smtp://mail.example.org:587", "smtps://..."; NULL: no mail */
    const char *mail_from;  /* "alea@example.org" */
    const char *mail_login; /* path of a file with "name:password"; NULL: the relay wants none */
    const char *push_keys;  /* path of what notify_make_keys() made; NULL: no web push */
    bool hooks;             /* webhooks */
    const char *allow; /* "10.1.0.0/16,::1/128": networks that are not public and may be reached all the same; NULL: none */
    const char *base_url;        /* "https://alea.example.org" */
    void (*wake)(void *context); /* from the sender's thread, when there is a result; NULL: the caller polls */
    void *context;
};

/* NULL after *error says what is wrong with the options: a file that can't be read, a key that does not fit, no such network. */
struct notify *notify_new(const struct notify_options *options, struct alea_error *error);
/* Those that are on their way have so long to arrive, in ms; what has not begun by then comes back as NOTIFY_LATER. */
void notify_stop(struct notify *notify, int ms);
void notify_free(struct notify *notify);

bool notify_can(const struct notify *notify, enum notify_kind kind);
/* The public half of the key for web push, as browsers want it; "" without. */
const char *notify_push_key(const struct notify *notify);
/* "mail", "push", "json"...; kind of a name: NOTIFY_KINDS if there is none. */
const char *notify_kind_name(enum notify_kind kind);
enum notify_kind notify_kind_of(const char *name);

enum notify_wrong {
    NOTIFY_GOOD,
    NOTIFY_BAD_FORM,  /* it is none of its kind */
    NOTIFY_BAD_SCHEME /* https is wanted */
};
/* Is that an address of that kind, by its form? */
enum notify_wrong notify_address(const struct notify *notify, enum notify_kind kind, const char *address);
/* "P256DH.AUTH" of a browser's subscription, in base64url: are they a point of the curve and 16 bytes? */
bool notify_push_secret_good(const char *keys);

enum notify_what { NOTIFY_TURNS, NOTIFY_TEST, NOTIFY_CONFIRM, NOTIFY_OVER };

enum { NOTIFY_MAX_ITEMS = 8, NOTIFY_MAX_ADDRESS = 1000, NOTIFY_MAX_URL = 400, NOTIFY_MAX_TROUBLE = 200 };

/* One table of which a message tells. */
enum { NOTIFY_MAX_POLICY = 800 };
struct notify_item {
    char table[64];                 /* its name; "": it has none */
    char game[64];                  /* its title, in the message's language */
    char seat[64];                  /* who is awaited; "": whoever is told */
    char until[64];                 /* in words; "": at no time */
    int64_t deadline;               /* ms since 1970; 0: none */
    bool order_ended;               /* the seat's standing order has */
    bool not_awaited;               /* and that is all there is to say */
    int hours;                      /* left, of a reminder; 0: it is the first word of that turn */
    char policy[NOTIFY_MAX_POLICY]; /* of a reminder: what its table's clock does, in sentences; "" else */
    char url[NOTIFY_MAX_URL];
};

enum notify_outcome {
    NOTIFY_SENT,
    NOTIFY_FAILED, /* it did not arrive, for sure */
    NOTIFY_GONE,   /* the same, and it never will: there is nobody at that address any more */
    NOTIFY_UNSURE, /* perhaps it arrived */
    NOTIFY_LATER   /* it was not tried */
};

/* A message on its way: the caller's memory from notify_send() until notify_collect() has given it back. */
struct notify_message {
    enum notify_kind kind;
    enum notify_what what;
    enum alea_lang lang;
    char address[NOTIFY_MAX_ADDRESS + 1];
    char secret[256]; /* of web push: "P256DH.AUTH"; of mails what the address alone is told, for their links */
    char ask[64];     /* of web push: the token by which its device asks whether it still holds; "": it need not */
    int64_t number;   /* the same whenever this is tried again, and no other's */
    int64_t at;       /* ms since 1970 */
    int n, more;      /* items; tables beside them of which nothing is said */
    struct notify_item item[NOTIFY_MAX_ITEMS];

    enum notify_outcome outcome;
    char trouble[NOTIFY_MAX_TROUBLE + 1]; /* in words, in its language */
    int retry_after;                      /* seconds that the other side asked for; 0: it did not */

    void *context;               /* the caller's */
    struct notify_message *next; /* the sender's */
};

/* So many are sent at once, and so many of them to one server: whose server hangs holds up nobody else. More wait here, and it is better that
 * they wait where they are kept. */
enum { NOTIFY_AT_ONCE = 32, NOTIFY_EACH_SERVER = 4 };
/* Do both go to the same one? All mails go to the relay. */
bool notify_same_server(const struct notify_message *a, const struct notify_message *b);
/* False if too much waits already: nothing was taken. */
bool notify_send(struct notify *notify, struct notify_message *message);
/* One that is done; NULL: none is. */
struct notify_message *notify_collect(struct notify *notify);

/* Makes a key for web push in a new file, its owner's alone; `key`: its public half. */
enum { NOTIFY_KEY_LENGTH = 87 };
bool notify_make_keys(const char *path, char key[NOTIFY_KEY_LENGTH + 1], struct alea_error *error);

#endif
