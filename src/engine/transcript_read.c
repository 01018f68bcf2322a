/* SPDX-License-Identifier: MIT */
/* transcript_read.c - a match from text that anybody may have written: every byte is suspect, every fault is one sentence.
 *
 * One pass, line by line, in a buffer of one line; nothing is allocated but the match and a sealed scenario. The head is complete before the
 * rules are made, and each move goes through alea_match_play. The first fault ends the reading, but for one kind: after a
 * check that doesn't match, a caller that collects faults hears of the later ones too. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "match.h"
#include "names.h"
#include "posts.h"
#include "text.h"
#include "transcript.h"
#include "utf8.h"

enum head_line {
    HEAD_ALEA,
    HEAD_GAME,
    HEAD_OPTIONS,
    HEAD_SCENARIO,
    HEAD_SEALED,
    HEAD_OPENED,
    HEAD_SEAT,
    HEAD_DICE,
    HEAD_COMMITMENT,
    HEAD_SEED,
    HEAD_UNOPENED,
    HEAD_PROMISE,
    HEAD_BEACON,
    HEAD_WORD,
    HEAD_BOUND,
    HEAD_LINES
};

struct reader {
    const char *name, *bytes;
    size_t n_bytes, at;
    const struct alea_scenario *scenario;
    void (*faults)(void *context, const struct alea_error *error);
    void *context;
    struct alea_error error; /* code is ALEA_OK until the first fault */

    long line;
    bool open;     /* the line at hand has no newline: the file ends in it */
    bool not_ours; /* what is wrong is not that the file was cut short */
    char text[ALEA_MAX_LINE_BYTES + 1];

    long format;                /* version of it */
    long head_line[HEAD_LINES]; /* where each was first found; 0: not yet */
    const struct alea_game *game;
    int rules_version;
    char options[ALEA_MAX_LINE_BYTES + 1];
    char scenario_name[64];
    uint8_t scenario_hash[ALEA_HASH_BYTES];
    char *opened; /* a sealed one: room for ALEA_MAX_SCENARIO_BYTES, of which n_opened are there; NULL: it is not open */
    size_t n_opened;
    int seats;
    struct alea_match_head head;

    struct alea_match *match;
    long end_line;
    bool partial; /* it says of itself that moves are missing: a viewer's, of a match that went on */
};

/* ---- Faults ----------------------------------------------------------------------------------------------------- */

/* True if the fault may come from a line that was cut in half. */
static bool from_half_a_line(enum alea_err code) {
    return code == ALEA_ERR_BAD_TRANSCRIPT || code == ALEA_ERR_BAD_MOVE || code == ALEA_ERR_REFUSED ||
           code == ALEA_ERR_UNKNOWN_GAME || code == ALEA_ERR_BAD_VERSION || code == ALEA_ERR_BAD_POST;
}

/* Copies as much of the line as fits, cut between characters. */
static void copy_cut(char *to, size_t size, const char *from) {
    size_t length = alea_utf8_trim(from, strnlen(from, size - 1));
    memcpy(to, from, length);
    to[length] = 0;
}

/* Tells the fault that alea_fail() has just put into r->error, at a ply (0: none) of the line at hand. Always false. */
static bool tell(struct reader *r, long ply) {
    if (r->open && !r->not_ours && from_half_a_line(r->error.code)) {
        char shown[80];
        copy_cut(shown, sizeof shown, r->text);
        alea_fail(&r->error, ALEA_ERR_TRUNCATED, shown);
    }
    r->error.ply = ply;
    if (!r->error.where[0]) { /* a fault in a scenario has a place there */
        r->error.line = r->line;
        copy_cut(r->error.where, sizeof r->error.where, r->name ? r->name : "");
    }
    if (r->faults) r->faults(r->context, &r->error);
    return false;
}

static bool refuse(struct reader *r, long ply, const char *it, const char *en, ...)
    __attribute__((format(printf, 3, 5), format(printf, 4, 5)));

/* A fault of the text itself, in one of two formats that take the same arguments. Always false. */
static bool refuse(struct reader *r, long ply, const char *it, const char *en, ...) {
    char reason[400];
    va_list arguments;
    va_start(arguments, en);
    vsnprintf(reason, sizeof reason, r->error.lang == ALEA_IT ? it : en, arguments);
    va_end(arguments);
    alea_fail(&r->error, ALEA_ERR_BAD_TRANSCRIPT, reason);
    return tell(r, ply);
}

