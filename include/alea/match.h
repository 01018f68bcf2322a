/* SPDX-License-Identifier: MIT */
/* match.h - matches and their transcripts, and the chains of what each viewer has heard. */
#ifndef ALEA_API_MATCH_H
#define ALEA_API_MATCH_H

#include "game.h"

/* ---- Matches ------------------------------------------------------------------------------------------------------- */

enum alea_dice_kind {
    ALEA_DICE_FAIR,   /* from a committed seed */
    ALEA_DICE_BY_HAND /* typed in; visible for ever in the head */
};

struct alea_seat_head {
    char who[32];  /* "human", "bot:greedy" */
    char name[64]; /* what the person is called; may be empty */
};

/* A draw before this one that came to nothing: the seat promised a word, and did not tell it in time. */
struct alea_unopened {
    uint8_t seat;
    uint8_t commitment[ALEA_HASH_BYTES]; /* to the seed of that draw */
};

/* The name that a seat had at the start. */
struct alea_bound {
    bool bound;    /* by this hash */
    bool has_salt; /* false: it was erased, and with it what could tell the name */
    uint8_t hash[ALEA_HASH_BYTES], salt[ALEA_SALT_BYTES];
};

/* What stands at the head of a transcript. */
struct alea_match_head {
    enum alea_dice_kind dice_kind;
    bool has_seed;         /* false: sealed (the commitment is all that is known) */
    struct alea_dice dice; /* seed, words and beacon */
    uint8_t commitment[ALEA_HASH_BYTES];
    uint8_t promise[ALEA_MAX_SEATS][ALEA_HASH_BYTES]; /* of the words, made before any was told; zeros: none */
    int n_unopened;
    struct alea_unopened unopened[ALEA_MAX_UNOPENED];
    struct alea_bound name[ALEA_MAX_SEATS];
    struct alea_seat_head seat[ALEA_MAX_SEATS];
};

/* Of a note, and of what a post says. */
enum { ALEA_MAX_NOTE_CHARS = 4000, ALEA_MAX_NOTE_BYTES = 4 * ALEA_MAX_NOTE_CHARS };

struct alea_ply {
    alea_move move;
    uint8_t seat; /* a seat, ALEA_CHANCE or ALEA_HOST */
    const char
        *note; /* NULL, or a reason or bulletin, as alea_note_say() reads it, of one line or several; owned by the match */
};

/* Did the host enter at `before` what could have been thrown here? Then it fell at a real table. */
bool alea_by_hand(const struct alea_rules *rules, const void *before, const struct alea_ply *ply);
/* Who may know the move of a ply that was made at `before` and had these events, all of them; who hears anything of it: they
 * that may know the move, or one of the events at least. */
alea_actors alea_ply_known(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *all);
alea_actors alea_ply_heard(const struct alea_rules *rules, const void *before, const struct alea_ply *ply,
                           const struct alea_events *all);
/* A note in words, in the language of the text: a key of Alea's own ("@clock"), or what somebody typed. */
void alea_note_say(const char *note, struct alea_text *text);
/* The host's move by which that seat gives up; false if the game has none for a single seat. */
bool alea_resign_move(const struct alea_rules *rules, int seat, alea_move *move);

struct alea_match;

/* A new match: takes `rules` (freed with the match; on error they stay the caller's) and a copy of the head, cleaned of
 * what a transcript can't hold: dice are thrown with the words as alea_match_head() tells them. A commitment of zeros is
 * filled in from the seed; any other is kept, for alea_match_verify() to compare. */
struct alea_match *alea_match_new(struct alea_rules *rules, const struct alea_match_head *head, struct alea_error *error);
void alea_match_free(struct alea_match *match);

const struct alea_rules *alea_match_rules(const struct alea_match *match);
const struct alea_match_head *alea_match_head(const struct alea_match *match);
/* Somebody else sits there from now on, or is called otherwise. The words for the dice stay what they are. */
void alea_match_sit(struct alea_match *match, int seat, const struct alea_seat_head *who);
/* The round of the beacon that the head names has come out: dice can be thrown from now on. The same again changes nothing. */
ALEA_MUST_CHECK enum alea_err alea_match_open_beacon(struct alea_match *match, const uint8_t randomness[ALEA_HASH_BYTES],
                                                     const uint8_t *signature, size_t n_signature, struct alea_error *error);
