/* SPDX-License-Identifier: MIT */
/* fields_text.c - lists of units, structures, what is known, in words: the fields that the engine can't write by itself.
 *
 *   garrison.s07 F A F                     the garrison in its order; soldiers.s07 and demons.s02 are camps
 *   soldiers.s07 A C* F! F+ A>s04 C<s06    * moved, ! fought, + fresh, > ordered away to, < ordered here from
 *   demons.s02 Tr~ As~*                    ~ out of a portal
 *   structures.s07 extra_dwellings=2 walls
 *   seen_structures.s07 walls @3           with the day of the news
 *   seen_garrison.s07 F - A                - unknown
 *   raiders_know.s07 settlement2@1 units=some@2 - C */
#include <string.h>

#include "fields.h"

/* ---- Units ---- */

static const char *const symbol[INC_SIDES][INC_TYPES] = {{"F", "A", "C"}, {"Tr", "As", "Di"}};

static void write_unit(const struct inc_tables *t, int side, unsigned site, inc_unit unit, struct alea_text *text) {
    static const char *const mark[] = {"", "*", "!", "+"};
    unsigned state = inc_state_of(unit), way = (state - INC_COMING) % INC_WAYS;
    alea_text_add(text, symbol[side][inc_type(unit) % INC_TYPES]);
    if (inc_is_portal(unit)) alea_text_add(text, "~");
    if (state < INC_COMING) alea_text_add(text, mark[state]);
    else if (way < t->n_ways[site])
        alea_text_addf(text, "%s%s", inc_is_shadow(unit) ? ">" : "<", t->site.at[t->way[site][way]].id);
}

/* The number of the way from a site to the one of that name. */
static bool read_way(const struct inc_tables *t, unsigned site, const char *word, unsigned *way) {
    unsigned other;
    if (!inc_read_name(&t->site, word, strlen(word), &other)) return false;
    for (*way = 0; *way < t->n_ways[site]; ++*way)
        if (t->way[site][*way] == other) return true;
    return false;
}

static bool read_unit(const struct inc_tables *t, int side, unsigned site, const char *word, inc_unit *unit) {
    unsigned type = 0, state = INC_IDLE, way = 0;
    while (type < INC_TYPES && strncmp(word, symbol[side][type], strlen(symbol[side][type])) != 0) type++;
    if (type == INC_TYPES) return false;
    word += strlen(symbol[side][type]);
    bool portal = *word == '~';
    word += portal;
    switch (*word) {
    case 0: break;
    case '*': state = INC_MOVED; break;
    case '!': state = INC_FOUGHT; break;
    case '+': state = INC_FRESH; break;
    case '<':
    case '>':
        if (!read_way(t, site, word + 1, &way)) return false;
        state = (*word == '<' ? INC_COMING : INC_GOING) + way;
        break;
    default: return false;
    }
    *unit = inc_unit_make(type, portal, state);
    return state >= INC_COMING || !*word || !word[1];
}

static bool write_units(const struct inc_tables *t, int side, unsigned site, const inc_unit units[], int n,
                        struct alea_text *text) {
    bool first = true;
    for (int i = 0; i < n; i++) {
        inc_separate(text, &first);
        write_unit(t, side, site, units[i], text);
    }
    return n > 0;
}

/* Lines come in any order and over any position, so the places of the lists are worked out first. */
static bool read_units(const struct inc_tables *t, struct inc_position *p, int side, unsigned site, bool garrison,
                       const char *words) {
    char word[INC_WORD];
    inc_unit unit;
    inc_derive(t, p);
    int n = garrison ? p->garrison[site] : p->camp[side][site];
    while (n > 0) inc_take(p, side, site, garrison, --n);
    if (inc_is_empty(words)) return true;
    while (inc_next_word(&words, word)) {
        bool room = p->total[side] < INC_UNITS && !(garrison && n == UINT8_MAX);
        if (!room || !read_unit(t, side, site, word, &unit)) return false;
        inc_insert(p, side, site, garrison, n++, unit);
    }
    return true;
}

bool inc_write_garrison(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_position *p = pos;
    unsigned site = (unsigned)row;
    return write_units(tables, INC_DEFENDERS, site, inc_units_at(p, INC_DEFENDERS, site), p->garrison[site], text);
}

bool inc_read_garrison(const void *tables, void *pos, int row, const char *words) {
    return read_units(tables, pos, INC_DEFENDERS, (unsigned)row, true, words);
}

static bool write_camp(const void *tables, const struct inc_position *p, int side, unsigned site, struct alea_text *text) {
    return write_units(tables, side, site, inc_camp(p, side, site), p->camp[side][site], text);
}

bool inc_write_soldiers(const void *tables, const void *pos, int row, struct alea_text *text) {
    return write_camp(tables, pos, INC_DEFENDERS, (unsigned)row, text);
}

