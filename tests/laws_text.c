/* SPDX-License-Identifier: MIT */
/* laws_text.c - laws of words: positions and moves can be written and read back; everything has clean words in both languages. */
#include "laws.h"

#include "odds.h"
#include "view.h"

#include <jansson.h>
#include <string.h>

/* The lines from the last to the first. */
static void turn_round(const char *lines, struct alea_text *text) {
    size_t end = strlen(lines);
    while (end > 0) {
        size_t start = end - 1;
        while (start > 0 && lines[start - 1] != '\n') start--;
        alea_text_addf(text, "%.*s", (int)(end - start), lines + start);
        end = start;
    }
}

static bool position_comes_back(struct law_run *run) {
    struct alea_text *first = law_words(run, 0, ALEA_IT), *second = law_words(run, 1, ALEA_EN);
    struct alea_text *turned = law_words(run, 2, ALEA_EN);
    alea_position_write(run->rules, run->position, first);
    if (first->truncated || !law_clean(alea_text_str(first), true))
        return law_broken(run, "the written position is cut or unclean");
    struct alea_error error = {.lang = ALEA_EN};
    memset(run->spare[0], 0, run->game->position_size);
    if (alea_position_read(run->rules, alea_text_str(first), run->spare[0], &error))
        return law_broken(run, "a written position can't be read: line %ld: %s", error.line, error.text);
    if (!law_same(run, run->spare[0], run->position)) return law_broken(run, "a position comes back as another one");
    if (alea_position_hash(run->rules, run->spare[0]) != alea_position_hash(run->rules, run->position))
        return law_broken(run, "equal positions have two hashes");
    turn_round(alea_text_str(first), turned);
    memset(run->spare[1], 0, run->game->position_size);
    if (alea_position_read(run->rules, alea_text_str(turned), run->spare[1], &error))
        return law_broken(run, "a position written from the last line to the first can't be read: line %ld: %s", error.line,
                          error.text);
    if (!law_same(run, run->spare[1], run->position)) return law_broken(run, "the order of a position's lines matters");
    alea_position_write(run->rules, run->spare[0], second);
    return !strcmp(alea_text_str(first), alea_text_str(second)) || law_broken(run, "the position is written in two ways");
}

/* Two positions, two hashes (2^-64 is no excuse here). */
static bool hash_tells_positions_apart(struct law_run *run) {
    bool same = alea_position_hash(run->rules, run->before) == alea_position_hash(run->rules, run->position);
    return same == law_same(run, run->before, run->position) ||
           law_broken(run, "hash and bytes disagree on what is the same");
}

static bool json_has_fields_alone(struct law_run *run) {
    struct alea_text *text = law_words(run, 0, ALEA_EN);
    alea_position_json(run->rules, run->position, text);
    json_error_t fault;
    json_t *json = json_loads(alea_text_str(text), JSON_REJECT_DUPLICATES, &fault);
    if (!json) return law_broken(run, "the position as JSON: line %d: %s", fault.line, fault.text);
    bool good = json_is_object(json) || law_broken(run, "the position as JSON is no object");
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value) {
        bool known = false;
        for (int i = 0; i < run->game->n_fields; i++) known |= !strcmp(run->game->fields[i].name, key);
        if (!known && good) good = law_broken(run, "the position as JSON has '%s', which is no field", key);
    }
    json_decref(json);
    return good;
}

/* What a table tells a viewer in JSON is that viewer's whole view. */
static bool view_comes_back(struct law_run *run, int viewer) {
    struct alea_text *text = law_words(run, 0, ALEA_EN);
    struct alea_error error = {.lang = ALEA_EN};
    law_view(run, run->position, viewer, run->spare[0]);
    alea_position_json(run->rules, run->spare[0], text);
    json_t *json = json_loads(alea_text_str(text), 0, NULL);
    enum alea_err err = alea_position_read_json(run->rules, json, run->spare[1], &error);
    json_decref(json);
    if (err) return law_broken(run, "the view of %s as JSON can't be read: %s", law_seat_name(viewer), error.text);
    return law_same(run, run->spare[1], run->spare[0]) ||
           law_broken(run, "the view of %s comes back from JSON as another one", law_seat_name(viewer));
}

static bool views_come_back(struct law_run *run) {
    for (int viewer = 0; viewer < run->seats; viewer++)
        if (!view_comes_back(run, viewer)) return false;
    return view_comes_back(run, ALEA_NONE);
}

