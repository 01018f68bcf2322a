/* SPDX-License-Identifier: MIT */
/* picture.c - the map as a picture: what a side sees of it, with the age of its news. A spectator's is the general map.
 *
 * The sheet is as wide as a phone shows it and holds the whole map, stretched to fit; whoever draws reads look.c alone, so that
 * nothing is drawn that the side does not know. [INC-TABLE-11, INC-SECRET-2, INC-SECRET-8] */
#include "picture.h"

#include <string.h>

enum {
    LEFT = 70,
    RIGHT = ALEA_PICTURE_WIDTH - 110, /* tags stand to the right of sites */
    TOP = INC_SHEET_HEAD + 70,
    BOTTOM = INC_SHEET_LEGEND - 82,
    HALF = 21, /* of a settlement's square */
    TAG = HALF + 3,
    TAG_ROOM = 112, /* that a tag takes beside its site, with half of a neighbour */
    TAG_ROW = 34,   /* lines of the sheet in which a neighbour is beside it, */
    NAME_ROWS = 60, /* or its name is that stands higher */
    ABOVE = 38,
    RECENT_DAYS = 2,
    FOG = 66,
    ONE_LINE = 11, /* columns of a name */
    NUMBER = 16    /* bytes of a count in digits */
};

struct places {
    int x[INC_SITES], y[INC_SITES];
};

/* ---- Where things are ---- */

static int across(const struct inc_tables *t, int site) { return 2 * t->q[site] + t->r[site]; }
static int down(const struct inc_tables *t, int site) { return t->r[site]; }

/* The coordinate of each site, spread from `low` to `high`. */
static void spread(const struct inc_tables *t, int (*of)(const struct inc_tables *, int), int low, int high, int at[]) {
    int least = of(t, 0), most = least;
    for (int site = 1; site < t->n_sites; site++) {
        least = of(t, site) < least ? of(t, site) : least;
        most = of(t, site) > most ? of(t, site) : most;
    }
    for (int site = 0; site < t->n_sites; site++)
        at[site] = most > least ? low + (of(t, site) - least) * (high - low) / (most - least) : (low + high) / 2;
}

/* ---- Lines ---- */

/* All of a colour are one path. [INC-GEN-4] */
static void draw_lines(const struct inc_sheet *sheet, const struct places *places, bool red) {
    const struct inc_tables *t = sheet->t;
    alea_text_addf(sheet->text, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-linecap=\"round\"%s d=\"",
                   red ? INC_RED_INK : INC_LINE_INK, red ? " stroke-dasharray=\"3 9\"" : "");
    for (unsigned from = 0; from < (unsigned)t->n_sites; from++) {
        uint64_t later = (red ? t->any[from] & ~t->grey[from] : t->grey[from]) & ~(inc_bit(from) * 2 - 1);
        for (; later; later &= later - 1)
            alea_text_addf(sheet->text, "M%d %dL%d %d", places->x[from], places->y[from], places->x[inc_first(later)],
                           places->y[inc_first(later)]);
    }
    alea_text_add(sheet->text, "\"/>\n");
}

/* ---- Sites ---- */

const char *inc_colour(int side) { return side == INC_DEFENDERS ? "#1f4f8f" : "#9c2226"; }

/* Dots for its level along the lower edge, or a question mark. */
static void draw_level(const struct inc_sheet *sheet, int level, const char *colour, int x, int y) {
    if (level == INC_LEVEL_UNKNOWN)
        alea_text_addf(
            sheet->text,
            "<text x=\"%d\" y=\"%d\" font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">?</text>", x,
            y + 16, colour);
    for (int i = 0; i < level && level < INC_LEVELS; i++)
        alea_text_addf(sheet->text, "<circle cx=\"%d.5\" cy=\"%d\" r=\"2.4\" fill=\"%s\"/>", x + 3 * (2 * i - level + 1),
                       y + 13, colour);
}

