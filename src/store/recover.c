/* SPDX-License-Identifier: MIT */
/* recover.c - a store out of a damaged file: its rows as salvage.c finds them, and then match by match what the engine still plays. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine_text.h"
#include "query.h"
#include "salvage.h"

enum { TRIES = 8, MAX_WHY = 512 };

struct recovery {
    struct store *store; /* that of the salvaged rows, which becomes the new one */
    const struct store_rescue *how;
    struct store_recovery *sums;
    struct alea_error *error;
    int64_t number; /* of the match at hand */
    struct store_saved saved;
    char why[MAX_WHY];
};

/* ---- SQL ----------------------------------------------------------------------------------------------------------------- */

/* Runs it with up to two numbers; *changed (may be NULL) rows were. */
static enum alea_err run(struct recovery *recovery, const char *sql, int64_t first, int64_t second, long *changed) {
    sqlite3 *db = sqlite_of(recovery->store);
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) sqlite3_bind_int64(statement, 1, first), sqlite3_bind_int64(statement, 2, second);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) code = SQLITE_OK;
    enum alea_err err = code == SQLITE_DONE ? ALEA_OK : database_fail(db, recovery->store->where, recovery->error);
    if (changed) *changed = err ? 0 : (long)sqlite3_changes(db);
    sqlite3_finalize(statement);
    return err;
}

/* The number, and the words if there are any, that a query about the match at hand answers; 0 and "" if it answers nothing. */
static enum alea_err ask(struct recovery *recovery, const char *sql, int64_t about, int64_t *number, char *words,
                         size_t size) {
    sqlite3 *db = sqlite_of(recovery->store);
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) sqlite3_bind_int64(statement, 1, about);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    const char *found = code == SQLITE_ROW && words ? (const char *)sqlite3_column_text(statement, 1) : NULL;
    if (words) snprintf(words, size, "%s", found ? found : "");
    enum alea_err err =
        code == SQLITE_ROW || code == SQLITE_DONE ? ALEA_OK : database_fail(db, recovery->store->where, recovery->error);
    sqlite3_finalize(statement);
    return err;
}

static enum alea_err count(struct recovery *recovery, const char *sql, long *n) {
    int64_t number;
    enum alea_err err = ask(recovery, sql, recovery->number, &number, NULL, 0);
    *n = (long)number;
    return err;
}

/* ---- One match ----------------------------------------------------------------------------------------------------------- */

static enum alea_err drop_plies(struct recovery *recovery, long from) {
    return run(recovery, "DELETE FROM plies WHERE match = ?1 AND ply >= ?2", recovery->number, from, NULL);
}

/* A seat whose row is lost is taken for a person's. Its word is lost too, and with it the proof of the dice. */
static enum alea_err fill_seats(struct recovery *recovery) {
    long filled = 0;
    enum alea_err err =
        run(recovery, "DELETE FROM seats WHERE match = ?1 AND seat >= (SELECT seats FROM matches WHERE number = ?1)",
            recovery->number, 0, NULL);
    if (!err)
        err = run(recovery,
                  "WITH RECURSIVE all_seats (seat) AS (SELECT 0 UNION ALL SELECT seat + 1 FROM all_seats WHERE seat + 1 <"
                  " (SELECT seats FROM matches WHERE number = ?1))"
                  " INSERT OR IGNORE INTO seats (match, seat, who, name, word, joined, muted, account)"
                  " SELECT ?1, seat, 'human', '', '', 1, 0, NULL FROM all_seats",
                  recovery->number, 0, &filled);
    recovery->saved.seats = (int)filled;
    return err;
}

/* Dice that are typed in are bound by nothing. */
static enum alea_err unprove(struct recovery *recovery) {
    recovery->saved.by_hand = true;
    enum alea_err err = run(recovery, "DELETE FROM draws WHERE match = ?1", recovery->number, 0, NULL);
    if (err) return err;
    return run(recovery, "UPDATE matches SET by_hand = 1, seed = zeroblob(32), commitment = zeroblob(32) WHERE number = ?1",
               recovery->number, 0, NULL);
}

