/* SPDX-License-Identifier: MIT */
/* plans.c - the bot `plans`: searches whole plans, where `search` searches moves.
 *
 * A plan is all that a seat does until somebody else, or chance, has the word. Those that are compared are what the game's
 * tempers would do (strategy.tempered): the ones that are known for whole games, and shades of them as long as they bring
 * something new. They are compared by sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in
 * multi-armed bandits", 2013): all of them in the same guessed worlds with the same dice, and the worse half is dropped, until one
 * is left or the budget is spent. In a world the plan is played, then the game goes on by tempers, the seat's own
 * side by the strongest one, the others by each in turn, for some rounds or to the end; then evaluation() or score() speaks.
 *
 * By iterations the choice is a function of view and stream, in however many slices it is thought. What is decided is kept for the
 * moves that follow: struct alea_plan. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "engine_text.h"
#include "now.h"
#include "plans.h"
#include "search.h"

enum {
    PLANS_MS = 1000,  /* of a bot that was given no limit */
    MOST_SHADES = 30, /* that are looked at, many of which do what another does */
    LOOK_EVERY = 64,  /* plies after which the clock is looked at */
    STRONGEST = 1     /* the temper of that number */
};

/* What is thought of another temper's plan before it is tried: how much less than the first it brings, how far that differs from plan to plan,
 * and from world to world, which is believed as much as so many worlds. */
static const double LESS = 0.03, BETWEEN_PLANS = 0.03, BETWEEN_WORLDS = 0.3, BELIEVED = 4;

struct plan {
    uint32_t temper;
    int moves;
    uint64_t end; /* hash of where it led in the first world */
    alea_move move[ALEA_PLAN_STEPS];
    double value;               /* what came of it in the last world */
    long worlds;                /* in which it was played to the end */
    double sum, ahead, squares; /* in all of them; by how much more than of the first plan, and the squares of that */
    bool alive;
};

struct room {
    const struct alea_rules *rules;
    struct alea_budget budget;
    struct alea_plan kept;
    void *pos, *view; /* two positions in one block that `pos` owns */
    alea_move *legal;
    double *worth;
    struct plan *plan; /* PLANS_MOST and one to try */
    int plans;
    /* Of the choice that is being made. */
    const struct alea_bot_turn *turn;
    alea_actors team;
    uint64_t seed;
    int64_t since, deadline; /* as if all of it had been thought in one go */
    bool late;
    long iterations, worlds;
    /* Of the contest, between two slices. */
    bool undecided;
    uint64_t view_hash;      /* of what it is about */
    int64_t spent, slice;    /* ns so far; when this slice ends, 0: it does not */
    int rounds, round, next; /* of the contest: how many, which; whose turn it is in this world */
};

/* ---- Memory ---------------------------------------------------------------------------------------------------------- */

static void close_room(void *memory) {
    struct room *room = memory;
    if (!room) return;
    free(room->pos);
    free(room->legal);
    free(room->worth);
    free(room->plan);
    free(room);
}

void *plans_open(const struct alea_rules *rules, const struct alea_budget *budget) {
    const struct alea_game *game = rules->game;
    size_t size = (game->position_size + 63) / 64 * 64;
    struct room *room = calloc(1, sizeof *room);
    if (!room) return NULL;
    room->rules = rules;
    room->budget = *budget;
    if (!room->budget.ms && !room->budget.iterations) room->budget.ms = PLANS_MS;
    room->pos = aligned_alloc(64, 2 * size);
    room->legal = calloc((size_t)game->max_legal, sizeof *room->legal);
    room->worth = calloc((size_t)game->max_legal, sizeof *room->worth);
    room->plan = calloc(PLANS_MOST + 1, sizeof *room->plan);
    if (!room->pos || !room->legal || !room->worth || !room->plan) {
        close_room(room);
        return NULL;
    }
    memset(room->pos, 0, 2 * size);
    room->view = (unsigned char *)room->pos + size;
    return room;
}

static void *open_room(const struct alea_rules *rules, const struct alea_bot_spec *spec) {
    return plans_open(rules, &spec->budget);
}

static void begin(void *memory, int seat, const struct alea_random *random) {
    struct room *room = memory;
    (void)seat, (void)random;
    room->kept.steps = 0;
    room->undecided = false;
}

/* ---- Playing on --------------------------------------------------------------------------------------------------------- */

static bool is_late(struct room *room) {
    const atomic_bool *stop = room->turn->stop;
    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) room->late = true;
    if (room->deadline && !room->late && alea_now_ns() >= room->deadline) room->late = true;
    return room->late;
}

static const void *look_as(struct room *room, int seat) {
    const struct alea_rules *rules = room->rules;
    if (!alea_game_has_secrets(rules->game)) return room->pos;
    memcpy(room->view, room->pos, rules->game->position_size);
    alea_hide(rules, room->view, seat);
    return room->view;
}

