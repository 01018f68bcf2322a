/* SPDX-License-Identifier: MIT */
/* bot_table.c - a program of somebody else's at a server's table, by the token of its seat: it looks at the table, asks the program,
 * sends the move with the ply that it saw, waits until something happens, and begins again. Nothing is kept from one look to the
 * next, so what goes wrong on the way is mended by looking again. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot_host.h"
#include "console.h"
#include "json_write.h"
#include "now.h"
#include "text.h"
#include "utf8.h"
#include "web.h"

enum { MAX_ID = 64, MAX_TOKEN = 200, POLL_SECONDS = 25, CALL_SECONDS = 30, MAX_PAUSE = 15, MAX_LINK = 512 };

struct seated {
    const struct bot_host *host;
    struct web *web;
    struct external *external;
    char base[MAX_LINK], id[MAX_ID], token[MAX_TOKEN];
    char seat[8];  /* "A" */
    json_t *state; /* as last looked at */
    int pause;     /* seconds until it is tried again */
    double since;  /* when the server was lost; 0: it is there */
    bool said;     /* the table was told of a deputy */
    bool lost;     /* nothing more can be done; why was told */
};

static const char *member(const json_t *object, const char *key) {
    const char *words = json_string_value(json_object_get(object, key));
    return words ? words : "";
}

struct line {
    char at[400];
};

/* A server's sentence, on one line and fit to be shown. */
static struct line shown(const char *words) {
    struct line line;
    snprintf(line.at, sizeof line.at, "%s", words);
    size_t n = alea_utf8_trim(line.at, strlen(line.at));
    line.at[n] = 0;
    if (!alea_utf8_clean(line.at, n))
        for (char *at = line.at; *at; at++)
            if ((unsigned char)*at < ' ' || (unsigned char)*at >= 0x7f) *at = '?';
    return line;
}

/* ---- Calls ---------------------------------------------------------------------------------------------------------------------- */

/* Waits, unless a signal comes. */
static void nap(int seconds) {
    const struct timespec tenth = {.tv_nsec = 100 * 1000 * 1000};
    for (int i = 0; i < 10 * seconds && !console_stopped(); i++) nanosleep(&tenth, NULL);
}

static void lose(struct seated *seated, int label, const char *a, const char *b) {
    if (!seated->lost && !console_stopped()) cli_wrong(seated->host->cli, label, a, b, NULL);
    seated->lost = true;
}

/* The server is not there, or has no time: for how long is that borne? */
static void bear(struct seated *seated, const char *why, int wait) {
    const struct cli *cli = seated->host->cli;
    if (seated->since == 0) {
        seated->since = alea_now();
        if (!console_stopped())
            cli_wrong(cli, ALEA_LABEL_SERVER_LOST, seated->base, why, cli_digits(seated->host->patience).at, NULL);
    }
    double left = (double)seated->host->patience - (alea_now() - seated->since);
    if (left <= 0) {
        lose(seated, ALEA_LABEL_SERVER_GONE, seated->base, why);
        return;
    }
    seated->pause = wait > 0 ? wait : seated->pause ? 2 * seated->pause : 1;
    if (seated->pause > MAX_PAUSE && wait <= 0) seated->pause = MAX_PAUSE;
    nap(seated->pause < left ? seated->pause : (int)left + 1);
}

/* Calls /matches/ID and what stands behind it. False if there is no answer that says anything about the table: then it was waited
 * for a while, or all is lost. */
static bool call(struct seated *seated, const char *behind, json_t *body, int seconds, struct web_answer *answer) {
    struct alea_text path;
    alea_text_init(&path, ALEA_MAX_LINE_BYTES, seated->host->cli->lang);
    alea_text_addf(&path, "/matches/%s%s", seated->id, behind);
    web_call(seated->web, alea_text_str(&path), json_incref(body), seconds, answer);
    while (answer->status == 429 && !console_stopped()) { /* too many requests: it says how long to wait */
        nap(answer->retry_after > 0 ? answer->retry_after : 1);
        web_clear(answer);
        web_call(seated->web, alea_text_str(&path), json_incref(body), seconds, answer);
    }
    json_decref(body);
    alea_text_clear(&path);
    const char *error = member(answer->json, "error");
    bool closed = answer->status == 401 || answer->status == 404 || strcmp(error, "deleted") == 0 ||
                  strcmp(error, "not_your_seat") == 0;
    struct line text = shown(member(answer->json, "text"));
    if (answer->status == 0) bear(seated, answer->why, 0);
    else if (answer->status >= 500) bear(seated, text.at, answer->retry_after);
    else if (closed) lose(seated, ALEA_LABEL_NO_TABLE, seated->id, text.at);
    else if (!json_is_object(answer->json)) lose(seated, ALEA_LABEL_NO_SERVER, seated->base, NULL);
    else {
        if (seated->since != 0) cli_say(seated->host->cli, ALEA_LABEL_SERVER_BACK, seated->base, NULL);
        seated->since = seated->pause = 0;
        return true;
    }
    web_clear(answer);
    return false;
}

