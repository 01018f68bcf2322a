/* SPDX-License-Identifier: MIT */
/* incursio_internal.h - what the chapters of Incursio call in each other. */
#ifndef ALEA_INCURSIO_INTERNAL_H
#define ALEA_INCURSIO_INTERNAL_H

#include "incursio.h"

/* ---- steps.c: rows of the two tables, and the contract's functions that read them ---- */

/* What a seat can enter at a stage. legal() appends; why_not() is asked about any verb and argument and shares its checks
 * with legal(); both read nothing that the seat's side can't know. */
struct inc_stage {
    int (*legal)(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move out[]);
    alea_rule (*why_not)(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb, unsigned arg);
    void (*apply)(const struct inc_tables *t, struct inc_position *p, int seat, unsigned verb, unsigned arg,
                  struct alea_events *sink);
};

/* A step of chance. */
struct inc_chance {
    int (*outcomes)(const struct inc_tables *t, const struct inc_position *p, struct alea_outcome out[]);
    alea_move (*roll)(const struct inc_tables *t, const struct inc_position *p, struct alea_random *random);
    alea_rule (*why_not)(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg);
    void (*apply)(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg, struct alea_events *sink);
};

bool inc_is_chance(const struct inc_position *p);
bool inc_at_table(const void *tables, const void *pos); /* [INC-TABLE-13] */
/* Is it people who decide now? */
static inline bool inc_is_window(const struct inc_position *p) { return p->step != INCURSIO_STEP_OVER && !inc_is_chance(p); }
/* Whose a verb is: what falls, what seats enter; all others are the Master's. Verbs of newer rules stand behind those of older. */
static inline bool inc_is_chance_verb(unsigned verb) {
    return verb < INCURSIO_VERB_DONE || (verb >= INCURSIO_VERB_ENDOW && verb <= INCURSIO_VERB_PURSE);
}
static inline bool inc_is_of_seat(unsigned verb) {
    return (verb >= INCURSIO_VERB_DONE && verb < INCURSIO_VERB_PAUSE) || verb == INCURSIO_VERB_REOPEN ||
           verb == INCURSIO_VERB_RECORD || verb == INCURSIO_VERB_ACCEPT || verb == INCURSIO_VERB_TURN_DOWN;
}
int inc_list(alea_move out[], int n, unsigned verb, uint64_t set); /* a move for each member of the set */
int inc_list_range(alea_move out[], int n, unsigned verb, int first, int last);
int inc_list_one(alea_move out[], int n, unsigned verb);
void inc_to_stage(struct inc_position *p, int seat, unsigned stage);            /* other members of the cursor stay */
void inc_to_base(const struct inc_tables *t, struct inc_position *p, int seat); /* cursor blank, stage of the window */
/* Draws from a set of things, each as likely: the outcomes, one of them, and whether a thing is in the set. */
int inc_list_draws(uint64_t set, unsigned verb, struct alea_outcome out[]);
alea_move inc_draw(uint64_t set, unsigned verb, struct alea_random *random);
bool inc_is_one(uint64_t set, unsigned arg);
bool inc_is_general(const struct inc_tables *t, const struct inc_position *p, int seat); /* or the deputy of a silent one */
alea_actors inc_entitled(const struct inc_tables *t, const struct inc_position *p);      /* to the open window */
/* Does the seat command the units of that own site? The General does, and whom he delegated it to. [INC-ROLE-3, INC-ROLE-4] */
bool inc_commands(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site);
alea_actors inc_actors(const void *tables, const void *pos);
void inc_done(const struct inc_tables *t, struct inc_position *p, int seat, struct alea_events *sink);
int inc_legal(const void *tables, const void *pos, int seat, alea_move out[]);
alea_rule inc_why_not(const void *tables, const void *pos, int seat, alea_move move);
void inc_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink);
alea_move inc_roll(const void *tables, const void *pos, struct alea_random *random);
int inc_outcomes(const void *tables, const void *pos, struct alea_outcome out[]);
bool inc_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after);

/* ---- day.c: the order of the day ---- */

