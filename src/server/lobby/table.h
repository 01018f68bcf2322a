/* SPDX-License-Identifier: MIT */
/* table.h - a table: one match with its seats, links, clock, chat and listeners; and the lobby, which holds all tables.
 *
 * All of it lives in the loop's thread. Order of things for every change: check (moves at the one door), write to the store's
 * batch, and only when lobby_turn() has committed it are calls answered and listeners told. What the functions here return is
 * therefore a promise that the caller may keep only after the commit: an answer is prepared at once and sent by lobby_turn(). */
#ifndef ALEA_SERVER_TABLE_H
#define ALEA_SERVER_TABLE_H

#include "alea.h"
#include "bot.h"
#include "clock.h"
#include "notices.h"
#include "notify.h"
#include "pool.h"
#include "processes.h"
#include "store.h"
#include "windows.h"

/* ---- Who asks ------------------------------------------------------------------------------------------------------------ */

/* What a token is good for at a table. */
struct viewer {
    int seat;   /* ALEA_NONE: a spectator; through whose eyes a Master looks, who acts for none of them */
    bool admin; /* the creator's link, or the host's: may run the table; sees what spectators see */
    int master; /* which of the table's Masters, from 1; 0: none of them */
    bool looks; /* a Master, through the eyes that he has named: `seat`, or ALL_EYES */
    int lent;   /* from 1: by the link of that seat, which is lent; `seat` is ALEA_NONE until it is taken. 0: by none */
};

/* The viewer who sees everything and has heard of every ply. Only for callers who have checked that the match is over, or that a Master of
 * the table asks. */
enum { ALL_EYES = -1 };

/* The server as the speaker of a line of chat: nobody else can speak as chance. */
enum { TABLE_ITSELF = ALEA_CHANCE };

/* ---- Listeners: those who are told ------------------------------------------------------------------------------------------ */

struct table;

/* A WebSocket, say. The caller's memory; it must leave before it goes. */
struct listener {
    struct viewer viewer;
    enum alea_lang lang;
    bool plain;                       /* moves as integers, no words */
    bool brief;                       /* of a ply what it changed alone */
    uint8_t session[ALEA_HASH_BYTES]; /* of the cookie that opened it; zeros: it came without one, or by a link */
    /* One whole JSON text, complete after the commit. Must not call back into the lobby. */
    void (*notify)(struct listener *listener, const char *json, size_t n);
    /* The table is gone (deleted), or at another process from now on, or can't be read now: the listener has been removed already. */
    void (*gone)(struct listener *listener);
    void (*moved)(struct listener *listener);
    struct table *table;              /* the lobby's; NULL when not listening */
    struct listener *next, *previous; /* the lobby's */
    uint64_t notified;                /* the lobby's */
    bool fresh;                       /* the lobby's */
    bool unseated;                    /* the lobby's: a seat was taken from it in a batch that isn't written yet */
    struct viewer was;                /* the lobby's: before that */
};

/* How what a listener is told is written: whole JSON texts, each for one viewer in one language. The lobby knows when, and for whom;
 * what stands in them is the business of whoever gives these. A text that is too long is truncated. */
struct lobby_messages {
    void (*state)(const struct table *table, const struct listener *listener, bool undone, int64_t now,
                  struct alea_text *text);
    /* The true plies from+1..to, a message each, with new lines between; none for what the viewer did not hear of. *kept is theirs, NULL at
     * first: what they keep from one viewer to the next. */
    void (*plies)(const struct table *table, const struct listener *listener, long from, long to, int64_t now, void **kept,
                  struct alea_text *text);
    void (*forget)(void *kept);
    void (*table)(const struct table *table, const struct listener *listener, int64_t now, struct alea_text *text);
    void (*chat)(long n, int seat, const char *words, int64_t at, struct alea_text *text);
    /* The post of that number; nothing to who may not read it. */
    void (*post)(const struct table *table, const struct listener *listener, long number, int64_t at,
                 struct alea_text *text);
    /* What a seat has noted, or that it is gone; the lobby knows who may read it. */
    void (*note)(const struct store_note *note, bool gone, struct alea_text *text);
};

/* ---- The lobby ------------------------------------------------------------------------------------------------------------------ */

struct lobby;

