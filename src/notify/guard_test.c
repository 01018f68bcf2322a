/* SPDX-License-Identifier: MIT */
/* guard_test.c - which addresses are let pass, in all their forms; and that no name leads elsewhere, whatever it answers and when.
 *
 * Names are looked up and connections made by functions of this file, which libcurl finds before those of the C library: a name may change
 * between two look-ups, and nothing is reached. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "notify_internal.h"

/* ---- A resolver and a network ---------------------------------------------------------------------------------------------------- */

enum { ANSWERS = 2, MOST_REACHED = 200 };

static struct {
    pthread_mutex_t lock; /* the sender and its look-ups have threads of their own */
    /* To one look-up after the other, the last again and again: addresses with blanks between them. */
    const char *answer[ANSWERS];
    int look_ups;
    char reached[MOST_REACHED]; /* where to a connection was tried, a blank behind each */
    const char *there;          /* the one address that can be reached, by `wire`; NULL: none */
    int wire;
} net = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void set_answers(const char *first, const char *then) {
    pthread_mutex_lock(&net.lock);
    net.answer[0] = first;
    net.answer[1] = then;
    net.look_ups = 0;
    net.reached[0] = 0;
    pthread_mutex_unlock(&net.lock);
}

static struct addrinfo *one_of(const char *address, const char *service) {
    struct addrinfo *one = calloc(1, sizeof *one);
    struct sockaddr_in *in = calloc(1, sizeof *in);
    assert_non_null(one);
    assert_non_null(in);
    in->sin_family = AF_INET;
    in->sin_port = htons((uint16_t)strtol(service, NULL, 10));
    assert_int_equal(inet_pton(AF_INET, address, &in->sin_addr), 1);
    *one = (struct addrinfo){
        .ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_addrlen = sizeof *in, .ai_addr = (struct sockaddr *)in};
    return one;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    char words[100], *rest = NULL;
    (void)name, (void)hints;
    pthread_mutex_lock(&net.lock);
    snprintf(words, sizeof words, "%s", net.answer[net.look_ups < ANSWERS ? net.look_ups : ANSWERS - 1]);
    net.look_ups++;
    pthread_mutex_unlock(&net.lock);
    struct addrinfo **last = found;
    *found = NULL;
    for (char *address = strtok_r(words, " ", &rest); address; address = strtok_r(NULL, " ", &rest)) {
        *last = one_of(address, service);
        last = &(*last)->ai_next;
    }
    return *found ? 0 : EAI_NONAME;
}

void freeaddrinfo(struct addrinfo *found) {
    for (struct addrinfo *next; found; found = next) {
        next = found->ai_next;
        free(found->ai_addr);
        free(found);
    }
}

int connect(int fd, const struct sockaddr *address, socklen_t length) {
    char words[INET_ADDRSTRLEN] = "?";
    struct sockaddr_in in = {.sin_family = AF_UNSPEC};
    if (length >= sizeof in) memcpy(&in, address, sizeof in);
    if (in.sin_family == AF_INET) inet_ntop(AF_INET, &in.sin_addr, words, sizeof words);
    pthread_mutex_lock(&net.lock);
    const size_t n = strlen(net.reached);
    snprintf(net.reached + n, sizeof net.reached - n, "%s ", words);
    const bool there = net.there && strcmp(net.there, words) == 0 && dup2(net.wire, fd) == fd;
    pthread_mutex_unlock(&net.lock);
    errno = ECONNREFUSED;
    return there ? 0 : -1;
}

/* ---- Addresses ------------------------------------------------------------------------------------------------------------------- */

static bool lets(const char *allow, const char *address, bool plain) {
    struct guard guard = {.n = 0};
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    if (*allow) assert_true(guard_read(allow, &guard));
    if (inet_pton(AF_INET, address, &in.sin_addr) == 1) return guard_lets(&guard, (const struct sockaddr *)&in, plain);
    assert_int_equal(inet_pton(AF_INET6, address, &in6.sin6_addr), 1);
    return guard_lets(&guard, (const struct sockaddr *)&in6, plain);
}

/* What is the host's own, or nobody's, in all the forms that an address has. */
static void test_guard(void **state) {
    (void)state;
    static const char *const closed[] = {"127.0.0.1",
                                         "127.1.2.3",
                                         "0.0.0.0",
                                         "10.0.0.1",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.168.1.1",
                                         "169.254.169.254",
                                         "100.64.0.1",
                                         "192.0.0.8",
                                         "198.18.0.1",
                                         "224.0.0.1",
                                         "255.255.255.255",
                                         "240.0.0.1",
                                         "::1",
                                         "::",
                                         "::ffff:127.0.0.1",
                                         "::ffff:10.0.0.1",
                                         "::127.0.0.1",
                                         "fe80::1",
                                         "fc00::1",
                                         "fd12:3456::1",
                                         "ff02::1",
                                         "64:ff9b::7f00:1",
                                         "2002:7f00:1::",
                                         "2001:db8::1",
                                         "2001:0:7f00:1::1",
                                         "64:ff9b:1::1",
                                         "fec0::1",
                                         "3fff::1"};
    static const char *const open[] = {"1.1.1.1", "172.15.255.255",  "172.32.0.0",  "100.63.255.255",
                                       "8.8.8.8", "2606:4700::1111", "2a00:1450::1"};
    for (size_t i = 0; i < ALEA_LEN(closed); i++) assert_false(lets("", closed[i], false));
    for (size_t i = 0; i < ALEA_LEN(open); i++) {
        assert_true(lets("", open[i], false));
        assert_false(lets("", open[i], true)); /* without TLS nowhere */
    }
    assert_true(lets("127.0.0.0/8,::1", "127.0.0.1", true));
    assert_true(lets("127.0.0.0/8,::1", "::1", true));
    assert_true(lets("127.0.0.0/8", "::ffff:127.9.9.9", false)); /* another form of the same */
    assert_false(lets("127.0.0.0/8", "::1", false));
    assert_false(lets("10.1.0.0/16", "10.2.0.1", false));
    assert_true(lets("10.1.0.0/17", "10.1.127.255", false));
    assert_false(lets("10.1.0.0/17", "10.1.128.0", false));
}

