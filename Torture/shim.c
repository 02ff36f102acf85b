// Loaded into a process with LD_PRELOAD, it kills the process at a chosen step, reverts unsynced writes as a power cut
// would, and sets the wall clock wrong.
//
// A step is a write, truncation or sync of a file in the folder TORTURE_FOLDER, or a send on a TCP socket.
//   TORTURE_STEPS   a file of 16 bytes, mapped: the number of steps so far (64 bits), and the error of the wall clock in
//                   seconds (64 bits, may change at any time)
//   TORTURE_KILL    the step to die at; none if absent
//   TORTURE_WHEN    "before" the step or "after" it
//   TORTURE_LOSSY   if set, the kill also reverts unsynced writes
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *steps;
static const char *folder;
static size_t folder_length;
static int64_t kill_at = -1;
static int kill_after, lossy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
static __typeof__(&pwrite64) real_pwrite;
static __typeof__(&ftruncate64) real_ftruncate;
static __typeof__(&fdatasync) real_fdatasync;
static __typeof__(&fsync) real_fsync;
static __typeof__(&write) real_write;
static __typeof__(&writev) real_writev;
static __typeof__(&send) real_send;
static __typeof__(&sendmsg) real_sendmsg;
static __typeof__(&clock_gettime) real_clock;

__attribute__((constructor)) static void begin(void) {
    real_pwrite = REAL(pwrite64);
    real_ftruncate = REAL(ftruncate64);
    real_fdatasync = REAL(fdatasync);
    real_fsync = REAL(fsync);
    real_write = REAL(write);
    real_writev = REAL(writev);
    real_send = REAL(send);
    real_sendmsg = REAL(sendmsg);
    real_clock = REAL(clock_gettime);
    const char *path = getenv("TORTURE_STEPS");
    if (!path) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) {
        fprintf(stderr, "shim: %s can't be mapped\n", path);
        _exit(99);
    }
    close(file);
    steps = map;
    if (getenv("TORTURE_KILL")) kill_at = atoll(getenv("TORTURE_KILL"));
    const char *when = getenv("TORTURE_WHEN");
    kill_after = when && strcmp(when, "after") == 0;
    lossy = getenv("TORTURE_LOSSY") != NULL;
    folder = getenv("TORTURE_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
}

// The bytes that a power cut would restore: the old contents of every write since the file's last sync, newest first.
struct undo {
    struct undo *next;
    dev_t device;
    ino_t inode;
    int file;
    off64_t size, offset;
    size_t count;
    char bytes[];
};
static struct undo *undos;

// A separate descriptor for each written file: the program may close its own, and its number may be reused. These stay open, because closing one
// would release the program's locks.
struct kept {
    struct kept *next;
    dev_t device;
    ino_t inode;
    int file;
};
static struct kept *all_kept;

static int keep(int file, const struct stat64 *status) {
    for (struct kept *kept = all_kept; kept; kept = kept->next)
        if (kept->inode == status->st_ino && kept->device == status->st_dev) return kept->file;
    struct kept *kept = malloc(sizeof *kept);
    int copy = kept ? fcntl(file, F_DUPFD_CLOEXEC, 100) : -1;
    if (copy < 0) {
        free(kept);
        return file;
    }
    *kept = (struct kept){all_kept, status->st_dev, status->st_ino, copy};
    all_kept = kept;
    return copy;
}

static void remember(int file, size_t count, off64_t offset) {
    struct stat64 status;
    if (!lossy || fstat64(file, &status)) return;
    struct undo *undo = malloc(sizeof *undo + count);
    if (!undo) return;
    ssize_t had = pread64(file, undo->bytes, count, offset);
    undo->device = status.st_dev;
    undo->inode = status.st_ino;
    undo->file = keep(file, &status);
    undo->size = status.st_size;
    undo->offset = offset;
    undo->count = had > 0 ? (size_t)had : 0;
    undo->next = undos;
    undos = undo;
}

static void forget(int file) {
    struct stat64 status;
    if (!lossy || fstat64(file, &status)) return;
    for (struct undo **place = &undos; *place;) {
        struct undo *undo = *place;
        if (undo->inode == status.st_ino && undo->device == status.st_dev) {
            *place = undo->next;
            free(undo);
        } else {
            place = &undo->next;
        }
    }
}

static void die(void) {
    for (struct undo *undo = undos; undo; undo = undo->next) {
        real_pwrite(undo->file, undo->bytes, undo->count, undo->offset);
        real_ftruncate(undo->file, undo->size);
    }
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int is_ours(int file) {
    char link[32], path[PATH_MAX];
    if (!steps || !folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    return length > (ssize_t)folder_length && memcmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

static int is_tcp(int file) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (!steps || getsockname(file, (struct sockaddr *)&address, &size)) return 0;
    return address.ss_family == AF_INET || address.ss_family == AF_INET6;
}

// Steps hold the lock, so that nothing runs beside the last one.
static int64_t enter(void) {
    pthread_mutex_lock(&lock);
    int64_t step = steps[0] + 1;
    steps[0] = step;
    if (step == kill_at && !kill_after) die();
    return step;
}

static void leave(int64_t step) {
    if (step == kill_at && kill_after) die();
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    if (!is_ours(file)) return real_pwrite(file, bytes, count, offset);
    int64_t step = enter();
    remember(file, count, offset);
    ssize_t result = real_pwrite(file, bytes, count, offset);
    leave(step);
    return result;
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite64(file, bytes, count, offset); }

int ftruncate64(int file, off64_t size) {
    if (!is_ours(file)) return real_ftruncate(file, size);
    int64_t step = enter();
    struct stat64 status;
    if (!fstat64(file, &status) && status.st_size > size) remember(file, status.st_size - size, size);
    int result = real_ftruncate(file, size);
    leave(step);
    return result;
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int fdatasync(int file) {
    if (!is_ours(file)) return real_fdatasync(file);
    int64_t step = enter();
    int result = real_fdatasync(file);
    forget(file);
    leave(step);
    return result;
}

int fsync(int file) {
    if (!is_ours(file)) return real_fsync(file);
    int64_t step = enter();
    int result = real_fsync(file);
    forget(file);
    leave(step);
    return result;
}

#define SEND(call)                                                                                                     \
    if (!is_tcp(file)) return call;                                                                                    \
    int64_t step = enter();                                                                                            \
    ssize_t result = call;                                                                                             \
    leave(step);                                                                                                       \
    return result;

ssize_t write(int file, const void *bytes, size_t count) { SEND(real_write(file, bytes, count)) }
ssize_t writev(int file, const struct iovec *parts, int count) { SEND(real_writev(file, parts, count)) }
ssize_t send(int file, const void *bytes, size_t count, int flags) { SEND(real_send(file, bytes, count, flags)) }
ssize_t sendmsg(int file, const struct msghdr *message, int flags) { SEND(real_sendmsg(file, message, flags)) }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = real_clock ? real_clock(clock, time) : -1;
    if (!real_clock) return REAL(clock_gettime)(clock, time);
    if (!result && clock == CLOCK_REALTIME && steps) time->tv_sec += steps[1];
    return result;
}
