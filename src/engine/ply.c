/* SPDX-License-Identifier: MIT */
/* ply.c - who may know of a ply, and how a seat gives up. */
#include "alea.h"
#include "names.h"

static bool is_throw(const struct alea_rules *rules, const void *before, alea_move move) {
    return rules->game->actors(rules->tables, before) == ALEA_ACTORS_CHANCE &&
           rules->game->why_not(rules->tables, before, ALEA_CHANCE, move) == 0;
}

/* What chance would hide from some stays hidden from them. */
bool alea_by_hand(const struct alea_rules *rules, const void *before, const struct alea_ply *ply) {
    return ply->seat == ALEA_HOST && is_throw(rules, before, ply->move);
}

alea_actors alea_ply_known(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *all) {
    if (alea_is_rewind(ply->seat, ply->move)) return ALEA_EVERYBODY;
    if (rules->game->secrecy.audience) return rules->game->secrecy.audience(rules->tables, before, ply->seat, ply->move);
    if (ply->seat == ALEA_HOST && !is_throw(rules, before, ply->move)) return ALEA_EVERYBODY; /* a ruling */
    alea_actors known = ALEA_EVERYBODY;
    for (int i = 0; i < all->n; i++) known &= all->at[i].audience;
    return known | alea_actor(ply->seat);
}

alea_actors alea_ply_heard(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *all) {
    alea_actors heard = alea_ply_known(rules, before, ply, all);
    for (int i = 0; i < all->n; i++) heard |= all->at[i].audience;
    return heard;
}

/* True if the set has one name for each seat, in order. */
static bool names_seats(const struct alea_rules *rules, int set) {
    bool own = set != ALEA_SET_NONE && set == rules->game->seat_set;
    return set == ALEA_SET_SEAT || (own && alea_names_of(rules, set).n == rules->seats);
}

bool alea_resign_move(const struct alea_rules *rules, int seat, alea_move *move) {
    const int verb = rules->game->resign_verb;
    if (!verb || !names_seats(rules, rules->game->texts->verbs[verb].set)) return false;
    *move = alea_move_make((unsigned)verb, (unsigned)seat);
    return true;
}
