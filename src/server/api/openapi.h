/* SPDX-License-Identifier: MIT */
/* openapi.h - docs/openapi.json, built into the program by tools/embed.py. */
#ifndef ALEA_SERVER_OPENAPI_H
#define ALEA_SERVER_OPENAPI_H

#include <stddef.h>

extern const unsigned char alea_openapi[];
extern const size_t alea_openapi_size;

#endif