/* Failed draws are numbered from 0: those behind one that is lost move up. */
static enum alea_err close_holes(struct recovery *recovery) {
    long there = 0, next = 0;
    enum alea_err err = count(recovery, "SELECT count(*) FROM draws WHERE match = ?1 AND kind = 0", &there);
    if (!err) err = count(recovery, "SELECT coalesce(max(number) + 1, 0) FROM draws WHERE match = ?1 AND kind = 0", &next);
    recovery->saved.bonds += next - there;
    for (long i = 0; i < there && next > there && !err; i++)
        err = run(recovery,
                  "UPDATE draws SET number = ?2 WHERE match = ?1 AND kind = 0 AND number ="
                  " (SELECT min(number) FROM draws WHERE match = ?1 AND kind = 0 AND number >= ?2)",
                  recovery->number, i, NULL);
    return err;
}

/* Throws are computed without promises, names and failed draws: what can't be one of these goes, and the dice stay fair. Without the beacon's
 * round they can't be computed. */
static enum alea_err mend_draws(struct recovery *recovery) {
    static const char beyond[] =
        "DELETE FROM draws WHERE match = ?1 AND (seat >= (SELECT seats FROM matches WHERE number = ?1)"
        " OR (kind = 0 AND number >= ?2) OR (kind IN (1, 2) AND number <> seat) OR (kind IN (0, 1) AND length(bytes) <> 32)"
        " OR (kind = 2 AND length(bytes) NOT IN (32, 48)))";
    static const char no_round[] = "DELETE FROM draws WHERE match = ?1 AND kind = 3 AND (number <> 0 OR seat <> 0 OR"
                                   " (length(bytes) <> 40 AND length(bytes) NOT BETWEEN 73 AND 168))";
    _Static_assert(ALEA_HASH_BYTES == 32 && ALEA_SALT_BYTES == 16 && ALEA_SIGNATURE_BYTES == 96, "as in the SQL");
    long rounds = 0;
    struct alea_match_head *head = calloc(1, sizeof *head);
    if (!head) return store_no_memory(recovery->error);
    enum alea_err err = run(recovery, beyond, recovery->number, ALEA_MAX_UNOPENED, &recovery->saved.bonds);
    if (!err) err = close_holes(recovery);
    if (!err) err = run(recovery, no_round, recovery->number, 0, &rounds);
    if (!err) err = store_dice(recovery->store, recovery->saved.id, head, recovery->error);
    free(head);
    return err == ALEA_ERR_DAMAGED || (!err && rounds) ? unprove(recovery) : err;
}

/* Plays it and checks the dice. A word that is lost was told: the draw is not one that goes on. *bad is the first ply that
 * can't stay, 0 if all can; *dice that their proof does not hold. */
static enum alea_err play(struct recovery *recovery, long *bad, bool *dice, bool *over) {
    struct alea_error *error = recovery->error;
    struct alea_match *match = NULL;
    long throws = 0;
    *bad = 0;
    *dice = *over = false;
    enum alea_err err = store_replay(recovery->store, recovery->saved.id, NULL, &match, error);
    if (err == ALEA_ERR_DAMAGED && match && error->ply == 0) err = ALEA_OK; /* a post: mend_posts() sees to it */
    if (match && error->ply > 0 && (err == ALEA_ERR_DIVERGED || err == ALEA_ERR_DAMAGED)) {
        *bad = error->ply;
        err = ALEA_OK;
    } else if (!err && alea_match_head(match)->dice_kind == ALEA_DICE_FAIR) {
        *dice = (recovery->saved.seats ? alea_match_verify : store_verify)(match, &throws, error) != ALEA_OK;
    }
    if (match) *over = alea_match_actors(match) == ALEA_ACTORS_OVER;
    alea_match_free(match);
    return err;
}

/* Plays the match, and cuts it until what is left can be played through. */
static enum alea_err play_what_is_left(struct recovery *recovery, bool *over) {
    enum alea_err err = ALEA_OK;
    long bad = 1;
    bool dice = true;
    for (int i = 0; i < TRIES && !err && (bad || dice); i++) {
        err = play(recovery, &bad, &dice, over);
        if (!err && bad) err = drop_plies(recovery, bad);
        else if (!err && dice) err = unprove(recovery);
    }
    return err;
}

