/* SPDX-License-Identifier: MIT */
/* transcript_head.c - the head of a transcript, and those lines of it on which the chains of its viewers hang. */
#include <inttypes.h>
#include <sodium.h>
#include <string.h>

#include "text.h"
#include "transcript.h"

static void add_hex(struct alea_text *text, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) alea_text_addf(text, "%02x", bytes[i]);
}

static void add_hash(struct alea_text *text, const char *keyword, const uint8_t bytes[ALEA_HASH_BYTES]) {
    alea_text_add(text, keyword);
    add_hex(text, bytes, ALEA_HASH_BYTES);
    alea_text_add(text, "\n");
}

/* "keyword A " */
static void add_seat(struct alea_text *text, const char *keyword, int seat) {
    char letters[3];
    alea_seat_letters(seat, letters);
    alea_text_addf(text, "%s %s ", keyword, letters);
}

/* The oldest format that knows all lines of the head. */
static long oldest(const struct alea_match_head *head, const struct alea_rules *rules) {
    int seats = rules->seats;
    if (rules->sealed) return ALEA_TRANSCRIPT_SEALS;
    bool some = head->n_unopened > 0 || head->dice.beacon.named;
    for (int seat = 0; seat < seats; seat++) some = some || alea_is_promised(head, seat) || head->name[seat].bound;
    return some ? ALEA_TRANSCRIPT_BONDS : 1;
}

/* ---- What binds the dice: `whole`, or without what is told or erased later ------------------------------------------------ */

static void add_beacon(struct alea_text *text, const struct alea_beacon *beacon, bool whole) {
    if (!beacon->named) return;
    alea_text_add(text, "beacon ");
    add_hex(text, beacon->chain, sizeof beacon->chain);
    alea_text_addf(text, " %" PRIu64, beacon->round);
    if (whole && beacon->out) {
        alea_text_add(text, " ");
        add_hex(text, beacon->randomness, sizeof beacon->randomness);
        alea_text_add(text, " ");
        add_hex(text, beacon->signature, beacon->n_signature);
    }
    alea_text_add(text, "\n");
}

static void add_bonds(struct alea_text *text, const struct alea_match_head *head, int seats, bool whole) {
    for (int i = 0; i < head->n_unopened; i++) {
        add_seat(text, "unopened", head->unopened[i].seat);
        add_hash(text, "", head->unopened[i].commitment);
    }
    for (int seat = 0; seat < seats; seat++) {
        if (!alea_is_promised(head, seat)) continue;
        add_seat(text, "promise", seat);
        add_hash(text, "", head->promise[seat]);
    }
    add_beacon(text, &head->dice.beacon, whole);
    for (int seat = 0; seat < seats; seat++) {
        if (!head->dice.word[seat][0]) continue;
        add_seat(text, "word", seat);
        alea_text_addf(text, "%s\n", head->dice.word[seat]);
    }
    for (int seat = 0; seat < seats; seat++) {
        if (!head->name[seat].bound) continue;
        add_seat(text, "bound", seat);
        add_hex(text, head->name[seat].hash, ALEA_HASH_BYTES);
        if (whole && head->name[seat].has_salt) {
            alea_text_add(text, " ");
            add_hex(text, head->name[seat].salt, ALEA_SALT_BYTES);
        }
        alea_text_add(text, "\n");
    }
}

/* ---- A sealed scenario, opened --------------------------------------------------------------------------------------------- */

/* Its bytes, in lines that are each whole in themselves. */
static void add_opened(struct alea_text *text, const struct alea_rules *rules) {
    enum { BYTES = 12000 };
    char line[sodium_base64_ENCODED_LEN(BYTES, sodium_base64_VARIANT_ORIGINAL)];
    for (size_t at = 0; at < rules->n_sealed; at += BYTES) {
        size_t n = rules->n_sealed - at < BYTES ? rules->n_sealed - at : BYTES;
        sodium_bin2base64(line, sizeof line, (const unsigned char *)rules->sealed + at, n, sodium_base64_VARIANT_ORIGINAL);
        alea_text_add(text, "opened ");
        alea_text_add(text, line);
        alea_text_add(text, "\n");
    }
}

/* ---- The head ------------------------------------------------------------------------------------------------------------- */

long alea_transcript_head(const struct alea_match *match, long format, bool open, struct alea_text *text) {
    const struct alea_match_head *head = alea_match_head(match);
    const struct alea_rules *rules = alea_match_rules(match);
    if (format < oldest(head, rules)) format = oldest(head, rules);
    alea_text_addf(text, "alea %ld\ngame %s %d\noptions", format, rules->game->id, rules->version);
    if (rules->game->n_options > 0) {
        alea_text_add(text, " ");
        alea_options_write(rules, text);
    }
    alea_text_add(text, "\n");
    if (rules->has_scenario) {
        alea_text_addf(text, "%s %s ", rules->sealed ? "sealed" : "scenario", rules->scenario_name);
        add_hash(text, "", rules->scenario);
        if (rules->sealed && open) add_opened(text, rules);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        add_seat(text, "seat", seat);
        alea_text_add(text, head->seat[seat].who);
        if (head->seat[seat].name[0]) alea_text_addf(text, " %s", head->seat[seat].name);
        alea_text_add(text, "\n");
    }
    if (head->dice_kind == ALEA_DICE_FAIR) {
        alea_text_add(text, "dice fair\n");
        add_hash(text, "commitment ", head->commitment);
        if (head->has_seed && open) add_hash(text, "seed ", head->dice.seed);
        add_bonds(text, head, rules->seats, true);
    } else {
        alea_text_add(text, "dice by hand\n");
    }
    alea_text_add(text, "\n");
    return format;
}

void alea_transcript_fixed(const struct alea_match *match, struct alea_text *text) {
    const struct alea_match_head *head = alea_match_head(match);
    const struct alea_rules *rules = alea_match_rules(match);
    alea_text_addf(text, "game %s\nseats %d\n", rules->game->id, rules->seats);
    for (int i = 0; i < rules->game->n_options; i++) {
        if (rules->options.value[i] == rules->game->options[i].standard) continue;
        alea_text_add(text, "option ");
        alea_option_write(rules, i, text);
        alea_text_add(text, "\n");
    }
    if (rules->has_scenario) add_hash(text, "scenario ", rules->scenario);
    add_hash(text, "commitment ", head->commitment);
    add_bonds(text, head, rules->seats, false);
}
