/* SPDX-License-Identifier: MIT */
/* agreement.c - what is asked of a whole table: of whom, how long it stands, and what a restart must find again of it. */
#include <string.h>

#include "table_internal.h"

static const char *const whats[] = {
    [AGREE_NONE] = "none", [AGREE_REWIND] = "rewind", [AGREE_PAUSE] = "pause", [AGREE_GO_ON] = "go_on", [AGREE_END] = "end"};
static const char *const takebacks[] = {[TAKEBACKS_ALL] = "all", [TAKEBACKS_CREATOR] = "creator", [TAKEBACKS_NONE] = "none"};

const char *agreement_name(enum agreement_what what) { return whats[what]; }

const char *takebacks_name(enum takebacks who) { return takebacks[who]; }

/* The number of a word of n, 0 if it is none of them. */
static int find(const char *const words[], int n, const char *word) {
    int i = word ? n - 1 : 0;
    while (i > 0 && strcmp(words[i], word) != 0) i--;
    return i;
}

enum takebacks takebacks_read(const char *word) { return (enum takebacks)find(takebacks, ALEA_LEN(takebacks), word); }

void agreement_write(const struct agreement *agreement, struct alea_text *text) {
    if (agreement->number == 0) return;
    alea_text_addf(text,
                   ",\"agreement\":{\"number\":%ld,\"what\":\"%s\",\"seat\":%d,\"target\":%ld,\"asked\":%ld,\"winner\":%d,"
                   "\"yes\":%llu,\"no\":%llu}",
                   agreement->number, whats[agreement->what], agreement->seat, agreement->target, agreement->asked,
                   agreement->winner, (unsigned long long)agreement->yes, (unsigned long long)agreement->no);
}

static long number(const json_t *json, const char *key) { return (long)json_integer_value(json_object_get(json, key)); }

bool agreement_read(const json_t *json, int seats, struct agreement *agreement) {
    const alea_actors all = ((alea_actors)1 << seats) - 1;
    *agreement = (struct agreement){.what = AGREE_NONE};
    if (!json) return true;
    const long seat = number(json, "seat"), winner = number(json, "winner");
    if (seat < 0 || seat >= seats || winner < 0 || winner >= seats || number(json, "target") < 0) return false;
    *agreement = (struct agreement){
        .what = (enum agreement_what)find(whats, ALEA_LEN(whats), json_string_value(json_object_get(json, "what"))),
        .number = number(json, "number"),
        .seat = (int)seat,
        .winner = (int)winner,
        .target = number(json, "target"),
        .asked = number(json, "asked"),
        .yes = (alea_actors)json_integer_value(json_object_get(json, "yes")) & all,
        .no = (alea_actors)json_integer_value(json_object_get(json, "no")) & all,
    };
    return agreement->number > 0;
}

/* ---- Of whom it is asked, and how long ---------------------------------------------------------------------------------------------------- */

alea_actors agreement_people(const struct table *table) {
    alea_actors people = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (strcmp(table->seat[seat].who, "human") == 0) people |= alea_actor(seat);
    return people;
}

/* Who takes something from all, the play or the result, asks all; what stops the clocks for a while, more than half. Bots follow. */
int agreement_needs(const struct table *table, enum agreement_what what) {
    const int people = __builtin_popcountll(agreement_people(table));
    return what == AGREE_PAUSE || what == AGREE_GO_ON ? people / 2 + 1 : people;
}

/* Somebody else sits there: what the person before agreed to binds nobody, and what it asked nobody asks any more. */
void agreement_reseated(struct table *table, int seat) {
    struct agreement *agreement = &table->agreement;
    if (agreement->seat == seat) agreement->what = AGREE_NONE;
    agreement->yes &= ~alea_actor(seat);
    agreement->no &= ~alea_actor(seat);
}
