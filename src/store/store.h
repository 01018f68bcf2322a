/* SPDX-License-Identifier: MIT */
/* store.h - what survives: matches with their plies, seats, links, people with their devices, who enrolled, posts and chat, behind
 * one interface.
 *
 * The log of plies is the only truth: a match is opened by replaying it. Writes gather in a batch; nothing of a batch is sure
 * before store_commit() has said ALEA_OK, and nobody may be told of it before. (match, ply) is a primary key: of two moves
 * that answer the same ply, from whichever process, one is refused as stale. A store is used by one thread; several
 * processes may open the same one. `where` decides what is behind it: an address postgresql://... a PostgreSQL database, anything else
 * an SQLite file at that path.
 *
 * Strings that a callback is handed are borrowed until it returns. Times are milliseconds since 1970. On error nothing that
 * is sure has changed; a batch in which a write failed for any other reason than ALEA_ERR_STALE must be abandoned. */
#ifndef ALEA_STORE_H
#define ALEA_STORE_H

#include "alea.h"

enum {
    STORE_ID_LENGTH = 12,       /* of a match's id: letters a to z and digits 2 to 7 */
    STORE_MAX_STATE = 64 << 10, /* bytes of a match's settings, and of its state */
    STORE_MAX_NAME = 63,        /* bytes of what people call a table */
    STORE_MAX_SCENARIO_NAME = 255,
    STORE_MAX_CHAT = 1000,         /* bytes of a line */
    STORE_MAX_ACCOUNT_NAME = 32,   /* bytes */
    STORE_MAX_DEVICES = 16,        /* of an account */
    STORE_MAX_PASSWORD_HASH = 128, /* bytes of an Argon2id string */
    STORE_MAX_MASTERS = 4,         /* of a match, at once */
    STORE_MAX_WISHES = 500         /* bytes of what somebody who enrols wishes for */
};

struct store;

enum store_mode {
    STORE_OPEN_OR_CREATE,
    STORE_OPEN, /* must be there; brought up to the newest schema */
    STORE_READ, /* must be there and of the newest schema; nothing is written */
    STORE_COPY  /* must be there, the schema may be older; for backup, restore and inspection alone */
};

/* Errors: ALEA_ERR_IO and ALEA_ERR_DAMAGED (with the path and the reason), ALEA_ERR_BAD_VERSION (made by a newer release). Whatever
 * stands in a file that can't be, wherever it is met, is ALEA_ERR_DAMAGED: trying again does not help. */
struct store *store_open(const char *where, enum store_mode mode, struct alea_error *error);
/* Is it the address of a database server, and no path? */
bool store_is_address(const char *where);
/* The same as it may be shown, without a password: the caller's to free. NULL: no memory. */
char *store_shown(const char *where);
/* The words of an error of this store without its path, which is nobody's business but the host's. */
const char *store_reason(const struct store *store, const struct alea_error *error);
void store_close(struct store *store); /* abandons what is not committed; NULL is allowed */

/* ---- The batch ---------------------------------------------------------------------------------------------------------- */

/* While it is relaxed, a batch that begins is not flushed when it is committed, but with the next one that is: a power cut before that
 * loses it whole, and nothing else does. For what nobody waits for and may be done again. A batch that is open stays as it is. */
void store_relax(struct store *store, bool relaxed);
/* All that was written since the last commit is on the disk when this says OK; on error none of it is, unless store_unsure(). */
ALEA_MUST_CHECK enum alea_err store_commit(struct store *store, struct alea_error *error);
/* Was the last commit one whose flush failed, so that all of it may be on the disk, or nothing? The store is opened anew by whatever comes
 * next, which then finds what is there, and that is on the disk; until it could be opened, everything fails. */
bool store_unsure(const struct store *store);
/* Kept from all others, since there is no room for what SQLite has beside a file: no second connection can be opened, to read either. */
bool store_alone(const struct store *store);
/* Moves what stands in the log into the file, as far as nobody reads it: for when there is nothing else to do. */
ALEA_MUST_CHECK enum alea_err store_tidy(struct store *store, struct alea_error *error);
void store_abandon(struct store *store);
bool store_dirty(const struct store *store); /* something waits to be committed */

/* ---- Matches ------------------------------------------------------------------------------------------------------------ */

