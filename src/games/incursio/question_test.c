/* SPDX-License-Identifier: MIT */
/* question_test.c - what the questions about duels and battles answer, against an enumeration of all dice that is written from
 * section 26 of the rules (enumeration.h), and against the game itself, played through every throw. [INC-COMBAT, INC-SIEGE, INC-RETREAT, INC-GARR] */
#include <math.h>

#include "../../odds/odds.h"
#include "arena.h"
#include "enumeration.h"
#include "question.h"

enum { WORDS = 10 };

static void near(double value, double wanted) { assert_true(fabs(value - wanted) <= 1e-12); }

/* ---- Questions -------------------------------------------------------------------------------------------------------- */

static const struct odds_how exactly = {.fractions = true}, roughly = {.samples = 2000, .seed = 7};

/* "attackers=tr*2 garrison=f": the code, and the answer, to be cleared in any case. */
static enum alea_err try(const char *name, const char *line, const struct odds_how *how, struct odds_answer *answer,
                         struct alea_error *error) {
    char words[256], *rest = NULL;
    struct odds_given given[WORDS];
    struct alea_values values[ALEA_MAX_PARAMETERS];
    int n = 0;
    *answer = (struct odds_answer){.kind = ALEA_ANSWER_NONE};
    const struct alea_question *question = odds_find(game, name, error);
    assert_non_null(question);
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        assert_true(value && n < WORDS);
        *value = 0;
        given[n++] = (struct odds_given){.name = word, .value = value + 1};
    }
    enum alea_err code = odds_read(rules, question, given, n, values, error);
    return code == ALEA_OK ? odds_solve(rules, question, values, how, answer, error) : code;
}

static struct odds_answer ask(const char *name, const char *line) {
    struct alea_error error = {.lang = ALEA_EN};
    struct odds_answer answer;
    if (try(name, line, &exactly, &answer, &error) != ALEA_OK) fail_msg("%s %s: %s", name, line, error.text);
    return answer;
}

/* Of large battles, whose fractions nobody could read. */
static struct odds_answer ask_roughly(const char *line) {
    struct alea_error error = {.lang = ALEA_EN};
    struct odds_answer answer;
    if (try("battle", line, &roughly, &answer, &error) != ALEA_OK) fail_msg("%s: %s", line, error.text);
    return answer;
}

static void is_refused(const char *name, const char *line, const char *why) {
    for (enum alea_lang lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_error error = {.lang = lang};
        struct odds_answer answer;
        assert_int_equal(try(name, line, &exactly, &answer, &error), ALEA_ERR_NO_ODDS);
        if (lang == ALEA_EN) assert_non_null(strstr(error.text, why));
        odds_clear(&answer);
    }
}

/* ---- Comparing ------------------------------------------------------------------------------------------------------------- */

static int kinds_of(const char *words, int out[FEW]) {
    char copy[64], *rest = NULL;
    int n = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        int kind = 0;
        while (strcmp(kind_words[kind], word) != 0) kind++;
        assert_true(n < FEW);
        out[n++] = kind;
    }
    return n;
}

static void compare(const struct odds_answer *answer, const struct ends *ends) {
    double line[FEW + 1] = {0}, foes[2 * FEW + 1] = {0}, win = 0;
    for (int i = 0; i <= FEW; i++)
        for (int j = 0; j <= 2 * FEW; j++) {
            line[i] += ends->at[i][j];
            foes[j] += ends->at[i][j];
            if (i && !j) win += ends->at[i][j];
        }
    assert_int_equal(answer->kind, ALEA_ANSWER_CHAIN);
    near(answer->measure[INC_WIN].at[1].value, win);
    for (int i = 0; i <= answer->measure[INC_ATTACKERS_LEFT].most; i++)
        near(answer->measure[INC_ATTACKERS_LEFT].at[i].value, line[i]);
    for (int i = 0; i <= answer->measure[INC_DEFENDERS_LEFT].most; i++)
        near(answer->measure[INC_DEFENDERS_LEFT].at[i].value, foes[i]);
}

