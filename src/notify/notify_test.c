/* SPDX-License-Identifier: MIT */
/* notify_test.c - which addresses are let pass, by their form and by where they lead; what a host may set wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>

#include "notify_internal.h"

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

static void test_addresses(void **state) {
    (void)state;
    static const struct {
        enum notify_kind kind;
        const char *address;
        enum notify_wrong wrong;
    } rows[] = {
        {NOTIFY_JSON, "https://example.org/hook?a=b", NOTIFY_GOOD},
        {NOTIFY_JSON, "https://example.org", NOTIFY_GOOD},
        {NOTIFY_JSON, "http://example.org/hook", NOTIFY_BAD_SCHEME},
        {NOTIFY_JSON, "ftp://example.org/hook", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "file:///etc/passwd", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https://", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https:///x", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https://example.org@127.0.0.1/", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https://example.org/a b", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https://example.org/\r\nHost: other", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https://example.org/\"", NOTIFY_BAD_FORM},
        {NOTIFY_JSON, "https://ex\xc3\xa4mple.org/", NOTIFY_BAD_FORM},
        {NOTIFY_DISCORD, "https://discord.com/api/webhooks/1/abc", NOTIFY_GOOD},
        {NOTIFY_DISCORD, "https://discord.com/channels/1/2", NOTIFY_BAD_FORM},
        {NOTIFY_SLACK, "https://hooks.slack.com/services/T0/B0/xyz", NOTIFY_GOOD},
        {NOTIFY_SLACK, "https://hooks.slack.com/other", NOTIFY_BAD_FORM},
        {NOTIFY_MATRIX, "https://m.example.org/_matrix/client/v3/rooms/!a:example.org/send/m.room.message?access_token=t",
         NOTIFY_GOOD},
        {NOTIFY_MATRIX, "https://m.example.org/_matrix/client/v3/rooms/!a:example.org/send/m.room.message", NOTIFY_BAD_FORM},
        {NOTIFY_MATRIX,
         "https://m.example.org/_matrix/client/v3/rooms/!a:b/send/m.room.message?access_token=", NOTIFY_BAD_FORM},
        {NOTIFY_TELEGRAM, "https://api.telegram.org/bot1:a/sendMessage?chat_id=7", NOTIFY_GOOD},
        {NOTIFY_TELEGRAM, "https://api.telegram.org/bot1:a/getMe", NOTIFY_BAD_FORM},
        {NOTIFY_NTFY, "https://ntfy.sh/topic", NOTIFY_GOOD},
        {NOTIFY_NTFY, "https://ntfy.sh/", NOTIFY_BAD_FORM},
        {NOTIFY_NTFY, "https://ntfy.sh", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "anna+alea@mail.example.org", NOTIFY_GOOD},
        {NOTIFY_MAIL, "anna@localhost", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "anna", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "@example.org", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "anna@example.org\r\nBcc: b@example.org", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "anna@example.org,b@example.org", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "<anna@example.org>", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "-anna@example.org", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "anna@[127.0.0.1]", NOTIFY_BAD_FORM},
        {NOTIFY_MAIL, "anna@example..org", NOTIFY_BAD_FORM},
    };
    struct alea_error error = {.lang = ALEA_EN};
    const struct notify_options options = {.hooks = true, .base_url = "https://alea.example.org"};
    struct notify *notify = notify_new(&options, &error);
    assert_non_null(notify);
    for (size_t i = 0; i < ALEA_LEN(rows); i++)
        if (notify_address(notify, rows[i].kind, rows[i].address) != rows[i].wrong) fail_msg("%s", rows[i].address);
    char longest[NOTIFY_MAX_ADDRESS + 2];
    memset(longest, 'a', sizeof longest);
    memcpy(longest, "https://", 8);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(notify_address(notify, NOTIFY_JSON, longest), NOTIFY_BAD_FORM);
    assert_true(notify_can(notify, NOTIFY_NTFY));
    assert_false(notify_can(notify, NOTIFY_MAIL));
    assert_false(notify_can(notify, NOTIFY_PUSH));
    notify_free(notify);
}

static void test_bad_options(void **state) {
    (void)state;
    static const struct notify_options rows[] = {
        {.relay = "mail.example.org", .mail_from = "a@example.org", .base_url = "x"},
        {.relay = "http://mail.example.org", .mail_from = "a@example.org", .base_url = "x"},
        {.relay = "smtp://name:word@mail.example.org", .mail_from = "a@example.org", .base_url = "x"},
        {.relay = "smtp://mail.example.org", .base_url = "x"},
        {.relay = "smtp://mail.example.org", .mail_from = "a@b@c", .base_url = "x"},
        {.hooks = true, .allow = "everybody", .base_url = "x"},
        {.push_keys = "no such file", .base_url = "x"},
        {.relay = "smtp://mail.example.org", .mail_from = "a@example.org", .mail_login = "no such file", .base_url = "x"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        assert_null(notify_new(&rows[i], &error));
        assert_true(error.code && error.text[0]);
    }
}

/* A relay elsewhere whose name begins like this machine's is reached by TLS, as any other. */
static void test_near_relays(void **state) {
    (void)state;
    static const char *const near[] = {"smtp://localhost",        "smtp://localhost:25",   "smtp://LocalHost:2525/here",
                                       "smtp://127.0.0.1",        "smtps://127.1.2.3:465", "smtp://[::1]:25",
                                       "smtp://[0:0:0:0:0:0:0:1]"};
    static const char *const far[] = {"smtp://localhost.example",
                                      "smtp://localhost.example:25",
                                      "smtp://localhosts",
                                      "smtp://127.0.0.1.example",
                                      "smtp://127.example:587",
                                      "smtp://[::1",
                                      "smtp://[::1].example",
                                      "smtp://[::1234]",
                                      "smtp://mail.example/localhost",
                                      "smtp://",
                                      "localhost"};
    for (size_t i = 0; i < ALEA_LEN(near); i++)
        if (!mail_relay_is_near(near[i])) fail_msg("%s", near[i]);
    for (size_t i = 0; i < ALEA_LEN(far); i++)
        if (mail_relay_is_near(far[i])) fail_msg("%s", far[i]);
}

