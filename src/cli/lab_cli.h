/* SPDX-License-Identifier: MIT */
/* lab_cli.h - what the files of `alea lab` share. */
#ifndef ALEA_CLI_LAB_CLI_H
#define ALEA_CLI_LAB_CLI_H

#include "cli.h"
#include "lab.h"

/* What was asked for, as it was typed. */
struct lab_wishes {
    enum lab_kind kind;
    const char *game, *bots, *scenario, *output, *journal;
    const char *name[LAB_MAX_BOTS]; /* operands */
    int n_names;
    struct cli_list options, sets;
    long long games, seats, seed, threads; /* seats 0: nobody said */
    bool sprt, json;
    double low, high, alpha, beta;
};

/* The plan of the wishes, to be cleared in any case; complains if there is none. */
enum cli_status lab_make_plan(const struct cli *cli, const struct lab_wishes *wishes, struct lab_plan *plan);

/* What came of it, in words. */
void lab_say(const struct cli *cli, const struct lab_sums *sums, enum lab_stopped stopped);
/* How far it is, on stderr. */
void lab_say_progress(const struct cli *cli, const struct lab_progress *progress);

extern const struct cli_command cli_lab_report;

#endif
