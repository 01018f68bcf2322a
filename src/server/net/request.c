/* SPDX-License-Identifier: MIT */
/* request.c - cookies, tokens, lengths, tags, addresses of proxies, chunked bodies: all from hostile bytes. */
#include "request.h"

#include <string.h>
#include <strings.h>

static bool plain(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           (letter && strchr("-._~", letter));
}

bool request_escape(const char *bytes, size_t n, const char *also, char *out, size_t size, size_t *at) {
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < n; i++) {
        bool as_is = plain(bytes[i]) || (bytes[i] && strchr(also, bytes[i]));
        if (*at + (as_is ? 1 : 3) >= size) return false;
        if (as_is) {
            out[(*at)++] = bytes[i];
            continue;
        }
        unsigned char byte = (unsigned char)bytes[i];
        out[(*at)++] = '%';
        out[(*at)++] = digits[byte >> 4];
        out[(*at)++] = digits[byte & 15];
    }
    if (*at >= size) return false;
    out[*at] = 0;
    return true;
}

bool request_cookie(const char *header, const char *name, char *value, size_t size) {
    size_t length = strlen(name);
    while (*header) {
        header += strspn(header, "; \t");
        size_t whole = strcspn(header, ";");
        if (whole > length && header[length] == '=' && strncmp(header, name, length) == 0) {
            size_t n = whole - length - 1;
            if (n >= size) return false;
            memcpy(value, header + length + 1, n);
            value[n] = 0;
            return true;
        }
        header += whole;
    }
    return false;
}

const char *request_bearer(const char *header) {
    static const char scheme[] = "Bearer ";
    if (strncasecmp(header, scheme, sizeof scheme - 1) != 0) return NULL;
    header += sizeof scheme - 1;
    return header + strspn(header, " ");
}

bool request_length(const char *header, size_t *length) {
    size_t digits = strspn(header, "0123456789");
    if (digits == 0 || digits > 15 || header[digits]) return false;
    *length = 0;
    for (; *header; header++) *length = *length * 10 + (size_t)(*header - '0');
    return true;
}

bool request_forwarded(const char *header, struct rate_key *key) {
    char words[RATE_TEXT];
    const char *comma = strrchr(header, ',');
    if (comma) header = comma + 1;
    header += strspn(header, " \t");
    bool brackets = *header == '[';
    if (brackets) header++;
    size_t n = strcspn(header, brackets ? "]" : " \t");
    if (n >= sizeof words) return false;
    memcpy(words, header, n);
    words[n] = 0;
    char *colon = strchr(words, ':'); /* some proxies write the port: "192.0.2.7:1234" */
    if (colon && colon == strrchr(words, ':')) *colon = 0;
    return rate_key_read(words, key);
}

bool request_lists(const char *header, const char *word) {
    size_t length = strlen(word);
    while (*header) {
        header += strspn(header, " \t,");
        size_t n = strcspn(header, " \t,");
        if (n == length && strncasecmp(header, word, length) == 0) return true;
        header += n;
    }
    return false;
}

bool request_matches(const char *header, const char *tag) {
    size_t length = strlen(tag);
    while (*header) {
        header += strspn(header, " \t,");
        if (*header == '*') return true;
        if (strncmp(header, "W/", 2) == 0) header += 2;
        if (*header != '"') return false;
        const char *end = strchr(header + 1, '"');
        if (!end) return false;
        size_t n = (size_t)(end + 1 - header);
        if (n == length && memcmp(header, tag, n) == 0) return true;
        header += n;
    }
    return false;
}

/* ---- Chunked bodies ------------------------------------------------------------------------------------------------------ */

static int hex(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    letter = (char)(letter | 0x20);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

static void end_of_size(struct request_chunks *chunks) {
    if (!chunks->digits) {
        chunks->state = REQUEST_CHUNK_BAD;
        return;
    }
    chunks->digits = 0;
    chunks->line = 0;
    chunks->state = chunks->left ? REQUEST_CHUNK_DATA : REQUEST_CHUNK_TRAILER;
}

static void size_letter(struct request_chunks *chunks, char letter) {
    int digit = hex(letter);
    if (letter == '\n') {
        end_of_size(chunks);
    } else if (letter == ';') {
        chunks->state = REQUEST_CHUNK_EXTENSION;
    } else if (digit < 0 || ++chunks->digits > 7) { /* a chunk of 256 MiB: over every limit */
        chunks->state = REQUEST_CHUNK_BAD;
    } else {
        chunks->left = chunks->left << 4 | (size_t)digit;
    }
}

/* A letter that is no data. Lines end with CR LF: a bare one of the two is an end to some readers, and none to others. */
static void letter(struct request_chunks *chunks, char at) {
    bool control = (unsigned char)at < ' ' && at != '\t' && at != '\r' && at != '\n';
    if (++chunks->overhead > REQUEST_MAX_OVERHEAD || control || (at == '\n') != chunks->cr) {
        chunks->state = REQUEST_CHUNK_BAD;
        return;
    }
    chunks->cr = at == '\r';
    if (chunks->cr) return;
    switch (chunks->state) {
    case REQUEST_CHUNK_SIZE: size_letter(chunks, at); return;
    case REQUEST_CHUNK_EXTENSION:
        if (at == '\n') end_of_size(chunks);
        return;
    case REQUEST_CHUNK_DATA_END: chunks->state = at == '\n' ? REQUEST_CHUNK_SIZE : REQUEST_CHUNK_BAD; return;
    case REQUEST_CHUNK_TRAILER: /* ends with an empty line */
        if (at == '\n' && chunks->line == 0) chunks->state = REQUEST_CHUNK_DONE;
        else if (at == '\n') chunks->line = 0;
        else chunks->line++;
        return;
    case REQUEST_CHUNK_DATA:
    case REQUEST_CHUNK_DONE:
    case REQUEST_CHUNK_BAD: return;
    }
}

size_t request_dechunk(struct request_chunks *chunks, const char *bytes, size_t n, const char **data, size_t *n_data) {
    size_t used = 0;
    *n_data = 0;
    while (used < n && chunks->state != REQUEST_CHUNK_DONE && chunks->state != REQUEST_CHUNK_BAD) {
        if (chunks->state != REQUEST_CHUNK_DATA) {
            letter(chunks, bytes[used++]);
            continue;
        }
        *data = bytes + used;
        *n_data = n - used < chunks->left ? n - used : chunks->left;
        chunks->left -= *n_data;
        if (!chunks->left) chunks->state = REQUEST_CHUNK_DATA_END;
        return used + *n_data;
    }
    return used;
}
