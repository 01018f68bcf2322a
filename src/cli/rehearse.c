/* SPDX-License-Identifier: MIT */
/* rehearse.c - how people play a campaign, look by look. Of the game it knows its contract alone: what is asked of single people, which
 * moves answer, which window is open and which move of the host closes it. */
#include "rehearse.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "match.h"

enum {
    MOVES_EACH = 60,                 /* of a person in one window */
    ASKED_EACH = 3,                  /* of whom who speaks for a side asks something in one window */
    TRIED = 12,                      /* moves behind one that may ask something */
    MOST_OPEN = 24 * 60 * 60 * 1000, /* ms, where a window has no time of its own: then the Master closes it */
    CORRECTED_DAY = 2,
    REWOUND_DAY = 3
};

/* ---- The match -------------------------------------------------------------------------------------------------------------------- */

static const void *now(const struct rehearsal *rehearsal) { return alea_match_position(rehearsal->match); }

static bool play_noted(struct rehearsal *rehearsal, int seat, alea_move move, const char *note) {
    return alea_match_play(rehearsal->match, alea_match_plies(rehearsal->match), seat, move, note, NULL,
                           &rehearsal->error) == ALEA_OK;
}

static bool play(struct rehearsal *rehearsal, int seat, alea_move move) { return play_noted(rehearsal, seat, move, NULL); }

static bool allows(const struct rehearsal *rehearsal, int seat, alea_move move) {
    return rehearsal->rules->game->why_not(rehearsal->rules->tables, now(rehearsal), seat, move) == 0;
}

static bool window_of(const struct rehearsal *rehearsal, const void *pos, struct alea_window *window) {
    return rehearsal->rules->game->campaign.window(rehearsal->rules->tables, pos, window);
}

static uint32_t window_now(const struct rehearsal *rehearsal) {
    struct alea_window window;
    return window_of(rehearsal, now(rehearsal), &window) ? window.number : 0;
}

static int legal_of(const struct rehearsal *rehearsal, const void *pos, int seat, alea_move out[]) {
    return rehearsal->rules->game->legal(rehearsal->rules->tables, pos, seat, out);
}

/* Whose word is theirs to give for a side. */
static bool leads(const struct rehearsal *rehearsal, int seat) {
    const struct alea_game_campaign *campaign = &rehearsal->rules->game->campaign;
    return campaign->leads && campaign->leads(rehearsal->rules->tables, now(rehearsal), seat);
}

/* ---- Moves of one's own ------------------------------------------------------------------------------------------------------------- */

/* As long as the person is waited for in this window, by what the bot would do. */
static bool play_own(struct rehearsal *rehearsal, int seat, uint32_t window) {
    for (int made = 0; made < MOVES_EACH && window_now(rehearsal) == window; made++) {
        if (!(alea_match_actors(rehearsal->match) & alea_actor(seat))) return true;
        const int n = legal_of(rehearsal, now(rehearsal), seat, rehearsal->legal);
        if (n == 0) return true;
        alea_match_view(rehearsal->match, seat, rehearsal->pos);
        struct alea_bot_turn turn = {.rules = rehearsal->rules,
                                     .seat = seat,
                                     .view = rehearsal->pos,
                                     .legal = rehearsal->legal,
                                     .n_legal = n,
                                     .worth = rehearsal->worth,
                                     .random = &rehearsal->random[seat]};
        if (!play(rehearsal, seat, alea_player_choose(&rehearsal->player[seat], &turn))) return false;
    }
    return true;
}

/* ---- What is asked, and answered ---------------------------------------------------------------------------------------------------- */

static bool question_at(const struct rehearsal *rehearsal, const void *pos, int i, struct alea_consent *asked) {
    const struct alea_game_campaign *campaign = &rehearsal->rules->game->campaign;
    return campaign->consent && campaign->consent(rehearsal->rules->tables, pos, i, asked);
}

