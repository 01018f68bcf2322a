/* SPDX-License-Identifier: MIT */
/* tables_test.c - the loaded tables against those of the rules, digit by digit: they are written here a second time, the map
 * as what lies around each place. Then what the data file says besides, which no rule reads but people and pages do: it must
 * say the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "load.h"
#include "loader.h"
#include "spqrisiko.h"

static const struct alea_game *game;
static struct alea_rules *standard; /* three seats, no option */

static struct alea_rules *rules_of(int seats, const char *option) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(game, seats, &option, option ? 1 : 0, NULL, &error);
    if (!rules) fail_msg("%d seats, %s: %s", seats, option ? option : "no option", error.text);
    return rules;
}

static int load(void **state) {
    (void)state;
    game = alea_game_find("spqrisiko");
    standard = game ? alea_rules_new(game, 3, NULL, 0, NULL, NULL) : NULL;
    return standard ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    alea_rules_free(standard);
    return 0;
}

static const struct spqrisiko_tables *tables(void) { return standard->tables; }

/* ---- The map [SPQ-GEN-5, SPQ-GEN-6, section 11] --------------------------------------------------------------------- */

struct place {
    const char *id, *it, *en;
    const char *alike; /* its neighbours of the same kind: by land, from sea to sea */
    const char *other; /* a province's seas, a sea's provinces */
};

static const struct place provinces[SPQRISIKO_PROVINCE_COUNT] = {
    {"britannia", "Britannia", "Britain", "", "britannicus"},
    {"germania_inferior", "Germania Inferiore", "Lower Germany", "belgica raetia", "britannicus"},
    {"belgica", "Belgica", "Belgica", "germania_inferior lugdunense raetia", "britannicus"},
    {"lugdunense", "Lugdunense", "Lugdunensis", "belgica aquitania narbonensis raetia cisalpina", "britannicus cantabricum"},
    {"aquitania", "Aquitania", "Aquitaine", "lugdunense narbonensis terraconensis", "cantabricum"},
    {"narbonensis", "Narbonense", "Narbonensis", "lugdunense aquitania cisalpina terraconensis", "sinus_gallicus"},
    {"raetia", "Rezia", "Raetia", "germania_inferior belgica lugdunense noricum cisalpina", ""},
    {"noricum", "Norico", "Noricum", "raetia cisalpina illiria dalmazia pannonia", ""},
    {"cisalpina", "Cisalpina", "Cisalpine Gaul", "lugdunense narbonensis raetia noricum italia illiria",
     "sinus_gallicus tyrrenum hadriaticum"},
    {"italia", "Italia", "Italy", "cisalpina", "tyrrenum ionium hadriaticum"},
    {"corsica", "Corsica", "Corsica", "", "sinus_gallicus tyrrenum"},
    {"sardinia", "Sardegna", "Sardinia", "", "balearicum sinus_gallicus tyrrenum"},
    {"sicilia", "Sicilia", "Sicily", "", "tyrrenum syrtis ionium"},
    {"galicia", "Galizia", "Galicia", "lusitania terraconensis", "cantabricum"},
    {"lusitania", "Lusitania", "Lusitania", "galicia terraconensis baetica", "cantabricum ibericum"},
    {"terraconensis", "Tarraconense", "Tarraconensis", "aquitania narbonensis galicia lusitania baetica",
     "cantabricum balearicum sinus_gallicus"},
    {"baetica", "Betica", "Baetica", "lusitania terraconensis", "ibericum balearicum"},
    {"baleares", "Baleari", "Balearic Islands", "", "balearicum sinus_gallicus"},
    {"illiria", "Illiria", "Illyria", "noricum cisalpina dalmazia macedonia epirus", "hadriaticum"},
    {"dalmazia", "Dalmazia", "Dalmatia", "noricum illiria pannonia thracia macedonia", ""},
    {"pannonia", "Pannonia", "Pannonia", "noricum dalmazia dacia moesia thracia", ""},
    {"dacia", "Dacia", "Dacia", "pannonia moesia", "pontus_euxinus"},
    {"moesia", "Mesia", "Moesia", "pannonia dacia thracia", "pontus_euxinus"},
    {"thracia", "Tracia", "Thrace", "dalmazia pannonia moesia macedonia", "aegeum pontus_euxinus"},
    {"macedonia", "Macedonia", "Macedonia", "illiria dalmazia thracia epirus achaia", "aegeum"},
    {"epirus", "Epiro", "Epirus", "illiria macedonia achaia", "ionium hadriaticum"},
    {"achaia", "Acaia", "Achaea", "macedonia epirus", "ionium aegeum"},
    {"creta", "Creta", "Crete", "", "ionium aegeum creticum"},
    {"asia", "Asia", "Asia", "bithynia galatia cilicia", "aegeum pontus_euxinus"},
    {"bithynia", "Bitinia", "Bithynia", "asia galatia ponto cappadocia", "pontus_euxinus"},
    {"galatia", "Galazia", "Galatia", "asia bithynia cilicia cappadocia", ""},
    {"cilicia", "Cilicia", "Cilicia", "asia galatia cappadocia", "aegeum creticum"},
    {"cipro", "Cipro", "Cyprus", "", "aegeum creticum"},
    {"ponto", "Ponto", "Pontus", "bithynia cappadocia armenia", "pontus_euxinus"},
    {"cappadocia", "Cappadocia", "Cappadocia", "bithynia galatia cilicia ponto armenia mesopotamia syria", "creticum"},
    {"armenia", "Armenia", "Armenia", "ponto cappadocia mesopotamia", ""},
    {"mesopotamia", "Mesopotamia", "Mesopotamia", "cappadocia armenia syria judea arabia", ""},
    {"syria", "Siria", "Syria", "cappadocia mesopotamia judea", "creticum"},
    {"judea", "Giudea", "Judaea", "mesopotamia syria arabia aegyptus", "creticum"},
    {"arabia", "Arabia", "Arabia", "mesopotamia judea", ""},
    {"aegyptus", "Egitto", "Egypt", "judea cyrenaica", "creticum"},
    {"cyrenaica", "Cirenaica", "Cyrenaica", "aegyptus numidia", "syrtis ionium creticum"},
    {"africa", "Africa", "Africa", "numidia", "balearicum tyrrenum syrtis"},
    {"numidia", "Numidia", "Numidia", "cyrenaica africa mauretania", "balearicum syrtis"},
    {"mauretania", "Mauritania", "Mauretania", "numidia", "ibericum balearicum"},
};