/* Takes from the head all that could tell the name that the seat had at the start: what it is bound by stays. */
void alea_match_forget_name(struct alea_match *match, int seat);
const void *alea_match_position(const struct alea_match *match); /* the true position, now */
long alea_match_plies(const struct alea_match *match);
const struct alea_ply *alea_match_ply(const struct alea_match *match, long ply); /* from 1; borrowed until a change */
alea_actors alea_match_actors(const struct alea_match *match);
/* Those of them that the viewer, a seat or ALEA_NONE, knows to be waited for: a game may keep that to a team. */
alea_actors alea_match_actors_seen(const struct alea_match *match, int viewer);
/* Has the seat one legal move, which the game lets be made for it? That it is made at once tells nobody what is hidden from
 * them (a law), so a server may make it. */
bool alea_match_forced(const struct alea_match *match, int seat, alea_move *move);
void alea_match_view(const struct alea_match *match, int seat, void *pos); /* hidden for seat */
/* The position after `ply` plies, 0 .. alea_match_plies(). */
void alea_match_position_at(const struct alea_match *match, long ply, void *pos);

/* The one door for moves from outside: a person, a file, the network, a bot. `ply` is the number of plies that the sender
 * has seen. Checks, in this order: seat exists; the game is not over; ply is current; the move is legal. On error nothing
 * has changed. events (may be NULL) is emptied and filled. note may be NULL. */
ALEA_MUST_CHECK enum alea_err alea_match_play(struct alea_match *match, long ply, int seat, alea_move move, const char *note,
                                              struct alea_events *events, struct alea_error *error);
/* What a viewer, a seat or ALEA_NONE, would read if that move were made now with that note (NULL: none): a line for each event that it may
 * hear of, the move's words where it may know the move and nothing else tells it, and the note behind the first if it may know that; nothing if it would hear of nothing. The
 * same checks as above, but for the ply; nothing is played. ALEA_ERR_NO_MEMORY too. */
ALEA_MUST_CHECK enum alea_err alea_match_preview(const struct alea_match *match, int seat, alea_move move, const char *note,
                                                 int viewer, struct alea_text *text, struct alea_error *error);
/* Refuses, by the rule that the verb's texts name, a move that wants a reason and has none, and a rewind without one
 * (ALEA_ERR_NO_REWIND): what people are held to where they type, but no replay. note may be NULL. */
ALEA_MUST_CHECK enum alea_err alea_match_wants_reason(const struct alea_match *match, int seat, alea_move move,
                                                      const char *note, struct alea_error *error);
/* At a chance node of a match with fair dice and an open seed: makes the throw and plays it. */
ALEA_MUST_CHECK enum alea_err alea_match_roll(struct alea_match *match, struct alea_events *events,
                                              struct alea_error *error);
/* Takes back the last ply of the match, if it is `seat`'s and no barrier, and the match goes on; it vanishes from the
 * record. */
ALEA_MUST_CHECK enum alea_err alea_match_undo(struct alea_match *match, int seat, struct alea_error *error);
bool alea_match_can_undo(const struct alea_match *match, int seat);

/* ---- Rewinds -------------------------------------------------------------------------------------------------------- */

enum { ALEA_MAX_REWINDS = 256 }; /* of a match: the position after each is kept, so that no look back goes through them */

int alea_match_rewinds(const struct alea_match *match);
/* May the host take the match back to where it stood after `target` plies (ALEA_VERB_REWIND)? `then` has room for a position, and
 * holds that one if it is asked of the game. Who has to agree to it is asked by whoever runs the match. ALEA_ERR_OVER; ALEA_ERR_NO_REWIND:
 * the target is not earlier, nobody was to decide there; ALEA_ERR_TOO_LARGE; ALEA_ERR_REFUSED by the game. */
ALEA_MUST_CHECK enum alea_err alea_match_may_rewind(const struct alea_match *match, long target, void *then,
                                                    struct alea_error *error);

/* Was the match taken back, later, to before that ply? */
bool alea_match_is_taken_back(const struct alea_match *match, long ply);

