#!/usr/bin/env python3
"""Makes big deliveries: the same seed makes the same bytes.

    generate.py campaign OUT --format csv --messages 40 --locales 50     2,000 message records
    generate.py size OUT --format xliff --megabytes 200                  one file, app strings among the messages

`campaign` writes a vendor's delivery (a CSV file, or a folder with a file per locale). `size` writes one file for
one locale, like an export of a whole app: mostly strings that are not retention messages.
"""

import argparse
import random
import sys
from pathlib import Path
from xml.sax.saxutils import escape

LOCALES = (
    "ar-SA bn-BD ca cs da de-DE el en-AU en-CA en-GB en-US es-ES es-MX fi fr-CA fr-FR gu-IN he hi hr hu id it ja "
    "kn-IN ko ml-IN mr-IN ms nl-NL no or-IN pa-IN pl pt-BR pt-PT ro ru sk sl-SI sv ta-IN te-IN th tr uk ur-PK vi "
    "zh-Hans zh-Hant"
).split()

# Words of several scripts and lengths, with one to four bytes a character.
WORDS = (
    "night sky aurora clear cloud star planet moon map alert nächste Nächte schönsten étoiles prévisions nuits "
    "сияние звёзды ночь облака 星空 夜空 オーロラ 극광 밤하늘 السماء שמיים आकाश ท้องฟ้า 🌌 🌙"
).split()

HEADER_LIMIT, BODY_LIMIT = 66, 144


def sentence(rng, limit):
    """Words up to a limit, in UTF-16 units, which is the strictest count."""
    words, length = [], 0
    while True:
        word = rng.choice(WORDS)
        size = len(word.encode("utf-16-le")) // 2
        if length + size + 1 > limit:
            break
        words.append(word)
        length += size + 1
        if length > limit // 3 and rng.random() < 0.25:
            break
    return " ".join(words)


def texts(rng, message, locale):
    """The fields of a message record; the name is part of them, so that no two are alike."""
    tail = f" {message} {locale}"
    yield "header", sentence(rng, HEADER_LIMIT - len(tail)) + tail
    yield "body", sentence(rng, BODY_LIMIT - len(tail)) + tail


def csv_cell(text):
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n') else text


def strings_text(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


class CSV:
    suffix = ".csv"

    def head(self, locale):
        return "key,locale,text\n"

    def unit(self, key, locale, source, target):
        return f"{csv_cell(key)},{locale},{csv_cell(target)}\n"

    def foot(self):
        return ""


class XLIFF:
    suffix = ".xliff"

    def head(self, locale):
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n'
            '  <file original="Northlight/en.lproj/Retention.strings" source-language="en" '
            f'target-language="{locale}" datatype="plaintext">\n    <body>\n'
        )

    def unit(self, key, locale, source, target):
        return (
            f'      <trans-unit id="{escape(key)}" xml:space="preserve">\n'
            f"        <source>{escape(source)}</source>\n"
            f'        <target state="translated">{escape(target)}</target>\n'
            "      </trans-unit>\n"
        )

    def foot(self):
        return "    </body>\n  </file>\n</xliff>\n"


class Strings:
    suffix = ".strings"

    def head(self, locale):
        return ""

    def unit(self, key, locale, source, target):
        return f'/* {source} */\n"{strings_text(key)}" = "{strings_text(target)}";\n'

    def foot(self):
        return ""


FORMATS = {"csv": CSV(), "xliff": XLIFF(), "strings": Strings()}


def campaign(out, form, messages, locales, rng):
    def units(locale):
        for number in range(1, messages + 1):
            for field, text in texts(rng, f"m{number}", locale):
                yield form.unit(f"campaign-{number}.{field}", locale, f"Source of {field} {number}", text)

    chosen = LOCALES[:locales]
    if form.suffix == ".csv":
        out.parent.mkdir(parents=True, exist_ok=True)
        with open(out, "w", encoding="utf-8", newline="") as file:
            file.write(form.head(""))
            for locale in chosen:
                file.writelines(units(locale))
        return
    for locale in chosen:
        path = out / (f"{locale}.lproj/Retention.strings" if form.suffix == ".strings" else f"{locale}.xliff")
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(form.head(locale))
            file.writelines(units(locale))
            file.write(form.foot())


def size(out, form, megabytes, messages, locale, rng):
    """App strings up to the given size, with the messages spread evenly among them."""
    goal = int(megabytes * 1_000_000)
    out.parent.mkdir(parents=True, exist_ok=True)
    # Sentences are drawn from a pool: making each one anew would take minutes for 200 MB.
    pool = [sentence(rng, 120) for _ in range(4_000)]
    written, number, placed = 0, 0, 0
    with open(out, "wb") as file:

        def write(text):
            nonlocal written
            written += file.write(text.encode("utf-8"))

        write(form.head(locale))
        while written < goal or placed < messages:
            if placed < messages and written >= goal * placed / messages:
                placed += 1
                for field, text in texts(rng, f"m{placed}", locale):
                    write(form.unit(f"campaign-{placed}.{field}", locale, f"Source of {field} {placed}", text))
            number += 1
            source, target = pool[number % 3_989], pool[rng.randrange(4_000)]
            write(form.unit(f"App string {number}", locale, source, target))
        write(form.foot())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    many = kinds.add_parser("campaign", help="messages × locales, as a vendor delivers them")
    big = kinds.add_parser("size", help="one file of a given size")
    for each in (many, big):
        each.add_argument("out", type=Path, help="the file (or folder) to write")
        each.add_argument("--format", choices=FORMATS, default="csv", help="default: csv")
        each.add_argument("--seed", type=int, default=1, help="default: 1")
        each.add_argument("--messages", type=int, default=40, help="default: 40")
    many.add_argument("--locales", type=int, default=50, help=f"1 to {len(LOCALES)}; default: 50")
    big.add_argument("--megabytes", type=float, required=True, help="the file's size, in millions of bytes")
    big.add_argument("--locale", default="de-DE", help="default: de-DE")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    form = FORMATS[chosen.format]
    if chosen.kind == "campaign":
        if not 1 <= chosen.locales <= len(LOCALES):
            parser.error(f"--locales must be a number from 1 to {len(LOCALES)}")
        campaign(chosen.out, form, chosen.messages, chosen.locales, rng)
    else:
        size(chosen.out, form, chosen.megabytes, chosen.messages, chosen.locale, rng)


if __name__ == "__main__":
    sys.exit(main())
