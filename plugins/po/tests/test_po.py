"""Tests of glossport-reader-po; run with `python3 -m unittest discover -s plugins/po/tests`."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional

try:
    import polib
except ImportError:
    polib = None

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testing"))
from reader_process import CORPORA, Message, ReaderProcess, all_of, expected, messages_in, request_line, texts  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent
READER = ReaderProcess(FOLDER, "app.po")
start, read = READER.start, READER.read
FIXTURES = sorted(path.with_suffix("") for path in (FOLDER / "fixtures").glob("*.in"))
CORPUS_FILES = [
    "other-tolgee/po/example_msgctxt.po",
    "other-tolgee/po/example_params.po",
    "strings-misc-twine/test/fixtures/formatter_gettext_quotes.po",
]
HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def load_plugin() -> Any:
    """The plugin as a module, for tests that need to read thousands of files."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("glossport_reader_po", str(READER.executable))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


MODULE = load_plugin()


def read_here(content: bytes, **members: Any) -> list[Message]:
    """The same in this process."""
    asked = request_line(members.pop("path", READER.path), members.pop("bytes", None), **members)
    stdout = io.BytesIO()
    MODULE.read(io.BytesIO(asked + content), stdout)
    return messages_in(stdout.getvalue())


def errors(messages: list[Message]) -> list[str]:
    return [
        finding["rule"] for finding in all_of("finding", messages)
        if MODULE.RULES[finding["rule"]][0] == "error" and "severity" not in finding
    ]


class Fixtures(unittest.TestCase):
    def test_each_gives_what_is_expected(self) -> None:
        for fixture in FIXTURES:
            with self.subTest(fixture=fixture.name):
                asked = fixture.with_suffix(".request.json")
                members = json.loads(asked.read_text()) if asked.exists() else {}
                members.setdefault("path", f"{fixture.name}.po")
                self.assertEqual(read(fixture.with_suffix(".in").read_bytes(), **members), expected(fixture))

    def test_the_required_ones_are_there(self) -> None:
        self.assertLessEqual({"plain", "empty", "broken", "unicode"}, {fixture.name for fixture in FIXTURES})

    def test_each_rule_is_broken_by_one(self) -> None:
        findings = [finding for fixture in FIXTURES for finding in all_of("finding", expected(fixture))]
        # A fixture of more than a megabyte would be too much; see Limits.
        self.assertEqual({finding["rule"] for finding in findings} | {"po-too-long"}, set(MODULE.RULES))
        for finding in findings:
            self.assertTrue(finding["text"].endswith(".") and finding["remedy"].endswith("."), finding)

    def test_places_are_those_of_the_opening_quote(self) -> None:
        for fixture in FIXTURES:
            content = fixture.with_suffix(".in").read_bytes()
            if b"charset=UTF-8" not in content:
                continue
            lines = content.decode("utf-8", "replace").lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for unit in all_of("unit", read_here(content)):
                with self.subTest(fixture=fixture.name, key=unit["key"]):
                    self.assertEqual(lines[unit["line"] - 1][unit["column"] - 1], '"')


