/* SPDX-License-Identifier: MIT */
/* text_remark_test.c - the words beside each kind of choice, with its chance, in both languages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../odds/odds.h"
#include "modes_test.h"

/* ---- Cases ---------------------------------------------------------------------------------------------------------------- */

/* Laid over the setup; Sparta is to decide. */
#define TURN "round r4\nstep action\nactive sparta\ndecider sparta\nstart sparta\nturns 5\n"
#define AT(name, action) "round r4\nstep " name "\naction " action "\nactive sparta\ndecider sparta\nstart sparta\nturns 5\n"
#define END(name) "round r4\nstep " name "\nactive sparta\ndecider sparta\nstart sparta\nturns 9\npassed 3\n"
#define RICH "resource.sparta *=9\nprestige sparta=9 athens=9\n"

static const struct {
    int mode;
    const char *lines, *move, *in[ALEA_LANGS];
} cases[] = {
    {STANDARD, TURN RICH, "pass", {"", ""}},
    {STANDARD, TURN RICH "units.sparta thessaly=1\n", "act besiege", {"Naupatto, F 1: 100.0%", "Naupactus, F 1: 100.0%"}},
    {STANDARD, TURN RICH "units.sparta thessaly=1 arcadia=3\n", "act besiege", {"", ""}},
    {STANDARD, AT("siege_polis", "besiege") RICH "units.sparta arcadia=3\n", "polis argos", {"F 3: 50.0%", "F 3: 50.0%"}},
    {DICELESS,
     AT("siege_polis", "besiege") RICH "units.sparta arcadia=3\n",
     "polis argos",
     {"F 3, 3 turni, 1 PP", "F 3, 3 turns, 1 Prestige"}},
    {SACRIFICE,
     AT("force_once", "besiege") RICH "units.sparta arcadia=3\nwhat 7\nmade 1\n",
     "force",
     {"1 PP, 2 opliti: 100.0%", "1 Prestige, 2 hoplites: 100.0%"}},
    {SACRIFICE, AT("siege_polis", "besiege") RICH "units.sparta arcadia=3\n", "polis argos", {"F 3: 50.0%", "F 3: 50.0%"}},
    {STANDARD,
     "round r4\nstep attack\nactive sparta\ndecider sparta\nattacker sparta\nbattle attica\nstart sparta\n" RICH
     "units.sparta attica=2\nhand.sparta phalanx_2=1 wedge_1=1\nhand_size sparta=2 athens=4\n",
     "play phalanx_2",
     {"l'avversario può rispondere: 47.0%", "the opponent can match it: 47.0%"}},
    {DISCS_SACRIFICE,
     AT("force_more", "besiege") RICH "units.sparta arcadia=3\nwhat 7\n",
     "force",
     {"1 PP, 1 oplita", "1 Prestige, 1 hoplite"}},
    {STANDARD,
     TURN RICH "proxenos sparta=argos\n",
     "act civil_war",
     {"Argo: 6 argento, +3 PP", "Argos: 6 silver, +3 Prestige"}},
    {STANDARD, TURN RICH "captive 1\n", "act redeem_proxenos", {"2 argento", "2 silver"}},
    {STANDARD, AT("prox_to", "move_proxenos") RICH, "to argos", {"gratis", "free"}},
    {STANDARD, AT("prox_to", "move_proxenos") RICH "units.athens arcadia=2\n", "to argos", {"2 argento", "2 silver"}},
    {STANDARD, TURN RICH "passed 2\n", "surcharge wood", {"ne hai 9", "you hold 9"}},
    {STANDARD, AT("make_from", "create_hoplites") RICH, "from pylos", {"popolazione 2", "population 2"}},
    {STANDARD, AT("make_hoplites", "create_hoplites") RICH "what 2\nwhere 8\n", "pay metal", {"ne hai 9", "you hold 9"}},
    {STANDARD,
     AT("tile", "start_project") RICH "own.sparta sparta corinth\npopulation corinth=2\nproject theatre=display\n",
     "tile theatre",
     {"+2 PP, posteri 1: 1 metallo, 2 legno, 1 argento", "+2 Prestige, posterity 1: 1 metal, 2 wood, 1 silver"}},
    {STANDARD, AT("move_to", "move_hoplites") RICH, "to arcadia", {"3 possono venire", "3 can come"}},
    {STANDARD, AT("move_to", "move_hoplites") RICH "units.sparta arcadia=3\n", "to arcadia", {"1 può venire", "1 can come"}},
    {STANDARD, AT("move_hoplites", "move_hoplites") RICH "what 8\n", "from laconia", {"3 opliti", "3 hoplites"}},
    {STANDARD, AT("move_galleys", "move_galleys") RICH "what 14\n", "from myrtoan_sea", {"1 galea", "1 galley"}},
    {STANDARD,
     AT("collect_in", "collect") RICH "units.sparta messenia=2\n",
     "in laconia",
     {"3 opliti: metallo 6 o olio 6 o argento 3", "3 hoplites: metal 6 or oil 6 or silver 3"}},
    {STANDARD,
     AT("collect_in", "collect") RICH "units.sparta messenia=2\n",
     "in messenia",
     {"2 opliti: olio 3 o grano 3; 1 PP", "2 hoplites: oil 3 or wheat 3; 1 Prestige"}},
    {STANDARD,
     AT("load", "trade") RICH,
     "load illyria_wood_3",
     {"3 legno o 3 argento per 3 grano", "3 wood or 3 silver for 3 wheat"}},
    {STANDARD,
     AT("load", "trade") RICH "resource.sparta silver=2\n",
     "load illyria_wood_3",
     {"3 legno per 3 grano", "3 wood for 3 wheat"}},
    {STANDARD, AT("trade_mode", "trade") RICH "what 5\n", "purchase", {"3 argento per 3 grano", "3 silver for 3 wheat"}},
    {STANDARD, AT("collect_rows", "collect") RICH "what 9\nmade 1\nrows metal=1\n", "row metal", {"3 in tutto", "3 in all"}},
    {STANDARD, END("supply") RICH "resource.sparta wheat=4\n", "pay", {"4 grano, 3 PP", "4 wheat, 3 Prestige"}},
    {STANDARD, END("supply") RICH "resource.sparta wheat=4\n", "discard pylos", {"popolazione 2", "population 2"}},
    {STANDARD, END("growth") RICH, "grow pylos", {"popolazione 3 su 3", "population 3 of 3"}},
    {STANDARD, END("phoros") RICH, "phoros 8", {"resta 1 PP", "1 Prestige left"}},
};

