/* SPDX-License-Identifier: MIT */
/* question.c - what can be asked about chances without a match: one throw, a combat of each kind, a row of provinces.
 *
 * A combat is a chain over the forces left, whose steps are the throws. [SPQ-LAND-2, SPQ-LAND-3, SPQ-SEA-7, SPQ-SEA-8,
 * SPQ-NAVAL-3 to SPQ-NAVAL-8] */
#include <string.h>

#include "spqrisiko.h"

/* May a combat begin with so many dice? Not with fewer than the defender's. [SPQ-COMBAT-7] */
static bool may_begin(enum spqrisiko_fight_kind kind, int dice, int defenders, struct alea_text *why) {
    static const alea_rule rules[SPQRISIKO_FIGHT_KINDS] = {SPQ_LAND_2, SPQ_SEA_6, SPQ_NAVAL_4};
    static const char *const refusal[ALEA_LANGS] = {SPQRISIKO_SAY_QUESTION_TOO_FEW_DICE};
    int against = spqrisiko_dice(defenders);
    const struct alea_phrase *rule = &spqrisiko_texts.rules[rules[kind]];
    if (dice < against) alea_text_addf(why, refusal[why->lang], dice, against, rule->id, rule->in[why->lang]);
    return dice >= against;
}

/* ---- One throw --------------------------------------------------------------------------------------------------------------- */

static const char *const kinds[SPQRISIKO_FIGHT_KINDS] = {"land", "sea", "naval"};

static const struct alea_parameter throw_parameters[SPQRISIKO_THROW_PARAMETERS] = {
    {.name = "kind", .in = {SPQRISIKO_SAY_QUESTION_THROW_KIND}, .words = kinds, .max = SPQRISIKO_FIGHT_KINDS - 1},
    {.name = "attack", .in = {SPQRISIKO_SAY_QUESTION_THROW_ATTACK}, .min = 1, .max = SPQRISIKO_DICE, .wanted = true},
    {.name = "defend", .in = {SPQRISIKO_SAY_QUESTION_THROW_DEFEND}, .min = 1, .max = SPQRISIKO_DICE, .wanted = true},
};

static const struct alea_measure throw_measures[] = {
    {"attacker_losses", {SPQRISIKO_SAY_QUESTION_ATTACKER_LOSSES}},
    {"defender_losses", {SPQRISIKO_SAY_QUESTION_DEFENDER_LOSSES}},
};

/* The throw is the highest state, and each way in which it may end one below. */
struct one_throw {
    struct spqrisiko_throws throws;
};

static enum alea_answer throw_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    struct one_throw *m = memory;
    enum spqrisiko_fight_kind kind = (enum spqrisiko_fight_kind)given[SPQRISIKO_THROW_KIND].at[0];
    int attack = given[SPQRISIKO_THROW_ATTACK].at[0], defend = given[SPQRISIKO_THROW_DEFEND].at[0];
    bool going_on = kind == SPQRISIKO_FIGHT_SEA; /* with however few [SPQ-SEA-8] */
    if (!going_on && !may_begin(kind, attack, defend, why)) return ALEA_ANSWER_NONE;
    m->throws = *spqrisiko_fight_throws(tables, kind, attack, defend);
    asked->states = m->throws.n + 1;
    asked->start = m->throws.n;
    asked->most[0] = asked->most[1] = SPQRISIKO_DICE;
    asked->joint = true;
    return ALEA_ANSWER_CHAIN;
}

static int throw_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct one_throw *m = memory;
    (void)tables;
    for (int i = 0; state == m->throws.n && i < state; i++)
        out[i] = (struct alea_step){.next = i, .weight = m->throws.at[i].weight};
    return state == m->throws.n ? state : 0;
}

static void throw_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct one_throw *m = memory;
    (void)tables;
    out[0] = m->throws.at[state].attacker_losses;
    out[1] = m->throws.at[state].defender_losses;
}

/* ---- One combat --------------------------------------------------------------------------------------------------------------- */

