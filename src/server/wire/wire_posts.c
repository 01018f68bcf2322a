/* SPDX-License-Identifier: MIT */
/* wire_posts.c - what people say beside the moves: posts, each to those who may read it, and proposals with what became of them. Numbers are
 * the viewer's own: others would count what is said in secret. */
#include <string.h>

#include "match.h"
#include "wire.h"
#include "wire_internal.h"

enum { MOST_OPEN = 16, MOST_OPEN_BYTES = 64 << 10 }; /* proposals that are told without being asked for */

/* As whom the viewer reads: all eyes as the host. */
static int reader_of(const struct wire *wire) { return wire->viewer.seat == ALL_EYES ? ALEA_HOST : wire->viewer.seat; }

bool wire_may_read(const struct wire *wire, long number) {
    return alea_match_may_read(table_look(wire->table).match, number, reader_of(wire));
}

long wire_post_number(const struct wire *wire, long number) {
    return alea_post_number_for(table_look(wire->table).match, reader_of(wire), number);
}

long wire_posts_heard(const struct wire *wire) {
    return wire_post_number(wire, alea_match_posts(table_look(wire->table).match));
}

/* ---- What became of a proposal ------------------------------------------------------------------------------------------------- */

/* Number of the window that is open at the position; 0: none. */
static uint32_t window_of(const struct wire_workspace *work, const void *pos) {
    struct alea_window window;
    return work->game->campaign.window && work->game->campaign.window(work->tables, pos, &window) ? window.number : 0;
}

/* Has the window closed in which it was made, or the match ended? Of one that was taken back with its window nothing is said. */
static bool is_past(const struct wire_workspace *work, const struct alea_post *post) {
    const struct alea_match *match = work->table.match;
    if (alea_match_actors(match) == ALEA_ACTORS_OVER) return true;
    alea_match_position_at(match, post->ply, work->before);
    return window_of(work, work->before) != window_of(work, alea_match_position(match));
}

/* "open", or what became of it; whose answer that was to *by. */
static const char *status_of(const struct wire_workspace *work, const struct alea_post *post, int *by) {
    const struct alea_match *match = work->table.match;
    const struct alea_post *answer = alea_match_post_answer(match, post->number, ALEA_NONE);
    *by = answer ? answer->from : ALEA_NONE;
    if (answer) return alea_post_answer_name(answer->answer);
    const bool lapsed = alea_match_is_taken_back(match, post->ply) || is_past(work, post);
    return lapsed ? alea_post_answer_name(ALEA_POST_LAPSED) : "open";
}

bool wire_proposal_is_open(const struct wire *wire, const struct alea_post *post) {
    struct wire_workspace work;
    struct alea_text nothing;
    int by;
    alea_text_init(&nothing, 1, wire->lang);
    const bool open = wire_begin(&work, wire, &nothing) && strcmp(status_of(&work, post, &by), "open") == 0;
    wire_end(&work);
    return open;
}

/* ---- Proposals ----------------------------------------------------------------------------------------------------------------------- */

static void write_moves(const struct wire_workspace *work, const struct alea_post *post, struct alea_text *text) {
    alea_json_open_array(text, "moves");
    for (int i = 0; i < post->n_order; i++) wire_move_at(work, NULL, ALEA_NONE, post->order[i], NULL, text);
    alea_json_close_array(text);
}

static void write_proposal(const struct wire_workspace *work, const struct alea_post *post, struct alea_text *text) {
    int by;
    const char *status = status_of(work, post, &by);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "proposal", wire_post_number(work->wire, post->number));
    wire_seat(text, "from", post->from);
    alea_json_id(text, "status", status);
    wire_seat(text, "by", by);
    alea_json_string(text, "text", post->text);
    write_moves(work, post, text);
    alea_json_close_object(text);
}

