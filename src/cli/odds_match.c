/* SPDX-License-Identifier: MIT */
/* odds_match.c - `alea odds match`: the choices offered at one point of a match, each with its chances; as who chooses sees them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_write.h"
#include "odds_say.h"

#include "odds.h"
#include "tell.h"

struct moment {
    const struct cli *cli;
    const struct alea_match *match;
    const struct alea_rules *rules;
    const struct alea_game *game;
    long ply;
    alea_actors actors;
    void *pos, *view;
    alea_move *legal;
    struct alea_outcome *outcomes;
};

/* ---- Chances of one choice ------------------------------------------------------------------------------------------------------ */

static struct odds_asker asker_of(const struct moment *at, int seat, alea_move move) {
    return (struct odds_asker){at->rules, at->view, seat, move};
}

/* "" if there is nothing to say. */
static struct alea_text remark_of(const struct moment *at, int seat, alea_move move) {
    struct alea_text text = cli_page(at->cli);
    struct odds_asker asker = asker_of(at, seat, move);
    text.colour = false;
    odds_say_remark(&asker, NULL, &text);
    return text;
}

static struct alea_text words_of(const struct moment *at, alea_move move) {
    struct alea_text text = cli_page(at->cli);
    text.colour = false;
    alea_move_say(at->rules, move, &text);
    return text;
}

/* ---- For programs --------------------------------------------------------------------------------------------------------------- */

/* `battle` and `detail` of a move, or of what is at hand if it is 0: those that there are. */
static void add_chances(json_t *object, const struct moment *at, int seat, alea_move move) {
    struct alea_text text = cli_page(at->cli);
    struct odds_asker asker = asker_of(at, seat, move);
    const char *key;
    json_t *value;
    text.colour = false;
    alea_json_open_object(&text, NULL);
    odds_at_hand_json(&asker, 0, &text);
    alea_json_close_object(&text);
    json_t *all = json_loadb(alea_text_str(&text), text.len, 0, NULL);
    json_object_foreach(all, key, value) if (!json_is_null(value)) json_object_set(object, key, value);
    json_decref(all);
    alea_text_clear(&text);
}

static json_t *move_json(const struct moment *at, alea_move move) {
    struct alea_text id = cli_page(at->cli), words = words_of(at, move);
    alea_move_write(at->rules, move, &id);
    json_t *object = json_pack("{s:s, s:s}", "move", alea_text_str(&id), "text", alea_text_str(&words));
    alea_text_clear(&id);
    alea_text_clear(&words);
    return object;
}

static json_t *seat_json(const struct moment *at, int seat, int n) {
    json_t *choices = json_array(), *at_hand = json_object();
    struct alea_text letter = cli_page(at->cli);
    alea_value_id(at->rules, ALEA_SET_SEAT, seat, &letter);
    for (int i = 0; i < n; i++) {
        json_t *choice = move_json(at, at->legal[i]);
        struct alea_text remark = remark_of(at, seat, at->legal[i]);
        if (remark.len) json_object_set_new(choice, "remark", json_string(alea_text_str(&remark)));
        add_chances(choice, at, seat, at->legal[i]);
        json_array_append_new(choices, choice);
        alea_text_clear(&remark);
    }
    add_chances(at_hand, at, seat, 0);
    json_t *object = json_pack("{s:s, s:o, s:o}", "seat", alea_text_str(&letter), "at_hand", at_hand, "choices", choices);
    alea_text_clear(&letter);
    return object;
}

/* ---- For people ------------------------------------------------------------------------------------------------------------------ */

/* True if there were chances to tell: a choice that leads to a battle, or a remark. */
static bool say_choice(const struct moment *at, int seat, alea_move move, struct alea_text *page) {
    struct alea_text words = words_of(at, move), remark = remark_of(at, seat, move);
    struct odds_asker asker = asker_of(at, seat, move);
    struct odds_answer answer;
    alea_text_addf(page, "  %s", alea_text_str(&words));
    if (remark.len) alea_text_addf(page, " (%s)", alea_text_str(&remark));
    alea_text_add(page, "\n");
    const bool battle = odds_battle(&asker, 0, &answer), any = battle || remark.len > 0;
    if (battle) {
        struct alea_text win = cli_page(at->cli);
        char attackers[32], defenders[32];
        snprintf(attackers, sizeof attackers, "%.2f", answer.measure[1].expected);
        snprintf(defenders, sizeof defenders, "%.2f", answer.measure[2].expected);
        if (answer.kind != ALEA_ANSWER_CHAIN) alea_text_add(&win, "~");
        odds_say_percent(&win, answer.measure[0].at[1].value);
        alea_text_add(page, "      ");
        cli_add(page, at->cli, ALEA_LABEL_ODDS_WINS, alea_text_str(&win), NULL);
        alea_text_add(page, "; ");
        cli_add(page, at->cli, ALEA_LABEL_ODDS_LEFT, attackers, defenders, NULL);
        alea_text_add(page, "\n");
        alea_text_clear(&win);
    }
    odds_clear(&answer);
    alea_text_clear(&words);
    alea_text_clear(&remark);
    return any;
}

static void say_seat(const struct moment *at, int seat, int n, struct alea_text *page) {
    alea_text_add(page, "\n");
    tell_seat(at->match, seat, page);
    alea_text_add(page, ": ");
    alea_prompt(at->rules, at->view, seat, page);
    alea_text_add(page, "\n");
    struct odds_asker asker = asker_of(at, seat, 0);
    bool any = odds_say_at_hand(&asker, page);
    for (int i = 0; i < n; i++) any |= say_choice(at, seat, at->legal[i], page);
    if (!any) alea_text_addf(page, "%s\n", cli_words(at->cli, ALEA_LABEL_ODDS_NONE_HERE));
}

