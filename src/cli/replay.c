/* SPDX-License-Identifier: MIT */
/* replay.c - `alea replay`: a transcript told in words, the board after a ply, or everything as JSON. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "match.h"
#include "tell.h"
#include "text.h"
#include "transcript.h"

enum { OPT_PLY, OPT_SEAT, OPT_EXPLAIN, OPT_SEALED, OPT_JSON, OPT_SCENARIO };

static const struct cli_option options[] = {
    [OPT_PLY] = {"ply", true, ALEA_LABEL_OPTION_PLY},
    [OPT_SEAT] = {"seat", true, ALEA_LABEL_OPTION_SEAT},
    [OPT_EXPLAIN] = {"explain", false, ALEA_LABEL_OPTION_EXPLAIN},
    [OPT_SEALED] = {"sealed", false, ALEA_LABEL_OPTION_SEALED},
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
};

struct replay {
    const struct cli *cli;
    struct cli_match read;
    const struct alea_rules *rules;
    struct teller teller;
    long ply; /* up to there */
    void *view;
    bool to_ply; /* --ply was given */
};

/* The position after the ply as the viewer sees it, once the teller has come there. */
static void look(struct replay *replay) {
    const struct alea_game *game = replay->rules->game;
    memcpy(replay->view, replay->teller.pos, game->position_size);
    if (replay->teller.viewer != TELL_ALL) alea_hide(replay->rules, replay->view, replay->teller.viewer);
}

static int eye(const struct replay *replay) { return replay->teller.viewer == TELL_ALL ? ALEA_NONE : replay->teller.viewer; }

/* ---- As JSON --------------------------------------------------------------------------------------------------------- */

static json_t *seats_json(const struct replay *replay) {
    const struct alea_match_head *head = alea_match_head(replay->read.match);
    json_t *rows = json_array();
    for (int seat = 0; seat < replay->rules->seats; seat++) {
        char letters[3];
        alea_seat_letters(seat, letters);
        json_array_append_new(
            rows, json_pack("{s:s, s:s, s:s}", "seat", letters, "who", head->seat[seat].who, "name", head->seat[seat].name));
    }
    return rows;
}

static json_t *ply_json(struct replay *replay) {
    struct teller *teller = &replay->teller;
    const struct alea_ply *ply = &teller->made;
    struct alea_text text = {.max = ALEA_MAX_LINE_BYTES, .lang = replay->cli->lang};
    char letters[3];
    alea_seat_letters(ply->seat, letters);
    json_t *row = json_pack("{s:I, s:s}", "ply", (json_int_t)teller->told, "actor", letters);
    json_t *events = json_array();
    if (teller->move_known) {
        alea_move_write(replay->rules, ply->move, &text);
        json_object_set_new(row, "move", json_string(alea_text_str(&text)));
        alea_text_clear(&text);
        alea_move_say(replay->rules, ply->move, &text);
        json_object_set_new(row, "words", json_string(alea_text_str(&text)));
        alea_text_clear(&text);
    }
    for (int i = 0; i < teller->events.n; i++) {
        alea_event_say(replay->rules, &teller->events.at[i], &text);
        json_array_append_new(events, json_string(alea_text_str(&text)));
        alea_text_clear(&text);
    }
    json_object_set_new(row, "events", events);
    if (ply->note && teller->move_known) {
        alea_note_say(ply->note, &text);
        json_object_set_new(row, "note", json_string(alea_text_str(&text)));
        alea_text_clear(&text);
    }
    return row;
}

static json_t *result_json(const struct replay *replay, const char *what) {
    double score[ALEA_MAX_SEATS] = {0};
    json_t *rows = json_array();
    replay->rules->game->score(replay->rules->tables, replay->teller.pos, score);
    for (int seat = 0; seat < replay->rules->seats; seat++) {
        int place = alea_place(replay->rules, replay->teller.pos, seat);
        json_array_append_new(rows, strcmp(what, "score") == 0 ? json_real(score[seat]) : json_integer(place));
    }
    return rows;
}

