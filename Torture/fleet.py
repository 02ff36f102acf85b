#!/usr/bin/env python3
"""`glossport work` over many apps, whose imports and supervisors are killed and stopped; check.py judges what came of it.

    fleet.py [--binaries FOLDER] [--apps N] [--items N] [--kills N] [--slots N] [--workers N] [--seed N] [--keep FOLDER]

With journals in files there is one supervisor after the other; with --journal URL, a server's, there are --workers of them at once. There,
--stale lets half of them work in a checkout with older texts, which was submitted first; --skew gives each a clock of its own, hours wrong; and
--lease SECONDS is what killed imports keep their app for; --lost N kills N times a supervisor with all its imports at once, instead of one
after the other, and waits until others have taken them. With --allowance N no app may send more uploads in an hour, and few are done before
the torture ends. The database must be new. Linux only.
"""
import argparse
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import check
from rig import Case, Commands, bare_environment, die_with_parent
from shared import LeaseWatch

# Faults on the way that leave no item refused.
FAULTS = ["drop-after-commit/uploadMessage=0.02", "500-after/uploadMessage=0.02", "reset-before=0.01", "500-before=0.01",
          "delay:30ms/uploadMessage=1", "list-stale:1s=0.1"]
PATTERN = "com.example.*/glossport.yaml"
# An import that lasts until its machine is lost.
SLOW = ["delay:3s/uploadMessage=1"]
# I15, with a lease of a minute.
TAKEOVER = 75


