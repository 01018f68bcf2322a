/* SPDX-License-Identifier: MIT */
/* incursio.h - Incursio, Beginning, campaign mode: the position, the tables, and the pieces that the game is made of.
 *
 * Rulings: docs/rulings.md. Rule IDs in brackets point at data/text/incursio.json. Side 0 are the Defenders of Esdef, side 1
 * the Raiders of the Varannah; seat s plays for side s % 2, and seats 0 and 1 open as Generals. The Master is ALEA_HOST.
 *
 * A day is a row of windows and chance events (`step`, INC_STEP_*): steps.c holds one row a step, files beside it fill the
 * rows, one a chapter. In a window several seats may decide at once and in secret; each seat has a cursor, which is where it
 * stands within an order that it is entering. A window closes when all entitled are done, or the Master closes it.
 *
 * Units are places on sites. unit[side] holds, site after site, the garrison in its order and then the camp in its order;
 * start[side][site] is where a site's units begin. A unit is one byte: type, mark of a portal, state. Moves are entered
 * before they are run: an ordered unit leaves its shadow (INC_GOING) where it stands, and arrives (INC_COMING) at the end of
 * the camp that it goes to, so that its side sees the orders done; when the window closes, either the shadow goes or, on
 * contact, the unit returns to it. [INC-MOVE-9]
 *
 * What a side knows of the other stands in know[side]: nothing but the reports it has had (tell.c) goes in there, and nothing
 * else is shown to it. [INC-SECRET-2, INC-SECRET-4] */
#ifndef ALEA_INCURSIO_H
#define ALEA_INCURSIO_H

#include "alea.h"
#include "incursio_text.h"

enum {
    INC_SIDES = 2,
    INC_DEFENDERS = 0,
    INC_RAIDERS = 1,
    INC_SITES = 64,          /* most sites of a map */
    INC_WAYS = 12,           /* most lines at a site */
    INC_REACH = 6,           /* lines along which a target is felt */
    INC_TYPES = 3,           /* of each side */
    INC_UNITS = 1024,        /* most units of a side, shadows included [INC-GEN-11] */
    INC_LINE = 200,          /* most attackers in one attack [ruling] */
    INC_STRUCTURES_MAX = 24, /* kinds */
    INC_STACKS = 8,          /* kinds of which a settlement may have several */
    INC_COPIES = 15,         /* of those */
    INC_LEVELS = 7,          /* of settlements, 0: none */
    INC_RUIN_LEVELS = 4,
    INC_RUIN_BIAS = 8, /* born[site]: day of birth + 8, less what level it was born with; 0: no ruin */
    INC_UPGRADES_MAX = 16,
    INC_MISSIONS_MAX = 8,
    INC_SPECIES_MAX = 16,
    INC_OBJECTIVES_MAX = 16,
    INC_CHARACTERS = 20, /* of each side */
    INC_ROWS_MAX = 8,    /* of the portal schedule */
    INC_SEATS = 40,
    INC_TABLE_VERSION = 2, /* of the rules: the first in which INC-TABLE holds */
    INC_LAPSE_VERSION = 3, /* the first in which a consent lapses with what is told next, and two offers are two questions */
    INC_MAPS_VERSION = 5,  /* the first with ruins, harvests and portals as they are now: data/incursio.json, `older` */
    INC_WINDOWS = 8,
    INC_DAY_MINUTES = 24 * 60,
    INC_SEEN_GARRISON = 32, /* places of a garrison that are remembered */
    INC_SEEN_CAMP = 24,     /* and of a camp */
    INC_SOME = 0xffff,      /* known count of units: some, nobody knows how many */
    INC_EFFECTS = 3,
    INC_FREE = 4,  /* free missions of a side at once [ruling] */
    INC_LABEL = 64 /* bytes of a name with its number */
};

/* ---- Units ---- */

