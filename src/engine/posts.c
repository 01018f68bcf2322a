/* SPDX-License-Identifier: MIT */
/* posts.c - the posts of a match: a list behind one door, beside its plies. See alea_match_post(). */
#include "posts.h"

#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "text.h"

/* What the line of a post takes at most, beside its text: number, author, kind, 48 readers, an answer; and each move of an order. */
enum { LINE_BYTES = 192, MOVE_BYTES = 72 };

/* ---- Kinds ------------------------------------------------------------------------------------------------------ */

static const struct kind {
    const char *name;
    bool needs_order, may_order, answered; /* by posts of kind ALEA_POST_ANSWER */
} kinds[ALEA_POST_KINDS] = {
    [ALEA_POST_CHAT] = {.name = "chat"},
    [ALEA_POST_PROPOSAL] = {.name = "proposal", .needs_order = true, .may_order = true, .answered = true},
    [ALEA_POST_REQUEST] = {.name = "request", .may_order = true, .answered = true},
    [ALEA_POST_ANSWER] = {.name = "answer"},
    [ALEA_POST_RULING] = {.name = "ruling"},
};

static const char *const answers[ALEA_POST_ANSWERS] = {
    [ALEA_POST_NONE] = "",         [ALEA_POST_ADOPTED] = "adopted",       [ALEA_POST_DECLINED] = "declined",
    [ALEA_POST_LAPSED] = "lapsed", [ALEA_POST_TAKEN_BACK] = "taken_back",
};

const char *alea_post_kind_name(enum alea_post_kind kind) { return kinds[kind].name; }
const char *alea_post_answer_name(enum alea_post_answer answer) { return answers[answer]; }

int alea_post_kind_find(const char *name) {
    for (int kind = 0; kind < ALEA_POST_KINDS; kind++)
        if (strcmp(name, kinds[kind].name) == 0) return kind;
    return -1;
}

int alea_post_answer_find(const char *name) {
    for (int answer = ALEA_POST_ADOPTED; answer < ALEA_POST_ANSWERS; answer++)
        if (strcmp(name, answers[answer]) == 0) return answer;
    return -1;
}

/* ---- The door --------------------------------------------------------------------------------------------------- */

static enum alea_err bad_post(struct alea_error *error, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_BAD_POST, error && error->lang == ALEA_IT ? it : en);
}

static enum alea_err check_author(const struct alea_rules *rules, const struct alea_post *post, struct alea_error *error) {
    char letters[3];
    if (post->from < rules->seats || post->from == ALEA_HOST) return ALEA_OK;
    alea_seat_letters(post->from, letters);
    return alea_fail(error, ALEA_ERR_NO_SEAT, letters);
}

static enum alea_err check_place(const struct alea_posts *posts, const struct alea_rules *rules, long plies,
                                 const struct alea_post *post, struct alea_error *error) {
    const alea_actors all = (alea_actor(rules->seats) - 1) | ALEA_ACTORS_HOST;
    long from = posts->n ? posts->at[posts->n - 1].ply : 0;
    if (post->ply < from || post->ply > plies) return bad_post(error, ENGINE_SAY_POST_PLACE);
    if (post->to != ALEA_EVERYBODY && post->to & ~all) return bad_post(error, ENGINE_SAY_POST_READERS);
    return ALEA_OK;
}

static const struct alea_post *answer_of(const struct alea_posts *posts, long number, int seat) {
    for (long i = posts->n; i > number; i--) {
        const struct alea_post *post = &posts->at[i - 1];
        if (post->kind == ALEA_POST_ANSWER && post->re == number && (seat == ALEA_NONE || post->from == seat)) return post;
    }
    return NULL;
}