bool inc_read_soldiers(const void *tables, void *pos, int row, const char *words) {
    return read_units(tables, pos, INC_DEFENDERS, (unsigned)row, false, words);
}

bool inc_write_demons(const void *tables, const void *pos, int row, struct alea_text *text) {
    return write_camp(tables, pos, INC_RAIDERS, (unsigned)row, text);
}

bool inc_read_demons(const void *tables, void *pos, int row, const char *words) {
    return read_units(tables, pos, INC_RAIDERS, (unsigned)row, false, words);
}

/* ---- Structures ---- */

static void write_structure(const struct inc_tables *t, unsigned structure, int copies, struct alea_text *text) {
    alea_text_add(text, t->structure.at[structure].id);
    if (copies != 1) alea_text_addf(text, "=%d", copies);
}

/* "walls", "mine=2" */
static bool read_structure(const struct inc_tables *t, const char *word, unsigned *structure, unsigned *copies) {
    const char *equals = strchr(word, '=');
    *copies = 1;
    if (!inc_read_name(&t->structure, word, equals ? (size_t)(equals - word) : strlen(word), structure)) return false;
    if (!equals) return true;
    equals++;
    return inc_number_read(&equals, INC_COPIES, copies) && !*equals;
}

bool inc_write_structures(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    unsigned site = (unsigned)row;
    bool first = true;
    for (uint32_t has = p->has[site]; has; has &= has - 1) {
        inc_separate(text, &first);
        write_structure(t, inc_first(has), inc_copies(t, p, site, inc_first(has)), text);
    }
    return !first;
}

bool inc_read_structures(const void *tables, void *pos, int row, const char *words) {
    const struct inc_tables *t = tables;
    struct inc_position *p = pos;
    unsigned site = (unsigned)row, structure, copies;
    char word[INC_WORD];
    p->has[site] = 0;
    memset(p->copies[site], 0, sizeof p->copies[site]);
    if (inc_is_empty(words)) return true;
    while (inc_next_word(&words, word)) {
        if (!read_structure(t, word, &structure, &copies)) return false;
        if (t->structures[structure].stack == ALEA_NONE && copies != 1) return false;
        inc_set_copies(t, p, site, structure, (int)copies);
        p->has[site] |= UINT32_C(1) << structure;
    }
    return true;
}

bool inc_write_seen_structures(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    unsigned site = (unsigned)row;
    bool first = true;
    for (uint32_t seen = p->seen_has[site]; seen; seen &= seen - 1) {
        unsigned structure = inc_first(seen);
        inc_separate(text, &first);
        write_structure(t, structure, p->seen_copies[site][structure / 2] >> 4 * (structure % 2) & 0xf, text);
    }
    if (!p->seen_has_day[site]) return !first;
    inc_separate(text, &first);
    alea_text_addf(text, "@%d", p->seen_has_day[site] - 1);
    return true;
}

bool inc_read_seen_structures(const void *tables, void *pos, int row, const char *words) {
    struct inc_position *p = pos;
    unsigned site = (unsigned)row, structure, number;
    char word[INC_WORD];
    p->seen_has[site] = 0;
    p->seen_has_day[site] = 0;
    memset(p->seen_copies[site], 0, sizeof p->seen_copies[site]);
    if (inc_is_empty(words)) return true;
    while (inc_next_word(&words, word)) {
        if (word[0] == '@') {
            const char *day = word + 1;
            if (!inc_number_read(&day, UINT8_MAX - 1, &number) || *day) return false;
            p->seen_has_day[site] = (uint8_t)(number + 1);
            continue;
        }
        if (!read_structure(tables, word, &structure, &number)) return false;
        p->seen_has[site] |= UINT32_C(1) << structure;
        p->seen_copies[site][structure / 2] |= (uint8_t)(number << 4 * (structure % 2));
    }
    return true;
}

/* ---- What is known ---- */

static int places_known(const uint8_t list[], int most) {
    int n = most;
    while (n > 0 && !inc_seen_at(list, most, n - 1)) n--;
    return n;
}

static void write_places(const uint8_t list[], int most, int side, struct alea_text *text, bool *first) {
    int n = places_known(list, most);
    for (int i = 0; i < n; i++) {
        unsigned bits = inc_seen_at(list, most, i);
        inc_separate(text, first);
        alea_text_add(text, bits ? symbol[side][bits - 1] : "-");
    }
}

static bool read_place(uint8_t list[], int most, int *at, int side, const char *word) {
    unsigned bits = 0;
    if (*at >= most) return false;
    for (unsigned type = 0; type < INC_TYPES; type++)
        if (!strcmp(word, symbol[side][type])) bits = 1 + type;
    list[*at / 4] |= (uint8_t)(bits << 2 * (*at % 4));
    ++*at;
    return bits || inc_is_empty(word);
}

