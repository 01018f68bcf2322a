/* SPDX-License-Identifier: MIT */
/* api_enrolments.c - people enrol by one link, a Master says who sits where, and whoever sits there may leave.
 *
 * The token that somebody gets who enrols opens the seat once there is one: it is told to that person alone, and dies when the seat
 * becomes somebody else's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"

enum { MAX_WAITING = 100, MAX_KEPT = 400 /* of one match */, MAX_DIGITS = 9 };

static const char *status_name(enum store_enrolment_status status) {
    static const char *const names[] = {[STORE_ENROLLED] = "waiting",
                                        [STORE_SEATED] = "seated",
                                        [STORE_REFUSED] = "refused",
                                        [STORE_LEFT] = "left",
                                        [STORE_REPLACED] = "replaced"};
    return names[status];
}

static const char *match_of(const struct api_request *request) { return table_look(request->table).id; }

/* ---- The one link ----------------------------------------------------------------------------------------------------------------- */

/* A new one, and the older one is dead; or none. */
enum api_next api_open_enrolment(struct api_request *request) {
    json_in_required(&request->body, "open");
    bool open = json_in_bool(&request->body, "open", false);
    if (!api_body_end(request) || !api_enter(request, API_MASTER)) return API_ANSWERED;
    const char *id = match_of(request);
    if (store_drop_links(request->api->store, STORE_LINK_ENROL, id, ALEA_NONE, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    alea_json_bool(text, "open", open);
    if (open && api_write_link(request, STORE_LINK_ENROL, ALEA_NONE, "token", "url", text) != ALEA_OK)
        return api_refuse_engine(request);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* ---- Who enrolled ----------------------------------------------------------------------------------------------------------------- */

static void write_row(const struct store_enrolment *row, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "enrolment", row->number);
    alea_json_id(text, "status", status_name(row->status));
    wire_seat(text, "seat", row->seat);
    alea_json_string(text, "name", row->name);
    alea_json_string(text, "wishes", row->wishes);
    alea_json_integer(text, "at", row->at);
    alea_json_close_object(text);
}

/* Those that whoever asks may read: a Master all; who speaks for a side those who wait, and wish for no seat of others; all their own. */
struct page {
    const struct api_request *request;
    struct alea_text *text;
    alea_actors side; /* for which the viewer speaks; 0: for none */
};

static bool add_row(void *context, const struct store_enrolment *row) {
    const struct page *page = context;
    const struct api_request *request = page->request;
    bool sits = !request->viewer.master && !request->enrolment;
    bool own = sits ? row->status == STORE_SEATED && row->seat == request->viewer.seat : row->number == request->enrolment;
    const bool wishes = row->seat == ALEA_NONE || page->side & alea_actor(row->seat);
    const bool waits = page->side && row->status == STORE_ENROLLED && wishes;
    if (request->viewer.master || own || waits) write_row(row, page->text);
    return true;
}

enum api_next api_enrolments(struct api_request *request) {
    if (!api_enter(request, API_ENROLMENT)) return API_ANSWERED;
    const char *id = match_of(request);
    struct alea_text *text = api_answer(request, 200);
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    struct page page = {request, text, api_leads(request) ? alea_team(rules, request->viewer.seat) : 0};
    int links = 0;
    alea_json_open_object(text, NULL);
    alea_json_open_array(text, "enrolments");
    enum alea_err code = store_enrolments(request->api->store, id, add_row, &page, &request->error);
    alea_json_close_array(text);
    if (code == ALEA_OK)
        code = store_count_links(request->api->store, STORE_LINK_ENROL, id, ALEA_NONE, &links, &request->error);
    alea_json_bool(text, "open", links > 0);
    alea_json_close_object(text);
    return code == ALEA_OK ? API_ANSWERED : api_refuse_engine(request);
}

/* What those that there are mean for one more. */
struct crowd {
    int kept, waiting;
    int settled; /* the first that was answered and holds no seat; 0: none */
    alea_actors seated;
};

static bool count_row(void *context, const struct store_enrolment *row) {
    struct crowd *crowd = context;
    bool waits = row->status == STORE_ENROLLED, sits = row->status == STORE_SEATED;
    crowd->kept++;
    crowd->waiting += waits;
    if (sits) crowd->seated |= alea_actor(row->seat);
    else if (!waits && !crowd->settled) crowd->settled = row->number;
    return true;
}

/* False after the refusal. */
static bool look_at_crowd(struct api_request *request, struct crowd *crowd) {
    *crowd = (struct crowd){.kept = 0};
    if (store_enrolments(request->api->store, match_of(request), count_row, crowd, &request->error) == ALEA_OK) return true;
    api_refuse_engine(request);
    return false;
}

/* A seat that somebody may wish for: a bot's, or one that no person has taken. */
static bool is_free(const struct api_request *request, const struct crowd *crowd, int seat) {
    const struct store_seat *row = &table_look(request->table).seat[seat];
    return strcmp(row->who, "human") != 0 || (!row->joined && !(crowd->seated & alea_actor(seat)));
}

/* The seat in that member, ALEA_NONE if it is null or not there; false after the refusal. */
static bool read_seat(struct api_request *request, const char *key, const char *word, int *seat) {
    *seat = word ? api_named_seat(alea_match_rules(table_look(request->table).match), word) : ALEA_NONE;
    if (!word || *seat != ALEA_NONE) return true;
    api_refuse(request, API_FAULT_NO_SUCH_SEAT, key, word);
    return false;
}

/* Room for one more: one that is settled is forgotten for it, if need be. False after the refusal. */
static bool make_room(struct api_request *request, const struct crowd *crowd) {
    char digits[12];
    snprintf(digits, sizeof digits, "%d", MAX_WAITING);
    if (crowd->waiting >= MAX_WAITING) {
        api_refuse(request, API_FAULT_ENROLMENTS_FULL, NULL, digits);
        return false;
    }
    if (crowd->kept < MAX_KEPT || !crowd->settled) return true;
    if (store_drop_enrolment(request->api->store, match_of(request), crowd->settled, &request->error) == ALEA_OK)
        return true;
    api_refuse_engine(request);
    return false;
}

static enum api_next answer_enrolled(struct api_request *request, struct store_enrolment *row) {
    if (store_add_enrolment(request->api->store, match_of(request), row, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    struct alea_text *text = api_answer(request, 201);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "enrolment", row->number);
    if (api_write_link(request, STORE_LINK_ENROLLED, row->number, "token", "url", text) != ALEA_OK)
        return api_refuse_engine(request);
    alea_json_close_object(text);
    return API_ANSWERED;
}

enum api_next api_enrol(struct api_request *request) {
    struct json_in *body = &request->body;
    struct store_enrolment row = {.at = request->now};
    struct crowd crowd;
    int wait;
    json_in_required(body, "name");
    json_in_line(body, "name", row.name, sizeof row.name);
    json_in_line(body, "wishes", row.wishes, sizeof row.wishes);
    const char *seat = json_in_string(body, "seat", API_MAX_PART - 1);
    if (!body->bad && !*row.name) json_in_refuse(body, API_FAULT_TOO_SHORT, "1", "%s", "name");
    if (!api_body_end(request) || !api_enter(request, API_ENROLS) || !read_seat(request, "seat", seat, &row.seat))
        return API_ANSWERED;
    if (table_look(request->table).status == STORE_OVER) {
        alea_fail(&request->error, ALEA_ERR_OVER);
        return api_refuse_engine(request);
    }
    if (!look_at_crowd(request, &crowd)) return API_ANSWERED;
    if (row.seat != ALEA_NONE && !is_free(request, &crowd, row.seat))
        return api_refuse(request, API_FAULT_SEAT_TAKEN, "seat", NULL);
    if (!attempts_take(request->api->enrolments, request->call->address, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    return make_room(request, &crowd) ? answer_enrolled(request, &row) : API_ANSWERED;
}

/* ---- A Master's answer ------------------------------------------------------------------------------------------------------------- */

/* That of the number in the path; false after the refusal: there is none, or it waits for no answer any more. */
static bool find_waiting(struct api_request *request, struct store_enrolment *row) {
    const char *word = request->part[1];
    size_t digits = strspn(word, "0123456789");
    bool number = digits > 0 && digits <= MAX_DIGITS && word[digits] == 0;
    enum alea_err code = ALEA_ERR_NOT_FOUND;
    if (number)
        code = store_enrolment(request->api->store, match_of(request), (int)strtol(word, NULL, 10), row, &request->error);
    if (code == ALEA_OK && row->status == STORE_ENROLLED) return true;
    if (code == ALEA_OK) api_refuse(request, API_FAULT_SETTLED, NULL, NULL);
    else if (code == ALEA_ERR_NOT_FOUND) api_refuse(request, API_FAULT_NO_SUCH_ENROLMENT, NULL, NULL);
    else api_refuse_engine(request);
    return false;
}

/* The seat is nobody's by a link any more; who sat there by an enrolment does no more. */
static enum alea_err empty(struct api_request *request, int seat, enum store_enrolment_status why) {
    struct store *store = request->api->store;
    enum alea_err code = store_drop_links(store, STORE_LINK_SEAT, match_of(request), seat, &request->error);
    return code ? code : store_vacate(store, match_of(request), seat, why, &request->error);
}

static enum alea_err settle(struct api_request *request, struct store_enrolment *row, enum store_enrolment_status status) {
    row->status = status;
    return store_set_enrolment(request->api->store, match_of(request), row->number, status, row->seat, &request->error);
}

/* What opened the enrolment opens the seat from now on. */
static enum api_next accept(struct api_request *request, struct store_enrolment *row, int seat) {
    enum table_answer answer = table_seat_person(request->table, seat, row->name, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    row->seat = seat;
    enum alea_err code = empty(request, seat, STORE_REPLACED);
    if (!code) code = settle(request, row, STORE_SEATED);
    if (!code)
        code = store_turn_links(request->api->store, match_of(request), STORE_LINK_ENROLLED, row->number, STORE_LINK_SEAT,
                                seat, &request->error);
    if (code) return api_refuse_engine(request);
    write_row(row, api_answer(request, 200));
    return API_ANSWERED;
}

enum api_next api_answer_enrolment(struct api_request *request) {
    struct json_in *body = &request->body;
    struct store_enrolment row;
    struct crowd crowd;
    int seat;
    const char *word = json_in_string(body, "accept", API_MAX_PART - 1);
    bool refuse = json_in_bool(body, "refuse", false);
    bool replace = json_in_bool(body, "replace", false); /* whoever sits there: else that is refused */
    if (!body->bad && (word != NULL) == refuse) json_in_refuse(body, API_FAULT_ONE_OF, "accept, refuse", "%s", "");
    if (!api_body_end(request) || !api_enter(request, API_SEATS) || !find_waiting(request, &row) ||
        !read_seat(request, "accept", word, &seat))
        return API_ANSWERED;
    if (!word && !request->viewer.master) return api_refuse(request, API_FAULT_MASTER_NEEDED, NULL, NULL);
    if (word && (!api_may_seat(request, seat) || !api_may_seat(request, row.seat == ALEA_NONE ? seat : row.seat)))
        return API_ANSWERED;
    if (word && !look_at_crowd(request, &crowd)) return API_ANSWERED;
    if (word && !replace && !is_free(request, &crowd, seat))
        return api_refuse(request, API_FAULT_SEAT_TAKEN, "accept", NULL);
    if (word) return accept(request, &row, seat);
    if (settle(request, &row, STORE_REFUSED) != ALEA_OK) return api_refuse_engine(request);
    write_row(&row, api_answer(request, 200));
    return API_ANSWERED;
}

/* ---- Leaving ----------------------------------------------------------------------------------------------------------------------- */

/* Who waits for an answer is forgotten; who sits leaves the seat to whoever comes. */
enum api_next api_leave_seat(struct api_request *request) {
    if (!api_body_end(request) || !api_enter(request, API_ENROLLED)) return API_ANSWERED;
    struct store *store = request->api->store;
    if (request->viewer.master) return api_refuse(request, API_FAULT_SEAT_NEEDED, NULL, NULL);
    if (request->enrolment) {
        if (store_drop_enrolment(store, match_of(request), request->enrolment, &request->error) != ALEA_OK)
            return api_refuse_engine(request);
    } else {
        enum table_answer answer =
            table_reseat(request->table, request->viewer.seat, "human", request->now, &request->error);
        if (answer != TABLE_OK) return api_refuse_table(request, answer);
        if (empty(request, request->viewer.seat, STORE_LEFT) != ALEA_OK) return api_refuse_engine(request);
    }
    alea_text_add(api_answer(request, 200), "{\"left\":true}");
    return API_ANSWERED;
}
