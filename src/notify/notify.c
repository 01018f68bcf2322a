/* SPDX-License-Identifier: MIT */
/* notify.c - the sender: one thread, and as many messages at once as a few servers that hang may hold up. */
#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_text.h"
#include "error.h"
#include "json_write.h"
#include "notify_internal.h"
#include "now.h"
#include "text.h"

enum {
    MAX_WAITING = 1024,
    SECONDS = 15,
    CONNECT_SECONDS = 8,
    MAX_ANSWER = 16 << 10, /* what is read of an answer, which nobody looks at */
    MAX_BODY = 64 << 10,
    MAX_MAIL = 256 << 10,
    MAX_LOGIN = 512,
    IDLE_MS = 60 * 1000
};

/* A message at work. */
struct transfer {
    struct notify *notify;
    struct notify_message *message;
    CURL *curl;
    struct curl_slist *headers, *to;
    struct alea_text body; /* or the mail */
    size_t sent, received;
    bool plain;  /* without TLS */
    bool closed; /* the guard let it go nowhere */
    char reason[CURL_ERROR_SIZE];
};

struct notify {
    struct notify_options options;
    struct guard guard;
    struct push_keys keys;
    char login[MAX_LOGIN];
    char contact[300]; /* whom a push service may write to */

    pthread_t thread;
    bool started;
    pthread_mutex_t lock; /* of what follows */
    struct notify_message *first, **last, *done, **last_done;
    int waiting;
    bool stopping, leaving;

    CURLM *multi; /* the thread's, but for curl_multi_wakeup() */
    struct transfer transfer[NOTIFY_AT_ONCE];
    atomic_int busy;
};

/* ---- One message -------------------------------------------------------------------------------------------------------------- */

static size_t take(char *bytes, size_t size, size_t n, void *context) {
    (void)bytes;
    struct transfer *transfer = context;
    transfer->received += size * n;
    return transfer->received > MAX_ANSWER ? 0 : size * n; /* enough: the status is known */
}

static size_t give(char *bytes, size_t size, size_t n, void *context) {
    struct transfer *transfer = context;
    size_t left = transfer->body.len - transfer->sent, part = size * n < left ? size * n : left;
    if (part) memcpy(bytes, transfer->body.at + transfer->sent, part);
    transfer->sent += part;
    return part;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    struct transfer *transfer = context;
    if (purpose != CURLSOCKTYPE_IPCXN || !guard_lets(&transfer->notify->guard, &address->addr, transfer->plain)) {
        transfer->closed = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void add_header(struct transfer *transfer, const char *line) {
    struct curl_slist *more = curl_slist_append(transfer->headers, line);
    if (more) transfer->headers = more;
}

/* What all requests over HTTP have: the guard, no redirects, no proxy, bounds. */
static void set_http(struct transfer *transfer, const char *url) {
    CURL *curl = transfer->curl;
    transfer->plain = strncmp(url, "http://", 7) == 0;
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, transfer->plain ? "http" : "https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, transfer->body.at ? transfer->body.at : "");
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->body.len);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "Alea/" ALEA_VERSION);
    add_header(transfer, "Expect:");
}

static bool begin_hook(struct transfer *transfer) {
    struct form_request request;
    alea_text_init(&request.body, MAX_BODY, transfer->message->lang);
    bool good = form_write(transfer->message, transfer->notify->options.base_url, &request);
    transfer->body = request.body;
    if (!good) return false;
    set_http(transfer, request.url);
    if (request.put) curl_easy_setopt(transfer->curl, CURLOPT_CUSTOMREQUEST, "PUT");
    add_header(transfer, "Content-Type: application/json; charset=utf-8");
    if (request.header[0]) add_header(transfer, request.header);
    return true;
}

