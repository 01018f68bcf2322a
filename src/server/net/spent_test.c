/* SPDX-License-Identifier: MIT */
/* spent_test.c - what addresses took at one process is told, is owed at another, and is nothing that could be made up. */
#include "spent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 50, BURST = RATE * RATE_BURST_SECONDS, SECOND = 1000 };

static const struct rate_options options = {.requests_per_second = RATE, .trust_loopback = true};

static struct rate_place *place_of(struct rate *rate, const char *words, int64_t now) {
    struct rate_key key;
    assert_true(rate_key_read(words, &key));
    struct rate_place *place = rate_place(rate, &key, now);
    assert_non_null(place);
    return place;
}

static int take(struct rate *rate, const char *words, int most, int64_t now) {
    int n = 0;
    while (n < most && rate_take(rate, place_of(rate, words, now), now)) n++;
    return n;
}

static struct alea_text message(const struct rate *rate, int processes, int64_t ms) {
    struct alea_text json;
    alea_text_init(&json, 1 << 16, ALEA_EN);
    assert_null(spent_write(rate, NULL, processes, ms, &json));
    return json;
}

static void assert_told(const struct rate *rate, int processes, const char *wanted) {
    struct alea_text json = message(rate, processes, SECOND);
    assert_string_equal(alea_text_str(&json), wanted);
    alea_text_clear(&json);
}

/* An eighth of what may be taken is told, each address and network by its own measure; less is forgotten. */
static void test_told(void **state) {
    (void)state;
    struct rate *rate = rate_new(&options);
    assert_told(rate, 3, "");
    assert_int_equal(take(rate, "192.0.2.7", 6, 0), 6);
    assert_int_equal(take(rate, "127.0.0.1", 1000, 0), 1000);
    assert_told(rate, 3, "");
    assert_int_equal(take(rate, "192.0.2.7", 7, 0), 7);
    assert_told(rate, 3, "{\"taken\":{\"192.0.2.7\":140000}}");
    assert_told(rate, 3, "");
    assert_int_equal(take(rate, "192.0.2.7", 40, 0), 40);
    assert_told(rate, 3, "{\"taken\":{\"192.0.2.7\":800000,\"192.0.2.0/24\":200000}}");
    for (int i = 0; i < 5; i++) {
        char words[RATE_TEXT];
        snprintf(words, sizeof words, "2001:db8:1:%d::1", i);
        assert_int_equal(take(rate, words, 6, 0), 6);
    }
    assert_told(rate, 3, "{\"taken\":{\"2001:db8:1::/48\":150000}}");
    rate_free(rate);
}

/* Among many processes each one's eighth would be several times as much as is allowed. */
static void test_little_is_less_among_many(void **state) {
    (void)state;
    struct rate *rate = rate_new(&options);
    assert_int_equal(take(rate, "192.0.2.7", 2, 0), 2);
    assert_told(rate, 32, "{\"taken\":{\"192.0.2.7\":40000}}");
    rate_free(rate);
}

/* Messages and work are told like requests: what they made of the account, and not what would have been past its debts. */
static void test_debts(void **state) {
    (void)state;
    struct rate *rate = rate_new(&options);
    struct rate_place *place = place_of(rate, "192.0.2.7", 0);
    for (int i = 0; i < 10000; i++) (void)rate_owe(rate, place, 0);
    assert_told(rate, 3, "{\"taken\":{\"192.0.2.7\":8000000,\"192.0.2.0/24\":8000000}}");
    for (int i = 0; i < 1000; i++) rate_work(rate, place, RATE_WORK_US, 0);
    assert_told(rate, 3, "{\"taken\":{\"192.0.2.7\":56000000,\"192.0.2.0/24\":11000000}}");
    rate_free(rate);
}

/* Everybody tells everybody else. */
static void tell_all(struct rate *const rate[3], int64_t now) {
    for (int i = 0; i < 3; i++) {
        struct alea_text json = message(rate[i], 3, SECOND);
        for (int other = 0; other < 3 && json.len; other++)
            if (other != i) assert_true(spent_hear(rate[other], alea_text_str(&json), json.len, now) > 0);
        alea_text_clear(&json);
    }
}

/* Who asks three processes as fast as they answer gets, over a while, what one of them would give; who asks them for half as much as is
 * allowed is never refused meanwhile. */
