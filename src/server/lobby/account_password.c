/* SPDX-License-Identifier: MIT */
/* account_password.c - passwords that keep nobody out. */
#include <string.h>

#include "accounts.h"
#include "alea.h"
#include "casefold.h"

/* Common passwords in lower case. Those with fewer than ACCOUNT_MIN_PASSWORD letters are refused as too short, and not listed. */
/* clang-format off */
static const char *const common[] = {
    /* The hundred commonest of eight letters and more in the "100,000 most used passwords" of the United Kingdom's National Cyber
     * Security Centre, counted in the leaks of Have I Been Pwned (2019), in that order. */
    "123456789", "password", "12345678", "password1", "1234567890", "iloveyou", "1q2w3e4r5t", "qwertyuiop", "1qaz2wsx",
    "myspace1", "homelesspa", "1q2w3e4r", "qwerty123", "target123", "987654321", "1g2w3e4r", "zag12wsx", "gwerty123",
    "asdfghjkl", "123123123", "computer", "princess", "football", "sunshine", "1234qwer", "iloveyou1", "fuckyou1",
    "789456123", "princess1", "11111111", "passer2009", "abcd1234", "football1", "jordan23", "superman", "12qwaszx",
    "baseball", "123456789a", "fqrg7cs493", "88888888", "michael1", "linkedin", "babygirl1", "blink182", "qwer1234",
    "liverpool", "michelle", "j38ifubn", "q1w2e3r4", "0123456789", "iloveyou2", "jennifer", "147258369", "babygirl",
    "jessica1", "fuckyou2", "0987654321", "anthony1", "q1w2e3r4t5y6", "baseball1", "qazwsxedc", "1111111111", "basketball",
    "passw0rd", "trustno1", "chocolate", "qwerty12", "charlie1", "pakistan", "samantha", "asdf1234", "asshole1", "superman1",
    "fuk19600", "butterfly", "29rsavoy", "sunshine1", "internet", "alexander", "00000000", "12341234", "whatever",
    "qweasdzxc", "1qazxsw2", "password12", "password2", "hello123", "3rjs1la7qe", "vqsablpzla", "12344321", "starwars",
    "jonathan", "cjmasterinf", "1234567891", "12345qwert", "q1w2e3r4t5", "a123456789", "christian", "12345678910",
    "diosesfiel",

    /* Those that came up since: the rest of that length in the 200 most used of NordPass (2024), in that order. */
    "qwerty123!", "qwerty1!", "qwerty1234", "dearbook", "111222tianya", "1qaz2wsx3edc", "p@ssw0rd", "qwerty1?",
    "qwerty123?", "password123", "aa123456", "11223344", "cambiami", "asdfasdf", "g_czechout", "indya123", "minecraft",
    "changeme", "87654321", "qq123456", "123456123", "123654789", "aaaaaaaa", "benjamin", "facebook",
};
/* clang-format on */

bool account_password_is_name(const char *password, const char *name) { return casefold_same(password, name); }

bool account_password_common(const char *password) {
    for (size_t i = 0; i < ALEA_LEN(common); i++)
        if (casefold_same(password, common[i])) return true;
    return false;
}
