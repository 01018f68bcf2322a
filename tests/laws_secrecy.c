/* SPDX-License-Identifier: MIT */
/* laws_secrecy.c - laws of what is hidden: positions that differ only in what a seat can't know look the same to it, in bytes,
 * moves, answers, words and events. A world is a guess of the whole from one seat's view. */
#include "laws.h"

#include "odds.h"

#include <string.h>

enum { VIEW, WORLD, OTHER, AGAIN, MOVED, OTHER_MOVED, SCRATCH }; /* uses of the spare positions */

/* The i-th who looks: each seat, then a spectator. */
static int viewer(const struct law_run *run, int i) { return i < run->seats ? i : ALEA_NONE; }

/* Does that position, which the viewer sees or takes for possible, tell who is waited for, as far as the viewer may know? */
static bool tells_actors(const struct law_run *run, int seat, const void *pos) {
    alea_actors actors = run->game->actors(run->tables, pos), own = seat == ALEA_NONE ? 0 : alea_actor(seat);
    if (actors == run->actors) return true;
    bool of_seats = run->actors < ALEA_ACTORS_CHANCE || run->actors == ALEA_ACTORS_HOST;
    return run->game->secrecy.private_actors && of_seats && actors && actors != ALEA_ACTORS_CHANCE &&
           (actors & own) == (run->actors & own);
}

static bool hide_is_idempotent(struct law_run *run) {
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        law_view(run, run->position, seat, run->spare[VIEW]);
        law_view(run, run->spare[VIEW], seat, run->spare[AGAIN]);
        if (!law_same(run, run->spare[VIEW], run->spare[AGAIN]))
            return law_broken(run, "hiding the view of %s again changes it", law_seat_name(seat));
        if (!tells_actors(run, seat, run->spare[VIEW]))
            return law_broken(run, "in the view of %s others are to act", law_seat_name(seat));
    }
    return true;
}

/* Members that are not marked secret are in every view as they are; what a seat sees, a spectator need not. */
static bool only_secrets_are_hidden(struct law_run *run) {
    for (int i = 0; i <= run->seats; i++) {
        law_view(run, run->position, viewer(run, i), run->spare[VIEW]);
        for (int at = 0; at < run->game->n_fields; at++) {
            const struct alea_field *field = &run->game->fields[at];
            size_t size = alea_field_size(field);
            if (!field->secret &&
                memcmp((const char *)run->position + field->offset, (char *)run->spare[VIEW] + field->offset, size) != 0)
                return law_broken(run, "the view of %s hides '%s', which is not marked secret",
                                  law_seat_name(viewer(run, i)), field->name);
        }
    }
    return true;
}

static bool same_moves(struct law_run *run, int seat, const void *a, const void *b, const char *what) {
    if (seat == ALEA_NONE) return true;
    int n = run->game->legal(run->tables, a, seat, run->moves[0]), m = run->game->legal(run->tables, b, seat, run->moves[1]);
    return (n == m && !memcmp(run->moves[0], run->moves[1], (size_t)n * sizeof *run->moves[0])) ||
           law_broken(run, "%s: legal moves of %s differ (%d and %d)", what, law_seat_name(seat), n, m);
}

static bool same_answers(struct law_run *run, int seat, const void *a, const void *b, int n, const char *what) {
    if (seat == ALEA_NONE) return true;
    for (int i = 0; i < n; i++) {
        alea_move move = law_probe(run);
        alea_rule first = run->game->why_not(run->tables, a, seat, move),
                  second = run->game->why_not(run->tables, b, seat, move);
        if (first != second)
            return law_broken(run, "%s: %s '%s' is answered by %s and by %s", what, law_seat_name(seat),
                              law_move_name(run, move), first ? alea_rule_id(run->game, first) : "0",
                              second ? alea_rule_id(run->game, second) : "0");
    }
    return true;
}

/* Everything that is said of a position, in one language; places, remarks and warnings where the game has them. */
static void say_all(const struct law_run *run, const void *pos, int seat, struct alea_text *text) {
    const struct alea_game *game = run->game;
    alea_board(run->rules, pos, seat, text);
    alea_text_add(text, "\nhand\n");
    alea_hand(run->rules, pos, seat, text);
    alea_text_add(text, "\nprompt\n");
    alea_prompt(run->rules, pos, seat, text);
    bool at_hand = odds_say_at_hand(&(struct odds_asker){run->rules, pos, seat, 0}, text);
    alea_text_add(text, at_hand ? "\nodds\n" : "\nno odds\n");
    if (game->words.places) game->words.places(run->tables, pos, seat, text);
    if (game->words.picture) game->words.picture(run->tables, pos, seat, text);
    if (seat >= run->rules->seats) return;
    alea_move *legal = run->moves[1];
    int n = game->legal(run->tables, pos, seat, legal);
    for (int i = 0; i < n; i++) {
        odds_say_remark(&(struct odds_asker){run->rules, pos, seat, legal[i]}, NULL, text);
        if (game->words.warn) game->words.warn(run->tables, pos, seat, legal[i], text);
    }
}

