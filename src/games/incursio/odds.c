/* SPDX-License-Identifier: MIT */
/* odds.c - a fast battle on small arrays, and the chances of an attack reckoned with it from what a side knows.
 * [INC-COMBAT, INC-SIEGE, INC-RETREAT] */
#include "odds.h"

#include <string.h>

#include "say.h"

enum {
    TRIALS = 2000,
    LEAST_TRIALS = 200,
    LIGHT = 60, /* units; of more the trials are fewer */
    SEED = 26   /* any: the same question has the same answer */
};

/* ---- A clash ---- */

static bool beats(const struct inc_rules *r, int side, unsigned type, unsigned other) { /* [INC-COMBAT-5] */
    return side == INC_DEFENDERS ? r->beats[type] == other : r->loses[other] == type;
}

/* [INC-COMBAT-4, INC-COMBAT-7 .. INC-COMBAT-10] */
struct inc_pair inc_pair_of(const struct inc_rules *r, const struct inc_fight *fight, bool garrison, unsigned type,
                            unsigned foe) {
    bool low = garrison && beats(r, inc_other(fight->side), foe, type);
    return (struct inc_pair){.die = low ? r->low_die : r->die,
                             .foe_die = beats(r, fight->side, type, foe) ? r->low_die : r->die,
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
    const struct inc_rules *r;
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
        clash->pair[i] = inc_pair_of(clash->r, clash->fight, clash->garrison, clash->fight->line[i], clash->foe[i]);
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
        thrown[die == clash->r->low_die][throw_die(clash->random, die)]++;
    }
    for (int low = 0; extras && low < 2; low++) {
        unsigned die = low ? clash->r->low_die : clash->r->die;
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

static void run_clash(const struct inc_rules *r, struct inc_fight *fight, bool garrison, struct alea_random *random) {
    struct clash clash = {.r = r,
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

static bool is_target(const struct inc_rules *r, const struct inc_fight *fight, const bool fallen[], int weapon, int at) {
    return at < fight->n_line && !fallen[at] && r->structures[weapon].weapon >> fight->line[at] & 1;
}

static void shoot(const struct inc_rules *r, const struct inc_fight *fight, bool fallen[], int weapon, int at,
                  struct alea_random *random) {
    int shot = throw_die(random, r->structures[weapon].weapon_die);
    fallen[at] = shot > throw_die(random, r->die) + fight->resist; /* [INC-SIEGE-4] */
}

/* After the last one that this kind aimed at, and from the front again. [INC-SIEGE-5] */
static int next_target(const struct inc_rules *r, const struct inc_fight *fight, const bool fallen[], int weapon, int from) {
    for (int i = 0; i < fight->n_line; i++) {
        int at = (from + i) % fight->n_line;
        if (is_target(r, fight, fallen, weapon, at)) return at;
    }
    return -1;
}

static void run_siege(const struct inc_rules *r, struct inc_fight *fight, struct alea_random *random) {
    bool fallen[INC_LINE] = {false};
    int n = 0;
    for (int weapon = 0; weapon < r->n_structures; weapon++) {
        bool each = r->structures[weapon].weapon_each;
        for (int copy = 0, at = -1; copy < fight->weapons[weapon]; copy++) {
            for (int target = 0; each && target < fight->n_line; target++) /* [INC-SIEGE-6] */
                if (is_target(r, fight, fallen, weapon, target)) shoot(r, fight, fallen, weapon, target, random);
            if (!each) at = next_target(r, fight, fallen, weapon, at + 1);
            if (at < 0) continue; /* [INC-SIEGE-7] */
            shoot(r, fight, fallen, weapon, at, random);
        }
    }
    for (int at = 0; at < fight->n_line; at++) /* [INC-SIEGE-9] */
        if (!fallen[at]) fight->line[n++] = fight->line[at];
    fight->n_line = (uint16_t)n;
}

/* ---- A battle ---- */

struct inc_fight_end inc_fight_run(const struct inc_rules *r, struct inc_fight *fight, struct alea_random *random) {
    for (int pass = 1; pass <= r->max_passes; pass++) { /* [INC-COMBAT-20] */
        run_clash(r, fight, false, random);
        if (pass == 1 && fight->n_camp + fight->n_garrison) run_siege(r, fight, random); /* [INC-COMBAT-19, INC-SIEGE-8] */
        run_clash(r, fight, true, random);
        int foes = fight->n_camp + fight->n_garrison;
        if (!fight->n_line || !foes || (fight->n_line < foes && !fight->death)) break; /* [INC-RETREAT-1, INC-RETREAT-3] */
    }
    return (struct inc_fight_end){.taken = fight->n_line && !fight->n_camp && !fight->n_garrison,
                                  .attackers = fight->n_line,
                                  .camp = fight->n_camp,
                                  .garrison = fight->n_garrison};
}

/* ---- A world to fight in ---- */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* Places up to the last one of which the type is known. */
static int reach(const struct inc_position *p, int side, unsigned site, bool garrison) {
    int n = garrison ? INC_SEEN_GARRISON : INC_SEEN_CAMP;
    while (n && (garrison ? inc_seen_in_garrison : inc_seen_in_camp)(p, side, site, n - 1) == INC_TYPES) n--;
    return n;
}

/* How many stand where: those in places that were seen; of the others as many in the garrison as it has places for. */
static void imagine_numbers(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site, int count,
                            struct inc_fight *fight) {
    struct inc_look look = inc_look_at(r, p, side, site);
    int camp = reach(p, side, site, false), garrison = reach(p, side, site, true), places = garrison;
    bool walls = side == INC_RAIDERS && look.kind == INC_KIND_SETTLEMENT;
    if (walls && look.level != INC_LEVEL_UNKNOWN) places = most(places, r->level[look.level].garrison);
    else if (walls) places = most(places, r->level[1].garrison);
    int rest = most(0, count - camp - garrison);
    int inside = least(rest, most(0, places - garrison));
    fight->n_garrison = (uint16_t)least(garrison + inside, INC_FIGHT_GARRISON);
    fight->n_camp = (uint16_t)least(camp + rest - inside, INC_FIGHT_CAMP);
}

static uint8_t any_type(unsigned allowed, struct alea_random *random) {
    unsigned type;
    do type = alea_random_below(random, INC_TYPES);
    while (!(allowed >> type & 1));
    return (uint8_t)type;
}

/* Types that a garrison may have: those that need no structure, and those whose structure was seen. [INC-GARR-4] */
unsigned inc_garrison_types(const struct inc_rules *r, uint32_t has) {
    unsigned all = (1u << INC_TYPES) - 1, locked = 0, allowed = 0;
    for (int structure = 0; structure < r->n_structures; structure++) {
        locked |= r->structures[structure].allows;
        if (has >> structure & 1) allowed |= r->structures[structure].allows;
    }
    unsigned types = (all & ~locked) | allowed;
    return types ? types : all;
}

static void imagine_types(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site,
                          struct alea_random *random, struct inc_fight *fight) {
    unsigned all = (1u << INC_TYPES) - 1, inside = side == INC_RAIDERS ? inc_garrison_types(r, p->seen_has[site]) : all;
    for (int i = 0; i < fight->n_camp; i++) {
        unsigned seen = inc_seen_in_camp(p, side, site, i);
        fight->camp[i] = seen < INC_TYPES ? (uint8_t)seen : any_type(all, random);
    }
    for (int i = 0; i < fight->n_garrison; i++) {
        unsigned seen = inc_seen_in_garrison(p, side, site, i);
        fight->garrison[i] = seen < INC_TYPES ? (uint8_t)seen : any_type(inside, random);
    }
}

/* [INC-BUILD-31] */
void inc_fight_build(const struct inc_rules *r, unsigned structure, int copies, struct inc_fight *fight) {
    const struct inc_structure *row = &r->structures[structure];
    if (!copies) return;
    fight->tie_win |= row->tie_win;
    if (row->weapon) fight->weapons[structure] = (uint8_t)copies;
    for (int type = 0; type < INC_TYPES; type++)
        fight->garrison_bonus[type] = (int8_t)(fight->garrison_bonus[type] + row->garrison_bonus[type]);
}

/* Own bonuses, and those of the structures that were seen. [INC-BUILD-33, INC-DEMON-11] */
static void imagine_bonuses(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site,
                            struct inc_fight *fight) {
    for (unsigned type = 0; type < INC_TYPES; type++)
        fight->attack[type] =
            (int8_t)(side == INC_RAIDERS ? r->power[p->steps].attack[type] : inc_attack_bonus(r, p, site, type));
    if (side == INC_DEFENDERS) return;
    fight->resist = r->power[p->steps].resist;
    for (unsigned structure = 0; structure < (unsigned)r->n_structures; structure++)
        inc_fight_build(r, structure, inc_seen_copies(p, site, structure), fight);
}

void inc_fight_imagine(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site, int count,
                       struct alea_random *random, struct inc_fight *fight) {
    memset(fight, 0, sizeof *fight);
    fight->side = (uint8_t)side;
    fight->death = p->death;
    fight->n_line = p->attackers;
    for (int i = 0; i < p->attackers; i++) fight->line[i] = (uint8_t)inc_type(p->unit[side][p->line[i]]);
    imagine_numbers(r, p, side, site, count, fight);
    imagine_types(r, p, side, site, random, fight);
    imagine_bonuses(r, p, side, site, fight);
}

/* ---- Chances ---- */

static int unknown_types(const struct inc_position *p, int side, unsigned site, const struct inc_fight *fight) {
    int n = 0;
    for (int i = 0; i < fight->n_camp; i++) n += inc_seen_in_camp(p, side, site, i) == INC_TYPES;
    for (int i = 0; i < fight->n_garrison; i++) n += inc_seen_in_garrison(p, side, site, i) == INC_TYPES;
    return n;
}

struct inc_chances inc_chances_of(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site,
                                  int count) {
    struct alea_random random = alea_random_stream(SEED, 0);
    struct inc_chances chances = {.trials = TRIALS};
    int units = p->attackers + count;
    struct inc_fight fight;
    if (units > LIGHT) chances.trials = most(LEAST_TRIALS, TRIALS * LIGHT / units);
    for (int trial = 0; trial < chances.trials; trial++) {
        inc_fight_imagine(r, p, side, site, count, &random, &fight);
        if (!trial) chances.unknown = unknown_types(p, side, site, &fight);
        int foes = fight.n_camp + fight.n_garrison;
        struct inc_fight_end end = inc_fight_run(r, &fight, &random);
        chances.taken += end.taken;
        chances.lost += p->attackers - end.attackers;
        chances.slain += foes - end.camp - end.garrison;
    }
    return chances;
}

/* ---- In words ---- */

static int percent(const struct inc_chances *chances) {
    return (200 * chances->taken + chances->trials) / (2 * chances->trials);
}

static int rounded(int sum, int trials) { return (2 * sum + trials) / (2 * trials); }

/* The target of the attack that the seat enters, if it holds enemies that the seat knows of, or must: aggregates are never
 * left without units. [INC-FOUND-9] */
static bool has_target(const struct inc_rules *r, const struct inc_position *p, int seat, struct inc_look *look) {
    if (inc_eyes(seat) == ALEA_NONE || seat >= r->seats || !p->attackers) return false;
    if (p->stage_of[seat] != INCURSIO_STAGE_LINE || p->site_of[seat] >= r->n_sites) return false;
    *look = inc_look_at(r, p, inc_side_of(seat), p->site_of[seat]);
    bool held = look->kind == INC_KIND_SETTLEMENT || look->kind == INC_KIND_RUIN;
    if (held && !look->enemies) look->enemies = INC_SOME, look->enemies_day = p->day;
    return look->enemies && look->enemies_day != INC_NEVER;
}

/* Places that were seen are taken at least. */
static int seen_at_least(const struct inc_position *p, int side, unsigned site) {
    return most(1, reach(p, side, site, false) + reach(p, side, site, true));
}

bool inc_say_chance(const struct inc_rules *r, const struct inc_position *p, int seat, struct alea_text *text) {
    struct inc_look look;
    if (!has_target(r, p, seat, &look)) return false;
    int side = inc_side_of(seat);
    bool counted = look.enemies != INC_SOME;
    int count = counted ? look.enemies : most(p->attackers, seen_at_least(p, side, p->site_of[seat]));
    struct inc_chances chances = inc_chances_of(r, p, side, p->site_of[seat], count);
    inc_say(text, counted ? INCURSIO_LABEL_CHANCE : INCURSIO_LABEL_CHANCE_IF, percent(&chances), count, 0);
    return true;
}

static void say_counted(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site,
                        const struct inc_look *look, struct alea_text *text) {
    struct inc_chances chances = inc_chances_of(r, p, side, site, look->enemies);
    alea_text_add(text, ": ");
    inc_say(text, INCURSIO_LABEL_CHANCE_OF, percent(&chances), chances.trials, 0);
    alea_text_add(text, "\n  ");
    inc_say(text, INCURSIO_LABEL_LOSSES, rounded(chances.lost, chances.trials), p->attackers, 0);
    inc_say_line(text, INCURSIO_LABEL_LOSSES_THEIRS, rounded(chances.slain, chances.trials), look->enemies, 0);
    alea_text_add(text, "  ");
    inc_say_line(text, INCURSIO_LABEL_CHANCE_NEWS, look->enemies_day, look->enemies, chances.unknown);
}

/* Nobody knows how many there are: what if they are fewer than we, as many, more? */
static void say_uncounted(const struct inc_rules *r, const struct inc_position *p, int side, unsigned site,
                          const struct inc_look *look, struct alea_text *text) {
    int last = 0, fewest = seen_at_least(p, side, site);
    inc_say(text, INCURSIO_LABEL_CHANCE_UNCOUNTED, look->enemies_day, 0, 0);
    for (int halves = 1; halves <= 4; halves++) {
        int count = most(fewest, p->attackers * halves / 2);
        if (count <= last) continue;
        struct inc_chances chances = inc_chances_of(r, p, side, site, count);
        alea_text_add(text, last ? "; " : " ");
        inc_say(text, INCURSIO_LABEL_CHANCE_IF, percent(&chances), count, 0);
        last = count;
    }
    alea_text_add(text, "\n");
}

bool inc_odds(const void *rules, const void *pos, int seat, struct alea_text *text) {
    const struct inc_rules *r = rules;
    const struct inc_position *p = pos;
    struct inc_look look;
    if (!has_target(r, p, seat, &look)) return false;
    unsigned site = p->site_of[seat];
    inc_say_site(r, site, text);
    if (look.enemies == INC_SOME) say_uncounted(r, p, inc_side_of(seat), site, &look, text);
    else say_counted(r, p, inc_side_of(seat), site, &look, text);
    alea_text_addf(text, "  %s\n", inc_label(text, INCURSIO_LABEL_CHANCE_UNSEEN));
    return true;
}
