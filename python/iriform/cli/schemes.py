"""The advice for values that only lack a scheme: `www.example.org/a`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from iriform import ParseError

from .terminal import complain

if TYPE_CHECKING:
    from iriform.audit.options import Reference


def lacks_scheme(text: str, reference: Reference) -> bool:
    """Tell whether a text that cannot be repaired could be, if a scheme were put before it."""
    try:
        reference.repair(text, default_scheme="https")
    except ParseError:
        return False
    return True


def say_schemes(count: int) -> None:
    """Say of how many values that is so."""
    if count:
        complain(f"{count:,} more with --default-scheme https: they begin with a host")
