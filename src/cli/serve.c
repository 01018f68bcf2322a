/* SPDX-License-Identifier: MIT */
/* serve.c - `alea serve`: tables on the network, and the page. */
#include "serve.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beacon.h"
#include "cli.h"
#include "store.h"

enum {
    MAX_PATH = 4096,
    MAX_HOST = 256,
    FIRST_PORT = 8080,
    LAST_PORT = 8099,
    METRICS_PORT = 9464,
    MAX_THREADS = 64,
    SEND_THREAD = 16,
    MAX_SEND_THREAD = 1000,
    MAX_THINK = 60000,
    MAX_DRAW_TIME = 3600,
    MAX_BEACON = 512
};

enum {
    OPT_DB,
    OPT_LISTEN,
    OPT_METRICS,
    OPT_PEER_LISTEN,
    OPT_BASE_URL,
    OPT_LOG,
    OPT_THREADS,
    OPT_SEND_THREAD,
    OPT_THINK,
    OPT_DRAW_TIME,
    OPT_BEACON,
    OPT_MAIL_RELAY,
    OPT_MAIL_FROM,
    OPT_MAIL_LOGIN,
    OPT_PUSH_KEYS,
    OPT_HOOKS,
    OPT_HOOKS_ALLOW,
    OPT_NOTICE_AFTER,
    OPT_NO_ACCOUNTS,
    OPT_TRUST_PROXY,
    OPT_TRUST_LOOPBACK,
    OPT_KEEP_ADMIN_LINK,
    OPT_MAX_CONNECTIONS,
    OPT_MAX_PER_ADDRESS,
    OPT_RATE,
    OPT_TABLES,
    OPT_BOT_TABLES,
    OPT_MAX_DB
};

static const struct cli_option options[] = {
    [OPT_DB] = {"db", true, ALEA_LABEL_OPTION_DB},
    [OPT_LISTEN] = {"listen", true, ALEA_LABEL_OPTION_LISTEN},
    [OPT_METRICS] = {"metrics", true, ALEA_LABEL_OPTION_METRICS},
    [OPT_PEER_LISTEN] = {"peer-listen", true, ALEA_LABEL_OPTION_PEER_LISTEN},
    [OPT_BASE_URL] = {"base-url", true, ALEA_LABEL_OPTION_BASE_URL},
    [OPT_LOG] = {"log", true, ALEA_LABEL_OPTION_LOG},
    [OPT_THREADS] = {"threads", true, ALEA_LABEL_OPTION_SERVE_THREADS},
    [OPT_SEND_THREAD] = {"send-thread", true, ALEA_LABEL_OPTION_SEND_THREAD},
    [OPT_THINK] = {"think", true, ALEA_LABEL_OPTION_THINK},
    [OPT_DRAW_TIME] = {"draw-time", true, ALEA_LABEL_OPTION_DRAW_TIME},
    [OPT_BEACON] = {"beacon", true, ALEA_LABEL_OPTION_BEACON},
    [OPT_MAIL_RELAY] = {"mail-relay", true, ALEA_LABEL_OPTION_MAIL_RELAY},
    [OPT_MAIL_FROM] = {"mail-from", true, ALEA_LABEL_OPTION_MAIL_FROM},
    [OPT_MAIL_LOGIN] = {"mail-login", true, ALEA_LABEL_OPTION_MAIL_LOGIN},
    [OPT_PUSH_KEYS] = {"push-keys", true, ALEA_LABEL_OPTION_PUSH_KEYS},
    [OPT_HOOKS] = {"hooks", false, ALEA_LABEL_OPTION_HOOKS},
    [OPT_HOOKS_ALLOW] = {"hooks-allow", true, ALEA_LABEL_OPTION_HOOKS_ALLOW},
    [OPT_NOTICE_AFTER] = {"notice-after", true, ALEA_LABEL_OPTION_NOTICE_AFTER},
    [OPT_NO_ACCOUNTS] = {"no-accounts", false, ALEA_LABEL_OPTION_NO_ACCOUNTS},
    [OPT_TRUST_PROXY] = {"trust-proxy", false, ALEA_LABEL_OPTION_TRUST_PROXY},
    [OPT_TRUST_LOOPBACK] = {"trust-loopback", false, ALEA_LABEL_OPTION_TRUST_LOOPBACK},
    [OPT_KEEP_ADMIN_LINK] = {"keep-admin-link", false, ALEA_LABEL_OPTION_KEEP_ADMIN_LINK},
    [OPT_MAX_CONNECTIONS] = {"max-connections", true, ALEA_LABEL_OPTION_MAX_CONNECTIONS},
    [OPT_MAX_PER_ADDRESS] = {"max-per-address", true, ALEA_LABEL_OPTION_MAX_PER_ADDRESS},
    [OPT_RATE] = {"rate", true, ALEA_LABEL_OPTION_RATE},
    [OPT_TABLES] = {"tables", true, ALEA_LABEL_OPTION_TABLES},
    [OPT_BOT_TABLES] = {"bot-tables", true, ALEA_LABEL_OPTION_BOT_TABLES},
    [OPT_MAX_DB] = {"max-db", true, ALEA_LABEL_OPTION_MAX_DB},
};

