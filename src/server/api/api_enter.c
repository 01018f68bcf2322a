/* SPDX-License-Identifier: MIT */
/* api_enter.c - who asks, and what they may do at a table: links, sessions, and pages that are not ours. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "api_internal.h"
#include "names.h"
#include "text.h"

enum { OPENED_SOON = 1 /* seconds */, MAX_GRAVE_BYTES = 512 };

/* ---- Links -------------------------------------------------------------------------------------------------------------------- */

enum alea_err api_add_link(struct api *api, struct store_link *link, struct token *token, struct alea_error *error) {
    *token = token_new();
    token_hash(token->at, link->hash);
    return store_add_link(api->store, link, error);
}

enum alea_err api_host_link(struct api *api, char token[API_MAX_TOKEN], struct alea_error *error) {
    struct store_link link = {.kind = STORE_LINK_HOST, .seat = ALEA_NONE};
    struct token fresh;
    int standing = 0;
    enum alea_err code = store_count_links(api->store, STORE_LINK_HOST, "", ALEA_NONE, &standing, error);
    if (code != ALEA_OK || (standing > 0 && !*token)) return code;
    code = store_drop_links(api->store, STORE_LINK_HOST, "", ALEA_NONE, error);
    if (code == ALEA_OK) code = api_add_link(api, &link, &fresh, error);
    if (code == ALEA_OK) code = store_commit(api->store, error);
    if (code == ALEA_OK) memcpy(token, fresh.at, sizeof fresh.at);
    else store_abandon(api->store);
    return code;
}

/* False if nobody has the token, or the store can't be read (error->code tells which). */
static bool find_link(struct api_request *request, const char *token, struct store_link *link) {
    uint8_t hash[ALEA_HASH_BYTES];
    request->error.code = ALEA_OK;
    if (!token_well_formed(token)) return false;
    token_hash(token, hash);
    enum alea_err code = store_find_link(request->api->store, hash, request->now, link, &request->error);
    if (code == ALEA_ERR_NOT_FOUND) request->error.code = ALEA_OK;
    return code == ALEA_OK;
}

bool api_find_asked(struct api_request *request, const char *token, struct store_asked *asked) {
    uint8_t hash[ALEA_HASH_BYTES];
    request->error.code = ALEA_OK;
    if (!token_well_formed(token)) return false;
    token_hash(token, hash);
    enum alea_err code = store_find_asked(request->api->store, hash, asked, &request->error);
    if (code == ALEA_ERR_NOT_FOUND) request->error.code = ALEA_OK;
    return code == ALEA_OK;
}

/* ---- Matches that were deleted ---------------------------------------------------------------------------------------------------- */

static bool well_formed_id(const char *id) {
    return strlen(id) == STORE_ID_LENGTH && strspn(id, "abcdefghijklmnopqrstuvwxyz234567") == STORE_ID_LENGTH;
}

/* "commitment":"...","seed":"..." and the rest of what a deleted match leaves: its dice are open to all. */
static void write_grave(const struct store_grave *grave, struct alea_text *members) {
    char commitment[2 * ALEA_HASH_BYTES + 1], seed[2 * ALEA_SEED_BYTES + 1];
    sodium_bin2hex(commitment, sizeof commitment, grave->commitment, sizeof grave->commitment);
    sodium_bin2hex(seed, sizeof seed, grave->seed, sizeof grave->seed);
    alea_json_string(members, "commitment", grave->by_hand ? NULL : commitment);
    alea_json_string(members, "seed", grave->by_hand ? NULL : seed);
    alea_json_integer(members, "plies", grave->plies);
    alea_json_integer(members, "throws", grave->throws);
    alea_json_integer(members, "deleted", grave->deleted);
}

