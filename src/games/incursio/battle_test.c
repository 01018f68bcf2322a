/* SPDX-License-Identifier: MIT */
/* battle_test.c - battles from their launch to their end: the worked examples of section 30.1, thrown die by die through the
 * game's own moves, and what limits a battle. [INC-COMBAT, INC-SIEGE, INC-RETREAT] */
#include "arena.h"

/* ---- Throws ----------------------------------------------------------------------------------------------------------- */

/* Faces of the two dice that can fall now; every face of one with every face of the other, once. */
static void faces_of(const struct inc_position *p, unsigned *first, unsigned *second) {
    static struct alea_outcome out[4096];
    int n = game->outcomes(&tables, p, out);
    *first = *second = 0;
    for (int i = 0; i < n; i++) {
        unsigned arg = alea_move_arg(out[i].move);
        assert_int_equal(out[i].weight, 1);
        if (alea_dice_face(arg, 0, 0) > *first) *first = alea_dice_face(arg, 0, 0);
        if (alea_dice_face(arg, 1, 0) > *second) *second = alea_dice_face(arg, 1, 0);
    }
    assert_int_equal(n, *first * (*second ? *second : 1));
}

static void throw_dice(struct inc_position *p, unsigned first, unsigned second) {
    play(p, ALEA_CHANCE, INCURSIO_VERB_DICE, alea_dice_with(alea_dice_with(0, 0, 0, first), 1, 0, second));
}

static const char *unit_word(const struct inc_position *p, int side, int index) {
    return type_words[side][inc_type(p->unit[side][index])];
}

/* The next word or number of an example: blanks, "=", "#", "v" and the "d" of dice are passed over. */
static void next_word(const char **at, char out[8]) {
    size_t n = 0;
    *at += strspn(*at, " =#dv");
    for (; n < 7 && (*at)[n] && !strchr(" =#", (*at)[n]); n++) out[n] = (*at)[n];
    out[n] = 0;
    *at += n;
}

static unsigned next_number(const char **at) {
    char *end = NULL;
    *at += strspn(*at, " =#dv");
    unsigned long number = strtoul(*at, &end, 10);
    assert_true(end > *at);
    *at = end;
    return (unsigned)number;
}

/* "Tr d6=5 v A d4=3": types and dice as they are, then thrown. */
static void throw_pair(struct inc_position *p, const char *text) {
    char mine[8], theirs[8];
    unsigned sizes[2];
    next_word(&text, mine);
    unsigned die = next_number(&text), face = next_number(&text);
    next_word(&text, theirs);
    unsigned foe_die = next_number(&text), foe_face = next_number(&text);
    int other = inc_other(p->side), list = p->start[other][p->battle];
    if (p->stage == INCURSIO_CLASH_CAMP) list += inc_garrison(p, other, p->battle);
    assert_int_equal(p->step, INCURSIO_STEP_PAIR);
    assert_string_equal(unit_word(p, p->side, p->line[p->at]), mine);
    assert_string_equal(unit_word(p, other, list + p->at), theirs);
    faces_of(p, &sizes[0], &sizes[1]);
    assert_int_equal(sizes[0], die);
    assert_int_equal(sizes[1], foe_die);
    throw_dice(p, face, foe_face);
}

/* "extra Tr d4=4" */
static void throw_extra(struct inc_position *p, const char *text) {
    char extra[8], mine[8];
    unsigned sizes[2];
    next_word(&text, extra);
    next_word(&text, mine);
    unsigned die = next_number(&text), face = next_number(&text);
    assert_int_equal(p->step, INCURSIO_STEP_EXTRA);
    assert_string_equal(unit_word(p, p->side, p->line[p->at]), mine);
    faces_of(p, &sizes[0], &sizes[1]);
    assert_int_equal(sizes[0], die);
    assert_int_equal(sizes[1], 0);
    throw_dice(p, face, 0);
}

