"""Links to the clauses that messages cite."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .message import Part


@cache
def clause_uri(clause: str) -> str | None:
    """Return the address of a clause, if its document has one for each section.

    >>> clause_uri("RFC 3986 §7.4"), clause_uri("UTS #39 §4"), clause_uri("DID Core §3.1")
    ('https://www.rfc-editor.org/rfc/rfc3986#section-7.4', 'https://www.unicode.org/reports/tr39/', None)
    """
    if rfc := re.match(r"RFC (\d+)(?: §([\d.]+)| Appendix (\w))?", clause):
        number, section, appendix = rfc.groups()
        anchor = f"#section-{section}" if section else f"#appendix-{appendix}" if appendix else ""
        return f"https://www.rfc-editor.org/rfc/rfc{number}{anchor}"
    if report := re.match(r"U(?:TS|AX) #(\d+)", clause):
        return f"https://www.unicode.org/reports/tr{report[1]}/"
    return None


def linked(code: str, clause: str) -> Part:
    """Write a code in brackets. On a terminal it links to its clause."""
    uri = clause_uri(clause)
    return f"[{code}]" if uri is None else (f"[{code}]", f"link {uri}")
