/* SPDX-License-Identifier: MIT */
/* seats.c - what happens at a table besides moves: people come, leave their seat to a bot, come back, pause, talk. */
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "table_internal.h"
#include "text.h"

static enum table_answer engine(enum alea_err err) { return err ? TABLE_ENGINE : TABLE_OK; }

static enum alea_err write_seat(struct table *table, int seat, struct alea_error *error) {
    enum alea_err err = store_set_seat(table->lobby->options.store, table->id, seat, &table->seat[seat], error);
    if (table_wrote(table, err, error)) return table_usable(table, error);
    struct alea_seat_head who;
    memcpy(who.who, table->seat[seat].who, sizeof who.who);
    memcpy(who.name, table->seat[seat].name, sizeof who.name);
    alea_match_sit(table->match, seat, &who);
    table_change(table);
    return ALEA_OK;
}

/* Seats that do not exist, tables that can't be changed now. */
static enum table_answer may_change(const struct table *table, int seat, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    return seat >= 0 && seat < table->seats ? TABLE_OK : TABLE_FORBIDDEN;
}

static enum table_answer over(struct alea_error *error) {
    alea_fail(error, ALEA_ERR_OVER);
    return TABLE_ENGINE;
}

/* Does `line`, cleaned, differ from what stands there? Then it takes its place. */
static bool put_line(char *to, size_t size, const char *line) {
    char cleaned[ALEA_WORD_BYTES + 1];
    if (!line) return false;
    size_t length = alea_line_clean(line, strlen(line), cleaned, size < sizeof cleaned ? size : sizeof cleaned);
    if (strcmp(cleaned, to) == 0) return false;
    memcpy(to, cleaned, length);
    memset(to + length, 0, size - length);
    return true;
}

/* ---- Beginning --------------------------------------------------------------------------------------------------------------------- */

enum table_answer table_join(struct table *table, int seat, const char *name, const char *word, int64_t now,
                             struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    struct store_seat *row = &table->seat[seat];
    struct store_seat was = *row;
    if (strcmp(row->who, "human") != 0) return TABLE_FORBIDDEN;
    put_line(row->name, sizeof row->name, name);
    bool late = table->status != STORE_WAITING || draw_frozen(table);
    if (word && put_line(row->word, sizeof row->word, word) && late) {
        *row = was;
        alea_fail(error, ALEA_ERR_BAD_OPTION, "word", alea_reason(error, ENGINE_SAY_TABLE_WORDS_CLOSED).at);
        return TABLE_ENGINE;
    }
    row->joined = true;
    if (memcmp(&was, row, sizeof was) == 0) return TABLE_OK;
    if (write_seat(table, seat, error)) return TABLE_ENGINE;
    return table->status == STORE_WAITING && table_all_joined(table) ? table_ready(table, now, error) : TABLE_OK;
}

enum table_answer table_take(struct table *table, int seat, const char *name, int64_t now, struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    if (!(table_look(table).open & alea_actor(seat))) return TABLE_FORBIDDEN;
    table_unseat(table, seat); /* whoever looked on by a link that is dead from now on */
    return table_join(table, seat, name, NULL, now, error);
}

enum table_answer table_start(struct table *table, int64_t now, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (table->status == STORE_OVER) return over(error);
    return table->status == STORE_WAITING ? table_ready(table, now, error) : TABLE_OK;
}

/* ---- Lines of chat ----------------------------------------------------------------------------------------------------------------- */

static struct chat_line *new_line(int seat, const char *words, int64_t at) {
    struct chat_line *line = calloc(1, sizeof *line + strlen(words) + 1);
    if (!line) return NULL;
    line->seat = seat;
    line->at = at;
    memcpy(line->words, words, strlen(words) + 1);
    return line;
}