static void draw_number(const struct inc_sheet *sheet, int number, const char *colour, int x, int y) {
    if (!number) return;
    alea_text_addf(
        sheet->text,
        "<text x=\"%d\" y=\"%d\" font-size=\"20\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">%d</text>", x, y,
        colour, number);
}

/* A shape in the colour of its side: full if it is our own. */
static void draw_shape(const struct inc_sheet *sheet, const struct inc_look *look, bool capital, int x, int y) {
    bool ruin = look->kind == INC_KIND_RUIN;
    const char *colour = inc_colour(ruin ? INC_RAIDERS : INC_DEFENDERS), *fill = look->own ? colour : "#fffdf6";
    if (ruin) alea_text_addf(sheet->text, "<path d=\"M%d %dl13 -22h24l13 22l-13 22h-24z\"", x - 25, y);
    else
        alea_text_addf(sheet->text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"", x - HALF, y - HALF,
                       2 * HALF, 2 * HALF);
    alea_text_addf(sheet->text, " fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>", fill, colour);
    if (capital)
        alea_text_addf(
            sheet->text,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
            x - HALF - 5, y - HALF - 5, 2 * HALF + 10, 2 * HALF + 10, colour);
}

void inc_draw_site(const struct inc_sheet *sheet, const struct inc_look *look, bool capital, int number, int x, int y) {
    bool ruin = look->kind == INC_KIND_RUIN, built = ruin || look->kind == INC_KIND_SETTLEMENT;
    const char *ink = !built ? "#4d4738" : look->own ? "#ffffff" : inc_colour(ruin ? INC_RAIDERS : INC_DEFENDERS);
    if (built) {
        draw_shape(sheet, look, capital && !ruin, x, y);
        draw_level(sheet, look->level, ink, x, y);
        draw_number(sheet, number, ink, x, y + 4);
        return;
    }
    if (look->works)
        alea_text_addf(sheet->text,
                       "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"#fffdf6\" stroke=\"%s\" "
                       "stroke-width=\"3.5\" stroke-linecap=\"round\" stroke-dasharray=\"0.1 7\"/>",
                       x - HALF, y - HALF, 2 * HALF, 2 * HALF, inc_colour(INC_DEFENDERS));
    else
        alea_text_addf(sheet->text,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"17\" fill=\"#e2d6b4\" stroke=\"%s\" stroke-width=\"2\"/>", x, y,
                       INC_LINE_INK);
    draw_number(sheet, number, ink, x, y + 7);
}

void inc_draw_portal(const struct inc_sheet *sheet, int x, int y) {
    alea_text_addf(sheet->text,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"31\" fill=\"none\" stroke=\"#7a2fa0\" stroke-width=\"5\"/>"
                   "<circle cx=\"%d\" cy=\"%d\" r=\"36\" fill=\"none\" stroke=\"#7a2fa0\" stroke-width=\"1.5\"/>",
                   x, y, x, y);
}

void inc_draw_fog(const struct inc_sheet *sheet, int x, int y, int radius) {
    alea_text_addf(sheet->text, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"url(#fog)\"/>", x, y, radius);
}

/* ---- Who is there ---- */

int inc_units_width(const char *words, int day) {
    return 12 + 12 * alea_text_columns(words, strlen(words)) + (day == INC_NEVER ? 0 : day > 9 ? 30 : 22);
}

/* The plate of a tag: what shines through it is paper, no line or name. */
static void draw_plate(const struct inc_sheet *sheet, int side, enum inc_ink ink, int width, int x, int y) {
    bool full = ink == INC_INK_OWN || ink == INC_INK_TODAY;
    alea_text_addf(
        sheet->text,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"26\" rx=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>", x,
        y - 13, width, ink == INC_INK_OWN ? 4 : 13, full ? inc_colour(side) : INC_PAPER, inc_colour(side));
    if (ink != INC_INK_RECENT && ink != INC_INK_OLD) return;
    alea_text_addf(sheet->text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"26\" rx=\"13\" ", x, y - 13, width);
    if (ink == INC_INK_OLD) alea_text_addf(sheet->text, "fill=\"url(#old%d)\"/>", side);
    else alea_text_addf(sheet->text, "fill=\"%s\" opacity=\"0.6\"/>", inc_colour(side));
}

