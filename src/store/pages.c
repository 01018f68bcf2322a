/* SPDX-License-Identifier: MIT */
/* pages.c - see pages.h. */
#include "pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "error.h"
#include "wal.h"

enum {
    USUAL_PAGE = 4096,
    MIN_PAGE = 512,
    MAX_PAGE = 65536,
    FILE_HEAD = 100,   /* before the first page's own */
    MAX_ROW = 4 << 20, /* bytes: as of database_open() */
    MAX_ROOTS = 256,
    INDEX_INNER = 2,
    TABLE_INNER = 5,
    INDEX_LEAF = 10,
    TABLE_LEAF = 13
};

enum mark { UNKNOWN, FREE, SEEN };

struct pages {
    int fd;
    struct wal wal;
    uint32_t size, usable, n; /* bytes of a page, those of them in use, how many pages */
    uint8_t *mark;            /* enum mark, by number */
    uint8_t *page;            /* the one at hand */
    uint8_t *row;             /* a row that does not lie in one page */
    uint32_t *next, n_next;   /* pages to which a tree leads */
    uint32_t root[MAX_ROOTS];
    int n_roots;
    bool (*each)(void *context, const struct pages_record *record);
    void *context;
    bool stop, no_memory;
    struct pages_found *found;
};

static uint32_t big(const uint8_t *at, int n) {
    uint32_t number = 0;
    for (int i = 0; i < n; i++) number = number << 8 | at[i];
    return number;
}

static bool read_page(const struct pages *pages, uint32_t number, uint8_t *page) {
    if (number < 1 || number > pages->n) return false;
    if (pages->wal.page_bytes == pages->size && wal_page(&pages->wal, number, page)) return true;
    return pread(pages->fd, page, pages->size, (off_t)(number - 1) * (off_t)pages->size) == (ssize_t)pages->size;
}

/* ---- A row --------------------------------------------------------------------------------------------------------------- */

struct span {
    const uint8_t *at, *end;
};

/* A number of 1 to 9 bytes, seven bits each and eight of the last; false past the end. */
static bool read_varint(struct span *from, uint64_t *number) {
    *number = 0;
    for (int i = 0; i < 9 && from->at < from->end; i++) {
        uint8_t byte = *from->at++;
        if (i == 8) {
            *number = *number << 8 | byte;
            return true;
        }
        *number = *number << 7 | (byte & 0x7f);
        if (!(byte & 0x80)) return true;
    }
    return false;
}

static int64_t whole_number(const uint8_t *at, int n) {
    uint64_t number = at[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < n; i++) number = number << 8 | at[i];
    return (int64_t)number;
}