static alea_move liked_best(struct room *room, int seat, uint32_t temper, int n) {
    int best = 0;
    alea_tempered(room->rules, room->pos, seat, temper, room->legal, n, room->worth);
    for (int i = 1; i < n; i++)
        if (room->worth[i] > room->worth[best]) best = i;
    return room->legal[best];
}

/* What a General of that temper does at the position. */
static alea_move move_of(struct room *room, int seat, uint32_t temper) {
    const struct alea_game *game = room->rules->game;
    int n = game->legal(room->rules->tables, room->pos, seat, room->legal);
    assert(n > 0 && n <= game->max_legal);
    if (n == 1) return room->legal[0];
    return liked_best(room, seat, temper, n);
}

static void apply(struct room *room, int seat, alea_move move) {
    room->rules->game->apply(room->rules->tables, room->pos, seat, move, NULL);
}

static alea_actors actors_of(const struct room *room) { return room->rules->game->actors(room->rules->tables, room->pos); }

static bool somebody_chooses(alea_actors actors) {
    return actors != ALEA_ACTORS_OVER && actors != ALEA_ACTORS_CHANCE && actors != ALEA_ACTORS_HOST;
}

static bool is_asked(const struct room *room) {
    alea_actors actors = actors_of(room);
    return somebody_chooses(actors) && actors & alea_actor(room->turn->seat);
}

/* One way that the hidden may be: the i-th, the same for all plans. */
static struct alea_random make_world(struct room *room, long i) {
    struct alea_random random = alea_random_stream(room->seed, (uint64_t)i);
    memcpy(room->pos, room->turn->view, room->rules->game->position_size);
    alea_determinize(room->rules, room->pos, room->turn->seat, &random);
    return random;
}

/* ---- Plans ---------------------------------------------------------------------------------------------------------------- */

/* What the temper does in the first world; false if it comes to no end. */
static bool draw_up(struct room *room, struct plan *plan, uint32_t temper) {
    const int seat = room->turn->seat;
    *plan = (struct plan){.temper = temper, .alive = true};
    make_world(room, 0);
    do {
        if (plan->moves == ALEA_PLAN_STEPS) return false;
        alea_move move = move_of(room, seat, temper);
        plan->move[plan->moves++] = move;
        apply(room, seat, move);
    } while (is_asked(room));
    plan->end = search_hash(room->pos, room->rules->game->position_size);
    return true;
}

static bool is_new(const struct room *room, const struct plan *plan) {
    for (int i = 0; i < room->plans; i++)
        if (room->plan[i].end == plan->end) return false;
    return true;
}

/* The first is the strongest temper's, which the others have to beat. */
static void gather_plans(struct room *room) {
    const int tempers = room->rules->game->strategy.tempers;
    const long tries = room->budget.iterations, most = tries && tries < PLANS_MOST ? tries : PLANS_MOST;
    struct alea_random random = alea_random_stream(room->seed, UINT64_MAX);
    room->plans = 0;
    for (int i = 0; i < tempers + MOST_SHADES && room->plans < most; i++) {
        uint32_t temper = i >= tempers     ? (uint32_t)tempers + alea_random_below(&random, UINT32_C(1) << 30)
                          : i == 0         ? STRONGEST
                          : i == STRONGEST ? 0
                                           : (uint32_t)i;
        struct plan *plan = &room->plan[room->plans];
        if (draw_up(room, plan, temper) && is_new(room, plan)) room->plans++;
        if (room->plans && is_late(room)) break;
    }
}

/* ---- What comes of them --------------------------------------------------------------------------------------------------------- */

static int round_of(const struct room *room) {
    const struct alea_game *game = room->rules->game;
    return game->round ? game->round(room->rules->tables, room->pos) : 0;
}

/* Plays on to the horizon, or until a General comes to no end; false if there was no time. */
static bool play_on(struct room *room, long i, struct alea_random *random) {
    const struct alea_game *game = room->rules->game;
    const int rounds = game->strategy.rounds, last = rounds ? round_of(room) + rounds : 0;
    const uint32_t others = (uint32_t)i % (uint32_t)game->strategy.tempers;
    int last_seat = ALEA_NONE, in_a_row = 0;
    for (long ply = 0;; ply++) {
        alea_actors actors = actors_of(room);
        if (actors == ALEA_ACTORS_OVER || actors == ALEA_ACTORS_HOST || ply >= game->max_plies) return true;
        if (ply % LOOK_EVERY == LOOK_EVERY - 1 && is_late(room)) return false;
        int seat = __builtin_ctzll(actors);
        if (actors == ALEA_ACTORS_CHANCE) {
            apply(room, seat, game->roll(room->rules->tables, room->pos, random));
            continue;
        }
        if (last && round_of(room) >= last) return true;
        in_a_row = seat == last_seat ? in_a_row + 1 : 0;
        if (in_a_row == ALEA_PLAN_STEPS) return true; /* it takes back what it has entered, over and over */
        last_seat = seat;
        apply(room, seat, move_of(room, seat, room->team & alea_actor(seat) ? STRONGEST : others));
    }
}

