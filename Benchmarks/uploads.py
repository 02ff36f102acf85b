#!/usr/bin/env python3
"""Times uploads to the emulator beside curl and h2load, the share of journals in them, their growth, and a resume.

All send the same requests to the same emulator without a limit, 64 at a time, on this machine: first over plain HTTP/1.1,
then over TLS. They take turns. The emulator needs a good part of the processors itself. Nothing is
asserted: a shared machine would fail at random.
"""
import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from functools import partial
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "Torture"))
from rig import Case, Commands, Emulator, unsigned_token  # noqa: E402
from shared import Server  # noqa: E402

IN_FLIGHT = 64
APP = "com.example.benchmark"


def timed(command):
    """Runs a command, which must succeed, and returns its output, seconds, processor seconds and peak memory in MiB."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status:
        raise SystemExit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}: {output[-500:]}")
    return output, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def body(number):
    return json.dumps({"header": f"Clear night {number}",
                       "body": f"Stars, planets and aurora {number}, told in every language."})


class Bench:
    def __init__(self, binaries, folder, items, rounds):
        self.commands, self.folder, self.items, self.rounds = Commands(binaries, folder), Path(folder), items, rounds
        os.chmod(self.commands.key, 0o600)
        self.benchmark = str(Path(binaries).resolve() / "upload-benchmark")
        self.certificate, self.key = self.folder / "tls.pem", self.folder / "tls.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-keyout", self.key, "-out", self.certificate, "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, stderr=subprocess.DEVNULL)
        self.turn = 0
        self.transactions = []

    def emulator(self, tls):
        self.turn += 1
        folder = self.folder / f"turn-{self.turn}"
        folder.mkdir()
        flags = ["--tls-certificate", self.certificate, "--tls-key", self.key] if tls else []
        return Emulator(self.commands, folder, "--rate-profile", "none", "--max-messages", "1000000", *flags,
                        tokens=["--accept-any-token"])

    def rate(self, emulator, wanted):
        """Uploads a second between the first and the last arrival, as the emulator saw them."""
        emulator.stop()
        times = []
        with open(emulator.folder / "requests.jsonl") as log:
            for line in log:
                if '"endpoint":"uploadMessage"' in line:
                    times.append(int(re.search(r'"at":(\d+)', line).group(1)))
        shutil.rmtree(emulator.folder)
        if len(times) < wanted:
            raise SystemExit(f"only {len(times)} of {wanted} uploads arrived")
        return (len(times) - 1) / (max(times) - min(times)) * 1e6

    def glossport(self, journal="file", tls=False):
        """`journal` is `file`, `memory` or an address."""
        emulator = self.emulator(tls)
        path = emulator.folder / "journal.sqlite" if journal == "file" else journal
        output, _, _, peak = timed([self.benchmark, str(self.items), str(IN_FLIGHT), str(path), emulator.url,
                                    str(self.commands.key), *([str(self.certificate)] if tls else [])])
        cpu = json.loads(output)["cpu"] / self.items * 1e6
        return self.rate(emulator, self.items), cpu, peak

    def postgres(self, server):
        """As `glossport`, with a new database of a server that forces commits to the disk; it counts transactions, too."""
        database = f"turn_{self.turn}"
        server.sql(f"CREATE DATABASE {database}")
        url = f"postgres://postgres@127.0.0.1:{server.port}/{database}"
        project = self.folder / "postgres.yaml"
        project.write_text(f"app: {APP}\ndeliveries: []\njournal: {url}\n")
        timed([self.commands.glossport, "journal", "create", "--project", str(project)])
        transactions = f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{database}'"
        before = int(server.sql(transactions))
        result = self.glossport(url)
        # A session reports its statistics when it ends.
        time.sleep(0.5)
        self.transactions.append((int(server.sql(transactions)) - before) / self.items)
        return result

    def curl(self, tls=False):
        emulator = self.emulator(tls)
        config = emulator.folder / "curl.conf"
        # For one request, like everything between two "next".
        trust = f'cacert = "{self.certificate}"\n' if tls else ""
        with open(config, "w") as file:
            for number in range(self.items):
                quoted = body(number).replace('"', '\\"')
                file.write(("next\n" if number else "") + f'url = "{emulator.url}/inApps/v1/messaging/message/{uuid.uuid5(uuid.NAMESPACE_URL, str(number))}"\n'
                           f'{trust}request = PUT\nheader = "Authorization: Bearer {unsigned_token(APP)}"\n'
                           f'header = "Content-Type: application/json"\ndata-binary = "{quoted}"\noutput = /dev/null\n')
        _, _, cpu, peak = timed(["curl", "--silent", "--parallel", "--parallel-immediate", "--parallel-max", str(IN_FLIGHT),
                                 "--config", str(config)])
        return self.rate(emulator, self.items), cpu / self.items * 1e6, peak

    def h2load(self, tls=False):
        emulator = self.emulator(tls)
        (emulator.folder / "body.json").write_text(body(1))
        # Each of its clients goes through the list from the start, and all send one body: most answers are 409.
        (emulator.folder / "uris").write_text("".join(
            f"{emulator.url}/inApps/v1/messaging/message/{uuid.uuid4()}\n" for _ in range(self.items)))
        _, _, cpu, peak = timed(["h2load", "--h1", "-c", str(IN_FLIGHT), "-n", str(self.items), "-t", "1", "-i",
                                 str(emulator.folder / "uris"), "-d", str(emulator.folder / "body.json"), "-H",
                                 ":method: PUT", "-H", f"authorization: Bearer {unsigned_token(APP)}", "-H",
                                 "content-type: application/json"])
        return self.rate(emulator, self.items), cpu / self.items * 1e6, peak

    def medians(self, title, programs):
        """Lets programs take turns, prints a row for each, and returns their medians."""
        for name in list(programs):
            if not name.startswith("glossport") and not shutil.which(name.split()[0]):
                print(f"{name.split()[0]} is not installed, so it is left out.", file=sys.stderr)
                del programs[name]
        found = {name: [] for name in programs}
        for _ in range(self.rounds):
            for name, program in programs.items():
                found[name].append(program())
        median = {name: [statistics.median(values) for values in zip(*runs)] for name, runs in found.items()}
        print(f"\n{self.items:,} uploads {title}, {IN_FLIGHT} in flight, medians of {self.rounds} turns")
        print(f"  {'program':30} {'uploads/s':>10} {'range':>15} {'CPU µs each':>12} {'peak MiB':>9}")
        for name, (rate, cpu, peak) in median.items():
            rates = [run[0] for run in found[name]]
            print(f"  {name:30} {rate:10,.0f} {f'{min(rates):,.0f}–{max(rates):,.0f}':>15} {cpu:12.0f} {peak:9.0f}")
        return median

    def compare(self):
        server = Server(self.folder / "server", settings=["fsync=on"]) if Server.BIN else None
        stored = {"glossport, PostgreSQL": partial(self.postgres, server)} if server else {}
        median = self.medians("over plain HTTP", {
            "glossport, journal FULL": self.glossport, **stored,
            "glossport, journal in memory": lambda: self.glossport("memory"),
            "curl --parallel": self.curl, "h2load --h1": self.h2load})
        full, memory = median["glossport, journal FULL"], median["glossport, journal in memory"]
        beside = f"{full[0] / median['curl --parallel'][0]:.2f}" if "curl --parallel" in median else "not measured"
        print(f"  targets: ≥ 8,000 uploads/s, peak < 64 MiB; beside curl ≥ 1: {beside}")
        print(f"  the journal adds {(full[1] - memory[1]) / memory[1] * 100:.0f} % to the processor time of an upload "
              f"(target: ≤ 20 %)")
        if server:
            server.kill()
            print(f"  PostgreSQL beside SQLite: {median['glossport, PostgreSQL'][0] / full[0]:.2f} of its uploads/s (target: ≥ 0.8), "
                  f"{statistics.median(self.transactions):.3f} transactions an upload")
        else:
            print("There is no PostgreSQL, so it is left out.", file=sys.stderr)

    def compare_encrypted(self):
        median = self.medians("over TLS", {
            "glossport": partial(self.glossport, "file", True), "curl --parallel": partial(self.curl, True),
            "h2load --h1": partial(self.h2load, True)})
        if curl := median.get("curl --parallel"):
            print(f"  beside curl: {median['glossport'][0] / curl[0]:.2f}")

    def journal(self):
        rates = []
        for turn in range(self.rounds):
            path = self.folder / f"alone-{turn}.sqlite"
            output, *_ = timed([self.benchmark, str(self.items), "256", str(path), "none"])
            rates.append(self.items / json.loads(output)["seconds"])
        print(f"\nThe journal alone, two durable rows each, 256 callers: {statistics.median(rates):,.0f} items/s "
              f"(target: ≥ 20,000)")

    def growth(self):
        print("\nCost of an import by its size (service that takes all at once, journal FULL)")
        for items in (2_000, 20_000, 200_000):
            path = self.folder / f"growth-{items}.sqlite"
            output, *_ = timed([self.benchmark, str(items), str(IN_FLIGHT), str(path), "instant"])
            cost = json.loads(output)
            path.unlink()
            print(f"  {items:8,} messages: {cost['cpu'] / items * 1e6:6.0f} µs CPU each, peak {cost['peakMiB']:.0f} MiB")

    def resume(self):
        """The real command, killed when 1,000 of 2,000 have arrived, and run again."""
        case = Case(self.commands, self.folder / "resume", "--rate-profile", "none")
        app = case.app("resume", 2_000)
        process = case.start(app, "journal/j.sqlite", concurrency=IN_FLIGHT)
        while case.emulator.state()["requests"] < 1_000:
            pass
        process.send_signal(signal.SIGKILL)
        case.finish(process)
        time.sleep(0.2)
        before = case.emulator.state()["requests"]
        started = time.time()
        code = case.run(app, "journal/j.sqlite", concurrency=IN_FLIGHT)
        took = time.time() - started
        case.close()
        log = [json.loads(line) for line in open(case.folder / "requests.jsonl")]
        later = sorted((e for e in log if e["seq"] > before), key=lambda e: e["at"])
        known = {e["identifier"] for e in log if e["seq"] <= before}
        uploads = [e for e in later if e["endpoint"] == "uploadMessage"]
        lists = sum(e["endpoint"] == "listMessages" for e in later)
        again = sum(e["identifier"] in known for e in uploads)
        first = min(e["at"] for e in uploads) / 1e6 - started if uploads else float("nan")
        print(f"\nResume after a kill at {before:,} requests of a 2,000 message import: exit {code}, {lists} list call, "
              f"{again} of {len(known):,} sent again (at most {IN_FLIGHT}), first upload after {first:.2f} s "
              f"(target: < 1 s), all done after {took:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", required=True, help="the folder with the release builds")
    parser.add_argument("--items", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="glossport-bench-") as folder:
        bench = Bench(options.binaries, folder, options.items, options.rounds)
        bench.compare()
        bench.compare_encrypted()
        bench.journal()
        bench.growth()
        bench.resume()
    return 0


if __name__ == "__main__":
    sys.exit(main())
