"""Which column of a table holds the identifiers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iriform.audit.errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_NAMES = {"iri", "iris", "uri", "uris", "url", "urls", "href", "link", "links", "identifier"}

# A column is judged by its first values: how many, and how many bytes they may have together.
SAMPLE = 1000
_LONGEST_SAMPLE = 2**24

# The most columns that a message lists, and the most characters of each name.
_LISTED = 20
_SHOWN = 100

# A name goes with every value that is written down.
_LONGEST_NAME = 2**10

# A scheme and something after it. It is a guess about a column, and decides nothing about a value.
_LOOKS_LIKE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def beginning(blocks: Iterator[bytes]) -> tuple[list[bytes], bool]:
    """Take blocks of lines until there are enough to choose by, and tell whether these are all."""
    first: list[bytes] = []
    lines = size = 0
    for block in blocks:
        first.append(block)
        lines, size = lines + block.count(b"\n"), size + len(block)
        if lines > SAMPLE or size > _LONGEST_SAMPLE:
            return first, False
    return first, True


def shown(text: bytes) -> str:
    r"""Decode the name of a column. Bytes that are not UTF-8 are shown as `\xff`."""
    return text.decode("utf-8", "backslashreplace")


def looks_like_address(text: str) -> bool:
    """Tell whether text is certainly a value, and not the name of a column."""
    return _ADDRESS.match(text) is not None


def choose(columns: Mapping[str, Sequence[object]], wanted: str | None, file: str) -> str:
    """Choose the column: the wanted one, the only one, or the one that clearly has identifiers.

    `columns` are the names, and a sample of the values of each.
    """
    chosen = _chosen(columns, wanted, file)
    if len(chosen) > _LONGEST_NAME:
        raise AuditError(
            f"the name of the column of {file} has more than {_LONGEST_NAME:,} characters:"
            f" {_cut(chosen)}"
        )
    return chosen


def _chosen(columns: Mapping[str, Sequence[object]], wanted: str | None, file: str) -> str:
    if wanted is not None:
        if wanted not in columns:
            raise AuditError(
                f"{file} has no column {wanted}; it has: {_listed(map(_cut, columns), ', ')}"
            )
        return wanted
    if len(columns) == 1:
        return next(iter(columns))
    shares = {name: _share(values) for name, values in columns.items()}
    by_contents = [name for name, share in shares.items() if share >= 0.5]  # noqa: PLR2004 - half
    by_name = [name for name in columns if _NAMES & {*re.split(r"\W|_", name.lower())}]
    both = [name for name in by_contents if name in by_name]
    for candidates in (by_contents, both, [] if by_contents else by_name):
        if len(candidates) == 1:
            return candidates[0]
    described = [
        f"{_cut(name)} ({share:.0%} look like identifiers)" for name, share in shares.items()
    ]
    raise AuditError(
        f"which column of {file} is meant? Say --column NAME; there are: {_listed(described, '; ')}"
    )


def _listed(names: Iterable[str], separator: str) -> str:
    """List names, but not thousands of them."""
    shown = list(names)
    more = len(shown) - _LISTED
    return separator.join(shown[:_LISTED] + [f"and {more:,} more"] * (more > 0))


def _cut(name: str) -> str:
    if not name:
        return "''"  # as a shell wants it; in JSON lines, a string that is the whole line
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"


def _share(values: Sequence[object]) -> float:
    """Tell how many of the values that are there look like identifiers."""
    there = [value for value in values if isinstance(value, str) and value]
    return sum(_LOOKS_LIKE.match(value) is not None for value in there) / max(1, len(there))
