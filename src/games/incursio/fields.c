/* SPDX-License-Identifier: MIT */
/* fields.c - the table of the members of a position that are not derived: it prints, reads and publishes one. */
#include <stddef.h>

#include "fields.h"

#define AT(member) (uint16_t) offsetof(struct inc_position, member)
#define SIZE(member) (uint16_t)sizeof(((struct inc_position *)0)->member)
#define NUMBER ALEA_SET_NUMBER

#define FIELD(label, place, of_type, n, columns, values, is_secret)                                          \
    {                                                                                                        \
        .name = (label), .offset = (place), .type = ALEA_FIELD_##of_type, .cols = (n), .col_set = (columns), \
        .value_set = (values), .secret = (is_secret)                                                         \
    }
#define SCALAR(member, values) FIELD(#member, AT(member), U8, 1, 0, values, false)
#define SECRET(member, values) FIELD(#member, AT(member), U8, 1, 0, values, true)
#define WIDE(member) FIELD(#member, AT(member), U16, 1, 0, NUMBER, true)
#define LARGE(member) FIELD(#member, AT(member), U32, 1, 0, NUMBER, true)
#define ARRAY(member, n, columns, values) FIELD(#member, AT(member), U8, n, columns, values, false)
#define SECRETS(member, n, columns, values) FIELD(#member, AT(member), U8, n, columns, values, true)
#define SITES(member) FIELD(#member, AT(member), BITS64, INC_SITES, INCURSIO_SET_SITE, 0, true)
/* One row a side. */
#define ROWS(member, of_type, n, columns, values)                                                            \
    {                                                                                                        \
        .name = #member, .offset = AT(member), .type = ALEA_FIELD_##of_type, .rows = INC_SIDES, .cols = (n), \
        .row_set = INCURSIO_SET_SIDE, .col_set = (columns), .value_set = (values), .secret = true            \
    }
#define BY_CHARACTER(member, values) ROWS(member, U8, INC_CHARACTERS, INCURSIO_SET_CHARACTER, values)
/* What the game writes and reads; it stands for the bytes from a member on. */
#define OWN(label, place, size, n_rows, row_names)                                                           \
    {                                                                                                        \
        .name = #label, .offset = (place), .type = ALEA_FIELD_OWN, .rows = (n_rows), .row_set = (row_names), \
        .secret = true, .bytes = (size), .write = inc_write_##label, .read = inc_read_##label                \
    }
#define OWN_BY_SITE(label, place, size) OWN(label, place, size, INC_SITES, INCURSIO_SET_SITE)

/* ---- Arrays of bytes of which most hold nothing ---- */

#define SPARSE_FUNCTIONS(member, array, actions, indices, values, length, blank)                           \
    static const struct inc_sparse kind_of_##member = {indices, values, length, blank};                    \
    static bool inc_write_##member(const void *tables, const void *pos, int row, struct alea_text *text) { \
        const struct inc_position *p = pos;                                                                \
        (void)row;                                                                                         \
        return inc_write_sparse(tables, p->array, actions, &kind_of_##member, text);                       \
    }                                                                                                      \
    static bool inc_read_##member(const void *tables, void *pos, int row, const char *words) {             \
        struct inc_position *p = pos;                                                                      \
        (void)row;                                                                                         \
        return inc_read_sparse(tables, p->array, &kind_of_##member, words);                                \
    }
#define SPARSE_ROWS(member, actions, values, blank) \
    SPARSE_FUNCTIONS(member, member[row], actions, INC_WORD_CHARACTER, values, INC_CHARACTERS, blank)
#define SPARSE(member, indices, values, length) SPARSE_FUNCTIONS(member, member, NULL, indices, values, length, ALEA_NONE)