/* What the options say, and the words that they hold. */
struct plan {
    const struct cli *cli;
    struct serve_options serve;
    const char *db, *log;
    char db_path[MAX_PATH], log_path[MAX_PATH], host[MAX_HOST], metrics_host[MAX_HOST], peer_host[MAX_HOST],
        base_url[MAX_HOST], beacon[MAX_BEACON];
};

/* ---- Places ------------------------------------------------------------------------------------------------------------ */

/* $VARIABLE/alea or ~/BELOW/alea or ".", with the folder made; then the name. */
static bool own_path(const struct cli *cli, const char *variable, const char *below, const char *name, char path[MAX_PATH]) {
    const char *place = getenv(variable), *home = getenv("HOME");
    int n = 0;
    if (place && place[0] == '/') n = snprintf(path, MAX_PATH, "%s/alea", place);
    else if (home && home[0] == '/') n = snprintf(path, MAX_PATH, "%s/%s/alea", home, below);
    else n = snprintf(path, MAX_PATH, ".");
    if (n < 0 || (size_t)n + strlen(name) + 2 > MAX_PATH) {
        cli_wrong(cli, ALEA_LABEL_BAD_DB, path, NULL);
        return false;
    }
    int failed = cli_make_folders(path);
    if (failed) cli_wrong(cli, ALEA_LABEL_CANT_MAKE_FOLDER, path, cli_reason(cli, failed), NULL);
    snprintf(path + n, (size_t)(MAX_PATH - n), "/%s", name);
    return !failed;
}

/* "0.0.0.0:8080", "[::1]:8080" or "8080": then `host` is "". */
static bool read_address(const char *words, char host[MAX_HOST], int *port) {
    const char *colon = strrchr(words, ':'), *digits = colon ? colon + 1 : words;
    size_t n = colon ? (size_t)(colon - words) : 0;
    bool brackets = n > 2 && words[0] == '[' && words[n - 1] == ']';
    if (colon && n == 0) return false;
    if (brackets) words++, n -= 2;
    if (n >= MAX_HOST || strspn(digits, "0123456789") != strlen(digits) || !*digits || strlen(digits) > 5) return false;
    if (n && !brackets && memchr(words, ':', n)) return false; /* a bare IPv6 address */
    *port = (int)strtol(digits, NULL, 10);
    memcpy(host, words, n);
    host[n] = 0;
    return *port <= 65535;
}

static bool read_listen(struct plan *plan, const char *words) {
    if (!read_address(words, plan->host, &plan->serve.port)) {
        cli_bad_usage(plan->cli, ALEA_LABEL_BAD_LISTEN, words, NULL);
        return false;
    }
    if (plan->host[0]) plan->serve.address = plan->host;
    plan->serve.more_ports = 0;
    return true;
}

static bool read_metrics(struct plan *plan, const char *words) {
    bool none = strcmp(words, "none") == 0;
    if (!none && !read_address(words, plan->metrics_host, &plan->serve.metrics_port)) {
        cli_bad_usage(plan->cli, ALEA_LABEL_BAD_METRICS, words, NULL);
        return false;
    }
    if (none) plan->serve.metrics_address = NULL;
    else if (plan->metrics_host[0]) plan->serve.metrics_address = plan->metrics_host;
    plan->serve.metrics_wanted = true;
    return true;
}

