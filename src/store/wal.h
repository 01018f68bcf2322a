/* SPDX-License-Identifier: MIT */
/* wal.h - the log that SQLite keeps beside a database (sqlite.org/fileformat2.html, section 4), read frame by frame. */
#ifndef ALEA_STORE_WAL_H
#define ALEA_STORE_WAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The newest frame of each page. */
struct wal {
    int fd; /* -1: there is no log */
    uint32_t page_bytes;
    uint32_t *frame; /* by page number: which frame, from 1; 0: none */
    uint32_t pages;  /* how many there is room for */
    uint32_t size;   /* pages of the database after the last commit; 0: unknown */
    long lost;       /* frames behind a broken one, and it */
};

/* Reads the log beside that database. Frames behind a broken one are taken as far as they prove to be whole: each frame's checksum
 * goes on from the one that stands in the frame before. An empty log if there is none, or memory is short. */
struct wal wal_open(const char *path);
void wal_close(struct wal *wal);
/* The bytes of a page; false if the log does not have it. */
bool wal_page(const struct wal *wal, uint32_t number, uint8_t *page);

#endif
