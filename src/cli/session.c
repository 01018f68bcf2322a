/* SPDX-License-Identifier: MIT */
/* session.c - the loop of `alea play`: chance, bots, forced moves, people; and what is saved and told when. */
#include <string.h>

#include "match.h"
#include "now.h"
#include "play.h"

static const double MAX_UNSAVED_SECONDS = 0.1;

int play_viewer(const struct play *play) { return play->device; }

struct teller *play_teller(struct play *play) {
    return &play->teller[play->device == ALEA_NONE ? ALEA_MAX_SEATS : play->device];
}

static void save(struct play *play) {
    save_match(play->cli, &play->save, play->match);
    play->unsaved = false;
    play->saved_at = alea_now();
}

void play_save(struct play *play) {
    if (play->unsaved) save(play);
}

/* What a move caused is never seen before the move is safe. Between people's decisions many plies of bots and dice share one
 * save: none of them has been shown. */
void play_news(struct play *play) {
    struct alea_text page = cli_page(play->cli);
    play_save(play);
    teller_tell(play_teller(play), alea_match_plies(play->match), &page);
    cli_print(play->cli, &page);
    fflush(stdout);
    for (int seat = 0; !play->secrets && seat <= ALEA_MAX_SEATS; seat++)
        if (play->teller[seat].pos) teller_seek(&play->teller[seat], alea_match_plies(play->match));
}

static void after_ply(struct play *play, bool person) {
    play->unsaved = true;
    bool late = alea_now() - play->saved_at > MAX_UNSAVED_SECONDS;
    if (person || (late && play->secrets)) save(play); /* the curtain may come next, and wipe off what is told now */
    else if (late) play_news(play);
}

bool play_ply(struct play *play, int seat, alea_move move, const char *note, bool person) {
    struct alea_error error = cli_error(play->cli);
    if (alea_match_play(play->match, alea_match_plies(play->match), seat, move, note, NULL, &error)) {
        error.ply = 0;                                            /* it is the next one, as everybody sees */
        if (error.code == ALEA_ERR_REFUSED) error.code = ALEA_OK; /* "SPQ-LAND-2: a sentence" is enough here */
        struct alea_text page = cli_page(play->cli);
        cli_add_error(&page, play->cli, &error);
        alea_text_add(&page, "\n");
        cli_print(play->cli, &page);
        return false;
    }
    after_ply(play, person);
    return true;
}

/* A note begins new lines by "\\n"; one in which a backslash stands before anything else is taken as it was typed. */
void play_read_lines(const char *typed, char lines[CONSOLE_MAX_LINE + 1]) {
    snprintf(lines, CONSOLE_MAX_LINE + 1, "%s", typed);
    if (!alea_lines_unescape(lines)) snprintf(lines, CONSOLE_MAX_LINE + 1, "%s", typed);
}

void play_read_note(const char *typed, char note[ALEA_MAX_NOTE_BYTES + 1]) {
    char lines[CONSOLE_MAX_LINE + 1];
    play_read_lines(typed, lines);
    alea_note_typed(lines, note);
}

bool play_typed(struct play *play, int seat, alea_move move, const char *bar) {
    char note[ALEA_MAX_NOTE_BYTES + 1] = "";
    if (bar) play_read_note(bar + 1, note);
    return play_ply(play, seat, move, note, true);
}

/* Which move of an order was refused, by which rule; how many of those before it stay. */
static void tell_refused(const struct play *play, alea_move move, int kept, const struct alea_error *error) {
    struct alea_text page = cli_page(play->cli), words = cli_page(play->cli);
    alea_move_say(play->rules, move, &words);
    cli_add(&page, play->cli, ALEA_LABEL_ORDER_REFUSED, alea_text_str(&words), error->text, NULL);
    if (kept) cli_add(&page, play->cli, ALEA_LABEL_ORDER_KEPT, cli_digits(kept).at, NULL);
    alea_text_add(&page, "\n");
    cli_print(play->cli, &page);
    alea_text_clear(&words);
}

/* Nothing is told or saved between the moves: it is one decision. */
bool play_order(struct play *play, int seat, const alea_move moves[], int n) {
    struct alea_error error = cli_error(play->cli);
    int made = 0;
    play->order_begin = alea_match_plies(play->match);
    while (made < n && !alea_match_play(play->match, alea_match_plies(play->match), seat, moves[made], NULL, NULL, &error))
        made++;
    int kept = made;
    while (made < n && kept > 0 && alea_match_undo(play->match, seat, NULL) == ALEA_OK) kept--;
    play->order_end = alea_match_plies(play->match);
    if (kept) after_ply(play, true);
    if (made < n) tell_refused(play, moves[made], kept, &error);
    return kept > 0;
}

/* Somebody else's program did not choose its move: everybody hears of it, and the record keeps it. */
static void tell_stand_in(struct play *play, int seat, const char *misdeed) {
    struct alea_text page = cli_page(play->cli);
    tell_seat(play->match, seat, &page);
    alea_text_add(&page, ": ");
    cli_add(&page, play->cli, ALEA_LABEL_STOOD_IN, misdeed, NULL);
    alea_text_add(&page, "\n");
    cli_print(play->cli, &page);
}