/* "cat 6 v Tr#4 3": #n is the place in the line as the stage began. */
static void throw_shot(struct inc_position *p, const char *text) {
    char weapon[8], target[8];
    unsigned sizes[2];
    next_word(&text, weapon);
    unsigned face = next_number(&text);
    next_word(&text, target);
    unsigned place = next_number(&text), demon = next_number(&text);
    assert_int_equal(p->step, INCURSIO_STEP_SHOT);
    assert_int_equal(p->stage, INCURSIO_CLASH_SIEGE);
    assert_non_null(strstr(tables.structure.at[p->weapon].id, weapon));
    assert_int_equal(p->at + 1, place);
    assert_string_equal(unit_word(p, p->side, p->line[p->at]), target);
    faces_of(p, &sizes[0], &sizes[1]);
    assert_int_equal(sizes[0], 6);
    assert_int_equal(sizes[1], 6);
    throw_dice(p, face, demon);
}

/* ---- The examples ----------------------------------------------------------------------------------------------------- */

enum outcome { TAKEN, REPELLED, RETREAT, PASS_2 };

static const struct example {
    const char *name, *attackers, *camp, *garrison, *mods;
    const char *throws; /* in the order of the draw; a bar where the survivors close ranks */
    enum outcome outcome;
    const char *left, *camp_left, *garrison_left;
} examples[] = {
    {"EX-C01", "Tr As As As Di", "", "A F C F C", "",
     "Tr d6=5 v A d4=3; As d6=2 v F d6=6; As d6=4 v C d4=4; As d6=1 v F d6=3; Di d4=4 v C d6=2 |"
     "Tr d4=1 v F d6=6; As d6=6 v C d4=1; Di d6=5 v F d4=4 | As d6=3 v F d6=5 | Di d6=2 v F d4=1",
     TAKEN, "Di", "", ""},
    {"EX-C02", "As Tr Di Tr", "", "F F F", "", "As d6=3 v F d6=2; Tr d4=1 v F d6=3; Di d6=6 v F d4=2; extra Tr d4=4", TAKEN,
     "As Tr Di Tr", "", ""},
    {"EX-C03a", "As As Tr Tr Di Di", "", "A A C C F", "",
     "As d4=3 v A d6=5; As d4=4 v A d6=4; Tr d6=2 v C d6=6; Tr d6=5 v C d6=1; Di d6=2 v F d4=3; extra Di d6=6", PASS_2,
     "As Tr Di Di", "", "A A C"},
    {"EX-C03b", "As As Tr Tr Di Di", "", "A A C C F", "cat cat bal",
     "cat 2 v Tr#3 5; cat 6 v Tr#4 3; bal 5 v As#1 1 |"
     "As d4=2 v A d6=6; Tr d6=6 v A d4=1; Di d4=4 v C d6=1; Di d4=1 v C d6=4",
     RETREAT, "Tr Di", "", "A C F"},
    {"EX-C04", "Tr", "", "F", "", "Tr d4=4 v F d6=6", REPELLED, "", "", "F"},
    {"EX-C05", "Tr", "F", "", "", "Tr d6=6 v F d6=5", TAKEN, "Tr", "", ""},
    {"EX-C06", "Di", "F", "", "", "Di d6=5 v F d4=4", TAKEN, "Di", "", ""},
    {"EX-C07", "C", "As", "", "", "C d6=3 v As d6=2", TAKEN, "C", "", ""},
    {"EX-C08", "A", "As", "", "", "A d6=6 v As d4=4", TAKEN, "A", "", ""},
    {"EX-C09", "As", "", "F", "", "As d6=3 v F d6=3 | As d6=4 v F d6=2", TAKEN, "As", "", ""},
    {"EX-C10", "As Di", "", "F C", "tie", "As d6=4 v F d6=4; Di d4=2 v C d6=2", REPELLED, "", "", "F C"},
    {"EX-C11", "Tr As Di", "", "F F A", "tie F+1 all+1", "Tr d4=4 v F d6=2; As d6=6 v F d6=3; Di d6=3 v A d6=2", RETREAT,
     "As", "", "F A"},
    {"EX-C12", "Tr Tr Tr Tr", "", "A A", "", "Tr d6=2 v A d4=3; Tr d6=1 v A d4=4; extra Tr d6=5; extra Tr d6=6", TAKEN,
     "Tr Tr Tr Tr", "", ""},
    {"EX-C13", "Tr Tr Tr Tr", "", "F A", "", "Tr d4=1 v F d6=4; Tr d6=2 v A d4=2; extra Tr d4=4; extra Tr d6=5", PASS_2,
     "Tr Tr Tr Tr", "", "F"},
    {"EX-C14", "As Di", "", "F", "", "As d6=2 v F d6=5 | Di d6=5 v F d4=3", TAKEN, "Di", "", ""},
    {"EX-C15", "Di Di", "C", "", "", "Di d6=4 v C d6=5; extra Di d6=2 | Di d6=6 v C d6=3", TAKEN, "Di", "", ""},
    {"EX-C16", "Tr As Di", "", "F A C F", "", "Tr d4=2 v F d6=5; As d4=1 v A d6=6; Di d4=3 v C d6=3", RETREAT, "Di", "",
     "F A C F"},
    {"EX-C17", "As As", "", "F F", "", "As d6=5 v F d6=2; As d6=1 v F d6=4 | As d6=3 v F d6=6", REPELLED, "", "", "F"},
    {"EX-C18", "Tr Tr Di", "F A", "F A", "",
     "Tr d6=5 v F d6=2; Tr d6=3 v A d4=4 | Tr d4=2 v F d6=1; Di d6=6 v A d6=3 | Tr d6=4 v A d4=2", TAKEN, "Tr Di", "", ""},
    {"EX-C19", "As As", "", "F F F", "death", "As d6=2 v F d6=5; As d6=6 v F d6=1 | As d6=1 v F d6=4", REPELLED, "", "",
     "F F"},
    {"EX-C20", "Tr As Di", "", "F F", "tower tie F+1",
     "tower 4 v Tr#1 2; tower 3 v As#2 3; tower 6 v Di#3 5 | As d6=2 v F d6=3", REPELLED, "", "", "F F"},
    {"EX-C21", "As As Tr", "", "A F", "bal bal bal",
     "bal 1 v As#1 4; bal 2 v As#2 2; bal 6 v As#1 1 | As d4=3 v A d6=6; Tr d4=4 v F d6=1", PASS_2, "Tr", "", "A"},
    {"EX-C22", "Tr Tr", "", "F", "bal tre", "Tr d4=1 v F d6=6; extra Tr d4=2", PASS_2, "Tr", "", "F"},
    {"EX-C23", "Tr Tr", "", "F", "cat", "cat 3 v Tr#1 3 | Tr d4=2 v F d6=2; extra Tr d4=2 | Tr d4=4 v F d6=3; extra Tr d4=1",
     TAKEN, "Tr Tr", "", ""},
    {"EX-C24", "Tr As", "", "C", "cat bal resist", "cat 4 v Tr#1 3; bal 5 v As#2 3 | Tr d6=6 v C d6=1", TAKEN, "Tr", "", ""},
    {"EX-C25", "Di", "", "F", "tre", "tre 5 v Di#1 4", REPELLED, "", "", "F"},
    {"EX-C26", "Tr Tr", "", "A A", "tie Tr+1", "Tr d6=3 v A d4=4; Tr d6=4 v A d4=4 | Tr d6=2 v A d4=2", TAKEN, "Tr", "", ""},
    {"EX-C27", "F A C", "Tr As Di", "", "study", "F d6=3 v Tr d4=4; A d6=3 v As d4=3; C d6=5 v Di d4=2 | F d6=2 v Tr d4=1",
     TAKEN, "F A C", "", ""},
    {"EX-C28", "F", "Tr", "", "ruin+1", "F d6=3 v Tr d4=2 | F d6=4 v Tr d4=2", TAKEN, "F", "", ""},
    {"EX-C29", "A", "Tr As Di", "", "ambush", "A d6=4 v Tr d6=3 | A d6=5 v As d4=2 | A d6=2 v Di d6=6", REPELLED, "", "Di",
     ""},
    {"EX-C30", "Di Di", "", "F F C", "death", "Di d6=5 v F d4=1; Di d6=2 v F d4=4 | Di d6=3 v F d4=2 | Di d4=1 v C d6=4",
     REPELLED, "", "", "C"},
};

