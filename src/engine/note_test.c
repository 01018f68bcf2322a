/* SPDX-License-Identifier: MIT */
/* note_test.c - notes of plies: keys in both languages, what people typed, and that nobody types a key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fail_alloc.h"
#include "match.h"
#include "utf8.h"

static void assert_said(const char *note, enum alea_lang lang, const char *expected) {
    struct alea_text text;
    alea_text_init(&text, 4096, lang);
    alea_note_say(note, &text);
    assert_string_equal(alea_text_str(&text), expected);
    alea_text_clear(&text);
}

static void a_key_is_read_in_both_languages(void **state) {
    (void)state;
    static const struct {
        const char *note, *it, *en;
    } rows[] = {
        {"@clock", "tempo scaduto", "out of time"},
        {"@resign", "si ritira", "resigns"},
        {"@seat_to_person AA", "chi gestisce il tavolo ha dato il posto AA a un'altra persona",
         "whoever runs the table has given seat AA to another person"},
        {"@seat_to_bot B bot:greedy", "chi gestisce il tavolo ha dato il posto B a bot:greedy",
         "whoever runs the table has given seat B to bot:greedy"},
        {"@seat_lent A", "il posto A è prestato per un po'", "seat A is lent for a while"},
        {"@seat_away B", "il posto B è in vacanza", "seat B is on vacation"},
        {"@seat_here B", "il posto B è tornato", "seat B is back"},
        {"@seat_back A", "il posto A non è più prestato", "seat A is no longer lent"},
        {"@master Anna Rossi: the bridge holds @clock", "il Master Anna Rossi: the bridge holds @clock",
         "Master Anna Rossi: the bridge holds @clock"},
        {"@bot_ended exit status 3", "il programma è finito (exit status 3)", "the program has ended (exit status 3)"},
        {"@bot_refused NUL-1 bet %1 {2} @clock", "la mossa 'bet %1 {2} @clock' è stata rifiutata (NUL-1)",
         "the move 'bet %1 {2} @clock' was refused (NUL-1)"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        assert_true(alea_note_is_key(rows[i].note));
        assert_said(rows[i].note, ALEA_IT, rows[i].it);
        assert_said(rows[i].note, ALEA_EN, rows[i].en);
    }
}

/* Sentences of older records, unknown keys, and keys with too few or too many words. */
static void other_notes_stay_as_they_are(void **state) {
    (void)state;
    static const char *const notes[] = {
        "he had to go",
        "tempo scaduto / out of time",
        "@",
        "@Anna: ciao",
        "@clocks",
        "@clock now",
        "@clock ",
        "@seat_to_bot B",
        "@seat_to_bot  B bot:greedy",
        "@seat_to_person",
        "clock",
        "100% @clock",
    };
    for (size_t i = 0; i < ALEA_LEN(notes); i++) {
        assert_false(alea_note_is_key(notes[i]));
        assert_said(notes[i], ALEA_IT, notes[i]);
        assert_said(notes[i], ALEA_EN, notes[i]);
    }
}

static void nobody_types_a_key(void **state) {
    (void)state;
    static const char *const typed[] = {"@clock", "@seat_to_bot B bot:greedy", "@@clock", "@", "@Anna: ciao", "plain"};
    char note[ALEA_MAX_NOTE_BYTES + 1];
    for (size_t i = 0; i < ALEA_LEN(typed); i++) {
        alea_note_typed(typed[i], note);
        assert_false(alea_note_is_key(note));
        assert_said(note, ALEA_EN, typed[i]);
    }
    alea_note_typed(" \t @clock\n", note);
    assert_string_equal(note, "@@clock");
    alea_note_typed("@clock\r\n\n@resign ", note);
    assert_string_equal(note, "@@clock\n\n@resign");
    alea_note_typed("\x1b", note);
    assert_string_equal(note, "");
}

/* The second mark is a character, of one byte: what does not fit goes, between characters. */
static void a_long_one_still_fits(void **state) {
    (void)state;
    static const char *const letters[] = {"n", "\xc3\xa8", "\xf0\x9f\x8e\xb2"};
    char typed[ALEA_MAX_NOTE_BYTES + 20], note[ALEA_MAX_NOTE_BYTES + 1];
    for (size_t i = 0; i < ALEA_LEN(letters); i++) {
        size_t n = strlen(letters[i]), length = 0;
        for (; length < ALEA_MAX_NOTE_CHARS * n; length += n) memcpy(typed + length, letters[i], n);
        typed[length] = 0;
        alea_note_typed(typed, note);
        assert_string_equal(note, typed);
        typed[0] = '@';
        memset(typed + 1, 'n', n - 1);
        alea_note_typed(typed, note);
        assert_memory_equal(note, "@@", 2);
        assert_int_equal(alea_lines_chars(note), ALEA_MAX_NOTE_CHARS);
        assert_true(alea_utf8_clean(note, strlen(note)));
        assert_memory_equal(note + 1, typed, strlen(note) - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_read_in_both_languages),
        cmocka_unit_test(other_notes_stay_as_they_are),
        cmocka_unit_test(nobody_types_a_key),
        cmocka_unit_test(a_long_one_still_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