/* What stands in the question's line beside the forces, and what it does. */
struct battle_case {
    const char *attackers, *camp, *garrison, *rest;
    struct forces mods;
};

static const struct battle_case cases[] = {
    {"tr", "f", "", "", {.n_line = 0}},
    {"tr", "", "f", "", {.n_line = 0}},
    {"tr,as", "", "f,a", "", {.n_line = 0}},
    {"as,tr,di", "", "a,c,f", "", {.n_line = 0}},
    {"tr,tr,tr", "f", "a", "", {.n_line = 0}},        /* extras in both clashes; a pass without a fall */
    {"tr,tr,tr,tr", "", "a,f", "", {.n_line = 0}},    /* extras of both sizes of dice */
    {"di,di,di,di,di", "", "c", "", {.n_line = 0}},   /* four extras behind one */
    {"as,tr,di,tr,as", "", "f,f", "", {.n_line = 0}}, /* extras whose type does not fight */
    {"tr,tr,tr,as", "c,f", "a,f", "", {.n_line = 0}},
    {"tr,as", "f,a,c", "", "death=yes", {.death = true}}, /* fewer, to the death */
    {"tr,as", "f,a,c", "", "", {.n_line = 0}},
    {"tr,di", "c", "f,a", "death=yes", {.death = true}},
    {"as,di,tr", "", "f,c", "structures=manned_walls", {.tie = true}},
    {"as,di,tr",
     "f",
     "f,a,c",
     "structures=manned_towers,scaffolds,reinforced_walls",
     {.walls = {[F] = 2, [AR] = 2, [C] = 1}}},
    {"tr,as,tr,di", "a", "f", "structures=catapults*3", {.catapults = 3}},
    {"tr,as,as,di",
     "",
     "c,f",
     "structures=catapults,ballistae*2,trebuchets",
     {.catapults = 1, .ballistae = 2, .trebuchets = 1}},
    {"tr,as,di", "f", "a", "structures=mage_tower,catapults", {.catapults = 1, .tower = true}},
    {"tr,as,tr",
     "",
     "f,f",
     "structures=mage_tower,manned_walls upgrades=11",
     {.tower = true, .tie = true, .resist = 1, .attack = {[TR] = 2, [AS] = 2, [DI] = 2}}},
    {"tr,as,di", "c", "f", "upgrades=5 bonus=1", {.attack = {[TR] = 2, [AS] = 2, [DI] = 1}}},
    {"f,a,c", "tr,as,di", "", "", {.n_line = 0}},
    {"c,a,a", "as,di", "", "upgrades=8 ruin=yes bonus=2", {.ruin = 1, .attack = {[F] = 2, [AR] = 2, [C] = 2}}},
    {"f,f,f,a", "di,tr", "", "upgrades=11", {.n_line = 0}},
};

static struct forces forces_of(const struct battle_case *of) {
    struct forces forces = of->mods;
    forces.n_line = kinds_of(of->attackers, forces.line);
    forces.n_camp = kinds_of(of->camp, forces.camp);
    forces.n_garrison = kinds_of(of->garrison, forces.garrison);
    return forces;
}

static struct odds_answer ask_case(const struct battle_case *of) {
    char line[256];
    snprintf(line, sizeof line, "attackers=%s %s%s %s%s %s", of->attackers, *of->camp ? "camp=" : "", of->camp,
             *of->garrison ? "garrison=" : "", of->garrison, of->rest);
    return ask("battle", line);
}

static void battles_are_as_in_the_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(cases); i++) {
        struct forces forces = forces_of(&cases[i]);
        struct odds_answer answer = ask_case(&cases[i]);
        compare(&answer, battle(&forces));
        odds_clear(&answer);
    }
}

