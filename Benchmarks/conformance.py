#!/usr/bin/env python3
"""Reads every file of the corpora with the command, and compares the units with the results of other tools.

The corpora (files of public projects, with expected results) are beside the repository and not part of it, because of
their licenses. Each row that differs needs a judgement in conformance-judgements.json; a row without one
fails the run, and so does a judgement that no longer applies. A crash, a hang, or a row that is lost without
a finding always fails.
"""
import argparse
import collections
import fnmatch
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NOT_DATA = re.compile(r"^(ORIGIN\.txt|LICENCE\..*|expected.*\.jsonl|verdict\.jsonl|csv_dialects\.jsonl|mapping\.json)$")
XLIFF = ("xlf", "xliff", "sdlxliff")
CSV = ("csv", "tsv", "txt")
SECONDS_PER_FILE = 60
NEEDED_PERCENT = 99.5


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def extension(path):
    return path.rsplit(".", 1)[-1].lower()


# MARK: The command


class Reading:
    """The output of `glossport read` for one file."""

    def __init__(self, command, folder, path, options=(), format=None):
        arguments = [command, "read", "--verbose", path]
        if format:
            arguments += ["--format", format]
        for option in options:
            arguments += ["--option", option]
        self.failure = None
        self.units, self.findings = [], []
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GLOSSPORT_")} | {"NO_COLOR": "1"}
        try:
            run = subprocess.run(
                arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=SECONDS_PER_FILE,
            )
        except subprocess.TimeoutExpired:
            self.failure = f"hangs: not done after {SECONDS_PER_FILE} s"
            return
        talk = run.stderr.decode("utf-8", "replace")
        if run.returncode not in (0, 4):
            self.failure = f"ends with {run.returncode}: {talk.strip()[-300:]}"
            return
        # Not splitlines(), which would also split at U+2028 and similar characters inside texts.
        self.units = [json.loads(line) for line in run.stdout.decode("utf-8").split("\n") if line]
        count = re.search(r", ([\d,]+) skipped; [^\n]*$", talk.rstrip())
        self.skipped = int(count[1].replace(",", "")) if count else 0
        place = re.compile(r"^(?:.*?:(\d+):(\d+): )?(error|warning|note): (.*)$")
        talk_lines = talk.split("\n")
        for first, second in zip(talk_lines, talk_lines[1:]):
            match, rule = place.match(first), re.search(r"\[([a-z0-9-]+)[^\]]*\]$", second)
            if match and rule and second.startswith("    "):
                line = int(match[1]) if match[1] else None
                self.findings.append({"rule": rule[1], "severity": match[3], "line": line})
        self.by_key = collections.defaultdict(list)
        for unit in self.units:
            self.by_key[unit["key"]].append(unit)

    def rules(self, *severities):
        return sorted({f["rule"] for f in self.findings if not severities or f["severity"] in severities})

    def take(self, key, *wishes):
        """Removes and returns the first unit with this key that fulfills the first wish, else the next one, else none of them."""
        candidates = self.by_key.get(key, [])
        for wish in wishes + (lambda unit: True,):
            for index, unit in enumerate(candidates):
                if wish(unit):
                    return candidates.pop(index)
        return None

    def rest(self):
        return [unit for units in self.by_key.values() for unit in units]

    def missing(self):
        """The description of a missing row, by the rules that the file was reported for."""
        return "not read: " + (", ".join(self.rules("error") or self.rules()) or "WITHOUT A FINDING")


# MARK: Comparing. Each comparison yields one entry per expected row: None, or (what differs, details).


def compare_file_row(row, reading):
    """Rows about a whole file: it must be rejected, or reported as empty."""
    if "error" in row:
        return None if reading.rules("error") else ("accepted", f"expected an error: {row['error']}")
    return None if reading.findings and not reading.units else ("empty file", str(reading.rules()))


def collapsed(text):
    """Collapses white space as XML's default mode does; a no-break space stays."""
    return " ".join(part for part in re.split("[\t\n\r ]+", text) if part)


STATES = ["untranslated", "needs-review", "translated", "reviewed", "final"]
STATE_1 = {
    "new": "untranslated", "needs-translation": "untranslated", "translated": "translated", "final": "final",
    "signed-off": "final", "needs-l10n": "needs-review", "needs-adaptation": "needs-review",
    "needs-review-translation": "needs-review", "needs-review-l10n": "needs-review",
    "needs-review-adaptation": "needs-review",
}
STATE_2 = {None: "translated", "initial": "untranslated", "translated": "translated", "reviewed": "reviewed", "final": "final"}


