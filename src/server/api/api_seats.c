/* SPDX-License-Identifier: MIT */
/* api_seats.c - who sits where: coming, leaving, being replaced; pauses; and what people say to each other. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "api_internal.h"
#include "match.h"
#include "text.h"

static const char *seat_of(const struct api_request *request, char letters[3]) {
    alea_seat_letters(request->viewer.seat, letters);
    return letters;
}

static enum api_next answer_status(struct api_request *request, enum table_answer answer) {
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    alea_text_addf(api_answer(request, 200), "{\"status\":\"%s\"}", store_status_name(table_look(request->table).status));
    return API_ANSWERED;
}

static enum api_next answer_seat(struct api_request *request, enum table_answer answer) {
    char letters[3];
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    alea_text_addf(api_answer(request, 200), "{\"seat\":\"%s\",\"status\":\"%s\"}", seat_of(request, letters),
                   store_status_name(table_look(request->table).status));
    return API_ANSWERED;
}

/* ---- The word for the dice --------------------------------------------------------------------------------------------------------- */

void api_read_hex(struct json_in *body, const char *key, uint8_t *bytes, size_t n) {
    char digits[24];
    const char *words = json_in_string(body, key, 2 * n);
    snprintf(digits, sizeof digits, "%zu", 2 * n);
    if (words && !hex_read(words, bytes, n)) json_in_refuse(body, API_FAULT_NO_HEX, digits, "%s", key);
}

void api_read_words(struct json_in *body, bool word, struct api_words *words) {
    *words = (struct api_words){.promises = json_in_has(body, "promise")};
    if (words->promises || json_in_has(body, "commitment")) {
        json_in_required(body, "promise");
        json_in_required(body, "commitment");
    }
    api_read_hex(body, "promise", words->promise, sizeof words->promise);
    api_read_hex(body, "commitment", words->commitment, sizeof words->commitment);
    if (word) words->word = json_in_string(body, "word", ALEA_WORD_BYTES);
}

