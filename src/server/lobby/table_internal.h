/* SPDX-License-Identifier: MIT */
/* table_internal.h - tables and the lobby from inside: for the files of this room alone.
 *
 * A change does three things: it alters the table in memory, writes to the store's batch, and marks the table as dirty, by
 * table_touch(). What is in memory may so be ahead of what is sure until lobby_turn() has committed. If the batch can't be
 * written, every dirty table is opened anew from the store: nothing is undone by hand. */
#ifndef ALEA_SERVER_TABLE_INTERNAL_H
#define ALEA_SERVER_TABLE_INTERNAL_H

#include <jansson.h>
#include <pthread.h>

#include "hex.h"
#include "table.h"
#include "timers.h"

enum {
    SPECTATORS = ALEA_MAX_SEATS, /* behind the seats, where something is counted for each viewer */
    EVERYTHING,                  /* ALL_EYES */
    VIEWERS,
    PLIES_AT_ONCE = 64,   /* that a table plays by itself before others have their turn */
    TABLES_AT_ONCE = 8,   /* that are opened in one turn of the loop because their time has come */
    OPENED_AT_ONCE = 500, /* plies of the matches that are opened in the loop, in one turn; longer ones by the pool */
    OPENED_EACH = 50,     /* that a match counts for besides its plies */
    FAILED_OPENINGS = 64,
    TABLE_BUCKETS = 4096,
    MAX_CHAT_BYTES = 1000,
    MAX_CHAT_LINES = 20000,     /* of one table */
    MAX_OWN_LINES = 1000,       /* beyond those, for what the table itself has to say */
    TABLE_NOTE = 64,            /* room for a note of the table's own */
    MAX_MESSAGE_BYTES = 1 << 20 /* what one listener is told at once */
};

/* ---- Rules that tables share ---------------------------------------------------------------------------------------------- */

struct cached_rules {
    struct alea_rules *rules;
    char *options;       /* all of them, as alea_options_write() puts it */
    char *asked;         /* those that were given when a table was last created by them */
    char *scenario_name; /* as it was given; "" without a scenario */
    int tables;          /* that play by them */
    struct cached_rules *next;
};

/* What rules are made from. */
struct rules_key {
    const struct alea_game *game;
    int version; /* of the rules */
    int seats;
    const char *options; /* "key=value key=value" */
    bool complete;       /* all options, as the store has them; else those that somebody gave, in any order */
    const struct alea_scenario *scenario; /* NULL: none */
};

/* Rules by that key, made if need be (which takes milliseconds); each is given back by rules_cache_release(). NULL on error. From any thread. */
struct cached_rules *rules_cache_get(struct lobby *lobby, const struct rules_key *key, struct alea_error *error);
void rules_cache_release(struct lobby *lobby, struct cached_rules *cached);
void rules_cache_clear(struct lobby *lobby);

/* ---- What a table keeps of each ply beside the match ------------------------------------------------------------------------ */

enum {
    PLY_BARRIER = 1, /* can't be taken back */
    PLY_ALONE = 2,   /* nobody else could move there */
    PLY_FORCED = 4   /* the only move, which the server may make for a person */
};

struct plies {
    int seats; /* of the match: only these, and spectators, are counted for */
    long n, cap;
    uint8_t *mark;
    alea_actors *heard;          /* who heard of it; NULL as long as everybody heard of everything, and knew it */
    alea_actors *known;          /* who knew the move; as many as `heard` */
    struct chains *chains;       /* of all viewers */
    struct table_window *opened; /* in their order */
    int n_opened, cap_opened;
    long missed[VIEWERS];      /* how many the viewer did not hear of */
    uint64_t changes[VIEWERS]; /* the viewer's revision */
    uint64_t undone[VIEWERS];
};

/* ---- A table ------------------------------------------------------------------------------------------------------------------ */

struct thinking;

/* How the words of the dice are drawn, while a table waits. */
enum draw_phase {
    DRAW_NONE,    /* promises are taken, until the table is ready to begin */
    DRAW_OPENING, /* they stand, and words open */
    DRAW_AGAIN,   /* somebody did not open: promises are taken anew */
    DRAW_PHASES
};

