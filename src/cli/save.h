/* SPDX-License-Identifier: MIT */
/* save.h - where the game being played is kept. */
#ifndef ALEA_CLI_SAVE_H
#define ALEA_CLI_SAVE_H

#include <sys/stat.h>

#include "cli.h"

/* A file as it was looked at; `there` false: none that could be kept. */
struct seen {
    bool there;
    struct stat status;
    uint8_t hash[ALEA_HASH_BYTES];
};

struct save {
    char path[4096];
    int failed;       /* errno of the last try; 0 if it went well */
    bool replacing;   /* a foreign file stands there: it is kept as PATH~ before the first save */
    bool reserved;    /* an empty file holds the name until the first save */
    struct seen seen; /* what stood there when this program wrote or began with it */
};

/* A new name in the folder for games that nobody named: ${XDG_STATE_HOME:-~/.local/state}/alea/GAME-DATE-TIME.alea. */
void save_name(struct save *save, const char *game);
/* The file asked for. `own` if it holds this very game. False after a complaint. */
bool save_choose(const struct cli *cli, struct save *save, const char *path, bool own);
/* Puts the match there. A failure is complained about once for each cause, and told when it is over. */
void save_match(const struct cli *cli, struct save *save, const struct alea_match *match);
/* At the end: takes the reserved name back if nothing could be saved. */
void save_give_up(struct save *save);
/* The same to any other file, as alea_transcript_write() does by `flags`. `hash` of what was written; NULL: nobody asks. 0 or errno. */
int save_match_to(const struct cli *cli, const char *path, const struct alea_match *match, unsigned flags,
                  uint8_t hash[ALEA_HASH_BYTES]);

#endif
