/* SPDX-License-Identifier: MIT */
/* listeners.c - telling: who listens at a table is told, after the commit, what it may know of what happened. */
#include <string.h>

#include "table_internal.h"

static bool same_viewer(const struct listener *a, const struct listener *b) {
    return a->viewer.seat == b->viewer.seat && a->viewer.admin == b->viewer.admin && a->viewer.looks == b->viewer.looks &&
           a->viewer.lent == b->viewer.lent && (a->viewer.master != 0) == (b->viewer.master != 0) && a->lang == b->lang &&
           a->plain == b->plain && a->brief == b->brief;
}

static const struct lobby_messages *messages_of(const struct table *table) { return table->lobby->options.messages; }

static struct alea_text *page(struct table *table, enum alea_lang lang) {
    struct alea_text *text = &table->lobby->text;
    text->len = 0;
    text->truncated = false;
    text->lang = lang;
    if (text->at) text->at[0] = 0;
    return text;
}

static void notify(struct table *table, struct listener *listener, const char *json, size_t n) {
    table->lobby->counts.notified++;
    listener->notify(listener, json, n);
}

static void notify_state(struct table *table, struct listener *listener, bool undone) {
    struct alea_text *text = page(table, listener->lang);
    messages_of(table)->state(table, listener, undone, table->lobby->now, text);
    if (text->truncated) lobby_log(table->lobby, "message_too_large", table, listener->viewer.seat, NULL);
    else if (text->len) notify(table, listener, text->at, text->len);
}

/* ---- To all who see the same ---------------------------------------------------------------------------------------------------- */

/* What was rendered for `first`, to all that see the same: a message a line. */
static void notify_alike(struct table *table, const struct listener *first, const struct alea_text *text) {
    if (text->truncated) lobby_log(table->lobby, "message_too_large", table, first->viewer.seat, NULL);
    if (text->truncated || text->len == 0) return;
    const char *end = text->at + text->len;
    for (const char *at = text->at; at < end; at += at < end) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((line ? line : end) - at);
        for (struct listener *other = table->listeners, *next; other; other = next) {
            next = other->next;
            if (other->notified == table->lobby->round && !other->fresh && same_viewer(first, other))
                notify(table, other, at, n);
        }
        at += n;
    }
}

static void notify_chat(struct table *table, const struct listener *first) {
    for (const struct chat_line *line = table->lines; line; line = line->next) {
        struct alea_text *text = page(table, first->lang);
        messages_of(table)->chat(line->n, line->seat, line->words, line->at, text);
        notify_alike(table, first, text);
    }
}

static void notify_notes(struct table *table, const struct listener *first) {
    for (const struct note_line *line = table->notes; line; line = line->next) {
        if (!note_read_by(line, &first->viewer)) continue;
        struct alea_text *text = page(table, first->lang);
        messages_of(table)->note(&line->note, line->gone, text);
        notify_alike(table, first, text);
    }
}

static void notify_posts(struct table *table, const struct listener *first) {
    for (long number = table->posted + 1; number <= alea_match_posts(table->match); number++) {
        struct alea_text *text = page(table, first->lang);
        messages_of(table)->post(table, first, number, table->lobby->now, text);
        notify_alike(table, first, text);
    }
}

static void notify_what_happened(struct table *table, const struct listener *first) {
    const struct lobby_messages *messages = messages_of(table);
    const int seat = first->viewer.seat;
    struct alea_text *text = page(table, first->lang);
    bool undone = table->taken_back && (seat == ALL_EYES || alea_may_know(table->taken_back, seat));
    bool whole = table->anew || undone;
    if (!whole && table->notified < table->plies.n) {
        messages->plies(table, first, table->notified, table->plies.n, table->lobby->now, &table->lobby->kept, text);
        if (text->truncated) whole = undone = true; /* too much to be told one by one */
        else notify_alike(table, first, text);
    }
    if (whole) {
        text = page(table, first->lang);
        messages->state(table, first, undone, table->lobby->now, text);
        notify_alike(table, first, text);
    } else if (table->news) {
        text = page(table, first->lang);
        messages->table(table, first, table->lobby->now, text);
        notify_alike(table, first, text);
    }
    notify_chat(table, first);
    notify_posts(table, first);
    notify_notes(table, first);
}

