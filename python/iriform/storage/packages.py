"""Packages, such as EPUB and the documents of Office: archives whose parts refer to each other."""

from __future__ import annotations

from iriform import IRIReference, Segment, resolve, unquote

_ROOT = "package://package/"


def member(base: str, reference: str) -> str | None:
    """Name the part of a package to which a reference in the part `base` leads, decoded once.

    None if it leads elsewhere, with a scheme or a host, or to no name of a part: one with an encoded
    slash, backslash, NUL or dot segment. No name leads out of the package, at whose root `..` ends.

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