/* Others have to find it: a port of its own, at an address that they reach. */
static bool read_peer_listen(struct plan *plan, const char *words) {
    if (!read_address(words, plan->peer_host, &plan->serve.peer_port) || !plan->peer_host[0]) {
        cli_bad_usage(plan->cli, ALEA_LABEL_BAD_PEER_LISTEN, words, NULL);
        return false;
    }
    plan->serve.peer_address = plan->peer_host;
    return true;
}

/* "https://alea.example.org", maybe with a port; one '/' at the end is let pass. */
static bool read_base_url(struct plan *plan, const char *words) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
    size_t scheme = strncmp(words, "https://", 8) == 0 ? 8 : strncmp(words, "http://", 7) == 0 ? 7 : 0;
    size_t name = scheme ? strspn(words + scheme, allowed) : 0;
    const char *rest = words + scheme + name;
    if (!name || (*rest && strcmp(rest, "/") != 0) || scheme + name >= sizeof plan->base_url) {
        cli_bad_usage(plan->cli, ALEA_LABEL_BAD_BASE_URL, words, NULL);
        return false;
    }
    memcpy(plan->base_url, words, scheme + name);
    plan->base_url[scheme + name] = 0;
    plan->serve.base_url = plan->base_url;
    return true;
}

/* Without a '/' at the end: the rest of the address is put behind it. */
static bool read_beacon(struct plan *plan, const char *words) {
    size_t n = strlen(words);
    if (!beacon_address_good(words)) {
        cli_bad_usage(plan->cli, ALEA_LABEL_BAD_BEACON, words, NULL);
        return false;
    }
    while (n > 0 && words[n - 1] == '/') n--;
    memcpy(plan->beacon, words, n);
    plan->beacon[n] = 0;
    plan->serve.beacon = plan->beacon;
    return true;
}

/* ---- Options ------------------------------------------------------------------------------------------------------------ */

static bool read_number(const struct plan *plan, int option, const char *words, int min, int max, int *number) {
    long long value;
    char name[32];
    snprintf(name, sizeof name, "--%s", options[option].name);
    if (!cli_number(plan->cli, name, words, min, max, &value)) return false;
    *number = (int)value;
    return true;
}

static bool read_bots(struct plan *plan, const char *words) {
    bool run = strcmp(words, "run") == 0;
    if (!run && strcmp(words, "watched") != 0) {
        cli_bad_usage(plan->cli, ALEA_LABEL_BAD_BOT_TABLES, words, NULL);
        return false;
    }
    plan->serve.bots = run ? SERVE_BOTS_RUN : SERVE_BOTS_WATCHED;
    return true;
}

static bool read_max_db(struct plan *plan, const char *words) {
    long long bytes;
    if (!cli_number(plan->cli, "--max-db", words, 0, INT64_MAX, &bytes)) return false;
    plan->serve.max_db = bytes;
    return true;
}

static bool take(struct plan *plan, int option, const char *value) {
    struct serve_options *serve = &plan->serve;
    switch (option) {
    case OPT_DB: plan->db = value; return true;
    case OPT_LISTEN: return read_listen(plan, value);
    case OPT_METRICS: return read_metrics(plan, value);
    case OPT_PEER_LISTEN: return read_peer_listen(plan, value);
    case OPT_BASE_URL: return read_base_url(plan, value);
    case OPT_LOG: plan->log = value; return true;
    case OPT_THREADS: return read_number(plan, option, value, 1, MAX_THREADS, &serve->threads);
    case OPT_SEND_THREAD: return read_number(plan, option, value, 0, MAX_SEND_THREAD, &serve->send_thread);
    case OPT_THINK: return read_number(plan, option, value, 1, MAX_THINK, &serve->think_ms);
    case OPT_DRAW_TIME: return read_number(plan, option, value, 1, MAX_DRAW_TIME, &serve->draw_seconds);
    case OPT_BEACON: return read_beacon(plan, value);
    case OPT_MAIL_RELAY: serve->notices.relay = value; return true;
    case OPT_MAIL_FROM: serve->notices.mail_from = value; return true;
    case OPT_MAIL_LOGIN: serve->notices.mail_login = value; return true;
    case OPT_PUSH_KEYS: serve->notices.push_keys = value; return true;
    case OPT_HOOKS: serve->notices.hooks = true; return true;
    case OPT_HOOKS_ALLOW: serve->notices.allow = value; return true;
    case OPT_NOTICE_AFTER: return read_number(plan, option, value, 0, 3600, &serve->notice_seconds);
    case OPT_NO_ACCOUNTS: serve->accounts = false; return true;
    case OPT_TRUST_PROXY: serve->trust_proxy = true; return true;
    case OPT_TRUST_LOOPBACK: serve->trust_loopback = true; return true;
    case OPT_KEEP_ADMIN_LINK: serve->new_admin_link = false; return true;
    case OPT_MAX_CONNECTIONS: return read_number(plan, option, value, 1, 1000000, &serve->max_connections);
    case OPT_MAX_PER_ADDRESS: return read_number(plan, option, value, 1, 1000000, &serve->max_per_address);
    case OPT_RATE: return read_number(plan, option, value, 0, 1000000, &serve->requests_per_second);
    case OPT_TABLES: return read_number(plan, option, value, 0, 1000000, &serve->tables_per_hour);
    case OPT_BOT_TABLES: return read_bots(plan, value);
    case OPT_MAX_DB: return read_max_db(plan, value);
    default: return false;
    }
}

