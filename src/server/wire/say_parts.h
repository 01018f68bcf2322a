/* SPDX-License-Identifier: MIT */
/* say_parts.h - what the files of say.h share: say.c (pieces of JSON), say_plies.c (what happens), say_state.c (how a table stands),
 * say_ask.c (answers to questions), say_game.c (games). */
#ifndef ALEA_SERVER_SAY_PARTS_H
#define ALEA_SERVER_SAY_PARTS_H

#include "json_out.h"
#include "say.h"

/* What is looked at while something is said. */
struct say_work {
    const struct say *say;
    struct table_view table;
    const struct alea_rules *rules;
    const struct alea_game *game;
    const void *tables;
    void *pos, *before;       /* true positions, of which nothing but views is told */
    void *view, *view_before; /* of the viewer: now, and as it was told last */
    void *view_heard;         /* after the last ply that it had heard of by then; NULL: the same */
    void *spare;              /* room for that */
    alea_move *legal;         /* room for max_legal; NULL until say_legal() */
};

/* False if memory is short: then nothing can be said, and the text counts as cut. Sets the text's language. */
bool say_begin(struct say_work *work, const struct say *say, struct alea_text *text);
void say_end(struct say_work *work);

void say_view_of(const struct say_work *work, const void *pos, int viewer, void *view);
/* The legal moves of a seat in the view: how many. */
int say_legal(struct say_work *work, const void *view, int seat);

/* ---- Pieces ----------------------------------------------------------------------------------------------------------------- */

/* A note, in the language of the text, as a JSON string. */
void say_note(struct alea_text *text, const char *note);
void say_seat(struct alea_text *text, int seat); /* "A", "chance", "host", or null */
const char *say_role(unsigned role);
/* The value of an argument, by its set. */
void say_value(const struct alea_rules *rules, int set, int32_t value, struct alea_text *text);
/* A move with its words, unless `plain`, and, if it is `seat`'s to make in the view, its remark and its warning. */
void say_move_at(const struct say_work *work, const void *view, int seat, alea_move move, struct alea_text *text);
void say_event(const struct say_work *work, const struct alea_event *event, struct alea_text *text);

/* "actor":...,"actors":[...],"round":N,"status":"..." of a view; now: as the table stands, else as it was then. */
void say_node(const struct say_work *work, const void *view, bool now, struct alea_text *text);
/* Members that tell a viewer what it can do now, each behind a comma: prompt, moves, undo. */
void say_choices(struct say_work *work, const void *view, struct alea_text *text);
void say_prompt(const struct say_work *work, const void *view, int viewer, struct alea_text *text);
/* [{"seat","who",...}]; the view is that of `viewer`. */
void say_seats(const struct say_work *work, const void *view, int viewer, struct alea_text *text);
void say_clock(const struct say_work *work, int64_t now, struct alea_text *text); /* or null */
void say_result(const struct say_work *work, struct alea_text *text);             /* or null */
void say_dice(const struct say_work *work, struct alea_text *text); /* how they are thrown; after the end the seed, too */
/* ,"chain":"..." of what those eyes had heard of by that true ply, half of its digits; nothing where there is none. */
void say_chain(const struct say_work *work, int eyes, long ply, struct alea_text *text);
void say_forecast(const struct say_work *work, const void *view, int viewer, int seat, struct alea_text *text);

#endif
