/* SPDX-License-Identifier: MIT */
/* game.h - the contract of a game, and the rules that are made of a game with its options and data. */
#ifndef ALEA_API_GAME_H
#define ALEA_API_GAME_H

#include "chance.h"

/* ---- Positions as text ------------------------------------------------------------------------------------------ */

enum alea_field_type {
    ALEA_FIELD_U8,
    ALEA_FIELD_U16,
    ALEA_FIELD_U32,
    ALEA_FIELD_BITS16, /* a set of indices of `col_set` */
    ALEA_FIELD_BITS32,
    ALEA_FIELD_BITS64,
    ALEA_FIELD_OWN /* what is no plain array: the game writes and reads it */
};

/* One member of a position. The table of all members that are not derived is what prints, reads and publishes a position,
 * in the order of the table:
 *   scalar          `round 6`                         (omitted when 0, unless value_set names the 0)
 *   array           `legionaries italia=5 corsica=2`  (elements that are 0 are omitted, and empty lines)
 *   set of bits     `centres italia corsica`
 *   one row a seat  `triremes.A tyrrenum=2`           (rows > 0)
 *   the game's own  `camp.italia iii_gallica x_equestris`, as its functions say (ALEA_FIELD_OWN) */
struct alea_field {
    const char *name;
    uint16_t offset;                     /* bytes */
    uint8_t type;                        /* enum alea_field_type */
    uint8_t rows;                        /* 0: no rows; else number of rows, each with a line of its own */
    uint8_t cols;                        /* elements of a row; 1: a scalar; ALEA_FIELD_OWN: 0 */
    uint8_t row_set, col_set, value_set; /* ALEA_SET_*: how row index, column index (or bit) and value are written */
    bool secret;                         /* some seat can't know it: laws.c and the schema of the view look at it */

    /* ALEA_FIELD_OWN alone. The rows need not lie side by side in the `bytes`: the functions know where they are.
     *   write  adds the words of a row (0 without rows), blanks between them and no quotes or backslashes in them; false if
     *          the row is empty and has no line
     *   read   replaces the row by the words, one blank apart, "-" for an empty row, whatever the other rows hold: lines
     *          come in any order. False if they can't be read; `pos` is thrown away then */
    uint16_t bytes; /* of the position, from offset: all that the field stands for */
    bool (*write)(const void *tables, const void *pos, int row, struct alea_text *text);
    bool (*read)(const void *tables, void *pos, int row, const char *words);
};

static inline bool alea_field_is_bits(const struct alea_field *field) {
    return field->type == ALEA_FIELD_BITS16 || field->type == ALEA_FIELD_BITS32 || field->type == ALEA_FIELD_BITS64;
}

/* Bytes of an element; 0 of ALEA_FIELD_OWN, which has none that we could look at. A row of bits is one. */
static inline size_t alea_field_width(const struct alea_field *field) {
    static const uint8_t widths[] = {
        [ALEA_FIELD_U8] = 1,     [ALEA_FIELD_U16] = 2,    [ALEA_FIELD_U32] = 4, [ALEA_FIELD_BITS16] = 2,
        [ALEA_FIELD_BITS32] = 4, [ALEA_FIELD_BITS64] = 8, [ALEA_FIELD_OWN] = 0,
    };
    return widths[field->type];
}

/* The bytes of a position that a member stands for, from field->offset. */
static inline size_t alea_field_size(const struct alea_field *field) {
    const size_t rows = field->rows ? field->rows : 1;
    if (field->type == ALEA_FIELD_OWN) return field->bytes;
    return rows * alea_field_width(field) * (alea_field_is_bits(field) ? 1 : field->cols);
}

/* ---- Options ---------------------------------------------------------------------------------------------------- */

enum { ALEA_MAX_OPTIONS = 24 };

struct alea_option {
    const char *key;
    const char *const *words; /* NULL: a whole number min..max; else value i is words[i], min = 0, max = number - 1 */
    int32_t min, max;
    int32_t standard; /* used when not given and the game does not decide otherwise */
    int since;        /* rules version that brought it: older rules neither take nor write it */
};

