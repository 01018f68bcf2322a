/* SPDX-License-Identifier: MIT */
/* bind.c - the socket that listens, and the address by which others reach it. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine_text.h"
#include "error.h"
#include "net.h"

enum { PRIVILEGED = 1024, MAX_HOST = 256 };

/* Why not, and what to do about it. */
static struct alea_reason why(const struct alea_error *error, int failed, int port) {
    if (failed == EADDRINUSE) return alea_reason(error, ENGINE_SAY_PORT_TAKEN);
    if (failed == EADDRNOTAVAIL) return alea_reason(error, ENGINE_SAY_PORT_OTHER_MACHINE);
    if (failed == EACCES && port > 0 && port < PRIVILEGED) return alea_reason(error, ENGINE_SAY_PORT_RESERVED);
    return alea_reason(error, ENGINE_SAY_PORT_SYSTEM, strerror(failed));
}

/* 0, or errno. Connections inherit TCP_NODELAY. */
static int open_socket(const struct addrinfo *info, int *out) {
    int on = 1, off = 0, failed = 0, fd = socket(info->ai_family, SOCK_STREAM, 0);
    if (fd < 0) return errno;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (info->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, info->ai_addr, info->ai_addrlen) || listen(fd, SOMAXCONN)) failed = errno;
    int flags = failed ? 0 : fcntl(fd, F_GETFL);
    if (!failed && (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK))) failed = errno;
    if (failed) close(fd);
    else *out = fd;
    return failed;
}

static int port_of(int fd, int otherwise) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    char digits[8];
    if (getsockname(fd, (struct sockaddr *)&address, &size) ||
        getnameinfo((const struct sockaddr *)&address, size, NULL, 0, digits, sizeof digits, NI_NUMERICSERV))
        return otherwise;
    int port = 0;
    for (const char *at = digits; *at; at++) port = port * 10 + (*at - '0');
    return port;
}

/* 0, or errno; -1 if there is no such address at all. */
static int try_port(const char *address, int port, int *fd) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char digits[12];
    snprintf(digits, sizeof digits, "%d", port);
    if (getaddrinfo(address, digits, &hints, &found)) return -1;
    int failed = open_socket(found, fd);
    freeaddrinfo(found);
    return failed;
}

int net_bind(const char *address, int *port, int more_ports, struct alea_error *error) {
    int fd = -1, failed = EADDRINUSE;
    for (int i = 0; i <= more_ports && failed == EADDRINUSE; i++) failed = try_port(address, *port + i, &fd);
    if (!failed) {
        *port = port_of(fd, *port);
        return fd;
    }
    char what[MAX_HOST + 16];
    bool v6 = strchr(address, ':');
    snprintf(what, sizeof what, "%s%.200s%s:%d", v6 ? "[" : "", address, v6 ? "]" : "", *port);
    if (failed == -1) alea_fail(error, ALEA_ERR_IO, what, alea_reason(error, ENGINE_SAY_PORT_NO_ADDRESS).at);
    else alea_fail(error, ALEA_ERR_IO, what, why(error, failed, *port).at);
    return -1;
}

/* The address that this machine has in its network: that from which a packet to the outside would go. None is sent. */
static bool own_address(char host[MAX_HOST]) {
    const struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *outside = NULL;
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    if (getaddrinfo("192.0.2.1", "9", &hints, &outside)) return false;
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    bool good = fd >= 0 && !connect(fd, outside->ai_addr, outside->ai_addrlen) &&
                !getsockname(fd, (struct sockaddr *)&own, &size) &&
                !getnameinfo((const struct sockaddr *)&own, size, host, MAX_HOST, NULL, 0, NI_NUMERICHOST);
    if (fd >= 0) close(fd);
    freeaddrinfo(outside);
    return good;
}

void net_url(const char *address, int port, char *url, size_t size) {
    char host[MAX_HOST];
    bool anywhere = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    if (!anywhere || !own_address(host)) snprintf(host, sizeof host, "%s", anywhere ? "127.0.0.1" : address);
    bool v6 = strchr(host, ':');
    snprintf(url, size, "http://%s%s%s:%d", v6 ? "[" : "", host, v6 ? "]" : "", port);
}
