"""Resolution of one text against another, for those who would call `urljoin`."""

from __future__ import annotations

from ._core import IRI, IRIReference


def resolve(base: str, reference: str, *, strict: bool = True) -> IRI:
    """Resolve `reference` against `base` (RFC 3986 §5.2); both are parsed.

    Raises `ParseError`. The result is a URI if both are URI references, else an IRI.

    >>> from iriform import resolve
    >>> resolve("s3://bucket/a/b", "../c")
    IRI('s3://bucket/c')
    """
    parsed = base if isinstance(base, IRI) else IRI(base)
    if not isinstance(reference, IRIReference):
        reference = IRIReference(reference)
    return parsed.resolve(reference, strict=strict)
