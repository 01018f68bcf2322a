/* SPDX-License-Identifier: MIT */
/* alea.h - the public API of Alea: the contract of a game, and what the engine builds on it.
 *
 * A position is a value: a plain struct without pointers that memcpy copies and memcmp compares. A game is a set of pure
 * functions over it; chance and the host are actors like the seats, so a list of moves alone replays a match.
 * The comment over `struct alea_game` is the contract. Nothing in a game allocates, does I/O, or keeps global state.
 */
#ifndef ALEA_H
#define ALEA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALEA_VERSION "0.1.0"
#define ALEA_LEN(array) (sizeof(array) / sizeof(*(array)))
#define ALEA_MUST_CHECK __attribute__((warn_unused_result))

/* ---- Seats and actors ------------------------------------------------------------------------------------------- */

enum {
    ALEA_MAX_SEATS = 48,
    ALEA_CHANCE = 62, /* the seat of dice and draws */
    ALEA_HOST = 63,   /* the seat of resignations, limits of time, a Master's rulings */
    ALEA_NONE = 255   /* nobody, nothing; as a seat: a spectator */
};

/* The set of those who may move now: bit i is seat i. A decision node has seat bits only, a chance node is exactly
 * ALEA_ACTORS_CHANCE, and the empty set means that the game is over. HOST may move at any time and is not in the set, but
 * where all others wait for the host (a pause): there it is exactly ALEA_ACTORS_HOST. */
typedef uint64_t alea_actors;
static const alea_actors ALEA_ACTORS_OVER = 0;
static const alea_actors ALEA_ACTORS_CHANCE = UINT64_C(1) << ALEA_CHANCE;
static const alea_actors ALEA_ACTORS_HOST = UINT64_C(1) << ALEA_HOST;

static inline alea_actors alea_actor(int seat) { return UINT64_C(1) << (seat & 63); }

/* ---- Moves ------------------------------------------------------------------------------------------------------ */

/* One small integer: verb in the upper 8 bits, argument in the lower 24. Meaningful to its game alone. */
typedef uint32_t alea_move;

static inline alea_move alea_move_make(unsigned verb, unsigned arg) { return (alea_move)(verb << 24 | arg); }
static inline unsigned alea_move_verb(alea_move move) { return move >> 24; }
static inline unsigned alea_move_arg(alea_move move) { return move & 0xffffffu; }

/* A throw as an argument: up to 3 dice of one side and up to 3 of the other, faces 1 to 7, three bits a die, 0 = no die.
 * Attacker's dice in bits 0-8, defender's in bits 9-17, in the order in which they fell. */
static inline unsigned alea_dice_face(unsigned arg, int side, int die) { return arg >> (9 * side + 3 * die) & 7u; }
static inline unsigned alea_dice_with(unsigned arg, int side, int die, unsigned face) {
    return arg | face << (9 * side + 3 * die);
}

/* One result of a chance node: a move that has this effect, and its weight among the others' (an exact integer). Moves
 * with the same effect may be merged into one outcome. */
struct alea_outcome {
    alea_move move;
    uint32_t weight;
};

/* A numbered rule of a game ("SPQ-LAND-2"); 0 means "no rule is broken". */
typedef uint16_t alea_rule;

/* ---- Random numbers --------------------------------------------------------------------------------------------- */

struct alea_dice; /* fair dice of a match, below */

/* A stream of random numbers. Simulation: SplitMix with a gamma of its own per stream (Steele, Lea and Flood, "Fast
 * splittable pseudorandom number generators", 2014), counter-based: word n is mix(state + n * gamma). The same on every
 * machine and for ever: random_test.c pins the vectors. With `dice` set, words come from the fair dice instead. */
struct alea_random {
    uint64_t state;
    uint64_t gamma;               /* odd */
    const struct alea_dice *dice; /* NULL: the fast generator */
    uint32_t throw_number;        /* fair dice: which throw */
    uint32_t word_number;         /* fair dice: next word of the throw */
    struct alea_ranges *ranges;   /* fair dice: NULL, or where it is noted from how many each number was drawn */
};

enum { ALEA_MAX_RANGES = 16 };

/* Below what each number of a throw was drawn: the faces of its dice. */
struct alea_ranges {
    int n; /* of more than ALEA_MAX_RANGES the first ones are noted */
    uint32_t at[ALEA_MAX_RANGES];
};

/* Stream number `stream` of seed `seed`; the streams of one seed are independent of each other. */
struct alea_random alea_random_stream(uint64_t seed, uint64_t stream);

/* The same of the fair dice; not for callers. */
uint32_t alea_random_fair_word(struct alea_random *random);
uint32_t alea_random_fair_below(struct alea_random *random, uint32_t n);

static inline uint64_t alea_random_mix(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline uint32_t alea_random_word(struct alea_random *random) {
    if (random->dice) return alea_random_fair_word(random);
    random->state += random->gamma;
    return (uint32_t)(alea_random_mix(random->state) >> 32);
}

/* Uniform in 0 .. n-1, n >= 1, by multiplication with rejection (Lemire, "Fast random integer generation in an
 * interval", 2019): exactly uniform. */
static inline uint32_t alea_random_below(struct alea_random *random, uint32_t n) {
    if (random->dice) return alea_random_fair_below(random, n);
    uint64_t product = (uint64_t)alea_random_word(random) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold) product = (uint64_t)alea_random_word(random) * n;
    }
    return (uint32_t)(product >> 32);
}

/* ---- Errors ----------------------------------------------------------------------------------------------------- */

enum alea_lang { ALEA_IT, ALEA_EN, ALEA_LANGS };

/* clang-format off */
/* X(NAME, Italian, English): one table for codes, names and texts. Texts are printf formats whose only conversions are
 * %s, in the same order in both languages; engine/error.h says what each stands for. Names are stable, numbers are not. */
