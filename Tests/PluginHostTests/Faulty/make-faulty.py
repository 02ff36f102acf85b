#!/usr/bin/python3 -I
"""Makes plugins with one fault each from the Python template: `make-faulty.py TEMPLATE OUT`.

TEMPLATE is what `glossport plugin new --language python texts` wrote, OUT a folder that does not exist yet. Each fault gets a folder in it with a plugin
`glossport-reader-texts` and the fixtures that every plugin must have, and `good` gets the plugin without a fault.
`OUT/faults.json` says which check of `glossport plugin check` must find which fault; others may find it, too.

A fault is one that an author could have. It is made by replacing text that must stand in the template exactly once, so
whoever changes the template learns which faults went with it.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

ID = "texts"


class Fault(NamedTuple):
    name: str
    check: str
    what: str
    replacements: list[tuple[str, str]]


INPUT = 'io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline="")'
WRAPPED = 'io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape", newline="")'
REQUEST = """    request = json.loads(sys.stdin.buffer.readline())["read"]
    reading = Reading(request)
"""
OUTPUT = """output = os.fdopen(os.dup(1), "wb")
"""
LINES = "for self.line, text, has_end in lines(file, longest, self.counts):"
BAD = r'bad = re.search("[\0\udc80-\udcff]+", text)'

FAULTS = [
    Fault("banner", "describe-is-valid", "A library prints its name on standard output.", [
        (OUTPUT, 'print("texts 0.1.0 ready.", flush=True)\n' + OUTPUT),
    ]),
    Fault("no-full-stop", "describe-is-valid", "An explanation without a full stop.", [
        ("A line without `key =`. It is left out.", "A line without `key =`"),
    ]),
    Fault("foreign-rule", "describe-is-valid", "A rule whose id does not begin with the plugin's.", [
        ('{"id": "texts-no-key"', '{"id": "no-key"'),
    ]),
    Fault("upper-case-extension", "describe-is-valid", "An extension with its dot and in capitals.", [
        ('"extensions": ["texts"]', '"extensions": [".TEXTS"]'),
    ]),
    Fault("trims-text", "golden", "Spaces at the end of a text are lost.", [
        ("rest.lstrip(" + '" ")', 'rest.strip(" ")'),
    ]),
    Fault("last-equals-sign", "golden", "The key goes to the last equals sign instead of the first.", [
        ('line.partition("=")', 'line.rpartition("=")'),
    ]),
    Fault("normalises", "golden", "Texts are brought into normal form C.", [
        ("import json\n", "import json\nimport unicodedata\n"),
        ("rest.lstrip(" + '" ")', 'unicodedata.normalize("NFC", rest.lstrip(" "))'),
    ]),
    Fault("always-translated", "golden", "An empty text is called translated.", [
        ('"translated" if text else "untranslated"', '"translated"'),
    ]),
    Fault("unflushed", "describe-is-valid", "The process ends before its output is written.", [
        ("\noutput.flush()\n", "\nos._exit(0)\n"),
    ]),
    Fault("time-of-reading", "same-twice", "The time of reading is told as found out.", [
        ("import sys\n", "import sys\nimport time\n"),
        (
            '    output.write(encoded({"end": reading.counts}))',
            '    output.write(encoded({"detected": {"name": "read", "value": str(time.time_ns())}}))\n'
            '    output.write(encoded({"end": reading.counts}))',
        ),
    ]),
    Fault("takes-half-a-text", "truncated-at-each-byte", "A last line that was cut off gives a unit with half of its text.", [
        ('elif not has_end and text.strip(" "):', "elif False:"),
    ]),
    Fault("drops-half-a-line", "truncated-at-each-byte", "A last line that was cut off is lost in silence.", [
        ('self.complain("cut-off", "The last line does not end.", "Export the file again, or end its last line.")', "pass"),
    ]),
    Fault("fails-when-cut-off", "truncated-at-each-byte", "A last line that was cut off is thought to be a bug.", [
        ('self.complain("cut-off", "The last line does not end.", "Export the file again, or end its last line.")',
         'raise ValueError("unexpected end of file")'),
    ]),
    Fault("replacement-characters", "bad-utf8", "Bytes that can't be decoded become U+FFFD.", [
        (BAD, 'bad = None\n            text = text.encode(errors="surrogateescape").decode(errors="replace").replace("\\0", "")'),
    ]),
    Fault("guesses-latin-1", "bad-utf8", "What is no UTF-8 is taken as Latin 1 without a word.", [
        (BAD, 'bad = None\n            raw = text.encode(errors="surrogateescape").replace(b"\\0", b"")\n'
              '            text = raw.decode("latin-1") if re.search("[\\udc80-\\udcff]", text) else raw.decode()'),
    ]),
    Fault("ignores-bad-bytes", "bad-utf8", "Bytes that can't be decoded are left out of the text without a word.", [
        (BAD, 'bad = None\n            text = re.sub("[\\0\\udc80-\\udcff]", "", text)'),
    ]),
    Fault("fails-on-bad-bytes", "bad-utf8", "Bytes that can't be decoded are thought to be a bug.", [
        ('errors="surrogateescape", newline', 'errors="strict", newline'),
    ]),
    Fault("no-longest-text", "huge-field", "A text is handed out however long it is.", [
        ('return len(text.encode()) > self.limits["textBytes"]', "return False"),
        ('longest = 2 * self.limits["textBytes"] + 100', "longest = 1 << 40"),
    ]),
    Fault("cuts-long-texts", "huge-field", "A long text is cut off without a word.", [
        (", rest.lstrip(" + '" ")', ', rest.lstrip(" ")[:4000]'),
        ('longest = 2 * self.limits["textBytes"] + 100', "longest = 1 << 40"),
    ]),
    Fault("drops-long-lines", "huge-field", "A long line is left out without a word.", [
        ('self.complain("too-long", "A line is too long.", "Check the export.")', "continue"),
    ]),
    Fault("does-not-wait-to-write", "slow-consumer", "Output that does not fit into the pipe is lost.", [
        (OUTPUT, 'output = os.fdopen(os.dup(1), "wb", buffering=0)\nos.set_blocking(output.fileno(), False)\n'),
    ]),
    Fault("reads-once", "slow-producer", "What the first call of read gives is taken for the whole input.", [
        (REQUEST, '    line, _, data = os.read(0, 1 << 20).partition(b"\\n")\n    request = json.loads(line)["read"]\n'
                  "    reading = Reading(request)\n"),
        (INPUT, WRAPPED),
    ]),
    Fault("waits-for-all-bytes", "stdin-closed-early", "Waits for ever for bytes that do not come.", [
        (REQUEST, REQUEST + '    data = b""\n    while len(data) < request["bytes"]:\n'
                            '        data += sys.stdin.buffer.read(request["bytes"] - len(data))\n'),
        (INPUT, WRAPPED),
    ]),
    Fault("ignores-sigterm", "sigterm-within-2s", "SIGTERM only sets a flag that nobody looks at.", [
        ("import re\nimport sys\n", "import re\nimport signal\nimport sys\n"),
        (OUTPUT, "stopping = []\nsignal.signal(signal.SIGTERM, lambda number, frame: stopping.append(number))\n" + OUTPUT),
    ]),
    Fault("tidies-up-slowly", "sigterm-within-2s", "SIGTERM begins to tidy up, for 10 s.", [
        ("import re\nimport sys\n", "import re\nimport signal\nimport sys\nimport time\n"),
        (OUTPUT, "signal.signal(signal.SIGTERM, lambda number, frame: (time.sleep(10), sys.exit(1)))\n" + OUTPUT),
    ]),
    Fault("debug-output", "noisy-stderr", "Writes all that it sees to standard error, 20 kB for a line.", [
        ("        start = text.strip(" + '" ")\n', '        start = text.strip(" ")\n        print(repr(vars(self)) * 100, file=sys.stderr)\n'),
    ]),
    Fault("writes-a-log", "golden", "Keeps a log in /tmp.", [
        (REQUEST, REQUEST + '    with open("/tmp/glossport-reader-texts.log", "a") as log:\n        print(request["path"], file=log)\n'),
    ]),
    Fault("asks-for-updates", "sandbox", "Asks whether there is a newer version, on a local port that nobody listens at.", [
        ("import re\nimport sys\n", "import re\nimport socket\nimport sys\n"),
        (REQUEST, REQUEST + "    try:\n        socket.create_connection((\"127.0.0.1\", 9), timeout=1).close()\n"
                            "    except (ConnectionRefusedError, TimeoutError):\n        pass\n"),
    ]),
    Fault("loses-wanted-keys", "wanted-filter", "A key with two points is taken for nobody's.", [
        ("between in names[1:-1]", "names[1:-1].count(between) == 1"),
    ]),
    Fault("counts-only-named-others", "wanted-filter", "Only the first 20 others are counted.", [
        ('            self.counts["others"] += 1\n            if self.counts["others"] <= self.limits["others"]:\n',
         '            if self.counts["others"] < self.limits["others"]:\n                self.counts["others"] += 1\n'),
    ]),
    Fault("names-all-others", "wanted-filter", "Every other is named, not only the first 20.", [
        ('            if self.counts["others"] <= self.limits["others"]:\n', "            if True:\n"),
    ]),
    Fault("keeps-units", "flat-memory", "Every unit is kept.", [
        ("        output.write(message)\n", "        output.write(message)\n        self.kept.append(members)\n"),
        ("        self.line = 1\n\n    def say", "        self.line = 1\n        self.kept: list[dict] = []\n\n    def say"),
    ]),
    Fault("collects-lines", "flat-memory", "All lines are read before the first is looked at.", [
        (LINES, "for self.line, text, has_end in list(lines(file, longest, self.counts)):"),
    ]),
    Fault("slow-start", "start-time", "Takes 1.5 s to start, as with a large library.", [
        ("import sys\n", "import sys\nimport time\n"),
        (OUTPUT, "time.sleep(1.5)\n" + OUTPUT),
    ]),
    Fault("keeps-byte-order-mark", "byte-order-mark", "A byte order mark becomes part of the first key.", [
        ('text = text.removeprefix("\\ufeff") if self.line == 1 else text\n', "pass\n"),
    ]),
    Fault("keeps-carriage-return", "crlf", "The CR of a CRLF becomes part of the text.", [
        ('errors="surrogateescape", newline=""', 'errors="surrogateescape", newline="\\n"'),
        ('line.rstrip("\\r\\n")', 'line.rstrip("\\n")'),
    ]),
    Fault("counts-crlf-twice", "crlf", "CR and LF are counted as a line each.", [
        ("            number += 1\n            yield number, ", '            number += 1\n            yield number + crlf, '),
        ("    number, before = 0, " + '""\n', '    number, before, crlf = 0, "", 0\n'),
        ("        before = piece[-1:]\n", '        before = piece[-1:]\n        crlf += line.endswith("\\r\\n")\n'),
    ]),
    Fault("last-key-wins", "duplicate-key", "Of two units with one key the second is left out without a word.", [
        ("        if not key or not equals:\n", "        if key in self.keys:\n            return\n        self.keys.add(key)\n        if not key or not equals:\n"),
        ("        self.line = 1\n\n    def say", "        self.line = 1\n        self.keys: set[str] = set()\n\n    def say"),
    ]),
    Fault("columns-from-0", "golden", "Columns count from 0.", [
        ("column = len(line) - len(text) + 1", "column = max(1, len(line) - len(text))"),
    ]),
    Fault("columns-in-bytes", "golden", "Columns count bytes.", [
        ("column = len(line) - len(text) + 1", "column = len(line.encode()) - len(text.encode()) + 1"),
    ]),
    Fault("place-of-key", "golden", "The column is the key's instead of the text's.", [
        ("column = len(line) - len(text) + 1", "column = line.index(key) + 1"),
    ]),
    Fault("decodes-chunks", "chunk-borders", "Each chunk is decoded by itself, so a character that a border cuts is lost.", [
        (INPUT, 'io.StringIO("".join(chunk.decode(errors="surrogateescape") for chunk in iter(lambda: sys.stdin.buffer.read(4096), b"")), newline="")'),
    ]),
    Fault("own-locale-wins", "declared-locale", "What the file says counts more than what the user says.", [
        ("self.locale = self.asked_locale or locale", "self.locale = locale"),
    ]),
    Fault("declares-nothing", "declared-locale", "Where the user names a locale, the file's own is not declared.", [
        ('if "declared" in self.features and', 'if "declared" in self.features and not self.asked_locale and'),
    ]),
    Fault("counts-findings-as-units", "golden", "Findings are counted as units.", [
        ('self.counts[name + "s"] += 1', 'self.counts["units"] += 1'),
    ]),
    Fault("repeats-announced-bytes", "stdin-closed-early", "The bytes are those that were announced, also where none were.", [
        ('    if request["bytes"] not in (None, reading.counts["bytes"]):\n',
         '    reading.counts["bytes"] = request["bytes"] or 0\n    if False:\n'),
    ]),
    Fault("empty-is-fine", "empty-file", "An empty file gives no finding.", [
        ('            self.complain("empty", "The file holds no text.", "Export the file again.")\n', "            pass\n"),
    ]),
    Fault("fails-on-empty", "empty-file", "An empty file is thought to be a bug.", [
        ('            self.complain("empty", "The file holds no text.", "Export the file again.")\n',
         '            raise ValueError("empty file")\n'),
    ]),
]


def apply(text: str, fault: Fault) -> str:
    for old, new in fault.replacements:
        if text.count(old) != 1:
            sys.exit(f"{fault.name}: this stands {text.count(old)} times in the template, not once:\n{old}")
        text = text.replace(old, new)
    return text


def make(template: Path, folder: Path, text: str) -> None:
    (folder / "fixtures").mkdir(parents=True)
    executable = folder / f"glossport-reader-{ID}"
    executable.write_text(text, encoding="utf-8")
    executable.chmod(0o755)
    for path in sorted((template / "fixtures").iterdir()):
        (folder / "fixtures" / path.name).write_bytes(path.read_bytes())


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: make-faulty.py TEMPLATE OUT")
    template, out = Path(sys.argv[1]), Path(sys.argv[2])
    text = (template / f"glossport-reader-{ID}").read_text(encoding="utf-8")
    if len({fault.name for fault in FAULTS}) != len(FAULTS):
        sys.exit("Two faults have one name.")
    variants = {fault.name: apply(text, fault) for fault in FAULTS}
    make(template, out / "good", text)
    for name, variant in variants.items():
        compile(variant, name, "exec")
        make(template, out / name, variant)
    table = [{"fault": fault.name, "check": fault.check, "what": fault.what} for fault in FAULTS]
    (out / "faults.json").write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


main()