extern const struct inc_chance inc_chance_initiative;
void inc_setup(const void *tables, void *pos);
/* Opens a window: everybody's cursor blank, nobody done. */
void inc_window_open(const struct inc_tables *t, struct inc_position *p, unsigned step, int side, struct alea_events *sink);
/* Runs what was entered and goes on. `silence`: who entered nothing was silent. [INC-TABLE-4] */
void inc_window_close(const struct inc_tables *t, struct inc_position *p, bool silence, struct alea_events *sink);
/* Goes on after the chance or battle of a step is over; from where, the step says. */
void inc_go_on(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);
int inc_window_index(const struct inc_position *p); /* into closes[]; -1: no window */

/* ---- units.c: the lists of units ---- */

static inline inc_unit *inc_units(struct inc_position *p, int side, unsigned site) {
    return p->unit[side] + p->start[side][site];
}
static inline const inc_unit *inc_units_at(const struct inc_position *p, int side, unsigned site) {
    return p->unit[side] + p->start[side][site];
}
/* Length of the garrison; demons have none. */
static inline int inc_garrison(const struct inc_position *p, int side, unsigned site) {
    return side == INC_DEFENDERS ? p->garrison[site] : 0;
}
/* First of the camp, and its length with shadows. */
static inline const inc_unit *inc_camp(const struct inc_position *p, int side, unsigned site) {
    return inc_units_at(p, side, site) + inc_garrison(p, side, site);
}
/* All units in the site's lists, shadows and arrivals, too. */
static inline int inc_n_units(const struct inc_position *p, int side, unsigned site) {
    return inc_garrison(p, side, site) + p->camp[side][site];
}
/* Units of the side that stand there for good: no shadows' units that left are counted, but shadows are units that have not
 * gone yet. `inc_here`: those there as the side sees it (arrivals in, shadows out). `inc_stands`: as the enemy meets them
 * (shadows in, arrivals out). */
int inc_here(const struct inc_position *p, int side, unsigned site);
int inc_stands(const struct inc_position *p, int side, unsigned site);
int inc_living(const struct inc_position *p, int side);                                /* on the map */
uint64_t inc_held(const struct inc_tables *t, const struct inc_position *p, int side); /* sites with inc_here() > 0 */
/* Inserts before index `at` (0 .. n) of the garrison or camp; derived members follow. */
void inc_insert(struct inc_position *p, int side, unsigned site, bool garrison, int at, inc_unit unit);
/* Takes it out and returns it. */
inc_unit inc_take(struct inc_position *p, int side, unsigned site, bool garrison, int at);
void inc_shift(struct inc_position *p, int side, unsigned site, bool garrison, int from,
               int to);                                               /* moves one within its list */
void inc_clear_site(struct inc_position *p, int side, unsigned site); /* all its units are gone */
void inc_mark_all(struct inc_position *p, int side, unsigned site, unsigned state);
/* Every unit in state `from` gets state `to`, everywhere. */
void inc_restate(struct inc_position *p, int side, unsigned from, unsigned to);
void inc_derive(const void *tables, void *pos);
/* Copies of a structure that are active. */
int inc_copies(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned structure);
void inc_set_copies(const struct inc_tables *t, struct inc_position *p, unsigned site, unsigned structure, int n);
/* Own aggregates and building sites, which may not be left. [INC-MOVE-10] */
bool inc_must_stay(const struct inc_position *p, int side, unsigned site);
/* Works of that kind in the site's yard: copies of a structure, INC_WORK_FOUND. */
int inc_in_yard(const struct inc_position *p, unsigned site, unsigned work);
bool inc_is_works(const struct inc_position *p, unsigned site); /* a building site [INC-FOUND-5] */
/* The number of the way from a site to another; INC_WAYS: there is none. */
unsigned inc_way_to(const struct inc_tables *t, unsigned from, unsigned to);

/* ---- garrison.c ---- */

/* Is a garrison of so many units of each type lawful there? [INC-GARR-6] */
bool inc_garrison_fits(const struct inc_tables *t, const struct inc_position *p, unsigned site, const int count[INC_TYPES]);
bool inc_garrison_allows(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned type);
/* 0, or why one more of that type may not enter: the rule. [INC-GARR-1, INC-GARR-4, INC-GARR-6] */
alea_rule inc_why_not_enter(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned type);
alea_rule inc_why_not_arrange(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site);
void inc_arrange_begins(const struct inc_tables *t, struct inc_position *p, int seat, unsigned site);
alea_rule inc_why_not_reorder(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site);
void inc_reorder_begins(struct inc_position *p, int seat, unsigned site);
extern const struct inc_stage inc_stage_arrange, inc_stage_split, inc_stage_reorder;
/* A window closes while somebody is in the middle: what is done is lawful. */
void inc_arrange_default(const struct inc_tables *t, struct inc_position *p, int seat);

