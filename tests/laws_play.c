/* SPDX-License-Identifier: MIT */
/* laws_play.c - random games that ask the laws on their way, and what happens when one is broken. Random games see positions that
 * nobody would play to, and miss others that anybody would: so one in 32 is played by the bot `greedy`, and where random play
 * ends early (`late_round`), four in nine begin late: `greedy` with some noise plays there, nobody asking, and several games go on
 * from where it came, with more noise or less.
 *
 * A game's choices come from a stream of its own, so that they do not depend on which laws are asked. */
#include "laws_play.h"

#include "../src/bots/bot.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THOROUGH = 64, HOSTED = 8, GREEDY = 32, RECORD = 4096, OPTIONAL = 16, LATE_OF = 9, LATE = 4 };

static const uint64_t WAYS = UINT64_C(1) << 39; /* streams of ways, beside those of games */

static struct law_progress nobody_looks;
struct law_progress *law_progress = &nobody_looks;

/* ---- Room ------------------------------------------------------------------------------------------------------------ */

static void *room(size_t n, size_t size) {
    void *at = calloc(n ? n : 1, size);
    if (!at) abort();
    return at;
}

static void list_fields(struct law_run *run) {
    for (int i = 0; i < run->game->n_fields; i++) {
        const struct alea_field *field = &run->game->fields[i];
        size_t size = alea_field_size(field);
        if (field->offset + size <= run->game->position_size) memset(run->listed + field->offset, 0xff, size);
    }
}

struct law_run *law_run_new(const struct alea_game *game, int seats, const char *options, int variant, uint64_t seed) {
    struct law_run *run = room(1, sizeof *run);
    *run =
        (struct law_run){.game = game, .seats = seats, .options = options, .variant = variant, .seed = seed, .number = -1};
    run->rules = law_rules_new(run);
    if (!run->rules) {
        fprintf(stderr, "laws: %s: %s\n", game->id, run->wrong);
        free(run);
        return NULL;
    }
    run->tables = run->rules->tables;
    run->tables_hash = law_bytes_hash(run->tables, game->tables_size);
    run->position = room(1, game->position_size);
    run->before = room(1, game->position_size);
    run->listed = room(1, game->position_size);
    run->events = room(1, sizeof *run->events);
    run->record = room(RECORD, sizeof *run->record);
    for (int i = 0; i < LAW_SPARES; i++) run->spare[i] = room(1, game->position_size);
    for (int i = 0; i < 2; i++) run->moves[i] = room((size_t)game->max_legal + 1, sizeof *run->moves[i]);
    for (int i = 0; i < 2; i++) run->worth[i] = room((size_t)game->max_legal + 1, sizeof *run->worth[i]);
    for (int i = 0; i < seats; i++) run->legal[i] = room((size_t)game->max_legal, sizeof *run->legal[i]);
    run->host = room((size_t)game->max_legal, sizeof *run->host);
    run->outcomes = room((size_t)game->max_outcomes, sizeof *run->outcomes);
    run->effects = room((size_t)game->max_outcomes, game->position_size);
    run->effect_hashes = room((size_t)game->max_outcomes, sizeof *run->effect_hashes);
    for (size_t i = 0; i < ALEA_LEN(run->words); i++) alea_text_init(&run->words[i], LAW_WORDS, ALEA_EN);
    run->way.at = room(1, game->position_size);
    list_fields(run);
    return run;
}

void law_run_free(struct law_run *run) {
    free((void *)run->position);
    free((void *)run->before);
    free(run->listed);
    free((void *)run->events);
    free((void *)run->record);
    for (int i = 0; i < LAW_SPARES; i++) free(run->spare[i]);
    for (int i = 0; i < 2; i++) free(run->moves[i]);
    for (int i = 0; i < 2; i++) free(run->worth[i]);
    for (int i = 0; i < run->seats; i++) free(run->legal[i]);
    free(run->host);
    free(run->outcomes);
    free(run->effects);
    free(run->effect_hashes);
    for (size_t i = 0; i < ALEA_LEN(run->words); i++) alea_text_clear(&run->words[i]);
    free(run->way.record);
    free(run->way.at);
    alea_rules_free((struct alea_rules *)run->rules);
    free(run);
}

/* ---- A broken law ------------------------------------------------------------------------------------------------------ */

void law_transcript_path(const struct law_run *run, const char *law, long number, char *path, size_t size) {
    const char *folder = getenv("ALEA_LAW_DIR");
    snprintf(path, size, "%s/%s-%s-%d-%ld.alea", folder && *folder ? folder : ".", run->game->id, law, run->variant, number);
}

