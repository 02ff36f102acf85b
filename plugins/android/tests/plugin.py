"""Runs the plugin as Glossport does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testing"))
from reader_process import all_of, messages_in, request_line  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent
PLUGIN = FOLDER / "glossport-reader-android"
FIXTURES = FOLDER / "fixtures"


class Result(NamedTuple):
    code: int
    messages: list[dict[str, Any]]
    errors: str

    def of(self, name: str) -> list[dict[str, Any]]:
        return all_of(name, self.messages)

    def rules(self) -> list[str]:
        return [finding["rule"] for finding in self.of("finding")]

    def texts(self) -> dict[str, str]:
        return {unit["key"]: unit.get("target", "") for unit in self.of("unit")}


def read(content: bytes, path: str = "res/values-de/strings.xml", **members: Any) -> Result:
    return run("read", "--protocol", "1", content=request_line(path, len(content), **members) + content)


def read_strings(body: str, **members: Any) -> Result:
    """Reads what stands inside `<resources>`."""
    return read(document(body).encode(), **members)


def document(body: str) -> str:
    return f'<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n{body}\n</resources>\n'


def run(*arguments: str, content: bytes = b"") -> Result:
    process = subprocess.run([PLUGIN, *arguments], input=content, capture_output=True, cwd="/", env={"PATH": "/usr/bin:/bin"})
    return Result(process.returncode, messages_in(process.stdout), process.stderr.decode())
