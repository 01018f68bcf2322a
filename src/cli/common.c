/* SPDX-License-Identifier: MIT */
/* common.c - what several subcommands need of games, bots, scenarios and seats. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "text.h"
#include "words.h"

const struct alea_game *cli_game(const struct cli *cli, const char *id) {
    const struct alea_game *game = alea_game_find(id);
    const char *candidates[CLI_MAX_OPTIONS];
    int n = 0;
    if (game) return game;
    for (int i = 0; (game = alea_game_at(i)) && n < CLI_MAX_OPTIONS; i++)
        if (game->listed) candidates[n++] = game->id;
    cli_unknown(cli, ALEA_LABEL_UNKNOWN_GAME, id, candidates, n);
    return NULL;
}

/* A level that the game does not have would silently be another bot: its own levels are told. */
static void tell_levels(const struct cli *cli, const struct alea_game *game, const struct alea_bot_spec *spec) {
    struct alea_text levels = cli_page(cli), more = cli_page(cli);
    const struct alea_bot *bot;
    for (int i = 0; (bot = alea_bot_at(i)); i++)
        if (bot->level && alea_bot_is_in(bot, game)) alea_text_addf(&levels, "%s%s", levels.len ? ", " : "", bot->name);
    if (levels.len) cli_add(&more, cli, ALEA_LABEL_THERE_ARE, alea_text_str(&levels), NULL);
    cli_wrong(cli, ALEA_LABEL_NO_LEVEL, game->id, spec->bot->name, alea_text_str(&more), NULL);
    alea_text_clear(&levels);
    alea_text_clear(&more);
}

static bool cli_suits(const struct cli *cli, const struct alea_game *game, const struct alea_bot_spec *spec) {
    const char *candidates[CLI_MAX_OPTIONS];
    int n = 0;
    if (alea_bot_suits(spec, game)) return true;
    if (spec->bot->level) return tell_levels(cli, game, spec), false;
    while (n < CLI_MAX_OPTIONS && game->strategy.style && (candidates[n] = game->strategy.style((uint32_t)n))) n++;
    cli_unknown(cli, ALEA_LABEL_UNKNOWN_STYLE, spec->words + spec->style, candidates, n);
    return false;
}

bool cli_bot(const struct cli *cli, const struct alea_game *game, const char *words, bool people,
             struct alea_bot_spec *spec) {
    struct alea_error error = cli_error(cli);
    const struct alea_bot *bot;
    const char *candidates[CLI_MAX_OPTIONS];
    int n = 0;
    if (alea_bot_spec_read_typed(words, spec, &error) == ALEA_OK) return cli_suits(cli, game, spec);
    if (strchr(words, ':') || strcmp(words, alea_bot_exec.name) == 0 ||
        strcmp(words, alea_bot_style.name) == 0) { /* the bot may be there, but not what it was told */
        cli_wrong_error(cli, &error);
        return false;
    }
    for (; n < CLI_MAX_OPTIONS - 1 && (bot = alea_bot_at(n)); n++) candidates[n] = bot->name;
    if (people) candidates[n++] = CLI_HUMAN;
    cli_unknown(cli, ALEA_LABEL_UNKNOWN_BOT, words, candidates, n);
    return false;
}

void cli_write_who(const struct alea_bot_spec *spec, char who[32]) {
    enum { ROOM = 22 }; /* bytes behind "bot:exec:" */
    if (!spec->bot->takes_command) {
        snprintf(who, 32, "bot:%.27s", spec->words);
        return;
    }
    const char *command = spec->words + spec->command;
    command += strspn(command, " ");
    int n = (int)strcspn(command, " "), from = 0;
    for (int i = 0; i < n; i++)
        if (command[i] == '/' && i + 1 < n) from = i + 1;
    snprintf(who, 32, "bot:%s:%.*s", spec->bot->name, n - from < ROOM ? n - from : ROOM, command + from);
    for (char *at = who; *at; at++)
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f) *at = '_';
}

