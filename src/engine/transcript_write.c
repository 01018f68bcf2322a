/* SPDX-License-Identifier: MIT */
/* transcript_write.c - a match as text: head, one line a ply, a check whenever the right to decide moves on, the end. While it
 * lasts a viewer gets no more of it than it may know.
 *
 * The whole match is replayed for its checks: O(plies). Two positions and a list of moves are allocated; if that fails
 * the text counts as truncated. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "posts.h"
#include "text.h"
#include "transcript.h"

enum { ALL = -1 }; /* the viewer that knows everything */

struct writer {
    const struct alea_match *match;
    const struct alea_rules *rules;
    unsigned flags;
    int viewer;   /* a seat, ALEA_NONE or ALL */
    bool secrets; /* the game has some, and the viewer may not know them all */
    struct alea_text *text;
    void *pos, *view;
    struct alea_numbers numbers; /* the viewer's, of plies */
    const atomic_bool *stop;     /* or NULL */
    void *choices;               /* room for legal() and for outcomes() */
    alea_actors decider;         /* who was last asked to decide */
    long format;
    long *number, n_read; /* by which the viewer knows each post, 0: it may not read it; how many it reads */
    long post;            /* the last one that was come to */
};

/* ---- Pieces ----------------------------------------------------------------------------------------------------- */

void alea_transcript_check(const struct alea_rules *rules, const void *pos, char check[ALEA_CHECK_DIGITS + 1]) {
    uint64_t bits = alea_position_hash(rules, pos) >> (64 - 4 * ALEA_CHECK_DIGITS);
    for (int digit = ALEA_CHECK_DIGITS; digit > 0; bits >>= 4) check[--digit] = "0123456789abcdef"[bits & 15];
    check[ALEA_CHECK_DIGITS] = 0;
}

void alea_transcript_score(const struct alea_rules *rules, const void *pos, struct alea_text *text) {
    double score[ALEA_MAX_SEATS] = {0};
    rules->game->score(rules->tables, pos, score);
    for (int seat = 0; seat < rules->seats; seat++) {
        long millionths = (long)(score[seat] * 1e6 + 0.5);
        long rest = millionths % 1000000;
        int places = 6;
        for (; places > 0 && rest % 10 == 0; places--) rest /= 10;
        alea_text_addf(text, seat ? " %ld" : "%ld", millionths / 1000000);
        if (places > 0) alea_text_addf(text, ".%0*ld", places, rest);
    }
}

void alea_transcript_ply(const struct alea_rules *rules, long number, const struct alea_ply *ply, bool known, bool escaped,
                         struct alea_text *text) {
    char letters[3];
    if (!known) {
        alea_text_addf(text, "# %ld ...", number);
        return;
    }
    alea_seat_letters(ply->seat, letters);
    alea_text_add_number(text, number);
    ALEA_TEXT_ADD(text, " ");
    alea_text_add(text, letters);
    ALEA_TEXT_ADD(text, " ");
    alea_move_write(rules, ply->move, text);
    if (!ply->note) return;
    alea_text_add(text, " | ");
    if (escaped) alea_lines_escape(ply->note, text);
    else alea_text_add(text, ply->note);
}

/* Said whether there are such moves or not: that there are some could be a secret, too. */
static void write_warning(struct writer *w) {
    alea_text_add(w->text, alea_either(w->text->lang, ENGINE_SAY_EXPLAIN_LEFT_OUT));
}

/* ---- Comments --------------------------------------------------------------------------------------------------- */

static void explain_ply(struct writer *w, const struct alea_ply *ply, bool known, const struct alea_events *events) {
    alea_actors all = alea_actor(w->rules->seats) - 1;
    if (known) {
        alea_text_add(w->text, "#   ");
        alea_move_say(w->rules, ply->move, w->text);
        alea_text_add(w->text, "\n");
    }
    if (known && ply->note && alea_note_is_key(ply->note)) {
        alea_text_add(w->text, "#   | ");
        alea_note_say(ply->note, w->text);
        alea_text_add(w->text, "\n");
    }
    for (int i = 0; i < events->n; i++) {
        if (w->viewer != ALL && !alea_may_know(events->at[i].audience, w->viewer)) continue;
        alea_text_add(w->text, "#   - ");
        alea_event_say(w->rules, &events->at[i], w->text);
        if (!w->secrets && (events->at[i].audience & all) != all) {
            alea_text_add(w->text, alea_either(w->text->lang, ENGINE_SAY_EXPLAIN_KNOWN_TO));
            for (int seat = 0; seat < w->rules->seats; seat++) {
                if (!(events->at[i].audience & alea_actor(seat))) continue;
                alea_text_add(w->text, " ");
                alea_text_seat(w->text, seat);
            }
            alea_text_add(w->text, ")");
        }
        alea_text_add(w->text, "\n");
    }
}