/* By the type that stands for it in the row's head. */
static bool read_value(uint64_t type, struct span *from, struct pages_value *value) {
    static const uint8_t bytes_of[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
    if (type == 10 || type == 11) return false;
    const bool number = type < 12;
    const uint64_t n = number ? bytes_of[type] : (type - 12) / 2;
    if (n > (uint64_t)(from->end - from->at)) return false;
    *value = (struct pages_value){.bytes = from->at, .n = (size_t)n};
    if (!number) value->type = type & 1 ? PAGES_TEXT : PAGES_BLOB;
    else if (type == 7) value->type = PAGES_REAL;
    else if (type) value->type = PAGES_INT;
    if (value->type == PAGES_INT) value->number = n ? whole_number(from->at, (int)n) : (int64_t)type - 8;
    from->at += n;
    return true;
}

static bool read_row(struct span row, struct pages_record *record) {
    struct span head = row;
    uint64_t head_bytes, type;
    record->n = 0;
    if (!read_varint(&head, &head_bytes) || head_bytes > (uint64_t)(row.end - row.at)) return false;
    head.end = row.at + head_bytes;
    row.at = head.end;
    if (head.at > head.end) return false;
    while (head.at < head.end) {
        if (record->n == PAGES_MAX_COLUMNS || !read_varint(&head, &type)) return false;
        if (!read_value(type, &row, &record->at[record->n++])) return false;
    }
    return row.at == row.end; /* nothing is left of it */
}

/* The rest of a row lies in a chain of pages of its own, each with the number of the next in front. */
static bool gather(struct pages *pages, struct span here, uint32_t next, size_t n, struct span *row) {
    uint8_t *page = malloc(pages->size);
    if (!pages->row) pages->row = malloc(MAX_ROW);
    if (!page || !pages->row) pages->no_memory = pages->stop = true;
    size_t have = (size_t)(here.end - here.at);
    bool good = page && pages->row && n <= MAX_ROW;
    if (good) memcpy(pages->row, here.at, have);
    while (good && have < n) {
        good = read_page(pages, next, page);
        size_t more = n - have < pages->usable - 4 ? n - have : pages->usable - 4;
        if (!good) break;
        memcpy(pages->row + have, page + 4, more);
        have += more;
        next = big(page, 4);
    }
    *row = (struct span){.at = pages->row, .end = pages->row ? pages->row + n : NULL};
    free(page);
    return good;
}

/* How much of a row of n bytes lies in its own page. */
static size_t kept_here(const struct pages *pages, bool of_table, uint64_t n) {
    const uint64_t usable = pages->usable, most = of_table ? usable - 35 : (usable - 12) * 64 / 255 - 23;
    const uint64_t least = (usable - 12) * 32 / 255 - 23, fit = least + (n - least) % (usable - 4);
    return (size_t)(n <= most ? n : fit <= most ? fit : least);
}

static void note_root(struct pages *pages, const struct pages_record *record) {
    if (record->n != 5 || record->at[0].type != PAGES_TEXT || record->at[3].type != PAGES_INT) return;
    int64_t root = record->at[3].number;
    if (root > 1 && root <= pages->n && pages->n_roots < MAX_ROOTS) pages->root[pages->n_roots++] = (uint32_t)root;
}

/* False if what should be a row is none. */
static bool tell_cell(struct pages *pages, const uint8_t *page, size_t offset, int type) {
    struct span from = {.at = page + offset, .end = page + pages->usable}, row;
    struct pages_record record = {.of_table = type == TABLE_LEAF};
    uint64_t n, number = 0;
    if (type == INDEX_INNER) from.at += 4; /* the page on its left */
    if (from.at >= from.end || !read_varint(&from, &n) || n > MAX_ROW) return false;
    if (record.of_table && !read_varint(&from, &number)) return false;
    size_t here = kept_here(pages, record.of_table, n);
    if (here + (here < n ? 4 : 0) > (size_t)(from.end - from.at)) return false;
    row = (struct span){.at = from.at, .end = from.at + here};
    if (here < n && !gather(pages, row, big(row.end, 4), (size_t)n, &row)) return false;
    record.row = (int64_t)number;
    if (!read_row(row, &record)) return false;
    note_root(pages, &record);
    if (pages->each && !pages->each(pages->context, &record)) pages->stop = true;
    return true;
}

/* ---- Pages --------------------------------------------------------------------------------------------------------------- */

static bool is_tree(int type) {
    return type == INDEX_INNER || type == TABLE_INNER || type == INDEX_LEAF || type == TABLE_LEAF;
}

/* A tree leads to that page: it is looked at once, in its turn. */
static void go_to(struct pages *pages, uint32_t number) {
    if (number < 1 || number > pages->n) {
        pages->found->broken++;
    } else if (pages->mark[number] != SEEN) {
        pages->mark[number] = SEEN;
        pages->next[pages->n_next++] = number;
    }
}

/* Tells the rows of a page, and notes the pages under it if it is to be followed. False if some of it can't be read. */
static bool look_at(struct pages *pages, const uint8_t *page, size_t begin, bool follow) {
    const int type = page[begin];
    const bool inner = type == INDEX_INNER || type == TABLE_INNER;
    const size_t cells = begin + (inner ? 12 : 8), n = big(page + begin + 3, 2), most = (pages->usable - cells) / 2;
    bool good = n <= most;
    for (size_t i = 0; i < n && i < most && !pages->stop; i++) {
        size_t offset = big(page + cells + 2 * i, 2);
        bool there = offset >= cells && offset + 4 <= pages->usable;
        if (there && inner && follow) go_to(pages, big(page + offset, 4));
        if (there && type != TABLE_INNER) there = tell_cell(pages, page, offset, type);
        good &= there;
    }
    if (inner && follow) go_to(pages, big(page + begin + 8, 4));
    return good;
}

/* A page to which a tree leads has to be one of a tree. */
static void visit(struct pages *pages, uint32_t number, bool follow) {
    const size_t begin = number == 1 ? FILE_HEAD : 0;
    const bool there = read_page(pages, number, pages->page), tree = there && is_tree(pages->page[begin]);
    const bool good = tree && look_at(pages, pages->page, begin, follow);
    pages->found->unread += !there;
    pages->found->broken += there && !good && (tree || follow);
}

static void walk(struct pages *pages, uint32_t root) {
    go_to(pages, root);
    while (pages->n_next > 0 && !pages->stop) visit(pages, pages->next[--pages->n_next], true);
}

/* Pages that are not in use: a chain of lists of them. */
static void mark_free(struct pages *pages, const uint8_t *head) {
    uint8_t *page = malloc(pages->size);
    uint32_t trunk = head ? big(head + 32, 4) : 0, left = head ? big(head + 36, 4) : 0;
    pages->found->free_unknown = !head || !page || left > pages->n;
    while (trunk && left > 0 && !pages->found->free_unknown) {
        bool good = read_page(pages, trunk, page) && pages->mark[trunk] == UNKNOWN;
        uint32_t n = good ? big(page + 4, 4) : 0;
        good = good && n <= pages->usable / 4 - 2 && n < left;
        for (uint32_t i = 0; good && i < n; i++) {
            uint32_t leaf = big(page + 8 + 4 * i, 4);
            good = leaf > 1 && leaf <= pages->n;
            if (good) pages->mark[leaf] = FREE;
        }
        if (good) pages->mark[trunk] = FREE;
        left -= good ? n + 1 : 0;
        trunk = good ? big(page, 4) : 0;
        pages->found->free_unknown = !good;
    }
    free(page);
}

static void read_all(struct pages *pages, const uint8_t *head) {
    mark_free(pages, head);
    /* What is in the tables' own table is told with the rest: the caller knows a row when it sees one. */
    walk(pages, 1);
    for (int i = 0; i < pages->n_roots; i++) walk(pages, pages->root[i]);
    for (uint32_t i = 1; i <= pages->n && !pages->stop; i++)
        if (pages->mark[i] == UNKNOWN) visit(pages, i, false);
}

/* ---- The file ------------------------------------------------------------------------------------------------------------ */

/* Fills in the size of a page, from the file's head, the log's or as is usual; true if the head can be believed. */
static bool read_head(struct pages *pages, const uint8_t head[FILE_HEAD]) {
    uint32_t size = big(head + 16, 2);
    if (size == 1) size = MAX_PAGE;
    bool good = memcmp(head, "SQLite format 3", 16) == 0 && size >= MIN_PAGE && size <= MAX_PAGE && !(size & (size - 1));
    good = good && (!pages->wal.page_bytes || pages->wal.page_bytes == size);
    pages->size = good ? size : pages->wal.page_bytes ? pages->wal.page_bytes : USUAL_PAGE;
    pages->usable = pages->size - (good ? head[20] : 0);
    return good && pages->usable >= 480;
}

static void count_pages(struct pages *pages) {
    off_t end = lseek(pages->fd, 0, SEEK_END);
    uint64_t n = end > 0 ? (uint64_t)end / pages->size : 0;
    if (n < pages->wal.size) n = pages->wal.size;
    const uint64_t of_log = pages->wal.pages; /* what lies past all that was ever written is nothing */
    if (n > (uint64_t)(end > 0 ? end : 0) / pages->size && n > of_log) n = of_log;
    pages->n = n > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)n;
}

