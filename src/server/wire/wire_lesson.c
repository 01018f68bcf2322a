/* SPDX-License-Identifier: MIT */
/* wire_lesson.c - a lesson as JSON: its steps, and a table at one of its plies, as the learner sees it. */
#include "wire.h"
#include "wire_internal.h"

enum { MAX_WORDS = 64 << 10 };

static bool asks(const struct alea_lesson *lesson, long ply) {
    return ply < lesson->plies && alea_match_ply(lesson->match, ply + 1)->seat == lesson->seat;
}

/* "text": its words; empty where there are none. */
static void add_words(const struct alea_lesson *lesson, long ply, struct alea_text *text) {
    struct alea_text words;
    alea_text_init(&words, MAX_WORDS, text->lang);
    bool any = alea_lesson_say(lesson, ply, ALEA_LESSON_PAGE, &words) && words.len > 0;
    text->truncated |= words.truncated;   /* no memory for them */
    if (any) words.at[words.len - 1] = 0; /* the last newline */
    alea_json_string(text, "text", any ? words.at : "");
    alea_text_clear(&words);
}

/* The beginning, wherever something is explained, and the end. */
static bool is_step(const struct alea_lesson *lesson, long ply, enum alea_lang lang) {
    struct alea_text words;
    if (ply == 0 || ply == lesson->plies) return true;
    alea_text_init(&words, MAX_WORDS, lang);
    bool any = alea_lesson_say(lesson, ply, ALEA_LESSON_PAGE, &words);
    alea_text_clear(&words);
    return any;
}

static void add_step(const struct alea_lesson *lesson, long ply, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "ply", ply);
    alea_json_bool(text, "asks", asks(lesson, ply));
    add_words(lesson, ply, text);
    alea_json_close_object(text);
}

void wire_lesson(const char *game, const struct alea_lesson *lesson, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "game", game);
    wire_seat(text, "seat", lesson->seat);
    alea_json_integer(text, "plies", lesson->plies);
    alea_json_open_array(text, "steps");
    for (long ply = 0; ply <= lesson->plies; ply++)
        if (is_step(lesson, ply, text->lang)) add_step(lesson, ply, text);
    alea_json_close_array(text);
    alea_json_close_object(text);
}

void wire_lesson_at(const struct wire *wire, const struct alea_lesson *lesson, long ply, struct alea_text *text) {
    alea_json_integer(text, "ply", ply);
    add_words(lesson, ply, text);
    alea_json_key(text, "move");
    if (asks(lesson, ply)) wire_move(wire, alea_match_ply(lesson->match, ply + 1)->move, text);
    else alea_json_null(text, NULL);
    alea_json_key(text, "state");
    wire_state(wire, -1, wire->viewer.seat, false, 0, text);
}

long wire_lesson_behind(const struct alea_lesson *lesson, long ply, enum alea_lang lang) {
    long next = ply;
    while (next < lesson->plies && (next == ply || !is_step(lesson, next, lang))) next++;
    return next;
}

void wire_lesson_way(const struct wire *wire, long ply, long next, struct alea_text *text) {
    if (next > ply) alea_json_integer(text, "next", next);
    else alea_json_null(text, "next");
    alea_json_open_array(text, "messages");
    if (next > ply) wire_plies(wire, ply, next, 0, text);
    alea_json_close_array(text);
}
