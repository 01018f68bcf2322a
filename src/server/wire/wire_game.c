/* SPDX-License-Identifier: MIT */
/* wire_game.c - a game as JSON: what a page needs to offer it, and to know all of its words and names. */
#include "bot.h"
#include "registry.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

/* The values of option i, as requests name them, and as people read them. */
static void wire_option_values(const struct alea_game *game, int i, struct alea_text *text) {
    const struct alea_option *option = &game->options[i];
    alea_json_open_array(text, "values");
    for (int32_t value = 0; value <= option->max; value++) alea_json_string(text, NULL, option->words[value]);
    alea_json_close_array(text);
    alea_json_open_array(text, "words");
    for (int32_t value = 0; value <= option->max; value++)
        alea_json_string(text, NULL, alea_option_value_words(game, i, value, text->lang));
    alea_json_close_array(text);
    alea_json_string(text, "default", option->words[option->standard]);
}

static void wire_option_range(const struct alea_option *option, struct alea_text *text) {
    alea_json_integer(text, "min", option->min);
    alea_json_integer(text, "max", option->max);
    alea_json_integer(text, "default", option->standard);
}

static void wire_options(const struct alea_game *game, struct alea_text *text) {
    alea_json_open_array(text, "options");
    for (int i = 0; i < game->n_options; i++) {
        const struct alea_option *option = &game->options[i];
        alea_json_open_object(text, NULL);
        alea_json_string(text, "key", option->key);
        alea_json_string(text, "text", alea_option_words(game, i, text->lang));
        if (option->words) wire_option_values(game, i, text);
        else wire_option_range(option, text);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

/* ---- All of it -------------------------------------------------------------------------------------------------------------- */

static void wire_verbs(const struct alea_game *game, struct alea_text *text) {
    alea_json_open_array(text, "verbs");
    for (int i = 1; i < game->texts->n_verbs; i++) {
        const struct alea_verb *verb = &game->texts->verbs[i];
        alea_json_open_object(text, NULL);
        alea_json_string(text, "token", verb->token);
        alea_json_string(text, "set", alea_set_id(game, verb->set)); /* of a verb without an argument null */
        alea_json_string(text, "words", verb->in[text->lang]);
        alea_json_bool(text, "ask", verb->ask);
        alea_json_bool(text, "rest", verb->rest);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void wire_kinds(const struct alea_game *game, struct alea_text *text) {
    alea_json_open_array(text, "events");
    for (int i = 0; i < game->texts->n_events; i++) {
        const struct alea_event_kind *kind = &game->texts->events[i];
        alea_json_open_object(text, NULL);
        alea_json_string(text, "event", kind->token);
        alea_json_open_array(text, "args");
        for (int arg = 0; arg < ALEA_EVENT_ARGS && kind->set[arg] != ALEA_SET_NONE; arg++)
            alea_json_string(text, NULL, alea_set_id(game, kind->set[arg]));
        alea_json_close_array(text);
        alea_json_string(text, "words", kind->in[text->lang]);
        alea_json_id(text, "role", wire_role(kind->role));
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void wire_names(const char *set, struct alea_names names, struct alea_text *text) {
    alea_json_open_array(text, set);
    for (int i = 0; i < names.n; i++) {
        alea_json_open_object(text, NULL);
        alea_json_string(text, "id", names.at[i].id);
        alea_json_string(text, "name", names.at[i].in[text->lang]);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

static void wire_sets(const struct alea_rules *rules, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    alea_json_open_object(text, "sets");
    for (int i = 0; i < texts->n_sets; i++)
        wire_names(texts->sets[i], rules->game->names(rules->tables, ALEA_SET_GAME + i), text);
    for (int i = 0; i < texts->n_lists; i++) wire_names(texts->list_ids[i], texts->lists[i], text);
    alea_json_close_object(text);
}

void wire_rules(const struct alea_rules *rules, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    alea_json_open_array(text, "rules");
    for (int i = 1; i < texts->n_rules; i++) {
        alea_json_open_object(text, NULL);
        alea_json_string(text, "rule", texts->rules[i].id);
        size_t from = alea_json_open_string(text, "text");
        alea_rule_say(rules, (alea_rule)i, text);
        alea_json_close_string(text, from);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    wire_sets(rules, text);
}

/* The numbers of sentences and the names come from the game's own data: from the rules that it is usually played by. */
static void wire_loaded(const struct alea_game *game, struct alea_text *text) {
    struct alea_rules *rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, NULL);
    if (rules) wire_rules(rules, text);
    else text->truncated = true; /* memory is short */
    alea_rules_free(rules);
}

/* The levels of bots that there are here, and how strong each was measured to be. */
static void wire_levels(const struct alea_game *game, struct alea_text *text) {
    alea_json_open_array(text, "levels");
    for (int level = 1; level <= ALEA_LEVELS; level++) {
        const struct alea_level *at = &game->strategy.levels[level - 1];
        if (!at->bot) continue;
        alea_json_open_object(text, NULL);
        alea_json_id(text, "id", alea_bot_of_level(level)->name);
        if (at->rating) alea_json_integer(text, "rating", at->rating);
        else alea_json_null(text, "rating");
        if (at->rating) alea_json_integer(text, "within", at->within);
        else alea_json_null(text, "within");
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
}

void wire_game(const struct alea_game *game, enum alea_lang lang, bool whole, struct alea_text *text) {
    text->lang = lang;
    alea_json_open_object(text, NULL);
    alea_json_string(text, "id", game->id);
    alea_json_string(text, "title", game->texts->title.in[lang]);
    alea_json_string(text, "summary", game->texts->summary.in[lang]);
    alea_json_open_object(text, "seats");
    alea_json_integer(text, "min", game->min_seats);
    alea_json_integer(text, "max", game->max_seats);
    alea_json_integer(text, "usual", game->variants[0].seats);
    alea_json_close_object(text);
    alea_json_bool(text, "secrets", alea_game_has_secrets(game));
    alea_json_bool(text, "windows", game->campaign.window != NULL);
    alea_json_bool(text, "lesson", alea_game_lesson(game).n_bytes > 0);
    wire_levels(game, text);
    wire_options(game, text);
    if (whole) {
        size_t n;
        const char *data = alea_game_data(game, &n);
        alea_json_raw(text, "data", data, n);
        ALEA_TEXT_ADD(text, ","); /* it ends with a new line, behind which none comes by itself */
        wire_verbs(game, text);
        wire_kinds(game, text);
        wire_loaded(game, text);
    }
    alea_json_close_object(text);
}

void wire_games(enum alea_lang lang, const char *url, bool beacon, struct alea_text *text) {
    text->lang = lang;
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "games");
    const struct alea_game *game;
    for (int i = 0; (game = alea_game_at(i)); i++)
        if (game->listed) wire_game(game, lang, false, text);
    alea_json_close_array(text);
    alea_json_open_array(text, "bots");
    const struct alea_bot *bot;
    for (int i = 0; (bot = alea_bot_at(i)); i++) {
        alea_json_open_object(text, NULL);
        alea_json_id(text, "id", bot->name);
        alea_json_string(text, "text", bot->in[lang]);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    alea_json_id(text, "version", ALEA_VERSION);
    alea_json_string(text, "url", url);
    alea_json_bool(text, "beacon", beacon);
    alea_json_close_object(text);
}
