"""Packages, such as EPUB and Office documents: archives whose parts refer to each other."""

from __future__ import annotations

from iriform import IRIReference, Segment, resolve, unquote

_ROOT = "package://package/"


def member(base: str, reference: str) -> str | None:
    """Return the decoded name of the part that a reference in the part `base` leads to.

    None if it leads elsewhere, with a scheme or a host, or if the result is not a part name,
    because it has an encoded slash, backslash, NUL or dot segment. No name leads out of the
    package: `..` stops at its root.

    >>> member("OEBPS/text/a.xhtml", "../images/b%20c.png#d"), member("a/b", "#c")
    ('OEBPS/images/b c.png', 'a/b')
    >>> member("a/b", "https://h/"), member("a/b", "..%2Fc"), member("a/b", "../../../c")
    (None, None, 'c')

    Raises ParseError if the reference is not valid.
    """
    value = IRIReference(reference)
    if value.scheme is not None or value.authority is not None:
        return None
    path = "/".join(Segment.quote(name) for name in base.split("/"))
    target = resolve(_ROOT + path, value)
    names = [unquote(segment, "surrogateescape") for segment in target.path.split("/")[1:]]
    return "/".join(names) if all(map(_is_name, names)) else None


def _is_name(name: str) -> bool:
    return name not in {".", ".."} and not {*"/\\\0"}.intersection(name)