static void throw_all(struct inc_position *p, const char *throws) {
    char text[512], *rest = NULL;
    snprintf(text, sizeof text, "%s", throws);
    for (char *one = strtok_r(text, ";|", &rest); one; one = strtok_r(NULL, ";|", &rest)) {
        while (*one == ' ') one++;
        if (!strncmp(one, "extra", 5)) throw_extra(p, one);
        else if (strchr(one, '#')) throw_shot(p, one);
        else throw_pair(p, one);
    }
}

/* "F A C" of the units first .. first + n - 1. */
static const char *words_of(const struct inc_position *p, int side, int first, int n) {
    static char text[1024];
    *text = 0;
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", unit_word(p, side, first + i));
    return text;
}

static const char *line_words(const struct inc_position *p) {
    static char text[1024];
    *text = 0;
    for (int i = 0; i < p->attackers; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", unit_word(p, p->side, p->line[i]));
    return text;
}

/* All that only a battle writes is blank again. */
static void battle_is_blank(const struct inc_position *p) {
    assert_int_equal(p->battle, ALEA_NONE);
    assert_int_equal(p->stage | p->pass | p->death | p->attackers | p->pairs | p->at, 0);
    assert_int_equal(p->weapon | p->copy | p->aim | p->ambush | p->resume, 0);
    for (int i = 0; i < INC_LINE; i++) assert_int_equal(p->line[i] | p->dice[i], 0);
}

static void all_fought(const struct inc_position *p, int side, int first, int n) {
    for (int i = first; i < first + n; i++) assert_int_equal(inc_state_of(p->unit[side][i]), INC_FOUGHT);
}

static void check_end(const struct inc_position *p, const struct example *e, int side, unsigned from, unsigned site) {
    int other = inc_other(side), stays = side == RAIDERS; /* a Tr that did not attack stands before them */
    bool taken = e->outcome == TAKEN;
    int units = inc_garrison(p, other, site) + p->camp[other][site];
    int first = p->start[side][taken ? site : from] + (taken ? 0 : inc_garrison(p, side, from) + stays);
    int left = p->camp[side][taken ? site : from] - (taken ? 0 : stays);
    assert_int_equal(p->step, INCURSIO_STEP_ASSAULT);
    assert_int_equal(p->attacks, 1);
    assert_string_equal(words_of(p, side, first, left), e->left);
    all_fought(p, side, first, left);
    all_fought(p, other, p->start[other][site], units);
    assert_string_equal(words_of(p, other, p->start[other][site], inc_garrison(p, other, site)), e->garrison_left);
    assert_string_equal(words_of(p, other, p->start[other][site] + inc_garrison(p, other, site), p->camp[other][site]),
                        e->camp_left);
    if (taken) assert_int_equal(units, 0);
    if (taken) assert_int_equal(inc_is_ruin(p, site), side == RAIDERS);
    battle_is_blank(p);
}

/* Day 3 begins when the demons of the portal have won; nobody has the mark of a fight. */
static void check_ambush(const struct inc_position *p, const struct example *e) {
    assert_int_equal(p->step, INCURSIO_STEP_INITIATIVE);
    assert_int_equal(p->side, ALEA_NONE);
    assert_string_equal(words_of(p, DEFENDERS, p->start[DEFENDERS][S03], p->camp[DEFENDERS][S03]), e->left);
    assert_string_equal(words_of(p, RAIDERS, p->start[RAIDERS][S03], p->camp[RAIDERS][S03]), e->camp_left);
    for (int i = 0; i < p->total[RAIDERS]; i++) assert_int_equal(inc_state_of(p->unit[RAIDERS][i]), INC_IDLE);
    battle_is_blank(p);
}

static void check_second_pass(const struct inc_position *p, const struct example *e, unsigned site) {
    int other = inc_other(p->side), garrison = inc_garrison(p, other, site);
    assert_int_equal(p->battle, site);
    assert_int_equal(p->pass, 2);
    assert_int_equal(p->at, 0);
    assert_string_equal(line_words(p), e->left);
    assert_string_equal(words_of(p, other, p->start[other][site], garrison), e->garrison_left);
    assert_int_equal(p->camp[other][site], 0);
}

static void examples_are_fought(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(examples); i++) {
        const struct example *e = &examples[i];
        struct inc_position p;
        int side = side_of(e->attackers);
        unsigned from = side == RAIDERS ? S05 : S04, site = side == RAIDERS ? S04 : S05;
        bool ambush = !strcmp(e->mods, "ambush");
        print_message("%s\n", e->name);
        if (ambush) begin_ambush(&p, e->attackers, e->camp);
        else begin(&p, e->attackers, e->camp, e->garrison, e->mods);
        throw_all(&p, e->throws);
        if (ambush) check_ambush(&p, e);
        else if (e->outcome == PASS_2) check_second_pass(&p, e, site);
        else check_end(&p, e, side, from, site);
    }
}

