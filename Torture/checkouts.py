"""Two checkouts of different age with one journal, in random order and with kills: customers never see an older text than before.

Judged by the texts that the service shows, edition by edition, not by ids. Only `import --set-back` may go back.
"""
import random
import shutil
import signal
from collections import Counter

from rig import Case
from shared import SharedCase

APP = "com.example.checkouts"
PRODUCTS = {"keep": "com.example.annual", "stay": "com.example.monthly"}
LOCALES = ["de-DE", "fr-FR", "ja"]


class Checkouts:
    """The newer checkout gets a new edition now and then; the older one does not."""

    def __init__(self, commands, folder, seed, server=None):
        kind = (lambda *flags: SharedCase(commands, folder, server, *flags)) if server else (lambda *flags: Case(commands, folder, *flags))
        self.case, self.random = kind("--rate-profile", "none", "--approve-after", "never"), random.Random(seed)
        self.counts, self.wrong = Counter(), []
        self.editions = [{(m, l): 1 for m in PRODUCTS for l in LOCALES}]
        for name in ("old", "new"):
            (self.case.folder / name / "vendor").mkdir(parents=True)
        # Editions that an import has delivered completely; the journal contains them.
        self.known, self.at, self.seen, self.allowed = [], {"old": 0, "new": 0}, {}, {}

    def publish(self):
        """Changes some texts, never all."""
        texts = dict(self.editions[-1])
        for key in self.random.sample(sorted(texts), self.random.randint(1, 3)):
            texts[key] += 1
        self.editions.append(texts)

    def deliver(self, name):
        """Checks out an edition."""
        folder = self.case.folder / name
        rows = "".join(f"{m}.header,{l},Text {v}\n{m}.body,{l},Body\n" for (m, l), v in self.editions[self.at[name]].items())
        (folder / "vendor/texts.csv").write_text("key,locale,text\n" + rows)
        messages = ", ".join(f"{m}: {{ defaultFor: [{p}] }}" for m, p in PRODUCTS.items())
        (folder / "glossport.yaml").write_text(
            f"app: {APP}\nenvironment: production\ncredentials:\n  issuerID: 57246542-96fe-1a63-e053-0824d011072a\n  keyID: 2X9R4HXF34\n"
            f"  privateKeyFile: ../AuthKey_2X9R4HXF34.p8\ndeliveries: [{{ path: vendor/ }}]\nmessages: {{ {messages} }}\n"
            "rules: { message-missing-in-locale: off, wrong-script: off, wrong-language: off, target-equals-source: off }\n")

    def run(self, command, name, kill=None):
        options = {"command": command, "arguments": ["--yes"], "concurrency": 2}
        if kill:
            options["shim"] = {"kill": kill, "when": self.random.choice(["before", "after"])}
        return self.case.run(name, "journal/j.sqlite", **options)

    def step(self, number):
        name = self.random.choice(["old", "new"])
        if name == "new" and self.random.random() < 0.5:
            # Before that, the newest edition is confirmed at least once.
            if len(self.editions) - 1 in self.known:
                self.publish()
            self.at["new"] = len(self.editions) - 1
        if name == "old":
            self.at["old"] = self.random.choice(self.known or [0])
        self.deliver(name)
        drawn = self.random.random()
        command = ("settle",) if drawn < 0.3 else ("import",) if drawn < 0.9 else ("import", "--set-back")
        edition = self.editions[self.at[name]]
        if "--set-back" in command:
            # The next command continues a killed one.
            for key, version in edition.items():
                self.allowed.setdefault(key, set()).add(version)
        kill = self.random.randint(1, 90) if self.random.random() < 0.4 else None
        code = self.run(command, name, kill)
        self.counts[" ".join(command)] += 1
        self.counts["killed" if code == -signal.SIGKILL else f"exit {code}"] += 1
        if code not in (0, 3, 5, 9, -signal.SIGKILL):
            self.wrong.append(f"run {number}: `{' '.join(command)}` in {name} ends with {code}")
        if command[0] == "import" and code in (0, 9):
            if self.at[name] not in self.known:
                self.known.append(self.at[name])
            for key, version in edition.items():
                self.allowed[key] = {version} if "--set-back" in command else set()
        if self.random.random() < 0.7:
            self.case.emulator.post("approve", {})
        self.look(number, f"`{' '.join(command)}` of edition {self.at[name]} in {name} (exit {code})")

    def shown(self):
        """The version that customers see of each message and locale."""
        state = next((a for a in self.case.emulator.state()["apps"] if a["bundleId"] == APP), {"messages": [], "defaults": []})
        versions = {m["messageIdentifier"]: int(m["header"].split()[1]) for m in state["messages"]}
        messages = {product: message for message, product in PRODUCTS.items()}
        return {(messages[d["productId"]], d["locale"]): versions[d["messageIdentifier"]] for d in state["defaults"]}

    def look(self, number, what):
        now = self.shown()
        for key, last in self.seen.items():
            version = now.get(key)
            if version is None:
                self.wrong.append(f"run {number}, {what}: {key} shows nothing, and has shown version {last}")
            elif version < last and version not in self.allowed.get(key, ()):
                self.wrong.append(f"run {number}, {what}: {key} goes back from version {last} to {version}")
            elif version < last:
                self.counts["texts set back"] += 1
            elif version > last:
                self.counts["texts replaced"] += 1
        self.seen = now

    def live(self, runs):
        for number in range(runs):
            self.step(number)
            if self.wrong:
                return
        # In the end, customers see the newest edition.
        self.at["new"] = len(self.editions) - 1
        self.deliver("new")
        for _ in range(8):
            self.case.emulator.post("approve", {})
            if self.run(("import", "--set-back"), "new") == 0:
                break
        if self.shown() != self.editions[-1]:
            self.wrong.append(f"in the end customers see {self.shown()}, not {self.editions[-1]}")

    def close(self):
        self.case.emulator.stop()
        shutil.rmtree(self.case.folder)