class Protocol(unittest.TestCase):
    def test_describe_says_what_the_page_asks_for(self) -> None:
        process = start(["describe", "--protocol", "1"])
        self.assertEqual((process.returncode, process.stderr), (0, b""))
        self.assertLessEqual(len(process.stdout), 64 << 10)
        told = json.loads(process.stdout)
        self.assertEqual(
            set(told), {"protocol", "id", "name", "version", "features", "match", "options", "rules", "needs"}
        )
        self.assertEqual(told["id"], "po")
        for rule in told["rules"]:
            self.assertRegex(rule["id"], "^po-[a-z-]+$")
            self.assertIn(rule["severity"], ("error", "warning", "note"))
            self.assertTrue(rule["explanation"].endswith("."))
        for option in told["options"]:
            self.assertRegex(option["name"], "^[a-z][A-Za-z0-9]*$")
            self.assertTrue(option["help"].endswith("."))

    def test_exit_codes(self) -> None:
        for arguments, code in (
            ([], 2), (["read"], 2), (["write", "--protocol", "1"], 2), (["describe", "--protocol", "2"], 2),
            (["read", "--protocol", "1", "more"], 2),
        ):
            with self.subTest(arguments=arguments):
                process = start(arguments)
                self.assertEqual((process.returncode, process.stdout), (code, b""))
                self.assertTrue(process.stderr.strip())
        for given, code in ((b"", 2), (b"[]\n", 2), (request_line(READER.path, None, options={"context": "id"}), 3)):
            with self.subTest(given=given):
                self.assertEqual(start(["read", "--protocol", "1"], given).returncode, code)

    def test_features_that_are_not_agreed_on_are_not_used(self) -> None:
        content = (HEADER + 'msgid "Other"\nmsgstr "Eins"\n\nNothing\n').encode()
        wanted = {"prefix": "", "between": ".", "suffix": ""}
        messages = read(content, features=["other things"], wanted=wanted)
        self.assertEqual(texts(messages), [("Other", "Eins")])
        self.assertEqual(all_of("declared", messages) + all_of("other", messages), [])
        self.assertFalse(any("column" in members for message in messages for members in message.values()))

    def test_other_units_are_counted_and_the_first_named(self) -> None:
        keys = [f"keep{number}.header" if number % 7 == 0 else f"Screen {number}" for number in range(300)]
        content = (HEADER + "".join(f'msgid "{key}"\nmsgstr "{key}!"\n\n' for key in keys)).encode()
        everything = read(content)
        wanted = read(content, wanted={"prefix": "", "between": ".", "suffix": ""})
        self.assertEqual(texts(wanted), [(key, text) for key, text in texts(everything) if "." in key])
        self.assertEqual(all_of("end", wanted)[0]["others"], 300 - len(texts(wanted)))
        self.assertEqual(len(all_of("other", wanted)), 20)


class Limits(unittest.TestCase):
    def test_what_is_too_long_is_said_and_the_rest_read(self) -> None:
        long = "ä" * 1_800_000
        for broken in (
            f'msgid "a"\nmsgstr "{long}"\n',
            f'msgid "a"\nmsgstr ""\n' + f'"{"x" * 1000}"\n' * 2000,
            f'msgid "{long}"\nmsgstr "a"\n',
            f'msgctxt "{long}"\nmsgid "a"\nmsgstr "a"\n',
            f'#. {long}\nmsgid "a"\nmsgstr "a"\n',
            f'msgid "a"\nmsgstr "{long * 3}"\n',
            'msgid "a"\nmsgstr "' + r"\303\244" * 600_000 + '"\n',
            'msgid "a"\nmsgstr "' + r"\1" * 1_000_000 + '"\n',  # six characters each in JSON
        ):
            content = HEADER + f'msgid "before"\nmsgstr "Eins"\n\n{broken}\nmsgid "after"\nmsgstr "Zwei"\n'
            with self.subTest(broken=broken[:40]):
                messages = read_here(content.encode())
                self.assertEqual(texts(messages), [("before", "Eins"), ("after", "Zwei")])
                self.assertEqual(errors(messages), ["po-too-long"])

    def test_the_longest_text_arrives(self) -> None:
        text = "x" * (1 << 20)
        self.assertEqual(texts(read_here(f'msgid "a"\nmsgstr "{text}"\n'.encode())), [("a", text)])

    def test_notes_are_limited(self) -> None:
        notes = "".join(f"# {number}\n" for number in range(100))
        unit = all_of("unit", read_here(f'{HEADER}{notes}msgid "a"\nmsgstr "b"\n'.encode()))[0]
        self.assertEqual(unit["notes"], [str(number) for number in range(64)])

    def test_memory_does_not_grow_with_the_file(self) -> None:
        entry = '#. A note\nmsgctxt "keep{0}.header"\nmsgid "Night {0}"\nmsgstr "Die schönsten Nächte kommen noch {0}"\n\n'
        peaks = []
        for count in (1_000, 60_000):
            content = HEADER + "".join(entry.format(number) for number in range(count))
            with tempfile.TemporaryFile() as file:
                file.write(request_line(READER.path, None) + content.encode())
                file.seek(0)
                process = subprocess.Popen([READER.executable, "read", "--protocol", "1"], stdin=file, stdout=subprocess.DEVNULL)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1], peaks[0] + 4 << 10, "KiB")


