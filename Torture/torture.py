#!/usr/bin/env python3
"""Runs imports under crashes, signals, full disks and false answers; check.py judges each of them.

    torture.py PART... [--binaries FOLDER] [--seed N] [--kills N] [--uploads N] [--flips N] [--long-stop] [--jobs N] [--keep FOLDER]

PART  points       a kill at every journal step and every send of an import of 20 items
      pairs        kills at every pair of steps, in an import of 5 items and in the next one
      kills        SIGKILL, SIGTERM, SIGINT, SIGSTOP at random moments, all faults on, 1 to 3 importers and one beside them
      life         a kill at every step of a message's whole life with images, defaults, replacement and deletion
      probe        a kill at every step of `doctor --probe`, and another probe after it, which leave nothing at the service
      checkouts    two checkouts of different age with one journal, a file and one in PostgreSQL, in random order and killed at random
      environment  full disk, read-only folder, few file descriptors, clocks that jump, a spent hour
      flips        one flipped bit in a journal, a thousand times
      shared       a journal in PostgreSQL: importers killed and paused beyond their leases, the server killed, the network cut, and a
                   standby without the last commits that takes over
      short        a few of each, for the tests
      all          all but short
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import check
from flips import Flips
from checkouts import Checkouts
from life import COMMANDS, Life
from probe import Probe
from rig import Case, Commands
from shared import Cut, Server, SharedCase

PROBABLE = [
    "drop-after-commit/uploadMessage=0.02", "reset-before=0.01", "reset-after-commit/uploadMessage=0.02",
    "half-close/uploadMessage=0.005", "go-away=0.01", "commit-late:300ms/uploadMessage=0.01", "500-before=0.01",
    "500-after/uploadMessage=0.02", "401-once=0.0005", "cap/uploadMessage=0.0002", "redirect/uploadMessage=0.0002",
    "unknown-code/uploadMessage=0.0005", "duplicate/uploadMessage=0.02", "delay:50ms/uploadMessage=0.02",
    "delay-before:50ms/uploadMessage=0.02", "slow-drip:1ms=0.01", "429-storm:ms+1s/uploadMessage=0.001",
    "429-storm:s+1s/uploadMessage=0.0005", "429-storm:delta+1s/uploadMessage=0.0005",
    "429-storm:date+1s/uploadMessage=0.0003", "429-storm:past+1s/uploadMessage=0.0003", "list-stale:2s=0.2",
    "list-omit:0.3=0.2", "upper-case-ids=0.1", "truncated-json=0.02", "oversized-json:200000=0.02",
    "429-storm:ms+1s/listMessages=0.02",
]
SCARCE = ["429-storm:junk+1s/uploadMessage=0.0002", "429-storm:missing+1s/uploadMessage=0.0002"]
# For crash points: the faults that leave more in the journal than attempts.
HOSTILE = ["429-storm:ms+1s/uploadMessage=0.03", "429-storm:s+1s/listMessages=0.2", "500-after/uploadMessage=0.1",
           "drop-after-commit/uploadMessage=0.1"]


def faults(rules):
    return [flag for rule in rules for flag in ("--fault", rule)]


class Torture:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.commands = Commands(options.binaries, folder)
        self.verdict = check.Verdict()
        self.counts = Counter()
        self.lock = threading.Lock()

    def judge(self, case):
        case.note_status()
        case.close()
        verdict = check.check(check.Case(case.folder))
        uploads = sum(b'"endpoint":"uploadMessage"' in line for line in open(case.folder / "requests.jsonl", "rb"))
        with self.lock:
            self.verdict.add(verdict)
            self.counts["imports"] += len(case.runs)
            self.counts["uploads"] += uploads
            self.counts["killed"] += sum(run["exit"] == -signal.SIGKILL for run in case.runs)
        for name, text in verdict.wrong[:5]:
            print(f"VIOLATION {name} in {case.folder.name}: {text}", flush=True)
        if verdict.wrong and self.options.keep:
            shutil.copytree(case.folder, Path(self.options.keep) / case.folder.name, dirs_exist_ok=True)
        shutil.rmtree(case.folder)

    def each(self, work, values):
        with ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(work, values))

    # --- crash points

    WAYS = [{"when": "before"}, {"when": "after", "lossy": True}]

    def length(self, items, prepared):
        """The number of steps of an undisturbed import."""
        case = Case(self.commands, self.folder / f"length-{items}", "--rate-profile", "none")
        app = case.app("length", items)
        if prepared:
            case.complete(case.app("first", 1), "journal/j.sqlite")
        process = case.start(app, "journal/j.sqlite", concurrency=1, shim={})
        case.finish(process)
        steps = case.steps(process)
        self.judge(case)
        return steps

    def points(self, items=20, stride=1, rules=()):
        steps = self.length(items, False)
        points = [(way, point) for way in range(2) for point in range(1 + (way and stride // 2), steps + 3, stride)]

        def batch(number):
            case = Case(self.commands, self.folder / f"points-{items}-{number}", "--rate-profile", "none", *faults(rules))
            for way, point in points[number:number + 25]:
                app = case.app(f"p{way}.s{point}", items)
                journal = f"journal-{way}-{point}/j.sqlite"
                case.run(app, journal, concurrency=1, shim={"kill": point} | self.WAYS[way])
                case.complete(app, journal, concurrency=1)
            self.judge(case)

        self.each(batch, range(0, len(points), 25))
        print(f"crash points: {items} items, {steps} steps, {len(points)} deaths", flush=True)

    def pairs(self, items=5, stride=1, first=1, last=None):
        steps = self.length(items, True)
        done = Counter()

        def row(point):
            way = self.WAYS[point % 2]
            case = Case(self.commands, self.folder / f"pairs-{point}", "--rate-profile", "none")
            second = 1
            while True:
                app, journal = case.app(f"p{point}.s{second}", items), f"journal-{second}/j.sqlite"
                shutil.copytree(self.folder / "prepared", (case.folder / journal).parent)
                case.run(app, journal, concurrency=1, shim={"kill": point} | way)
                died = case.run(app, journal, concurrency=1, shim={"kill": second} | self.WAYS[second % 2]) < 0
                case.complete(app, journal, concurrency=1)
                if not died:
                    break
                second += stride
            done["pairs"] += len(case.apps)
            self.judge(case)

        self.prepare()
        self.each(row, range(first, min(steps, last or steps) + 1, stride))
        print(f"pairs of crash points: {items} items, {steps} steps, {done['pairs']} pairs", flush=True)

    def prepare(self):
        """A used journal, so that no pairs are spent on creating its tables."""
        if (self.folder / "prepared").exists():
            return
        case = Case(self.commands, self.folder / "prepared-case", "--rate-profile", "none")
        case.complete(case.app("first", 1), "journal/j.sqlite")
        case.emulator.stop()
        shutil.copytree(case.folder / "journal", self.folder / "prepared")
        shutil.rmtree(case.folder)

    def life(self, stride=1):
        """Dies at every step of every command of a whole life."""
        done = Counter()

        def command(number):
            for way in range(2):
                point = 1 + (way and stride // 2)
                died = True
                while died:
                    life = Life(self.commands, self.folder / f"life-{number}-{way}-{point}")
                    for point in range(point, point + 20 * stride, stride):
                        app, journal = life.app(f"l{number}.{way}.s{point}"), f"journal-{point}/j.sqlite"
                        died = life.live(app, journal, (number, point, self.WAYS[way]))
                        life.check(app, journal)
                        done["deaths"] += died
                        if not died:
                            break
                    point += stride
                    with self.lock:
                        self.counts["imports"] += len(life.case.runs)
                        self.counts["killed"] += sum(run["exit"] == -signal.SIGKILL for run in life.case.runs)
                        self.verdict.wrong += [("life", text) for text in life.wrong]
                    for text in life.wrong[:5]:
                        print(f"VIOLATION of a life: {text}", flush=True)
                    life.close()

        self.each(command, range(len(COMMANDS)))
        print(f"whole lives: {len(COMMANDS)} commands, {done['deaths']} deaths", flush=True)

    def probe(self, stride=1):
        """Dies at every step of a probe; the next one must leave nothing at the service."""
        first = Probe(self.commands, self.folder / "probe-length")
        steps = first.steps()
        first.close()
        done = Counter()

        def report(wrong):
            with self.lock:
                self.verdict.wrong += [("probe", text) for text in wrong]
            for text in wrong[:5]:
                print(f"VIOLATION of a probe: {text}", flush=True)

        def part(number):
            probe = Probe(self.commands, self.folder / f"probe-{number}")
            for point in range(1 + number * stride, steps + 3, 4 * stride):
                died = probe.point(point, self.WAYS[point // stride % 2])
                with self.lock:
                    done["deaths"] += died
                    self.counts["killed"] += died
            with self.lock:
                self.counts["imports"] += len(probe.case.runs)
            report(probe.wrong)
            probe.close()

        report(first.wrong)
        self.each(part, range(4))
        print(f"probes: {steps} steps, {done['deaths']} deaths", flush=True)

    def checkouts(self, runs):
        """Runs this number of commands of an old and a new checkout, with a journal in a file, and then with one in PostgreSQL."""
        server = Server(self.folder / "checkouts-server")
        for place in (None, server):
            life = Checkouts(self.commands, self.folder / f"checkouts-{place is not None}", self.options.seed, place)
            life.live(runs)
            self.counts["imports"] += len(life.case.runs)
            self.counts["killed"] += life.counts["killed"]
            self.verdict.wrong += [("checkouts", text) for text in life.wrong]
            for text in life.wrong[:5]:
                print(f"VIOLATION of two checkouts: {text}", flush=True)
            print(f"checkouts, {'PostgreSQL' if place else 'file'}: {runs} runs, "
                  + ", ".join(f"{n:,} {name}" for name, n in sorted(life.counts.items())), flush=True)
            life.close()
        server.kill()

    # --- random deaths

    def kills(self, kills, uploads, items=900, per_case=14):
        random_case = random.Random(self.options.seed)
        begun, before = time.time(), Counter(self.counts)
        seeds = iter(random_case.randrange(1 << 32) for _ in range(10_000))
        next_seed = threading.Lock()

        def work(_):
            while True:
                with next_seed:
                    done = self.counts - before
                    if done["killed"] >= kills and done["uploads"] >= uploads:
                        return
                    seed = next(seeds)
                self.campaign(seed, items, per_case)
                print(f"  {self.counts['killed']} kills, {self.counts['uploads']:,} uploads, "
                      f"{len(self.verdict.wrong)} violations, {time.time() - begun:.0f} s", flush=True)

        self.each(work, range(self.options.jobs))
        print(f"random deaths: seed {self.options.seed}, {dict(self.counts - before)}, {time.time() - begun:.0f} s", flush=True)

    def campaign(self, seed, items, per_case):
        """Importers that compete for one destination, and one of another destination on the same journal, all killed."""
        rng = random.Random(seed)
        rules = PROBABLE + (SCARCE if rng.random() < 0.1 else [])
        case = Case(self.commands, self.folder / f"kills-{seed}", "--rate-profile", "none", "--seed", seed, *faults(rules))
        contested, other = case.app(f"contested.s{seed}", items), case.app(f"other.s{seed}", items // 3)
        left = [per_case]
        lock = threading.Lock()
        journal = "journal/j.sqlite"

        def importer(app, rng):
            while left[0] > 0:
                with lock:
                    process = case.start(app, journal, concurrency=rng.choice([1, 4, 16, 32, 64]))
                self.disturb(process, rng)
                code = case.finish(process)
                if code == 11:
                    time.sleep(rng.uniform(0, 0.2))
                with lock:
                    left[0] -= code < 0
                if code == 0 or code == 3 and not case.open_items(app, journal):
                    return

        threads = [threading.Thread(target=importer, args=(app, random.Random(rng.randrange(1 << 32))))
                   for app in [contested] * rng.randint(1, 3) + [other]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        case.emulator.post("faults", {"faults": []})
        time.sleep(0.4)  # what is committed late is there by then
        for app in (contested, other):
            case.complete(app, journal)
        self.judge(case)

    def disturb(self, process, rng):
        """Waits a moment, and sends a signal if the import still runs."""
        try:
            process.wait(rng.uniform(0.02, rng.choice([0.1, 0.3, 1.0])))
            return
        except subprocess.TimeoutExpired:
            pass
        kind = rng.random()
        if kind < 0.84:
            process.kill()
        elif kind < 0.94:
            process.send_signal(rng.choice([signal.SIGTERM, signal.SIGINT]))
            if rng.random() < 0.3:
                time.sleep(rng.uniform(0, 0.05))
                process.send_signal(signal.SIGTERM)
            self.counts["asked to stop"] += 1
        else:
            process.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0.2, 2))
            process.send_signal(signal.SIGCONT)
            self.counts["paused"] += 1

    # --- a journal in PostgreSQL

    def shared(self, kills, crashes, cuts, failovers):
        """Runs these numbers of kills of importers and of the server, of network cuts, and of failovers to a lagging standby."""
        server = Server(self.folder / "server")
        for what, count, each in [
            ("importers killed and paused", kills, lambda n: self.fight(server, n, min(40, kills))),
            ("server killed", crashes, lambda n: self.crash(server, n, min(20, crashes))),
            ("network cut", cuts, lambda n: self.cut(server, n, min(5, cuts))),
            ("standby took over", failovers, self.failover),
        ]:
            if not count:
                continue
            begun, done, number = time.time(), 0, 0
            before = Counter(self.counts)
            while done < count:
                done += each(number)
                number += 1
            print(f"{what}: {done} times, {dict(self.counts - before)}, {time.time() - begun:.0f} s", flush=True)
        server.kill()

    def contest(self, case, apps, wreck):
        """Two importers for each app, as on two machines, while `wreck` disturbs them; then all are completed."""
        is_over = threading.Event()
        wanted = len(apps)

        def importer(app, rng):
            while not is_over.is_set():
                with self.lock:
                    process = case.start(app, case.JOURNAL, concurrency=rng.choice([1, 4, 16]), arguments=["--wait-for-lock", "2s"])
                wreck(process, rng)
                code = case.finish(process)
                if code in (11, 1):
                    time.sleep(rng.uniform(0.1, 0.5))
                if code == 0:
                    # Another app, so that there is always work.
                    with self.lock:
                        number = len(case.apps)
                        app = case.app(f"more{number}.s{rng.randrange(1 << 30)}", 40)

        threads = [threading.Thread(target=importer, args=(app, random.Random(rng_seed)))
                   for rng_seed, app in enumerate(apps * 2)]
        for thread in threads:
            thread.start()
        return threads, is_over

    def settle_contest(self, case, threads, is_over):
        is_over.set()
        for thread in threads:
            thread.join()
        case.emulator.post("faults", {"faults": []})
        time.sleep(0.4)
        for app in [entry["app"] for entry in case.apps]:
            case.complete(app, case.JOURNAL)
        self.judge(case)

    def fight(self, server, number, kills):
        rng = random.Random(self.options.seed * 1_000 + number)
        case = SharedCase(self.commands, self.folder / f"fight-{number}", server, "--rate-profile", "none", "--seed", number,
                          *faults(PROBABLE))
        done = Counter()

        def wreck(process, rng):
            try:
                process.wait(rng.uniform(0.1, rng.choice([0.3, 0.6, 1.5])))
                return
            except subprocess.TimeoutExpired:
                pass
            if rng.random() < 0.8:
                process.kill()
            else:
                # Longer or shorter than the lease.
                process.send_signal(signal.SIGSTOP)
                time.sleep(rng.choice([1, 6]))
                process.send_signal(signal.SIGCONT)
                self.counts["paused"] += 1
            done["wrecked"] += 1

        apps = [case.app(f"fight{n}.s{number}", 60) for n in range(3)]
        threads, is_over = self.contest(case, apps, wreck)
        while done["wrecked"] < kills:
            time.sleep(0.2)
        self.settle_contest(case, threads, is_over)
        return done["wrecked"]

    def crash(self, server, number, count):
        rng = random.Random(self.options.seed * 2_000 + number)
        case = SharedCase(self.commands, self.folder / f"crash-{number}", server, "--rate-profile", "none",
                          *faults(["delay:20ms/uploadMessage=0.5"]))
        apps = [case.app(f"crash{n}.s{number}", 150) for n in range(3)]
        threads, is_over = self.contest(case, apps, lambda process, rng: None)
        for _ in range(count):
            time.sleep(rng.uniform(0.2, 2))
            server.kill()
            time.sleep(rng.choice([0, 0.5, 2]))
            server.start()
        self.settle_contest(case, threads, is_over)
        return count

    def cut(self, server, number, count):
        rng = random.Random(self.options.seed * 3_000 + number)
        way = Cut(server.port)
        case = SharedCase(self.commands, self.folder / f"cut-{number}", server, "--rate-profile", "none",
                          *faults(["delay:20ms/uploadMessage=0.5"]), url=f"127.0.0.1:{way.port}")
        apps = [case.app(f"cut{n}.s{number}", 150) for n in range(2)]
        threads, is_over = self.contest(case, apps, lambda process, rng: None)
        for _ in range(count):
            time.sleep(rng.uniform(0.5, 2))
            way.is_cut.set()
            time.sleep(rng.choice([0.5, 3, 8]))
            way.is_cut.clear()
        self.settle_contest(case, threads, is_over)
        return count

    def failover(self, number):
        """A standby without the last commits takes over; the next run must recognize lost uploads."""
        rng = random.Random(self.options.seed * 4_000 + number)
        first = Server(self.folder / f"first-{number}")
        second = Server(self.folder / f"second-{number}", origin=first)
        case = SharedCase(self.commands, self.folder / f"failover-{number}", first, "--rate-profile", "none",
                          *faults(["delay:20ms/uploadMessage=0.5"]), url=f"127.0.0.1:{first.port},127.0.0.1:{second.port}",
                          forgetful=True)
        apps = [case.app(f"failover{n}.s{number}", 150) for n in range(2)]
        threads, is_over = self.contest(case, apps, lambda process, rng: None)
        time.sleep(rng.uniform(0.5, 2))
        # From here on the standby receives nothing.
        second.sql("ALTER SYSTEM SET primary_conninfo = ''")
        second.sql("SELECT pg_reload_conf()")
        time.sleep(rng.uniform(0.2, 1.5))
        first.kill()
        second.sql("SELECT pg_promote()")
        case.server = second
        time.sleep(rng.uniform(0.5, 2))
        self.settle_contest(case, threads, is_over)
        second.kill()
        for server in (first, second):
            shutil.rmtree(server.folder)
        return 1

    # --- environment

    def environment(self, small=False):
        parts = ["full_disk", "read_only", "few_descriptors", "clocks", "spent_hour", "steady", "two_journals", "ten_years"]
        for part in (["long_stop"] if self.options.long_stop else []) + parts:
            started = time.time()
            count = getattr(self, part)(small)
            print(f"{part.replace('_', ' ')}: {count}, {time.time() - started:.0f} s", flush=True)

    def long_stop(self, small):
        """Stops an import for 90 s, like a suspended laptop; another import of the destination runs meanwhile."""
        case = Case(self.commands, self.folder / "long-stop", "--rate-profile", "none", "--fault",
                    "delay:20ms/uploadMessage=1")
        app = case.app("stopped", 300)
        process = case.start(app, "journal/j.sqlite", concurrency=8)
        while case.emulator.state()["requests"] < 100:
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        second = case.run(app, "journal/j.sqlite")
        time.sleep(90)
        process.send_signal(signal.SIGCONT)
        code = case.finish(process)
        self.verdict.look("I11", (second, code) == (11, 0), f"long stop: exit {code}, the second {second}")
        case.complete(app, "journal/j.sqlite")
        self.judge(case)
        return f"exit {code}, the second {second}"

    def full_disk(self, small):
        """A disk of 1 MiB that fills up after increasing numbers of bytes."""
        if os.geteuid() != 0:
            return "skipped: mounting a tmpfs takes root"
        case = Case(self.commands, self.folder / "full-disk", "--rate-profile", "none")
        mount = case.folder / "journal"
        mount.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount], capture_output=True, text=True)
        if mounted.returncode:
            case.emulator.stop()
            return f"skipped: {mounted.stderr.strip()}"
        codes = Counter()
        try:
            for free in range(4, 700, 200 if small else 12):
                app = case.app(f"free{free}", 60)
                journal = f"journal/free{free}/j.sqlite"
                (mount / "ballast").write_bytes(b"")
                room = os.statvfs(mount)
                with open(mount / "ballast", "wb") as ballast:
                    ballast.write(bytes(max(0, room.f_bavail * room.f_frsize - free * 1024)))
                # The log of requests fails with the journal; the run must not depend on it.
                log = ["--log", str(mount / f"free{free}.jsonl")]
                codes[case.run(app, journal, concurrency=4, arguments=log)] += 1
                os.remove(mount / "ballast")
                # Makes room by moving the journal to a larger disk.
                shutil.move(mount / f"free{free}", case.folder / f"free{free}")
                for run in case.runs:
                    run["journal"] = run["journal"].replace("journal/free", "free")
                case.journals = [name.replace("journal/free", "free") for name in case.journals]
                case.complete(app, f"free{free}/j.sqlite")
        finally:
            subprocess.run(["umount", mount], check=False)
        self.judge(case)
        return f"exit codes of the starved imports: {dict(codes)}"

    def read_only(self, small):
        """A folder that can't be written."""
        case = Case(self.commands, self.folder / "read-only", "--rate-profile", "none", "--fault", "delay:20ms=1")
        app = case.app("readonly", 20)
        os.chmod(case.folder, 0o755)
        for path in case.folder.rglob("*"):
            os.chmod(path, 0o755)
        (case.folder / "journal").mkdir()
        os.chmod(case.folder / "journal", 0o555)
        # Root may write even here, so root becomes the user `nobody` for a while, with a key of that user.
        key = case.folder / "AuthKey_2X9R4HXF34.p8"
        os.chmod(key, 0o600)
        if os.geteuid() == 0:
            os.chown(key, 65534, 65534)
            os.chmod(self.folder, 0o755)
            ways = [*self.folder.resolve().parents, *Path(self.commands.glossport).parents]
            closed = [parent for parent in ways if not os.stat(parent).st_mode & 0o001]
            if closed:
                case.emulator.stop()
                return f"skipped: only root gets into {closed[0]}"
        demote = (lambda: os.setuid(65534)) if os.geteuid() == 0 else None
        code = case.run(app, "journal/j.sqlite", preexec=demote)
        sent = len(case.emulator.state()["apps"])
        os.chmod(case.folder / "journal", 0o755)
        os.chown(key, os.geteuid(), os.getegid())
        self.verdict.look("I10", code == 1 and sent == 0, f"read-only folder: exit {code}, {sent} apps heard of")
        case.complete(app, "journal/j.sqlite")
        self.judge(case)
        return f"exit {code}, nothing sent; then completed"

    def few_descriptors(self, small):
        import resource
        case = Case(self.commands, self.folder / "descriptors", "--rate-profile", "none")
        app = case.app("descriptors", 200)
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
        codes = [case.run(app, "journal/j.sqlite", concurrency=64, preexec=limit, arguments=["--max-wait", "1s"])]
        case.complete(app, "journal/j.sqlite")
        self.judge(case)
        return f"exit {codes[0]}, then completed"

    def clocks(self, small):
        """The wall clock is an hour wrong from the start, jumps in the middle, and is right again in the next run."""
        case = Case(self.commands, self.folder / "clocks", "--rate-profile", "none", "--fault",
                    "delay:20ms/uploadMessage=1", clockMoved=True)
        count = 0
        for start, jump in [(3_600, 0), (-3_600, 0), (0, 3_600), (0, -3_600), (3_600, -3_600)][: 2 if small else 5]:
            app, journal = case.app(f"clock{start}.{jump}".replace("-", "m"), 100), f"journal-{start}-{jump}/j.sqlite"
            process = case.start(app, journal, concurrency=8, shim={"clock": start})
            time.sleep(0.15)
            case.set_clock(process, jump or start)
            time.sleep(0.1)
            process.kill()
            case.finish(process)
            case.complete(app, journal)
            count += 1
        self.judge(case)
        # A clock that is set back by an hour does not prolong an import's wait for the service's time.
        case = Case(self.commands, self.folder / "clock-set-back", "--rate-profile", "none", "--fault",
                    "429-storm:ms+2s/uploadMessage@20", "--fault", "delay:5ms/uploadMessage=1", clockMoved=True)
        app = case.app("setback", 40)
        process = case.start(app, "journal/j.sqlite", concurrency=4, shim={})
        while case.emulator.state()["requests"] < 22 and process.poll() is None:
            time.sleep(0.02)
        case.set_clock(process, -3_600)
        code = case.finish(process, timeout=60)
        self.verdict.look("I11", code == 0, f"clock set back: exit {code}")
        self.judge(case)
        return f"{count + 1} imports"

    def spent_hour(self, small):
        """An allowance smaller than the import, with many kills: no hour contains more requests, from all importers together."""
        case = Case(self.commands, self.folder / "spent-hour", "--rate-profile", "none", "--fault",
                    "delay:5ms/uploadMessage=1", "--fault", "500-after/uploadMessage=0.05", budget=60)
        rng = random.Random(self.options.seed)
        app = case.app("spent", 100, complete=False)
        codes = Counter()
        for _ in range(4 if small else 25):
            process = case.start(app, "journal/j.sqlite", concurrency=8, arguments=["--max-wait", "1s"])
            try:
                process.wait(rng.uniform(0.05, 0.25))
            except subprocess.TimeoutExpired:
                process.kill()
            codes[case.finish(process)] += 1
        for _ in range(2):
            codes[case.run(app, "journal/j.sqlite", arguments=["--max-wait", "1s"])] += 1
        self.verdict.look("I11", codes[9] >= 2, f"spent hour: {dict(codes)}")
        self.judge(case)
        return f"exit codes {dict(codes)}"

    def steady(self, small):
        """The steady pace across kills: a restart causes no new burst."""
        # An hour's allowance of 36,000: 360 at once, and then 9.9 a second.
        burst, rate = 360, (36_000 - 360) / 3_600
        case = Case(self.commands, self.folder / "steady", "--rate-profile", "none", budget=36_000, pace="steady",
                    steady={"burst": burst, "perSecond": rate})
        rng = random.Random(self.options.seed)
        app = case.app("steady", 400, complete=not small)
        for _ in range(3 if small else 8):
            process = case.start(app, "journal/j.sqlite")
            try:
                process.wait(rng.uniform(0.1, 0.6))
            except subprocess.TimeoutExpired:
                process.kill()
            case.finish(process)
        if not small:
            case.complete(app, "journal/j.sqlite")
        self.judge(case)
        return "done"

    def two_journals(self, small):
        """Two machines, each with its own journal, import the same texts to the same app: nothing fails, nothing is duplicated."""
        case = Case(self.commands, self.folder / "two-journals", "--rate-profile", "none", *faults(PROBABLE[:8]),
                    sharedDestination=True)
        app = case.app("shared", 100 if small else 600)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda name: case.complete(app, f"{name}/j.sqlite"), ["one", "two"]))
        case.emulator.post("faults", {"faults": []})
        time.sleep(0.4)
        for name in ("one", "two"):
            case.complete(app, f"{name}/j.sqlite")
        self.judge(case)
        return "done"

    def ten_years(self, small):
        """A Retry-After in ten years ends the run cleanly, and the next one sends nothing."""
        case = Case(self.commands, self.folder / "ten-years", "--rate-profile", "none", "--fault",
                    "429-storm:far+1s/uploadMessage@10")
        app = case.app("far", 40, complete=False)
        codes = [case.run(app, "journal/j.sqlite"), case.run(app, "journal/j.sqlite")]
        self.verdict.look("I6", codes == [9, 9], f"ten years: exit {codes}")
        self.judge(case)
        return f"exit {codes}"

    def flips(self, count):
        flips = Flips(self.commands, self.folder / "flips", self.options.seed)
        flips.run(count)
        self.verdict.wrong += [("flips", text) for text in flips.wrong]

    def short(self):
        """A few of everything but flips, with fixed seeds."""
        self.points(items=3, stride=16)
        self.points(items=2, stride=24, rules=HOSTILE)
        self.pairs(items=2, stride=40)
        self.life(stride=60)
        self.probe(stride=300)
        self.kills(6, 0, items=150, per_case=6)
        self.environment(small=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="+", choices=["points", "pairs", "kills", "life", "probe", "checkouts", "environment", "flips", "shared", "short", "all"])
    parser.add_argument("--binaries", default=str(Path(__file__).resolve().parent.parent / ".build/release"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=200, help="checkouts: how many commands, for each place of the journal")
    parser.add_argument("--flips", type=int, default=1_000)
    parser.add_argument("--shared", type=int, nargs=4, default=[1_000, 100, 20, 20], metavar="N",
                        help="shared: how many deaths of importers, of the server, of the network, and take-overs")
    parser.add_argument("--uploads", type=int, default=200_000)
    parser.add_argument("--first", type=int, default=1, help="pairs: the least step to die at in the first import")
    parser.add_argument("--last", type=int, help="pairs: the last one")
    parser.add_argument("--stride", type=int, default=1, help="probe: die at every N-th step")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--long-stop", action="store_true", help="environment: stop an import for 90 s, too")
    parser.add_argument("--keep", help="where cases with violations are kept")
    options = parser.parse_args()
    started = time.time()
    with tempfile.TemporaryDirectory(prefix="glossport-torture-") as folder:
        torture = Torture(options, folder)
        for part in options.parts:
            if part in ("points", "all"):
                torture.points()
                torture.points(items=4, rules=HOSTILE)
            if part in ("pairs", "all"):
                torture.pairs(first=options.first, last=options.last)
            if part in ("life", "all"):
                torture.life()
            if part in ("probe", "all"):
                torture.probe(options.stride)
            if part in ("checkouts", "all"):
                torture.checkouts(options.runs)
            if part in ("kills", "all"):
                torture.kills(options.kills, options.uploads)
            if part in ("environment", "all"):
                torture.environment()
            if part in ("flips", "all"):
                torture.flips(options.flips)
            if part in ("shared", "all"):
                torture.shared(*options.shared)
            if part == "short":
                torture.short()
    print(torture.verdict.table())
    counts = torture.counts
    print(f"{counts['imports']:,} imports, {counts['killed']:,} killed, {counts['uploads']:,} uploads, seed {options.seed}, "
          f"{time.time() - started:.0f} s: {len(torture.verdict.wrong)} violations")
    return 1 if torture.verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
