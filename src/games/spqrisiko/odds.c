/* SPDX-License-Identifier: MIT */
/* odds.c - exact odds of a throw by enumeration (section 5 of the rules), and of whole combats as absorbing chains over
 * the forces left. Made once, when the rules are loaded (well under a millisecond). */
#include "spqrisiko.h"

/* ---- One throw ---- */

static struct spqrisiko_throw *outcome_of(struct spqrisiko_throws *throws, int attacker_losses, int defender_losses,
                                          unsigned faces) {
    for (int i = 0; i < throws->n; i++)
        if (throws->at[i].attacker_losses == attacker_losses && throws->at[i].defender_losses == defender_losses)
            return &throws->at[i];
    struct spqrisiko_throw *fresh = &throws->at[throws->n++];
    *fresh = (struct spqrisiko_throw){
        .attacker_losses = (uint8_t)attacker_losses, .defender_losses = (uint8_t)defender_losses, .faces = faces};
    return fresh;
}

/* One side's dice in falling order, and in how many orders they can fall. */
struct roll {
    unsigned faces; /* of one order, as side 0 of a throw */
    uint16_t orders;
};

enum { ROLLS = 56 }; /* of three dice */

static unsigned orders_of(int dice, const unsigned face[SPQRISIKO_DICE]) {
    static const unsigned all[SPQRISIKO_DICE + 1] = {1, 1, 2, 6};
    bool first = dice > 1 && face[0] == face[1], last = dice > 2 && face[1] == face[2];
    return first && last ? 1 : first || last ? all[dice] / 2 : all[dice];
}

static int list_rolls(int dice, struct roll out[ROLLS]) {
    int n = 0;
    unsigned face[SPQRISIKO_DICE];
    for (face[0] = 1; face[0] <= 6; face[0]++)
        for (face[1] = 1; face[1] <= (dice > 1 ? face[0] : 1); face[1]++)
            for (face[2] = 1; face[2] <= (dice > 2 ? face[1] : 1); face[2]++) {
                unsigned faces = 0;
                for (int die = 0; die < dice; die++) faces = alea_dice_with(faces, 0, die, face[die]);
                out[n++] = (struct roll){.faces = faces, .orders = (uint16_t)orders_of(dice, face)};
            }
    return n;
}

static void enumerate(struct spqrisiko_throws *throws, enum spqrisiko_combat combat, int attacker, int defender) {
    struct roll attack[ROLLS], defence[ROLLS];
    int n_attack = list_rolls(attacker, attack), n_defence = list_rolls(defender, defence);
    for (int i = 0; i < n_attack; i++)
        for (int j = 0; j < n_defence; j++) {
            unsigned faces = attack[i].faces | defence[j].faces << 9;
            int attacker_losses, defender_losses;
            spqrisiko_losses(faces, combat, &attacker_losses, &defender_losses);
            struct spqrisiko_throw *outcome = outcome_of(throws, attacker_losses, defender_losses, faces);
            outcome->weight = (uint16_t)(outcome->weight + attack[i].orders * defence[j].orders);
        }
}

/* ---- Whole combats ---- */

/* How a throw of so many dice may end. */
const struct spqrisiko_throws *spqrisiko_fight_throws(const struct spqrisiko_tables *t, enum spqrisiko_fight_kind kind,
                                                      int attacker_dice, int defenders) {
    return &t->throws[kind == SPQRISIKO_FIGHT_NAVAL ? SPQRISIKO_NAVAL : SPQRISIKO_LAND][attacker_dice]
                     [spqrisiko_dice(defenders)];
}

/* How the next throw may end, of as many dice as may be thrown. NULL: it is over, the rules stop the attacker, or fewer than `stop`
 * are left to it; by sea nothing of the kind. */
const struct spqrisiko_throws *spqrisiko_fight_next(const struct spqrisiko_tables *t, enum spqrisiko_fight_kind kind,
                                                    int attackers, int defenders, int stop) {
    int dice = spqrisiko_dice(attackers);
    if (!attackers || !defenders) return NULL;
    if (kind != SPQRISIKO_FIGHT_SEA && (dice < spqrisiko_dice(defenders) || attackers < stop)) return NULL; /* [SPQ-SEA-7] */
    return spqrisiko_fight_throws(t, kind, dice, defenders);
}

