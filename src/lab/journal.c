/* SPDX-License-Identifier: MIT */
/* journal.c - finished tasks on disk, one line each: what lets a run go on after it was broken off (docs/lab.md).
 *
 * Each line is JSON and ends with a check over what stands before, keyed by the plan's hash. A line is written at once; one without
 * its newline was torn by the end of the process. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "lab.h"
#include "now.h"
#include "workers.h"

enum { CHECK_DIGITS = 16, MAX_LINE = 1 << 24 };

static const char CHECK[] = ",\"check\":\"";

struct lab_journal {
    const struct lab_plan *plan;
    const char *path;
    int fd;
    double flushed; /* when it was last sent to the disk */
    char hash[LAB_HASH_DIGITS + 1];
};

/* ---- Lines ------------------------------------------------------------------------------------------------------------ */

static void check_of(const char *hash, const char *line, size_t n, char check[CHECK_DIGITS + 1]) {
    unsigned char bytes[crypto_generichash_BYTES_MIN];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)line, n, (const unsigned char *)hash, LAB_HASH_DIGITS);
    for (int i = 0; i < CHECK_DIGITS / 2; i++) snprintf(check + 2 * i, 3, "%02x", bytes[i]);
}

/* Ends a line, of which all but the last brace is there. */
static void seal(const char *hash, struct alea_text *line) {
    char check[CHECK_DIGITS + 1];
    check_of(hash, alea_text_str(line), line->len, check);
    alea_text_addf(line, "%s%s\"}\n", CHECK, check);
}

/* True if the line, without its newline, is as it was written under that hash. */
static bool sealed(const char *hash, const char *line, size_t n) {
    const size_t tail = sizeof CHECK - 1 + CHECK_DIGITS + 2;
    char check[CHECK_DIGITS + 1];
    if (n < tail || memcmp(line + n - tail, CHECK, sizeof CHECK - 1) != 0) return false;
    check_of(hash, line, n - tail, check);
    return memcmp(line + n - 2 - CHECK_DIGITS, check, CHECK_DIGITS) == 0 && memcmp(line + n - 2, "\"}", 2) == 0;
}

/* Whole numbers as such: most are. 17 digits bring every other back as it was. */
static void add_number(struct alea_text *line, double number) {
    if (number == floor(number) && fabs(number) < 1e15) alea_json_integer(line, NULL, (int64_t)number);
    else alea_json_real(line, NULL, number, 17);
}

/* But for its last brace, which seal() adds. */
static void write_task(const struct lab_plan *plan, long task, const double numbers[], struct alea_text *line) {
    int games = plan->cell[task % plan->n_cells].games, size = lab_game_numbers(plan), fixed = LAB_SCORE + plan->seats;
    alea_json_open_object(line, NULL);
    alea_json_integer(line, "task", task);
    alea_json_open_array(line, "games");
    for (int g = 0; g < games; g++) {
        alea_json_open_array(line, NULL);
        for (int i = 0; i < fixed; i++) add_number(line, numbers[g * size + i]);
        alea_json_close_array(line);
    }
    alea_json_close_array(line);
    alea_json_open_array(line, "tallies"); /* index, number, index, number...: of cells to which something was added */
    for (int g = 0; g < games; g++) {
        alea_json_open_array(line, NULL);
        for (int i = fixed; i < size; i++) {
            double number = numbers[g * size + i];
            if (number == 0 && signbit(number)) continue;
            alea_json_integer(line, NULL, i - fixed);
            add_number(line, number);
        }
        alea_json_close_array(line);
    }
    alea_json_close_array(line);
}

/* ---- Reading ---------------------------------------------------------------------------------------------------------- */

/* True if a game can have ended so. */
static bool plausible(const struct lab_plan *plan, const double numbers[]) {
    static const double most[LAB_SCORE] = {
        [LAB_ROUNDS] = 1e9, [LAB_PLIES] = 1e15, [LAB_OVER] = 1, [LAB_END] = LAB_ENDS, [LAB_FIRSTS] = 1e15};
    for (int i = 0; i < LAB_SCORE; i++)
        if (!(numbers[i] >= 0 && numbers[i] <= most[i] && numbers[i] == floor(numbers[i]))) return false;
    for (int i = 0; i < plan->seats; i++)
        if (!(numbers[LAB_SCORE + i] >= 0 && numbers[LAB_SCORE + i] <= 1)) return false;
    return true;
}

