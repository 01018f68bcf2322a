/* SPDX-License-Identifier: MIT */
/* commands.c - what can be typed besides moves. Each word is known in both languages, whatever the one of the session. */
#include <stdlib.h>
#include <string.h>

#include "casefold.h"
#include "explain.h"
#include "match.h"
#include "odds.h"
#include "play.h"
#include "text.h"

enum { LOG_PLIES = 40, FEW = 6 };

static void print_line(const struct play *play, struct alea_text *page) {
    alea_text_add(page, "\n");
    cli_print(play->cli, page);
}

/* ---- The commands ------------------------------------------------------------------------------------------------------ */

/* Of a move of another phase one asks just here. */
static bool asked_about(struct play *play, const char *words, alea_move *move, struct alea_text *page) {
    enum chosen chosen = play_choose(play, words, move, page);
    if (chosen == CHOSEN) return true;
    bool number = words[strspn(words, "0123456789")] == 0;
    if (chosen == AMBIGUOUS || number || play_throws(play) || !play_choose_any(play, words, move)) return false;
    alea_text_clear(page);
    *page = cli_page(play->cli);
    return true;
}

/* Makes the moves of a whole order, up to its last, on a copy of the seat's view: what comes after another order is not
 * looked at. Puts the first one that is refused, else the last, in *move, and its rule, or 0. False if the line is no order. */
static bool imagine(struct play *play, const char *line, alea_move *move, alea_rule *rule) {
    char order[CONSOLE_MAX_LINE + 1];
    snprintf(order, sizeof order, "%.*s", (int)strcspn(line, ";"), line);
    int n = play->seat == ALEA_CHANCE ? 0 : play_read_order(play, order, play->other_legal);
    if (n == 0) return false;
    int at;
    memcpy(play->other_view, play->view, play->game->position_size);
    *rule = alea_match_imagine(play->match, play->other_view, play->seat, play->other_legal, n, &at);
    *move = play->other_legal[at];
    return true;
}

/* What a line means that `why` asks about, and the rule against it. What can be done at once goes first, then whole orders. */
static bool judge(struct play *play, const char *words, alea_move *move, alea_rule *rule, bool *order,
                  struct alea_text *page) {
    const void *pos = play->seat == ALEA_CHANCE ? alea_match_position(play->match) : play->view;
    struct alea_text ignored = cli_page(play->cli);
    enum chosen chosen = play_choose(play, words, move, &ignored);
    alea_text_clear(&ignored);
    *rule = chosen == CHOSEN ? play->game->why_not(play->rules->tables, pos, play->seat, *move) : 0;
    if (chosen == CHOSEN && !*rule) return true;
    alea_move plain = *move;
    alea_rule against = *rule;
    *order = imagine(play, words, move, rule);
    if (*order) return true;
    *move = plain;
    *rule = against;
    if (chosen == CHOSEN) return true;
    if (!asked_about(play, words, move, page)) return false;
    *rule = play->game->why_not(play->rules->tables, pos, play->seat, *move);
    return true;
}

/* Why a move, or a whole order, is not legal: the rule's number and its sentence. */
static enum deciding why(struct play *play, const char *rest) {
    struct alea_text page = cli_page(play->cli), words = cli_page(play->cli), sentence = cli_page(play->cli);
    alea_move move = 0;
    alea_rule rule;
    bool order = false;
    if (!*rest) {
        cli_add(&page, play->cli, ALEA_LABEL_WHY_WHAT, NULL);
    } else if (judge(play, rest, &move, &rule, &order, &page)) {
        if (order && !rule) alea_text_add(&words, rest);
        else alea_move_say(play->rules, move, &words);
        alea_rule_say(play->rules, rule, &sentence);
        if (rule)
            cli_add(&page, play->cli, ALEA_LABEL_WHY_NOT, alea_text_str(&words), alea_rule_id(play->game, rule),
                    alea_text_str(&sentence), NULL);
        else cli_add(&page, play->cli, ALEA_LABEL_WHY_LEGAL, alea_text_str(&words), NULL);
        if (rule) play_add_rulings(play, rule, &page);
    }
    alea_text_clear(&words);
    alea_text_clear(&sentence);
    print_line(play, &page);
    return DECIDING_AGAIN;
}

