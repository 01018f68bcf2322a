/* SPDX-License-Identifier: MIT */
/* verify.c - `alea verify`: recomputes all that a match with fair dice has promised, and looks for what a viewer has heard of. */
#include "json.h"

#include <sodium.h>
#include <string.h>

#include "text.h"

enum { OPT_SCENARIO, OPT_SEAT, OPT_LINK, OPT_JSON };

/* Of a link at least so many bytes must be given: 16 digits, that a person may read off a screen. */
enum { FEWEST_LINK_BYTES = 8 };

static const struct cli_option options[] = {
    [OPT_SCENARIO] = {"scenario", true, ALEA_LABEL_OPTION_SCENARIO},
    [OPT_SEAT] = {"seat", true, ALEA_LABEL_OPTION_VERIFY_SEAT},
    [OPT_LINK] = {"link", true, ALEA_LABEL_OPTION_LINK},
    [OPT_JSON] = {"json", false, ALEA_LABEL_OPTION_JSON},
};

struct wishes {
    const char *path, *scenario, *seat, *link;
    bool json;
};

struct verifying {
    const struct cli *cli;
    const struct wishes *wishes;
    const struct alea_match *match;
    const struct alea_match_head *head;
    int viewer; /* whose link is asked for */
    uint8_t link[ALEA_HASH_BYTES];
    size_t n_link; /* bytes of it that were given */
    long found;    /* the ply after which it stands; -1: none */
    struct alea_chain last;
    bool followed;          /* to that, for all else was well */
    long n_throws, entered; /* by the dice; by the host */
};

/* ---- The words of each finding ---------------------------------------------------------------------------------- */

/* What may be found of a seat. */
enum finding { PROMISED, LEFT_UNOPENED, CALLED_THE_SAME, CALLED_OTHERWISE, CALLED_ERASED };

static bool left_unopened(const struct alea_match_head *head, int seat) {
    for (int i = 0; i < head->n_unopened; i++)
        if (head->unopened[i].seat == seat) return true;
    return false;
}

static bool is_found(const struct verifying *v, enum finding what, int seat) {
    switch (what) {
    case PROMISED: return alea_is_promised(v->head, seat);
    case LEFT_UNOPENED: return left_unopened(v->head, seat);
    case CALLED_THE_SAME: return alea_match_called(v->match, seat) == ALEA_CALLED_THE_SAME;
    case CALLED_OTHERWISE: return alea_match_called(v->match, seat) == ALEA_CALLED_OTHERWISE;
    case CALLED_ERASED: return alea_match_called(v->match, seat) == ALEA_CALLED_ERASED;
    }
    return false;
}

/* "...: A, C"; nothing if it is found of nobody. */
static void say_seats(const struct verifying *v, enum finding what, int label) {
    struct alea_text list;
    alea_text_init(&list, 4 * ALEA_MAX_SEATS, v->cli->lang);
    for (int seat = 0; seat < alea_match_rules(v->match)->seats; seat++) {
        char letters[3];
        if (!is_found(v, what, seat)) continue;
        alea_seat_letters(seat, letters);
        alea_text_addf(&list, list.len ? ", %s" : "%s", letters);
    }
    if (list.len) cli_say(v->cli, label, alea_text_str(&list), NULL);
    alea_text_clear(&list);
}

static void say_beacon(const struct verifying *v) {
    const struct alea_beacon *beacon = &v->head->dice.beacon;
    char chain[2 * ALEA_HASH_BYTES + 1];
    if (!beacon->named) return;
    sodium_bin2hex(chain, sizeof chain, beacon->chain, sizeof beacon->chain);
    cli_say(v->cli, ALEA_LABEL_VERIFIED_BEACON, cli_digits((long)beacon->round).at, chain, NULL);
}

/* "A", or the words for a spectator. */
static const char *viewer_words(const struct verifying *v, char letters[3]) {
    if (v->viewer == ALEA_NONE) return cli_words(v->cli, ALEA_LABEL_A_SPECTATOR);
    alea_seat_letters(v->viewer, letters);
    return letters;
}