static void fractions_are_exact(void **state) {
    (void)state;
    static const struct {
        const char *name, *line;
        uint64_t top, bottom;
    } told[] = {
        {"duel", "attacker=as defender=f passes=1", 5, 12},
        {"duel", "attacker=tr defender=f garrison=yes", 3, 10},
        {"battle", "attackers=tr,as garrison=f,a", 153, 500},
    };
    for (size_t i = 0; i < ALEA_LEN(told); i++) {
        struct odds_answer answer = ask(told[i].name, told[i].line);
        assert_int_equal(answer.measure[INC_WIN].at[1].top, told[i].top);
        assert_int_equal(answer.measure[INC_WIN].at[1].bottom, told[i].bottom);
        odds_clear(&answer);
    }
}

/* ---- The game, throw by throw ------------------------------------------------------------------------------------------------ */

/* Where a pass may begin: who stands, in order, as one number; and the ends that are known of it. */
struct node {
    uint64_t key;
    struct ends ends;
};

struct tree {
    struct node node[256];
    int n;
};

static uint64_t key_of(const struct inc_position *p) {
    int other = inc_other(p->side);
    uint64_t key = 1;
    for (int i = 0; i < p->attackers; i++) key = key * 4 + 1 + inc_type(p->unit[p->side][p->line[i]]);
    key = key * 4;
    for (int i = 0; i < inc_n_units(p, other, p->battle); i++) {
        if (i == inc_garrison(p, other, p->battle)) key = key * 4;
        key = key * 4 + 1 + inc_type(inc_units_at(p, other, p->battle)[i]);
    }
    return key * 2 + (inc_garrison(p, other, p->battle) > 0);
}

/* One pass of them. */
struct pass {
    struct tree *tree;
    uint64_t start;
    int number;
};

struct pass_ends {
    struct ends ends;
    double stay; /* that the pass ends as it began */
};

static struct ends ends_of(struct tree *tree, const struct inc_position *p);

/* NOLINTBEGIN(misc-no-recursion): as deep as there are dice, and units that may fall */
static struct pass_ends walk(const struct pass *pass, const struct inc_position *p, int side) {
    struct alea_outcome out[64];
    struct pass_ends all = {.stay = 0};
    if (p->battle == ALEA_NONE) { /* one of the attackers' side stayed at home */
        all.ends.at[p->total[side] - 1][p->total[inc_other(side)]] = 1;
        return all;
    }
    if (p->pass > pass->number) {
        if (pass->number > 1 && key_of(p) == pass->start) all.stay = 1;
        else all.ends = ends_of(pass->tree, p);
        return all;
    }
    int n = game->outcomes(&tables, p, out);
    for (int i = 0; i < n; i++) {
        struct inc_position next = *p;
        game->apply(&tables, &next, ALEA_CHANCE, out[i].move, NULL);
        struct pass_ends then = walk(pass, &next, side);
        add_end(&all.ends, 1.0 / n, &then.ends);
        all.stay += then.stay / n;
    }
    return all;
}

static struct ends ends_of(struct tree *tree, const struct inc_position *p) {
    uint64_t key = key_of(p);
    for (int i = 0; i < tree->n && p->pass > 1; i++)
        if (tree->node[i].key == key) return tree->node[i].ends;
    struct inc_position begun = *p;
    if (p->pass > 1) begun.pass = 2; /* all but the first are alike, far from the last one */
    struct pass pass = {.tree = tree, .start = key, .number = begun.pass};
    struct pass_ends once = walk(&pass, &begun, p->side);
    struct ends ends = {{{0}}};
    add_end(&ends, 1 / (1 - once.stay), &once.ends);
    assert_true(tree->n < 256);
    if (p->pass > 1) tree->node[tree->n++] = (struct node){.key = key, .ends = ends};
    return ends;
}
/* NOLINTEND(misc-no-recursion) */

