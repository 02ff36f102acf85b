"""Runs the plugin as Glossport does."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent.parent
PLUGIN = FOLDER / "glossport-reader-android"
FIXTURES = FOLDER / "fixtures"
CORPORA = FOLDER.parents[2] / "shared" / "corpora"
REQUEST: dict[str, Any] = {
    "locale": None,
    "bundle": None,
    "options": {},
    "wanted": None,
    "features": ["columns", "declared", "other"],
    "limits": {"textBytes": 1 << 20, "notes": 64, "others": 20, "lineBytes": 4 << 20},
}


class Result(NamedTuple):
    code: int
    messages: list[dict[str, Any]]
    errors: str

    def of(self, name: str) -> list[dict[str, Any]]:
        return [message[name] for message in self.messages if name in message]

    def rules(self) -> list[str]:
        return [finding["rule"] for finding in self.of("finding")]

    def texts(self) -> dict[str, str]:
        return {unit["key"]: unit.get("target", "") for unit in self.of("unit")}


def read(content: bytes, path: str = "res/values-de/strings.xml", **members: Any) -> Result:
    request = {"read": {"path": path, "bytes": len(content), **REQUEST, **members}}
    return run("read", "--protocol", "1", content=json.dumps(request).encode() + b"\n" + content)


def read_strings(body: str, **members: Any) -> Result:
    """Reads what stands inside `<resources>`."""
    return read(document(body).encode(), **members)


def document(body: str) -> str:
    return f'<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n{body}\n</resources>\n'


def run(*arguments: str, content: bytes = b"") -> Result:
    process = subprocess.run([PLUGIN, *arguments], input=content, capture_output=True, cwd="/", env={"PATH": "/usr/bin:/bin"})
    messages = [json.loads(line) for line in process.stdout.decode().splitlines()]
    return Result(process.returncode, messages, process.stderr.decode())
