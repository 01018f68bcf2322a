/* SPDX-License-Identifier: MIT */
/* laws_posts.c - laws of what is said beside the moves: it comes back as it was, and nobody can tell that others said something. */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POSTS = 30, MOST_PLIES = 200, VIEWERS = 4 };

static uint32_t below(struct law_run *run, int n) { return alea_random_below(&run->random, (uint32_t)n); }

static alea_actors some_readers(struct law_run *run) {
    alea_actors all = alea_actor(run->seats) - 1;
    switch (below(run, 4)) {
    case 0: return ALEA_EVERYBODY;
    case 1: return below(run, 2) ? ALEA_ACTORS_HOST : 0;
    default: return all & ((alea_actors)below(run, 1 << 24) | (alea_actors)below(run, 1 << 24) << 24);
    }
}

/* One of any kind; the door refuses some, and nothing comes of them. */
static void say_something(struct law_run *run, struct alea_match *match) {
    static const char *const texts[] = {
        "ave", "one\ntwo", "\\n is no newline", " a | b # c = d ", "end 1 0", "\xf0\x9f\x8e\xb2", ""};
    long posts = alea_match_posts(match);
    struct alea_post post = {
        .ply = alea_match_plies(match),
        .kind = (uint8_t)below(run, ALEA_POST_KINDS),
        .from = below(run, 5) ? (uint8_t)below(run, run->seats) : ALEA_HOST,
        .to = some_readers(run),
        .re = posts && below(run, 2) ? 1 + (long)below(run, (int)posts) : 0,
        .text = texts[below(run, ALEA_LEN(texts))],
        .order = run->moves[0],
    };
    if (post.kind == ALEA_POST_ANSWER) post.answer = (uint8_t)(1 + below(run, ALEA_POST_ANSWERS - 1));
    alea_actors actors = alea_match_actors(match);
    if (post.kind == ALEA_POST_PROPOSAL && actors && actors < ALEA_ACTORS_CHANCE) {
        int n = run->game->legal(run->tables, alea_match_position(match), __builtin_ctzll(actors), run->moves[0]);
        post.n_order = n < ALEA_MAX_ORDER ? n : ALEA_MAX_ORDER;
    }
    if (post.kind == ALEA_POST_ANSWER && post.re) post.to &= alea_post_readers(alea_match_post_at(match, post.re));
    enum alea_err err = alea_match_post(match, &post, NULL);
    (void)err;
}

/* The match of the record up to that ply, with what is said on the way; or, if `of` is there, with those of its posts that the viewer may read. */
static struct alea_match *talk(struct law_run *run, long plies, const struct alea_match *of, int viewer) {
    struct alea_match *match = law_match_new(run, NULL);
    long next = 1, said = 0, *number = of ? calloc((size_t)alea_match_posts(of) + 1, sizeof *number) : NULL;
    bool good = match != NULL;
    for (long ply = 0; good && ply <= plies; ply++) {
        for (int i = 0; !of && said < MOST_POSTS && below(run, 3) == 0 && i < 3; i++, said++) say_something(run, match);
        for (; of && next <= alea_match_posts(of) && alea_match_post_at(of, next)->ply == ply; next++) {
            struct alea_post post = *alea_match_post_at(of, next);
            if (!alea_match_may_read(of, next, viewer)) continue;
            number[next] = alea_match_posts(match) + 1;
            post.re = number[post.re];
            if (alea_match_post(match, &post, NULL))
                good = law_broken(run, "post %ld is refused without those that others read", next);
        }
        if (good && ply < plies) good = law_play(run, match, &run->record[ply]);
    }
    free(number);
    if (good) return match;
    alea_match_free(match);
    return NULL;
}

static bool comes_back(struct law_run *run, const struct alea_match *match) {
    struct alea_text written, again;
    struct alea_error error = {.lang = ALEA_EN};
    alea_text_init(&written, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_text_init(&again, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(match, 0, &written);
    struct alea_match *back =
        alea_transcript_read("written", alea_text_str(&written), written.len, NULL, NULL, NULL, &error);
    bool good = (back && !error.code) || law_broken(run, "posts can't be read: line %ld: %s", error.line, error.text);
    if (good) alea_transcript_write(back, 0, &again);
    if (good && strcmp(alea_text_str(&written), alea_text_str(&again)) != 0)
        good = law_broken(run, "posts are written differently the second time");
    if (good && alea_match_posts(back) != alea_match_posts(match)) good = law_broken(run, "posts are lost");
    alea_match_free(back);
    alea_text_clear(&written);
    alea_text_clear(&again);
    return good;
}

/* While the match lasts: a viewer's file is that of a match in which nobody said anything to others. */
static bool is_for_its_readers(struct law_run *run, const struct alea_match *match, int viewer) {
    struct alea_text all, own;
    struct alea_match *without = talk(run, alea_match_plies(match), match, viewer);
    if (!without) return false;
    alea_text_init(&all, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_text_init(&own, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write_for(match, viewer, 0, &all);
    alea_transcript_write_for(without, viewer, 0, &own);
    bool good = strcmp(alea_text_str(&all), alea_text_str(&own)) == 0 ||
                law_broken(run, "%s can tell from its transcript that others said something", law_seat_name(viewer));
    alea_match_free(without);
    alea_text_clear(&all);
    alea_text_clear(&own);
    return good;
}

static bool posts_are_for_their_readers(struct law_run *run) {
    long most = run->ply < MOST_PLIES ? run->ply : MOST_PLIES, plies = (long)below(run, (int)most + 1);
    struct alea_match *match = talk(run, plies, NULL, ALEA_NONE);
    if (!match) return false;
    bool good = comes_back(run, match), lasts = alea_match_actors(match) != ALEA_ACTORS_OVER;
    for (int i = 0; good && lasts && i < VIEWERS; i++)
        good = is_for_its_readers(run, match, i ? (int)below(run, run->seats) : ALEA_NONE);
    alea_match_free(match);
    return good;
}

const struct law laws_posts[] = {
    {"posts", "what is said comes back from a transcript, and who may not read it can't tell that it was said",
     posts_are_for_their_readers, LAW_GAME, LAW_DEAR},
};
const int n_laws_posts = ALEA_LEN(laws_posts);
