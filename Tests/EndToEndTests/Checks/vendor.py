"""Acts as the vendor: corrects every text in the tables that `glossport reject` has written, and changes nothing else.

    vendor.py FOLDER…
"""
import csv
import io
import pathlib
import sys

TEXTS = {
    ("de-DE", "keep.header"): "Bleib", ("de-DE", "keep.body"): "Bleib bei uns",
    ("fr-FR", "keep.header"): "Ne partez pas", ("fr-FR", "keep.body"): "Restez avec nous",
    ("fr-FR", "welcome.header"): "Bonjour", ("it", "keep.header"): "Resta", ("it", "keep.body"): "Resta con noi",
    ("it", "welcome.body"): "Che bello rivederti", ("es-ES", "keep.body"): "Quédate con nosotros",
    ("ja", "keep.header"): "続ける", ("ja", "keep.body"): "いつもそばに", ("ja", "welcome.header"): "ようこそ",
    ("ko", "keep.header"): "계속하기", ("ko", "keep.body"): "함께해요", ("ko", "welcome.header"): "안녕하세요",
}

for path in (path for folder in sys.argv[1:] for path in sorted(pathlib.Path(folder).glob("*.csv"))):
    header, *rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline=""))
    for row in rows:
        cells = dict(zip(header, row))
        row[header.index("target")] = TEXTS[cells["locale"], cells["key"]]
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows([header, *rows])
    path.write_bytes(lines.getvalue().encode("utf-8-sig"))
