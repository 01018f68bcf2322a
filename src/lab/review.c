/* SPDX-License-Identifier: MIT */
/* review.c - the positions of a match played on from by `greedy`, many times each, and what that says of throws and choices.
 *
 * Sample k of any position draws from stream k, so that positions that are compared meet the same luck afterwards. Threads take plies
 * one by one from an atomic counter; a ply's numbers depend on nothing but the match, the samples and the seed. */
#include "review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "workers.h"

enum {
    CANDIDATES = 8,    /* choices that are looked at beside the one that was made: those that heuristic() likes best */
    MAX_OUTCOMES = 48, /* of a throw that are weighed exactly; of more, so many are drawn */
    HORIZON = 12,      /* plies played on at least */
    SUSPECTS = 24,     /* choices that are looked at again: the dearest */
    AGAIN = 4,         /* with so many times the samples, */
    FAR = 200,         /* played on to the end of the round, but not beyond so many plies */
    SEASONS = 4000,    /* sums of luck drawn for the percentiles */
    LOOK_UP_MS = 500
};

static const uint64_t CHOICE_SEED = UINT64_C(0x5ec0de5a1ad5eed5), SEASON_SEED = UINT64_C(0x1abe11ed0dd5eed5);

/* ---- One thread ------------------------------------------------------------------------------------------------------- */

/* Chances of one throw, for the percentiles: how lucky each seat was in each outcome, and its weight. */
struct throws {
    int n;
    double weight[MAX_OUTCOMES];
    double *luck; /* n * seats */
};

struct job {
    const struct review_wish *wish;
    struct review *review;
    struct throws *throws; /* a ply each; n is 0 where nothing was thrown */
    atomic_long next;
    long suspect[SUSPECTS]; /* plies */
    int n_suspects;
    atomic_bool failed;
};

/* Room of one thread. Positions: before the ply, a world that its seat thinks possible, the one that is played on, a view. */
struct bench {
    struct job *job;
    bool far; /* play on to the end of the round */
    const struct alea_rules *rules;
    const struct alea_game *game;
    const void *tables;
    alea_estimate *estimate; /* NULL: a playout goes on to the end */
    unsigned char *block;
    void *before, *world, *pos, *view;
    alea_move *legal, *own; /* of the playout, of the choice */
    double *worth;
    struct alea_outcome *outcomes;
};

static bool bench_init(struct bench *bench, struct job *job) {
    const struct alea_rules *rules = alea_match_rules(job->review->match);
    size_t size = (rules->game->position_size + 63) / 64 * 64, n = (size_t)rules->game->max_legal + 1;
    *bench = (struct bench){.job = job, .rules = rules, .game = rules->game, .tables = rules->tables};
    bench->estimate = alea_bot_estimate(rules->game, false);
    bench->block = calloc(4, size);
    bench->legal = calloc(n, sizeof *bench->legal);
    bench->own = calloc(n, sizeof *bench->own);
    bench->worth = calloc(n, sizeof *bench->worth);
    bench->outcomes = calloc((size_t)rules->game->max_outcomes + 1, sizeof *bench->outcomes);
    if (!bench->block || !bench->legal || !bench->own || !bench->worth || !bench->outcomes) return false;
    bench->before = bench->block;
    bench->world = bench->block + size;
    bench->pos = bench->block + 2 * size;
    bench->view = bench->block + 3 * size;
    return true;
}

static void bench_clear(struct bench *bench) {
    free(bench->block);
    free(bench->legal);
    free(bench->own);
    free(bench->worth);
    free(bench->outcomes);
}

static bool stopped(const struct job *job) {
    return atomic_load_explicit(&job->failed, memory_order_relaxed) || (job->wish->stop && atomic_load(job->wish->stop));
}

/* ---- What a position promises ------------------------------------------------------------------------------------------ */

/* Greedy's next move in bench->pos. */
static alea_move decide(struct bench *bench, int seat, struct alea_random *random) {
    memcpy(bench->view, bench->pos, bench->game->position_size);
    alea_hide(bench->rules, bench->view, seat);
    struct alea_bot_turn turn = {.rules = bench->rules, .seat = seat, .view = bench->view, .random = random};
    turn.legal = bench->legal;
    turn.worth = bench->worth;
    turn.n_legal = bench->game->legal(bench->tables, bench->pos, seat, bench->legal);
    return alea_bot_greedy.choose(&turn);
}

