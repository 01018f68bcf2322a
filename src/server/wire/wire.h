/* SPDX-License-Identifier: MIT */
/* wire.h - tables as JSON, as docs/api.md describes it: states, messages, moves, events. Each for one viewer, in one language.
 *
 * Everything that leaves the server about a position goes through here, and only views (hide) are read: the true position is told to
 * ALL_EYES alone. */
#ifndef ALEA_SERVER_WIRE_H
#define ALEA_SERVER_WIRE_H

#include <limits.h>

#include "lesson.h"
#include "table.h"

/* What was told to one viewer, for the next one: wire_echo.h. */
struct wire_echo;
struct wire_echo *wire_echo_new(void); /* NULL if memory is short */
void wire_echo_free(struct wire_echo *echo);

/* Who is served: at which table, through whose eyes, in which language. */
struct wire {
    const struct table *table;
    struct viewer viewer;
    enum alea_lang lang;
    bool plain;
    bool brief; /* plies without what they left as it was */
    bool lines; /* wire_plies() puts a new line between messages, which JSON on one line can't hold, instead of a comma */
    struct wire_echo *echo; /* of whoever tells a ply to many; NULL: it is told to one */
    /* Roughly how many plies wire_plies(), wire_history() and wire_timeline() may go over, a message counting for WIRE_MESSAGE, a look for
     * WIRE_LOOK; 0: any number. */
    long most;
};

enum { WIRE_MESSAGE = 25, WIRE_LOOK = 5 };
static inline long wire_most(const struct wire *wire) { return wire->most ? wire->most : LONG_MAX; }

/* STATE. at: a viewer's ply, or -1: now. as: through whose eyes (a seat, ALEA_NONE or ALL_EYES; the caller checked that it may).
 * undone: it follows an undo. */
void wire_state(const struct wire *wire, long at, int as, bool undone, int64_t now, struct alea_text *text);
/* MESSAGEs of kind "ply" for the true plies from+1..to that the viewer (a seat, ALEA_NONE or ALL_EYES) heard of, with commas (or `lines`) between;
 * how many, and at least one if there is any, however little it may do. */
int wire_plies(const struct wire *wire, long from, long to, int64_t now, struct alea_text *text);
/* [EVENT,...] of the true plies from+1..to, as the viewer may know them. */
void wire_events(const struct wire *wire, long from, long to, struct alea_text *text);
/* {"kind":"table",...} */
void wire_table(const struct wire *wire, int64_t now, struct alea_text *text);
/* A line of the table's own is a note. */
void wire_chat(long n, int seat, const char *words, int64_t at, struct alea_text *text);
void wire_move(const struct wire *wire, alea_move move, struct alea_text *text); /* MOVE without remark and warning */
/* "moves":[...]: those that the host may make now; those of one verb that differ by a number alone stand as one. */
void wire_host(const struct wire *wire, struct alea_text *text);
/* {"readings":[...]}: what each would read of the host's moves, n of them one after the other, of which none is made; a rewind stands alone,
 * and names a true ply. On error nothing is added: as alea_match_preview(). */
ALEA_MUST_CHECK enum alea_err wire_preview(const struct wire *wire, const alea_move moves[], int n, const char *note,
                                           struct alea_text *text, struct alea_error *error);
/* {"allowed":...} for a move in words. */
void wire_why(const struct wire *wire, alea_move move, struct alea_text *text);
void wire_odds(const struct wire *wire, const alea_move *move, int stop, struct alea_text *text); /* move may be NULL */
/* The same without a move in two steps, of which the second touches no table: what the viewer sees, into `view` (a position), and the seat
 * that asks; false if memory is short. */
bool wire_asks(const struct wire *wire, void *view, int *seat);
void wire_odds_at_hand(const struct alea_rules *rules, const void *view, int seat, int stop, struct alea_text *text);
/* Board, places or hand as plain text. what: "board", "places", "hand"; false if there is no such. */
bool wire_words(const struct wire *wire, const char *what, long at, int as, struct alea_text *text);
/* "consents":[QUESTION,...]: all that the viewer may know of; with a view of the same viewer, those that are open now and were not
 * there. */
