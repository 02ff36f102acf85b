#define _GNU_SOURCE
#include "include/CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* In the child, where the other threads are missing: nothing but system calls until the program is another one. */
static void become(
    const char *program, char *const argv[], char *const envp[], int output, int error, pid_t parent
) {
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(126);
    if (dup2(output, STDOUT_FILENO) < 0 || dup2(error, STDERR_FILENO) < 0) _exit(126);
    if (nothing > STDERR_FILENO) close(nothing);
    /* A terminal's Ctrl-C is for us, who pass it on. */
    setpgid(0, 0);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(number, &standard, NULL); /* fails for SIGKILL, SIGSTOP and those of the C library */
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
#endif
    /* It may have ended before it was asked to tell. */
    if (getppid() != parent) _exit(126);
    execve(program, argv, envp);
    _exit(errno == ENOENT ? 127 : 126);
}

int glossport_start_child(
    const char *program, char *const argv[], char *const envp[], int error, struct glossport_child *child
) {
    int made[2], ends[2];
    if (pipe(made) != 0) return errno;
    /* No end is 0, 1 or 2, even if one of them was closed, and no other child inherits one. */
    for (int i = 0; i < 2; i++) ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int failure = ends[0] < 0 || ends[1] < 0 ? errno : 0;
    close(made[0]), close(made[1]);
    const pid_t parent = getpid();
    pid_t pid = failure == 0 ? fork() : -1;
    if (failure == 0 && pid < 0 && errno == EAGAIN) {
        /* A busy machine may have room for another process a moment later. */
        poll(NULL, 0, 500);
        pid = fork();
    }
    if (pid == 0) become(program, argv, envp, ends[1], error, parent);
    const int reason = failure != 0 ? failure : pid < 0 ? errno : 0;
    if (ends[1] >= 0) close(ends[1]);
    if (reason != 0) {
        if (ends[0] >= 0) close(ends[0]);
        return reason;
    }
    child->pid = pid;
    child->output = ends[0];
    return 0;
}
