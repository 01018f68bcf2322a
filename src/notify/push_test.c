/* SPDX-License-Identifier: MIT */
/* push_test.c - web push: the example of RFC 8291 byte for byte, keys that don't fit, and the word for a push service. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/param_build.h>
#include <sys/stat.h>
#include <unistd.h>

#include "notify_internal.h"

/* RFC 8291, section 5 and appendix A. */
static const char plain[] = "When I grow up, I want to be a watermelon",
                  own_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                  own_public[] = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
                  other_public[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                  salt_words[] = "DGv6ra1nlYgDCS1FRnbzlw", auth_words[] = "BTBZMqHH6r4Tts7J_aSIgg",
                  sealed_words[] =
                      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
                      "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

/* A pair of keys, as the RFC writes its halves. */
static EVP_PKEY *key_of(const char *private_words, const char *public_words) {
    uint8_t secret[32], point[PUSH_POINT];
    assert_true(base64url_read(private_words, strlen(private_words), secret, sizeof secret));
    assert_true(base64url_read(public_words, strlen(public_words), point, sizeof point));
    BIGNUM *number = BN_bin2bn(secret, sizeof secret, NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    assert_true(OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0));
    assert_true(OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point));
    assert_true(OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number));
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    assert_int_equal(EVP_PKEY_fromdata_init(context), 1);
    assert_int_equal(EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, params), 1);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_free(number);
    return key;
}

static void test_rfc_8291(void **state) {
    (void)state;
    uint8_t salt[PUSH_SALT], point[PUSH_POINT], auth[PUSH_AUTH], sealed[PUSH_OVERHEAD + sizeof plain - 1];
    char words[sizeof sealed_words + 4], secret[256];
    EVP_PKEY *own = key_of(own_private, own_public);
    snprintf(secret, sizeof secret, "%s.%s", other_public, auth_words);
    assert_true(notify_push_secret_good(secret));
    assert_true(push_secret_read(secret, point, auth));
    assert_true(base64url_read(salt_words, strlen(salt_words), salt, sizeof salt));
    assert_true(push_seal(own, salt, point, auth, (const uint8_t *)plain, sizeof plain - 1, sealed));
    assert_true(base64url_write(sealed, sizeof sealed, words, sizeof words));
    assert_string_equal(words, sealed_words);
    EVP_PKEY_free(own);
}

static void test_bad_subscriptions(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        ".",
        "BCVx.BTBZ",
        /* the last letter but one of the point is another: it lies beside the curve */
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAix4.BTBZMqHH6r4Tts7J_aSIgg",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4.BTBZMqHH6r4Tts7J_aSI",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4BTBZMqHH6r4Tts7J_aSIgg",
    };
    for (size_t i = 0; i < ALEA_LEN(bad); i++) assert_false(notify_push_secret_good(bad[i]));
}

static void test_authorize(void **state) {
    (void)state;
    char path[] = "push-XXXXXX", key[NOTIFY_KEY_LENGTH + 1], words[2600];
    struct alea_error error = {.lang = ALEA_EN};
    struct push_keys keys;
    struct stat stat_of;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_false(notify_make_keys(path, key, &error)); /* something is there already */
    assert_int_equal(error.code, ALEA_ERR_IO);
    assert_false(push_keys_read(path, &keys, &error)); /* and it is no key */
    assert_non_null(strstr(error.text, "alea notify keys"));
    unlink(path);
    assert_false(push_keys_read(path, &keys, &error));
    assert_true(notify_make_keys(path, key, &error));
    assert_int_equal(stat(path, &stat_of), 0);
    assert_int_equal(stat_of.st_mode & 0777, 0600);
    assert_true(push_keys_read(path, &keys, &error));
    assert_string_equal(keys.public_key, key);
    assert_true(push_authorize(&keys, "https://push.example.net/send/abc?d", "mailto:a@example.org", 1700000000, words,
                               sizeof words));
    /* A token of three parts; the second says for which origin, and until when. */
    const char *dot = strchr(words, '.'), *end = dot ? strchr(dot + 1, '.') : NULL;
    if (!dot || !end) {
        fail_msg("%s", words);
        return; /* the analyzer does not know that the test has ended */
    }
    assert_true(strncmp(words, "vapid t=", 8) == 0 && strstr(end, ", k="));
    static const char claims[] =
        "{\"aud\":\"https://push.example.net\",\"exp\":1700043200,\"sub\":\"mailto:a@example.org\"}";
    char read[sizeof claims] = "";
    assert_true(base64url_read(dot + 1, (size_t)(end - dot - 1), (uint8_t *)read, sizeof claims - 1));
    assert_string_equal(read, claims);
    /* The signature is the key's. */
    uint8_t signature[64], der[160], *at = der;
    assert_true(base64url_read(end + 1, strcspn(end + 1, ","), signature, sizeof signature));
    ECDSA_SIG *pair = ECDSA_SIG_new();
    ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
    int n = i2d_ECDSA_SIG(pair, &at);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, keys.key), 1);
    assert_int_equal(EVP_DigestVerify(context, der, (size_t)n, (const uint8_t *)words + 8, (size_t)(end - words - 8)), 1);
    EVP_MD_CTX_free(context);
    ECDSA_SIG_free(pair);
    EVP_PKEY_free(keys.key);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rfc_8291),
        cmocka_unit_test(test_bad_subscriptions),
        cmocka_unit_test(test_authorize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
