"""Files that somebody made to do harm, or that were damaged on their way: a finding or a clean result, in 512 MiB."""

import io
import random
import unittest
import zipfile
from typing import Iterable

from fixture_files import FIXTURES, HEADER, PLAIN_ROWS, PLAIN_STRINGS, one, shared
from workbooks import DECLARATION, MAIN, Result, archive, cell, parts, read, row, rows, sheet, table, workbook

GOOD = table(HEADER, ("a.header", "Hallo", "Salut"))


def packed(xml_pieces: Iterable[str], part: str = "xl/worksheets/sheet1.xml", **members: str) -> bytes:
    """A workbook with one part that is too large to be held at once."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, content in parts({"Texts": GOOD}, **members).items():
            if name != part:
                file.writestr(name, content)
        with file.open(part, "w", force_zip64=True) as target:
            for piece in xml_pieces:
                target.write(piece.encode())
    return stream.getvalue()


def worksheet(pieces: Iterable[str]) -> Iterable[str]:
    yield f'{DECLARATION}<worksheet xmlns="{MAIN}"><sheetData>'
    yield row(1, *HEADER) + row(2, "a.header", "Hallo", "Salut")
    yield from pieces
    yield "</sheetData></worksheet>"


class HostileTests(unittest.TestCase):
    def check(self, data: bytes, **members: object) -> Result:
        raw = rows(data, **members)
        self.assertEqual(raw.code, 0, raw.errors[-300:])
        self.assertEqual(raw.errors, "")
        counts = {"findings": len(raw.all("finding")), "rows": len(raw.all("row")), "bytes": len(data)}
        self.assertEqual(raw.messages[-1], {"end": {"units": 0, "others": 0, **counts}})
        self.assertLess(raw.peak_mebibytes, 400)
        return read(data, raw, **members)

    def assert_refused(self, data: bytes, *rules: str) -> None:
        result = self.check(data)
        self.assertEqual((result.rules, result.all("unit")), (list(rules), []))

    def test_zip_bomb(self) -> None:
        """40 MiB of spaces in some KiB. What is too large altogether is a fixture."""
        self.assert_refused(packed(worksheet(" " * (1 << 20) for _ in range(40))), "xlsx-too-large")

    def test_document_types(self) -> None:
        entities = '<!DOCTYPE x [<!ENTITY a "%s">]>' % ("a" * 100_000)
        for document in (
            entities + f'<worksheet xmlns="{MAIN}"><sheetData>' + "&a;" * 100_000 + "</sheetData></worksheet>",
            '<!DOCTYPE x SYSTEM "file:///etc/passwd">' + GOOD.replace(DECLARATION, ""),
            '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/"> %p;]>' + GOOD.replace(DECLARATION, ""),
        ):
            self.assert_refused(one(document), "xlsx-doctype")
        for part in (
            "xl/workbook.xml",
            "_rels/.rels",
            "xl/_rels/workbook.xml.rels",
            "xl/sharedStrings.xml",
            "xl/styles.xml",
        ):
            files = parts({"Texts": GOOD}, strings="<si><t>x</t></si>", styles="")
            files[part] = str(files[part]).replace(DECLARATION, "<!DOCTYPE x []>")
            self.assert_refused(archive(files), "xlsx-doctype")

    def test_xml_that_fills_memory(self) -> None:
        """Names, prefixes, depth and tags that an XML parser has to remember."""
        for pieces in (
            (f"<a{at}/>" for at in range(300_000)),
            (f'<a{at} b{at}="1"/>' for at in range(300_000)),
            (f'<a xmlns:p{at}="u"/>' for at in range(300_000)),
            (f'<a xmlns:p{at}="{"u" * 1000}" p{at}:x="1"/>' for at in range(30_000)),
            ("<a>" for _ in range(2_000_000)),
            ['<a b="', *("x" * 1000 + str(at) for at in range(10_000)), '"/>'],
            ["<!--", *("x" * 1000 + str(at) for at in range(10_000)), "-->"],
            ["<" + "n" * 3_000_000 + "/>"],
        ):
            result = self.check(packed(worksheet(pieces)))
            self.assertIn(result.rules, (["xlsx-too-large"], ["xlsx-damaged"]))
            self.assertEqual(result.all("unit"), [])
            self.assertLess(result.peak_mebibytes, 120)

    def test_many_elements(self) -> None:
        self.assert_refused(packed(worksheet("<c/>" * 1000 + str(at % 7919) for at in range(4_001))), "xlsx-too-large")

    def test_empty_rows(self) -> None:
        """A sheet that was formatted to its end."""
        result = self.check(
            packed(worksheet(f'<row r="{at}" ht="15" customHeight="1"/>' for at in range(3, 1_048_577)))
        )
        self.assertEqual((len(result.texts), result.rules), (2, []))
        self.assertLess(result.peak_mebibytes, 40)
        result = self.check(
            packed(worksheet('<row r="%d"><c r="A%d" s="1"/></row>' % (at, at) for at in range(3, 200_000)))
        )
        self.assertEqual((len(result.texts), result.rules), (2, []))
        self.assertEqual(
            sorted(self.check(one(sheet(row(1_048_576, *HEADER), "<row/>", '<row r="1048577"/>'))).rules),
            ["xlsx-bad-reference"] * 2 + ["xlsx-empty"],
        )

    def test_dimension_lies(self) -> None:
        for reference in ("A1:XFD1048576", "A1", "", "C3:A1", "ZZZZ99999999:1"):
            result = self.check(one(GOOD.replace("<sheetData>", f'<dimension ref="{reference}"/><sheetData>')))
            self.assertEqual((len(result.texts), result.rules), (2, []))

    def test_references(self) -> None:
        """Numbers of texts, rows and columns that don't exist."""
        for number in ("-1", "1", "99999999999999999999", "1e3", "٣", " 0", "0x0", ""):
            result = self.check(
                one(sheet(row(1, "key", "de"), row(2, "a", cell(f"<v>{number}</v>", "s"))), strings="<si><t>x</t></si>")
            )
            self.assertEqual(result.rules, ["xlsx-bad-reference"] if number else [])
            self.assertEqual(result.all("unit"), [])
        for place in ("XFE2", "ZZZZ2", "A0", "2", "B", "b2", "B1", "$B$2", "", "B02", "A2"):
            xml = sheet(row(1, "key", "de"), row(2, "a", "b").replace('r="B2"', f'r="{place}"'))
            self.assertEqual(self.check(one(xml)).rules, ["xlsx-bad-reference"], place)
        for place in ("0", "-1", "x", "1048577", "99999999999", "1", ""):
            xml = sheet(row(1, "key", "de"), row(2, "a", "b").replace('row r="2"', f'row r="{place}"'))
            self.assertIn("xlsx-bad-reference", self.check(one(xml)).rules, place)

    def test_paths(self) -> None:
        """No target leads out of the archive."""
        for target, opens in (
            ("../../../../../etc/passwd", False), ("/etc/passwd", False), ("file:///etc/passwd", False), ("http://127.0.0.1/", False),
            ("", False), (".", False), ("..", False), ("worksheets/sheet1.xml/../../../..", False), ("%2e%2e/%2e%2e/etc/passwd", False),
            ("../../xl/worksheets/sheet1.xml", True), ("worksheets/./SHEET1.xml", True), ("workbook.xml", False), ("_rels/workbook.xml.rels", False),
        ):  # fmt: skip
            files = parts({"Texts": GOOD})
            files["xl/_rels/workbook.xml.rels"] = str(files["xl/_rels/workbook.xml.rels"]).replace(
                "worksheets/sheet1.xml", target
            )
            result = self.check(archive(files))
            self.assertEqual((len(result.texts), result.rules), (2, []) if opens else (0, ["xlsx-damaged"]), target)
        files = parts({"Texts": GOOD})
        files["xl/_rels/workbook.xml.rels"] = str(files["xl/_rels/workbook.xml.rels"]).replace(
            "Target=", 'TargetMode="External" Target='
        )
        self.assert_refused(archive(files), "xlsx-empty")

    def test_duplicate_entries(self) -> None:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as file:
            for name, content in parts({"Texts": GOOD}).items():
                file.writestr(name, content)
            with self.assertWarns(UserWarning):
                file.writestr("xl/worksheets/sheet1.xml", GOOD.replace("Hallo", "Evil"))
        self.assert_refused(stream.getvalue(), "xlsx-damaged")

    def test_table_of_contents(self) -> None:
        """More entries than a workbook can have."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as file:
            for number in range(30_000):
                file.writestr(f"junk/{number:08}", b"")
        self.assert_refused(stream.getvalue(), "xlsx-damaged")

    def test_size(self) -> None:
        self.assert_refused(b"PK\3\4" + bytes(65 << 20), "xlsx-too-large")

    def test_long_texts(self) -> None:
        """A text of a mebibyte arrives; one byte more is an error; a row of many is the end of the sheet."""
        long = "ä" * (1 << 19)
        result = self.check(workbook(("key", "de", "fr"), ("a", long, long + "x"), ("b", "x", "y")))
        self.assertEqual(result.texts, {"a de": long, "b de": "x", "b fr": "y"})
        self.assertEqual(result.rules, ["xlsx-too-large"])
        strings = f"<si><t>key</t></si><si><t>de</t></si><si><t>a</t></si><si><t>{long}</t></si><si><r><t>{long}</t></r><r><t>x</t></r></si>"
        result = self.check(
            one(
                sheet(row(1, shared(0), shared(1)), row(2, shared(2), shared(3)), row(3, shared(2), shared(4))),
                strings=strings,
            )
        )
        self.assertEqual((result.texts, result.rules), ({"a de": long}, ["xlsx-too-large"]))
        result = self.check(
            workbook(("key", *("de", "fr", "it", "es", "pt")), ("a", "b"), ("b", *["y" * (1 << 20)] * 5), ("c", "d"))
        )
        self.assertEqual((result.texts, result.rules), ({"a de": "b"}, ["xlsx-too-large"]))

    def test_amplification(self) -> None:
        """One long text that many cells refer to is never held more than once."""
        strings = f"<si><t>key</t></si><si><t>de</t></si><si><t>{'x' * (1 << 20)}</t></si>"
        rows = (row(number, "a", shared(2)) for number in range(2, 42))
        result = self.check(one(sheet(row(1, shared(0), shared(1)), *rows), strings=strings))
        self.assertEqual((len(result.all("unit")), result.rules), (40, []))
        self.assertLess(result.peak_mebibytes, 64)

    def test_many_strings(self) -> None:
        """As many texts as a workbook may hold."""
        start = f'{DECLARATION}<sst xmlns="{MAIN}"><si><t>key</t></si><si><t>de</t></si><si><t>a</t></si>'
        noise = "".join(random.Random(3).choices("abcdefgh ü夜👩", k=400)).strip()
        for count, rules in ((100_000, []), (400_000, ["xlsx-too-large"])):
            texts = (f"<si><t>{number}{noise}</t></si>" for number in range(count))
            xml = sheet(row(1, shared(0), shared(1)), row(2, shared(2), shared(3 + 99_999)))
            files = parts({"Texts": xml}, strings="")
            stream = io.BytesIO()
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
                for name, content in files.items():
                    if name != "xl/sharedStrings.xml":
                        file.writestr(name, content)
                with file.open("xl/sharedStrings.xml", "w", force_zip64=True) as part:
                    part.write(start.encode())
                    for text in texts:
                        part.write(text.encode())
                    part.write(b"</sst>")
            result = self.check(stream.getvalue())
            self.assertEqual(result.rules, rules)
            self.assertEqual(len(result.all("unit")), 0 if rules else 1)

    def test_slow_texts(self) -> None:
        """Texts on which a careless expression takes forever."""
        half = 1 << 18
        contents = [
            "/" + "a?" * half,
            "_x" * half,
            "?" * (2 * half),
            "/" * (2 * half),
            "(" * half + ")" * half,
            "Ã" * half,
            "a." * half,
            "1." * half,
            "['" * half,
        ]
        rows = [
            row(number, content[:-1], content[:-1], content[:-1], content[:-1])
            for number, content in enumerate(contents, 2)
        ]
        for header in (("key", "locale", "text", "state"), ("message", "field", "de", "notes")):
            for content in rows:
                self.check(one(sheet(row(1, *header), content)), wanted={"prefix": "", "between": ".", "suffix": "z"})
        formats = f"<numFmts><numFmt numFmtId='164' formatCode='{'[' * 500_000}'/></numFmts>"
        self.check(one(GOOD, styles=formats))

    def test_wide_rows(self) -> None:
        wide = "<row>" + '<c t="str"><v>x</v></c>' * 16_384 + "</row>"
        result = self.check(packed(worksheet(wide for _ in range(60))))
        self.assertEqual((len(result.texts), set(result.rules)), (2, {"xlsx-extra-cells"}))
        result = self.check(
            packed(
                [
                    f'{DECLARATION}<worksheet xmlns="{MAIN}"><sheetData>',
                    *(wide for _ in range(60)),
                    "</sheetData></worksheet>",
                ]
            )
        )
        self.assertEqual(result.rules, ["xlsx-no-header"])
        result = self.check(one(sheet(wide.replace("</row>", '<c t="str"><v>y</v></c></row>'))))
        self.assertEqual(result.rules, ["xlsx-bad-reference", "xlsx-no-header"])

    def test_many_findings(self) -> None:
        """Of findings that say the same, a thousand are listed."""
        result = self.check(
            packed(worksheet(row(number, f"key{number}", "???", "#NAME?") for number in range(3, 60_003)))
        )
        # Of each of the two rules, as many as are listed of any file, and how many more there are.
        self.assertEqual(len(result.rules), 2_002)

    def test_many_merged_areas(self) -> None:
        rows = [row(1, *HEADER)] + [row(number, f"k{number}", "x", "y") for number in range(2, 3_000)]
        areas = "".join(f'<mergeCell ref="B{number}:C{number}"/>' for number in range(2, 3_000))
        result = self.check(one(sheet(*rows, after=f"<mergeCells>{areas}</mergeCells>")))
        self.assertEqual((len(result.texts), result.rules), (2_998, ["xlsx-merged"]))
        areas = "".join(f'<mergeCell ref="A{number}:XFD1048576"/>' for number in range(1, 20_002))
        self.assert_refused(one(sheet(*rows, after=f"<mergeCells>{areas}</mergeCells>")), "xlsx-too-large")
        for reference in ("", "A", "A0:B9", "B2:A1", "A1:XFE1", "A1:A1048577", "1:2", "A:B", "A1:B2:C3"):
            result = self.check(one(sheet(*rows[:3], after=f'<mergeCells><mergeCell ref="{reference}"/></mergeCells>')))
            self.assertEqual((len(result.texts), result.rules), (4, []), reference)

    def test_many_sheets(self) -> None:
        """One part that many sheets refer to."""
        files = parts({f"Sheet {number}": GOOD for number in range(1_100)})
        self.assert_refused(archive(files), "xlsx-too-large")

    def test_names_of_sheets(self) -> None:
        for name in ("", "a\u2028b", "x" * 500, "de/fr: [1]", "\u202eevil", "1"):
            result = self.check(archive(parts({name: GOOD})))
            self.assertEqual(len(result.texts), 2)
            part = result.all("unit")[0]["part"]
            self.assertTrue(part.isprintable() and 0 < len(part) <= 80, part)

    def test_encodings(self) -> None:
        for encoding in ("shift_jis", "utf-7", "x-unknown", "utf-32"):
            self.assert_refused(one(GOOD.replace("UTF-8", encoding)), "xlsx-damaged")
        files = parts({"Texts": GOOD})
        files["xl/worksheets/sheet1.xml"] = GOOD.encode().replace(b"Hallo", b"Gr\xfc\xdfe")
        self.assert_refused(archive(files), "xlsx-damaged")
        files["xl/worksheets/sheet1.xml"] = (
            GOOD.replace("UTF-8", "ISO-8859-1").encode().replace(b"Hallo", b"Gr\xfc\xdfe")
        )
        self.assertEqual(self.check(archive(files)).texts["a.header de"], "Grüße")

    def test_truncation(self) -> None:
        """Cut off anywhere, nothing wrong arrives and nothing is lost in silence."""
        data = FIXTURES["plain"].data
        for end in [*range(0, 6), *range(6, 70, 9), *range(70, len(data), 97), *range(len(data) - 25, len(data))]:
            result = self.check(data[:end])
            self.assertEqual(result.all("unit"), [], end)
            self.assertIn(result.rules, (["xlsx-damaged"], ["xlsx-empty"]) if end < 70 else (["xlsx-damaged"],), end)

    def test_mutations(self) -> None:
        """Bytes changed at random, in the archive and in what it holds."""
        source = random.Random(7)
        files = parts(
            {"Texts": sheet(*PLAIN_ROWS), "More": GOOD},
            strings=PLAIN_STRINGS,
            styles="<cellXfs><xf numFmtId='14'/></cellXfs>",
        )
        whole = archive(files, zipfile.ZIP_DEFLATED)
        for number in range(80):
            if number % 2:
                data = bytearray(whole)
                for _ in range(source.randint(1, 4)):
                    data[source.randrange(len(data))] = source.randrange(256)
            else:
                name = source.choice(sorted(files))
                content = bytearray(str(files[name]).encode())
                at = source.randrange(len(content))
                content[at : at + source.randint(0, 12)] = source.choice(
                    [b"", b"<", b"&", b"\0", b'"', b"/>", b"r", b"\xff", b"1", b"<c/>", b"<is><t>x", b"</row>"]
                )
                data = bytearray(archive({**files, name: bytes(content)}))
            self.check(bytes(data))


if __name__ == "__main__":
    unittest.main()
