"""Makes the fixtures: `python3 plugins/xlsx/tests/fixture_files.py` writes the files, but never what is expected of them."""

import json
from typing import Any, Dict, NamedTuple, Optional, Union

from workbooks import (
    DECLARATION,
    PLUGIN,
    STRICT_MAIN,
    STRICT_OFFICE,
    archive,
    cell,
    parts,
    row,
    sheet,
    table,
    workbook,
)

FOLDER = PLUGIN / "fixtures"
HEADER = ("key", "de", "fr")


class Fixture(NamedTuple):
    data: bytes
    request: Optional[Dict[str, Any]] = None


def shared(number: int) -> str:
    return cell(f"<v>{number}</v>", "s")


def value(text: str, kind: str = "", style: str = "") -> str:
    return cell(f"<v>{text}</v>", kind, style)


def formula(text: str, result: Optional[str], kind: str = "") -> str:
    return cell(f"<f>{text}</f>" + ("" if result is None else f"<v>{result}</v>"), kind)


def one(xml: str, **members: Any) -> bytes:
    """A workbook of one sheet, given as XML."""
    return archive(parts({"Texts": xml}, **members))


def asking(data: bytes, **options: str) -> Fixture:
    return Fixture(data, {"options": options})


PLAIN_STRINGS = (
    "<si><t>key</t></si><si><t>notes</t></si><si><t>de-DE</t></si><si><t>fr_FR</t></si><si><t>keep.header</t></si>"
    "<si><t>66 characters</t></si><si><t>Die schönsten Nächte kommen noch</t></si>"
    '<si><r><t xml:space="preserve">Les plus belles </t></r><r><rPr><b/></rPr><t>nuits</t></r></si><si><t>keep.body</t></si>'
    "<si><t>Wir erinnern dich.</t></si>"
)
PLAIN_ROWS = (
    row(1, shared(0), shared(1), shared(2), shared(3)),
    row(2, shared(4), shared(5), shared(6), shared(7)),
    row(3, shared(8), None, shared(9)),
)
DATE_STYLES = (
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;Day &quot;yyyy\\-mm"/></numFmts>'
    '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>'
)


def damaged_checksum() -> bytes:
    """A sheet in which one letter was changed after it was packed."""
    data = workbook(HEADER, ("a.header", "Hallo", "Salut"))
    return data.replace(b">Hallo<", b">Hullo<")


def renamed(data: bytes, old: bytes, new: bytes) -> bytes:
    """Another name for a part, in its own header and in the table of contents."""
    assert len(old) == len(new)
    return data.replace(old, new)


def encrypted_part() -> bytes:
    """The flag of an encrypted part, in the table of contents and in front of the part."""
    data = bytearray(workbook(HEADER, ("a.header", "Hallo", "Salut")))
    at = data.find(b"xl/worksheets/sheet1.xml")
    data[at - 30 + 6] |= 1
    at = data.rfind(b"xl/worksheets/sheet1.xml")
    data[at - 46 + 8] |= 1
    return bytes(data)


def zip_bomb() -> bytes:
    """A sheet that claims to inflate to 1 GiB."""
    data = bytearray(workbook(HEADER, ("a.header", "Hallo", "Salut")))
    at = data.rfind(b"xl/worksheets/sheet1.xml") - 46 + 24
    data[at : at + 4] = (1 << 30).to_bytes(4, "little")
    return bytes(data)


def with_part(name: str, content: Union[str, bytes]) -> Dict[str, Union[str, bytes]]:
    return {**parts({"Texts": table(HEADER, ("a.header", "Hallo", "Salut"))}), name: content}


OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)
TWO = (HEADER, ("a.header", "Hallo", "Salut"))

