/* SPDX-License-Identifier: MIT */
/* external.c - the conversation with a bot that is a program: it is asked, has its time and its attempts, and what becomes of it when
 * it is silent, babbles, cheats or ends is always the same (docs/bot-protocol.md, "When a bot misbehaves"). */
#include "external.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "match.h"
#include "now.h"
#include "text.h"
#include "utf8.h"

struct external {
    struct process process;
    struct alea_conduct conduct;
    char **argv;
    enum alea_lang lang;
    int ms;
    char *hello, *data; /* lines; no `data`: NULL */
    char *game;         /* the line that began this game; NULL before the first */
    FILE *trace;
    bool plain, skips_forced;
    bool out;              /* it has lost its seat for the rest of this game */
    int strikes, restarts; /* in this game */
    long turn;             /* number of the last one */
    long owed;             /* turns that ended before it had answered them */
    int next, n_moves;     /* of its last answer: those that are still to be made */
    struct external_move move[EXTERNAL_MOVES];
};

/* ---- Making one ------------------------------------------------------------------------------------------------------------ */

static char **copy_words(char **words) {
    size_t n = 0;
    while (words[n]) n++;
    char **copy = calloc(n + 1, sizeof *copy);
    for (size_t i = 0; copy && i < n; i++)
        if (!(copy[i] = strdup(words[i]))) {
            while (i > 0) free(copy[--i]);
            free(copy);
            return NULL;
        }
    return copy;
}

struct external *external_new(const struct external_plan *plan) {
    struct external *external = calloc(1, sizeof *external);
    if (!external) return NULL;
    external->process = (struct process){.in = -1, .out = -1};
    external->lang = plan->lang;
    external->ms = plan->ms ? plan->ms : EXTERNAL_TURN_MS;
    external->trace = plan->trace;
    external->argv = copy_words(plan->argv);
    external->hello = strdup(plan->hello);
    external->data = plan->data ? strdup(plan->data) : NULL;
    if (external->argv && external->hello && !external->data == !plan->data) return external;
    external_free(external);
    return NULL;
}

void external_free(struct external *external) {
    if (!external) return;
    if (external->process.pid) external_tell(external, "{\"type\":\"bye\"}");
    process_end(&external->process);
    for (char **word = external->argv; word && *word; word++) free(*word);
    free(external->argv);
    free(external->hello);
    free(external->data);
    free(external->game);
    free(external);
}

const struct alea_conduct *external_conduct(const struct external *external) { return &external->conduct; }
bool external_is_out(const struct external *external) { return external->out; }

/* ---- What is told, and what is noted ----------------------------------------------------------------------------------------- */

/* Notes a misdeed as a key of the record's (note.c of the engine): one line, whatever words of the program's own are in it. */
static void note(struct external *external, const char *key, ...) __attribute__((format(printf, 2, 3)));
static void note(struct external *external, const char *key, ...) {
    va_list args;
    char *last = external->conduct.last;
    va_start(args, key);
    vsnprintf(last, sizeof external->conduct.last, key, args);
    va_end(args);
    (void)alea_line_clean(last, alea_utf8_trim(last, strlen(last)), last, sizeof external->conduct.last);
}

static void show(const struct external *external, char arrow, const char *line, size_t n) {
    if (!external->trace) return;
    fprintf(external->trace, "%c ", arrow);
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)line[i];
        if (byte < ' ' || byte == 0x7f) fprintf(external->trace, "\\x%02x", byte); /* a terminal obeys nobody else */
        else fputc(byte, external->trace);
    }
    fputc('\n', external->trace);
}

static bool tell(struct external *external, const char *line, size_t n) {
    show(external, '>', line, n);
    return process_send(&external->process, line, n) && process_send(&external->process, "\n", 1);
}

void external_tell(struct external *external, const char *line) {
    if (external->process.pid) (void)tell(external, line, strlen(line));
}

