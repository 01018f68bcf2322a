/* SPDX-License-Identifier: MIT */
/* metrics.c - counters, gauges and histograms in Prometheus' text format. */
#include "metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "now.h"

static const int bound_us[METRICS_BUCKETS] = {100,   250,   500,    1000,   2500,    5000,
                                              10000, 25000, 100000, 250000, 1000000, 5000000};

void metrics_time(struct metrics_times *times, int64_t us) {
    int i = 0;
    if (us < 0) us = 0;
    while (i < METRICS_BUCKETS && us > bound_us[i]) i++;
    times->bucket[i]++;
    times->n++;
    times->sum_us += (uint64_t)us;
}

void metrics_turn(struct metrics *metrics, int64_t us, int64_t now) {
    struct metrics_longest *longest = &metrics->longest;
    int64_t second = now / 1000;
    int i = (int)(second % METRICS_MINUTE);
    metrics_time(&metrics->turn, us);
    if (us > longest->ever_us) longest->ever_us = us;
    if (longest->second[i] == second && us <= longest->second_us[i]) return;
    longest->second[i] = second;
    longest->second_us[i] = us;
}

static int64_t longest_of_minute(const struct metrics_longest *longest, int64_t now) {
    int64_t most = 0;
    for (int i = 0; i < METRICS_MINUTE; i++)
        if (longest->second[i] > now / 1000 - METRICS_MINUTE && longest->second_us[i] > most) most = longest->second_us[i];
    return most;
}

static void head(struct alea_text *text, const char *name, const char *type, const char *help) {
    alea_text_addf(text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void counter(struct alea_text *text, const char *name, const char *help, uint64_t value) {
    head(text, name, "counter", help);
    alea_text_addf(text, "%s %" PRIu64 "\n", name, value);
}

static void gauge(struct alea_text *text, const char *name, const char *help, int64_t value) {
    head(text, name, "gauge", help);
    alea_text_addf(text, "%s %" PRId64 "\n", name, value);
}

static void seconds(struct alea_text *text, const char *name, const char *help, int64_t us) {
    head(text, name, "gauge", help);
    alea_text_addf(text, "%s %.6f\n", name, (double)us * 1e-6);
}

static void histogram(struct alea_text *text, const char *name, const char *help, const struct metrics_times *times) {
    uint64_t sum = 0;
    head(text, name, "histogram", help);
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        sum += times->bucket[i];
        alea_text_addf(text, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, bound_us[i] * 1e-6, sum);
    }
    alea_text_addf(text, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n%s_sum %.6f\n%s_count %" PRIu64 "\n", name, times->n, name,
                   (double)times->sum_us * 1e-6, name, times->n);
}

/* Bytes of this process in memory; 0 where the system does not say. */
static int64_t resident(void) {
    long whole, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &whole, &pages) != 2) pages = 0; /* NOLINT(cert-err34-c): the kernel wrote them */
    fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static void write_thoughts(const struct lobby_counts *counts, struct alea_text *text) {
    static const char name[] = "alea_thought_seconds_total";
    head(text, name, "counter", "Time that bots kept a processor busy, for people and among themselves.");
    for (int alone = 0; alone < 2; alone++)
        alea_text_addf(text, "%s{alone=\"%d\"} %.6f\n", name, alone, (double)counts->thought_us[alone] * 1e-6);
}

static void write_lobby(const struct lobby *lobby, struct alea_text *text) {
    const struct lobby_counts *counts = lobby_counts(lobby);
    counter(text, "alea_moves_total", "Moves that were made, by people and bots.", counts->moves);
    counter(text, "alea_moves_refused_total", "Moves that the rules refused.", counts->refused);
    counter(text, "alea_moves_stale_total", "Moves that answered an old ply.", counts->stale);
    counter(text, "alea_bot_moves_total", "Moves of bots.", counts->bot_moves);
    counter(text, "alea_bot_moves_alone_total", "Of these, at tables that nobody attended to.", counts->bot_moves_alone);
    write_thoughts(counts, text);
    counter(text, "alea_bot_late_total", "Moves that a bot was too late for.", counts->bot_late);
    counter(text, "alea_commits_total", "Batches written to the disk.", counts->commits);
    counter(text, "alea_told_total", "Messages to listeners.", counts->notified);
    counter(text, "alea_tables_opened_total", "Tables read from the store.", counts->tables_opened);
    counter(text, "alea_tables_glanced_total", "Tables of other processes read for a list.", counts->tables_glanced);
    counter(text, "alea_tables_dropped_total", "Idle tables put out of memory.", counts->tables_dropped);
    gauge(text, "alea_tables", "Tables in memory.", counts->tables);
    gauge(text, "alea_listeners", "Sockets that listen at a table.", counts->listeners);
    gauge(text, "alea_store_bytes", "Bytes of the database, without what is free in it.", counts->store_bytes);
    gauge(text, "alea_store_max_bytes", "Its ceiling; 0: none.", lobby_options_of(lobby)->max_store_bytes);
    gauge(text, "alea_store_full", "1 while it is at its ceiling: no tables are made.", counts->store_full);
    counter(text, "alea_notices_sent_total", "Notices that arrived.", counts->notices_sent);
    counter(text, "alea_notices_failed_total", "Tries to send a notice that failed.", counts->notices_failed);
    counter(text, "alea_notices_dropped_total", "Notices that had nothing to tell any more.", counts->notices_stale);
    gauge(text, "alea_notices_waiting", "Notices in the outbox.", counts->notices_waiting);
    gauge(text, "alea_channels", "Addresses at which people want to be told.", counts->channels);
    gauge(text, "alea_channels_failed", "Of these, switched off because they kept failing.", counts->channels_failed);
    gauge(text, "alea_store_fails", "1 while the disk can't be written to.", counts->store_fails);
}