static bool look(struct seated *seated) {
    struct web_answer answer;
    if (!call(seated, seated->host->cli->lang == ALEA_IT ? "?lang=it" : "?lang=en", NULL, CALL_SECONDS, &answer))
        return false;
    json_decref(seated->state);
    seated->state = json_incref(answer.json);
    if (answer.status != 200 || !json_is_string(json_object_get(answer.json, "status")))
        lose(seated, ALEA_LABEL_NO_SERVER, seated->base, NULL);
    web_clear(&answer);
    return !seated->lost;
}

/* Until something has changed. */
static void wait_for_news(struct seated *seated) {
    struct web_answer answer;
    struct alea_text behind;
    const json_t *ply = json_object_get(seated->state, "ply"), *rev = json_object_get(seated->state, "rev");
    alea_text_init(&behind, ALEA_MAX_LINE_BYTES, seated->host->cli->lang);
    alea_text_addf(&behind, "/events?plain=1&wait=%d&since=%lld&rev=%lld", POLL_SECONDS, (long long)json_integer_value(ply),
                   (long long)json_integer_value(rev));
    if (call(seated, alea_text_str(&behind), NULL, POLL_SECONDS + CALL_SECONDS, &answer)) {
        if (answer.status != 200) nap(1);
        web_clear(&answer);
    }
    alea_text_clear(&behind);
}

/* ---- What the program is told ------------------------------------------------------------------------------------------------------ */

static void add_json(struct alea_text *text, const char *key, const json_t *value) {
    char *words = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (words) alea_json_raw(text, key, words, strlen(words));
    else text->truncated = true;
    free(words);
}

static int time_for(const struct seated *seated) {
    int ms = seated->host->ms ? seated->host->ms : EXTERNAL_TURN_MS;
    const json_t *clock = json_object_get(json_object_get(json_object_get(seated->state, "clock"), "seats"), seated->seat);
    const json_t *left = json_object_get(clock, "left");
    json_int_t clock_ms = json_integer_value(left); /* 0: there is none, or its late window has begun */
    return clock_ms > 0 && clock_ms < ms ? (int)clock_ms : ms;
}

/* What there is to say of a turn is in the state already. */
static void say_turn(void *context, const struct external_question *question, struct alea_text *text) {
    static const char *const members[] = {"round", "ply", "prompt", "clock", "moves", "view", "facts"};
    const struct seated *seated = context;
    alea_json_open_object(text, NULL);
    alea_json_id(text, "type", "turn");
    alea_json_integer(text, "turn", question->number);
    alea_json_string(text, "seat", seated->seat);
    alea_json_integer(text, "ms", question->ms);
    if (question->unplayed) alea_json_integer(text, "unplayed", question->unplayed);
    for (size_t i = 0; i < ALEA_LEN(members); i++) {
        const json_t *value = json_object_get(seated->state, members[i]);
        if (value && !(question->plain && strcmp(members[i], "prompt") == 0)) add_json(text, members[i], value);
    }
    alea_json_close_object(text);
}

/* The version of the rules stands in the record alone: "game ID 1". */
static long rules_version(struct seated *seated) {
    struct web_answer answer;
    struct alea_text path;
    long version = 0;
    alea_text_init(&path, ALEA_MAX_LINE_BYTES, ALEA_EN);
    alea_text_addf(&path, "/matches/%s/transcript", seated->id);
    web_call(seated->web, alea_text_str(&path), NULL, CALL_SECONDS, &answer);
    const char *line = answer.text ? strstr(answer.text, "\ngame ") : NULL;
    const char *number = line ? strchr(line + 6, ' ') : NULL;
    if (number) version = strtol(number, NULL, 10);
    web_clear(&answer);
    alea_text_clear(&path);
    return version;
}

