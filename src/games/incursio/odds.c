/* SPDX-License-Identifier: MIT */
/* odds.c - a fast battle on small arrays.
 * [INC-COMBAT, INC-SIEGE, INC-RETREAT] */
#include "odds.h"

/* ---- A clash ---- */

static bool beats(const struct inc_tables *t, int side, unsigned type, unsigned other) { /* [INC-COMBAT-5] */
    return side == INC_DEFENDERS ? t->beats[type] == other : t->loses[other] == type;
}

/* [INC-COMBAT-4, INC-COMBAT-7 .. INC-COMBAT-10] */
struct inc_pair inc_pair_of(const struct inc_tables *t, const struct inc_fight *fight, bool garrison, unsigned type,
                            unsigned foe) {
    bool low = garrison && beats(t, inc_other(fight->side), foe, type);
    return (struct inc_pair){.die = low ? t->low_die : t->die,
                             .foe_die = beats(t, fight->side, type, foe) ? t->low_die : t->die,
                             .bonus = fight->attack[type],
                             .foe_bonus = garrison ? fight->garrison_bonus[foe] : fight->camp_bonus[foe],
                             .tie_win = garrison && fight->tie_win};
}

enum inc_fate inc_fate_of(const struct inc_pair *pair, int face, int foe_face) {
    int mine = face + pair->bonus, theirs = foe_face + pair->foe_bonus;
    if (mine == theirs) return pair->tie_win ? INC_FATE_ATTACKER : INC_FATE_NOBODY; /* [INC-COMBAT-3, INC-BUILD-31] */
    return mine > theirs ? INC_FATE_DEFENDER : INC_FATE_ATTACKER;                   /* [INC-COMBAT-2] */
}

static int throw_die(struct alea_random *random, unsigned die) { return 1 + (int)alea_random_below(random, die); }

/* One clash: who stands against whom, and the dice of the attackers. */
struct clash {
    const struct inc_tables *t;
    struct inc_fight *fight;
    struct alea_random *random;
    uint8_t *foe; /* the camp or the garrison */
    uint16_t *n_foes;
    bool garrison;
    int pairs;
    struct inc_pair pair[INC_LINE];
    uint8_t face[INC_LINE], foe_face[INC_LINE];
};

static void throw_pairs(struct clash *clash) {
    for (int i = 0; i < clash->pairs; i++) {
        clash->pair[i] = inc_pair_of(clash->t, clash->fight, clash->garrison, clash->fight->line[i], clash->foe[i]);
        clash->face[i] = (uint8_t)throw_die(clash->random, clash->pair[i].die);
        clash->foe_face[i] = (uint8_t)throw_die(clash->random, clash->pair[i].foe_die);
    }
}

/* A die of an extra takes the place of the lowest of its pool, the front one of several. [INC-COMBAT-14] */
static void use_extra(struct clash *clash, unsigned type, unsigned die, int face) {
    int lowest = -1;
    for (int i = 0; i < clash->pairs; i++)
        if (clash->fight->line[i] == type && clash->pair[i].die == die &&
            (lowest < 0 || clash->face[i] < clash->face[lowest]))
            lowest = i;
    if (lowest >= 0 && clash->face[lowest] < face) clash->face[lowest] = (uint8_t)face;
}

/* The extras of a type back its fighters in turn and throw their dice; the best of each size are used, highest first. */
static void throw_extras(struct clash *clash, unsigned type) {
    const struct inc_fight *fight = clash->fight;
    uint8_t fighter[INC_LINE];
    uint16_t thrown[2][UINT8_MAX + 1] = {{0}}; /* low die or not, and face */
    int fighters = 0, extras = 0;
    for (int i = 0; i < clash->pairs; i++)
        if (fight->line[i] == type) fighter[fighters++] = (uint8_t)i;
    for (int i = clash->pairs; fighters && i < fight->n_line; i++) { /* [INC-COMBAT-16] */
        if (fight->line[i] != type) continue;
        unsigned die = clash->pair[fighter[extras++ % fighters]].die; /* [INC-COMBAT-13] */
        thrown[die == clash->t->low_die][throw_die(clash->random, die)]++;
    }
    for (int low = 0; extras && low < 2; low++) {
        unsigned die = low ? clash->t->low_die : clash->t->die;
        for (int face = (int)die; face > 0; face--)
            for (int n = thrown[low][face]; n > 0; n--) use_extra(clash, type, die, face);
    }
}

/* All losses at once, then both close ranks. [INC-COMBAT-15, INC-COMBAT-18] */
static void judge(struct clash *clash) {
    struct inc_fight *fight = clash->fight;
    int n_line = 0, n_foes = 0;
    for (int i = 0; i < fight->n_line || i < *clash->n_foes; i++) {
        enum inc_fate falls = INC_FATE_NOBODY;
        if (i < clash->pairs) falls = inc_fate_of(&clash->pair[i], clash->face[i], clash->foe_face[i]);
        if (i < fight->n_line && falls != INC_FATE_ATTACKER) fight->line[n_line++] = fight->line[i];
        if (i < *clash->n_foes && falls != INC_FATE_DEFENDER) clash->foe[n_foes++] = clash->foe[i];
    }
    fight->n_line = (uint16_t)n_line;
    *clash->n_foes = (uint16_t)n_foes;
}

