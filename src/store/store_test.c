/* SPDX-License-Identifier: MIT */
/* store_test.c - what store.h promises, function by function, on real files and on a real PostgreSQL server. */
#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

/* ---- Opening and the batch --------------------------------------------------------------------------------------------------- */

static void test_open(void **state) {
    (void)state;
    OF_A_FILE();
    struct stat status;
    assert_null(store_open(DB, STORE_OPEN, &error));
    assert_int_equal(error.code, ALEA_ERR_IO);
    says(&error, DB);
    assert_null(store_open(DB, STORE_READ, &error));
    assert_null(store_open("no/" DB, STORE_OPEN_OR_CREATE, &error));
    assert_null(store_open(".", STORE_OPEN_OR_CREATE, &error));
    store_close(open_new());
    assert_int_equal(stat(DB, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    store_close(open_as(DB, STORE_OPEN));
    store_close(open_as(DB, STORE_READ));
    store_close(NULL);
    struct store *odd = open_as("file:x?mode=memory", STORE_OPEN_OR_CREATE); /* a name like any other */
    store_close(odd);
    assert_int_equal(stat("file:x?mode=memory", &status), 0);
    assert_int_equal(chmod(DB, 0400), 0);
    if (access(DB, W_OK)) assert_null(store_open(DB, STORE_OPEN, &error));
}

static void test_not_a_store(void **state) {
    (void)state;
    OF_A_FILE();
    FILE *file = fopen("text", "w");
    assert_non_null(file);
    for (int i = 0; i < 200; i++) fputs("alea 1\ngame null 1\n", file);
    fclose(file);
    for (int mode = STORE_OPEN_OR_CREATE; mode <= STORE_READ; mode++) {
        assert_null(store_open("text", (enum store_mode)mode, &error));
        assert_int_equal(error.code, ALEA_ERR_IO);
        says(&error, "not a database of Alea");
    }
    struct alea_error it = {.lang = ALEA_IT};
    assert_null(store_open("text", STORE_OPEN, &it));
    says(&it, "non è una base di dati di Alea");
    file = fopen("empty", "w");
    fclose(file);
    assert_null(store_open("empty", STORE_READ, &error));
    store_close(open_as("empty", STORE_OPEN_OR_CREATE));
}

static void test_batch(void **state) {
    (void)state;
    struct store *store = open_new(), *other = open_new();
    assert_false(store_dirty(store));
    FINE(store_commit(store, &error));
    create(store, ID);
    append(store, ID, 1, 3);
    assert_true(store_dirty(store));
    assert_int_equal(plies(store, ID), 3); /* who writes sees it */
    long n = 0;
    FAILS(ALEA_ERR_NOT_FOUND, store_read(other, ID, 0, count_ply, &n, &error)); /* nobody else does */
    commit(store);
    assert_false(store_dirty(store));
    assert_int_equal(plies(other, ID), 3);

    store_relax(store, true); /* as any other, but for a power cut */
    append(store, ID, 4, 6);
    store_abandon(store);
    assert_false(store_dirty(store));
    assert_int_equal(plies(store, ID), 3);
    create(store, "relaxedmatch");
    append(store, "relaxedmatch", 1, 2);
    commit(store);
    assert_int_equal(plies(other, "relaxedmatch"), 2);
    store_relax(store, false);
    create(store, OTHER);
    append(store, OTHER, 1, 1);
    store_abandon(store);
    struct alea_ply done = sample_ply(1);
    FAILS(ALEA_ERR_NOT_FOUND, store_append(store, OTHER, 1, &done, 1, &error)); /* its number is forgotten */
    store_abandon(store);
    create(store, OTHER);
    append(store, ID, 4, 4);
    store_close(store); /* abandons */
    assert_int_equal(plies(other, ID), 3);
    store_close(other);
    assert_int_equal(test_files(), test_postgres() ? 0 : 1); /* the last one to leave tidies up */
}

static void test_read_only(void **state) {
    (void)state;
    struct store *store = open_new();
    create(store, ID);
    commit(store);
    struct store *reader = open_as(test_where, STORE_READ);
    struct alea_ply done = sample_ply(1);
    FAILS(ALEA_ERR_IO, store_append(reader, ID, 1, &done, 1, &error));
    store_abandon(reader);
    append(store, ID, 1, 2);
    commit(store);
    assert_int_equal(plies(reader, ID), 2); /* it sees what is committed meanwhile */
    store_close(reader);
    store_close(store);
}

/* ---- Matches ------------------------------------------------------------------------------------------------------------------ */

static void same_match(void *context, const struct store_match *match) {
    const struct store_match *wanted = context;
    assert_string_equal(match->id, wanted->id);
    assert_string_equal(match->game, wanted->game);
    assert_int_equal(match->rules_version, wanted->rules_version);
    assert_int_equal(match->seats, wanted->seats);
    assert_string_equal(match->options, wanted->options);
    assert_string_equal(match->name, wanted->name);
    assert_int_equal(match->listed, wanted->listed);
    assert_int_equal(match->by_hand, wanted->by_hand);
    assert_memory_equal(match->seed, wanted->seed, sizeof match->seed);
    assert_memory_equal(match->commitment, wanted->commitment, sizeof match->commitment);
    assert_string_equal(match->settings, wanted->settings);
    assert_string_equal(match->state, wanted->state);
    assert_int_equal(match->status, wanted->status);
    assert_int_equal(match->plies, wanted->plies);
    assert_int_equal(match->created, wanted->created);
    assert_int_equal(match->changed, wanted->changed);
    assert_int_equal(!match->scenario, !wanted->scenario);
    assert_int_equal(match->scenario_bytes, wanted->scenario_bytes);
    if (wanted->scenario) {
        assert_string_equal(match->scenario_name, wanted->scenario_name);
        assert_memory_equal(match->scenario, wanted->scenario, wanted->scenario_bytes);
    }
}

static void test_match(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_match match = sample_match(ID), nobody = sample_match("nobody");
    static char scenario[ALEA_MAX_SCENARIO_BYTES], state_text[STORE_MAX_STATE + 2];
    memset(scenario, 'x', sizeof scenario);
    scenario[100] = 0; /* bytes are bytes */
    memset(state_text, 's', sizeof state_text - 1);

    FAILS(ALEA_ERR_NOT_FOUND, store_match(store, ID, same_match, &match, &error));
    match.scenario = scenario;
    match.scenario_bytes = sizeof scenario;
    match.scenario_name = "Ein großer Krieg";
    FINE(store_create(store, &match, sample_seats, &error));
    FINE(store_match(store, ID, same_match, &match, &error));
    FAILS(ALEA_ERR_STALE, store_create(store, &match, sample_seats, &error));
    FINE(store_match(store, ID, same_match, &match, &error));

    state_text[STORE_MAX_STATE] = 0;
    FINE(store_set_state(store, ID, STORE_PAUSED, state_text, 1500, &error));
    match.status = STORE_PAUSED, match.state = state_text, match.changed = 1500;
    FINE(store_match(store, ID, same_match, &match, &error));
    append(store, ID, 1, 2);
    match.plies = 2;
    FINE(store_match(store, ID, same_match, &match, &error));
    FINE(store_seal(store, ID, 1700, &error));
    match.status = STORE_OVER, match.changed = 1700;
    FINE(store_match(store, ID, same_match, &match, &error));
    commit(store);

    FAILS(ALEA_ERR_NOT_FOUND, store_set_state(store, OTHER, STORE_OVER, "", 1, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_seal(store, OTHER, 1, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_match(store, "", same_match, &match, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_match(store, "a much longer name than any", same_match, &match, &error));
    state_text[STORE_MAX_STATE] = 's';
    FAILS(ALEA_ERR_TOO_LARGE, store_set_state(store, ID, STORE_PAUSED, state_text, 1500, &error));
    says(&error, "65536");
    FAILS(ALEA_ERR_IO, store_set_state(store, ID, STORE_PAUSED, "\xff\xfe", 1500, &error));
    store_abandon(store);
    FAILS(ALEA_ERR_IO, store_create(store, &nobody, sample_seats, &error)); /* no id */
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    store_close(store);
}

/* Everything that binds the dice comes back, in a replay too; what is written again replaces what was. */
static void test_dice(void **state) {
    (void)state;
    struct store *store = open_new();
    static struct alea_match_head head, found;
    struct alea_match *match = NULL;
    sample_head(&head);
    create(store, ID);
    FAILS(ALEA_ERR_NOT_FOUND, store_set_dice(store, OTHER, &head, 2, &error));
    store_abandon(store);
    create(store, ID);
    commit(store);
    FINE(store_set_dice(store, ID, &head, 2, &error));
    FINE(store_set_dice(store, ID, &head, 2, &error));
    commit(store);
    FINE(store_dice(store, ID, &found, &error));
    assert_memory_equal(found.promise, head.promise, sizeof head.promise);
    assert_memory_equal(found.name, head.name, sizeof head.name);
    assert_int_equal(found.n_unopened, 2);
    assert_memory_equal(found.unopened, head.unopened, sizeof head.unopened);
    assert_memory_equal(&found.dice.beacon, &head.dice.beacon, sizeof head.dice.beacon);

    FINE(store_replay(store, ID, NULL, &match, &error));
    assert_memory_equal(alea_match_head(match)->dice.seed, head.dice.seed, sizeof head.dice.seed);
    assert_memory_equal(alea_match_head(match)->promise, head.promise, sizeof head.promise);
    assert_int_equal(alea_match_head(match)->dice.beacon.round, 999999999);
    alea_match_free(match);

    head.dice.beacon.out = false;
    head.n_unopened = 1;
    FINE(store_set_dice(store, ID, &head, 2, &error));
    memset(&found, 0, sizeof found);
    FINE(store_dice(store, ID, &found, &error));
    assert_int_equal(found.n_unopened, 1);
    assert_true(found.dice.beacon.named && !found.dice.beacon.out);
    store_close(store);
}

static void test_delete(void **state) {
    (void)state;
    struct store *store = open_new(), *other = open_new();
    struct store_link link = {.kind = STORE_LINK_SEAT, .id = ID, .seat = 1};
    struct store_grave grave;
    long n;
    create(store, ID);
    create(store, OTHER);
    append(store, ID, 1, 9);
    append(store, OTHER, 1, 2);
    FINE(store_add_link(store, &link, &error));
    FINE(store_add_chat(store, ID, 0, "ciao", 1, &n, &error));
    commit(store);
    append(other, ID, 10, 10);
    const struct alea_ply thrown = {.seat = ALEA_CHANCE, .move = 3};
    FINE(store_append(other, ID, 11, &thrown, 1011, &error));
    commit(other);

    FAILS(ALEA_ERR_NOT_FOUND, store_grave(store, ID, &grave, &error));
    FINE(store_bury(store, ID, 1, 1234, &error));
    FINE(store_delete(store, ID, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_delete(store, ID, &error));
    commit(store);
    FINE(store_grave(store, ID, &grave, &error)); /* who deletes a match opens its dice */
    struct store_match was = sample_match(ID);
    assert_memory_equal(grave.seed, was.seed, sizeof was.seed);
    assert_memory_equal(grave.commitment, was.commitment, sizeof was.commitment);
    assert_int_equal(grave.plies, 11);
    assert_int_equal(grave.throws, 1);
    assert_int_equal(grave.deleted, 1234);
    FAILS(ALEA_ERR_NOT_FOUND, store_grave(store, OTHER, &grave, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_grave(store, "nothing", &grave, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, link.hash, 0, &link, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_read(store, ID, 0, count_ply, &n, &error));
    struct alea_ply done = sample_ply(12);
    FAILS(ALEA_ERR_NOT_FOUND, store_append(other, ID, 12, &done, 1, &error)); /* it had the number at hand */
    append(other, OTHER, 3, 3);
    commit(other);
    assert_int_equal(plies(store, OTHER), 3);

    create(store, ID); /* a new match of the same name has nothing of the old one */
    commit(store);
    assert_int_equal(plies(store, ID), 0);
    assert_int_equal(faults(store), 0);
    store_close(other);
    store_close(store);
}

struct listing {
    char ids[16][STORE_ID_LENGTH + 1];
    int n, stop;
};

static bool note_id(void *context, const struct store_match *match) {
    struct listing *listing = context;
    assert_true(listing->n < (int)ALEA_LEN(listing->ids));
    assert_null(match->scenario);
    snprintf(listing->ids[listing->n++], STORE_ID_LENGTH + 1, "%s", match->id);
    return listing->n != listing->stop;
}

/* The ids that the filter finds, as their first letters. */
static void lists(struct store *store, struct store_filter filter, int stop, const char *wanted) {
    struct listing listing = {.stop = stop};
    char found[17] = "";
    FINE(store_list(store, &filter, note_id, &listing, &error));
    for (int i = 0; i < listing.n; i++) found[i] = listing.ids[i][0];
    assert_string_equal(found, wanted);
}

static void test_list(void **state) {
    (void)state;
    struct store *store = open_new();
    FINE(store_add_account(store, "Anna", "x", 1, &error));
    for (int i = 0; i < 6; i++) {
        struct store_match match = sample_match(ID);
        struct store_seat seats[2] = {sample_seats[0], sample_seats[1]};
        match.id[0] = (char)('a' + i);
        match.listed = i % 2 == 0;
        match.status = (enum store_status)(i % 4);
        match.created = match.changed = 100 + 10 * (i / 2); /* two at a time */
        match.scenario = "{}", match.scenario_bytes = 2, match.scenario_name = "s";
        if (i >= 3) snprintf(seats[1].account, sizeof seats[1].account, "anna");
        FINE(store_create(store, &match, seats, &error));
    }
    commit(store);
    lists(store, (struct store_filter){.status = -1}, 0, "fedcba");
    lists(store, (struct store_filter){.status = -1, .limit = 2}, 0, "fe");
    lists(store, (struct store_filter){.status = -1}, 3, "fed");
    lists(store, (struct store_filter){.status = -1, .before = 120}, 0, "dcba");
    lists(store, (struct store_filter){.status = -1, .before = 100}, 0, "");
    lists(store, (struct store_filter){.status = -1, .listed_only = true}, 0, "eca");
    lists(store, (struct store_filter){.status = STORE_PLAYING}, 0, "fb");
    lists(store, (struct store_filter){.status = STORE_WAITING, .listed_only = true}, 0, "ea");
    lists(store, (struct store_filter){.status = -1, .account = "ANNA"}, 0, "fed");
    lists(store, (struct store_filter){.status = STORE_OVER, .account = "Anna"}, 0, "d");
    lists(store, (struct store_filter){.status = -1, .account = "Anna", .listed_only = true}, 0, "e");
    lists(store, (struct store_filter){.status = -1, .account = "Bruno"}, 0, "");
    store_close(store);
}

/* A callback may ask the store, even the same again. */
static bool ask_again(void *context, const struct store_match *match) {
    struct store *store = context;
    struct store_seat seats[ALEA_MAX_SEATS];
    struct store_filter filter = {.status = -1};
    struct listing listing = {.n = 0};
    int n = 0;
    FINE(store_seats(store, match->id, seats, &n, &error));
    FINE(store_list(store, &filter, note_id, &listing, &error));
    assert_int_equal(n, 2);
    assert_int_equal(listing.n, 2);
    return true;
}

static void test_nested(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_filter filter = {.status = -1};
    create(store, ID);
    create(store, OTHER);
    commit(store);
    FINE(store_list(store, &filter, ask_again, store, &error));
    FINE(store_list(store, &filter, ask_again, store, &error));
    store_close(store);
}

/* ---- Plies -------------------------------------------------------------------------------------------------------------------- */

static bool stop_at_7(void *context, long ply, const struct alea_ply *done, int64_t at) {
    return count_ply(context, ply, done, at) && ply < 7;
}

static void test_plies(void **state) {
    (void)state;
    struct store *store = open_new();
    struct alea_ply done = sample_ply(11);
    long n = 5;
    create(store, ID);
    append(store, ID, 1, 10);
    FAILS(ALEA_ERR_STALE, store_append(store, ID, 10, &done, 1, &error));
    says(&error, "answers ply 9, but the match stands at ply 10");
    FAILS(ALEA_ERR_STALE, store_append(store, ID, 12, &done, 1, &error));
    FAILS(ALEA_ERR_STALE, store_append(store, ID, 0, &done, 1, &error));
    FAILS(ALEA_ERR_STALE, store_append(store, ID, -1, &done, 1, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_append(store, OTHER, 1, &done, 1, &error));
    commit(store); /* what was stale left the rest alone */
    assert_int_equal(plies(store, ID), 10);

    FINE(store_read(store, ID, 5, count_ply, &n, &error));
    assert_int_equal(n, 10);
    FINE(store_read(store, ID, 10, count_ply, &n, &error));
    FINE(store_read(store, ID, 99, count_ply, &n, &error));
    n = 0;
    FINE(store_read(store, ID, 0, stop_at_7, &n, &error));
    assert_int_equal(n, 7);

    FAILS(ALEA_ERR_STALE, store_take_back(store, ID, 9, &error));
    FAILS(ALEA_ERR_STALE, store_take_back(store, ID, 11, &error));
    FINE(store_take_back(store, ID, 10, &error));
    FINE(store_take_back(store, ID, 9, &error));
    append(store, ID, 9, 9);
    commit(store);
    assert_int_equal(plies(store, ID), 9);
    FAILS(ALEA_ERR_NOT_FOUND, store_take_back(store, OTHER, 1, &error));
    create(store, OTHER);
    FAILS(ALEA_ERR_STALE, store_take_back(store, OTHER, 0, &error));
    commit(store);
    store_close(store);
}

static bool extremes(void *context, long ply, const struct alea_ply *done, int64_t at) {
    (void)context;
    assert_int_equal(done->seat, ply == 1 ? ALEA_CHANCE : ALEA_HOST);
    assert_int_equal(done->move, ply == 1 ? UINT32_MAX : 0);
    assert_int_equal(strlen(done->note), ply == 1 ? ALEA_MAX_NOTE_BYTES : 0);
    assert_int_equal(at, ply == 1 ? INT64_MAX : 0);
    return true;
}

static void test_extremes(void **state) {
    (void)state;
    struct store *store = open_new();
    static char note[ALEA_MAX_NOTE_BYTES + 2];
    memset(note, 'n', sizeof note);
    note[ALEA_MAX_NOTE_BYTES] = 0;
    struct alea_ply first = {.move = UINT32_MAX, .seat = ALEA_CHANCE, .note = note};
    struct alea_ply second = {.move = 0, .seat = ALEA_HOST, .note = ""};
    create(store, ID);
    FINE(store_append(store, ID, 1, &first, INT64_MAX, &error));
    FINE(store_append(store, ID, 2, &second, 0, &error));
    note[ALEA_MAX_NOTE_BYTES] = 'n', note[ALEA_MAX_NOTE_BYTES + 1] = 0;
    FAILS(ALEA_ERR_TOO_LARGE, store_append(store, ID, 3, &first, 1, &error));
    commit(store);
    FINE(store_read(store, ID, 0, extremes, NULL, &error));
    second.seat = 64;
    FAILS(ALEA_ERR_IO, store_append(store, ID, 3, &second, 1, &error)); /* no such seat: refused by the table itself */
    FAILS(ALEA_ERR_IO, store_commit(store, &error));
    store_close(store);
}

static const char *nth_id(int i) {
    static char id[STORE_ID_LENGTH + 1] = "manymatchess";
    for (int at = STORE_ID_LENGTH - 1; at > STORE_ID_LENGTH - 6; at--, i /= 8) id[at] = (char)('a' + i % 8);
    return id;
}

/* More matches than are remembered: each ply finds its own log, whoever was forgotten meanwhile. */
static void test_many_matches(void **state) {
    (void)state;
    OF_A_FILE(); /* a database would take long */
    enum { MANY = 5000 };
    struct store *store = open_new();
    for (int i = 0; i < 3 * MANY; i++) {
        if (i < MANY) create(store, nth_id(i));
        else append(store, nth_id(i % MANY), i / MANY, i / MANY);
    }
    commit(store);
    for (int i = 0; i < MANY; i += 99) assert_int_equal(plies(store, nth_id(i)), 2);
    store_close(store);
}

/* Another process was first: its ply stays, ours is stale, the rest of our batch is good. */
static void test_two_connections(void **state) {
    (void)state;
    struct store *one = open_new(), *two = open_new();
    create(one, ID);
    create(one, OTHER);
    append(one, ID, 1, 4);
    commit(one);
    assert_int_equal(plies(two, ID), 4);
    append(two, ID, 5, 5);
    commit(two);
    struct alea_ply done = sample_ply(5);
    append(one, OTHER, 1, 1);
    FAILS(ALEA_ERR_STALE, store_append(one, ID, 5, &done, 1, &error));
    says(&error, "stands at ply 5");
    append(one, OTHER, 2, 2);
    commit(one);
    assert_int_equal(plies(two, OTHER), 2);
    assert_int_equal(plies(one, ID), 5);
    FINE(store_take_back(two, ID, 5, &error));
    commit(two);
    FAILS(ALEA_ERR_STALE, store_take_back(one, ID, 5, &error));
    commit(one);
    store_close(one);
    store_close(two);
}

/* ---- Replay ------------------------------------------------------------------------------------------------------------------- */

static void test_replay(void **state) {
    (void)state;
    struct store *store = open_new();
    struct alea_match *match = NULL;
    long n = play_and_keep(store, ID), throws = 0;
    commit(store);
    FINE(store_replay(store, ID, NULL, &match, &error));
    assert_int_equal(alea_match_plies(match), n);
    assert_true(alea_match_actors(match) == ALEA_ACTORS_OVER);
    FINE(alea_match_verify(match, &throws, &error));
    assert_int_equal(throws, 3);
    assert_string_equal(alea_match_head(match)->seat[0].name, "Anna");
    assert_string_equal(alea_match_head(match)->dice.word[0], "alea iacta est");
    assert_string_equal(alea_match_ply(match, 1)->note, "so it goes");
    alea_match_free(match);
    struct alea_rules *rules =
        alea_rules_new(alea_game_find("null"), 2, (const char *const[]){"rounds=3", "tie=nobody"}, 2, NULL, &error);
    FINE(store_replay(store, ID, rules, &match, &error));
    assert_ptr_equal(alea_match_rules(match), rules);
    alea_match_free(match);
    FAILS(ALEA_ERR_NOT_FOUND, store_replay(store, OTHER, NULL, &match, &error));
    assert_null(match);
    store_close(store);
}

/* What was taken back stays, and what is played again throws new dice. */
static void test_rewinds(void **state) {
    (void)state;
    struct store *store = open_new();
    struct alea_match *match = NULL, *again = NULL;
    long throws = 0;
    create(store, ID);
    FINE(store_replay(store, ID, NULL, &match, &error));
    for (long ply = 1; ply <= 12; ply++) {
        const int seat = ply % 4 ? (int)(ply % 4) - 1 : ALEA_HOST; /* two bets, a throw, and all of it back */
        const alea_move move =
            seat == ALEA_HOST ? alea_move_make(ALEA_VERB_REWIND, (unsigned)ply - 4) : alea_move_make(1, (unsigned)seat);
        if (seat == 2) FINE(alea_match_roll(match, NULL, &error));
        else FINE(alea_match_play(match, ply - 1, seat, move, seat == ALEA_HOST ? "a mistake" : NULL, NULL, &error));
        FINE(store_append(store, ID, ply, alea_match_ply(match, ply), 2000 + ply, &error));
        commit(store);
        FINE(store_replay(store, ID, NULL, &again, &error));
        assert_int_equal(alea_match_plies(again), ply);
        assert_memory_equal(alea_match_position(again), alea_match_position(match),
                            alea_match_rules(match)->game->position_size);
        FINE(alea_match_verify(again, &throws, &error));
        assert_int_equal(throws, (ply + 1) / 4);
        alea_match_free(again);
    }
    alea_match_free(match);
    assert_int_equal(faults(store), 0);
    store_close(store);
}

static void refused(struct store *store, const char *id, struct store_match row, enum alea_err code) {
    struct alea_match *match = NULL;
    snprintf(row.id, sizeof row.id, "%s", id);
    FINE(store_create(store, &row, sample_seats, &error));
    FAILS(code, store_replay(store, id, NULL, &match, &error));
    assert_null(match);
}

static void test_replay_refused(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_match row = sample_match(ID);
    row.game = "whist";
    refused(store, "aaaaaaaaaaaa", row, ALEA_ERR_UNKNOWN_GAME);
    row = sample_match(ID);
    row.rules_version = 99;
    refused(store, "bbbbbbbbbbbb", row, ALEA_ERR_BAD_VERSION);
    row = sample_match(ID);
    row.options = "rounds=many";
    refused(store, "cccccccccccc", row, ALEA_ERR_BAD_OPTION);
    row.options = "a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1 a=1";
    refused(store, "dddddddddddd", row, ALEA_ERR_BAD_OPTION);
    row = sample_match(ID);
    row.scenario = "{", row.scenario_bytes = 1, row.scenario_name = "half";
    refused(store, "eeeeeeeeeeee", row, ALEA_ERR_BAD_SCENARIO);

    struct alea_match *match = NULL;
    create(store, ID);
    append(store, ID, 1, 3);
    FAILS(ALEA_ERR_DIVERGED, store_replay(store, ID, NULL, &match, &error));
    says(&error, "match " ID ", ply 1");
    assert_int_equal(error.ply, 1);
    assert_int_equal(alea_match_plies(match), 0);
    alea_match_free(match);
    commit(store);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_open),         IN_FOLDER(test_not_a_store), IN_FOLDER(test_batch),    IN_FOLDER(test_read_only),
        IN_FOLDER(test_match),        IN_FOLDER(test_delete),      IN_FOLDER(test_dice),     IN_FOLDER(test_list),
        IN_FOLDER(test_nested),       IN_FOLDER(test_plies),       IN_FOLDER(test_extremes), IN_FOLDER(test_two_connections),
        IN_FOLDER(test_many_matches), IN_FOLDER(test_replay),      IN_FOLDER(test_rewinds),  IN_FOLDER(test_replay_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
