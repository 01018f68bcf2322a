/* SPDX-License-Identifier: MIT */
/* text_places.c - the faction map as a table: each site with what it is, who is known to be there, what is built there and
 * where its lines lead. [INC-SECRET-2] */
#include "say.h"

enum { INDENT = 5, NAME_WIDTH = 25, KIND_WIDTH = 31, PLAIN_CAMP = 12 };

static void say_row(struct alea_text *text, int label) { alea_text_addf(text, "%*s%s", INDENT, "", inc_label(text, label)); }

static void say_kind(const struct inc_tables *t, const struct inc_look *look, int day, struct alea_text *text) {
    inc_say_kind(t, look, text);
    inc_say_age(look, day, text);
}

/* " 7 Little Keep *       Village (day 2)           04 06 11 ~ 08": neighbours by grey lines, then by red ones. */
static void say_head(const struct inc_tables *t, const struct inc_look *look, unsigned site, int day,
                     struct alea_text *text) {
    uint64_t red = t->any[site] & ~t->grey[site];
    size_t from = text->len;
    if (site < 9) alea_text_add(text, " ");
    inc_say_site(t, site, text);
    if (site == t->capital) alea_text_add(text, " *");
    alea_text_fill(text, from, NAME_WIDTH);
    say_kind(t, look, day, text);
    alea_text_fill(text, from, NAME_WIDTH + KIND_WIDTH);
    inc_say_sites(t->grey[site], text);
    if (red) alea_text_add(text, " ~ ");
    if (red) inc_say_sites(red, text);
    alea_text_add(text, "\n");
}

static void say_own_units(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                          struct alea_text *text) {
    int garrison = inc_garrison(p, side, site), camp = p->camp[side][site];
    unsigned runs = camp > PLAIN_CAMP ? INC_RUNS : INC_PLAIN;
    if (!garrison && !camp) return;
    if (garrison) {
        say_row(text, INCURSIO_LABEL_GARRISON);
        alea_text_add(text, " ");
        inc_say_units(t, side, inc_units_at(p, side, site), garrison, INC_MARKS, text);
    }
    if (camp) {
        if (garrison) alea_text_addf(text, "   %s", inc_label(text, INCURSIO_LABEL_CAMP));
        else say_row(text, INCURSIO_LABEL_CAMP);
        alea_text_add(text, " ");
        inc_say_units(t, side, inc_camp(p, side, site), camp, INC_MARKS | runs, text);
    }
    alea_text_add(text, "\n");
}

/* Places of which the type is known: "1 F, 3 C". */
static void say_seen_places(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site, bool garrison,
                            struct alea_text *text) {
    const char *comma = "";
    for (int n = 0; n < (garrison ? INC_SEEN_GARRISON : INC_SEEN_CAMP); n++) {
        unsigned type = garrison ? inc_seen_in_garrison(p, side, site, n) : inc_seen_in_camp(p, side, site, n);
        if (type == INC_TYPES) continue;
        if (!*comma) alea_text_addf(text, "; %s", inc_label(text, garrison ? INCURSIO_LABEL_GARRISON : INCURSIO_LABEL_CAMP));
        alea_text_addf(text, "%s %d=%s", comma, n + 1, inc_sign(t, inc_other(side), type));
        comma = ",";
    }
}

static void say_seen_units(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                           const struct inc_look *look, struct alea_text *text) {
    if (look->enemies_day == INC_NEVER) return;
    say_row(text, INCURSIO_LABEL_SEEN);
    alea_text_add(text, " ");
    inc_say_enemies(look, text);
    if (look->enemies) {
        say_seen_places(t, p, side, site, true, text);
        say_seen_places(t, p, side, site, false, text);
    }
    alea_text_add(text, "\n");
}

