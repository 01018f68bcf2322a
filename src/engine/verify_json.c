/* SPDX-License-Identifier: MIT */
/* verify_json.c - what the dice of a match prove, throw by throw, for the page. */
#include "verify.h"

#include <sodium.h>
#include <string.h>

#include "json_write.h"
#include "names.h"

struct verifying {
    const struct alea_match *match;
    struct alea_text *text;
};

static void say_hex(struct alea_text *text, const char *key, const uint8_t bytes[ALEA_HASH_BYTES]) {
    char hex[2 * ALEA_HASH_BYTES + 1];
    alea_json_id(text, key, sodium_bin2hex(hex, sizeof hex, bytes, ALEA_HASH_BYTES));
}

static const char *good_or_bad(bool good) { return good ? "good" : "bad"; }

/* {"ply":7,"n":3,"written":"dice 6 4","computed":"dice 6 4"} */
static bool say_throw(void *context, long ply, long number, alea_move computed) {
    const struct verifying *v = context;
    const struct alea_rules *rules = alea_match_rules(v->match);
    alea_json_open_object(v->text, NULL);
    alea_json_integer(v->text, "ply", ply);
    alea_json_integer(v->text, "n", number);
    size_t from = alea_json_open_string(v->text, "written");
    alea_move_write(rules, alea_match_ply(v->match, ply)->move, v->text);
    alea_json_close_string(v->text, from);
    from = alea_json_open_string(v->text, "computed");
    alea_move_write(rules, computed, v->text);
    alea_json_close_string(v->text, from);
    alea_json_close_object(v->text);
    return true;
}

static const char *called_of(enum alea_called called) {
    return called == ALEA_CALLED_THE_SAME ? "same" : called == ALEA_CALLED_OTHERWISE ? "otherwise" : "erased";
}

/* "promises":{"A":"good"},"names":{"A":"same"}: of the seats that have such. */
static void say_bonds(const struct verifying *v) {
    const struct alea_match_head *head = alea_match_head(v->match);
    int seats = alea_match_rules(v->match)->seats;
    char letters[3];
    alea_json_open_object(v->text, "promises");
    for (int seat = 0; seat < seats; seat++) {
        uint8_t computed[ALEA_HASH_BYTES];
        if (!alea_is_promised(head, seat)) continue;
        alea_word_promise(head->commitment, seat, head->dice.word[seat], computed);
        alea_seat_letters(seat, letters);
        alea_json_id(v->text, letters, good_or_bad(memcmp(computed, head->promise[seat], sizeof computed) == 0));
    }
    alea_json_close_object(v->text);
    alea_json_open_object(v->text, "names");
    for (int seat = 0; seat < seats; seat++) {
        enum alea_called called = alea_match_called(v->match, seat);
        if (called == ALEA_CALLED_UNBOUND) continue;
        alea_seat_letters(seat, letters);
        alea_json_id(v->text, letters, called_of(called));
    }
    alea_json_close_object(v->text);
}

/* Is the beacon's randomness the hash of its signature? Whether its chain signed is left to the page. */
static void say_beacon(const struct verifying *v) {
    struct alea_beacon computed = alea_match_head(v->match)->dice.beacon;
    if (!computed.named || !computed.out) return;
    uint8_t randomness[ALEA_HASH_BYTES];
    memcpy(randomness, computed.randomness, sizeof randomness);
    alea_json_id(v->text, "beacon",
                 good_or_bad(alea_beacon_open(&computed, randomness, computed.signature, computed.n_signature)));
}

enum alea_err alea_match_verify_json(const struct alea_match *match, struct alea_text *text, struct alea_error *error) {
    const struct verifying all = {match, text}, *v = &all;
    const struct alea_match_head *head = alea_match_head(v->match);
    bool open = head->has_seed && (!head->dice.beacon.named || head->dice.beacon.out);
    uint8_t commitment[ALEA_HASH_BYTES];
    if (head->dice_kind != ALEA_DICE_FAIR || !open) {
        alea_json_id(v->text, "seed", head->dice_kind == ALEA_DICE_FAIR ? "sealed" : "by hand");
        return ALEA_OK;
    }
    alea_seed_commit(head->dice.seed, commitment);
    alea_json_id(v->text, "seed", good_or_bad(memcmp(commitment, head->commitment, sizeof commitment) == 0));
    say_hex(v->text, "commitment", commitment);
    say_bonds(v);
    say_beacon(v);
    const long handed = alea_match_handed(match);
    if (handed) alea_json_integer(v->text, "handed", handed);
    const long entered = alea_match_entered(match);
    if (entered > 0) alea_json_integer(v->text, "by_hand", entered);
    alea_json_open_array(v->text, "throws");
    enum alea_err err = alea_match_throws(v->match, say_throw, (void *)&all, error);
    alea_json_close_array(v->text);
    return err;
}
