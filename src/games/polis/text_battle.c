/* SPDX-License-Identifier: MIT */
/* text_battle.c - a battle as a table of cards: what a seat may know of it, and nothing else. [POL-BATTLE, POL-11.1]
 *
 * Of the hands only the viewer's own is read, here and below, so that a true position says what a hidden one says. */
#include "say.h"

enum { FORMATION_WIDTH = 18, COLUMN_WIDTH = 16 };

static int in_hand(const struct polis_position *p, int seat, unsigned card) {
    return seat >= 0 && seat < POLIS_SIDES ? p->hand[seat][card] : 0;
}

/* Cards in the other hand or in the deck, as far as the viewer knows. */
static int unseen(const struct polis_tables *t, const struct polis_position *p, int seat, unsigned card) {
    return t->cards[card].count - p->played[card] - in_hand(p, seat, card);
}

enum column { HAND, PLAYED, UNSEEN, COLUMNS };

static int count(const struct polis_tables *t, const struct polis_position *p, int seat, unsigned card, enum column column) {
    switch (column) {
    case HAND: return in_hand(p, seat, card);
    case PLAYED: return p->played[card];
    default: return unseen(t, p, seat, card);
    }
}

/* The values of a formation in one column: "0 1 1 2". */
static void say_values(const struct polis_tables *t, const struct polis_position *p, int seat, unsigned formation,
                       enum column column, struct alea_text *text) {
    size_t from = text->len;
    bool any = false;
    for (unsigned card = 0; card < POLIS_CARD_KINDS; card++) {
        if (t->cards[card].formation != formation) continue;
        for (int n = count(t, p, seat, card, column); n > 0; n--) {
            alea_text_addf(text, "%s%d", any ? " " : "", t->cards[card].value);
            any = true;
        }
    }
    if (!any) alea_text_add(text, ".");
    if (column + 1 < COLUMNS) alea_text_fill(text, from, COLUMN_WIDTH);
}

static void say_table(const struct polis_tables *t, const struct polis_position *p, int seat, struct alea_text *text) {
    static const uint16_t head[COLUMNS] = {POLIS_LABEL_HAND, POLIS_LABEL_PLAYED_CARDS, POLIS_LABEL_UNSEEN_CARDS};
    bool own = seat >= 0 && seat < POLIS_SIDES;
    alea_text_pad(text, polis_label(text, POLIS_LABEL_FORMATION), FORMATION_WIDTH);
    for (int column = own ? HAND : PLAYED; column < COLUMNS; column++)
        if (column + 1 < COLUMNS) alea_text_pad(text, polis_label(text, head[column]), COLUMN_WIDTH);
        else alea_text_addf(text, "%s\n", polis_label(text, head[column]));
    for (unsigned formation = 0; formation < (unsigned)t->formation.n; formation++) {
        alea_text_pad(text, polis_name(&t->formation, formation, text), FORMATION_WIDTH);
        for (int column = own ? HAND : PLAYED; column < COLUMNS; column++)
            say_values(t, p, seat, formation, (enum column)column, text);
        alea_text_add(text, "\n");
    }
}

/* The pairs on the table: "Wedge 1 - Phalanx 0: the defender loses a unit, +1 Prestige to A Sparta". */
static void say_pairs(const struct polis_tables *t, const struct polis_position *p, struct alea_text *text) {
    for (int pair = 0; pair < 2; pair++) {
        if (p->attack[pair] == ALEA_NONE) continue;
        alea_text_addf(text, "  %s - ", polis_name(&t->card, p->attack[pair], text));
        if (p->answer[pair] == ALEA_NONE) alea_text_addf(text, "?\n");
        else alea_text_addf(text, "%s\n", polis_name(&t->card, p->answer[pair], text));
    }
}

void polis_say_battle(const struct polis_tables *t, const struct polis_position *p, int seat, struct alea_text *text) {
    int defender = polis_other(p->attacker);
    alea_text_addf(text, "%s: %s - ", polis_label(text, POLIS_LABEL_BATTLE_TITLE), polis_name(&t->region, p->battle, text));
    alea_text_addf(text, "%s ", polis_label(text, POLIS_LABEL_ATTACKS));
    polis_say_side(t, p->attacker, text);
    alea_text_addf(text, ", %s ", polis_label(text, POLIS_LABEL_DEFENDS));
    polis_say_side(t, defender, text);
    alea_text_add(text, "\n");
    for (int side = 0; side < POLIS_SIDES; side++) {
        alea_text_add(text, "  ");
        polis_say_side(t, side, text);
        alea_text_add(text, ": ");
        polis_say(text, POLIS_LABEL_BATTLE_SIDE, p->units[side][p->battle], p->hand_size[side], p->won[side]);
        alea_text_add(text, "\n");
    }
    alea_text_add(text, "  ");
    polis_say(text, POLIS_LABEL_DECK_LEFT, polis_deck_size(t, p), 0, 0);
    alea_text_add(text, "\n");
    if (p->attack[0] != ALEA_NONE) {
        alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_PAIRS));
        say_pairs(t, p, text);
    }
    say_table(t, p, seat, text);
}

void polis_say_hand(const struct polis_tables *t, const struct polis_position *p, int seat, struct alea_text *text) {
    const char *comma = "";
    alea_text_addf(text, "%s: ", polis_label(text, POLIS_LABEL_HAND));
    for (unsigned card = 0; card < POLIS_CARD_KINDS; card++)
        for (int n = in_hand(p, seat, card); n > 0; n--) {
            alea_text_addf(text, "%s%s", comma, polis_name(&t->card, card, text));
            comma = ", ";
        }
    if (!*comma) alea_text_add(text, "-");
    alea_text_add(text, "\n");
}