/* Who is to move and among how many moves; the check of the position, and of each seat's view and a spectator's. */
static void explain_position(struct writer *w) {
    const struct alea_game *game = w->rules->game;
    enum alea_lang lang = w->text->lang;
    char check[ALEA_CHECK_DIGITS + 1];
    alea_actors actors = game->actors(w->rules->tables, w->pos);
    if (actors == ALEA_ACTORS_OVER) alea_text_add(w->text, alea_either(lang, ENGINE_SAY_EXPLAIN_OVER));
    else alea_text_add(w->text, alea_either(lang, ENGINE_SAY_EXPLAIN_CHOICES));
    if (actors == ALEA_ACTORS_CHANCE) alea_text_addf(w->text, " * %d", game->outcomes(w->rules->tables, w->pos, w->choices));
    for (int seat = 0; seat < w->rules->seats && actors != ALEA_ACTORS_CHANCE; seat++) {
        if (!(actors & alea_actor(seat))) continue;
        alea_text_add(w->text, " ");
        alea_text_seat(w->text, seat);
        alea_text_addf(w->text, " %d", game->legal(w->rules->tables, w->pos, seat, w->choices));
    }
    alea_transcript_check(w->rules, w->pos, check);
    alea_text_addf(w->text, alea_either(lang, ENGINE_SAY_EXPLAIN_POSITION), check);
    for (int row = 0; row <= w->rules->seats; row++) {
        int seat = row < w->rules->seats ? row : ALEA_NONE;
        memcpy(w->view, w->pos, game->position_size);
        alea_hide(w->rules, w->view, seat);
        alea_transcript_check(w->rules, w->view, check);
        alea_text_add(w->text, " ");
        alea_text_seat(w->text, seat);
        alea_text_addf(w->text, " %s", check);
    }
    alea_text_add(w->text, "\n");
}

/* What a viewer's own view says of that, and no more. */
static void explain_view(struct writer *w) {
    const struct alea_game *game = w->rules->game;
    enum alea_lang lang = w->text->lang;
    bool acts = w->viewer != ALEA_NONE;
    char check[ALEA_CHECK_DIGITS + 1];
    memcpy(w->view, w->pos, game->position_size);
    alea_hide(w->rules, w->view, w->viewer);
    alea_transcript_check(w->rules, w->view, check);
    alea_text_add(w->text, "#   ");
    acts = acts && game->actors(w->rules->tables, w->view) & alea_actor(w->viewer);
    if (acts)
        alea_text_addf(w->text, alea_either(lang, ENGINE_SAY_EXPLAIN_OWN_CHOICES),
                       game->legal(w->rules->tables, w->view, w->viewer, w->choices));
    alea_text_addf(w->text, alea_either(lang, ENGINE_SAY_EXPLAIN_VIEW), check);
}

static void explain_node(struct writer *w) {
    if (!(w->flags & ALEA_TRANSCRIPT_EXPLAIN)) return;
    if (w->secrets) explain_view(w);
    else explain_position(w);
}

/* ---- Plies ------------------------------------------------------------------------------------------------------ */

/* Writes how many faces each die had, so that a reader without the rules can compute the dice. w->view: before the throw. */
static void write_faces(struct writer *w) {
    const struct alea_match_head *head = alea_match_head(w->match);
    if (!(w->flags & ALEA_TRANSCRIPT_FACES) || head->dice_kind != ALEA_DICE_FAIR || !head->has_seed) return;
    struct alea_ranges ranges = {.n = 0};
    struct alea_random random = alea_dice_throw(&head->dice, 1); /* any throw: they are all of the same dice */
    random.ranges = &ranges;
    w->rules->game->roll(w->rules->tables, w->view, &random);
    alea_text_add(w->text, "# of");
    for (int i = 0; i < ranges.n; i++) alea_text_addf(w->text, " %" PRIu32, ranges.at[i]);
    alea_text_add(w->text, "\n");
}

static void write_ply(struct writer *w, long number) {
    struct alea_events events;
    bool all = w->viewer == ALL;
    if (all) w->numbers.heard = number - 1;
    alea_numbers_pass(&w->numbers, w->match, number - 1);
    const struct alea_ply made = alea_numbers_ply(&w->numbers, w->match, number), *ply = &made;
    memcpy(w->view, w->pos, w->rules->game->position_size);
    alea_match_step(w->match, number, w->pos, &events);
    bool known = all || alea_may_know(alea_ply_known(w->rules, w->view, ply, &events), w->viewer);
    if (!all && !alea_may_know(alea_ply_heard(w->rules, w->view, ply, &events), w->viewer)) return;
    alea_transcript_ply(w->rules, ++w->numbers.heard, ply, known, w->format >= ALEA_TRANSCRIPT_POSTS, w->text);
    alea_text_add(w->text, "\n");
    if (all && ply->seat == ALEA_CHANCE) write_faces(w);
    if (w->flags & ALEA_TRANSCRIPT_EXPLAIN) explain_ply(w, ply, known, &events);
    explain_node(w);
    if (w->secrets) return; /* a check can be compared with those of all that could be */
    alea_actors actors = w->rules->game->actors(w->rules->tables, w->pos);
    if (actors == ALEA_ACTORS_CHANCE || actors == w->decider) return;
    char check[ALEA_CHECK_DIGITS + 1];
    alea_transcript_check(w->rules, w->pos, check);
    alea_text_addf(w->text, "= %s\n", check);
    w->decider = actors;
}

