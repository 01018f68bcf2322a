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
static double win_of(const struct spqrisiko_rules *r, enum spqrisiko_fight_kind kind, double table[][SPQRISIKO_ODDS], int a,
                     int d) {
    if (spqrisiko_fight_stops(kind, a, d, 0)) return !d;
    return after_throw(spqrisiko_fight_throws(r, kind, spqrisiko_dice(a), d), table, a, d);
}

static void solve(struct spqrisiko_rules *r) {
    for (int a = 0; a < SPQRISIKO_ODDS; a++)
        for (int d = 0; d < SPQRISIKO_ODDS; d++) {
            r->sea_win[a][d] = win_of(r, SPQRISIKO_FIGHT_SEA, r->sea_win, a, d);
            r->land_win[a][d] = win_of(r, SPQRISIKO_FIGHT_LAND, r->land_win, a, d);
        }
}

void spqrisiko_odds_load(struct spqrisiko_rules *r) {
    for (enum spqrisiko_combat combat = SPQRISIKO_LAND; combat < SPQRISIKO_COMBATS; combat++)
        for (int attacker = 1; attacker <= SPQRISIKO_DICE; attacker++)
            for (int defender = 1; defender <= SPQRISIKO_DICE; defender++)
                enumerate(&r->throws[combat][attacker][defender], combat, attacker, defender);
    solve(r);
}

/* Forces beyond the table are scaled down in proportion: an estimate, which say_chance() marks as one. */
static double look_up(const double table[][SPQRISIKO_ODDS], int attackers, int defenders) {
    int most = spqrisiko_max(attackers, defenders);
    if (attackers <= 0) return 0;
    if (most >= SPQRISIKO_ODDS) {
        attackers = spqrisiko_max(1, attackers * (SPQRISIKO_ODDS - 1) / most);
        defenders = spqrisiko_max(1, defenders * (SPQRISIKO_ODDS - 1) / most);
    }
    return table[attackers][defenders];
}

double spqrisiko_land_chance(const struct spqrisiko_rules *r, int attackers, int defenders) {
    return look_up(r->land_win, attackers, defenders);
}

double spqrisiko_sea_chance(const struct spqrisiko_rules *r, int attackers, int defenders) {
    return look_up(r->sea_win, attackers, defenders);
}

/* ---- In words ---- */

static const char *label(const struct alea_text *text, int id) { return spqrisiko_texts.labels[id].in[text->lang]; }

/* "41.7%"; "~41.7%" where the forces are beyond the tables. */
static void add_chance(struct alea_text *text, double chance, int attackers, int defenders) {
    bool exact = attackers < SPQRISIKO_ODDS && defenders < SPQRISIKO_ODDS;
    alea_text_addf(text, "%s%.1f%%", exact ? "" : "~", 100 * chance);
}

static void say_chance(struct alea_text *text, double chance, int attackers, int defenders) {
    add_chance(text, chance, attackers, defenders);
    alea_text_add(text, "\n");
}

static void say_throw(struct alea_text *text, const struct spqrisiko_throws *throws) {
    int total = 0;
    for (int i = 0; i < throws->n; i++) total += throws->at[i].weight;
    for (int i = 0; i < throws->n; i++) {
        const struct spqrisiko_throw *throw = &throws->at[i];
        alea_text_add(text, "  ");
        alea_say(NULL, label(text, SPQRISIKO_LABEL_ODDS_THROW_LINE), 2, (const uint8_t[]){ALEA_SET_NUMBER, ALEA_SET_NUMBER},
                 (const int32_t[]){throw->attacker_losses, throw->defender_losses}, text);
        alea_text_addf(text, ": %d/%d = %.1f%%\n", throw->weight, total, 100.0 * throw->weight / total);
    }
}

static void say_title(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, int id, struct alea_text *text) {
    const char *from = r->province.at[p->from].in[text->lang], *to = r->province.at[p->to].in[text->lang];
    alea_text_addf(text, "%s: %s (%d) - %s (%d)\n", label(text, id), from, p->legionaries[p->from], to,
                   p->legionaries[p->to]);
}

static void say_land(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, struct alea_text *text) {
    int attackers = p->legionaries[p->from] - 1, defenders = p->legionaries[p->to];
    say_title(r, p, SPQRISIKO_LABEL_ODDS_LAND, text);
    alea_text_addf(text, "  %s ", label(text, SPQRISIKO_LABEL_ODDS_WIN));
    say_chance(text, spqrisiko_land_chance(r, attackers, defenders), attackers, defenders);
    say_throw(text, &r->throws[SPQRISIKO_LAND][spqrisiko_dice(attackers)][spqrisiko_dice(defenders)]);
}

/* One line for each force worth naming. */
static void say_commit(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, struct alea_text *text) {
    int most = spqrisiko_spare(r, p, p->from), defenders = p->legionaries[p->to];
    say_title(r, p, SPQRISIKO_LABEL_ODDS_SEA, text);
    for (int n = spqrisiko_dice(defenders); n <= most; n++) {
        alea_text_addf(text, "  %3d: ", n);
        say_chance(text, spqrisiko_sea_chance(r, n, defenders), n, defenders);
    }
}

