/* SPDX-License-Identifier: MIT */
/* lesson.c - the text of a lesson taken apart: the match that it is, and the comments between its plies. */
#include "lesson.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

/* ---- Lines -------------------------------------------------------------------------------------------------------- */

struct line {
    const char *at;
    size_t n;   /* without its newline */
    size_t end; /* where in the text the next one begins */
};

static struct line line_at(struct alea_data text, size_t from) {
    const char *at = text.bytes + from, *newline = memchr(at, '\n', text.n_bytes - from);
    size_t n = newline ? (size_t)(newline - at) : text.n_bytes - from;
    return (struct line){.at = at, .n = n, .end = from + n + (newline != NULL)};
}

static bool is_ply(const struct line *line) { return line->n > 0 && line->at[0] >= '0' && line->at[0] <= '9'; }

/* Where the words of a comment begin that has this mark; 0: it has not. */
static size_t behind_mark(const struct line *line, const char *mark) {
    size_t length = strlen(mark);
    if (line->n < length || memcmp(line->at, mark, length) != 0) return 0;
    while (length < line->n && line->at[length] == ' ') length++;
    return length;
}

bool alea_lesson_say(const struct alea_lesson *lesson, long ply, enum alea_lesson_place place, struct alea_text *text) {
    static const char *const all[ALEA_LANGS] = {[ALEA_IT] = "# it:", [ALEA_EN] = "# en:"};
    static const char *const one[ALEA_LANGS][ALEA_LESSON_PLACES] = {
        [ALEA_IT] = {"# it terminal:", "# it page:"},
        [ALEA_EN] = {"# en terminal:", "# en page:"},
    };
    bool said = false;
    for (size_t at = lesson->behind[ply]; at < lesson->text.n_bytes;) {
        struct line line = line_at(lesson->text, at);
        if (is_ply(&line)) break;
        size_t words = behind_mark(&line, all[text->lang]);
        if (!words) words = behind_mark(&line, one[text->lang][place]);
        if (words) alea_text_addf(text, "%.*s\n", (int)(line.n - words), line.at + words);
        said |= words > 0;
        at = line.end;
    }
    return said;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

/* The transcript was read, so that there are as many lines of plies as the match has plies. */
static void find_plies(struct alea_lesson *lesson) {
    long ply = 0;
    for (size_t at = 0; at < lesson->text.n_bytes && ply < lesson->plies;) {
        struct line line = line_at(lesson->text, at);
        if (is_ply(&line)) lesson->behind[++ply] = line.end;
        at = line.end;
    }
}

static int learner_of(const struct alea_match *match) {
    int seat = 0;
    while (seat + 1 < alea_match_rules(match)->seats && strcmp(alea_match_head(match)->seat[seat].who, "human") != 0) seat++;
    return seat;
}

static bool read_into(struct alea_lesson *lesson, const char *name, struct alea_error *error) {
    lesson->match = alea_transcript_read(name, lesson->text.bytes, lesson->text.n_bytes, NULL, NULL, NULL, error);
    if (!lesson->match || error->code) return false;
    lesson->seat = learner_of(lesson->match);
    lesson->plies = alea_match_plies(lesson->match);
    lesson->behind = calloc((size_t)lesson->plies + 1, sizeof *lesson->behind);
    if (!lesson->behind) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return false;
    }
    find_plies(lesson);
    return true;
}

struct alea_lesson *alea_lesson_read(const char *name, struct alea_data text, struct alea_error *error) {
    struct alea_lesson *lesson = calloc(1, sizeof *lesson);
    if (!lesson) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    error->code = ALEA_OK;
    lesson->text = text;
    if (read_into(lesson, name, error)) return lesson;
    alea_lesson_free(lesson);
    return NULL;
}

void alea_lesson_free(struct alea_lesson *lesson) {
    if (!lesson) return;
    alea_match_free(lesson->match);
    free(lesson->behind);
    free(lesson);
}

struct alea_match *alea_lesson_match_at(const struct alea_lesson *lesson, long ply, struct alea_error *error) {
    struct alea_rules *rules = alea_rules_share(alea_match_rules(lesson->match));
    struct alea_match *match = alea_match_new(rules, alea_match_head(lesson->match), error);
    if (!match) {
        alea_rules_free(rules);
        return NULL;
    }
    for (long at = 0; at < ply; at++) {
        const struct alea_ply *next = alea_match_ply(lesson->match, at + 1);
        if (alea_match_play(match, at, next->seat, next->move, next->note, NULL, error) == ALEA_OK) continue;
        alea_match_free(match);
        return NULL;
    }
    return match;
}
