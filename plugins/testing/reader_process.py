"""Runs a plugin as Glossport does, for the tests of the plugins."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Optional

Message = dict[str, dict[str, Any]]

# The request's members about them.
LIMITS = {"textBytes": 1 << 20, "notes": 64, "others": 20, "lineBytes": 4 << 20}
# Beside the checkout, not in it; tests that need them are skipped elsewhere.
CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora"


def request_line(path: str, size: Optional[int], **members: Any) -> bytes:
    """The request for a file of `size` bytes; `members` replace what usually stands in it."""
    features = ["columns", "declared", "other"]
    usual = {"path": path, "bytes": size, "locale": None, "bundle": None, "options": {}, "wanted": None}
    return json.dumps({"read": {**usual, "features": features, "limits": LIMITS, **members}}).encode() + b"\n"


def messages_in(output: bytes) -> list[Message]:
    # Not splitlines, to which U+2028 ends a line too.
    return [json.loads(line) for line in output.decode().split("\n")[:-1]]


def all_of(name: str, messages: list[Message]) -> list[dict[str, Any]]:
    return [message[name] for message in messages if name in message]


def texts(messages: list[Message]) -> list[tuple[str, Optional[str]]]:
    return [(unit["key"], unit.get("target")) for unit in all_of("unit", messages)]


def expected(fixture: Path) -> list[Message]:
    return messages_in(fixture.with_suffix(".jsonl").read_bytes())


class ReaderProcess:
    """The plugin in `folder`, which is asked for a file at `path` where a test names none."""

    def __init__(self, folder: Path, path: str) -> None:
        self.executable = folder / f"glossport-reader-{folder.name}"
        self.path = path

    def start(self, arguments: list[str], given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([self.executable, *arguments], input=given, capture_output=True, timeout=120, check=False)

    def read(self, content: bytes, **members: Any) -> list[Message]:
        """What it says of a file, with the counts that it must have."""
        line = request_line(members.pop("path", self.path), len(content), **members)
        process = self.start(["read", "--protocol", "1"], line + content)
        if process.returncode != 0 or process.stderr:
            raise AssertionError(f"exit code {process.returncode}: {process.stderr.decode()}")
        messages = messages_in(process.stdout)
        counts = {name: len(all_of(name, messages)) for name in ("unit", "finding")}
        end = messages[-1]["end"]
        if (end["units"], end["findings"], end["bytes"]) != (counts["unit"], counts["finding"], len(content)):
            raise AssertionError(f"wrong counts: {end}")
        return messages
