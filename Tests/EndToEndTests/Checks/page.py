"""Opens the emulator's page in headless Chromium, and looks at it while the emulator's contents change.

usage: page.py ENDPOINT CHROMEDRIVER

The emulator takes any token and plays production. Chromium is steered by WebDriver, which is JSON over HTTP. Prints one
line for each check; the first that fails ends it with exit code 1.
"""

import base64
import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

endpoint, chromedriver = sys.argv[1].rstrip("/"), sys.argv[2]
DEADLINE_SECONDS = 60


def call(method, url, value=None, headers=None):
    data = None if value is None else json.dumps(value).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"} | (headers or {}), method=method)
    with urllib.request.urlopen(request) as reply:
        body = reply.read()
    return json.loads(body) if body else None


def upload(number, header):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    token = ".".join([part({"alg": "ES256", "kid": "KEY", "typ": "JWT"}), part({"bid": "com.example.northlight"}), "AAAA"])
    call("PUT", f"{endpoint}/inApps/v1/messaging/message/0000000{number}-0000-4000-8000-000000000000",
         {"header": header, "body": "Your plans stay with you."}, {"Authorization": f"Bearer {token}"})


class Browser:
    def __init__(self, driver):
        line = next(line for line in driver.stdout if "started successfully on port" in line)
        self.base = f"http://127.0.0.1:{line.strip().rstrip('.').split()[-1]}"
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,900"]
        options = {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        session = call("POST", f"{self.base}/session", {"capabilities": {"alwaysMatch": options}})["value"]
        self.session = f"{self.base}/session/{session['sessionId']}"

    def run(self, script):
        return call("POST", f"{self.session}/execute/sync", {"script": script, "args": []})["value"]

    def text(self):
        return self.run("return document.body.innerText")

    def complaints(self):
        return [entry["message"] for entry in call("POST", f"{self.session}/se/log", {"type": "browser"})["value"]]


def check(name, truth):
    if not truth:
        sys.exit(f"FAILED {name}")
    print(f"ok {name}")


def eventually(name, *wanted):
    """The page must show all of this sooner or later, without being loaded again."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < deadline:
        text = browser.text()
        if all(part in text for part in wanted):
            print(f"ok {name}")
            return
        time.sleep(0.05)
    sys.exit(f"FAILED {name}: {wanted} not in\n{browser.text()}")


with tempfile.TemporaryDirectory() as home:
    driver = subprocess.Popen([chromedriver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              env={"HOME": home, "PATH": "/usr/bin:/bin"})
    try:
        browser = Browser(driver)
        call("POST", f"{browser.session}/url", {"url": endpoint + "/"})
        eventually("an empty emulator says what to do next", "production", "Nothing has come in yet", "glossport import")
        upload(1, "Keep <b>your</b> garden")
        eventually("an upload appears by itself", "com.example.northlight", "pending", "1 waiting for review")
        check("uploaded text never becomes markup", "Keep <b>your</b> garden" in browser.text())
        upload(2, "Bleib noch ein bisschen 🌱")
        eventually("so does the next one", "Messages (2)", "Bleib noch ein bisschen 🌱")
        browser.run("const field = document.getElementById('filter'); field.value = 'GARDEN';"
                    "field.dispatchEvent(new Event('input'))")
        eventually("the filter ignores case", "Messages (1)")
        check("and hides the others", "Bleib" not in browser.text())
        browser.run("document.getElementById('approve').click()")
        eventually("the button approves what is pending", "approved", "0 waiting for review")
        check("it has nothing more to do", browser.run("return document.getElementById('approve').disabled"))
        check("all states at the emulator are approved", all(
            message["messageState"] == "APPROVED"
            for app in call("GET", f"{endpoint}/_emulator/state")["apps"] for message in app["messages"]))
        check("it fits a small window", browser.run("return document.documentElement.scrollWidth <= innerWidth"))
        check("Chromium has nothing to complain about", not browser.complaints())
        call("DELETE", browser.session)
    except urllib.error.HTTPError as error:
        sys.exit(f"FAILED {error}: {error.read().decode(errors='replace')[:400]}")
    finally:
        driver.terminate()
