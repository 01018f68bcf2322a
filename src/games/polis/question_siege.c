/* SPDX-License-Identifier: MIT */
/* question_siege.c - sieges of one polis, one after another as long as the rules let it. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC]
 *
 * With a die: all hoplites of the region stay, nobody else is there, and the polis is besieged again until it is taken, the
 * attempts are used up, or hoplites or Prestige are too few. What is left to choose is whether a failed roll is forced; the first
 * may have failed already. Without a die nothing is left to chance: what there is to know are the turns that a siege may take, or may
 * still take, and what they cost. */
#include "question.h"

/* ---- States ----
 *
 * After so many failures, `die` of them at most being one roll each, blocks of states follow each other downwards. In a block,
 * from the top: the last roll has failed and may be forced, by its face; the next siege is to begin, or nothing follows; forced, by
 * the face; taken by the die. */

enum kind { TAKEN, FORCED, BEFORE, FAILED };

struct stand {
    enum kind kind;
    int failures;
    int roll; /* FORCED, FAILED: the last one */
};

static int block_of(const struct polis_asked_siege *m) { return 2 * m->mode.die + 2; }

static int32_t state_of(const struct polis_asked_siege *m, enum kind kind, int failures, int roll) {
    int in_block = kind == TAKEN ? 0 : kind == FORCED ? roll : m->mode.die + 1 + (kind == FAILED ? roll : 0);
    return (m->attempts - failures) * block_of(m) + in_block;
}

static struct stand stand_of(const struct polis_asked_siege *m, int32_t state) {
    struct stand at = {.failures = m->attempts - state / block_of(m)};
    int in_block = state % block_of(m), before = m->mode.die + 1;
    at.kind = !in_block ? TAKEN : in_block < before ? FORCED : in_block == before ? BEFORE : FAILED;
    at.roll = at.kind == FORCED ? in_block : at.kind == FAILED ? in_block - before : 0;
    return at;
}

/* ---- What is left ---- */

struct left {
    int hoplites, prestige;
};

static struct left left_of(const struct polis_tables *t, const struct polis_asked_siege *m, const struct stand *at) {
    int sieges = at->failures + (at->kind == TAKEN), lost = at->failures * t->failure_hoplites; /* [POL-SIEGE-8] */
    struct left left = {.hoplites = m->hoplites - lost, .prestige = m->prestige - sieges * m->mode.prestige_start};
    if (at->kind == TAKEN || at->kind == FORCED) left.prestige -= m->mode.prestige_win;
    if (at->kind != FORCED) return left;
    left.hoplites -= m->fortification - at->roll; /* [POL-SAC-5] */
    left.prestige -= m->mode.force_prestige;      /* [POL-SAC-4] */
    return left;
}

static int population_of(const struct polis_tables *t, const struct polis_asked_siege *m, const struct stand *at) {
    int lost = at->failures * t->failure_population + (at->kind == FORCED ? m->mode.force_population : 0);
    return polis_most(polis_least(m->population, t->least_population), m->population - lost); /* [POL-SIEGE-9] */
}

static bool can_besiege(const struct polis_tables *t, const struct polis_asked_siege *m, int failures) {
    struct stand at = {.kind = BEFORE, .failures = failures};
    struct left left = left_of(t, m, &at);
    return failures < m->attempts && left.hoplites >= m->fortification && left.prestige >= m->mode.prestige_start;
}

static bool can_force(const struct polis_tables *t, const struct polis_asked_siege *m, int failures, int roll) {
    struct stand at = {.kind = FORCED, .failures = failures, .roll = roll};
    struct left left = left_of(t, m, &at);
    return m->forces && left.hoplites >= 0 && left.prestige >= 0; /* [POL-SAC-7] */
}

/* ---- The question ---- */

