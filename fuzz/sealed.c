/* SPDX-License-Identifier: MIT */
/* sealed.c - fuzz target: a scenario is sealed; if alea_rules_new() takes it then, it can be played, the sentences of rules and the options
 * are those of the game without it, and a transcript opens it whole. */
#include "played.h"

static void check_sentences(const struct alea_rules *rules, const struct alea_rules *plain) {
    for (int rule = 1; rule < rules->game->texts->n_rules; rule++) {
        struct alea_text one, other;
        alea_text_init(&one, 4000, ALEA_IT);
        alea_text_init(&other, 4000, ALEA_IT);
        alea_rule_say(rules, (alea_rule)rule, &one);
        alea_rule_say(plain, (alea_rule)rule, &other);
        fuzz_check(!strcmp(alea_text_str(&one), alea_text_str(&other)), "a sentence tells what is sealed",
                   alea_text_str(&one));
        alea_text_clear(&one);
        alea_text_clear(&other);
    }
    fuzz_check(!memcmp(&rules->options, &plain->options, sizeof plain->options), "options tell what is sealed", "");
}

/* Takes the rules. */
static void check_transcript(struct alea_rules *rules) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match_head head = {.dice_kind = ALEA_DICE_BY_HAND};
    struct alea_text text;
    for (int seat = 0; seat < rules->seats; seat++) memcpy(head.seat[seat].who, "human", sizeof "human");
    struct alea_match *match = alea_match_new(rules, &head, &error);
    if (!match) abort();
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(match, ALEA_TRANSCRIPT_SEALED, &text);
    fuzz_check(!strstr(alea_text_str(&text), "opened "), "a sealed transcript opens it", "");
    alea_text_clear(&text);
    alea_transcript_write(match, 0, &text);
    struct alea_match *again = alea_transcript_read("a", alea_text_str(&text), text.len, NULL, NULL, NULL, &error);
    fuzz_check(again && !error.code, "the transcript can't be read back", error.text);
    fuzz_check(!memcmp(alea_match_rules(again)->scenario, rules->scenario, ALEA_HASH_BYTES), "another scenario", "");
    alea_match_free(again);
    alea_text_clear(&text);
    alea_match_free(match);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    const struct alea_scenario open = {.name = "input", .bytes = (const char *)bytes, .n_bytes = n_bytes};
    const uint64_t hash = hash_of(bytes, n_bytes);
    struct alea_error error = {.lang = ALEA_IT};
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_SCENARIO_BYTES, ALEA_IT);
    bool made = alea_scenario_seal(&open, &text, &error);
    fuzz_check(made || (error.code != ALEA_OK && error.text[0]), "no seal, and no words", error.text);
    const struct alea_scenario sealed = {.name = "input", .bytes = alea_text_str(&text), .n_bytes = text.len};
    for (int i = 0; made && alea_game_at(i); i++) {
        struct alea_rules *rules = rules_for(alea_game_at(i), &sealed, hash >> 8);
        if (!rules) continue;
        struct alea_rules *plain = rules_for(alea_game_at(i), NULL, hash >> 8);
        fuzz_check(plain != NULL, "the game can't be made without it", "");
        if (rules->sealed) check_sentences(rules, plain);
        play(rules, alea_random_stream(hash, 0));
        if (rules->sealed) check_transcript(alea_rules_share(rules));
        alea_rules_free(plain);
        alea_rules_free(rules);
    }
    alea_text_clear(&text);
    return 0;
}
