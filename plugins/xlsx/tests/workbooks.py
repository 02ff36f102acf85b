"""Runs the reader, alone and below Glossport, and makes small workbooks byte by byte, so that nothing in them is left to a library."""

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Union
from xml.sax.saxutils import escape, quoteattr

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testing"))
from reader_process import all_of, messages_in, request_line  # noqa: E402

PLUGIN = Path(__file__).absolute().parent.parent
READER = PLUGIN / "glossport-reader-xlsx"

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


class Result(NamedTuple):
    """What came out of the reader."""

    code: int
    messages: List[Dict[str, Any]]
    errors: str
    peak_mebibytes: float

    def all(self, kind: str) -> List[Dict[str, Any]]:
        return all_of(kind, self.messages)

    @property
    def rules(self) -> List[str]:
        return [finding["rule"] for finding in self.all("finding")]

    @property
    def texts(self) -> Dict[str, str]:
        """The texts by key and locale."""
        return {f"{unit['key']} {unit.get('locale', '')}".strip(): unit["target"] for unit in self.all("unit")}


# Starts the reader from a process that is small itself: what a child has at its birth counts for its peak.
PROBE = """
import resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_DATA, (512 << 20, 512 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


def run(arguments: Sequence[str], given: bytes = b"") -> Result:
    """Starts the reader as Glossport does: without an environment, in 512 MiB and two minutes of processor time."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROBE, str(READER), *arguments],
        input=given,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "GLOSSPORT_PROTOCOL": "1"},
        cwd="/",
        check=False,
    )
    *errors, peak = done.stderr.decode().splitlines()
    return Result(done.returncode, messages_in(done.stdout), "\n".join(errors), int(peak) / 1024)


def rows(data: bytes, **members: Any) -> Result:
    """What the reader alone says of a file."""
    path = members.pop("path", "texts.xlsx")
    members = {"features": ["columns", "rows"], **members}
    return run(["read", "--protocol", "1"], request_line(path, len(data), **members) + data)


GLOSSPORT = "GLOSSPORT_PROGRAMS" in os.environ and os.environ["GLOSSPORT_PROGRAMS"] + "/glossport"
# `vendor/texts.xlsx/Sheet:3:2: error: What is wrong.`, and below it `    What to do. [rule]`.
FINDING = re.compile(r"^\S.*?\.xlsx(?:/(.*))?:([0-9]+):([0-9]+): (error|warning|note): (.*)$")
HOME = tempfile.TemporaryDirectory()


def glossport(*arguments: str, folder: str) -> "subprocess.CompletedProcess[bytes]":
    places = {"XDG_CONFIG_HOME": f"{HOME.name}/config", "XDG_CACHE_HOME": f"{HOME.name}/cache"}
    environment = {**os.environ, **places}
    if not os.path.exists(places["XDG_CONFIG_HOME"]):
        trust = [str(GLOSSPORT), "plugin", "trust", str(READER), "--own"]
        subprocess.run(trust, env=environment, cwd=folder, check=True, capture_output=True)
    return subprocess.run([str(GLOSSPORT), *arguments], env=environment, cwd=folder, capture_output=True, check=False)


def read(data: bytes, raw: Optional[Result] = None, **members: Any) -> Result:
    """What the reader and Glossport's tables make of a file: units and findings, and the reader's `end`, which `raw` may know already."""
    if not GLOSSPORT:
        raise unittest.SkipTest("GLOSSPORT_PROGRAMS does not name the folder of a built glossport")
    path = members.pop("path", "texts.xlsx")
    options, locale = members.pop("options", {}), members.pop("locale", None)
    own = {name: value for name, value in options.items() if name in ("sheet", "trim")}
    if raw is None:
        raw = rows(data, options=own, **members)
    if raw.code:
        return raw
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / Path(path).name
        file.write_bytes(data)
        arguments = ["read", "--format", "xlsx", "--color=never", "--verbose", file.name]
        arguments += [part for name, value in options.items() for part in ("--option", f"{name}={value}")]
        arguments += ["--as-locale", locale] if locale else []
        done = glossport(*arguments, folder=folder)
    if done.returncode not in (0, 4):
        raise AssertionError(done.stderr.decode())
    messages: List[Dict[str, Any]] = []
    for line in done.stdout.decode().split("\n")[:-1]:
        unit = json.loads(line)
        part = unit.pop("path").partition(".xlsx/")[2]
        messages.append({"unit": {name: value for name, value in {**unit, "part": part}.items() if value not in (None, [])}})
    lines = done.stderr.decode().split("\n")
    for line, below in zip(lines, lines[1:]):
        match = FINDING.match(line)
        if match:
            part, row_number, column_number, severity, text = match.groups()
            rule = below.rstrip("]").rpartition("[")[2].split(" ")[0]
            place = {"line": int(row_number), "column": int(column_number), **({"part": part} if part else {})}
            messages.append({"finding": {"rule": rule, "severity": severity, "text": text, "remedy": below.strip(), **place}})
    return raw._replace(messages=messages + [{"end": end} for end in raw.all("end")])


