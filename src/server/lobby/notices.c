/* SPDX-License-Identifier: MIT */
/* notices.c - between the store and the sender: the steps of the ladder that are due go to the outbox, what is due there goes to the sender,
 * and what becomes of it is written down.
 *
 * All of it is done by the loop, a little in each turn, in the batch of that turn: nobody else writes to the store, and a burst of
 * notices waits in the outbox. A notice is marked as being sent before the sender hears of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notify.h"
#include "table_internal.h"
#include "timezone.h"
#include "tokens.h"

enum {
    LOOKED_AT_ONCE = 32, /* turns whose step is due, and notices, that are looked at in one turn of the loop */
    DONE_AT_ONCE = 8,    /* notices that are queued in one, messages that set off, and that come back */
    REST_MS = 30,        /* after as many, while people play: the moves' time, however many are to be told */
    SHORT_REST_MS = 3,   /* while nobody does */
    MAILS_AT_ONCE = 16,  /* the relay is the host's own */
    CROWDED_MS = 5000,   /* after which those are looked at again whose server has enough to do */
    MAX_FOR = 16,        /* channels of one seat that are told */
    MAX_ATTEMPTS = 6,    /* of a notice */
    MAX_FAILURES = 8,    /* of a channel, one after the other */
    FIRST_PAUSE = 30,    /* seconds; each pause is four times as long as the one before */
    LONGEST_PAUSE = 3 * 3600,
    MINUTES = 24 * 60,
    COUNTED_MS = 30 * 1000,
    ASK_DAYS = 2 /* a push service keeps what it can't deliver for a day */
};

static const int64_t minute_ms = 60 * 1000, day_ms = (int64_t)MINUTES * 60 * 1000;

/* A message on its way, of these notices. */
struct flying {
    struct notify_message message; /* first */
    int n;
    struct store_notice notice[NOTIFY_MAX_ITEMS];
    int item[NOTIFY_MAX_ITEMS]; /* that tells of it */
    bool written;               /* this batch marks its notices as being sent */
    struct flying *next;
};

struct notices {
    struct flying *all;
    int flying, work;      /* how many; what is to be done next, see notices_turn() */
    int64_t counted, rest; /* until when nothing is done */
};

static struct notices *notices_of(struct lobby *lobby) {
    if (!lobby->notices) lobby->notices = calloc(1, sizeof *lobby->notices);
    return lobby->notices;
}

/* Is it one that its person has just asked for? */
static bool is_asked(enum store_notice_kind kind) { return kind == STORE_NOTICE_TEST || kind == STORE_NOTICE_CONFIRM; }

/* ---- What became of it --------------------------------------------------------------------------------------------------------- */

static int64_t pause_after(int attempts, int asked) {
    int64_t seconds = FIRST_PAUSE;
    for (int i = 1; i < attempts && seconds < LONGEST_PAUSE; i++) seconds *= 4;
    if (seconds > LONGEST_PAUSE) seconds = LONGEST_PAUSE;
    return (seconds > asked ? seconds : asked) * 1000;
}

static void note_channel(struct lobby *lobby, const struct store_notice *notice, const struct notify_message *message,
                         int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct store *store = lobby->options.store;
    struct store_channel channel;
    if (store_channel(store, notice->channel, &channel, &error)) return;
    const bool sent = message->outcome == NOTIFY_SENT, test = is_asked(notice->kind);
    channel.tried = now;
    channel.failures = sent ? 0 : channel.failures + !test;
    snprintf(channel.trouble, sizeof channel.trouble, "%s", sent ? "" : message->trouble);
    const bool off = message->outcome == NOTIFY_GONE || channel.failures >= MAX_FAILURES;
    if (off && channel.status != STORE_CHANNEL_STOPPED) channel.status = STORE_CHANNEL_FAILED;
    else if (sent && test && channel.status == STORE_CHANNEL_FAILED)
        channel.status = STORE_CHANNEL_ON; /* it is well again */
    lobby_wrote(lobby, store_set_channel(store, &channel, &error), &error);
}