/* A word that comes with its promise is told if words are open by then. */
enum api_next api_draw_words(struct api_request *request, const struct api_words *words) {
    const int seat = request->viewer.seat;
    enum table_answer answer = TABLE_OK;
    char letters[3], commitment[2 * ALEA_HASH_BYTES + 1];
    if (words->promises)
        answer = table_promise(request->table, seat, words->commitment, words->promise, request->now, &request->error);
    bool open = !words->promises || strcmp(table_look(request->table).draw_phase, "opening") == 0;
    if (answer == TABLE_OK && words->word && open)
        answer = table_open_word(request->table, seat, words->word, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    struct table_view look = table_look(request->table);
    sodium_bin2hex(commitment, sizeof commitment, alea_match_head(look.match)->commitment, ALEA_HASH_BYTES);
    alea_text_addf(api_answer(request, 200), "{\"seat\":\"%s\",\"status\":\"%s\",\"phase\":\"%s\",\"commitment\":\"%s\"}",
                   seat_of(request, letters), store_status_name(look.status), look.draw_phase, commitment);
    return API_ANSWERED;
}

enum api_next api_draw(struct api_request *request) {
    struct api_words words;
    api_read_words(&request->body, true, &words);
    if (!request->body.bad && !words.promises && !words.word)
        json_in_refuse(&request->body, API_FAULT_MISSING, "promise, word", "%s", "");
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    return api_draw_words(request, &words);
}

/* ---- A seat's own ------------------------------------------------------------------------------------------------------------------ */

enum api_next api_join(struct api_request *request) {
    char name[API_MAX_NAME], word[ALEA_WORD_BYTES + 1];
    struct api_words words;
    json_in_line(&request->body, "name", name, sizeof name);
    json_in_line(&request->body, "word", word, sizeof word);
    api_read_words(&request->body, false, &words);
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    if (words.promises) { /* before it may begin by this */
        enum table_answer drawn = table_promise(request->table, request->viewer.seat, words.commitment, words.promise,
                                                request->now, &request->error);
        if (drawn != TABLE_OK) return api_refuse_table(request, drawn);
    }
    bool named = json_in_has(&request->body, "name"), worded = json_in_has(&request->body, "word");
    enum table_answer answer = table_join(request->table, request->viewer.seat, named ? name : NULL, worded ? word : NULL,
                                          request->now, &request->error);
    if (answer == TABLE_ENGINE && request->error.code == ALEA_ERR_BAD_OPTION)
        return api_refuse(request, API_FAULT_TOO_LATE, "word", NULL);
    return answer_seat(request, answer);
}

/* Whoever comes sits down where the creator left a seat open: older links to it die, and the new one is told this once. */
enum api_next api_take(struct api_request *request) {
    char name[API_MAX_NAME], account[STORE_MAX_ACCOUNT_NAME + 1];
    struct api_words words;
    int wait;
    json_in_required(&request->body, "name");
    json_in_line(&request->body, "name", name, sizeof name);
    if (!request->body.bad && !*name) json_in_refuse(&request->body, API_FAULT_TOO_SHORT, "1", "%s", "name");
    api_read_words(&request->body, false, &words);
    if (!api_body_end(request) || !api_find_table(request)) return API_ANSWERED;
    struct table_view look = table_look(request->table);
    int seat = alea_seat_read(request->part[1]);
    if (seat >= alea_match_rules(look.match)->seats)
        return api_refuse(request, API_FAULT_NO_SUCH_SEAT, NULL, request->part[1]);
    if (!(look.open & alea_actor(seat))) return api_refuse(request, API_FAULT_SEAT_SHUT, NULL, NULL);
    if (!attempts_take(request->api->takes, request->call->address, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    request->viewer.seat = seat;
    enum table_answer answer = TABLE_OK;
    if (words.promises) /* before it may begin by this */
        answer = table_promise(request->table, seat, words.commitment, words.promise, request->now, &request->error);
    if (answer == TABLE_OK) answer = table_take(request->table, seat, name, request->now, &request->error);
    if (answer == TABLE_OK && api_session(request, account))
        answer = table_claim(request->table, seat, account, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    if (store_drop_links(request->api->store, STORE_LINK_SEAT, look.id, seat, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    bool fine = api_write_seat(request, seat, "human", api_answer(request, 201)) == ALEA_OK;
    return fine ? API_ANSWERED : api_refuse_engine(request);
}

enum api_next api_return(struct api_request *request) {
    if (!api_body_end(request) || !api_enter(request, API_SEAT)) return API_ANSWERED;
    return answer_seat(request, table_return(request->table, request->viewer.seat, request->now, &request->error));
}

enum api_next api_resign(struct api_request *request) {
    if (!api_body_end(request) || !api_enter(request, API_OWNER)) return API_ANSWERED;
    return answer_seat(request, table_resign(request->table, request->viewer.seat, request->now, &request->error));
}

/* By the seat's link and a session at once: whoever holds both may join them. */
enum api_next api_claim(struct api_request *request) {
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    if (!api_body_end(request)) return API_ANSWERED;
    if (!request->call->bearer) return api_refuse(request, API_FAULT_NO_CREDENTIALS, NULL, NULL);
    if (!api_session(request, account)) return api_refuse(request, API_FAULT_NO_SESSION, NULL, NULL);
    if (!api_enter(request, API_OWNER)) return API_ANSWERED;
    enum table_answer answer = table_claim(request->table, request->viewer.seat, account, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    struct alea_text *text = api_answer(request, 200);
    alea_json_open_object(text, NULL);
    wire_seat(text, "seat", request->viewer.seat);
    alea_json_string(text, "account", account);
    alea_json_close_object(text);
    return API_ANSWERED;
}

/* ---- Chat ---------------------------------------------------------------------------------------------------------------------------- */

enum api_next api_send_chat(struct api_request *request, const char *words) {
    char line[API_MAX_CHAT_BYTES + 1] = "", who[STORE_ID_LENGTH + 8];
    bool seated = request->viewer.seat != ALEA_NONE && !request->viewer.master;
    int wait, seat = seated ? request->viewer.seat : ALEA_HOST;
    long n = 0;
    snprintf(who, sizeof who, "%s/%d", table_look(request->table).id, seat);
    if (alea_line_clean(words, strlen(words), line, sizeof line) == 0)
        return api_refuse(request, API_FAULT_TOO_SHORT, "text", "1");
    if (!api_say_whose(request, "", line, sizeof line)) return api_refuse(request, API_FAULT_TOO_LONG, "text", "1000");
    if (!attempts_take(request->api->chat, who, request->now, &wait))
        return api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    enum table_answer answer = table_chat(request->table, seat, line, request->now, &n, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    alea_text_addf(api_answer(request, 201), "{\"n\":%ld}", n);
    return API_ANSWERED;
}

enum api_next api_chat(struct api_request *request) {
    json_in_required(&request->body, "text");
    const char *words = json_in_string(&request->body, "text", API_MAX_CHAT_BYTES);
    const char *to = json_in_string(&request->body, "to", API_MAX_PART - 1);
    if (!api_body_end(request) || !api_enter(request, API_SPEAKER)) return API_ANSWERED;
    return to && strcmp(to, "all") != 0 ? api_talk(request, to, words) : api_send_chat(request, words);
}

/* ---- The admin's --------------------------------------------------------------------------------------------------------------------- */

enum api_next api_start(struct api_request *request) {
    if (!api_body_end(request) || !api_enter(request, API_RUNNER)) return API_ANSWERED;
    return answer_status(request, table_start(request->table, request->now, &request->error));
}

enum api_next api_pause(struct api_request *request) {
    json_in_required(&request->body, "paused");
    bool paused = json_in_bool(&request->body, "paused", false);
    if (!api_body_end(request) || !api_enter(request, API_RUNNER)) return API_ANSWERED;
    return answer_status(request, table_pause(request->table, paused, request->now, &request->error));
}

/* Whoever held links to the seat has them no more; a seat for a person gets a fresh one. */
static enum api_next renew_link(struct api_request *request, int seat, const char *who) {
    const char *id = table_look(request->table).id;
    if (store_drop_links(request->api->store, STORE_LINK_SEAT, id, seat, &request->error) != ALEA_OK ||
        store_vacate(request->api->store, id, seat, STORE_REPLACED, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    bool fine = api_write_seat(request, seat, who, api_answer(request, 200)) == ALEA_OK;
    return fine ? API_ANSWERED : api_refuse_engine(request);
}

static enum api_next mute(struct api_request *request, int seat, bool muted) {
    char letters[3];
    enum table_answer answer = table_mute(request->table, seat, muted, request->now, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    alea_seat_letters(seat, letters);
    alea_text_addf(api_answer(request, 200), "{\"seat\":\"%s\",\"muted\":%s}", letters, muted ? "true" : "false");
    return API_ANSWERED;
}

enum api_next api_reseat(struct api_request *request) {
    struct json_in *body = &request->body;
    const char *who = json_in_string(body, "who", sizeof((struct store_seat *)NULL)->who - 1);
    bool muting = json_in_has(body, "mute"), muted = json_in_bool(body, "mute", false);
    if (!body->bad && (who != NULL) == muting) json_in_refuse(body, API_FAULT_ONE_OF, "who, mute", "%s", "");
    if (who) api_read_who(body, who, "who");
    if (!api_body_end(request) || !api_enter(request, API_RESEATS)) return API_ANSWERED;
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    int seat = alea_seat_read(request->part[1]);
    if (seat >= rules->seats) return api_refuse(request, API_FAULT_NO_SUCH_SEAT, NULL, request->part[1]);
    if (who && !api_bot_is_in(who, rules->game)) return api_refuse(request, API_FAULT_NO_LEVEL, "who", who + 4);
    const bool leads = !request->viewer.admin && !request->viewer.master;
    if (!api_may_seat(request, seat)) return API_ANSWERED;
    if (!who && leads) return api_refuse(request, API_FAULT_ADMIN_NEEDED, NULL, NULL);
    if (!who) return mute(request, seat, muted);
    bool by_link = strcmp(who, "human") == 0; /* held by the admin alone: others seat those who enrolled */
    if (by_link && (leads || request->viewer.master)) return api_refuse(request, API_FAULT_ADMIN_NEEDED, NULL, NULL);
    enum table_answer answer = table_reseat(request->table, seat, who, request->now, &request->error);
    return answer == TABLE_OK ? renew_link(request, seat, who) : api_refuse_table(request, answer);
}
