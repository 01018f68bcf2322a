/* SPDX-License-Identifier: MIT */
/* odds.c - what sieges can cost: whether one by die can be forced, the schedule of one by discs. [POL-SIEGE, POL-SAC, POL-DIC, POL-DSAC] */
#include "odds.h"

bool polis_can_force_later(const struct polis_tables *t, int prestige) {
    return t->siege.force == POLIS_FORCE_ONCE && prestige >= t->siege.prestige_start + t->siege.force_prestige;
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

int polis_schedules_of(const struct polis_tables *t, const struct polis_position *p, int side, unsigned city, bool acted,
                       struct polis_schedule out[POLIS_SCHEDULES]) {
    const struct polis_city *at = &t->city_at[city];
    struct polis_siege_state state = {.fortification = at->fortification,
                                      .discs = p->discs[side][city],
                                      .hoplites = p->units[side][at->region],
                                      .prestige = p->prestige[side],
                                      .acted = acted};
    return polis_schedules(&t->siege, &state, out);
}