/* Value of table[a][d] after one throw of the given dice, averaged over its outcomes. */
static double after_throw(const struct spqrisiko_throws *throws, double table[][SPQRISIKO_ODDS], int a, int d) {
    double sum = 0, total = 0;
    for (int i = 0; i < throws->n; i++) {
        const struct spqrisiko_throw *throw = &throws->at[i];
        sum += throw->weight * table[a - throw->attacker_losses][d - throw->defender_losses];
        total += throw->weight;
    }
    return sum / total;
}

/* Chance that the attacker wins who goes on until the rules stop it. `a` counts those that may die. */
static double win_of(const struct spqrisiko_tables *t, enum spqrisiko_fight_kind kind, double table[][SPQRISIKO_ODDS], int a,
                     int d) {
    const struct spqrisiko_throws *next = spqrisiko_fight_next(t, kind, a, d, 0);
    return next ? after_throw(next, table, a, d) : !d;
}

static void solve(struct spqrisiko_tables *t) {
    for (int a = 0; a < SPQRISIKO_ODDS; a++)
        for (int d = 0; d < SPQRISIKO_ODDS; d++) {
            t->sea_win[a][d] = win_of(t, SPQRISIKO_FIGHT_SEA, t->sea_win, a, d);
            t->land_win[a][d] = win_of(t, SPQRISIKO_FIGHT_LAND, t->land_win, a, d);
        }
}

void spqrisiko_odds_load(struct spqrisiko_tables *t) {
    for (enum spqrisiko_combat combat = SPQRISIKO_LAND; combat < SPQRISIKO_COMBATS; combat++)
        for (int attacker = 1; attacker <= SPQRISIKO_DICE; attacker++)
            for (int defender = 1; defender <= SPQRISIKO_DICE; defender++)
                enumerate(&t->throws[combat][attacker][defender], combat, attacker, defender);
    solve(t);
}

/* Forces beyond the table are scaled down in proportion: an estimate, for the heuristic alone. */
static double look_up(const double table[][SPQRISIKO_ODDS], int attackers, int defenders) {
    int most = spqrisiko_max(attackers, defenders);
    if (attackers <= 0) return 0;
    if (most >= SPQRISIKO_ODDS) {
        attackers = spqrisiko_max(1, attackers * (SPQRISIKO_ODDS - 1) / most);
        defenders = spqrisiko_max(1, defenders * (SPQRISIKO_ODDS - 1) / most);
    }
    return table[attackers][defenders];
}

double spqrisiko_land_chance(const struct spqrisiko_tables *t, int attackers, int defenders) {
    return look_up(t->land_win, attackers, defenders);
}

double spqrisiko_sea_chance(const struct spqrisiko_tables *t, int attackers, int defenders) {
    return look_up(t->sea_win, attackers, defenders);
}

/* ---- Beside a choice ---- */

/* Legionaries of the province, or what stands against the choice. */
void spqrisiko_remark(const void *tables, const void *pos, int seat, alea_move move, struct alea_text *text) {
    const struct spqrisiko_position *p = pos;
    unsigned arg = alea_move_arg(move);
    (void)tables;
    (void)seat;
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_PLACE:
    case SPQRISIKO_VERB_CENTRE:
    case SPQRISIKO_VERB_REFUND_TO:
    case SPQRISIKO_VERB_BUILD_FROM:
    case SPQRISIKO_VERB_EMBARK:
    case SPQRISIKO_VERB_ATTACK_FROM:
    case SPQRISIKO_VERB_MOVE_FROM:
    case SPQRISIKO_VERB_MOVE_TO:
    case SPQRISIKO_VERB_ATTACK_TO:
    case SPQRISIKO_VERB_ASSAULT: alea_text_addf(text, "%d", p->legionaries[arg]); return;
    case SPQRISIKO_VERB_COMMIT: alea_text_addf(text, "%d", p->legionaries[p->to]); return;
    case SPQRISIKO_VERB_ENEMY: alea_text_addf(text, "%d", p->triremes[arg][p->from]); return;
    default: return;
    }
}
