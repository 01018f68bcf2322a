/* SPDX-License-Identifier: MIT */
/* sqlite.c - the store in one SQLite file. */
#include "store.h"
