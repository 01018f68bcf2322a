/* SPDX-License-Identifier: MIT */
/* verify.c - is all of a match that its seed's opening can prove as it was promised? The commitment, the words, the beacon's
 * number, and every throw: the match is replayed once. */
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "text.h"

bool alea_is_promised(const struct alea_match_head *head, int seat) {
    static const uint8_t none[ALEA_HASH_BYTES] = {0};
    return memcmp(head->promise[seat], none, sizeof none) != 0;
}

enum alea_called alea_match_called(const struct alea_match *match, int seat) {
    const struct alea_match_head *head = alea_match_head(match);
    const struct alea_bound *name = &head->name[seat];
    uint8_t computed[ALEA_HASH_BYTES];
    if (!name->bound) return ALEA_CALLED_UNBOUND;
    if (!name->has_salt) return ALEA_CALLED_ERASED;
    alea_name_bind(name->salt, head->seat[seat].name, computed);
    return memcmp(computed, name->hash, sizeof computed) == 0 ? ALEA_CALLED_THE_SAME : ALEA_CALLED_OTHERWISE;
}

/* ---- The head ------------------------------------------------------------------------------------------------------------- */

static enum alea_err verify_commitment(const struct alea_match_head *head, struct alea_error *error) {
    uint8_t computed[ALEA_HASH_BYTES];
    alea_seed_commit(head->dice.seed, computed);
    return memcmp(computed, head->commitment, sizeof computed) == 0 ? ALEA_OK : alea_fail(error, ALEA_ERR_BAD_COMMITMENT);
}

static enum alea_err verify_words(const struct alea_match_head *head, struct alea_error *error) {
    for (int seat = 0; seat < head->dice.seats; seat++) {
        uint8_t computed[ALEA_HASH_BYTES];
        char letters[3];
        alea_word_promise(head->commitment, seat, head->dice.word[seat], computed);
        if (!alea_is_promised(head, seat) || memcmp(computed, head->promise[seat], sizeof computed) == 0) continue;
        alea_seat_letters(seat, letters);
        return alea_fail(error, ALEA_ERR_BAD_WORD, letters);
    }
    return ALEA_OK;
}

static enum alea_err verify_beacon(const struct alea_beacon *beacon, struct alea_error *error) {
    struct alea_beacon computed = *beacon;
    if (!beacon->named) return ALEA_OK;
    if (beacon->out && alea_beacon_open(&computed, beacon->randomness, beacon->signature, beacon->n_signature))
        return ALEA_OK;
    enum alea_lang lang = error ? error->lang : ALEA_EN;
    return alea_fail(error, ALEA_ERR_BAD_BEACON, alea_digits((long)beacon->round).at,
                     beacon->out ? alea_either(lang, ENGINE_SAY_BEACON_NOT_ITS_SIGNATURE)
                                 : alea_either(lang, ENGINE_SAY_BEACON_NOT_OUT));
}

static bool is_handed(const struct alea_ply *ply) { return ply->note && strcmp(ply->note, ALEA_NOTE_HANDED) == 0; }

long alea_match_handed(const struct alea_match *match) {
    long handed = 0;
    for (long ply = 1; ply <= alea_match_plies(match); ply++) {
        if (alea_match_ply(match, ply)->seat != ALEA_CHANCE) continue;
        if (!is_handed(alea_match_ply(match, ply))) break;
        handed++;
    }
    return handed;
}

long alea_match_entered(const struct alea_match *match) {
    const struct alea_rules *rules = alea_match_rules(match);
    void *pos = malloc(rules->game->position_size);
    long entered = 0;
    if (!pos) return -1;
    alea_match_start(rules, pos);
    for (long ply = 1; ply <= alea_match_plies(match); ply++) {
        entered += alea_by_hand(rules, pos, alea_match_ply(match, ply));
        alea_match_step(match, ply, pos, NULL);
    }
    free(pos);
    return entered;
}

/* ---- The throws ----------------------------------------------------------------------------------------------------------- */

enum alea_err alea_match_throws(const struct alea_match *match, alea_throw_listener *each, void *context,
                                struct alea_error *error) {
    const struct alea_rules *rules = alea_match_rules(match);
    void *pos = malloc(rules->game->position_size);
    if (!pos) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    bool wanted = true;
    long number = 0, handed = alea_match_handed(match);
    alea_match_start(rules, pos);
    for (long ply = 1; wanted && ply <= alea_match_plies(match); ply++) {
        if (alea_match_ply(match, ply)->seat == ALEA_CHANCE) {
            struct alea_random random = alea_dice_throw(&alea_match_head(match)->dice, (uint32_t)++number);
            if (number > handed) wanted = each(context, ply, number, rules->game->roll(rules->tables, pos, &random));
        }
        alea_match_step(match, ply, pos, NULL);
    }
    free(pos);
    return ALEA_OK;
}

/* Throws that are compared until one is bad. */
struct comparing {
    const struct alea_match *match;
    struct alea_error *error;
    enum alea_err found;
    long good;
};

static enum alea_err bad_throw(const struct alea_match *match, long ply, long number, alea_move computed,
                               struct alea_error *error) {
    struct alea_text written, expected;
    alea_text_init(&written, 200, ALEA_EN);
    alea_text_init(&expected, 200, ALEA_EN);
    alea_move_write(alea_match_rules(match), alea_match_ply(match, ply)->move, &written);
    alea_move_write(alea_match_rules(match), computed, &expected);
    alea_fail(error, ALEA_ERR_BAD_DICE, alea_digits(number).at, alea_text_str(&written), alea_text_str(&expected));
    if (error) error->ply = ply;
    alea_text_clear(&written);
    alea_text_clear(&expected);
    return ALEA_ERR_BAD_DICE;
}

static bool compare(void *context, long ply, long number, alea_move computed) {
    struct comparing *comparing = context;
    if (alea_match_ply(comparing->match, ply)->move == computed) comparing->good++;
    else comparing->found = bad_throw(comparing->match, ply, number, computed, comparing->error);
    return comparing->found == ALEA_OK;
}

enum alea_err alea_match_verify(const struct alea_match *match, long *n_throws, struct alea_error *error) {
    const struct alea_match_head *head = alea_match_head(match);
    *n_throws = 0;
    if (head->dice_kind != ALEA_DICE_FAIR)
        return alea_fail(error, ALEA_ERR_NO_ROLL, alea_reason(error, ENGINE_SAY_VERIFY_BY_HAND).at);
    if (!head->has_seed) return alea_fail(error, ALEA_ERR_SEALED);
    enum alea_err err = verify_commitment(head, error);
    if (!err) err = verify_words(head, error);
    if (!err) err = verify_beacon(&head->dice.beacon, error);
    if (err) return err;
    struct comparing comparing = {.match = match, .error = error};
    err = alea_match_throws(match, compare, &comparing, error);
    *n_throws = comparing.good;
    return err ? err : comparing.found;
}
