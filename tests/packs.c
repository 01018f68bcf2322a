/* SPDX-License-Identifier: MIT */
/* packs.c - the secrecy law of what leaves the program as a pack: the report of a day and its picture. packs [GAME] [--games N]
 *
 * Two worlds: a random game, and beside it, for each viewer, another in which everybody else does other things wherever the viewer does
 * not hear of it. As long as the viewer's own view stays the same, byte for byte, and so does what it hears, its reports of all days, in
 * all languages, and its pictures must be the same, too. Prints TAP, a line for each setup of the game. N games of each
 * setup of the game: 20, and FEW where ALEA_LAW_GAMES says that this is a slow build. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/bots/bot.h"
#include "alea.h"
#include "daily.h"
#include "match.h"

enum {
    MOST_PLIES = 1500,
    FEW = 5,
    GREEDY = 8 /* of so many choices one is made at random */,
    TRIES = 8,
    RATES = 6,
    MORE = 6 /* steps to one more secret thing */
};

struct worlds {
    const struct alea_game *game;
    const struct alea_variant *variant;
    struct alea_random random;
    int viewer;
    long from;     /* the ply up to which the worlds are one */
    uint32_t rate; /* one in so many choices is made otherwise from there on: few, and the worlds go together for long */
    struct alea_match *world[2];
    void *view[2], *scratch;
    alea_move *moves;
    double *worth;
    long shared, differed, compared; /* plies of all pairs of worlds; choices that differed; texts and pictures */
};

static void *room(size_t n, size_t size) {
    void *at = calloc(n ? n : 1, size);
    if (!at) abort();
    return at;
}

/* ---- Games ------------------------------------------------------------------------------------------------------------------- */

static struct alea_rules *rules_of(const struct alea_game *game, const struct alea_variant *variant) {
    char words[512];
    const char *options[ALEA_MAX_OPTIONS];
    int n = 0;
    struct alea_error error = {.lang = ALEA_EN};
    snprintf(words, sizeof words, "%s", variant->options);
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) options[n++] = word;
    struct alea_rules *rules = alea_rules_new(game, variant->seats, options, n, NULL, &error);
    if (!rules) fprintf(stderr, "packs: %s\n", error.text), abort();
    return rules;
}

static struct alea_match *begin(const struct alea_game *game, const struct alea_variant *variant) {
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND};
    struct alea_match *match = alea_match_new(rules_of(game, variant), &head, &error);
    if (!match) abort();
    return match;
}

static bool play(struct alea_match *match, int seat, alea_move move) {
    return alea_match_play(match, alea_match_plies(match), seat, move, NULL, NULL, NULL) == ALEA_OK;
}

/* What `greedy` would do, or anything. */
static alea_move choose(struct worlds *at, const struct alea_match *match, int seat) {
    const struct alea_rules *rules = alea_match_rules(match);
    alea_match_view(match, seat, at->scratch);
    int n = at->game->legal(rules->tables, at->scratch, seat, at->moves);
    if (!n) abort();
    if (!alea_random_below(&at->random, GREEDY)) return at->moves[alea_random_below(&at->random, (uint32_t)n)];
    struct alea_bot_turn turn = {.rules = rules, .seat = seat, .view = at->scratch, .legal = at->moves, .n_legal = n};
    turn.worth = at->worth;
    turn.random = &at->random;
    return alea_bot_greedy.choose(&turn);
}

/* Whose ply is next; ALEA_NONE: nobody's. */
static int next_of(struct worlds *at, const struct alea_match *match) {
    alea_actors actors = alea_match_actors(match);
    if (actors == ALEA_ACTORS_CHANCE) return ALEA_CHANCE;
    if (!actors || actors > ALEA_ACTORS_CHANCE) return ALEA_NONE;
    int seats[ALEA_MAX_SEATS], n = 0;
    for (int seat = 0; seat < alea_match_rules(match)->seats; seat++)
        if (actors & alea_actor(seat)) seats[n++] = seat;
    return n ? seats[alea_random_below(&at->random, (uint32_t)n)] : ALEA_NONE;
}

static alea_move next_move(struct worlds *at, const struct alea_match *match, int seat) {
    const struct alea_rules *rules = alea_match_rules(match);
    if (seat != ALEA_CHANCE) return choose(at, match, seat);
    return at->game->roll(rules->tables, alea_match_position(match), &at->random);
}

/* ---- What a viewer hears -------------------------------------------------------------------------------------------------------- */

/* What a ply is to the viewer: whether it hears of it, what, and the view that it leads to. */
struct news {
    bool heard, known;
    struct alea_events events;
};

