/* SPDX-License-Identifier: MIT */
/* lab_plan.c - what was asked of `alea lab` made a plan: bots, variants, and the command that repeats it. */
#include <stdlib.h>
#include <string.h>

#include "lab_cli.h"
#include "words.h"

enum { STANDARD_GAMES = 1000, STANDARD_SPRT_GAMES = 20000, MAX_VALUE = 128 };

/* Something that varies: "siege=standard,sacrifice" is a key with two values. */
struct axis {
    char key[MAX_VALUE];
    const char *values; /* behind the "=", with commas */
    int n;
    bool set; /* of the game's data, not of its options */
};

/* ---- Axes ------------------------------------------------------------------------------------------------------------ */

static bool read_axis(const struct cli *cli, const char *words, bool set, struct axis *axis) {
    size_t length;
    const char *values = alea_word_value(words, &length);
    if (!values || !values[0] || !length || length >= sizeof axis->key) {
        cli_bad_usage(cli, ALEA_LABEL_LAB_BAD_AXIS, set ? "--set" : "--option", words, NULL);
        return false;
    }
    *axis = (struct axis){.values = values, .n = 1, .set = set};
    snprintf(axis->key, sizeof axis->key, "%.*s", (int)length, words);
    for (const char *at = values; (at = strchr(at, ',')); at++) axis->n++;
    return true;
}

/* "key=value" with the value of that number. */
static void write_pair(const struct axis *axis, int value, char pair[2 * MAX_VALUE]) {
    const char *at = axis->values;
    for (; value > 0; value--) at += strcspn(at, ",") + 1;
    snprintf(pair, 2 * MAX_VALUE, "%s=%.*s", axis->key, (int)strcspn(at, ","), at);
}

/* ---- Variants -------------------------------------------------------------------------------------------------------- */

struct making {
    const struct cli *cli;
    const struct lab_wishes *wishes;
    struct lab_plan *plan;
    struct alea_scenario scenario; /* that was given; no name: none */
    struct axis axis[2 * CLI_MAX_OPTIONS];
    int n_axes;
};

static bool read_axes(struct making *making) {
    const struct lab_wishes *wishes = making->wishes;
    for (int i = 0; i < wishes->options.n; i++)
        if (!read_axis(making->cli, wishes->options.at[i], false, &making->axis[making->n_axes++])) return false;
    for (int i = 0; i < wishes->sets.n; i++)
        if (!read_axis(making->cli, wishes->sets.at[i], true, &making->axis[making->n_axes++])) return false;
    return true;
}

static void join(char *to, size_t room, const char *words) {
    size_t length = strlen(to);
    if (length < room) snprintf(to + length, room - length, "%s%s", length ? " " : "", words);
}

/* Is the scenario that was given one of this game? Values laid over it would hide what is wrong with it. */
static bool is_sound(const struct making *making, const char *const options[], int n_options, struct alea_error *error) {
    const struct lab_plan *plan = making->plan;
    if (!making->scenario.name) return true;
    struct alea_rules *alone = alea_rules_new(plan->game, plan->seats, options, n_options, &making->scenario, error);
    bool sound = alone != NULL;
    alea_rules_free(alone);
    return sound;
}

static enum cli_status make_rules(const struct making *making, const char *const options[], int n_options,
                                  const char *const sets[], int n_sets, struct lab_variant *variant) {
    struct alea_error error = cli_error(making->cli);
    const struct lab_plan *plan = making->plan;
    struct alea_scenario scenario = making->scenario;
    if (n_sets && !is_sound(making, options, n_options, &error)) return cli_rules_error(making->cli, &error);
    char *overlay = n_sets ? lab_overlay(plan->game, &scenario, sets, n_sets, &error) : NULL;
    if (n_sets && !overlay) return cli_rules_error(making->cli, &error);
    if (overlay) scenario = (struct alea_scenario){.name = variant->set, .bytes = overlay, .n_bytes = strlen(overlay)};
    variant->rules = alea_rules_new(plan->game, plan->seats, options, n_options, scenario.name ? &scenario : NULL, &error);
    free(overlay);
    if (!variant->rules) return cli_rules_error(making->cli, &error);
    struct alea_text text;
    alea_text_init(&text, sizeof variant->options - 1, ALEA_EN);
    alea_options_write(variant->rules, &text);
    snprintf(variant->options, sizeof variant->options, "%s", alea_text_str(&text));
    alea_text_clear(&text);
    return CLI_FINE;
}

