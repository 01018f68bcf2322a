/* SPDX-License-Identifier: MIT */
/* cases.c - runs the cases of a game: cases GAME FILE|FOLDER...
 *
 * Prints TAP, a line for each case and each of its `for` words; a failure is told as FILE:LINE: what. In `for`, commas join the
 * options of one run. docs/adding-a-game.md tells the format. */
#include "cases.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 256, CASES = 4096, OPTIONS = ALEA_MAX_OPTIONS + 8, KEPT = 32 };

/* A case as it stands in its file. */
struct sketch {
    char name[512], id[64];
    char options[512], runs[512];
    int seats, version;
    bool unmade; /* the match can't be made, for a reason with these words */
    char why_unmade[128];
    long first, last; /* lines of the file, from 0: those behind `case` */
};

static const struct alea_game *game;
static int n_tests, n_failed;
static char ids[CASES][64]; /* names that were used */
static int n_ids;

/* ---- Reading --------------------------------------------------------------------------------------------------------------- */

struct file {
    const char *path;
    char folder[1024];
    char *bytes;
    char **lines;
    long n;
};

static bool file_read(struct file *file, const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) return false;
    *file = (struct file){.path = path};
    const char *slash = strrchr(path, '/');
    snprintf(file->folder, sizeof file->folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    file->bytes = calloc(1, (size_t)size + 1);
    file->lines = calloc((size_t)size + 2, sizeof *file->lines);
    if (!file->bytes || !file->lines || fread(file->bytes, 1, (size_t)size, in) != (size_t)size) abort();
    fclose(in);
    for (char *at = file->bytes; at;) {
        file->lines[file->n++] = at;
        at = strchr(at, '\n');
        if (at) *at++ = 0;
    }
    return true;
}

static void file_clear(struct file *file) {
    free(file->bytes);
    free(file->lines);
}

static const char *after_word(const char *line, const char *word) {
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != ' ' && line[n])) return NULL;
    return line + n + strspn(line + n, " ");
}

static bool is_idle(const char *line) { return line[strspn(line, " \t\r")] == 0 || *line == '#'; }

/* ---- Telling --------------------------------------------------------------------------------------------------------------- */

static void tell(const char *name, const char *with, const struct file *file, long line, const char *wrong) {
    printf("%s %d - %s%s%s%s\n", wrong ? "not ok" : "ok", ++n_tests, name, *with ? " (" : "", with, *with ? ")" : "");
    if (!wrong) return;
    printf("# %s:%ld: %s\n", file->path, line + 1, wrong);
    n_failed++;
}

/* ---- Rules, made once for each option set ---------------------------------------------------------------------------------- */

static const struct alea_rules *rules_of(const struct sketch *sketch, const char *with, struct alea_error *error) {
    static struct {
        char key[1100];
        struct alea_rules *rules;
    } kept[KEPT];
    static int next;
    char key[1100], line[1100], *words[OPTIONS + 1], *rest = NULL;
    snprintf(key, sizeof key, "%d %d %s %s", sketch->version, sketch->seats, sketch->options, with);
    for (int i = 0; i < KEPT; i++)
        if (kept[i].rules && !strcmp(kept[i].key, key)) return kept[i].rules;
    snprintf(line, sizeof line, "%s %s", sketch->options, with);
    int n = 0;
    for (char *word = strtok_r(line, " ,\t\r", &rest); word && n < OPTIONS; word = strtok_r(NULL, " ,\t\r", &rest))
        words[n++] = word;
    struct alea_rules *rules =
        alea_rules_new_at(game, sketch->version, sketch->seats, (const char *const *)words, n, NULL, error);
    if (!rules) return NULL;
    int place = next++ % KEPT;
    alea_rules_free(kept[place].rules);
    kept[place].rules = rules;
    memcpy(kept[place].key, key, sizeof key);
    return rules;
}

/* ---- One case -------------------------------------------------------------------------------------------------------------- */

/* `unmade SPQ-GEN-1`: there are no rules for such a match, and the error says so. */
static void run_unmade(const struct file *file, const struct sketch *sketch, const char *with,
                       const struct alea_rules *rules, const struct alea_error *error) {
    char wrong[1024];
    snprintf(wrong, sizeof wrong, rules ? "the match can be made" : "the reason does not tell '%s': %s", sketch->why_unmade,
             error->text);
    bool good = !rules && strstr(error->text, sketch->why_unmade);
    tell(sketch->name, with, file, sketch->first - 1, good ? NULL : wrong);
}

