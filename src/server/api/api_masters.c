/* SPDX-License-Identifier: MIT */
/* api_masters.c - the Masters of a table that was made with one: more of them, and fewer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"

/* A '@' is doubled at the beginning of a note alone, that nobody may type a key. */
bool api_say_whose(const struct api_request *request, const char *mark, char *words, size_t size) {
    const int number = request->viewer.master;
    const char *name = number ? table_master_name(request->table, number) : NULL;
    char before[TABLE_MASTER_NAME + API_MAX_PART];
    if (!name) return true;
    const char *typed = words + (*mark && words[0] == *mark);
    size_t n = (size_t)snprintf(before, sizeof before, "%s%s%s", mark, name, *typed ? ": " : ""), length = strlen(typed);
    if (n + length >= size) return false;
    memmove(words + n, typed, length + 1);
    memcpy(words, before, n);
    return true;
}

/* One more, by a link that is told this once. */
enum api_next api_add_master(struct api_request *request) {
    char name[TABLE_MASTER_NAME], digits[12];
    int number = 0;
    json_in_required(&request->body, "name");
    json_in_line(&request->body, "name", name, sizeof name);
    if (!request->body.bad && !*name) json_in_refuse(&request->body, API_FAULT_TOO_SHORT, "1", "%s", "name");
    if (!api_body_end(request) || !api_enter(request, API_MASTER)) return API_ANSWERED;
    enum table_answer answer = table_add_master(request->table, name, &number, &request->error);
    snprintf(digits, sizeof digits, "%d", STORE_MAX_MASTERS);
    if (answer == TABLE_FORBIDDEN) return api_refuse(request, API_FAULT_MASTERS_FULL, NULL, digits);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    struct alea_text *text = api_answer(request, 201);
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "master", number);
    alea_json_string(text, "name", name);
    enum alea_err code = api_write_link(request, STORE_LINK_MASTER, number - 1, "token", "url", text);
    alea_json_close_object(text);
    return code == ALEA_OK ? API_ANSWERED : api_refuse_engine(request);
}

/* His number in the path, 1 to STORE_MAX_MASTERS; 0: there is none of that number. */
static int read_master(const struct api_request *request) {
    const char *word = request->part[1];
    int number = strlen(word) == 1 && word[0] >= '1' && word[0] <= '0' + STORE_MAX_MASTERS ? word[0] - '0' : 0;
    return number && table_look(request->table).master[number - 1][0] ? number : 0;
}

enum api_next api_drop_master(struct api_request *request) {
    if (!api_enter(request, API_MASTER)) return API_ANSWERED;
    int number = read_master(request);
    if (!number) return api_refuse(request, API_FAULT_NO_SUCH_MASTER, NULL, NULL);
    if (number == 1) return api_refuse(request, API_FAULT_FIRST_MASTER, NULL, NULL);
    enum table_answer answer = table_drop_master(request->table, number, &request->error);
    if (answer != TABLE_OK) return api_refuse_table(request, answer);
    const char *id = table_look(request->table).id;
    if (store_drop_links(request->api->store, STORE_LINK_MASTER, id, number - 1, &request->error) != ALEA_OK)
        return api_refuse_engine(request);
    alea_text_addf(api_answer(request, 200), "{\"master\":%d,\"dropped\":true}", number);
    return API_ANSWERED;
}
