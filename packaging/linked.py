"""The parts that are linked into the programs: packages of Swift, the runtime, and the system's libraries, with versions and licences."""
import dataclasses
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRODUCTS = ["glossport", "retention-emulator"]


@dataclasses.dataclass
class Package:
    """A package of Swift, as it was checked out."""

    name: str
    version: str
    location: str
    revision: str
    folder: pathlib.Path
    licence: str
    # The folders of its linked C sources; they often contain other people's work.
    c_sources: list[pathlib.Path]


def notices(folder):
    """The licence files of a folder that must be distributed with it."""
    return sorted(file for file in folder.glob("*") if re.match(r"LICEN[CS]E|NOTICE|COPYING", file.name) and file.is_file())


def added_notices(name):
    """Notices that must be distributed with a work but are not among its files, from packaging/notices."""
    return [file for file in [ROOT / "packaging/notices" / f"{name}.txt"] if file.is_file()]


def packages(programs):
    """The linked packages: those whose sources became object files in the linker's input.

    `programs` is the folder that `packaging/build` printed.
    """
    build = pathlib.Path(programs).resolve()
    scratch = build.parent.parent
    manifest = (scratch / f"{build.name}.yaml").read_text()
    modules = set()
    for product in PRODUCTS:
        for line in (build / f"{product}.product/Objects.LinkFileList").read_text().splitlines():
            modules.add(re.search(r"/([^/]+)\.build/", line)[1])
    sources, known = {}, set()
    # As in: inputs: ["…/checkouts/swift-nio/Sources/NIOCore/Channel.swift", …], then outputs: ["…/NIOCore.build/sources"]
    for inputs, outputs in re.findall(r"^ +inputs: (\[.*\])\n +outputs: (\[.*\])$", manifest, re.M):
        written = re.search(r"/([^/]+)\.build/(?:sources\b|[^\"]*\.o\b)", outputs)
        if not written or written[1] not in modules:
            continue
        known.add(written[1])
        for package, path in re.findall(r"/checkouts/([^/\"]+)/([^\"]+)\"", inputs):
            sources.setdefault(package, set()).add(path)
    if modules - known:
        raise SystemExit(f"It is not known where these come from: {sorted(modules - known)}")
    pins = {}
    for pin in json.loads((scratch.parent / "Package.resolved").read_text())["pins"]:
        pins[pathlib.PurePosixPath(pin["location"]).name.removesuffix(".git")] = pin
    found = []
    for name, paths in sorted(sources.items(), key=lambda entry: entry[0].lower()):
        pin, folder = pins[name], scratch / "checkouts" / name
        native = {path.split("/")[1] for path in paths if path.startswith("Sources/") and not path.endswith(".swift")}
        found.append(
            Package(
                name, pin["state"]["version"], pin["location"].removesuffix(".git"), pin["state"]["revision"], folder,
                identifier(folder), [folder / "Sources" / target for target in sorted(native)],
            )
        )
    return found


def identifier(folder):
    """The SPDX identifier of the licence in a package's folder."""
    text = " ".join(next(folder.glob("LICENSE*")).read_text().split())
    if text.startswith("Apache License") and "Runtime Library Exception to the Apache 2.0 License" in text:
        return "Apache-2.0 WITH Swift-exception"
    if text.startswith("Apache License"):
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    raise SystemExit(f"{folder.name} has a licence that packaging/linked.py does not know: read it, then add it.")


def runtime():
    """The version of Swift whose runtime is linked, and the file with its licence."""
    information = json.loads(subprocess.check_output(["swift", "-print-target-info"]))
    version = re.search(r"Swift version ([\d.]+)", information["compilerVersion"])[1]
    resources = pathlib.Path(information["paths"]["runtimeResourcePath"])
    return version, resources.parent.parent / "share/swift/LICENSE.txt"


def system_libraries(programs):
    """The system's packages whose libraries the programs load, as (name, version, architecture)."""
    names = set()
    for product in PRODUCTS:
        dynamic = subprocess.check_output(["readelf", "-d", pathlib.Path(programs) / product], text=True)
        names.update(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
    cache = subprocess.check_output(["/sbin/ldconfig", "-p"], text=True)
    found = set()
    for name in names:
        path = pathlib.Path(re.search(rf"^\s*{re.escape(name)} \(.*=> (.*)$", cache, re.M)[1])
        # Debian keeps libraries where /lib leads, and knows some of them by the shorter name.
        for candidate in dict.fromkeys([str(path), str(path.resolve()), str(path.resolve()).removeprefix("/usr")]):
            owner = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
            if owner.returncode == 0:
                package = owner.stdout.split(": ")[0]
                break
        else:
            raise SystemExit(f"No package of the system owns {path}.")
        query = ["dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}", package]
        found.add(tuple(subprocess.check_output(query, text=True).split()))
    return sorted(found)