/* The first plies of the record as a transcript, as far as the door lets them in; the rest as comments. */
static void write_transcript(struct law_run *run, const char *law, long plies, char *path, size_t size) {
    law_transcript_path(run, law, run->number, path, size);
    struct alea_match *match = law_match_new(run, NULL);
    FILE *file = match ? fopen(path, "wb") : NULL;
    if (!file) {
        path[0] = 0;
        alea_match_free(match);
        return;
    }
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    long ply = 0;
    while (ply < plies && law_play(run, match, &run->record[ply])) ply++;
    alea_transcript_write(match, 0, &text);
    fputs(alea_text_str(&text), file);
    for (; ply < run->ply; ply++)
        fprintf(file, "# %ld %s %s\n", ply + 1, law_seat_name(run->record[ply].seat),
                law_move_name(run, run->record[ply].move));
    fclose(file);
    alea_text_clear(&text);
    alea_match_free(match);
}

static void note_fault(struct law_run *run, const struct law *law, struct law_fault *fault) {
    fault->there = true;
    fault->number = run->number;
    fault->ply = run->ply;
    memcpy(fault->wrong, run->wrong, sizeof fault->wrong);
    if (run->number < 0) {
        snprintf(fault->last, sizeof fault->last, "no game");
        return;
    }
    if (run->ply)
        snprintf(fault->last, sizeof fault->last, "after %s %s", law_seat_name(run->seat), law_move_name(run, run->move));
    else snprintf(fault->last, sizeof fault->last, "after the setup");
    write_transcript(run, law->name, run->ply, fault->path, sizeof fault->path);
}

/* ---- Asking -------------------------------------------------------------------------------------------------------------- */

/* Each law has a stream of its own at each ply, so that a single law sees what it saw among all others. */
static bool ask(struct law_run *run, struct law_table *table, int law) {
    uint64_t state = alea_random_mix(run->seed ^ alea_random_mix((uint64_t)run->number << 32 ^ (uint64_t)run->ply));
    for (const char *at = table->at[law]->name; *at; at++) state = state * 31 + (unsigned char)*at;
    run->random = (struct alea_random){.state = state, .gamma = UINT64_C(0x9e3779b97f4a7c15)};
    law_progress->law = table->at[law]->name;
    table->n_asked[law]++;
    run->wrong[0] = 0;
    if (table->at[law]->holds(run)) return true;
    note_fault(run, table->at[law], &table->fault[law]);
    return false;
}

void law_ask_all(struct law_run *run, struct law_table *table, enum law_when when) {
    run->number = law_progress->number = -1;
    run->ply = law_progress->ply = 0;
    run->at_table = false;
    for (int law = 0; law < table->n; law++)
        if (table->at[law]->when == when) ask(run, table, law);
}

/* Which costs are paid at this ply. */
static void choose_costs(const struct law_run *run, bool pays[LAW_COSTS]) {
    uint64_t word =
        alea_random_mix(run->seed + UINT64_C(0x632be59bd9b4e019) * ((uint64_t)run->number << 20 ^ (uint64_t)run->ply));
    bool early = run->ply < 8 || !(run->ply & (run->ply - 1)); /* the first plies, and powers of two */
    bool thorough = run->number % THOROUGH == 0 && (early || (word >> 8 & 63) == 0 || !run->actors);
    pays[LAW_CHEAP] = true;
    pays[LAW_DEAR] = thorough || (word >> 16 & 0x3fff) == 0;
    pays[LAW_SOME] = pays[LAW_DEAR] || (word & 15) == 0;
}

static bool ask_here(struct law_run *run, struct law_table *table) {
    bool pays[LAW_COSTS], good = true;
    choose_costs(run, pays);
    for (int law = 0; law < table->n; law++) {
        const struct law *at = table->at[law];
        if (!pays[at->cost] || table->fault[law].there) continue;
        if (at->when == LAW_NODE || (at->when == LAW_PLY && run->ply)) good &= ask(run, table, law);
    }
    return good;
}

/* ---- Playing ------------------------------------------------------------------------------------------------------------- */

static void look(struct law_run *run) {
    run->actors = run->game->actors(run->tables, run->position);
    run->movers = alea_movers(run->rules, run->position);
    for (int seat = 0; seat < run->seats; seat++)
        run->n_legal[seat] =
            run->movers & alea_actor(seat) ? run->game->legal(run->tables, run->position, seat, run->legal[seat]) : 0;
    run->n_host = run->game->legal(run->tables, run->position, ALEA_HOST, run->host);
}

static bool host_may(const struct law_run *run, alea_move move) {
    return !run->game->why_not(run->tables, run->position, ALEA_HOST, move);
}

