/* SPDX-License-Identifier: MIT */
/* polis_internal.h - what the chapters of Polis call in each other. Each file fills rows of the table in steps.c. */
#ifndef ALEA_POLIS_INTERNAL_H
#define ALEA_POLIS_INTERNAL_H

#include "polis.h"

/* ---- board.c: cubes, resources, poleis ---- */

void polis_gain_prestige(const struct polis_tables *t, struct polis_position *p, int side,
                         int n); /* n < 0: a loss; stays in 0 .. 99 */
void polis_gain_resource(const struct polis_tables *t, struct polis_position *p, int side, unsigned resource, int n);
/* Units to and from the reserve; sieges that break at once are looked at. */
void polis_add_unit(struct polis_position *p, int side, unsigned region);
void polis_lose_units(const struct polis_tables *t, struct polis_position *p, int side, unsigned region, int n,
                      struct alea_events *sink);
/* Population lost to the reserve, not below the least. Returns what was lost. [POL-POP-2] */
int polis_lose_population(const struct polis_tables *t, struct polis_position *p, unsigned city, int n);
void polis_take(const struct polis_tables *t, struct polis_position *p, int side, unsigned city, struct alea_events *sink);
void polis_discard(struct polis_position *p, unsigned city);
/* Removes the discs of besiegers with too few hoplites. [POL-DIC-22, POL-DSAC-23] */
void polis_break_sieges(const struct polis_tables *t, struct polis_position *p, enum polis_break moment,
                        struct alea_events *sink);
/* Points by which that polis, owned by somebody, may still grow in this round. */
int polis_growth(const struct polis_tables *t, const struct polis_position *p, unsigned city);
int polis_need_of(const struct polis_position *p, int side); /* wheat to feed all its people [POL-EOR-7] */
int polis_posterity(const struct polis_tables *t, const struct polis_position *p, int side);
int polis_resources_of(const struct polis_position *p, int side);                           /* [POL-SCORE-4] */
int polis_score_of(const struct polis_tables *t, const struct polis_position *p, int side); /* [POL-SCORE-1] */
int polis_merchants(const struct polis_position *p, int side);
void polis_derive(const void *tables, void *pos);
int polis_broken(const void *tables, const void *pos);

/* ---- turn.c: rounds, turns, actions ---- */

void polis_setup(const void *tables, void *pos);
void polis_to(struct polis_position *p, unsigned step, int decider);
void polis_turns_begin(const struct polis_tables *t, struct polis_position *p,
                       struct alea_events *sink); /* after the event */
void polis_action_over(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);
void polis_battles_over(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);
uint32_t polis_actions(const struct polis_tables *t, const struct polis_position *p); /* that could be begun now */
void polis_round_begin(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);

/* ---- The twelve actions: can the active side begin and complete it; if not, the first rule that forbids it ---- */

typedef bool polis_can(const struct polis_tables *t, const struct polis_position *p);
typedef alea_rule polis_why(const struct polis_tables *t, const struct polis_position *p);
polis_can polis_can_make_hoplites, polis_can_make_galleys, polis_can_make_merchants, polis_can_project,
    polis_can_move_hoplites, polis_can_move_galleys, polis_can_besiege, polis_can_collect, polis_can_trade, polis_can_prox,
    polis_can_redeem, polis_can_civil;
polis_why polis_why_make_hoplites, polis_why_make_galleys, polis_why_make_merchants, polis_why_project,
    polis_why_move_hoplites, polis_why_move_galleys, polis_why_besiege, polis_why_collect, polis_why_trade, polis_why_prox,
    polis_why_redeem, polis_why_civil;

/* Actions without a choice of their own: `act` does them. */
/* Silver for the side's civil war there; 0: there can be none. */
int polis_civil_price(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city);
void polis_redeem(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);
void polis_civil(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);

/* ---- trade.c and proxenos.c: ways and prices ---- */

uint32_t polis_trade_reach(const struct polis_tables *t, const struct polis_position *p, int side); /* markets */
/* Seas of a shortest way from the Trade Port to the market over such seas; none: there is no way. */
uint32_t polis_trade_way(const struct polis_tables *t, int side, unsigned market, uint32_t seas);
int polis_price_of(const struct polis_tables *t, const struct polis_position *p, unsigned shipload);
/* Silver of the cheapest way of the proxenos to each region: for every enemy unit in a region of the way, both ends included;
 * UINT8_MAX: more than `limit`. Returns the poleis that can be reached. */
uint32_t polis_bribes(const struct polis_tables *t, const struct polis_position *p, int side, int limit,
                      uint8_t silver[POLIS_REGIONS_MAX]);

/* ---- collect.c and movement.c, for the active side ---- */

int polis_collection_price(const struct polis_tables *t, const struct polis_position *p, unsigned region); /* Prestige */
int polis_collectors(const struct polis_tables *t, const struct polis_position *p, unsigned region); /* hoplites at most */
int polis_row_length(const struct polis_tables *t, const struct polis_position *p, unsigned region,
                     unsigned row); /* hoplites that it takes in all [POL-COLL-6, POL-EVENT-29] */
int polis_tribute_of(const struct polis_tables *t, const struct polis_position *p, unsigned region, unsigned row,
                     int hoplites); /* what so many of them bring on a row, or as many as it takes */
/* Units that the movement at hand could bring there, as far as there is room. */
int polis_who_can_come(const struct polis_tables *t, const struct polis_position *p, unsigned to);

/* ---- siege.c ---- */

