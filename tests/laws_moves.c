/* SPDX-License-Identifier: MIT */
/* laws_moves.c - laws of decisions: who acts, what is legal, why not, what a move does, and how a game ends. */
#include "laws.h"

#include <math.h>
#include <string.h>

static bool actors_are_sane(struct law_run *run) {
    alea_actors seats = (UINT64_C(1) << run->seats) - 1;
    if (run->actors == ALEA_ACTORS_CHANCE || run->actors == ALEA_ACTORS_HOST || !(run->actors & ~seats)) return true;
    return law_broken(run, "actors() answers %#llx", (unsigned long long)run->actors);
}

/* Ascending, so no move twice; within the bound; every move is lawful. */
static bool list_is_sound(struct law_run *run, int seat, const alea_move moves[], int n) {
    if (n < 0 || n > run->game->max_legal)
        return law_broken(run, "legal(%s) lists %d moves, max_legal is %d", law_seat_name(seat), n, run->game->max_legal);
    for (int i = 0; i < n; i++) {
        if (i && moves[i - 1] >= moves[i])
            return law_broken(run, "legal(%s) is not ascending: %s, then %s", law_seat_name(seat),
                              law_move_name(run, moves[i - 1]), law_move_name(run, moves[i]));
        alea_rule rule = run->game->why_not(run->tables, run->position, seat, moves[i]);
        if (rule)
            return law_broken(run, "legal(%s) lists '%s', which why_not() refuses by %s", law_seat_name(seat),
                              law_move_name(run, moves[i]), alea_rule_id(run->game, rule));
    }
    return true;
}

static bool legal_is_sound(struct law_run *run) {
    for (int seat = 0; seat < run->seats; seat++) {
        bool acts = run->movers & alea_actor(seat);
        if (acts && !run->n_legal[seat]) return law_broken(run, "dead end: %s has no legal move", law_seat_name(seat));
        if (!acts && run->game->legal(run->tables, run->position, seat, run->moves[0]))
            return law_broken(run, "legal(%s) lists moves though it may not act", law_seat_name(seat));
        if (!list_is_sound(run, seat, run->legal[seat], run->n_legal[seat])) return false;
    }
    if (run->actors == ALEA_ACTORS_HOST && !run->n_host)
        return law_broken(run, "dead end: all wait for a host without moves");
    if (!run->actors && run->n_host) return law_broken(run, "the host has moves though the game is over");
    return list_is_sound(run, ALEA_HOST, run->host, run->n_host);
}

/* The list for each seat, and nothing behind its end. */
static bool legal_is_pure(struct law_run *run) {
    enum { CANARY = 0x5ca1ab1e };
    for (int seat = 0; seat <= run->seats; seat++) {
        int who = seat < run->seats ? seat : ALEA_HOST;
        run->moves[0][run->game->max_legal] = CANARY;
        int n = run->game->legal(run->tables, run->position, who, run->moves[0]);
        int n_before = seat < run->seats ? run->n_legal[seat] : run->n_host;
        const alea_move *before = seat < run->seats ? run->legal[seat] : run->host;
        if (n != n_before || memcmp(before, run->moves[0], (size_t)n * sizeof *before) != 0)
            return law_broken(run, "legal(%s) answers differently the second time", law_seat_name(who));
        if (run->moves[0][run->game->max_legal] != CANARY) return law_broken(run, "legal() writes past max_legal");
    }
    return true;
}

static bool same_events(const struct alea_events *one, const struct alea_events *other) {
    if (one->n != other->n) return false;
    for (int i = 0; i < one->n; i++) {
        const struct alea_event *a = &one->at[i], *b = &other->at[i];
        if (a->audience != b->audience || a->kind != b->kind || memcmp(a->arg, b->arg, sizeof a->arg) != 0) return false;
    }
    return true;
}

/* A throw by the host does what it does by chance. A function of its own: its events are large, and sanitizers pay for a frame at each call. */
__attribute__((noinline)) static bool does_as_thrown(struct law_run *run, alea_move move) {
    struct alea_events told = {.n = 0}, thrown = {.n = 0};
    law_copy(run, run->spare[0], run->position);
    law_copy(run, run->spare[1], run->position);
    run->game->apply(run->tables, run->spare[0], ALEA_HOST, move, &told);
    run->game->apply(run->tables, run->spare[1], ALEA_CHANCE, move, &thrown);
    return law_same(run, run->spare[0], run->spare[1]) && same_events(&told, &thrown);
}