static void settle_notice(struct lobby *lobby, const struct store_notice *notice, const struct notify_message *message,
                          int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct store *store = lobby->options.store;
    const enum notify_outcome outcome = message->outcome;
    const bool again = outcome == NOTIFY_LATER || (outcome == NOTIFY_FAILED && notice->attempts + 1 < MAX_ATTEMPTS) ||
                       (outcome == NOTIFY_UNSURE && !notice->unsure);
    if (outcome != NOTIFY_LATER) note_channel(lobby, notice, message, now);
    if (!again || (is_asked(notice->kind) && outcome != NOTIFY_LATER)) {
        lobby_wrote(lobby, store_drop_notice(store, notice->number, &error), &error);
        return;
    }
    const int64_t due = outcome == NOTIFY_LATER ? now : now + pause_after(notice->attempts + 1, message->retry_after);
    lobby_wrote(lobby, store_delay_notice(store, notice->number, due, outcome == NOTIFY_UNSURE, &error), &error);
    lobby_notices_at(lobby, due);
}

static void land(struct notices *notices, struct flying *flying) {
    struct flying **at = &notices->all;
    while (*at != flying) at = &(*at)->next;
    *at = flying->next;
    notices->flying--;
    free(flying);
}

/* True if there may be more. */
static bool collect(struct lobby *lobby, int64_t now) {
    struct notify_message *message;
    int n = 0;
    while (n < DONE_AT_ONCE && !lobby->broken.code && (message = notify_collect(lobby->options.notify))) {
        struct flying *flying = (struct flying *)(void *)message;
        for (int i = 0; i < flying->n; i++) settle_notice(lobby, &flying->notice[i], message, now);
        if (message->outcome == NOTIFY_SENT) lobby->counts.notices_sent++;
        else if (message->outcome != NOTIFY_LATER) lobby->counts.notices_failed++;
        land(lobby->notices, flying);
        lobby_notices_at(lobby, now); /* there is room for others */
        n++;
    }
    return n == DONE_AT_ONCE;
}

/* ---- The ladder -------------------------------------------------------------------------------------------------------------------- */

/* The end of the channel's quiet hours, if `at` is in them; else `at`. */
static int64_t after_quiet_hours(const struct store_channel *channel, int64_t at) {
    const int from = channel->quiet_from, to = channel->quiet_to;
    int64_t end;
    if (from == to || !timezone_exists(channel->zone)) return at;
    return timezone_between(channel->zone, from, to, at, &end) ? end : at;
}

/* When that channel is told: gathered with others, and not in its quiet hours. */
static int64_t told_at(const struct store_channel *channel, int64_t now) {
    const int64_t every = channel->digest * minute_ms;
    return after_quiet_hours(channel, every ? (now + every - 1) / every * every : now);
}

struct channels {
    int n;
    struct store_channel at[MAX_FOR];
};

static bool wants(const struct store_channel *channel, enum store_notice_kind step) {
    const bool always = step == STORE_NOTICE_TURN || step > STORE_NOTICE_HOUR;
    return channel->status == STORE_CHANNEL_ON && (always || channel->reminders >> (step - 1) & 1);
}

static bool take_channel(void *context, const struct store_channel *channel) {
    struct channels *channels = context;
    for (int i = 0; i < channels->n; i++) /* an account's and a seat's may be the same */
        if (channels->at[i].kind == channel->kind && strcmp(channels->at[i].address, channel->address) == 0) return true;
    channels->at[channels->n++] = *channel;
    return channels->n < MAX_FOR;
}

/* Where sides enter orders in secret, who is awaited is told to that person alone, and to no address that others read as well; so is, in all
 * games, that somebody had a standing order. That a match is over everybody may know. */
static bool is_private(const struct store_turn *turn, enum store_notice_kind step) {
    if (step > STORE_NOTICE_HOUR) return step == STORE_NOTICE_ORDER;
    const struct alea_game *game = alea_game_find(turn->game);
    return game && game->campaign.window;
}

static bool tells_others(struct lobby *lobby, const struct store_turn *turn, enum store_notice_kind step,
                         const struct store_channel *channel) {
    struct alea_error error = {.lang = ALEA_EN};
    bool shared = false;
    if (!is_private(turn, step) || channel->kind < STORE_CHANNEL_JSON) return false;
    return store_channel_shared(lobby->options.store, turn->id, turn->seat, channel, &shared, &error) || shared;
}