/* One of the host's moves; now and then one that legal() need not list: what fell at a real table, or another number. */
static alea_move choose_of_host(struct law_run *run, struct alea_random *random) {
    bool listed = alea_random_below(random, 2) && run->n_host;
    if (!listed && run->actors == ALEA_ACTORS_CHANCE) {
        alea_move thrown = run->game->roll(run->tables, run->position, random);
        if (host_may(run, thrown)) return thrown;
    }
    assert(run->n_host); /* who throws at a table may throw */
    alea_move move = run->host[alea_random_below(random, (uint32_t)run->n_host)];
    if (listed || !law_takes_number(run, move)) return move;
    unsigned number = alea_random_below(random, 2 * alea_move_arg(move) + 2) & 0xffffffu;
    alea_move other = alea_move_make(alea_move_verb(move), number);
    return host_may(run, other) ? other : move;
}

/* As at a server's table, where nobody else throws: the dice, or what the host may enter instead; that is ended as often as not. */
static alea_move choose_at_table(struct law_run *run, struct alea_random *random) {
    for (int i = 0; i < run->n_host; i++) {
        law_copy(run, run->spare[0], run->position);
        run->game->apply(run->tables, run->spare[0], ALEA_HOST, run->host[i], NULL);
        if (!alea_at_table(run->rules, run->spare[0]) && alea_random_below(random, 2)) return run->host[i];
    }
    return choose_of_host(run, random);
}

/* What `greedy` would play, from what the seat can see. */
static alea_move choose_well(struct law_run *run, int seat, struct alea_random *random) {
    law_view(run, run->position, seat, run->spare[0]);
    memcpy(run->moves[0], run->legal[seat], (size_t)run->n_legal[seat] * sizeof *run->moves[0]);
    struct alea_bot_turn turn = {.rules = run->rules,
                                 .seat = seat,
                                 .view = run->spare[0],
                                 .legal = run->moves[0],
                                 .n_legal = run->n_legal[seat],
                                 .worth = run->worth[0],
                                 .random = random};
    return alea_bot_greedy.choose(&turn);
}

/* False at a dead end. */
static bool choose(struct law_run *run, struct alea_random *random) {
    bool waited_for = run->actors == ALEA_ACTORS_HOST;
    alea_actors from = run->actors, optional = run->movers & ~run->actors;
    if (optional && !alea_random_below(random, OPTIONAL)) from = optional, waited_for = false;
    const bool hosted = run->at_table || run->number % HOSTED == 3;
    if (run->n_host && (waited_for || (hosted && !alea_random_below(random, 200)))) {
        run->seat = ALEA_HOST;
        run->move = choose_of_host(run, random);
        return true;
    }
    if (run->actors == ALEA_ACTORS_CHANCE && alea_at_table(run->rules, run->position)) {
        run->seat = ALEA_HOST;
        run->at_table = true;
        run->move = choose_at_table(run, random);
        return true;
    }
    if (run->actors == ALEA_ACTORS_CHANCE) {
        run->seat = ALEA_CHANCE;
        run->move = run->game->roll(run->tables, run->position, random);
        return true;
    }
    uint32_t n = (uint32_t)__builtin_popcountll(from);
    alea_actors left = from;
    for (uint32_t skip = n > 1 ? alea_random_below(random, n) : 0; skip; skip--) left &= left - 1;
    run->seat = __builtin_ctzll(left);
    if (run->seat >= run->seats || !run->n_legal[run->seat]) return false;
    bool well = run->noise < LAW_NOISE && (!run->noise || alea_random_below(random, LAW_NOISE) >= (uint32_t)run->noise);
    run->move = well ? choose_well(run, run->seat, random)
                     : run->legal[run->seat][alea_random_below(random, (uint32_t)run->n_legal[run->seat])];
    return true;
}

static void make(struct law_run *run) {
    struct alea_ply *record = (struct alea_ply *)run->record;
    if (run->ply >= RECORD && !(run->ply & (run->ply - 1))) {
        record = realloc(record, 2 * (size_t)run->ply * sizeof *record);
        if (!record) abort();
        run->record = record;
    }
    bool noted = run->seat == ALEA_HOST;
    record[run->ply] =
        (struct alea_ply){.move = run->move, .seat = (uint8_t)run->seat, .note = noted ? "così è: \"x\" | y" : NULL};
    law_copy(run, (void *)run->before, run->position);
    struct alea_events *events = (struct alea_events *)run->events;
    events->n = 0;
    run->ply++; /* before apply(), so that a crash in it is in the record */
    law_progress->ply = run->ply;
    law_progress->law = "none: the game itself";
    run->game->apply(run->tables, (void *)run->position, run->seat, run->move, events);
}

