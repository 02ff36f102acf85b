#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { exit_unconfined = 125, exit_not_executable = 126, exit_not_found = 127 };

struct launch {
    bool is_strict, may_start_processes;
    const char *readable[32];
    size_t readable_count;
    uint64_t memory, cpu;
    pid_t parent;
    char *const *command;
};

/* Says why on standard error, in one sentence; `exit_unconfined`. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Each gives 0, or the code to exit with. They hold for this process, what it executes and what it starts. */
int confine_files(const struct launch *launch, int landlock_abi);
int confine_calls(const struct launch *launch, int landlock_abi);

#endif