/* How a viewer numbers the plies that rewinds go back to. Who goes over all plies of a match in their order passes each of them, from
 * 0, with how many of them the viewer has heard of. Begin with zeros. */
struct alea_numbers {
    long heard;
    uint32_t target[ALEA_MAX_REWINDS];
};
void alea_numbers_pass(struct alea_numbers *numbers, const struct alea_match *match, long ply);
/* A ply behind those that were passed, as the viewer has it: of a rewind, with the viewer's number. */
struct alea_ply alea_numbers_ply(const struct alea_numbers *numbers, const struct alea_match *match, long ply);

/* ---- Posts: what people say beside the moves ------------------------------------------------------------------------------ */

enum alea_post_kind {
    ALEA_POST_CHAT,
    ALEA_POST_PROPOSAL, /* a whole order, for those to adopt who are entitled to */
    ALEA_POST_REQUEST,  /* something is asked of people, who say yes or no */
    ALEA_POST_ANSWER,   /* to a proposal or a request */
    ALEA_POST_RULING,
    ALEA_POST_KINDS
};

enum alea_post_answer {
    ALEA_POST_NONE, /* of all that is no ALEA_POST_ANSWER */
    ALEA_POST_ADOPTED,
    ALEA_POST_DECLINED,
    ALEA_POST_LAPSED,
    ALEA_POST_TAKEN_BACK, /* by its author, or the host */
    ALEA_POST_ANSWERS
};

enum { ALEA_MAX_ORDER = 64, ALEA_MAX_POSTS = 1 << 15 };

/* A post changes nothing in the position, and is no ply: neither dice nor chains know of it. */
struct alea_post {
    long number; /* from 1, without gaps; what a viewer counts is alea_post_number_for() */
    long ply;    /* after how many plies it was posted; fewer, if they are taken back */
    uint8_t kind, answer;
    uint8_t from; /* a seat or ALEA_HOST */
    alea_actors
        to;  /* seats, and ALEA_ACTORS_HOST, that may read it; or ALEA_EVERYBODY, spectators too. The author always may */
    long re; /* the number of the earlier post that it answers or is about; 0: none */
    const char *text;       /* one line or several; may be "" where there is an order or an answer */
    const alea_move *order; /* moves of the game: whether they are legal is asked when they are made */
    int n_order;            /* a proposal's 1 to ALEA_MAX_ORDER; a request may have some, other posts have none */
};

static inline alea_actors alea_post_readers(const struct alea_post *post) { return post->to | alea_actor(post->from); }

/* The words of transcripts for kinds and answers; "" for ALEA_POST_NONE. alea_post_*_find(): the number, or -1. */
const char *alea_post_kind_name(enum alea_post_kind kind);
const char *alea_post_answer_name(enum alea_post_answer answer);
int alea_post_kind_find(const char *name);
int alea_post_answer_find(const char *name);

/* The one door for posts; the match may be over. `number` is filled in: the next one. Copies what it keeps; the text is cleaned as notes are.
 * ply: from that of the post before to alea_match_plies(). On error nothing has changed: ALEA_ERR_NO_SEAT, ALEA_ERR_BAD_POST with the
 * reason, ALEA_ERR_BAD_MOVE for an order that is none of the game, ALEA_ERR_TOO_LARGE for a text over ALEA_MAX_NOTE_CHARS and for more posts
 * than a match takes. */
ALEA_MUST_CHECK enum alea_err alea_match_post(struct alea_match *match, const struct alea_post *post,
                                              struct alea_error *error);
long alea_match_posts(const struct alea_match *match);
const struct alea_post *alea_match_post_at(const struct alea_match *match,
                                           long number); /* from 1; borrowed until a change */
/* The answer that stands for a proposal or a request: the last one that seat, or ALEA_NONE for anybody, gave; NULL if there is none. */
const struct alea_post *alea_match_post_answer(const struct alea_match *match, long number, int seat);
/* May the viewer, a seat, ALEA_HOST or ALEA_NONE, read it? The host as any seat. */
bool alea_match_may_read(const struct alea_match *match, long number, int viewer);
/* How many posts up to that number the viewer may read: what it knows the post by, since other numbers would count what others say in
 * secret. And back: the number of the viewer's post, 0 if there is none. */