struct lobby_options {
    struct store *store;    /* the caller's */
    const char *store_path; /* of the same, for the pool's own connections; NULL: all is opened by the loop */
    struct pool *pool;      /* the caller's */
    bool several;           /* other processes have tables of the same store: this one has none until lobby_take() */
    const struct lobby_messages *messages;
    int max_tables;                                    /* kept in memory; more are dropped when idle */
    int64_t think_ms;                                  /* a bot's limit */
    bool bots_wait;                                    /* bots among themselves go on only while somebody looks */
    long alone_plies_per_second;                       /* of all tables that nobody attends to, together; 0: any number */
    int64_t max_store_bytes;                           /* no table is made past it, and bots alone stop; 0: no ceiling */
    int64_t draw_ms;                                   /* for which a promised word is awaited; 0: a minute */
    const char *beacon;                                /* "https://api.drand.sh": rounds come from there; NULL: none do */
    const char *base_url;                              /* "http://127.0.0.1:8080", for links; borrowed */
    struct notify *notify;                             /* the caller's; NULL: nobody is told of anything */
    int64_t notice_ms;                                 /* after which somebody who has not looked is told of a turn */
    void (*log)(void *context, const char *json_line); /* one event for the log, without a newline; never a token */
    void *log_context;
};

struct lobby *lobby_new(const struct lobby_options *options, struct alea_error *error);
void lobby_free(struct lobby *lobby);
/* After a restart: tables that are played or waited for are opened again when something is due at them, at once where a bot may move. */
ALEA_MUST_CHECK enum alea_err lobby_resume(struct lobby *lobby, int64_t now, struct alea_error *error);

/* ---- Of several processes over one store (shares.c) ------------------------------------------------------------------------- */

/* Is that match served here? */
bool lobby_has(const struct lobby *lobby, const char *id);
shares lobby_shares(const struct lobby *lobby);
/* The lease lasts until then, by lobby_lease_now(); past it lobby_has() says no. */
int64_t lobby_lease_now(void);
void lobby_lease(struct lobby *lobby, int64_t until);
bool lobby_is_leased(const struct lobby *lobby); /* always, where there is one process alone */
/* More are this process' from now on; `orphans` among them are of one that died. What goes on by itself there goes on. */
ALEA_MUST_CHECK enum alea_err lobby_take(struct lobby *lobby, shares which, shares orphans, int64_t now,
                                         struct alea_error *error);
/* Those are others' from now on, as soon as they take them: tables leave memory, listeners are sent away. Between two turns. False: notices of
 * theirs are still being sent; nothing has changed but that no more are begun. */
bool lobby_give(struct lobby *lobby, shares which);
/* The same of all, at once: the lease is lost, and what was not committed yet is not. */
void lobby_lose(struct lobby *lobby);

/* ---- Other processes' tables, to look at (glances.c) -------------------------------------------------------------------------- */

/* All that a table is opened from and that may change, hashed: of its match first, then of its seats. */
struct glance_mark {
    uint8_t bytes[16];
};

void glance_mark_match(struct glance_mark *mark, const struct store_match *row);
void glance_mark_seats(struct glance_mark *mark, const struct store_seat seats[], int n);

/* As another process' match stands in the store, which said this of it just now; borrowed until the next call. NULL: it can't be opened. */
struct table *lobby_glance(struct lobby *lobby, const char *id, const struct glance_mark *mark);
/* Whether a table has to be replayed before it can be looked at, here or as a glance. */
bool lobby_must_open(struct lobby *lobby, const char *id, const struct glance_mark *mark);

/* ---- Its turns -------------------------------------------------------------------------------------------------------------- */

/* Ends a turn of the event loop: lets throws, forced moves, expired clocks happen, commits the batch, then answers the
 * calls that waited and tells the listeners. True if more is to do at once. */
bool lobby_turn(struct lobby *lobby, int64_t now);
int64_t lobby_next(const struct lobby *lobby,
                   int64_t now); /* when lobby_turn() is next needed if nobody asks anything; 0: never */

/* Puts on the log why the store could not be read for somebody. */
void lobby_not_read(struct lobby *lobby, const struct alea_error *error);

