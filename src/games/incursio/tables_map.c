/* SPDX-License-Identifier: MIT */
/* tables_map.c - a map of data/incursio.json: its sites, lines and drawing, its numbers, who stands where at the start. */
#include "incursio_text.h"
#include "tables.h"

#include <string.h>

enum { LINES_MOST = INC_SITES * INC_WAYS / 2, WIDEST = 60 /* of a drawing: coordinates, either way */ };

/* ---- Lines [INC-MOVE-3] ---- */

static void load_lines(struct alea_loader *in, struct inc_tables *t, int map) {
    uint64_t red[INC_SITES];
    alea_load_pairs(in, &t->site, NULL, t->grey, "maps[%d].lines.grey", map);
    alea_load_pairs(in, &t->site, NULL, red, "maps[%d].lines.red", map);
    for (unsigned site = 0; site < (unsigned)t->n_sites && alea_load_ok(in); site++) {
        t->any[site] = t->grey[site] | red[site];
        if (t->grey[site] & red[site])
            alea_load_refuse(in, INCURSIO_SAY_MAP_GREY_AND_RED, "maps[%d].lines.red (%s-%s)", map, t->site.at[site].id,
                             t->site.at[inc_first(t->grey[site] & red[site])].id);
        if (inc_count(t->any[site]) > INC_WAYS) {
            alea_load_refuse(in, INCURSIO_SAY_MAP_TOO_MANY_LINES, "maps[%d].lines (%s)", map, t->site.at[site].id);
            return;
        }
        for (uint64_t rest = t->any[site]; rest; rest &= rest - 1)
            t->way[site][t->n_ways[site]++] = (uint8_t)inc_first(rest);
    }
}

static uint64_t step_on(const uint64_t next[INC_SITES], uint64_t set) {
    uint64_t reached = set;
    for (uint64_t rest = set; rest; rest &= rest - 1) reached |= next[inc_first(rest)];
    return reached;
}

/* By the side's lines, from each site. */
static void draw_rings(const uint64_t next[INC_SITES], int n_sites, uint64_t ring[][INC_REACH + 1]) {
    for (unsigned site = 0; site < (unsigned)n_sites; site++) {
        uint64_t inside = ring[site][0] = inc_bit(site);
        for (int lines = 1; lines <= INC_REACH; lines++) {
            uint64_t wider = step_on(next, inside);
            ring[site][lines] = wider & ~inside;
            inside = wider;
        }
    }
}

static uint64_t reach(const uint64_t next[INC_SITES], unsigned site) {
    uint64_t before = 0, set = inc_bit(site);
    while (set != before) {
        before = set;
        set = step_on(next, set);
    }
    return set;
}

static void measure(struct inc_tables *t) {
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        uint64_t set = inc_bit(site);
        for (int lines = 0; lines < INC_REACH_MOST; lines++) t->within[site][lines] = set = step_on(t->any, set);
    }
    draw_rings(t->grey, t->n_sites, t->ring[INC_DEFENDERS]);
    draw_rings(t->any, t->n_sites, t->ring[INC_RAIDERS]);
}

/* Demons can get everywhere, and soldiers from any settlement to any other. */
static void check_connection(struct alea_loader *in, const struct inc_tables *t, int map) {
    uint64_t settlements = 0;
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++)
        if (t->start_level[site]) settlements |= inc_bit(site);
    uint64_t apart = t->sites & ~reach(t->any, 0);
    if (apart) alea_load_refuse(in, INCURSIO_SAY_MAP_DIVIDED, "maps[%d].lines (%s)", map, t->site.at[inc_first(apart)].id);
    if (!settlements) return;
    apart = settlements & ~reach(t->grey, inc_first(settlements));
    if (apart)
        alea_load_refuse(in, INCURSIO_SAY_MAP_NO_GREY_WAY, "maps[%d].lines.grey (%s)", map, t->site.at[inc_first(apart)].id);
}

/* ---- The drawing. The axes (q, r) are askew, but lines stay lines, so that whole numbers decide. ---- */

