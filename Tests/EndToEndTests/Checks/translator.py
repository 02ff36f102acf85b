"""Acts as the vendor: translates the files that `glossport brief` has written, and changes nothing else.

    translator.py FOLDER [TOO-LONG]

Existing translations stay. With a second argument, one header is a character too long.
"""
import csv
import io
import pathlib
import sys
import xml.etree.ElementTree as xml

TEXTS = {
    "de": ["Bleib bei Northlight und sieh den weiten, klaren Nachthimmel", "Deine Listen und Lieder bleiben bei dir.",
           "Ein Berg unter den Sternen", "Komm zurück", "Dein Platz unter den Sternen ist noch frei."],
    "fr": ["Restez avec Northlight et voyez le grand ciel clair de la nuit", "Vos listes et vos titres restent avec vous.",
           "Une montagne sous les étoiles", "Revenez", "Votre place sous les étoiles est encore libre."],
}
KEYS = ["keep-annual.header", "keep-annual.body", "keep-annual.altText", "back.header", "back.body"]
folder, long = pathlib.Path(sys.argv[1]), len(sys.argv) > 2


def translation(path, key, limit):
    text = TEXTS[path.stem[:2]][KEYS.index(key)]
    assert len(text) <= int(limit), key
    if long and (path.stem[:2], key) == ("de", "keep-annual.header"):
        text = "Bleib bei Northlight und sieh nun den weiten und klaren Nachthimmel"
        assert len(text) == int(limit) + 1
    return text


def xliff(path):
    for _, (prefix, uri) in xml.iterparse(path, events=["start-ns"]):
        xml.register_namespace(prefix, uri)
    tree = xml.parse(path)
    name = lambda element: element.tag.rpartition("}")[2]
    for unit in [e for e in tree.iter() if name(e) in ("trans-unit", "unit")]:
        limit = next(v for k, v in unit.attrib.items() if k.rpartition("}")[2] in ("maxwidth", "sizeRestriction"))
        if any(name(e) == "target" for e in unit.iter()):
            continue
        parent = next((e for e in unit if name(e) == "segment"), unit)
        place = next(i for i, e in enumerate(parent) if name(e) == "source")
        target = xml.Element(parent[place].tag.replace("source", "target"))
        target.text = translation(path, unit.get("name") or unit.get("id"), limit)
        parent.insert(place + 1, target)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def table(path):
    header, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline=""))
    for row in rows:
        cells = dict(zip(header, row))
        if not cells["target"]:
            row[header.index("target")] = translation(path, cells["key"], cells["max length"])
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows([header, *rows])
    path.write_bytes(lines.getvalue().encode("utf-8-sig"))


for path in sorted(folder.iterdir()):
    if path.suffix in (".xliff", ".csv"):
        (xliff if path.suffix == ".xliff" else table)(path)
