/* SPDX-License-Identifier: MIT */
/* search_tree.c - the tree of `search`: nodes by the hash of a view, their moves, which one to try next, and what came of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

enum { EDGES_A_NODE = 8, FEWEST_EDGES = 4096 };
static const long FEWEST_NODES = 64, MOST_NODES = 1 << 18;

/* ---- Memory ---------------------------------------------------------------------------------------------------------- */

static size_t lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

bool search_tree_init(struct search_tree *tree, const struct alea_rules *rules, const struct search_parameters *parameters,
                      long iterations) {
    const struct alea_game *game = rules->game;
    long nodes = iterations < FEWEST_NODES ? FEWEST_NODES : iterations > MOST_NODES ? MOST_NODES : iterations;
    *tree = (struct search_tree){.rules = rules, .parameters = parameters};
    tree->secrets = alea_game_has_secrets(game);
    tree->horizon = parameters->horizon < 0 ? game->strategy.horizon : parameters->horizon;
    tree->most_nodes = (uint32_t)nodes;
    tree->most_edges = (uint32_t)nodes * EDGES_A_NODE + FEWEST_EDGES;
    for (tree->slots = 1; tree->slots < 2 * tree->most_nodes;) tree->slots *= 2;

    size_t size[] = {
        lines(game->position_size),
        lines(game->position_size),
        lines((size_t)game->max_legal * sizeof *tree->legal),
        lines((size_t)game->max_legal * sizeof *tree->worth),
        lines(tree->most_nodes * sizeof *tree->node),
        lines(tree->most_edges * sizeof *tree->edge),
        lines(tree->slots * sizeof *tree->slot),
    };
    void *part[ALEA_LEN(size)];
    size_t all = 0;
    for (size_t i = 0; i < ALEA_LEN(size); i++) all += size[i];
    unsigned char *at = malloc(all);
    if (!at) return false;
    for (size_t i = 0; i < ALEA_LEN(size); at += size[i++]) part[i] = at;
    tree->pos = part[0];
    tree->view = part[1];
    tree->legal = part[2];
    tree->worth = part[3];
    tree->node = part[4];
    tree->edge = part[5];
    tree->slot = part[6];
    return true;
}

void search_tree_clear(struct search_tree *tree) {
    free(tree->pos);
    *tree = (struct search_tree){0};
}

void search_tree_empty(struct search_tree *tree, int seat) {
    tree->seat = seat;
    tree->nodes = tree->edges = 0;
    tree->iterations = 0;
    tree->late = false;
    memset(tree->slot, 0, tree->slots * sizeof *tree->slot);
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------------- */

/* Four lanes, so that the multiplications overlap. Positions of one game have one size; what is behind the last whole block is
 * taken byte by byte. */
uint64_t search_hash(const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    const uint64_t length = size; /* of so many bits on every machine */
    uint64_t lane[4] = {length, ~length, length << 32, 1}, word[4];
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(word, at, sizeof word);
        for (int i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
            lane[i] ^= lane[i] >> 32;
        }
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, size);
    for (int i = 0; i < 4; i++) lane[i] = alea_random_mix((lane[i] ^ word[i]) + lane[(i + 3) & 3]);
    return alea_random_mix(lane[0] + 3 * lane[1] + 5 * lane[2] + 7 * lane[3]);
}

const struct search_node *search_node_find(const struct search_tree *tree, uint64_t key) {
    for (uint32_t mask = tree->slots - 1, at = (uint32_t)key & mask; tree->slot[at]; at = (at + 1) & mask)
        if (tree->node[tree->slot[at] - 1].key == key) return &tree->node[tree->slot[at] - 1];
    return NULL;
}

struct search_node *search_node_at(struct search_tree *tree, uint64_t key, int seat, bool *made) {
    uint32_t mask = tree->slots - 1, at = (uint32_t)key & mask;
    for (; tree->slot[at]; at = (at + 1) & mask) {
        struct search_node *node = &tree->node[tree->slot[at] - 1];
        if (node->key != key) continue;
        *made = false;
        return node;
    }
    if (tree->nodes == tree->most_nodes) return NULL;
    struct search_node *node = &tree->node[tree->nodes++];
    *node = (struct search_node){.key = key, .seat = (uint8_t)seat};
    tree->slot[at] = tree->nodes;
    *made = true;
    return node;
}

/* ---- Moves of a node --------------------------------------------------------------------------------------------------- */

/* e to the x, for x <= 0, by multiplications alone: the same on every machine. */
static double exponential(double x) {
    if (x < -30) return 0;
    double power = 1 + x / 1024 + x * x / (2.0 * 1024 * 1024);
    for (int i = 0; i < 10; i++) power *= power;
    return power;
}

