#define _GNU_SOURCE
#include "Launcher.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The headers of Debian 12 end at version 2 of Landlock, so newer parts of <linux/landlock.h> are repeated here. */
enum {
    call_create_ruleset = 444,
    call_add_rule = 445,
    call_restrict_self = 446,
    create_ruleset_version = 1,
    rule_path_beneath = 1,
};

enum {
    execute = 1 << 0,
    write_file = 1 << 1,
    read_file = 1 << 2,
    read_folder = 1 << 3,
    /* 4 to 12 remove and create files of every kind. */
    refer = 1 << 13,
    truncate_file = 1 << 14,
    ioctl_device = 1 << 15,
};

struct ruleset {
    uint64_t files, network, scopes;
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

static int landlock_version(void) {
    const long abi = syscall(call_create_ruleset, NULL, 0, create_ruleset_version);
    return abi > 0 ? (int)abi : 0;
}

/* All rights that this version of Landlock can restrict. */
static struct ruleset everything(int abi) {
    struct ruleset all = {.files = (1 << 13) - 1};
    if (abi >= 2) all.files |= refer;
    if (abi >= 3) all.files |= truncate_file;
    if (abi >= 4) all.network = 1 << 0 | 1 << 1; /* TCP: bind, connect */
    if (abi >= 5) all.files |= ioctl_device;
    if (abi >= 6) all.scopes = 1 << 0 | 1 << 1; /* abstract Unix sockets, signals */
    return all;
}

/* Allows `rights` at and below `path`. Returns false, and sets errno, on failure. */
static bool allow(int ruleset, const char *path, uint64_t rights) {
    const int parent = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    if (parent < 0) return false;
    if (fstat(parent, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= ~(uint64_t)read_folder;
    const struct path_beneath rule = {rights, parent};
    const bool is_added = syscall(call_add_rule, ruleset, rule_path_beneath, &rule, 0) == 0;
    const int reason = errno;
    close(parent);
    errno = reason;
    return is_added;
}

int confine_files(const char *program) {
    const int abi = landlock_version();
    if (abi == 0) return refuse("This kernel has no Landlock, so plugins can't be sandboxed; use Linux 5.13 or newer with Landlock on.");
    /* A kernel that does not support a member yet accepts it if it is 0. */
    const struct ruleset all = everything(abi);
    const int ruleset = (int)syscall(call_create_ruleset, &all, sizeof all, 0);
    if (ruleset < 0) return refuse("No Landlock ruleset can be made: %s.", strerror(errno));

    const uint64_t run = execute | read_file | read_folder;
    const struct {
        const char *path;
        uint64_t rights;
    } allowed[] = {
        {program, run},
        {"/usr", run},
        {"/lib", run},
        {"/lib64", run},
        {"/bin", run},
        {"/etc/ld.so.cache", read_file},
        {"/etc/ssl/openssl.cnf", read_file}, /* Node does not start if the file exists but can't be read */
        {"/proc/self/maps", read_file}, /* Swift's CommandLine uses it to find the arguments; this process's own file only */
        {"/dev/urandom", read_file},
        {"/dev/null", (read_file | write_file | truncate_file) & all.files},
    };
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        /* Not every path exists everywhere: /lib64 is missing on arm64. A missing program is reported when it is
         * executed. */
        if (!allow(ruleset, allowed[i].path, allowed[i].rights) && errno != ENOENT) {
            return refuse("%s can't be put into the sandbox: %s.", allowed[i].path, strerror(errno));
        }
    }
    if (syscall(call_restrict_self, ruleset, 0) != 0) return refuse("Landlock refused: %s.", strerror(errno));
    close(ruleset);
    return 0;
}

#else

/* macOS has no sandbox for other developers' programs, so only the limits apply. */
int confine_files(const char *program) {
    (void)program;
    return 0;
}

#endif
