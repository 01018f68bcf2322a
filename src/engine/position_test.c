/* SPDX-License-Identifier: MIT */
/* position_test.c - positions printed, read, published and hashed, over a position with a member of every kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "alea.h"
#include "fail_alloc.h"

enum { SET_LAND = ALEA_SET_GAME, SET_STEP };

static const struct alea_phrase lands[] = {
    {.id = "italia", .in = {"Italia", "Italy"}},
    {.id = "illiria", .in = {"Illiria", "Illyria"}},
    {.id = "corsica", .in = {"Corsica", "Corsica"}},
};
static const struct alea_phrase steps[] = {{.id = "idle", .in = {"", ""}}, {.id = "throw", .in = {"", ""}}};
static const struct alea_names lists[] = {{.at = steps, .n = 2}};
static const struct alea_phrase rule_table[] = {{.id = ""}, {.id = "T-LAND-1"}};
static const char *const set_ids[] = {"land"};
static const struct alea_texts texts = {
    .rules = rule_table, .n_rules = 2, .sets = set_ids, .n_sets = 1, .lists = lists, .n_lists = 1};

struct position {
    uint64_t own[3];
    uint32_t thrown;
    uint32_t treasure;
    uint16_t legionaries[3];
    uint16_t pool;
    uint8_t triremes[3][2];
    uint8_t round, step, active, citing;
    uint16_t shut;
    uint8_t owner[3];
    uint8_t derived;    /* the number of lands that A owns */
    uint8_t n_camps[3]; /* camps[] holds the legions of the first land in their order, then those of the second... */
    uint8_t camps[6];   /* letters */
    uint8_t hour, minute;
};

/* ---- Members that the test writes itself: ordered lists in one array, and a clock ---- */

static int camp_of(const struct position *pos, int row) {
    int start = 0;
    for (int land = 0; land < row; land++) start += pos->n_camps[land];
    return start;
}

static bool write_camp(const void *tables, const void *in, int row, struct alea_text *text) {
    (void)tables;
    const struct position *pos = in;
    for (int i = 0; i < pos->n_camps[row]; i++) alea_text_addf(text, i ? " %c" : "%c", pos->camps[camp_of(pos, row) + i]);
    return pos->n_camps[row] > 0;
}

static bool read_camp(const void *tables, void *out, int row, const char *words) {
    (void)tables;
    struct position *pos = out;
    size_t start = (size_t)camp_of(pos, row), behind = start + pos->n_camps[row], n = 0;
    char read[sizeof pos->camps];
    uint8_t rest[sizeof pos->camps] = {0};
    for (const char *at = strcmp(words, "-") != 0 ? words : ""; *at; at += at[1] ? 2 : 1) {
        if (n == sizeof read || (at[1] && at[1] != ' ')) return false;
        read[n++] = *at;
    }
    size_t n_rest = (size_t)camp_of(pos, 3) - behind;
    if (start + n + n_rest > sizeof pos->camps) return false;
    memcpy(rest, pos->camps + behind, n_rest);
    memset(pos->camps + start, 0, sizeof pos->camps - start);
    memcpy(pos->camps + start, read, n);
    memcpy(pos->camps + start + n, rest, n_rest);
    pos->n_camps[row] = (uint8_t)n;
    return true;
}

/* Adds in vain, to see that it is taken back. */
static bool write_clock(const void *tables, const void *in, int row, struct alea_text *text) {
    (void)tables;
    const struct position *pos = in;
    assert_int_equal(row, 0);
    alea_text_addf(text, "%d:%02d", pos->hour, pos->minute);
    return pos->hour || pos->minute;
}

static bool read_clock(const void *tables, void *out, int row, const char *words) {
    (void)tables, (void)row;
    struct position *pos = out;
    bool empty = strcmp(words, "-") == 0;
    if (!empty && (strlen(words) != 4 || words[1] != ':')) return false;
    pos->hour = empty ? 0 : (uint8_t)(words[0] - '0');
    pos->minute = empty ? 0 : (uint8_t)((words[2] - '0') * 10 + words[3] - '0');
    return true;
}

