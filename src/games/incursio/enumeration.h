/* SPDX-License-Identifier: MIT */
/* enumeration.h - for question_test.c: small battles with every face of every die, written from section 26 of the rules and nothing
 * else: all passes to the last one, from which it reckons back. [INC-COMBAT, INC-SIEGE, INC-RETREAT] */
#ifndef ALEA_INCURSIO_ENUMERATION_H
#define ALEA_INCURSIO_ENUMERATION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { FEW = 5, MASKS = 1 << FEW, PASSES = 30 };

/* Units along the cycle of advantages: each has it over the next one. [INC-COMBAT-5] */
enum { F, TR, AR, AS, C, DI, KINDS };
static const char *const kind_words[KINDS] = {"f", "tr", "a", "as", "c", "di"};

static inline bool has_advantage(int a, int b) { return (a + 1) % KINDS == b; }

struct forces {
    int line[FEW], camp[FEW], garrison[FEW];
    int n_line, n_camp, n_garrison;
    int attack[KINDS], walls[KINDS], ruin, resist, catapults, ballistae, trebuchets;
    bool tie, tower, death;
};

/* One fight of all: what fell of the line and of its foes, and how likely it is. */
struct fall {
    unsigned fallen, lost;
    double chance;
};

struct falls {
    int n;
    struct fall at[243];
};

static inline void add_fall(struct falls *falls, unsigned fallen, unsigned lost, double chance) {
    int i = 0;
    while (i < falls->n && (falls->at[i].fallen != fallen || falls->at[i].lost != lost)) i++;
    assert_true(i < 243);
    if (i == falls->n) falls->at[falls->n++] = (struct fall){.fallen = fallen, .lost = lost};
    falls->at[i].chance += chance;
}

struct rows {
    int line[FEW], foe[FEW], n, m; /* by number of the unit in the forces */
};

/* Which die each unit of the line backs or throws itself. */
static inline int backs(const struct forces *all, const struct rows *rows, int at, int pairs) {
    int fighters[FEW], n = 0, turn = 0;
    if (at < pairs) return at;
    for (int i = 0; i < pairs; i++)
        if (all->line[rows->line[i]] == all->line[rows->line[at]]) fighters[n++] = i;
    for (int i = pairs; i < at; i++) turn += all->line[rows->line[i]] == all->line[rows->line[at]];
    return n ? fighters[turn % n] : -1;
}

/* Extras' dice from the highest, each in the place of the lowest of its type and size if greater; of equals the front one. */
static inline void lend(const struct forces *all, const struct rows *rows, int pairs, const int size[], const int backed[],
                        int face[]) {
    for (int high = 6; high; high--)
        for (int extra = pairs; extra < rows->n; extra++) {
            if (backed[extra] < 0 || face[extra] != high) continue;
            int lowest = -1;
            for (int i = 0; i < pairs; i++) {
                bool pool = all->line[rows->line[i]] == all->line[rows->line[extra]] && size[i] == size[backed[extra]];
                if (pool && (lowest < 0 || face[i] < face[lowest])) lowest = i;
            }
            if (face[lowest] < high) face[lowest] = high;
        }
}

static inline void judge(const struct forces *all, const struct rows *rows, const int foe[], bool garrison, int pairs,
                         const int face[], const int foe_face[], double chance, struct falls *out) {
    unsigned fallen = 0, lost = 0;
    for (int i = 0; i < pairs; i++) {
        int mine = face[i] + all->attack[all->line[rows->line[i]]];
        int theirs = foe_face[i] + (garrison ? all->walls[foe[rows->foe[i]]] : all->ruin);
        if (mine > theirs) lost |= 1u << rows->foe[i];
        else if (mine < theirs || (garrison && all->tie)) fallen |= 1u << rows->line[i];
    }
    add_fall(out, fallen, lost, chance);
}

/* Every face of every die. */
static inline void clash(const struct forces *all, unsigned line, unsigned foes, bool garrison, struct falls *out) {
    struct rows rows = {.n = 0};
    const int *foe = garrison ? all->garrison : all->camp;
    int size[2 * FEW], face[2 * FEW], backed[FEW], dice = 0;
    double chance = 1;
    out->n = 0;
    for (int i = 0; i < FEW; i++) {
        if (line >> i & 1) rows.line[rows.n++] = i;
        if (foes >> i & 1) rows.foe[rows.m++] = i;
    }
    int pairs = rows.n < rows.m ? rows.n : rows.m;
    for (int i = 0; i < pairs; i++) {
        int mine = all->line[rows.line[i]], theirs = foe[rows.foe[i]];
        size[i] = garrison && has_advantage(theirs, mine) ? 4 : 6;
        size[rows.n + i] = has_advantage(mine, theirs) ? 4 : 6;
    }
    for (int i = 0; i < rows.n; i++) {
        backed[i] = backs(all, &rows, i, pairs);
        if (i >= pairs) size[i] = backed[i] < 0 ? 1 : size[backed[i]];
    }
    dice = rows.n + pairs;
    for (int i = 0; i < dice; i++) chance /= size[i];
    for (int i = 0; i < dice; i++) face[i] = 1;
    int at = 0;
    do { /* once, if there is nothing to throw */
        int used[FEW];
        memcpy(used, face, sizeof(int) * (size_t)rows.n);
        lend(all, &rows, pairs, size, backed, used);
        judge(all, &rows, foe, garrison, pairs, used, face + rows.n, chance, out);
        for (at = 0; at < dice && face[at] == size[at]; at++) face[at] = 1;
        if (at < dice) face[at]++;
    } while (at < dice);
}

/* ---- Siege weapons ---- */

struct siege {
    const struct forces *all;
    unsigned line;
    double chance[MASKS]; /* of what is left of the line */
};

