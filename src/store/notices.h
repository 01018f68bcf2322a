/* SPDX-License-Identifier: MIT */
/* notices.h - of the store: whose turn it is, where people want to be told of it, what is to be sent there, and what such a message takes along. */
#ifndef ALEA_STORE_NOTICES_H
#define ALEA_STORE_NOTICES_H

#include "store.h"

/* How somebody wants to be told. */
enum store_channel_kind {
    STORE_CHANNEL_MAIL,
    STORE_CHANNEL_PUSH,
    STORE_CHANNEL_JSON,
    STORE_CHANNEL_DISCORD,
    STORE_CHANNEL_SLACK,
    STORE_CHANNEL_MATRIX,
    STORE_CHANNEL_TELEGRAM,
    STORE_CHANNEL_NTFY,
    STORE_CHANNEL_KINDS
};

enum store_channel_status {
    STORE_CHANNEL_UNCONFIRMED, /* a mail address whose owner has not said yes yet */
    STORE_CHANNEL_ON,
    STORE_CHANNEL_FAILED, /* it kept failing, and is switched off */
    STORE_CHANNEL_STOPPED /* its owner stopped it */
};

/* The ladder of a turn: it began; so many hours are left. Then what belongs to no turn. */
enum store_notice_kind {
    STORE_NOTICE_TURN,
    STORE_NOTICE_DAY,  /* 24 hours */
    STORE_NOTICE_SIX,  /* 6 */
    STORE_NOTICE_HOUR, /* 1 */
    STORE_NOTICE_TEST,
    STORE_NOTICE_CONFIRM, /* is the address yours? */
    STORE_NOTICE_OVER,    /* the match is over */
    STORE_NOTICE_ORDER    /* the seat's standing order has ended */
};

enum {
    STORE_MAX_ADDRESS = 1000,       /* bytes of a channel's address */
    STORE_MAX_CHANNEL_SECRET = 255, /* what only it and we know */
    STORE_MAX_TROUBLE = 200,        /* what went wrong last, in words */
    STORE_MAX_ZONE = 39
};

/* Of an account (then it serves all tables of that account), or of one seat at one match. */
struct store_channel {
    int64_t number;                           /* filled in by the store */
    char account[STORE_MAX_ACCOUNT_NAME + 1]; /* "": of a seat */
    char id[STORE_ID_LENGTH + 1];             /* "": of an account */
    int seat;                                 /* ALEA_NONE: of an account */
    enum store_channel_kind kind;
    char address[STORE_MAX_ADDRESS + 1];
    char secret[STORE_MAX_CHANNEL_SECRET + 1]; /* unlike that of any other channel */
    enum alea_lang lang;
    enum store_channel_status status;
    unsigned reminders;       /* bit k - 1: for step k of the ladder */
    int quiet_from, quiet_to; /* minutes of the day in the zone; equal: no quiet hours */
    char zone[STORE_MAX_ZONE + 1];
    int digest; /* minutes for which notices are gathered; 0: they are not */
    int failures;
    int64_t tried; /* last; 0: never */
    char trouble[STORE_MAX_TROUBLE + 1];
};

/* A seat that is awaited. */
struct store_turn {
    char id[STORE_ID_LENGTH + 1];
    int seat;
    int64_t since;    /* when it came to be awaited */
    int64_t deadline; /* 0: none */
    bool looked;      /* its person has looked since */
    enum store_notice_kind step;
    int64_t due;             /* of that step; 0: there is none any more */
    const char *name, *game; /* of the match; read only */
};

/* What is to be sent. */
struct store_notice {
    int64_t number, channel;
    char id[STORE_ID_LENGTH + 1]; /* "": of no match */
    char name[STORE_MAX_NAME + 1], game[64], seat_name[64];
    int seat;
    enum store_notice_kind kind;
    int64_t since, deadline, due;
    int attempts;
    bool unsure; /* it was perhaps sent already, before a crash */
    bool stale;  /* the seat is awaited no more, or its person has looked: it is not to be sent */
};

