/* SPDX-License-Identifier: MIT */
/* api_explain.c - what a bot would do and why, of a choice that is to be made or was: thought by the pool, from the view of whose it is. */
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "error.h"
#include "explain.h"
#include "match.h"

struct explain_job {
    struct api_lasting lasting;
    struct alea_rules *rules;
    void *view;
    int seat;
    alea_move move; /* 0: none was asked about */
    bool thought;
    struct explanation told;
};

static void think(struct api_lasting *lasting) {
    struct explain_job *job = (struct explain_job *)lasting;
    job->thought = explain(
        &(struct explain_wish){
            .rules = job->rules, .view = job->view, .seat = job->seat, .move = job->move, .stop = &lasting->stop},
        &job->told);
}

static void tell(struct api_lasting *lasting, struct api_request *request) {
    const struct explain_job *job = (struct explain_job *)lasting;
    if (!job->thought) {
        api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
        return;
    }
    struct alea_text *text = api_answer(request, 200);
    text->lang = request->lang;
    explain_json(job->rules, &job->told, text);
}

static void end(struct api_lasting *lasting) {
    struct explain_job *job = (struct explain_job *)lasting;
    alea_rules_free(job->rules);
    free(job->view);
    free(job);
}

/* ---- Whose choice, and where -------------------------------------------------------------------------------------------------------- */

/* `at=`: the ply that made it, as the viewer counts; 0: the one that is to be made. While the match lasts one's own are told alone. */
static bool find_choice(struct api_request *request, struct explain_job *job, long *before) {
    const struct table_view look = table_look(request->table);
    const bool over = look.status == STORE_OVER;
    const int viewer = request->viewer.seat;
    long at;
    if (!url_query_number(&request->query, "at", 1, table_ply(request->table, viewer), 0, &at))
        return api_refuse(request, API_FAULT_NO_SUCH_PLY, "at", alea_digits(table_ply(request->table, viewer)).at), false;
    *before = at ? table_true_ply(request->table, viewer, at) - 1 : alea_match_plies(look.match);
    job->seat = viewer;
    if (!at) {
        const alea_actors movers = alea_movers(job->rules, alea_match_position(look.match));
        const bool asked = viewer >= 0 && viewer < job->rules->seats && movers & alea_actor(viewer);
        return asked || (api_refuse(request, API_FAULT_NOT_YOUR_TURN, NULL, NULL), false);
    }
    const struct alea_ply *ply = alea_match_ply(look.match, *before + 1);
    job->seat = ply->seat;
    job->move = ply->move;
    if (ply->seat >= job->rules->seats) return api_refuse(request, API_FAULT_NO_SUCH_PLY, "at", alea_digits(at).at), false;
    return over || ply->seat == viewer || (api_refuse(request, API_FAULT_NOT_YOUR_SEAT, NULL, NULL), false);
}

/* What is to be looked at, and whether it may be. */
static bool prepare(struct api_request *request, struct explain_job *job) {
    const struct table_view look = table_look(request->table);
    const char *words = url_query_get(&request->query, "text");
    long before;
    if (look.status != STORE_OVER && look.help != TABLE_HELP_ALL)
        return api_refuse(request, API_FAULT_NO_ADVICE, NULL, NULL), false;
    job->rules = alea_rules_share(alea_match_rules(look.match));
    job->view = calloc(1, job->rules->game->position_size);
    if (!job->view) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY)), false;
    if (!find_choice(request, job, &before)) return false;
    alea_match_position_at(look.match, before, job->view);
    alea_hide(job->rules, job->view, job->seat);
    if (!words) return true;
    if (!api_read_move(request, words, &job->move)) return api_refuse_engine(request), false;
    const alea_rule rule = job->rules->game->why_not(job->rules->tables, job->view, job->seat, job->move);
    if (!rule) return true;
    (void)alea_match_refuse(look.match, rule, &request->error);
    return api_refuse_engine(request), false;
}

enum api_next api_ask_explain(struct api_request *request, api_entrance *enter) {
    if (!enter(request)) return API_ANSWERED;
    struct explain_job *job = calloc(1, sizeof *job);
    if (!job) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    job->lasting = (struct api_lasting){.work = think, .answer = tell, .end = end};
    if (!prepare(request, job)) {
        end(&job->lasting);
        return API_ANSWERED;
    }
    if (api_has_pool(request)) return api_lasting_start(request, &job->lasting);
    think(&job->lasting);
    tell(&job->lasting, request);
    end(&job->lasting);
    return API_ANSWERED;
}
