/* SPDX-License-Identifier: MIT */
/* picture.c - a map as a picture: what frames every game's, and words as XML has them. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "text.h"
#include "transcript.h"
#include "utf8.h"

static const char *entity(char letter) {
    switch (letter) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void alea_text_escape(struct alea_text *text, const char *words) {
    uint32_t code;
    for (size_t n = strlen(words), length; n > 0; words += length, n -= length) {
        length = alea_utf8_next(words, n, &code);
        const char *escaped = entity(*words);
        if (escaped) alea_text_add(text, escaped);
        else if (length && alea_utf8_shown(code)) alea_text_add_n(text, words, length);
        if (!length) length = 1;
    }
}

bool alea_picture(const struct alea_rules *rules, const void *view, int seat, struct alea_text *text) {
    char check[ALEA_CHECK_DIGITS + 1];
    if (!rules->game->words.picture) return false;
    bool colour = text->colour;
    text->colour = false;
    alea_text_addf(text,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
                   ALEA_PICTURE_WIDTH, ALEA_PICTURE_HEIGHT, ALEA_PICTURE_WIDTH, ALEA_PICTURE_HEIGHT);
    rules->game->words.picture(rules->tables, view, seat, text);
    alea_transcript_check(rules, view, check);
    alea_text_addf(text, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" font-size=\"18\" fill=\"#6b6350\">",
                   ALEA_PICTURE_WIDTH - 24, ALEA_PICTURE_HEIGHT - 14);
    alea_text_addf(text, alea_either(text->lang, ENGINE_SAY_PICTURE_CHECK), check);
    alea_text_add(text, "</text>\n</svg>\n");
    text->colour = colour;
    return true;
}
