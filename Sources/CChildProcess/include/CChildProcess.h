#ifndef C_CHILD_PROCESS_H
#define C_CHILD_PROCESS_H

#include <sys/types.h>

/* A child that writes to a pipe, whose other end only we have. */
struct glossport_child {
    pid_t pid;
    int output;
};

/* Starts a program that leads a process group of its own, reads nothing, writes standard output to a pipe and standard error to `error`, and
 * is asked to end (SIGTERM) as soon as this process has ended, however that happens.
 *
 * The thread that calls this has to live until the child has ended: Linux takes its end for that of the process. Returns 0, or the number of
 * the error. */
int glossport_start_child(
    const char *program, char *const argv[], char *const envp[], int error, struct glossport_child *child
);

#endif
