/* SPDX-License-Identifier: MIT */
/* salvage.h - the rows of a damaged file in the tables where they belong: what recover.c then makes a store of. */
#ifndef ALEA_STORE_SALVAGE_H
#define ALEA_STORE_SALVAGE_H

#include "pages.h"
#include "sqlite.h"

/* Makes a database at `path`, an empty file, of each row of `damaged` that one of our tables would take; a row goes by what is in it, so
 * that a page is of use whatever led to it. Of rows with one key the first stays. What points at nothing is not looked at. Ids of
 * matches whose own row is lost stand in the table `ids`, from the index of them, as far as that can be read. */
ALEA_MUST_CHECK enum alea_err salvage(const char *damaged, const char *where, const char *path, struct pages_found *found,
                                      struct alea_error *error);

#endif