/* The match called part[0] was deleted: that is told to everybody, also to those whose links went with it. False: it was not. */
static bool refuse_deleted(struct api_request *request) {
    struct alea_text members;
    struct store_grave grave;
    if (!well_formed_id(request->part[0]) || store_grave(request->api->store, request->part[0], &grave, NULL) != ALEA_OK)
        return false;
    struct alea_text *text = api_answer(request, api_fault_row(API_FAULT_DELETED)->status);
    alea_text_init(&members, MAX_GRAVE_BYTES, request->lang);
    write_grave(&grave, &members);
    const struct api_error_more more = {.members = alea_text_str(&members)};
    api_error_write(API_FAULT_DELETED, request->lang, NULL, &more, text);
    text->truncated |= members.truncated;
    alea_text_clear(&members);
    return true;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------------------------ */

/* A token that opens nothing: counted, so that nobody tries many. */
static void refuse_token(struct api_request *request) {
    int wait;
    if (request->error.code != ALEA_OK) api_refuse_engine(request);
    else if (refuse_deleted(request)) return;
    else if (!attempts_take(request->api->wrong_tokens, request->call->address, request->now, &wait))
        api_refuse_for(request, API_FAULT_RATE_LIMITED, wait);
    else api_refuse(request, API_FAULT_UNKNOWN_TOKEN, NULL, NULL);
}

bool api_session(struct api_request *request, char account[STORE_MAX_ACCOUNT_NAME + 1]) {
    struct store_link link;
    if (!request->call->session || !find_link(request, request->call->session, &link)) return false;
    if (link.kind != STORE_LINK_SESSION) return false;
    memcpy(account, link.account, sizeof link.account);
    return true;
}

/* A session is good for cookies alone: as a bearer's token it opens nothing. */
bool api_who(struct api_request *request, struct api_who *who) {
    *who = (struct api_who){.known = false};
    if (request->call->bearer) {
        if (!find_link(request, request->call->bearer, &who->link) || who->link.kind == STORE_LINK_SESSION) {
            refuse_token(request);
            return false;
        }
        who->known = true;
        who->host = who->link.kind == STORE_LINK_HOST;
        return true;
    }
    who->known = who->by_session = api_session(request, who->account);
    return true;
}

/* ---- Pages that are not ours ------------------------------------------------------------------------------------------------------ */

/* "https://example.org:8443" of the page, "example.org:8443" of the request. */
static bool same_host(const char *origin, const char *host) {
    if (!origin || !host) return false;
    const char *behind = strncmp(origin, "https://", 8) == 0  ? origin + 8
                         : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                              : NULL;
    return behind && strcasecmp(behind, host) == 0;
}

/* "localhost:8080", "127.0.0.1", "[::1]:8080". */
static bool is_local_name(const char *host) {
    static const char local[] = "localhost";
    size_t length = strcspn(host, ":");
    if (host[0] == '[') return true;
    return strspn(host, "0123456789.") == length || (length == sizeof local - 1 && strncasecmp(host, local, length) == 0);
}

/* A name on the web can be made to lead here once its page is open in a browser of this machine: then that page would be ours. */
bool api_names_us(struct api_request *request) {
    const char *host = request->call->host;
    if (!request->api->options.own_names_only || !host || is_local_name(host)) return true;
    api_refuse(request, API_FAULT_BAD_HOST, NULL, NULL);
    return false;
}

bool api_same_origin(struct api_request *request, bool needs_cookie) {
    const struct api_call *call = request->call;
    if (needs_cookie && !call->session) return true;
    /* Without a cookie there is nothing to steal, but one may be about to be set: a page of others must not do that. */
    if (!call->session && !call->origin) return true;
    if (same_host(call->origin, call->host)) return true;
    api_refuse(request, API_FAULT_BAD_ORIGIN, NULL, NULL);
    return false;
}

/* ---- Who sits where ----------------------------------------------------------------------------------------------------------------- */

/* The seat that the request names, ALEA_NONE if it names none; false if there is no such seat. */
static bool named_seat(const struct api_request *request, int *seat) {
    const char *word = request->call->as_seat ? request->call->as_seat : url_query_get(&request->query, "seat");
    *seat = ALEA_NONE;
    if (!word) return true;
    *seat = alea_seat_read(word);
    return *seat < alea_match_rules(table_look(request->table).match)->seats;
}

/* The seat of somebody who has signed in: the one that is named, or the only one. */
static bool seat_of_account(struct api_request *request, const char *account, int named) {
    struct table_view look = table_look(request->table);
    int seats = alea_match_rules(look.match)->seats, found = 0, first = ALEA_NONE;
    bool named_is_mine = false;
    for (int seat = 0; seat < seats; seat++) {
        if (strcasecmp(look.seat[seat].account, account) != 0) continue;
        if (found++ == 0) first = seat;
        named_is_mine = named_is_mine || seat == named;
    }
    if (named != ALEA_NONE && !named_is_mine) {
        api_refuse(request, API_FAULT_NO_SEAT_OF_YOURS, NULL, NULL);
        return false;
    }
    if (named == ALEA_NONE && found > 1 && request->call->method != API_GET) {
        api_refuse(request, API_FAULT_WHICH_SEAT, "seat", NULL);
        return false;
    }
    request->viewer.seat = named != ALEA_NONE ? named : first;
    return true;
}

/* What a link is good for at the request's table; false if it is another match's. */
static bool viewer_of_link(const struct api_request *request, const struct store_link *link, struct viewer *viewer) {
    const struct table_view look = table_look(request->table);
    *viewer = (struct viewer){.seat = ALEA_NONE, .admin = link->kind == STORE_LINK_ADMIN || link->kind == STORE_LINK_HOST};
    if (link->kind == STORE_LINK_HOST) return true;
    if (strcmp(link->id, look.id) != 0) return false;
    if (link->kind == STORE_LINK_SEAT) viewer->seat = link->seat;
    if (link->kind == STORE_LINK_LENT) {
        const struct loan *loan = &look.loan[link->seat];
        viewer->lent = loan->until > request->now ? link->seat + 1 : 0;
        viewer->seat = viewer->lent && loan->taken ? link->seat : ALEA_NONE;
        return viewer->lent != 0;
    }
    if (link->kind == STORE_LINK_MASTER) viewer->master = link->seat + 1;
    if (link->kind == STORE_LINK_ENROL || link->kind == STORE_LINK_ENROLLED) return look.has_master;
    return link->kind != STORE_LINK_SESSION && (!viewer->master || (look.has_master && look.master[link->seat][0]));
}

/* ---- Seats that are lent ------------------------------------------------------------------------------------------------------------- */

bool api_may_sit_for(struct api_request *request, int seat, int own) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    if (own == seat) api_refuse(request, API_FAULT_OWN_LOAN, NULL, NULL);
    else if (own >= rules->seats || !(alea_team(rules, seat) & alea_actor(own)))
        api_refuse(request, API_FAULT_OTHER_SIDE, NULL, NULL);
    else return true;
    return false;
}

