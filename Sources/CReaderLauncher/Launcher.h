#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { exit_unconfined = 125, exit_not_executable = 126, exit_not_found = 127 };

/* Writes one sentence to standard error, and returns `exit_unconfined`. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Both return 0 or the exit code. Their restrictions apply to this process and the program that it executes. */
int confine_files(const char *program);
int confine_calls(void);

#endif
