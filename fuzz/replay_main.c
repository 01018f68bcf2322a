/* SPDX-License-Identifier: MIT */
/* replay_main.c - the main of a fuzz target that is built without an engine: runs the files and folders given, one by one, so
 * that a corpus is an ordinary test. Prints TAP; a fault ends the process, and the last file named is the one. */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 4096 };

static char *paths[FILES];
static int n_paths;

static int by_path(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void add(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    if (n_paths == FILES) return;
    char *path = paths[n_paths] = malloc(size);
    if (!path) abort();
    snprintf(path, size, "%s%s%s", folder, *name ? "/" : "", name);
    n_paths++;
}

static void list(const char *path) {
    struct stat what;
    DIR *dir = !stat(path, &what) && S_ISDIR(what.st_mode) ? opendir(path) : NULL;
    if (!dir) {
        add(path, "");
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.') add(path, entry->d_name);
    closedir(dir);
}

static bool run(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1); /* exactly as long as it is: a byte read too many is seen */
    if (!bytes) abort();
    bool good = size >= 0 && fread(bytes, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (good) LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
    return good;
}

int main(int argc, char *argv[]) {
    int n_failed = 0;
    for (int i = 1; i < argc; i++) list(argv[i]);
    qsort(paths, (size_t)n_paths, sizeof *paths, by_path);
    for (int i = 0; i < n_paths; i++) {
        printf("# %s\n", paths[i]);
        fflush(stdout);
        bool good = run(paths[i]);
        printf("%s %d - %s\n", good ? "ok" : "not ok", i + 1, paths[i]);
        n_failed += !good;
        free(paths[i]);
    }
    printf("1..%d\n", n_paths);
    return n_failed || !n_paths;
}
