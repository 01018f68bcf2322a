/* SPDX-License-Identifier: MIT */
/* file.c - reading files with a ceiling, and putting files in place whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { MAX_PATH = 4096, MAX_ATTEMPTS = 100, MAX_LINKS = 32 };

/* ---- In words -------------------------------------------------------------------------------------------------------- */

const char *cli_reason(const struct cli *cli, int failed) {
    static const struct {
        int code, label;
    } reasons[] = {
        {ENOENT, ALEA_LABEL_REASON_MISSING},  {EACCES, ALEA_LABEL_REASON_FORBIDDEN},  {EPERM, ALEA_LABEL_REASON_FORBIDDEN},
        {EISDIR, ALEA_LABEL_REASON_FOLDER},   {ENOTDIR, ALEA_LABEL_REASON_NO_FOLDER}, {EEXIST, ALEA_LABEL_REASON_THERE},
        {ENOSPC, ALEA_LABEL_REASON_FULL},     {EDQUOT, ALEA_LABEL_REASON_FULL},       {EFBIG, ALEA_LABEL_REASON_LARGE},
        {EROFS, ALEA_LABEL_REASON_READ_ONLY}, {ENAMETOOLONG, ALEA_LABEL_REASON_NAME}, {ELOOP, ALEA_LABEL_REASON_LOOP},
        {EIO, ALEA_LABEL_REASON_DEVICE},      {EPIPE, ALEA_LABEL_REASON_PIPE},        {ENOMEM, ALEA_LABEL_NO_MEMORY},
    };
    for (size_t i = 0; i < ALEA_LEN(reasons); i++)
        if (reasons[i].code == failed) return cli_words(cli, reasons[i].label);
    return strerror(failed);
}

void cli_quote(struct alea_text *text, const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./~-+,@%";
    if (*path && *path != '~' && !path[strspn(path, plain)]) {
        alea_text_add(text, path);
        return;
    }
    alea_text_add(text, "'");
    for (; *path; path++) {
        if (*path == '\'') alea_text_add(text, "'\\''");
        else alea_text_addf(text, "%c", *path);
    }
    alea_text_add(text, "'");
}

/* ---- Reading --------------------------------------------------------------------------------------------------------- */

/* Reads up to max + 1 bytes. 0 or errno. */
static int read_all(int fd, size_t max, struct cli_file *file) {
    size_t cap = 64 * 1024;
    for (;;) {
        char *grown = file->n + 1 >= cap || !file->bytes ? realloc(file->bytes, cap *= 2) : file->bytes;
        if (!grown) return ENOMEM;
        file->bytes = grown;
        size_t room = cap - file->n - 1;
        ssize_t n = read(fd, file->bytes + file->n, room);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        file->n += (size_t)n;
        file->bytes[file->n] = 0;
        if (n == 0 || file->n > max) return 0;
    }
}

static int open_for_reading(const char *path) {
    if (strcmp(path, "-") == 0) return dup(STDIN_FILENO);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat status;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(fd);
        errno = EISDIR;
        return -1;
    }
    return fd;
}

bool cli_file_read(const struct cli *cli, const char *path, size_t max, struct cli_file *file) {
    *file = (struct cli_file){.name = path};
    int fd = open_for_reading(path), failed = fd < 0 ? errno : 0;
    if (fd >= 0) {
        failed = read_all(fd, max, file);
        close(fd);
    }
    if (failed) {
        cli_wrong(cli, ALEA_LABEL_CANT_READ, path, cli_reason(cli, failed), NULL);
    } else if (file->n > max) {
        cli_wrong(cli, ALEA_LABEL_FILE_TOO_LARGE, path, cli_digits((long long)max).at, NULL);
        failed = EFBIG;
    }
    if (failed) cli_file_clear(file);
    return !failed;
}

void cli_file_clear(struct cli_file *file) {
    free(file->bytes);
    *file = (struct cli_file){0};
}

/* ---- Writing --------------------------------------------------------------------------------------------------------- */

/* Writes all and closes. 0 or errno. */
static int write_all(int fd, const char *bytes, size_t n, bool durable) {
    int failed = 0;
    while (n > 0 && !failed) {
        ssize_t written = write(fd, bytes, n);
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            failed = written == 0 ? EIO : errno;
        }
    }
    if (!failed && durable && fsync(fd) && errno != EINVAL && errno != EROFS) failed = errno;
    if (close(fd) && !failed) failed = errno;
    return failed;
}

/* The folder entry itself must reach the disk too. A file system that can't is not our business. */
static void flush_folder(const char *path) {
    char folder[MAX_PATH];
    const char *slash = strrchr(path, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    else snprintf(folder, sizeof folder, ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

/* Opens a new file beside `path`, whose name goes into `beside`, with the mode of the one that it will replace. -1 with
 * errno on failure. */
static int open_beside(const char *path, char beside[MAX_PATH], const struct stat *old) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        int n = snprintf(beside, MAX_PATH, "%.*s.%.200s.%ld-%d", (int)(name - path), path, name, (long)getpid(), attempt);
        if (n >= MAX_PATH) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 && old && fchmod(fd, old->st_mode & 0777)) errno = 0; /* a file system without modes */
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Follows links, so that a file reached by a link is replaced and the link stays. Links into nowhere are followed too. */
static int follow_links(const char *path, char target[MAX_PATH]) {
    char link[MAX_PATH], next[MAX_PATH];
    if (snprintf(target, MAX_PATH, "%s", path) >= MAX_PATH) return ENAMETOOLONG;
    for (int depth = 0; depth < MAX_LINKS; depth++) {
        ssize_t n = readlink(target, link, sizeof link - 1);
        if (n < 0) return 0; /* no link: here it ends */
        link[n] = 0;
        const char *slash = link[0] == '/' ? NULL : strrchr(target, '/');
        int folder = slash ? (int)(slash + 1 - target) : 0;
        if (snprintf(next, sizeof next, "%.*s%s", folder, target, link) >= MAX_PATH) return ENAMETOOLONG;
        memcpy(target, next, sizeof next);
    }
    return ELOOP;
}

static int replace(const char *target, const struct stat *old, const char *bytes, size_t n, bool durable) {
    char beside[MAX_PATH];
    if (old && access(target, W_OK)) return errno; /* a rename would get round the protection */
    int fd = open_beside(target, beside, old);
    if (fd < 0) return errno;
    int failed = write_all(fd, bytes, n, durable);
    if (!failed && rename(beside, target)) failed = errno;
    if (failed) unlink(beside);
    else if (durable) flush_folder(target);
    return failed;
}

int cli_file_write(const char *path, const char *bytes, size_t n, bool durable) {
    char target[MAX_PATH];
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) return EISDIR;
    if (exists && !S_ISREG(status.st_mode)) { /* a pipe, say: what /dev/stdout leads to has no name of its own then */
        int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (fd >= 0) (void)fcntl(fd, F_SETFL, O_WRONLY); /* nobody is waited for at the opening; whoever reads slowly is */
        return fd < 0 ? errno : write_all(fd, bytes, n, false);
    }
    int failed = follow_links(path, target);
    return failed ? failed : replace(target, exists ? &status : NULL, bytes, n, durable);
}

int cli_make_folders(const char *path) {
    char part[MAX_PATH];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part) return ENAMETOOLONG;
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at) continue;
        char kept = *at;
        *at = 0;
        if (mkdir(part, 0777) && errno != EEXIST) return errno;
        *at = kept;
        if (!kept) break;
    }
    struct stat status;
    if (stat(path, &status)) return errno;
    return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}