static bool same_words(struct law_run *run, int seat, const void *a, const void *b, const char *what) {
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_text *first = law_words(run, 0, (enum alea_lang)lang), *second = law_words(run, 1, (enum alea_lang)lang);
        say_all(run, a, seat, first);
        say_all(run, b, seat, second);
        if (strcmp(alea_text_str(first), alea_text_str(second)) != 0) {
            size_t at = 0;
            while (first->at[at] == second->at[at]) at++;
            size_t from = at > 40 ? at - 40 : 0;
            return law_broken(run, "%s: words for %s differ: '...%.80s' and '...%.80s'", what, law_seat_name(seat),
                              first->at + from, second->at + from);
        }
    }
    return true;
}

/* A view is as good as the truth for the one whose view it is. */
static bool view_is_enough(struct law_run *run) {
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        law_view(run, run->position, seat, run->spare[VIEW]);
        if (!same_moves(run, seat, run->position, run->spare[VIEW], "true position and view") ||
            !same_answers(run, seat, run->position, run->spare[VIEW], 64, "true position and view") ||
            !same_words(run, seat, run->position, run->spare[VIEW], "true position and view"))
            return false;
    }
    return true;
}

/* A quick part of view-is-enough, for many more positions. */
static bool view_has_the_moves(struct law_run *run) {
    for (int i = 0; i < run->seats; i++) {
        law_view(run, run->position, i, run->spare[VIEW]);
        if (!same_moves(run, i, run->position, run->spare[VIEW], "true position and view")) return false;
        if (!same_answers(run, i, run->position, run->spare[VIEW], 2, "true position and view")) return false;
    }
    return true;
}

/* determinize() is asked nowhere else. */
static bool seats_decide(const struct law_run *run) { return run->actors && run->actors < ALEA_ACTORS_CHANCE; }

static void guess(struct law_run *run, int seat, void *world) {
    law_copy(run, world, run->spare[VIEW]);
    alea_determinize(run->rules, world, seat, &run->random);
}

static bool guess_can_be(struct law_run *run) {
    if (!seats_decide(run)) return true;
    int seat = viewer(run, (int)alea_random_below(&run->random, (uint32_t)run->seats + 1));
    law_view(run, run->position, seat, run->spare[VIEW]);
    guess(run, seat, run->spare[WORLD]);
    int broken = alea_broken(run->rules, run->spare[WORLD]);
    if (broken) return law_broken(run, "a guess of %s breaks %s", law_seat_name(seat), run->game->texts->broken[broken].id);
    if (!tells_actors(run, seat, run->spare[WORLD]))
        return law_broken(run, "in a guess of %s others are to act", law_seat_name(seat));
    law_copy(run, run->spare[SCRATCH], run->spare[WORLD]);
    alea_derive(run->rules, run->spare[SCRATCH]);
    if (!law_same(run, run->spare[SCRATCH], run->spare[WORLD]))
        return law_broken(run, "a guess of %s is not derived", law_seat_name(seat));
    law_view(run, run->spare[WORLD], seat, run->spare[AGAIN]);
    return law_same(run, run->spare[AGAIN], run->spare[VIEW]) ||
           law_broken(run, "a guess of %s, hidden, is another view", law_seat_name(seat));
}

static bool guess_is_a_function(struct law_run *run) {
    if (!seats_decide(run)) return true;
    int seat = viewer(run, (int)alea_random_below(&run->random, (uint32_t)run->seats + 1));
    law_view(run, run->position, seat, run->spare[VIEW]);
    struct alea_random stream = run->random;
    guess(run, seat, run->spare[WORLD]);
    run->random = stream;
    guess(run, seat, run->spare[OTHER]);
    return law_same(run, run->spare[WORLD], run->spare[OTHER]) ||
           law_broken(run, "determinize() with one stream answers two positions");
}

/* Two worlds that look the same to one seat. */
static bool worlds_look_the_same(struct law_run *run) {
    if (!seats_decide(run)) return true;
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        law_view(run, run->position, seat, run->spare[VIEW]);
        guess(run, seat, run->spare[WORLD]);
        guess(run, seat, run->spare[OTHER]);
        law_view(run, run->spare[OTHER], seat, run->spare[AGAIN]);
        if (!law_same(run, run->spare[AGAIN], run->spare[VIEW]))
            return law_broken(run, "a guess of %s, hidden, is another view", law_seat_name(seat));
        if (!same_moves(run, seat, run->spare[WORLD], run->spare[OTHER], "two worlds") ||
            !same_answers(run, seat, run->spare[WORLD], run->spare[OTHER], 128, "two worlds") ||
            !same_words(run, seat, run->spare[WORLD], run->spare[OTHER], "two worlds"))
            return false;
    }
    return true;
}