long alea_post_number_for(const struct alea_match *match, int viewer, long number);
long alea_post_find_for(const struct alea_match *match, int viewer, long number);

/* ---- Rulings: what the host decides where the rules are silent -------------------------------------------------------------- */

enum { ALEA_DATE_CHARS = 10 };

struct alea_ruling {
    alea_rule rule;                 /* to which it belongs */
    char date[ALEA_DATE_CHARS + 1]; /* "2026-11-23" */
    const char *question;           /* one line */
    int n_question;                 /* its bytes; not asked of who writes one: to its 0 */
    const char *answer;             /* one line or several */
};

/* The rule of that id, capital or small. ALEA_ERR_BAD_POST with the nearest. */
ALEA_MUST_CHECK enum alea_err alea_rule_read(const struct alea_rules *rules, const char *id, alea_rule *rule,
                                             struct alea_error *error);
/* What a post says that is that ruling. ALEA_ERR_BAD_POST for what it lacks, ALEA_ERR_TOO_LARGE. */
ALEA_MUST_CHECK enum alea_err alea_ruling_write(const struct alea_rules *rules, const struct alea_ruling *ruling,
                                                struct alea_text *text, struct alea_error *error);
/* Posts it from the host, for everybody or one side. On error nothing has changed: ALEA_ERR_BAD_POST for what it lacks, and as
 * alea_match_post(). */
ALEA_MUST_CHECK enum alea_err alea_match_rule(struct alea_match *match, const struct alea_ruling *ruling, alea_actors to,
                                              struct alea_error *error);
/* The ruling that a post is; its words are the post's. False if it is none. */
bool alea_ruling_of(const struct alea_rules *rules, const struct alea_post *post, struct alea_ruling *ruling);
/* The number of the ruling that post is, from 1: counted over those for the same readers, so that all who read it know it by one number, and
 * nobody counts what is told to others. 0: it is none. */
long alea_ruling_number(const struct alea_match *match, long post);
/* The next ruling behind post `after`, of that rule (0: of any), that the viewer may read, a seat or ALEA_NONE; the host reads all. The number
 * of its post, 0 if there is none. */
long alea_match_ruling(const struct alea_match *match, alea_rule rule, int viewer, long after, struct alea_ruling *ruling);

/* ---- Transcripts: docs/transcript.md ------------------------------------------------------------------------------------ */

enum { ALEA_MAX_TRANSCRIPT_BYTES = 64 << 20, ALEA_MAX_LINE_BYTES = 24 << 10 };

enum alea_transcript_flags {
    ALEA_TRANSCRIPT_SEALED = 1,  /* leave an unfinished match's seed out */
    ALEA_TRANSCRIPT_EXPLAIN = 2, /* under each move, as comments: words, events, number of legal moves, hashes */
    ALEA_TRANSCRIPT_FACES = 4    /* under each throw of an open seed, as a comment: the faces of its dice ("# of 6 4") */
};

void alea_transcript_write(const struct alea_match *match, unsigned flags, struct alea_text *text);
/* As the viewer, a seat or ALEA_NONE, may have it. While the match lasts: the seed sealed, plies numbered as the viewer hears of
 * them, "# N ..." in place of a move that it may not know, and no checks if the game has secrets, since they could be guessed from
 * them. After the end: everything, and the faces of the dice. */
void alea_transcript_write_for(const struct alea_match *match, int viewer, unsigned flags, struct alea_text *text);

/* Parses and replays. Each move goes through the door; check hashes and the result are compared. `name` is for messages.
 * When `faults` is not NULL it is called for each fault and reading goes on as far as it makes sense; the last error is
 * also in *error. `scenario` is needed when the head names one. Returns NULL if no match could be made of it at all;
 * a match as far as it was sound, with error->code != ALEA_OK, after a fault in a move. A last line without its newline
 * that can't be read is a fault of code ALEA_ERR_TRUNCATED. */
struct alea_match *alea_transcript_read(const char *name, const char *bytes, size_t n_bytes,
                                        const struct alea_scenario *scenario,
                                        void (*faults)(void *context, const struct alea_error *error), void *context,
                                        struct alea_error *error);