/* Nothing of it may happen by itself before its people have seen what became of it. */
static enum alea_err mend_status(struct recovery *recovery, bool over) {
    const bool cut = recovery->saved.plies < recovery->saved.found || recovery->saved.seats || recovery->saved.guessed;
    _Static_assert(STORE_OVER == 3 && STORE_PAUSED == 2 && STORE_PLAYING == 1, "as in the SQL");
    long ended = 0;
    if (over) return ALEA_OK;
    enum alea_err err = count(recovery, "SELECT status = 3 FROM matches WHERE number = ?1", &ended);
    recovery->saved.ended = ended != 0;
    if (err) return err;
    return run(recovery, "UPDATE matches SET status = 2 WHERE number = ?1 AND (status = 3 OR (status = 1 AND ?2))",
               recovery->number, cut, NULL);
}

static enum alea_err mend_settings(struct recovery *recovery) {
    const struct store_rescue *how = recovery->how;
    sqlite3 *db = sqlite_of(recovery->store);
    if (!how->check(recovery->store, recovery->saved.id, recovery->error)) return ALEA_OK;
    recovery->saved.settings = true;
    sqlite3_stmt *statement = NULL;
    int code =
        sqlite3_prepare_v2(db, "UPDATE matches SET settings = ?2, state = ?3 WHERE number = ?1", -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, recovery->number);
        sqlite3_bind_text(statement, 2, how->settings, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, how->state, -1, SQLITE_STATIC);
        code = sqlite3_step(statement);
    }
    enum alea_err err = code == SQLITE_DONE ? ALEA_OK : database_fail(db, recovery->store->where, recovery->error);
    sqlite3_finalize(statement);
    return err ? err : how->check(recovery->store, recovery->saved.id, recovery->error);
}

/* Chat is numbered: what is missing can be counted. Its lines go if one of them can't be read. */
static enum alea_err mend_chat(struct recovery *recovery) {
    long there = 0, last = 0;
    enum alea_err err = run(recovery, "DELETE FROM chat WHERE match = ?1 AND length(CAST(text AS BLOB)) > ?2",
                            recovery->number, STORE_MAX_CHAT, NULL);
    if (!err) err = count(recovery, "SELECT count(*) FROM chat WHERE match = ?1", &there);
    if (!err) err = count(recovery, "SELECT coalesce(max(line), 0) FROM chat WHERE match = ?1", &last);
    recovery->saved.chat = last - there;
    return err;
}

/* All plies are sound: what fails is a post, and those behind it may answer it. */
static enum alea_err cut_posts(struct recovery *recovery) {
    struct alea_match *match = NULL;
    enum alea_err err = store_replay(recovery->store, recovery->saved.id, NULL, &match, recovery->error);
    if (err == ALEA_ERR_DAMAGED && match && recovery->error->ply == 0)
        err = run(recovery, "DELETE FROM posts WHERE match = ?1 AND post > ?2", recovery->number, alea_match_posts(match),
                  NULL);
    alea_match_free(match);
    return err;
}

static enum alea_err mend_posts(struct recovery *recovery) {
    long there = 0, last = 0;
    enum alea_err err = count(recovery, "SELECT coalesce(max(post), 0) FROM posts WHERE match = ?1", &last);
    if (err || last == 0) return err;
    err = run(recovery, "UPDATE posts SET ply = ?2 WHERE match = ?1 AND ply > ?2", recovery->number, recovery->saved.plies,
              NULL);
    if (!err) err = cut_posts(recovery);
    if (!err) err = count(recovery, "SELECT count(*) FROM posts WHERE match = ?1", &there);
    recovery->saved.posts = last - there;
    return err;
}

static enum alea_err forget_match(struct recovery *recovery) {
    static const char *const tables[] = {"DELETE FROM posts WHERE match = ?1",   "DELETE FROM draws WHERE match = ?1",
                                         "DELETE FROM plies WHERE match = ?1",   "DELETE FROM seats WHERE match = ?1",
                                         "DELETE FROM links WHERE match = ?1",   "DELETE FROM scenarios WHERE match = ?1",
                                         "DELETE FROM chat WHERE match = ?1",    "DELETE FROM enrolments WHERE match = ?1",
                                         "DELETE FROM asked WHERE match = ?1",   "DELETE FROM notes WHERE match = ?1",
                                         "DELETE FROM matches WHERE number = ?1"};
    enum alea_err err = ALEA_OK;
    for (size_t i = 0; i < ALEA_LEN(tables) && !err; i++) err = run(recovery, tables[i], recovery->number, 0, NULL);
    return err;
}

