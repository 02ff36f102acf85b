#!/usr/bin/env python3
"""Times each step with one delivery of usual size: 50 messages in 39 locales, in each format, and the samples.

Each figure is the median of whole processes, in milliseconds, start-up included. The service is the emulator on this
machine, without a limit, with a fresh journal for each import. Beside it, Apple's own library for Python uploads the same
texts one after the other, as its documentation shows. Nothing is asserted: a shared machine would fail at random.
"""
import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Torture"))
from generate import FORMATS, csv_cell, texts  # noqa: E402
from rig import LOCALES, RULES, Commands, Emulator, bare_environment  # noqa: E402

MESSAGES = 50
APP = "com.example.usual"
# 0: done; 4: findings; 9: Apple reviews the uploads.
STATUSES = (0, 4, 9)
STEPS = ("read", "validate", "plan", "import")


def delivery():
    """Texts by key and locale."""
    rng = random.Random(1)
    units = {}
    for number in range(1, MESSAGES + 1):
        for locale in LOCALES:
            for field, text in texts(rng, f"m{number}", locale):
                units.setdefault(f"campaign-{number}.{field}", {})[locale] = text
    return units


def write_csv(folder, units):
    rows = [",".join(["key", *LOCALES])]
    rows += [",".join([key, *(csv_cell(found[locale]) for locale in LOCALES)]) for key, found in units.items()]
    (folder / "texts.csv").write_text("\r\n".join(rows) + "\r\n", newline="")


def write_by_locale(form, name, folder, units):
    for locale in LOCALES:
        path = folder / name.format(locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        body = "".join(form.unit(key, locale, f"Source of {key}", found[locale]) for key, found in units.items())
        path.write_text(form.head(locale) + body + form.foot())


def write_catalog(folder, units):
    strings = {
        key: {"localizations": {locale: {"stringUnit": {"state": "translated", "value": text}} for locale, text in found.items()}}
        for key, found in units.items()}
    (folder / "Retention.xcstrings").write_text(json.dumps(
        {"sourceLanguage": "en-US", "strings": strings, "version": "1.0"}, ensure_ascii=False, indent=2))


def project(folder, write, units):
    """A project file with a delivery in one format."""
    (folder / "vendor").mkdir(parents=True)
    write(folder / "vendor", units)
    (folder / "glossport.yaml").write_text(
        f"app: {APP}\nenvironment: sandbox\ncredentials:\n  issuerID: 57246542-96fe-1a63-e053-0824d011072a\n"
        "  keyID: 2X9R4HXF34\n  privateKeyFile: AuthKey_2X9R4HXF34.p8\ndeliveries: [{ path: vendor/ }]\n"
        f"budgets: {{ uploadMessage: 10000000, listMessages: 10000000 }}\n{RULES}\n")
    return folder


class Bench:
    def __init__(self, binaries, folder, rounds):
        self.folder, self.rounds, self.turn = Path(folder), rounds, 0
        self.commands = Commands(binaries, folder)
        self.units = delivery()
        self.messages = [
            {"locale": locale, "header": self.units[f"campaign-{number}.header"][locale],
             "body": self.units[f"campaign-{number}.body"][locale]}
            for number in range(1, MESSAGES + 1) for locale in LOCALES]

    def projects(self):
        writers = {
            "csv, one wide table": write_csv,
            "xliff": lambda *given: write_by_locale(FORMATS["xliff"], "{}.xliff", *given),
            "strings": lambda *given: write_by_locale(FORMATS["strings"], "{}.lproj/Retention.strings", *given),
            "xcstrings": write_catalog,
        }
        found = {name: project(self.folder / f"project-{number}", write, self.units)
                 for number, (name, write) in enumerate(writers.items())}
        sample = self.folder / "northlight"
        shutil.copytree(HERE.parent / "samples/northlight", sample)
        found["samples/northlight"] = sample
        for folder in found.values():
            shutil.copy(self.commands.key, folder / "AuthKey_2X9R4HXF34.p8")
            os.chmod(folder / "AuthKey_2X9R4HXF34.p8", 0o600)
        return found

    def emulator(self):
        self.turn += 1
        folder = self.folder / f"turn-{self.turn}"
        folder.mkdir()
        return Emulator(self.commands, folder, "--rate-profile", "none", tokens=["--accept-any-token"])

    def time(self, command, folder, statuses=STATUSES):
        """Milliseconds from start to end."""
        started = time.perf_counter()
        result = subprocess.run(command, cwd=folder, env=bare_environment() | {"HOME": str(self.folder)},
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        took = (time.perf_counter() - started) * 1e3
        if result.returncode not in statuses:
            raise SystemExit(f"{' '.join(map(str, command))} ended with {result.returncode}: "
                             f"{result.stderr.decode(errors='replace')[-500:]}")
        return took

    def step(self, name, folder):
        if name == "read":
            return self.time([self.commands.glossport, "read", "--quiet", "vendor"], folder)
        if name == "validate":
            return self.time([self.commands.glossport, "validate"], folder)
        emulator = self.emulator()
        journal = emulator.folder / "journal.sqlite"
        took = self.time([self.commands.glossport, name, "--endpoint", emulator.url, "--journal", journal], folder)
        emulator.stop()
        return took

    def apple(self, python):
        """The same messages with Apple's library; milliseconds of the whole process."""
        emulator = self.emulator()
        texts_file = self.folder / "messages.json"
        texts_file.write_text(json.dumps(self.messages))
        took = self.time([python, HERE / "yardsticks/apple_library.py", emulator.url, self.commands.key, APP, texts_file],
                         self.folder, (0,))
        emulator.stop()
        return took

    def run(self, python):
        projects = self.projects()
        steps = {(name, step): [] for name in projects for step in STEPS}
        startup, apple = [], []
        for turn in range(self.rounds + 1):
            measured = {key: self.step(key[1], projects[key[0]]) for key in steps}
            start = self.time([self.commands.glossport, "--version"], self.folder)
            # The first turn warms the caches.
            if turn == 0:
                continue
            for key, took in measured.items():
                steps[key].append(took)
            startup.append(start)
            # It takes long and hardly varies.
            if python and turn <= 2:
                apple.append(self.apple(python))
        print(f"\nOne delivery of usual size: {len(self.messages):,} messages ({MESSAGES} in {len(LOCALES)} locales), "
              f"{2 * len(self.messages):,} texts; milliseconds, medians of {self.rounds} turns")
        print(f"  {'delivery':24} {'kB':>6}" + "".join(f"{step:>10}" for step in STEPS))
        for name, folder in projects.items():
            size = sum(path.stat().st_size for path in (folder / "vendor").rglob("*") if path.is_file()) / 1e3
            print(f"  {name:24} {size:6,.0f}" + "".join(f"{statistics.median(steps[name, step]):10,.0f}" for step in STEPS))
        print(f"  start-up (--version): {statistics.median(startup):.0f} ms, which each of them includes (target: < 15)")
        if apple:
            print(f"  Apple's library for Python, the same {len(self.messages):,} messages in a loop: "
                  f"{statistics.median(apple):,.0f} ms (target for import: ≤ 700)")
        else:
            print("  Apple's library for Python is not there, so it is left out (Scripts/prepare-tests installs it).")
        print("  targets for validate: < 120")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", required=True, help="the folder with the release builds")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    python = HERE.parent / ".build/apple-library/bin/python3"
    with tempfile.TemporaryDirectory(prefix="glossport-usual-") as folder:
        Bench(options.binaries, folder, options.rounds).run(python if python.exists() else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