/* What is counted, for /metrics. */
struct lobby_counts {
    uint64_t moves, refused, stale, commits, commit_us, bot_moves, bot_moves_alone, bot_late, notified, tables_opened,
        tables_glanced, tables_dropped;
    uint64_t thought_us[2];  /* that threads of the pool worked for bots; [1]: of tables that nobody attended to */
    uint64_t commit_work_us; /* of commit_us, what the loop's thread worked */
    long tables, listeners;
    int64_t store_bytes;         /* of the database, as it was asked last; without what is free in it */
    bool store_near, store_full; /* near its ceiling; at it */
    bool store_fails;            /* the last batch could not be written; tried again every second */
    uint64_t notices_sent, notices_failed,
        notices_stale; /* messages that arrived, that did not; notices that had nothing to tell any more */
    long notices_waiting, channels, channels_failed;
};
const struct lobby_counts *lobby_counts(const struct lobby *lobby);
struct store *lobby_store(const struct lobby *lobby);
struct pool *lobby_pool(const struct lobby *lobby);
const struct lobby_options *lobby_options_of(const struct lobby *lobby);

/* ---- Waiting for the commit -------------------------------------------------------------------------------------------------- */

/* Somebody whose answer may be sent only once the batch is sure. The caller's memory. */
struct waiter {
    /* ALEA_OK: sure. Else nothing of it happened (ALEA_ERR_IO: the store failed), unless lobby_unsure(). Must not change anything at a
     * table. */
    void (*settled)(struct waiter *waiter, enum alea_err err);
    struct waiter *next; /* the lobby's */
};
void lobby_wait(struct lobby *lobby, struct waiter *waiter);
/* Has a table changed since the last commit? What changes in its state alone is not in the store's batch yet. */
bool lobby_changes(const struct lobby *lobby);
/* Was the batch that failed one of which nobody knows whether it is on the disk? Who looks at the table again sees. */
bool lobby_unsure(const struct lobby *lobby);
void lobby_unwait(struct lobby *lobby, struct waiter *waiter); /* who asked has gone; harmless if it does not wait */

/* Somebody who wants to know when anything changes at a table that a viewer hears of (long poll). Called once, after a commit, then
 * forgotten; also when the table has gone. Must not change anything at a table. */
struct watcher {
    void (*changed)(struct watcher *watcher);
    int seat; /* the viewer's; ALEA_NONE: a spectator */
    struct table *table;
    struct watcher *next;
    uint64_t seen; /* the lobby's */
};
void table_watch(struct table *table, struct watcher *watcher);
void table_unwatch(struct watcher *watcher); /* harmless if it does not watch */

/* ---- Tables -------------------------------------------------------------------------------------------------------------------- */

/* Who takes a match back where its rules don't say who may. */
enum takebacks {
    TAKEBACKS_ALL,     /* the people of all seats, by their consent */
    TAKEBACKS_CREATOR, /* whoever made the table, too; of a private one */
    TAKEBACKS_NONE
};
const char *takebacks_name(enum takebacks who);
enum takebacks takebacks_read(const char *word); /* TAKEBACKS_ALL for any other word */
/* What the server may tell people while the match lasts, beyond the rules: chances of what is at hand, or nothing; and whether its page lends
 * them an engine to analyse it with. Among people that is a word given, which no server can hold anybody to. */
enum table_help { TABLE_HELP_ODDS, TABLE_HELP_NONE, TABLE_HELP_ALL, TABLE_HELPS };
extern const char *const table_help_names[TABLE_HELPS];

/* What a table is made of; all is checked. */
struct table_plan {
    const struct alea_game *game;
    int seats;
    struct store_seat seat[ALEA_MAX_SEATS];
    const char *option[ALEA_MAX_OPTIONS];
    int n_options;
    const struct alea_scenario *scenario; /* NULL: none */
    const char *name;
    bool listed, wait_for_all; /* start "joined" */
    bool drawn;                /* start "drawn": once a first word was promised */
    bool master;               /* it has a Master, from its beginning to its end */
    enum takebacks takebacks;
    alea_actors open; /* seats that whoever comes may take; each is a person's */
    enum table_help help;
    bool wants_beacon; /* a round of a public beacon enters the dice */
    uint8_t beacon_chain[ALEA_HASH_BYTES];
    uint64_t beacon_round; /* not before this one */
    struct clock_rules clock;
    const struct alea_match
        *begun; /* it goes on from where this one stands, by the same rules; NULL: from the beginning. Borrowed */
};

/* The rules of a plan, made and kept until they are released, so that lobby_create() finds them: this alone may be called from any thread. */
struct cached_rules;
struct cached_rules *lobby_cache_rules(struct lobby *lobby, const struct table_plan *plan, struct alea_error *error);
void lobby_release_rules(struct lobby *lobby, struct cached_rules *cached); /* NULL is fine */

