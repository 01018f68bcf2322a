/* SPDX-License-Identifier: MIT */
/* notify_test.c - which addresses are let pass, by their form; what a host may set wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify_internal.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_near_relays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
