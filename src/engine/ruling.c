/* SPDX-License-Identifier: MIT */
/* ruling.c - a ruling is a post whose first line holds its rule, its date and the question; what follows is the answer. */
#include <string.h>

#include "alea.h"
#include "engine_text.h"
#include "error.h"
#include "text.h"
#include "words.h"

static enum alea_err missing(struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_BAD_POST, error && error->lang == ALEA_IT ? it : en);
}

static bool is_blank(const char *words) { return !words || words[strspn(words, " \n")] == 0; }

/* Four digits, two, two: whether the month has such a day, who reads it will see. */
static bool is_date(const char *words) {
    for (int i = 0; i < ALEA_DATE_CHARS; i++) {
        bool dash = i == 4 || i == 7, digit = words[i] >= '0' && words[i] <= '9';
        if (dash ? words[i] != '-' : !digit) return false;
    }
    return true;
}

enum alea_err alea_rule_read(const struct alea_rules *rules, const char *id, alea_rule *rule, struct alea_error *error) {
    struct alea_reason reason;
    uint32_t number = 0;
    if (!alea_word_read(rules, ALEA_SET_RULE, id, UINT16_MAX, &number, &reason, error))
        return alea_fail(error, ALEA_ERR_BAD_POST, reason.at);
    *rule = (alea_rule)number;
    return ALEA_OK;
}

enum alea_err alea_ruling_write(const struct alea_rules *rules, const struct alea_ruling *ruling, struct alea_text *text,
                                struct alea_error *error) {
    const struct alea_game *game = rules->game;
    if (ruling->rule < 1 || ruling->rule >= game->texts->n_rules) return missing(error, ENGINE_SAY_RULING_RULE);
    if (strlen(ruling->date) != ALEA_DATE_CHARS || !is_date(ruling->date)) return missing(error, ENGINE_SAY_RULING_DATE);
    if (is_blank(ruling->question) || is_blank(ruling->answer)) return missing(error, ENGINE_SAY_RULING_WORDS);
    alea_text_addf(text, "%s %s ", alea_rule_id(game, ruling->rule), ruling->date);
    for (const char *at = ruling->question; *at; at++) alea_text_add_n(text, *at == '\n' ? " " : at, 1);
    alea_text_addf(text, "\n%s", ruling->answer);
    if (!text->truncated) return ALEA_OK;
    return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_POST_TEXT_TOO_LONG, ALEA_MAX_NOTE_CHARS).at);
}

enum alea_err alea_match_rule(struct alea_match *match, const struct alea_ruling *ruling, alea_actors to,
                              struct alea_error *error) {
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_LINE_BYTES, ALEA_EN);
    enum alea_err err = alea_ruling_write(alea_match_rules(match), ruling, &text, error);
    const struct alea_post post = {
        .kind = ALEA_POST_RULING, .from = ALEA_HOST, .to = to, .ply = alea_match_plies(match), .text = alea_text_str(&text)};
    if (!err) err = alea_match_post(match, &post, error);
    alea_text_clear(&text);
    return err;
}

bool alea_ruling_of(const struct alea_rules *rules, const struct alea_post *post, struct alea_ruling *ruling) {
    char id[40];
    size_t length = strcspn(post->text, " ");
    const char *date = post->text + length + 1, *answer = strchr(post->text, '\n');
    if (post->kind != ALEA_POST_RULING || !answer || length >= sizeof id || date >= answer || !is_date(date)) return false;
    memcpy(id, post->text, length);
    id[length] = 0;
    *ruling = (struct alea_ruling){.question = date + ALEA_DATE_CHARS + 1, .answer = answer + 1};
    ruling->n_question = (int)(answer - ruling->question);
    memcpy(ruling->date, date, ALEA_DATE_CHARS);
    return ruling->n_question > 0 && alea_rule_read(rules, id, &ruling->rule, NULL) == ALEA_OK;
}

long alea_match_ruling(const struct alea_match *match, alea_rule rule, int viewer, long after, struct alea_ruling *ruling) {
    for (long i = after + 1; i <= alea_match_posts(match); i++) {
        bool readable = viewer == ALEA_HOST || alea_match_may_read(match, i, viewer);
        if (readable && alea_ruling_of(alea_match_rules(match), alea_match_post_at(match, i), ruling) &&
            (!rule || ruling->rule == rule))
            return i;
    }
    return 0;
}

long alea_ruling_number(const struct alea_match *match, long post) {
    const alea_actors to = alea_match_post_at(match, post)->to | ALEA_ACTORS_HOST; /* who reads all */
    struct alea_ruling ruling;
    long number = 0;
    for (long i = 1; i <= post; i++) {
        const struct alea_post *one = alea_match_post_at(match, i);
        const bool rules = (one->to | ALEA_ACTORS_HOST) == to && alea_ruling_of(alea_match_rules(match), one, &ruling);
        if (rules) number++;
        else if (i == post) return 0;
    }
    return number;
}