FIXTURES: Dict[str, Fixture] = {
    # Fixtures of every reader.
    "plain": Fixture(archive(parts({"Texts": sheet(*PLAIN_ROWS)}, strings=PLAIN_STRINGS))),
    "empty": Fixture(b""),
    "broken": Fixture(workbook(*TWO)[:-120]),
    "unicode": Fixture(
        workbook(
            ("key", "ja", "ar", "de", "hi"),
            ("emoji.header", "👩‍👩‍👧‍👦 夜空 𠮷", "مرحبا\u200fبك", "Zo\u0308e\u00a0– „ß“", "नमस्ते"),
            ("ключ.body", "\ufeff前", " \u2028 ", "a\nb\tc", "x\u0301"),
        )
    ),
    # Layouts.
    "long": Fixture(
        workbook(
            ("Key", "Locale", "Text", "Status", "Comment", "Source"),
            ("a.header", "de", "Hallo", "Reviewed", "a note", "Hello"),
            ("a.header", "French (Canada)", "Salut", "fuzzy", None, None),
            ("a.body", "it", None, "new", None, None),
        )
    ),
    "record": Fixture(
        workbook(
            ("message", "locale", "header", "Alt text", "bullet 1", "bullets.2.alt text"),
            ("keep", "de", "Hallo", "Bild", "Eins", None),
        )
    ),
    "single-from-filename": Fixture(
        workbook(("id", "source", "target"), ("a.header", "Hello", "Hallo")),
        {"path": "vendor/demo_de-AT.xlsx", "options": {"locale": "from-filename"}},
    ),
    "single-from-sheet": asking(
        archive(
            parts(
                {
                    "de-DE": table(("key", "text"), ("a.header", "Hallo")),
                    "French": table(("key", "text"), ("a.header", "Salut")),
                }
            )
        ),
        locale="from-sheet",
    ),
    "headerless": asking(
        workbook(("a.header", "Hello", "Hallo"), ("a.body", "More", "Mehr", "a note")),
        key="1",
        text="3",
        locale="=de",
        headerRow="none",
    ),
    "mapped": asking(
        workbook(("ID", "Owner", "Deutsch neu", "fr"), ("a.header", "Ann", "Hallo", "Salut")),
        map="Deutsch neu=de-DE, Owner=ignore",
    ),
    "record-key": asking(
        workbook(("message", "field", "de"), ("keep", "Header", "Hallo")), recordKey="{field}/{message}"
    ),
    "trim": asking(workbook(("key", "de"), ("a.header", " Hallo\t"), ("a.body", " \t")), trim="true"),
    "spaces": Fixture(workbook(("key", "de"), (" a.header ", " Hallo "), ("a.body", " "))),
    "wanted": Fixture(
        workbook(("key", "de"), ("a.header", "Hallo"), ("menu", "Menü"), ("title", "???")),
        {"wanted": {"prefix": "", "between": ".", "suffix": ""}},
    ),
    "given-locale": Fixture(workbook(("key", "locale", "text"), ("a.header", "de-DE", "Hallo")), {"locale": "de"}),
    # Sheets.
    "sheets": Fixture(
        archive(parts({"Offers": table(*TWO), "Empty": sheet(), "More": table(("key", "it"), ("b.header", "Ciao"))}))
    ),
    "sheet-by-name": asking(
        archive(parts({"Old": table(*TWO), "New": table(("key", "de"), ("a.header", "Servus"))})), sheet="new"
    ),
    "sheet-by-number": asking(
        archive(
            parts(
                {"Old": table(*TWO), "New": table(("key", "de"), ("a.header", "Servus"))}, states={"New": "veryHidden"}
            )
        ),
        sheet="2",
    ),
    # Differences between programs.
    "strict": Fixture(
        archive(parts({"Texts": table(*TWO, namespace=STRICT_MAIN)}, main=STRICT_MAIN, office=STRICT_OFFICE))
    ),
    "no-references": Fixture(
        one(
            sheet(
                "<row>" + "".join(f'<c t="str"><v>{text}</v></c>' for text in HEADER) + "</row>",
                '<row><c t="str"><v>a.header</v></c><c/><c t="str"><v>Salut</v></c></row>',
            )
        )
    ),
    "prefixed": Fixture(
        archive(
            {
                **parts({"Texts": ""}),
                "xl/worksheets/sheet1.xml": DECLARATION
                + '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1">'
                '<x:c r="A1" t="inlineStr"><x:is><x:t>key</x:t></x:is></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>de</x:t></x:is></x:c></x:row>'
                '<x:row r="2"><x:c r="A2" t="inlineStr"><x:is><x:t>a.header</x:t></x:is></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>Hallo</x:t></x:is></x:c>'
                '<y:c xmlns:y="urn:other" r="C2"><y:v>1</y:v></y:c></x:row></x:sheetData></x:worksheet>',
            }
        )
    ),
    "utf-16": Fixture(
        archive(
            {
                **parts({"Texts": ""}),
                "xl/worksheets/sheet1.xml": table(*TWO).replace("UTF-8", "UTF-16").encode("utf-16"),
            }
        )
    ),
    "absolute-targets": Fixture(
        archive(
            {
                name: (
                    content.replace('Target="worksheets', 'Target="/xl/worksheets')
                    if name.endswith("workbook.xml.rels")
                    else content
                )
                for name, content in parts({"Texts": table(*TWO)}).items()
            }
        )
    ),
    "path-tricks": Fixture(
        archive(
            {
                name: (
                    content.replace('Target="worksheets', 'Target="../../../../xl\\worksheets')
                    if name.endswith("workbook.xml.rels")
                    else content
                )
                for name, content in parts({"Texts": table(*TWO)}).items()
            }
        )
    ),
    "escapes": Fixture(
        one(
            table(
                ("key", "de"),
                ("a.header", "a_x000D_\nb"),
                ("a.body", "_x005F_x000D_"),
                ("a.altText", "_xD83D__xDE00_ _x00e9_"),
                ("b.header", "_x12_ _X000D_"),
            )
        )
    ),
    "phonetic": Fixture(
        one(
            sheet(row(1, shared(0), shared(1)), row(2, shared(2), shared(3))),
            strings='<si><t>key</t></si><si><t>ja</t></si><si><t>a.header</t></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
        )
    ),
    "dimension-lies": Fixture(one(table(*TWO, before='<dimension ref="A1"/>'))),
    "figures-in-notes": Fixture(
        one(
            table(
                ("key", "notes", "de", "source", "state"),
                ("a.header", value("66"), "Hallo", value("66"), "new"),
                ("a.body", formula("LEN(C3)", "4"), "Text", formula("B9", None), value("1", "b")),
                ("a.altText", value("45678", style="1"), "Bild", "Picture", None),
            ),
            styles=DATE_STYLES,
        )
    ),
    # One for each rule.
    "xlsx-empty": Fixture(archive(parts({"Texts": table(HEADER), "Other": sheet()}))),
    "xlsx-empty-sheets": Fixture(
        archive(
            parts({"Texts": sheet(row(1), row(2, cell("", style="1"))), "Old": table(*TWO)}, states={"Old": "hidden"})
        )
    ),
    "xlsx-not-workbook": Fixture(OLE),
    "xlsx-not-workbook-page": Fixture(b"<html><table><tr><td>key</td></tr></table></html>"),
    "xlsx-not-workbook-zip": Fixture(
        archive({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>"})
    ),
    "xlsx-encrypted": Fixture(OLE + "EncryptedPackage".encode("utf-16-le")),
    "xlsx-encrypted-part": Fixture(encrypted_part()),
    "xlsx-damaged": Fixture(damaged_checksum()),
    "xlsx-damaged-xml": Fixture(one(table(*TWO).replace("</worksheet>", ""))),
    "xlsx-damaged-duplicate": Fixture(
        renamed(
            archive({**with_part("xl/worksheets/sheet2.xml", "<a/>")}),
            b"xl/worksheets/sheet2.xml",
            b"xl/worksheets/SHEET1.xml",
        )
    ),
    "xlsx-damaged-missing": Fixture(renamed(workbook(*TWO), b"xl/worksheets/sheet1.xml", b"xl/worksheets/sheet9.xml")),
    "xlsx-doctype": Fixture(
        one(
            '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>'
            + table(("key", "de"), ("a.header", "x")).replace(DECLARATION, "").replace(">x<", ">&c;<")
        )
    ),
    "xlsx-too-large": Fixture(zip_bomb()),
    "xlsx-missing-sheet": asking(workbook(*TWO), sheet="Offers"),
    "xlsx-hidden-sheet": Fixture(
        archive(
            parts(
                {"Texts": table(*TWO), "Old": table(*TWO), "Lists": table(("red",), ("green",))},
                states={"Old": "hidden", "Lists": "veryHidden"},
            )
        )
    ),
    "xlsx-skipped-sheet": Fixture(
        archive(parts({"Read me": table(("How to fill in this workbook",), ("Kunde", "Wert")), "Texts": table(*TWO)}))
    ),
    "xlsx-no-header": Fixture(workbook(("Kunde", "Wert"), ("a", "b"))),
    "xlsx-no-header-sheets": Fixture(
        archive(parts({"One": table(("Kunde", "Wert"), ("a", "b")), "Two": table(("x",))}))
    ),
    "xlsx-no-key-column": Fixture(workbook(("locale", "text"), ("de", "Hallo"))),
    "xlsx-missing-column": asking(workbook(("id", "de"), ("a", "b")), key="STRING ID"),
    "xlsx-ambiguous-column": Fixture(workbook(("key", "no", "de"), ("a", value("1"), "b"))),
    "xlsx-unknown-column": Fixture(workbook(("key", "de", "Kunde"), ("a", "b", "c"))),
    "xlsx-ignored-column": Fixture(workbook(("key", "locale", "text", "fr"), ("a", "de", "b", "c"))),
    "xlsx-duplicate-locale": Fixture(workbook(("key", "de", "German"), ("a", "b", "c"))),
    "xlsx-no-locale": Fixture(workbook(("key", "text"), ("a", "b"))),
    "xlsx-no-locale-sheet": asking(workbook(("key", "text"), ("a", "b")), locale="from-sheet"),
    "xlsx-locale-conflict": Fixture(
        workbook(("key", "locale", "text"), ("a", "de", "b"), ("a", "fr", "c")), {"locale": "de-DE"}
    ),
    "xlsx-extra-cells": Fixture(workbook(("key", "de", "fr"), ("a", "b", "c", "d"), ("e", "f", "g"))),
    "xlsx-missing-key": Fixture(workbook(("key", "de"), (None, "b"), ("c", "d"))),
    "xlsx-missing-locale": Fixture(workbook(("key", "locale", "text"), ("a", None, "b"), ("c", "de", "d"))),
    "xlsx-missing-field": Fixture(workbook(("message", "field", "locale", "text"), ("a", " ", "de", "b"))),
    "xlsx-scientific-key": Fixture(workbook(("key", "de"), ("1.41477E+12", "b"))),
    "xlsx-unknown-state": Fixture(workbook(("key", "de", "state"), ("a", "b", "hmm"), ("c", "d", "hmm"))),
    "xlsx-hidden": Fixture(
        one(
            sheet(
                row(1, *HEADER),
                row(2, "a.header", "Hallo", "Salut", attributes=' hidden="1"'),
                row(3, "a.body", "Text", "Texte", attributes=' hidden="1"'),
                row(4, "remark", attributes=' hidden="1"'),
                before='<cols><col min="3" max="3" width="0" hidden="1"/></cols>',
            )
        )
    ),
    "xlsx-merged": Fixture(
        one(
            table(
                ("A title", None, None),
                HEADER,
                ("a.header", "Hallo", "hidden below the merged cell"),
                (None, "Welt", "Monde"),
                ("remark", None, None),
                after='<mergeCells count="3"><mergeCell ref="A1:C1"/><mergeCell ref="B3:C3"/><mergeCell ref="A3:A4"/></mergeCells>',
            )
        )
    ),
    "xlsx-merged-header": Fixture(
        one(
            table(
                ("key", "de", None),
                ("a.header", "Hallo", "Servus"),
                after='<mergeCells><mergeCell ref="B1:C1"/></mergeCells>',
            )
        )
    ),
    "xlsx-not-text": Fixture(
        archive(
            parts(
                {
                    "Texts": table(
                        HEADER,
                        (value("17"), "Hallo", "Salut"),
                        ("a.header", value("0.5"), value("1", "b")),
                        ("a.body", value("45678", style="1"), value("45678.5", style="2")),
                        ("a.altText", value("2024-01-31", "d"), "Salut"),
                        (value("18"), None, None),
                    )
                },
                styles=DATE_STYLES,
            )
        )
    ),
    "xlsx-formula": Fixture(
        workbook(
            HEADER,
            ("a.header", formula("B9", None), formula("B9", "", "")),
            ("a.body", formula("1+1", "2"), formula("A1=1", "1", "b")),
            (formula("A9", None), "x", None),
        )
    ),
    "xlsx-formula-value": Fixture(
        workbook(
            HEADER,
            (formula("B9&amp;1", "a.header", "str"), "Hallo", formula("C9", "Salut", "str")),
            ("a.body", "Text", formula("C10", "Texte", "str")),
            ("b.body", "Text", formula("C11", "", "str")),
        )
    ),
    "xlsx-spreadsheet-error": Fixture(
        workbook(
            HEADER, ("a.header", value("#NAME?", "e"), "#REF!"), ("a.body", formula("-x", "#NAME?", "e"), "# NAME?")
        )
    ),
    "xlsx-bad-reference": Fixture(
        one(
            sheet(
                row(1, *HEADER),
                row(2, "a.header", shared(7), shared(0)),
                row(2, "a.body", "twice", "row"),
                row(1, "a.body", "back", "up"),
                row(3, "a.altText", "good").replace(
                    "</row>", '<c r="B3" t="inlineStr"><is><t>again</t></is></c><c r="C9"><v>1</v></c></row>'
                ),
                row(4, "b.header", cell("<v>x</v>", "s")),
            ),
            strings="<si><t>Salut</t></si>",
        )
    ),
    "xlsx-bad-character": Fixture(workbook(("key", "de"), ("a.header", "_xD800_"), ("a.body", "x_x0000_"))),
    "xlsx-outer-space": Fixture(
        one(
            sheet(row(1, shared(0), shared(1)), row(2, shared(2), shared(3))),
            strings="<si><t>\n key</t></si><si><t>de</t></si><si><t>a.header</t></si><si><t> Hallo\n</t></si>",
        )
    ),
    "xlsx-replacement-character": Fixture(workbook(("key", "de"), ("a.header", "Gr\ufffde"))),
    "xlsx-formula-guard": Fixture(workbook(("key", "de"), ("a.header", "'=Ja"))),
    "xlsx-formula-text": Fixture(workbook(("key", "de"), ("a.header", "=HYPERLINK(1)"))),
    "xlsx-question-marks": Fixture(
        workbook(("key", "de"), ("a.header", "Gr?e"), ("a.body", "Really? https://a.example/?x"))
    ),
    "xlsx-mojibake": Fixture(workbook(("key", "de"), ("a.header", "CafÃ©"))),
}


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, fixture in FIXTURES.items():
        (FOLDER / f"{name}.in").write_bytes(fixture.data)
        if fixture.request:
            text = json.dumps(fixture.request, ensure_ascii=False, indent=2) + "\n"
            (FOLDER / f"{name}.request.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
