/* SPDX-License-Identifier: MIT */
/* laws_rules.c - laws of a game as a whole: nothing is missing, words are complete, options mean what they say, tables stay. */
#include "laws.h"

#include "../src/bots/bot.h"
#include "../src/engine/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Nothing is missing -------------------------------------------------------------------------------------------------- */

static bool functions_are_there(struct law_run *run) {
    const struct alea_game *g = run->game;
    const char *missing = !g->load      ? "load"
                          : !g->setup   ? "setup"
                          : !g->actors  ? "actors"
                          : !g->legal   ? "legal"
                          : !g->why_not ? "why_not"
                          : !g->apply   ? "apply"
                          : !g->score   ? "score"
                          : !g->round   ? "round"
                                        : NULL;
    return !missing || law_broken(run, "the game has no %s()", missing);
}

/* What of the contract is there by halves. */
static bool parts_are_whole(struct law_run *run) {
    const struct alea_game *g = run->game;
    const struct alea_texts *texts = g->texts;
    bool secret = g->secrecy.audience != NULL;
    for (int i = 0; i < g->n_fields; i++) secret |= g->fields[i].secret;
    if (!g->roll != !g->outcomes) return law_broken(run, "roll() and outcomes() go together");
    if (!g->names && texts->n_sets) return law_broken(run, "the texts name sets, and the game has no names()");
    if (!g->broken && texts->n_broken > 1) return law_broken(run, "the texts tell invariants, and the game has no broken()");
    if (!g->secrecy.hide != !g->secrecy.determinize) return law_broken(run, "hide() and determinize() go together");
    if (secret && !g->secrecy.hide) return law_broken(run, "a field is secret, or a move, and there is no hide()");
    if (g->words.order && (g->words.order_help < 0 || g->words.order_help >= texts->n_labels))
        return law_broken(run, "order_help is no label");
    if (!g->chances.questions != !g->chances.n_questions) return law_broken(run, "questions and their number go together");
    return true;
}

/* What the contract names by number or by name is there. */
static bool names_are_there(struct law_run *run) {
    const struct alea_game *g = run->game;
    const struct alea_field *ending = NULL;
    const int verb = g->resign_verb, set = verb > 0 && verb < g->texts->n_verbs ? g->texts->verbs[verb].set : ALEA_SET_NONE;
    if (verb && set != ALEA_SET_SEAT && (set == ALEA_SET_NONE || set != g->seat_set))
        return law_broken(run, "resign_verb %d is no verb of a seat", verb);
    for (int i = 0; i < g->n_fields && g->study.ending; i++)
        if (strcmp(g->fields[i].name, g->study.ending) == 0) ending = &g->fields[i];
    const bool scalar = ending && ending->type == ALEA_FIELD_U8 && !ending->rows && ending->cols == 1;
    if (g->study.ending && (!scalar || ending->value_set < ALEA_SET_GAME))
        return law_broken(run, "the ending '%s' is no field of one word", g->study.ending);
    for (int i = 0, strongest = 0; i < ALEA_LEVELS; i++) {
        struct alea_bot_spec spec;
        struct alea_error error = {.lang = ALEA_EN};
        const char *words = g->strategy.levels[i].bot;
        if (words && alea_bot_spec_read(words, &spec, &error)) return law_broken(run, "level %d: %s", i, error.text);
        if (words && spec.bot->level) return law_broken(run, "level %d is '%s', a level again", i, words);
        const int rating = g->strategy.levels[i].rating;
        if (rating && (!words || rating <= strongest)) return law_broken(run, "level %d has the rating %d", i, rating);
        if (rating) strongest = rating;
    }
    return true;
}

