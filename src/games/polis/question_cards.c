/* SPDX-License-Identifier: MIT */
/* question_cards.c - cards of a formation in the hand of the other side. [POL-BATTLE-12, POL-BATTLE-22]
 *
 * A state tells how many cards of that hand are still to be looked at and how many of the formation have come: each further one is
 * any of those that nobody has seen. */
#include "question.h"

static int32_t state_of(const struct polis_asked_cards *m, int32_t left, int32_t found) {
    return left * (m->good + 1) + found;
}

/* How many of each are unseen; false if more were seen than there are. */
static bool count_unseen(const struct polis_tables *t, const struct alea_values *seen, unsigned formation,
                         struct polis_asked_cards *m, struct alea_text *why) {
    static const char *const twice[ALEA_LANGS] = {POLIS_SAY_QUESTION_CARD_TWICE};
    int times[POLIS_CARD_KINDS] = {0};
    for (int i = 0; i < seen->n; i++) times[seen->at[i]]++;
    for (int card = 0; card < t->card.n; card++) {
        int left = t->cards[card].count - times[card];
        if (left < 0) {
            alea_text_addf(why, twice[why->lang], t->card.at[card].id, t->cards[card].count, times[card]);
            return false;
        }
        m->unseen += left;
        if (t->cards[card].formation == formation) m->good += left;
    }
    return true;
}

enum alea_answer polis_cards_begin(const void *tables, const struct alea_values given[], void *memory,
                                   struct alea_asked *asked, struct alea_text *why) {
    static const char *const many[ALEA_LANGS] = {POLIS_SAY_QUESTION_MANY_CARDS};
    const struct polis_tables *t = tables;
    const struct alea_values *seen = &given[POLIS_ASK_SEEN];
    struct polis_asked_cards *m = memory;
    m->held = given[POLIS_ASK_HELD].at[0];
    if (!count_unseen(t, seen, (unsigned)given[POLIS_ASK_FORMATION].at[0], m, why)) return ALEA_ANSWER_NONE;
    if (m->held > m->unseen) {
        alea_text_addf(why, many[why->lang], t->cards_total, seen->n + (int)m->held);
        return ALEA_ANSWER_NONE;
    }
    asked->start = state_of(m, m->held, 0);
    asked->states = asked->start + 1;
    asked->most[POLIS_ANY_HELD] = 1;
    asked->most[POLIS_CARDS_HELD] = m->good;
    return ALEA_ANSWER_CHAIN;
}

int polis_cards_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct polis_asked_cards *m = memory;
    int32_t left = state / (m->good + 1), found = state % (m->good + 1), good = m->good - found;
    int32_t others = m->unseen - (m->held - left) - good;
    int n = 0;
    (void)tables;
    if (!left) return 0;
    if (good) out[n++] = (struct alea_step){.next = state_of(m, left - 1, found + 1), .weight = (uint64_t)good};
    if (others > 0) out[n++] = (struct alea_step){.next = state_of(m, left - 1, found), .weight = (uint64_t)others};
    return n;
}

void polis_cards_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct polis_asked_cards *m = memory;
    (void)tables;
    out[POLIS_CARDS_HELD] = state % (m->good + 1);
    out[POLIS_ANY_HELD] = out[POLIS_CARDS_HELD] > 0;
}
