/* SPDX-License-Identifier: MIT */
/* games.c - `alea games`: what can be played, by how many, with which options, and what its positions are made of. */
#include <string.h>

#include "json.h"

enum { OPT_JSON, OPT_SCHEMA, OPT_DATA };

static const struct cli_option options[] = {
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
    [OPT_SCHEMA] = {"schema", false, ALEA_LABEL_OPTION_SCHEMA},
    [OPT_DATA] = {"data", false, ALEA_LABEL_OPTION_DATA},
};

/* All that are listed, or the one that was asked for. */
static bool is_wanted(const struct alea_game *game, const struct alea_game *only) {
    return only ? game == only : game->listed;
}

/* ---- For people ------------------------------------------------------------------------------------------------------ */

/* "0..40; usually 20": the range or the choices, and the default where there is more than one. */
static void add_values(struct alea_text *page, const struct cli *cli, const struct alea_option *option) {
    const struct cli_digits digits = cli_digits(option->standard);
    const char *usual = option->words ? option->words[option->standard] : digits.at;
    struct alea_text values = cli_page(cli);
    if (!option->words) alea_text_addf(&values, "%d", (int)option->min);
    if (!option->words && option->max > option->min) alea_text_addf(&values, "..%d", (int)option->max);
    for (int32_t i = option->min; option->words && i <= option->max; i++)
        alea_text_addf(&values, "%s%s", i > option->min ? " | " : "", option->words[i]);
    if (option->max > option->min) cli_add(page, cli, ALEA_LABEL_USUALLY, alea_text_str(&values), usual, NULL);
    else alea_text_add(page, alea_text_str(&values));
    alea_text_clear(&values);
}

static void add_option(struct alea_text *page, const struct cli *cli, const struct alea_game *game, int n) {
    const struct alea_option *option = &game->options[n];
    alea_text_addf(page, "    %s = ", option->key);
    add_values(page, cli, option);
    alea_text_addf(page, "\n        %s\n", alea_option_words(game, n, page->lang));
    for (int32_t i = option->min; option->words && i <= option->max; i++)
        alea_text_addf(page, "        - %s: %s\n", option->words[i], alea_option_value_words(game, n, i, page->lang));
}

static void add_levels(struct alea_text *page, const struct cli *cli, const struct alea_game *game) {
    bool any = false;
    for (int level = 1; level <= ALEA_LEVELS; level++) {
        const struct alea_level *at = &game->strategy.levels[level - 1];
        if (!at->bot) continue;
        if (!any) {
            alea_text_add(page, "\n  ");
            cli_add(page, cli, ALEA_LABEL_GAME_LEVELS, NULL);
            alea_text_add(page, "\n");
        }
        any = true;
        alea_text_addf(page, "    %s (%s): ", alea_bot_of_level(level)->name, at->bot);
        if (at->rating)
            cli_add(page, cli, ALEA_LABEL_RATING_WITHIN, cli_digits(at->rating).at, cli_digits(at->within).at, NULL);
        else cli_add(page, cli, ALEA_LABEL_NOT_MEASURED, NULL);
        alea_text_add(page, "\n");
    }
}

static void add_game(struct alea_text *page, const struct cli *cli, const struct alea_game *game) {
    alea_text_addf(page, "%s - %s\n    %s\n    ", game->id, game->texts->title.in[cli->lang],
                   game->texts->summary.in[cli->lang]);
    const int seats = game->min_seats == game->max_seats ? ALEA_LABEL_GAME_SEATS_EXACTLY : ALEA_LABEL_GAME_SEATS;
    cli_add(page, cli, seats, cli_digits(game->min_seats).at, cli_digits(game->max_seats).at, NULL);
    alea_text_add(page, "\n");
    if (game->n_options) {
        alea_text_add(page, "\n  ");
        cli_add(page, cli, ALEA_LABEL_GAME_OPTIONS, NULL);
        alea_text_add(page, "\n");
    }
    for (int i = 0; i < game->n_options; i++) add_option(page, cli, game, i);
    add_levels(page, cli, game);
}