/* Why a siege with the die, or the choice after its roll, can't be. */
static bool die_is_possible(const struct polis_asked_siege *m, struct alea_text *why) {
    static const char *const good[ALEA_LANGS] = {POLIS_SAY_QUESTION_NOT_FAILED};
    bool failed = m->roll < m->fortification && m->roll <= m->mode.die; /* [POL-SIEGE-8] */
    if (!failed) alea_text_addf(why, good[why->lang], (int)m->roll, (int)m->fortification);
    return failed;
}

static bool discs_are_possible(const struct polis_asked_siege *m, struct alea_text *why) {
    static const char *const all[ALEA_LANGS] = {POLIS_SAY_QUESTION_ALL_DISCS};
    static const char *const none[ALEA_LANGS] = {POLIS_SAY_QUESTION_NO_DISC};
    if (m->discs >= m->fortification) alea_text_addf(why, all[why->lang], (int)m->discs, (int)m->fortification);
    else if (m->laid && !m->discs) alea_text_add(why, none[why->lang]);
    else return true;
    return false;
}

static bool is_possible(const struct polis_asked_siege *m, struct alea_text *why) {
    static const char *const unknown[ALEA_LANGS] = {POLIS_SAY_QUESTION_NO_SUCH_MODE};
    static const char *const few[ALEA_LANGS] = {POLIS_SAY_QUESTION_FEW_HOPLITES};
    static const char *const poor[ALEA_LANGS] = {POLIS_SAY_QUESTION_LITTLE_PRESTIGE};
    bool die = m->mode.die,
         acted = die ? m->roll : m->laid; /* in the middle of a siege nothing has to be paid to begin it */
    int price = !die && m->discs ? m->mode.prestige_continue : m->mode.prestige_start;
    if (!m->mode.known) alea_text_add(why, unknown[why->lang]);
    else if (!acted && m->hoplites < m->fortification)
        alea_text_addf(why, few[why->lang], (int)m->fortification, (int)m->fortification, (int)m->hoplites);
    else if (!acted && m->prestige < price) alea_text_addf(why, poor[why->lang], price, (int)m->prestige);
    else return die ? die_is_possible(m, why) : discs_are_possible(m, why);
    return false;
}

static enum alea_answer begin_with_discs(struct polis_asked_siege *m) {
    struct polis_siege_state state = {.fortification = m->fortification,
                                      .discs = m->discs,
                                      .hoplites = m->hoplites,
                                      .prestige = m->prestige,
                                      .acted = m->laid};
    m->schedules = polis_schedules(&m->mode, &state, m->schedule);
    return ALEA_ANSWER_ROWS;
}

/* With a roll that has failed the first siege is paid, and lost: what was there before it. */
static int32_t start_of(const struct polis_tables *t, struct polis_asked_siege *m) {
    if (!m->roll) return state_of(m, BEFORE, 0, 0);
    m->hoplites += t->failure_hoplites;
    m->prestige += m->mode.prestige_start;
    if (m->population) m->population += t->failure_population;
    return state_of(m, can_force(t, m, 1, m->roll) ? FAILED : BEFORE, 1, m->roll);
}

enum alea_answer polis_siege_begin(const void *tables, const struct alea_values given[], void *memory,
                                   struct alea_asked *asked, struct alea_text *why) {
    const struct polis_tables *t = tables;
    struct polis_asked_siege *m = memory;
    int mode = given[POLIS_ASK_MODE].at[0] < 0 ? t->mode : given[POLIS_ASK_MODE].at[0];
    int objective = given[POLIS_ASK_OBJECTIVE].at[0];
    *m = (struct polis_asked_siege){.mode = t->siege_modes[mode],
                                    .fortification = given[POLIS_ASK_FORTIFICATION].at[0],
                                    .hoplites = given[POLIS_ASK_HOPLITES].at[0],
                                    .prestige = given[POLIS_ASK_PRESTIGE].at[0],
                                    .attempts = given[POLIS_ASK_ATTEMPTS].at[0],
                                    .population = given[POLIS_ASK_POPULATION].at[0],
                                    .roll = given[POLIS_ASK_ROLL].at[0],
                                    .discs = given[POLIS_ASK_DISCS].at[0],
                                    .laid = given[POLIS_ASK_LAID].at[0]};
    m->forces = m->mode.force == POLIS_FORCE_ONCE && objective != POLIS_WANTS_NO_FORCE;
    if (!is_possible(m, why)) return ALEA_ANSWER_NONE;
    if (!m->mode.die) return begin_with_discs(m);
    m->hoplites_held = asked->most[POLIS_HOPLITES_LOST] = m->hoplites;
    m->prestige_held = asked->most[POLIS_PRESTIGE_SPENT] = m->prestige;
    asked->most[POLIS_POPULATION_LEFT] = m->population ? m->population : -1;
    asked->most[POLIS_CAPTURE] = 1;
    asked->start = start_of(t, m);
    asked->states = asked->start + 1;
    bool hoplites = objective == POLIS_WANTS_HOPLITES;
    asked->best = hoplites ? ~POLIS_HOPLITES_LOST : POLIS_CAPTURE;
    asked->then = hoplites ? POLIS_CAPTURE : ~POLIS_HOPLITES_LOST;
    return ALEA_ANSWER_CHAIN;
}

