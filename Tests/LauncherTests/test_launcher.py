"""Tries to break out of CReaderLauncher. Run it on Linux: `python3 -m unittest test_launcher` in this folder.

The launcher is compiled with `cc` (or $CC) into a temporary folder; each test runs a small program in it.
"""

import ctypes
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.environ.get("LAUNCHER_SOURCES", os.path.join(HERE, "..", "..", "Sources", "CReaderLauncher"))
PYTHON = "/usr/bin/python3"
NODE = "/usr/bin/node"
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/nonexistent",
    "TMPDIR": "/nonexistent",
    "GLOSSPORT_PROTOCOL": "1",
}
# Arguments: memory limit, CPU time limit, parent PID and command.
MAIN = """
#include "CReaderLauncher.h"
#include <stdlib.h>
int main(int c, char **v) { return c < 5 ? 1 : glossport_launch_reader(v + 4, strtoull(v[1], 0, 10), strtoull(v[2], 0, 10), atoi(v[3])); }
"""

# The common beginning of each program. `tell` prints the result of a call: "EPERM", "EACCES" or its value.
PROLOGUE = """#!/usr/bin/python3 -I
import ctypes, errno, os, resource, signal, socket, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0: raise OSError(ctypes.get_errno(), "")
    return result
def tell(name, action):
    try: result = action()
    except MemoryError: result = "MemoryError"
    except OSError as error: result = errno.errorcode.get(error.errno, str(error))
    print(name, result, flush=True)
"""


