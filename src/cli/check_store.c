/* SPDX-License-Identifier: MIT */
/* check_store.c - `alea check` of a store: every match is replayed by the rules, its dice are thrown anew from its seed, and the
 * file itself is looked through. A fault in one match does not keep the others from being looked at. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keep.h"
#include "now.h"
#include "table.h"

struct check {
    const struct cli *cli;
    const char *path;
    struct store *store;
    char (*ids)[STORE_ID_LENGTH + 1];
    long n, cap, plies, faults;
    bool no_memory, watch;
    double told; /* when progress was shown last */
};

bool keep_is_store(const char *path) {
    if (store_is_address(path)) return true;
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    if (!file) return false;
    size_t n = fread(head, 1, sizeof head, file);
    fclose(file);
    return n == sizeof head && memcmp(head, magic, sizeof magic) == 0;
}

/* ---- What is told -------------------------------------------------------------------------------------------------------- */

static void wipe_progress(const struct check *check) {
    if (check->watch) fputs("\r\033[K", stderr);
}

static void show_progress(struct check *check, long done) {
    if (!check->watch || alea_now() - check->told < 0.5) return;
    struct alea_text line = cli_page(check->cli);
    cli_add(&line, check->cli, ALEA_LABEL_CHECK_PROGRESS, cli_digits(done).at, cli_digits(check->n).at,
            cli_digits(done * 100 / check->n).at, NULL);
    fprintf(stderr, "\r%s\033[K", alea_text_str(&line));
    alea_text_clear(&line);
    check->told = alea_now();
}

/* Words that do not begin with the name of the file get it. */
static void print_line(const struct check *check, FILE *out, const char *words) {
    size_t n = strlen(check->path);
    bool named = strncmp(words, check->path, n) == 0 && words[n] == ':';
    fprintf(out, "%s%s%s%s\n", out == stderr ? "alea: " : "", named ? "" : check->path, named ? "" : ": ", words);
}

static void print_fault(void *context, const char *words) {
    struct check *check = context;
    wipe_progress(check);
    print_line(check, stdout, words);
    check->faults++;
}

/* Errors of the file name the match themselves, and so does one that diverged; others know at most a ply. */
static void print_error(struct check *check, const char *id, const struct alea_error *error) {
    struct alea_text line = cli_page(check->cli);
    bool named = error->code == ALEA_ERR_IO || error->code == ALEA_ERR_DAMAGED || error->code == ALEA_ERR_DIVERGED;
    if (*id && !named) {
        cli_add(&line, check->cli, ALEA_LABEL_CHECK_MATCH, id, NULL);
        if (error->ply) cli_add(&line, check->cli, ALEA_LABEL_FAULT_PLY, cli_digits(error->ply).at, NULL);
    }
    alea_text_add(&line, error->text);
    print_fault(check, alea_text_str(&line));
    alea_text_clear(&line);
}

/* ---- Match by match ------------------------------------------------------------------------------------------------------ */

/* What is wrong with a row that can't be read at all is said at once, if it has no id to be asked for. */
static bool take_row(void *context, const struct store_match *row) {
    struct check *check = context;
    if (row->unreadable && !row->id[0]) {
        print_fault(check, row->unreadable);
        return true;
    }
    if (check->n == check->cap) {
        long cap = check->cap ? 2 * check->cap : 256;
        char(*grown)[STORE_ID_LENGTH + 1] = realloc(check->ids, (size_t)cap * sizeof *grown);
        check->no_memory = !grown;
        if (!grown) return false;
        check->ids = grown;
        check->cap = cap;
    }
    memcpy(check->ids[check->n++], row->id, sizeof check->ids[0]);
    return true;
}

static void check_match(struct check *check, const char *id) {
    struct alea_error error = cli_error(check->cli);
    struct alea_match *match = NULL;
    long throws = 0;
    enum alea_err err = store_replay(check->store, id, NULL, &match, &error);
    if (match) check->plies += alea_match_plies(match);
    if (!err && alea_match_head(match)->dice_kind == ALEA_DICE_FAIR) err = store_verify(match, &throws, &error);
    if (!err) err = table_check(check->store, id, &error);
    /* One that is gone was deleted by the server since we began. */
    if (err && err != ALEA_ERR_NOT_FOUND) print_error(check, id, &error);
    alea_match_free(match);
}

static void check_all(struct check *check) {
    struct alea_error error = cli_error(check->cli);
    const struct store_filter all = {.status = -1};
    enum alea_err err = store_list(check->store, &all, take_row, check, &error);
    if (err) print_error(check, "", &error);
    if (check->no_memory) print_fault(check, cli_words(check->cli, ALEA_LABEL_NO_MEMORY));
    for (long i = 0; i < check->n; i++) {
        show_progress(check, i);
        check_match(check, check->ids[check->n - 1 - i]); /* oldest first */
    }
    wipe_progress(check);
    err = store_inspect(check->store, print_fault, check, &error);
    if (err) print_error(check, "", &error);
}

bool keep_check(const struct cli *cli, const char *path) {
    char *shown = store_shown(path);
    struct check check = {.cli = cli, .path = shown ? shown : "", .watch = isatty(STDERR_FILENO), .told = alea_now()};
    struct alea_error error = cli_error(cli);
    check.store = store_open(path, STORE_READ, &error);
    if (!check.store) {
        cli_wrong_error(cli, &error);
        free(shown);
        return false;
    }
    if (store_frames_lost(check.store)) {
        struct alea_text line = cli_page(cli);
        cli_add(&line, cli, ALEA_LABEL_CHECK_FRAMES, cli_digits(store_frames_lost(check.store)).at, NULL);
        print_fault(&check, alea_text_str(&line));
        alea_text_clear(&line);
    }
    check_all(&check);
    cli_say(cli, ALEA_LABEL_CHECK_COUNTS, check.path, cli_digits(check.n).at, cli_digits(check.plies).at,
            cli_digits(check.faults).at, NULL);
    free(check.ids);
    free(shown);
    store_close(check.store);
    return check.faults == 0;
}

/* ---- The file alone ------------------------------------------------------------------------------------------------------ */

static void complain(void *context, const char *words) {
    struct check *check = context;
    print_line(check, stderr, words);
    check->faults++;
}

bool keep_sound(const struct cli *cli, struct store *store, const char *path) {
    struct check look = {.cli = cli, .path = path};
    struct alea_error error = cli_error(cli);
    fflush(stdout);
    enum alea_err err = store_inspect(store, complain, &look, &error);
    if (err) cli_wrong_error(cli, &error);
    return !err && look.faults == 0;
}