/* Worths become weights that add up to 1. */
static void make_priors(const struct search_parameters *parameters, double worth[], int n) {
    double best = worth[0], all = 0;
    for (int i = 1; i < n; i++)
        if (worth[i] > best) best = worth[i];
    for (int i = 0; i < n; i++) all += worth[i] = exponential((worth[i] - best) / parameters->temperature);
    for (int i = 0; i < n; i++) worth[i] = (1 - parameters->even) * worth[i] / all + parameters->even / n;
}

/* Keeps the best `most` edges, the best first; among equals the one that came first. */
static int insert(struct search_edge edge[], int n, int most, const struct search_edge *next) {
    int at = n < most ? n : most;
    while (at > 0 && edge[at - 1].prior < next->prior) at--;
    if (at == most) return n;
    if (n < most) n++;
    memmove(&edge[at + 1], &edge[at], (size_t)(n - 1 - at) * sizeof *edge);
    edge[at] = *next;
    return n;
}

uint64_t search_sum_of(const alea_move legal[], int n) {
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) sum = (sum + legal[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return sum;
}

static const struct search_edge *edge_of(const struct search_tree *tree, const struct search_node *node, alea_move move) {
    const struct search_edge *edge = tree->edge + node->first;
    for (int i = 0; i < node->edges; i++)
        if (edge[i].move == move) return &edge[i];
    return NULL;
}

bool search_expand(struct search_tree *tree, struct search_node *node, const alea_move legal[], int n, double worth[]) {
    struct search_edge *edge = tree->edge + tree->edges;
    int most = n + node->edges < SEARCH_MOST_MOVES ? n + node->edges : SEARCH_MOST_MOVES, kept = 0;
    if (tree->most_edges - tree->edges < (uint32_t)most) return false;
    make_priors(tree->parameters, worth, n);
    for (int i = 0; i < node->edges; i++) kept = insert(edge, kept, most, &tree->edge[node->first + (uint32_t)i]);
    for (int i = 0; i < n; i++) {
        const struct search_edge next = {.move = legal[i], .prior = (float)worth[i]};
        if (!edge_of(tree, node, next.move)) kept = insert(edge, kept, most, &next);
    }
    node->first = tree->edges;
    node->edges = (uint16_t)kept;
    node->legal = (uint16_t)n;
    node->sum = search_sum_of(legal, n);
    tree->edges += (uint32_t)kept;
    return true;
}

static bool is_among(const alea_move legal[], int n, alea_move move) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (legal[middle] < move) low = middle + 1;
        else high = middle;
    }
    return low < n && legal[low] == move;
}

/* ---- Which one to try --------------------------------------------------------------------------------------------------- */

/* A move is missing for the first time: until now every move could be made at every visit. */
static void begin_to_vary(struct search_tree *tree, struct search_node *node) {
    node->varies = true;
    for (uint32_t i = 0; i < node->edges; i++) tree->edge[node->first + i].available = node->visits;
}

bool search_meet(struct search_tree *tree, struct search_node *node, const alea_move legal[], int n) {
    bool same = node->legal == n && node->sum == search_sum_of(legal, n);
    int known = 0;
    if (!same && !node->varies) begin_to_vary(tree, node);
    if (!node->varies) return true;
    for (uint32_t i = 0; i < node->edges; i++) {
        struct search_edge *edge = &tree->edge[node->first + i];
        bool can = is_among(legal, n, edge->move);
        edge->available += can;
        known += can;
    }
    return known == n || node->edges == SEARCH_MOST_MOVES;
}

struct search_edge *search_select(struct search_tree *tree, struct search_node *node, const alea_move legal[], int n) {
    const struct search_parameters *parameters = tree->parameters;
    struct search_edge *edge = tree->edge + node->first, *best = NULL;
    double mean = node->visits ? node->value / node->visits : 0, unseen = mean - parameters->unseen;
    double root = parameters->explore * sqrt(node->visits + 1.0), best_score = 0;
    for (int i = 0; i < node->edges; i++) {
        if (node->varies && !is_among(legal, n, edge[i].move)) continue;
        if (node->varies) root = parameters->explore * sqrt(edge[i].available + 1.0);
        double seen = edge[i].visits ? edge[i].value / edge[i].visits : unseen;
        double score = seen + root * edge[i].prior / (1.0 + edge[i].visits);
        if (!best || score > best_score) best_score = score, best = &edge[i];
        if (!edge[i].visits && !node->varies) break; /* those behind it have a smaller prior */
    }
    return best;
}

void search_back_up(struct search_tree *tree, const double share[]) {
    for (int i = 0; i < tree->depth; i++) {
        struct search_node *node = &tree->node[tree->step[i].node];
        double value = share[node->seat];
        node->visits++;
        node->value += value;
        if (tree->step[i].edge == UINT32_MAX) continue;
        struct search_edge *edge = &tree->edge[tree->step[i].edge];
        edge->visits++;
        edge->value += value;
    }
}
