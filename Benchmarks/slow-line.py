#!/usr/bin/env python3
"""Imports four pictures of 10 MB over a line of 5 Mbit/s that they share; a minute.

A time-out that is the same for all bodies gives up on each of them again and again.
"""

import argparse, json, os, pathlib, random, struct, subprocess, sys, tempfile, time, zlib

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--binaries", default=".build/debug", help="where glossport and retention-emulator are")
parser.add_argument("--bandwidth", default="5mbit")
parser.add_argument("--pictures", type=int, default=4)
parser.add_argument("--height", type=int, default=870, help="870 rows of noise are 10 MB")
arguments = parser.parse_args()
binaries = pathlib.Path(arguments.binaries).resolve()


def noise(height, seed):
    """A PNG that no compression makes smaller."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = random.Random(seed)
    pixels = b"".join(b"\0" + rows.randbytes(3840 * 3) for _ in range(height))
    header = struct.pack(">IIBBBBB", 3840, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels, 0)) + chunk(b"IEND", b"")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    key = ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.p8"]
    subprocess.run(key, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    (folder / "key.p8").chmod(0o600)
    (folder / "vendor").mkdir()
    rows = ["key,locale,text"]
    messages = []
    total = 0
    for number in range(arguments.pictures):
        picture = noise(arguments.height, number)
        total += len(picture)
        (folder / f"{number}.png").write_bytes(picture)
        rows += [f"m{number}.{field},de-DE,{field} {number}" for field in ("header", "body", "altText")]
        messages.append(f"  m{number}: {{ image: {number}.png }}")
    (folder / "vendor/texts.csv").write_text("\n".join(rows) + "\n")
    (folder / "glossport.yaml").write_text(
        "app: com.example.slow\nenvironment: sandbox\n"
        "credentials: { issuerID: 57246542-96fe-1a63-e053-0824d011072a, keyID: 2X9R4HXF34, privateKeyFile: key.p8 }\n"
        "deliveries: [{ path: vendor/ }]\nmessages:\n" + "\n".join(messages) + "\n"
    )
    emulator = subprocess.Popen(
        [binaries / "retention-emulator", "--port", "0", "--accept-any-token", "--bandwidth", arguments.bandwidth],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        endpoint = emulator.stdout.readline().split()[-1]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GLOSSPORT_")}
        start = time.monotonic()
        call = subprocess.run(
            [binaries / "glossport", "import", "--endpoint", endpoint, "--output", "json"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
        )
        elapsed = time.monotonic() - start
        report = json.loads(call.stdout or b"{}")
        print(
            f"{arguments.pictures} pictures, {total / 1e6:.1f} MB at {arguments.bandwidth}: exit {call.returncode}, "
            f"{elapsed:.0f} s, {report.get('requests')} requests, images {report.get('images')}"
        )
        sys.exit(call.returncode)
    finally:
        emulator.terminate()
        emulator.wait()