static int open_questions(const struct rehearsal *rehearsal, const void *pos) {
    struct alea_consent asked;
    int n = 0;
    for (int i = 0; question_at(rehearsal, pos, i, &asked); i++) n += asked.answer == ALEA_CONSENT_OPEN;
    return n;
}

/* A move of the seat, and one behind it, that ask something of somebody. False if there are none. */
static bool find_request(struct rehearsal *rehearsal, int seat, alea_move found[2]) {
    const struct alea_rules *rules = rehearsal->rules;
    const size_t size = rules->game->position_size;
    const int open = open_questions(rehearsal, now(rehearsal)),
              n = legal_of(rehearsal, now(rehearsal), seat, rehearsal->legal);
    const int from = n ? (int)alea_random_below(&rehearsal->random[seat], (uint32_t)n) : 0;
    for (int i = 0; i < n; i++) {
        found[0] = rehearsal->legal[(from + i) % n];
        if (alea_barrier(rules, now(rehearsal), seat, found[0], now(rehearsal))) continue;
        memcpy(rehearsal->pos, now(rehearsal), size);
        (void)alea_imagine_ply(rules, rehearsal->pos, seat, found[0], NULL);
        const int more = legal_of(rehearsal, rehearsal->pos, seat, rehearsal->more);
        const int first = more ? (int)alea_random_below(&rehearsal->random[seat], (uint32_t)more) : 0;
        for (int j = 0; j < more && j < TRIED; j++) {
            found[1] = rehearsal->more[(first + j) % more];
            memcpy(rehearsal->then, rehearsal->pos, size);
            (void)alea_imagine_ply(rules, rehearsal->then, seat, found[1], NULL);
            if (open_questions(rehearsal, rehearsal->then) > open) return true;
        }
    }
    return false;
}

static bool ask(struct rehearsal *rehearsal, int seat) {
    alea_move found[2];
    for (int i = 0; i < ASKED_EACH && find_request(rehearsal, seat, found); i++) {
        if (!play(rehearsal, seat, found[0]) || !play(rehearsal, seat, found[1])) return false;
        rehearsal->asked++;
    }
    return true;
}

static bool post(struct rehearsal *rehearsal, struct alea_post post) {
    post.to = alea_team(rehearsal->rules, post.from) | ALEA_ACTORS_HOST;
    post.ply = alea_match_plies(rehearsal->match);
    if (!post.text) post.text = "";
    return alea_match_post(rehearsal->match, &post, &rehearsal->error) == ALEA_OK;
}

/* Of the leader's side, who has a mind to. */
static int who_proposes(const struct rehearsal *rehearsal, int leader) {
    for (alea_actors team = alea_team(rehearsal->rules, leader); team; team &= team - 1) {
        const int seat = __builtin_ctzll(team);
        if (seat != leader && rehearsal->temper[seat] != TEMPER_NEVER) return seat;
    }
    return ALEA_NONE;
}

/* Somebody proposes an order that would ask something: one is adopted as a whole, one declined, one left to lapse with its window. */
static bool propose(struct rehearsal *rehearsal, int leader) {
    alea_move order[2];
    const int author = who_proposes(rehearsal, leader);
    const long *ends = rehearsal->proposed;
    if (author == ALEA_NONE || !find_request(rehearsal, leader, order)) return true;
    const enum outcome_of_proposal end = (enum outcome_of_proposal)(
        (ends[PROPOSAL_ADOPTED] + ends[PROPOSAL_DECLINED] + ends[PROPOSAL_LAPSED]) % PROPOSAL_ENDS);
    const struct alea_post proposal = {.kind = ALEA_POST_PROPOSAL,
                                       .from = (uint8_t)author,
                                       .text = cli_words(rehearsal->cli, ALEA_LABEL_REHEARSE_PROPOSAL),
                                       .order = order,
                                       .n_order = ALEA_LEN(order)};
    rehearsal->proposed[end]++;
    if (!post(rehearsal, proposal)) return false;
    const struct alea_post said = {.kind = ALEA_POST_ANSWER,
                                   .answer = end == PROPOSAL_ADOPTED ? ALEA_POST_ADOPTED : ALEA_POST_DECLINED,
                                   .from = (uint8_t)leader,
                                   .re = alea_match_posts(rehearsal->match)};
    if (end == PROPOSAL_LAPSED) return true;
    if (end == PROPOSAL_DECLINED) return post(rehearsal, said);
    rehearsal->asked++;
    return play(rehearsal, leader, order[0]) && play(rehearsal, leader, order[1]) && post(rehearsal, said);
}

