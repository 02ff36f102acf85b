"""Opens what `glossport reject` has written with Translate Toolkit, and prints how many units each file has.

    translation-tools.py FILE…
"""
import sys

from translate.storage import factory, properties

for path in sys.argv[1:]:
    # Its factory does not know the extension, its own converters for Mac strings name the class.
    store = properties.stringsfile.parsefile(path) if path.endswith(".strings") else factory.getobject(path)
    units = [unit for unit in store.units if not unit.isheader() and (unit.source or unit.target)]
    print(len(units), path)
