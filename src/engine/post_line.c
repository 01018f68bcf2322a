/* SPDX-License-Identifier: MIT */
/* post_line.c - a post as a line of a transcript: post NUMBER WHO KIND to SEATS [re NUMBER] [ANSWER] [order MOVE; MOVE...] [| TEXT]. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "posts.h"
#include "text.h"
#include "transcript.h"

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

static void write_seat(struct alea_text *text, int seat, const char *before) {
    char letters[3];
    alea_seat_letters(seat, letters);
    alea_text_add(text, before);
    alea_text_add(text, letters);
}

static void write_readers(const struct alea_rules *rules, alea_actors to, struct alea_text *text) {
    const char *before = "";
    if (to == ALEA_EVERYBODY || to == 0) {
        alea_text_add(text, to ? "all" : "-");
        return;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        if (!(to & alea_actor(seat))) continue;
        write_seat(text, seat, before);
        before = ",";
    }
    if (to & ALEA_ACTORS_HOST) write_seat(text, ALEA_HOST, before);
}

void alea_post_write(const struct alea_rules *rules, const struct alea_post *post, long number, long re,
                     struct alea_text *text) {
    alea_text_addf(text, "post %ld", number);
    write_seat(text, post->from, " ");
    alea_text_addf(text, " %s to ", alea_post_kind_name(post->kind));
    write_readers(rules, post->to, text);
    if (re) alea_text_addf(text, " re %ld", re);
    if (post->answer) alea_text_addf(text, " %s", alea_post_answer_name(post->answer));
    for (int i = 0; i < post->n_order; i++) {
        alea_text_add(text, i ? "; " : " order ");
        alea_move_write(rules, post->order[i], text);
    }
    if (!post->text[0]) return;
    alea_text_add(text, " | ");
    alea_lines_escape(post->text, text);
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

static enum alea_err unread(struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_BAD_TRANSCRIPT, error && error->lang == ALEA_IT ? it : en);
}

/* "all", "-", or letters of seats with commas between them, each once. */
static bool read_readers(char *word, alea_actors *to) {
    *to = 0;
    if (strcmp(word, "-") == 0) return true;
    if (strcmp(word, "all") == 0) {
        *to = ALEA_EVERYBODY;
        return true;
    }
    for (char *at = word, *end; at; at = end) {
        end = strchr(at, ',');
        if (end) *end++ = 0;
        int seat = alea_seat_read(at);
        if (seat == ALEA_NONE || seat == ALEA_CHANCE || *to & alea_actor(seat)) return false;
        *to |= alea_actor(seat);
    }
    return true;
}

/* MOVE; MOVE... */
static enum alea_err read_order(const struct alea_rules *rules, char *rest, struct alea_post *post,
                                alea_move order[ALEA_MAX_ORDER], struct alea_error *error) {
    for (char *end; rest; rest = end) {
        end = strchr(rest, ';');
        if (end) *end++ = 0;
        if (post->n_order == ALEA_MAX_ORDER)
            return alea_fail(error, ALEA_ERR_BAD_POST, alea_reason(error, ENGINE_SAY_POST_ORDER, ALEA_MAX_ORDER).at);
        enum alea_err err = alea_move_read(rules, transcript_tail(rest), &order[post->n_order++], error);
        if (err) return err;
    }
    return ALEA_OK;
}

enum alea_err alea_post_read(const struct alea_rules *rules, char *line, struct alea_post *post,
                             alea_move order[ALEA_MAX_ORDER], struct alea_error *error) {
    char *text = strchr(line, '|'), *rest = line;
    if (text) *text++ = 0;
    if (text && !alea_lines_unescape(text)) return unread(error, ENGINE_SAY_TRANSCRIPT_BACKSLASH);
    *post = (struct alea_post){.text = text ? transcript_tail(text) : "", .order = order};
    post->number = transcript_number(transcript_word(&rest));
    int from = alea_seat_read(transcript_word(&rest)), kind = alea_post_kind_find(transcript_word(&rest));
    bool to = strcmp(transcript_word(&rest), "to") == 0;
    if (post->number < 1 || from == ALEA_NONE || kind < 0 || !to || !read_readers(transcript_word(&rest), &post->to))
        return unread(error, ENGINE_SAY_TRANSCRIPT_POST_LINE);
    post->from = (uint8_t)from;
    post->kind = (uint8_t)kind;
    char *word = transcript_word(&rest);
    if (strcmp(word, "re") == 0) {
        post->re = transcript_number(transcript_word(&rest));
        if (post->re < 1) return unread(error, ENGINE_SAY_TRANSCRIPT_POST_LINE);
        word = transcript_word(&rest);
    }
    int answer = alea_post_answer_find(word);
    if (answer > 0) {
        post->answer = (uint8_t)answer;
        word = transcript_word(&rest);
    }
    bool has_order = strcmp(word, "order") == 0;
    if (*word && !has_order) return unread(error, ENGINE_SAY_TRANSCRIPT_POST_LINE);
    return has_order ? read_order(rules, rest, post, order, error) : ALEA_OK;
}
