/* SPDX-License-Identifier: MIT */
/* report_style.h - the style of the page: src/lab/report.css, put into the program when building. */
#ifndef ALEA_LAB_REPORT_STYLE_H
#define ALEA_LAB_REPORT_STYLE_H

#include <stddef.h>

extern const unsigned char alea_report_style[];
extern const size_t alea_report_style_size;

#endif