static bool read_game(const struct lab_plan *plan, const json_t *game, const json_t *tally, double numbers[]) {
    size_t fixed = LAB_SCORE + (size_t)plan->seats, tallies = (size_t)lab_tallies(plan->game);
    if (json_array_size(game) != fixed || !json_is_array(tally) || json_array_size(tally) % 2) return false;
    for (size_t i = 0; i < fixed; i++) {
        if (!json_is_number(json_array_get(game, i))) return false;
        numbers[i] = json_number_value(json_array_get(game, i));
    }
    for (size_t i = 0; i < tallies; i++) numbers[fixed + i] = -0.0;
    for (size_t i = 0; i < json_array_size(tally); i += 2) {
        json_t *index = json_array_get(tally, i), *number = json_array_get(tally, i + 1);
        json_int_t at = json_integer_value(index);
        if (!json_is_integer(index) || at < 0 || at >= (json_int_t)tallies || !json_is_number(number)) return false;
        numbers[fixed + (size_t)at] = json_number_value(number);
    }
    return plausible(plan, numbers);
}

/* The numbers of a line, which the caller owns; NULL if it can't be read. */
static double *read_task(const struct lab_plan *plan, const char *line, size_t n, long *task) {
    json_t *value = json_loadb(line, n, 0, NULL), *number = json_object_get(value, "task");
    json_t *games = json_object_get(value, "games"), *tallies = json_object_get(value, "tallies");
    double *numbers = NULL;
    if (json_is_integer(number) && json_integer_value(number) >= 0 && json_integer_value(number) < LAB_MAX_TASKS) {
        *task = (long)json_integer_value(number);
        size_t wanted = (size_t)plan->cell[*task % plan->n_cells].games;
        if (json_array_size(games) == wanted && json_array_size(tallies) == wanted)
            numbers = calloc((size_t)lab_task_numbers(plan, *task), sizeof *numbers);
        for (size_t g = 0; numbers && g < wanted; g++) {
            if (read_game(plan, json_array_get(games, g), json_array_get(tallies, g),
                          &numbers[g * (size_t)lab_game_numbers(plan)]))
                continue;
            free(numbers);
            numbers = NULL;
        }
    }
    json_decref(value);
    return numbers;
}

static void fault(const struct lab_journal *journal, long line, struct alea_error *error, struct alea_reason reason) {
    alea_fail(error, ALEA_ERR_BAD_TRANSCRIPT, reason.at);
    if (!error) return;
    snprintf(error->where, sizeof error->where, "%.190s", journal->path);
    error->line = line;
}

/* The first line says of which plan the journal is. */
static bool read_head(const struct lab_journal *journal, const char *line, size_t n, struct alea_error *error) {
    json_t *head = json_loadb(line, n, 0, NULL);
    const char *format = json_string_value(json_object_get(head, "format"));
    const char *plan = json_string_value(json_object_get(head, "plan"));
    const char *command = json_string_value(json_object_get(head, "command"));
    json_int_t version = json_integer_value(json_object_get(head, "version"));
    bool fine = false;
    if (!format || strcmp(format, "alea.lab.journal") != 0)
        fault(journal, 1, error, alea_reason(error, ENGINE_SAY_JOURNAL_NOT_ONE));
    else if (version != 1) fault(journal, 1, error, alea_reason(error, ENGINE_SAY_JOURNAL_VERSION));
    else if (!plan || strcmp(plan, journal->hash) != 0)
        fault(journal, 1, error, alea_reason(error, ENGINE_SAY_JOURNAL_OTHER_PLAN, command ? command : "?"));
    else if (!sealed(journal->hash, line, n)) fault(journal, 1, error, alea_reason(error, ENGINE_SAY_JOURNAL_ALTERED_HEAD));
    else fine = true;
    json_decref(head);
    return fine;
}

/* Reads a line, with its newline if it has one; 0 at the end of the file, -1 if it is longer than any that was written here. */
static ssize_t next_line(FILE *file, char **line, size_t *room) {
    size_t n = 0;
    for (int byte = 0; byte != '\n' && (byte = getc_unlocked(file)) != EOF;) {
        if (n == *room) {
            size_t wanted = *room ? 2 * *room : 4096;
            char *more = n < MAX_LINE ? realloc(*line, wanted) : NULL;
            if (!more) return -1;
            *line = more;
            *room = wanted;
        }
        (*line)[n++] = (char)byte;
    }
    return (ssize_t)n;
}

typedef bool taker(void *context, long task, double numbers[]);

/* Reads all whole lines; *end is where the last of them ends. */
static bool read_lines(const struct lab_journal *journal, FILE *file, taker *take, void *context, long long *end,
                       struct alea_error *error) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool fine = true;
    long number = 1;
    for (; fine && (n = next_line(file, &line, &room)) > 0 && line[n - 1] == '\n'; number++) {
        size_t length = (size_t)n - 1;
        if (number == 1) {
            fine = read_head(journal, line, length, error);
        } else {
            long task = 0;
            double *numbers = sealed(journal->hash, line, length) ? read_task(journal->plan, line, length, &task) : NULL;
            if (numbers) fine = take(context, task, numbers);
            else fine = false;
            if (!numbers) fault(journal, number, error, alea_reason(error, ENGINE_SAY_JOURNAL_ALTERED));
        }
        *end += n;
    }
    if (fine && n < 0) {
        fault(journal, number, error, alea_reason(error, ENGINE_SAY_JOURNAL_LONG_LINE));
        fine = false;
    }
    static const char begin[] = "{\"format\":\"alea.lab.journal\"";
    size_t torn = n > 0 && *end == 0 ? (size_t)n : 0; /* a torn head; any other file is not to be touched */
    if (fine && torn && memcmp(line, begin, torn < sizeof begin - 1 ? torn : sizeof begin - 1) != 0)
        fine = read_head(journal, line, torn, error);
    free(line);
    return fine;
}

