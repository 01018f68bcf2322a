/* SPDX-License-Identifier: MIT */
/* laws_match.c - laws of whole games: the door, undo, transcripts, tampering, fair dice. They play the record again. */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

/* Hashes of the positions after 0, 1 ... plies of the record; the caller frees them. */
static uint64_t *hashes_of(struct law_run *run) {
    uint64_t *hashes = calloc((size_t)run->ply + 1, sizeof *hashes);
    if (!hashes) abort();
    memset(run->spare[0], 0, run->game->position_size);
    run->game->setup(run->tables, run->spare[0]);
    for (long ply = 0; ply <= run->ply; ply++) {
        hashes[ply] = alea_position_hash(run->rules, run->spare[0]);
        if (ply < run->ply) run->game->apply(run->tables, run->spare[0], run->record[ply].seat, run->record[ply].move, NULL);
    }
    return hashes;
}

/* ---- The door ------------------------------------------------------------------------------------------------------------ */

static bool is_turned_away(struct law_run *run, struct alea_match *match, long ply, int seat, alea_move move,
                           enum alea_err wanted) {
    struct alea_error error = {.lang = (enum alea_lang)(ply & 1)};
    struct alea_events events = {.n = 7};
    long plies = alea_match_plies(match);
    law_copy(run, run->spare[1], alea_match_position(match));
    enum alea_err err = alea_match_play(match, ply, seat, move, "note", &events, &error);
    if (err != wanted || error.code != wanted)
        return law_broken(run, "the door answers %s to %s '%s', not %s", alea_err_name(err), law_seat_name(seat),
                          law_move_name(run, move), alea_err_name(wanted));
    if (events.n || alea_match_plies(match) != plies || !law_same(run, run->spare[1], alea_match_position(match)))
        return law_broken(run, "the door turned '%s' away, yet something changed", law_move_name(run, move));
    if (!error.text[0] || !law_clean(error.text, false))
        return law_broken(run, "the error has no clean words: '%s'", error.text);
    alea_rule rule = wanted == ALEA_ERR_REFUSED ? run->game->why_not(run->tables, run->spare[1], seat, move) : 0;
    return error.rule == rule || law_broken(run, "the door names rule %u, why_not() %u", error.rule, rule);
}

static bool knocks_are_answered(struct law_run *run, struct alea_match *match) {
    long ply = alea_match_plies(match);
    const void *position = alea_match_position(match);
    if (!alea_match_actors(match)) return is_turned_away(run, match, ply, 0, run->move, ALEA_ERR_OVER);
    if (!is_turned_away(run, match, ply, run->seats, run->move, ALEA_ERR_NO_SEAT) ||
        !is_turned_away(run, match, ply, -1, run->move, ALEA_ERR_NO_SEAT) ||
        !is_turned_away(run, match, ply, ALEA_NONE, run->move, ALEA_ERR_NO_SEAT) ||
        !is_turned_away(run, match, ply + 1, 0, run->move, ALEA_ERR_STALE) ||
        !is_turned_away(run, match, ply - 1, ALEA_CHANCE, run->move, ALEA_ERR_STALE))
        return false;
    for (int i = 0; i < 6; i++) {
        int who = (int)alea_random_below(&run->random, (uint32_t)run->seats + 2);
        int seat = who < run->seats ? who : who == run->seats ? ALEA_CHANCE : ALEA_HOST;
        alea_move move = law_probe(run);
        if (!alea_is_rewind(seat, move) && run->game->why_not(run->tables, position, seat, move) &&
            !is_turned_away(run, match, ply, seat, move, ALEA_ERR_REFUSED))
            return false;
    }
    return true;
}

static bool door_holds(struct law_run *run) {
    struct alea_match *match = law_match_new(run, NULL);
    if (!match) return false;
    uint64_t *hashes = hashes_of(run);
    bool good = true;
    for (long ply = 0; good && ply <= run->ply; ply++) {
        if (alea_position_hash(run->rules, alea_match_position(match)) != hashes[ply])
            good = law_broken(run, "after %ld plies the match has another position than the game", ply);
        long look = (long)alea_random_below(&run->random, (uint32_t)ply + 1);
        if (good && !alea_random_below(&run->random, 8)) {
            alea_match_position_at(match, look, run->spare[1]);
            if (alea_position_hash(run->rules, run->spare[1]) != hashes[look])
                good = law_broken(run, "looking back from ply %ld to %ld shows another position", ply, look);
        }
        if (good && (ply == run->ply || ply < 4 || !alea_random_below(&run->random, 16)))
            good = knocks_are_answered(run, match);
        if (good && ply < run->ply) good = law_play(run, match, &run->record[ply]);
    }
    free(hashes);
    alea_match_free(match);
    return good;
}

