/* SPDX-License-Identifier: MIT */
/* api_packs.c - what a group is sent of a day, its pack: the report as text, the map as a picture, for one viewer. Made by the pool from the
 * record alone, as `alea report` makes it; what the viewer may not know is in neither. [INC-TABLE-11, INC-TABLE-23] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_internal.h"
#include "daily.h"
#include "drawing.h"
#include "names.h"
#include "text.h"

enum { MAX_PARTS = 1 << 16, MAX_ROUND = 1 << 20, MAX_UNTIL = 160, MAX_DETAIL = 200, NOW = -1, ALL_PARTS = 0 };

enum pack_kind { PACK_REPORT, PACK_SVG, PACK_PNG };

struct api_pack {
    struct api_lasting lasting; /* first */
    struct api *api;
    struct api_pack *next; /* of all that are being made */
    struct api_replay replay;
    /* What is asked. */
    enum pack_kind kind;
    int viewer; /* a seat, or ALEA_NONE */
    int side;   /* ALEA_NONE: of no side */
    long round; /* NOW: none was named */
    long part;  /* ALL_PARTS: none was named */
    bool json, over;
    bool timed; /* `until` is right: the table has a clock of windows */
    char until[MAX_UNTIL];
    enum alea_lang lang;
    /* What comes of it: bytes, or a fault. */
    struct alea_text text;
    enum api_fault fault; /* API_FAULT_COUNT: none */
    const char *where;
    char detail[MAX_DETAIL];
};

/* ---- In the pool ---------------------------------------------------------------------------------------------------------------- */

static bool fail(struct api_pack *pack, enum api_fault fault, const char *where, const char *detail) {
    pack->fault = fault;
    pack->where = where;
    snprintf(pack->detail, sizeof pack->detail, "%s", detail);
    return false;
}

