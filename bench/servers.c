/* SPDX-License-Identifier: MIT */
/* servers.c - see servers.h. */
#include "servers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SPREAD_S = 6 /* until several processes have shared the matches out */ };

_Noreturn void die(const char *what) {
    fprintf(stderr, "bench: %s: %s\n", what, errno ? strerror(errno) : "failed");
    exit(1);
}

static struct server {
    pid_t pid;
    int port;
} servers[MAX_PROCESSES];
static int n_servers, n_dialed;

static int free_port(void) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || getsockname(fd, (struct sockaddr *)&at, &size) != 0)
        die("no free port");
    close(fd);
    return ntohs(at.sin_port);
}

static void start_server(const struct options *options) {
    char listen[32], peers[32];
    const bool several = options->processes > 1;
    const int port = free_port();
    snprintf(listen, sizeof listen, "127.0.0.1:%d", port);
    snprintf(peers, sizeof peers, "127.0.0.1:%d", free_port());
    pid_t child = fork();
    if (child < 0) die("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);                      /* it does not outlive us */
        setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0); /* as deploy/alea@.service has it; "" measures without */
        execl(options->alea, options->alea, "serve", "--db", options->db, "--listen", listen, "--trust-loopback",
              "--max-connections", "60000", "--metrics", "none", "--log", "-", several ? "--peer-listen" : (char *)NULL,
              peers, (char *)NULL);
        die(options->alea);
    }
    servers[n_servers++] = (struct server){child, port};
}

int dial_from(int address) {
    const int port = servers[n_dialed++ % n_servers].port;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)}, from = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)address);
    /* The port is chosen when it is known where to: else each would be looked for among all that are taken. */
    if (fd < 0 || setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one) != 0 ||
        (address && bind(fd, (struct sockaddr *)&from, sizeof from) != 0))
        die("socket");
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

int dial(void) { return dial_from(0); }

void start_servers(const struct options *options) {
    n_servers = 0;
    for (int i = 0; i < options->processes; i++) {
        int fd = -1;
        start_server(options);
        for (int try = 0; try < 200 && fd < 0; try++) {
            nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
            n_dialed = i;
            fd = dial();
        }
        if (fd < 0) die("a server does not listen");
        close(fd);
    }
    if (options->processes > 1) sleep(SPREAD_S);
}

void stop_servers(void) {
    for (int i = 0; i < n_servers; i++) kill(servers[i].pid, SIGTERM);
    for (int i = 0; i < n_servers; i++) waitpid(servers[i].pid, NULL, 0);
}

/* A number of a file in /proc/PID: VmRSS of status in kB, write_bytes of io. */
static long long number_of(pid_t pid, const char *name, const char *key) {
    char path[64], line[256];
    long long found = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0) found = strtoll(line + strlen(key), NULL, 10);
    if (file) fclose(file);
    return found;
}

long long number_of_servers(const char *name, const char *key) {
    long long sum = 0;
    for (int i = 0; i < n_servers; i++) sum += number_of(servers[i].pid, name, key);
    return sum;
}

long memory(void) { return (long)number_of_servers("status", "VmRSS:"); }

/* Seconds of a processor: of all threads, or of the main one. */
static double cpu_seconds(pid_t pid, bool main_one) {
    char path[64], line[1024];
    unsigned long user = 0, kernel = 0;
    if (main_one) snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)pid, (int)pid);
    else snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file)) {
        char *at = strrchr(line, ')'); /* fields 14 and 15, counted from the one before the bracket */
        for (int field = 2; at && field < 14; field++) at = strchr(at + 1, ' ');
        if (at) user = strtoul(at, &at, 10), kernel = strtoul(at, NULL, 10);
    }
    if (file) fclose(file);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

double cpu_of_servers(bool main_one) {
    double sum = 0;
    for (int i = 0; i < n_servers; i++) sum += cpu_seconds(servers[i].pid, main_one);
    return sum;
}
