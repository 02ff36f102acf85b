"""Plays the vendor: corrects every text in a folder that `glossport reject` has written, as their tools would.

    vendor.py FOLDER RETURNED

Each text with a remark becomes one that is short and plain. What has no remark must not be there.
"""
import codecs
import csv
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

SHORT = "Kurz {}"
corrected = 0


def short():
    global corrected
    corrected += 1
    return SHORT.format(corrected)


def xliff(path, target):
    for _, (prefix, uri) in xml.iterparse(path, events=["start-ns"]):
        xml.register_namespace(prefix, uri)
    tree = xml.parse(path)
    name = lambda element: element.tag.rpartition("}")[2]
    for unit in [e for e in tree.iter() if name(e) in ("trans-unit", "unit")]:
        notes = [n for n in unit.iter() if name(n) == "note" and "glossport" in (n.get("from"), n.get("category"))]
        assert notes and all("[" in n.text for n in notes), f"{path}: a unit without a remark"
        for text in [e for e in unit.iter() if name(e) == "target"]:
            assert name(unit) == "unit" or text.get("state") == "needs-translation", path
            assert name(unit) == "unit" or text.get("state-qualifier", "").startswith("rejected-"), path
            for child in list(text):
                text.remove(child)
            text.text = short()
            if name(unit) == "trans-unit":
                text.set("state", "translated")
                text.attrib.pop("state-qualifier")
        for segment in [e for e in unit.iter() if name(e) == "segment"]:
            assert segment.get("state") == "initial" and segment.get("subState").startswith("glossport:"), path
            segment.set("state", "translated")
            segment.attrib.pop("subState")
    tree.write(target, encoding="utf-8", xml_declaration=True)


def table(path, target):
    data = path.read_bytes()
    encoding = "utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    text = data.decode(encoding)
    delimiter = max(",;\t", key=text.split("\n")[0].count)
    header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    finding = header.index("glossport: finding")
    for row in rows:
        assert row[finding], f"{path}: a row without a finding"
        named = [c for c, name in enumerate(header[:finding]) if f"{name}: " in row[finding]]
        for column in named or [header.index("text")]:
            row[column] = short()
    lines = io.StringIO(newline="")
    csv.writer(lines, delimiter=delimiter).writerows([header, *rows])
    target.write_bytes(lines.getvalue().encode(encoding))


def strings(path, target):
    data = path.read_bytes()
    encoding = "utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8"
    text = data.decode(encoding)
    pairs = len(re.findall(r'^\s*"(?:[^"\\]|\\.)*"\s*=', text, re.M))
    assert pairs and text.count("/* glossport: ") >= pairs, f"{path}: a pair without a remark"
    text = re.sub(r'(=\s*)"(?:[^"\\]|\\.)*"', lambda m: f'{m[1]}"{short()}"', text)
    target.write_bytes(text.encode(encoding))


def catalog(path, target):
    content = json.loads(path.read_text(encoding="utf-8"))
    for key, entry in content["strings"].items():
        assert "glossport [" in entry["comment"], f"{path}: {key} has no remark"
        for locale, text in entry["localizations"].items():
            if text["stringUnit"].get("state") == "needs_review":
                text["stringUnit"] = {"state": "translated", "value": short()}
            else:
                assert locale == content["sourceLanguage"], f"{path}: {key} in {locale} is not faulty"
    target.write_text(json.dumps(content, ensure_ascii=False, indent=2), encoding="utf-8")


VENDORS = {".xliff": xliff, ".xlf": xliff, ".csv": table, ".strings": strings, ".xcstrings": catalog}
folder, returned = map(pathlib.Path, sys.argv[1:])
for path in sorted(p for p in folder.rglob("*") if p.is_file()):
    target = returned / path.relative_to(folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    correct = VENDORS.get(path.suffix)
    if correct and path.name != "findings.csv":
        correct(path, target)
    else:
        target.write_bytes(path.read_bytes())
print(corrected)
