"""Tests of glossport-reader-ods; run with `python3 -m unittest discover -s plugins/ods/tests`."""

from __future__ import annotations

import io
import json
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any, Optional
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testing"))
from reader_process import Message, ReaderProcess, all_of, expected, request_line  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent
READER = ReaderProcess(FOLDER, "texts.ods")
FEATURES = ["columns", "rows"]
OFFICE = shutil.which("soffice")
NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "style", "table", "text")
)


def cell(*lines: str, attributes: str = ' office:value-type="string"') -> str:
    return f"<table:table-cell{attributes}>{''.join(f'<text:p>{line}</text:p>' for line in lines)}</table:table-cell>"


def row(*cells: Optional[str], attributes: str = "") -> str:
    """A row; what does not begin with `<` is a text."""
    written = (
        "<table:table-cell/>" if text is None else text if text.startswith("<") else cell(escape(text)) for text in cells
    )
    return f"<table:table-row{attributes}>{''.join(written)}</table:table-row>"


def sheet(*rows: str, name: str = "Texts", attributes: str = "", columns: str = "<table:table-column/>") -> str:
    return f'<table:table table:name="{name}"{attributes}>{columns}{"".join(rows)}</table:table>'


def spreadsheet(*sheets: str, styles: str = "", compression: int = zipfile.ZIP_STORED, prolog: str = "") -> bytes:
    """A spreadsheet that is the same on every machine and every day."""
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>{prolog}<office:document-content {NAMESPACES}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{''.join(sheets)}</office:spreadsheet></office:body></office:document-content>"
    )
    return archive({"META-INF/manifest.xml": "<manifest/>", "content.xml": content}, compression)