static void tell_fault(struct external *external, enum external_fault fault, const char *rule, const char *words, int left) {
    struct alea_text text;
    alea_text_init(&text, EXTERNAL_MAX_MESSAGE, external->lang);
    external_error(fault, rule, words, left, &text);
    (void)tell(external, alea_text_str(&text), text.len);
    alea_text_clear(&text);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------------------------ */

/* Why nothing came, and what ended. */
static void note_silence(struct external *external, enum process_got got) {
    process_end(&external->process);
    if (got == PROCESS_BABBLES) {
        external->conduct.babbled++;
        note(external, "@bot_endless");
    } else {
        external->conduct.crashed++;
        note(external, "@bot_ended %s", external->process.how);
    }
}

/* Waits for {"ready":1}. What it says before is answered by what it should do. */
static bool wait_until_ready(struct external *external) {
    double until = alea_now() + EXTERNAL_READY_MS * 0.001;
    struct external_said said;
    const char *line;
    size_t n;
    for (int bad = 0; bad < EXTERNAL_BAD_LINES; bad++) {
        enum process_got got = process_read(&external->process, until, NULL, &line, &n);
        if (got == PROCESS_LATE) {
            note(external, "@bot_not_ready %d", EXTERNAL_READY_MS / 1000);
            external->conduct.late++;
            return false;
        }
        if (got != PROCESS_LINE) {
            note_silence(external, got);
            return false;
        }
        show(external, '<', line, n);
        enum external_fault fault = external_read(line, n, &said);
        if (!fault && said.kind == EXTERNAL_SAYS_READY && said.protocol == EXTERNAL_PROTOCOL) {
            external->plain = said.plain;
            external->skips_forced = said.skip_forced;
            memcpy(external->conduct.name, said.name, sizeof external->conduct.name);
            if (said.data && external->data) external_tell(external, external->data);
            return true;
        }
        if (!fault) fault = said.kind == EXTERNAL_SAYS_READY ? EXTERNAL_BAD_PROTOCOL : EXTERNAL_NOT_READY;
        tell_fault(external, fault, NULL, NULL, -1);
    }
    external->conduct.babbled++;
    note(external, "@bot_says_other");
    return false;
}

/* What is left of its last answer is of no use any more. How many moves those are. */
static int forget_moves(struct external *external) {
    const int left = external->n_moves - external->next;
    external->n_moves = external->next = 0;
    return left;
}

bool external_start(struct external *external) {
    int failed = process_start(&external->process, external->argv);
    external->owed = 0;
    (void)forget_moves(external);
    external->conduct.failed |= !external->conduct.games; /* later on it loses its seat for one game */
    if (failed) {
        external->conduct.crashed++;
        note(external, "@bot_failed %s: %s", external->argv[0], strerror(failed));
        return false;
    }
    if (tell(external, external->hello, strlen(external->hello)) && wait_until_ready(external)) {
        if (external->game) external_tell(external, external->game);
        external->conduct.failed = false;
        return true;
    }
    process_end(&external->process);
    return false;
}

void external_begin(struct external *external, const char *line) {
    free(external->game);
    external->game = strdup(line);
    external->conduct.games++;
    external->strikes = external->restarts = 0;
    external->out = false;
    (void)forget_moves(external);
    if (external->process.pid) external_tell(external, line);
    else if (!external_start(external)) external->out = true;
}

/* ---- A turn ---------------------------------------------------------------------------------------------------------------------- */

struct asking {
    const struct external_asker *asker;
    int ms;
    double until;
    int bad, refused, questions;
    int unplayed; /* moves of the answer before that can't be made */
};

enum verdict { GO_ON, MOVED, STRIKE, ENDED, STOPPED };

static bool ask(struct external *external, struct asking *asking) {
    struct alea_text text;
    alea_text_init(&text, EXTERNAL_MAX_MESSAGE, external->lang);
    const struct external_question question = {external->turn, asking->ms, external->plain, asking->unplayed};
    asking->asker->ask(asking->asker->context, &question, &text);
    bool told = !text.truncated && tell(external, alea_text_str(&text), text.len);
    alea_text_clear(&text);
    asking->until = alea_now() + asking->ms * 0.001;
    asking->bad = asking->refused = asking->questions = 0;
    return told;
}

/* A line that was of no use. Too many of them end the program. */
static enum verdict bad_line(struct external *external, struct asking *asking, enum external_fault fault) {
    external->conduct.babbled++;
    if (++asking->bad >= EXTERNAL_BAD_LINES) {
        process_end(&external->process);
        note(external, "@bot_babbles %s", external_fault_id(fault));
        return ENDED;
    }
    tell_fault(external, fault, NULL, NULL, EXTERNAL_BAD_LINES - asking->bad);
    return GO_ON;
}

/* An answer to a turn that was over before it came says nothing about this one. */
static bool is_stale(struct external *external, const struct external_said *said) {
    if (said->turn >= 0 ? said->turn == external->turn : external->owed == 0) {
        external->owed = 0;
        return false;
    }
    if (external->owed > 0) external->owed--;
    return true;
}

/* A move that can't be made: it may try again, but not for ever. */
static enum verdict refuse(struct external *external, struct asking *asking, const struct external_said *said,
                           enum external_fault fault, const char *rule, const char *words) {
    bool last = ++asking->refused >= EXTERNAL_TRIES;
    external->conduct.refused++;
    note(external, "@bot_refused %s %s", *rule ? rule : external_fault_id(fault),
         said->move[0].by_number ? alea_digits(said->move[0].number).at : said->move[0].text);
    tell_fault(external, fault, rule, words, EXTERNAL_TRIES - asking->refused);
    if (last) tell_fault(external, EXTERNAL_TOO_MANY, NULL, NULL, -1);
    return last ? STRIKE : GO_ON;
}

static enum verdict take_move(struct external *external, struct asking *asking, const struct external_said *said) {
    struct alea_text words, rule;
    if (is_stale(external, said)) {
        tell_fault(external, EXTERNAL_STALE, NULL, NULL, -1);
        return GO_ON;
    }
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, external->lang);
    alea_text_init(&rule, ALEA_MAX_LINE_BYTES, external->lang);
    enum external_fault fault = asking->asker->take(asking->asker->context, &said->move[0], &rule, &words);
    enum verdict verdict = fault == EXTERNAL_FINE || fault == EXTERNAL_STALE
                               ? MOVED
                               : refuse(external, asking, said, fault, alea_text_str(&rule), alea_text_str(&words));
    if (fault == EXTERNAL_FINE) {
        external->next = 1;
        external->n_moves = said->n_moves;
        memcpy(external->move, said->move, (size_t)said->n_moves * sizeof *external->move);
    }
    alea_text_clear(&words);
    alea_text_clear(&rule);
    return verdict;
}

