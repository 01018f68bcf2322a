/* SPDX-License-Identifier: MIT */
/* master.c - `alea master`: whoever runs a match opens its file, looks at all of it, and makes the host's moves. */
#include <stdlib.h>
#include <string.h>

#include "casefold.h"
#include "master.h"
#include "match.h"
#include "names.h"
#include "text.h"

enum { OPT_DICE, OPT_SCENARIO };

static const struct cli_option options[] = {
    [OPT_DICE] = {"dice", true, ALEA_LABEL_OPTION_MASTER_DICE},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
};

struct wishes {
    const char *path, *dice, *scenario;
};

/* ---- Words ----------------------------------------------------------------------------------------------------------------- */

void master_print(const struct play *play, struct alea_text *page) {
    if (page->len && page->at[page->len - 1] != '\n') alea_text_add(page, "\n");
    cli_print(play->cli, page);
}

size_t master_word(const char *line, const char **rest) {
    size_t n = strcspn(line, " ");
    *rest = line + n + strspn(line + n, " ");
    return n;
}

static bool is_all(const char *word) {
    for (int lang = 0; lang < ALEA_LANGS; lang++)
        if (casefold_same(alea_texts.labels[ALEA_LABEL_MASTER_ALL].in[lang], word)) return true;
    return false;
}

bool master_read_audience(const struct play *play, const char *word, size_t n, struct audience *audience) {
    const struct alea_rules *rules = play->rules;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)n, word);
    int seat = n < sizeof name ? alea_seat_read(name) : ALEA_NONE;
    *audience = (struct audience){.to = ALEA_EVERYBODY, .viewer = ALEA_NONE};
    if (is_all(name)) return true;
    if (seat < rules->seats) {
        *audience = (struct audience){.to = alea_actor(seat), .viewer = seat, .seat = true};
        return true;
    }
    struct alea_names names = alea_names_of(rules, rules->game->seat_set);
    for (int side = 0; side < rules->seats && side < names.n && n > 0 && n < sizeof name; side++) {
        const struct alea_phrase *of = &names.at[side];
        if (!casefold_begins(of->id, name) && !casefold_begins(of->in[ALEA_IT], name) &&
            !casefold_begins(of->in[ALEA_EN], name))
            continue;
        *audience = (struct audience){.to = alea_team(rules, side), .viewer = side};
        return true;
    }
    return false;
}

/* ---- Addresses --------------------------------------------------------------------------------------------------------------- */

bool master_join_address(const struct play *play, char *words) {
    char *bar = strrchr(words, '|'), *address = bar ? bar + 1 + strspn(bar + 1, " ") : NULL;
    if (!address || strncmp(address, "http", 4) != 0) return true;
    if (!alea_is_address(address)) {
        cli_say(play->cli, ALEA_LABEL_BAD_ADDRESS, address, cli_digits(ALEA_MAX_ADDRESS).at, NULL);
        return false;
    }
    while (bar > words && bar[-1] == ' ') bar--;
    const size_t kept = strspn(words, " ") < (size_t)(bar - words) ? (size_t)(bar - words) : 0;
    char joined[ALEA_MAX_ADDRESS + 3];
    const size_t n = (size_t)snprintf(joined, sizeof joined, "%s%s", kept ? "\\n" : "", address);
    memcpy(words + kept, joined, n + 1); /* "a|" before it may be one byte shorter */
    return true;
}