/* Was that ply a forced one, made for the person? */
static bool was_forced(struct play *play, long ply) {
    int seat = alea_match_ply(play->match, ply)->seat;
    if (seat >= play->rules->seats) return false;
    alea_match_position_at(play->match, ply - 1, play->other_view);
    int n = play->game->legal(play->rules->tables, play->other_view, seat, play->other_legal);
    return alea_moves_forced(play->game, play->other_legal, n);
}

/* Takes back the last move that the person chose, and the forced ones behind it, which nobody chose; of a whole order all. */
static enum deciding undo(struct play *play, const char *rest) {
    (void)rest;
    struct alea_error error = cli_error(play->cli);
    int seat = play->seat == ALEA_CHANCE ? play->device : play->seat;
    enum alea_err failed = ALEA_OK;
    long plies = alea_match_plies(play->match), begin = plies == play->order_end ? play->order_begin : plies;
    bool more = true, undone = false;
    while (more && !failed) {
        plies = alea_match_plies(play->match);
        more = plies > 0 && was_forced(play, plies);
        failed = alea_match_undo(play->match, seat, &error);
        undone |= !failed;
        more |= plies - 1 > begin;
    }
    if (failed) {
        struct alea_text page = cli_page(play->cli);
        alea_text_add(&page, error.text);
        print_line(play, &page);
    } else {
        cli_say(play->cli, ALEA_LABEL_UNDONE, NULL);
    }
    if (!undone) return DECIDING_AGAIN;
    plies = alea_match_plies(play->match);
    for (int i = 0; i <= ALEA_MAX_SEATS; i++)
        if (play->teller[i].pos && play->teller[i].ply > plies) teller_seek(&play->teller[i], plies);
    save_match(play->cli, &play->save, play->match);
    play->unsaved = false;
    return DECIDED;
}

static enum deciding map(struct play *play, const char *rest) {
    (void)rest;
    play_show_board(play);
    return DECIDING_AGAIN;
}

/* The map as a table of places and their neighbours; the board, if that says it all. */
static enum deciding places(struct play *play, const char *rest) {
    if (!play->game->words.places) return map(play, rest);
    struct alea_text page = cli_page(play->cli);
    int viewer = play_viewer(play);
    alea_match_view(play->match, viewer, play->other_view);
    play->game->words.places(play->rules->tables, play->other_view, viewer, &page);
    cli_print(play->cli, &page);
    return DECIDING_AGAIN;
}

static enum deciding hand(struct play *play, const char *rest) {
    (void)rest;
    struct alea_text page = cli_page(play->cli);
    int viewer = play_viewer(play);
    if (viewer != ALEA_NONE) {
        alea_match_view(play->match, viewer, play->other_view);
        alea_hand(play->rules, play->other_view, viewer, &page);
    }
    if (page.len == 0) cli_add(&page, play->cli, ALEA_LABEL_NO_HAND, NULL), alea_text_add(&page, "\n");
    cli_print(play->cli, &page);
    return DECIDING_AGAIN;
}

/* Of the attack at hand, or of one that is entered here as a whole order and not made. */
static enum deciding odds(struct play *play, const char *rest) {
    struct alea_text page = cli_page(play->cli);
    int viewer = play_viewer(play);
    alea_move move;
    alea_rule rule = 0;
    if (!*rest || !imagine(play, rest, &move, &rule)) alea_match_view(play->match, viewer, play->other_view);
    if (rule) return why(play, rest);
    if (!odds_say_at_hand(&(struct odds_asker){play->rules, play->other_view, viewer, 0}, &page)) {
        alea_text_clear(&page);
        cli_add(&page, play->cli, ALEA_LABEL_NO_ODDS, NULL);
        alea_text_add(&page, "\n");
    }
    cli_print(play->cli, &page);
    return DECIDING_AGAIN;
}

