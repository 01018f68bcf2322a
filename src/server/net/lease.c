/* SPDX-License-Identifier: MIT */
/* lease.c - see lease.h. The thread counts up as long as the loop turns: a loop that hangs loses its tables, too. */
#include "lease.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "error.h"
#include "now.h"

enum { STUCK_MS = 2 * PROCESS_LEASE_MS, AGAIN_MS = 500 };

/* What the thread says and the loop answers, under the lock. */
struct said {
    struct process_map map;
    int64_t number;   /* of this process; another one once it was struck off and has joined anew */
    int64_t until;    /* of the lease, by lobby_lease_now() */
    shares orphans;   /* that were not taken up yet */
    uint64_t version; /* of all this */
    shares given;     /* by the loop: others may have them */
    int64_t turned;   /* when the loop did last */
    struct alea_error trouble;
    bool stop;
};

struct lease {
    struct lease_options options;
    struct membership *membership; /* the thread's; NULL: it was struck off, and has to join anew */
    uint8_t secret[PROCESS_SECRET_BYTES];
    int woken; /* an eventfd */
    pthread_t thread;
    pthread_mutex_t lock;
    struct said said;

    /* The loop's. */
    struct process_map map;
    int64_t number, fenced; /* fenced: by which number the store writes */
    uint64_t version;
    bool holds; /* shares, as the lobby has it */
    bool leaving;
    enum alea_err trouble; /* that was told to the log */
};

/* ---- The thread ------------------------------------------------------------------------------------------------------------- */

static bool is_same(const struct process_map *map, const struct process_map *other) {
    if (map->n != other->n || map->mine != other->mine || map->orphans != other->orphans || map->surplus != other->surplus)
        return false;
    for (int i = 0; i < map->n; i++)
        if (map->at[i].number != other->at[i].number || strcmp(map->at[i].address, other->at[i].address) != 0) return false;
    return memcmp(map->owner, other->owner, sizeof map->owner) == 0;
}

static void say(struct lease *lease, const struct process_map *map, int64_t until) {
    pthread_mutex_lock(&lease->lock);
    struct said *said = &lease->said;
    const int64_t number = process_number(lease->membership);
    const bool news = said->number != number || !is_same(&said->map, map) || said->trouble.code;
    if (said->number != number) said->orphans = 0;
    said->orphans = (said->orphans | map->orphans) & map->mine;
    said->map = *map;
    said->number = number;
    said->until = until;
    said->trouble.code = ALEA_OK;
    said->version += news;
    pthread_mutex_unlock(&lease->lock);
    lease->options.wake(lease->options.context); /* also without news: the loop has to show that it turns */
}

static void say_trouble(struct lease *lease, const struct alea_error *error) {
    pthread_mutex_lock(&lease->lock);
    lease->said.trouble = *error;
    lease->said.version++;
    pthread_mutex_unlock(&lease->lock);
    lease->options.wake(lease->options.context);
}

static void join_anew(struct lease *lease, struct alea_error *error) {
    process_leave(lease->membership);
    lease->membership = process_join(lease->options.store, lease->options.address, error);
}

/* What the loop has left goes to others. */
static enum alea_err give(struct lease *lease, struct alea_error *error) {
    pthread_mutex_lock(&lease->lock);
    const shares given = lease->said.given;
    pthread_mutex_unlock(&lease->lock);
    enum alea_err err = given ? process_give(lease->membership, given, error) : ALEA_OK;
    if (err) return err;
    pthread_mutex_lock(&lease->lock);
    lease->said.given &= ~given;
    lease->said.map.mine &= ~given; /* until it is read anew: it is not to be taken up again */
    pthread_mutex_unlock(&lease->lock);
    return ALEA_OK;
}

static void beat(struct lease *lease) {
    struct alea_error error = {.lang = ALEA_EN};
    struct process_map map;
    const int64_t now = lobby_lease_now();
    enum alea_err err = ALEA_OK;
    if (!lease->membership) join_anew(lease, &error);
    if (!lease->membership) err = error.code;
    if (!err) err = give(lease, &error);
    if (!err) err = process_beat(lease->membership, &map, &error);
    if (err == ALEA_ERR_STALE) {
        process_leave(lease->membership);
        lease->membership = NULL;
    }
    error.code = err;
    if (err) say_trouble(lease, &error);
    else say(lease, &map, now + PROCESS_LEASE_MS);
}

static bool stops(struct lease *lease, bool *stuck) {
    pthread_mutex_lock(&lease->lock);
    const bool stop = lease->said.stop;
    *stuck = lobby_lease_now() - lease->said.turned > STUCK_MS;
    pthread_mutex_unlock(&lease->lock);
    return stop;
}

static void sleep_until_news(struct lease *lease) {
    eventfd_t n;
    if (lease->membership) process_wait(lease->membership, lease->woken, PROCESS_BEAT_MS);
    else nanosleep(&(struct timespec){.tv_nsec = AGAIN_MS * 1000000L}, NULL);
    (void)!eventfd_read(lease->woken, &n);
}

static void *keep(void *context) {
    struct lease *lease = context;
    bool stuck;
    while (!stops(lease, &stuck)) {
        if (!stuck) beat(lease);
        sleep_until_news(lease);
    }
    process_leave(lease->membership);
    lease->membership = NULL;
    return NULL;
}

/* ---- The loop --------------------------------------------------------------------------------------------------------------- */

