"""Opens files that Glossport has written with Translate Toolkit, and prints the number of units in each.

    translation-tools.py FILE…
"""
import sys

from translate.storage import factory, properties

for path in sys.argv[1:]:
    # The factory does not support the extension, so the class for Mac strings is named directly.
    store = properties.stringsfile.parsefile(path) if path.endswith(".strings") else factory.getobject(path)
    units = [unit for unit in store.units if not unit.isheader() and (unit.source or unit.target)]
    print(len(units), path)
