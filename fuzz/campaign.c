/* SPDX-License-Identifier: MIT */
/* campaign.c - fuzz target: what people lay before each other in a campaign: proposals, requests, answers, links, a Master's rulings. Whatever
 * comes is answered, what is refused changes nothing, the match stays sound, and a link answers its own question alone.
 *
 * Input: a byte that says how many windows have passed; then requests as of http_body.c. WHO is A to F (a seat), m (the Master), a (the table's
 * admin) or nothing; "$Q" is the number of the first question that stands, "$L" the last link that was handed out. */
#include "served.h"

enum { MOST_WINDOWS = 16, MOST_MOVES = 600 };

static const char *token_of(char who) {
    if (who >= 'A' && who < 'A' + served.seats) return served.seat[who - 'A'];
    return who == 'm' ? served.master : who == 'a' ? served.admin : NULL;
}

/* NULL: it was deleted. */
static struct table *table_now(void) {
    struct alea_error error = {.lang = ALEA_EN};
    struct table *table = NULL;
    return lobby_find(served.lobby, served.match, &table, &error) ? NULL : table;
}

/* The game in which people are asked, and its first variant of so many. */
static void lay(void) {
    for (int i = 0; alea_game_at(i); i++) {
        const struct alea_game *game = alea_game_at(i);
        const struct alea_variant *variant = game->campaign.consent ? game->variants : NULL;
        while (variant && variant->seats && variant->seats < SERVED_MOST_SEATS) variant++;
        if (!variant || !variant->seats) continue;
        served_lay(game, variant, true);
        return;
    }
    fuzz_check(false, "no game asks anybody", "");
}

static uint32_t window_of(const struct alea_match *match) {
    const struct alea_rules *rules = alea_match_rules(match);
    struct alea_window window;
    return rules->game->campaign.window(rules->tables, alea_match_position(match), &window) ? window.number : 0;
}

/* Whoever is waited for is done, or makes the first move there is. */
static void be_done(struct table *table, int seat) {
    const struct alea_match *match = table_look(table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    struct alea_error error = {.lang = ALEA_EN};
    alea_move *legal = malloc((size_t)rules->game->max_legal * sizeof *legal);
    fuzz_check(legal, "memory", "");
    const int n = rules->game->legal(rules->tables, alea_match_position(match), seat, legal);
    fuzz_check(n > 0, "who is waited for has a move", "");
    alea_move move = legal[0];
    for (int i = 0; i < n; i++)
        if (rules->game->texts->verbs[alea_move_verb(legal[i])].ask) move = legal[i];
    free(legal);
    long from = 0;
    fuzz_check(table_submit(table, seat, table_ply(table, seat), move, NULL, served.now, &from, &error) == TABLE_OK,
               "a move is made", error.text);
}

static void pass(int windows) {
    uint32_t open = window_of(table_look(table_now()).match);
    for (int i = 0; i < MOST_MOVES && windows > 0; i++) {
        struct table *table = table_now();
        const alea_actors actors = alea_match_actors(table_look(table).match);
        if (actors && actors < ALEA_ACTORS_CHANCE) be_done(table, __builtin_ctzll(actors));
        served_turn();
        const uint32_t now = window_of(table_look(table_now()).match);
        windows -= now != open && now;
        open = now ? now : open;
    }
}

/* Who is asked may answer; the first question is what "$Q" stands for. False if there is no table any more. */
static bool look(void) {
    const struct table *table = table_now();
    if (!table) return false;
    const struct alea_match *match = table_look(table).match;
    const struct alea_rules *rules = alea_match_rules(match);
    const void *pos = alea_match_position(match);
    struct alea_consent asked;
    fuzz_check(!rules->game->broken(rules->tables, pos), "the position is sound", "");
    snprintf(served.question, sizeof served.question, "0");
    for (int i = 0; rules->game->campaign.consent(rules->tables, pos, i, &asked); i++) {
        if (i == 0) snprintf(served.question, sizeof served.question, "%u", asked.question);
        fuzz_check(asked.answer != ALEA_CONSENT_OPEN || !rules->game->why_not(rules->tables, pos, asked.seat, asked.no),
                   "who is asked may say no", "");
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes) {
    const char *at = (const char *)bytes + 1, *end = (const char *)bytes + n_bytes;
    if (n_bytes == 0) return 0;
    served_open();
    lay();
    pass(bytes[0] % MOST_WINDOWS);
    served_requests(at, end, token_of, look);
    served_close();
    return 0;
}
