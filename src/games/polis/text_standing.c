/* SPDX-License-Identifier: MIT */
/* text_standing.c - a match that is over, in numbers: the score, what decides when scores are equal, and what the score is made of.
 * [POL-END, POL-SCORE] */
#include "polis_internal.h"

static alea_rule decided_by(const struct polis_tables *t, const struct polis_position *p) {
    const bool both = p->outcome == POLIS_OUTCOME_HUNGER ? p->starved == 3 : !p->prestige[0] && !p->prestige[1];
    switch (p->outcome) {
    case POLIS_OUTCOME_RESIGNED: return 0;
    case POLIS_OUTCOME_HUNGER: return both ? POL_END_7 : POL_END_1;
    case POLIS_OUTCOME_PRESTIGE: return both ? POL_END_7 : POL_END_2;
    default: break;
    }
    if (polis_score_of(t, p, 0) != polis_score_of(t, p, 1)) return POL_SCORE_3;
    return polis_resources_of(p, 0) != polis_resources_of(p, 1) ? POL_SCORE_4 : POL_SCORE_5;
}

struct alea_standing polis_standing(const void *tables, const void *pos, int seat) {
    static const int labels[] = {POLIS_LABEL_STANDING_SCORE, POLIS_LABEL_STANDING_RESOURCES, POLIS_LABEL_STANDING_PEOPLE,
                                 POLIS_LABEL_STANDING_PRESTIGE, POLIS_LABEL_STANDING_POSTERITY};
    const struct polis_tables *t = tables;
    const struct polis_position *p = pos;
    const int values[] = {polis_score_of(t, p, seat), polis_resources_of(p, seat), polis_need_of(p, seat), p->prestige[seat],
                          polis_posterity(t, p, seat)};
    struct alea_standing standing = {.rule = decided_by(t, p), .n = ALEA_LEN(labels)};
    const bool by_score = standing.rule && standing.rule != POL_END_1 && standing.rule != POL_END_2;
    standing.compared = by_score ? 2 : 0; /* [POL-SCORE-3, POL-SCORE-4] */
    for (int i = 0; i < standing.n; i++) {
        standing.label[i] = labels[i];
        standing.value[i] = values[i];
    }
    return standing;
}