static const struct place seas[SPQRISIKO_SEA_COUNT] = {
    {"britannicus", "Oceano Britannico", "British Ocean", "cantabricum", "britannia germania_inferior belgica lugdunense"},
    {"cantabricum", "Mare Cantabrico", "Cantabrian Sea", "britannicus ibericum",
     "lugdunense aquitania galicia lusitania terraconensis"},
    {"ibericum", "Mare Iberico", "Iberian Sea", "cantabricum balearicum", "lusitania baetica mauretania"},
    {"balearicum", "Mare Balearico", "Balearic Sea", "ibericum sinus_gallicus tyrrenum",
     "sardinia terraconensis baetica baleares africa numidia mauretania"},
    {"sinus_gallicus", "Golfo Gallico", "Gallic Gulf", "balearicum tyrrenum",
     "narbonensis cisalpina corsica sardinia terraconensis baleares"},
    {"tyrrenum", "Mar Tirreno", "Tyrrhenian Sea", "balearicum sinus_gallicus syrtis ionium",
     "cisalpina italia corsica sardinia sicilia africa"},
    {"syrtis", "Sirte", "Gulf of Syrtis", "tyrrenum ionium", "sicilia cyrenaica africa numidia"},
    {"ionium", "Mar Ionio", "Ionian Sea", "tyrrenum syrtis hadriaticum aegeum creticum",
     "italia sicilia epirus achaia creta cyrenaica"},
    {"hadriaticum", "Mare Adriatico", "Adriatic Sea", "ionium", "cisalpina italia illiria epirus"},
    {"aegeum", "Mar Egeo", "Aegean Sea", "ionium creticum pontus_euxinus",
     "thracia macedonia achaia creta asia cilicia cipro"},
    {"creticum", "Mare Cretico", "Cretan Sea", "ionium aegeum",
     "creta cilicia cipro cappadocia syria judea aegyptus cyrenaica"},
    {"pontus_euxinus", "Ponto Eusino", "Black Sea", "aegeum", "dacia moesia thracia asia bithynia ponto"},
};

