/* SPDX-License-Identifier: MIT */
/* master_show.c - what the Master looks at: who is late, the true board beside what each side sees, and what a move would tell. */
#include <stdlib.h>
#include <string.h>

#include "master.h"
#include "text.h"

enum { GAP = 3 };

/* ---- Who is late --------------------------------------------------------------------------------------------------------- */

static void add_window(const struct play *play, struct alea_text *page) {
    const struct alea_game_campaign *campaign = &play->game->campaign;
    struct alea_window window;
    if (!campaign->window || !campaign->window(play->rules->tables, alea_match_position(play->match), &window)) return;
    struct alea_text name = cli_page(play->cli);
    alea_name_say(play->rules, window.set, window.name, &name);
    cli_add(page, play->cli, ALEA_LABEL_MASTER_WINDOW, alea_text_str(&name), NULL);
    char time[8];
    snprintf(time, sizeof time, "%02d:%02d", window.closes / 60 % 24, window.closes % 60);
    if (window.paused) cli_add(page, play->cli, ALEA_LABEL_MASTER_PAUSED, NULL);
    else if (window.closes >= 0) cli_add(page, play->cli, ALEA_LABEL_MASTER_CLOSES, time, NULL);
    alea_text_add(page, "\n");
    alea_text_clear(&name);
}

static void add_waited(const struct play *play, struct alea_text *page) {
    alea_actors actors = alea_match_actors(play->match);
    if (actors == ALEA_ACTORS_OVER) {
        tell_result(play->match, page);
    } else if (actors == ALEA_ACTORS_CHANCE) {
        cli_add(page, play->cli, ALEA_LABEL_CHANCE_PROMPT, NULL);
    } else if (actors == ALEA_ACTORS_HOST) {
        cli_add(page, play->cli, ALEA_LABEL_MASTER_DECIDES, NULL);
    } else {
        cli_add(page, play->cli, ALEA_LABEL_MASTER_WAITED, NULL);
        const char *before = " ";
        for (int seat = 0; seat < play->rules->seats; seat++) {
            if (!(actors & alea_actor(seat))) continue;
            alea_text_add(page, before);
            tell_seat(play->match, seat, page);
            before = ", ";
        }
    }
    if (page->at[page->len - 1] != '\n') alea_text_add(page, "\n");
}

/* A question to one person: who, what, the answer so far, and the move that records a yes given elsewhere. */
static void add_consent(const struct play *play, const struct alea_consent *consent, int i, struct alea_text *page) {
    static const int answers[] = {ALEA_LABEL_MASTER_ASKED, ALEA_LABEL_MASTER_SAID_YES, ALEA_LABEL_MASTER_SAID_NO};
    struct alea_text who = cli_page(play->cli), words = cli_page(play->cli), move = cli_page(play->cli);
    tell_seat(play->match, consent->seat, &who);
    if (play->game->campaign.consent_words)
        play->game->campaign.consent_words(play->rules->tables, alea_match_position(play->match), i, &words);
    alea_text_add(page, "  ");
    cli_add(page, play->cli, answers[consent->answer], alea_text_str(&who), alea_text_str(&words), NULL);
    if (consent->recorded) cli_add(page, play->cli, ALEA_LABEL_MASTER_RECORDED, NULL);
    alea_text_add(page, "\n");
    if (consent->answer == ALEA_CONSENT_OPEN && consent->record_for) {
        alea_move_write(play->rules, consent->record_for, &move);
        alea_text_add(page, "    ");
        cli_add(page, play->cli, ALEA_LABEL_MASTER_TO_RECORD, alea_text_str(&move), NULL);
        alea_text_add(page, "\n");
    }
    alea_text_clear(&who);
    alea_text_clear(&words);
    alea_text_clear(&move);
}

enum deciding master_late(struct play *play, const char *rest) {
    (void)rest;
    struct alea_text page = cli_page(play->cli);
    struct alea_consent consent;
    add_window(play, &page);
    add_waited(play, &page);
    for (int i = 0; play->game->campaign.consent &&
                    play->game->campaign.consent(play->rules->tables, alea_match_position(play->match), i, &consent);
         i++)
        add_consent(play, &consent, i, &page);
    master_print(play, &page);
    return DECIDING_AGAIN;
}

