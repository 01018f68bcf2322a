/* SPDX-License-Identifier: MIT */
/* play.h - one session of `alea play`, or of `alea master`: a match, who sits at it, and what each of them was shown.
 *
 * Files: play.c options, start and end; session.c the loop over the plies; decide.c one decision of a person; choose.c which move
 * was meant by the words typed; commands.c what else can be typed. The Master's: master.c his session and moves, master_show.c
 * what he looks at, master_posts.c what he writes. */
#ifndef ALEA_CLI_PLAY_H
#define ALEA_CLI_PLAY_H

#include "console.h"
#include "save.h"
#include "tell.h"

enum deciding { DECIDED, DECIDING_AGAIN, LEAVING };
struct play;

/* What can be typed besides moves: a word, in both languages. */
struct play_command {
    int name, help; /* labels */
    bool takes_words;
    enum deciding (*run)(struct play *play, const char *rest);
};

struct play {
    struct cli *cli;
    struct alea_match *match;
    const struct alea_rules *rules; /* of the match */
    const struct alea_game *game;
    struct alea_bot_spec bot[ALEA_MAX_SEATS]; /* .bot is NULL: a person */
    struct alea_player player[ALEA_MAX_SEATS];
    int people;
    const struct play_command *commands; /* of this session */
    int n_commands;
    int help, left; /* labels: how one plays; how one goes on after leaving */
    bool secrets;   /* several people at one screen, in a game in which they may not see the same */
    uint64_t bot_seed;

    struct console console;
    struct save save;
    const char *scenario; /* path of its file; NULL if there is none */
    bool unsaved;         /* plies were played since the last save */
    double saved_at;      /* seconds of a clock that never goes back */

    int device;                               /* the person before the screen; ALEA_NONE as long as there is none */
    struct teller teller[ALEA_MAX_SEATS + 1]; /* what each person was told; the last is the spectators' */
    struct alea_text board, hand;             /* as last shown */

    /* The decision at hand. */
    int wanted;     /* of those who may move, the one that `turn` asked for; ALEA_NONE */
    long wanted_at; /* plies when it was asked for: who is not waited for keeps the screen for one */
    int seat;       /* a person's, or ALEA_CHANCE when throws are typed in */
    alea_move *legal;
    int n_legal;
    alea_move warned;       /* what the person at the terminal was warned of, and has to type again; 0: nothing */
    alea_move *other_legal; /* room for work */
    double *worth;          /* the same, for bots */
    struct alea_outcome *outcomes;
    void *view, *other_view;
    long order_begin, order_end; /* plies before and after the last whole order, which is taken back as a whole */
    struct alea_text offered;    /* see play_offer() */
};

/* play.c: what a decision needs, once match, rules and game are known; play_clear() frees them and the match. */
bool play_make_room(struct play *play);
void play_clear(struct play *play);

/* session.c */
enum cli_status play_session(struct play *play); /* until the end of the game, or of the session */
/* Plays a ply through the door; saves at once if a person decided. False after telling why not. */
bool play_ply(struct play *play, int seat, alea_move move, const char *note, bool person);
/* A person's, with the note behind the bar of the line, if there is one. */
bool play_typed(struct play *play, int seat, alea_move move, const char *bar);
/* What was typed as lines: a new one begins at "\\n". And as the note of a ply. */
void play_read_lines(const char *typed, char lines[CONSOLE_MAX_LINE + 1]);
void play_read_note(const char *typed, char note[ALEA_MAX_NOTE_BYTES + 1]);
bool play_fair_roll(struct play *play);     /* the throw at hand, by the seed; false after a complaint */
void play_list_outcomes(struct play *play); /* what may be thrown, as the choices */
/* Makes the moves of a person's whole order. If one is refused, those before it are taken back as far as an undo goes, and
 * why is told. False if nothing was made. */
bool play_order(struct play *play, int seat, const alea_move moves[], int n);
void play_save(struct play *play); /* if there is anything new */
/* Saves, then tells the person (or the spectators) what is new. */
void play_news(struct play *play);
enum cli_status play_leave(struct play *play, enum console_got why);
int play_first_person(const struct play *play);
int play_viewer(const struct play *play); /* whose eyes: a seat or ALEA_NONE */
struct teller *play_teller(struct play *play);

/* decide.c */
enum deciding play_decide(struct play *play, enum console_got *why);
void play_show_choices(struct play *play);
void play_show_board(struct play *play);
void play_show_board_news(struct play *play);
bool play_throws(const struct play *play); /* the decision at hand is a throw, typed as faces */

/* choose.c */
enum chosen { CHOSEN, NOT_UNDERSTOOD, AMBIGUOUS };
/* The move that a line means at the decision at hand. When it isn't CHOSEN, `error` or `page` says why. */
enum chosen play_choose(struct play *play, const char *line, alea_move *move, struct alea_text *page);
/* A whole order as the game reads it: its moves (at most max_legal of them), how many; 0 if the line is none. */
int play_read_order(const struct play *play, const char *line, alea_move moves[]);
/* The one move of any phase, legal or not, that the line fits. */
bool play_choose_any(const struct play *play, const char *line, alea_move *move);
const char *play_offer(void *play, int n); /* completion: commands, then the legal moves */

/* commands.c */
extern const struct play_command play_commands[]; /* of `alea play` */
extern const int play_n_commands;
bool play_command(struct play *play, const char *line, enum deciding *result); /* false if the line is no command */
const char *play_command_name(const struct play *play, int n);                 /* NULL past the end */
enum deciding play_log(struct play *play, const char *rest);
enum deciding play_keep(struct play *play, const char *rest); /* saves, also to another file */
enum deciding play_rule(struct play *play, const char *rest); /* a rule with its rulings, or all rulings */
enum deciding play_help(struct play *play, const char *rest);
enum deciding play_quit(struct play *play, const char *rest);
void play_add_host_moves(struct play *play,
                         struct alea_text *page); /* a line each; of many of a kind the first and the last */
/* "INC-X: sentence", and below it the rulings that belong to it, as far as the one at the screen may read them. */
void play_add_rulings(const struct play *play, alea_rule rule, struct alea_text *page);

#endif
