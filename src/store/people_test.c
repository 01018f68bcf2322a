/* SPDX-License-Identifier: MIT */
/* people_test.c - seats, links, accounts and chat of a store. */
#include "store_test.h"

static struct alea_error error = {.lang = ALEA_EN};

static void test_seats(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_seat seats[ALEA_MAX_SEATS], anna = sample_seats[0];
    int n = 0;
    create(store, ID);
    FINE(store_seats(store, ID, seats, &n, &error));
    assert_int_equal(n, 2);
    assert_memory_equal(seats, sample_seats, sizeof sample_seats);
    FINE(store_add_account(store, "Anna", "hash", 1, &error));
    memset(anna.who, 'w', sizeof anna.who - 1);
    memset(anna.name, 'n', sizeof anna.name - 1);
    memset(anna.word, 'a', sizeof anna.word - 1);
    anna.joined = false, anna.muted = true;
    snprintf(anna.account, sizeof anna.account, "aNNA");
    FINE(store_set_seat(store, ID, 1, &anna, &error));
    snprintf(anna.account, sizeof anna.account, "Anna"); /* as it is spelled comes back */
    FINE(store_seats(store, ID, seats, &n, &error));
    assert_memory_equal(&seats[1], &anna, sizeof anna);
    assert_memory_equal(&seats[0], &sample_seats[0], sizeof anna);
    commit(store);

    FAILS(ALEA_ERR_NO_SEAT, store_set_seat(store, ID, 2, &anna, &error));
    says(&error, "C");
    FAILS(ALEA_ERR_NOT_FOUND, store_set_seat(store, OTHER, 0, &anna, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_seats(store, OTHER, seats, &n, &error));
    assert_int_equal(n, 0);
    snprintf(anna.account, sizeof anna.account, "Nobody");
    FAILS(ALEA_ERR_NOT_FOUND, store_set_seat(store, ID, 1, &anna, &error));
    says(&error, "Nobody");
    store_abandon(store);
    store_close(store);
}

static void test_many_seats(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_match match = sample_match(ID);
    static struct store_seat seats[ALEA_MAX_SEATS], again[ALEA_MAX_SEATS];
    int n = 0;
    match.seats = ALEA_MAX_SEATS;
    for (int i = 0; i < ALEA_MAX_SEATS; i++) snprintf(seats[i].who, sizeof seats[i].who, "bot:%d", i);
    FINE(store_create(store, &match, seats, &error));
    FINE(store_seats(store, ID, again, &n, &error));
    assert_int_equal(n, ALEA_MAX_SEATS);
    assert_memory_equal(seats, again, sizeof seats);
    store_close(store);
}

static struct store_link make_link(enum store_link_kind kind, const char *id, int seat, uint8_t mark) {
    struct store_link link = {.kind = kind, .seat = seat};
    snprintf(link.id, sizeof link.id, "%s", id);
    memset(link.hash, mark, sizeof link.hash);
    return link;
}

static void test_links(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_link link,
        links[] = {
            make_link(STORE_LINK_SEAT, ID, 0, 0),         make_link(STORE_LINK_SEAT, ID, 0, 1), /* a seat may have several */
            make_link(STORE_LINK_SEAT, ID, 1, 2),         make_link(STORE_LINK_ADMIN, ID, ALEA_NONE, 3),
            make_link(STORE_LINK_HOST, "", ALEA_NONE, 4), make_link(STORE_LINK_SESSION, "", ALEA_NONE, 255),
        };
    create(store, ID);
    FINE(store_add_account(store, "Anna", "hash", 1, &error));
    snprintf(links[5].account, sizeof links[5].account, "Anna");
    links[5].until = 5000;
    for (size_t i = 0; i < ALEA_LEN(links); i++) FINE(store_add_link(store, &links[i], &error));
    FAILS(ALEA_ERR_STALE, store_add_link(store, &links[0], &error));
    commit(store);
    for (size_t i = 0; i < ALEA_LEN(links); i++) {
        FINE(store_find_link(store, links[i].hash, 4999, &link, &error));
        assert_memory_equal(&link, &links[i], sizeof link);
    }
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, links[5].hash, 5000, &link, &error)); /* its time is past */
    FINE(store_drop_expired(store, 4999, &error));
    FINE(store_find_link(store, links[5].hash, 4999, &link, &error));
    FINE(store_drop_expired(store, 5000, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, links[5].hash, 4999, &link, &error));

    FINE(store_drop_links(store, STORE_LINK_SEAT, ID, 0, &error));
    for (int i = 0; i < 2; i++) FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, links[i].hash, 1, &link, &error));
    for (int i = 2; i < 5; i++) FINE(store_find_link(store, links[i].hash, 1, &link, &error));
    FINE(store_drop_links(store, STORE_LINK_HOST, "", ALEA_NONE, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, links[4].hash, 1, &link, &error));
    FINE(store_drop_links(store, STORE_LINK_HOST, "", ALEA_NONE, &error)); /* none is left: fine */
    FINE(store_drop_link(store, links[3].hash, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_drop_link(store, links[3].hash, &error));

    link = make_link(STORE_LINK_SEAT, OTHER, 0, 9);
    FAILS(ALEA_ERR_NOT_FOUND, store_add_link(store, &link, &error));
    says(&error, OTHER);
    link = make_link(STORE_LINK_SESSION, "", ALEA_NONE, 9);
    snprintf(link.account, sizeof link.account, "Nobody");
    FAILS(ALEA_ERR_NOT_FOUND, store_add_link(store, &link, &error));
    says(&error, "Nobody");
    commit(store);
    store_close(store);
}

