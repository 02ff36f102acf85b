"""Tests of glossport-reader-arb; run with `python3 -m unittest discover -s plugins/arb/tests`."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testing"))
from reader_process import CORPORA, Message, ReaderProcess, all_of, expected, request_line, texts  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent
READER = ReaderProcess(FOLDER, "app.arb")
start, read = READER.start, READER.read
FIXTURES = sorted(path.with_suffix("") for path in (FOLDER / "fixtures").glob("*.in"))
CORPUS_FILES = [
    "other-tolgee/flutter/app_en_params.arb",
    "xcstrings-neokapi/arb/testdata/compact_en.arb",
    "xcstrings-neokapi/arb/testdata/icu_en.arb",
    "xcstrings-neokapi/arb/testdata/simple_en.arb",
    "xcstrings-neokapi/arb/testdata/translated_fr.arb",
]
VARIES = re.compile(r"\{\s*\w+\s*,\s*(plural|select|selectordinal)\s*,")


def node_is_there() -> bool:
    try:
        return subprocess.run([READER.executable, "describe", "--protocol", "1"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def setUpModule() -> None:
    if not node_is_there():
        raise unittest.SkipTest("Node.js 18.14 or later is not installed as /usr/bin/node")


def errors(messages: list[Message]) -> list[str]:
    return [finding["rule"] for finding in all_of("finding", messages) if finding["rule"] not in ("arb-plural", "arb-empty")]


def by_json(content: bytes) -> Optional[list[tuple[str, Optional[str], list[str]]]]:
    """What Python's own JSON reader finds: keys, texts and the notes that stand next to them; None if it is no ARB file."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        pairs = json.loads(content.decode("utf-8-sig"), object_pairs_hook=list, parse_constant=refuse)
        if not content.strip().endswith(b"}"):
            return None
        units = []
        for index, (key, value) in enumerate(pairs):
            if key.startswith("@") or VARIES.search(value):
                continue
            notes: list[str] = []
            for name, about in [*pairs[index + 1:index + 2], *pairs[max(0, index - 1):index]]:
                if name == f"@{key}" and isinstance(about, list) and not notes:
                    said = dict(about)
                    notes = [said[part].strip() for part in ("description", "context") if isinstance(said.get(part), str)]
            units.append((key, value or None, [note for note in notes if note]))
        return units
    except (ValueError, TypeError, AttributeError):
        return None


def units_of(messages: list[Message]) -> list[tuple[str, Optional[str], list[str]]]:
    return [(unit["key"], unit.get("target"), unit.get("notes", [])) for unit in all_of("unit", messages)]


def generated_file(generator: random.Random) -> bytes:
    letters = ["a", "ä", "花", "🎈", " ", "\n", "\t", '"', "\\", "/", "\u2028", "{name}", "\x01", "b", "c"]

    def text(most: int) -> str:
        return "".join(generator.choices(letters, k=generator.randrange(most)))

    members: list[tuple[str, Any]] = [("@@locale", "pt_BR"), ("@@x-version", 1.5)]
    for number in range(generator.randrange(1, 20)):
        key = f"key{number}{text(3)}"
        pair: list[tuple[str, Any]] = [(key, text(30))]
        if generator.random() < 0.2:
            pair = [(key, "{count, plural, one{" + text(4) + "} other{#}}")]
        if generator.random() < 0.5:
            about = {"description": text(20), "context": text(4), "x-more": [1, None, {"description": "no"}], "type": "text"}
            pair.append((f"@{key}", {name: about[name] for name in generator.sample(sorted(about), 3)}))
            if generator.random() < 0.3:
                pair.reverse()
        members += pair
    return json.dumps(
        dict(members), ensure_ascii=generator.random() < 0.5, indent=generator.choice((None, 1, "\t")),
        separators=generator.choice(((",", ":"), (" , ", " : "))),
    ).encode()


