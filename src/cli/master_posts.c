/* SPDX-License-Identifier: MIT */
/* master_posts.c - what the Master writes and reads beside the moves: rulings, words to a side or a person, all posts. [INC-TABLE-10,
 * INC-TABLE-17] */
#include <string.h>
#include <time.h>

#include "master.h"
#include "match.h"
#include "now.h"

/* It is safe before anybody is told that it is done. */
static enum deciding posted(struct play *play, enum alea_err err, const struct alea_error *error) {
    struct alea_text page = cli_page(play->cli);
    if (err) {
        alea_text_add(&page, error->text);
    } else {
        save_match(play->cli, &play->save, play->match);
        cli_add(&page, play->cli, ALEA_LABEL_MASTER_POSTED, cli_digits(alea_match_posts(play->match)).at, NULL);
    }
    master_print(play, &page);
    return DECIDING_AGAIN;
}

/* ---- Rulings ------------------------------------------------------------------------------------------------------------- */

static void write_today(char date[ALEA_DATE_CHARS + 1]) {
    struct tm local;
    const time_t now = alea_wall_ms() / 1000;
    if (!localtime_r(&now, &local) || !strftime(date, ALEA_DATE_CHARS + 1, "%Y-%m-%d", &local)) date[0] = 0;
}

/* "RULE-ID QUESTION | ANSWER": the question's lines in `words`, the answer's in `answer`. */
static enum alea_err read_ruling(const struct play *play, const char *typed, struct alea_ruling *ruling,
                                 char words[CONSOLE_MAX_LINE + 1], char answer[CONSOLE_MAX_LINE + 1],
                                 struct alea_error *error) {
    const char *behind, *bar = strchr(typed, '|');
    size_t n = master_word(typed, &behind);
    char id[64];
    snprintf(id, sizeof id, "%.*s", (int)n, typed);
    enum alea_err err = alea_rule_read(play->rules, id, &ruling->rule, error);
    if (err) return err;
    size_t length = bar && bar > behind ? (size_t)(bar - behind) : bar ? 0 : strlen(behind);
    while (length > 0 && behind[length - 1] == ' ') length--;
    snprintf(words, CONSOLE_MAX_LINE + 1, "%.*s", (int)length, behind);
    play_read_lines(bar ? bar + 1 + strspn(bar + 1, " ") : "", answer);
    ruling->question = words;
    ruling->answer = answer;
    write_today(ruling->date);
    return ALEA_OK;
}

/* Public, or for one side: whoever of it is named. */
enum deciding master_rule(struct play *play, const char *rest) {
    char words[CONSOLE_MAX_LINE + 1], answer[CONSOLE_MAX_LINE + 1];
    struct alea_error error = cli_error(play->cli);
    struct alea_ruling ruling = {.rule = 0};
    struct audience who;
    const char *behind;
    size_t n = master_word(rest, &behind);
    alea_actors to = ALEA_EVERYBODY;
    if (!*behind) return play_rule(play, rest);
    if (master_read_audience(play, rest, n, &who)) {
        to = who.seat ? alea_team(play->rules, who.viewer) : who.to;
        rest = behind;
    }
    enum alea_err err = read_ruling(play, rest, &ruling, words, answer, &error);
    if (!err) err = alea_match_rule(play->match, &ruling, to, &error);
    return posted(play, err, &error);
}

/* ---- Words ----------------------------------------------------------------------------------------------------------------- */

enum deciding master_say(struct play *play, const char *rest) {
    char words[CONSOLE_MAX_LINE + 2], lines[CONSOLE_MAX_LINE + 1];
    struct alea_error error = cli_error(play->cli);
    struct audience who;
    const char *behind;
    size_t n = master_word(rest, &behind);
    snprintf(words, CONSOLE_MAX_LINE + 1, "%s", behind);
    if (!*behind || !master_read_audience(play, rest, n, &who)) {
        cli_say(play->cli, ALEA_LABEL_MASTER_SAY_WHAT, NULL);
        return DECIDING_AGAIN;
    }
    if (!master_join_address(play, words)) return DECIDING_AGAIN;
    play_read_lines(words, lines);
    const struct alea_post post = {
        .kind = ALEA_POST_CHAT, .from = ALEA_HOST, .to = who.to, .ply = alea_match_plies(play->match), .text = lines};
    return posted(play, alea_match_post(play->match, &post, &error), &error);
}

/* ---- All of them -------------------------------------------------------------------------------------------------------------- */

static void add_seat(const struct play *play, int seat, struct alea_text *page) {
    if (seat == ALEA_HOST) cli_add(page, play->cli, ALEA_LABEL_MASTER_HIMSELF, NULL);
    else alea_text_seat(page, seat);
}

static void add_readers(const struct play *play, const struct alea_post *post, struct alea_text *page) {
    if (post->to == ALEA_EVERYBODY) {
        cli_add(page, play->cli, ALEA_LABEL_MASTER_ALL, NULL);
        return;
    }
    const char *before = "";
    for (int seat = 0; seat <= ALEA_HOST; seat++) {
        if (!(post->to & alea_actor(seat))) continue;
        alea_text_add(page, before);
        add_seat(play, seat, page);
        before = ", ";
    }
}

static void add_post(const struct play *play, const struct alea_post *post, struct alea_text *page) {
    static const int kinds[ALEA_POST_KINDS] = {ALEA_LABEL_POST_CHAT, ALEA_LABEL_POST_PROPOSAL, ALEA_LABEL_POST_REQUEST,
                                               ALEA_LABEL_POST_ANSWER, ALEA_LABEL_POST_RULING};
    static const int answers[ALEA_POST_ANSWERS] = {0, ALEA_LABEL_POST_ADOPTED, ALEA_LABEL_POST_DECLINED,
                                                   ALEA_LABEL_POST_LAPSED, ALEA_LABEL_POST_TAKEN_BACK};
    struct alea_text from = cli_page(play->cli), to = cli_page(play->cli);
    add_seat(play, post->from, &from);
    add_readers(play, post, &to);
    cli_add(page, play->cli, kinds[post->kind], cli_digits(post->number).at, alea_text_str(&from), alea_text_str(&to), NULL);
    if (post->re) cli_add(page, play->cli, ALEA_LABEL_POST_RE, cli_digits(post->re).at, NULL);
    if (post->answer) alea_text_addf(page, " %s", cli_words(play->cli, answers[post->answer]));
    for (int i = 0; i < post->n_order; i++) {
        alea_text_add(page, i ? "; " : ": ");
        alea_move_say(play->rules, post->order[i], page);
    }
    for (const char *at = post->text; *at;) {
        int n = (int)strcspn(at, "\n");
        alea_text_addf(page, "\n    %.*s", n, at);
        at += n + (at[n] == '\n');
    }
    alea_text_add(page, "\n");
    alea_text_clear(&from);
    alea_text_clear(&to);
}

enum deciding master_posts(struct play *play, const char *rest) {
    (void)rest;
    struct alea_text page = cli_page(play->cli);
    for (long i = 1; i <= alea_match_posts(play->match); i++) add_post(play, alea_match_post_at(play->match, i), &page);
    if (!page.len) cli_add(&page, play->cli, ALEA_LABEL_NO_POSTS, NULL);
    master_print(play, &page);
    return DECIDING_AGAIN;
}
