/* SPDX-License-Identifier: MIT */
/* api_proposals.c - proposals: whole orders with words of explanation, for the own side to read. Who may make the order adopts it as a whole,
 * or declines it; at the closing of the window in which it was made it lapses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "match.h"

/* ---- What stands --------------------------------------------------------------------------------------------------------------------- */

/* Those behind number `after` of the viewer's, API_PAGE at most. */
enum api_next api_proposals(struct api_request *request) {
    long after;
    if (!api_number(request, "after", 0, ALEA_MAX_POSTS, 0, &after) || !api_enter(request, API_ANYBODY)) return API_ANSWERED;
    const struct wire wire = api_wire(request);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_proposals(&wire, after, API_PAGE, text);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* ---- Proposing --------------------------------------------------------------------------------------------------------------------------- */

static enum api_next post(struct api_request *request, const struct alea_post *post) {
    char who[STORE_ID_LENGTH + 8];
    int wait;
    long number = 0;
    snprintf(who, sizeof who, "%s!%d", table_look(request->table).id, request->viewer.seat);
    if (!attempts_take(request->api->chat, who, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    enum table_answer answer = table_post(request->table, post, request->now, &number, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const long heard = alea_post_number_for(table_look(request->table).match, request->viewer.seat, number);
    alea_text_addf(api_answer(request, 201), "{\"proposal\":%ld}", heard);
    return API_ANSWERED;
}

enum api_next api_propose(struct api_request *request) {
    struct api_order order;
    alea_move moves[API_MAX_ORDER];
    char text[ALEA_MAX_NOTE_BYTES + 1];
    api_ask_order(&request->body, &order);
    alea_note_typed(json_in_lines(&request->body, "text"), text);
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    const int n = api_read_order(request, &order, moves), seat = request->viewer.seat;
    if (n == 0) return API_ANSWERED;
    const alea_actors team = alea_team(alea_match_rules(table_look(request->table).match), seat);
    const struct alea_post proposal = {.kind = ALEA_POST_PROPOSAL,
                                       .from = (uint8_t)seat,
                                       .to = team | ALEA_ACTORS_HOST,
                                       .text = text,
                                       .order = moves,
                                       .n_order = n};
    return post(request, &proposal);
}

/* ---- Answers ------------------------------------------------------------------------------------------------------------------------------- */

/* The proposal of the path, if it is one of the viewer's and open; NULL after the refusal. */
static const struct alea_post *find(struct api_request *request) {
    const struct alea_match *match = table_look(request->table).match;
    const size_t digits = strspn(request->part[1], "0123456789");
    const long number = digits > 0 && digits < 7 && !request->part[1][digits]
                            ? alea_post_find_for(match, request->viewer.seat, strtol(request->part[1], NULL, 10))
                            : 0;
    const struct alea_post *found = number ? alea_match_post_at(match, number) : NULL;
    if (!found || found->kind != ALEA_POST_PROPOSAL) {
        api_refuse(request, API_FAULT_NO_SUCH_PROPOSAL, NULL, NULL);
        return NULL;
    }
    const struct wire wire = api_wire(request);
    const bool open = wire_proposal_is_open(&wire, found);
    if (!open) api_refuse(request, API_FAULT_PROPOSAL_SETTLED, NULL, NULL);
    return open ? found : NULL;
}

static enum table_answer settle(struct api_request *request, const struct alea_post *proposal, enum alea_post_answer how) {
    long number = 0;
    const struct alea_post answer = {.kind = ALEA_POST_ANSWER,
                                     .answer = (uint8_t)how,
                                     .from = (uint8_t)request->viewer.seat,
                                     .to = proposal->to,
                                     .re = proposal->number};
    return table_post(request->table, &answer, request->now, &number, &request->error);
}

/* The same small moves as if typed, and the answer in the same batch. A copy of the post: plies and posts move what they point to. */
enum api_next api_adopt(struct api_request *request) {
    alea_move moves[ALEA_MAX_ORDER];
    long from = 0;
    json_in_required(&request->body, "ply");
    const long ply = (long)json_in_number(&request->body, "ply", 0, API_MAX_NUMBER, 0);
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    const struct alea_post *found = find(request);
    if (!found) return API_ANSWERED;
    const struct alea_post proposal = *found;
    memcpy(moves, found->order, (size_t)found->n_order * sizeof *moves);
    enum table_answer answer = table_submit_order(request->table, request->viewer.seat, ply, moves, proposal.n_order, NULL,
                                                  request->now, &from, &request->error);
    if (answer == TABLE_OK && table_look(request->table).status != STORE_OVER) /* an ended match takes no answers */
        answer = settle(request, &proposal, ALEA_POST_ADOPTED);
    return answer == TABLE_OK ? api_answer_moved(request, from) : api_refuse_table(request, answer);
}

/* Could somebody of those who read it still begin to make it? */
static bool may_begin(const struct alea_match *match, const struct alea_post *proposal) {
    const struct alea_rules *rules = alea_match_rules(match);
    const void *pos = alea_match_position(match);
    for (int seat = 0; seat < rules->seats; seat++)
        if (proposal->to & alea_actor(seat) && !rules->game->why_not(rules->tables, pos, seat, proposal->order[0]))
            return true;
    return false;
}

/* By whoever could begin to make it, or, if nobody can any more, by whoever is waited for; its author takes it back. */
enum api_next api_decline(struct api_request *request) {
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    const struct alea_post *proposal = find(request);
    if (!proposal) return API_ANSWERED;
    const struct alea_match *match = table_look(request->table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    const bool own = proposal->from == request->viewer.seat;
    const alea_rule rule =
        own ? 0 : rules->game->why_not(rules->tables, alea_match_position(match), request->viewer.seat, proposal->order[0]);
    const bool waited_for = alea_match_actors(match) & alea_actor(request->viewer.seat);
    if (rule && (!waited_for || may_begin(match, proposal))) {
        (void)alea_match_refuse(match, rule, &request->error);
        return api_refuse_engine(request);
    }
    enum table_answer answer = settle(request, proposal, own ? ALEA_POST_TAKEN_BACK : ALEA_POST_DECLINED);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    alea_text_addf(api_answer(request, 200), "{\"status\":\"%s\"}",
                   alea_post_answer_name(own ? ALEA_POST_TAKEN_BACK : ALEA_POST_DECLINED));
    return API_ANSWERED;
}
