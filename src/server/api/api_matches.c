/* SPDX-License-Identifier: MIT */
/* api_matches.c - one match as its viewers may look at it, and its end by deletion. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "odds.h"
#include "text.h"

enum { MAX_STOP = 9999, MOST_ODDS = 8 << 20, /* bytes */ FEW_ODDS = 8 /* questions that a turn of the loop answers */ };

/* ---- When --------------------------------------------------------------------------------------------------------------------------- */

/* `at=`: a ply that the viewer has heard of; -1 for now. */
static bool read_at(struct api_request *request, int as, long *at) {
    long now = table_ply(request->table, as);
    if (!url_query_number(&request->query, "at", 0, now, -1, at)) {
        char digits[24];
        snprintf(digits, sizeof digits, "%ld", now);
        api_refuse(request, API_FAULT_NO_SUCH_PLY, "at", digits);
        return false;
    }
    return true;
}

/* Enters, and reads both. */
static bool look_in(struct api_request *request, long *at, int *as) {
    return api_enter(request, API_ANYBODY) && api_read_as(request, as) && read_at(request, *as, at);
}

enum api_next api_state(struct api_request *request) {
    long at;
    int as;
    if (!look_in(request, &at, &as)) return API_ANSWERED;
    struct wire wire = api_wire(request);
    wire_state(&wire, at, as, false, request->now, api_answer(request, 200));
    return API_ANSWERED;
}

/* The whole link, and the salt that opens it to its own viewer. */
enum api_next api_chain(struct api_request *request) {
    uint8_t link[ALEA_HASH_BYTES], salt[ALEA_SALT_BYTES];
    char link_hex[2 * ALEA_HASH_BYTES + 1], salt_hex[2 * ALEA_SALT_BYTES + 1];
    long at;
    int as;
    if (!look_in(request, &at, &as)) return API_ANSWERED;
    const struct table *table = request->table;
    const int seat = as == ALL_EYES ? ALEA_NONE : as;
    if (at < 0) at = table_ply(table, seat);
    if (!table_has_chain(table, seat)) return api_refuse(request, API_FAULT_NO_CHAIN, NULL, NULL);
    if (!table_chain(table, seat, table_true_ply(table, seat, at), link)) {
        alea_text_add(api_answer(request, 202), "{\"coming\":true}");
        return API_ANSWERED;
    }
    alea_chain_salt(alea_match_head(table_look(table).match)->dice.seed, seat, salt);
    sodium_bin2hex(link_hex, sizeof link_hex, link, sizeof link);
    sodium_bin2hex(salt_hex, sizeof salt_hex, salt, sizeof salt);
    alea_text_addf(api_answer(request, 200), "{\"ply\":%ld,\"link\":\"%s\",\"salt\":\"%s\"}", at, link_hex, salt_hex);
    return API_ANSWERED;
}

/* `what=`; NULL after the refusal. */
static const char *read_what(struct api_request *request) {
    static const char *const all[] = {"board", "places", "hand"};
    const char *what = url_query_get(&request->query, "what");
    if (!what) return all[0];
    for (size_t i = 0; i < ALEA_LEN(all); i++)
        if (strcmp(what, all[i]) == 0) return what;
    api_refuse(request, API_FAULT_NO_WORD, "what", "board, places, hand");
    return NULL;
}

static enum api_next answer_words(struct api_request *request, const char *what, long at, int as) {
    struct wire wire = api_wire(request);
    struct alea_text words, *text = api_answer(request, 200);
    alea_text_init(&words, API_MAX_ANSWER / 8, request->lang);
    (void)wire_words(&wire, what, at, as, &words); /* nothing, of what a game or a spectator does not have */
    alea_json_open_object(text, NULL);
    alea_json_string(text, "text", alea_text_str(&words));
    alea_json_close_object(text);
    text->truncated = text->truncated || words.truncated;
    alea_text_clear(&words);
    return API_ANSWERED;
}