void inc_draw_units(const struct inc_sheet *sheet, int side, enum inc_ink ink, const char *words, int day, int x, int y) {
    const char *colour = inc_colour(side);
    bool light = ink == INC_INK_OLD || ink == INC_INK_NOBODY;
    draw_plate(sheet, side, ink, inc_units_width(words, day), x, y);
    alea_text_addf(sheet->text, "<text x=\"%d\" y=\"%d\" font-size=\"19\" font-weight=\"bold\"%s fill=\"%s\">%s", x + 6,
                   y + 7, light ? " stroke=\"" INC_PAPER "\" stroke-width=\"4\" paint-order=\"stroke\"" : "",
                   light ? colour : "#ffffff", words);
    if (day != INC_NEVER) {
        alea_text_add(sheet->text, "<tspan font-size=\"14\" font-weight=\"normal\" dx=\"4\">");
        inc_say(sheet->text, INCURSIO_LABEL_PICTURE_OWN_DAY, day, 0, 0);
        alea_text_add(sheet->text, "</tspan>");
    }
    alea_text_add(sheet->text, "</text>\n");
}

static int put_count(char words[NUMBER], int n, int count) {
    char digits[NUMBER];
    int length = 0;
    do digits[length++] = (char)('0' + count % 10);
    while ((count /= 10) > 0 && length < NUMBER / 2 - 1);
    while (length > 0) words[n++] = digits[--length];
    words[n] = 0;
    return n;
}

/* Those of the garrison, arrivals in and shadows out. */
static int garrisoned(const struct inc_position *p, int side, unsigned site) {
    int n = 0;
    const inc_unit *units = inc_units_at(p, side, site);
    for (int i = 0; i < inc_garrison(p, side, site); i++) n += !inc_is_shadow(units[i]);
    return n;
}

static enum inc_ink ink_of(const struct inc_look *look, int today) {
    int age = today - look->enemies_day;
    return !look->enemies ? INC_INK_NOBODY : age <= 0 ? INC_INK_TODAY : age <= RECENT_DAYS ? INC_INK_RECENT : INC_INK_OLD;
}

/* Does another site, or its name, stand where a tag would, to the right of this one or to its left? */
static bool is_crowded(const struct inc_sheet *sheet, const struct places *at, unsigned site, int sign) {
    bool crowded = false;
    for (unsigned other = 0; other < (unsigned)sheet->t->n_sites; other++) {
        int dx = sign * (at->x[other] - at->x[site]), dy = at->y[other] - at->y[site];
        crowded |= dx > 0 && dx < TAG_ROOM && dy < TAG_ROW && dy > -NAME_ROWS;
    }
    return crowded;
}

/* A tag stands to the right of its site, else to the left, else above. */
static void place_tag(const struct inc_sheet *sheet, const struct places *at, unsigned site, int width, int *x, int *y) {
    bool right = !is_crowded(sheet, at, site, 1), left = !is_crowded(sheet, at, site, -1);
    *x = at->x[site] + (right ? TAG : left ? -TAG - width : -width / 2);
    *y = at->y[site] - (right || left ? 0 : ABOVE);
}

static void draw_units(const struct inc_sheet *sheet, const struct places *at, const struct inc_look *look, unsigned site) {
    char words[NUMBER];
    int side = look->mine ? sheet->side : inc_other(sheet->side), day = look->mine ? INC_NEVER : look->enemies_day, n = 0, x,
        y;
    if (!look->mine && look->enemies_day == INC_NEVER) return;
    if (look->mine && look->own && side == INC_DEFENDERS) {
        n = put_count(words, n, garrisoned(sheet->p, side, site));
        words[n++] = '|';
        put_count(words, n, look->mine - garrisoned(sheet->p, side, site));
    } else if (!look->mine && look->enemies == INC_SOME) {
        memcpy(words, "?", 2);
    } else {
        put_count(words, 0, look->mine ? look->mine : look->enemies);
    }
    place_tag(sheet, at, site, inc_units_width(words, day), &x, &y);
    inc_draw_units(sheet, side, look->mine ? INC_INK_OWN : ink_of(look, sheet->p->day), words, day, x, y);
}

