/* SPDX-License-Identifier: MIT */
/* learn.c - `alea learn`: a commented match, played by the learner's own hand.
 *
 * Where a comment stands before a ply of the learner's seat the lesson stops, and asks for the move; all other plies are
 * played and told. */
#include <stdlib.h>
#include <string.h>

#include "casefold.h"
#include "lesson.h"
#include "play.h"

enum { OPT_STEP };

static const struct cli_option options[] = {[OPT_STEP] = {"step", false, ALEA_LABEL_OPTION_STEP}};

struct lesson {
    struct play play; /* the match as far as it was played */
    struct alea_lesson *script;
    bool every; /* --step */
};

/* ---- Showing ---------------------------------------------------------------------------------------------------------- */

static void print_wrapped(const struct cli *cli, const struct alea_text *words) {
    struct alea_text page = cli_page(cli);
    enum { INDENT = 2, WIDEST = 100 };
    int width = cli_screen_width();
    alea_text_addf(&page, "\n%*s", INDENT, "");
    cli_wrap(&page, alea_text_str(words), INDENT, width < WIDEST ? width : WIDEST);
    cli_print(cli, &page);
}

static struct alea_text words_at(const struct lesson *lesson, long ply) {
    struct alea_text words = cli_page(lesson->play.cli);
    alea_lesson_say(lesson->script, ply, ALEA_LESSON_TERMINAL, &words);
    return words;
}

static void tell_news(struct lesson *lesson) {
    struct alea_text page = cli_page(lesson->play.cli);
    teller_tell(play_teller(&lesson->play), alea_match_plies(lesson->play.match), &page);
    cli_print(lesson->play.cli, &page);
    fflush(stdout);
}

/* "The lesson's move: 7) Collection. Press Enter to make it." */
static void suggest(struct lesson *lesson, alea_move move, int label) {
    const struct play *play = &lesson->play;
    struct alea_text words = cli_page(play->cli);
    int number = 0;
    while (number < play->n_legal && play->legal[number] != move) number++;
    alea_move_say(play->rules, move, &words);
    cli_say(play->cli, label, cli_digits(number + 1).at, alea_text_str(&words), NULL);
    alea_text_clear(&words);
}

/* ---- The learner ------------------------------------------------------------------------------------------------------ */

/* A command that makes sense in a lesson: those that only show something. */
static bool is_command(const char *line) {
    static const int names[] = {ALEA_LABEL_COMMAND_WHY,  ALEA_LABEL_COMMAND_MAP,  ALEA_LABEL_COMMAND_PLACES,
                                ALEA_LABEL_COMMAND_HAND, ALEA_LABEL_COMMAND_ODDS, ALEA_LABEL_COMMAND_LOG,
                                ALEA_LABEL_COMMAND_QUIT};
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    for (size_t i = 0; i < ALEA_LEN(names); i++)
        for (int lang = 0; lang < ALEA_LANGS; lang++)
            if (casefold_same(alea_texts.labels[names[i]].in[lang], word)) return true;
    return false;
}

static bool is_help(const char *line) {
    for (int lang = 0; lang < ALEA_LANGS; lang++)
        if (casefold_same(alea_texts.labels[ALEA_LABEL_COMMAND_HELP].in[lang], line)) return true;
    return strcmp(line, "?") == 0;
}

/* A move that is not the lesson's: why it can't be made, or that it could. */
static void answer_other(struct lesson *lesson, alea_move move, alea_move wanted) {
    const struct play *play = &lesson->play;
    struct alea_text words = cli_page(play->cli), sentence = cli_page(play->cli);
    alea_rule rule = play->game->why_not(play->rules->tables, play->view, play->seat, move);
    alea_move_say(play->rules, move, &words);
    alea_rule_say(play->rules, rule, &sentence);
    if (rule)
        cli_say(play->cli, ALEA_LABEL_WHY_NOT, alea_text_str(&words), alea_rule_id(play->game, rule),
                alea_text_str(&sentence), NULL);
    else cli_say(play->cli, ALEA_LABEL_LESSON_OTHER, alea_text_str(&words), NULL);
    alea_text_clear(&words);
    alea_text_clear(&sentence);
    suggest(lesson, wanted, ALEA_LABEL_LESSON_WANTS);
}

/* DECIDED once the line means the wanted move. */
static enum deciding take_line(struct lesson *lesson, const char *line, alea_move wanted) {
    struct play *play = &lesson->play;
    enum deciding result = DECIDING_AGAIN;
    struct alea_text page = cli_page(play->cli);
    alea_move move;
    if (!*line) return DECIDED;
    if (is_help(line)) {
        cli_say(play->cli, ALEA_LABEL_LESSON_HELP, NULL);
    } else if (is_command(line)) {
        play_command(play, line, &result);
    } else if (play_choose(play, line, &move, &page) != CHOSEN) {
        alea_text_add(&page, "\n");
        cli_print(play->cli, &page);
    } else if (move == wanted) {
        result = DECIDED;
    } else {
        answer_other(lesson, move, wanted);
    }
    alea_text_clear(&page);
    return result;
}

/* Until the learner makes the lesson's move; false if the learner leaves. */
static bool ask(struct lesson *lesson, alea_move wanted) {
    struct play *play = &lesson->play;
    alea_match_view(play->match, play->seat, play->view);
    play->n_legal = play->game->legal(play->rules->tables, play->view, play->seat, play->legal);
    play_show_board_news(play);
    play_show_choices(play);
    suggest(lesson, wanted, ALEA_LABEL_LESSON_SUGGESTS);
    enum deciding result = DECIDING_AGAIN;
    while (result == DECIDING_AGAIN) {
        if (console_read(&play->console) != CONSOLE_LINE || console_stopped() || ferror(stdout)) return false;
        result = take_line(lesson, play->console.line, wanted);
    }
    return result == DECIDED;
}

