/* SPDX-License-Identifier: MIT */
/* odds.c - exact numbers before a decision: a siege by die, the schedule of a siege by discs, the marker of a market, a
 * battle's formations. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC, POL-TRADE, POL-BATTLE] */
#include "odds.h"

#include "say.h"

/* ---- Reckoning ---- */

bool polis_can_force_later(const struct polis_tables *r, int prestige) {
    return r->siege.force == POLIS_FORCE_ONCE && prestige >= r->siege.prestige_start + r->siege.force_prestige;
}

struct polis_siege_odds polis_siege_odds_of(const struct polis_tables *r, unsigned city, int prestige, bool force) {
    const struct polis_siege_mode *siege = &r->siege;
    int fortification = r->city_at[city].fortification;
    bool forced = force && polis_can_force_later(r, prestige);
    struct polis_siege_odds odds = {.die = siege->die};
    for (int roll = 1; roll <= siege->die; roll++) {
        bool good = roll >= fortification;
        odds.prestige -= siege->prestige_start;          /* [POL-SIEGE-6] */
        if (!good) odds.hoplites += r->failure_hoplites; /* [POL-SIEGE-8] */
        if (!good && forced) {
            odds.hoplites += fortification - roll;  /* [POL-SAC-5] */
            odds.prestige -= siege->force_prestige; /* [POL-SAC-4] */
        }
        if (!good && !forced) continue;
        odds.taken++;
        odds.prestige += fortification - siege->prestige_win; /* [POL-SIEGE-7] */
    }
    return odds;
}

/* Forcing is done in the last turn: until then the besieger needs its F hoplites, and what is forced later costs no more. */
int polis_schedules(const struct polis_siege_mode *siege, const struct polis_siege_state *state,
                    struct polis_schedule out[POLIS_SCHEDULES]) {
    int left = state->fortification - state->discs, n = 0;
    bool start = !state->acted && !state->discs, forces = siege->force == POLIS_FORCE_DISCS;
    for (int actions = state->acted ? 0 : 1; actions <= left && n < POLIS_SCHEDULES; actions++) {
        int forced = left - actions;
        int before = actions ? (start ? siege->prestige_start : siege->prestige_continue) : 0;
        int later = polis_most(0, actions - 1) * siege->prestige_continue;
        int prestige = before + later + forced * siege->force_prestige + siege->prestige_win;
        bool enough = state->hoplites >= forced * siege->force_hoplites &&
                      (!(state->acted && actions) || state->hoplites >= state->fortification);
        if ((forced && !forces) || !enough || prestige > state->prestige) continue;
        out[n++] = (struct polis_schedule){
            .turns = actions, .forced = forced, .prestige = prestige, .hoplites = forced * siege->force_hoplites};
    }
    return n;
}

int polis_schedules_of(const struct polis_tables *r, const struct polis_position *p, int side, unsigned city, bool acted,
                       struct polis_schedule out[POLIS_SCHEDULES]) {
    const struct polis_city *at = &r->city_at[city];
    struct polis_siege_state state = {.fortification = at->fortification,
                                      .discs = p->discs[side][city],
                                      .hoplites = p->units[side][at->region],
                                      .prestige = p->prestige[side],
                                      .acted = acted};
    return polis_schedules(&r->siege, &state, out);
}

double polis_chance_of_any(int all, int good, int n) {
    double none = 1;
    for (int i = 0; i < n && i < all; i++) none *= (double)polis_most(0, all - good - i) / (all - i);
    return 1 - none;
}

