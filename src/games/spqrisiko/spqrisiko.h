/* SPDX-License-Identifier: MIT */
/* spqrisiko.h - SPQRisiko: the position, the tables, and the pieces that the game is made of.
 *
 * Edition: "SPQRISIKO v. 1.2" (option ruleset=v1_2), and S.P.Q.RisiKo! of 2005 (ruleset=rulebook_2005); rulings in
 * docs/rulings.md. Rule IDs in brackets point at data/text/spqrisiko.json.
 *
 * Sets of provinces are 64-bit masks and sets of seas 16-bit masks: what can be attacked, moved or built on is found by
 * masks, never by scanning the map. A move's verb says what its argument is (data/text/spqrisiko.json, "verbs"):
 * a province, a sea, a seat, a number, an index of a card set, or a throw (see alea_dice_face).
 *
 *   phase     the phases of SPQ-TURN-1, with SETUP before them and OVER after
 *   step      IDLE between actions; else the part of a composite action that is due [SPQ-STEP-1]
 *   from, to  the province, sea or seat that the parts so far have named
 */
#ifndef ALEA_SPQRISIKO_H
#define ALEA_SPQRISIKO_H

#include "alea.h"
#include "spqrisiko_text.h"

enum {
    SPQRISIKO_SEATS = 5,
    SPQRISIKO_PROVINCE_COUNT = 45,
    SPQRISIKO_SEA_COUNT = 12,
    SPQRISIKO_CARD_COUNT = 4, /* legionary, vexillum, trireme, centre */
    SPQRISIKO_SET_COUNT = 8,
    SPQRISIKO_DICE = 3,                   /* at most, of each side [SPQ-COMBAT-2] */
    SPQRISIKO_FORCE = 128,                /* of a side, in questions about chances */
    SPQRISIKO_ODDS = SPQRISIKO_FORCE + 1, /* forces 0 .. 128 have their exact odds in the tables */
    SPQRISIKO_THROW_OUTCOMES = 10         /* different losses of a throw: section 5.2, three dice against three */
};

enum spqrisiko_option {
    SPQRISIKO_OPTION_RULESET,
    SPQRISIKO_OPTION_NEUTRAL_LEGIONARIES,
    SPQRISIKO_OPTION_NAVAL_MOVE,
    SPQRISIKO_OPTION_FIRST_ELIMINATION_ROUND,
    SPQRISIKO_OPTION_TRIREME_REFUNDS_PER_TURN,
    SPQRISIKO_OPTION_SETS_PER_TURN,
    SPQRISIKO_OPTION_VICTORY_POINTS,
    SPQRISIKO_OPTION_MAX_ROUNDS,
    SPQRISIKO_OPTION_TWO_PLAYERS,
    SPQRISIKO_OPTION_SETUP_MODE,
    SPQRISIKO_OPTIONS
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* Members in the order of their width. "Derived" ones are caches that derive() computes from the others. */
struct spqrisiko_position {
    uint64_t own[SPQRISIKO_SEATS]; /* provinces of each seat; the occupied rest is neutral */
    uint64_t centres;              /* provinces with a power centre */
    uint64_t sea_attacked;         /* attacked by sea this turn [SPQ-SEA-10] */
    uint64_t sea_conquered;        /* conquered by sea this turn [SPQ-SEA-11] */
    uint64_t neutral;              /* derived: occupied, by no seat */
    uint64_t at_least_2;           /* derived: provinces with 2 legionaries or more */
    uint64_t at_least_3;           /* derived */
    uint64_t at_least_4;           /* derived */
    uint64_t full;                 /* derived: at the cap [SPQ-GEN-9] */

    uint16_t legionaries[SPQRISIKO_PROVINCE_COUNT]; /* 0 only before it is occupied; .. 9999 */
    uint16_t vp[SPQRISIKO_SEATS];                   /* victory points */
    uint16_t fleets[SPQRISIKO_SEATS];               /* derived: seas with triremes of the seat */
    uint16_t closed;                                /* seas in which the active seat has fought [SPQ-NAVAL-10] */
    uint16_t round;                                 /* from 1 */
    uint16_t last_round;                            /* 0: no limit [SPQ-END-3] */
    uint16_t force;                                 /* legionaries of an attack by sea in progress */

