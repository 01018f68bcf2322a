/* SPDX-License-Identifier: MIT */
/* move.c - moves as the transcript writes them and as people read them; events and rules in words. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "text.h"
#include "words.h"

/* ---- Writing and saying ------------------------------------------------------------------------------------------ */

static const struct alea_verb rewind_verb = {.token = "rewind", .set = ALEA_SET_NUMBER, .in = {ENGINE_SAY_REWIND_MOVE}};

const struct alea_verb *alea_verb_of(const struct alea_game *game, alea_move move) {
    const struct alea_texts *texts = game->texts;
    unsigned verb = alea_move_verb(move);
    if (verb == ALEA_VERB_REWIND) return alea_move_arg(move) <= ALEA_MAX_PLIES ? &rewind_verb : NULL;
    return verb > 0 && verb < (unsigned)texts->n_verbs ? &texts->verbs[verb] : NULL;
}

void alea_move_write(const struct alea_rules *rules, alea_move move, struct alea_text *text) {
    const struct alea_verb *verb = alea_verb_of(rules->game, move);
    if (!verb) {
        alea_text_addf(text, "#%lu", (unsigned long)move); /* no move of this game; never read back */
        return;
    }
    alea_text_add(text, verb->token);
    if (verb->set == ALEA_SET_NONE && alea_move_arg(move) == 0) return;
    alea_text_add(text, " ");
    alea_word_write(rules, verb->set, alea_move_arg(move), text);
}

void alea_move_say(const struct alea_rules *rules, alea_move move, struct alea_text *text) {
    const struct alea_verb *verb = alea_verb_of(rules->game, move);
    if (!verb) {
        alea_move_write(rules, move, text);
        return;
    }
    int32_t arg = (int32_t)alea_move_arg(move);
    alea_say(rules, verb->in[text->lang], 1, &verb->set, &arg, text);
}

void alea_event_say(const struct alea_rules *rules, const struct alea_event *event, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    assert(event->kind < texts->n_events);
    const struct alea_event_kind *kind = &texts->events[event->kind];
    alea_say(rules, kind->in[text->lang], ALEA_EVENT_ARGS, kind->set, event->arg, text);
}

bool alea_moves_forced(const struct alea_game *game, const alea_move legal[], int n) {
    return n == 1 && !game->texts->verbs[alea_move_verb(legal[0])].ask;
}

const char *alea_rule_id(const struct alea_game *game, alea_rule rule) {
    return rule < game->texts->n_rules ? game->texts->rules[rule].id : "";
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static enum alea_err bad_move(const char *line, struct alea_reason reason, struct alea_error *error) {
    char shown[64];
    snprintf(shown, sizeof shown, "%.60s", line);
    return alea_fail(error, ALEA_ERR_BAD_MOVE, shown, reason.at);
}

/* The first verb of that name from number `first` on; n_verbs if there is none. Verbs that differ in their arguments alone
 * may share a name: `from athens`, `from laconia`. */
static int verb_called(const struct alea_texts *texts, int first, const char *word) {
    int verb = first;
    while (verb < texts->n_verbs && !alea_word_same(texts->verbs[verb].token, word)) verb++;
    return verb;
}

static enum alea_err unknown_verb(const struct alea_texts *texts, const char *line, const char *word,
                                  struct alea_error *error) {
    struct alea_nearest nearest = {.word = word};
    for (int verb = 1; verb < texts->n_verbs; verb++) alea_nearest_offer(&nearest, texts->verbs[verb].token);
    if (nearest.best)
        return bad_move(line, alea_reason(error, ENGINE_SAY_MOVE_UNKNOWN_VERB_NEAR, word, nearest.best), error);
    char verbs[300] = "";
    for (int verb = 1, length = 0; verb < texts->n_verbs && length + 1 < (int)sizeof verbs; verb++) {
        const char *token = texts->verbs[verb].token;
        if (verb_called(texts, 1, token) < verb) continue;
        length += snprintf(verbs + length, sizeof verbs - (size_t)length, "%s%s", verb > 1 ? ", " : "", token);
    }
    return bad_move(line, alea_reason(error, ENGINE_SAY_MOVE_UNKNOWN_VERB, word, verbs), error);
}

/* How near words that an argument of this set could not be read from come to one: of several verbs with one name, the
 * nearest tells what is wrong. */
static int fit(const struct alea_rules *rules, int set, const struct alea_words *words) {
    if (words->n < 2 || set == ALEA_SET_NONE) return 0;
    struct alea_nearest nearest = {.word = words->at[1]};
    struct alea_names names = alea_names_of(rules, set);
    for (int i = 0; i < names.n; i++) alea_nearest_offer(&nearest, names.at[i].id);
    return nearest.best ? ALEA_MAX_LINE_BYTES - nearest.distance : 1;
}

/* "resign B", whatever the game calls its seats. */
static bool reads_resignation(const struct alea_rules *rules, const struct alea_words *words, alea_move *move) {
    const int seat = words->n == 2 ? alea_seat_read(words->at[1]) : -1;
    return seat >= 0 && seat < rules->seats && alea_resign_move(rules, seat, move) &&
           alea_word_same(alea_verb_of(rules->game, *move)->token, words->at[0]);
}

enum alea_err alea_move_read(const struct alea_rules *rules, const char *line, alea_move *move, struct alea_error *error) {
    const struct alea_texts *texts = rules->game->texts;
    struct alea_words words;
    if (!alea_words_split(&words, line) || words.n == 0)
        return bad_move(
            line, words.n == 0 ? alea_reason(error, ENGINE_SAY_MOVE_EMPTY) : alea_reason(error, ENGINE_SAY_MOVE_TOO_LONG),
            error);
    int best = -1;
    uint32_t arg = 0;
    struct alea_reason told = {.at = ""};
    if (alea_word_same(rewind_verb.token, words.at[0])) {
        if (!alea_words_read(rules, rewind_verb.set, &words, 1, ALEA_MAX_PLIES, &arg, &told, error))
            return bad_move(line, told, error);
        *move = alea_move_make(ALEA_VERB_REWIND, arg);
        return ALEA_OK;
    }
    for (int verb = 0; (verb = verb_called(texts, verb + 1, words.at[0])) < texts->n_verbs;) {
        int set = texts->verbs[verb].set;
        struct alea_reason reason;
        if (alea_words_read(rules, set, &words, 1, 0xffffff, &arg, &reason, error)) {
            *move = alea_move_make((unsigned)verb, arg);
            return ALEA_OK;
        }
        int near = fit(rules, set, &words);
        if (near <= best) continue;
        best = near;
        told = reason;
    }
    if (reads_resignation(rules, &words, move)) return ALEA_OK;
    return best < 0 ? unknown_verb(texts, line, words.at[0], error) : bad_move(line, told, error);
}