/* How many notices came of it. */
static int queue(struct lobby *lobby, const struct store_turn *turn, enum store_notice_kind step, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct channels channels = {.n = 0};
    int n = 0;
    if (!lobby_wrote(lobby, store_channels_for(lobby->options.store, turn->id, turn->seat, take_channel, &channels, &error),
                     &error))
        return 0;
    for (int i = 0; i < channels.n && !lobby->broken.code; i++) {
        const struct store_channel *channel = &channels.at[i];
        struct store_notice notice = {
            .channel = channel->number, .seat = turn->seat, .kind = step, .since = turn->since, .deadline = turn->deadline};
        if (!wants(channel, step) || tells_others(lobby, turn, step, channel)) continue;
        memcpy(notice.id, turn->id, sizeof notice.id);
        notice.due = told_at(channel, now);
        n += lobby_wrote(lobby, store_add_notice(lobby->options.store, &notice, &error), &error);
        lobby_notices_at(lobby, notice.due);
    }
    return n;
}

void notices_over(struct table *table, int64_t now) {
    struct lobby *lobby = table->lobby;
    if (!lobby->options.notify) return;
    for (int seat = 0; seat < table->seats && !lobby->broken.code; seat++) {
        struct store_turn turn = {.seat = seat, .since = now};
        memcpy(turn.id, table->id, sizeof turn.id);
        if (strcmp(table->seat[seat].who, "human") == 0) queue(lobby, &turn, STORE_NOTICE_OVER, now);
    }
}

void notices_order(struct table *table, int seat) {
    struct lobby *lobby = table->lobby;
    struct store_turn turn = {.seat = seat, .since = lobby->now};
    if (!lobby->options.notify || lobby->broken.code) return;
    memcpy(turn.id, table->id, sizeof turn.id);
    queue(lobby, &turn, STORE_NOTICE_ORDER, lobby->now + lobby->options.notice_ms);
}

void notices_order_seen(struct table *table, int seat) {
    struct lobby *lobby = table->lobby;
    struct alea_error error = {.lang = ALEA_EN};
    if (!lobby->options.notify || lobby->broken.code) return;
    lobby_wrote(lobby, store_drop_orders(lobby->options.store, table->id, seat, &error), &error);
}

/* Of steps that were passed over while nobody could take them, the last one is taken. How many notices came of it. */
static int take_step(struct lobby *lobby, struct store_turn *turn, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table = lobby_look_up(lobby, turn->id);
    enum store_notice_kind step = turn->step, next = step;
    int64_t due = turn_next_step(turn->deadline, &next, now);
    const enum store_notice_kind last = due ? next : STORE_NOTICE_HOUR + 1;
    int queued = 0;
    if (turn->step != STORE_NOTICE_TURN && last > step + 1u) step = last - 1;
    if (!(step == STORE_NOTICE_TURN && turn->looked) && (!turn->deadline || now < turn->deadline))
        queued = queue(lobby, turn, step, now);
    turn->step = next;
    turn->due = due;
    if (!lobby->broken.code) lobby_wrote(lobby, store_set_turn(lobby->options.store, turn, &error), &error);
    lobby_notices_at(lobby, due);
    if (!table) return queued;
    table->turn[turn->seat].step = next;
    table_touch(table); /* read again if this can't be kept */
    return queued;
}

struct due_turns {
    int n;
    struct {
        struct store_turn turn;
        char game[64];
    } at[LOOKED_AT_ONCE];
};

static bool take_due(void *context, const struct store_turn *turn) {
    struct due_turns *due = context;
    due->at[due->n].turn = *turn;
    snprintf(due->at[due->n].game, sizeof due->at[due->n].game, "%s", turn->game);
    return ++due->n < LOOKED_AT_ONCE;
}