static bool find_question(const struct rehearsal *rehearsal, uint32_t number, struct alea_consent *asked) {
    for (int i = 0; question_at(rehearsal, now(rehearsal), i, asked); i++)
        if (asked->question == number) return asked->answer == ALEA_CONSENT_OPEN;
    return false;
}

/* Who speaks for a side has asked: those who answer by a link have it from now on, the last one alone. */
static void hand_out_links(struct rehearsal *rehearsal, int leader) {
    struct alea_consent asked;
    for (int i = 0; question_at(rehearsal, now(rehearsal), i, &asked); i++)
        if (asked.answer == ALEA_CONSENT_OPEN && rehearsal->temper[asked.seat] == TEMPER_BY_LINK &&
            alea_team(rehearsal->rules, leader) & alea_actor(asked.seat))
            rehearsal->link[asked.seat] = asked.question;
}

/* A yes in the group: a line of the person's own there, for whoever speaks for the side to record. */
static bool say_in_chat(struct rehearsal *rehearsal, const struct alea_consent *asked) {
    const struct alea_post yes = {
        .kind = ALEA_POST_CHAT, .from = (uint8_t)asked->seat, .text = cli_words(rehearsal->cli, ALEA_LABEL_REHEARSE_YES)};
    if (rehearsal->said[asked->seat] == asked->question) return true;
    rehearsal->said[asked->seat] = asked->question;
    return post(rehearsal, yes);
}

/* Whoever speaks for a side reads the chat. What was asked may have gone by then. */
static bool record_chat(struct rehearsal *rehearsal, int leader) {
    for (alea_actors team = alea_team(rehearsal->rules, leader); team; team &= team - 1) {
        const int seat = __builtin_ctzll(team);
        struct alea_consent asked;
        const uint32_t said = rehearsal->said[seat];
        rehearsal->said[seat] = 0;
        if (!said || seat == leader) continue;
        if (!find_question(rehearsal, said, &asked) || !allows(rehearsal, leader, asked.record)) {
            rehearsal->overtaken++;
            continue;
        }
        rehearsal->answered[TEMPER_IN_CHAT]++;
        if (!play_noted(rehearsal, leader, asked.record, cli_words(rehearsal->cli, ALEA_LABEL_REHEARSE_SOURCE)))
            return false;
    }
    return true;
}

static bool answer(struct rehearsal *rehearsal, const struct alea_consent *asked) {
    const enum temper temper = rehearsal->temper[asked->seat];
    const alea_move move = temper == TEMPER_REFUSES ? asked->no : asked->yes;
    if (temper == TEMPER_IN_CHAT) return say_in_chat(rehearsal, asked);
    if (!allows(rehearsal, asked->seat, move)) { /* what was asked can't be done any more */
        rehearsal->overtaken++;
        return true;
    }
    rehearsal->answered[temper]++;
    return play(rehearsal, asked->seat, move);
}

/* A link opens the question that it was made for, and nothing else. */
static bool answer_by_link(struct rehearsal *rehearsal, int seat) {
    struct alea_consent asked;
    const uint32_t link = rehearsal->link[seat];
    rehearsal->link[seat] = 0;
    if (!link) return true;
    if (find_question(rehearsal, link, &asked)) return answer(rehearsal, &asked);
    rehearsal->overtaken++;
    return true;
}

