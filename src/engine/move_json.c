/* SPDX-License-Identifier: MIT */
/* move_json.c - see move_json.h. */
#include "move_json.h"

#include "json_write.h"
#include "names.h"

static void write_faces(const char *key, unsigned arg, struct alea_text *text) {
    alea_json_open_array(text, key);
    for (int side = 0; side < 2; side++) {
        alea_json_open_array(text, NULL);
        for (int die = 0; die < 3; die++)
            if (alea_dice_face(arg, side, die)) alea_json_integer(text, NULL, alea_dice_face(arg, side, die));
        alea_json_close_array(text);
    }
    alea_json_close_array(text);
}

void alea_value_json(const struct alea_rules *rules, const char *key, int set, int32_t value, struct alea_text *text) {
    if (set == ALEA_SET_NONE || set == ALEA_SET_NUMBER) {
        alea_json_integer(text, key, value);
    } else if (set == ALEA_SET_DICE) {
        write_faces(key, (unsigned)value, text);
    } else {
        size_t from = alea_json_open_string(text, key);
        alea_value_id(rules, set, value, text);
        alea_json_close_string(text, from);
    }
}

void alea_move_json(const struct alea_rules *rules, alea_move move, bool words, struct alea_text *text) {
    const struct alea_verb *verb = alea_verb_of(rules->game, move);
    const char *set = verb ? alea_set_id(rules->game, verb->set) : NULL;
    alea_json_integer(text, "m", move);
    size_t from = alea_json_open_string(text, "text");
    alea_move_write(rules, move, text);
    alea_json_close_string(text, from);
    alea_json_id(text, "verb", verb ? verb->token : "");
    alea_json_open_object(text, "args");
    if (set) alea_value_json(rules, set, verb->set, (int32_t)alea_move_arg(move), text);
    alea_json_close_object(text);
    if (!words) return;
    from = alea_json_open_string(text, "words");
    alea_move_say(rules, move, text);
    alea_json_close_string(text, from);
}

void alea_options_json(const struct alea_rules *rules, const char *key, struct alea_text *text) {
    alea_json_open_object(text, key);
    for (int i = 0; i < rules->game->n_options; i++) {
        const struct alea_option *option = &rules->game->options[i];
        int32_t value = rules->options.value[i];
        if (option->words) alea_json_string(text, option->key, option->words[value]);
        else alea_json_integer(text, option->key, value);
    }
    alea_json_close_object(text);
}
