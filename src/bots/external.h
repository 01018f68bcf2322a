/* SPDX-License-Identifier: MIT */
/* external.h - bots that are programs of somebody else's: docs/bot-protocol.md, from the host's side.
 *
 *   external_read.c    what a bot says, read strictly
 *   external_write.c   what a host with rules at hand says: hello, turns, chances, results
 *   external.c         the conversation: deadlines, patience, what becomes of a bot that misbehaves. It knows no rules: whoever
 *                      asks judges the moves, here (exec.c) or across the network (the cli's bot_table.c)
 *   exec.c             the bot `exec:COMMAND` */
#ifndef ALEA_BOTS_EXTERNAL_H
#define ALEA_BOTS_EXTERNAL_H

#include <stdio.h>

#include "bot.h"
#include "process.h"

enum {
    EXTERNAL_PROTOCOL = 1,
    EXTERNAL_READY_MS = 10000, /* to answer a hello */
    EXTERNAL_TURN_MS = 10000,  /* to answer a turn, if nobody says otherwise */
    EXTERNAL_TRIES = 3,        /* moves that can't be made, in a turn */
    EXTERNAL_BAD_LINES = 16,   /* lines that nobody understands, in a turn */
    EXTERNAL_QUESTIONS = 1000, /* about chances, in a turn */
    EXTERNAL_MOVES = 32,       /* moves in one answer or question */
    EXTERNAL_STRIKES = 3,      /* turns in which somebody had to stand in, in a game */
    EXTERNAL_RESTARTS = 1,     /* in a game */
    EXTERNAL_MAX_ARGS = 64,
    EXTERNAL_MAX_MESSAGE = 4 << 20
};

/* ---- What a bot says (external_read.c) --------------------------------------------------------------------------------- */

/* X(NAME, name): what is told to a bot whose line was of no use, and what it should do. */
/* clang-format off */
#define EXTERNAL_FAULTS(X) \
    X(NOT_JSON, "not_json") X(UNKNOWN, "unknown") X(BAD_VALUE, "bad_value") X(NOT_READY, "not_ready") \
    X(BAD_PROTOCOL, "bad_protocol") X(STALE, "stale") X(BAD_MOVE, "bad_move") X(REFUSED, "refused") X(LATE, "late") \
    X(TOO_MANY, "too_many") X(NOT_HERE, "not_here")

enum external_fault {
    EXTERNAL_FINE,
#define EXTERNAL_FAULT_ENUM(name, id) EXTERNAL_##name,
    EXTERNAL_FAULTS(EXTERNAL_FAULT_ENUM)
#undef EXTERNAL_FAULT_ENUM
    EXTERNAL_FAULT_KINDS
};
/* clang-format on */

enum external_saying {
    EXTERNAL_SAYS_READY,
    EXTERNAL_SAYS_MOVES,
    EXTERNAL_ASKS_ODDS,
    EXTERNAL_ASKS_OUTCOMES,
    EXTERNAL_ASKS_AFTER
};

/* A move as it was said. */
struct external_move {
    bool by_number; /* `number`, else `text` */
    alea_move number;
    char text[256];
};

struct external_said {
    enum external_saying kind;
    long turn;   /* -1: it did not say */
    int n_moves; /* at least 1 of EXTERNAL_SAYS_MOVES, at most 1 of odds, 1 of outcomes */
    struct external_move move[EXTERNAL_MOVES];
    int stop;         /* of odds */
    long protocol;    /* of ready */
    bool plain;       /* of ready: it wants no words */
    bool data;        /* of ready: it wants the game's data */
    bool skip_forced; /* of ready: turns with one legal move are made for it */
    char name[64];    /* of ready: clean UTF-8 */
};

/* One line of n bytes, with a 0 behind it. */
enum external_fault external_read(const char *line, size_t n, struct external_said *said);
const char *external_fault_id(enum external_fault fault);
const char *external_fault_words(enum external_fault fault, enum alea_lang lang);

/* ---- What a host says (external_write.c): one JSON object, without its newline ---------------------------------------------- */

