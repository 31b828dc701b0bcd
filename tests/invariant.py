"""The types whose instances have matched a grammar, for the attacks on this invariant."""

from __future__ import annotations

from typing import Any

import pytest

from iriform import IRI, _core

TYPES: list[type[Any]] = [
    value for value in vars(_core).values() if isinstance(value, type) and issubclass(value, str)
]
TEXT: dict[type[Any], str] = {t: "a" if not issubclass(t, IRI) else "a:b" for t in TYPES}
# The public names of each type that `str` does not have.
NAMES = {
    t: sorted(n for n in set(dir(t)) - set(dir(str)) if n[0] != "_" and hasattr(t, n))
    for t in TYPES
}
BAD = "no \ud800 text of ours"


def refused(*errors: type[Exception]) -> Any:
    return pytest.raises(errors or (TypeError,))