/* On which side of the line a-b is c? 0: on it. */
static int turn(const struct inc_tables *t, unsigned a, unsigned b, unsigned c) {
    int area = (t->q[b] - t->q[a]) * (t->r[c] - t->r[a]) - (t->r[b] - t->r[a]) * (t->q[c] - t->q[a]);
    return (area > 0) - (area < 0);
}

static bool between(int a, int b, int c) { return (a <= c && c <= b) || (b <= c && c <= a); }

static bool passes(const struct inc_tables *t, const uint8_t line[2], unsigned site) {
    unsigned a = line[0], b = line[1];
    return site != a && site != b && !turn(t, a, b, site) && between(t->q[a], t->q[b], t->q[site]) &&
           between(t->r[a], t->r[b], t->r[site]);
}

/* Of lines that pass no third site. */
static bool cross(const struct inc_tables *t, const uint8_t one[2], const uint8_t other[2]) {
    return turn(t, one[0], one[1], other[0]) * turn(t, one[0], one[1], other[1]) < 0 &&
           turn(t, other[0], other[1], one[0]) * turn(t, other[0], other[1], one[1]) < 0;
}

static void check_drawing(struct alea_loader *in, const struct inc_tables *t, int map) {
    uint8_t line[LINES_MOST][2];
    int n = 0;
    for (unsigned a = 0; a < (unsigned)t->n_sites; a++)
        for (uint64_t rest = t->any[a] >> a >> 1 << 1 << a; rest && n < LINES_MOST; rest &= rest - 1, n++) {
            line[n][0] = (uint8_t)a;
            line[n][1] = (uint8_t)inc_first(rest);
        }
    const struct alea_phrase *site = t->site.at;
    for (unsigned a = 0; a < (unsigned)t->n_sites; a++)
        for (unsigned b = a + 1; b < (unsigned)t->n_sites; b++)
            if (t->q[a] == t->q[b] && t->r[a] == t->r[b])
                alea_load_refuse(in, INCURSIO_SAY_MAP_SAME_PLACE, "maps[%d].sites (%s, %s)", map, site[a].id, site[b].id);
    for (int i = 0; i < n; i++)
        for (unsigned third = 0; third < (unsigned)t->n_sites; third++)
            if (passes(t, line[i], third))
                alea_load_refuse(in, INCURSIO_SAY_MAP_THIRD_SITE, "maps[%d].lines (%s-%s, %s)", map, site[line[i][0]].id,
                                 site[line[i][1]].id, site[third].id);
    for (int i = 0; i < n && alea_load_ok(in); i++)
        for (int j = 0; j < i; j++)
            if (cross(t, line[i], line[j]))
                alea_load_refuse(in, INCURSIO_SAY_MAP_LINES_CROSS, "maps[%d].lines (%s-%s, %s-%s)", map, site[line[j][0]].id,
                                 site[line[j][1]].id, site[line[i][0]].id, site[line[i][1]].id);
}

/* ---- Numbers of the map [INC-WIN-1 .. INC-WIN-5, INC-PORTAL-2, INC-RUIN-5] ---- */

static int32_t setup(struct alea_loader *in, int32_t least, int32_t most, int map, const char *key) {
    return alea_load_int(in, least, most, "maps[%d].setup.%s", map, key);
}

static void load_schedule(struct alea_loader *in, struct inc_tables *t, int map) {
    int n = alea_load_length(in, 1, INC_ROWS_MAX, "maps[%d].setup.portal_schedule", map);
    t->n_schedule = (uint8_t)n;
    for (int row = 0; row < n; row++) {
        int32_t least = row ? t->schedule[row - 1] + 1 : 0, most = row ? INC_MONEY_MOST : 0;
        t->schedule[row] = alea_load_int(in, least, most, "maps[%d].setup.portal_schedule[%d].resources", map, row);
        t->portals[row] = (uint8_t)alea_load_int(in, 1, INC_SITES, "maps[%d].setup.portal_schedule[%d].portals", map, row);
        t->demons[row] = (uint8_t)alea_load_int(in, 1, 15, "maps[%d].setup.portal_schedule[%d].demons_per_portal", map, row);
    }
}