static void write_net(const struct metrics *metrics, struct alea_text *text) {
    static const char requests[] = "alea_http_requests_total";
    head(text, requests, "counter", "HTTP requests that were answered, by status.");
    for (size_t status = 0; status < ALEA_LEN(metrics->answered); status++)
        if (metrics->answered[status])
            alea_text_addf(text, "%s{code=\"%zu\"} %" PRIu64 "\n", requests, status, metrics->answered[status]);
    counter(text, "alea_connections_accepted_total", "Connections that were accepted.", metrics->accepted);
    counter(text, "alea_connections_refused_total", "Connections past a limit.", metrics->refused_connections);
    counter(text, "alea_connections_evicted_total", "Connections closed to make room for others.", metrics->evicted);
    counter(text, "alea_rate_limited_total", "Requests and messages past the rate of an address.", metrics->rate_limited);
    counter(text, "alea_rate_heard_total",
            "Addresses and networks of which another process told what they took of their rate.", metrics->spent_heard);
    counter(text, "alea_malformed_total", "Requests that are no HTTP, and messages that are no text.", metrics->malformed);
    counter(text, "alea_slow_readers_total", "Sockets closed because they did not read.", metrics->slow_readers);
    counter(text, "alea_timeouts_total", "Connections closed because nothing came.", metrics->timeouts);
    counter(text, "alea_received_bytes_total", "Bytes of bodies and messages received.", metrics->bytes_in);
    counter(text, "alea_sent_bytes_total", "Bytes of answers and messages sent.", metrics->bytes_out);
    counter(text, "alea_messages_received_total", "Messages received over WebSockets.", metrics->messages_in);
    counter(text, "alea_messages_sent_total", "Messages sent over WebSockets.", metrics->messages_out);
    gauge(text, "alea_connections", "Connections now.", metrics->connections);
    gauge(text, "alea_websockets", "WebSockets now.", metrics->sockets);
    gauge(text, "alea_addresses", "Addresses remembered for limits.", metrics->addresses);
    gauge(text, "alea_held_bytes", "Bytes of bodies, answers and queues in memory.", (int64_t)metrics->held);
}

static void write_turns(const struct metrics *metrics, int64_t now, struct alea_text *text) {
    histogram(text, "alea_turn_seconds", "Time that a turn of the loop keeps its processor busy, its commit apart.",
              &metrics->turn);
    seconds(text, "alea_turn_longest_seconds", "The longest of these since the start.", metrics->longest.ever_us);
    seconds(text, "alea_turn_longest_minute_seconds", "The longest of these in the last minute.",
            longest_of_minute(&metrics->longest, now));
}

static void write_threads(const struct metrics *metrics, struct alea_text *text) {
    static const char name[] = "alea_thread_seconds_total";
    head(text, name, "counter",
         "Time that kept a processor busy: the thread that answers everybody, and the one that sends for it, if there is.");
    alea_text_addf(text, "%s{thread=\"main\"} %.6f\n", name, (double)alea_work_us() * 1e-6);
    alea_text_addf(text, "%s{thread=\"send\"} %.6f\n", name, (double)metrics->send_us * 1e-6);
}

void metrics_write(const struct metrics *metrics, const struct lobby *lobby, int jobs_waiting, int64_t now,
                   struct alea_text *text) {
    head(text, "alea_build_info", "gauge", "The version that runs.");
    alea_text_add(text, "alea_build_info{version=\"" ALEA_VERSION "\"} 1\n");
    write_lobby(lobby, text);
    write_turns(metrics, now, text);
    write_threads(metrics, text);
    histogram(text, "alea_commit_seconds", "Time of a commit.", &metrics->commit);
    histogram(text, "alea_move_seconds", "Time from a move's last byte to its answer.", &metrics->move);
    write_net(metrics, text);
    histogram(text, "alea_http_request_seconds", "Time from a request's last byte to its answer; long polls left out.",
              &metrics->request);
    gauge(text, "alea_jobs_waiting", "Jobs of bots and passwords that wait for a thread.", jobs_waiting);
    gauge(text, "process_start_time_seconds", "When it was started, in seconds since 1970.", metrics->started / 1000);
    gauge(text, "process_resident_memory_bytes", "Bytes in memory.", resident());
}
