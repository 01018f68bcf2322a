/* SPDX-License-Identifier: MIT */
/* order.c - a line of several moves, for games that have no orders of their own: each part begins with a verb and goes on through the
 * decisions that follow from it.
 *
 *   reinforce narbonensis 4; attack italia raetia        place x 4, then attack_from and attack_to
 *   sposta da Italia a Sicilia 3                         move_from, move_to, move 3
 *
 * A verb is called by its token or as people are told it, in any language, or by the beginning of that. A number at the end of a part is
 * the argument of the decision that is due, or else how often the part is made. The moves are played on a copy of the view as they are
 * found; of one that is not legal the door will say why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alea.h"
#include "casefold.h"
#include "engine_text.h"
#include "match.h"
#include "names.h"
#include "text.h"

enum { MAX_LINE = 2048, MAX_WORDS = 256 };

struct reader {
    const struct alea_rules *rules;
    int seat;
    void *view;       /* after the moves so far, as long as they are legal */
    alea_move *legal; /* there */
    int n_legal;
    bool plays;
    char part[MAX_LINE]; /* of the line, folded */
    const char *at;      /* what is still to be read of it */
    alea_move *out;
    int n, max;
};

/* ---- Words ---- */

static size_t word_length(const char *at) { return strcspn(at, " "); }

static void skip(struct reader *in, size_t n) {
    in->at += n;
    while (*in->at == ' ') in->at++;
}

/* How many bytes of the line the name takes, from the beginning and up to the end of a word; 0: it does not stand there. */
static size_t named_there(const char *at, const char *name) {
    char folded[MAX_WORDS];
    casefold(name, folded, sizeof folded);
    size_t n = strlen(folded);
    return n && strncmp(at, folded, n) == 0 && (at[n] == ' ' || !at[n]) ? n : 0;
}

/* Is the word the beginning of the name, or of one of its words? */
static bool begins_there(const char *at, size_t n, const char *name) {
    char folded[MAX_WORDS];
    casefold(name, folded, sizeof folded);
    for (const char *word = folded; word; word = strchr(word, ' ') ? strchr(word, ' ') + 1 : NULL)
        if (strncmp(word, at, n) == 0) return true;
    return false;
}

/* Small words between a verb and what it is about, in any language. */
static bool is_link(const char *at, size_t n) {
    static const char *const links[ALEA_LANGS] = {ENGINE_SAY_ORDER_LINKS};
    for (int lang = 0; lang < ALEA_LANGS; lang++)
        for (const char *word = links[lang]; *word; word += word_length(word), word += strspn(word, " "))
            if (word_length(word) == n && strncmp(at, word, n) == 0) return true;
    return false;
}

/* ---- Arguments ---- */

/* The index of one of the game's own names: the longest that stands there, else the only one that begins so. */
static bool read_name(struct reader *in, int set, unsigned *arg) {
    const struct alea_names names = alea_names_of(in->rules, set);
    size_t longest = 0, word = word_length(in->at);
    int beginning = 0;
    for (int i = 0; i < names.n; i++) {
        size_t n = named_there(in->at, names.at[i].id);
        bool begins = begins_there(in->at, word, names.at[i].id);
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            const size_t there = named_there(in->at, names.at[i].in[lang]);
            n = there > n ? there : n;
            begins |= begins_there(in->at, word, names.at[i].in[lang]);
        }
        if (n > longest || (begins && !longest)) *arg = (unsigned)i;
        longest = n > longest ? n : longest;
        beginning += begins;
    }
    if (!longest && beginning != 1) return false;
    skip(in, longest ? longest : word);
    return true;
}

static bool read_argument(struct reader *in, int set, unsigned *arg) {
    char word[MAX_WORDS];
    size_t n = word_length(in->at);
    if (n == 0 || n >= sizeof word) return false;
    snprintf(word, sizeof word, "%.*s", (int)n, in->at);
    if (set >= ALEA_SET_GAME) return read_name(in, set, arg);
    if (set == ALEA_SET_NUMBER) {
        if (strspn(word, "0123456789") != n || n > 6) return false;
        *arg = (unsigned)strtol(word, NULL, 10);
    } else if (set == ALEA_SET_SEAT) {
        const int seat = alea_seat_read(word);
        if (seat < 0 || seat >= in->rules->seats) return false;
        *arg = (unsigned)seat;
    } else return false;
    skip(in, n);
    return true;
}

/* ---- Moves ---- */

static void look(struct reader *in) {
    in->n_legal = in->rules->game->legal(in->rules->tables, in->view, in->seat, in->legal);
}

static bool is_legal(const struct reader *in, alea_move move) {
    for (int i = 0; i < in->n_legal; i++)
        if (in->legal[i] == move) return true;
    return false;
}

static bool add(struct reader *in, alea_move move) {
    if (in->n >= in->max) return false;
    in->out[in->n++] = move;
    in->plays = in->plays && is_legal(in, move) && !alea_imagine_ply(in->rules, in->view, in->seat, move, NULL);
    if (in->plays) look(in);
    return true;
}