static bool fail_memory(struct api_pack *pack) {
    return fail(pack, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
}

static bool fail_range(struct api_pack *pack, const char *where, long first, long last) {
    char range[64];
    snprintf(range, sizeof range, "%ld..%ld", first, last);
    return fail(pack, API_FAULT_NO_NUMBER, where, range);
}

/* The round that is named; else of a report the last one that is over, if one is, and of a map the one that goes on. */
static bool find_round(struct api_pack *pack, struct daily *daily) {
    struct daily_rounds rounds;
    if (!daily_rounds(daily->match, &rounds)) return fail_memory(pack);
    const int usual = pack->kind != PACK_REPORT ? rounds.last : rounds.whole < rounds.first ? rounds.first : rounds.whole;
    if (pack->round != NOW && (pack->round < rounds.first || pack->round > rounds.last))
        return fail_range(pack, "round", rounds.first, rounds.last);
    daily->round = pack->round == NOW ? usual : (int)pack->round;
    return true;
}

/* The words of a side are for those who sit on it, as long as the match lasts. */
static bool find_viewer(struct api_pack *pack, struct daily *daily) {
    daily->viewer = pack->viewer;
    if (pack->side == ALEA_NONE) return true;
    if (!pack->over && !daily_is_of_side(daily->match, pack->viewer, pack->side))
        return fail(pack, API_FAULT_NOT_YET, "side", "");
    daily->viewer = daily_side_seat(alea_match_rules(daily->match), pack->side);
    daily->side = true;
    return true;
}

static void write_json(struct api_pack *pack, const struct daily *daily, const char *words, const char *end) {
    const struct alea_rules *rules = alea_match_rules(daily->match);
    struct alea_text *text = &pack->text;
    alea_json_open_object(text, NULL);
    alea_json_integer(text, "round", daily->round);
    wire_seat(text, "seat", daily->side ? ALEA_NONE : daily->viewer);
    if (daily->side) alea_json_id(text, "side", alea_names_of(rules, rules->game->seat_set).at[pack->side].id);
    else alea_json_null(text, "side");
    alea_json_open_array(text, "parts");
    for (size_t n; words < end; words += n) {
        n = daily_part(words);
        char *part = strndup(words, n);
        if (part) alea_json_string(text, NULL, part);
        text->truncated |= !part;
        free(part);
    }
    alea_json_close_array(text);
    alea_json_close_object(text);
}

/* All parts of the words, or the one that is asked for. */
static bool put_parts(struct api_pack *pack, const struct daily *daily, const char *words) {
    const char *end = words + strlen(words);
    long n = 0;
    for (const char *at = words; *at; at += daily_part(at)) n++;
    if (pack->part > n) return fail_range(pack, "part", 1, n);
    for (long i = 1; i < pack->part; i++) words += daily_part(words);
    if (pack->part != ALL_PARTS) end = words + daily_part(words);
    if (pack->json) write_json(pack, daily, words, end);
    else alea_text_add_n(&pack->text, words, (size_t)(end - words));
    return true;
}

static bool make_report(struct api_pack *pack, const struct daily *daily) {
    struct alea_text page;
    alea_text_init(&page, DAILY_MAX, pack->lang);
    const bool told = daily_write(daily, &page);
    const bool made = told ? put_parts(pack, daily, alea_text_str(&page)) : fail_memory(pack);
    alea_text_clear(&page);
    return made;
}

/* The SVG gives way to the PNG that is drawn of it. */
static bool make_png(struct api_pack *pack) {
    struct alea_text *text = &pack->text;
    struct alea_error error = {.lang = pack->lang};
    char *png = NULL;
    size_t n = 0;
    enum alea_err err = drawing_png(alea_text_str(text), text->len, DRAWING_SECONDS, &pack->lasting.stop, &png, &n, &error);
    if (err == ALEA_ERR_NOT_FOUND) return fail(pack, API_FAULT_NO_DRAWING, NULL, "");
    if (err) return fail(pack, API_FAULT_INTERNAL, NULL, alea_err_name(err));
    alea_text_clear(text);
    text->at = png;
    text->len = text->cap = n;
    return true;
}

static bool make_picture(struct api_pack *pack, const struct daily *daily) {
    pack->text.max = DAILY_PICTURE;
    if (!daily_picture(daily, &pack->text) || pack->text.truncated) return fail_memory(pack);
    return pack->kind == PACK_SVG || make_png(pack);
}

static bool make(struct api_pack *pack, const struct alea_match *match) {
    struct daily daily = {.match = match, .until = pack->timed ? pack->until : NULL};
    if (!find_viewer(pack, &daily) || !find_round(pack, &daily)) return false;
    return pack->kind == PACK_REPORT ? make_report(pack, &daily) : make_picture(pack, &daily);
}

static void work(struct api_lasting *lasting) {
    struct api_pack *pack = (struct api_pack *)lasting;
    if (api_replay_run(&pack->replay, &lasting->stop, true)) (void)make(pack, pack->replay.match);
    api_replay_end(&pack->replay);
}

/* ---- In the loop ------------------------------------------------------------------------------------------------------------------ */

static void end(struct api_lasting *lasting) {
    struct api_pack *pack = (struct api_pack *)lasting;
    struct api_pack **at = &pack->api->packs;
    while (*at != pack) at = &(*at)->next;
    *at = pack->next;
    alea_text_clear(&pack->text);
    api_replay_end(&pack->replay);
    free(pack);
}

/* What everybody may have is kept by whoever has it, and asked about again; what one viewer may have is kept by nobody. */
static void answer(struct api_lasting *lasting, struct api_request *request) {
    static const char *const types[] = {
        [PACK_REPORT] = "text/plain; charset=utf-8", [PACK_SVG] = "image/svg+xml", [PACK_PNG] = "image/png"};
    struct api_pack *pack = (struct api_pack *)lasting;
    if (api_replay_refuses(&pack->replay, request)) return;
    if (pack->fault != API_FAULT_COUNT) {
        api_refuse(request, pack->fault, pack->where, pack->detail);
        return;
    }
    *api_answer(request, 200) = pack->text;
    pack->text = (struct alea_text){.at = NULL};
    if (!pack->json) request->call->type = types[pack->kind];
    if (pack->over || (pack->viewer == ALEA_NONE && pack->side == ALEA_NONE)) api_set_etag(request->call, false);
}

/* ---- Who may have what ------------------------------------------------------------------------------------------------------------- */

/* Through whose eyes: the caller's own, or those that `as` names and they may have. All eyes at once are nobody's. */
static bool read_eyes(struct api_request *request, int *eyes) {
    const char *seat = url_query_get(&request->query, "seat");
    if (seat && alea_seat_read(seat) != request->viewer.seat) {
        api_refuse(request, API_FAULT_NOT_YOUR_SEAT, NULL, NULL);
        return false;
    }
    if (!api_read_as(request, eyes)) return false;
    if (*eyes != ALL_EYES) return true;
    api_refuse(request, API_FAULT_NO_SUCH_SEAT, "as", NULL);
    return false;
}

static bool refuse_side(struct api_request *request, const struct alea_rules *rules) {
    const struct alea_names sides = alea_names_of(rules, rules->game->seat_set);
    struct alea_text ids;
    alea_text_init(&ids, MAX_DETAIL, request->lang);
    for (int i = 0; daily_side_seat(rules, i) != ALEA_NONE; i++) alea_text_addf(&ids, "%s%s", i ? ", " : "", sides.at[i].id);
    if (ids.len) api_refuse(request, API_FAULT_NO_WORD, "side", alea_text_str(&ids));
    else api_refuse(request, API_FAULT_NO_SIDES, "side", NULL);
    alea_text_clear(&ids);
    return false;
}

/* `side`: a side's id; false after the refusal. Whether it is the viewer's own, the pool finds out. */
static bool read_side(struct api_request *request, struct api_pack *pack) {
    const struct alea_rules *rules = alea_match_rules(table_look(request->table).match);
    const struct alea_names sides = alea_names_of(rules, rules->game->seat_set);
    const char *word = url_query_get(&request->query, "side");
    pack->side = ALEA_NONE;
    if (!word) return true;
    for (int i = 0; pack->side == ALEA_NONE && daily_side_seat(rules, i) != ALEA_NONE; i++)
        if (strcmp(sides.at[i].id, word) == 0) pack->side = i;
    if (pack->side == ALEA_NONE) return refuse_side(request, rules);
    if (request->viewer.master && pack->viewer == ALEA_NONE) { /* who looks through the side's eyes */
        if (!api_take_eyes(request, word, &request->viewer)) return false;
        pack->viewer = request->viewer.seat;
    }
    if (pack->over || pack->viewer != ALEA_NONE) return true;
    api_refuse(request, API_FAULT_NOT_YET, "side", NULL);
    return false;
}

/* ---- Requests ------------------------------------------------------------------------------------------------------------------------ */

static bool is_crowded(const struct api_request *request) {
    int n = 0;
    for (const struct api_pack *pack = request->api->packs; pack; pack = pack->next)
        n += strcmp(pack->replay.id, table_look(request->table).id) == 0;
    return n >= API_PACKS_EACH;
}

/* What is asked for; false after the refusal. */
static bool read_pack(struct api_request *request, struct api_pack *pack) {
    if (!api_number(request, "round", 0, MAX_ROUND, NOW, &pack->round)) return false;
    if (!api_number(request, "part", 1, MAX_PARTS, ALL_PARTS, &pack->part)) return false;
    if (!api_enter(request, API_ANYBODY)) return false;
    const struct table_view look = table_look(request->table);
    pack->over = look.status == STORE_OVER;
    pack->lang = request->lang;
    pack->json = pack->kind == PACK_REPORT && request->call->accepts_json;
    if (!read_eyes(request, &pack->viewer) || !read_side(request, pack)) return false;
    if (pack->kind == PACK_REPORT || alea_match_rules(look.match)->game->words.picture) return true;
    api_refuse(request, API_FAULT_NO_PICTURE, NULL, NULL);
    return false;
}

static void read_until(const struct api_request *request, struct api_pack *pack) {
    struct wire wire = api_wire(request);
    struct alea_text until;
    wire.viewer.seat = pack->viewer;
    alea_text_init(&until, sizeof pack->until - 1, request->lang);
    pack->timed = wire_until(&wire, &until);
    snprintf(pack->until, sizeof pack->until, "%s", alea_text_str(&until));
    alea_text_clear(&until);
}

/* Where there is no pool, as in tests, the table's own match tells. */
static enum api_next start(struct api_request *request, struct api_pack *pack) {
    if (api_has_pool(request)) return api_lasting_start(request, &pack->lasting);
    atomic_init(&pack->lasting.stop, false);
    (void)make(pack, table_look(request->table).match);
    answer(&pack->lasting, request);
    end(&pack->lasting);
    return API_ANSWERED;
}

static enum api_next send(struct api_request *request, enum pack_kind kind) {
    struct api_pack wish = {.kind = kind};
    if (!read_pack(request, &wish)) return API_ANSWERED;
    if (is_crowded(request)) return api_refuse_for(request, API_FAULT_BUSY, 1);
    struct api_pack *pack = malloc(sizeof *pack);
    if (!pack) return api_refuse(request, API_FAULT_INTERNAL, NULL, alea_err_name(ALEA_ERR_NO_MEMORY));
    *pack = wish;
    pack->lasting = (struct api_lasting){.work = work, .answer = answer, .end = end};
    pack->fault = API_FAULT_COUNT;
    pack->api = request->api;
    pack->next = request->api->packs;
    request->api->packs = pack;
    api_replay_init(&pack->replay, request);
    read_until(request, pack);
    alea_text_init(&pack->text, API_MAX_ANSWER, request->lang);
    return start(request, pack);
}

enum api_next api_report(struct api_request *request) { return send(request, PACK_REPORT); }
enum api_next api_map_svg(struct api_request *request) { return send(request, PACK_SVG); }
enum api_next api_map_png(struct api_request *request) { return send(request, PACK_PNG); }
