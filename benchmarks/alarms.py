"""Count the findings of real links that are true: `python -m benchmarks.alarms DIR`.

The links come from the packages of Debian and of the Python Package Index that are named below:
people wrote them into metadata, manuals, lists, ontologies and tests. `apt-get` and `pip` fetch
them into DIR if they are not there yet. The table of docs/rules-tested.md comes from here.

A finding is true if the author of the link would change the link after reading it, because it leads
nowhere, or not where it seems to, or shows a secret. `alarms.csv` has the judgements: one without a
value applies to all values of its code, one with a value (its secrets masked) to that value only.
Links to names for documentation (RFC 6761) and patterns for programs are left out.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter, defaultdict
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

from iriform import IRI
from iriform.findings import RULES
from iriform.security import masked

if TYPE_CHECKING:
    from collections.abc import Iterator

DEBIAN = (
    *("apache2-doc", "bash-doc", "calibre", "cmake-doc", "debian-handbook", "debian-policy"),
    *("developers-reference", "git-doc", "linux-doc-6.1", "mediawiki", "postgresql-doc-15"),
    *("python3.11-doc", "sphinx-doc", "webext-privacy-badger", "wordpress"),
)
PYPI = ("bioregistry", "brickschema", "linkml", "newspaper3k", "owlready2", "protego", "yt-dlp")

_HTML = (".html", ".htm", ".xhtml")
_TEXT = (
    *(
        ".txt",
        ".md",
        ".rst",
        ".py",
        ".recipe",
        ".json",
        ".xml",
        ".opml",
        ".ttl",
        ".owl",
        ".rdf",
        ".nt",
    ),
    *(
        ".n3",
        ".yaml",
        ".yml",
        ".csv",
        ".tsv",
        ".js",
        ".po",
        ".h",
        ".c",
        "METADATA",
        "PKG-INFO",
        "control",
    ),
)
# A link in text, up to a character that may delimit it.
_LINK = re.compile(r"\bhttps?://[^\s,\"'<>`\\{}|^()\[\]\u3000-\u303f\uff00-\uffef]+")
# A pattern for a program, not a link.
_PATTERN = re.compile(r"[*$]|%0?[0-9]*[sdi](?![0-9A-Fa-f])|\.\.\.|\.\+|…")

# The names for documentation and tests (RFC 2606, RFC 6761).
_EXAMPLE = re.compile(
    r"(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)\.?$", re.IGNORECASE
)


def packages(folder: Path) -> Iterator[Path]:
    """Fetch the packages that are missing, and yield all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DEBIAN:
        if not [*folder.glob(f"{name}_*.deb")]:
            subprocess.run(["apt-get", "download", "-q", name], cwd=folder, check=True)  # noqa: S603, S607
    for name in PYPI:
        stem = name.replace("-", "_")
        if not [*folder.glob(f"{stem}-*")]:
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", name]
            subprocess.run(pip, cwd=folder, check=True)  # noqa: S603
    yield from sorted(folder.iterdir())


def members(package: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package that may have links."""
    if package.suffix == ".deb":
        listed = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)  # noqa: S603, S607
        with tarfile.open(fileobj=listed.stdout, mode="r|") as archive:
            yield from _of_tar(archive)
        listed.wait()
    elif package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            for name in wheel.namelist():
                if name.endswith((*_HTML, *_TEXT)):
                    yield name, wheel.read(name)
    elif package.suffixes[-2:] == [".tar", ".gz"]:
        with tarfile.open(package) as archive:
            yield from _of_tar(archive)


def _of_tar(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    for member in archive:
        if member.isfile() and member.name.endswith((*_HTML, *_TEXT)):
            file = archive.extractfile(member)
            if file is not None:
                yield member.name, file.read()


class _Links(HTMLParser):
    """The references of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the values of `href` and `src`."""
        self.found += [value for name, value in attrs if name in {"href", "src"} and value]


def values(package: Path) -> Iterator[str]:
    """Yield the IRIs in a package."""
    for name, data in members(package):
        text = data.decode("utf-8", "replace")
        if name.endswith(_HTML):
            parser = _Links()
            parser.feed(text)
            yield from filter(IRI.is_valid, parser.found)
        else:
            for found in _LINK.finditer(text):
                link = found[0].rstrip(".,;:!?'")
                if IRI.is_valid(link) and not _PATTERN.search(link):
                    yield link


def homepages() -> Iterator[str]:
    """Yield the addresses of projects and repositories in Debian's list of packages."""
    listed = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True)  # noqa: S607
    for line in listed.stdout.splitlines():
        name, _, value = line.partition(": ")
        if (name == "Homepage" or name.startswith("Vcs-")) and IRI.is_valid(value):
            yield value


def gathered(folder: Path) -> set[str]:
    """Return the distinct links of all packages, which are stored next to the packages."""
    kept = folder / "links.txt"
    if not kept.exists():
        found = {*homepages()}
        for package in packages(folder):
            found.update(values(package))
        kept.write_text("\n".join(sorted(found)) + "\n", encoding="utf-8")
    return {*kept.read_text(encoding="utf-8").splitlines()}


def judgements() -> dict[tuple[str, str], bool]:
    """Return the stored judgements, by code and value; an empty value stands for all others."""
    with (Path(__file__).parent / "alarms.csv").open(encoding="utf-8", newline="") as file:
        return {(row["code"], row["value"]): row["true"] == "yes" for row in csv.DictReader(file)}


def table(folder: Path) -> Iterator[str]:
    """Yield the rows of the table: for each code, the number of links with it, judged, and true."""
    kept = judgements()
    found: dict[str, list[bool | None]] = defaultdict(list)
    for text in gathered(folder):
        link = IRI(text)
        if _EXAMPLE.search(link.host or "") or _PATTERN.search(link):
            continue
        for code in {finding.code for finding in link.check()}:
            judged = kept.get((code, masked(link)), kept.get((code, "")))
            found[code].append(judged)
            if judged is None:
                print(f"not judged: {code} {masked(link)}", file=sys.stderr)
    yield "| code | links | judged | true |\n|---|--:|--:|--:|"
    counts = Counter[str]()
    for rule in RULES:
        if values := found.get(rule.code):
            judged = [each for each in values if each is not None]
            counts.update(links=len(values), judged=len(judged), true=sum(judged))
            yield f"| `{rule.code}` | {len(values):,} | {len(judged):,} | {sum(judged):,} |"
    yield f"| all | {counts['links']:,} | {counts['judged']:,} | {counts['true']:,} |"


if __name__ == "__main__":
    for row in table(Path(sys.argv[1])):
        print(row)