/* ---- Undo ---------------------------------------------------------------------------------------------------------------- */

static bool is_not_undone(struct law_run *run, struct alea_match *match, int seat) {
    struct alea_error error = {.lang = ALEA_IT};
    if (alea_match_can_undo(match, seat))
        return law_broken(run, "ply %ld: %s may undo", alea_match_plies(match), law_seat_name(seat));
    long plies = alea_match_plies(match);
    law_copy(run, run->spare[2], alea_match_position(match));
    enum alea_err err = alea_match_undo(match, seat, &error);
    if (err == ALEA_OK || !error.text[0]) return law_broken(run, "ply %ld: undone, though can_undo() says no", plies);
    return (alea_match_plies(match) == plies && law_same(run, run->spare[2], alea_match_position(match))) ||
           law_broken(run, "ply %ld: an undo that was turned away changed something", plies);
}

/* Takes back as much as the seat may, then plays it again. */
static bool is_undone(struct law_run *run, struct alea_match *match, int seat, const uint64_t hashes[]) {
    long plies = alea_match_plies(match);
    struct alea_error error = {.lang = ALEA_EN};
    do {
        if (alea_match_undo(match, seat, &error)) return law_broken(run, "ply %ld: no undo: %s", plies, error.text);
        long now = alea_match_plies(match);
        if (alea_position_hash(run->rules, alea_match_position(match)) != hashes[now])
            return law_broken(run, "undo from ply %ld to %ld leads to another position", plies, now);
        const struct alea_ply *undone = &run->record[now];
        if (undone->seat != seat)
            return law_broken(run, "%s took back a ply of %s", law_seat_name(seat), law_seat_name(undone->seat));
    } while (alea_match_can_undo(match, seat));
    for (long ply = alea_match_plies(match); ply < plies; ply++)
        if (!law_play(run, match, &run->record[ply])) return false;
    return true;
}

static bool undo_stops_at_barriers(struct law_run *run) {
    struct alea_match *match = law_match_new(run, NULL);
    if (!match) return false;
    uint64_t *hashes = hashes_of(run);
    bool good = is_not_undone(run, match, 0);
    for (long ply = 0; good && ply < run->ply; ply++) {
        const struct alea_ply *done = &run->record[ply];
        law_copy(run, run->spare[1], alea_match_position(match));
        good = law_play(run, match, done);
        if (!good) break;
        const void *after = alea_match_position(match);
        bool barrier = done->seat >= run->seats || alea_barrier(run->rules, run->spare[1], done->seat, done->move, after);
        bool allowed = !barrier && alea_match_actors(match);
        if (!allowed) {
            for (int seat = 0; good && seat < run->seats; seat++) good = is_not_undone(run, match, seat);
        } else if (!alea_match_can_undo(match, done->seat)) {
            good = law_broken(run, "ply %ld, %s '%s', is no barrier, but can't be undone", ply + 1,
                              law_seat_name(done->seat), law_move_name(run, done->move));
        } else if (ply < 64 || !alea_random_below(&run->random, 8)) {
            good = is_undone(run, match, done->seat, hashes);
        }
        good = good && is_not_undone(run, match, ALEA_CHANCE) && is_not_undone(run, match, ALEA_HOST);
    }
    free(hashes);
    alea_match_free(match);
    return good;
}

enum { TAMPERINGS = 8 };

/* ---- Transcripts ----------------------------------------------------------------------------------------------------------- */

static struct alea_match *read_back(struct law_run *run, const struct alea_text *text) {
    struct alea_error error = {.lang = ALEA_EN};
    struct alea_match *match = alea_transcript_read("written", alea_text_str(text), text->len, NULL, NULL, NULL, &error);
    if (match && error.code == ALEA_OK) return match;
    law_broken(run, "a written transcript can't be read: %s: line %ld: ply %ld: %s", error.where, error.line, error.ply,
               error.text);
    alea_match_free(match);
    return NULL;
}

/* Writing with the flags, reading, and writing plainly is the plain text. Explained, a long match of many seats may be too long
 * for a transcript. */