/* ---- Chance nodes ------------------------------------------------------------------------------------------------------------------ */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a ? a : 1;
}

/* What may fall, with exact chances: results of the same effect are one, shown by one of them. */
static void tell_outcomes(const struct moment *at, json_t *list, struct alea_text *page) {
    uint64_t total = 0;
    int n = at->game->outcomes(at->rules->tables, at->pos, at->outcomes);
    for (int i = 0; i < n; i++) total += at->outcomes[i].weight;
    if (!list) alea_text_addf(page, "\n%s\n", cli_words(at->cli, ALEA_LABEL_ODDS_CHANCE_NODE));
    for (int i = 0; i < n; i++) {
        uint64_t weight = at->outcomes[i].weight, divisor = common_divisor(weight, total);
        double value = (double)weight / (double)total;
        char fraction[48];
        snprintf(fraction, sizeof fraction, "%" PRIu64 "/%" PRIu64, weight / divisor, total / divisor);
        if (list) {
            json_t *object = move_json(at, at->outcomes[i].move);
            json_object_set_new(object, "p", json_string(total == weight ? "1" : fraction));
            json_object_set_new(object, "value", json_real(value));
            json_array_append_new(list, object);
        } else {
            struct alea_text words = words_of(at, at->outcomes[i].move);
            alea_text_addf(page, "  %s: %s = ", alea_text_str(&words), fraction);
            odds_say_percent(page, value);
            alea_text_add(page, "\n");
            alea_text_clear(&words);
        }
    }
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------------------- */

/* Calls for each seat that may choose, with its view and its legal moves in place. */
static void tell_seats(const struct moment *at, json_t *list, struct alea_text *page) {
    for (int seat = 0; seat < at->rules->seats; seat++) {
        if (!(at->actors & alea_actor(seat))) continue;
        memcpy(at->view, at->pos, at->game->position_size);
        alea_hide(at->rules, at->view, seat);
        int n = at->game->legal(at->rules->tables, at->view, seat, at->legal);
        if (list) json_array_append_new(list, seat_json(at, seat, n));
        else say_seat(at, seat, n, page);
    }
}

static void tell_json(const struct moment *at) {
    json_t *seats = json_array(), *chance = json_array();
    if (at->actors == ALEA_ACTORS_CHANCE) tell_outcomes(at, chance, NULL);
    else tell_seats(at, seats, NULL);
    json_t *all = json_pack("{s:s, s:I, s:I, s:b, s:o, s:o}", "game", at->game->id, "ply", (json_int_t)at->ply, "plies",
                            (json_int_t)alea_match_plies(at->match), "over", at->actors == ALEA_ACTORS_OVER, "seats", seats,
                            "chance", chance);
    json_dumpf(all, stdout, JSON_REAL_PRECISION(15));
    fputc('\n', stdout);
    json_decref(all);
}

static void tell_people(const struct moment *at) {
    struct alea_text page = cli_page(at->cli);
    cli_add(&page, at->cli, ALEA_LABEL_ODDS_PLY, at->game->texts->title.in[at->cli->lang], cli_digits(at->ply).at,
            cli_digits(alea_match_plies(at->match)).at, NULL);
    alea_text_add(&page, "\n");
    if (at->actors == ALEA_ACTORS_OVER) alea_text_addf(&page, "%s\n", cli_words(at->cli, ALEA_LABEL_ODDS_OVER));
    else if (at->actors == ALEA_ACTORS_HOST) alea_text_addf(&page, "%s\n", cli_words(at->cli, ALEA_LABEL_ODDS_WAITS));
    else if (at->actors == ALEA_ACTORS_CHANCE) tell_outcomes(at, NULL, &page);
    else tell_seats(at, NULL, &page);
    cli_print(at->cli, &page);
}

static enum cli_status tell(struct moment *at, bool json) {
    at->pos = calloc(1, at->game->position_size);
    at->view = calloc(1, at->game->position_size);
    at->legal = calloc((size_t)at->game->max_legal + 1, sizeof *at->legal);
    at->outcomes = calloc((size_t)at->game->max_outcomes + 1, sizeof *at->outcomes);
    bool made = at->pos && at->view && at->legal && at->outcomes;
    if (made) {
        alea_match_position_at(at->match, at->ply, at->pos);
        at->actors = at->game->actors(at->rules->tables, at->pos);
        if (json) tell_json(at);
        else tell_people(at);
    }
    free(at->pos);
    free(at->view);
    free(at->legal);
    free(at->outcomes);
    return made ? CLI_FINE : cli_wrong(at->cli, ALEA_LABEL_NO_MEMORY, NULL);
}

enum cli_status odds_of_match(const struct cli *cli, const char *path, const char *scenario, long long ply, bool json) {
    struct cli_match read;
    enum cli_status status = CLI_WRONG;
    if (!cli_match_read(cli, path, scenario, &read)) return CLI_WRONG;
    long plies = alea_match_plies(read.match);
    if (read.error.code != ALEA_OK) {
        cli_wrong_error(cli, &read.error);
    } else if (ply > plies) {
        status = cli_wrong(cli, ALEA_LABEL_ODDS_NO_PLY, path, cli_digits(plies).at, cli_digits(ply).at, NULL);
    } else {
        const struct alea_rules *rules = alea_match_rules(read.match);
        struct moment at = {
            .cli = cli, .match = read.match, .rules = rules, .game = rules->game, .ply = ply < 0 ? plies : (long)ply};
        status = tell(&at, json);
    }
    cli_match_clear(&read);
    return status;
}