#define AT(member) .name = #member, .offset = offsetof(struct position, member)
static const struct alea_field fields[] = {
    {AT(round), .cols = 1},
    {AT(step), .cols = 1, .value_set = SET_STEP},
    {AT(active), .cols = 1, .value_set = ALEA_SET_SEAT},
    {AT(citing), .cols = 1, .value_set = ALEA_SET_RULE},
    {AT(thrown), .type = ALEA_FIELD_U32, .cols = 1, .value_set = ALEA_SET_DICE},
    {AT(treasure), .type = ALEA_FIELD_U32, .cols = 1},
    {AT(pool), .type = ALEA_FIELD_BITS16, .cols = 1, .col_set = ALEA_SET_NUMBER},
    {AT(shut), .type = ALEA_FIELD_BITS16, .cols = 1, .col_set = ALEA_SET_SEAT},
    {AT(own), .type = ALEA_FIELD_BITS64, .rows = 3, .cols = 1, .row_set = ALEA_SET_SEAT, .col_set = SET_LAND},
    {AT(legionaries), .type = ALEA_FIELD_U16, .cols = 3, .col_set = SET_LAND},
    {AT(owner), .cols = 3, .col_set = SET_LAND, .value_set = ALEA_SET_SEAT},
    {AT(triremes), .rows = 3, .cols = 2, .row_set = ALEA_SET_SEAT, .col_set = ALEA_SET_NUMBER},
    {.name = "camp",
     .offset = offsetof(struct position, n_camps),
     .type = ALEA_FIELD_OWN,
     .rows = 3,
     .row_set = SET_LAND,
     .bytes = 9,
     .write = write_camp,
     .read = read_camp},
    {.name = "clock",
     .offset = offsetof(struct position, hour),
     .type = ALEA_FIELD_OWN,
     .bytes = 2,
     .write = write_clock,
     .read = read_clock},
};

static struct alea_names names(const void *tables, int set) {
    (void)tables;
    return set == SET_LAND ? (struct alea_names){.at = lands, .n = ALEA_LEN(lands)} : (struct alea_names){.at = NULL};
}

static void derive(const void *tables, void *out) {
    (void)tables;
    struct position *pos = out;
    pos->derived = 0;
    for (uint64_t own = pos->own[0]; own; own &= own - 1) pos->derived++;
}

static const struct alea_game game = {
    .id = "test",
    .position_size = sizeof(struct position),
    .texts = &texts,
    .fields = fields,
    .n_fields = ALEA_LEN(fields),
    .names = names,
    .derive = derive,
};
static const struct alea_rules rules = {.game = &game, .seats = 2}; /* of three rows: nobody sits on C */

static struct position full(void) {
    struct position pos = {
        .own = {5, UINT64_C(2)},
        .thrown = 6 | 4 << 3 | 5 << 9,
        .treasure = UINT32_MAX,
        .legionaries = {UINT16_MAX, 0, 2},
        .pool = 1 << 15 | 1,
        .triremes = {{1, 0}, {0, 255}},
        .round = 255,
        .step = 1,
        .active = ALEA_NONE,
        .citing = 1,
        .shut = 2,
        .owner = {0, 1, ALEA_NONE},
        .n_camps = {2, 0, 1},
        .camps = "xac",
        .hour = 7,
        .minute = 30,
    };
    derive(NULL, &pos);
    return pos;
}

static const char full_text[] = "round 255\n"
                                "step throw\n"
                                "active -\n"
                                "citing T-LAND-1\n"
                                "thrown 6 4 - 5\n"
                                "treasure 4294967295\n"
                                "pool 0 15\n"
                                "shut B\n"
                                "own.A italia corsica\n"
                                "own.B illiria\n"
                                "legionaries italia=65535 corsica=2\n"
                                "owner italia=A illiria=B corsica=-\n"
                                "triremes.A 0=1\n"
                                "triremes.B 1=255\n"
                                "camp.italia x a\n"
                                "camp.corsica c\n"
                                "clock 7:30\n";

/* The members of nothing: only those whose 0 is a name. */
static const char empty_text[] = "step idle\nactive A\nowner italia=A illiria=A corsica=A\n";

static void assert_written(const struct position *pos, const char *expected) {
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    alea_position_write(&rules, pos, &text);
    assert_string_equal(alea_text_str(&text), expected);
    alea_text_clear(&text);
}

static void positions_are_written(void **state) {
    (void)state;
    struct position pos = full(), empty = {.round = 0};
    assert_written(&pos, full_text);
    assert_written(&empty, empty_text);
}

/* Seats that nobody sits on are left out while they hold nothing, and told when they do. */
static void unused_rows_are_told_if_they_hold_something(void **state) {
    (void)state;
    struct position pos = {.own = {0, 0, 1}};
    char expected[200];
    snprintf(expected, sizeof expected, "step idle\nactive A\nown.C italia\nowner italia=A illiria=A corsica=A\n");
    assert_written(&pos, expected);
}

static void strange_values_are_written(void **state) {
    (void)state;
    struct position pos = {.step = 9, .citing = 9, .own = {8}};
    assert_written(&pos, "step #9\nactive A\nciting #9\nown.A #3\nowner italia=A illiria=A corsica=A\n");
}

static void positions_come_back(void **state) {
    (void)state;
    struct position pos = full(), read = {.round = 0};
    assert_int_equal(alea_position_read(&rules, full_text, &read, NULL), ALEA_OK);
    assert_memory_equal(&pos, &read, sizeof pos);
    assert_int_equal(read.derived, 2);
    assert_int_equal(alea_position_hash(&rules, &pos), alea_position_hash(&rules, &read));
}