/* The first page, if it can be believed, is in `head` then. */
static bool open_file(struct pages *pages, const char *path, uint8_t head[MAX_PAGE]) {
    memset(head, 0, MAX_PAGE);
    pages->wal = wal_open(path);
    if (pread(pages->fd, head, FILE_HEAD, 0) < 0) memset(head, 0, FILE_HEAD);
    bool good = read_head(pages, head);
    count_pages(pages);
    return good && read_page(pages, 1, head); /* the log may have a newer one */
}

int pages_version(const char *path) {
    uint8_t head[MAX_PAGE];
    struct pages pages = {.fd = open(path, O_RDONLY | O_CLOEXEC)};
    if (pages.fd < 0) return 0;
    uint32_t version = open_file(&pages, path, head) ? big(head + 60, 4) : 0;
    wal_close(&pages.wal);
    close(pages.fd);
    return version < INT16_MAX ? (int)version : 0;
}

enum alea_err pages_read(const char *path, bool (*each)(void *context, const struct pages_record *record), void *context,
                         struct pages_found *found, struct alea_error *error) {
    uint8_t head[MAX_PAGE];
    struct pages pages = {.fd = open(path, O_RDONLY | O_CLOEXEC), .each = each, .context = context, .found = found};
    *found = (struct pages_found){.pages = 0};
    if (pages.fd < 0) return alea_fail(error, ALEA_ERR_IO, path, strerror(errno));
    bool good = open_file(&pages, path, head);
    pages.mark = calloc((size_t)pages.n + 1, 1);
    pages.next = calloc((size_t)pages.n + 1, sizeof *pages.next);
    pages.page = malloc(pages.size);
    pages.no_memory = !pages.mark || !pages.next || !pages.page;
    found->pages = pages.n;
    found->frames_lost = pages.wal.lost;
    if (!pages.no_memory) read_all(&pages, good ? head : NULL);
    free(pages.mark);
    free(pages.next);
    free(pages.page);
    free(pages.row);
    wal_close(&pages.wal);
    close(pages.fd);
    return pages.no_memory ? alea_fail(error, ALEA_ERR_NO_MEMORY) : ALEA_OK;
}

long pages_frames_lost(const char *path) {
    static const struct timespec pause = {.tv_nsec = 20000000};
    struct wal wal = wal_open(path);
    long lost = wal.lost;
    wal_close(&wal);
    if (!lost) return 0;
    nanosleep(&pause, NULL); /* somebody may be writing it just now */
    wal = wal_open(path);
    lost = wal.lost == lost ? lost : 0;
    wal_close(&wal);
    return lost;
}