/* Plays bench->pos on by sample k's stream and adds what each seat may expect then. A game without an estimate is played to its end. */
static void sample(struct bench *bench, uint64_t k, double sum[]) {
    const struct alea_game *game = bench->game;
    struct alea_random random = alea_random_stream(bench->job->wish->seed, k);
    double score[ALEA_MAX_SEATS] = {0};
    long left = !bench->estimate                   ? game->max_plies
                : bench->far                       ? FAR
                : game->strategy.horizon > HORIZON ? game->strategy.horizon
                                                   : HORIZON;
    int round = game->round(bench->tables, bench->pos);
    alea_actors actors;
    for (; (actors = game->actors(bench->tables, bench->pos)) != ALEA_ACTORS_OVER && left > 0; left--) {
        if (actors == ALEA_ACTORS_HOST) break; /* a pause: nobody else may move */
        if (bench->far && game->round(bench->tables, bench->pos) != round) break;
        int seat = __builtin_ctzll(actors);
        bool chance = actors == ALEA_ACTORS_CHANCE;
        alea_move move = chance ? game->roll(bench->tables, bench->pos, &random) : decide(bench, seat, &random);
        game->apply(bench->tables, bench->pos, seat, move, NULL);
    }
    if (actors == ALEA_ACTORS_OVER || !bench->estimate) game->score(bench->tables, bench->pos, score);
    else bench->estimate(bench->tables, bench->pos, score);
    for (int seat = 0; seat < bench->rules->seats; seat++) sum[seat] += score[seat];
}

/* The mean of samples first .. end - 1 of `from`, after `seat` played `move` there (0: as it is). */
static void value_of(struct bench *bench, const void *from, int seat, alea_move move, int first, int end, double out[]) {
    memset(out, 0, (size_t)bench->rules->seats * sizeof *out);
    for (int k = first; k < end; k++) {
        memcpy(bench->pos, from, bench->game->position_size);
        if (move) bench->game->apply(bench->tables, bench->pos, seat, move, NULL);
        sample(bench, (uint64_t)k, out);
    }
    for (int i = 0; i < bench->rules->seats; i++) out[i] /= end - first;
}

/* ---- Throws ------------------------------------------------------------------------------------------------------------- */

/* What could have fallen at bench->before, into bench->outcomes: all of it by weight, or so many draws. */
static int list_outcomes(struct bench *bench, long ply) {
    int n = bench->game->outcomes(bench->tables, bench->before, bench->outcomes);
    if (n <= MAX_OUTCOMES) return n;
    struct alea_random random = alea_random_stream(bench->job->wish->seed ^ SEASON_SEED, (uint64_t)ply);
    for (n = 0; n < MAX_OUTCOMES; n++)
        bench->outcomes[n] =
            (struct alea_outcome){.move = bench->game->roll(bench->tables, bench->before, &random), .weight = 1};
    return n;
}

/* Computes the luck of the throw that was ply `ply`, after which the position is worth value[ply]. */
static void look_at_throw(struct bench *bench, long ply) {
    struct review *review = bench->job->review;
    struct throws *throws = &bench->job->throws[ply - 1];
    int seats = review->seats, samples = bench->job->wish->samples, n = list_outcomes(bench, ply);
    double total = 0, mean[ALEA_MAX_SEATS] = {0};
    if (n < 2) return; /* nothing could have come otherwise */
    double *luck = calloc((size_t)n * (size_t)seats, sizeof *luck);
    if (!luck) {
        atomic_store(&bench->job->failed, true);
        return;
    }
    *throws = (struct throws){.n = n, .luck = luck};
    for (int i = 0; i < n; i++) {
        throws->weight[i] = bench->outcomes[i].weight;
        total += throws->weight[i];
        value_of(bench, bench->before, ALEA_CHANCE, bench->outcomes[i].move, 0, samples, luck + i * seats);
        for (int seat = 0; seat < seats; seat++) mean[seat] += throws->weight[i] * luck[i * seats + seat];
    }
    for (int seat = 0; seat < seats; seat++) mean[seat] /= total;
    for (int i = 0; i < n; i++) throws->weight[i] /= total;
    for (int i = 0; i < n * seats; i++) luck[i] -= mean[i % seats];
    for (int seat = 0; seat < seats; seat++)
        review->luck[(ply - 1) * seats + seat] = review->value[ply * seats + seat] - mean[seat];
}

/* ---- Choices ------------------------------------------------------------------------------------------------------------ */