/* The engine hands over each line as it comes: what a list is packed behind may be read later. */
static void own_lines_come_in_any_order(void **state) {
    (void)state;
    static const char lines[] = "clock\t7:30 \r\n"
                                "camp.corsica z z z z\n"
                                "camp.italia   x \ta\n"
                                "camp.corsica c";
    struct position pos = {.round = 0}, expected = full();
    assert_int_equal(alea_position_read(&rules, lines, &pos, NULL), ALEA_OK);
    assert_memory_equal(pos.n_camps, expected.n_camps, sizeof pos.n_camps);
    assert_memory_equal(pos.camps, expected.camps, sizeof pos.camps);
    assert_int_equal(pos.hour, 7);
    assert_int_equal(alea_position_read(&rules, "clock -\nCAMP.Italia\n", &pos, NULL), ALEA_OK);
    assert_memory_equal(pos.camps, "c\0\0\0\0", sizeof pos.camps);
    assert_int_equal(pos.hour + pos.minute, 0);
}

/* What is begun for an empty row leaves no trace, not even in a text that is nearly full. */
static void empty_own_rows_leave_no_trace(void **state) {
    (void)state;
    struct position pos = {.round = 0};
    struct alea_text text;
    alea_text_init(&text, sizeof empty_text, ALEA_EN);
    alea_position_write(&rules, &pos, &text);
    assert_string_equal(alea_text_str(&text), empty_text);
    assert_false(text.truncated);
    alea_text_clear(&text);
}

static void lines_are_laid_over(void **state) {
    (void)state;
    struct position pos = full(), expected = full();
    static const char lines[] = "# a comment, and an empty line\n"
                                "\n"
                                "  LEGIONARIES  *=3 Italia=5\r\n"
                                "own.a\n"
                                "owner illiria=-\n"
                                "triremes.B 0=7"; /* and no newline at the end */
    expected.legionaries[0] = 5;
    expected.legionaries[1] = expected.legionaries[2] = 3;
    expected.own[0] = 0;
    expected.owner[1] = ALEA_NONE;
    expected.triremes[1][0] = 7;
    expected.derived = 0;
    assert_int_equal(alea_position_read(&rules, lines, &pos, NULL), ALEA_OK);
    assert_memory_equal(&pos, &expected, sizeof pos);
    assert_int_equal(alea_position_read(&rules, "", &pos, NULL), ALEA_OK);
    assert_memory_equal(&pos, &expected, sizeof pos);
}

static void what_is_wrong_is_told(void **state) {
    (void)state;
    static const struct {
        const char *lines;
        long line;
        const char *told;
    } rows[] = {
        {"rounds 1", 1, "there is no line 'rounds' (did you mean 'round'?)"},
        {"round 1\n\nderived 3", 3, "there is no line 'derived'"},
        {"round", 1, "missing"},
        {"round 256", 1, "not a number from 0 to 255"},
        {"round -1", 1, "not a number"},
        {"round 1 2", 1, "one word too many"},
        {"legionaries italia=65536", 1, "not a number from 0 to 65535"},
        {"legionaries italia", 1, "NAME=VALUE"},
        {"legionaries =3", 1, "there is no ''"},
        {"legionaries italia=", 1, "not a number"},
        {"legionaries itlaia=3", 1, "did you mean 'italia'?"},
        {"legionaries -=3", 1, "won't do"},
        {"own italia", 1, "has rows, like 'own.A'"},
        {"own.D italia", 1, "they go from A to B"},
        {"own. italia", 1, "they go from A to B"},
        {"round.A 1", 1, "has no rows"},
        {"own.A sicilia", 1, "there is no 'sicilia' here"},
        {"own.A -", 1, "won't do"},
        {"pool 16", 1, "not a number from 0 to 15"},
        {"triremes.A 2=1", 1, "not a number from 0 to 1"},
        {"thrown 9", 1, "a throw has at most"},
        {"step done", 1, "there is no 'done' here"},
        {"citing T-LAND-2", 1, "did you mean 'T-LAND-1'?"},
        {"step #1", 1, "there is no '#1' here"},
        {"clock 12", 1, "the line 'clock' can't be read: '12'"},
        {"round 2\ncamp.italia  x  ab", 2, "the line 'camp.italia' can't be read: 'x ab'"},
        {"camp.italia a b c d e f g", 1, "can't be read"},
        {"camp a", 1, "has rows"},
        {"camp.sicilia a", 1, "there is no 'sicilia' here"},
        {"\xff\x01 3", 1, "there is no line '?\?'"},
    };
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        struct alea_error error = {.lang = ALEA_EN};
        struct position pos = full(), before = full();
        assert_int_equal(alea_position_read(&rules, rows[i].lines, &pos, &error), ALEA_ERR_BAD_POSITION);
        if (!strstr(error.text, rows[i].told)) fail_msg("'%s' is answered with: %s", rows[i].lines, error.text);
        assert_int_equal(error.line, rows[i].line);
        assert_memory_equal(&pos, &before, sizeof pos);
    }
}

