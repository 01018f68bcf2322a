/* SPDX-License-Identifier: MIT */
/* text.h - errors and words: growing texts, the table of errors, the words of a game, moves and positions as text. */
#ifndef ALEA_API_TEXT_H
#define ALEA_API_TEXT_H

#include "values.h"

struct alea_game;
struct alea_rules;
struct alea_field;

/* ---- Errors ----------------------------------------------------------------------------------------------------- */

enum alea_lang { ALEA_IT, ALEA_EN, ALEA_LANGS };

/* clang-format off */
/* One table for codes, names and texts, which are in data/text/engine.json; engine/error.h says what fills their %s. Names are
 * stable, numbers are not. */
#define ALEA_ERRORS(X) \
    X(NO_MEMORY) X(NO_SEAT) X(OVER) X(STALE) X(REFUSED) X(BAD_MOVE) X(NO_UNDO) X(NO_REWIND) X(NO_ROLL) X(UNKNOWN_GAME) \
    X(BAD_OPTION) X(BAD_SEATS) X(BAD_SCENARIO) X(BAD_TRANSCRIPT) X(BAD_VERSION) X(BAD_RESULT) X(BAD_POSITION) X(BAD_POST) \
    X(DIVERGED) X(TRUNCATED) X(TOO_LARGE) X(SEALED) X(BAD_DICE) X(BAD_COMMITMENT) X(BAD_WORD) X(BAD_BEACON) X(NO_ODDS) \
    X(NOT_FOUND) X(IO) X(DAMAGED)

enum alea_err {
    ALEA_OK,
#define ALEA_ERR_ENUM(name) ALEA_ERR_##name,
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

/* A growing string with a ceiling. Past `max` bytes it stops growing and `truncated` is true; at[len] is always 0 once
 * something was added. */
struct alea_text {
    char *at;
    size_t len, cap, max;
    enum alea_lang lang;          /* of the words that are added */
    const char *const *seat_name; /* by which words call seats, "" of one that has none; NULL: all by their letters */
    bool colour;                  /* seats are marked with terminal colours beside their letters */
    bool truncated;
};

void alea_text_init(struct alea_text *text, size_t max, enum alea_lang lang);
void alea_text_clear(struct alea_text *text); /* frees; the text can be used again */
void alea_text_add(struct alea_text *text, const char *words);
void alea_text_addf(struct alea_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void alea_text_escape(struct alea_text *text,
                      const char *words);                /* as XML has them; what is not fit to be shown is left out */
void alea_text_seat(struct alea_text *text, int seat);   /* "A", with its colour if asked for; "-" for ALEA_NONE */
const char *alea_text_str(const struct alea_text *text); /* "" when empty; borrowed until the next change */

/* Columns that n bytes take on a screen: colours and marks that sit on a letter take none, letters of East Asia and pictures two. */
int alea_text_columns(const char *words, size_t n);
/* Blanks after what was added since the text was `from` bytes long, until it is so many columns wide. */
void alea_text_fill(struct alea_text *text, size_t from, int width);
void alea_text_pad(struct alea_text *text, const char *words, int width); /* adds the words and fills up */

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
    uint16_t note;              /* the rule that holds people to a reason, as the note of the ply; 0: none does */
    const char *in[ALEA_LANGS]; /* template: "{1}" is the argument, "{1|one|many}" a word that agrees with it */
};

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

/* What a scenario must leave as it is for a rule's sentence to be true: else it says `otherwise` or, where that is NULL, the
 * game's `changed`. */
struct alea_condition {
    alea_rule rule;
    const char *what;   /* a hole, or the path of a table */
    const char *equals; /* the hole that it is equal to; NULL: it is a table, and */
    const char *shape;  /* what is there in the game's own data, as JSON with 0 for all numbers */
    const char *otherwise[ALEA_LANGS];
};

/* All words of a game: tables made by tools/texts.py from data/text/<game>.json at build time. */
/* clang-format off */
struct alea_texts {
    struct alea_phrase title, summary;
    const struct alea_verb *verbs;        int n_verbs;  /* verb 0 is unused */
    const struct alea_event_kind *events; int n_events;
    const struct alea_phrase *rules;      int n_rules;  /* rule 0 is unused; templates over holes: {0}, {3|man|men} */
    const char *const *holes;             int n_holes;  /* what fills them: "limits.prestige_max", from the data in play */
    const struct alea_condition *conditions; int n_conditions; /* of rules' sentences, against scenarios */
    struct alea_phrase changed; /* what a rule says where its condition does not hold */
    const struct alea_phrase *labels;     int n_labels;
    const struct alea_phrase *options;    int n_options; /* "siege"; words of its values: "siege=standard" */
    const struct alea_phrase *broken;     int n_broken; /* invariants */
    const char *const *sets;              int n_sets;   /* ids of sets served by alea_game.names */
    const struct alea_names *lists;       int n_lists;  /* sets of words alone; numbered after `sets` */
    const char *const *list_ids;
};
/* clang-format on */

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
/* The rule's sentence, with the numbers of the data in play: those of a scenario, where there is one. */
void alea_rule_say(const struct alea_rules *rules, alea_rule rule, struct alea_text *text);

void alea_position_write(const struct alea_rules *rules, const void *pos, struct alea_text *text);
void alea_position_json(const struct alea_rules *rules, const void *pos, struct alea_text *text);
/* The value of one member in that, without its name. Where the bytes that it stands for (alea_field_size()) are the same, so is the
 * value; but not of ALEA_FIELD_OWN: such members may have bytes in common. */
void alea_field_json(const struct alea_rules *rules, const struct alea_field *field, const void *pos,
                     struct alea_text *text);
/* The object of a game's facts about a view; null where it has none. */
void alea_facts_json(const struct alea_rules *rules, const void *view, struct alea_text *text);
/* What of it stands at one index of a set, that of its rows or of its columns: a value, of bits true or false, or the row, as above; an
 * object of those where the other index remains. False, and nothing, where the member has nothing of the set. */
bool alea_field_json_of(const struct alea_rules *rules, const struct alea_field *field, const void *pos, int set, int index,
                        struct alea_text *text);
/* Can it be told by its parts? Objects can, but for those whose values may be null. */
bool alea_field_has_parts(const struct alea_field *field);
/* What makes of each of the n values that stood in `was` the one in `is`: an object of the keys with another value, of rows that are objects
 * themselves of their keys; null: the key is gone. */
void alea_field_json_parts(const struct alea_rules *rules, const struct alea_field *field, const void *const was[], int n,
                           const void *is, struct alea_text *text);
/* The JSON schema of what alea_position_json() writes of positions of this game: all members, all names, nothing else. */
void alea_view_schema(const struct alea_rules *rules, struct alea_text *text);
/* Lays the lines over `pos` (other members stay), then derives. A line with an element `*=n` sets all elements. */
ALEA_MUST_CHECK enum alea_err alea_position_read(const struct alea_rules *rules, const char *lines, void *pos,
                                                 struct alea_error *error);
uint64_t alea_position_hash(const struct alea_rules *rules, const void *pos); /* over the bytes; pinned */

#endif