@unittest.skipUnless(sys.platform == "linux", "The sandbox is Linux's.")
class LauncherTests(unittest.TestCase):
    landlock = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.mkdtemp(prefix="launcher-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.plugin = os.path.join(cls.folder, "plugin")
        os.mkdir(cls.plugin)
        main = os.path.join(cls.folder, "main.c")
        cls.write(main, MAIN)
        cls.launcher = os.path.join(cls.folder, "glossport")
        sources = [cls.source(name) for name in sorted(os.listdir(SOURCES)) if name.endswith(".c")]
        flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-I", SOURCES, "-I", os.path.join(SOURCES, "include")]
        subprocess.run([os.environ.get("CC", "cc"), *flags, main, *sources, "-o", cls.launcher], check=True)
        cls.secret = os.path.join(cls.folder, "secret")
        cls.write(cls.secret, "canary")

    @classmethod
    def source(cls, name: str) -> str:
        """The path of a source file, or of a copy limited to the Landlock ABI version in `landlock`."""
        path = os.path.join(SOURCES, name)
        with open(path) as file:
            text = file.read()
        if name != "Landlock.c" or cls.landlock is None:
            return path
        there = "return abi > 0 ? (int)abi : 0;"
        assert text.count(there) == 1
        return cls.write(os.path.join(cls.folder, name), text.replace(there, f"return abi > 0 ? {cls.landlock} : 0;"))

    @staticmethod
    def write(path: str, text: str, mode: int = 0o644) -> str:
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def flags(self, memory: int = 512 << 20, cpu: int = 60) -> list:
        return [self.launcher, str(memory), str(cpu), str(os.getpid())]

    def launch(self, command: list, stdin: bytes = b"", wrapper: list = (), **options) -> subprocess.CompletedProcess:
        return subprocess.run([*wrapper, *self.flags(**options), *command], input=stdin, capture_output=True, env=ENVIRONMENT, timeout=60)

    def script(self, text: str) -> str:
        return self.write(os.path.join(self.plugin, "program"), PROLOGUE + textwrap.dedent(text), 0o755)

    def python(self, text: str, **options) -> dict:
        """The results that the program printed, by name."""
        result = self.launch([self.script(text)], **options)
        self.assertEqual((result.returncode, result.stderr.decode()), (0, ""))
        return dict(line.split(" ", 1) for line in result.stdout.decode().splitlines())

    # Required behavior

    def test_python_reads_its_input(self) -> None:
        results = self.python("tell('read', lambda: len(sys.stdin.buffer.read()))", stdin=b"x" * 100_000)
        self.assertEqual(results, {"read": "100000"})

    @unittest.skipUnless(os.path.exists(NODE), "Node is not installed.")
    def test_node_reads_its_input(self) -> None:
        program = "let n = 0; process.stdin.on('data', d => n += d.length).on('end', () => console.log(n))"
        result = self.launch([NODE, "-e", program], stdin=b"x" * 100_000)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"100000\n", b""))

    @unittest.skipUnless(os.path.exists(NODE), "Node is not installed.")
    def test_node_has_threads(self) -> None:
        program = "const {Worker} = require('worker_threads'); new Worker('1', {eval: true}).on('exit', c => console.log(c))"
        result = self.launch([NODE, "-e", program])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"0\n", b""))

    def test_the_executable_runs_through_its_first_line(self) -> None:
        for first in ["#!/usr/bin/python3 -I", "#! /usr/bin/env python3"]:
            path = self.write(os.path.join(self.plugin, "first"), first + "\nimport sys; print(sys.argv[1:])\n", 0o755)
            result = self.launch([path, "read"])
            self.assertEqual((result.returncode, result.stdout), (0, b"['read']\n"), result.stderr)

    def test_threads_work(self) -> None:
        results = self.python("""
            numbers = []
            threads = [threading.Thread(target=numbers.append, args=(n,)) for n in range(20)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            tell('sum', lambda: sum(numbers))
        """)
        self.assertEqual(results, {"sum": "190"})

    def test_a_bug_can_abort(self) -> None:
        result = self.launch([self.script("os.abort()")])
        self.assertEqual(result.returncode, -signal.SIGABRT)

    # The process

    def test_it_leads_a_group_and_a_session_of_its_own(self) -> None:
        text = "print(os.getpid() == os.getpgid(0) == os.getsid(0), os.getcwd(), oct(os.umask(0)), sorted(os.environ))"
        result = self.launch([self.script(text)])
        self.assertEqual(result.stdout.decode(), f"True / 0o77 {sorted(ENVIRONMENT)}\n", result.stderr)

    def test_it_inherits_no_file(self) -> None:
        file = os.open(self.secret, os.O_RDONLY)
        self.addCleanup(os.close, file)
        os.set_inheritable(file, True)
        text = f"tell('open', lambda: [f for f in range(3, 64) if not libc.fcntl(f, 1) == -1])\ntell('read', lambda: os.read({file}, 9))"
        command = [*self.flags(), self.script(text)]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=ENVIRONMENT, close_fds=False)
        self.assertEqual(result.stdout, b"open []\nread EBADF\n", result.stderr)

    def test_signals_are_as_new(self) -> None:
        def spoil() -> None:
            for number in (signal.SIGPIPE, signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGUSR1])

        command = [*self.flags(), "/usr/bin/sh", "-c", "kill -TERM $$; echo alive"]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=ENVIRONMENT, preexec_fn=spoil)
        self.assertEqual((result.returncode, result.stdout), (-signal.SIGTERM, b""), result.stderr)

    def test_it_dies_with_glossport(self) -> None:
        # A host that starts the plugin, prints its PID and is killed.
        path = self.script("""
            ignored = [signal.signal(n, signal.SIG_IGN) for n in range(1, 32) if n not in (9, 19)]
            tell('cleared', lambda: libc.prctl(1, 0, 0, 0, 0) or 'really')
            time.sleep(60)
        """)
        host = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(f"""
                import os, subprocess
                flags = {self.flags()[:3]!r} + [str(os.getpid())]
                child = subprocess.Popen([*flags, {path!r}], stdin=subprocess.PIPE)
                print(child.pid, flush=True)
                child.wait()
            """)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        plugin = int(host.stdout.readline())
        self.assertEqual(host.stdout.readline(), b"cleared -1\n")
        host.kill()
        host.wait()
        host.stdout.close(), host.stderr.close()
        deadline = time.monotonic() + 1
        while self.is_running(plugin) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(self.is_running(plugin))

    @staticmethod
    def is_running(number: int) -> bool:
        try:
            with open(f"/proc/{number}/stat") as file:
                return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
        except FileNotFoundError:
            return False

    def test_it_does_not_start_without_glossport(self) -> None:
        result = subprocess.run([*self.flags()[:3], "1", PYTHON], stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(result.returncode, 125)
        self.assertEqual(result.stderr, b"glossport: Glossport ended before the plugin was started.\n")

    # Files

    def test_nothing_outside_can_be_read(self) -> None:
        paths = [
            self.secret, os.path.abspath(__file__), "/etc/passwd", "/etc/shadow", "/etc/hostname", "/root", "/tmp", "/", "/home",
            "/proc", "/proc/1/environ", f"/proc/{os.getpid()}/environ", "/proc/self/environ", "/proc/self/status", "/proc/self/cmdline", "/proc/self/mem",
            f"/proc/{os.getpid()}/fd/0", "/proc/self/root/etc/passwd", "/sys", "/dev", "/dev/zero", "/dev/tty", "/run", "/var",
            os.path.join(self.plugin, "..", "secret"),
        ]
        link = os.path.join(self.plugin, "link")
        if not os.path.lexists(link):
            os.symlink(self.secret, link)
        paths.append(link)
        results = self.python(f"for path in {paths!r}: tell(path, lambda: os.close(os.open(path, os.O_RDONLY)))")
        for path, result in results.items():
            expected = {"EACCES", "ENOENT"} if not os.path.exists(path) else {"EACCES", "ENXIO"} if path == "/dev/tty" else {"EACCES"}
            self.assertIn(result, expected, path)
        self.assertEqual(len(results), len(paths))

    def test_what_is_needed_can_be_read(self) -> None:
        paths = ["/usr", "/usr/bin/env", "/lib", "/bin/sh", "/etc/ld.so.cache", "/dev/urandom", "/dev/null", os.path.join(self.plugin, "program")]
        results = self.python(f"for path in {paths!r}: tell(path, lambda: os.close(os.open(path, os.O_RDONLY)))")
        self.assertEqual(results, dict.fromkeys(paths, "None"))

    def test_a_plugin_can_read_its_own_map_of_memory_only(self) -> None:
        """Swift needs it to find its arguments."""
        text = f"""
            tell('own', lambda: '[stack]' in open('/proc/self/maps').read())
            tell('parent', lambda: open('/proc/{os.getpid()}/maps').read())
            tell('init', lambda: open('/proc/1/maps').read())
        """
        self.assertEqual(self.python(text), {"own": "True", "parent": "EACCES", "init": "EACCES"})

    def test_nothing_can_be_written(self) -> None:
        own = self.script("")
        results = self.python(f"""
            own, folder, secret = {own!r}, {self.plugin!r}, {self.secret!r}
            os.umask(0)
            tell('create', lambda: os.open(folder + '/new', os.O_CREAT | os.O_WRONLY))
            tell('create-tmp', lambda: os.open('/tmp/glossport-new', os.O_CREAT | os.O_WRONLY))
            tell('create-shm', lambda: os.open('/dev/shm/glossport-new', os.O_CREAT | os.O_WRONLY))
            tell('unnamed', lambda: os.open('/tmp', os.O_TMPFILE | os.O_RDWR))
            tell('open', lambda: os.open(own, os.O_WRONLY))
            tell('append', lambda: os.open(own, os.O_WRONLY | os.O_APPEND))
            tell('truncate-open', lambda: os.open(own, os.O_RDONLY | os.O_TRUNC))
            tell('truncate-mode-3', lambda: os.open(own, 3 | os.O_TRUNC))
            tell('truncate-secret', lambda: os.open(secret, 3 | os.O_TRUNC))
            tell('open-2', lambda: call(437, -100, own.encode(), struct.pack('QQQ', os.O_TRUNC, 0, 0), 24))
            tell('truncate', lambda: os.truncate(own, 0))
            tell('remove', lambda: os.remove(own))
            tell('rename', lambda: os.rename(own, own + '2'))
            tell('link', lambda: os.link(own, own + '2'))
            tell('link-out', lambda: os.link(own, '/tmp/glossport-new'))
            tell('symlink', lambda: os.symlink(own, own + '2'))
            tell('folder', lambda: os.mkdir(folder + '/new'))
            tell('fifo', lambda: os.mkfifo(folder + '/new'))
            tell('chmod', lambda: os.chmod(own, 0o777))
            tell('chmod-secret', lambda: os.chmod(secret, 0o777))
            tell('fchmod', lambda: os.fchmod(os.open(own, os.O_RDONLY), 0o777))
            tell('fchmodat2', lambda: call(452, -100, own.encode(), 0o777, 0))
            tell('chown', lambda: os.chown(secret, os.getuid(), os.getgid()))
            tell('times', lambda: os.utime(secret))
            tell('attribute', lambda: os.setxattr(secret, 'user.x', b'1'))
            tell('read-attribute', lambda: os.getxattr(secret, 'user.x'))
            tell('list-attributes', lambda: os.listxattr(secret))
            tell('flags', lambda: __import__('fcntl').ioctl(os.open(own, os.O_RDONLY), 0x40086602, struct.pack('l', 0x80)))
            tell('null', lambda: os.write(os.open('/dev/null', os.O_WRONLY | os.O_TRUNC), b'x'))
        """)
        self.assertEqual(results.pop("null"), "1")
        self.assertEqual(results.pop("flags"), "ENOTTY")
        self.assertEqual(results.pop("open-2"), "ENOSYS")
        self.assertEqual(set(results.values()), {"EACCES", "EPERM"}, results)
        self.assertEqual(len(results), 26)
        with open(own) as program, open(self.secret) as secret:
            self.assertIn("tell('null'", program.read())
            self.assertEqual(secret.read(), "canary")
        self.assertEqual(stat.S_IMODE(os.stat(self.secret).st_mode), 0o644)

    # Network and other processes

    def test_there_are_no_sockets(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        abstract = socket.socket(socket.AF_UNIX)
        self.addCleanup(abstract.close)
        name = f"\0glossport-{os.getpid()}"
        abstract.bind(name)
        abstract.listen()
        text = f"""
            tell('tcp', lambda: socket.create_connection(('127.0.0.1', {listener.getsockname()[1]})))
            for family in range(0, 46):
                for kind in (1, 2, 3, 5): tell(f'{{family}}-{{kind}}', lambda: socket.socket(family, kind))
            tell('pair', lambda: socket.socketpair())
            tell('datagrams', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
            tell('io_uring', lambda: call(425, 8, ctypes.create_string_buffer(256)))
        """
        self.assertEqual(set(self.python(text).values()), {"EPERM"})

    def test_landlock_alone_keeps_sockets_and_signals_in(self) -> None:
        """Landlock must refuse sockets and signals even without the system call filter."""
        if self.landlock or ctypes.CDLL(None).syscall(444, None, 0, 1) < 6:
            self.skipTest("This kernel's Landlock has no scopes.")
        main = os.path.join(self.folder, "landlock-only.c")
        self.write(main, """
            #include "Launcher.h"
            #include <sys/prctl.h>
            #include <unistd.h>
            int refuse(const char *format, ...) { (void)format; return 125; }
            int main(int c, char **v) {
                prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                return confine_files(v[1]) || execv(v[1], v + 1) || c;
            }
        """)
        program = os.path.join(self.folder, "landlock-only")
        subprocess.run(
            [os.environ.get("CC", "cc"), "-I", SOURCES, "-I", os.path.join(SOURCES, "include"), main,
             os.path.join(SOURCES, "Landlock.c"), "-o", program], check=True,
        )
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        abstract = socket.socket(socket.AF_UNIX)
        self.addCleanup(abstract.close)
        name = f"\0glossport-{os.getpid()}"
        abstract.bind(name)
        abstract.listen()
        path = self.script(f"""
            tell('tcp', lambda: socket.create_connection(('127.0.0.1', {listener.getsockname()[1]})))
            tell('bind', lambda: socket.socket().bind(('127.0.0.1', 0)))
            tell('abstract', lambda: socket.socket(socket.AF_UNIX).connect({name!r}))
            tell('signal', lambda: os.kill({os.getpid()}, 0))
            tell('self', lambda: os.kill(os.getpid(), 0))
        """)
        result = subprocess.run([program, path], capture_output=True, env=ENVIRONMENT)
        self.assertEqual(
            result.stdout.decode().split("\n")[:-1],
            ["tcp EACCES", "bind EACCES", "abstract EPERM", "signal EPERM", "self None"], result.stderr,
        )

    def test_no_process_is_started(self) -> None:
        results = self.python("""
            tell('fork', os.fork)
            tell('spawn', lambda: os.posix_spawn('/usr/bin/true', ['true'], {}))
            tell('run', lambda: subprocess.run(['/usr/bin/true']))
            tell('shell', lambda: libc.system(b'true') or 'started')
            tell('vfork', lambda: call(58) if os.uname().machine == 'x86_64' else call(220, 17, 0, 0, 0, 0))
            tell('clone3', lambda: call(435, ctypes.create_string_buffer(88), 88))
            tell('unshare', lambda: call({'x86_64': 272, 'aarch64': 97}[os.uname().machine], 0x10000000))
        """)
        self.assertEqual(results.pop("clone3"), "ENOSYS")
        self.assertEqual(results.pop("shell"), str(127 << 8))
        self.assertEqual(set(results.values()), {"EPERM"}, results)

    def test_other_processes_are_out_of_reach(self) -> None:
        machine = {"x86_64": (101, 310, 302), "aarch64": (117, 270, 261)}[os.uname().machine]
        victim = os.getpid()
        results = self.python(f"""
            victim, (ptrace, readv, prlimit) = {victim}, {machine!r}
            tell('kill', lambda: os.kill(victim, 0))
            tell('kill-parent', lambda: os.kill(os.getppid(), signal.SIGTERM))
            tell('kill-group', lambda: os.kill(-{os.getpgid(0)}, 0))
            tell('kill-thread', lambda: call({{'x86_64': 234, 'aarch64': 131}}[os.uname().machine], victim, victim, 0))
            tell('pidfd', lambda: signal.pidfd_send_signal(os.pidfd_open(victim), 0))
            tell('ptrace', lambda: call(ptrace, 16, victim, 0, 0))
            tell('memory', lambda: call(readv, victim, 0, 0, 0, 0, 0))
            tell('limits', lambda: resource.prlimit(victim, resource.RLIMIT_NOFILE, (9, 9)))
            tell('priority', lambda: os.setpriority(os.PRIO_PROCESS, victim, 19))
            tell('environment', lambda: open(f'/proc/{{victim}}/environ').read())
            r, w = os.pipe()
            fcntl = __import__('fcntl')
            def own(): # a signal by way of a pipe
                fcntl.fcntl(r, 10, signal.SIGTERM); fcntl.fcntl(r, fcntl.F_SETOWN, victim)
                fcntl.fcntl(r, fcntl.F_SETFL, fcntl.fcntl(r, fcntl.F_GETFL) | os.O_ASYNC); os.write(w, b'x')
                return 'EPERM' # and we are still here: see the victim
            tell('owner', own)
            tell('shared', lambda: call({{'x86_64': 29, 'aarch64': 194}}[os.uname().machine], 1, 4096, 0o1600))
        """)
        self.assertEqual(results.pop("environment"), "EACCES")
        self.assertEqual(set(results.values()), {"EPERM"}, results)

    def test_privileges_are_gone(self) -> None:
        results = self.python("""
            tell('no-new-privileges', lambda: libc.prctl(39, 0, 0, 0, 0))
            data = (ctypes.c_uint32 * 6)()
            call({'x86_64': 125, 'aarch64': 90}[os.uname().machine], struct.pack('=Ii', 0x20080522, 0), data)
            tell('capabilities', lambda: list(data))
            limit = struct.pack('QQ', 1 << 40, 1 << 40)
            tell('raise', lambda: call({'x86_64': 302, 'aarch64': 261}[os.uname().machine], 0, 2, limit, 0))
            tell('memory-limit', lambda: resource.getrlimit(resource.RLIMIT_DATA))
            tell('mount', lambda: libc.mount(b'none', b'/usr', b'tmpfs', 0, None))
        """) if os.getuid() == 0 else None
        if results is None:
            self.skipTest("Only root has privileges to lose.")
        self.assertEqual(results.pop("no-new-privileges"), "1")
        self.assertEqual(results.pop("capabilities"), str([0] * 6))
        self.assertEqual(results.pop("memory-limit"), str((512 << 20, 512 << 20)))
        self.assertEqual(results, {"raise": "EPERM", "mount": "-1"})

    def test_a_setuid_program_gives_nothing(self) -> None:
        shell = os.path.join(self.plugin, "setuid")
        shutil.copy("/usr/bin/id", shell)
        os.chmod(shell, 0o4755)
        if os.getuid() == 0:
            os.chown(shell, 65534, 65534)
            os.chmod(shell, 0o6755)
        result = self.launch([shell, "-u"])
        self.assertEqual((result.returncode, result.stdout.decode()), (0, f"{os.getuid()}\n"), result.stderr)

    @unittest.skipUnless(os.uname().machine == "x86_64", "x32 is a matter of x86_64.")
    def test_another_architecture_is_killed(self) -> None:
        result = self.launch([self.script("call(0x40000000 + 39)")])
        self.assertEqual(result.returncode, -signal.SIGSYS)
        # `int 0x80` is the system call instruction of i386, where getpid is number 20.
        source = self.write(os.path.join(self.folder, "i386.c"), 'int main(void) { int r; __asm__("int $0x80" : "=a"(r) : "a"(20)); return r < 0; }')
        subprocess.run([os.environ.get("CC", "cc"), source, "-o", os.path.join(self.plugin, "i386")], check=True)
        result = self.launch([os.path.join(self.plugin, "i386")])
        self.assertEqual(result.returncode, -signal.SIGSYS)

    def test_calls_of_the_future_are_unknown(self) -> None:
        self.assertEqual(self.python("tell('call', lambda: call(470))"), {"call": "ENOSYS"})

    # Limits

    def test_memory_is_limited(self) -> None:
        results = self.python("tell('much', lambda: len(bytearray(600 << 20)))\ntell('less', lambda: len(bytearray(100 << 20)))")
        self.assertEqual(results, {"much": "MemoryError", "less": str(100 << 20)})

    def test_memory_can_be_had_in_no_other_way(self) -> None:
        results = self.python("""
            import mmap
            size = 1 << 30
            libc.mmap.restype = ctypes.c_void_p
            def take(flags, protection=3):
                result = libc.mmap(None, ctypes.c_size_t(size), protection, flags, -1, ctypes.c_long(0))
                if result == ctypes.c_void_p(-1).value: raise OSError(ctypes.get_errno(), '')
                return result
            tell('shared', lambda: take(mmap.MAP_SHARED | mmap.MAP_ANONYMOUS))
            tell('stack', lambda: take(mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100))
            tell('private', lambda: take(mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
            reserved = take(mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 0)
            tell('protect', lambda: libc.mprotect(ctypes.c_void_p(reserved), ctypes.c_size_t(size), 3))
            tell('file', lambda: os.memfd_create('x'))
        """)
        self.assertEqual(results, {"shared": "EPERM", "stack": "EPERM", "private": "ENOMEM", "protect": "-1", "file": "EPERM"})

    def test_cpu_is_limited(self) -> None:
        result = self.launch([self.script("while True: pass")], cpu=1)
        self.assertEqual(result.returncode, -signal.SIGXCPU)
        before = time.monotonic()
        deaf = "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
        result = self.launch([self.script(deaf)], cpu=1)
        self.assertEqual(result.returncode, -signal.SIGKILL)
        self.assertGreater(time.monotonic() - before, 5)

    def test_the_other_limits_are_set(self) -> None:
        results = self.python("for n in ('NOFILE', 'FSIZE', 'CORE', 'STACK', 'CPU'): tell(n, lambda: resource.getrlimit(getattr(resource, 'RLIMIT_' + n)))")
        self.assertEqual(results, {"NOFILE": "(64, 64)", "FSIZE": "(0, 0)", "CORE": "(0, 0)", "STACK": f"({8 << 20}, {8 << 20})", "CPU": "(60, 65)"})

    # Missing features

    def test_no_landlock_is_refused(self) -> None:
        wrapper = [os.path.join(HERE, "without-landlock.py")]
        result = self.launch(["/usr/bin/true"], wrapper=wrapper)
        self.assertEqual((result.returncode, result.stdout), (125, b""))
        self.assertEqual(
            result.stderr,
            b"glossport: This kernel has no Landlock, so plugins can't be sandboxed; use Linux 5.13 or newer with Landlock on.\n",
        )

    def test_no_seccomp_is_refused(self) -> None:
        wrapper = [os.path.join(HERE, "without-landlock.py"), "--seccomp"]
        result = self.launch(["/usr/bin/true"], wrapper=wrapper)
        self.assertEqual(result.returncode, 125)
        self.assertIn(b"glossport: This kernel does not filter system calls, so plugins can't be sandboxed", result.stderr)

    # Files that can't be executed

    def fails(self, code: int, sentence: str, text: str = None, mode: int = 0o755, name: str = "plugin", **options) -> None:
        path = os.path.join(self.plugin, name)
        if text is not None:
            self.write(path, text, mode)
        result = self.launch([path], **options)
        self.assertEqual((result.returncode, result.stderr.decode()), (code, f"glossport: {sentence.replace('PATH', path)}\n"))

    def test_failures_to_execute_are_explained(self) -> None:
        self.fails(127, "PATH does not exist, or was built for another system: its loader is missing.", name="missing")
        outside = "PATH can't be executed in the sandbox: is it executable, and is its interpreter below /usr?"
        self.fails(126, outside, "#!/usr/bin/sh\n", 0o644)
        self.fails(127, "The interpreter in the first line of PATH does not exist: /usr/bin/ruby9 -w.", "#!/usr/bin/ruby9 -w\n")
        self.fails(127, "The first line of PATH ends in CR LF; save the file with LF.", "#!/usr/bin/sh\r\n")
        self.fails(
            126, "PATH is neither a program for this machine nor a script whose first line names one after `#!`.", "print(1)\n"
        )
        elsewhere = os.path.join(self.folder, "python")
        shutil.copy("/usr/bin/true", elsewhere)
        self.fails(126, outside, f"#!{elsewhere}\n")


class OldLandlockTests(LauncherTests):
    """The same tests with the Landlock of Linux 5.13; seccomp must close the gaps that it leaves."""

    landlock = 1


if __name__ == "__main__":
    unittest.main()