static void run_clash(const struct inc_tables *t, struct inc_fight *fight, bool garrison, struct alea_random *random) {
    struct clash clash = {.t = t,
                          .fight = fight,
                          .random = random,
                          .foe = garrison ? fight->garrison : fight->camp,
                          .n_foes = garrison ? &fight->n_garrison : &fight->n_camp,
                          .garrison = garrison};
    if (!fight->n_line || !*clash.n_foes) return;
    clash.pairs = fight->n_line < *clash.n_foes ? fight->n_line : *clash.n_foes; /* [INC-COMBAT-11] */
    throw_pairs(&clash);
    for (unsigned type = 0; type < INC_TYPES && clash.pairs < fight->n_line; type++) throw_extras(&clash, type);
    judge(&clash);
}

/* ---- Siege weapons ---- */

static bool is_target(const struct inc_tables *t, const struct inc_fight *fight, const bool fallen[], int weapon, int at) {
    return at < fight->n_line && !fallen[at] && t->structures[weapon].weapon >> fight->line[at] & 1;
}

static void shoot(const struct inc_tables *t, const struct inc_fight *fight, bool fallen[], int weapon, int at,
                  struct alea_random *random) {
    int shot = throw_die(random, t->structures[weapon].weapon_die);
    fallen[at] = shot > throw_die(random, t->die) + fight->resist; /* [INC-SIEGE-4] */
}

/* After the last one that this kind aimed at, and from the front again. [INC-SIEGE-5] */
static int next_target(const struct inc_tables *t, const struct inc_fight *fight, const bool fallen[], int weapon,
                       int from) {
    for (int i = 0; i < fight->n_line; i++) {
        int at = (from + i) % fight->n_line;
        if (is_target(t, fight, fallen, weapon, at)) return at;
    }
    return -1;
}

static void run_siege(const struct inc_tables *t, struct inc_fight *fight, struct alea_random *random) {
    bool fallen[INC_LINE] = {false};
    int n = 0;
    for (int weapon = 0; weapon < t->n_structures; weapon++) {
        bool each = t->structures[weapon].weapon_each;
        for (int copy = 0, at = -1; copy < fight->weapons[weapon]; copy++) {
            for (int target = 0; each && target < fight->n_line; target++) /* [INC-SIEGE-6] */
                if (is_target(t, fight, fallen, weapon, target)) shoot(t, fight, fallen, weapon, target, random);
            if (!each) at = next_target(t, fight, fallen, weapon, at + 1);
            if (at < 0) continue; /* [INC-SIEGE-7] */
            shoot(t, fight, fallen, weapon, at, random);
        }
    }
    for (int at = 0; at < fight->n_line; at++) /* [INC-SIEGE-9] */
        if (!fallen[at]) fight->line[n++] = fight->line[at];
    fight->n_line = (uint16_t)n;
}

/* ---- A battle ---- */

struct inc_fight_end inc_fight_run(const struct inc_tables *t, struct inc_fight *fight, struct alea_random *random) {
    for (int pass = 1; pass <= t->max_passes; pass++) { /* [INC-COMBAT-20] */
        run_clash(t, fight, false, random);
        if (pass == 1 && fight->n_camp + fight->n_garrison) run_siege(t, fight, random); /* [INC-COMBAT-19, INC-SIEGE-8] */
        run_clash(t, fight, true, random);
        int foes = fight->n_camp + fight->n_garrison;
        if (!fight->n_line || !foes || (fight->n_line < foes && !fight->death)) break; /* [INC-RETREAT-1, INC-RETREAT-3] */
    }
    return (struct inc_fight_end){.taken = fight->n_line && !fight->n_camp && !fight->n_garrison,
                                  .attackers = fight->n_line,
                                  .camp = fight->n_camp,
                                  .garrison = fight->n_garrison};
}

/* ---- What a garrison has ---- */

/* Types that a garrison may have: those that need no structure, and those whose structure was seen. [INC-GARR-4] */
unsigned inc_garrison_types(const struct inc_tables *t, uint32_t has) {
    unsigned all = (1u << INC_TYPES) - 1, locked = 0, allowed = 0;
    for (int structure = 0; structure < t->n_structures; structure++) {
        locked |= t->structures[structure].allows;
        if (has >> structure & 1) allowed |= t->structures[structure].allows;
    }
    unsigned types = (all & ~locked) | allowed;
    return types ? types : all;
}

/* [INC-BUILD-31] */
void inc_fight_build(const struct inc_tables *t, unsigned structure, int copies, struct inc_fight *fight) {
    const struct inc_structure *row = &t->structures[structure];
    if (!copies) return;
    fight->tie_win |= row->tie_win;
    if (row->weapon) fight->weapons[structure] = (uint8_t)copies;
    for (int type = 0; type < INC_TYPES; type++)
        fight->garrison_bonus[type] = (int8_t)(fight->garrison_bonus[type] + row->garrison_bonus[type]);
}