/* ---- Boards ---------------------------------------------------------------------------------------------------------------- */

/* The position that the viewer sees, a seat or ALEA_NONE; TELL_ALL: the true one. */
static const void *seen_by(struct play *play, int viewer) {
    if (viewer == TELL_ALL) return alea_match_position(play->match);
    alea_match_view(play->match, viewer, play->other_view);
    return play->other_view;
}

static struct alea_text board_of(struct play *play, int viewer) {
    struct alea_text page = cli_page(play->cli);
    const void *view = seen_by(play, viewer);
    alea_board(play->rules, view, viewer == TELL_ALL ? ALEA_HOST : viewer, &page);
    if (viewer != TELL_ALL && viewer != ALEA_NONE) alea_hand(play->rules, view, viewer, &page);
    return page;
}

/* The table of places says more in a line than the board; where there is none the board says it all. */
static struct alea_text places_of(struct play *play, int viewer) {
    if (!play->game->words.places) return board_of(play, viewer);
    struct alea_text page = cli_page(play->cli);
    play->game->words.places(play->rules->tables, seen_by(play, viewer), viewer == TELL_ALL ? ALEA_HOST : viewer, &page);
    return page;
}

/* The side's name, where the game has some, else who sits there. */
static struct alea_text title_of(const struct play *play, int side) {
    struct alea_text title = cli_page(play->cli);
    if (play->game->seat_set) alea_name_say(play->rules, play->game->seat_set, side, &title);
    else tell_seat(play->match, side, &title);
    return title;
}

enum deciding master_map(struct play *play, const char *rest) {
    (void)rest;
    struct alea_text board = board_of(play, TELL_ALL);
    if (play->game->words.places) {
        struct alea_text places = places_of(play, TELL_ALL);
        alea_text_add(&board, "\n");
        alea_text_add(&board, alea_text_str(&places));
        alea_text_clear(&places);
    }
    master_print(play, &board);
    return DECIDING_AGAIN;
}

/* Whose eyes a command asks for; false after saying whose there are. */
static bool wanted(struct play *play, const char *rest, struct audience *who) {
    if (*rest && master_read_audience(play, rest, strlen(rest), who)) return true;
    char last[3];
    alea_seat_letters(play->rules->seats - 1, last);
    cli_say(play->cli, ALEA_LABEL_MASTER_WHOSE, last, NULL);
    return false;
}

enum deciding master_view(struct play *play, const char *rest) {
    struct audience who;
    if (!wanted(play, rest, &who)) return DECIDING_AGAIN;
    struct alea_text board = board_of(play, who.viewer);
    master_print(play, &board);
    return DECIDING_AGAIN;
}

static int widest_line(const char *text) {
    int widest = 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        int columns = alea_text_columns(text, n);
        if (columns > widest) widest = columns;
        text += n + (text[n] == '\n');
    }
    return widest;
}

/* Adds the next line of a text, without its newline, and goes behind it. */
static void add_line(struct alea_text *page, const char **text) {
    size_t n = strcspn(*text, "\n");
    alea_text_addf(page, "%.*s", (int)n, *text);
    *text += n + ((*text)[n] == '\n');
}

static void add_beside(const struct alea_text board[2], int width, struct alea_text *page) {
    const char *left = alea_text_str(&board[0]), *right = alea_text_str(&board[1]);
    while (*left || *right) {
        size_t from = page->len;
        add_line(page, &left);
        if (*right) alea_text_fill(page, from, width + GAP);
        add_line(page, &right);
        alea_text_add(page, "\n");
    }
}