/* The ply that a line of a move would have; 0 in the head. */
static long next_ply(const struct reader *r) { return r->match ? alea_match_plies(r->match) + 1 : 0; }

/* ---- Lines ------------------------------------------------------------------------------------------------------ */

/* Takes the next line into r->text, without its end and the blanks there; tabs become blanks. False at the end of the
 * file, and after a line that is no text: then r->error says so. */
static bool next_line(struct reader *r) {
    if (r->at >= r->n_bytes) return false;
    const char *line = r->bytes + r->at;
    const char *newline = memchr(line, '\n', r->n_bytes - r->at);
    size_t length = newline ? (size_t)(newline - line) : r->n_bytes - r->at;
    r->at += length + (newline ? 1 : 0);
    r->line++;
    r->open = !newline;
    r->text[0] = 0;
    if (length > ALEA_MAX_LINE_BYTES) {
        alea_fail(&r->error, ALEA_ERR_TOO_LARGE,
                  alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_LONG_LINE, ALEA_MAX_LINE_BYTES).at);
        return tell(r, next_ply(r));
    }
    memcpy(r->text, line, length);
    if (length > 0 && r->text[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++)
        if (r->text[i] == '\t') r->text[i] = ' ';
    size_t whole = r->open ? alea_utf8_trim(r->text, length) : length;
    bool clean = alea_utf8_clean(r->text, whole), whole_characters = whole == length;
    if (!clean) whole = 0;
    while (whole > 0 && r->text[whole - 1] == ' ') whole--;
    r->text[whole] = 0;
    if (clean && whole_characters) return true;
    if (clean) {
        alea_fail(&r->error, ALEA_ERR_TRUNCATED, r->text);
        return tell(r, next_ply(r));
    }
    r->not_ours = true;
    return refuse(r, next_ply(r), ENGINE_SAY_TRANSCRIPT_NOT_TEXT);
}

/* Hexadecimal digits alone, of at most `size` bytes: how many; 0 for anything else. */
static size_t read_bytes(const char *word, uint8_t *bytes, size_t size) {
    size_t n;
    if (strlen(word) > 2 * size || sodium_hex2bin(bytes, size, word, strlen(word), NULL, &n, NULL) != 0) return 0;
    return n;
}

static bool read_hex(const char *word, uint8_t bytes[ALEA_HASH_BYTES]) {
    return read_bytes(word, bytes, ALEA_HASH_BYTES) == ALEA_HASH_BYTES;
}

/* ---- Lines of the head: each reads what stands behind its keyword ----------------------------------------------- */

static bool read_alea(struct reader *r, char *rest) {
    const char *version = transcript_word(&rest);
    r->format = transcript_number(version);
    if (r->format >= 1 && r->format <= ALEA_TRANSCRIPT_VERSION && !*transcript_tail(rest)) return true;
    alea_fail(&r->error, ALEA_ERR_BAD_VERSION, *version ? version : "?",
              alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_VERSION, ALEA_TRANSCRIPT_VERSION).at);
    return tell(r, 0);
}

static bool read_game(struct reader *r, char *rest) {
    const char *id = transcript_word(&rest);
    long version = transcript_number(transcript_word(&rest));
    r->game = alea_game_find(id);
    if (!r->game) {
        struct alea_text ids;
        alea_text_init(&ids, 300, r->error.lang);
        const struct alea_game *game;
        for (int i = 0; (game = alea_game_at(i)); i++)
            if (game->listed) alea_text_addf(&ids, ids.len ? ", %s" : "%s", game->id);
        alea_fail(&r->error, ALEA_ERR_UNKNOWN_GAME, id, alea_text_str(&ids));
        alea_text_clear(&ids);
        return tell(r, 0);
    }
    if (version < 1 || *transcript_tail(rest)) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_GAME_LINE, r->game->id);
    r->rules_version = (int)version;
    if (version <= r->game->rules_version) return true;
    alea_fail(&r->error, ALEA_ERR_BAD_VERSION, alea_digits(version).at,
              alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_RULES_VERSION, r->game->id, r->game->rules_version).at);
    return tell(r, 0);
}