struct draw {
    enum draw_phase phase;
    int64_t until;       /* of the phase */
    int64_t frozen;      /* since when the promises stand */
    alea_actors opened;  /* whose words are told */
    alea_actors awaited; /* DRAW_AGAIN: those who told theirs last time */
    alea_actors out;     /* who take part no more: they failed too often */
};

/* A line of chat of this batch, for the listeners. */
struct chat_line {
    struct chat_line *next;
    long n;
    int seat;
    int64_t at;
    char words[];
};

/* A note of this batch, for the listeners that may read it. */
struct note_line {
    struct note_line *next;
    struct store_note note;
    bool gone;
    alea_actors readers;
};

/* A person who is awaited; since == 0: who is not. */
struct table_turn {
    int64_t since, deadline;
    bool looked;
    enum store_notice_kind step;
};

struct table {
    struct lobby *lobby;
    char id[STORE_ID_LENGTH + 1];
    char name[64];
    bool listed, wait_for_all, drawn;
    bool has_master;
    enum table_help help;
    alea_actors open;                                  /* seats that whoever comes may take as long as nobody sits there */
    char master[STORE_MAX_MASTERS][TABLE_MASTER_NAME]; /* "": there is none of that number */
    int64_t created, changed;                          /* changed: when spectators last heard of something */
    long chat;                                         /* number of the last line */

    struct cached_rules *cached;
    struct alea_match *match;
    struct plies plies;

    enum store_status status;
    int seats;
    struct store_seat *seat;
    struct clock clock;
    struct window_clock window;
    alea_actors deputies; /* seats of people that the clock's bot plays for, until they are back */
    alea_actors passing;  /* seats for which the rest of their turn is played, as little as may be */
    alea_actors late;     /* as it was told last */
    alea_actors reseated; /* seats that the creator gave to others, of which the record does not tell yet */

    struct agreement agreement;
    enum takebacks takebacks;
    struct loan loan[ALEA_MAX_SEATS];
    struct standing_order *standing; /* of seats that have one */
    struct viewed viewed[ALEA_MAX_SEATS];
    struct draw draw;
    bool wants_beacon;
    uint8_t beacon_chain[ALEA_HASH_BYTES];
    uint64_t beacon_round; /* not before this one */
    bool beacon_fetching;
    int beacon_failures;  /* since it answered last */
    int64_t beacon_again; /* when it is asked */

    struct thinking *thinking; /* of a bot of this table */
    struct alea_plan *plan;    /* what one of them has decided beyond its next move; NULL: none has, or one is thinking */
    int64_t bot_since;         /* since when a bot is to move; 0: none is */
    int64_t again;             /* when to try again what memory was too short for; 0: nothing was */
    struct timer timer;        /* when the table is to be looked at though nobody asks */

    struct listener *listeners;
    struct watcher *watchers;
    alea_actors online;
    int64_t seen[ALEA_MAX_SEATS];           /* when its person was here last; 0: not yet, as far as is known */
    struct table_turn turn[ALEA_MAX_SEATS]; /* as the store has them, with this batch */

    /* This batch. */
    bool dirty;  /* in lobby->dirty */
    bool frozen; /* the file is damaged where its rows go: nothing can be written there any more */
    bool lost;   /* somebody else wrote to the match: memory is behind, and can't be gone on from */
    bool deleted;
    bool deleting;          /* the same, piece by piece */
    bool reopening;         /* lost, and the pool is about to have it anew */
    bool state_changed;     /* to be written before the commit */
    bool over;              /* it ended in this batch */
    bool news;              /* status, seats or clock changed: listeners are told */
    bool anew;              /* it was opened anew: they need all of it */
    alea_actors taken_back; /* who had heard of plies that were taken back: they need all of it */
    long notified;          /* plies that were told */
    long posted;            /* posts that were told */
    struct chat_line *lines;
    struct note_line *notes;

    bool busy;                            /* in a queue of lobby->busy */
    struct table *next_dirty, *next_busy; /* lists of the lobby */
    struct table *next_bucket;            /* same bucket */
    struct table *more_recent, *less_recent;
};

/* ---- The lobby ----------------------------------------------------------------------------------------------------------------- */