/* Puts the move that was made first, and behind it those that look best at `world`; how many to look at. */
static int candidates(struct bench *bench, int seat, alea_move made, int n) {
    alea_move *own = bench->own;
    alea_heuristic(bench->rules, bench->world, seat, own, n, bench->worth);
    for (int i = 0; i < n; i++)
        if (own[i] == made) bench->worth[i] = HUGE_VAL;
    int most = n < CANDIDATES + 1 ? n : CANDIDATES + 1;
    for (int i = 0; i < most; i++) {
        int best = i;
        for (int j = i + 1; j < n; j++)
            if (bench->worth[j] > bench->worth[best]) best = j;
        double worth = bench->worth[i];
        alea_move move = own[i];
        bench->worth[i] = bench->worth[best], own[i] = own[best];
        bench->worth[best] = worth, own[best] = move;
    }
    return most;
}

/* A world that the seat may have thought itself in at bench->before: number k of them, the same for every candidate. */
static void imagine(struct bench *bench, long ply, int seat, int k) {
    struct alea_random random = alea_random_stream(bench->job->wish->seed ^ CHOICE_SEED,
                                                   (uint64_t)ply * (AGAIN + 1) * REVIEW_MAX_SAMPLES + (uint64_t)k);
    memcpy(bench->world, bench->before, bench->game->position_size);
    alea_hide(bench->rules, bench->world, seat);
    alea_determinize(bench->rules, bench->world, seat, &random);
}

/* What the seat scores on the average after the move, over samples first .. end - 1, each in a world of its own. */
static double promise(struct bench *bench, long ply, int seat, alea_move move, int first, int end) {
    double sum = 0, value[ALEA_MAX_SEATS];
    for (int k = first; k < end; k++) {
        imagine(bench, ply, seat, k);
        value_of(bench, bench->world, seat, move, k, k + 1, value);
        sum += value[seat];
    }
    return sum / (end - first);
}

/* What the seat scores more by `better` than by `made`, on the average over samples first .. end - 1, both in the same worlds; and the
 * standard error of that, squared. */
static double difference(struct bench *bench, long ply, int seat, alea_move better, alea_move made, int first, int end,
                         double *error2) {
    const int n = end - first;
    double sum = 0, squares = 0;
    for (int k = first; k < end; k++) {
        const double one = promise(bench, ply, seat, better, k, k + 1) - promise(bench, ply, seat, made, k, k + 1);
        sum += one;
        squares += one * one;
    }
    *error2 = n > 1 ? fmax(0, squares - sum * sum / n) / ((double)n * (n - 1)) : 0;
    return sum / n;
}

static void look_at_choice(struct bench *bench, long ply, int seat, alea_move made) {
    struct review_ply *out = &bench->job->review->ply[ply - 1];
    int n = bench->game->legal(bench->tables, bench->before, seat, bench->own);
    out->kind = n > 1 ? REVIEW_CHOICE : REVIEW_FORCED;
    if (n < 2) return;
    int samples = bench->job->wish->samples < 2 ? 2 : bench->job->wish->samples, half = samples / 2;
    imagine(bench, ply, seat, 0);
    n = candidates(bench, seat, made, n);
    alea_move moves[CANDIDATES + 1];
    memcpy(moves, bench->own, (size_t)n * sizeof *moves);
    int best = 0;
    double most = promise(bench, ply, seat, made, 0, half);
    for (int i = 1; i < n; i++) {
        double value = promise(bench, ply, seat, moves[i], 0, half);
        if (value > most) most = value, best = i;
    }
    out->better = moves[best];
    if (best) out->cost = difference(bench, ply, seat, moves[best], made, half, samples, &out->error2);
}

/* By samples that had no part in finding it. */
static void look_again(struct bench *bench, long ply) {
    struct review *review = bench->job->review;
    struct review_ply *at = &review->ply[ply - 1];
    int first = bench->job->wish->samples, end = (AGAIN + 1) * first;
    alea_match_position_at(review->match, ply - 1, bench->before);
    bench->far = bench->estimate != NULL;
    const alea_move made = alea_match_ply(review->match, ply)->move;
    at->cost = difference(bench, ply, at->seat, at->better, made, first, end, &at->error2);
    bench->far = false;
}

/* ---- All plies ------------------------------------------------------------------------------------------------------------ */