void wire_proposals(const struct wire *wire, long after, int most, struct alea_text *text) {
    struct wire_workspace work;
    long heard = 0;
    int written = 0;
    if (wire_begin(&work, wire, text)) {
        const struct alea_match *match = work.table.match;
        alea_json_open_array(text, "proposals");
        for (long i = 1; i <= alea_match_posts(match) && written < most; i++) {
            const struct alea_post *post = alea_match_post_at(match, i);
            if (!wire_may_read(wire, i) || ++heard <= after || post->kind != ALEA_POST_PROPOSAL) continue;
            write_proposal(&work, post, text);
            written++;
        }
        alea_json_close_array(text);
    }
    wire_end(&work);
}

/* From the newest back to those whose window has closed: before it no other stands. */
void wire_open_proposals(const struct wire_workspace *work, struct alea_text *text) {
    const struct alea_match *match = work->table.match;
    const size_t from = text->len;
    int written = 0;
    alea_json_open_array(text, "proposals");
    for (long i = alea_match_posts(match); i > 0 && written < MOST_OPEN && text->len - from < MOST_OPEN_BYTES; i--) {
        const struct alea_post *post = alea_match_post_at(match, i);
        if (post->kind != ALEA_POST_PROPOSAL || !wire_may_read(work->wire, i) ||
            alea_match_post_answer(match, i, ALEA_NONE) || alea_match_is_taken_back(match, post->ply))
            continue;
        if (is_past(work, post)) break;
        write_proposal(work, post, text);
        written++;
    }
    alea_json_close_array(text);
}

/* ---- Posts ------------------------------------------------------------------------------------------------------------------------------- */

/* Who reads it beside a Master; null: everybody. */
static void write_readers(const struct wire_workspace *work, const struct alea_post *post, struct alea_text *text) {
    const alea_actors seats = (alea_actor(work->rules->seats) - 1) & post->to;
    if (post->to == ALEA_EVERYBODY) alea_json_null(text, "to");
    else wire_actors(text, "to", seats);
}

static void write_ruling(const struct wire_workspace *work, const struct alea_ruling *ruling, long post,
                         struct alea_text *text) {
    alea_json_integer(text, "number", alea_ruling_number(work->table.match, post));
    alea_json_id(text, "rule", alea_rule_id(work->game, ruling->rule));
    alea_json_id(text, "date", ruling->date);
    size_t from = alea_json_open_string(text, "question");
    alea_text_add_n(text, ruling->question, (size_t)ruling->n_question);
    alea_json_close_string(text, from);
}

static void write_post(const struct wire_workspace *work, const struct alea_post *post, int64_t at, struct alea_text *text) {
    struct alea_ruling ruling;
    const bool rules = alea_ruling_of(work->rules, post, &ruling);
    alea_json_integer(text, "n", wire_post_number(work->wire, post->number));
    alea_json_id(text, "post", alea_post_kind_name(post->kind));
    wire_seat(text, "from", post->from);
    write_readers(work, post, text);
    alea_json_integer(text, "ply", table_ply_at(work->wire->table, work->wire->viewer.seat, post->ply));
    alea_json_integer(text, "at", at);
    if (post->re) alea_json_integer(text, "re", wire_post_number(work->wire, post->re));
    if (post->answer) alea_json_id(text, "answer", alea_post_answer_name(post->answer));
    if (rules) write_ruling(work, &ruling, post->number, text);
    if (post->n_order) write_moves(work, post, text);
    alea_json_string(text, "text", rules ? ruling.answer : post->text);
}

void wire_post(const struct wire *wire, long number, int64_t at, bool now, struct alea_text *text) {
    struct wire_workspace work;
    if (!wire_may_read(wire, number)) return;
    if (wire_begin(&work, wire, text)) {
        const struct alea_post *post = alea_match_post_at(work.table.match, number);
        alea_json_open_object(text, NULL);
        alea_json_id(text, "kind", "post");
        if (now) alea_json_integer(text, "rev", (int64_t)table_revision(wire->table, wire->viewer.seat));
        write_post(&work, post, at, text);
        if (now && work.game->campaign.team && (post->kind == ALEA_POST_PROPOSAL || post->kind == ALEA_POST_ANSWER))
            wire_open_proposals(&work, text);
        alea_json_close_object(text);
    }
    wire_end(&work);
}
