/* SPDX-License-Identifier: MIT */
/* result_test.c - a battle entered as its result: whatever dice bring is accepted and gives the same position, and of small
 * battles nothing else is accepted. [INC-TABLE-13] */
#include "arena.h"

enum { MOST = 16 };

/* Who fell, by the place at the beginning; the garrison before the camp. */
struct fought {
    unsigned result;
    uint32_t attackers, defenders;                                              /* masks of those who fell */
    int line[INC_LINE], garrison[MOST], camp[MOST], n_line, n_garrison, n_camp; /* places of those who stand */
};

static int without(int list[], int n, uint32_t fallen) {
    int left = 0;
    for (int i = 0; i < n; i++)
        if (!(fallen >> list[i] & 1)) list[left++] = list[i];
    return left;
}

static void line_up(struct fought *f, const struct inc_position *p) {
    int other = inc_other(p->side);
    memset(f, 0, sizeof *f);
    f->n_line = p->attackers;
    f->n_garrison = inc_garrison(p, other, p->battle);
    f->n_camp = p->camp[other][p->battle];
    for (int i = 0; i < f->n_line; i++) f->line[i] = i;
    for (int i = 0; i < f->n_garrison; i++) f->garrison[i] = i;
    for (int i = 0; i < f->n_camp; i++) f->camp[i] = f->n_garrison + i;
}

/* Reads out of the reports of one throw who fell by it. */
static void hear(struct fought *f, const struct inc_position *before, const struct alea_events *events) {
    const int *foe = before->stage == INCURSIO_CLASH_CAMP ? f->camp : f->garrison;
    int pair = 0;
    for (int i = 0; i < events->n; i++) {
        unsigned kind = events->at[i].kind;
        if (kind == INCURSIO_EVENT_SHOT_KILLS) f->attackers |= 1u << f->line[before->at];
        if (kind == INCURSIO_EVENT_ATTACKER_FALLS) f->attackers |= 1u << f->line[pair];
        if (kind == INCURSIO_EVENT_DEFENDER_FALLS) f->defenders |= 1u << foe[pair];
        pair +=
            kind == INCURSIO_EVENT_ATTACKER_FALLS || kind == INCURSIO_EVENT_DEFENDER_FALLS || kind == INCURSIO_EVENT_EVEN;
        if (kind == INCURSIO_EVENT_BATTLE_OVER) f->result = (unsigned)events->at[i].arg[1];
    }
}

/* Ranks close behind a stage; while weapons fire nobody moves up. */
static void fight(struct inc_position *p, struct fought *f, struct alea_random *random) {
    line_up(f, p);
    while (p->battle != ALEA_NONE) {
        struct inc_position before = *p;
        struct alea_events events = {.n = 0};
        game->apply(&tables, p, ALEA_CHANCE, game->roll(&tables, p, random), &events);
        hear(f, &before, &events);
        if (p->stage == INCURSIO_CLASH_SIEGE && before.stage == INCURSIO_CLASH_SIEGE) continue;
        f->n_line = without(f->line, f->n_line, f->attackers);
        f->n_garrison = without(f->garrison, f->n_garrison, f->defenders);
        f->n_camp = without(f->camp, f->n_camp, f->defenders);
    }
}

/* Those who do not fall by the outcome alone are entered one by one; the entry stands before `result_end`. */
static void enter(struct inc_position *p, unsigned result, uint32_t attackers, uint32_t defenders) {
    int n = p->attackers, foes = inc_n_units(p, inc_other(p->side), p->battle);
    play(p, ALEA_HOST, INCURSIO_VERB_RESULT, result);
    for (int i = 0; i < n && result != INCURSIO_RESULT_REPELLED; i++)
        if (i < 32 && attackers >> i & 1) play(p, ALEA_HOST, INCURSIO_VERB_FALLS_ATTACKER, (unsigned)i + 1);
    for (int i = 0; i < foes && result != INCURSIO_RESULT_TAKEN; i++)
        if (i < 32 && defenders >> i & 1) play(p, ALEA_HOST, INCURSIO_VERB_FALLS_DEFENDER, (unsigned)i + 1);
}

static bool is_accepted(const struct inc_position *p) {
    return !game->why_not(&tables, p, ALEA_HOST, alea_move_make(INCURSIO_VERB_RESULT_END, 0));
}

