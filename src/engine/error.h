/* SPDX-License-Identifier: MIT */
/* error.h - filling struct alea_error from the one table of errors, in the reader's language. No allocation.
 *
 * All words are in data/text/engine.json. A sentence `full` in its section `disk` is ENGINE_SAY_DISK_FULL in engine_text.h: a macro
 * that stands for two arguments, `it` and `en`, so that the compiler checks what fills either.
 *
 * What the %s of the error's own sentence, in the section `error`, stand for; (reason) is a sentence in the reader's language, see alea_reason():
 *   NO_SEAT seat        STALE ply answered, ply now       REFUSED rule id, rule in words      BAD_MOVE line, (reason)
 *   NO_UNDO, NO_REWIND, NO_ROLL (reason)                  UNKNOWN_GAME id, ids that exist     BAD_OPTION option, (reason)
 *   BAD_SEATS number, (reason)                            BAD_SCENARIO, BAD_TRANSCRIPT, BAD_POSITION, BAD_RESULT, BAD_POST (reason)
 *   BAD_VERSION version, (reason)                         DIVERGED hash written, hash computed
 *   TRUNCATED the line  TOO_LARGE what, and the limit     BAD_DICE number of the throw, dice written, dice computed
 *   BAD_WORD seat       BAD_BEACON round, (reason)
 *   NO_ODDS question, (reason)   IO, DAMAGED file, (reason)   NOT_FOUND what   NO_MEMORY, OVER, SEALED, BAD_COMMITMENT nothing
 */
#ifndef ALEA_ENGINE_ERROR_H
#define ALEA_ENGINE_ERROR_H

#include "alea.h"

/* Fills *error: code, and text in error->lang; clears rule, ply, line and where, which the caller may set afterwards. The
 * arguments are one `const char *` for each %s (NULL reads as ""); control characters and bytes that are not UTF-8 come
 * out as '?', and what is too long is cut between characters. error may be NULL. Returns code. */
enum alea_err alea_fail(struct alea_error *error, enum alea_err code, ...);

/* A part of a message. As a temporary it lives until the end of the full expression: alea_fail(e, c, alea_digits(7).at). */
struct alea_reason {
    char at[400];
};

/* One of both sentences, which may be formats. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *alea_either(enum alea_lang lang, const char *it,
                                                                                    const char *en) {
    return lang == ALEA_IT ? it : en;
}

/* One of two formats that take the same arguments, by error->lang (English if error is NULL). */
struct alea_reason alea_reason(const struct alea_error *error, const char *it, const char *en, ...)
    __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

struct alea_reason alea_digits(long long number);

#endif