static void print_json(struct replay *replay) {
    const struct alea_match_head *head = alea_match_head(replay->read.match);
    bool fair = head->dice_kind == ALEA_DICE_FAIR;
    json_t *plies = json_array();
    while (replay->teller.ply < replay->ply) {
        teller_step(&replay->teller);
        if (teller_heard(&replay->teller)) json_array_append_new(plies, ply_json(replay));
    }
    look(replay);
    bool over = replay->rules->game->actors(replay->rules->tables, replay->teller.pos) == ALEA_ACTORS_OVER;
    json_t *all =
        json_pack("{s:s, s:i, s:o, s:o, s:s, s:o, s:I, s:b}", "game", replay->rules->game->id, "rules_version",
                  replay->rules->version, "options", cli_options_json(replay->rules), "seats", seats_json(replay), "dice",
                  fair ? "fair" : "by hand", "plies", plies, "ply", (json_int_t)replay->teller.told, "over", over);
    if (fair) json_object_set_new(all, "commitment", cli_hex_json(head->commitment, sizeof head->commitment));
    json_object_set_new(all, "position", cli_position_json(replay->rules, replay->view, replay->cli->lang));
    if (over) {
        json_object_set_new(all, "score", result_json(replay, "score"));
        json_object_set_new(all, "place", result_json(replay, "place"));
    }
    cli_print_json(all);
}

/* ---- As words -------------------------------------------------------------------------------------------------------- */

static void add_head(struct replay *replay, struct alea_text *page) {
    const struct cli *cli = replay->cli;
    const struct alea_match_head *head = alea_match_head(replay->read.match);
    alea_text_addf(page, "%s\n", replay->rules->game->texts->title.in[cli->lang]);
    for (int seat = 0; seat < replay->rules->seats; seat++) {
        alea_text_add(page, "  ");
        alea_text_seat(page, seat);
        alea_text_addf(page, " %s %s\n", head->seat[seat].who, head->seat[seat].name);
    }
    alea_text_add(page, "  ");
    alea_options_write(replay->rules, page);
    alea_text_add(page, "\n\n");
}

static void print_words(struct replay *replay) {
    const struct cli *cli = replay->cli;
    struct alea_text page = cli_page(cli);
    bool whole = replay->ply == alea_match_plies(replay->read.match);
    if (replay->to_ply) {
        teller_seek(&replay->teller, replay->ply > 0 ? replay->ply - 1 : 0);
    } else {
        add_head(replay, &page);
    }
    teller_tell(&replay->teller, replay->ply, &page);
    look(replay);
    alea_text_add(&page, "\n");
    alea_board(replay->rules, replay->view, eye(replay), &page);
    if (eye(replay) != ALEA_NONE) alea_hand(replay->rules, replay->view, eye(replay), &page);
    if (whole && alea_match_actors(replay->read.match) == ALEA_ACTORS_OVER) {
        alea_text_add(&page, "\n");
        tell_result(replay->read.match, &page);
    }
    cli_print(cli, &page);
}

/* What the seat may know of the ply that the teller has just gone over. */
static void explain_ply(struct replay *replay, struct alea_text *page) {
    const struct teller *teller = &replay->teller;
    const struct alea_ply *ply = &teller->made;
    char letters[3];
    alea_seat_letters(ply->seat, letters);
    alea_text_addf(page, "%ld %s ", teller->told, letters);
    if (teller->move_known) alea_move_write(replay->rules, ply->move, page);
    else alea_text_add(page, "?");
    if (ply->note && teller->move_known) {
        alea_text_add(page, " | ");
        alea_lines_escape(ply->note, page);
    }
    alea_text_add(page, "\n");
    if (teller->move_known) {
        alea_text_add(page, "#   ");
        alea_move_say(replay->rules, ply->move, page);
        alea_text_add(page, "\n");
    }
    if (teller->move_known && ply->note && alea_note_is_key(ply->note)) {
        alea_text_add(page, "#   | ");
        alea_note_say(ply->note, page);
        alea_text_add(page, "\n");
    }
    for (int i = 0; i < teller->events.n; i++) {
        alea_text_add(page, "#   - ");
        alea_event_say(replay->rules, &teller->events.at[i], page);
        alea_text_add(page, "\n");
    }
}

/* The check of the seat's own view: the first digits of its hash, as transcripts write them. */
static void explain_view(struct replay *replay, struct alea_text *page) {
    char check[ALEA_CHECK_DIGITS + 1];
    look(replay);
    alea_transcript_check(replay->rules, replay->view, check);
    cli_add(page, replay->cli, ALEA_LABEL_VIEW_CHECK, check, NULL);
    alea_text_add(page, "\n");
}

/* The plies explained for one seat: neither the moves, events and checks of others, nor a head that holds the seed. */
static void print_explained_view(struct replay *replay) {
    struct alea_text page = cli_page(replay->cli);
    page.colour = false;
    add_head(replay, &page);
    explain_view(replay, &page);
    while (replay->teller.ply < replay->ply) {
        teller_step(&replay->teller);
        if (!teller_heard(&replay->teller)) continue;
        explain_ply(replay, &page);
        explain_view(replay, &page);
    }
    fwrite(alea_text_str(&page), 1, page.len, stdout);
    alea_text_clear(&page);
}