/* What the seat hears of the events, in words. */
static void tell(const struct law_run *run, const struct alea_events *events, int seat, struct alea_text *text) {
    for (int i = 0; i < events->n; i++) {
        if (!alea_may_know(events->at[i].audience, seat)) continue;
        alea_event_say(run->rules, &events->at[i], text);
        alea_text_add(text, "\n");
    }
}

/* Applies a move of `who` to each of two positions. If they go on differing in what the seat can't see, it must have heard the
 * same: else an event told it something that is still hidden. */
static bool same_news(struct law_run *run, int seat, int who, const void *a, alea_move move_a, const void *b,
                      alea_move move_b) {
    struct alea_events events_a = {.n = 0}, events_b = {.n = 0};
    law_copy(run, run->spare[MOVED], a);
    law_copy(run, run->spare[OTHER_MOVED], b);
    run->game->apply(run->tables, run->spare[MOVED], who, move_a, &events_a);
    run->game->apply(run->tables, run->spare[OTHER_MOVED], who, move_b, &events_b);
    if (law_same(run, run->spare[MOVED], run->spare[OTHER_MOVED])) return true; /* what they differed in is of the past */
    alea_hide(run->rules, run->spare[MOVED], seat);
    alea_hide(run->rules, run->spare[OTHER_MOVED], seat);
    if (!law_same(run, run->spare[MOVED], run->spare[OTHER_MOVED])) return true; /* the move showed something */
    struct alea_text *words_a = law_words(run, 0, ALEA_EN), *words_b = law_words(run, 1, ALEA_EN);
    tell(run, &events_a, seat, words_a);
    tell(run, &events_b, seat, words_b);
    return !strcmp(alea_text_str(words_a), alea_text_str(words_b)) ||
           law_broken(run, "%s sees the same after '%s' and '%s', but hears '%.200s' and '%.200s'", law_seat_name(seat),
                      law_move_name(run, move_a), law_move_name(run, move_b), alea_text_str(words_a),
                      alea_text_str(words_b));
}

/* What falls, and what else could have fallen. */
static bool throws_tell_no_secret(struct law_run *run) {
    int n = run->game->outcomes(run->tables, run->position, run->outcomes);
    for (int i = 0; i <= run->seats; i++)
        for (int j = 1; j < n; j++)
            if (!same_news(run, viewer(run, i), ALEA_CHANCE, run->position, run->outcomes[j].move, run->position,
                           run->outcomes[0].move))
                return false;
    return true;
}

/* Asks about each move, of each seat and the host, in one of two worlds that look the same to each who looks. */
static bool holds_in_two_worlds(struct law_run *run, bool (*holds)(struct law_run *run, int seat, int who, alea_move move)) {
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        law_view(run, run->position, seat, run->spare[VIEW]);
        guess(run, seat, run->spare[WORLD]);
        guess(run, seat, run->spare[OTHER]);
        for (int who = 0; who <= run->seats; who++) {
            int actor = who < run->seats ? who : ALEA_HOST;
            int n = run->game->legal(run->tables, run->spare[WORLD], actor, run->moves[0]);
            for (int j = 0; j < n; j++)
                if (!holds(run, seat, actor, run->moves[0][j])) return false;
        }
    }
    return true;
}

static bool move_tells_no_secret(struct law_run *run, int seat, int who, alea_move move) {
    return same_news(run, seat, who, run->spare[WORLD], move, run->spare[WORLD], run->moves[0][0]) &&
           (run->game->why_not(run->tables, run->spare[OTHER], who, move) ||
            same_news(run, seat, who, run->spare[WORLD], move, run->spare[OTHER], move));
}

/* Moves in two worlds, and different moves in one: what events tell a seat, its view tells too. A game that forgets tells a
 * battle's course, and its views keep the end. */
static bool events_tell_no_secret(struct law_run *run) {
    if (run->actors == ALEA_ACTORS_CHANCE) return run->game->secrecy.imperfect_recall || throws_tell_no_secret(run);
    return !seats_decide(run) || holds_in_two_worlds(run, move_tells_no_secret);
}

/* ---- Who may know a move ------------------------------------------------------------------------------------------------ */

