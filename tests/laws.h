/* SPDX-License-Identifier: MIT */
/* laws.h - what the groups of laws share: a law, and the random game that it looks at.
 *
 * laws.c plays random games and asks each law at its time. A law is one function that answers false after law_broken() told
 * what is wrong. It may use the spare positions and `random`, and must leave everything else as it is.
 */
#ifndef ALEA_TESTS_LAWS_H
#define ALEA_TESTS_LAWS_H

#include "alea.h"

enum law_when {
    LAW_VARIANT, /* once for each game, option set and number of seats; no game is being played */
    LAW_NODE,    /* at positions */
    LAW_PLY,     /* after plies: before, seat, move, events, position */
    LAW_GAME,    /* over the whole record of a finished game; DEAR ones in every 64th */
    LAW_AFTER,   /* like LAW_VARIANT, after all games */
    LAW_WHENS
};

/* How often a law is asked. In every 64th game, and the first of each variant, DEAR laws look at the first plies, at powers of two
 * and at one ply in 64; else at one in 2^14. */
enum law_cost { LAW_CHEAP, LAW_SOME /* one ply in 16 */, LAW_DEAR, LAW_COSTS };

enum { LAW_SPARES = 8 /* the last one is for law_is_outcome() */, LAW_WORDS = 1 << 20 };
enum { LAW_NOISE = 16, LAW_BRANCHES = 20 /* games that begin late where one way ends */ };

/* How the game came to its late rounds: several games begin where it ends. */
struct law_way {
    bool there, late; /* there is one; it got there */
    bool at_table;    /* as of the game */
    long number, plies;
    struct alea_ply *record;
    void *at; /* position_size bytes */
};

struct law_run {
    const struct alea_game *game;
    const struct alea_rules *rules;
    const void *tables;
    int seats;
    const char *options; /* "key=value ..." of the variant */
    int variant;
    long number; /* of the game */
    uint64_t seed;
    bool greedy;          /* all games are played by `greedy`, not one in 32 */
    int noise;            /* of LAW_NOISE choices of this game so many are made at random, the others by `greedy` */
    bool late;            /* this game began in the late rounds */
    bool at_table;        /* the host has thrown in this game, and so is there to end what he begins (a pause) */
    long n_late, n_early; /* games that did, and those that should have but whose way did not lead there */
    struct law_way way;

    const void *position, *before; /* exactly position_size bytes each, so that ASan sees the first byte too many */
    alea_actors actors, movers;    /* who is waited for, and who may act */
    int n_legal[ALEA_MAX_SEATS];   /* 0 for those not to act */
    alea_move *legal[ALEA_MAX_SEATS];
    int n_host;
    alea_move *host; /* legal moves of ALEA_HOST */

    int seat; /* who made the last ply, from `before` to `position` */
    alea_move move;
    const struct alea_events *events; /* of the last ply */

    long ply; /* plies played */
    const struct alea_ply *record;

    struct alea_random random; /* for the laws; the game's own stream is another */
    void *spare[LAW_SPARES];   /* position_size bytes each */
    alea_move *moves[2];       /* max_legal + 1 each */
    double *worth[2];          /* the same */
    struct alea_outcome *outcomes;
    char *effects;           /* max_outcomes positions */
    uint64_t *effect_hashes; /* and their hashes, so that few have to be compared byte for byte */
    struct alea_text words[4];
    uint8_t *listed; /* position_size bytes: 0xff where a field lies, 0 for what is derived and for padding */

    double chi2; /* of all rolls so far, and its degrees of freedom */
    int freedom;
    uint64_t tables_hash; /* of the tables, before the first game */
    char wrong[2048];
};

struct law {
    const char *name;
    const char *sentence;
    bool (*holds)(struct law_run *run);
    enum law_when when;
    enum law_cost cost;
};

extern const struct law laws_moves[], laws_chance[], laws_text[], laws_secrecy[], laws_match[], laws_rules[], laws_recall[],
    laws_bots[], laws_viewers[], laws_studies[], laws_odds[], laws_rewind[], laws_posts[];
extern const int n_laws_moves, n_laws_chance, n_laws_text, n_laws_secrecy, n_laws_match, n_laws_rules, n_laws_recall,
    n_laws_bots, n_laws_viewers, n_laws_studies, n_laws_odds, n_laws_rewind, n_laws_posts;

/* Says what is wrong; false, so that a law can return it. */
bool law_broken(struct law_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Rules of the run's variant, made anew; NULL after law_broken(). */
struct alea_rules *law_rules_new(struct law_run *run);
/* A match of the run's variant. NULL after law_broken(). The head is "dice by hand" if seed is NULL. */
struct alea_match *law_match_new(struct law_run *run, const uint8_t *seed);

/* Plays a ply of the record through the door. */
bool law_play(struct law_run *run, struct alea_match *match, const struct alea_ply *ply);

/* Two positions, byte for byte. */
bool law_same(const struct law_run *run, const void *a, const void *b);
void law_copy(const struct law_run *run, void *to, const void *from);
/* The view of a seat, into `view`. */
void law_view(const struct law_run *run, const void *pos, int seat, void *view);
/* Is the argument of the move's verb a number? */
bool law_takes_number(const struct law_run *run, alea_move move);
bool law_has_move(const alea_move moves[], int n, alea_move move);
/* The move in words of the transcript, or its number; borrowed until the fourth call after this. */
const char *law_move_name(struct law_run *run, alea_move move);
const char *law_seat_name(int seat);
/* Empties the text, which then adds words in the language. */
struct alea_text *law_words(struct law_run *run, int which, enum alea_lang lang);
/* Clean UTF-8 without control characters; newlines only if `lines`. */
bool law_clean(const char *words, bool lines);
/* A random argument that a careless or hostile sender could think of: near legal ones, near names, or anything. */
alea_move law_probe(struct law_run *run);
uint64_t law_bytes_hash(const void *bytes, size_t n);
/* True if the move, made by CHANCE at this chance node, has the effect of a listed outcome; run->effects must be filled. */
bool law_is_outcome(struct law_run *run, const void *pos, alea_move move, int n_outcomes, int *which);
/* Fills run->outcomes and run->effects; the number of outcomes. */
int law_outcomes(struct law_run *run, const void *pos);

#endif