void wire_consents(const struct wire *wire, const void *before, struct alea_text *text);
/* "policy":[...]: what a clock does, in sentences. */
void wire_policy(const struct clock_rules *rules, struct alea_text *text);
/* {"seat","standing_order","offers"}: the viewer's own, and answers that can be given beforehand. */
void wire_own_order(const struct wire *wire, struct alea_text *text);
/* "proposals":[PROPOSAL,...] behind the viewer's number `after`, as many as `most`. */
void wire_proposals(const struct wire *wire, long after, int most, struct alea_text *text);
/* Can that proposal still be adopted? False, too, if memory is short. */
bool wire_proposal_is_open(const struct wire *wire, const struct alea_post *post);
/* NOTE, {"seat","side","place","to","text","at"}: what a seat has noted for itself or its side. */
void wire_noted(const struct store_note *note, struct alea_text *text);
/* POST, if the viewer may read it; now: as a message of what has just been said, with what it changes of STATE. */
void wire_post(const struct wire *wire, long number, int64_t at, bool now, struct alea_text *text);
/* May the viewer read that post; by which number it knows it; and the number of the last one that it may read. */
bool wire_may_read(const struct wire *wire, long number);
long wire_post_number(const struct wire *wire, long number);
long wire_posts_heard(const struct wire *wire);
/* What the closing of the open window would bring: who would be silent, what each would read, the chances of the first throw. */
/* "agreement", as STATE has it. */
void wire_agreed(const struct wire *wire, struct alea_text *text);
void wire_rehearsal(const struct wire *wire, int64_t now, struct alea_text *text);
void wire_windows(const struct wire *wire, struct alea_text *text); /* that opened, as far as the viewer counts plies */
/* Lines of the plies behind the viewer's `since`, as it may know them, so many plies at most: fewer, short of the last, only where those that
 * it did not hear of, which nobody is to count, are past all measure. */
void wire_timeline(const struct wire *wire, long since, int most, struct alea_text *text);
/* What indexes members of a view: the set of that id, which has names, and the index of one of them; ALEA_SET_NONE, ALEA_NONE if there is
 * none, and those that there are in `ids`. */
int wire_thing_set(const struct alea_rules *rules, const char *id, struct alea_text *ids);
int wire_thing_index(const struct alea_rules *rules, int set, const char *id, struct alea_text *ids);
/* What the viewer knew of that thing, and heard of it, in the plies behind the viewer's `since`, as far as `most` goes. */
void wire_history(const struct wire *wire, int set, int index, long since, struct alea_text *text);
/* Who is missing, and was here when: for all eyes alone. */
void wire_late(const struct wire *wire, int64_t now, struct alea_text *text);
/* The question of that number, if the viewer may know of it; its words are added. */
bool wire_asked(const struct wire *wire, uint32_t question, struct alea_consent *asked, struct alea_text *words);
/* The words with which it was put to its person, as the order's note or the host's; nothing if there are none, or they are not for that person. */
void wire_asked_with(const struct wire *wire, const struct alea_consent *asked, struct alea_text *words);
/* Which window is open, and until when; nothing if none is. */
void wire_say_window(const struct wire *wire, int64_t now, struct alea_text *text);
/* The transcript as this viewer may have it now. */
void wire_transcript(const struct wire *wire, bool explain, struct alea_text *text);
/* {"id","title",...} of GET /games; whole: with data, verbs, events, rules, sets. */
void wire_game(const struct alea_game *game, enum alea_lang lang, bool whole, struct alea_text *text);
/* All of them that are listed, and the bots; `url`: where others find them; `beacon`: a public one may enter the dice. */
void wire_games(enum alea_lang lang, const char *url, bool beacon, struct alea_text *text);
/* A lesson as a whole: {"game","seat","plies","steps"}; and the ply of the step behind that one, itself at the end. */
void wire_lesson(const char *game, const struct alea_lesson *lesson, struct alea_text *text);
long wire_lesson_behind(const struct alea_lesson *lesson, long ply, enum alea_lang lang);
/* The members of a lesson at a ply, at whose table the learner sits: "ply", "text", "move", "state". */
void wire_lesson_at(const struct wire *wire, const struct alea_lesson *lesson, long ply, struct alea_text *text);
/* Those of what happens until the next step, at a table that stands there: "next", "messages". */
void wire_lesson_way(const struct wire *wire, long ply, long next, struct alea_text *text);
void wire_actors(struct alea_text *text, const char *key, alea_actors actors); /* an array of seats */
void wire_seat(struct alea_text *text, const char *key, int seat);             /* "A", "chance", "host", or null */
void wire_time(struct alea_text *text, const char *key, int64_t at);           /* 0: null */
/* Until when what is open to the viewer can be decided, by the table's clock, with date and zone: "Monday 2026-11-23, 20:30 (Europe/Rome)".
 * Nothing if it closes at no time, or a pause lasts. False, and nothing: the table has no clock of windows. */
bool wire_until(const struct wire *wire, struct alea_text *text);
/* "rules":[{"rule","text"},...] with the numbers of these rules, and "sets", the names in them. */
void wire_rules(const struct alea_rules *rules, struct alea_text *text);

/* What listeners are told, for the options of the lobby. */
extern const struct lobby_messages wire_messages;

#endif