static bool read_options(struct reader *r, char *rest) {
    memcpy(r->options, rest, strlen(rest) + 1);
    return true;
}

static bool read_scenario(struct reader *r, char *rest) {
    const char *name = transcript_word(&rest);
    if (r->scenario_name[0]) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_LINE_TWICE, "scenario", r->head_line[HEAD_SCENARIO]);
    if (*name && strlen(name) < sizeof r->scenario_name && read_hex(transcript_tail(rest), r->scenario_hash)) {
        memcpy(r->scenario_name, name, strlen(name) + 1);
        return true;
    }
    return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_SCENARIO_LINE);
}

static bool read_opened(struct reader *r, char *rest) {
    const char *text = transcript_tail(rest);
    size_t n = 0;
    if (!r->opened) r->opened = malloc(ALEA_MAX_SCENARIO_BYTES);
    if (!r->opened) {
        alea_fail(&r->error, ALEA_ERR_NO_MEMORY);
        return tell(r, 0);
    }
    if (r->head_line[HEAD_SEALED] &&
        sodium_base642bin((unsigned char *)r->opened + r->n_opened, ALEA_MAX_SCENARIO_BYTES - r->n_opened, text,
                          strlen(text), NULL, &n, NULL, sodium_base64_VARIANT_ORIGINAL) == 0) {
        r->n_opened += n;
        return true;
    }
    return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_OPENED_LINE, ALEA_MAX_SCENARIO_BYTES);
}

static bool read_seat(struct reader *r, char *rest) {
    char letters[3];
    int seat = alea_seat_read(transcript_word(&rest));
    if (r->seats == ALEA_MAX_SEATS) {
        alea_fail(&r->error, ALEA_ERR_BAD_SEATS, alea_digits(r->seats + 1).at,
                  alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_TOO_MANY_SEATS, ALEA_MAX_SEATS).at);
        return tell(r, 0);
    }
    alea_seat_letters(r->seats, letters);
    if (seat != r->seats) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_SEAT_ORDER, letters);
    struct alea_seat_head *head = &r->head.seat[r->seats];
    const char *who = transcript_word(&rest);
    const char *name = transcript_tail(rest);
    if (!*who || strlen(who) >= sizeof head->who || strlen(name) >= sizeof head->name)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_SEAT_LINE, letters, (int)sizeof head->who - 1, (int)sizeof head->name - 1);
    memcpy(head->who, who, strlen(who) + 1);
    memcpy(head->name, name, strlen(name) + 1);
    r->seats++;
    return true;
}

static bool read_dice(struct reader *r, char *rest) {
    const char *kind = transcript_tail(rest);
    r->head.dice_kind = strcmp(kind, "fair") == 0 ? ALEA_DICE_FAIR : ALEA_DICE_BY_HAND;
    if (r->head.dice_kind == ALEA_DICE_FAIR || strcmp(kind, "by hand") == 0) return true;
    return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_DICE_LINE);
}

static bool read_digits(struct reader *r, char *rest, const char *keyword, uint8_t bytes[ALEA_HASH_BYTES]) {
    if (read_hex(transcript_tail(rest), bytes)) return true;
    return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_DIGITS, keyword);
}

static bool read_commitment(struct reader *r, char *rest) { return read_digits(r, rest, "commitment", r->head.commitment); }

static bool read_seed(struct reader *r, char *rest) {
    r->head.has_seed = true;
    return read_digits(r, rest, "seed", r->head.dice.seed);
}

static bool read_unopened(struct reader *r, char *rest) {
    struct alea_unopened *unopened = &r->head.unopened[r->head.n_unopened];
    int seat = alea_seat_read(transcript_word(&rest));
    if (r->head.n_unopened == ALEA_MAX_UNOPENED)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_TOO_MANY_UNOPENED, ALEA_MAX_UNOPENED);
    if (seat >= r->seats || !read_hex(transcript_tail(rest), unopened->commitment))
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_UNOPENED_LINE);
    unopened->seat = (uint8_t)seat;
    r->head.n_unopened++;
    return true;
}

static bool read_promise(struct reader *r, char *rest) {
    int seat = alea_seat_read(transcript_word(&rest));
    uint8_t promise[ALEA_HASH_BYTES];
    if (seat >= r->seats || !read_hex(transcript_tail(rest), promise) || sodium_is_zero(promise, sizeof promise))
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_PROMISE_LINE);
    for (int later = seat; later < r->seats; later++)
        if (alea_is_promised(&r->head, later)) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_PROMISE_ORDER);
    memcpy(r->head.promise[seat], promise, sizeof promise);
    return true;
}