static struct alea_random stream_of(const struct law_run *run, uint64_t number) {
    return alea_random_stream(run->seed, (uint64_t)run->variant << 40 ^ number);
}

static void set_up(struct law_run *run) {
    run->ply = law_progress->ply = 0;
    memset((void *)run->position, 0, run->game->position_size);
    run->game->setup(run->tables, (void *)run->position);
    look(run);
}

/* ---- Games that begin late ----------------------------------------------------------------------------------------------- */

static bool begins_late(const struct law_run *run, long number) {
    return run->game->late_round && !run->greedy && number % LATE_OF >= LATE_OF - LATE;
}

static bool is_late(const struct law_run *run) {
    return run->actors && run->game->round(run->tables, run->position) >= run->game->late_round;
}

/* Plays towards the late rounds, nobody asking; stops after so many plies. */
static struct alea_random go(struct law_run *run, long way, long most) {
    struct alea_random random = stream_of(run, WAYS | (uint64_t)way);
    run->number = -1; /* the same way, whichever game asks for it */
    run->noise = 1;
    set_up(run);
    while (run->ply < most && run->actors && !is_late(run) && choose(run, &random)) {
        make(run);
        look(run);
    }
    return random;
}

static void keep_way(struct law_run *run, long way) {
    struct law_way *kept = &run->way;
    free(kept->record);
    *kept = (struct law_way){
        .there = true, .number = way, .plies = run->ply, .late = is_late(run), .at_table = run->at_table, .at = kept->at};
    kept->record = room((size_t)run->ply, sizeof *kept->record);
    memcpy(kept->record, run->record, (size_t)run->ply * sizeof *kept->record);
    law_copy(run, kept->at, run->position);
}

/* Puts the game where its way has led; false if that did not get to the late rounds. */
static bool take_way(struct law_run *run) {
    if (!run->way.late) return false;
    run->ply = law_progress->ply = run->way.plies;
    run->at_table = run->way.at_table;
    memcpy((void *)run->record, run->way.record, (size_t)run->ply * sizeof *run->record);
    law_copy(run, (void *)run->position, run->way.at);
    look(run);
    return true;
}

/* ---- A game ------------------------------------------------------------------------------------------------------------- */

/* The stream of the choices that follow. A way is not gone further than `most` plies. */
static struct alea_random begin(struct law_run *run, long number, long most) {
    law_progress->number = number;
    run->late = false;
    if (begins_late(run, number)) {
        long late = number / LATE_OF * LATE + number % LATE_OF - (LATE_OF - LATE), way = late / LAW_BRANCHES;
        if (!run->way.there || run->way.number != way) {
            struct alea_random random = go(run, way, most);
            if (run->ply >= most && !is_late(run)) return random;
            keep_way(run, way);
        }
        run->late = take_way(run);
        *(run->late ? &run->n_late : &run->n_early) += 1;
        run->noise = LAW_NOISE - (int)(late % LAW_NOISE); /* from all down to one */
    }
    run->number = number;
    if (!run->late) {
        run->noise = run->greedy || number % GREEDY == 2 ? 0 : LAW_NOISE;
        set_up(run);
    }
    return stream_of(run, (uint64_t)number);
}

long law_game(struct law_run *run, struct law_table *table, long number) {
    struct alea_random random = begin(run, number, run->game->max_plies);
    long first = run->ply;
    bool good = run->late || ask_here(run, table);
    while (good && run->actors && run->ply <= run->game->max_plies && choose(run, &random)) {
        make(run);
        look(run);
        good = ask_here(run, table);
    }
    bool over = good && !run->actors;
    for (int law = 0; over && law < table->n; law++)
        if (table->at[law]->when == LAW_GAME && !table->fault[law].there &&
            (table->at[law]->cost == LAW_CHEAP || number % THOROUGH == 0))
            ask(run, table, law);
    return run->ply - first;
}

void law_write_crash(struct law_run *run, long number, long plies) {
    struct alea_random random = begin(run, number, plies ? plies - 1 : 0);
    char path[256];
    run->number = number;
    while (run->ply + 1 < plies) {
        if (!choose(run, &random)) return;
        make(run);
        look(run);
    }
    if (plies && choose(run, &random)) /* the last ply is written, but not made: it may be the one that crashes */
        ((struct alea_ply *)run->record)[run->ply++] = (struct alea_ply){.move = run->move, .seat = (uint8_t)run->seat};
    write_transcript(run, "crash", run->ply - (plies > 0), path, sizeof path);
}
