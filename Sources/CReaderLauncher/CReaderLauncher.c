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

static void say(const char *format, va_list arguments) {
    char sentence[1024];
    const int start = snprintf(sentence, sizeof sentence, "glossport: ");
    vsnprintf(sentence + start, sizeof sentence - (size_t)start, format, arguments);
    dprintf(STDERR_FILENO, "%s\n", sentence);
}

int refuse(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return exit_unconfined;
}

/* ---- Arguments ---- */

static bool is_number(const char *text, uint64_t most, uint64_t *value) {
    char *end = NULL;
    if (!text || *text < '0' || *text > '9') return false;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && *value > 0 && *value <= most;
}

static int parse(int argc, char *const argv[], struct launch *launch) {
    bool has_limits = false;
    int i = 0;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *flag = argv[i];
        if (strcmp(flag, "--strict") == 0) {
            launch->is_strict = true;
            continue;
        } else if (strcmp(flag, "--limits") == 0) {
            has_limits = true;
            continue;
        } else if (strcmp(flag, "--processes") == 0) {
            launch->may_start_processes = true;
            continue;
        }
        const char *value = i + 1 < argc ? argv[++i] : "";
        uint64_t number = 0;
        if (strcmp(flag, "--read") == 0) {
            if (value[0] != '/' || value[1] == '\0') return refuse("--read needs the path of a file or folder, not `%s`.", value);
            if (launch->readable_count == sizeof launch->readable / sizeof *launch->readable) {
                return refuse("There are too many folders to read; grant fewer.");
            }
            launch->readable[launch->readable_count++] = value;
        } else if (strcmp(flag, "--memory") == 0) {
            if (!is_number(value, INT64_MAX, &launch->memory)) return refuse("--memory needs a number of bytes.");
        } else if (strcmp(flag, "--cpu") == 0) {
            if (!is_number(value, INT32_MAX, &launch->cpu)) return refuse("--cpu needs a number of seconds.");
        } else if (strcmp(flag, "--parent") == 0) {
            if (!is_number(value, INT32_MAX, &number)) return refuse("--parent needs the number of a process.");
            launch->parent = (pid_t)number;
        } else {
            return refuse("The launcher does not know `%s`.", flag);
        }
    }
    /* If one of them is missing, the plugin does not run at all, rather than without a limit. */
    if (launch->is_strict == has_limits) return refuse("The launcher needs either --strict or --limits.");
    if (!launch->memory || !launch->cpu || !launch->parent) {
        return refuse("The launcher needs --memory, --cpu and --parent.");
    }
    if (i + 1 >= argc || argv[i + 1][0] != '/') return refuse("The launcher needs `--` and a command with its whole path.");
    launch->command = argv + i + 1;
    return 0;
}

/* ---- The process ---- */

/* Descriptors beyond 0, 1 and 2 would be a hole in the sandbox: Landlock checks opening, not open files. */
static int close_files(void) {
    for (int file = 0; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0) return refuse("Standard input, output and error have to be open.");
    }
#ifdef __linux__
    if (syscall(436 /* close_range */, 3U, ~0U, 0U) == 0) return 0;
#endif
    DIR *folder = opendir("/dev/fd");
    if (!folder) return refuse("/dev/fd can't be read: %s.", strerror(errno));
    for (struct dirent *entry; (entry = readdir(folder));) {
        const int file = atoi(entry->d_name);
        if (file > STDERR_FILENO && file != dirfd(folder)) close(file);
    }
    closedir(folder);
    return 0;
}

/* Process, group and session get one number, so killing the group gets all that the plugin started, and nothing of
 * the terminal reaches it. */
static int lead_session(void) {
    if (getsid(0) == getpid()) return 0;
    /* The leader of a group can't make a session. As a member of Glossport's own group, for a moment, it can. */
    if (getpgrp() == getpid() && setpgid(0, getpgid(getppid())) != 0) {
        return refuse("The plugin can't leave its process group: %s.", strerror(errno));
    }
    return setsid() < 0 ? refuse("The plugin can't have a session: %s.", strerror(errno)) : 0;
}

/* Ignored signals and the mask would be inherited: a plugin without SIGPIPE would write forever. */
static void reset_signals(void) {
    for (int signal = 1; signal < NSIG; signal++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(signal, &standard, NULL); /* fails for SIGKILL, SIGSTOP and those of the C library */
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

#ifdef __linux__

/* As root, a plugin could raise its limits, change any file's owner and more. A user has nothing to give up. */
static int drop_capabilities(void) {
    for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none) == 0) return 0;
    return refuse("The plugin's privileges can't be dropped: %s.", strerror(errno));
}

/* If memory runs out, the plugin is to go before Glossport. A wish: its failure does no harm. */
static void go_first(void) {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, "1000", 4) < 0) errno = 0;
    close(file);
}

