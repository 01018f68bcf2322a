/* SPDX-License-Identifier: MIT */
/* reviews.c - the thread that reviews matches, and what it has made.
 *
 * The loop hands over a copy of what a match is (rules, head, plies); the thread replays it, so that it never touches a table. */
#include "reviews.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "review.h"

enum { MAX_ID = 64, MAX_ANSWER = 16 << 20 };

enum entry_state { WAITING, RUNNING, READY, FAILED };

struct entry {
    char id[MAX_ID];
    enum entry_state state;
    uint64_t used; /* when it was last asked for, in questions */
    struct alea_rules *rules;
    struct alea_match_head head;
    struct alea_ply *ply; /* without notes */
    long plies;
    struct alea_text answer[ALEA_LANGS];
    struct entry *next;
};

struct reviews {
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t work;
    pthread_t thread;
    bool started;
    atomic_bool ending;
    atomic_long done; /* plies of the one that runs */
    uint64_t questions;
    struct entry *first;
};

static void entry_free(struct entry *entry) {
    if (!entry) return;
    for (int lang = 0; lang < ALEA_LANGS; lang++) alea_text_clear(&entry->answer[lang]);
    alea_rules_free(entry->rules);
    free(entry->ply);
    free(entry);
}

/* ---- In the thread ---------------------------------------------------------------------------------------------------------- */

/* The match played once more. */
static struct alea_match *replay(struct entry *entry) {
    struct alea_match *match = alea_match_new(entry->rules, &entry->head, NULL);
    if (!match) return NULL;
    entry->rules = NULL; /* the match's now */
    for (long i = 0; i < entry->plies; i++) {
        if (alea_match_play(match, i, entry->ply[i].seat, entry->ply[i].move, NULL, NULL, NULL) == ALEA_OK) continue;
        alea_match_free(match);
        return NULL;
    }
    return match;
}

static bool make(struct reviews *reviews, struct entry *entry) {
    struct review review = {0};
    struct alea_match *match = replay(entry);
    if (!match) return false;
    const struct review_wish wish = {
        .samples = review_usual_samples(match), .threads = 1, .seed = 1, .done = &reviews->done, .stop = &reviews->ending};
    bool fine = review_make(match, &wish, &review);
    for (int lang = 0; lang < ALEA_LANGS && fine; lang++) {
        alea_text_init(&entry->answer[lang], MAX_ANSWER, (enum alea_lang)lang);
        review_json(&review, &entry->answer[lang]);
        fine = !entry->answer[lang].truncated;
    }
    review_clear(&review);
    alea_match_free(match);
    return fine;
}

/* The one that has waited longest stands last. */
static struct entry *next_waiting(const struct reviews *reviews) {
    struct entry *found = NULL;
    for (struct entry *entry = reviews->first; entry; entry = entry->next)
        if (entry->state == WAITING) found = entry;
    return found;
}

static void *work(void *context) {
    struct reviews *reviews = context;
    pthread_mutex_lock(&reviews->lock);
    while (!atomic_load(&reviews->ending)) {
        struct entry *entry = next_waiting(reviews);
        if (!entry) {
            pthread_cond_wait(&reviews->work, &reviews->lock);
            continue;
        }
        entry->state = RUNNING;
        atomic_store(&reviews->done, 0);
        pthread_mutex_unlock(&reviews->lock);
        bool fine = make(reviews, entry); /* one that runs is nobody else's */
        pthread_mutex_lock(&reviews->lock);
        entry->state = fine ? READY : FAILED;
        free(entry->ply);
        entry->ply = NULL;
    }
    pthread_mutex_unlock(&reviews->lock);
    return NULL;
}

/* Signals are the loop's business. */
static bool start(struct reviews *reviews) {
    sigset_t all, before;
    if (reviews->started) return true;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    reviews->started = pthread_create(&reviews->thread, NULL, work, reviews) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return reviews->started;
}

/* ---- In the loop -------------------------------------------------------------------------------------------------------------- */

struct reviews *reviews_new(void) {
    struct reviews *reviews = calloc(1, sizeof *reviews);
    if (!reviews) return NULL;
    pthread_mutex_init(&reviews->lock, NULL);
    pthread_cond_init(&reviews->work, NULL);
    atomic_init(&reviews->ending, false);
    return reviews;
}