/* How well the word calls the verb: 1 by its token, 2 by the beginning of that, 3 of its words, 4 by any of them; 0: not at all. */
static int calls(const struct alea_verb *verb, const char *at, size_t n) {
    if (named_there(at, verb->token)) return 1;
    if (strncmp(verb->token, at, n) == 0) return 2;
    int best = 0;
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        char folded[MAX_WORDS];
        casefold(verb->in[lang], folded, sizeof folded);
        if (strncmp(folded, at, n) == 0) return 3;
        if (n > 2 && begins_there(at, n, verb->in[lang])) best = 4;
    }
    return best;
}

/* The verb that the word calls best, of those that are legal now, else of all; 0: none. */
static unsigned read_verb(struct reader *in) {
    const struct alea_texts *texts = in->rules->game->texts;
    const size_t n = word_length(in->at);
    unsigned found = 0;
    int best = 0;
    for (int legal = 1; legal >= 0 && !found; legal--)
        for (int verb = 1; verb < texts->n_verbs; verb++) {
            bool now = false;
            for (int i = 0; i < in->n_legal && !now; i++) now = alea_move_verb(in->legal[i]) == (unsigned)verb;
            const int how = n && now == (legal == 1) ? calls(&texts->verbs[verb], in->at, n) : 0;
            if (how && (!best || how < best)) best = how, found = (unsigned)verb;
        }
    if (found) skip(in, n);
    return found;
}

/* The next decision takes what stands there as its argument: the first verb that is legal with it. */
static bool read_next(struct reader *in) {
    const struct alea_texts *texts = in->rules->game->texts;
    const char *before = in->at;
    for (int i = 0; i < in->n_legal; i++) {
        const unsigned verb = alea_move_verb(in->legal[i]);
        unsigned arg = 0;
        if (i > 0 && alea_move_verb(in->legal[i - 1]) == verb) continue;
        if (read_argument(in, texts->verbs[verb].set, &arg)) {
            const alea_move move = alea_move_make(verb, arg);
            if (texts->verbs[verb].set != ALEA_SET_NUMBER || is_legal(in, move)) return add(in, move);
        }
        in->at = before;
    }
    return false;
}

/* The part, made so often in all. */
static bool repeat(struct reader *in, int from, unsigned times) {
    const int n = in->n - from;
    if (times == 0 || times > (unsigned)in->max) return false;
    for (unsigned i = 1; i < times; i++)
        for (int k = 0; k < n; k++)
            if (!add(in, in->out[from + k])) return false;
    return true;
}

static bool read_part(struct reader *in) {
    const int from = in->n;
    const unsigned verb = read_verb(in);
    unsigned arg = 0, times = 0;
    const int set = verb ? in->rules->game->texts->verbs[verb].set : ALEA_SET_NONE;
    while (is_link(in->at, word_length(in->at))) skip(in, word_length(in->at));
    if (!verb || set == ALEA_SET_DICE || (set != ALEA_SET_NONE && !read_argument(in, set, &arg))) return false;
    if (!add(in, alea_move_make(verb, arg))) return false;
    while (*in->at) {
        if (is_link(in->at, word_length(in->at))) skip(in, word_length(in->at));
        else if (!in->plays) return true; /* the door says why not */
        else if (read_next(in)) continue;
        else return read_argument(in, ALEA_SET_NUMBER, &times) && !*in->at && repeat(in, from, times);
    }
    return true;
}

static bool read_line(struct reader *in, const char *line) {
    while (in->plays && *line) {
        const size_t n = strcspn(line, ";");
        char spaced[MAX_LINE];
        if (n >= sizeof spaced) return false;
        snprintf(spaced, sizeof spaced, "%.*s", (int)n, line);
        for (char *sign = spaced; *sign; sign++)
            if (*sign == ',' || *sign == ':') *sign = ' ';
        casefold(spaced, in->part, sizeof in->part);
        in->at = in->part;
        if (*in->at && !read_part(in)) return false;
        line += n + (line[n] == ';');
    }
    return true;
}

int alea_order(const struct alea_rules *rules, const void *view, int seat, const char *line, alea_move out[], int max) {
    const struct alea_game *game = rules->game;
    if (game->words.order) return game->words.order(rules->tables, view, seat, line, out, max);
    if (seat < 0 || seat >= rules->seats) return 0;
    struct reader in = {.rules = rules, .seat = seat, .plays = true, .out = out, .max = max};
    in.view = malloc(game->position_size);
    in.legal = calloc((size_t)game->max_legal + 1, sizeof *in.legal);
    bool read = in.view && in.legal;
    if (read) {
        memcpy(in.view, view, game->position_size);
        look(&in);
        read = read_line(&in, line);
    }
    free(in.view);
    free(in.legal);
    return read && in.n > 1 ? in.n : 0; /* a move alone is read as such */
}