static double reckon(const struct room *room) {
    const struct alea_game *game = room->rules->game;
    double share[ALEA_MAX_SEATS] = {0}, sum = 0;
    if (actors_of(room) == ALEA_ACTORS_OVER) game->score(room->rules->tables, room->pos, share);
    else if (game->strategy.evaluation) game->strategy.evaluation(room->rules->tables, room->pos, share);
    for (alea_actors team = room->team; team; team &= team - 1) sum += share[__builtin_ctzll(team)];
    return sum;
}

/* The plan in the i-th world. */
static bool try_out(struct room *room, struct plan *plan, long i) {
    const struct alea_game *game = room->rules->game;
    const int seat = room->turn->seat;
    struct alea_random random = make_world(room, i);
    for (int at = 0; at < plan->moves && is_asked(room); at++) {
        if (game->why_not(room->rules->tables, room->pos, seat, plan->move[at])) break;
        apply(room, seat, plan->move[at]);
    }
    if (!play_on(room, i, &random)) return false;
    plan->value = reckon(room);
    room->iterations++;
    return true;
}

/* ---- The contest ------------------------------------------------------------------------------------------------------------------ */

static double part_used(const struct room *room) {
    double part = 0;
    if (room->budget.iterations) part = (double)room->iterations / (double)room->budget.iterations;
    if (!room->deadline) return part;
    double by_time = (double)(alea_now_ns() - room->since) / (double)(room->deadline - room->since);
    return by_time > part ? by_time : part;
}

/* All that are left, in one world more; what was not finished there does not count. False: the slice has ended before. */
static bool sweep(struct room *room) {
    while (room->next < room->plans) {
        struct plan *plan = &room->plan[room->next++];
        if (!plan->alive) continue;
        if (!try_out(room, plan, room->worlds)) return true;
        if (room->slice && alea_now_ns() >= room->slice) return false;
    }
    room->next = 0;
    for (int p = 0; p < room->plans; p++) {
        struct plan *plan = &room->plan[p];
        double ahead = plan->value - room->plan[0].value;
        if (!plan->alive) continue;
        plan->worlds++;
        plan->sum += plan->value;
        plan->ahead += ahead;
        plan->squares += ahead * ahead;
    }
    room->worlds++;
    return true;
}

static int n_alive(const struct room *room) {
    int n = 0;
    for (int p = 1; p < room->plans; p++) n += room->plan[p].alive;
    return n;
}

/* Drops the worse half of those that challenge the first. */
static void halve(struct room *room) {
    for (int drop = (n_alive(room) + 1) / 2; drop; drop--) {
        struct plan *worst = NULL;
        for (int p = 1; p < room->plans; p++)
            if (room->plan[p].alive && (!worst || room->plan[p].sum <= worst->sum)) worst = &room->plan[p];
        assert(worst); /* at least as many are alive */
        worst->alive = false;
    }
}

/* Is it to be expected that it is better than the first? By the rule of Bayes, all taken to be normal: the best of some tries of plans that are no
 * better looks better than it is. */
static bool is_ahead(const struct room *room, const struct plan *plan) {
    const double n = (double)room->worlds, mean = n > 0 ? plan->ahead / n : 0;
    const double spread = (plan->squares - n * mean * mean + BELIEVED * BETWEEN_WORLDS * BETWEEN_WORLDS) / (n + BELIEVED);
    return plan->ahead * BETWEEN_PLANS * BETWEEN_PLANS > LESS * spread;
}

static void begin_contest(struct room *room) {
    room->rounds = room->round = 1;
    for (int n = room->plans - 1; n > 1; n /= 2) room->rounds++;
    room->worlds = room->next = 0;
}

/* The first is measured to the end; of the others half is dropped whenever another part of the budget is used, and the world that was begun is
 * over for all of them. False: the slice has ended before. */
static bool compare(struct room *room) {
    for (; room->round <= room->rounds && !room->late; room->round++) {
        while ((room->next || part_used(room) * room->rounds < room->round) && !room->late)
            if (!sweep(room)) return false;
        if (room->round < room->rounds && !room->late) halve(room);
    }
    return true;
}

