/* SPDX-License-Identifier: MIT */
/* tell.c - a match told in words. */
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "odds.h"

enum { MAX_LINE = 4096, LONG_LINE = 2048 }; /* a long line takes no more */

/* ---- A line --------------------------------------------------------------------------------------------------------- */

bool tell_line_goes_on(const struct tell_line *line, int group, unsigned verb) {
    return group && line->n > 0 && line->group == group && line->opener != verb && (line->more || line->times[0] == 1);
}

bool tell_line_again(const struct tell_line *line, const struct alea_text *words) {
    return line->n > 0 && strcmp(alea_text_str(words), alea_text_str(&line->run[line->n - 1])) == 0;
}

/* Which of the words that came last these are; -1: none. */
static int same_of(const struct tell_line *line, const struct alea_text *words, bool tally) {
    for (int i = line->n - 1; i >= 0 && (i == line->n - 1 || (tally && line->tally)); i--)
        if (strcmp(alea_text_str(words), alea_text_str(&line->run[i])) == 0) return i;
    return -1;
}

static void settle(struct tell_line *line) {
    for (int i = 0; i < line->n; i++) {
        const char *words = alea_text_str(&line->run[i]);
        /* What stands in brackets says more of the words before it. */
        if (line->more || i > 0) alea_text_add(&line->text, *words == '(' ? " " : "; ");
        alea_text_add(&line->text, words);
        if (line->times[i] > 1) alea_text_addf(&line->text, " (x%ld)", line->times[i]);
        alea_text_clear(&line->run[i]);
    }
    line->more |= line->n > 0;
    line->n = 0;
}

static void add_words(struct tell_line *line, struct alea_text *words) {
    line->run[line->n] = *words;
    line->times[line->n++] = 1;
    *words = (struct alea_text){0};
}

bool tell_line_takes(struct tell_line *line, struct alea_text *words, int group, bool tally) {
    if (line->n == 0 || line->group != group) return false;
    int same = same_of(line, words, tally);
    if (same >= 0) {
        line->times[same]++;
        alea_text_clear(words);
        return true;
    }
    if (!group || line->text.len > LONG_LINE) return false;
    if (!tally || !line->tally || line->n == TELL_RUN) settle(line);
    line->tally = tally;
    add_words(line, words);
    return true;
}

void tell_line_begin(struct tell_line *line, const char *before, struct alea_text *words, int group, bool tally) {
    tell_line_clear(line);
    alea_text_init(&line->text, 2 * MAX_LINE, words->lang);
    alea_text_add(&line->text, before);
    line->group = group;
    line->tally = tally;
    add_words(line, words);
}

void tell_line_end(struct tell_line *line, struct alea_text *page) {
    bool any = line->n > 0;
    settle(line);
    if (any) alea_text_addf(page, "%s\n", alea_text_str(&line->text));
    tell_line_clear(line);
}

void tell_line_clear(struct tell_line *line) {
    for (int i = 0; i < line->n; i++) alea_text_clear(&line->run[i]);
    alea_text_clear(&line->text);
    *line = (struct tell_line){0};
}

/* Part of a line with others? */
int tell_group_of(unsigned role) { return role == ALEA_ROLE_PART || role == ALEA_ROLE_TALLY ? TELL_PARTS : 0; }

/* ---- Going over the plies -------------------------------------------------------------------------------------------- */

bool teller_init(struct teller *teller, const struct alea_match *match, int viewer) {
    const struct alea_game *game = alea_match_rules(match)->game;
    *teller = (struct teller){.match = match, .viewer = viewer};
    teller->pos = calloc(1, game->position_size);
    teller->before = calloc(1, game->position_size);
    if (!teller->pos || !teller->before) return false;
    teller_seek(teller, 0);
    return true;
}

void teller_clear(struct teller *teller) {
    free(teller->pos);
    free(teller->before);
    tell_line_clear(&teller->line);
    *teller = (struct teller){0};
}

bool teller_heard(const struct teller *teller) { return teller->move_known || teller->events.n > 0; }

void teller_seek(struct teller *teller, long ply) {
    if (ply == teller->ply && ply > 0) return;
    bool counts = teller->numbered && teller->viewer != TELL_ALL;
    teller->ply = teller->told = counts ? 0 : ply;
    teller->whole = teller->ply == 0 ? alea_match_plies(teller->match) : 0;
    alea_match_position_at(teller->match, teller->ply, teller->pos);
    while (teller->ply < ply) teller_step(teller);
}

static bool may_know(int viewer, alea_actors audience) { return viewer == TELL_ALL || alea_may_know(audience, viewer); }

/* Small moves follow each other, and bare numbers among them say what they stand for. */
static bool has_orders(const struct alea_rules *rules) { return rules->game->words.order && rules->game->words.remark; }

/* The rewind that comes next goes back to a ply that the viewer numbers otherwise. One that was not there yet when its target was gone
 * over is counted anew, up to there. */
