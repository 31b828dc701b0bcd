"""Text as it is written in a file: each character of a value, with whatever escapes it.

A replacement is `%` and hexadecimal digits, or nothing, so no syntax has to escape it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from iriform import Change

# One character of a value, as each syntax writes it.
PLAIN = re.compile(r".", re.DOTALL)
QUOTED_IN_CSV = re.compile(r'""|.', re.DOTALL)
STRING_OF_JSON = re.compile(
    r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|.", re.DOTALL
)
IRI_OF_RDF = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|.", re.DOTALL)


def changed(raw: str, character: re.Pattern[str], changes: Sequence[Change]) -> str:
    r"""Make changes of a value in the text that stands for it.

    >>> from iriform import IRI
    >>> changed(r"http:\/\/a\/b\u0020c", STRING_OF_JSON, IRI.repair("http://a/b c").changes)
    'http:\\/\\/a\\/b%20c'
    """
    pieces = character.findall(raw)
    for change in reversed(changes):
        start, stop = change.span
        pieces[start:stop] = [change.replacement]
    return "".join(pieces)
