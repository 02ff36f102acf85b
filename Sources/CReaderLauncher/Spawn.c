#define _GNU_SOURCE
#include "include/CReaderLauncher.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

static void close_both(const int pipe_ends[2]) {
    for (int i = 0; i < 2; i++) {
        if (pipe_ends[i] >= 0) close(pipe_ends[i]);
    }
}

/* Nobody else inherits an end: a plugin that held another's pipe would keep it open. No end is 0, 1 or 2, even if one of them was closed:
 * the child's are put there. */
static int make_pipe(int ends[2]) {
    int made[2];
    if (pipe(made) != 0) return -1;
    for (int i = 0; i < 2; i++) ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close_both(made);
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

extern char **environ;

/* In the child, where the other threads are missing: nothing of Swift runs here, and the C library sees to its own locks. */
static void become_reader(char *const argv[], char *const envp[], const int ends[3]) {
    for (int file = 0; file < 3; file++) {
        if (dup2(ends[file], file) < 0) _exit(125);
    }
    int argc = 0;
    while (argv[argc]) argc++;
    environ = (char **)envp;
    _exit(glossport_launch_reader(argc, argv));
}

int glossport_spawn_reader(char *const argv[], char *const envp[], struct glossport_reader_process *process) {
    int input[2] = {-1, -1}, output[2] = {-1, -1}, error[2] = {-1, -1};
    int failure = make_pipe(input) || make_pipe(output) || make_pipe(error) ? errno : 0;
    if (failure == 0) {
        /* Not posix_spawn of a launcher: that would load this whole program a second time for each file. */
        process->pid = fork();
        if (process->pid == 0) become_reader(argv, envp, (const int[]){input[0], output[1], error[1]});
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
