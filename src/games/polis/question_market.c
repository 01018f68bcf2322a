/* SPDX-License-Identifier: MIT */
/* question_market.c - where the marker of a market goes after a trade. [POL-TRADE-8, POL-TRADE-10]
 *
 * The throw is the highest state, and each place where the marker may come to stand one below. */
#include "question.h"
#include "say.h"

/* An exchange moves the marker right by one die, a purchase left by the higher of two. [POL-TRADE-8, POL-TRADE-10] */
static int markers_of(const struct polis_tables *t, unsigned shipload, int now, bool exchange,
                      struct polis_marker out[POLIS_MARKERS]) {
    const struct polis_shipload *load = &t->shiploads[shipload];
    int n = 0;
    for (int face = 1; face <= t->market_die && n < POLIS_MARKERS; face++) {
        int at = exchange ? polis_least(POLIS_PRICE_POSITIONS - 1, now + face) : polis_most(0, now - face);
        bool same = n && out[n - 1].position == at; /* at the end of the track faces have one effect */
        if (!same) out[n++] = (struct polis_marker){.position = at, .price = t->price[load->number][at]};
        out[n - 1].weight += exchange ? 1 : 2 * face - 1;
    }
    return n;
}

enum alea_answer polis_market_begin(const void *tables, const struct alea_values given[], void *memory,
                                    struct alea_asked *asked, struct alea_text *why) {
    static const char *const never[ALEA_LANGS] = {POLIS_SAY_QUESTION_NO_PURCHASE};
    const struct polis_tables *t = tables;
    struct polis_asked_market *m = memory;
    int32_t load = given[POLIS_ASK_SHIPLOAD].at[0], most = 0;
    bool exchange = given[POLIS_ASK_PAID].at[0] == POLIS_PAID_EXCHANGE;
    if (!exchange && !t->shiploads[load].purchase) {
        alea_text_addf(why, never[why->lang], polis_name(&t->shipload, (unsigned)load, why));
        return ALEA_ANSWER_NONE;
    }
    m->markers = markers_of(t, (unsigned)load, given[POLIS_ASK_POSITION].at[0], exchange, m->marker);
    for (int i = 0; i < m->markers; i++) most = polis_most(most, m->marker[i].price);
    asked->states = m->markers + 1;
    asked->start = m->markers;
    asked->most[POLIS_MARKER_POSITION] = POLIS_PRICE_POSITIONS - 1;
    asked->most[POLIS_MARKER_PRICE] = most;
    asked->joint = true;
    return ALEA_ANSWER_CHAIN;
}

int polis_market_steps(const void *tables, const void *memory, int32_t state, struct alea_step out[]) {
    const struct polis_asked_market *m = memory;
    (void)tables;
    for (int i = 0; state == m->markers && i < state; i++)
        out[i] = (struct alea_step){.next = i, .weight = (uint64_t)m->marker[i].weight};
    return state == m->markers ? state : 0;
}

void polis_market_measure(const void *tables, const void *memory, int32_t state, int32_t out[]) {
    const struct polis_asked_market *m = memory;
    (void)tables;
    out[POLIS_MARKER_POSITION] = m->marker[state].position;
    out[POLIS_MARKER_PRICE] = m->marker[state].price;
}
