#!/usr/bin/env python3
"""Many apps, two supervisors, one PostgreSQL: what a fleet costs the database, and how that grows.

    fleet.py --binaries FOLDER [--apps N] [--messages N] [--workers N] [--slots N] [--items-to-come N]

The server is the project's own (Scripts/postgres-cluster), with commits that reach the disk; the emulator has no limits. Figures are per upload,
so that they can be compared with those of another size; the table of sizes says what many items will need.
"""
import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Torture"))
from rig import Case, Commands, bare_environment, die_with_parent  # noqa: E402
from shared import free_port  # noqa: E402


class Server:
    def __init__(self, folder):
        self.port = free_port()
        self.process = subprocess.Popen(
            [ROOT / "Scripts/postgres-cluster", folder, str(self.port), str(free_port()), "fsync=on",
             "shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=all"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise SystemExit("There is no PostgreSQL: make prepare-tests installs it.")
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.most, self.is_over = 0, False

    def ask(self, sql):
        call = subprocess.run(["psql", "--no-psqlrc", "-qAt", "-F", "\t", self.url, "-c", sql], capture_output=True, text=True, check=True)
        return [line.split("\t") for line in call.stdout.splitlines()]

    def number(self, sql):
        return float(self.ask(sql)[0][0])

    def count_connections(self):
        def count():
            while not self.is_over:
                self.most = max(self.most, int(self.number(
                    "SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend'")))
                time.sleep(1)

        threading.Thread(target=count, daemon=True).start()

    def work(self):
        """Transactions, and statements but for what begins and ends them."""
        return (self.number("SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'"),
                self.number("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query !~ '^(BEGIN|COMMIT|ROLLBACK|SET)'"))

    def stop(self):
        self.is_over = True
        self.process.stdin.close()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--apps", type=int, default=5_000)
    parser.add_argument("--messages", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--slots", type=int, default=4)
    parser.add_argument("--items-to-come", type=int, default=20_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        Path(folder).chmod(0o755)
        server = Server(f"{folder}/server")
        try:
            measure(options, Path(folder), server)
        finally:
            server.stop()
    return 0


def measure(options, folder, server):
    case = Case(Commands(options.binaries, folder), folder / "case", "--rate-profile", "none")
    apps = [case.app(f"app{number:05}", options.messages) for number in range(options.apps)]

    def command(*arguments):
        return [case.commands.glossport, *arguments, "--journal", server.url]

    def call(*arguments):
        started = time.time()
        subprocess.run(command(*arguments), cwd=case.folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        return time.time() - started

    environment = bare_environment() | {"HOME": str(case.folder)}
    call("fleet", "migrate", "--project", apps[0])
    server.ask("CREATE EXTENSION pg_stat_statements")
    submitted = call("fleet", "submit", *apps)
    server.count_connections()
    before, started = server.work(), time.time()
    workers = [
        subprocess.Popen(command("work", "--once", "--apps", "com.example.*/glossport.yaml", "--slots", str(options.slots), "-o", "jsonl",
                                 "--endpoint", case.emulator.url),
                         cwd=case.folder, env=environment, stdin=subprocess.DEVNULL, stdout=open(case.folder / f"work-{n}.jsonl", "w"),
                         stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        for n in range(options.workers)]
    codes = [worker.wait() for worker in workers]
    seconds, after = time.time() - started, server.work()
    status = call("fleet", "status")
    case.emulator.stop()
    shares = [sum('"event":"started"' in line for line in open(case.folder / f"work-{n}.jsonl")) for n in range(options.workers)]
    uploads = sum(b'"endpoint":"uploadMessage"' in line for line in open(case.folder / "requests.jsonl", "rb"))
    transactions, statements = after[0] - before[0], after[1] - before[1]
    print(f"{options.apps:,} apps of {options.messages} messages, {options.workers} supervisors of {options.slots} slots, exit codes {codes}")
    print(f"submitted in {submitted:.1f} s; done in {seconds:.0f} s: {options.apps / seconds:.1f} apps and {uploads / seconds:.0f} uploads a second; "
          f"`fleet status` takes {status:.1f} s")
    print(f"{uploads:,} uploads in {sum(shares):,} turns ({', '.join(f'{s:,}' for s in shares)}), {server.most} connections at most")
    print(f"per upload: {transactions / uploads:.2f} transactions, {statements / uploads:.2f} statements; per turn: "
          f"{transactions / sum(shares):.1f} and {statements / sum(shares):.1f}")
    rows = server.ask("SELECT relname, pg_total_relation_size(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace "
                      "WHERE nspname = 'glossport' AND relkind = 'r' ORDER BY 2 DESC")
    items = server.number("SELECT count(*) FROM glossport.item")
    total = 0
    for name, size in rows:
        total += int(size)
        if int(size) / items >= 1:
            print(f"  {name:16} {int(server.number(f'SELECT count(*) FROM glossport.{name}')):>10,} rows {int(size) / items:>8,.0f} bytes an item")
    print(f"  together {total / items:,.0f} bytes an item; {options.items_to_come:,} items: {total / items * options.items_to_come / 2**30:,.0f} GiB, "
          f"{options.items_to_come / (uploads / seconds) / 3600:,.0f} h at this pace")


if __name__ == "__main__":
    sys.exit(main())
