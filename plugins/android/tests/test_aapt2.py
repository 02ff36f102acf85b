"""Compares the plugin with aapt2, which builds Android's apps (Debian's package aapt)."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from plugin import document, read, read_strings
from reader_process import CORPORA

DUMPED = re.compile(
    r'^      resource 0x\d+ string/(\S+)\n((?:        \([^\n]*?\) (?:\(styled string\) )?".*?"(?: [^\n"]*)? src=[^\n]*\n)+)',
    re.MULTILINE | re.DOTALL,
)
VALUE = re.compile(r'        \([^\n]*?\) (?:\(styled string\) )?"(.*?)"(?: [^\n"]*)? src=[^\n]*\n', re.DOTALL)
# `aapt2 dump` indents the lines of a text.
INDENT = "\n        "


def compile_strings(content: bytes, folder: str = "values-de") -> tuple[str, dict[str, str]]:
    """What aapt2 complains of, and the texts that it made; none if it complains."""
    with tempfile.TemporaryDirectory() as work:
        file = Path(work, "res", folder, "strings.xml")
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
        compiled = subprocess.run(["aapt2", "compile", file, "-o", work], capture_output=True, text=True)
        if compiled.returncode != 0:
            return compiled.stderr, {}
        flat = next(Path(work).glob("*.flat"))
        dump = subprocess.run(["aapt2", "dump", "apc", flat], capture_output=True, check=True).stdout.decode()
        return "", {name: VALUE.match(values)[1].replace(INDENT, "\n") for name, values in DUMPED.findall(dump)}


PIECES = [
    *("word", "Wörter", "花", "🎈", " ", " ", "  ", "\n  ", "\t", "\u00a0", "%1$s", "50 %", "@", "?", "/", ":", "#"),
    *('"', '"', r"\n", r"\t", r"\'", r"\"", r"\@", r"\?", r"\#", r"\\", r"\ ", r"\u00e4", r"\u2019", r"\u0020", r"\x", "\\\n"),
    *("&amp;", "&lt;", "&gt;", "&quot;", "&#160;", "&#x1F388;", "&#10;", "<!-- note -->", "<![CDATA[ <i> & ]]>", "<![CDATA[]]>"),
    *("<xliff:g>%s</xliff:g>", '<xliff:g id="x" example="y"> a  b </xliff:g>', "<xliff:g>\\</xliff:g>", "<xliff:g/>"),
]
SPANS = ["<b>b</b>", "<i> i  </i>", '<u>"u  </u>', '<b><i>x"</i> </b>', "<b/>", "<b> <xliff:g> g </xliff:g></b>"]


@unittest.skipUnless(shutil.which("aapt2"), "aapt2 is not installed (Debian: apt-get install aapt)")
class AaptTests(unittest.TestCase):
    def test_ten_thousand_random_texts(self) -> None:
        source = random.Random(20261122)
        strings = {}
        for number in range(10_000):
            pieces = PIECES + SPANS if number % 4 == 0 else PIECES
            text = "".join(source.choices(pieces, k=source.randint(0, 9)))
            strings[f"s{number}"] = text if number % 3 else f'"{text}"'
        body = "\n".join(f'<string name="{name}" formatted="false">{text}</string>' for name, text in strings.items())
        ours = {}
        names = list(strings)
        # In parts, because the plugin gives a file up after a thousand findings.
        for start in range(0, len(names), 500):
            result = read_strings("\n".join(f'<string name="{name}">{strings[name]}</string>' for name in names[start : start + 500]))
            ours.update(result.texts())
            self.assertLessEqual(set(result.rules()), EXPECTED_RULES)
        complaint, theirs = compile_strings(document(body).encode())
        self.assertEqual(complaint, "")
        self.assertEqual({name: (strings[name], ours[name]) for name in ours}, {name: (strings[name], theirs.get(name)) for name in ours})
        self.assertEqual(set(ours), set(theirs))
        self.assertGreater(len(ours), 9_000)

    def test_what_is_left_out_is_a_reference_or_an_error(self) -> None:
        for text in [r"\u12 x", r"\u00e", "@string/a", "@+id/a", "?attr/a", "?a", "@null", "@empty", "@android:string/ok"]:
            with self.subTest(text):
                self.assertEqual(read_strings(f'<string name="a">{text}</string>').texts(), {})
                complaint, texts = compile_strings(document(f'<string name="a">{text}</string>').encode())
                self.assertTrue(complaint or "a" not in texts or text == r"\u00e")

    def test_apostrophes_are_errors_in_aapt2_and_texts_here(self) -> None:
        result = read_strings('<string name="a">it\'s</string>')
        self.assertEqual((result.texts(), result.rules()), ({"a": "it's"}, ["android-apostrophe"]))
        self.assertIn("unescaped apostrophe", compile_strings(document('<string name="a">it\'s</string>').encode())[0])

    def test_folders(self) -> None:
        for folder, locale in FOLDERS.items():
            with self.subTest(folder):
                result = read(document('<string name="a">x</string>').encode(), f"app/res/{folder}/strings.xml")
                self.assertEqual(result.of("unit")[0].get("locale"), locale)
                complaint, _ = compile_strings(document('<string name="a">x</string>').encode(), folder)
                self.assertEqual("android-unknown-folder" in result.rules(), "invalid configuration" in complaint)

    @unittest.skipUnless(CORPORA.is_dir(), "the corpora do not lie beside the checkout")
    def test_files_of_others(self) -> None:
        for name in ["xcstrings-neokapi/androidxml/testdata/strings.xml", "other-tolgee/android/strings.xml"]:
            content = (CORPORA / name).read_bytes()
            result = read(content)
            # Without these aapt2 takes the second file for broken; the texts stay the same.
            content = content.replace(b"<string ", b'<string formatted="false" ').replace(b"Dont'", rb"Dont\'")
            complaint, theirs = compile_strings(content)
            self.assertEqual(complaint, "")
            ours = result.texts()
            self.assertGreater(len(ours), 6)
            self.assertEqual(ours, {key: theirs[key] for key in ours})


EXPECTED_RULES = {"android-" + rule for rule in ["doubtful-escape", "dropped-quotes", "dropped-formatting", "reference"]}
FOLDERS = {
    "values": None,
    "values-de": "de",
    "values-DE": "de",
    "values-de-rAT": "de-AT",
    "values-de-rat": "de-AT",
    "values-fil": "fil",
    "values-iw": "iw",
    "values-in": "in",
    "values-ji": "ji",
    "values-zh-rTW": "zh-TW",
    "values-b+sr+Latn": "sr-Latn",
    "values-b+es+419": "es-419",
    "values-b+zh+Hant+TW": "zh-Hant-TW",
    "values-b+de+1996": "de-1996",
    "values-night": None,
    "values-sw600dp": None,
    "values-land": None,
    "values-v21": None,
    "values-car": None,
    "values-any": None,
    "values-ldrtl": None,
    "values-mcc310": None,
    "values-de-rAT-night": "de-AT",
    "values-de-ldrtl-v21": "de",
    "values-b+sr+Latn+RS-night": "sr-Latn-RS",
    "values-mcc310-mnc004-en-rUS": "en-US",
    "values-de-w600dp-h300dp-xlarge-long-round-widecg-highdr-port-desk-notnight-xxhdpi-stylus-keyssoft-12key-navhidden-dpad": "de",
    "values-de-1280x720-v8": "de",
    "values-de-AT": None,
    "values-de_AT": None,
    "values-sr-rLatn": None,
    "values-es-r419": None,
    "values-port-de": None,
    "values-b": None,
    "values-german": None,
}

if __name__ == "__main__":
    unittest.main()