/* Tables that go on by themselves in a turn to come, in their order. */
struct busy {
    struct table *first, *last;
};

/* A match that could not be opened by the pool, for as long as it is not tried again. */
struct failed_opening {
    char id[STORE_ID_LENGTH + 1];
    int64_t until;
    struct alea_error error[ALEA_LANGS];
};

struct opening;
struct deletion;
struct glances;
struct sleeper;

struct unreadable {
    char id[STORE_ID_LENGTH + 1];
};

struct lobby {
    struct lobby_options options;
    struct lobby_counts counts;
    shares shares;       /* that are served here */
    shares taking;       /* while lobby_take() looks through the store */
    int64_t lease_until; /* of several processes; by lobby_lease_now() */
    int64_t now;         /* as it was told last */
    int64_t since;       /* when it began */

    struct table *bucket[TABLE_BUCKETS];
    struct table *most_recent, *least_recent;
    struct table *dirty;
    struct busy busy[2]; /* [1]: those that nobody attends to */
    long alone_left;     /* plies that these may still make, as of alone_filled */
    int64_t alone_filled, alone_at, attended_at;
    int alone_thoughts; /* that may begin in this slice */
    int64_t due;        /* when else a turn is wanted; 0: it is not */
    struct timers table_times, sleeper_times;
    struct sleeper *sleepers[TABLE_BUCKETS];
    int64_t weighed;          /* when the store was asked for its size; 0: it is to be asked */
    struct opening *openings; /* that the pool has */
    uint64_t forgotten;       /* counts up with each account that is no more, and when that is committed */
    bool forgets;             /* one in this turn */
    struct deletion *deletions;
    struct failed_opening failed[FAILED_OPENINGS];
    unsigned next_failed;
    struct glances *glances;       /* NULL: nobody looked yet */
    long opened_here;              /* plies that were opened in this turn of the loop */
    long hashed_here;              /* plies that chains went over in it */
    pthread_mutex_t rules_lock;    /* of the next: openings keep rules in their threads */
    struct unreadable *unreadable; /* matches that could not be opened when they were last asked for */
    int n_unreadable;
    bool damaged; /* the file does not say which matches there are, or can't be written to in some place */
    struct cached_rules *rules_cache;
    struct thinking *thinking; /* all that the pool has or had from us */
    uint64_t bot_seed;

    struct waiter *waiters, **last_waiter;
    struct beacons *beacons; /* NULL: none was needed */
    struct notices *notices; /* NULL: nothing was sent yet */
    int64_t notices_due;     /* when turns or notices are looked through; 0: never */

    struct alea_error broken; /* why this batch can't be committed; .code is ALEA_OK while it can */
    bool unsure;              /* nobody knows whether the last batch that failed is on the disk */
    int64_t tidy;             /* when the log goes into the file if nothing is written before; 0: never */
    int64_t retry;            /* while the store fails: when it is tried again */

    /* Scratch memory. */
    void *before; /* a position, and room for two views behind it */
    alea_move *legal;
    size_t before_bytes, n_legal;
    struct alea_events events;
    struct alea_text text;
    void *kept;     /* what messages keep from one viewer to the next */
    uint64_t round; /* number of the telling */
};

/* ---- From the ground up: each of these files uses only those before it ------------------------------------------------------------ */

static inline unsigned lobby_bucket(const char *id) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = id; *at; at++) hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return (unsigned)(alea_random_mix(hash) % TABLE_BUCKETS);
}

/* chain.c */
bool chains_new(struct plies *plies); /* false if memory is short */
void chains_free(struct plies *plies);
void chains_cut(struct plies *plies); /* plies were taken back */