static enum cli_status say_link(const struct verifying *v) {
    char letters[3], hex[2 * ALEA_HASH_BYTES + 1];
    const char *viewer = viewer_words(v, letters);
    if (v->wishes->link && v->found < 0) return cli_wrong(v->cli, ALEA_LABEL_LINK_UNKNOWN, v->wishes->path, viewer, NULL);
    if (v->wishes->link) cli_say(v->cli, ALEA_LABEL_LINK_FOUND, viewer, cli_digits(v->found).at, NULL);
    else if (v->wishes->seat) {
        sodium_bin2hex(hex, sizeof hex, v->last.link, sizeof v->last.link);
        cli_say(v->cli, ALEA_LABEL_LINK_LAST, viewer, hex, NULL);
    }
    return CLI_FINE;
}

/* The scenario was read with the match, which is refused with another one than that of the head. */
static void say_sealed(const struct verifying *v) {
    const struct alea_rules *rules = alea_match_rules(v->match);
    char digits[2 * ALEA_HASH_BYTES + 1];
    sodium_bin2hex(digits, sizeof digits, rules->scenario, sizeof rules->scenario);
    if (rules->sealed) cli_say(v->cli, ALEA_LABEL_VERIFIED_SEALED, rules->scenario_name, digits, NULL);
}

static enum cli_status say_all(const struct verifying *v) {
    cli_say(v->cli, ALEA_LABEL_VERIFIED, v->wishes->path, cli_digits(v->n_throws).at, NULL);
    const long handed = alea_match_handed(v->match);
    if (handed) cli_say(v->cli, ALEA_LABEL_VERIFIED_HANDED, cli_digits(handed).at, NULL);
    if (v->entered) cli_say(v->cli, ALEA_LABEL_VERIFIED_ENTERED, cli_digits(v->entered).at, NULL);
    say_sealed(v);
    say_seats(v, PROMISED, ALEA_LABEL_VERIFIED_WORDS);
    say_seats(v, LEFT_UNOPENED, ALEA_LABEL_VERIFIED_UNOPENED);
    say_beacon(v);
    say_seats(v, CALLED_THE_SAME, ALEA_LABEL_CALLED_THE_SAME);
    say_seats(v, CALLED_OTHERWISE, ALEA_LABEL_CALLED_OTHERWISE);
    say_seats(v, CALLED_ERASED, ALEA_LABEL_CALLED_ERASED);
    return say_link(v);
}

/* ---- The same for programs -------------------------------------------------------------------------------------- */

static json_t *seats_json(const struct verifying *v, enum finding what) {
    json_t *list = json_array();
    for (int seat = 0; seat < alea_match_rules(v->match)->seats; seat++) {
        char letters[3];
        if (!is_found(v, what, seat)) continue;
        alea_seat_letters(seat, letters);
        json_array_append_new(list, json_string(letters));
    }
    return list;
}

static json_t *beacon_json(const struct alea_beacon *beacon) {
    if (!beacon->named) return json_null();
    return json_pack("{s:o, s:I, s:b, s:s}", "chain", cli_hex_json(beacon->chain, sizeof beacon->chain), "round",
                     (json_int_t)beacon->round, "out", beacon->out, "signature", "unchecked");
}

static json_t *link_json(const struct verifying *v) {
    char letters[3] = "-";
    if (v->viewer != ALEA_NONE) alea_seat_letters(v->viewer, letters);
    json_t *link = json_pack("{s:s, s:o}", "seat", letters, "last", cli_hex_json(v->last.link, sizeof v->last.link));
    if (v->wishes->link) json_object_set_new(link, "ply", v->found < 0 ? json_null() : json_integer(v->found));
    return link;
}

static void print_json(const struct verifying *v, const char *wrong) {
    bool fair = v->head->dice_kind == ALEA_DICE_FAIR;
    json_t *row = json_pack("{s:s, s:s, s:b, s:I}", "file", v->wishes->path, "dice", fair ? "fair" : "by hand", "verified",
                            !wrong, "throws", (json_int_t)v->n_throws);
    if (alea_match_handed(v->match)) json_object_set_new(row, "handed", json_integer(alea_match_handed(v->match)));
    if (v->entered) json_object_set_new(row, "by_hand", json_integer(v->entered));
    if (wrong) json_object_set_new(row, "error", json_string(wrong));
    const struct alea_rules *rules = alea_match_rules(v->match);
    if (rules->sealed) json_object_set_new(row, "sealed", cli_hex_json(rules->scenario, sizeof rules->scenario));
    if (fair) {
        json_object_set_new(row, "commitment", cli_hex_json(v->head->commitment, sizeof v->head->commitment));
        json_object_set_new(row, "promised", seats_json(v, PROMISED));
        json_object_set_new(row, "unopened", seats_json(v, LEFT_UNOPENED));
        json_object_set_new(row, "beacon", beacon_json(&v->head->dice.beacon));
        json_object_set_new(row, "names",
                            json_pack("{s:o, s:o, s:o}", "same", seats_json(v, CALLED_THE_SAME), "changed",
                                      seats_json(v, CALLED_OTHERWISE), "erased", seats_json(v, CALLED_ERASED)));
        if (v->followed) json_object_set_new(row, "link", link_json(v));
    }
    cli_print_json(row);
}

