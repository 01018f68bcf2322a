/* SPDX-License-Identifier: MIT */
/* push.c - web push: messages that a push service can't read (RFC 8291, over RFC 8188), and the word by which it knows us (VAPID, RFC 8292). */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine_text.h"
#include "error.h"
#include "notify_internal.h"

enum { HASH = 32, TAG = 16, NONCE = 12, KEY = 16, SIGNATURE = 64, RECORD = 4096, TOKEN_HOURS = 12 };

/* ---- Keys -------------------------------------------------------------------------------------------------------------------- */

EVP_PKEY *push_new_key(void) { return EVP_EC_gen("P-256"); }

bool push_public(EVP_PKEY *key, uint8_t point[PUSH_POINT]) {
    size_t n = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT, &n) == 1 && n == PUSH_POINT &&
           point[0] == 4;
}

/* A key of the curve with that public half alone; NULL if it is no point of it. */
static EVP_PKEY *key_of(const uint8_t point[PUSH_POINT]) {
    EVP_PKEY *key = EVP_PKEY_new(), *curve = push_new_key();
    bool good = key && curve && EVP_PKEY_copy_parameters(key, curve) == 1 &&
                EVP_PKEY_set1_encoded_public_key(key, point, PUSH_POINT) == 1;
    EVP_PKEY_free(curve);
    if (good) return key;
    EVP_PKEY_free(key);
    return NULL;
}

static bool is_p256(EVP_PKEY *key) {
    char name[32] = "";
    size_t n = 0;
    return EVP_PKEY_is_a(key, "EC") && EVP_PKEY_get_group_name(key, name, sizeof name, &n) == 1 &&
           strcmp(name, "prime256v1") == 0;
}

bool push_keys_read(const char *path, struct push_keys *keys, struct alea_error *error) {
    uint8_t point[PUSH_POINT];
    FILE *file = fopen(path, "re");
    if (!file) return alea_fail(error, ALEA_ERR_IO, path, strerror(errno)) == ALEA_OK;
    keys->key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
    fclose(file);
    if (keys->key && is_p256(keys->key) && push_public(keys->key, point) &&
        base64url_write(point, sizeof point, keys->public_key, sizeof keys->public_key))
        return true;
    EVP_PKEY_free(keys->key);
    keys->key = NULL;
    return alea_fail(error, ALEA_ERR_IO, path, alea_reason(error, ENGINE_SAY_NOTICE_BAD_KEYS).at) == ALEA_OK;
}

bool notify_make_keys(const char *path, char key[NOTIFY_KEY_LENGTH + 1], struct alea_error *error) {
    uint8_t point[PUSH_POINT];
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        alea_fail(error, ALEA_ERR_IO, path, strerror(errno));
        if (fd >= 0) close(fd);
        return false;
    }
    EVP_PKEY *pair = push_new_key();
    bool good = pair && PEM_write_PrivateKey(file, pair, NULL, NULL, 0, NULL, NULL) == 1 && push_public(pair, point) &&
                base64url_write(point, sizeof point, key, NOTIFY_KEY_LENGTH + 1) && fflush(file) == 0 && fsync(fd) == 0;
    int failed = errno;
    EVP_PKEY_free(pair);
    fclose(file);
    if (good) return true;
    unlink(path);
    return alea_fail(error, ALEA_ERR_IO, path, strerror(failed)) == ALEA_OK;
}

bool push_secret_read(const char *words, uint8_t point[PUSH_POINT], uint8_t auth[PUSH_AUTH]) {
    const char *dot = strchr(words, '.');
    return dot && base64url_read(words, (size_t)(dot - words), point, PUSH_POINT) &&
           base64url_read(dot + 1, strlen(dot + 1), auth, PUSH_AUTH);
}

bool notify_push_secret_good(const char *keys) {
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
    EVP_PKEY *key = push_secret_read(keys, point, auth) ? key_of(point) : NULL;
    EVP_PKEY_free(key);
    return key != NULL;
}

/* ---- RFC 8291 ------------------------------------------------------------------------------------------------------------------ */

/* HMAC-SHA-256 of two parts, one after the other, and a byte behind them if `last`: one step of HKDF. */
static void hmac(const uint8_t *key, size_t n_key, const void *first, size_t n_first, const void *second, size_t n_second,
                 bool last, uint8_t mac[HASH]) {
    static const uint8_t one = 1;
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, n_key);
    crypto_auth_hmacsha256_update(&state, first, n_first);
    crypto_auth_hmacsha256_update(&state, second, n_second);
    if (last) crypto_auth_hmacsha256_update(&state, &one, 1);
    crypto_auth_hmacsha256_final(&state, mac);
}