    uint8_t triremes[SPQRISIKO_SEATS][SPQRISIKO_SEA_COUNT]; /* 0 .. 250 */
    uint8_t moved[SPQRISIKO_SEA_COUNT];                     /* of the active seat's triremes there, moved this phase */
    uint8_t discard[SPQRISIKO_CARD_COUNT];
    uint8_t hand_size[SPQRISIKO_SEATS];
    uint8_t deck_size;
    uint8_t fell[SPQRISIKO_SEATS]; /* 0: alive; else the how-manieth to be eliminated, from 1 */
    uint8_t alive;                 /* derived: mask of living seats */
    uint8_t winners;               /* mask of seats, once the game is over */
    uint8_t phase;                 /* SPQRISIKO_PHASE_* */
    uint8_t step;                  /* SPQRISIKO_STEP_* */
    uint8_t active;                /* the seat whose turn it is, or who places */
    uint8_t from, to;              /* of the open action; 0 while none is */
    uint8_t dice;                  /* attacker's dice in the land throw that is due */
    uint8_t thrown;                /* 1: this land attack has had a throw, so it may stop */
    uint8_t pool;                  /* legionaries still to be placed */
    uint8_t pending_centres;       /* of the set just played */
    uint8_t pending_triremes;
    uint8_t sets_played; /* this turn */
    uint8_t refunds;     /* triremes returned this turn; stays at 255 */
    uint8_t conquered;   /* 1: a province was conquered this turn [SPQ-DRAW-1] */
    uint8_t groups_left; /* neutral groups still to be placed in the setup */

    /* Secrets, blanked whole by hide(). [SPQ-INFO-2, SPQ-INFO-5] */
    uint8_t hand[SPQRISIKO_SEATS][SPQRISIKO_CARD_COUNT];
    uint8_t deck[SPQRISIKO_CARD_COUNT];
    uint8_t pad[3];
};
#pragma GCC diagnostic pop

_Static_assert(sizeof(struct spqrisiko_position) == 352,
               "new member? visit game.c (fields) hide.c broken.c and this number");

/* One way in which a throw can end, merged over all faces with the same losses. */
struct spqrisiko_throw {
    uint8_t attacker_losses, defender_losses;
    uint16_t weight; /* of 6^(a+d) */
    uint32_t faces;  /* one throw that ends so, as the argument of `dice` */
};

struct spqrisiko_throws {
    int n;
    struct spqrisiko_throw at[SPQRISIKO_THROW_OUTCOMES];
};

enum spqrisiko_combat { SPQRISIKO_LAND, SPQRISIKO_NAVAL, SPQRISIKO_COMBATS }; /* by sea throws like by land */

struct spqrisiko_tables {
    uint64_t land;                             /* all provinces */
    uint64_t coastal;                          /* those that border a sea */
    uint64_t next[SPQRISIKO_PROVINCE_COUNT];   /* neighbours by land */
    uint64_t coast[SPQRISIKO_SEA_COUNT];       /* provinces that border the sea */
    uint64_t sea_of[SPQRISIKO_PROVINCE_COUNT]; /* seas that the province borders */
    uint64_t sea_next[SPQRISIKO_SEA_COUNT];    /* neighbouring seas */
    struct alea_names province, sea, card, card_set;

    uint64_t preplaced; /* provinces that are neutral from the start */
    int32_t seats, neutral_groups, claim_legionaries, group_legionaries;
    int32_t legionary_cap, trireme_cap, centre_cap;
    int32_t target, max_rounds, first_elimination_round, refunds_per_turn;
    int32_t sets_per_turn;
    int32_t pool_most; /* legionaries that a turn can give to be placed, with its sets */
    int32_t empire_minimum;
    int32_t points_empire, points_provinces, points_seas, points_centre;
    bool single_group, random_setup;
    uint8_t cards[SPQRISIKO_CARD_COUNT]; /* in the game, by symbol */
    uint8_t set_cards[SPQRISIKO_SET_COUNT][SPQRISIKO_CARD_COUNT];
    uint8_t set_legionaries[SPQRISIKO_SET_COUNT], set_triremes[SPQRISIKO_SET_COUNT], set_centres[SPQRISIKO_SET_COUNT];
    uint8_t pool[SPQRISIKO_PROVINCE_COUNT + 1]; /* legionaries by number of provinces [SPQ-REINF-1] */