/* Looks at a ply that would be made, into `view` what the viewer then sees. */
static void look(struct worlds *at, const struct alea_match *match, const struct alea_ply *ply, struct news *news,
                 void *view) {
    const struct alea_rules *rules = alea_match_rules(match);
    struct alea_events events = {.n = 0};
    memcpy(view, alea_match_position(match), at->game->position_size);
    at->game->apply(rules->tables, view, ply->seat, ply->move, &events);
    news->known = alea_may_know(alea_ply_known(rules, alea_match_position(match), ply, &events), at->viewer);
    alea_hide(rules, view, at->viewer);
    news->events.n = 0;
    for (int i = 0; i < events.n; i++)
        if (alea_may_know(events.at[i].audience, at->viewer)) news->events.at[news->events.n++] = events.at[i];
    news->heard = news->known || news->events.n > 0;
}

static bool same_events(const struct alea_events *a, const struct alea_events *b) {
    bool same = a->n == b->n;
    for (int i = 0; i < a->n && same; i++)
        same = a->at[i].kind == b->at[i].kind && memcmp(a->at[i].arg, b->at[i].arg, sizeof a->at[i].arg) == 0;
    return same;
}

static bool is_legal(const struct alea_match *match, const struct alea_ply *ply) {
    const struct alea_rules *rules = alea_match_rules(match);
    alea_actors actors = alea_match_actors(match);
    bool to_act = ply->seat == ALEA_CHANCE ? actors == ALEA_ACTORS_CHANCE : (actors & alea_actor(ply->seat)) != 0;
    return to_act && !rules->game->why_not(rules->tables, alea_match_position(match), ply->seat, ply->move);
}

/* ---- Two worlds ----------------------------------------------------------------------------------------------------------------- */

static bool same_news(const struct worlds *at, const struct news *a, const struct news *b) {
    return a->heard == b->heard && a->known == b->known && same_events(&a->events, &b->events) &&
           memcmp(at->view[0], at->view[1], at->game->position_size) == 0;
}

/* Plays that one in the second world if it is the same news there: at->view[0] is what it leads to in the first. */
static bool answers(struct worlds *at, const struct news *news, const struct alea_ply *ply) {
    struct news other;
    if (!is_legal(at->world[1], ply)) return false;
    look(at, at->world[1], ply, &other, at->view[1]);
    return same_news(at, news, &other) && play(at->world[1], ply->seat, ply->move);
}

/* Somebody does something else there that is the same news to the viewer, if there is such a thing. */
static bool answers_otherwise(struct worlds *at, const struct news *news, const struct alea_ply *ply) {
    alea_actors actors = alea_match_actors(at->world[1]);
    bool chance = actors == ALEA_ACTORS_CHANCE;
    if (news->known || (ply->seat == ALEA_CHANCE ? !chance : chance || !(actors & alea_actor(ply->seat)))) return false;
    for (int i = 0; i < TRIES; i++) {
        struct alea_ply other = {.seat = ply->seat, .move = next_move(at, at->world[1], ply->seat)};
        if (other.move == ply->move || !answers(at, news, &other)) continue;
        at->differed++;
        return true;
    }
    return false;
}

/* What the viewer does not hear of may be done there any number of times. */
static void do_more(struct worlds *at) {
    const struct news nothing = {0};
    int seat = next_of(at, at->world[1]);
    if (seat == ALEA_NONE || seat == at->viewer) return;
    alea_match_view(at->world[1], at->viewer, at->view[0]);
    answers_otherwise(at, &nothing, &(struct alea_ply){.seat = (uint8_t)seat});
}

/* The next ply of the first world, and what answers to it in the second one. False: from here on the viewer could tell them apart. */
static bool step(struct worlds *at, const struct alea_ply *ply) {
    struct news news;
    bool otherwise = alea_match_plies(at->world[0]) >= at->from && !alea_random_below(&at->random, at->rate);
    if (otherwise && !alea_random_below(&at->random, MORE)) do_more(at);
    look(at, at->world[0], ply, &news, at->view[0]);
    bool answered = (otherwise && answers_otherwise(at, &news, ply)) || answers(at, &news, ply);
    if (!answered && news.heard) return false;
    if (!answered) { /* nothing answers: the viewer must see no difference */
        alea_match_view(at->world[1], at->viewer, at->view[1]);
        if (memcmp(at->view[0], at->view[1], at->game->position_size) != 0) return false;
    }
    if (!play(at->world[0], ply->seat, ply->move)) abort();
    return true;
}

/* ---- Packs ------------------------------------------------------------------------------------------------------------------- */

