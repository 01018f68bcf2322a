/* SPDX-License-Identifier: MIT */
/* odds_say.h - what the parts of `alea odds` share: answers, questions and the choices of a match, told. */
#ifndef ALEA_CLI_ODDS_SAY_H
#define ALEA_CLI_ODDS_SAY_H

#include "cli.h"

struct odds_answer; /* src/odds/odds.h */

/* odds_say.c: for people */
void odds_say_answer(const struct cli *cli, const struct alea_rules *rules, const struct odds_answer *answer,
                     struct alea_text *page);
/* odds_help.c: "--attackers 1..99 [--stop-below 0..99]" from a column on, further lines indented; and all about one question */
void odds_say_synopsis(const struct alea_rules *rules, const struct alea_question *question, int column, int indent,
                       struct alea_text *page);
void odds_say_help(const struct cli *cli, const struct alea_rules *rules, const struct alea_question *question);
void odds_say_questions(const struct cli *cli, const struct alea_rules *rules, struct alea_text *page);

/* odds_match.c: the choices offered after so many plies of the match in a file; -1: at its end. scenario may be NULL. */
enum cli_status odds_of_match(const struct cli *cli, const char *path, const char *scenario, long long ply, bool json);

#endif