/* Keeps a line of chat for the listeners, who get it after the commit. */
static void keep_line(struct table *table, struct chat_line *line) {
    struct chat_line **last = &table->lines;
    while (*last) last = &(*last)->next;
    *last = line;
    table->chat = line->n;
    plies_news(&table->plies, ALEA_EVERYBODY);
}

static enum alea_err add_line(struct table *table, int seat, const char *words, int64_t now, struct alea_error *error) {
    const long most = seat == TABLE_ITSELF ? MAX_CHAT_LINES + MAX_OWN_LINES : MAX_CHAT_LINES;
    if (table->chat >= most)
        return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_TABLE_TOO_MANY_LINES, most).at);
    struct chat_line *line = new_line(seat, words, now);
    if (!line) return alea_fail(error, ALEA_ERR_NO_MEMORY);
    enum alea_err err = store_add_chat(table->lobby->options.store, table->id, seat, words, now, &line->n, error);
    if (table_wrote(table, err, error)) {
        free(line);
        return table_usable(table, error);
    }
    keep_line(table, line);
    return ALEA_OK;
}

enum alea_err table_say(struct table *table, const char *note, int64_t now, struct alea_error *error) {
    return add_line(table, TABLE_ITSELF, note, now, error);
}

enum alea_err table_tell_unlearned(struct table *table, alea_actors seats, int64_t now, struct alea_error *error) {
    const struct alea_rules *rules = alea_match_rules(table->match);
    bool thinks = false;
    for (int seat = 0; seat < table->seats; seat++)
        if (seats & alea_actor(seat)) thinks |= alea_bot_unlearned(rules, table_bot(table, seat));
    return thinks ? table_say(table, "@unlearned", now, error) : ALEA_OK;
}

/* ---- Who plays --------------------------------------------------------------------------------------------------------------------- */

/* Somebody else decides for a seat from now on: its clock and the bots see to that. */
static enum table_answer changed_hands(struct table *table, int64_t now, struct alea_error *error) {
    table_stop_thinking(table);
    table->state_changed = true;
    table_change(table);
    table_auto_advance(table, now);
    return engine(table_usable(table, error));
}

enum table_answer table_return(struct table *table, int seat, int64_t now, struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    if (table->status == STORE_OVER) return over(error);
    if (!((table->deputies | table->passing) & alea_actor(seat))) return TABLE_OK;
    table->deputies &= ~alea_actor(seat);
    table->passing &= ~alea_actor(seat);
    return changed_hands(table, now, error);
}

enum table_answer table_pause(struct table *table, bool paused, int64_t now, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (table->status == STORE_OVER) return over(error);
    if (table->status == STORE_WAITING) return TABLE_WAITING;
    if (paused == (table->status == STORE_PAUSED)) return TABLE_OK;
    table->status = paused ? STORE_PAUSED : STORE_PLAYING;
    if (paused) clock_stop(&table->clock, now);
    else clock_go(&table->clock, now);
    return changed_hands(table, now, error);
}

