/* SPDX-License-Identifier: MIT */
/* lab.h - many games between bots, planned so that their difference shows and the luck does not.
 *
 * A plan has cells: who plays which variant of the game. Block k of a cell is a few games with stream k of the seed: the same dice,
 * and at each seat the same stream for whoever sits there, in every rotation of the seats and in every cell (common random numbers).
 * A sample is a block's mean. A task is one block of one cell; task number t is block t / cells of cell t % cells.
 *
 * Tasks are played in any order by threads and ranks, and added up in the order of their numbers: results are the same, bit for bit. */
#ifndef ALEA_LAB_H
#define ALEA_LAB_H

#include <stdatomic.h>

#include "alea.h"
#include "bot.h"
#include "moments.h"
#include "sprt.h"

enum lab_kind { LAB_MATCH, LAB_TOURNAMENT, LAB_COMPARE, LAB_SWEEP };

enum {
    LAB_MAX_BOTS = 24,
    LAB_MAX_VARIANTS = 64,
    LAB_MAX_CELLS = 2048,
    LAB_MAX_TASKS = 10000000,
    LAB_MAX_GAMES = 10000000,
    LAB_ENDS = 64,       /* ways in which games may end */
    LAB_MAX_ROUNDS = 512 /* longer games are counted with those of so many */
};

/* ---- Plans (plan.c) --------------------------------------------------------------------------------------------------- */

struct lab_variant {
    char name[160];           /* what sets it apart: "siege=standard" */
    char set[160];            /* "constants.min_population=0": laid over the game's data; "" if nothing is */
    char options[512];        /* all of them */
    struct alea_rules *rules; /* owned */
};

struct lab_cell {
    int variant;
    int bot[ALEA_MAX_SEATS]; /* of the plan, one a seat; game r of a block has place i at seat (i + r) mod seats */
    int games;               /* of a block: rotations that differ */
    int n_who;               /* different bots, */
    int who[ALEA_MAX_SEATS]; /* in the order of their places */
};

struct lab_plan {
    enum lab_kind kind;
    const struct alea_game *game;
    int seats, n_bots, n_variants, n_cells;
    uint64_t seed;
    struct alea_bot_spec bot[LAB_MAX_BOTS];
    struct lab_variant variant[LAB_MAX_VARIANTS];
    struct lab_cell *cell; /* owned */
    long games, blocks;    /* wanted of each cell, at least; blocks of each cell */
    bool has_sprt;         /* a question to the score of place 0 of the only cell */
    struct lab_sprt sprt;  /* as it begins */
    char command[2048];    /* repeats it */
};

/* What makes cells of the bots and variants, and blocks of the games. False if there are too many of them, or memory is short. */
bool lab_plan_cells(struct lab_plan *plan, struct alea_error *error);
void lab_plan_clear(struct lab_plan *plan);
long lab_plan_tasks(const struct lab_plan *plan);
/* Hash of all that the samples depend on, in hex: not how many there shall be, nor what is asked of them. */
enum { LAB_HASH_DIGITS = 32 };
void lab_plan_hash(const struct lab_plan *plan, char hash[LAB_HASH_DIGITS + 1]);

/* What stands at the path of the game's data (with the scenario laid over them; may be NULL) is replaced by each value ("0,1"): a
 * scenario's text, which the caller frees; NULL on error. Paths are as in the data; "items", "rows" and "value" may be left out. */
char *lab_overlay(const struct alea_game *game, const struct alea_scenario *scenario, const char *const sets[], int n_sets,
                  struct alea_error *error);

/* ---- Samples (play.c) --------------------------------------------------------------------------------------------------- */

/* What is kept of a game, as numbers in a row. */
enum {
    LAB_ROUNDS, /* round in which it ended */
    LAB_PLIES,
    LAB_OVER,   /* 0: given up at the game's max_plies; its score is the same for all */
    LAB_END,    /* value of the field `outcome`; LAB_ENDS: none */
    LAB_FIRSTS, /* seats at the first place, as bits */
    LAB_SCORE   /* one a seat; then the tallies, -0 where nothing was added */
};

int lab_game_numbers(const struct lab_plan *plan); /* of a game */
int lab_tallies(const struct alea_game *game);     /* cells of all statistics */
/* Numbers of the task's sample: of its games one after the other. */
int lab_task_numbers(const struct lab_plan *plan, long task);

/* Buffers and players of one thread. */
struct lab_table;
struct lab_table *lab_table_new(const struct lab_plan *plan, const atomic_bool *stop); /* NULL: no memory */
void lab_table_free(struct lab_table *table);
/* Plays a task. 0, or the numbers mean nothing: ENOMEM; ECHILD, a bot's program could not be started (see its conduct); EINTR,
 * `stop` came true meanwhile. */
int lab_table_play(struct lab_table *table, long task, double numbers[]);

/* Conduct of bots that are somebody else's programs: adds that of this table's players to conduct[] of the plan's bots. */
void lab_table_conduct(const struct lab_table *table, struct alea_conduct conduct[]);
void lab_conduct_add(struct alea_conduct *sum, const struct alea_conduct *more); /* more may be NULL */