/* What the host may do though legal() does not list it: a listed verb with another number, and a throw in chance's stead. */
static bool is_host_unlisted(struct law_run *run, alea_move move) {
    if (!run->actors) return false;
    if (law_takes_number(run, move))
        for (int i = 0; i < run->n_host; i++)
            if (alea_move_verb(run->host[i]) == alea_move_verb(move)) return true;
    if (run->actors != ALEA_ACTORS_CHANCE || run->game->why_not(run->tables, run->position, ALEA_CHANCE, move)) return false;
    return does_as_thrown(run, move);
}

/* One question to why_not(), compared with legal(), or at a chance node with outcomes(). */
static bool answer_is_right(struct law_run *run, int seat, alea_move move, int n_outcomes) {
    alea_rule rule = run->game->why_not(run->tables, run->position, seat, move);
    const char *illegal = "it is not legal";
    bool lawful;
    if (seat == ALEA_CHANCE && n_outcomes) {
        if (rule) return true;
        int which;
        lawful = law_is_outcome(run, run->position, move, n_outcomes, &which);
        illegal = "no outcome has its effect";
    } else if (seat == ALEA_CHANCE) {
        lawful = false;
    } else if (seat == ALEA_HOST) {
        lawful = law_has_move(run->host, run->n_host, move) || (!rule && is_host_unlisted(run, move));
    } else {
        lawful = law_has_move(run->legal[seat], run->n_legal[seat], move);
    }
    if (lawful != !rule)
        return law_broken(run, "%s '%s' (%#x): %s, but why_not() answers %s", law_seat_name(seat), law_move_name(run, move),
                          move, lawful ? "it is legal" : illegal, rule ? alea_rule_id(run->game, rule) : "0");
    if (rule >= run->game->texts->n_rules) return law_broken(run, "why_not() answers rule %u, which has no words", rule);
    return true;
}

/* A few questions at every ply. */
static bool why_not_agrees(struct law_run *run) {
    for (int i = 0; i < 6; i++) {
        int seat = (int)alea_random_below(&run->random, (uint32_t)run->seats + 1);
        if (!answer_is_right(run, seat < run->seats ? seat : ALEA_HOST, law_probe(run), 0)) return false;
    }
    return true;
}

/* Every verb with every argument up to 255, and others, from everybody. */
static bool why_not_agrees_on_all(struct law_run *run) {
    int n_outcomes = run->actors == ALEA_ACTORS_CHANCE ? law_outcomes(run, run->position) : 0;
    for (int seat = 0; seat < run->seats + 2; seat++) {
        int who = seat < run->seats ? seat : seat == run->seats ? ALEA_CHANCE : ALEA_HOST;
        for (unsigned verb = 0; verb <= (unsigned)run->game->texts->n_verbs; verb++)
            for (unsigned arg = 0; arg < 256; arg++)
                if (!answer_is_right(run, who, alea_move_make(verb, arg), n_outcomes)) return false;
        for (int i = 0; i < 256; i++)
            if (!answer_is_right(run, who, law_probe(run), n_outcomes)) return false;
        for (int i = 0; i < n_outcomes; i++)
            if (!answer_is_right(run, who, run->outcomes[i].move, n_outcomes)) return false;
    }
    return true;
}

/* The game was played with a sink; here without one. */
static bool apply_is_a_function(struct law_run *run) {
    law_copy(run, run->spare[0], run->before);
    run->game->apply(run->tables, run->spare[0], run->seat, run->move, NULL);
    return law_same(run, run->spare[0], run->position) ||
           law_broken(run, "apply() without a sink leads to another position than with one");
}

static bool events_are_a_function(struct law_run *run) {
    struct alea_events events = {.n = 0};
    law_copy(run, run->spare[0], run->before);
    run->game->apply(run->tables, run->spare[0], run->seat, run->move, &events);
    if (!law_same(run, run->spare[0], run->position)) return law_broken(run, "apply() twice leads to two positions");
    return same_events(&events, run->events) ||
           law_broken(run, "apply() twice tells of different events (%d, then %d)", run->events->n, events.n);
}

