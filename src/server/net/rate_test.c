/* SPDX-License-Identifier: MIT */
/* rate_test.c - addresses as they are written, buckets that run dry and fill again, and a table that never grows past its end. */
#include "rate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

static struct rate_key key_of(const char *words) {
    struct rate_key key;
    assert_true(rate_key_read(words, &key));
    return key;
}

static void assert_written(const char *words, const char *wanted) {
    char text[RATE_TEXT];
    struct rate_key key = key_of(words);
    rate_key_write(&key, text);
    assert_string_equal(text, wanted);
}

static void test_addresses(void **state) {
    (void)state;
    struct rate_key key;
    assert_written("192.0.2.7", "192.0.2.7");
    assert_written("::ffff:192.0.2.7", "192.0.2.7");
    assert_written("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64");
    assert_written("::1", "::1");
    assert_false(rate_key_read("192.0.2.7:80", &key));
    assert_false(rate_key_read("example.org", &key));
    assert_false(rate_key_read("", &key));
    key = key_of("127.8.0.1");
    assert_true(rate_key_loopback(&key));
    key = key_of("::1");
    assert_true(rate_key_loopback(&key));
    key = key_of("128.0.0.1");
    assert_false(rate_key_loopback(&key));

    struct sockaddr_in v4 = {.sin_family = AF_INET};
    inet_pton(AF_INET, "192.0.2.7", &v4.sin_addr);
    struct rate_key by_socket = rate_key_of((const struct sockaddr *)&v4);
    key = key_of("192.0.2.7");
    assert_memory_equal(&by_socket, &key, sizeof key);
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    inet_pton(AF_INET6, "2001:db8::99", &v6.sin6_addr);
    by_socket = rate_key_of((const struct sockaddr *)&v6);
    key = key_of("2001:db8::1"); /* the same household */
    assert_memory_equal(&by_socket, &key, sizeof key);
}

static void test_requests(void **state) {
    (void)state;
    const struct rate_options options = {.requests_per_second = 50, .trust_loopback = true};
    struct rate *rate = rate_new(&options);
    struct rate_key key = key_of("192.0.2.7"), other = key_of("192.0.2.8"), here = key_of("127.0.0.1");
    struct rate_place *place = rate_place(rate, &key, 1000);
    for (int i = 0; i < 50 * RATE_BURST_SECONDS; i++) assert_true(rate_take(rate, place, 1000));
    assert_false(rate_take(rate, place, 1000));
    assert_false(rate_take(rate, place, 1019));
    assert_true(rate_take(rate, place, 1020)); /* one every 20 ms */
    assert_false(rate_take(rate, place, 1020));
    assert_true(rate_take(rate, rate_place(rate, &other, 1020), 1020));
    int taken = 0;
    while (rate_take(rate, place, 1000000)) taken++;
    assert_int_equal(taken, 50 * RATE_BURST_SECONDS); /* however long it was quiet */
    for (int i = 0; i < 100000; i++) assert_true(rate_take(rate, rate_place(rate, &here, 1020), 1020));
    rate_free(rate);
}

/* Messages of a socket: those that are there already are taken, then it has to wait. */
static void test_debt(void **state) {
    (void)state;
    const struct rate_options options = {.requests_per_second = 10};
    struct rate *rate = rate_new(&options);
    struct rate_key key = key_of("192.0.2.7");
    struct rate_place *place = rate_place(rate, &key, 0);
    for (int i = 0; i < 10 * RATE_BURST_SECONDS; i++) assert_true(rate_owe(rate, place, 0));
    for (int i = 0; i < 1000; i++) assert_false(rate_owe(rate, place, 0));
    assert_false(rate_paid(rate, place, RATE_BURST_SECONDS * 1000));
    assert_true(rate_paid(rate, place, RATE_BURST_SECONDS * 1000 + 100)); /* a debt has an end */
    rate_free(rate);
}

