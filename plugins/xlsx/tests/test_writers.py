"""Workbooks that other programs wrote, cell by cell against openpyxl: its own, XlsxWriter's, LibreOffice's, and the corpora's."""

import datetime
import io
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from workbooks import read
from reader_process import CORPORA

try:
    import openpyxl
except ImportError:
    openpyxl = None
try:
    import xlsxwriter
except ImportError:
    xlsxwriter = None
OFFICE = shutil.which("soffice")

LOCALES = ["de-DE", "fr-FR", "ja", "ar", "pt-BR"]
# Pieces of texts that are easily changed on their way.
PIECES = [
    "Hallo", "schöne Nächte", "夜空", "مرحبا", "👩‍👩‍👧‍👦", "𠮷", " ", "  ", "\n", "\t", "\u00a0", "\u2028", "<b>&amp;</b>", "]]>", '"', "'",
    "%@ %1$d", "{name}", "_x", "_x000D_", "_x005F_", "_x00e9_", "x\u0301", "\u200f", "1234", "=", "+49", "-", "@", "TRUE", "1.5E+3", "\u0130",
]  # fmt: skip


def texts(seed: int, count: int) -> List[str]:
    source = random.Random(seed)
    return ["".join(source.choices(PIECES, k=source.randint(1, 6))) for _ in range(count)]


def grid(seed: int, rows: int) -> List[List[str]]:
    """A table with a text in each cell."""
    contents = texts(seed, rows * len(LOCALES))
    lines = [["key", *LOCALES]]
    for number in range(rows):
        lines.append([f"message-{number}.body", *contents[number * len(LOCALES) :][: len(LOCALES)]])
    return lines