/* ---- move.c and march.c: steps 2, 4, 6.7 and 8 [INC-MOVE] ---- */

extern const struct inc_stage inc_stage_base_move, inc_stage_from, inc_stage_to, inc_stage_enter, inc_stage_enter_at,
    inc_stage_leave;
/* Runs the orders of a side: contacts. The first's before the second's in step 8. [INC-MOVE-9, INC-MOVE-15] */
void inc_move_run(const struct inc_tables *t, struct inc_position *p, int side, struct alea_events *sink);
/* Numbers in the camps of those sites have changed: others of the seat's side who had named a unit there name one anew. */
void inc_choose_again(const struct inc_tables *t, struct inc_position *p, int seat, uint64_t sites);
alea_rule inc_why_not_recall(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site);
void inc_recall(const struct inc_tables *t, struct inc_position *p, int seat, unsigned site); /* marches entered from it */
void inc_moment_begins(struct inc_position *p, int side); /* the base movement is there again [INC-MOVE-2] */

/* ---- assault.c and battle.c [INC-ASSAULT, INC-COMBAT, INC-SIEGE, INC-RETREAT] ---- */

extern const struct inc_stage inc_stage_base_assault, inc_stage_line;
extern const struct inc_chance inc_chance_pair, inc_chance_extra, inc_chance_shot;
/* The line (p->line, p->attackers) of p->side meets who stands on p->battle: goes to its first throw, or to its end. */
void inc_battle_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);
/* The soldiers' camp of the site attacks the portal's demons there, to the death. [INC-PORTAL-9] */
void inc_ambush_begin(const struct inc_tables *t, struct inc_position *p, unsigned site, struct alea_events *sink);
int inc_attack_bonus(const struct inc_tables *t, const struct inc_position *p, unsigned site,
                     unsigned type);         /* of soldiers */
void inc_line_clear(struct inc_position *p); /* the attack that was being entered is given up */
/* Between battle.c and clash.c. Those that begin a stage are false when it has nothing to throw. */
void inc_battle_go_on(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* a stage is over */
bool inc_clash_begin(struct inc_position *p, unsigned stage, struct alea_events *sink);
bool inc_siege_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);
inc_unit inc_line_take(struct inc_position *p, int at); /* out of its camp; the others of the line follow */
/* Those of the line who fell leave it and their camps; dice[] becomes 0. */
void inc_close_ranks(struct inc_position *p, const bool fallen[]);
/* Has nothing been thrown yet in this stage of the battle? */
bool inc_is_unthrown(const struct inc_tables *t, const struct inc_position *p);
/* Ends the battle with that result, with all that follows from it. */
void inc_battle_end(const struct inc_tables *t, struct inc_position *p, unsigned result, struct alea_events *sink);

/* ---- result.c and passes.c: a battle entered as its result [INC-TABLE-13] ---- */

static inline bool inc_is_result(unsigned verb) { return verb >= INCURSIO_VERB_RESULT && verb <= INCURSIO_VERB_RESULT_END; }
alea_rule inc_why_not_result(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg);
int inc_list_results(const struct inc_tables *t, const struct inc_position *p, alea_move out[], int n);
void inc_enter_result(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink);
void inc_result_break_off(struct inc_position *p); /* what has been entered so far is forgotten */
/* As entered so far: who falls, by the place in the line or among the defenders, the garrison first, from 0. */
bool inc_attacker_falls(const struct inc_position *p, int at);
bool inc_defender_falls(const struct inc_position *p, int at);
/* Could the battle as it stands end with what was entered? */
/* *unproved, if asked for: the search grew too long, and the result is taken for possible; written where it is true. */
bool inc_passes_could(const struct inc_tables *t, const struct inc_position *p, bool *unproved);

/* ---- personal.c: characters and their orders of the day [INC-ROLE-6 .. INC-ROLE-11] ---- */

extern const struct inc_stage inc_stage_base_personal, inc_stage_kind, inc_stage_target, inc_stage_structure,
    inc_stage_focus;