/* Every target of the province that has been named. */
static void say_targets(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, bool by_sea,
                        struct alea_text *text) {
    int force = by_sea ? spqrisiko_spare(r, p, p->from) : p->legionaries[p->from] - 1;
    uint64_t targets = by_sea ? spqrisiko_assault_on(r, p, p->from) : spqrisiko_attack_on(r, p, p->from);
    alea_text_addf(text, "%s: %s (%d)\n", label(text, by_sea ? SPQRISIKO_LABEL_ODDS_SEA : SPQRISIKO_LABEL_ODDS_LAND),
                   r->province.at[p->from].in[text->lang], p->legionaries[p->from]);
    for (; targets; targets &= targets - 1) {
        unsigned to = spqrisiko_first(targets);
        int defenders = p->legionaries[to];
        double chance = by_sea ? spqrisiko_sea_chance(r, force, defenders) : spqrisiko_land_chance(r, force, defenders);
        alea_text_addf(text, "  %s (%d): ", r->province.at[to].in[text->lang], defenders);
        say_chance(text, chance, force, defenders);
    }
}

static void say_naval(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, int enemy,
                      struct alea_text *text) {
    int mine = p->triremes[p->active][p->from], his = p->triremes[enemy][p->from];
    alea_text_addf(text, "%s: ", label(text, SPQRISIKO_LABEL_ODDS_NAVAL));
    alea_text_seat(text, p->active);
    alea_text_addf(text, " %d - ", mine);
    alea_text_seat(text, enemy);
    alea_text_addf(text, " %d\n", his);
    say_throw(text, &r->throws[SPQRISIKO_NAVAL][spqrisiko_dice(mine)][spqrisiko_dice(his)]);
}

bool spqrisiko_odds(const void *rules, const void *pos, int seat, struct alea_text *text) {
    const struct spqrisiko_rules *r = rules;
    const struct spqrisiko_position *p = pos;
    (void)seat;
    switch (p->step) {
    case SPQRISIKO_STEP_ENEMY:
        for (unsigned rest = spqrisiko_fight_whom(p, p->from); rest; rest &= rest - 1)
            say_naval(r, p, (int)spqrisiko_first(rest), text);
        return true;
    case SPQRISIKO_STEP_NAVAL_AGAIN: say_naval(r, p, p->to, text); return true;
    case SPQRISIKO_STEP_ASSAULT: say_targets(r, p, true, text); return true;
    case SPQRISIKO_STEP_COMMIT: say_commit(r, p, text); return true;
    case SPQRISIKO_STEP_ATTACK_TO: say_targets(r, p, false, text); return true;
    case SPQRISIKO_STEP_ROLL: say_land(r, p, text); return true;
    default: return false;
    }
}

/* ---- Beside a choice ---- */

static void remark_land(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, unsigned to,
                        struct alea_text *text) {
    int attackers = p->legionaries[p->from] - 1, defenders = p->legionaries[to];
    alea_text_addf(text, "%d: ", defenders);
    add_chance(text, spqrisiko_land_chance(r, attackers, defenders), attackers, defenders);
}

static void remark_sea(const struct spqrisiko_rules *r, const struct spqrisiko_position *p, int attackers, unsigned to,
                       struct alea_text *text) {
    int defenders = p->legionaries[to];
    alea_text_addf(text, "%d: ", defenders);
    add_chance(text, spqrisiko_sea_chance(r, attackers, defenders), attackers, defenders);
}

/* Legionaries of the province, or what stands against the choice and the chance to win. */
void spqrisiko_remark(const void *rules, const void *pos, int seat, alea_move move, struct alea_text *text) {
    const struct spqrisiko_rules *r = rules;
    const struct spqrisiko_position *p = pos;
    unsigned arg = alea_move_arg(move);
    (void)seat;
    switch (alea_move_verb(move)) {
    case SPQRISIKO_VERB_PLACE:
    case SPQRISIKO_VERB_CENTRE:
    case SPQRISIKO_VERB_REFUND_TO:
    case SPQRISIKO_VERB_BUILD_FROM:
    case SPQRISIKO_VERB_EMBARK:
    case SPQRISIKO_VERB_ATTACK_FROM:
    case SPQRISIKO_VERB_MOVE_FROM:
    case SPQRISIKO_VERB_MOVE_TO: alea_text_addf(text, "%d", p->legionaries[arg]); return;
    case SPQRISIKO_VERB_ATTACK_TO: remark_land(r, p, arg, text); return;
    case SPQRISIKO_VERB_ASSAULT: remark_sea(r, p, spqrisiko_spare(r, p, p->from), arg, text); return;
    case SPQRISIKO_VERB_COMMIT: remark_sea(r, p, (int)arg, p->to, text); return;
    case SPQRISIKO_VERB_ENEMY: alea_text_addf(text, "%d", p->triremes[arg][p->from]); return;
    default: return;
    }
}