/* ---- Verifying -------------------------------------------------------------------------------------------------- */

static bool read_link(struct verifying *v) {
    const char *link = v->wishes->link;
    v->viewer = ALEA_NONE;
    if (v->wishes->seat && !cli_seat(v->cli, v->wishes->seat, alea_match_rules(v->match)->seats, &v->viewer)) return false;
    if (!link) return true;
    if (strlen(link) <= 2 * sizeof v->link &&
        sodium_hex2bin(v->link, sizeof v->link, link, strlen(link), NULL, &v->n_link, NULL) == 0 &&
        v->n_link >= FEWEST_LINK_BYTES)
        return true;
    cli_bad_usage(v->cli, ALEA_LABEL_VERIFY_BAD_LINK, link, NULL);
    return false;
}

static enum alea_err follow_chain(struct verifying *v) {
    enum alea_err err = alea_match_chain(v->match, v->viewer, alea_match_plies(v->match), &v->last);
    if (!err && v->wishes->link) err = alea_match_find_link(v->match, v->viewer, v->link, v->n_link, &v->found);
    v->followed = !err;
    return err;
}

static enum cli_status verify(const struct cli *cli, const struct wishes *wishes, const struct alea_match *match) {
    struct verifying v = {.cli = cli, .wishes = wishes, .match = match, .head = alea_match_head(match), .found = -1};
    struct alea_error error = cli_error(cli);
    if (!read_link(&v)) return CLI_USAGE;
    v.entered = alea_match_entered(match);
    if (v.entered < 0) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    bool fair = v.head->dice_kind == ALEA_DICE_FAIR;
    enum alea_err code = fair ? alea_match_verify(match, &v.n_throws, &error) : ALEA_OK;
    if (fair && !code && follow_chain(&v)) return cli_wrong(cli, ALEA_LABEL_NO_MEMORY, NULL);
    bool other = fair && !code && wishes->link && v.found < 0;
    if (wishes->json) print_json(&v, !fair ? "by_hand" : code ? alea_err_name(code) : other ? "other_record" : NULL);
    if (wishes->json) return fair && !code && !other ? CLI_FINE : CLI_WRONG;
    if (!fair) return cli_wrong(cli, ALEA_LABEL_DICE_BY_HAND, wishes->path, NULL);
    if (code) {
        snprintf(error.where, sizeof error.where, "%s", wishes->path);
        return cli_wrong_error(cli, &error);
    }
    return say_all(&v);
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct wishes wishes = {0};
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        switch (next) {
        case CLI_OPERAND:
            if (!cli_only_one(args, &wishes.path)) return CLI_USAGE;
            break;
        case OPT_SCENARIO: wishes.scenario = args->value; break;
        case OPT_SEAT: wishes.seat = args->value; break;
        case OPT_LINK: wishes.link = args->value; break;
        case OPT_JSON: wishes.json = true; break;
        default: return cli_leave(next);
        }
    }
    if (!cli_wanted(cli, wishes.path, ALEA_LABEL_FILE_WANTED)) return CLI_USAGE;
    struct cli_match read;
    if (!cli_match_read(cli, wishes.path, wishes.scenario, &read)) return CLI_WRONG;
    enum cli_status status = read.error.code ? cli_wrong_error(cli, &read.error) : verify(cli, &wishes, read.match);
    cli_match_clear(&read);
    return status;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .run = run,
    .summary = ALEA_LABEL_VERIFY_SUMMARY,
    .usage = ALEA_LABEL_VERIFY_USAGE,
    .about = ALEA_LABEL_VERIFY_ABOUT,
    .example = ALEA_LABEL_VERIFY_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
