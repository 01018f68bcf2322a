/* SPDX-License-Identifier: MIT */
/* load.h - how a game reads its data file, with or without a scenario laid over it.
 *
 * Paths are dotted, with indices: "provinces.rows[3].names.it"; they are printf formats. The first fault is kept (file, path,
 * what, what to do); from then on every call answers its lowest legal value, so a loader reads straight through and asks
 * alea_load_ok() at its end. Strings that are handed out live as long as the rules. No recursion, no global state.
 */
#ifndef ALEA_ENGINE_LOAD_H
#define ALEA_ENGINE_LOAD_H

#include "alea.h"

bool alea_load_ok(const struct alea_loader *in);

/* By which version of the rules is to be played, 1 .. game->rules_version: the tables say what it had not yet. Data that was other then
 * stands in the data's `older`, and is there already: docs/adding-a-game.md. */
int alea_load_version(const struct alea_loader *in);

/* Number of elements of the array at the path; a fault if it is none or its length is not within min..max. */
int alea_load_length(struct alea_loader *in, int min, int max, const char *path, ...) __attribute__((format(printf, 4, 5)));

/* A whole number within min..max; true and false read as 1 and 0. */
int32_t alea_load_int(struct alea_loader *in, int32_t min, int32_t max, const char *path, ...)
    __attribute__((format(printf, 4, 5)));

/* True if the path exists (null counts as not there). Never a fault. */
bool alea_load_has(struct alea_loader *in, const char *path, ...) __attribute__((format(printf, 2, 3)));

/* A string, at most 200 bytes of clean UTF-8. */
const char *alea_load_string(struct alea_loader *in, const char *path, ...) __attribute__((format(printf, 2, 3)));

/* A string that names one of `names`: its index. An unknown one is a fault that tells the nearest. */
int alea_load_index(struct alea_loader *in, const struct alea_names *names, const char *path, ...)
    __attribute__((format(printf, 3, 4)));

/* Rows with "id" and "names": {"it", "en"}: fills names, min..max of them. Ids are unique, [a-z0-9_], at most 40 bytes. */
void alea_load_names(struct alea_loader *in, struct alea_names *names, int min, int max, const char *path, ...)
    __attribute__((format(printf, 5, 6)));

/* Square symmetric relation from an array of pairs of names: out[a] gets bit b and out[b] bit a. Faults: unknown names, a
 * name paired with itself, a pair twice. With `other` not NULL the pairs are (name, other name), and out[a] gets bit b only. */
void alea_load_pairs(struct alea_loader *in, const struct alea_names *names, const struct alea_names *other, uint64_t out[],
                     const char *path, ...) __attribute__((format(printf, 5, 6)));

/* Room for n names that the game puts together from several tables, zeroed. NULL after a fault. */
struct alea_phrase *alea_load_phrases(struct alea_loader *in, int n);

/* The n numbers of data/weights/GAME.json, learned on games as they are played without a scenario. NULL where they can't be made use of:
 * no fault, the game goes on without them, and its rules say why. In a browser they are those that the page has handed over, if it has. */
const int16_t *alea_load_weights(struct alea_loader *in, int n);

/* A fault that the game found: at the path, in words given in both languages. The key of an option, or several ("a, b"), may
 * stand for the path: then it is these that are refused (ALEA_ERR_BAD_OPTION). */
void alea_load_refuse(struct alea_loader *in, const char *it, const char *en, const char *path, ...)
    __attribute__((format(printf, 4, 5)));

#endif