enum store_status { STORE_WAITING, STORE_PLAYING, STORE_PAUSED, STORE_OVER };

static inline const char *store_status_name(enum store_status status) {
    static const char *const names[] = {
        [STORE_WAITING] = "waiting", [STORE_PLAYING] = "playing", [STORE_PAUSED] = "paused", [STORE_OVER] = "over"};
    return names[status];
}

struct store_match {
    char id[STORE_ID_LENGTH + 1];
    const char *game;
    int rules_version;
    int seats;
    const char *options;                  /* "key=value key=value" */
    const char *scenario_name, *scenario; /* NULL: the game's own tables */
    size_t scenario_bytes;
    const char *name; /* what people call the table; may be "" */
    bool listed;      /* shown in the list of tables */
    bool by_hand;     /* dice typed in; seed and commitment are zeros then */
    uint8_t seed[ALEA_SEED_BYTES];
    uint8_t commitment[ALEA_HASH_BYTES];
    const char
        *settings;     /* JSON, opaque here, at most STORE_MAX_STATE: what was fixed when it was created (clock, start...) */
    const char *state; /* JSON, opaque here, at most STORE_MAX_STATE: what a restart must find again (clock, deputies...) */
    enum store_status status;
    long plies; /* filled in by the store */
    int64_t created, changed;
    /* In a list: why this row can't be read; NULL if it can. Then `created` is right, the id is, if it is not "", and all else is blank. */
    const char *unreadable;
};

struct store_seat {
    char who[32]; /* "human", "bot:greedy" */
    char name[64];
    char word[ALEA_WORD_BYTES + 1]; /* for the dice */
    bool joined, muted;
    char account[STORE_MAX_ACCOUNT_NAME + 1]; /* "" : nobody's */
};

/* A new match with its seats (m->seats of them). ALEA_ERR_STALE if the id is taken. */
ALEA_MUST_CHECK enum alea_err store_create(struct store *store, const struct store_match *match,
                                           const struct store_seat seats[], struct alea_error *error);
/* Ply number `ply`, from 1, of that match. ALEA_ERR_STALE if the log does not end at ply - 1: somebody was first. */
ALEA_MUST_CHECK enum alea_err store_append(struct store *store, const char *id, long ply, const struct alea_ply *done,
                                           int64_t at, struct alea_error *error);
