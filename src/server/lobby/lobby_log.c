/* SPDX-License-Identifier: MIT */
/* lobby_log.c - what the lobby puts on the log: an event with its table, its seat, what went wrong. */
#include "json_write.h"
#include "table_internal.h"

enum { MAX_LOG_BYTES = 2048 };

static void log_begin_line(const char *event, struct alea_text *line) {
    alea_text_init(line, MAX_LOG_BYTES, ALEA_EN);
    alea_text_addf(line, "{\"event\":\"%s\"", event);
}

static void log_end_line(struct lobby *lobby, const struct alea_error *error, struct alea_text *line) {
    if (error) {
        alea_json_id(line, "error", alea_err_name(error->code));
        alea_json_string(line, "text", error->text);
    }
    alea_text_add(line, "}");
    if (!line->truncated && lobby->options.log) lobby->options.log(lobby->options.log_context, alea_text_str(line));
    alea_text_clear(line);
}

void lobby_log(struct lobby *lobby, const char *event, const struct table *table, int seat, const struct alea_error *error) {
    struct alea_text line;
    log_begin_line(event, &line);
    if (table) alea_text_addf(&line, ",\"match\":\"%s\",\"ply\":%ld", table->id, table->plies.n);
    if (seat < ALEA_MAX_SEATS) alea_text_addf(&line, ",\"seat\":%d", seat);
    log_end_line(lobby, error, &line);
}

/* "as":"A", "all" or "none" */
static void log_eyes(int seat, struct alea_text *line) {
    char letters[3];
    if (seat >= 0 && seat < ALEA_MAX_SEATS) alea_seat_letters(seat, letters);
    alea_json_id(line, "as", seat == ALL_EYES ? "all" : seat == ALEA_NONE ? "none" : letters);
}

void lobby_log_look(struct lobby *lobby, const struct table *table, const struct viewer *viewer) {
    struct alea_text line;
    log_begin_line("looked", &line);
    alea_json_id(&line, "match", table->id);
    alea_json_integer(&line, "ply", table->plies.n);
    alea_json_integer(&line, "master", viewer->master);
    alea_json_string(&line, "name", table->master[viewer->master - 1]);
    log_eyes(viewer->seat, &line);
    log_end_line(lobby, NULL, &line);
}

void lobby_log_match(struct lobby *lobby, const char *event, const char *id, const struct alea_error *error) {
    struct alea_text line;
    log_begin_line(event, &line);
    alea_text_addf(&line, ",\"match\":\"%s\"", id);
    log_end_line(lobby, error, &line);
}

void lobby_not_read(struct lobby *lobby, const struct alea_error *error) {
    lobby_log(lobby, "not_read", NULL, ALEA_NONE, error);
}
