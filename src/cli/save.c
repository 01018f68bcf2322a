/* SPDX-License-Identifier: MIT */
/* save.c - the game being played, kept after every move. */
#include "save.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

static void add_name(struct save *save, size_t n, const char *game) {
    char stamp[32] = "game";
    struct tm local;
    time_t now = time(NULL);
    if (localtime_r(&now, &local)) strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    snprintf(save->path + n, sizeof save->path - n, "%s-%s.alea", game, stamp);
    for (int i = 2; exists(save->path) && i < 1000; i++)
        snprintf(save->path + n, sizeof save->path - n, "%s-%s-%d.alea", game, stamp, i);
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

bool save_choose(const struct cli *cli, struct save *save, const char *path, bool own) {
    struct stat status;
    if (!*path || snprintf(save->path, sizeof save->path, "%s", path) >= (int)sizeof save->path - 1) {
        cli_bad_usage(cli, ALEA_LABEL_BAD_SAVE, path, NULL);
        return false;
    }
    save->replacing = !own && stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    return true;
}

/* Before a foreign file is replaced it gets a second name. */
static void keep_old(const struct cli *cli, struct save *save) {
    char kept[sizeof save->path + 1];
    save->replacing = false;
    snprintf(kept, sizeof kept, "%s~", save->path);
    unlink(kept);
    if (link(save->path, kept) == 0) cli_say(cli, ALEA_LABEL_KEPT_OLD, save->path, kept, NULL);
}

int save_match_to(const struct cli *cli, const char *path, const struct alea_match *match) {
    struct alea_text text;
    alea_text_init(&text, ALEA_MAX_TRANSCRIPT_BYTES, cli->lang);
    alea_transcript_write(match, 0, &text);
    int failed = text.cut ? EFBIG : !text.at ? ENOMEM : cli_file_write(path, text.at, text.len, true);
    alea_text_clear(&text);
    return failed;
}

void save_match(const struct cli *cli, struct save *save, const struct alea_match *match) {
    if (save->replacing) keep_old(cli, save);
    int before = save->failed;
    save->failed = save_match_to(cli, save->path, match);
    if (save->failed && save->failed != before)
        cli_wrong(cli, ALEA_LABEL_NOT_SAVED, save->path, strerror(save->failed), NULL);
    else if (!save->failed && before) cli_say(cli, ALEA_LABEL_SAVED_AGAIN, save->path, NULL);
}