/* Who asks what takes long has to wait as for many requests: a quarter of the time is the most that it gets. */
static void test_work(void **state) {
    (void)state;
    const struct rate_options options = {.requests_per_second = 50, .trust_loopback = true};
    struct rate *rate = rate_new(&options);
    struct rate_key key = key_of("192.0.2.7"), here = key_of("127.0.0.1");
    struct rate_place *place = rate_place(rate, &key, 0);
    int64_t worked = 0, now = 0;
    assert_int_equal(rate_wait(rate, place, now), 0);
    for (int i = 0; i < 50 * RATE_BURST_SECONDS; i++) {
        assert_true(rate_take(rate, place, now));
        rate_work(rate, place, 5000, now); /* as long as it may */
    }
    assert_false(rate_take(rate, place, now));
    assert_int_equal(rate_wait(rate, place, now), 1);
    for (; now < 100 * 1000; now += 10) {
        if (!rate_take(rate, place, now)) continue;
        rate_work(rate, place, 300 * 1000, now);
        worked += 300;
    }
    assert_in_range(worked, 24 * 1000, 26 * 1000);
    now += RATE_BURST_SECONDS * 1000;
    assert_true(rate_take(rate, place, now));
    rate_work(rate, place, INT64_C(1) << 40, now);
    assert_int_equal(rate_wait(rate, place, now), RATE_DEBT_SECONDS + 1); /* a debt has an end */
    assert_true(rate_take(rate, place, now + (RATE_DEBT_SECONDS + 1) * 1000));
    place = rate_place(rate, &here, now);
    rate_work(rate, place, INT64_C(1) << 40, now);
    assert_true(rate_take(rate, place, now));
    rate_free(rate);
}

static void test_connections(void **state) {
    (void)state;
    const struct rate_options options = {.max_connections = 5, .max_per_address = 2};
    struct rate *rate = rate_new(&options);
    struct rate_key key = key_of("192.0.2.7");
    struct rate_place *place = rate_place(rate, &key, 0);
    assert_true(rate_connect(rate, place));
    assert_true(rate_connect(rate, place));
    assert_false(rate_connect(rate, place));
    rate_disconnect(place);
    assert_true(rate_connect(rate, place));
    assert_false(rate_full(rate, 4));
    assert_true(rate_full(rate, 5));
    rate_free(rate);
}

/* A network may ask for four times as much as an address of it; another one is not held up. */
static void test_networks(void **state) {
    (void)state;
    static const char *const networks[][2] = {{"2001:db8:1:%x::1", "2001:db8:2::1"}, {"198.51.100.%u", "198.51.101.1"}};
    const struct rate_options options = {.requests_per_second = 50};
    for (size_t n = 0; n < sizeof networks / sizeof *networks; n++) {
        struct rate *rate = rate_new(&options);
        int taken = 0, answered = 1;
        for (unsigned i = 0; answered; i++) {
            char words[RATE_TEXT];
            snprintf(words, sizeof words, networks[n][0], i); /* NOLINT(clang-diagnostic-format-nonliteral) */
            struct rate_key key = key_of(words);
            struct rate_place *place = rate_place(rate, &key, 0);
            for (answered = 0; rate_take(rate, place, 0); answered++) {}
            assert_true(answered <= 50 * RATE_BURST_SECONDS);
            assert_true(answered || rate_wait(rate, place, 0) == 1);
            taken += answered;
        }
        assert_int_equal(taken, RATE_NETWORK * 50 * RATE_BURST_SECONDS);
        struct rate_key other = key_of(networks[n][1]);
        assert_true(rate_take(rate, rate_place(rate, &other, 0), 0));
        rate_free(rate);
    }
}

