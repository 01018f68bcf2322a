/* SPDX-License-Identifier: MIT */
/* say.h - what the files that put a position into words share: text.c the board and the prompt, text_tables.c markets,
 * projects and the map as a table, text_battle.c cards, text_forecast.c what the end of the round will cost, text_warn.c what a
 * move does to that, text_remark.c what stands beside a choice. */
#ifndef ALEA_POLIS_SAY_H
#define ALEA_POLIS_SAY_H

#include "polis_internal.h"

const char *polis_label(const struct alea_text *text, int id);
/* The words of a label, its holes filled with up to three numbers. */
void polis_say(struct alea_text *text, int id, int a, int b, int c);
void polis_say_side(const struct polis_tables *t, int side, struct alea_text *text); /* "A Sparta" */
/* The names of a set, with commas; "-" if it is empty. */
void polis_say_set(const struct alea_names *names, uint32_t set, struct alea_text *text);
static inline const char *polis_name(const struct alea_names *names, unsigned index, const struct alea_text *text) {
    return index < (unsigned)names->n ? names->at[index].in[text->lang] : "-";
}

void polis_say_markets(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text);
void polis_say_projects(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text);
/* "+4 Prestige, posterity 3: 3 metal, 4 wood, 3 silver". */
void polis_say_tile(const struct polis_tables *t, const struct polis_position *p, unsigned tile, struct alea_text *text);
void polis_say_battle(const struct polis_tables *t, const struct polis_position *p, int seat, struct alea_text *text);
void polis_say_hand(const struct polis_tables *t, const struct polis_position *p, int seat, struct alea_text *text);

/* ---- What the end of this round costs a side, if it began now ---- */

enum polis_danger {
    POLIS_DANGER_NONE,
    POLIS_DANGER_HUNGER,   /* [POL-END-1] */
    POLIS_DANGER_PRESTIGE, /* [POL-END-2] */
};

struct polis_forecast {
    bool fed, stored;               /* Supply, Storage: done already */
    int need, held;                 /* wheat */
    int missing;                    /* wheat that is paid in Prestige */
    int left_over;                  /* wheat, for Growth */
    int projects, megalopolis;      /* Prestige that they bring */
    int prestige;                   /* at the end; below 0: it can't be paid */
    int least;                      /* Prestige that is needed then: none if the other side starves */
    int lost[POLIS_RESOURCE_COUNT]; /* by Storage */
    enum polis_danger danger;       /* if the side just pays */
    bool saved;                     /* Supply or Growth offer a way out of it */
    uint32_t discard;               /* that way: the poleis to discard, the fewest people */
    unsigned grow;                  /* and the polis to grow above its base; ALEA_NONE */
};

/* All of it but the danger and the way out, which take a search. */
struct polis_forecast polis_ending_of(const struct polis_tables *t, const struct polis_position *p, int side);
struct polis_forecast polis_forecast_of(const struct polis_tables *t, const struct polis_position *p, int side);
void polis_say_forecast(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text);
/* Of dangers alone. "LOSES by POL-END-2 unless ..."; the way out of it: "discards Gythion and grows Sparta". */
void polis_say_danger(const struct polis_tables *t, const struct polis_position *p, int side,
                      const struct polis_forecast *forecast, struct alea_text *text);
void polis_say_way_out(const struct polis_tables *t, const struct polis_forecast *forecast, struct alea_text *text);
/* One line for the side that decides, if it could lose; else nothing. */
void polis_say_warning(const struct polis_tables *t, const struct polis_position *p, int side, struct alea_text *text);

#endif
