#define _GNU_SOURCE
#include "Launcher.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The numbers of this architecture's system calls have not been looked at."
#endif

/* From 424 on, a call has the same number on all architectures. Calls missing from Debian 12's headers are defined
 * here. */
enum {
    call_clone3 = 435,
    call_fchmodat2 = 452,
    call_setxattrat = 463,
    call_getxattrat = 464,
    call_listxattrat = 465,
    call_removexattrat = 466,
    call_open_tree_attr = 467,
    call_file_setattr = 469,
    newest = 469, /* Linux 6.18 */
};

/* Calls that are refused with any arguments. A program that reads a file and writes to a pipe needs none of them. */
static const int refused[] = {
    /* other machines and other processes' sockets */
    SYS_socket, SYS_connect, SYS_bind,
    /* other processes: their memory, files, limits, priority and messages */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_process_mrelease, SYS_kcmp,
    SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler,
    SYS_sched_setparam, SYS_sched_setattr, SYS_sched_setaffinity, SYS_migrate_pages, SYS_move_pages, SYS_shmget,
    SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop, SYS_semtimedop,
    SYS_semctl, SYS_mq_open, SYS_mq_unlink,
    /* not covered by Landlock: attributes of the user's files, watching, files by handle */
    SYS_fchmod, SYS_fchmodat, call_fchmodat2, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
    SYS_fsetxattr, call_setxattrat, SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, call_getxattrat, SYS_listxattr,
    SYS_llistxattr, SYS_flistxattr, call_listxattrat, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    call_removexattrat, call_file_setattr, SYS_truncate, SYS_inotify_init1, SYS_fanotify_init, SYS_name_to_handle_at, SYS_open_by_handle_at,
    /* memory that RLIMIT_DATA does not count, and code without a file */
    SYS_memfd_create, SYS_memfd_secret,
    /* kernel interfaces with a large attack surface */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    /* leaving the process group, which Glossport kills; socket pairs */
    SYS_setsid, SYS_setpgid, SYS_socketpair,
    SYS_keyctl, SYS_add_key, SYS_request_key, SYS_unshare, SYS_setns,
    /* the system; most need a privilege that plugins lack */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick,
    SYS_move_mount, SYS_open_tree, call_open_tree_attr, SYS_mount_setattr, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_kexec_load, SYS_swapon, SYS_swapoff, SYS_reboot, SYS_acct, SYS_quotactl, SYS_quotactl_fd,
    SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex,
    SYS_clock_adjtime, SYS_vhangup, SYS_kexec_file_load,
#ifdef __x86_64__
    /* older equivalents that arm64 never had */
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_inotify_init, SYS_modify_ldt,
    SYS_iopl, SYS_ioperm, SYS_uselib, SYS_fork, SYS_vfork,
#endif
};

/* Requests for pipes and regular files. All others fail as for a file that is not a device. */
static const uint32_t allowed_ioctls[] = {FIOCLEX, FIONCLEX, FIONBIO, FIONREAD, TCGETS, TIOCGWINSZ};

/* A filter has fewer than 350 instructions. Every path of a rule ends in an answer, so rules can't influence each
 * other. */
struct program {
    struct sock_filter code[512];
    size_t length;
};

enum { allow = SECCOMP_RET_ALLOW };

static uint32_t fail(int reason) { return SECCOMP_RET_ERRNO | ((uint32_t)reason & SECCOMP_RET_DATA); }

static void add(struct program *program, uint16_t code, uint8_t yes, uint8_t no, uint32_t value) {
    if (program->length < sizeof program->code / sizeof *program->code) {
        program->code[program->length] = (struct sock_filter){code, yes, no, value};
    }
    program->length++; /* `confine_calls` reports too many */
}

static void answer(struct program *program, uint32_t value) { add(program, BPF_RET | BPF_K, 0, 0, value); }

static void load(struct program *program, size_t offset) {
    add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* Loads the lower half, because the kernel reads these arguments as `int`; both architectures are little-endian. */
static void load_argument(struct program *program, int index) {
    load(program, offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t));
}

/* Skips the next `count` instructions for any other call. */
static void only_for(struct program *program, int call, size_t count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, (uint8_t)count, (uint32_t)call);
}

static void always(struct program *program, int call, uint32_t result) {
    only_for(program, call, 1);
    answer(program, result);
}