# Workbooks


def archive(parts: Dict[str, Union[str, bytes]], compression: int = zipfile.ZIP_STORED) -> bytes:
    """A zip archive that is the same on every machine and every day."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = compression
            info.create_system = 0
            file.writestr(info, content)
    return stream.getvalue()


def column(number: int) -> str:
    """`A` for 0."""
    return chr(65 + number) if number < 26 else column(number // 26 - 1) + column(number % 26)


def inline(text: str) -> str:
    """A cell's content: its text in place."""
    return f'<is><t xml:space="preserve">{escape(text)}</t></is>'


def cell(content: str, kind: str = "", style: str = "") -> str:
    """A cell without its place, for `row` to put in."""
    return f'<c r="@"{f" t={quoteattr(kind)}" if kind else ""}{f" s={quoteattr(style)}" if style else ""}>{content}</c>'


def row(number: int, *cells: Optional[str], attributes: str = "") -> str:
    """A row; what does not begin with `<` is a text."""
    written = ""
    for at, content in enumerate(cells):
        if content is None:
            continue
        xml = content if content.startswith("<c") else cell(inline(content), "inlineStr")
        written += xml.replace('r="@"', f'r="{column(at)}{number}"')
    return f'<row r="{number}"{attributes}>{written}</row>'


def sheet(*rows: str, before: str = "", after: str = "", namespace: str = MAIN) -> str:
    return (
        f'{DECLARATION}<worksheet xmlns="{namespace}">{before}<sheetData>{"".join(rows)}</sheetData>{after}</worksheet>'
    )


def table(*rows: Sequence[Optional[str]], **sheet_members: str) -> str:
    """A sheet of rows from 1."""
    return sheet(*(row(at, *cells) for at, cells in enumerate(rows, 1)), **sheet_members)


def parts(
    sheets: Dict[str, str],
    strings: Optional[str] = None,
    styles: Optional[str] = None,
    states: Optional[Dict[str, str]] = None,
    main: str = MAIN,
    office: str = OFFICE,
) -> Dict[str, Union[str, bytes]]:
    """The parts of a workbook."""
    listed, relations = "", ""
    result: Dict[str, Union[str, bytes]] = {}
    for number, (name, xml) in enumerate(sheets.items(), 1):
        state = f' state="{states[name]}"' if states and name in states else ""
        listed += f'<sheet name={quoteattr(name)} sheetId="{number}"{state} r:id="rId{number}"/>'
        relations += f'<Relationship Id="rId{number}" Type="{office}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        result[f"xl/worksheets/sheet{number}.xml"] = xml
    if strings is not None:
        relations += f'<Relationship Id="rIdStrings" Type="{office}/sharedStrings" Target="sharedStrings.xml"/>'
        result["xl/sharedStrings.xml"] = f'{DECLARATION}<sst xmlns="{main}">{strings}</sst>'
    if styles is not None:
        relations += f'<Relationship Id="rIdStyles" Type="{office}/styles" Target="styles.xml"/>'
        result["xl/styles.xml"] = f'{DECLARATION}<styleSheet xmlns="{main}">{styles}</styleSheet>'
    return {
        "_rels/.rels": f'{DECLARATION}<Relationships xmlns="{PACKAGE}">'
        f'<Relationship Id="rId1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{DECLARATION}<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{DECLARATION}<Relationships xmlns="{PACKAGE}">{relations}</Relationships>',
        **result,
    }


def workbook(*rows: Sequence[Optional[str]], name: str = "Texts") -> bytes:
    """A workbook of one sheet with one table."""
    return archive(parts({name: table(*rows)}))
