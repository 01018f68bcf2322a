/* SPDX-License-Identifier: MIT */
/* odds.c - `alea odds`: a game's questions about chances, asked without a match, and the choices of a match. */
#include <string.h>

#include "json_write.h"
#include "odds_say.h"

#include "odds.h"

enum { OPT_JSON, OPT_OPTION, OPT_SCENARIO, OPT_PLY, OPT_SAMPLES, OPT_SEED };

static const struct cli_option options[] = {
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
    [OPT_OPTION] = {"option", true, ALEA_LABEL_OPTION_OPTION},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_PLY] = {"ply", true, ALEA_LABEL_ODDS_OPTION_PLY},
    [OPT_SAMPLES] = {"samples", true, ALEA_LABEL_ODDS_OPTION_SAMPLES},
    [OPT_SEED] = {"seed", true, ALEA_LABEL_ODDS_OPTION_SEED},
};

/* People are shown fractions where they cost next to nothing; programs get all of them. */
enum { MOST_GIVEN = 64, FRACTIONS_FOR_PEOPLE = 10000 };

struct wishes {
    const char *game, *question; /* "match" and its file, too */
    const char *scenario;
    struct cli_list options;
    bool json;
    long long ply, samples, seed;
    char name[MOST_GIVEN][32];
    struct odds_given given[MOST_GIVEN];
    int n_given;
};

/* ---- What is asked ------------------------------------------------------------------------------------------------------------- */

static bool take_operand(const struct cli_args *args, struct wishes *wishes) {
    if (!wishes->game) wishes->game = args->value;
    else return cli_only_one(args, &wishes->question);
    return true;
}

static bool take_given(const struct cli_args *args, struct wishes *wishes) {
    if (wishes->n_given == MOST_GIVEN) {
        cli_bad_usage(args->cli, ALEA_LABEL_TOO_MANY, args->name, NULL);
        return false;
    }
    int i = wishes->n_given++;
    memcpy(wishes->name[i], args->name, sizeof wishes->name[i]);
    wishes->given[i] = (struct odds_given){.name = wishes->name[i], .value = args->value};
    return true;
}

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    const struct cli *cli = args->cli;
    int next;
    bool fine = true;
    while (fine && (next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND: fine = take_operand(args, wishes); break;
        case CLI_OTHER: fine = take_given(args, wishes); break;
        case OPT_JSON: wishes->json = true; break;
        case OPT_OPTION: fine = cli_list_add(cli, &wishes->options, args->value); break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        case OPT_PLY: fine = cli_number(cli, "--ply", args->value, 0, 1000000000, &wishes->ply); break;
        case OPT_SAMPLES: fine = cli_number(cli, "--samples", args->value, 1, ODDS_MAX_SAMPLES, &wishes->samples); break;
        case OPT_SEED: fine = cli_number(cli, "--seed", args->value, 0, INT64_MAX, &wishes->seed); break;
        default: return next;
        }
    }
    return fine ? CLI_END : CLI_BAD;
}

/* ---- Lists of questions --------------------------------------------------------------------------------------------------------- */

/* JSON is not broken at blanks, whatever the width of the screen. */
static enum cli_status end_list(const struct cli *cli, const struct wishes *wishes, struct alea_text *page) {
    if (wishes->json) {
        puts(alea_text_str(page));
        alea_text_clear(page);
    } else {
        alea_text_addf(page, "\n%s\n", cli_words(cli, ALEA_LABEL_ODDS_MORE));
        cli_print(cli, page);
    }
    return CLI_FINE;
}

static void add_questions_json(const struct alea_rules *rules, struct alea_text *page) {
    alea_json_open_object(page, NULL);
    alea_json_id(page, "game", rules->game->id);
    alea_json_key(page, "questions");
    odds_questions_json(rules, page);
    alea_json_close_object(page);
}

static enum cli_status list_all(const struct cli *cli, const struct wishes *wishes) {
    struct alea_text page = cli_page(cli);
    const struct alea_game *game;
    if (wishes->json) alea_json_open_array(&page, NULL);
    for (int i = 0; (game = alea_game_at(i)); i++) {
        struct alea_error error = cli_error(cli);
        struct alea_rules *rules = game->listed ? alea_rules_new(game, cli_usual_seats(game), NULL, 0, NULL, &error) : NULL;
        if (!rules) continue;
        if (!wishes->json && page.len) alea_text_add(&page, "\n");
        if (wishes->json) add_questions_json(rules, &page);
        else odds_say_questions(cli, rules, &page);
        alea_rules_free(rules);
    }
    if (wishes->json) alea_json_close_array(&page);
    return end_list(cli, wishes, &page);
}

static enum cli_status list_questions(const struct cli *cli, const struct alea_rules *rules, const struct wishes *wishes) {
    struct alea_text page = cli_page(cli);
    if (wishes->json) add_questions_json(rules, &page);
    else odds_say_questions(cli, rules, &page);
    return end_list(cli, wishes, &page);
}

/* ---- One question ---------------------------------------------------------------------------------------------------------------- */