static void check(const struct alea_rules *of, const char *lines, const char *words, enum alea_lang lang,
                  const char *wanted) {
    struct polis_position p = {0};
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_text text;
    alea_move move = 0;
    game->setup(of->tables, &p);
    if (alea_position_read(of, lines, &p, &error) || alea_move_read(of, words, &move, &error))
        fail_msg("%s: %s", words, error.text);
    if (game->why_not(of->tables, &p, POLIS_SPARTA, move)) fail_msg("'%s' is not legal", words);
    alea_text_init(&text, 1000, lang);
    odds_say_remark(&(struct odds_asker){of, &p, POLIS_SPARTA, move}, NULL, &text);
    if (strcmp(alea_text_str(&text), wanted) != 0)
        fail_msg("'%s' has \"%s\" beside it, not \"%s\"", words, alea_text_str(&text), wanted);
    alea_text_clear(&text);
}

static void remarks_are_made(void **state) {
    (void)state;
    for (size_t i = 0; i < ALEA_LEN(cases); i++)
        for (enum alea_lang lang = ALEA_IT; lang < ALEA_LANGS; lang++)
            check(rules[cases[i].mode], cases[i].lines, cases[i].move, lang, cases[i].in[lang]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(remarks_are_made)};
    return cmocka_run_group_tests(tests, load, unload);
}
