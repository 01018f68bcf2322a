/* SPDX-License-Identifier: MIT */
/* gmp.c - mini-gmp, and the functions on several fractions that it lacks. */
#include "gmp.h"

#include <stdarg.h>
#include <stddef.h>

#include "mini-gmp.c"
#include "mini-mpq.c"

void mpq_inits(mpq_t first, ...) {
    va_list others;
    va_start(others, first);
    for (mpq_ptr one = first; one; one = va_arg(others, mpq_ptr)) mpq_init(one);
    va_end(others);
}

void mpq_clears(mpq_t first, ...) {
    va_list others;
    va_start(others, first);
    for (mpq_ptr one = first; one; one = va_arg(others, mpq_ptr)) mpq_clear(one);
    va_end(others);
}
