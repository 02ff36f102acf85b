#!/usr/bin/env python3
"""Measures the cost of each rule on a full app: 2,000 message records in 50 locales, with sources.

`validate` runs with all rules, with each one turned off, and without those about the content of texts; the least processor time of
several runs counts. A share below the difference of two equal runs is shown as nothing.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile

# The command refuses unknown variables, such as those of the tests.
for name in [name for name in os.environ if name.startswith("GLOSSPORT_")]:
    del os.environ[name]

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCALES = re.findall(r'"([a-zA-Z-]+)"', re.search(r"static let all = \[(.*?)\]", (
    ROOT / "Sources/GlossportProject/Locales/StoreLocale.swift").read_text(), re.S)[1])
MESSAGES = 40
# The rules about the content of texts, one in each file. Looking up words costs the same if its rules are off.
REVIEW = """wrong-script wrong-language swapped-locales chinese-variant mixed-script-word mojibake escape-left truncated-text numbers-differ
numbers-across-locales price-in-text brand-changed term-missing term-forbidden same-target-different-source same-source-different-target
header-equals-body doubled-word double-space length-suspicious end-punctuation unbalanced emoji contact-or-link other-platform test-text
source-unknown translation-outdated target-equals-source mixed-width register-mixed misspelling unknown-word lost-accents""".split()
SAMPLES = {}


def sample_texts(command):
    """The clean samples' texts by locale, with every script."""
    lines = subprocess.run([command, "read", "--output", "jsonl", str(ROOT / "samples/northlight/vendor")],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        unit = json.loads(line)
        if unit["target"] and unit["key"].endswith((".header", ".body")):
            language = (unit["locale"] or "").replace("_", "-").split("-")[0]
            SAMPLES.setdefault(language, {}).setdefault(unit["key"].rsplit(".", 1)[1], []).append(unit["target"])


def cell(text):
    return '"' + text.replace('"', '""') + '"'


def write_project(folder, off):
    rules = "".join(f"  {rule}: off\n" for rule in off)
    pathlib.Path(folder, "glossport.yaml").write_text(
        "app: com.example.northlight\nenvironment: sandbox\ndeliveries: [{ path: texts.csv }]\n"
        "terms: { keep: [Northlight] }\n" + (f"rules:\n{rules}" if rules else ""))


def write_texts(folder):
    english = SAMPLES["en"]
    with open(os.path.join(folder, "texts.csv"), "w", encoding="utf-8") as file:
        file.write("key,locale,source,text\n")
        for message in range(MESSAGES):
            for locale in LOCALES:
                texts = SAMPLES.get(locale.split("-")[0], english)
                for field in ("header", "body"):
                    text = texts[field][message % len(texts[field])]
                    source = english[field][message % len(english[field])]
                    file.write(f"m{message}.{field},{locale},{cell(source)},{cell(text)}\n")


def seconds(command, folder, runs):
    best = None
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([command, "validate", "--output", "json"], cwd=folder, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = used if best is None else min(best, used)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", required=True)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    options.command = os.path.abspath(options.command)
    sample_texts(options.command)
    with tempfile.TemporaryDirectory() as folder:
        write_texts(folder)

        def measured(off):
            write_project(folder, off)
            return seconds(options.command, folder, options.runs)

        everything, again, without = measured([]), measured([]), measured(REVIEW)
        everything, noise = min(everything, again), abs(everything - again)
        print(f"validate, {MESSAGES * len(LOCALES):,} records: {everything * 1000:.0f} ms with all rules, "
              f"{without * 1000:.0f} ms without those about what a text says: {everything / without:.2f} times")
        for rule in REVIEW:
            share = everything - measured([rule])
            if share > noise:
                print(f"  {rule:<30} {share * 1000:6.1f} ms  {share / everything:5.1%}")


if __name__ == "__main__":
    main()
