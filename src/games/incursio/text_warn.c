/* SPDX-License-Identifier: MIT */
/* text_warn.c - a word before an attack that will probably fail, and before `done`: a site left unguarded, a player who was asked and has
 * not answered. From what the side knows alone. [INC-SECRET-2] And for the Master, before a window is closed: for whom it is too late then;
 * before a result is entered that nothing here can prove: that it is so. */
#include "question.h"
#include "say.h"

enum { BATTLES = 200, LIKELY = 40 /* of 100: what is won as often at least is no warning */ };

/* Whoever is told may have written before it. */
static void next_sentence(struct alea_text *text) {
    if (text->len && text->at[text->len - 1] == '.') alea_text_add(text, " ");
}

/* ---- Attacks ---- */

/* Enemies whom nobody has counted bring no warning: it would tell no more than that. */
static void warn_of_attack(const struct inc_tables *t, const struct inc_position *p, int seat, alea_move launch,
                           struct alea_text *text) {
    struct alea_at_hand asked;
    if (inc_supposed_enemies(t, p, seat) || !inc_at_hand(t, p, seat, launch, 0, &asked)) return;
    int won = inc_battles_won(t, asked.value, BATTLES);
    if (won >= 0 && won * 100 < LIKELY * BATTLES)
        inc_say(text, INCURSIO_LABEL_WARN_ATTACK, p->attackers, (won * 100 + BATTLES / 2) / BATTLES, asked.note[0].arg[0]);
}

/* ---- What is left behind ---- */

/* Who stays at a site of ours, and how many have orders to leave it. */
static int staying(const struct inc_position *p, int side, unsigned site, int *leaving) {
    const inc_unit *camp = inc_camp(p, side, site);
    int n = inc_garrison(p, side, site);
    *leaving = 0;
    for (int i = 0; i < p->camp[side][site]; i++) {
        if (inc_is_shadow(camp[i])) ++*leaving;
        else n++;
    }
    return n;
}

/* Enemies who can come there in one step, by news of today or yesterday; as many as must be there at least. */
static int beside(const struct inc_tables *t, const struct inc_position *p, int side, unsigned site) {
    int n = 0;
    for (uint64_t ways = inc_ways(t, inc_other(side), site); ways; ways &= ways - 1) {
        struct inc_look look = inc_look_at(t, p, side, inc_first(ways));
        if (look.enemies_day == INC_NEVER || look.enemies_day + 1 < p->day) continue;
        n += look.enemies == INC_SOME ? 1 : look.enemies;
    }
    return n;
}

static void warn_of_sites(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    int side = inc_side_of(seat);
    for (unsigned site = 0; site < (unsigned)t->n_sites; site++) {
        int leaving, stay = staying(p, side, site, &leaving);
        if (!leaving || !inc_must_stay(p, side, site) || !inc_commands(t, p, seat, site)) continue;
        int enemies = beside(t, p, side, site);
        if (stay >= enemies) continue;
        next_sentence(text);
        alea_text_add(text, inc_name(&t->site, site, text));
        inc_say(text, INCURSIO_LABEL_WARN_UNGUARDED, stay, enemies, 0);
    }
}

/* ---- Who has not answered ---- */

static void warn_of_silence(const struct inc_tables *t, const struct inc_position *p, int seat, struct alea_text *text) {
    struct alea_consent consent;
    if (!inc_is_general(t, p, seat)) return;
    for (int i = 0; inc_consent(t, p, i, &consent); i++) {
        if (consent.answer != ALEA_CONSENT_OPEN || consent.seat == seat || inc_side_of(consent.seat) != inc_side_of(seat))
            continue;
        next_sentence(text);
        inc_say(text, INCURSIO_LABEL_WARN_SILENT, 0, 0, 0);
        alea_text_add(text, " ");
        inc_consent_words(t, p, i, text);
        alea_text_add(text, ".");
    }
}

/* Of the open window: who has not pressed done, and what was asked and lapses with it. [INC-TABLE-3, INC-TABLE-7] */
static void warn_of_closing(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    const char *comma = "";
    struct alea_consent consent;
    alea_actors waited = inc_entitled(t, p) & ~p->done;
    if (waited) inc_say(text, INCURSIO_LABEL_WARN_WAITED, 0, 0, 0);
    for (; waited; waited &= waited - 1, comma = ",") {
        alea_text_addf(text, "%s ", comma);
        alea_text_seat(text, (int)inc_first(waited));
    }
    if (*comma) alea_text_add(text, ".");
    for (int i = 0; p->step == INCURSIO_STEP_PERSONAL && inc_consent(t, p, i, &consent); i++) {
        if (consent.answer != ALEA_CONSENT_OPEN) continue;
        next_sentence(text);
        inc_say(text, INCURSIO_LABEL_WARN_LAPSES, 0, 0, 0);
        alea_text_add(text, " ");
        alea_text_seat(text, consent.seat);
        alea_text_add(text, ", ");
        inc_consent_words(t, p, i, text);
        alea_text_add(text, ".");
    }
}

/* Whoever enters a result is told where nothing but the eyes at the table vouch for it. [INC-TABLE-13] */
static void warn_of_doubt(const struct inc_tables *t, const struct inc_position *p, struct alea_text *text) {
    bool unproved = false;
    if (inc_passes_could(t, p, &unproved) && unproved) inc_say(text, INCURSIO_LABEL_WARN_UNPROVED, 0, 0, 0);
}

static bool closes(unsigned verb) {
    return verb == INCURSIO_VERB_CLOSE || verb == INCURSIO_VERB_CLOSE_SILENT || verb == INCURSIO_VERB_CLOSE_LATE;
}

/* ---- The contract ---- */

void inc_warn(const void *tables, const void *view, int seat, alea_move move, struct alea_text *text) {
    const struct inc_tables *t = tables;
    const struct inc_position *p = view;
    unsigned verb = alea_move_verb(move);
    if (seat == ALEA_HOST && closes(verb) && !inc_why_not(t, p, seat, move)) warn_of_closing(t, p, text);
    if (seat == ALEA_HOST && verb == INCURSIO_VERB_RESULT_END && p->entered) warn_of_doubt(t, p, text);
    if ((verb != INCURSIO_VERB_LAUNCH && verb != INCURSIO_VERB_DONE) || inc_eyes(seat) == ALEA_NONE || seat >= t->seats)
        return;
    if (inc_why_not(t, p, seat, move)) return;
    if (verb == INCURSIO_VERB_LAUNCH) {
        warn_of_attack(t, p, seat, move, text);
        return;
    }
    warn_of_sites(t, p, seat, text);
    warn_of_silence(t, p, seat, text);
}
