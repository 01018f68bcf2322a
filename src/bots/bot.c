/* SPDX-License-Identifier: MIT */
/* bot.c - the bots that there are; words read into specs, specs opened as players. */
#include "bot.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "external.h"

/* ---- Those that there are -------------------------------------------------------------------------------------------- */

/* They stand for what a game says of its levels, and never choose themselves. */
static const struct alea_bot beginner = {.name = "beginner", .in = {ENGINE_SAY_BOT_BEGINNER}, .level = 1};
static const struct alea_bot easy = {.name = "easy", .in = {ENGINE_SAY_BOT_EASY}, .level = 2};
static const struct alea_bot normal = {.name = "normal", .in = {ENGINE_SAY_BOT_NORMAL}, .level = 3};
static const struct alea_bot hard = {.name = "hard", .in = {ENGINE_SAY_BOT_HARD}, .level = 4};
static const struct alea_bot expert = {.name = "expert", .in = {ENGINE_SAY_BOT_EXPERT}, .level = 5};

static const struct alea_bot *const bots[] = {
    &beginner,        &easy,           &expert,          &alea_bot_greedy, &hard, &alea_bot_idle, &normal,
    &alea_bot_novice, &alea_bot_plans, &alea_bot_random, &alea_bot_search,
};

const struct alea_bot *alea_bot_at(int index) { return index >= 0 && index < (int)ALEA_LEN(bots) ? bots[index] : NULL; }

const struct alea_bot *alea_bot_find(const char *name) {
    for (size_t i = 0; i < ALEA_LEN(bots); i++)
        if (strcmp(bots[i]->name, name) == 0) return bots[i];
    return NULL;
}

const struct alea_bot *alea_bot_of_level(int level) {
    static const struct alea_bot *const levels[ALEA_LEVELS] = {&beginner, &easy, &normal, &hard, &expert};
    return levels[level - 1];
}

bool alea_bot_is_in(const struct alea_bot *bot, const struct alea_game *game) {
    return !bot->level || game->strategy.levels[bot->level - 1].bot;
}

/* ---- Specs ----------------------------------------------------------------------------------------------------------- */

static enum alea_err bad(struct alea_error *error, const char *words, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_BAD_OPTION, words, error && error->lang == ALEA_IT ? it : en);
}

/* A whole number of at most `max`, and where it ends; -1 if there is none. */
static long number(const char **at, long max) {
    long n = 0;
    const char *from = *at;
    for (; **at >= '0' && **at <= '9'; ++*at)
        if ((n = n * 10 + (**at - '0')) > max) return -1;
    return *at == from ? -1 : n;
}

/* One part of a budget: "500ms", "2000it", "2t". What only begins like one, as a command may, changes nothing. */
static bool read_part(const char *at, struct alea_budget *budget) {
    struct alea_budget read = *budget;
    long n = number(&at, 1000000000);
    const char *unit = at;
    if (n < 1) return false;
    if (strncmp(unit, "ms", 2) == 0 && n <= 3600000) read.ms = (int)n, at += 2;
    else if (strncmp(unit, "it", 2) == 0) read.iterations = n, at += 2;
    else if (*unit == 't' && n <= 64) read.threads = (int)n, at += 1;
    if (at == unit || (*at != 0 && *at != ':')) return false;
    *budget = read;
    return true;
}

static bool read_linear(const char *at, bool *linear) {
    static const char word[] = "linear";
    if (strcspn(at, ":") != sizeof word - 1 || memcmp(at, word, sizeof word - 1) != 0) return false;
    return *linear = true;
}

/* exec:COMMAND: what stands behind its budget. */
static enum alea_err read_command(const char *words, struct alea_bot_spec *read, struct alea_error *error) {
    const char *command = words + read->command;
    char program[ALEA_BOT_WORDS];
    if (read->budget.iterations || read->budget.threads) return bad(error, words, ENGINE_SAY_BOT_TIME_ALONE);
    command += strspn(command, " ");
    snprintf(program, sizeof program, "%.*s", (int)strcspn(command, " "), command);
    if (!read->command || !*program) return bad(error, words, ENGINE_SAY_BOT_WHICH_PROGRAM);
    int failed = external_find(program);
    if (failed == EACCES) return bad(error, words, ENGINE_SAY_BOT_NOT_EXECUTABLE);
    return failed ? bad(error, words, ENGINE_SAY_BOT_NO_PROGRAM) : ALEA_OK;
}

