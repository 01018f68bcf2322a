/* SPDX-License-Identifier: MIT */
/* clock_json.c - clocks as JSON: what people ask for, and what the store keeps. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "engine_text.h"
#include "error.h"
#include "timezone.h"

enum { SECOND = 1000, DAY = 24 * 60 * 60 * SECOND, MAX_SECONDS = 366 * 24 * 60 * 60 };

static const char *const kinds[CLOCK_KINDS] = {"none", "live", "days", "windows"};

/* ---- What people ask for -------------------------------------------------------------------------------------------------- */

static enum alea_err bad(struct alea_error *error, const char *member, const char *it, const char *en) {
    enum alea_err err = alea_fail(error, ALEA_ERR_BAD_OPTION, member, error && error->lang == ALEA_IT ? it : en);
    if (error) snprintf(error->where, sizeof error->where, "clock.%s", member);
    return err;
}

static enum alea_err read_kind(const json_t *json, struct clock_rules *rules, struct alea_error *error) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    for (int i = 0; kind && i < CLOCK_KINDS; i++) {
        rules->kind = (enum clock_kind)i;
        if (strcmp(kind, kinds[i]) == 0) return ALEA_OK;
    }
    return bad(error, "kind", ENGINE_SAY_CLOCK_KIND);
}

static enum alea_err read_seconds(const json_t *json, const char *member, int64_t *ms, struct alea_error *error) {
    const json_t *value = json_object_get(json, member);
    if (!value) return ALEA_OK;
    double seconds = json_number_value(value);
    if (!json_is_number(value) || !(seconds >= 0) || seconds > MAX_SECONDS)
        return bad(error, member, ENGINE_SAY_CLOCK_SECONDS);
    *ms = (int64_t)(seconds * SECOND + 0.5);
    return ALEA_OK;
}

/* "22:00" as minutes of the day; -1 if it is none. */
static int minute_of(const char *words) {
    static const char shape[] = "dd:dd";
    if (!words || strlen(words) != sizeof shape - 1) return -1;
    for (size_t i = 0; i < sizeof shape - 1; i++)
        if (shape[i] == 'd' ? words[i] < '0' || words[i] > '9' : words[i] != shape[i]) return -1;
    int hour = (words[0] - '0') * 10 + words[1] - '0', minute = (words[3] - '0') * 10 + words[4] - '0';
    return hour < 24 && minute < 60 ? hour * 60 + minute : -1;
}

static enum alea_err read_quiet(const json_t *quiet, struct clock_rules *rules, struct alea_error *error) {
    const char *key, *zone = json_string_value(json_object_get(quiet, "zone"));
    json_t *value;
    if (!quiet || json_is_null(quiet)) return ALEA_OK;
    if (rules->kind != CLOCK_DAYS) return bad(error, "quiet", ENGINE_SAY_CLOCK_QUIET_NEEDS_DAYS);
    json_object_foreach((json_t *)quiet, key, value) {
        if (strcmp(key, "from") != 0 && strcmp(key, "to") != 0 && strcmp(key, "zone") != 0)
            return bad(error, "quiet", ENGINE_SAY_CLOCK_QUIET_MEMBERS);
    }
    rules->quiet_from = minute_of(json_string_value(json_object_get(quiet, "from")));
    rules->quiet_to = minute_of(json_string_value(json_object_get(quiet, "to")));
    if (rules->quiet_from < 0 || rules->quiet_to < 0) return bad(error, "quiet", ENGINE_SAY_CLOCK_QUIET_TIMES);
    if (!zone || !timezone_exists(zone)) return bad(error, "quiet", ENGINE_SAY_CLOCK_QUIET_ZONE);
    snprintf(rules->zone, sizeof rules->zone, "%s", zone);
    return ALEA_OK;
}

static enum alea_err read_then(const json_t *json, struct clock_rules *rules, struct alea_error *error) {
    static const char bot[] = "bot:";
    const json_t *value = json_object_get(json, "then");
    const char *then = value ? json_string_value(value) : "bot:greedy";
    if (then && strcmp(then, "pass") == 0) {
        rules->then = CLOCK_THEN_PASS;
        return ALEA_OK;
    }
    if (then && strcmp(then, "forfeit") == 0) {
        rules->then = CLOCK_THEN_FORFEIT;
        return ALEA_OK;
    }
    if (!then || strncmp(then, bot, sizeof bot - 1) != 0 || strlen(then) >= sizeof rules->deputy)
        return bad(error, "then", ENGINE_SAY_CLOCK_THEN);
    rules->then = CLOCK_THEN_DEPUTY;
    snprintf(rules->deputy, sizeof rules->deputy, "%s", then + sizeof bot - 1);
    return ALEA_OK;
}

