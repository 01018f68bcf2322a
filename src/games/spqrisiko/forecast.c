/* SPDX-License-Identifier: MIT */
/* forecast.c - what a seat would score if its turn began now. [SPQ-SCORE] */
#include "spqrisiko.h"

static void add_reason(struct alea_text *text, const char **comma, int label, int32_t number) {
    alea_text_add(text, *comma);
    alea_say(NULL, spqrisiko_texts.labels[label].in[text->lang], 1, (const uint8_t[]){ALEA_SET_NUMBER}, &number, text);
    *comma = ", ";
}

/* "+4: largest empire, most seas, 2 centres", and whether that is enough to win. */
void spqrisiko_forecast(const void *tables, const void *pos, int viewer, int seat, struct alea_text *text) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    const char *comma = ": ";
    (void)viewer; /* all of it is public */
    if (p->phase == SPQRISIKO_PHASE_SETUP || p->phase == SPQRISIKO_PHASE_OVER || !(p->alive >> seat & 1)) return;
    struct spqrisiko_points points = spqrisiko_points_of(t, p, seat);
    int gain = points.empire + points.provinces + points.seas + points.centres;
    alea_text_addf(text, "+%d", gain);
    if (points.empire) add_reason(text, &comma, SPQRISIKO_LABEL_FORECAST_EMPIRE, 0);
    if (points.provinces) add_reason(text, &comma, SPQRISIKO_LABEL_FORECAST_PROVINCES, 0);
    if (points.seas) add_reason(text, &comma, SPQRISIKO_LABEL_FORECAST_SEAS, 0);
    if (points.centres)
        add_reason(text, &comma, SPQRISIKO_LABEL_FORECAST_CENTRES, spqrisiko_count(p->own[seat] & p->centres));
    if (t->target && p->vp[seat] + gain >= t->target) /* [SPQ-END-1] */
        alea_text_addf(text, "; %s", spqrisiko_texts.labels[SPQRISIKO_LABEL_FORECAST_WIN].in[text->lang]);
}
