/* SPDX-License-Identifier: MIT */
/* api_internal.h - what the files of the API share: a request on its way from the address to the answer.
 *
 * Each handler goes the same way: read all of the body, api_body_end(); say who may ask, api_enter(); do it; write the answer. Any answer
 * about a table, be it of a change or of a look at it, goes out after the commit at the end of the turn: nothing is shown before it is
 * sure. */
#ifndef ALEA_SERVER_API_INTERNAL_H
#define ALEA_SERVER_API_INTERNAL_H

#include "api.h"
#include "api_errors.h"
#include "attempts.h"
#include "hex.h"
#include "json_in.h"
#include "json_write.h"
#include "lesson.h"
#include "tokens.h"
#include "url.h"
#include "wire.h"

enum {
    API_MAX_SMALL_BODY = 64 << 10,
    API_MAX_PART = 64, /* bytes of a word of the path, with its 0 */
    API_MAX_ANSWER = 16 << 20,
    API_MAX_WAIT = 25,      /* seconds of a long poll */
    API_MAX_MESSAGES = 500, /* of one answer */
    API_MAX_CHAT_BYTES = 1000,
    API_CHAT_PAGE = 100,
    API_PAGE = 50,            /* matches of one page */
    API_MAX_REPLAYED = 50000, /* plies of the matches of a list, in all: to say whose turn it is a match has to be opened */
    API_MAX_ROWS = 200,       /* of somebody's own matches, and of the host's page */
    API_MAX_NAME = 64,        /* bytes with the 0: of a table, of a seat */
    API_MAX_SOCKET_ID = 64,   /* bytes of the `id` of a message, as JSON */
    API_MAX_ORDER = 1024,     /* moves of a whole order */
    API_MAX_POLICY = 256,
    API_PACKS_EACH = 16 /* reports and pictures of one table that are made at once, or wait for it */
};

static const long API_MAX_NUMBER = 1L << 52; /* that JSON's readers everywhere read exactly */

struct api_socket_answer;
struct api_pack;

struct api {
    struct api_options options;
    struct lobby *lobby;
    struct store *store;
    int64_t now; /* as of the last call */
    struct attempts *wrong_tokens, *creations, *enrolments, *takes, *chat, *accounts, *logins, *names, *devices, *asks,
        *asked_at;
    struct api_call *polls, *due;             /* long polls that wait; of those, the ones being looked through */
    int64_t polls_next;                       /* the earliest deadline, or earlier; 0: none */
    bool polls_awake;                         /* some of them have been woken */
    struct api_call *arrived;                 /* calls whose table has been opened: they are begun anew */
    struct api_socket_answer *socket_answers; /* that wait for the commit */
    struct alea_text *games;                  /* descriptions of games, made once: [game * ALEA_LANGS + lang] */
    struct alea_lesson **lessons;             /* [game]: read at their first use */
    struct alea_rules **usual_rules;          /* [game]: made at the first question */
    struct reviews *reviews;
    struct api_pack *packs; /* that are being made */
    int n_games;
    char form_policy[API_MAX_POLICY]; /* what pages of consent links may load */
};

/* Who asks, as far as tokens say. */
struct api_who {
    bool known, host;
    bool by_session; /* account is set; else link */
    struct store_link link;
    char account[STORE_MAX_ACCOUNT_NAME + 1];
};

struct api_request {
    struct api *api;
    struct api_call *call;
    int64_t now;
    enum alea_lang lang;
    bool plain;
    bool may_wait; /* a long poll that finds nothing may become one that waits */
    struct url_query query;
    char part[2][API_MAX_PART]; /* of the path, where the pattern has a '*' */
    struct json_in body;
    struct table *table;
    struct viewer viewer;
    int enrolment; /* of whoever asks, from 1, until there is a seat; 0: none */
    long replayed; /* plies, of the matches of a list */
    bool later;    /* a table has to be opened first: whatever is answered, the call is begun anew then */
    struct alea_error error;
};

enum api_next { API_ANSWERED, API_LATER };

/* ---- api_call.c ------------------------------------------------------------------------------------------------------------------ */

