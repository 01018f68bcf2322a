/* SPDX-License-Identifier: MIT */
/* json_out.h - strings and numbers of JSON, for all that leaves: answers, messages, the log. */
#ifndef ALEA_SERVER_JSON_OUT_H
#define ALEA_SERVER_JSON_OUT_H

#include "alea.h"

/* "..." with everything escaped that JSON or a page could stumble over. */
void json_out_string(struct alea_text *text, const char *words);
/* What was added from there on becomes a JSON string; a newline at its end goes. */
void json_out_quote_from(struct alea_text *text, size_t from);
/* A number with up to `places` digits behind the point, in every locale. |number| < 10^6. */
void json_out_real(struct alea_text *text, double number, int places);

#endif