/* CHAIN ROUND [RANDOMNESS SIGNATURE]; whether they fit each other is for alea_match_verify(). */
static bool read_beacon(struct reader *r, char *rest) {
    struct alea_beacon *beacon = &r->head.dice.beacon;
    bool chain = read_hex(transcript_word(&rest), beacon->chain);
    long round = transcript_number(transcript_word(&rest));
    const char *randomness = transcript_word(&rest), *signature = transcript_word(&rest);
    beacon->named = true;
    beacon->round = round > 0 ? (uint64_t)round : 0;
    beacon->out = *randomness != 0;
    bool out = !beacon->out || read_hex(randomness, beacon->randomness);
    beacon->n_signature = read_bytes(signature, beacon->signature, sizeof beacon->signature);
    if (chain && round > 0 && round <= ALEA_MAX_ROUND && out && (beacon->n_signature > 0) == beacon->out &&
        !*transcript_tail(rest))
        return true;
    return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_BEACON_LINE);
}

static bool read_word(struct reader *r, char *rest) {
    int seat = alea_seat_read(transcript_word(&rest));
    const char *word = transcript_tail(rest);
    if (seat >= r->seats || !*word || strlen(word) > ALEA_WORD_BYTES)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_WORD_LINE, ALEA_WORD_BYTES);
    for (int later = seat; later < r->seats; later++)
        if (r->head.dice.word[later][0]) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_WORD_ORDER);
    memcpy(r->head.dice.word[seat], word, strlen(word) + 1);
    return true;
}

static bool read_bound(struct reader *r, char *rest) {
    int seat = alea_seat_read(transcript_word(&rest));
    struct alea_bound name = {.bound = true};
    bool hash = read_hex(transcript_word(&rest), name.hash);
    const char *salt = transcript_word(&rest);
    name.has_salt = *salt != 0;
    bool salted = !name.has_salt || read_bytes(salt, name.salt, sizeof name.salt) == sizeof name.salt;
    if (seat >= r->seats || !hash || !salted || *transcript_tail(rest))
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_BOUND_LINE);
    for (int later = seat; later < r->seats; later++)
        if (r->head.name[later].bound) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_BOUND_ORDER);
    r->head.name[seat] = name;
    return true;
}

/* ---- The head --------------------------------------------------------------------------------------------------- */

/* The lines of the head, in the order in which they must stand. */
static const struct {
    const char *keyword;
    bool (*read)(struct reader *r, char *rest);
    bool needed, many;
    long since; /* format that brought it; 0: the first */
} head_lines[HEAD_LINES] = {
    [HEAD_ALEA] = {.keyword = "alea", .read = read_alea, .needed = true},
    [HEAD_GAME] = {.keyword = "game", .read = read_game, .needed = true},
    [HEAD_OPTIONS] = {.keyword = "options", .read = read_options, .needed = true},
    [HEAD_SCENARIO] = {.keyword = "scenario", .read = read_scenario},
    [HEAD_SEALED] = {.keyword = "sealed", .read = read_scenario, .since = ALEA_TRANSCRIPT_SEALS},
    [HEAD_OPENED] = {.keyword = "opened", .read = read_opened, .many = true, .since = ALEA_TRANSCRIPT_SEALS},
    [HEAD_SEAT] = {.keyword = "seat", .read = read_seat, .needed = true, .many = true},
    [HEAD_DICE] = {.keyword = "dice", .read = read_dice, .needed = true},
    [HEAD_COMMITMENT] = {.keyword = "commitment", .read = read_commitment},
    [HEAD_SEED] = {.keyword = "seed", .read = read_seed},
    [HEAD_UNOPENED] = {.keyword = "unopened", .read = read_unopened, .many = true, .since = ALEA_TRANSCRIPT_BONDS},
    [HEAD_PROMISE] = {.keyword = "promise", .read = read_promise, .many = true, .since = ALEA_TRANSCRIPT_BONDS},
    [HEAD_BEACON] = {.keyword = "beacon", .read = read_beacon, .since = ALEA_TRANSCRIPT_BONDS},
    [HEAD_WORD] = {.keyword = "word", .read = read_word, .many = true},
    [HEAD_BOUND] = {.keyword = "bound", .read = read_bound, .many = true, .since = ALEA_TRANSCRIPT_BONDS},
};