static enum alea_err known_members(const json_t *json, struct alea_error *error) {
    static const char *const members[] = {"kind", "reserve", "move", "late", "then", "quiet", "zone", "vacation", "often"};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value) {
        bool known = false;
        for (size_t i = 0; i < ALEA_LEN(members); i++) known |= strcmp(key, members[i]) == 0;
        if (!known) return bad(error, key, ENGINE_SAY_CLOCK_UNKNOWN_MEMBER);
    }
    return ALEA_OK;
}

static enum alea_err read_vacation(const json_t *json, struct clock_rules *rules, struct alea_error *error) {
    const json_t *value = json_object_get(json, "vacation");
    const json_int_t days = json_integer_value(value);
    if (!value) return ALEA_OK;
    if (!json_is_integer(value) || days < 0 || days > MAX_VACATION) return bad(error, "vacation", ENGINE_SAY_CLOCK_VACATION);
    if (days > 0 && rules->kind != CLOCK_DAYS && rules->kind != CLOCK_WINDOWS)
        return bad(error, "vacation", ENGINE_SAY_CLOCK_VACATION_NEEDS_DAYS);
    rules->vacation = (int)days;
    return ALEA_OK;
}

/* {"times":2,"percent":50}: who is often late has less time. */
static enum alea_err read_often(const json_t *json, struct clock_rules *rules, struct alea_error *error) {
    const json_t *often = json_object_get(json, "often");
    const json_int_t times = json_integer_value(json_object_get(often, "times")),
                     percent = json_integer_value(json_object_get(often, "percent"));
    if (!often || json_is_null(often)) return ALEA_OK;
    if (json_object_size(often) != 2 || times < 1 || times > MAX_OFTEN || percent < 10 || percent > 90 ||
        !clock_of_seats(rules) || rules->move < SECOND)
        return bad(error, "often", ENGINE_SAY_CLOCK_OFTEN);
    rules->often_times = (int)times;
    rules->often_percent = (int)percent;
    return ALEA_OK;
}

/* {"kind":"windows","zone":"Europe/Rome"}: when they close is the game's to say. */
static enum alea_err read_zone(const json_t *json, struct clock_rules *rules, struct alea_error *error) {
    const char *zone = json_string_value(json_object_get(json, "zone"));
    if (rules->kind != CLOCK_WINDOWS)
        return json_object_get(json, "zone") ? bad(error, "zone", ENGINE_SAY_CLOCK_ZONE_NEEDS_WINDOWS) : ALEA_OK;
    if (json_object_size(json) > (json_object_get(json, "vacation") ? 3U : 2U))
        return bad(error, "kind", ENGINE_SAY_CLOCK_WINDOWS_MEMBERS);
    if (!zone || !timezone_exists(zone)) return bad(error, "zone", ENGINE_SAY_CLOCK_QUIET_ZONE);
    snprintf(rules->zone, sizeof rules->zone, "%s", zone);
    return ALEA_OK;
}

enum alea_err clock_rules_read(const struct json_t *json, struct clock_rules *rules, struct alea_error *error) {
    *rules = (struct clock_rules){0};
    if (!json || json_is_null(json) || (json_is_object(json) && json_object_size(json) == 0)) return ALEA_OK;
    if (!json_is_object(json)) return bad(error, "kind", ENGINE_SAY_CLOCK_NO_OBJECT);
    enum alea_err err = known_members(json, error);
    if (!err) err = read_kind(json, rules, error);
    if (!err) err = read_zone(json, rules, error);
    if (!err) err = read_seconds(json, "reserve", &rules->reserve, error);
    if (!err) err = read_seconds(json, "move", &rules->move, error);
    if (!err) err = read_seconds(json, "late", &rules->late, error);
    if (!err) err = read_then(json, rules, error);
    if (!err) err = read_vacation(json, rules, error);
    if (!err) err = read_often(json, rules, error);
    if (!err) err = read_quiet(json_object_get(json, "quiet"), rules, error);
    if (!err && clock_of_seats(rules) && rules->reserve + rules->move < SECOND)
        err = bad(error, "move", ENGINE_SAY_CLOCK_TOO_SHORT);
    return err;
}

/* To the millisecond, as they were asked for: what is read back is refused if it is too short. */
static void write_seconds(const char *member, int64_t ms, struct alea_text *text) {
    alea_text_addf(text, ",\"%s\":%lld", member, (long long)ms / SECOND);
    if (ms % SECOND) alea_text_addf(text, ".%03d", (int)(ms % SECOND));
}

