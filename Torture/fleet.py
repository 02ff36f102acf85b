#!/usr/bin/env python3
"""`glossport work` over many apps, whose imports and supervisors are killed and stopped; check.py judges what came of it.

    fleet.py [--binaries FOLDER] [--apps N] [--items N] [--kills N] [--slots N] [--workers N] [--seed N] [--keep FOLDER]

With journals in files there is one supervisor after the other; with --journal URL, a server's, there are --workers of them at once.
Linux only.
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import check
from rig import Case, Commands, bare_environment, die_with_parent

# What hurts on the way, and leaves no item refused.
FAULTS = ["drop-after-commit/uploadMessage=0.02", "500-after/uploadMessage=0.02", "reset-before=0.01", "500-before=0.01",
          "delay:30ms/uploadMessage=1", "list-stale:1s=0.1"]
PATTERN = "com.example.*/glossport.yaml"


class Fleet:
    def __init__(self, options, folder):
        self.options, self.random = options, random.Random(options.seed)
        rules = [flag for rule in FAULTS for flag in ("--fault", rule)]
        self.case = Case(Commands(options.binaries, folder), Path(folder) / "fleet", "--rate-profile", "none",
                         "--seed", options.seed, *rules)
        self.counts, self.workers, self.wrong = Counter(), [], []
        for number in range(options.apps):
            app = self.case.app(f"app{number:03}", self.random.randint(1, 2 * options.items))
            if not options.journal:
                self.case.journals.append(self.journal(app))

    def journal(self, app):
        return f"{app}/.glossport/journal.sqlite"

    def command(self, *arguments):
        extra = ["--journal", self.options.journal] if self.options.journal else []
        return [self.case.commands.glossport, *arguments, *extra]

    def tell(self, *arguments):
        environment = bare_environment() | {"HOME": str(self.case.folder)}
        subprocess.run(self.command(*arguments), cwd=self.case.folder, env=environment, check=True, stdout=subprocess.DEVNULL)

    def look(self, is_right, text):
        if not is_right:
            self.wrong.append(text)
            print(f"VIOLATION {text}", flush=True)

    # --- supervisors and their imports

    def start(self, *flags):
        number = self.counts["supervisors"]
        self.counts["supervisors"] += 1
        path = self.case.folder / f"work-{number}.jsonl"
        with open(path, "w") as out, open(self.case.folder / f"work-{number}.err", "w") as err:
            process = subprocess.Popen(
                self.command("work", "--apps", PATTERN, "--slots", str(self.options.slots), "-o", "jsonl",
                             "--endpoint", self.case.emulator.url, *flags),
                cwd=self.case.folder, env=bare_environment() | {"HOME": str(self.case.folder)},
                stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=die_with_parent)
        process.log = path
        return process

    def imports(self, worker):
        """The imports of a supervisor, by process, with their apps."""
        found = {}
        try:
            for task in os.listdir(f"/proc/{worker.pid}/task"):
                for pid in Path(f"/proc/{worker.pid}/task/{task}/children").read_text().split():
                    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
                    project = next((w for w in words if w.startswith("--project=")), None)
                    if project:
                        found[int(pid)] = project.split("=", 1)[1].split("/")[0]
        except (FileNotFoundError, ProcessLookupError):
            pass
        return found

    def note_kill(self, app, pid):
        """For check.py: an import that may repeat what was under way."""
        if not self.options.journal:
            self.case.runs.append({"app": app, "journal": self.journal(app), "exit": -9, "concurrency": 16, "report": None,
                                   "status": None, "events": False, "pid": pid})

    def signal(self, pid, number):
        try:
            os.kill(pid, number)
            return True
        except ProcessLookupError:
            return False

    def disturb(self):
        index = self.random.randrange(len(self.workers))
        worker, kind = self.workers[index], self.random.random()
        imports = self.imports(worker)
        if kind < 0.08:
            worker.kill()
            worker.wait()
            self.counts["supervisors killed"] += 1
            # They have been asked to stop, and may be killed by a second request.
            for pid, app in imports.items():
                self.note_kill(app, pid)
            self.expect_gone(imports)
            self.workers[index] = self.start()
            return
        if kind < 0.12:
            worker.send_signal(signal.SIGSTOP)
            time.sleep(self.random.uniform(0.2, 3))
            worker.send_signal(signal.SIGCONT)
            self.counts["supervisors stopped for a while"] += 1
            return
        if not imports:
            return
        pid, app = self.random.choice(sorted(imports.items()))
        if kind < 0.85:
            self.note_kill(app, pid)
            self.counts["imports killed"] += self.signal(pid, signal.SIGKILL)
        elif kind < 0.92:
            self.counts["imports asked to stop"] += self.signal(pid, signal.SIGTERM)
        elif self.signal(pid, signal.SIGSTOP):
            time.sleep(self.random.uniform(0.2, 2))
            self.signal(pid, signal.SIGCONT)
            self.counts["imports stopped for a while"] += 1

    def expect_gone(self, imports):
        """Whoever works for a supervisor that is gone ends as soon as its answers are there."""
        end = time.time() + 20
        left = dict(imports)
        while left and time.time() < end:
            left = {pid: app for pid, app in left.items() if self.is_import(pid)}
            time.sleep(0.02)
        self.look(not left, f"imports outlive their supervisor: {left}")

    def is_import(self, pid):
        try:
            return b"--project=" in Path(f"/proc/{pid}/cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            return False

    # --- the whole

    def run(self):
        begun = time.time()
        if self.options.journal:
            projects = sorted(path.parent.name for path in self.case.folder.glob(PATTERN))
            self.tell("fleet", "migrate", "--project", projects[0])
            self.tell("fleet", "submit", *projects)
        self.workers = [self.start() for _ in range(self.options.workers if self.options.journal else 1)]
        quiet = time.time()
        while self.counts["imports killed"] + self.counts["supervisors killed"] < self.options.kills:
            time.sleep(self.random.uniform(0.01, 0.25))
            before = sum(self.counts.values())
            self.disturb()
            if sum(self.counts.values()) != before:
                quiet = time.time()
            if time.time() - quiet > 3:
                # Everything is done, parked or held back: give it something new to do.
                self.wake()
                quiet = time.time()
        for worker in self.workers:
            self.drain(worker)
        self.case.emulator.post("faults", {"faults": []})
        time.sleep(1.2)
        self.finish()
        self.judge(begun)

    def drain(self, worker):
        worker.send_signal(signal.SIGTERM)
        code = worker.wait(120)
        # Before it has begun, there is nothing to drain.
        self.look(code == 0 or not worker.log.read_text(), f"a supervisor that was to drain ended with {code}")

    def wake(self):
        """Ends what backs off: a supervisor that is new has forgotten it; a server is told."""
        self.counts["woken"] += 1
        if self.options.journal:
            self.tell("fleet", "wake", *[app["app"] for app in self.case.apps])
            return
        self.drain(self.workers[0])
        if self.random.random() < 0.7:
            app = self.case.app(f"late{self.counts['woken']:03}", self.random.randint(1, 4 * self.options.items))
            self.case.journals.append(self.journal(app))
        self.workers[0] = self.start()

    def finish(self):
        code = None
        if self.options.journal:
            # What was held by those who were killed.
            time.sleep(62)
        for _ in range(10):
            if self.options.journal:
                self.wake()
            code = self.start("--once").wait(300)
            if code == 0:
                break
        self.look(code == 0, f"undisturbed, `work --once` ended with {code}")

    def judge(self, begun):
        for path in sorted(self.case.folder.glob("work-*.jsonl")):
            lines = path.read_text().splitlines()
            for number, line in enumerate(lines):
                try:
                    self.counts[f"events: {json.loads(line)['event']}"] += 1
                except ValueError:
                    self.look(number == len(lines) - 1, f"{path.name}:{number + 1} is no JSON: {line[:80]}")
        if not self.options.journal:
            for app in self.case.apps:
                name = app["app"]
                self.look(self.case.open_items(name, self.journal(name)) == 0, f"{name}: something is open after the last turn")
                self.case.complete(name, self.journal(name))
            self.case.note_status()
        self.case.close()
        if self.options.journal:
            verdict = check.Verdict()
            self.judge_status()
            case = check.Case(self.case.folder)
            for app in self.case.apps:
                self.judge_server(case, app)
        else:
            verdict = check.check(check.Case(self.case.folder))
            print(verdict.table())
        for name, text in verdict.wrong[:20]:
            print(f"VIOLATION {name}: {text}", flush=True)
        self.wrong += [text for _, text in verdict.wrong]
        uploads = sum(b'"endpoint":"uploadMessage"' in line for line in open(self.case.folder / "requests.jsonl", "rb"))
        print(f"fleet: seed {self.options.seed}, {len(self.case.apps)} apps, {uploads:,} uploads, {dict(sorted(self.counts.items()))}, "
              f"{len(self.wrong)} violations, {time.time() - begun:.0f} s", flush=True)

    def judge_status(self):
        """What the fleet says of itself when everything is over."""
        call = subprocess.run(self.command("fleet", "status", "--output", "json"), cwd=self.case.folder, env=bare_environment(),
                              capture_output=True, text=True)
        report = json.loads(call.stdout)
        self.look(call.returncode == 0, f"`fleet status` ends with {call.returncode}")
        self.look(report["states"] == {"done": len(self.case.apps)}, f"states at the end: {report['states']}")
        for row in report["projects"]:
            self.look((row["done"], row["unknown"]) == (row["wanted"], 0), f"{row['app']}: {row}")

    def judge_server(self, case, app):
        """What can be seen at the service alone: everything is there once, and nothing else."""
        name = app["app"]
        held = [m for a in case.state["apps"] if a["bundleId"] == name for m in a["messages"]]
        wanted = {check.derived_id(name, *texts): tuple(texts[2:]) for texts in app["wanted"]}
        there = {m["messageIdentifier"].lower(): (m["header"], m["body"]) for m in held}
        self.look(there == wanted, f"{name}: {len(wanted)} wanted, {len(held)} there")
        self.look(len(held) == len(there), f"{name}: something is there twice")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", default=".build/debug")
    parser.add_argument("--apps", type=int, default=50)
    parser.add_argument("--items", type=int, default=40, help="in the middle, for each app")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--slots", type=int, default=6)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--journal", help="a server's")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--keep", help="where a case goes that breaks an invariant")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        fleet = Fleet(options, folder)
        try:
            fleet.run()
        finally:
            for worker in fleet.workers:
                if worker.poll() is None:
                    worker.send_signal(signal.SIGCONT)
                    worker.kill()
            fleet.case.emulator.stop()
            if fleet.wrong and options.keep:
                shutil.copytree(fleet.case.folder, Path(options.keep) / f"fleet-{options.seed}", dirs_exist_ok=True)
    return 1 if fleet.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