/* Is the Master told that nothing here proves it? */
static bool is_doubted(const struct inc_position *p) {
    struct alea_text text;
    alea_text_init(&text, 400, ALEA_EN);
    game->words.warn(&tables, p, ALEA_HOST, alea_move_make(INCURSIO_VERB_RESULT_END, 0), &text);
    bool told = text.len > 0;
    assert_true(!told || strstr(alea_text_str(&text), "too large to prove"));
    alea_text_clear(&text);
    return told;
}

/* ---- Battles of any kind ---------------------------------------------------------------------------------------------- */

static void some_units(struct alea_random *random, int side, int least, int most, char out[64]) {
    int n = least + (int)alea_random_below(random, (unsigned)(most - least) + 1);
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < n; i++)
        length += (size_t)snprintf(out + length, 64 - length, "%s%s", i ? " " : "",
                                   type_words[side][alea_random_below(random, INC_TYPES)]);
}

/* On a settlement, a ruin, or at dawn. */
static void begin_any(struct inc_position *p, struct alea_random *random) {
    static const char *const mods[] = {"",          "cat cat bal", "tie",  "tie F+1 A+1", "tower tre",
                                       "all+1 cat", "death",       "Tr+1", "resist cat",  "death tie all+1"};
    char line[64], camp[64], garrison[64];
    unsigned kind = alea_random_below(random, 4);
    int side = kind < 2 ? RAIDERS : DEFENDERS;
    some_units(random, side, 1, MOST, line);
    some_units(random, inc_other(side), 1, 8, camp);
    some_units(random, inc_other(side), 0, 6, garrison);
    if (kind < 2)
        begin(p, line, kind ? camp : "",
              kind && !*garrison ? ""
              : *garrison        ? garrison
                                 : "F",
              mods[alea_random_below(random, ALEA_LEN(mods))]);
    else if (kind == 2) begin(p, line, camp, "", alea_random_below(random, 2) ? "ruin+1" : "study");
    else begin_ambush(p, line, camp);
}

/* The last one is a spectator. */
static struct inc_position view_of(const struct inc_position *p, int viewer) {
    struct inc_position view = *p;
    game->secrecy.hide(&tables, &view, viewer == INC_SIDES ? ALEA_NONE : viewer);
    return view;
}

/* Nobody sees an entry before it is complete. An entry that begins between two stages leaves what was thrown as it was. */
static void test_whatever_is_thrown_may_be_entered_instead(void **state) {
    struct alea_random random = {0};
    int later = 0, battles = 0;
    (void)state;
    for (unsigned seed = 1; seed <= 400; seed++) {
        struct inc_position thrown, entered, view[INC_SIDES + 1];
        struct fought fought;
        random = alea_random_stream(13, seed);
        begin_any(&thrown, &random);
        for (unsigned throws = seed % 2 ? 0 : alea_random_below(&random, 30); throws && thrown.battle != ALEA_NONE; throws--)
            game->apply(&tables, &thrown, ALEA_CHANCE, game->roll(&tables, &thrown, &random), NULL);
        if (thrown.battle == ALEA_NONE || !inc_is_unthrown(&tables, &thrown)) continue;
        entered = thrown;
        later += seed % 2 == 0;
        fight(&thrown, &fought, &random);
        for (int viewer = 0; viewer <= INC_SIDES; viewer++) view[viewer] = view_of(&entered, viewer);
        enter(&entered, fought.result, fought.attackers, fought.defenders);
        assert_true(is_accepted(&entered));
        for (int viewer = 0; viewer <= INC_SIDES; viewer++) {
            struct inc_position as_before = view_of(&entered, viewer);
            assert_memory_equal(&as_before, &view[viewer], sizeof as_before);
        }
        play(&entered, ALEA_HOST, INCURSIO_VERB_RESULT_END, 0);
        assert_memory_equal(&entered, &thrown, sizeof thrown);
        battles++;
    }
    assert_true(battles >= 200);
    assert_true(later > 10);
}

/* ---- Small battles: all that can be, and no more ---------------------------------------------------------------------- */

static const struct small {
    const char *attackers, *camp, *garrison, *mods;
} smalls[] = {
    {"Tr", "", "F", ""},
    {"Tr As", "", "F", "tie"},
    {"Tr Tr", "", "A C", ""},
    {"As Di", "F", "C", "tie"},
    {"Tr Di", "", "F F", "cat"},
    {"Tr Tr As", "", "F", "cat"},
    {"Tr As", "F A C", "", "death"},
    {"Di Di", "", "F A", "all+1 tie F+1"},
    {"F C", "Tr Di", "", ""},
    {"F A", "As", "", "ruin+1"},
    {"Tr As Tr", "A", "F F", "cat bal"},
    {"Tr Tr", "", "C", "tower"},
};