static void test_bad_networks(void **state) {
    (void)state;
    static const char *const bad[] = {"",           ",",           "127.0.0.1,", "127.0.0.1/33", "::1/129",
                                      "127.0.0.1/", "127.0.0.1/x", "localhost",  "127.0.0.1/-1", "1.2.3.4/8 "};
    struct guard guard;
    for (size_t i = 0; i < ALEA_LEN(bad); i++) assert_false(guard_read(bad[i], &guard));
}

/* ---- Messages -------------------------------------------------------------------------------------------------------------------- */

static struct notify *new_sender_to(const char *allowed) {
    const struct notify_options options = {.hooks = true, .base_url = "https://alea.example.org", .allow = allowed};
    struct alea_error error = {.lang = ALEA_EN};
    struct notify *notify = notify_new(&options, &error);
    assert_non_null(notify);
    return notify;
}

static struct notify *new_sender(void) { return new_sender_to(NULL); }

/* Sends a test to that address, and what became of it. */
static struct notify_message sent(struct notify *notify, const char *url) {
    struct notify_message message = {.kind = NOTIFY_JSON, .what = NOTIFY_TEST, .lang = ALEA_EN, .number = 7}, *back = NULL;
    snprintf(message.address, sizeof message.address, "%s", url);
    assert_true(notify_send(notify, &message));
    while (!(back = notify_collect(notify))) {}
    assert_ptr_equal(back, &message);
    return message;
}

/* It does not arrive; why, in words. */
static void refused(struct notify *notify, const char *url, const char *why) {
    const struct notify_message message = sent(notify, url);
    assert_int_equal(message.outcome, NOTIFY_FAILED);
    if (!strstr(message.trouble, why)) fail_msg("%s: %s", url, message.trouble);
}

/* A message whose address leads to this machine comes back at once, and nothing was connected to; one that was not begun is not lost. */
static void test_closed(void **state) {
    (void)state;
    static const char *const urls[] = {"https://127.0.0.1:1/",      "https://[::1]:1/",  "https://localhost:1/",
                                       "https://2130706433:1/",     "https://0x7f.1:1/", "https://0:1/",
                                       "https://[::ffff:7f00:1]:1/"};
    struct notify *notify = new_sender();
    set_answers("", "");
    for (size_t i = 0; i < ALEA_LEN(urls); i++) refused(notify, urls[i], "not public");
    assert_string_equal(net.reached, "");
    struct notify_message late = {.kind = NOTIFY_JSON};
    notify_stop(notify, 0);
    assert_false(notify_send(notify, &late));
    notify_free(notify);
}

/* Whoever looked up a name to check it, and had it looked up again to connect, would reach this machine. */
static void test_name_that_changes(void **state) {
    (void)state;
    static const char url[] = "https://changes.example:1/";
    set_answers("8.8.8.8", "127.0.0.1");
    struct notify *notify = new_sender();
    refused(notify, url, "reached");
    assert_string_equal(net.reached, "8.8.8.8 ");
    notify_free(notify); /* and with it what names were found to mean */
    notify = new_sender();
    refused(notify, url, "not public");
    notify_free(notify);
    assert_int_equal(net.look_ups, 2);
    assert_string_equal(net.reached, "8.8.8.8 ");
}

/* What comes behind a public address is no way around. */
static void test_name_of_several(void **state) {
    (void)state;
    static const char *const answers[] = {"8.8.8.8 127.0.0.1", "127.0.0.1 8.8.8.8", "8.8.8.8 169.254.169.254 10.0.0.1"};
    for (size_t i = 0; i < ALEA_LEN(answers); i++) {
        struct notify *notify = new_sender();
        set_answers(answers[i], "127.0.0.1");
        refused(notify, "https://several.example:1/", "not public");
        notify_free(notify);
        if (net.reached[0]) assert_string_equal(net.reached, "8.8.8.8 ");
    }
}

/* An address that may not be reached, before one that may and that answers: it has arrived. */
static void test_another_address_answers(void **state) {
    (void)state;
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    struct notify *notify = new_sender_to("127.0.0.1/32");
    int wire[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, wire), 0);
    assert_int_equal(write(wire[1], answer, sizeof answer - 1), sizeof answer - 1);
    set_answers("10.9.9.9 127.0.0.1", "");
    net.there = "127.0.0.1";
    net.wire = wire[0];
    const struct notify_message message = sent(notify, "http://several.example:1/");
    if (message.outcome != NOTIFY_SENT) fail_msg("%s", message.trouble);
    assert_string_equal(net.reached, "127.0.0.1 ");
    net.there = NULL;
    notify_free(notify);
    close(wire[0]);
    close(wire[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guard),           cmocka_unit_test(test_bad_networks),
        cmocka_unit_test(test_closed),          cmocka_unit_test(test_name_that_changes),
        cmocka_unit_test(test_name_of_several), cmocka_unit_test(test_another_address_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