class Defects(unittest.TestCase):
    def test_a_file_that_was_cut_off_gives_no_wrong_unit(self) -> None:
        entries = '#. Note\nmsgctxt "keep{0}.header"\nmsgid "Night {0}"\nmsgstr "Nächte \\"{0}\\""\n\n'
        content = (HEADER + "".join(entries.format(number) for number in range(3))).encode()
        whole = all_of("unit", read_here(content))
        for length in range(len(content)):
            messages = read_here(content[:length])
            units = all_of("unit", messages)
            with self.subTest(length=length):
                self.assertEqual(units, whole[:len(units)])
                begun = content[:length].count(b"msgstr") - 1
                if begun > len(units):
                    self.assertTrue(errors(messages))

    def test_a_text_on_several_lines_that_was_cut_off_is_never_taken_for_whole_inside_a_line(self) -> None:
        # At the end of a line nothing but the msgid tells: a limit of the format, see README.md.
        content = (HEADER + 'msgid ""\n"One "\n"two "\n"three"\nmsgstr ""\n"Eins "\n"zwei "\n"drei"\n').encode()
        for length in range(len(HEADER), len(content) - 1):
            messages = read_here(content[:length])
            if content[:length].endswith(b'msgstr ""\n'):
                self.assertEqual(texts(messages), [("One two three", None)])
                continue
            with self.subTest(length=length):
                self.assertEqual(texts(messages), [])

    def test_bad_bytes_cost_no_other_entry(self) -> None:
        content = (HEADER + 'msgid "a"\nmsgstr "Eins"\n\nmsgctxt "b"\nmsgid "B"\nmsgstr "Zwei"\n\nmsgid "c"\nmsgstr "Drei"\n').encode()
        at = content.index(b'msgctxt "b"')
        while at < content.index(b'\nmsgid "c"'):
            messages = read_here(content[:at] + b"\xff" + content[at:])
            with self.subTest(at=at):
                self.assertIn("po-bad-bytes", errors(messages))
                self.assertEqual([unit for unit in texts(messages) if unit[0] in "ac"], [("a", "Eins"), ("c", "Drei")])
                self.assertNotIn("\N{REPLACEMENT CHARACTER}", json.dumps(all_of("unit", messages), ensure_ascii=False))
                self.assertIn(texts(messages)[1:-1], ([], [("b", "Zwei")]))
            at += 1

    def test_random_bytes_are_a_finding(self) -> None:
        generator = random.Random(4)
        for number in range(300):
            content = bytes(generator.choices(b'msgidtrcx"\\\n\r #~,[0] \xc3\xa4\xff\0', k=generator.randrange(1, 400)))
            with self.subTest(number=number):
                messages = read_here(content)
                self.assertEqual(all_of("end", messages)[0]["bytes"], len(content))


class Encodings(unittest.TestCase):
    SAMPLES = {
        "iso8859-1": "äöü", "iso8859-2": "łźő", "iso8859-5": "Привет", "iso8859-7": "Γειά", "iso8859-8": "שלום",
        "koi8-r": "Привет", "koi8-u": "Привіт", "cp1251": "Привет", "cp1252": "„ä“ €", "cp932": "表ソ能 ①", "cp949": "똠방각하",
        "cp950": "許功蓋", "gb2312": "花好月圆", "gbk": "誠", "gb18030": "𠜎🎈", "euc_jp": "表ソ能", "euc_kr": "한국", "big5": "許功蓋",
        "big5hkscs": "許功蓋", "shift_jis": "表ソ能", "tis-620": "สวัสดี", "utf-8": "🎈",
    }

    def test_ascii_is_ascii_in_all_of_them(self) -> None:
        ascii_bytes = bytes(range(128))
        for encoding in MODULE.ENCODINGS:
            self.assertEqual(ascii_bytes.decode(encoding), ascii_bytes.decode("ascii"), encoding)

    def test_texts_with_escapes_arrive(self) -> None:
        for encoding, sample in self.SAMPLES.items():
            escaped = "".join(f"\\{byte:03o}" for byte in sample.encode(encoding))
            content = HEADER.replace("UTF-8", encoding.replace("iso8859", "iso-8859"))
            content += f'msgid "a"\nmsgstr "{sample}\\n{sample}\\"{escaped}"\n'
            with self.subTest(encoding=encoding):
                messages = read_here(content.encode(encoding))
                self.assertEqual(texts(messages), [("a", f'{sample}\n{sample}"{sample}')])
                self.assertEqual(errors(messages), [])


