/* SPDX-License-Identifier: MIT */
/* question_clash.c - every result of a clash between short lines, with its exact weight. [INC-COMBAT-2 .. INC-COMBAT-18]
 *
 * Pairs are independent of each other, but for those whose dice are pooled with those of extras: their faces, the best of the pool
 * at the right places, are looked up in a table that is made once. */
#include <string.h>

#include "question.h"

enum {
    DIE = 6, /* faces, at most */
    FATES = 3,
    ORDERS = 792,        /* falls of 7 dice without their order */
    POOL_RESULTS = 2187, /* of 7 pairs: an extra stands behind them */
    SCRATCH = 55987      /* 1 + 6 + ... + 6^6 */
};

static int least(int a, int b) { return a < b ? a : b; }

/* ---- The best of a pool ---- */

/* Faces of the extras from the highest, and in how many ways they fall so. */
struct extras {
    uint8_t face[INC_EXACT];
    uint32_t ways;
};

static uint32_t orders_of(const uint8_t face[], int n) {
    uint32_t ways = 1;
    for (int i = 1, same = 1; i < n; i++) {
        same = face[i] == face[i - 1] ? same + 1 : 1;
        ways = ways * (uint32_t)(i + 1) / (uint32_t)same;
    }
    return ways;
}

/* All falls of n dice, each sorted; how many. */
static int list_extras(unsigned die, int n, struct extras out[ORDERS]) {
    uint8_t face[INC_EXACT];
    int count = 0, at = 0;
    memset(face, 1, sizeof face);
    while (at >= 0) {
        memcpy(out[count].face, face, sizeof face);
        out[count++].ways = orders_of(face, n);
        for (at = n - 1; at >= 0 && face[at] == (at ? face[at - 1] : die); at--) face[at] = 1;
        if (at >= 0) face[at]++;
    }
    return count;
}

/* Places of the fighters' dice from the lowest, the front one of equals first. */
static void sort_places(const uint8_t face[], int n, uint8_t order[]) {
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && face[order[at - 1]] > face[i]; at--) order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
}

/* From the highest, each extra die takes the place of the lowest one if it is greater. [INC-COMBAT-14] */
static int32_t after_extras(const uint8_t face[], const uint8_t order[], int fighters, const uint8_t extra[], int extras,
                            const int32_t unit[], int32_t cell) {
    for (int i = 0; i < extras && i < fighters && extra[i] > face[order[i]]; i++)
        cell += (extra[i] - face[order[i]]) * unit[order[i]];
    return cell;
}

static void fill(unsigned die, int fighters, int extras, uint64_t ways[]) {
    struct extras list[ORDERS];
    uint8_t face[INC_EXACT], order[INC_EXACT];
    int32_t unit[INC_EXACT + 1] = {1};
    int n = list_extras(die, extras, list);
    for (int i = 0; i < fighters; i++) unit[i + 1] = unit[i] * (int32_t)die;
    for (int32_t cell = 0; cell < unit[fighters]; cell++) {
        for (int i = 0; i < fighters; i++) face[i] = (uint8_t)(1 + cell / unit[i] % (int32_t)die);
        sort_places(face, fighters, order);
        for (int i = 0; i < n; i++)
            ways[after_extras(face, order, fighters, list[i].face, extras, unit, cell)] += list[i].ways;
    }
}

/* Falls of n dice without their order. */
static int64_t falls_of(int64_t die, int n) {
    int64_t falls = 1;
    for (int i = 1; i <= n; i++) falls = falls * (die + i - 1) / i;
    return falls;
}

int64_t inc_best_effort(const struct inc_tables *t, int most, int foes) {
    int64_t effort = 0, cells = t->die;
    for (int fighters = 1; fighters < most && fighters <= foes; fighters++, cells *= t->die)
        for (int extras = 1; fighters + extras <= most; extras++) effort += cells * falls_of(t->die, extras);
    return effort;
}

void inc_best_begin(const struct inc_tables *t, int most, int foes, struct inc_best *best) {
    for (int low = 0; low < 2; low++) {
        unsigned die = low ? t->low_die : t->die;
        for (int fighters = 1; fighters < most && fighters <= foes; fighters++) {
            int32_t cells = 1;
            for (int i = 0; i < fighters; i++) cells *= (int32_t)die;
            for (int extras = 1; fighters + extras <= most; extras++) {
                best->begin[low][fighters][extras] = best->n;
                fill(die, fighters, extras, best->ways + best->n);
                best->n += cells;
            }
        }
    }
}

/* ---- Pairs ---- */

/* Fighters whose dice are reckoned together: one pair, or those that extras of their type back with dice of one size. */
struct pool {
    int n, extras;
    int die;
    bool low;
    uint8_t at[INC_EXACT];                    /* pairs */
    uint64_t ways[INC_EXACT][DIE + 1][FATES]; /* of the foe's die, by the fighter's face */
};

/* Weights of what may happen to the pairs of one pool. */
struct factors {
    int n;
    struct inc_result at[POOL_RESULTS];
};

/* What happens to the pairs of the pool from number `at` on, when those before it have fared as `so_far` says: `ways` are those of
 * the faces that are still to be looked at. At most 8 deep. NOLINTNEXTLINE(misc-no-recursion) */