static void battles_are_as_in_the_game(void **state) {
    (void)state;
    static const struct {
        const char *attackers, *camp, *garrison, *mods, *line;
    } played[] = {
        {"Tr As", "", "F A", "", "attackers=tr,as garrison=f,a"},
        {"Tr Tr Di", "", "A", "", "attackers=tr*2,di garrison=a"},
        {"As Di", "C", "F", "", "attackers=as,di camp=c garrison=f"},
        {"Tr As", "", "F C", "tie all+1", "attackers=tr,as garrison=f,c structures=manned_walls,reinforced_walls"},
        {"Tr As Tr", "", "F", "cat cat bal", "attackers=tr,as,tr garrison=f structures=catapults*2,ballistae"},
        {"As Di", "", "A", "tower", "attackers=as,di garrison=a structures=mage_tower"},
        {"F A", "Di As", "", "", "attackers=f,a camp=di,as"},
    };
    for (size_t i = 0; i < ALEA_LEN(played); i++) {
        static struct tree tree;
        struct inc_position p;
        tree.n = 0;
        begin(&p, played[i].attackers, played[i].camp, played[i].garrison, played[i].mods);
        struct ends ends = ends_of(&tree, &p);
        struct odds_answer answer = ask("battle", played[i].line);
        compare(&answer, &ends);
        odds_clear(&answer);
    }
}

/* ---- Duels ----------------------------------------------------------------------------------------------------------------------- */

static void duels(void **state) {
    (void)state;
    for (int mine = 0; mine < KINDS; mine++)
        for (int theirs = (mine + 1) % 2; theirs < KINDS; theirs += 2)
            for (int variant = 0; variant < 16; variant++) {
                bool garrison = variant & 1, walls = variant >> 1 & 1;
                int bonus = variant >> 2 & 1, defence = variant >> 3, count[3] = {0};
                char line[128], short_line[160];
                if (garrison && theirs % 2) continue; /* demons */
                int die = garrison && has_advantage(theirs, mine) ? 4 : 6, foe_die = has_advantage(mine, theirs) ? 4 : 6;
                for (int face = 1; face <= die; face++)
                    for (int foe = 1; foe <= foe_die; foe++) {
                        int ahead = face + bonus - foe - defence;
                        count[ahead > 0 ? 0 : ahead < 0 || (garrison && walls) ? 1 : 2]++;
                    }
                snprintf(line, sizeof line, "attacker=%s defender=%s garrison=%s walls=%s bonus=%d defence=%d",
                         kind_words[mine], kind_words[theirs], garrison ? "yes" : "no", walls ? "yes" : "no", bonus,
                         defence);
                struct odds_answer answer = ask("duel", line);
                const struct odds_chance *win = &answer.measure[INC_WIN].at[1];
                assert_int_equal(win->top * (uint64_t)(count[0] + count[1]), win->bottom * (uint64_t)count[0]);
                odds_clear(&answer);
                snprintf(short_line, sizeof short_line, "%s passes=2", line);
                answer = ask("duel", short_line);
                double all = die * foe_die, tie = count[2] / all;
                near(answer.measure[INC_WIN].at[1].value, count[0] / all * (1 + tie));
                near(answer.measure[INC_ATTACKERS_LEFT].at[1].value, count[0] / all * (1 + tie) + tie * tie);
                odds_clear(&answer);
            }
}

/* ---- What is not known of a garrison ------------------------------------------------------------------------------------------------ */

struct mixture {
    const char *seen[3]; /* "": not seen */
    const char *units[3];
    int n, types;
    double weight, win;
};

static void add_order(struct mixture *m, const char *const order[]) {
    char line[128];
    for (int i = 0; i < m->n; i++)
        if (*m->seen[i] && strcmp(m->seen[i], order[i]) != 0) return;
    snprintf(line, sizeof line, "attackers=tr,as,di garrison=%s,%s,%s structures=stables", order[0], order[1], order[2]);
    struct odds_answer answer = ask("battle", line);
    m->weight += 1;
    m->win += answer.measure[INC_WIN].at[1].value;
    odds_clear(&answer);
}

