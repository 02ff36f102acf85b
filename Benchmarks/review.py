#!/usr/bin/env python3
"""Judges the rules of the review before upload: the defects that they find, and their false findings.

    Benchmarks/review.py --command PATH                    defects planted into the samples
    Benchmarks/review.py --command PATH --corpora PATH --list FINDINGS.md    and texts of public projects

Defects are planted into the clean samples, one kind to a delivery (defects.py), and each finding is either at a defect or false. The
corpora's texts count as good: their findings are counted, and listed for a person to read. Defects of spelling, of close languages and
of earlier sources are planted into them, too, because they have more locales; there only the defects count, since such texts are not
free of slips. The corpora are beside the repository and not part of it, because of their licenses. Spelling is judged with the
dictionaries of this machine. Ends with 1 if a gate fails.
"""
import argparse
import collections
import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from xml.sax.saxutils import escape, quoteattr

import defects
from defects import SOURCE

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "samples", "northlight")
RULES = """
    wrong-script wrong-language swapped-locales chinese-variant mixed-script-word mojibake invisible-character direction-override
    escape-left truncated-text translation-outdated target-equals-source numbers-differ numbers-across-locales price-in-text brand-changed term-missing term-forbidden
    same-target-different-source same-source-different-target header-equals-body doubled-word double-space length-suspicious
    end-punctuation punctuation-slip mixed-width register-mixed all-capitals fields-exchanged unbalanced emoji contact-or-link
    other-platform test-text misspelling unknown-word lost-accents
""".split()
NEEDED_RECALL = {"swapped-locales": 0.95, "wrong-script": 0.95, "mojibake": 0.95, "brand-changed": 0.95, "numbers-differ": 0.9}
CLEAN_WARNINGS = 2
# Findings per real text; of rules that compare with the source, per text that has one.
NEEDED_RATE = {"error": 0.001, "warning": 0.005}
COMPARE_WITH_SOURCE = {
    "translation-outdated", "target-equals-source", "numbers-differ", "brand-changed", "term-missing", "same-target-different-source", "same-source-different-target", "truncated-text",
    "length-suspicious", "end-punctuation",
}
MESSAGES_PER_DELIVERY = 2_000
# Public texts to plant defects into: their number, and the locales that each must have.
PUBLIC_MESSAGES, PUBLIC_LOCALES = 200, 8
SECONDS_PER_RUN = 600


# MARK: The command


class Command:
    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.seconds, self.runs = 0.0, 0
        lines = self.run(["validate", "--explain", "all", "--output", "json"]).split("\n")
        self.severities = {row["id"]: row["severity"] for row in map(json.loads, filter(None, lines))}
        self.knows_terms = self.tries_terms()

    def run(self, arguments, codes=(0,), folder=None):
        # Without the machine's settings, and without a project file in the folders above.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GLOSSPORT_")}
        before = time.monotonic()
        run = subprocess.run(
            [self.path] + arguments, cwd=folder, env={**environment, "NO_COLOR": "1"}, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=SECONDS_PER_RUN,
        )
        self.seconds, self.runs = self.seconds + time.monotonic() - before, self.runs + 1
        if run.returncode not in codes:
            said = run.stderr.decode("utf-8", "replace").strip()
            raise RuntimeError(f"glossport {arguments[0]} ended with {run.returncode}: {said[-500:]}")
        return run.stdout.decode("utf-8")

    def read(self, path):
        lines = self.run(["read", path], codes=(0, 4)).split("\n")
        return [json.loads(line) for line in lines if line]

    def validate(self, folder):
        return json.loads(self.run(["validate", "--output", "json"], codes=(0, 4), folder=folder))

    def tries_terms(self):
        """Whether project files may name terms; earlier versions of the command refuse the key."""
        with tempfile.TemporaryDirectory() as folder:
            write_project(folder, keep=["Northlight"])
            write_csv(folder, defects.Delivery("terms", {"a": {SOURCE: {"header": "Stay with us", "body": "Stay with us for a while."}}}))
            try:
                self.validate(folder)
            except RuntimeError as failure:
                if "terms" not in str(failure):
                    raise
                return False
        return True


