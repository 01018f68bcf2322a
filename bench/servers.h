/* SPDX-License-Identifier: MIT */
/* servers.h - the servers that serve.c measures: started over one database, each on a port of its own. */
#ifndef ALEA_BENCH_SERVERS_H
#define ALEA_BENCH_SERVERS_H

#include <stdbool.h>

enum { MAX_PROCESSES = 8 };

struct options {
    const char *alea, *game, *db;
    int matches, seats, seconds, rate; /* rate: moves a second of all; 0: as fast as answers come */
    int idle, sockets, processes;
};

/* Says why, and ends the program. */
_Noreturn void die(const char *what);

void start_servers(const struct options *options); /* returns when all answer */
void stop_servers(void);
/* A connection to the next server in turn, from one of the many addresses of this machine: 0 is 127.0.0.1. -1: there is none. */
int dial_from(int address);
int dial(void);
/* A number of a file in /proc/PID, of all servers together: VmRSS of status in kB, write_bytes of io. */
long long number_of_servers(const char *name, const char *key);
long memory(void);                    /* of all servers, KiB */
double cpu_of_servers(bool main_one); /* seconds of a processor: of all threads, or of the main ones */

#endif