/* Every order of three units that can be told apart, and every type of those that are not known. */
static void mix_orders(struct mixture *m) {
    static const char *const soldiers[3] = {"f", "a", "c"};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int order = 0; order < 6; order++)
        for (int types = 0; types < 27; types++) {
            const char *unit[3], *row[3];
            int type[3] = {types % 3, types / 3 % 3, types / 9};
            bool again = false; /* the type of a known unit makes no difference: it is counted once */
            for (int i = 0; i < 3; i++) {
                bool known = *m->units[i];
                unit[i] = known ? m->units[i] : soldiers[type[i]];
                again = again || (known && type[i]) || (!known && type[i] >= m->types);
            }
            for (int i = 0; i < 3; i++) row[i] = unit[orders[order][i]];
            if (!again) add_order(m, row);
        }
}

static void orders_that_can_be_are_mixed(void **state) {
    (void)state;
    static const struct {
        struct mixture mixture;
        const char *line;
    } mixed[] = {
        {{.seen = {"f", "", ""}, .units = {"f", "a", "c"}, .types = 3}, "garrison=f,a,c seen=f"},
        {{.seen = {"", "", ""}, .units = {"f", "f", "c"}, .types = 3}, "garrison=f,f,c seen=unknown"},
        {{.seen = {"", "a", ""}, .units = {"f", "a", ""}, .types = 3}, "garrison=f,a,unknown seen=unknown,a"},
        {{.seen = {"f", "", ""}, .units = {"f", "", ""}, .types = 3}, "garrison=infantry,unknown*2 seen=infantry"},
        {{.seen = {"", "", "c"}, .units = {"", "", ""}, .types = 3}, "garrison=unknown*3 seen=unknown,unknown,c"},
        {{.seen = {"", "", "c"}, .units = {"", "", ""}, .types = 3}, "garrison=unknown,unknown,c"}, /* told by place */
    };
    for (size_t i = 0; i < ALEA_LEN(mixed); i++) {
        char line[256];
        struct mixture m = mixed[i].mixture;
        m.n = 3;
        mix_orders(&m);
        snprintf(line, sizeof line, "attackers=tr,as,di structures=stables %s", mixed[i].line);
        struct odds_answer answer = ask("battle", line);
        assert_int_equal(answer.kind, ALEA_ANSWER_CHAIN);
        near(answer.measure[INC_WIN].at[1].value, m.win / m.weight);
        odds_clear(&answer);
    }
    /* Without stables nobody unknown is cavalry. [INC-GARR-4] */
    struct odds_answer unknown = ask("battle", "attackers=tr garrison=unknown"),
                       f = ask("battle", "attackers=tr garrison=f"), a = ask("battle", "attackers=tr garrison=a");
    near(unknown.measure[INC_WIN].at[1].value, (f.measure[INC_WIN].at[1].value + a.measure[INC_WIN].at[1].value) / 2);
    odds_clear(&unknown);
    odds_clear(&f);
    odds_clear(&a);
}

/* ---- Samples ------------------------------------------------------------------------------------------------------------------------- */

/* The same battle by lot: both ways are in its memory. 4 deviations: this seed's luck is what it is. */
static void samples_agree(void **state) {
    (void)state;
    static const char *const lines[] = {
        "attackers=tr*5,as,di*2 garrison=f,a,c,f camp=c,a structures=catapults*2,manned_walls,mage_tower",
        "attackers=f*3,a*2,c*3 camp=di*3,tr*2,as*3 upgrades=8 ruin=yes",
        "attackers=tr*4,di*2 garrison=f,a,unknown*3 seen=unknown,a structures=stables",
        "attackers=as*8 garrison=unknown*4,c,unknown death=yes",
    };
    for (size_t i = 0; i < ALEA_LEN(lines); i++) {
        enum { TRIES = 20000 };
        struct odds_answer answer = ask_roughly(lines[i]);
        struct alea_random random = alea_random_stream(1, i);
        double sum = 0, win = answer.measure[INC_WIN].at[1].value;
        int won = 0, left = 0;
        assert_int_equal(answer.kind, ALEA_ANSWER_CHAIN);
        inc_weigh_crowds(&((struct inc_asked_battle *)answer.memory)->forces.order);
        for (int try = 0; try < TRIES; try++) {
            int32_t out[INC_QUESTION_MEASURES];
            answer.question->sample(rules->tables, answer.memory, &random, out);
            won += out[INC_WIN];
            left += out[INC_ATTACKERS_LEFT];
        }
        assert_true(fabs((double)won / TRIES - win) < 4 * sqrt(win * (1 - win) / TRIES));
        const struct odds_measure *line = &answer.measure[INC_ATTACKERS_LEFT];
        for (int n = 0; n <= line->most; n++) sum += n * n * line->at[n].value;
        double deviation = sqrt((sum - line->expected * line->expected) / TRIES);
        assert_true(fabs((double)left / TRIES - line->expected) < 4 * deviation);
        odds_clear(&answer);
    }
}