static bool agree(EVP_PKEY *own, const uint8_t point[PUSH_POINT], uint8_t secret[HASH]) {
    EVP_PKEY *other = key_of(point);
    EVP_PKEY_CTX *context = other ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t n = HASH;
    bool good = context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, other) == 1 &&
                EVP_PKEY_derive(context, secret, &n) == 1 && n == HASH;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(other);
    return good;
}

static bool encrypt(const uint8_t key[KEY], const uint8_t nonce[NONCE], const uint8_t *plain, size_t n, uint8_t *sealed) {
    static const uint8_t last_record = 2;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int some = 0, more = 0, end = 0;
    bool good = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, sealed, &some, plain, (int)n) == 1 &&
                EVP_EncryptUpdate(context, sealed + some, &more, &last_record, 1) == 1 &&
                EVP_EncryptFinal_ex(context, sealed + some + more, &end) == 1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, sealed + n + 1) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

bool push_seal(EVP_PKEY *own, const uint8_t salt[PUSH_SALT], const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
               const uint8_t *plain, size_t n, uint8_t *sealed) {
    static const char info[] = "WebPush: info", key_info[] = "Content-Encoding: aes128gcm",
                      nonce_info[] = "Content-Encoding: nonce"; /* each with its 0 */
    uint8_t secret[HASH], own_point[PUSH_POINT], both[2 * PUSH_POINT], key[HASH], nonce[HASH], mac[HASH];
    if (n > PUSH_MAX_PLAIN || !push_public(own, own_point) || !agree(own, point, secret)) return false;
    memcpy(both, point, PUSH_POINT);
    memcpy(both + PUSH_POINT, own_point, PUSH_POINT);
    hmac(auth, PUSH_AUTH, secret, sizeof secret, "", 0, false, mac);
    hmac(mac, HASH, info, sizeof info, both, sizeof both, true, secret);
    hmac(salt, PUSH_SALT, secret, HASH, "", 0, false, mac);
    hmac(mac, HASH, key_info, sizeof key_info, "", 0, true, key);
    hmac(mac, HASH, nonce_info, sizeof nonce_info, "", 0, true, nonce);
    memcpy(sealed, salt, PUSH_SALT);
    sealed += PUSH_SALT;
    for (int i = 0; i < 4; i++) *sealed++ = (uint8_t)(RECORD >> (24 - 8 * i));
    *sealed++ = PUSH_POINT;
    memcpy(sealed, own_point, PUSH_POINT);
    bool good = encrypt(key, nonce, plain, n, sealed + PUSH_POINT);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return good;
}

/* ---- RFC 8292 ------------------------------------------------------------------------------------------------------------------ */

/* r and s, 32 bytes each, as a JSON Web Token wants them. */
static bool sign(EVP_PKEY *key, const char *words, uint8_t signature[SIGNATURE]) {
    uint8_t der[128];
    size_t n = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, der, &n, (const uint8_t *)words, strlen(words)) == 1;
    EVP_MD_CTX_free(context);
    const uint8_t *at = der;
    ECDSA_SIG *pair = good ? d2i_ECDSA_SIG(NULL, &at, (long)n) : NULL;
    good = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, SIGNATURE / 2) == SIGNATURE / 2 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + SIGNATURE / 2, SIGNATURE / 2) == SIGNATURE / 2;
    ECDSA_SIG_free(pair);
    return good;
}

bool push_authorize(const struct push_keys *keys, const char *endpoint, const char *contact, int64_t now, char *words,
                    size_t size) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[1024], token[2048], part[1500];
    uint8_t signature[SIGNATURE];
    const char *host = strstr(endpoint, "://");
    if (!host) return false;
    int origin = (int)(host + 3 - endpoint + (long)strcspn(host + 3, "/?#"));
    int n = snprintf(claims, sizeof claims, "{\"aud\":\"%.*s\",\"exp\":%" PRId64 ",\"sub\":\"%s\"}", origin, endpoint,
                     now + TOKEN_HOURS * 3600, contact);
    if (n < 0 || (size_t)n >= sizeof claims) return false;
    if (!base64url_write((const uint8_t *)head, sizeof head - 1, part, sizeof part)) return false;
    snprintf(token, sizeof token, "%s.", part);
    if (!base64url_write((const uint8_t *)claims, (size_t)n, part, sizeof part)) return false;
    size_t length = strlen(token);
    if (snprintf(token + length, sizeof token - length, "%s", part) >= (int)(sizeof token - length)) return false;
    if (!sign(keys->key, token, signature) || !base64url_write(signature, sizeof signature, part, sizeof part)) return false;
    n = snprintf(words, size, "vapid t=%s.%s, k=%s", token, part, keys->public_key);
    return n > 0 && (size_t)n < size;
}
