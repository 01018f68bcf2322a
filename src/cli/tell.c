/* SPDX-License-Identifier: MIT */
/* tell.c - a match told in words. */
#include "tell.h"

#include <stdlib.h>
#include <string.h>

#include "match.h"

enum { MAX_LINE = 4096 };

bool teller_init(struct teller *teller, const struct alea_match *match, int viewer) {
    *teller = (struct teller){.match = match, .viewer = viewer};
    teller->pos = calloc(1, alea_match_rules(match)->game->position_size);
    if (!teller->pos) return false;
    teller_seek(teller, 0);
    return true;
}

void teller_clear(struct teller *teller) {
    free(teller->pos);
    alea_text_clear(&teller->last);
    *teller = (struct teller){0};
}

void teller_seek(struct teller *teller, long ply) {
    if (ply == teller->ply && ply > 0) return;
    alea_match_position_at(teller->match, ply, teller->pos);
    teller->ply = ply;
}

static bool may_know(int viewer, alea_actors audience) {
    if (viewer == TELL_ALL) return true;
    return viewer == ALEA_NONE ? audience == ALEA_EVERYBODY : (audience & alea_actor(viewer)) != 0;
}

/* Is the move, at the position before it, one that chance could make? Then the host tells what fell, and what chance would
 * hide from some stays hidden from them. */
static bool is_throw(const struct teller *teller, alea_move move) {
    const struct alea_rules *rules = alea_match_rules(teller->match);
    return rules->game->actors(rules->tables, teller->pos) == ALEA_ACTORS_CHANCE &&
           rules->game->why_not(rules->tables, teller->pos, ALEA_CHANCE, move) == 0;
}

void teller_step(struct teller *teller) {
    struct alea_events all;
    const struct alea_ply *ply = alea_match_ply(teller->match, teller->ply + 1);
    const struct alea_rules *rules = alea_match_rules(teller->match);
    bool ruling = ply->seat == ALEA_HOST && !is_throw(teller, ply->move);
    bool says = rules->game->audience; /* the game says itself who may know the move */
    alea_actors audience = says ? rules->game->audience(rules->tables, teller->pos, ply->seat, ply->move) : 0;
    alea_match_step(teller->match, ++teller->ply, teller->pos, &all);
    teller->events.n = 0;
    for (int i = 0; i < all.n; i++)
        if (may_know(teller->viewer, all.at[i].audience)) teller->events.at[teller->events.n++] = all.at[i];
    teller->move_known =
        says ? may_know(teller->viewer, audience) : teller->events.n == all.n || ply->seat == teller->viewer || ruling;
}

bool teller_tells(const struct teller *teller, int event) {
    unsigned role = alea_match_rules(teller->match)->game->texts->events[teller->events.at[event].kind].role;
    return role != ALEA_ROLE_MOVE || !teller->move_known;
}

bool teller_tells_move(const struct teller *teller) {
    bool silent = true;
    for (int i = 0; i < teller->events.n; i++) silent &= !teller_tells(teller, i);
    return teller->move_known && (silent || alea_match_ply(teller->match, teller->ply)->seat == ALEA_HOST);
}

/* ---- As lines -------------------------------------------------------------------------------------------------------- */

static void put_out_last(struct teller *teller, struct alea_text *page) {
    if (teller->times == 0) return;
    alea_text_add(page, alea_text_str(&teller->last));
    if (teller->times > 1) alea_text_addf(page, " (x%ld)", teller->times);
    alea_text_add(page, "\n");
    alea_text_clear(&teller->last);
    teller->times = 0;
}

/* Takes a line, which it clears. Numbered lines are never the same. */
static void put_line(struct teller *teller, struct alea_text *line, struct alea_text *page) {
    if (teller->times > 0 && strcmp(alea_text_str(line), alea_text_str(&teller->last)) == 0) {
        teller->times++;
    } else {
        put_out_last(teller, page);
        teller->last = *line;
        teller->times = 1;
        *line = (struct alea_text){0};
    }
    alea_text_clear(line);
}