def generated_file(generator: random.Random, has_ignored_parts: bool = True) -> str:
    """A correct file with everything that the format has; gettext checks obsolete and previous texts, the plugin does not."""
    pieces = ["a", "Nächte", " ", "花", "🎈", "%d", r"\n", r"\t", r"\"", r"\\", r"\a\b\f\r\v", r"\101", r"\x41g", r"\303\274", "#", "msgid", "", "[0]"]

    def text() -> str:
        strings = ["".join(generator.choices(pieces, k=generator.randrange(5))) for _ in range(generator.choice((1, 1, 1, 3)))]
        # A gap between escapes of bytes keeps a digit from joining them.
        return generator.choice((" ", "\n", "\n\n")).join(f'"{string}"' for string in strings)

    entries = [HEADER]
    for number in range(generator.randrange(1, 12)):
        entry = "".join(generator.choices(("# A comment\n", "#. Extracted\n", "#: a.c:1\n"), k=generator.randrange(3)))
        entry += generator.choice(("", "", "#, fuzzy\n", "#, c-format, fuzzy\n", "#,fuzzy,c-format\n"))
        kind = generator.randrange(8) if has_ignored_parts else 7
        if has_ignored_parts and kind > 0 and generator.random() < 0.3:
            entry += '#| msgid "x"\n'
        if kind == 0:
            entry += f'#~ msgid "o{number}"\n#~ msgstr ' + re.sub(r"\n+", "\n#~ ", text()) + "\n"
        else:
            if generator.random() < 0.5:
                entry += f"msgctxt {text()}\n"
            entry += f'msgid "{number} " {text()}\n'
            if kind == 1:
                entry += f"msgid_plural {text()}\nmsgstr[0] {text()}\nmsgstr[1] {text()}\n"
            else:
                entry += f"msgstr {text()}\n"
        entries.append(entry + generator.choice(("\n", "\n\n", "")))
    # A comment at the end says that the last text is whole.
    return "".join(entries) + "# End\n"


def by_gettext(content: bytes) -> Optional[list[tuple[Any, ...]]]:
    """What gettext reads, written back by it in its plainest form; None if it refuses the file."""
    process = subprocess.run(
        ["msgcat", "--no-wrap", "--force-po", "--no-location", "-o", "-", "-"], input=content, capture_output=True, check=False
    )
    if process.returncode != 0:
        return None
    entries, state = [], {}
    for line in process.stdout.decode().split("\n"):
        if line.startswith("#,"):
            state["fuzzy"] = state.get("fuzzy", False) or "fuzzy" in line
        elif line.startswith(("msgctxt ", "msgid ", "msgid_plural ", "msgstr")):
            last, _, string = line.partition(" ")
            state[last] = string[1:-1]
        elif line.startswith('"'):
            state[last] += line[1:-1]
        elif not line:
            entries.append(state)
            state = {}
    plain = {"n": "\n", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "r": "\r", "v": "\v"}

    def unescaped(text: Optional[str]) -> Optional[str]:
        return text and re.sub(r"\\(.)", lambda match: plain.get(match[1], match[1]), text)

    return [
        (unescaped(entry.get("msgctxt")), unescaped(entry["msgid"]), unescaped(entry["msgstr"]), entry.get("fuzzy", False))
        for entry in entries
        if "msgstr" in entry and ("msgctxt" in entry or entry["msgid"])
    ]