/* Answers `then` if an argument is one of the values, and `otherwise` if not. */
static void by_argument(
    struct program *program, int call, int index, const uint32_t *values, size_t count, uint32_t then, uint32_t otherwise
) {
    only_for(program, call, 2 * count + 2);
    load_argument(program, index);
    for (size_t i = 0; i < count; i++) {
        add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, values[i]);
        answer(program, then);
    }
    answer(program, otherwise);
}

/* Allows only new threads with the same view of the system (no `CLONE_NEW…`). */
static void limit_clone(struct program *program) {
    const uint32_t spaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID
        | CLONE_NEWNET | CLONE_PARENT;
    only_for(program, SYS_clone, 6);
    load_argument(program, 0);
    add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, spaces);
    answer(program, fail(EPERM));
    add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
    answer(program, allow);
    answer(program, fail(EPERM));
    /* Its flags are in memory, which a filter can't read. C libraries then fall back to clone. */
    always(program, call_clone3, fail(ENOSYS));
}

/* RLIMIT_DATA includes neither shared memory nor stacks, so only files can be shared, and only the kernel creates
 * stacks. */
static void limit_mmap(struct program *program) {
    const uint32_t shared_memory = MAP_SHARED | MAP_ANONYMOUS;
    only_for(program, SYS_mmap, 7);
    load_argument(program, 3);
    add(program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, MAP_GROWSDOWN);
    answer(program, fail(EPERM));
    add(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, shared_memory);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, shared_memory);
    answer(program, fail(EPERM));
    answer(program, allow);
}

/* Before version 3, Landlock lets a plugin truncate a file without the right to write: with `O_RDONLY | O_TRUNC`, or
 * with access mode 3, which requires no right. */
static void limit_open(struct program *program, int call, int flags) {
    only_for(program, call, 8);
    load_argument(program, flags);
    add(program, BPF_JMP | BPF_JSET | BPF_K, 1, 0, O_TRUNC);
    answer(program, allow);
    add(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, O_ACCMODE);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, O_WRONLY);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, O_RDWR);
    answer(program, allow);
    answer(program, fail(EPERM));
}

static void limit_signals(struct program *program) {
    const uint32_t own[] = {(uint32_t)getpid(), 0}; /* 0 means the process group, which only contains this process */
    by_argument(program, SYS_kill, 0, own, 2, allow, fail(EPERM));
    const int others[] = {SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        by_argument(program, others[i], 0, own, 1, allow, fail(EPERM));
    }
    /* Otherwise a pipe could signal any process when it is written to. */
    const uint32_t owners[] = {F_SETOWN, F_SETOWN_EX};
    by_argument(program, SYS_fcntl, 1, owners, 2, fail(EPERM), allow);
    /* Otherwise a plugin could outlive Glossport. */
    const uint32_t death[] = {PR_SET_PDEATHSIG};
    by_argument(program, SYS_prctl, 0, death, 1, fail(EPERM), allow);
    /* Otherwise the limits of another process of the same user could be lowered. */
    by_argument(program, SYS_prlimit64, 0, own, 2, allow, fail(EPERM));
}

int confine_calls(void) {
    struct program program = {.length = 0};
    load(&program, offsetof(struct seccomp_data, arch));
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, NATIVE_ARCHITECTURE);
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    /* x32 has separate numbers. A negative number also has this bit, but is not a call. */
    add(&program, BPF_JMP | BPF_JSET | BPF_K, 0, 1, 0x40000000);
    answer(&program, SECCOMP_RET_KILL_PROCESS);
#endif
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) always(&program, refused[i], fail(EPERM));
    limit_clone(&program);
    limit_mmap(&program);
    limit_open(&program, SYS_openat, 2);
#ifdef __x86_64__
    limit_open(&program, SYS_open, 1);
#endif
    always(&program, SYS_openat2, fail(ENOSYS)); /* its flags are in memory */
    by_argument(
        &program, SYS_ioctl, 1, allowed_ioctls, sizeof allowed_ioctls / sizeof *allowed_ioctls, allow, fail(ENOTTY)
    );
    limit_signals(&program);
    /* Calls that are newer than this file have not been reviewed. */
    add(&program, BPF_JMP | BPF_JGT | BPF_K, 0, 1, newest);
    answer(&program, fail(ENOSYS));
    answer(&program, allow);

    if (program.length > sizeof program.code / sizeof *program.code) return refuse("The filter is too long.");
    const struct sock_fprog filter = {(unsigned short)program.length, program.code};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0) {
        return refuse("This kernel does not filter system calls, so plugins can't be sandboxed: %s.", strerror(errno));
    }
    return 0;
}

#else

int confine_calls(void) { return 0; }

#endif