#define ALEA_ERRORS(X)                                                                                                \
    X(NO_MEMORY, "memoria esaurita", "out of memory")                                                                 \
    X(NO_SEAT, "il posto %s non esiste in questa partita", "there is no seat %s in this match")                       \
    X(OVER, "la partita è finita", "the match is over")                                                               \
    X(STALE, "la mossa risponde alla mossa %s, ma la partita è alla mossa %s: riguarda la posizione",                 \
      "the move answers ply %s, but the match stands at ply %s: look at the position again")                          \
    X(REFUSED, "%s: %s", "%s: %s")                                                                                    \
    X(BAD_MOVE, "non capisco la mossa '%s': %s", "can't read the move '%s': %s")                                      \
    X(NO_UNDO, "non si può annullare: %s", "can't undo: %s")                                                          \
    X(NO_ROLL, "qui non c'è nulla da tirare: %s", "nothing to roll here: %s")                                         \
    X(UNKNOWN_GAME, "gioco sconosciuto '%s'; quelli presenti: %s", "unknown game '%s'; there are: %s")                \
    X(BAD_OPTION, "opzione '%s': %s", "option '%s': %s")                                                              \
    X(BAD_SEATS, "%s posti: %s", "%s seats: %s")                                                                      \
    X(BAD_SCENARIO, "scenario non valido: %s", "invalid scenario: %s")                                                \
    X(BAD_TRANSCRIPT, "%s", "%s")                                                                                     \
    X(BAD_VERSION, "versione %s non supportata: %s", "version %s is not supported: %s")                               \
    X(BAD_RESULT, "risultato non valido: %s", "invalid result: %s")                                                   \
    X(BAD_POSITION, "posizione non valida: %s", "invalid position: %s")                                               \
    X(DIVERGED, "il controllo %s non corrisponde (calcolato %s): il file è stato alterato o viene da altre regole",   \
      "check %s does not match (computed %s): the file was altered, or comes from other rules")                       \
    X(TRUNCATED, "il file finisce a metà di una riga: %s", "the file ends in the middle of a line: %s")               \
    X(TOO_LARGE, "troppo grande: %s", "too large: %s")                                                                \
    X(SEALED, "il seme non è ancora aperto: si può verificare solo a partita finita",                                 \
      "the seed is not open yet: dice can be verified once the match is over")                                        \
    X(BAD_DICE, "il tiro %s non viene dal seme: scritto %s, calcolato %s",                                            \
      "throw %s does not come from the seed: written %s, computed %s")                                                \
    X(BAD_COMMITMENT, "il seme non corrisponde all'impegno scritto in testa", "the seed does not match the commitment in the head") \
    X(BAD_WORD, "la parola di %s non è quella promessa", "the word of %s is not the one that was promised")                \
    X(BAD_BEACON, "il faro, giro %s: %s", "the beacon, round %s: %s")                                                 \
    X(NO_ODDS, "%s: %s", "%s: %s")                                                                                    \
    X(NOT_FOUND, "%s non esiste", "%s does not exist")                                                                \
    X(IO, "%s: %s", "%s: %s")                                                                                          \
    X(DAMAGED, "%s: %s", "%s: %s")

enum alea_err {
    ALEA_OK,
#define ALEA_ERR_ENUM(name, it, en) ALEA_ERR_##name,
    ALEA_ERRORS(ALEA_ERR_ENUM)
#undef ALEA_ERR_ENUM
    ALEA_ERRS
};
/* clang-format on */

/* What went wrong, for a person: what, where, what to do. The caller sets `lang` first. */
struct alea_error {
    enum alea_lang lang;
    enum alea_err code;
    alea_rule rule;  /* ALEA_ERR_REFUSED: the rule that forbids the move */
    long ply;        /* the ply concerned, from 1; 0 if none */
    long line;       /* line of the file concerned, from 1; 0 if none */
    char where[192]; /* file, or file and path of the table */
    char text[512];  /* one sentence or two, without a newline */
};

const char *alea_err_name(enum alea_err code); /* "stale"; borrowed for ever */

/* ---- Text ------------------------------------------------------------------------------------------------------- */

/* A growing string with a ceiling. Past `max` bytes it stops growing and `cut` is true; at[len] is always 0 once
 * something was added. */
struct alea_text {
    char *at;
    size_t len, cap, max;
    enum alea_lang lang; /* of the words that are added */
    bool colour;         /* seats are marked with terminal colours beside their letters */
    bool cut;
};

