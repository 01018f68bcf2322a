/* SPDX-License-Identifier: MIT */
/* laws.c - plays random games of every game of the registry, in every variant, and asks all laws.
 *
 *   laws [GAME] [--seed N] [--games N] [--variant N] [--game N] [--law NAME] [--part I/N] [--greedy] [--long] [--list]
 *
 * Prints TAP: a line for each game, variant and law. What breaks a law is told with seed, variant, game and ply, a transcript is
 * written (to ALEA_LAW_DIR, else here), and the command that plays that game again. ALEA_LAW_GAMES or --games is the number of
 * games of each game, over all its variants; long ones with large positions count for several, but with --long. The game numbered i of a
 * variant is always the same. With --greedy the bot of that name plays all games, not one in 32. --part 1/2 is every second variant, so that two processes share the work. Each variant is played by a
 * child, so that a crash is a broken law, too. */
#include "laws.h"

#include "laws_apart.h"
#include "laws_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 10400, FEWEST = 2, GAME_BYTES = 3 << 19, MOST_LAWS = 128 };

struct choice {
    const char *game, *law;
    uint64_t seed;
    long games, number;
    int variant, part, parts;
    bool list, greedy, whole;
};

static struct law_table table;
static int n_tests, n_failed;

static void collect(const struct choice *choice) {
    static const struct law *laws[MOST_LAWS];
    const struct {
        const struct law *at;
        int n;
    } groups[] = {{laws_rules, n_laws_rules},     {laws_recall, n_laws_recall},   {laws_moves, n_laws_moves},
                  {laws_chance, n_laws_chance},   {laws_text, n_laws_text},       {laws_secrecy, n_laws_secrecy},
                  {laws_match, n_laws_match},     {laws_posts, n_laws_posts},     {laws_bots, n_laws_bots},
                  {laws_viewers, n_laws_viewers}, {laws_studies, n_laws_studies}, {laws_odds, n_laws_odds},
                  {laws_rewind, n_laws_rewind}};
    for (size_t group = 0; group < ALEA_LEN(groups); group++)
        for (int i = 0; i < groups[group].n && table.n < MOST_LAWS; i++)
            if (!choice->law || !strcmp(choice->law, groups[group].at[i].name)) laws[table.n++] = &groups[group].at[i];
    table.at = laws;
    table.fault = calloc((size_t)table.n + 1, sizeof *table.fault);
    table.n_asked = calloc((size_t)table.n + 1, sizeof *table.n_asked);
    if (!table.fault || !table.n_asked) abort();
}

static void tell_fault(const struct law_run *run, int law, const char *program) {
    const struct law_fault *fault = &table.fault[law];
    printf("# seed %llu, variant %d, game %ld, ply %ld: %s\n", (unsigned long long)run->seed, run->variant, fault->number,
           fault->ply, fault->last);
    printf("# %s\n", fault->wrong);
    if (fault->path[0]) printf("# transcript: %s\n", fault->path);
    if (fault->number >= 0)
        printf("# again: %s %s --seed %llu --variant %d --game %ld --law %s%s\n", program, run->game->id,
               (unsigned long long)run->seed, run->variant, fault->number, table.at[law]->name,
               run->greedy ? " --greedy" : "");
    else
        printf("# again: %s %s --seed %llu --variant %d --games 0 --law %s\n", program, run->game->id,
               (unsigned long long)run->seed, run->variant, table.at[law]->name);
}

static void tell(const struct law_run *run, long games, long plies, const char *program) {
    for (int law = 0; law < table.n; law++) {
        bool good = !table.fault[law].there;
        printf("%s %d - %s, %d seats, %s: %s: %s (asked %ld times in %ld games, %ld plies; %ld begun late)\n",
               good ? "ok" : "not ok", ++n_tests, run->game->id, run->seats,
               *run->options ? run->options : "standard options", table.at[law]->name, table.at[law]->sentence,
               table.n_asked[law], games, plies, run->n_late);
        if (good) continue;
        n_failed++;
        tell_fault(run, law, program);
    }
    fflush(stdout);
}

static struct law_run *run_of(const struct choice *choice, const struct alea_game *game, int variant) {
    const struct alea_variant *at = &game->variants[variant];
    struct law_run *run = law_run_new(game, at->seats, at->options, variant, choice->seed);
    if (run) run->greedy = choice->greedy;
    return run;
}

static void play_variant(const struct choice *choice, const struct alea_game *game, int variant, long games,
                         const char *program) {
    struct law_run *run = run_of(choice, game, variant);
    if (!run) abort();
    memset(table.fault, 0, (size_t)table.n * sizeof *table.fault);
    memset(table.n_asked, 0, (size_t)table.n * sizeof *table.n_asked);
    long plies = 0, played = 0;
    law_ask_all(run, &table, LAW_VARIANT);
    /* What a law costs grows with plies and bytes: a usual game takes GAME_BYTES of positions, ply by ply, and one of more
     * stands for several. */
    double most = (double)games * GAME_BYTES / (double)game->position_size;
    for (long number = 0; number < games && (number < FEWEST || choice->whole || (double)plies < most); number++) {
        if (choice->number >= 0 && number != choice->number) continue;
        plies += law_game(run, &table, number);
        played++;
    }
    law_ask_all(run, &table, LAW_AFTER);
    tell(run, played, plies, program);
    law_run_free(run);
}

