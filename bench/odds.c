/* SPDX-License-Identifier: MIT */
/* odds.c - what an exact answer costs, and whether dice agree with it.
 *
 * Prints, for land attacks of SPQRisiko and for the example of every question of every game, the time of the first answer of the
 * process, the median of the next ones, and that of an answer with fractions. Then land attacks are played through the game's
 * own moves with random dice and compared with the exact chance: each must lie within five standard errors, else the status is 1
 * (the seed is fixed, so that it can't come and go). Run it by `make bench-odds`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "now.h"
#include "odds.h"

enum { REPETITIONS = 201, COMBATS = 200000, MOST_GIVEN = 16, LONGEST = 256 };

static struct alea_rules *usual_rules(const struct alea_game *game) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_rules *rules = alea_rules_new(game, game->variants[0].seats, NULL, 0, NULL, &error);
    if (!rules) fprintf(stderr, "%s\n", error.text);
    return rules;
}

/* ---- Time -------------------------------------------------------------------------------------------------------------------------- */

/* "--attackers 7 --defenders 4" as it is given; cuts `words` apart. */
static int split(char *words, struct odds_given given[MOST_GIVEN]) {
    int n = 0;
    char *rest = NULL;
    for (char *name = strtok_r(words, " ", &rest); name && n < MOST_GIVEN; name = strtok_r(NULL, " ", &rest)) {
        const char *value = strtok_r(NULL, " ", &rest);
        given[n++] = (struct odds_given){.name = name + 2, .value = value ? value : ""};
    }
    return n;
}

