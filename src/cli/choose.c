/* SPDX-License-Identifier: MIT */
/* choose.c - which move a typed line means: its number, the move as transcripts write it, its words in the reader's
 * language, its argument alone, or the beginning of any of these, as long as one choice alone fits. */
#include <stdlib.h>
#include <string.h>

#include "casefold.h"
#include "names.h"
#include "play.h"

enum { MAX_TOLD = 8 };

/* ---- What a legal move may be called ----------------------------------------------------------------------------------- */

static unsigned set_of(const struct play *play, alea_move move) {
    return play->game->texts->verbs[alea_move_verb(move)].set;
}

/* A bare number is the number of a choice, so only names can stand for their move. */
static bool has_name(const struct play *play, alea_move move) {
    unsigned set = set_of(play, move);
    return set == ALEA_SET_SEAT || set >= ALEA_SET_GAME;
}

static bool fits(const struct alea_text *words, const char *line, bool whole) {
    return whole ? casefold_same(alea_text_str(words), line) : casefold_begins(alea_text_str(words), line);
}

static bool means(const struct play *play, alea_move move, const char *line, bool whole) {
    struct alea_text words;
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, play->cli->lang);
    alea_move_write(play->rules, move, &words);
    const char *blank = strchr(alea_text_str(&words), ' ');
    bool found = fits(&words, line, whole);
    if (!found && has_name(play, move) && blank)
        found = whole ? casefold_same(blank + 1, line) : casefold_begins(blank + 1, line);
    alea_text_clear(&words);
    if (!found) {
        alea_move_say(play->rules, move, &words);
        found = fits(&words, line, whole);
        alea_text_clear(&words);
    }
    const char *token = play->game->texts->verbs[alea_move_verb(move)].token;
    for (int with_verb = 0; with_verb < 2 && !found && has_name(play, move); with_verb++) {
        if (with_verb) alea_text_addf(&words, "%s ", token);
        alea_name_say(play->rules, (int)set_of(play, move), (long)alea_move_arg(move), &words);
        found = fits(&words, line, whole);
        alea_text_clear(&words);
    }
    return found;
}

/* How many choices the line fits; the first of them in *move, all (up to a few) told in page. */
static int find(const struct play *play, const char *line, bool whole, alea_move *move, struct alea_text *page) {
    int found = 0;
    for (int i = 0; i < play->n_legal; i++) {
        if (!means(play, play->legal[i], line, whole)) continue;
        if (found++ == 0) *move = play->legal[i];
        if (found > MAX_TOLD) continue;
        alea_text_add(page, found > 1 ? ", " : "");
        alea_move_write(play->rules, play->legal[i], page);
    }
    if (found > MAX_TOLD) alea_text_add(page, ", ...");
    return found;
}

/* ---- Throws ------------------------------------------------------------------------------------------------------------- */

bool play_throws(const struct play *play) {
    return play->seat == ALEA_CHANCE && play->n_legal > 0 && set_of(play, play->legal[0]) == ALEA_SET_DICE;
}

/* Reads "VERB line" as a move, whether legal or not. */
static bool read_behind(const struct play *play, unsigned verb, const char *line, alea_move *move) {
    char whole[CONSOLE_MAX_LINE + 64];
    snprintf(whole, sizeof whole, "%s %s", play->game->texts->verbs[verb].token, line);
    return alea_move_read(play->rules, whole, move, NULL) == ALEA_OK;
}

/* Counts the moves of a verb, legal or not, that the line fits; the first of them in *move. */
static int find_in_set(const struct play *play, unsigned verb, const char *line, bool whole, alea_move *move) {
    int found = 0, set = play->game->texts->verbs[verb].set;
    int n = set == ALEA_SET_SEAT ? play->rules->seats : alea_names_of(play->rules, set).n;
    for (int i = 0; i < n; i++) {
        alea_move candidate = alea_move_make(verb, (unsigned)i);
        if (means(play, candidate, line, whole) && found++ == 0) *move = candidate;
    }
    return found;
}

/* A move that is not legal, by its words or its argument: the door will say which rule forbids it. Only the verbs that can be
 * played now are meant. */
static bool find_illegal(const struct play *play, const char *line, bool whole, alea_move *move) {
    int found = 0;
    for (int i = 0; i < play->n_legal && found <= 1; i++) {
        unsigned verb = alea_move_verb(play->legal[i]);
        if (i > 0 && verb == alea_move_verb(play->legal[i - 1])) continue; /* legal moves are in order */
        alea_move first = 0;
        int n = has_name(play, play->legal[i]) ? find_in_set(play, verb, line, whole, &first) : 0;
        if (found == 0 && n > 0) *move = first;
        found += n;
    }
    return found == 1;
}

bool play_choose_any(const struct play *play, const char *line, alea_move *move) {
    int verbs = play->game->texts->n_verbs;
    for (int whole = 1; whole >= 0; whole--) {
        int found = 0;
        for (int verb = 1; verb < verbs && found <= 1; verb++) {
            alea_move first = alea_move_make((unsigned)verb, 0);
            unsigned set = set_of(play, first);
            int n = 0;
            if (has_name(play, first)) n = find_in_set(play, (unsigned)verb, line, whole, &first);
            else if (set == ALEA_SET_NONE) n = means(play, first, line, whole);
            if (found == 0 && n > 0) *move = first;
            found += n;
        }
        if (found > 0) return found == 1;
    }
    return false;
}

