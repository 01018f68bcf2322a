/* SPDX-License-Identifier: MIT */
/* laws_studies.c - laws of what search and studies reckon by: estimates and statistics. */
#include "laws.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-9;

static bool estimates_are_shares(struct law_run *run) {
    double first[ALEA_MAX_SEATS], again[ALEA_MAX_SEATS], sum = 0;
    if (!run->game->strategy.evaluation) return true;
    run->game->strategy.evaluation(run->tables, run->position, first);
    run->game->strategy.evaluation(run->tables, run->position, again);
    for (int seat = 0; seat < run->seats; seat++) {
        if (!(first[seat] >= 0)) return law_broken(run, "seat %s is estimated at %.17g", law_seat_name(seat), first[seat]);
        sum += first[seat];
    }
    if (!(fabs(sum - 1) <= TOLERANCE)) return law_broken(run, "estimates add up to %.17g", sum);
    return !memcmp(first, again, (size_t)run->seats * sizeof *first) ||
           law_broken(run, "evaluation() answers differently for the same position");
}

/* A view on which nothing has happened alarms nobody. */
static bool alarms_at_nothing(struct law_run *run) {
    if (!run->game->strategy.alarms) return true;
    for (int seat = 0; seat < run->seats; seat++) {
        for (int i = 0; i < 2; i++) {
            memcpy(run->spare[i], run->position, run->game->position_size);
            alea_hide(run->rules, run->spare[i], seat);
        }
        if (run->game->strategy.alarms(run->tables, run->spare[0], run->spare[1], seat))
            return law_broken(run, "%s is alarmed by nothing", law_seat_name(seat));
        if (!law_same(run, run->spare[0], run->spare[1])) return law_broken(run, "alarms() changes the views");
    }
    return true;
}

/* A motive that can be told: of words that there are, over values that have names. */
static bool is_sound(struct law_run *run, const struct alea_motive *motive) {
    const struct alea_texts *texts = run->game->texts;
    if (!isfinite(motive->weight)) return law_broken(run, "a motive weighs %g", motive->weight);
    if (motive->label < 0 || motive->label >= texts->n_labels)
        return law_broken(run, "a motive has the words number %d", motive->label);
    for (int i = 0; i < ALEA_MOTIVE_ARGS; i++) {
        const char *id = texts->labels[motive->label].id;
        const int set = motive->set[i];
        if (set == ALEA_SET_NONE || set == ALEA_SET_NUMBER) continue;
        if (!alea_set_id(run->game, set)) return law_broken(run, "'%s' is over the set %d", id, set);
        const int n = set == ALEA_SET_SEAT                                          ? run->seats
                      : set >= ALEA_SET_GAME && set < ALEA_SET_GAME + texts->n_sets ? run->game->names(run->tables, set).n
                                                                                    : INT32_MAX;
        if (motive->arg[i] < 0 || motive->arg[i] >= n)
            return law_broken(run, "'%s' is about number %d of %s", id, (int)motive->arg[i], alea_set_id(run->game, set));
    }
    return true;
}

/* Of a legal move, and of none: of the seat's views, so that nothing hidden can be told. */
static bool motives_are_sound(struct law_run *run) {
    struct alea_motive motive[ALEA_MAX_MOTIVES + 1];
    if (!run->game->strategy.motives) return true;
    for (int seat = 0; seat < run->seats; seat++) {
        void *before = run->spare[0], *after = run->spare[1], *kept = run->spare[2];
        law_view(run, run->position, seat, before);
        law_copy(run, kept, before);
        if (run->game->strategy.motives(run->tables, before, kept, seat, motive))
            return law_broken(run, "%s has motives for nothing", law_seat_name(seat));
        if (!run->n_legal[seat]) continue;
        const alea_move move = run->legal[seat][alea_random_below(&run->random, (uint32_t)run->n_legal[seat])];
        law_copy(run, after, run->position);
        run->game->apply(run->tables, after, seat, move, NULL);
        alea_hide(run->rules, after, seat);
        const int n = run->game->strategy.motives(run->tables, before, after, seat, motive);
        if (n < 0 || n > ALEA_MAX_MOTIVES) return law_broken(run, "%d motives for '%s'", n, law_move_name(run, move));
        for (int i = 0; i < n; i++)
            if (!is_sound(run, &motive[i])) return false;
        if (!law_same(run, before, kept)) return law_broken(run, "motives() changes the view");
    }
    return true;
}

