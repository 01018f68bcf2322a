/* SPDX-License-Identifier: MIT */
/* bot.c - the bots that there are. */
#include "bot.h"

#include <string.h>

static const struct alea_bot *const bots[] = {&alea_bot_greedy, &alea_bot_idle, &alea_bot_random};

const struct alea_bot *alea_bot_at(int index) { return index >= 0 && index < (int)ALEA_LEN(bots) ? bots[index] : NULL; }

const struct alea_bot *alea_bot_find(const char *name) {
    for (size_t i = 0; i < ALEA_LEN(bots); i++)
        if (strcmp(bots[i]->name, name) == 0) return bots[i];
    return NULL;
}
