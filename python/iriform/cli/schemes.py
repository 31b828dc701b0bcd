"""The advice for values that only lack a scheme: `www.example.org/a`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform import ParseError
from iriform._web.links import find

from .terminal import complain

if TYPE_CHECKING:
    from iriform.audit.options import Reference


def lacks_scheme(text: str, reference: Reference) -> bool:
    """Return True if a text that cannot be repaired could be with a scheme before its host.

    A name must end with a top-level domain that is not a suffix of files: `sitemap.xml` is not a
    link.
    """
    try:
        value = reference.repair(text, default_scheme="https").value
    except ParseError:
        return False
    if value.host is not None and value.host.ip is not None:
        return True
    return any(found.span[0] == 0 for found in find(text, files=False))


def say_schemes(count: int) -> None:
    """Report the number of such values."""
    if count:
        complain(f"{count:,} more with --default-scheme https: they begin with a host")
