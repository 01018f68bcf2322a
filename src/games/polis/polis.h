/* SPDX-License-Identifier: MIT */
/* polis.h - Polis: the position, the tables, and the pieces that the game is made of.
 *
 * Edition: the seed texts (a help page of 2015 and the Italian siege variants), filled up by the published edition of 2012-2014;
 * rulings in docs/rulings.md. Rule IDs in brackets point at data/text/polis.json. Seat 0 is Sparta, seat 1 is Athens.
 *
 * A position stands in one `step` (POLIS_STEP_*): a small choice of one seat, or a chance event. steps.c holds one row a
 * step: what is legal, why not, what it does; the files beside it fill the rows, one file a chapter of the rules. The
 * siege rules are rows of one table: siege.c.
 *
 *   active    whose turn it is, or has just ended
 *   decider   who decides at this step (in an end of a round, an event or a battle it may be the other)
 *   what      the action's object: the polis, region, tile or shipload that its first choice has named
 *   made      how often the action's repeated choice has been made
 */
#ifndef ALEA_POLIS_H
#define ALEA_POLIS_H

#include <assert.h>
#include <string.h>

#include "alea.h"
#include "polis_text.h"

enum {
    POLIS_SIDES = 2,
    POLIS_NEUTRAL = 2, /* as an owner */
    POLIS_SPARTA = 0,
    POLIS_ATHENS = 1,
    POLIS_REGIONS_MAX = 17,
    POLIS_LANDS = 12, /* regions 0 .. 11 are land, 12 .. 16 are seas */
    POLIS_POLEIS_MAX = 18,
    POLIS_RESOURCE_COUNT = 6,
    POLIS_GOODS = 4, /* resources 0 .. 3: metal, wood, wine, oil */
    POLIS_SILVER = 4,
    POLIS_WHEAT = 5,
    POLIS_ROWS_MAX = 7, /* of a tribute box: the resources, and Prestige [POL-EVENT-29] */
    POLIS_ACTION_COUNT = 12,
    POLIS_PROJECT_COUNT = 14,
    POLIS_EVENT_COUNT = 40,
    POLIS_EFFECTS_MAX = 3,
    POLIS_CARD_KINDS = 18,
    POLIS_SHIPLOAD_COUNT = 12,
    POLIS_MARKET_COUNT = 5,
    POLIS_PRICE_POSITIONS = 11,
    POLIS_ROUND_COUNT = 4,
    POLIS_TURNS_MAX = 200,                  /* a round [ruling 12] */
    POLIS_YIELD_MAX = 5,                    /* hoplites on a row of a tribute box */
    POLIS_CAP = 99,                         /* of each resource and of Prestige [POL-RES-1, POL-RES-4] */
    POLIS_SIEGE_MODES = POLIS_SIEGE_VALUES, /* named in data/text/polis.json, as values of the option */
    POLIS_LEGAL_MAX = 101                   /* `sell n` and `phoros n`; other choices are fewer than places and cards */
};

enum polis_action {
    POLIS_CREATE_HOPLITES,
    POLIS_CREATE_GALLEYS,
    POLIS_CREATE_MERCHANTS,
    POLIS_START_PROJECT,
    POLIS_MOVE_HOPLITES,
    POLIS_MOVE_GALLEYS,
    POLIS_BESIEGE,
    POLIS_COLLECT,
    POLIS_TRADE,
    POLIS_MOVE_PROXENOS,
    POLIS_REDEEM_PROXENOS,
    POLIS_CIVIL_WAR
};