/* The variant with those values of the axes. */
static enum cli_status make_variant(const struct making *making, const int value[], bool varies) {
    struct lab_plan *plan = making->plan;
    struct lab_variant *variant = &plan->variant[plan->n_variants++];
    const char *options[CLI_MAX_OPTIONS], *sets[CLI_MAX_OPTIONS];
    char pair[2 * CLI_MAX_OPTIONS][2 * MAX_VALUE];
    int n_options = 0, n_sets = 0;
    for (int i = 0; i < making->n_axes; i++) {
        const struct axis *axis = &making->axis[i];
        write_pair(axis, value[i], pair[i]);
        if (axis->set) sets[n_sets++] = pair[i];
        else options[n_options++] = pair[i];
        if (axis->n > 1 || !varies) join(variant->name, sizeof variant->name, pair[i]);
        if (axis->set) join(variant->set, sizeof variant->set, pair[i]);
    }
    return make_rules(making, options, n_options, sets, n_sets, variant);
}

static enum cli_status make_variants(const struct making *making) {
    int value[2 * CLI_MAX_OPTIONS] = {0}, all = 1;
    for (int i = 0; i < making->n_axes && all <= LAB_MAX_VARIANTS; i++) all *= making->axis[i].n;
    bool compares = making->wishes->kind == LAB_COMPARE || making->wishes->kind == LAB_SWEEP;
    if (all > LAB_MAX_VARIANTS)
        return cli_bad_usage(making->cli, ALEA_LABEL_LAB_VARIANTS, cli_digits(LAB_MAX_VARIANTS).at, NULL);
    if (compares != (all > 1))
        return cli_bad_usage(making->cli, compares ? ALEA_LABEL_LAB_ONE_VARIANT : ALEA_LABEL_LAB_MANY_VARIANTS, NULL);
    enum cli_status status = CLI_FINE;
    for (int v = 0; v < all && !status; v++) {
        for (int i = making->n_axes - 1, left = v; i >= 0; left /= making->axis[i].n, i--)
            value[i] = left % making->axis[i].n; /* the last one changes fastest */
        status = make_variant(making, value, all > 1);
    }
    return status;
}

/* ---- Bots ------------------------------------------------------------------------------------------------------------ */

static bool add_bot(const struct cli *cli, struct lab_plan *plan, const char *words) {
    if (plan->n_bots == LAB_MAX_BOTS) return cli_bad_usage(cli, ALEA_LABEL_TOO_MANY, words, NULL), false;
    struct alea_bot_spec *bot = &plan->bot[plan->n_bots];
    if (!cli_bot(cli, plan->game, words, false, bot)) return false;
    for (int b = 0; b < plan->n_bots && plan->kind == LAB_TOURNAMENT; b++)
        if (strcmp(plan->bot[b].words, words) == 0) return cli_bad_usage(cli, ALEA_LABEL_LAB_TWICE, words, NULL), false;
    plan->n_bots++;
    return true;
}

/* Operands, or a list with commas. */
static bool read_bots(const struct cli *cli, const struct lab_wishes *wishes, struct lab_plan *plan) {
    for (int i = 0; i < wishes->n_names; i++)
        if (!add_bot(cli, plan, wishes->name[i])) return false;
    bool listed = wishes->kind == LAB_COMPARE || wishes->kind == LAB_SWEEP;
    for (const char *at = listed ? wishes->bots ? wishes->bots : "greedy" : NULL; at;) {
        char words[ALEA_BOT_WORDS];
        size_t length = strcspn(at, ",");
        while (*at == ' ') at++, length--;
        snprintf(words, sizeof words, "%.*s", (int)length, at);
        if (!add_bot(cli, plan, words)) return false;
        at = at[length] ? at + length + 1 : NULL;
    }
    int wanted = listed ? 1 : 2;
    if (plan->n_bots < wanted) return cli_bad_usage(cli, ALEA_LABEL_LAB_BOTS_WANTED, NULL), false;
    return true;
}

