/* SPDX-License-Identifier: MIT */
/* lease.h - this process among several that serve one database: a thread keeps its place there (processes.h), the loop takes up and leaves
 * what that means. */
#ifndef ALEA_SERVER_LEASE_H
#define ALEA_SERVER_LEASE_H

#include "log.h"
#include "table.h"

struct lease;

struct lease_options {
    const char *store;   /* address of the database */
    const char *address; /* at which others reach this process */
    struct log *log;     /* used by the loop's thread alone */
    void (*wake)(void *context);
    void *context;
};

/* Joins the others, and begins. NULL after *error says why not. */
struct lease *lease_new(const struct lease_options *options, struct alea_error *error);
/* In the loop, right behind lobby_turn(), when no batch is open: takes up shares, gives them up, loses them. */
void lease_turn(struct lease *lease, struct lobby *lobby, int64_t now);
/* All shares go to others now, and none come again. False: not yet, call it again in the next turn. */
bool lease_give_all(struct lease *lease, struct lobby *lobby);
int64_t lease_number(const struct lease *lease);
const uint8_t *lease_secret(const struct lease *lease); /* PROCESS_SECRET_BYTES */
/* What the database said last; `version` is another after each change. */
const struct process_map *lease_map(const struct lease *lease);
uint64_t lease_version(const struct lease *lease);
/* Whose the share is; NULL: nobody's now, or it is not known. */
const struct process *lease_owner(const struct lease *lease, int share);
/* Gives up what is left, and ends; NULL is allowed. The lobby has nothing any more. */
void lease_free(struct lease *lease);

#endif