static bool read_head_line(struct reader *r) {
    char line[ALEA_MAX_LINE_BYTES + 1]; /* r->text stays whole, for the message */
    memcpy(line, r->text, strlen(r->text) + 1);
    char *rest = line;
    const char *keyword = transcript_word(&rest);
    struct alea_nearest nearest = {.word = keyword};
    int kind = 0;
    for (; kind < HEAD_LINES && strcmp(keyword, head_lines[kind].keyword) != 0; kind++)
        alea_nearest_offer(&nearest, head_lines[kind].keyword);

    if (!r->head_line[HEAD_ALEA] && kind != HEAD_ALEA) {
        r->not_ours = !r->open || strncmp("alea", r->text, strlen(r->text)) != 0;
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_NOT_ONE, 1);
    }
    if (kind == HEAD_LINES && (strspn(keyword, "0123456789=") > 0 || strcmp(keyword, "end") == 0))
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_NO_EMPTY_LINE);
    if (kind == HEAD_LINES)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_UNKNOWN_LINE, keyword, alea_nearest_hint(&nearest, &r->error).at);
    if (head_lines[kind].since > r->format)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_LATER_LINE, keyword, head_lines[kind].since);
    if (r->head_line[kind] && !head_lines[kind].many)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_LINE_TWICE, keyword, r->head_line[kind]);
    for (int later = kind + 1; later < HEAD_LINES; later++)
        if (r->head_line[later]) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_LINE_ORDER, keyword, head_lines[later].keyword);
    if (kind > HEAD_DICE && r->head_line[HEAD_DICE] && r->head.dice_kind == ALEA_DICE_BY_HAND)
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_LINE_BY_HAND, keyword);
    if (!r->head_line[kind]) r->head_line[kind] = r->line;
    return head_lines[kind].read(r, rest);
}

/* Reads the head: up to the empty line, or to the end of the file. */
static bool read_head(struct reader *r) {
    if (r->n_bytes >= 3 && memcmp(r->bytes, "\xef\xbb\xbf", 3) == 0) r->at = 3; /* the mark that some editors put in front */
    bool blank = false;
    while (!blank && next_line(r)) {
        if (r->text[0] == '#') continue;
        blank = !r->text[0] && r->head_line[HEAD_ALEA];
        if (!blank && !read_head_line(r)) return false;
    }
    if (r->error.code) return false;
    for (int kind = 0; kind < HEAD_LINES; kind++) {
        bool needed = head_lines[kind].needed || (kind == HEAD_COMMITMENT && r->head.dice_kind == ALEA_DICE_FAIR);
        if (!needed || r->head_line[kind]) continue;
        r->not_ours = true;
        if (r->line == 0) r->line = 1;
        if (blank) return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_NO_LINE, head_lines[kind].keyword);
        return refuse(r, 0, ENGINE_SAY_TRANSCRIPT_ENDS_IN_HEAD, head_lines[kind].keyword);
    }
    return true;
}

static bool bad_scenario(struct reader *r, struct alea_reason reason) {
    alea_fail(&r->error, ALEA_ERR_BAD_SCENARIO, reason.at);
    return tell(r, 0);
}

/* The scenario that the head names: that which it has opened, else that which was given. False if it is another one, or none. */
static bool check_scenario(struct reader *r, struct alea_scenario *scenario) {
    uint8_t hash[ALEA_HASH_BYTES];
    char digits[2 * ALEA_HASH_BYTES + 1];
    const bool sealed = r->head_line[HEAD_SEALED] != 0;
    sodium_bin2hex(digits, sizeof digits, r->scenario_hash, sizeof r->scenario_hash);
    r->line = r->head_line[sealed ? HEAD_SEALED : HEAD_SCENARIO];
    if (r->opened) *scenario = (struct alea_scenario){.name = r->scenario_name, .bytes = r->opened, .n_bytes = r->n_opened};
    else if (r->scenario) *scenario = *r->scenario;
    else if (sealed) return bad_scenario(r, alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_SEALED, r->scenario_name));
    else return bad_scenario(r, alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_SCENARIO_WANTED, r->scenario_name, digits));
    alea_scenario_hash(scenario, hash);
    if (memcmp(hash, r->scenario_hash, sizeof hash) == 0) return true;
    if (r->opened)
        return bad_scenario(r, alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_OPENED_OTHER, r->scenario_name, digits));
    return bad_scenario(r, alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_OTHER_SCENARIO,
                                       scenario->name ? scenario->name : "-", r->scenario_name, digits));
}