static bool comes_back(struct law_run *run, const struct alea_match *match, unsigned flags, enum alea_lang lang) {
    struct alea_text plain, written, again;
    alea_text_init(&plain, ALEA_MAX_TRANSCRIPT_BYTES, lang);
    alea_text_init(&written, ALEA_MAX_TRANSCRIPT_BYTES, lang);
    alea_text_init(&again, ALEA_MAX_TRANSCRIPT_BYTES, lang);
    alea_transcript_write(match, flags & (unsigned)~ALEA_TRANSCRIPT_EXPLAIN, &plain);
    alea_transcript_write(match, flags, &written);
    bool too_long = written.truncated && flags & ALEA_TRANSCRIPT_EXPLAIN;
    bool good = !written.truncated || too_long || law_broken(run, "the transcript is too long");
    struct alea_match *back = good && !too_long ? read_back(run, &written) : NULL;
    good = good && (back || too_long);
    if (back) {
        alea_transcript_write(back, 0, &again);
        if (strcmp(alea_text_str(&plain), alea_text_str(&again)) != 0)
            good = law_broken(run, "a transcript (flags %u) is written differently the second time", flags);
        else if (!law_same(run, alea_match_position(match), alea_match_position(back)))
            good = law_broken(run, "a transcript (flags %u) leads to another position", flags);
    }
    alea_match_free(back);
    alea_text_clear(&plain);
    alea_text_clear(&written);
    alea_text_clear(&again);
    return good;
}

/* A wrong digit in a check hash is found. */
static bool check_hashes_check(struct law_run *run, const struct alea_match *match) {
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(match, 0, &text);
    char *hash = text.at ? strstr(text.at, "\n= ") : NULL;
    bool good = true;
    if (hash) {
        hash[3] = hash[3] == '0' ? '1' : '0';
        struct alea_error error = {.lang = ALEA_EN};
        alea_match_free(alea_transcript_read("altered", text.at, text.len, NULL, NULL, NULL, &error));
        if (error.code != ALEA_ERR_DIVERGED)
            good = law_broken(run, "a wrong check hash is answered by %s", alea_err_name(error.code));
    } else if (run->seats > 1 && alea_match_plies(match) == run->ply) {
        good = law_broken(run, "the transcript has no check hash");
    }
    alea_text_clear(&text);
    return good;
}

static bool transcript_comes_back(struct law_run *run) {
    struct alea_match *match = law_match_new(run, NULL);
    if (!match) return false;
    long pause = (long)alea_random_below(&run->random, (uint32_t)run->ply + 1);
    bool good = true;
    for (long ply = 0; good && ply <= run->ply; ply++) {
        if (ply == 0 || ply == 1 || ply == pause || ply == run->ply)
            good = comes_back(run, match, 0, ALEA_EN) &&
                   comes_back(run, match, ALEA_TRANSCRIPT_EXPLAIN, (enum alea_lang)(ply & 1));
        if (good && ply < run->ply) good = law_play(run, match, &run->record[ply]);
    }
    good = good && check_hashes_check(run, match);
    alea_match_free(match);
    return good;
}

static void count_fault(void *context, const struct alea_error *error) {
    if (error->code != ALEA_OK && error->text[0]) ++*(long *)context;
}

/* Bytes from anywhere: no crash, no match without a word, and what was made of them can be written. */
static bool is_survived(struct law_run *run, const char *bytes, size_t n) {
    struct alea_error error = {.lang = ALEA_IT};
    struct alea_match *match = alea_transcript_read("tampered", bytes, n, NULL, NULL, NULL, &error);
    enum alea_err code = error.code;
    if (!match && (code == ALEA_OK || !error.text[0])) return law_broken(run, "a tampered transcript fails without a word");
    bool good = true;
    if (match && code == ALEA_OK) good = comes_back(run, match, 0, ALEA_EN);
    alea_match_free(match);
    long faults = 0;
    match = alea_transcript_read("tampered", bytes, n, NULL, count_fault, &faults, &error);
    if (good && (faults > 0) != (code != ALEA_OK))
        good = law_broken(run, "a tampered transcript has %ld faults, but the first reading answers %s", faults,
                          alea_err_name(code));
    alea_match_free(match);
    return good;
}

static size_t tamper(struct alea_random *random, char *bytes, size_t n) {
    size_t at = alea_random_below(random, (uint32_t)n);
    switch (alea_random_below(random, 6)) {
    case 0: bytes[at] = (char)alea_random_below(random, 256); break;
    case 1: bytes[at] ^= (char)(1u << alea_random_below(random, 8)); break;
    case 2: return at; /* cut off */
    case 3: memmove(bytes + at, bytes + at + 1, n - at - 1); return n - 1;
    case 4: bytes[at] = '\n'; break;
    default: { /* a line is missing */
        char *end = memchr(bytes + at, '\n', n - at);
        size_t length = end ? (size_t)(end - bytes) - at : n - at;
        memmove(bytes + at, bytes + at + length, n - at - length);
        return n - length;
    }
    }
    return n;
}