static bool audience_follows(struct law_run *run, int seat, int who, alea_move move) {
    const struct alea_game *game = run->game;
    alea_actors audience = game->secrecy.audience(run->tables, run->spare[WORLD], who, move);
    if (who != ALEA_HOST && !alea_may_know(audience, who))
        return law_broken(run, "%s may not know its own '%s'", law_seat_name(who), law_move_name(run, move));
    return game->why_not(run->tables, run->spare[OTHER], who, move) ||
           alea_may_know(audience, seat) ==
               alea_may_know(game->secrecy.audience(run->tables, run->spare[OTHER], who, move), seat) ||
           law_broken(run, "in one of two worlds that %s can't tell apart it may know of '%s' by %s", law_seat_name(seat),
                      law_move_name(run, move), law_seat_name(who));
}

/* Whether a seat may know of a move follows from what it sees: else that it is told, or not, would tell it something. */
static bool audience_is_no_secret(struct law_run *run) {
    return !run->game->secrecy.audience || !seats_decide(run) || holds_in_two_worlds(run, audience_follows);
}

enum { COMPARED = 512 }; /* moves of one node, at most */

/* View and news of a seat after a move that it may not know. */
struct aftermath {
    alea_move move;
    uint64_t view, news;
};

static struct aftermath aftermath_of(struct law_run *run, int seat, int who, alea_move move) {
    struct alea_events events = {.n = 0};
    struct alea_text *words = law_words(run, 0, ALEA_EN);
    law_copy(run, run->spare[MOVED], run->position);
    run->game->apply(run->tables, run->spare[MOVED], who, move, &events);
    alea_hide(run->rules, run->spare[MOVED], seat);
    tell(run, &events, seat, words);
    return (struct aftermath){.move = move,
                              .view = alea_position_hash(run->rules, run->spare[MOVED]),
                              .news = law_bytes_hash(alea_text_str(words), words->len)};
}

/* Of these moves those that the seat may not know: where it sees the same after two of them, it has heard the same. Unlike
 * `news` this compares each with each, and asks also of moves that end in one position. What kind of ruling the host made may be
 * told. */
static bool same_aftermaths(struct law_run *run, int seat, int who, const alea_move moves[], int n) {
    static struct aftermath after[COMPARED];
    int n_after = 0;
    for (int i = 0; i < n && n_after < COMPARED; i++) {
        if (alea_may_know(run->game->secrecy.audience(run->tables, run->position, who, moves[i]), seat)) continue;
        struct aftermath this = aftermath_of(run, seat, who, moves[i]);
        for (int j = 0; j < n_after; j++)
            if (after[j].view == this.view && after[j].news != this.news &&
                (who != ALEA_HOST || alea_move_verb(after[j].move) == alea_move_verb(this.move)))
                return law_broken(run,
                                  "%s may know neither '%s' nor '%s' of %s, sees the same after both, and hears two things",
                                  law_seat_name(seat), law_move_name(run, after[j].move), law_move_name(run, this.move),
                                  law_seat_name(who));
        after[n_after++] = this;
    }
    return true;
}

static bool unknown_moves_are_told_alike(struct law_run *run) {
    if (!run->game->secrecy.audience || !seats_decide(run)) return true;
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        for (int who = 0; who < run->seats; who++)
            if (!same_aftermaths(run, seat, who, run->legal[who], run->n_legal[who])) return false;
        if (!same_aftermaths(run, seat, ALEA_HOST, run->host, run->n_host)) return false;
    }
    return true;
}

const struct law laws_secrecy[] = {
    {"hide-twice", "hide() twice is hide() once", hide_is_idempotent, LAW_NODE, LAW_SOME},
    {"hide-secrets", "views hide nothing but members that are marked secret", only_secrets_are_hidden, LAW_NODE, LAW_SOME},
    {"view-moves", "legal() and why_not() of a view are those of the truth", view_has_the_moves, LAW_NODE, LAW_SOME},
    {"view", "moves, answers and words of a view are those of the truth", view_is_enough, LAW_NODE, LAW_DEAR},
    {"guess", "a guess breaks no invariant, and hidden it is the same view", guess_can_be, LAW_NODE, LAW_SOME},
    {"guess-pure", "determinize() is a function of view and stream", guess_is_a_function, LAW_NODE, LAW_SOME},
    {"secrecy", "worlds that differ in what a seat can't know look the same to it", worlds_look_the_same, LAW_NODE,
     LAW_DEAR},
    {"audience", "who may know a move follows from what it sees, and who makes it may", audience_is_no_secret, LAW_NODE,
     LAW_DEAR},
    {"unknown-moves", "moves that a seat may not know are told alike where it sees no difference",
     unknown_moves_are_told_alike, LAW_NODE, LAW_DEAR},
    {"news", "no event tells a seat what stays hidden from it", events_tell_no_secret, LAW_NODE, LAW_DEAR},
};
const int n_laws_secrecy = ALEA_LEN(laws_secrecy);