static struct alea_text new_line(const struct teller *teller, const struct cli *cli, bool first, bool indented) {
    struct alea_text line;
    alea_text_init(&line, MAX_LINE, cli->lang);
    line.colour = cli->colour;
    if (teller->numbered && first) alea_text_addf(&line, "%5ld  ", teller->ply);
    else if (teller->numbered) alea_text_add(&line, "       ");
    if (indented) alea_text_add(&line, "  ");
    return line;
}

static void tell_move(struct teller *teller, const struct cli *cli, const struct alea_ply *ply, struct alea_text *page) {
    struct alea_text line = new_line(teller, cli, true, ply->seat == ALEA_CHANCE);
    if (ply->seat == ALEA_HOST) cli_add(&line, cli, ALEA_LABEL_HOST, NULL);
    else if (ply->seat != ALEA_CHANCE) cli_add_seat(&line, teller->match, ply->seat);
    if (ply->seat != ALEA_CHANCE) alea_text_add(&line, ": ");
    alea_move_say(alea_match_rules(teller->match), ply->move, &line);
    if (ply->note) alea_text_addf(&line, " (%s)", ply->note);
    put_line(teller, &line, page);
}

/* Who knows it, when not everybody does: it may speak to them as "you". */
static void add_audience(const struct teller *teller, alea_actors audience, struct alea_text *line) {
    int seats = alea_match_rules(teller->match)->seats;
    if (audience == ALEA_EVERYBODY) return;
    alea_text_add(line, "[");
    for (int seat = 0; seat < seats; seat++)
        if (audience & alea_actor(seat)) alea_text_seat(line, seat);
    alea_text_add(line, "] ");
}

static void tell_step(struct teller *teller, const struct cli *cli, struct alea_text *page) {
    const struct alea_ply *ply = alea_match_ply(teller->match, teller->ply);
    bool move = teller_tells_move(teller), first = !move;
    if (move) tell_move(teller, cli, ply, page);
    for (int i = 0; i < teller->events.n; i++) {
        if (!teller_tells(teller, i)) continue;
        struct alea_text line = new_line(teller, cli, first, !first || ply->seat == ALEA_CHANCE);
        if (teller->viewer == TELL_ALL) add_audience(teller, teller->events.at[i].audience, &line);
        alea_event_say(alea_match_rules(teller->match), &teller->events.at[i], &line);
        if (first && teller->move_known && ply->note) alea_text_addf(&line, " (%s)", ply->note);
        put_line(teller, &line, page);
        first = false;
    }
}

void teller_tell(struct teller *teller, const struct cli *cli, long ply, struct alea_text *page) {
    while (teller->ply < ply) {
        teller_step(teller);
        tell_step(teller, cli, page);
    }
    put_out_last(teller, page);
}

/* ---- The end --------------------------------------------------------------------------------------------------------- */

void tell_result(const struct cli *cli, const struct alea_match *match, struct alea_text *page) {
    const struct alea_rules *rules = alea_match_rules(match);
    const void *pos = alea_match_position(match);
    double score[ALEA_MAX_SEATS] = {0};
    rules->game->score(rules->tables, pos, score);
    cli_add(page, cli, ALEA_LABEL_RESULT, NULL);
    alea_text_add(page, "\n");
    for (int place = 1; place <= rules->seats; place++) {
        for (int seat = 0; seat < rules->seats; seat++) {
            if (rules->game->place(rules->tables, pos, seat) != place) continue;
            alea_text_addf(page, "  %d. ", place);
            cli_add_seat(page, match, seat);
            if (score[seat] > 0) {
                char share[16];
                snprintf(share, sizeof share, "%.3g", score[seat]);
                alea_text_add(page, "  ");
                cli_add(page, cli, score[seat] < 1 ? ALEA_LABEL_SHARES : ALEA_LABEL_WINS, share, NULL);
            }
            alea_text_add(page, "\n");
        }
    }
}
