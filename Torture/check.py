#!/usr/bin/env python3
"""Judges imports from outside: by the emulator's state and request log, the journal, and the reports.

Shares no code with the product: it reads ids, tables and reports as the documentation describes them.

    check.py CASE...        judge folders that torture.py has left behind
    check.py --self-test    doctor a good case once for each way to break an invariant; each must be caught

A case is a folder with `case.json`; see `Case`.
"""
import base64
import bisect
import hashlib
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import uuid
from collections import Counter, defaultdict
from pathlib import Path

NAMES = {
    "I1": "wanted items exist exactly once, byte for byte",
    "I2": "nothing said to be uploaded is absent",
    "I3": "nothing failed because of our own earlier success",
    "I4": "nothing unwanted was made, no id minted twice",
    "I5": "no window holds more arrivals than allowed",
    "I6": "nothing was sent before Retry-After",
    "I7": "no send without an earlier durable attempt row",
    "I8": "the journal is whole, and attempts add up to states",
    "I9": "a resume repeats at most what was in flight",
    "I10": "exit code, report and journal agree",
    "I11": "once faults stop, it completes",
    "I12": "no key and no token in any file",
    "I13": "events come in whole lines, and agree with the journal",
}
NAMESPACE = uuid.UUID("8e1b6c4f-2d93-4a57-b01c-5e7a3f64d219")
HOUR = 3_600_000_000
SETTLED = {"uploaded", "refused", "conflict"}
CODES = {"done": 0, "partial": 3, "conflict": 5, "credentials": 7, "capacity": 8, "not-yet": 9, "deadline": 10,
         "interrupted": 130, "failed": 1, "usage": 2, "findings": 4, "locked": 11}


