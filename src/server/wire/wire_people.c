/* SPDX-License-Identifier: MIT */
/* wire_people.c - what concerns a person beside the moves: who of the own side has answered, what is asked, what was proposed. Of the other
 * side a view knows none of it. */
#include <string.h>

#include "wire.h"
#include "wire_internal.h"

static alea_actors all_seats(const struct wire_workspace *work) { return alea_actor(work->rules->seats) - 1; }

/* Whose answers the viewer hears of: its own side's; 0: nobody's. */
static alea_actors team_of(const struct wire_workspace *work) {
    const int seat = work->wire->viewer.seat;
    if (seat == ALL_EYES) return all_seats(work);
    return seat < work->rules->seats ? alea_team(work->rules, seat) : 0;
}

/* "team":{"seats","waited","answered"}: in the window that is open; null: no side is the viewer's. */
static void wire_team(const struct wire_workspace *work, const void *view, struct alea_text *text) {
    struct alea_window window = {.entitled = 0};
    const alea_actors team = team_of(work);
    if (!team) {
        alea_json_null(text, "team");
        return;
    }
    if (work->game->campaign.window) (void)work->game->campaign.window(work->tables, view, &window);
    const alea_actors entitled = window.entitled & team, waited = entitled & work->game->actors(work->tables, view);
    alea_json_open_object(text, "team");
    wire_actors(text, "seats", team);
    wire_actors(text, "waited", waited);
    wire_actors(text, "answered", entitled & ~waited);
    alea_json_close_object(text);
}

/* Do the questions read otherwise than in that view? */
static bool asks_otherwise(const struct wire_workspace *work, const void *was, const void *is) {
    struct alea_text before, after;
    alea_text_init(&before, 1 << 16, work->wire->lang);
    alea_text_init(&after, 1 << 16, work->wire->lang);
    wire_questions(work, was, &before);
    wire_questions(work, is, &after);
    const bool otherwise = before.truncated || strcmp(alea_text_str(&before), alea_text_str(&after)) != 0;
    alea_text_clear(&before);
    alea_text_clear(&after);
    return otherwise;
}

static uint32_t window_of(const struct wire_workspace *work, const void *view) {
    struct alea_window window;
    return work->game->campaign.window && work->game->campaign.window(work->tables, view, &window) ? window.number : 0;
}

/* Is something told of the view that differs from one of those that the viewer was told last? */
static bool is_news(const struct wire_workspace *work, const void *view,
                    bool (*differs)(const struct wire_workspace *work, const void *was, const void *is)) {
    return differs(work, work->view_before, view) || (work->view_heard && differs(work, work->view_heard, view));
}

static bool is_another_window(const struct wire_workspace *work, const void *was, const void *is) {
    return window_of(work, was) != window_of(work, is);
}

void wire_people(const struct wire_workspace *work, const void *view, struct alea_text *text) {
    if (work->game->campaign.team) wire_team(work, view, text);
    if (work->game->campaign.consent) wire_questions(work, view, text);
    if (work->game->campaign.team) wire_open_proposals(work, text);
    alea_json_integer(text, "posts", wire_posts_heard(work->wire));
}

void wire_people_now(const struct wire_workspace *work, const void *view, bool rewound, struct alea_text *text) {
    if (work->game->campaign.team) wire_team(work, view, text);
    if (work->game->campaign.consent && is_news(work, view, asks_otherwise)) wire_questions(work, view, text);
    if (work->game->campaign.team && (rewound || is_news(work, view, is_another_window))) wire_open_proposals(work, text);
}