/* An exchange moves the marker right by one die, a purchase left by the higher of two. [POL-TRADE-8, POL-TRADE-10] */
int polis_markers_of(const struct polis_tables *r, unsigned shipload, int now, bool exchange,
                     struct polis_marker out[POLIS_MARKERS]) {
    const struct polis_shipload *load = &r->shiploads[shipload];
    int n = 0;
    for (int face = 1; face <= r->market_die && n < POLIS_MARKERS; face++) {
        int at = exchange ? polis_least(POLIS_PRICE_POSITIONS - 1, now + face) : polis_most(0, now - face);
        bool same = n && out[n - 1].position == at; /* at the end of the track faces have one effect */
        if (!same) out[n++] = (struct polis_marker){.position = at, .price = r->price[load->number][at]};
        out[n - 1].weight += exchange ? 1 : 2 * face - 1;
    }
    return n;
}

static int unseen_of(const struct polis_tables *r, const struct polis_position *p, int seat, unsigned card) {
    return r->cards[card].count - p->played[card] - p->hand[seat][card];
}

struct polis_formation polis_formation_of(const struct polis_tables *r, const struct polis_position *p, int seat,
                                          unsigned formation) {
    struct polis_formation of = {.hand = 0};
    int all = 0;
    for (unsigned card = 0; card < POLIS_CARD_KINDS; card++) {
        int unseen = unseen_of(r, p, seat, card);
        all += unseen;
        if (r->cards[card].formation != formation) continue;
        of.hand += p->hand[seat][card];
        of.unseen += unseen;
    }
    of.chance = polis_chance_of_any(all, of.unseen, p->hand_size[polis_other(seat)]);
    return of;
}

/* ---- In words ---- */

/* "3/4", "-1/2", "2"; below >= 1. */
static void say_fraction(int above, int below, struct alea_text *text) {
    for (int divisor = below; divisor > 1; divisor--) {
        if (above % divisor || below % divisor) continue;
        above /= divisor;
        below /= divisor;
    }
    alea_text_addf(text, below == 1 ? "%d" : "%d/%d", above, below);
}

static void say_odds(struct polis_siege_odds odds, int label, struct alea_text *text) {
    alea_text_addf(text, "    %s: %s ", polis_label(text, label), polis_label(text, POLIS_LABEL_CHANCE_TO_TAKE));
    say_fraction(odds.taken, odds.die, text);
    alea_text_addf(text, " (%.0f%%); %s ", 100.0 * odds.taken / odds.die, polis_label(text, POLIS_LABEL_EXPECTED_HOPLITES));
    say_fraction(odds.hoplites, odds.die, text);
    alea_text_addf(text, "; %s ", polis_label(text, POLIS_LABEL_EXPECTED_PRESTIGE));
    say_fraction(odds.prestige, odds.die, text);
    alea_text_add(text, "\n");
}

/* "Argos, F 3, 3 hoplites". */
static void say_target(const struct polis_tables *r, const struct polis_position *p, int side, unsigned city,
                       struct alea_text *text) {
    const struct polis_city *at = &r->city_at[city];
    int owner = polis_owner(p, city);
    alea_text_addf(text, "  %s (", polis_name(&r->city, city, text));
    if (owner == POLIS_NEUTRAL) alea_text_add(text, polis_label(text, POLIS_LABEL_NEUTRAL));
    else polis_say_side(r, owner, text);
    polis_say(text, POLIS_LABEL_ODDS_TARGET, at->fortification, p->units[side][at->region], polis_people(r, p, city));
    alea_text_add(text, ")\n");
}

static void say_by_die(const struct polis_tables *r, const struct polis_position *p, unsigned city, struct alea_text *text) {
    int prestige = p->prestige[p->active];
    say_target(r, p, p->active, city, text);
    say_odds(polis_siege_odds_of(r, city, prestige, false), POLIS_LABEL_WITHOUT_FORCE, text);
    if (polis_can_force_later(r, prestige))
        say_odds(polis_siege_odds_of(r, city, prestige, true), POLIS_LABEL_WITH_FORCE, text);
}

