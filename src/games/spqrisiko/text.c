/* SPDX-License-Identifier: MIT */
/* text.c - a position in words: the board as tables, the hand, what is to be decided, and the forecast of points. */
#include "spqrisiko.h"

enum { COLUMNS = 3, NAME_WIDTH = 18, ENTRY_WIDTH = 27 };

static const char *label(const struct alea_text *text, int id) { return spqrisiko_texts.labels[id].in[text->lang]; }

static void say_number(struct alea_text *text, int id, int32_t number) {
    alea_say(NULL, label(text, id), 1, (const uint8_t[]){ALEA_SET_NUMBER}, &number, text);
}

/* ---- Provinces ---- */

/* "Italia             A   12*": owner, legionaries, centre. */
static void say_province(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, unsigned province,
                         struct alea_text *text) {
    alea_text_pad(text, t->province.at[province].in[text->lang], NAME_WIDTH);
    alea_text_add(text, " ");
    alea_text_seat(text, spqrisiko_owner(p, province));
    if (p->legionaries[province]) alea_text_addf(text, "%4d", p->legionaries[province]);
    else alea_text_add(text, "   .");
    if (spqrisiko_has(p->centres, province)) alea_text_add(text, "*");
}

static void say_provinces(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct alea_text *text) {
    const unsigned rows = (SPQRISIKO_PROVINCE_COUNT + COLUMNS - 1) / COLUMNS;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < COLUMNS; column++) {
            unsigned province = column * rows + row;
            if (province >= SPQRISIKO_PROVINCE_COUNT) break;
            say_province(t, p, province, text);
            if (column + 1 < COLUMNS) alea_text_add(text, spqrisiko_has(p->centres, province) ? "  " : "   ");
        }
        alea_text_add(text, "\n");
    }
}

/* ---- Seas ---- */

static void say_fleets(const struct spqrisiko_position *p, unsigned sea, bool padded, struct alea_text *text) {
    int width = ENTRY_WIDTH - NAME_WIDTH;
    bool any = false;
    for (int seat = 0; seat < SPQRISIKO_SEATS; seat++) {
        if (!p->triremes[seat][sea]) continue;
        int number = p->triremes[seat][sea];
        alea_text_add(text, " ");
        alea_text_seat(text, seat);
        alea_text_addf(text, "%d", number);
        width -= 3 + (number > 9) + (number > 99);
        any = true;
    }
    if (!any) alea_text_add(text, " .");
    if (padded) alea_text_addf(text, "%*s", spqrisiko_max(any ? width : width - 2, 0), "");
}

static void say_seas(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct alea_text *text) {
    const unsigned rows = SPQRISIKO_SEA_COUNT / COLUMNS;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < COLUMNS; column++) {
            unsigned sea = column * rows + row;
            alea_text_pad(text, t->sea.at[sea].in[text->lang], NAME_WIDTH);
            say_fleets(p, sea, column + 1 < COLUMNS, text);
        }
        alea_text_add(text, "\n");
    }
}

/* ---- Players ---- */

static void say_seat(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, int seat,
                     struct alea_text *text) {
    struct spqrisiko_points points = spqrisiko_points_of(t, p, seat);
    alea_text_add(text, seat == p->active ? "> " : "  ");
    alea_text_seat(text, seat);
    if (p->fell[seat]) {
        alea_text_addf(text, "  %s\n", label(text, SPQRISIKO_LABEL_ELIMINATED));
        return;
    }
    int gain = points.empire + points.provinces + points.seas + points.centres;
    alea_text_addf(text, "  %s %d", label(text, SPQRISIKO_LABEL_POINTS), p->vp[seat]);
    if (p->phase != SPQRISIKO_PHASE_SETUP && p->phase != SPQRISIKO_PHASE_OVER) alea_text_addf(text, " (+%d)", gain);
    alea_text_addf(text, ", %s %d, %s %d, %s %d\n", label(text, SPQRISIKO_LABEL_PROVINCES_COUNT), points.province_count,
                   label(text, SPQRISIKO_LABEL_SEAS), points.sea_count, label(text, SPQRISIKO_LABEL_CARDS),
                   p->hand_size[seat]);
}

static void say_cards(const struct spqrisiko_tables *t, const uint8_t cards[], struct alea_text *text) {
    const char *comma = "";
    for (int card = 0; card < SPQRISIKO_CARD_COUNT; card++) {
        if (!cards[card]) continue;
        alea_text_addf(text, "%s%d %s", comma, cards[card], t->card.at[card].in[text->lang]);
        comma = ", ";
    }
    if (!*comma) alea_text_add(text, "-");
}

