/* SPDX-License-Identifier: MIT */
/* words.c - what a notice says: all that it may say is in struct notify_item. */
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "notify_internal.h"
#include "text.h"

/* One of two formats, filled. */
#define SAY(text, message, ...) SAY_(text, message, __VA_ARGS__)
#define SAY_(text, message, it, en, ...) alea_text_addf(text, alea_either((message)->lang, it, en), __VA_ARGS__)
#define PUT(text, message, ...) alea_text_add(text, alea_either((message)->lang, __VA_ARGS__))

void words_line(const char *words, struct alea_text *text) {
    for (size_t n; *words; words += n) {
        const unsigned char first = (unsigned char)*words;
        n = first < ' ' || first == 0x7f
                ? 1
                : strcspn(
                      words + 1,
                      "\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f") +
                      1;
        if (first < ' ' || first == 0x7f) alea_text_add(text, " ");
        else alea_text_add_n(text, words, n);
    }
}

struct line {
    char at[80];
};

static struct line clean(const char *words) {
    struct line line;
    struct alea_text text;
    alea_text_init(&text, sizeof line.at - 1, ALEA_EN);
    words_line(words, &text);
    snprintf(line.at, sizeof line.at, "%s", alea_text_str(&text));
    alea_text_clear(&text);
    return line;
}

static struct line name_of(const struct notify_item *item) { return clean(item->table[0] ? item->table : item->game); }

static bool all_wait(const struct notify_message *message) {
    for (int i = 0; i < message->n; i++)
        if (message->item[i].not_awaited) return false;
    return true;
}

void words_title(const struct notify_message *message, struct alea_text *text) {
    const struct notify_item *item = message->item;
    const int n = message->n + message->more;
    if (message->what == NOTIFY_TEST) PUT(text, message, ENGINE_SAY_NOTICE_TEST_TITLE);
    else if (message->what == NOTIFY_CONFIRM) PUT(text, message, ENGINE_SAY_NOTICE_CONFIRM_TITLE);
    else if (message->what == NOTIFY_OVER && n > 1) SAY(text, message, ENGINE_SAY_NOTICE_MANY_OVER, n);
    else if (message->what == NOTIFY_OVER) SAY(text, message, ENGINE_SAY_NOTICE_OVER_TITLE, name_of(item).at);
    else if (n > 1 && !all_wait(message)) SAY(text, message, ENGINE_SAY_NOTICE_MANY_NEWS, n);
    else if (n > 1 && item->seat[0]) SAY(text, message, ENGINE_SAY_NOTICE_MANY_TURNS, n);
    else if (n > 1) SAY(text, message, ENGINE_SAY_NOTICE_MANY, n);
    else if (item->not_awaited && item->seat[0])
        SAY(text, message, ENGINE_SAY_NOTICE_ORDER_TITLE_OF, clean(item->seat).at, name_of(item).at);
    else if (item->not_awaited) SAY(text, message, ENGINE_SAY_NOTICE_ORDER_TITLE, name_of(item).at);
    else if (item->hours > 1) SAY(text, message, ENGINE_SAY_NOTICE_HOURS_LEFT, item->hours, name_of(item).at);
    else if (item->hours == 1) SAY(text, message, ENGINE_SAY_NOTICE_HOUR_LEFT, name_of(item).at);
    else if (item->seat[0]) SAY(text, message, ENGINE_SAY_NOTICE_TURN_OF, clean(item->seat).at, name_of(item).at);
    else SAY(text, message, ENGINE_SAY_NOTICE_YOUR_TURN, name_of(item).at);
}

void words_item(const struct notify_message *message, int i, struct alea_text *text) {
    const struct notify_item *item = &message->item[i];
    const struct line table = clean(item->table), game = clean(item->game), seat = clean(item->seat);
    if (message->what == NOTIFY_OVER && table.at[0]) SAY(text, message, ENGINE_SAY_NOTICE_OVER, table.at, game.at);
    else if (message->what == NOTIFY_OVER) SAY(text, message, ENGINE_SAY_NOTICE_GAME_OVER, game.at);
    else if (item->not_awaited && table.at[0]) alea_text_addf(text, "%s (%s):", table.at, game.at);
    else if (item->not_awaited) alea_text_addf(text, "%s:", game.at);
    else if (table.at[0] && seat.at[0]) SAY(text, message, ENGINE_SAY_NOTICE_SOMEBODY, table.at, game.at, seat.at);
    else if (table.at[0]) SAY(text, message, ENGINE_SAY_NOTICE_YOU, table.at, game.at);
    else if (seat.at[0]) SAY(text, message, ENGINE_SAY_NOTICE_GAME_SOMEBODY, game.at, seat.at);
    else SAY(text, message, ENGINE_SAY_NOTICE_GAME_ALONE, game.at);
    if (item->order_ended && seat.at[0]) SAY(text, message, ENGINE_SAY_NOTICE_ORDER_OF, seat.at);
    else if (item->order_ended) PUT(text, message, ENGINE_SAY_NOTICE_ORDER_ENDED);
    if (item->until[0]) SAY(text, message, ENGINE_SAY_NOTICE_UNTIL, item->until);
    if (item->policy[0] && message->n == 1)
        alea_text_addf(text, " %s", item->policy); /* of several tables it is read there */
}

void words_body(const struct notify_message *message, bool links, struct alea_text *text) {
    if (message->what == NOTIFY_TEST) PUT(text, message, ENGINE_SAY_NOTICE_TEST);
    if (message->what == NOTIFY_CONFIRM) PUT(text, message, ENGINE_SAY_NOTICE_CONFIRM);
    for (int i = 0; i < message->n; i++) {
        if (i > 0) alea_text_add(text, "\n");
        words_item(message, i, text);
        if (links && message->item[i].url[0]) alea_text_addf(text, "\n%s", message->item[i].url);
    }
    if (message->more > 0) {
        alea_text_add(text, "\n");
        SAY(text, message, ENGINE_SAY_NOTICE_MORE, message->more);
    }
}

static void write_link(const char *url, const char *words, struct alea_text *text) {
    alea_text_add(text, "<p style=\"margin:8px 0 20px\"><a style=\"display:inline-block;padding:10px 18px;border-radius:6px;"
                        "background:#7a2e1d;color:#fff;text-decoration:none\" href=\"");
    alea_text_escape(text, url);
    alea_text_add(text, "\">");
    alea_text_escape(text, words);
    alea_text_add(text, "</a></p>\n");
}

static void write_paragraph(struct alea_text *words, struct alea_text *text) {
    alea_text_add(text, "<p style=\"margin:0 0 8px\">");
    alea_text_escape(text, alea_text_str(words));
    alea_text_add(text, "</p>\n");
    alea_text_clear(words);
}

void words_html(const struct notify_message *message, struct alea_text *text) {
    struct alea_text words;
    alea_text_init(&words, 4096, message->lang);
    for (int i = 0; i < message->n; i++) {
        words_item(message, i, &words);
        write_paragraph(&words, text);
        if (message->item[i].url[0])
            write_link(message->item[i].url, alea_either(message->lang, ENGINE_SAY_NOTICE_TO_TABLE), text);
    }
    if (message->n > 0 && message->more == 0) return;
    struct notify_message rest = *message;
    rest.n = 0;
    words_body(&rest, false, &words);
    write_paragraph(&words, text);
}
