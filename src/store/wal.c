/* SPDX-License-Identifier: MIT */
/* wal.c - see wal.h. */
#include "wal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD = 32,
    FRAME_HEAD = 24,
    MAGIC = 0x377f0682, /* its lowest bit: checksums of big-endian words */
    MIN_PAGE = 512,
    MAX_PAGE = 65536,
    MAX_NUMBER = 1 << 26 /* of a page: 256 GiB of the usual size */
};

struct sums {
    uint32_t a, b;
};

static uint32_t big(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t little(const uint8_t *at) {
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static struct sums add(struct sums sums, bool of_big, const uint8_t *at, size_t n) {
    for (size_t i = 0; i + 8 <= n; i += 8) {
        sums.a += (of_big ? big(at + i) : little(at + i)) + sums.b;
        sums.b += (of_big ? big(at + i + 4) : little(at + i + 4)) + sums.a;
    }
    return sums;
}

static bool same(struct sums sums, const uint8_t *at) { return sums.a == big(at) && sums.b == big(at + 4); }
static struct sums standing(const uint8_t *at) { return (struct sums){.a = big(at), .b = big(at + 4)}; }

static off_t place(uint32_t page_bytes, uint32_t frame) {
    return HEAD + (off_t)(frame - 1) * (FRAME_HEAD + (off_t)page_bytes);
}

static bool read_at(int fd, void *bytes, size_t n, off_t at) { return pread(fd, bytes, n, at) == (ssize_t)n; }

/* ---- Frame by frame ------------------------------------------------------------------------------------------------------ */

struct reading {
    struct wal *wal;
    uint8_t head[HEAD];
    uint8_t *frame;
    struct sums sums; /* what the next frame's go on from */
    uint32_t *open;   /* pages of frames since the last commit, and which frames */
    uint32_t n_open, cap_open;
    bool memory;
};

static bool note_open(struct reading *reading, uint32_t number, uint32_t frame) {
    if (reading->n_open + 2 > reading->cap_open) {
        uint32_t cap = reading->cap_open ? 2 * reading->cap_open : 64;
        uint32_t *grown = realloc(reading->open, cap * sizeof *grown);
        if (!grown) return false;
        reading->open = grown;
        reading->cap_open = cap;
    }
    reading->open[reading->n_open++] = number;
    reading->open[reading->n_open++] = frame;
    return true;
}

static bool take(struct wal *wal, uint32_t number, uint32_t frame) {
    if (number >= wal->pages) {
        uint32_t pages = number + number / 2 + 64;
        uint32_t *grown = realloc(wal->frame, pages * sizeof *grown);
        if (!grown) return false;
        memset(grown + wal->pages, 0, (pages - wal->pages) * sizeof *grown);
        wal->frame = grown;
        wal->pages = pages;
    }
    wal->frame[number] = frame;
    return true;
}

static bool commit(struct reading *reading, uint32_t size) {
    bool good = true;
    for (uint32_t i = 0; i < reading->n_open && good; i += 2)
        good = take(reading->wal, reading->open[i], reading->open[i + 1]);
    reading->n_open = 0;
    reading->wal->size = size;
    return good;
}

/* A frame of this log: is it whole? Those that come next go on from what stands in it in any case. */
static bool whole(struct reading *reading) {
    const bool of_big = big(reading->head) & 1;
    const uint8_t *frame = reading->frame;
    struct sums sums = add(reading->sums, of_big, frame, 8);
    sums = add(sums, of_big, frame + FRAME_HEAD, reading->wal->page_bytes);
    reading->sums = standing(frame + 16);
    return same(sums, frame + 16);
}

static void read_frames(struct reading *reading, uint32_t n) {
    struct wal *wal = reading->wal;
    uint32_t broken = 0; /* the first that is */
    uint32_t last = 0;   /* that ends a batch: what lies behind it was never committed */
    for (uint32_t i = 1; i <= n && reading->memory; i++) {
        if (!read_at(wal->fd, reading->frame, FRAME_HEAD + wal->page_bytes, place(wal->page_bytes, i))) break;
        const uint8_t *frame = reading->frame;
        uint32_t number = big(frame), size = big(frame + 4);
        bool ours = memcmp(frame + 8, reading->head + 16, 8) == 0;
        bool good = ours && whole(reading) && number >= 1 && number <= MAX_NUMBER;
        if (good && size) last = i;
        if (!good && !broken) broken = i;
        if (good) reading->memory = note_open(reading, number, i);
        if (good && size && reading->memory) reading->memory = commit(reading, size);
    }
    wal->lost = broken && last > broken ? (long)(last - broken) + 1 : 0;
}

static void read_log(struct wal *wal) {
    struct reading reading = {.wal = wal, .memory = true};
    if (!read_at(wal->fd, reading.head, HEAD, 0)) return;
    const uint32_t magic = big(reading.head), page_bytes = big(reading.head + 8);
    const off_t end = lseek(wal->fd, 0, SEEK_END);
    if ((magic & ~1u) != MAGIC || page_bytes < MIN_PAGE || page_bytes > MAX_PAGE || page_bytes & (page_bytes - 1)) return;
    wal->page_bytes = page_bytes;
    reading.sums = add((struct sums){0}, magic & 1, reading.head, 24);
    if (!same(reading.sums, reading.head + 24)) return;
    reading.frame = malloc(FRAME_HEAD + page_bytes);
    uint64_t n = (uint64_t)(end - HEAD) / (FRAME_HEAD + page_bytes);
    if (reading.frame) read_frames(&reading, n > UINT32_MAX ? UINT32_MAX : (uint32_t)n);
    free(reading.frame);
    free(reading.open);
}

struct wal wal_open(const char *path) {
    struct wal wal = {.fd = -1};
    size_t size = strlen(path) + 5;
    char *name = malloc(size);
    if (name) {
        snprintf(name, size, "%s-wal", path);
        wal.fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    }
    free(name);
    if (wal.fd >= 0) read_log(&wal);
    return wal;
}

void wal_close(struct wal *wal) {
    if (wal->fd >= 0) close(wal->fd);
    free(wal->frame);
    *wal = (struct wal){.fd = -1};
}

bool wal_page(const struct wal *wal, uint32_t number, uint8_t *page) {
    uint32_t frame = number < wal->pages ? wal->frame[number] : 0;
    return frame && read_at(wal->fd, page, wal->page_bytes, place(wal->page_bytes, frame) + FRAME_HEAD);
}