/* Is it the match that can't be saved, or can nothing be written? */
static bool of_match(enum alea_err err) { return err != ALEA_ERR_NO_MEMORY && err != ALEA_ERR_IO; }

static enum alea_err mend(struct recovery *recovery) {
    bool over = false;
    enum alea_err err = fill_seats(recovery);
    if (!err) err = count(recovery, "SELECT coalesce(max(ply), 0) FROM plies WHERE match = ?1", &recovery->saved.found);
    if (!err) err = mend_draws(recovery);
    if (!err) err = play_what_is_left(recovery, &over);
    if (!err) err = count(recovery, "SELECT coalesce(max(ply), 0) FROM plies WHERE match = ?1", &recovery->saved.plies);
    if (!err) err = mend_posts(recovery);
    if (!err) err = mend_chat(recovery);
    if (!err) err = mend_settings(recovery);
    return err ? err : mend_status(recovery, over);
}

static bool is_whole(const struct store_saved *saved) {
    return !saved->lost && saved->plies == saved->found && !saved->seats && !saved->chat && !saved->posts && !saved->ended &&
           !saved->guessed && !saved->settings && !saved->by_hand && !saved->bonds;
}

static void tell(struct recovery *recovery) {
    struct store_recovery *sums = recovery->sums;
    sums->matches += !recovery->saved.lost;
    sums->whole += is_whole(&recovery->saved);
    sums->lost += recovery->saved.lost != NULL;
    if (recovery->how->told) recovery->how->told(recovery->how->context, &recovery->saved);
}

static enum alea_err lose(struct recovery *recovery) {
    snprintf(recovery->why, sizeof recovery->why, "%s", store_reason(recovery->store, recovery->error));
    recovery->saved.lost = recovery->why;
    recovery->saved.plies = 0;
    return forget_match(recovery);
}

/* ---- A match whose own row is lost --------------------------------------------------------------------------------------- */

/* Where not even the id is known, another one is made: whoever has a link to a seat finds it by that. */
static void new_id(char id[STORE_ID_LENGTH + 1]) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t bytes[ALEA_SEED_BYTES];
    alea_seed_new(bytes);
    for (int i = 0; i < STORE_ID_LENGTH; i++) id[i] = letters[bytes[i] % 32];
    id[STORE_ID_LENGTH] = 0;
}

/* Writes a row that says so; what nobody knows is as it usually is. */
static enum alea_err guess(struct recovery *recovery, const struct alea_game *game, int version, int seats,
                           const char *options) {
    static const char sql[] =
        "INSERT OR REPLACE INTO matches (number, id, game, rules_version, seats, options, name, listed, by_hand, seed,"
        " commitment, status, created, changed, settings, state)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, '', 0, 1, zeroblob(32), zeroblob(32), 2, t, t, ?7, ?8"
        " FROM (SELECT coalesce(min(at), 0) AS t FROM plies WHERE match = ?1)";
    sqlite3 *db = sqlite_of(recovery->store);
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        const char *const words[] = {recovery->saved.id, game->id};
        sqlite3_bind_int64(statement, 1, recovery->number);
        for (int i = 0; i < 2; i++) sqlite3_bind_text(statement, 2 + i, words[i], -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 4, version);
        sqlite3_bind_int(statement, 5, seats);
        sqlite3_bind_text(statement, 6, options, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 7, recovery->how->settings, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 8, recovery->how->state, -1, SQLITE_STATIC);
        code = sqlite3_step(statement);
    }
    enum alea_err err = code == SQLITE_DONE ? ALEA_OK : database_fail(db, recovery->store->where, recovery->error);
    sqlite3_finalize(statement);
    return err;
}

