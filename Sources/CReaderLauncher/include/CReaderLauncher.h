#ifndef C_READER_LAUNCHER_H
#define C_READER_LAUNCHER_H

#include <sys/types.h>

/* Turns the calling process, a fresh child with pipes at 0, 1 and 2, into a plugin: takes away what a plugin is not to
 * have, then executes it. `argv` ends in NULL as that of `main` does:
 *
 *     --strict | --limits  [--processes]  [--read PATH]...  --memory BYTES  --cpu SECONDS  --parent PID
 *     -- /absolute/command [argument]...
 *
 * Returns only on failure, after one sentence on standard error that begins with `glossport: `:
 * 125 (it can't be confined), 126 (it can't be executed) or 127 (it does not exist). See LAUNCHER.md. */
int glossport_launch_reader(int argc, char *const argv[]);

/* A child and our ends of its pipes, which don't block and are not inherited. */
struct glossport_reader_process {
    pid_t pid;
    int input, output, error;
};

/* Starts a plugin with pipes at 0, 1 and 2; `argv` is what glossport_launch_reader takes. The thread that calls this has to live until the
 * plugin has ended. Returns 0, or the number of the error. */
int glossport_spawn_reader(char *const argv[], char *const envp[], struct glossport_reader_process *process);

/* The version of Landlock that this kernel has switched on; 0 if there is none. */
int glossport_landlock_abi(void);

/* Whether this kernel filters system calls. */
int glossport_seccomp_available(void);

#endif