/* What a bot would do here and why, from what the seat sees; with words, what it thinks of that move. */
static enum deciding explain_choice(struct play *play, const char *rest) {
    struct alea_text page = cli_page(play->cli);
    struct explanation told;
    struct explain_wish wish = {.rules = play->rules, .view = play->view, .seat = play->seat, .stop = console_stop()};
    alea_rule rule = 0;
    bool order = false, chance = play->seat == ALEA_CHANCE || play->seat == ALEA_HOST;
    if (chance) cli_add(&page, play->cli, ALEA_LABEL_EXPLAIN_NOTHING, NULL);
    else if (*rest && judge(play, rest, &wish.move, &rule, &order, &page) && (rule || order)) return why(play, rest);
    else if (!*rest || wish.move) {
        if (explain(&wish, &told)) explain_say(play->rules, &told, &page);
        else cli_add(&page, play->cli, ALEA_LABEL_NO_MEMORY, NULL);
        cli_print(play->cli, &page);
        return DECIDING_AGAIN;
    }
    print_line(play, &page);
    return DECIDING_AGAIN;
}

static bool read_count(const struct play *play, const char *words, long *n) {
    struct alea_text page = cli_page(play->cli);
    *n = strlen(words) < 9 && !words[strspn(words, "0123456789")] ? strtol(words, NULL, 10) : 0;
    if (*n > 0) return true;
    cli_add(&page, play->cli, ALEA_LABEL_LOG_WHAT, words, NULL);
    print_line(play, &page);
    return false;
}

enum deciding play_log(struct play *play, const char *rest) {
    struct teller teller;
    struct alea_text page = cli_page(play->cli);
    long plies = alea_match_plies(play->match), n = LOG_PLIES;
    if (*rest && !read_count(play, rest, &n)) return DECIDING_AGAIN;
    if (teller_init(&teller, play->match, play_teller(play)->viewer)) {
        teller.numbered = true;
        teller_seek(&teller, n > 0 && n < plies ? plies - n : 0);
        teller_tell(&teller, plies, &page);
    }
    teller_clear(&teller);
    if (page.len == 0) cli_add(&page, play->cli, ALEA_LABEL_NO_LOG, NULL), alea_text_add(&page, "\n");
    cli_print(play->cli, &page);
    return DECIDING_AGAIN;
}

enum deciding play_keep(struct play *play, const char *rest) {
    const char *path = *rest ? rest : play->save.path;
    struct save other = {0}, *save = &play->save;
    if (strcmp(path, play->save.path) != 0) {
        save = &other;
        if (!save_choose(play->cli, &other, path, false)) return DECIDING_AGAIN;
    }
    save_match(play->cli, save, play->match);
    if (!save->failed) cli_say(play->cli, ALEA_LABEL_SAVED, path, NULL);
    return DECIDING_AGAIN;
}

static void list_host_move(struct play *play, int i, struct alea_text *page) {
    alea_text_add(page, "\n  ");
    alea_move_write(play->rules, play->other_legal[i], page);
    alea_text_add(page, " - ");
    alea_move_say(play->rules, play->other_legal[i], page);
}

/* Of many of a kind the first and the last. Which numbers there are may tell of what the one at the screen can't see. */
void play_add_host_moves(struct play *play, struct alea_text *page) {
    int n = play->game->legal(play->rules->tables, alea_match_position(play->match), ALEA_HOST, play->other_legal);
    for (int i = 0, end; i < n; i = end) {
        unsigned verb = alea_move_verb(play->other_legal[i]);
        for (end = i + 1; end < n && alea_move_verb(play->other_legal[end]) == verb; end++) {}
        bool number = play->game->texts->verbs[verb].set == ALEA_SET_NUMBER;
        for (int one = i; one < end && !number && end - i <= FEW; one++) list_host_move(play, one, page);
        if (number) alea_text_addf(page, "\n  %s N", play->game->texts->verbs[verb].token);
        else if (end - i > FEW) list_host_move(play, i, page), alea_text_add(page, "\n  ...");
        if (!number && end - i > FEW) list_host_move(play, end - 1, page);
    }
    alea_text_add(page, "\n  rewind N | ...");
}

static void list_host_moves(struct play *play, struct alea_text *page) {
    cli_add(page, play->cli, ALEA_LABEL_HOST_MOVES, NULL);
    play_add_host_moves(play, page);
    print_line(play, page);
}

