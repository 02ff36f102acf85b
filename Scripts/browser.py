"""Shared code of the scripts that check pages in headless Chromium: the browser, axe-core, and a list of failures.

Needs Debian's chromium-driver; installs axe-core (Scripts/axe-core.txt) in .build/axe.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.request

# The command refuses unknown variables, such as those of the tests.
for name in [name for name in os.environ if name.startswith("GLOSSPORT_")]:
    del os.environ[name]

ROOT = pathlib.Path(__file__).resolve().parent.parent
AXE = ROOT / ".build/axe"
WIDTHS, SCHEMES = (393, 800, 1400), ("light", "dark")
failures = []


def check(name, truth, detail=""):
    print(f"{'ok' if truth else 'FAILED'} {name}{f': {detail}' if detail and not truth else ''}", flush=True)
    if not truth:
        failures.append(name)


def call(method, url, value=None):
    data = None if value is None else json.dumps(value).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as reply:
        return json.loads(reply.read() or b"null")


class Browser:
    def __init__(self, driver):
        line = next(line for line in driver.stdout if "started successfully on port" in line)
        base = f"http://127.0.0.1:{line.strip().rstrip('.').split()[-1]}"
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        options = {
            "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "timeouts": {"script": 300_000},
        }
        session = call("POST", f"{base}/session", {"capabilities": {"alwaysMatch": options}})["value"]
        self.session = f"{base}/session/{session['sessionId']}"

    def cdp(self, command, **parameters):
        return call("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": parameters})["value"]

    def open(self, address, width=1_400, scheme="light"):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=1_000, deviceScaleFactor=1, mobile=False)
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        call("POST", f"{self.session}/url", {"url": "about:blank"})
        self.log("browser"), self.log("performance")
        call("POST", f"{self.session}/url", {"url": address})

    def close(self):
        call("DELETE", self.session)

    def run(self, script, mode="sync"):
        return call("POST", f"{self.session}/execute/{mode}", {"script": script, "args": []})["value"]

    def log(self, kind):
        return [entry["message"] for entry in call("POST", f"{self.session}/se/log", {"type": kind})["value"]]

    def requests(self):
        events = [json.loads(line)["message"] for line in self.log("performance")]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path, selector):
        box = self.run(f"""const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return {{x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: Math.min(r.height, 4000), scale: 1}}""")
        shot = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=box)
        path.write_bytes(base64.b64decode(shot["data"]))


def axe_core():
    """The engine's source, installed by its hash."""
    found = list(AXE.glob("lib/*/site-packages/axe_playwright_python/axe.min.js"))
    if not found:
        subprocess.run([sys.executable, "-m", "venv", AXE], check=True)
        pip = [AXE / "bin/pip", "install", "--quiet", "--no-deps", "--require-hashes", "-r", ROOT / "Scripts/axe-core.txt"]
        subprocess.run(pip, check=True)
        found = list(AXE.glob("lib/*/site-packages/axe_playwright_python/axe.min.js"))
    return found[0].read_text()


def barriers(browser, axe):
    """The violations that axe-core reports."""
    browser.run(axe)
    return browser.run("""const done = arguments[arguments.length - 1];
        axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations.map(v =>
            v.id + ': ' + v.nodes.length + ' × ' + v.nodes[0].html.slice(0, 160) + ' ' + v.nodes[0].failureSummary)),
            e => done(['' + e]))""", "async")


def too_wide(browser):
    """Elements that reach beyond the window, and may not."""
    return browser.run("""const room = document.documentElement.clientWidth;
        return [...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll,.skip,.hidden')
            && e.getBoundingClientRect().right > room + 1).slice(0, 5).map(e => e.outerHTML.slice(0, 120))""")


def driver():
    """A running chromedriver, to be terminated."""
    path = shutil.which("chromedriver") or sys.exit("There is no chromedriver: install chromium-driver.")
    return subprocess.Popen([path, "--port=0"], stdout=subprocess.PIPE, text=True)


def finish():
    print(f"{len(failures)} checks failed." if failures else "Every check passed.")
    sys.exit(1 if failures else 0)
