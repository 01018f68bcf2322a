/* SPDX-License-Identifier: MIT */
/* daily.c - the report of a day. Its headings are the events that the game says are headings (ALEA_ROLE_*). */
#include "daily.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "tell.h"
#include "utf8.h"

enum { MAX_LINE = 8192 };

struct report {
    const struct daily *daily;
    const struct alea_rules *rules;
    struct teller teller;
    struct alea_text *page;
    struct alea_text heading; /* of what comes next; put out with the first line under it */
    struct tell_line line;
};

static int round_now(const struct report *report) {
    return report->rules->game->round(report->rules->tables, report->teller.pos);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------------- */

static struct alea_text new_line(const struct report *report) {
    struct alea_text line;
    alea_text_init(&line, MAX_LINE, report->page->lang);
    return line;
}

/* Does the page end with a line that is an address? */
static bool ends_in_address(const struct alea_text *page) {
    const size_t n = page->len - 1; /* without the newline */
    size_t at = n;
    while (at > 0 && page->at[at - 1] != '\n' && page->at[at - 1] != ' ') at--;
    char last[ALEA_MAX_ADDRESS + 2];
    snprintf(last, sizeof last, "%.*s", (int)(n - at), page->at + at);
    return alea_is_address(last);
}

/* What was added since the page was `from` bytes long becomes a sentence: a capital, and a full stop before the newline, which would not be part of
 * an address. */
static void make_sentence(struct alea_text *page, size_t from) {
    static const char ends[] = ".!?:\n";
    if (page->truncated || page->len < from + 4) return;
    char *first = &page->at[from + 2]; /* behind "- " */
    if (*first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
    if (strchr(ends, page->at[page->len - 2]) || ends_in_address(page)) return;
    page->at[--page->len] = 0;
    alea_text_add(page, ".\n");
}

static void put_out(struct report *report) {
    bool any = report->line.n > 0;
    if (any && report->heading.len) alea_text_addf(report->page, "\n%s\n", alea_text_str(&report->heading));
    if (any) alea_text_clear(&report->heading);
    size_t from = report->page->len;
    tell_line_end(&report->line, report->page);
    if (any) make_sentence(report->page, from);
}

/* Takes the words. */
static void put_line(struct report *report, struct alea_text *words, int group, bool tally) {
    if (tell_line_takes(&report->line, words, group, tally)) return;
    put_out(report);
    tell_line_begin(&report->line, "- ", words, group, tally);
}

/* Takes the line. A heading with nothing under it is left out. */
static void put_heading(struct report *report, struct alea_text *line) {
    put_out(report);
    alea_text_clear(&report->heading);
    report->heading = *line;
}

static void put_move(struct report *report, const struct alea_ply *ply) {
    unsigned verb = alea_move_verb(ply->move);
    int group = ply->seat < ALEA_MAX_SEATS && !ply->note ? TELL_MOVES_OF + ply->seat : 0;
    bool goes_on = tell_line_goes_on(&report->line, group, verb);
    struct alea_text words = new_line(report);
    if (!goes_on) tell_mover(report->daily->match, ply->seat, &words);
    teller_say_move(&report->teller, goes_on, &words);
    teller_say_note(&report->teller, &words);
    if (!goes_on && !tell_line_again(&report->line, &words)) put_out(report);
    put_line(report, &words, group, false);
    if (!goes_on) report->line.opener = verb;
}

/* ---- A ply --------------------------------------------------------------------------------------------------------------- */

static unsigned role_of(const struct report *report, int event) {
    return report->rules->game->texts->events[report->teller.events.at[event].kind].role;
}

static void put_event(struct report *report, int event, bool noted) {
    unsigned role = role_of(report, event);
    if (!teller_tells(&report->teller, event) || role == ALEA_ROLE_ROUTINE) return;
    struct alea_text line = new_line(report);
    alea_event_say(report->rules, &report->teller.events.at[event], &line);
    if (noted) teller_say_note(&report->teller, &line);
    if (role == ALEA_ROLE_ROUND || role == ALEA_ROLE_STEP) put_heading(report, &line);
    else put_line(report, &line, tell_group_of(role), role == ALEA_ROLE_TALLY);
}

/* Of a ply in which the day changes: the event from which on it is the new one. */
static int day_break(const struct report *report) {
    int at = 0;
    while (at < report->teller.events.n && role_of(report, at) != ALEA_ROLE_ROUND) at++;
    return at;
}

/* The ply that the teller has just gone over, from one day to another (mostly the same). */
static void put_ply(struct report *report, int before, int after) {
    const struct alea_ply *ply = &report->teller.made;
    int first = 0, end = report->teller.events.n, day = report->daily->round;
    if (before != after && before == day) end = day_break(report);
    else if (before != after && after == day) first = day_break(report);
    else if (before != day) return;
    bool move = before == day && teller_tells_move(&report->teller);
    if (move) put_move(report, ply);
    for (int i = first; i < end; i++) put_event(report, i, !move && i == first);
}

/* ---- Beginning and end --------------------------------------------------------------------------------------------------- */

int daily_side_seat(const struct alea_rules *rules, int side) {
    int n = alea_names_of(rules, rules->game->seat_set).n; /* seat i is of side i */
    return side >= 0 && side < n && side < rules->seats ? side : ALEA_NONE;
}

/* May both know of it, or neither? */
static bool is_told_alike(alea_actors audience, int a, int b) {
    return alea_may_know(audience, a) == alea_may_know(audience, b);
}

static bool are_told_alike(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *events, int a, int b) {
    bool alike = is_told_alike(alea_ply_known(rules, before, ply, events), a, b);
    for (int i = 0; i < events->n; i++) alike = alike && is_told_alike(events->at[i].audience, a, b);
    return alike;
}

/* Positions that are gone over, and what two seats see of them. */
struct eyes {
    const struct alea_rules *rules;
    size_t size;
    char *pos, *before, *view[2];
};

static bool see_alike(const struct eyes *eyes, int a, int b) {
    const int seat[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        memcpy(eyes->view[i], eyes->pos, eyes->size);
        alea_hide(eyes->rules, eyes->view[i], seat[i]);
    }
    return memcmp(eyes->view[0], eyes->view[1], eyes->size) == 0;
}

/* Have two seats been shown and told the same all along? */
static bool were_alike(const struct alea_match *match, int a, int b) {
    const struct alea_rules *rules = alea_match_rules(match);
    const size_t size = rules->game->position_size;
    struct alea_events events;
    char *room = calloc(4, size);
    if (!room) return false;
    const struct eyes eyes = {rules, size, room, room + size, {room + 2 * size, room + 3 * size}};
    alea_match_start(rules, eyes.pos);
    bool alike = see_alike(&eyes, a, b);
    for (long ply = 1; ply <= alea_match_plies(match) && alike; ply++) {
        memcpy(eyes.before, eyes.pos, size);
        alea_match_step(match, ply, eyes.pos, &events);
        alike = are_told_alike(rules, eyes.before, alea_match_ply(match, ply), &events, a, b) && see_alike(&eyes, a, b);
    }
    free(room);
    return alike;
}

bool daily_is_of_side(const struct alea_match *match, int seat, int side) {
    const struct alea_rules *rules = alea_match_rules(match);
    const int own = daily_side_seat(rules, side);
    if (own == ALEA_NONE || seat < 0 || seat >= rules->seats || !(alea_team(rules, own) & alea_actor(seat))) return false;
    return seat == own || were_alike(match, seat, own);
}

static void add_title(const struct report *report) {
    const struct daily *daily = report->daily;
    struct alea_text *page = report->page;
    const struct alea_game *game = report->rules->game;
    const char *words = game->campaign.window ? alea_either(page->lang, ENGINE_SAY_DAILY_DAY)
                                              : alea_either(page->lang, ENGINE_SAY_DAILY_ROUND);
    alea_text_addf(page, words, game->texts->title.in[page->lang], daily->round);
    if (daily->viewer == ALEA_NONE) alea_text_add(page, alea_either(page->lang, ENGINE_SAY_DAILY_EVERYBODY));
    else if (daily->side) alea_name_say(report->rules, report->rules->game->seat_set, daily->viewer, page);
    else tell_seat(daily->match, daily->viewer, page);
    alea_text_add(page, "\n");
}

/* Is something asked of that seat which the viewer may be told? Whoever sees the very same may. */
static bool is_asked(const struct report *report, int seat, const void *view, void *scratch) {
    const struct daily *daily = report->daily;
    if (!(alea_match_actors(daily->match) & alea_actor(seat))) return false;
    if (seat == daily->viewer || !daily->side) return seat == daily->viewer;
    alea_match_view(daily->match, seat, scratch);
    return memcmp(view, scratch, report->rules->game->position_size) == 0;
}

static void add_prompt(const struct report *report, int seat, const void *view) {
    struct alea_text *page = report->page;
    if (report->daily->side) {
        alea_text_addf(page, "%s ", alea_either(page->lang, ENGINE_SAY_DAILY_ASKED));
        tell_mover(report->daily->match, seat, page);
    }
    alea_prompt(report->rules, view, seat, page);
    if (page->len && page->at[page->len - 1] != '\n') alea_text_add(page, "\n");
}

/* When the time of what is asked is up: as the caller knows, else by the game's own windows. */
static void add_until(const struct report *report, const void *view) {
    const struct alea_rules *rules = report->rules;
    struct alea_window window;
    struct alea_text *page = report->page;
    char time[16];
    const char *until = report->daily->until;
    bool timed = !until && rules->game->campaign.window && rules->game->campaign.window(rules->tables, view, &window) &&
                 !window.paused && window.closes >= 0;
    if (timed) {
        snprintf(time, sizeof time, "%02d:%02d", window.closes / 60, window.closes % 60);
        until = time;
    }
    if (!until || !*until) return;
    alea_text_addf(page, alea_either(page->lang, ENGINE_SAY_DAILY_UNTIL), until);
    alea_text_add(page, "\n");
}

/* ---- Rulings ------------------------------------------------------------------------------------------------------------------- */

/* May all who get this report read that post? */
static bool is_for_readers(const struct daily *daily, const struct alea_post *post) {
    if (post->to == ALEA_EVERYBODY || daily->viewer == ALEA_NONE) return post->to == ALEA_EVERYBODY;
    const alea_actors own = alea_actor(daily->viewer);
    return ((daily->side ? alea_team(alea_match_rules(daily->match), daily->viewer) : own) & ~post->to) == 0;
}

/* The day on which it was said; what is said after the end belongs to the last one. */
static int day_of(const struct report *report, const struct alea_post *post, int last) {
    alea_match_position_at(report->daily->match, post->ply, report->teller.before);
    const int day = report->rules->game->round(report->rules->tables, report->teller.before);
    return day < last ? day : last;
}

/* "- No. 3 (Raiders), INC-SPY-2, 2026-11-23: question", and under it the answer. */
static void add_ruling(const struct report *report, const struct alea_post *post, const struct alea_ruling *ruling) {
    struct alea_text *page = report->page;
    alea_text_add(page, "- ");
    alea_text_addf(page, alea_either(page->lang, ENGINE_SAY_DAILY_RULING),
                   alea_ruling_number(report->daily->match, post->number));
    if (post->to != ALEA_EVERYBODY) {
        alea_text_add(page, " (");
        tell_readers(report->daily->match, post->to, page);
        alea_text_add(page, ")");
    }
    alea_text_addf(page, ", %s, %s: %.*s\n", alea_rule_id(report->rules->game, ruling->rule), ruling->date,
                   ruling->n_question, ruling->question);
    for (const char *at = ruling->answer; *at;) {
        const int n = (int)strcspn(at, "\n");
        alea_text_addf(page, "  %.*s\n", n, at);
        at += n + (at[n] == '\n');
    }
}

/* What was ruled that day, as far as all who read this may know it. [INC-TABLE-17] */
static void add_rulings(const struct report *report, int last) {
    const struct alea_match *match = report->daily->match;
    struct alea_ruling ruling;
    bool any = false;
    for (long i = 1; i <= alea_match_posts(match); i++) {
        const struct alea_post *post = alea_match_post_at(match, i);
        if (!alea_ruling_of(report->rules, post, &ruling) || !is_for_readers(report->daily, post)) continue;
        if (day_of(report, post, last) != report->daily->round) continue;
        if (!any) alea_text_addf(report->page, "\n%s\n", alea_either(report->page->lang, ENGINE_SAY_DAILY_RULINGS));
        add_ruling(report, post, &ruling);
        any = true;
    }
}

/* ---- What is asked, and the end ---------------------------------------------------------------------------------------------------- */

/* What is to be decided now by those who read this, and until when. */
static bool add_asked(const struct report *report) {
    const struct daily *daily = report->daily;
    struct alea_text *page = report->page;
    size_t size = report->rules->game->position_size;
    char *view = calloc(2, size);
    int asked = 0;
    if (!view) return false;
    alea_match_view(daily->match, daily->viewer, view);
    alea_text_add(page, "\n");
    for (int seat = 0; seat < report->rules->seats; seat++)
        if (is_asked(report, seat, view, view + size)) {
            add_prompt(report, seat, view);
            asked++;
        }
    if (!asked) alea_text_addf(page, "%s\n", alea_either(page->lang, ENGINE_SAY_DAILY_NOT_ASKED));
    if (asked) add_until(report, view);
    free(view);
    return true;
}

static bool add_end(const struct report *report, int last) {
    const struct daily *daily = report->daily;
    if (daily->round != last) return true;
    if (alea_match_actors(daily->match) != ALEA_ACTORS_OVER) return daily->viewer == ALEA_NONE || add_asked(report);
    alea_text_add(report->page, "\n");
    tell_result(daily->match, report->page);
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------- */

bool daily_rounds(const struct alea_match *match, struct daily_rounds *rounds) {
    const struct alea_rules *rules = alea_match_rules(match);
    bool over = alea_match_actors(match) == ALEA_ACTORS_OVER;
    long plies = alea_match_plies(match);
    void *pos = calloc(1, rules->game->position_size);
    if (!pos) return false;
    alea_match_position_at(match, 0, pos);
    rounds->first = rules->game->round(rules->tables, pos);
    alea_match_position_at(match, over && plies > 0 ? plies - 1 : plies, pos);
    rounds->last = rules->game->round(rules->tables, pos);
    rounds->whole = over ? rounds->last : rounds->last - 1;
    free(pos);
    return true;
}

static void tell_day(struct report *report) {
    long plies = alea_match_plies(report->daily->match);
    teller_seek(&report->teller, 0);
    while (report->teller.ply < plies) {
        int before = round_now(report);
        teller_step(&report->teller);
        put_ply(report, before, round_now(report));
    }
    put_out(report);
}

bool daily_write(const struct daily *daily, struct alea_text *page) {
    struct report report = {.daily = daily, .rules = alea_match_rules(daily->match), .page = page};
    struct daily_rounds rounds;
    bool fine = daily_rounds(daily->match, &rounds) && teller_init(&report.teller, daily->match, daily->viewer);
    page->colour = false;
    if (fine) {
        add_title(&report);
        size_t empty = page->len;
        tell_day(&report);
        add_rulings(&report, rounds.last);
        if (page->len == empty) alea_text_addf(page, "\n%s\n", alea_either(page->lang, ENGINE_SAY_DAILY_NO_NEWS));
        fine = add_end(&report, rounds.last);
    }
    teller_clear(&report.teller);
    alea_text_clear(&report.heading);
    tell_line_clear(&report.line);
    return fine;
}

/* ---- Parts --------------------------------------------------------------------------------------------------------------- */

/* Bytes of the first so many characters; all of them if there are fewer. */
static size_t bytes_of(const char *words, size_t n, int characters) {
    uint32_t code;
    size_t at = 0;
    for (int i = 0; i < characters && at < n; i++) {
        size_t length = alea_utf8_next(words + at, n - at, &code);
        at += length ? length : 1;
    }
    return at;
}

size_t daily_part(const char *words) {
    static const char *const gaps[] = {"\n\n", "\n", " "}; /* the best place to cut first */
    size_t n = strlen(words), most = bytes_of(words, n, DAILY_PART);
    if (most == n) return n;
    for (size_t i = 0; i < ALEA_LEN(gaps); i++) {
        size_t length = strlen(gaps[i]);
        for (size_t at = most; at > length; at--)
            if (memcmp(words + at - length, gaps[i], length) == 0) return at;
    }
    return most;
}

/* ---- The map ------------------------------------------------------------------------------------------------------------- */

/* The last position of that round or, if nothing was decided in it, of those before; a match may come back to a round. */
static void seek(const struct daily *daily, void *pos, void *found) {
    const struct alea_rules *rules = alea_match_rules(daily->match);
    long plies = alea_match_plies(daily->match);
    alea_match_start(rules, pos);
    memcpy(found, pos, rules->game->position_size);
    for (long ply = 1; ply <= plies; ply++) {
        alea_match_step(daily->match, ply, pos, NULL);
        if (rules->game->round(rules->tables, pos) <= daily->round) memcpy(found, pos, rules->game->position_size);
    }
}

bool daily_picture(const struct daily *daily, struct alea_text *svg) {
    const struct alea_rules *rules = alea_match_rules(daily->match);
    char *pos = calloc(2, rules->game->position_size);
    if (!pos) return false;
    char *view = pos + rules->game->position_size;
    seek(daily, pos, view);
    alea_hide(rules, view, daily->viewer);
    bool drawn = alea_picture(rules, view, daily->viewer, svg);
    free(pos);
    return drawn;
}
