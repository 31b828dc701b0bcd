"""The choice of the column with the identifiers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iriform._io.errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from iriform.audit.options import Options

_NAMES = {
    *("iri", "iris", "uri", "uris", "url", "urls", "href", "hrefs", "link", "links"),
    *("identifier", "identifiers"),
}

# Between the words of a name: `page_url`, `page URL`, `pageUrl`.
_BETWEEN_WORDS = re.compile(r"[\W_]+|(?<=[a-z0-9])(?=[A-Z])")

# The number of first values of a column that a message counts, and their largest total size.
SAMPLE = 1000
LONGEST_SAMPLE = 2**24

# The largest numbers of columns that a message lists and suggests, and of characters of each name.
_LISTED = 20
_SUGGESTED = 2
_SHOWN = 100

# The longest name of a column, because it accompanies every value.
LONGEST_NAME = 2**10

_NUMBER = re.compile(r"\s*[-+]?[0-9]+(?:[.,][0-9]+)*(?:[eE][-+]?[0-9]+)?\s*")

# A scheme and an authority after it.
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def beginning(blocks: Iterator[bytes]) -> tuple[list[bytes], bool]:
    """Take blocks of lines until there are enough for a choice, and return whether these are all."""
    first: list[bytes] = []
    lines = size = 0
    for block in blocks:
        first.append(block)
        lines, size = lines + block.count(b"\n"), size + len(block)
        if lines > SAMPLE or size > LONGEST_SAMPLE:
            return first, False
    return first, True


def shown(text: bytes) -> str:
    r"""Decode the name of a column. Bytes that are not UTF-8 are shown as `\xff`."""
    return text.decode("utf-8", "backslashreplace")


def looks_like_address(text: str) -> bool:
    """Return True if a text is certainly a value, not the name of a column."""
    return _ADDRESS.match(text) is not None


def choose(
    columns: Iterable[str], options: Options, file: str, sample: Callable[[str], Iterable[object]]
) -> str:
    """Choose the column: the wanted one, the only one, or the only one with a common name.

    If no name is common, columns of numbers are ignored. The validity of values does not matter: a
    column of bad values is not skipped for another. `sample` returns the first values of a column,
    so an error message can say how many are valid.
    """
    chosen = _chosen([*dict.fromkeys(columns)], options, file, sample)
    if len(chosen) > LONGEST_NAME:
        raise AuditError(
            f"the name of the column of {file} has more than {LONGEST_NAME:,} characters:"
            f" {_cut(chosen)}"
        )
    return chosen


def _chosen(
    columns: Sequence[str],
    options: Options,
    file: str,
    sample: Callable[[str], Iterable[object]],
) -> str:
    wanted = options.column
    if wanted is not None:
        if wanted not in columns:
            close = " or ".join(map(_cut, _close(wanted, columns)))
            meant = f"did you mean {close}? It" if close else "it"
            is_partition = f"/{wanted}=" in f"/{file}"
            partition = (
                f"; {wanted}=… in its path is a partition, which iriform.storage.partitions reads"
            )
            raise AuditError(
                f"{file} has no column {wanted}; {meant} has: {_listed(map(_cut, columns), ', ')}"
                + partition * is_partition
            )
        return wanted
    usual = [*filter(has_usual_name, columns)]
    for candidates in (columns, usual):
        if len(candidates) == 1:
            return candidates[0]
    values = {name: _values(sample(name)) for name in columns}
    texts = [name for name in columns if not are_numbers(values[name])]
    if len(texts) == 1 and not usual:
        return texts[0]
    counts = {name: _count(values[name], options) for name in columns}
    by_share = sorted(counts, key=lambda name: -counts[name][0] / max(1, counts[name][1]))
    described = [f"{_cut(name)} ({_share(*counts[name])})" for name in by_share]
    raise AuditError(
        f"which column of {file} is meant? Say --column NAME; there are: {_listed(described, '; ')}"
    )


def has_usual_name(path: str) -> bool:
    """Return True if the last word of a name suggests identifiers.

    >>> [*map(has_usual_name, ["url", "page.imageURL", "page URL", "link_text", "homepage"])]
    [True, True, True, False, False]
    """
    words = _words(path.rpartition(".")[2])
    return bool(words) and words[-1] in _NAMES


def _words(name: str) -> list[str]:
    return [word.lower() for word in _BETWEEN_WORDS.split(name) if word]


def _close(wanted: str, columns: Sequence[str]) -> list[str]:
    """Return similar names: those with the same words, or nearly the same letters.

    >>> _close("url", ["Link URL", "Page", "curl"]), _close("pageurl", ["page_url"]), _close("c", ["a"])
    (['Link URL'], ['page_url'], [])
    """
    if words := {*_words(wanted)}:
        with_words = [name for name in columns if words.issubset(_words(name))]
        if with_words:
            return with_words[:_SUGGESTED]
    # It is only needed after a mistake.
    from difflib import get_close_matches

    by_letters = {"".join(_words(name)): name for name in reversed(columns)}
    close = get_close_matches("".join(_words(wanted)), by_letters, n=_SUGGESTED)
    return [by_letters[letters] for letters in close]


def _listed(names: Iterable[str], separator: str) -> str:
    """List names, but not thousands of them."""
    shown = list(names)
    more = len(shown) - _LISTED
    return separator.join(shown[:_LISTED] + [f"and {more:,} more"] * (more > 0))


def _cut(name: str) -> str:
    if not name:
        return "''"  # quoted for a shell; in JSON lines, a string that is the whole line
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"


def _values(sample: Iterable[object]) -> list[str]:
    """Take the available blocks."""
    return [value for value in sample if isinstance(value, str) and value]


def are_numbers(values: Sequence[str]) -> bool:
    """Return True if a column has only numbers, which would not be text in Parquet and JSON."""
    return bool(values) and all(map(_NUMBER.fullmatch, values))


def _count(values: Sequence[str], options: Options) -> tuple[int, int]:
    """Count the valid values, and all."""
    return sum(map(options.reference.is_valid, values)), len(values)


def _share(valid: int, there: int) -> str:
    """State how many values are valid; "all" and "none" are exact.

    >>> _share(3, 3), _share(999, 1000), _share(1, 1000), _share(0, 5), _share(0, 0)
    ('100% valid', '>99% valid', '<1% valid', '0% valid', 'no values')
    """
    if not there:
        return "no values"
    percent = round(100 * valid / there)
    if valid < there and percent == 100:  # noqa: PLR2004 - percent
        return ">99% valid"
    return "<1% valid" if valid and not percent else f"{percent}% valid"
