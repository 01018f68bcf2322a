/* SPDX-License-Identifier: MIT */
/* question_chain.c - a battle of few units as a chain, exactly. [INC-COMBAT-18 .. INC-COMBAT-21, INC-SIEGE, INC-RETREAT]
 *
 * A state is who still lives - a row of the line, one of the camp, one of the garrison - and what comes next. Rows are numbered with
 * shorter ones first, so numbers fall with every unit that falls. A pass in which nobody falls would come back to where it began:
 * such passes are left out of the reckoning, by their chance. So is the end of a battle after the last pass, which is less likely
 * than anything that a double tells; tables that allow few passes are not reckoned here.
 *
 * For one set of the living, from the highest number down: weapons fire, kind after kind; the garrison is attacked; a pass begins,
 * or the battle is over; a pass begins in which nobody falls before the garrison is attacked. Above all of them stands the first
 * pass, once for each order of the garrison, and on top the garrison is drawn. */
#include <string.h>

#include "question.h"

enum {
    HOLD,     /* a pass in which the camp's clash, if there is one, leaves everybody standing */
    PASS,     /* a pass begins */
    GARRISON, /* its clash */
    WEAPONS   /* + kinds that fire before that one, counted from the last */
};

enum { DIE = 6, LOW_DIE = 4, PASSES = 30, STATES = 1 << 21, TYPES = INC_TYPES };
enum { STEPS = 50 /* of a state, about */ };

/* ---- Rows of units ---- */

/* Rows of one length follow each other as numbers to the base of 3. */
static int first_of(int length) {
    int first = 0;
    for (int i = 0, rows = 1; i < length; i++, rows *= TYPES) first += rows;
    return first;
}

static int code_of(const struct inc_string *string) {
    int code = 0;
    for (int i = 0; i < string->n; i++) code = code * TYPES + string->type[i];
    return first_of(string->n) + code;
}

static struct inc_string string_of(int code) {
    struct inc_string string = {.n = 0};
    while (first_of(string.n + 1) <= code) string.n++;
    code -= first_of(string.n);
    for (int i = string.n - 1; i >= 0; i--, code /= TYPES) string.type[i] = (uint8_t)(code % TYPES);
    return string;
}

static struct inc_string without(const struct inc_string *string, unsigned fallen) {
    struct inc_string left = {.n = 0};
    for (int i = 0; i < string->n; i++)
        if (!(fallen >> i & 1)) left.type[left.n++] = string->type[i];
    return left;
}

static void mark(struct inc_strings *all, const struct inc_string *string) {
    for (unsigned fallen = 0; fallen < 1u << string->n; fallen++) {
        struct inc_string left = without(string, fallen);
        all->index[code_of(&left)] = 1;
    }
}

static void number(struct inc_strings *all) {
    for (int code = 0; code < INC_STRINGS; code++)
        if (all->index[code]) {
            all->index[code] = (int16_t)all->n;
            all->code[all->n++] = (int16_t)code;
        }
}

static struct inc_string row_of(const uint8_t type[], int n) {
    struct inc_string row = {.n = n};
    memcpy(row.type, type, (size_t)n);
    return row;
}

/* The row after the fallen have left it, by their set. */
static void look_up(const struct inc_strings *all, const struct inc_string *row, int pairs, int16_t out[]) {
    for (unsigned fallen = 0; fallen < 1u << pairs; fallen++) {
        struct inc_string left = without(row, fallen);
        out[fallen] = all->index[code_of(&left)];
    }
}

/* ---- States ---- */

struct situation {
    int line, camp, garrison; /* numbers of the rows */
    int next;
};

static int nexts(const struct inc_asked_battle *m) { return WEAPONS + (int)m->weapons; }

static int32_t state_of(const struct inc_asked_battle *m, struct situation at) {
    return ((at.line * m->camp.n + at.camp) * m->garrison.n + at.garrison) * nexts(m) + at.next;
}

static struct situation situation_of(const struct inc_asked_battle *m, int32_t state) {
    struct situation at = {.next = state % nexts(m)};
    state /= nexts(m);
    at.garrison = state % m->garrison.n;
    state /= m->garrison.n;
    at.camp = state % m->camp.n;
    at.line = state / m->camp.n;
    return at;
}

