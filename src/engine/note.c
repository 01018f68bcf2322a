/* SPDX-License-Identifier: MIT */
/* note.c - notes of plies: what people typed, and keys of ours with their words in both languages.
 *
 * A key stands in the record as "@clock" or "@seat_to_bot B bot:greedy", and is read in the language of whoever looks. What is typed
 * gets a second mark before one at its beginning, so that nobody types a key. */
#include <string.h>

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
    {"clock", 0, {"tempo scaduto", "out of time"}},
    {"resign", 0, {"si ritira", "resigns"}},
    {"seat_to_person",
     1,
     {"chi gestisce il tavolo ha dato il posto %1 a un'altra persona",
      "whoever runs the table has given seat %1 to another person"}},
    {"seat_to_bot",
     2,
     {"chi gestisce il tavolo ha dato il posto %1 a %2", "whoever runs the table has given seat %1 to %2"}},
    {"bot_failed", 1, {"non parte: %1", "it can't be started: %1"}},
    {"bot_not_ready",
     1,
     {"in %1 s non ha detto di essere pronto: {\"ready\":1}", "it has not said in %1 s that it is ready: {\"ready\":1}"}},
    {"bot_says_other", 0, {"non dice {\"ready\":1}, ma altro", "it says other things than {\"ready\":1}"}},
    {"bot_endless", 0, {"scrive righe senza fine", "it writes lines without an end"}},
    {"bot_ended", 1, {"il programma è finito (%1)", "the program has ended (%1)"}},
    {"bot_babbles", 1, {"dice cose che nessuno capisce (%1)", "it says what nobody understands (%1)"}},
    {"bot_refused", 2, {"la mossa '%2' è stata rifiutata (%1)", "the move '%2' was refused (%1)"}},
    {"bot_late", 1, {"non ha risposto in %1 ms", "it has not answered in %1 ms"}},
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
    size_t length = alea_line_clean(typed, strlen(typed), note, ALEA_MAX_NOTE_BYTES + 1);
    if (note[0] != MARK) return;
    if (length == ALEA_MAX_NOTE_BYTES) length = alea_utf8_trim(note, length - 1);
    memmove(note + 1, note, length);
    note[length + 1] = 0;
}
