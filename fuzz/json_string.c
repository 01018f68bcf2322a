/* SPDX-License-Identifier: MIT */
/* json_string.c - fuzz target: any words become a JSON string, the same whether they are given whole or added between the two marks,
 * which jansson reads, which the page of a browser may hold, and which is read as itself when it is written again. */
#include "fuzz.h"

#include <jansson.h>
#include <string.h>

#include "json_write.h"

enum { MAX = 1 << 22 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    char *words = malloc(n_bytes + 1);
    struct alea_text given, added, again;
    if (!words) abort();
    if (n_bytes) memcpy(words, bytes, n_bytes);
    words[n_bytes] = 0; /* what stands behind a first 0 is no part of the words */
    alea_text_init(&given, MAX, ALEA_EN);
    alea_text_init(&added, MAX, ALEA_EN);
    alea_text_init(&again, MAX, ALEA_EN);
    alea_json_string(&given, NULL, words);
    size_t from = alea_json_open_string(&added, NULL);
    alea_text_addf(&added, "%s\n", words); /* the newline goes */
    alea_json_close_string(&added, from);
    fuzz_check(strcmp(alea_text_str(&given), alea_text_str(&added)) == 0, "added words are another string", words);
    fuzz_check(!strpbrk(alea_text_str(&given), "<>&\n\r\177"), "not all is escaped", alea_text_str(&given));
    json_t *read = json_loadb(alea_text_str(&given), given.len, JSON_DECODE_ANY, NULL);
    fuzz_check(json_is_string(read), "no string", alea_text_str(&given));
    alea_json_string(&again, NULL, json_string_value(read));
    json_t *reread = json_loadb(alea_text_str(&again), again.len, JSON_DECODE_ANY, NULL);
    fuzz_check(json_equal(read, reread), "another string when it is written again", words);
    json_decref(read);
    json_decref(reread);
    alea_text_clear(&given);
    alea_text_clear(&added);
    alea_text_clear(&again);
    free(words);
    return 0;
}
