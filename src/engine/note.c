/* SPDX-License-Identifier: MIT */
/* note.c - notes of plies: what people typed, and keys of ours with their words in both languages.
 *
 * A key stands in the record as "@clock" or "@seat_to_bot B bot:greedy", and is read in the language of whoever looks. What is typed
 * gets a second mark before one at its beginning, so that nobody types a key. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "text.h"
#include "utf8.h"

enum { MARK = '@', MAX_ARGS = 2 };

/* Keys that were released stay: records hold them. %1 and %2 are the words behind the key; the last one takes the rest. */
static const struct key {
    const char *id;
    int args;
    const char *in[ALEA_LANGS];
} keys[] = {
    {"clock", 0, {ENGINE_SAY_NOTE_CLOCK}},
    {"deadline", 0, {ENGINE_SAY_NOTE_DEADLINE}},
    {"resign", 0, {ENGINE_SAY_NOTE_RESIGN}},
    {"seat_to_person", 1, {ENGINE_SAY_NOTE_SEAT_TO_PERSON}},
    {"seat_to_bot", 2, {ENGINE_SAY_NOTE_SEAT_TO_BOT}},
    {"seat_lent", 1, {ENGINE_SAY_NOTE_SEAT_LENT}},
    {"seat_back", 1, {ENGINE_SAY_NOTE_SEAT_BACK}},
    {"seat_away", 1, {ENGINE_SAY_NOTE_SEAT_AWAY}},
    {"seat_here", 1, {ENGINE_SAY_NOTE_SEAT_HERE}},
    {"clock_short", 1, {ENGINE_SAY_NOTE_CLOCK_SHORT}},
    {"standing", 0, {ENGINE_SAY_NOTE_STANDING}},
    {"bot_failed", 1, {ENGINE_SAY_NOTE_BOT_FAILED}},
    {"bot_not_ready", 1, {ENGINE_SAY_NOTE_BOT_NOT_READY}},
    {"bot_says_other", 0, {ENGINE_SAY_NOTE_BOT_SAYS_OTHER}},
    {"bot_endless", 0, {ENGINE_SAY_NOTE_BOT_ENDLESS}},
    {"bot_ended", 1, {ENGINE_SAY_NOTE_BOT_ENDED}},
    {"bot_babbles", 1, {ENGINE_SAY_NOTE_BOT_BABBLES}},
    {"bot_refused", 2, {ENGINE_SAY_NOTE_BOT_REFUSED}},
    {"bot_late", 1, {ENGINE_SAY_NOTE_BOT_LATE}},
    {"master", 1, {ENGINE_SAY_NOTE_MASTER}},
    {"agreed_rewind", 1, {ENGINE_SAY_NOTE_AGREED_REWIND}},
    {"agreed_end", 1, {ENGINE_SAY_NOTE_AGREED_END}},
    {"unlearned", 0, {ENGINE_SAY_NOTE_UNLEARNED}},
    {"handed", 0, {ENGINE_SAY_NOTE_HANDED}},
};

struct arg {
    const char *at;
    size_t n;
};

/* The words behind the key; false if there are fewer, or more, than it takes. */
static bool split(const struct key *key, const char *behind, struct arg args[MAX_ARGS]) {
    for (int i = 0; i < key->args; i++) {
        if (behind[0] != ' ' || behind[1] == 0 || behind[1] == ' ') return false;
        bool last = i + 1 == key->args;
        args[i] = (struct arg){behind + 1, last ? strlen(behind + 1) : strcspn(behind + 1, " ")};
        behind += 1 + args[i].n;
    }
    return *behind == 0;
}

/* The key that the note is, with its words; NULL if it is none that this release knows. */
static const struct key *find(const char *note, struct arg args[MAX_ARGS]) {
    if (note[0] != MARK) return NULL;
    for (size_t i = 0; i < ALEA_LEN(keys); i++) {
        size_t n = strlen(keys[i].id);
        if (strncmp(note + 1, keys[i].id, n) == 0 && split(&keys[i], note + 1 + n, args)) return &keys[i];
    }
    return NULL;
}

bool alea_note_is_key(const char *note) {
    struct arg args[MAX_ARGS];
    return find(note, args) != NULL;
}

void alea_note_say(const char *note, struct alea_text *text) {
    struct arg args[MAX_ARGS];
    const struct key *key = find(note, args);
    if (!key) {
        alea_text_add(text, note[0] == MARK && note[1] == MARK ? note + 1 : note);
        return;
    }
    for (const char *at = key->in [text->lang]; *at;) {
        size_t plain = strcspn(at, "%");
        alea_text_addf(text, "%.*s", (int)plain, at);
        at += plain;
        if (*at == 0) break;
        const struct arg *arg = &args[at[1] - '1'];
        alea_text_addf(text, "%.*s", (int)arg->n, arg->at);
        at += 2;
    }
}

void alea_note_typed(const char *typed, char note[ALEA_MAX_NOTE_BYTES + 1]) {
    size_t length = alea_lines_clean(typed, strlen(typed), note);
    if (note[0] != MARK) return;
    if (length == ALEA_MAX_NOTE_BYTES || alea_lines_chars(note) == ALEA_MAX_NOTE_CHARS)
        length = alea_utf8_trim(note, length - 1);
    memmove(note + 1, note, length);
    note[length + 1] = 0;
}
