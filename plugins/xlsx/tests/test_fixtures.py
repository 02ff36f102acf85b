"""Each fixture through the executable, and what `describe` says of the reader."""

import json
import os
import re
import unittest

from fixture_files import FIXTURES, FOLDER
from workbooks import READER, read, rows, run, workbook
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
                result = rows(path.read_bytes(), **members)
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
        """Each rule has a fixture that breaks it, called like it."""
        for rule in run(["describe", "--protocol", "1"]).messages[0]["rules"]:
            with self.subTest(rule["id"]):
                lines = (FOLDER / f"{rule['id']}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
                messages = [json.loads(line) for line in lines]
                cells = [cell for message in messages if "row" in message for cell in message["row"]["cells"]]
                said = [cell for cell in cells if isinstance(cell, dict)] + [m["finding"] for m in messages if "finding" in m]
                self.assertTrue([remark for remark in said if remark.get("rule") == rule["id"]])

    def test_tables(self) -> None:
        """What is called after a rule breaks it, whether the reader says so or Glossport of its rows."""
        for name, fixture in FIXTURES.items():
            if not name.startswith("xlsx-") or name == "xlsx-no-header-sheets":
                continue
            with self.subTest(name):
                asked = dict(fixture.request or {})
                result = read(fixture.data, path=asked.pop("path", "texts.xlsx"), **asked)
                self.assertTrue([rule for rule in result.rules if name.startswith(rule)], result.rules)

    def test_sentences(self) -> None:
        """Texts and remedies are single sentences with a full stop."""
        for path in FOLDER.glob("*.jsonl"):
            for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
                message = json.loads(line)
                finding = message.get("finding")
                remarks = [cell for cell in message.get("row", {"cells": []})["cells"] if isinstance(cell, dict) and "rule" in cell]
                sentences = [finding["text"], finding["remedy"]] if finding else []
                for sentence in sentences + [remark["remedy"] for remark in remarks]:
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
        for name, value in (("trim", "perhaps"), ("sheet", "")):
            with self.subTest(f"{name}={value}"):
                result = rows(data, options={name: value})
                self.assertEqual((result.code, result.messages), (3, []))
                self.assertIn(name, result.errors)

    def test_features(self) -> None:
        """A Glossport that takes no rows is told so."""
        result = rows(workbook(("key", "de")), features=["columns", "declared", "other"])
        self.assertEqual((result.code, result.messages), (4, []))

    def test_unknown_size_and_members(self) -> None:
        data = workbook(("key", "de"), ("a.header", "Hallo"))
        line = json.loads(request_line("texts.xlsx", len(data), features=["rows"]))
        line["read"].update(bytes=None, later={"x": 1})
        result = run(["read", "--protocol", "1"], json.dumps(line).encode() + b"\n" + data)
        self.assertEqual([row["cells"] for row in result.all("row")], [["key", "de"], ["a.header", "Hallo"]])
        self.assertEqual(result.all("end"), [{"units": 0, "others": 0, "findings": 0, "rows": 2, "bytes": len(data)}])

    def test_limits(self) -> None:
        """Texts and lines of output have ends."""
        limits = {"textBytes": 10, "notes": 1, "others": 1, "lineBytes": 4 << 20}
        result = rows(workbook(("ä" * 5, "ä" * 6)), limits=limits)
        first, second = result.all("row")[0]["cells"]
        self.assertEqual((first, second["text"], second["rule"]), ("ä" * 5, "", "xlsx-too-large"))
        result = rows(workbook(("a", "x" * 500), ("b", "y")), limits={**limits, "textBytes": 1000, "lineBytes": 300})
        self.assertEqual([row["cells"] for row in result.all("row")], [["b", "y"]])
        self.assertEqual(result.rules, ["xlsx-too-large"])


if __name__ == "__main__":
    unittest.main()
