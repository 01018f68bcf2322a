/* SPDX-License-Identifier: MIT */
/* mail.c - a notice as a mail: plain text and HTML, with one click to get no more (RFC 8058).
 *
 * Whatever people wrote stands in base64, in the headers too, so that no name makes a header. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "engine_text.h"
#include "error.h"
#include "notify_internal.h"
#include "text.h"

enum {
    MAX_MAIL_ADDRESS = 254,
    MAX_LOCAL = 64,
    WORD_BYTES = 39 /* of an encoded word: 52 letters of base64 */,
    MAX_PART = 64 << 10
};

/* Letters that need no quotes before the '@', and a name of a host with a dot behind it: whatever else the grammar has is nobody's. */
bool mail_address_good(const char *address) {
    static const char local[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-";
    static const char host[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    size_t n = strspn(address, local), length = strlen(address);
    const char *at = address + n + 1;
    if (length > MAX_MAIL_ADDRESS || n == 0 || n > MAX_LOCAL || address[n] != '@' || address[0] == '.' ||
        address[n - 1] == '.' || address[0] == '-')
        return false;
    size_t rest = strspn(at, host);
    return rest > 0 && !at[rest] && strchr(at, '.') && at[0] != '.' && at[0] != '-' && at[rest - 1] != '.' &&
           at[rest - 1] != '-' && !strstr(address, "..");
}

bool mail_relay_is_near(const char *relay) {
    char host[INET6_ADDRSTRLEN];
    struct in_addr in;
    struct in6_addr in6;
    const char *at = strstr(relay, "://"), *end;
    if (!at) return false;
    at += 3;
    const bool six = *at == '[';
    end = six ? strchr(++at, ']') : at + strcspn(at, ":/?#");
    if (!end || (size_t)(end - at) >= sizeof host || (six && end[1] && !strchr(":/?#", end[1]))) return false;
    memcpy(host, at, (size_t)(end - at));
    host[end - at] = 0;
    if (six) return inet_pton(AF_INET6, host, &in6) == 1 && IN6_IS_ADDR_LOOPBACK(&in6);
    return strcasecmp(host, "localhost") == 0 ||
           (inet_pton(AF_INET, host, &in) == 1 && ntohl(in.s_addr) >> 24 == IN_LOOPBACKNET);
}

/* Words of people in a header (RFC 2047), cut between characters. */
static void write_header_words(const char *words, struct alea_text *text) {
    char letters[4 * WORD_BYTES / 3 + 5];
    bool first = true;
    while (*words) {
        size_t n = strlen(words);
        if (n > WORD_BYTES)
            for (n = WORD_BYTES; n > 0 && ((unsigned char)words[n] & 0xc0) == 0x80; n--) {}
        sodium_bin2base64(letters, sizeof letters, (const uint8_t *)words, n, sodium_base64_VARIANT_ORIGINAL);
        alea_text_addf(text, "%s=?UTF-8?B?%s?=", first ? "" : "\r\n ", letters);
        first = false;
        words += n;
    }
}

static void write_date(int64_t at, struct alea_text *text) {
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;
    if (!gmtime_r(&seconds, &tm)) return;
    alea_text_addf(text, "Date: %s, %02d %s %04d %02d:%02d:%02d +0000\r\n", days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon],
                   tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static void write_plain(const struct notify_message *message, const char *stop, struct alea_text *text) {
    const enum alea_lang lang = message->lang;
    words_body(message, true, text);
    if (message->what == NOTIFY_CONFIRM)
        alea_text_addf(text, "\n%s\n\n%s\n", stop, alea_either(lang, ENGINE_SAY_NOTICE_CONFIRM_ELSE));
    else if (message->n > 0) alea_text_addf(text, "\n\n%s", alea_either(lang, ENGINE_SAY_NOTICE_LINK_ONCE));
    if (message->what != NOTIFY_CONFIRM)
        alea_text_addf(text, "\n\n%s\n%s\n", alea_either(lang, ENGINE_SAY_NOTICE_STOP), stop);
}

static void write_html(const struct notify_message *message, const char *stop, struct alea_text *text) {
    const enum alea_lang lang = message->lang;
    alea_text_addf(text, "<!doctype html>\n<html lang=\"%s\"><body style=\"font:16px/1.5 sans-serif;max-width:36em\">\n",
                   lang == ALEA_IT ? "it" : "en");
    words_html(message, text);
    alea_text_add(text, "<p style=\"color:#666;font-size:14px\">");
    if (message->what == NOTIFY_CONFIRM) {
        alea_text_addf(text, "<a href=\"%s\">%s</a></p>\n<p style=\"color:#666;font-size:14px\">", stop, stop);
        alea_text_escape(text, alea_either(lang, ENGINE_SAY_NOTICE_CONFIRM_ELSE));
    } else {
        if (message->n > 0) alea_text_escape(text, alea_either(lang, ENGINE_SAY_NOTICE_LINK_ONCE));
        alea_text_addf(text, " <a href=\"%s\">", stop);
        alea_text_escape(text, alea_either(lang, ENGINE_SAY_NOTICE_STOP_SHORT));
        alea_text_add(text, "</a>");
    }
    alea_text_add(text, "</p>\n</body></html>\n");
}

static void write_part(const char *type, const char *boundary, struct alea_text *part, struct alea_text *text) {
    alea_text_addf(text, "--%s\r\nContent-Type: text/%s; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n",
                   boundary, type);
    base64_lines(alea_text_str(part), part->len, text);
    alea_text_clear(part);
}

void mail_write(const struct notify_message *message, const char *from, const char *base_url, struct alea_text *text) {
    struct alea_text part;
    char stop[NOTIFY_MAX_URL], boundary[64];
    const char *domain = strchr(from, '@');
    snprintf(stop, sizeof stop, "%s/n/%s", base_url, message->secret);
    snprintf(boundary, sizeof boundary, "alea-%" PRId64 "-part", message->number);
    alea_text_init(&part, MAX_PART, message->lang);
    write_date(message->at, text);
    alea_text_addf(text, "From: Alea <%s>\r\nTo: <%s>\r\n", from, message->address);
    alea_text_addf(text, "Message-ID: <notice.%" PRId64 "%s>\r\nSubject: ", message->number, domain ? domain : "@localhost");
    words_title(message, &part);
    write_header_words(alea_text_str(&part), text);
    alea_text_clear(&part);
    if (message->what != NOTIFY_CONFIRM)
        alea_text_addf(text, "\r\nList-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click", stop);
    alea_text_addf(text,
                   "\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                   "Content-Type: multipart/alternative; boundary=\"%s\"\r\n\r\n",
                   boundary);
    write_plain(message, stop, &part);
    write_part("plain", boundary, &part, text);
    write_html(message, stop, &part);
    write_part("html", boundary, &part, text);
    alea_text_addf(text, "--%s--\r\n", boundary);
}
