/* SPDX-License-Identifier: MIT */
/* decide.c - one decision of a person: what is new, the board, the choices, and the lines typed until one is a move. */
#include <stdlib.h>
#include <string.h>

#include "odds.h"
#include "play.h"

/* ---- The board ------------------------------------------------------------------------------------------------------- */

static bool has_line(const char *text, const char *line, size_t n) {
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        if (length == n && memcmp(at, line, n) == 0) return true;
        at += length + (at[length] == '\n');
    }
    return false;
}

/* Collects the lines that were not there before; false if more than one in `times` is new: then the whole says it better. */
static bool differences(const char *before, const char *after, int times, struct alea_text *page) {
    int lines = 0, changed = 0;
    for (const char *at = after; *at; lines++) {
        size_t n = strcspn(at, "\n");
        if (n > 0 && !has_line(before, at, n)) {
            alea_text_addf(page, "%.*s\n", (int)n, at);
            changed++;
        }
        at += n + (at[n] == '\n');
    }
    return times * changed <= lines;
}

static struct alea_text board_now(struct play *play) {
    struct alea_text board = cli_page(play->cli);
    int viewer = play_viewer(play);
    alea_match_view(play->match, viewer, play->other_view);
    alea_board(play->rules, play->other_view, viewer, &board);
    return board;
}

static struct alea_text hand_now(struct play *play) {
    struct alea_text hand = cli_page(play->cli);
    if (play_viewer(play) == ALEA_NONE) return hand;
    alea_match_view(play->match, play_viewer(play), play->other_view);
    alea_hand(play->rules, play->other_view, play_viewer(play), &hand);
    return hand;
}

static void show_whole(struct play *play) {
    struct alea_text page = cli_page(play->cli);
    alea_text_add(&page, "\n");
    alea_text_add(&page, alea_text_str(&play->board));
    cli_print(play->cli, &page);
}

void play_show_board(struct play *play) {
    alea_text_clear(&play->board);
    play->board = board_now(play);
    show_whole(play);
}

/* The whole board the first time, and when much has changed; else the lines that have changed. */
void play_show_board_news(struct play *play) {
    struct alea_text before = play->board, page = cli_page(play->cli);
    play->board = board_now(play);
    const char *now = alea_text_str(&play->board);
    cli_add(&page, play->cli, ALEA_LABEL_BOARD_CHANGED, NULL);
    alea_text_add(&page, "\n");
    if (strcmp(alea_text_str(&before), now) == 0) alea_text_clear(&page);
    else if (before.len > 0 && differences(alea_text_str(&before), now, 3, &page)) cli_print(play->cli, &page);
    else show_whole(play);
    alea_text_clear(&page);
    alea_text_clear(&before);
}

/* The whole hand the first time, and when much has changed; else the lines that have changed. */
static void show_hand_news(struct play *play) {
    struct alea_text before = play->hand, page = cli_page(play->cli);
    play->hand = hand_now(play);
    const char *now = alea_text_str(&play->hand);
    if (strcmp(alea_text_str(&before), now) == 0) alea_text_clear(&page);
    else if (!before.len || !differences(alea_text_str(&before), now, 2, &page)) {
        alea_text_clear(&page);
        page = cli_page(play->cli);
        alea_text_add(&page, now);
    }
    cli_print(play->cli, &page);
    alea_text_clear(&before);
}

/* ---- The choices ------------------------------------------------------------------------------------------------------- */

static void add_cell(struct play *play, int choice, struct odds_wins *wins, struct alea_text *cell) {
    *cell = cli_page(play->cli);
    alea_text_addf(cell, "%3d) ", choice + 1);
    alea_move_say(play->rules, play->legal[choice], cell);
    if (play->seat != ALEA_CHANCE) {
        struct alea_text remark = cli_page(play->cli);
        odds_say_remark(&(struct odds_asker){play->rules, play->view, play->seat, play->legal[choice]}, wins, &remark);
        if (remark.len) alea_text_addf(cell, " (%s)", alea_text_str(&remark));
        alea_text_clear(&remark);
    }
}

/* What is to be feared of the move; empty if nothing is. */
static struct alea_text warning_of(const struct play *play, alea_move move) {
    struct alea_text warning = cli_page(play->cli);
    if (play->game->words.warn && play->seat != ALEA_CHANCE)
        play->game->words.warn(play->rules->tables, play->view, play->seat, move, &warning);
    return warning;
}