void alea_text_init(struct alea_text *text, size_t max, enum alea_lang lang);
void alea_text_clear(struct alea_text *text); /* frees; the text can be used again */
void alea_text_add(struct alea_text *text, const char *words);
void alea_text_addf(struct alea_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void alea_text_seat(struct alea_text *text, int seat);   /* "A", with its colour if asked for; "-" for ALEA_NONE */
const char *alea_text_str(const struct alea_text *text); /* "" when empty; borrowed until the next change */

/* An identifier with its words. */
struct alea_phrase {
    const char *id;
    const char *in[ALEA_LANGS];
};

/* Names of things that moves, events and positions point at: provinces, seas, cards. */
struct alea_names {
    const struct alea_phrase *at;
    int n;
};

/* What an argument or an index means. From ALEA_SET_GAME on: the game's own sets, in the order of its text file. */
enum { ALEA_SET_NONE, ALEA_SET_NUMBER, ALEA_SET_SEAT, ALEA_SET_DICE, ALEA_SET_RULE, ALEA_SET_GAME = 8 };

struct alea_verb {
    const char *token;          /* as in transcripts: "attack_from"; verbs may share one if their arguments differ in kind */
    uint8_t set;                /* meaning of the argument */
    bool ask;                   /* never played for a person without asking, though it may be the only legal move */
    bool rest;                  /* does no more than its seat must: what is played for who has left the table */
    const char *in[ALEA_LANGS]; /* template: "{1}" is the argument, "{1|one|many}" a word that agrees with it */
};

enum { ALEA_EVENT_ARGS = 4 };

/* What an event is for, to those who tell many of them. */
enum {
    ALEA_ROLE_NEWS,
    ALEA_ROLE_ROUND,   /* a heading; of a ply in which one round ends and another begins, what follows is of the new one */
    ALEA_ROLE_STEP,    /* a heading within a round */
    ALEA_ROLE_MOVE,    /* says no more than that a move was made: who knows the move is told its words instead */
    ALEA_ROLE_ROUTINE, /* of use at its moment alone: reports leave it out */
    ALEA_ROLE_PART,    /* one of many small ones: those that follow each other make one line */
    ALEA_ROLE_TALLY    /* a part whose order does not matter: equal ones are counted together */
};

struct alea_event_kind {
    const char *token;
    uint8_t role; /* ALEA_ROLE_* */
    uint8_t set[ALEA_EVENT_ARGS];
    const char *in[ALEA_LANGS]; /* template over {1} to {4} */
};

/* All words of a game: tables made by tools/texts.py from data/text/<game>.json at build time. */
/* clang-format off */
struct alea_texts {
    struct alea_phrase title, summary;
    const struct alea_verb *verbs;        int n_verbs;  /* verb 0 is unused */
    const struct alea_event_kind *events; int n_events;
    const struct alea_phrase *rules;      int n_rules;  /* rule 0 is unused */
    const struct alea_phrase *labels;     int n_labels;
    const struct alea_phrase *options;    int n_options; /* "siege"; words of its values: "siege=standard" */
    const struct alea_phrase *broken;     int n_broken; /* invariants */
    const char *const *sets;              int n_sets;   /* ids of sets served by alea_game.names */
    const struct alea_names *lists;       int n_lists;  /* sets of words alone; numbered after `sets` */
    const char *const *list_ids;
};
/* clang-format on */

/* ---- Events ----------------------------------------------------------------------------------------------------- */

enum { ALEA_MAX_EVENTS = 256 };

/* Something that a move made happen, told in the order of happening. */
struct alea_event {
    alea_actors audience; /* seats that may know it; all bits set: everybody, spectators too */
    int32_t arg[ALEA_EVENT_ARGS];
    uint16_t kind;
};

struct alea_events {
    int n;
    struct alea_event at[ALEA_MAX_EVENTS];
};

static const alea_actors ALEA_EVERYBODY = ~UINT64_C(0);

/* Is the viewer, a seat or ALEA_NONE (a spectator), among them? */
static inline bool alea_may_know(alea_actors audience, int viewer) {
    return viewer == ALEA_NONE ? audience == ALEA_EVERYBODY : (audience & alea_actor(viewer)) != 0;
}

/* Adds an event; sink may be NULL. A 257th event of one move is dropped (laws.c says that it never happens). */
static inline void alea_emit(struct alea_events *sink, alea_actors audience, unsigned kind, int32_t a, int32_t b, int32_t c,
                             int32_t d) {
    if (!sink || sink->n >= ALEA_MAX_EVENTS) return;
    sink->at[sink->n++] = (struct alea_event){.audience = audience, .arg = {a, b, c, d}, .kind = (uint16_t)kind};
}

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
    bool (*write)(const void *rules, const void *pos, int row, struct alea_text *text);
    bool (*read)(const void *rules, void *pos, int row, const char *words);
};

static inline bool alea_field_is_bits(const struct alea_field *field) {
    return field->type == ALEA_FIELD_BITS16 || field->type == ALEA_FIELD_BITS32 || field->type == ALEA_FIELD_BITS64;
}

/* ---- Options ---------------------------------------------------------------------------------------------------- */

enum { ALEA_MAX_OPTIONS = 24 };

struct alea_option {
    const char *key;
    const char *const *words; /* NULL: a whole number min..max; else value i is words[i], min = 0, max = number - 1 */
    int32_t min, max;
    int32_t standard; /* used when not given and the game does not decide otherwise */
};

struct alea_options {
    int32_t value[ALEA_MAX_OPTIONS]; /* in the order of alea_game.options */
    bool given[ALEA_MAX_OPTIONS];
};

/* ---- Battles ---------------------------------------------------------------------------------------------------- */

enum { ALEA_MAX_BATTLE = 128 };

/* How a combat may end: chances that add up to 1. */
struct alea_battle {
    int attackers, defenders; /* those that may fall: 0 .. ALEA_MAX_BATTLE */
    bool exact;               /* false: an estimate */
    double win;               /* the attacker reaches what it fights for */
    double attackers_left[ALEA_MAX_BATTLE + 1], defenders_left[ALEA_MAX_BATTLE + 1]; /* that exactly so many are left */
};

/* ---- Questions about chance ------------------------------------------------------------------------------------------ */

/* What a game can be asked about chances without a match: "land attack, 7 against 4". The game describes the question; src/odds
 * reads the parameters, solves the chain exactly or by samples, and tells the answer. Games compute nothing but one step. */

enum { ALEA_MAX_PARAMETERS = 12, ALEA_MAX_VALUES = 128, ALEA_MAX_MEASURES = 8, ALEA_MAX_STEPS = 6561 };

struct alea_parameter {
    const char *name; /* "stop-below", as on a command line */
    const char *in[ALEA_LANGS];
    /* NULL: whole numbers min..max or, with `set`, names of the game's set. Else value i is words[i], i = 0 .. max; with `set`
     * too, words beside the names ("unknown"): words[i] is -1 - i, and min is minus their number. */
    const char *const *words;
    int32_t min, max;
    int32_t standard; /* when it is not given; outside min..max: whatever begin() makes of that */
    bool wanted;      /* must be given */
    bool list;        /* up to ALEA_MAX_VALUES of them: "3,1,2"; of names "legionary*3,archer" too */
    uint8_t set;      /* 0, or whose names the values are */
};

/* The values of one parameter. */
struct alea_values {
    int n; /* 1 if it is no list; 0: a list that was not given */
    int32_t at[ALEA_MAX_VALUES];
};