    struct spqrisiko_throws throws[SPQRISIKO_COMBATS][SPQRISIKO_DICE + 1][SPQRISIKO_DICE + 1];
    /* Chance that `attackers` (those that may die) take a province from `defenders`, throwing as many dice as allowed. */
    double land_win[SPQRISIKO_ODDS][SPQRISIKO_ODDS];
    double sea_win[SPQRISIKO_ODDS][SPQRISIKO_ODDS];
};

/* ---- Small helpers ---- */

static inline uint64_t spqrisiko_bit(unsigned index) { return UINT64_C(1) << index; }
/* Without a branch, where which way it would go is as good as random. */
static inline uint64_t spqrisiko_bit_if(bool condition, unsigned index) { return (uint64_t)condition << index; }
static inline bool spqrisiko_has(uint64_t set, unsigned index) { return index < 64 && (set >> index & 1); }
static inline unsigned spqrisiko_first(uint64_t set) { return (unsigned)__builtin_ctzll(set); }
static inline int spqrisiko_count(uint64_t set) { return __builtin_popcountll(set); }
static inline bool spqrisiko_is_lone(uint64_t set) { return set && !(set & (set - 1)); }
static inline int spqrisiko_min(int a, int b) { return a < b ? a : b; }
static inline int spqrisiko_max(int a, int b) { return a > b ? a : b; }
static inline int spqrisiko_dice(int units) { return spqrisiko_min(SPQRISIKO_DICE, units); }

static inline uint64_t spqrisiko_mine(const struct spqrisiko_position *p) { return p->own[p->active]; }
static inline uint64_t spqrisiko_enemies(const struct spqrisiko_tables *t, const struct spqrisiko_position *p) {
    return t->land & ~spqrisiko_mine(p); /* [SPQ-GEN-4] */
}

/* Provinces that `units` may be sent against: the dice rule. [SPQ-COMBAT-7, SPQ-SEA-6] */
static inline uint64_t spqrisiko_beatable(const struct spqrisiko_position *p, int units) {
    return units >= 3 ? ~UINT64_C(0) : units == 2 ? ~p->at_least_3 : units == 1 ? ~p->at_least_2 : 0;
}

/* Minimum garrison of a province of the active seat: 2 beside an enemy by land, else 1. [SPQ-GARR-2] */
static inline int spqrisiko_garrison(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                                     unsigned province) {
    return t->next[province] & spqrisiko_enemies(t, p) ? 2 : 1;
}

/* Legionaries that may leave by choice, >= 0. [SPQ-GARR-3] */
static inline int spqrisiko_spare(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province) {
    return spqrisiko_max(0, p->legionaries[province] - spqrisiko_garrison(t, p, province));
}

/* The seat that owns the province, or ALEA_NONE if it is neutral or free. */
static inline int spqrisiko_owner(const struct spqrisiko_position *p, unsigned province) {
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++)
        if (spqrisiko_has(p->own[seat], province)) return seat;
    return ALEA_NONE;
}

/* The most legionaries in one of these provinces; 0: there are none. */
static inline int spqrisiko_largest_army(const struct spqrisiko_position *p, uint64_t provinces) {
    int most = 0;
    for (; provinces; provinces &= provinces - 1) most = spqrisiko_max(most, p->legionaries[spqrisiko_first(provinces)]);
    return most;
}

/* Which of these provinces n > 0 triremes open across a sea: those on it whose owner has fewer there. [SPQ-SEA-2, SPQ-SEA-3] */
static inline uint64_t spqrisiko_across(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea,
                                        int n, uint64_t provinces) {
    provinces &= t->coast[sea];
    for (int seat = 0; seat < t->seats; seat++)
        if (p->triremes[seat][sea] >= n) provinces &= ~p->own[seat];
    return provinces;
}

/* Which of these provinces the active seat's triremes open from a province, by whichever sea. [SPQ-SEA-1] */
static inline uint64_t spqrisiko_sea_reach(const struct spqrisiko_tables *t, const struct spqrisiko_position *p,
                                           unsigned province, uint64_t provinces) {
    uint64_t reach = 0;
    for (uint64_t rest = t->sea_of[province] & p->fleets[p->active]; rest; rest &= rest - 1) {
        unsigned sea = spqrisiko_first(rest);
        reach |= spqrisiko_across(t, p, sea, p->triremes[p->active][sea], provinces);
    }
    return reach;
}

