/* SPDX-License-Identifier: MIT */
/* question_order.c - a garrison that is not wholly known. [INC-GARR, INC-SECRET]
 *
 * Either each place is told, known or not: then those that are not hold any type that may be garrisoned there, each as likely as
 * the others. Or the units are told, known or not, and some places that were seen: then the garrison is one of all the orders of all
 * such units that agree with what was seen, the types of unknown units being as above and all orders of units equally likely. */
#include <string.h>

#include "question.h"

static int most(int a, int b) { return a > b ? a : b; }

/* ---- What is known ---- */

/* Is there a garrison that agrees with what is seen of it? */
static bool agrees(const struct inc_tables *t, const struct inc_order *order, int seen, struct alea_text *why) {
    static const char *const far[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_TOO_MANY_SEEN};
    static const char *const more[ALEA_LANGS] = {INCURSIO_SAY_QUESTION_SEEN_TOO_OFTEN};
    int spare = order->unknown;
    if (seen > order->n) {
        alea_text_addf(why, far[why->lang], seen, order->n);
        return false;
    }
    for (int type = 0; type < INC_TYPES; type++) {
        int missing = most(0, order->seen[type] - order->known[type]);
        spare -= missing;
        if (!missing || (spare >= 0 && order->allowed >> type & 1)) continue;
        alea_text_addf(why, more[why->lang], t->unit.at[type].id);
        return false;
    }
    return true;
}

bool inc_take_garrison(const struct inc_tables *t, const struct alea_values *units, const struct alea_values *seen,
                       struct inc_forces *m, struct alea_text *why) {
    struct inc_order *order = &m->order;
    m->fight.n_garrison = (uint16_t)units->n;
    order->n = units->n;
    order->told = !seen->n;
    for (int i = 0; i < order->n; i++) {
        int32_t unit = units->at[i], place = order->told ? unit : i < seen->n ? seen->at[i] : INC_UNSEEN;
        if (unit == INC_UNSEEN) order->unknown++;
        else order->known[inc_unit_of(unit)]++;
        order->place[i] = place == INC_UNSEEN ? INC_TYPES : (uint8_t)inc_unit_of(place);
        if (place == INC_UNSEEN) continue;
        order->seen[order->place[i]]++;
        m->fight.garrison[i] = order->place[i];
        order->places_seen++;
    }
    return agrees(t, order, seen->n, why);
}

/* ---- How likely it is ---- */

/* So many units of a type: can that be, and in how many ways are the known ones among them? */
static double ways_of_type(const struct inc_order *order, int type, int n) {
    double ways = 1;
    int beyond = n - order->known[type];
    if (beyond < 0 || (beyond && !(order->allowed >> type & 1))) return 0;
    for (int i = 0; i < order->known[type] && !order->told; i++) ways *= n - i;
    return ways;
}

uint64_t inc_weight_of_order(const struct inc_order *order, const struct inc_string *string) {
    int n[INC_TYPES] = {0};
    double weight = 1; /* small: at most 8! */
    for (int i = 0; i < string->n; i++) {
        if (order->place[i] < INC_TYPES && order->place[i] != string->type[i]) return 0;
        n[string->type[i]]++;
    }
    for (int type = 0; type < INC_TYPES; type++) weight *= ways_of_type(order, type, n[type]);
    return (uint64_t)weight;
}

/* ---- One drawn by lot ---- */

/* All garrisons of so many units of the types: their weights, but for one factor. */
static double weight_of_crowd(const struct inc_order *order, const int n[INC_TYPES]) {
    double weight = 1;
    for (int type = 0, free = 0; type < INC_TYPES; type++) {
        weight *= ways_of_type(order, type, n[type]);
        if (n[type] < order->seen[type]) return 0;
        for (int i = 1; i <= n[type] - order->seen[type]; i++)
            weight *= (double)++free / i; /* orders of what was not seen */
    }
    return weight;
}

void inc_weigh_crowds(struct inc_order *order) {
    double total = 0;
    int at = 0, n[INC_TYPES];
    for (n[0] = 0; n[0] <= order->n; n[0]++)
        for (n[1] = 0; n[0] + n[1] <= order->n; n[1]++) {
            n[2] = order->n - n[0] - n[1];
            total += weight_of_crowd(order, n);
            order->weight_up_to[at++] = total;
        }
    for (int i = 0; i < at; i++) order->weight_up_to[i] /= total;
}

void inc_draw_order(const struct inc_order *order, struct alea_random *random, uint8_t garrison[]) {
    double drawn = alea_random_word(random) / 4294967296.0;
    int at = 0, n[INC_TYPES] = {0, 0, order->n};
    while (order->weight_up_to[at] <= drawn) {
        at++;
        if (n[2]) n[1]++, n[2]--;
        else n[0]++, n[2] = n[1] - 1, n[1] = 0;
    }
    for (int type = 0; type < INC_TYPES; type++) n[type] -= order->seen[type];
    for (int i = 0; i < order->n; i++) {
        if (order->place[i] < INC_TYPES) continue;
        int type = 0, left = (int)alea_random_below(random, (uint32_t)(n[0] + n[1] + n[2]));
        while (type < INC_TYPES - 1 && left >= n[type]) left -= n[type++];
        n[type]--;
        garrison[i] = (uint8_t)type;
    }
}