/* Marks all listeners as told who see the same as `first` and were not told yet: they share its message. */
static void mark_alike(struct table *table, const struct listener *first) {
    for (struct listener *other = table->listeners; other; other = other->next)
        if (same_viewer(first, other)) other->notified = table->lobby->round;
}

/* One for whom there is something new. */
static struct watcher *find_changed(const struct table *table) {
    struct watcher *watcher = table->watchers;
    while (watcher && table_revision(table, watcher->seat) == watcher->seen) watcher = watcher->next;
    return watcher;
}

void table_notify(struct table *table) {
    table->lobby->round++;
    for (struct listener *listener = table->listeners; listener; listener = listener->next) {
        if (listener->notified == table->lobby->round) continue;
        mark_alike(table, listener);
        notify_what_happened(table, listener);
    }
    for (struct listener *listener = table->listeners, *next; listener; listener = next) {
        next = listener->next;
        if (!listener->fresh) continue;
        listener->fresh = listener->unseated = false;
        notify_state(table, listener, false);
    }
    struct watcher *watcher;
    while ((watcher = find_changed(table))) {
        table_unwatch(watcher);
        watcher->changed(watcher);
    }
}

/* ---- Coming and going ------------------------------------------------------------------------------------------------------------- */

alea_actors table_who_listens(const struct table *table) {
    alea_actors seats = 0;
    for (const struct listener *listener = table->listeners; listener; listener = listener->next) {
        const struct viewer *viewer = &listener->viewer;
        if (!viewer->looks && viewer->seat >= 0 && viewer->seat < table->seats) seats |= alea_actor(viewer->seat);
    }
    return seats;
}

static void see_who_is_online(struct table *table) {
    alea_actors online = table_who_listens(table);
    if (online == table->online) return;
    for (alea_actors gone = table->online & ~online; gone; gone &= gone - 1)
        table_saw(table, __builtin_ctzll(gone), table->lobby->now);
    table->online = online;
    table_change(table);
}

static void look_on(struct listener *listener) {
    if (!listener->unseated) listener->was = listener->viewer;
    listener->unseated = true;
    listener->viewer = (struct viewer){.seat = ALEA_NONE};
    listener->fresh = true; /* what it was told is not what a spectator sees */
}

/* What has taken seats is kept, or may be: nobody is given one back. */
void table_stay_unseated(struct table *table) {
    for (struct listener *listener = table->listeners; listener; listener = listener->next) listener->unseated = false;
}

void table_unseat(struct table *table, int seat) {
    for (struct listener *listener = table->listeners; listener; listener = listener->next)
        if (listener->viewer.seat == seat && !listener->viewer.looks) look_on(listener);
    see_who_is_online(table);
}

void table_unlend(struct table *table, int seat) {
    for (struct listener *listener = table->listeners; listener; listener = listener->next)
        if (listener->viewer.lent == seat + 1) look_on(listener);
    see_who_is_online(table);
}

void table_unmaster(struct table *table, int number) {
    for (struct listener *listener = table->listeners; listener; listener = listener->next)
        if (listener->viewer.master == number) look_on(listener);
}

/* Somebody attends to the table from now on: it joins the tables of people, and its bots think among theirs. One that was opened just
 * now stands in a queue and nowhere else: when it is due follows from there. */
static void attend(struct table *table) {
    const bool was_busy = table->busy;
    if (table_thinks_alone(table)) table_stop_thinking(table);
    busy_leave(table);
    if (was_busy || table->status == STORE_PLAYING) table_advance_later(table);
}

/* Sends a listener its first state: at once, if nothing that the state shows can still fail. */
static void greet(struct table *table, struct listener *listener) {
    listener->fresh = table->dirty || table->reopening;
    listener->unseated = false;
    see_who_is_online(table);
    if (!listener->fresh) notify_state(table, listener, false);
}

void table_listen(struct table *table, struct listener *listener) {
    table_unlisten(listener);
    listener->table = table;
    listener->previous = NULL;
    listener->next = table->listeners;
    listener->notified = 0;
    if (table->listeners) table->listeners->previous = listener;
    table->listeners = listener;
    table->lobby->counts.listeners++;
    attend(table);
    greet(table, listener);
}

void table_greet(struct listener *listener) {
    if (listener->table) greet(listener->table, listener);
}

