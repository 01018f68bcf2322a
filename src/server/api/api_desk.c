/* SPDX-License-Identifier: MIT */
/* api_desk.c - the Master's desk: who is late, what the next closing would bring; and what everybody may ask about
 * what has been. */
#include "api_internal.h"
#include "text.h"

enum { TIMELINE_PLIES = 200, MOST_UNHEARD = 20000, MOST_PLIES = 4000, MAX_IDS = 4096 };

/* A Master, with all eyes, whatever else he looks through: the log tells it. False after the refusal. */
static bool enter_desk(struct api_request *request) {
    return api_enter(request, API_MASTER) &&
           (request->viewer.seat == ALL_EYES || api_take_eyes(request, "all", &request->viewer));
}

enum api_next api_late(struct api_request *request) {
    if (!enter_desk(request)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    wire_late(&wire, request->now, api_answer(request, 200));
    return API_ANSWERED;
}

enum api_next api_rehearsal(struct api_request *request) {
    if (!enter_desk(request)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    wire_rehearsal(&wire, request->now, api_answer(request, 200));
    return API_ANSWERED;
}

/* ---- What has been ----------------------------------------------------------------------------------------------------------------------- */

enum api_next api_windows(struct api_request *request) {
    int eyes;
    if (!api_enter(request, API_ANYBODY) || !api_read_as(request, &eyes)) return API_ANSWERED;
    struct wire wire = api_wire(request);
    wire.viewer.seat = eyes;
    wire_windows(&wire, api_answer(request, 200));
    return API_ANSWERED;
}

/* `since` and `as` of whoever asks. False after the refusal. */
static bool enter_past(struct api_request *request, long *since, struct wire *wire) {
    int eyes;
    if (!api_number(request, "since", 0, API_MAX_NUMBER, 0, since) || !api_enter(request, API_ANYBODY) ||
        !api_read_as(request, &eyes))
        return false;
    *wire = api_wire(request);
    wire->viewer.seat = eyes;
    if (*since <= table_ply(request->table, eyes)) return true;
    api_refuse(request, API_FAULT_NO_SUCH_PLY, "since", NULL);
    return false;
}

enum api_next api_timeline(struct api_request *request) {
    struct wire wire;
    long since;
    if (!enter_past(request, &since, &wire)) return API_ANSWERED;
    wire.most = MOST_UNHEARD;
    wire_timeline(&wire, since, TIMELINE_PLIES, api_answer(request, 200));
    return API_ANSWERED;
}

/* `set` and `of`: one thing by its id. False after the refusal, which says what there is. */
static bool read_thing(struct api_request *request, int *set, int *index) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    struct alea_text ids;
    alea_text_init(&ids, MAX_IDS, request->lang);
    *index = ALEA_NONE;
    *set = wire_thing_set(rules, url_query_get(&request->query, "set"), &ids);
    if (*set != ALEA_SET_NONE) {
        alea_text_back(&ids, 0);
        *index = wire_thing_index(rules, *set, url_query_get(&request->query, "of"), &ids);
    }
    const bool found = *index != ALEA_NONE;
    if (!found) api_refuse(request, API_FAULT_NO_WORD, *set == ALEA_SET_NONE ? "set" : "of", alea_text_str(&ids));
    alea_text_clear(&ids);
    return found;
}

enum api_next api_history(struct api_request *request) {
    struct wire wire;
    long since;
    int set, index;
    if (!enter_past(request, &since, &wire) || !read_thing(request, &set, &index)) return API_ANSWERED;
    wire.most = MOST_PLIES;
    wire_history(&wire, set, index, since, api_answer(request, 200));
    return API_ANSWERED;
}