static int confine_process(const struct launch *launch) {
    const int code = drop_capabilities();
    if (code) return code;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return refuse("PR_SET_PDEATHSIG: %s.", strerror(errno));
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refuse("PR_SET_NO_NEW_PRIVS: %s.", strerror(errno));
    go_first();
    /* It may have ended before it was asked for. */
    return getppid() == launch->parent ? 0 : refuse("Glossport ended before the plugin was started.");
}

#else

static int confine_process(const struct launch *launch) {
    return getppid() == launch->parent ? 0 : refuse("Glossport ended before the plugin was started.");
}

#endif

static int limit(int resource, const char *name, uint64_t soft, uint64_t hard) {
    struct rlimit now, wanted = {.rlim_cur = (rlim_t)soft, .rlim_max = (rlim_t)hard};
    if (getrlimit(resource, &now) == 0) {
        /* One that is already lower stays. */
        if (wanted.rlim_max > now.rlim_max) wanted.rlim_max = now.rlim_max;
        if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
        if (setrlimit(resource, &wanted) == 0) return 0;
    }
    return refuse("The limit %s can't be set: %s.", name, strerror(errno));
}

static int limit_resources(const struct launch *launch) {
    const uint64_t stack = 8 << 20; /* which RLIMIT_DATA does not count */
    const struct {
        int resource;
        const char *name;
        uint64_t soft, hard;
    } limits[] = {
        {RLIMIT_DATA, "RLIMIT_DATA", launch->memory, launch->memory},
        {RLIMIT_STACK, "RLIMIT_STACK", stack, stack},
        {RLIMIT_CPU, "RLIMIT_CPU", launch->cpu, launch->cpu + 5}, /* SIGXCPU, then SIGKILL */
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

/* The facts about the command, read before the sandbox closes, to explain why it could not be executed. */
struct command {
    const char *path;
    bool exists, is_executable, is_script, has_carriage_return;
    char interpreter[256];
};

static struct command inspect(const char *path) {
    struct command command = {.path = path};
    command.exists = access(path, F_OK) == 0;
    command.is_executable = access(path, X_OK) == 0;
    char head[256];
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t count = file < 0 ? 0 : read(file, head, sizeof head - 1);
    if (file >= 0) close(file);
    if (count < 2 || memcmp(head, "#!", 2) != 0) return command;
    command.is_script = true;
    head[count] = '\0';
    char *line = head + 2 + strspn(head + 2, " \t");
    line[strcspn(line, "\n")] = '\0';
    command.has_carriage_return = strchr(line, '\r') != NULL;
    line[strcspn(line, " \t\r")] = '\0';
    strcpy(command.interpreter, line);
    return command;
}

static void explain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

static int explain_failure(const struct command *command, const struct launch *launch, int reason) {
    const char *path = command->path, *interpreter = command->interpreter;
    if (!command->exists) {
        explain("%s does not exist.", path);
    } else if (!command->is_executable) {
        explain("%s is not executable; make it so with `chmod +x`.", path);
    } else if (reason == ENOENT && command->has_carriage_return) {
        explain("The first line of %s ends in CR LF; save the file with LF.", path);
    } else if (reason == ENOENT && command->is_script) {
        explain("%s does not exist, which the first line of %s names; install it or correct the line.", interpreter, path);
    } else if (reason == ENOENT) {
        explain("%s was built for another system: its loader does not exist here.", path);
    } else if (reason == ENOEXEC) {
        explain("%s is neither a program for this machine nor a script whose first line names one after `#!`.", path);
    } else if (reason == EACCES && launch->is_strict) {
        explain(
            "%s can't be executed in the sandbox; keep it below /usr, or have the plugin need `runtime:` and its folder.",
            command->is_script ? interpreter : path
        );
    } else {
        explain("%s can't be executed: %s.", path, strerror(reason));
    }
    return reason == ENOENT ? exit_not_found : exit_not_executable;
}

int glossport_launch_reader(int argc, char *const argv[]) {
    struct launch launch = {0};
    int code = parse(argc, argv, &launch);
    if (code || (code = close_files()) || (code = confine_process(&launch)) || (code = lead_session())) return code;
    umask(077);
    if (chdir("/") != 0) return refuse("The folder / can't be entered: %s.", strerror(errno));
    reset_signals();
    const struct command command = inspect(launch.command[0]);
    const int abi = glossport_landlock_abi();
    if (launch.is_strict && (code = confine_files(&launch, abi))) return code;
    if ((code = limit_resources(&launch)) || (code = confine_calls(&launch, abi))) return code;
    execv(launch.command[0], launch.command);
    return explain_failure(&command, &launch, errno);
}