/* Links of a match that open no seat; and one that comes to open one. */
static void test_links_with_numbers(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_link link,
        links[] = {make_link(STORE_LINK_MASTER, ID, 0, 1), make_link(STORE_LINK_MASTER, ID, 3, 2),
                   make_link(STORE_LINK_ENROL, ID, ALEA_NONE, 3), make_link(STORE_LINK_ENROLLED, ID, 300, 4)};
    create(store, ID);
    for (size_t i = 0; i < ALEA_LEN(links); i++) FINE(store_add_link(store, &links[i], &error));
    commit(store);
    for (size_t i = 0; i < ALEA_LEN(links); i++) {
        FINE(store_find_link(store, links[i].hash, 1, &link, &error));
        assert_memory_equal(&link, &links[i], sizeof link);
    }
    FINE(store_turn_links(store, ID, STORE_LINK_ENROLLED, 300, STORE_LINK_SEAT, 1, &error));
    FINE(store_find_link(store, links[3].hash, 1, &link, &error));
    assert_int_equal(link.kind, STORE_LINK_SEAT);
    assert_int_equal(link.seat, 1);
    FINE(store_drop_links(store, STORE_LINK_MASTER, ID, 3, &error));
    FINE(store_find_link(store, links[0].hash, 1, &link, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, links[1].hash, 1, &link, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_turn_links(store, OTHER, STORE_LINK_ENROLLED, 1, STORE_LINK_SEAT, 1, &error));
    commit(store);

    const struct store_link wrong[] = {make_link(STORE_LINK_MASTER, ID, STORE_MAX_MASTERS, 5),
                                       make_link(STORE_LINK_ENROLLED, ID, 0, 6), make_link(STORE_LINK_ENROL, ID, 1, 7),
                                       make_link(STORE_LINK_MASTER, "", 0, 8)};
    for (size_t i = 0; i < ALEA_LEN(wrong); i++) { /* as a file may hold them */
        FINE(store_add_link(store, &wrong[i], &error));
        FAILS(ALEA_ERR_DAMAGED, store_find_link(store, wrong[i].hash, 1, &link, &error));
    }
    store_abandon(store);
    store_close(store);
}

/* One question to one person: another link for it takes its place, and all go with whoever sat there. */
static void test_asked(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_asked found, asked[] = {{.hash = {1}, .id = ID, .seat = 2, .question = UINT32_MAX, .ply = 9},
                                         {.hash = {2}, .id = ID, .seat = 2, .question = 0, .ply = 0},
                                         {.hash = {3}, .id = ID, .seat = 4, .question = UINT32_MAX, .ply = 9}};
    struct store_asked again = {.hash = {4}, .id = ID, .seat = 2, .question = UINT32_MAX, .ply = 11};
    create(store, ID);
    for (size_t i = 0; i < ALEA_LEN(asked); i++) FINE(store_add_asked(store, &asked[i], &error));
    commit(store);
    for (size_t i = 0; i < ALEA_LEN(asked); i++) {
        FINE(store_find_asked(store, asked[i].hash, &found, &error));
        assert_memory_equal(found.hash, asked[i].hash, sizeof found.hash);
        assert_string_equal(found.id, ID);
        assert_int_equal(found.seat, asked[i].seat);
        assert_int_equal(found.question, asked[i].question);
        assert_int_equal(found.ply, asked[i].ply);
    }
    FINE(store_add_asked(store, &again, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_asked(store, asked[0].hash, &found, &error));
    FINE(store_drop_asked(store, ID, 2, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_asked(store, again.hash, &found, &error));
    FINE(store_find_asked(store, asked[2].hash, &found, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_drop_asked(store, OTHER, 2, &error));
    store_abandon(store);
    store_close(store);
}

static bool sum_enrolments(void *context, const struct store_enrolment *row) {
    long *sum = context;
    *sum = *sum * 100 + row->number * 10 + (long)row->status;
    return true;
}

static bool first_enrolment(void *context, const struct store_enrolment *row) {
    sum_enrolments(context, row);
    return false;
}

static void test_enrolments(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_enrolment row, anna = {.seat = 1, .at = 77}, bruno = {.seat = ALEA_NONE, .at = 78, .name = "Bruno"};
    struct store_link link = make_link(STORE_LINK_ENROLLED, ID, 2, 2);
    long sum = 0;
    create(store, ID);
    memset(anna.name, 'n', sizeof anna.name - 1);
    memset(anna.wishes, 'w', sizeof anna.wishes - 1);
    FINE(store_add_enrolment(store, ID, &anna, &error));
    FINE(store_add_enrolment(store, ID, &bruno, &error));
    assert_int_equal(bruno.number, 2);
    FINE(store_add_link(store, &link, &error));
    commit(store);
    FINE(store_enrolment(store, ID, 1, &row, &error));
    assert_memory_equal(&row, &anna, sizeof row);
    FAILS(ALEA_ERR_NOT_FOUND, store_enrolment(store, ID, 3, &row, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_enrolment(store, OTHER, 1, &row, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_add_enrolment(store, OTHER, &row, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_enrolments(store, OTHER, sum_enrolments, &sum, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_set_enrolment(store, ID, 3, STORE_SEATED, 0, &error));

    FINE(store_set_enrolment(store, ID, 2, STORE_SEATED, 1, &error));
    FINE(store_vacate(store, ID, 0, STORE_LEFT, &error)); /* nobody sits there */
    FINE(store_vacate(store, ID, 1, STORE_REPLACED, &error));
    FINE(store_vacate(store, ID, 1, STORE_LEFT,
                      &error)); /* who sits there no more stays as it was; who only wished to, too */
    FINE(store_enrolments(store, ID, sum_enrolments, &sum, &error));
    assert_int_equal(sum, 1000 + 20 + STORE_REPLACED);
    sum = 0;
    FINE(store_enrolments(store, ID, first_enrolment, &sum, &error));
    assert_int_equal(sum, 10);
    FINE(store_drop_enrolment(store, ID, 2, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_drop_enrolment(store, ID, 2, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, link.hash, 1, &link, &error));
    commit(store);
    FINE(store_delete(store, ID, &error));
    commit(store);
    assert_int_equal(faults(store), 0);
    FAILS(ALEA_ERR_NOT_FOUND, store_enrolment(store, ID, 1, &row, &error));
    store_close(store);
}

static void test_accounts(void **state) {
    (void)state;
    struct store *store = open_new();
    char name[STORE_MAX_ACCOUNT_NAME + 1], hash[STORE_MAX_PASSWORD_HASH + 1];
    char long_name[] = "abcdefghijklmnopqrstuvwxyzABCDEFx", long_hash[STORE_MAX_PASSWORD_HASH + 2];
    memset(long_hash, 'h', sizeof long_hash - 1);
    long_hash[STORE_MAX_PASSWORD_HASH] = 0;
    FINE(store_add_account(store, "Anna", "$argon2id$...", 5, &error));
    FAILS(ALEA_ERR_STALE, store_add_account(store, "Anna", "other", 6, &error));
    FAILS(ALEA_ERR_STALE, store_add_account(store, "aNNA", "other", 6, &error));
    FAILS(ALEA_ERR_STALE, store_add_account(store, "Ànna", "other", 6, &error));
    FINE(store_add_account(store, "Émile Zöe", "hash", 6, &error));
    FINE(store_find_account(store, "émile zÖe", name, hash, &error));
    assert_string_equal(name, "Émile Zöe");
    FINE(store_find_account(store, "ANNA", name, hash, &error));
    assert_string_equal(name, "Anna");
    assert_string_equal(hash, "$argon2id$...");
    FAILS(ALEA_ERR_NOT_FOUND, store_find_account(store, "Ann", name, hash, &error));
    assert_string_equal(name, "");
    FAILS(ALEA_ERR_NOT_FOUND, store_find_account(store, long_name, name, hash, &error));
    FAILS(ALEA_ERR_TOO_LARGE, store_add_account(store, long_name, "x", 6, &error));
    long_name[STORE_MAX_ACCOUNT_NAME] = 0;
    FINE(store_add_account(store, long_name, long_hash, 6, &error));
    FINE(store_find_account(store, long_name, name, hash, &error));
    assert_string_equal(name, long_name);
    assert_string_equal(hash, long_hash);
    commit(store);
    store_close(store);
}

static bool knows(struct store *store, uint8_t mark, const char *account, int64_t now) {
    uint8_t hash[ALEA_HASH_BYTES];
    bool known = false;
    memset(hash, mark, sizeof hash);
    FINE(store_knows_device(store, hash, account, now, &known, &error));
    return known;
}

static struct store_device make_device(const char *account, int64_t until, uint8_t mark) {
    struct store_device device = {.until = until};
    snprintf(device.account, sizeof device.account, "%s", account);
    memset(device.hash, mark, sizeof device.hash);
    return device;
}

static void test_devices(void **state) {
    (void)state;
    struct store *store = open_new();
    FINE(store_add_account(store, "Anna", "hash", 5, &error));
    FINE(store_add_account(store, "Bruno", "hash", 5, &error));
    struct store_device device = make_device("Ànna", 100, 1), before;
    FINE(store_add_device(store, &device, NULL, &error));
    assert_true(knows(store, 1, "aNNA", 99));
    assert_false(knows(store, 1, "anna", 100)); /* its time is past */
    assert_false(knows(store, 1, "bruno", 99) || knows(store, 2, "anna", 99) || knows(store, 1, "nobody", 99));
    before = device;
    device = make_device("Bruno", 200, 2); /* somebody else on the same device, which gets a new token */
    FINE(store_add_device(store, &device, before.hash, &error));
    assert_true(knows(store, 2, "Anna", 99) && knows(store, 2, "Bruno", 199));
    assert_false(knows(store, 1, "Anna", 99));
    commit(store);
    device = make_device("Nobody", 200, 3);
    FAILS(ALEA_ERR_NOT_FOUND, store_add_device(store, &device, NULL, &error));
    store_abandon(store);

    for (int i = 0; i < STORE_MAX_DEVICES; i++) {
        device = make_device("Anna", 300 + i, (uint8_t)(10 + i));
        FINE(store_add_device(store, &device, NULL, &error));
    }
    assert_false(knows(store, 2, "Anna", 99)); /* the one that would have ended first */
    assert_true(knows(store, 2, "Bruno", 99) && knows(store, 10, "Anna", 99));
    FINE(store_drop_expired(store, 300, &error));
    assert_false(knows(store, 10, "Anna", 99) || knows(store, 2, "Bruno", 99));
    assert_true(knows(store, 11, "Anna", 99));
    commit(store);
    store_close(store);
}

static bool recovers(struct store *store, const char *account, uint8_t mark) {
    uint8_t hash[ALEA_HASH_BYTES];
    bool right = true;
    memset(hash, mark, sizeof hash);
    FINE(store_recovers(store, account, hash, &right, &error));
    return right;
}

static void test_codes_and_passwords(void **state) {
    (void)state;
    struct store *store = open_new();
    char name[STORE_MAX_ACCOUNT_NAME + 1], password[STORE_MAX_PASSWORD_HASH + 1];
    uint8_t hash[ALEA_HASH_BYTES];
    FINE(store_add_account(store, "Anna", "hash", 5, &error));
    FINE(store_add_account(store, "Bruno", "hash", 5, &error));
    memset(hash, 1, sizeof hash);
    FINE(store_set_recovery(store, "ÀNNA", hash, &error));
    assert_true(recovers(store, "anna", 1));
    assert_false(recovers(store, "Bruno", 1) || recovers(store, "anna", 2) || recovers(store, "nobody", 1));
    memset(hash, 2, sizeof hash);
    FINE(store_set_recovery(store, "Anna", hash, &error)); /* the one before is worth nothing */
    assert_true(recovers(store, "anna", 2) && !recovers(store, "anna", 1));
    FINE(store_set_password(store, "anna", "another", &error));
    FINE(store_find_account(store, "Anna", name, password, &error));
    assert_string_equal(password, "another");
    FAILS(ALEA_ERR_NOT_FOUND, store_set_password(store, "nobody", "another", &error));
    commit(store);
    FAILS(ALEA_ERR_NOT_FOUND, store_set_recovery(store, "nobody", hash, &error));
    store_abandon(store);
    store_close(store);
}

static struct store_link session_of(const char *account, uint8_t mark) {
    struct store_link link = {.kind = STORE_LINK_SESSION, .seat = ALEA_NONE, .until = 100};
    snprintf(link.account, sizeof link.account, "%s", account);
    memset(link.hash, mark, sizeof link.hash);
    return link;
}

/* The seats 0 and 1 are Anna's and Bruno's, who have enrolled for them, and their names are bound. */
static void seat_two(struct store *store) {
    static const char *const names[] = {"Anna", "Bruno"};
    struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR};
    create(store, ID);
    for (int seat = 0; seat < 2; seat++) {
        struct store_seat row = {.who = "human", .joined = true};
        struct store_enrolment enrolment = {.seat = seat, .at = 1, .wishes = "the gate"};
        snprintf(row.name, sizeof row.name, "%s", names[seat]);
        snprintf(row.account, sizeof row.account, "%s", names[seat]);
        snprintf(enrolment.name, sizeof enrolment.name, "%s", names[seat]);
        FINE(store_add_account(store, names[seat], "hash", 5 + seat, &error));
        FINE(store_set_seat(store, ID, seat, &row, &error));
        FINE(store_add_enrolment(store, ID, &enrolment, &error));
        FINE(store_set_enrolment(store, ID, enrolment.number, STORE_SEATED, seat, &error));
        head.name[seat] = (struct alea_bound){.bound = true, .has_salt = true, .hash = {7}, .salt = {8}};
    }
    FINE(store_set_dice(store, ID, &head, 2, &error));
}

/* What the store knows of who sits there. */
static void assert_known(struct store *store, int seat, const char *account, const char *name, bool salt) {
    struct store_seat seats[ALEA_MAX_SEATS];
    struct store_enrolment enrolment;
    struct alea_match_head head = {.dice_kind = ALEA_DICE_FAIR};
    int n = 0;
    FINE(store_seats(store, ID, seats, &n, &error));
    assert_string_equal(seats[seat].account, account);
    assert_string_equal(seats[seat].name, name);
    assert_string_equal(seats[seat].who, "human");
    FINE(store_enrolment(store, ID, seat + 1, &enrolment, &error));
    assert_string_equal(enrolment.name, name);
    assert_int_equal(enrolment.wishes[0] != 0, salt);
    FINE(store_dice(store, ID, &head, &error));
    assert_true(head.name[seat].bound);
    assert_int_equal(head.name[seat].hash[0], 7);
    assert_int_equal(head.name[seat].has_salt, salt);
}

static void test_the_end_of_an_account(void **state) {
    (void)state;
    struct store *store = open_new();
    struct store_account account;
    struct store_link link;
    seat_two(store);
    for (uint8_t mark = 1; mark <= 3; mark++) {
        link = session_of(mark == 3 ? "Bruno" : "Anna", mark);
        FINE(store_add_link(store, &link, &error));
    }
    struct store_device device = make_device("Anna", 100, 4);
    FINE(store_add_device(store, &device, NULL, &error));
    FINE(store_set_recovery(store, "Anna", device.hash, &error));
    FINE(store_account(store, "ANNA", 99, &account, &error));
    assert_string_equal(account.name, "Anna");
    assert_int_equal(account.created, 5);
    assert_int_equal(account.sessions, 2);
    assert_int_equal(account.devices, 1);
    assert_true(account.recovers);
    FINE(store_account(store, "Anna", 100, &account, &error)); /* their time is past */
    assert_int_equal(account.sessions + account.devices, 0);
    link = session_of("Anna", 1);
    FINE(store_end_sessions(store, "Anna", link.hash, &error));
    FINE(store_account(store, "Anna", 99, &account, &error));
    assert_int_equal(account.sessions, 1);
    FINE(store_drop_account(store, "anna", &error));
    commit(store);
    FAILS(ALEA_ERR_NOT_FOUND, store_account(store, "Anna", 99, &account, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_find_link(store, link.hash, 50, &link, &error));
    assert_false(knows(store, 4, "Anna", 50) || recovers(store, "Anna", 4));
    FINE(store_account(store, "Bruno", 99, &account, &error));
    assert_int_equal(account.sessions, 1);
    assert_known(store, 0, "", "", false);
    assert_known(store, 1, "Bruno", "Bruno", true);
    FAILS(ALEA_ERR_NOT_FOUND, store_drop_account(store, "anna", &error));
    FINE(store_add_account(store, "Anna", "hash", 7, &error));
    store_close(store);
}

static bool chat_line(void *context, long n, int seat, const char *text, int64_t at) {
    long *last = context;
    char wanted[32];
    snprintf(wanted, sizeof wanted, "riga n° %ld", n);
    assert_int_equal(n, *last + 1);
    assert_string_equal(text, wanted);
    assert_int_equal(seat, n % 2 ? ALEA_HOST : 1);
    assert_int_equal(at, 10 * n);
    *last = n;
    return n < 6;
}

static void test_chat(void **state) {
    (void)state;
    struct store *store = open_new();
    char words[STORE_MAX_CHAT + 2];
    long n = 0, last = 0;
    create(store, ID);
    create(store, OTHER);
    FINE(store_add_chat(store, OTHER, 0, "elsewhere", 1, &n, &error));
    assert_int_equal(n, 1);
    for (long line = 1; line <= 8; line++) {
        snprintf(words, sizeof words, "riga n° %ld", line);
        FINE(store_add_chat(store, ID, line % 2 ? ALEA_HOST : 1, words, 10 * line, &n, &error));
        assert_int_equal(n, line);
    }
    commit(store);
    FINE(store_read_chat(store, ID, 0, chat_line, &last, &error));
    assert_int_equal(last, 6); /* it said stop */
    last = 7;
    FINE(store_read_chat(store, ID, 7, chat_line, &last, &error));
    assert_int_equal(last, 8);
    FAILS(ALEA_ERR_NOT_FOUND, store_add_chat(store, "cccccccccccc", 0, "x", 1, &n, &error));
    FAILS(ALEA_ERR_NOT_FOUND, store_read_chat(store, "cccccccccccc", 0, chat_line, &last, &error));
    memset(words, 'c', sizeof words - 1);
    words[STORE_MAX_CHAT + 1] = 0;
    FAILS(ALEA_ERR_TOO_LARGE, store_add_chat(store, ID, 0, words, 1, &n, &error));
    words[STORE_MAX_CHAT] = 0;
    FINE(store_add_chat(store, ID, 0, words, 1, &n, &error));
    assert_int_equal(n, 9);
    commit(store);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_seats),
        IN_FOLDER(test_many_seats),
        IN_FOLDER(test_links),
        IN_FOLDER(test_links_with_numbers),
        IN_FOLDER(test_asked),
        IN_FOLDER(test_enrolments),
        IN_FOLDER(test_accounts),
        IN_FOLDER(test_devices),
        IN_FOLDER(test_chat),
        IN_FOLDER(test_codes_and_passwords),
        IN_FOLDER(test_the_end_of_an_account),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
