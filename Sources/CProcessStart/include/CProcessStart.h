#ifndef C_PROCESS_START_H
#define C_PROCESS_START_H

/* The arguments of this process, beginning with the program's name; 0 arguments if the C library does not provide them.
 *
 * Swift's CommandLine searches the stack for them, at an address from /proc/self/maps. It fails if that file can't be
 * read, or if a preloaded library interferes. */
int glossport_argument_count(void);
const char *glossport_argument(int index);

/* Whether processes can see their own threads: 0 on Linux without /proc. There, Swift's Dispatch ends the process
 * within about a second. */
int glossport_has_processes(void);

#endif
