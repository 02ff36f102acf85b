#include "CProcessStart.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

static int count;
static char **arguments;

/* These two call constructors as they call main; musl passes nothing. */
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

const char *glossport_program_path(void) {
#if defined(__APPLE__)
    static char path[PATH_MAX];
    uint32_t size = sizeof path;
    return _NSGetExecutablePath(path, &size) == 0 ? path : NULL;
#else
    return NULL;
#endif
}