/* The transcript, up to the line that would open the ply behind the last. */
static void print_transcript(const struct replay *replay, unsigned flags) {
    struct alea_text text = cli_page(replay->cli);
    char past[32];
    alea_transcript_write(replay->read.match, flags, &text);
    snprintf(past, sizeof past, "\n%ld ", replay->ply + 1);
    const char *end = replay->to_ply ? strstr(alea_text_str(&text), past) : NULL;
    fwrite(alea_text_str(&text), 1, end ? (size_t)(end - alea_text_str(&text)) + 1 : text.len, stdout);
    alea_text_clear(&text);
}

/* ---- The command ----------------------------------------------------------------------------------------------------- */

struct wishes {
    const char *path, *scenario, *ply, *seat;
    bool explain, sealed, json;
};

/* Complains if two options ask for different things. */
static bool agree(const struct cli *cli, const struct wishes *wishes) {
    const char *other = wishes->explain && !wishes->sealed ? "--explain" : "--sealed";
    bool transcript = wishes->explain || wishes->sealed;
    if (transcript && wishes->json) cli_bad_usage(cli, ALEA_LABEL_NOT_TOGETHER, other, "--json", NULL);
    else if (wishes->sealed && wishes->seat) cli_bad_usage(cli, ALEA_LABEL_NOT_TOGETHER, other, "--seat", NULL);
    else return true;
    return false;
}

/* CLI_END when all is well. */
static int read_wishes(struct cli_args *args, struct wishes *wishes) {
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND:
            if (!cli_only_one(args, &wishes->path)) return CLI_BAD;
            break;
        case OPT_PLY: wishes->ply = args->value; break;
        case OPT_SEAT: wishes->seat = args->value; break;
        case OPT_EXPLAIN: wishes->explain = true; break;
        case OPT_SEALED: wishes->sealed = true; break;
        case OPT_JSON: wishes->json = true; break;
        case OPT_SCENARIO: wishes->scenario = args->value; break;
        default: return next;
        }
    }
    return cli_wanted(args->cli, wishes->path, ALEA_LABEL_FILE_WANTED) && agree(args->cli, wishes) ? CLI_END : CLI_BAD;
}

static enum cli_status show(struct replay *replay, const struct wishes *wishes) {
    int viewer = TELL_ALL;
    long long ply = 0;
    long plies = alea_match_plies(replay->read.match);
    if (wishes->seat && !cli_seat(replay->cli, wishes->seat, replay->rules->seats, &viewer)) return CLI_WRONG;
    if (wishes->ply && !cli_number(replay->cli, "--ply", wishes->ply, 0, 1L << 40, &ply)) return CLI_USAGE;
    if (ply > plies) return cli_wrong(replay->cli, ALEA_LABEL_NO_PLY, wishes->ply, cli_digits(plies).at, NULL);
    replay->to_ply = wishes->ply != NULL;
    replay->ply = wishes->ply ? (long)ply : plies;
    replay->view = calloc(1, replay->rules->game->position_size);
    if (!teller_init(&replay->teller, replay->read.match, viewer) || !replay->view)
        return cli_wrong(replay->cli, ALEA_LABEL_NO_MEMORY, NULL);
    replay->teller.numbered = true;
    unsigned flags = (wishes->explain ? ALEA_TRANSCRIPT_EXPLAIN : 0U) |
                     (wishes->sealed ? ALEA_TRANSCRIPT_SEALED | ALEA_TRANSCRIPT_FACES : 0U);
    if (wishes->explain && wishes->seat) print_explained_view(replay);
    else if (flags) print_transcript(replay, flags);
    else if (wishes->json) print_json(replay);
    else print_words(replay);
    /* What stands before a fault was shown; now the fault, unless it comes after all that was asked for. */
    bool fault = replay->read.error.code && !(wishes->ply && ply < plies);
    return fault ? cli_wrong_error(replay->cli, &replay->read.error) : CLI_FINE;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {0};
    int next = read_wishes(args, &wishes);
    if (next != CLI_END) return cli_leave(next);
    struct replay replay = {.cli = cli};
    if (!cli_match_read(cli, wishes.path, wishes.scenario, &replay.read)) return CLI_WRONG;
    replay.rules = alea_match_rules(replay.read.match);
    enum cli_status status = show(&replay, &wishes);
    teller_clear(&replay.teller);
    free(replay.view);
    cli_match_clear(&replay.read);
    return status;
}

const struct cli_command cli_replay = {
    .name = "replay",
    .run = run,
    .summary = ALEA_LABEL_REPLAY_SUMMARY,
    .usage = ALEA_LABEL_REPLAY_USAGE,
    .about = ALEA_LABEL_REPLAY_ABOUT,
    .example = ALEA_LABEL_REPLAY_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
