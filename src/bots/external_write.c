/* SPDX-License-Identifier: MIT */
/* external_write.c - what a host says to a bot: the shapes of docs/bot-protocol.md, those of moves and chances as in docs/api.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "external.h"
#include "text.h"

enum { GUESSES = 16 };

/* ---- Pieces ------------------------------------------------------------------------------------------------------------- */

void external_string(struct alea_text *text, const char *words) {
    ALEA_TEXT_ADD(text, "\"");
    for (; *words; words++) {
        unsigned char byte = (unsigned char)*words;
        if (byte == '"' || byte == '\\') ALEA_TEXT_ADD(text, "\\");
        if (byte < ' ' || byte == 0x7f) alea_text_addf(text, "\\u%04x", byte);
        else alea_text_add_n(text, words, 1);
    }
    ALEA_TEXT_ADD(text, "\"");
}

/* Most words have nothing in them that must be escaped. */
void external_quote_from(struct alea_text *text, size_t from) {
    bool plain = true;
    if (text->len > from && text->at[text->len - 1] == '\n') text->at[--text->len] = 0;
    for (size_t i = from; i < text->len && plain; i++) {
        unsigned char byte = (unsigned char)text->at[i];
        plain = byte >= ' ' && byte != '"' && byte != '\\' && byte != 0x7f;
    }
    if (plain) {
        ALEA_TEXT_ADD(text, "\"");
        return;
    }
    char *copy = strdup(text->at + from);
    text->len = from - 1; /* with the quotation mark that stands before it */
    if (copy) external_string(text, copy);
    else text->cut = true;
    free(copy);
}

static void add_seat(struct alea_text *text, int seat) {
    char letters[3];
    alea_seat_letters(seat, letters);
    alea_text_addf(text, "\"%s\"", letters);
}

static void add_faces(unsigned arg, struct alea_text *text) {
    for (int side = 0; side < 2; side++) {
        const char *comma = "";
        alea_text_add(text, side ? ",[" : "[[");
        for (int die = 0; die < 3; die++) {
            unsigned face = alea_dice_face(arg, side, die);
            if (!face) continue;
            alea_text_addf(text, "%s%u", comma, face);
            comma = ",";
        }
        ALEA_TEXT_ADD(text, "]");
    }
    ALEA_TEXT_ADD(text, "]");
}

static void add_args(const struct alea_rules *rules, int set, alea_move move, struct alea_text *text) {
    const char *id = alea_set_id(rules->game, set);
    if (!id) {
        ALEA_TEXT_ADD(text, ",\"args\":{}");
        return;
    }
    alea_text_addf(text, ",\"args\":{\"%s\":", id);
    if (set == ALEA_SET_NUMBER) {
        alea_text_add_number(text, alea_move_arg(move));
    } else if (set == ALEA_SET_DICE) {
        add_faces(alea_move_arg(move), text);
    } else {
        ALEA_TEXT_ADD(text, "\"");
        alea_value_id(rules, set, (long)alea_move_arg(move), text);
        ALEA_TEXT_ADD(text, "\"");
    }
    ALEA_TEXT_ADD(text, "}");
}

/* Its members without the braces, so that more can follow. */
static void add_move(const struct alea_rules *rules, alea_move move, bool plain, struct alea_text *text) {
    const struct alea_texts *texts = rules->game->texts;
    unsigned number = alea_move_verb(move);
    const struct alea_verb *verb = &texts->verbs[number < (unsigned)texts->n_verbs ? number : 0];
    ALEA_TEXT_ADD(text, "\"m\":");
    alea_text_add_number(text, move);
    ALEA_TEXT_ADD(text, ",\"text\":\"");
    alea_move_write(rules, move, text);
    alea_text_addf(text, "\",\"verb\":\"%s\"", verb->token ? verb->token : "");
    add_args(rules, verb->set, move, text);
    if (plain) return;
    ALEA_TEXT_ADD(text, ",\"words\":\"");
    size_t from = text->len;
    alea_move_say(rules, move, text);
    external_quote_from(text, from);
}

/* ---- Before and after ------------------------------------------------------------------------------------------------------ */

static void add_options(const struct alea_rules *rules, struct alea_text *text) {
    ALEA_TEXT_ADD(text, ",\"options\":{");
    for (int i = 0; i < rules->game->n_options; i++) {
        const struct alea_option *option = &rules->game->options[i];
        int32_t value = rules->options.value[i];
        alea_text_addf(text, "%s\"%s\":", i ? "," : "", option->key);
        if (option->words) external_string(text, option->words[value]);
        else alea_text_add_number(text, value);
    }
    ALEA_TEXT_ADD(text, "}");
}

void external_limits(int ms, struct alea_text *text) {
    alea_text_addf(text,
                   ",\"limits\":{\"ready_ms\":%d,\"ms\":%d,\"line\":%d,\"tries\":%d,\"bad_lines\":%d,\"questions\":%d,"
                   "\"strikes\":%d,\"restarts\":%d}",
                   EXTERNAL_READY_MS, ms, PROCESS_MAX_LINE, EXTERNAL_TRIES, EXTERNAL_BAD_LINES, EXTERNAL_QUESTIONS,
                   EXTERNAL_STRIKES, EXTERNAL_RESTARTS);
}

