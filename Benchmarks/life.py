#!/usr/bin/env python3
"""Times each command of a message's life on a full app: 2,000 messages (40 in 50 locales), 40 images, 6 products.

Runs against an emulator on this machine. `wall` includes the network and the permitted pace; `own` is the processor time of the
command. The images contain noise, like photographs: decoding flat ones would prove little.
"""
import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Torture"))
from generate import LOCALES, texts  # noqa: E402
from rig import Case, Commands, bare_environment  # noqa: E402

MESSAGES, PRODUCTS, HEIGHT = 40, 6, 1080
OFFLINE = ("coverage", "simulate")


def png(rng, height):
    """3,840 pixels wide, RGB; rows repeat every few lines with other noise, which keeps the drawing fast."""
    width = 3840
    noise = [bytes(rng.choices(range(96, 112), k=width * 3)) for _ in range(16)]
    rows = b"".join(b"\1" + noise[rng.randrange(16)] for _ in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def project(case, rng):
    app = case.app("life", 0)
    folder = case.folder / app
    names = [f"campaign-{number}" for number in range(MESSAGES)]
    with open(folder / "vendor/texts.csv", "w") as file:
        file.write("key,locale,text\n")
        for name in names:
            for locale in LOCALES:
                fields = dict(texts(rng, name, locale)) | {"altText": f"Sky over {name}"}
                file.writelines(f'{name}.{field},{locale},"{text}"\n' for field, text in fields.items())
    (folder / "images").mkdir()
    size = 0
    for name in names:
        data = png(rng, HEIGHT)
        size += len(data)
        (folder / f"images/{name}.png").write_bytes(data)
    config = (folder / "glossport.yaml").read_text().replace(
        "budgets: {", "budgets: { uploadImage: 10000000, listImages: 10000000, configureDefault: 10000000,")
    config += "messages:\n" + "".join(
        f'  {name}: {{ image: "images/{{message}}.png"'
        + (f", defaultFor: [com.example.plan{number}]" if number < PRODUCTS else "") + " }\n"
        for number, name in enumerate(names))
    (folder / "glossport.yaml").write_text(config)
    return app, size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", required=True, help="the folder with the release builds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="glossport-life-") as folder:
        case = Case(Commands(options.binaries, folder), Path(folder) / "case", "--rate-profile", "none",
                    "--approve-after", "never")
        app, size = project(case, random.Random(1))
        print(f"\n{MESSAGES * len(LOCALES):,} messages in {len(LOCALES)} locales, {MESSAGES} images of 3840 × {HEIGHT} "
              f"({size / 1e6:,.0f} MB), {PRODUCTS} products (target: each command < 2 s of its own)")
        print(f"  {'command':34} {'exit':>4} {'wall s':>7} {'own s':>7} {'peak MiB':>9}")

        def step(*command):
            started = time.perf_counter()
            process = subprocess.Popen(
                [case.commands.glossport, *command, "--journal", "journal/j.sqlite"]
                + (["--endpoint", case.emulator.url] if command[0] not in OFFLINE else []),
                cwd=case.folder / app, env=bare_environment() | {"HOME": folder}, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
            print(f"  {' '.join(command):34} {process.returncode:4} {wall:7.2f} {usage.ru_utime + usage.ru_stime:7.2f} "
                  f"{usage.ru_maxrss / 1024:9.0f}")

        step("plan")
        step("import")
        step("settle")
        case.emulator.post("approve", {})
        step("settle")
        step("coverage")
        step("plan")
        step("import")
        step("prune")
        step("simulate", "--product", "com.example.plan1", "--locale", "de-DE")
        defaults = len(case.emulator.state()["apps"][0]["defaults"])
        print(f"  {defaults} defaults set.")
        case.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