/* Takes back the last ply. ALEA_ERR_STALE if it is not number `ply`. */
ALEA_MUST_CHECK enum alea_err store_take_back(struct store *store, const char *id, long ply, struct alea_error *error);
/* What may change besides plies; marks the match as changed at `at`. */
ALEA_MUST_CHECK enum alea_err store_set_state(struct store *store, const char *id, enum store_status status,
                                              const char *state, int64_t at, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_seal(struct store *store, const char *id, int64_t at,
                                         struct alea_error *error); /* over */
/* The plies after `stay` go, and what was said behind them: a long match is deleted piece by piece. */
ALEA_MUST_CHECK enum alea_err store_shorten(struct store *store, const char *id, long stay, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_delete(struct store *store, const char *id,
                                           struct alea_error *error); /* with all that hangs on it */
/* What the head says of the dice: seed, commitment, promises, bound names, failed draws, beacon. Words are the seats'. */
ALEA_MUST_CHECK enum alea_err store_set_dice(struct store *store, const char *id, const struct alea_match_head *head,
                                             int seats, struct alea_error *error);
/* The same, but for seed and commitment, put into the head. */
ALEA_MUST_CHECK enum alea_err store_dice(struct store *store, const char *id, struct alea_match_head *head,
                                         struct alea_error *error);

/* What is left of a deleted match: nobody can delete one to hide its dice. */
struct store_grave {
    bool by_hand; /* seed and commitment are zeros then */
    uint8_t seed[ALEA_SEED_BYTES];
    uint8_t commitment[ALEA_HASH_BYTES];
    long plies, throws;
    int64_t deleted;
};
/* Leaves one for a match that is about to be deleted, which had so many throws. */
ALEA_MUST_CHECK enum alea_err store_bury(struct store *store, const char *id, long throws, int64_t at,
                                         struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_grave(struct store *store, const char *id, struct store_grave *grave,
                                          struct alea_error *error); /* ALEA_ERR_NOT_FOUND */

/* Calls `each` with the match; ALEA_ERR_NOT_FOUND if there is none. */
ALEA_MUST_CHECK enum alea_err store_match(struct store *store, const char *id,
                                          void (*each)(void *context, const struct store_match *match), void *context,
                                          struct alea_error *error);
/* The plies after `after`, in order, until `each` says false. */
ALEA_MUST_CHECK enum alea_err store_read(struct store *store, const char *id, long after,
                                         bool (*each)(void *context, long ply, const struct alea_ply *done, int64_t at),
                                         void *context, struct alea_error *error);

struct store_filter {
    bool listed_only;
    const char *account; /* NULL: anybody's; else matches in which that account has a seat */
    int status;          /* enum store_status, or -1: any */
    int64_t before;      /* created before; 0: now */
    int limit;           /* 0: all */
};

/* Matches, newest first, without their scenario's bytes, until `each` says false. One that can't be read is among them, with the reason;
 * ALEA_ERR_DAMAGED if the file does not say which matches there are. */
ALEA_MUST_CHECK enum alea_err store_list(struct store *store, const struct store_filter *filter,
                                         bool (*each)(void *context, const struct store_match *match), void *context,
                                         struct alea_error *error);

/* ---- Seats -------------------------------------------------------------------------------------------------------------- */

ALEA_MUST_CHECK enum alea_err store_set_seat(struct store *store, const char *id, int seat, const struct store_seat *row,
                                             struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_seats(struct store *store, const char *id, struct store_seat seats[ALEA_MAX_SEATS],
                                          int *n, struct alea_error *error);

/* ---- Links: what a token opens. Tokens themselves are never stored ------------------------------------------------------- */

enum store_link_kind {
    STORE_LINK_SEAT,
    STORE_LINK_ADMIN,
    STORE_LINK_HOST, /* of the whole server */
    STORE_LINK_SESSION,
    STORE_LINK_MASTER,   /* one of a match's Masters */
    STORE_LINK_ENROL,    /* by which people enrol for a match */
    STORE_LINK_ENROLLED, /* of one who did, until there is a seat */
    STORE_LINK_LENT      /* of a seat that its person has lent */
};

static inline bool store_link_of_match(enum store_link_kind kind) {
    return kind != STORE_LINK_HOST && kind != STORE_LINK_SESSION;
}

struct store_link {
    uint8_t hash[ALEA_HASH_BYTES]; /* BLAKE2b-256 of the token's characters */
    enum store_link_kind kind;
    char id[STORE_ID_LENGTH + 1]; /* of the match; "" for host and session */
    int seat;                     /* a Master's number from 0; an enrolment's from 1; ALEA_NONE of all that have none */
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    int64_t until; /* 0: for ever */
};

ALEA_MUST_CHECK enum alea_err store_add_link(struct store *store, const struct store_link *link, struct alea_error *error);
/* ALEA_ERR_NOT_FOUND if no such link is there, or its time is past `now`. */
ALEA_MUST_CHECK enum alea_err store_find_link(struct store *store, const uint8_t hash[ALEA_HASH_BYTES], int64_t now,
                                              struct store_link *link, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_drop_link(struct store *store, const uint8_t hash[ALEA_HASH_BYTES],
                                              struct alea_error *error);
/* All links to a seat of a match, or the host's (id "", seat ALEA_NONE). With those to a seat go those by which it is lent, the channels, the passes and the own notes of
 * whoever sat there. */
ALEA_MUST_CHECK enum alea_err store_drop_links(struct store *store, enum store_link_kind kind, const char *id, int seat,
                                               struct alea_error *error);
/* What opened that opens a seat from now on, or the like. */
ALEA_MUST_CHECK enum alea_err store_turn_links(struct store *store, const char *id, enum store_link_kind from, int from_seat,
                                               enum store_link_kind to, int to_seat, struct alea_error *error);
/* How many there are of these. */
ALEA_MUST_CHECK enum alea_err store_count_links(struct store *store, enum store_link_kind kind, const char *id, int seat,
                                                int *n, struct alea_error *error);
/* Links and devices whose time is past `now`: nobody finds them any more, so this is only to get the room back. */
ALEA_MUST_CHECK enum alea_err store_drop_expired(struct store *store, int64_t now, struct alea_error *error);

/* ---- Consent links: one question to one person ------------------------------------------------------------------------------ */

struct store_asked {
    uint8_t hash[ALEA_HASH_BYTES]; /* of its token, as of links */
    char id[STORE_ID_LENGTH + 1];
    int seat; /* who is asked */
    uint32_t question;
    long ply; /* after which it was made: a rewind to before it ends it */
};

/* In place of what there was for the same question and seat. */
ALEA_MUST_CHECK enum alea_err store_add_asked(struct store *store, const struct store_asked *asked,
                                              struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_find_asked(struct store *store, const uint8_t hash[ALEA_HASH_BYTES],
                                               struct store_asked *asked, struct alea_error *error); /* ALEA_ERR_NOT_FOUND */
/* All that were made for whoever sat there. */
ALEA_MUST_CHECK enum alea_err store_drop_asked(struct store *store, const char *id, int seat, struct alea_error *error);

/* ---- People and chat ---------------------------------------------------------------------------------------------------- */

/* ALEA_ERR_STALE if the name is taken: capitals and accents make no other name, here and wherever an account is named. */
ALEA_MUST_CHECK enum alea_err store_add_account(struct store *store, const char *name, const char *password_hash, int64_t at,
                                                struct alea_error *error);
/* The name as it was written, and the hash. ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_find_account(struct store *store, const char *name,
                                                 char spelled[STORE_MAX_ACCOUNT_NAME + 1],
                                                 char password_hash[STORE_MAX_PASSWORD_HASH + 1], struct alea_error *error);

/* An account as it stands at `now`, without its secrets. */
struct store_account {
    char name[STORE_MAX_ACCOUNT_NAME + 1]; /* as it was written */
    int64_t created;
    int sessions, devices;
    bool recovers; /* there is a code for a lost password */
};
ALEA_MUST_CHECK enum alea_err store_account(struct store *store, const char *name, int64_t now,
                                            struct store_account *account,
                                            struct alea_error *error); /* ALEA_ERR_NOT_FOUND */
/* ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_set_password(struct store *store, const char *name, const char *password_hash,
                                                 struct alea_error *error);
/* All its sessions end but the one of that hash; NULL: all. */
ALEA_MUST_CHECK enum alea_err store_end_sessions(struct store *store, const char *account, const uint8_t *but,
                                                 struct alea_error *error);
/* The hash of the code that takes the place of a lost password, in place of the one that there was. */
ALEA_MUST_CHECK enum alea_err store_set_recovery(struct store *store, const char *account,
                                                 const uint8_t hash[ALEA_HASH_BYTES], struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_recovers(struct store *store, const char *account, const uint8_t hash[ALEA_HASH_BYTES],
                                             bool *right, struct alea_error *error);
/* The account with its sessions, devices and code. Its seats are nobody's account's, and forget its person: their names, the salts of what
 * the names are bound by, and what was said when enrolling for them. Matches go on. */
ALEA_MUST_CHECK enum alea_err store_drop_account(struct store *store, const char *name,
                                                 struct alea_error *error); /* ALEA_ERR_NOT_FOUND */

/* What makes an account's name one of its own: two names of the same key are the same account. */
void store_account_key(const char *name, char key[STORE_MAX_ACCOUNT_NAME + 1]);

/* A device on which an account has signed in, by the hash of a token that it keeps. It opens nothing: whoever tries a password there is
 * counted apart. */
struct store_device {
    uint8_t hash[ALEA_HASH_BYTES];
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    int64_t until;
};

/* `before` (may be NULL) is the hash that the device had: all accounts that it is known to go over to the new one. Of an account
 * STORE_MAX_DEVICES are kept, those that last longest. */
ALEA_MUST_CHECK enum alea_err store_add_device(struct store *store, const struct store_device *device, const uint8_t *before,
                                               struct alea_error *error);
/* True if the device is known to that account at `now`. */
ALEA_MUST_CHECK enum alea_err store_knows_device(struct store *store, const uint8_t hash[ALEA_HASH_BYTES],
                                                 const char *account, int64_t now, bool *known, struct alea_error *error);

/* A line of a table's chat; *n is its number, from 1. `seat` may be ALEA_HOST. */
ALEA_MUST_CHECK enum alea_err store_add_chat(struct store *store, const char *id, int seat, const char *text, int64_t at,
                                             long *n, struct alea_error *error);
/* Lines after number `after`, in order, until `each` says false. */
ALEA_MUST_CHECK enum alea_err store_read_chat(struct store *store, const char *id, long after,
                                              bool (*each)(void *context, long n, int seat, const char *text, int64_t at),
                                              void *context, struct alea_error *error);

/* ---- Posts: what people say beside the moves, in the record of the match -------------------------------------------------- */

/* Post number post->number of that match, after post->ply of its plies, as alea_match_post() has taken it. ALEA_ERR_STALE if the last one is not
 * number post->number - 1: somebody was first. */
ALEA_MUST_CHECK enum alea_err store_add_post(struct store *store, const char *id, const struct alea_post *post, int64_t at,
                                             struct alea_error *error);
/* The posts after number `after`, in order, until `each` says false. A ply that is taken back leaves what was said behind it, after one less. */
ALEA_MUST_CHECK enum alea_err store_read_posts(struct store *store, const char *id, long after,
                                               bool (*each)(void *context, const struct alea_post *post, int64_t at),
                                               void *context, struct alea_error *error);

/* ---- Who enrolled for a match -------------------------------------------------------------------------------------------- */

enum store_enrolment_status { STORE_ENROLLED, STORE_SEATED, STORE_REFUSED, STORE_LEFT, STORE_REPLACED };

struct store_enrolment {
    int number; /* from 1 */
    enum store_enrolment_status status;
    int seat; /* the one that is wished for, or ALEA_NONE; once it is given, that */
    int64_t at;
    char name[64];
    char wishes[STORE_MAX_WISHES + 1]; /* in words; may be "" */
};

/* A new one; its number goes to row->number, its status is STORE_ENROLLED. */
ALEA_MUST_CHECK enum alea_err store_add_enrolment(struct store *store, const char *id, struct store_enrolment *row,
                                                  struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_enrolment(struct store *store, const char *id, int number, struct store_enrolment *row,
                                              struct alea_error *error); /* ALEA_ERR_NOT_FOUND */
/* All of them by number, until `each` says false. */
ALEA_MUST_CHECK enum alea_err store_enrolments(struct store *store, const char *id,
                                               bool (*each)(void *context, const struct store_enrolment *row), void *context,
                                               struct alea_error *error);
/* ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_set_enrolment(struct store *store, const char *id, int number,
                                                  enum store_enrolment_status status, int seat, struct alea_error *error);
/* Who sits there by an enrolment does no more, and that is why; nobody may. */
ALEA_MUST_CHECK enum alea_err store_vacate(struct store *store, const char *id, int seat, enum store_enrolment_status why,
                                           struct alea_error *error);
/* It is forgotten, with its link. ALEA_ERR_NOT_FOUND. */
ALEA_MUST_CHECK enum alea_err store_drop_enrolment(struct store *store, const char *id, int number,
                                                   struct alea_error *error);

/* ---- Notes ---------------------------------------------------------------------------------------------------------------- */

enum { STORE_MAX_PLACE = 63, STORE_MAX_NOTE = 2000 }; /* bytes */

struct store_note {
    int seat;                        /* who wrote it */
    bool side;                       /* its side reads it, too */
    char place[STORE_MAX_PLACE + 1]; /* "": it is of the table */
    char goal[STORE_MAX_PLACE + 1];  /* an arrow from the place to there; "": none */
    int64_t at;
    char text[STORE_MAX_NOTE + 1];
};
typedef bool store_each_note(void *context, const struct store_note *note);
/* Those that a seat may read, of whose side the seats `team` are; until `each` says false. */
ALEA_MUST_CHECK enum alea_err store_notes(struct store *store, const char *id, int seat, alea_actors team,
                                          store_each_note *each, void *context, struct alea_error *error);
/* In place of the one of the same seat, side, place and goal. */
ALEA_MUST_CHECK enum alea_err store_set_note(struct store *store, const char *id, const struct store_note *note,
                                             struct alea_error *error);
ALEA_MUST_CHECK enum alea_err store_drop_note(struct store *store, const char *id, const struct store_note *note,
                                              struct alea_error *error);

/* ---- Keeping it --------------------------------------------------------------------------------------------------------- */

/* A copy of all that is committed, whole at one moment, while others go on writing. The file must not be there yet; it is put
 * there whole or not at all. */
ALEA_MUST_CHECK enum alea_err store_backup(struct store *store, const char *path, struct alea_error *error);
/* Puts a copy of `backup` in the place of `where`, whole or not at all. A store that is there is replaced only if `replace`
 * says so, and not while anybody has it open. */
ALEA_MUST_CHECK enum alea_err store_restore(struct store *backup, const char *where, bool replace, struct alea_error *error);
struct store_copied {
    long matches, rows;
};
/* All of `from` into `to`, which must be empty, whatever is behind either; read back and found to be the same before it is committed: whole or not
 * at all. Nobody can write to `from` meanwhile, and it must be open to be written to. */
ALEA_MUST_CHECK enum alea_err store_copy(struct store *from, struct store *to, struct store_copied *sums,
                                         struct alea_error *error);
/* How large it is, without the room that is free in it. What is not committed counts, too. */
ALEA_MUST_CHECK enum alea_err store_size(struct store *store, int64_t *bytes, struct alea_error *error);

/* What became of a match of a damaged store. */
struct store_saved {
    char id[STORE_ID_LENGTH + 1];
    long plies, found; /* kept, and up to which number some were found */
    int seats;         /* that had to be filled in, as people's without a name */
    long chat;         /* lines that are lost */
    long posts;        /* that are lost: of a match every post up to the first that is missing or can't be is kept */
    long bonds;        /* promises, bound names and failed draws that are lost; the dice are computed without them */
    bool ended;        /* it was over, but its end is lost */
    bool guessed;      /* its game was found by trying which one takes these plies */
    bool settings;     /* are what is usual, for its own are lost */
    bool by_hand;      /* the dice can't be proven any more, and count as typed in */
    const char *lost;  /* why nothing of it could be saved; NULL: it was */
};

struct store_recovery {
    long matches, whole, lost, accounts, links, unclaimed; /* unclaimed: seats whose account is lost */
    long pages, broken, unread; /* of the file: all, those of which something is lost, those that the disk does not give */
    long frames;                /* of the log, that are lost */
    long graves, graves_lost;   /* of deleted matches: kept, and those whose seed is lost */
    bool free_unknown;
};

/* How a damaged store is saved. */
struct store_rescue {
    /* Whether whoever plays the match can read its settings and state; else they are replaced by these. */
    enum alea_err (*check)(struct store *store, const char *id, struct alea_error *error);
    const char *settings, *state;
    void (*told)(void *context, const struct store_saved *match); /* of each match */
    void *context;
};

/* Makes a store at `where`, whole or not at all, of all that can still be read of the file `damaged`, page by page: every match up to the
 * first ply that is missing or that its rules refuse. Nothing may be at `where`, and nobody may be writing to `damaged`. */
ALEA_MUST_CHECK enum alea_err store_recover(const char *damaged, const char *where, const struct store_rescue *how,
                                            struct store_recovery *sums, struct alea_error *error);
/* How many frames of the store's log were passed over when it was opened, for one of them is broken: what was played last may be missing. */
long store_frames_lost(const struct store *store);

/* Looks at the file itself: every page, every index, what points at nothing. Calls `fault` with each fault in words. */
ALEA_MUST_CHECK enum alea_err store_inspect(struct store *store, void (*fault)(void *context, const char *words),
                                            void *context, struct alea_error *error);

/* ---- From the store to a match and back ----------------------------------------------------------------------------------- */

/* A match as its log has it: rules, head, every ply and every post through the door. `rules` may be NULL (they are made) or fit the match (they
 * are taken over, as by alea_match_new). ALEA_ERR_DIVERGED, with the ply, when this release would refuse a ply; then *match is
 * what stands before it. ALEA_ERR_DAMAGED for a post that can't be; then *match has all plies, and the posts before it. */
ALEA_MUST_CHECK enum alea_err store_replay(struct store *store, const char *id, struct alea_rules *rules,
                                           struct alea_match **match, struct alea_error *error);

/* alea_match_verify() of a match that may be in the middle of its draw: before the first ply words that were promised may be untold, and
 * before the first throw the beacon's round may not be out. */
ALEA_MUST_CHECK enum alea_err store_verify(const struct alea_match *match, long *n_throws, struct alea_error *error);

#endif
