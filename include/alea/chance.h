/* SPDX-License-Identifier: MIT */
/* chance.h - random numbers, fair dice, and what a game can be asked about chances. */
#ifndef ALEA_API_CHANCE_H
#define ALEA_API_CHANCE_H

#include "text.h"

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

/* ---- Questions about chance ------------------------------------------------------------------------------------------ */

/* What a game can be asked about chances without a match: "land attack, 7 against 4". The game describes the question; src/odds
 * reads the parameters, solves the chain exactly or by samples, and tells the answer. Games compute nothing but one step. */

enum { ALEA_MAX_NOTES = 3, ALEA_MAX_PARAMETERS = 12, ALEA_MAX_VALUES = 256, ALEA_MAX_MEASURES = 8, ALEA_MAX_STEPS = 6561 };

struct alea_parameter {
    const char *name; /* "stop-below", as on a command line */
    const char *in[ALEA_LANGS];
    /* NULL: whole numbers min..max or, with `set`, names of the game's set. Else value i is words[i], i = 0 .. max; with `set`
     * too, words beside the names ("unknown"): words[i] is -1 - i, and min is minus their number. */
    const char *const *words;
    const char *const (
        *said)[ALEA_LANGS]; /* the words for people, "without forcing"; NULL: none, it is never told of what is at hand */
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
    /* Measures 1 and 2 are how many attackers and defenders are left: a combat, which boards draw as such. The attacker goes on until
     * the rules stop it or, where they let it choose, until fewer are left than parameter `stop` says (0: it can't choose). */
    bool combat;
    int stop;
    size_t memory; /* bytes that begin() may fill for the others, zeroed before; they hold no pointers */
    enum alea_answer (*begin)(const void *tables, const struct alea_values given[], void *memory, struct alea_asked *asked,
                              struct alea_text *why);
    /* How many steps lead on from the state, to states of smaller numbers or to itself (thrown again); 0: it ends here. At most
     * ALEA_MAX_STEPS. */
    int (*steps)(const void *tables, const void *memory, int32_t state, struct alea_step out[]);
    void (*measure)(const void *tables, const void *memory, int32_t state, int32_t out[]);
    void (*sample)(const void *tables, const void *memory, struct alea_random *random, int32_t out[]);
    bool (*row)(const void *tables, const void *memory, int i, int32_t out[]); /* false past the end */
    /* A state where somebody chooses, in words, for the policy: "forced with 3 hoplites left". NULL if nobody does. */
    void (*say_choice)(const void *tables, const void *memory, int32_t state, const struct alea_step *chosen,
                       struct alea_text *text);
};

/* What is told with a question: a label over three numbers, "news of day 3"; label 0: nothing. */
struct alea_note {
    int label;
    int32_t arg[3];
};

/* A question that a position asks by itself: about a combat that has begun, or about what somebody may choose. */
struct alea_at_hand {
    int question;    /* number of the game's */
    bool choice;     /* one of several things that may be chosen; false: it has begun, or comes of the move */
    uint8_t set;     /* whom it is about: this member of a set, */
    int32_t subject; /* Argos; set 0: nobody */
    struct alea_note note[ALEA_MAX_NOTES]; /* those that there are come first */
    struct alea_values value[ALEA_MAX_PARAMETERS];
};

/* The question with all that need not be given; the game fills in the rest. */
static inline void alea_at_hand_begin(struct alea_at_hand *out, const struct alea_question questions[], int question) {
    *out = (struct alea_at_hand){.question = question};
    for (int i = 0; i < questions[question].n_parameters; i++) {
        const struct alea_parameter *parameter = &questions[question].parameters[i];
        out->value[i].n = parameter->list ? 0 : 1;
        out->value[i].at[0] = parameter->standard;
    }
}

#endif
