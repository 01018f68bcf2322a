/* SPDX-License-Identifier: MIT */
/* api_desk.c - the Master's desk: who is late, what the next closing would bring; and what everybody may ask about
 * what has been. */
#include "api_internal.h"

enum { TIMELINE_PLIES = 200 };

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

enum api_next api_timeline(struct api_request *request) {
    long since;
    int eyes;
    if (!api_number(request, "since", 0, API_MAX_NUMBER, 0, &since) || !api_enter(request, API_ANYBODY) ||
        !api_read_as(request, &eyes))
        return API_ANSWERED;
    if (since > table_ply(request->table, eyes)) return api_refuse(request, API_FAULT_NO_SUCH_PLY, "since", NULL);
    struct wire wire = api_wire(request);
    wire.viewer.seat = eyes;
    wire_timeline(&wire, since, TIMELINE_PLIES, api_answer(request, 200));
    return API_ANSWERED;
}
