/* SPDX-License-Identifier: MIT */
/* positions.c - positions of a game and how its matches ended, for tools/train/fit.py.
 *
 * Until a moment of a match, where a game asks for it, its seats play by styles of the pool, and one choice in eight is any move, so that
 * positions that search would never reach are judged as well; from then on one bot plays all, `search` where a game has a use for it. Each record, written to stdout, is one of those positions
 * as the game's own evaluation looks at it (looks.h).
 *
 * Where a draft is to be learned, each seat drafts by one of the DRAFTERS, two in five make a claim in ten or in three at random, and the position
 * written down is the one that they come to. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "looks.h"
#include "search.h"

enum { ANY = 8, MOST_RECORDS = 4000, MOST_STYLES = 16, MOST_DRAFTERS = 8 };
static const uint32_t any_claims[] = {0, 0, 0, 10, 30}; /* of 100, at random; each seat has one of these */

/* Before what the game writes of each position. */
struct record {
    uint32_t game;
    uint8_t variant, seats, seat, zero; /* seat: whose choice it was */
    float chance;                       /* what the search expected for it; NAN: no search plays */
    float share[TRAIN_SEATS];           /* how it ended for each */
};

struct table {
    struct alea_rules *rules;
    struct alea_playout playout;
    struct alea_player player[MOST_STYLES + 1]; /* styles; search */
    struct alea_player drafter[MOST_DRAFTERS];
    uint32_t styles, drafters;
};

/* How a seat drafts. */
struct way {
    const struct alea_player *drafter;
    uint32_t any; /* claims of 100 */
};

/* What was written down of the match that is played. */
struct notes {
    struct record record[MOST_RECORDS];
    unsigned char *looks;
    int n, game, variant;
};

static struct notes notes;
static const struct train_game *trained;

static struct alea_player player_of(const struct alea_rules *rules, const char *words) {
    struct alea_bot_spec spec;
    struct alea_player player;
    if (alea_bot_spec_read(words, &spec, NULL) || !alea_player_open(&player, rules, &spec)) exit(2);
    return player;
}

static void sit_down(struct table *table, const struct train_variant *variant, const char *search, const char *drafters) {
    char words[64];
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_game *game = alea_game_find(trained->id);
    table->rules = alea_rules_new(game, variant->seats, variant->option, variant->options, NULL, &error);
    if (!table->rules || !alea_playout_init(&table->playout, table->rules, false)) exit(2);
    table->styles = (uint32_t)game->strategy.tempers;
    for (uint32_t i = 0; i < table->styles; i++) {
        snprintf(words, sizeof words, "style:%s", game->strategy.style(i));
        table->player[i] = player_of(table->rules, words);
    }
    table->player[table->styles] = player_of(table->rules, search);
    for (const char *at = drafters; at; at = strchr(at, ',')) {
        if (table->drafters == MOST_DRAFTERS) {
            fprintf(stderr, "train_positions: more than %d drafters\n", MOST_DRAFTERS);
            exit(2);
        }
        at += *at == ',';
        snprintf(words, sizeof words, "%.*s", (int)strcspn(at, ","), at);
        table->drafter[table->drafters++] = player_of(table->rules, words);
    }
}

static void note(const struct table *table, int seat, const struct alea_bot_turn *turn) {
    struct search_edge best = {0};
    const bool searches = table->player[table->styles].bot == &alea_bot_search;
    if (notes.n == MOST_RECORDS) return;
    if (!trained->look(table->rules->tables, table->playout.pos, notes.looks + (size_t)notes.n * trained->size)) return;
    if (searches) search_weighed(turn->room, turn->legal, turn->n_legal, &best, 1);
    notes.record[notes.n++] = (struct record){.game = (uint32_t)notes.game,
                                              .variant = (uint8_t)notes.variant,
                                              .seats = (uint8_t)table->rules->seats,
                                              .seat = (uint8_t)seat,
                                              .chance = best.visits ? (float)(best.value / best.visits) : searches ? 0.5F : NAN};
}

static alea_move decide(struct table *table, int seat, const struct alea_player *player, struct alea_random *random,
                        bool counts) {
    struct alea_playout *playout = &table->playout;
    const struct alea_game *game = table->rules->game;
    struct alea_bot_turn turn = {
        .rules = table->rules, .seat = seat, .legal = playout->legal, .worth = playout->worth, .random = random};
    turn.n_legal = game->legal(table->rules->tables, playout->pos, seat, playout->legal);
    memcpy(playout->view, playout->pos, game->position_size);
    alea_hide(table->rules, playout->view, seat);
    turn.view = playout->view;
    alea_move move = alea_player_choose(player, &turn);
    if (counts && turn.n_legal > 1) note(table, seat, &turn);
    return move;
}

