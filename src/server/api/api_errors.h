/* SPDX-License-Identifier: MIT */
/* api_errors.h - everything that the API says when it refuses: one table of names and statuses; the sentences are in data/text/engine.json. */
#ifndef ALEA_SERVER_API_ERRORS_H
#define ALEA_SERVER_API_ERRORS_H

#include "alea.h"

/* clang-format off */
/* X(ID, name on the wire, status); the sentence is ENGINE_SAY_REFUSAL_ID, with at most one %s. */
#define API_FAULTS(X)                       \
    X(NOT_JSON, bad_json, 400)              \
    X(TWICE, bad_json, 400)                 \
    X(TOO_DEEP, bad_json, 400)              \
    X(NO_OBJECT, bad_request, 400)          \
    X(NO_ARRAY, bad_request, 400)           \
    X(NO_STRING, bad_request, 400)          \
    X(NO_BOOL, bad_request, 400)            \
    X(NO_NUMBER, bad_request, 400)          \
    X(NO_VALUE, bad_request, 400)           \
    X(NO_WORD, bad_request, 400)            \
    X(MISSING, bad_request, 400)            \
    X(UNKNOWN_MEMBER, bad_request, 400)     \
    X(ONE_OF, bad_request, 400)             \
    X(TOO_LONG, bad_request, 400)           \
    X(TOO_MANY_CHARS, bad_request, 400)     \
    X(TOO_SHORT, bad_request, 400)          \
    X(TOO_MANY_ITEMS, bad_request, 400)     \
    X(BAD_QUERY, bad_request, 400)          \
    X(NO_FORWARDED, bad_request, 400)       \
    X(BAD_HTTP, bad_request, 400)           \
    X(NO_SUCH_PLY, bad_request, 400)        \
    X(WHICH_SEAT, bad_request, 400)         \
    X(UNKNOWN_BOT, bad_seats, 400)          \
    X(NO_LEVEL, bad_seats, 400)             \
    X(NOT_OPEN, bad_seats, 400)             \
    X(BAD_ACCOUNT_NAME, bad_request, 400)   \
    X(UNSEEN_LETTERS, bad_request, 400)     \
    X(MIXED_LETTERS, bad_request, 400)      \
    X(COMMON_PASSWORD, bad_request, 400)    \
    X(PASSWORD_IS_NAME, bad_request, 400)   \
    X(BAD_HOST, bad_host, 400)              \
    X(NO_CREDENTIALS, unauthorized, 401)    \
    X(UNKNOWN_TOKEN, unauthorized, 401)     \
    X(NO_SESSION, unauthorized, 401)        \
    X(WRONG_PASSWORD, unauthorized, 401)    \
    X(WRONG_CODE, unauthorized, 401)        \
    X(SEAT_NEEDED, forbidden, 403)          \
    X(ADMIN_NEEDED, forbidden, 403)         \
    X(HOST_NEEDED, forbidden, 403)          \
    X(MASTER_NEEDED, forbidden, 403)        \
    X(NO_MASTER, forbidden, 403)            \
    X(ENROL_NEEDED, forbidden, 403)         \
    X(LEADER_NEEDED, forbidden, 403)        \
    X(OWN_SIDE_ALONE, forbidden, 403)       \
    X(ENROLLED_NEEDED, forbidden, 403)      \
    X(FIRST_MASTER, forbidden, 403)         \
    X(NOT_YET, forbidden, 403)              \
    X(NO_HELP, no_help, 403)                \
    X(NO_ADVICE, no_help, 403)              \
    X(FORBIDDEN, forbidden, 403)            \
    X(NO_ACCOUNTS, forbidden, 403)          \
    X(NOT_YOUR_SEAT, not_your_seat, 403)    \
    X(NO_SEAT_OF_YOURS, not_your_seat, 403) \
    X(NOT_YOUR_TURN, not_your_turn, 403)    \
    X(OWN_LOAN, own_loan, 409)              \
    X(OTHER_SIDE, other_side, 403)          \
    X(SEAT_LENT, lent, 403)                 \
    X(NOT_LENT, not_lent, 409)              \
    X(LOAN_TIME, bad_request, 400)          \
    X(VACATION_TIME, bad_request, 400)      \
    X(NO_VACATION, no_vacation, 409)        \
    X(NOT_AWAY, not_away, 409)              \
    X(STANDING_TIME, bad_request, 400)      \
    X(BAD_ORIGIN, bad_origin, 403)          \
    X(NO_SUCH_MATCH, not_found, 404)        \
    X(NO_SUCH_SEAT, not_found, 404)         \
    X(NO_SUCH_MASTER, not_found, 404)       \
    X(NO_SUCH_ENROLMENT, not_found, 404)    \
    X(NO_SUCH_CHANNEL, not_found, 404)      \
    X(NO_NOTICES, no_notices, 409)          \
    X(CHANNELS_FULL, full, 409)             \
    X(CHANNEL_THERE, taken, 409)            \
    X(CHANNEL_STOPPED, settled, 409)        \
    X(BAD_ADDRESS, bad_request, 400)        \
    X(NEEDS_HTTPS, bad_request, 400)        \
    X(BAD_KEYS, bad_request, 400)           \
    X(NO_ZONE, bad_request, 400)            \
    X(PASS_USED, deleted, 410)              \
    X(NEWS_PAST, deleted, 410)              \
    X(NO_SUCH_GAME, not_found, 404)         \
    X(NO_SUCH_PLACE, not_found, 404)        \
    X(NO_SUCH_QUESTION, not_found, 404)     \
    X(NO_SUCH_ASKED, not_found, 404)        \
    X(ASKS_NOTHING, asks_nothing, 422)      \
    X(INCOMPLETE, incomplete, 422)          \
    X(NO_SUCH_PROPOSAL, not_found, 404)     \
    X(PROPOSAL_SETTLED, settled, 409)       \
    X(OWN_ANSWER, forbidden, 403)           \
    X(NO_LESSON, not_found, 404)            \
    X(NO_SUCH_STEP, not_found, 404)         \
    X(NO_SCENARIO, not_found, 404)          \
    X(SEALED, sealed, 403)                  \
    X(NO_PICTURE, not_found, 404)           \
    X(NO_SIDES, not_found, 404)             \
    X(NO_SUCH_ADDRESS, not_found, 404)      \
    X(METHOD, method_not_allowed, 405)      \
    X(NAME_TAKEN, name_taken, 409)          \
    X(MASTERS_FULL, full, 409)              \
    X(ENROLMENTS_FULL, full, 409)           \
    X(NOTES_FULL, full, 409)                \
    X(SEAT_TAKEN, taken, 409)               \
    X(SEAT_SHUT, not_open, 409)             \
    X(SETTLED, settled, 409)                \
    X(ASKED, asked, 409)                    \
    X(NOT_ASKED, settled, 409)              \
    X(STALE, stale, 409)                    \
    X(TOO_LATE, too_late, 409)              \
    X(OTHER_DRAW, stale, 409)               \
    X(PROMISED, too_late, 409)              \
    X(SHUT_OUT, forbidden, 403)             \
    X(NOT_PROMISED, not_promised, 409)      \
    X(WORDS_CLOSED, waiting, 409)           \
    X(NO_HEX, bad_request, 400)             \
    X(NO_LINK, bad_request, 400)            \
    X(NO_CHAIN, not_found, 404)             \
    X(NO_BEACON, no_beacon, 400)            \
    X(WAITING, waiting, 409)                \
    X(PAUSED, paused, 409)                  \
    X(NOT_OVER, not_over, 409)              \
    X(DELETED, deleted, 410)                \
    X(ADDRESS_TOO_LONG, too_large, 414)     \
    X(BODY_TOO_LARGE, too_large, 413)       \
    X(ANSWER_TOO_LARGE, too_large, 413)     \
    X(RATE_LIMITED, rate_limited, 429)      \
    X(TOO_MANY_CONNECTIONS, too_many, 429)  \
    X(BUSY, too_many, 429)                  \
    X(INTERNAL, internal, 500)              \
    X(UNREADABLE, unreadable, 500)          \
    X(NO_DRAWING, not_here, 501)            \
    X(DAMAGED, unreadable, 500)             \
    X(ELSEWHERE, store, 421)                \
    X(UNSURE, store, 503)                   \
    X(UNREAD, store, 503)                   \
    X(STORE, store, 503)                    \
    X(FULL, store, 503)

enum api_fault {
#define API_FAULT_ENUM(id, name, status) API_FAULT_##id,
    API_FAULTS(API_FAULT_ENUM)
#undef API_FAULT_ENUM
    API_FAULT_COUNT
};
/* clang-format on */

struct api_fault_row {
    const char *name; /* "bad_request" */
    int status;
    const char *in[ALEA_LANGS];
};

const struct api_fault_row *api_fault_row(enum api_fault fault);
/* The name and status of an error of the engine. */
struct api_fault_row api_fault_of(enum alea_err code);

/* What else an error may tell; members that are zero are left out. */
struct api_error_more {
    const char *where, *rule;
    bool has_ply;
    long ply;
    int retry_after;
    const char *members; /* more of them, as JSON: "\"seat\":\"A\"" */
};

/* {"error":...,"text":...}. detail stands for the %s and may be NULL. */
void api_error_write(enum api_fault fault, enum alea_lang lang, const char *detail, const struct api_error_more *more,
                     struct alea_text *text);
/* The same with the sentence given. */
void api_error_say(const char *name, const char *sentence, const struct api_error_more *more, struct alea_text *text);

#endif