/* Rules and match from a complete head. */
static bool make_match(struct reader *r) {
    const char *options[ALEA_MAX_OPTIONS + 1];
    int n_options = 0;
    struct alea_scenario scenario;
    bool on_scenario = r->scenario_name[0];
    r->not_ours = true;
    if (on_scenario && !check_scenario(r, &scenario)) return false;

    char *rest = r->options;
    for (const char *word; n_options <= ALEA_MAX_OPTIONS && *(word = transcript_word(&rest));) options[n_options++] = word;
    if (n_options > ALEA_MAX_OPTIONS) {
        r->line = r->head_line[HEAD_OPTIONS];
        alea_fail(&r->error, ALEA_ERR_TOO_LARGE,
                  alea_reason(&r->error, ENGINE_SAY_TRANSCRIPT_TOO_MANY_OPTIONS, ALEA_MAX_OPTIONS).at);
        return tell(r, 0);
    }
    struct alea_rules *rules = alea_rules_new_at(r->game, r->rules_version, r->seats, options, n_options,
                                                 on_scenario ? &scenario : NULL, &r->error);
    if (!rules) {
        r->line = r->head_line[r->error.code == ALEA_ERR_BAD_SEATS ? HEAD_SEAT : HEAD_OPTIONS];
        return tell(r, 0);
    }
    r->match = alea_match_new(rules, &r->head, &r->error);
    if (r->match) return true;
    alea_rules_free(rules);
    return tell(r, 0);
}

/* ---- The moves -------------------------------------------------------------------------------------------------- */

/* A check or a result that is not what was computed; the replay itself is sound, so reading may go on. */
static bool differs(struct reader *r, const char *written, const char *computed) {
    bool half = r->open && strncmp(written, computed, strlen(written)) == 0;
    alea_fail(&r->error, half ? ALEA_ERR_BAD_TRANSCRIPT : ALEA_ERR_DIVERGED, written, computed);
    tell(r, alea_match_plies(r->match));
    return r->faults != NULL;
}

static bool read_check(struct reader *r) {
    const char *written = transcript_tail(r->text + 1);
    char computed[ALEA_CHECK_DIGITS + 1];
    if (strlen(written) != ALEA_CHECK_DIGITS || strspn(written, "0123456789abcdefABCDEF") != ALEA_CHECK_DIGITS)
        return refuse(r, alea_match_plies(r->match), ENGINE_SAY_TRANSCRIPT_CHECK_LINE, ALEA_CHECK_DIGITS);
    alea_transcript_check(alea_match_rules(r->match), alea_match_position(r->match), computed);
    return alea_word_same(written, computed) || differs(r, written, computed);
}

static bool read_end(struct reader *r, const char *rest) {
    if (alea_match_actors(r->match) != ALEA_ACTORS_OVER) {
        r->not_ours = true;
        return refuse(r, alea_match_plies(r->match), ENGINE_SAY_TRANSCRIPT_GOES_ON);
    }
    r->end_line = r->line;
    struct alea_text computed;
    alea_text_init(&computed, 16 * ALEA_MAX_SEATS, r->error.lang);
    alea_transcript_score(alea_match_rules(r->match), alea_match_position(r->match), &computed);
    bool same = strcmp(transcript_tail(rest), alea_text_str(&computed)) == 0;
    bool on = same || computed.truncated || differs(r, transcript_tail(rest), alea_text_str(&computed));
    if (computed.truncated) {
        alea_fail(&r->error, ALEA_ERR_NO_MEMORY);
        on = tell(r, 0);
    }
    alea_text_clear(&computed);
    return on;
}

