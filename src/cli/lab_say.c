/* SPDX-License-Identifier: MIT */
/* lab_say.c - what came of an experiment, in words; and how far it is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab_cli.h"
#include "text.h"

/* ---- Numbers --------------------------------------------------------------------------------------------------------- */

struct number {
    char at[32];
};

static struct number fixed(double number, int digits) {
    struct number words;
    snprintf(words.at, sizeof words.at, "%.*f", digits, number + 0.0);
    return words;
}

static struct number signed_fixed(double number, int digits) {
    struct number words;
    if (isfinite(number)) snprintf(words.at, sizeof words.at, "%+.*f", digits, number + 0.0);
    else snprintf(words.at, sizeof words.at, "%s", number > 0 ? "+oo" : "-oo");
    return words;
}

/* "52.3% (49.9-54.7)". */
static void add_share(struct alea_text *page, struct lab_interval share) {
    alea_text_addf(page, "%.1f%%", 100 * share.mean);
    if (share.known) alea_text_addf(page, " (%.1f-%.1f)", 100 * share.low, 100 * share.high);
}

static void add_mean(struct alea_text *page, struct lab_interval mean, int digits) {
    alea_text_addf(page, "%.*f", digits, mean.mean);
    if (mean.known) alea_text_addf(page, " (%.*f-%.*f)", digits, mean.low, digits, mean.high);
}

/* ---- A cell ---------------------------------------------------------------------------------------------------------- */

static void add_score(struct alea_text *page, const struct cli *cli, const struct lab_sums *sums, int c, int who) {
    const struct lab_plan *plan = sums->plan;
    const struct lab_cell *cell = &plan->cell[c];
    const struct lab_who *of = &sums->cell[c].who[who];
    struct lab_interval share = lab_interval_share(&of->score);
    alea_text_addf(page, "  %-20s ", plan->bot[cell->who[who]].words);
    add_share(page, share);
    cli_add(page, cli, ALEA_LABEL_LAB_GAMES_OF, cli_digits(of->won).at, cli_digits(of->drawn).at, cli_digits(of->lost).at,
            NULL);
    if (plan->seats == 2 && cell->n_who == 2 && share.known)
        cli_add(page, cli, ALEA_LABEL_LAB_ELO, signed_fixed(lab_elo(share.mean), 0).at,
                signed_fixed(lab_elo(share.low), 0).at, signed_fixed(lab_elo(share.high), 0).at, NULL);
    alea_text_add(page, "\n");
}

static void add_cell(struct alea_text *page, const struct cli *cli, const struct lab_sums *sums, int c) {
    const struct lab_plan *plan = sums->plan;
    const struct lab_cell_sums *of = &sums->cell[c];
    const char *name = plan->variant[plan->cell[c].variant].name;
    if (plan->n_variants > 1 && *name) alea_text_addf(page, "%s\n", name);
    for (int who = 0; who < plan->cell[c].n_who; who++) add_score(page, cli, sums, c, who);
    if (plan->kind == LAB_TOURNAMENT) {
        alea_text_add(page, "\n");
        return;
    }
    cli_add(page, cli, ALEA_LABEL_LAB_SEATS_OF, NULL);
    for (int seat = 0; seat < plan->seats; seat++) {
        alea_text_add(page, seat ? ", " : " ");
        alea_text_seat(page, seat);
        alea_text_add(page, " ");
        add_share(page, lab_interval_share(&of->seat[seat]));
    }
    alea_text_add(page, "\n");
    cli_add(page, cli, ALEA_LABEL_LAB_LENGTH, NULL);
    alea_text_add(page, " ");
    add_mean(page, lab_interval_mean(&of->rounds), 2);
    if (of->unfinished) cli_add(page, cli, ALEA_LABEL_LAB_UNFINISHED, cli_digits(of->unfinished).at, NULL);
    alea_text_add(page, "\n");
}

/* ---- Answers --------------------------------------------------------------------------------------------------------- */

static void add_decision(struct alea_text *page, const struct cli *cli, const struct lab_sums *sums) {
    static const int labels[] = {
        [LAB_OPEN] = ALEA_LABEL_LAB_OPEN, [LAB_LOW] = ALEA_LABEL_LAB_LOW, [LAB_HIGH] = ALEA_LABEL_LAB_HIGH};
    const struct lab_sprt *sprt = &sums->sprt;
    const char *bot = sums->plan->bot[sums->plan->cell[0].bot[0]].words;
    cli_add(page, cli, labels[sprt->decision], bot, fixed(sprt->low, 3).at, fixed(sprt->high, 3).at, cli_digits(sprt->n).at,
            fixed(sprt->llr, 2).at, fixed(lab_sprt_lower(sprt), 2).at, fixed(lab_sprt_upper(sprt), 2).at, NULL);
    alea_text_add(page, "\n");
}

