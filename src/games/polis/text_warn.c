/* SPDX-License-Identifier: MIT */
/* text_warn.c - a word before a move by which the side would lose at the end of the round, or could be saved by giving up poleis
 * alone, though it was better off before. The forecast before the move is compared with the one after it. [POL-END-1, POL-END-2] */
#include "say.h"

/* From best to worst. Growth alone costs nothing that was counted on. */
enum outlook { SAFE, BY_GROWTH, BY_DISCARDS, LOST };

static enum outlook outlook_of(const struct polis_forecast *forecast) {
    if (!forecast->danger) return SAFE;
    if (!forecast->saved) return LOST;
    return forecast->discard ? BY_DISCARDS : BY_GROWTH;
}

/* What the move leads to as far as nobody is asked; hoplites that collect will bring wheat if they can. At chance what was paid
 * counts, and nothing else yet. */
static struct polis_position position_after(const struct polis_tables *t, const struct polis_position *p, alea_move move) {
    static const alea_move wheat = POLIS_VERB_ROW << 24 | POLIS_WHEAT;
    struct polis_position after = *p;
    alea_move legal[POLIS_LEGAL_MAX];
    polis_apply(t, &after, p->decider, move, NULL);
    while (after.action != ALEA_NONE && !polis_is_chance(&after)) {
        bool collects = after.step == POLIS_STEP_COLLECT_ROWS;
        int n = polis_legal(t, &after, after.decider, legal);
        if (collects && !polis_why_not(t, &after, after.decider, wheat)) legal[0] = wheat;
        else if (!collects && (n != 1 || polis_texts.verbs[alea_move_verb(legal[0])].ask)) break;
        polis_apply(t, &after, after.decider, legal[0], NULL);
    }
    return after;
}

/* The forecast that the game has come true by, or the one of the round as it stands. */
static struct polis_forecast forecast_after(const struct polis_tables *t, const struct polis_position *p,
                                            const struct polis_position *after, int side) {
    if (after->step != POLIS_STEP_OVER && after->round == p->round) return polis_forecast_of(t, after, side);
    struct polis_forecast end = {.grow = ALEA_NONE};
    bool lost = after->step == POLIS_STEP_OVER && !(after->winners >> side & 1);
    if (lost && after->outcome == POLIS_OUTCOME_HUNGER) end.danger = POLIS_DANGER_HUNGER;
    if (lost && after->outcome == POLIS_OUTCOME_PRESTIGE) end.danger = POLIS_DANGER_PRESTIGE;
    return end;
}

/* Steps whose choices change what the end of the round costs: in events and battles either no choice does, or all do. */
static bool is_asked(const struct polis_position *p) {
    switch (p->step) {
    case POLIS_STEP_REMOVE:
    case POLIS_STEP_SEND:
    case POLIS_STEP_BETRAY:
    case POLIS_STEP_BATTLE_ORDER:
    case POLIS_STEP_ATTACK:
    case POLIS_STEP_ANSWER:
    case POLIS_STEP_DOUBLE_PRESTIGE:
    case POLIS_STEP_RETURN_UNITS: return false;
    default: return true;
    }
}

/* How the side stands before its choice. Of Prestige that has to be sold the least is lost already. [POL-EVENT-21] */
static struct polis_forecast forecast_before(const struct polis_tables *t, const struct polis_position *p, alea_move first) {
    if (p->step != POLIS_STEP_SELL) return polis_forecast_of(t, p, p->decider);
    struct polis_position after = position_after(t, p, first);
    return forecast_after(t, p, &after, p->decider);
}

/* How it is avoided now, if it can't be any more after the move: actions, or what the end of the round offers. */
static void say_way_before(const struct polis_tables *t, const struct polis_position *p, const struct polis_forecast *offers,
                           struct alea_text *text) {
    if (offers && p->step < POLIS_STEP_SUPPLY) return; /* other actions follow */
    alea_text_addf(text, " %s", polis_label(text, POLIS_LABEL_WARN_NOW));
    if (offers) polis_say_way_out(t, offers, text);
    else alea_text_addf(text, " %s", polis_label(text, POLIS_LABEL_WARN_ACTIONS));
    alea_text_add(text, ".");
}

void polis_warn(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text) {
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    alea_move legal[POLIS_LEGAL_MAX];
    if (!is_asked(p) || seat >= POLIS_SIDES || polis_why_not(t, p, seat, move)) return;
    if (polis_legal(t, p, seat, legal) < 2 && p->action == ALEA_NONE) return; /* else the action can be taken back */
    bool passes = alea_move_verb(move) == POLIS_VERB_PASS;                    /* no action will help any more [POL-TURN-5] */
    struct polis_position is = position_after(t, p, move);
    struct polis_forecast before = forecast_before(t, p, legal[0]), after = forecast_after(t, p, &is, seat);
    enum outlook then = outlook_of(&after);
    if (then < BY_DISCARDS || (then <= outlook_of(&before) && !passes)) return;
    alea_text_addf(text, "%s ", polis_label(text, POLIS_LABEL_WARN_AFTER));
    polis_say_side(t, seat, text);
    alea_text_add(text, " ");
    polis_say_danger(t, &is, seat, &after, text);
    alea_text_add(text, ".");
    if (!after.saved && (passes || before.saved)) say_way_before(t, p, passes ? NULL : &before, text);
}
