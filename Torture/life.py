"""The whole life of a message, cut off at every journal step and send: import, settle, import of a changed text and image, settle, prune.

Judged by the texts that the service holds and that customers see, not by ids.
"""
import hashlib
import shutil
import struct
import subprocess
import zlib

from rig import Case, bare_environment

PRODUCT = "com.example.annual"
TEXTS = {1: {"de-DE": "Bleib", "fr-FR": "Restez", "ja": "このまま"}, 2: {"de-DE": "Bleib noch", "fr-FR": "Restez", "ja": "このまま"}}
COLORS = {1: {"de-DE": 30, "all": 60}, 2: {"de-DE": 90, "all": 60}}
# The commands in order, each with the delivered edition.
COMMANDS = [(["import"], 1), (["settle"], 1), (["import"], 2), (["settle"], 2), (["prune", "--yes"], 2)]


def png(shade):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + bytes((shade, shade, shade)) * 3840) * 160, 9)
    header = struct.pack(">IIBBBBB", 3840, 160, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Life:
    def __init__(self, commands, folder):
        self.case = Case(commands, folder, "--rate-profile", "none", "--approve-after", "never")
        self.wrong = []

    def app(self, name):
        """A destination with images and defaults, in its first edition."""
        app = self.case.app(name, 1)
        folder = self.case.folder / app
        text = (folder / "glossport.yaml").read_text()
        (folder / "glossport.yaml").write_text(
            text + f'messages: {{ keep: {{ image: "images/{{message}}/{{locale}}.png", defaultFor: [{PRODUCT}] }} }}\n')
        (folder / "images/keep").mkdir(parents=True)
        self.deliver(app, 1)
        return app

    def deliver(self, app, edition):
        folder = self.case.folder / app
        rows = "".join(f"keep.header,{locale},{text}\nkeep.body,{locale},Text\nkeep.altText,{locale},Alt\n"
                       for locale, text in TEXTS[edition].items())
        (folder / "vendor/texts.csv").write_text("key,locale,text\n" + rows)
        (folder / "images/keep/de-DE.png").write_bytes(png(COLORS[edition]["de-DE"]))
        (folder / "images/keep.png").write_bytes(png(COLORS[edition]["all"]))

    def live(self, app, journal, kill=None):
        """Runs all commands; `kill` is (command, step, way). Returns whether that command died."""
        died = False
        for number, (command, edition) in enumerate(COMMANDS):
            self.deliver(app, edition)
            if kill and kill[0] == number:
                process = self.case.start(app, journal, concurrency=1, shim={"kill": kill[1]} | kill[2], command=command)
                died = self.case.finish(process) < 0
                self.look_for_gaps(app, number)
                # An interrupted command is run again after a while.
                self.case.emulator.post("approve", {}) if command == ["settle"] else None
            code = self.case.run(app, journal, command=command)
            if code not in (0, 9):
                self.wrong.append(f"{app}: `{' '.join(command)}` ends with {code}")
            self.look_for_gaps(app, number)
            if command == ["import"]:
                self.case.emulator.post("approve", {})
        return died

    def state(self, app):
        state = self.case.emulator.state()["apps"]
        return next((a for a in state if a["bundleId"] == app), {"messages": [], "images": [], "defaults": []})

    def look_for_gaps(self, app, number):
        """From the first settling on, every locale shows a message, old or new."""
        if number >= 2 and len(self.state(app)["defaults"]) != len(TEXTS[1]):
            self.wrong.append(f"{app}: a customer sees nothing after command {number + 1}")

    def end(self, app):
        """Describes the final state."""
        state = self.state(app)
        headers = {m["messageIdentifier"]: m["header"] for m in state["messages"]}
        return {
            "messages": sorted(headers.values()),
            "images": sorted(i["sha256"] for i in state["images"]),
            "defaults": {d["locale"]: headers.get(d["messageIdentifier"]) for d in state["defaults"]},
        }

    @staticmethod
    def wanted():
        return {
            "messages": sorted(TEXTS[2].values()),
            "images": sorted(hashlib.sha256(png(shade)).hexdigest() for shade in COLORS[2].values()),
            "defaults": TEXTS[2],
        }

    def check(self, app, journal):
        if self.end(app) != self.wanted():
            self.wrong.append(f"{app}: ends as {self.end(app)}")
        check = subprocess.run(
            [self.case.commands.glossport, "journal", "check", "--journal", str(self.case.folder / journal)],
            cwd=self.case.folder / app, env=bare_environment(), capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if check.returncode:
            self.wrong.append(f"{app}: journal check: {check.stdout}{check.stderr}")

    def close(self):
        self.case.emulator.stop()
        shutil.rmtree(self.case.folder)