static void add_warning(struct play *play, int choice, struct alea_text *page) {
    struct alea_text warning = warning_of(play, play->legal[choice]);
    if (warning.len) alea_text_addf(page, "     ! %s\n", alea_text_str(&warning));
    alea_text_clear(&warning);
}

/* In columns that read downwards, when one choice a line would push all else off the screen. */
static void add_columns(struct play *play, struct odds_wins *wins, struct alea_text *page) {
    struct alea_text *cell = calloc((size_t)play->n_legal, sizeof *cell);
    const char **words = calloc((size_t)play->n_legal, sizeof *words);
    for (int i = 0; cell && words && i < play->n_legal; i++) {
        add_cell(play, i, wins, &cell[i]);
        struct alea_text warning = warning_of(play, play->legal[i]);
        if (warning.len) alea_text_add(&cell[i], " !");
        alea_text_clear(&warning);
        words[i] = alea_text_str(&cell[i]);
    }
    if (cell && words) cli_lay_out(page, words, play->n_legal, cli_screen_width());
    for (int i = 0; cell && i < play->n_legal; i++) alea_text_clear(&cell[i]);
    free(words);
    free(cell);
}

static void add_lines(struct play *play, struct odds_wins *wins, struct alea_text *page) {
    for (int i = 0; i < play->n_legal; i++) {
        struct alea_text cell;
        add_cell(play, i, wins, &cell);
        alea_text_add(page, alea_text_str(&cell));
        alea_text_add(page, "\n");
        alea_text_clear(&cell);
        add_warning(play, i, page);
    }
}

static void add_choices(struct play *play, struct alea_text *page) {
    struct odds_wins wins = {.question = NULL};
    if (play->cli->terminal && play->n_legal > cli_screen_height() / 2) add_columns(play, &wins, page);
    else add_lines(play, &wins, page);
    odds_wins_clear(&wins);
}

static void add_throw(struct play *play, struct alea_text *page) {
    struct alea_text example = cli_page(play->cli);
    alea_move_write(play->rules, play->legal[0], &example);
    cli_add(page, play->cli, ALEA_LABEL_TYPE_THROW, alea_text_str(&example), NULL);
    alea_text_add(page, "\n");
    alea_text_clear(&example);
}

void play_show_choices(struct play *play) {
    struct alea_text page = cli_page(play->cli);
    alea_text_add(&page, "\n");
    if (play->seat == ALEA_CHANCE) {
        cli_add(&page, play->cli, ALEA_LABEL_CHANCE_PROMPT, NULL);
    } else {
        tell_seat(play->match, play->seat, &page);
        alea_text_add(&page, ": ");
        alea_prompt(play->rules, play->view, play->seat, &page);
    }
    alea_text_add(&page, "\n");
    if (play_throws(play)) add_throw(play, &page);
    else add_choices(play, &page);
    if (!play->n_legal) cli_add(&page, play->cli, ALEA_LABEL_HOST_DECIDES, NULL), alea_text_add(&page, "\n");
    cli_print(play->cli, &page);
}

/* ---- The device ---------------------------------------------------------------------------------------------------------- */

/* Do two people see the same? */
static bool same_view(struct play *play, int a, int b) {
    alea_match_view(play->match, a, play->view);
    alea_match_view(play->match, b, play->other_view);
    return memcmp(play->view, play->other_view, play->game->position_size) == 0;
}

/* The one before still sits there: nothing of the next one's choices is offered, nothing typed before comes back. */
static enum console_got wait_behind_curtain(struct console *console) {
    const char *(*offer)(void *, int) = console->offer;
    console_forget(console);
    console->offer = NULL;
    enum console_got got = console_read(console);
    console->offer = offer;
    return got;
}

/* Clears the screen, and waits until the next person says that it is theirs. From a pipe, a line says so. */
static bool show_curtain(struct play *play, enum console_got *why) {
    struct alea_text page = cli_page(play->cli), who = cli_page(play->cli);
    bool somebody = play->console.interactive;
    tell_seat(play->match, play->seat, &who);
    if (somebody) alea_text_add(&page, "\033[H\033[2J\033[3J");
    cli_add(&page, play->cli, somebody ? ALEA_LABEL_PASS_AND_PRESS : ALEA_LABEL_PASS, alea_text_str(&who), NULL);
    alea_text_add(&page, "\n");
    cli_print(play->cli, &page);
    alea_text_clear(&who);
    *why = somebody ? wait_behind_curtain(&play->console) : CONSOLE_LINE;
    return *why == CONSOLE_LINE;
}

