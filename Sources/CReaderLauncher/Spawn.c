#define _GNU_SOURCE
#include "include/CReaderLauncher.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

extern char **environ;

static void close_both(const int pipe_ends[2]) {
    for (int i = 0; i < 2; i++) {
        if (pipe_ends[i] >= 0) close(pipe_ends[i]);
    }
}

/* Creates a pipe whose ends are not inherited, because a plugin holding another's pipe would keep it open. The ends are
 * never 0, 1 or 2, even if one of these was closed, because the child's ends are moved there. */
static int make_pipe(int ends[2]) {
    int made[2];
    if (pipe(made) != 0) return -1;
    for (int i = 0; i < 2; i++) ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close_both(made);
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

int glossport_spawn_reader(
    char *const command[], char *const environment[], uint64_t memory, uint64_t cpu, struct glossport_reader_process *process
) {
    int input[2] = {-1, -1}, output[2] = {-1, -1}, error[2] = {-1, -1};
    int failure = make_pipe(input) || make_pipe(output) || make_pipe(error) ? errno : 0;
    if (failure == 0) {
        /* Not posix_spawn of a launcher, which would load this whole program again for each file. */
        const pid_t parent = getpid();
        process->pid = fork();
        if (process->pid == 0) {
            /* The child has only this thread: it runs no Swift code, and the C library handles its own locks. */
            if (dup2(input[0], 0) < 0 || dup2(output[1], 1) < 0 || dup2(error[1], 2) < 0) _exit(125);
            environ = (char **)environment;
            _exit(glossport_launch_reader(command, memory, cpu, parent));
        }
        if (process->pid < 0) failure = errno;
    }
    if (failure != 0) {
        close_both(input), close_both(output), close_both(error);
        return failure;
    }
    close(input[0]), close(output[1]), close(error[1]);
    process->input = input[1], process->output = output[0], process->error = error[0];
    const int ours[] = {process->input, process->output, process->error};
    for (int i = 0; i < 3; i++) fcntl(ours[i], F_SETFL, fcntl(ours[i], F_GETFL) | O_NONBLOCK);
    return 0;
}