static void look_at_ply(struct bench *bench, long ply) {
    struct review *review = bench->job->review;
    const struct alea_ply *made = alea_match_ply(review->match, ply);
    struct review_ply *out = &review->ply[ply - 1];
    alea_match_position_at(review->match, ply, bench->world);
    value_of(bench, bench->world, 0, 0, 0, bench->job->wish->samples, &review->value[ply * review->seats]);
    alea_match_position_at(review->match, ply - 1, bench->before);
    *out = (struct review_ply){.seat = made->seat, .battle = -1, .better = made->move};
    out->round = bench->game->round(bench->tables, bench->before);
    if (made->seat == ALEA_HOST) {
        out->kind = REVIEW_HOST;
    } else if (alea_match_is_taken_back(review->match, ply)) {
        out->kind = REVIEW_TAKEN_BACK;
    } else if (made->seat == ALEA_CHANCE) {
        out->kind = REVIEW_CHANCE;
        look_at_throw(bench, ply);
    } else {
        look_at_choice(bench, ply, made->seat, made->move);
    }
}

static void look_up(void *context) {
    const struct review_wish *wish = ((struct job *)context)->wish;
    wish->look_up(wish->context);
}

static void work(void *context) {
    struct job *job = context;
    struct bench bench;
    bool fine = bench_init(&bench, job);
    if (!fine) atomic_store(&job->failed, true);
    for (long ply; fine && !stopped(job) && (ply = atomic_fetch_add(&job->next, 1)) <= job->review->plies;) {
        if (ply == 0) {
            alea_match_position_at(job->review->match, 0, bench.world);
            value_of(&bench, bench.world, 0, 0, 0, job->wish->samples, job->review->value);
        } else {
            look_at_ply(&bench, ply);
        }
        if (job->wish->done) atomic_fetch_add_explicit(job->wish->done, 1, memory_order_relaxed);
        if (!job->wish->threads && job->wish->look_up) look_up(job);
    }
    bench_clear(&bench);
}

static void work_again(void *context) {
    struct job *job = context;
    struct bench bench;
    bool fine = bench_init(&bench, job);
    if (!fine) atomic_store(&job->failed, true);
    for (long i; fine && !stopped(job) && (i = atomic_fetch_add(&job->next, 1)) < job->n_suspects;)
        look_again(&bench, job->suspect[i]);
    bench_clear(&bench);
}

static void run(struct job *job, void (*work_of)(void *job)) {
    atomic_store(&job->next, 0);
    if (job->wish->threads == 0) work_of(job);
    else lab_workers_run(job->wish->threads, work_of, job->wish->look_up ? look_up : NULL, LOOK_UP_MS, job);
}

/* The dearest choices: a few of thousands seem dear by accident, or because the consequences lie beyond the horizon. */
static void find_suspects(struct job *job) {
    for (long ply = 1; ply <= job->review->plies; ply++) {
        double cost = job->review->ply[ply - 1].cost;
        int at = job->n_suspects;
        if (cost <= 0) continue;
        while (at > 0 && job->review->ply[job->suspect[at - 1] - 1].cost < cost) at--;
        if (at == SUSPECTS) continue;
        if (job->n_suspects < SUSPECTS) job->n_suspects++;
        memmove(&job->suspect[at + 1], &job->suspect[at], (size_t)(job->n_suspects - 1 - at) * sizeof *job->suspect);
        job->suspect[at] = ply;
    }
}

/* ---- What it comes to ------------------------------------------------------------------------------------------------------- */

/* True if the move points at a place or a seat, and so begins a new battle. */
static bool points(const struct alea_rules *rules, alea_move move) {
    unsigned set = rules->game->texts->verbs[alea_move_verb(move)].set;
    return set != ALEA_SET_NONE && set != ALEA_SET_NUMBER;
}

/* Throws of one round with nothing between them but choices of one seat that point at nothing ("go on", "stop", so many) are one
 * battle. */
static bool find_battles(struct review *review) {
    const struct alea_rules *rules = alea_match_rules(review->match);
    struct review_battle *open = NULL;
    int chooser = ALEA_NONE;
    long decision = 0;
    review->battle = calloc((size_t)review->plies + 1, sizeof *review->battle);
    if (!review->battle) return false;
    for (long ply = 1; ply <= review->plies; ply++) {
        struct review_ply *at = &review->ply[ply - 1];
        if (open && review->ply[open->first - 1].round != at->round) open = NULL;
        if (at->kind == REVIEW_CHANCE) {
            if (!open) {
                open = &review->battle[review->n_battles++];
                *open = (struct review_battle){.first = ply, .decision = decision, .seat = decision ? chooser : ALEA_NONE};
            }
            open->last = ply;
            at->battle = (int)(review->n_battles - 1);
        } else if (at->kind >= REVIEW_HOST || at->seat != chooser ||
                   points(rules, alea_match_ply(review->match, ply)->move)) {
            open = NULL;
        }
        if (at->kind >= REVIEW_CHANCE) continue;
        bool aims = points(rules, alea_match_ply(review->match, ply)->move);
        if (aims) decision = ply;
        else if (at->seat != chooser) decision = 0;
        chooser = at->seat;
    }
    return true;
}