/* 0, or why the order that the character has, is not lawful now. */
alea_rule inc_why_not_order(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c);
void inc_order_blank(struct inc_position *p, int side, unsigned c);
void inc_confirm(struct inc_position *p, int side, unsigned c);                 /* the yes to it */
void inc_personal_defaults(const struct inc_tables *t, struct inc_position *p); /* at closing: rest [INC-ROLE-23] */
int inc_mission_slots(const struct inc_tables *t, const struct inc_position *p, int side);
int inc_spy_attempts(const struct inc_tables *t);
/* Is that site (still) one that the mission may have as its target? [INC-MISSION-5] */
bool inc_is_target(const struct inc_tables *t, const struct inc_position *p, unsigned mission, unsigned site);

/* ---- aside.c: who acts though nobody waits for them [INC-TABLE-1, INC-TABLE-2, INC-TABLE-7, INC-TABLE-8] ---- */

enum { INC_ASIDES = 6 * INC_CHARACTERS + 1 };
extern const struct inc_stage inc_stage_aside;
alea_actors inc_optional(const void *tables, const void *pos);
bool inc_is_optional(const struct inc_tables *t, const struct inc_position *p, int seat);
bool inc_may_ask(const struct inc_tables *t, const struct inc_position *p); /* anything of characters, today */
/* Is it a move that is entered beside the window's own? */
bool inc_is_aside(const struct inc_tables *t, const struct inc_position *p, unsigned verb);
alea_rule inc_why_not_aside(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned verb, unsigned arg);
bool inc_is_answer(const struct inc_tables *t, unsigned verb); /* that is taken in the middle of an order, too */
/* Those of them that are lawful at the base of a window, or in the middle of an order, ascending: at most INC_ASIDES. */
int inc_list_aside(const struct inc_tables *t, const struct inc_position *p, int seat, bool base, alea_move out[]);
/* Of a person: side * INC_CHARACTERS + character. [INC-TABLE-8] */
alea_rule inc_why_not_record_for(const struct inc_tables *t, const struct inc_position *p, unsigned person);
void inc_record(const struct inc_tables *t, struct inc_position *p, int side, unsigned c, struct alea_events *sink);
void inc_reopen(const struct inc_tables *t, struct inc_position *p, int seat); /* who is done, is so no more */
void inc_ask(const struct inc_tables *t, struct inc_position *p, int seat);    /* something new is asked of that person */
/* Who has answered all that was asked is done. [INC-TABLE-2] */
void inc_settle(const struct inc_tables *t, struct inc_position *p, int seat, struct alea_events *sink);
void inc_requests_lapse(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);

/* ---- free.c: free missions [INC-TABLE-14] ---- */

unsigned inc_free_of(const struct inc_position *p, int side,
                     unsigned c); /* the character's, an index; INC_FREE: it has none */
bool inc_is_offered(const struct inc_position *p, int side, unsigned c);       /* and can be accepted today */
bool inc_may_accept(const struct inc_tables *t, const struct inc_position *p); /* in this window */
alea_rule inc_why_not_accept(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c);
alea_rule inc_why_not_turn_down(const struct inc_tables *t, const struct inc_position *p, int side, unsigned c);
/* The character's yes, by its player or recorded, and its no. */
void inc_accept(const struct inc_tables *t, struct inc_position *p, int side, unsigned c, struct alea_events *sink);
void inc_turn_down(const struct inc_tables *t, struct inc_position *p, int side, unsigned c, struct alea_events *sink);
void inc_free_begin(const struct inc_tables *t, struct inc_position *p,
                    struct alea_events *sink);                         /* those accepted today: 6.4 */
void inc_free_lapse(struct inc_position *p, struct alea_events *sink); /* at dawn */
/* The Master's: an offer to the person named, his judgement. */
alea_rule inc_why_not_offer(const struct inc_tables *t, const struct inc_position *p, unsigned until);
void inc_offer(const struct inc_tables *t, struct inc_position *p, unsigned until, struct alea_events *sink);
alea_rule inc_why_not_judge(const struct inc_tables *t, const struct inc_position *p, unsigned person);
void inc_judge(struct inc_position *p, unsigned person, bool success, struct alea_events *sink);

/* ---- setup.c: day 0 [INC-GEN-9, INC-ROLE-10, INC-ROLE-13] and what a General hands on [INC-ROLE-2, INC-ROLE-4] ---- */