def as_units(entries: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [
        (context or text, target or None,
         "untranslated" if not target else "needs-review" if fuzzy else "translated",
         text if context and text and text != context else None)
        for context, text, target, fuzzy in entries
    ]


def units_of(messages: list[Message]) -> list[tuple[Any, ...]]:
    return [(unit["key"], unit.get("target"), unit["state"], unit.get("source")) for unit in all_of("unit", messages)]


@unittest.skipUnless(shutil.which("msgcat"), "gettext is not installed")
class AgainstGettext(unittest.TestCase):
    def test_generated_files(self) -> None:
        generator = random.Random(1)
        units = 0
        for number in range(100):
            content = generated_file(generator).encode()
            entries = by_gettext(content)
            if entries is None:
                continue  # the same entry twice
            with self.subTest(number=number):
                messages = read_here(content)
                self.assertEqual(units_of(messages), as_units(entries), content.decode())
                self.assertEqual(errors(messages), [])
                units += len(entries)
        self.assertGreater(units, 400)

    def test_what_gettext_refuses_is_an_error(self) -> None:
        generator = random.Random(2)
        refused = accepted = 0
        for number in range(250):
            content = bytearray(generated_file(generator, has_ignored_parts=False).encode())
            for _ in range(generator.randrange(1, 3)):
                at = generator.randrange(len(HEADER), len(content))
                if generator.random() < 0.5:
                    del content[at:at + generator.randrange(1, 4)]
                else:
                    content[at:at] = generator.choice((b'"', b"\\", b"\n", b"\xff", b"msgid ", b"x", b"#", b"[", b"\n\n"))
            messages = read_here(bytes(content))
            if errors(messages):
                refused += 1
                continue
            if b"\\\n" in content:
                continue  # for gettext, a backslash joins two lines, even of a comment
            entries = by_gettext(bytes(content))
            duplicates = len(set(texts(messages))) < len(texts(messages))
            with self.subTest(number=number):
                if entries is None:
                    # Only gettext's judgements on what the entries say are not the reader's.
                    self.assertTrue(duplicates or is_judged(bytes(content)), bytes(content).decode())
                else:
                    self.assertEqual(units_of(messages), as_units(entries), bytes(content).decode())
                    accepted += 1
        self.assertGreater(refused, 50)
        self.assertGreater(accepted, 50)

    def test_corpora(self) -> None:
        for name in CORPUS_FILES:
            with self.subTest(name=name):
                path = CORPORA / name
                if not path.exists():
                    self.skipTest(f"the corpora are not beside the checkout: {name}")
                messages = read(path.read_bytes(), path=name)
                entries = by_gettext(path.read_bytes())
                if entries is not None:
                    self.assertEqual(units_of(messages), as_units(entries))
                self.assertEqual(errors(messages), [])


def is_judged(content: bytes) -> bool:
    """Whether gettext refuses a file only for the same entry being there twice, or for U+0004, which it has a use for."""
    process = subprocess.run(["msgcat", "-o", "/dev/null", "-"], input=content, capture_output=True, check=False)
    complaints = [line for line in process.stderr.decode("utf-8", "replace").split("\n") if line and "warning" not in line]
    judgements = ("duplicate", "first definition", "context separator", "found")
    return all(any(judgement in line for judgement in judgements) for line in complaints)


@unittest.skipUnless(polib, "python3-polib is not installed")
class AgainstPolib(unittest.TestCase):
    def test_files_that_it_writes(self) -> None:
        generator = random.Random(3)
        letters = ["a", "ä", "花", "🎈", " ", "\n", "\t", '"', "\\", "\r", "n", "%s", "\u00a0", "#"]

        def text(most: int) -> str:
            return "".join(generator.choices(letters, k=generator.randrange(most)))

        for number in range(100):
            file = polib.POFile(wrapwidth=generator.choice((0, 20, 78)))
            file.metadata = {"Language": "pt_BR", "Content-Type": "text/plain; charset=UTF-8"}
            for index in range(generator.randrange(1, 20)):
                file.append(polib.POEntry(
                    msgctxt=text(30) if generator.random() < 0.5 else None,
                    msgid=f"{index}{text(100)}",
                    msgstr=text(200) + "." if generator.random() < 0.9 else "",
                    flags=["fuzzy"] if generator.random() < 0.3 else [],
                    comment=text(40).replace("\r", ""),
                    obsolete=generator.random() < 0.1,
                ))
            wanted = as_units([
                (entry.msgctxt, entry.msgid, entry.msgstr, "fuzzy" in entry.flags) for entry in file if not entry.obsolete
            ])
            with self.subTest(number=number):
                messages = read_here(str(file).encode())
                self.assertEqual(units_of(messages), wanted)
                self.assertEqual(sum(skip["count"] for skip in all_of("skip", messages)), len(file.obsolete_entries()))
                self.assertEqual({unit["locale"] for unit in all_of("unit", messages)} or {"pt_BR"}, {"pt_BR"})


if __name__ == "__main__":
    unittest.main()