/* The structures of an own settlement, or those that were seen in another's. */
static void say_structures(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                           struct alea_text *text) {
    const char *comma = "";
    bool own = side == INC_DEFENDERS;
    if (own ? !inc_is_settlement(p, site) : !p->seen_has_day[site]) return;
    say_row(text, INCURSIO_LABEL_STRUCTURES);
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++) {
        int n = own ? inc_copies(t, p, site, structure) : inc_seen_copies(p, site, structure);
        if (!n) continue;
        inc_say_item(text, comma, inc_name(&t->structure, structure, text), 2 * INDENT);
        if (n > 1) alea_text_addf(text, " x%d", n);
        comma = ",";
    }
    if (!*comma) alea_text_addf(text, " %s", inc_label(text, INCURSIO_LABEL_NONE_SEEN));
    if (!own) inc_say(text, INCURSIO_LABEL_AS_OF_DAY, p->seen_has_day[site] - 1, 0, 0);
    alea_text_add(text, "\n");
}

/* What grows here, to be ready tomorrow. */
static void say_yard(const struct inc_tables *t, const struct inc_position *p, unsigned site, struct alea_text *text) {
    const char *comma = "";
    for (unsigned character = 0; character < (unsigned)t->characters; character++) {
        if (p->work_site[character] != site || p->work[character] >= t->n_structures) continue;
        if (!*comma) say_row(text, INCURSIO_LABEL_YARD);
        inc_say_item(text, comma, inc_name(&t->structure, p->work[character], text), 2 * INDENT);
        comma = ",";
    }
    if (*comma) alea_text_add(text, "\n");
}

static void say_place(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site,
                      struct alea_text *text) {
    struct inc_look look = inc_look_at(t, p, side, site);
    say_head(t, &look, site, p->day, text);
    if (side == ALEA_NONE) return;
    if (look.portal) {
        say_row(text, INCURSIO_LABEL_PORTAL_HERE);
        alea_text_add(text, "\n");
    }
    say_own_units(t, p, side, site, text);
    say_seen_units(t, p, side, site, &look, text);
    if (look.kind == INC_KIND_SETTLEMENT) say_structures(t, p, side, site, text);
    if (side == INC_DEFENDERS) say_yard(t, p, site, text);
}

/* As it is, for who sees everything: what stands there, and the units of both. [INC-TABLE-12] */
static void say_true_place(const struct inc_tables *t, const struct inc_position *p, unsigned site, struct alea_text *text) {
    bool settlement = inc_is_settlement(p, site), works = inc_is_works(p, site);
    struct inc_look look = inc_look_at(t, p, settlement || works ? INC_DEFENDERS : INC_RAIDERS, site);
    if (!look.own) look.kind = INC_KIND_EMPTY, look.level = 0;
    look.kind_day = p->day;
    say_head(t, &look, site, p->day, text);
    if (inc_has(p->located, site)) {
        say_row(text, INCURSIO_LABEL_PORTAL_HERE);
        alea_text_add(text, "\n");
    }
    for (int side = 0; side < INC_SIDES; side++) say_own_units(t, p, side, site, text);
    if (settlement) say_structures(t, p, INC_DEFENDERS, site, text);
    say_yard(t, p, site, text);
}

void inc_places(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = pos;
    int side = inc_eyes(seat);
    size_t from = text->len;
    alea_text_add(text, inc_label(text, INCURSIO_LABEL_HEAD_SITE));
    alea_text_fill(text, from, NAME_WIDTH);
    alea_text_add(text, inc_label(text, INCURSIO_LABEL_HEAD_KIND));
    alea_text_fill(text, from, NAME_WIDTH + KIND_WIDTH);
    alea_text_addf(text, "%s\n", inc_label(text, INCURSIO_LABEL_HEAD_WAYS));
    bool all = seat == ALEA_HOST;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        if (all) say_true_place(t, p, site, text);
        else say_place(t, p, side, site, text);
    }
    if (side != ALEA_NONE || all) alea_text_addf(text, "%s\n", inc_label(text, INCURSIO_LABEL_LEGEND_MARKS));
}