struct alea_options {
    int32_t value[ALEA_MAX_OPTIONS]; /* in the order of alea_game.options */
    bool given[ALEA_MAX_OPTIONS];
};

/* ---- Statistics ------------------------------------------------------------------------------------------------------- */

/* What studies of a game count, beside results and lengths: a table of so many rows and columns, of which each game adds its
 * numbers by observe(). */
struct alea_statistic {
    const char *id; /* "sieges_won" */
    const char *in[ALEA_LANGS];
    uint8_t row_set, col_set; /* ALEA_SET_*: what the rows (lines of a plot) and columns (along its axis) are */
    uint8_t rows, cols;       /* at least 1 */
    int8_t of;                /* -1: mean of a game; else told as a share of that statistic, of the same shape */
    bool missing; /* a cell to which a game added nothing is missing from it, not 0: its mean is over the others */
};

enum { ALEA_MAX_TALLIES = 512 }; /* cells of all statistics of a game */

/* ---- The contract of a game ------------------------------------------------------------------------------------- */

struct alea_loader; /* reads the game's data: engine/load.h */

/* A game is one static const object: a core, which says what may be done and what comes of it, and seven parts for those that want
 * them. What a game leaves out it has not: the function is NULL, and the one that says what then holds is named beside it.
 * In all of them `tables` are the game's own, immutable once loaded and shared by all positions and threads; `pos` is its position,
 * and `view` a position of which everything is hidden that `seat`, a seat or ALEA_NONE, can't know. Every function is pure: same
 * arguments, same result; only `out`, `pos` where not const, and the sink are written. tests/laws.c proves what stands here as
 * laws, for every game, option set and number of seats. */

enum { ALEA_PICTURE_WIDTH = 1080, ALEA_PICTURE_HEIGHT = 1350, ALEA_PICTURE_FOOT = 40 }; /* of a picture, in pixels */

enum { ALEA_MAX_STANDING = 8 };

/* How a match that is over stands for a seat, in numbers: those that were compared first, in that order, then what they are made of. */
struct alea_standing {
    alea_rule rule;               /* by which it was decided; 0: by none of the game's */
    int n, compared;              /* numbers; how many of them decide, 0: none */
    int label[ALEA_MAX_STANDING]; /* the words of each, without holes; for all seats the same */
    int32_t value[ALEA_MAX_STANDING];
};

/* What people read, in text->lang.
 * Laws: the texts of a view are those of the true position, for that seat. */
struct alea_game_words {
    /* The whole, 80 columns wide. NULL: alea_board() writes the members of the position. This and the table of places may also be asked
     * of the true position for ALEA_HOST, who runs the match and sees everything. */
    void (*board)(const void *tables, const void *view, int seat, struct alea_text *text);
    /* The map as a table of places and neighbours. NULL: the board says it all. */
    void (*places)(const void *tables, const void *view, int seat, struct alea_text *text);
    /* The map as this viewer knows it, to be shown outside the program: what stands inside an SVG of ALEA_PICTURE_WIDTH x
     * ALEA_PICTURE_HEIGHT, whose lowest ALEA_PICTURE_FOOT lines stay free for the check of the view. Plain shapes and words
     * (alea_text_escape()); no scripts, styles, links or fonts of its own. NULL: the game has no pictures. */
    void (*picture)(const void *tables, const void *view, int seat, struct alea_text *text);
    void (*hand)(const void *tables, const void *view, int seat, struct alea_text *text); /* what this seat alone holds */
    /* What is to be decided. NULL: alea_prompt() says who is to move. */
    void (*prompt)(const void *tables, const void *view, int seat, struct alea_text *text);
    /* A few words beside a choice: forces, what it costs. */
    void (*remark)(const void *tables, const void *view, int seat, alea_move move, struct alea_text *text);
    /* What `seat`, or the host (ALEA_HOST, of the true position), should hear before it makes this move, because it can't be mended afterwards: what it would lose, by which rule,
     * and how to avoid it; a sentence or two, without a newline. Adds nothing where nothing is to be feared, and for moves that
     * are not legal. */
    void (*warn)(const void *tables, const void *view, int seat, alea_move move, struct alea_text *text);
    /* Brief, without a newline: what `seat` would gain or lose if it were its turn, or the end of the round, now ("+3: largest
     * empire, 2 centres"). `view` is a view of `viewer`. Adds nothing where there is nothing to tell. */
    void (*forecast)(const void *tables, const void *view, int viewer, int seat, struct alea_text *text);
    /* The end in numbers, asked of true positions that are over. NULL: places and scores say it all. */
    struct alea_standing (*standing)(const void *tables, const void *pos, int seat);
    /* A whole order in a player's words, in any of the languages, as the small moves that enter it one after the other: how
     * many, at most `max`. 0: the line is no order that this game reads. They are well-formed; whether they are legal is not
     * looked at, the door will say. */
    int (*order)(const void *tables, const void *view, int seat, const char *line, alea_move out[], int max);
    int order_help; /* the label that tells how orders are written */
};

