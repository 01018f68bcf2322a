/* SPDX-License-Identifier: MIT */
/* report.h - a result of the lab as one page that a person can send: HTML with its plots inside, and nothing to load. */
#ifndef ALEA_LAB_REPORT_H
#define ALEA_LAB_REPORT_H

#include "alea.h"

enum { LAB_MAX_RESULT_BYTES = 64 << 20, LAB_MAX_REPORT_BYTES = 32 << 20 };

/* Writes the page of the result file in those n bytes, in page->lang. Nothing in the file is trusted. `name` is for messages. */
ALEA_MUST_CHECK enum alea_err lab_report_write(const char *name, const char *bytes, size_t n, struct alea_text *page,
                                               struct alea_error *error);

#endif