bool inc_write_seen_garrison(const void *tables, const void *pos, int row, struct alea_text *text) {
    const struct inc_position *p = pos;
    bool first = true;
    (void)tables;
    write_places(p->seen_garrison[row], INC_SEEN_GARRISON, INC_DEFENDERS, text, &first);
    return !first;
}

bool inc_read_seen_garrison(const void *tables, void *pos, int row, const char *words) {
    struct inc_position *p = pos;
    char word[INC_WORD];
    int at = 0;
    (void)tables;
    memset(p->seen_garrison[row], 0, sizeof p->seen_garrison[row]);
    if (inc_is_empty(words)) return true;
    while (inc_next_word(&words, word))
        if (!read_place(p->seen_garrison[row], INC_SEEN_GARRISON, &at, INC_DEFENDERS, word)) return false;
    return true;
}

static const struct {
    const char *word;
    unsigned kind;
} kinds[] = {{"empty", INC_KIND_EMPTY}, {"settlement", INC_KIND_SETTLEMENT}, {"ruin", INC_KIND_RUIN}};

/* What `side` knows of a site. */
static bool write_known(const struct inc_position *p, int side, unsigned site, struct alea_text *text) {
    const struct inc_knowledge *know = &p->know[side];
    unsigned kind = know->kind[site], level = kind & 0xf;
    bool first = true;
    if (kind || know->kind_day[site]) {
        inc_separate(text, &first);
        alea_text_add(text, kinds[(kind >> 4) % ALEA_LEN(kinds)].word);
        if (kind && level != INC_LEVEL_UNKNOWN) alea_text_addf(text, "%u", level);
        alea_text_addf(text, "@%d", know->kind_day[site] - 1);
    }
    if (know->units[site] || know->units_day[site]) {
        inc_separate(text, &first);
        if (know->units[site] == INC_SOME) alea_text_add(text, "units=some");
        else alea_text_addf(text, "units=%u", know->units[site]);
        alea_text_addf(text, "@%d", know->units_day[site] - 1);
    }
    write_places(know->camp[site], INC_SEEN_CAMP, inc_other(side), text, &first);
    return !first;
}

static bool read_day(const char *word, uint8_t *day) {
    unsigned number;
    if (*word++ != '@' || !inc_number_read(&word, UINT8_MAX - 1, &number) || *word) return false;
    *day = (uint8_t)(number + 1);
    return true;
}

static bool read_known_units(struct inc_knowledge *know, unsigned site, const char *word) {
    unsigned n = INC_SOME;
    if (!strncmp(word, "some", 4)) word += 4;
    else if (!inc_number_read(&word, INC_SOME - 1, &n)) return false;
    know->units[site] = (uint16_t)n;
    return read_day(word, &know->units_day[site]);
}

static bool read_known_kind(struct inc_knowledge *know, unsigned site, const char *word) {
    for (size_t i = 0; i < ALEA_LEN(kinds); i++) {
        size_t length = strlen(kinds[i].word);
        unsigned level = kinds[i].kind ? INC_LEVEL_UNKNOWN : 0;
        if (strncmp(word, kinds[i].word, length) != 0) continue;
        word += length;
        if (*word != '@' && (!kinds[i].kind || !inc_number_read(&word, INC_LEVEL_UNKNOWN - 1, &level))) return false;
        know->kind[site] = (uint8_t)(kinds[i].kind | level);
        return read_day(word, &know->kind_day[site]);
    }
    return false;
}

static bool read_known(struct inc_position *p, int side, unsigned site, const char *words) {
    struct inc_knowledge *know = &p->know[side];
    char word[INC_WORD];
    int at = 0;
    know->units[site] = 0;
    know->kind[site] = know->kind_day[site] = know->units_day[site] = 0;
    memset(know->camp[site], 0, sizeof know->camp[site]);
    if (inc_is_empty(words)) return true;
    while (inc_next_word(&words, word)) {
        bool good = !strncmp(word, "units=", 6) ? read_known_units(know, site, word + 6)
                    : strchr(word, '@')         ? read_known_kind(know, site, word)
                                                : read_place(know->camp[site], INC_SEEN_CAMP, &at, inc_other(side), word);
        if (!good) return false;
    }
    return true;
}

bool inc_write_defenders_know(const void *tables, const void *pos, int row, struct alea_text *text) {
    (void)tables;
    return write_known(pos, INC_DEFENDERS, (unsigned)row, text);
}

bool inc_read_defenders_know(const void *tables, void *pos, int row, const char *words) {
    (void)tables;
    return read_known(pos, INC_DEFENDERS, (unsigned)row, words);
}

bool inc_write_raiders_know(const void *tables, const void *pos, int row, struct alea_text *text) {
    (void)tables;
    return write_known(pos, INC_RAIDERS, (unsigned)row, text);
}

bool inc_read_raiders_know(const void *tables, void *pos, int row, const char *words) {
    (void)tables;
    return read_known(pos, INC_RAIDERS, (unsigned)row, words);
}