enum { FIGHTS = 6000, MASKS = 1 << 6 };

/* Only after the last pass do attackers retreat who are no fewer, or who fight to the death: too rare to be seen. */
static bool is_rare(unsigned result, bool death, int attackers, int defenders) {
    return result == INCURSIO_RESULT_RETREAT && (death || attackers >= defenders);
}

static void test_of_a_small_battle_all_results_and_no_others(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(smalls); i++) {
        static bool seen[INCURSIO_RESULTS][MASKS];
        const struct small *small = &smalls[i];
        struct inc_position start;
        struct alea_random random = {0};
        random = alea_random_stream(14, i);
        memset(seen, 0, sizeof seen);
        begin(&start, small->attackers, small->camp, small->garrison, small->mods);
        int n = start.attackers, foes = inc_n_units(&start, inc_other(start.side), start.battle);
        for (int fights = 0; fights < FIGHTS; fights++) {
            struct inc_position p = start;
            struct fought fought;
            fight(&p, &fought, &random);
            seen[fought.result][fought.attackers | fought.defenders << n] = true;
        }
        for (unsigned at = 0; at < (unsigned)INCURSIO_RESULTS << (n + foes); at++) {
            unsigned result = at >> (n + foes), mask = at & ((1u << (n + foes)) - 1);
            uint32_t attackers = mask & ((1u << n) - 1), defenders = mask >> n;
            if (result == INCURSIO_RESULT_TAKEN && defenders != (1u << foes) - 1) continue; /* fall by the outcome */
            if (result == INCURSIO_RESULT_REPELLED && attackers != (1u << n) - 1) continue;
            struct inc_position p = start;
            enter(&p, result, attackers, defenders);
            bool accepted = is_accepted(&p);
            if (accepted != seen[result][mask] &&
                !(accepted &&
                  is_rare(result, start.death, n - __builtin_popcount(attackers), foes - __builtin_popcount(defenders))))
                fail_msg("%s - %s / %s (%s): result %u, fallen %x %x: %s", small->attackers, small->camp, small->garrison,
                         small->mods, result, attackers, defenders, accepted ? "accepted, never seen" : "seen, refused");
        }
    }
}

/* ---- Large battles ---------------------------------------------------------------------------------------------------- */

/* A hundred against a hundred: nobody far behind falls before those in front of him. */
static void test_large_battles_have_bounds(void **state) {
    char line[512] = "Tr", camp[512] = "F";
    struct inc_position p, other;
    (void)state;
    for (size_t i = 1; i < 80; i++) {
        memcpy(line + 2 + 3 * (i - 1), " Tr", sizeof " Tr");
        memcpy(camp + 1 + 2 * (i - 1), " F", sizeof " F");
    }
    begin(&p, "Tr Tr Tr", camp, "", "death");
    enter(&p, INCURSIO_RESULT_RETREAT, 0, 1u << 3); /* the fourth, and nobody before him */
    assert_false(is_accepted(&p) || is_doubted(&p));
    enter(&p, INCURSIO_RESULT_TAKEN, 0, 0); /* 80 dead of three attackers in 30 passes */
    assert_true(is_accepted(&p));
    begin(&other, "Tr Tr", "F", "", "");
    assert_false(is_doubted(&other)); /* nothing is entered */
    enter(&other, INCURSIO_RESULT_TAKEN, 0, 0);
    assert_true(is_accepted(&other) && !is_doubted(&other)); /* the search proves it */
    begin(&p, "Tr Tr", camp, "", "death");
    enter(&p, INCURSIO_RESULT_TAKEN, 0, 0); /* of two */
    assert_false(is_accepted(&p));
    begin(&other, line, camp, "", "");
    play(&other, ALEA_HOST, INCURSIO_VERB_RESULT, INCURSIO_RESULT_TAKEN);
    assert_true(is_accepted(&other));
    for (unsigned i = 1; i < 80; i++) play(&other, ALEA_HOST, INCURSIO_VERB_FALLS_ATTACKER, i);
    assert_true(is_accepted(&other));
    begin_ambush(&p, "F", line); /* one after the other, for 80 passes: further than the search goes */
    enter(&p, INCURSIO_RESULT_TAKEN, 0, 0);
    assert_true(is_accepted(&p) && is_doubted(&p));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whatever_is_thrown_may_be_entered_instead),
        cmocka_unit_test(test_of_a_small_battle_all_results_and_no_others),
        cmocka_unit_test(test_large_battles_have_bounds),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