static void print_for_people(const struct cli *cli, const struct alea_game *only) {
    struct alea_text page = cli_page(cli);
    const struct alea_game *game;
    int n = 0;
    for (int i = 0; (game = alea_game_at(i)); i++) {
        if (!is_wanted(game, only)) continue;
        if (n++) alea_text_add(&page, "\n");
        add_game(&page, cli, game);
    }
    if (n == 0) cli_add(&page, cli, ALEA_LABEL_NO_GAMES, NULL), alea_text_add(&page, "\n");
    cli_print(cli, &page);
}

/* ---- For programs ---------------------------------------------------------------------------------------------------- */

static json_t *option_json(const struct cli *cli, const struct alea_game *game, int n) {
    const struct alea_option *option = &game->options[n];
    json_t *row = json_pack("{s:s, s:s}", "key", option->key, "text", alea_option_words(game, n, cli->lang));
    if (option->words) {
        json_t *values = json_array(), *words = json_array();
        for (int32_t i = option->min; i <= option->max; i++) {
            json_array_append_new(values, json_string(option->words[i]));
            json_array_append_new(words, json_string(alea_option_value_words(game, n, i, cli->lang)));
        }
        json_object_set_new(row, "values", values);
        json_object_set_new(row, "words", words);
        json_object_set_new(row, "default", json_string(option->words[option->standard]));
    } else {
        json_object_set_new(row, "min", json_integer(option->min));
        json_object_set_new(row, "max", json_integer(option->max));
        json_object_set_new(row, "default", json_integer(option->standard));
    }
    return row;
}

static json_t *game_json(const struct cli *cli, const struct alea_game *game) {
    json_t *rows = json_array();
    for (int i = 0; i < game->n_options; i++) json_array_append_new(rows, option_json(cli, game, i));
    return json_pack("{s:s, s:s, s:s, s:i, s:{s:i, s:i}, s:b, s:o}", "id", game->id, "title",
                     game->texts->title.in[cli->lang], "summary", game->texts->summary.in[cli->lang], "rules_version",
                     game->rules_version, "seats", "min", game->min_seats, "max", game->max_seats, "secrets",
                     alea_game_has_secrets(game), "options", rows);
}

static void print_json(const struct cli *cli, const struct alea_game *only) {
    json_t *rows = json_array();
    const struct alea_game *game;
    for (int i = 0; (game = alea_game_at(i)); i++)
        if (is_wanted(game, only)) json_array_append_new(rows, game_json(cli, game));
    json_t *all = json_pack("{s:o}", "games", rows);
    cli_print_json(all);
}

/* The names of places and cards are those of the game's own tables, as it is usually played. */
static enum cli_status print_schema(const struct cli *cli, const struct alea_game *game) {
    struct alea_error error = cli_error(cli);
    struct alea_rules *rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, &error);
    if (!rules) return cli_wrong_error(cli, &error);
    struct alea_text page = cli_page(cli);
    alea_view_schema(rules, &page);
    fputs(alea_text_str(&page), stdout);
    alea_text_clear(&page);
    alea_rules_free(rules);
    return CLI_FINE;
}

/* Its maps, cards and tables as they stand in data/GAME.json. */
static enum cli_status print_data(const struct alea_game *game) {
    size_t n;
    const char *data = alea_game_data(game, &n);
    if (data) fwrite(data, 1, n, stdout);
    else puts("{}");
    return CLI_FINE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    bool json = false, schema = false, data = false;
    const char *id = NULL;
    const struct alea_game *game = NULL;
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND && !cli_only_one(args, &id)) return CLI_USAGE;
        if (next < CLI_OPERAND) return cli_leave(next);
        if (next == OPT_JSON) json = true;
        if (next == OPT_SCHEMA) schema = true;
        if (next == OPT_DATA) data = true;
    }
    if ((schema || data) && !cli_wanted(cli, id, ALEA_LABEL_GAME_WANTED)) return CLI_USAGE;
    if (id && !(game = cli_game(cli, id))) return CLI_USAGE;
    if (schema && game) return print_schema(cli, game);
    if (data && game) return print_data(game);
    if (json) print_json(cli, game);
    else print_for_people(cli, game);
    return CLI_FINE;
}

const struct cli_command cli_games = {
    .name = "games",
    .run = run,
    .summary = ALEA_LABEL_GAMES_SUMMARY,
    .usage = ALEA_LABEL_GAMES_USAGE,
    .about = ALEA_LABEL_GAMES_ABOUT,
    .example = ALEA_LABEL_GAMES_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