def expected(data: bytes) -> Dict[Tuple[str, int, int], str]:
    """The texts as openpyxl sees them, by sheet, row and column; of the escapes it knows only `_x005F_`."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    return {
        (sheet.title, cell.row, cell.column): cell.value
        for sheet in book.worksheets
        for cells in sheet.iter_rows()
        for cell in cells
        if isinstance(cell.value, str) and cell.value
    }


def unescaped(text: str) -> str:
    """Step by step, where the reader uses an expression."""
    result, at = "", 0
    while at < len(text):
        digits = text[at + 2 : at + 6]
        if (
            text[at : at + 2] == "_x"
            and text[at + 6 : at + 7] == "_"
            and len(digits) == 4
            and set(digits) <= set("0123456789abcdefABCDEF")
        ):
            result += chr(int(digits, 16))
            at += 7
        else:
            result += text[at]
            at += 1
    return result


def unguarded(text: str) -> str:
    """Without the apostrophes that hide formulas, where a cell or a part of one begins."""
    text = re.sub(r"(^|[;\t\n\r])'('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])", r"\1\2", text)
    return re.sub(r"\A'('*)(?=[\t\n\r])", r"\1", text)


@unittest.skipUnless(openpyxl, "openpyxl is not installed")
class WriterTests(unittest.TestCase):
    def compare(self, data: bytes, header_row: int = 1, options: Optional[Dict[str, str]] = None) -> int:
        """Every text below the header and right of the keys arrives, and nothing else."""
        result = read(data, options=options or {})
        self.assertEqual(result.code, 0, result.errors)
        units = {(unit["part"], unit["line"], unit["column"]): unit["target"] for unit in result.all("unit")}
        cells = expected(data)
        key_column = min(column for _, row, column in cells if row == header_row)
        wanted = {
            place: unescaped(text) for place, text in cells.items() if place[1] > header_row and place[2] > key_column
        }
        errors = {
            (f["part"], f["line"], f["column"])
            for f in result.all("finding")
            if f["rule"] in ("xlsx-replacement-character", "xlsx-spreadsheet-error")
        }
        self.assertEqual(units, {place: unguarded(text) for place, text in wanted.items() if place not in errors})
        return len(units)

    def test_openpyxl(self) -> None:
        for seed in range(4):
            book = openpyxl.Workbook()
            for title in ("Offers", "Übersicht & mehr"):
                sheet = book.active if title == "Offers" else book.create_sheet(title)
                sheet.title = title
                for number, line in enumerate(grid(seed, 60), 1):
                    for column, text in enumerate(line, 1):
                        cell = sheet.cell(number, column, text)
                        cell.data_type = "s"
            stream = io.BytesIO()
            book.save(stream)
            self.assertEqual(self.compare(stream.getvalue()), 600)

    @unittest.skipUnless(xlsxwriter, "XlsxWriter is not installed")
    def test_xlsxwriter(self) -> None:
        """Its ordinary files, and those with texts in place of shared ones."""
        for seed, constant in ((5, False), (6, True)):
            stream = io.BytesIO()
            lines = grid(seed, 60)
            book = xlsxwriter.Workbook(stream, {"constant_memory": constant, "in_memory": not constant})
            sheet = book.add_worksheet("Texts")
            bold = book.add_format({"bold": True})
            for number, line in enumerate(lines):
                for column, text in enumerate(line):
                    if number % 7 == 3 and column == 1 and not constant:
                        lines[number][column] = "plain bold  end"
                        sheet.write_rich_string(number, column, "plain ", bold, "bold ", " end")
                    else:
                        sheet.write_string(number, column, text)
            book.close()
            # Not openpyxl's opinion, which knows one escape only, but what was written.
            result = read(stream.getvalue())
            self.assertEqual(result.code, 0, result.errors)
            self.assertEqual(
                [unit["target"] for unit in result.all("unit")],
                [unguarded(text) for line in lines[1:] for text in line[1:]],
            )

    @unittest.skipUnless(OFFICE, "LibreOffice is not installed")
    def test_libreoffice(self) -> None:
        """openpyxl's file, opened and saved by LibreOffice; and a flat sheet with formulas, dates and hidden rows."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "in"
            source.mkdir()
            book = openpyxl.Workbook()
            for line in grid(8, 60):
                book.active.append([text.replace("_x", "_y") for text in line])
            for cells in book.active.iter_rows():
                for cell in cells:
                    cell.data_type = "s"
            book.save(source / "texts.xlsx")
            book = openpyxl.Workbook()
            sheet = book.active
            for line in (
                ["key", "de", "fr"], ["a.header", "Hallo", '=B2&" !"'], ["a.body", 17, True], ["a.altText", datetime.date(2024, 1, 31), "=1/0"],
                ["b.header", "versteckt", "=NOSUCHFUNCTION(1)"], ["b.body", "Text", "=1+1"],
            ):  # fmt: skip
                sheet.append(line)
            sheet.row_dimensions[5].hidden = True
            book.save(source / "kinds.xlsx")
            target = Path(folder) / "out"
            profile = f"-env:UserInstallation=file://{folder}/profile"
            files = [str(path) for path in sorted(source.iterdir())]
            subprocess.run(
                [str(OFFICE), profile, "--headless", "--convert-to", "xlsx", "--outdir", str(target), *files],
                check=True, capture_output=True, timeout=300,
            )  # fmt: skip
            self.assertGreater(self.compare((target / "texts.xlsx").read_bytes()), 290)
            result = read((target / "kinds.xlsx").read_bytes())
            self.assertEqual(
                result.texts,
                {"a.header de": "Hallo", "a.header fr": "Hallo !", "b.header de": "versteckt", "b.body de": "Text"},
            )
            self.assertEqual(
                sorted(result.rules),
                # LibreOffice writes a truth value as the formula TRUE().
                [
                    *["xlsx-formula"] * 2,
                    "xlsx-formula-value",
                    "xlsx-hidden",
                    *["xlsx-not-text"] * 2,
                    *["xlsx-spreadsheet-error"] * 2,
                ],
            )
            self.assertIn("a.altText holds a date", str(result.all("finding")))

    def test_kinds(self) -> None:
        """What openpyxl writes for values that are no texts; it never calculates a formula."""
        book = openpyxl.Workbook()
        sheet = book.active
        for line in (
            ["key", "de", "fr"], ["a.header", 17, True], ["a.body", datetime.datetime(2024, 1, 31, 12), datetime.time(1, 2)],
            ["a.altText", "=B2", "#N/A"], ["b.header", "gut", 0.5],
        ):  # fmt: skip
            sheet.append(line)
        sheet["C5"].number_format = '0.0" days"'
        stream = io.BytesIO()
        book.save(stream)
        result = read(stream.getvalue())
        self.assertEqual(result.texts, {"b.header de": "gut"})
        self.assertEqual(
            result.rules, ["xlsx-not-text"] * 4 + ["xlsx-formula", "xlsx-spreadsheet-error", "xlsx-not-text"]
        )
        holds = [finding["text"].partition(" holds ")[2][:10] for finding in result.all("finding")]
        self.assertEqual(
            holds, ["the number", "the truth ", "a date, wh", "a date, wh", "a formula ", "the error ", "the number"]
        )

    @unittest.skipUnless(CORPORA.is_dir(), "the corpora are not beside the checkout")
    def test_corpora(self) -> None:
        """Files that Excel and Numbers wrote."""
        files = sorted((CORPORA / "other-tolgee" / "xlsx").glob("*.xlsx"))
        self.assertEqual(len(files), 4)
        counts = [self.compare(path.read_bytes(), 2 if path.name.startswith("empty") else 1) for path in files]
        self.assertEqual(counts, [12, 10, 2, 4])


if __name__ == "__main__":
    unittest.main()
