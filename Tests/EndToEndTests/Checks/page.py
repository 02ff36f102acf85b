"""Opens the emulator's page in headless Chromium, and checks it while the emulator's contents change.

usage: page.py ENDPOINT CHROMEDRIVER

The emulator accepts any token and represents production. Chromium is controlled by WebDriver, which is JSON over HTTP.
Prints one line for each check; the first failure ends the script with exit code 1.
"""

import base64
import json
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib

endpoint, chromedriver = sys.argv[1].rstrip("/"), sys.argv[2]
DEADLINE_SECONDS = 60


def call(method, url, value=None, headers=None):
    data = value if isinstance(value, bytes) or value is None else json.dumps(value).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"} | (headers or {}), method=method)
    with urllib.request.urlopen(request) as reply:
        body = reply.read()
    return json.loads(body) if body else None


def send(path, value, **headers):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    token = ".".join([part({"alg": "ES256", "kid": "KEY", "typ": "JWT"}), part({"bid": "com.example.northlight"}), "AAAA"])
    call("PUT", f"{endpoint}/inApps/v1/messaging/{path}", value, {"Authorization": f"Bearer {token}"} | headers)


def identifier(number):
    return f"0000000{number}-0000-4000-8000-000000000000"


def upload(number, header, **more):
    send(f"message/{identifier(number)}", {"header": header, "body": "Your plans stay with you."} | more)


def picture():
    """Returns a gray picture of the smallest size that is allowed in messages."""
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + b"\x80" * 3840 * 3 for _ in range(160))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 3840, 160, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


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

    def enter(self, name, value):
        self.run(f"const field = document.getElementById('{name}'); field.value = {json.dumps(value)};"
                 "field.dispatchEvent(new Event('input'))")

    def press(self, selector):
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def complaints(self):
        return [entry["message"] for entry in call("POST", f"{self.session}/se/log", {"type": "browser"})["value"]]


def check(name, truth):
    if not truth:
        sys.exit(f"FAILED {name}")
    print(f"ok {name}")


def eventually(name, *wanted):
    """Waits until the page shows all of these texts, without reloading it."""
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
        browser.run("document.querySelector('.rows summary').focus(); window.before = document.activeElement")
        send(f"image/{identifier(9)}", picture(), **{"Content-Type": "image/png"})
        upload(2, "הגינה \u202eשלך", image={"imageIdentifier": identifier(9), "altText": "A bed of herbs"})
        eventually("so does the next one", "2 shown", "הגינה", "3 waiting for review")
        check("what was there is left alone, and keeps the focus", browser.run("return window.before === document.activeElement"))
        check("a text runs as its script does", browser.run(
            "const h = document.querySelectorAll('.rows .headline')[1]; return `${h.lang} ${h.dir}`") == "he rtl")
        check("what turns a text around is named", "⟨U+202E⟩" in browser.text())
        browser.press(".rows li:nth-child(2) summary")
        eventually("a message opens as a customer sees it", "Your plans stay with you.", "A bed of herbs", "header 10/66, body 25/144")
        check("with its picture", browser.run(
            "const i = document.querySelector('.phone img'); return i.decode().then(() => i.naturalWidth === 3840)"))
        browser.enter("filter", "GARDEN")
        eventually("the search ignores case", "1 shown")
        check("and hides the others", "הגינה" not in browser.text())
        for word, count in [("header", 0), ("bed herbs", 1), (identifier(2), 1), ("pending", 2), ("", 2)]:
            browser.enter("filter", word)
            eventually(f"searching {word!r} looks at values, not at names", f"{count} shown" if count else "Nothing to show.")
        browser.press(".rows li:nth-child(1) [data-part=reject]")
        eventually("one message is rejected", "rejected", "2 waiting for review")
        browser.press("#approve")
        eventually("a button approves the rest", "approved", "0 waiting for review")
        check("it has nothing more to do", browser.run("return document.getElementById('approve').disabled"))
        states = {each["messageIdentifier"][7]: each["messageState"]
                  for app in call("GET", f"{endpoint}/_emulator/state")["apps"] for each in app["messages"]}
        check("the emulator has it so", states == {"1": "REJECTED", "2": "APPROVED"})
        send("default/com.example.northlight.annual/he", {"messageIdentifier": identifier(2)})
        browser.press("[href='#defaults']")
        eventually("defaults are shown", "com.example.northlight.annual", "1 locale")
        browser.press("[href='#pictures']")
        eventually("pictures are shown", "full size", "in 1 message")
        browser.press("[href='#requests']")
        eventually("requests are shown", "PUT default/com.example.northlight.annual/he", "200")
        check("without a token", "Bearer" not in browser.text() and "eyJ" not in browser.text())
        browser.press("[href='#service']")
        eventually("so are faults and budgets", "No faults active.", "uploadMessage")
        browser.run("const f = document.getElementById('fault').elements; f.name.value = '500-before'; f.when.value = '2'; f.name.form.requestSubmit()")
        eventually("a mistake is explained", "a probability must be between 0 and 1")
        browser.run("const f = document.getElementById('fault').elements; f.when.value = '1'; f.endpoint.value = 'listImages'; f.name.form.requestSubmit()")
        eventually("a fault is switched on", "500-before/listImages=1", "1 fault in force")
        browser.press("[data-part=end]")
        eventually("and off", "No faults active.")
        browser.run("const field = document.querySelector(\"[aria-label='Allowance of listImages']\"); field.value = '7'; field.form.requestSubmit()")
        deadline = time.monotonic() + DEADLINE_SECONDS
        while call("GET", f"{endpoint}/_emulator/budgets")["budgets"]["listImages"] != 7 and time.monotonic() < deadline:
            time.sleep(0.05)
        check("a budget is set", call("GET", f"{endpoint}/_emulator/budgets")["budgets"]["listImages"] == 7)
        check("it fits a small window", browser.run("return document.documentElement.scrollWidth <= innerWidth"))
        # Chromium logs the emulator's intended error for the invalid fault above.
        complaints = [each for each in browser.complaints() if "_emulator/faults" not in each]
        check("Chromium has nothing to complain about", not complaints)
        call("DELETE", browser.session)
    except urllib.error.HTTPError as error:
        sys.exit(f"FAILED {error}: {error.read().decode(errors='replace')[:400]}")
    finally:
        driver.terminate()
