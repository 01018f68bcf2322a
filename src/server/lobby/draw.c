/* SPDX-License-Identifier: MIT */
/* draw.c - how the dice of a table come to be nobody's choice: docs/fair-dice.md tells why.
 *
 * The server commits to its seed when the table is made. While it waits, seats promise words. Once it is ready to begin, the promises
 * stand, and those who promised tell their words; with the last one the match begins. Who does not tell it in time stays on record, and
 * all draw anew, the server too. Nobody who promised nothing is waited for. All of it is in the store: a restart goes on with it, and the
 * time for which the server was away counts for nobody. */
#include <sodium.h>
#include <string.h>

#include "error.h"
#include "match.h"
#include "table_internal.h"
#include "text.h"

enum { AGAIN_MS = 1000 };

static enum table_answer engine(enum alea_err err) { return err ? TABLE_ENGINE : TABLE_OK; }

/* ---- The head ------------------------------------------------------------------------------------------------------------------ */

/* The match has not begun: it is made anew with that head, and the seats' words as they are. */
static enum alea_err take_head(struct table *table, const struct alea_match_head *head, struct alea_error *error) {
    struct alea_match *match = table_make_match(table, head, error);
    if (!match) return ALEA_ERR_NO_MEMORY;
    alea_match_free(table->match);
    table->match = match;
    table->state_changed = true;
    table_change(table);
    enum alea_err err = store_set_dice(table->lobby->options.store, table->id, alea_match_head(match), table->seats, error);
    return table_wrote(table, err, error) ? table_usable(table, error) : ALEA_OK;
}

void draw_bind_names(const struct table *table, struct alea_match_head *head) {
    for (int seat = 0; seat < table->seats; seat++) {
        struct alea_bound *name = &head->name[seat];
        if (!table->seat[seat].name[0]) continue;
        *name = (struct alea_bound){.bound = true, .has_salt = true};
        alea_salt_new(name->salt);
        alea_name_bind(name->salt, table->seat[seat].name, name->hash);
    }
}

/* ---- It begins ----------------------------------------------------------------------------------------------------------------- */

/* The head of the match, words and all, is what it is from now on. */
static enum table_answer begin(struct table *table, int64_t now, struct alea_error *error) {
    struct alea_match_head head = *alea_match_head(table->match);
    draw_bind_names(table, &head);
    if (table->wants_beacon) beacon_name_round(table, &head);
    if (take_head(table, &head, error)) return TABLE_ENGINE;
    table->draw = (struct draw){.phase = DRAW_NONE};
    table->beacon_again = 0; /* when its round comes out is not known yet */
    table->status = STORE_PLAYING;
    clock_go(&table->clock, now);
    table_auto_advance(table, now);
    return engine(table_usable(table, error));
}

static enum table_answer begin_if_open(struct table *table, int64_t now, struct alea_error *error) {
    if (draw_promised(table) & ~table->draw.opened) return TABLE_OK;
    if (table->wants_beacon && !beacon_known(table, now)) return TABLE_OK;
    return begin(table, now, error);
}

/* The promises stand; whoever made one tells its word now. */
static enum table_answer freeze(struct table *table, int64_t now, struct alea_error *error) {
    table->draw.phase = DRAW_OPENING;
    table->draw.until = now + draw_patience(table->lobby);
    table->draw.frozen = now;
    table->draw.opened = table->draw.awaited = 0;
    table->state_changed = true;
    table_change(table);
    table_set_due(table, now);
    return begin_if_open(table, now, error);
}

enum table_answer table_ready(struct table *table, int64_t now, struct alea_error *error) {
    return table->draw.phase == DRAW_NONE ? freeze(table, now, error) : TABLE_OK;
}

/* ---- It fails: all draw anew ---------------------------------------------------------------------------------------------------- */

static void put_on_record(struct table *table, struct alea_match_head *head, int seat) {
    if (head->n_unopened == ALEA_MAX_UNOPENED) {
        table->draw.out |= alea_actor(seat);
        return;
    }
    struct alea_unopened *unopened = &head->unopened[head->n_unopened++];
    unopened->seat = (uint8_t)seat;
    memcpy(unopened->commitment, head->commitment, sizeof unopened->commitment);
}