enum { ALEA_MAX_FACTS = 512 };

/* What follows from a view by the rules, as numbers for boards: which ways are open, what the end of a round will leave. Who draws a
 * position has no rules to work out.
 * Law: a view has the facts of the true position. */
struct alea_game_facts {
    const struct alea_field *fields; /* of what reckon() writes, told as members of a position are */
    int n_fields;                    /* 0: there are none */
    size_t size;                     /* bytes, at most ALEA_MAX_FACTS */
    void (*reckon)(const void *tables, const void *view, void *facts); /* `facts` arrives zeroed */
};

/* What seats can't know. A game in which all lies open has none of it.
 * Laws:
 *  - A view tells whether its seat is waited for, and, unless `private_actors`, who else is.
 *  - hide() makes what `seat` can't know zero (or a stated blank): positions that differ only there become equal bytes. legal() of a
 *    view is that of the true position, for that seat. hide() twice is hide() once.
 *  - determinize() after hide(), where seats decide, gives a position that can be, and hiding that again gives the same view; it
 *    is asked neither at chance nodes nor at the end.
 *  - A view holds all that its seat has learnt: histories that end in one view leave the same positions possible. Not asked of a
 *    game of imperfect recall.
 *  - Who may do something else after a ply hears of that ply, and so does who sees something else after a seat's.
 *  - Where a seat has one legal move, whose verb does not ask, that it is made at once tells nobody what is hidden from them. */
struct alea_game_secrecy {
    void (*hide)(const void *tables, void *pos, int seat);
    void (*determinize)(const void *tables, void *pos, int seat,
                        struct alea_random *random); /* completes a view at random */
    /* Who may know that `seat` made this move at `before`; seats and, for everybody, spectators. NULL: those who hear all
     * of its events, and who made it. */
    alea_actors (*audience)(const void *tables, const void *before, int seat, alea_move move);
    bool imperfect_recall; /* views keep what was last learnt, not every history */
    bool private_actors;   /* of seats that act at once a view tells the viewer's own team alone who is waited for */
};

enum { ALEA_LEVELS = 5 }; /* of bots: beginner, easy, normal, hard, expert */

/* The bot behind a level, and how strong it was measured to be (docs/bots.md). */
struct alea_level {
    const char *bot; /* "search:2000it"; NULL: the game has no such level */
    int rating;      /* Elo, by which `easy` has ALEA_EASY_RATING; 0: it was not measured */
    int within;      /* half of its 95% interval */
};

enum { ALEA_EASY_RATING = 1200 };

enum { ALEA_MOTIVE_ARGS = 4, ALEA_MAX_MOTIVES = 48 };

/* Something that speaks for what a seat does, or against it. */
struct alea_motive {
    int label;                     /* the words, over {1} to {4}; its id is the kind */
    uint8_t set[ALEA_MOTIVE_ARGS]; /* what the numbers are: ALEA_SET_*; ALEA_SET_NONE past the last */
    int32_t arg[ALEA_MOTIVE_ARGS];
    double weight; /* how much it counts, against the other reasons of the same game; below 0: it speaks against */
};

/* What bots and reviews live by.
 * Laws: values are finite; levels are bots that there are, each stronger than the one before; temper 0 is heuristic(); styles have names of
 * their own. */
