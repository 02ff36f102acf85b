#!/usr/bin/python3 -I
"""Runs a command as on a kernel without Landlock: `without-landlock.py COMMAND [ARGUMENT]...`.

A seccomp filter makes landlock_create_ruleset fail with ENOSYS, as on such a kernel. With `--seccomp` before the command,
seccomp is missing instead. The product itself has no switch for either, because it would be a back door.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
RET_ALLOW, RET_ERRNO = 0x7FFF0000, 0x00050000
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
CREATE_RULESET = 444
SECCOMP = {"x86_64": 317, "aarch64": 277}


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]


def refuse(call: int) -> None:
    code = b"".join(
        struct.pack("=HBBI", *instruction)
        for instruction in [
            (LOAD, 0, 0, 0),  # the call's number
            (JUMP_IF_EQUAL, 0, 1, call),
            (RETURN, 0, 0, RET_ERRNO | errno.ENOSYS),
            (RETURN, 0, 0, RET_ALLOW),
        ]
    )
    buffer = ctypes.create_string_buffer(code)
    program = Program(len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in [(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)]:
        if libc.prctl(*arguments) != 0:
            sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")


command = sys.argv[1:]
if command[:1] == ["--seccomp"]:
    command = command[1:]
    refuse(SECCOMP[platform.machine()])
else:
    refuse(CREATE_RULESET)
os.execvp(command[0], command)