/* Who may not read a post can't speak of it: its number would tell that it is there. The host reads all. */
static enum alea_err check_re(const struct alea_posts *posts, const struct alea_post *post, struct alea_error *error) {
    const bool is_answer = post->kind == ALEA_POST_ANSWER;
    if (is_answer != (post->answer != ALEA_POST_NONE)) return bad_post(error, ENGINE_SAY_POST_ANSWER);
    if (post->re == 0 && !is_answer) return ALEA_OK;
    const struct alea_post *about = post->re >= 1 && post->re <= posts->n ? &posts->at[post->re - 1] : NULL;
    if (!about || (post->from != ALEA_HOST && !alea_may_know(alea_post_readers(about), post->from)))
        return bad_post(error, ENGINE_SAY_POST_RE);
    if (!is_answer) return ALEA_OK;
    if (!kinds[about->kind].answered) return bad_post(error, ENGINE_SAY_POST_ANSWER);
    if (post->to & ~(alea_post_readers(about) | ALEA_ACTORS_HOST)) return bad_post(error, ENGINE_SAY_POST_WIDER);
    if (post->answer == ALEA_POST_TAKEN_BACK && post->from != about->from && post->from != ALEA_HOST)
        return bad_post(error, ENGINE_SAY_POST_NOT_AUTHOR);
    if (about->kind == ALEA_POST_PROPOSAL && answer_of(posts, post->re, ALEA_NONE))
        return bad_post(error, ENGINE_SAY_POST_SETTLED);
    return ALEA_OK;
}

/* What is written is read back as the same move. The host alone takes a match back, to a ply that each viewer numbers otherwise. */
static enum alea_err check_move(const struct alea_rules *rules, alea_move move, struct alea_error *error) {
    struct alea_text word;
    alea_move read = ~move;
    alea_text_init(&word, MOVE_BYTES, ALEA_EN);
    alea_move_write(rules, move, &word);
    enum alea_err err =
        !word.at ? alea_fail(error, ALEA_ERR_NO_MEMORY) : alea_move_read(rules, alea_text_str(&word), &read, error);
    if (!err && (word.truncated || read != move))
        err = alea_fail(error, ALEA_ERR_BAD_MOVE, alea_text_str(&word), alea_reason(error, ENGINE_SAY_MOVE_NO_NUMBER).at);
    if (!err && alea_is_rewind(ALEA_HOST, move))
        err = alea_fail(error, ALEA_ERR_BAD_MOVE, alea_text_str(&word), alea_reason(error, ENGINE_SAY_POST_REWIND).at);
    alea_text_clear(&word);
    return err;
}

static enum alea_err check_order(const struct alea_rules *rules, const struct alea_post *post, struct alea_error *error) {
    const struct kind *kind = &kinds[post->kind];
    bool fits = post->n_order >= kind->needs_order && post->n_order <= (kind->may_order ? ALEA_MAX_ORDER : 0);
    if (!fits) return alea_fail(error, ALEA_ERR_BAD_POST, alea_reason(error, ENGINE_SAY_POST_ORDER, ALEA_MAX_ORDER).at);
    enum alea_err err = ALEA_OK;
    for (int i = 0; i < post->n_order && !err; i++) err = check_move(rules, post->order[i], error);
    return err;
}

/* The text, cleaned, in `words`; how many bytes the line may take in *bytes. */
static enum alea_err check_text(const struct alea_posts *posts, const struct alea_post *post, char *words, size_t *bytes,
                                struct alea_error *error) {
    const char *text = post->text ? post->text : "";
    size_t length = strnlen(text, 2 * ALEA_MAX_NOTE_BYTES);
    if (length == 2 * ALEA_MAX_NOTE_BYTES || alea_lines_chars(text) > ALEA_MAX_NOTE_CHARS)
        return alea_fail(error, ALEA_ERR_TOO_LARGE,
                         alea_reason(error, ENGINE_SAY_POST_TEXT_TOO_LONG, ALEA_MAX_NOTE_CHARS).at);
    length = alea_lines_clean(text, length, words);
    if (length == 0 && post->n_order == 0 && post->kind != ALEA_POST_ANSWER) return bad_post(error, ENGINE_SAY_POST_EMPTY);
    *bytes = LINE_BYTES + length + (size_t)post->n_order * MOVE_BYTES;
    for (const char *at = words; (at = strpbrk(at, "\\\n")); at++) ++*bytes;
    if (posts->n == ALEA_MAX_POSTS)
        return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_POST_TOO_MANY, ALEA_MAX_POSTS).at);
    if (posts->bytes + *bytes > ALEA_MAX_POSTS_BYTES)
        return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_POST_TOO_LONG, ALEA_MAX_POSTS_BYTES).at);
    return ALEA_OK;
}