/* Each move of one list can be read back, and has text and words of its own. */
static bool moves_are_told_apart(struct law_run *run, const alea_move moves[], int n) {
    static uint64_t seen[2][4096];
    for (int i = 0; i < n && i < 4096; i++) {
        struct alea_text *text = law_words(run, 0, ALEA_IT);
        alea_move_write(run->rules, moves[i], text);
        if (!law_clean(alea_text_str(text), false)) return law_broken(run, "'%s' is no clean text", alea_text_str(text));
        struct alea_error error = {.lang = ALEA_EN};
        alea_move back = ~moves[i];
        if (alea_move_read(run->rules, alea_text_str(text), &back, &error))
            return law_broken(run, "'%s' can't be read: %s", alea_text_str(text), error.text);
        if (back != moves[i]) return law_broken(run, "'%s' is read as %#x, not %#x", alea_text_str(text), back, moves[i]);
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_text *words = law_words(run, 1 + lang, (enum alea_lang)lang);
            alea_move_say(run->rules, moves[i], words);
            if (!words->len || !law_clean(alea_text_str(words), false))
                return law_broken(run, "'%s' has no clean words: '%s'", alea_text_str(text), alea_text_str(words));
            uint64_t hash = 0;
            for (size_t at = 0; at < words->len; at++) hash = alea_random_mix(hash ^ (unsigned char)words->at[at]) + 1;
            for (int j = 0; j < i; j++)
                if (seen[lang][j] == hash)
                    return law_broken(run, "two legal moves are called '%s'; one is '%s'", alea_text_str(words),
                                      alea_text_str(text));
            seen[lang][i] = hash;
        }
        if (!strcmp(alea_text_str(&run->words[1]), alea_text_str(&run->words[2])))
            return law_broken(run, "'%s' is '%s' in both languages", alea_text_str(text), alea_text_str(&run->words[1]));
    }
    return true;
}

static bool moves_have_words(struct law_run *run) {
    for (int seat = 0; seat < run->seats; seat++)
        if (!moves_are_told_apart(run, run->legal[seat], run->n_legal[seat])) return false;
    if (run->actors == ALEA_ACTORS_CHANCE) {
        int n = run->game->outcomes(run->tables, run->position, run->outcomes);
        for (int i = 0; i < n; i++)
            if (!moves_are_told_apart(run, &run->outcomes[i].move, 1)) return false;
    }
    return moves_are_told_apart(run, run->host, run->n_host);
}

static bool events_have_words(struct law_run *run) {
    for (int i = 0; i < run->events->n; i++)
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_text *words = law_words(run, lang, (enum alea_lang)lang);
            alea_event_say(run->rules, &run->events->at[i], words);
            if (!words->len || !law_clean(alea_text_str(words), false))
                return law_broken(run, "the event '%s' has no clean words: '%s'",
                                  run->game->texts->events[run->events->at[i].kind].token, alea_text_str(words));
        }
    return true;
}

typedef void say_function(const struct alea_rules *rules, const void *pos, int seat, struct alea_text *text);

static bool is_well_said(struct law_run *run, const char *what, say_function *say, int seat, bool wanted) {
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_text *words = law_words(run, lang, (enum alea_lang)lang);
        say(run->rules, run->spare[0], seat, words);
        if ((wanted && !words->len) || words->truncated || !law_clean(alea_text_str(words), true))
            return law_broken(run, "the %s of %s has no clean words: '%.200s'", what, law_seat_name(seat),
                              alea_text_str(words));
    }
    const char *it = alea_text_str(&run->words[ALEA_IT]), *en = alea_text_str(&run->words[ALEA_EN]);
    return !wanted || strcmp(it, en) != 0 ||
           law_broken(run, "the %s of %s is the same in both languages", what, law_seat_name(seat));
}

static void say_places(const struct alea_rules *rules, const void *pos, int seat, struct alea_text *text) {
    rules->game->words.places(rules->tables, pos, seat, text);
}

static bool position_has_words(struct law_run *run) {
    for (int i = 0; i <= run->seats; i++) {
        int seat = i < run->seats ? i : ALEA_NONE;
        bool acts = i < run->seats && run->actors & alea_actor(seat);
        law_view(run, run->position, seat, run->spare[0]);
        if (!is_well_said(run, "board", alea_board, seat, run->game->words.board != NULL)) return false;
        if (!is_well_said(run, "hand", alea_hand, seat, false)) return false;
        if (!is_well_said(run, "prompt", alea_prompt, seat, acts)) return false;
        for (int lang = 0; lang < ALEA_LANGS; lang++) {
            struct alea_text *words = law_words(run, lang, (enum alea_lang)lang);
            bool at_hand = odds_say_at_hand(&(struct odds_asker){run->rules, run->spare[0], seat, 0}, words);
            if (at_hand != (words->len > 0) || !law_clean(alea_text_str(words), true))
                return law_broken(run, "what is at hand is told (%d) by '%.200s'", at_hand, alea_text_str(words));
        }
    }
    /* Who runs the match sees the position as it is. */
    memcpy(run->spare[0], run->position, run->game->position_size);
    return is_well_said(run, "board", alea_board, ALEA_HOST, run->game->words.board != NULL) &&
           (!run->game->words.places || is_well_said(run, "places", say_places, ALEA_HOST, true));
}

