/* SPDX-License-Identifier: MIT */
/* cases_run.c - what each line of a case does. docs/adding-a-game.md tells the words to people. */
#include "cases.h"

#include "../src/engine/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 160 };

static bool fault(struct case_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fault(struct case_run *run, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(run->fault, sizeof run->fault, format, args);
    va_end(args);
    return false;
}

/* ---- Words --------------------------------------------------------------------------------------------------------------- */

/* Cuts the line at blanks; the number of words, at most CASE_WORDS. */
static int split(char *line, char *words[CASE_WORDS]) {
    int n = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word && n < CASE_WORDS; word = strtok_r(NULL, " \t\r", &rest))
        words[n++] = word;
    return n;
}

static void join(char *const words[], int n, char *out, size_t size) {
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < n && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i ? " " : "", words[i]);
}

/* A letter, `*`, `!`; `-` (a spectator) only where somebody looks. */
static bool read_seat(struct case_run *run, const char *word, bool looks, int *seat) {
    *seat = !strcmp(word, "*") ? ALEA_CHANCE : !strcmp(word, "!") ? ALEA_HOST : alea_seat_read(word);
    if (!strcmp(word, "-") && looks) return true;
    if (*seat == ALEA_NONE || (*seat < ALEA_MAX_SEATS && *seat >= run->rules->seats))
        return fault(run, "there is no seat '%s'", word);
    return true;
}

static bool read_move(struct case_run *run, char *const words[], int n, alea_move *move) {
    char line[1024];
    struct alea_error error = {.lang = ALEA_EN};
    join(words, n, line, sizeof line);
    return !alea_move_read(run->rules, line, move, &error) || fault(run, "%s", error.text);
}

static const char *move_name(struct case_run *run, alea_move move) {
    static char names[4][WORD];
    static int next;
    char *name = names[next++ % 4];
    struct alea_text text;
    alea_text_init(&text, WORD, ALEA_EN);
    alea_move_write(run->rules, move, &text);
    snprintf(name, WORD, "%s", alea_text_str(&text));
    alea_text_clear(&text);
    return name;
}

/* ---- Positions ----------------------------------------------------------------------------------------------------------- */

static void forget(struct case_run *run) {
    for (int i = 0; i < run->n_undo; i++) free(run->undo[i].before);
    run->n_undo = 0;
}

static void set_up(struct case_run *run) {
    memset(run->position, 0, run->game->position_size);
    run->game->setup(run->tables, run->position);
    forget(run);
}

static bool lay(struct case_run *run, const char *lines) {
    struct alea_error error = {.lang = ALEA_EN};
    return !alea_position_read(run->rules, lines, run->position, &error) || fault(run, "%s", error.text);
}

static bool lay_base(struct case_run *run) {
    static char bytes[1 << 20];
    char path[1024];
    snprintf(path, sizeof path, "%s/base.pos", run->folder);
    FILE *file = fopen(path, "rb");
    if (!file) return fault(run, "can't open %s", path);
    size_t n = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    if (n == sizeof bytes - 1) return fault(run, "%s is too long", path);
    bytes[n] = 0;
    set_up(run);
    if (lay(run, bytes)) return true;
    char why[sizeof run->fault];
    memcpy(why, run->fault, sizeof why);
    return fault(run, "%.200s: %.700s", path, why);
}

static bool do_given(struct case_run *run, char *words[], int n) {
    if (run->changed) return fault(run, "'given' comes before the first move");
    if (n == 1 && !strcmp(words[0], "setup")) {
        set_up(run);
        return true;
    }
    if (n == 1 && !strcmp(words[0], "base")) return lay_base(run);
    char line[CASE_LINE];
    join(words, n, line, sizeof line);
    return lay(run, line);
}

/* ---- Moves --------------------------------------------------------------------------------------------------------------- */

static void remember(struct case_run *run, int seat, const void *before, bool barrier) {
    size_t size = run->game->position_size;
    if (run->n_undo == CASE_UNDO) {
        free(run->undo[0].before);
        memmove(run->undo, run->undo + 1, (CASE_UNDO - 1) * sizeof *run->undo);
        run->n_undo--;
    }
    void *copy = malloc(size);
    if (!copy) abort();
    memcpy(copy, before, size);
    run->undo[run->n_undo++] = (struct case_undo){.before = copy, .seat = seat, .barrier = barrier};
}