/* An answer in JSON of that status, to be written into. */
struct alea_text *api_answer(struct api_request *request, int status);
/* Refusals; all return API_ANSWERED. where and detail may be NULL. */
enum api_next api_refuse(struct api_request *request, enum api_fault fault, const char *where, const char *detail);
enum api_next api_refuse_for(struct api_request *request, enum api_fault fault, int seconds); /* with Retry-After */
enum api_next api_refuse_engine(struct api_request *request);                                 /* request->error says why */
enum api_next api_refuse_table(struct api_request *request, enum table_answer answer);
/* False after the body's fault was answered: call it when all members were asked for. */
bool api_body_end(struct api_request *request);
/* A number of the query; false after its fault was answered. */
bool api_number(struct api_request *request, const char *key, long min, long max, long default_value, long *number);
/* The pool opens the table that lobby_find() has not got, and the request waits for it; false if it can't. */
bool api_come_back(struct api_request *request, const char *id);
bool api_drop_from(struct api_call **list, const struct api_call *call); /* false if it is not in it */
uint64_t api_asker(const struct api_call *call); /* for the pool's fairness: those who ask from one address are one */
/* The answer is written: it goes out, after the commit unless all that it tells is sure already. */
enum api_sure { API_SURE, API_NOT_SURE };
void api_conclude(struct api_call *call, enum api_sure sure);
/* Makes a call ready for its answer; then a request of it ready for its handler. */
void api_begin(struct api *api, struct api_call *call, int64_t now);
void api_request_init(struct api_request *request, struct api *api, struct api_call *call, int64_t now);
/* The query, and what it says for all requests alike; false after the refusal. */
bool api_read_query(struct api_request *request);
struct wire api_wire(const struct api_request *request);
/* A strong ETag of the answer: its own hash. kept: see api.h. */
void api_set_etag(struct api_call *call, bool kept);

/* ---- api_lasting.c ------------------------------------------------------------------------------------------------------------ */

/* What the pool does for a request, at the beginning of whatever that needs and makes. */
struct api_lasting {
    struct pool_job job;   /* first: the pool hands this back */
    struct api_call *call; /* NULL: who asked has gone */
    atomic_bool stop;      /* it is of no use any more */
    bool worked;
    int64_t work_us;
    void (*work)(struct api_lasting *lasting);                                /* in the pool */
    void (*answer)(struct api_lasting *lasting, struct api_request *request); /* in the loop, after that */
    void (*end)(struct api_lasting *lasting);                                 /* frees it; from the loop */
};

bool api_has_pool(
    const struct api_request *request); /* for that; else everything is done by the loop, as tests may want it */
/* API_LATER; or refuses, and `end` was called. */
enum api_next api_lasting_start(struct api_request *request, struct api_lasting *lasting);
void api_lasting_cancel(struct api_call *call);

/* ---- api_replay.c ------------------------------------------------------------------------------------------------------------- */

/* The match of a request's table, played once more by a thread of the pool, which must not touch the table. All zeros at first. */
struct api_replay {
    const char *store_path; /* the server's */
    char id[STORE_ID_LENGTH + 1];
    struct alea_rules *rules; /* until they are the match's */
    struct alea_match_head head;
    long plies; /* no more than there were when it was asked for */
    const atomic_bool *stop;
    struct alea_match *match;
    enum alea_err err;
    struct alea_error error;
};

void api_replay_init(struct api_replay *replay, const struct api_request *request); /* in the loop */
/* In the pool: makes the match, with its posts or without; false if it could not, or was stopped. */
bool api_replay_run(struct api_replay *replay, const atomic_bool *stop, bool posts);
/* In the loop: true after the refusal, if the match could not be made. */
bool api_replay_refuses(const struct api_replay *replay, struct api_request *request);
void api_replay_end(struct api_replay *replay); /* from any thread, also twice */

/* ---- api_enter.c ------------------------------------------------------------------------------------------------------------- */

