/* SPDX-License-Identifier: MIT */
/* json_out.h - strings and numbers of JSON, for all that leaves: answers, messages, the log. */
#ifndef ALEA_SERVER_JSON_OUT_H
#define ALEA_SERVER_JSON_OUT_H

#include "json_write.h"

/* "..." with everything escaped that JSON or a page could stumble over. */
static inline void json_out_string(struct alea_text *text, const char *words) { alea_json_string(text, NULL, words); }
/* What was added from there on becomes a JSON string; a newline at its end goes. */
static inline void json_out_quote_from(struct alea_text *text, size_t from) { alea_json_close_string(text, from); }
/* A number with up to `places` digits behind the point, in every locale. |number| < 10^6. */
static inline void json_out_real(struct alea_text *text, double number, int places) {
    alea_json_decimal(text, NULL, number, places);
}

#endif
