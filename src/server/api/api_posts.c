/* SPDX-License-Identifier: MIT */
/* api_posts.c - what was said beside the moves, as the record of the match keeps it; and what the host decides where the rules are silent. */
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "match.h"
#include "timezone.h"

/* ---- Reading ------------------------------------------------------------------------------------------------------------------------ */

struct reading {
    struct wire wire;
    struct alea_text *text;
    int kind, most; /* kind: -1 for any */
    long last;      /* of the match */
    int written;
};

static bool add_post(void *context, const struct alea_post *post, int64_t at) {
    struct reading *reading = context;
    if (post->number > reading->last) return false; /* said by another process */
    if ((reading->kind >= 0 && post->kind != reading->kind) || !wire_may_read(&reading->wire, post->number)) return true;
    wire_post(&reading->wire, post->number, at, false, reading->text);
    return ++reading->written < reading->most;
}

/* The true number behind which the viewer's `after` posts stand. */
static long find_after(const struct api_request *request, long after) {
    const int reader = request->viewer.seat == ALL_EYES ? ALEA_HOST : request->viewer.seat;
    return after > 0 ? alea_post_find_for(table_look(request->table).match, reader, after) : 0;
}

/* The store alone knows when it was said. */
int api_add_posts(struct api_request *request, const struct wire *wire, long after, int kind, struct alea_text *text) {
    const struct table_view look = table_look(request->table);
    struct reading reading = {
        .wire = *wire, .text = text, .kind = kind, .most = API_PAGE, .last = alea_match_posts(look.match)};
    if (after >= wire_posts_heard(wire)) return 0;
    enum alea_err err =
        store_read_posts(request->api->store, look.id, find_after(request, after), add_post, &reading, &request->error);
    return err ? -1 : reading.written;
}

enum api_next api_posts(struct api_request *request) {
    long after;
    const char *kind = url_query_get(&request->query, "kind");
    const int wanted = kind ? alea_post_kind_find(kind) : -1;
    if (kind && wanted < 0) return api_refuse(request, API_FAULT_NO_WORD, "kind", "chat, proposal, request, answer, ruling");
    if (!api_number(request, "after", 0, ALEA_MAX_POSTS, 0, &after) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "posts");
    if (api_add_posts(request, &wire, after, wanted, text) < 0) return api_refuse_engine(request);
    alea_json_close_array(text);
    alea_json_integer(text, "last", wire_posts_heard(&wire));
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* ---- Rulings ------------------------------------------------------------------------------------------------------------------------ */

/* For everybody, or for one side, that of a seat which is named; false after the refusal. */
static bool find_readers(struct api_request *request, const char *to, alea_actors *readers) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    const int seat = to ? api_named_seat(rules, to) : ALEA_NONE;
    *readers = seat == ALEA_NONE ? ALEA_EVERYBODY : alea_team(rules, seat) | ALEA_ACTORS_HOST;
    if (!to || seat != ALEA_NONE) return true;
    api_refuse(request, API_FAULT_NO_SUCH_SEAT, "to", to);
    return false;
}

/* Today, by the clocks of the table's zone. */
static void write_today(const struct api_request *request, char date[ALEA_DATE_CHARS + 1]) {
    const struct clock_rules *clock = &table_look(request->table).clock->rules;
    char stamp[TIMEZONE_STAMP];
    timezone_stamp(clock->kind == CLOCK_WINDOWS ? clock->zone : "", request->now, stamp);
    memcpy(date, stamp, ALEA_DATE_CHARS);
    date[ALEA_DATE_CHARS] = 0;
}

static enum api_next rule(struct api_request *request, const struct alea_ruling *ruling, alea_actors readers,
                          struct alea_text *words) {
    long number = 0;
    if (alea_ruling_write(alea_match_rules(table_look(request->table).match), ruling, words, &request->error))
        return api_refuse_engine(request);
    const struct alea_post post = {.kind = ALEA_POST_RULING, .from = ALEA_HOST, .to = readers, .text = alea_text_str(words)};
    enum table_answer answer = table_post(request->table, &post, request->now, &number, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const struct wire wire = {
        .table = request->table, .viewer = {.seat = ALL_EYES}, .lang = request->lang, .plain = request->plain};
    wire_post(&wire, number, request->now, false, api_answer(request, 201));
    return API_ANSWERED;
}

enum api_next api_rule(struct api_request *request) {
    struct json_in *body = &request->body;
    char id[API_MAX_PART], question[ALEA_MAX_LINE_BYTES], answer[ALEA_MAX_NOTE_BYTES + 1];
    struct alea_ruling ruling = {.question = question, .answer = answer};
    struct alea_text words;
    alea_actors readers;
    json_in_required(body, "rule");
    json_in_required(body, "question");
    json_in_required(body, "answer");
    json_in_line(body, "rule", id, sizeof id);
    json_in_line(body, "question", question, sizeof question);
    alea_note_typed(json_in_lines(body, "answer"), answer);
    const char *to = json_in_string(body, "to", API_MAX_PART - 1);
    if (!api_body_end(request) || !api_enter(request, API_HOSTING) || !find_readers(request, to, &readers))
        return API_ANSWERED;
    if (alea_rule_read(alea_match_rules(table_look(request->table).match), id, &ruling.rule, &request->error))
        return api_refuse_engine(request);
    if (*answer && !api_say_whose(request, "", answer, sizeof answer))
        return api_refuse(request, API_FAULT_TOO_LONG, "answer", alea_digits(ALEA_MAX_NOTE_CHARS).at);
    write_today(request, ruling.date);
    alea_text_init(&words, ALEA_MAX_NOTE_BYTES + ALEA_MAX_LINE_BYTES, request->lang);
    enum api_next next = rule(request, &ruling, readers, &words);
    alea_text_clear(&words);
    return next;
}