/* One number that the end of a question leads to: forces left, prestige spent. */
struct alea_measure {
    const char *name; /* "attackers_left"; measure 0 is the one that wins: its values are 0 and 1 (but of `joint` ends) */
    const char *in[ALEA_LANGS];
};

/* A step of a chain: to which state, and its weight among the others. Where the question lets somebody choose, all weights are 0
 * and the best one is taken. */
struct alea_step {
    int32_t next;
    uint64_t weight;
};

enum alea_answer {
    ALEA_ANSWER_NONE,   /* such forces can't be: `why` was told, in why->lang */
    ALEA_ANSWER_CHAIN,  /* exact, by steps() and measure() */
    ALEA_ANSWER_SAMPLE, /* by sample(): too large to be exact */
    ALEA_ANSWER_ROWS    /* a table without chance, by row() */
};

/* How a question begins. */
struct alea_asked {
    long effort;    /* told to begin(): about how many steps a chain that could be sampled may cost; 0: any number */
    int32_t states; /* CHAIN: they are 0 .. states - 1, */
    int32_t start;  /* and this is the first */
    int32_t most[ALEA_MAX_MEASURES]; /* each measure is 0 .. most; -1: this question leaves it out */
    /* Of a choice: the measure whose expected value is wanted highest; ~i: lowest. Among equals `then` likewise. */
    int best, then;
    bool joint; /* tell the ends one by one, not each measure by itself */
};

struct alea_question {
    const char *name; /* "land" */
    const char *in[ALEA_LANGS];
    const char *example; /* "--attackers 7 --defenders 4" */
    const struct alea_parameter *parameters;
    int n_parameters;
    const struct alea_measure *measures;
    int n_measures;
    const char *rows; /* of ROWS: what they are, "frontier" */
    const struct alea_measure *columns;
    int n_columns;
    size_t memory; /* bytes that begin() may fill for the others, zeroed before; they hold no pointers */
    enum alea_answer (*begin)(const void *rules, const struct alea_values given[], void *memory, struct alea_asked *asked,
                              struct alea_text *why);
    /* How many steps lead on from the state, to states of smaller numbers or to itself (thrown again); 0: it ends here. At most
     * ALEA_MAX_STEPS. */
    int (*steps)(const void *rules, const void *memory, int32_t state, struct alea_step out[]);
    void (*measure)(const void *rules, const void *memory, int32_t state, int32_t out[]);
    void (*sample)(const void *rules, const void *memory, struct alea_random *random, int32_t out[]);
    bool (*row)(const void *rules, const void *memory, int i, int32_t out[]); /* false past the end */
    /* A state where somebody chooses, in words, for the policy: "forced with 3 hoplites left". NULL if nobody does. */
    void (*say_choice)(const void *rules, const void *memory, int32_t state, const struct alea_step *chosen,
                       struct alea_text *text);
};

enum { ALEA_LEVELS = 3 }; /* of bots: easy, normal, hard */

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

/* A game. One static const object each; `rules` is the game's own table struct, immutable once loaded and shared by all
 * positions and threads; `pos` is the game's position struct.
 *
 * Laws (tests/laws.c proves them for every game, option set and number of seats):
 *  - Every function is pure: same arguments, same result; only `out`, `pos` where not const, and the sink are written.
 *  - legal() lists each legal move of that seat once, in ascending order, at most max_legal of them, and nothing for a
 *    seat that is not among actors(). For ALEA_HOST it lists the host's moves, at any time while the game is on; of a verb
 *    whose argument is a number (ALEA_SET_NUMBER: a sum of money) it may list some only.
 *  - why_not() is 0 exactly for the moves in legal(); at a chance node, for seat ALEA_CHANCE, exactly for the moves that
 *    can be thrown. For ALEA_HOST it is 0 for all that legal() lists, for other numbers as the rules have it, and, if the
 *    game lets the host tell what fell at a real table, for moves of CHANCE at a chance node, which then do the same.
 *    It accepts any integer as a move.
 *  - apply() assumes a move for which why_not() is 0 and never fails.
 *  - outcomes() has at most max_outcomes entries with positive weights; applying roll() equals applying one of them.
 *  - hide() makes what `seat` can't know zero (or a stated blank): positions that differ only there become equal bytes.
 *    legal() and the texts of a hidden position are those of the true one, for that seat. hide() twice is hide() once.
 *    guess() after hide(), where seats decide, gives a position that can be, and hiding that again gives the same view; it
 *    is asked neither at chance nodes nor at the end.
 *  - A view holds all that its seat has learnt: histories that end in one view leave the same positions possible. Not asked
 *    of a game that says `forgets`.
 *  - All members that `fields` does not list are what derive() computes from the others; padding is zero.
 *  - Who may do something else after a ply hears of that ply, and so does who sees something else after a seat's.
 *  - Where a seat has one legal move, whose verb does not ask, that it is made at once tells nobody what is hidden from them.
 *  - Moves whose verbs `rest` come to an end: somebody else is to act then, or something has to be chosen. */
struct alea_game {
    const char *id;
    int rules_version;  /* grows when an old transcript could replay otherwise */
    bool listed;        /* false: for tests alone */
    bool forgets;       /* views keep what was last learnt, not every history: the law of recall is not asked */
    bool views_say_all; /* appraise() looks at a view as it is: nothing has to be guessed for it */
    int min_seats, max_seats;
    int seat_set; /* names the seats, in order, where there are as many of both (Sparta, Athens); 0: they have letters alone */
    size_t position_size; /* bytes */
    size_t rules_size;    /* bytes */
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

    /* Fills the (zeroed) rules from the data; completes options that were not given. False after the loader was told why. */
    bool (*load)(struct alea_loader *in, int seats, struct alea_options *options, void *rules);
    struct alea_names (*names)(const void *rules, int set);

