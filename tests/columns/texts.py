"""All text of the public suites, and every tenth line of the corpora."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from tests.tables import CORPORA
from tests.vectors.rows import Place, folder


def strings(value: Any) -> Iterator[str]:
    """All text in a row of a vector."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from strings(member)
    elif isinstance(value, list):
        for member in value:
            yield from strings(member)


def vectors(place: Place) -> Iterator[str]:
    """All text of the vectors, the questions and the answers."""
    for file in sorted(folder(place).glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                yield from strings(json.loads(line))


def corpora() -> Iterator[str]:
    """Every tenth line of the corpora."""
    for file in CORPORA:
        with file.open(encoding="utf-8", errors="replace") as lines:
            yield from (line.rstrip("\r\n") for line in islice(lines, 0, None, 10))


def column_of(texts: Iterable[str]) -> list[str | None]:
    """Text that Arrow can represent, and some nulls."""
    distinct = dict.fromkeys(text for text in texts if is_unicode(text))
    return [None if i % 97 == 0 else text for i, text in enumerate(distinct)]


def is_unicode(text: str) -> bool:
    """Return True if text has no surrogate."""
    return not any("\ud800" <= c <= "\udfff" for c in text)