/* The field that says how a game ended; NULL: the game names none. */
const struct alea_field *lab_ending(const struct alea_game *game);

/* ---- Sums (sums.c) ------------------------------------------------------------------------------------------------------ */

struct lab_who {
    struct lab_moments score; /* points a seat */
    long won, drawn, lost;    /* games of its seats: first alone, among the first, not first */
};

struct lab_cell_sums {
    long games, unfinished;
    struct lab_who who[ALEA_MAX_SEATS];
    struct lab_moments seat[ALEA_MAX_SEATS];
    long seat_wins[ALEA_MAX_SEATS];
    struct lab_moments rounds, plies;
    long ended[LAB_MAX_ROUNDS + 1]; /* by round */
    long end[LAB_ENDS];
    struct lab_moments *statistic; /* lab_tallies() of them */
    double *blocks_mean;           /* score of place 0 */
};

/* Means of a block's games that are compared between cells: score of places and of seats, rounds, plies. */
enum { LAB_FIGURES = 2 * ALEA_MAX_SEATS + 2 };

enum { LAB_GROUPS = 64 }; /* of blocks, for the intervals of ratings */

struct lab_sums {
    const struct lab_plan *plan;
    long blocks; /* whole ones, of all cells */
    struct lab_cell_sums *cell;
    struct lab_moments *difference; /* of variants b > a of the first line-up, LAB_FIGURES each: lab_pair() */
    double *figure;                 /* of the block that is being added: cells * LAB_FIGURES */
    double *group;                  /* score of places by group: LAB_GROUPS * cells * ALEA_MAX_SEATS */
    struct lab_sprt sprt;
};

bool lab_sums_init(struct lab_sums *sums, const struct lab_plan *plan); /* to be cleared in any case */
void lab_sums_clear(struct lab_sums *sums);
/* The next task's numbers. */
void lab_sums_add(struct lab_sums *sums, long task, const double numbers[]);
static inline bool lab_sums_decided(const struct lab_sums *sums) { return sums->sprt.decision != LAB_OPEN; }
/* Index of the pair of variants a < b. */
int lab_pair(const struct lab_plan *plan, int a, int b);

/* ---- Ratings (rating.c) ------------------------------------------------------------------------------------------------- */

struct lab_rating {
    double rating, low, high; /* the weakest has 0 */
    bool known;               /* low and high are */
};

/* Strengths of all bots from all cells, in Elo: bot i is expected to score w[i] / (sum of w at the table) at its seat, where w is
 * 10^(rating / 400) (Bradley and Terry; Luce). Intervals by a jackknife over groups of blocks. */
void lab_ratings(const struct lab_sums *sums, struct lab_rating rating[]);

/* ---- Journals (journal.c) ----------------------------------------------------------------------------------------------- */

struct lab_journal;

/* Opens the file, or begins it, and hands each task that it holds to take(), which owns the numbers. A torn last line is dropped:
 * *torn. NULL if it is not of this plan or was altered (error), or if the system refuses (*failed is errno; EBUSY: another process
 * has it). */
struct lab_journal *lab_journal_open(const char *path, const struct lab_plan *plan,
                                     bool (*take)(void *context, long task, double numbers[]), void *context, bool *torn,
                                     int *failed, struct alea_error *error);
/* 0 or errno. */
int lab_journal_add(struct lab_journal *journal, long task, const double numbers[]);
int lab_journal_close(struct lab_journal *journal);

/* ---- Runs (run.c) ------------------------------------------------------------------------------------------------------- */

enum lab_stopped { LAB_ALL_PLAYED, LAB_DECIDED, LAB_INTERRUPTED };

struct lab_progress {
    long done, tasks;            /* finished; in all */
    long resumed;                /* of those done, out of the journal */
    double seconds;              /* since the start */
    const struct lab_sums *sums; /* of what was added up so far */
};

struct lab_run {
    const struct lab_plan *plan;
    int threads;
    const char *journal;     /* path; NULL: none */
    const atomic_bool *stop; /* comes true when somebody wants it to end; may be NULL */
    void (*progress)(void *context, const struct lab_progress *progress); /* twice a second; may be NULL */
    void (*torn)(void *context, const char *journal);                     /* a torn line was dropped; may be NULL */
    void *context;
    enum lab_stopped stopped; /* out */
    int failed; /* out: 0 or errno: ENOMEM; ECHILD, a bot's program could not be started; else of the journal */
    struct alea_conduct conduct[LAB_MAX_BOTS]; /* out: of bots that are somebody else's programs, in this process */
};

/* Plays what is missing. `sums` was made for the plan. False on error: run->failed or, if that is 0, *error says which. */
bool lab_run(struct lab_run *run, struct lab_sums *sums, struct alea_error *error);

/* ---- Results (result.c) ------------------------------------------------------------------------------------------------- */

/* The result as JSON (docs/lab.md), with a newline; the caller frees it. NULL: no memory. */
char *lab_result(const struct lab_sums *sums, enum lab_stopped stopped);

/* Difference in Elo of a score share; not finite at 0 and 1. */
double lab_elo(double share);

#endif