enum api_next api_words(struct api_request *request) {
    long at;
    int as;
    const char *what = read_what(request);
    return what && look_in(request, &at, &as) ? answer_words(request, what, at, as) : API_ANSWERED;
}

enum api_next api_ask_words(struct api_request *request, api_entrance *enter) {
    const char *what = read_what(request);
    return what && enter(request) ? answer_words(request, what, -1, request->viewer.seat) : API_ANSWERED;
}

/* ---- Moves asked about ---------------------------------------------------------------------------------------------------------------- */

/* `text=` as a move. False after the refusal. */
static bool read_text(struct api_request *request, const char *words, alea_move *move) {
    if (strlen(words) >= ALEA_MAX_LINE_BYTES) {
        api_refuse(request, API_FAULT_TOO_LONG, "text", alea_digits(ALEA_MAX_LINE_BYTES - 1).at);
        return false;
    }
    if (api_read_move(request, words, move)) return true;
    api_refuse_engine(request);
    return false;
}

enum api_next api_ask_why(struct api_request *request, api_entrance *enter) {
    const char *words = url_query_get(&request->query, "text");
    alea_move move;
    if (!words) return api_refuse(request, API_FAULT_MISSING, "text", "text");
    if (!enter(request) || !read_text(request, words, &move)) return API_ANSWERED;
    struct wire wire = api_wire(request);
    wire_why(&wire, move, api_answer(request, 200));
    return API_ANSWERED;
}

/* Chances of all that is at hand, which may be a hundred battles: solved by the pool. */
struct odds_job {
    struct api_lasting lasting;
    struct alea_rules *rules;
    void *view;
    int seat, stop;
    struct alea_text text;
};

static void solve(struct api_lasting *lasting) {
    struct odds_job *job = (struct odds_job *)lasting;
    wire_odds_at_hand(job->rules, job->view, job->seat, job->stop, &job->text);
}

static void tell_solved(struct api_lasting *lasting, struct api_request *request) {
    const struct odds_job *job = (struct odds_job *)lasting;
    if (job->text.truncated) api_refuse(request, API_FAULT_ANSWER_TOO_LARGE, NULL, NULL);
    else alea_text_add(api_answer(request, 200), alea_text_str(&job->text));
}

static void end_odds(struct api_lasting *lasting) {
    struct odds_job *job = (struct odds_job *)lasting;
    alea_rules_free(job->rules);
    alea_text_clear(&job->text);
    free(job->view);
    free(job);
}

static enum api_next solve_all(struct api_request *request, int stop) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    struct wire wire = api_wire(request);
    struct odds_job *job = calloc(1, sizeof *job);
    void *view = job ? calloc(1, rules->game->position_size) : NULL;
    if (!view || !wire_asks(&wire, view, &job->seat)) {
        free(view);
        free(job);
        return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    }
    const struct odds_asker asker = {rules, view, job->seat, 0};
    struct alea_at_hand asked;
    if (!odds_at_hand(&asker, FEW_ODDS, &asked)) {
        wire_odds_at_hand(rules, view, job->seat, stop, api_answer(request, 200));
        free(view);
        free(job);
        return API_ANSWERED;
    }
    job->lasting = (struct api_lasting){.work = solve, .answer = tell_solved, .end = end_odds};
    job->rules = alea_rules_share(rules);
    job->view = view;
    job->stop = stop;
    alea_text_init(&job->text, MOST_ODDS, request->lang);
    return api_lasting_start(request, &job->lasting);
}