/* Somebody sits there and may want to read before it goes on. */
static bool pause_here(struct lesson *lesson) {
    struct play *play = &lesson->play;
    if (!play->console.interactive) return true;
    cli_say(play->cli, ALEA_LABEL_LESSON_GO_ON, NULL);
    return console_read(&play->console) == CONSOLE_LINE && !is_command(play->console.line);
}

/* ---- The lesson ------------------------------------------------------------------------------------------------------- */

static bool play_next(struct lesson *lesson, long ply) {
    struct play *play = &lesson->play;
    const struct alea_ply *next = alea_match_ply(lesson->script->match, ply);
    struct alea_error error = cli_error(play->cli);
    struct alea_text words = words_at(lesson, ply - 1);
    bool told = words.len > 0, mine = next->seat == play->seat, goes_on = true;
    if (told) {
        tell_news(lesson);
        print_wrapped(play->cli, &words);
    }
    alea_text_clear(&words);
    if (mine && (told || lesson->every)) {
        if (!told) tell_news(lesson);
        goes_on = ask(lesson, next->move);
    } else if (told) {
        goes_on = pause_here(lesson);
    }
    if (!goes_on) return false;
    if (!alea_match_play(play->match, ply - 1, next->seat, next->move, next->note, NULL, &error)) return true;
    cli_wrong_error(play->cli, &error);
    return false;
}

static enum cli_status finish(struct lesson *lesson) {
    const struct play *play = &lesson->play;
    tell_news(lesson);
    play_show_board(&lesson->play);
    struct alea_text words = words_at(lesson, lesson->script->plies);
    if (words.len > 0) print_wrapped(play->cli, &words);
    alea_text_clear(&words);
    cli_say(play->cli, ALEA_LABEL_LESSON_OVER, play->game->id, NULL);
    return CLI_FINE;
}

static enum cli_status give(struct lesson *lesson) {
    const struct play *play = &lesson->play;
    cli_say(play->cli, ALEA_LABEL_LESSON_BEGINS, play->game->texts->title.in[play->cli->lang], NULL);
    for (long ply = 1; ply <= lesson->script->plies; ply++) {
        if (play_next(lesson, ply)) continue;
        cli_say(play->cli, ALEA_LABEL_LESSON_LEFT, cli_digits(ply).at, cli_digits(lesson->script->plies).at, play->game->id,
                NULL);
        return CLI_UNFINISHED;
    }
    return finish(lesson);
}

/* ---- Beginning and end ------------------------------------------------------------------------------------------------ */

static bool make_ready(struct lesson *lesson, struct cli *cli, const struct alea_game *game) {
    struct alea_error error = cli_error(cli);
    struct play *play = &lesson->play;
    play->cli = cli;
    lesson->script = alea_lesson_read(game->id, alea_game_lesson(game), &error);
    play->match = lesson->script ? alea_lesson_match_at(lesson->script, 0, &error) : NULL;
    if (!play->match) {
        cli_wrong_error(cli, &error);
        return false;
    }
    play->rules = alea_match_rules(play->match);
    play->game = game;
    play->seat = play->device = lesson->script->seat;
    alea_text_init(&play->offered, ALEA_MAX_LINE_BYTES, cli->lang);
    if (play_make_room(play)) return true;
    cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    return false;
}

static enum cli_status no_lesson(const struct cli *cli, const struct alea_game *game) {
    struct alea_text ids = cli_page(cli);
    const struct alea_game *other;
    for (int i = 0; (other = alea_game_at(i)); i++)
        if (alea_game_lesson(other).n_bytes > 0) alea_text_addf(&ids, "%s%s", ids.len ? ", " : "", other->id);
    cli_wrong(cli, ALEA_LABEL_NO_LESSON, game->id, ids.len ? alea_text_str(&ids) : "-", NULL);
    alea_text_clear(&ids);
    return CLI_WRONG;
}

static enum cli_status learn(struct cli *cli, const struct alea_game *game, bool every) {
    if (alea_game_lesson(game).n_bytes == 0) return no_lesson(cli, game);
    struct lesson *lesson = calloc(1, sizeof *lesson);
    if (!lesson) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    lesson->every = every;
    enum cli_status status = CLI_WRONG;
    if (make_ready(lesson, cli, game)) {
        console_catch_signals();
        console_init(&lesson->play.console, cli);
        lesson->play.console.offer = play_offer;
        lesson->play.console.context = &lesson->play;
        status = give(lesson);
        console_clear(&lesson->play.console);
    }
    play_clear(&lesson->play);
    alea_lesson_free(lesson->script);
    free(lesson);
    return status;
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    const char *id = NULL;
    bool every = false, fine = true;
    int next;
    while (fine && (next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND) fine = cli_only_one(args, &id);
        else if (next == OPT_STEP) every = true;
        else return cli_leave(next);
    }
    if (!fine || !cli_wanted(cli, id, ALEA_LABEL_GAME_WANTED)) return CLI_USAGE;
    const struct alea_game *game = cli_game(cli, id);
    return game ? learn(cli, game, every) : CLI_USAGE;
}

const struct cli_command cli_learn = {
    .name = "learn",
    .run = run,
    .summary = ALEA_LABEL_LEARN_SUMMARY,
    .usage = ALEA_LABEL_LEARN_USAGE,
    .about = ALEA_LABEL_LEARN_ABOUT,
    .example = ALEA_LABEL_LEARN_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
