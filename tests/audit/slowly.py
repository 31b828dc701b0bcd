"""An audit of lines of text, a value at a time: slow, and obviously correct."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from iriform import IRI, ParseError

COMPONENTS = ("scheme", "authority", "userinfo", "host", "port_text", "path", "query", "fragment")


def slowly(file: Path) -> dict[str, Any]:
    """Audit a file."""
    counts = Counter[str]()
    tables: dict[str, Counter[str]] = {
        name: Counter() for name in ("schemes", "hosts", "problems", "mendable", "findings")
    }
    lengths: dict[str, Counter[int]] = {name: Counter() for name in ("text", *COMPONENTS)}
    with file.open("rb") as lines:
        for number, line in enumerate(lines):
            data = line.removesuffix(b"\n").removesuffix(b"\r")
            if number == 0:
                data = data.removeprefix(b"\xef\xbb\xbf")
            if not data:
                counts["empty"] += 1
                continue
            try:
                iri = IRI(data)
            except ParseError as error:
                counts["invalid"] += 1
                tables["problems"][str(error.reason)] += 1
                tables["mendable"][str(error.reason)] += can_be_mended(data)
                continue
            counts["valid"] += 1
            counts["ascii"] += iri.isascii()
            tables["schemes"][scheme_or_type(iri)] += 1
            if iri.host is not None:
                tables["hosts"][folded(iri.host)] += 1
            tables["findings"].update({finding.code for finding in iri.check()})
            for component, counted in lengths.items():
                part = iri if component == "text" else getattr(iri, component)
                if part is not None:
                    counted[len(part)] += 1
    return {
        **{name: counts[name] for name in ("valid", "invalid", "empty", "ascii")},
        **{name: dict(table) for name, table in tables.items()},
        "longest": {name: max(counted) for name, counted in lengths.items() if counted},
        "lengths": {name: spans(counted) for name, counted in lengths.items() if counted},
    }


def spans(lengths: Counter[int]) -> dict[str, int]:
    """Count the classes of lengths."""
    found = Counter[str]()
    for length, count in lengths.items():
        found[span(length)] += count
    return dict(found)


def can_be_mended(data: bytes) -> bool:
    """Return True if `repair`, which accepts text, changes the data."""
    try:
        return bool(IRI.repair(data.decode()).changes)
    except ValueError:
        return False


def scheme_or_type(iri: str) -> str:
    """The scheme of an IRI, and also the type of a package URL."""
    found = re.match("(?i:pkg:[^/?#]*)|[^:]*", iri)
    assert found
    return folded(found[0])


def folded(name: str) -> str:
    """Convert ASCII letters to lower case."""
    return "".join(c.lower() if c.isascii() else c for c in name)


def span(length: int) -> str:
    """Name the class of a length: powers of two."""
    low = 1
    while low * 2 <= length:
        low *= 2
    if length < 2:
        return str(length)
    return f"{low}-{2 * low - 1}"


if __name__ == "__main__":
    import json

    print(json.dumps(slowly(Path(sys.argv[1]))))  # noqa: T201 - it is a script