static void load_points(struct alea_loader *in, struct inc_tables *t, int map) {
    alea_load_length(in, INC_LEVELS, INC_LEVELS, "maps[%d].setup.points.settlement", map);
    alea_load_length(in, INC_RUIN_LEVELS, INC_RUIN_LEVELS, "maps[%d].setup.points.ruin", map);
    for (int level = 0; level < INC_LEVELS; level++) /* level 0 is no settlement */
        t->points_settlement[level] =
            (uint8_t)alea_load_int(in, 0, level ? 100 : 0, "maps[%d].setup.points.settlement[%d]", map, level);
    for (int level = 0; level < INC_RUIN_LEVELS; level++)
        t->points_ruin[level] = (uint8_t)alea_load_int(in, 0, 100, "maps[%d].setup.points.ruin[%d]", map, level);
    t->points_upgrade = (uint8_t)setup(in, 0, 100, map, "points.upgrade");
}

/* A scenario may give each side its objectives. [INC-WIN-6, INC-TABLE-21] */
static void load_given_objectives(struct alea_loader *in, struct inc_tables *t, int map) {
    for (int side = 0; side < INC_SIDES; side++) {
        const char *id = t->side.at[side].id;
        if (!alea_load_has(in, "maps[%d].setup.objectives.%s", map, id)) continue;
        int n = alea_load_length(in, t->objectives_each, t->objectives_each, "maps[%d].setup.objectives.%s", map, id);
        for (int i = 0; i < n && alea_load_ok(in); i++) {
            int objective = alea_load_index(in, &t->objective_name, "maps[%d].setup.objectives.%s[%d]", map, id, i);
            if (t->objectives[objective].side != side)
                alea_load_refuse(in, INCURSIO_SAY_OBJECTIVE_OTHER_SIDE, "maps[%d].setup.objectives.%s[%d]", map, id, i);
            if (inc_has(t->start_objectives[side], (unsigned)objective))
                alea_load_refuse(in, INCURSIO_SAY_OBJECTIVE_TWICE, "maps[%d].setup.objectives.%s[%d]", map, id, i);
            t->start_objectives[side] |= (uint16_t)inc_bit((unsigned)objective);
        }
    }
}

static void load_setup(struct alea_loader *in, struct inc_tables *t, int map) {
    t->days_max = (uint8_t)setup(in, 1, INC_DAYS_MOST, map, "days_max");
    t->days_min = (uint8_t)setup(in, 1, t->days_max, map, "days_min");
    t->days = (uint8_t)setup(in, t->days_min, t->days_max, map, "days");
    t->resources_goal = setup(in, 1, INC_MONEY_MOST, map, "resources_goal");
    t->resources = setup(in, 0, t->resources_goal - 1, map, "resources");
    t->treasury = setup(in, 0, INC_MONEY_MOST, map, "treasury");
    t->calm_days = (uint8_t)setup(in, 1, INC_DAYS_MOST, map, "calm_days");
    t->calm_from = (uint8_t)setup(in, 1, INC_DAYS_MOST, map, "calm_from");
    t->harvest = (uint8_t)setup(in, 1, INC_DAYS_MOST, map, "harvest_period");
    load_schedule(in, t, map);
    load_points(in, t, map);
    load_given_objectives(in, t, map);
}

/* ---- Who stands where at the start [INC-GEN-9] ---- */

enum kind { EMPTY, SETTLEMENT, RUIN };