/* ---- Limits ----------------------------------------------------------------------------------------------------------- */

/* Ties for ever: after the last pass the attackers retreat. [INC-COMBAT-20] An ambush has no last pass. [ruling] */
static void passes_end(void **state) {
    (void)state;
    struct inc_position p;
    begin(&p, "As", "", "F", "death");
    for (int pass = 1; pass <= tables.max_passes; pass++) {
        assert_int_equal(p.pass, pass);
        throw_dice(&p, 3, 3);
    }
    battle_is_blank(&p);
    assert_int_equal(p.camp[RAIDERS][S05], 2);
    begin_ambush(&p, "F", "As");
    for (int pass = 0; pass < 300; pass++) throw_dice(&p, 3, 3);
    assert_int_equal(p.battle, S03);
}

/* More soldiers than a line holds: the others fight on when the line has fallen. [ruling] */
static void large_ambush(void **state) {
    (void)state;
    struct inc_position p;
    modify(&p, S03, "");
    clear_map(&p, DEFENDERS);
    put(&p, RAIDERS, S03, false, "As");
    for (int i = 0; i < INC_LINE + 1; i++) put(&p, DEFENDERS, S03, false, "F");
    inc_ambush_begin(&tables, &p, S03, NULL);
    for (int left = INC_LINE; left > 0; left--) {
        assert_int_equal(p.attackers, left);
        throw_dice(&p, 1, 6);
        for (int extra = 1; extra < left; extra++) throw_dice(&p, 1, 0);
    }
    assert_int_equal(p.attackers, 1);
    assert_int_equal(p.pass, INC_LINE + 1);
    throw_dice(&p, 6, 1);
    battle_is_blank(&p);
    assert_int_equal(p.camp[RAIDERS][S03], 0);
    assert_int_equal(inc_state_of(p.unit[DEFENDERS][0]), INC_IDLE);
}

