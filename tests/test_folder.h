/* SPDX-License-Identifier: MIT */
/* test_folder.h - a folder of its own for a test, in $TMPDIR or where it was started. tools/test.sh names one in memory: what ends here
 * is a process, never a machine, so that waiting for a disk would prove nothing. */
#ifndef ALEA_TESTS_TEST_FOLDER_H
#define ALEA_TESTS_TEST_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char test_folder[256];

/* Both: 0, or -1 if that can't be done. */
static inline int test_folder_enter(void) {
    const char *above = getenv("TMPDIR");
    int n = snprintf(test_folder, sizeof test_folder, "%s/test-XXXXXX", above && *above ? above : ".");
    return n >= (int)sizeof test_folder || !mkdtemp(test_folder) || chdir(test_folder) ? -1 : 0;
}

static inline int test_folder_leave(void) {
    DIR *folder = opendir(".");
    if (!folder) return -1;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.' && unlink(entry->d_name)) rmdir(entry->d_name);
    closedir(folder);
    return chdir("..") || rmdir(test_folder) ? -1 : 0;
}

#endif