void cli_add_conduct(struct alea_text *text, const struct cli *cli, const struct alea_conduct *conduct) {
    if (conduct->name[0]) cli_add(text, cli, ALEA_LABEL_CONDUCT_NAME, conduct->name, NULL);
    cli_add(text, cli, ALEA_LABEL_CONDUCT, cli_digits(conduct->turns).at, cli_digits(conduct->stood_in).at,
            cli_digits(conduct->late).at, cli_digits(conduct->refused).at, cli_digits(conduct->babbled).at,
            cli_digits(conduct->crashed).at, NULL);
    if (conduct->last[0]) cli_add(text, cli, ALEA_LABEL_CONDUCT_LAST, cli_note(cli, conduct->last).at, NULL);
}

bool cli_next_name(const char **list, char name[CLI_MAX_NAME]) {
    const char *at = *list;
    if (!at) return false;
    size_t length = strcspn(at, ",");
    *list = at[length] ? at + length + 1 : NULL;
    while (length > 0 && at[0] == ' ') at++, length--;
    while (length > 0 && at[length - 1] == ' ') length--;
    snprintf(name, CLI_MAX_NAME, "%.*s", (int)length, at);
    return true;
}

int cli_usual_seats(const struct alea_game *game) { return game->variants[0].seats; }

enum cli_status cli_rules_error(const struct cli *cli, const struct alea_error *error) {
    cli_wrong_error(cli, error);
    return error->code == ALEA_ERR_BAD_OPTION || error->code == ALEA_ERR_BAD_SEATS ? CLI_USAGE : CLI_WRONG;
}

void cli_tell_unlearned(const struct cli *cli, const struct alea_rules *rules, const struct alea_bot_spec bot[], int n) {
    bool thinks = false;
    for (int i = 0; i < n; i++) thinks |= alea_bot_unlearned(rules, bot[i].bot);
    if (thinks) cli_wrong(cli, ALEA_LABEL_UNLEARNED, rules->unlearned, NULL);
}

bool cli_scenario_read(const struct cli *cli, const char *path, struct cli_file *file, struct alea_scenario *scenario) {
    *file = (struct cli_file){0};
    *scenario = (struct alea_scenario){0};
    if (!path) return true;
    if (!cli_file_read(cli, path, ALEA_MAX_SCENARIO_BYTES, file)) return false;
    const char *slash = strrchr(path, '/');
    *scenario = (struct alea_scenario){.name = slash ? slash + 1 : path, .bytes = file->bytes, .n_bytes = file->n};
    return true;
}

bool cli_seat(const struct cli *cli, const char *words, int seats, int *seat) {
    bool number = *words && strlen(words) < 4 && !words[strspn(words, "0123456789")];
    *seat = number ? (int)strtol(words, NULL, 10) : alea_seat_read(words);
    if (*seat >= 0 && *seat < seats) return true;
    char last[3];
    alea_seat_letters(seats - 1, last);
    cli_wrong(cli, ALEA_LABEL_NO_SEAT, words, last, NULL);
    return false;
}

bool cli_seat_value(const struct cli *cli, const char *option, const char *value, int seats, int *seat, const char **words) {
    char letters[8];
    size_t length;
    const char *behind = alea_word_value(value, &length);
    snprintf(letters, sizeof letters, "%.*s", behind ? (int)length : 0, value);
    *seat = alea_seat_read(letters);
    *words = behind ? behind : "";
    if (behind && *seat < seats) return true;
    char last[3];
    alea_seat_letters(seats - 1, last);
    cli_bad_usage(cli, ALEA_LABEL_BAD_SEAT_VALUE, option, value, last, NULL);
    return false;
}

bool cli_match_read(const struct cli *cli, const char *path, const char *scenario_path, struct cli_match *read) {
    struct cli_file file, scenario_file;
    struct alea_scenario scenario;
    *read = (struct cli_match){.error = cli_error(cli)};
    if (!cli_scenario_read(cli, scenario_path, &scenario_file, &scenario)) return false;
    if (cli_file_read(cli, path, ALEA_MAX_TRANSCRIPT_BYTES, &file)) {
        read->match =
            alea_transcript_read(path, file.bytes, file.n, scenario_path ? &scenario : NULL, NULL, NULL, &read->error);
        if (!read->error.where[0]) snprintf(read->error.where, sizeof read->error.where, "%s", path);
        if (!read->match) cli_wrong_error(cli, &read->error);
        cli_file_clear(&file);
    }
    cli_file_clear(&scenario_file);
    return read->match;
}

void cli_match_clear(struct cli_match *read) {
    alea_match_free(read->match);
    *read = (struct cli_match){0};
}