class Fleet:
    def __init__(self, options, folder):
        self.options, self.random = options, random.Random(options.seed)
        self.watch = LeaseWatch(options.journal.split("?")[0], options.lease) if options.journal else None
        if options.journal:
            options.journal += ("&" if "?" in options.journal else "?") + f"lease={options.lease}s"
        rules = [flag for rule in (SLOW if options.lost else FAULTS) for flag in ("--fault", rule)]
        self.case = Case(Commands(options.binaries, folder), Path(folder) / "fleet", "--rate-profile", "none",
                         "--seed", options.seed, *rules, budget=options.allowance or 10_000_000, clockMoved=options.skew,
                         sharedDestination=bool(options.journal))
        self.counts, self.workers, self.wrong = Counter(), [], []
        for number in range(options.apps):
            app = self.case.app(f"app{number:03}", self.random.randint(1, 2 * options.items), complete=not options.journal)
            if not options.journal:
                self.case.journals.append(self.journal(app))
        if options.stale:
            self.make_older()

    def make_older(self):
        """A checkout of before: other bodies everywhere. Both set defaults."""
        older = self.case.folder / "older"
        for app in self.case.apps:
            name, project = app["app"], self.case.folder / app["app"]
            messages = sorted({message for message, *_ in app["wanted"]})
            # Each run requests the present defaults, and killed ones in vain: the sandbox's usual allowance would end before the torture does.
            text = (project / "glossport.yaml").read_text()
            (project / "glossport.yaml").write_text(text.replace("budgets: {", "budgets: { configureDefault: 10000000, getDefault: 10000000,"))
            with open(project / "glossport.yaml", "a") as file:
                file.write("messages:\n" + "".join(
                    f"  {m}: {{ kind: text{f', defaultFor: [{name}.annual]' if m == 'offer-0' else ''} }}\n" for m in messages))
            shutil.copytree(project, older / name)
            texts = older / name / "vendor/texts.csv"
            texts.write_text(texts.read_text().replace("Stars and", "Comets and"))
        shutil.copy(self.case.folder / "AuthKey_2X9R4HXF34.p8", older)

    def journal(self, app):
        return f"{app}/.glossport/journal.sqlite"

    def command(self, *arguments):
        extra = ["--journal", self.options.journal] if self.options.journal else []
        return [self.case.commands.glossport, *arguments, *extra]

    def tell(self, *arguments, checkout=None):
        environment = bare_environment() | {"HOME": str(self.case.folder)}
        subprocess.run(self.command(*arguments), cwd=checkout or self.case.folder, env=environment, check=True, stdout=subprocess.DEVNULL)

    def look(self, is_right, text):
        if not is_right:
            self.wrong.append(text)
            print(f"VIOLATION {text}", flush=True)

    # --- supervisors and their imports

    def start(self, *flags, checkout=None):
        checkout, number = checkout or self.case.folder, self.counts["supervisors"]
        self.counts["supervisors"] += 1
        path = self.case.folder / f"work-{number}.jsonl"
        environment = bare_environment() | {"HOME": str(self.case.folder)}
        if self.options.skew and "--once" not in flags:
            # For the supervisor and its imports alike.
            clock = self.case.folder / f"clock-{number % 64}"
            clock.write_bytes(struct.pack("qq", 0, self.random.choice([-7_200, -50, -3, 0, 3, 50, 7_200])))
            environment |= {"LD_PRELOAD": self.case.commands.shim, "TORTURE_STEPS": str(clock), "TORTURE_FOLDER": "/nowhere"}
        with open(path, "w") as out, open(self.case.folder / f"work-{number}.err", "w") as err:
            process = subprocess.Popen(
                self.command("work", "--apps", PATTERN, "--slots", str(self.options.slots), "-o", "jsonl",
                             "--endpoint", self.case.emulator.url, *flags),
                cwd=checkout, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=die_with_parent)
        process.log, process.checkout = path, checkout
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
            self.workers[index] = self.start(checkout=worker.checkout)
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

    def lose_machine(self, index):
        """Kills a supervisor with all its imports at once, and waits until others have taken what it held."""
        worker = self.workers[index]
        worker.send_signal(signal.SIGSTOP)
        imports = self.imports(worker)
        for pid in imports:
            self.signal(pid, signal.SIGKILL)
        worker.kill()
        worker.wait()
        self.counts["machines lost"] += 1
        self.counts["imports killed"] += len(imports)
        taken, end = len(self.watch.takeovers()), time.time() + 4 * TAKEOVER
        while time.time() < end and len(self.watch.takeovers()) < taken + len(imports):
            time.sleep(1)
        self.workers[index] = self.start(checkout=worker.checkout)

    # --- the whole

    def run(self):
        begun = time.time()
        if self.options.journal:
            projects = sorted(path.parent.name for path in self.case.folder.glob(PATTERN))
            self.tell("fleet", "migrate", "--project", projects[0])
            self.watch.install()
            older = self.case.folder / "older"
            if self.options.stale:
                self.tell("fleet", "submit", *projects, checkout=older)
                self.workers = [self.start(checkout=older) for _ in range(max(1, self.options.workers // 2))]
                time.sleep(self.random.uniform(1, 5))
            self.tell("fleet", "submit", *projects)
        self.workers += [self.start() for _ in range(self.options.workers - len(self.workers) if self.options.journal else 1)]
        for number in range(self.options.lost):
            time.sleep(20)
            self.lose_machine(number % len(self.workers))
        quiet = time.time()
        while not self.options.lost and self.counts["imports killed"] + self.counts["supervisors killed"] < self.options.kills:
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
        if self.options.skew and code == 1 and "This machine's clock is" in worker.log.with_suffix(".err").read_text():
            self.counts["refused for their clocks"] += 1
            return
        # Before it has begun, there is nothing to drain.
        has_begun = '"event":"begin"' in worker.log.read_text()
        self.look(code == 0 or not has_begun, f"a supervisor that was to drain ended with {code}")

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
            # The apps held by killed workers.
            time.sleep(self.options.lease + 2)
        for _ in range(10):
            if self.options.journal:
                self.wake()
            code = self.start("--once").wait(300)
            if code == 0 or self.options.allowance:
                break
        self.look(self.options.allowance or code == 0, f"undisturbed, `work --once` ended with {code}")

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
        else:
            self.case.journals.append("journal.sqlite")
            self.tell("journal", "copy", "--project", self.case.apps[0]["app"], str(self.case.folder / "journal.sqlite"))
        self.case.close()
        case = check.Case(self.case.folder)
        # Texts of an older checkout count as unwanted in check.py.
        verdict = check.Verdict() if self.options.stale else check.check(case)
        print(verdict.table())
        if self.options.journal:
            if not self.options.allowance:
                self.judge_status()
            sent = self.judge_attempts()
            for app in self.case.apps:
                self.judge_server(case, app, sent)
            self.judge_log()
            self.judge_leases()
            self.counts.update(self.watch.figures())
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

    def judge_leases(self):
        """What the server saw of who held what: nobody took what another still had, and nobody wrote after that."""
        early, late, taken = self.watch.early(), self.watch.late_writes(), self.watch.takeovers()
        self.look(early == 0, f"{early} leases were taken before they had run out")
        self.look(late == 0, f"{late} attempts of a run follow those of a later run")
        if self.options.lost:
            slow = sum(seconds > TAKEOVER for seconds in taken)
            self.look(slow == 0, f"I15: {slow} of {len(taken)} takeovers took longer than {TAKEOVER} s")
            self.look(taken, "I15: nothing was taken over")

    def judge_server(self, case, app, sent):
        """What can be seen at the service alone: everything is there once, and nothing else."""
        name = app["app"]
        held = [m for a in case.state["apps"] if a["bundleId"] == name for m in a["messages"]]
        wanted, older = self.ids(app)
        there = {m["messageIdentifier"].lower(): (m["header"], m["body"]) for m in held}
        missing = len(wanted.keys() - there.keys())
        # All that may be sent has been; that it was no more is I5.
        enough = missing == 0 or 0 < self.options.allowance <= sent[name]
        self.look(enough and there.items() <= (wanted | older).items(),
                  f"{name}: {len(wanted)} wanted, {len(held)} there")
        self.look(len(held) == len(there), f"{name}: something is there twice")
        if self.options.stale:
            shown = [d["messageIdentifier"].lower() for a in case.state["apps"] if a["bundleId"] == name for d in a["defaults"]]
            expected = {check.derived_id(name, *texts) for texts in app["wanted"] if texts[0] == "offer-0"}
            self.look(set(shown) == expected, f"I16 {name}: {len(expected)} defaults wanted, {len(set(shown) & expected)} of {len(shown)} set")

    def ids(self, app):
        """What is to be there by its ids, and what an older checkout may have brought before."""
        def by_id(texts):
            return {check.derived_id(app["app"], *text): tuple(text[2:]) for text in texts}

        older = [[m, l, h, b.replace("Stars and", "Comets and")] for m, l, h, b in app["wanted"]] if self.options.stale else []
        return by_id(app["wanted"]), by_id(older)

    def judge_attempts(self):
        """Nothing has arrived of which the database does not know that it was sent. Returns the attempts of each app."""
        rows = self.watch.sql("SELECT app, replace(item::text, '-', ''), count(*) FROM glossport.attempt "
                              "WHERE endpoint = 'uploadMessage' GROUP BY 1, 2")
        noted = {(app, identifier): int(count) for app, identifier, count in (row.split("|") for row in rows.splitlines())}
        arrived = Counter()
        for line in open(self.case.folder / "requests.jsonl"):
            request = json.loads(line)
            if request["endpoint"] == "uploadMessage":
                arrived[request["bundleId"], request["identifier"].lower().replace("-", "")] += 1
        for key, count in arrived.items():
            self.look(count <= noted.get(key, 0), f"I14 {key}: arrived {count} times, and {noted.get(key, 0)} attempts are written down")
        sent = Counter()
        for (app, _), count in noted.items():
            sent[app] += count
        return sent

    def judge_log(self):
        """By what arrived: nothing was accepted twice, and once the newer texts have come, no older one comes after them."""
        accepted, newer = Counter(), set()
        ids = {app["app"]: self.ids(app) for app in self.case.apps}
        for line in open(self.case.folder / "requests.jsonl"):
            request = json.loads(line)
            if request["method"] != "PUT" or not request["committed"]:
                continue
            app, endpoint, identifier = request["bundleId"], request["endpoint"], (request["identifier"] or "").lower()
            wanted, older = ids[app]
            if endpoint == "uploadMessage":
                accepted[app, identifier] += 1
                if identifier in wanted:
                    newer.add(app)
                else:
                    self.look(app not in newer, f"I16 {app}: {identifier} of the older texts is uploaded after the newer ones")
        self.look(all(count == 1 for count in accepted.values()),
                  f"accepted twice: {[key for key, count in accepted.items() if count > 1][:5]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", default=".build/debug")
    parser.add_argument("--apps", type=int, default=50)
    parser.add_argument("--items", type=int, default=40, help="in the middle, for each app")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--slots", type=int, default=6)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--journal", help="a server's")
    parser.add_argument("--lease", type=int, default=60, help="in seconds, with --journal")
    parser.add_argument("--stale", action="store_true", help="half of the supervisors have older texts")
    parser.add_argument("--skew", action="store_true", help="each supervisor has a clock of its own")
    parser.add_argument("--lost", type=int, default=0, help="instead of kills: so many times, a machine with all that it does")
    parser.add_argument("--allowance", type=int, default=0, help="uploads in an hour that each app is allowed")
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
