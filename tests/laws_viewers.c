/* SPDX-License-Identifier: MIT */
/* laws_viewers.c - laws that a server lives by, which tells each viewer what it hears of, makes forced moves for people, and plays as
 * little as may be for who has left. */
#include "laws.h"

#include "names.h"
#include "odds.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include <jansson.h>

enum {
    VIEW,
    WORLD,
    MOVED,
    OTHERS,
    RESTS = 64
}; /* uses of the spare positions; moves of rest until somebody else is to act */

static int viewer(const struct law_run *run, int i) { return i < run->seats ? i : ALEA_NONE; }

static bool seats_decide(const struct law_run *run) { return run->actors && run->actors < ALEA_ACTORS_CHANCE; }

/* ---- What is heard ------------------------------------------------------------------------------------------------------- */

static void say_all(const struct law_run *run, const void *view, int seat, struct alea_text *text) {
    alea_board(run->rules, view, seat, text);
    alea_hand(run->rules, view, seat, text);
    alea_prompt(run->rules, view, seat, text);
}

/* What of that which a viewer has before its eyes is not the same before the ply and after it; NULL: nothing. */
static const char *what_changed(struct law_run *run, int seat, const void *before, const void *after) {
    if (seat != ALEA_NONE) {
        int n = run->game->legal(run->tables, before, seat, run->moves[0]);
        if (n != run->game->legal(run->tables, after, seat, run->moves[1]) ||
            memcmp(run->moves[0], run->moves[1], (size_t)n * sizeof *run->moves[0]) != 0)
            return "what it may do";
    }
    if (run->seat >= run->seats) return NULL; /* secret throws are made one after the other, and what comes then is told */
    struct alea_text *was = law_words(run, 0, ALEA_EN), *is = law_words(run, 1, ALEA_EN);
    say_all(run, before, seat, was);
    say_all(run, after, seat, is);
    size_t at = 0;
    while (at < was->len && was->at[at] == is->at[at]) at++;
    return at == was->len && at == is->len ? NULL : is->at + at;
}

/* Else a board would be out of date, or somebody to move without knowing it, and nobody would tell them. */
static bool who_sees_a_change_hears(struct law_run *run) {
    struct alea_ply ply = {.move = run->move, .seat = (uint8_t)run->seat};
    alea_actors heard = alea_ply_heard(run->rules, run->before, &ply, run->events);
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        if (alea_may_know(heard, seat)) continue;
        law_view(run, run->before, seat, run->spare[VIEW]);
        law_view(run, run->position, seat, run->spare[MOVED]);
        if (law_same(run, run->spare[VIEW], run->spare[MOVED])) continue;
        const char *what = what_changed(run, seat, run->spare[VIEW], run->spare[MOVED]);
        if (what)
            return law_broken(run, "%s sees a change by '%s' of %s, of which it hears nothing: %.80s", law_seat_name(seat),
                              law_move_name(run, run->move), law_seat_name(run->seat), what);
    }
    return true;
}

/* ---- Forced moves -------------------------------------------------------------------------------------------------------- */

/* Would the viewer hear of a move that is made for the seat at once? */
static bool hears_at_once(struct law_run *run, const void *world, int who, int seat) {
    int n = run->game->legal(run->tables, world, who, run->moves[0]);
    if (!alea_moves_forced(run->game, run->moves[0], n)) return false;
    struct alea_events events = {.n = 0};
    struct alea_ply ply = {.move = run->moves[0][0], .seat = (uint8_t)who};
    law_copy(run, run->spare[MOVED], world);
    run->game->apply(run->tables, run->spare[MOVED], who, ply.move, &events);
    return alea_may_know(alea_ply_heard(run->rules, world, &ply, &events), seat);
}