static enum verdict answer(struct external *external, struct asking *asking, const struct external_said *said) {
    struct alea_text text;
    if (said->turn >= 0 && said->turn != external->turn) { /* what it would tell of is not before it any more */
        tell_fault(external, EXTERNAL_STALE, NULL, NULL, -1);
        return GO_ON;
    }
    if (++asking->questions > EXTERNAL_QUESTIONS) return bad_line(external, asking, EXTERNAL_TOO_MANY);
    alea_text_init(&text, EXTERNAL_MAX_MESSAGE, external->lang);
    if (!asking->asker->answer(asking->asker->context, said, &text)) {
        alea_text_clear(&text);
        external_error(EXTERNAL_NOT_HERE, NULL, NULL, -1, &text);
    }
    bool told = tell(external, alea_text_str(&text), text.len);
    alea_text_clear(&text);
    if (told) return GO_ON;
    note_silence(external, PROCESS_BABBLES);
    return ENDED;
}

static enum verdict take_line(struct external *external, struct asking *asking, const char *line, size_t n) {
    struct external_said said;
    show(external, '<', line, n);
    enum external_fault fault = external_read(line, n, &said);
    if (fault) return bad_line(external, asking, fault);
    switch (said.kind) {
    case EXTERNAL_SAYS_MOVES: return take_move(external, asking, &said);
    case EXTERNAL_ASKS_ODDS:
    case EXTERNAL_ASKS_OUTCOMES:
    case EXTERNAL_ASKS_AFTER: return answer(external, asking, &said);
    case EXTERNAL_SAYS_READY: break;
    }
    return bad_line(external, asking, EXTERNAL_UNKNOWN);
}

static enum verdict late(struct external *external, const struct asking *asking) {
    external->conduct.late++;
    external->owed++;
    note(external, "@bot_late %d", asking->ms);
    tell_fault(external, EXTERNAL_LATE, NULL, NULL, -1);
    return STRIKE;
}

static enum verdict listen(struct external *external, struct asking *asking) {
    enum verdict verdict = GO_ON;
    const char *line;
    size_t n;
    while (verdict == GO_ON) {
        enum process_got got = process_read(&external->process, asking->until, asking->asker->stop, &line, &n);
        switch (got) {
        case PROCESS_LINE: verdict = take_line(external, asking, line, n); break;
        case PROCESS_LATE: verdict = late(external, asking); break;
        case PROCESS_STOPPED: external->owed++; return STOPPED;
        case PROCESS_GONE:
        case PROCESS_BABBLES: note_silence(external, got); return ENDED;
        }
    }
    return verdict;
}

/* A program that has ended may be started again once a game, and is asked once more. */
static bool restart(struct external *external) {
    if (external->restarts++ < EXTERNAL_RESTARTS && external_start(external)) return true;
    external->out = true;
    return false;
}

static bool takes(const struct external_asker *asker, const struct external_move *move) {
    struct alea_text words, rule;
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, ALEA_EN); /* told to nobody */
    alea_text_init(&rule, ALEA_MAX_LINE_BYTES, ALEA_EN);
    bool fine = asker->take(asker->context, move, &rule, &words) == EXTERNAL_FINE;
    alea_text_clear(&words);
    alea_text_clear(&rule);
    return fine;
}

/* A turn of which it need not be told: its last answer has a move for it, or there is but one and it leaves those to the host. */
static bool goes_on(struct external *external, const struct external_asker *asker) {
    if (external->next < external->n_moves && takes(asker, &external->move[external->next])) {
        external->next++;
        return true;
    }
    return external->skips_forced && asker->only && takes(asker, asker->only);
}

enum external_end external_turn(struct external *external, const struct external_asker *asker) {
    struct asking asking = {.asker = asker, .ms = asker->ms ? asker->ms : external->ms};
    enum verdict verdict = ENDED;
    if (!external->out && goes_on(external, asker)) return EXTERNAL_MOVED;
    asking.unplayed = forget_moves(external);
    external->conduct.turns++;
    external->turn++;
    for (bool first = true; !external->out && verdict == ENDED; first = false) {
        if ((!first || !external->process.pid) && !restart(external)) break;
        verdict = ask(external, &asking) ? listen(external, &asking) : ENDED;
        if (verdict == ENDED && external->process.pid) note_silence(external, PROCESS_BABBLES);
    }
    if (verdict == MOVED) return EXTERNAL_MOVED;
    if (verdict == STOPPED) return EXTERNAL_STOPPED;
    if (verdict == STRIKE && ++external->strikes >= EXTERNAL_STRIKES) {
        external->out = true;
        process_end(&external->process);
    }
    external->conduct.stood_in++;
    return EXTERNAL_STAND_IN;
}