def xliff_state(row, target):
    """The state of a row; None if only the vendor's own attributes determine it."""
    if not target:
        return "untranslated"
    if "states" in row:
        states = [STATE_2.get(state, "translated") for state in row["states"]]
        return min(states, key=STATES.index)
    if "state" not in row and "approved" not in row:
        return None
    approved = row.get("approved") == "yes"
    if row.get("state") is None:
        return "reviewed" if approved else None
    state = STATE_1.get(row["state"], "translated")
    return "final" if approved and state == "translated" else state


def compare_xliff(rows, reading):
    for row in rows:
        if "key" not in row:
            yield compare_file_row(row, reading)
            continue

        def text(name):
            value = row.get(name) or ""
            return value if row.get("xml_space") == "preserve" else collapsed(value)

        expected = {
            "target": text("target"), "source": text("source"), "locale": row.get("locale"),
            "notes": [note.strip() for note in row.get("notes") or [] if note.strip()],
        }
        unit = reading.take(row["key"], lambda unit: (unit["target"] or "") == expected["target"] and unit["locale"] == expected["locale"])
        if unit is None:
            yield reading.missing(), str(row["key"])
            continue
        expected["state"] = xliff_state(row, expected["target"]) or unit["state"]
        got = {**unit, "target": unit["target"] or "", "source": unit["source"] or ""}
        yield difference(row["key"], got, expected)
    for unit in reading.rest():
        yield "not expected", unit["key"]


def compare_strings(rows, reading):
    for row in rows:
        if "key" not in row:
            yield compare_file_row(row, reading)
            continue
        expected = {"target": row["target"], "comment": row.get("comment", ""), "locale": lproj(row["file"])}
        if "line" in row:
            expected["line"] = row["line"]
        unit = reading.take(row["key"], lambda unit: (unit["target"] or "") == row["target"])
        if unit is None:
            yield reading.missing(), str(row["key"])
            continue
        got = {**unit, "target": unit["target"] or "", "comment": "\n".join(unit["notes"])}
        yield difference(row["key"], got, expected)
    for unit in reading.rest():
        yield "not expected", unit["key"]


def lproj(path):
    names = [part[:-6] for part in path.split("/")[:-1] if part.lower().endswith(".lproj")]
    return None if not names or names[-1] == "Base" else names[-1]


def compare_csv_rows(rows, reading):
    """Every cell of every row, read as a wide sheet whose columns have the made-up locales c2, c3 …

    A row with only a key contains no text, so nothing can differ.
    """
    ends = re.compile("\r\n|\r|\n")
    is_single = max((len(row["fields"]) for row in rows), default=1) == 1
    for row in rows:
        fields = row["fields"]
        key, line = fields[0].strip(" \t\r\n"), row.get("line")
        texts = [(number, cell) for number, cell in enumerate(fields, 1) if cell and (number > 1 or is_single)]
        if not any(cell.strip(" \t\r\n") for cell in fields):
            yield None
            continue
        if not key:
            reported = any(f["rule"] == "csv-missing-key" and line in (f["line"], None) for f in reading.findings)
            yield None if reported or not texts else (reading.missing(), str(fields))
            continue
        entry = None
        for number, cell in texts:
            above = len(ends.findall("".join(fields[:number - 1])))
            same = lambda unit: unit["target"] == cell and (line is None or unit["line"] == line + above)
            unit = reading.take(key, lambda unit: unit["locale"] == f"c{number}" and same(unit), lambda unit: unit["locale"] == f"c{number}")
            if unit is None or unit["locale"] != f"c{number}":
                entry = entry or (reading.missing(), str(fields))
            elif not same(unit):
                expected = {"target": cell} if line is None else {"target": cell, "line": line + above}
                entry = entry or difference(str(fields), unit, expected)
        yield entry
    for unit in reading.rest():
        yield "not expected", f"{unit['key']}: {unit['target']}"


def compare_records(rows, reading):
    for row in rows:
        expected = {name: row.get(name) for name in ("locale", "target", "source")}
        expected["notes"] = row.get("notes") or ""
        wish = lambda unit: unit["locale"] == row["locale"] and unit["target"] == row["target"]
        unit = reading.take(row["key"], wish, lambda unit: unit["locale"] == row["locale"])
        if unit is None:
            yield reading.missing(), str(row["key"])
            continue
        yield difference(row["key"], {**unit, "notes": "".join(unit["notes"])}, expected)
    for unit in reading.rest():
        yield "not expected", f"{unit['key']}: {unit['target']}"