/* The usual number; if more bots are listed, as many as they are; in a tournament of fewer bots, as many as they are. */
static bool find_seats(const struct cli *cli, const struct lab_wishes *wishes, struct lab_plan *plan) {
    int usual = cli_usual_seats(plan->game), bots = plan->n_bots;
    bool follows = plan->kind == LAB_TOURNAMENT ? bots < usual : bots > usual;
    plan->seats = wishes->seats ? (int)wishes->seats : follows ? bots : usual;
    bool fits = plan->kind == LAB_TOURNAMENT ? plan->n_bots >= plan->seats : plan->n_bots <= plan->seats;
    if (!fits) cli_bad_usage(cli, ALEA_LABEL_LAB_SEATS, cli_digits(plan->n_bots).at, cli_digits(plan->seats).at, NULL);
    return fits;
}

/* ---- The command ----------------------------------------------------------------------------------------------------- */

/* What repeats it: nothing of files that come out, threads or ranks. */
static void write_command(const struct making *making) {
    static const char *const kinds[] = {"match", "tournament", "compare", "sweep"};
    const struct lab_wishes *wishes = making->wishes;
    struct lab_plan *plan = making->plan;
    struct alea_text text;
    alea_text_init(&text, sizeof plan->command - 1, ALEA_EN);
    alea_text_addf(&text, "alea lab %s", kinds[plan->kind]);
    for (int i = 0; i < wishes->n_names; i++) {
        alea_text_add(&text, " ");
        cli_quote(&text, wishes->name[i]);
    }
    if (plan->kind == LAB_COMPARE || plan->kind == LAB_SWEEP) {
        alea_text_add(&text, " --bots ");
        cli_quote(&text, wishes->bots ? wishes->bots : "greedy");
    }
    alea_text_addf(&text, " --game %s --seats %d --games %ld --seed %llu", plan->game->id, plan->seats, plan->games,
                   (unsigned long long)plan->seed);
    for (int i = 0; i < wishes->options.n + wishes->sets.n; i++) {
        bool set = i >= wishes->options.n;
        alea_text_add(&text, set ? " --set " : " --option ");
        cli_quote(&text, set ? wishes->sets.at[i - wishes->options.n] : wishes->options.at[i]);
    }
    if (wishes->scenario) {
        alea_text_add(&text, " --scenario ");
        cli_quote(&text, wishes->scenario);
    }
    if (wishes->sprt)
        alea_text_addf(&text, " --sprt %.10g %.10g --alpha %.10g --beta %.10g", wishes->low, wishes->high, wishes->alpha,
                       wishes->beta);
    snprintf(plan->command, sizeof plan->command, "%s", alea_text_str(&text));
    alea_text_clear(&text);
}

enum cli_status lab_make_plan(const struct cli *cli, const struct lab_wishes *wishes, struct lab_plan *plan) {
    static struct making making; /* large */
    struct alea_error error = cli_error(cli);
    struct cli_file file;
    *plan = (struct lab_plan){.kind = wishes->kind, .seed = (uint64_t)wishes->seed};
    making = (struct making){.cli = cli, .wishes = wishes, .plan = plan};
    if (!(plan->game = cli_game(cli, wishes->game))) return CLI_USAGE;
    if (!read_bots(cli, wishes, plan) || !find_seats(cli, wishes, plan) || !read_axes(&making)) return CLI_USAGE;
    plan->games = wishes->games ? (long)wishes->games : wishes->sprt ? STANDARD_SPRT_GAMES : STANDARD_GAMES;
    plan->has_sprt = wishes->sprt;
    plan->sprt = (struct lab_sprt){.low = wishes->low, .high = wishes->high, .alpha = wishes->alpha, .beta = wishes->beta};
    if (!cli_scenario_read(cli, wishes->scenario, &file, &making.scenario)) return CLI_WRONG;
    enum cli_status status = make_variants(&making);
    cli_file_clear(&file);
    if (status) return status;
    cli_tell_unlearned(cli, plan->variant[0].rules, plan->bot, plan->n_bots); /* all have a scenario, or none */
    if (!lab_plan_cells(plan, &error)) return cli_wrong_error(cli, &error);
    write_command(&making);
    return CLI_FINE;
}
