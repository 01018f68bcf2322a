/* SPDX-License-Identifier: MIT */
/* timers.c - a pairing heap. */
#include "timers.h"

#include <stddef.h>

/* Joins two heaps into one. */
static struct timer *join(struct timer *a, struct timer *b) {
    if (!a || !b) return a ? a : b;
    struct timer *early = b->due < a->due ? b : a, *late = early == a ? b : a;
    late->next = early->child;
    if (late->next) late->next->previous = late;
    late->previous = early;
    early->child = late;
    early->next = early->previous = NULL;
    return early;
}

/* All siblings from `first` on, two by two, then the pairs from the last one back. */
static struct timer *join_all(struct timer *first) {
    struct timer *pairs = NULL, *all = NULL;
    while (first) {
        struct timer *a = first, *b = a->next;
        first = b ? b->next : NULL;
        a->next = a->previous = NULL;
        if (b) b->next = b->previous = NULL;
        a = join(a, b);
        a->next = pairs;
        pairs = a;
    }
    while (pairs) {
        struct timer *next = pairs->next;
        pairs->next = NULL;
        all = join(all, pairs);
        pairs = next;
    }
    return all;
}

static void take_out(struct timers *timers, struct timer *timer) {
    struct timer *below = join_all(timer->child);
    if (timer == timers->first) {
        timers->first = below;
    } else {
        if (timer->previous->child == timer) timer->previous->child = timer->next;
        else timer->previous->next = timer->next;
        if (timer->next) timer->next->previous = timer->previous;
        timers->first = join(timers->first, below);
    }
    *timer = (struct timer){.due = 0};
}

void timer_set(struct timers *timers, struct timer *timer, int64_t due) {
    if (timer->due) take_out(timers, timer);
    if (!due) return;
    *timer = (struct timer){.due = due};
    timers->first = join(timers->first, timer);
}
