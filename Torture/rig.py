"""The commands for torture.py: a key, an emulator, importers with the shim, a case for check.py."""
import base64
import ctypes
import json
import mmap
import os
import shutil
import signal
import struct
import subprocess
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCALES = ["ar-SA", "ca", "cs", "da", "de-DE", "el", "en-AU", "en-CA", "en-GB", "en-US", "es-ES", "es-MX", "fi", "fr-CA",
           "fr-FR", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "ms", "nl-NL", "no", "pl", "pt-BR", "pt-PT", "ro",
           "ru", "sk", "sv", "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant"]
# The texts are English in every locale, and not every locale has every message.
RULES = "rules: { message-missing-in-locale: off, wrong-script: off, wrong-language: off }"


class Commands:
    """The paths of the executables; the shim is compiled beside the cases."""

    def __init__(self, binaries, folder):
        self.glossport = str(Path(binaries).resolve() / "glossport")
        self.emulator = str(Path(binaries).resolve() / "retention-emulator")
        for path in (self.glossport, self.emulator):
            if not os.access(path, os.X_OK):
                raise SystemExit(f"{path} is not there: build it first (make torture does).")
        self.shim = str(Path(folder) / "shim.so")
        compiler = os.environ.get("CC") or next(filter(shutil.which, ["cc", "clang", "gcc"]), "cc")
        subprocess.run([compiler, "-O2", "-Wall", "-shared", "-fPIC", "-o", self.shim,
                        str(HERE / "shim.c"), "-ldl"], check=True)
        self.key, self.public = Path(folder) / "key.pem", Path(folder) / "public.pem"
        quiet = dict(check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                        self.key], **quiet)
        subprocess.run(["openssl", "pkey", "-in", self.key, "-pubout", "-out", self.public], **quiet)


def die_with_parent():
    """An importer or emulator never outlives the torture."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def bare_environment():
    """An environment without the caller's variables, except for the active mutant."""
    kept = {name: os.environ[name] for name in ("PATH", "TORTURE_MUTANT") if name in os.environ}
    return {"TMPDIR": "/tmp", "LANG": "C.UTF-8"} | kept


def unsigned_token(app):
    """A token that an emulator accepts with --accept-any-token."""
    encode = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    return f"{encode({'alg': 'ES256', 'typ': 'JWT'})}.{encode({'bid': app})}.AAAA"


