/* SPDX-License-Identifier: MIT */
/* chain.c - what each viewer of a table has heard of, as a chain of hashes (docs/fair-dice.md): computed when somebody asks, a bit at a
 * time, and kept, with stops on the way to which an undo or a question about earlier can go back. */
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"
#include "text.h"
#include "transcript.h"

enum {
    STEP = 1024,    /* plies from one stop to the next */
    FEW = 64,       /* that are always added at once: what was just played */
    AT_ONCE = 4096, /* of longer ways, in a turn of the loop: some six milliseconds */
    RECENT = 16     /* plies that can be taken back without a way from the last stop */
};

/* The chain of one viewer. stop[i] is its link after i * STEP true plies. */
struct viewer_chain {
    struct alea_chain now;
    long at;                          /* true plies that it holds */
    struct alea_chain recent[RECENT]; /* where it stood after n of them is at n % RECENT, for n from `from` to `at` */
    long from;
    struct alea_chain past; /* where the last question about earlier was answered: those about what follows begin there */
    long past_at;           /* -1: there was none */
    struct alea_chain *stop;
    long n, cap;
};

/* Of a table. */
struct chains {
    struct alea_text line; /* of ply number `lined`, as all have it; 0: there is none */
    long lined;
    struct viewer_chain of[]; /* each seat, and spectators */
};

bool chains_new(struct plies *plies) {
    struct chains *chains = calloc(1, sizeof *chains + ((size_t)plies->seats + 1) * sizeof *chains->of);
    if (chains) alea_text_init(&chains->line, ALEA_MAX_LINE_BYTES, ALEA_EN);
    plies->chains = chains;
    return chains != NULL;
}

void chains_free(struct plies *plies) {
    struct chains *chains = plies->chains;
    plies->chains = NULL;
    if (!chains) return;
    for (int i = 0; i <= plies->seats; i++) free(chains->of[i].stop);
    alea_text_clear(&chains->line);
    free(chains);
}

static void go_to_stop(struct viewer_chain *chain, long stop) {
    chain->n = stop + 1;
    chain->now = chain->stop[stop];
    chain->at = chain->from = stop * STEP;
    chain->recent[chain->from % RECENT] = chain->now;
    chain->past_at = -1;
}

static void go_back(struct viewer_chain *chain, long at) {
    if (at < chain->from) {
        go_to_stop(chain, at / STEP);
        return;
    }
    chain->now = chain->recent[at % RECENT];
    chain->at = at;
    chain->n = at / STEP + 1;
    if (chain->past_at > at) chain->past_at = -1;
}

void chains_cut(struct plies *plies) {
    struct chains *chains = plies->chains;
    if (!chains) return;
    chains->lined = 0;
    for (int i = 0; i <= plies->seats; i++)
        if (chains->of[i].at > plies->n) go_back(&chains->of[i], plies->n);
}

/* Here a question may go back to. */
static bool add_stop(struct viewer_chain *chain) {
    if (chain->at % STEP || chain->at / STEP < chain->n) return true;
    if (chain->n == chain->cap) {
        long cap = chain->cap ? 2 * chain->cap : 2;
        struct alea_chain *stop = realloc(chain->stop, (size_t)cap * sizeof *stop);
        if (!stop) return false;
        chain->stop = stop;
        chain->cap = cap;
    }
    chain->stop[chain->n++] = chain->now;
    return true;
}

/* Where nothing was ever secret, all viewers have the same line, which is written for the first of them. */
static bool add_line(const struct alea_rules *rules, struct chains *chains, struct alea_chain *chain, long number,
                     const struct alea_ply *told) {
    if (chains->lined != number) {
        chains->line.truncated = false;
        alea_text_back(&chains->line, 0);
        alea_transcript_ply(rules, number, told, true, false, &chains->line);
        chains->lined = chains->line.truncated ? 0 : number;
    }
    return alea_chain_add_line(chain, &chains->line) == ALEA_OK;
}

/* The ply behind the first `at`. */
static bool add_ply(const struct table *table, struct alea_chain *chain, long at) {
    const struct plies *plies = &table->plies;
    const struct alea_rules *rules = alea_match_rules(table->match);
    const struct alea_ply told = table_ply_told(table, chain->viewer, at + 1);
    if (!plies->heard) return add_line(rules, plies->chains, chain, at + 1, &told);
    return alea_chain_add(chain, rules, &told, plies->known[at], plies->heard[at]) == ALEA_OK;
}

/* How many of so many plies may be hashed now. */
static long share_of(struct lobby *lobby, long plies) {
    if (plies <= FEW) return plies;
    long left = AT_ONCE - lobby->hashed_here, share = plies < left ? plies : left;
    lobby->hashed_here += share;
    return share;
}

static bool go_on_to(const struct table *table, struct viewer_chain *chain, long ply) {
    for (long left = share_of(table->lobby, ply - chain->at); left > 0; left--) {
        if (!add_ply(table, &chain->now, chain->at)) return false;
        chain->recent[++chain->at % RECENT] = chain->now;
        if (chain->at - chain->from >= RECENT) chain->from = chain->at - RECENT + 1;
        if (!add_stop(chain)) return false;
    }
    return chain->at == ply;
}

static bool look_back_to(const struct table *table, struct viewer_chain *chain, long ply) {
    const long stop = ply / STEP;
    if (chain->past_at < stop * STEP || chain->past_at > ply) {
        chain->past = chain->stop[stop];
        chain->past_at = stop * STEP;
    }
    for (long left = share_of(table->lobby, ply - chain->past_at); left > 0; left--) {
        if (!add_ply(table, &chain->past, chain->past_at)) return false;
        chain->past_at++;
    }
    return chain->past_at == ply;
}

bool table_has_chain(const struct table *table, int seat) {
    const struct alea_match_head *head = alea_match_head(table->match);
    return seat != ALL_EYES && table->id[0] && head->dice_kind == ALEA_DICE_FAIR && head->has_seed &&
           table->status != STORE_WAITING;
}

bool table_chain(const struct table *table, int seat, long ply, uint8_t link[ALEA_HASH_BYTES]) {
    const bool seated = seat >= 0 && seat < table->seats;
    if (!table_has_chain(table, seat) || !table->plies.chains || ply < 0 || ply > table->plies.n) return false;
    struct viewer_chain *chain = &table->plies.chains->of[seated ? seat : table->seats];
    if (chain->n == 0) {
        if (alea_chain_begin(&chain->now, table->match, seated ? seat : ALEA_NONE) || !add_stop(chain)) return false;
        go_to_stop(chain, 0);
    }
    const bool past = ply < chain->at;
    if (past ? !look_back_to(table, chain, ply) : !go_on_to(table, chain, ply)) return false;
    memcpy(link, past ? chain->past.link : chain->now.link, ALEA_HASH_BYTES);
    return true;
}
