/* SPDX-License-Identifier: MIT */
/* tokens.c - see tokens.h. */
#include "tokens.h"

#include <sodium.h>
#include <string.h>

struct token token_new(void) {
    struct token token;
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token.at, sizeof token.at, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    return token;
}

bool token_well_formed(const char *token) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(token) == TOKEN_LENGTH && strspn(token, letters) == TOKEN_LENGTH;
}

void token_hash(const char *token, uint8_t hash[ALEA_HASH_BYTES]) {
    crypto_generichash(hash, ALEA_HASH_BYTES, (const unsigned char *)token, strlen(token), NULL, 0);
}
