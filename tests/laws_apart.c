/* SPDX-License-Identifier: MIT */
/* laws_apart.c - a child for each piece of work. */
#include "laws_apart.h"

#include "laws_play.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Waits for a child; what it answered, else what killed it. */
static int wait_for(pid_t child) {
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int law_apart(int (*work)(void *context), void *context) {
    fflush(stdout);
    pid_t child = fork();
    if (child != 0) return wait_for(child);
    const int answer = work(context);
    fflush(stdout);
    _exit(answer);
}

void law_share_progress(void) {
    FILE *file = tmpfile();
    void *at = MAP_FAILED;
    if (file && ftruncate(fileno(file), sizeof *law_progress) == 0)
        at = mmap(NULL, sizeof *law_progress, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (file) fclose(file);
    if (at != MAP_FAILED) law_progress = at;
}