enum api_next api_ask_odds(struct api_request *request, api_entrance *enter) {
    const char *words = url_query_get(&request->query, "text");
    alea_move move = 0;
    long stop;
    if (!api_number(request, "stop", 0, MAX_STOP, 0, &stop)) return API_ANSWERED;
    if (!enter(request)) return API_ANSWERED;
    const struct table_view look = table_look(request->table);
    if (look.help == TABLE_HELP_NONE && look.status != STORE_OVER) return api_refuse(request, API_FAULT_NO_HELP, NULL, NULL);
    if (words && !read_text(request, words, &move)) return API_ANSWERED;
    if (!words && api_has_pool(request)) return solve_all(request, (int)stop);
    struct wire wire = api_wire(request);
    wire_odds(&wire, words ? &move : NULL, (int)stop, api_answer(request, 200));
    return API_ANSWERED;
}

static bool enter(struct api_request *request) { return api_enter(request, API_ANYBODY); }

enum api_next api_why(struct api_request *request) { return api_ask_why(request, enter); }
enum api_next api_odds(struct api_request *request) { return api_ask_odds(request, enter); }
enum api_next api_explain(struct api_request *request) { return api_ask_explain(request, enter); }

/* ---- The scenario ------------------------------------------------------------------------------------------------------------------------ */

static void add_scenario(void *context, const struct store_match *match) {
    struct alea_text *text = context;
    if (match->scenario) alea_text_addf(text, "%.*s", (int)match->scenario_bytes, match->scenario);
}

/* The sentences of the rules with the numbers that this match is played by, and the names of its places and things. */
enum api_next api_rules(struct api_request *request) {
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct alea_text *text = api_answer(request, 200);
    text->lang = request->lang;
    alea_json_open_object(text, NULL);
    wire_rules(alea_match_rules(table_look(request->table).match), text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* Byte for byte what the match is played by: the head of the transcript has its hash. A sealed one is the Master's until the end, whoever's
 * eyes he looks through. */
enum api_next api_scenario(struct api_request *request) {
    if (!api_enter(request, API_ANYBODY)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    bool over = alea_match_actors(look.match) == ALEA_ACTORS_OVER;
    if (alea_match_rules(look.match)->sealed && !over && !request->viewer.master)
        return api_refuse(request, API_FAULT_SEALED, NULL, NULL);
    struct alea_text *text = api_answer(request, 200);
    if (store_match(request->api->store, look.id, add_scenario, text, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    if (text->len == 0) return api_refuse(request, API_FAULT_NO_SCENARIO, NULL, NULL);
    snprintf(request->call->file_name, sizeof request->call->file_name, "%s.json",
             alea_match_rules(look.match)->scenario_name);
    return API_ANSWERED;
}

struct chat_page {
    struct alea_text *text;
    int lines;
};

static bool add_line(void *context, long n, int seat, const char *words, int64_t at) {
    struct chat_page *page = context;
    wire_chat(n, seat, words, at, page->text);
    return ++page->lines < API_CHAT_PAGE;
}

int api_add_chat(struct api_request *request, long after, struct alea_text *text) {
    struct chat_page page = {.text = text};
    enum alea_err code =
        store_read_chat(request->api->store, table_look(request->table).id, after, add_line, &page, &request->error);
    return code == ALEA_OK ? page.lines : -1;
}

enum api_next api_chat_lines(struct api_request *request) {
    long after;
    if (!api_number(request, "after", 0, 1L << 40, 0, &after) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const char *to = url_query_get(&request->query, "to");
    if (to && strcmp(to, "all") != 0) return api_talk_lines(request, to, after);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "chat", table_look(request->table).chat);
    alea_json_open_array(text, "messages");
    if (api_add_chat(request, after, text) < 0) return api_refuse_engine(request);
    alea_json_close_array(text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* ---- Deletion ---------------------------------------------------------------------------------------------------------------------------- */

enum api_next api_delete(struct api_request *request) {
    if (!api_enter(request, API_ADMIN)) return API_ANSWERED;
    enum table_answer answer = table_delete(request->table, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    struct alea_text *text = api_answer(request, 200);
    alea_text_addf(text, "{\"match\":\"%s\",\"deleted\":true}", request->part[0]);
    return API_ANSWERED;
}