/* Hands the screen to the next person. What the one before may know alone is taken off it first; whoever sits there as the
 * session begins knows what everybody knows. What the last move caused is told to its maker when the screen comes back, since
 * here it would be wiped off at once; a pipe is never wiped. */
static bool pass_device(struct play *play, enum console_got *why) {
    int before = play->device;
    if (play->seat == ALEA_CHANCE || before == play->seat) return true;
    bool hide = play->secrets && !same_view(play, before, play->seat);
    alea_match_view(play->match, play->seat, play->view);
    if (hide && play->console.interactive) play_save(play);
    else if (hide) play_news(play);
    else if (before != ALEA_NONE && play->teller[before].ply > play->teller[play->seat].ply)
        teller_seek(&play->teller[play->seat], play->teller[before].ply); /* it stands on the screen already */
    play->device = play->seat;
    alea_text_clear(&play->hand);
    if (!hide) return true;
    alea_text_clear(&play->board);
    return show_curtain(play, why);
}

/* ---- The decision -------------------------------------------------------------------------------------------------------- */

static bool is_legal(const struct play *play, alea_move move) {
    for (int i = 0; i < play->n_legal; i++)
        if (play->legal[i] == move) return true;
    return false;
}

/* At a terminal a move with a warning is made when it is typed a second time; in columns only a sign has told of it by then. */
static bool is_to_repeat(struct play *play, alea_move move) {
    if (!play->console.interactive || play->warned == move) return false;
    struct alea_text warning = warning_of(play, move);
    play->warned = warning.len ? move : 0;
    if (play->warned) cli_say(play->cli, ALEA_LABEL_WARNED, alea_text_str(&warning), NULL);
    alea_text_clear(&warning);
    return play->warned != 0;
}

/* The line as a move, or else as a whole order: what can be done at once goes first, what can't be done at all last. */
static bool take_move(struct play *play, const char *typed, struct alea_text *page) {
    char line[CONSOLE_MAX_LINE + 1];
    const char *bar = strchr(typed, '|'); /* behind it a note may stand */
    int length = bar ? (int)(bar - typed) : (int)strlen(typed);
    while (length > 0 && typed[length - 1] == ' ') length--;
    snprintf(line, sizeof line, "%.*s", length, typed);
    alea_move move;
    enum chosen chosen = play_choose(play, line, &move, page);
    bool throw = play->seat == ALEA_CHANCE;
    int n = throw || (chosen == CHOSEN && is_legal(play, move)) ? 0 : play_read_order(play, line, play->other_legal);
    if (n > 0) {
        alea_text_clear(page);
        return play_order(play, play->seat, play->other_legal, n);
    }
    /* What the match's own dice did not throw is the host's word. */
    bool fair = alea_match_head(play->match)->dice_kind == ALEA_DICE_FAIR;
    int seat = throw &&fair ? ALEA_HOST : play->seat;
    if (chosen == CHOSEN) return !is_to_repeat(play, move) && play_typed(play, seat, move, bar);
    alea_text_add(page, "\n");
    cli_print(play->cli, page);
    return false;
}

static enum deciding take_line(struct play *play, const char *line) {
    enum deciding result = DECIDING_AGAIN;
    struct alea_text page = cli_page(play->cli);
    if (!*line) play_show_choices(play);
    else if (!play_command(play, line, &result) && take_move(play, line, &page)) result = DECIDED;
    alea_text_clear(&page);
    return result;
}

enum deciding play_decide(struct play *play, enum console_got *why) {
    enum deciding result = DECIDING_AGAIN;
    if (!pass_device(play, why)) return LEAVING;
    play->warned = 0;
    play_news(play);
    play_show_board_news(play);
    if (play->seat != ALEA_CHANCE) show_hand_news(play);
    play_show_choices(play);
    while (result == DECIDING_AGAIN) {
        *why = console_read(&play->console);
        if (*why != CONSOLE_LINE) return LEAVING;
        result = take_line(play, play->console.line);
        if (result == DECIDING_AGAIN && (console_stopped() || ferror(stdout))) {
            *why = CONSOLE_STOPPED;
            return LEAVING;
        }
    }
    return result;
}
