/* SPDX-License-Identifier: MIT */
/* at_hand.c - the attack that a seat enters, asked of the question `battle` as its side knows it: who was seen in which place, units of
 * unknown type in the others, the structures that were seen. [INC-COMBAT, INC-BUILD-33, INC-DEMON-11] */
#include "question.h"
#include "say.h"

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- The target ------------------------------------------------------------------------------------------------------------- */

/* An attack on a site that holds enemies that the seat knows of, or must: aggregates are never left without units. [INC-FOUND-9] */
static bool has_target(const struct inc_tables *t, const struct inc_position *p, int seat, struct inc_look *look) {
    if (inc_eyes(seat) == ALEA_NONE || seat >= t->seats || !p->attackers) return false;
    if (p->stage_of[seat] != INCURSIO_STAGE_LINE || p->site_of[seat] >= t->n_sites) return false;
    *look = inc_look_at(t, p, inc_side_of(seat), p->site_of[seat]);
    bool held = look->kind == INC_KIND_SETTLEMENT || look->kind == INC_KIND_RUIN;
    if (held && !look->enemies) look->enemies = INC_SOME, look->enemies_day = p->day;
    return look->enemies && look->enemies_day != INC_NEVER;
}

/* Places up to the last one of which the type is known. */
static int reach(const struct inc_position *p, int side, unsigned site, bool garrison) {
    int n = garrison ? INC_SEEN_GARRISON : INC_SEEN_CAMP;
    while (n && (garrison ? inc_seen_in_garrison : inc_seen_in_camp)(p, side, site, n - 1) == INC_TYPES) n--;
    return n;
}

/* Places that were seen are taken at least. */
static int seen_at_least(const struct inc_position *p, int side, unsigned site) {
    return most(1, reach(p, side, site, false) + reach(p, side, site, true));
}

/* Nobody knows how many there are: what if they are half as many as we, as many, half as many more, twice as many? The i-th of these
 * numbers; 0 past the last. */
static int supposed(const struct inc_position *p, int side, unsigned site, int i) {
    int last = 0, fewest = seen_at_least(p, side, site);
    for (int halves = 1; halves <= 4; halves++) {
        int count = most(fewest, p->attackers * halves / 2);
        if (count <= last) continue;
        if (!i--) return count;
        last = count;
    }
    return 0;
}

int inc_supposed_enemies(const struct inc_tables *t, const struct inc_position *p, int seat) {
    struct inc_look look;
    if (!has_target(t, p, seat, &look) || look.enemies != INC_SOME) return 0;
    return most(p->attackers, seen_at_least(p, inc_side_of(seat), p->site_of[seat]));
}

/* ---- The question ------------------------------------------------------------------------------------------------------------ */

static void add(struct alea_values *list, int32_t value) {
    if (list->n < ALEA_MAX_VALUES) list->at[list->n++] = value;
}

/* As the set of units numbers it. */
static int32_t unit_of(int side, unsigned type) { return type < INC_TYPES ? side * INC_TYPES + (int32_t)type : INC_UNSEEN; }

/* Who stands where: those in places that were seen; of the others as many in the garrison as it has places for. */
static void add_defenders(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site, int count,
                          struct alea_at_hand *out) {
    struct inc_look look = inc_look_at(t, p, side, site);
    int camp = reach(p, side, site, false), garrison = reach(p, side, site, true), places = garrison;
    bool walls = side == INC_RAIDERS && look.kind == INC_KIND_SETTLEMENT;
    if (walls) places = most(places, t->level[look.level != INC_LEVEL_UNKNOWN ? look.level : 1].garrison);
    int rest = most(0, count - camp - garrison), inside = least(rest, most(0, places - garrison));
    int n_garrison = least(garrison + inside, INC_FIGHT_GARRISON), n_camp = least(camp + rest - inside, INC_FIGHT_CAMP);
    for (int i = 0; i < n_camp; i++)
        add(&out->value[INC_BATTLE_CAMP], unit_of(inc_other(side), inc_seen_in_camp(p, side, site, i)));
    for (int i = 0; i < n_garrison; i++)
        add(&out->value[INC_BATTLE_GARRISON], unit_of(inc_other(side), inc_seen_in_garrison(p, side, site, i)));
}

/* Own bonuses, and the structures that were seen. */
static void add_powers(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                       struct alea_at_hand *out) {
    out->value[INC_BATTLE_DEATH].at[0] = p->death;
    if (side == INC_DEFENDERS) {
        out->value[INC_BATTLE_BONUS].at[0] = least(INC_MOST_BONUS, inc_attack_bonus(t, p, site, 0));
        return;
    }
    out->value[INC_BATTLE_UPGRADES].at[0] = p->steps;
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
        for (int copy = 0; copy < inc_seen_copies(p, site, structure); copy++)
            add(&out->value[INC_BATTLE_STRUCTURES], (int32_t)structure);
}

static int unseen(const struct alea_values *list) {
    int n = 0;
    for (int i = 0; i < list->n; i++) n += list->at[i] == INC_UNSEEN;
    return n;
}

static void ask(const struct inc_tables *t, const struct inc_position *p, int seat, int count, struct alea_at_hand *out) {
    int side = inc_side_of(seat);
    unsigned site = p->site_of[seat];
    alea_at_hand_begin(out, inc_questions, INC_ASK_BATTLE);
    out->set = INCURSIO_SET_SITE;
    out->subject = (int32_t)site;
    for (int i = 0; i < p->attackers; i++)
        add(&out->value[INC_BATTLE_ATTACKERS], unit_of(side, inc_type(p->unit[side][p->line[i]])));
    add_defenders(t, p, side, site, count, out);
    add_powers(t, p, side, site, out);
}

/* Of a move: launching the attack. */
bool inc_at_hand(const void *tables, const void *pos, int seat, alea_move move, int i, struct alea_at_hand *out) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    struct inc_look look;
    if (move && (i || alea_move_verb(move) != INCURSIO_VERB_LAUNCH)) return false;
    if (!has_target(t, p, seat, &look) || (move && inc_why_not(t, p, seat, move))) return false;
    bool counted = look.enemies != INC_SOME;
    int count = counted ? (i ? 0 : look.enemies)
                : move  ? inc_supposed_enemies(t, p, seat)
                        : supposed(p, inc_side_of(seat), p->site_of[seat], i);
    if (!count) return false;
    ask(t, p, seat, count, out);
    int unknown = unseen(&out->value[INC_BATTLE_CAMP]) + unseen(&out->value[INC_BATTLE_GARRISON]);
    if (counted) out->note[0] = (struct alea_note){INCURSIO_LABEL_CHANCE_NEWS, {look.enemies_day, count, unknown}};
    else out->note[0] = (struct alea_note){INCURSIO_LABEL_CHANCE_UNCOUNTED, {look.enemies_day}};
    return true;
}
