/* SPDX-License-Identifier: MIT */
/* save.c - the game being played, kept after every move. */
#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "now.h"

enum { MAX_KEPT = 1000 };

/* Reserves the name, so that no other match that begins in the same second takes it. What fails here fails again, and is
 * told, at the first save. */
static bool reserve(struct save *save) {
    int fd = open(save->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return errno != EEXIST;
    close(fd);
    save->reserved = true;
    return true;
}

static void add_name(struct save *save, size_t n, const char *game) {
    char stamp[32] = "game";
    struct tm local;
    const time_t now = alea_wall_ms() / 1000;
    if (localtime_r(&now, &local)) strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    snprintf(save->path + n, sizeof save->path - n, "%s-%s.alea", game, stamp);
    for (int i = 2; !reserve(save); i++) snprintf(save->path + n, sizeof save->path - n, "%s-%s-%d.alea", game, stamp, i);
}

void save_name(struct save *save, const char *game) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    enum { ROOM = 256 }; /* for the name */
    int n = 0;
    if (state && state[0] == '/') n = snprintf(save->path, sizeof save->path, "%s/alea", state);
    else if (home && home[0] == '/') n = snprintf(save->path, sizeof save->path, "%s/.local/state/alea", home);
    if (n <= 0 || n > (int)sizeof save->path - ROOM) n = snprintf(save->path, sizeof save->path, ".");
    cli_make_folders(save->path); /* what fails here fails again, and is told, at the first save */
    save->path[n] = '/';
    add_name(save, (size_t)n + 1, game);
}

static bool hash_file(const char *path, uint8_t hash[ALEA_HASH_BYTES]) {
    crypto_generichash_state state;
    unsigned char bytes[1 << 14];
    ssize_t n = -1;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    crypto_generichash_init(&state, NULL, 0, ALEA_HASH_BYTES);
    while ((n = read(fd, bytes, sizeof bytes)) > 0) crypto_generichash_update(&state, bytes, (size_t)n);
    crypto_generichash_final(&state, hash, ALEA_HASH_BYTES);
    close(fd);
    return n == 0;
}

static bool is_file(const char *path, struct stat *status) { return stat(path, status) == 0 && S_ISREG(status->st_mode); }

static struct seen look_at(const char *path) {
    struct seen seen = {.there = false};
    seen.there = is_file(path, &seen.status) && hash_file(path, seen.hash);
    return seen;
}

static bool untouched(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Another session on the same match, or another Master over a shared folder: what they made is not in this one. Who wrote the same once more,
 * as at the beginning of a session, has made nothing. */
static bool others_wrote(struct save *save) {
    struct stat status;
    if (!save->seen.there || stat(save->path, &status) || untouched(&status, &save->seen.status)) return false;
    const struct seen now = look_at(save->path);
    if (!now.there) return false;
    if (memcmp(now.hash, save->seen.hash, sizeof now.hash) != 0) return true;
    save->seen = now;
    return false;
}

bool save_choose(const struct cli *cli, struct save *save, const char *path, bool own) {
    if (!*path || snprintf(save->path, sizeof save->path, "%s", path) >= (int)sizeof save->path - 1) {
        cli_bad_usage(cli, ALEA_LABEL_BAD_SAVE, path, NULL);
        return false;
    }
    const struct seen found = look_at(path);
    save->replacing = !own && found.there && found.status.st_size > 0;
    if (own) save->seen = found;
    return true;
}

/* Before a foreign file is replaced its content gets a second name, which nobody had. 0 or errno: then it must stay. */
static int keep_old(const struct cli *cli, struct save *save, int why) {
    char kept[sizeof save->path + 16];
    int failed = EEXIST;
    for (int i = 1; failed == EEXIST && i <= MAX_KEPT; i++) {
        if (i == 1) snprintf(kept, sizeof kept, "%s~", save->path);
        else snprintf(kept, sizeof kept, "%s~%d", save->path, i);
        failed = linkat(AT_FDCWD, save->path, AT_FDCWD, kept, AT_SYMLINK_FOLLOW) ? errno : 0;
    }
    save->replacing = failed && failed != ENOENT; /* it may be gone by now */
    if (!failed) cli_say(cli, why, save->path, kept, NULL);
    return save->replacing ? failed : 0;
}

int save_match_to(const struct cli *cli, const char *path, const struct alea_match *match, unsigned flags,
                  uint8_t hash[ALEA_HASH_BYTES]) {
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, cli->lang);
    alea_transcript_write(match, flags, &text);
    int failed = text.truncated ? EFBIG : !text.at ? ENOMEM : cli_file_write(path, text.at, text.len, true);
    if (!failed && hash) crypto_generichash(hash, ALEA_HASH_BYTES, (const unsigned char *)text.at, text.len, NULL, 0);
    alea_text_clear(&text);
    return failed;
}

void save_match(const struct cli *cli, struct save *save, const struct alea_match *match) {
    int before = save->failed;
    const bool meanwhile = others_wrote(save);
    save->replacing |= meanwhile;
    bool unkept = save->replacing &&
                  (save->failed = keep_old(cli, save, meanwhile ? ALEA_LABEL_OTHERS_WROTE : ALEA_LABEL_KEPT_OLD)) != 0;
    if (!unkept) save->failed = save_match_to(cli, save->path, match, ALEA_TRANSCRIPT_FACES, save->seen.hash);
    if (!save->failed) save->reserved = false, save->seen.there = is_file(save->path, &save->seen.status);
    if (save->failed && save->failed != before)
        cli_wrong(cli, unkept ? ALEA_LABEL_NOT_KEPT : ALEA_LABEL_NOT_SAVED, save->path, cli_reason(cli, save->failed), NULL);
    else if (!save->failed && before) cli_say(cli, ALEA_LABEL_SAVED_AGAIN, save->path, NULL);
}

void save_give_up(struct save *save) {
    if (save->reserved) unlink(save->path);
    save->reserved = false;
}