class Fixtures(unittest.TestCase):
    def test_each_gives_what_is_expected(self) -> None:
        for fixture in FIXTURES:
            with self.subTest(fixture=fixture.name):
                asked = fixture.with_suffix(".request.json")
                members = json.loads(asked.read_text()) if asked.exists() else {}
                members.setdefault("path", f"{fixture.name}.arb")
                self.assertEqual(read(fixture.with_suffix(".in").read_bytes(), **members), expected(fixture))

    def test_the_required_ones_are_there(self) -> None:
        self.assertLessEqual({"plain", "empty", "broken", "unicode"}, {fixture.name for fixture in FIXTURES})

    def test_each_rule_is_broken_by_one(self) -> None:
        findings = [finding for fixture in FIXTURES for finding in all_of("finding", expected(fixture))]
        rules = json.loads(start(["describe", "--protocol", "1"]).stdout)["rules"]
        # A fixture of more than a megabyte would be too much; see Limits.
        self.assertEqual({finding["rule"] for finding in findings} | {"arb-too-long"}, {rule["id"] for rule in rules})
        for finding in findings:
            self.assertTrue(finding["text"].endswith(".") and finding["remedy"].endswith("."), finding)

    def test_places_are_those_of_the_opening_quote(self) -> None:
        for fixture in FIXTURES:
            content = fixture.with_suffix(".in").read_bytes().decode("utf-8", "replace").lstrip("\ufeff")
            lines = re.split("\r\n|\r|\n", content)
            for unit in all_of("unit", expected(fixture)):
                with self.subTest(fixture=fixture.name, key=unit["key"]):
                    written = lines[unit["line"] - 1][unit["column"] - 1:]
                    self.assertEqual(json.JSONDecoder().raw_decode(written)[0], unit.get("target", ""))


class Protocol(unittest.TestCase):
    def test_describe_says_what_the_page_asks_for(self) -> None:
        process = start(["describe", "--protocol", "1"])
        self.assertEqual((process.returncode, process.stderr), (0, b""))
        told = json.loads(process.stdout)
        self.assertEqual(
            set(told), {"protocol", "id", "name", "version", "features", "match", "options", "rules", "needs"}
        )
        for rule in told["rules"]:
            self.assertRegex(rule["id"], "^arb-[a-z-]+$")
            self.assertIn(rule["severity"], ("error", "warning", "note"))
            self.assertTrue(rule["explanation"].endswith("."))

    def test_exit_codes(self) -> None:
        for arguments in ([], ["read"], ["write", "--protocol", "1"], ["describe", "--protocol", "2"], ["read", "--protocol", "1"]):
            with self.subTest(arguments=arguments):
                process = start(arguments)
                self.assertEqual((process.returncode, process.stdout), (2, b""))
                self.assertTrue(process.stderr.strip())

    def test_features_that_are_not_agreed_on_are_not_used(self) -> None:
        wanted = {"prefix": "", "between": ".", "suffix": ""}
        messages = read(b'{"@@locale":"de","other":"Eins","a":1}', features=["other things"], wanted=wanted)
        self.assertEqual(texts(messages), [("other", "Eins")])
        self.assertEqual(all_of("declared", messages) + all_of("other", messages), [])
        self.assertFalse(any("column" in members for message in messages for members in message.values()))

    def test_other_units_are_counted_and_the_first_named(self) -> None:
        members = {f"keep{number}.header" if number % 7 == 0 else f"Screen {number}": str(number) for number in range(300)}
        content = json.dumps(members).encode()
        everything = read(content)
        wanted = read(content, wanted={"prefix": "", "between": ".", "suffix": ""})
        self.assertEqual(texts(wanted), [(key, text) for key, text in texts(everything) if "." in key])
        self.assertEqual(wanted[-1]["end"]["others"], 300 - len(texts(wanted)))
        self.assertEqual(len(all_of("other", wanted)), 20)


class Limits(unittest.TestCase):
    def test_what_is_too_long_is_said_and_the_rest_read(self) -> None:
        long = "ä" * 1_800_000
        for broken in (
            {"a": long}, {long: "a"}, {"a": "a", "@a": {"description": long}}, {"@a": {"description": long}, "a": "a"},
            {"a": "\x01" * 1_000_000},
        ):
            content = json.dumps({"before": "Eins", **broken, "after": "Zwei"}, ensure_ascii=False).encode()
            with self.subTest(broken=str(broken)[:40]):
                messages = read(content)
                self.assertEqual(texts(messages), [("before", "Eins"), ("after", "Zwei")])
                self.assertEqual(errors(messages), ["arb-too-long"])

    def test_the_longest_text_arrives(self) -> None:
        text = "x" * (1 << 20)
        self.assertEqual(texts(read(json.dumps({"a": text}).encode())), [("a", text)])

    def test_memory_does_not_grow_with_the_file(self) -> None:
        peaks = []
        for count in (100_000, 400_000):
            with tempfile.TemporaryFile() as file:
                file.write(request_line(READER.path, None) + b"{")
                for number in range(count):
                    file.write(f'"keep{number}": "Die schönsten Nächte {number}",\n'.encode())
                file.write(b'"last": ""}')
                file.seek(0)
                process = subprocess.Popen([READER.executable, "read", "--protocol", "1"], stdin=file, stdout=subprocess.DEVNULL)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                peaks.append(usage.ru_maxrss)
        # The garbage collector has its own mind; four times the file would be 36 MB more.
        self.assertLess(peaks[1], peaks[0] + (24 << 10), "KiB")


