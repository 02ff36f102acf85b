"""A probe of the service, cut off at every journal step and send, and run again: it may leave nothing at the service.

The project's imported items must not change, and neither must the output of `plan` and `prune` about them.
"""
import json
import shutil

from rig import Case

COMMAND = ("doctor", "--probe", "--yes")


class Probe:
    def __init__(self, commands, folder):
        self.case = Case(commands, folder, "--rate-profile", "none")
        self.wrong = []

    def app(self, name):
        """A destination with three imported messages."""
        app = self.case.app(name, 3)
        path = self.case.folder / app / "glossport.yaml"
        path.write_text(path.read_text().replace(
            "listMessages: 10000000", "listMessages: 10000000, getDefault: 10000000, deleteMessage: 10000000"))
        self.case.complete(app, self.journal(app))
        return app

    def journal(self, app):
        return f"journal-{app}/j.sqlite"

    def probe(self, app, shim=None):
        return self.case.finish(self.case.start(app, self.journal(app), concurrency=1, shim=shim, command=COMMAND))

    def steps(self):
        """The number of steps of an undisturbed probe."""
        app = self.app("length")
        process = self.case.start(app, self.journal(app), concurrency=1, shim={}, command=COMMAND)
        if self.case.finish(process) != 0:
            self.wrong.append("an undisturbed probe does not end with 0")
        self.judge(app)
        return self.case.steps(process)

    def point(self, step, way):
        """Dies at a step and probes again; returns whether it died."""
        app = self.app(f"s{step}.{way['when']}")
        died = self.probe(app, {"kill": step} | way) < 0
        code = self.probe(app)
        # 3: an interrupted request may still upload its item, which the next probe looks for.
        if code not in (0, 3):
            self.wrong.append(f"{app}: the probe after the death ends with {code}")
        self.judge(app)
        return died

    def judge(self, app):
        held = next(a for a in self.case.emulator.state()["apps"] if a["bundleId"] == app)
        texts = [message["header"] for message in held["messages"]]
        if len(texts) != 3 or any("probe" in text for text in texts):
            self.wrong.append(f"{app}: the service holds {texts}")
        if held["images"] or held["defaults"]:
            self.wrong.append(f"{app}: the service holds {len(held['images'])} images and {len(held['defaults'])} defaults")
        plan = self.case.ask(app, self.journal(app), "plan", "--endpoint", self.case.emulator.url)
        if "probe" in plan.lower() or not plan or json.loads(plan)["counts"]["upload"]:
            self.wrong.append(f"{app}: the plan is {plan[:200]}")
        prune = self.case.ask(app, self.journal(app), "prune", "--endpoint", self.case.emulator.url)
        if "probe" in prune.lower():
            self.wrong.append(f"{app}: prune says {prune[:200]}")

    def close(self):
        self.case.emulator.stop()
        shutil.rmtree(self.case.folder)