/* In worlds that look the same to the viewer: else that a seat has moved at once, or has not, would tell what is hidden. */
static bool forced_moves_tell_no_secret(struct law_run *run) {
    if (!seats_decide(run)) return true;
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        law_view(run, run->position, seat, run->spare[VIEW]);
        law_copy(run, run->spare[WORLD], run->spare[VIEW]);
        alea_determinize(run->rules, run->spare[WORLD], seat, &run->random);
        for (alea_actors rest = run->actors; rest; rest &= rest - 1) {
            int who = __builtin_ctzll(rest);
            bool here = hears_at_once(run, run->position, who, seat),
                 there = hears_at_once(run, run->spare[WORLD], who, seat);
            if (who == seat || here == there) continue;
            run->game->legal(run->tables, here ? run->position : run->spare[WORLD], who, run->moves[0]);
            return law_broken(run, "%s would hear at once of '%s' by %s, in one of two worlds that it can't tell apart",
                              law_seat_name(seat), law_move_name(run, run->moves[0][0]), law_seat_name(who));
        }
    }
    return true;
}

/* ---- Rest ---------------------------------------------------------------------------------------------------------------- */

static bool find_rest(struct law_run *run, const void *pos, int seat, alea_move *move) {
    int n = run->game->legal(run->tables, pos, seat, run->moves[0]);
    for (int i = 0; i < n; i++) {
        *move = run->moves[0][i];
        if (run->game->texts->verbs[alea_move_verb(*move)].rest) return true;
    }
    return false;
}

/* Until somebody else is to act, or something has to be chosen. */
static bool rest_comes_to_an_end(struct law_run *run) {
    for (int seat = 0; seats_decide(run) && seat < run->seats; seat++) {
        void *pos = run->spare[MOVED];
        alea_move move = 0;
        law_copy(run, pos, run->position);
        for (int n = 0; run->game->actors(run->tables, pos) & alea_actor(seat) && find_rest(run, pos, seat, &move); n++) {
            if (n == RESTS) return law_broken(run, "%s can go on with '%s'", law_seat_name(seat), law_move_name(run, move));
            run->game->apply(run->tables, pos, seat, move, NULL);
        }
    }
    return true;
}

/* ---- Forecasts ---------------------------------------------------------------------------------------------------------- */

static void say_forecasts(struct law_run *run, const void *pos, int seat, struct alea_text *text) {
    for (int of = 0; run->game->words.forecast && of < run->seats; of++) {
        size_t from = text->len;
        run->game->words.forecast(run->tables, pos, seat, of, text);
        if (text->len > from && strchr(text->at + from, '\n')) alea_text_add(text, "\n\n"); /* not brief: refused below */
        alea_text_add(text, ";");
    }
}

static bool forecasts_are_of_the_view(struct law_run *run) {
    for (int i = 0; i <= run->seats; i++) {
        int seat = viewer(run, i);
        law_view(run, run->position, seat, run->spare[VIEW]);
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_text *truth = law_words(run, 0, (enum alea_lang)lang),
                             *view = law_words(run, 1, (enum alea_lang)lang);
            say_forecasts(run, run->position, seat, truth);
            say_forecasts(run, run->spare[VIEW], seat, view);
            if (!law_clean(alea_text_str(view), false))
                return law_broken(run, "the forecasts for %s are no clean line: '%.200s'", law_seat_name(seat),
                                  alea_text_str(view));
            if (strcmp(alea_text_str(truth), alea_text_str(view)) != 0)
                return law_broken(run, "the forecasts for %s are not those of its view: '%.200s' and '%.200s'",
                                  law_seat_name(seat), alea_text_str(truth), alea_text_str(view));
        }
    }
    return true;
}

/* ---- Facts ----------------------------------------------------------------------------------------------------------------- */