static bool do_play(struct case_run *run, char *words[], int n) {
    int seat;
    alea_move move;
    if (n < 2) return fault(run, "play SEAT MOVE");
    if (!read_seat(run, words[0], false, &seat) || !read_move(run, words + 1, n - 1, &move)) return false;
    alea_rule rule = run->game->why_not(run->tables, run->position, seat, move);
    if (rule) {
        struct alea_text sentence;
        alea_text_init(&sentence, 1000, ALEA_EN);
        alea_rule_say(run->rules, rule, &sentence);
        fault(run, "refused by %s: %s", alea_rule_id(run->game, rule), alea_text_str(&sentence));
        alea_text_clear(&sentence);
        return false;
    }
    memcpy(run->view, run->position, run->game->position_size);
    run->events.n = 0;
    run->game->apply(run->tables, run->position, seat, move, &run->events);
    bool barrier = seat >= run->rules->seats || alea_barrier(run->rules, run->view, seat, move, run->position);
    remember(run, seat, run->view, barrier);
    run->changed = true;
    int broken = alea_broken(run->rules, run->view) ? 0 : alea_broken(run->rules, run->position);
    return !broken || fault(run, "the move breaks %s: %s", run->game->texts->broken[broken].id,
                            run->game->texts->broken[broken].in[ALEA_EN]);
}

static bool do_refuse(struct case_run *run, char *words[], int n) {
    int seat;
    alea_move move;
    if (n < 3) return fault(run, "refuse SEAT MOVE RULE");
    const char *wanted = words[n - 1];
    if (!read_seat(run, words[0], false, &seat) || !read_move(run, words + 1, n - 2, &move)) return false;
    bool known = false;
    for (int i = 1; i < run->game->texts->n_rules; i++) known |= !strcmp(run->game->texts->rules[i].id, wanted);
    if (!known) return fault(run, "there is no rule '%s'", wanted);
    alea_rule rule = run->game->why_not(run->tables, run->position, seat, move);
    if (!rule) return fault(run, "accepted; %s should refuse it", wanted);
    return !strcmp(alea_rule_id(run->game, rule), wanted) ||
           fault(run, "refused by %s, not %s", alea_rule_id(run->game, rule), wanted);
}

static bool do_undo(struct case_run *run, char *words[], int n) {
    int seat;
    if (n != 2 || (strcmp(words[1], "ok") != 0 && strcmp(words[1], "no") != 0)) return fault(run, "undo SEAT ok|no");
    if (!read_seat(run, words[0], false, &seat)) return false;
    struct case_undo *last = run->n_undo ? &run->undo[run->n_undo - 1] : NULL;
    bool can = last && last->seat == seat && !last->barrier && run->game->actors(run->tables, run->position);
    if (can != !strcmp(words[1], "ok"))
        return fault(run, "%s", can ? "the move can be undone" : "there is nothing to undo before a barrier");
    if (!can) return true;
    memcpy(run->position, last->before, run->game->position_size);
    free(last->before);
    run->n_undo--;
    return true;
}

/* ---- Rewinds --------------------------------------------------------------------------------------------------------------- */

static bool do_mark(struct case_run *run, char *words[], int n) {
    (void)words;
    if (n) return fault(run, "mark: what the host may go back to");
    if (!run->marked && !(run->marked = malloc(run->game->position_size))) abort();
    memcpy(run->marked, run->position, run->game->position_size);
    return true;
}

/* `rewind ok`: the position is the marked one again; `rewind RULE` refuses it. */
static bool do_rewind(struct case_run *run, char *words[], int n) {
    if (n != 1 || !run->marked || !run->game->campaign.why_not_rewind)
        return fault(run, "rewind ok|RULE, after 'mark', in a game that has it");
    alea_rule rule = run->game->campaign.why_not_rewind(run->tables, run->position, run->marked);
    const char *wanted = words[0], *found = rule ? alea_rule_id(run->game, rule) : "ok";
    if (strcmp(wanted, found) != 0) return fault(run, "the answer is '%s', not '%s'", found, wanted);
    if (rule) return true;
    memcpy(run->view, run->position, run->game->position_size);
    remember(run, ALEA_HOST, run->view, true);
    memcpy(run->position, run->marked, run->game->position_size);
    run->events.n = 0;
    if (run->game->campaign.rewound) run->game->campaign.rewound(run->tables, run->position, &run->events);
    run->changed = true;
    return true;
}