static bool bounds_make_sense(struct law_run *run) {
    const struct alea_game *g = run->game;
    if (g->min_seats < 1 || g->max_seats < g->min_seats || g->max_seats > ALEA_MAX_SEATS)
        return law_broken(run, "bad bounds of seats");
    if (!g->position_size || g->position_size > 8192) return law_broken(run, "a position of %zu bytes", g->position_size);
    if (!g->tables_size || g->max_legal < 1 || (g->roll && g->max_outcomes < 1) || g->max_plies < 1)
        return law_broken(run, "a bound is missing");
    if (g->max_plies > ALEA_MAX_PLIES) return law_broken(run, "a game of %ld plies is longer than any match", g->max_plies);
    if (g->n_options > ALEA_MAX_OPTIONS || g->rules_version < 1)
        return law_broken(run, "too many options, or no rules version");
    if (g->strategy.tempered ? g->strategy.tempers < 2 || !g->strategy.heuristic : g->strategy.tempers != 0)
        return law_broken(run, "tempered() and %d tempers", g->strategy.tempers);
    const char *style = NULL;
    for (uint32_t i = 0; g->strategy.style && (style = g->strategy.style(i)); i++) {
        const size_t length = strspn(style, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (style[length] || !length || length > 20) return law_broken(run, "no name of a style: '%s'", style);
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(style, g->strategy.style(j)) == 0) return law_broken(run, "two styles '%s'", style);
    }
    if (g->strategy.style && g->strategy.tempers && !g->strategy.style((uint32_t)g->strategy.tempers - 1))
        return law_broken(run, "a temper without a name");
    return true;
}

/* Fields lie within `size` bytes, side by side, each with a name of its own. `taken` is room for as many. */
static bool lie_side_by_side(struct law_run *run, const struct alea_field fields[], int n, size_t size, uint8_t *taken) {
    memset(taken, 0, size);
    for (int i = 0; i < n; i++) {
        const struct alea_field *field = &fields[i];
        if (!field->name) return law_broken(run, "field %d has no name", i);
        bool own = field->type == ALEA_FIELD_OWN;
        if (own ? field->cols || !field->bytes || !field->write || !field->read
                : !field->cols || field->bytes || field->write || field->read)
            return law_broken(run, "'%s' needs %s alone", field->name, own ? "bytes, write() and read()" : "columns");
        const size_t end = field->offset + alea_field_size(field);
        if (end > size) return law_broken(run, "'%s' ends outside the position", field->name);
        for (size_t at = field->offset; at < end; at++)
            if (taken[at]++) return law_broken(run, "'%s' overlaps another field", field->name);
        for (int j = 0; j < i; j++)
            if (!strcmp(field->name, fields[j].name)) return law_broken(run, "two fields are called '%s'", field->name);
    }
    return true;
}

static bool fields_are_sound(struct law_run *run) {
    const struct alea_game *g = run->game;
    uint8_t taken[ALEA_MAX_FACTS];
    if (g->facts.size > sizeof taken || !g->facts.n_fields != !g->facts.reckon)
        return law_broken(run, "facts without an end");
    return lie_side_by_side(run, g->fields, g->n_fields, g->position_size, run->spare[0]) &&
           lie_side_by_side(run, g->facts.fields, g->facts.n_fields, g->facts.size, taken);
}

/* ---- Words --------------------------------------------------------------------------------------------------------------- */

/* Is there a word outside the holes {1} of a template? */
static bool has_letters(const char *words) {
    int depth = 0;
    for (; *words; words++) {
        depth += (*words == '{') - (*words == '}');
        if (!depth && *words != '}' && (unsigned char)*words > '@') return true;
    }
    return false;
}

/* A browser's engine has no motives, and so no words for them (src/games/meson.build). */
static bool is_left_out(const char *id, const char *const in[ALEA_LANGS]) {
#ifdef __wasm__
    return !strncmp(id, "motive_", 7) && !*in[ALEA_EN] && !*in[ALEA_IT];
#else
    (void)id, (void)in;
    return false;
#endif
}

/* Words in both languages; `differ`: sentences, which can't be the same in both. */
static bool has_words(struct law_run *run, const char *what, const char *id, const char *const in[ALEA_LANGS], bool differ) {
    if (!id || !*id) return law_broken(run, "%s has no id", what);
    if (is_left_out(id, in)) return true;
    for (int lang = 0; lang < ALEA_LANGS; lang++)
        if (!in[lang] || !*in[lang] || !law_clean(in[lang], true)) return law_broken(run, "%s '%s' lacks words", what, id);
    return !differ || !has_letters(in[ALEA_IT]) || strcmp(in[ALEA_IT], in[ALEA_EN]) != 0 ||
           law_broken(run, "%s '%s' is '%s' in both languages", what, id, in[0]);
}

