"""Acts as the vendor: copies a package to another folder, replaces a text, and sets the ID of another package.

    fill-package.py FROM TO OLD NEW STAMP
"""
import pathlib
import re
import shutil
import sys
import zipfile

source, target, old, new, stamp = sys.argv[1:]


def filled(text):
    text = re.sub(r"(glossport package )\d{8}T\d{6}Z", r"\g<1>" + stamp, text.replace(old, new))
    return text.replace('state="needs-review-translation"', 'state="translated"').replace('state="initial"', 'state="translated"')


shutil.copytree(source, target)
for path in pathlib.Path(target).rglob("*"):
    if path.suffix in (".csv", ".xliff"):
        path.write_bytes(filled(path.read_bytes().decode()).encode())
    elif path.suffix == ".xlsx":
        with zipfile.ZipFile(path) as book:
            parts = {name: book.read(name) for name in book.namelist()}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
            for name, content in parts.items():
                book.writestr(name, filled(content.decode()) if name.endswith(".xml") else content)
