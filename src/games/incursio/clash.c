/* SPDX-License-Identifier: MIT */
/* clash.c - the dice of a battle: pairs, extras, shots, in the order of section 26. [INC-COMBAT-2 .. -18, INC-SIEGE]
 *
 * In a clash dice[i] is what attacker number i threw, and his defender in the upper half; extras stand behind the pairs, and
 * 0 is an extra that throws nothing. While weapons fire, dice[i] marks an attacker who has fallen: ranks close only after
 * the last shot. */
#include <string.h>

#include "incursio_internal.h"

static unsigned type_at(const struct inc_position *p, int at) { return inc_type(p->unit[p->side][p->line[at]]); }

static bool at_garrison(const struct inc_position *p) { return p->stage == INCURSIO_CLASH_GARRISON; }

static unsigned foe_at(const struct inc_position *p, int at) {
    int other = inc_other(p->side);
    return inc_type((at_garrison(p) ? inc_units_at(p, other, p->battle) : inc_camp(p, other, p->battle))[at]);
}

static int foes(const struct inc_position *p, unsigned stage) {
    int other = inc_other(p->side);
    return stage == INCURSIO_CLASH_GARRISON ? inc_garrison(p, other, p->battle) : p->camp[other][p->battle];
}

/* As the set `unit` numbers them. */
static int32_t named(int side, unsigned type) { return INC_TYPES * side + (int32_t)type; }

/* ---- Dice ---- */

/* Has that type of the side the advantage over that type of the other? [INC-COMBAT-5] */
static bool beats(const struct inc_tables *t, int side, unsigned type, unsigned other) {
    return side == INC_DEFENDERS ? t->beats[type] == other : t->loses[other] == type;
}

/* Demons in defence have no garrison. [INC-COMBAT-4, INC-COMBAT-7 .. INC-COMBAT-10] */
static unsigned attackers_die(const struct inc_tables *t, const struct inc_position *p, int at) {
    bool low = at_garrison(p) && beats(t, inc_other(p->side), foe_at(p, at), type_at(p, at));
    return low ? t->low_die : t->die;
}

static unsigned defenders_die(const struct inc_tables *t, const struct inc_position *p, int at) {
    return beats(t, p->side, type_at(p, at), foe_at(p, at)) ? t->low_die : t->die;
}

/* The fighter that an extra backs: those of a type in turn; -1: none of its type fights. [INC-COMBAT-13, INC-COMBAT-16] */
static int backed_by(const struct inc_position *p, int extra) {
    unsigned type = type_at(p, extra);
    int fighters = 0, turn = 0;
    for (int at = 0; at < p->pairs; at++) fighters += type_at(p, at) == type;
    if (!fighters) return -1;
    for (int at = p->pairs; at < extra; at++) turn += type_at(p, at) == type;
    int at = 0;
    for (turn %= fighters; turn || type_at(p, at) != type; at++) turn -= type_at(p, at) == type;
    return at;
}

/* Sizes of the dice that are thrown now: one or two. */
struct faces {
    unsigned first, second;
};

static struct faces faces_of(const struct inc_tables *t, const struct inc_position *p) {
    switch (p->step) {
    case INCURSIO_STEP_PAIR: return (struct faces){attackers_die(t, p, p->at), defenders_die(t, p, p->at)};
    case INCURSIO_STEP_EXTRA: return (struct faces){attackers_die(t, p, backed_by(p, p->at)), 0};
    default: return (struct faces){t->structures[p->weapon].weapon_die, t->die}; /* [INC-SIEGE-4] */
    }
}

static alea_move throw_of(unsigned first, unsigned second) {
    return alea_move_make(INCURSIO_VERB_DICE, alea_dice_with(alea_dice_with(0, 0, 0, first), 1, 0, second));
}

static int list_throws(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]) {
    struct faces faces = faces_of(t, p);
    int n = 0;
    for (unsigned first = 1; first <= faces.first; first++)
        for (unsigned second = faces.second > 0; second <= faces.second; second++)
            out[n++] = (struct alea_outcome){.move = throw_of(first, second), .weight = 1};
    return n;
}