enum inc_state {
    INC_IDLE,
    INC_MOVED,      /* used its movement of this moment */
    INC_FOUGHT,     /* today */
    INC_FRESH,      /* produced today, in step 9 */
    INC_COMING = 4, /* + way: ordered here along way number .. of this site */
    INC_GOING = 16  /* + way: a shadow, ordered away along way number .. of this site */
};
/* bits 0-1 type of its side, bit 2 portal mark, bits 3-7 state */
typedef uint8_t inc_unit;
static inline inc_unit inc_unit_make(unsigned type, bool portal, unsigned state) {
    return (inc_unit)(type | (unsigned)portal << 2 | state << 3);
}
static inline unsigned inc_type(inc_unit unit) { return unit & 3u; }
static inline bool inc_is_portal(inc_unit unit) { return unit >> 2 & 1; }
static inline unsigned inc_state_of(inc_unit unit) { return unit >> 3; }
static inline inc_unit inc_with_state(inc_unit unit, unsigned state) { return (inc_unit)((unit & 7u) | state << 3); }
static inline bool inc_is_shadow(inc_unit unit) { return unit >= INC_GOING << 3; }
static inline bool inc_is_coming(inc_unit unit) { return unit >= INC_COMING << 3 && !inc_is_shadow(unit); }

/* ---- The position ---- */

enum inc_flag { INC_CONFIRMED = 1, INC_APPROVED = 2, INC_REFUSED = 4, INC_ASSIGNED = 8, INC_RECORDED = 16 };
enum { INC_RULED = 4 };        /* << side, in `spoke`: the General approved or refused a spending in this window */
enum { INC_WORK_FOUND = 100 }; /* in the yard: a founding instead of a structure */

