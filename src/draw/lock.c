/* SPDX-License-Identifier: MIT */
/* lock.c - a filter of system calls (seccomp-bpf): a list of those that may be made. */
#include "draw.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#    define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#    define MACHINE AUDIT_ARCH_AARCH64
#else
#    define MACHINE 0 /* nobody has listed its calls: it does not draw */
#endif

/* Memory, threads of the own process, time, what is open. None opens, connects, starts or signals anything else. */
static const uint16_t allowed[] = {
    SYS_read,
    SYS_write,
    SYS_writev,
    SYS_readv,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_clone3,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_gettid,
    SYS_getpid,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_getrandom,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
#ifdef SYS_access
    SYS_access, /* is a font's file there? it is open already */
#endif
    SYS_faccessat,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
};

enum { CALLS = sizeof allowed / sizeof *allowed };

static struct sock_filter step(uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
    return (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = k};
}

bool draw_lock(void) {
    struct sock_filter filter[CALLS + 6];
    unsigned short n = 0;
    filter[n++] = step(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    filter[n++] = step(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    filter[n++] = step(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    filter[n++] = step(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    for (unsigned i = 0; i < CALLS; i++) filter[n++] = step(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], (uint8_t)(CALLS - i), 0);
    filter[n++] = step(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
    filter[n++] = step(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    const struct sock_fprog program = {.len = n, .filter = filter};
    return MACHINE && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