static alea_move roll(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random) {
    struct faces faces = faces_of(t, p);
    unsigned first = 1 + alea_random_below(random, faces.first);
    return throw_of(first, faces.second ? 1 + alea_random_below(random, faces.second) : 0);
}

static alea_rule why_not_throw(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg) {
    struct faces faces = faces_of(t, p);
    unsigned first = alea_dice_face(arg, 0, 0), second = alea_dice_face(arg, 1, 0);
    bool fits = first >= 1 && first <= faces.first && second <= faces.second && !second == !faces.second;
    if (fits && alea_move_make(verb, arg) == throw_of(first, second)) return 0;
    return p->step == INCURSIO_STEP_PAIR ? INC_COMBAT_4 : p->step == INCURSIO_STEP_EXTRA ? INC_COMBAT_13 : INC_SIEGE_4;
}

/* ---- The end of a clash ---- */

int inc_attack_bonus(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned type) {
    int bonus = 0;
    (void)type; /* all soldiers have it */
    for (int structure = 0; structure < t->n_structures; structure++) {
        const struct inc_structure *of = &t->structures[structure];
        uint64_t near = of->neighbour_bonus ? inc_bit(site) : 0; /* within its range */
        for (int line = 0; near && line < of->neighbour_range; line++)
            for (uint64_t rest = near; rest; rest &= rest - 1) near |= t->grey[inc_first(rest)];
        bool has = false;
        for (uint64_t rest = near; rest && !has; rest &= rest - 1) has = p->has[inc_first(rest)] >> structure & 1;
        bonus += has ? of->neighbour_bonus : 0; /* once a kind [INC-BUILD-33, INC-BUILD-34] */
    }
    return bonus;
}

/* What is added to the dice of each type. */
struct bonus {
    int attacker[INC_TYPES], defender[INC_TYPES];
    bool tie_win; /* of the defender */
};

static void add_structures(const struct inc_tables *t, uint32_t active, struct bonus *bonus) { /* [INC-BUILD-31] */
    for (int structure = 0; structure < t->n_structures; structure++) {
        if (!(active >> structure & 1)) continue;
        bonus->tie_win |= t->structures[structure].tie_win;
        for (int type = 0; type < INC_TYPES; type++) bonus->defender[type] += t->structures[structure].garrison_bonus[type];
    }
}

static struct bonus bonus_of(const struct inc_tables *t, const struct inc_position *p) { /* [INC-DEMON-11] */
    const struct inc_upgrade *power = &t->power[p->steps];
    struct bonus bonus = {{0}, {0}, false};
    if (at_garrison(p)) add_structures(t, p->has[p->battle], &bonus); /* [INC-COMBAT-8, INC-COMBAT-9] */
    bool ruin = p->side == INC_DEFENDERS && inc_is_ruin(p, p->battle);
    for (unsigned type = 0; type < INC_TYPES; type++) {
        bonus.attacker[type] = p->side == INC_RAIDERS ? power->attack[type] : inc_attack_bonus(t, p, p->battle, type);
        if (ruin) bonus.defender[type] += power->defence;
    }
    return bonus;
}

/* An extra's die takes the place of the lowest of its pool, the front one of several, if that is lower. [INC-COMBAT-14] */
static void use_extra(const struct inc_tables *t, struct inc_position *p, int extra) {
    int backed = backed_by(p, extra), lowest = backed;
    unsigned die = attackers_die(t, p, backed);
    for (int at = p->pairs - 1; at >= 0; at--) {
        bool pool = type_at(p, at) == type_at(p, extra) && attackers_die(t, p, at) == die;
        if (pool && (p->dice[at] & 15) <= (p->dice[lowest] & 15)) lowest = at;
    }
    if (p->dice[extra] > (p->dice[lowest] & 15)) p->dice[lowest] = (uint8_t)((p->dice[lowest] & ~15) | p->dice[extra]);
}

static void use_extras(const struct inc_tables *t, struct inc_position *p) {
    for (int face = t->die; face; face--) /* from the highest */
        for (int extra = p->pairs; extra < p->attackers; extra++)
            if (p->dice[extra] == face) use_extra(t, p, extra);
}