static alea_move any_move(struct table *table, int seat, struct alea_random *random) {
    int n = table->rules->game->legal(table->rules->tables, table->playout.pos, seat, table->playout.legal);
    return table->playout.legal[alea_random_below(random, (uint32_t)n)];
}

static alea_move claim(struct table *table, int seat, struct way way, struct alea_random *random) {
    if (alea_random_below(random, 100) < way.any) return any_move(table, seat, random);
    return decide(table, seat, way.drafter, random, false);
}

static struct way draw_way(const struct table *table, struct alea_random *random) {
    const struct alea_player *drafter = &table->drafter[alea_random_below(random, table->drafters)];
    return (struct way){drafter, any_claims[alea_random_below(random, ALEA_LEN(any_claims))]};
}

static bool in_draft(const struct table *table) {
    return trained->draft && table->rules->game->strategy.opening(table->rules->tables, table->playout.pos) > 0;
}

static bool is_noted(struct alea_random *random) {
    return trained->draft ? notes.n == 0 : alea_random_below(random, trained->every) == 0;
}

static void play(struct table *table, uint64_t seed) {
    const struct alea_game *game = table->rules->game;
    const void *tables = table->rules->tables;
    struct alea_random random = alea_random_stream(seed, (uint64_t)notes.game);
    void *p = table->playout.pos;
    const struct alea_player *style[TRAIN_SEATS], *search = &table->player[table->styles];
    struct way way[TRAIN_SEATS];
    for (int seat = 0; seat < table->rules->seats; seat++) {
        if (trained->draft) way[seat] = draw_way(table, &random);
        else style[seat] = &table->player[alea_random_below(&random, table->styles)];
    }
    long moment =
        trained->disturbed && alea_random_below(&random, 3) ? (long)alea_random_below(&random, trained->disturbed) : 0;
    memcpy(p, table->playout.start, game->position_size);
    alea_actors actors;
    notes.n = 0;
    for (long ply = 0; ply < game->max_plies && (actors = game->actors(tables, p)) != ALEA_ACTORS_OVER; ply++) {
        int seat = __builtin_ctzll(actors);
        alea_move move;
        if (actors == ALEA_ACTORS_CHANCE) move = game->roll(tables, p, &random);
        else if (in_draft(table)) move = claim(table, seat, way[seat], &random);
        else if (ply >= moment) move = decide(table, seat, search, &random, is_noted(&random));
        else if (alea_random_below(&random, ANY) == 0) move = any_move(table, seat, &random);
        else move = decide(table, seat, style[seat], &random, false);
        game->apply(tables, p, seat, move, NULL);
    }
}

static void write_down(const struct table *table) {
    double share[TRAIN_SEATS] = {0};
    table->rules->game->score(table->rules->tables, table->playout.pos, share);
    for (int i = 0; i < notes.n; i++) {
        for (int seat = 0; seat < TRAIN_SEATS; seat++) notes.record[i].share[seat] = (float)share[seat];
        fwrite(&notes.record[i], sizeof notes.record[i], 1, stdout);
        fwrite(notes.looks + (size_t)i * trained->size, trained->size, 1, stdout);
    }
    fflush(stdout);
}

static const struct train_game *find(const char *id) {
    static const struct train_game *const all[] = {&train_incursio, &train_polis, &train_spqrisiko, &train_spqrisiko_draft};
    for (size_t i = 0; i < ALEA_LEN(all); i++)
        if (strcmp(all[i]->name, id) == 0) return all[i];
    return NULL;
}

int main(int argc, char **argv) {
    static struct table table[TRAIN_VARIANTS];
    const bool asked = argc == 5 || argc == 6;
    const long games = asked ? strtol(argv[3], NULL, 10) : 0;
    trained = asked ? find(argv[1]) : NULL;
    if (games <= 0 || !trained || trained->draft != (argc == 6)) {
        fprintf(
            stderr,
            "usage: train_positions GAME BOT GAMES SEED [DRAFTER,...], as in: train_positions polis search:100it 4000 1\n"
            "a game in which a draft is learned (spqrisiko_draft) needs drafters, as in: search:20it,search:200it\n");
        return 2;
    }
    notes.looks = calloc(MOST_RECORDS, trained->size);
    if (!notes.looks) return 2;
    for (int i = 0; i < trained->variants; i++) sit_down(&table[i], &trained->variant[i], argv[2], argv[5]);
    for (notes.game = 0; notes.game < games; notes.game++) {
        notes.variant = notes.game % trained->variants;
        play(&table[notes.variant], strtoull(argv[4], NULL, 10));
        write_down(&table[notes.variant]);
    }
    return 0;
}