/* ---- Names ---- */

/* The blank nearest to the middle; NULL: the name takes one line. */
static const char *middle(const char *name) {
    int length = (int)strlen(name), best = length;
    const char *found = NULL;
    if (alea_text_columns(name, strlen(name)) <= ONE_LINE) return NULL;
    for (const char *at = strchr(name, ' '); at; at = strchr(at + 1, ' ')) {
        int off = 2 * (int)(at - name) - length;
        if ((off < 0 ? -off : off) >= best) continue;
        best = off < 0 ? -off : off;
        found = at;
    }
    return found;
}

static void draw_name(const struct inc_sheet *sheet, unsigned site, int x, int y) {
    struct alea_text *text = sheet->text;
    const char *label = inc_name(&sheet->t->site, site, text), *blank = strchr(label, ' '),
               *name = blank ? blank + 1 : label;
    const char *cut = middle(name);
    char first[INC_LABEL] = "";
    if (cut) memcpy(first, name, (size_t)(cut - name));
    alea_text_addf(text, "<text y=\"%d\" text-anchor=\"middle\"><tspan x=\"%d\">", y, x);
    alea_text_escape(text, cut ? first : name);
    if (cut) {
        alea_text_addf(text, "</tspan><tspan x=\"%d\" dy=\"17\">", x);
        alea_text_escape(text, cut + 1);
    }
    alea_text_add(text, "</tspan></text>\n");
}

/* ---- The map ---- */

/* No eye of ours has been there, and no word has come. */
static bool never_seen(const struct inc_sheet *sheet, const struct inc_look *look) {
    return sheet->side != ALEA_NONE && !look->own && !look->mine && !look->works && look->enemies_day == INC_NEVER &&
           look->kind_day <= 0;
}

static void draw_site(const struct inc_sheet *sheet, const struct inc_look *look, unsigned site, int x, int y) {
    bool hidden = never_seen(sheet, look);
    if (hidden) inc_draw_fog(sheet, x, y, FOG);
    alea_text_add(sheet->text, hidden ? "<g opacity=\"0.55\">" : "<g>");
    inc_draw_site(sheet, look, site == sheet->t->capital, (int)site + 1, x, y);
    alea_text_add(sheet->text, "</g>\n");
    if (look->portal) inc_draw_portal(sheet, x, y);
}

static void draw_map(const struct inc_sheet *sheet) {
    const struct inc_tables *t = sheet->t;
    struct places at = {0};
    struct inc_look look[INC_SITES];
    spread(t, across, LEFT, RIGHT, at.x);
    spread(t, down, TOP, BOTTOM, at.y);
    draw_lines(sheet, &at, true);
    draw_lines(sheet, &at, false);
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        look[site] = inc_look_at(t, sheet->p, sheet->side, site);
        draw_site(sheet, &look[site], site, at.x[site], at.y[site]);
    }
    alea_text_add(sheet->text, "<g font-size=\"16\" fill=\"#2b2619\" stroke=\"" INC_PAPER
                               "\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n");
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        draw_name(sheet, site, at.x[site], at.y[site] + (look[site].portal ? 52 : HALF + 18));
    alea_text_add(sheet->text, "</g>\n");
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) draw_units(sheet, &at, &look[site], site);
}

void inc_picture(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct inc_sheet sheet = {.t = tables, .p = pos, .side = inc_eyes(seat), .text = text};
    inc_draw_head(&sheet);
    draw_map(&sheet);
    inc_draw_legend(&sheet);
}