static void say_head(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct alea_text *text) {
    const struct alea_names phases = spqrisiko_texts.lists[SPQRISIKO_SET_PHASE - ALEA_SET_GAME - spqrisiko_texts.n_sets];
    alea_text_addf(text, "%s %d", label(text, SPQRISIKO_LABEL_ROUND), p->round);
    if (p->last_round) alea_text_addf(text, " (%s %d)", label(text, SPQRISIKO_LABEL_LAST_ROUND), p->last_round);
    alea_text_addf(text, " - %s", phases.at[p->phase].in[text->lang]);
    if (p->phase != SPQRISIKO_PHASE_OVER) {
        alea_text_addf(text, " - %s ", label(text, SPQRISIKO_LABEL_TURN_OF));
        alea_text_seat(text, p->active);
    }
    if (t->target) alea_text_addf(text, " - %s %d", label(text, SPQRISIKO_LABEL_TARGET), t->target);
    alea_text_add(text, "\n");
}

void spqrisiko_board(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    (void)seat; /* the board is public */
    say_head(t, p, text);
    alea_text_addf(text, "%s: %s, %s; * = %s\n", label(text, SPQRISIKO_LABEL_PROVINCE), label(text, SPQRISIKO_LABEL_OWNER),
                   label(text, SPQRISIKO_LABEL_LEGIONARIES), label(text, SPQRISIKO_LABEL_LEGEND_CENTRE));
    say_provinces(t, p, text);
    alea_text_addf(text, "%s: %s\n", label(text, SPQRISIKO_LABEL_SEA), label(text, SPQRISIKO_LABEL_TRIREMES));
    say_seas(t, p, text);
    for (int other = 0; other < t->seats; other++) say_seat(t, p, other, text);
    alea_text_addf(text, "%s %d, %s: ", label(text, SPQRISIKO_LABEL_DECK), p->deck_size,
                   label(text, SPQRISIKO_LABEL_DISCARD));
    say_cards(t, p->discard, text);
    alea_text_add(text, "\n");
}

/* ---- The table of places: an equal view of the board ---- */

static void say_set(const struct alea_names *names, uint64_t set, struct alea_text *text) {
    const char *comma = "";
    for (; set; set &= set - 1) {
        alea_text_addf(text, "%s%s", comma, names->at[spqrisiko_first(set)].in[text->lang]);
        comma = ", ";
    }
}

void spqrisiko_places(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    (void)seat;
    for (unsigned province = 0; province < SPQRISIKO_PROVINCE_COUNT; province++) {
        say_province(t, p, province, text);
        alea_text_add(text, "  ");
        say_set(&t->province, t->next[province], text);
        if (t->sea_of[province]) alea_text_add(text, t->next[province] ? "; " : "");
        say_set(&t->sea, t->sea_of[province], text);
        alea_text_add(text, "\n");
    }
}

/* ---- The hand ---- */

void spqrisiko_hand(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    if (seat < 0 || seat >= t->seats) return;
    alea_text_addf(text, "%s: ", label(text, SPQRISIKO_LABEL_HAND));
    if (p->hand_size[seat]) say_cards(t, p->hand[seat], text);
    else alea_text_add(text, label(text, SPQRISIKO_LABEL_HAND_EMPTY));
    alea_text_add(text, "\n");
    struct spqrisiko_position mine = *p;
    mine.active = (uint8_t)seat;
    for (unsigned set = 0; set < SPQRISIKO_SET_COUNT; set++)
        if (spqrisiko_set_in_hand(t, &mine, set))
            alea_text_addf(text, "  %s: %s\n", label(text, SPQRISIKO_LABEL_SET_PLAYABLE),
                           t->card_set.at[set].in[text->lang]);
}

/* ---- What is to be decided ---- */

static int prompt_of_phase(const struct spqrisiko_position *p) {
    static const uint8_t prompt[SPQRISIKO_PHASES] = {
        [SPQRISIKO_PHASE_SETUP] = SPQRISIKO_LABEL_PROMPT_SETUP_CLAIM,
        [SPQRISIKO_PHASE_REINFORCE_LAND] = SPQRISIKO_LABEL_PROMPT_REINFORCE_LAND,
        [SPQRISIKO_PHASE_REINFORCE_NAVAL] = SPQRISIKO_LABEL_PROMPT_REINFORCE_NAVAL,
        [SPQRISIKO_PHASE_NAVAL_MOVE] = SPQRISIKO_LABEL_PROMPT_NAVAL_MOVE,
        [SPQRISIKO_PHASE_NAVAL_COMBAT] = SPQRISIKO_LABEL_PROMPT_NAVAL_COMBAT,
        [SPQRISIKO_PHASE_SEA_ATTACK] = SPQRISIKO_LABEL_PROMPT_SEA_ATTACK,
        [SPQRISIKO_PHASE_LAND_ATTACK] = SPQRISIKO_LABEL_PROMPT_LAND_ATTACK,
        [SPQRISIKO_PHASE_STRATEGIC_MOVE] = SPQRISIKO_LABEL_PROMPT_STRATEGIC_MOVE,
        [SPQRISIKO_PHASE_DRAW] = SPQRISIKO_LABEL_PROMPT_OVER,
        [SPQRISIKO_PHASE_OVER] = SPQRISIKO_LABEL_PROMPT_OVER,
    };
    return prompt[p->phase];
}