/* A typed line, with room to join its address, which stands behind a second bar. */
static bool join_line(const struct play *play, const char *typed, char line[CONSOLE_MAX_LINE + 2]) {
    snprintf(line, CONSOLE_MAX_LINE + 1, "%s", typed);
    char *bar = strchr(line, '|');
    return !bar || master_join_address(play, bar + 1);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------------------- */

/* A line as what stands before its bar, and the bar. */
static const char *cut_at_bar(const char *typed, char line[CONSOLE_MAX_LINE + 1]) {
    const char *bar = strchr(typed, '|');
    size_t n = bar ? (size_t)(bar - typed) : strlen(typed);
    while (n > 0 && typed[n - 1] == ' ') n--;
    snprintf(line, CONSOLE_MAX_LINE + 1, "%.*s", (int)n, typed);
    return bar;
}

/* The host's move, with its reason if it wants one; false after telling what is wrong. */
static bool read_move(struct play *play, const char *line, const char *bar, alea_move *move) {
    struct alea_error error = cli_error(play->cli);
    char lines[CONSOLE_MAX_LINE + 1] = "";
    if (bar) play_read_lines(bar + 1 + strspn(bar + 1, " "), lines);
    if (alea_lines_chars(lines) > ALEA_MAX_NOTE_CHARS) {
        cli_say(play->cli, ALEA_LABEL_NOTE_TOO_LONG, cli_digits(alea_lines_chars(lines)).at,
                cli_digits(ALEA_MAX_NOTE_CHARS).at, NULL);
        return false;
    }
    if (!alea_move_read(play->rules, line, move, &error) &&
        !alea_match_wants_reason(play->match, ALEA_HOST, *move, bar ? bar + 1 : NULL, &error))
        return true;
    struct alea_text page = cli_page(play->cli);
    alea_text_add(&page, error.text);
    master_print(play, &page);
    return false;
}

/* What is at hand is thrown by the table, and the line may say how it fell. */
static bool take_throw(struct play *play, const char *line, const char *bar, bool *made) {
    struct alea_text page = cli_page(play->cli);
    alea_move move = 0;
    if (play->seat != ALEA_CHANCE) return false;
    bool thrown = play_choose(play, line, &move, &page) == CHOSEN &&
                  !play->game->why_not(play->rules->tables, alea_match_position(play->match), ALEA_CHANCE, move);
    alea_text_clear(&page);
    bool by_hand = alea_match_head(play->match)->dice_kind == ALEA_DICE_BY_HAND;
    *made = thrown && play_typed(play, by_hand ? ALEA_CHANCE : ALEA_HOST, move, bar);
    return thrown;
}

/* A host's move can't be taken back: at a terminal what each reads of it is shown first, and it is made when it is typed again. */
static bool is_to_repeat(struct play *play, alea_move move, const char *bar) {
    char note[ALEA_MAX_NOTE_BYTES + 1] = "";
    if (!play->console.interactive || play->warned == move) return false;
    if (bar) play_read_note(bar + 1, note);
    play->warned = master_show_preview(play, move, *note ? note : NULL) ? move : 0;
    if (play->warned) cli_say(play->cli, ALEA_LABEL_MASTER_AGAIN, NULL);
    return true;
}

static enum deciding take_move(struct play *play, const char *typed) {
    char whole[CONSOLE_MAX_LINE + 2], line[CONSOLE_MAX_LINE + 1];
    if (!join_line(play, typed, whole)) return DECIDING_AGAIN;
    const char *bar = cut_at_bar(whole, line);
    alea_move move;
    bool made = false;
    if (take_throw(play, line, bar, &made)) return made ? DECIDED : DECIDING_AGAIN;
    if (!read_move(play, line, bar, &move) || is_to_repeat(play, move, bar)) return DECIDING_AGAIN;
    play->warned = 0;
    return play_typed(play, ALEA_HOST, move, bar) ? DECIDED : DECIDING_AGAIN;
}

/* ---- Commands ------------------------------------------------------------------------------------------------------------------ */

/* "host MOVE", for a move that is called as a command is; alone it lists them. */
static enum deciding host(struct play *play, const char *rest) {
    if (*rest) return take_move(play, rest);
    struct alea_text page = cli_page(play->cli);
    cli_add(&page, play->cli, ALEA_LABEL_MASTER_MOVES, NULL);
    play_add_host_moves(play, &page);
    master_print(play, &page);
    return DECIDING_AGAIN;
}

static enum deciding preview(struct play *play, const char *rest) {
    char whole[CONSOLE_MAX_LINE + 2], line[CONSOLE_MAX_LINE + 1], note[ALEA_MAX_NOTE_BYTES + 1] = "";
    if (!join_line(play, rest, whole)) return DECIDING_AGAIN;
    const char *bar = cut_at_bar(whole, line);
    alea_move move;
    if (!*line) {
        cli_say(play->cli, ALEA_LABEL_PREVIEW_WHAT, NULL);
    } else if (read_move(play, line, bar, &move)) {
        if (bar) play_read_note(bar + 1, note);
        master_show_preview(play, move, *note ? note : NULL);
    }
    return DECIDING_AGAIN;
}

/* Why a move of the host's, or of the seat that is named first, is not allowed, and the rulings on that rule. */
static enum deciding why(struct play *play, const char *rest) {
    struct alea_error error = cli_error(play->cli);
    struct alea_text page = cli_page(play->cli), words = cli_page(play->cli), sentence = cli_page(play->cli);
    struct audience who;
    const char *behind;
    size_t n = master_word(rest, &behind);
    bool seat = *behind && master_read_audience(play, rest, n, &who) && who.seat;
    alea_move move;
    if (!*rest) {
        cli_add(&page, play->cli, ALEA_LABEL_WHY_WHAT, NULL);
    } else if (alea_move_read(play->rules, seat ? behind : rest, &move, &error)) {
        alea_text_add(&page, error.text);
    } else {
        alea_rule rule =
            play->game->why_not(play->rules->tables, alea_match_position(play->match), seat ? who.viewer : ALEA_HOST, move);
        alea_move_say(play->rules, move, &words);
        alea_rule_say(play->rules, rule, &sentence);
        if (rule) {
            cli_add(&page, play->cli, ALEA_LABEL_WHY_NOT, alea_text_str(&words), alea_rule_id(play->game, rule),
                    alea_text_str(&sentence), NULL);
            play_add_rulings(play, rule, &page);
        } else {
            cli_add(&page, play->cli, ALEA_LABEL_WHY_LEGAL, alea_text_str(&words), NULL);
        }
    }
    alea_text_clear(&words);
    alea_text_clear(&sentence);
    master_print(play, &page);
    return DECIDING_AGAIN;
}

static const struct play_command commands[] = {
    {ALEA_LABEL_COMMAND_LATE, ALEA_LABEL_COMMAND_LATE_HELP, false, master_late},
    {ALEA_LABEL_COMMAND_MAP, ALEA_LABEL_COMMAND_MAP_TRUE_HELP, false, master_map},
    {ALEA_LABEL_COMMAND_VIEW, ALEA_LABEL_COMMAND_VIEW_HELP, true, master_view},
    {ALEA_LABEL_COMMAND_VIEWS, ALEA_LABEL_COMMAND_VIEWS_HELP, false, master_views},
    {ALEA_LABEL_COMMAND_DIFF, ALEA_LABEL_COMMAND_DIFF_HELP, true, master_diff},
    {ALEA_LABEL_COMMAND_HOST, ALEA_LABEL_COMMAND_HOST_MASTER_HELP, true, host},
    {ALEA_LABEL_COMMAND_PREVIEW, ALEA_LABEL_COMMAND_PREVIEW_HELP, true, preview},
    {ALEA_LABEL_COMMAND_WHY, ALEA_LABEL_COMMAND_WHY_MASTER_HELP, true, why},
    {ALEA_LABEL_COMMAND_RULE, ALEA_LABEL_COMMAND_RULE_MASTER_HELP, true, master_rule},
    {ALEA_LABEL_COMMAND_RULINGS, ALEA_LABEL_COMMAND_RULINGS_HELP, false, play_rule},
    {ALEA_LABEL_COMMAND_SAY, ALEA_LABEL_COMMAND_SAY_HELP, true, master_say},
    {ALEA_LABEL_COMMAND_POSTS, ALEA_LABEL_COMMAND_POSTS_HELP, false, master_posts},
    {ALEA_LABEL_COMMAND_LOG, ALEA_LABEL_COMMAND_LOG_HELP, true, play_log},
    {ALEA_LABEL_COMMAND_SAVE, ALEA_LABEL_COMMAND_SAVE_HELP, true, play_keep},
    {ALEA_LABEL_COMMAND_HELP, ALEA_LABEL_COMMAND_HELP_HELP, false, play_help},
    {ALEA_LABEL_COMMAND_QUIT, ALEA_LABEL_COMMAND_QUIT_HELP, false, play_quit},
};

/* The commands, then the host's moves. */
static const char *offer(void *context, int n) {
    struct play *play = context;
    if (n < play->n_commands) return play_command_name(play, n);
    int legal = play->game->legal(play->rules->tables, alea_match_position(play->match), ALEA_HOST, play->other_legal);
    if (n - play->n_commands >= legal) return NULL;
    alea_text_clear(&play->offered);
    alea_move_write(play->rules, play->other_legal[n - play->n_commands], &play->offered);
    return alea_text_str(&play->offered);
}

/* ---- The session ------------------------------------------------------------------------------------------------------------------ */

/* Do the dice come from the seed of the file? */
static bool throws_itself(const struct play *play, bool table) {
    const struct alea_match_head *head = alea_match_head(play->match);
    bool waits = head->dice.beacon.named && !head->dice.beacon.out;
    table = table || alea_at_table(play->rules, alea_match_position(play->match));
    return head->dice_kind == ALEA_DICE_FAIR && head->has_seed && !waits && !table;
}

/* Throws what the seed throws; then who is to act: the host, or chance if its faces are typed. */
static bool ready(struct play *play, bool table) {
    while (alea_match_actors(play->match) == ALEA_ACTORS_CHANCE && throws_itself(play, table))
        if (!play_fair_roll(play)) return false;
    play->seat = alea_match_actors(play->match) == ALEA_ACTORS_CHANCE ? ALEA_CHANCE : ALEA_HOST;
    play->n_legal = 0;
    if (play->seat == ALEA_CHANCE) play_list_outcomes(play);
    return true;
}

static void tell_start(struct play *play) {
    struct alea_text page = cli_page(play->cli);
    alea_text_addf(&page, "%s\n", play->game->texts->title.in[play->cli->lang]);
    for (int seat = 0; seat < play->rules->seats; seat++) {
        alea_text_add(&page, seat ? ", " : "  ");
        tell_seat(play->match, seat, &page);
    }
    alea_text_add(&page, "\n");
    cli_add(&page, play->cli, ALEA_LABEL_MASTER_STARTED, play->save.path, cli_digits(alea_match_plies(play->match)).at,
            NULL);
    master_print(play, &page);
}

static enum cli_status leave(struct play *play, enum console_got why) {
    enum cli_status status = play_leave(play, why);
    return status == CLI_UNFINISHED && alea_match_actors(play->match) == ALEA_ACTORS_OVER ? CLI_FINE : status;
}

static enum deciding take_line(struct play *play) {
    const char *line = play->console.line;
    enum deciding result = DECIDING_AGAIN;
    if (!*line) return master_late(play, "");
    return play_command(play, line, &result) ? result : take_move(play, line);
}

static enum cli_status session(struct play *play, bool table) {
    enum console_got why = CONSOLE_LINE;
    enum deciding result = DECIDED;
    tell_start(play);
    while (true) {
        if (result == DECIDED) {
            bool fine = ready(play, table);
            play_news(play);
            if (!fine) return leave(play, CONSOLE_STOPPED);
            master_late(play, "");
        }
        if (!console_stopped() && !ferror(stdout)) why = console_read(&play->console);
        else why = CONSOLE_STOPPED;
        if (why != CONSOLE_LINE) return leave(play, why);
        result = take_line(play);
        if (result == LEAVING) return leave(play, CONSOLE_LINE);
    }
}

/* ---- The command ------------------------------------------------------------------------------------------------------------------- */

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND:
            if (!cli_only_one(args, &wishes->path)) return CLI_BAD;
            break;
        case OPT_DICE: wishes->dice = args->value; break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        default: return next;
        }
    }
    if (!cli_wanted(args->cli, wishes->path, ALEA_LABEL_FILE_WANTED)) return CLI_BAD;
    if (!wishes->dice || strcmp(wishes->dice, "seed") == 0 || strcmp(wishes->dice, "table") == 0) return CLI_END;
    cli_bad_usage(args->cli, ALEA_LABEL_BAD_MASTER_DICE, wishes->dice, NULL);
    return CLI_BAD;
}

