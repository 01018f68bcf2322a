/* SPDX-License-Identifier: MIT */
/* plan.c - line-ups, rotations and blocks of a plan, and its hash. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "lab.h"

/* ---- Cells ------------------------------------------------------------------------------------------------------------ */

static int same_bot(const struct lab_plan *plan, int a, int b) {
    return strcmp(plan->bot[a].words, plan->bot[b].words) == 0;
}

/* Rotations by fewer places that change nothing are not played again: with equal bots everywhere a block is one game. */
static int rotations(const int bot[], int seats) {
    for (int shift = 1; shift < seats; shift++) {
        bool same = true;
        for (int i = 0; i < seats; i++) same &= bot[i] == bot[(i + shift) % seats];
        if (same) return shift;
    }
    return seats;
}

static void finish_cell(const struct lab_plan *plan, struct lab_cell *cell) {
    cell->games = rotations(cell->bot, plan->seats);
    for (int i = 0; i < plan->seats; i++) {
        int known = 0;
        while (known < cell->n_who && cell->who[known] != cell->bot[i]) known++;
        if (known == cell->n_who) cell->who[cell->n_who++] = cell->bot[i];
    }
}

/* The next combination of `n` out of 0 .. of - 1, in ascending order. */
static bool next_combination(int at[], int n, int of) {
    int i = n - 1;
    while (i >= 0 && at[i] == of - n + i) i--;
    if (i < 0) return false;
    for (at[i]++; ++i < n;) at[i] = at[i - 1] + 1;
    return true;
}

/* Every set of bots that fills the table, in every variant. False if there are too many. */
static bool tournament_cells(struct lab_plan *plan) {
    int at[ALEA_MAX_SEATS] = {0};
    for (int i = 0; i < plan->seats; i++) at[i] = i;
    do {
        for (int v = 0; v < plan->n_variants; v++) {
            if (plan->n_cells == LAB_MAX_CELLS) return false;
            struct lab_cell *cell = &plan->cell[plan->n_cells++];
            cell->variant = v;
            memcpy(cell->bot, at, (size_t)plan->seats * sizeof *at);
            finish_cell(plan, cell);
        }
    } while (next_combination(at, plan->seats, plan->n_bots));
    return true;
}

/* The bots as they are listed, the last one at all seats that are left over. */
static void listed_cells(struct lab_plan *plan) {
    for (int v = 0; v < plan->n_variants; v++) {
        struct lab_cell *cell = &plan->cell[plan->n_cells++];
        cell->variant = v;
        for (int i = 0; i < plan->seats; i++) {
            int bot = i < plan->n_bots ? i : plan->n_bots - 1, first = 0;
            while (!same_bot(plan, first, bot)) first++;
            cell->bot[i] = first;
        }
        finish_cell(plan, cell);
    }
}

bool lab_plan_cells(struct lab_plan *plan, struct alea_error *error) {
    plan->cell = calloc(LAB_MAX_CELLS, sizeof *plan->cell);
    if (!plan->cell) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return false;
    }
    bool fits = true;
    if (plan->kind == LAB_TOURNAMENT) fits = tournament_cells(plan);
    else listed_cells(plan);
    int games = 1;
    for (int c = 0; c < plan->n_cells; c++)
        if (plan->cell[c].games > games) games = plan->cell[c].games;
    plan->blocks = (plan->games + games - 1) / games;
    if (fits && lab_plan_tasks(plan) <= LAB_MAX_TASKS) return true;
    alea_fail(error, ALEA_ERR_TOO_LARGE,
              alea_reason(error, ENGINE_SAY_LAB_TOO_MANY, alea_digits(LAB_MAX_CELLS).at, alea_digits(LAB_MAX_TASKS).at).at);
    return false;
}

void lab_plan_clear(struct lab_plan *plan) {
    for (int v = 0; v < plan->n_variants; v++) alea_rules_free(plan->variant[v].rules);
    free(plan->cell);
    *plan = (struct lab_plan){.n_bots = 0};
}

long lab_plan_tasks(const struct lab_plan *plan) { return plan->blocks * plan->n_cells; }

/* ---- The hash --------------------------------------------------------------------------------------------------------- */

void lab_plan_hash(const struct lab_plan *plan, char hash[LAB_HASH_DIGITS + 1]) {
    struct alea_text text;
    unsigned char bytes[LAB_HASH_DIGITS / 2];
    alea_text_init(&text, 1 << 20, ALEA_EN);
    alea_text_addf(&text, "alea lab 1|%s|%s %d|seats %d|seed %llu|", ALEA_VERSION, plan->game->id, plan->game->rules_version,
                   plan->seats, (unsigned long long)plan->seed);
    for (int b = 0; b < plan->n_bots; b++) {
        int level = plan->bot[b].bot->level;
        const char *behind = level ? plan->game->strategy.levels[level - 1].bot : NULL;
        alea_text_addf(&text, "bot %s %s|", plan->bot[b].words, behind ? behind : "");
    }
    for (int v = 0; v < plan->n_variants; v++) {
        const struct alea_rules *rules = plan->variant[v].rules;
        alea_text_add(&text, "variant ");
        alea_options_write(rules, &text);
        for (int i = 0; rules->has_scenario && i < ALEA_HASH_BYTES; i++) alea_text_addf(&text, "%02x", rules->scenario[i]);
        alea_text_add(&text, "|");
    }
    for (int c = 0; c < plan->n_cells; c++) {
        alea_text_addf(&text, "cell %d", plan->cell[c].variant);
        for (int i = 0; i < plan->seats; i++) alea_text_addf(&text, " %d", plan->cell[c].bot[i]);
        alea_text_add(&text, "|");
    }
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)alea_text_str(&text), text.len, NULL, 0);
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(hash + 2 * i, 3, "%02x", bytes[i]);
    alea_text_clear(&text);
}