static inline double hit_chance(const struct forces *all) {
    int hits = 0;
    for (int weapon = 1; weapon <= 6; weapon++)
        for (int demon = 1; demon <= 6; demon++) hits += weapon > demon + all->resist;
    return hits / 36.0;
}

/* The next of that kind behind `last`, and from the front again. */
static inline int aim(const struct siege *siege, unsigned left, int kind, int last) {
    for (int round = 0; round < 2; round++)
        for (int i = round ? 0 : last + 1; i < siege->all->n_line; i++)
            if (left >> i & 1 && siege->all->line[i] == kind) return i;
    return -1;
}

/* NOLINTBEGIN(misc-no-recursion): as deep as there are shots */
static inline void tower(struct siege *siege, unsigned left, int at, double chance) {
    double hit = hit_chance(siege->all);
    while (at < siege->all->n_line && !(left >> at & 1)) at++;
    if (at == siege->all->n_line || !siege->all->tower) {
        siege->chance[left] += chance;
        return;
    }
    tower(siege, left & ~(1u << at), at + 1, chance * hit);
    tower(siege, left, at + 1, chance * (1 - hit));
}

static inline void weapons(struct siege *siege, unsigned left, int kind, int copy, int last, double chance) {
    static const int targets[3] = {TR, AS, DI};
    const int copies[3] = {siege->all->catapults, siege->all->ballistae, siege->all->trebuchets};
    double hit = hit_chance(siege->all);
    if (kind == 3) tower(siege, left, 0, chance);
    else if (copy == copies[kind]) weapons(siege, left, kind + 1, 0, -1, chance);
    else {
        int at = aim(siege, left, targets[kind], last);
        if (at < 0) weapons(siege, left, kind, copy + 1, last, chance);
        else {
            weapons(siege, left & ~(1u << at), kind, copy + 1, at, chance * hit);
            weapons(siege, left, kind, copy + 1, at, chance * (1 - hit));
        }
    }
}
/* NOLINTEND(misc-no-recursion) */

/* ---- All passes, from the last one back ---- */

struct ends {
    double at[FEW + 1][2 * FEW + 1]; /* by what is left of both sides */
};

static struct ends ends_from[2][MASKS][MASKS][MASKS]; /* of the next pass and of this one: line, camp, garrison */
static struct falls camp_falls[MASKS][MASKS], garrison_falls[MASKS][MASKS];

static inline int bits(unsigned set) { return __builtin_popcount(set); }

static inline void add_end(struct ends *ends, double share, const struct ends *more) {
    for (int i = 0; i <= FEW; i++)
        for (int j = 0; j <= 2 * FEW; j++) ends->at[i][j] += share * more->at[i][j];
}

static inline void after_pass(const struct forces *all, int pass, unsigned line, unsigned camp, unsigned garrison,
                              double chance, struct ends *ends) {
    int foes = bits(camp) + bits(garrison);
    bool over = !line || !foes || (bits(line) < foes && !all->death) || pass == PASSES;
    if (over) ends->at[bits(line)][foes] += chance;
    else add_end(ends, chance, &ends_from[(pass + 1) % 2][line][camp][garrison]);
}

static inline void at_garrison(const struct forces *all, int pass, unsigned line, unsigned camp, unsigned garrison,
                               double chance, struct ends *ends) {
    const struct falls *falls = &garrison_falls[line][garrison];
    for (int i = 0; i < falls->n; i++)
        after_pass(all, pass, line & ~falls->at[i].fallen, camp, garrison & ~falls->at[i].lost, chance * falls->at[i].chance,
                   ends);
}

static inline void at_walls(const struct forces *all, int pass, unsigned line, unsigned camp, unsigned garrison,
                            double chance, struct ends *ends) {
    struct siege siege = {.all = all, .line = line};
    if (pass > 1 || !line || !(camp | garrison)) {
        at_garrison(all, pass, line, camp, garrison, chance, ends);
        return;
    }
    weapons(&siege, line, 0, 0, -1, chance);
    for (unsigned left = 0; left < MASKS; left++)
        if (siege.chance[left] > 0) at_garrison(all, pass, left, camp, garrison, siege.chance[left], ends);
}

static inline void fight(const struct forces *all, int pass, unsigned line, unsigned camp, unsigned garrison) {
    struct ends *ends = &ends_from[pass % 2][line][camp][garrison];
    const struct falls *falls = &camp_falls[line][camp];
    memset(ends, 0, sizeof *ends);
    for (int i = 0; i < falls->n; i++)
        at_walls(all, pass, line & ~falls->at[i].fallen, camp & ~falls->at[i].lost, garrison, falls->at[i].chance, ends);
}

static const struct ends *battle(const struct forces *all) {
    unsigned line_end = 1u << all->n_line, camp_end = 1u << all->n_camp, garrison_end = 1u << all->n_garrison;
    for (unsigned line = 0; line < line_end; line++) {
        for (unsigned camp = 0; camp < camp_end; camp++) clash(all, line, camp, false, &camp_falls[line][camp]);
        for (unsigned garrison = 0; garrison < garrison_end; garrison++)
            clash(all, line, garrison, true, &garrison_falls[line][garrison]);
    }
    for (int pass = PASSES; pass > 1; pass--)
        for (unsigned line = 1; line < line_end; line++)
            for (unsigned camp = 0; camp < camp_end; camp++)
                for (unsigned garrison = 0; garrison < garrison_end; garrison++) fight(all, pass, line, camp, garrison);
    fight(all, 1, line_end - 1, camp_end - 1, garrison_end - 1);
    return &ends_from[1][line_end - 1][camp_end - 1][garrison_end - 1];
}

#endif