/* ---- Not understood ------------------------------------------------------------------------------------------------------ */

/* Does the line begin with a verb of the game? Then the engine says best what is wrong with the rest. */
static bool begins_with_verb(const struct play *play, const char *line) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    for (int verb = 1; verb < play->game->texts->n_verbs; verb++)
        if (casefold_same(play->game->texts->verbs[verb].token, word)) return true;
    return false;
}

/* The command or the argument of a choice that looks most like the line. */
static const char *nearest(const struct play *play, const char *line) {
    struct alea_nearest near = {.word = line};
    const char *command;
    for (int i = 0; (command = play_command_name(play, i)); i++) alea_nearest_offer(&near, command);
    for (int i = 0; i < play->n_legal; i++) {
        struct alea_names names = alea_names_of(play->rules, (int)set_of(play, play->legal[i]));
        if ((int)alea_move_arg(play->legal[i]) >= names.n) continue;
        const struct alea_phrase *name = &names.at[alea_move_arg(play->legal[i])];
        alea_nearest_offer(&near, name->id);
        alea_nearest_offer(&near, name->in[play->cli->lang]);
    }
    return near.best;
}

static enum chosen not_understood(const struct play *play, const char *line, const struct alea_error *error,
                                  struct alea_text *page) {
    const char *near = nearest(play, line);
    struct alea_text hint = cli_page(play->cli);
    if (near) cli_add(&hint, play->cli, ALEA_LABEL_PERHAPS, near, NULL);
    bool order = play->game->words.order && strchr(line, ' ') != strrchr(line, ' '); /* meant as a whole order */
    if ((begins_with_verb(play, line) && !order) || play_throws(play)) alea_text_add(page, error->text);
    else if (play->n_legal == 0) cli_add(page, play->cli, ALEA_LABEL_HOST_DECIDES, NULL);
    else cli_add(page, play->cli, ALEA_LABEL_NOT_UNDERSTOOD, line, alea_text_str(&hint), cli_digits(play->n_legal).at, NULL);
    alea_text_clear(&hint);
    return NOT_UNDERSTOOD;
}

/* ---- Choosing ----------------------------------------------------------------------------------------------------------- */

static bool is_number(const char *line) { return *line && line[strspn(line, "0123456789")] == 0; }

static enum chosen choose_number(const struct play *play, const char *line, alea_move *move, struct alea_text *page) {
    long number = strlen(line) < 9 ? strtol(line, NULL, 10) : 0;
    if (number >= 1 && number <= play->n_legal) {
        *move = play->legal[number - 1];
        return CHOSEN;
    }
    if (play->n_legal == 0) cli_add(page, play->cli, ALEA_LABEL_HOST_DECIDES, NULL);
    else cli_add(page, play->cli, ALEA_LABEL_NO_CHOICE, line, cli_digits(play->n_legal).at, NULL);
    return NOT_UNDERSTOOD;
}

static enum chosen ambiguous(const struct play *play, const char *line, struct alea_text *fitting, struct alea_text *page) {
    cli_add(page, play->cli, ALEA_LABEL_AMBIGUOUS, line, alea_text_str(fitting), NULL);
    alea_text_clear(fitting);
    return AMBIGUOUS;
}

enum chosen play_choose(struct play *play, const char *line, alea_move *move, struct alea_text *page) {
    struct alea_error error = cli_error(play->cli);
    struct alea_text fitting;
    alea_text_init(&fitting, ALEA_MAX_LINE_BYTES, play->cli->lang);
    bool throws = play_throws(play);
    if (throws && read_behind(play, alea_move_verb(play->legal[0]), line, move)) return CHOSEN;
    if (!throws && is_number(line)) return choose_number(play, line, move, page);

    int found = throws ? 0 : find(play, line, true, move, &fitting);
    if (found == 0 && alea_move_read(play->rules, line, move, &error) == ALEA_OK) return CHOSEN;
    if (found == 0 && !throws && find_illegal(play, line, true, move)) return CHOSEN;
    if (found == 0 && !throws) found = find(play, line, false, move, &fitting);
    if (found > 1) return ambiguous(play, line, &fitting, page);
    alea_text_clear(&fitting);
    if (found == 1 || (!throws && find_illegal(play, line, false, move))) return CHOSEN;
    return not_understood(play, line, &error, page);
}

int play_read_order(const struct play *play, const char *line, alea_move moves[]) {
    return alea_order(play->rules, play->view, play->seat, line, moves, play->game->max_legal);
}

const char *play_offer(void *context, int n) {
    struct play *play = context;
    const char *command = play_command_name(play, n);
    if (command) return command;
    int commands = 0;
    while (play_command_name(play, commands)) commands++;
    if (n - commands >= play->n_legal || play_throws(play)) return NULL;
    alea_text_clear(&play->offered);
    alea_move_write(play->rules, play->legal[n - commands], &play->offered);
    return alea_text_str(&play->offered);
}