static bool facts_are_of_the_view(struct law_run *run) {
    const struct alea_game_facts *facts = &run->game->facts;
    if (!facts->reckon) return true;
    _Alignas(max_align_t) char truth[ALEA_MAX_FACTS] = {0};
    facts->reckon(run->tables, run->position, truth);
    for (int i = 0; i <= run->seats; i++) {
        _Alignas(max_align_t) char view[ALEA_MAX_FACTS] = {0};
        law_view(run, run->position, viewer(run, i), run->spare[VIEW]);
        facts->reckon(run->tables, run->spare[VIEW], view);
        if (memcmp(truth, view, sizeof view) != 0)
            return law_broken(run, "the facts for %s are not those of its view", law_seat_name(viewer(run, i)));
    }
    return true;
}

/* ---- Chances ---------------------------------------------------------------------------------------------------------------- */

static bool within(const struct law_run *run, const struct alea_parameter *parameter, const struct alea_values *values) {
    int32_t max = parameter->set == ALEA_SET_SEAT ? run->seats - 1
                  : parameter->set                ? alea_names_of(run->rules, parameter->set).n - 1
                                                  : parameter->max;
    if (values->n < 0 || values->n > ALEA_MAX_VALUES || (!parameter->list && values->n != 1)) return false;
    if (!parameter->wanted && values->n == 1 && values->at[0] == parameter->standard) return true;
    for (int i = 0; i < values->n; i++)
        if (values->at[i] < parameter->min || values->at[i] > max) return false;
    return values->n > 0 || !parameter->wanted;
}

static bool adds_up(const struct odds_answer *answer) {
    for (int i = 0; i < ALEA_MAX_MEASURES; i++) {
        double sum = answer->measure[i].most < 0 ? 1 : 0;
        for (int32_t value = 0; value <= answer->measure[i].most; value++) sum += answer->measure[i].at[value].value;
        if (!(fabs(sum - 1) < 1e-9)) return false;
    }
    return true;
}

/* The chance to win, of a chain that is known in part, is that of the answer. */
static bool wins_alike(struct law_run *run, const struct alea_at_hand *asked, const struct odds_answer *answer,
                       struct odds_wins *wins) {
    struct odds_chance win;
    bool won = odds_win_at_hand(run->rules, asked, wins, &win);
    if (won != (answer->measure[0].most == 1)) return false;
    return !won || (fabs(win.value - answer->measure[0].at[1].value) < 1e-12 &&
                    (win.error > 0) == (answer->kind == ALEA_ANSWER_SAMPLE));
}

static bool is_answered(struct law_run *run, const struct alea_at_hand *asked, alea_move move, struct odds_wins *wins) {
    const struct alea_game_chances *chances = &run->game->chances;
    if (asked->question < 0 || asked->question >= chances->n_questions)
        return law_broken(run, "no question %d is there, of '%s'", asked->question, law_move_name(run, move));
    const struct alea_question *question = &chances->questions[asked->question];
    for (int i = 0; i < question->n_parameters; i++)
        if (!within(run, &question->parameters[i], &asked->value[i]))
            return law_broken(run, "'%s' of '%s' won't do for '%s'", question->parameters[i].name, question->name,
                              law_move_name(run, move));
    struct odds_answer answer;
    struct alea_error error = {.lang = ALEA_EN};
    enum alea_err code = odds_solve_at_hand(run->rules, asked, &answer, &error);
    bool sound = code == ALEA_OK ? adds_up(&answer) && wins_alike(run, asked, &answer, wins)
                                 : code == ALEA_ERR_NO_ODDS && error.text[0];
    struct alea_text *text = law_words(run, 0, ALEA_EN);
    odds_asked_json(run->rules, asked, code == ALEA_OK ? &answer : NULL, text);
    json_t *json = json_loads(alea_text_str(text), JSON_REJECT_DUPLICATES, NULL);
    bool told = json_is_object(json) && json_object_size(json_object_get(json, "given")) <= (size_t)question->n_parameters;
    json_decref(json);
    odds_clear(&answer);
    if (!told) return law_broken(run, "'%s' is no JSON object: '%.200s'", question->name, alea_text_str(text));
    return sound || law_broken(run, "'%s' of '%s' has no answer that adds up: %s", question->name, law_move_name(run, move),
                               error.text);
}