static bool have_words(struct law_run *run, const char *what, const struct alea_phrase *at, int first, int n, bool differ) {
    for (int i = first; i < n; i++) {
        if (!has_words(run, what, at[i].id, at[i].in, differ)) return false;
        for (int j = first; j < i; j++)
            if (!strcmp(at[i].id, at[j].id)) return law_broken(run, "%s '%s' is there twice", what, at[i].id);
    }
    return true;
}

static bool words_are_complete(struct law_run *run) {
    const struct alea_texts *texts = run->game->texts;
    for (int i = 1; i < texts->n_verbs; i++)
        if (!has_words(run, "verb", texts->verbs[i].token, texts->verbs[i].in, true)) return false;
    for (int i = 0; i < texts->n_events; i++)
        if (!has_words(run, "event", texts->events[i].token, texts->events[i].in, true)) return false;
    for (int i = 0; i < run->game->n_options; i++) {
        const char *words[ALEA_LANGS];
        for (int lang = 0; lang < ALEA_LANGS; lang++) words[lang] = alea_option_words(run->game, i, (enum alea_lang)lang);
        if (!has_words(run, "option", run->game->options[i].key, words, true)) return false;
    }
    for (int set = 0; set < texts->n_sets; set++) {
        struct alea_names names = run->game->names(run->tables, ALEA_SET_GAME + set);
        if (names.n < 1 || !have_words(run, texts->sets[set], names.at, 0, names.n, false))
            return names.n > 0 || law_broken(run, "the set '%s' has no names", texts->sets[set]);
    }
    for (int list = 0; list < texts->n_lists; list++)
        if (!have_words(run, texts->list_ids[list], texts->lists[list].at, 0, texts->lists[list].n, false)) return false;
    return has_words(run, "title", "title", texts->title.in, false) &&
           has_words(run, "summary", "summary", texts->summary.in, true) &&
           have_words(run, "rule", texts->rules, 1, texts->n_rules, true) &&
           have_words(run, "label", texts->labels, 0, texts->n_labels, false) &&
           have_words(run, "option", texts->options, 0, texts->n_options, false) && /* values are names */
           have_words(run, "invariant", texts->broken, 1, texts->n_broken, true);
}

/* ---- Options and setup --------------------------------------------------------------------------------------------------- */

static bool setup_is_a_function(struct law_run *run) {
    for (int i = 0; i < 2; i++) {
        memset(run->spare[i], 0, run->game->position_size);
        run->game->setup(run->tables, run->spare[i]);
    }
    if (!law_same(run, run->spare[0], run->spare[1])) return law_broken(run, "setup() answers two positions");
    alea_derive(run->rules, run->spare[1]);
    if (!law_same(run, run->spare[0], run->spare[1]))
        return law_broken(run, "setup() leaves a position that is not derived");
    return run->game->actors(run->tables, run->spare[0]) || law_broken(run, "the game is over at the setup");
}

/* Options as written make the same rules again. */
static bool options_come_back(struct law_run *run) {
    struct alea_text *text = law_words(run, 0, ALEA_EN);
    alea_options_write(run->rules, text);
    char written[2048];
    snprintf(written, sizeof written, "%s", alea_text_str(text));
    const char *given = run->options;
    run->options = written;
    struct alea_rules *again = law_rules_new(run);
    run->options = given;
    if (!again) return false;
    struct alea_text *second = law_words(run, 1, ALEA_EN);
    alea_options_write(again, second);
    memset(run->spare[0], 0, run->game->position_size);
    memset(run->spare[1], 0, run->game->position_size);
    run->game->setup(run->tables, run->spare[0]);
    run->game->setup(again->tables, run->spare[1]);
    bool good = !strcmp(written, alea_text_str(second)) ||
                law_broken(run, "'%s' is written back as '%s'", written, alea_text_str(second));
    if (good && !law_same(run, run->spare[0], run->spare[1]))
        good = law_broken(run, "the options written set up another position");
    alea_rules_free(again);
    return good;
}

