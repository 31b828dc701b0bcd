"""The anatomy of a reference: the pieces of its text and their names.

The command line draws it for terminals, `_html` for notebooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._table import PRODUCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ._core import Fragment, Host, IRIReference, Path, Segment
    from .findings import Finding, Profile

# A path may have millions of segments and findings. Those beyond these numbers are counted only.
_SEGMENTS = 20
_FINDINGS = 20

_KINDS = {
    "URI": "a URI (RFC 3986)",
    "IRI": "an IRI (RFC 3987)",
    "URI-reference": "a relative reference (RFC 3986)",
    "IRI-reference": "a relative reference (RFC 3987)",
}


def production(value: IRIReference) -> str:
    """Return the narrowest production that a reference matches.

    >>> from iriform import IRIReference
    >>> production(IRIReference("http://example.org/")), production(IRIReference("é"))
    ('URI', 'IRI-reference')
    """
    return next(name for name, type_ in PRODUCTIONS.items() if type_.is_valid(value))


def described_kind(value: IRIReference) -> str:
    """Return the narrowest production in words, as in 'a URI (RFC 3986)'."""
    return _KINDS[production(value)]


class Run(NamedTuple):
    """A piece of the reference as it is shown: a component, or the delimiter between two."""

    name: str | None
    text: str
    in_authority: bool = False


def runs(value: IRIReference) -> Iterator[Run]:
    """Take a reference apart, in the order of its text (RFC 3986 §5.3).

    >>> from iriform import IRI
    >>> [str(run.text) for run in runs(IRI("http://example.org:80/a"))]
    ['http', ':', '//', 'example.org', ':', '80', '/a']
    """
    if value.scheme is not None:
        yield Run("scheme", value.scheme)
        yield Run(None, ":")
    if value.authority is not None:
        yield Run(None, "//")
        if value.userinfo is not None:
            yield Run("userinfo", value.userinfo, in_authority=True)
            yield Run(None, "@", in_authority=True)
        yield Run("host", value.host or "", in_authority=True)
        if value.port_text is not None:
            yield Run(None, ":", in_authority=True)
            yield Run("port", value.port_text, in_authority=True)
    yield Run("path", value.path)
    if value.query is not None:
        yield Run(None, "?")
        yield Run("query", value.query)
    if value.fragment is not None:
        yield Run(None, "#")
        yield Run("fragment", value.fragment)


class Row(NamedTuple):
    """A line of the list of components: name, text and remark."""

    component: str
    value: str
    remark: str = ""
    guide: str = ""


def rows(value: IRIReference) -> Iterator[Row]:
    """List the components, each followed by its parts.

    >>> from iriform import IRI
    >>> [(row.component, str(row.value)) for row in rows(IRI("urn:isbn:0451450523"))]
    [('scheme', 'urn'), ('path', 'isbn:0451450523')]
    """
    if value.scheme is not None:
        yield Row("scheme", value.scheme)
    if value.authority is not None and value.host is not None:
        yield Row("authority", value.authority)
        yield from _tree(_authority(value, value.host))
    yield Row("path", value.path)
    if any(segment != str(value.path) for segment in value.path.segments):
        yield from _tree(_segments(value.path))
    if value.query is not None:
        yield Row("query", value.query)
    if value.fragment is not None:
        yield Row("fragment", value.fragment, _decoded(value.fragment))


def _tree(rows: Iterable[Row]) -> Iterator[Row]:
    """Add the guides that connect rows with the row above them."""
    *others, last = rows
    for row in others:
        yield row._replace(guide="├ ")
    yield last._replace(guide="╰ ")


def _authority(value: IRIReference, host: Host) -> Iterator[Row]:
    if value.userinfo is not None:
        yield Row("userinfo", value.userinfo)
    yield Row("host", host, _remark(value, host))
    if value.port_text is not None:
        yield Row("port", value.port_text)


def _remark(value: IRIReference, host: Host) -> str:
    """Return the remark on a host: its kind, its other spellings, and how browsers read it."""
    if host.kind != "reg-name":
        return host.kind
    remark = f"reg-name {_decoded(host)}".rstrip()
    in_ascii = host_in_ascii(host)
    if in_ascii is not None and "xn--" in in_ascii:
        other = host.to_unicode() if host.lower() == in_ascii else in_ascii
        remark = f"{remark} = {other}"
    for finding in value.check():
        if finding.code == "ipv4-lookalike":
            remark = f"{remark}; browsers read {finding.evidence} here"
    return remark


def host_in_ascii(host: Host) -> str | None:
    """Return a domain name in the DNS's form; None for other hosts.

    >>> from iriform import Host
    >>> host_in_ascii(Host("例え.jp")), host_in_ascii(Host("a_b"))
    (Host('xn--r8jz45g.jp'), None)
    """
    try:
        return host.to_ascii()
    except ValueError:
        return None


def _segments(path: Path) -> Iterator[Row]:
    segments = path.segments
    for segment in segments[:_SEGMENTS]:
        yield Row("segment", segment, _decoded(segment))
    if len(segments) > _SEGMENTS:
        yield Row("…", f"and {len(segments) - _SEGMENTS:,} more segments")


def findings(value: IRIReference, profile: Profile = "default") -> tuple[list[Finding], int]:
    """Return the first findings, and the number of the others.

    >>> from iriform import IRI
    >>> [finding.code for finding in findings(IRI("http://example.org:99999/"))[0]]
    ['port-out-of-range']
    """
    found = value.check(profile)
    return found[:_FINDINGS], max(0, len(found) - _FINDINGS)


def sentence(finding: Finding) -> str:
    """Describe a finding in one line.

    >>> from iriform import IRI
    >>> sentence(IRI("http://0x7f.1/").check()[0]).partition(" that ")[2]
    'browsers and name look-up read as an IPv4 address: 127.0.0.1 (RFC 3986 §7.4)'
    """
    evidence = f": {finding.evidence}" if finding.evidence else ""
    return f"{finding.message}{evidence} ({finding.clause})"


def _decoded(component: Host | Segment | Fragment) -> str:
    """Show what the percent-encoding stands for, if it stands for text."""
    if "%" not in component:
        return ""
    try:
        return f"= {component.unquote()}"
    except UnicodeDecodeError:
        return ""
