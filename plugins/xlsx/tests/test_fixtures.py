"""Each fixture through the executable, and what `describe` says of the reader."""

import json
import os
import re
import unittest

from fixture_files import FIXTURES, FOLDER
from workbooks import READER, read, run, workbook
from reader_process import request_line


class FixtureTests(unittest.TestCase):
    maxDiff = None

    def test_each(self) -> None:
        """What comes out is what is expected, line by line."""
        for path in sorted(FOLDER.glob("*.in")):
            name = path.stem
            with self.subTest(name):
                members = {"path": f"{name}.xlsx"}
                asked = FOLDER / f"{name}.request.json"
                if asked.exists():
                    members.update(json.loads(asked.read_text(encoding="utf-8")))
                result = read(path.read_bytes(), **members)
                self.assertEqual(result.code, 0, result.errors)
                lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
                self.assertEqual(result.messages, [json.loads(line) for line in lines])

    def test_files(self) -> None:
        """The fixtures are what `fixture_files.py` makes, and nothing else."""
        self.assertEqual({path.stem for path in FOLDER.glob("*.in")}, set(FIXTURES))
        for name, fixture in FIXTURES.items():
            with self.subTest(name):
                self.assertEqual((FOLDER / f"{name}.in").read_bytes(), fixture.data)
                asked = FOLDER / f"{name}.request.json"
                self.assertEqual(
                    json.loads(asked.read_text(encoding="utf-8")) if asked.exists() else None, fixture.request
                )

    def test_rules(self) -> None:
        """Each rule has a fixture that breaks it, called like it, with the severity that it has."""
        for rule in run(["describe", "--protocol", "1"]).messages[0]["rules"]:
            with self.subTest(rule["id"]):
                lines = (FOLDER / f"{rule['id']}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
                findings = [message["finding"] for message in map(json.loads, lines) if "finding" in message]
                self.assertTrue([f for f in findings if f["rule"] == rule["id"] and "severity" not in f])

    def test_sentences(self) -> None:
        """Texts and remedies are single sentences with a full stop."""
        for path in FOLDER.glob("*.jsonl"):
            for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
                finding = json.loads(line).get("finding")
                for sentence in [finding["text"], finding["remedy"]] if finding else []:
                    self.assertTrue(sentence.endswith("."), sentence)
                    self.assertIsNone(re.search(r"[.!?] [A-Z]", re.sub("“[^”]*”", "", sentence)), sentence)


class ProtocolTests(unittest.TestCase):
    def test_describe(self) -> None:
        described = run(["describe", "--protocol", "1"])
        self.assertEqual((described.code, described.errors), (0, ""))
        (answer,) = described.messages
        self.assertLess(len(json.dumps(answer, ensure_ascii=False).encode()), 64 << 10)
        self.assertEqual(answer["match"]["extensions"], ["xlsx", "xlsm"])
        for option in answer["options"]:
            self.assertRegex(option["name"], "^[a-z][A-Za-z0-9]*$")
            self.assertTrue(option["help"].endswith("."))
        for rule in answer["rules"]:
            self.assertTrue(rule["id"].startswith("xlsx-") and rule["explanation"].endswith("."))
            self.assertIn(rule["severity"], ("error", "warning", "note"))
            self.assertGreater(len(rule["explanation"]), 60)
        self.assertTrue(os.access(READER, os.X_OK))

    def test_exit_codes(self) -> None:
        self.assertEqual(run(["describe", "--protocol", "2"]).code, 2)
        self.assertEqual(run(["read"]).code, 2)
        self.assertEqual(run(["read", "--protocol", "1"], b"no request\n").code, 1)
        data = workbook(("key", "de"), ("a", "b"))
        for name, value in (
            ("layout", "tall"), ("headerRow", "0"), ("headerRow", "x"), ("map", "de"), ("map", "*=de"), ("map", "=de"),
            ("recordKey", "{message}"), ("trim", "perhaps"), ("locale", "="), ("key", " "), ("sheet", ""), ("unknown", "x"),
        ):  # fmt: skip
            with self.subTest(f"{name}={value}"):
                result = read(data, options={name: value})
                self.assertEqual((result.code, result.messages), (3, []))
                self.assertIn(name, result.errors)

    def test_features(self) -> None:
        """Without a feature, nothing of it is used."""
        data = workbook(("key", "de"), ("menu", "b"))
        result = read(data, features=[], wanted={"prefix": "", "between": ".", "suffix": ""}, locale="de-DE")
        self.assertEqual(len(result.all("unit")), 1)
        self.assertNotIn("column", json.dumps(result.all("unit")))
        self.assertFalse(result.all("declared") + result.all("other"))

    def test_unknown_size_and_members(self) -> None:
        data = workbook(("key", "de"), ("a.header", "Hallo"))
        line = json.loads(request_line("texts.xlsx", len(data)))
        line["read"].update(bytes=None, later={"x": 1})
        result = run(["read", "--protocol", "1"], json.dumps(line).encode() + b"\n" + data)
        self.assertEqual(result.texts, {"a.header de": "Hallo"})
        self.assertEqual(result.all("end"), [{"units": 1, "others": 0, "findings": 0, "bytes": len(data)}])

    def test_limits(self) -> None:
        """Texts, keys, notes, and lines of output have ends."""
        limits = {"textBytes": 10, "notes": 1, "others": 1, "lineBytes": 4 << 20}
        data = workbook(
            ("key", "notes", "comment", "de"),
            ("a", "n", "m", "ä" * 5),
            ("b", "x" * 11, None, "ä" * 6),
            ("c" * 11, None, None, "x"),
        )
        result = read(data, limits=limits)
        self.assertEqual(result.texts, {"a de": "ä" * 5})
        self.assertEqual(result.all("unit")[0]["notes"], ["n"])
        self.assertEqual(result.rules, ["xlsx-too-large"] * 3)
        result = read(
            workbook(("key", "notes", "de"), ("a", "x" * 500, "x"), ("b", None, "y")),
            limits={**limits, "textBytes": 1000, "lineBytes": 300},
        )
        self.assertEqual((result.texts, result.rules), ({"b de": "y"}, ["xlsx-too-large"]))


if __name__ == "__main__":
    unittest.main()