    void (*setup)(const void *rules, void *pos); /* pos arrives zeroed */
    alea_actors (*actors)(const void *rules, const void *pos);
    int (*legal)(const void *rules, const void *pos, int seat, alea_move out[]);
    alea_rule (*why_not)(const void *rules, const void *pos, int seat, alea_move move);
    void (*apply)(const void *rules, void *pos, int seat, alea_move move, struct alea_events *sink);
    alea_move (*roll)(const void *rules, const void *pos, struct alea_random *random);
    int (*outcomes)(const void *rules, const void *pos, struct alea_outcome out[]);
    void (*score)(const void *rules, const void *pos, double out[]); /* one per seat; adds up to 1; 0s while it lasts */
    int (*place)(const void *rules, const void *pos, int seat);      /* final place from 1; ties share one */
    int (*round)(const void *rules, const void *pos);                /* for people and statistics, from 0 */
    /* True when `seat`'s `move`, which led from `before` to `after`, can't be taken back whatever follows: something
     * hidden or random was seen, or the right to move was handed on. CHANCE and HOST moves always are barriers. */
    bool (*barrier)(const void *rules, const void *before, int seat, alea_move move, const void *after);

    /* Who may know that `seat` made this move at `before`; seats and, for everybody, spectators. NULL: those who hear all
     * of its events, and who made it. */
    alea_actors (*audience)(const void *rules, const void *before, int seat, alea_move move);

    void (*hide)(const void *rules, void *pos, int seat);
    void (*guess)(const void *rules, void *pos, int seat, struct alea_random *random);
    int (*broken)(const void *rules, const void *pos); /* 0, or the invariant broken: index into texts->broken */
    void (*derive)(const void *rules, void *pos);

    /* How good each of the `n` legal moves of a node looks to a sensible player at `pos` (complete, maybe guessed; a view
     * if the game `views_say_all`): higher is better; comparable among the moves of one call only. What `greedy` plays by. They come together, in the order of
     * legal(), so that what they share is worked out once. */
    void (*appraise)(const void *rules, const void *pos, int seat, const alea_move move[], int n, double worth[]);
    /* What each seat will score, as well as one can tell at a glance from a complete position: at least 0, adding up to 1; at the
     * end what score() says. What tree search and reviews reckon by: calibrated, so that of games that stand at 0.7 seven in ten
     * are won between equals. NULL: they play on to the end. */
    void (*estimate)(const void *rules, const void *pos, double out[]);
    int horizon;                     /* plies that tree search plays on by appraise() before it asks estimate() */
    const char *levels[ALEA_LEVELS]; /* the bots behind "easy", "normal" and "hard": "search:2000it"; NULL: greedy */

    /* What studies count. observe() adds to the cells, row by row, statistic after statistic, what the ply that led from `before` to
     * `after` brought; it is asked for every ply of a game, in order. */
    const struct alea_statistic *statistics;
    int n_statistics;
    void (*observe)(const void *rules, const void *before, int seat, alea_move move, const void *after, double tally[]);

    const struct alea_question *questions; /* what `alea odds` answers without a match */
    int n_questions;

    /* Words, in text->lang. `pos` is a view of `seat`. */
    void (*board)(const void *rules, const void *pos, int seat, struct alea_text *text);  /* the whole, 80 columns wide */
    void (*places)(const void *rules, const void *pos, int seat, struct alea_text *text); /* the map as a table of places
                                                                        and neighbours; NULL if the board says it all */
    void (*hand)(const void *rules, const void *pos, int seat, struct alea_text *text);   /* what this seat alone holds */
    void (*prompt)(const void *rules, const void *pos, int seat, struct alea_text *text); /* what is to be decided */
    /* A few words beside a choice: forces, the exact chance. NULL if the game has none. */
    void (*remark)(const void *rules, const void *pos, int seat, alea_move move, struct alea_text *text);
    bool (*odds)(const void *rules, const void *pos, int seat, struct alea_text *text); /* false: nothing at hand */
    /* The same as JSON in the game's own shape, for a board that draws it: what `seat`'s legal move leads to or, if move is 0, what
     * is at hand. False, and nothing added, where there are no chances to tell. NULL if the game has none. */
    bool (*detail)(const void *rules, const void *pos, int seat, alea_move move, struct alea_text *text);
    /* What `seat` should hear before it makes this move, because it can't be mended afterwards: what it would lose, by which rule,
     * and how to avoid it; a sentence or two, without a newline. Adds nothing where nothing is to be feared, and for moves that
     * are not legal. NULL if the game never warns. */
    void (*warn)(const void *rules, const void *pos, int seat, alea_move move, struct alea_text *text);
    /* Brief, without a newline: what `seat` would gain or lose if it were its turn, or the end of the round, now ("+3: largest
     * empire, 2 centres"). `pos` is a view of `viewer`. Adds nothing where there is nothing to tell. NULL if the game has none. */
    void (*forecast)(const void *rules, const void *pos, int viewer, int seat, struct alea_text *text);
    /* The chances of the combat that `seat`'s move (legal, or made already and at hand) begins or goes on with, when the attacker
     * goes on until the rules stop it or, where they let it choose, until fewer than `stop` of its own are left (0: never).
     * `pos` is a view of anybody's. False: no combat, or too little is known of it. NULL if the game has none. */
    bool (*battle)(const void *rules, const void *pos, int seat, alea_move move, int stop, struct alea_battle *out);

    /* A whole order in a player's words, in any of the languages, as the small moves that enter it one after the other: how
     * many, at most `max`. 0: the line is no order that this game reads. They are well-formed; whether they are legal is not
     * looked at, the door will say. NULL if the game has no such words. */
    int (*order)(const void *rules, const void *view, int seat, const char *line, alea_move out[], int max);
};

/* The games that were built in, ordered by id. NULL past the end. */
const struct alea_game *alea_game_at(int index);
const struct alea_game *alea_game_find(const char *id);   /* NULL if there is none */
bool alea_game_has_secrets(const struct alea_game *game); /* is there anything that some seat can't know? */
/* Its data/ID.json, of *n bytes, without a 0 behind; none for a game that is not registered. */
const char *alea_game_data(const struct alea_game *game, size_t *n);