/* At a table that has a Master some of the admin's is his alone: the host's voice and moves. */
enum api_need {
    API_ANYBODY,
    API_SEAT,
    API_OWNER,   /* a seat, and not by a loan */
    API_SPEAKER, /* a seat, or who speaks as the host: the admin, or a Master where there is one */
    API_RUNNER,  /* the admin, or a Master */
    API_HOSTING, /* who makes the host's moves: the admin, or a Master where there is one */
    API_ADMIN,
    API_MASTER,
    API_SEATS,    /* a Master, or who speaks for a side */
    API_RESEATS,  /* the same, or the admin */
    API_ENROLS,   /* who holds the link by which people enrol */
    API_ENROLLED, /* a Master, who enrolled, or a seat */
    API_ENROLMENT /* any of these */
};

/* Credentials, then the match called part[0], then whether this is somebody of it who may; then, if something is to be read, through whose
 * eyes (`as`): those that a Master names are the viewer's from there on, which the log tells. Sets table and viewer; false after the refusal. */
bool api_enter(struct api_request *request, enum api_need need);
/* Who asks; false after the refusal of a token that nobody has. */
bool api_who(struct api_request *request, struct api_who *who);
/* Does the viewer's seat speak for its side? */
bool api_leads(const struct api_request *request);
/* May the viewer, of API_SEATS or API_RESEATS, say who sits there? Who speaks for a side: only there, and not on their own seat. False after
 * the refusal. */
bool api_may_seat(struct api_request *request, int seat);
/* The account of the session cookie; false if there is none (nothing is answered). */
bool api_session(struct api_request *request, char account[STORE_MAX_ACCOUNT_NAME + 1]);
/* What a token is good for at the request's table: for sockets. */
bool api_token_viewer(struct api_request *request, const char *token, struct viewer *viewer);
/* The same, and nothing is answered where it is good for nothing. */
bool api_link_viewer(struct api_request *request, const char *token, struct viewer *viewer);
/* May whoever sits at `own` play for the seat that is lent, too? False after the refusal. */
bool api_may_sit_for(struct api_request *request, int seat, int own);
/* "A", or what the game calls that seat; ALEA_NONE if there is none of that name. */
int api_named_seat(const struct alea_rules *rules, const char *word);
/* `as=`: through whose eyes, a seat's, ALEA_NONE or ALL_EYES; one's own where nothing is said. False after the refusal. */
bool api_read_as(struct api_request *request, int *as);
/* Through the eyes that a word names, as `as=` does: a Master's, who looks through them from now on, or one's own. False after the refusal. */
bool api_take_eyes(struct api_request *request, const char *word, struct viewer *viewer);
/* What a consent link leads to. False, nothing answered, if nobody has the token or the store can't be read (error.code tells which). */
bool api_find_asked(struct api_request *request, const char *token, struct store_asked *asked);
/* Is what belongs to that share done here? False after the refusal, which says where. */
bool api_is_here(struct api_request *request, int share);
/* The match called part[0]; false after the refusal, or when the request comes back (`later`). */
bool api_find_table(struct api_request *request);
/* Checks that a request with a cookie comes from our own page. False after the refusal. */
bool api_same_origin(struct api_request *request, bool needs_cookie);
/* Does the request name this server, as far as that is known? False after the refusal. */
bool api_names_us(struct api_request *request);
/* A new token for a link; STORE_LINK_SESSION with its account and time. */
ALEA_MUST_CHECK enum alea_err api_add_link(struct api *api, struct store_link *link, struct token *token,
                                           struct alea_error *error);

/* ---- api_matches.c, api_explain.c: questions, at the table to which `enter` takes the request --------------------------------------- */

typedef bool api_entrance(struct api_request *request); /* false after the refusal */

enum api_next api_ask_why(struct api_request *request, api_entrance *enter);
enum api_next api_ask_odds(struct api_request *request, api_entrance *enter);
enum api_next api_ask_words(struct api_request *request, api_entrance *enter);
enum api_next api_ask_explain(struct api_request *request, api_entrance *enter); /* which needs the table no longer */

/* ---- The handlers -------------------------------------------------------------------------------------------------------------- */

typedef enum api_next api_handler(struct api_request *request);