/* What may break the siege before it ends. */
static void say_risks(const struct polis_tables *r, const struct polis_position *p, unsigned city, bool acted,
                      struct alea_text *text) {
    const struct polis_city *at = &r->city_at[city];
    int mine = p->units[p->active][at->region], spare = mine - at->fortification;
    alea_text_add(text, "    ");
    if (!spare) polis_say(text, POLIS_LABEL_RISK_NONE, at->fortification, 0, 0);
    else if (spare > 0) polis_say(text, POLIS_LABEL_RISK_HOPLITES, spare, at->fortification, 0);
    else alea_text_add(text, polis_label(text, POLIS_LABEL_RISK_TOO_FEW));
    alea_text_addf(text, " %s", polis_label(text, r->siege.discs_stay ? POLIS_LABEL_RISK_STAY : POLIS_LABEL_RISK_CLEARED));
    if (!acted && !p->discs[p->active][city] && !r->siege.start_after_pass)
        alea_text_addf(text, " %s", polis_label(text, POLIS_LABEL_RISK_START));
    alea_text_add(text, "\n");
}

static void say_schedule(const struct polis_tables *r, const struct polis_position *p, unsigned city, bool acted,
                         struct alea_text *text) {
    struct polis_schedule schedule[POLIS_SCHEDULES];
    int n = polis_schedules_of(r, p, p->active, city, acted, schedule), side = p->active;
    bool enemy = polis_owner(p, city) == polis_other(side);
    say_target(r, p, side, city, text);
    for (int i = 0; i < n; i++) {
        const struct polis_schedule *at = &schedule[i];
        alea_text_add(text, "    ");
        bool at_once = acted && !at->turns;
        int label = at_once ? POLIS_LABEL_AT_ONCE : acted ? POLIS_LABEL_MORE_TURNS : POLIS_LABEL_IN_TURNS;
        polis_say(text, label, at_once ? at->forced : at->turns, 0, 0);
        if (at->forced && !at_once) polis_say(text, POLIS_LABEL_LAST_FORCED, at->forced, 0, 0);
        polis_say(text, POLIS_LABEL_SCHEDULE_COST, at->prestige, r->city_at[city].fortification - at->prestige, 0);
        if (at->hoplites) polis_say(text, POLIS_LABEL_SCHEDULE_HOPLITES, at->hoplites, 0, 0);
        int people = polis_most(r->least_population, p->population[city] - at->forced * r->siege.force_population);
        if (enemy) polis_say(text, POLIS_LABEL_SCHEDULE_PEOPLE, people, 0, 0);
        alea_text_add(text, "\n");
    }
    if (!n) alea_text_addf(text, "    %s\n", polis_label(text, POLIS_LABEL_SCHEDULE_NONE));
    say_risks(r, p, city, acted, text);
}

/* Every target that can be named now. */
static void say_targets(const struct polis_tables *r, const struct polis_position *p, struct alea_text *text) {
    alea_text_addf(text, "%s:\n", polis_label(text, r->siege.die ? POLIS_LABEL_SIEGE_ODDS : POLIS_LABEL_SIEGE_SCHEDULE));
    for (uint32_t rest = r->besiegeable; rest; rest &= rest - 1) {
        unsigned city = polis_first(rest);
        if (polis_why_siege(r, p, city)) continue;
        if (r->siege.die) say_by_die(r, p, city, text);
        else say_schedule(r, p, city, false, text);
    }
}

/* After a failed roll: what forcing costs and brings. [POL-SAC] */
static void say_force_once(const struct polis_tables *r, const struct polis_position *p, struct alea_text *text) {
    int fortification = r->city_at[p->what].fortification, price = r->siege.force_prestige;
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_SIEGE_ODDS));
    say_target(r, p, p->active, p->what, text);
    alea_text_add(text, "    ");
    polis_say(text, POLIS_LABEL_FORCE_NOW, price, fortification - p->made, fortification - price);
    alea_text_add(text, "\n");
}

/* ---- Trade ---- */

