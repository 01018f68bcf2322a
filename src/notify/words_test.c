/* SPDX-License-Identifier: MIT */
/* words_test.c - what notices say, in every form and both languages: names can't make headers, tags or calls, and nothing else is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "notify_internal.h"
#include "text.h"

static struct notify_message sample(enum notify_kind kind, enum alea_lang lang) {
    struct notify_message message = {.kind = kind, .lang = lang, .number = 42, .at = 1700000000000, .n = 1};
    snprintf(message.address, sizeof message.address, "%s",
             kind == NOTIFY_MAIL       ? "anna@example.org"
             : kind == NOTIFY_MATRIX   ? "https://m.example.org/rooms/!a:b/send/m.room.message?access_token=SECRET"
             : kind == NOTIFY_NTFY     ? "https://ntfy.example.org/topic"
             : kind == NOTIFY_TELEGRAM ? "https://api.telegram.org/bot1:a/sendMessage?chat_id=7"
                                       : "https://example.org/hook");
    snprintf(message.secret, sizeof message.secret, "0123456789abcdef");
    message.item[0] = (struct notify_item){.table = "Sabato",
                                           .game = "Polis",
                                           .until = "2023-11-15 20:30 (Europe/Rome)",
                                           .deadline = 1700080000000,
                                           .url = "https://alea.example.org/m/abc"};
    return message;
}

static const char base[] = "https://alea.example.org";

/* All that is sent, decoded: of a mail its headers and its parts. */
static void write_all(const struct notify_message *message, struct alea_text *text) {
    if (message->kind == NOTIFY_MAIL) {
        mail_write(message, "alea@example.org", base, text);
    } else {
        struct form_request request;
        alea_text_init(&request.body, 1 << 16, message->lang);
        assert_true(form_write(message, base, &request));
        alea_text_addf(text, "%s\n%s\n%s", request.url, request.header, alea_text_str(&request.body));
        alea_text_clear(&request.body);
    }
    assert_false(text->truncated);
}

static void test_words(void **state) {
    (void)state;
    struct notify_message message = sample(NOTIFY_JSON, ALEA_IT);
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_IT);
    words_title(&message, &text);
    assert_string_equal(alea_text_str(&text), "Tocca a te: Sabato");
    alea_text_clear(&text);
    words_body(&message, false, &text);
    assert_string_equal(alea_text_str(&text), "Sabato (Polis): tocca a te. Entro: 2023-11-15 20:30 (Europe/Rome).");
    alea_text_clear(&text);
    message.lang = ALEA_EN;
    message.item[0].hours = 6;
    message.item[0].table[0] = 0;
    snprintf(message.item[0].seat, sizeof message.item[0].seat, "Anna");
    words_title(&message, &text);
    assert_string_equal(alea_text_str(&text), "6 hours left: Polis");
    alea_text_clear(&text);
    words_body(&message, true, &text);
    assert_string_equal(alea_text_str(&text), "Polis: it is the turn of Anna. Until: 2023-11-15 20:30 (Europe/Rome).\n"
                                              "https://alea.example.org/m/abc");
    alea_text_clear(&text);
    snprintf(message.item[0].policy, sizeof message.item[0].policy, "Then the seat resigns from the match.");
    words_body(&message, false, &text);
    assert_string_equal(alea_text_str(&text), "Polis: it is the turn of Anna. Until: 2023-11-15 20:30 (Europe/Rome). "
                                              "Then the seat resigns from the match.");
    alea_text_clear(&text);
    message.item[0].policy[0] = 0;
    message.item[0].order_ended = true;
    words_body(&message, false, &text);
    assert_string_equal(alea_text_str(&text), "Polis: it is the turn of Anna. The standing order of Anna has ended. "
                                              "Until: 2023-11-15 20:30 (Europe/Rome).");
    alea_text_clear(&text);
    message.item[0].order_ended = false;
    message.item[1] = message.item[0];
    message.n = 2, message.more = 3;
    words_title(&message, &text);
    assert_string_equal(alea_text_str(&text), "A move is awaited at 5 tables");
    alea_text_clear(&text);
    words_body(&message, false, &text);
    assert_null(strstr(alea_text_str(&text), "resigns")); /* of several it is read at each table */
    alea_text_clear(&text);
}

/* The end of a standing order, alone and beside a turn elsewhere: that it has ended, and nothing of what ended it. */
static void test_orders(void **state) {
    (void)state;
    struct notify_message message = sample(NOTIFY_PUSH, ALEA_EN);
    struct alea_text text;
    message.item[0].order_ended = message.item[0].not_awaited = true;
    message.item[0].until[0] = 0;
    alea_text_init(&text, 4096, ALEA_EN);
    words_title(&message, &text);
    assert_string_equal(alea_text_str(&text), "Your standing order has ended: Sabato");
    alea_text_clear(&text);
    words_body(&message, false, &text);
    assert_string_equal(alea_text_str(&text), "Sabato (Polis): Your standing order has ended: from now on you decide.");
    alea_text_clear(&text);
    snprintf(message.item[0].seat, sizeof message.item[0].seat, "Anna");
    message.lang = ALEA_IT;
    words_title(&message, &text);
    assert_string_equal(alea_text_str(&text), "L'ordine permanente di Anna è finito: Sabato");
    alea_text_clear(&text);
    message.item[1] = message.item[0];
    message.item[1].order_ended = message.item[1].not_awaited = false;
    message.n = 2;
    words_title(&message, &text);
    assert_string_equal(alea_text_str(&text), "Novità da 2 tavoli");
    alea_text_clear(&text);
}

