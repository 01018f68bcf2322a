/* SPDX-License-Identifier: MIT */
/* result.c - a match that is over: who came where, the end in numbers, and the rule that decided. */
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "tell.h"

enum { INDENT = 2, GAP = 2 };

/* Who plays together is told once, with the first of them. */
static bool is_first(const struct alea_rules *rules, int seat) { return !(alea_team(rules, seat) & (alea_actor(seat) - 1)); }

/* What the game calls the side of that seat, which is its first; NULL: it has no names for sides. */
static const char *side_name(const struct alea_rules *rules, int seat, enum alea_lang lang) {
    if (!rules->game->seat_set) return NULL;
    const struct alea_names names = alea_names_of(rules, rules->game->seat_set);
    return seat < names.n ? names.at[seat].in[lang] : NULL;
}

/* ---- Places ------------------------------------------------------------------------------------------------------------ */

static void add_share(double score, struct alea_text *page) {
    if (score <= 0) return;
    alea_text_add(page, "  ");
    if (score < 1 - 1e-9) alea_text_addf(page, alea_either(page->lang, ENGINE_SAY_TELL_SHARES), score);
    else alea_text_add(page, alea_either(page->lang, ENGINE_SAY_TELL_WINS));
}

/* "Sparta: A (Anna), C (Carla)  wins" */
static void add_side(const struct alea_match *match, int first, const double score[], struct alea_text *page) {
    const struct alea_rules *rules = alea_match_rules(match);
    const char *name = side_name(rules, first, page->lang);
    const char *before = "";
    double share = 0;
    if (name) alea_text_addf(page, "%s: ", name);
    for (int seat = first; seat < rules->seats; seat++) {
        if (!(alea_team(rules, first) & alea_actor(seat))) continue;
        alea_text_add(page, before);
        tell_seat(match, seat, page);
        share += score[seat];
        before = ", ";
    }
    add_share(share, page);
    alea_text_add(page, "\n");
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------------- */

static void add_right(struct alea_text *page, const char *words, int width) {
    alea_text_fill(page, page->len, GAP + width - alea_text_columns(words, strlen(words)));
    alea_text_add(page, words);
}

/* The head of a side's column: its name, or the letter of its seat. */
static void head_of(const struct alea_rules *rules, int seat, struct alea_text *head) {
    const char *name = side_name(rules, seat, head->lang);
    if (name) alea_text_add(head, name);
    else alea_text_seat(head, seat);
}

static void add_row(const struct alea_rules *rules, const void *pos, int row, int lead, const int width[],
                    struct alea_text *page) {
    alea_text_fill(page, page->len, INDENT);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (!is_first(rules, seat)) continue;
        const struct alea_standing standing = rules->game->words.standing(rules->tables, pos, seat);
        if (seat == 0) alea_text_pad(page, rules->game->texts->labels[standing.label[row]].in[page->lang], lead);
        char digits[16];
        snprintf(digits, sizeof digits, "%d", standing.value[row]);
        add_right(page, digits, width[seat]);
    }
    alea_text_add(page, "\n");
}

static void add_numbers(const struct alea_rules *rules, const void *pos, struct alea_text *page) {
    const struct alea_standing any = rules->game->words.standing(rules->tables, pos, 0);
    int lead = 0, width[ALEA_MAX_SEATS] = {0};
    for (int row = 0; row < any.n; row++) {
        const char *label = rules->game->texts->labels[any.label[row]].in[page->lang];
        const int columns = alea_text_columns(label, strlen(label));
        if (columns > lead) lead = columns;
    }
    alea_text_add(page, "\n");
    alea_text_fill(page, page->len, INDENT + lead);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (!is_first(rules, seat)) continue;
        struct alea_text head;
        alea_text_init(&head, 256, page->lang);
        head_of(rules, seat, &head);
        width[seat] = alea_text_columns(alea_text_str(&head), head.len);
        if (width[seat] < 5) width[seat] = 5;
        add_right(page, alea_text_str(&head), width[seat]);
        alea_text_clear(&head);
    }
    alea_text_add(page, "\n");
    for (int row = 0; row < any.n; row++) add_row(rules, pos, row, lead, width, page);
}

/* ---- The whole --------------------------------------------------------------------------------------------------------- */

/* The number that made the difference, unless it is the first anyway, and the rule with its words. */
static void add_decided(const struct alea_rules *rules, const void *pos, struct alea_text *page) {
    const struct alea_standing any = rules->game->words.standing(rules->tables, pos, 0);
    const int decided = alea_decisive(rules, pos);
    if (decided > 0) {
        alea_text_addf(page, alea_either(page->lang, ENGINE_SAY_TELL_DECIDED),
                       rules->game->texts->labels[any.label[decided]].in[page->lang]);
        alea_text_add(page, "\n");
    }
    if (!any.rule) return;
    alea_text_addf(page, "%s: ", alea_rule_id(rules->game, any.rule));
    alea_rule_say(rules, any.rule, page);
    alea_text_add(page, "\n");
}

void tell_result(const struct alea_match *match, struct alea_text *page) {
    const struct alea_rules *rules = alea_match_rules(match);
    const void *pos = alea_match_position(match);
    double score[ALEA_MAX_SEATS] = {0};
    rules->game->score(rules->tables, pos, score);
    alea_text_addf(page, "%s\n", alea_either(page->lang, ENGINE_SAY_TELL_RESULT));
    for (int place = 1; place <= rules->seats; place++) {
        for (int seat = 0; seat < rules->seats; seat++) {
            if (!is_first(rules, seat) || alea_place(rules, pos, seat) != place) continue;
            alea_text_addf(page, "  %d. ", place);
            add_side(match, seat, score, page);
        }
    }
    if (!rules->game->words.standing) return;
    add_numbers(rules, pos, page);
    add_decided(rules, pos, page);
}
