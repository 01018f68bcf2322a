/* SPDX-License-Identifier: MIT */
/* forms.c - webhooks: a table of what each service wants to be sent, and where. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "json_write.h"
#include "notify_internal.h"
#include "text.h"

typedef bool form_writer(const struct notify_message *message, const char *base_url, struct form_request *request);

/* ---- What they are sent ---------------------------------------------------------------------------------------------------- */

/* A member of the title and all lines, a link to each table among them. */
static void write_words(const struct notify_message *message, const char *key, bool titled, struct alea_text *text) {
    struct alea_text words;
    alea_text_init(&words, 8192, message->lang);
    if (titled) {
        words_title(message, &words);
        alea_text_add(&words, "\n");
    }
    words_body(message, true, &words);
    alea_json_string(text, key, alea_text_str(&words));
    alea_text_clear(&words);
}

static void write_title(const struct notify_message *message, const char *key, struct alea_text *text) {
    struct alea_text words;
    alea_text_init(&words, 1024, message->lang);
    words_title(message, &words);
    alea_json_string(text, key, alea_text_str(&words));
    alea_text_clear(&words);
}

static bool write_plain(const struct notify_message *message, const char *base_url, struct form_request *request) {
    static const char *const whats[] = {
        [NOTIFY_TURNS] = "turns", [NOTIFY_TEST] = "test", [NOTIFY_CONFIRM] = "confirm", [NOTIFY_OVER] = "over"};
    struct alea_text *text = &request->body;
    alea_json_open_object(text, NULL);
    alea_json_id(text, "type", whats[message->what]);
    alea_json_integer(text, "id", message->number);
    alea_json_string(text, "server", base_url);
    write_title(message, "title", text);
    write_words(message, "text", false, text);
    alea_json_open_array(text, "tables");
    for (int i = 0; i < message->n; i++) {
        const struct notify_item *item = &message->item[i];
        alea_json_open_object(text, NULL);
        alea_json_string(text, "table", item->table);
        alea_json_string(text, "game", item->game);
        alea_json_string(text, "seat", item->seat);
        alea_json_integer(text, "hours_left", item->hours);
        if (item->order_ended) alea_json_bool(text, "order_ended", true);
        if (item->deadline) alea_json_integer(text, "deadline", item->deadline);
        else alea_json_null(text, "deadline");
        alea_json_string(text, "url", item->url);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    alea_json_close_object(text);
    snprintf(request->header, sizeof request->header, "Idempotency-Key: %" PRId64, message->number);
    return true;
}

static bool write_discord(const struct notify_message *message, const char *base_url, struct form_request *request) {
    (void)base_url;
    alea_json_open_object(&request->body, NULL);
    write_words(message, "content", true, &request->body);
    alea_json_open_object(&request->body, "allowed_mentions"); /* a table called @everyone calls nobody */
    alea_json_open_array(&request->body, "parse");
    alea_json_close_array(&request->body);
    alea_json_close_object(&request->body);
    alea_json_close_object(&request->body);
    return true;
}

/* Slack reads <!channel> and the like in what it is sent: &, < and > have to be written as in XML. */
static bool write_slack(const struct notify_message *message, const char *base_url, struct form_request *request) {
    (void)base_url;
    struct alea_text words, escaped;
    alea_text_init(&words, 8192, message->lang);
    alea_text_init(&escaped, 16384, message->lang);
    words_title(message, &words);
    alea_text_add(&words, "\n");
    words_body(message, true, &words);
    for (const char *at = alea_text_str(&words); *at; at++) {
        if (*at == '&') alea_text_add(&escaped, "&amp;");
        else if (*at == '<') alea_text_add(&escaped, "&lt;");
        else if (*at == '>') alea_text_add(&escaped, "&gt;");
        else alea_text_add_n(&escaped, at, 1);
    }
    alea_json_open_object(&request->body, NULL);
    alea_json_string(&request->body, "text", alea_text_str(&escaped));
    alea_json_close_object(&request->body);
    alea_text_clear(&words);
    alea_text_clear(&escaped);
    return true;
}

/* ".../send/m.room.message?access_token=TOKEN": the token goes into a header, and the number makes that it is told once. */
static bool write_matrix(const struct notify_message *message, const char *base_url, struct form_request *request) {
    (void)base_url;
    static const char mark[] = "?access_token=";
    const char *token = strstr(message->address, mark);
    if (!token) return false;
    snprintf(request->url, sizeof request->url, "%.*s/alea%" PRId64, (int)(token - message->address), message->address,
             message->number);
    snprintf(request->header, sizeof request->header, "Authorization: Bearer %s", token + sizeof mark - 1);
    request->put = true;
    alea_json_open_object(&request->body, NULL);
    alea_json_id(&request->body, "msgtype", "m.text");
    write_words(message, "body", true, &request->body);
    alea_json_close_object(&request->body);
    return true;
}

/* ".../botTOKEN/sendMessage?chat_id=ID" */
static bool write_telegram(const struct notify_message *message, const char *base_url, struct form_request *request) {
    (void)base_url;
    alea_json_open_object(&request->body, NULL);
    write_words(message, "text", true, &request->body);
    alea_json_close_object(&request->body);
    return true;
}

/* ".../TOPIC": as JSON it goes to the address above. */
static bool write_ntfy(const struct notify_message *message, const char *base_url, struct form_request *request) {
    const char *topic = strrchr(message->address, '/');
    if (!topic) return false;
    snprintf(request->url, sizeof request->url, "%.*s/", (int)(topic - message->address), message->address);
    alea_json_open_object(&request->body, NULL);
    alea_json_string(&request->body, "topic", topic + 1);
    write_title(message, "title", &request->body);
    write_words(message, "message", false, &request->body);
    alea_json_string(&request->body, "click", message->n == 1 ? message->item[0].url : base_url);
    alea_json_close_object(&request->body);
    return true;
}

/* ---- The table ------------------------------------------------------------------------------------------------------------- */

/* What the path of an address of each kind holds, in this order; "": anything. */
static const struct {
    const char *name, *first, *then;
    form_writer *write;
} forms[NOTIFY_KINDS] = {
    [NOTIFY_MAIL] = {"mail", "", "", NULL},
    [NOTIFY_PUSH] = {"push", "", "", NULL},
    [NOTIFY_JSON] = {"json", "", "", write_plain},
    [NOTIFY_DISCORD] = {"discord", "/api/webhooks/", "/", write_discord},
    [NOTIFY_SLACK] = {"slack", "/services/", "/", write_slack},
    [NOTIFY_MATRIX] = {"matrix", "/rooms/", "/send/m.room.message?access_token=", write_matrix},
    [NOTIFY_TELEGRAM] = {"telegram", "/bot", "/sendMessage?chat_id=", write_telegram},
    [NOTIFY_NTFY] = {"ntfy", "/", "", write_ntfy},
};

const char *notify_kind_name(enum notify_kind kind) { return forms[kind].name; }

enum notify_kind notify_kind_of(const char *name) {
    int kind = 0;
    while (kind < NOTIFY_KINDS && strcmp(forms[kind].name, name) != 0) kind++;
    return (enum notify_kind)kind;
}

/* The path of "https://HOST/PATH" or, if `plain`, "http://HOST/PATH"; NULL if it is neither: visible letters of ASCII, and nobody's name
 * and password before the host, which people mistake for the host. */
static const char *path_of(const char *address, bool plain, enum notify_wrong *wrong) {
    const char *host = strncmp(address, "https://", 8) == 0 ? address + 8 : NULL;
    *wrong = NOTIFY_BAD_FORM;
    for (const char *at = address; *at; at++)
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f || strchr("\"\\<>^`{|}", *at)) return NULL;
    if (!host && strncmp(address, "http://", 7) == 0) {
        *wrong = NOTIFY_BAD_SCHEME;
        host = plain ? address + 7 : NULL;
    }
    if (!host) return NULL;
    size_t n = strcspn(host, "/?#");
    *wrong = NOTIFY_BAD_FORM;
    return n == 0 || host[n] == '#' || memchr(host, '@', n) ? NULL : host + n;
}

enum notify_wrong form_address(enum notify_kind kind, const char *address, bool plain) {
    enum notify_wrong wrong;
    const char *path = strlen(address) <= NOTIFY_MAX_ADDRESS ? path_of(address, plain, &wrong) : NULL;
    if (!path) return strlen(address) <= NOTIFY_MAX_ADDRESS ? wrong : NOTIFY_BAD_FORM;
    const char *first = strstr(path, forms[kind].first);
    const char *then = first ? strstr(first + strlen(forms[kind].first), forms[kind].then) : NULL;
    bool good = then && (!forms[kind].first[0] || then[strlen(forms[kind].then)] || !forms[kind].then[0]);
    if (kind == NOTIFY_NTFY) good = good && path[1] && !strchr(path, '?') && strrchr(path, '/')[1];
    return good ? NOTIFY_GOOD : NOTIFY_BAD_FORM;
}

bool form_write(const struct notify_message *message, const char *base_url, struct form_request *request) {
    snprintf(request->url, sizeof request->url, "%s", message->address);
    request->header[0] = 0;
    request->put = false;
    form_writer *write = forms[message->kind].write;
    return write && write(message, base_url, request) && !request->body.truncated;
}
