/* SPDX-License-Identifier: MIT */
/* transcript.c - fuzz target: any bytes are a transcript or get a sentence; what was read is written and read the same, and each
 * seat's view of each position can be shown on the way. The number of bytes says whether faults are collected, and whether the
 * match is written with explanations: making rules is what takes the time, so it is done twice, not four times. */
#include "fuzz.h"
#include "odds.h"

#include <string.h>

enum { LOOKS = 24 };

static void count(void *context, const struct alea_error *error) {
    fuzz_check(error->code != ALEA_OK && error->text[0], "a fault without words", "");
    ++*(long *)context;
}

static struct alea_match *read_bytes(const void *bytes, size_t n_bytes, bool collect, struct alea_error *error) {
    long faults = 0;
    *error = (struct alea_error){.lang = (enum alea_lang)(n_bytes % ALEA_LANGS)};
    struct alea_match *match = alea_transcript_read("input", bytes, n_bytes, NULL, collect ? count : NULL, &faults, error);
    fuzz_check(match || error->code != ALEA_OK, "no match, and no error", "");
    fuzz_check((error->code == ALEA_OK) == !error->text[0], "an error without words", error->text);
    fuzz_check(!strchr(error->text, '\n'), "an error of two lines", error->text);
    fuzz_check(!collect || (error->code == ALEA_OK) == !faults, "faults are told of a sound transcript, or none",
               error->text);
    return match;
}

/* Everything that can be said of a position to a seat. */
static void show(const struct alea_rules *rules, const void *pos, int seat, struct alea_text *text) {
    alea_position_write(rules, pos, text);
    alea_position_json(rules, pos, text);
    alea_board(rules, pos, seat, text);
    alea_hand(rules, pos, seat, text);
    alea_prompt(rules, pos, seat, text);
    (void)odds_say_at_hand(&(struct odds_asker){rules, pos, seat, 0}, text);
}

static void show_views(const struct alea_match *match) {
    const struct alea_rules *rules = alea_match_rules(match);
    long plies = alea_match_plies(match), stride = plies / LOOKS + 1;
    void *pos = malloc(rules->game->position_size), *view = malloc(rules->game->position_size);
    if (!pos || !view) abort();
    for (long ply = 0; ply <= plies; ply += stride) {
        alea_match_position_at(match, ply, pos);
        fuzz_check(!alea_broken(rules, pos), "a position is broken", "");
        for (int i = 0; i <= rules->seats; i++) {
            int seat = i < rules->seats ? i : ALEA_NONE;
            struct alea_text text;
            alea_text_init(&text, 1 << 18, (enum alea_lang)((ply + i) % ALEA_LANGS));
            memcpy(view, pos, rules->game->position_size);
            alea_hide(rules, view, seat);
            show(rules, view, seat, &text);
            fuzz_check(text.len > 0, "nothing to show", "");
            alea_text_clear(&text);
        }
    }
    free(pos);
    free(view);
}

/* Each viewer's last link is found where it was hung. */
static void hang_chains(const struct alea_match *match) {
    for (int i = 0; i <= alea_match_rules(match)->seats; i++) {
        int viewer = i < alea_match_rules(match)->seats ? i : ALEA_NONE;
        struct alea_chain chain;
        long ply = -1;
        if (alea_match_chain(match, viewer, alea_match_plies(match), &chain)) continue; /* no memory */
        if (alea_match_find_link(match, viewer, chain.link, sizeof chain.link, &ply)) continue;
        fuzz_check(ply >= chain.heard, "a link is lost", "");
    }
}

static void write_and_read(const struct alea_match *match, unsigned flags) {
    struct alea_text plain, written, again;
    struct alea_error error;
    alea_text_init(&plain, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_text_init(&written, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_IT);
    alea_text_init(&again, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(match, 0, &plain);
    alea_transcript_write(match, flags, &written);
    struct alea_match *back = read_bytes(alea_text_str(&written), written.len, false, &error);
    if (!written.truncated) fuzz_check(back && error.code == ALEA_OK, "what was written can't be read", error.text);
    if (back && !written.truncated && !plain.truncated) {
        alea_transcript_write(back, 0, &again);
        fuzz_check(!strcmp(alea_text_str(&plain), alea_text_str(&again)), "written in two ways", alea_text_str(&again));
    }
    alea_match_free(back);
    alea_text_clear(&plain);
    alea_text_clear(&written);
    alea_text_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    struct alea_error error;
    struct alea_match *match = read_bytes(bytes, n_bytes, n_bytes / 2 % 2, &error);
    if (match) {
        long n_throws;
        struct alea_error doubt = {.lang = ALEA_IT};
        bool verified = alea_match_verify(match, &n_throws, &doubt) == ALEA_OK;
        fuzz_check(verified || doubt.text[0], "dice are doubted without words", "");
        show_views(match);
        hang_chains(match);
        write_and_read(match, n_bytes / 4 % 2 ? ALEA_TRANSCRIPT_EXPLAIN : ALEA_TRANSCRIPT_FACES);
    }
    alea_match_free(match);
    return 0;
}