/* {"title":...,"body":...,"url":...}: what the page's service worker shows. */
static void write_push(const struct notify_message *message, const char *base_url, struct alea_text *text) {
    struct alea_text words;
    const char *url = message->n == 1 ? message->item[0].url : base_url;
    alea_text_init(&words, PUSH_MAX_PLAIN / 2, message->lang);
    words_title(message, &words);
    alea_json_open_object(text, NULL);
    alea_json_string(text, "title", alea_text_str(&words));
    alea_text_clear(&words);
    words_body(message, false, &words);
    alea_json_string(text, "body", alea_text_str(&words));
    alea_text_clear(&words);
    alea_json_string(text, "url", url);
    if (message->ask[0]) { /* and words for what the device finds out by it */
        alea_json_id(text, "ask", message->ask);
        alea_json_string(text, "many", alea_either(message->lang, ENGINE_SAY_NOTICE_MANY));
        alea_json_string(text, "over", alea_either(message->lang, ENGINE_SAY_NOTICE_OVER_ALREADY));
    }
    alea_json_bool(text, "test", message->what == NOTIFY_TEST);
    alea_json_integer(text, "at", message->at);
    alea_json_close_object(text);
}

static bool begin_push(struct transfer *transfer) {
    const struct notify *notify = transfer->notify;
    const struct notify_message *message = transfer->message;
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT], sealed[PUSH_MAX_PLAIN + PUSH_OVERHEAD];
    char header[2600] = "Authorization: ";
    struct alea_text plain;
    alea_text_init(&plain, PUSH_MAX_PLAIN, message->lang);
    write_push(message, notify->options.base_url, &plain);
    randombytes_buf(salt, sizeof salt);
    EVP_PKEY *own = push_new_key();
    const size_t word = strlen(header), n = plain.len;
    bool good = own && !plain.truncated && push_secret_read(message->secret, point, auth) &&
                push_seal(own, salt, point, auth, (const uint8_t *)plain.at, n, sealed) &&
                push_authorize(&notify->keys, message->address, notify->contact, alea_wall_ms() / 1000, header + word,
                               sizeof header - word);
    EVP_PKEY_free(own);
    alea_text_clear(&plain);
    if (!good) return false;
    alea_text_add_n(&transfer->body, (const char *)sealed, n + PUSH_OVERHEAD);
    set_http(transfer, message->address);
    add_header(transfer, header);
    add_header(transfer, "Content-Type: application/octet-stream");
    add_header(transfer, "Content-Encoding: aes128gcm");
    add_header(transfer, "TTL: 86400");
    return true;
}

static bool begin_mail(struct transfer *transfer) {
    const struct notify_options *options = &transfer->notify->options;
    const struct notify_message *message = transfer->message;
    CURL *curl = transfer->curl;
    mail_write(message, options->mail_from, options->base_url, &transfer->body);
    transfer->to = curl_slist_append(NULL, message->address);
    if (!transfer->to || transfer->body.truncated) return false;
    curl_easy_setopt(curl, CURLOPT_URL, options->relay);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    /* Mails are not for everybody on the way to read: TLS is wanted, but from a relay on this machine. */
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(mail_relay_is_near(options->relay) ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, options->mail_from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, transfer->to);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(curl, CURLOPT_READDATA, transfer);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->body.len);
    if (transfer->notify->login[0]) curl_easy_setopt(curl, CURLOPT_USERPWD, transfer->notify->login);
    return true;
}

/* ---- What became of it ----------------------------------------------------------------------------------------------------------- */

#define TELL(message, ...) TELL_(message, __VA_ARGS__)
#define TELL_(message, it, en, ...) \
    snprintf((message)->trouble, sizeof(message)->trouble, alea_either((message)->lang, it, en), __VA_ARGS__)
#define TELL_PLAINLY(message, ...) \
    snprintf((message)->trouble, sizeof(message)->trouble, "%s", alea_either((message)->lang, __VA_ARGS__))

/* By the status of HTTP, or of SMTP: there only who is refused as a reader is not there. A relay that does not take the host's own address,
 * or this content, says nothing of whoever is written to. */
static enum notify_outcome judge_status(struct transfer *transfer, long status) {
    struct notify_message *message = transfer->message;
    if (status >= 200 && status < 300) return NOTIFY_SENT;
    if (status >= 300 && status < 400) TELL(message, ENGINE_SAY_NOTICE_REDIRECTS, status);
    else TELL(message, ENGINE_SAY_NOTICE_ANSWERED, status);
    bool gone = message->kind == NOTIFY_MAIL
                    ? strstr(transfer->reason, "RCPT failed") && (status == 550 || status == 551 || status == 553)
                    : status == 404 || status == 410 || (message->kind == NOTIFY_PUSH && status == 403);
    return gone ? NOTIFY_GONE : NOTIFY_FAILED;
}