/* What a side has been told of the other's sites. Days are stored + 1, 0 is never. */
struct inc_knowledge {
    uint16_t units[INC_SITES];                  /* living enemies there; INC_SOME */
    uint8_t camp[INC_SITES][INC_SEEN_CAMP / 4]; /* two bits a place: 0 unknown, 1 + type */
    uint8_t kind[INC_SITES];                    /* INC_KIND_* | level */
    uint8_t kind_day[INC_SITES], units_day[INC_SITES];
};
enum { INC_KIND_EMPTY = 0, INC_KIND_SETTLEMENT = 0x10, INC_KIND_RUIN = 0x20 }; /* | level; 0xf: of unknown level */
enum { INC_LEVEL_UNKNOWN = 0xf };

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct inc_position {
    /* Public. */
    uint64_t done;      /* seats that are done with this window */
    uint64_t delegates; /* seats that a General has delegated a site to */
    uint8_t day;        /* 0: before the first */
    uint8_t step;       /* INC_STEP_* */
    uint8_t first;      /* side that won today's initiative; ALEA_NONE */
    uint8_t second_yesterday;
    uint8_t side; /* whose step or battle it is; ALEA_NONE: both or nobody */
    uint8_t days; /* length of the campaign */
    uint8_t paused;
    uint8_t attacks;                               /* launched in this step */
    uint8_t outcome;                               /* INC_OUTCOME_* */
    uint8_t winner;                                /* side; 2: a draw; ALEA_NONE */
    uint8_t consent;                               /* mask of sides */
    uint8_t general[INC_SIDES], deputy[INC_SIDES]; /* seats; ALEA_NONE */
    uint8_t silent[INC_SIDES];                     /* windows in a row without a word of the General */
    uint8_t spoke;                /* mask of sides whose General entered anything in this window; INC_RULED */
    uint8_t ruling_site;          /* the Master's correction: where; ALEA_NONE */
    uint8_t resume;               /* step that a battle or a chance event interrupts */
    uint16_t closes[INC_WINDOWS]; /* minutes after midnight */

    /* The battle that is being fought: both sides' reports show it. */
    uint8_t battle;          /* site; ALEA_NONE */
    uint8_t stage;           /* INC_CLASH_* */
    uint8_t pass;            /* from 1 */
    uint8_t death;           /* 1: to the death */
    uint16_t attackers;      /* in the line */
    uint16_t pairs;          /* of this clash */
    uint16_t at;             /* next pair, extra or shot */
    uint8_t weapon;          /* structure that shoots */
    uint8_t copy;            /* which of its copies; mage tower: which attacker */
    uint8_t aim;             /* candidates passed over: position in the line of the last one aimed at, + 1 */
    uint8_t ambush;          /* 1: a dawn ambush */
    uint8_t dice[INC_LINE];  /* of the line: attacker's face, in the upper half its defender's */
    uint16_t line[INC_LINE]; /* attackers: indices into unit[attacking side]; also while an attack is being entered */

    /* Chance in progress: what is being drawn. Secret but for the initiative and the battle. */
    uint16_t left;      /* draws to come */
    uint16_t bound;     /* faces, or number of things to draw from */
    uint8_t who;        /* side concerned */
    uint8_t subject;    /* character, portal */
    uint64_t drawn[16]; /* things drawn already: bits */

    /* Secret: one side's alone, blanked by hide(). First the Raiders', then the Defenders', then what both have. */
    uint64_t located; /* portals of tomorrow */
    uint64_t opening; /* portals of this dawn that are still to open */
    uint32_t resources;
    uint8_t portal_demons; /* of each of tomorrow's portals; at dawn of today's */
    uint8_t steps;         /* of the indicator that apply [INC-DEMON-6] */
    uint8_t sacked[INC_LEVELS];
    uint8_t extra_attacks; /* made today [INC-DEMON-9] */
    uint8_t ruinless;      /* 1: some dusk saw no ruin [INC-WIN-6] */
    uint8_t calm;          /* dusks in a row without a ruin [INC-WIN-4] */

    uint64_t foreseen;  /* tomorrow's portals that the Defenders know of */
    uint64_t reordered; /* sites whose garrison was reordered in this step */
    uint32_t treasury, income, best_income;
    uint8_t purified, capital_lost;
    uint8_t level[INC_SITES];    /* of settlements; 0: none */
    uint8_t garrison[INC_SITES]; /* places taken */
    uint8_t pad_defenders[2];
    uint8_t copies[INC_SITES][INC_STACKS / 2]; /* of structures that may be stacked: nibbles */
    uint32_t has[INC_SITES];                   /* active structures */

    uint32_t seen_has[INC_SITES];                           /* the Raiders' knowledge of it */
    uint8_t seen_copies[INC_SITES][INC_STRUCTURES_MAX / 2]; /* nibbles by structure: reports know no tables */
    uint8_t seen_has_day[INC_SITES];
    uint8_t seen_garrison[INC_SITES][INC_SEEN_GARRISON / 4];

    uint8_t born[INC_SITES]; /* of ruins; the Defenders see those that they know of */
    uint16_t objectives[INC_SIDES], fulfilled[INC_SIDES];
    struct inc_knowledge know[INC_SIDES];

    /* Cursors: where a seat stands within an order that it is entering; by seat. */
    uint8_t stage_of[INC_SEATS];                                           /* INC_STAGE_* */
    uint8_t site_of[INC_SEATS], to_of[INC_SEATS], character_of[INC_SEATS]; /* ALEA_NONE */
    uint16_t made_of[INC_SEATS];

    /* Characters and their orders of the day. [INC-ROLE-11] */
    uint8_t seat_of[INC_SIDES][INC_CHARACTERS]; /* whose it is */
    uint8_t species[INC_SIDES][INC_CHARACTERS];
    uint8_t action[INC_SIDES][INC_CHARACTERS];               /* INC_ACTION_* of today */
    uint8_t action_site[INC_SIDES][INC_CHARACTERS];          /* ALEA_NONE */
    uint8_t action_what[INC_SIDES][INC_CHARACTERS];          /* mission, structure, focus; ALEA_NONE */
    uint8_t flags[INC_SIDES][INC_CHARACTERS];                /* enum inc_flag */
    uint8_t rank[INC_SIDES][INC_CHARACTERS];                 /* order of confirming: 1 .. [INC-BUILD-7] */
    uint8_t pay[INC_CHARACTERS];                             /* order of payment by the Defenders' General: 1 ..; 0: none */
    uint8_t work[INC_CHARACTERS], work_site[INC_CHARACTERS]; /* in the yard: structure or INC_WORK_FOUND; ALEA_NONE */
    uint8_t mission[INC_SIDES][INC_CHARACTERS], mission_site[INC_SIDES][INC_CHARACTERS]; /* started today; ALEA_NONE */
    uint8_t ending[INC_SIDES][INC_CHARACTERS], ending_site[INC_SIDES][INC_CHARACTERS];   /* ended today; ALEA_NONE */
    uint8_t delegate[INC_SIDES][INC_SITES]; /* seat to whom the General has delegated the site; ALEA_NONE */

    /* Units. */
    uint16_t pool[INC_SIDES][INC_TYPES]; /* produced and still to be dealt; at dawn: the portals' demons */
    uint8_t due[INC_SIDES][INC_SITES];   /* units that each site has still to receive */
    uint16_t camp[INC_SIDES][INC_SITES]; /* shadows included */
    inc_unit unit[INC_SIDES][INC_UNITS];

    uint16_t start[INC_SIDES][INC_SITES]; /* derived: where a site's units begin */
    uint16_t total[INC_SIDES];            /* derived: units and shadows */

    /* What older rules have not stands from here on: zero where it is not used. The Master's correction, beside ruling_site. */
    uint16_t ruling_unit;  /* number of a unit there, the garrison's first; 0: none */
    uint8_t entered;       /* the battle's result that he enters, 1 + INC_RESULT_*: dice[] says who falls; 0: none */
    uint8_t ruling_person; /* 1 + side * INC_CHARACTERS + character; 0: none */

    /* Free missions, secret. [INC-TABLE-14] */
    uint8_t free_who[INC_SIDES][INC_FREE];    /* 1 + character; 0: there is none */
    uint8_t free_until[INC_SIDES][INC_FREE];  /* last day on which it can be accepted; 0: it was, and is to be judged */
    uint8_t free_number[INC_SIDES][INC_FREE]; /* of the offer, those of a side told apart; stands when that is over */
};
#pragma GCC diagnostic pop