/* "A land attack (attackers 7, defenders 4)" */
static void add_title(struct alea_text *page, const struct alea_question *question, const struct wishes *wishes) {
    alea_text_add(page, question->in[page->lang]);
    for (int i = 0; i < wishes->n_given; i++)
        alea_text_addf(page, "%s%s %s", i ? ", " : " (", wishes->given[i].name, wishes->given[i].value);
    alea_text_add(page, wishes->n_given ? ")\n\n" : "\n\n");
}

static enum cli_status answer(const struct cli *cli, const struct alea_rules *rules, const struct alea_question *question,
                              const struct wishes *wishes) {
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct alea_error error = cli_error(cli);
    struct odds_answer answer;
    struct odds_how how = {.fractions = true,
                           .most_fractions = wishes->json ? 0 : FRACTIONS_FOR_PEOPLE,
                           .samples = (long)wishes->samples,
                           .seed = (uint64_t)wishes->seed};
    if (odds_read(rules, question, wishes->given, wishes->n_given, values, &error) != ALEA_OK) {
        cli_wrong_error(cli, &error);
        return CLI_USAGE;
    }
    enum alea_err code = odds_solve(rules, question, values, &how, &answer, &error);
    if (code == ALEA_OK) {
        struct alea_text page = cli_page(cli);
        if (wishes->json) {
            odds_json(rules, &answer, &page);
            alea_text_add(&page, "\n");
        } else {
            add_title(&page, question, wishes);
            odds_say_answer(cli, rules, &answer, &page);
        }
        fputs(alea_text_str(&page), stdout); /* tables are not broken */
        alea_text_clear(&page);
    }
    odds_clear(&answer);
    return code == ALEA_OK ? CLI_FINE : cli_wrong_error(cli, &error);
}

/* Complains of parameters where no question was named. */
static enum cli_status question_wanted(const struct cli *cli, const struct wishes *wishes) {
    const char *names[ALEA_LEN(options)];
    char word[40];
    for (size_t i = 0; i < ALEA_LEN(options); i++) names[i] = options[i].name;
    snprintf(word, sizeof word, "--%s", wishes->name[0]);
    return cli_unknown(cli, ALEA_LABEL_UNKNOWN_OPTION, word, names, (int)ALEA_LEN(options));
}

static enum cli_status ask(const struct cli *cli, const struct wishes *wishes, bool help) {
    struct alea_error error = cli_error(cli);
    struct cli_file file;
    struct alea_scenario scenario;
    const struct alea_game *game = cli_game(cli, wishes->game);
    if (!game) return CLI_USAGE;
    const struct alea_question *question = wishes->question ? odds_find(game, wishes->question, &error) : NULL;
    if (wishes->question && !question) {
        cli_wrong_error(cli, &error);
        return CLI_USAGE;
    }
    if (!question && wishes->n_given) return question_wanted(cli, wishes);
    if (!cli_scenario_read(cli, wishes->scenario, &file, &scenario)) return CLI_WRONG;
    struct alea_rules *rules = alea_rules_new(game, cli_usual_seats(game), wishes->options.at, wishes->options.n,
                                              scenario.name ? &scenario : NULL, &error);
    enum cli_status status = CLI_FINE;
    if (!rules) status = cli_rules_error(cli, &error);
    else if (!question) status = list_questions(cli, rules, wishes);
    else if (help) odds_say_help(cli, rules, question);
    else status = answer(cli, rules, question, wishes);
    alea_rules_free(rules);
    cli_file_clear(&file);
    return status;
}

/* ---- The command ------------------------------------------------------------------------------------------------------------------ */

static enum cli_status of_match(const struct cli *cli, const struct wishes *wishes) {
    if (!cli_wanted(cli, wishes->question, ALEA_LABEL_ODDS_FILE_WANTED)) return CLI_USAGE;
    const char *misplaced = wishes->n_given     ? wishes->given[0].name
                            : wishes->options.n ? "option"
                            : wishes->samples   ? "samples"
                                                : NULL;
    if (misplaced) return cli_bad_usage(cli, ALEA_LABEL_ODDS_NOT_MATCH, misplaced, NULL);
    return odds_of_match(cli, wishes->question, wishes->scenario, wishes->ply, wishes->json);
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {.ply = -1, .seed = 1};
    int next = read_wishes(args, &wishes);
    bool match = wishes.game && strcmp(wishes.game, "match") == 0;
    if (next == CLI_HELP && wishes.question && !match) return ask(cli, &wishes, true);
    if (next == CLI_HELP) cli_print_help(args);
    if (next != CLI_END) return cli_leave(next);
    if (match) return of_match(cli, &wishes);
    if (wishes.ply >= 0) return cli_bad_usage(cli, ALEA_LABEL_ODDS_ONLY_MATCH, "ply", NULL);
    if (wishes.game) return ask(cli, &wishes, false);
    return wishes.n_given ? question_wanted(cli, &wishes) : list_all(cli, &wishes);
}

const struct cli_command cli_odds = {
    .name = "odds",
    .run = run,
    .summary = ALEA_LABEL_ODDS_SUMMARY,
    .usage = ALEA_LABEL_ODDS_USAGE,
    .about = ALEA_LABEL_ODDS_ABOUT,
    .example = ALEA_LABEL_ODDS_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
    .any = true,
};