static void say_hello(struct seated *seated, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "type", "hello");
    alea_json_integer(text, "protocol", EXTERNAL_PROTOCOL);
    alea_json_id(text, "alea", ALEA_VERSION);
    add_json(text, "game", json_object_get(seated->state, "game"));
    alea_json_integer(text, "rules_version", rules_version(seated));
    alea_json_id(text, "lang", text->lang == ALEA_IT ? "it" : "en");
    alea_json_integer(text, "seats", (int64_t)json_array_size(json_object_get(seated->state, "seats")));
    add_json(text, "options", json_object_get(seated->state, "options"));
    external_limits(seated->host->ms ? seated->host->ms : EXTERNAL_TURN_MS, text);
    alea_json_close_object(text);
}

static void say_over(const struct seated *seated, struct alea_text *text) {
    const json_t *result = json_object_get(seated->state, "result");
    alea_json_open_object(text, NULL);
    alea_json_id(text, "type", "over");
    alea_json_string(text, "seat", seated->seat);
    add_json(text, "scores", json_object_get(result, "score"));
    add_json(text, "places", json_object_get(result, "places"));
    alea_json_close_object(text);
}

/* ---- What the program says ----------------------------------------------------------------------------------------------------------- */

/* Sends a move for the ply that was seen. What it can't be sent for is mended by a new look. */
static enum external_fault send_move(struct seated *seated, json_t *move, struct alea_text *rule, struct alea_text *words) {
    struct web_answer answer;
    json_object_set(move, "ply", json_object_get(seated->state, "ply"));
    if (!call(seated, "/moves", move, CALL_SECONDS, &answer)) return EXTERNAL_STALE;
    enum external_fault fault = answer.status == 200   ? EXTERNAL_FINE
                                : answer.status == 422 ? EXTERNAL_REFUSED
                                : answer.status == 400 ? EXTERNAL_BAD_MOVE
                                                       : EXTERNAL_STALE;
    alea_text_add(rule, member(answer.json, "rule"));
    alea_text_add(words, member(answer.json, "text"));
    web_clear(&answer);
    return fault;
}

static enum external_fault take(void *context, const struct external_move *said, struct alea_text *rule,
                                struct alea_text *words) {
    json_t *move =
        said->by_number ? json_pack("{s:I}", "m", (json_int_t)said->number) : json_pack("{s:s}", "text", said->text);
    return send_move(context, move, rule, words);
}

/* The words of a legal move, by which the server is asked. */
static const char *words_of(const struct seated *seated, alea_move move) {
    const json_t *moves = json_object_get(seated->state, "moves"), *one;
    size_t i;
    json_array_foreach(moves, i, one) {
        if (json_integer_value(json_object_get(one, "m")) == (json_int_t)move) return member(one, "text");
    }
    return NULL;
}

static bool answer_odds(void *context, const struct external_said *said, struct alea_text *text) {
    struct seated *seated = context;
    struct web_answer answer;
    struct alea_text behind;
    const struct external_move *move = &said->move[0];
    const char *words = move->by_number ? words_of(seated, move->number) : move->text;
    if (said->kind != EXTERNAL_ASKS_ODDS || (said->n_moves && !words)) return false;
    alea_text_init(&behind, ALEA_MAX_LINE_BYTES, text->lang);
    alea_text_addf(&behind, "/odds?lang=%s&stop=%d", text->lang == ALEA_IT ? "it" : "en", said->stop);
    if (said->n_moves) {
        alea_text_add(&behind, "&text=");
        web_add_word(&behind, words);
    }
    bool fine = call(seated, alea_text_str(&behind), NULL, CALL_SECONDS, &answer);
    alea_text_clear(&behind);
    if (!fine) return false;
    fine = answer.status == 200;
    json_object_set_new(answer.json, "type", json_string("odds"));
    if (fine) add_json(text, NULL, answer.json);
    web_clear(&answer);
    return fine;
}

/* ---- A turn ------------------------------------------------------------------------------------------------------------------------------ */