static enum alea_err read_spec(const char *words, bool typed, struct alea_bot_spec *spec, struct alea_error *error) {
    struct alea_bot_spec read = {.lang = error ? error->lang : ALEA_EN};
    char name[32];
    size_t length = strcspn(words, ":");
    if (strlen(words) >= sizeof read.words || length >= sizeof name) return bad(error, words, ENGINE_SAY_BOT_LONG_WORDS);
    memcpy(name, words, length);
    name[length] = 0;
    read.bot = typed && strcmp(name, alea_bot_exec.name) == 0 ? &alea_bot_exec
               : strcmp(name, alea_bot_style.name) == 0       ? &alea_bot_style
                                                              : alea_bot_find(name);
    if (!read.bot) return bad(error, words, ENGINE_SAY_BOT_UNKNOWN);
    if (read.bot->takes_style && !words[length]) return bad(error, words, ENGINE_SAY_BOT_WHICH_STYLE);
    if (read.bot->takes_style) read.style = length + 1;
    for (const char *at = words + length; *at && !read.style; at += strcspn(at, ":")) {
        at++;
        if (!read.bot->takes_budget) return bad(error, words, ENGINE_SAY_BOT_NO_BUDGET);
        if (read_part(at, &read.budget) || (read.bot->takes_linear && read_linear(at, &read.linear))) continue;
        if (!read.bot->takes_command) return bad(error, words, ENGINE_SAY_BOT_BAD_BUDGET);
        read.command = (size_t)(at - words);
        break;
    }
    if (read.budget.threads && read.bot->plans) return bad(error, words, ENGINE_SAY_BOT_ONE_THREAD);
    enum alea_err code = read.bot->takes_command ? read_command(words, &read, error) : ALEA_OK;
    if (code) return code;
    memcpy(read.words, words, strlen(words) + 1);
    *spec = read;
    return ALEA_OK;
}

enum alea_err alea_bot_spec_read(const char *words, struct alea_bot_spec *spec, struct alea_error *error) {
    return read_spec(words, false, spec, error);
}

enum alea_err alea_bot_spec_read_typed(const char *words, struct alea_bot_spec *spec, struct alea_error *error) {
    return read_spec(words, true, spec, error);
}

/* ---- Players --------------------------------------------------------------------------------------------------------- */

/* What the game puts behind a level, `greedy` where it has none: a table may be older than that is refused. That it names bots there are is a law. */
static struct alea_bot_spec resolved(const struct alea_rules *rules, const struct alea_bot_spec *spec) {
    const char *words = spec->bot->level ? rules->game->strategy.levels[spec->bot->level - 1].bot : NULL;
    struct alea_bot_spec read = {.bot = spec->bot->level ? &alea_bot_greedy : spec->bot};
    if (!spec->bot->level) return *spec;
    const enum alea_err code = words ? alea_bot_spec_read(words, &read, NULL) : ALEA_OK;
    assert(code == ALEA_OK);
    if (spec->budget.iterations || spec->budget.ms) read.budget = spec->budget;
    return read;
}

bool alea_player_open(struct alea_player *player, const struct alea_rules *rules, const struct alea_bot_spec *spec) {
    struct alea_bot_spec real = resolved(rules, spec);
    *player = (struct alea_player){.bot = real.bot};
    if (real.bot->open) player->room = real.bot->open(rules, &real);
    return player->room || !real.bot->open;
}

bool alea_bot_thinks(const struct alea_rules *rules, const struct alea_bot *bot) {
    const struct alea_bot_spec spec = {.bot = bot};
    return resolved(rules, &spec).bot->takes_budget;
}

bool alea_bot_plans_ahead(const struct alea_rules *rules, const struct alea_bot *bot) {
    const struct alea_bot_spec spec = {.bot = bot};
    return resolved(rules, &spec).bot->plans;
}

bool alea_bots_compare_plans(const struct alea_rules *rules) {
    for (int level = 1; level <= ALEA_LEVELS; level++)
        if (alea_bot_plans_ahead(rules, alea_bot_of_level(level))) return true;
    return false;
}

void alea_player_close(struct alea_player *player) {
    if (player->room) player->bot->close(player->room);
    *player = (struct alea_player){0};
}

void alea_player_begin(const struct alea_player *player, int seat, const struct alea_random *random) {
    if (player->bot->begin) player->bot->begin(player->room, seat, random);
}

void alea_player_over(const struct alea_player *player, const void *pos) {
    if (player->bot->over) player->bot->over(player->room, pos);
}

const struct alea_conduct *alea_player_conduct(const struct alea_player *player) {
    return player->bot && player->bot->conduct ? player->bot->conduct(player->room) : NULL;
}