/* Units of a list, to the end of their side's: sites come in order, and at a site the garrison comes first. */
static int load_list(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types, int side, int map,
                     int site, const char *list, int count[INC_TYPES], int *total) {
    if (!alea_load_has(in, "maps[%d].sites[%d].%s", map, site, list)) return 0;
    int n = alea_load_length(in, 0, UINT8_MAX, "maps[%d].sites[%d].%s", map, site, list);
    if (*total + n > t->units_most) { /* [INC-GEN-11] */
        alea_load_refuse(in, INCURSIO_SAY_MAP_TOO_MANY_UNITS, "maps[%d].sites[%d].%s", map, site, list);
        return 0;
    }
    for (int i = 0; i < n; i++) {
        unsigned type = (unsigned)alea_load_index(in, types, "maps[%d].sites[%d].%s[%d]", map, site, list, i);
        if ((int)type / INC_TYPES != side)
            alea_load_refuse(in, INCURSIO_SAY_MAP_UNITS_ELSEWHERE, "maps[%d].sites[%d].%s[%d]", map, site, list, i);
        type %= INC_TYPES;
        t->start_unit[side][(*total)++] = inc_unit_make(type, false, INC_IDLE);
        count[type]++;
    }
    return n;
}

static void load_structures(struct alea_loader *in, struct inc_tables *t, int map, int site) {
    if (!alea_load_has(in, "maps[%d].sites[%d].structures", map, site)) return;
    for (int structure = 0; structure < t->n_structures; structure++) {
        const char *id = t->structure.at[structure].id;
        if (alea_load_has(in, "maps[%d].sites[%d].structures.%s", map, site, id))
            t->start_copies[site][structure] = (uint8_t)alea_load_int(in, 1, t->structures[structure].limit,
                                                                      "maps[%d].sites[%d].structures.%s", map, site, id);
    }
}

/* What is built there follows from what it requires, and holds what the level does. [INC-BUILD-4, INC-BUILD-20] */
static void check_structures(struct alea_loader *in, const struct inc_tables *t, int map, int site) {
    const uint8_t *copies = t->start_copies[site];
    uint32_t has = 0;
    int level = t->start_level[site];
    for (int structure = 0; structure < t->n_structures; structure++) has |= (uint32_t)(copies[structure] > 0) << structure;
    for (int structure = 0; structure < t->n_structures; structure++) {
        const char *id = t->structure.at[structure].id;
        uint8_t least = 0;
        for (int step = 1; step <= level; step++)
            if (t->level[step].needs[structure] > least) least = t->level[step].needs[structure];
        if (copies[structure] < least)
            alea_load_refuse(in, INCURSIO_SAY_MAP_TOO_FEW_STRUCTURES, "maps[%d].sites[%d].structures.%s", map, site, id);
        if (copies[structure] && (t->structures[structure].level > level || t->structures[structure].needs & ~has))
            alea_load_refuse(in, INCURSIO_SAY_MAP_REQUIRES_MISSING, "maps[%d].sites[%d].structures.%s", map, site, id);
    }
}

/* [INC-GARR-4, INC-GARR-6] */
static void check_garrison(struct alea_loader *in, const struct inc_tables *t, int map, int site,
                           const int count[INC_TYPES]) {
    struct inc_position p;
    memset(&p, 0, sizeof p);
    p.level[site] = t->start_level[site];
    for (unsigned structure = 0; structure < (unsigned)t->n_structures; structure++)
        inc_set_copies(t, &p, (unsigned)site, structure, t->start_copies[site][structure]);
    if (!inc_garrison_fits(t, &p, (unsigned)site, count))
        alea_load_refuse(in, INCURSIO_SAY_MAP_NO_PLACE_IN_GARRISON, "maps[%d].sites[%d].garrison", map, site);
}

static void refuse_key(struct alea_loader *in, int map, int site, const char *key) {
    if (alea_load_has(in, "maps[%d].sites[%d].%s", map, site, key))
        alea_load_refuse(in, INCURSIO_SAY_MAP_SETTLEMENTS_ALONE, "maps[%d].sites[%d].%s", map, site, key);
}

static void load_capital(struct alea_loader *in, struct inc_tables *t, int map, int site) {
    if (!alea_load_has(in, "maps[%d].sites[%d].capital", map, site)) return;
    if (!alea_load_int(in, 0, 1, "maps[%d].sites[%d].capital", map, site)) return;
    if (t->capital != ALEA_NONE)
        alea_load_refuse(in, INCURSIO_SAY_MAP_SECOND_CAPITAL, "maps[%d].sites[%d].capital", map, site);
    t->capital = (uint8_t)site;
}