/* What nobody said. */
static bool fill_in(struct plan *plan) {
    if (!plan->db && !own_path(plan->cli, "XDG_DATA_HOME", ".local/share", "alea.db", plan->db_path)) return false;
    plan->serve.store = plan->db ? plan->db : plan->db_path;
    bool terminal = !plan->log && isatty(STDERR_FILENO);
    if (terminal && !own_path(plan->cli, "XDG_STATE_HOME", ".local/state", "serve.log", plan->log_path)) return false;
    plan->serve.log_file = terminal ? plan->log_path : plan->log;
    return true;
}

static void ready(void *context, const char *url, const char *metrics_url, const char *admin_url) {
    const struct plan *plan = context;
    const struct cli *cli = plan->cli;
    cli_say(cli, ALEA_LABEL_SERVE_READY, url, NULL);
    if (admin_url) cli_say(cli, ALEA_LABEL_SERVE_ADMIN, admin_url, NULL);
    else cli_say(cli, ALEA_LABEL_SERVE_ADMIN_KEPT, NULL);
    char *shown = store_shown(plan->serve.store);
    cli_say(cli, ALEA_LABEL_SERVE_PLACES, shown ? shown : "", NULL);
    free(shown);
    if (metrics_url) cli_say(cli, ALEA_LABEL_SERVE_METRICS, metrics_url, NULL);
    if (plan->log_path[0]) cli_say(cli, ALEA_LABEL_SERVE_LOG, plan->log_path, NULL);
    if (cli->terminal) cli_say(cli, ALEA_LABEL_SERVE_STOP, NULL);
    fflush(stdout);
}

static enum cli_status run(struct cli *cli, struct cli_args *args) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct plan plan = {
        .cli = cli,
        .serve =
            {
                .address = "127.0.0.1",
                .port = FIRST_PORT,
                .more_ports = LAST_PORT - FIRST_PORT,
                .metrics_address = "127.0.0.1",
                .metrics_port = METRICS_PORT,
                .threads = cores < 1             ? 1
                           : cores > MAX_THREADS ? MAX_THREADS
                                                 : (int)cores,
                .send_thread = cores > 2 ? SEND_THREAD : 0,
                .think_ms = 2000,
                .max_connections = 4096,
                .max_per_address = 64,
                .requests_per_second = 50,
                .tables_per_hour = 30,
                .notice_seconds = 20,
                .accounts = true,
                .new_admin_link = true,
                .lang = cli->lang,
                .ready = ready,
                .context = &plan,
            },
    };
    int next;
    while ((next = cli_next(args)) != CLI_END) {
        if (next == CLI_OPERAND) {
            cli_bad_usage(cli, ALEA_LABEL_OPERAND_UNWANTED, args->value, NULL);
            return CLI_USAGE;
        }
        if (next < 0) return cli_leave(next);
        if (!take(&plan, next, args->value)) return CLI_USAGE;
    }
    if (!fill_in(&plan)) return CLI_WRONG;
    struct alea_error error = cli_error(cli);
    return serve(&plan.serve, &error) ? CLI_FINE : cli_wrong_error(cli, &error);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .run = run,
    .summary = ALEA_LABEL_SERVE_SUMMARY,
    .usage = ALEA_LABEL_SERVE_USAGE,
    .about = ALEA_LABEL_SERVE_ABOUT,
    .example = ALEA_LABEL_SERVE_EXAMPLE,
    .options = options,
    .n_options = ALEA_LEN(options),
};