struct crash {
    struct law_run *run;
    struct law_progress at;
};

static int write_crash(void *context) {
    const struct crash *crash = context;
    law_write_crash(crash->run, crash->at.number, crash->at.ply);
    return 0;
}

static void tell_crash(const struct choice *choice, const struct alea_game *game, int variant, int what,
                       const char *program) {
    struct law_progress at = *law_progress;
    struct law_run *run = run_of(choice, game, variant);
    printf("not ok %d - %s, variant %d: crashed (%d)\n", ++n_tests, game->id, variant, what);
    printf("# seed %llu, variant %d, game %ld, ply %ld, law %s\n", (unsigned long long)choice->seed, variant, at.number,
           at.ply, at.law ? at.law : "none");
    printf("# again: %s %s --seed %llu --variant %d", program, game->id, (unsigned long long)choice->seed, variant);
    if (at.number < 0) printf(" --games 0\n");
    else printf(" --game %ld%s\n", at.number, choice->greedy ? " --greedy" : "");
    fflush(stdout);
    n_failed++;
    char path[256];
    if (run && at.number >= 0 && law_apart(write_crash, &(struct crash){run, at}) == 0) {
        law_transcript_path(run, "crash", at.number, path, sizeof path);
        printf("# transcript: %s\n", path);
    }
    if (run) law_run_free(run);
}

struct variant_work {
    const struct choice *choice;
    const struct alea_game *game;
    int variant;
    long games;
    const char *program;
};

/* 1 if a law was broken. */
static int work_variant(void *context) {
    const struct variant_work *work = context;
    const int before = n_failed;
    play_variant(work->choice, work->game, work->variant, work->games, work->program);
    return n_failed > before;
}

/* In a process of its own, unless a single game is asked for: a debugger likes that better. */
static void one_variant(const struct choice *choice, const struct alea_game *game, int variant, long games,
                        const char *program) {
    struct variant_work work = {choice, game, variant, games, program};
    const int tests = n_tests, failed = n_failed;
    const int what = choice->number >= 0 ? work_variant(&work) : law_apart(work_variant, &work);
    if (what == 0 || what == 1) {
        n_tests = tests + table.n;
        n_failed = failed + what;
    } else {
        tell_crash(choice, game, variant, what, program);
    }
}

static int n_variants(const struct alea_game *game) {
    int n = 0;
    while (game->variants[n].seats) n++;
    return n;
}

static int usage(void) {
    fputs("usage: laws [GAME] [--seed N] [--games N] [--variant N] [--game N] [--law NAME] [--part I/N] [--greedy] [--long] "
          "[--list]\n",
          stderr);
    return 2;
}

/* "1/2" */
static bool read_part(const char *word, struct choice *choice) {
    char *end;
    choice->part = (int)strtol(word, &end, 10);
    if (*end != '/') return false;
    choice->parts = (int)strtol(end + 1, &end, 10);
    return !*end && choice->parts >= 1 && choice->part >= 1 && choice->part <= choice->parts;
}

static bool read_choice(struct choice *choice, int argc, char *argv[]) {
    bool good = true;
    for (int i = 1; good && i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(word, "--list")) choice->list = true;
        else if (!strcmp(word, "--greedy")) choice->greedy = true;
        else if (!strcmp(word, "--long")) choice->whole = true;
        else if (word[0] != '-') choice->game = word;
        else if (i++, !strcmp(word, "--seed")) choice->seed = strtoull(value, NULL, 0);
        else if (!strcmp(word, "--games")) choice->games = strtol(value, NULL, 10);
        else if (!strcmp(word, "--variant")) choice->variant = (int)strtol(value, NULL, 10);
        else if (!strcmp(word, "--game")) choice->number = strtol(value, NULL, 10);
        else if (!strcmp(word, "--law")) choice->law = value;
        else good = !strcmp(word, "--part") && read_part(value, choice);
    }
    return good;
}

int main(int argc, char *argv[]) {
    struct choice choice = {.seed = 1, .games = GAMES, .number = -1, .variant = -1, .part = 1, .parts = 1};
    const char *games = getenv("ALEA_LAW_GAMES");
    if (games && *games) choice.games = strtol(games, NULL, 10);
    if (!read_choice(&choice, argc, argv)) return usage();
    collect(&choice);
    if (choice.list) {
        for (int i = 0; i < table.n; i++) printf("%-16s %s\n", table.at[i]->name, table.at[i]->sentence);
        return 0;
    }
    law_share_progress();
    bool found = false;
    for (int i = 0; alea_game_at(i); i++) {
        const struct alea_game *game = alea_game_at(i);
        if (choice.game && strcmp(choice.game, game->id) != 0) continue;
        found = true;
        int n = n_variants(game);
        long each = choice.number >= 0 ? choice.number + 1 : choice.games / (n ? n : 1) + (choice.games % (n ? n : 1) > 0);
        if (each && each < FEWEST) each = FEWEST;
        for (int variant = 0; variant < n; variant++)
            if (choice.variant < 0 ? variant % choice.parts == choice.part - 1 : variant == choice.variant)
                one_variant(&choice, game, variant, each, argv[0]);
    }
    printf("1..%d\n", n_tests);
    if (!found) fprintf(stderr, "laws: no game '%s'\n", choice.game ? choice.game : "");
    free(table.fault);
    free(table.n_asked);
    return n_failed || !found || !n_tests;
}