void reviews_free(struct reviews *reviews) {
    if (!reviews) return;
    pthread_mutex_lock(&reviews->lock);
    atomic_store(&reviews->ending, true);
    pthread_cond_broadcast(&reviews->work);
    pthread_mutex_unlock(&reviews->lock);
    if (reviews->started) pthread_join(reviews->thread, NULL);
    for (struct entry *entry = reviews->first; entry;) {
        struct entry *next = entry->next;
        entry_free(entry);
        entry = next;
    }
    pthread_cond_destroy(&reviews->work);
    pthread_mutex_destroy(&reviews->lock);
    free(reviews);
}

/* Makes room for one more: the one that nobody has asked for for the longest time goes. False if all wait or run. */
static bool make_room(struct reviews *reviews) {
    struct entry **oldest = NULL;
    int n = 0;
    for (struct entry **at = &reviews->first; *at; at = &(*at)->next, n++) {
        bool made = (*at)->state == READY || (*at)->state == FAILED;
        if (made && (!oldest || (*at)->used < (*oldest)->used)) oldest = at;
    }
    if (n < REVIEWS_KEPT) return true;
    if (!oldest) return false;
    struct entry *gone = *oldest;
    *oldest = gone->next;
    entry_free(gone);
    return true;
}

static struct entry *entry_new(const char *id, const struct alea_match *match) {
    struct entry *entry = calloc(1, sizeof *entry);
    long plies = alea_match_plies(match);
    if (!entry) return NULL;
    strncpy(entry->id, id, sizeof entry->id - 1);
    entry->head = *alea_match_head(match);
    entry->plies = plies;
    entry->ply = calloc((size_t)plies + 1, sizeof *entry->ply);
    entry->rules = alea_rules_share(alea_match_rules(match));
    if (!entry->ply) {
        entry_free(entry);
        return NULL;
    }
    for (long i = 0; i < plies; i++) {
        entry->ply[i] = *alea_match_ply(match, i + 1);
        entry->ply[i].note = NULL;
    }
    return entry;
}

static struct entry *find(const struct reviews *reviews, const char *id) {
    for (struct entry *entry = reviews->first; entry; entry = entry->next)
        if (strcmp(entry->id, id) == 0) return entry;
    return NULL;
}

static enum reviews_state begin(struct reviews *reviews, const char *id, const struct alea_match *match) {
    if (!make_room(reviews)) return REVIEWS_BUSY;
    struct entry *entry = start(reviews) ? entry_new(id, match) : NULL;
    if (!entry) return REVIEWS_FAILED;
    entry->used = reviews->questions;
    entry->next = reviews->first;
    reviews->first = entry;
    pthread_cond_signal(&reviews->work);
    return REVIEWS_COMING;
}

/* A failure is told once; the next question tries again. */
static enum reviews_state look(struct reviews *reviews, struct entry *entry, enum alea_lang lang, struct alea_text *answer,
                               long *done) {
    entry->used = reviews->questions;
    if (entry->state == RUNNING) *done = atomic_load(&reviews->done);
    if (entry->state == READY) alea_text_add(answer, alea_text_str(&entry->answer[lang]));
    if (entry->state != FAILED) return entry->state == READY ? REVIEWS_READY : REVIEWS_COMING;
    struct entry **at = &reviews->first;
    while (*at != entry) at = &(*at)->next;
    *at = entry->next;
    entry_free(entry);
    return REVIEWS_FAILED;
}

enum reviews_state reviews_ask(struct reviews *reviews, const char *id, const struct alea_match *match, enum alea_lang lang,
                               struct alea_text *answer, long *done, long *all) {
    *done = 0;
    *all = alea_match_plies(match) + 1;
    if (alea_match_plies(match) > REVIEW_MAX_PLIES) return REVIEWS_TOO_LONG;
    pthread_mutex_lock(&reviews->lock);
    reviews->questions++;
    struct entry *entry = find(reviews, id);
    enum reviews_state state = entry ? look(reviews, entry, lang, answer, done) : begin(reviews, id, match);
    pthread_mutex_unlock(&reviews->lock);
    return state;
}