/* The largest line against the largest camp: within the events of one move, and every unit is where it should be. */
static void largest_battle(void **state) {
    (void)state;
    static struct alea_events events;
    struct inc_position p;
    modify(&p, S04, "");
    clear_map(&p, RAIDERS);
    p.level[S04] = 1;
    for (int i = 0; i < INC_LINE + 1; i++) put(&p, RAIDERS, i % 2 ? S05 : S03, false, type_words[RAIDERS][i % 3]);
    for (int i = 0; i < INC_LINE; i++) put(&p, DEFENDERS, S04, false, type_words[DEFENDERS][i % 3]);
    play(&p, RAIDERS, INCURSIO_VERB_ATTACK, S04);
    play(&p, RAIDERS, INCURSIO_VERB_FROM, S03);
    for (unsigned n = 1; n <= INC_LINE / 2; n++) play(&p, RAIDERS, INCURSIO_VERB_UNIT, n);
    play(&p, RAIDERS, INCURSIO_VERB_FROM, S05);
    for (unsigned n = 1; n <= INC_LINE / 2; n++) play(&p, RAIDERS, INCURSIO_VERB_UNIT, n);
    alea_move more = alea_move_make(INCURSIO_VERB_FROM, S03);
    assert_int_equal(game->why_not(&tables, &p, RAIDERS, more), INC_ASSAULT_2);
    play(&p, RAIDERS, INCURSIO_VERB_LAUNCH, 0);
    for (int i = 0; i < INC_LINE; i++) {
        alea_move move = alea_move_make(INCURSIO_VERB_DICE, alea_dice_with(alea_dice_with(0, 0, 0, i % 2 ? 4 : 1), 1, 0, 3));
        events.n = 0;
        game->apply(&tables, &p, ALEA_CHANCE, move, &events);
        assert_true(events.n < 250);
    }
    assert_true(events.n > INC_LINE); /* the last pair settled all */
    assert_int_equal(p.attackers, INC_LINE / 2);
    assert_int_equal(p.camp[DEFENDERS][S04], INC_LINE / 2);
    assert_int_equal(p.camp[RAIDERS][S03] + p.camp[RAIDERS][S05], INC_LINE / 2 + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_fought),
        cmocka_unit_test(passes_end),
        cmocka_unit_test(large_ambush),
        cmocka_unit_test(largest_battle),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