def compare_catalog(rows, reading):
    """String Catalogs, and .stringsdict, whose plural forms can't become retention messages."""
    for row in rows:
        wish = lambda unit: unit["locale"] == row.get("locale") and (unit["target"] or "") == (row["target"] or "")
        named = lambda unit: unit["locale"] == row.get("locale")
        unit = None if "variation" in row else reading.take(row["key"], wish, named)
        if row.get("shouldTranslate") is False:
            left_out = unit is None and reading.skipped > 0
            yield None if left_out else ("not to be translated", row["key"])
            continue
        if unit is None:
            what = reading.missing()
            yield ("variation " + what if "variation" in row else what), f"{row['key']} {row.get('variation', '')}"
            continue
        expected = {"locale": row.get("locale"), "target": row["target"] or "", "comment": row.get("comment", "")}
        state = {"translated": "translated", "needs_review": "needs-review", "new": "untranslated"}.get(row.get("state"))
        if state:
            expected["state"] = state if row["target"] else "untranslated"
        got = {**unit, "target": unit["target"] or "", "comment": "\n".join(unit["notes"])}
        yield difference(row["key"], got, expected)
    for unit in reading.rest():
        yield "not expected", f"{unit['key']}: {unit['target']}"


def compare_xml(rows, reading):
    """XML other than XLIFF, much of it hostile: each must be an error, and none may give a unit."""
    for row in rows:
        refused = reading.rules("error") and not reading.units
        yield None if refused else ("accepted", row["reader_should"])


def difference(key, got, expected):
    """The differences, in the order of the expectation; None if there are none."""
    names = [name for name, value in expected.items() if got.get(name) != value]
    if not names:
        return None
    pairs = "; ".join(f"{name} {got.get(name)!r}, expected {expected[name]!r}" for name in names)
    return " and ".join(names) + (" differ" if len(names) > 1 else " differs"), f"{key}: {pairs}"


# MARK: The corpora


def by_file(rows):
    result = collections.defaultdict(list)
    for row in rows:
        result[row["file"]].append(row)
    return result


def csv_options(dialect, rows):
    options = ["layout=wide", "headerRow=none", "key=1"]
    width = max((len(row["fields"]) for row in rows), default=1)
    if width == 1:
        options = ["layout=single", "headerRow=none", "key=1", "text=1", "locale==c1"]
    else:
        options.append("map=" + ",".join(f"{number}=c{number}" for number in range(2, width + 1)))
    delimiter = dialect.get("delimiter")
    if delimiter:
        options.append("delimiter=" + ("tab" if delimiter == "\t" else "space" if delimiter == " " else delimiter))
    encoding = dialect.get("encoding", "")
    if encoding.startswith("windows-"):
        options.append("encoding=" + encoding.rstrip("?"))
    return options


def mapping_options(mapping):
    options = ["delimiter=" + {"\t": "tab"}.get(mapping["delimiter"], mapping["delimiter"])]
    options.append(f"headerRow={mapping['header_row'] or 'none'}")
    for name in ("key", "notes"):
        if mapping.get(name):
            options.append(f"{name}={mapping[name]}")
    if mapping.get("columns"):
        options.append("map=" + ", ".join(f"{column}={locale}" for column, locale in mapping["columns"].items()))
    for role, number in mapping.get("positional", {}).items():
        options.append(f"{'text' if role == 'target' else role}={number}")
    if mapping.get("locale"):
        options.append("locale==" + mapping["locale"].split(" ")[0])
    return options


def jobs(corpus, folder, formats):
    """The files to read in one corpus: (label, file, rows, comparison, options, format)."""
    expected = by_file(lines(f"{folder}/expected.jsonl"))
    catalog = by_file(lines(f"{folder}/expected_catalog.jsonl"))
    records = by_file(lines(f"{folder}/expected_records.jsonl"))
    dialects = {row["file"]: row for row in lines(f"{folder}/csv_dialects.jsonl")}
    for root, names, files in os.walk(folder):
        names.sort()
        for name in sorted(files):
            if NOT_DATA.match(name):
                continue
            file = os.path.relpath(os.path.join(root, name), folder)
            kind, rows = extension(file), expected.get(file, [])
            if kind in XLIFF:
                yield "xliff", file, rows, compare_xliff, ["includeUntranslatable=true"], None
            elif kind == "strings":
                yield "strings", file, rows, compare_strings, [], None
            elif kind == "stringsdict":
                yield "stringsdict", file, catalog.get(file, []), compare_catalog, [], None
            elif kind == "xcstrings":
                yield ("xcstrings" if "xcstrings" in formats else None), file, catalog.get(file, []), compare_catalog, [], None
            elif kind in CSV and (rows or file in dialects):
                rows = [row for row in rows if row["fields"]]
                dialect = dialects.get(file, {"encoding": "windows-1250" if "cp1250" in file else ""})
                yield "csv rows", file, rows, compare_csv_rows, csv_options(dialect, rows), "csv"
            elif kind == "xml" and rows:
                yield "xml", file, rows, compare_xml, [], "xliff"
            else:
                yield "other", file, [], None, [], None
    path = f"{folder}/mapping.json"
    if os.path.exists(path):
        with open(path, encoding="utf-8") as text:
            for mapping in json.load(text):
                rows = records.get(mapping["file"], [])
                yield "csv records", mapping["file"], rows, compare_records, mapping_options(mapping), "csv"