enum polis_event_op {
    POLIS_OP_ADD_UNITS,
    POLIS_OP_GAIN,
    POLIS_OP_LOSE_PRESTIGE,
    POLIS_OP_REMOVE_UNIT,
    POLIS_OP_POPULATION,
    POLIS_OP_CLOSE_SHIPLOAD,
    POLIS_OP_START_PLAYER,
    POLIS_OP_BETRAYAL,
    POLIS_OP_EXPEDITION,
    POLIS_OP_SELL_PRESTIGE,
    POLIS_OP_MERCENARIES,
    POLIS_OP_PACIFISM,
    POLIS_OP_FREE_TRADE,
    POLIS_OP_DOUBLE_BATTLE_PRESTIGE,
    POLIS_OP_BATTLE_THRESHOLD,
    POLIS_OP_RAID,
    POLIS_OP_COLLECT_LIMIT,
    POLIS_OP_SET_MARKET,
    POLIS_OP_TIED_EXCHANGE_REPEATS,
    POLIS_OPS
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct polis_position {
    uint32_t own[POLIS_SIDES]; /* poleis of each side; the others are neutral */
    uint32_t tribute;          /* regions with a tribute disc */
    uint32_t closed;           /* shiploads closed by the event */
    uint32_t battles;          /* regions whose battle is still to be fought this turn */

    uint8_t round;                                       /* 0 .. 3: rounds 3, 4, 5 alpha, 5 beta */
    uint8_t step;                                        /* POLIS_STEP_* */
    uint8_t active, decider;                             /* sides */
    uint8_t start;                                       /* the round's starting player */
    uint8_t passed;                                      /* mask of sides */
    uint8_t actions;                                     /* done this turn: 0 .. 2 */
    uint8_t turns;                                       /* begun this round; no action after POLIS_TURNS_MAX of them */
    uint8_t surcharge;                                   /* 1: paid for the coming action [POL-TURN-9] */
    uint8_t action;                                      /* in progress: enum polis_action; ALEA_NONE between actions */
    uint8_t first_action;                                /* the turn's first one; ALEA_NONE */
    uint8_t first_polis;                                 /* what it besieged; ALEA_NONE */
    uint8_t first_started;                               /* 1: that siege was started in it, not continued */
    uint8_t what;                                        /* the action's object; ALEA_NONE */
    uint8_t where;                                       /* its second object; ALEA_NONE */
    uint8_t made;                                        /* repetitions so far */
    uint8_t event;                                       /* of this round; ALEA_NONE before it is drawn */
    uint8_t effect;                                      /* of the event that is being carried out: 0 .. 2 */
    uint8_t queue[POLIS_SIDES];                          /* who chooses in the event, first and second; ALEA_NONE */
    uint8_t chosen[POLIS_SIDES];                         /* Betrayal: the polis that each side will take */
    uint8_t prestige[POLIS_SIDES];                       /* 0 .. 99 */
    uint8_t resource[POLIS_SIDES][POLIS_RESOURCE_COUNT]; /* 0 .. 99 */
    uint8_t reserve[POLIS_SIDES];                        /* cubes */
    uint8_t population[POLIS_POLEIS_MAX];                /* 0: neutral */
    uint8_t units[POLIS_SIDES][POLIS_REGIONS_MAX];       /* hoplites on land, galleys at sea */
    uint8_t away[POLIS_SIDES];                           /* units on an expedition */
    uint8_t port[POLIS_SIDES];                           /* merchants in the Trade Port */
    uint8_t trader[POLIS_SHIPLOAD_COUNT];                /* 0: none; else 1 + side of the merchant there */
    uint8_t proxenos[POLIS_SIDES];                       /* the polis it stands in */
    uint8_t captive;                                     /* mask of sides whose proxenos is a captive */
    uint8_t discs[POLIS_SIDES][POLIS_POLEIS_MAX];        /* siege discs, by besieger */
    uint8_t market[POLIS_GOODS];                         /* positions 0 .. 10 */
    uint8_t project[POLIS_PROJECT_COUNT];                /* POLIS_PLACE_OF_PROJECT_* */
    uint8_t project_at[POLIS_PROJECT_COUNT];             /* polis, of those in progress or completed; else ALEA_NONE */
    uint8_t rows[POLIS_ROWS_MAX];                        /* collection: hoplites assigned so far */
    uint8_t replaced[POLIS_GOODS];                       /* project: units paid in silver so far */
    uint8_t doubled;                                     /* mask of sides that have doubled a battle [POL-EVENT-25] */
    uint8_t starved;                                     /* mask of sides that could not feed their capital */
    uint8_t grown[POLIS_POLEIS_MAX];                     /* Growth: points of this round */
    uint8_t winners;                                     /* mask, once the game is over */
    uint8_t outcome;                                     /* POLIS_OUTCOME_* */
    uint8_t resigned;                                    /* mask */

    uint8_t battle;               /* region; ALEA_NONE */
    uint8_t attacker;             /* side */
    uint8_t attack[2], answer[2]; /* cards of the exchange; ALEA_NONE */
    uint8_t won[POLIS_SIDES];     /* Prestige that cards brought in this battle */
    uint8_t need[POLIS_SIDES];    /* cards still to be dealt, before anything else */
    uint8_t hand_size[POLIS_SIDES];
    uint8_t played[POLIS_CARD_KINDS]; /* out until the battle ends */

    /* Secret, blanked by hide(). */
    uint8_t hand[POLIS_SIDES][POLIS_CARD_KINDS];
    uint8_t pad[3];
};
#pragma GCC diagnostic pop

_Static_assert(sizeof(struct polis_position) == 300,
               "new member? visit game.c (fields) chance.c (hide) board.c and this number");

enum polis_outcome {
    POLIS_OUTCOME_NONE,
    POLIS_OUTCOME_SCORE,    /* after the last round [POL-END-3] */
    POLIS_OUTCOME_HUNGER,   /* [POL-END-1] */
    POLIS_OUTCOME_PRESTIGE, /* [POL-END-2] */
    POLIS_OUTCOME_RESIGNED
};

struct polis_effect {
    uint8_t op;      /* enum polis_event_op */
    uint8_t sides;   /* mask */
    uint8_t unit;    /* 0: hoplite, 1: galley */
    uint8_t where;   /* region or polis */
    int8_t count;    /* amount, limit, position, loss, threshold */
    uint8_t what;    /* resource, or POLIS_ROW_PRESTIGE */
    uint8_t least;   /* expedition */
    uint8_t most;    /* expedition; ALEA_NONE: no maximum */
    uint8_t each;    /* Prestige for each unit; silver for each Prestige or mercenary */
    uint8_t missing; /* Prestige lost for each unit short of `least` */
    bool half;       /* half of them come back, rounded up */
    uint32_t set;    /* shiploads, markets, seas or goods */
    uint32_t seas;   /* free trade: where galleys exempt */
};

struct polis_card {
    uint8_t formation, value, count;
};

struct polis_project {
    uint8_t kind; /* index of project_kinds */
    uint8_t cost[POLIS_RESOURCE_COUNT];
    uint8_t prestige; /* 0 with half_of */
    uint8_t half_of;  /* polis whose population counts by half; ALEA_NONE [POL-EOR-5] */
    uint8_t posterity;
    uint32_t homes; /* poleis that take it [POL-PROJ-2] */
};

struct polis_city {
    uint8_t region, fortification, base, growth, most;
    uint8_t capital_of, commercial_of; /* side; POLIS_NEUTRAL: of nobody */
    bool besiegeable;
    uint32_t ports; /* seas, as regions */
    uint32_t kinds; /* project kinds */
};

struct polis_shipload {
    uint8_t market, number, good, gives; /* gives: POLIS_SILVER or POLIS_WHEAT */
    bool purchase;
};

/* What differs between the siege rules: table 10.1. Numbers come from the data, rule IDs from siege.c. */
enum polis_force { POLIS_FORCE_NONE, POLIS_FORCE_ONCE, POLIS_FORCE_DISCS };
enum polis_break { POLIS_BREAK_NEVER, POLIS_BREAK_AT_ONCE, POLIS_BREAK_AFTER_ACTION };

struct polis_siege_mode {
    bool known;  /* the tables have it */
    uint8_t die; /* faces; 0: discs instead */
    bool needs_control;
    bool garrison;
    bool discs_stay; /* from round to round */
    bool start_after_pass;
    uint8_t prestige_start, prestige_continue, prestige_win;
    uint8_t force;                                            /* enum polis_force */
    uint8_t force_prestige, force_hoplites, force_population; /* a disc each */
    uint8_t breaks;                                           /* enum polis_break */
};

struct polis_tables {
    struct alea_names side, region, city, resource, action, project, event, card, shipload, market, round_name;
    struct alea_names project_kind, formation;
    struct polis_siege_mode siege; /* that is played, */
    int mode;                      /* number so many */
    struct polis_siege_mode siege_modes[POLIS_SIEGE_MODES];
    uint32_t seas, lands;
    uint32_t hoplite_ways[POLIS_REGIONS_MAX], galley_ways[POLIS_REGIONS_MAX], proxenos_ways[POLIS_REGIONS_MAX];
    uint32_t cities_in[POLIS_REGIONS_MAX];
    uint32_t besiegeable;                     /* poleis */
    uint32_t coastal;                         /* poleis with a port */
    uint32_t inland;                          /* poleis in land regions */
    uint32_t commercial[POLIS_SIDES];         /* poleis, whoever owns them */
    uint32_t trade_seas[POLIS_REGIONS_MAX];   /* trade graph: sea to sea */
    uint32_t port_seas[POLIS_SIDES];          /* seas at each Trade Port */
    uint32_t market_seas[POLIS_MARKET_COUNT]; /* seas at each market */
    struct polis_city city_at[POLIS_POLEIS_MAX];
    uint8_t yields[POLIS_REGIONS_MAX][POLIS_RESOURCE_COUNT][POLIS_YIELD_MAX]; /* by hoplites - 1; 0: no more room */
    uint8_t home_of[POLIS_REGIONS_MAX];                                       /* side; POLIS_NEUTRAL */
    uint8_t capital[POLIS_SIDES];
    struct polis_project project_at[POLIS_PROJECT_COUNT];
    struct polis_shipload shiploads[POLIS_SHIPLOAD_COUNT];
    uint32_t loads_of[POLIS_MARKET_COUNT];   /* shiploads of a market */
    uint32_t open_loads[POLIS_ROUND_COUNT];  /* shiploads whose number is not too high for a round [POL-TRADE-2] */
    uint8_t price[6][POLIS_PRICE_POSITIONS]; /* by number of the shipload and position of the marker */
    struct polis_card cards[POLIS_CARD_KINDS];
    int cards_total;
    struct polis_effect effects[POLIS_EVENT_COUNT][POLIS_EFFECTS_MAX];
    uint8_t effect_of[POLIS_EVENT_COUNT][POLIS_OPS]; /* the first that does this: its index and 1; 0: none does */
    uint8_t n_effects[POLIS_EVENT_COUNT], event_round[POLIS_EVENT_COUNT], event_count[POLIS_EVENT_COUNT];
    uint8_t number[POLIS_ROUND_COUNT], stack_limit[POLIS_ROUND_COUNT], battle_threshold[POLIS_ROUND_COUNT];

