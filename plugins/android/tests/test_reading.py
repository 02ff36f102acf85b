"""Runs every fixture, and what no fixture can show."""

from __future__ import annotations

import json
import unittest
from pathlib import Path

from plugin import FIXTURES, document, read, read_strings, run
from reader_process import LIMITS


class FixtureTests(unittest.TestCase):
    maxDiff = None

    def test_fixtures(self) -> None:
        for file in sorted(FIXTURES.glob("*.in")):
            with self.subTest(file.stem):
                expected = [json.loads(line) for line in file.with_suffix(".jsonl").read_text("utf-8").splitlines()]
                result = read(file.read_bytes(), **json.loads(file.with_suffix(".request.json").read_text("utf-8")))
                self.assertEqual((result.code, result.messages), (0, expected))

    def test_every_rule_is_shown(self) -> None:
        shown = {rule for file in FIXTURES.glob("*.jsonl") for rule in rules_in(file)}
        rules = {rule["id"] for rule in run("describe", "--protocol", "1").messages[0]["rules"]}
        # Limits can't be set in a fixture, so these two have tests below.
        self.assertEqual(rules - shown, {"android-too-long", "android-too-many-defects"})


def rules_in(file: Path) -> list[str]:
    messages = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [message["finding"]["rule"] for message in messages if "finding" in message]


class CommandTests(unittest.TestCase):
    def test_exit_codes(self) -> None:
        self.assertEqual(run("describe", "--protocol", "2").code, 2)
        self.assertEqual(run("describe").code, 2)
        self.assertEqual(run("write", "--protocol", "1").code, 2)
        self.assertEqual(run("read", "--protocol", "1", content=b"{}\n").code, 2)
        result = read(b"", options={"baseLocale": "English, of course"})
        self.assertEqual((result.code, result.messages), (3, []))
        self.assertIn("“English, of course”", result.errors)

    def test_only_features_of_both_are_used(self) -> None:
        wanted = {"prefix": "", "between": ".", "suffix": ""}
        result = read_strings('<string name="a">x</string>', features=[], wanted=wanted)
        self.assertEqual(result.of("unit"), [{"key": "a", "locale": "de", "target": "x", "state": "translated", "line": 2}])
        self.assertEqual(result.of("declared") + result.of("other"), [])


class ReadingTests(unittest.TestCase):
    def test_cut_off_anywhere(self) -> None:
        body = "\n".join(f'<string name="s{number}">Text {number} <xliff:g>ä</xliff:g> &amp; 花 🎈</string>' for number in range(4))
        for content in (document(body).encode(), document(body).encode("utf-16")):
            whole = read(content).texts()
            self.assertEqual(len(whole), 4)
            for length in range(0, len(content) - 4, 11):
                result = read(content[:length])
                self.assertLessEqual(result.texts().items(), whole.items())
                self.assertIn(result.rules(), (["android-truncated"], ["android-empty"]), content[:length])

    def test_encodings_change_nothing(self) -> None:
        body = '<string name="a">Grüße</string>\n<string name="b">花 🎈</string>'
        plain = read_strings(body).of("unit")
        for name in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
            self.assertEqual(read(document(body).encode(name)).of("unit"), plain, name)
        self.assertEqual(read_strings(body.replace("\n", "\r\n")).of("unit"), plain)
        self.assertEqual(read_strings(body.replace("\n", "\r")).of("unit"), plain)
        self.assertEqual(read(document(body).encode("utf-32")).rules(), ["android-encoding"])

    def test_bad_bytes_on_the_right_line(self) -> None:
        for bad in (b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"):
            content = document("<string name='a'>x</string>\n<string name='b'>y@z</string>").encode().replace(b"@", bad)
            result = read(content)
            self.assertEqual((result.texts(), result.rules()), ({"a": "x"}, ["android-bad-bytes"]))
            self.assertEqual(result.of("finding")[0]["line"], 3)

    def test_characters_at_the_borders_of_chunks(self) -> None:
        text = "ä花🎈" * 30_000
        for shift in range(9):
            body = f'<!--{"x" * shift}--><string name="a">{text}</string>'
            self.assertEqual(read_strings(body).texts(), {"a": text})

    def test_limits(self) -> None:
        limits = {**LIMITS, "textBytes": 16, "notes": 1}
        body = """<string name="a">0123456789abcdefX</string>
            <string name="0123456789abcdefX">x</string>
            <!-- 0123456789abcdefX --><string name="b">x</string>
            <!-- one --><!-- two --><string name="c">0123456789abcdef</string>"""
        result = read_strings(body, limits=limits)
        self.assertEqual(result.rules(), ["android-too-long"] * 3)
        self.assertEqual([(unit["key"], unit["notes"]) for unit in result.of("unit")], [("c", ["one"])])

    def test_lines_of_output_are_not_too_long(self) -> None:
        note = "<!--" + '"' * 1_000_000 + "-->"
        result = read_strings(f'{note * 3}<string name="a">x</string><string name="b">y</string>')
        self.assertEqual((result.texts(), result.rules()), ({"b": "y"}, ["android-too-long"]))

    def test_huge_text(self) -> None:
        text = "x" * 3_500_000
        result = read_strings(f'<string name="a">x</string><string name="b">{text}</string><string name="c">y</string>')
        self.assertEqual((result.texts(), result.rules()), ({"a": "x", "c": "y"}, ["android-too-long"]))

    def test_huge_tags(self) -> None:
        for tag in ('<string name="' + "x" * 12_000_000 + '">y</string>', "<!--" + "x" * 12_000_000 + "-->"):
            result = read_strings(f'<string name="a">x</string>{tag}')
            self.assertEqual((result.code, result.texts(), result.rules()), (0, {"a": "x"}, ["android-too-long"]))

    def test_bombs(self) -> None:
        laughs = "".join(f'<!ENTITY e{number} "{f"&e{number - 1};" * 10}">' for number in range(1, 12))
        content = f'<!DOCTYPE resources [<!ENTITY e0 "ha">{laughs}]><resources><string name="a">&e11;</string></resources>'
        result = read(content.encode())
        self.assertEqual((result.texts(), result.rules()), ({}, ["android-doctype"]))
        external = b'<!DOCTYPE resources SYSTEM "file:///etc/passwd"><resources><string name="a">x</string></resources>'
        self.assertEqual(read(external).rules(), ["android-doctype"])
        self.assertEqual(read(b"<resources>" + b"<a>" * 1_000_000).rules(), ["android-unknown-element", "android-too-deep"])

    def test_too_many_defects(self) -> None:
        result = read_strings("<string>x</string>" * 2000)
        self.assertEqual(result.rules(), ["android-missing-name"] * 1000 + ["android-too-many-defects"])
        self.assertEqual(result.of("end")[0]["findings"], 1001)

    def test_others_are_counted_and_twenty_named(self) -> None:
        strings = "".join(f'<string name="s{number}">x</string><string name="keep{number}.body">y</string>' for number in range(50))
        result = read_strings(strings, wanted={"prefix": "keep", "between": ".", "suffix": ""})
        self.assertEqual((len(result.of("unit")), len(result.of("other")), result.of("end")[0]["others"]), (50, 20, 50))

    def test_places(self) -> None:
        result = read_strings('<string name="a">\n  \n 🎈ä x</string><string name="b">"  y"</string>')
        self.assertEqual([(unit["line"], unit["column"]) for unit in result.of("unit")], [(4, 2), (4, 32)])


if __name__ == "__main__":
    unittest.main()
