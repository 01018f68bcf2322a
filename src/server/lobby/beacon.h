/* SPDX-License-Identifier: MIT */
/* beacon.h - from where rounds of a public beacon come: for the command line. */
#ifndef ALEA_SERVER_BEACON_H
#define ALEA_SERVER_BEACON_H

#include <stdbool.h>

/* "https://api.drand.sh": https, or http on this machine alone. */
bool beacon_address_good(const char *address);

#endif