extern const struct inc_chance inc_chance_objective;
/* To the next side that has objectives to draw; else on to what follows. */
void inc_objectives_go_on(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);
extern const struct inc_stage inc_stage_base_setup, inc_stage_species, inc_stage_give, inc_stage_delegate;
/* May the seat name that one its deputy; may it delegate that site (stage DELEGATE then asks to whom)? Full teams only. */
alea_rule inc_why_not_deputy(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned other);
alea_rule inc_why_not_delegate(const struct inc_tables *t, const struct inc_position *p, int seat, unsigned site);
uint64_t inc_delegates(const struct inc_tables *t, const struct inc_position *p); /* seats to whom a site is delegated */
/* After a General, deputy or delegate was named in an open window; `before` is what inc_entitled() said. */
void inc_entitled_changed(const struct inc_tables *t, struct inc_position *p, alea_actors before);

/* ---- opening.c: what the map does not tell [INC-TABLE-20] ---- */

extern const struct inc_chance inc_chance_opening, inc_chance_purse;
void inc_opening_begins(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* goes to day 0 */

/* ---- maintenance.c: 6.1 to 6.5 ---- */

void inc_maintenance_begins(const struct inc_tables *t, struct inc_position *p,
                            struct alea_events *sink);                                               /* 6.1, 6.2, 6.3 */
void inc_orders_start(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* 6.4, 6.5 */
/* 0, or why the work may not start; `ordered`: the same one, that others are to start today. [section 25] */
alea_rule inc_why_not_build(const struct inc_tables *t, const struct inc_position *p, unsigned site, unsigned structure,
                            int ordered);
alea_rule inc_why_not_found(const struct inc_tables *t, const struct inc_position *p, unsigned site, int ordered);

/* ---- portals.c: 6.6, dawn and dusk [INC-PORTAL] ---- */

extern const struct inc_chance inc_chance_portal, inc_chance_vigil, inc_chance_portal_type, inc_chance_portal_demon;
/* Each goes to a chance step, or on when there is nothing (more) to draw: true if it went to a step of its own. */
int inc_portals_row(const struct inc_tables *t, const struct inc_position *p); /* of the schedule [INC-PORTAL-2] */
bool inc_portals_locate(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* 6.6 */
bool inc_portals_open(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);   /* dawn */
void inc_portals_vanish(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* dusk */

/* ---- spy.c: step 7 [INC-SPY] ---- */

extern const struct inc_chance inc_chance_percent, inc_chance_spy_die, inc_chance_spy_thing;
bool inc_spies_begin(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* the next of them */

/* ---- deploy.c: step 9 [INC-PROD] ---- */

extern const struct inc_chance inc_chance_produce;
extern const struct inc_stage inc_stage_base_deploy, inc_stage_place;
/* Units that the side's sites have still to receive; units that it has in hand, by type. */
int inc_due(const struct inc_position *p, int side);
int inc_pool(const struct inc_position *p, int side);
bool inc_production_begins(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);
void inc_deploy_defaults(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* [INC-ROLE-22] */

/* ---- end.c [INC-WIN] ---- */

void inc_watch_objectives(const struct inc_tables *t, struct inc_position *p); /* those that are true "ever" */
bool inc_objective_true(const struct inc_tables *t, const struct inc_position *p, unsigned objective); /* now */
bool inc_gates_open(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* over? [INC-WIN-3] */
bool inc_dusk(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink);       /* over? */
enum inc_source { INC_FROM_SETTLEMENTS, INC_FROM_RUINS, INC_FROM_UPGRADES, INC_FROM_OBJECTIVES, INC_SOURCES };
/* Points as if this were the last dusk: from one source, and in all. [INC-WIN-5, INC-WIN-6] */
int inc_points_from(const struct inc_tables *t, const struct inc_position *p, int side, enum inc_source source);
int inc_points(const struct inc_tables *t, const struct inc_position *p, int side);
int inc_taken(const struct inc_position *p, int side); /* settlements sacked, ruins purified */
void inc_finish(const struct inc_tables *t, struct inc_position *p, unsigned outcome, unsigned winner,
                struct alea_events *sink);
void inc_finish_by_points(const struct inc_tables *t, struct inc_position *p, unsigned outcome, struct alea_events *sink);

/* ---- standing.c ---- */

struct alea_standing inc_standing(const void *tables, const void *pos, int seat);

/* ---- master.c: HOST's moves [INC-ROLE-14 .. INC-ROLE-16] ---- */

int inc_master_legal(const struct inc_tables *t, const struct inc_position *p, alea_move out[]);
alea_rule inc_master_why_not(const struct inc_tables *t, const struct inc_position *p, unsigned verb, unsigned arg);
void inc_master_apply(const struct inc_tables *t, struct inc_position *p, unsigned verb, unsigned arg,
                      struct alea_events *sink);

/* ---- audience.c, order.c: who may know a move; whole orders in words ---- */

alea_actors inc_move_audience(const void *tables, const void *before, int seat, alea_move move);
int inc_order(const void *tables, const void *view, int seat, const char *line, alea_move out[], int max);

/* ---- people.c: windows with their times, and what is asked of one person ---- */

bool inc_window(const void *tables, const void *pos, struct alea_window *out);
void inc_calendar(const void *tables, struct alea_calendar *out);
alea_actors inc_team(const void *tables, int seat);
bool inc_leads(const void *tables, const void *pos, int seat);
bool inc_consent(const void *tables, const void *pos, int i, struct alea_consent *out);
void inc_consent_words(const void *tables, const void *view, int i, struct alea_text *text);

/* ---- tell.c: reports, the one way in which a side learns anything ---- */

/* Tells a mask of sides (3: both; INC_PUBLIC: everybody) and writes it into their knowledge. */
enum { INC_BOTH = 3, INC_PUBLIC = 7 };
void inc_tell(struct inc_position *p, struct alea_events *sink, unsigned sides, unsigned event, int32_t a, int32_t b,
              int32_t c, int32_t d);
/* What an event of `day` adds to the knowledge of `side`; the rest of the position is not looked at. [invariant 16] */
void inc_learn(struct inc_position *p, int side, int day, unsigned event, const int32_t arg[ALEA_EVENT_ARGS]);

/* ---- hide.c, determinize.c, broken.c, fields.c, tables.c, text*.c, heuristic.c: the contract's functions ---- */

/* Puts up what a settlement of that level must have, with all that this requires; nothing is taken down. */
void inc_complete(const struct inc_tables *t, struct inc_position *p, unsigned site, unsigned level);
void inc_hide(const void *tables, void *pos, int seat);
void inc_determinize(const void *tables, void *pos, int seat, struct alea_random *random);
int inc_broken(const void *tables, const void *pos);
enum { INC_FIELDS = 94 };
extern const struct alea_field inc_fields[INC_FIELDS];
bool inc_load(struct alea_loader *in, int seats, struct alea_options *options, void *tables);
struct alea_names inc_names(const void *tables, int set);
extern const struct alea_option inc_options[];
enum inc_option {
    INC_OPTION_MAP,
    INC_OPTION_TEAMS,
    INC_OPTION_CHARACTERS,
    INC_OPTION_DAYS,
    INC_OPTION_OPENING,
    INC_OPTION_DICE,
    INC_OPTIONS
};
void inc_board(const void *tables, const void *pos, int seat, struct alea_text *text);
void inc_places(const void *tables, const void *pos, int seat, struct alea_text *text);
void inc_picture(const void *tables, const void *pos, int seat, struct alea_text *text);
void inc_hand(const void *tables, const void *pos, int seat, struct alea_text *text);
void inc_prompt(const void *tables, const void *pos, int seat, struct alea_text *text);
void inc_remark(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text);
void inc_warn(const void *tables, const void *view, int seat, alea_move move, struct alea_text *text);
bool inc_at_hand(const void *tables, const void *pos, int seat, alea_move move, int i, struct alea_at_hand *out);
void inc_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]);
enum { INC_TEMPERS = 6 };
void inc_heuristic_as(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                      double worth[]);
enum { INC_STATISTICS = 8 };
extern const struct alea_statistic inc_statistics[INC_STATISTICS];
void inc_consent_lapses(const struct inc_tables *t, struct inc_position *p, struct alea_events *sink); /* [INC-TABLE-16] */
alea_rule inc_why_not_rewind(const void *tables, const void *now, const void *then);
void inc_rewound(const void *tables, const void *then, struct alea_events *sink);
void inc_observe(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]);
void inc_evaluation(const void *tables, const void *pos, double out[]);
bool inc_alarms(const void *tables, const void *before, const void *after, int seat);
int inc_motives(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]);
extern const struct alea_question inc_questions[];
enum { INC_QUESTIONS = 2 };
void inc_score(const void *tables, const void *pos, double out[]);

#endif