class Emulator:
    def __init__(self, commands, folder, *flags, tokens=None):
        self.folder = Path(folder)
        tokens = tokens or ["--public-key", commands.public]
        output = open(self.folder / "emulator.out", "w+")
        self.process = subprocess.Popen(
            [commands.emulator, "--port", "0", *tokens, "--request-log",
             self.folder / "requests.jsonl", *map(str, flags)],
            stdout=output, stderr=subprocess.STDOUT, preexec_fn=die_with_parent)
        for _ in range(1_500):
            text = (self.folder / "emulator.out").read_text()
            if text.endswith("\n") and "://" in text:
                break
            time.sleep(0.01)
        else:
            raise SystemExit(f"The emulator did not start: {text}")
        self.url = text.split()[-1].rstrip(".")

    def post(self, path, value):
        request = urllib.request.Request(f"{self.url}/_emulator/{path}", json.dumps(value).encode(), method="POST")
        urllib.request.urlopen(request, timeout=30).read()

    def state(self):
        return json.loads(urllib.request.urlopen(f"{self.url}/_emulator/state", timeout=30).read())

    def fill(self, app):
        """Uploads the messages of another emulator's app and sets its defaults; this one accepts any token."""
        token = unsigned_token(app["bundleId"])

        def put(path, **value):
            request = urllib.request.Request(f"{self.url}/inApps/v1/messaging/{path}", json.dumps(value).encode(), method="PUT", headers={
                "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=30).read()

        for message in app["messages"]:
            put(f"message/{message['messageIdentifier']}", header=message["header"], body=message["body"])
        for default in app["defaults"]:
            put(f"default/{default['productId']}/{default['locale']}", messageIdentifier=default["messageIdentifier"])

    def stop(self):
        """Waits for delayed work, writes the last state to `state.json`, and ends the emulator."""
        if self.process.poll() is None:
            state = self.state()
            for _ in range(1_200):
                if not (state["inFlight"] or state["lateEffects"]):
                    break
                time.sleep(0.05)
                state = self.state()
            else:
                raise SystemExit("The emulator does not come to rest.")
            (self.folder / "state.json").write_text(json.dumps(state))
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)
        (self.folder / "requests.jsonl").touch()


class Case:
    """A folder with emulator, projects and journals; afterwards with `case.json` for check.py."""

    def __init__(self, commands, folder, *flags, budget=10_000_000, pace="hourly", **description):
        self.commands, self.folder, self.budget, self.pace = commands, Path(folder), budget, pace
        self.folder.mkdir(parents=True)
        (self.folder / "AuthKey_2X9R4HXF34.p8").write_bytes(commands.key.read_bytes())
        os.chmod(self.folder / "AuthKey_2X9R4HXF34.p8", 0o600)
        self.emulator = Emulator(commands, folder, *flags)
        self.apps, self.journals, self.runs = [], [], []
        self.description = {"allowance": budget} | description

    def app(self, name, items, complete=True):
        """A destination that wants this number of items."""
        name = f"com.example.{name}"
        folder = self.folder / name
        (folder / "vendor").mkdir(parents=True)
        wanted = []
        for n in range(items):
            message, locale = f"offer-{n // len(LOCALES)}", LOCALES[n % len(LOCALES)]
            wanted.append([message, locale, f"Clear night {n} in {name[12:]}"[:66], f"Stars and “planets” №{n}, {locale}"])
        rows = "".join(f'{m}.header,{l},{h}\n{m}.body,{l},"{b}"\n' for m, l, h, b in wanted)
        (folder / "vendor/texts.csv").write_text("key,locale,text\n" + rows)
        (folder / "glossport.yaml").write_text(
            f"app: {name}\nenvironment: sandbox\ncredentials:\n  issuerID: 57246542-96fe-1a63-e053-0824d011072a\n"
            f"  keyID: 2X9R4HXF34\n  privateKeyFile: ../AuthKey_2X9R4HXF34.p8\ndeliveries: [{{ path: vendor/ }}]\n"
            f"pace: {self.pace}\nbudgets: {{ uploadMessage: {self.budget}, listMessages: 10000000 }}\n"
            f"{RULES}\n")
        self.apps.append({"app": name, "environment": "sandbox", "wanted": wanted, "complete": complete})
        return name

    def place(self, journal):
        """The location of a journal of the case, for commands."""
        return str(self.folder / journal)

    def start(self, app, journal, concurrency=16, shim=None, arguments=(), preexec=None, wrapper=(), command=("import",)):
        """Starts an import, or another command; `shim` is None or {kill, when, lossy, clock}."""
        if journal not in self.journals:
            self.journals.append(journal)
            (self.folder / journal).parent.mkdir(parents=True, exist_ok=True)
        number = len(self.runs)
        run = {"app": app, "journal": journal, "exit": None, "concurrency": concurrency,
               "report": f"run-{number}.out", "status": None, "events": number % 2 == 1 and command == ("import",)}
        self.runs.append(run)
        environment = bare_environment() | {"HOME": str(self.folder)}
        if shim is not None:
            steps = self.folder / f"steps-{number % 64}"
            steps.write_bytes(struct.pack("qq", 0, shim.get("clock", 0)))
            run["steps"] = str(steps)
            environment |= {"LD_PRELOAD": self.commands.shim, "TORTURE_STEPS": str(steps),
                            "TORTURE_FOLDER": str((self.folder / journal).parent.resolve())}
            if shim.get("kill"):
                environment |= {"TORTURE_KILL": str(shim["kill"]), "TORTURE_WHEN": shim.get("when", "before")}
            if shim.get("lossy"):
                environment["TORTURE_LOSSY"] = "1"

        # The run's user may write there; I12 checks the contents.
        logs = self.folder / "log"
        logs.mkdir(exist_ok=True)
        logs.chmod(0o777)

        def prepare():
            die_with_parent()
            if preexec:
                preexec()

        with open(self.folder / f"run-{number}.out", "w") as out, open(self.folder / f"run-{number}.err", "w") as err:
            process = subprocess.Popen(
                [*wrapper, self.commands.glossport, *command, "--endpoint", self.emulator.url, "--output", "jsonl" if run["events"] else "json",
                 *self.settings(app, concurrency), "--journal", self.place(journal),
                 "--log", str(logs / f"run-{number}.jsonl"), *arguments],
                cwd=self.folder / app, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                preexec_fn=prepare)
        run["pid"] = process.pid
        process.run = run
        return process

    def settings(self, app, concurrency):
        """The flags for the app's project file with this many requests in flight."""
        if concurrency == 16:
            return []
        text = (self.folder / app / "glossport.yaml").read_text()
        path = self.folder / app / f"concurrency-{concurrency}.yaml"
        new = path.with_suffix(f".{len(self.runs)}")
        new.write_text(f"{text}\nconcurrency: {concurrency}\n")
        new.replace(path)
        return ["--project", path.name]

    def finish(self, process, timeout=180):
        """Waits for an import; 126 if it hangs, which is always a violation."""
        try:
            process.run["exit"] = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
            process.run["exit"] = 126
        return process.run["exit"]

    def run(self, app, journal, **options):
        return self.finish(self.start(app, journal, **options))

    def steps(self, process):
        with open(process.run["steps"], "rb") as file:
            return struct.unpack("qq", file.read(16))[0]

    def set_clock(self, process, seconds):
        with open(process.run["steps"], "r+b") as file, mmap.mmap(file.fileno(), 16) as view:
            view[8:16] = struct.pack("q", seconds)

    def complete(self, app, journal, tries=12, **options):
        """Imports until nothing is left to do."""
        for _ in range(tries):
            code = self.run(app, journal, **options)
            if code == 0 or code == 126 or code == 3 and not self.open_items(app, journal):
                break
        return code

    def ask(self, app, journal, *words):
        return subprocess.run(
            [self.commands.glossport, *words, "--output", "json", "--journal", self.place(journal)],
            cwd=self.folder / app, env=bare_environment(), stdin=subprocess.DEVNULL, capture_output=True,
            text=True).stdout

    def status(self, app, journal):
        return self.ask(app, journal, "status", "--project", ".")

    def open_items(self, app, journal):
        items = json.loads(self.status(app, journal) or '{"items":{}}')["items"]
        return sum(count for state, count in items.items() if state not in ("uploaded", "refused", "conflict"))

    def note_status(self):
        """Records the output of `status` at the end, for the last run of each destination."""
        for number, run in enumerate(self.runs):
            if any(later["app"] == run["app"] and later["journal"] == run["journal"] for later in self.runs[number + 1:]):
                continue
            text = self.status(run["app"], run["journal"])
            if text.strip():
                run["status"] = f"status-{number}.json"
                (self.folder / run["status"]).write_text(text)

    def close(self):
        self.emulator.stop()
        self.description |= {"apps": self.apps, "journals": self.journals, "runs": self.runs}
        (self.folder / "case.json").write_text(json.dumps(self.description))
