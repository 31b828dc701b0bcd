"""Resolution of one text against another, for those who would call `urljoin`."""

from __future__ import annotations

from ._core import IRI, IRIReference


def resolve(base: str, reference: str, *references: str, strict: bool = True) -> IRI:
    """Resolve `reference` against `base` (RFC 3986 §5.2), and further ones each against the last.

    All are parsed. Raises `ParseError`. The result is a URI if all are URI references, else an IRI.

    >>> from iriform import resolve
    >>> resolve("s3://bucket/a/b", "../c")
    IRI('s3://bucket/c')
    >>> resolve("http://a/b/c", "d/", "e/", "../f")
    IRI('http://a/b/d/f')
    """
    target = base if isinstance(base, IRI) else IRI(base)
    for text in (reference, *references):
        parsed = text if isinstance(text, IRIReference) else IRIReference(text)
        target = target.resolve(parsed, strict=strict)
    return target
