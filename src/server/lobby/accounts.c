/* SPDX-License-Identifier: MIT */
/* accounts.c - see accounts.h. */
#include "accounts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

_Static_assert(STORE_MAX_PASSWORD_HASH + 1 >= crypto_pwhash_STRBYTES, "the store holds libsodium's strings");

/* A hash of nothing that anybody knows, as costly as any: so that a wrong name takes as long as a wrong password. */
static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                             "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/* May it stand in a name? Of what is not ASCII all that can be shown but blanks of other kinds. */
static bool name_letter(uint32_t code) {
    if (code < 0x80)
        return (code >= '0' && code <= '9') || ((code | 0x20) >= 'a' && (code | 0x20) <= 'z') || code == '.' ||
               code == '_' || code == '-';
    bool blank = code == 0xa0 || code == 0xad || code == 0x1680 || (code >= 0x2000 && code <= 0x206f) || code == 0x3000;
    return alea_utf8_shown(code) && !blank;
}

bool account_name_good(const char *name) {
    size_t n = strlen(name), length;
    if (n == 0 || n > STORE_MAX_ACCOUNT_NAME) return false;
    bool blank = true; /* none at the beginning, none behind another, none at the end */
    for (size_t at = 0; at < n; at += length) {
        uint32_t code;
        length = alea_utf8_next(name + at, n - at, &code);
        if (length == 0) return false;
        if (code == ' ' ? blank : !name_letter(code)) return false;
        blank = code == ' ';
    }
    return !blank;
}

static void run(struct pool_job *pool_job) {
    struct password_job *job = (struct password_job *)(void *)pool_job;
    size_t n = strlen(job->password);
    if (job->verify) {
        bool known = job->hash[0] != 0;
        job->good = crypto_pwhash_str_verify(known ? job->hash : nobody, job->password, n) == 0 && known;
    } else {
        job->good = crypto_pwhash_str_alg(job->hash, job->password, n, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                          crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) == 0;
    }
    sodium_memzero(job->password, sizeof job->password);
}

static void let_go(struct password_job *job) {
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void done(struct pool_job *pool_job) {
    struct password_job *job = (struct password_job *)(void *)pool_job;
    if (job->context) job->done(job);
    let_go(job);
}

struct password_job *password_job_new(const char *name, const char *password, const char *hash,
                                      void (*tell)(struct password_job *job), void *context) {
    struct password_job *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    *job = (struct password_job){
        .job = {.run = run, .done = done, .slow = true}, .verify = hash != NULL, .done = tell, .context = context};
    snprintf(job->name, sizeof job->name, "%s", name);
    snprintf(job->password, sizeof job->password, "%s", password);
    snprintf(job->hash, sizeof job->hash, "%s", hash ? hash : "");
    return job;
}

bool password_job_start(struct pool *pool, struct password_job *job) {
    if (pool_add(pool, &job->job)) return true;
    let_go(job);
    return false;
}