_Static_assert(sizeof(struct inc_position) == 8184,
               "new member? visit fields.c, hide.c, determinize.c, broken.c and this number; at most 8192");

/* ---- The tables, made ready from data/incursio.json (tables.c) ---- */

struct inc_level {                     /* of a settlement */
    uint8_t needs[INC_STRUCTURES_MAX]; /* copies of each structure, for this level alone [INC-BUILD-20] */
    uint32_t needed;                   /* set of those */
    uint8_t soldiers, garrison;        /* produced a day; places */
    int32_t income, population;
};

/* Effects of a structure, summed over its `effects`. [INC-BUILD-30 .. INC-BUILD-35] */
struct inc_structure {
    uint8_t number; /* 1 .. as printed in the table */
    uint8_t level, limit;
    uint8_t stack;  /* index of its nibble in copies[]; ALEA_NONE: at most one */
    uint32_t needs; /* structures that must be active */
    int32_t cost, income;
    bool tie_win;
    int8_t garrison_bonus[INC_TYPES];
    uint8_t allows;            /* mask of types */
    uint8_t slots, slot_types; /* extra places, mask of types */
    int8_t neighbour_bonus;    /* to soldiers attacking within neighbour_range grey lines */
    uint8_t neighbour_range;
    uint8_t foresight; /* lines of any colour; 0: none */
    uint8_t production;
    uint8_t weapon; /* mask of demons' types; 0: no weapon */
    uint8_t weapon_die;
    bool weapon_each; /* one attack at every attacker [INC-SIEGE-6] */
    uint8_t spy, missions;
};

struct inc_upgrade {
    int32_t resources;
    uint8_t spy, attack[INC_TYPES], defence, resist, ruin_demons;
    bool no_retreat, extra_move, extra_attack;
};

/* Sums over the upgrades that apply: power[steps]. */
struct inc_mission {
    uint8_t side, target; /* enum inc_target */
    uint8_t units, hints, steer, steer_range, counter_spy;
    int32_t money, resources;
};
enum inc_target { INC_TARGET_NONE, INC_TARGET_SETTLEMENT, INC_TARGET_RUIN, INC_TARGET_OWN };