/* Makes the match, its seed, seats; *table is open. Errors as of alea_rules_new(). Links are the caller's to add. */
ALEA_MUST_CHECK enum alea_err lobby_create(struct lobby *lobby, const struct table_plan *plan, int64_t now,
                                           struct table **table, struct alea_error *error);
/* The table, opened if need be. ALEA_ERR_NOT_FOUND; ALEA_ERR_DAMAGED if this release can't make anything of what the store has, with the
 * reason in words that anybody may hear. Borrowed until the end of this turn of the loop, or as long as one listens. NULL, and ALEA_OK, if
 * that takes too long for the loop: see lobby_await(). */
ALEA_MUST_CHECK enum alea_err lobby_find(struct lobby *lobby, const char *id, struct table **table,
                                         struct alea_error *error);

/* Somebody who waits for a table that the pool opens. Called once, by pool_collect(), then forgotten; lobby_find() has the table then, or
 * says what is wrong with it. Must not change anything at a table. The pool is to be freed before the lobby. */
struct opening;
struct comer {
    void (*opened)(struct comer *comer);
    struct opening *opening; /* the lobby's; NULL when not waiting */
    struct comer *next;      /* the lobby's */
    int64_t *work_us;        /* grows by what the pool's threads worked for this one */
};
/* Lets the pool open the match that lobby_find() found no table for, on behalf of an asker (pool.h). comer may be NULL. False if too much
 * waits already. */
bool lobby_await(struct lobby *lobby, const char *id, uint64_t asker, struct comer *comer);
void lobby_unawait(struct comer *comer); /* harmless if it does not wait */

/* A table to look at and to ask about, at which nobody plays: in no list, and nothing of it is kept. Takes the match. NULL if memory is
 * short: then the match is freed all the same. */
struct table *table_show(struct lobby *lobby, struct alea_match *match, struct alea_error *error);
void table_put_away(struct table *table);

/* A table's settings and state as they usually are: no clock, nobody away. */
#define TABLE_USUAL_SETTINGS "{\"start\":\"now\",\"clock\":{\"kind\":\"none\"}}"
#define TABLE_USUAL_STATE "{\"deputies\":0,\"passing\":0}"
/* Reads of a match in `store` what only a table reads: settings, state, each line of chat. For whoever looks a store through. */
ALEA_MUST_CHECK enum alea_err table_check(struct store *store, const char *id, struct alea_error *error);
/* Logs, once, that a match can't be opened. */
void lobby_unreadable(struct lobby *lobby, const char *id, const struct alea_error *error);
/* How the store is, in lines for whoever runs the server; false if it can't be written to. */
bool lobby_health(const struct lobby *lobby, struct alea_text *text);

enum { TABLE_MASTER_NAME = 64 };

/* A window that opened: after which true ply, which, in which round. */
struct table_window {
    long ply;
    int set, name, round;
};

/* What a seat asks of the people of all seats. */
enum agreement_what { AGREE_NONE, AGREE_REWIND, AGREE_PAUSE, AGREE_GO_ON, AGREE_END };

struct agreement {
    enum agreement_what what; /* AGREE_NONE: nothing is asked now */
    long number;              /* from 1, of the last that was asked; 0: nothing ever was */
    int seat;                 /* who asks */
    long target;              /* AGREE_REWIND: after which true ply the match would stand */
    int winner;               /* AGREE_END: all give up but this seat's side */
    long asked;               /* after how many true plies */
    alea_actors yes, no;
};
const char *agreement_name(enum agreement_what what);

/* A seat that its person has lent. */
struct loan {
    int64_t until; /* 0: it is not */
    bool taken;    /* by somebody of that name */
    char name[64];
};

/* Up to which of its plies a seat's person has seen the match, on whatever device, and when; .at 0: nothing is known. */
struct viewed {
    long ply;
    int64_t at;
};