static bool same_asked(const struct alea_at_hand *a, const struct alea_at_hand *b) {
    bool same = a->question == b->question && a->choice == b->choice && a->set == b->set && a->subject == b->subject &&
                !memcmp(a->note, b->note, sizeof a->note);
    for (int i = 0; i < ALEA_MAX_PARAMETERS && same; i++)
        same = a->value[i].n == b->value[i].n &&
               memcmp(a->value[i].at, b->value[i].at, (size_t)a->value[i].n * sizeof(int32_t)) == 0;
    return same;
}

/* One move, or 0: what is at hand. The truth and the view ask the same. */
static bool asks_the_same(struct law_run *run, int seat, alea_move move, struct odds_wins *wins) {
    struct odds_asker truth = {run->rules, run->position, seat, move}, view = {run->rules, run->spare[VIEW], seat, move};
    struct alea_at_hand asked, seen;
    bool is = true;
    for (int i = 0; is; i++) {
        is = odds_at_hand(&view, i, &seen);
        if (odds_at_hand(&truth, i, &asked) != is || (is && !same_asked(&asked, &seen)))
            return law_broken(run, "the chances of '%s' for %s are not those of its view", law_move_name(run, move),
                              law_seat_name(seat));
        if (is && !is_answered(run, &seen, move, wins)) return false;
    }
    return true;
}

/* Of moves that are not legal nothing is at hand. */
static bool asks_of_legal_moves(struct law_run *run, int seat) {
    struct alea_at_hand asked;
    for (int i = 0; i < 8; i++) {
        alea_move move = law_probe(run);
        bool legal = !move;
        for (int who = 0; who < run->seats && !legal; who++) legal = law_has_move(run->legal[who], run->n_legal[who], move);
        if (!legal && odds_at_hand(&(struct odds_asker){run->rules, run->spare[VIEW], seat, move}, 0, &asked))
            return law_broken(run, "chances of '%s', which is not legal", law_move_name(run, move));
    }
    return true;
}

static bool asks_of_all_moves(struct law_run *run, int seat, struct odds_wins *wins) {
    if (!asks_the_same(run, seat, 0, wins)) return false;
    for (int who = 0; who < run->seats; who++)
        for (int k = 0; k < run->n_legal[who]; k++)
            if (!asks_the_same(run, seat, run->legal[who][k], wins)) return false;
    return true;
}

static bool at_hand_is_of_the_view(struct law_run *run) {
    bool sound = true;
    if (!run->game->chances.at_hand) return true;
    for (int i = 0; i <= run->seats && sound; i++) {
        int seat = viewer(run, i);
        struct odds_wins wins = {.question = NULL};
        law_view(run, run->position, seat, run->spare[VIEW]);
        sound = asks_of_legal_moves(run, seat) && asks_of_all_moves(run, seat, &wins);
        odds_wins_clear(&wins);
    }
    return sound;
}

const struct law laws_viewers[] = {
    {"heard", "who sees something change by a ply hears of it", who_sees_a_change_hears, LAW_PLY, LAW_SOME},
    {"forced", "that a forced move is made at once tells nobody what is hidden from them", forced_moves_tell_no_secret,
     LAW_NODE, LAW_SOME},
    {"rest", "whoever makes only moves of rest comes to an end", rest_comes_to_an_end, LAW_NODE, LAW_SOME},
    {"forecast", "forecasts are lines that follow from the view", forecasts_are_of_the_view, LAW_NODE, LAW_SOME},
    {"facts", "facts follow from the view", facts_are_of_the_view, LAW_NODE, LAW_CHEAP},
    {"at_hand", "the chances at hand follow from the view, and have answers", at_hand_is_of_the_view, LAW_NODE, LAW_DEAR},
};
const int n_laws_viewers = ALEA_LEN(laws_viewers);