/* A name with line breaks, tags and calls to everybody stays a name. */
static void test_hostile_names(void **state) {
    (void)state;
    static const char name[] = "X\r\nBcc: b@example.org\r\n\r\n<script>\"@everyone";
    for (int kind = 0; kind < NOTIFY_KINDS; kind++) {
        if (kind == NOTIFY_PUSH) continue;
        struct notify_message message = sample((enum notify_kind)kind, ALEA_EN);
        snprintf(message.item[0].table, sizeof message.item[0].table, "%s", name);
        snprintf(message.item[0].seat, sizeof message.item[0].seat, "%s", name);
        struct alea_text text;
        alea_text_init(&text, 1 << 17, ALEA_EN);
        write_all(&message, &text);
        const char *all = alea_text_str(&text);
        assert_null(strstr(all, "\nBcc"));
        assert_null(strstr(all, "\\nBcc"));
        if (kind == NOTIFY_MAIL) {
            assert_null(strstr(all, "<script>"));
            assert_non_null(strstr(all, "List-Unsubscribe: <https://alea.example.org/n/0123456789abcdef>\r\n"));
            assert_non_null(strstr(all, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
            for (const char *at = all; (at = strchr(at, '\n')); at++) assert_true(at > all && at[-1] == '\r');
            for (const char *at = all; *at; at += strcspn(at, "\n") + 1) assert_true(strcspn(at, "\r") <= 200);
        }
        if (kind == NOTIFY_SLACK) assert_null(strstr(all, "<script>"));
        if (kind == NOTIFY_DISCORD) assert_non_null(strstr(all, "\"allowed_mentions\":{\"parse\":[]}"));
        alea_text_clear(&text);
        alea_text_init(&text, 1 << 16, ALEA_EN);
        words_html(&message, &text);
        assert_null(strstr(alea_text_str(&text), "<script>"));
        alea_text_clear(&text);
        words_title(&message, &text);
        assert_null(strpbrk(alea_text_str(&text), "\r\n"));
        alea_text_clear(&text);
    }
}

/* What stands in a webhook is the same whatever is a secret of the address: tokens stay in headers, and the address tells nobody of itself. */
static void test_no_secret_in_bodies(void **state) {
    (void)state;
    for (int kind = NOTIFY_JSON; kind < NOTIFY_KINDS; kind++)
        for (int what = NOTIFY_TURNS; what <= NOTIFY_OVER; what++)
            for (int lang = 0; lang < ALEA_LANGS; lang++) {
                struct notify_message message = sample((enum notify_kind)kind, (enum alea_lang)lang);
                struct form_request request;
                message.what = (enum notify_what)what;
                message.n = what == NOTIFY_TURNS || what == NOTIFY_OVER;
                alea_text_init(&request.body, 1 << 16, message.lang);
                assert_true(form_write(&message, base, &request));
                const char *body = alea_text_str(&request.body);
                assert_null(strstr(body, message.secret));
                assert_null(strstr(body, "SECRET"));
                assert_null(strstr(body, "chat_id"));
                assert_null(strstr(request.url, "SECRET"));
                if (kind == NOTIFY_MATRIX) assert_non_null(strstr(request.header, "SECRET"));
                alea_text_clear(&request.body);
            }
}

/* A long subject is cut between characters, into words that any mail program puts together again. */
static void test_subject(void **state) {
    (void)state;
    struct notify_message message = sample(NOTIFY_MAIL, ALEA_IT);
    struct alea_text text;
    char decoded[512] = "";
    for (int i = 0; i < 31; i++) memcpy(message.item[0].table + 2 * i, "è", 2);
    message.item[0].table[62] = 0;
    alea_text_init(&text, 1 << 16, ALEA_IT);
    mail_write(&message, "alea@example.org", base, &text);
    const char *at = strstr(alea_text_str(&text), "Subject: ") + 9, *end = strstr(at, "\r\nList-");
    size_t length = 0;
    while (at && at < end) {
        uint8_t bytes[64];
        size_t n = 0;
        assert_int_equal(strncmp(at, "=?UTF-8?B?", 10), 0);
        at += 10;
        size_t letters = strcspn(at, "?");
        assert_int_equal(sodium_base642bin(bytes, sizeof bytes, at, letters, NULL, &n, NULL, sodium_base64_VARIANT_ORIGINAL),
                         0);
        assert_true((bytes[0] & 0xc0) != 0x80);
        memcpy(decoded + length, bytes, n);
        length += n;
        at += letters + 2;
        at += strspn(at, "\r\n ");
    }
    assert_int_equal(strncmp(decoded, "Tocca a te: èèè", 18), 0);
    assert_int_equal(length, 12 + 62);
    alea_text_clear(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),         cmocka_unit_test(test_orders),
        cmocka_unit_test(test_hostile_names), cmocka_unit_test(test_no_secret_in_bodies),
        cmocka_unit_test(test_subject),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