static bool index_is_known(struct law_run *run, int set, int32_t index) {
    const struct alea_texts *texts = run->game->texts;
    if (set == ALEA_SET_SEAT) return (index >= 0 && index < run->seats) || index == ALEA_NONE;
    if (set == ALEA_SET_RULE) return index > 0 && index < texts->n_rules;
    if (set < ALEA_SET_GAME) return true;
    int list = set - ALEA_SET_GAME - texts->n_sets;
    int n = list >= 0 ? texts->lists[list].n : run->game->names(run->tables, set).n;
    return (index >= 0 && index < n) || index == ALEA_NONE;
}

static bool events_are_sound(struct law_run *run) {
    if (run->events->n >= ALEA_MAX_EVENTS) return law_broken(run, "%d events of one move: some may be lost", run->events->n);
    for (int i = 0; i < run->events->n; i++) {
        const struct alea_event *event = &run->events->at[i];
        if (event->kind >= run->game->texts->n_events)
            return law_broken(run, "event %d is of unknown kind %u", i, event->kind);
        const struct alea_event_kind *kind = &run->game->texts->events[event->kind];
        if (!event->audience) return law_broken(run, "nobody may know of the event '%s'", kind->token);
        for (int arg = 0; arg < ALEA_EVENT_ARGS; arg++)
            if (!index_is_known(run, kind->set[arg], event->arg[arg]))
                return law_broken(run, "argument %d of the event '%s' is %d", arg + 1, kind->token, event->arg[arg]);
    }
    return true;
}

static bool nothing_is_broken(struct law_run *run) {
    int broken = alea_broken(run->rules, run->position);
    if (!broken) return true;
    if (broken < 0 || broken >= run->game->texts->n_broken) return law_broken(run, "broken() answers %d", broken);
    const struct alea_phrase *phrase = &run->game->texts->broken[broken];
    return law_broken(run, "%s: %s", phrase->id, phrase->in[ALEA_EN]);
}

/* What the fields of a position hold; what is derived, and padding, is 0. */
static void keep_listed(const struct law_run *run, unsigned char *copy) {
    const size_t size = run->game->position_size;
    const unsigned char *position = run->position;
    size_t i = 0;
    for (uint64_t word, mask; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, position + i, sizeof word);
        memcpy(&mask, run->listed + i, sizeof mask);
        word &= mask;
        memcpy(copy + i, &word, sizeof word);
    }
    for (; i < size; i++) copy[i] = position[i] & run->listed[i];
}

/* Only what `fields` lists is information: the rest follows from it, and padding is zero. */
static bool caches_are_right(struct law_run *run) {
    unsigned char *copy = run->spare[0];
    const unsigned char *position = run->position;
    keep_listed(run, copy);
    alea_derive(run->rules, copy);
    if (law_same(run, copy, position)) return true;
    size_t i = 0;
    while (copy[i] == position[i]) i++;
    return law_broken(run,
                      "byte %zu of the position is %u, but %u as read from the fields: list its member there, "
                      "let derive() compute it or, if it is padding, zero it",
                      i, position[i], copy[i]);
}

static bool derive_is_idempotent(struct law_run *run) {
    law_copy(run, run->spare[0], run->position);
    alea_derive(run->rules, run->spare[0]);
    return law_same(run, run->spare[0], run->position) || law_broken(run, "derive() changes a derived position");
}

static bool score_is_sound(struct law_run *run) {
    double score[ALEA_MAX_SEATS], sum = 0;
    for (int seat = 0; seat < run->seats; seat++) score[seat] = NAN;
    run->game->score(run->tables, run->position, score);
    for (int seat = 0; seat < run->seats; seat++) {
        if (!(score[seat] >= 0 && score[seat] <= 1))
            return law_broken(run, "score of %s is %g", law_seat_name(seat), score[seat]);
        sum += score[seat];
    }
    if (run->actors) return sum == 0 || law_broken(run, "the game goes on, but scores add up to %g", sum);
    if (fabs(sum - 1) > 1e-9) return law_broken(run, "the game is over, but scores add up to %.12g", sum);
    int place[ALEA_MAX_SEATS];
    bool first = false;
    for (int seat = 0; seat < run->seats; seat++) {
        place[seat] = alea_place(run->rules, run->position, seat);
        if (place[seat] < 1 || place[seat] > run->seats)
            return law_broken(run, "place of %s is %d", law_seat_name(seat), place[seat]);
        if (place[seat] == 1) first = true;
    }
    if (!first) return law_broken(run, "nobody has place 1");
    for (int a = 0; a < run->seats; a++)
        for (int b = 0; b < run->seats; b++)
            if (score[a] > score[b] && place[a] >= place[b])
                return law_broken(run, "%s scored more than %s, but has place %d against %d", law_seat_name(a),
                                  law_seat_name(b), place[a], place[b]);
    return true;
}