enum fate { NOBODY, ATTACKER, DEFENDER };

static enum fate judge(struct inc_position *p, const struct bonus *bonus, int at, struct alea_events *sink) {
    static const unsigned event[] = {[NOBODY] = INCURSIO_EVENT_EVEN,
                                     [ATTACKER] = INCURSIO_EVENT_ATTACKER_FALLS,
                                     [DEFENDER] = INCURSIO_EVENT_DEFENDER_FALLS};
    unsigned type = type_at(p, at), foe = foe_at(p, at);
    int mine = (p->dice[at] & 15) + bonus->attacker[type], theirs = (p->dice[at] >> 4) + bonus->defender[foe];
    enum fate falls = mine > theirs    ? DEFENDER /* [INC-COMBAT-2] */
                      : mine < theirs  ? ATTACKER /* the fighter, never its extra [INC-COMBAT-15] */
                      : bonus->tie_win ? ATTACKER /* [INC-BUILD-31] */
                                       : NOBODY;  /* [INC-COMBAT-3] */
    inc_tell(p, sink, INC_BOTH, event[falls], named(p->side, type), named(inc_other(p->side), foe), mine, theirs);
    return falls;
}

void inc_close_ranks(struct inc_position *p, const bool fallen[]) {
    int n = 0, attackers = p->attackers;
    for (int at = 0; at < attackers; at++)
        if (fallen[at]) inc_line_take(p, at);
    for (int at = 0; at < attackers; at++)
        if (!fallen[at]) p->line[n++] = p->line[at];
    memset(p->line + n, 0, (size_t)(attackers - n) * sizeof *p->line);
    memset(p->dice, 0, (size_t)attackers * sizeof *p->dice);
    p->attackers = (uint16_t)n;
}

/* All pairs at once: losses are removed after the last. [INC-COMBAT-18] */
static void resolve(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    bool fallen[INC_LINE] = {false}, lost[INC_LINE] = {false};
    struct bonus bonus = bonus_of(t, p);
    use_extras(t, p);
    for (int at = 0; at < p->pairs; at++) {
        enum fate falls = judge(p, &bonus, at, sink);
        fallen[at] = falls == ATTACKER;
        lost[at] = falls == DEFENDER;
    }
    for (int at = p->pairs - 1; at >= 0; at--)
        if (lost[at]) inc_take(p, inc_other(p->side), p->battle, at_garrison(p), at);
    inc_close_ranks(p, fallen);
    p->pairs = p->at = 0;
    inc_battle_go_on(t, p, sink);
}

/* ---- Pairs and extras ---- */

bool inc_clash_begin(struct inc_position *p, unsigned stage, struct alea_events *sink) {
    int n = foes(p, stage);
    if (!n || !p->attackers) return false;
    p->stage = (uint8_t)stage;
    p->step = INCURSIO_STEP_PAIR;
    p->pairs = (uint16_t)(n < p->attackers ? n : p->attackers); /* [INC-COMBAT-11, INC-COMBAT-17] */
    p->at = 0;
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_PASS, p->pass, (int32_t)stage, 0, 0);
    return true;
}

/* To the next extra that throws a die, or to the end of the clash. [INC-COMBAT-12] */
static void next_extra(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    while (p->at < p->attackers && backed_by(p, p->at) < 0) p->at++;
    if (p->at < p->attackers) p->step = INCURSIO_STEP_EXTRA;
    else resolve(t, p, sink);
}

static void apply_pair(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)verb;
    struct faces faces = faces_of(t, p);
    unsigned mine = alea_dice_face(arg, 0, 0), theirs = alea_dice_face(arg, 1, 0);
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_PAIR, named(p->side, type_at(p, p->at)), (int32_t)mine,
             named(inc_other(p->side), foe_at(p, p->at)), (int32_t)theirs);
    if (faces.first != faces.second)
        inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_PAIR_DIE_SIZES, (int32_t)faces.first, (int32_t)faces.second, 0, 0);
    p->dice[p->at++] = (uint8_t)(mine | theirs << 4);
    if (p->at == p->pairs) next_extra(t, p, sink);
}