static enum notify_outcome judge(struct transfer *transfer, CURLcode code) {
    struct notify_message *message = transfer->message;
    long status = 0;
    curl_off_t uploaded = 0, retry = 0;
    curl_easy_getinfo(transfer->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(transfer->curl, CURLINFO_SIZE_UPLOAD_T, &uploaded);
    if (curl_easy_getinfo(transfer->curl, CURLINFO_RETRY_AFTER, &retry) == CURLE_OK)
        message->retry_after = retry < 86400 ? (int)retry : 86400;
    if (message->kind == NOTIFY_MAIL) {
        if (code == CURLE_OK) return NOTIFY_SENT;
        if (status >= 400) return judge_status(transfer, status);
    } else if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && status)) {
        return judge_status(transfer, status);
    }
    if (transfer->closed && !uploaded) { /* one of its addresses, and none has been reached */
        TELL_PLAINLY(message, ENGINE_SAY_NOTICE_CLOSED);
        return NOTIFY_FAILED;
    }
    if (code == CURLE_OPERATION_TIMEDOUT) TELL(message, ENGINE_SAY_NOTICE_SLOW, SECONDS);
    else if (code == CURLE_COULDNT_RESOLVE_HOST) TELL_PLAINLY(message, ENGINE_SAY_NOTICE_NO_NAME);
    else TELL(message, ENGINE_SAY_NOTICE_UNREACHABLE, transfer->reason[0] ? transfer->reason : curl_easy_strerror(code));
    return uploaded > 0 ? NOTIFY_UNSURE : NOTIFY_FAILED;
}

/* ---- The thread ------------------------------------------------------------------------------------------------------------------ */

static void give_back(struct notify *notify, struct notify_message *message, enum notify_outcome outcome) {
    message->outcome = outcome;
    message->next = NULL;
    pthread_mutex_lock(&notify->lock);
    *notify->last_done = message;
    notify->last_done = &message->next;
    pthread_mutex_unlock(&notify->lock);
    if (notify->options.wake) notify->options.wake(notify->options.context);
}

static void clear_transfer(struct transfer *transfer) {
    curl_easy_cleanup(transfer->curl);
    curl_slist_free_all(transfer->headers);
    curl_slist_free_all(transfer->to);
    alea_text_clear(&transfer->body);
    *transfer = (struct transfer){.curl = NULL};
}

static void begin(struct notify *notify, struct notify_message *message) {
    struct transfer *transfer = notify->transfer;
    while (transfer->message) transfer++;
    *transfer = (struct transfer){.notify = notify, .message = message, .curl = curl_easy_init()};
    alea_text_init(&transfer->body, MAX_MAIL, message->lang);
    message->trouble[0] = 0;
    message->retry_after = 0;
    CURL *curl = transfer->curl;
    bool good = curl != NULL;
    if (good) {
        curl_easy_setopt(curl, CURLOPT_PRIVATE, transfer);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_PROXY, "");
        curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SECONDS);
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, transfer);
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, transfer->reason);
        good = message->kind == NOTIFY_MAIL   ? begin_mail(transfer)
               : message->kind == NOTIFY_PUSH ? begin_push(transfer)
                                              : begin_hook(transfer);
        if (transfer->headers) curl_easy_setopt(curl, CURLOPT_HTTPHEADER, transfer->headers);
    }
    if (good && curl_multi_add_handle(notify->multi, curl) == CURLM_OK) {
        notify->busy++;
        return;
    }
    bool subscription = message->kind == NOTIFY_PUSH && good == false;
    if (subscription) TELL_PLAINLY(message, ENGINE_SAY_NOTICE_BAD_SECRET);
    else TELL(message, ENGINE_SAY_NOTICE_REFUSED, "-");
    clear_transfer(transfer);
    give_back(notify, message, subscription ? NOTIFY_GONE : NOTIFY_FAILED);
}

static void end(struct notify *notify, struct transfer *transfer, enum notify_outcome outcome) {
    struct notify_message *message = transfer->message;
    curl_multi_remove_handle(notify->multi, transfer->curl);
    clear_transfer(transfer);
    notify->busy--;
    give_back(notify, message, outcome);
}