/* Sites are numbered from 1; the number is that of the row. */
static void load_site(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types, int map, int site,
                      int total[INC_SIDES]) {
    static const struct alea_phrase word[] = {{.id = "empty"}, {.id = "settlement"}, {.id = "ruin"}};
    static const struct alea_names kinds = {.at = word, .n = ALEA_LEN(word)};
    static const int highest[] = {0, INC_LEVELS - 1, INC_RUIN_LEVELS - 1};
    alea_load_int(in, site + 1, site + 1, "maps[%d].sites[%d].number", map, site);
    t->q[site] = (int8_t)alea_load_int(in, -WIDEST, WIDEST, "maps[%d].sites[%d].q", map, site);
    t->r[site] = (int8_t)alea_load_int(in, -WIDEST, WIDEST, "maps[%d].sites[%d].r", map, site);
    enum kind kind = (enum kind)alea_load_index(in, &kinds, "maps[%d].sites[%d].kind", map, site);
    int level = alea_load_int(in, kind == SETTLEMENT, highest[kind], "maps[%d].sites[%d].level", map, site);
    int side = kind == RUIN ? INC_RAIDERS : INC_DEFENDERS, inside[INC_TYPES] = {0}, outside[INC_TYPES] = {0};
    if (kind == SETTLEMENT) {
        t->start_level[site] = (uint8_t)level;
        load_structures(in, t, map, site);
        check_structures(in, t, map, site);
        load_capital(in, t, map, site);
        t->start_garrison[site] = (uint8_t)load_list(in, t, types, side, map, site, "garrison", inside, &total[side]);
        if (alea_load_ok(in)) check_garrison(in, t, map, site, inside);
    } else {
        refuse_key(in, map, site, "structures");
        refuse_key(in, map, site, "capital");
        refuse_key(in, map, site, "garrison");
    }
    if (kind == RUIN) t->start_ruin[site] = (uint8_t)(level + 1);
    t->start_camp[site] = (uint8_t)load_list(in, t, types, side, map, site, "camp", outside, &total[side]);
    if (kind != EMPTY && !t->start_garrison[site] && !t->start_camp[site]) /* [INC-FOUND-9] */
        alea_load_refuse(in, INCURSIO_SAY_MAP_UNGUARDED, "maps[%d].sites[%d]", map, site);
}

/* ---- All of it ---- */

void inc_load_map(struct alea_loader *in, struct inc_tables *t, const struct alea_names *types, int map) {
    struct alea_names names;
    int most = alea_load_int(in, 2, INC_SITES, "limits.sites"), total[INC_SIDES] = {0};
    t->capital = ALEA_NONE;
    alea_load_names(in, &names, 2, most, "maps[%d].sites", map);
    if (!alea_load_ok(in)) return;
    t->n_sites = names.n;
    t->sites = names.n < INC_SITES ? inc_bit((unsigned)names.n) - 1 : ~UINT64_C(0);
    t->site = inc_number_names(in, &names, 1, t->site_label, map ? "maps[1].sites" : "maps[0].sites");
    if (t->units_most < t->n_sites) /* a side may come to hold all of them [INC-FOUND-9, INC-GEN-11] */
        alea_load_refuse(in, INCURSIO_SAY_MAP_FEWER_UNITS_THAN_SITES, "limits.units_per_faction");
    load_setup(in, t, map);
    for (int site = 0; site < t->n_sites; site++) load_site(in, t, types, map, site, total);
    load_lines(in, t, map);
    if (!alea_load_ok(in)) return;
    for (int side = 0; side < INC_SIDES; side++)
        if (!total[side]) alea_load_refuse(in, INCURSIO_SAY_MAP_NO_UNIT, "maps[%d].sites", map);
    check_connection(in, t, map);
    check_drawing(in, t, map);
    measure(t);
}