/* True if there may be more that are to be told. */
static bool take_steps(struct lobby *lobby, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct due_turns due;
    int queued = 0;
    due.n = 0;
    if (!lobby_wrote(lobby, store_due_turns(lobby->options.store, now, LOOKED_AT_ONCE, take_due, &due, &error), &error))
        return false;
    for (int i = 0; i < due.n && queued < DONE_AT_ONCE && !lobby->broken.code; i++) {
        due.at[i].turn.game = due.at[i].game;
        queued += take_step(lobby, &due.at[i].turn, now);
    }
    return queued >= DONE_AT_ONCE;
}

/* ---- Messages ------------------------------------------------------------------------------------------------------------------------ */

struct due_notices {
    int n;
    struct store_notice at[LOOKED_AT_ONCE];
};

static bool take_notice(void *context, const struct store_notice *notice) {
    struct due_notices *due = context;
    due->at[due->n++] = *notice;
    return due->n < LOOKED_AT_ONCE;
}

static void drop(struct lobby *lobby, const struct store_notice *notice) {
    struct alea_error error = {.lang = ALEA_EN};
    lobby->counts.notices_stale++;
    lobby_wrote(lobby, store_drop_notice(lobby->options.store, notice->number, &error), &error);
}

/* May it be sent, by its channel as it is now? */
static bool still_wanted(const struct store_channel *channel, const struct store_notice *notice) {
    if (notice->stale || channel->status == STORE_CHANNEL_STOPPED) return false;
    if (notice->kind == STORE_NOTICE_CONFIRM) return channel->status == STORE_CHANNEL_UNCONFIRMED;
    return is_asked(notice->kind) || channel->status == STORE_CHANNEL_ON;
}

static enum notify_what what_of(enum store_notice_kind kind) {
    switch (kind) {
    case STORE_NOTICE_TEST: return NOTIFY_TEST;
    case STORE_NOTICE_CONFIRM: return NOTIFY_CONFIRM;
    case STORE_NOTICE_OVER: return NOTIFY_OVER;
    default: return NOTIFY_TURNS;
    }
}

static struct flying *begin(const struct store_channel *channel, const struct store_notice *first, int64_t now) {
    struct flying *flying = calloc(1, sizeof *flying);
    if (!flying) return NULL;
    struct notify_message *message = &flying->message;
    message->kind = (enum notify_kind)channel->kind;
    message->what = what_of(first->kind);
    message->lang = channel->lang;
    message->number = first->number;
    message->at = now;
    snprintf(message->address, sizeof message->address, "%s", channel->address);
    const char *dot = strchr(channel->secret, '.'); /* of web push: behind what is the channel's alone, its keys */
    snprintf(message->secret, sizeof message->secret, "%s",
             channel->kind == STORE_CHANNEL_PUSH && dot ? dot + 1 : channel->secret);
    return flying;
}

static bool tells_tables(const struct notify_message *message) {
    return message->what == NOTIFY_TURNS || message->what == NOTIFY_OVER;
}

/* What tells of that seat already, or, of an end, which two people with one webhook read of once, of that table; -1: nothing does. */
static int item_of(const struct flying *flying, const struct store_notice *notice) {
    const bool over = flying->message.what == NOTIFY_OVER;
    for (int i = 0; i < flying->n; i++)
        if (strcmp(flying->notice[i].id, notice->id) == 0 && (over || flying->notice[i].seat == notice->seat))
            return flying->item[i];
    return -1;
}

/* Of a turn and of the end of an order, in either sequence. */
static bool write_again(struct lobby *lobby, const struct store_channel *channel, const struct store_notice *notice,
                        struct notify_item *item, int64_t now) {
    const bool ended = item->order_ended || notice->kind == STORE_NOTICE_ORDER;
    bool good = true;
    if (notice->kind <= STORE_NOTICE_HOUR) good = notice_write_item(lobby, channel, notice, item, now);
    item->order_ended = ended;
    return good;
}

/* A device asks by it whether a turn still waits before it shows what was pushed, late perhaps. */
static bool write_ask(struct lobby *lobby, struct flying *flying, const struct store_notice *notice, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct notify_message *message = &flying->message;
    uint8_t hash[ALEA_HASH_BYTES];
    if (message->kind != NOTIFY_PUSH || message->what != NOTIFY_TURNS) return true;
    if (!message->ask[0]) snprintf(message->ask, sizeof message->ask, "%s", token_new().at);
    token_hash(message->ask, hash);
    return lobby_wrote(lobby, store_add_ask(lobby->options.store, hash, notice, now + ASK_DAYS * day_ms, &error), &error);
}