static void test_once(void **state) {
    (void)state;
    enum { SECONDS = 60, STEP = 40 };
    struct rate *rate[3], *one = rate_new(&options);
    int taken = 0, alone = 0;
    for (int i = 0; i < 3; i++) rate[i] = rate_new(&options);
    for (int64_t now = 0; now < SECONDS * SECOND; now += STEP) {
        alone += take(one, "192.0.2.7", 1000, now);
        for (int i = 0; i < 3; i++) taken += take(rate[i], "192.0.2.7", 1000, now);
        assert_int_equal(take(rate[now / STEP % 3], "198.51.100.1", 1, now), 1);
        if (now % SECOND == SECOND - STEP) tell_all(rate, now);
    }
    assert_in_range(alone, BURST + RATE * (SECONDS - 1), BURST + RATE * SECONDS);
    assert_in_range(taken, alone, alone + 3 * RATE);
    for (int i = 0; i < 3; i++) rate_free(rate[i]);
    rate_free(one);
}

/* More than one message holds go into several, and nobody is told twice. */
static void test_many(void **state) {
    (void)state;
    enum { MANY = 2 * SPENT_MOST + 9 };
    struct rate *rate = rate_new(&options), *other = rate_new(&options);
    for (int i = 0; i < MANY; i++) {
        char words[RATE_TEXT];
        snprintf(words, sizeof words, "10.%d.%d.1", i >> 8, i & 255);
        assert_int_equal(take(rate, words, 10, 0), 10);
    }
    int heard = 0, messages = 0;
    struct rate_place *at = NULL;
    do {
        struct alea_text json;
        alea_text_init(&json, 1 << 16, ALEA_EN);
        at = spent_write(rate, at, 3, SECOND, &json);
        heard += spent_hear(other, alea_text_str(&json), json.len, 0);
        messages++;
        alea_text_clear(&json);
    } while (at);
    assert_int_equal(heard, MANY);
    assert_int_equal(messages, 3);
    assert_int_equal(take(other, "10.0.0.1", 1000, 0), BURST - 10);
    assert_told(rate, 3, "");
    rate_free(rate);
    rate_free(other);
}

/* What is owed by word of another process: bounded, not told on, and nothing to who is free. */
static void test_owed(void **state) {
    (void)state;
    struct rate *rate = rate_new(&options);
    static const char told[] =
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.0/24\":3000000,\"127.0.0.1\":64000000,\"2001:db8:1:2::\":1000000}}";
    assert_int_equal(spent_hear(rate, told, sizeof told - 1, 0), 4);
    assert_int_equal(spent_hear(rate, told, sizeof told - 1, 0), 4);
    assert_told(rate, 3, "");
    assert_int_equal(rate_wait(rate, place_of(rate, "192.0.2.7", 0), 0), RATE_DEBT_SECONDS + 1);
    assert_int_equal(rate_wait(rate, place_of(rate, "192.0.2.8", 0), 0), 3); /* its network's */
    assert_int_equal(take(rate, "127.0.0.1", 1000, 0), 1000);
    assert_int_equal(take(rate, "2001:db8:1:2:3::4", 1000, 0), BURST - 2 * RATE);
    rate_free(rate);
    rate = rate_new(&(struct rate_options){0}); /* without a limit */
    assert_int_equal(spent_hear(rate, told, sizeof told - 1, 0), 4);
    assert_int_equal(take(rate, "192.0.2.7", 1000, 0), 1000);
    rate_free(rate);
}

/* Not a word of a message counts of which one can't be read. */
static void test_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",
        "{}",
        "[]",
        "x",
        "{\"taken\":[]}",
        "{\"taken\":1}",
        "{\"taken\":{},\"more\":1}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":-1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":64000001}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":99999999999999999999}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":1.5}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":\"1\"}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":null}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.7\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8:80\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.0/\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.0/48\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"2001:db8:1:2::/64\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"/24\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"2001:db8:1111:2222:3333:4444:5555:6666:7777:8888:9999\":1}}",
        "{\"taken\":{\"192.0.2.7\":64000000,\"192.0.2.8\":1}",
    };
    struct rate *rate = rate_new(&options);
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) assert_int_equal(spent_hear(rate, wrong[i], strlen(wrong[i]), 0), -1);
    struct alea_text many;
    alea_text_init(&many, 1 << 16, ALEA_EN);
    for (int i = 0; i <= SPENT_MOST; i++)
        alea_text_addf(&many, "%s\"192.0.%d.%d\":64000000", i ? "," : "{\"taken\":{", i >> 8, i & 255);
    alea_text_add(&many, "}}");
    assert_int_equal(spent_hear(rate, alea_text_str(&many), many.len, 0), -1);
    alea_text_clear(&many);
    assert_int_equal(take(rate, "192.0.2.7", 1000, 0), BURST);
    assert_int_equal(spent_hear(rate, "{\"taken\":{}}", 12, 0), 0);
    rate_free(rate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told),    cmocka_unit_test(test_little_is_less_among_many),
        cmocka_unit_test(test_debts),   cmocka_unit_test(test_once),
        cmocka_unit_test(test_many),    cmocka_unit_test(test_owed),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