/* ---- Legal moves ----------------------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
    alea_move x = *(const alea_move *)a, y = *(const alea_move *)b;
    return x < y ? -1 : x > y;
}

/* Names the first move that is in one list only. */
static bool same_moves(struct case_run *run, alea_move wanted[], int n_wanted, alea_move found[], int n_found) {
    qsort(wanted, (size_t)n_wanted, sizeof *wanted, ascending);
    qsort(found, (size_t)n_found, sizeof *found, ascending);
    for (int i = 0, j = 0; i < n_wanted || j < n_found; i++, j++) {
        if (i < n_wanted && j < n_found && wanted[i] == found[j]) continue;
        if (j == n_found || (i < n_wanted && wanted[i] < found[j]))
            return fault(run, "'%s' is not legal", move_name(run, wanted[i]));
        return fault(run, "'%s' is legal too", move_name(run, found[j]));
    }
    return true;
}

/* `= done, set 4`: moves between commas. */
static bool read_list(struct case_run *run, char *words[], int n, alea_move out[], int *n_out) {
    *n_out = 0;
    if (n == 1 && !strcmp(words[0], "-")) return true;
    for (int from = 0, at = 0; at < n; at++) {
        size_t length = strlen(words[at]);
        bool comma = words[at][length - 1] == ',';
        if (!comma && at + 1 < n) continue;
        if (comma) words[at][length - 1] = 0;
        if (*n_out == CASE_WORDS || !read_move(run, words + from, at + 1 - from, &out[*n_out]))
            return *n_out < CASE_WORDS ? false : fault(run, "too many moves");
        ++*n_out;
        from = at + 1;
    }
    return true;
}

/* "2..7" */
static bool read_range(const char *word, long *first, long *last) {
    char *end;
    *first = strtol(word, &end, 10);
    if (end == word || strncmp(end, "..", 2) != 0) return false;
    word = end + 2;
    *last = strtol(word, &end, 10);
    return end != word && !*end;
}

/* `place italia sicilia`, `commit 2..7`, `place -`, `done`: arguments of one verb. */
static bool read_arguments(struct case_run *run, char *words[], int n, alea_move out[], int max, int *n_out) {
    *n_out = 0;
    if (n == 2 && !strcmp(words[1], "-")) return true;
    if (n == 1) return read_move(run, words, 1, &out[(*n_out)++]);
    for (int i = 1; i < n; i++) {
        long first, last;
        bool range = read_range(words[i], &first, &last);
        if (!range) first = last = 0;
        for (long number = first; number <= last; number++) {
            char digits[24], *move[] = {words[0], range ? digits : words[i]};
            snprintf(digits, sizeof digits, "%ld", number);
            if (*n_out == max) return fault(run, "too many moves");
            if (!read_move(run, move, 2, &out[(*n_out)++])) return false;
            if (!range) break;
        }
    }
    return true;
}

static bool do_legal(struct case_run *run, char *words[], int n) {
    enum { MOST = 4096 };
    static alea_move wanted[MOST], found[MOST];
    int seat, n_wanted = 0, n_found = 0;
    if (n < 2) return fault(run, "legal SEAT VERB ARGUMENTS, or legal SEAT = MOVE, MOVE");
    if (!read_seat(run, words[0], false, &seat)) return false;
    int n_legal = run->game->legal(run->tables, run->position, seat, run->legal);
    if (n_legal > MOST) return fault(run, "%d legal moves", n_legal);
    if (!strcmp(words[1], "=")) {
        if (n < 3) return fault(run, "legal SEAT = MOVE, MOVE; none: -");
        if (!read_list(run, words + 2, n - 2, wanted, &n_wanted)) return false;
        return same_moves(run, wanted, n_wanted, run->legal, n_legal);
    }
    if (!read_arguments(run, words + 1, n - 1, wanted, MOST, &n_wanted)) return false;
    bool known = false; /* several verbs may share the token */
    for (int verb = 1; verb < run->game->texts->n_verbs; verb++) {
        if (strcmp(run->game->texts->verbs[verb].token, words[1]) != 0) continue;
        known = true;
        for (int i = 0; i < n_legal; i++)
            if (alea_move_verb(run->legal[i]) == (unsigned)verb) found[n_found++] = run->legal[i];
    }
    if (!known) return fault(run, "there is no verb '%s'", words[1]);
    return same_moves(run, wanted, n_wanted, found, n_found);
}