SPARSE_ROWS(seat_of, NULL, INC_WORD_SEAT, ALEA_NONE)
SPARSE_ROWS(action, NULL, INC_WORD_ACTION, INCURSIO_ACTION_NONE)
SPARSE_ROWS(action_site, NULL, INC_WORD_SITE, ALEA_NONE)
SPARSE_ROWS(action_what, p->action[row], INC_WORD_WHAT, ALEA_NONE)
SPARSE_ROWS(mission, NULL, INC_WORD_MISSION, ALEA_NONE)
SPARSE_ROWS(mission_site, NULL, INC_WORD_SITE, ALEA_NONE)
SPARSE_ROWS(ending, NULL, INC_WORD_MISSION, ALEA_NONE)
SPARSE_ROWS(ending_site, NULL, INC_WORD_SITE, ALEA_NONE)
SPARSE(work, INC_WORD_CHARACTER, INC_WORD_WORK, INC_CHARACTERS)
SPARSE(work_site, INC_WORD_CHARACTER, INC_WORD_SITE, INC_CHARACTERS)
SPARSE_FUNCTIONS(delegate, delegate[row], NULL, INC_WORD_SITE, INC_WORD_SEAT, INC_SITES, ALEA_NONE)
SPARSE(site_of, INC_WORD_SEAT, INC_WORD_SITE, INC_SEATS)
SPARSE(to_of, INC_WORD_SEAT, INC_WORD_SITE, INC_SEATS)
SPARSE(character_of, INC_WORD_SEAT, INC_WORD_CHARACTER, INC_SEATS)

#define ONE_LINE(member) OWN(member, AT(member), SIZE(member), 0, 0)
#define ONE_ROW_A_SIDE(member) OWN(member, AT(member), SIZE(member), INC_SIDES, INCURSIO_SET_SIDE)

/* ---- The table ---- */

