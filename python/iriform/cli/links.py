"""Links in lines of text, for the verbs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from iriform import ParseError
from iriform._display import escape
from iriform.links import find

from .terminal import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from iriform.links import Found


def links_of(
    schemes: str | None = None, *, domains: bool = False, refang: bool = False, **ends: bool
) -> Callable[[str], Iterator[Found]]:
    """Make the finder for the links of a line, which end before a character that no IRI has."""
    search = partial(find, domains=domains, refang=refang, strict=True, **ends)  # type: ignore[arg-type]  # by name
    if schemes is None:
        return search
    names = [name.strip() for name in schemes.split(",")]
    wanted = partial(search, schemes="any" if names == ["any"] else names)
    try:
        wanted("")
    except ParseError:
        raise InputError(f"--schemes: {escape(schemes)} is not a list of schemes") from None
    return wanted