static bool play_bot(struct play *play, int seat) {
    const struct alea_conduct *conduct = alea_player_conduct(&play->player[seat]);
    long stood_in = conduct ? conduct->stood_in : 0;
    struct alea_random random = alea_random_stream(play->bot_seed, (uint64_t)alea_match_plies(play->match));
    alea_match_view(play->match, seat, play->other_view);
    struct alea_bot_turn turn = {.rules = play->rules, .seat = seat, .view = play->other_view, .random = &random};
    turn.stop = console_stop();
    turn.legal = play->legal;
    turn.worth = play->worth;
    turn.n_legal = play->game->legal(play->rules->tables, play->other_view, seat, play->legal);
    alea_move move = alea_player_choose(&play->player[seat], &turn);
    if (console_stopped()) return false; /* it may have been cut short */
    bool deputy = conduct && conduct->stood_in > stood_in;
    if (deputy) tell_stand_in(play, seat, cli_note(play->cli, conduct->last).at);
    return play_ply(play, seat, move, deputy ? conduct->last : NULL, false);
}

bool play_fair_roll(struct play *play) {
    struct alea_error error = cli_error(play->cli);
    if (alea_match_roll(play->match, NULL, &error)) {
        cli_wrong_error(play->cli, &error);
        return false;
    }
    after_ply(play, false);
    return true;
}

/* Throws that are typed in: the choices are the outcomes, except for dice, which are typed as they fell. */
void play_list_outcomes(struct play *play) {
    int n = play->game->outcomes(play->rules->tables, alea_match_position(play->match), play->outcomes);
    play->n_legal = 0;
    for (int i = 0; i < n; i++) play->legal[play->n_legal++] = play->outcomes[i].move;
}

/* Readies the decision of a person or of the dice; true if it was a forced move, and made. */
static bool make_forced(struct play *play, int seat) {
    play->seat = seat;
    if (seat == ALEA_CHANCE) {
        play_list_outcomes(play);
        return false;
    }
    alea_match_view(play->match, seat, play->view);
    play->n_legal = play->game->legal(play->rules->tables, play->view, seat, play->legal);
    bool waited_for = alea_match_actors(play->match) & alea_actor(seat);
    return waited_for && alea_moves_forced(play->game, play->legal, play->n_legal) &&
           play_ply(play, seat, play->legal[0], NULL, false);
}

/* The files that another command needs to read the match, as a shell wants them. */
static struct alea_text files_to_name(const struct play *play) {
    struct alea_text files = cli_page(play->cli);
    cli_quote(&files, play->save.path);
    if (play->scenario) {
        alea_text_add(&files, " --scenario ");
        cli_quote(&files, play->scenario);
    }
    return files;
}

enum cli_status play_leave(struct play *play, enum console_got why) {
    struct alea_text page = cli_page(play->cli);
    if (play->unsaved || play->save.failed) save(play);
    if (play->save.failed) return cli_wrong(play->cli, ALEA_LABEL_LEFT_UNSAVED, play->save.path, NULL);
    struct alea_text files = files_to_name(play);
    cli_add(&page, play->cli, play->left, play->game->id, alea_text_str(&files), NULL);
    alea_text_clear(&files);
    /* Who was cut off has no stdout to read from. */
    FILE *out = why == CONSOLE_STOPPED ? stderr : stdout;
    fprintf(out, "%s\n", alea_text_str(&page));
    alea_text_clear(&page);
    fflush(out);
    return CLI_UNFINISHED;
}

int play_first_person(const struct play *play) {
    int seat = 0;
    while (seat + 1 < play->rules->seats && play->bot[seat].bot) seat++;
    return seat;
}

/* One step of the session: a ply, or something that a person typed. DECIDING_AGAIN to go on. */
static enum deciding step(struct play *play, enum console_got *why) {
    alea_actors actors = alea_match_actors(play->match);
    int seat = __builtin_ctzll(actors);
    alea_actors movers = alea_movers(play->rules, alea_match_position(play->match));
    bool just_asked = play->wanted_at == alea_match_plies(play->match);
    if (play->wanted != ALEA_NONE && (just_asked ? movers : actors) & alea_actor(play->wanted)) seat = play->wanted;
    else play->wanted = ALEA_NONE;
    *why = CONSOLE_STOPPED;
    if (console_stopped() || ferror(stdout)) return LEAVING;
    bool chance = actors == ALEA_ACTORS_CHANCE, by_hand = alea_match_head(play->match)->dice_kind == ALEA_DICE_BY_HAND;
    by_hand = by_hand || alea_at_table(play->rules, alea_match_position(play->match));
    if (chance && !by_hand) return play_fair_roll(play) ? DECIDED : LEAVING;
    if (actors == ALEA_ACTORS_HOST && !play->people) return LEAVING;
    if (actors == ALEA_ACTORS_HOST) seat = play_first_person(play); /* who types the host's word */
    if (!chance && play->bot[seat].bot) return play_bot(play, seat) ? DECIDED : LEAVING;
    if (make_forced(play, seat)) return DECIDED;
    return play_decide(play, why);
}

static enum cli_status finish(struct play *play) {
    for (int seat = 0; seat < play->rules->seats; seat++)
        if (play->bot[seat].bot) alea_player_over(&play->player[seat], alea_match_position(play->match));
    struct alea_text page = cli_page(play->cli);
    play_news(play);
    alea_text_add(&page, "\n");
    tell_result(play->match, &page);
    cli_print(play->cli, &page);
    bool fair = alea_match_head(play->match)->dice_kind == ALEA_DICE_FAIR;
    if (play->save.failed) return cli_wrong(play->cli, ALEA_LABEL_LEFT_UNSAVED, play->save.path, NULL);
    struct alea_text files = files_to_name(play);
    cli_say(play->cli, fair ? ALEA_LABEL_FINISHED_FAIR : ALEA_LABEL_FINISHED, play->save.path, alea_text_str(&files), NULL);
    alea_text_clear(&files);
    return CLI_FINE;
}

enum cli_status play_session(struct play *play) {
    enum console_got why;
    while (alea_match_actors(play->match) != ALEA_ACTORS_OVER)
        if (step(play, &why) == LEAVING) return play_leave(play, why);
    return finish(play);
}