ALEA_MUST_CHECK enum alea_err store_set_turn(struct store *store, const struct store_turn *turn, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_drop_turn(struct store *store, const char *id, int seat, struct alea_error *error);
typedef bool store_each_turn(void *context, const struct store_turn *turn);
/* Those of a match by seat; those whose step is due, at most `limit`; those of an account's seats, by deadline. Until `each` says false. */
ALEA_MUST_CHECK enum alea_err store_turns(struct store *store, const char *id, store_each_turn *each, void *context,
                                          struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_due_turns(struct store *store, int64_t now, int limit, store_each_turn *each,
                                              void *context, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_turns_of(struct store *store, const char *account, int limit, store_each_turn *each,
                                             void *context, struct alea_error *error);

/* channel->number is filled in. ALEA_ERR_STALE if the secret is another's. */
ALEA_MUST_CHECK enum alea_err store_add_channel(struct store *store, struct store_channel *channel,
                                                struct alea_error *error);
/* Status and settings, failures and trouble; the rest stays. ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_set_channel(struct store *store, const struct store_channel *channel,
                                                struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_drop_channel(struct store *store, int64_t number, struct alea_error *error);
/* ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_channel(struct store *store, int64_t number, struct store_channel *channel,
                                            struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_find_channel(struct store *store, const char *secret, struct store_channel *channel,
                                                 struct alea_error *error);
typedef bool store_each_channel(void *context, const struct store_channel *channel);
/* Those of an account, those of a seat, and all by which whoever sits there is told. */
ALEA_MUST_CHECK enum alea_err store_channels_of_account(struct store *store, const char *account, store_each_channel *each,
                                                        void *context, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_channels_of_seat(struct store *store, const char *id, int seat, store_each_channel *each,
                                                     void *context, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_channels_for(struct store *store, const char *id, int seat, store_each_channel *each,
                                                 void *context, struct alea_error *error);
/* Is somebody of another seat of that match told at the same address? */
ALEA_MUST_CHECK enum alea_err store_channel_shared(struct store *store, const char *id, int seat,
                                                   const struct store_channel *channel, bool *shared,
                                                   struct alea_error *error);

/* Of notice->id, seat, kind, since, deadline and due, to notice->channel. */
ALEA_MUST_CHECK enum alea_err store_add_notice(struct store *store, const struct store_notice *notice,
                                               struct alea_error *error);
typedef bool store_each_notice(void *context, const struct store_notice *notice);
/* Those that are due and not being sent, at most `limit`, the earliest first, until `each` says false. */
ALEA_MUST_CHECK enum alea_err store_due_notices(struct store *store, int64_t now, int limit, store_each_notice *each,
                                                void *context, struct alea_error *error);
/* Of these those that go where the channel leads, in its language, whosever channels they are that are on. */
ALEA_MUST_CHECK enum alea_err store_due_notices_at(struct store *store, const struct store_channel *channel, int64_t now,
                                                   int limit, store_each_notice *each, void *context,
                                                   struct alea_error *error);
/* It is about to be sent: from the commit on a crash makes it `unsure`, and a second one drops it. */
ALEA_MUST_CHECK enum alea_err store_begin_notice(struct store *store, int64_t number, struct alea_error *error);
/* It is tried again at `due`. unsure: perhaps it was sent; else it was not. */
ALEA_MUST_CHECK enum alea_err store_delay_notice(struct store *store, int64_t number, int64_t due, bool unsure,
                                                 struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_drop_notice(struct store *store, int64_t number, struct alea_error *error);
/* Those of the kind STORE_NOTICE_ORDER that are not being sent. */
ALEA_MUST_CHECK enum alea_err store_drop_orders(struct store *store, const char *id, int seat, struct alea_error *error);
/* After a restart: what was being sent is unsure; what was unsure before is dropped. */
ALEA_MUST_CHECK enum alea_err store_resume_notices(struct store *store, struct alea_error *error);
/* When something is next due, of turns and of notices; 0: never. */
ALEA_MUST_CHECK enum alea_err store_next_notice(struct store *store, int64_t *turn, int64_t *notice,
                                                struct alea_error *error);
/* How many notices wait, how many channels there are, and how many of them were switched off. */
ALEA_MUST_CHECK enum alea_err store_count_notices(struct store *store, long *waiting, long *channels, long *failed,
                                                  struct alea_error *error);

/* By the hash of a token that a message took along, of each notice in it; it opens nothing. Until `until`, or until another sits there. */
ALEA_MUST_CHECK enum alea_err store_add_ask(struct store *store, const uint8_t hash[ALEA_HASH_BYTES],
                                            const struct store_notice *notice, int64_t until, struct alea_error *error);
/* Is one of that message's turns still awaited, unseen if it was no reminder? And at how many tables is whoever reads at its address awaited.
 * ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_ask(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], int64_t now, bool *holds,
                                        int *tables, struct alea_error *error);

/* A link that opens a seat once, by the hash of its token. */
struct store_pass {
    uint8_t hash[ALEA_HASH_BYTES];
    char id[STORE_ID_LENGTH + 1];
    int seat;
    int64_t until;
};
ALEA_MUST_CHECK enum alea_err store_add_pass(struct store *store, const struct store_pass *pass, struct alea_error *error);
/* The pass of that hash, which is used up. ALEA_ERR_NOT_FOUND: there is none, or its time is past. */
ALEA_MUST_CHECK enum alea_err store_take_pass(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], int64_t now,
                                              struct store_pass *pass, struct alea_error *error);

#endif