void clock_rules_write(const struct clock_rules *rules, struct alea_text *text) {
    static const char *const thens[CLOCK_THENS] = {"bot:", "pass", "forfeit"};
    alea_text_addf(text, "\"kind\":\"%s\"", kinds[rules->kind]);
    if (rules->vacation) alea_text_addf(text, ",\"vacation\":%d", rules->vacation);
    if (rules->kind == CLOCK_WINDOWS) alea_text_addf(text, ",\"zone\":\"%s\"", rules->zone);
    if (!clock_of_seats(rules)) return;
    write_seconds("reserve", rules->reserve, text);
    write_seconds("move", rules->move, text);
    write_seconds("late", rules->late, text);
    alea_text_addf(text, ",\"then\":\"%s%s\"", thens[rules->then], rules->deputy);
    if (rules->often_times)
        alea_text_addf(text, ",\"often\":{\"times\":%d,\"percent\":%d}", rules->often_times, rules->often_percent);
    if (rules->quiet_from != rules->quiet_to)
        alea_text_addf(text, ",\"quiet\":{\"from\":\"%02d:%02d\",\"to\":\"%02d:%02d\",\"zone\":\"%s\"}",
                       rules->quiet_from / 60, rules->quiet_from % 60, rules->quiet_to / 60, rules->quiet_to % 60,
                       rules->zone);
}

/* ---- What the store keeps -------------------------------------------------------------------------------------------------- */

void clock_state_write(const struct clock *clock, struct alea_text *text) {
    alea_text_addf(text, "{\"running\":%llu,\"stopped\":%s,\"seats\":[", (unsigned long long)clock->running,
                   clock->stopped ? "true" : "false");
    for (int seat = 0; seat < clock->seats; seat++) {
        const struct vacation *vacation = &clock->vacation[seat];
        alea_text_addf(text, "%s[%lld,%lld,%lld,%u", seat ? "," : "", (long long)clock->since[seat],
                       (long long)clock->spent[seat], (long long)clock->left[seat], (unsigned)clock->misses[seat]);
        const bool overdue = clock->overdue[seat] != 0;
        if (vacation->until || vacation->used || overdue)
            alea_text_addf(text, ",%lld,%lld,%d", (long long)vacation->from, (long long)vacation->until, vacation->used);
        if (overdue) alea_text_addf(text, ",%d,%d", clock->overdue[seat], clock->timely[seat] + 1);
        alea_text_add(text, "]");
    }
    alea_text_add(text, "]}");
}

static bool read_whole(const json_t *value, int64_t max, int64_t *number) {
    *number = (int64_t)json_integer_value(value);
    return json_is_integer(value) && *number >= 0 && *number <= max;
}

static bool read_seat(const json_t *row, struct clock *clock, int seat) {
    static const int64_t far = INT64_C(1) << 52;
    struct vacation *vacation = &clock->vacation[seat];
    int64_t misses, days = 0, overdue = 0, timely = 0;
    const size_t members = json_array_size(row);
    if ((members != 4 && members != 7 && members != 9) || !read_whole(json_array_get(row, 0), far, &clock->since[seat]) ||
        !read_whole(json_array_get(row, 1), far, &clock->spent[seat]) ||
        !read_whole(json_array_get(row, 2), far, &clock->left[seat]) ||
        !read_whole(json_array_get(row, 3), UINT16_MAX, &misses))
        return false;
    clock->misses[seat] = (uint16_t)misses;
    *vacation = (struct vacation){.used = 0};
    clock->overdue[seat] = 0;
    clock->timely[seat] = 0;
    if (members == 4) return true;
    if (!read_whole(json_array_get(row, 4), far, &vacation->from) ||
        !read_whole(json_array_get(row, 5), far, &vacation->until) ||
        !read_whole(json_array_get(row, 6), MAX_VACATION, &days) || vacation->from > vacation->until ||
        vacation->until - vacation->from > (int64_t)MAX_VACATION * DAY)
        return false;
    vacation->used = (int)days;
    if (members == 7) return true;
    if (!read_whole(json_array_get(row, 7), clock->rules.often_times, &overdue) ||
        !read_whole(json_array_get(row, 8), MAX_OFTEN, &timely) || !overdue)
        return false;
    clock->overdue[seat] = (uint8_t)overdue;
    clock->timely[seat] = (int8_t)(timely - 1);
    return true;
}

enum alea_err clock_state_read(const struct json_t *json, struct clock *clock, struct alea_error *error) {
    const json_t *seats = json_object_get(json, "seats"), *stopped = json_object_get(json, "stopped");
    int64_t running;
    struct clock read = *clock;
    bool good = json_is_boolean(stopped) && json_array_size(seats) == (size_t)clock->seats &&
                read_whole(json_object_get(json, "running"), INT64_MAX, &running) && running >> clock->seats == 0;
    for (int seat = 0; good && seat < clock->seats; seat++)
        good = read_seat(json_array_get(seats, (size_t)seat), &read, seat);
    if (!good) return alea_fail(error, ALEA_ERR_BAD_POSITION, "clock");
    read.running = (alea_actors)running;
    read.stopped = json_is_true(stopped);
    *clock = read;
    return ALEA_OK;
}
