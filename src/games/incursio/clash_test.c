/* SPDX-License-Identifier: MIT */
/* clash_test.c - every throw of a clash, up to four against four, against the rule text, written once more. [INC-COMBAT] */
#include "arena.h"

/* ---- The rule text once more: one clash ------------------------------------------------------------------------------- */

enum { MOST = 4 };

/* A clash as section 26 has it, from types alone. Sides are told by `soldiers_attack`. */
struct model {
    bool soldiers_attack, garrison;
    int n[2]; /* attackers, defenders */
    unsigned type[2][MOST];
    int attack, defence; /* bonuses of all */
    bool tie_win;
};

/* F beats Tr beats A beats As beats C beats Di beats F. [INC-COMBAT-5] */
static bool has_advantage(bool soldier, unsigned type, unsigned over) {
    static const char cycle[][3] = {"F", "Tr", "A", "As", "C", "Di"};
    for (size_t i = 0; i < ALEA_LEN(cycle); i++)
        if (!strcmp(cycle[i], type_words[!soldier][type])) return !strcmp(cycle[(i + 1) % 6], type_words[soldier][over]);
    return false;
}

static unsigned attack_die(const struct model *m, int i) {
    return m->garrison && has_advantage(!m->soldiers_attack, m->type[1][i], m->type[0][i]) ? 4 : 6;
}

static unsigned defence_die(const struct model *m, int i) {
    return has_advantage(m->soldiers_attack, m->type[0][i], m->type[1][i]) ? 4 : 6;
}

static int pairs_of(const struct model *m) { return m->n[0] < m->n[1] ? m->n[0] : m->n[1]; }

/* The fighter backed by extra i, or -1. */
static int backed(const struct model *m, int i) {
    int fighter[MOST], n = 0, before = 0;
    for (int k = 0; k < pairs_of(m); k++)
        if (m->type[0][k] == m->type[0][i]) fighter[n++] = k;
    for (int k = pairs_of(m); k < i; k++) before += m->type[0][k] == m->type[0][i];
    return n ? fighter[before % n] : -1;
}

/* Sizes of all dice in the order of the draw. */
static int dice_of(const struct model *m, unsigned size[]) {
    int n = 0;
    for (int i = 0; i < pairs_of(m); i++) {
        size[n++] = attack_die(m, i);
        size[n++] = defence_die(m, i);
    }
    for (int i = pairs_of(m); i < m->n[0]; i++)
        if (backed(m, i) >= 0) size[n++] = attack_die(m, backed(m, i));
    return n;
}

static int falling(const void *a, const void *b) { return (int)*(const unsigned *)b - (int)*(const unsigned *)a; }

/* Who dies: bits of attackers, and of defenders from bit 8 on. Pool by pool: the extras' dice sorted, the highest first. */
static unsigned deaths(const struct model *m, const unsigned face[]) {
    unsigned mine[MOST], theirs[MOST], dead = 0;
    int pairs = pairs_of(m);
    for (int i = 0; i < pairs; i++) {
        mine[i] = face[2 * i];
        theirs[i] = face[2 * i + 1];
    }
    for (unsigned type = 0; type < INC_TYPES; type++)
        for (unsigned die = 4; die <= 6; die += 2) {
            unsigned spare[MOST];
            int n = 0, at = 2 * pairs;
            for (int i = pairs; i < m->n[0]; i++) {
                if (backed(m, i) < 0) continue;
                if (m->type[0][i] == type && attack_die(m, backed(m, i)) == die) spare[n++] = face[at];
                at++;
            }
            qsort(spare, (size_t)n, sizeof *spare, falling);
            for (int k = 0; k < n; k++) {
                int lowest = -1;
                for (int i = 0; i < pairs; i++)
                    if (m->type[0][i] == type && attack_die(m, i) == die && (lowest < 0 || mine[i] < mine[lowest]))
                        lowest = i;
                if (lowest >= 0 && spare[k] > mine[lowest]) mine[lowest] = spare[k];
            }
        }
    for (int i = 0; i < pairs; i++) {
        int total = (int)mine[i] + m->attack, other = (int)theirs[i] + m->defence;
        if (total > other) dead |= 1u << (8 + i);
        else if (total < other || m->tie_win) dead |= 1u << i;
    }
    return dead;
}