struct inc_species {
    uint8_t side, percent, quota_divisor; /* of quota: ceil(characters / divisor); 0: as many as you like [INC-ROLE-13] */
    bool automatic;
};

enum inc_objective_op {
    INC_OBJECTIVE_SETTLEMENTS, /* at least count of at least level */
    INC_OBJECTIVE_PURIFIED,
    INC_OBJECTIVE_INCOME,
    INC_OBJECTIVE_CAPITAL,
    INC_OBJECTIVE_SACKED, /* count of at least level */
    INC_OBJECTIVE_RUINS,  /* count of at least level */
    INC_OBJECTIVE_RESOURCES,
    INC_OBJECTIVE_SHADOW, /* a ruin within `count` lines of the capital */
    INC_OBJECTIVE_ROOTS   /* never below count ruins at dusk, from day `level` */
};
struct inc_objective {
    uint8_t side, op, count, level;
    int32_t amount;
    bool ever; /* true at some moment; false: at the last dusk */
};

struct inc_tables {
    struct alea_names side, site, unit, structure, settlement, ruin, upgrade, mission, species_name, objective_name;
    int version; /* of the rules */
    int seats;   /* of the match */
    bool teams;  /* full teams with confirmations; false: two Generals answer for all [INC-ROLE-6] */
    int map;
    int characters; /* of each side [INC-ROLE-10] */

    /* The map. */
    int n_sites;
    uint64_t sites;                                      /* all */
    uint64_t grey[INC_SITES], any[INC_SITES];            /* neighbours */
    uint64_t ring[INC_SIDES][INC_SITES][INC_REACH + 1];  /* sites so many lines away, as the side marches */
    uint8_t way[INC_SITES][INC_WAYS], n_ways[INC_SITES]; /* neighbours by number, ascending; any colour */
    uint64_t within[INC_SITES][4];     /* sites at most 1, 2, 3, 4 lines away, any colour, itself included: [lines - 1] */
    int8_t q[INC_SITES], r[INC_SITES]; /* axial coordinates */
    uint8_t capital;                   /* ALEA_NONE: none */
    uint8_t start_level[INC_SITES], start_ruin[INC_SITES]; /* ruin: 1 + level */
    uint8_t start_copies[INC_SITES][INC_STRUCTURES_MAX];
    uint8_t start_garrison[INC_SITES], start_camp[INC_SITES];
    inc_unit start_unit[INC_SIDES][INC_UNITS]; /* as in the position */
    uint16_t start_objectives[INC_SIDES];      /* as in the position; 0: they are drawn */

    /* Tables. */
    struct inc_level level[INC_LEVELS];
    int n_structures;
    struct inc_structure structures[INC_STRUCTURES_MAX];
    uint8_t stacked[INC_STACKS]; /* structure of each nibble; ALEA_NONE */
    uint32_t founding;           /* structures that a founding starts together [INC-FOUND-3] */
    int32_t founding_cost;
    uint8_t founding_level, founding_soldiers;
    uint8_t ruin_demons[INC_RUIN_LEVELS];
    int32_t ruin_resources[INC_RUIN_LEVELS];
    int n_upgrades;
    struct inc_upgrade upgrades[INC_UPGRADES_MAX], power[INC_UPGRADES_MAX + 1]; /* power[n]: sum of the first n */
    int n_missions;
    struct inc_mission missions[INC_MISSIONS_MAX];
    int n_species;
    struct inc_species species[INC_SPECIES_MAX];
    uint8_t no_species[INC_SIDES]; /* the one taken if nothing is chosen */
    int n_objectives;
    struct inc_objective objectives[INC_OBJECTIVES_MAX];
    uint8_t objectives_each, objective_points;
    uint8_t beats[INC_TYPES]; /* soldier's type -> the demon's type that it has the advantage over */
    uint8_t loses[INC_TYPES]; /* soldier's type -> the demon's type that has the advantage over it */