class Judgements:
    """Recorded decisions about rows that differ."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.entries = json.load(file)
        self.counts = [0] * len(self.entries)

    def judge(self, place, what):
        for index, entry in enumerate(self.entries):
            if fnmatch.fnmatchcase(place, entry["where"]) and fnmatch.fnmatchcase(what, entry["what"]):
                self.counts[index] += 1
                return True
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the glossport executable")
    parser.add_argument("--corpora", required=True, help="the folder with the corpora")
    parser.add_argument("--only", default="*", help="corpora to read, as a pattern; judgements are not counted then")
    options = parser.parse_args()
    if not os.path.isdir(options.corpora):
        print("The corpora are not beside the repository, so there is nothing to compare with.")
        return 0
    options.command = os.path.abspath(options.command)
    listing = subprocess.run([options.command, "readers", "--output", "json"], capture_output=True, check=True)
    formats = {row["format"] for row in json.loads(listing.stdout)}
    judgements = Judgements(f"{HERE}/conformance-judgements.json")
    table, problems, left_out = {}, [], collections.Counter()
    groups = collections.defaultdict(list)
    files_read = set()

    for corpus in sorted(os.listdir(options.corpora)):
        folder = os.path.join(options.corpora, corpus)
        if not os.path.isdir(folder) or not fnmatch.fnmatch(corpus, options.only):
            continue
        for label, file, rows, compare, read_options, format in jobs(corpus, folder, formats):
            place = f"{corpus}/{file}"
            if label is None:
                left_out[extension(file)] += 1
                continue
            files_read.add(place)
            reading = Reading(options.command, options.corpora, place, read_options, format)
            counts = table.setdefault((corpus, label), collections.Counter())
            counts["files"] += 1
            counts["rows"] += len(rows)
            if reading.failure:
                problems.append(f"{place} {reading.failure}")
                counts["open"] += len(rows)
                continue
            counts["files with an error"] += bool(reading.rules("error"))
            if not reading.units and not reading.findings:
                problems.append(f"{place}: no unit and no finding")
            for entry in compare(rows, reading) if compare else []:
                if entry is None:
                    counts["agree"] += 1
                    continue
                what, details = entry
                if what.endswith("WITHOUT A FINDING"):
                    problems.append(f"{place}: {details} is lost without a finding")
                    counts["open"] += 1
                elif judgements.judge(place, what):
                    counts["more units" if what == "not expected" else "justified"] += 1
                else:
                    counts["open"] += 1
                    groups[place, what].append(details)

    show(table)
    for kind, count in left_out.items():
        print(f"\nNo reader for .{kind} yet: {count} files left out.")
    print(f"\n{len(files_read)} files read. Judgements:")
    for entry, count in zip(judgements.entries, judgements.counts):
        if count == 0 and options.only != "*":
            continue
        print(f"  {count:5} × {entry['where']}: {entry['what']}\n          Right: {entry['right']}. {entry['why']}")
        needs = entry.get("format", "")
        if count != entry["rows"] and options.only == "*" and (not needs or needs in formats):
            problems.append(f"the judgement on {entry['where']} ({entry['what']}) is about {entry['rows']} rows, not {count}")
    if groups:
        print("\nOpen, each needs a judgement or a better reader:")
        for (place, what), details in groups.items():
            print(f"  {len(details):5} × {place}: {what}")
            for detail in details[:3]:
                print(f"          {detail[:400]}")
    if problems:
        print("\nFailures:")
        for problem in problems:
            print(f"  {problem}")
    total = sum(table.values(), collections.Counter())
    share = 100 * (total["agree"] + total["justified"]) / max(total["rows"], 1)
    print(f"\n{share:.2f} % of {total['rows']} rows agree or are justified; {NEEDED_PERCENT} % are needed.")
    return 1 if problems or groups or share < NEEDED_PERCENT else 0


def show(table):
    columns = ["files", "rows", "agree", "justified", "open", "more units", "files with an error"]
    heads = ["corpus", "format"] + columns
    body = [[corpus, label] + [str(counts[name]) for name in columns] for (corpus, label), counts in table.items()]
    for label in sorted({label for _, label in table}):
        total = sum((counts for (_, other), counts in table.items() if other == label), collections.Counter())
        body.append(["all", label] + [str(total[name]) for name in columns])
    widths = [max(len(row[index]) for row in [heads] + body) for index in range(len(heads))]
    for row in [heads] + body:
        print("  ".join(cell.ljust(width) if index < 2 else cell.rjust(width)
                        for index, (cell, width) in enumerate(zip(row, widths))).rstrip())


if __name__ == "__main__":
    sys.exit(main())