/* Beyond eight a side; as long as the lists may be. */
static void large_battles_are_sampled(void **state) {
    (void)state;
    struct odds_answer answer = ask_roughly("attackers=tr*9 garrison=f");
    assert_int_equal(answer.kind, ALEA_ANSWER_SAMPLE);
    odds_clear(&answer);
    answer = ask_roughly("attackers=tr*60,di*60 camp=f*20 garrison=unknown*64 seen=c structures=stables");
    assert_int_equal(answer.kind, ALEA_ANSWER_SAMPLE);
    odds_clear(&answer);
}

/* What would take longer than is allowed is sampled. */
static void effort_is_minded(void **state) {
    (void)state;
    static const struct {
        const char *line;
        long effort;
        enum alea_answer kind;
    } asked[] = {
        {"attackers=tr*2 garrison=f,a", 1000000, ALEA_ANSWER_CHAIN},
        {"attackers=tr,as,di,tr,as,di garrison=f,a,c,f,a,c", 1000000, ALEA_ANSWER_CHAIN},
        {"attackers=tr*8 garrison=f*8", 1000000, ALEA_ANSWER_SAMPLE},
        {"attackers=tr,as,di,tr,as,di,tr,as garrison=unknown*5", 1000000, ALEA_ANSWER_SAMPLE},
        {"attackers=tr*2 garrison=f,a", 10, ALEA_ANSWER_SAMPLE},
    };
    for (size_t i = 0; i < ALEA_LEN(asked); i++) {
        struct odds_answer answer;
        struct alea_error error = {.lang = ALEA_EN};
        struct odds_how how = {.most_steps = asked[i].effort, .samples = 200};
        assert_int_equal(try("battle", asked[i].line, &how, &answer, &error), ALEA_OK);
        assert_int_equal(answer.kind, asked[i].kind);
        odds_clear(&answer);
    }
}

static void impossible_battles_are_refused(void **state) {
    (void)state;
    is_refused("duel", "attacker=tr defender=as", "same side");
    is_refused("duel", "attacker=f defender=as garrison=yes", "INC-GARR-10");
    is_refused("battle", "attackers=tr*8", "nobody defends");
    is_refused("battle", "attackers=tr,f camp=a", "side by side");
    is_refused("battle", "attackers=f camp=tr,a", "same side");
    is_refused("battle", "attackers=f garrison=tr", "INC-GARR-10");
    is_refused("battle", "attackers=f camp=tr structures=mage_tower", "no structures");
    is_refused("battle", "attackers=tr camp=f structures=catapults*6", "at most 5");
    is_refused("battle", "attackers=tr garrison=f*65", "at most 64");
    is_refused("battle", "attackers=tr garrison=f,a seen=a,a", "more often in 'seen'");
    is_refused("battle", "attackers=tr garrison=f,unknown seen=c", "more often in 'seen'");
    is_refused("battle", "attackers=tr garrison=f seen=unknown*2", "tells of 2 places");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(battles_are_as_in_the_rules),    cmocka_unit_test(fractions_are_exact),
        cmocka_unit_test(battles_are_as_in_the_game),     cmocka_unit_test(duels),
        cmocka_unit_test(orders_that_can_be_are_mixed),   cmocka_unit_test(samples_agree),
        cmocka_unit_test(large_battles_are_sampled),      cmocka_unit_test(effort_is_minded),
        cmocka_unit_test(impossible_battles_are_refused),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