/* What a seat has ordered to be done for it, beforehand, and why it is done no more. */
enum { STANDING_ANSWERS = 4, STANDING_WHEN = 96, STANDING_TIMES = 99 };
enum standing_end {
    STANDING_STANDS,
    STANDING_ALARM,  /* something was done to it: what that ply tells */
    STANDING_TIME,   /* its time is over */
    STANDING_COUNT,  /* it was carried out as often as was wished */
    STANDING_UNDONE, /* something was taken back */
    STANDING_REFUSED /* the rules, or the store, refused a move of it */
};
enum { STANDING_ENDS = STANDING_REFUSED + 1 };
extern const char *const standing_ends[STANDING_ENDS]; /* "alarm" */
struct standing_order {
    int seat;
    int64_t until;
    int left;  /* turns and answers, 0 .. STANDING_TIMES */
    bool pass; /* its turns go by, until something alarms */
    int n;     /* answers, which are given whenever they are legal */
    struct standing_answer {
        alea_move move;
        char when[STANDING_WHEN]; /* only to the question with these words; "": to each */
    } answer[STANDING_ANSWERS];
    enum standing_end why; /* of the whole, or of `pass` where answers stand */
    long ply;              /* after which true ply that was */
    struct standing_order *next;
};
bool standing_stands(const struct standing_order *order); /* NULL: no */

/* Read-only for all but table.c. */
struct table_view {
    const char *id, *name;
    const struct alea_match *match;
    enum store_status status;
    const struct store_seat *seat; /* as many as the match has */
    alea_actors deputies;          /* human seats that a bot plays for */
    alea_actors online;
    const int64_t *seen; /* of each seat, when its person was here last; 0: not yet, as far as is known */
    const struct clock *clock;
    const struct window_clock *window; /* the window of a game that has such; .number is 0 until one was open */
    int64_t window_closes;             /* 0: not by itself, or not while a pause lasts */
    long chat;                         /* number of the last line */
    int64_t created, changed;
    bool listed;
    bool has_master;
    enum takebacks takebacks;
    const struct loan *loan; /* of each seat */
    const struct standing_order *standing;
    const struct viewed *viewed;       /* of each seat, which alone may know */
    const struct agreement *agreement; /* what is asked of the table */
    alea_actors asked;                 /* the people of whom it is; 0: of nobody is anything */
    int needs;                         /* as many of them have to agree */
    enum table_help help;
    alea_actors open;                        /* seats that whoever comes may take now */
    const char (*master)[TABLE_MASTER_NAME]; /* STORE_MAX_MASTERS names; "": there is none of that number */
    /* The draw of words: "promising", "opening", "again"; whose words are told; until when. */
    const char *draw_phase;
    alea_actors opened;
    int64_t draw_until;
    bool wants_beacon, beacon_fails;
    const uint8_t *beacon_chain;
    uint64_t beacon_round;
};
/* The windows that opened in this match, n of them in their order; those that were taken back are among them. Borrowed. */
const struct table_window *table_windows(const struct table *table, int *n);
/* The seat's person is here. */
void table_saw(struct table *table, int seat, int64_t now);
/* The seat's person has looked at what there is now: a turn of which nothing was told yet need not be told. */
void table_looked(struct table *table, int seat);
/* And has seen the match up to that one of its own plies. */
void table_viewed(struct table *table, int seat, long ply);
/* Something stands in the outbox that is to be sent at once. */
void lobby_notices_queued(struct lobby *lobby);
/* True if the table is about to be deleted: then it exists no more for anybody. */
bool table_is_deleting(const struct store_match *match);
struct table_view table_look(const struct table *table);

/* Grows by every change that this viewer hears of, of anything that STATE shows; also over a restart. Like the viewer's ply it
 * tells nothing of what others enter in secret. Spectators: ALEA_NONE. */
uint64_t table_revision(const struct table *table, int seat);
/* The revision at which something that the viewer had heard of was last taken back, or the table had to be opened anew; 0: never. */
uint64_t table_undone(const struct table *table, int seat);

/* The viewer's ply: how many plies it heard of. Spectators: ALEA_NONE; ALL_EYES heard of all, here and in the next two. */
long table_ply(const struct table *table, int seat);
/* The true ply at which the viewer had heard of `heard` plies (the last such); -1 if never. */
long table_true_ply(const struct table *table, int seat, long heard);
bool table_ply_visible(const struct table *table, int seat, long ply); /* of that true ply */
/* How many of the first `ply` true plies the viewer heard of; 0 <= ply <= alea_match_plies(). Called for each message: where all heard
 * of everything it is `ply` itself, and near the end it looks at the plies behind `ply` alone. */