/* Two boards side by side where the screen is that wide, else all of them one after the other. A side begins with its first seat. */
enum deciding master_views(struct play *play, const char *rest) {
    (void)rest;
    struct alea_text page = cli_page(play->cli), board[ALEA_MAX_SEATS];
    int sides = 0, width = 0, widths = 0;
    for (int seat = 0; seat < play->rules->seats; seat++) {
        if (__builtin_ctzll(alea_team(play->rules, seat)) != seat) continue;
        struct alea_text title = title_of(play, seat), seen = board_of(play, seat);
        board[sides] = cli_page(play->cli);
        alea_text_addf(&board[sides], "=== %s\n%s", alea_text_str(&title), alea_text_str(&seen));
        width = widest_line(alea_text_str(&board[sides++]));
        widths += width;
        alea_text_clear(&title);
        alea_text_clear(&seen);
    }
    if (sides == 2 && widths + GAP <= cli_screen_width()) add_beside(board, widths - width, &page);
    else
        for (int side = 0; side < sides; side++) alea_text_addf(&page, "%s\n", alea_text_str(&board[side]));
    while (sides > 0) alea_text_clear(&board[--sides]);
    master_print(play, &page);
    return DECIDING_AGAIN;
}

/* ---- Differences ------------------------------------------------------------------------------------------------------------- */

enum { MAX_LINES = 1000 };

struct lines {
    const char *at[MAX_LINES];
    size_t n[MAX_LINES];
    int count;
};

static void cut(const char *text, struct lines *lines) {
    for (lines->count = 0; *text && lines->count < MAX_LINES; lines->count++) {
        size_t n = strcspn(text, "\n");
        lines->at[lines->count] = text;
        lines->n[lines->count] = n;
        text += n + (text[n] == '\n');
    }
}

static bool same_line(const struct lines *a, int i, const struct lines *b, int j) {
    return a->n[i] == b->n[j] && memcmp(a->at[i], b->at[j], a->n[i]) == 0;
}

/* longest[i * (MAX_LINES + 1) + j]: the longest sequence of lines that the rests from i and j on have in common. */
static void compare(const struct lines *a, const struct lines *b, uint16_t *longest) {
    const int row = MAX_LINES + 1;
    for (int i = a->count - 1; i >= 0; i--)
        for (int j = b->count - 1; j >= 0; j--) {
            uint16_t down = longest[(i + 1) * row + j], right = longest[i * row + j + 1];
            longest[i * row + j] = same_line(a, i, b, j) ? (uint16_t)(longest[(i + 1) * row + j + 1] + 1)
                                   : down > right        ? down
                                                         : right;
        }
}

static void add_marked(struct alea_text *page, char mark, const struct lines *lines, int i) {
    alea_text_addf(page, "%c %.*s\n", mark, (int)lines->n[i], lines->at[i]);
}

static size_t indent(const struct lines *lines, int i) { return strspn(lines->at[i], " "); }

/* The line that a differing one is part of: the last before it that stands less deep, if both have it. */
static void add_head(struct alea_text *page, const struct lines *a, int i, int changed, int *told) {
    int head = i - 1;
    while (head >= 0 && indent(a, head) + 2 > indent(a, changed)) head--;
    if (head > *told && head >= 0) add_marked(page, ' ', a, head);
    if (head > *told) *told = head;
}

/* "-" is as the viewer sees it, "+" as it is. */
static void add_differences(const struct lines *a, const struct lines *b, const uint16_t *longest, struct alea_text *page) {
    const int row = MAX_LINES + 1;
    int i = 0, j = 0, told = -1;
    while (i < a->count || j < b->count) {
        if (i < a->count && j < b->count && same_line(a, i, b, j)) {
            i++, j++;
        } else if (j == b->count || (i < a->count && longest[(i + 1) * row + j] >= longest[i * row + j + 1])) {
            add_head(page, a, i, i, &told);
            add_marked(page, '-', a, i);
            told = i++;
        } else {
            if (i > 0 && indent(b, j) > indent(a, i - 1) + 1 && i - 1 > told) add_marked(page, ' ', a, told = i - 1);
            add_marked(page, '+', b, j++);
        }
    }
}

