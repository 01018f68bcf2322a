/* SPDX-License-Identifier: MIT */
/* posts.h - what a match keeps of what people say beside the moves, and a post as a line of a transcript. */
#ifndef ALEA_ENGINE_POSTS_H
#define ALEA_ENGINE_POSTS_H

#include "alea.h"

struct alea_posts {
    struct alea_post *at;
    long n, cap;
    size_t bytes; /* that their lines may take, at most */
};

/* See alea_match_post(); of a match of these rules that has so many plies. */
ALEA_MUST_CHECK enum alea_err alea_posts_add(struct alea_posts *posts, const struct alea_rules *rules, long plies,
                                             const struct alea_post *post, struct alea_error *error);
/* The plies after the first `plies` were taken back: what was said behind them stands at the end. */
void alea_posts_take_back(struct alea_posts *posts, long plies);
void alea_posts_clear(struct alea_posts *posts);

/* All of the match (match.c). */
const struct alea_posts *alea_match_all_posts(const struct alea_match *match);

/* "post 3 A answer to A,B re 2 adopted | text", without its newline, under the number by which its reader knows it; re likewise. */
void alea_post_write(const struct alea_rules *rules, const struct alea_post *post, long number, long re,
                     struct alea_text *text);
/* Reads what stands behind "post" on such a line, which is cut up: post->text is in it, post->order is `order`. Whether it can stand in a match
 * is for alea_match_post(). ALEA_ERR_BAD_TRANSCRIPT, ALEA_ERR_BAD_MOVE. */
ALEA_MUST_CHECK enum alea_err alea_post_read(const struct alea_rules *rules, char *line, struct alea_post *post,
                                             alea_move order[ALEA_MAX_ORDER], struct alea_error *error);

#endif