/* Tries the game by a version of its rules, in each of its usual forms. */
static enum alea_err guess_form(struct recovery *recovery, const struct alea_game *game, int version, long seats,
                                bool *found) {
    enum alea_err err = ALEA_OK;
    for (int v = 0; !err && !*found && game->variants[v].seats; v++) {
        long bad = 0;
        bool dice, over;
        if (game->variants[v].seats != seats) continue;
        err = guess(recovery, game, version, game->variants[v].seats, game->variants[v].options);
        if (err) break;
        err = play(recovery, &bad, &dice, &over);
        *found = !err && !bad;
        if (err && of_match(err)) err = ALEA_OK;
    }
    return err;
}

/* Tries each game, by its newest rules first; one that takes every ply is taken. */
static enum alea_err guess_game(struct recovery *recovery, bool *found) {
    long seats = 0;
    enum alea_err err = count(recovery, "SELECT count(*) FROM seats WHERE match = ?1", &seats);
    const struct alea_game *game;
    *found = false;
    for (int i = 0; !err && !*found && (game = alea_game_at(i)); i++)
        for (int version = game->rules_version; !err && !*found && version >= 1; version--)
            err = guess_form(recovery, game, version, seats, found);
    return err;
}

static enum alea_err no_row(struct recovery *recovery) {
    return alea_fail(recovery->error, ALEA_ERR_DAMAGED, recovery->store->where,
                     alea_reason(recovery->error, ENGINE_SAY_ROW_MATCH_LOST).at);
}

/* ---- Match by match ------------------------------------------------------------------------------------------------------ */

/* Saves one match. Called for each number that has a row or plies, in ascending order. */
static enum alea_err save_match(struct recovery *recovery, int64_t number) {
    int64_t there = 0;
    recovery->number = number;
    recovery->saved = (struct store_saved){.plies = 0};
    char *id = recovery->saved.id;
    enum alea_err err =
        ask(recovery, "SELECT number, id FROM matches WHERE number = ?1", number, &there, id, sizeof recovery->saved.id);
    bool row = there == number, found = row;
    if (!err && !row) {
        err = ask(recovery, "SELECT number, id FROM ids WHERE number = ?1 AND id NOT IN (SELECT id FROM matches)", number,
                  &there, id, sizeof recovery->saved.id);
        if (!err) err = count(recovery, "SELECT coalesce(max(ply), 0) FROM plies WHERE match = ?1", &recovery->saved.found);
        if (!err && !id[0]) new_id(id);
        if (!err) err = unprove(recovery);
        if (!err && recovery->saved.found) err = guess_game(recovery, &found);
        recovery->saved.guessed = recovery->saved.by_hand = found;
        if (!err && !found) err = no_row(recovery);
    }
    if (!err) err = mend(recovery);
    if (err && of_match(err)) err = lose(recovery);
    if (!err) tell(recovery);
    return err;
}

static enum alea_err save_matches(struct recovery *recovery) {
    int64_t number = 0, next = 0;
    enum alea_err err = ALEA_OK;
    while (!err) {
        err = ask(recovery,
                  "SELECT min(number) FROM (SELECT min(number) AS number FROM matches WHERE number > ?1"
                  " UNION ALL SELECT min(match) FROM plies WHERE match > ?1)",
                  number, &next, NULL, 0);
        if (err || next <= number) break;
        number = next;
        err = save_match(recovery, number);
    }
    return err;
}

/* account_key(name): what an account of that name is found by; '' if none can have it. */
static void account_key(sqlite3_context *context, int n, sqlite3_value **values) {
    char key[STORE_MAX_ACCOUNT_NAME + 1] = "";
    const char *name = (const char *)sqlite3_value_text(values[0]);
    const size_t bytes = (size_t)sqlite3_value_bytes(values[0]);
    (void)n;
    if (name && bytes <= STORE_MAX_ACCOUNT_NAME && text_well_formed(name, bytes)) store_account_key(name, key);
    sqlite3_result_text(context, key, -1, SQLITE_TRANSIENT);
}

/* Nobody signs in where name and key don't belong together. The key is right if something points at it, and is then all that is known of the
 * name; else the name is. */
