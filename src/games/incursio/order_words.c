/* SPDX-License-Identifier: MIT */
/* order_words.c - a typed line, word by word: sites, structures, missions, characters and units by number or by name. */
#include <string.h>

#include "order.h"

/* ---- Folding ---- */

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
static bool is_letter(char letter) { return letter >= 'a' && letter <= 'z'; }
static bool is_sign(char letter) { return letter == ':' || letter == ',' || letter == ';'; }

/* The plain small letter of U+00C0 .. U+00FF, by the second byte in UTF-8. */
static char without_accent(unsigned char byte) {
    static const char plain[] = "aaaaaaaceeeeiiiidnooooo ouuuuyts";
    return plain[(byte - 0x80u) % 32];
}

/* Letters, digits and signs; whatever else there is parts words, and signs stand apart. False if it is too long. */
static bool fold(const char *from, char *to, size_t size) {
    size_t n = 0;
    for (; *from; from++) {
        char letter = *from;
        if (letter >= 'A' && letter <= 'Z') letter = (char)(letter - 'A' + 'a');
        else if ((unsigned char)letter == 0xc3 && (unsigned char)from[1] >= 0x80)
            letter = without_accent((unsigned char)*++from);
        bool sign = is_sign(letter), apart = sign || (n > 0 && is_sign(to[n - 1]));
        if (!sign && !is_letter(letter) && !is_digit(letter)) letter = ' ';
        if (n + 3 > size) return false;
        if ((apart || letter == ' ') && n > 0 && to[n - 1] != ' ') to[n++] = ' ';
        if (letter != ' ') to[n++] = letter;
    }
    if (n > 0 && to[n - 1] == ' ') n--;
    to[n] = 0;
    return true;
}

bool inc_read_begin(struct inc_reader *in, const char *line) {
    in->at = in->line;
    return fold(line, in->line, sizeof in->line);
}

/* ---- Words ---- */

static size_t word_length(const char *at) { return strcspn(at, " "); }

static void go_past(struct inc_reader *in, const char *end) { in->at = end + (*end == ' '); }

bool inc_read_sign(struct inc_reader *in, char sign) {
    if (in->at[0] != sign) return false;
    go_past(in, in->at + 1);
    return true;
}

bool inc_read_word(struct inc_reader *in, const char *words) {
    size_t length = word_length(in->at), n;
    for (; length; words += n + 1) {
        n = strcspn(words, "|");
        if (n == length && memcmp(words, in->at, n) == 0) {
            go_past(in, in->at + length);
            return true;
        }
        if (!words[n]) break;
    }
    return false;
}

/* The digits at `at`, at most four; NULL if there are none. */
static const char *digits(const char *at, unsigned *number) {
    const char *end = at;
    for (*number = 0; is_digit(*end) && end < at + 4; end++) *number = 10 * *number + (unsigned)(*end - '0');
    return end > at && !is_digit(*end) ? end : NULL;
}

static bool ends_word(const char *at) { return !*at || *at == ' '; }

bool inc_read_number(struct inc_reader *in, unsigned *number) {
    const char *end = digits(in->at, number);
    if (!end || !ends_word(end)) return false;
    go_past(in, end);
    return true;
}

/* ---- Names ---- */

/* Numbers stand before the names of sites and structures; they are read by themselves. */
static const char *bare(const char *name) {
    name += strspn(name, "0123456789");
    return name + (*name == ' ');
}

/* How well the first n bytes of the line name it: 0 not at all, 1 they begin a name of it, 2 they are one. */
static int fits(const struct alea_phrase *phrase, const char *at, size_t n) {
    int best = 0;
    for (int form = 0; form <= ALEA_LANGS; form++) {
        char name[2 * INC_LABEL];
        bool whole = fold(form < ALEA_LANGS ? phrase->in[form] : phrase->id, name, sizeof name);
        const char *words = form < ALEA_LANGS ? bare(name) : name;
        if (!whole || strncmp(words, at, n) != 0) continue;
        if (!words[n]) return 2;
        best = 1;
    }
    return best;
}

/* The one of the `allowed` that the first n bytes name; a whole name is meant before those that only begin so. -1: none or
 * more than one. */
static int named(const struct alea_names *names, uint64_t allowed, const char *at, size_t n, bool *any) {
    int found = -1, best = 0, times = 0;
    for (int i = 0; i < names->n; i++) {
        int how = inc_has(allowed, (unsigned)i) ? fits(&names->at[i], at, n) : 0;
        if (how > best) found = i, best = how, times = 0;
        times += how && how == best;
    }
    *any = best > 0;
    return times == 1 ? found : -1;
}

