#ifndef C_READER_LAUNCHER_H
#define C_READER_LAUNCHER_H

#include <stdint.h>
#include <sys/types.h>

/* Turns the calling process, a new child with pipes at 0, 1 and 2, into a plugin: drops privileges, and then executes
 * `command`, which begins with an absolute path and ends with NULL. `memory` is in bytes, `cpu` in seconds.
 *
 * Returns only on failure, after writing one sentence that begins with `glossport: ` to standard error: 125 (it can't
 * be confined), 126 (it can't be executed) or 127 (it does not exist). See LAUNCHER.md. */
int glossport_launch_reader(char *const command[], uint64_t memory, uint64_t cpu, pid_t parent);

/* A child and the parent's ends of its pipes, which are non-blocking and not inherited. */
struct glossport_reader_process {
    pid_t pid;
    int input, output, error;
};

/* Starts a plugin with pipes at 0, 1 and 2. The calling thread must live until the plugin has exited. Returns 0 or an
 * errno value. */
int glossport_spawn_reader(
    char *const command[], char *const environment[], uint64_t memory, uint64_t cpu, struct glossport_reader_process *process
);

#endif