static enum alea_err mend_accounts(struct recovery *recovery) {
    static const char no_key[] =
        "UPDATE OR IGNORE accounts SET key = account_key(name) WHERE key <> account_key(name) AND key NOT IN"
        " (SELECT account FROM seats WHERE account IS NOT NULL UNION SELECT account FROM links WHERE account IS NOT NULL)";
    static const char *const lines[] = {
        no_key, "UPDATE accounts SET name = key WHERE key <> account_key(name) AND key = account_key(key)",
        "DELETE FROM accounts WHERE key <> account_key(name)"};
    sqlite3 *db = sqlite_of(recovery->store);
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    enum alea_err err = sqlite3_create_function(db, "account_key", 1, flags, NULL, account_key, NULL, NULL)
                            ? database_fail(db, recovery->store->where, recovery->error)
                            : ALEA_OK;
    for (size_t i = 0; i < ALEA_LEN(lines) && !err; i++) err = run(recovery, lines[i], 0, 0, NULL);
    return err;
}

/* Before the first match is looked at. A seat whose account is lost is its link's alone. No match was ever given such a number: behind the last
 * one there would be none left. */
static enum alea_err drop_nonsense(struct recovery *recovery) {
    enum alea_err err = run(recovery, "DELETE FROM matches WHERE number NOT BETWEEN 1 AND 1 << 53", 0, 0, NULL);
    if (!err) err = run(recovery, "DELETE FROM plies WHERE match NOT BETWEEN 1 AND 1 << 53", 0, 0, NULL);
    if (!err) err = mend_accounts(recovery);
    if (!err)
        err = run(recovery,
                  "UPDATE seats SET account = NULL WHERE account IS NOT NULL AND account NOT IN (SELECT key FROM accounts)",
                  0, 0, &recovery->sums->unclaimed);
    return err;
}

/* What points at nothing. */
static enum alea_err drop_loose_ends(struct recovery *recovery) {
    static const char wrong_links[] =
        "DELETE FROM links WHERE (match IS NULL) = (kind NOT IN (2, 3)) OR (kind = 3) = (account IS NULL) OR CASE kind"
        " WHEN 0 THEN seat NOT BETWEEN 0 AND 47 WHEN 7 THEN seat NOT BETWEEN 0 AND 47 WHEN 4 THEN seat NOT BETWEEN 0 AND 3 WHEN 6 THEN seat NOT BETWEEN 1 AND 2147483647"
        " ELSE seat <> 255 END";
    static const char *const lines[] = {
        "DELETE FROM links WHERE account IS NOT NULL AND account NOT IN (SELECT key FROM accounts)",
        "DELETE FROM links WHERE match IS NOT NULL AND match NOT IN (SELECT number FROM matches)",
        wrong_links,
        "DELETE FROM enrolments WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM enrolments WHERE length(CAST(name AS BLOB)) > 63 OR length(CAST(wishes AS BLOB)) > 500",
        "DELETE FROM asked WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM devices WHERE account NOT IN (SELECT key FROM accounts)",
        "DELETE FROM recoveries WHERE account NOT IN (SELECT key FROM accounts)",
        "DELETE FROM notes WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM turns",
        "DELETE FROM outbox",
        "DELETE FROM asks",
        "DELETE FROM passes",
        "DELETE FROM channels WHERE account IS NOT NULL AND account NOT IN (SELECT key FROM accounts)",
        "DELETE FROM channels WHERE match IS NOT NULL AND match NOT IN (SELECT number FROM matches)",
        "DELETE FROM draws WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM seats WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM scenarios WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM chat WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM posts WHERE match NOT IN (SELECT number FROM matches)",
        "DELETE FROM plies WHERE match NOT IN (SELECT number FROM matches)"};
    enum alea_err err = ALEA_OK;
    for (size_t i = 0; i < ALEA_LEN(lines) && !err; i++) err = run(recovery, lines[i], 0, 0, NULL);
    return err;
}

/* A grave whose seed is not the one of its commitment opens nothing. */
static enum alea_err save_graves(struct recovery *recovery) {
    struct store_recovery *sums = recovery->sums;
    int64_t left = 0;
    char id[STORE_ID_LENGTH + 1];
    enum alea_err err = ALEA_OK;
    for (long at = 0; !err; at++) {
        struct store_grave grave;
        err = ask(recovery, "SELECT 1, id FROM graves ORDER BY id LIMIT 1 OFFSET ?1", at - sums->graves_lost, &left, id,
                  sizeof id);
        if (err || !left) break;
        err = store_grave(recovery->store, id, &grave, recovery->error);
        if (!err) ++sums->graves;
        if (err != ALEA_ERR_DAMAGED) continue;
        err = run(recovery, "DELETE FROM graves WHERE id = (SELECT id FROM graves ORDER BY id LIMIT 1 OFFSET ?1)",
                  at - sums->graves_lost, 0, NULL);
        ++sums->graves_lost;
    }
    return err;
}

