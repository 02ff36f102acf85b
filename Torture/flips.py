"""A real journal with one bit flipped, a thousand times: nothing wrong may be sent, and nothing may crash."""
import os
import random
import shutil
import sqlite3
import subprocess
from collections import Counter
from pathlib import Path

from rig import RULES, Emulator, bare_environment

LOCALES = ["de-DE", "fr-FR", "ja", "ar-SA"]
APP = "com.example.flips"
PRODUCT = "com.example.flips.pro"


class Flips:
    """Makes the journal, then judges copies of it."""

    def __init__(self, commands, folder, seed):
        self.commands, self.folder, self.random = commands, Path(folder), random.Random(seed)
        self.folder.mkdir(parents=True)
        self.counts, self.wrong = Counter(), []
        self.key = self.folder / "AuthKey.p8"
        self.key.write_bytes(commands.key.read_bytes())
        os.chmod(self.key, 0o600)
        self.project = self.folder / "project"
        (self.project / "vendor").mkdir(parents=True)
        self.texts = {(f"offer-{m}", l): (f"Clear night {m} {l}", f"Stars and planets {m}, {l}")
                      for m in range(12) for l in LOCALES}
        # Forty characters for us, eighty for a service with another unit: refused.
        self.texts["offer-1", "ja"] = ("\N{MILKY WAY}" * 40, "Stars")
        rows = "".join(f'{m}.header,{l},"{h}"\n{m}.body,{l},"{b}"\n' for (m, l), (h, b) in self.texts.items())
        (self.project / "vendor/texts.csv").write_text("key,locale,text\n" + rows)
        self.write_project(budget=20)

    def write_project(self, budget):
        others = ", ".join(f"offer-{m}: {{}}" for m in range(1, 12))
        (self.project / "glossport.yaml").write_text(
            f"app: {APP}\nenvironment: sandbox\ncredentials:\n  issuerID: 57246542-96fe-1a63-e053-0824d011072a\n"
            f"  keyID: 2X9R4HXF34\n  privateKeyFile: ../AuthKey.p8\ndeliveries: [{{ path: vendor/ }}]\n"
            f"budgets: {{ uploadMessage: {budget}, listMessages: 10000000, configureDefault: 10000000 }}\n"
            f"messages: {{ offer-0: {{ defaultFor: [{PRODUCT}] }}, {others} }}\n{RULES}\n")

    def glossport(self, *arguments, journal, emulator=None):
        endpoint = ["--endpoint", emulator.url] if emulator else []
        try:
            return subprocess.run([self.commands.glossport, *arguments, "--journal", str(journal), *endpoint],
                                  cwd=self.project, env=bare_environment() | {"HOME": str(self.folder)},
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(arguments, -9, "", "it hangs")

    def make(self):
        """Some uploaded, one refused, one without an answer, the rest planned, and defaults set."""
        home = self.folder / "service"
        home.mkdir()
        emulator = Emulator(self.commands, home, "--rate-profile", "none", "--length-unit", "utf16",
                            "--fault", "500-after/uploadMessage@6")
        journal = self.folder / "journal.sqlite"
        # An import that ends without quota has set no defaults yet, so the default messages go first.
        self.glossport("import", "--message", "offer-0", journal=journal, emulator=emulator)
        first = self.glossport("import", "--max-wait", "0s", journal=journal, emulator=emulator)
        settled = self.glossport("settle", "--max-wait", "0s", journal=journal, emulator=emulator)
        self.state, self.journal = emulator.state()["apps"][0], journal
        emulator.stop()
        database = sqlite3.connect(journal)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        states = dict(database.execute("SELECT state, count(*) FROM item GROUP BY state").fetchall())
        places = database.execute("SELECT count(*) FROM default_now").fetchone()[0]
        database.close()
        print(f"flips: a journal of {journal.stat().st_size:,} bytes, items {states}, {places} defaults set")
        if not {"planned", "uploaded", "refused"} <= states.keys() or not places:
            raise SystemExit(f"The journal for the flips is not what it should be: {first.stdout}{settled.stdout}{settled.stderr}")
        # From now on all open items would be sent at once.
        self.write_project(budget=10_000_000)

    def flip(self, number):
        copy = self.folder / "flipped.sqlite"
        for stale in self.folder.glob("flipped.sqlite*"):
            stale.unlink()
        data = bytearray(self.journal.read_bytes())
        bit = self.random.randrange(len(data) * 8)
        data[bit // 8] ^= 1 << bit % 8
        copy.write_bytes(data)
        same = logical(copy) == self.logical
        check = self.glossport("journal", "check", journal=copy)
        found = check.returncode != 0
        before, after, code, output = self.imported(copy)
        wrong = {m for m in after - before if self.expected.get(m[0]) != m[1:]}
        if check.returncode < 0:
            self.violation(number, bit, f"the check ended with {check.returncode}: {check.stderr}")
        elif code < 0 or code > 127:
            self.violation(number, bit, f"the import ended with {code}: {output}")
        elif wrong:
            self.violation(number, bit, f"sent what nobody wrote: {sorted(wrong)[:2]}")
        elif code == 1 and after == before:
            self.counts["refused before anything is sent" + (", found by check" if found else "")] += 1
        elif found:
            self.counts["found by check only, and nothing wrong sent"] += 1
        elif same:
            self.counts["harmless"] += 1
        else:
            # An item's id is derived from its text, so a changed journal can only waste requests.
            self.counts["unnoticed, and nothing wrong sent"] += 1

    def imported(self, journal):
        """The service's messages before and after an import with a journal, with its exit code and output."""
        if not self.emulator:
            self.emulator = Emulator(self.commands, self.service, "--rate-profile", "none", tokens=["--accept-any-token"])
            self.emulator.fill(self.state)
        before = held(self.emulator)
        call = self.glossport("import", "--max-wait", "0s", journal=journal, emulator=self.emulator)
        after = held(self.emulator)
        # If nothing was sent, the service is unchanged.
        if after != before or call.returncode != 1:
            self.emulator.stop()
            self.emulator = None
        return before, after, call.returncode, call.stdout + call.stderr

    def violation(self, number, bit, text):
        self.counts["violations"] += 1
        self.wrong.append(f"flip {number} of bit {bit}: {text}")
        print(f"VIOLATION {self.wrong[-1]}", flush=True)

    def run(self, count):
        self.make()
        self.service = self.folder / "again"
        self.service.mkdir()
        self.emulator, self.logical = None, logical(self.journal)
        # The text of every id, as an intact journal sends it.
        good = self.folder / "good.sqlite"
        shutil.copyfile(self.journal, good)
        _, after, code, output = self.imported(good)
        if code not in (0, 3, 9):
            raise SystemExit(f"The journal that was not flipped is refused: {output}")
        self.expected = {m[0]: m[1:] for m in after}
        try:
            for number in range(count):
                self.flip(number)
        finally:
            if self.emulator:
                self.emulator.stop()
        print(f"flips: {count:,} bits, " + ", ".join(f"{n:,} {name}" for name, n in sorted(self.counts.items())))


def held(emulator):
    """The messages of the service, as (id, header, body)."""
    messages = set()
    for app in emulator.state().get("apps", []):
        for message in app.get("messages", []):
            messages.add((message["messageIdentifier"], message["header"], message["body"]))
    return messages


def logical(path):
    """Every row of every table; the error, if it can't be read."""
    database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    database.text_factory = bytes
    try:
        tables = sorted(row[0].decode() for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
        content = {}
        for table in tables:
            columns = [row[1].decode() for row in database.execute(f'PRAGMA table_info("{table}")')]
            kept = ", ".join(f'"{name}"' for name in columns)
            content[table] = sorted(map(repr, database.execute(f'SELECT {kept} FROM "{table}" NOT INDEXED')))
        return content
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return f"unreadable: {error}"
    finally:
        database.close()