/* The largest army that could attack a province by sea, given what could come across each. */
static inline int spqrisiko_largest_raid(const struct spqrisiko_tables *t, const int raid[], unsigned province) {
    int most = 0;
    for (uint64_t seas = t->sea_of[province]; seas; seas &= seas - 1)
        most = spqrisiko_max(most, raid[spqrisiko_first(seas)]);
    return most;
}

/* legal.c: where the active seat may do what, as masks. Those with a second place read p->from. */
uint64_t spqrisiko_free(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_place_in(const struct spqrisiko_position *p);
uint64_t spqrisiko_centre_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_refund_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_refund_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea);
uint64_t spqrisiko_launch_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_build_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_build_in(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province);
uint64_t spqrisiko_sail_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_sail_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned sea);
int spqrisiko_sail_most(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_fight_in(const struct spqrisiko_position *p);
unsigned spqrisiko_fight_whom(const struct spqrisiko_position *p, unsigned sea);
uint64_t spqrisiko_embark_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_assault_on(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province);
uint64_t spqrisiko_attack_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_attack_on(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province);
uint64_t spqrisiko_move_from(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
uint64_t spqrisiko_move_to(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province);
uint64_t spqrisiko_protected(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
bool spqrisiko_set_in_hand(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned set);
bool spqrisiko_may_finish(const struct spqrisiko_position *p);
bool spqrisiko_phase_is_empty(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
bool spqrisiko_controls(const struct spqrisiko_position *p, int seat, unsigned sea);
bool spqrisiko_is_chance(const struct spqrisiko_tables *t, const struct spqrisiko_position *p);
alea_actors spqrisiko_actors(const void *tables, const void *pos);
int spqrisiko_legal(const void *tables, const void *pos, int seat, alea_move out[]);

/* why.c */
alea_rule spqrisiko_why_not(const void *tables, const void *pos, int seat, alea_move move);

/* apply.c */
void spqrisiko_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink);
bool spqrisiko_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after);

/* board.c: the only writers of legionaries and triremes; they keep the derived masks */
void spqrisiko_put_legionaries(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned province, int n);
void spqrisiko_put_triremes(struct spqrisiko_position *p, int seat, unsigned sea, int n);
void spqrisiko_derive(const void *tables, void *pos);
int spqrisiko_broken(const void *tables, const void *pos);

/* combat.c */
void spqrisiko_thrown(const struct spqrisiko_tables *t, struct spqrisiko_position *p, unsigned faces,
                      struct alea_events *sink);
void spqrisiko_losses(unsigned faces, enum spqrisiko_combat combat, int *attacker_losses, int *defender_losses);
enum spqrisiko_combat spqrisiko_combat_kind(const struct spqrisiko_position *p);
void spqrisiko_throw_dice(const struct spqrisiko_position *p, int *attacker, int *defender);
void spqrisiko_eliminate(const struct spqrisiko_tables *t, struct spqrisiko_position *p, int victim, int conqueror,
                         struct alea_events *sink);

/* turn.c */
int spqrisiko_seas_controlled(const struct spqrisiko_position *p, int seat);
int spqrisiko_largest_empire(const struct spqrisiko_tables *t, uint64_t own);
void spqrisiko_setup(const void *tables, void *pos);
void spqrisiko_place_next(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink);
void spqrisiko_settle(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink);
void spqrisiko_close_action(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink);
void spqrisiko_finish_phase(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink);
void spqrisiko_end_turn(const struct spqrisiko_tables *t, struct spqrisiko_position *p, struct alea_events *sink);
int spqrisiko_tie_break(const struct spqrisiko_position *p, int seat, int which); /* which: 0 .. 4 [SPQ-END-4] */
void spqrisiko_win(struct spqrisiko_position *p, unsigned winners);

/* The points of seat's next scoring, by source. [SPQ-SCORE] */
struct spqrisiko_points {
    int empire, provinces, seas, centres; /* VP */
    int empire_size, province_count, sea_count;
};
struct spqrisiko_points spqrisiko_points_of(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat);
int spqrisiko_rank(const struct spqrisiko_position *p, int a, int b); /* < 0: a stands before b [SPQ-END-4] */

/* chance.c */
alea_move spqrisiko_roll(const void *tables, const void *pos, struct alea_random *random);
int spqrisiko_outcomes(const void *tables, const void *pos, struct alea_outcome out[]);

/* odds.c */
void spqrisiko_odds_load(struct spqrisiko_tables *t);
double spqrisiko_land_chance(const struct spqrisiko_tables *t, int attackers, int defenders);
double spqrisiko_sea_chance(const struct spqrisiko_tables *t, int attackers, int defenders);
void spqrisiko_remark(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text);
enum spqrisiko_fight_kind { SPQRISIKO_FIGHT_LAND, SPQRISIKO_FIGHT_SEA, SPQRISIKO_FIGHT_NAVAL, SPQRISIKO_FIGHT_KINDS };
const struct spqrisiko_throws *spqrisiko_fight_throws(const struct spqrisiko_tables *t, enum spqrisiko_fight_kind kind,
                                                      int attacker_dice, int defenders);
const struct spqrisiko_throws *spqrisiko_fight_next(const struct spqrisiko_tables *t, enum spqrisiko_fight_kind kind,
                                                    int attackers, int defenders, int stop);

/* question.c: all combats have the first of these parameters, by land all */
enum {
    SPQRISIKO_ASK_THROW,
    SPQRISIKO_ASK_LAND,
    SPQRISIKO_ASK_SEA,
    SPQRISIKO_ASK_NAVAL,
    SPQRISIKO_ASK_CHAIN,
    SPQRISIKO_QUESTIONS
};
enum { SPQRISIKO_THROW_KIND, SPQRISIKO_THROW_ATTACK, SPQRISIKO_THROW_DEFEND, SPQRISIKO_THROW_PARAMETERS };
enum {
    SPQRISIKO_ATTACKERS,
    SPQRISIKO_DEFENDERS,
    SPQRISIKO_DUE,
    SPQRISIKO_SEA_PARAMETERS,
    SPQRISIKO_STOP = SPQRISIKO_SEA_PARAMETERS,
    SPQRISIKO_NAVAL_PARAMETERS,
    SPQRISIKO_FIRST_DICE = SPQRISIKO_NAVAL_PARAMETERS,
    SPQRISIKO_LAND_PARAMETERS
};
extern const struct alea_question spqrisiko_questions[SPQRISIKO_QUESTIONS];

/* at_hand.c */
bool spqrisiko_at_hand(const void *tables, const void *pos, int seat, alea_move move, int i, struct alea_at_hand *out);

/* standing.c */
struct alea_standing spqrisiko_standing(const void *tables, const void *pos, int seat);

/* forecast.c */
void spqrisiko_forecast(const void *tables, const void *pos, int viewer, int seat, struct alea_text *text);

/* hide.c */
void spqrisiko_hide(const void *tables, void *pos, int seat);
void spqrisiko_determinize(const void *tables, void *pos, int seat, struct alea_random *random);

/* tables.c */
bool spqrisiko_load(struct alea_loader *in, int seats, struct alea_options *options, void *tables);
struct alea_names spqrisiko_names(const void *tables, int set);
extern const struct alea_option spqrisiko_options[SPQRISIKO_OPTIONS];

/* text.c */
void spqrisiko_board(const void *tables, const void *pos, int seat, struct alea_text *text);
void spqrisiko_places(const void *tables, const void *pos, int seat, struct alea_text *text);
void spqrisiko_hand(const void *tables, const void *pos, int seat, struct alea_text *text);
void spqrisiko_prompt(const void *tables, const void *pos, int seat, struct alea_text *text);

/* game.c */
void spqrisiko_score(const void *tables, const void *pos, double out[]);

/* evaluation.c */
void spqrisiko_evaluation(const void *tables, const void *pos, double out[]);
int spqrisiko_opening(const void *tables, const void *pos);
int spqrisiko_at_once(const void *tables, const void *pos, alea_move move);
/* Of each sea the largest army of others that could come across it against the seat: raid[SPQRISIKO_SEA_COUNT]. [SPQ-SEA-2] */
void spqrisiko_see_raids(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat, int raid[]);

/* alarms.c */
bool spqrisiko_alarms(const void *tables, const void *before, const void *after, int seat);

/* motives.c */
int spqrisiko_motives(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]);

/* observe.c */
enum { SPQRISIKO_STATISTICS = 6 };
extern const struct alea_statistic spqrisiko_statistics[SPQRISIKO_STATISTICS];
void spqrisiko_observe(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]);

/* heuristic.c */
void spqrisiko_heuristic(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]);
void spqrisiko_tempered(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                        double worth[]);

#endif
