/* SPDX-License-Identifier: MIT */
/* match.h - what transcripts need of matches beyond alea.h: clean text, notes, and the steps of a replay. */
#ifndef ALEA_ENGINE_MATCH_H
#define ALEA_ENGINE_MATCH_H

#include "alea.h"

/* Ceilings that keep the transcript of any match under ALEA_MAX_TRANSCRIPT_BYTES: a ply takes at most some 90 bytes with
 * its check, so 524,288 plies take 45 MiB, the notes, escaped, 8 MiB, the posts 6 MiB, a sealed
 * scenario 1.4 MiB, the rest of the head less than 32 KiB. */
enum { ALEA_MAX_PLIES = 1 << 19, ALEA_MAX_NOTES_BYTES = 4 << 20, ALEA_MAX_POSTS_BYTES = 6 << 20 };

/* ---- What people type (lines.c) ---- */

/* Makes one line that a transcript can hold of n bytes from outside: what is not fit to be shown becomes a blank, bytes that
 * are not UTF-8 become '?', blanks at the ends go, and what is past size - 1 bytes is cut between characters. Cleaning
 * twice is cleaning once. Writes a 0 behind; returns the length. `to` may be `from`. */
size_t alea_line_clean(const char *from, size_t n, char *to, size_t size);
/* The same of several lines: newlines stay, no blank stands before one, and at most ALEA_MAX_NOTE_CHARS characters are kept. `to` has room for
 * ALEA_MAX_NOTE_BYTES and a 0. */
size_t alea_lines_clean(const char *from, size_t n, char *to);
/* How many characters the words have, which are UTF-8. */
long alea_lines_chars(const char *words);
/* May those words be shown to others as an address: of the web, encrypted, of plain letters, with nobody's name before the server's? */
enum { ALEA_MAX_ADDRESS = 500 };
bool alea_is_address(const char *words);
/* The last of several lines, if it is an address: that of a picture or film beside what the others say. Else NULL. */
const char *alea_lines_address(const char *words);
/* Several lines as one: a newline is written "\n", a backslash "\\". */
void alea_lines_escape(const char *words, struct alea_text *text);
/* The lines that were written so, in place; false if a backslash stands before anything else. */
bool alea_lines_unescape(char *words);

/* ---- Notes (note.c) ---- */

/* Is it a key of ours that this release knows, with all that belongs to it? alea_note_say() puts it in words. */
bool alea_note_is_key(const char *note);
/* A note as a person typed it, cleaned, that is no key. */
void alea_note_typed(const char *typed, char note[ALEA_MAX_NOTE_BYTES + 1]);

/* ---- Refusals ---- */

/* Fills the error with the rule and its sentence. Returns ALEA_ERR_REFUSED. */
enum alea_err alea_match_refuse(const struct alea_match *match, alea_rule rule, struct alea_error *error);

/* What alea_match_play() would make of the move now, or why not: the position after it, for which `after` has room, and its events.
 * Nothing of this is played. */
enum alea_err alea_match_try(const struct alea_match *match, int seat, alea_move move, void *after,
                             struct alea_events *events, struct alea_error *error);

/* ---- Steps ---- */

/* The ply that rewind number `rewind` is, from 0 .. alea_match_rewinds() - 1. */
long alea_match_rewind(const struct alea_match *match, int rewind);

/* The position before the first ply; `pos` need not be zeroed. */
void alea_match_start(const struct alea_rules *rules, void *pos);
/* Makes n >= 1 moves of a seat on its view, which is written over, but for the last of them: answers the rule that refuses the
 * first one that is not legal, or 0; *at is that move, else the last. Nothing of this is played. */
alea_rule alea_match_imagine(const struct alea_match *match, void *view, int seat, const alea_move moves[], int n, int *at);

/* Makes a move on a copy of a position, with its events (may be NULL): nothing of it is played. The rule that refuses it, or 0. */
alea_rule alea_imagine_ply(const struct alea_rules *rules, void *pos, int seat, alea_move move, struct alea_events *events);
/* What a viewer, a seat or ALEA_NONE, reads of a ply that was made at `before` and had these events, as alea_match_preview() has it. */
void alea_ply_say(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                  const struct alea_events *events, int viewer, struct alea_text *text);

/* The same with a copy of the true position, and with the last of them: what it would be after the whole order. */
alea_rule alea_match_imagine_whole(const struct alea_match *match, void *pos, int seat, const alea_move moves[], int n);

/* Takes `pos`, the position before that ply of the match, over the ply. events may be NULL; else emptied and filled. */
void alea_match_step(const struct alea_match *match, long ply, void *pos, struct alea_events *events);

#endif