static enum table_answer reseat(struct table *table, int seat, const char *who, const char *name, int64_t now,
                                struct alea_error *error) {
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    if (table->status == STORE_OVER) return over(error);
    struct store_seat *row = &table->seat[seat], was = *row;
    bool person = strcmp(who, "human") == 0;
    if (!person && (strlen(who) >= sizeof row->who || strncmp(who, "bot:", 4) != 0 || !alea_bot_find(who + 4))) {
        alea_fail(error, ALEA_ERR_BAD_OPTION, "who", alea_reason(error, ENGINE_SAY_TABLE_NOT_WHO, who).at);
        return TABLE_ENGINE;
    }
    memset(row->who, 0, sizeof row->who);
    memcpy(row->who, who, strlen(who));
    put_line(row->name, sizeof row->name, name);
    memset(row->account, 0, sizeof row->account);
    row->joined = !person;
    row->muted = false;
    char note[TABLE_NOTE];
    if (add_line(table, TABLE_ITSELF, seat_note(table, seat, note), now, error)) {
        *row = was;
        return TABLE_ENGINE;
    }
    if (write_seat(table, seat, error) || table_tell_unlearned(table, alea_actor(seat), now, error)) return TABLE_ENGINE;
    enum alea_err dropped = store_drop_asked(table->lobby->options.store, table->id, seat, error);
    if (table_wrote(table, dropped, error)) return engine(table_usable(table, error));
    table->deputies &= ~alea_actor(seat);
    table->passing &= ~alea_actor(seat);
    lobby_log(table->lobby, "reseated", table, seat, NULL);
    table->reseated |= alea_actor(seat);
    agreement_reseated(table, seat);
    table->loan[seat] = (struct loan){.until = 0};
    standing_drop(table, seat);
    table->viewed[seat] = (struct viewed){.at = 0};
    clock_return(&table->clock, seat, now);
    table_unseat(table, seat);
    enum table_answer drawn = draw_reseated(table, seat, now, error);
    if (drawn != TABLE_OK) return drawn;
    if (table->status == STORE_WAITING && table_all_joined(table)) return table_ready(table, now, error);
    return changed_hands(table, now, error);
}

enum table_answer table_reseat(struct table *table, int seat, const char *who, int64_t now, struct alea_error *error) {
    return reseat(table, seat, who, "", now, error);
}

enum table_answer table_seat_person(struct table *table, int seat, const char *name, int64_t now, struct alea_error *error) {
    return reseat(table, seat, "human", name, now, error);
}

enum table_answer table_mute(struct table *table, int seat, bool muted, int64_t now, struct alea_error *error) {
    (void)now;
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK || table->seat[seat].muted == muted) return answer;
    table->seat[seat].muted = muted;
    return engine(write_seat(table, seat, error));
}

enum table_answer table_claim(struct table *table, int seat, const char *account, int64_t now, struct alea_error *error) {
    (void)now;
    enum table_answer answer = may_change(table, seat, error);
    if (answer != TABLE_OK) return answer;
    struct store_seat *row = &table->seat[seat];
    size_t length = strlen(account);
    if (strcmp(row->account, account) == 0) return TABLE_OK;
    if (row->account[0] || length >= sizeof row->account) return TABLE_FORBIDDEN;
    memcpy(row->account, account, length + 1);
    return engine(write_seat(table, seat, error));
}

/* ---- Talking ----------------------------------------------------------------------------------------------------------------------- */

static enum alea_err bad_line(struct alea_error *error, const char *line) {
    if (strlen(line) > MAX_CHAT_BYTES)
        return alea_fail(error, ALEA_ERR_TOO_LARGE, alea_reason(error, ENGINE_SAY_TABLE_LONG_LINE, MAX_CHAT_BYTES).at);
    return alea_fail(error, ALEA_ERR_BAD_OPTION, "text", alea_reason(error, ENGINE_SAY_TABLE_EMPTY_LINE).at);
}

enum table_answer table_chat(struct table *table, int seat, const char *text, int64_t now, long *n,
                             struct alea_error *error) {
    char words[MAX_CHAT_BYTES + 1];
    if (table_usable(table, error)) return TABLE_ENGINE;
    if (seat != ALEA_HOST && (seat < 0 || seat >= table->seats || table->seat[seat].muted)) return TABLE_FORBIDDEN;
    if (strlen(text) > MAX_CHAT_BYTES || alea_line_clean(text, strlen(text), words, sizeof words) == 0)
        return engine(bad_line(error, text));
    enum table_answer answer = engine(add_line(table, seat, words, now, error));
    *n = table->chat;
    return answer;
}

enum table_answer table_delete(struct table *table, int64_t now, struct alea_error *error) {
    if (table_usable(table, error)) return TABLE_ENGINE;
    enum alea_err err = deletion_begin(table, now, error);
    if (table_wrote(table, err, error)) return engine(table_usable(table, error));
    table_stop_thinking(table);
    table->deleted = true;
    return TABLE_OK;
}