/* plies.c */
bool plies_reserve(struct plies *plies); /* room for one more */
/* False if memory is short; only if room was reserved. */
bool plies_add(struct plies *plies, alea_actors heard, alea_actors known, uint8_t mark);
/* PLY_BARRIER and PLY_ALONE, as they are for that ply. */
uint8_t ply_marks(const struct alea_rules *rules, const void *before, const struct alea_ply *done, const void *after);
/* The ply that led there was the last one: if it opened a window that is kept. False if memory is short. */
bool plies_see_window(struct plies *plies, const struct alea_rules *rules, const void *before, const void *after);
alea_actors plies_drop(struct plies *plies); /* the last one; who had heard of it */
void plies_clear(struct plies *plies);
bool plies_of_match(struct table *table); /* of all plies of a match that was replayed */
/* Notes that the seats in `heard` have something new to see; ALEA_EVERYBODY: all. */
void plies_news(struct plies *plies, alea_actors heard);
void plies_taken_back(struct plies *plies, alea_actors heard); /* and what they had seen is so no more */

/* draw_json.c */
const char *draw_phase_name(const struct draw *draw);
void draw_state_write(const struct draw *draw, struct alea_text *text);
bool draw_state_read(const json_t *json, int seats, struct draw *draw);

/* table_json.c */
void table_write_settings(const struct table *table, struct alea_text *text);
void table_state_words(const struct table *table, struct alea_text *text);
ALEA_MUST_CHECK enum alea_err table_read_clock(const char *settings, struct clock_rules *rules);
ALEA_MUST_CHECK enum alea_err table_read_settings(struct table *table, const char *settings, struct alea_error *error);
ALEA_MUST_CHECK enum alea_err table_read_state(struct table *table, const char *state, struct alea_error *error);
/* When a table of which only that is known has to be looked at: 0 if its clock says never. */
int64_t table_due_by(const struct store_match *match, int64_t now, bool *bots);

/* lobby_log.c */
void lobby_log_look(struct lobby *lobby, const struct table *table, const struct viewer *viewer);
void lobby_log(struct lobby *lobby, const char *event, const struct table *table, int seat, const struct alea_error *error);
void lobby_log_match(struct lobby *lobby, const char *event, const char *id, const struct alea_error *error);

/* unreadable.c */
void lobby_readable(struct lobby *lobby, const char *id); /* it could be opened after all */
void lobby_damaged(struct lobby *lobby, const struct alea_error *error);
/* A match could not be opened: on the log once, and in words that anybody may hear, as ALEA_ERR_DAMAGED; but what is not the match's
 * own fault stays what it is. */
enum alea_err lobby_not_opened(struct lobby *lobby, const char *id, enum alea_err err, struct alea_error *error);

/* batch.c */
/* This batch can't be committed any more. */
void lobby_break(struct lobby *lobby, const struct alea_error *error);
/* That, for who asks: without the reason, which is the log's. */
enum alea_err lobby_is_broken(const struct lobby *lobby, struct alea_error *error);
/* A write of no table that failed spoils the batch, too; a row that is gone does not. */
bool lobby_wrote(struct lobby *lobby, enum alea_err err, const struct alea_error *error);
void table_touch(struct table *table);                   /* dirty: goes through the end of the turn */
void table_see_window(struct table *table, int64_t now); /* what that changes, into the batch */
void table_change(struct table *table);                  /* something that everybody sees changed */
/* Can something be changed at it in this batch? Else *error says why not, for who asks. */
ALEA_MUST_CHECK enum alea_err table_usable(const struct table *table, struct alea_error *error);
/* What the store said to a write: notes what it means for the table or the whole batch. */
enum alea_err table_wrote(struct table *table, enum alea_err err, const struct alea_error *error);
/* Writes what changed of its state, before the commit. */
void table_write_state(struct table *table);
ALEA_MUST_CHECK enum alea_err table_store_state(const struct table *table, enum store_status status, int64_t at,
                                                struct alea_error *error);

/* agreement.c */
void agreement_write(const struct agreement *agreement, struct alea_text *text);
bool agreement_read(const json_t *json, int seats, struct agreement *agreement);
alea_actors agreement_people(const struct table *table);                  /* of whom it is asked */
int agreement_needs(const struct table *table, enum agreement_what what); /* how many of them */
void agreement_reseated(struct table *table, int seat);

/* loan.c */
void loans_write(const struct table *table, struct alea_text *text);
bool loans_read(const json_t *json, int seats, struct loan loans[]);
int64_t absence_due(const struct loan loans[], const struct clock *clock); /* when the next loan or vacation ends; 0: none */