static void number_rewind(struct teller *teller) {
    if (teller->ply < teller->whole) {
        teller->made = alea_numbers_ply(&teller->numbers, teller->match, teller->ply + 1);
        return;
    }
    const struct alea_rules *rules = alea_match_rules(teller->match);
    long heard = 0, target = (long)alea_move_arg(teller->made.move);
    alea_match_position_at(teller->match, 0, teller->pos);
    for (long ply = 1; ply <= target; ply++) {
        struct alea_events all;
        memcpy(teller->before, teller->pos, rules->game->position_size);
        alea_match_step(teller->match, ply, teller->pos, &all);
        heard += may_know(teller->viewer, alea_ply_heard(rules, teller->before, alea_match_ply(teller->match, ply), &all));
    }
    teller->made.move = alea_move_make(ALEA_VERB_REWIND, (unsigned)heard);
    alea_match_position_at(teller->match, teller->ply, teller->pos);
}

void teller_step(struct teller *teller) {
    struct alea_events all;
    const struct alea_rules *rules = alea_match_rules(teller->match);
    const struct alea_ply *ply = &teller->made;
    teller->made = *alea_match_ply(teller->match, teller->ply + 1);
    teller->numbers.heard = teller->told;
    if (teller->ply < teller->whole) alea_numbers_pass(&teller->numbers, teller->match, teller->ply);
    if (alea_is_rewind(ply->seat, ply->move) && teller->viewer != TELL_ALL) number_rewind(teller);
    memcpy(teller->before, teller->pos, rules->game->position_size);
    teller->by_hand = alea_by_hand(rules, teller->before, ply);
    alea_match_step(teller->match, ++teller->ply, teller->pos, &all);
    teller->events.n = 0;
    for (int i = 0; i < all.n; i++)
        if (may_know(teller->viewer, all.at[i].audience)) teller->events.at[teller->events.n++] = all.at[i];
    teller->move_known = may_know(teller->viewer, alea_ply_known(rules, teller->before, ply, &all));
    teller->told += teller_heard(teller);
    if (has_orders(rules) && ply->seat < rules->seats) alea_hide(rules, teller->before, ply->seat);
}

bool teller_tells(const struct teller *teller, int event) {
    unsigned role = alea_match_rules(teller->match)->game->texts->events[teller->events.at[event].kind].role;
    return role != ALEA_ROLE_MOVE || !teller->move_known;
}

bool teller_tells_move(const struct teller *teller) {
    bool silent = true;
    for (int i = 0; i < teller->events.n; i++) silent &= !teller_tells(teller, i);
    return teller->move_known && (silent || teller->made.seat == ALEA_HOST);
}

int teller_move_group(const struct teller *teller) {
    const struct alea_ply *ply = &teller->made;
    bool goes_on = has_orders(alea_match_rules(teller->match)) && ply->seat < ALEA_MAX_SEATS && !ply->note;
    return goes_on ? TELL_MOVES_OF + ply->seat : 0;
}

void teller_say_note(const struct teller *teller, struct alea_text *text) {
    const char *note = teller->made.note;
    if (!note || !teller->move_known) return;
    struct alea_text words;
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, text->lang);
    alea_note_say(note, &words);
    const char *address = alea_lines_address(alea_text_str(&words)), *from = alea_text_str(&words);
    const char *end = !address ? from + words.len : address > from ? address - 1 : from;
    alea_text_add(text, end > from ? " (" : "");
    for (const char *at = from; at < end; at += *at == '\n') {
        const size_t line = strcspn(at, "\n"), n = line < (size_t)(end - at) ? line : (size_t)(end - at);
        alea_text_addf(text, "%.*s%s", (int)n, at, at + n < end ? "\n  " : "");
        at += n;
    }
    alea_text_add(text, end > from ? ")" : "");
    if (address) alea_text_addf(text, "\n  %s", address);
    alea_text_clear(&words);
}

void teller_say_move(const struct teller *teller, bool goes_on, struct alea_text *text) {
    const struct alea_rules *rules = alea_match_rules(teller->match);
    const struct alea_ply *ply = &teller->made;
    const bool order = has_orders(rules) && ply->seat < rules->seats;
    struct alea_text remark;
    alea_text_init(&remark, MAX_LINE, text->lang);
    if (order && rules->game->texts->verbs[alea_move_verb(ply->move)].set == ALEA_SET_NUMBER)
        odds_say_remark(&(struct odds_asker){rules, teller->before, ply->seat, ply->move}, NULL, &remark);
    if (!remark.len || !goes_on) alea_move_say(rules, ply->move, text);
    if (remark.len) alea_text_addf(text, goes_on ? "%s" : " (%s)", alea_text_str(&remark));
    if (teller->by_hand) alea_text_addf(text, " (%s)", alea_either(text->lang, ENGINE_SAY_TELL_BY_HAND));
    alea_text_clear(&remark);
}

/* ---- As lines -------------------------------------------------------------------------------------------------------- */

static struct alea_text new_words(const struct alea_text *page) {
    struct alea_text words;
    alea_text_init(&words, MAX_LINE, page->lang);
    words.colour = page->colour;
    return words;
}