/* ---- Rules: a game made ready with options and data ---------------------------------------------------------------- */

enum { ALEA_HASH_BYTES = 32, ALEA_MAX_SCENARIO_BYTES = 1 << 20 };

/* Read-only for all but engine/rules.c. */
struct alea_rules {
    const struct alea_game *game;
    const void *tables; /* what the game's functions take as `rules` */
    int seats;
    struct alea_options options; /* complete */
    bool has_scenario;
    uint8_t scenario[ALEA_HASH_BYTES]; /* BLAKE2b-256 of the scenario's bytes */
    char scenario_name[64];
};

/* Text of a scenario file (JSON): replaces tables of the game's own data. */
struct alea_scenario {
    const char *name; /* for messages and the transcript's head */
    const char *bytes;
    size_t n_bytes;
};

/* `options` are n strings "key=value", in any order, none twice. scenario may be NULL. NULL on error. */
struct alea_rules *alea_rules_new(const struct alea_game *game, int seats, const char *const options[], int n_options,
                                  const struct alea_scenario *scenario, struct alea_error *error);
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

/* ---- Moves, events and positions as text ------------------------------------------------------------------------------- */

void alea_move_write(const struct alea_rules *rules, alea_move move, struct alea_text *text); /* "attack_from italia" */
/* Reads what alea_move_write writes (case and extra blanks don't matter; unknown words are answered with the nearest). */
ALEA_MUST_CHECK enum alea_err alea_move_read(const struct alea_rules *rules, const char *line, alea_move *move,
                                             struct alea_error *error);
void alea_move_say(const struct alea_rules *rules, alea_move move, struct alea_text *text);
void alea_event_say(const struct alea_rules *rules, const struct alea_event *event, struct alea_text *text);
void alea_name_say(const struct alea_rules *rules, int set, long index, struct alea_text *text);
/* For programs: the set's name, "province", "number", "seat", "dice", "rule", NULL for ALEA_SET_NONE; and what is the index's
 * name there, as in transcripts: "italia", "12", "A", "6 4 - 5", "SPQ-LAND-2", "-" for nobody. */
const char *alea_set_id(const struct alea_game *game, int set);
void alea_value_id(const struct alea_rules *rules, int set, long index, struct alea_text *text);
/* The words of a label, option or rule in text->lang, after templates were filled with `args` (n of them, sets given). */
void alea_say(const struct alea_rules *rules, const char *template_, int n, const uint8_t sets[], const int32_t args[],
              struct alea_text *text);
/* The only one of n legal moves, which the game lets be made for a person without asking. */
bool alea_moves_forced(const struct alea_game *game, const alea_move legal[], int n);
const char *alea_rule_id(const struct alea_game *game, alea_rule rule); /* "SPQ-LAND-2" */
const char *alea_rule_words(const struct alea_game *game, alea_rule rule, enum alea_lang lang);

void alea_position_write(const struct alea_rules *rules, const void *pos, struct alea_text *text);
void alea_position_json(const struct alea_rules *rules, const void *pos, struct alea_text *text);
/* The value of one member in that, without its name; and the bytes of a position that it stands for, from field->offset. Where
 * they are the same, so is the value; but not of ALEA_FIELD_OWN: such members may have bytes in common. */
void alea_field_json(const struct alea_rules *rules, const struct alea_field *field, const void *pos,
                     struct alea_text *text);
size_t alea_field_size(const struct alea_field *field);
/* The JSON schema of what alea_position_json() writes of positions of this game: all members, all names, nothing else. */
void alea_view_schema(const struct alea_rules *rules, struct alea_text *text);
/* Lays the lines over `pos` (other members stay), then derives. A line with an element `*=n` sets all elements. */
ALEA_MUST_CHECK enum alea_err alea_position_read(const struct alea_rules *rules, const char *lines, void *pos,
                                                 struct alea_error *error);
uint64_t alea_position_hash(const struct alea_rules *rules, const void *pos); /* over the bytes; pinned */

/* ---- Fair dice ---------------------------------------------------------------------------------------------------- */

enum {
    ALEA_SEED_BYTES = 32,
    ALEA_WORD_BYTES = 64,
    ALEA_SALT_BYTES = 16,
    ALEA_SIGNATURE_BYTES = 96, /* of a beacon's round, at most */
    ALEA_MAX_UNOPENED = 16,
    ALEA_MAX_ROUND = 999999999
};

/* A round of a public beacon (drand), named in the head before anybody can know what comes of it. */
struct alea_beacon {
    bool named;
    bool out;                            /* it has come out: what stands below is known */
    uint8_t chain[ALEA_HASH_BYTES];      /* the hash by which the beacon's chain is known */
    uint64_t round;                      /* 1 .. ALEA_MAX_ROUND */
    uint8_t randomness[ALEA_HASH_BYTES]; /* SHA-256 of the signature */
    uint8_t signature[ALEA_SIGNATURE_BYTES];
    size_t n_signature;
};

/* Word w (32 bits, little endian) of throw n is bytes 4w mod 64 .. +3 of block w / 16:
 *   BLAKE2b-512(key = seed, "alea dice 1" | n as 8 bytes | block as 4 bytes | words), integers little endian,
 * where `words` is, for each seat in turn, the length of its word as one byte and the word. With a beacon:
 *   BLAKE2b-512(key = seed, "alea dice 2" | n as 8 bytes | block as 4 bytes | words | round as 8 bytes | randomness) */
struct alea_dice {
    uint8_t seed[ALEA_SEED_BYTES];
    int seats;
    char word[ALEA_MAX_SEATS][ALEA_WORD_BYTES + 1];
    struct alea_beacon beacon; /* no throw before it is out */
};