/* A warning is a line or nothing, and nothing of moves that are not the seat's to make; asking changes nothing. */
static bool warns_well(struct law_run *run, int seat, alea_move move) {
    bool legal = law_has_move(run->legal[seat], run->n_legal[seat], move);
    for (int lang = 0; lang < ALEA_LANGS; lang++) {
        struct alea_text *words = law_words(run, lang, (enum alea_lang)lang);
        run->game->words.warn(run->tables, run->spare[0], seat, move, words);
        if (words->len && !legal) return law_broken(run, "a warning of '%s', which is not legal", law_move_name(run, move));
        if (words->truncated || !law_clean(alea_text_str(words), false))
            return law_broken(run, "the warning of '%s' is no clean line: '%.200s'", law_move_name(run, move),
                              alea_text_str(words));
    }
    const char *it = alea_text_str(&run->words[ALEA_IT]), *en = alea_text_str(&run->words[ALEA_EN]);
    if (!*it != !*en || (*it && !strcmp(it, en)))
        return law_broken(run, "the warning of '%s' is not in two languages: '%.200s'", law_move_name(run, move), it);
    return law_same(run, run->spare[0], run->spare[1]) || law_broken(run, "warn() changes the view");
}

static bool warnings_are_sound(struct law_run *run) {
    if (!run->game->words.warn) return true;
    for (int seat = 0; seat < run->seats; seat++) {
        law_view(run, run->position, seat, run->spare[0]);
        law_copy(run, run->spare[1], run->spare[0]);
        for (int i = 0; i < run->n_legal[seat]; i++)
            if (!warns_well(run, seat, run->legal[seat][i])) return false;
        for (int i = 0; i < 16; i++)
            if (!warns_well(run, seat, law_probe(run))) return false;
    }
    return true;
}

/* A picture is a whole SVG of plain shapes and clean words, in two languages; asking changes nothing. */
static bool is_well_drawn(struct law_run *run, int seat, enum alea_lang lang) {
    static const char *const foreign[] = {"href",   "<script", "<style",  "<!",    "<?",
                                          "<image", "<use",    "<filter", "url(h", "url(d"};
    struct alea_text *svg = law_words(run, (int)lang, lang);
    if (!alea_picture(run->rules, run->spare[0], seat, svg))
        return law_broken(run, "there is a picture, and it is not drawn");
    if (svg->truncated || !law_clean(alea_text_str(svg), true)) return law_broken(run, "the picture is cut or unclean");
    if (strncmp(alea_text_str(svg), "<svg ", 5) != 0 || strcmp(svg->at + svg->len - 7, "</svg>\n") != 0)
        return law_broken(run, "the picture is no whole SVG");
    for (size_t i = 0; i < ALEA_LEN(foreign); i++)
        if (strstr(svg->at, foreign[i])) return law_broken(run, "the picture holds '%s'", foreign[i]);
    return law_same(run, run->spare[0], run->spare[1]) || law_broken(run, "drawing changes the view");
}

static bool pictures_are_sound(struct law_run *run) {
    if (!run->game->words.picture) return true;
    for (int i = 0; i <= run->seats; i++) {
        int seat = i < run->seats ? i : ALEA_NONE;
        law_view(run, run->position, seat, run->spare[0]);
        law_copy(run, run->spare[1], run->spare[0]);
        if (!is_well_drawn(run, seat, ALEA_IT) || !is_well_drawn(run, seat, ALEA_EN)) return false;
        if (!strcmp(alea_text_str(&run->words[ALEA_IT]), alea_text_str(&run->words[ALEA_EN])))
            return law_broken(run, "the picture is the same in two languages");
    }
    return true;
}

/* ---- Whole orders ---------------------------------------------------------------------------------------------------- */

