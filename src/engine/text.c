/* SPDX-License-Identifier: MIT */
/* text.c - growing strings, and words: names of things, seats, throws, and templates filled with them. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "names.h"
#include "text.h"
#include "utf8.h"

enum { FIRST_CAP = 256 }; /* of most texts that grow at all */

void alea_text_init(struct alea_text *text, size_t max, enum alea_lang lang) {
    *text = (struct alea_text){.max = max, .lang = lang};
}

void alea_text_clear(struct alea_text *text) {
    free(text->at);
    text->at = NULL;
    text->len = text->cap = 0;
    text->truncated = false;
}

const char *alea_text_str(const struct alea_text *text) { return text->at ? text->at : ""; }

/* Room for n more bytes and the 0; as many of them as the ceiling allows. Doubling keeps the cost linear. */
static size_t make_room(struct alea_text *text, size_t n) {
    if (n > text->max - text->len) n = text->max - text->len;
    if (text->at && text->len + n < text->cap) return n;
    size_t cap = text->cap ? text->cap : FIRST_CAP;
    while (cap <= text->len + n) cap *= 2;
    char *grown = realloc(text->at, cap);
    if (!grown) return text->at ? text->cap - text->len - 1 : 0;
    text->at = grown;
    text->cap = cap;
    return n;
}

void alea_text_add_slowly(struct alea_text *text, const char *words, size_t n) {
    if (text->truncated || n == 0) return;
    size_t room = make_room(text, n);
    if (room < n) {
        text->truncated = true;
        room = alea_utf8_trim(words, room);
    }
    if (!text->at) return;
    memcpy(text->at + text->len, words, room);
    text->len += room;
    text->at[text->len] = 0;
}

char *alea_text_grow(struct alea_text *text, size_t n) {
    if (text->truncated || make_room(text, n) < n || !text->at) {
        text->truncated = true;
        return NULL;
    }
    char *room = text->at + text->len;
    text->len += n;
    room[n] = 0;
    return room;
}

void alea_text_add(struct alea_text *text, const char *words) { alea_text_add_n(text, words, strlen(words)); }

/* A message is full of numbers: their digits are written two by two. */
void alea_text_add_number(struct alea_text *text, int64_t number) {
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
        "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
        "9899";
    enum { MOST = 20 };
    char digits[2 * MOST]; /* copied whole, so that its size is known */
    size_t at = MOST;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    for (; rest >= 10; rest /= 100) memcpy(digits + (at -= 2), pairs + 2 * (rest % 100), 2);
    if (rest || at == MOST) digits[--at] = (char)('0' + rest);
    if (number < 0) digits[--at] = '-';
    if (!alea_text_has_room(text, MOST)) {
        alea_text_add_slowly(text, digits + at, MOST - at);
        return;
    }
    memcpy(text->at + text->len, digits + at, MOST);
    text->len += MOST - at;
    text->at[text->len] = 0;
}

void alea_text_addf(struct alea_text *text, const char *format, ...) {
    char brief[256], *whole = NULL;
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(brief, sizeof brief, format, arguments);
    va_end(arguments);
    if (n < 0) return;
    size_t size = (size_t)n + 1;
    if (size > sizeof brief) {
        whole = malloc(size);
        if (!whole) {
            text->truncated = true;
            return;
        }
        va_start(arguments, format);
        vsnprintf(whole, size, format, arguments);
        va_end(arguments);
    }
    alea_text_add_n(text, whole ? whole : brief, size - 1);
    free(whole);
}

/* ---- Columns ------------------------------------------------------------------------------------------------------ */

/* Length of an escape sequence "ESC [ ... letter" at `words`; 0 if there is none. */
static size_t escape_length(const char *words, size_t n) {
    if (n < 2 || words[0] != '\033' || words[1] != '[') return 0;
    for (size_t i = 2; i < n; i++)
        if (words[i] >= '@' && words[i] <= '~') return i + 1;
    return n;
}

int alea_text_columns(const char *words, size_t n) {
    int columns = 0;
    for (size_t at = 0; at < n;) {
        size_t escape = escape_length(words + at, n - at);
        uint32_t code = 0;
        size_t length = escape ? escape : alea_utf8_next(words + at, n - at, &code);
        if (!escape) columns += length ? alea_utf8_width(code) : 1;
        at += length ? length : 1;
    }
    return columns;
}

void alea_text_fill(struct alea_text *text, size_t from, int width) {
    if (from < text->len) width -= alea_text_columns(text->at + from, text->len - from);
    if (width > 0) alea_text_addf(text, "%*s", width, "");
}

void alea_text_pad(struct alea_text *text, const char *words, int width) {
    size_t from = text->len;
    alea_text_add(text, words);
    alea_text_fill(text, from, width);
}