/* Nobody plays for two sides, also not by a link that somebody has lent. Without a session nobody knows who it is; the page tells what it holds
 * when the seat is taken (api_loans.c). */
static bool may_borrow(struct api_request *request, int seat) {
    const struct table_view look = table_look(request->table);
    char account[STORE_MAX_ACCOUNT_NAME + 1];
    if (!api_session(request, account)) return true;
    for (int own = 0; own < alea_match_rules(look.match)->seats; own++)
        if (strcasecmp(look.seat[own].account, account) == 0 && !api_may_sit_for(request, seat, own)) return false;
    return true;
}

static bool find_viewer(struct api_request *request, const struct api_who *who) {
    int named;
    if (!named_seat(request, &named)) {
        api_refuse(request, API_FAULT_NO_SUCH_SEAT, "seat", "");
        return false;
    }
    if (who->by_session) return seat_of_account(request, who->account, named);
    if (!who->known) return true;
    request->enrolment = who->link.kind == STORE_LINK_ENROLLED ? who->link.seat : 0;
    if (viewer_of_link(request, &who->link, &request->viewer) && (named == ALEA_NONE || named == request->viewer.seat))
        return !request->viewer.lent || may_borrow(request, request->viewer.lent - 1);
    api_refuse(request, API_FAULT_NOT_YOUR_SEAT, NULL, NULL);
    return false;
}

bool api_link_viewer(struct api_request *request, const char *token, struct viewer *viewer) {
    struct store_link link;
    return find_link(request, token, &link) && link.kind != STORE_LINK_SESSION && viewer_of_link(request, &link, viewer);
}