static enum alea_err count_people(struct recovery *recovery) {
    enum alea_err err = count(recovery, "SELECT count(*) FROM accounts", &recovery->sums->accounts);
    if (!err) err = count(recovery, "SELECT count(*) FROM links", &recovery->sums->links);
    return err;
}

static enum alea_err bring_newest(struct recovery *recovery) {
    struct store *store = recovery->store;
    enum alea_err err = schema_look(sqlite_of(store), store->where, schema_newest(), &store->older, recovery->error);
    if (!err) err = drop_nonsense(recovery);
    store->older = false;
    return err ? err : schema_bring_newest(sqlite_of(store), store->where, true, recovery->error);
}

static enum alea_err save_all(struct recovery *recovery) {
    enum alea_err err = run(recovery, "PRAGMA foreign_keys = OFF", 0, 0, NULL);
    if (!err) err = bring_newest(recovery);
    if (!err) err = run(recovery, "BEGIN", 0, 0, NULL);
    if (!err) err = save_matches(recovery);
    if (!err) err = drop_loose_ends(recovery);
    if (!err) err = save_graves(recovery);
    if (!err) err = count_people(recovery);
    if (!err) err = run(recovery, "DROP TABLE ids", 0, 0, NULL);
    return err ? err : run(recovery, "COMMIT", 0, 0, NULL);
}

/* ---- The whole ----------------------------------------------------------------------------------------------------------- */

/* The salvaged rows as a store whose tables are not looked at yet: one of them is not ours. */
static enum alea_err open_salvaged(const char *where, const char *beside, struct store **store, struct alea_error *error) {
    struct sqlite_store *sqlite = calloc(1, sizeof *sqlite);
    struct store *fresh = *store = (struct store *)sqlite;
    if (!fresh) return store_no_memory(error);
    fresh->driver = &store_sqlite;
    fresh->mode = STORE_OPEN;
    fresh->where = strdup(where);
    fresh->address = strdup(beside);
    if (!fresh->where || !fresh->address) return store_no_memory(error);
    return database_open(where, beside, SQLITE_OPEN_READWRITE, &sqlite->db, error);
}

static enum alea_err recover(const char *damaged, const char *where, const char *beside, const struct store_rescue *how,
                             struct store_recovery *sums, struct alea_error *error) {
    struct pages_found found;
    struct recovery recovery = {.how = how, .sums = sums, .error = error};
    enum alea_err err = salvage(damaged, where, beside, &found, error);
    if (!err) err = open_salvaged(where, beside, &recovery.store, error);
    if (!err) err = save_all(&recovery);
    store_close(recovery.store);
    sums->pages = found.pages;
    sums->broken = found.broken;
    sums->unread = found.unread;
    sums->frames = found.frames_lost;
    sums->free_unknown = found.free_unknown;
    return err ? err : file_flush(where, beside, O_RDWR, error);
}

enum alea_err store_recover(const char *damaged, const char *where, const struct store_rescue *how,
                            struct store_recovery *sums, struct alea_error *error) {
    struct alea_error own = {.lang = error ? error->lang : ALEA_EN};
    char *path = database_path(where);
    *sums = (struct store_recovery){.matches = 0};
    enum alea_err err = path ? file_refuse(where, path, &own) : store_no_memory(&own);
    char *beside = err ? NULL : file_beside(where, path, &own);
    if (!err && !beside) err = own.code ? own.code : ALEA_ERR_IO;
    if (!err) err = recover(damaged, where, beside, how, sums, &own);
    if (!err) err = file_put(where, beside, path, false, &own);
    if (err && beside) {
        unlink(beside);
        file_drop_beside(beside);
    }
    free(beside);
    free(path);
    if (err && error) *error = own;
    return err;
}