static bool same_texts(struct worlds *at, const struct daily daily[2], bool picture, enum alea_lang lang) {
    struct alea_text text[2];
    for (int i = 0; i < 2; i++) {
        alea_text_init(&text[i], DAILY_MAX, lang);
        bool made = picture ? daily_picture(&daily[i], &text[i]) : daily_write(&daily[i], &text[i]);
        if (!made || text[i].truncated) abort();
    }
    bool same = strcmp(alea_text_str(&text[0]), alea_text_str(&text[1])) == 0;
    if (!same)
        printf(
            "# the %s of round %d for viewer %d differs between two worlds:\n# ---- one ----\n%s# ---- other ----\n%s# ----\n",
            picture ? "picture" : "report", daily[0].round, at->viewer, alea_text_str(&text[0]), alea_text_str(&text[1]));
    for (int i = 0; i < 2; i++) alea_text_clear(&text[i]);
    at->compared++;
    return same;
}

static bool same_packs(struct worlds *at) {
    struct daily_rounds rounds, other;
    struct daily daily[2];
    if (!daily_rounds(at->world[0], &rounds) || !daily_rounds(at->world[1], &other)) abort();
    if (rounds.last != other.last || rounds.first != other.first) return false;
    for (int round = rounds.first; round <= rounds.last; round++) {
        for (int i = 0; i < 2; i++)
            daily[i] = (struct daily){.match = at->world[i],
                                      .viewer = at->viewer,
                                      .round = round,
                                      .side = at->viewer != ALEA_NONE &&
                                              daily_side_seat(alea_match_rules(at->world[i]), at->viewer) == at->viewer};
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            if (!same_texts(at, daily, false, (enum alea_lang)lang)) return false;
            if (at->game->words.picture && !same_texts(at, daily, true, (enum alea_lang)lang)) return false;
        }
    }
    return true;
}

/* ---- The test ------------------------------------------------------------------------------------------------------------------ */

/* One game, before the eyes of each viewer; its length is drawn, so that packs are made in the middle of things. */
static bool holds(struct worlds *at, uint64_t number) {
    int seats = at->variant->seats;
    bool same = true;
    for (int i = 0; same && i <= seats; i++) {
        at->viewer = i < seats ? i : ALEA_NONE;
        at->random = alea_random_stream(number, (uint64_t)i);
        for (int w = 0; w < 2; w++) at->world[w] = begin(at->game, at->variant);
        long most = 1 + (long)alea_random_below(&at->random, MOST_PLIES);
        at->from = (long)alea_random_below(&at->random, (uint32_t)most);
        at->rate = 1u << alea_random_below(&at->random, RATES);
        for (;;) {
            int seat = next_of(at, at->world[0]);
            if (seat == ALEA_NONE || alea_match_plies(at->world[0]) >= most) break;
            const struct alea_ply ply = {.seat = (uint8_t)seat, .move = next_move(at, at->world[0], seat)};
            if (!step(at, &ply)) break;
        }
        at->shared += alea_match_plies(at->world[0]);
        same = same_packs(at);
        for (int w = 0; w < 2; w++) alea_match_free(at->world[w]);
    }
    return same;
}

static bool variant_holds(const struct alea_game *game, const struct alea_variant *variant, long games) {
    size_t legal = (size_t)game->max_legal;
    struct worlds at = {.game = game, .variant = variant, .scratch = room(1, game->position_size)};
    for (int i = 0; i < 2; i++) at.view[i] = room(1, game->position_size);
    at.moves = room(legal, sizeof *at.moves);
    at.worth = room(legal, sizeof *at.worth);
    bool same = true;
    for (long number = 0; same && number < games; number++) same = holds(&at, (uint64_t)number);
    printf("# %ld games: worlds shared %ld plies and differed in %ld; %ld texts and pictures compared\n", games, at.shared,
           at.differed, at.compared);
    if (same && alea_game_has_secrets(game) && games > FEW && !at.differed) {
        printf("# no world differed: nothing was tested\n");
        same = false;
    }
    for (int i = 0; i < 2; i++) free(at.view[i]);
    free(at.scratch);
    free(at.moves);
    free(at.worth);
    return same;
}

/* The number of setups; adds to *failed. */
static int game_holds(const struct alea_game *game, long games, int before, int *failed) {
    int n = 0;
    for (; game->variants[n].seats; n++) {
        bool holds = variant_holds(game, &game->variants[n], games);
        *failed += !holds;
        printf("%s %d - %s: packs tell no secret, %d seats %s\n", holds ? "ok" : "not ok", before + n + 1, game->id,
               game->variants[n].seats, game->variants[n].options);
        fflush(stdout);
    }
    return n;
}

int main(int argc, char *argv[]) {
    long games = getenv("ALEA_LAW_GAMES") ? FEW : 20;
    const struct alea_game *game;
    const char *id = NULL;
    int n = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--games") && i + 1 < argc) games = strtol(argv[++i], NULL, 10);
        else id = argv[i];
    }
    for (int i = 0; (game = alea_game_at(i)); i++)
        if (!id || !strcmp(game->id, id)) n += game_holds(game, games, n, &failed);
    printf("1..%d\n", n);
    return n == 0 || failed > 0;
}