static bool take_off(struct lobby *lobby, struct flying *flying, const struct store_channel *channel,
                     const struct store_notice *notice, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct notify_message *message = &flying->message;
    if (tells_tables(message)) {
        int i = item_of(flying, notice);
        const bool known = i >= 0;
        if (!known) i = message->n++;
        if (!(known ? write_again : notice_write_item)(lobby, channel, notice, &message->item[i], now)) return false;
        if (!write_ask(lobby, flying, notice, now)) return false;
        flying->item[flying->n] = i;
    }
    flying->notice[flying->n++] = *notice;
    return lobby_wrote(lobby, store_begin_notice(lobby->options.store, notice->number, &error), &error);
}

/* All that is due for this address, in one message. */
static void gather(struct lobby *lobby, const struct store_notice *first, const struct store_channel *channel, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct store *store = lobby->options.store;
    struct flying *flying = begin(channel, first, now);
    struct due_notices due = {.n = 0};
    bool good = flying && take_off(lobby, flying, channel, first, now);
    if (good && tells_tables(&flying->message))
        good =
            lobby_wrote(lobby, store_due_notices_at(store, channel, now, LOOKED_AT_ONCE, take_notice, &due, &error), &error);
    for (int i = 0; i < due.n && good && flying->n < NOTIFY_MAX_ITEMS; i++) {
        const struct store_notice *notice = &due.at[i];
        struct store_channel other; /* its person's zone, and what is that person's alone */
        if (notice->stale || what_of(notice->kind) != flying->message.what) continue;
        if (!store_channel(store, notice->channel, &other, &error)) good = take_off(lobby, flying, &other, notice, now);
    }
    if (!good) {
        free(flying);
        return;
    }
    flying->written = true;
    flying->next = lobby->notices->all;
    lobby->notices->all = flying;
    lobby->notices->flying++;
}

static bool flies(const struct notices *notices, int64_t number) {
    for (const struct flying *at = notices->all; at; at = at->next)
        for (int i = 0; i < at->n; i++)
            if (at->notice[i].number == number) return true;
    return false;
}

/* A notice is marked as being sent when it can leave at once, so that few are in doubt after a crash. */
static bool has_room(const struct notices *notices, const struct store_channel *channel) {
    struct notify_message message = {.kind = (enum notify_kind)channel->kind};
    int there = 0;
    snprintf(message.address, sizeof message.address, "%s", channel->address);
    for (const struct flying *at = notices->all; at; at = at->next) there += notify_same_server(&at->message, &message);
    return there < (channel->kind == STORE_CHANNEL_MAIL ? MAILS_AT_ONCE : NOTIFY_EACH_SERVER);
}

static void delay(struct lobby *lobby, const struct store_notice *notice, int64_t due) {
    struct alea_error error = {.lang = ALEA_EN};
    lobby_wrote(lobby, store_delay_notice(lobby->options.store, notice->number, due, false, &error), &error);
    lobby_notices_at(lobby, due);
}

/* True if there may be more. */
static bool send(struct lobby *lobby, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    struct due_notices due;
    int taken = 0, sent = 0;
    due.n = 0;
    if (lobby->notices->flying >= NOTIFY_AT_ONCE) return false;
    if (!lobby_wrote(lobby, store_due_notices(lobby->options.store, now, LOOKED_AT_ONCE, take_notice, &due, &error), &error))
        return false;
    for (int i = 0; i < due.n && sent < DONE_AT_ONCE; i++) {
        if (lobby->broken.code || lobby->notices->flying >= NOTIFY_AT_ONCE) break;
        const struct store_notice *notice = &due.at[i];
        struct store_channel channel;
        taken++;
        if (flies(lobby->notices, notice->number)) continue; /* it was gathered with another */
        if (store_channel(lobby->options.store, notice->channel, &channel, &error) || !still_wanted(&channel, notice)) {
            drop(lobby, notice);
            continue;
        }
        const int64_t free_at = channel.tried + lobby->options.notice_ms;
        if (!is_asked(notice->kind) && now < free_at) { /* one message at a time; meanwhile others may come to it */
            delay(lobby, notice, free_at);
            continue;
        }
        if (has_room(lobby->notices, &channel)) {
            gather(lobby, notice, &channel, now);
            sent++;
        } else if (due.n == LOOKED_AT_ONCE) delay(lobby, notice, now + CROWDED_MS); /* others stand behind it */
        else taken--;
    }
    return taken > 0 && (due.n == LOOKED_AT_ONCE || sent == DONE_AT_ONCE);
}