    const struct polis_net *net; /* net.h; NULL: there is none */

    /* setup */
    uint8_t start_prestige[POLIS_SIDES], start_resource[POLIS_SIDES][POLIS_RESOURCE_COUNT];
    uint8_t start_population[POLIS_SIDES][POLIS_POLEIS_MAX], start_units[POLIS_SIDES][POLIS_REGIONS_MAX];
    uint8_t start_merchants[POLIS_SIDES], start_proxenos[POLIS_SIDES], start_market[POLIS_GOODS];

    /* constants */
    uint8_t cubes, shown_projects, merchant_pieces, resource_max, prestige_max;
    uint8_t actions_per_turn, surcharge, least_population;
    uint8_t hoplite_metal, hoplite_silver, galley_wood, galley_silver, merchant_wood, merchant_silver;
    uint8_t military_prestige, failure_hoplites, failure_population, bribe, redeem_price, civil_neutral, civil_enemy;
    uint8_t battle_least, cards_per_attack, retreat_prestige, land_attacker, sea_attacker;
    uint8_t phoros_floor, megalopolis;
    uint32_t halved; /* resources */
    uint8_t market_die;
};

/* ---- Small helpers ---- */

static inline uint32_t polis_bit(unsigned index) { return UINT32_C(1) << index; }
static inline bool polis_has(uint32_t set, unsigned index) { return index < 32 && (set >> index & 1); }
static inline unsigned polis_first(uint32_t set) { return (unsigned)__builtin_ctz(set); }
static inline int polis_count(uint32_t set) { return __builtin_popcount(set); }
static inline int polis_least(int a, int b) { return a < b ? a : b; }
static inline int polis_most(int a, int b) { return a > b ? a : b; }
static inline int polis_other(int side) { return 1 - side; }
static inline bool polis_is_passed(const struct polis_position *p, int side) { return p->passed >> side & 1; }

/* Is it somebody's turn, neither the beginning of the round nor its end? */
static inline bool polis_is_turn(const struct polis_position *p) {
    return p->step >= POLIS_STEP_ACTION && p->step < POLIS_STEP_RETURN_UNITS;
}

static inline int polis_owner(const struct polis_position *p, unsigned city) {
    return polis_has(p->own[0], city) ? 0 : polis_has(p->own[1], city) ? 1 : POLIS_NEUTRAL;
}

/* Population that counts: a neutral polis has its base population. [POL-POP-3] */
static inline int polis_people(const struct polis_tables *t, const struct polis_position *p, unsigned city) {
    assert(city < POLIS_POLEIS_MAX);
    return polis_owner(p, city) == POLIS_NEUTRAL ? t->city_at[city].base : p->population[city];
}

/* Prestige that a project brings when it is completed. [POL-EOR-5] */
static inline int polis_tile_prestige(const struct polis_tables *t, const struct polis_position *p, unsigned tile) {
    const struct polis_project *project = &t->project_at[tile];
    return project->half_of == ALEA_NONE ? project->prestige : polis_people(t, p, project->half_of) / 2;
}

/* Bit i: byte i of `a` is at least byte i of `b`; all are below 128, as units are. */
static inline uint32_t polis_compared(uint64_t a, uint64_t b) {
    const uint64_t tops = UINT64_C(0x8080808080808080), gather = UINT64_C(0x0102040810204080);
    return (uint32_t)(((((a | tops) - b) & tops) >> 7) * gather >> 56);
}

/* Regions where `units` are at least `than`, and so many more. Eight at a time: every choice of an action asks for some. */
static inline uint32_t polis_where_more(const uint8_t units[POLIS_REGIONS_MAX], const uint8_t than[POLIS_REGIONS_MAX],
                                        int more) {
    uint32_t set = 0;
    uint64_t a, b, each = UINT64_C(0x0101010101010101) * (unsigned)more;
    unsigned region = 0;
    for (; region + sizeof a <= POLIS_REGIONS_MAX; region += sizeof a) {
        memcpy(&a, units + region, sizeof a);
        memcpy(&b, than + region, sizeof b);
        set |= polis_compared(a, b + each) << region;
    }
    for (; region < POLIS_REGIONS_MAX; region++) set |= (uint32_t)(units[region] >= than[region] + more) << region;
    return set;
}

/* Regions where a side has at least so many units. */
static inline uint32_t polis_camps(const struct polis_position *p, int side, int least) {
    static const uint8_t none[POLIS_REGIONS_MAX];
    return polis_where_more(p->units[side], none, least);
}

/* Regions that a side controls. [POL-CTRL-1, POL-CTRL-2, POL-CTRL-3] */
static inline uint32_t polis_controlled(const struct polis_position *p, int side) {
    return polis_where_more(p->units[side], p->units[1 - side], 1);
}

static inline int polis_room(const struct polis_tables *t, const struct polis_position *p, int side, unsigned region) {
    return polis_most(0, t->stack_limit[p->round] - p->units[side][region]); /* [POL-STACK-1] */
}

/* Regions in which a side has room for a unit more. [POL-STACK-1] */
static inline uint32_t polis_roomy(const struct polis_tables *t, const struct polis_position *p, int side) {
    return ~polis_camps(p, side, t->stack_limit[p->round]);
}

/* Projects in this place. Eight at a time, the second eight from the end. */
static inline uint32_t polis_projects(const struct polis_position *p, unsigned place) {
    enum { SECOND = POLIS_PROJECT_COUNT - 8 };
    const uint64_t all = UINT64_C(0x0101010101010101) * place;
    uint64_t a, b;
    memcpy(&a, p->project, sizeof a);
    memcpy(&b, p->project + SECOND, sizeof b);
    return polis_compared(0, a ^ all) | polis_compared(0, b ^ all) << SECOND;
}

/* A lasting effect of this round's event, or NULL. [POL-EVENT-8] */
static inline const struct polis_effect *polis_lasting(const struct polis_tables *t, const struct polis_position *p,
                                                       enum polis_event_op op) {
    unsigned n = p->event == ALEA_NONE ? 0 : t->effect_of[p->event][op];
    return n ? &t->effects[p->event][n - 1] : NULL;
}

/* ---- steps.c: one row a step, in the order of enum polis_step ---- */

struct polis_handler {
    int (*legal)(const struct polis_tables *t, const struct polis_position *p, alea_move out[]);
    alea_rule (*why_not)(const struct polis_tables *t, const struct polis_position *p, unsigned verb, unsigned arg);
    void (*apply)(const struct polis_tables *t, struct polis_position *p, unsigned verb, unsigned arg,
                  struct alea_events *sink);
};

int polis_list(alea_move out[], int n, unsigned verb, uint32_t set);
int polis_list_range(alea_move out[], int n, unsigned verb, int first, int last);
int polis_list_one(alea_move out[], int n, unsigned verb);
alea_actors polis_actors(const void *tables, const void *pos);
int polis_legal(const void *tables, const void *pos, int seat, alea_move out[]);
alea_rule polis_why_not(const void *tables, const void *pos, int seat, alea_move move);
void polis_apply(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink);
bool polis_barrier(const void *tables, const void *before, int seat, alea_move move, const void *after);

#endif