void external_hello(const struct alea_rules *rules, int ms, struct alea_text *text) {
    static const char *const langs[ALEA_LANGS] = {"it", "en"};
    alea_text_addf(
        text, "{\"type\":\"hello\",\"protocol\":%d,\"alea\":\"%s\",\"game\":\"%s\",\"rules_version\":%d,\"lang\":\"%s\"",
        EXTERNAL_PROTOCOL, ALEA_VERSION, rules->game->id, rules->game->rules_version, langs[text->lang]);
    alea_text_addf(text, ",\"seats\":%d", rules->seats);
    add_options(rules, text);
    if (rules->has_scenario) {
        ALEA_TEXT_ADD(text, ",\"scenario\":");
        external_string(text, rules->scenario_name);
    }
    external_limits(ms, text);
    ALEA_TEXT_ADD(text, "}");
}

void external_game(long game, int seat, struct alea_text *text) {
    alea_text_addf(text, "{\"type\":\"game\",\"number\":%ld,\"seat\":", game);
    add_seat(text, seat);
    ALEA_TEXT_ADD(text, "}");
}

void external_over(const struct alea_rules *rules, const void *pos, int seat, struct alea_text *text) {
    double score[ALEA_MAX_SEATS] = {0};
    rules->game->score(rules->tables, pos, score);
    ALEA_TEXT_ADD(text, "{\"type\":\"over\",\"seat\":");
    add_seat(text, seat);
    ALEA_TEXT_ADD(text, ",\"scores\":{");
    for (int i = 0; i < rules->seats; i++) {
        alea_text_add(text, i ? "," : "");
        add_seat(text, i);
        alea_text_addf(text, ":%.15g", score[i]);
    }
    ALEA_TEXT_ADD(text, "},\"places\":{");
    for (int i = 0; i < rules->seats; i++) {
        alea_text_add(text, i ? "," : "");
        add_seat(text, i);
        alea_text_addf(text, ":%d", alea_place(rules, pos, i));
    }
    ALEA_TEXT_ADD(text, "}}");
}

/* ---- A turn ------------------------------------------------------------------------------------------------------------------ */

/* What is to be feared of the move; left out where nothing is. */
static void add_warning(const struct alea_bot_turn *turn, alea_move move, struct alea_text *text) {
    struct alea_text words;
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, text->lang);
    turn->rules->game->words.warn(turn->rules->tables, turn->view, turn->seat, move, &words);
    if (words.len) {
        ALEA_TEXT_ADD(text, ",\"warning\":");
        external_string(text, alea_text_str(&words));
    }
    alea_text_clear(&words);
}

void external_turn_line(const struct alea_bot_turn *turn, long number, int ms, bool plain, struct alea_text *text) {
    const struct alea_game *game = turn->rules->game;
    alea_text_addf(text, "{\"type\":\"turn\",\"turn\":%ld,\"seat\":", number);
    add_seat(text, turn->seat);
    alea_text_addf(text, ",\"ms\":%d,\"round\":%d", ms, game->round(turn->rules->tables, turn->view));
    if (!plain) {
        ALEA_TEXT_ADD(text, ",\"prompt\":\"");
        size_t from = text->len;
        alea_prompt(turn->rules, turn->view, turn->seat, text);
        external_quote_from(text, from);
    }
    ALEA_TEXT_ADD(text, ",\"moves\":[");
    for (int i = 0; i < turn->n_legal; i++) {
        alea_text_add(text, i ? ",{" : "{");
        add_move(turn->rules, turn->legal[i], plain, text);
        if (!plain && game->words.warn) add_warning(turn, turn->legal[i], text);
        ALEA_TEXT_ADD(text, "}");
    }
    ALEA_TEXT_ADD(text, "],\"view\":");
    alea_position_json(turn->rules, turn->view, text);
    ALEA_TEXT_ADD(text, "}");
}

void external_error(enum external_fault fault, const char *rule, const char *words, int left, struct alea_text *text) {
    alea_text_addf(text, "{\"type\":\"error\",\"error\":\"%s\"", external_fault_id(fault));
    if (rule && *rule) {
        ALEA_TEXT_ADD(text, ",\"rule\":");
        external_string(text, rule);
    }
    if (left >= 0) alea_text_addf(text, ",\"left\":%d", left);
    ALEA_TEXT_ADD(text, ",\"text\":");
    external_string(text, words && *words ? words : external_fault_words(fault, text->lang));
    ALEA_TEXT_ADD(text, "}");
}

/* ---- Chances ------------------------------------------------------------------------------------------------------------------ */

static void add_left(const char *side, const double left[], int force, struct alea_text *text) {
    double expected = 0;
    alea_text_addf(text, ",\"%s_left\":[", side);
    for (int i = 0; i <= force; i++) {
        alea_text_addf(text, "%s%.15g", i ? "," : "", left[i]);
        expected += i * left[i];
    }
    alea_text_addf(text, "],\"expected_%s_left\":%.15g", side, expected);
}