/* "italia sicilia" as a mask. */
static uint64_t set_of(const struct alea_names *names, const char *list) {
    uint64_t set = 0;
    for (size_t length; *list; list += length + strspn(list + length, " ")) {
        length = strcspn(list, " ");
        unsigned at = 0;
        while (at < (unsigned)names->n &&
               (strlen(names->at[at].id) != length || memcmp(names->at[at].id, list, length) != 0))
            at++;
        if (at == (unsigned)names->n) fail_msg("nothing is called '%.*s'", (int)length, list);
        set |= spqrisiko_bit(at);
    }
    return set;
}

static void check_places(const struct alea_names *names, const struct alea_names *others, const struct place places[], int n,
                         const uint64_t alike[], const uint64_t other[]) {
    assert_int_equal(names->n, n);
    for (int i = 0; i < n; i++) {
        assert_string_equal(names->at[i].id, places[i].id);
        assert_string_equal(names->at[i].in[ALEA_IT], places[i].it);
        assert_string_equal(names->at[i].in[ALEA_EN], places[i].en);
        if (alike[i] != set_of(names, places[i].alike)) fail_msg("neighbours of %s", places[i].id);
        if (other[i] != set_of(others, places[i].other)) fail_msg("coast of %s", places[i].id);
    }
}

static int count_all(const uint64_t sets[], int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += spqrisiko_count(sets[i]);
    return sum;
}

static void map(void **state) {
    (void)state;
    const struct spqrisiko_tables *t = tables();
    int isolated = 0, inland = 0;
    check_places(&t->province, &t->sea, provinces, SPQRISIKO_PROVINCE_COUNT, t->next, t->sea_of);
    check_places(&t->sea, &t->province, seas, SPQRISIKO_SEA_COUNT, t->sea_next, t->coast);
    assert_int_equal(count_all(t->next, SPQRISIKO_PROVINCE_COUNT), 2 * 65);
    assert_int_equal(count_all(t->sea_next, SPQRISIKO_SEA_COUNT), 2 * 14);
    assert_int_equal(count_all(t->coast, SPQRISIKO_SEA_COUNT), 66);
    for (unsigned province = 0; province < SPQRISIKO_PROVINCE_COUNT; province++) {
        isolated += !t->next[province];
        inland += !t->sea_of[province];
        assert_int_equal(spqrisiko_has(t->coastal, province), t->sea_of[province] != 0);
    }
    assert_int_equal(isolated, 7);
    assert_int_equal(inland, 8);
    assert_true(t->land == (UINT64_C(1) << 45) - 1);
}

/* ---- Cards and sets [SPQ-CARDS-1 to SPQ-CARDS-6] -------------------------------------------------------------------- */

static void cards(void **state) {
    (void)state;
    static const struct {
        const char *id, *it, *en;
        int count;
    } card[SPQRISIKO_CARD_COUNT] = {{"legionary", "legionario", "legionary", 25},
                                    {"vexillum", "vessillo", "vexillum", 15},
                                    {"trireme", "trireme", "trireme", 10},
                                    {"centre", "arena (centro di potere)", "power centre", 5}};
    static const struct {
        uint8_t cards[SPQRISIKO_CARD_COUNT]; /* L V T C */
        int legionaries, triremes, centres;
    } set[SPQRISIKO_SET_COUNT] = {
        {{3, 0, 0, 0}, 8, 0, 0},  {{0, 3, 0, 0}, 14, 0, 0}, {{0, 0, 3, 0}, 8, 3, 0},  {{0, 0, 0, 3}, 8, 0, 3},
        {{1, 1, 1, 0}, 12, 1, 0}, {{1, 1, 0, 1}, 12, 0, 1}, {{1, 0, 1, 1}, 10, 1, 1}, {{0, 1, 1, 1}, 12, 1, 1},
    };
    const struct spqrisiko_tables *t = tables();
    for (int i = 0; i < SPQRISIKO_CARD_COUNT; i++) {
        assert_string_equal(t->card.at[i].id, card[i].id);
        assert_string_equal(t->card.at[i].in[ALEA_IT], card[i].it);
        assert_string_equal(t->card.at[i].in[ALEA_EN], card[i].en);
        assert_int_equal(t->cards[i], card[i].count);
    }
    for (int i = 0; i < SPQRISIKO_SET_COUNT; i++) {
        assert_memory_equal(t->set_cards[i], set[i].cards, sizeof set[i].cards);
        assert_int_equal(t->set_legionaries[i], set[i].legionaries);
        assert_int_equal(t->set_triremes[i], set[i].triremes);
        assert_int_equal(t->set_centres[i], set[i].centres);
    }
}

