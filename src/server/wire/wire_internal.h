/* SPDX-License-Identifier: MIT */
/* wire_internal.h - what the files of wire.h share: wire.c (pieces of messages), wire_plies.c (what happens), wire_state.c (how a table
 * stands), wire_questions.c (answers to questions), wire_game.c (games). */
#ifndef ALEA_SERVER_WIRE_INTERNAL_H
#define ALEA_SERVER_WIRE_INTERNAL_H

#include "json_write.h"
#include "wire.h"

struct odds_wins;

/* What one message is made from: the table, and room for the positions that are compared and the views that are told. */
struct wire_workspace {
    const struct wire *wire;
    struct alea_text *text; /* what is written; its words call seats by these names */
    const char *names[ALEA_MAX_SEATS];
    struct table_view table;
    const struct alea_rules *rules;
    const struct alea_game *game;
    const void *tables;
    void *pos, *before;       /* true positions, of which nothing but views is told */
    void *view, *view_before; /* of the viewer: now, and as it was told last */
    void *view_heard;         /* after the last ply that it had heard of by then; NULL: the same */
    void *spare;              /* room for that */
    alea_move *legal;         /* room for max_legal; NULL until wire_legal() */
};

/* For a program that keeps the state and knows the game's data: no words, nothing twice. */
static inline bool wire_is_terse(const struct wire_workspace *work) { return work->wire->plain && work->wire->brief; }

/* False if memory is short: then nothing can be said, and the text counts as truncated. Sets the text's language. */
bool wire_begin(struct wire_workspace *work, const struct wire *wire, struct alea_text *text);
void wire_end(struct wire_workspace *work);

void wire_view_of(const struct wire_workspace *work, const void *pos, int viewer, void *view);
/* May the viewer know what has that audience? */
static inline bool wire_reads(const struct wire_workspace *work, alea_actors audience) {
    return work->wire->viewer.seat == ALL_EYES || alea_may_know(audience, work->wire->viewer.seat);
}
/* The next ply after `at` that the viewer heard of, or `to`: the position before it is made in `pos`, where that after `at` stands. Past
 * many others it is looked up. What that took is taken off `left`. */
long wire_skip_unheard(struct wire_workspace *work, int viewer, long at, long to, long *left);
/* The legal moves of a seat in the view: how many. */
int wire_legal(struct wire_workspace *work, const void *view, int seat);

/* ---- Pieces ----------------------------------------------------------------------------------------------------------------- */

/* A note, in the language of the text, as a JSON string. */
void wire_note(struct alea_text *text, const char *key, const char *note);
const char *wire_role(unsigned role);
/* A move with its words, unless `plain`, and, if it is `seat`'s to make in the view, its remark and its warning; `wins` as for
 * odds_say_remark(). */
void wire_move_at(const struct wire_workspace *work, const void *view, int seat, alea_move move, struct odds_wins *wins,
                  struct alea_text *text);
/* "warning" of a seat's or the host's move; nothing where nothing is to be feared, and where no words are told. */
void wire_warning(const struct wire_workspace *work, const void *view, int seat, alea_move move, struct alea_text *text);
bool wire_gives_odds(const struct wire_workspace *work); /* by the table's choice */
void wire_event(const struct wire_workspace *work, const struct alea_event *event, struct alea_text *text);

/* "actor":...,"actors":[...],"round":N,"status":"..." of a view; now: as the table stands, else as it was then.
 * Of what the viewer knows by each of the n views that were told only what is otherwise, and no "playing". */
void wire_node(const struct wire_workspace *work, const void *view, bool now, const void *const told[], int n,
               struct alea_text *text);
/* "facts" of a view; of each of the n views that were told only what is otherwise. Nothing where the game has none, and with `plain`. */
void wire_facts(const struct wire_workspace *work, const void *view, const void *const told[], int n,
                struct alea_text *text);
/* Members that tell a viewer what it can do now: prompt, moves, undo. */
void wire_choices(struct wire_workspace *work, const void *view, struct alea_text *text);
void wire_prompt(const struct wire_workspace *work, const void *view, int viewer, struct alea_text *text);
/* "seats":[{"seat","who",...}]; the view is that of `viewer`. */
void wire_seats(const struct wire_workspace *work, const void *view, int viewer, struct alea_text *text);
/* "sides":[{"side","name","seats"}]: who plays together, where the game has names for it. */
void wire_sides(const struct wire_workspace *work, struct alea_text *text);
/* "clock" and "result": objects, or null. */
void wire_clock(const struct wire_workspace *work, int64_t now, struct alea_text *text);
void wire_result(const struct wire_workspace *work, struct alea_text *text);
/* "agreement": what is asked of the whole table; null: nothing. */
void wire_agreement(const struct wire_workspace *work, struct alea_text *text);
/* "standing_order" of the viewer's own; nothing if it has none. */
void wire_standing_order(const struct wire_workspace *work, struct alea_text *text);
/* A line of chat of the table's own. */
void wire_own_line(struct alea_text *text, const char *key, const char *line);
/* "Anna (A)", a string's part. */
void wire_person(const struct wire_workspace *work, int seat, struct alea_text *text);
/* "window": what is open, and until when; null: nothing is; missing: the game has no windows. now: as the table stands; 0: as it was. */
void wire_window(const struct wire_workspace *work, const void *view, int64_t now, struct alea_text *text);
/* "consents": the questions of the view. */
void wire_questions(const struct wire_workspace *work, const void *view, struct alea_text *text);
/* "proposals": the newest of those that stand. Uses `before`. */
void wire_open_proposals(const struct wire_workspace *work, struct alea_text *text);
/* "team", "consents", "proposals", "posts": what concerns the viewer, of a game that has such. Uses `before`. */
void wire_people(const struct wire_workspace *work, const void *view, struct alea_text *text);
/* Of those what a ply may have changed. */
void wire_people_now(const struct wire_workspace *work, const void *view, bool rewound, struct alea_text *text);
/* "dice": how they are thrown; after the end the seed, too. */
void wire_dice(const struct wire_workspace *work, struct alea_text *text);
/* "chain":"..." of what those eyes had heard of by that true ply, half of its digits; nothing where there is none. */
void wire_chain(const struct wire_workspace *work, int eyes, long ply, struct alea_text *text);
void wire_forecast(const struct wire_workspace *work, const void *view, int viewer, int seat, struct alea_text *text);

#endif
