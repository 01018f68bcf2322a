/* SPDX-License-Identifier: MIT */
/* say.h - what the files that put a position into words share: look.c what a side sees of a site, text.c the board,
 * text_map.c its drawing, text_places.c the table of sites, text_hand.c what a side holds, text_prompt.c what is to be
 * decided, text_remark.c the words beside a choice.
 *
 * All of them read a side's own things as they are and everything else from know[side]; a spectator is shown what is
 * public. The true position and a view of it are thus said in the same words. [INC-SECRET-2, INC-SECRET-8] */
#ifndef ALEA_INCURSIO_SAY_H
#define ALEA_INCURSIO_SAY_H

#include "incursio_internal.h"

/* ---- What is seen: look.c ---- */

enum { INC_KIND_UNKNOWN = 0xf0 };
enum { INC_NEVER = -1 }; /* no news */

/* A site as a side sees it. */
struct inc_look {
    unsigned kind;   /* INC_KIND_*, without a level */
    int level;       /* INC_LEVEL_UNKNOWN */
    int kind_day;    /* of the news of kind and level; today for what is our own */
    int mine;        /* own units; arrivals are there, those that leave are not */
    int enemies;     /* INC_SOME */
    int enemies_day; /* INC_NEVER */
    bool own;        /* an own settlement or ruin */
    bool portal;     /* one is known to open here tomorrow */
    bool works;      /* an own building site */
};

/* The side whose eyes a seat has; ALEA_NONE for a spectator. */
static inline int inc_eyes(int seat) { return seat >= 0 && seat < INC_SEATS ? inc_side_of(seat) : ALEA_NONE; }
struct inc_look inc_look_at(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site);
/* What is known of the n-th enemy of a list, from 0: its type, or INC_TYPES. */
unsigned inc_seen_in_camp(const struct inc_position *p, int side, unsigned site, int n);
unsigned inc_seen_in_garrison(const struct inc_position *p, int side, unsigned site, int n);
int inc_seen_copies(const struct inc_position *p, unsigned site, unsigned structure);
/* Money of a day as things stand, and units. [INC-INCOME-1, INC-PROD-2, INC-RUIN-6] */
int inc_income_now(const struct inc_tables *t, const struct inc_position *p);
int inc_production_now(const struct inc_tables *t, const struct inc_position *p, int side);
int inc_next_harvest(const struct inc_tables *t, const struct inc_position *p); /* day */
/* In percent, without what the other side may do against it. [INC-SPY-5 .. INC-SPY-9] */
int inc_spy_estimate(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character);
void inc_count_types(const inc_unit *units, int n, int count[INC_TYPES]); /* shadows are left out; adds */

/* ---- Words: text.c ---- */

const char *inc_label(const struct alea_text *text, int id);
/* The words of a label, its holes filled with up to three numbers. */
void inc_say(struct alea_text *text, int id, int a, int b, int c);
void inc_say_line(struct alea_text *text, int id, int a, int b, int c); /* and a new line */
/* The next of a list: after the comma a blank, or a new line where it would go beyond the width. */
void inc_say_item(struct alea_text *text, const char *comma, const char *words, int indent);
static inline const char *inc_name(const struct alea_names *names, unsigned index, const struct alea_text *text) {
    return index < (unsigned)names->n ? names->at[index].in[text->lang] : "-";
}
const char *inc_listed(int set, unsigned index, const struct alea_text *text); /* a word of a list: INCURSIO_SET_STEP */
/* "Tr", in both languages; "?" for INC_TYPES. */
static inline const char *inc_sign(const struct inc_tables *t, int side, unsigned type) {
    return type < INC_TYPES ? t->unit.at[INC_TYPES * side + (int)type].in[ALEA_IT] : "?";
}
const char *inc_type_word(int side, unsigned type, const struct alea_text *text); /* "infantry" */
/* "F 3, C 1"; "-". */
void inc_say_types(const struct inc_tables *t, int side, const int count[INC_TYPES], struct alea_text *text);
void inc_say_sites(uint64_t sites, struct alea_text *text);                           /* "04 06 11"; "-" */
void inc_say_site(const struct inc_tables *t, unsigned site, struct alea_text *text); /* "07 Little Keep" */
/* Units in their order, with the marks of the day, or runs of equal ones told by their number: "F A 3C". */
enum inc_manner { INC_PLAIN, INC_MARKS = 1, INC_RUNS = 2 };
void inc_say_units(const struct inc_tables *t, int side, const inc_unit *units, int n, unsigned manner,
                   struct alea_text *text);
/* "Village", "infested ruins", "settlement of unknown level". */
void inc_say_kind(const struct inc_tables *t, const struct inc_look *look, struct alea_text *text);
void inc_say_age(const struct inc_look *look, int day, struct alea_text *text); /* " on day 2", if that is old */
/* What `done` leaves undone at the seat's stage. */
void inc_say_left(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text);
/* "5 enemies on day 2", "no enemies on day 1"; false, and nothing, if there is no news. */
bool inc_say_enemies(const struct inc_look *look, struct alea_text *text);
/* "build: Mine, 22 Mother Rock"; false, and nothing, if the character has no action today. */
bool inc_say_action(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character,
                    struct alea_text *text);
/* ", refused", ", to be confirmed", ", approved" behind it, if that is so. */
void inc_say_answer(const struct inc_tables *t, const struct inc_position *p, int side, unsigned character,
                    struct alea_text *text);
/* "+500 income, infantry +1": what a structure, after `comma` if it does anything, upgrades, a mission do. */
void inc_say_structure(const struct inc_tables *t, unsigned structure, const char *comma, struct alea_text *text);
void inc_say_powers(const struct inc_tables *t, const struct inc_upgrade *power, struct alea_text *text);
void inc_say_mission(const struct inc_tables *t, unsigned mission, struct alea_text *text);
/* What the orders of today cost that were not refused. */
int inc_committed(const struct inc_tables *t, const struct inc_position *p);
void inc_say_map(const struct inc_tables *t, const struct inc_position *p, int side, struct alea_text *text);

/* ---- Chances: at_hand.c ---- */

/* Against how many the attack is reckoned that the seat enters, where nobody has counted them; 0: they are counted, or nothing is known
 * of the target. */
int inc_supposed_enemies(const struct inc_tables *t, const struct inc_position *p, int seat);

#endif