/* ---- Seats, throws, names ------------------------------------------------------------------------------------------ */

int alea_seat_letters(int seat, char letters[3]) {
    int n = 0;
    if (seat == ALEA_CHANCE) letters[n++] = '*';
    else if (seat == ALEA_HOST) letters[n++] = '!';
    else if (seat < 0 || seat >= ALEA_MAX_SEATS) letters[n++] = '-';
    else {
        if (seat >= 26) letters[n++] = (char)('A' + seat / 26 - 1);
        letters[n++] = (char)('A' + seat % 26);
    }
    letters[n] = 0;
    return n;
}

int alea_seat_read(const char *word) {
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++) {
        char letters[3];
        alea_seat_letters(seat, letters);
        if (alea_word_same(word, letters)) return seat;
    }
    return strcmp(word, "*") == 0 ? ALEA_CHANCE : strcmp(word, "!") == 0 ? ALEA_HOST : ALEA_NONE;
}

void alea_text_seat(struct alea_text *text, int seat) {
    /* Foreground colours of 256 that differ for most eyes and read on black and on white. */
    static const uint8_t palette[] = {160, 26, 28, 172, 127, 30, 94, 244};
    char letters[3];
    alea_seat_letters(seat, letters);
    if (text->colour && seat >= 0 && seat < ALEA_MAX_SEATS)
        alea_text_addf(text, "\033[1;38;5;%um%s\033[0m", palette[seat % (int)ALEA_LEN(palette)], letters);
    else alea_text_add(text, letters);
}

void alea_dice_write(unsigned arg, struct alea_text *text) {
    const size_t from = text->len;
    for (int side = 0; side < 2; side++) {
        if (side == 1 && (arg >> 9 || arg == 0)) alea_text_add(text, text->len > from ? " -" : "-");
        for (int die = 0; die < 3; die++) {
            unsigned face = alea_dice_face(arg, side, die);
            if (face == 0) continue;
            if (text->len > from) ALEA_TEXT_ADD(text, " ");
            alea_text_add_number(text, face);
        }
    }
}

static void say_seat(int seat, struct alea_text *text) {
    const bool named = text->seat_name && seat >= 0 && seat < ALEA_MAX_SEATS && *text->seat_name[seat];
    if (named) alea_text_add(text, text->seat_name[seat]);
    else alea_text_seat(text, seat);
}

void alea_name_say(const struct alea_rules *rules, int set, long index, struct alea_text *text) {
    switch (set) {
    case ALEA_SET_NONE:
    case ALEA_SET_NUMBER: alea_text_addf(text, "%ld", index); return;
    case ALEA_SET_SEAT: say_seat((int)index, text); return;
    case ALEA_SET_DICE: alea_dice_write((unsigned)index, text); return;
    case ALEA_SET_RULE: alea_text_add(text, alea_rule_id(rules->game, (alea_rule)index)); return;
    default: break;
    }
    struct alea_names names = alea_names_of(rules, set);
    if (index >= 0 && index < names.n) alea_text_add(text, names.at[index].in[text->lang]);
    else alea_text_add(text, index == ALEA_NONE ? "-" : "?");
}

/* Fills one hole, of which `at` points behind the brace; returns where it ends: behind the closing brace. */
static const char *fill_hole(const struct alea_rules *rules, const char *at, int n, const uint8_t sets[],
                             const int32_t args[], struct alea_text *text) {
    const char *end = strchr(at, '}');
    assert(end && *at >= '1' && *at <= '9' && "tools/texts.py lets no such template pass");
    int which = *at - '1';
    const char *one = memchr(at, '|', (size_t)(end - at));
    if (which >= n) {
        alea_text_add(text, "?");
    } else if (one) {
        const char *many = memchr(one + 1, '|', (size_t)(end - one - 1));
        assert(many);
        if (args[which] == 1) alea_text_add_n(text, one + 1, (size_t)(many - one - 1));
        else alea_text_add_n(text, many + 1, (size_t)(end - many - 1));
    } else {
        alea_name_say(rules, sets[which], args[which], text);
    }
    return end + 1;
}

void alea_say(const struct alea_rules *rules, const char *template_, int n, const uint8_t sets[], const int32_t args[],
              struct alea_text *text) {
    for (const char *at = template_; *at;) {
        size_t plain = strcspn(at, "{");
        alea_text_add_n(text, at, plain);
        at += plain;
        if (at[0] == '{' && at[1] == '{') {
            alea_text_add(text, "{");
            at += 2;
        } else if (at[0] == '{') {
            at = fill_hole(rules, at + 1, n, sets, args, text);
        }
    }
}