/* A name, as any verb takes one, in one of its three forms; or a number. */
static void add_argument(struct law_run *run, struct alea_text *line) {
    const struct alea_texts *texts = run->game->texts;
    int set = texts->verbs[alea_random_below(&run->random, (uint32_t)texts->n_verbs)].set, own = set - ALEA_SET_GAME;
    struct alea_names names = {.n = 0};
    if (own >= texts->n_sets) names = texts->lists[own - texts->n_sets];
    else if (own >= 0) names = run->game->names(run->tables, set);
    uint32_t word = alea_random_word(&run->random) >> 8, form = word % 4,
             at = names.n ? word / 4 % (uint32_t)names.n : word / 4 % 40;
    if (form == 3 || !names.n) alea_text_addf(line, "%u", at);
    else alea_text_add(line, form == 2 ? names.at[at].id : names.at[at].in[form]);
}

/* What somebody could type who has heard of the game: a verb, then names, numbers and signs. */
static const char *some_line(struct law_run *run) {
    static const char *const others[] = {": ", ", ", " to ", " in ", " da ", " from ", " ", "2", "-1", "99999999999"};
    const struct alea_texts *texts = run->game->texts;
    struct alea_text *line = law_words(run, 0, ALEA_IT);
    uint32_t n = 1 + alea_random_below(&run->random, 9);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t kind = i ? alea_random_below(&run->random, 8) : 0;
        if (kind == 0) alea_text_add(line, texts->verbs[alea_random_below(&run->random, (uint32_t)texts->n_verbs)].token);
        else if (kind < 5) add_argument(run, line);
        else alea_text_add(line, others[alea_random_below(&run->random, ALEA_LEN(others))]);
        if (alea_random_below(&run->random, 8)) alea_text_add(line, " ");
    }
    return alea_text_str(line);
}

static bool order_is_sound(struct law_run *run, int seat, const char *line, int max) {
    enum { CANARY = 0x5ca1ab1e };
    alea_move *out = run->moves[0], *again = run->moves[1];
    out[max] = CANARY;
    int n = run->game->words.order(run->tables, run->spare[0], seat, line, out, max);
    if (n < 0 || n > max || out[max] != CANARY)
        return law_broken(run, "order(\"%s\") gives %d moves of at most %d", line, n, max);
    if (n != run->game->words.order(run->tables, run->spare[0], seat, line, again, max) ||
        memcmp(out, again, (size_t)n * sizeof *out) != 0)
        return law_broken(run, "order(\"%s\") answers differently the second time", line);
    for (int i = 0; i < n; i++) {
        struct alea_text *text = law_words(run, 1, ALEA_EN);
        alea_move back = ~out[i];
        alea_move_write(run->rules, out[i], text);
        if (alea_move_read(run->rules, alea_text_str(text), &back, NULL) || back != out[i])
            return law_broken(run, "order(\"%s\") gives %#x, which is no move", line, out[i]);
    }
    return true;
}

/* Every seat may ask, whether it is to act or not. */
static bool orders_are_sound(struct law_run *run) {
    if (!run->game->words.order) return true;
    int seat = (int)alea_random_below(&run->random, (uint32_t)run->seats);
    law_view(run, run->position, seat, run->spare[0]);
    law_copy(run, run->spare[1], run->spare[0]);
    for (int i = 0; i < 16; i++) {
        int max = i % 4 ? run->game->max_legal : i / 4;
        if (!order_is_sound(run, seat, some_line(run), max)) return false;
    }
    return law_same(run, run->spare[0], run->spare[1]) || law_broken(run, "order() changes the view");
}

const struct law laws_text[] = {
    {"position-text", "a position is written, read in any order and written the same", position_comes_back, LAW_NODE,
     LAW_DEAR},
    {"hash", "positions have one hash if and only if they are one", hash_tells_positions_apart, LAW_PLY, LAW_SOME},
    {"json", "a position as JSON parses and holds nothing but fields", json_has_fields_alone, LAW_NODE, LAW_DEAR},
    {"view-json", "each view as JSON is read back as it was", views_come_back, LAW_NODE, LAW_DEAR},
    {"move-text", "each legal move is written and read back, and has words of its own in both languages", moves_have_words,
     LAW_NODE, LAW_DEAR},
    {"event-words", "each event has words in both languages", events_have_words, LAW_PLY, LAW_SOME},
    {"orders", "a line that is read as an order gives well-formed moves", orders_are_sound, LAW_NODE, LAW_SOME},
    {"warnings", "a warning is a line in both languages, of legal moves alone, and changes nothing", warnings_are_sound,
     LAW_NODE, LAW_SOME},
    {"pictures", "a picture is a whole SVG of plain shapes and clean words, in two languages, and changes nothing",
     pictures_are_sound, LAW_NODE, LAW_DEAR},
    {"position-words", "each view has words in both languages", position_has_words, LAW_NODE, LAW_DEAR},
};
const int n_laws_text = ALEA_LEN(laws_text);