#define ATTACKERS(parameter, says) \
    { .name = (parameter), .in = {says}, .min = 1, .max = SPQRISIKO_FORCE, .wanted = true }
#define STOP_BELOW \
    { .name = "stop-below", .in = {SPQRISIKO_SAY_QUESTION_STOP_BELOW}, .max = SPQRISIKO_FORCE }

static const char *const no_yes[] = {"no", "yes"};

#define DUE \
    { .name = "due", .in = {SPQRISIKO_SAY_QUESTION_DUE}, .words = no_yes, .max = 1 }

static const struct alea_parameter land_parameters[SPQRISIKO_LAND_PARAMETERS] = {
    ATTACKERS("attackers", SPQRISIKO_SAY_QUESTION_LAND_ATTACKERS),
    ATTACKERS("defenders", SPQRISIKO_SAY_QUESTION_LAND_DEFENDERS),
    DUE,
    STOP_BELOW,
    {.name = "dice", .in = {SPQRISIKO_SAY_QUESTION_LAND_DICE}, .min = 1, .max = SPQRISIKO_DICE, .standard = SPQRISIKO_DICE},
};

static const struct alea_parameter sea_parameters[SPQRISIKO_SEA_PARAMETERS] = {
    ATTACKERS("committed", SPQRISIKO_SAY_QUESTION_SEA_COMMITTED),
    ATTACKERS("defenders", SPQRISIKO_SAY_QUESTION_LAND_DEFENDERS),
    DUE,
};

static const struct alea_parameter naval_parameters[SPQRISIKO_NAVAL_PARAMETERS] = {
    ATTACKERS("attackers", SPQRISIKO_SAY_QUESTION_NAVAL_ATTACKERS),
    ATTACKERS("defenders", SPQRISIKO_SAY_QUESTION_NAVAL_DEFENDERS),
    DUE,
    STOP_BELOW,
};

static const struct alea_measure combat_measures[] = {
    {"win", {SPQRISIKO_SAY_QUESTION_WIN}},
    {"attackers_left", {SPQRISIKO_SAY_QUESTION_ATTACKERS_LEFT}},
    {"defenders_left", {SPQRISIKO_SAY_QUESTION_DEFENDERS_LEFT}},
};

/* A state is 2 (attackers * (defenders at first + 1) + defenders), and 1 more while it may go on. How many attack at first is not told:
 * the chain of the largest force is that of all smaller ones, too. */
struct combat {
    int32_t kind, defenders, stop;
    int32_t first, dice; /* the state whose throw is one of so many dice, unlike all others; 0: none */
};

static int32_t combat_state(const struct combat *m, int attackers, int defenders) {
    return 2 * (attackers * (m->defenders + 1) + defenders) + 1;
}

/* The first throw may be one of fewer dice, or one that nobody can leave out. */
static void throw_first(const struct spqrisiko_tables *t, struct combat *m, int attackers, int dice, bool due) {
    enum spqrisiko_fight_kind kind = (enum spqrisiko_fight_kind)m->kind;
    const struct spqrisiko_throws *usual = spqrisiko_fight_next(t, kind, attackers, m->defenders, m->stop);
    if (!(usual || due) || spqrisiko_fight_throws(t, kind, dice, m->defenders) == usual) return;
    m->first = combat_state(m, attackers, m->defenders);
    m->dice = dice;
}