/* standing_order.c */
struct standing_order *standing_of(const struct table *table, int seat);             /* NULL: it has none */
bool standing_put(struct standing_order **list, const struct standing_order *order); /* a copy; false: memory is short */
void standing_free(struct standing_order **list);
void standing_write(const struct table *table, struct alea_text *text);
bool standing_read(const json_t *json, int seats, struct standing_order **list);

/* standing_end.c */
void standing_changed(struct table *table, int seat);
void standing_drop(struct table *table, int seat);
void standing_end(struct table *table, struct standing_order *order, enum standing_end why);
void standing_undone(struct table *table, alea_actors seats); /* something of theirs was taken back */
void standing_by_hand(struct table *table, int seat);         /* its person is here, and plays */
/* After a ply of `maker` from that position: does it alarm anybody? The position stands first in lobby->before. */
void standing_look(struct table *table, int maker, const void *before);

/* standing_moves.c */
bool table_let_orders(struct table *table, int64_t now); /* true if it made a ply, or tried to */

/* deletions.c */
ALEA_MUST_CHECK enum alea_err deletion_begin(struct table *table, int64_t now, struct alea_error *error);
bool deletion_add(struct lobby *lobby, const char *id, long plies,
                  bool sure);                             /* one that was begun; false if memory is short */
void deletions_settle(struct lobby *lobby, bool written); /* after the commit */
bool deletion_of(const struct lobby *lobby, const char *id);
bool deletions_go_on(struct lobby *lobby); /* into the batch; true if there is more */
void deletions_forget(struct lobby *lobby);
void deletions_give(struct lobby *lobby, shares which); /* others go on with them */

/* times.c */
void lobby_at(struct lobby *lobby, int64_t due); /* lobby_turn() is needed then */
/* The table that is not in memory has to be opened then; 0: it is only noted. False if memory is short. */
bool lobby_sleep(struct lobby *lobby, const char *id, int64_t due);
/* Opens a table again later that could not be opened now, if `err` is of a kind that may pass. */
void lobby_try_again(struct lobby *lobby, const char *id, enum alea_err err);
void times_drop(struct lobby *lobby, shares which);     /* that sleep */
void table_due(struct table *table, int64_t due);       /* to be looked at then; 0: never */
void times_forget(struct lobby *lobby, const char *id); /* it is in memory now */
int64_t times_next(const struct lobby *lobby);
/* One whose time has come, in memory or asleep; NULL: there is none. */
struct table *times_table(const struct lobby *lobby, int64_t now);
const char *times_sleeper(const struct lobby *lobby, int64_t now);
/* After a restart: those that `wakes` answers for are opened at once, the others that were only noted are forgotten. */
void times_resume(struct lobby *lobby, bool (*wakes)(struct lobby *lobby, const char *id));
void times_clear(struct lobby *lobby);

/* attention.c */
/* Now and then: is the database there, and near its ceiling? */
enum alea_err lobby_weigh_store(struct lobby *lobby, int64_t now, struct alea_error *error);
bool table_attended(const struct table *table);                 /* a person sits there, or looks */
bool table_may_advance(const struct table *table);              /* by itself: else only once somebody attends to it */
bool table_may_think(struct table *table);                      /* its bot, now; else it goes on later */
bool lobby_people_play(const struct lobby *lobby, int64_t now); /* somewhere, just now */
int lobby_thought_ms(const struct lobby *lobby);                /* for a bot that nobody attends to; 0: as for any other */
void table_advance_later(struct table *table);
void busy_leave(struct table *table); /* the queue it is in, if any */
typedef void table_advancer(struct table *table, int64_t now);
/* With those in the queues; true if people's have to go on at once. */
bool lobby_auto_advance(struct lobby *lobby, int64_t now, table_advancer *advance);

/* set.c */
void lobby_add(struct lobby *lobby, struct table *table);
void lobby_remove(struct lobby *lobby, struct table *table);
struct table *lobby_look_up(struct lobby *lobby, const char *id);
void lobby_asked_for(struct lobby *lobby, struct table *table); /* it stays in memory for longer than all others */

