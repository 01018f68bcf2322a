/* SPDX-License-Identifier: MIT */
/* fields.h - what fields.c needs of fields_text.c and fields_array.c: members of the position that are no plain arrays. */
#ifndef ALEA_INCURSIO_FIELDS_H
#define ALEA_INCURSIO_FIELDS_H

#include "incursio_internal.h"

/* ---- Words of a line: fields_array.c ---- */

enum { INC_WORD = 48 };
bool inc_next_word(const char **at, char word[INC_WORD]); /* false at the end of the line */
static inline bool inc_is_empty(const char *words) { return words[0] == '-' && !words[1]; }
void inc_separate(struct alea_text *text, bool *first);                /* a blank, but not before the first word */
bool inc_number_read(const char **at, unsigned most, unsigned *value); /* moves on behind it */
bool inc_read_name(const struct alea_names *names, const char *word, size_t n, unsigned *index);

/* An array of n bytes of which most are `nothing`; only the others are said. Bytes that are mostly ALEA_NONE have a line
 * even if all are: `work -`. */
enum inc_word {
    INC_WORD_SITE,
    INC_WORD_SEAT,
    INC_WORD_CHARACTER,
    INC_WORD_ACTION,
    INC_WORD_MISSION,
    INC_WORD_WORK,
    INC_WORD_WHAT /* a mission, a structure or a focus, as the action says */
};
struct inc_sparse {
    enum inc_word index, value;
    int n;
    uint8_t nothing;
};
/* `action` is looked at for INC_WORD_WHAT alone. */
bool inc_write_sparse(const struct inc_tables *t, const uint8_t at[], const uint8_t action[], const struct inc_sparse *kind,
                      struct alea_text *text);
bool inc_read_sparse(const struct inc_tables *t, uint8_t at[], const struct inc_sparse *kind, const char *words);

/* ---- Rows as ALEA_FIELD_OWN asks for them ---- */

#define INC_OWN_FIELD(name)                                                                      \
    bool inc_write_##name(const void *tables, const void *pos, int row, struct alea_text *text); \
    bool inc_read_##name(const void *tables, void *pos, int row, const char *words)

INC_OWN_FIELD(garrison); /* rows are sites */
INC_OWN_FIELD(soldiers);
INC_OWN_FIELD(demons);
INC_OWN_FIELD(structures);
INC_OWN_FIELD(seen_structures);
INC_OWN_FIELD(seen_garrison);
INC_OWN_FIELD(defenders_know);
INC_OWN_FIELD(raiders_know);
INC_OWN_FIELD(drawn); /* no rows */
INC_OWN_FIELD(dice);
INC_OWN_FIELD(line);

#endif