struct alea_game_strategy {
    /* How good each of the `n` legal moves of a node looks to a sensible player at `pos` (complete, maybe determinized; or a
     * view if `heuristic_of_views`): higher is better; comparable among the moves of one call only. What `greedy` plays by, and the prior of
     * tree search. They come together, in the order of legal(), so that what they share is worked out once. NULL: all are alike. */
    void (*heuristic)(const void *tables, const void *pos, int seat, const alea_move move[], int n, double worth[]);
    /* It looks at nothing that is hidden from the seat: of a position and of the view of it, it says the same. */
    bool heuristic_of_views;
    /* The same by a player of another temper: 0 is heuristic()'s own, 1 the strongest that is known, those below `tempers` ways to
     * play a whole game, and every other number a shade of one of them. NULL: there is one way alone. */
    void (*tempered)(const void *tables, const void *pos, int seat, uint32_t temper, const alea_move move[], int n,
                     double worth[]);
    int tempers; /* at least 2 with tempered() */
    /* Names of tempers, without gaps from 0 to at least `tempers`: lower case, digits and '_', at most 20. What stands behind `tempers`
     * is kept for measurements: no bot thinks by it, it is a stranger to all. NULL past the last; NULL: none has a name. */
    const char *(*style)(uint32_t temper);
    int rounds; /* that whole plans are played on by tempers before evaluation() is asked; 0: to the end */
    /* What each seat will score, as well as one can tell at a glance from a complete position: at least 0, adding up to 1; at the
     * end what score() says. Calibrated, so that of games that stand at 0.7 seven in ten are won between equals. NULL: tree search and
     * reviews play on to the end. */
    void (*evaluation)(const void *tables, const void *pos, double out[]);
    /* The same with what a file of weights holds (alea_load_weights()), and in its place for tree search and reviews; where the rules can't make
     * use of it, no more than evaluation() says. NULL: there is no such file. */
    void (*learned)(const void *tables, const void *pos, double out[]);
    /* Has what led from `before` to `after`, two views of `seat`, touched what it holds, so that it would rather think again than let its
     * turns go by: an attack, a loss? False of equal views. NULL: nothing ever does. */
    bool (*alarms)(const void *tables, const void *before, const void *after, int seat);
    /* What speaks for and against the moves of its own by which `seat` came from `before` to `after`, two of its views: by the numbers that
     * heuristic() and evaluation() reckon with. At most ALEA_MAX_MOTIVES, in any order; how many. None between equal views. NULL: what is
     * expected of plans has to say it all. */
    int (*motives)(const void *tables, const void *before, const void *after, int seat, struct alea_motive out[]);
    /* Plies that are left of an opening, of whose positions evaluation() can say little before it has ended: there tree search plays on to
     * its end, and no further. 0: it is over. NULL: there is none. */
    int (*opening)(const void *tables, const void *pos);
    /* How many times in a row tree search makes that legal move of whoever chooses at `pos` as it looks ahead, as if it were one: where many pieces
     * are placed one by one, a tree of single ones tells little. At least 1; it stays legal, and the same seat's, so often. NULL: once. */
    int (*at_once)(const void *tables, const void *pos, alea_move move);
    int horizon;     /* plies that tree search plays on before it asks evaluation(), once the opening is over */
    uint32_t search; /* the temper by which tree search likes moves of all seats, in its priors and as it plays on */
    uint32_t novice; /* the temper of the bot `novice` */
    /* Small choices that make one that counts: so many times rarer the bot `novice` forgets what it is about. 0: one. */
    uint32_t novice_steps;
    struct alea_level levels[ALEA_LEVELS];
};

/* What can be asked about chances: src/odds answers, and tells it to people, boards and bots alike.
 * Law: what is at hand follows from the view, has values that its parameters allow, and an answer or a reason why there is none. */
struct alea_game_chances {
    const struct alea_question *questions; /* what `alea odds` answers without a match */
    int n_questions;
    /* The i-th question that is at hand: with move 0 what has begun, and what may be chosen now; else what the move of whoever is to
     * act leads to, nothing if it is not legal. `view` is a view of `seat`'s, who may be looking on. False past the last. NULL: none
     * ever is. */
    bool (*at_hand)(const void *tables, const void *view, int seat, alea_move move, int i, struct alea_at_hand *out);
};