/* seatbots.c */
const struct alea_bot *table_bot(const struct table *table, int seat);         /* who plays for it; NULL: its person */
bool table_think(struct table *table, int seat);                               /* its bot begins to; false if it can't now */
bool table_has_thought(const struct table *table, int *seat, alea_move *move); /* a move was chosen that was not made yet */
bool table_thinks_alone(const struct table *table);             /* its bot comes after all those for whom somebody waits */
void table_stop_thinking(struct table *table);                  /* whatever comes of it is of no use any more */
bool table_bot_later(struct table *table, int64_t now);         /* it could not move, and is asked again soon: false */
struct alea_random table_bot_stream(const struct table *table); /* its own for each decision */
int64_t table_bot_due(const struct table *table);
void thinking_leave_all(struct lobby *lobby);

/* table_windows.c */
bool table_open_window(const struct table *table, struct alea_window *window); /* false: none is open */
bool table_window_moves(struct table *table, int64_t now); /* another is open, or its time has moved: was that news? */
int64_t table_window_due(const struct table *table);       /* when it is to be closed; 0: not by itself */

/* due.c */
int64_t draw_patience(const struct lobby *lobby); /* for which a promised word is awaited, in ms */
alea_actors draw_promised(const struct table *table);
int64_t draw_due(const struct table *table);
void draw_woken(struct table *table); /* it was opened: nobody is late because the server was away */
int64_t beacon_due(const struct table *table, int64_t now);
void table_set_due(struct table *table, int64_t now); /* by all that it waits for */

/* turns.c */
/* Writes to the batch who of its people is awaited, since when and until when, where that changed. */
void table_write_turns(struct table *table);
ALEA_MUST_CHECK enum alea_err table_read_turns(struct table *table, struct store *store, struct alea_error *error);
void lobby_notices_at(struct lobby *lobby, int64_t due); /* notices are looked through then, or earlier */
/* When the step of the ladder after `step` is due, and which that is; 0: there is none before the deadline. */
int64_t turn_next_step(int64_t deadline, enum store_notice_kind *step, int64_t now);

/* notices.c */
/* Into the batch, a little at a time: what came back from the sender, which steps are due, what is about to be sent. */
void notices_turn(struct lobby *lobby, int64_t now);
int64_t notices_next(const struct lobby *lobby);        /* when there is something for it to do; 0: nothing */
void notices_settle(struct lobby *lobby, bool written); /* after the commit: what it wrote down goes to the sender */
void notices_forget(struct lobby *lobby);
bool notices_fly(const struct lobby *lobby, shares which); /* is one of these on its way? */
/* The match is over: into the batch, once for each channel of its people. */
void notices_over(struct table *table, int64_t now);
/* A seat's standing order has ended, with this batch; its person has read so. */
void notices_order(struct table *table, int seat);
void notices_order_seen(struct table *table, int seat);

/* notice_item.c */
struct notify_item;
bool notice_write_item(struct lobby *lobby, const struct store_channel *channel, const struct store_notice *notice,
                       struct notify_item *item, int64_t now);

/* door.c */
const char *seat_note(const struct table *table, int seat, char note[TABLE_NOTE]);
/* Buffers for positions and moves of that game; false if memory is short. */
bool lobby_fit(struct lobby *lobby, const struct alea_game *game);
/* One ply at the door: the match and `plies` have it. The move of ALEA_CHANCE is thrown. */
ALEA_MUST_CHECK enum alea_err table_door(struct table *table, int seat, alea_move move, const char *note, uint8_t mark,
                                         struct alea_error *error);
/* Writes the plies after `from` to the batch. */
ALEA_MUST_CHECK enum alea_err table_keep(struct table *table, long from, int64_t now, struct alea_error *error);
/* Both, for one ply. */
ALEA_MUST_CHECK enum alea_err table_ply_made(struct table *table, int seat, alea_move move, const char *note, uint8_t mark,
                                             int64_t now, struct alea_error *error);
/* Takes back the last ply, a seat's. */
ALEA_MUST_CHECK enum alea_err table_ply_unmade(struct table *table, int seat, struct alea_error *error);
/* Resigns a seat in the host's name. */
ALEA_MUST_CHECK enum alea_err table_give_up(struct table *table, int seat, const char *note, int64_t now,
                                            struct alea_error *error);

