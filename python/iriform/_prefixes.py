"""The parts of `PrefixMap` that are written in Python: its error, and contexts of JSON-LD."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ._core import PrefixMap
from ._display import escape

if TYPE_CHECKING:
    from ._core import IRI

__all__ = ["PrefixMap", "UnknownPrefix"]

Mapping.register(PrefixMap)  # pyright: ignore[reportAttributeAccessIssue]

# In code points. A longer prefix is shown abbreviated and is not taken for a typing mistake.
LONGEST = 60


class UnknownPrefix(ValueError):  # noqa: N818 - it is what it says
    """A compact IRI has a prefix that the map does not have.

    >>> from iriform import PrefixMap, UnknownPrefix
    >>> try:
    ...     PrefixMap({"dbr": "http://dbpedia.org/resource/"}).expand("dbo:Paris")
    ... except UnknownPrefix as error:
    ...     print(error)
    unknown prefix 'dbo'; near it: 'dbr'
    """

    __module__ = "iriform"  # where it is imported from, and what tracebacks name

    # `args` are the prefix, the map, and whether a scheme of that name is registered.

    @property
    def prefix(self) -> str:
        """The text before the colon."""
        prefix: str = self.args[0]
        return prefix

    @property
    def near(self) -> tuple[str, ...]:
        """At most three similar names in the map, the most similar first."""
        names = list(self.args[1])
        same = [name for name in names if name.casefold() == self.prefix.casefold()]
        if same or len(self.prefix) > LONGEST:
            return tuple(same[:3])
        from difflib import get_close_matches

        return tuple(get_close_matches(self.prefix, names))

    def __str__(self) -> str:
        """Name the prefix and the similar ones."""
        near = ", ".join(map(shown, self.near))
        hint = f"; near it: {near}" if near else ""
        if self.args[2]:
            hint += "; a scheme has that name, so this may be an IRI already"
        return f"unknown prefix {shown(self.prefix)}{hint}"


def shown(name: str) -> str:
    """Show a name from outside in a message: cropped and escaped."""
    cropped = name if len(name) <= LONGEST else name[:LONGEST] + "…"
    return f"'{escape(cropped)}'"


def restored(prefixes: Mapping[str, IRI], declared: list[str]) -> PrefixMap:
    """Restore a pickled map."""
    return PrefixMap(prefixes, declared=declared)