static bool is_refused(struct law_run *run, int seats, const char *const options[], int n, enum alea_err wanted) {
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_error error = {.lang = (enum alea_lang)lang};
        struct alea_rules *rules = alea_rules_new(run->game, seats, options, n, NULL, &error);
        alea_rules_free(rules);
        if (rules || error.code != wanted || !error.text[0] || !law_clean(error.text, false))
            return law_broken(run, "%d seats, '%s': %s, not %s: '%s'", seats, n ? options[0] : "",
                              rules ? "taken" : alea_err_name(error.code), alea_err_name(wanted), error.text);
    }
    return true;
}

static bool bad_options_are_refused(struct law_run *run) {
    const struct alea_game *game = run->game;
    if (!is_refused(run, game->min_seats - 1, NULL, 0, ALEA_ERR_BAD_SEATS)) return false;
    if (!is_refused(run, game->max_seats + 1, NULL, 0, ALEA_ERR_BAD_SEATS)) return false;
    if (!is_refused(run, INT32_MIN, NULL, 0, ALEA_ERR_BAD_SEATS)) return false;
    static const char *const strange[] = {"nonsense=1", "", "=", "=1", "\xff\xfe=1", "%s%n=1"};
    for (size_t i = 0; i < ALEA_LEN(strange); i++)
        if (!is_refused(run, run->seats, &strange[i], 1, ALEA_ERR_BAD_OPTION)) return false;
    static const char *const values[] = {"",    "=",   "=nonsense", "=99999999999999999999", "=-2147483649",
                                         "=1x", "= 1", "=\xc3\x28"};
    for (int i = 0; i < game->n_options; i++) {
        char line[128];
        const char *words[2] = {line, line};
        for (size_t j = 0; j < ALEA_LEN(values); j++) {
            snprintf(line, sizeof line, "%s%s", game->options[i].key, values[j]);
            if (!is_refused(run, run->seats, words, 1, ALEA_ERR_BAD_OPTION)) return false;
        }
        if (game->options[i].words) snprintf(line, sizeof line, "%s=%s", game->options[i].key, game->options[i].words[0]);
        else snprintf(line, sizeof line, "%s=%ld", game->options[i].key, (long)game->options[i].min);
        if (!is_refused(run, run->seats, words, 2, ALEA_ERR_BAD_OPTION)) return false;
        if (game->options[i].words) continue;
        snprintf(line, sizeof line, "%s=%ld", game->options[i].key, (long)game->options[i].max + 1);
        if (!is_refused(run, run->seats, words, 1, ALEA_ERR_BAD_OPTION)) return false;
        snprintf(line, sizeof line, "%s=%ld", game->options[i].key, (long)game->options[i].min - 1);
        if (!is_refused(run, run->seats, words, 1, ALEA_ERR_BAD_OPTION)) return false;
    }
    return true;
}

/* ---- Afterwards ------------------------------------------------------------------------------------------------------------ */

static bool tables_stay(struct law_run *run) {
    return law_bytes_hash(run->tables, run->game->tables_size) == run->tables_hash ||
           law_broken(run, "a function wrote into the rules");
}

const struct law laws_rules[] = {
    {"functions", "the game has every function", functions_are_there, LAW_VARIANT, LAW_CHEAP},
    {"parts", "no part of the contract is there by halves", parts_are_whole, LAW_VARIANT, LAW_CHEAP},
    {"named", "what the contract names is there: verb, field, bots", names_are_there, LAW_VARIANT, LAW_CHEAP},
    {"bounds", "the game says how large it is", bounds_make_sense, LAW_VARIANT, LAW_CHEAP},
    {"fields", "fields lie in the position and have names of their own", fields_are_sound, LAW_VARIANT, LAW_CHEAP},
    {"words", "everything has words in both languages, and sentences differ", words_are_complete, LAW_VARIANT, LAW_CHEAP},
    {"setup", "setup() is a function and leaves nothing to derive", setup_is_a_function, LAW_VARIANT, LAW_CHEAP},
    {"options", "options as written make the same rules", options_come_back, LAW_VARIANT, LAW_CHEAP},
    {"bad-options", "wrong options and seats are refused in words", bad_options_are_refused, LAW_VARIANT, LAW_CHEAP},
    {"tables", "no function writes into the rules", tables_stay, LAW_AFTER, LAW_CHEAP},
};
const int n_laws_rules = ALEA_LEN(laws_rules);