/* Numbers of two seats that are compared one after the other: below 0 if a's are behind. */
static int compared(const struct alea_standing *a, const struct alea_standing *b) {
    for (int i = 0; i < a->compared; i++)
        if (a->value[i] != b->value[i]) return a->value[i] < b->value[i] ? -1 : 1;
    return 0;
}

/* Who fell may have kept more points than the winner, and is behind all the same: numbers tell the first from the second. */
static int second_place(const struct law_run *run) {
    int second = run->seats;
    for (int seat = 0; seat < run->seats; seat++) {
        const int place = alea_place(run->rules, run->position, seat);
        if (place > 1 && place < second) second = place;
    }
    return second;
}

static bool standing_is_sound(struct law_run *run) {
    if (!run->game->words.standing || run->actors) return true;
    const struct alea_standing any = run->game->words.standing(run->tables, run->position, 0);
    if (any.rule >= run->game->texts->n_rules || any.n < 1 || any.n > ALEA_MAX_STANDING || any.compared < 0 ||
        any.compared > any.n)
        return law_broken(run, "the end has %d numbers, of which %d decide by rule %u", any.n, any.compared, any.rule);
    const int second = second_place(run);
    for (int a = 0; a < run->seats; a++) {
        const struct alea_standing of_a = run->game->words.standing(run->tables, run->position, a);
        if (of_a.rule != any.rule || of_a.n != any.n || of_a.compared != any.compared ||
            memcmp(of_a.label, any.label, (size_t)any.n * sizeof any.label[0]) != 0)
            return law_broken(run, "the end of %s has other numbers than that of A", law_seat_name(a));
        for (int b = 0; b < run->seats; b++) {
            const struct alea_standing of_b = run->game->words.standing(run->tables, run->position, b);
            const int place = alea_place(run->rules, run->position, b);
            if (alea_place(run->rules, run->position, a) == 1 && place <= second && compared(&of_a, &of_b) < 0)
                return law_broken(run, "%s has won, but its numbers are behind those of %s", law_seat_name(a),
                                  law_seat_name(b));
        }
    }
    const int decided = alea_decisive(run->rules, run->position);
    return decided < any.compared || law_broken(run, "number %d decides, but only %d are compared", decided, any.compared);
}

static bool length_is_bounded(struct law_run *run) {
    return run->ply <= run->game->max_plies || law_broken(run, "longer than max_plies, %ld", run->game->max_plies);
}

/* Else nobody would look at the late rounds, and nothing would tell. Single ways may fail: of the 2,311 late games of a full run
 * of four variants more than 2,000 are left. */
static bool late_rounds_are_seen(struct law_run *run) {
    long games = run->n_late + run->n_early;
    return run->n_early <= 2 * LAW_BRANCHES + games / 10 ||
           law_broken(run, "of %ld games that should begin in round %d only %ld do", games, run->game->late_round,
                      run->n_late);
}

static bool round_grows(struct law_run *run) {
    int before = run->game->round(run->tables, run->before), after = run->game->round(run->tables, run->position);
    return (before >= 0 && after >= before) || law_broken(run, "round %d, then %d", before, after);
}

/* That moves of CHANCE and HOST are barriers is the match's care: law "undo". */
static bool barrier_is_a_function(struct law_run *run) {
    if (run->seat >= run->seats) return true;
    bool first = alea_barrier(run->rules, run->before, run->seat, run->move, run->position);
    return first == alea_barrier(run->rules, run->before, run->seat, run->move, run->position) ||
           law_broken(run, "barrier() answers differently the second time");
}

static bool is_same_number(double a, double b) { return a <= b && a >= b; }

/* Each move gets a number, the same one twice, of the seat's view too where that is enough, and nothing is written behind them; by the
 * temper of that number, of which 0 is heuristic() itself. */
