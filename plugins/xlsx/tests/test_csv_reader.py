"""The same table as CSV and as XLSX gives the same units: compared with Glossport's own CSV reader."""

import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from workbooks import PLUGIN, read
from reader_process import CORPORA

try:
    import openpyxl
except ImportError:
    openpyxl = None

GLOSSPORT = "GLOSSPORT_PROGRAMS" in os.environ and os.environ["GLOSSPORT_PROGRAMS"] + "/glossport"
SAMPLES = PLUGIN.parent.parent / "samples" / "northlight" / "vendor" / "csv"

# The options that a person would write into the project file for ambiguous files of the corpora.
NUMBERED = {"key": "1", "source": "2", "text": "3", "notes": "4", "headerRow": "none", "locale": "from-filename"}
OPTIONS: List[Tuple[str, Dict[str, str]]] = [
    ("pullCsvAdobeMagento", {"key": "1", "text": "2", "headerRow": "none", "locale": "from-filename"}),
    ("csv-mojito/", NUMBERED),
    ("xcstrings-neokapi/", {"locale": "=de"}),
]
# Tables that are hard to understand: each as CSV text with options.
TABLES: List[Tuple[str, Dict[str, str]]] = [
    ("key,de-DE,fr_FR\na.header,Hallo,Salut\na.body,,Corps\n", {}),
    ("Title of the sheet\n\nkey,notes,German,FRENCH / FRANÇAIS,French (Canada)\na,n,b,c,d\n", {}),
    ("key,locale,text,state,notes,source\na,de,b,Reviewed,n,s\na,fr,c,hmm,,\na,it,d,,x,y\n", {}),
    ("message,field,locale,text\nm,Alt text,de,b\nm,bullet 2,French,c\n,header,de,x\nm,,de,x\n", {}),
    ("message,field,de,fr\nm,header,b,c\n", {"recordKey": "{field}/{message}"}),
    ("message,locale,header,body,alt text,bullet1,bullets.2.text\nm,de,a,b,c,d,e\nm,fr,a,,c,,e\n", {}),
    ("message,header,body\nm,a,b\n", {"locale": "=de"}),
    ("id,source,target,comment\n1a,b,c,d\n", {"locale": "=de-DE"}),
    ("key,text\na,b\n", {}),
    ("id,de\na1,b\n", {}),
    ("key,id,de\na,eins,b\n", {}),
    ("key,id,de\na,x-1,b\n", {}),
    ("key,no,de\na,1,b\nb,2,c\n", {}),
    ("key,no,de\na,ja takk,b\n", {}),
    ("key,de,Kunde\na,b,c\n", {}),
    ("key,de,Kunde\na,b,c\n", {"map": "Kunde=ignore"}),
    ("key,de,Kunde\na,b,c\n", {"map": "3=fr-FR"}),
    ("key,de,German\na,b,c\n", {}),
    ("key,de,de_DE,De-de\na,b,c,d\n", {}),
    ("key,text,fr\na,b,c\n", {}),
    ("key,text,fr\na,b,c\n", {"layout": "wide", "map": "text=ignore"}),
    ("key,locale,text,fr\na,de,b,c\n", {}),
    (",de,fr\na,b,c\n", {}),
    ("locale,text\nde,Hallo\n", {}),
    ("Kunde,Wert\na,b\n", {}),
    ("key,de,fr\na,b,c,d\nb,c\n,x\nc,y,z\n", {}),
    ("key,de,fr\n1.41E+12,b,c\nb,#NAME?,c\n", {}),
    ('key,de\na,\'=x\nb,"=SUM(1)"\nc,Gr?e\nd,CafÃ©\ne,x???\nf,http://x/a?b\ng,Gr\ufffde\nh,what? yes\n', {}),
    ("key,de\n a , b \n\u00a0c\u00a0,\td\n", {}),
    ("key,de\n a , b \n\u00a0c\u00a0,\td\n", {"trim": "true"}),
    ("a,b\nc,d\n", {"key": "1", "text": "2", "locale": "=de", "headerRow": "none"}),
    ("x,y\nkey,de\na,b\n", {"headerRow": "2"}),
    ("key,de,2024\na,b,c\n", {"map": "2024=ignore"}),
    (
        "Key,Max length,Tags,en (source),de (reviewed),zh (Hant),Chinese (Simplified),nb,English - United Kingdom\na,1,t,b,c,d,e,f,g\n",
        {},
    ),
    ("key,message,locale\na,b,de\n", {}),
    ("key,es-419,pt_BR,sr-Latn-RS,en-UK,zh-CHS\na,b,c,d,e,f\n", {}),
    ("key,français,日本語,Norsk (nb),LATIN AMERICAN SPANISH,brazilian\na,b,c,d,e,f\n", {}),
]


def converted(text: str, delimiter: str) -> Optional[bytes]:
    """The CSV as a person would paste it into a sheet: every cell a text."""
    book = openpyxl.Workbook()
    sheet = book.active
    for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 1):
        for at, content in enumerate(cells, 1):
            if not content:
                continue
            if any(ord(character) < 32 and character not in "\t\n\r" for character in content):
                return None
            # openpyxl writes a carriage return as it is, which XML reads as a line feed.
            written = content.replace("_x", "_x005F_x").replace("\r", "_x000D_")
            cell = sheet.cell(number, at, written)
            cell.data_type = "s"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@unittest.skipUnless(GLOSSPORT, "GLOSSPORT_PROGRAMS does not name the folder of a built glossport")
