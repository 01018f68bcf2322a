/* SPDX-License-Identifier: MIT */
/* wire_echo.c - see wire_echo.h. */
#include "wire_echo.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES = 4, /* of a moment that are kept: mostly it is one, and a throw */
    LINE = 64,
    MOST_BYTES = 1 << 20
};

/* Bytes of the echo's text; none: nothing was kept. */
struct kept {
    size_t from, n;
};

struct heard {
    uint64_t events[ALEA_MAX_EVENTS / 64]; /* a bit for each that the viewer may know of */
};

struct wire_echoed {
    long at;
    void *was, *is; /* the views of the first viewer */
    struct kept *field;
    struct kept said; /* the move and the events, of which that viewer knew and heard these */
    bool known;
    struct heard heard;
};

struct wire_echo {
    /* What it was written of, and how. */
    char id[STORE_ID_LENGTH + 1];
    uint64_t revision;
    enum alea_lang lang;
    bool plain, brief;

    struct wire_echoed ply[PLIES];
    int n;
    struct alea_text text;
    const struct alea_game *game; /* for which the memory is */
    void *memory, *room;
    size_t room_bytes;
};

struct wire_echo *wire_echo_new(void) {
    struct wire_echo *echo = calloc(1, sizeof *echo);
    if (echo) alea_text_init(&echo->text, MOST_BYTES, ALEA_EN);
    return echo;
}

void wire_echo_free(struct wire_echo *echo) {
    if (!echo) return;
    alea_text_clear(&echo->text);
    free(echo->memory);
    free(echo->room);
    free(echo);
}

void *wire_echo_room(struct wire_echo *echo, size_t bytes) {
    if (echo->room_bytes < bytes) {
        free(echo->room);
        echo->room = aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
        echo->room_bytes = echo->room ? bytes : 0;
    }
    return echo->room;
}

/* ---- The moment ---------------------------------------------------------------------------------------------------------- */

/* Room for views and parts of this game. */
static bool fit(struct wire_echo *echo, const struct alea_game *game) {
    const size_t parts = (size_t)game->n_fields * sizeof(struct kept),
                 views = (game->position_size + LINE - 1) / LINE * LINE;
    if (echo->game == game) return true;
    free(echo->memory);
    unsigned char *at = echo->memory = malloc(PLIES * (parts + 2 * views));
    echo->game = at ? game : NULL;
    for (int i = 0; at && i < PLIES; i++) {
        echo->ply[i].field = (struct kept *)(void *)at;
        echo->ply[i].was = at + parts;
        echo->ply[i].is = at + parts + views;
        at += parts + 2 * views;
    }
    return at;
}

static bool same_moment(const struct wire_echo *echo, const struct wire_workspace *work) {
    const struct wire *wire = work->wire;
    return echo->revision == table_revision(wire->table, ALL_EYES) && echo->lang == wire->lang &&
           echo->plain == wire->plain && echo->brief == wire->brief && strcmp(echo->id, work->table.id) == 0;
}

static void begin_moment(struct wire_echo *echo, const struct wire_workspace *work) {
    const struct wire *wire = work->wire;
    echo->n = 0;
    alea_text_back(&echo->text, 0);
    echo->revision = table_revision(wire->table, ALL_EYES);
    echo->lang = wire->lang;
    echo->plain = wire->plain;
    echo->brief = wire->brief;
    memcpy(echo->id, work->table.id, strlen(work->table.id) + 1);
}

struct wire_echoed *wire_echo_of(struct wire_workspace *work, long at) {
    struct wire_echo *echo = work->wire->echo;
    if (!echo || !fit(echo, work->game)) return NULL;
    if (!same_moment(echo, work)) begin_moment(echo, work);
    for (int i = 0; i < echo->n; i++)
        if (echo->ply[i].at == at) return &echo->ply[i];
    if (echo->n == PLIES || work->view_heard) return NULL;
    struct wire_echoed *echoed = &echo->ply[echo->n++];
    echoed->at = at;
    echoed->said.n = 0;
    memset(echoed->field, 0, (size_t)work->game->n_fields * sizeof *echoed->field);
    memcpy(echoed->was, work->view_before, work->game->position_size);
    memcpy(echoed->is, work->view, work->game->position_size);
    return echoed;
}

/* ---- Parts --------------------------------------------------------------------------------------------------------------- */

/* Does this viewer see it as the first did, before and now? What a game writes itself may stand anywhere in the view. */
static bool sees_alike(const struct wire_workspace *work, const struct wire_echoed *echoed, const struct alea_field *field) {
    if (field->type == ALEA_FIELD_OWN || work->view_heard) return false;
    const size_t at = field->offset, n = alea_field_size(field);
    return memcmp((const char *)work->view + at, (const char *)echoed->is + at, n) == 0 &&
           memcmp((const char *)work->view_before + at, (const char *)echoed->was + at, n) == 0;
}

static void hear(const struct wire_workspace *work, const struct alea_events *events, struct heard *heard) {
    *heard = (struct heard){.events = {0}};
    for (int i = 0; i < events->n; i++)
        if (wire_reads(work, events->at[i].audience)) heard->events[i / 64] |= UINT64_C(1) << i % 64;
}

static bool hears_alike(const struct wire_workspace *work, const struct wire_echoed *echoed, struct wire_part part) {
    struct heard heard;
    if (echoed->known != part.known) return false;
    hear(work, part.events, &heard);
    return memcmp(&heard, &echoed->heard, sizeof heard) == 0;
}

bool wire_echo_repeat(struct wire_workspace *work, struct wire_echoed *echoed, struct wire_part part,
                      struct alea_text *text) {
    if (!echoed) return false;
    const struct kept *kept = part.field < 0 ? &echoed->said : &echoed->field[part.field];
    if (!kept->n) return false;
    const bool alike =
        part.field < 0 ? hears_alike(work, echoed, part) : sees_alike(work, echoed, &work->game->fields[part.field]);
    if (alike) alea_json_raw(text, NULL, work->wire->echo->text.at + kept->from, kept->n);
    return alike;
}

void wire_echo_keep(struct wire_workspace *work, struct wire_echoed *echoed, struct wire_part part, size_t from,
                    const struct alea_text *text) {
    if (!echoed || text->truncated) return;
    struct alea_text *all = &work->wire->echo->text;
    struct kept *kept = part.field < 0 ? &echoed->said : &echoed->field[part.field];
    if (kept->n || (part.field >= 0 && !sees_alike(work, echoed, &work->game->fields[part.field]))) return;
    if (part.field < 0) {
        echoed->known = part.known;
        hear(work, part.events, &echoed->heard);
    }
    if (text->at[from] == ',') from++; /* whoever repeats it sees to that */
    const struct kept added = {all->len, text->len - from};
    alea_text_add_n(all, text->at + from, added.n);
    if (!all->truncated) *kept = added;
}