/* ---- Reinforcements, points, pieces [SPQ-REINF-1, SPQ-SCORE, SPQ-CENTRE-5, SPQ-GEN-9] -------------------------------- */

static void reinforcements(void **state) {
    (void)state;
    static const int pool[SPQRISIKO_PROVINCE_COUNT + 1] = {
        0, 1, 1, 3, 3, 3, 3, 3,  3,  3,  3,  3,  4,  4,  4,  5,  5,  5,  6,  6,  6,  7,  7,
        7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15,
    };
    for (int provinces_owned = 1; provinces_owned <= SPQRISIKO_PROVINCE_COUNT; provinces_owned++)
        assert_int_equal(tables()->pool[provinces_owned], pool[provinces_owned]);
}

static void points_and_pieces(void **state) {
    (void)state;
    const struct spqrisiko_tables *t = tables();
    assert_int_equal(t->empire_minimum, 4);
    assert_int_equal(t->points_empire, 1);
    assert_int_equal(t->points_provinces, 1);
    assert_int_equal(t->points_seas, 1);
    assert_int_equal(t->points_centre, 1);
    assert_int_equal(t->centre_cap, 12);
    assert_int_equal(t->legionary_cap, 9999);
    assert_int_equal(t->trireme_cap, 250);
}

/* ---- Setup and options [SPQ-SETUP-4 to SPQ-SETUP-9, section 10] ------------------------------------------------------- */

static void setup(void **state) {
    (void)state;
    static const struct {
        int seats, groups, each;
        const char *option, *preplaced;
    } table[] = {{2, 9, 18, "two_players=true", ""},      {3, 9, 12, "ruleset=v1_2", ""},
                 {4, 8, 9, "ruleset=v1_2", "italia"},     {5, 0, 9, "ruleset=v1_2", ""},
                 {3, 18, 9, "ruleset=rulebook_2005", ""}, {4, 8, 9, "ruleset=rulebook_2005", "italia"},
                 {5, 0, 9, "ruleset=rulebook_2005", ""}};
    for (size_t i = 0; i < ALEA_LEN(table); i++) {
        struct alea_rules *rules = rules_of(table[i].seats, table[i].option);
        const struct spqrisiko_tables *t = rules->tables;
        assert_int_equal(t->seats, table[i].seats);
        assert_int_equal(t->claim_legionaries, 2);
        assert_int_equal(t->group_legionaries, 3);
        assert_int_equal(t->neutral_groups, table[i].groups);
        assert_true(t->preplaced == set_of(&t->province, table[i].preplaced));
        int taken = t->neutral_groups + spqrisiko_count(t->preplaced);
        assert_int_equal(table[i].seats * table[i].each + taken, SPQRISIKO_PROVINCE_COUNT);
        alea_rules_free(rules);
    }
}

static void options(void **state) {
    (void)state;
    static const struct {
        const char *option;
        bool single_group;
        int first_elimination_round, refunds_per_turn;
    } table[] = {{"ruleset=v1_2", false, 4, 0}, {"ruleset=rulebook_2005", true, 5, 1}};
    for (size_t i = 0; i < ALEA_LEN(table); i++) {
        struct alea_rules *rules = rules_of(3, table[i].option);
        const struct spqrisiko_tables *t = rules->tables;
        assert_int_equal(t->single_group, table[i].single_group);
        assert_int_equal(t->first_elimination_round, table[i].first_elimination_round);
        assert_int_equal(t->refunds_per_turn, table[i].refunds_per_turn);
        assert_int_equal(t->sets_per_turn, 1);
        assert_int_equal(t->target, 20);
        assert_int_equal(t->max_rounds, 0);
        assert_false(t->random_setup);
        alea_rules_free(rules);
        assert_null(alea_rules_new(game, 2, &table[i].option, 1, NULL, NULL)); /* two_players is off [SPQ-GEN-1] */
    }
}

/* ---- What the file says besides ----------------------------------------------------------------------------------------- */

static struct alea_loader file;
static struct alea_arena arena;
static struct alea_error fault;