/* As many words as name something. */
static bool read_name(struct inc_reader *in, const struct alea_names *names, uint64_t allowed, unsigned *index) {
    const char *end = in->at, *last = NULL;
    int found = -1;
    while (*end && !is_sign(*end)) {
        bool any;
        end += word_length(end);
        int one = named(names, allowed, in->at, (size_t)(end - in->at), &any);
        if (!any) break;
        found = one;
        last = end;
        if (*end) end++;
    }
    if (found < 0) return false;
    *index = (unsigned)found;
    go_past(in, last);
    return true;
}

/* Behind a number its whole name may stand, as the board tells both: "7 Little Keep". */
static void skip_name(struct inc_reader *in, const struct alea_phrase *phrase) {
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        char label[2 * INC_LABEL];
        const char *name = fold(phrase->in[lang], label, sizeof label) ? bare(label) : "";
        size_t n = strlen(name);
        if (!n || strncmp(name, in->at, n) != 0 || !ends_word(in->at + n)) continue;
        go_past(in, in->at + n);
        return;
    }
}

/* The number at `at`, from 1 to n. */
static bool read_numbered(struct inc_reader *in, const char *at, int n, unsigned *index) {
    unsigned number;
    const char *end = digits(at, &number);
    if (!end || !ends_word(end) || number < 1 || number > (unsigned)n) return false;
    *index = number - 1;
    go_past(in, end);
    return true;
}

static bool read_thing(struct inc_reader *in, const char *at, const struct alea_names *names, unsigned *index) {
    if (!read_numbered(in, at, names->n, index)) return read_name(in, names, UINT64_MAX, index);
    skip_name(in, &names->at[*index]);
    return true;
}

bool inc_read_site(struct inc_reader *in, unsigned *site) {
    return read_thing(in, in->at + (in->at[0] == 's'), &in->t->site, site);
}

bool inc_read_structure(struct inc_reader *in, unsigned *structure) {
    return read_thing(in, in->at, &in->t->structure, structure);
}

bool inc_read_mission(struct inc_reader *in, unsigned *mission) {
    uint64_t own = 0;
    for (int i = 0; i < in->t->n_missions; i++)
        if (in->t->missions[i].side == in->side) own |= inc_bit((unsigned)i);
    return read_name(in, &in->t->mission, own, mission);
}

bool inc_read_character(struct inc_reader *in, unsigned *character) {
    const char *before = in->at;
    bool word = inc_read_word(in, "c|pg|personaggio|character");
    size_t stuck = word ? 0 : in->at[0] == 'c' ? 1 : strncmp(in->at, "pg", 2) == 0 ? 2 : 0;
    if ((word || stuck) && read_numbered(in, in->at + stuck, in->t->characters, character)) {
        inc_read_sign(in, ':');
        return true;
    }
    in->at = before;
    return false;
}

/* ---- Units ---- */

/* "F" or "Tr" at `at`, as a whole word; INC_TYPES if it is none of the side's. */
static unsigned type_at(const struct inc_reader *in, const char *at) {
    char sign[8];
    for (unsigned type = 0; type < INC_TYPES; type++) {
        const struct alea_phrase *unit = &in->t->unit.at[INC_TYPES * (unsigned)in->side + type];
        if (!fold(unit->in[ALEA_IT], sign, sizeof sign)) continue;
        size_t n = strlen(sign);
        if (n && strncmp(sign, at, n) == 0 && ends_word(at + n)) return type;
    }
    return INC_TYPES;
}

/* One or several of a type: "Tr", "3Tr", "3 Tr". */
static bool read_some(struct inc_reader *in, struct inc_wanted *wanted) {
    unsigned n = 1;
    const char *end = digits(in->at, &n), *at = end ? end + (*end == ' ') : in->at;
    unsigned type = type_at(in, at);
    if (!end) n = 1;
    if (type == INC_TYPES || n < 1 || n > (unsigned)(INC_UNITS - wanted->n)) return false;
    memset(wanted->type + wanted->n, (int)type, n);
    wanted->n += (int)n;
    go_past(in, at + word_length(at));
    return true;
}

bool inc_read_units(struct inc_reader *in, struct inc_wanted *wanted) {
    wanted->n = 0;
    wanted->all = inc_read_word(in, "all|tutti|tutte|tutto");
    if (wanted->all) return true;
    while (read_some(in, wanted)) {
        const char *before = in->at;
        bool more = inc_read_sign(in, ',') || inc_read_word(in, "e|ed|and");
        if (more && type_at(in, in->at) == INC_TYPES && !is_digit(in->at[0])) {
            in->at = before; /* it parts more than units */
            break;
        }
    }
    return wanted->n > 0;
}