static void unseat(struct table *table, struct listener *listener) {
    memset(listener->session, 0, ALEA_HASH_BYTES);
    listener->viewer = (struct viewer){.seat = ALEA_NONE};
    greet(table, listener);
}

void lobby_unseat_session(struct lobby *lobby, const uint8_t session[ALEA_HASH_BYTES]) {
    for (struct table *table = lobby->most_recent; table; table = table->less_recent)
        for (struct listener *listener = table->listeners; listener; listener = listener->next)
            if (memcmp(listener->session, session, ALEA_HASH_BYTES) == 0) unseat(table, listener);
}

/* By a session of that account: the seat that it opened is the account's. */
static bool listens_as(const struct table *table, const struct listener *listener, const char *account) {
    static const uint8_t none[ALEA_HASH_BYTES];
    const int seat = listener->viewer.seat;
    if (memcmp(listener->session, none, ALEA_HASH_BYTES) == 0 || seat < 0 || seat >= table->seats) return false;
    return strcmp(table->seat[seat].account, account) == 0;
}

static bool is_over(const struct lobby *lobby, const struct listener *listener) {
    struct store_link session;
    return store_find_link(lobby->options.store, listener->session, lobby->now, &session, NULL) != ALEA_OK;
}

void lobby_unseat_account(struct lobby *lobby, const char *account) {
    for (struct table *table = lobby->most_recent; table; table = table->less_recent)
        for (struct listener *listener = table->listeners; listener; listener = listener->next)
            if (listens_as(table, listener, account) && is_over(lobby, listener)) unseat(table, listener);
}

/* As the store does it (store_drop_account). */
static void forget_person(struct table *table, int seat) {
    struct store_seat *row = &table->seat[seat];
    struct alea_seat_head nameless = {.name = ""};
    memset(row->account, 0, sizeof row->account);
    memset(row->name, 0, sizeof row->name);
    memcpy(nameless.who, row->who, sizeof nameless.who);
    alea_match_sit(table->match, seat, &nameless);
    alea_match_forget_name(table->match, seat);
    table_change(table);
}

void lobby_forget_account(struct lobby *lobby, const char *account) {
    for (struct table *table = lobby->most_recent; table; table = table->less_recent)
        for (int seat = 0; seat < table->seats; seat++)
            if (strcmp(table->seat[seat].account, account) == 0) forget_person(table, seat);
    lobby->forgotten++;
    lobby->forgets = true;
}

void table_unlisten(struct listener *listener) {
    struct table *table = listener->table;
    if (!table) return;
    if (listener->previous) listener->previous->next = listener->next;
    else table->listeners = listener->next;
    if (listener->next) listener->next->previous = listener->previous;
    listener->table = NULL;
    listener->next = listener->previous = NULL;
    table->lobby->counts.listeners--;
    see_who_is_online(table);
}

void table_watch(struct table *table, struct watcher *watcher) {
    table_unwatch(watcher);
    watcher->table = table;
    watcher->seen = table_revision(table, watcher->seat);
    watcher->next = table->watchers;
    table->watchers = watcher;
    attend(table);
}

void table_unwatch(struct watcher *watcher) {
    if (!watcher->table) return;
    for (struct watcher **at = &watcher->table->watchers; *at; at = &(*at)->next) {
        if (*at != watcher) continue;
        *at = watcher->next;
        break;
    }
    watcher->table = NULL;
    watcher->next = NULL;
}

static void dismiss(struct table *table, void (*tell)(struct listener *listener), bool wake) {
    while (table->listeners) {
        struct listener *listener = table->listeners;
        table->listeners = listener->next;
        listener->table = NULL;
        listener->next = listener->previous = NULL;
        table->lobby->counts.listeners--;
        if (tell) tell(listener);
    }
    while (table->watchers) {
        struct watcher *watcher = table->watchers;
        table->watchers = watcher->next;
        watcher->table = NULL;
        watcher->next = NULL;
        if (wake) watcher->changed(watcher);
    }
}

static void tell_gone(struct listener *listener) { listener->gone(listener); }
static void tell_moved(struct listener *listener) { listener->moved(listener); }

void table_dismiss(struct table *table, bool gone) { dismiss(table, gone ? tell_gone : NULL, gone); }
void table_moves(struct table *table) { dismiss(table, tell_moved, true); }