/* ---- Every throw of a clash ------------------------------------------------------------------------------------------- */

static void say_units(bool soldiers, int n, const unsigned type[], char text[32]) {
    *text = 0;
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), 32 - strlen(text), "%s%s", i ? " " : "", type_words[!soldiers][type[i]]);
}

static void begin_model(struct inc_position *p, const struct model *m) {
    char mine[32], theirs[32];
    say_units(m->soldiers_attack, m->n[0], m->type[0], mine);
    say_units(!m->soldiers_attack, m->n[1], m->type[1], theirs);
    begin(p, mine, m->garrison ? "" : theirs, m->garrison ? theirs : "",
          m->tie_win  ? "tie all+1"
          : m->attack ? "study"
                      : "");
    assert_int_equal(m->defence, m->tie_win);
}

/* What the model says is left, against what the position holds: survivors are told by type and order. */
static void check_deaths(const struct inc_position *p, const struct model *m, unsigned dead) {
    int side = m->soldiers_attack ? DEFENDERS : RAIDERS, other = inc_other(side);
    unsigned from = side == RAIDERS ? S05 : S04, site = side == RAIDERS ? S04 : S05;
    int living[2] = {0, 0};
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < m->n[who]; i++) living[who] += !(dead >> (8 * who + i) & 1);
    bool taken = !living[1];
    int first = taken ? p->start[side][site] : p->start[side][from] + 1; /* behind the one who stays */
    assert_int_equal(p->camp[side][taken ? site : from] - (!taken && side == RAIDERS), living[0]);
    for (int i = 0; i < m->n[0]; i++)
        if (!(dead >> i & 1)) assert_int_equal(inc_type(p->unit[side][first++]), m->type[0][i]);
    first = p->start[other][site];
    assert_int_equal(p->camp[other][site] + inc_garrison(p, other, site), living[1]);
    for (int i = 0; i < m->n[1]; i++)
        if (!(dead >> (8 + i) & 1)) assert_int_equal(inc_type(p->unit[other][first++]), m->type[1][i]);
    bool over = taken || !living[0] || living[0] < living[1];
    assert_int_equal(p->battle, over ? ALEA_NONE : site);
    if (!over) assert_int_equal(p->pass, 2);
}

/* Walks every outcome from here, whose first `n` faces fell already; counts the ends. As deep as there are dice.
 * NOLINTNEXTLINE(misc-no-recursion) */
static long walk(const struct inc_position *p, const struct model *m, unsigned face[], int n, int all,
                 const unsigned size[]) {
    struct alea_outcome out[64];
    long ends = 0;
    if (n == all) {
        check_deaths(p, m, deaths(m, face));
        return 1;
    }
    int k = game->outcomes(&tables, p, out), dice = p->step == INCURSIO_STEP_PAIR ? 2 : 1;
    assert_int_equal(k, dice == 2 ? size[n] * size[n + 1] : size[n]);
    for (int i = 0; i < k; i++) {
        struct inc_position next = *p;
        game->apply(&tables, &next, ALEA_CHANCE, out[i].move, NULL);
        face[n] = alea_dice_face(alea_move_arg(out[i].move), 0, 0);
        if (dice == 2) face[n + 1] = alea_dice_face(alea_move_arg(out[i].move), 1, 0);
        ends += (long)out[i].weight * walk(&next, m, face, n + dice, all, size);
    }
    return ends;
}