static void add_battle(const struct alea_battle *battle, struct alea_text *text) {
    alea_text_addf(text, "{\"attackers\":%d,\"defenders\":%d,\"exact\":%s,\"win\":%.15g", battle->attackers,
                   battle->defenders, battle->exact ? "true" : "false", battle->win);
    add_left("attackers", battle->attackers_left, battle->attackers, text);
    add_left("defenders", battle->defenders_left, battle->defenders, text);
    ALEA_TEXT_ADD(text, "}");
}

static bool odds(const struct alea_bot_turn *turn, alea_move move, int stop, struct alea_text *text) {
    const struct alea_game *game = turn->rules->game;
    const void *tables = turn->rules->tables;
    struct alea_battle battle;
    alea_text_addf(text, "{\"type\":\"odds\",\"move\":%lu,\"words\":\"", (unsigned long)move);
    size_t from = text->len;
    if (!move && game->chances.odds) (void)game->chances.odds(tables, turn->view, turn->seat, text);
    if (move && game->words.remark) game->words.remark(tables, turn->view, turn->seat, move, text);
    external_quote_from(text, from);
    ALEA_TEXT_ADD(text, ",\"battle\":");
    if (game->chances.battle && game->chances.battle(tables, turn->view, turn->seat, move, stop, &battle))
        add_battle(&battle, text);
    else ALEA_TEXT_ADD(text, "null");
    ALEA_TEXT_ADD(text, ",\"detail\":");
    if (!game->chances.detail || !game->chances.detail(tables, turn->view, turn->seat, move, text))
        ALEA_TEXT_ADD(text, "null");
    ALEA_TEXT_ADD(text, "}");
    return true;
}

/* What chance does after the move, in a position that the view allows. How many outcomes: 0 if it is not chance's turn then. */
static int outcomes_of(const struct alea_bot_turn *turn, alea_move move, bool guess, void *pos, struct alea_outcome out[]) {
    const struct alea_game *game = turn->rules->game;
    const void *tables = turn->rules->tables;
    memcpy(pos, turn->view, game->position_size);
    if (guess) alea_determinize(turn->rules, pos, turn->seat, turn->random);
    game->apply(tables, pos, turn->seat, move, NULL);
    return game->actors(tables, pos) == ALEA_ACTORS_CHANCE ? game->outcomes(tables, pos, out) : 0;
}

static bool same_outcomes(const struct alea_outcome a[], const struct alea_outcome b[], int n) {
    for (int i = 0; i < n; i++)
        if (a[i].move != b[i].move || a[i].weight != b[i].weight) return false;
    return true;
}

/* What is hidden is guessed several times over: chances that depend on it are not told. */
static int known_outcomes(const struct alea_bot_turn *turn, alea_move move, void *pos, struct alea_outcome out[],
                          struct alea_outcome other[]) {
    bool secrets = alea_game_has_secrets(turn->rules->game);
    int n = outcomes_of(turn, move, secrets, pos, out);
    for (int i = 1; secrets && i < GUESSES; i++)
        if (outcomes_of(turn, move, true, pos, other) != n || !same_outcomes(out, other, n)) return -1;
    return n;
}

static void add_outcomes(const struct alea_bot_turn *turn, alea_move move, const struct alea_outcome out[], int n,
                         struct alea_text *text) {
    unsigned long long sum = 0;
    for (int i = 0; i < n; i++) sum += out[i].weight;
    alea_text_addf(text, "{\"type\":\"outcomes\",\"move\":%lu,\"of\":%llu,\"outcomes\":[", (unsigned long)move, sum);
    for (int i = 0; i < n; i++) {
        alea_text_add(text, i ? ",{" : "{");
        add_move(turn->rules, out[i].move, true, text);
        alea_text_addf(text, ",\"weight\":%lu}", (unsigned long)out[i].weight);
    }
    ALEA_TEXT_ADD(text, "]}");
}

static bool outcomes(const struct alea_bot_turn *turn, alea_move move, struct alea_text *text) {
    const struct alea_game *game = turn->rules->game;
    void *pos = malloc(game->position_size);
    struct alea_outcome *out = calloc(2 * (size_t)game->max_outcomes + 2, sizeof *out);
    int n = pos && out ? known_outcomes(turn, move, pos, out, out + game->max_outcomes + 1) : -1;
    if (n >= 0) add_outcomes(turn, move, out, n, text);
    free(out);
    free(pos);
    return n >= 0;
}

bool external_answer(const struct alea_bot_turn *turn, const struct external_said *said, struct alea_text *text) {
    struct alea_text words, rule;
    alea_move move = 0;
    alea_text_init(&words, ALEA_MAX_LINE_BYTES, text->lang);
    alea_text_init(&rule, ALEA_MAX_LINE_BYTES, text->lang);
    bool fine = !said->has_move || external_judge(turn, said, &move, &rule, &words) == EXTERNAL_FINE;
    alea_text_clear(&words);
    alea_text_clear(&rule);
    if (!fine) return false;
    return said->kind == EXTERNAL_ASKS_ODDS ? odds(turn, move, said->stop, text) : outcomes(turn, move, text);
}