long table_ply_at(const struct table *table, int seat, long ply);
/* That true ply as the viewer has it: a rewind goes back to the viewer's number. Borrowed note. */
struct alea_ply table_ply_told(const struct table *table, int seat, long ply);
/* What the viewer has heard of, after that many true plies, as a link of its chain. False: there is none (dice by hand, a table that
 * waits, ALL_EYES), or it takes too long to be computed at once; then asking again goes on with it. */
bool table_chain(const struct table *table, int seat, long ply, uint8_t link[ALEA_HASH_BYTES]);
bool table_has_chain(const struct table *table, int seat);

/* What may happen at a table besides moves: names of errors of the API that the engine does not have. */
enum table_answer {
    TABLE_OK,
    TABLE_ENGINE,  /* struct alea_error says what */
    TABLE_WAITING, /* not everybody has joined */
    TABLE_PAUSED,
    TABLE_NOT_YOUR_TURN,
    TABLE_FORBIDDEN,
    TABLE_BEGUN,        /* words are drawn before the first move */
    TABLE_OTHER_DRAW,   /* the commitment is not that of the draw */
    TABLE_PROMISED,     /* the promises stand already */
    TABLE_SHUT_OUT,     /* who failed too often takes part no more */
    TABLE_NOT_PROMISED, /* that seat promised no word */
    TABLE_WORDS_CLOSED, /* words open later */
    TABLE_ASKED,        /* something else is asked of the table already */
    TABLE_NOT_ASKED,    /* that is not asked, or no more */
    TABLE_NOT_LENT,     /* the seat is not lent, or somebody has it already */
    TABLE_NOT_AWAY      /* its person is not on vacation */
};

/* A move of a seat, or of the host (seat ALEA_HOST): checked at the door, written to the batch, and whatever follows by itself (throws,
 * forced moves) with it. `ply` is the viewer's. A seat that a deputy plays for is taken back by this. note may be NULL.
 * *from is the true ply before, so that (*from, alea_match_plies()] is what happened. */
enum table_answer table_submit(struct table *table, int seat, long ply, alea_move move, const char *note, int64_t now,
                               long *from, struct alea_error *error);
/* A whole order of n >= 1 moves: all of them, in one batch, or none. The note, NULL for none, is the last one's. */
enum table_answer table_submit_order(struct table *table, int seat, long ply, const alea_move moves[], int n,
                                     const char *note, int64_t now, long *from, struct alea_error *error);
/* What is said beside the moves, after all plies of now: its number, from 1, to *number. Those are told who may read it. */
enum table_answer table_post(struct table *table, const struct alea_post *post, int64_t now, long *number,
                             struct alea_error *error);
/* What a seat notes, in place of the one that stands there; gone: that one is taken out. Those listeners are told who may read it, and nothing
 * counts it. */
enum table_answer table_note(struct table *table, const struct store_note *note, bool gone, struct alea_error *error);
enum table_answer table_undo(struct table *table, int seat, long ply, int64_t now, struct alea_error *error);
/* Would an undo be allowed? ALEA_OK; else what it would be answered, with the reason. Says nothing of what others enter in secret. */
enum alea_err table_may_undo(const struct table *table, int seat, struct alea_error *error);
enum table_answer table_resign(struct table *table, int seat, int64_t now, struct alea_error *error);
/* Asks the people of all seats: `what`, `seat`, `target`, `winner`; whoever asks agrees. Done at once where nobody else is to be asked. On
 * TABLE_ENGINE: ALEA_ERR_OVER, as alea_match_may_rewind(), ALEA_ERR_BAD_OPTION for an end that the rules don't know. */
enum table_answer table_ask(struct table *table, const struct agreement *asked, int64_t now, struct alea_error *error);
/* A seat's answer to what was asked under that number; it is done once enough agree, and dropped once they can't. Who asked withdraws it by a
 * no. */
enum table_answer table_agree(struct table *table, int seat, long number, bool yes, int64_t now, struct alea_error *error);
/* Do the rules know an end in which all give up but that seat's side, and none of them a bot? */
bool table_may_end(struct table *table, int winner);
enum table_answer table_join(struct table *table, int seat, const char *name, const char *word, int64_t now,
                             struct alea_error *error);