static void check_clash(const struct model *m) {
    struct inc_position p;
    unsigned size[3 * MOST] = {0}, face[3 * MOST] = {0};
    long product = 1;
    int n = dice_of(m, size);
    for (int i = 0; i < n; i++) product *= size[i];
    begin_model(&p, m);
    assert_int_equal(walk(&p, m, face, 0, n, size), product);
}

static void set_types(struct model *m, unsigned long number) {
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < m->n[who]; i++, number /= INC_TYPES) m->type[who][i] = (unsigned)(number % INC_TYPES);
}

static unsigned long power_of(unsigned long base, int n) {
    unsigned long power = 1;
    while (n-- > 0) power *= base;
    return power;
}

static unsigned long throws_of(const struct model *m) {
    unsigned size[3 * MOST];
    unsigned long product = 1;
    for (int n = dice_of(m, size); n-- > 0;) product *= size[n];
    return product;
}

enum { THROWS = 24 * 24 * 24 * 24 }; /* four pairs of d6 and d4; four of d6 are five times as many, and tell no more */

/* All lines of types while that makes few throws, then some of them. */
static void check_sizes(struct model m, int attackers, int defenders) {
    struct alea_random random = alea_random_stream(26, 10 * (uint64_t)attackers + (uint64_t)defenders);
    m.n[0] = attackers;
    m.n[1] = defenders;
    unsigned long lines = power_of(INC_TYPES, attackers + defenders), done = 0;
    bool all = lines * power_of(6, attackers + pairs_of(&m)) <= THROWS;
    for (unsigned long i = 0; all ? i < lines : done < THROWS / 4; i++) {
        set_types(&m, all ? i : alea_random_below(&random, (uint32_t)lines));
        if (throws_of(&m) > THROWS) continue;
        done += throws_of(&m);
        check_clash(&m);
    }
}

static void clashes_are_enumerated(void **state) {
    static const struct model kinds[] = {{.garrison = true},
                                         {.garrison = true, .defence = 1, .tie_win = true},
                                         {.garrison = false},
                                         {.soldiers_attack = true},
                                         {.soldiers_attack = true, .attack = 1}};
    (void)state;
    for (int attackers = 1; attackers <= MOST; attackers++)
        for (int defenders = 1; defenders <= MOST; defenders++) {
            bool small = attackers + defenders <= MOST;
            for (size_t kind = 0; kind < ALEA_LEN(kinds); kind++)
                if (small || kind == (size_t)(attackers + 2 * defenders) % ALEA_LEN(kinds))
                    check_sizes(kinds[kind], attackers, defenders);
        }
}

/* Section 23: even 15/6/15 of 36, with the advantage 14/4/6 of 24; a garrison's +1 makes 10/5/21, +2 6/4/26. */
static void chances_are_those_of_the_rules(void **state) {
    static const struct {
        const char *attacker, *defender, *mods;
        int win, tie, loss;
    } duels[] = {{"As", "F", "", 15, 6, 15},
                 {"Tr", "A", "", 14, 4, 6},
                 {"Tr", "F", "", 6, 4, 14},
                 {"As", "F", "F+1", 10, 5, 21},
                 {"As", "F", "F+1 all+1", 6, 4, 26}};
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(duels); i++) {
        struct inc_position p;
        struct alea_outcome out[64];
        int count[3] = {0};
        begin(&p, duels[i].attacker, "", duels[i].defender, duels[i].mods);
        int n = game->outcomes(&tables, &p, out);
        for (int k = 0; k < n; k++) {
            struct inc_position next = p;
            game->apply(&tables, &next, ALEA_CHANCE, out[k].move, NULL);
            count[next.battle != ALEA_NONE ? 1 : inc_is_ruin(&next, S04) ? 0 : 2] += (int)out[k].weight;
        }
        assert_int_equal(count[0], duels[i].win);
        assert_int_equal(count[1], duels[i].tie);
        assert_int_equal(count[2], duels[i].loss);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_are_those_of_the_rules),
        cmocka_unit_test(clashes_are_enumerated),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
