/* SPDX-License-Identifier: MIT */
/* api_talk.c - what is said to a few: each side has its own chat, each player a thread with the Master, who reads all. */
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "match.h"
#include "text.h"

static const struct alea_rules *rules_of(const struct api_request *request) {
    return alea_match_rules(table_look(request->table).match);
}

/* Who reads there besides the Master: the viewer's side, the viewer, or the seat that a Master names. False after the refusal. */
static bool find_circle(struct api_request *request, const char *to, alea_actors *circle) {
    const struct table_view look = table_look(request->table);
    const struct alea_rules *rules = rules_of(request);
    const int viewer = request->viewer.seat, named = alea_seat_read(to);
    const bool team = strcmp(to, "team") == 0, master = strcmp(to, "master") == 0;
    enum api_fault fault = API_FAULT_COUNT;
    *circle = 0;
    if (team || master) {
        if (viewer >= 0 && viewer < rules->seats) *circle = team ? alea_team(rules, viewer) : alea_actor(viewer);
        else fault = API_FAULT_SEAT_NEEDED;
        if (master && !look.has_master) fault = API_FAULT_NO_MASTER;
    } else if (named >= rules->seats) {
        fault = API_FAULT_NO_SUCH_SEAT;
    } else if (!request->viewer.master || (request->viewer.looks && viewer != ALL_EYES)) {
        fault = API_FAULT_MASTER_NEEDED;
    } else {
        *circle = alea_actor(named);
    }
    if (fault != API_FAULT_COUNT) api_refuse(request, fault, "to", to);
    return fault == API_FAULT_COUNT;
}

/* ---- Saying ---------------------------------------------------------------------------------------------------------------------------- */

enum api_next api_talk(struct api_request *request, const char *to, const char *words) {
    char line[API_MAX_CHAT_BYTES + 1] = "", who[STORE_ID_LENGTH + 8];
    alea_actors circle;
    int wait;
    long number = 0;
    if (!find_circle(request, to, &circle)) return API_ANSWERED;
    const int from = request->viewer.seat == ALEA_NONE ? ALEA_HOST : request->viewer.seat;
    if (alea_line_clean(words, strlen(words), line, sizeof line) == 0)
        return api_refuse(request, API_FAULT_TOO_SHORT, "text", "1");
    if (!api_say_whose(request, "", line, sizeof line)) return api_refuse(request, API_FAULT_TOO_LONG, "text", "1000");
    snprintf(who, sizeof who, "%s/%d", table_look(request->table).id, from);
    if (!attempts_take(request->api->chat, who, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    const struct alea_post post = {
        .kind = ALEA_POST_CHAT, .from = (uint8_t)from, .to = circle | ALEA_ACTORS_HOST, .text = line};
    enum table_answer answer = table_post(request->table, &post, request->now, &number, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const long heard = alea_post_number_for(table_look(request->table).match, from, number);
    alea_text_addf(api_answer(request, 201), "{\"n\":%ld}", heard);
    return API_ANSWERED;
}

/* ---- Reading --------------------------------------------------------------------------------------------------------------------------- */

struct talk {
    const struct alea_match *match;
    struct alea_text *text;
    alea_actors circle;
    int reader;
    long heard; /* the number of the post at hand, as the reader has it */
    int lines;
};

static bool is_said_there(const struct talk *talk, const struct alea_post *post) {
    return post->kind == ALEA_POST_CHAT && (alea_post_readers(post) & ~ALEA_ACTORS_HOST) == talk->circle &&
           alea_match_may_read(talk->match, post->number, talk->reader);
}

static bool add_line(void *context, const struct alea_post *post, int64_t at) {
    struct talk *talk = context;
    if (post->number > alea_match_posts(talk->match)) return false; /* said by another process */
    talk->heard += alea_match_may_read(talk->match, post->number, talk->reader);
    if (!is_said_there(talk, post)) return true;
    if (talk->lines++) alea_text_add(talk->text, ",");
    wire_chat(talk->heard, post->from, post->text, at, talk->text);
    return talk->lines < API_CHAT_PAGE;
}

/* The number of the last line that was said there, as the reader has it; 0: there is none. */
static long last_line(const struct talk *talk) {
    for (long number = alea_match_posts(talk->match); number > 0; number--)
        if (is_said_there(talk, alea_match_post_at(talk->match, number)))
            return alea_post_number_for(talk->match, talk->reader, number);
    return 0;
}

/* The store alone knows when it was said: it is read from the first post behind `after` on. */
enum api_next api_talk_lines(struct api_request *request, const char *to, long after) {
    const struct table_view look = table_look(request->table);
    struct talk talk = {.match = look.match, .heard = after};
    if (!find_circle(request, to, &talk.circle)) return API_ANSWERED;
    const bool master = request->viewer.master && (!request->viewer.looks || request->viewer.seat == ALL_EYES);
    talk.reader = master ? ALEA_HOST : request->viewer.seat;
    const long from = after > 0 ? alea_post_find_for(talk.match, talk.reader, after) : 0, last = last_line(&talk);
    struct alea_text *text = talk.text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "messages");
    if (last > after && store_read_posts(request->api->store, look.id, from, add_line, &talk, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    alea_json_close_array(text);
    alea_json_integer(text, "chat", last);
    alea_json_close_object(text);
    return API_ANSWERED;
}