static enum alea_answer combat_begin(const struct spqrisiko_tables *t, enum spqrisiko_fight_kind kind,
                                     const struct alea_values given[], void *memory, struct alea_asked *asked,
                                     struct alea_text *why) {
    struct combat *m = memory;
    int attackers = given[SPQRISIKO_ATTACKERS].at[0], dice = spqrisiko_dice(attackers);
    bool due = given[SPQRISIKO_DUE].at[0];
    *m = (struct combat){.kind = (int32_t)kind, .defenders = given[SPQRISIKO_DEFENDERS].at[0]};
    if (kind != SPQRISIKO_FIGHT_SEA) m->stop = given[SPQRISIKO_STOP].at[0];
    if (kind == SPQRISIKO_FIGHT_LAND) dice = spqrisiko_min(dice, given[SPQRISIKO_FIRST_DICE].at[0]);
    if (!due && !may_begin(kind, dice, m->defenders, why)) return ALEA_ANSWER_NONE;
    throw_first(t, m, attackers, dice, due);
    asked->start = combat_state(m, attackers, m->defenders);
    asked->states = asked->start + 1;
    asked->most[0] = 1;
    asked->most[1] = attackers;
    asked->most[2] = m->defenders;
    return ALEA_ANSWER_CHAIN;
}

static enum alea_answer land_begin(const void *tables, const struct alea_values given[], void *memory,
                                   struct alea_asked *asked, struct alea_text *why) {
    return combat_begin(tables, SPQRISIKO_FIGHT_LAND, given, memory, asked, why);
}

static enum alea_answer sea_begin(const void *tables, const struct alea_values given[], void *memory,
                                  struct alea_asked *asked, struct alea_text *why) {
    return combat_begin(tables, SPQRISIKO_FIGHT_SEA, given, memory, asked, why);
}

static enum alea_answer naval_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    return combat_begin(tables, SPQRISIKO_FIGHT_NAVAL, given, memory, asked, why);
}

static const struct spqrisiko_throws *combat_throw(const struct spqrisiko_tables *t, const struct combat *m, int32_t state,
                                                   int attackers, int defenders) {
    enum spqrisiko_fight_kind kind = (enum spqrisiko_fight_kind)m->kind;
    if (m->first == state) return spqrisiko_fight_throws(t, kind, m->dice, defenders);
    return spqrisiko_fight_next(t, kind, attackers, defenders, m->stop);
}

static int combat_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct combat *m = memory;
    int attackers = state / 2 / (m->defenders + 1), defenders = state / 2 % (m->defenders + 1);
    const struct spqrisiko_throws *throws = state % 2 ? combat_throw(tables, m, state, attackers, defenders) : NULL;
    for (int i = 0; throws && i < throws->n; i++) {
        int lost = throws->at[i].attacker_losses, won = throws->at[i].defender_losses;
        bool drawn = !lost && !won; /* [SPQ-NAVAL-7] */
        int32_t next = drawn ? state - 1 : combat_state(m, attackers - lost, defenders - won);
        out[i] = (struct alea_step){.next = next, .weight = throws->at[i].weight};
    }
    return throws ? throws->n : 0;
}

static void combat_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct combat *m = memory;
    (void)tables;
    out[1] = state / 2 / (m->defenders + 1);
    out[2] = state / 2 % (m->defenders + 1);
    out[0] = !out[2];
}

/* ---- A row of provinces --------------------------------------------------------------------------------------------------------- */

enum { CHAIN_ATTACKERS, CHAIN_DEFENDERS, CHAIN_LEAVE, CHAIN_STOP, CHAIN_PARAMETERS };

static const struct alea_parameter chain_parameters[CHAIN_PARAMETERS] = {
    ATTACKERS("attackers", SPQRISIKO_SAY_QUESTION_LAND_ATTACKERS),
    {.name = "defenders",
     .in = {SPQRISIKO_SAY_QUESTION_CHAIN_DEFENDERS},
     .min = 1,
     .max = SPQRISIKO_FORCE,
     .wanted = true,
     .list = true},
    {.name = "leave",
     .in = {SPQRISIKO_SAY_QUESTION_CHAIN_LEAVE},
     .min = 1,
     .max = SPQRISIKO_FORCE,
     .standard = 1,
     .list = true},
    STOP_BELOW,
};

static const struct alea_measure chain_measures[] = {
    {"win", {SPQRISIKO_SAY_QUESTION_CHAIN_WIN}},
    {"provinces_taken", {SPQRISIKO_SAY_QUESTION_PROVINCES_TAKEN}},
    {"attackers_left", {SPQRISIKO_SAY_QUESTION_ATTACKERS_LEFT}},
};

