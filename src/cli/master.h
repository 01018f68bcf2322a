/* SPDX-License-Identifier: MIT */
/* master.h - what the files of `alea master` share: the Master runs a match, holds no seat and sees everything. [INC-TABLE-12] */
#ifndef ALEA_CLI_MASTER_H
#define ALEA_CLI_MASTER_H

#include "play.h"

/* Whose eyes, and whom something is for. */
struct audience {
    alea_actors to; /* ALEA_EVERYBODY, a side, or one seat */
    int viewer;     /* one of them; ALEA_NONE: everybody */
    bool seat;      /* one person */
};

/* "all", a seat's letter, or the beginning of a side's name in any language, of n bytes. False, silently, if it is none. */
bool master_read_audience(const struct play *play, const char *word, size_t n, struct audience *audience);
/* The first word of a line, and in *rest what follows it. */
size_t master_word(const char *line, const char **rest);
/* "WORDS | https://..." becomes the words with the address as their last line, in place; false after telling that it is none. Other bars stay. */
bool master_join_address(const struct play *play, char *words);
void master_print(const struct play *play, struct alea_text *page); /* as a line, or lines */

/* master_show.c */
enum deciding master_late(struct play *play, const char *rest);
enum deciding master_map(struct play *play, const char *rest);
enum deciding master_view(struct play *play, const char *rest);
enum deciding master_views(struct play *play, const char *rest);
enum deciding master_diff(struct play *play, const char *rest);
/* What each would read of the host's move with that note; false after telling why it can't be made. */
bool master_show_preview(struct play *play, alea_move move, const char *note);

/* master_posts.c */
enum deciding master_rule(struct play *play, const char *rest);
enum deciding master_say(struct play *play, const char *rest);
enum deciding master_posts(struct play *play, const char *rest);

#endif
