/* SPDX-License-Identifier: MIT */
/* at_hand.c - the questions about chances that a position asks by itself: of each siege that may begin, or goes on; of the market
 * after a trade; of the cards in the other hand. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC, POL-TRADE, POL-BATTLE] */
#include "question.h"

/* Are all values such as can be given? Those of a scenario may be too large. */
static bool fits(const struct alea_at_hand *asked) {
    const struct alea_question *question = &polis_questions[asked->question];
    for (int i = 0; i < question->n_parameters; i++) {
        const struct alea_parameter *of = &question->parameters[i];
        int32_t value = asked->value[i].at[0];
        bool free = of->list || of->set || value == of->standard;
        if (!free && (value < of->min || value > of->max)) return false;
    }
    return true;
}

static void note(struct alea_at_hand *out, int label, int first, int second) {
    int i = 0;
    while (out->note[i].label) i++;
    out->note[i] = (struct alea_note){label, {first, second}};
}

/* ---- Sieges ---------------------------------------------------------------------------------------------------------------- */

/* What may break a siege with discs before it ends. */
static void note_risks(const struct polis_tables *t, const struct polis_position *p, unsigned city, bool laid,
                       struct alea_at_hand *out) {
    const struct polis_city *at = &t->city_at[city];
    int spare = p->units[p->active][at->region] - at->fortification;
    if (spare > 0) note(out, POLIS_LABEL_RISK_HOPLITES, spare, at->fortification);
    else note(out, spare ? POLIS_LABEL_RISK_TOO_FEW : POLIS_LABEL_RISK_NONE, at->fortification, 0);
    note(out, t->siege.discs_stay ? POLIS_LABEL_RISK_STAY : POLIS_LABEL_RISK_CLEARED, 0, 0);
    bool start = !laid && !p->discs[p->active][city];
    if (start && !t->siege.start_after_pass) note(out, POLIS_LABEL_RISK_START, 0, 0);
}

/* As it stands now, the polis that `city` is. */
static void ask_siege(const struct polis_tables *t, const struct polis_position *p, unsigned city,
                      struct alea_at_hand *out) {
    const struct polis_city *at = &t->city_at[city];
    int side = p->active;
    alea_at_hand_begin(out, polis_questions, POLIS_ASK_SIEGE);
    out->set = POLIS_SET_POLIS;
    out->subject = (int32_t)city;
    out->value[POLIS_ASK_MODE].at[0] = t->mode;
    out->value[POLIS_ASK_FORTIFICATION].at[0] = at->fortification;
    out->value[POLIS_ASK_HOPLITES].at[0] = p->units[side][at->region];
    out->value[POLIS_ASK_PRESTIGE].at[0] = p->prestige[side];
    out->value[POLIS_ASK_DISCS].at[0] = p->discs[side][city];
    if (polis_owner(p, city) != POLIS_NEUTRAL) out->value[POLIS_ASK_POPULATION].at[0] = p->population[city];
}

/* Of besieging it: with a die without forcing and, if it can be paid, with it. */
static bool of_siege(const struct polis_tables *t, const struct polis_position *p, unsigned city, int i,
                     struct alea_at_hand *out) {
    bool can_force = polis_can_force_later(t, p->prestige[p->active]);
    if (i > (can_force ? 1 : 0)) return false;
    ask_siege(t, p, city, out);
    if (can_force && !i) out->value[POLIS_ASK_OBJECTIVE].at[0] = POLIS_WANTS_NO_FORCE;
    if (!t->siege.die) note_risks(t, p, city, false, out);
    return true;
}

/* Of every polis that can be named. */
static bool of_targets(const struct polis_tables *t, const struct polis_position *p, int i, struct alea_at_hand *out) {
    for (uint32_t rest = t->besiegeable; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        if (polis_why_siege(t, p, city)) continue;
        int n = 0;
        while (n <= i && of_siege(t, p, city, n, out)) n++;
        out->choice = true;
        if (n > i) return true;
        i -= n;
    }
    return false;
}

/* After a roll that has failed, or a disc: whether to force, and how many. [POL-SAC, POL-DSAC] */
static bool of_forcing(const struct polis_tables *t, const struct polis_position *p, struct alea_at_hand *out) {
    ask_siege(t, p, p->what, out);
    if (p->step == POLIS_STEP_FORCE_ONCE) {
        out->value[POLIS_ASK_ROLL].at[0] = p->made;
    } else {
        out->value[POLIS_ASK_LAID].at[0] = 1;
        note_risks(t, p, p->what, true, out);
    }
    return true;
}

/* ---- Trade ----------------------------------------------------------------------------------------------------------------- */

static bool of_payment(const struct polis_tables *t, const struct polis_position *p, unsigned shipload, int paid,
                       struct alea_at_hand *out) {
    alea_at_hand_begin(out, polis_questions, POLIS_ASK_MARKET);
    out->value[POLIS_ASK_SHIPLOAD].at[0] = (int32_t)shipload;
    out->value[POLIS_ASK_POSITION].at[0] = p->market[t->shiploads[shipload].good];
    out->value[POLIS_ASK_PAID].at[0] = paid;
    return true;
}