static void huge_lines_are_refused(void **state) {
    (void)state;
    static char line[ALEA_MAX_LINE_BYTES + 100];
    struct position pos = full();
    memset(line, 'x', sizeof line - 1);
    assert_int_equal(alea_position_read(&rules, line, &pos, NULL), ALEA_ERR_BAD_POSITION);
    line[snprintf(line, sizeof line, "own.A ")] = 'x';
    struct alea_error error = {.lang = ALEA_EN};
    assert_int_equal(alea_position_read(&rules, line, &pos, &error), ALEA_ERR_BAD_POSITION);
    assert_non_null(strstr(error.text, "line too long"));
}

static void fails_cleanly_without_memory(void **state) {
    (void)state;
    bool hit = true;
    for (long n = 1; hit; n++) {
        struct position pos = {.round = 3};
        fail_alloc_at(n);
        enum alea_err code = alea_position_read(&rules, full_text, &pos, NULL);
        hit = fail_alloc_hit();
        assert_int_equal(code, hit ? ALEA_ERR_NO_MEMORY : ALEA_OK);
        assert_int_equal(pos.round, hit ? 3 : 255);
    }
}

/* JSON of a position is what jansson reads, with a name for each member and nothing else. */
static void json_is_json(void **state) {
    (void)state;
    struct position pos = full();
    struct alea_text text;
    alea_text_init(&text, 4096, ALEA_EN);
    alea_position_json(&rules, &pos, &text);
    assert_string_equal(alea_text_str(&text),
                        "{\"round\":255,\"step\":\"throw\",\"active\":null,\"citing\":\"T-LAND-1\",\"thrown\":\"6 4 - 5\","
                        "\"treasure\":4294967295,\"pool\":[0,15],\"shut\":[\"B\"],"
                        "\"own\":{\"A\":[\"italia\",\"corsica\"],\"B\":[\"illiria\"]},"
                        "\"legionaries\":{\"italia\":65535,\"corsica\":2},"
                        "\"owner\":{\"italia\":\"A\",\"illiria\":\"B\",\"corsica\":null},"
                        "\"triremes\":{\"A\":[1,0],\"B\":[0,255]},"
                        "\"camp\":{\"italia\":\"x a\",\"illiria\":\"\",\"corsica\":\"c\"},\"clock\":\"7:30\"}");
    json_t *root = json_loads(alea_text_str(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_int_equal(json_object_size(root), ALEA_LEN(fields));
    json_decref(root);
    alea_text_clear(&text);
}

/* Computed apart, in Python, from the words over alea_position_hash(). */
static void hashes_are_pinned(void **state) {
    (void)state;
    static const struct {
        size_t size;
        uint64_t hash;
    } rows[] = {
        {1, UINT64_C(0x0000000000000000)},
        {8, UINT64_C(0xfbf2b71867851ebb)},
        {13, UINT64_C(0xb783325a71c4e0de)},
        {512, UINT64_C(0xe158cf08afafc894)},
    };
    unsigned char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 7 + 1);
    for (size_t i = 0; i < ALEA_LEN(rows); i++) {
        const struct alea_game sized = {.position_size = rows[i].size};
        const struct alea_rules of_size = {.game = &sized};
        assert_int_equal(alea_position_hash(&of_size, bytes), rows[i].hash);
    }
}

static void every_bit_counts(void **state) {
    (void)state;
    struct position pos = {.round = 0};
    unsigned char *bytes = (unsigned char *)&pos;
    uint64_t zero = alea_position_hash(&rules, &pos);
    for (size_t bit = 0; bit < 8 * sizeof pos; bit++) {
        bytes[bit / 8] = (unsigned char)(1u << bit % 8);
        uint64_t hash = alea_position_hash(&rules, &pos);
        assert_int_not_equal(hash, zero);
        assert_int_not_equal(hash & 0xffffff, zero & 0xffffff); /* the part that transcripts show */
        bytes[bit / 8] = 0;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_written),
        cmocka_unit_test(unused_rows_are_told_if_they_hold_something),
        cmocka_unit_test(strange_values_are_written),
        cmocka_unit_test(positions_come_back),
        cmocka_unit_test(own_lines_come_in_any_order),
        cmocka_unit_test(empty_own_rows_leave_no_trace),
        cmocka_unit_test(lines_are_laid_over),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(huge_lines_are_refused),
        cmocka_unit_test(fails_cleanly_without_memory),
        cmocka_unit_test(json_is_json),
        cmocka_unit_test(hashes_are_pinned),
        cmocka_unit_test(every_bit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
