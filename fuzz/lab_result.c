/* SPDX-License-Identifier: MIT */
/* lab_result.c - fuzz target: any bytes are a result of the lab, of which a page is made in each language, or get one sentence. */
#include "fuzz.h"

#include <string.h>

#include "report.h"

static void write_page(const char *bytes, size_t n, enum alea_lang lang) {
    struct alea_error error = {.lang = lang};
    struct alea_text page;
    alea_text_init(&page, LAB_MAX_REPORT_BYTES, lang);
    if (lab_report_write("result.json", bytes, n, &page, &error)) {
        fuzz_check(error.text[0] && !strchr(error.text, '\n'), "an error is one line", error.text);
    } else {
        const char *words = alea_text_str(&page);
        fuzz_check(strncmp(words, "<!doctype html>", 15) == 0 && strstr(words, "</html>\n"), "the page is whole", words);
        fuzz_check(!strstr(words, "<script") && !strstr(words, "<img"), "nothing runs, nothing is loaded", words);
        fuzz_check(!strstr(words, "\"nan") && !strstr(words, "\"-nan") && !strstr(words, "\"inf"), "marks lie somewhere",
                   words);
    }
    alea_text_clear(&page);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    for (int lang = 0; lang < ALEA_LANGS; lang++) write_page((const char *)bytes, n_bytes, (enum alea_lang)lang);
    return 0;
}