/* When the record is full, those on it take part no more. */
static void shut_out(struct table *table, const struct alea_match_head *head) {
    for (int i = 0; head->n_unopened == ALEA_MAX_UNOPENED && i < head->n_unopened; i++)
        table->draw.out |= alea_actor(head->unopened[i].seat);
}

/* Words that were told are of no use any more: the next ones are promised to another seed. */
static enum alea_err forget_words(struct table *table, alea_actors told, struct alea_error *error) {
    for (int seat = 0; seat < table->seats; seat++) {
        if (!(told & alea_actor(seat))) continue;
        enum alea_err err = store_set_seat(table->lobby->options.store, table->id, seat, &table->seat[seat], error);
        if (table_wrote(table, err, error)) return err;
    }
    return ALEA_OK;
}

/* The head, without the words of those. Where memory is short all is as it was. */
static enum alea_err take_head_without(struct table *table, const struct alea_match_head *head, alea_actors told,
                                       struct alea_error *error) {
    char word[ALEA_MAX_SEATS][sizeof table->seat->word];
    for (int seat = 0; seat < table->seats; seat++) {
        memcpy(word[seat], table->seat[seat].word, sizeof word[seat]);
        if (told & alea_actor(seat)) memset(table->seat[seat].word, 0, sizeof word[seat]);
    }
    enum alea_err err = take_head(table, head, error);
    for (int seat = 0; err == ALEA_ERR_NO_MEMORY && seat < table->seats; seat++)
        memcpy(table->seat[seat].word, word[seat], sizeof word[seat]);
    return err;
}

static enum table_answer draw_anew(struct table *table, alea_actors failed, int64_t now, struct alea_error *error) {
    struct alea_match_head head = *alea_match_head(table->match);
    const alea_actors told = table->draw.opened;
    for (int seat = 0; seat < table->seats; seat++) {
        if (!(failed & alea_actor(seat))) continue;
        put_on_record(table, &head, seat);
        lobby_log(table->lobby, "word_not_opened", table, seat, NULL);
    }
    shut_out(table, &head);
    alea_seed_new(head.dice.seed);
    memset(head.commitment, 0, sizeof head.commitment);
    memset(head.promise, 0, sizeof head.promise);
    if (take_head_without(table, &head, told, error) || forget_words(table, told, error)) return TABLE_ENGINE;
    table->draw.phase = DRAW_AGAIN;
    table->draw.awaited = told & ~table->draw.out;
    table->draw.opened = 0;
    table->draw.until = now + draw_patience(table->lobby);
    table_set_due(table, now);
    return table->draw.awaited ? TABLE_OK : freeze(table, now, error);
}

/* In a draw that is made anew: are they all there who were there before? */
static enum table_answer freeze_if_all(struct table *table, int64_t now, struct alea_error *error) {
    return table->draw.awaited & ~draw_promised(table) ? TABLE_OK : freeze(table, now, error);
}

static enum table_answer go_on(struct table *table, int64_t now, struct alea_error *error) {
    const struct draw *draw = &table->draw;
    const alea_actors missing = draw_promised(table) & ~draw->opened;
    if (draw->phase == DRAW_OPENING && !missing) return begin_if_open(table, now, error);
    if (now < draw->until) return TABLE_OK;
    return draw->phase == DRAW_AGAIN ? freeze(table, now, error) : draw_anew(table, missing, now, error);
}

/* What fails for want of memory is tried again. */
void draw_go_on(struct table *table, int64_t now) {
    struct alea_error error = {.lang = ALEA_EN};
    if (table->draw.phase == DRAW_NONE || table_usable(table, &error)) return;
    if (go_on(table, now, &error) == TABLE_OK || table->draw.phase == DRAW_NONE) return;
    table->draw.until = table->beacon_again = now + AGAIN_MS;
    table_set_due(table, now);
}

/* ---- What seats do -------------------------------------------------------------------------------------------------------------- */

bool draw_frozen(const struct table *table) { return table->draw.phase == DRAW_OPENING; }

