/* SPDX-License-Identifier: MIT */
/* fields_array.c - arrays in words: the line and its dice, what was drawn, and arrays of bytes of which most hold nothing.
 *
 *   line 3 5 0                             indices into the attacker's units
 *   dice 5-2 3-0                           the attacker's face, the defender's
 *   drawn 0 7
 *   work c1=mine c2=found                  what is not said holds nothing
 *   action_what.raiders c1=veil c3=soldiers */
#include <string.h>

#include "fields.h"

/* ---- Words ---- */

bool inc_next_word(const char **at, char word[INC_WORD]) {
    while (**at == ' ') ++*at;
    size_t n = strcspn(*at, " ");
    if (!n) return false;
    size_t kept = n < INC_WORD ? n : INC_WORD - 1;
    memcpy(word, *at, kept);
    word[kept] = 0;
    *at += n;
    return true;
}

void inc_separate(struct alea_text *text, bool *first) {
    if (!*first) alea_text_add(text, " ");
    *first = false;
}

bool inc_number_read(const char **at, unsigned most, unsigned *value) {
    unsigned sum = 0;
    const char *from = *at;
    for (; **at >= '0' && **at <= '9' && *at - from < 8; ++*at) sum = 10 * sum + (unsigned)(**at - '0');
    *value = sum;
    return *at > from && sum <= most;
}

bool inc_read_name(const struct alea_names *names, const char *word, size_t n, unsigned *index) {
    for (int i = 0; i < names->n; i++) {
        if (strlen(names->at[i].id) != n || memcmp(names->at[i].id, word, n) != 0) continue;
        *index = (unsigned)i;
        return true;
    }
    return false;
}

/* ---- Arrays of bytes of which most hold nothing ---- */

static struct alea_names listed(int set) { return incursio_texts.lists[set - ALEA_SET_GAME - incursio_texts.n_sets]; }

static const char found[] = "found"; /* a work that is no structure */

/* The names that a value may be one of, in the order in which they are tried; what an action is about has three kinds. */
enum { TABLES = 3 };
static int tables_of(const struct inc_tables *t, enum inc_word word, struct alea_names names[TABLES]) {
    int n = 0;
    switch (word) {
    case INC_WORD_SEAT: break;
    case INC_WORD_SITE: names[n++] = t->site; break;
    case INC_WORD_CHARACTER: names[n++] = listed(INCURSIO_SET_CHARACTER); break;
    case INC_WORD_ACTION: names[n++] = listed(INCURSIO_SET_ACTION); break;
    case INC_WORD_MISSION: names[n++] = t->mission; break;
    case INC_WORD_WORK: names[n++] = t->structure; break;
    case INC_WORD_WHAT:
        names[n++] = t->mission;
        names[n++] = t->structure;
        names[n++] = listed(INCURSIO_SET_FOCUS);
    }
    return n;
}

static bool read_seat(const char *word, unsigned *seat) {
    bool two = word[0] == 'A' && word[1];
    const char *last = word + two;
    if (*last < 'A' || *last > 'Z' || last[1]) return false;
    *seat = (unsigned)(*last - 'A') + (two ? 26 : 0);
    return *seat < INC_SEATS;
}

/* A value that has no name is a number. */
static bool read_word(const struct inc_tables *t, enum inc_word kind, const char *word, unsigned *value) {
    struct alea_names names[TABLES];
    int n = tables_of(t, kind, names);
    if (kind == INC_WORD_SEAT && read_seat(word, value)) return true;
    if (kind == INC_WORD_WORK && !strcmp(word, found)) {
        *value = INC_WORK_FOUND;
        return true;
    }
    for (int i = 0; i < n; i++)
        if (inc_read_name(&names[i], word, strlen(word), value)) return true;
    return inc_number_read(&word, ALEA_NONE, value) && !*word;
}

/* Which of its tables the value is of. */
static int table_of(enum inc_word kind, unsigned action) {
    if (kind != INC_WORD_WHAT) return 0;
    switch (action) {
    case INCURSIO_ACTION_MISSION: return 0;
    case INCURSIO_ACTION_BUILD: return 1;
    case INCURSIO_ACTION_SPY: return 2;
    default: return -1;
    }
}

/* Two tables may have a name in common: then a number tells more. */
static void write_word(const struct inc_tables *t, enum inc_word kind, unsigned action, unsigned value,
                       struct alea_text *text) {
    struct alea_names names[TABLES];
    int n = tables_of(t, kind, names), table = table_of(kind, action);
    unsigned read;
    if (kind == INC_WORD_SEAT && value < INC_SEATS) {
        alea_text_addf(text, "%s%c", value < 26 ? "" : "A", (char)('A' + value % 26));
    } else if (kind == INC_WORD_WORK && value == INC_WORK_FOUND) {
        alea_text_add(text, found);
    } else if (table >= 0 && table < n && value < (unsigned)names[table].n &&
               read_word(t, kind, names[table].at[value].id, &read) && read == value) {
        alea_text_add(text, names[table].at[value].id);
    } else {
        alea_text_addf(text, "%u", value);
    }
}