/* ---- The turn of the loop ---------------------------------------------------------------------------------------------------------------- */

static void count(struct lobby *lobby, int64_t now) {
    struct lobby_counts *counts = &lobby->counts;
    if (now < lobby->notices->counted + COUNTED_MS) return;
    lobby->notices->counted = now;
    (void)!store_count_notices(lobby->options.store, &counts->notices_waiting, &counts->channels, &counts->channels_failed,
                               NULL);
}

/* When there is something to do next, by what the store has now. */
static void set_due(struct lobby *lobby) {
    int64_t turn = 0, notice = 0;
    lobby->notices_due = 0;
    if (store_next_notice(lobby->options.store, &turn, &notice, NULL)) return;
    lobby_notices_at(lobby, turn);
    if (notice && (notice > lobby->now || !lobby->notices->flying)) lobby_notices_at(lobby, notice);
}

static bool is_due(const struct lobby *lobby, int64_t now) {
    return lobby->notices_due && now >= lobby->notices_due && !lobby->broken.code;
}

void notices_turn(struct lobby *lobby, int64_t now) {
    static bool (*const works[])(struct lobby *, int64_t now) = {collect, take_steps, send};
    const int n = sizeof works / sizeof *works;
    bool more = false;
    if (!lobby->options.notify || !notices_of(lobby) || lobby->broken.code) return;
    struct notices *notices = lobby->notices;
    if (now < notices->rest) {
        lobby_notices_at(lobby, notices->rest); /* some may have come back */
        return;
    }
    count(lobby, now);
    /* No move that comes behind it waits for a flush of these as well. What a power cut takes back is done again: at most, a notice is sent
     * twice. */
    store_relax(lobby->options.store, !lobby->dirty && lobby_people_play(lobby, now));
    /* Until one of them has done as much as a turn may: a move waits for that one alone. */
    for (int i = 0; i < n && !more; i++, notices->work = (notices->work + 1) % n)
        if (notices->work == 0 || is_due(lobby, now)) more = works[notices->work](lobby, now);
    store_relax(lobby->options.store, false);
    if (is_due(lobby, now)) set_due(lobby);
    if (!more) return;
    notices->rest = now + (lobby_people_play(lobby, now) ? REST_MS : SHORT_REST_MS);
    lobby_notices_at(lobby, notices->rest);
}

int64_t notices_next(const struct lobby *lobby) {
    if (!lobby->options.notify || !lobby->notices_due) return 0;
    return lobby->notices && lobby->notices->rest > lobby->notices_due ? lobby->notices->rest : lobby->notices_due;
}

void notices_settle(struct lobby *lobby, bool written) {
    for (struct flying *flying = lobby->notices ? lobby->notices->all : NULL, *next; flying; flying = next) {
        next = flying->next;
        if (!flying->written) continue;
        flying->written = false;
        /* Not written: it stands in the outbox as before. Not taken: it is as after a crash. */
        if (!written || !notify_send(lobby->options.notify, &flying->message)) land(lobby->notices, flying);
    }
}

bool notices_fly(const struct lobby *lobby, shares which) {
    for (const struct flying *at = lobby->notices ? lobby->notices->all : NULL; at; at = at->next)
        for (int i = 0; i < at->n; i++)
            if (which & share_bit(share_of_match(at->notice[i].id))) return true; /* "" is of people */
    return false;
}

void notices_forget(struct lobby *lobby) {
    while (lobby->notices && lobby->notices->all) land(lobby->notices, lobby->notices->all);
    free(lobby->notices);
    lobby->notices = NULL;
}
