/* SPDX-License-Identifier: MIT */
/* picture_frame.c - what stands around the map in its picture: whose it is, the day and the window, own means; the legend. */
#include <string.h>

#include "picture.h"

enum { MARGIN = 28, COLUMNS = 3, COLUMN = 350, ROW = 37, SYMBOL = 62 };

/* ---- Head ---- */

/* Paper, and the patterns that the picture is filled with. */
static void draw_sheet(const struct inc_sheet *sheet) {
    alea_text_add(sheet->text,
                  "<defs><radialGradient id=\"fog\"><stop offset=\"0.35\" stop-color=\"#b9b6b4\" stop-opacity=\"0.85\"/>"
                  "<stop offset=\"1\" stop-color=\"#b9b6b4\" stop-opacity=\"0\"/></radialGradient>");
    for (int side = 0; side < INC_SIDES; side++)
        alea_text_addf(
            sheet->text,
            "<pattern id=\"old%d\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
            "<rect width=\"8\" height=\"8\" fill=\"" INC_PAPER
            "\"/><rect width=\"3\" height=\"8\" fill=\"%s\" opacity=\"0.45\"/></pattern>",
            side, inc_colour(side));
    alea_text_addf(sheet->text,
                   "</defs>\n<rect width=\"%d\" height=\"%d\" fill=\"" INC_PAPER
                   "\"/><rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                   ALEA_PICTURE_WIDTH, ALEA_PICTURE_HEIGHT, ALEA_PICTURE_WIDTH, INC_SHEET_HEAD,
                   sheet->side == ALEA_NONE ? "#4d4738" : inc_colour(sheet->side));
}

static void begin_words(const struct inc_sheet *sheet, int x, int y, int size, bool at_end, bool bold) {
    alea_text_addf(sheet->text, "<text x=\"%d\" y=\"%d\" font-size=\"%d\"%s%s fill=\"#ffffff\">", x, y, size,
                   at_end ? " text-anchor=\"end\"" : "", bold ? " font-weight=\"bold\"" : "");
}

static void end_words(const struct inc_sheet *sheet) { alea_text_add(sheet->text, "</text>\n"); }

static void say_window(const struct inc_sheet *sheet) {
    const struct inc_position *p = sheet->p;
    struct alea_text *text = sheet->text;
    alea_text_escape(text, inc_listed(INCURSIO_SET_STEP, p->step, text));
    if (p->step == INCURSIO_STEP_OVER) {
        alea_text_add(text, ": ");
        alea_text_escape(text, inc_listed(INCURSIO_SET_OUTCOME, p->outcome, text));
    } else if (p->side < INC_SIDES && p->battle == ALEA_NONE) {
        alea_text_add(text, " - ");
        alea_text_escape(text, inc_name(&sheet->t->side, p->side, text));
    }
    if (p->paused) alea_text_addf(text, " - %s", inc_label(text, INCURSIO_LABEL_PAUSED));
}

/* What is known of means, or what the general map is. */
static void say_means(const struct inc_sheet *sheet) {
    const struct inc_tables *t = sheet->t;
    const struct inc_position *p = sheet->p;
    if (sheet->side == ALEA_NONE) {
        alea_text_add(sheet->text, inc_label(sheet->text, INCURSIO_LABEL_GENERAL_MAP));
    } else if (sheet->side == INC_DEFENDERS) {
        inc_say(sheet->text, INCURSIO_LABEL_TREASURY, (int)p->treasury, inc_income_now(t, p),
                inc_production_now(t, p, INC_DEFENDERS));
    } else {
        inc_say(sheet->text, INCURSIO_LABEL_RESOURCES, (int)p->resources, t->resources_goal, 0);
        inc_say(sheet->text, INCURSIO_LABEL_UPGRADES, p->steps, t->n_upgrades, 0);
    }
}

void inc_draw_head(const struct inc_sheet *sheet) {
    struct alea_text *text = sheet->text;
    draw_sheet(sheet);
    begin_words(sheet, MARGIN, 58, 44, false, true);
    if (sheet->p->day) inc_say(text, INCURSIO_LABEL_DAY, sheet->p->day, sheet->p->days, 0);
    else inc_say(text, INCURSIO_LABEL_DAYS, sheet->p->days, 0, 0);
    end_words(sheet);
    begin_words(sheet, ALEA_PICTURE_WIDTH - MARGIN, 58, 32, true, true);
    alea_text_escape(text, sheet->side == ALEA_NONE ? inc_label(text, INCURSIO_LABEL_PICTURE_ALL)
                                                    : inc_name(&sheet->t->side, (unsigned)sheet->side, text));
    end_words(sheet);
    begin_words(sheet, ALEA_PICTURE_WIDTH - MARGIN, 96, 22, true, false);
    alea_text_escape(text, incursio_texts.title.in[text->lang]);
    end_words(sheet);
    begin_words(sheet, MARGIN, 96, 26, false, false);
    say_window(sheet);
    end_words(sheet);
    begin_words(sheet, MARGIN, 128, 22, false, false);
    say_means(sheet);
    end_words(sheet);
}

/* ---- Legend ---- */

enum sample { SETTLEMENT, RUIN, LAND, WORKS, PORTAL, UNITS, TODAY, RECENT, OLD, SOME, NOBODY, FOG, GREY, RED, SAMPLES };

