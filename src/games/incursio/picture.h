/* SPDX-License-Identifier: MIT */
/* picture.h - what the picture of the map is drawn with: picture.c lines, sites and units; picture_frame.c what stands around them,
 * the words of the day above and the legend below. Coordinates are pixels of a sheet of ALEA_PICTURE_WIDTH x ALEA_PICTURE_HEIGHT. */
#ifndef ALEA_INCURSIO_PICTURE_H
#define ALEA_INCURSIO_PICTURE_H

#include "say.h"

enum { INC_SHEET_HEAD = 142, INC_SHEET_LEGEND = 1128 }; /* where the map begins and ends */

struct inc_sheet {
    const struct inc_tables *t;
    const struct inc_position *p;
    int side;               /* whose eyes; ALEA_NONE */
    struct alea_text *text; /* the SVG so far */
};

/* How fresh the news of enemies is, or that there are none; or that the units are our own. */
enum inc_ink { INC_INK_OWN, INC_INK_TODAY, INC_INK_RECENT, INC_INK_OLD, INC_INK_NOBODY };

#define INC_PAPER "#f5eeda"
#define INC_LINE_INK "#8d8673"
#define INC_RED_INK "#c0453c"

const char *inc_colour(int side);
/* What stands on a site: a square, a hexagon, a dot, dots around nothing; round x, y. `number` 0: none is written in it. */
void inc_draw_site(const struct inc_sheet *sheet, const struct inc_look *look, bool capital, int number, int x, int y);
void inc_draw_portal(const struct inc_sheet *sheet, int x, int y); /* a ring */
void inc_draw_fog(const struct inc_sheet *sheet, int x, int y, int radius);
int inc_units_width(const char *words, int day); /* of that tag: */
/* A tag with its left end at x: who is there, of which side, and from which day that is (INC_NEVER: no day is written). */
void inc_draw_units(const struct inc_sheet *sheet, int side, enum inc_ink ink, const char *words, int day, int x, int y);

void inc_draw_head(const struct inc_sheet *sheet);
void inc_draw_legend(const struct inc_sheet *sheet);

#endif