static struct notify_message *next_message(struct notify *notify) {
    pthread_mutex_lock(&notify->lock);
    struct notify_message *message = notify->busy < NOTIFY_AT_ONCE ? notify->first : NULL;
    if (message) {
        notify->first = message->next;
        if (!notify->first) notify->last = &notify->first;
        notify->waiting--;
    }
    pthread_mutex_unlock(&notify->lock);
    return message;
}

static bool leaves(struct notify *notify) {
    pthread_mutex_lock(&notify->lock);
    bool leaving = notify->leaving;
    pthread_mutex_unlock(&notify->lock);
    return leaving;
}

static void *work(void *context) {
    struct notify *notify = context;
    while (!leaves(notify)) {
        struct notify_message *message;
        int running, left;
        bool ended = false;
        while ((message = next_message(notify))) begin(notify, message);
        curl_multi_perform(notify->multi, &running);
        for (const CURLMsg *told; (told = curl_multi_info_read(notify->multi, &left));) {
            struct transfer *transfer = NULL;
            curl_easy_getinfo(told->easy_handle, CURLINFO_PRIVATE, &transfer);
            if (told->msg == CURLMSG_DONE) end(notify, transfer, judge(transfer, told->data.result));
            ended = true;
        }
        if (!ended) curl_multi_poll(notify->multi, NULL, 0, IDLE_MS, NULL);
    }
    for (int i = 0; i < NOTIFY_AT_ONCE; i++)
        if (notify->transfer[i].message) end(notify, &notify->transfer[i], NOTIFY_UNSURE);
    return NULL;
}

/* ---- A sender comes and goes ------------------------------------------------------------------------------------------------------ */

static bool read_login(struct notify *notify, struct alea_error *error) {
    const char *path = notify->options.mail_login;
    if (!path) return true;
    FILE *file = fopen(path, "re");
    if (!file) return alea_fail(error, ALEA_ERR_IO, path, strerror(errno)) == ALEA_OK;
    bool read = fgets(notify->login, sizeof notify->login, file);
    fclose(file);
    notify->login[strcspn(notify->login, "\r\n")] = 0;
    if (read && strchr(notify->login, ':')) return true;
    return alea_fail(error, ALEA_ERR_IO, path, alea_reason(error, ENGINE_SAY_NOTICE_BAD_LOGIN).at) == ALEA_OK;
}

static bool is_relay(const char *words) {
    size_t scheme = strncmp(words, "smtp://", 7) == 0 ? 7 : strncmp(words, "smtps://", 8) == 0 ? 8 : 0;
    for (const char *at = words; *at; at++)
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f || *at == '@') return false;
    return scheme && words[scheme];
}

static bool refuse(struct alea_error *error, const char *option, const char *it, const char *en) {
    return alea_fail(error, ALEA_ERR_BAD_OPTION, option, alea_either(error ? error->lang : ALEA_EN, it, en)) == ALEA_OK;
}

static bool check(struct notify *notify, struct alea_error *error) {
    const struct notify_options *options = &notify->options;
    struct alea_reason reason;
    if (options->relay && !is_relay(options->relay)) {
        reason = alea_reason(error, ENGINE_SAY_NOTICE_BAD_RELAY, options->relay);
        return refuse(error, "--mail-relay", reason.at, reason.at);
    }
    if (options->relay && (!options->mail_from || !mail_address_good(options->mail_from))) {
        reason = alea_reason(error, ENGINE_SAY_NOTICE_BAD_FROM, options->mail_from ? options->mail_from : "");
        return refuse(error, "--mail-from", reason.at, reason.at);
    }
    if (options->allow && !guard_read(options->allow, &notify->guard)) {
        reason = alea_reason(error, ENGINE_SAY_NOTICE_BAD_NETWORK, options->allow);
        return refuse(error, "--hooks-allow", reason.at, reason.at);
    }
    if (options->mail_from) snprintf(notify->contact, sizeof notify->contact, "mailto:%s", options->mail_from);
    else snprintf(notify->contact, sizeof notify->contact, "%.299s", options->base_url);
    return read_login(notify, error) && (!options->push_keys || push_keys_read(options->push_keys, &notify->keys, error));
}