/* The first pass with that garrison; garrison.n: before it is drawn. */
static int32_t before(const struct inc_asked_battle *m, int garrison) {
    return m->line.n * m->camp.n * m->garrison.n * nexts(m) + garrison;
}

/* ---- Weapons ---- */

static bool may_hurt(const struct inc_tables *t, const struct inc_asked_battle *m, int kind, unsigned type) {
    return t->structures[m->weapon[kind]].weapon >> type & 1;
}

/* In how many ways a shot hits, and falls at all: reduced. [INC-SIEGE-4] */
struct shot {
    uint64_t hit, total;
};

static struct shot shot_of(const struct inc_tables *t, const struct inc_asked_battle *m, int kind) {
    int die = t->structures[m->weapon[kind]].weapon_die;
    struct shot shot = {.total = (uint64_t)die * t->die};
    for (int weapon = 1; weapon <= die; weapon++)
        for (int demon = 1; demon <= t->die; demon++) shot.hit += weapon > demon + m->forces.fight.resist;
    for (uint64_t divisor = shot.total; divisor > 1; divisor--) {
        if (shot.hit % divisor || shot.total % divisor) continue;
        shot.hit /= divisor;
        shot.total /= divisor;
    }
    return shot;
}

/* Weights of who has fallen (a set), and of who was aimed at last, + 1. */
struct volley {
    uint64_t weight[1 << INC_EXACT][INC_EXACT + 1];
};

/* The next target from place `from` on; line->n: none. */
static int target_from(const struct inc_tables *t, const struct inc_asked_battle *m, int kind, const struct inc_string *line,
                       unsigned fallen, int from) {
    while (from < line->n && (fallen >> from & 1 || !may_hurt(t, m, kind, line->type[from]))) from++;
    return from;
}

/* One shot more, in every case. Of a weapon that aims at each of them there is one copy. [INC-SIEGE-5, INC-SIEGE-6] */
static void shoot(const struct inc_tables *t, const struct inc_asked_battle *m, int kind, const struct inc_string *line,
                  struct volley *volley) {
    struct shot shot = shot_of(t, m, kind);
    bool each = t->structures[m->weapon[kind]].weapon_each;
    struct volley then = {{{0}}};
    for (unsigned fallen = 0; fallen < 1u << line->n; fallen++)
        for (int aim = 0; aim <= line->n; aim++) {
            uint64_t weight = volley->weight[fallen][aim];
            int at = target_from(t, m, kind, line, fallen, aim);
            if (at == line->n && !each) at = target_from(t, m, kind, line, fallen, 0);
            if (at == line->n) { /* [INC-SIEGE-7] */
                then.weight[fallen][aim] += weight * shot.total;
                continue;
            }
            then.weight[fallen | 1u << at][at + 1] += weight * shot.hit;
            then.weight[fallen][at + 1] += weight * (shot.total - shot.hit);
        }
    *volley = then;
}

static void forget_aim(const struct inc_string *line, struct volley *volley) {
    for (unsigned fallen = 0; fallen < 1u << line->n; fallen++)
        for (int aim = 1; aim <= line->n; aim++) {
            volley->weight[fallen][0] += volley->weight[fallen][aim];
            volley->weight[fallen][aim] = 0;
        }
}

static int shots_of(const struct inc_tables *t, const struct inc_asked_battle *m, int kind, int line) {
    return t->structures[m->weapon[kind]].weapon_each ? line : m->forces.fight.weapons[m->weapon[kind]];
}

static int add_weapons(const struct inc_tables *t, const struct inc_asked_battle *m, struct situation at,
                       struct alea_step out[]) {
    int kind = (int)m->weapons - 1 - (at.next - WEAPONS), n = 0, next = at.next == WEAPONS ? GARRISON : at.next - 1;
    struct inc_string line = string_of(m->line.code[at.line]);
    struct volley volley = {{{1}}};
    int16_t left[1 << INC_EXACT];
    look_up(&m->line, &line, line.n, left);
    for (int i = shots_of(t, m, kind, line.n); i > 0; i--) shoot(t, m, kind, &line, &volley);
    forget_aim(&line, &volley);
    at.next = next;
    for (unsigned fallen = 0; fallen < 1u << line.n; fallen++) { /* [INC-SIEGE-9] */
        if (!volley.weight[fallen][0]) continue;
        at.line = left[fallen];
        out[n++] = (struct alea_step){.next = state_of(m, at), .weight = volley.weight[fallen][0]};
    }
    return n;
}