/* A message whose address leads to this machine comes back at once, and nothing was connected to; one that was not begun is not lost. */
static void test_closed(void **state) {
    (void)state;
    static const char *const urls[] = {"https://127.0.0.1:1/",      "https://[::1]:1/",  "https://localhost:1/",
                                       "https://2130706433:1/",     "https://0x7f.1:1/", "https://0:1/",
                                       "https://[::ffff:7f00:1]:1/"};
    struct alea_error error = {.lang = ALEA_EN};
    const struct notify_options options = {.hooks = true, .base_url = "https://alea.example.org"};
    struct notify *notify = notify_new(&options, &error);
    for (size_t i = 0; i < ALEA_LEN(urls); i++) {
        struct notify_message message = {.kind = NOTIFY_JSON, .what = NOTIFY_TEST, .lang = ALEA_EN, .number = 7},
                              *back = NULL;
        snprintf(message.address, sizeof message.address, "%s", urls[i]);
        assert_true(notify_send(notify, &message));
        while (!(back = notify_collect(notify))) {}
        assert_ptr_equal(back, &message);
        assert_int_equal(message.outcome, NOTIFY_FAILED);
        if (!strstr(message.trouble, "not public")) fail_msg("%s: %s", urls[i], message.trouble);
    }
    struct notify_message late = {.kind = NOTIFY_JSON};
    notify_stop(notify, 0);
    assert_false(notify_send(notify, &late));
    notify_free(notify);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guard),       cmocka_unit_test(test_bad_networks), cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_bad_options), cmocka_unit_test(test_near_relays),  cmocka_unit_test(test_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