/* ---- What a position shows --------------------------------------------------------------------------------------------------- */

/* The printed line that begins with the word; NULL if there is none. Borrowed from run->text, which is cut into lines. */
static char *line_of(struct case_run *run, const void *pos, const char *word, bool exact) {
    alea_text_clear(&run->text);
    alea_position_write(run->rules, pos, &run->text);
    char *rest = NULL;
    size_t length = strlen(word);
    for (char *line = run->text.at ? strtok_r(run->text.at, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
        char after = strncmp(line, word, length) != 0 ? 'x' : line[length];
        if (after == ' ' || after == 0 || (after == '.' && !exact)) return line;
    }
    return NULL;
}

static int by_words(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Is that the line of a field that the game writes itself? Then the order of its words may be what it says. */
static bool is_own(const struct case_run *run, const char *line) {
    size_t length = strcspn(line, ".");
    for (int i = 0; i < run->game->n_fields; i++) {
        const struct alea_field *field = &run->game->fields[i];
        if (!strncmp(field->name, line, length) && !field->name[length]) return field->type == ALEA_FIELD_OWN;
    }
    return false;
}

/* The line is printed, its elements in any order but for a field of the game's own; `- name`: no line begins so. */
static bool shows(struct case_run *run, const void *pos, char *words[], int n) {
    char kept[CASE_LINE], *found[CASE_WORDS];
    if (n == 2 && !strcmp(words[0], "-")) {
        char *line = line_of(run, pos, words[1], false);
        return !line || fault(run, "there is the line '%.900s'", line);
    }
    char *line = n ? line_of(run, pos, words[0], true) : NULL;
    if (!line) return fault(run, "there is no line '%s'", n ? words[0] : "");
    snprintf(kept, sizeof kept, "%s", line);
    int n_found = split(line, found);
    if (!is_own(run, words[0])) {
        qsort(found + 1, (size_t)n_found - 1, sizeof *found, by_words);
        qsort(words + 1, (size_t)n - 1, sizeof *words, by_words);
    }
    bool same = n == n_found;
    for (int i = 1; same && i < n; i++) same = !strcmp(words[i], found[i]);
    return same || fault(run, "the line is '%.900s'", kept);
}

static bool do_then(struct case_run *run, char *words[], int n) { return shows(run, run->position, words, n); }

/* `has legionaries italia=3 sicilia=0`, `has own.A italia -corsica`: elements of a line. */
static bool do_has(struct case_run *run, char *words[], int n) {
    char kept[CASE_LINE], *found[CASE_WORDS];
    if (n < 2) return fault(run, "has LINE ELEMENTS");
    char *line = line_of(run, run->position, words[0], true);
    snprintf(kept, sizeof kept, "%s", line ? line : words[0]);
    int n_found = line ? split(line, found) : 1;
    for (int i = 1; i < n; i++) {
        char *equals = strchr(words[i], '=');
        bool absent = words[i][0] == '-' || (equals && !strcmp(equals, "=0"));
        const char *element = words[i] + (words[i][0] == '-');
        bool there = false;
        for (int j = 1; j < n_found; j++)
            there |=
                absent && equals ? !strncmp(found[j], element, (size_t)(equals - element) + 1) : !strcmp(found[j], element);
        if (there == absent) return fault(run, "not '%s': the line is '%.900s'", words[i], kept);
    }
    return true;
}

static bool do_view(struct case_run *run, char *words[], int n) {
    int seat;
    if (n < 2) return fault(run, "view SEAT LINE");
    if (!read_seat(run, words[0], true, &seat)) return false;
    memcpy(run->view, run->position, run->game->position_size);
    alea_hide(run->rules, run->view, seat);
    return shows(run, run->view, words + 1, n - 1);
}

static bool do_same(struct case_run *run, char *words[], int n) {
    int seat;
    if (n != 1) return fault(run, "same SEAT");
    if (!read_seat(run, words[0], true, &seat)) return false;
    char **seen = &run->seen[seat < ALEA_MAX_SEATS ? seat : ALEA_MAX_SEATS];
    memcpy(run->view, run->position, run->game->position_size);
    alea_hide(run->rules, run->view, seat);
    bool same = !*seen || !memcmp(*seen, run->view, run->game->position_size);
    if (!*seen) *seen = malloc(run->game->position_size);
    if (!*seen) abort();
    memcpy(*seen, run->view, run->game->position_size);
    return same || fault(run, "the view of %s has changed", words[0]);
}

static bool do_actors(struct case_run *run, char *words[], int n) {
    alea_actors wanted = 0, found = run->game->actors(run->tables, run->position);
    bool over = n == 1 && !strcmp(words[0], "over");
    if (!n) return fault(run, "actors SEATS, *, or over");
    for (int i = 0; !over && i < n; i++) {
        int seat;
        if (!read_seat(run, words[i], false, &seat)) return false;
        wanted |= alea_actor(seat);
    }
    if (wanted == found) return true;
    char names[256] = "";
    for (int seat = 0; seat < run->rules->seats; seat++) {
        char letters[3];
        alea_seat_letters(seat, letters);
        if (found & alea_actor(seat)) snprintf(names + strlen(names), sizeof names - strlen(names), " %s", letters);
    }
    return fault(run, "to move:%s",
                 !found                        ? " over"
                 : found == ALEA_ACTORS_CHANCE ? " *"
                 : found == ALEA_ACTORS_HOST   ? " !"
                                               : names);
}

static bool do_broken(struct case_run *run, char *words[], int n) {
    if (n != 1) return fault(run, "broken ID; none: -");
    int broken = alea_broken(run->rules, run->position);
    const char *found = broken ? run->game->texts->broken[broken].id : "-";
    return !strcmp(found, words[0]) || fault(run, "broken is %s", found);
}

/* `told A shares the victory`: an event of the last move, in English words. */
static bool do_told(struct case_run *run, char *words[], int n) {
    char wanted[CASE_LINE];
    join(words, n, wanted, sizeof wanted);
    for (int i = 0; i < run->events.n; i++) {
        alea_text_clear(&run->text);
        alea_event_say(run->rules, &run->events.at[i], &run->text);
        if (!strcmp(alea_text_str(&run->text), wanted)) return true;
    }
    return fault(run, "nobody is told that; the last of %d events is '%.400s'", run->events.n,
                 run->events.n ? alea_text_str(&run->text) : "");
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------------------- */

/* `15/36` or `1`. */
static bool read_fraction(struct case_run *run, const char *word, uint64_t *over, uint64_t *under) {
    char *end;
    *over = strtoull(word, &end, 10);
    *under = 1;
    bool good = end != word;
    if (good && *end == '/') {
        word = end + 1;
        *under = strtoull(word, &end, 10);
        good = end != word && *under;
    }
    return (good && !*end) || fault(run, "'%s' is no fraction", word);
}

static int by_weight(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The weights, each over their sum, as a multiset. */
static bool do_outcomes(struct case_run *run, char *words[], int n) {
    uint64_t found[CASE_WORDS] = {0}, wanted[CASE_WORDS] = {0}, total = 0;
    if (run->game->actors(run->tables, run->position) != ALEA_ACTORS_CHANCE) return fault(run, "this is no chance node");
    int n_found = run->game->outcomes(run->tables, run->position, run->outcomes);
    if (n_found > CASE_WORDS) return fault(run, "%d outcomes", n_found);
    for (int i = 0; i < n_found; i++) total += found[i] = run->outcomes[i].weight;
    qsort(found, (size_t)n_found, sizeof *found, by_weight);
    char list[700] = "";
    for (int i = 0; i < n_found; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), " %llu/%llu", (unsigned long long)found[i],
                 (unsigned long long)total);
    for (int i = 0; i < n; i++) {
        uint64_t over = 0, under = 1;
        if (!read_fraction(run, words[i], &over, &under)) return false;
        if (over * total % under) return fault(run, "%s is none of%s", words[i], list);
        wanted[i] = over * total / under;
    }
    qsort(wanted, (size_t)n, sizeof *wanted, by_weight);
    bool same = n == n_found;
    for (int i = 0; same && i < n; i++) same = wanted[i] == found[i];
    return same || fault(run, "the weights are%s", list);
}

static bool do_score(struct case_run *run, char *words[], int n) {
    double score[ALEA_MAX_SEATS];
    if (n != run->rules->seats) return fault(run, "score: %d numbers, one a seat", run->rules->seats);
    run->game->score(run->tables, run->position, score);
    for (int seat = 0; seat < n; seat++) {
        uint64_t over = 0, under = 1;
        char *end;
        double wanted = strtod(words[seat], &end);
        if (*end && !read_fraction(run, words[seat], &over, &under)) return false;
        if (*end) wanted = (double)over / (double)under;
        if (fabs(wanted - score[seat]) > 1e-6)
            return fault(run, "the score of %s is %g, not %s", (char[]){(char)('A' + seat), 0}, score[seat], words[seat]);
    }
    return true;
}

/* Final places, the first is 1. */
static bool do_places(struct case_run *run, char *words[], int n) {
    if (n != run->rules->seats) return fault(run, "places: %d numbers, one a seat", run->rules->seats);
    for (int seat = 0; seat < n; seat++) {
        char *end;
        long wanted = strtol(words[seat], &end, 10);
        int found = alea_place(run->rules, run->position, seat);
        if (*end || wanted != found)
            return fault(run, "the place of %s is %d, not %s", (char[]){(char)('A' + seat), 0}, found, words[seat]);
    }
    return true;
}

/* ---- Running --------------------------------------------------------------------------------------------------------------- */

bool case_run_line(struct case_run *run, char *line) {
    static const struct {
        const char *word;
        bool (*does)(struct case_run *run, char *words[], int n);
    } table[] = {{"given", do_given},   {"play", do_play},         {"refuse", do_refuse}, {"legal", do_legal},
                 {"then", do_then},     {"has", do_has},           {"view", do_view},     {"same", do_same},
                 {"actors", do_actors}, {"outcomes", do_outcomes}, {"score", do_score},   {"undo", do_undo},
                 {"broken", do_broken}, {"places", do_places},     {"told", do_told},     {"mark", do_mark},
                 {"rewind", do_rewind}};
    char *words[CASE_WORDS];
    int n = split(line, words);
    if (!n) return true;
    if (n == CASE_WORDS) return fault(run, "more than %d words", CASE_WORDS - 1);
    for (size_t i = 0; i < ALEA_LEN(table); i++)
        if (!strcmp(table[i].word, words[0])) return table[i].does(run, words + 1, n - 1);
    return fault(run, "unknown word '%s'", words[0]);
}

bool case_run_init(struct case_run *run, const struct alea_rules *rules, const char *folder) {
    *run = (struct case_run){.rules = rules, .game = rules->game, .tables = rules->tables, .folder = folder};
    run->position = calloc(1, run->game->position_size);
    run->view = calloc(1, run->game->position_size);
    run->legal = calloc((size_t)run->game->max_legal, sizeof *run->legal);
    run->outcomes = calloc((size_t)run->game->max_outcomes, sizeof *run->outcomes);
    alea_text_init(&run->text, 1 << 20, ALEA_EN);
    if (!run->position || !run->view || !run->legal || !run->outcomes) return fault(run, "out of memory");
    set_up(run);
    return true;
}

void case_run_clear(struct case_run *run) {
    forget(run);
    for (size_t i = 0; i < ALEA_LEN(run->seen); i++) free(run->seen[i]);
    free(run->position);
    free(run->marked);
    free(run->view);
    free(run->legal);
    free(run->outcomes);
    alea_text_clear(&run->text);
}