/* Who is refused stays who it was. */
bool api_token_viewer(struct api_request *request, const char *token, struct viewer *viewer) {
    struct store_link link;
    struct viewer fresh;
    if (!find_link(request, token, &link) || link.kind == STORE_LINK_SESSION) {
        refuse_token(request);
        return false;
    }
    if (!viewer_of_link(request, &link, &fresh)) {
        api_refuse(request, API_FAULT_NOT_YOUR_SEAT, NULL, NULL);
        return false;
    }
    if (fresh.lent && !may_borrow(request, fresh.lent - 1)) return false;
    *viewer = fresh;
    return true;
}

/* ---- Whose eyes ------------------------------------------------------------------------------------------------------------------- */

int api_named_seat(const struct alea_rules *rules, const char *word) {
    int seat = alea_seat_read(word);
    if (seat < rules->seats) return seat;
    struct alea_names names = alea_names_of(rules, rules->game->seat_set);
    for (seat = 0; seat < names.n && seat < rules->seats; seat++)
        if (alea_word_same(names.at[seat].id, word)) return seat;
    return ALEA_NONE;
}

/* "A", what the game calls that seat, "all", or "none" (also "-"): a seat, ALL_EYES or ALEA_NONE. False if there are no such eyes. */
static bool read_eyes(const struct alea_rules *rules, const char *word, int *eyes) {
    *eyes = strcmp(word, "all") == 0 ? ALL_EYES : ALEA_NONE;
    if (*eyes == ALL_EYES || strcmp(word, "none") == 0 || strcmp(word, "-") == 0) return true;
    *eyes = api_named_seat(rules, word);
    return *eyes != ALEA_NONE;
}

/* A Master's are any; of others anybody's after the end, before it one's own; a spectator's always. */
static bool may_look(const struct api_request *request, const struct viewer *viewer, int eyes) {
    return viewer->master || table_look(request->table).status == STORE_OVER || eyes == viewer->seat || eyes == ALEA_NONE;
}

static bool named_eyes(struct api_request *request, const struct viewer *viewer, const char *word, int *eyes) {
    if (!read_eyes(alea_match_rules(table_look(request->table).match), word, eyes)) {
        api_refuse(request, API_FAULT_NO_SUCH_SEAT, "as", word);
        return false;
    }
    if (may_look(request, viewer, *eyes)) return true;
    api_refuse(request, API_FAULT_NOT_YET, "as", NULL);
    return false;
}

bool api_read_as(struct api_request *request, int *as) {
    const char *word = url_query_get(&request->query, "as");
    *as = request->viewer.seat;
    return !word || named_eyes(request, &request->viewer, word, as);
}

bool api_take_eyes(struct api_request *request, const char *word, struct viewer *viewer) {
    int eyes;
    if (!named_eyes(request, viewer, word, &eyes)) return false;
    if (!viewer->master) return true;
    *viewer = (struct viewer){.seat = eyes, .master = viewer->master, .looks = true};
    if (!request->call->looked) table_log_look(request->table, viewer);
    request->call->looked = true; /* one line, however often a long poll is looked at again */
    return true;
}

/* ---- Entering ------------------------------------------------------------------------------------------------------------------------- */

bool api_is_here(struct api_request *request, int share) {
    if (lobby_shares(request->api->lobby) & share_bit(share)) return true;
    api_refuse_for(request, API_FAULT_ELSEWHERE, OPENED_SOON);
    request->call->elsewhere = true;
    request->call->share = share;
    return false;
}

bool api_find_table(struct api_request *request) {
    const char *id = request->part[0];
    if (!api_is_here(request, share_of_match(id))) return false;
    enum alea_err code =
        well_formed_id(id) ? lobby_find(request->api->lobby, id, &request->table, &request->error) : ALEA_ERR_NOT_FOUND;
    if (code == ALEA_OK && request->table) return true;
    if (code == ALEA_OK) {
        if (!api_come_back(request, id)) api_refuse_for(request, API_FAULT_BUSY, OPENED_SOON);
        return false;
    }
    request->table = NULL;
    if (code == ALEA_ERR_DAMAGED) api_refuse(request, API_FAULT_UNREADABLE, NULL, request->error.text);
    else if (code != ALEA_ERR_NOT_FOUND) api_refuse_engine(request);
    else if (!refuse_deleted(request)) api_refuse(request, API_FAULT_NO_SUCH_MATCH, NULL, NULL);
    return false;
}

