/* SPDX-License-Identifier: MIT */
/* bot_title.h - what bots at tables are called. */
#ifndef ALEA_BOT_TITLE_H
#define ALEA_BOT_TITLE_H

#include "alea.h"

enum { BOT_TITLE = 48 };

/* "Hard bot", as the page says, or "Bot NAME" for one that is no level; in `room` where it has to be made. */
const char *bot_title(const char *bot, enum alea_lang lang, char room[BOT_TITLE]);

#endif
