/* SPDX-License-Identifier: MIT */
/* recover.c - `alea recover`: all that can still be read of a damaged store, in a new one; what is lost is said match by match. */
#include "keep.h"
#include "table.h"

struct rescue {
    const struct cli *cli;
    const char *to;
    bool lost;
};

static void add_part(struct alea_text *line, const struct cli *cli, int label, long n) {
    if (n == 0) return;
    alea_text_add(line, line->len ? "; " : "");
    cli_add(line, cli, label, cli_digits(n).at, NULL);
}

/* One line for each match that is not whole. */
static void tell(void *context, const struct store_saved *match) {
    struct rescue *rescue = context;
    const struct cli *cli = rescue->cli;
    struct alea_text parts = cli_page(cli);
    if (!match->lost && match->plies < match->found)
        cli_add(&parts, cli, ALEA_LABEL_RECOVER_PLIES, cli_digits(match->plies).at, cli_digits(match->found).at, NULL);
    if (match->lost) alea_text_addf(&parts, "%s%s", parts.len ? "; " : "", match->lost);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_ENDED, match->ended);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_GUESSED, match->guessed);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_SEATS, match->seats);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_BY_HAND, match->by_hand);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_BONDS, match->bonds);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_SETTINGS, match->settings);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_POSTS, match->posts);
    add_part(&parts, cli, ALEA_LABEL_RECOVER_CHAT, match->chat);
    if (parts.len) {
        rescue->lost = true;
        cli_say(cli, match->lost ? ALEA_LABEL_RECOVER_LOST : ALEA_LABEL_RECOVER_MATCH, match->id, alea_text_str(&parts),
                NULL);
    }
    alea_text_clear(&parts);
}

static void say_if(struct rescue *rescue, int label, const char *file, long n) {
    if (n == 0) return;
    rescue->lost = true;
    cli_say(rescue->cli, label, file, cli_digits(n).at, NULL);
}

static enum cli_status recover(const struct cli *cli, const char *from, const char *to) {
    struct rescue rescue = {.cli = cli, .to = to};
    struct alea_error error = cli_error(cli);
    struct store_recovery sums;
    const struct store_rescue how = {.check = table_check,
                                     .settings = TABLE_USUAL_SETTINGS,
                                     .state = TABLE_USUAL_STATE,
                                     .told = tell,
                                     .context = &rescue};
    if (store_recover(from, to, &how, &sums, &error)) return cli_wrong_error(cli, &error);
    say_if(&rescue, ALEA_LABEL_RECOVER_FRAMES, from, sums.frames);
    say_if(&rescue, ALEA_LABEL_RECOVER_UNREAD, from, sums.unread);
    say_if(&rescue, ALEA_LABEL_RECOVER_UNCLAIMED, to, sums.unclaimed);
    say_if(&rescue, ALEA_LABEL_RECOVER_BROKEN, from, sums.broken);
    say_if(&rescue, ALEA_LABEL_RECOVER_GRAVES_LOST, from, sums.graves_lost);
    if (sums.free_unknown) cli_say(cli, ALEA_LABEL_RECOVER_FREE, from, NULL);
    cli_say(cli, ALEA_LABEL_RECOVER_DONE, to, cli_digits(sums.matches).at, cli_digits(sums.whole).at,
            cli_digits(sums.lost).at, cli_digits(sums.accounts).at, cli_digits(sums.links).at, NULL);
    if (sums.graves) cli_say(cli, ALEA_LABEL_RECOVER_GRAVES, to, cli_digits(sums.graves).at, NULL);
    bool sound = keep_check(cli, to);
    return sound && !rescue.lost ? CLI_FINE : CLI_WRONG;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *file[2] = {NULL, NULL};
    int next, n = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next != CLI_OPERAND) return cli_leave(next);
        if (n == 2) return cli_bad_usage(cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
        file[n++] = args->value;
    }
    return n == 2 ? recover(cli, file[0], file[1]) : cli_bad_usage(cli, ALEA_LABEL_TWO_FILES_WANTED, NULL);
}

const struct cli_command cli_recover = {
    .name = "recover",
    .run = run,
    .summary = ALEA_LABEL_RECOVER_SUMMARY,
    .usage = ALEA_LABEL_RECOVER_USAGE,
    .about = ALEA_LABEL_RECOVER_ABOUT,
    .example = ALEA_LABEL_RECOVER_EXAMPLE,
};