bool api_leads(const struct api_request *request) {
    const struct alea_match *match = table_look(request->table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    const int seat = request->viewer.seat;
    return seat >= 0 && seat < rules->seats && rules->game->campaign.leads &&
           rules->game->campaign.leads(rules->tables, alea_match_position(match), seat);
}

bool api_may_seat(struct api_request *request, int seat) {
    const struct viewer *viewer = &request->viewer;
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    if (viewer->admin || viewer->master) return true;
    if (seat != viewer->seat && seat < rules->seats && alea_team(rules, viewer->seat) & alea_actor(seat)) return true;
    api_refuse(request, API_FAULT_OWN_SIDE_ALONE, NULL, NULL);
    return false;
}

static enum api_fault missing(const struct api_request *request, enum api_need need) {
    const bool has_master = table_look(request->table).has_master;
    if (need == API_OWNER && request->viewer.lent) return API_FAULT_SEAT_LENT;
    if (need <= API_SPEAKER) return API_FAULT_SEAT_NEEDED;
    if (need == API_ENROLS) return API_FAULT_ENROL_NEEDED;
    if (need == API_ENROLLED || need == API_ENROLMENT) return API_FAULT_ENROLLED_NEEDED;
    if (need == API_SEATS) return has_master ? API_FAULT_LEADER_NEEDED : API_FAULT_NO_MASTER;
    if (need == API_MASTER) return has_master ? API_FAULT_MASTER_NEEDED : API_FAULT_NO_MASTER;
    return need == API_HOSTING && has_master ? API_FAULT_MASTER_NEEDED : API_FAULT_ADMIN_NEEDED;
}

static bool may(struct api_request *request, const struct api_who *who, enum api_need need) {
    const struct viewer *viewer = &request->viewer;
    const bool has_master = table_look(request->table).has_master;
    const bool hosts = has_master ? viewer->master != 0 : viewer->admin;
    bool seated = viewer->seat != ALEA_NONE, good = true;
    const bool enrols = !who->by_session && who->known && who->link.kind == STORE_LINK_ENROL;
    const bool enrolled = viewer->master || request->enrolment || (has_master && seated && !viewer->lent);
    switch (need) {
    case API_ANYBODY: return true;
    case API_SEAT: good = seated; break;
    case API_OWNER: good = seated && !viewer->lent; break;
    case API_SPEAKER: good = seated || hosts; break;
    case API_RUNNER: good = viewer->admin || viewer->master; break;
    case API_HOSTING: good = hosts; break;
    case API_ADMIN: good = viewer->admin; break;
    case API_MASTER: good = viewer->master != 0; break;
    case API_ENROLS: good = enrols; break;
    case API_ENROLLED: good = enrolled; break;
    case API_ENROLMENT: good = enrols || enrolled; break;
    case API_SEATS: good = viewer->master || (has_master && !viewer->lent && api_leads(request)); break;
    case API_RESEATS: good = viewer->admin || viewer->master || (!viewer->lent && api_leads(request)); break;
    }
    if (good) return true;
    if (need <= API_SPEAKER && who->by_session) api_refuse(request, API_FAULT_NO_SEAT_OF_YOURS, NULL, NULL);
    else api_refuse(request, missing(request, need), NULL, NULL);
    return false;
}

bool api_enter(struct api_request *request, enum api_need need) {
    struct api_who who;
    if (!api_who(request, &who)) return false;
    if (need != API_ANYBODY && !who.known) {
        api_refuse(request, API_FAULT_NO_CREDENTIALS, NULL, NULL);
        return false;
    }
    if (!api_find_table(request) || !find_viewer(request, &who) || !may(request, &who, need)) return false;
    if (request->viewer.seat != ALEA_NONE) table_saw(request->table, request->viewer.seat, request->now);
    const char *eyes = request->call->method == API_GET ? url_query_get(&request->query, "as") : NULL;
    return !eyes || api_take_eyes(request, eyes, &request->viewer);
}