static void apply_extra(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                        struct alea_events *sink) {
    (void)verb;
    unsigned face = alea_dice_face(arg, 0, 0);
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_EXTRA, named(p->side, type_at(p, p->at)), (int32_t)face,
             (int32_t)faces_of(t, p).first, 0);
    p->dice[p->at++] = (uint8_t)face;
    next_extra(t, p, sink);
}

/* ---- Shots [INC-SIEGE] ---- */

/* The first living attacker from place `from` on that the weapon can hurt; p->attackers: none. */
static int target_from(const struct inc_tables *t, const struct inc_position *p, int from) {
    while (from < p->attackers && (p->dice[from] || !(t->structures[p->weapon].weapon >> type_at(p, from) & 1))) from++;
    return from;
}

/* Who is aimed at next by the copies of this kind: after the last one, and from the front again; a weapon that aims at
 * each of them goes to the end once a copy. [INC-SIEGE-5, INC-SIEGE-6] */
static bool aim(const struct inc_tables *t, struct inc_position *p) {
    int copies = t->structures[p->weapon].weapon ? inc_copies(t, p, p->battle, p->weapon) : 0;
    for (; p->copy < copies; p->copy++, p->aim = 0) {
        int at = target_from(t, p, p->aim);
        if (at == p->attackers && !t->structures[p->weapon].weapon_each) at = target_from(t, p, 0);
        if (at == p->attackers) continue; /* [INC-SIEGE-7] */
        p->at = (uint16_t)at;
        p->aim = (uint8_t)(at + 1);
        p->step = INCURSIO_STEP_SHOT;
        return true;
    }
    return false;
}

/* Kind after kind, in the order of the table. */
static bool next_shot(const struct inc_tables *t, struct inc_position *p) {
    for (; p->weapon < t->n_structures; p->weapon++, p->copy = p->aim = 0)
        if (aim(t, p)) return true;
    p->weapon = p->copy = p->aim = 0;
    p->at = 0;
    return false;
}

/* Weapons without a target stay unknown. [INC-SECRET-5] */
bool inc_siege_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    if (!p->attackers || !next_shot(t, p)) return false;
    p->stage = INCURSIO_CLASH_SIEGE;
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_PASS, p->pass, INCURSIO_CLASH_SIEGE, 0, 0);
    return true;
}

static void end_siege(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink) {
    bool fallen[INC_LINE] = {false};
    for (int at = 0; at < p->attackers; at++) fallen[at] = p->dice[at];
    inc_close_ranks(p, fallen); /* [INC-SIEGE-9] */
    inc_battle_go_on(t, p, sink);
}

static void apply_shot(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                       struct alea_events *sink) {
    (void)verb;
    int32_t target = named(p->side, type_at(p, p->at)), weapon = (int32_t)alea_dice_face(arg, 0, 0),
            demon = (int32_t)alea_dice_face(arg, 1, 0) + t->power[p->steps].resist;
    inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_SHOT, p->weapon, target, weapon, demon);
    if (weapon > demon) { /* [INC-SIEGE-4] */
        p->dice[p->at] = 1;
        inc_tell(p, sink, INC_BOTH, INCURSIO_EVENT_SHOT_KILLS, p->weapon, target, 0, 0);
    }
    if (!t->structures[p->weapon].weapon_each) p->copy++;
    if (!next_shot(t, p)) end_siege(t, p, sink);
}

bool inc_is_unthrown(const struct inc_tables *t, const struct inc_position *p) {
    if (p->step != INCURSIO_STEP_SHOT) return p->step == INCURSIO_STEP_PAIR && !p->at;
    struct inc_position fresh = *p;
    fresh.weapon = fresh.copy = fresh.aim = 0;
    return next_shot(t, &fresh) && fresh.weapon == p->weapon && fresh.copy == p->copy && fresh.aim == p->aim;
}

const struct inc_chance inc_chance_pair = {list_throws, roll, why_not_throw, apply_pair};
const struct inc_chance inc_chance_extra = {list_throws, roll, why_not_throw, apply_extra};
const struct inc_chance inc_chance_shot = {list_throws, roll, why_not_throw, apply_shot};
