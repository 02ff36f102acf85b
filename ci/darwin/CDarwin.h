/* Declarations of macOS as far as this project uses them where the systems differ, written from Apple's manual pages: types, signatures and values,
 * and nothing else. Scripts/portable type-checks with them on Linux; see docs/macos.md. */
#ifndef GLOSSPORT_CDARWIN_H
#define GLOSSPORT_CDARWIN_H

#include <stdarg.h>
#include <stddef.h>

/* Swift has seen Linux's structures of these names, so here they get others that it does not show. */
#ifdef GLOSSPORT_SWIFT
#define TAG(name) darwin_##name
#define STRUCT(name) struct __attribute__((swift_name(#name))) darwin_##name
#else
#define TAG(name) name
#define STRUCT(name) struct name
#endif

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef long ssize_t;
typedef int64_t off_t, blkcnt_t;
typedef int32_t dev_t, pid_t, blksize_t, suseconds_t;
typedef uint32_t uid_t, gid_t, sigset_t, socklen_t;
typedef uint16_t mode_t, nlink_t;
typedef uint64_t ino_t, rlim_t;
typedef long time_t;

/* errno.h */
int *__error(void);
#define errno (*__error())
#define ENOENT 2
#define EINTR 4
#define E2BIG 7
#define ENOEXEC 8
#define EACCES 13
#define EINVAL 22
#define EAGAIN 35

/* stdio.h, stdlib.h, string.h */
int vsnprintf(char *, size_t, const char *, va_list);
int dprintf(int, const char *, ...);
int atoi(const char *);
void exit(int) __attribute__((noreturn));
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
char *realpath(const char *, char *);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int);
size_t strcspn(const char *, const char *);
char *strerror(int);

/* fcntl.h, unistd.h */
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_NOFOLLOW 0x0100
#define O_NOCTTY 0x20000
#define O_CLOEXEC 0x1000000
#define F_GETFL 3
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 67
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
int open(const char *, int, ...);
int fcntl(int, int, ...);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
int pipe(int[2]);
int dup(int);
int dup2(int, int);
int chdir(const char *);
int execv(const char *, char *const *);
pid_t fork(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t setsid(void);
void _exit(int) __attribute__((noreturn));

/* sys/stat.h */
STRUCT(timespec) {
    time_t tv_sec;
    long tv_nsec;
};
STRUCT(stat) {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct TAG(timespec) st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags, st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};
int stat(const char *, struct TAG(stat) *);
int lstat(const char *, struct TAG(stat) *);
int fstat(int, struct TAG(stat) *);
mode_t umask(mode_t);

/* dirent.h */
typedef struct __dirstream DIR;
STRUCT(dirent) {
    uint64_t d_ino, d_seekoff;
    uint16_t d_reclen, d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
DIR *opendir(const char *);
struct TAG(dirent) *readdir(DIR *);
int closedir(DIR *);
int dirfd(DIR *);

/* signal.h */
#define NSIG 32
#define SIG_SETMASK 3
#define SIG_DFL ((void (*)(int))0)
STRUCT(sigaction) {
    union {
        void (*__sa_handler)(int);
    } __sigaction_u;
    sigset_t sa_mask;
    int sa_flags;
};
#define sa_handler __sigaction_u.__sa_handler
void (*signal(int, void (*)(int)))(int);
int sigaction(int, const struct TAG(sigaction) *, struct TAG(sigaction) *);
int sigemptyset(sigset_t *);
int sigprocmask(int, const sigset_t *, sigset_t *);

/* sys/resource.h */
STRUCT(timeval) {
    time_t tv_sec;
    suseconds_t tv_usec;
};
STRUCT(rlimit) {
    rlim_t rlim_cur, rlim_max;
};
STRUCT(rusage) {
    struct TAG(timeval) ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals,
        ru_nvcsw, ru_nivcsw;
};
#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_AS 5
#define RLIMIT_NOFILE 8
#define RUSAGE_SELF 0
int getrlimit(int, struct TAG(rlimit) *);
int setrlimit(int, const struct TAG(rlimit) *);
int getrusage(int, struct TAG(rusage) *);

/* sys/socket.h */
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
int setsockopt(int, int, int, const void *, socklen_t);

/* dlfcn.h */
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4
void *dlopen(const char *, int);
void *dlsym(void *, const char *);

#endif