/* All that is asked of the person. An answer may close the window. */
static bool answer_own(struct rehearsal *rehearsal, int seat, uint32_t window) {
    struct alea_consent asked;
    if (rehearsal->temper[seat] == TEMPER_BY_LINK) return answer_by_link(rehearsal, seat);
    for (int i = 0; window_now(rehearsal) == window && question_at(rehearsal, now(rehearsal), i, &asked); i++)
        if (asked.answer == ALEA_CONSENT_OPEN && asked.seat == seat && !answer(rehearsal, &asked)) return false;
    return true;
}

/* ---- The Master ------------------------------------------------------------------------------------------------------------------------ */

/* Pauses the open window, or ends the pause, if a move of the host does. */
static bool turn_pause(struct rehearsal *rehearsal, bool pause) {
    const struct alea_rules *rules = rehearsal->rules;
    struct alea_window window;
    const int n = legal_of(rehearsal, now(rehearsal), ALEA_HOST, rehearsal->legal);
    for (int i = 0; i < n; i++) {
        memcpy(rehearsal->pos, now(rehearsal), rules->game->position_size);
        (void)alea_imagine_ply(rules, rehearsal->pos, ALEA_HOST, rehearsal->legal[i], NULL);
        if (rules->game->actors(rules->tables, rehearsal->pos) == ALEA_ACTORS_OVER) continue;
        if (!window_of(rehearsal, rehearsal->pos, &window) || window.paused != pause) continue;
        rehearsal->acts[ACT_PAUSED] += pause;
        return play_noted(rehearsal, ALEA_HOST, rehearsal->legal[i], cli_words(rehearsal->cli, ALEA_LABEL_REHEARSE_NOTE));
    }
    return true;
}

/* Does the host's move want a reason, and leave window and match as they are? Then it is a correction. */
static bool corrects(struct rehearsal *rehearsal, alea_move move) {
    const struct alea_rules *rules = rehearsal->rules;
    if (!alea_match_wants_reason(rehearsal->match, ALEA_HOST, move, NULL, NULL)) return false;
    memcpy(rehearsal->pos, now(rehearsal), rules->game->position_size);
    (void)alea_imagine_ply(rules, rehearsal->pos, ALEA_HOST, move, NULL);
    struct alea_window window;
    return rules->game->actors(rules->tables, rehearsal->pos) != ALEA_ACTORS_OVER &&
           window_of(rehearsal, rehearsal->pos, &window) && window.number == window_now(rehearsal) && !window.paused;
}

static bool correct(struct rehearsal *rehearsal) {
    const int n = legal_of(rehearsal, now(rehearsal), ALEA_HOST, rehearsal->legal);
    const int from = n ? (int)alea_random_below(&rehearsal->chance, (uint32_t)n) : 0;
    for (int i = 0; i < n; i++) {
        const alea_move move = rehearsal->legal[(from + i) % n];
        if (!corrects(rehearsal, move)) continue;
        rehearsal->acts[ACT_CORRECTED]++;
        return play_noted(rehearsal, ALEA_HOST, move, cli_words(rehearsal->cli, ALEA_LABEL_REHEARSE_NOTE));
    }
    return true;
}

/* To where the window opened; where the rules refuse that it stays. */
static bool go_back(struct rehearsal *rehearsal, long opened) {
    if (alea_match_may_rewind(rehearsal->match, opened, rehearsal->then, &rehearsal->error)) {
        rehearsal->error.code = ALEA_OK;
        rehearsal->acts[ACT_KEPT]++;
        return true;
    }
    rehearsal->acts[ACT_REWOUND]++;
    return play_noted(rehearsal, ALEA_HOST, alea_move_make(ALEA_VERB_REWIND, (unsigned)opened),
                      cli_words(rehearsal->cli, ALEA_LABEL_REHEARSE_NOTE));
}