void alea_seed_new(uint8_t seed[ALEA_SEED_BYTES]); /* from the system */
void alea_salt_new(uint8_t salt[ALEA_SALT_BYTES]); /* from the system */
/* Commitment to a seed: BLAKE2b-256("alea seed 1" | seed). */
void alea_seed_commit(const uint8_t seed[ALEA_SEED_BYTES], uint8_t commitment[ALEA_HASH_BYTES]);
/* Promise of a seat's word to whoever committed to that seed: BLAKE2b-256("alea word 1" | commitment | seat as one byte | word). */
void alea_word_promise(const uint8_t commitment[ALEA_HASH_BYTES], int seat, const char *word,
                       uint8_t promise[ALEA_HASH_BYTES]);
/* What a name is bound by: BLAKE2b-256("alea name 1" | salt | name). Without the salt nobody can test a guess of the name. */
void alea_name_bind(const uint8_t salt[ALEA_SALT_BYTES], const char *name, uint8_t bound[ALEA_HASH_BYTES]);
/* The named round came out so. False, and nothing changed: the randomness is not the signature's hash, or the signature's size is
 * none. Whether the beacon signed it is not looked at. */
ALEA_MUST_CHECK bool alea_beacon_open(struct alea_beacon *beacon, const uint8_t randomness[ALEA_HASH_BYTES],
                                      const uint8_t *signature, size_t n_signature);
struct alea_random alea_dice_throw(const struct alea_dice *dice, uint32_t throw_number); /* borrows dice */

/* ---- Matches ------------------------------------------------------------------------------------------------------- */

enum alea_dice_kind {
    ALEA_DICE_FAIR,   /* from a committed seed */
    ALEA_DICE_BY_HAND /* typed in; visible for ever in the head */
};

struct alea_seat_head {
    char who[32];  /* "human", "bot:greedy" */
    char name[64]; /* what the person is called; may be empty */
};

/* A draw before this one that came to nothing: the seat promised a word, and did not tell it in time. */
struct alea_unopened {
    uint8_t seat;
    uint8_t commitment[ALEA_HASH_BYTES]; /* to the seed of that draw */
};

/* The name that a seat had at the start. */
struct alea_bound {
    bool bound;    /* by this hash */
    bool has_salt; /* false: it was erased, and with it what could tell the name */
    uint8_t hash[ALEA_HASH_BYTES], salt[ALEA_SALT_BYTES];
};

/* What stands at the head of a transcript. */
struct alea_match_head {
    enum alea_dice_kind dice_kind;
    bool has_seed;         /* false: sealed (the commitment is all that is known) */
    struct alea_dice dice; /* seed, words and beacon */
    uint8_t commitment[ALEA_HASH_BYTES];
    uint8_t promise[ALEA_MAX_SEATS][ALEA_HASH_BYTES]; /* of the words, made before any was told; zeros: none */
    int n_unopened;
    struct alea_unopened unopened[ALEA_MAX_UNOPENED];
    struct alea_bound name[ALEA_MAX_SEATS];
    struct alea_seat_head seat[ALEA_MAX_SEATS];
};

struct alea_ply {
    alea_move move;
    uint8_t seat;     /* a seat, ALEA_CHANCE or ALEA_HOST */
    const char *note; /* NULL, or a reason or bulletin, as alea_note_say() reads it; owned by the match */
};

/* Who may know the move of a ply that was made at `before` and had these events, all of them; who hears anything of it: they
 * that may know the move, or one of the events at least. */
alea_actors alea_ply_known(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *all);
alea_actors alea_ply_heard(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *all);
/* A note in words, in the language of the text: a key of Alea's own ("@clock"), or what somebody typed. */
void alea_note_say(const char *note, struct alea_text *text);
/* The host's move by which that seat gives up; false if the game has none for a single seat. */
bool alea_resign_move(const struct alea_rules *rules, int seat, alea_move *move);

struct alea_match;

/* A new match: takes `rules` (freed with the match; on error they stay the caller's) and a copy of the head, cleaned of
 * what a transcript can't hold: dice are thrown with the words as alea_match_head() tells them. A commitment of zeros is
 * filled in from the seed; any other is kept, for alea_match_verify() to compare. */
struct alea_match *alea_match_new(struct alea_rules *rules, const struct alea_match_head *head, struct alea_error *error);
void alea_match_free(struct alea_match *match);

const struct alea_rules *alea_match_rules(const struct alea_match *match);
const struct alea_match_head *alea_match_head(const struct alea_match *match);
/* Somebody else sits there from now on, or is called otherwise. The words for the dice stay what they are. */
void alea_match_sit(struct alea_match *match, int seat, const struct alea_seat_head *who);
/* The round of the beacon that the head names has come out: dice can be thrown from now on. The same again changes nothing. */
ALEA_MUST_CHECK enum alea_err alea_match_open_beacon(struct alea_match *match, const uint8_t randomness[ALEA_HASH_BYTES],
                                                     const uint8_t *signature, size_t n_signature, struct alea_error *error);
/* Takes from the head all that could tell the name that the seat had at the start: what it is bound by stays. */
void alea_match_forget_name(struct alea_match *match, int seat);
const void *alea_match_position(const struct alea_match *match); /* the true position, now */
long alea_match_plies(const struct alea_match *match);
const struct alea_ply *alea_match_ply(const struct alea_match *match, long ply); /* from 1; borrowed until a change */
alea_actors alea_match_actors(const struct alea_match *match);
/* Has the seat one legal move, which the game lets be made for it? That it is made at once tells nobody what is hidden from
 * them (a law), so a server may make it. */
bool alea_match_forced(const struct alea_match *match, int seat, alea_move *move);
void alea_match_view(const struct alea_match *match, int seat, void *pos); /* hidden for seat */
/* The position after `ply` plies, 0 .. alea_match_plies(). */
void alea_match_position_at(const struct alea_match *match, long ply, void *pos);