/* NUMBER SEAT MOVE [| NOTE] */
static bool read_ply(struct reader *r) {
    long ply = next_ply(r);
    char line[ALEA_MAX_LINE_BYTES + 1];
    memcpy(line, r->text, strlen(r->text) + 1);
    char *note = strchr(line, '|');
    if (note) *note++ = 0;
    char *rest = line;
    const char *number = transcript_word(&rest);
    if (strspn(number, "0123456789") == 0) return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_UNREAD_LINE, r->text);
    bool follows = transcript_number(number) == ply;
    if (!follows && r->partial) return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_PARTIAL);
    if (!follows) return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_OTHER_PLY, ply, number);
    const char *word = transcript_word(&rest);
    int seat = alea_seat_read(word);
    if (seat == ALEA_NONE) return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_NO_SEAT, word);
    if (note && r->format >= ALEA_TRANSCRIPT_POSTS && !alea_lines_unescape(note))
        return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_BACKSLASH);
    alea_move move;
    enum alea_err err = alea_move_read(alea_match_rules(r->match), transcript_tail(rest), &move, &r->error);
    if (!err) err = alea_match_play(r->match, ply - 1, seat, move, note, NULL, &r->error);
    if (err && r->partial) return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_PARTIAL);
    return !err || tell(r, ply);
}

/* A comment is skipped, but for one that the writer leaves: moves are missing. */
static void read_comment(struct reader *r) {
    static const char *const left_out[] = {ENGINE_SAY_EXPLAIN_LEFT_OUT};
    size_t n = strlen(r->text);
    for (size_t i = 0; i < ALEA_LEN(left_out); i++)
        r->partial |= strncmp(left_out[i], r->text, n) == 0 && strcmp(left_out[i] + n, "\n") == 0;
}

static bool read_post(struct reader *r) {
    long ply = alea_match_plies(r->match), number = alea_match_posts(r->match) + 1;
    char line[ALEA_MAX_LINE_BYTES + 1];
    alea_move order[ALEA_MAX_ORDER];
    struct alea_post post;
    if (r->format < ALEA_TRANSCRIPT_POSTS)
        return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_LATER_LINE, "post", (long)ALEA_TRANSCRIPT_POSTS);
    memcpy(line, r->text, strlen(r->text) + 1);
    enum alea_err err = alea_post_read(alea_match_rules(r->match), line + strlen("post"), &post, order, &r->error);
    if (!err && post.number != number) return refuse(r, ply, ENGINE_SAY_TRANSCRIPT_OTHER_POST, number, post.number);
    post.ply = ply;
    if (!err) err = alea_match_post(r->match, &post, &r->error);
    return !err || tell(r, ply);
}

static bool begins(const char *line, const char *keyword) {
    size_t n = strlen(keyword);
    return strncmp(line, keyword, n) == 0 && (line[n] == ' ' || !line[n]);
}

static void read_moves(struct reader *r) {
    bool on = true;
    while (on && next_line(r)) {
        if (r->text[0] == '#') read_comment(r);
        if (!r->text[0] || r->text[0] == '#') continue;
        if (r->end_line) {
            r->not_ours = true;
            on = refuse(r, 0, ENGINE_SAY_TRANSCRIPT_BEHIND_END, r->end_line);
        } else if (r->text[0] == '=') {
            on = read_check(r);
        } else if (begins(r->text, "post")) {
            on = read_post(r);
        } else {
            on = begins(r->text, "end") ? read_end(r, r->text + 3) : read_ply(r);
        }
    }
}

struct alea_match *alea_transcript_read(const char *name, const char *bytes, size_t n_bytes,
                                        const struct alea_scenario *scenario,
                                        void (*faults)(void *context, const struct alea_error *error), void *context,
                                        struct alea_error *error) {
    struct reader r = {.name = name,
                       .bytes = bytes,
                       .n_bytes = n_bytes,
                       .scenario = scenario,
                       .faults = faults,
                       .context = context,
                       .error = {.lang = error ? error->lang : ALEA_EN}};
    if (n_bytes > ALEA_MAX_TRANSCRIPT_BYTES) {
        alea_fail(&r.error, ALEA_ERR_TOO_LARGE,
                  alea_reason(&r.error, ENGINE_SAY_TRANSCRIPT_TOO_LARGE, (int)ALEA_MAX_TRANSCRIPT_BYTES).at);
        tell(&r, 0);
    } else if (read_head(&r) && make_match(&r)) {
        r.not_ours = false;
        read_moves(&r);
    }
    free(r.opened);
    if (error) *error = r.error;
    return r.match;
}