/* The states of province i begin at base[i], those of the provinces behind it lie below: attackers * (defenders[i] + 1) + defenders.
 * When all are taken the state is the number of attackers. */
struct row {
    int32_t attackers, stop, n;
    int32_t base[SPQRISIKO_PROVINCE_COUNT + 1], defenders[SPQRISIKO_PROVINCE_COUNT], leave[SPQRISIKO_PROVINCE_COUNT];
};

static bool row_is_possible(const struct alea_values given[], struct alea_text *why) {
    static const char *const too_many[ALEA_LANGS] = {SPQRISIKO_SAY_QUESTION_TOO_MANY_PROVINCES};
    static const char *const uneven[ALEA_LANGS] = {SPQRISIKO_SAY_QUESTION_UNEVEN_LEAVE};
    int n = given[CHAIN_DEFENDERS].n, leaves = given[CHAIN_LEAVE].n;
    if (n >= SPQRISIKO_PROVINCE_COUNT)
        alea_text_addf(why, too_many[why->lang], (int)SPQRISIKO_PROVINCE_COUNT, (int)SPQRISIKO_PROVINCE_COUNT - 1);
    else if (leaves > 1 && leaves != n) alea_text_addf(why, uneven[why->lang], n);
    return n < SPQRISIKO_PROVINCE_COUNT && (leaves <= 1 || leaves == n);
}

static enum alea_answer chain_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    struct row *m = memory;
    (void)tables;
    if (!row_is_possible(given, why)) return ALEA_ANSWER_NONE;
    if (!may_begin(SPQRISIKO_FIGHT_LAND, spqrisiko_dice(given[CHAIN_ATTACKERS].at[0]), given[CHAIN_DEFENDERS].at[0], why))
        return ALEA_ANSWER_NONE;
    m->attackers = given[CHAIN_ATTACKERS].at[0];
    m->stop = given[CHAIN_STOP].at[0];
    m->n = given[CHAIN_DEFENDERS].n;
    int32_t states = m->attackers + 1;
    for (int i = m->n - 1; i >= 0; i--) {
        const struct alea_values *leave = &given[CHAIN_LEAVE];
        m->base[i] = states;
        m->defenders[i] = given[CHAIN_DEFENDERS].at[i];
        m->leave[i] = !leave->n ? 1 : leave->at[leave->n == 1 ? 0 : i];
        states += (m->attackers + 1) * (m->defenders[i] + 1);
    }
    asked->states = states;
    asked->start = states - 1;
    asked->most[0] = 1;
    asked->most[1] = m->n;
    asked->most[2] = m->attackers;
    return ALEA_ANSWER_CHAIN;
}

/* Province i and its forces; i = n: all are taken. */
struct stage {
    int i, attackers, defenders;
};

static struct stage stage_of(const struct row *m, int32_t state) {
    struct stage at = {.i = 0};
    while (at.i < m->n && state < m->base[at.i]) at.i++;
    if (at.i == m->n) return (struct stage){.i = m->n, .attackers = state};
    state -= m->base[at.i];
    at.attackers = state / (m->defenders[at.i] + 1);
    at.defenders = state % (m->defenders[at.i] + 1);
    return at;
}

/* The province fell to `attackers`: as many as the dice of the throw go there in any case [SPQ-INVADE-2], and all others but those
 * that stay [SPQ-INVADE-3, SPQ-GARR-3]; of these one stays in turn. [SPQ-GARR-1] */
static int32_t after_conquest(const struct row *m, int i, int attackers) {
    if (i == m->n - 1) return attackers;
    int there = spqrisiko_max(spqrisiko_dice(attackers), attackers + 1 - m->leave[i]);
    return m->base[i + 1] + (there - 1) * (m->defenders[i + 1] + 1) + m->defenders[i + 1];
}