/* ---- Clashes ---- */

static void clash(const struct inc_tables *t, const struct inc_asked_battle *m, struct situation at, bool garrison,
                  struct inc_results *out) {
    struct inc_string line = string_of(m->line.code[at.line]);
    struct inc_string foes = string_of(garrison ? m->garrison.code[at.garrison] : m->camp.code[at.camp]);
    inc_clash_results(t, m, garrison, &line, &foes, out);
}

/* What follows each result in which somebody falls, or each one. */
static int add_clash(const struct inc_asked_battle *m, struct situation at, bool garrison, bool all, int next,
                     uint64_t times, const struct inc_results *results, struct alea_step out[]) {
    struct inc_string line = string_of(m->line.code[at.line]);
    struct inc_string foes = string_of(garrison ? m->garrison.code[at.garrison] : m->camp.code[at.camp]);
    int16_t line_left[1 << INC_EXACT], foes_left[1 << INC_EXACT];
    int pairs = line.n < foes.n ? line.n : foes.n, n = 0;
    look_up(&m->line, &line, pairs, line_left);
    look_up(garrison ? &m->garrison : &m->camp, &foes, pairs, foes_left);
    for (int i = 0; i < results->n; i++) {
        const struct inc_result *result = &results->at[i];
        if (!all && !result->fallen && !result->lost) continue;
        struct situation then = {.line = line_left[result->fallen], .camp = at.camp, .garrison = at.garrison, .next = next};
        if (garrison) then.garrison = foes_left[result->lost];
        else then.camp = foes_left[result->lost];
        out[n++] = (struct alea_step){.next = state_of(m, then), .weight = result->weight * times};
    }
    return n;
}

static int move_on(const struct inc_asked_battle *m, struct situation at, int next, struct alea_step out[]) {
    at.next = next;
    out[0] = (struct alea_step){.next = state_of(m, at), .weight = 1};
    return 1;
}

/* A pass in which somebody falls. With a camp and a garrison, either somebody does in the camp's clash, or nobody there and somebody
 * in the garrison's. */
static int add_pass(const struct inc_tables *t, const struct inc_asked_battle *m, struct situation at,
                    struct alea_step out[]) {
    struct inc_results results;
    if (!at.camp) return move_on(m, at, HOLD, out);
    uint64_t ways = 1, falls = 0;
    if (at.garrison) {
        clash(t, m, at, true, &results);
        ways = results.total;
        falls = results.total - results.none;
    }
    clash(t, m, at, false, &results);
    int n = add_clash(m, at, false, false, at.garrison ? GARRISON : PASS, ways, &results, out);
    if (!results.none || !falls) return n;
    at.next = HOLD;
    out[n++] = (struct alea_step){.next = state_of(m, at), .weight = results.none * falls};
    return n;
}

static int add_garrison(const struct inc_tables *t, const struct inc_asked_battle *m, struct situation at, bool all,
                        struct alea_step out[]) {
    struct inc_results results;
    if (!at.line || !at.garrison) return move_on(m, at, PASS, out);
    clash(t, m, at, true, &results);
    return add_clash(m, at, true, all, PASS, 1, &results, out);
}

/* The camp's clash of the first pass, everybody being there. */
static int add_first(const struct inc_tables *t, const struct inc_asked_battle *m, int garrison, struct alea_step out[]) {
    struct inc_results results;
    struct situation at = {.line = m->line.n - 1, .camp = m->camp.n - 1, .garrison = garrison};
    int next = m->weapons ? nexts(m) - 1 : GARRISON;
    if (!at.camp) return move_on(m, at, next, out);
    clash(t, m, at, false, &results);
    return add_clash(m, at, false, true, next, 1, &results, out);
}

/* ---- The chain ---- */

static int add_orders(const struct inc_asked_battle *m, struct alea_step out[]) {
    int n = 0;
    for (int i = 0; i < m->garrison.n; i++) {
        struct inc_string row = string_of(m->garrison.code[i]);
        if (row.n == m->forces.order.n)
            out[n++] = (struct alea_step){.next = before(m, i), .weight = inc_weight_of_order(&m->forces.order, &row)};
    }
    return n;
}

static int length_of(const struct inc_strings *all, int index) { return string_of(all->code[index]).n; }