static bool is_appraised_as(struct law_run *run, uint32_t temper) {
    const double canary = -0x5ca1ab1e;
    for (int seat = 0; seat < run->seats; seat++) {
        int n = run->n_legal[seat];
        if (!n) continue;
        law_view(run, run->position, seat, run->spare[0]);
        for (int again = 0; again < 2; again++) {
            const void *pos = again && run->game->strategy.heuristic_of_views ? run->spare[0] : run->position;
            for (int i = 0; i < n; i++) run->worth[again][i] = NAN;
            run->worth[again][n] = canary;
            if (!temper && again) alea_heuristic(run->rules, pos, seat, run->legal[seat], n, run->worth[again]);
            else alea_tempered(run->rules, pos, seat, temper, run->legal[seat], n, run->worth[again]);
        }
        for (int i = 0; i < n; i++) {
            double first = run->worth[0][i], second = run->worth[1][i];
            if (!isfinite(first))
                return law_broken(run, "'%s' is appraised at %g", law_move_name(run, run->legal[seat][i]), first);
            if (!is_same_number(first, second))
                return law_broken(run, "'%s' is appraised at %.17g, then %.17g", law_move_name(run, run->legal[seat][i]),
                                  first, second);
        }
        if (!is_same_number(run->worth[0][n], canary) || !is_same_number(run->worth[1][n], canary))
            return law_broken(run, "heuristic() writes past the %d moves that it was asked about", n);
    }
    return true;
}

/* A move that looking ahead makes many times as one stays legal so often, and the seat's. */
static bool at_once_is_legal(struct law_run *run) {
    const struct alea_game *g = run->game;
    for (int seat = 0; g->strategy.at_once && seat < run->seats; seat++)
        for (int i = 0; i < run->n_legal[seat]; i++) {
            const alea_move move = run->legal[seat][i];
            const int times = g->strategy.at_once(run->tables, run->position, move);
            if (times < 1) return law_broken(run, "'%s' is made %d times at once", law_move_name(run, move), times);
            memcpy(run->spare[0], run->position, g->position_size);
            for (int made = 0; made < times; made++) {
                if (!(g->actors(run->tables, run->spare[0]) & alea_actor(seat)) ||
                    g->why_not(run->tables, run->spare[0], seat, move))
                    return law_broken(run, "'%s' can be made %d times, and not %d", law_move_name(run, move), made, times);
                g->apply(run->tables, run->spare[0], seat, move, NULL);
            }
        }
    return true;
}

/* All tempers for whole games and those that have names, and a few shades. */
static bool appraisal_is_a_number(struct law_run *run) {
    uint32_t ways = run->game->strategy.tempered ? 3 + (uint32_t)run->game->strategy.tempers : 1;
    while (run->game->strategy.style && run->game->strategy.style(ways)) ways++;
    for (uint32_t temper = 0; temper < ways; temper++)
        if (!is_appraised_as(run, temper)) return false;
    return true;
}

/* ---- Windows, and what is asked of people ---------------------------------------------------------------------------------- */

static bool window_is_sound(struct law_run *run) {
    struct alea_window window = {.number = 0};
    if (!run->game->campaign.window || !run->game->campaign.window(run->tables, run->position, &window)) return true;
    const alea_actors waited_for = run->actors == ALEA_ACTORS_HOST ? 0 : run->actors;
    if (!window.number || window.closes < -1 || window.closes >= 24 * 60 || (window.closes < 0 && !window.late))
        return law_broken(run, "window %u closes at minute %d", window.number, window.closes);
    if (waited_for & ~window.seats || window.seats >> run->seats)
        return law_broken(run, "a window of %#llx waits for %#llx", (unsigned long long)window.seats,
                          (unsigned long long)waited_for);
    alea_rule why = window.late ? run->game->why_not(run->tables, run->position, ALEA_HOST, window.late) : 0;
    return !window.late || (why != 0) == window.paused ||
           law_broken(run, "the window closes at its time: %s", why ? alea_rule_id(run->game, why) : "in a pause");
}

static bool teams_are_sound(struct law_run *run) {
    if (!run->game->campaign.team) return true;
    const alea_actors seats = (UINT64_C(1) << run->seats) - 1;
    for (int seat = 0; seat < run->seats; seat++) {
        const alea_actors team = run->game->campaign.team(run->tables, seat);
        if (!(team & alea_actor(seat)) || team & ~seats)
            return law_broken(run, "the team of %s is %#llx", law_seat_name(seat), (unsigned long long)team);
        for (int other = 0; other < run->seats; other++)
            if (team & alea_actor(other) && run->game->campaign.team(run->tables, other) != team)
                return law_broken(run, "%s is of the team of %s, which is of another", law_seat_name(other),
                                  law_seat_name(seat));
    }
    return true;
}