class Defects(unittest.TestCase):
    def test_a_file_that_was_cut_off_gives_no_wrong_unit_and_an_error(self) -> None:
        content = '{"a":"Nä\\"\\u00e4",\n"@a":{"description":"A"},"b":"🎈"}'.encode()
        whole = texts(read(content))
        self.assertEqual(len(whole), 2)
        for length in range(1, len(content)):
            with self.subTest(length=length):
                messages = read(content[:length])
                self.assertEqual(texts(messages), whole[:len(texts(messages))])
                self.assertEqual(len(errors(messages)), 1)

    def test_pieces_of_any_size(self) -> None:
        # Characters and escapes are cut by the ends of what is read at a time.
        content = json.dumps({f"key{number}": "Nächte 花 🎈\n" * 9 for number in range(4000)}, ensure_ascii=False).encode()
        self.assertGreater(len(content), 6 << 16)
        for shift in range(2):
            messages = read(b" " * shift + content)
            self.assertEqual(texts(messages), [(f"key{number}", "Nächte 花 🎈\n" * 9) for number in range(4000)])

    def test_bad_bytes_are_an_error_in_their_line(self) -> None:
        for bad in (b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\x80"):
            with self.subTest(bad=bad):
                messages = read(b'{"a":"Eins",\n"b":"\xc3\xa4' + bad + b'",\n"c":"Drei"}')
                self.assertEqual(texts(messages), [("a", "Eins")])
                finding = all_of("finding", messages)[0]
                self.assertEqual((finding["rule"], finding["line"], finding["column"]), ("arb-bad-bytes", 2, 7))


class AgainstPythonsJSON(unittest.TestCase):
    def test_generated_files(self) -> None:
        generator = random.Random(1)
        for number in range(30):
            content = generated_file(generator)
            with self.subTest(number=number):
                messages = read(content)
                self.assertEqual(units_of(messages), by_json(content), content.decode())
                self.assertEqual(errors(messages), [])
                self.assertEqual({unit["locale"] for unit in all_of("unit", messages)} or {"pt_BR"}, {"pt_BR"})

    def test_what_python_refuses_is_an_error(self) -> None:
        generator = random.Random(2)
        refused = accepted = 0
        for number in range(60):
            content = bytearray(generated_file(generator))
            at = generator.randrange(len(content))
            if generator.random() < 0.5:
                del content[at:at + generator.randrange(1, 4)]
            else:
                content[at:at] = generator.choice((b'"', b"\\", b"\n", b"\xff", b",", b"}", b"x", b"{", b" "))
            with self.subTest(number=number):
                messages = read(bytes(content))
                found = by_json(bytes(content))
                if errors(messages):
                    refused += 1
                    # The texts read in spite of it are never wrong.
                    if found is not None:
                        self.assertLessEqual(set(texts(messages)), {unit[:2] for unit in found})
                elif found is None:
                    self.fail(f"accepted: {content.decode('utf-8', 'replace')}")
                else:
                    self.assertEqual(units_of(messages), found)
                    accepted += 1
        self.assertGreater(refused, 15)
        self.assertGreater(accepted, 5)

    def test_corpora(self) -> None:
        for name in CORPUS_FILES:
            with self.subTest(name=name):
                path = CORPORA / name
                if not path.exists():
                    self.skipTest(f"the corpora are not beside the checkout: {name}")
                messages = read(path.read_bytes(), path=name)
                self.assertEqual(units_of(messages), by_json(path.read_bytes()))
                self.assertEqual(errors(messages), [])
                self.assertEqual({unit["locale"] for unit in all_of("unit", messages)}, {path.stem.split("_")[1]})


if __name__ == "__main__":
    unittest.main()
