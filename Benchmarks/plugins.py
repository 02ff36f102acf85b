#!/usr/bin/env python3
"""What it costs to read with a plugin: a large file's messages, many small files, and what the host adds to an interpreter's start.

Prints ratios against the same plugin run without a host, in the same minutes: absolute times say little about another machine.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

PLUGIN = '''#!/usr/bin/python3 -I
import json, os, sys
if sys.argv[1] == "describe":
    print(json.dumps({"protocol": [1], "id": "canned", "name": "Canned", "version": "1", "features": ["columns"],
                      "match": {"extensions": ["canned"]}, "options": [], "rules": [], "needs": []}))
    sys.exit()
request = json.loads(sys.stdin.buffer.readline())["read"]
count = 0
while piece := sys.stdin.buffer.read(1 << 20):
    count += len(piece)
# Its output was written before, so that its own speed is not measured.
for number in range(int(os.path.basename(request["path"]).split("-")[0])):
    with open(os.path.dirname(os.path.abspath(__file__)) + "/messages", "rb") as messages:
        while piece := messages.read(1 << 20):
            sys.stdout.buffer.write(piece)
units = UNITS * int(os.path.basename(request["path"]).split("-")[0])
print(json.dumps({"end": {"units": units, "others": 0, "findings": 0, "bytes": count}}))
'''


def timed(*command, **options):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", required=True)
    glossport = os.path.abspath(parser.parse_args().command)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("plugin")
        lines = []
        for number in range(40_000):
            unit = {"key": f"campaign-{number}.body", "locale": "de-DE", "source": "Stars, planets and aurora, told tonight.",
                    "target": "Sterne, Planeten und Polarlichter – heute Nacht erzählt.", "state": "translated", "line": number + 1, "column": 8}
            lines.append(json.dumps({"unit": unit}, ensure_ascii=False, separators=(",", ":")))
        with open("plugin/messages", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        size = os.path.getsize("plugin/messages")
        with open("plugin/glossport-reader-canned", "w", encoding="utf-8") as file:
            file.write(PLUGIN.replace("UNITS", str(len(lines))))
        os.chmod("plugin/glossport-reader-canned", 0o755)
        with open("glossport.yaml", "w", encoding="utf-8") as file:
            file.write("app: com.example.northlight\nreaders:\n  canned:\n    command: [plugin/glossport-reader-canned]\n")
        environment = {"PATH": "/usr/bin:/bin", "HOME": folder}
        subprocess.run([glossport, "plugin", "trust", "canned"], check=True, stdout=subprocess.DEVNULL, env=environment)

        large = 200_000_000 // size
        for name in (f"{large}-large.canned", "1-small.canned", "0-nothing.canned"):
            with open(name, "wb") as file:
                file.write(b"x" * (100_000_000 if "large" in name else 10))
        seconds = min(timed(glossport, "read", "--quiet", f"{large}-large.canned", env=environment) for _ in range(3))
        start = min(timed(glossport, "read", "--quiet", "0-nothing.canned", env=environment) for _ in range(5))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"100 MB in, {large * size / 1e6:.0f} MB of messages out: {large * size / 1e6 / (seconds - start):.0f} MB/s of messages; peak {peak:.0f} MiB")

        os.mkdir("many")
        for number in range(1_000):
            with open(f"many/0-{number}.canned", "wb") as file:
                file.write(b"x")
        request = {"path": "0-1.canned", "bytes": 1, "locale": None, "bundle": None, "options": {}, "wanted": None, "features": [], "limits": {}}
        question = json.dumps({"read": request}).encode() + b"\nx"
        hosted = timed(glossport, "read", "--quiet", "many", env=environment)
        began = time.monotonic()
        for _ in range(1_000):
            subprocess.run(["plugin/glossport-reader-canned", "read", "--protocol", "1"], input=question, check=True, stdout=subprocess.DEVNULL, env=environment)
        bare = time.monotonic() - began
        print(f"1,000 small files: {hosted:.1f} s; the plugin alone {bare:.1f} s; {hosted - bare:+.1f} ms a file for host, sandbox and checks")


main()