/* What studies of many games count, beside results and lengths. */
struct alea_game_study {
    const struct alea_statistic *statistics;
    int n_statistics;
    /* Adds to the cells, row by row, statistic after statistic, what the ply that led from `before` to `after` brought; it is asked for
     * every ply of a game, in order. */
    void (*observe)(const void *tables, const void *before, int seat, alea_move move, const void *after, double tally[]);
    const char *ending; /* the scalar field, of a set of words, that says how a game ended: "outcome" */
};

/* A window of decision that closes by itself when its time has come. */
struct alea_window {
    uint32_t number;      /* the same as long as this one is open, another for the next; from 1 */
    int set, name;        /* what it is called: a word of a set of the game's */
    alea_actors seats;    /* the teams that decide in it, whole */
    alea_actors entitled; /* who answers in it; a view knows those of its own team */
    int closes;           /* minutes after midnight, local time, 0 .. 1439; -1: at no time of its own */
    bool paused;          /* nothing closes */
    alea_move late;       /* the host's, which closes it at its time; 0: none does */
};

/* When no window closes, and how long each is open at least. */
struct alea_calendar {
    uint8_t rest_days;        /* days without play: bit 0 is Monday */
    uint16_t minimum_minutes; /* a window is open so long at least */
    uint16_t grace_minutes;   /* after a stop of the server, before what is overdue closes */
};

enum alea_consent_answer { ALEA_CONSENT_OPEN, ALEA_CONSENT_YES, ALEA_CONSENT_NO };

/* What is asked of one person, and the moves that answer. */
struct alea_consent {
    int seat;                        /* whose answer is wanted */
    uint32_t question;               /* the same for the same question alone: another one is another number */
    enum alea_consent_answer answer; /* so far */
    bool recorded;                   /* by somebody else, who was told */
    bool by_host;                    /* the host asks; else who speaks for its team */
    alea_move yes, no;               /* that seat's */
    alea_move record;                /* of a seat of its team that may do so: the yes, given elsewhere */
    alea_move record_for;            /* the host's, of the same */
};

/* Games that people play over days: each of their windows has its time, and some of what happens needs one person's yes.
 * Laws:
 *  - Each seat is of one team, which is that of all who are in it.
 *  - What is asked is answered by legal moves of that seat, and only as long as the question stands.
 *  - A rewind leads to the earlier position, byte for byte, and from there all goes on as it could have then. What was learnt meanwhile
 *    is no longer in the views: an exception to what secrecy says of them. The record keeps it. */
struct alea_game_campaign {
    alea_actors (*team)(const void *tables, int seat); /* the seats of its side, itself among them. NULL: each is alone */
    bool (*leads)(const void *tables, const void *pos, int seat); /* it speaks for its team. NULL: nobody does */
    bool (*window)(const void *tables, const void *pos, struct alea_window *out); /* what is open; false: nothing */
    void (*calendar)(const void *tables, struct alea_calendar *out);              /* NULL: play on all days, no minimum */
    /* The i-th question that stands, answered or not; false past the last. Of a view: those that its seat may know of. */
    bool (*consent)(const void *tables, const void *pos, int i, struct alea_consent *out);
    void (*consent_words)(const void *tables, const void *view, int i,
                          struct alea_text *text); /* brief: what, where, its cost */
    /* Why the host may not take the match back from `now` to `then`, an earlier position at which somebody is to decide; 0: it may.
     * NULL: the rules are silent, and whoever runs the match asks those who play. */
    alea_rule (*why_not_rewind)(const void *tables, const void *now, const void *then);
    /* Tells all where they are again, after that. NULL: the words of the move say it all. */
    void (*rewound)(const void *tables, const void *then, struct alea_events *sink);
    /* At a chance node: does it fall at a real table, by the options? Whoever runs the match does not throw then, but waits for the
     * host, who may enter every outcome. NULL: never. */
    bool (*at_table)(const void *tables, const void *pos);
    /* What of the data a sealed scenario may change, and setup() alone looks at: paths, ended by NULL, in which "[*]" is any index
     * ("maps[*].sites[*].garrison"). NULL: nothing can be sealed. */
    const char *const *sealed;
};