/* bot_moves.c */
/* Lets the bot think that is to move, if any, or takes its result; true if it moved. */
bool table_let_bots(struct table *table, int64_t now);

/* table.c */
struct table *table_new(struct lobby *lobby, int seats, int64_t now, struct alea_error *error);
void table_close(struct table *table); /* frees it, listeners gone */
/* The match before the first ply, with what that head says of the dice, and the seats and their words as they are. */
struct alea_match *table_make_match(const struct table *table, const struct alea_match_head *dice, struct alea_error *error);
void table_take_line(char *to, size_t size, const char *from); /* cleaned, zeros behind */
bool table_all_joined(const struct table *table);
void table_committed(struct table *table);

/* notes.c */
bool note_read_by(const struct note_line *line, const struct viewer *viewer);

/* listeners.c */
void table_notify(struct table *table); /* after the commit, what changed in the batch */
void table_stay_unseated(struct table *table);
void table_dismiss(struct table *table, bool gone);
void table_moves(struct table *table); /* to another process: whoever listens and waits is sent after it */
alea_actors table_who_listens(const struct table *table); /* seats of which somebody does */
void table_unseat(struct table *table, int seat);         /* whoever listens from there looks on from now on */
void table_unlend(struct table *table, int seat);         /* likewise, who listens from there by a loan */
void table_unmaster(struct table *table, int number);     /* whoever listens as that Master */

/* table_open.c */
/* Where a table is opened: with the loop's store, or with that of a thread of the pool. Of the lobby only the rules are used. */
struct opening_place {
    struct lobby *lobby;
    struct store *store;
    int64_t now;
};
ALEA_MUST_CHECK enum alea_err table_open(const struct opening_place *place, const char *id, struct table **table,
                                         struct alea_error *error);

/* opening.c */
/* Opens it anew from the store, in place of this one, now or by the pool; its listeners go along, or are told that it is gone. */
void table_reopen(struct table *table);

/* glances.c */
void glances_forget(struct lobby *lobby);

/* beacon.c */
bool beacon_known(struct table *table, int64_t now); /* when rounds come out; else it is being asked */
void beacon_name_round(const struct table *table, struct alea_match_head *head); /* once that is known */
void beacon_look(struct table *table, int64_t now); /* the named round is asked for when it is out */
void beacons_leave(struct lobby *lobby);

/* auto_advance.c */
bool table_alive(const struct table *table); /* can anything happen at it by itself? */
/* Whatever follows by itself: throws, forced moves, bots, the end; then clocks and timers. Never fails: what goes wrong with the
 * store is noted there. */
void table_auto_advance(struct table *table, int64_t now);

/* seats.c */
/* A line of chat of the table's own: a key of a note, or of what the wire says of what was asked. */
ALEA_MUST_CHECK enum alea_err table_say(struct table *table, const char *note, int64_t now, struct alea_error *error);
/* So a table tells that a bot at one of those seats thinks without what was learned (struct alea_rules), if it does. */
ALEA_MUST_CHECK enum alea_err table_tell_unlearned(struct table *table, alea_actors seats, int64_t now,
                                                   struct alea_error *error);

/* draw.c */
/* A table that waits is ready to begin: at once if nobody has promised a word, else when the words are told. */
enum table_answer table_ready(struct table *table, int64_t now, struct alea_error *error);
bool draw_frozen(const struct table *table); /* the promises stand: no word changes any more */
/* Somebody else sits there from now on. */
enum table_answer draw_reseated(struct table *table, int seat, int64_t now, struct alea_error *error);
void draw_go_on(struct table *table, int64_t now); /* its time may have come */
void draw_bind_names(const struct table *table, struct alea_match_head *head);

/* absence.c */
/* On the record of the table: "@clock_short A". */
void absence_say(struct table *table, const char *key, int seat, int64_t now);
void absence_look(struct table *table, int64_t now); /* what ends by itself */

/* wake.c */
/* Looks at the tables whose time has come: late windows, the policy of the clock, a bot that is late. True if there are more. */
bool times_look(struct lobby *lobby, int64_t now);

#endif