static int prompt_of_step(const struct spqrisiko_position *p) {
    static const uint8_t prompt[SPQRISIKO_STEPS] = {
        [SPQRISIKO_STEP_NEUTRAL] = SPQRISIKO_LABEL_PROMPT_SETUP_NEUTRAL,
        [SPQRISIKO_STEP_REFUND_TO] = SPQRISIKO_LABEL_PROMPT_REFUND_TO,
        [SPQRISIKO_STEP_BUILD_IN] = SPQRISIKO_LABEL_PROMPT_BUILD_IN,
        [SPQRISIKO_STEP_SAIL_TO] = SPQRISIKO_LABEL_PROMPT_SAIL_TO,
        [SPQRISIKO_STEP_SAIL] = SPQRISIKO_LABEL_PROMPT_SAIL,
        [SPQRISIKO_STEP_ENEMY] = SPQRISIKO_LABEL_PROMPT_ENEMY,
        [SPQRISIKO_STEP_NAVAL_THROW] = SPQRISIKO_LABEL_PROMPT_NAVAL_COMBAT,
        [SPQRISIKO_STEP_NAVAL_AGAIN] = SPQRISIKO_LABEL_PROMPT_NAVAL_AGAIN,
        [SPQRISIKO_STEP_ASSAULT] = SPQRISIKO_LABEL_PROMPT_ASSAULT,
        [SPQRISIKO_STEP_COMMIT] = SPQRISIKO_LABEL_PROMPT_COMMIT,
        [SPQRISIKO_STEP_SEA_THROW] = SPQRISIKO_LABEL_PROMPT_SEA_ATTACK,
        [SPQRISIKO_STEP_ATTACK_TO] = SPQRISIKO_LABEL_PROMPT_ATTACK_TO,
        [SPQRISIKO_STEP_ROLL] = SPQRISIKO_LABEL_PROMPT_ROLL,
        [SPQRISIKO_STEP_LAND_THROW] = SPQRISIKO_LABEL_PROMPT_LAND_ATTACK,
        [SPQRISIKO_STEP_ADVANCE] = SPQRISIKO_LABEL_PROMPT_ADVANCE,
        [SPQRISIKO_STEP_MOVE_TO] = SPQRISIKO_LABEL_PROMPT_MOVE_TO,
        [SPQRISIKO_STEP_MOVE] = SPQRISIKO_LABEL_PROMPT_MOVE,
    };
    return prompt[p->step];
}

/* The open action in one line: "Italia (5) - Noricum (3)". */
static void say_action(const struct spqrisiko_tables *t, const struct spqrisiko_position *p, struct alea_text *text) {
    bool two = p->step == SPQRISIKO_STEP_COMMIT || p->step == SPQRISIKO_STEP_ROLL || p->step == SPQRISIKO_STEP_ADVANCE ||
               p->step == SPQRISIKO_STEP_MOVE;
    bool one = p->step == SPQRISIKO_STEP_ASSAULT || p->step == SPQRISIKO_STEP_ATTACK_TO ||
               p->step == SPQRISIKO_STEP_MOVE_TO || p->step == SPQRISIKO_STEP_BUILD_IN;
    if (!one && !two) return;
    alea_text_addf(text, "%s (%d)", t->province.at[p->from].in[text->lang], p->legionaries[p->from]);
    if (two) alea_text_addf(text, " - %s (%d)", t->province.at[p->to].in[text->lang], p->legionaries[p->to]);
    alea_text_add(text, ": ");
}

static void say_pending(const struct spqrisiko_position *p, struct alea_text *text) {
    if (p->pool) {
        say_number(text, SPQRISIKO_LABEL_POOL_LEFT, p->pool);
        alea_text_add(text, ". ");
    }
    if (p->pending_centres) {
        say_number(text, SPQRISIKO_LABEL_CENTRES_LEFT, p->pending_centres);
        alea_text_add(text, ". ");
    }
    if (p->pending_triremes && p->phase == SPQRISIKO_PHASE_REINFORCE_NAVAL) {
        say_number(text, SPQRISIKO_LABEL_TRIREMES_LEFT, p->pending_triremes);
        alea_text_add(text, ". ");
    }
}

void spqrisiko_prompt(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct spqrisiko_tables *t = tables;
    const struct spqrisiko_position *p = pos;
    (void)seat;
    say_action(t, p, text);
    if (p->step == SPQRISIKO_STEP_IDLE) say_pending(p, text);
    alea_text_add(text, label(text, p->step == SPQRISIKO_STEP_IDLE ? prompt_of_phase(p) : prompt_of_step(p)));
    alea_text_add(text, "\n");
}