/* Laws of the core:
 *  - legal() lists each legal move of that seat once, in ascending order, at most max_legal of them, and nothing for a
 *    seat that is neither among actors() nor optional(). For ALEA_HOST it lists the host's moves, at any time while the game is on; of a verb
 *    whose argument is a number (ALEA_SET_NUMBER: a sum of money) it may list some only.
 *  - why_not() is 0 exactly for the moves in legal(); at a chance node, for seat ALEA_CHANCE, exactly for the moves that
 *    can be thrown. For ALEA_HOST it is 0 for all that legal() lists, for other numbers as the rules have it, and, if the
 *    game lets the host tell what fell at a real table, for moves of CHANCE at a chance node, which then do the same.
 *    It accepts any integer as a move.
 *  - apply() assumes a move for which why_not() is 0 and never fails.
 *  - outcomes() has at most max_outcomes entries with positive weights; applying roll() equals applying one of them.
 *  - All members that `fields` does not list are what derive() computes from the others; padding is zero.
 *  - Moves whose verbs `rest` come to an end: somebody else is to act then, or something has to be chosen. */
struct alea_game {
    const char *id;
    int rules_version; /* grows when an old transcript could replay otherwise; older ones go on by alea_load_version() */
    /* Bytes of a position that the checks of older rules cover, by their version - 1: what newer rules have added to a position
     * stands at its end, and is zero in theirs. NULL: positions have not grown. */
    const uint16_t *older_sizes;
    bool listed; /* false: for tests alone */
    int min_seats, max_seats;
    int seat_set; /* names the seats, in order, where there are as many of both (Sparta, Athens); 0: they have letters alone */
    int resign_verb;      /* of the host's move by which a seat (or what `seat_set` calls it) gives up; 0: nobody can */
    size_t position_size; /* bytes */
    size_t tables_size;   /* bytes */
    int max_legal, max_outcomes;
    long max_plies; /* longer games are given up by simulations */
    const struct alea_texts *texts;
    const struct alea_field *fields;
    int n_fields;
    const struct alea_option *options;
    int n_options;
    /* The setups that the laws run over, the usual one first: lines of "key=value ..." and a number of seats each, ended by seats = 0. */
    const struct alea_variant {
        int seats;
        const char *options;
    } * variants;
    int late_round; /* few games played at random get so far: the laws are asked from here in others, too; 0: most do */

    /* Fills the (zeroed) tables from the data; completes options that were not given. False after the loader was told why. */
    bool (*load)(struct alea_loader *in, int seats, struct alea_options *options, void *tables);
    struct alea_names (*names)(const void *tables, int set); /* of the sets that the texts name; NULL: they name none */

    void (*setup)(const void *tables, void *pos);               /* pos arrives zeroed */
    alea_actors (*actors)(const void *tables, const void *pos); /* who is waited for */
    /* Seats that may act where seats or the host are waited for, though nobody waits for them: who is done and may take it back,
     * who may answer before it is asked for. Moves of theirs are never made for them. NULL: none. */
    alea_actors (*optional)(const void *tables, const void *pos);
    int (*legal)(const void *tables, const void *pos, int seat, alea_move out[]);
    alea_rule (*why_not)(const void *tables, const void *pos, int seat, alea_move move);
    void (*apply)(const void *tables, void *pos, int seat, alea_move move, struct alea_events *sink);
    alea_move (*roll)(const void *tables, const void *pos, struct alea_random *random); /* NULL, as outcomes(): no chance */
    int (*outcomes)(const void *tables, const void *pos, struct alea_outcome out[]);
    void (*score)(const void *tables, const void *pos, double out[]); /* one per seat; adds up to 1; 0s while it lasts */
    int (*place)(const void *tables, const void *pos, int seat); /* final place from 1; ties share one; NULL: by score() */
    int (*round)(const void *tables, const void *pos);           /* for people and statistics, from 0 */
    /* True when `seat`'s `move`, which led from `before` to `after`, can't be taken back whatever follows: something
     * hidden or random was seen, or the right to move was handed on. CHANCE and HOST moves always are barriers. NULL: all are. */
    bool (*barrier)(const void *tables, const void *before, int seat, alea_move move, const void *after);
    /* 0, or the invariant that is broken: index into texts->broken. NULL: there is none. */
    int (*broken)(const void *tables, const void *pos);
    void (*derive)(const void *tables, void *pos); /* NULL: `fields` lists all members */