/* "host resign B | had to leave": what no seat may do, with a reason that stays in the record. */
static enum deciding host(struct play *play, const char *rest) {
    struct alea_text page = cli_page(play->cli);
    struct alea_error error = cli_error(play->cli);
    char words[CONSOLE_MAX_LINE + 1];
    alea_move move;
    const char *bar = strchr(rest, '|');
    snprintf(words, sizeof words, "%.*s", bar ? (int)(bar - rest) : (int)strlen(rest), rest);
    if (!*words) {
        list_host_moves(play, &page);
        return DECIDING_AGAIN;
    }
    if (alea_move_read(play->rules, words, &move, &error)) {
        alea_text_addf(&page, "%s\n", error.text);
        list_host_moves(play, &page);
        return DECIDING_AGAIN;
    }
    if (alea_match_wants_reason(play->match, ALEA_HOST, move, bar ? bar + 1 : NULL, &error)) {
        alea_text_addf(&page, "%s\n", error.text);
        cli_print(play->cli, &page);
        return DECIDING_AGAIN;
    }
    return play_typed(play, ALEA_HOST, move, bar) ? DECIDED : DECIDING_AGAIN;
}

/* Where several may move at the same time: the screen goes to another of them. */
static enum deciding turn(struct play *play, const char *rest) {
    alea_actors movers = alea_movers(play->rules, alea_match_position(play->match));
    struct alea_text page = cli_page(play->cli);
    int wanted = alea_seat_read(rest);
    if (wanted >= 0 && wanted < play->rules->seats && movers & alea_actor(wanted) && !play->bot[wanted].bot) {
        play->wanted = wanted;
        play->wanted_at = alea_match_plies(play->match);
        return DECIDED;
    }
    cli_add(&page, play->cli, ALEA_LABEL_TURN_WHOSE, NULL);
    for (int seat = 0; seat < play->rules->seats; seat++) {
        if (!(movers & alea_actor(seat)) || play->bot[seat].bot) continue;
        alea_text_add(&page, " ");
        alea_text_seat(&page, seat);
    }
    print_line(play, &page);
    return DECIDING_AGAIN;
}

enum deciding play_quit(struct play *play, const char *rest) {
    (void)play;
    (void)rest;
    return LEAVING;
}

/* ---- Rules and rulings --------------------------------------------------------------------------------------------------- */

/* [INC-TABLE-17] */
static void add_ruling(const struct play *play, const struct alea_ruling *ruling, long post, struct alea_text *page) {
    struct alea_text question = cli_page(play->cli), number = cli_page(play->cli);
    const alea_actors to = alea_match_post_at(play->match, post)->to;
    alea_text_addf(&question, "%.*s", ruling->n_question, ruling->question);
    alea_text_addf(&number, "%ld", alea_ruling_number(play->match, post));
    if (to != ALEA_EVERYBODY) {
        alea_text_add(&number, " (");
        tell_readers(play->match, to, &number);
        alea_text_add(&number, ")");
    }
    alea_text_add(page, "\n  ");
    cli_add(page, play->cli, ALEA_LABEL_RULING, alea_text_str(&number), ruling->date, alea_rule_id(play->game, ruling->rule),
            alea_text_str(&question), NULL);
    for (const char *at = ruling->answer; *at;) {
        int n = (int)strcspn(at, "\n");
        alea_text_addf(page, "\n    %.*s", n, at);
        at += n + (at[n] == '\n');
    }
    alea_text_clear(&number);
    alea_text_clear(&question);
}

/* Who reads them: the Master all, else who sits there. */
static int reader(const struct play *play) {
    return play->teller[ALEA_MAX_SEATS].viewer == TELL_ALL ? ALEA_HOST : play_viewer(play);
}

void play_add_rulings(const struct play *play, alea_rule rule, struct alea_text *page) {
    struct alea_ruling ruling;
    long post = 0;
    while ((post = alea_match_ruling(play->match, rule, reader(play), post, &ruling))) add_ruling(play, &ruling, post, page);
}

enum deciding play_rule(struct play *play, const char *rest) {
    struct alea_text page = cli_page(play->cli);
    struct alea_error error = cli_error(play->cli);
    alea_rule rule = 0;
    if (*rest && alea_rule_read(play->rules, rest, &rule, &error)) {
        alea_text_add(&page, error.text);
    } else {
        if (rule) {
            alea_text_addf(&page, "%s: ", alea_rule_id(play->game, rule));
            alea_rule_say(play->rules, rule, &page);
        }
        size_t before = page.len;
        play_add_rulings(play, rule, &page);
        if (page.len == before) {
            if (rule) alea_text_add(&page, "\n  ");
            cli_add(&page, play->cli, ALEA_LABEL_NO_RULINGS, NULL);
        } else if (!rule) { /* no empty line above the first */
            struct alea_text lines = page;
            page = cli_page(play->cli);
            alea_text_add(&page, alea_text_str(&lines) + 1);
            alea_text_clear(&lines);
        }
    }
    print_line(play, &page);
    return DECIDING_AGAIN;
}