enum deciding master_diff(struct play *play, const char *rest) {
    struct audience who;
    if (!wanted(play, rest, &who)) return DECIDING_AGAIN;
    struct alea_text page = cli_page(play->cli), seen = places_of(play, who.viewer), all = places_of(play, TELL_ALL);
    struct lines *lines = calloc(2, sizeof *lines);
    uint16_t *longest = calloc((size_t)(MAX_LINES + 1) * (MAX_LINES + 1), sizeof *longest);
    if (!lines || !longest) {
        cli_add(&page, play->cli, ALEA_LABEL_NO_MEMORY, NULL);
    } else {
        cut(alea_text_str(&seen), &lines[0]);
        cut(alea_text_str(&all), &lines[1]);
        compare(&lines[0], &lines[1], longest);
        cli_add(&page, play->cli, ALEA_LABEL_MASTER_DIFF, NULL);
        alea_text_add(&page, "\n");
        size_t head = page.len;
        add_differences(&lines[0], &lines[1], longest, &page);
        if (page.len == head) {
            alea_text_clear(&page);
            page = cli_page(play->cli);
            cli_add(&page, play->cli, ALEA_LABEL_MASTER_SAME, NULL);
        }
    }
    free(longest);
    free(lines);
    alea_text_clear(&seen);
    alea_text_clear(&all);
    master_print(play, &page);
    return DECIDING_AGAIN;
}

/* ---- What a move would tell ---------------------------------------------------------------------------------------------------- */

static void add_reader(const struct play *play, int seat, const char *before, struct alea_text *page) {
    alea_text_add(page, before);
    if (seat < play->rules->seats) tell_seat(play->match, seat, page);
    else cli_add(page, play->cli, ALEA_LABEL_MASTER_ONLOOKERS, NULL);
}

/* Those who would read the same, and what: the last one is whoever looks on. */
static void add_readings(const struct play *play, const struct alea_text reading[], struct alea_text *page) {
    const int n = play->rules->seats + 1;
    for (int i = 0; i < n; i++) {
        int first = 0;
        while (strcmp(alea_text_str(&reading[first]), alea_text_str(&reading[i])) != 0) first++;
        if (first < i) continue; /* told with that one */
        for (int j = i; j < n; j++)
            if (strcmp(alea_text_str(&reading[i]), alea_text_str(&reading[j])) == 0)
                add_reader(play, j, j > i ? ", " : "", page);
        alea_text_add(page, ":");
        if (!reading[i].len) alea_text_add(page, " "), cli_add(page, play->cli, ALEA_LABEL_MASTER_NOTHING, NULL);
        alea_text_add(page, "\n");
        for (const char *at = alea_text_str(&reading[i]); *at;) {
            alea_text_add(page, "  ");
            add_line(page, &at);
            alea_text_add(page, "\n");
        }
    }
}

static void add_warning(const struct play *play, alea_move move, struct alea_text *page) {
    size_t before = page->len;
    if (!play->game->words.warn) return;
    alea_text_add(page, "! ");
    const size_t from = page->len;
    play->game->words.warn(play->rules->tables, alea_match_position(play->match), ALEA_HOST, move, page);
    if (page->len > from) alea_text_add(page, "\n");
    else alea_text_back(page, before);
}

bool master_show_preview(struct play *play, alea_move move, const char *note) {
    struct alea_error error = cli_error(play->cli);
    struct alea_text page = cli_page(play->cli), reading[ALEA_MAX_SEATS + 1];
    enum alea_err err = ALEA_OK;
    int n = play->rules->seats + 1, made = 0;
    for (; made < n && !err; made++) {
        int viewer = made < play->rules->seats ? made : ALEA_NONE;
        reading[made] = cli_page(play->cli);
        err = alea_match_preview(play->match, ALEA_HOST, move, note, viewer, &reading[made], &error);
    }
    if (err) alea_text_add(&page, error.text);
    else add_warning(play, move, &page);
    if (!err) add_readings(play, reading, &page);
    while (made > 0) alea_text_clear(&reading[--made]);
    master_print(play, &page);
    return !err;
}