class Oracle:
    """Stands in for the rules in the self-test: misses some defects, and reports an emoji that does not exist."""

    def __init__(self, misses):
        self.misses, self.seen = misses, 0

    def findings(self, delivery):
        for plant in delivery.plants:
            self.seen += 1
            if self.seen % self.misses:
                yield {
                    "rule": plant.kind.rules[0], "severity": "error", "locale": plant.locales[0], "message": plant.message,
                    "text": f"“{plant.word}”",
                }
        if delivery.plants[0].kind.id == "emoji":
            records = (
                {"rule": "emoji", "message": message, "locale": locale}
                for message, texts in delivery.messages.items() for locale in texts
            )
            yield next(record for record in records if not any(plant.covers(record) for plant in delivery.plants))


# MARK: Writing deliveries


def write_project(folder, keep=(), source=None):
    locales = f"locales:\n  source: {source}\n" if source else ""
    terms = f"terms:\n  keep: {json.dumps(list(keep), ensure_ascii=False)}\n" if keep else ""
    with open(os.path.join(folder, "glossport.yaml"), "w", encoding="utf-8") as file:
        file.write(f"app: com.example.northlight\nenvironment: sandbox\ndeliveries:\n  - path: vendor/\n{locales}{terms}")
    os.makedirs(os.path.join(folder, "vendor"), exist_ok=True)