def derived_id(app, message, locale, header, body):
    """The id of a message without images, as *Message identity* describes it."""
    fields = ["glossport-message-v1", app, message, locale, header, body, "above-body", "", "", "0", "0"]
    encoded = b"".join(len(f.encode()).to_bytes(4, "big") + f.encode() for f in fields)
    digest = bytearray(hashlib.sha1(NAMESPACE.bytes + encoded).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


class Verdict:
    """The number of checks for each invariant, and the violations."""

    def __init__(self):
        self.looked = Counter({name: 0 for name in NAMES})
        self.wrong = []

    def look(self, name, is_right, text):
        self.looked[name] += 1
        if not is_right:
            self.wrong.append((name, text() if callable(text) else text))

    def add(self, other):
        self.looked.update(other.looked)
        self.wrong += other.wrong

    def table(self):
        failures = Counter(name for name, _ in self.wrong)
        return "\n".join(
            f"  {name:4} {NAMES[name]:56} {self.looked[name]:10,} looked at, {failures[name]:,} violations"
            for name in NAMES
        )


class Case:
    """Imports to one or more destinations, until nothing was left to do.

    case.json:
      apps       [{app, environment, wanted: [[message, locale, header, body]], complete: bool}]
      journals   [path], as seen from the folder
      runs       [{app, journal, pid, exit, killed, concurrency, report, statusOf}] in order of their start; `exit` is
                 negative for a signal; `report` and `status` are file names or null; `events` means that the report is a
                 stream of events (`--output jsonl`)
      allowance  uploads an hour, per app
      clockMoved whether the importers' clocks were wrong, so that their times prove nothing
      forgetful  whether the journal's server has lost what it had confirmed: then arrivals may have no row, and runs no end
      sharedDestination  whether two journals send to one destination
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        self.description = json.loads((self.folder / "case.json").read_text())
        self.state = json.loads((self.folder / "state.json").read_text())
        self.log = []
        for line in (self.folder / "requests.jsonl").read_text().splitlines():
            self.log.append(json.loads(line))
        self.log.sort(key=lambda entry: (entry["at"], entry["seq"]))
        self.journals = {name: Journal(self.folder / name) for name in self.description["journals"]}
        self.runs = self.description["runs"]

    def text(self, name):
        path = self.folder / name if name else None
        return path.read_text(errors="replace") if path and path.exists() else ""


class Journal:
    """Reads a copy of a journal, so that reading changes nothing for the next run."""

    def __init__(self, path):
        self.problems, self.items, self.attempts, self.runs = [], [], [], []
        self.exists = path.exists() and path.stat().st_size > 0
        if not self.exists:
            return
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "journal.sqlite"
            for suffix in ("", "-wal"):
                if Path(f"{path}{suffix}").exists():
                    shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
            database = sqlite3.connect(copy)
            database.row_factory = sqlite3.Row
            try:
                self.problems = [r[0] for r in database.execute("PRAGMA integrity_check") if r[0] != "ok"]
                if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'item'").fetchone():
                    return
                # Views over the events, for people.
                self.items = database.execute("SELECT * FROM item").fetchall()
                self.attempts = database.execute("SELECT * FROM attempt ORDER BY app, number").fetchall()
                self.runs = database.execute("SELECT * FROM run ORDER BY app, number").fetchall()
            except sqlite3.DatabaseError as error:
                self.problems.append(str(error))
            finally:
                database.close()
        known = {(row["app"], row["id"]) for row in self.items}
        self.attempts_of = defaultdict(list)
        for row in self.attempts:
            if row["item"] is not None:
                self.attempts_of[(row["app"], row["item"])].append(row)
                if (row["app"], row["item"]) not in known:
                    self.problems.append(f"attempt {row['number']} is at an item that is not there")


def fold(attempts):
    """The possible states of an item after these attempts, with their proofs."""
    ambiguous = refused = 0
    state = {("planned", None), ("uploaded", "adopted")}
    for row in attempts:
        outcome = row["outcome"]
        if outcome is None:
            state = {("sending", None)}
        elif outcome == "accepted":
            state = {("uploaded", "response")}
        elif outcome == "already-present":
            if ambiguous:
                state = {("uploaded", "confirmed")}
            else:
                state = {("conflict", None)} if refused else {("uploaded", "adopted")}
        elif outcome in ("refused", "not-found"):
            refused += 1
            state = {("refused", None)}
        elif outcome == "unknown":
            state = {("unknown", None)}
        else:
            state = {("unknown", None)} if ambiguous else {("planned", None), ("uploaded", "adopted")}
        ambiguous += outcome in (None, "unknown")
        # The list may settle an open attempt.
        if ambiguous and state & {("sending", None), ("unknown", None)} or ("refused", None) in state:
            state = state | {("uploaded", "listed")}
            if ("refused", None) in state:
                state = state | {("uploaded", "adopted"), ("conflict", None)}
    return state


def check(case):
    verdict = Verdict()
    apps = case.description["apps"]
    for app in apps:
        check_destination(case, app, verdict)
    for name, journal in case.journals.items():
        check_journal(name, journal, verdict)
    check_runs(case, verdict)
    check_secrets(case, verdict)
    return verdict


def check_destination(case, app, verdict):
    look, name = verdict.look, app["app"]
    held = [a for a in case.state["apps"] if a["bundleId"] == name and a["environment"] == app["environment"]]
    messages = [m for a in held for m in a["messages"]]
    stored = {m["messageIdentifier"].lower(): m for m in messages}
    wanted = {derived_id(name, *texts): tuple(texts) for texts in app["wanted"]}
    uploads = [e for e in case.log if e["endpoint"] == "uploadMessage" and e["bundleId"] == name]
    lists = [e for e in case.log if e["endpoint"] == "listMessages" and e["bundleId"] == name]
    arrivals = defaultdict(list)
    for entry in uploads:
        arrivals[entry["identifier"].lower()].append(entry)
    # Items that the service refused on purpose can't be there.
    turned_down = {e["identifier"].lower() for e in uploads if e["status"] == 400 and e["fault"] == "unknown-code"}

    # I1, I4
    headers = Counter((m["header"], m["body"]) for m in messages)
    for identifier, (message, locale, header, body) in wanted.items():
        where = f"{name} {message} {locale} {identifier}"
        commits = sum(e["committed"] or e["commitAt"] is not None for e in arrivals[identifier])
        there = stored.get(identifier)
        if there is None:
            # Anything but a complete import may miss it, as long as it was not reported as done (I2).
            look("I1", not app["complete"] or identifier in turned_down, f"{where} is missing")
            look("I1", not any(e["committed"] for e in arrivals[identifier]), f"{where} was taken and is gone")
            continue
        look("I1", (there["header"], there["body"]) == (header, body), f"{where} says something else")
        look("I1", headers[(header, body)] == 1, f"{where} exists {headers[(header, body)]} times")
        look("I1", commits >= 1 or not arrivals[identifier], f"{where} is there without a request that made it")
    for identifier in stored:
        look("I4", identifier in wanted, f"{name} {identifier} is there and nobody wanted it")
    for identifier, entries in arrivals.items():
        look("I4", identifier in wanted, f"{name} {identifier} was sent and nobody wanted it")
        look("I4", len({e["bodySha256"] for e in entries if e["bodySha256"]}) <= 1,
             f"{name} {identifier} was sent with several bodies")

    check_pace(case, name, uploads, verdict)
    journals = [j for j in case.journals.values() if j.exists]
    for journal in journals:
        for row in journal.items:
            if row["app"] != name:
                continue
            identifier = row["id"]
            where = f"{name} {row['message']} {row['locale']} {identifier}"
            if row["state"] == "uploaded":
                look("I2", identifier in stored, f"{where} is said to be uploaded ({row['proof']}) and absent")
            is_failed = row["state"] in ("refused", "conflict")
            look("I3", not is_failed or identifier in turned_down and row["state"] == "refused",
                 f"{where} is {row['state']}: {row['reason']}")
            look("I4", identifier in wanted, f"{where} is in the journal and nobody wanted it")

    if case.description.get("forgetful"):
        return
    # I7: every arrival needs an attempt row that was written before it.
    slack = 2_000
    for identifier, entries in arrivals.items():
        started = sorted(row["started_us"] for j in journals for row in j.attempts_of[(name, identifier)]
                         if row["outcome"] != "not-sent")
        match_rows(case, f"{name} {identifier}", entries, started, slack, verdict)
    listed = sorted(row["started_us"] for j in journals for row in j.attempts
                    if row["app"] == name and row["endpoint"] == "listMessages" and row["outcome"] != "not-sent")
    match_rows(case, f"{name} list", lists, listed, slack, verdict)

    # I9: an id is sent again after an answer only if the process died before it could record the answer.
    kills = [r for r in case.runs if r["app"] == name and r["exit"] < 0]
    repeated = 0
    for entries in arrivals.values():
        for before, _ in zip(entries, entries[1:]):
            repeated += before["answered"] and before["status"] in (200, 409)
    if not case.description.get("sharedDestination"):
        bound = sum(r["concurrency"] for r in kills)
        # A late or slow answer may be given up.
        look("I9", repeated <= bound, f"{name}: {repeated} answered uploads were repeated after {len(kills)} kills")


def match_rows(case, what, entries, started, slack, verdict):
    for number, entry in enumerate(sorted(entries, key=lambda e: e["at"]), start=1):
        if case.description.get("clockMoved"):
            earlier = len(started)
        else:
            earlier = bisect.bisect_right(started, entry["at"] + slack)
        verdict.look("I7", earlier >= number,
                     f"{what}: arrival {number} (request {entry['seq']}), but {earlier} rows before it")


def check_pace(case, name, uploads, verdict):
    times = sorted(e["at"] for e in uploads)
    allowance = case.description["allowance"]
    first = 0
    for index, at in enumerate(times):
        while times[first] <= at - HOUR:
            first += 1
        count = index - first + 1
        verdict.look("I5", count <= allowance, f"{name}: {count} uploads in an hour that holds {allowance}")
    steady = case.description.get("steady")
    if steady:
        # In any window, at most the burst and the rate; a request may take a while to arrive.
        burst, rate, late = steady["burst"], steady["perSecond"], 1_000_000
        for length in (1_000_000, 10_000_000, 60_000_000):
            first = 0
            for index, at in enumerate(times):
                while times[first] <= at - length:
                    first += 1
                bound = burst + int((length + late) / 1e6 * rate) + 1
                verdict.look("I5", index - first + 1 <= bound,
                             f"{name}: {index - first + 1} uploads in {length / 1e6:.0f} s")
    if case.description.get("clockMoved") or case.description.get("sharedDestination"):
        return
    # I6: after the journal has recorded a 429, no request may start before the stated time.
    for endpoint in ("uploadMessage", "listMessages"):
        arrivals = [e for e in case.log if e["endpoint"] == endpoint and e["bundleId"] == name]
        for journal in case.journals.values():
            rows = [r for r in journal.attempts if r["app"] == name and r["endpoint"] == endpoint]
            known = [r for r in rows if r["outcome"] == "throttled"]
            starts = sorted((r["started_us"], r["number"]) for r in rows if r["outcome"] != "not-sent")
            for row in known:
                identifier = row["item"]
                said = [e for e in arrivals if e["status"] == 429 and e["answered"]
                        and (identifier is None or e["identifier"].lower() == identifier)
                        and row["started_us"] - 2_000 <= e["at"] <= row["finished_us"] + 2_000]
                until = max((stated(e) for e in said), default=0)
                # Requests whose rows were being written when the answer came are held back, and end as not-sent.
                begin = bisect.bisect_right(starts, (row["finished_us"], 1 << 62))
                end = bisect.bisect_left(starts, (until - 2_000, 0))
                verdict.look("I6", begin >= end,
                             lambda: f"{name}: {end - begin} attempts at {endpoint} between a 429 and the moment it stated")


def stated(entry):
    """The time of a Retry-After, in microseconds; 0 if it is unusable."""
    text = entry["retryAfter"] or ""
    if not text.isdigit():
        return 0
    number = int(text)
    if number >= 10**12:
        moment = number * 1_000
    elif number >= 10**9:
        moment = number * 1_000_000
    else:
        moment = entry["at"] + number * 1_000_000
    return moment if moment > entry["at"] else 0


def check_journal(name, journal, verdict):
    if not journal.exists:
        return
    verdict.look("I8", not journal.problems, f"{name}: {journal.problems[:3]}")
    if not journal.items and not journal.attempts:
        return
    for row in journal.items:
        identifier = row["id"]
        attempts = journal.attempts_of[(row["app"], identifier)]
        allowed = fold(attempts)
        verdict.look("I8", (row["state"], row["proof"]) in allowed,
                     f"{name}: {identifier} is {row['state']}/{row['proof']} after "
                     f"{[a['outcome'] for a in attempts]}")
        ended = [a for a in attempts if a["outcome"] in ("accepted", "already-present")]
        verdict.look("I8", not ended or ended[0] is attempts[-1],
                     f"{name}: {identifier} was attempted again after {ended and ended[0]['outcome']}")


def check_runs(case, verdict):
    look = verdict.look
    last = {}
    for number, run in enumerate(case.runs):
        last[(run["app"], run["journal"])] = number
    for number, run in enumerate(case.runs):
        journal = case.journals[run["journal"]]
        where = f"run {number} ({run['app']})"
        text = case.text(run["report"])
        rows = [r for r in journal.runs if r["pid"] == run["pid"] and r["app"] == run["app"]]
        row = rows[-1] if rows else None
        if run.get("events"):
            text = check_events(text, journal, run, row, where, verdict)
        # Ended by our signal, or by none.
        look("I10", run["exit"] in (-9, -15, -2) or 0 <= run["exit"] < 126 or run["exit"] == 130,
             f"{where}: it crashed, or hung: {run['exit']}")
        # A signal may come after the report or the run's end in the journal; then the exit code is lost.
        if run["exit"] >= 0 and row is not None and row["exit_code"] is not None:
            look("I10", row["exit_code"] == run["exit"], f"{where}: exit {run['exit']}, the journal says {row['exit_code']}")
        if run["exit"] < 0 or not text.strip():
            if run["exit"] == 0:
                look("I10", False, f"{where}: exit 0 without a report")
            continue
        try:
            report = json.loads(text)
        except ValueError:
            look("I10", False, f"{where}: the report is no JSON")
            continue
        look("I10", report["exitCode"] == run["exit"] == CODES.get(report["outcome"]),
             f"{where}: exit {run['exit']}, the report says {report['outcome']} and {report['exitCode']}")
        if report.get("schema") == "glossport.failure/1":
            look("I10", report["errors"] and all(error["code"] and error["message"] for error in report["errors"]),
                 f"{where}: a failure without a reason")
            continue
        parts = [report[k] for k in ("done", "alreadyThere", "failed", "unknown", "notYet")]
        look("I10", report["planned"] == sum(parts) and min(parts) >= 0, f"{where}: {report['planned']} is not {parts}")
        look("I10", run["exit"] != 0 or sum(parts[2:]) == 0, f"{where}: exit 0 with {parts}")
        if last[(run["app"], run["journal"])] != number:
            continue
        states = Counter(r["state"] for r in journal.items if r["app"] == run["app"])
        # The report may contain results that the journal could not record; the exit code shows the failure.
        if report["outcome"] != "failed":
            look("I10", states["uploaded"] == parts[0] + parts[1], f"{where}: {parts}, but {dict(states)}")
            look("I10", states["refused"] + states["conflict"] == parts[2], f"{where}: {parts}, but {dict(states)}")
            look("I10", states["unknown"] + states["sending"] == parts[3], f"{where}: {parts}, but {dict(states)}")
        if run.get("status"):
            items = json.loads(case.text(run["status"]))["items"]
            look("I10", items == dict(states), f"{where}: status says {items}, the journal {dict(states)}")
    for app in case.description["apps"]:
        if not app["complete"]:
            continue
        ends = [r["exit"] for r in case.runs if r["app"] == app["app"]]
        refused = sum(r["state"] == "refused" for j in case.journals.values() for r in j.items if r["app"] == app["app"])
        look("I11", ends and ends[-1] == (3 if refused else 0), f"{app['app']}: the last run ended with {ends[-1:]}")
        open_items = [r for j in case.journals.values() for r in j.items
                      if r["app"] == app["app"] and r["state"] not in SETTLED]
        look("I11", case.description.get("sharedDestination") or not open_items,
             f"{app['app']}: {len(open_items)} items are open for ever")


def check_events(text, journal, run, row, where, verdict):
    """Checks a stream of events, and returns its last line if that is the run's document."""
    look = verdict.look
    look("I13", not text or text.endswith("\n"), f"{where}: the last line of its events is cut: {text[-80:]!r}")
    events = []
    for line in text.splitlines():
        try:
            events.append(json.loads(line))
        except ValueError:
            look("I13", False, f"{where}: an event is no JSON: {line[:80]!r}")
    if not events:
        return ""
    kinds = [event["event"] for event in events]
    look("I13", kinds.count("end") == (run["exit"] >= 0) or run["exit"] < 0 and kinds.count("end") == 1,
         f"{where}: {kinds.count('end')} ends, and exit {run['exit']}")
    look("I13", "end" not in kinds[:-1] and "begin" not in kinds[1:], f"{where}: events out of order: {kinds[:3]} … {kinds[-3:]}")
    if kinds[0] == "begin" and row is not None:
        look("I13", events[0]["run"] == row["number"], f"{where}: events of run {events[0]['run']}, the journal says {row['number']}")
    states = {r["id"]: r["state"] for r in journal.items if r["app"] == run["app"]}
    items = {event["item"]["id"]: event for event in events if event["event"] == "item"}
    for identifier, event in items.items():
        if event["state"] == "uploaded":
            look("I13", states.get(identifier) == "uploaded",
                 f"{where}: {identifier} was told to be uploaded, the journal says {states.get(identifier)}")
    end = events[-1]
    if end["event"] != "end":
        return ""
    if "done" in end:
        done = sum(e["state"] == "uploaded" and e["proof"] in ("response", "confirmed", "listed") for e in items.values())
        # Results that the journal could not record are lost; the report may contain them, and the exit code shows the failure.
        late = run["concurrency"] if end["outcome"] == "failed" else 0
        look("I13", done <= end["done"] <= done + late, f"{where}: {end['done']} done, and {done} items told")
    return json.dumps(end)


TOKEN = re.compile(rb"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.")


def check_secrets(case, verdict):
    keys = list(case.folder.glob("*.p8"))
    needles = [TOKEN]
    for key in keys:
        lines = [line for line in key.read_bytes().split(b"\n") if line and b"-----" not in line]
        needles += [re.compile(re.escape(line)) for line in lines]
        needles.append(re.compile(re.escape(base64.b64decode(b"".join(lines))[-100:-60])))
    for path in case.folder.rglob("*"):
        if path in keys or not path.is_file() or path.name in ("public.pem", "case.json"):
            continue
        text = path.read_bytes()
        verdict.look("I12", not any(needle.search(text) for needle in needles), f"{path.name} holds a key or a token")
    verdict.look("I12", not list(case.folder.rglob("core*")), "a core file was left")


# --- self-test

def self_test():
    """Breaks each invariant in a copy of a small good case; each must be caught."""
    from doctored import DOCTORS, make_good_case

    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder) / "good"
        make_good_case(good)
        verdict = check(Case(good))
        print(verdict.table())
        for name in NAMES:
            if not verdict.looked[name]:
                print(f"not looked at: {name}")
                failures += 1
        for wrong in verdict.wrong:
            print("the good case is judged bad:", *wrong)
            failures += 1
        for number, (name, doctor) in enumerate(DOCTORS):
            bad = Path(folder) / f"bad-{number}"
            shutil.copytree(good, bad)
            doctor(bad)
            caught = {broken for broken, _ in check(Case(bad)).wrong}
            isolated = "" if caught == {name} else f" (with {', '.join(sorted(caught - {name}))})" if caught else ""
            print(f"  {name:4} {doctor.__doc__:70} {'caught' + isolated if name in caught else 'MISSED'}")
            failures += name not in caught
    print(f"self-test: {len(DOCTORS)} doctored cases, {failures} failures")
    return failures


def main(arguments):
    if arguments == ["--self-test"]:
        return 1 if self_test() else 0
    total = Verdict()
    for folder in arguments:
        total.add(check(Case(folder)))
    print(total.table())
    for name, text in total.wrong[:50]:
        print(f"VIOLATION {name}: {text}")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
