#define _GNU_SOURCE
#include "include/CReaderLauncher.h"

#include "Launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

int refuse(const char *format, ...) {
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    dprintf(STDERR_FILENO, "glossport: %s\n", sentence);
    return exit_unconfined;
}

/* ---- The process ---- */

/* Descriptors other than 0, 1 and 2 would be a hole in the sandbox, because Landlock checks only the opening of files.
 */
static int close_files(void) {
#ifdef __linux__
    if (syscall(436 /* close_range */, 3U, ~0U, 0U) != 0) return refuse("Open files can't be closed: %s.", strerror(errno));
#else
    DIR *folder = opendir("/dev/fd");
    if (!folder) return refuse("/dev/fd can't be read: %s.", strerror(errno));
    for (struct dirent *entry; (entry = readdir(folder));) {
        const int file = atoi(entry->d_name);
        if (file > STDERR_FILENO && file != dirfd(folder)) close(file);
    }
    closedir(folder);
#endif
    return 0;
}

/* Ignored signals and the mask are inherited: without SIGPIPE, a plugin would write forever. */
static void reset_signals(void) {
    for (int signal = 1; signal < NSIG; signal++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(signal, &standard, NULL); /* fails for SIGKILL, SIGSTOP and signals of the C library */
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

#ifdef __linux__

/* With root's capabilities, a plugin could raise its limits or change any file's owner. Other users have none to drop.
 */
static int drop_capabilities(void) {
    for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none) == 0) return 0;
    return refuse("The plugin's privileges can't be dropped: %s.", strerror(errno));
}

static int drop_privileges(void) {
    const int code = drop_capabilities();
    if (code) return code;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return refuse("PR_SET_PDEATHSIG: %s.", strerror(errno));
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refuse("PR_SET_NO_NEW_PRIVS: %s.", strerror(errno));
    return 0;
}

#else

static int drop_privileges(void) { return 0; }

#endif

static int limit(int resource, const char *name, uint64_t soft, uint64_t hard) {
    struct rlimit now, wanted = {.rlim_cur = (rlim_t)soft, .rlim_max = (rlim_t)hard};
    if (getrlimit(resource, &now) == 0) {
        /* A limit that is already lower is kept. */
        if (wanted.rlim_max > now.rlim_max) wanted.rlim_max = now.rlim_max;
        if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
        if (setrlimit(resource, &wanted) == 0) return 0;
    }
    return refuse("The limit %s can't be set: %s.", name, strerror(errno));
}

static int limit_resources(uint64_t memory, uint64_t cpu) {
    const uint64_t stack = 8 << 20; /* not included in RLIMIT_DATA */
    const struct {
        int resource;
        const char *name;
        uint64_t soft, hard;
    } limits[] = {
        {RLIMIT_DATA, "RLIMIT_DATA", memory, memory},
        {RLIMIT_STACK, "RLIMIT_STACK", stack, stack},
        {RLIMIT_CPU, "RLIMIT_CPU", cpu, cpu + 5}, /* SIGXCPU, then SIGKILL */
        {RLIMIT_NOFILE, "RLIMIT_NOFILE", 64, 64},
        {RLIMIT_FSIZE, "RLIMIT_FSIZE", 0, 0},
        {RLIMIT_CORE, "RLIMIT_CORE", 0, 0},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const int code = limit(limits[i].resource, limits[i].name, limits[i].soft, limits[i].hard);
        if (code) return code;
    }
    return 0;
}

/* ---- Execution ---- */

/* Explains why the program could not be executed. The first line was read earlier, because the sandbox now hides it. */
static int explain_failure(const char *path, const char *first_line, int reason) {
    if (reason == ENOENT && strncmp(first_line, "#!", 2) == 0) {
        if (strchr(first_line, '\r')) {
            refuse("The first line of %s ends in CR LF; save the file with LF.", path);
        } else {
            refuse("The interpreter in the first line of %s does not exist: %s.", path, first_line + 2);
        }
    } else if (reason == ENOENT) {
        refuse("%s does not exist, or was built for another system: its loader is missing.", path);
    } else if (reason == ENOEXEC) {
        refuse("%s is neither a program for this machine nor a script whose first line names one after `#!`.", path);
    } else if (reason == EACCES) {
        refuse("%s can't be executed in the sandbox: is it executable, and is its interpreter below /usr?", path);
    } else {
        refuse("%s can't be executed: %s.", path, strerror(reason));
    }
    return reason == ENOENT ? exit_not_found : exit_not_executable;
}

static void read_first_line(const char *path, char *line, size_t size) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t count = file < 0 ? 0 : read(file, line, size - 1);
    if (file >= 0) close(file);
    line[count < 0 ? 0 : count] = '\0';
    line[strcspn(line, "\n")] = '\0';
}

int glossport_launch_reader(char *const command[], uint64_t memory, uint64_t cpu, pid_t parent) {
    int code = 0;
    if ((code = close_files()) || (code = drop_privileges())) return code;
    /* The parent may have exited before PR_SET_PDEATHSIG was set. */
    if (getppid() != parent) return refuse("Glossport ended before the plugin was started.");
    /* Process, group and session have the same id, and the terminal does not affect the plugin. */
    if (setsid() < 0) return refuse("The plugin can't have a session: %s.", strerror(errno));
    umask(077);
    if (chdir("/") != 0) return refuse("The folder / can't be entered: %s.", strerror(errno));
    reset_signals();
    char first_line[256];
    read_first_line(command[0], first_line, sizeof first_line);
    if ((code = confine_files(command[0])) || (code = limit_resources(memory, cpu)) || (code = confine_calls())) return code;
    execv(command[0], command);
    return explain_failure(command[0], first_line, errno);
}