/* Somebody has to move; any of the moves that there are. The table hears why, once. */
static void stand_in(struct seated *seated) {
    const json_t *moves = json_object_get(seated->state, "moves");
    const struct cli_note misdeed = cli_note(seated->host->cli, external_conduct(seated->external)->last);
    struct alea_text words, rule;
    struct web_answer answer;
    uint8_t seed[ALEA_SEED_BYTES];
    alea_seed_new(seed);
    const json_t *move = json_array_get(moves, seed[0] % json_array_size(moves));
    cli_say(seated->host->cli, ALEA_LABEL_STOOD_IN, misdeed.at, NULL);
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, seated->host->cli->lang);
    alea_text_init(&rule, ALEA_MAX_LINE_BYTES, seated->host->cli->lang);
    if (!seated->said) {
        cli_add(&words, seated->host->cli, ALEA_LABEL_STOOD_IN, misdeed.at, NULL);
        json_t *line = json_pack("{s:s}", "text", alea_text_str(&words));
        if (line && call(seated, "/chat", line, CALL_SECONDS, &answer)) web_clear(&answer);
        seated->said = true;
        alea_text_clear(&words);
    }
    (void)send_move(seated, json_pack("{s:O}", "m", json_object_get(move, "m")), &rule, &words);
    alea_text_clear(&words);
    alea_text_clear(&rule);
}

static void play_turn(struct seated *seated) {
    const json_t *moves = json_object_get(seated->state, "moves");
    const struct external_move only = {
        .by_number = true, .number = (alea_move)json_integer_value(json_object_get(json_array_get(moves, 0), "m"))};
    const struct external_asker asker = {.context = seated,
                                         .ms = time_for(seated),
                                         .stop = console_stop(),
                                         .only = json_array_size(moves) == 1 ? &only : NULL,
                                         .ask = say_turn,
                                         .take = take,
                                         .answer = answer_odds};
    if (external_turn(seated->external, &asker) != EXTERNAL_STAND_IN || console_stopped()) return;
    if (external_is_out(seated->external))
        lose(seated, ALEA_LABEL_BOT_LEAVES, cli_note(seated->host->cli, external_conduct(seated->external)->last).at,
             seated->seat);
    else stand_in(seated);
}

/* ---- The match --------------------------------------------------------------------------------------------------------------------------- */

/* The game's data as the server tells them: it may be of another version. False if it has none. */
static bool say_data(struct seated *seated, struct alea_text *text) {
    struct web_answer answer;
    struct alea_text path;
    alea_text_init(&path, ALEA_MAX_LINE_BYTES, ALEA_EN);
    alea_text_addf(&path, "/games/%s", member(seated->state, "game"));
    web_call(seated->web, alea_text_str(&path), NULL, CALL_SECONDS, &answer);
    const json_t *data = json_object_get(answer.json, "data");
    if (data) {
        alea_json_open_object(text, NULL);
        alea_json_id(text, "type", "data");
        add_json(text, "data", data);
        alea_json_close_object(text);
    }
    web_clear(&answer);
    alea_text_clear(&path);
    return text->len > 0 && !text->truncated;
}

static bool start_program(struct seated *seated) {
    const struct bot_host *host = seated->host;
    struct alea_text line, data;
    alea_text_init(&line, EXTERNAL_MAX_MESSAGE, host->cli->lang);
    alea_text_init(&data, EXTERNAL_MAX_MESSAGE, host->cli->lang);
    say_hello(seated, &line);
    struct external_plan plan = {
        .argv = host->argv, .lang = host->cli->lang, .ms = host->ms, .hello = alea_text_str(&line), .trace = host->trace};
    if (say_data(seated, &data)) plan.data = alea_text_str(&data);
    seated->external = external_new(&plan);
    alea_text_clear(&line);
    alea_text_clear(&data);
    if (!seated->external) lose(seated, ALEA_LABEL_NO_MEMORY, NULL, NULL);
    else if (!external_start(seated->external))
        lose(seated, ALEA_LABEL_BOT_FAILED, host->argv[0], cli_note(host->cli, external_conduct(seated->external)->last).at);
    if (seated->lost) return false;
    external_game(1, alea_seat_read(seated->seat), -1, &line);
    external_begin(seated->external, alea_text_str(&line));
    alea_text_clear(&line);
    return true;
}