/* Once in each of the first days: a pause, a correction, a step back. */
static bool disturb(struct rehearsal *rehearsal, long opened) {
    const int day = rehearsal->rules->game->round(rehearsal->rules->tables, now(rehearsal));
    struct alea_window window;
    if (!window_of(rehearsal, now(rehearsal), &window) || rehearsal->disturbed == window.number) return true;
    const bool due = rehearsal->acts[ACT_PAUSED] < 1 || (day >= CORRECTED_DAY && rehearsal->acts[ACT_CORRECTED] < 1) ||
                     (day >= REWOUND_DAY && rehearsal->acts[ACT_REWOUND] < 1);
    if (!due) return true;
    rehearsal->disturbed = window.number;
    if (rehearsal->acts[ACT_PAUSED] < 1) return turn_pause(rehearsal, true) && turn_pause(rehearsal, false);
    return day >= CORRECTED_DAY && rehearsal->acts[ACT_CORRECTED] < 1 ? correct(rehearsal) : go_back(rehearsal, opened);
}

/* It is closing time: who has not answered was silent, and will find the window closed. */
static bool close_window(struct rehearsal *rehearsal, const struct alea_window *window) {
    const alea_actors silent = window->entitled & alea_match_actors(rehearsal->match);
    for (alea_actors left = silent; left; left &= left - 1) rehearsal->days.missed[__builtin_ctzll(left)] = true;
    rehearsal->silent += __builtin_popcountll(silent);
    rehearsal->acts[ACT_CLOSED]++;
    return play_noted(rehearsal, ALEA_HOST, window->late, "@deadline");
}

/* ---- A look, a window, a day -------------------------------------------------------------------------------------------------------- */

/* Whoever speaks for a side asks the others when the side's window has opened, and plays when they look again. */
static bool lead(struct rehearsal *rehearsal, int seat, const struct alea_window *window, bool *asks) {
    *asks = window->seats & alea_actor(seat) && rehearsal->asked_in[seat] != window->number;
    if (!record_chat(rehearsal, seat)) return false;
    if (!*asks || window_now(rehearsal) != window->number) return true;
    rehearsal->asked_in[seat] = window->number;
    if (!propose(rehearsal, seat) || !ask(rehearsal, seat)) return false;
    hand_out_links(rehearsal, seat);
    return true;
}

static bool look(struct rehearsal *rehearsal, int seat, const struct alea_window *window) {
    struct rehearsal_days *days = &rehearsal->days;
    bool asks = false;
    days->now = days->look[seat] > days->now ? days->look[seat] : days->now;
    days->late += days->missed[seat];
    days->missed[seat] = false;
    if (leads(rehearsal, seat) && !lead(rehearsal, seat, window, &asks)) return false;
    if (!asks && !answer_own(rehearsal, seat, window->number)) return false;
    /* Who has a link alone can answer, and no more. */
    if (!asks && rehearsal->temper[seat] != TEMPER_BY_LINK && !play_own(rehearsal, seat, window->number)) return false;
    rehearsal_days_looked(rehearsal, seat, asks);
    return true;
}

static bool play_window(struct rehearsal *rehearsal, const struct alea_window *opened) {
    const long ply = alea_match_plies(rehearsal->match);
    struct rehearsal_days *days = &rehearsal->days;
    struct alea_window window = *opened;
    bool by_time = false;
    if (days->open.number != opened->number) rehearsal_days_tell(rehearsal, false);
    days->open = *opened;
    while (window_of(rehearsal, now(rehearsal), &window) && window.number == opened->number && !by_time) {
        (void)window_clock_see(&days->clock, &days->rules, &window, false, alea_match_plies(rehearsal->match), days->now);
        const int seat = rehearsal_days_next(rehearsal);
        const int64_t closes = days->clock.closes ? days->clock.closes : days->clock.opened + MOST_OPEN;
        by_time = seat == ALEA_NONE || days->look[seat] >= closes;
        if (by_time) days->now = closes;
        if (!(by_time ? close_window(rehearsal, &window) : look(rehearsal, seat, &window))) return false;
        if (!by_time && !disturb(rehearsal, ply)) return false;
    }
    if (by_time) rehearsal_days_tell(rehearsal, true);
    return true;
}

