"""Journals in PostgreSQL for torture.py: a killed server, a cut network, a standby that takes over."""
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from rig import Case, bare_environment, die_with_parent


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A PostgreSQL server that can be killed and restarted."""

    BIN = sorted(Path("/usr/lib/postgresql").glob("*/bin"))

    def __init__(self, folder, origin=None, settings=()):
        """`origin` is the primary if this is a standby; `settings` follow the usual ones."""
        if not self.BIN:
            raise SystemExit("There is no PostgreSQL on this machine: run make prepare-tests.")
        self.folder, self.port, self.settings = Path(folder), free_port(), settings
        self.folder.mkdir()
        # The server never runs as root; any user may read its folder.
        self.is_root = os.getuid() == 0
        if self.is_root:
            shutil.chown(self.folder, "postgres", "postgres")
        for parent in self.folder.parents:
            if str(parent).startswith("/tmp/"):
                parent.chmod(parent.stat().st_mode | 0o011)
        data = self.folder / "data"
        if origin is None:
            self.call("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        else:
            self.call("pg_basebackup", "-h", "127.0.0.1", "-p", origin.port, "-U", "postgres", "-D", data, "-R", "-X", "stream",
                      "--no-sync", "-c", "fast")
        self.process = None
        self.start()

    def command(self, name, *arguments):
        wrapper = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if self.is_root else []
        return [*wrapper, str(self.BIN[-1] / name), *map(str, arguments)]

    def call(self, name, *arguments):
        subprocess.run(self.command(name, *arguments), check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE)

    def start(self):
        log = open(self.folder / "server.log", "a")
        settings = ["fsync=off", "max_connections=300", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}",
                    f"port={self.port}", "hot_standby=on", *self.settings]
        self.process = subprocess.Popen(
            self.command("postgres", "-D", self.folder / "data", *(part for setting in settings for part in ("-c", setting))),
            cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        for _ in range(600):
            if subprocess.run(self.command("pg_isready", "-q", "-h", "127.0.0.1", "-p", self.port), cwd="/").returncode == 0:
                return
            time.sleep(0.05)
        raise SystemExit(f"The server did not start: {(self.folder / 'server.log').read_text()[-500:]}")

    def kill(self):
        """As in a power cut: nothing ends in order."""
        # A stopped server starts no more children. Each child has its own session, and blocks the folder while it runs.
        self.process.send_signal(signal.SIGSTOP)
        children = subprocess.run(["ps", "--ppid", str(self.process.pid), "-o", "pid="], capture_output=True, text=True).stdout.split()
        for process in [self.process.pid, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        for _ in range(500):
            if not any(Path("/proc", child).exists() for child in children):
                break
            time.sleep(0.01)

    def sql(self, text, database="postgres"):
        return subprocess.run(
            ["psql", "-qAtX", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-v", "ON_ERROR_STOP=1", "-c", text],
            check=True, cwd="/", capture_output=True, text=True).stdout.strip()


class Cut:
    """A connection to the server that can be cut: it then drops all data silently."""

    def __init__(self, port):
        self.target, self.port, self.is_cut = port, free_port(), threading.Event()
        listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        threading.Thread(target=self.listen, args=(listener,), daemon=True).start()

    def listen(self, listener):
        while True:
            client, _ = listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, one, other):
        swallowed = False
        try:
            while data := one.recv(1 << 16):
                # A connection that lost data is useless, but its ends do not notice.
                swallowed = swallowed or self.is_cut.is_set()
                if not swallowed:
                    other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class SharedCase(Case):
    """A case with a journal in PostgreSQL; at the end a copy of the journal is judged."""

    JOURNAL = "journal/j.sqlite"

    def __init__(self, commands, folder, server, *flags, url=None, lease=4, **description):
        super().__init__(commands, folder, *flags, sharedDestination=True, **description)
        self.server = server
        self.database = f"t{random.randrange(1 << 60):x}"
        server.sql(f"CREATE DATABASE {self.database}")
        place = url or f"127.0.0.1:{server.port}"
        self.url = f"postgres://postgres@{place}/{self.database}?lease={lease}s"
        self.migrate()

    def place(self, journal):
        return self.url

    def call(self, *arguments):
        return subprocess.run([self.commands.glossport, *arguments], cwd=self.folder, env=bare_environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, preexec_fn=die_with_parent)

    def migrate(self):
        (self.folder / "glossport.yaml").write_text(f"app: com.example.none\ndeliveries: []\njournal: {self.url}\n")
        made = self.call("journal", "create")
        if made.returncode:
            raise SystemExit(f"The schema can't be created: {made.stderr}")

    def run(self, app, journal, arguments=(), **options):
        return super().run(app, journal, arguments=[*arguments, "--wait-for-lock", "60s"], **options)

    def close(self):
        super().close()
        for journal in self.journals:
            copied = self.call("journal", "copy", str(self.folder / journal))
            if copied.returncode:
                raise SystemExit(f"The journal can't be copied: {copied.stderr}")


class LeaseWatch:
    """Records with a trigger, by the server's clock, which process took over which destination."""

    def __init__(self, place, lease):
        """`place` is the database's URL, for psql; `lease` is in seconds."""
        self.place, self.lease = place, lease

    def sql(self, text):
        return subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", self.place, "-c", text], check=True, cwd="/",
                              capture_output=True, text=True).stdout.strip()

    def install(self):
        """Needs the schema."""
        self.sql("""
            CREATE TABLE public.taking (
                number bigserial, destination bigint, before text, after text, lease_until timestamptz,
                at timestamptz DEFAULT clock_timestamp()
            );
            CREATE FUNCTION public.note_taking() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.taking (destination, before, after, lease_until)
                VALUES (NEW.number, OLD.claim, NEW.claim, OLD.lease_until);
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_taking AFTER UPDATE ON glossport.destination FOR EACH ROW
                WHEN (OLD.claim IS DISTINCT FROM NEW.claim) EXECUTE FUNCTION public.note_taking()""")

    def grants(self):
        return int(self.sql("SELECT count(*) FROM public.taking WHERE after IS NOT NULL"))

    def takeovers(self):
        """The seconds from the last renewal of each replaced holder to its replacement."""
        rows = self.sql(f"""SELECT extract(epoch FROM at - lease_until) + {self.lease} FROM public.taking
                            WHERE before IS NOT NULL AND after IS NOT NULL ORDER BY number""")
        return [float(row) for row in rows.split()]

    def figures(self):
        """The numbers of holders and takeovers, with the median and the longest delay in seconds."""
        taken = sorted(self.takeovers())
        return {"grants": self.grants(), "takeovers": len(taken)} | (
            {"takeover p50 s": round(taken[len(taken) // 2], 1), "p99 s": round(taken[len(taken) * 99 // 100], 1),
             "greatest s": round(taken[-1], 1)} if taken else {})

    def early(self):
        return int(self.sql("SELECT count(*) FROM public.taking WHERE before IS NOT NULL AND after IS NOT NULL AND at <= lease_until"))

    def late_writes(self):
        """Attempts by a run after those of a later run: failures of the fence."""
        return int(self.sql("""
            SELECT count(*) FROM (
                SELECT run, lag(run) OVER (PARTITION BY app, environment ORDER BY number) AS before FROM glossport.attempt
            ) AS x WHERE run < before"""))
