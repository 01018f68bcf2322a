/* SPDX-License-Identifier: MIT */
/* log_test.c - each line is a JSON object whatever is told; tokens in paths are left out; a file that is full is turned over. */
#include "log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

static char folder[64], path[96], older[128];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "log_test.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/log", folder);
    snprintf(older, sizeof older, "%s.1", path);
    return 0;
}

static int drop_folder(void **state) {
    (void)state;
    unlink(path);
    unlink(older);
    return rmdir(folder);
}

static struct log *open_log(void) {
    struct alea_error error = {.lang = ALEA_EN};
    struct log *log = log_open(path, &error);
    assert_non_null(log);
    return log;
}

/* Line number n, from 0, of the file. */
static json_t *line(int n) {
    char words[2 * LOG_MAX_LINE];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int i = 0; i <= n; i++) assert_non_null(fgets(words, sizeof words, file));
    fclose(file);
    json_t *object = json_loads(words, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_object(object));
    assert_true(json_is_string(json_object_get(object, "time")));
    assert_true(json_is_string(json_object_get(object, "level")));
    assert_true(json_is_string(json_object_get(object, "event")));
    return object;
}

static void assert_member(int n, const char *key, const char *wanted) {
    json_t *object = line(n);
    if (wanted) assert_string_equal(json_string_value(json_object_get(object, key)), wanted);
    else assert_null(json_object_get(object, key));
    json_decref(object);
}

static void test_lines(void **state) {
    (void)state;
    static char large[2 * LOG_MAX_LINE];
    memset(large, 'x', sizeof large - 1);
    struct log *log = open_log();
    log_event(log, LOG_INFO, "plain");
    log_begin(log, LOG_ERROR, "fields");
    log_string(log, "quotes", "\"\\\n\x01</script>");
    log_string(log, "bytes", "\xff\xc3");
    log_string(log, "large", large);
    log_number(log, "number", -7);
    log_end(log);
    log_json(log, LOG_WARNING, "{\"event\":\"theirs\",\"match\":\"abc\"}");
    log_json(log, LOG_WARNING, "no object");
    log_close(log);
    assert_member(0, "level", "info");
    assert_member(1, "quotes", "\"\\\n\x01</script>");
    assert_member(1, "large", NULL);
    json_t *object = line(1);
    assert_int_equal(json_integer_value(json_object_get(object, "number")), -7);
    json_decref(object);
    assert_member(2, "match", "abc");
    assert_member(2, "level", "warning");
}

static void test_paths(void **state) {
    (void)state;
    struct log *log = open_log();
    log_begin(log, LOG_INFO, "request");
    log_path(log, "/m/abcdefghijkl/a8u9FbuIdWCfEIZZf_63bD6GNBL-9Mw2klppDoSVh8o//x");
    log_end(log);
    log_close(log);
    assert_member(0, "path", "/m/abcdefghijkl/...//x");
}

static void test_turned_over(void **state) {
    (void)state;
    struct stat status;
    struct log *log = open_log();
    log_event(log, LOG_INFO, "first");
    log_flush(log);
    assert_int_equal(truncate(path, LOG_MAX_FILE), 0);
    log_close(log);
    log = open_log(); /* as large as it may get */
    log_event(log, LOG_INFO, "second");
    log_flush(log);
    log_event(log, LOG_INFO, "third");
    log_close(log);
    assert_int_equal(stat(older, &status), 0);
    assert_true(status.st_size > LOG_MAX_FILE);
    assert_member(0, "event", "third");
}

static void test_moved_away(void **state) {
    (void)state;
    struct log *log = open_log();
    log_event(log, LOG_INFO, "first");
    log_flush(log);
    assert_int_equal(rename(path, older), 0);
    log_event(log, LOG_INFO, "second");
    log_reopen(log);
    log_event(log, LOG_INFO, "third");
    log_close(log);
    assert_member(0, "event", "third");
}

static void test_nowhere(void **state) {
    (void)state;
    struct alea_error error = {.lang = ALEA_EN};
    struct log *log = log_open("-", &error);
    assert_non_null(log);
    log_event(log, LOG_INFO, "unheard");
    log_close(log);
    assert_null(log_open("no/such/folder/log", &error));
    assert_int_equal(error.code, ALEA_ERR_IO);
    log_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lines, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(test_paths, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(test_turned_over, make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(test_moved_away, make_folder, drop_folder),
        cmocka_unit_test(test_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
