/* SPDX-License-Identifier: MIT */
/* notify.c - `alea notify`: the key for notices in browsers, and a notice to try the host's options with. */
#include "notify.h"

#include <string.h>
#include <time.h>

#include "cli.h"
#include "now.h"

enum { OPT_MAIL_RELAY, OPT_MAIL_FROM, OPT_MAIL_LOGIN, OPT_HOOKS_ALLOW, OPT_BASE_URL, MAX_OPERANDS = 3 };

static const struct cli_option options[] = {
    [OPT_MAIL_RELAY] = {"mail-relay", true, ALEA_LABEL_OPTION_MAIL_RELAY},
    [OPT_MAIL_FROM] = {"mail-from", true, ALEA_LABEL_OPTION_MAIL_FROM},
    [OPT_MAIL_LOGIN] = {"mail-login", true, ALEA_LABEL_OPTION_MAIL_LOGIN},
    [OPT_HOOKS_ALLOW] = {"hooks-allow", true, ALEA_LABEL_OPTION_HOOKS_ALLOW},
    [OPT_BASE_URL] = {"base-url", true, ALEA_LABEL_OPTION_BASE_URL},
};

static enum cli_status make_keys(const struct cli *cli, const char *path) {
    char key[NOTIFY_KEY_LENGTH + 1];
    struct alea_error error = cli_error(cli);
    if (!notify_make_keys(path, key, &error)) return cli_wrong_error(cli, &error);
    cli_say(cli, ALEA_LABEL_NOTIFY_KEY, key, NULL);
    return CLI_FINE;
}

static enum cli_status send(const struct cli *cli, const struct notify_options *wishes, enum notify_kind kind,
                            const char *address) {
    const struct timespec moment = {.tv_nsec = 10000000};
    struct alea_error error = cli_error(cli);
    struct notify *notify = notify_new(wishes, &error);
    struct notify_message message = {
        .kind = kind, .what = NOTIFY_TEST, .lang = cli->lang, .number = alea_wall_ms(), .at = alea_wall_ms()};
    if (!notify) return cli_wrong_error(cli, &error);
    if (!notify_can(notify, kind) || notify_address(notify, kind, address) != NOTIFY_GOOD) {
        notify_free(notify);
        return cli_bad_usage(cli, ALEA_LABEL_NOTIFY_BAD_ADDRESS, address, notify_kind_name(kind), NULL);
    }
    snprintf(message.address, sizeof message.address, "%s", address);
    snprintf(message.secret, sizeof message.secret, "test");
    (void)notify_send(notify, &message);
    while (!notify_collect(notify)) nanosleep(&moment, NULL);
    notify_free(notify);
    if (message.outcome == NOTIFY_SENT) {
        cli_say(cli, ALEA_LABEL_NOTIFY_SENT, address, NULL);
        return CLI_FINE;
    }
    return cli_wrong(cli, message.outcome == NOTIFY_UNSURE ? ALEA_LABEL_NOTIFY_UNSURE : ALEA_LABEL_NOTIFY_FAILED, address,
                     message.trouble, NULL);
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    struct notify_options wishes = {.base_url = "http://localhost", .hooks = true};
    const char
        *word[MAX_OPERANDS] = {NULL},
        **const place[] = {
            [OPT_MAIL_RELAY] = &wishes.relay,  [OPT_MAIL_FROM] = &wishes.mail_from, [OPT_MAIL_LOGIN] = &wishes.mail_login,
            [OPT_HOOKS_ALLOW] = &wishes.allow, [OPT_BASE_URL] = &wishes.base_url,
        };
    int next, n = 0;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND && n == MAX_OPERANDS)
            return cli_bad_usage(cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
        if (next == CLI_OPERAND) word[n++] = args->value;
        else if (next < 0) return cli_leave(next);
        else *place[next] = args->value;
    }
    if (n == 2 && strcmp(word[0], "keys") == 0) return make_keys(cli, word[1]);
    if (n != 3 || strcmp(word[0], "test") != 0) return cli_bad_usage(cli, ALEA_LABEL_NOTIFY_WHICH, NULL);
    enum notify_kind kind = notify_kind_of(word[1]);
    if (kind == NOTIFY_KINDS || kind == NOTIFY_PUSH) return cli_bad_usage(cli, ALEA_LABEL_NOTIFY_BAD_KIND, word[1], NULL);
    return send(cli, &wishes, kind, word[2]);
}

const struct cli_command cli_notify = {
    .name = "notify",
    .run = run,
    .summary = ALEA_LABEL_NOTIFY_SUMMARY,
    .usage = ALEA_LABEL_NOTIFY_USAGE,
    .about = ALEA_LABEL_NOTIFY_ABOUT,
    .example = ALEA_LABEL_NOTIFY_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