static enum table_answer may_draw(const struct table *table, int seat, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (seat < 0 || seat >= table->seats || strcmp(table->seat[seat].who, "human") != 0) return TABLE_FORBIDDEN;
    return table->status == STORE_WAITING ? TABLE_OK : TABLE_BEGUN;
}

enum table_answer table_promise(struct table *table, int seat, const uint8_t commitment[ALEA_HASH_BYTES],
                                const uint8_t promise[ALEA_HASH_BYTES], int64_t now, struct alea_error *error) {
    enum table_answer answer = may_draw(table, seat, error);
    if (answer != TABLE_OK) return answer;
    struct alea_match_head head = *alea_match_head(table->match);
    if (memcmp(commitment, head.commitment, sizeof head.commitment) != 0) return TABLE_OTHER_DRAW;
    if (sodium_is_zero(promise, ALEA_HASH_BYTES)) return TABLE_FORBIDDEN; /* that stands for none */
    if (memcmp(promise, head.promise[seat], ALEA_HASH_BYTES) == 0) return TABLE_OK;
    if (draw_frozen(table)) return TABLE_PROMISED;
    if (table->draw.out & alea_actor(seat)) return TABLE_SHUT_OUT;
    memcpy(head.promise[seat], promise, ALEA_HASH_BYTES);
    if (take_head(table, &head, error)) return TABLE_ENGINE;
    if (table->draw.phase == DRAW_AGAIN) return freeze_if_all(table, now, error);
    return table->drawn ? table_ready(table, now, error) : TABLE_OK;
}

/* The word, byte for byte; what a transcript would not hold as it is can't be one. */
static bool fits(const struct alea_match_head *head, int seat, const char *word) {
    char clean[ALEA_WORD_BYTES + 1];
    uint8_t promise[ALEA_HASH_BYTES];
    size_t length = strlen(word);
    if (length == 0 || length > ALEA_WORD_BYTES) return false;
    if (alea_line_clean(word, length, clean, sizeof clean) != length || strcmp(word, clean) != 0) return false;
    alea_word_promise(head->commitment, seat, word, promise);
    return memcmp(promise, head->promise[seat], sizeof promise) == 0;
}

enum table_answer table_open_word(struct table *table, int seat, const char *word, int64_t now, struct alea_error *error) {
    char letters[3];
    enum table_answer answer = may_draw(table, seat, error);
    if (answer != TABLE_OK) return answer;
    const struct alea_match_head *head = alea_match_head(table->match);
    if (!alea_is_promised(head, seat)) return TABLE_NOT_PROMISED;
    if (!draw_frozen(table)) return TABLE_WORDS_CLOSED;
    alea_seat_letters(seat, letters);
    if (!fits(head, seat, word)) return engine(alea_fail(error, ALEA_ERR_BAD_WORD, letters));
    if (table->draw.opened & alea_actor(seat)) return TABLE_OK;
    memset(table->seat[seat].word, 0, sizeof table->seat[seat].word);
    memcpy(table->seat[seat].word, word, strlen(word));
    enum alea_err err = store_set_seat(table->lobby->options.store, table->id, seat, &table->seat[seat], error);
    if (table_wrote(table, err, error)) return engine(table_usable(table, error));
    table->draw.opened |= alea_actor(seat);
    table->state_changed = true;
    table_change(table);
    return begin_if_open(table, now, error);
}

enum table_answer draw_reseated(struct table *table, int seat, int64_t now, struct alea_error *error) {
    struct alea_match_head head = *alea_match_head(table->match);
    if (table->status != STORE_WAITING) return TABLE_OK;
    table->draw.awaited &= ~alea_actor(seat);
    if (!alea_is_promised(&head, seat) || table->draw.opened & alea_actor(seat)) return TABLE_OK;
    if (draw_frozen(table)) return draw_anew(table, alea_actor(seat), now, error);
    memset(head.promise[seat], 0, ALEA_HASH_BYTES);
    if (take_head(table, &head, error)) return TABLE_ENGINE;
    return table->draw.phase == DRAW_AGAIN ? freeze_if_all(table, now, error) : TABLE_OK;
}