/* What stands before the first or another line of a ply. */
static struct alea_text before_line(const struct teller *teller, const struct alea_text *page, bool first, bool indented) {
    struct alea_text line = new_words(page);
    if (teller->numbered && first) alea_text_addf(&line, "%5ld  ", teller->told);
    else if (teller->numbered) alea_text_add(&line, "       ");
    if (indented) alea_text_add(&line, "  ");
    return line;
}

/* Takes what stands before the line, and the words. */
static void put(struct teller *teller, struct alea_text *before, struct alea_text *words, int group, bool tally,
                struct alea_text *page) {
    if (!tell_line_takes(&teller->line, words, group, tally)) {
        tell_line_end(&teller->line, page);
        tell_line_begin(&teller->line, alea_text_str(before), words, group, tally);
    }
    alea_text_clear(before);
}

static void tell_move(struct teller *teller, const struct alea_ply *ply, struct alea_text *page) {
    int group = teller_move_group(teller);
    unsigned verb = alea_move_verb(ply->move);
    bool goes_on = !teller->numbered && tell_line_goes_on(&teller->line, group, verb);
    struct alea_text before = before_line(teller, page, true, ply->seat == ALEA_CHANCE), words = new_words(page);
    if (!goes_on) tell_mover(teller->match, ply->seat, &words);
    teller_say_move(teller, goes_on, &words);
    teller_say_note(teller, &words);
    if (!goes_on && (teller->numbered || !tell_line_again(&teller->line, &words))) tell_line_end(&teller->line, page);
    put(teller, &before, &words, group, false, page);
    if (!goes_on) teller->line.opener = verb;
}

/* Who knows it, when not everybody does: it may speak to them as "you". */
static void add_audience(const struct teller *teller, alea_actors audience, struct alea_text *line) {
    int seats = alea_match_rules(teller->match)->seats;
    if (audience == ALEA_EVERYBODY) return;
    alea_text_add(line, "[");
    for (int seat = 0; seat < seats; seat++)
        if (audience & alea_actor(seat)) alea_text_seat(line, seat);
    alea_text_add(line, "] ");
}

static void tell_step(struct teller *teller, struct alea_text *page) {
    const struct alea_ply *ply = &teller->made;
    const struct alea_texts *texts = alea_match_rules(teller->match)->game->texts;
    bool move = teller_tells_move(teller), first = !move;
    if (move) tell_move(teller, ply, page);
    for (int i = 0; i < teller->events.n; i++) {
        const struct alea_event *event = &teller->events.at[i];
        if (!teller_tells(teller, i)) continue;
        unsigned role = texts->events[event->kind].role;
        struct alea_text before = before_line(teller, page, first, !first || ply->seat == ALEA_CHANCE),
                         words = new_words(page);
        if (teller->numbered && first) tell_line_end(&teller->line, page);
        if (teller->viewer == TELL_ALL) add_audience(teller, event->audience, &words);
        alea_event_say(alea_match_rules(teller->match), event, &words);
        if (first) teller_say_note(teller, &words);
        put(teller, &before, &words, tell_group_of(role), role == ALEA_ROLE_TALLY, page);
        first = false;
    }
}

void teller_tell(struct teller *teller, long ply, struct alea_text *page) {
    while (teller->ply < ply) {
        teller_step(teller);
        tell_step(teller, page);
    }
    tell_line_end(&teller->line, page);
}

/* ---- Seats and results ------------------------------------------------------------------------------------------------ */

void tell_seat(const struct alea_match *match, int seat, struct alea_text *text) {
    const struct alea_match_head *head = alea_match_head(match);
    alea_text_seat(text, seat);
    if (seat < 0 || seat >= alea_match_rules(match)->seats) return;
    const char *colon = strchr(head->seat[seat].who, ':');
    const char *name = head->seat[seat].name[0] ? head->seat[seat].name : colon ? colon + 1 : "";
    if (*name) alea_text_addf(text, " (%s)", name);
}

void tell_readers(const struct alea_match *match, alea_actors seats, struct alea_text *text) {
    const struct alea_rules *rules = alea_match_rules(match);
    const int sides = alea_names_of(rules, rules->game->seat_set).n; /* seat i is of side i */
    seats &= alea_actor(rules->seats) - 1;
    for (int seat = 0; seat < sides && seat < rules->seats; seat++)
        if (alea_team(rules, seat) == seats) {
            alea_name_say(rules, rules->game->seat_set, seat, text);
            return;
        }
    for (int seat = 0, n = 0; seat < rules->seats; seat++)
        if (seats & alea_actor(seat)) {
            alea_text_add(text, n++ ? ", " : "");
            alea_text_seat(text, seat);
        }
}

void tell_mover(const struct alea_match *match, int seat, struct alea_text *text) {
    if (seat == ALEA_CHANCE) return;
    if (seat == ALEA_HOST) alea_text_add(text, alea_either(text->lang, ENGINE_SAY_TELL_HOST));
    else tell_seat(match, seat, text);
    alea_text_add(text, ": ");
}