bool inc_write_sparse(const struct inc_tables *t, const uint8_t at[], const uint8_t action[], const struct inc_sparse *kind,
                      struct alea_text *text) {
    bool first = true;
    for (int i = 0; i < kind->n; i++) {
        if (at[i] == kind->nothing) continue;
        inc_separate(text, &first);
        write_word(t, kind->index, 0, (unsigned)i, text);
        alea_text_add(text, "=");
        write_word(t, kind->value, action ? action[i] : 0, at[i], text);
    }
    if (first && kind->nothing) alea_text_add(text, "-");
    return !first || kind->nothing;
}

bool inc_read_sparse(const struct inc_tables *t, uint8_t at[], const struct inc_sparse *kind, const char *words) {
    char word[INC_WORD];
    unsigned index, value;
    memset(at, kind->nothing, (size_t)kind->n);
    if (inc_is_empty(words)) return true;
    while (inc_next_word(&words, word)) {
        char *equals = strchr(word, '=');
        if (!equals) return false;
        *equals = 0;
        if (!read_word(t, kind->index, word, &index) || index >= (unsigned)kind->n) return false;
        if (!read_word(t, kind->value, equals + 1, &value)) return false;
        at[index] = (uint8_t)value;
    }
    return true;
}

/* ---- Numbers ---- */

bool inc_write_drawn(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_position *p = pos;
    bool first = true;
    (void)tables, (void)row;
    for (unsigned i = 0; i < ALEA_LEN(p->drawn); i++)
        for (uint64_t bits = p->drawn[i]; bits; bits &= bits - 1) {
            inc_separate(text, &first);
            alea_text_addf(text, "%u", 64 * i + inc_first(bits));
        }
    return !first;
}

bool inc_read_drawn(const void *tables, void *pos, int row, const char *words) {
    struct inc_position *p = pos;
    (void)tables, (void)row;
    memset(p->drawn, 0, sizeof p->drawn);
    if (inc_is_empty(words)) return true;
    for (unsigned number; inc_number_read(&words, 64 * ALEA_LEN(p->drawn) - 1, &number); words += *words == ' ')
        p->drawn[number / 64] |= inc_bit(number);
    return !*words;
}

/* "5-2": the attacker's face and the defender's */
bool inc_write_dice(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_position *p = pos;
    int n = INC_LINE;
    bool first = true;
    (void)tables, (void)row;
    while (n > 0 && !p->dice[n - 1]) n--;
    for (int i = 0; i < n; i++) {
        inc_separate(text, &first);
        alea_text_addf(text, "%d-%d", p->dice[i] & 0xf, p->dice[i] >> 4);
    }
    return n > 0;
}

bool inc_read_dice(const void *tables, void *pos, int row, const char *words) {
    struct inc_position *p = pos;
    unsigned face, other;
    int n = 0;
    (void)tables, (void)row;
    memset(p->dice, 0, sizeof p->dice);
    if (inc_is_empty(words)) return true;
    for (; *words; words += *words == ' ') {
        if (n == INC_LINE || !inc_number_read(&words, 0xf, &face) || *words++ != '-' ||
            !inc_number_read(&words, 0xf, &other))
            return false;
        p->dice[n++] = (uint8_t)(face | other << 4);
        if (*words && *words != ' ') return false;
    }
    return true;
}

bool inc_write_line(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_position *p = pos;
    int n = INC_LINE;
    bool first = true;
    (void)tables, (void)row;
    while (n > 0 && !p->line[n - 1]) n--;
    if (n && n < p->attackers) n = p->attackers; /* the last one may be unit 0; in a view there is no line at all */
    for (int i = 0; i < n; i++) {
        inc_separate(text, &first);
        alea_text_addf(text, "%d", p->line[i]);
    }
    return n > 0;
}

bool inc_read_line(const void *tables, void *pos, int row, const char *words) {
    struct inc_position *p = pos;
    unsigned number;
    int n = 0;
    (void)tables, (void)row;
    memset(p->line, 0, sizeof p->line);
    if (inc_is_empty(words)) return true;
    for (; n < INC_LINE && inc_number_read(&words, INC_UNITS - 1, &number); words += *words == ' ')
        p->line[n++] = (uint16_t)number;
    return !*words;
}