def archive(parts: dict[str, str], compression: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name, content in {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", **parts}.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.create_system = compression, 0
            file.writestr(info, content)
    return stream.getvalue()


HEADER = row("key", "notes", "de-DE", "fr-FR")
PLAIN = spreadsheet(
    sheet(
        HEADER,
        row("keep.header", "66 characters", "Die schönsten Nächte kommen noch", "Les plus belles nuits"),
        row("keep.body", None, "Wir erinnern dich."),
    )
)
HIDDEN_STYLE = (
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
)
FIXTURES = {
    "plain": PLAIN,
    "empty": b"",
    "broken": PLAIN[: len(PLAIN) // 2],
    "unicode": spreadsheet(sheet(HEADER, row("a.header", "👩‍👩‍👧", "夜空 x\u0301", "مرحبا \u200f"))),
    "kinds": spreadsheet(
        sheet(
            HEADER,
            row("a.header", cell("17", attributes=' office:value-type="float" office:value="17"'), "Hallo", "Salut"),
            row("a.body", None, cell("01.02.2024", attributes=' office:value-type="date"'), cell("#NAME?")),
            row("b.header", None, cell("Hi", attributes=' office:value-type="string" table:formula="of:=B2"'), "x"),
        )
    ),
    "texts": spreadsheet(
        sheet(
            HEADER,
            row("a.header", None, cell('two<text:s text:c="3"/>gaps', "a<text:tab/>line"), cell("<text:span>one</text:span> two")),
            row("a.body", None, cell("<office:annotation><text:p>no text</text:p></office:annotation>Text"), "x"),
        )
    ),
    "repeats": spreadsheet(
        sheet(
            HEADER,
            row(attributes=' table:number-rows-repeated="3"'),
            row("a.header", None, cell("gleich", attributes=' office:value-type="string" table:number-columns-repeated="2"')),
            row(cell("x", attributes=' office:value-type="string" table:number-columns-repeated="3"')),
            row('<table:table-cell table:number-columns-repeated="16384"/>', attributes=' table:number-rows-repeated="1048000"'),
        )
    ),
    "merged": spreadsheet(sheet(HEADER, row("a.header", None, "Hallo", "<table:covered-table-cell/>"))),
    "hidden": spreadsheet(
        sheet(
            HEADER,
            row("a.header", None, "Hallo", "Salut", attributes=' table:visibility="collapse"'),
            columns='<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>',
        ),
        sheet(HEADER, row("b.header", None, "alt", "vieux"), name="Old", attributes=' table:style-name="ta2"'),
        styles=HIDDEN_STYLE,
    ),
    "sheets": spreadsheet(sheet(HEADER, row("a.header", None, "Hallo", "Salut")), sheet(row("How to use"), name="Read me")),
    "not-a-spreadsheet": b"<html></html>",
    "another-zip": archive({"word/document.xml": "<x/>"}),
    "damaged-xml": archive({"META-INF/manifest.xml": "<manifest/>", "content.xml": "<a><b></a>"}),
    "encrypted": archive({"META-INF/manifest.xml": "<manifest:encryption-data/>", "content.xml": "x"}),
    "document-type": spreadsheet(sheet(HEADER), prolog='<!DOCTYPE x [<!ENTITY a "b">]>'),
}


def read(content: bytes, **members: Any) -> list[Message]:
    return READER.read(content, features=FEATURES, **members)


def cells(messages: list[Message]) -> list[list[Any]]:
    return [message["cells"] for message in all_of("row", messages)]


def rules(messages: list[Message]) -> list[str]:
    return [finding["rule"] for finding in all_of("finding", messages)]


class FixtureTests(unittest.TestCase):
    maxDiff = None

    def test_each(self) -> None:
        """What comes out is what is expected, line by line, and each fixture is what this file makes."""
        self.assertEqual({path.stem for path in (FOLDER / "fixtures").glob("*.in")}, set(FIXTURES))
        for name, data in FIXTURES.items():
            with self.subTest(name):
                self.assertEqual((FOLDER / "fixtures" / f"{name}.in").read_bytes(), data)
                self.assertEqual(read(data), expected(FOLDER / "fixtures" / f"{name}.in"))

    def test_sheet(self) -> None:
        data = spreadsheet(sheet(HEADER, name="One"), sheet(row("x"), name="Two"))
        for wanted in ("two", "2"):
            self.assertEqual(cells(read(data, options={"sheet": wanted})), [["x"]])
        self.assertEqual(rules(read(data, options={"sheet": "Three"})), ["ods-missing-sheet"])


class HostileTests(unittest.TestCase):
    def test_truncation(self) -> None:
        """Cut off anywhere, nothing arrives but a finding."""
        for end in [*range(1, 60, 7), *range(60, len(PLAIN), 97)]:
            messages = read(PLAIN[:end])
            self.assertEqual((cells(messages), len(rules(messages))), ([], 1), end)

    def test_mutations(self) -> None:
        """Bytes changed at random: the file is read, or there is a finding; the plugin does not fail."""
        source = random.Random(7)
        for _ in range(60):
            data = bytearray(source.choice([PLAIN, FIXTURES["hidden"], FIXTURES["repeats"]]))
            for _ in range(source.randint(1, 4)):
                data[source.randrange(len(data))] = source.randrange(256)
            read(bytes(data))

    def test_bombs(self) -> None:
        """Content that inflates, and numbers of repeated rows and cells, are bounded."""
        bomb = sheet(row(" " * (40 << 20)))
        self.assertEqual(rules(read(spreadsheet(bomb, compression=zipfile.ZIP_DEFLATED))), ["ods-too-large"])
        wide = cell("x", attributes=' office:value-type="string" table:number-columns-repeated="999999999"')
        messages = read(spreadsheet(sheet(row(wide))))
        self.assertEqual([len(cells) for cells in cells(messages)], [16_384])
        self.assertEqual(rules(read(spreadsheet(sheet(row("x" * (1 << 20) + "y"))))), [])
        deep = sheet(row("<text:span>" * 300 + "</text:span>" * 300))
        self.assertEqual(rules(read(spreadsheet(deep))), ["ods-too-large"])

    def test_protocol(self) -> None:
        """Without the feature it says what it needs, and a file that ends too early is no file."""
        line = request_line("texts.ods", len(PLAIN), features=["columns"])
        self.assertEqual(READER.start(["read", "--protocol", "1"], line + PLAIN).returncode, 4)
        line = request_line("texts.ods", len(PLAIN) + 1, features=FEATURES)
        self.assertEqual(READER.start(["read", "--protocol", "1"], line + PLAIN).returncode, 1)
        self.assertEqual(READER.start(["describe", "--protocol", "2"]).returncode, 2)
        described = json.loads(READER.start(["describe", "--protocol", "1"]).stdout)
        self.assertTrue(all(rule["id"].startswith("ods-") for rule in described["rules"]))


@unittest.skipUnless(OFFICE, "LibreOffice is not installed")
class LibreOfficeTests(unittest.TestCase):
    def test_round_trip(self) -> None:
        """LibreOffice opens what these tests write, and what it saves reads alike."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "texts.csv"
            source.write_text('key,de-DE\na.header,"Hallo, du"\n', encoding="utf-8")
            arguments = [str(OFFICE), f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "ods"]
            subprocess.run([*arguments, "--outdir", folder, str(source)], check=True, capture_output=True, timeout=300)
            messages = read((Path(folder) / "texts.ods").read_bytes())
            self.assertEqual(cells(messages), [["key", "de-DE"], ["a.header", "Hallo, du"]])


if __name__ == "__main__":
    unittest.main()