api_handler api_games, api_game, api_openapi; /* api_games.c */
api_handler api_lesson, api_lesson_at, api_lesson_why, api_lesson_odds, api_lesson_words,
    api_lesson_explain;                      /* api_lesson.c */
api_handler api_questions, api_question;     /* api_questions.c */
api_handler api_create, api_clock;           /* api_create.c */
api_handler api_list, api_admin, api_whoami; /* api_list.c */
api_handler api_transcript;                  /* api_record.c */
api_handler api_state, api_chain, api_explain, api_why, api_odds, api_words, api_rules, api_scenario, api_chat_lines,
    api_delete;                                                                                  /* api_matches.c */
api_handler api_moves, api_undo, api_host;                                                       /* api_moves.c */
api_handler api_host_moves, api_preview;                                                         /* api_hands.c */
api_handler api_add_master, api_drop_master;                                                     /* api_masters.c */
api_handler api_open_enrolment, api_enrol, api_enrolments, api_answer_enrolment, api_leave_seat; /* api_enrolments.c */
api_handler api_proposals, api_propose, api_adopt, api_decline;                                  /* api_proposals.c */
api_handler api_notes, api_note;                                                                 /* api_notes.c */
api_handler api_agreements, api_put_to_all, api_agree;                                           /* api_agreements.c */
api_handler api_late, api_rehearsal, api_windows, api_timeline, api_history;                     /* api_desk.c */
api_handler api_posts, api_rule;                                                                 /* api_posts.c */
/* The question of that number, as whoever makes the host's moves, or a seat, may know of it. False after the refusal. */
bool api_find_question(struct api_request *request, uint32_t question, struct alea_consent *asked); /* api_consents.c */
api_handler api_ask, api_consents, api_consent, api_consent_link;                                   /* api_consents.c */
api_handler api_asked, api_asked_answer;                                                            /* api_asked.c: pages */
struct alea_text *api_page_begin(struct api_request *request, int status, const char *title);
void api_page_line(struct alea_text *text, const char *words);
enum api_next api_page_end(const struct api_request *request, struct alea_text *text);
enum api_next api_page_say(struct api_request *request, int status, const char *words);         /* a page of one line */
api_handler api_channels, api_add_channel, api_set_channel, api_drop_channel, api_test_channel; /* api_channels.c */
void api_write_channel(const struct store_channel *channel, struct alea_text *text);
api_handler api_looked, api_turns, api_calendar, api_use_pass, api_news, api_mail_page, api_mail_answer;
void api_form_policy(char policy[API_MAX_POLICY]);
api_handler api_join, api_draw, api_start, api_return, api_resign, api_pause, api_chat, api_claim, api_take,
    api_reseat;                                               /* api_seats.c */
api_handler api_lend, api_borrow, api_end_loan;               /* api_loans.c */
api_handler api_begin_vacation, api_end_vacation;             /* api_vacations.c */
api_handler api_standing_order, api_stand, api_stand_no_more; /* api_standing.c */
api_handler api_make_account, api_sign_in, api_sign_out;      /* api_accounts.c */
api_handler api_change_password, api_new_code, api_recover, api_drop_account;
api_handler api_export;                           /* api_export.c */
api_handler api_review, api_verify;               /* api_review.c */
api_handler api_report, api_map_svg, api_map_png; /* api_packs.c */
api_handler api_events;                           /* api_live.c */

/* What the seat's own sockets can do as well. */
enum api_next api_play_number(struct api_request *request, long ply, alea_move move);
enum api_next api_play_words(struct api_request *request, long ply, const char *words);
enum api_next api_take_back(struct api_request *request, long ply);
/* "ply":N,"events":[...] of all that happened since the true ply `from`; and an answer of that alone. */
void api_write_moved(struct api_request *request, long from, struct alea_text *text);
enum api_next api_answer_moved(struct api_request *request, long from);
/* A whole order of a seat: `order` in its words, or `moves` as transcripts write them. Borrowed from the body. */
struct api_order {
    const char *words;
    const json_t *moves;
};
void api_ask_order(struct json_in *body, struct api_order *order);
/* As the request's seat would mean it: how many moves; 0 after the refusal of what is no order. */
int api_read_order(struct api_request *request, const struct api_order *order, alea_move moves[API_MAX_ORDER]);
/* Refuses a move of the request's seat for that reason; what comes before it in the order of checks is answered first. detail: as
 * api_refuse() has it, may be NULL. */