/* ---- Their table ------------------------------------------------------------------------------------------------------- */

const struct play_command play_commands[] = {
    {ALEA_LABEL_COMMAND_WHY, ALEA_LABEL_COMMAND_WHY_HELP, true, why},
    {ALEA_LABEL_COMMAND_UNDO, ALEA_LABEL_COMMAND_UNDO_HELP, false, undo},
    {ALEA_LABEL_COMMAND_MAP, ALEA_LABEL_COMMAND_MAP_HELP, false, map},
    {ALEA_LABEL_COMMAND_PLACES, ALEA_LABEL_COMMAND_PLACES_HELP, false, places},
    {ALEA_LABEL_COMMAND_HAND, ALEA_LABEL_COMMAND_HAND_HELP, false, hand},
    {ALEA_LABEL_COMMAND_ODDS, ALEA_LABEL_COMMAND_ODDS_HELP, true, odds},
    {ALEA_LABEL_COMMAND_EXPLAIN, ALEA_LABEL_COMMAND_EXPLAIN_HELP, true, explain_choice},
    {ALEA_LABEL_COMMAND_LOG, ALEA_LABEL_COMMAND_LOG_HELP, true, play_log},
    {ALEA_LABEL_COMMAND_SAVE, ALEA_LABEL_COMMAND_SAVE_HELP, true, play_keep},
    {ALEA_LABEL_COMMAND_HOST, ALEA_LABEL_COMMAND_HOST_HELP, true, host},
    {ALEA_LABEL_COMMAND_TURN, ALEA_LABEL_COMMAND_TURN_HELP, true, turn},
    {ALEA_LABEL_COMMAND_RULE, ALEA_LABEL_COMMAND_RULE_HELP, true, play_rule},
    {ALEA_LABEL_COMMAND_HELP, ALEA_LABEL_COMMAND_HELP_HELP, false, play_help},
    {ALEA_LABEL_COMMAND_QUIT, ALEA_LABEL_COMMAND_QUIT_HELP, false, play_quit},
};
const int play_n_commands = ALEA_LEN(play_commands);

enum deciding play_help(struct play *play, const char *rest) {
    (void)rest;
    struct alea_text page = cli_page(play->cli);
    cli_add(&page, play->cli, play->help, NULL);
    alea_text_add(&page, "\n");
    if (play->game->words.order && play->seat != ALEA_HOST) {
        cli_add(&page, play->cli, ALEA_LABEL_ORDER_HELP, NULL);
        alea_text_addf(&page, "\n%s\n", play->game->texts->labels[play->game->words.order_help].in[play->cli->lang]);
    }
    for (size_t i = 0; i < (size_t)play->n_commands; i++) {
        const char *words = cli_words(play->cli, play->commands[i].help), *bar = strchr(words, '|');
        size_t from = page.len;
        alea_text_addf(&page, "  %.*s", (int)(bar - words), words);
        alea_text_fill(&page, from, 22);
        alea_text_addf(&page, "%s\n", bar + 1);
    }
    cli_print(play->cli, &page);
    return DECIDING_AGAIN;
}

const char *play_command_name(const struct play *play, int n) {
    return n < play->n_commands ? cli_words(play->cli, play->commands[n].name) : NULL;
}

static bool is_name(const struct play_command *command, const char *word) {
    for (int lang = 0; lang < ALEA_LANGS; lang++)
        if (casefold_same(alea_texts.labels[command->name].in[lang], word)) return true;
    return command->run == play_help && strcmp(word, "?") == 0;
}

bool play_command(struct play *play, const char *line, enum deciding *result) {
    char word[64];
    size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    for (int i = 0; i < play->n_commands; i++) {
        const struct play_command *command = &play->commands[i];
        if (!is_name(command, word) || (*rest && !command->takes_words)) continue;
        *result = command->run(play, rest);
        return true;
    }
    return false;
}