struct notify *notify_new(const struct notify_options *options, struct alea_error *error) {
    struct notify *notify = calloc(1, sizeof *notify);
    if (!notify) {
        alea_fail(error, ALEA_ERR_NO_MEMORY);
        return NULL;
    }
    notify->options = *options;
    notify->last = &notify->first;
    notify->last_done = &notify->done;
    pthread_mutex_init(&notify->lock, NULL);
    bool good = check(notify, error);
    if (good) {
        good =
            sodium_init() >= 0 && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK && (notify->multi = curl_multi_init());
        good = good && pthread_create(&notify->thread, NULL, work, notify) == 0;
        notify->started = good;
        if (!good) alea_fail(error, ALEA_ERR_NO_MEMORY);
    }
    if (good) return notify;
    notify_free(notify);
    return NULL;
}

void notify_stop(struct notify *notify, int ms) {
    if (!notify || !notify->started) return;
    pthread_mutex_lock(&notify->lock);
    struct notify_message *waiting = notify->first;
    notify->first = NULL;
    notify->last = &notify->first;
    notify->waiting = 0;
    notify->stopping = true;
    pthread_mutex_unlock(&notify->lock);
    while (waiting) {
        struct notify_message *message = waiting;
        waiting = message->next;
        give_back(notify, message, NOTIFY_LATER);
    }
    const int64_t until = alea_now_ms() + ms;
    const struct timespec moment = {.tv_nsec = 5000000};
    while (notify->busy > 0 && alea_now_ms() < until) nanosleep(&moment, NULL);
    pthread_mutex_lock(&notify->lock);
    notify->leaving = true;
    pthread_mutex_unlock(&notify->lock);
    curl_multi_wakeup(notify->multi);
    pthread_join(notify->thread, NULL);
    notify->started = false;
}

void notify_free(struct notify *notify) {
    if (!notify) return;
    notify_stop(notify, 0);
    if (notify->multi) curl_multi_cleanup(notify->multi);
    EVP_PKEY_free(notify->keys.key);
    pthread_mutex_destroy(&notify->lock);
    sodium_memzero(notify->login, sizeof notify->login);
    free(notify);
}

/* ---- What it is asked ------------------------------------------------------------------------------------------------------------- */

bool notify_can(const struct notify *notify, enum notify_kind kind) {
    if (!notify) return false;
    if (kind == NOTIFY_MAIL) return notify->options.relay;
    return kind == NOTIFY_PUSH ? notify->keys.key != NULL : notify->options.hooks;
}

const char *notify_push_key(const struct notify *notify) { return notify ? notify->keys.public_key : ""; }

enum notify_wrong notify_address(const struct notify *notify, enum notify_kind kind, const char *address) {
    if (kind == NOTIFY_MAIL) return mail_address_good(address) ? NOTIFY_GOOD : NOTIFY_BAD_FORM;
    return form_address(kind, address, notify->guard.n > 0);
}

bool notify_same_server(const struct notify_message *a, const struct notify_message *b) {
    if (a->kind == NOTIFY_MAIL || b->kind == NOTIFY_MAIL) return a->kind == b->kind;
    const char *one = strstr(a->address, "://"), *other = strstr(b->address, "://");
    if (!one || !other) return one == other;
    size_t n = strcspn(one + 3, "/?#");
    return strcspn(other + 3, "/?#") == n && memcmp(one, other, n + 3) == 0;
}

bool notify_send(struct notify *notify, struct notify_message *message) {
    message->next = NULL;
    pthread_mutex_lock(&notify->lock);
    bool room = notify->started && !notify->stopping && notify->waiting < MAX_WAITING;
    if (room) {
        *notify->last = message;
        notify->last = &message->next;
        notify->waiting++;
    }
    pthread_mutex_unlock(&notify->lock);
    if (room) curl_multi_wakeup(notify->multi);
    return room;
}

struct notify_message *notify_collect(struct notify *notify) {
    if (!notify) return NULL;
    pthread_mutex_lock(&notify->lock);
    struct notify_message *message = notify->done;
    if (message) {
        notify->done = message->next;
        if (!notify->done) notify->last_done = &notify->done;
    }
    pthread_mutex_unlock(&notify->lock);
    return message;
}