static bool grow(struct alea_posts *posts) {
    if (posts->n < posts->cap) return true;
    long cap = posts->cap ? 2 * posts->cap : 16;
    struct alea_post *grown = realloc(posts->at, (size_t)cap * sizeof *grown);
    if (!grown) return false;
    posts->at = grown;
    posts->cap = cap;
    return true;
}

/* Its order and its text lie in one block, that of the order. */
static enum alea_err keep(struct alea_posts *posts, const struct alea_post *post, const char *words,
                          struct alea_error *error) {
    size_t moves = (size_t)post->n_order * sizeof *post->order, length = strlen(words) + 1;
    unsigned char *block = grow(posts) ? malloc(moves + length) : NULL;
    if (!block) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    if (moves) memcpy(block, post->order, moves);
    memcpy(block + moves, words, length);
    struct alea_post *kept = &posts->at[posts->n];
    *kept = *post;
    kept->number = ++posts->n;
    kept->order = (const alea_move *)(const void *)block;
    kept->text = (const char *)block + moves;
    return ALEA_OK;
}

enum alea_err alea_posts_add(struct alea_posts *posts, const struct alea_rules *rules, long plies,
                             const struct alea_post *post, struct alea_error *error) {
    char words[ALEA_MAX_NOTE_BYTES + 1];
    size_t bytes = 0;
    enum alea_err err = check_author(rules, post, error);
    if (!err && post->kind >= ALEA_POST_KINDS) err = bad_post(error, ENGINE_SAY_POST_KIND);
    if (!err && post->answer >= ALEA_POST_ANSWERS) err = bad_post(error, ENGINE_SAY_POST_ANSWER);
    if (!err) err = check_place(posts, rules, plies, post, error);
    if (!err) err = check_re(posts, post, error);
    if (!err) err = check_order(rules, post, error);
    if (!err) err = check_text(posts, post, words, &bytes, error);
    if (!err) err = keep(posts, post, words, error);
    if (!err) posts->bytes += bytes;
    return err;
}

void alea_posts_take_back(struct alea_posts *posts, long plies) {
    for (long i = posts->n; i > 0 && posts->at[i - 1].ply > plies; i--) posts->at[i - 1].ply = plies;
}

void alea_posts_clear(struct alea_posts *posts) {
    for (long i = 0; i < posts->n; i++) free((void *)posts->at[i].order);
    free(posts->at);
    *posts = (struct alea_posts){.at = NULL};
}

/* ---- Who may read what ------------------------------------------------------------------------------------------ */

const struct alea_post *alea_match_post_answer(const struct alea_match *match, long number, int seat) {
    return answer_of(alea_match_all_posts(match), number, seat);
}

bool alea_match_may_read(const struct alea_match *match, long number, int viewer) {
    const struct alea_post *post = alea_match_post_at(match, number);
    return post->to == ALEA_EVERYBODY || (viewer != ALEA_NONE && alea_may_know(alea_post_readers(post), viewer));
}

long alea_post_number_for(const struct alea_match *match, int viewer, long number) {
    long n = 0;
    for (long i = 1; i <= number; i++) n += alea_match_may_read(match, i, viewer);
    return n;
}

long alea_post_find_for(const struct alea_match *match, int viewer, long number) {
    long n = 0;
    for (long i = 1; i <= alea_match_posts(match); i++)
        if (alea_match_may_read(match, i, viewer) && ++n == number) return i;
    return 0;
}