static bool is_over(const struct inc_asked_battle *m, struct situation at) { /* [INC-COMBAT-21, INC-RETREAT-1 .. -3] */
    int line = length_of(&m->line, at.line), foes = length_of(&m->camp, at.camp) + length_of(&m->garrison, at.garrison);
    return !line || !foes || (line < foes && !m->forces.fight.death);
}

int inc_chain_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct inc_asked_battle *m = memory;
    if (state == before(m, m->garrison.n)) return add_orders(m, out);
    if (state >= before(m, 0)) return add_first(tables, m, state - before(m, 0), out);
    struct situation at = situation_of(m, state);
    switch (at.next) {
    case HOLD: return add_garrison(tables, m, at, false, out);
    case PASS: return is_over(m, at) ? 0 : add_pass(tables, m, at, out);
    case GARRISON: return add_garrison(tables, m, at, true, out);
    default:
        if (!at.line || (!at.camp && !at.garrison)) return move_on(m, at, GARRISON, out); /* [INC-SIEGE-8] */
        return add_weapons(tables, m, at, out);
    }
}

void inc_chain_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct inc_asked_battle *m = memory;
    struct situation at = situation_of(m, state);
    (void)tables;
    out[INC_ATTACKERS_LEFT] = length_of(&m->line, at.line);
    out[INC_DEFENDERS_LEFT] = length_of(&m->camp, at.camp) + length_of(&m->garrison, at.garrison);
    out[INC_WIN] = out[INC_ATTACKERS_LEFT] && !out[INC_DEFENDERS_LEFT];
}

/* ---- The beginning ---- */

static void list_weapons(const struct inc_tables *t, struct inc_asked_battle *m) {
    for (int i = 0; i < t->n_structures; i++)
        if (m->forces.fight.weapons[i]) m->weapon[m->weapons++] = (uint8_t)i;
}

/* Do the weights of all volleys fit 64 bits? */
static bool can_fire(const struct inc_tables *t, const struct inc_asked_battle *m) {
    for (int kind = 0; kind < m->weapons; kind++) {
        uint64_t weight = 1, total = shot_of(t, m, kind).total;
        for (int i = shots_of(t, m, kind, m->forces.fight.n_line); i > 0; i--) {
            if (!total || weight > UINT64_MAX / 2 / total) return false;
            weight *= total;
        }
    }
    return true;
}

/* Every order that the garrison may have. */
static void mark_garrisons(struct inc_asked_battle *m) {
    for (int code = first_of(m->forces.order.n); code < first_of(m->forces.order.n + 1); code++) {
        struct inc_string row = string_of(code);
        if (inc_weight_of_order(&m->forces.order, &row)) mark(&m->garrison, &row);
    }
    number(&m->garrison);
}

/* Most units of a type in the line. */
static int most_of_a_type(const struct inc_fight *fight) {
    int count[INC_TYPES] = {0}, most = 0;
    for (int i = 0; i < fight->n_line; i++)
        if (++count[fight->line[i]] > most) most = count[fight->line[i]];
    return most;
}

bool inc_chain_begin(const struct inc_tables *t, struct inc_asked_battle *m, struct alea_asked *asked) {
    const struct inc_fight *fight = &m->forces.fight;
    bool few = fight->n_line <= INC_EXACT && fight->n_camp + fight->n_garrison <= INC_EXACT;
    if (!few || t->die > DIE || t->low_die > LOW_DIE || t->max_passes < PASSES) return false;
    list_weapons(t, m);
    struct inc_string line = row_of(fight->line, fight->n_line), camp = row_of(fight->camp, fight->n_camp);
    mark(&m->line, &line);
    number(&m->line);
    mark(&m->camp, &camp);
    number(&m->camp);
    mark_garrisons(m);
    int64_t states = (int64_t)m->line.n * m->camp.n * m->garrison.n * nexts(m) + m->garrison.n + 1;
    if (states > STATES || !can_fire(t, m)) return false;
    int most = most_of_a_type(fight), foes = fight->n_camp > fight->n_garrison ? fight->n_camp : fight->n_garrison;
    if (asked->effort && STEPS * states + inc_best_effort(t, most, foes) > asked->effort) return false;
    inc_best_begin(t, most, foes, &m->best);
    asked->states = (int32_t)states;
    asked->start = m->forces.order.places_seen < m->forces.order.n ? asked->states - 1 : before(m, m->garrison.n - 1);
    return true;
}