def write_csv(folder, delivery, locales=None, has_source=True):
    """One long table; the source's own rows have no source."""
    with open(os.path.join(folder, "vendor", "texts.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["key", "locale"] + ["source"] * has_source + ["text"])
        for message, texts in delivery.messages.items():
            for locale, fields in texts.items():
                if locales and locale not in locales:
                    continue
                for field, text in fields.items():
                    source = delivery.source(message, locale, field) if locale != SOURCE else ""
                    writer.writerow([f"{message}.{field}", locale] + [source] * has_source + [text])


def xliff(source_locale, locale, units):
    """A file of units (key, source, target). White space is preserved, because some defects consist of it."""
    body = "".join(
        f"<trans-unit id={quoteattr(key)}><source>{escape(source)}</source><target>{escape(target)}</target></trans-unit>\n"
        for key, source, target in units
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n'
        f'<file original="texts" datatype="plaintext" xml:space="preserve" source-language={quoteattr(source_locale)} '
        f"target-language={quoteattr(locale)}><body>\n{body}</body></file>\n</xliff>\n"
    )


def write_xliff(folder, delivery):
    """A file per locale, and a table for the source."""
    write_csv(folder, delivery, {SOURCE})
    for locale in sorted({locale for texts in delivery.messages.values() for locale in texts} - {SOURCE}):
        units = [
            (f"{message}.{field}", delivery.source(message, locale, field), text)
            for message, texts in delivery.messages.items() for field, text in texts.get(locale, {}).items()
        ]
        with open(os.path.join(folder, "vendor", f"{locale}.xliff"), "w", encoding="utf-8", newline="") as file:
            file.write(xliff(SOURCE, locale, units))


FORMS = {
    "CSV": write_csv,
    "XLIFF": write_xliff,
    # Then the source is the delivery's own English.
    "CSV without sources": lambda folder, delivery: write_csv(folder, delivery, has_source=False),
}


# MARK: Planted defects


class Tally:
    """The results for the defects of a kind, or for a rule."""

    def __init__(self):
        self.planted, self.found, self.noted, self.true, self.false = 0, 0, 0, 0, 0
        self.missed, self.wrong = [], []

    @property
    def recall(self):
        return self.found / self.planted if self.planted else None

    @property
    def precision(self):
        return self.true / (self.true + self.false) if self.true + self.false else None


class Judge:
    def __init__(self):
        self.kinds = collections.defaultdict(Tally)
        self.rules = collections.defaultdict(Tally)
        self.groups = collections.defaultdict(lambda: collections.defaultdict(Tally))  # kind → locale, or pair of locales
        self.severities = {}
        self.unchecked = set()  # locales without a dictionary
        self.clean_records = 0

    def judge(self, delivery, findings, before=()):
        """Before: the findings about the same delivery without its defects, which find none of them."""
        findings = [finding for finding in findings if finding["rule"] in RULES or finding["rule"] in self.expected(delivery)]
        known = {identity(finding) for finding in before}
        new = [finding for finding in findings if identity(finding) not in known]
        self.unchecked.update(code for finding in findings for code in unchecked(finding))
        for plant in delivery.plants:
            if not ("misspelling" in plant.kind.rules and self.unchecked & set(plant.locales)):
                self.judge_plant(delivery, plant, new)
        if delivery.is_public:
            return
        for finding in findings:
            self.judge_finding(delivery, finding)
        touched = {(plant.message, locale) for plant in delivery.plants for locale in plant.locales}
        self.clean_records += sum(
            (message, locale) not in touched and (None, locale) not in touched
            for message, texts in delivery.messages.items() for locale in texts
        )

    def expected(self, delivery):
        return {rule for plant in delivery.plants for rule in plant.kind.rules}

    def judge_plant(self, delivery, plant, findings):
        rule = plant.kind.rules[0]
        is_found = any(finding["rule"] in plant.kind.rules and plant.covers(finding) for finding in findings)
        is_noted = bool(plant.word) and not is_found and any(
            finding["rule"] == "unknown-word" and plant.covers(finding) for finding in findings)
        tallies = [self.kinds[plant.kind.id], self.rules[rule]]
        if plant.kind.is_public:
            tallies.append(self.groups[plant.kind.id][plant.group])
        for tally in tallies:
            tally.planted += 1
            tally.found += is_found
            tally.noted += is_noted
            if not is_found:
                tally.missed.append((delivery, plant))

    def judge_finding(self, delivery, finding):
        rule = finding["rule"]
        self.severities[rule] = finding.get("severity")
        # Copies of a message have one source and, if one of them got a defect, two targets: the rule's finding is correct.
        expects = rule in self.expected(delivery)
        if rule == "same-source-different-target" and delivery.copies > 1 and not expects:
            return
        tally = self.rules[rule]
        if any(plant.covers(finding) and plant.kind.explains(rule) for plant in delivery.plants):
            tally.true += 1
        else:
            tally.false += 1
            tally.wrong.append((delivery, finding))


def identity(finding):
    return tuple(finding.get(name) for name in ("rule", "message", "locale", "field", "text"))


def unchecked(finding):
    """The locales that a note names whose dictionaries are not installed."""
    if finding["rule"] != "unknown-word" or finding.get("message"):
        return []
    return re.findall(r"\b[a-z]{2}(?:-[A-Z]{2})?\b", finding["text"].partition(" in ")[2])


def samples(command, folder):
    """The clean messages, under the App Store's locales."""
    path = os.path.join(folder, "vendor")
    names = store_locales(command)
    messages = collections.defaultdict(lambda: collections.defaultdict(dict))
    for unit in command.read(path):
        message, _, field = unit["key"].rpartition(".")
        if field in defects.LIMITS and " " not in message and unit["locale"]:
            locale = "es-MX" if unit["locale"] == "es-419" else names[unit["locale"].lower()]
            messages[message][locale][field] = unit["target"]
    result = {name: {locale: messages[name][locale] for locale in sorted(messages[name])} for name in sorted(messages)}
    assert len({len(texts) for texts in result.values()}) == 1, "each message is in every locale"
    # In one order of fields, so that a run can be repeated.
    return defects.Base({
        name: {locale: {field: fields[field] for field in defects.LIMITS} for locale, fields in texts.items()}
        for name, texts in result.items()
    })


def store_locales(command):
    """All spellings → the App Store's."""
    result = {}
    for line in command.run(["locales"]).split("\n")[1:]:
        names = line.split()
        for name in names:
            # A language's code is never another one's name.
            result.setdefault(name.lower().replace("_", "-"), names[0])
    return result


def plant_all(command, base, seed, only, public=None):
    judge = Judge()
    for kind in defects.KINDS:
        if only and kind.id not in only and not set(kind.rules) & set(only):
            continue
        forms = kind.forms or (list(FORMS) if COMPARE_WITH_SOURCE & set(kind.rules) else ["CSV", "XLIFF"])
        for delivery in kind.deliveries(base, seed, forms):
            if isinstance(command, Oracle):
                judge.judge(delivery, list(command.findings(delivery)))
            else:
                judge.judge(delivery, findings(command, delivery))
        # All forms have the same texts, of which public ones are many.
        for delivery in kind.deliveries(public, seed, forms[:1], copies=1) if public and kind.is_public else ():
            delivery.is_public = True
            judge.judge(delivery, findings(command, delivery), findings(command, delivery.without_defects()))
    return judge


def findings(command, delivery):
    with tempfile.TemporaryDirectory() as folder:
        write_project(folder, [defects.BRAND] if command.knows_terms else [], SOURCE)
        FORMS[delivery.form](folder, delivery)
        report = command.validate(folder)
    records = sum(len(texts) for texts in delivery.messages.values())
    assert report["counts"]["records"] == records, f"{delivery.name}: {report['counts']} instead of {records} records"
    return report["findings"]


def print_planted(judge, command, is_verbose):
    rows = [["defect", "rule", "planted", "found", "recall", "first one missed"]]
    for kind in defects.KINDS:
        tally = judge.kinds.get(kind.id)
        if tally:
            missed = f"{tally.missed[0][1].name()} {shown(tally.missed[0][1].after, 60)}" if tally.missed else ""
            rows.append([kind.id, kind.rules[0], tally.planted, tally.found, percent(tally.recall), missed])
    print_table(rows)
    rows = [["rule", "severity", "planted", "found", "recall", "needed", "findings", "false", "precision", "", "first false one"]]
    failures = []
    for rule in RULES:
        tally = judge.rules.get(rule)
        is_known = rule in command.severities
        if not tally:
            continue
        needed = NEEDED_RECALL.get(rule)
        is_failed = needed is not None and tally.planted > 0 and tally.recall < needed
        if is_failed:
            failures.append(f"{rule} finds {percent(tally.recall)}, {percent(needed)} are needed")
        wrong = f"{tally.wrong[0][0].name}: {place(tally.wrong[0][1])}" if tally.wrong else ""
        rows.append([
            rule, command.severities.get(rule, "no such rule"), tally.planted, tally.found, percent(tally.recall), percent(needed),
            tally.true + tally.false, tally.false, percent(tally.precision),
            "" if needed is None else "FAILS" if is_failed else "good", wrong if is_known else "",
        ])
    print()
    print_table(rows)
    print(f"\nFindings beside a defect that has a reason for them are not false. {judge.clean_records:,} records had no defect.")
    print_groups(judge)
    if is_verbose:
        print_details(judge)
    return failures


def print_groups(judge):
    """Found and planted by locale or by pair of locales, for the kinds that depend on dictionaries and languages."""
    kinds = [kind for kind in defects.KINDS if kind.id in judge.groups]
    for is_pair in (False, True):
        own = [kind for kind in kinds if any((" is " in group) == is_pair for group in judge.groups[kind.id])]
        rows = [["found of planted"] + [kind.id for kind in own]]
        for group in sorted({group for kind in own for group in judge.groups[kind.id]}):
            tallies = [judge.groups[kind.id].get(group) for kind in own]
            rows.append([group] + [f"{tally.found}/{tally.planted}" if tally else "" for tally in tallies])
        if own:
            print()
            print_table(rows)
    if kinds:
        noted = sum(judge.kinds[kind.id].noted for kind in kinds)
        print(f"\nOf the misspelt words that were missed, {noted} are in a note about words that the dictionary lacks.")
    if judge.unchecked:
        print(f"Not judged, because their dictionaries are not installed: {', '.join(sorted(judge.unchecked))}.")


def print_details(judge):
    for rule, tally in sorted(judge.rules.items()):
        for delivery, plant in tally.missed:
            print(f"missed  {rule}  {delivery.name}  {plant.name()}\n        was  {plant.before}\n        is   {plant.after}")
        for delivery, finding in tally.wrong:
            print(f"false   {rule}  {delivery.name}  {place(finding)}\n        {finding.get('text', '')}")


def place(finding):
    return f"{finding.get('message') or 'all'}[{finding.get('locale') or 'all'}]{'.' + finding['field'] if finding.get('field') else ''}"


def check_clean(command, samples):
    """The clean samples as they are, and with their brand kept."""
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        project = os.path.join(folder, "northlight")
        shutil.copytree(samples, project)
        if command.knows_terms:
            with open(os.path.join(project, "glossport.yaml"), "a", encoding="utf-8") as file:
                file.write(f"\nterms:\n  keep: [{defects.BRAND}]\n")
        report = command.validate(project)
    counts = collections.Counter(finding["severity"] for finding in report["findings"] if finding["rule"] in RULES)
    print(f"\nClean samples: {report['counts']['records']} records, of the review's rules {counts['error']} errors, "
          f"{counts['warning']} warnings (at most {CLEAN_WARNINGS}), {counts['note']} notes; "
          f"{report['counts']['errors']} errors of all rules.")
    for finding in report["findings"]:
        if finding["rule"] in RULES:
            print(f"  {finding['severity']}: {finding['text']} [{finding['rule']}]")
    if report["counts"]["errors"]:
        failures.append(f"{report['counts']['errors']} errors on the clean samples")
    if counts["warning"] > CLEAN_WARNINGS:
        failures.append(f"{counts['warning']} warnings on the clean samples, {CLEAN_WARNINGS} are allowed")
    return failures


# MARK: Real texts

# Names that stay as they are in these projects.
BRANDS = {
    "xcstrings-coteditor": ["CotEditor"], "strings-duckduckgo": ["DuckDuckGo"], "strings-sparkle": ["Sparkle"],
    "xliff-mojito": ["Box"], "xliff-dotnet-big": ["Visual Basic", "ASP.NET"],
}
# Placeholders, markup and names out of program code. A percentage before a word is not one.
CODE = re.compile(
    r"%(?:\d+\$)?[-+#0.\d]*(?:l?l?[@dDiuxXofegsc]\b|\()|[{}<>\n\t\\|]|&\w+;|\$\w|__|\[%|\[\w+\]|%[A-Za-z]\w*%|\w\(\)|[a-z]\.[A-Z]\w"
)


class Pair:
    """A real translation with its source, if that is known."""

    def __init__(self, corpus, path, key, locale, source_locale, source, target, origin):
        self.corpus, self.path, self.key, self.locale, self.origin = corpus, path, key, locale, origin
        self.source_locale, self.source, self.target = source_locale, source, target

    def is_fit(self):
        """Whether it might be a marketing text."""
        if self.source and (self.source == self.target or defects.language(self.locale) == defects.language(self.source_locale)):
            return False
        texts = (self.source, self.target) if self.source else (self.target,)
        # A table cell that begins with a formula's sign would not be read unchanged.
        return (
            all(10 <= len(text) <= 144 and not CODE.search(text) and text == text.strip() and text[0] not in "=+-@" for text in texts)
            and sum(character.isalpha() for character in self.target) >= 4
        )


def source_languages(path):
    """(line, language) of each file element of an XLIFF, or of a String Catalog, without full parsing."""
    with open(path, "rb") as file:
        data = file.read()
    encoding = "utf-8"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]:
        encoding = "utf-16-be" if data[:1] in (b"\xfe", b"\0") else "utf-16-le"
    text = data.decode(encoding, "replace")
    pattern = r'(?:source-language|srcLang)\s*=\s*["\']([\w-]+)|"sourceLanguage"\s*:\s*"([\w-]+)'
    return [(text.count("\n", 0, match.start()) + 1, match[1] or match[2]) for match in re.finditer(pattern, text)]


def pairs(command, corpora):
    names = store_locales(command)
    units = command.read(corpora)
    english, languages = {}, {}
    for unit in units:
        if (unit["locale"] or "").lower() in ("en", "en-us") and unit["target"]:
            english.setdefault(sibling(unit), unit["target"])
    seen = set()
    for unit in units:
        locale = names.get((unit["locale"] or "").lower().replace("_", "-"))
        if not locale or not unit["target"] or unit["state"] in ("untranslated", "needs-review"):
            continue
        path, source, source_locale, origin = unit["path"], unit["source"], None, "file"
        if source:
            if path not in languages:
                languages[path] = source_languages(path)
            before = [name for line, name in languages[path] if line <= unit["line"] or len(languages[path]) == 1]
            source_locale = names.get(before[-1].lower().replace("_", "-")) if before else None
        elif sibling(unit) in english:
            source, source_locale, origin = english[sibling(unit)], "en-US", "English beside it"
        elif unit["format"] == "strings" and re.search(r"[a-z] [a-z]", unit["key"]):
            # Older apps have the English text as the key.
            source, source_locale, origin = unit["key"], "en-US", "key"
        else:
            origin = "nowhere"
        if source and not source_locale:
            continue  # its language can't be told, as in a table
        relative = os.path.relpath(path, corpora)
        pair = Pair(relative.split(os.sep)[0], relative, unit["key"], locale, source_locale, source, unit["target"], origin)
        if pair.is_fit() and (locale, source, pair.target) not in seen:
            seen.add((locale, source, pair.target))
            yield pair


def sibling(unit):
    """The common identity of a text and its English source: the file without its language, and the key."""
    return re.sub(r"[^/]+\.lproj/", "*.lproj/", unit["path"]), unit["key"]


def messages(pairs):
    """Messages of one project: each of a header and a body, from texts of one file that are there in the same locales."""
    by_text = collections.defaultdict(dict)
    for pair in pairs:
        by_text[re.sub(r"[^/]+\.lproj/", "*.lproj/", pair.path), pair.key, pair.source].setdefault(pair.locale, pair)
    waiting = {}
    for (path, _, _), texts in by_text.items():
        is_short = all(len(pair.target) <= defects.LIMITS["header"] for pair in texts.values())
        group = (path, frozenset(texts))
        other = waiting.pop(group, None)
        if other is None:
            waiting[group] = (is_short, texts)
        elif other[0]:
            yield {"header": other[1], "body": texts}
        elif is_short:
            yield {"header": texts, "body": other[1]}
        else:
            yield {"body": other[1]}
            waiting[group] = (is_short, texts)
    for is_short, texts in waiting.values():
        yield {"header" if is_short else "body": texts}


def public_base(pairs):
    """Public texts from English, each as a message's body, that are there in eight locales or more: a sample of them, and at most one
    translation of each text in a locale."""
    texts = collections.defaultdict(dict)
    for pair in pairs:
        # A table's cell with “Loading...” is one that a spreadsheet has not computed yet.
        if pair.source_locale == SOURCE and pair.locale != SOURCE and "Loading..." not in (pair.source, pair.target):
            texts[re.sub(r"[^/]+\.lproj/", "*.lproj/", pair.path), pair.source].setdefault(pair.locale, pair.target)
    spread = sorted(key for key, targets in texts.items() if len(targets) >= PUBLIC_LOCALES)
    chosen = sorted(random.Random("public").sample(spread, min(PUBLIC_MESSAGES, len(spread))))
    return defects.Base({
        f"public-{index}": {
            locale: {"body": text} for locale, text in sorted({**texts[key], SOURCE: key[1]}.items())
        }
        for index, key in enumerate(chosen)
    }) if chosen else None


def write_pairs(folder, messages):
    """Writes a file for each file and locale of the project, as XLIFF, which also declares the source's language. Returns (message, locale, field) → pair."""
    files, places = collections.defaultdict(list), {}
    for index, fields in enumerate(messages):
        for field, texts in fields.items():
            for locale, pair in texts.items():
                original = re.sub(r"[^/]+\.lproj/", "", pair.path)
                files[original, pair.source_locale, locale].append((f"m{index}.{field}", pair.source, pair.target))
                places[f"m{index}", locale, field] = pair
    for index, ((_, source_locale, locale), units) in enumerate(files.items()):
        name = os.path.join(folder, "vendor", f"{index}-{locale}")
        with open(name + (".xliff" if source_locale else ".csv"), "w", encoding="utf-8", newline="") as file:
            if source_locale:
                file.write(xliff(source_locale, locale, units))
            else:
                csv.writer(file).writerows([("key", "locale", "text")] + [(key, locale, text) for key, _, text in units])
    return places


def check_real(command, corpora, list_path):
    by_corpus = collections.defaultdict(list)
    for pair in corpora:
        by_corpus[pair.corpus].append(pair)
    found, texts = collections.defaultdict(list), []
    rows = [["corpus", "texts", "locales", "messages", "with both fields", "source from", "findings"]]
    for corpus, own in sorted(by_corpus.items()):
        all_messages, before, count = list(messages(own)), len(texts), 0
        for start in range(0, len(all_messages), MESSAGES_PER_DELIVERY):
            with tempfile.TemporaryDirectory() as folder:
                write_project(folder, BRANDS.get(corpus, []) if command.knows_terms else [])
                places = write_pairs(folder, all_messages[start:start + MESSAGES_PER_DELIVERY])
                report = command.validate(folder)
            assert report["counts"]["used"] == len(places), f"{corpus}: {report['counts']} of {len(places)} texts"
            texts += places.values()
            for finding in report["findings"]:
                if finding["rule"] in RULES:
                    message, locale = finding.get("message"), finding.get("locale")
                    at = [places[place] for field in (finding.get("field"), "header", "body")
                          if (place := (message, locale, field)) in places]
                    found[finding["rule"]].append((corpus, finding, at[0] if at else None))
                    count += 1
        rows.append([
            corpus, len(texts) - before, len({pair.locale for pair in own}), len(all_messages),
            sum(len(fields) == 2 for fields in all_messages), ", ".join(sorted({pair.origin for pair in own})), count,
        ])
    print()
    print_table(rows)
    locales = collections.Counter(pair.locale for pair in texts)
    totals = {True: sum(pair.source is not None for pair in texts), False: len(texts)}
    print(f"\n{totals[False]:,} texts, {totals[True]:,} of them with a source, in {len(locales)} locales: "
          + ", ".join(f"{name} {count}" for name, count in locales.most_common()) + "\n")
    failures = print_real(command, found, totals)
    if list_path:
        write_list(list_path, found, len(texts))
    return failures


# Findings that a person has confirmed: these texts are untranslated or misspelled. They don't count against the rule.
READ_AND_TRUE = {
    "wrong-script": {
        "Antialiasing", "Real-Time Strategy", "Turn-Based Strategy", "Multicore Rendering", "High Score", "Anti-Aliasing",
        "Test value (ja)", "Test value (zh-Hans)", "Basal Rates", "Carb Ratios", "Communication Failure", "Connection Failure",
        "Correction Range", "Delivery Limits", "Device Refused", "Insulin Model", "Insulin Sensitivities", "Invalid Configuration",
        "Maximum Basal Rate", "Maximum Bolus", "Needs Attention", "Units/hour",
    },
    "misspelling": {
        "Achivo de guardado corrupto", "Příležitostná hrá", "Részletes grafikai bellítások", "Produckció", "HMD Orientáció beálítás",
        "Celalalt jucator s-a deconectat.", "Ieși catre Desktop?", "Piste précedente", "Gränsnittskonstnär",
        "O seu companeiro de equipa perdeu a ligação.", "Jogo de estatégia", "Энергетичкеские щиты", "Hümüş madalya", "Simulasyon",
        "Animationsintruktør", "Lydinstillinger", "Spillutvikeling", "Nulstill spilldata", "Venligst vent...", "Kunstgallerij",
        "Reset HMD orientatie", "Nastepny utwór", "Nova actualização disponível", "Negeer wituimte",
    },
}


def print_real(command, found, totals):
    """Totals: of texts, and (True) of those with a source."""
    rows, failures = [["rule", "severity", "findings", "texts", "per 1,000", "allowed", ""]], []
    for rule in RULES:
        if rule not in command.severities:
            continue
        total = totals[rule in COMPARE_WITH_SOURCE]
        # A rule may report errors and warnings, each with its own gate.
        by_severity = collections.Counter(
            finding["severity"] for _, finding, pair in found[rule]
            if not (pair and pair.target in READ_AND_TRUE.get(rule, ())))
        for severity in by_severity or [command.severities[rule]]:
            count, allowed = by_severity[severity], NEEDED_RATE.get(severity)
            rate = count / total if total else 0
            is_failed = allowed is not None and rate > allowed
            if is_failed:
                failures.append(f"{rule} has {count} findings ({severity}) in {total:,} real texts, {int(allowed * total)} are allowed")
            rows.append([rule, severity, count, total, f"{rate * 1000:.2f}", f"{allowed * 1000:g}" if allowed else "",
                         "FAILS" if is_failed else "good" if allowed else ""])
    print_table(rows)
    return failures


def write_list(path, found, total):
    """Writes every finding, for a person to read."""
    def cell(text):
        # Makes invisible characters visible.
        seen = "".join(c if c.isprintable() else f"‹{ord(c):04X}›" for c in text)
        return re.sub(r"([\\|*_`<\[])", r"\\\1", seen)

    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# Findings on {total:,} real texts\n\nWritten by Benchmarks/review.py.\n")
        for rule in RULES:
            if not found[rule]:
                continue
            file.write(f"\n## {rule}: {len(found[rule])}\n\n| where | locale | source | target | said |\n|---|---|---|---|---|\n")
            for corpus, finding, pair in found[rule]:
                where = f"{corpus} · {os.path.basename(pair.path)} · {pair.key[:40]}" if pair else corpus
                texts = (pair.source or "", pair.target) if pair else ("", "")
                # The message's name is made up and means nothing.
                said = f"{finding['severity']}: " + re.sub(r"\b(of )?m\d+\b ?", "", finding["text"])
                cells = [where, finding.get("locale") or "", *texts, said]
                file.write("| " + " | ".join(cell(text) for text in cells) + " |\n")


# MARK: Printing


def percent(value):
    return "" if value is None else f"{value:.1%}"


def shown(text, length):
    text = "".join(c if c.isprintable() else f"‹{ord(c):04X}›" for c in text)
    return text if len(text) <= length else text[:length - 1] + "…"


def print_table(rows):
    """Aligns columns of words left, and of numbers right."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    is_number = [all(re.fullmatch(r"[\d.,%]*", row[index]) for row in rows[1:]) for index in range(len(rows[0]))]
    for row in rows:
        cells = [cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, is_number)]
        print("  ".join(cells).rstrip())


# MARK: The tool itself


def self_test(command, folder):
    """Whether defects are planted and counted as intended."""
    assert defects.double_encoded("é’") == "Ã©â€™"
    assert defects.number(2500, "ar-SA") == "٢٬٥٠٠" and defects.number(2500, "es-ES") == "2500"
    assert defects.has_wrong_script("Bleib noch bei uns", "ru") and not defects.has_wrong_script("OK", "ru")
    base = samples(command, folder)
    for kind in defects.KINDS:
        for delivery in kind.deliveries(base, 1, ["CSV", "XLIFF"]):
            again = [p.after for d in kind.deliveries(base, 1, [delivery.form]) if d.name == delivery.name for p in d.plants]
            assert [plant.after for plant in delivery.plants] == again, f"{kind.id} is not the same twice"
            assert delivery.plants, f"{kind.id} is never planted"
            assert not any(SOURCE in plant.locales for plant in delivery.plants), f"{kind.id} changes the source"
            for message, texts in delivery.messages.items():
                for locale, fields in texts.items():
                    for field, text in fields.items():
                        assert text and (kind.exceeds or len(text) <= defects.LIMITS[field]), f"{kind.id}: {message} {locale} {text!r}"
    perfect = plant_all(Oracle(misses=10**9), base, 1, None)
    assert all(tally.recall == 1 for tally in perfect.kinds.values())
    assert {rule for rule, tally in perfect.rules.items() if tally.false} == {"emoji"}
    blunt = plant_all(Oracle(misses=4), base, 1, None)
    assert all(0.6 < tally.recall < 0.85 for tally in blunt.kinds.values() if tally.planted > 40)
    total = sum(tally.planted for tally in perfect.kinds.values())
    print(f"{len(defects.KINDS)} kinds of defects, {total:,} of them planted and counted rightly.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the glossport to judge")
    parser.add_argument("--seed", default=1, type=int, help="other defects than those of 1")
    parser.add_argument("--only", action="append", help="a rule or a kind of defect, and no clean or real texts; may be repeated")
    parser.add_argument("--samples", default=SAMPLES, help="the clean project to plant defects into")
    parser.add_argument("--corpora", help="the folder of corpora; without it they are left out")
    parser.add_argument("--list", metavar="FILE", help="write what is found in the corpora as Markdown")
    parser.add_argument("--verbose", action="store_true", help="show each defect that is missed and each false finding")
    parser.add_argument("--self-test", action="store_true", help="judge this tool, not the rules")
    options = parser.parse_args()
    command = Command(options.command)
    if options.self_test:
        return self_test(command, options.samples)
    if not command.knows_terms:
        print("This command has no `terms:`; brands can't be found.\n")
    corpora = list(pairs(command, os.path.abspath(options.corpora))) if options.corpora else []
    judge = plant_all(command, samples(command, options.samples), options.seed, options.only, public_base(corpora))
    failures = print_planted(judge, command, options.verbose)
    if not options.only:
        failures += check_clean(command, options.samples)
        if options.corpora:
            failures += check_real(command, corpora, options.list)
    print(f"\n{command.runs} runs in {command.seconds:.0f} s.")
    for failure in failures:
        print(f"FAILS: {failure}.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