static bool tampering_is_survived(struct law_run *run) {
    struct alea_match *match = law_match_new(run, NULL);
    if (!match) return false;
    bool good = true;
    for (long ply = 0; good && ply < run->ply; ply++) good = law_play(run, match, &run->record[ply]);
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
    alea_transcript_write(match, run->number & 64 ? ALEA_TRANSCRIPT_EXPLAIN : 0, &text);
    char *copy = malloc(text.len + 1);
    if (!copy) abort();
    for (int i = 0; good && i < TAMPERINGS; i++) {
        memcpy(copy, text.at, text.len + 1);
        size_t n = tamper(&run->random, copy, text.len);
        char *exact = malloc(n ? n : 1); /* so that ASan sees a byte read past the end */
        if (!exact) abort();
        memcpy(exact, copy, n);
        good = is_survived(run, exact, n);
        free(exact);
    }
    free(copy);
    alea_text_clear(&text);
    alea_match_free(match);
    return good;
}

/* ---- Fair dice ------------------------------------------------------------------------------------------------------------- */

static bool is_verified(struct law_run *run, const struct alea_match *match, long n_throws, bool sealed) {
    struct alea_error error = {.lang = ALEA_EN};
    long n = -1;
    enum alea_err err = alea_match_verify(match, &n, &error);
    if (sealed) return err == ALEA_ERR_SEALED || law_broken(run, "verifying a sealed match answers %s", alea_err_name(err));
    if (err) return law_broken(run, "fair dice don't verify: %s", error.text);
    return n == n_throws || law_broken(run, "%ld throws were verified of %ld", n, n_throws);
}

static bool fair_dice_verify(struct law_run *run) {
    uint8_t seed[ALEA_SEED_BYTES];
    for (size_t i = 0; i < sizeof seed; i++) seed[i] = (uint8_t)alea_random_below(&run->random, 256);
    struct alea_match *match = law_match_new(run, seed);
    if (!match) return false;
    struct alea_error error = {.lang = ALEA_EN};
    long n_throws = 0, pause = (long)alea_random_below(&run->random, (uint32_t)run->ply + 1);
    bool good = true;
    for (long ply = 0; good && ply < run->game->max_plies && alea_match_actors(match); ply++) {
        alea_actors actors = alea_match_actors(match);
        if (actors == ALEA_ACTORS_CHANCE) {
            n_throws++;
            if (alea_match_roll(match, NULL, &error)) good = law_broken(run, "no roll: %s", error.text);
        } else {
            int seat = __builtin_ctzll(actors);
            int n = run->game->legal(run->tables, alea_match_position(match), seat, run->moves[0]);
            alea_move move = run->moves[0][alea_random_below(&run->random, (uint32_t)n)];
            good = law_play(run, match, &(struct alea_ply){.seat = (uint8_t)seat, .move = move});
        }
        if (good && ply == pause && alea_match_actors(match)) {
            struct alea_text text;
            alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, ALEA_EN);
            alea_transcript_write(match, ALEA_TRANSCRIPT_SEALED, &text);
            struct alea_match *sealed = read_back(run, &text);
            good = sealed && is_verified(run, sealed, n_throws, true) && comes_back(run, sealed, 0, ALEA_EN);
            alea_match_free(sealed);
            alea_text_clear(&text);
        }
    }
    good = good && is_verified(run, match, n_throws, false) && comes_back(run, match, 0, ALEA_EN) &&
           comes_back(run, match, ALEA_TRANSCRIPT_SEALED, ALEA_EN);
    alea_match_free(match);
    return good;
}

const struct law laws_match[] = {
    {"door", "the door lets in what the game allows, turns away the rest, and shows every position", door_holds, LAW_GAME,
     LAW_DEAR},
    {"undo", "undo restores the bytes, up to the last barrier and never across chance", undo_stops_at_barriers, LAW_GAME,
     LAW_DEAR},
    {"transcript", "a transcript is written, read and written the same, and check hashes check", transcript_comes_back,
     LAW_GAME, LAW_DEAR},
    {"tampering", "a tampered transcript crashes nothing and says what is wrong", tampering_is_survived, LAW_GAME, LAW_DEAR},
    {"fair-dice", "a whole game with fair dice verifies, and a sealed one does not", fair_dice_verify, LAW_GAME, LAW_DEAR},
};
const int n_laws_match = ALEA_LEN(laws_match);