/* The number at the path is `n`. */
static void says(int n, const char *path, ...) __attribute__((format(printf, 2, 3)));
static void says(int n, const char *path, ...) {
    char at[80];
    va_list args;
    va_start(args, path);
    vsnprintf(at, sizeof at, path, args);
    va_end(args);
    alea_load_int(&file, n, n, "%s", at);
    if (!alea_load_ok(&file)) fail_msg("%s: %s", fault.where, fault.text);
}

static void says_word(const char *word, const char *path, ...) __attribute__((format(printf, 2, 3)));
static void says_word(const char *word, const char *path, ...) {
    char at[80];
    va_list args;
    va_start(args, path);
    vsnprintf(at, sizeof at, path, args);
    va_end(args);
    assert_string_equal(alea_load_string(&file, "%s", at), word);
}

static int open_file(void **state) {
    (void)state;
    fault = (struct alea_error){.lang = ALEA_EN};
    return alea_loader_open(&file, game, game->rules_version, NULL, &arena, &fault) ? 0 : -1;
}

static int close_file(void **state) {
    (void)state;
    alea_loader_close(&file);
    alea_arena_clear(&arena);
    return 0;
}

static void file_tells_cards(void **state) {
    (void)state;
    const struct spqrisiko_tables *t = tables();
    static const int adds[SPQRISIKO_CARD_COUNT][3] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int all = 0;
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
        says(adds[card][0], "cards.rows[%d].adds.legionaries", card);
        says(adds[card][1], "cards.rows[%d].adds.triremes", card);
        says(adds[card][2], "cards.rows[%d].adds.centres", card);
        all += t->cards[card];
    }
    says(all, "cards.total");
    says(all, "pieces.cards");
    says(8, "sets.base.equal"); /* [SPQ-CARDS-3] */
    says(10, "sets.base.different");
    for (int set = 0; set < SPQRISIKO_SET_COUNT; set++) { /* a set is its base and what its cards add */
        bool equal = memchr(t->set_cards[set], 3, SPQRISIKO_CARD_COUNT) != NULL;
        says_word(equal ? "equal" : "different", "sets.rows[%d].kind", set);
        int legionaries = equal ? 8 : 10, triremes = 0, centres = 0;
        for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
            legionaries += t->set_cards[set][card] * adds[card][0];
            triremes += t->set_cards[set][card] * adds[card][1];
            centres += t->set_cards[set][card] * adds[card][2];
        }
        assert_int_equal(t->set_legionaries[set], legionaries);
        assert_int_equal(t->set_triremes[set], triremes);
        assert_int_equal(t->set_centres[set], centres);
    }
}

static void file_tells_numbers(void **state) {
    (void)state;
    for (int n = 1; n <= SPQRISIKO_PROVINCE_COUNT; n++) says(tables()->pool[n], "reinforcements.table.%d", n);
    says(1, "reinforcements.legionaries_per_power_centre");     /* [SPQ-REINF-2] */
    says(2, "reinforcements.legionaries_per_trireme_returned"); /* [SPQ-REINF-6] */
    says(3, "reinforcements.legionaries_per_trireme_built");    /* [SPQ-NAVREINF-2] */
    says(SPQRISIKO_SEATS, "pieces.colours");
    says(10, "pieces.vexillum_stands_for_legionaries");
    says(SPQRISIKO_DICE, "pieces.red_dice"); /* [SPQ-COMBAT-2] */
    says(SPQRISIKO_DICE, "pieces.blue_dice");
    says(0, "pieces.score_track.min");
    says(40, "pieces.score_track.max");
    for (int row = 0; row < 3; row++) says(0, "scoring.rows[%d].tie", row); /* [SPQ-SCORE-2, SPQ-SCORE-5, SPQ-SCORE-6] */
    says(1, "scoring.rows[1].minimum");
    says(1, "scoring.rows[2].minimum");
    says(1, "scoring.rows[3].each");
}

static void file_tells_phases(void **state) {
    (void)state;
    alea_load_length(&file, 9, 9, "phases.rows");
    for (int row = 0; row < 9; row++) says(row == 0 || row == 8, "phases.rows[%d].automatic", row); /* [SPQ-TURN-1] */
}