enum api_next api_refuse_fault(struct api_request *request, long ply, enum api_fault fault, const char *detail);
/* `commitment` and `promise` of a seat's word, and the word: NULL where the message lacks them. */
struct api_words {
    bool promises;
    uint8_t commitment[ALEA_HASH_BYTES], promise[ALEA_HASH_BYTES];
    const char *word;
};
/* Exactly n bytes in hexadecimal, if the member is there. */
void api_read_hex(struct json_in *body, const char *key, uint8_t *bytes, size_t n);
/* Reads them from the body; `promise` wants `commitment`. A word is read only if `word` says so. */
void api_read_words(struct json_in *body, bool word, struct api_words *words);
enum api_next api_draw_words(struct api_request *request, const struct api_words *words);
enum api_next api_send_chat(struct api_request *request, const char *words);
/* Chat lines behind number `after`, with commas between them, at most API_CHAT_PAGE; how many, -1 on error. */
int api_add_chat(struct api_request *request, long after, struct alea_text *text);
/* "KEY":TOKEN,"URL_KEY":ADDRESS of a new link to the request's match, which is told this once. */
ALEA_MUST_CHECK enum alea_err api_write_link_until(struct api_request *request, enum store_link_kind kind, int number,
                                                   int64_t until, const char *key, const char *url_key,
                                                   struct alea_text *text);
ALEA_MUST_CHECK enum alea_err api_write_link(struct api_request *request, enum store_link_kind kind, int number,
                                             const char *key, const char *url_key, struct alea_text *text);
/* Where there are several Masters, what one of them says begins with his name, behind that mark. False if it gets too long. */
bool api_say_whose(const struct api_request *request, const char *mark, char *words, size_t size); /* api_masters.c */
/* What is said to a few: `to` is "team", "master", or, by a Master, the seat whose thread it is (api_talk.c). */
enum api_next api_talk(struct api_request *request, const char *to, const char *words);
enum api_next api_talk_lines(struct api_request *request, const char *to, long after);
/* POSTs behind the wire's number `after`, with commas between them, at most API_PAGE, of one kind or any (-1); how many, -1 on error. */
int api_add_posts(struct api_request *request, const struct wire *wire, long after, int kind, struct alea_text *text);
/* "human", or "bot:NAME" of a bot that there is; else the body's fault, and false. */
bool api_read_who(struct json_in *body, const char *who, const char *where);
/* False of a level, "bot:expert", that the game does not have. */
bool api_bot_is_in(const char *who, const struct alea_game *game);
/* {"seat","who","token","url"}: makes a link to the seat, if it is a person's, and writes it. */
ALEA_MUST_CHECK enum alea_err api_write_seat(struct api_request *request, int seat, const char *who, struct alea_text *text);
/* "account":{"name"} */
void api_write_account(const char *account, struct alea_text *text);
/* A rewind to a spectator's ply, as the engine counts. */
alea_move api_true_rewind(const struct table *table, alea_move move);
/* A move in words, in any language and case, as this viewer would mean it. */
bool api_read_move(struct api_request *request, const char *words, alea_move *move);

void api_polls_drop(struct api *api, struct api_call *call); /* api_live.c */
/* Whose those are that a session has opened is found out anew. */
void api_polls_by_session(struct api *api);
/* That session, by its hash, has ended: sockets and long polls that it opened are a spectator's from now on, here and at other processes. */
void api_session_ended(struct api *api, const uint8_t session[ALEA_HASH_BYTES]);
/* Some of its sessions have ended, or the account itself, which then has no name any more at tables in memory. */
void api_account_changed(struct api *api, const char *account);
void api_accounts_cancel(struct api_call *call); /* api_accounts.c */
void api_socket_answers_free(struct api *api);

#endif