/* The one door for moves from outside: a person, a file, the network, a bot. `ply` is the number of plies that the sender
 * has seen. Checks, in this order: seat exists; the game is not over; ply is current; the move is legal. On error nothing
 * has changed. events (may be NULL) is emptied and filled. note may be NULL. */
ALEA_MUST_CHECK enum alea_err alea_match_play(struct alea_match *match, long ply, int seat, alea_move move, const char *note,
                                              struct alea_events *events, struct alea_error *error);
/* At a chance node of a match with fair dice and an open seed: makes the throw and plays it. */
ALEA_MUST_CHECK enum alea_err alea_match_roll(struct alea_match *match, struct alea_events *events,
                                              struct alea_error *error);
/* Takes back the last ply of the match, if it is `seat`'s and no barrier, and the match goes on; it vanishes from the
 * record. */
ALEA_MUST_CHECK enum alea_err alea_match_undo(struct alea_match *match, int seat, struct alea_error *error);
bool alea_match_can_undo(const struct alea_match *match, int seat);

/* ---- Transcripts: docs/transcript.md ------------------------------------------------------------------------------------ */

enum { ALEA_MAX_TRANSCRIPT_BYTES = 64 << 20, ALEA_MAX_LINE_BYTES = 4096 };

enum alea_transcript_flags {
    ALEA_TRANSCRIPT_SEALED = 1,  /* leave an unfinished match's seed out */
    ALEA_TRANSCRIPT_EXPLAIN = 2, /* under each move, as comments: words, events, number of legal moves, hashes */
    ALEA_TRANSCRIPT_FACES = 4    /* under each throw of an open seed, as a comment: the faces of its dice ("# of 6 4") */
};

void alea_transcript_write(const struct alea_match *match, unsigned flags, struct alea_text *text);
/* As the viewer, a seat or ALEA_NONE, may have it. While the match lasts: the seed sealed, plies numbered as the viewer hears of
 * them, "# N ..." in place of a move that it may not know, and no checks if the game has secrets, since they could be guessed from
 * them. After the end: everything, and the faces of the dice. */
void alea_transcript_write_for(const struct alea_match *match, int viewer, unsigned flags, struct alea_text *text);

/* Parses and replays. Each move goes through the door; check hashes and the result are compared. `name` is for messages.
 * When `faults` is not NULL it is called for each fault and reading goes on as far as it makes sense; the last error is
 * also in *error. `scenario` is needed when the head names one. Returns NULL if no match could be made of it at all;
 * a match as far as it was sound, with error->code != ALEA_OK, after a fault in a move. A last line without its newline
 * that can't be read is a fault of code ALEA_ERR_TRUNCATED. */
struct alea_match *alea_transcript_read(const char *name, const char *bytes, size_t n_bytes,
                                        const struct alea_scenario *scenario,
                                        void (*faults)(void *context, const struct alea_error *error), void *context,
                                        struct alea_error *error);

/* Recomputes the commitment, the promises of the words, the beacon's randomness and every throw of a match whose seed is open.
 * Counts the throws that are good in *n_throws. ALEA_ERR_NO_ROLL for dice by hand: there is nothing to verify. */
ALEA_MUST_CHECK enum alea_err alea_match_verify(const struct alea_match *match, long *n_throws, struct alea_error *error);

bool alea_is_promised(const struct alea_match_head *head, int seat);
/* Is the seat called as it was at the start? */
enum alea_called { ALEA_CALLED_UNBOUND, ALEA_CALLED_THE_SAME, ALEA_CALLED_OTHERWISE, ALEA_CALLED_ERASED };
enum alea_called alea_match_called(const struct alea_match *match, int seat);

/* ---- Chains: what each viewer has heard of ------------------------------------------------------------------------------ */

/* What a viewer, a seat or ALEA_NONE, has heard of a match with fair dice, as hashes in which each holds all before it:
 *   link of no ply    BLAKE2b-256("alea chain 1" | salt | head)
 *   link of the next  BLAKE2b-256(link before | line)
 * where the head is what alea_transcript_fixed() writes, the line is that of the viewer's own transcript, without a newline, and
 * the salt keeps others from testing what a viewer may have heard: alea_chain_salt(). A ply of which the viewer doesn't hear has no
 * link, so links count no secrets. A ply that is taken back takes its link along: who keeps chains keeps the older links too. */
struct alea_chain {
    int viewer;
    long heard; /* plies */
    uint8_t link[ALEA_HASH_BYTES];
};

/* The first 16 bytes of BLAKE2b-256(key = seed, "alea salt 1" | "chain" | viewer as one byte, 255 for ALEA_NONE). */
void alea_chain_salt(const uint8_t seed[ALEA_SEED_BYTES], int viewer, uint8_t salt[ALEA_SALT_BYTES]);
/* Before the first ply. The match must hold its seed. ALEA_ERR_NO_MEMORY is the only fault of these. */
ALEA_MUST_CHECK enum alea_err alea_chain_begin(struct alea_chain *chain, const struct alea_match *match, int viewer);
/* That ply was played, of which some know the move and some hear something: alea_ply_known(), alea_ply_heard(). */
ALEA_MUST_CHECK enum alea_err alea_chain_add(struct alea_chain *chain, const struct alea_rules *rules,
                                             const struct alea_ply *ply, alea_actors known, alea_actors heard);
/* After the first `plies` plies of the match, by replay. */
ALEA_MUST_CHECK enum alea_err alea_match_chain(const struct alea_match *match, int viewer, long plies,
                                               struct alea_chain *chain);
/* After which ply of the match, from 0, the viewer's link begins with these bytes; -1: after none. */
ALEA_MUST_CHECK enum alea_err alea_match_find_link(const struct alea_match *match, int viewer, const uint8_t *begins,
                                                   size_t n_begins, long *ply);
/* The lines of the head that nothing changes after the start, in words that every release writes alike. */
void alea_transcript_fixed(const struct alea_match *match, struct alea_text *text);

#endif
