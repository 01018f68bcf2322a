/* SPDX-License-Identifier: MIT */
/* api_errors.h - everything that the API says when it refuses: one table of names, statuses and sentences in both languages. */
#ifndef ALEA_SERVER_API_ERRORS_H
#define ALEA_SERVER_API_ERRORS_H

#include "alea.h"

/* clang-format off */
/* X(ID, name on the wire, status, Italian, English). A sentence has at most one %s, in both languages or in neither. */
#define API_FAULTS(X)                                                                                                     \
    X(NOT_JSON, bad_json, 400, "questo non è JSON (riga:colonna %s)", "this is not JSON (line:column %s)")                 \
    X(TWICE, bad_json, 400, "un membro compare due volte (riga:colonna %s)", "a member comes twice (line:column %s)")      \
    X(TOO_DEEP, bad_json, 400, "il JSON è annidato per più di %s livelli", "the JSON is nested more than %s levels deep") \
    X(NO_OBJECT, bad_request, 400, "qui serve un oggetto JSON", "a JSON object is wanted here")                           \
    X(NO_ARRAY, bad_request, 400, "qui serve una lista", "a list is wanted here")                                         \
    X(NO_STRING, bad_request, 400, "qui serve una stringa", "a string is wanted here")                                    \
    X(NO_BOOL, bad_request, 400, "qui serve true o false", "true or false is wanted here")                                \
    X(NO_NUMBER, bad_request, 400, "qui serve un numero intero %s", "a whole number %s is wanted here")                   \
    X(NO_VALUE, bad_request, 400, "qui serve una stringa, un numero intero, true o false",                                \
      "a string, a whole number, true or false is wanted here")                                                           \
    X(NO_WORD, bad_request, 400, "qui serve uno tra: %s", "one of these is wanted here: %s")                              \
    X(MISSING, bad_request, 400, "manca: %s", "missing: %s")                                                              \
    X(UNKNOWN_MEMBER, bad_request, 400, "qui non c'è nessun membro di questo nome", "there is no member of this name here") \
    X(ONE_OF, bad_request, 400, "serve esattamente uno tra: %s", "exactly one of these is wanted: %s")                    \
    X(TOO_LONG, bad_request, 400, "troppo lungo: al massimo %s byte", "too long: at most %s bytes")                       \
    X(TOO_SHORT, bad_request, 400, "troppo corto: almeno %s byte", "too short: at least %s bytes")                        \
    X(TOO_MANY_ITEMS, bad_request, 400, "troppi elementi: al massimo %s", "too many items: at most %s")                   \
    X(BAD_QUERY, bad_request, 400, "la parte dell'indirizzo dopo '?' non si può leggere",                                 \
      "the part of the address behind '?' can't be read")                                                                 \
    X(NO_FORWARDED, bad_request, 400, "dietro un proxy (--trust-proxy) ogni richiesta porta un X-Forwarded-For: questa no (docs/hosting.md)", \
      "behind a proxy (--trust-proxy) each request brings an X-Forwarded-For: this one does not (docs/hosting.md)")         \
    X(BAD_HTTP, bad_request, 400, "questa richiesta non è HTTP come si deve: %s", "this request is no proper HTTP: %s")     \
    X(NO_SUCH_PLY, bad_request, 400, "la partita è alla mossa %s", "the match stands at ply %s")                          \
    X(WHICH_SEAT, bad_request, 400, "hai più posti a questo tavolo: di' quale (Alea-Seat o seat=)",                       \
      "you have several seats at this table: say which (Alea-Seat or seat=)")                                             \
    X(UNKNOWN_BOT, bad_seats, 400, "qui serve human o bot:NOME; i bot: %s", "human or bot:NAME is wanted here; the bots: %s") \
    X(BAD_ACCOUNT_NAME, bad_request, 400, "un nome ha da 1 a 32 byte: lettere, cifre, . _ - e spazi singoli in mezzo",    \
      "a name has 1 to 32 bytes: letters, digits, . _ - and single blanks between them")                                  \
    X(UNSEEN_LETTERS, bad_request, 400,                                                                                   \
      "nel nome c'è qualcosa che non si vede, o un mucchio di segni su una lettera: scrivilo senza",                      \
      "there is something in the name that can't be seen, or a heap of marks on one letter: write it without")            \
    X(MIXED_LETTERS, bad_request, 400,                                                                                    \
      "il nome mescola alfabeti, o ha lettere che ne imitano altre: scrivilo con le lettere di uno solo",                 \
      "the name mixes alphabets, or has letters that pass for others: write it with the letters of one alone")            \
    X(COMMON_PASSWORD, bad_request, 400,                                                                                  \
      "questa password è tra le più usate al mondo, e chi vuole entrare la prova per prima: tre o quattro parole a caso vanno meglio", \
      "this password is among the commonest in the world, and tried first by whoever wants to break in: three or four words at random do better") \
    X(PASSWORD_IS_NAME, bad_request, 400,                                                                                 \
      "la password è il tuo nome, che tutti vedono: tre o quattro parole a caso vanno meglio",                            \
      "the password is your name, which everybody sees: three or four words at random do better")                         \
    X(BAD_HOST, bad_host, 400, "questo server non si chiama così", "this server does not go by that name")                \
    X(NO_CREDENTIALS, unauthorized, 401, "serve il link di un posto o una sessione", "the link of a seat or a session is needed") \
    X(UNKNOWN_TOKEN, unauthorized, 401, "questo link non vale (più): chiedine uno nuovo a chi ha aperto il tavolo",       \
      "this link is not valid (any more): ask whoever opened the table for a new one")                                    \
    X(NO_SESSION, unauthorized, 401, "non sei entrato con il tuo nome", "you have not signed in")                         \
    X(WRONG_PASSWORD, unauthorized, 401, "nome o password sbagliati", "wrong name or password")                           \
    X(SEAT_NEEDED, forbidden, 403, "questo lo può fare solo chi siede a un posto", "only a seat may do this")             \
    X(ADMIN_NEEDED, forbidden, 403, "questo lo può fare solo chi ha aperto il tavolo", "only whoever opened the table may do this") \
    X(HOST_NEEDED, forbidden, 403, "questo lo può fare solo chi tiene il server", "only whoever runs the server may do this") \
    X(NOT_YET, forbidden, 403, "finché la partita dura ognuno guarda dal suo posto",                                      \
      "while the match lasts everybody looks from their own seat")                                                        \
    X(FORBIDDEN, forbidden, 403, "questo non ti è permesso", "you may not do this")                                       \
    X(NO_ACCOUNTS, forbidden, 403, "questo server non tiene conti di persone", "this server keeps no accounts")           \
    X(NOT_YOUR_SEAT, not_your_seat, 403, "questo link è di un'altra partita o di un altro posto",                         \
      "this link is of another match or another seat")                                                                    \
    X(NO_SEAT_OF_YOURS, not_your_seat, 403, "a questo tavolo non hai nessun posto", "you have no seat at this table")     \
    X(NOT_YOUR_TURN, not_your_turn, 403, "non tocca a te", "it is not your turn")                                         \
    X(BAD_ORIGIN, bad_origin, 403, "la richiesta viene da un'altra pagina", "the request comes from another site's page") \
    X(NO_SUCH_MATCH, not_found, 404, "questa partita non esiste", "there is no such match")                               \
    X(NO_SUCH_SEAT, not_found, 404, "questa partita non ha un posto %s", "this match has no seat %s")                     \
    X(NO_SUCH_GAME, not_found, 404, "il gioco '%s' non esiste", "there is no game '%s'")                                  \
    X(NO_SUCH_QUESTION, not_found, 404, "il gioco non ha una domanda '%s'", "the game has no question '%s'")              \
    X(NO_LESSON, not_found, 404, "il gioco '%s' non ha una lezione", "the game '%s' has no lesson")                        \
    X(NO_SUCH_STEP, not_found, 404, "la lezione ha le mosse da 0 a %s", "the lesson has the plies 0 to %s")               \
    X(NO_SCENARIO, not_found, 404, "questa partita si gioca con le tabelle del gioco", "this match is played by the game's own tables") \
    X(NO_SUCH_ADDRESS, not_found, 404, "qui non c'è nulla", "there is nothing here")                                      \
    X(METHOD, method_not_allowed, 405, "questo indirizzo risponde solo a %s", "this address answers to %s only")          \
    X(NAME_TAKEN, name_taken, 409, "questo nome è già di qualcuno", "this name is somebody's already")                    \
    X(STALE, stale, 409, "qualcun altro è stato più veloce: riguarda la posizione",                                       \
      "somebody else was faster: look at the position again")                                                             \
    X(TOO_LATE, too_late, 409, "la partita è cominciata: i dadi hanno già le loro parole",                                \
      "the match has begun: the dice have their words already")                                                           \
    X(OTHER_DRAW, stale, 409, "il sorteggio è un altro: riguarda l'impegno dei dadi",                                     \
      "the draw is another one now: look at the commitment of the dice")                                                  \
    X(PROMISED, too_late, 409, "le promesse ci sono tutte: ora si aprono le parole",                                      \
      "the promises are all in: now the words open")                                                                      \
    X(SHUT_OUT, forbidden, 403, "questo posto ha promesso troppe volte una parola che non ha detto",                      \
      "this seat promised a word too often that it did not tell")                                                         \
    X(NOT_PROMISED, not_promised, 409, "questo posto non ha promesso nessuna parola", "this seat has promised no word")   \
    X(WORDS_CLOSED, waiting, 409, "le parole si aprono quando le promesse ci sono tutte",                                 \
      "words open once all promises are in")                                                                              \
    X(NO_HEX, bad_request, 400, "qui servono %s cifre esadecimali", "%s hexadecimal digits are wanted here")              \
    X(NO_CHAIN, not_found, 404, "qui non c'è una catena: la partita non è cominciata, o i dadi sono tirati a mano",         \
      "there is no chain here: the match has not begun, or the dice are thrown by hand")                                  \
    X(NO_BEACON, no_beacon, 400, "questo server non interroga nessun faro: chi lo tiene deve indicarne uno (--beacon)",   \
      "this server asks no beacon: whoever runs it has to name one (--beacon)")                                           \
    X(WAITING, waiting, 409, "non sono ancora arrivati tutti", "not everybody has come yet")                              \
    X(PAUSED, paused, 409, "la partita è sospesa", "the match is paused")                                                 \
    X(NOT_OVER, not_over, 409, "si può rivedere una partita solo quando è finita",                                        \
      "a match can be reviewed only once it is over")                                                                     \
    X(DELETED, deleted, 410, "questa partita è stata cancellata", "this match was deleted")                               \
    X(ADDRESS_TOO_LONG, too_large, 414, "l'indirizzo supera i %s byte", "the address is over %s bytes")                      \
    X(BODY_TOO_LARGE, too_large, 413, "il corpo della richiesta supera i %s byte", "the body of the request is over %s bytes") \
    X(ANSWER_TOO_LARGE, too_large, 413, "la risposta sarebbe troppo grande", "the answer would be too large")             \
    X(RATE_LIMITED, rate_limited, 429, "troppe richieste: riprova tra %s s", "too many requests: try again in %s s")      \
    X(TOO_MANY_CONNECTIONS, too_many, 429, "troppe connessioni dal tuo indirizzo: chiudine qualcuna",                     \
      "too many connections from your address: close some")                                                               \
    X(BUSY, too_many, 429, "il server ha troppo da fare: riprova tra poco", "the server has too much to do: try again soon") \
    X(INTERNAL, internal, 500, "un guasto del server: %s", "a fault of the server: %s")                                   \
    X(UNREADABLE, unreadable, 500, "questa partita non si può aprire: %s", "this match can't be opened: %s")              \
    X(DAMAGED, unreadable, 500, "il file delle partite qui è danneggiato: chi tiene il server lo guardi con 'alea check'", \
      "the file of the matches is damaged here: whoever keeps this server should look at it with 'alea check'")           \
    X(UNSURE, store, 503, "il disco ha dato un errore: se questo è rimasto non si sa, riguarda prima di riprovare",       \
      "the disk failed: whether this was kept is not known, look again before you repeat it")                             \
    X(STORE, store, 503, "non si può scrivere su disco: nulla è cambiato, riprova tra poco",                              \
      "can't write to the disk: nothing has changed, try again soon")                                                     \
    X(FULL, store, 503, "il database è al suo limite: per ora non si aprono altri tavoli",                                \
      "the database is at its ceiling: no more tables are made for now")

enum api_fault {
#define API_FAULT_ENUM(id, name, status, it, en) API_FAULT_##id,
    API_FAULTS(API_FAULT_ENUM)
#undef API_FAULT_ENUM
    API_FAULT_COUNT
};
/* clang-format on */

struct api_fault_row {
    const char *name; /* "bad_request" */
    int status;
    const char *in[ALEA_LANGS];
};

const struct api_fault_row *api_fault_row(enum api_fault fault);
/* The name and status of an error of the engine. */
struct api_fault_row api_fault_of(enum alea_err code);

/* What else an error may tell; members that are zero are left out. */
struct api_error_more {
    const char *where, *rule;
    bool has_ply;
    long ply;
    int retry_after;
    const char *members; /* more of them, as JSON: "\"seat\":\"A\"" */
};

/* {"error":...,"text":...}. detail stands for the %s and may be NULL. */
void api_error_write(enum api_fault fault, enum alea_lang lang, const char *detail, const struct api_error_more *more,
                     struct alea_text *text);
/* The same with the sentence given. */
void api_error_say(const char *name, const char *sentence, const struct api_error_more *more, struct alea_text *text);

#endif