/* ---- Files ------------------------------------------------------------------------------------------------------------ */

static int write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written > 0) bytes += written, n -= (size_t)written;
        else if (written == 0 || errno != EINTR) return written == 0 ? EIO : errno;
    }
    return 0;
}

static int write_head(const struct lab_journal *journal) {
    struct alea_text line;
    json_t *command = json_string(journal->plan->command);
    char *quoted = json_dumps(command, JSON_ENCODE_ANY);
    alea_text_init(&line, MAX_LINE, ALEA_EN);
    alea_json_open_object(&line, NULL);
    alea_json_id(&line, "format", "alea.lab.journal");
    alea_json_integer(&line, "version", 1);
    alea_json_id(&line, "plan", journal->hash);
    if (quoted) alea_json_raw(&line, "command", quoted, strlen(quoted));
    else alea_json_id(&line, "command", "");
    seal(journal->hash, &line);
    int failed = line.truncated ? ENOMEM : write_all(journal->fd, line.at, line.len);
    alea_text_clear(&line);
    free(quoted);
    json_decref(command);
    return failed;
}

/* Opens the file for this process alone. 0 or errno; EBUSY: another one has it. */
static int open_file(struct lab_journal *journal) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    journal->fd = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (journal->fd < 0) return errno;
    if (fcntl(journal->fd, F_SETLK, &lock) && (errno == EACCES || errno == EAGAIN)) return EBUSY;
    return 0;
}

/* Reads what is there and leaves the file ready for the next line. 0 or errno; *refused: its content is to blame. */
static int read_file(struct lab_journal *journal, taker *take, void *context, bool *torn, bool *refused,
                     struct alea_error *error) {
    int copy = dup(journal->fd);
    FILE *file = copy < 0 ? NULL : fdopen(copy, "r");
    long long end = 0;
    if (!file) {
        int failed = errno;
        if (copy >= 0) close(copy);
        return failed;
    }
    *refused = !read_lines(journal, file, take, context, &end, error);
    int failed = ferror(file) ? EIO : 0;
    fclose(file); /* lets go of the lock too: it is taken again */
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(journal->fd, F_SETLK, &lock) && (errno == EACCES || errno == EAGAIN)) return EBUSY;
    if (failed || *refused) return failed;
    off_t size = lseek(journal->fd, 0, SEEK_END);
    *torn = size > end;
    if (*torn && ftruncate(journal->fd, end)) return errno;
    if (lseek(journal->fd, end, SEEK_SET) < 0) return errno;
    return end == 0 ? write_head(journal) : 0;
}

struct lab_journal *lab_journal_open(const char *path, const struct lab_plan *plan, taker *take, void *context, bool *torn,
                                     int *failed, struct alea_error *error) {
    struct lab_journal *journal = calloc(1, sizeof *journal);
    bool refused = false;
    *failed = ENOMEM;
    if (!journal) return NULL;
    *journal = (struct lab_journal){.plan = plan, .path = path, .fd = -1, .flushed = alea_now()};
    lab_plan_hash(plan, journal->hash);
    *failed = open_file(journal);
    if (!*failed) *failed = read_file(journal, take, context, torn, &refused, error);
    if (!*failed && !refused) return journal;
    if (journal->fd >= 0) close(journal->fd);
    free(journal);
    return NULL;
}

int lab_journal_add(struct lab_journal *journal, long task, const double numbers[]) {
    struct alea_text line;
    alea_text_init(&line, MAX_LINE, ALEA_EN);
    write_task(journal->plan, task, numbers, &line);
    seal(journal->hash, &line);
    int failed = line.truncated ? ENOMEM : write_all(journal->fd, line.at, line.len);
    alea_text_clear(&line);
    if (!failed && alea_now() > journal->flushed + 1) {
        fsync(journal->fd);
        journal->flushed = alea_now();
    }
    return failed;
}

int lab_journal_close(struct lab_journal *journal) {
    int failed = fsync(journal->fd) && errno != EINVAL && errno != EROFS ? errno : 0;
    if (close(journal->fd) && !failed) failed = errno;
    free(journal);
    return failed;
}