/* What the table of options allows, and their standard values. */
static void file_tells_options(void **state) {
    (void)state;
    static const char *const word[][3] = {{"neutral_legionaries", "27_total", "27_per_unused_colour"},
                                          {"naval_move", "each_trireme_once", "single_group"},
                                          {"setup_mode", "draft", "random"}};
    static const char *const ruleset[] = {"v1_2", "rulebook_2005"};
    for (size_t i = 0; i < ALEA_LEN(word); i++)
        for (int value = 0; value < 2; value++)
            says_word(word[i][1 + value], "rulesets.options.%s.values[%d]", word[i][0], value);
    for (int i = 0; i < 2; i++) {
        says(4 + i, "rulesets.options.first_elimination_round.values[%d]", i);
        says(i, "rulesets.options.trireme_refunds_per_turn.values[%d]", i);
        says(i, "rulesets.options.two_players.values[%d]", i);
        says(3, "rulesets.values.%s.players_min", ruleset[i]);
        says(5, "rulesets.values.%s.players_max", ruleset[i]);
        says(false, "rulesets.values.%s.two_players", ruleset[i]);
    }
    says(1, "rulesets.options.sets_per_turn.values[0]");
    says_word("v1_2", "rulesets.default");
    static const struct {
        const char *key;
        int min, max, standard;
    } range[] = {{"victory_points", 1, 40, 20}, {"max_rounds", 1, 1000, 0}}; /* and 0 for none [SPQ-END-1, SPQ-END-3] */
    for (size_t i = 0; i < ALEA_LEN(range); i++) {
        says(0, "rulesets.options.%s.min", range[i].key);
        says(range[i].max, "rulesets.options.%s.max", range[i].key);
        says(range[i].min, "victory.%s.min", range[i].key);
        says(range[i].max, "victory.%s.max", range[i].key);
        says(range[i].standard, "victory.%s.default", range[i].key);
        says(0, "victory.%s.none", range[i].key);
    }
}

static void file_tells_the_end(void **state) {
    (void)state;
    static const char *const tie_break[] = {"victory_points", "provinces", "power_centres", "legionaries", "triremes"};
    for (size_t i = 0; i < ALEA_LEN(tie_break); i++) /* [SPQ-END-4] */
        says_word(tie_break[i], "victory.round_limit_tie_breaks[%zu]", i);
    says(1, "victory.last_survivor_wins"); /* [SPQ-END-2] */
    says_word("shared", "victory.still_tied");
}

/* The rows of the setup: whose they are, and what they add up to. */
static void file_tells_setup(void **state) {
    (void)state;
    static const struct {
        const char *ruleset;
        int seats, legionaries, each;
    } row[] = {{"v1_2", 2, 27, 18},         {"v1_2", 3, 27, 12},         {"v1_2", 4, 27, 9},        {"v1_2", 5, 0, 9},
               {"rulebook_2005", 3, 54, 9}, {"rulebook_2005", 4, 27, 9}, {"rulebook_2005", 5, 0, 9}};
    alea_load_length(&file, ALEA_LEN(row), ALEA_LEN(row), "setup.rows");
    for (int i = 0; i < (int)ALEA_LEN(row); i++) {
        says_word(row[i].ruleset, "setup.rows[%d].ruleset", i);
        says(row[i].seats, "setup.rows[%d].players", i);
        says(row[i].seats == 2, "setup.rows[%d].extension", i);
        says(row[i].legionaries, "setup.rows[%d].neutral_legionaries", i);
        says(row[i].each, "setup.rows[%d].provinces_per_player", i);
        int preplaced = row[i].seats == 4;
        assert_int_equal(alea_load_length(&file, preplaced, preplaced, "setup.rows[%d].neutral_preplaced", i), preplaced);
        if (preplaced) says_word("italia", "setup.rows[%d].neutral_preplaced[0]", i); /* [SPQ-SETUP-5] */
        says(row[i].legionaries / 3 - preplaced, "setup.rows[%d].neutral_groups_drafted", i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map),
        cmocka_unit_test(cards),
        cmocka_unit_test(reinforcements),
        cmocka_unit_test(points_and_pieces),
        cmocka_unit_test(setup),
        cmocka_unit_test(options),
        cmocka_unit_test_setup_teardown(file_tells_cards, open_file, close_file),
        cmocka_unit_test_setup_teardown(file_tells_numbers, open_file, close_file),
        cmocka_unit_test_setup_teardown(file_tells_phases, open_file, close_file),
        cmocka_unit_test_setup_teardown(file_tells_options, open_file, close_file),
        cmocka_unit_test_setup_teardown(file_tells_the_end, open_file, close_file),
        cmocka_unit_test_setup_teardown(file_tells_setup, open_file, close_file),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