    struct alea_game_words words;
    struct alea_game_facts facts;
    struct alea_game_secrecy secrecy;
    struct alea_game_strategy strategy;
    struct alea_game_chances chances;
    struct alea_game_study study;
    struct alea_game_campaign campaign;
};

/* The games that were built in, ordered by id. NULL past the end. */
const struct alea_game *alea_game_at(int index);
const struct alea_game *alea_game_find(const char *id);   /* NULL if there is none */
bool alea_game_has_secrets(const struct alea_game *game); /* is there anything that some seat can't know? */
/* Its data/ID.json, of *n bytes, without a 0 behind; none for a game that is not registered. */
const char *alea_game_data(const struct alea_game *game, size_t *n);

/* ---- Rules: a game made ready with options and data ---------------------------------------------------------------- */

enum { ALEA_MAX_SCENARIO_BYTES = 1 << 20 };

/* Read-only for all but engine/rules.c. */
struct alea_rules {
    const struct alea_game *game;
    const void *tables; /* what the game's functions take */
    const void *
        opening; /* what its setup() takes: the same, or what a sealed scenario makes of them, which nothing else may look at */
    int version; /* of the rules, 1 .. game->rules_version */
    int seats;
    struct alea_options options;            /* complete */
    const struct alea_sentences *sentences; /* what the holes of its rules' sentences are filled with */
    char unlearned
        [256]; /* why what was learned is not made use of, in the language of their error; "": it is, or nothing was */
    bool has_scenario;
    uint8_t scenario[ALEA_HASH_BYTES]; /* BLAKE2b-256 of the scenario's bytes: of a sealed one the commitment to it */
    char scenario_name[64];
    const char *sealed; /* the bytes of a sealed scenario, which are secret until the match is over; NULL: none is */
    size_t n_sealed;
};

/* Text of a scenario file (JSON): replaces tables of the game's own data. One of format ALEA_SCENARIO_SEALED has a salt and may change
 * nothing but what the game lets be sealed: who plays by it hears of it what the views tell. */
#define ALEA_SCENARIO_OPEN "alea.scenario"
#define ALEA_SCENARIO_SEALED "alea.sealed"
struct alea_scenario {
    const char *name; /* for messages and the transcript's head */
    const char *bytes;
    size_t n_bytes;
};

/* BLAKE2b-256 of its bytes. */
void alea_scenario_hash(const struct alea_scenario *scenario, uint8_t hash[ALEA_HASH_BYTES]);
/* The same scenario sealed, with a new salt from the system, added to the text; whether it can be played is not looked at. */
ALEA_MUST_CHECK bool alea_scenario_seal(const struct alea_scenario *scenario, struct alea_text *sealed,
                                        struct alea_error *error);
/* `options` are n strings "key=value", in any order, none twice. scenario may be NULL. NULL on error. */
struct alea_rules *alea_rules_new(const struct alea_game *game, int seats, const char *const options[], int n_options,
                                  const struct alea_scenario *scenario, struct alea_error *error);
/* By the rules as a version of them was, 1 .. game->rules_version: for matches that were begun by it. */
struct alea_rules *alea_rules_new_at(const struct alea_game *game, int version, int seats, const char *const options[],
                                     int n_options, const struct alea_scenario *scenario, struct alea_error *error);
/* One owner more of the same rules, from any thread: they are read-only. Each owner frees them; the last one ends them. */
struct alea_rules *alea_rules_share(const struct alea_rules *rules);
void alea_rules_free(struct alea_rules *rules);
/* "ruleset=v1_2 max_rounds=0 ...": every option, in the table's order. */
void alea_options_write(const struct alea_rules *rules, struct alea_text *text);
void alea_option_write(const struct alea_rules *rules, int option, struct alea_text *text); /* one of them */
/* What the game's option number `option` decides, in words; and its value number `value` where it has such: "Standard (d4)", or
 * the value itself if the game has no words for it. */
