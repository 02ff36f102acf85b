#!/usr/bin/env python3
"""Times the command on large files, beside other programs that can read them, and prints one table.

Absolute figures depend more on the machine than on the program, so each program has a yardstick that reads the same
file in the same run. Programs take turns, so that a slow minute of the machine hits all of them. Nothing is asserted:
a shared machine would fail at random.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time

# The command refuses unknown variables, such as those of the tests.
for name in [name for name in os.environ if name.startswith("GLOSSPORT_")]:
    del os.environ[name]

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 3
PEAK_TARGET = 48


class Program:
    """One line of the table."""

    def __init__(self, file, name, arguments, statuses=(0,), yardstick=None, target=""):
        self.file, self.name, self.arguments, self.statuses = file, name, arguments, statuses
        # The program to compare with, and how: for "speed" more is better, for "time" less.
        self.yardstick, self.target = yardstick, target
        self.seconds, self.own, self.peaks, self.failure = [], [], [], None

    def run(self, folder):
        """Runs it once, and returns its time and its peak memory, as the kernel counts it."""
        path = os.path.join(folder, self.file)
        start = time.perf_counter()
        process = subprocess.Popen(
            self.arguments + [path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in self.statuses:
            self.failure = f"ends with {process.returncode}: {errors.decode(errors='replace').strip()[-200:]}"
        self.seconds.append(seconds)
        self.own.append(usage.ru_utime)
        self.peaks.append(usage.ru_maxrss / 1024)

    @property
    def median(self):
        return statistics.median(self.seconds)


def skip(sentence):
    print(sentence, file=sys.stderr)


def built(command, output, inputs):
    """Compiles a yardstick if necessary; None if that fails."""
    if os.path.exists(output) and all(os.path.getmtime(output) > os.path.getmtime(path) for path in inputs):
        return output
    if not shutil.which(command[0]):
        skip(f"{command[0]} is not installed, so {os.path.basename(output)} is left out.")
        return None
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        skip(f"{os.path.basename(output)} can't be built and is left out: {result.stderr.strip()[-300:]}")
        return None
    return output


def python_with_readers(folder):
    """A Python that has lxml and Translate Toolkit, or None."""
    environment = os.path.join(folder, "venv")
    python = os.path.join(environment, "bin", "python")
    check = [python, "-c", "import lxml, translate"]
    if os.path.exists(python) and subprocess.run(check, capture_output=True).returncode == 0:
        return python
    steps = [[sys.executable, "-m", "venv", environment], [python, "-m", "pip", "install", "-q", "lxml", "translate-toolkit"]]
    for step in steps:
        try:
            subprocess.run(step, capture_output=True, check=True, timeout=300)
        except (subprocess.SubprocessError, OSError):
            skip("lxml and Translate Toolkit can't be installed here, so they are left out.")
            return None
    return python


def programs(command, folder):
    """The programs to run; yardsticks come before the programs that are compared with them."""
    formats = subprocess.run([command, "readers"], capture_output=True, text=True, check=True).stdout
    readers = os.path.join(HERE, "yardsticks", "python_readers.py")
    c_source = os.path.join(HERE, "yardsticks", "libcsv.c")
    swift_source = os.path.join(HERE, "yardsticks", "foundation.swift")
    libcsv = built(["cc", "-O2", "-o", f"{folder}/libcsv", c_source, "-lcsv"], f"{folder}/libcsv", [c_source])
    foundation = built(["swiftc", "-O", "-swift-version", "6", "-o", f"{folder}/foundation", swift_source], f"{folder}/foundation", [swift_source])
    # The interpreter itself: a shim in front of it would be timed too.
    python = os.path.realpath(sys.executable)
    with_readers = python_with_readers(folder)
    one = ["taskset", "-c", "0"] if shutil.which("taskset") else None

    def glossport(file, yardstick, target):
        # 4: there are findings, because texts are too long and fields are missing.
        yield Program(file, "glossport validate", [command, "validate"], (0, 4), yardstick, target)
        # Every string of the app as a unit; `validate` skips those that are not messages.
        yield Program(file, "glossport read --quiet", [command, "read", "--quiet"], (0, 4), yardstick)

    if shutil.which("xmllint"):
        yield Program("big.xliff", "xmllint --sax", ["xmllint", "--huge", "--sax", "--noout"])
    else:
        skip("xmllint is not installed (Debian: libxml2-utils), so it is left out.")
    yield from glossport("big.xliff", ("xmllint --sax", "speed"), "≥ 0.6")
    if with_readers:
        yield Program("big.xliff", "lxml iterparse", [with_readers, readers, "lxml"])
        yield Program("small.xliff", "Translate Toolkit", [with_readers, readers, "toolkit"])

    if libcsv:
        yield Program("big.csv", "libcsv in C", [libcsv])
    yield from glossport("big.csv", ("libcsv in C", "time"), "≤ 1.6")
    if libcsv and one:
        # Every row is wanted, and nothing is read ahead on a second processor.
        yield Program("big.csv", "libcsv in C, one processor", one + [libcsv])
        yield Program("big.csv", "glossport read --quiet, one processor", one + [command, "read", "--quiet"], (0, 4),
                      ("libcsv in C, one processor", "time"), "≤ 3")
    yield Program("big.csv", "Python csv", [python, readers, "csv"])
    if with_readers:
        yield Program("small.csv", "Translate Toolkit", [with_readers, readers, "toolkit"])

    if libcsv:
        yield Program("records.csv", "libcsv in C", [libcsv])
    yield Program("records.csv", "glossport read --quiet", [command, "read", "--quiet"], (0,),
                  ("libcsv in C", "time"), "≤ 3")

    strings = "de.lproj/big.strings"
    if foundation:
        yield Program(strings, "Foundation plist", [foundation, "plist"])
    yield from glossport(strings, ("Foundation plist", "speed"), "≥ 30")
    if with_readers:
        yield Program("de.lproj/small.strings", "Translate Toolkit", [with_readers, readers, "toolkit"])

    if "xcstrings" in formats:
        if foundation:
            yield Program("big.xcstrings", "Foundation JSON", [foundation, "json"])
        yield from glossport("big.xcstrings", ("Foundation JSON", "speed"), "≥ 5")
        # Foundation's time depends on the cost of 2 GiB of new memory; with both on one processor, the comparison is fairer.
        if foundation and one:
            yield Program("big.xcstrings", "Foundation JSON, one processor", one + [foundation, "json"])
            yield Program("big.xcstrings", "glossport validate, one processor", one + [command, "validate"], (0, 4),
                          ("Foundation JSON, one processor", "speed"), "≥ 5")
    else:
        skip("There is no reader for String Catalogs yet, so they are left out.")


def row(program, all_programs, folder):
    megabytes = os.path.getsize(os.path.join(folder, program.file)) / 1_000_000
    speed = f"{megabytes / program.median:.0f}" if program.median < megabytes else f"{megabytes / program.median:.1f}"
    ratio = ""
    if program.yardstick:
        name, kind = program.yardstick
        other = next((other for other in all_programs if other.name == name and other.file == program.file), None)
        if other:
            factor = other.median / program.median if kind == "speed" else program.median / other.median
            ratio = f"{factor:.2f} × its {kind}"
    peak_target = f"< {PEAK_TARGET}" if program.name.startswith("glossport") else ""
    return [
        f"{program.file}, {megabytes:.0f} MB", program.name, speed, f"{program.median:.3f}",
        f"{min(program.seconds):.3f}–{max(program.seconds):.3f}", f"{statistics.median(program.own):.3f}",
        f"{max(program.peaks):.0f}", peak_target, ratio, program.target,
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the release build of glossport")
    parser.add_argument("--size", help="megabytes of each input, for a quick look")
    options = parser.parse_args()
    command = os.path.abspath(options.command)
    folder = os.path.abspath(os.path.join(HERE, "..", ".build", "bench"))
    inputs = os.path.join(folder, "inputs")
    size = ["--size", options.size] if options.size else []
    subprocess.run([sys.executable, os.path.join(HERE, "make-inputs.py"), inputs] + size, check=True)

    all_programs = list(programs(command, folder))
    # A folder without a project file, so that none applies.
    os.chdir(inputs)
    for file in sorted({program.file for program in all_programs}):
        with open(os.path.join(inputs, file), "rb") as data:
            while data.read(1 << 20):  # into the page cache, for all alike
                pass
    for file in dict.fromkeys(program.file for program in all_programs):
        for _ in range(ROUNDS):
            for program in all_programs:
                if program.file == file:
                    program.run(inputs)

    heads = ["input", "program", "MB/s", "seconds", "range", "user s", "peak MiB", "target", "beside its yardstick",
             "target"]
    table = [heads] + [row(program, all_programs, inputs) for program in all_programs]
    widths = [max(len(line[index]) for line in table) for index in range(len(heads))]
    for line in table:
        cells = [cell.ljust(width) if index in (0, 1, 8, 9) else cell.rjust(width)
                 for index, (cell, width) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())
    print(f"\nMedians of {ROUNDS} runs. The yardstick is the first program of each input; seconds are those of the whole "
          "process, user s its processor time without the kernel's.")
    for program in all_programs:
        if program.failure:
            print(f"{program.name} on {program.file} {program.failure}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
