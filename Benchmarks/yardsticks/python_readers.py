"""A typical script in Python: `python_readers.py csv FILE`. It counts the units, so that none can be left out."""
import sys

reader, path = sys.argv[1:]
count = 0
if reader == "csv":
    import csv

    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            count += len(row)
elif reader == "lxml":
    from lxml import etree

    namespace = "{urn:oasis:names:tc:xliff:document:1.2}"
    for _, unit in etree.iterparse(path, tag=namespace + "trans-unit", huge_tree=True):
        count += len(unit.get("id")) + len(unit.findtext(namespace + "target") or "")
        unit.clear()
        # Otherwise the elements read so far would stay in the tree.
        while unit.getprevious() is not None:
            del unit.getparent()[0]
elif reader == "toolkit":
    from translate.storage import factory, properties

    # Its factory does not support .strings, and its reader for them assumes UTF-16 by default.
    is_strings = path.endswith(".strings")
    store = properties.stringsutf8file.parsefile(path) if is_strings else factory.getobject(path)
    count = len(store.units)
print(count)