static enum cli_status open_match(struct play *play, const struct wishes *wishes) {
    struct cli_match read;
    if (!wishes->path || strcmp(wishes->path, "-") == 0)
        return cli_bad_usage(play->cli, ALEA_LABEL_BAD_SAVE, wishes->path, NULL);
    if (!cli_match_read(play->cli, wishes->path, wishes->scenario, &read)) return CLI_WRONG;
    play->match = read.match;
    if (read.error.code) return cli_wrong_error(play->cli, &read.error);
    play->rules = alea_match_rules(play->match);
    play->game = play->rules->game;
    play->scenario = wishes->scenario;
    play->device = play->wanted = ALEA_NONE;
    play->seat = ALEA_HOST;
    play->commands = commands;
    play->n_commands = ALEA_LEN(commands);
    play->help = ALEA_LABEL_MASTER_HELP;
    play->left = ALEA_LABEL_MASTER_LEFT;
    alea_text_init(&play->offered, ALEA_MAX_LINE_BYTES, play->cli->lang);
    bool room = play_make_room(play);
    teller_clear(&play->teller[ALEA_MAX_SEATS]);
    if (!room || !teller_init(&play->teller[ALEA_MAX_SEATS], play->match, TELL_ALL))
        return cli_wrong(play->cli, ALEA_LABEL_NO_MEMORY, NULL);
    teller_seek(&play->teller[ALEA_MAX_SEATS], alea_match_plies(play->match));
    return save_choose(play->cli, &play->save, wishes->path, true) ? CLI_FINE : CLI_USAGE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {0};
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    struct play *play = calloc(1, sizeof *play);
    if (!play) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    play->cli = cli;
    enum cli_status status = open_match(play, &wishes);
    if (!status) {
        console_catch_signals();
        console_init(&play->console, cli);
        play->console.offer = offer;
        play->console.context = play;
        status = session(play, wishes.dice && strcmp(wishes.dice, "table") == 0);
        console_clear(&play->console);
    }
    play_clear(play);
    free(play);
    return status;
}

const struct cli_command cli_master = {
    .name = "master",
    .run = run,
    .summary = ALEA_LABEL_MASTER_SUMMARY,
    .usage = ALEA_LABEL_MASTER_USAGE,
    .about = ALEA_LABEL_MASTER_ABOUT,
    .example = ALEA_LABEL_MASTER_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
