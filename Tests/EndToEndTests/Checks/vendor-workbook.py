"""Opens a vendor package's workbook with openpyxl to check it or to fill it in.

    vendor-workbook.py check FILE
    vendor-workbook.py fill FILE TEXT    write TEXT into every empty translation
"""
import re
import sys

import openpyxl

HEADINGS = [
    "Key", "Locale", "Source", "Task", "Translation", "Length", "Max", "Notes", "Where it appears", "Earlier text",
    "glossport: package",
]
task, path, *rest = sys.argv[1:]
book = openpyxl.load_workbook(path)


def check(sheet):
    where = f"{path}/{sheet.title}"
    first, *rows = sheet.iter_rows()
    headings = [cell.value for cell in first]
    # Without earlier texts, their column is omitted.
    assert headings in (HEADINGS, [heading for heading in HEADINGS if heading != "Earlier text"]), where
    assert sheet.dimensions == f"A1:{first[-1].column_letter}{len(rows) + 1}" and rows, where
    assert sheet.page_setup.orientation == "landscape" and sheet.page_setup.paperSize == 9, where
    assert bool(sheet.sheet_view.rightToLeft) == (sheet.title in ("ar-SA", "he", "ur-PK")), where
    assert sheet.freeze_panes == "A2", where
    # False means that the action is allowed.
    protection = sheet.protection
    assert protection.sheet and not protection.password, where
    assert not (protection.formatCells or protection.formatColumns or protection.formatRows), where
    assert protection.insertRows and protection.deleteRows and protection.sort, where
    for row in rows:
        for heading, cell in zip(headings, row):
            assert cell.protection.locked == (heading != "Translation"), f"{where} {cell.coordinate}"
            assert cell.hyperlink is None, f"{where} {cell.coordinate}"
            kind = {"Length": "f", "Max": "n"}.get(heading, "s")
            assert cell.data_type == kind or cell.value is None, f"{where} {cell.coordinate} {cell.data_type}"
            # The format keeps typed texts as texts.
            assert kind != "s" or cell.number_format == "@", f"{where} {cell.coordinate}"
        cells = dict(zip(headings, row))
        assert cells["Locale"].value == sheet.title, where
        assert cells["Max"].value in (66, 144, 150), where
        assert re.fullmatch(r"=LEN\(.*\$E%d\b.*\)" % row[0].row, cells["Length"].value), where
        assert re.fullmatch(r"glossport package \d{8}T\d{6}Z.*", cells["glossport: package"].value), where
    area = f"E2:E{len(rows) + 1}" if len(rows) > 1 else "E2"
    (validation,) = sheet.data_validations.dataValidation
    assert str(validation.sqref) == area and validation.type == "custom" and validation.showErrorMessage, where
    assert validation.errorStyle in (None, "stop") and validation.formula1.endswith("<=$G2"), where
    assert len(validation.formula1) <= 255 and len(validation.error) <= 255 and len(validation.errorTitle) <= 32, where
    alarms = {str(area.sqref): rules for area, rules in sheet.conditional_formatting._cf_rules.items()}
    assert set(alarms) == {area, area.replace("E", "F")}, where
    assert all(rule.formula == ["$F2>$G2"] for rules in alarms.values() for rule in rules), where
    assert sheet["F1"].comment, where


for sheet in book:
    if task == "check":
        check(sheet)
        print(sheet.title)
    for row in sheet.iter_rows(min_row=2) if task == "fill" else []:
        cell = row[HEADINGS.index("Translation")]
        cell.value = cell.value or rest[0]
if task == "fill":
    book.save(path)