/* ---- Posts ------------------------------------------------------------------------------------------------------ */

/* Counts those that the viewer may read: it knows them by these numbers. */
static bool number_posts(struct writer *w) {
    long n = alea_match_posts(w->match);
    w->number = malloc(((size_t)n + 1) * sizeof *w->number);
    if (!w->number) return false;
    w->number[0] = 0; /* of none */
    for (long i = 1; i <= n; i++) {
        bool reads = w->viewer == ALL || alea_match_may_read(w->match, i, w->viewer);
        w->number[i] = reads ? ++w->n_read : 0;
    }
    return true;
}

/* Those after that many plies. */
static void write_posts(struct writer *w, long plies) {
    while (w->post < alea_match_posts(w->match)) {
        const struct alea_post *post = alea_match_post_at(w->match, w->post + 1);
        if (post->ply > plies) return;
        w->post++;
        if (!w->number[post->number]) continue;
        alea_post_write(w->rules, post, w->number[post->number], w->number[post->re], w->text);
        alea_text_add(w->text, "\n");
    }
}

/* The oldest format that holds it all. Of a game with secrets a viewer gets always the same: it tells nothing of what was left out. */
static long oldest_format(const struct writer *w) {
    if (w->secrets || w->n_read) return ALEA_TRANSCRIPT_POSTS;
    for (long number = 1; number <= alea_match_plies(w->match); number++) {
        const char *note = alea_match_ply(w->match, number)->note;
        if (note && strchr(note, '\n')) return ALEA_TRANSCRIPT_POSTS;
    }
    return 1;
}

/* ---- The whole -------------------------------------------------------------------------------------------------- */

static bool make_room(struct writer *w) {
    const struct alea_game *game = w->rules->game;
    size_t legal = (size_t)game->max_legal * sizeof(alea_move);
    size_t outcomes = (size_t)game->max_outcomes * sizeof(struct alea_outcome);
    w->pos = malloc(game->position_size);
    w->view = malloc(game->position_size);
    w->choices = malloc((legal > outcomes ? legal : outcomes) + 1);
    return w->pos && w->view && w->choices && number_posts(w);
}

static bool stopped(const struct writer *w) {
    return w->text->truncated || (w->stop && atomic_load_explicit(w->stop, memory_order_relaxed));
}

static void write_match(const struct alea_match *match, int viewer, unsigned flags, const atomic_bool *stop,
                        struct alea_text *text) {
    struct writer w = {
        .match = match, .rules = alea_match_rules(match), .viewer = viewer, .flags = flags, .stop = stop, .text = text};
    w.secrets = viewer != ALL && alea_game_has_secrets(w.rules->game);
    bool colour = text->colour;
    text->colour = false;
    bool over = alea_match_actors(match) == ALEA_ACTORS_OVER, open = over || !(flags & ALEA_TRANSCRIPT_SEALED);
    if (!open) w.flags &= ~(unsigned)ALEA_TRANSCRIPT_FACES;
    if (make_room(&w)) {
        w.format = alea_transcript_head(match, oldest_format(&w), open, text);
        if (w.secrets) write_warning(&w);
        alea_match_start(w.rules, w.pos);
        w.decider = w.rules->game->actors(w.rules->tables, w.pos);
        explain_node(&w);
        write_posts(&w, 0);
        for (long number = 1; number <= alea_match_plies(match) && !stopped(&w); number++) {
            write_ply(&w, number);
            write_posts(&w, number);
        }
        if (over) {
            alea_text_add(text, "end ");
            alea_transcript_score(w.rules, w.pos, text);
            alea_text_add(text, "\n");
        }
    } else {
        text->truncated = true;
    }
    free(w.number);
    free(w.choices);
    free(w.view);
    free(w.pos);
    text->colour = colour;
}

void alea_transcript_write(const struct alea_match *match, unsigned flags, struct alea_text *text) {
    write_match(match, ALL, flags, NULL, text);
}

void alea_transcript_write_until(const struct alea_match *match, int viewer, unsigned flags, const atomic_bool *stop,
                                 struct alea_text *text) {
    bool over = alea_match_actors(match) == ALEA_ACTORS_OVER;
    write_match(match, over ? ALL : viewer, flags | ALEA_TRANSCRIPT_SEALED | ALEA_TRANSCRIPT_FACES, stop, text);
}

void alea_transcript_write_for(const struct alea_match *match, int viewer, unsigned flags, struct alea_text *text) {
    alea_transcript_write_until(match, viewer, flags, NULL, text);
}
