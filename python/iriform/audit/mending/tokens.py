"""Finds the IRIs in Turtle and its relatives, in text that a parser has accepted."""

from __future__ import annotations

import re

# What is between IRIs: a comment, a string, an escape in a name, a bracket of a triple term, all
# else. Each alternative begins with another character, so that the time is linear.
_BETWEEN = (
    r"#[^\r\n]*",
    r'"""[^"\\]*(?:(?:\\.|""?(?!"))[^"\\]*)*"""',
    r"'''[^'\\]*(?:(?:\\.|''?(?!'))[^'\\]*)*'''",
    r'"(?!"")[^"\\]*(?:\\.[^"\\]*)*"',
    r"'(?!'')[^'\\]*(?:\\.[^'\\]*)*'",
    r"\\.",
    r"<<",
    r"[^<\"'#\\]+",
)

TOKEN = re.compile(
    rf"<(?!<)(?P<iri>[^>\\]*(?:\\(?:u[0-9A-Fa-f]{{4}}|U[0-9A-Fa-f]{{8}})[^>\\]*)*)>|{'|'.join(_BETWEEN)}",
    re.DOTALL,
)
"""A token. Only that of an IRI has the group `iri`: what is between its brackets."""

_ESCAPE = re.compile(r"\\(?:u(....)|U(........))")


def unescaped(raw: str) -> str:
    r"""Return the IRI of a token.

    >>> unescaped(r"http://example.org/\u00E9")
    'http://example.org/é'
    """
    return _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), raw)
