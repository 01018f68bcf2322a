/* SPDX-License-Identifier: MIT */
/* laws_play.h - random games that ask the laws on their way. */
#ifndef ALEA_TESTS_LAWS_PLAY_H
#define ALEA_TESTS_LAWS_PLAY_H

#include "laws.h"

/* The first time that a law was broken in a variant. */
struct law_fault {
    bool there;
    long number, ply; /* number: -1 outside games */
    char last[256];   /* the ply that led there */
    char wrong[2048];
    char path[256]; /* the transcript; "" if there is none */
};

struct law_table {
    const struct law *const *at;
    int n;
    struct law_fault *fault; /* one a law; a law that was broken is not asked again in the variant */
    long *n_asked;
};

/* Where the process is: in memory that its parent shares, which tells it after a crash. */
struct law_progress {
    long number, ply;
    const char *law; /* being asked */
};
extern struct law_progress *law_progress;

/* NULL if the variant's rules can't be made (told on stderr). */
struct law_run *law_run_new(const struct alea_game *game, int seats, const char *options, int variant, uint64_t seed);
void law_run_free(struct law_run *run);

/* Asks the laws of this time, outside games. */
void law_ask_all(struct law_run *run, struct law_table *table, enum law_when when);
/* Plays game `number` to its end, or until a law is broken. The number of plies. */
long law_game(struct law_run *run, struct law_table *table, long number);
/* Plays game `number` again, asking nothing, and writes a transcript of what led to ply `plies`, in which it crashed. */
void law_write_crash(struct law_run *run, long number, long plies);
/* Where the transcript of a fault in that game is written. */
void law_transcript_path(const struct law_run *run, const char *law, long number, char *path, size_t size);

#endif
