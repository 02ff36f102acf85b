"""Opens what `glossport reject` has written with Translate Toolkit, and prints how many units each file has.

    translation-tools.py FILE…
"""
import sys

from translate.storage import factory

for path in sys.argv[1:]:
    store = factory.getobject(path)
    units = [unit for unit in store.units if not unit.isheader() and (unit.source or unit.target)]
    print(len(units), path)