/* For whom it is: a mask of sides, and 4 for spectators. */
static const struct {
    uint8_t whose, label;
} samples[SAMPLES] = {
    [SETTLEMENT] = {7, INCURSIO_LABEL_PICTURE_SETTLEMENT},
    [RUIN] = {7, INCURSIO_LABEL_PICTURE_RUIN},
    [LAND] = {7, INCURSIO_LABEL_PICTURE_LAND},
    [WORKS] = {1, INCURSIO_LABEL_PICTURE_WORKS},
    [PORTAL] = {3, INCURSIO_LABEL_PICTURE_PORTAL},
    [UNITS] = {3, INCURSIO_LABEL_PICTURE_CAMP},
    [TODAY] = {3, INCURSIO_LABEL_PICTURE_TODAY},
    [RECENT] = {3, INCURSIO_LABEL_PICTURE_RECENT},
    [OLD] = {3, INCURSIO_LABEL_PICTURE_OLD},
    [SOME] = {3, INCURSIO_LABEL_PICTURE_SOME},
    [NOBODY] = {3, INCURSIO_LABEL_PICTURE_NOBODY},
    [FOG] = {3, INCURSIO_LABEL_PICTURE_FOG},
    [GREY] = {7, INCURSIO_LABEL_PICTURE_GREY},
    [RED] = {7, INCURSIO_LABEL_PICTURE_RED},
};

static void draw_stroke(const struct inc_sheet *sheet, bool red, int x, int y) {
    alea_text_addf(sheet->text, "<path d=\"M%d %dh52\" stroke=\"%s\" stroke-width=\"3\" stroke-linecap=\"round\"%s/>", x, y,
                   red ? INC_RED_INK : INC_LINE_INK, red ? " stroke-dasharray=\"3 9\"" : "");
}

/* Sites are drawn smaller than on the map. */
static void draw_small(const struct inc_sheet *sheet, enum sample sample, int x, int y) {
    static const uint8_t kinds[] = {[SETTLEMENT] = INC_KIND_SETTLEMENT, [RUIN] = INC_KIND_RUIN, [LAND] = INC_KIND_EMPTY};
    struct inc_look look = {.kind = sample <= LAND ? kinds[sample] : INC_KIND_EMPTY, .works = sample == WORKS};
    look.level = sample == SETTLEMENT ? 3 : sample == RUIN ? 2 : 0;
    look.own = sample == SETTLEMENT ? sheet->side == INC_DEFENDERS : sheet->side == INC_RAIDERS;
    alea_text_addf(sheet->text, "<g transform=\"translate(%d %d) scale(%s)\">", x + 26, y,
                   sample == PORTAL ? "0.42" : "0.68");
    if (sample == PORTAL) inc_draw_portal(sheet, 0, 0);
    else inc_draw_site(sheet, &look, false, 0, 0, 0);
    alea_text_add(sheet->text, "</g>");
}

static void draw_sample(const struct inc_sheet *sheet, enum sample sample, int x, int y) {
    int other = sheet->side == ALEA_NONE ? INC_RAIDERS : inc_other(sheet->side), day = sheet->p->day;
    bool walls = sheet->side == INC_DEFENDERS;
    switch (sample) {
    case UNITS:
        inc_draw_units(sheet, sheet->side, INC_INK_OWN, walls ? "2|4" : "4", INC_NEVER, walls ? x + 2 : x + 14, y);
        break;
    case TODAY: inc_draw_units(sheet, other, INC_INK_TODAY, "4", day, x, y); break;
    case RECENT: inc_draw_units(sheet, other, INC_INK_RECENT, "4", day > 1 ? day - 1 : 0, x, y); break;
    case OLD: inc_draw_units(sheet, other, INC_INK_OLD, "4", day > 3 ? day - 3 : 0, x, y); break;
    case SOME: inc_draw_units(sheet, other, INC_INK_TODAY, "?", day, x, y); break;
    case NOBODY: inc_draw_units(sheet, other, INC_INK_NOBODY, "0", day, x, y); break;
    case FOG: inc_draw_fog(sheet, x + 26, y, 22); break;
    case GREY:
    case RED: draw_stroke(sheet, sample == RED, x, y); break;
    default: draw_small(sheet, sample, x, y);
    }
}

void inc_draw_legend(const struct inc_sheet *sheet) {
    unsigned viewer = sheet->side == ALEA_NONE ? 4 : 1u << sheet->side;
    int shown = 0, n = 0;
    for (int sample = 0; sample < SAMPLES; sample++) shown += (samples[sample].whose & viewer) != 0;
    int rows = (shown + COLUMNS - 1) / COLUMNS;
    alea_text_addf(sheet->text, "<path d=\"M%d %dh%d\" stroke=\"%s\"/>\n", MARGIN, INC_SHEET_LEGEND,
                   ALEA_PICTURE_WIDTH - 2 * MARGIN, INC_LINE_INK);
    for (int sample = 0; sample < SAMPLES; sample++) {
        if (!(samples[sample].whose & viewer)) continue;
        bool walls = sample == UNITS && sheet->side == INC_DEFENDERS;
        int x = MARGIN + n / rows * COLUMN, y = INC_SHEET_LEGEND + 22 + n % rows * ROW;
        draw_sample(sheet, (enum sample)sample, x, y);
        alea_text_addf(sheet->text, "<text x=\"%d\" y=\"%d\" font-size=\"20\" fill=\"#2b2619\">", x + SYMBOL + 6, y + 7);
        alea_text_escape(sheet->text,
                         inc_label(sheet->text, walls ? INCURSIO_LABEL_PICTURE_GARRISON_CAMP : samples[sample].label));
        alea_text_add(sheet->text, "</text>\n");
        n++;
    }
}