static bool estimates_end_in_scores(struct law_run *run) {
    double estimate[ALEA_MAX_SEATS], score[ALEA_MAX_SEATS];
    if (!run->game->strategy.evaluation || run->actors) return true;
    run->game->strategy.evaluation(run->tables, run->position, estimate);
    run->game->score(run->tables, run->position, score);
    for (int seat = 0; seat < run->seats; seat++)
        if (!(fabs(estimate[seat] - score[seat]) <= TOLERANCE))
            return law_broken(run, "seat %s has scored %.17g, but is estimated at %.17g", law_seat_name(seat), score[seat],
                              estimate[seat]);
    return true;
}

static int cells_of(const struct alea_game *game) {
    int n = 0;
    for (int i = 0; i < game->study.n_statistics; i++) n += game->study.statistics[i].rows * game->study.statistics[i].cols;
    return n;
}

static bool is_known_set(const struct law_run *run, int set) {
    return set == ALEA_SET_NONE || alea_set_id(run->game, set) != NULL;
}

/* What is told as a share needs the other one: before it, of the same shape, and no share itself. */
static bool is_share_sound(const struct alea_game *game, int i) {
    const struct alea_statistic *share = &game->study.statistics[i];
    if (share->of < 0) return share->of == -1;
    const struct alea_statistic *whole = &game->study.statistics[share->of];
    return share->of < i && whole->of < 0 && whole->rows == share->rows && whole->cols == share->cols && !share->missing;
}

static bool statistics_are_sound(struct law_run *run) {
    const struct alea_game *game = run->game;
    if (!game->study.observe != !game->study.n_statistics)
        return law_broken(run, "observe() and statistics come together, or not at all");
    if (cells_of(game) > ALEA_MAX_TALLIES)
        return law_broken(run, "statistics have %d cells, of at most %d", cells_of(game), ALEA_MAX_TALLIES);
    for (int i = 0; i < game->study.n_statistics; i++) {
        const struct alea_statistic *at = &game->study.statistics[i];
        if (!at->id || !at->rows || !at->cols) return law_broken(run, "statistic %d has no name, or no cells", i);
        for (int lang = 0; lang < ALEA_LANGS; lang++)
            if (!at->in[lang] || !*at->in[lang] || !law_clean(at->in[lang], false))
                return law_broken(run, "statistic %s has no words", at->id);
        if (!is_known_set(run, at->row_set) || !is_known_set(run, at->col_set))
            return law_broken(run, "statistic %s has rows or columns of no known set", at->id);
        if (!is_share_sound(game, i)) return law_broken(run, "statistic %s is told as a share of what can't be", at->id);
        for (int j = 0; j < i; j++)
            if (!strcmp(at->id, game->study.statistics[j].id)) return law_broken(run, "statistic %s is there twice", at->id);
    }
    return true;
}

static bool observations_are_a_function(struct law_run *run) {
    enum { CALLS = 2, GUARD = 8 };
    double tally[CALLS][ALEA_MAX_TALLIES + GUARD];
    int n = cells_of(run->game);
    if (!run->game->study.observe) return true;
    for (int call = 0; call < CALLS; call++) {
        for (int i = 0; i < ALEA_MAX_TALLIES + GUARD; i++) tally[call][i] = i < n ? 0 : 77;
        run->game->study.observe(run->tables, run->before, run->seat, run->move, run->position, tally[call]);
    }
    for (int i = 0; i < ALEA_MAX_TALLIES + GUARD; i++) {
        double first = tally[0][i], again = tally[1][i];
        if (i >= n && (first < 77 || first > 77)) return law_broken(run, "observe() adds to cell %d of %d", i, n);
        if (!isfinite(first)) return law_broken(run, "observe() adds %g", first);
        if (first < again || first > again) return law_broken(run, "observe() adds %.17g, then %.17g", first, again);
    }
    return true;
}

const struct law laws_studies[] = {
    {"estimate", "evaluation() is at least 0 for each seat, adds up to 1, and is a function", estimates_are_shares, LAW_NODE,
     LAW_SOME},
    {"alarms", "alarms() is false of equal views, and changes none", alarms_at_nothing, LAW_NODE, LAW_SOME},
    {"motives", "motives() are few, can be told, have weights, and are none between equal views", motives_are_sound,
     LAW_NODE, LAW_SOME},
    {"estimate_end", "at the end evaluation() says what score() says", estimates_end_in_scores, LAW_NODE, LAW_CHEAP},
    {"statistics", "statistics have names, words, known sets and no more cells than can be kept", statistics_are_sound,
     LAW_VARIANT, LAW_CHEAP},
    {"observe", "observe() adds numbers to the cells of its statistics alone, and is a function",
     observations_are_a_function, LAW_PLY, LAW_SOME},
};
const int n_laws_studies = ALEA_LEN(laws_studies);