int polis_siege_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct polis_tables *t = tables;
    const struct polis_asked_siege *m = memory;
    struct stand at = stand_of(m, state);
    int n = 0;
    if (at.kind == FAILED) { /* a choice */
        out[0].next = state_of(m, FORCED, at.failures, at.roll);
        out[1].next = state_of(m, BEFORE, at.failures, 0);
        out[0].weight = out[1].weight = 0;
        return 2;
    }
    if (at.kind != BEFORE || !can_besiege(t, m, at.failures)) return 0;
    for (int roll = 1; roll <= m->mode.die; roll++) {
        bool good = roll >= m->fortification; /* [POL-SIEGE-7] */
        enum kind next = good ? TAKEN : can_force(t, m, at.failures + 1, roll) ? FAILED : BEFORE;
        out[n++] = (struct alea_step){.next = state_of(m, next, at.failures + !good, roll), .weight = 1};
    }
    return n;
}

void polis_siege_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct polis_asked_siege *m = memory;
    struct stand at = stand_of(m, state);
    struct left left = left_of(tables, m, &at);
    out[POLIS_CAPTURE] = at.kind == TAKEN || at.kind == FORCED;
    out[POLIS_HOPLITES_LOST] = m->hoplites_held - left.hoplites;
    out[POLIS_PRESTIGE_SPENT] = m->prestige_held - left.prestige;
    out[POLIS_POPULATION_LEFT] = population_of(tables, m, &at);
}

void polis_siege_say_choice(const void *tables, const void *memory, int32_t state, const struct alea_step *chosen,
                            struct alea_text *text) {
    static const char *const before[ALEA_LANGS] = {POLIS_SAY_QUESTION_CHOICE_BEFORE};
    static const char *const force[ALEA_LANGS] = {POLIS_SAY_QUESTION_CHOICE_FORCE};
    static const char *const wait[ALEA_LANGS] = {POLIS_SAY_QUESTION_CHOICE_WAIT};
    const struct polis_asked_siege *m = memory;
    struct stand at = stand_of(m, state), next = stand_of(m, chosen->next);
    struct left left = left_of(tables, m, &at);
    alea_text_addf(text, before[text->lang], at.failures, at.roll, left.hoplites, left.prestige);
    if (next.kind == FORCED) alea_text_addf(text, force[text->lang], (int)m->fortification - at.roll);
    else alea_text_add(text, wait[text->lang]);
}

bool polis_siege_row(const void *tables, const void *memory, int i, int32_t out[]) {
    const struct polis_asked_siege *m = memory;
    (void)tables;
    if (i >= m->schedules) return false;
    out[POLIS_ROW_TURNS] = m->schedule[i].turns;
    out[POLIS_ROW_PAID] = m->schedule[i].prestige;
    out[POLIS_ROW_HOPLITES] = m->schedule[i].hoplites;
    out[POLIS_ROW_FORCED] = m->schedule[i].forced;
    return true;
}