/* Tables may wait until all have come; and people like to know who sits there. */
static void join(struct seated *seated) {
    const json_t *seats = json_object_get(seated->state, "seats"), *one;
    struct web_answer answer;
    size_t i;
    json_array_foreach(seats, i, one) {
        if (strcmp(member(one, "seat"), seated->seat) != 0 || json_is_true(json_object_get(one, "joined"))) continue;
        json_t *body = json_object();
        const char *name = external_conduct(seated->external)->name;
        if (*name && !*member(one, "name")) json_object_set_new(body, "name", json_string(name));
        if (call(seated, "/join", body, CALL_SECONDS, &answer)) web_clear(&answer);
        return;
    }
}

static enum cli_status finish(struct seated *seated) {
    struct alea_text line;
    alea_text_init(&line, EXTERNAL_MAX_MESSAGE, seated->host->cli->lang);
    say_over(seated, &line);
    external_tell(seated->external, alea_text_str(&line));
    alea_text_clear(&line);
    printf("%s\n", shown(member(json_object_get(seated->state, "result"), "text")).at);
    return bot_host_end(seated->host, external_conduct(seated->external));
}

static enum cli_status play(struct seated *seated) {
    while (!look(seated))
        if (seated->lost || console_stopped()) return CLI_WRONG;
    snprintf(seated->seat, sizeof seated->seat, "%s", member(seated->state, "you"));
    if (alea_seat_read(seated->seat) == ALEA_NONE) lose(seated, ALEA_LABEL_NO_SEATS_TOKEN, seated->id, NULL);
    if (seated->lost || !start_program(seated)) return CLI_WRONG;
    cli_say(seated->host->cli, ALEA_LABEL_SEATED, seated->host->argv[0], seated->seat,
            shown(member(seated->state, "game")).at, seated->id, NULL);
    fflush(stdout);
    join(seated);
    while (!seated->lost && !console_stopped()) {
        if (!look(seated)) continue;
        if (strcmp(member(seated->state, "status"), "over") == 0) return finish(seated);
        if (json_array_size(json_object_get(seated->state, "moves")) > 0) play_turn(seated);
        else wait_for_news(seated);
    }
    if (console_stopped()) cli_say(seated->host->cli, ALEA_LABEL_SEAT_STAYS, NULL);
    return console_stopped() ? CLI_UNFINISHED : CLI_WRONG;
}

/* Takes "http://host/m/ID#TOKEN" apart; of a plain address the rest comes from --match and --token, or $ALEA_TOKEN. */
static bool read_link(struct seated *seated) {
    const struct bot_host *host = seated->host;
    const char *token = host->token ? host->token : getenv("ALEA_TOKEN"), *id = host->match;
    const char *link = strstr(host->url, "/m/"), *mark = strchr(host->url, '#');
    size_t base = link ? (size_t)(link - host->url) : strcspn(host->url, "#");
    char in_link[MAX_ID] = "";
    if (link) snprintf(in_link, sizeof in_link, "%.*s", (int)strcspn(link + 3, "#/?"), link + 3);
    if (!id && *in_link) id = in_link;
    if (!host->token && mark) token = mark + 1;
    if (!id || !token || !*token || strlen(id) >= MAX_ID || strlen(token) >= MAX_TOKEN || base >= MAX_LINK) return false;
    for (const char *at = id; *at; at++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", *at)) return false;
    snprintf(seated->base, sizeof seated->base, "%.*s", (int)base, host->url);
    snprintf(seated->id, sizeof seated->id, "%s", id);
    snprintf(seated->token, sizeof seated->token, "%s", token);
    unsetenv("ALEA_TOKEN"); /* the program has no use for it */
    return true;
}

enum cli_status bot_table(const struct bot_host *host) {
    struct seated seated = {.host = host};
    if (!read_link(&seated)) return cli_bad_usage(host->cli, ALEA_LABEL_BAD_LINK, NULL);
    seated.web = web_open(seated.base, seated.token, host->cli->lang);
    if (!seated.web) return cli_bad_usage(host->cli, ALEA_LABEL_BAD_URL, seated.base, NULL);
    enum cli_status status = play(&seated);
    external_free(seated.external);
    json_decref(seated.state);
    web_close(seated.web);
    return status;
}
