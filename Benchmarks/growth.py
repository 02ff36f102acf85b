#!/usr/bin/env python3
"""Counts how many instructions each rule executes on texts of one, two, four and eight times a body's limit, by shape of text.

    Benchmarks/growth.py --command PATH [--shape NAME ...]

A rule may examine a text of up to four times its limit, in time that grows with the text's length. For each rule the table shows the shape
that costs most at four times the limit, the instructions for one character of it, and the growth: the step from two to four times the limit
divided by the step from one to two. A linear rule has 2, a quadratic one 4; beyond four times the limit there is no step at all. Needs valgrind
and binutils; a debug build has the most symbols. Ends with 1 if a growth is 3 or more, or a longer text is still examined.
"""
import argparse
import collections
import csv
import itertools
import os
import pathlib
import re
import shutil
import string
import subprocess
import sys
import tempfile

# The command refuses unknown variables, such as those of the tests.
for name in [name for name in os.environ if name.startswith("GLOSSPORT_")]:
    del os.environ[name]

RULES = pathlib.Path(__file__).resolve().parent.parent / "Sources/GlossportChecking/Rules"
LIMIT = 144  # of a body
TIMES = (1, 2, 4, 8)
LOCALES = ("de-DE", "fr-FR", "ru")
FIXED = 100_000  # instructions per text; the growth of smaller numbers is not judged


def words(seed):
    """Endless words that all differ."""
    letters = string.ascii_lowercase
    for length in itertools.count(3):
        for number in range(200):
            value, word = number * 7919 + seed * 104729 + length, ""
            for _ in range(length):
                value, letter = divmod(value * 31 + 17, 26)
                word += letters[letter]
            yield word


def repeated(*parts):
    return lambda seed: itertools.cycle(parts)


# Each yields endless pieces of a text; pieces that join without a blank do not end in one.
SHAPES = {
    "different words": lambda seed: (word + " " for word in words(seed)),
    "sentences": lambda seed: (f"Der {word} bleibt. " for word in words(seed)),
    "capitals": lambda seed: (word.upper() + " " for word in words(seed)),
    "one long word": lambda seed: words(seed),
    "the same word": repeated("wort "),
    "numbers": lambda seed: (f"{number} " for number in itertools.count(seed * 1000 + 2)),
    "dotted numbers": repeated("1."),
    "number words": repeated("zwölf ", "deux ", "три ", "seven "),
    "prices": repeated("5 $ ", "€ 7,99 "),
    "addresses": repeated("a.b@", "www.a.b/", "http://"),
    "one long address": lambda seed: itertools.chain(itertools.repeat("a", 20), itertools.repeat("a.")),
    "braces": repeated("${{a ", "%1$s ", "{a", "%("),
    "open brace, then blanks": lambda seed: itertools.chain(["${{a"], itertools.repeat(" ")),
    "markup": repeated("<a ", "&x", "**b", "[c", "<!--"),
    "escapes": repeated("\\n", "&#38;", "\\u00e4", "%C3%A4 "),
    "brackets": repeated("(", "[", "„", "»", "“"),
    "blanks": repeated("  ", " ,", " ."),
    "stops": repeated("..", "!?", "…"),
    "the name": repeated("Northlight ", "Northligh ", "Northlights "),
    "forbidden words": repeated("billig ", "billi "),
    "mojibake": repeated("Ã¤", "â€œ", "Ð¿", "Ã "),
    "mixed scripts": repeated("aа", "eе ", "オo "),
    "Arabic forms": repeated("\ufeeb", "\ufedf ", "ل"),
    "combining marks": repeated("e\u0301\u0302\u0303", "क्षि"),
    "emoji": repeated("👨‍👩‍👧‍👦", "🇩🇪"),
    "invisible": repeated("a\u200b", "\u00ad", "\u202ex"),
    "test words": repeated("TODO ", "lorem ", "xxx "),
    "other platforms": repeated("Google ", "Play ", "Android"),
}


def text(shape, seed, length):
    out, size = [], 0
    for piece in SHAPES[shape](seed):
        out.append(piece)
        size += len(piece)
        if size >= length:
            return "".join(out)[:length - 1] + "x"