/* Recomputes the commitment, the promises of the words, the beacon's randomness and every throw of a match whose seed is open.
 * Counts the throws that are good in *n_throws. ALEA_ERR_NO_ROLL for dice by hand: there is nothing to verify. */
ALEA_MUST_CHECK enum alea_err alea_match_verify(const struct alea_match *match, long *n_throws, struct alea_error *error);

/* What the dice of a match, whose seed is open, give for each of its throws but those that were handed on, in their order, until `each` answers false: the ply of the
 * throw, its number from 1, and the move that it should be. ALEA_ERR_NO_MEMORY is the only fault. */
typedef bool alea_throw_listener(void *context, long ply, long number, alea_move computed);
ALEA_MUST_CHECK enum alea_err alea_match_throws(const struct alea_match *match, alea_throw_listener *each, void *context,
                                                struct alea_error *error);

/* Of a match that goes on from where an earlier one stood, its plies are the first ones, and their throws have this note: they were thrown by
 * the dice of that one, and nothing here proves them. Such throws stand before all others. How many there are. */
#define ALEA_NOTE_HANDED "@handed"
long alea_match_handed(const struct alea_match *match);
/* How many throws the host has entered (alea_by_hand): they fell at a real table, or are what the host says, and nothing proves them. -1: no
 * memory. */
long alea_match_entered(const struct alea_match *match);

bool alea_is_promised(const struct alea_match_head *head, int seat);
/* Is the seat called as it was at the start? */
enum alea_called { ALEA_CALLED_UNBOUND, ALEA_CALLED_THE_SAME, ALEA_CALLED_OTHERWISE, ALEA_CALLED_ERASED };
enum alea_called alea_match_called(const struct alea_match *match, int seat);

/* ---- Chains: what each viewer has heard of ------------------------------------------------------------------------------ */

/* What a viewer, a seat or ALEA_NONE, has heard of a match with fair dice, as hashes in which each holds all before it:
 *   link of no ply    BLAKE2b-256("alea chain 1" | salt | head)
 *   link of the next  BLAKE2b-256(link before | line)
 * where the head is what alea_transcript_fixed() writes, the line is that of the viewer's own transcript, without a newline, and
 * the salt keeps others from testing what a viewer may have heard: alea_chain_salt(). A ply of which the viewer doesn't hear has no
 * link, so links count no secrets. A ply that is taken back takes its link along: who keeps chains keeps the older links too. */
struct alea_chain {
    int viewer;
    long heard; /* plies */
    uint8_t link[ALEA_HASH_BYTES];
};

/* The first 16 bytes of BLAKE2b-256(key = seed, "alea salt 1" | "chain" | viewer as one byte, 255 for ALEA_NONE). */
void alea_chain_salt(const uint8_t seed[ALEA_SEED_BYTES], int viewer, uint8_t salt[ALEA_SALT_BYTES]);
/* Before the first ply. The match must hold its seed. ALEA_ERR_NO_MEMORY is the only fault of these. */
ALEA_MUST_CHECK enum alea_err alea_chain_begin(struct alea_chain *chain, const struct alea_match *match, int viewer);
/* That ply was played (as the viewer has it: alea_numbers_ply()), of which some know the move and some hear something: alea_ply_known(), alea_ply_heard(). */
ALEA_MUST_CHECK enum alea_err alea_chain_add(struct alea_chain *chain, const struct alea_rules *rules,
                                             const struct alea_ply *ply, alea_actors known, alea_actors heard);
/* The same of a ply that the viewer heard of and whose line is written already. */
ALEA_MUST_CHECK enum alea_err alea_chain_add_line(struct alea_chain *chain, const struct alea_text *line);
/* After the first `plies` plies of the match, by replay. */
ALEA_MUST_CHECK enum alea_err alea_match_chain(const struct alea_match *match, int viewer, long plies,
                                               struct alea_chain *chain);
/* After which ply of the match, from 0, the viewer's link begins with these bytes; -1: after none. */
ALEA_MUST_CHECK enum alea_err alea_match_find_link(const struct alea_match *match, int viewer, const uint8_t *begins,
                                                   size_t n_begins, long *ply);
/* The lines of the head that nothing changes after the start, in words that every release writes alike. */
void alea_transcript_fixed(const struct alea_match *match, struct alea_text *text);

#endif