bool rehearsal_play(struct rehearsal *rehearsal, int round) {
    const struct alea_rules *rules = rehearsal->rules;
    struct alea_window window;
    while (alea_match_actors(rehearsal->match) != ALEA_ACTORS_OVER &&
           rules->game->round(rules->tables, now(rehearsal)) <= round) {
        const long plies = alea_match_plies(rehearsal->match);
        bool fine;
        if (alea_match_actors(rehearsal->match) == ALEA_ACTORS_CHANCE)
            fine = alea_match_roll(rehearsal->match, NULL, &rehearsal->error) == ALEA_OK;
        else if (window_of(rehearsal, now(rehearsal), &window) && window.late) fine = play_window(rehearsal, &window);
        else fine = play_own(rehearsal, __builtin_ctzll(alea_match_actors(rehearsal->match)), 0);
        if (!fine) return false;
        if (alea_match_plies(rehearsal->match) == plies) {
            alea_fail(&rehearsal->error, ALEA_ERR_OVER);
            return false;
        }
    }
    rehearsal_days_tell(rehearsal, false);
    return true;
}

/* ---- Begun and ended ---------------------------------------------------------------------------------------------------------------------- */

/* Each side has some of each kind. */
static enum temper temper_of(const struct rehearsal *rehearsal, int seat) {
    int others = 0;
    if (leads(rehearsal, seat)) return TEMPER_AT_ONCE;
    for (int other = 0; other < seat; other++)
        others += alea_team(rehearsal->rules, seat) & alea_actor(other) && !leads(rehearsal, other);
    return (enum temper)(others % TEMPERS);
}

static bool seat_people(struct rehearsal *rehearsal, uint64_t seed) {
    const struct alea_bot_spec spec = {.bot = &alea_bot_greedy, .words = "greedy"};
    for (int seat = 0; seat < rehearsal->rules->seats; seat++) {
        rehearsal->random[seat] = alea_random_stream(seed, (uint64_t)seat + 1);
        if (!alea_player_open(&rehearsal->player[seat], rehearsal->rules, &spec)) return false;
        alea_player_begin(&rehearsal->player[seat], seat, &rehearsal->random[seat]);
        rehearsal->temper[seat] = temper_of(rehearsal, seat);
    }
    return true;
}

bool rehearsal_begin(struct rehearsal *rehearsal, const struct cli *cli, struct alea_match *match, uint64_t seed) {
    *rehearsal = (struct rehearsal){.cli = cli, .match = match, .rules = alea_match_rules(match), .error = cli_error(cli)};
    const struct alea_game *game = rehearsal->rules->game;
    rehearsal->chance = alea_random_stream(seed, 0);
    rehearsal->pos = malloc(game->position_size);
    rehearsal->then = malloc(game->position_size);
    rehearsal->legal = calloc((size_t)game->max_legal, sizeof *rehearsal->legal);
    rehearsal->more = calloc((size_t)game->max_legal, sizeof *rehearsal->more);
    rehearsal->worth = calloc((size_t)game->max_legal, sizeof *rehearsal->worth);
    return rehearsal->pos && rehearsal->then && rehearsal->legal && rehearsal->more && rehearsal->worth &&
           seat_people(rehearsal, seed);
}

void rehearsal_clear(struct rehearsal *rehearsal) {
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++)
        if (rehearsal->player[seat].bot) alea_player_close(&rehearsal->player[seat]);
    free(rehearsal->pos);
    free(rehearsal->then);
    free(rehearsal->legal);
    free(rehearsal->more);
    free(rehearsal->worth);
    alea_match_free(rehearsal->match);
}
