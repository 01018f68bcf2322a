/* SPDX-License-Identifier: MIT */
/* seatbots.c - bots at tables: they think in the pool, on a copy of what their seat may know.
 *
 * A table has one bot thinking at a time. Whatever changes at the table makes its thought useless: it is let go, and freed when
 * the pool hands it back. A thought that is ready waits for the next turn of the loop.
 *
 * Bots that think for as long as they may share the time: the more of them wait, the less each has, so that all have answered
 * before they are late. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "now.h"
#include "table_internal.h"

enum { POOL_FULL_MS = 20 };

struct thinking {
    struct pool_job job; /* first: the pool hands this back */
    struct table *table; /* NULL: nobody waits for it */
    struct lobby *lobby; /* NULL: gone */
    struct thinking *next, *previous;
    atomic_bool useless; /* nobody wants it any more */
    atomic_bool hurry;   /* it is to end: useless, or somebody else's thought needs the thread */
    bool chose;          /* else memory was short, or the pool was closed */
    bool ready;

    const struct alea_bot *bot;
    struct alea_rules *rules;
    int seat;
    struct alea_random random;
    struct pool *pool;
    int slice_ms;           /* at most so long, if it is not 0 */
    int64_t since, most_ms; /* by the clock of alea_now_ms(); until it is late */
    alea_move move;         /* what it chose */
    struct alea_plan *plan; /* the table's, while it thinks; NULL: this bot makes none */
    int64_t work_us;        /* of the thread, for that */
    void *view;
};

/* ---- Who plays -------------------------------------------------------------------------------------------------------------------- */

static const struct alea_bot *named(const char *name) {
    const struct alea_bot *bot = alea_bot_find(name);
    return bot ? bot : &alea_bot_random;
}

const struct alea_bot *table_bot(const struct table *table, int seat) {
    const char *who = table->seat[seat].who;
    if (strncmp(who, "bot:", 4) == 0) return alea_bot_find(who + 4);
    if (table->passing & alea_actor(seat)) return named("idle");
    if (table->deputies & alea_actor(seat))
        return named(table->clock.rules.deputy[0] ? table->clock.rules.deputy : "greedy");
    return NULL;
}

/* ---- In the pool ------------------------------------------------------------------------------------------------------------------ */

/* A part of what is left until it is late, and of that its share among those that wait. */
static int time_for(const struct thinking *thinking) {
    int64_t waited = thinking->job.unattended ? 0 : alea_now_ms() - thinking->since;
    int64_t share = (thinking->most_ms * 3 / 4 - waited) / (1 + pool_crowd(thinking->pool, thinking->job.unattended));
    if (thinking->slice_ms && share > thinking->slice_ms) share = thinking->slice_ms;
    return share < 1 ? 1 : (int)share;
}

/* Room for moves is taken here: of many bots that are to move few think at once. */
static void run(struct pool_job *job) {
    struct thinking *thinking = (struct thinking *)job;
    const struct alea_game *game = thinking->rules->game;
    if (atomic_load(&thinking->useless)) return;
    const int64_t began = alea_work_us();
    alea_move *legal = malloc((size_t)game->max_legal * sizeof *legal);
    int n = legal ? game->legal(thinking->rules->tables, thinking->view, thinking->seat, legal) : 0;
    double *worth = n > 0 ? calloc((size_t)n, sizeof *worth) : NULL;
    const struct alea_bot_spec spec = {.bot = thinking->bot};
    struct alea_player player = {0};
    if (worth && alea_player_open(&player, thinking->rules, &spec)) {
        struct alea_bot_turn turn = {
            .rules = thinking->rules,
            .seat = thinking->seat,
            .view = thinking->view,
            .legal = legal,
            .n_legal = n,
            .worth = worth,
            .random = &thinking->random,
            .plan = thinking->plan,
            .stop = &thinking->hurry,
            .most_ms = time_for(thinking),
        };
        alea_player_begin(&player, thinking->seat, &thinking->random);
        thinking->move = alea_player_choose(&player, &turn);
        thinking->chose = true;
    }
    alea_player_close(&player);
    free(legal);
    free(worth);
    thinking->work_us = alea_work_us() - began;
}

static void end(struct thinking *thinking) {
    if (thinking->lobby) {
        if (thinking->previous) thinking->previous->next = thinking->next;
        else thinking->lobby->thinking = thinking->next;
        if (thinking->next) thinking->next->previous = thinking->previous;
    }
    alea_rules_free(thinking->rules);
    free(thinking->view);
    free(thinking->plan);
    free(thinking);
}

