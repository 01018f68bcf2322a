/* SPDX-License-Identifier: MIT */
/* clock_words.c - a clock's policy in sentences, the same words wherever it is told: when a table is made, before one joins, in each reminder. */
#include <stdio.h>
#include <string.h>

#include "bot_title.h"
#include "clock.h"
#include "engine_text.h"
#include "error.h"
#include "text.h"

/* "24 hours": in the largest unit that has no rest. */
static void say_span(int64_t ms, struct alea_text *text) {
    static const struct {
        long long seconds;
        const char *one[ALEA_LANGS], *many[ALEA_LANGS];
    } units[] = {{86400, {ENGINE_SAY_CLOCK_DAY}, {ENGINE_SAY_CLOCK_DAYS}},
                 {3600, {ENGINE_SAY_CLOCK_HOUR}, {ENGINE_SAY_CLOCK_HOURS}},
                 {60, {ENGINE_SAY_CLOCK_MINUTE}, {ENGINE_SAY_CLOCK_MINUTES}},
                 {1, {ENGINE_SAY_CLOCK_SECOND}, {ENGINE_SAY_CLOCK_MANY_SECONDS}}};
    const long long seconds = (long long)(ms / 1000);
    size_t unit = seconds ? 0 : ALEA_LEN(units) - 1;
    while (seconds % units[unit].seconds) unit++;
    const long long n = seconds / units[unit].seconds;
    alea_text_addf(text, "%lld %s", n, (n == 1 ? units[unit].one : units[unit].many)[text->lang]);
}

/* A span of the clock's, in the words of one sentence. */
struct span {
    char at[48];
};

static struct span span_of(int64_t ms, enum alea_lang lang) {
    struct span span;
    struct alea_text text;
    alea_text_init(&text, sizeof span.at, lang);
    say_span(ms, &text);
    snprintf(span.at, sizeof span.at, "%s", alea_text_str(&text));
    alea_text_clear(&text);
    return span;
}

#define SAY(text, message, ...) SAY_(text, message, __VA_ARGS__)
#define SAY_(text, it, en, ...) alea_text_addf(text, alea_either((text)->lang, it, en), __VA_ARGS__)

static void say_turn(const struct clock_rules *rules, struct alea_text *text) {
    const struct span move = span_of(rules->move, text->lang), reserve = span_of(rules->reserve, text->lang);
    if (!rules->reserve) SAY(text, ENGINE_SAY_CLOCK_TURN_ALONE, move.at);
    else if (!rules->move) SAY(text, ENGINE_SAY_CLOCK_RESERVE_ALONE, reserve.at);
    else SAY(text, ENGINE_SAY_CLOCK_TURN, move.at, reserve.at);
    if (rules->quiet_from != rules->quiet_to)
        SAY(text, ENGINE_SAY_CLOCK_QUIET, rules->quiet_from / 60, rules->quiet_from % 60, rules->quiet_to / 60,
            rules->quiet_to % 60, rules->zone);
}

/* What happens when all time is gone, and then again and again. */
static void say_end(const struct clock_rules *rules, struct alea_text *text) {
    char bot[BOT_TITLE];
    if (rules->late) SAY(text, ENGINE_SAY_CLOCK_LATE, span_of(rules->late, text->lang).at);
    switch (rules->then) {
    case CLOCK_THEN_PASS: alea_text_add(text, alea_either(text->lang, ENGINE_SAY_CLOCK_THEN_PASS)); break;
    case CLOCK_THEN_FORFEIT: alea_text_add(text, alea_either(text->lang, ENGINE_SAY_CLOCK_THEN_FORFEIT)); break;
    case CLOCK_THEN_DEPUTY:
    case CLOCK_THENS: SAY(text, ENGINE_SAY_CLOCK_THEN_BOT, bot_title(rules->deputy, text->lang, bot)); break;
    }
    if (!rules->often_times) return;
    if (rules->often_times == 1) SAY(text, ENGINE_SAY_CLOCK_LATE_ONCE, span_of(clock_short_move(rules), text->lang).at);
    else
        SAY(text, ENGINE_SAY_CLOCK_LATE_OFTEN, rules->often_times, span_of(clock_short_move(rules), text->lang).at,
            rules->often_times);
}

void clock_say(const struct clock_rules *rules, struct alea_text *text) {
    if (rules->kind == CLOCK_NONE) alea_text_add(text, alea_either(text->lang, ENGINE_SAY_CLOCK_NONE));
    if (rules->kind == CLOCK_WINDOWS) SAY(text, ENGINE_SAY_CLOCK_WINDOWS, rules->zone);
    if (clock_of_seats(rules)) say_turn(rules, text);
    if (rules->vacation && rules->kind == CLOCK_DAYS) SAY(text, ENGINE_SAY_CLOCK_AWAY, rules->vacation);
    if (rules->vacation && rules->kind == CLOCK_WINDOWS) SAY(text, ENGINE_SAY_CLOCK_AWAY_DEPUTY, rules->vacation);
    if (clock_of_seats(rules)) say_end(rules, text);
}