/* Whoever comes sits down at an open seat; TABLE_FORBIDDEN at any other. Links to it are the caller's to drop. */
enum table_answer table_take(struct table *table, int seat, const char *name, int64_t now, struct alea_error *error);
/* The seat's person is away until then: whoever has its link may take it, by a name; either ends it. Links are the caller's to make and drop. */
enum table_answer table_lend(struct table *table, int seat, int64_t until, int64_t now, struct alea_error *error);
enum table_answer table_borrow(struct table *table, int seat, const char *name, int64_t now, struct alea_error *error);
enum table_answer table_end_loan(struct table *table, int seat, int64_t now, struct alea_error *error);
/* The seat's person is on vacation until then (TABLE_FORBIDDEN: not as long), and back, before that or then by itself. */
enum table_answer table_leave(struct table *table, int seat, int64_t until, int64_t now, struct alea_error *error);
enum table_answer table_come_back(struct table *table, int seat, int64_t now, struct alea_error *error);
/* What is done for the seat from now on, and what is done no more. Nobody else hears of it. */
enum table_answer table_stand(struct table *table, const struct standing_order *order, int64_t now,
                              struct alea_error *error);
enum table_answer table_stand_no_more(struct table *table, int seat, int64_t now, struct alea_error *error);
/* The words of the open question to the seat that the move answers, as a standing order keeps them; "": there is none. */
void standing_question(const struct table *table, int seat, alea_move yes, char when[STANDING_WHEN]);
/* The seat's word, as alea_word_promise() puts it, for the draw of that commitment; then the word itself. */
enum table_answer table_promise(struct table *table, int seat, const uint8_t commitment[ALEA_HASH_BYTES],
                                const uint8_t promise[ALEA_HASH_BYTES], int64_t now, struct alea_error *error);
enum table_answer table_open_word(struct table *table, int seat, const char *word, int64_t now, struct alea_error *error);
enum table_answer table_start(struct table *table, int64_t now, struct alea_error *error);
enum table_answer table_return(struct table *table, int seat, int64_t now, struct alea_error *error);
enum table_answer table_pause(struct table *table, bool paused, int64_t now, struct alea_error *error);
/* The window that is open closes at that time. BAD_OPTION: none closes by itself, the time is past or too far. `ply` is a spectator's. */
enum table_answer table_extend(struct table *table, long ply, int64_t closes, int64_t now, struct alea_error *error);
/* `who` is "human" or "bot:NAME". */
enum table_answer table_reseat(struct table *table, int seat, const char *who, int64_t now, struct alea_error *error);
/* For a person of that name, who has not joined yet. */
enum table_answer table_seat_person(struct table *table, int seat, const char *name, int64_t now, struct alea_error *error);
enum table_answer table_mute(struct table *table, int seat, bool muted, int64_t now, struct alea_error *error);
enum table_answer table_claim(struct table *table, int seat, const char *account, int64_t now, struct alea_error *error);
enum table_answer table_chat(struct table *table, int seat, const char *text, int64_t now, long *n,
                             struct alea_error *error);
/* One Master more; his number, from 1, to *number. TABLE_FORBIDDEN at a table without one, or with STORE_MAX_MASTERS. */
enum table_answer table_add_master(struct table *table, const char *name, int *number, struct alea_error *error);
/* He is none any more: whoever looks as he is a spectator from now on. TABLE_FORBIDDEN if there is no such one, or for the first. */
enum table_answer table_drop_master(struct table *table, int number, struct alea_error *error);
/* By what name he is told from other Masters in whatever he does; NULL as long as there is but the first. */
const char *table_master_name(const struct table *table, int number);
/* On the log: a Master looks, through those eyes. */
void table_log_look(const struct table *table, const struct viewer *viewer);
enum table_answer table_delete(struct table *table, int64_t now, struct alea_error *error);

void table_listen(struct table *table,
                  struct listener *listener); /* is told a STATE at once, if all before is committed; else after */
void table_unlisten(struct listener *listener);
void table_greet(struct listener *listener); /* a STATE again: another language, another seat */
/* Makes spectators of those who listen by a session that has ended. */
void lobby_unseat_session(struct lobby *lobby, const uint8_t session[ALEA_HASH_BYTES]);
/* The same of all sessions of an account that the store has no more. */
void lobby_unseat_account(struct lobby *lobby, const char *account);
/* The account is no more: its seats at tables in memory are nobody's, and have no name. Who sits there goes on by link. */
void lobby_forget_account(struct lobby *lobby, const char *account);

#endif