int64_t lease_number(const struct lease *lease) { return lease->number; }
const uint8_t *lease_secret(const struct lease *lease) { return lease->secret; }
const struct process_map *lease_map(const struct lease *lease) { return &lease->map; }
uint64_t lease_version(const struct lease *lease) { return lease->version; }

const struct process *lease_owner(const struct lease *lease, int share) {
    for (int i = 0; i < lease->map.n; i++)
        if (lease->map.at[i].number == lease->map.owner[share]) return &lease->map.at[i];
    return NULL;
}

static void tell(struct lease *lease, const char *event, shares which, const struct alea_error *error) {
    log_begin(lease->options.log, error && error->code ? LOG_WARNING : LOG_INFO, event);
    log_number(lease->options.log, "process", lease->number);
    if (which) log_number(lease->options.log, "shares", __builtin_popcount(which));
    if (error && error->code) log_string(lease->options.log, "text", error->text);
    log_end(lease->options.log);
}

static void hand_over(struct lease *lease, shares which) {
    pthread_mutex_lock(&lease->lock);
    lease->said.given |= which;
    pthread_mutex_unlock(&lease->lock);
    (void)!eventfd_write(lease->woken, 1);
}

/* Everything that this process had is others'. */
static void lose(struct lease *lease, struct lobby *lobby, const struct alea_error *error) {
    if (!lease->holds) return;
    lease->holds = false;
    tell(lease, "lease_lost", 0, error);
    lobby_lose(lobby);
}

static void take_up(struct lease *lease, struct lobby *lobby, shares orphans, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    const shares fresh = lease->map.mine & ~lobby_shares(lobby);
    if (!fresh || lease->leaving) return;
    if (lobby_take(lobby, fresh, orphans & fresh, now, &error)) {
        tell(lease, "shares_not_taken", fresh, &error); /* the next turn tries again */
        return;
    }
    tell(lease, "shares_taken", fresh, NULL);
    lease->holds = true;
    pthread_mutex_lock(&lease->lock);
    lease->said.orphans &= ~fresh;
    pthread_mutex_unlock(&lease->lock);
}

static void give_up(struct lease *lease, struct lobby *lobby, shares which) {
    which &= lobby_shares(lobby);
    if (!which || !lobby_give(lobby, which)) return;
    tell(lease, "shares_given", which, NULL);
    lease->map.mine &= ~which;
    hand_over(lease, which);
}

static void tell_trouble(struct lease *lease, const struct alea_error *trouble) {
    if (trouble->code && trouble->code != lease->trouble) tell(lease, "no_beat", 0, trouble);
    lease->trouble = trouble->code;
}

void lease_turn(struct lease *lease, struct lobby *lobby, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    pthread_mutex_lock(&lease->lock);
    struct said said = lease->said;
    lease->said.turned = lobby_lease_now();
    pthread_mutex_unlock(&lease->lock);
    if (said.version != lease->version) tell_trouble(lease, &said.trouble);
    lease->map = said.map;
    lease->map.mine &= ~said.given;
    lease->version = said.version;
    lease->number = said.number;
    if (lobby_lease_now() >= said.until || (lease->fenced && lease->fenced != said.number))
        lose(lease, lobby, &said.trouble);
    if (lobby_lease_now() >= said.until) return;
    if (lease->fenced != said.number && store_fence(lobby_store(lobby), said.number, &error)) return;
    lease->fenced = said.number;
    lobby_lease(lobby, said.until);
    take_up(lease, lobby, said.orphans, now);
    give_up(lease, lobby, lease->map.surplus);
}

bool lease_give_all(struct lease *lease, struct lobby *lobby) {
    lease->leaving = true;
    give_up(lease, lobby, SHARES_ALL);
    pthread_mutex_lock(&lease->lock);
    const bool given = !lease->said.given;
    pthread_mutex_unlock(&lease->lock);
    return given && !lobby_shares(lobby);
}

/* ---- It comes and goes ------------------------------------------------------------------------------------------------------ */

struct lease *lease_new(const struct lease_options *options, struct alea_error *error) {
    struct lease *lease = calloc(1, sizeof *lease);
    if (!lease) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    lease->options = *options;
    lease->woken = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    lease->membership = process_join(options->store, options->address, error);
    if (!lease->membership || lease->woken < 0) {
        process_leave(lease->membership);
        if (lease->woken >= 0) close(lease->woken);
        free(lease);
        return NULL;
    }
    memcpy(lease->secret, process_secret(lease->membership), sizeof lease->secret);
    lease->said.turned = lobby_lease_now();
    pthread_mutex_init(&lease->lock, NULL);
    beat(lease);
    if (pthread_create(&lease->thread, NULL, keep, lease) == 0) return lease;
    alea_fail(error, ALEA_ERR_NO_MEMORY);
    process_leave(lease->membership);
    pthread_mutex_destroy(&lease->lock);
    close(lease->woken);
    free(lease);
    return NULL;
}

void lease_free(struct lease *lease) {
    if (!lease) return;
    pthread_mutex_lock(&lease->lock);
    lease->said.stop = true;
    pthread_mutex_unlock(&lease->lock);
    (void)!eventfd_write(lease->woken, 1);
    pthread_join(lease->thread, NULL);
    pthread_mutex_destroy(&lease->lock);
    close(lease->woken);
    free(lease);
}