static int chain_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct row *m = memory;
    struct stage at = stage_of(m, state);
    const struct spqrisiko_throws *throws =
        spqrisiko_fight_next(tables, SPQRISIKO_FIGHT_LAND, at.attackers, at.defenders, m->stop);
    for (int i = 0; throws && i < throws->n; i++) {
        int attackers = at.attackers - throws->at[i].attacker_losses, left = at.defenders - throws->at[i].defender_losses;
        int32_t next =
            left ? m->base[at.i] + attackers * (m->defenders[at.i] + 1) + left : after_conquest(m, at.i, attackers);
        out[i] = (struct alea_step){.next = next, .weight = throws->at[i].weight};
    }
    return throws ? throws->n : 0;
}

static void chain_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct row *m = memory;
    struct stage at = stage_of(m, state);
    (void)tables;
    out[0] = at.i == m->n;
    out[1] = at.i;
    out[2] = at.attackers;
}

/* ---- All of them ---------------------------------------------------------------------------------------------------------------- */

const struct alea_question spqrisiko_questions[SPQRISIKO_QUESTIONS] = {
    [SPQRISIKO_ASK_THROW] = {.name = "throw",
                             .in = {SPQRISIKO_SAY_QUESTION_THROW},
                             .example = "--kind land --attack 3 --defend 2",
                             .parameters = throw_parameters,
                             .n_parameters = SPQRISIKO_THROW_PARAMETERS,
                             .measures = throw_measures,
                             .n_measures = ALEA_LEN(throw_measures),
                             .memory = sizeof(struct one_throw),
                             .begin = throw_begin,
                             .steps = throw_steps,
                             .measure = throw_measure},
    [SPQRISIKO_ASK_LAND] = {.name = "land",
                            .in = {SPQRISIKO_SAY_QUESTION_LAND},
                            .example = "--attackers 7 --defenders 4",
                            .parameters = land_parameters,
                            .n_parameters = ALEA_LEN(land_parameters),
                            .measures = combat_measures,
                            .n_measures = ALEA_LEN(combat_measures),
                            .memory = sizeof(struct combat),
                            .combat = true,
                            .stop = SPQRISIKO_STOP,
                            .begin = land_begin,
                            .steps = combat_steps,
                            .measure = combat_measure},
    [SPQRISIKO_ASK_SEA] = {.name = "sea",
                           .in = {SPQRISIKO_SAY_QUESTION_SEA},
                           .example = "--committed 5 --defenders 3",
                           .parameters = sea_parameters,
                           .n_parameters = ALEA_LEN(sea_parameters),
                           .measures = combat_measures,
                           .n_measures = ALEA_LEN(combat_measures),
                           .memory = sizeof(struct combat),
                           .combat = true,
                           .begin = sea_begin,
                           .steps = combat_steps,
                           .measure = combat_measure},
    [SPQRISIKO_ASK_NAVAL] = {.name = "naval",
                             .in = {SPQRISIKO_SAY_QUESTION_NAVAL},
                             .example = "--attackers 4 --defenders 3 --stop-below 2",
                             .parameters = naval_parameters,
                             .n_parameters = ALEA_LEN(naval_parameters),
                             .measures = combat_measures,
                             .n_measures = ALEA_LEN(combat_measures),
                             .memory = sizeof(struct combat),
                             .combat = true,
                             .stop = SPQRISIKO_STOP,
                             .begin = naval_begin,
                             .steps = combat_steps,
                             .measure = combat_measure},
    [SPQRISIKO_ASK_CHAIN] = {.name = "chain",
                             .in = {SPQRISIKO_SAY_QUESTION_CHAIN},
                             .example = "--attackers 12 --defenders 3,1,2 --leave 2",
                             .parameters = chain_parameters,
                             .n_parameters = CHAIN_PARAMETERS,
                             .measures = chain_measures,
                             .n_measures = ALEA_LEN(chain_measures),
                             .memory = sizeof(struct row),
                             .begin = chain_begin,
                             .steps = chain_steps,
                             .measure = chain_measure},
};
