/* SPDX-License-Identifier: MIT */
/* files.c - questions about a transcript: {"do":"check"}, {"do":"verify"}, {"do":"review"}. */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "alea/wasm.h"
#include "error.h"
#include "json_write.h"
#include "names.h"
#include "question.h"
#include "review.h"

/* ---- Reading ------------------------------------------------------------------------------------------------------------- */

static void say_fault(struct alea_text *text, const char *key, const struct alea_error *error) {
    alea_json_open_object(text, key);
    alea_json_id(text, "error", alea_err_name(error->code));
    alea_json_string(text, "text", error->text);
    if (error->ply) alea_json_integer(text, "ply", error->ply);
    if (error->line) alea_json_integer(text, "line", error->line);
    alea_json_close_object(text);
}

static void add_fault(void *context, const struct alea_error *error) { say_fault(context, NULL, error); }

/* The match of the question's transcript, as far as it is sound. `faults` may be NULL; error->code tells of the last. */
static enum alea_err read_match(struct question *question, struct alea_text *faults, struct alea_match **match) {
    const char *bytes, *name;
    size_t n;
    struct alea_scenario room;
    const struct alea_scenario *scenario;
    enum alea_err err = question_string(question, "transcript", true, &bytes, &n);
    if (!err) err = question_string(question, "name", false, &name, NULL);
    if (!err) err = question_scenario(question, &room, &scenario);
    if (err) return err;
    if (!name) name = "";
    *match = alea_transcript_read(name, bytes, n, scenario, faults ? add_fault : NULL, faults, question->error);
    return ALEA_OK;
}

/* ---- Check ---------------------------------------------------------------------------------------------------------------- */

static void say_match(const struct alea_match *match, struct alea_text *text) {
    const struct alea_rules *rules = alea_match_rules(match);
    const void *pos = alea_match_position(match);
    alea_json_id(text, "game", rules->game->id);
    alea_json_integer(text, "seats", rules->seats);
    alea_json_integer(text, "plies", alea_match_plies(match));
    alea_json_bool(text, "over", alea_match_actors(match) == ALEA_ACTORS_OVER);
    alea_text_addf(text, ",\"hash\":\"%016llx\"", (unsigned long long)alea_position_hash(rules, pos));
    size_t from = alea_json_open_string(text, "options");
    alea_options_write(rules, text);
    alea_json_close_string(text, from);
}

enum alea_err answer_check(struct question *question) {
    struct alea_match *match = NULL;
    alea_json_open_array(question->answer, "faults");
    size_t before = question->answer->len;
    enum alea_err err = read_match(question, question->answer, &match);
    if (err) return err;
    if (question->answer->len == before && (!match || question->error->code)) add_fault(question->answer, question->error);
    alea_json_close_array(question->answer);
    if (match) say_match(match, question->answer);
    alea_match_free(match);
    return ALEA_OK;
}

/* ---- Verify ---------------------------------------------------------------------------------------------------------------- */

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

static enum alea_err say_findings(const struct verifying *v, struct alea_error *error) {
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
    alea_json_open_array(v->text, "throws");
    enum alea_err err = alea_match_throws(v->match, say_throw, (void *)v, error);
    alea_json_close_array(v->text);
    return err;
}

enum alea_err answer_verify(struct question *question) {
    struct alea_match *match = NULL;
    enum alea_err err = read_match(question, NULL, &match);
    if (err || !match) return err ? err : question->error->code;
    struct verifying verifying = {match, question->answer};
    if (question->error->code) say_fault(question->answer, "stopped", question->error);
    err = say_findings(&verifying, question->error);
    alea_match_free(match);
    return err;
}

/* ---- Review ----------------------------------------------------------------------------------------------------------------- */

struct looking {
    atomic_long done;
    long all;
};

static void tell_progress(void *context) {
    struct looking *looking = context;
    alea_wasm_progress((uint32_t)atomic_load(&looking->done), (uint32_t)looking->all);
}

enum alea_err answer_review(struct question *question) {
    struct alea_match *match = NULL;
    struct review review = {0};
    int64_t samples, seed;
    enum alea_err err = question_number(question, "samples", 0, REVIEW_MAX_SAMPLES, 0, &samples);
    if (!err) err = question_number(question, "seed", 0, INT64_MAX, 1, &seed);
    if (!err) err = read_match(question, NULL, &match);
    if (err || !match || question->error->code) {
        alea_match_free(match);
        return err ? err : question->error->code;
    }
    struct looking looking = {.all = alea_match_plies(match) + 1};
    const struct review_wish wish = {
        .samples = samples ? (int)samples : review_usual_samples(match),
        .seed = (uint64_t)seed,
        .done = &looking.done,
        .look_up = tell_progress,
        .context = &looking,
    };
    if (!review_make(match, &wish, &review)) err = alea_fail(question->error, ALEA_ERR_NO_MEMORY);
    if (!err) {
        alea_json_key(question->answer, "review");
        review_json(&review, question->answer);
    }
    review_clear(&review);
    alea_match_free(match);
    return err;
}