static void contract(const struct pool *pool, int at, int32_t cells, const uint64_t ways[], uint64_t scratch[],
                     struct inc_result so_far, struct factors *out) {
    if (at == pool->n) {
        so_far.weight = ways[0];
        if (ways[0]) out->at[out->n++] = so_far;
        return;
    }
    int32_t rest = cells / pool->die;
    for (int fate = 0; fate < FATES; fate++) {
        struct inc_result then = so_far;
        if (fate == INC_FATE_ATTACKER) then.fallen = (uint8_t)(then.fallen | 1u << pool->at[at]);
        if (fate == INC_FATE_DEFENDER) then.lost = (uint8_t)(then.lost | 1u << pool->at[at]);
        for (int32_t cell = 0; cell < rest; cell++) {
            scratch[cell] = 0;
            for (int face = 1; face <= pool->die; face++)
                scratch[cell] += ways[cell * pool->die + face - 1] * pool->ways[at][face][fate];
        }
        contract(pool, at + 1, rest, scratch, scratch + rest, then, out);
    }
}

static void reckon(const struct inc_best *best, const struct pool *pool, struct factors *out) {
    static const uint64_t once[DIE] = {1, 1, 1, 1, 1, 1};
    uint64_t scratch[SCRATCH];
    const uint64_t *ways = pool->extras ? best->ways + best->begin[pool->low][pool->n][pool->extras] : once;
    int32_t cells = 1;
    for (int i = 0; i < pool->n; i++) cells *= pool->die;
    out->n = 0;
    contract(pool, 0, cells, ways, scratch, (struct inc_result){.weight = 1}, out);
}

/* ---- A clash ---- */

struct clash {
    const struct inc_tables *t;
    const struct inc_string *line;
    int pairs;
    struct inc_pair pair[INC_EXACT];
    int extras[INC_TYPES][2]; /* that back fighters with the standard die, and with the low one */
};

/* The extras of a type back its fighters in turn. [INC-COMBAT-13, INC-COMBAT-16] */
static void count_extras(struct clash *clash, unsigned type) {
    int fighter[INC_EXACT], fighters = 0, extras = 0;
    for (int i = 0; i < clash->pairs; i++)
        if (clash->line->type[i] == type) fighter[fighters++] = i;
    for (int i = clash->pairs; fighters && i < clash->line->n; i++)
        if (clash->line->type[i] == type)
            clash->extras[type][clash->pair[fighter[extras++ % fighters]].die == clash->t->low_die]++;
}

static void add_pair(struct pool *pool, int at, const struct inc_pair *pair) {
    for (int face = 1; face <= pool->die; face++)
        for (int foe = 1; foe <= pair->foe_die; foe++) pool->ways[pool->n][face][inc_fate_of(pair, face, foe)]++;
    pool->at[pool->n++] = (uint8_t)at;
}

/* The pool of a pair: empty if an earlier one is in it, too. */
static struct pool pool_of(const struct clash *clash, int pair) {
    unsigned type = clash->line->type[pair];
    unsigned die = clash->pair[pair].die;
    struct pool pool = {.die = (int)die, .low = die == clash->t->low_die};
    pool.extras = clash->extras[type][pool.low];
    for (int i = 0; i < clash->pairs; i++) {
        bool mate = i == pair || (pool.extras && clash->line->type[i] == type && clash->pair[i].die == die);
        if (mate && i < pair) return (struct pool){.n = 0};
        if (mate) add_pair(&pool, i, &clash->pair[i]);
    }
    return pool;
}

/* Every result with every one of the factors. */
static void multiply(struct inc_results *out, const struct factors *by) {
    for (int i = out->n - 1; i >= 0; i--) { /* from the back: nothing is overwritten before it was read */
        struct inc_result old = out->at[i];
        for (int j = 0; j < by->n; j++)
            out->at[i * by->n + j] = (struct inc_result){.fallen = old.fallen | by->at[j].fallen,
                                                         .lost = old.lost | by->at[j].lost,
                                                         .weight = old.weight * by->at[j].weight};
    }
    out->n *= by->n;
}

void inc_clash_results(const struct inc_tables *t, const struct inc_asked_battle *m, bool garrison,
                       const struct inc_string *line, const struct inc_string *foes, struct inc_results *out) {
    struct clash clash = {.t = t, .line = line, .pairs = least(line->n, foes->n)}; /* [INC-COMBAT-11, INC-COMBAT-17] */
    struct factors factors;
    for (int i = 0; i < clash.pairs; i++)
        clash.pair[i] = inc_pair_of(t, &m->forces.fight, garrison, line->type[i], foes->type[i]);
    for (unsigned type = 0; type < INC_TYPES; type++) count_extras(&clash, type);
    out->n = 1;
    out->at[0] = (struct inc_result){.weight = 1};
    for (int i = 0; i < clash.pairs; i++) {
        struct pool pool = pool_of(&clash, i);
        if (!pool.n) continue;
        reckon(&m->best, &pool, &factors);
        multiply(out, &factors);
    }
    out->total = out->none = 0;
    for (int i = 0; i < out->n; i++) {
        out->total += out->at[i].weight;
        if (!out->at[i].fallen && !out->at[i].lost) out->none = out->at[i].weight;
    }
}