    /* Numbers. */
    uint8_t die, low_die, percent;
    uint8_t initiative_die, initiative_bonus;
    uint8_t attacks_a_day, max_passes;
    uint8_t spy_base, spy_cap, spy_floor, spies_per, spies_least;
    uint8_t missions_per, missions_least, mission_kinds, mission_kinds_more;
    uint8_t portals_first_day;
    uint8_t n_schedule, portals[INC_ROWS_MAX], demons[INC_ROWS_MAX];
    int32_t schedule[INC_ROWS_MAX]; /* resources from */
    uint8_t days, days_min, days_max, harvest, calm_days, calm_from;
    int32_t treasury, resources, resources_goal;
    uint8_t points_settlement[INC_LEVELS], points_ruin[INC_RUIN_LEVELS], points_upgrade;
    uint16_t units_most;
    uint8_t characters_least, characters_each, silent_steps;
    uint16_t closes[INC_WINDOWS];
    uint8_t dice;                     /* INCURSIO_DICE_*: what falls at a real table [INC-TABLE-13] */
    uint8_t opening_structures;       /* further ones of each settlement, at most [INC-TABLE-20] */
    int32_t opening_money;            /* at most so much more */
    struct alea_calendar calendar;    /* [INC-TABLE-6] */
    bool kinds_public, levels_public; /* at the start [INC-SECRET-1] */

    /* Words put together while loading: "tr"; "7 Rocca Piccola"; "03 Mura". */
    char unit_id[INC_SIDES * INC_TYPES][4];
    char site_label[INC_SITES][ALEA_LANGS][INC_LABEL], structure_label[INC_STRUCTURES_MAX][ALEA_LANGS][INC_LABEL];
};

/* ---- Sides and sites ---- */

static inline uint64_t inc_bit(unsigned index) { return UINT64_C(1) << (index & 63); }
static inline bool inc_has(uint64_t set, unsigned index) { return set >> (index & 63) & 1; }
static inline unsigned inc_first(uint64_t set) { return (unsigned)__builtin_ctzll(set); }
static inline int inc_count(uint64_t set) { return __builtin_popcountll(set); }
static inline int inc_side_of(int seat) { return seat & 1; }
static inline int inc_other(int side) { return 1 - side; }
static inline alea_actors inc_all_seats(const struct inc_tables *t) { return (UINT64_C(1) << t->seats) - 1; }
static inline uint64_t inc_ways(const struct inc_tables *t, int side, unsigned site) { /* [INC-MOVE-3] */
    return side == INC_RAIDERS ? t->any[site] : t->grey[site];
}
/* Who hears what a side hears. [INC-SECRET-2] */
static inline alea_actors inc_audience(int side) {
    return UINT64_C(0x5555555555555555) << side & ((UINT64_C(1) << ALEA_MAX_SEATS) - 1);
}

/* A place of a list of places seen, two bits each: 0 unknown, 1 + type. */
static inline unsigned inc_seen_at(const uint8_t list[], int most, int place) {
    return place < most ? list[place / 4] >> 2 * (place % 4) & 3u : 0;
}
/* Of a species one side may have at most so many; 0: as many as it likes. [INC-ROLE-13] */
static inline int inc_quota(const struct inc_tables *t, unsigned species) {
    int divisor = t->species[species].quota_divisor;
    return divisor ? (t->characters + divisor - 1) / divisor : 0;
}

static inline bool inc_is_settlement(const struct inc_position *p, unsigned site) { return p->level[site] > 0; }
static inline bool inc_is_ruin(const struct inc_position *p, unsigned site) { return p->born[site] > 0; }
/* One that the Defenders have been told of. [INC-SECRET-6] */
static inline bool inc_is_known_ruin(const struct inc_position *p, unsigned site) {
    return inc_is_ruin(p, site) && p->know[INC_DEFENDERS].kind[site] >= INC_KIND_RUIN;
}
/* [INC-RUIN-2, INC-RUIN-3] */
static inline int inc_ruin_level(const struct inc_position *p, unsigned site) {
    int age = p->day + INC_RUIN_BIAS - p->born[site];
    return age < INC_RUIN_LEVELS - 1 ? age : INC_RUIN_LEVELS - 1;
}

#endif
