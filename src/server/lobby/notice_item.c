/* SPDX-License-Identifier: MIT */
/* notice_item.c - what a notice says of one table: its names, until when, by which policy, and the link to it. */
#include <stdio.h>
#include <string.h>

#include "notify.h"
#include "table_internal.h"
#include "text.h"
#include "timezone.h"
#include "tokens.h"

static const int64_t pass_ms = INT64_C(7) * 24 * 60 * 60 * 1000;

static void say_until(const struct store_channel *channel, int64_t deadline, char *words, size_t size) {
    const char *zone = timezone_exists(channel->zone) ? channel->zone : "UTC";
    char stamp[TIMEZONE_STAMP];
    words[0] = 0;
    if (!deadline) return;
    timezone_stamp(zone, deadline, stamp);
    snprintf(words, size, "%.10s %.5s (%s)", stamp, stamp + 11, zone);
}

/* A mail's link opens the seat, once; others lead to the table, which a device knows that has opened it before. */
static bool write_link(struct lobby *lobby, const struct store_channel *channel, const struct store_notice *notice,
                       struct notify_item *item, int64_t now) {
    const char *base = lobby->options.base_url;
    struct alea_error error = {.lang = ALEA_EN};
    struct store_pass pass = {.seat = notice->seat, .until = now + pass_ms};
    int n = snprintf(item->url, sizeof item->url, "%s/m/%s", base ? base : "", notice->id);
    if (channel->kind != STORE_CHANNEL_MAIL || n < 0 || (size_t)n + TOKEN_LENGTH + 8 > sizeof item->url) return true;
    struct token token = token_new();
    memcpy(pass.id, notice->id, sizeof pass.id);
    token_hash(token.at, pass.hash);
    snprintf(item->url + n, sizeof item->url - (size_t)n, "#once=%s", token.at);
    return lobby_wrote(lobby, store_add_pass(lobby->options.store, &pass, &error), &error);
}

struct policy {
    enum alea_lang lang;
    char *words;
};

static void take_policy(void *context, const struct store_match *match) {
    const struct policy *policy = context;
    struct clock_rules rules;
    struct alea_text said;
    if (table_read_clock(match->settings, &rules)) return;
    alea_text_init(&said, NOTIFY_MAX_POLICY - 1, policy->lang);
    clock_say(&rules, &said);
    for (char *line = said.at; line && (line = strchr(line, '\n'));) *line = line[1] ? ' ' : 0;
    if (!said.truncated) snprintf(policy->words, NOTIFY_MAX_POLICY, "%s", alea_text_str(&said));
    alea_text_clear(&said);
}

/* A reminder says what will happen, in the words in which the table was made. */
static void say_policy(struct lobby *lobby, const struct store_channel *channel, const struct store_notice *notice,
                       struct notify_item *item) {
    struct policy policy = {.lang = channel->lang, .words = item->policy};
    if (!item->hours) return;
    if (store_match(lobby->options.store, notice->id, take_policy, &policy, NULL)) item->policy[0] = 0;
}

bool notice_write_item(struct lobby *lobby, const struct store_channel *channel, const struct store_notice *notice,
                       struct notify_item *item, int64_t now) {
    static const int left[] = {[STORE_NOTICE_DAY] = 24, [STORE_NOTICE_SIX] = 6, [STORE_NOTICE_HOUR] = 1};
    const struct alea_game *game = alea_game_find(notice->game);
    const bool own = channel->kind == STORE_CHANNEL_MAIL || channel->kind == STORE_CHANNEL_PUSH;
    char letters[3];
    const bool order = notice->kind == STORE_NOTICE_ORDER;
    *item = (struct notify_item){.deadline = notice->deadline, .order_ended = order, .not_awaited = order};
    if (notice->kind > STORE_NOTICE_TURN && notice->kind <= STORE_NOTICE_HOUR) item->hours = left[notice->kind];
    snprintf(item->table, sizeof item->table, "%s", notice->name);
    snprintf(item->game, sizeof item->game, "%s", game ? game->texts->title.in[channel->lang] : notice->game);
    alea_seat_letters(notice->seat, letters);
    if (!own) snprintf(item->seat, sizeof item->seat, "%s", notice->seat_name[0] ? notice->seat_name : letters);
    say_until(channel, notice->deadline, item->until, sizeof item->until);
    say_policy(lobby, channel, notice, item);
    return write_link(lobby, channel, notice, item, now);
}
