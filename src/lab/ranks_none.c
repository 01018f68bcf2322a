/* SPDX-License-Identifier: MIT */
/* ranks_none.c - a program without MPI: all tasks are played by threads of this process. */
#include "ranks.h"
#include "run.h"
#include "workers.h"

bool lab_ranks_begin(void) { return false; }
int lab_ranks_number(void) { return 0; }
int lab_ranks_count(void) { return 1; }
void lab_ranks_end(void) {}
bool lab_ranks_agree(const struct lab_plan *plan) { return plan; }
int lab_ranks_serve(const struct lab_plan *plan) {
    (void)plan;
    return 0;
}

void lab_ranks_run(struct lab_queue *queue) {
    lab_workers_run(queue->run->threads, lab_queue_work, lab_queue_look_up, 100, queue);
}
