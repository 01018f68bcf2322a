/* SPDX-License-Identifier: MIT */
/* bot_title.c - the levels by their names, in both languages. */
#include "bot_title.h"

#include <stdio.h>
#include <string.h>

#include "engine_text.h"

static const struct {
    const char *bot, *in[ALEA_LANGS];
} titles[] = {
    {"beginner", {ENGINE_SAY_BOT_TITLE_BEGINNER}}, {"easy", {ENGINE_SAY_BOT_TITLE_EASY}},
    {"normal", {ENGINE_SAY_BOT_TITLE_NORMAL}},     {"hard", {ENGINE_SAY_BOT_TITLE_HARD}},
    {"expert", {ENGINE_SAY_BOT_TITLE_EXPERT}},     {"greedy", {ENGINE_SAY_BOT_TITLE_GREEDY}},
};

const char *bot_title(const char *bot, enum alea_lang lang, char room[BOT_TITLE]) {
    for (size_t i = 0; i < ALEA_LEN(titles); i++)
        if (strcmp(bot, titles[i].bot) == 0) return titles[i].in[lang];
    snprintf(room, BOT_TITLE, "Bot %s", bot);
    return room;
}