/* The bot could not move: it is asked again soon. */
bool table_bot_later(struct table *table, int64_t now) {
    table->bot_since = now;
    table_due(table, now + POOL_FULL_MS);
    return false;
}

static void done(struct pool_job *job) {
    struct thinking *thinking = (struct thinking *)job;
    struct table *table = thinking->table;
    thinking->ready = true;
    if (thinking->lobby) thinking->lobby->counts.thought_us[thinking->job.unattended] += (uint64_t)thinking->work_us;
    if (table && thinking->plan) {
        table->plan = thinking->plan;
        thinking->plan = NULL;
    }
    if (!table) {
        end(thinking);
    } else if (thinking->chose) {
        table_advance_later(table);
    } else {
        table_stop_thinking(table);
        (void)table_bot_later(table, table->lobby->now);
    }
}

/* ---- At the table ------------------------------------------------------------------------------------------------------------------ */

static void be_useless(struct thinking *thinking) {
    atomic_store(&thinking->useless, true);
    atomic_store(&thinking->hurry, true);
    if (thinking->ready) end(thinking);
}

void table_stop_thinking(struct table *table) {
    struct thinking *thinking = table->thinking;
    table->thinking = NULL;
    table->bot_since = 0;
    if (!thinking) return;
    thinking->table = NULL;
    be_useless(thinking);
}

bool table_thinks_alone(const struct table *table) {
    return table->thinking && table->thinking->job.unattended && !table->thinking->ready;
}

void thinking_leave_all(struct lobby *lobby) {
    for (struct thinking *thinking = lobby->thinking; thinking;) {
        struct thinking *next = thinking->next;
        thinking->lobby = NULL;
        thinking->table = NULL;
        be_useless(thinking);
        thinking = next;
    }
    lobby->thinking = NULL;
}

int64_t table_bot_due(const struct table *table) {
    if (table->bot_since == 0) return 0;
    if (!table->thinking) return table->lobby->now + POOL_FULL_MS;
    if (table->thinking->job.unattended) return 0;
    return table->bot_since + table->lobby->options.think_ms;
}

/* A stream of its own for each decision of a table, that nobody outside can foretell. */
struct alea_random table_bot_stream(const struct table *table) {
    uint64_t seed = table->lobby->bot_seed;
    for (const char *at = table->id; *at; at++) seed = alea_random_mix(seed ^ (unsigned char)*at);
    return alea_random_stream(seed, (uint64_t)table->plies.n);
}

/* What the table's bots have decided goes with the one that thinks, and comes back with its move. */
static struct alea_plan *plan_of(struct table *table, const struct alea_bot *bot) {
    if (!alea_bot_plans_ahead(alea_match_rules(table->match), bot)) return NULL;
    struct alea_plan *plan = table->plan ? table->plan : calloc(1, sizeof *plan);
    table->plan = NULL;
    return plan;
}

bool table_think(struct table *table, int seat) {
    struct lobby *lobby = table->lobby;
    const struct alea_rules *rules = alea_match_rules(table->match);
    struct thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking) return false;
    *thinking = (struct thinking){.job = {.run = run, .done = done}, .table = table, .seat = seat};
    atomic_init(&thinking->useless, false);
    atomic_init(&thinking->hurry, false);
    thinking->job.unattended = !table_attended(table);
    thinking->job.hurry = &thinking->hurry;
    thinking->bot = table_bot(table, seat);
    thinking->rules = alea_rules_share(rules);
    thinking->random = table_bot_stream(table);
    thinking->pool = lobby->options.pool;
    thinking->since = alea_now_ms();
    thinking->most_ms = lobby->options.think_ms;
    thinking->plan = plan_of(table, thinking->bot);
    thinking->slice_ms = thinking->job.unattended ? lobby_thought_ms(lobby) : 0;
    thinking->job.thought = alea_bot_thinks(rules, thinking->bot);
    thinking->view = malloc(rules->game->position_size);
    if (thinking->view) alea_match_view(table->match, seat, thinking->view);
    if (!thinking->view || !pool_add(lobby->options.pool, &thinking->job)) {
        end(thinking);
        return false;
    }
    thinking->lobby = lobby;
    thinking->next = lobby->thinking;
    if (lobby->thinking) lobby->thinking->previous = thinking;
    lobby->thinking = thinking;
    table->thinking = thinking;
    return true;
}

bool table_has_thought(const struct table *table, int *seat, alea_move *move) {
    const struct thinking *thinking = table->thinking;
    if (!thinking || !thinking->ready) return false;
    *seat = thinking->seat;
    *move = thinking->move;
    return true;
}