static void run_once(const struct file *file, const struct sketch *sketch, const char *with) {
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_rules *rules = rules_of(sketch, with, &error);
    if (sketch->unmade) {
        run_unmade(file, sketch, with, rules, &error);
        return;
    }
    if (!rules) {
        tell(sketch->name, with, file, sketch->first - 1, error.text);
        return;
    }
    struct case_run run;
    long line = sketch->first;
    bool good = case_run_init(&run, rules, file->folder);
    for (; good && line < sketch->last; line++) {
        const char *text = file->lines[line];
        if (is_idle(text) || after_word(text, "options") || after_word(text, "seats") || after_word(text, "version") ||
            after_word(text, "for"))
            continue;
        char *copy = strdup(text);
        if (!copy) abort();
        good = case_run_line(&run, copy);
        free(copy);
        if (!good) break;
    }
    tell(sketch->name, with, file, line, good ? NULL : run.fault);
    case_run_clear(&run);
}

/* 1 .. the newest; what is none is the newest, whose cases then fail. */
static int version_of(const char *value) {
    long version = strtol(value, NULL, 10);
    return version >= 1 && version <= game->rules_version ? (int)version : game->rules_version;
}

/* Reads the head of the case; false after telling what is wrong. */
static bool sketch_read(const struct file *file, struct sketch *sketch) {
    bool something = false;
    sketch->version = game->rules_version;
    sketch->seats = 3 > game->max_seats ? game->max_seats : 3;
    for (long at = sketch->first; at < sketch->last; at++) {
        const char *line = file->lines[at], *value;
        if (is_idle(line)) continue;
        if ((value = after_word(line, "options"))) snprintf(sketch->options, sizeof sketch->options, "%s", value);
        else if ((value = after_word(line, "seats"))) sketch->seats = (int)strtol(value, NULL, 10);
        else if ((value = after_word(line, "version"))) sketch->version = version_of(value);
        else if ((value = after_word(line, "for"))) snprintf(sketch->runs, sizeof sketch->runs, "%s", value);
        else if ((value = after_word(line, "unmade"))) {
            sketch->unmade = something = true;
            snprintf(sketch->why_unmade, sizeof sketch->why_unmade, "%s", value);
        } else if (!after_word(line, "given")) something = true;
    }
    snprintf(sketch->id, sizeof sketch->id, "%.*s", (int)strcspn(sketch->name, " "), sketch->name);
    const char *wrong = !*sketch->id ? "the case has no name" : !something ? "the case asks nothing" : NULL;
    for (int i = 0; i < n_ids; i++)
        if (!strcmp(ids[i], sketch->id)) wrong = "there is another case of this name";
    if (n_ids < CASES) memcpy(ids[n_ids++], sketch->id, sizeof sketch->id);
    if (wrong) tell(sketch->name, "", file, sketch->first - 1, wrong);
    return !wrong;
}

static void run_case(const struct file *file, struct sketch *sketch) {
    char *rest = NULL;
    if (!sketch_read(file, sketch)) return;
    char runs[sizeof sketch->runs];
    memcpy(runs, sketch->runs, sizeof runs);
    char *with = strtok_r(runs, " \t\r", &rest);
    if (!with) run_once(file, sketch, "");
    for (; with; with = strtok_r(NULL, " \t\r", &rest)) run_once(file, sketch, with);
}

static void run_file(const char *path) {
    struct file file;
    if (!file_read(&file, path)) {
        printf("not ok %d - %s\n# %s:1: can't be read\n", ++n_tests, path, path);
        n_failed++;
        return;
    }
    for (long at = 0; at < file.n; at++) {
        const char *name = after_word(file.lines[at], "case");
        if (!name) {
            if (!is_idle(file.lines[at])) tell(path, "", &file, at, "this line belongs to no case");
            continue;
        }
        struct sketch sketch = {.first = at + 1};
        snprintf(sketch.name, sizeof sketch.name, "%s", name);
        while (at + 1 < file.n && file.lines[at + 1][strspn(file.lines[at + 1], " \t\r")]) at++; /* to the blank line */
        sketch.last = at + 1;
        run_case(&file, &sketch);
    }
    file_clear(&file);
}

/* ---- Files ----------------------------------------------------------------------------------------------------------------- */

static int by_path(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int list(const char *folder, char *paths[FILES]) {
    DIR *dir = opendir(folder);
    int n = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir)) && n < FILES;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".case") != 0) continue;
        size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        paths[n] = malloc(size);
        if (!paths[n]) abort();
        snprintf(paths[n++], size, "%s/%s", folder, entry->d_name);
    }
    if (dir) closedir(dir);
    qsort(paths, (size_t)n, sizeof *paths, by_path);
    return n;
}

int main(int argc, char *argv[]) {
    game = argc > 2 ? alea_game_find(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, argc > 2 ? "cases: no game '%s'\n" : "usage: cases GAME FILE|FOLDER...\n", argc > 2 ? argv[1] : "");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        char *paths[FILES];
        struct stat what;
        bool folder = !stat(argv[i], &what) && S_ISDIR(what.st_mode);
        int n = folder ? list(argv[i], paths) : 0;
        if (!folder) run_file(argv[i]);
        for (int at = 0; at < n; at++) {
            run_file(paths[at]);
            free(paths[at]);
        }
    }
    printf("1..%d\n", n_tests);
    return n_failed || !n_tests;
}
