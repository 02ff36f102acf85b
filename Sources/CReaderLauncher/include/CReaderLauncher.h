#ifndef C_READER_LAUNCHER_H
#define C_READER_LAUNCHER_H

#include <stdint.h>
#include <sys/types.h>

/* Turns the calling process, a fresh child with pipes at 0, 1 and 2, into a plugin: gives up what a plugin must not have, then executes
 * `command`, which begins with an absolute path and ends in NULL. `memory` is in bytes, `cpu` in seconds.
 *
 * Returns only on failure, after one sentence on standard error that begins with `glossport: `:
 * 125 (it can't be confined), 126 (it can't be executed) or 127 (it does not exist). See LAUNCHER.md. */
int glossport_launch_reader(char *const command[], uint64_t memory, uint64_t cpu, pid_t parent);

/* A child and our ends of its pipes, which don't block and are not inherited. */
struct glossport_reader_process {
    pid_t pid;
    int input, output, error;
};

/* Starts a plugin with pipes at 0, 1 and 2. The thread that calls this has to live until the plugin has ended. Returns 0, or the number of
 * the error. */
int glossport_spawn_reader(
    char *const command[], char *const environment[], uint64_t memory, uint64_t cpu, struct glossport_reader_process *process
);

#endif