/* The share of seasons, all throws of the match thrown anew, that were less lucky for the seat; half of those that were as lucky. */
static double percentile(const struct job *job, int seat) {
    const struct review *review = job->review;
    struct alea_random random = alea_random_stream(job->wish->seed ^ SEASON_SEED, UINT64_MAX - (uint64_t)seat);
    double below = 0, was = review->seat[seat].luck;
    for (int season = 0; season < SEASONS && !stopped(job); season++) {
        double sum = 0;
        for (long i = 0; i < review->plies; i++) {
            const struct throws *throws = &job->throws[i];
            if (throws->n == 0) continue;
            double left = (double)alea_random_word(&random) / 4294967296.0;
            int at = 0;
            while (at + 1 < throws->n && left >= throws->weight[at]) left -= throws->weight[at++];
            sum += throws->luck[at * review->seats + seat];
        }
        below += sum < was - 1e-9 ? 1 : sum < was + 1e-9 ? 0.5 : 0;
    }
    return 100 * below / SEASONS;
}

static void add_up(const struct job *job) {
    struct review *review = job->review;
    for (long i = 0; i < review->plies; i++) {
        const struct review_ply *ply = &review->ply[i];
        for (int seat = 0; seat < review->seats; seat++) review->seat[seat].luck += review->luck[i * review->seats + seat];
        if (ply->kind != REVIEW_CHOICE) continue;
        review->seat[ply->seat].cost += ply->cost;
        review->seat[ply->seat].noise += ply->error2;
        review->seat[ply->seat].choices++;
        long now = i + 1;
        for (int rank = 0; rank < REVIEW_MISTAKES && ply->cost > 0; rank++) {
            long there = review->mistake[rank];
            if (there && review->ply[there - 1].cost >= review->ply[now - 1].cost) continue;
            review->mistake[rank] = now;
            if (!there) break;
            now = there;
        }
    }
    for (int seat = 0; seat < review->seats; seat++) {
        struct review_seat *at = &review->seat[seat];
        at->percentile = percentile(job, seat);
        at->cost = fmax(0, at->cost); /* below it there is only noise */
        at->noise = sqrt(at->noise);
    }
}

void review_battle_luck(const struct review *review, const struct review_battle *battle, double luck[]) {
    memset(luck, 0, (size_t)review->seats * sizeof *luck);
    for (long ply = battle->first; ply <= battle->last; ply++)
        for (int seat = 0; seat < review->seats; seat++) luck[seat] += review->luck[(ply - 1) * review->seats + seat];
}

int review_usual_samples(const struct alea_match *match) {
    long plies = alea_match_plies(match);
    return plies > 20000 ? 2 : plies > 4000 ? 4 : plies > 1500 ? 16 : 32;
}

bool review_make(const struct alea_match *match, const struct review_wish *wish, struct review *review) {
    long plies = alea_match_plies(match);
    int seats = alea_match_rules(match)->seats;
    *review = (struct review){.match = match, .plies = plies, .seats = seats, .samples = wish->samples};
    if (plies > REVIEW_MAX_PLIES) return false;
    struct job job = {.wish = wish, .review = review};
    review->ply = calloc((size_t)plies + 1, sizeof *review->ply);
    review->value = calloc((size_t)(plies + 1) * (size_t)seats, sizeof *review->value);
    review->luck = calloc((size_t)(plies + 1) * (size_t)seats, sizeof *review->luck);
    job.throws = calloc((size_t)plies + 1, sizeof *job.throws);
    bool fine = review->ply && review->value && review->luck && job.throws;
    if (fine) run(&job, work);
    if (fine && !stopped(&job)) {
        find_suspects(&job);
        run(&job, work_again);
    }
    fine = fine && !stopped(&job) && find_battles(review);
    if (fine) add_up(&job);
    fine = fine && !stopped(&job);
    for (long i = 0; i < plies && job.throws; i++) free(job.throws[i].luck);
    free(job.throws);
    return fine;
}

void review_clear(struct review *review) {
    free(review->ply);
    free(review->value);
    free(review->luck);
    free(review->battle);
    *review = (struct review){0};
}
