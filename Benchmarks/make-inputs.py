#!/usr/bin/env python3
"""Writes the inputs of `make bench` into a folder: big.xliff, big.csv, records.csv, big.strings, big.xcstrings.

The same arguments always give the same bytes. One key in a thousand names a retention message, as in an app whose
messages are delivered together with everything else; in records.csv, each row is one.
"""
import argparse
import hashlib
import json
import os
import random
import sys
from xml.sax.saxutils import escape

MEGABYTES = {"big.xliff": 200, "big.csv": 200, "records.csv": 100, "de.lproj/big.strings": 100, "big.xcstrings": 100}
# A smaller input for Translate Toolkit, which keeps a whole file in memory several times.
SMALL = {"small.xliff": "big.xliff", "small.csv": "big.csv", "de.lproj/small.strings": "de.lproj/big.strings"}
SMALL_PART = 0.1

WORDS = {
    "en": "stay with us and keep your plan for half the price until the end of next year if you like it".split(),
    "de": "bleib dabei und behalte dein Abo für die Hälfte des Preises bis zum Ende des nächsten Jahres größer schöner".split(),
    "fr": "restez avec nous et gardez votre abonnement à moitié prix jusqu’à la fin de l’année prochaine été forêt".split(),
    "ja": ["このまま", "続けると", "半額で", "ご利用", "いただけます", "来年末まで", "お得な", "プランを"],
}


class Texts:
    """Sentences of about 150 bytes of UTF-8: made in advance, because choosing words costs more than writing a file."""

    def __init__(self):
        source = random.Random(20261)
        self.pools = {language: [self.sentence(source, words) for _ in range(997)] for language, words in WORDS.items()}
        self.index = 0

    @staticmethod
    def sentence(source, words):
        length = source.randrange(100, 180)
        parts, size = [], 0
        while size < length:
            word = source.choice(words)
            parts.append(word)
            size += len(word.encode()) + 1
        return " ".join(parts) + source.choice([".", "!", " 🎈", " & more.", " …"])

    def next(self, language):
        self.index += 1
        return self.pools[language][self.index % 997]


def key(number):
    if number % 1000 == 7:
        return f"keep-{number // 1000}.{('header', 'body')[number // 1000 % 2]}"
    return f"Settings screen {number}: title of section %lld"


def xliff(texts):
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" '
           'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="1.2" '
           'xsi:schemaLocation="urn:oasis:names:tc:xliff:document:1.2 '
           'http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">\n')
    number = 0
    while (yield):
        yield (f'  <file original="App/Screen{number // 1000}/en.lproj/Localizable.strings" source-language="en" '
               'target-language="de" datatype="plaintext">\n    <header>\n      <tool tool-id="com.apple.dt.xcode" '
               'tool-name="Xcode" tool-version="16.0" build-num="16A242d"/>\n    </header>\n    <body>\n')
        for _ in range(1000):
            number += 1
            yield (f'      <trans-unit id="{key(number)}" xml:space="preserve">\n'
                   f'        <source>{escape(texts.next("en"))}</source>\n'
                   f'        <target state="translated">{escape(texts.next("de"))}</target>\n'
                   f'        <note>{"No comment provided by engineer." if number % 3 else "Title of a section; %lld is its number."}</note>\n'
                   '      </trans-unit>\n')
        yield "    </body>\n  </file>\n"
    yield "</xliff>\n"


def csv(texts):
    yield "key,notes,en-US,de-DE,fr-FR,ja\r\n"
    number = 0

    def cell(language):
        text = texts.next(language)
        if number % 7 == 0:
            text = text.replace(" ", ' ""quoted"" ', 1)
        if number % 11 == 0:
            text = text[:20] + "\n" + text[20:]
        return f'"{text}"' if number % 7 == 0 or number % 11 == 0 or "," in text else text

    while (yield):
        for _ in range(1000):
            number += 1
            yield f'"{key(number)}",{"Title" if number % 3 else ""},{cell("en")},{cell("de")},{cell("fr")},{cell("ja")}\r\n'


LOCALES = {"en-US": "en", "de-DE": "de", "fr-FR": "fr", "ja": "ja", "de-AT": "de", "fr-CA": "fr", "en-GB": "en"}


def records(texts):
    """A row for each message in each locale."""
    yield "message,locale,header,body\r\n"
    number = 0
    while (yield):
        for _ in range(100):
            number += 1
            for locale, language in LOCALES.items():
                header, body = texts.next(language)[:60], texts.next(language)
                yield f'keep-{number},{locale},"{header}",{body if "," not in body else f"{chr(34)}{body}{chr(34)}"}\r\n'


def strings(texts):
    number = 0
    while (yield):
        for _ in range(1000):
            number += 1
            text = texts.next("de")
            if number % 15 == 0:
                text = text.replace(" ", ' \\"hier\\" \\U00e9\\n', 1)
            comment = "/* No comment provided by engineer. */\n" if number % 3 else "// Title of a section\n"
            yield f'{comment}"{key(number)}" = "{text}";\n\n'


def xcstrings(texts):
    yield '{\n  "sourceLanguage" : "en",\n  "strings" : {\n'
    number = 0
    comma = ""
    while (yield):
        for _ in range(100):
            number += 1
            units = ",\n".join(
                f'        "{locale}" : {{\n          "stringUnit" : {{\n            "state" : "translated",\n'
                f'            "value" : {json.dumps(texts.next(language), ensure_ascii=number % 15 == 0)}\n          }}\n        }}'
                for locale, language in (("de", "de"), ("en", "en"), ("es", "fr"), ("fr", "fr"), ("it", "fr"), ("ja", "ja"),
                                         ("nl", "de"), ("pt-BR", "fr"), ("sv", "de"), ("zh-Hans", "ja")))
            yield (f'{comma}    "{key(number)}" : {{\n      "comment" : "Title of a section",\n'
                   f'      "extractionState" : "manual",\n      "localizations" : {{\n{units}\n      }}\n    }}')
            comma = ",\n"
    yield '\n  },\n  "version" : "1.0"\n}'


WRITERS = {"big.xliff": xliff, "big.csv": csv, "records.csv": records, "big.strings": strings, "big.xcstrings": xcstrings}


def write(path, size):
    """Writes pieces until there are `size` bytes; a writer yields None where it may be stopped."""
    done = 0
    with open(path, "wb") as file:
        pieces = WRITERS[os.path.basename(path).replace("small", "big")](Texts())
        piece = next(pieces)
        while True:
            try:
                if piece is None:
                    piece = pieces.send(done < size)
                    continue
                done += file.write(piece.encode())
                piece = next(pieces)
            except StopIteration:
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--size", type=float, help="megabytes of each file, instead of 200 or 100")
    options = parser.parse_args()
    os.makedirs(os.path.join(options.folder, "de.lproj"), exist_ok=True)
    with open(__file__, "rb") as script:
        stamp = f"{options.size} {hashlib.sha256(script.read()).hexdigest()}"
    stamp_path = os.path.join(options.folder, "stamp")
    if os.path.exists(stamp_path) and open(stamp_path).read() == stamp:
        return
    sizes = {name: options.size or megabytes for name, megabytes in MEGABYTES.items()}
    sizes.update({name: sizes[big] * SMALL_PART for name, big in SMALL.items()})
    for name, megabytes in sizes.items():
        print(f"Writing {name}, {megabytes:g} MB.", file=sys.stderr)
        write(os.path.join(options.folder, name), int(megabytes * 1_000_000))
    with open(stamp_path, "w") as file:
        file.write(stamp)


if __name__ == "__main__":
    main()