static const struct plan *best_of(const struct room *room) {
    const struct plan *best = &room->plan[0];
    for (int p = 1; p < room->plans; p++)
        if (room->plan[p].alive && room->plan[p].sum > best->sum) best = &room->plan[p];
    return is_ahead(room, best) ? best : &room->plan[0];
}

/* ---- Choosing --------------------------------------------------------------------------------------------------------------------- */

/* Writes down what the seat will see before each of its moves. */
static void keep(struct room *room, const struct plan *plan, struct alea_plan *kept) {
    const int seat = room->turn->seat;
    make_world(room, 0);
    kept->steps = 0;
    for (int at = 0; at < plan->moves; at++) {
        kept->step[kept->steps++] = (struct alea_plan_step){
            .view = search_hash(look_as(room, seat), room->rules->game->position_size), .move = plan->move[at]};
        apply(room, seat, plan->move[at]);
    }
}

/* 0: nothing was decided for what is seen now. */
static alea_move recall(const struct alea_plan *kept, const struct alea_bot_turn *turn, uint64_t view) {
    for (int at = 0; at < kept->steps; at++)
        for (int i = 0; kept->step[at].view == view && i < turn->n_legal; i++)
            if (turn->legal[i] == kept->step[at].move) return turn->legal[i];
    return 0;
}

/* Begins a slice of it, the first or another. */
static void begin_slice(struct room *room, const struct alea_bot_turn *turn) {
    const int64_t ms = 1000000, now = alea_now_ns();
    int most = room->budget.ms;
    if (turn->most_ms > 0 && (most == 0 || most > turn->most_ms)) most = turn->most_ms;
    room->turn = turn;
    room->since = now - room->spent;
    room->deadline = most ? room->since + most * ms : 0;
    room->slice = turn->slice_ms ? now + turn->slice_ms * ms : 0;
    room->late = false;
}

static void begin_turn(struct room *room, const struct alea_bot_turn *turn, uint64_t seed) {
    room->team = alea_team(turn->rules, turn->seat);
    room->seed = seed;
    room->spent = 0;
    room->iterations = 0;
    begin_slice(room, turn);
    gather_plans(room);
    begin_contest(room);
}

static double mean_of(const struct plan *plan) { return plan->worlds ? plan->sum / (double)plan->worlds : -1; }

/* Behind those that came out better: those that were dropped have fewer worlds, and stand where their mean is. */
static int place_in(const struct plans_told out[], int n, double mean) {
    int at = n;
    while (at > 1 && out[at - 1].value < mean) at--;
    return at;
}

int plans_weigh(const struct alea_bot_turn *turn, struct plans_told out[], int most, long *iterations) {
    struct room *room = turn->room;
    begin_turn(room, turn, alea_bot_seed(turn));
    room->slice = 0; /* in one go */
    if (room->plans) compare(room);
    const struct plan *chosen = room->plans ? best_of(room) : NULL;
    int n = 0;
    for (int i = -1; i < room->plans && n < most; i++) {
        const struct plan *plan = i < 0 ? chosen : &room->plan[i];
        if (!plan || (i >= 0 && plan == chosen)) continue;
        int at = n ? place_in(out, n, mean_of(plan)) : 0;
        memmove(&out[at + 1], &out[at], (size_t)(n++ - at) * sizeof *out);
        out[at] =
            (struct plans_told){.move = plan->move, .moves = plan->moves, .worlds = plan->worlds, .value = mean_of(plan)};
    }
    *iterations = room->iterations;
    return n;
}

static alea_move choose(const struct alea_bot_turn *turn) {
    struct room *room = turn->room;
    struct alea_plan *kept = turn->plan ? turn->plan : &room->kept;
    if (turn->n_legal == 1) return turn->legal[0];
    if (!turn->rules->game->strategy.tempered) return alea_bot_greedy.choose(turn);
    const uint64_t seed = alea_bot_seed(turn); /* whatever was decided: the stream goes on alike */
    const uint64_t view = search_hash(turn->view, turn->rules->game->position_size);
    const alea_move decided = recall(kept, turn, view);
    if (decided) return decided;
    if (room->undecided && room->view_hash == view) begin_slice(room, turn);
    else begin_turn(room, turn, seed);
    room->view_hash = view;
    room->undecided = room->plans > 1 && !compare(room);
    room->spent = alea_now_ns() - room->since;
    if (room->undecided) return 0;
    if (!room->plans) return alea_bot_greedy.choose(turn);
    const struct plan *best = best_of(room);
    keep(room, best, kept);
    return best->move[0];
}

const struct alea_bot alea_bot_plans = {
    .name = "plans",
    .in = {ENGINE_SAY_BOT_PLANS},
    .wants_view = true,
    .takes_budget = true,
    .plans = true,
    .open = open_room,
    .begin = begin,
    .close = close_room,
    .choose = choose,
};