def rule_names():
    """Rule id by the type's name."""
    names = {}
    for file in RULES.glob("*.swift"):
        source = file.read_text()
        name = re.search(r"^(?:package )?enum (\w+): (?:\w+, )*\w*Rule\b", source, re.M)
        rule = re.search(r"RuleDescription\(\s*\"([a-z-]+)\"", source)
        if name and rule:
            names[name[1]] = rule[1]
    return names


def instructions(command, folder, shape, length, names):
    """Instructions by rule id."""
    with open(os.path.join(folder, "texts.csv"), "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("key", "locale", "source", "text"))
        for number, locale in enumerate(LOCALES):
            table.writerow(("m.header", locale, "Header", f"Kopf {locale}"))
            table.writerow(("m.body", locale, text(shape, 99, length), text(shape, number, length)))
    out = os.path.join(folder, "callgrind.out")
    ran = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", command, "validate", "--output", "json"],
                         cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 4):
        sys.exit(f"{shape}: glossport ended with {ran.returncode}\n{ran.stderr[-2000:]}")
    lines = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", out], capture_output=True, text=True, check=True).stdout
    counted = collections.Counter()
    for count, symbol in re.findall(r"^\s*([\d,]+) .*?:(\$s17GlossportChecking\S+)", lines, re.M):
        found = re.match(r"\$s17GlossportChecking(\d+)", symbol)
        name = symbol[found.end():found.end() + int(found[1])]
        if name in names and symbol[found.end() + int(found[1]):].startswith(("O5check", "O7SameTarget")):
            rule = names[name]
            counted[rule] = max(counted[rule], int(count.replace(",", "")))
    return counted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True)
    parser.add_argument("--shape", action="append", choices=SHAPES)
    options = parser.parse_args()
    names = rule_names()
    measured = collections.defaultdict(dict)
    with tempfile.TemporaryDirectory() as folder:
        # valgrind cannot read Swift's debugging information, and needs none of it.
        command = os.path.join(folder, "glossport")
        for file in [options.command, *pathlib.Path(options.command).parent.glob("*.so")]:
            copy = os.path.join(folder, os.path.basename(file))
            shutil.copy(file, copy)
            subprocess.run(["strip", "--strip-debug", copy], check=True)
        pathlib.Path(folder, "glossport.yaml").write_text(
            "app: com.example.northlight\nenvironment: sandbox\ndeliveries: [{ path: texts.csv }]\n"
            "terms: { keep: [Northlight], forbidden: [{ text: billig }] }\n")
        for shape in options.shape or SHAPES:
            print(f"… {shape}", file=sys.stderr)
            for times in TIMES:
                for rule, count in instructions(command, folder, shape, LIMIT * times, names).items():
                    measured[rule].setdefault(shape, {})[times] = count / len(LOCALES)
    failed = False
    print(f"{'rule':<30} {'costliest shape':<24} " + "".join(f"{f'{times} x':>10}" for times in TIMES) + f"{'a char.':>9} {'growth':>7}  at")
    for rule in sorted(names.values()):
        shapes = {shape: [counts.get(times, 0) for times in TIMES] for shape, counts in measured[rule].items()}
        if not shapes:
            print(f"{rule:<30} not seen")
            continue
        worst = max(shapes, key=lambda shape: shapes[shape][2])

        def growth(counts):
            first, second = counts[1] - counts[0], counts[2] - counts[1]
            return second / first if min(first, second) > FIXED else 0

        steepest = max(shapes, key=lambda shape: growth(shapes[shape]))
        steep = growth(shapes[steepest])
        longer = max((counts[3] - counts[2] for counts in shapes.values()))
        failed |= steep >= 3
        counts = shapes[worst]
        print(f"{rule:<30} {worst:<24} " + "".join(f"{count:>10,.0f}" for count in counts) + f"{counts[2] / LIMIT / 4:>9,.0f} "
              + (f"{steep:>7.2f}  {steepest}" if steep else f"{'-':>7}") + (f"  longer: +{longer:,.0f}" if longer > FIXED else ""))
    return failed


if __name__ == "__main__":
    sys.exit(main())