/* Seconds of an answer, from the words to the numbers; below 0 after a fault. */
static double answer(const struct alea_rules *rules, const struct alea_question *question, const char *asked,
                     const struct odds_how *how, double *win) {
    struct odds_given given[MOST_GIVEN];
    struct alea_values values[ALEA_MAX_PARAMETERS];
    struct alea_error error = {.lang = ALEA_EN};
    struct odds_answer answer;
    char words[LONGEST];
    snprintf(words, sizeof words, "%s", asked);
    int n = split(words, given);
    double since = alea_now();
    if (odds_read(rules, question, given, n, values, &error) != ALEA_OK) {
        fprintf(stderr, "%s %s: %s\n", question->name, asked, error.text);
        return -1;
    }
    bool fine = odds_solve(rules, question, values, how, &answer, &error) == ALEA_OK;
    double seconds = alea_now() - since;
    if (!fine) fprintf(stderr, "%s %s: %s\n", question->name, asked, error.text);
    if (fine && win) *win = answer.measure[0].at[1].value;
    odds_clear(&answer);
    return fine ? seconds : -1;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure(const struct alea_rules *rules, const char *name, const char *asked) {
    static const struct odds_how plain = {.seed = 1}, exact = {.fractions = true, .seed = 1};
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_question *question = odds_find(rules->game, name, &error);
    if (!question) return false;
    double first = answer(rules, question, asked, &plain, NULL), seconds[REPETITIONS];
    int n = first > 0.01 ? 5 : REPETITIONS;
    for (int i = 0; i < n; i++) seconds[i] = answer(rules, question, asked, &plain, NULL);
    qsort(seconds, (size_t)n, sizeof *seconds, by_size);
    double fractions = answer(rules, question, asked, &exact, NULL);
    printf("%-10s %-7s %-44s %11.1f %11.1f %11.1f\n", rules->game->id, name, asked, 1e6 * first, 1e6 * seconds[n / 2],
           1e6 * fractions);
    return first >= 0 && fractions >= 0;
}

static bool measure_all(const struct alea_rules *land) {
    static const char *const forces[] = {"--attackers 30 --defenders 30", "--attackers 99 --defenders 99"};
    const struct alea_game *game;
    bool fine = true;
    printf("%-10s %-7s %-44s %11s %11s %11s\n", "us", "", "", "first", "median", "fractions");
    for (size_t i = 0; i < ALEA_LEN(forces); i++) fine &= measure(land, "land", forces[i]);
    for (int i = 0; (game = alea_game_at(i)); i++) {
        struct alea_rules *rules = usual_rules(game);
        for (int k = 0; rules && k < game->chances.n_questions; k++)
            if (game->chances.questions[k].example)
                fine &= measure(rules, game->chances.questions[k].name, game->chances.questions[k].example);
        alea_rules_free(rules);
    }
    return fine;
}

/* ---- Dice -------------------------------------------------------------------------------------------------------------------------- */

/* The number of a move in words. */
static alea_move move_of(const struct alea_rules *rules, const char *words) {
    struct alea_error error = {.lang = ALEA_EN};
    alea_move move = 0;
    if (alea_move_read(rules, words, &move, &error) != ALEA_OK) fprintf(stderr, "%s\n", error.text);
    return move;
}

/* Did this ply bring that about? */
static bool happened(const struct alea_game *game, const struct alea_events *events, const char *token) {
    for (int i = 0; i < events->n; i++)
        if (strcmp(game->texts->events[events->at[i].kind].token, token) == 0) return true;
    return false;
}

/* Italia attacks Cisalpina with the most dice it may until it can't: does Cisalpina fall? */
static bool attack(const struct alea_rules *rules, const void *begun, void *pos, const alea_move roll[3],
                   struct alea_random *random) {
    static struct alea_events events;
    const struct alea_game *game = rules->game;
    memcpy(pos, begun, game->position_size);
    for (;;) {
        int dice = 3;
        while (dice && game->why_not(rules->tables, pos, 0, roll[dice - 1])) dice--;
        if (!dice) return false;
        game->apply(rules->tables, pos, 0, roll[dice - 1], NULL);
        events.n = 0;
        game->apply(rules->tables, pos, ALEA_CHANCE, game->roll(rules->tables, pos, random), &events);
        if (happened(game, &events, "conquered")) return true;
    }
}

/* False if they disagree. */
static bool compare(const struct alea_rules *rules, int attackers, int defenders) {
    char lines[512], asked[64];
    struct alea_error error = {.lang = ALEA_EN};
    const struct alea_question *land = odds_find(rules->game, "land", &error);
    const alea_move roll[3] = {move_of(rules, "roll 1"), move_of(rules, "roll 2"), move_of(rules, "roll 3")};
    void *begun = calloc(2, rules->game->position_size), *pos = (char *)begun + rules->game->position_size;
    struct alea_random random = alea_random_stream(1, (uint64_t)attackers * 100 + (uint64_t)defenders);
    double exact = 0;
    if (!begun || !land) abort();
    snprintf(lines, sizeof lines,
             "round 6\nphase land_attack\nstep idle\nactive A\ngroups_left 0\nlegionaries *=3 italia=%d cisalpina=%d\n"
             "own.A italia\nown.B cisalpina sicilia\nown.C creta\n",
             attackers + 1, defenders);
    rules->game->setup(rules->tables, begun);
    if (alea_position_read(rules, lines, begun, &error) != ALEA_OK) fprintf(stderr, "%s\n", error.text);
    rules->game->apply(rules->tables, begun, 0, move_of(rules, "attack_from italia"), NULL);
    rules->game->apply(rules->tables, begun, 0, move_of(rules, "attack_to cisalpina"), NULL);
    snprintf(asked, sizeof asked, "--attackers %d --defenders %d", attackers, defenders);
    answer(rules, land, asked, &(struct odds_how){.seed = 1}, &exact);
    long won = 0;
    double since = alea_now();
    for (long i = 0; i < COMBATS; i++) won += attack(rules, begun, pos, roll, &random);
    double share = (double)won / COMBATS, deviation = (share - exact) / sqrt(exact * (1 - exact) / COMBATS);
    printf("%2d against %2d: exact %.6f, %d attacks with dice %.6f, %+.2f standard errors, %.2f s\n", attackers, defenders,
           exact, (int)COMBATS, share, deviation, alea_now() - since);
    free(begun);
    return fabs(deviation) < 5;
}

int main(void) {
    static const int forces[][2] = {{3, 2}, {7, 4}, {12, 9}, {30, 30}};
    const struct alea_game *game = alea_game_find("spqrisiko");
    struct alea_rules *rules = game ? usual_rules(game) : NULL;
    if (!rules) return 1;
    bool fine = measure_all(rules);
    for (size_t i = 0; i < ALEA_LEN(forces); i++) fine &= compare(rules, forces[i][0], forces[i][1]);
    alea_rules_free(rules);
    return fine ? 0 : 1;
}
