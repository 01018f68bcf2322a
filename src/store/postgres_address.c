/* SPDX-License-Identifier: MIT */
/* postgres_address.c - the address of a PostgreSQL database: what of it may be shown, and what is wrong with it, without its password. */
#include <stdio.h>
#include <string.h>

#include "engine_text.h"
#include "error.h"
#include "postgres.h"

/* Can what is no part of a password be told from it? Where one of its letters is not written as an address wants it (`/`, `@`, `%`), the rest
 * of the password would be taken for a port or a name, and be shown. */
static bool is_clear(const PQconninfoOption *options) {
    bool clear = options != NULL;
    for (const PQconninfoOption *option = options; option && option->keyword; option++) {
        if (!option->val) continue;
        if (strcmp(option->keyword, "port") == 0) clear = clear && strspn(option->val, "0123456789,") == strlen(option->val);
        const bool host = strcmp(option->keyword, "host") == 0; /* "@name": a socket that is no file */
        if (host || strcmp(option->keyword, "dbname") == 0)
            clear = clear && !strchr(option->val + (host && option->val[0] == '@'), '@');
    }
    return clear;
}

/* postgresql://USER@HOST:PORT/DATABASE, as far as these are given: no password. */
char *postgres_where(const char *given) {
    static const char *const parts[] = {"user", "host", "port", "dbname"};
    static const char *const before[] = {"", "", ":", "/"};
    char words[400] = "postgresql://", *end = words + strlen(words);
    PQconninfoOption *options = PQconninfoParse(given, NULL);
    for (size_t i = 0; i < ALEA_LEN(parts) && is_clear(options); i++)
        for (const PQconninfoOption *option = options; option && option->keyword; option++)
            if (option->val && strcmp(option->keyword, parts[i]) == 0)
                end += snprintf(end, 90, "%s%.80s%s", before[i], option->val, i == 0 ? "@" : "");
    PQconninfoFree(options);
    return strdup(words);
}

/* What libpq says of an address may hold a part of its password; of an option that there is not it says the name. */
enum alea_err postgres_check_address(const struct postgres_store *postgres, struct alea_error *error) {
    static const char harmless[] = "invalid URI query parameter";
    char *words = NULL;
    PQconninfoOption *options = PQconninfoParse(postgres->store.address, &words);
    const char *rest = strchr(postgres->store.address, '?');
    const bool clear = is_clear(options);
    const bool told = words && strncmp(words, harmless, sizeof harmless - 1) == 0 && !(rest && strchr(rest, '@'));
    if (told) words[strcspn(words, "\n")] = 0;
    if (!clear)
        alea_fail(error, ALEA_ERR_IO, postgres->store.where,
                  told ? alea_reason(error, ENGINE_SAY_POSTGRES_NO_CONNECTION, words).at
                       : alea_reason(error, ENGINE_SAY_POSTGRES_BAD_ADDRESS).at);
    PQconninfoFree(options);
    PQfreemem(words);
    return clear ? ALEA_OK : ALEA_ERR_IO;
}
