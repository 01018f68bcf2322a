/* SPDX-License-Identifier: MIT */
/* http_head.c - fuzz target: the head of a request and a body in chunks. What is taken for a head is one: strictly made lines, a length
 * that is said once; and it is the same however it comes.
 *
 * Input: a head; if it says that its body is chunked, what follows is that body. */
#include "head.h"

#include <string.h>
#include <strings.h>

#include "fuzz.h"
#include "request.h"
#include "url.h"

enum { MAX = 8192 };

static char bytes[MAX], more[MAX];

/* How many bytes the head takes when they come `step` at a time; 0: none, or it is none. */
static size_t scan(const char *at, size_t n, size_t step) {
    size_t seen = 0, whole = 0;
    const char *wrong = NULL;
    for (size_t have = 0; have < n && !whole;) {
        have = n - have < step ? n : have + step;
        if (!head_scan(at, have, &seen, &whole, &wrong)) return 0;
    }
    return whole;
}

/* How many lines begin with that name, by a reader that is as simple as can be. */
static int lines_of(const char *at, size_t n, const char *name) {
    int found = 0;
    size_t length = strlen(name);
    for (size_t i = 0; i + length + 1 < n; i++)
        if (at[i] == '\n' && strncasecmp(at + i + 1, name, length) == 0) found++;
    return found;
}

static void check_head(const struct head *head, const char *at, size_t n) {
    fuzz_check(lines_of(at, n, "Host:") == (head->field[HEAD_HOST] != NULL), "one Host", "");
    fuzz_check(lines_of(at, n, "Content-Length:") == (head->field[HEAD_CONTENT_LENGTH] != NULL), "one length", "");
    fuzz_check(lines_of(at, n, "Transfer-Encoding:") == head->chunked, "chunked, or not", "");
    fuzz_check(!head->chunked || !head->length, "one way to tell where the body ends", "");
    fuzz_check((lines_of(at, n, "X-Forwarded-For:") > 0) == (head->field[HEAD_FORWARDED_FOR] != NULL), "no line is lost",
               "");
    for (int i = 0; i < HEAD_FIELDS; i++)
        for (const char *value = head->field[i]; value && *value; value++)
            fuzz_check(*value != '\r' && *value != '\n', "a value is a line", "");
    char path[MAX + 1];
    size_t n_path;
    if (url_unescape(head->path, strlen(head->path), false, path, sizeof path, &n_path)) {
        size_t flat = url_flatten(path, n_path);
        fuzz_check(flat >= 1 && path[0] == '/' && flat <= n_path && url_flatten(path, flat) == flat, "a path is flat", path);
    }
}

/* The state at the end, and how many bytes of data there were. */
static enum request_chunk_state dechunk(const char *at, size_t n, size_t step, size_t *n_all) {
    struct request_chunks chunks = {0};
    *n_all = 0;
    for (size_t i = 0; i < n && chunks.state != REQUEST_CHUNK_DONE && chunks.state != REQUEST_CHUNK_BAD;) {
        const char *data;
        size_t n_data, used = request_dechunk(&chunks, at + i, n - i < step ? n - i : step, &data, &n_data);
        fuzz_check(used > 0 && used <= n - i && n_data <= used, "chunks go on", "");
        *n_all += n_data;
        i += used;
    }
    return chunks.state;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n_input) {
    const char *at = (const char *)input, *wrong = NULL;
    struct head head;
    size_t n = n_input < MAX ? n_input : MAX, whole = scan(at, n, MAX), n_all, n_again;
    fuzz_check(scan(at, n, 1) == whole && scan(at, n, 5) == whole, "a head is the same however it comes", "");
    if (!whole) return 0;
    memcpy(bytes, at, whole);
    if (!head_read(bytes, whole, more, &head, &wrong)) {
        fuzz_check(wrong && *wrong, "what is wrong has a name", "");
        return 0;
    }
    check_head(&head, at, whole);
    if (!head.chunked) return 0;
    enum request_chunk_state state = dechunk(at + whole, n_input - whole, SIZE_MAX, &n_all);
    fuzz_check(dechunk(at + whole, n_input - whole, 1, &n_again) == state, "chunks are the same however they come", "");
    fuzz_check(state == REQUEST_CHUNK_BAD || n_all == n_again, "and so are their data", "");
    return 0;
}