const struct alea_field inc_fields[INC_FIELDS] = {
    FIELD("done", AT(done), BITS64, INC_SEATS, ALEA_SET_SEAT, 0, true),
    FIELD("delegates", AT(delegates), BITS64, INC_SEATS, ALEA_SET_SEAT, 0, false),
    SCALAR(day, NUMBER),
    SCALAR(step, INCURSIO_SET_STEP),
    SCALAR(first, INCURSIO_SET_SIDE),
    SCALAR(second_yesterday, INCURSIO_SET_SIDE),
    SCALAR(side, INCURSIO_SET_SIDE),
    SCALAR(days, NUMBER),
    SCALAR(paused, NUMBER),
    SECRET(attacks, NUMBER), /* on empty sites they are no news [INC-SECRET-8] */
    SCALAR(outcome, INCURSIO_SET_OUTCOME),
    SCALAR(winner, NUMBER), /* a side; 2: a draw */
    SCALAR(consent, NUMBER),
    ARRAY(general, INC_SIDES, INCURSIO_SET_SIDE, ALEA_SET_SEAT),
    ARRAY(deputy, INC_SIDES, INCURSIO_SET_SIDE, ALEA_SET_SEAT),
    ARRAY(silent, INC_SIDES, INCURSIO_SET_SIDE, NUMBER),
    SECRET(spoke, NUMBER),
    SECRET(ruling_site, INCURSIO_SET_SITE),
    SCALAR(resume, INCURSIO_SET_STEP),
    FIELD("closes", AT(closes), U16, INC_WINDOWS, INCURSIO_SET_WINDOW, NUMBER, false),

    SCALAR(battle, INCURSIO_SET_SITE),
    SECRET(stage, INCURSIO_SET_CLASH),
    SECRET(pass, NUMBER),
    SECRET(death, NUMBER),
    WIDE(attackers),
    WIDE(pairs),
    WIDE(at),
    SECRET(weapon, NUMBER),
    SECRET(copy, NUMBER),
    SECRET(aim, NUMBER),
    SCALAR(ambush, NUMBER),
    ONE_LINE(dice),
    ONE_LINE(line),

    WIDE(left),
    WIDE(bound),
    SECRET(who, NUMBER),
    SECRET(subject, NUMBER),
    ONE_LINE(drawn),

    SITES(located),
    SITES(opening),
    LARGE(resources),
    SECRET(portal_demons, NUMBER),
    SECRET(steps, NUMBER),
    SECRETS(sacked, INC_LEVELS, NUMBER, NUMBER),
    SECRET(extra_attacks, NUMBER),
    SECRET(ruinless, NUMBER),
    SECRET(calm, NUMBER),

    SITES(foreseen),
    SITES(reordered),
    LARGE(treasury),
    LARGE(income),
    LARGE(best_income),
    SECRET(purified, NUMBER),
    SECRET(capital_lost, NUMBER),
    SECRETS(level, INC_SITES, INCURSIO_SET_SITE, NUMBER),
    OWN_BY_SITE(garrison, AT(garrison), SIZE(garrison)),
    OWN_BY_SITE(structures, AT(copies), SIZE(copies) + SIZE(has)),
    OWN_BY_SITE(seen_structures, AT(seen_has), SIZE(seen_has) + SIZE(seen_copies) + SIZE(seen_has_day)),
    OWN_BY_SITE(seen_garrison, AT(seen_garrison), SIZE(seen_garrison)),

    SECRETS(born, INC_SITES, INCURSIO_SET_SITE, NUMBER),
    ROWS(objectives, BITS16, INC_OBJECTIVES_MAX, INCURSIO_SET_OBJECTIVE, 0),
    ROWS(fulfilled, BITS16, INC_OBJECTIVES_MAX, INCURSIO_SET_OBJECTIVE, 0),
    OWN_BY_SITE(defenders_know, AT(know[INC_DEFENDERS]), SIZE(know[INC_DEFENDERS])),
    OWN_BY_SITE(raiders_know, AT(know[INC_RAIDERS]), SIZE(know[INC_RAIDERS])),

    SECRETS(stage_of, INC_SEATS, ALEA_SET_SEAT, INCURSIO_SET_STAGE),
    ONE_LINE(site_of),
    ONE_LINE(to_of),
    ONE_LINE(character_of),
    FIELD("made_of", AT(made_of), U16, INC_SEATS, ALEA_SET_SEAT, NUMBER, true),

    ONE_ROW_A_SIDE(seat_of),
    BY_CHARACTER(species, INCURSIO_SET_SPECIES),
    ONE_ROW_A_SIDE(action),
    ONE_ROW_A_SIDE(action_site),
    ONE_ROW_A_SIDE(action_what),
    BY_CHARACTER(flags, NUMBER),
    BY_CHARACTER(rank, NUMBER),
    SECRETS(pay, INC_CHARACTERS, INCURSIO_SET_CHARACTER, NUMBER),
    ONE_LINE(work),
    ONE_LINE(work_site),
    ONE_ROW_A_SIDE(mission),
    ONE_ROW_A_SIDE(mission_site),
    ONE_ROW_A_SIDE(ending),
    ONE_ROW_A_SIDE(ending_site),
    ONE_ROW_A_SIDE(delegate),

    FIELD("pool", AT(pool), U16, INC_SIDES *INC_TYPES, INCURSIO_SET_UNIT, NUMBER, true),
    ROWS(due, U8, INC_SITES, INCURSIO_SET_SITE, NUMBER),
    WIDE(ruling_unit),
    SECRET(ruling_person, NUMBER),
    ROWS(free_who, U8, INC_FREE, NUMBER, NUMBER),
    ROWS(free_until, U8, INC_FREE, NUMBER, NUMBER),
    ROWS(free_number, U8, INC_FREE, NUMBER, NUMBER),
    /* Both sides' camps share their bytes out: the demons' field takes what is left. */
    OWN_BY_SITE(soldiers, AT(camp[INC_DEFENDERS]), SIZE(camp[INC_DEFENDERS])),
    OWN_BY_SITE(demons, AT(camp[INC_RAIDERS]), SIZE(camp[INC_RAIDERS]) + SIZE(unit)),
    SECRET(entered, NUMBER),
};
