#include "CProcessStart.h"

#include <unistd.h>

static int count;
static char **arguments;

/* glibc and macOS pass the arguments of `main` to constructors; musl does not. */
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    count = argc;
    arguments = argv;
}
#endif

int glossport_argument_count(void) { return count; }

const char *glossport_argument(int index) { return arguments[index]; }

int glossport_has_processes(void) {
#if defined(__linux__)
    return access("/proc/self/task", F_OK) == 0;
#else
    return 1;
#endif
}
