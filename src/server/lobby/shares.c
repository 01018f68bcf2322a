/* SPDX-License-Identifier: MIT */
/* shares.c - of several processes over one store: which matches are served here, as long as the lease lasts. */
#include "now.h"
#include "table_internal.h"

/* A clock of this machine alone, which never jumps, and goes on while the machine sleeps. */
int64_t lobby_lease_now(void) { return alea_now_of(CLOCK_BOOTTIME) / 1000000; }

void lobby_lease(struct lobby *lobby, int64_t until) { lobby->lease_until = until; }

bool lobby_is_leased(const struct lobby *lobby) { return !lobby->options.several || lobby_lease_now() < lobby->lease_until; }

bool lobby_has(const struct lobby *lobby, const char *id) {
    if (!lobby->options.several) return true;
    return lobby->shares & share_bit(share_of_match(id)) && lobby_is_leased(lobby);
}

shares lobby_shares(const struct lobby *lobby) { return lobby_is_leased(lobby) ? lobby->shares : 0; }
