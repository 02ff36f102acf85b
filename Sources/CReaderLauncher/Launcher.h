#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { exit_unconfined = 125, exit_not_executable = 126, exit_not_found = 127 };

/* Writes one sentence to standard error; `exit_unconfined`. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Each gives 0, or the code to exit with. They hold for this process and what it executes. */
int confine_files(const char *program);
int confine_calls(void);

#endif