/* "3/16: to position 2, price 4", a line each. */
static void say_moves(const struct polis_tables *r, const struct polis_position *p, bool exchange, struct alea_text *text) {
    struct polis_marker marker[POLIS_MARKERS];
    int n = polis_markers_of(r, p->what, p->market[r->shiploads[p->what].good], exchange, marker), total = 0;
    for (int i = 0; i < n; i++) total += marker[i].weight;
    alea_text_addf(text, "    %s:\n", polis_label(text, exchange ? POLIS_LABEL_AFTER_EXCHANGE : POLIS_LABEL_AFTER_PURCHASE));
    for (int i = 0; i < n; i++) {
        alea_text_add(text, "      ");
        say_fraction(marker[i].weight, total, text);
        alea_text_add(text, ": ");
        polis_say(text, POLIS_LABEL_ODDS_MARKER, marker[i].position, marker[i].price, 0);
        alea_text_add(text, "\n");
    }
}

static void say_trade(const struct polis_tables *r, const struct polis_position *p, struct alea_text *text) {
    const struct polis_shipload *load = &r->shiploads[p->what];
    alea_text_addf(text, "%s, %s: %d, %s %s\n", polis_label(text, POLIS_LABEL_PRICE),
                   polis_name(&r->shipload, p->what, text), polis_price_of(r, p, p->what),
                   polis_label(text, POLIS_LABEL_MARKERS), polis_name(&r->resource, load->good, text));
    say_moves(r, p, true, text);
    if (load->purchase) say_moves(r, p, false, text);
}

/* ---- Battles ---- */

/* For each formation: what I hold, what is unseen, and the chance that the other side can match one. */
static void say_formations(const struct polis_tables *r, const struct polis_position *p, int seat, struct alea_text *text) {
    enum { NAME_WIDTH = 16 };
    for (unsigned formation = 0; formation < (unsigned)r->formation.n; formation++) {
        struct polis_formation of = polis_formation_of(r, p, seat, formation);
        alea_text_add(text, "    ");
        alea_text_pad(text, polis_name(&r->formation, formation, text), NAME_WIDTH);
        polis_say(text, POLIS_LABEL_ODDS_FORMATION, of.hand, of.unseen, 0);
        alea_text_addf(text, " %.1f%%\n", 100 * of.chance);
    }
}

static void say_battle(const struct polis_tables *r, const struct polis_position *p, int seat, struct alea_text *text) {
    for (int side = 0; side < POLIS_SIDES; side++) {
        polis_say_side(r, side, text);
        alea_text_add(text, ": ");
        polis_say(text, POLIS_LABEL_BATTLE_SIDE, p->units[side][p->battle], p->hand_size[side], p->won[side]);
        alea_text_add(text, "\n");
    }
    if (seat < 0 || seat >= POLIS_SIDES) return;
    alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_ODDS_FORMATIONS));
    say_formations(r, p, seat, text);
}

bool polis_odds(const void *tables, const void *pos, int seat, struct alea_text *text) {
    const struct polis_tables *r = tables;
    const struct polis_position *p = pos;
    switch (p->step) {
    case POLIS_STEP_ACTION: /* before the action is begun */
        if (!polis_has(polis_actions(r, p), POLIS_BESIEGE)) return false;
        say_targets(r, p, text);
        return true;
    case POLIS_STEP_SIEGE_POLIS: say_targets(r, p, text); return true;
    case POLIS_STEP_FORCE_ONCE: say_force_once(r, p, text); return true;
    case POLIS_STEP_FORCE_MORE:
        alea_text_addf(text, "%s:\n", polis_label(text, POLIS_LABEL_SIEGE_SCHEDULE));
        say_schedule(r, p, p->what, true, text);
        return true;
    case POLIS_STEP_TRADE_MODE: say_trade(r, p, text); return true;
    case POLIS_STEP_RETREAT:
    case POLIS_STEP_ATTACK:
    case POLIS_STEP_ANSWER: say_battle(r, p, seat, text); return true;
    default: return false;
    }
}
