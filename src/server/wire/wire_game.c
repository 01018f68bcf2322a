/* SPDX-License-Identifier: MIT */
/* wire_game.c - a game as JSON: what a page needs to offer it, and to know all of its words and names. */
#include "registry.h"
#include "text.h"
#include "wire.h"
#include "wire_internal.h"

static void add_word(struct alea_text *text, const char *key, const char *word) {
    alea_text_addf(text, "\"%s\":", key);
    json_out_string(text, word);
}

/* The values of option i, as requests name them, and as people read them. */
static void wire_option_values(const struct alea_game *game, int i, struct alea_text *text) {
    const struct alea_option *option = &game->options[i];
    alea_text_add(text, ",\"values\":[");
    for (int32_t value = 0; value <= option->max; value++) {
        alea_text_add(text, value ? "," : "");
        json_out_string(text, option->words[value]);
    }
    alea_text_add(text, "],\"words\":[");
    for (int32_t value = 0; value <= option->max; value++) {
        alea_text_add(text, value ? "," : "");
        json_out_string(text, alea_option_value_words(game, i, value, text->lang));
    }
    alea_text_add(text, "],");
    add_word(text, "default", option->words[option->standard]);
}

static void wire_options(const struct alea_game *game, struct alea_text *text) {
    alea_text_add(text, ",\"options\":[");
    for (int i = 0; i < game->n_options; i++) {
        const struct alea_option *option = &game->options[i];
        alea_text_add(text, i ? ",{" : "{");
        add_word(text, "key", option->key);
        alea_text_add(text, ",");
        add_word(text, "text", alea_option_words(game, i, text->lang));
        if (option->words) wire_option_values(game, i, text);
        else
            alea_text_addf(text, ",\"min\":%ld,\"max\":%ld,\"default\":%ld", (long)option->min, (long)option->max,
                           (long)option->standard);
        alea_text_add(text, "}");
    }
    alea_text_add(text, "]");
}

/* ---- All of it -------------------------------------------------------------------------------------------------------------- */

/* The set's name or, of a verb without an argument, null. */
static void wire_set(const struct alea_game *game, int set, struct alea_text *text) {
    const char *id = alea_set_id(game, set);
    if (id) json_out_string(text, id);
    else alea_text_add(text, "null");
}

static void wire_verbs(const struct alea_game *game, struct alea_text *text) {
    alea_text_add(text, ",\"verbs\":[");
    for (int i = 1; i < game->texts->n_verbs; i++) {
        const struct alea_verb *verb = &game->texts->verbs[i];
        alea_text_add(text, i > 1 ? ",{" : "{");
        add_word(text, "token", verb->token);
        alea_text_add(text, ",\"set\":");
        wire_set(game, verb->set, text);
        alea_text_add(text, ",");
        add_word(text, "words", verb->in[text->lang]);
        alea_text_addf(text, ",\"ask\":%s,\"rest\":%s}", verb->ask ? "true" : "false", verb->rest ? "true" : "false");
    }
    alea_text_add(text, "]");
}

static void wire_kinds(const struct alea_game *game, struct alea_text *text) {
    alea_text_add(text, ",\"events\":[");
    for (int i = 0; i < game->texts->n_events; i++) {
        const struct alea_event_kind *kind = &game->texts->events[i];
        alea_text_add(text, i ? ",{" : "{");
        add_word(text, "event", kind->token);
        alea_text_add(text, ",\"args\":[");
        for (int arg = 0; arg < ALEA_EVENT_ARGS && kind->set[arg] != ALEA_SET_NONE; arg++) {
            alea_text_add(text, arg ? "," : "");
            wire_set(game, kind->set[arg], text);
        }
        alea_text_add(text, "],");
        add_word(text, "words", kind->in[text->lang]);
        alea_text_add(text, ",");
        add_word(text, "role", wire_role(kind->role));
        alea_text_add(text, "}");
    }
    alea_text_add(text, "]");
}

void wire_rules(const struct alea_rules *rules, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    alea_text_add(text, "\"rules\":[");
    for (int i = 1; i < texts->n_rules; i++) {
        alea_text_add(text, i > 1 ? ",{" : "{");
        add_word(text, "rule", texts->rules[i].id);
        alea_text_add(text, ",\"text\":\"");
        size_t from = text->len;
        alea_rule_say(rules, (alea_rule)i, text);
        json_out_quote_from(text, from);
        alea_text_add(text, "}");
    }
    alea_text_add(text, "]");
}

static void wire_names(struct alea_names names, struct alea_text *text) {
    alea_text_add(text, "[");
    for (int i = 0; i < names.n; i++) {
        alea_text_add(text, i ? ",{" : "{");
        add_word(text, "id", names.at[i].id);
        alea_text_add(text, ",");
        add_word(text, "name", names.at[i].in[text->lang]);
        alea_text_add(text, "}");
    }
    alea_text_add(text, "]");
}

static void wire_sets(const struct alea_rules *rules, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    alea_text_add(text, ",\"sets\":{");
    for (int i = 0; i < texts->n_sets + texts->n_lists; i++) {
        bool own = i < texts->n_sets;
        alea_text_addf(text, "%s\"%s\":", i ? "," : "", own ? texts->sets[i] : texts->list_ids[i - texts->n_sets]);
        wire_names(own ? rules->game->names(rules->tables, ALEA_SET_GAME + i) : texts->lists[i - texts->n_sets], text);
    }
    alea_text_add(text, "}");
}

/* The numbers of sentences and the names come from the game's own data: from the rules that it is usually played by. */
static void wire_loaded(const struct alea_game *game, struct alea_text *text) {
    struct alea_rules *rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, NULL);
    if (rules) {
        alea_text_add(text, ",");
        wire_rules(rules, text);
        wire_sets(rules, text);
    } else {
        text->truncated = true; /* memory is short */
    }
    alea_rules_free(rules);
}

void wire_game(const struct alea_game *game, enum alea_lang lang, bool whole, struct alea_text *text) {
    text->lang = lang;
    alea_text_add(text, "{");
    add_word(text, "id", game->id);
    alea_text_add(text, ",");
    add_word(text, "title", game->texts->title.in[lang]);
    alea_text_add(text, ",");
    add_word(text, "summary", game->texts->summary.in[lang]);
    alea_text_addf(text, ",\"seats\":{\"min\":%d,\"max\":%d,\"usual\":%d}", game->min_seats, game->max_seats,
                   game->variants[0].seats);
    alea_text_addf(text, ",\"secrets\":%s", alea_game_has_secrets(game) ? "true" : "false");
    alea_text_addf(text, ",\"lesson\":%s", alea_game_lesson(game).n_bytes > 0 ? "true" : "false");
    wire_options(game, text);
    if (whole) {
        size_t n;
        const char *data = alea_game_data(game, &n);
        alea_text_add(text, ",\"data\":");
        alea_text_add_n(text, data, n);
        wire_verbs(game, text);
        wire_kinds(game, text);
        wire_loaded(game, text);
    }
    alea_text_add(text, "}");
}