int polis_reward(const struct polis_tables *t, unsigned city); /* Prestige for taking it */
int polis_short_of(int fortification, int roll); /* hoplites; 0: the roll takes the polis [POL-SIEGE-7, POL-SAC-5] */
/* Of `force` at its moment: hoplites that it costs, and whether it takes the polis. */
int polis_force_hoplites(const struct polis_tables *t, const struct polis_position *p);
bool polis_force_wins(const struct polis_tables *t, const struct polis_position *p);
alea_rule polis_why_siege(const struct polis_tables *t, const struct polis_position *p, unsigned city);
/* What Prestige a mode may ask for: a price that no check of its row asks about would be paid by who has less. */
bool polis_may_cost_start(int mode);
bool polis_may_cost_win(int mode);                             /* with discs */
alea_rule polis_why_no_force(const struct polis_tables *t);    /* `force` at another moment */
alea_rule polis_why_no_garrison(const struct polis_tables *t); /* `garrison` at another moment */

/* ---- battle.c ---- */

void polis_battles_begin(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);
int polis_threshold(const struct polis_tables *t, const struct polis_position *p);   /* units of both sides together */
uint32_t polis_fights(const struct polis_tables *t, const struct polis_position *p); /* where, if the turn ended now */
int polis_deck_size(const struct polis_tables *t, const struct polis_position *p);
int polis_deck(const struct polis_tables *t, const struct polis_position *p, unsigned card);

/* ---- events.c, round.c ---- */

void polis_event_begin(const struct polis_tables *t, struct polis_position *p, unsigned event, struct alea_events *sink);
void polis_round_end(const struct polis_tables *t, struct polis_position *p, struct alea_events *sink);
void polis_finish(const struct polis_tables *t, struct polis_position *p, unsigned winners, enum polis_outcome outcome,
                  struct alea_events *sink);

/* ---- Rows of the table in steps.c ---- */

extern const struct polis_handler polis_step_project, polis_step_event, polis_step_remove, polis_step_send, polis_step_sell,
    polis_step_betray, polis_step_action, polis_step_make_from, polis_step_make_hoplites, polis_step_make_galleys,
    polis_step_make_merchants, polis_step_tile, polis_step_tile_in, polis_step_silver_for, polis_step_move_to,
    polis_step_move_hoplites, polis_step_move_galleys, polis_step_siege_polis, polis_step_siege_die, polis_step_force_once,
    polis_step_force_more, polis_step_garrison, polis_step_collect_in, polis_step_collect_rows, polis_step_load,
    polis_step_trade_mode, polis_step_market_die, polis_step_prox_to, polis_step_battle_order, polis_step_deal,
    polis_step_retreat, polis_step_attack, polis_step_answer, polis_step_double_prestige, polis_step_return_units,
    polis_step_supply, polis_step_growth, polis_step_phoros;

/* ---- project.c ---- */

uint32_t polis_busy_poleis(const struct polis_position *p); /* with a project in progress [POL-PROJ-3] */
/* What the tile `what` costs, with `replaced` of the good that is asked paid in silver, and of those still to be asked what is missing. */
void polis_payment(const struct polis_tables *t, const struct polis_position *p, int replaced,
                   uint8_t out[POLIS_RESOURCE_COUNT]);

/* ---- chance.c, hide.c, tables.c, text.c, odds.c, question.c, heuristic.c: the contract's functions ---- */

/* The only choice that follows `act`; p becomes where it is made. 0: there is none, or several. */
alea_move polis_lone_choice(const struct polis_tables *t, struct polis_position *p, alea_move move);
bool polis_is_chance(const struct polis_position *p);
alea_move polis_roll(const void *tables, const void *pos, struct alea_random *random);
int polis_outcomes(const void *tables, const void *pos, struct alea_outcome out[]);
alea_rule polis_why_not_chance(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg);
void polis_hide(const void *tables, void *pos, int seat);
void polis_determinize(const void *tables, void *pos, int seat, struct alea_random *random);
bool polis_load(struct alea_loader *in, int seats, struct alea_options *options, void *tables);
struct alea_names polis_names(const void *tables, int set);
extern const struct alea_option polis_options[];
enum { POLIS_OPTIONS = 1 };
void polis_board(const void *tables, const void *pos, int seat, struct alea_text *text);
void polis_places(const void *tables, const void *pos, int seat, struct alea_text *text);
void polis_hand(const void *tables, const void *pos, int seat, struct alea_text *text);
void polis_prompt(const void *tables, const void *pos, int seat, struct alea_text *text);
void polis_forecast(const void *tables, const void *pos, int viewer, int seat, struct alea_text *text);

/* text_standing.c */
struct alea_standing polis_standing(const void *tables, const void *pos, int seat);
void polis_remark(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text);
void polis_warn(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text);
extern const struct alea_question polis_questions[];
enum { POLIS_ASK_SIEGE, POLIS_ASK_MARKET, POLIS_ASK_CARDS, POLIS_ASK_BATTLE, POLIS_QUESTIONS };
bool polis_at_hand(const void *tables, const void *pos, int seat, alea_move move, int i, struct alea_at_hand *out);
void polis_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]);
void polis_tempered(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                    double worth[]);
void polis_evaluation(const void *tables, const void *pos, double out[]);
void polis_learned(const void *tables, const void *pos, double out[]);
bool polis_alarms(const void *tables, const void *before, const void *after, int side);
int polis_motives(const void *tables, const void *before, const void *after, int side, struct alea_motive out[]);
extern const struct alea_statistic polis_statistics[];
enum { POLIS_STATISTICS = 13 };
void polis_observe(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]);

#endif
