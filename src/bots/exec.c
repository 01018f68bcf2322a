/* SPDX-License-Identifier: MIT */
/* exec.c - the bot `exec:COMMAND`: a program of somebody else's at a table of ours. What it may not or does not choose, `idle` does. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine_text.h"
#include "external.h"

struct exec {
    const struct alea_rules *rules;
    struct external *external;
    enum alea_lang lang;
    int seat;
};

/* ---- The program ----------------------------------------------------------------------------------------------------------- */

int external_split(char *command, char *argv[EXTERNAL_MAX_ARGS + 1]) {
    char *rest = NULL;
    int n = 0;
    for (char *word = strtok_r(command, " ", &rest); word && n < EXTERNAL_MAX_ARGS; word = strtok_r(NULL, " ", &rest))
        argv[n++] = word;
    argv[n] = NULL;
    return n;
}

static int look(const char *path) {
    struct stat what;
    if (stat(path, &what)) return errno;
    return S_ISREG(what.st_mode) && access(path, X_OK) == 0 ? 0 : EACCES;
}

/* Along PATH, as the system will do. */
int external_find(const char *program) {
    char path[4096];
    const char *at = getenv("PATH");
    int failed = ENOENT;
    if (strchr(program, '/')) return look(program);
    while (failed && at && *at) {
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, at, program);
        int here = look(path);
        if (here != ENOENT && here != ENOTDIR) failed = here;
        at += length + (at[length] == ':');
    }
    return failed;
}

/* ---- A player ------------------------------------------------------------------------------------------------------------- */

static void close_room(void *room) {
    struct exec *exec = room;
    external_free(exec->external);
    free(exec);
}

void *external_room(const struct alea_rules *rules, char **argv, int ms, enum alea_lang lang, FILE *trace) {
    struct exec *exec = calloc(1, sizeof *exec);
    struct alea_text hello, data;
    if (!exec) return NULL;
    *exec = (struct exec){.rules = rules, .lang = lang};
    alea_text_init(&hello, EXTERNAL_MAX_MESSAGE, lang);
    external_hello(rules, ms ? ms : EXTERNAL_TURN_MS, &hello);
    alea_text_init(&data, EXTERNAL_MAX_MESSAGE, lang);
    struct external_plan plan = {.argv = argv, .lang = lang, .ms = ms, .hello = alea_text_str(&hello), .trace = trace};
    if (external_data(rules->game, &data)) plan.data = alea_text_str(&data);
    if (!hello.truncated) exec->external = external_new(&plan);
    alea_text_clear(&hello);
    alea_text_clear(&data);
    if (!exec->external) {
        free(exec);
        return NULL;
    }
    (void)external_start(exec->external); /* whether it did, its conduct tells */
    return exec;
}

static void *open_room(const struct alea_rules *rules, const struct alea_bot_spec *spec) {
    char command[ALEA_BOT_WORDS], *argv[EXTERNAL_MAX_ARGS + 1];
    memcpy(command, spec->words, sizeof command);
    if (!spec->command || external_split(command + spec->command, argv) == 0) return NULL;
    return external_room(rules, argv, spec->budget.ms, spec->lang, NULL);
}

/* A seed that a double holds, made of the next words of the stream, which stays as it is. */
static int64_t seed_of(const struct alea_random *random) {
    struct alea_random copy = *random;
    int64_t high = alea_random_word(&copy) >> 11;
    return high << 32 | alea_random_word(&copy);
}

static void begin(void *room, int seat, const struct alea_random *random) {
    struct exec *exec = room;
    struct alea_text line;
    exec->seat = seat;
    alea_text_init(&line, EXTERNAL_MAX_MESSAGE, exec->lang);
    external_game(external_conduct(exec->external)->games + 1, seat, random ? seed_of(random) : -1, &line);
    external_begin(exec->external, alea_text_str(&line));
    alea_text_clear(&line);
}

static void over(void *room, const void *pos) {
    struct exec *exec = room;
    struct alea_text line;
    alea_text_init(&line, EXTERNAL_MAX_MESSAGE, exec->lang);
    external_over(exec->rules, pos, exec->seat, &line);
    external_tell(exec->external, alea_text_str(&line));
    alea_text_clear(&line);
}

static const struct alea_conduct *conduct(const void *room) {
    return external_conduct(((const struct exec *)room)->external);
}

/* ---- A turn --------------------------------------------------------------------------------------------------------------- */

struct choosing {
    const struct alea_bot_turn *turn;
    alea_move move;
};

static void say_turn(void *context, const struct external_question *question, struct alea_text *text) {
    external_turn_line(((struct choosing *)context)->turn, question, text);
}

static enum external_fault take(void *context, const struct external_move *said, struct alea_text *rule,
                                struct alea_text *words) {
    struct choosing *choosing = context;
    return external_judge(choosing->turn, said, &choosing->move, rule, words);
}

static bool answer(void *context, const struct external_said *said, struct alea_text *text) {
    return external_answer(((struct choosing *)context)->turn, said, text);
}

static alea_move choose(const struct alea_bot_turn *turn) {
    struct exec *exec = turn->room;
    struct choosing choosing = {.turn = turn};
    const struct external_move only = {.by_number = true, .number = turn->legal[0]};
    const struct external_asker asker = {.context = &choosing,
                                         .stop = turn->stop,
                                         .only = turn->n_legal == 1 ? &only : NULL,
                                         .ask = say_turn,
                                         .take = take,
                                         .answer = answer};
    switch (external_turn(exec->external, &asker)) {
    case EXTERNAL_MOVED: return choosing.move;
    case EXTERNAL_STAND_IN: return alea_bot_idle.choose(turn);
    case EXTERNAL_STOPPED: break;
    }
    return turn->legal[0];
}

const struct alea_bot alea_bot_exec = {
    .name = "exec",
    .in = {ENGINE_SAY_BOT_EXEC},
    .wants_view = true,
    .takes_budget = true,
    .takes_command = true,
    .open = open_room,
    .begin = begin,
    .close = close_room,
    .choose = choose,
    .over = over,
    .conduct = conduct,
};