const char *alea_option_words(const struct alea_game *game, int option, enum alea_lang lang);
const char *alea_option_value_words(const struct alea_game *game, int option, int32_t value, enum alea_lang lang);

/* ---- What a game says, whether or not it has a function for it ------------------------------------------------------------ */

static inline void alea_hide(const struct alea_rules *rules, void *pos, int seat) {
    if (rules->game->secrecy.hide) rules->game->secrecy.hide(rules->tables, pos, seat);
}

static inline void alea_determinize(const struct alea_rules *rules, void *view, int seat, struct alea_random *random) {
    if (rules->game->secrecy.determinize) rules->game->secrecy.determinize(rules->tables, view, seat, random);
}

static inline void alea_derive(const struct alea_rules *rules, void *pos) {
    if (rules->game->derive) rules->game->derive(rules->tables, pos);
}

static inline int alea_broken(const struct alea_rules *rules, const void *pos) {
    return rules->game->broken ? rules->game->broken(rules->tables, pos) : 0;
}

/* Who may act at all: who is waited for, and who need not be. Neither CHANCE nor HOST, which may always. */
static inline alea_actors alea_movers(const struct alea_rules *rules, const void *pos) {
    alea_actors actors = rules->game->actors(rules->tables, pos);
    if (actors == ALEA_ACTORS_OVER || actors == ALEA_ACTORS_CHANCE) return 0;
    alea_actors optional = rules->game->optional ? rules->game->optional(rules->tables, pos) : 0;
    return (actors & ~ALEA_ACTORS_HOST) | optional;
}

/* Does somebody else throw here than the dice of the match? */
static inline bool alea_at_table(const struct alea_rules *rules, const void *pos) {
    return rules->game->campaign.at_table && rules->game->campaign.at_table(rules->tables, pos);
}

/* Who may be told what a seat says to its own side. */
static inline alea_actors alea_team(const struct alea_rules *rules, int seat) {
    return rules->game->campaign.team ? rules->game->campaign.team(rules->tables, seat) : alea_actor(seat);
}

/* Of a seat's move alone: those of CHANCE and HOST can't be taken back. */
static inline bool alea_barrier(const struct alea_rules *rules, const void *before, int seat, alea_move move,
                                const void *after) {
    return !rules->game->barrier || rules->game->barrier(rules->tables, before, seat, move, after);
}

static inline void alea_heuristic(const struct alea_rules *rules, const void *pos, int seat, const alea_move move[], int n,
                                  double worth[]) {
    if (rules->game->strategy.heuristic) rules->game->strategy.heuristic(rules->tables, pos, seat, move, n, worth);
    else
        for (int i = 0; i < n; i++) worth[i] = 0;
}

static inline void alea_tempered(const struct alea_rules *rules, const void *pos, int seat, uint32_t temper,
                                 const alea_move move[], int n, double worth[]) {
    if (rules->game->strategy.tempered) rules->game->strategy.tempered(rules->tables, pos, seat, temper, move, n, worth);
    else alea_heuristic(rules, pos, seat, move, n, worth);
}

int alea_place(const struct alea_rules *rules, const void *pos, int seat); /* from 1; of a game that is over */
/* Which number of words.standing made the difference: the first of those compared in which who won and who comes next differ. -1: none. */
int alea_decisive(const struct alea_rules *rules, const void *pos);
void alea_board(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text);
void alea_hand(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text);
void alea_prompt(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text);
/* A line of several moves in a player's words, as the moves that it stands for one after the other: how many, at most `max`. By the
 * game's own words.order, else by its verbs and names: "reinforce narbonensis 4; attack italia raetia". 0: it can't be read, or is
 * a move alone, which alea_move_read() takes. */
int alea_order(const struct alea_rules *rules, const void *view, int seat, const char *line, alea_move out[], int max);
/* The picture of a view (hidden for `seat`) as a whole SVG, with the check of that view alone in its corner: whoever has the same
 * view can compare it, and nobody else learns from it. False, and nothing added, if the game has no pictures. */
bool alea_picture(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text);

#endif
