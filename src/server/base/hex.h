/* SPDX-License-Identifier: MIT */
/* hex.h - bytes that are written as hexadecimal digits. */
#ifndef ALEA_SERVER_HEX_H
#define ALEA_SERVER_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exactly n bytes, of as many pairs of digits. False: there are other characters, more or fewer; NULL is none. */
bool hex_read(const char *words, uint8_t *bytes, size_t n);

#endif
