#ifndef C_PROCESS_START_H
#define C_PROCESS_START_H

/* The arguments of this process, the program's name first; their number is 0 where the C library does not pass them on.
 *
 * Swift's CommandLine looks for them on the stack, and finds their address in /proc/self/maps. It finds none where that cannot be read, or
 * where a preloaded library is in the way. */
int glossport_argument_count(void);
const char *glossport_argument(int index);

/* Whether the system shows processes their own threads: 0 on a Linux without /proc. Within a second or so, Swift's Dispatch ends a process that
 * finds none there. */
int glossport_has_processes(void);

#endif
