"""Lines with some fields that are references: robots.txt (RFC 9309), and request logs."""

from __future__ import annotations

import re

from iriform._core import Block

# A comment ends the line, and Sitemap belongs to no group (RFC 9309 §2.2). White space at the end
# is removed afterwards, in linear time.
_SITEMAP = re.compile(
    rb"^[ \t]*sitemap[ \t]*:[ \t]*([^#\s][^#\r\n]*)", re.IGNORECASE | re.MULTILINE
)

# Apache and nginx write a quotation mark in a field as \\" or \\x22.
_QUOTED = rb'(?:[^"\\]|\\.)*'
_REQUEST = rb'"(?:(?!CONNECT )[A-Z]+ (' + _QUOTED + rb") HTTP/[\d.]+|" + _QUOTED + rb')"'
_RECORD = re.compile(
    rb"\S+ \S+ [^\[]*\[[^\]]*\] " + _REQUEST + rb" \d{3} (?:\d+|-)"
    rb'(?: "(' + _QUOTED + rb')" "(' + _QUOTED + rb')")?'
)
_LINE = re.compile(rb"[^\r\n]+")

# Fields that stand for an absent value.
_NONE = {b"", b"-", b"*"}


def robots(text: bytes) -> Block:
    """Read the sitemaps of robots.txt. The values of Allow and Disallow are patterns, not references."""
    fields = [
        (found.start(1), found.start(1) + len(found[1].rstrip()), False)
        for found in _SITEMAP.finditer(text)
    ]
    return Block.fields(text, fields, [])


def access_log(text: bytes) -> Block:
    """Read the targets and referrers of requests, and find the links in the names of clients."""
    fields: list[tuple[int, int, bool]] = []
    unreadable: list[tuple[int, str]] = []
    for line in _LINE.finditer(text):
        record = _RECORD.match(text, *line.span())
        if record is None:
            unreadable.append((line.start(), "not a record of the Common or Combined Log Format"))
            continue
        fields += (
            (*record.span(field), field == 3)  # noqa: PLR2004 - the name of the client
            for field in (1, 2, 3)
            if (record[field] or b"") not in _NONE
        )
    return Block.fields(text, fields, unreadable, may_be_relative=True)
