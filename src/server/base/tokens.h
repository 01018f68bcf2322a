/* SPDX-License-Identifier: MIT */
/* tokens.h - the secrets in links and cookies: 32 random bytes as 43 characters, of which only a hash is ever kept.
 *
 * A token is looked up by its hash, so no comparison takes longer the more of it is right. */
#ifndef ALEA_SERVER_TOKENS_H
#define ALEA_SERVER_TOKENS_H

#include "alea.h"

enum { TOKEN_LENGTH = 43 }; /* base64url without padding */

struct token {
    char at[TOKEN_LENGTH + 1];
};

struct token token_new(void); /* from the system's random numbers */
bool token_well_formed(const char *token);
void token_hash(const char *token, uint8_t hash[ALEA_HASH_BYTES]); /* BLAKE2b-256 of the characters */

#endif