/* Of all ways to pay that there are. */
static bool of_load(const struct polis_tables *t, const struct polis_position *p, unsigned shipload, int i,
                    struct alea_at_hand *out) {
    if (i > (t->shiploads[shipload].purchase ? POLIS_PAID_PURCHASE : POLIS_PAID_EXCHANGE)) return false;
    of_payment(t, p, shipload, i, out);
    out->choice = true;
    return true;
}

/* ---- Battles --------------------------------------------------------------------------------------------------------------- */

static void add_seen(struct alea_values *seen, int card, int n) {
    while (n-- > 0 && seen->n < ALEA_MAX_VALUES) seen->at[seen->n++] = card;
}

/* Own cards and played ones are seen; of the rest the other hand is any. */
static bool of_formation(const struct polis_tables *t, const struct polis_position *p, int seat, int formation,
                         struct alea_at_hand *out) {
    int hand = 0, unseen = 0;
    if (formation >= t->formation.n) return false;
    alea_at_hand_begin(out, polis_questions, POLIS_ASK_CARDS);
    out->value[POLIS_ASK_FORMATION].at[0] = formation;
    out->value[POLIS_ASK_HELD].at[0] = p->hand_size[polis_other(seat)];
    for (int card = 0; card < t->card.n; card++) {
        int held = p->hand[seat][card], seen = held + p->played[card];
        add_seen(&out->value[POLIS_ASK_SEEN], card, seen);
        if (t->cards[card].formation != formation) continue;
        hand += held;
        unseen += t->cards[card].count - seen;
    }
    note(out, POLIS_LABEL_ODDS_FORMATION, hand, unseen);
    return true;
}

/* With move 0, or before it is known what will be played: every formation. Of a card in the attack its own comes first. */
static bool of_hands(const struct polis_tables *t, const struct polis_position *p, int seat, alea_move move, int i,
                     struct alea_at_hand *out) {
    bool plays = alea_move_verb(move) == POLIS_VERB_PLAY;
    int own = plays ? t->cards[alea_move_arg(move)].formation : -1;
    bool sees = seat >= 0 && seat < POLIS_SIDES && (!move || plays || alea_move_verb(move) == POLIS_VERB_FIGHT);
    int formation = !plays || i > own ? i : i ? i - 1 : own;
    if (!sees || !of_formation(t, p, seat, formation, out)) return false;
    out->choice = !plays || i;
    return true;
}

/* ---- All of them ----------------------------------------------------------------------------------------------------------- */

/* What can be asked is open to all, but for hands. An action with a lone object is already its. */
static bool is_asked(const struct polis_tables *t, struct polis_position *p, int seat, alea_move *move) {
    bool hands = p->step == POLIS_STEP_RETREAT || p->step == POLIS_STEP_ATTACK || p->step == POLIS_STEP_ANSWER;
    if (!*move) return true;
    if ((hands && seat != p->decider) || polis_why_not(t, p, p->decider, *move)) return false;
    if (p->step == POLIS_STEP_ACTION) *move = polis_lone_choice(t, p, *move);
    return *move != 0;
}

static bool ask(const struct polis_tables *t, const struct polis_position *p, int seat, alea_move move, int i,
                struct alea_at_hand *out) {
    unsigned verb = alea_move_verb(move), arg = alea_move_arg(move);
    switch (p->step) {
    case POLIS_STEP_ACTION: return polis_has(polis_actions(t, p), POLIS_BESIEGE) && of_targets(t, p, i, out);
    case POLIS_STEP_SIEGE_POLIS: return move ? of_siege(t, p, arg, i, out) : of_targets(t, p, i, out);
    case POLIS_STEP_FORCE_ONCE:
    case POLIS_STEP_FORCE_MORE: return !i && (!move || verb == POLIS_VERB_FORCE) && of_forcing(t, p, out);
    case POLIS_STEP_LOAD: return move && of_load(t, p, arg, i, out);
    case POLIS_STEP_TRADE_MODE:
        if (!move) return of_load(t, p, p->what, i, out);
        return !i && of_payment(t, p, p->what, verb == POLIS_VERB_EXCHANGE ? POLIS_PAID_EXCHANGE : POLIS_PAID_PURCHASE, out);
    case POLIS_STEP_RETREAT:
    case POLIS_STEP_ATTACK:
    case POLIS_STEP_ANSWER: return of_hands(t, p, seat, move, i, out);
    default: return false;
    }
}

bool polis_at_hand(const void *tables, const void *pos, int seat, alea_move move, int i, struct alea_at_hand *out) {
    const struct polis_tables *t = tables;
    struct polis_position p = *(const struct polis_position *)pos;
    return is_asked(t, &p, seat, &move) && ask(t, &p, seat, move, i, out) && fits(out);
}