@unittest.skipUnless(openpyxl, "openpyxl is not installed")
class CSVReaderTests(unittest.TestCase):
    maxDiff = None

    def glossport(
        self, path: Path, options: Dict[str, str], locale: Optional[str] = None
    ) -> Tuple[List[Any], List[str]]:
        arguments = [GLOSSPORT, "read", "--format", "csv", "--color=never", "--verbose", str(path)]
        arguments += [part for name, value in options.items() for part in ("--option", f"{name}={value}")]
        arguments += ["--as-locale", locale] if locale else []
        done = subprocess.run(arguments, capture_output=True, check=False, cwd=path.parent)
        units = [json.loads(line) for line in done.stdout.decode().splitlines()]
        rules = [
            line.rstrip("]").rpartition("[")[2].split(" ")[0]
            for line in done.stderr.decode().splitlines()
            if line.endswith("]")
        ]
        return [self.plain(unit) for unit in units], rules

    @staticmethod
    def plain(unit: Dict[str, Any]) -> Tuple[Any, ...]:
        return (
            unit["key"],
            unit.get("locale"),
            unit.get("source"),
            unit.get("target"),
            unit["state"],
            tuple(unit.get("notes") or ()),
        )

    def compare(self, path: Path, text: str, delimiter: str, options: Dict[str, str]) -> Tuple[int, List[str]]:
        """How many units are equal, and the findings of the CSV reader."""
        expected, rules = self.glossport(path, options)
        data = converted(text, delimiter)
        if data is None:
            return 0, ["control characters"]
        own = {name: value for name, value in options.items() if name not in ("delimiter", "encoding", "quote")}
        result = read(data, path=path.with_suffix(".xlsx").name, options=own)
        self.assertEqual(result.code, 0, result.errors)
        if not {"csv-broken-quotes", "csv-encoding", "csv-unclear-delimiter"} & set(rules):
            self.assertEqual([self.plain(unit) for unit in result.all("unit")], expected, path)
        return len(expected), rules

    def test_tables(self) -> None:
        """Hard tables: the same units and the same findings."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.csv"
            for text, options in TABLES:
                with self.subTest(text=text, options=options):
                    path.write_bytes(text.encode("utf-8"))
                    expected, rules = self.glossport(path, {**options, "delimiter": ","})
                    data = converted(text, ",")
                    assert data is not None
                    result = read(data, path="table.xlsx", options=options)
                    self.assertEqual(result.code, 0, result.errors)
                    self.assertEqual([self.plain(unit) for unit in result.all("unit")], expected)
                    # In a sheet no cell is missing: it is empty.
                    wanted = [rule.replace("csv-", "xlsx-") for rule in rules if rule != "csv-missing-cells"]
                    wanted = [
                        rule.replace("xlsx-formula", "xlsx-formula-text") if rule == "xlsx-formula" else rule
                        for rule in wanted
                    ]
                    self.assertEqual(sorted(result.rules), sorted(wanted))

    @unittest.skipUnless(SAMPLES.is_dir(), "the samples are not beside the plugins")
    def test_samples(self) -> None:
        for path in sorted(SAMPLES.glob("*.csv")):
            with open(path, encoding="utf-8-sig", newline="") as file:
                text = file.read()
            count, rules = self.compare(path, text, ";" if ";" in text.splitlines()[0] else ",", {})
            self.assertGreater(count, 20, path)
            self.assertEqual(rules, [])

    @unittest.skipUnless(CORPORA.is_dir(), "the corpora are not beside the checkout")
    def test_corpora(self) -> None:
        """The first rows of every CSV file of the corpora."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        files = units = 0
        left_out: List[str] = []
        for listing in sorted(CORPORA.glob("*/csv_dialects.jsonl")):
            for line in listing.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                path = listing.parent / entry["file"]
                encoding = entry["encoding"].split(" ")[0].rstrip("?")
                encoding = {"utf-8-bom": "utf-8-sig", "utf-16le-bom": "utf-16"}.get(encoding, encoding)
                options = next((options for word, options in OPTIONS if word in str(path)), {})
                options = {**options, "delimiter": entry["delimiter"]}
                try:
                    with open(path, encoding=encoding, newline="") as file:
                        text = self.beginning(file.read(), entry["delimiter"])
                    copy = Path(folder.name) / path.name
                    copy.write_bytes(text.encode(encoding))
                    with self.subTest(file=str(path)):
                        count, rules = self.compare(copy, text, entry["delimiter"], options)
                        files += 1 if count else 0
                        units += count
                        if {"csv-broken-quotes", "csv-encoding", "control characters"} & set(rules):
                            left_out.append(f"{path.name}: {', '.join(rules)}")
                except (UnicodeDecodeError, csv.Error) as error:
                    left_out.append(f"{path.name}: {error}")
        print(f"\nCSV corpora: {units} units in {files} files equal; not comparable: {left_out}")
        self.assertGreater(units, 2_000)

    @staticmethod
    def beginning(text: str, delimiter: str, rows: int = 200) -> str:
        """The first rows of a table, whole."""
        table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for _ in zip(range(rows), table):
            pass
        return "".join(io.StringIO(text, newline="").readlines()[: table.line_num])


if __name__ == "__main__":
    unittest.main()
