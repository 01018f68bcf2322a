/* SPDX-License-Identifier: MIT */
/* external_read.c - what a bot says, line by line. Whatever it is, it becomes a saying or a fault. */
#include <jansson.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "external.h"
#include "utf8.h"

enum { MAX_TURN = 1000000000 };

const char *external_fault_id(enum external_fault fault) {
    static const char *const ids[EXTERNAL_FAULT_KINDS] = {
#define EXTERNAL_FAULT_ID(name, id) [EXTERNAL_##name] = (id),
        EXTERNAL_FAULTS(EXTERNAL_FAULT_ID)
#undef EXTERNAL_FAULT_ID
    };
    return ids[fault];
}

const char *external_fault_words(enum external_fault fault, enum alea_lang lang) {
    static const char *const words[EXTERNAL_FAULT_KINDS][ALEA_LANGS] = {
#define EXTERNAL_FAULT_WORDS(name, id) [EXTERNAL_##name] = {ENGINE_SAY_BOT_LINE_##name},
        EXTERNAL_FAULTS(EXTERNAL_FAULT_WORDS)
#undef EXTERNAL_FAULT_WORDS
    };
    return words[fault][lang];
}

/* A whole number of min..max; false if it is something else. One that is not there stays as it is. */
static bool read_number(const json_t *object, const char *key, json_int_t min, json_int_t max, json_int_t *number) {
    const json_t *value = json_object_get(object, key);
    if (!value) return true;
    if (!json_is_integer(value) || json_integer_value(value) < min || json_integer_value(value) > max) return false;
    *number = json_integer_value(value);
    return true;
}

/* A move as a number or in words, as long as there is room for them. */
static bool read_move(const json_t *value, struct external_move *move) {
    if (json_is_string(value)) {
        if (json_string_length(value) >= sizeof move->text) return false;
        memcpy(move->text, json_string_value(value), json_string_length(value) + 1);
        return true;
    }
    json_int_t number = json_integer_value(value);
    move->by_number = true;
    move->number = (alea_move)number;
    return json_is_integer(value) && number >= 0 && number <= UINT32_MAX;
}

/* "move", or "moves" where there are several. */
static bool read_moves(const json_t *object, struct external_said *said) {
    const json_t *one = json_object_get(object, "move"), *list = json_object_get(object, "moves"), *value;
    size_t i;
    if (one) {
        said->n_moves = 1;
        return !list && read_move(one, &said->move[0]);
    }
    if (!list) return true;
    if (!json_is_array(list) || json_array_size(list) > EXTERNAL_MOVES) return false;
    json_array_foreach(list, i, value) {
        if (!read_move(value, &said->move[said->n_moves++])) return false;
    }
    return said->n_moves > 0;
}

static bool read_ready(const json_t *object, struct external_said *said) {
    json_int_t protocol = 0;
    const char *name = json_string_value(json_object_get(object, "name"));
    said->kind = EXTERNAL_SAYS_READY;
    said->plain = json_is_true(json_object_get(object, "plain"));
    said->data = json_is_true(json_object_get(object, "data"));
    said->skip_forced = json_is_true(json_object_get(object, "skip_forced"));
    if (!read_number(object, "ready", 0, MAX_TURN, &protocol)) return false;
    said->protocol = (long)protocol;
    size_t length = name ? strlen(name) : 0;
    if (length >= sizeof said->name) length = alea_utf8_trim(name, sizeof said->name - 1);
    if (length && alea_utf8_clean(name, length)) memcpy(said->name, name, length);
    return true;
}

/* What else can be said, and how many moves belong to it. */
static const struct {
    const char *ask; /* NULL: no question */
    enum external_saying kind;
    int least, most;
} sayings[] = {
    {NULL, EXTERNAL_SAYS_MOVES, 1, EXTERNAL_MOVES},
    {"odds", EXTERNAL_ASKS_ODDS, 0, 1},
    {"outcomes", EXTERNAL_ASKS_OUTCOMES, 1, 1},
    {"after", EXTERNAL_ASKS_AFTER, 1, EXTERNAL_MOVES},
};

static enum external_fault read_object(const json_t *object, struct external_said *said) {
    json_int_t turn = -1, stop = 0;
    const char *ask = json_string_value(json_object_get(object, "ask"));
    if (json_object_get(object, "ready")) return read_ready(object, said) ? EXTERNAL_FINE : EXTERNAL_BAD_VALUE;
    if (!read_number(object, "turn", 0, MAX_TURN, &turn) || !read_number(object, "stop", 0, MAX_TURN, &stop) ||
        !read_moves(object, said))
        return EXTERNAL_BAD_VALUE;
    said->turn = (long)turn;
    said->stop = (int)stop;
    for (size_t i = 0; i < ALEA_LEN(sayings); i++) {
        const char *name = sayings[i].ask;
        if (name ? !ask || strcmp(name, ask) != 0 : json_object_get(object, "ask") != NULL) continue;
        said->kind = sayings[i].kind;
        return said->n_moves >= sayings[i].least && said->n_moves <= sayings[i].most ? EXTERNAL_FINE : EXTERNAL_UNKNOWN;
    }
    return EXTERNAL_UNKNOWN;
}

enum external_fault external_read(const char *line, size_t n, struct external_said *said) {
    *said = (struct external_said){.turn = -1};
    json_t *root = json_loadb(line, n, JSON_REJECT_DUPLICATES, NULL);
    enum external_fault fault = json_is_object(root) ? read_object(root, said) : EXTERNAL_NOT_JSON;
    json_decref(root);
    return fault;
}

/* The move, whether legal or not. */
static enum external_fault find_move(const struct alea_rules *rules, const struct external_move *said, alea_move *move,
                                     struct alea_text *words) {
    struct alea_error error = {.lang = words->lang};
    unsigned verb = alea_move_verb(said->number);
    *move = said->number;
    if (said->by_number) return verb > 0 && verb < (unsigned)rules->game->texts->n_verbs ? EXTERNAL_FINE : EXTERNAL_BAD_MOVE;
    if (alea_move_read(rules, said->text, move, &error) == ALEA_OK) return EXTERNAL_FINE;
    alea_text_add(words, error.text);
    return EXTERNAL_BAD_MOVE;
}

enum external_fault external_judge(const struct alea_bot_turn *turn, const struct external_move *said, alea_move *move,
                                   struct alea_text *rule, struct alea_text *words) {
    const struct alea_game *game = turn->rules->game;
    enum external_fault fault = find_move(turn->rules, said, move, words);
    if (fault) return fault;
    for (int i = 0; i < turn->n_legal; i++)
        if (turn->legal[i] == *move) return EXTERNAL_FINE;
    alea_rule broken = game->why_not(turn->rules->tables, turn->view, turn->seat, *move);
    if (broken) {
        alea_text_add(rule, alea_rule_id(game, broken));
        alea_rule_say(turn->rules, broken, words);
    }
    return EXTERNAL_REFUSED;
}
