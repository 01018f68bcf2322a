/* SPDX-License-Identifier: MIT */
/* explain_say.c - what was thought, in words and as JSON. */
#include <string.h>

#include "engine_text.h"
#include "explain.h"
#include "json_write.h"
#include "move_json.h"
#include "odds.h"

enum { PLACES = 4 /* more than the tries carry */ };

static const char *word(const struct alea_text *text, const char *it, const char *en) {
    return text->lang == ALEA_IT ? it : en;
}

/* ---- In words -------------------------------------------------------------------------------------------------------------- */

static void say_moves(const struct alea_rules *rules, const struct explain_plan *plan, struct alea_text *text) {
    for (int i = 0; i < plan->moves; i++) {
        if (i) alea_text_add(text, "; ");
        alea_move_say(rules, plan->move[i], text);
        if (plan->times[i] > 1) alea_text_addf(text, " ×%d", plan->times[i]);
    }
    if (plan->more) alea_text_add(text, "; ...");
}

static void say_motive(const struct alea_rules *rules, const struct alea_motive *motive, struct alea_text *text) {
    alea_say(rules, rules->game->texts->labels[motive->label].in[text->lang], ALEA_MOTIVE_ARGS, motive->set, motive->arg,
             text);
}

static void say_motives(const struct alea_rules *rules, const struct explain_plan *plan, struct alea_text *text) {
    for (int i = 0; i < plan->motives; i++) {
        alea_text_add(text, plan->motive[i].weight < 0 ? "     - " : "     + ");
        say_motive(rules, &plan->motive[i], text);
        alea_text_add(text, "\n");
    }
}

static void say_expected(const struct explain_plan *plan, struct alea_text *text) {
    if (!plan->tries) {
        alea_text_add(text, word(text, ENGINE_SAY_PLAN_NEVER));
        return;
    }
    alea_text_add(text, word(text, ENGINE_SAY_PLAN_EXPECTS));
    odds_say_percent(text, plan->expects);
    alea_text_addf(text, word(text, ENGINE_SAY_PLAN_TRIES), plan->tries);
}

static bool same_moves(const struct explain_plan *a, const struct explain_plan *b) {
    return a->moves && b->moves && a->move[0] == b->move[0];
}

/* What the move costs against the best plan, as far as it was looked at. */
static void say_made(const struct alea_rules *rules, const struct explanation *told, struct alea_text *text) {
    const struct explain_plan *made = &told->made, *best = &told->plan[0];
    const bool is_best = same_moves(made, best);
    alea_text_add(text, word(text, ENGINE_SAY_PLAN_YOURS));
    say_moves(rules, made, text);
    alea_text_add(text, ": ");
    say_expected(made, text);
    if (is_best) {
        alea_text_add(text, word(text, ENGINE_SAY_PLAN_IS_BEST));
    } else if (made->tries && made->expects < best->expects) {
        alea_text_add(text, word(text, ENGINE_SAY_PLAN_LESS));
        odds_say_percent(text, best->expects - made->expects);
    }
    alea_text_add(text, "\n");
    say_motives(rules, made, text);
}

void explain_say(const struct alea_rules *rules, const struct explanation *told, struct alea_text *text) {
    alea_text_addf(text, word(text, ENGINE_SAY_PLAN_HEAD), told->iterations);
    alea_text_add(text, "\n");
    for (int i = 0; i < told->plans; i++) {
        alea_text_addf(text, "  %d. ", i + 1);
        say_moves(rules, &told->plan[i], text);
        alea_text_add(text, ": ");
        say_expected(&told->plan[i], text);
        alea_text_add(text, "\n");
        say_motives(rules, &told->plan[i], text);
    }
    if (told->asked) say_made(rules, told, text);
}

/* ---- As JSON -------------------------------------------------------------------------------------------------------------------- */

static void add_motive(const struct alea_rules *rules, const struct alea_motive *motive, struct alea_text *text) {
    alea_json_open_object(text, NULL);
    alea_json_id(text, "kind", rules->game->texts->labels[motive->label].id);
    alea_json_decimal(text, "weight", motive->weight, PLACES);
    alea_json_open_array(text, "values");
    for (int i = 0; i < ALEA_MOTIVE_ARGS && motive->set[i] != ALEA_SET_NONE; i++) {
        size_t from = alea_json_open_string(text, NULL);
        alea_value_id(rules, motive->set[i], motive->arg[i], text);
        alea_json_close_string(text, from);
    }
    alea_json_close_array(text);
    size_t from = alea_json_open_string(text, "text");
    say_motive(rules, motive, text);
    alea_json_close_string(text, from);
    alea_json_close_object(text);
}

static void add_plan(const struct alea_rules *rules, const char *key, const struct explain_plan *plan,
                     struct alea_text *text) {
    alea_json_open_object(text, key);
    alea_json_open_array(text, "moves");
    for (int i = 0; i < plan->moves; i++) {
        alea_json_open_object(text, NULL);
        alea_move_json(rules, plan->move[i], true, text);
        if (plan->times[i] > 1) alea_json_integer(text, "times", plan->times[i]);
        alea_json_close_object(text);
    }
    alea_json_close_array(text);
    alea_json_bool(text, "more", plan->more);
    alea_json_integer(text, "tries", plan->tries);
    if (plan->tries) alea_json_decimal(text, "expects", plan->expects, PLACES);
    else alea_json_null(text, "expects");
    alea_json_open_array(text, "motives");
    for (int i = 0; i < plan->motives; i++) add_motive(rules, &plan->motive[i], text);
    alea_json_close_array(text);
    alea_json_close_object(text);
}

void explain_json(const struct alea_rules *rules, const struct explanation *told, struct alea_text *text) {
    char letters[3];
    alea_seat_letters(told->seat, letters);
    alea_json_open_object(text, NULL);
    alea_json_id(text, "format", "alea.explanation");
    alea_json_integer(text, "version", 1);
    alea_json_id(text, "seat", letters);
    alea_json_integer(text, "tries", told->iterations);
    alea_json_open_array(text, "plans");
    for (int i = 0; i < told->plans; i++) add_plan(rules, NULL, &told->plan[i], text);
    alea_json_close_array(text);
    if (told->asked) add_plan(rules, "made", &told->made, text);
    else alea_json_null(text, "made");
    alea_json_close_object(text);
}