/* Who holds more: the network first, then the address; and what goes away counts no more. */
static void test_holders(void **state) {
    (void)state;
    struct rate *rate = rate_new(&(struct rate_options){0});
    struct rate_key keys[] = {key_of("2001:db8:1:1::1"), key_of("2001:db8:1:2::1"), key_of("2001:db8:2::1"),
                              key_of("192.0.2.7")};
    struct rate_place *at[4];
    for (int i = 0; i < 4; i++) at[i] = rate_place(rate, &keys[i], 0);
    assert_ptr_equal(at[0]->network, at[1]->network);
    assert_ptr_not_equal(at[0]->network, at[2]->network);
    assert_string_equal(at[3]->network->text, "192.0.2.0");
    for (int i = 0; i < 3; i++) assert_true(rate_connect(rate, at[0]));
    for (int i = 0; i < 2; i++) assert_true(rate_connect(rate, at[1]));
    for (int i = 0; i < 4; i++) assert_true(rate_connect(rate, at[2]));
    assert_int_equal(at[0]->network->connections, 5);
    assert_true(rate_compare(at[0], at[1]) > 0); /* 3 of 5, 2 of 5 */
    assert_true(rate_compare(at[1], at[2]) > 0); /* 2 of 5, 4 of 4 */
    assert_true(rate_compare(at[2], at[3]) > 0);
    assert_int_equal(rate_compare(at[3], NULL), 0);
    assert_true(rate_compare(at[2], NULL) > 0);
    rate_disconnect(at[0]);
    rate_disconnect(at[0]);
    assert_true(rate_compare(at[1], at[2]) < 0);
    rate_hold(at[0], 0, 100);
    rate_hold(at[1], 0, 50);
    rate_hold(at[0], 100, 20);
    assert_int_equal(at[0]->held, 20);
    assert_int_equal(at[0]->network->held, 70);
    rate_free(rate);
}

static void test_told_once_a_minute(void **state) {
    (void)state;
    struct rate *rate = rate_new(&(struct rate_options){0});
    struct rate_key key = key_of("192.0.2.7");
    struct rate_place *place = rate_place(rate, &key, 0);
    assert_true(rate_tell(place, RATE_SIZE, 0));
    assert_false(rate_tell(place, RATE_SIZE, 59999));
    assert_true(rate_tell(place, RATE_SLOW, 59999));
    assert_true(rate_tell(place, RATE_SIZE, 60000));
    rate_free(rate);
}

/* Ten times as many addresses as there is room for: those with connections stay, and the table does not grow. */
static void test_bounded(void **state) {
    (void)state;
    const struct rate_options options = {.requests_per_second = 1, .max_per_address = 9};
    struct rate *rate = rate_new(&options);
    struct rate_key key = key_of("192.0.2.7");
    struct rate_place *kept = rate_place(rate, &key, 0);
    assert_true(rate_connect(rate, kept));
    for (unsigned i = 0; i < 10 * RATE_MAX_PLACES; i++) {
        char words[RATE_TEXT];
        snprintf(words, sizeof words, "10.%u.%u.%u", i >> 16, i >> 8 & 255, i & 255);
        key = key_of(words);
        struct rate_place *place = rate_place(rate, &key, i);
        assert_non_null(place);
        assert_string_equal(place->text, words);
    }
    for (unsigned i = 0; i < 2000; i++) { /* nor by word of other processes */
        char words[RATE_TEXT];
        snprintf(words, sizeof words, "11.%u.%u.1", i >> 8, i & 255);
        key = key_of(words);
        rate_taken_elsewhere(rate, &key, i % 2, 1000, i);
    }
    assert_in_range(rate_places(rate), RATE_MAX_PLACES - 1, RATE_MAX_PLACES);
    key = key_of("192.0.2.7");
    assert_ptr_equal(rate_place(rate, &key, 0), kept);
    assert_int_equal(kept->connections, 1);
    rate_free(rate);
}

/* All have connections, each in a network of its own: there is no room, and that is said. */
static void test_no_room(void **state) {
    (void)state;
    struct rate *rate = rate_new(&(struct rate_options){0});
    struct rate_key key = {0};
    for (int i = 0; i < RATE_MAX_PLACES / 2; i++) {
        memcpy(key.bytes, &i, sizeof i);
        struct rate_place *place = rate_place(rate, &key, 0);
        assert_non_null(place);
        assert_true(rate_connect(rate, place));
    }
    memset(key.bytes, 0xee, sizeof key.bytes);
    assert_null(rate_place(rate, &key, 0));
    rate_free(rate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_debt),
        cmocka_unit_test(test_connections),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_told_once_a_minute),
        cmocka_unit_test(test_work),
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_holders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