/* The one who is asked may say no, or what it has not said yet; in its own view the question is the same. */
static bool consents_are_sound(struct law_run *run) {
    struct alea_consent asked, seen;
    for (int i = 0; run->game->campaign.consent && run->game->campaign.consent(run->tables, run->position, i, &asked); i++) {
        if (asked.seat < 0 || asked.seat >= run->seats)
            return law_broken(run, "consent %d is asked of seat %d", i, asked.seat);
        bool no = !run->game->why_not(run->tables, run->position, asked.seat, asked.no),
             yes = !run->game->why_not(run->tables, run->position, asked.seat, asked.yes);
        if (asked.answer == ALEA_CONSENT_OPEN ? !no : no && yes && !asked.recorded)
            return law_broken(run, "%s, who said %d, may say %s", law_seat_name(asked.seat), (int)asked.answer,
                              no ? "both yes and no" : "no nothing");
        struct alea_text *words = law_words(run, 0, ALEA_EN);
        run->game->campaign.consent_words(run->tables, run->position, i, words);
        if (!words->len || !law_clean(alea_text_str(words), false)) return law_broken(run, "consent %d has no words", i);
        bool found = false;
        law_view(run, run->position, asked.seat, run->spare[0]);
        for (int j = 0; !found && run->game->campaign.consent(run->tables, run->spare[0], j, &seen); j++)
            found = seen.question == asked.question && seen.seat == asked.seat && seen.answer == asked.answer;
        if (!found) return law_broken(run, "%s does not see that it is asked", law_seat_name(asked.seat));
    }
    return true;
}

const struct law laws_moves[] = {
    {"actors", "those to act are seats, or CHANCE alone, or nobody", actors_are_sane, LAW_NODE, LAW_CHEAP},
    {"legal", "moves are listed once, ascending, within the bound, for those to act alone; no dead end", legal_is_sound,
     LAW_NODE, LAW_CHEAP},
    {"legal-pure", "legal() answers the same twice and writes nothing else", legal_is_pure, LAW_NODE, LAW_SOME},
    {"why-not", "why_not() is 0 exactly for legal moves, and for the host's numbers and throws", why_not_agrees, LAW_NODE,
     LAW_CHEAP},
    {"why-not-all", "why_not() is 0 exactly for those moves, over all moves and everybody", why_not_agrees_on_all, LAW_NODE,
     LAW_DEAR},
    {"apply", "apply() is the same with and without a sink, on a copy", apply_is_a_function, LAW_PLY, LAW_CHEAP},
    {"apply-events", "apply() tells the same events twice", events_are_a_function, LAW_PLY, LAW_SOME},
    {"events", "events are of known kinds, about known things, for somebody, and fit", events_are_sound, LAW_PLY, LAW_CHEAP},
    {"window", "what is open waits for its own seats alone, and closes by the host's move", window_is_sound, LAW_NODE,
     LAW_CHEAP},
    {"team", "each seat is of one team, which is that of all in it", teams_are_sound, LAW_NODE, LAW_SOME},
    {"consent", "who is asked may answer, and sees what is asked", consents_are_sound, LAW_NODE, LAW_CHEAP},
    {"broken", "no invariant is ever broken", nothing_is_broken, LAW_NODE, LAW_CHEAP},
    {"derived", "what fields do not list follows from them, and padding is zero", caches_are_right, LAW_NODE, LAW_CHEAP},
    {"derive-twice", "derive() twice is derive() once", derive_is_idempotent, LAW_NODE, LAW_SOME},
    {"score", "scores are 0 before the end and add up to 1 after it; places agree", score_is_sound, LAW_NODE, LAW_CHEAP},
    {"standing", "the end in numbers is of known words, the same for all, and agrees with who won", standing_is_sound,
     LAW_NODE, LAW_CHEAP},
    {"length", "no game is longer than max_plies", length_is_bounded, LAW_NODE, LAW_CHEAP},
    {"late", "who plays with sense comes to the late rounds, where other games begin", late_rounds_are_seen, LAW_AFTER,
     LAW_CHEAP},
    {"round", "rounds never go back", round_grows, LAW_PLY, LAW_CHEAP},
    {"barrier", "barrier() answers the same twice", barrier_is_a_function, LAW_PLY, LAW_SOME},
    {"at-once", "what is made many times at once is legal so often", at_once_is_legal, LAW_NODE, LAW_SOME},
    {"appraise", "heuristic() is a number for each move, and a function", appraisal_is_a_number, LAW_NODE, LAW_DEAR},
};
const int n_laws_moves = ALEA_LEN(laws_moves);