static void add_ratings(struct alea_text *page, const struct cli *cli, const struct lab_sums *sums) {
    struct lab_rating rating[LAB_MAX_BOTS];
    bool told[LAB_MAX_BOTS] = {false};
    lab_ratings(sums, rating);
    cli_add(page, cli, ALEA_LABEL_LAB_RATINGS, NULL);
    alea_text_add(page, "\n");
    for (int place = 0; place < sums->plan->n_bots; place++) {
        int best = -1;
        for (int b = 0; b < sums->plan->n_bots; b++)
            if (!told[b] && (best < 0 || rating[b].rating > rating[best].rating)) best = b;
        told[best] = true;
        alea_text_addf(page, "  %2d. %-20s %5.0f", place + 1, sums->plan->bot[best].words, rating[best].rating);
        if (rating[best].known) alea_text_addf(page, "  (%.0f-%.0f)", rating[best].low, rating[best].high);
        alea_text_add(page, "\n");
    }
}

/* A line for each pair of variants: what changes for seat A and for the length. */
static void add_differences(struct alea_text *page, const struct cli *cli, const struct lab_sums *sums) {
    const struct lab_plan *plan = sums->plan;
    cli_add(page, cli, ALEA_LABEL_LAB_DIFFERENCES, NULL);
    alea_text_add(page, "\n");
    for (int a = 0; a < plan->n_variants; a++) {
        for (int b = a + 1; b < plan->n_variants; b++) {
            const struct lab_moments *of = &sums->difference[lab_pair(plan, a, b) * LAB_FIGURES];
            struct lab_interval seat = lab_interval_mean(&of[ALEA_MAX_SEATS]),
                                rounds = lab_interval_mean(&of[2 * ALEA_MAX_SEATS]);
            alea_text_addf(page, "  %s - %s: ", plan->variant[b].name, plan->variant[a].name);
            cli_add(page, cli, ALEA_LABEL_LAB_DIFFERENCE, signed_fixed(100 * seat.mean, 1).at,
                    signed_fixed(100 * seat.low, 1).at, signed_fixed(100 * seat.high, 1).at, signed_fixed(rounds.mean, 2).at,
                    signed_fixed(rounds.low, 2).at, signed_fixed(rounds.high, 2).at, NULL);
            alea_text_add(page, "\n");
        }
    }
}

void lab_say(const struct cli *cli, const struct lab_sums *sums, enum lab_stopped stopped) {
    const struct lab_plan *plan = sums->plan;
    struct alea_text page = cli_page(cli);
    long games = 0;
    for (int c = 0; c < plan->n_cells; c++) games += sums->cell[c].games;
    cli_add(&page, cli, ALEA_LABEL_LAB_HEAD, plan->game->texts->title.in[cli->lang], cli_digits(games).at,
            cli_digits(sums->blocks).at, cli_digits(plan->cell[0].games).at, NULL);
    if (stopped == LAB_INTERRUPTED) cli_add(&page, cli, ALEA_LABEL_LAB_BROKEN_OFF, cli_digits(plan->blocks).at, NULL);
    alea_text_add(&page, "\n");
    for (int c = 0; c < plan->n_cells && sums->blocks; c++) add_cell(&page, cli, sums, c);
    if (plan->has_sprt) add_decision(&page, cli, sums);
    if (plan->kind == LAB_TOURNAMENT && sums->blocks) add_ratings(&page, cli, sums);
    if (plan->n_variants > 1 && sums->blocks > 1) add_differences(&page, cli, sums);
    cli_add(&page, cli, ALEA_LABEL_LAB_REPEAT, plan->command, NULL);
    alea_text_add(&page, "\n");
    cli_print(cli, &page);
}

/* ---- Progress -------------------------------------------------------------------------------------------------------- */

/* "1h 5m", "42s". */
static void add_time(struct alea_text *line, double seconds) {
    long s = (long)(seconds + 0.5);
    if (s >= 3600) alea_text_addf(line, "%ldh %ldm", s / 3600, s / 60 % 60);
    else if (s >= 60) alea_text_addf(line, "%ldm %lds", s / 60, s % 60);
    else alea_text_addf(line, "%lds", s);
}

void lab_say_progress(const struct cli *cli, const struct lab_progress *progress) {
    const struct lab_sums *sums = progress->sums;
    struct alea_text line = cli_page(cli), answer = cli_page(cli), left = cli_page(cli);
    long played = progress->done - progress->resumed, missing = progress->tasks - progress->done;
    if (sums->blocks) {
        alea_text_addf(&answer, "%s ", sums->plan->bot[sums->plan->cell[0].who[0]].words);
        add_share(&answer, lab_interval_share(&sums->cell[0].who[0].score));
    } else {
        alea_text_add(&answer, "-");
    }
    if (sums->blocks && sums->plan->has_sprt)
        alea_text_addf(&answer, ", LLR %.2f (%.2f..%.2f)", sums->sprt.llr, lab_sprt_lower(&sums->sprt),
                       lab_sprt_upper(&sums->sprt));
    if (played > 0) add_time(&left, progress->seconds / (double)played * (double)missing);
    else alea_text_add(&left, "?");
    cli_add(&line, cli, ALEA_LABEL_LAB_PROGRESS, cli_digits(progress->done).at, cli_digits(progress->tasks).at,
            alea_text_str(&answer), alea_text_str(&left), NULL);
    fprintf(stderr, "\r%s\033[K", alea_text_str(&line));
    alea_text_clear(&line);
    alea_text_clear(&answer);
    alea_text_clear(&left);
}