void external_hello(const struct alea_rules *rules, int ms, struct alea_text *text);
void external_limits(int ms, struct alea_text *text); /* "limits":{...} */
/* The game's own data, as one line; false if it has none, or memory is short. */
bool external_data(const struct alea_game *game, struct alea_text *text);
/* seed: of the stream that the bot may use, 0 to 2^53 - 1; negative: none. */
void external_game(long game, int seat, int64_t seed, struct alea_text *text);
/* What the conversation knows of a turn. */
struct external_question {
    long number;
    int ms;
    bool plain;
    int unplayed; /* moves of the last answer that can't be made any more */
};

void external_turn_line(const struct alea_bot_turn *turn, const struct external_question *question, struct alea_text *text);
void external_over(const struct alea_rules *rules, const void *pos, int seat, struct alea_text *text);
/* {"type":"error",...}; rule and text may be NULL, left < 0 is left out. */
void external_error(enum external_fault fault, const char *rule, const char *words, int left, struct alea_text *text);

/* The legal move that was said; or what is wrong with it: the rule that forbids it, if one does, and words. */
enum external_fault external_judge(const struct alea_bot_turn *turn, const struct external_move *said, alea_move *move,
                                   struct alea_text *rule, struct alea_text *words);
/* Answers a question; false, and nothing added, if that can't be known. */
bool external_answer(const struct alea_bot_turn *turn, const struct external_said *said, struct alea_text *text);

/* ---- The conversation (external.c) ---------------------------------------------------------------------------------------- */

struct external;

struct external_plan {
    char **argv; /* ends with NULL; copied */
    enum alea_lang lang;
    int ms;            /* for a turn */
    const char *hello; /* its line; copied */
    const char *data;  /* the line with the game's data; copied. NULL: there is none */
    FILE *trace;       /* NULL, or where all lines are shown */
};

/* NULL if memory is short. Nothing is started yet. */
struct external *external_new(const struct external_plan *plan);
void external_free(struct external *external); /* ends the program */
/* Starts the program and waits until it is ready. False with the reason in the conduct. */
bool external_start(struct external *external);
/* A new game: old misdeeds are forgotten, a program that was given up starts again. `line` says which, and is copied. */
void external_begin(struct external *external, const char *line);
void external_tell(struct external *external, const char *line); /* the game is over */
const struct alea_conduct *external_conduct(const struct external *external);
bool external_is_out(const struct external *external); /* it has lost its seat for the rest of the game */

enum external_end { EXTERNAL_MOVED, EXTERNAL_STAND_IN, EXTERNAL_STOPPED };

/* Who asks for a move. */
struct external_asker {
    void *context;
    int ms; /* for this turn; 0: as the plan says */
    const atomic_bool *stop;
    const struct external_move *only; /* the one legal move; NULL if there are more */
    /* The turn's line. */
    void (*ask)(void *context, const struct external_question *question, struct alea_text *text);
    /* Takes the move, or says what is wrong with it: rule and words, which may stay empty. EXTERNAL_STALE: the
     * question stands no more, and the turn ends as if it had moved. */
    enum external_fault (*take)(void *context, const struct external_move *said, struct alea_text *rule,
                                struct alea_text *words);
    /* The answer to a question; false: it can't be known. */
    bool (*answer)(void *context, const struct external_said *said, struct alea_text *text);
};

/* EXTERNAL_STAND_IN: the program has no right to this move any more, somebody else makes it. */
enum external_end external_turn(struct external *external, const struct external_asker *asker);

/* ---- exec:COMMAND (exec.c) --------------------------------------------------------------------------------------------------- */

/* Takes the words of a command apart at blanks, in place; how many, at most EXTERNAL_MAX_ARGS. */
int external_split(char *command, char *argv[EXTERNAL_MAX_ARGS + 1]);
/* Checks that the program can be run: 0 or errno. */
int external_find(const char *program);
/* A player of alea_bot_exec whose program has its arguments already. NULL if memory is short. */
void *external_room(const struct alea_rules *rules, char **argv, int ms, enum alea_lang lang, FILE *trace);

#endif
