"""Hypothesis strategies for references that are rich in edge cases, and valid by construction.

Components are made of atoms that are known to cause trouble: empty parts, dots plain and encoded,
double slashes, colons, triplets of every kind, formatting characters, private use, characters
beyond the BMP, IP literals.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.oracle.syntax import Authority, Parts, recompose, recompose_authority, split

Texts = st.SearchStrategy[str]

UNRESERVED = ["a", "b", "A", "Z", "0", "~", "-", "_"]
TRIPLETS = [
    "%41",  # unreserved
    "%7e",
    "%2D",
    "%2f",  # reserved
    "%3A",
    "%25",
    "%25%34%31",  # what decoding twice would make an A
    "%20",  # in US-ASCII, not allowed in URIs
    "%0a",
    "%00",
    "%c3%a9",  # U+00E9
    "%C3%89",
    "%e9",  # not UTF-8: Latin-1, truncated, overlong, a surrogate, too large
    "%E2%82",
    "%C0%AF",
    "%ED%A0%80",
    "%F4%90%80%80",
    "%FF%c3%a9",
    "%F0%9F%98%80",  # beyond the BMP
    "%EF%B7%90",  # U+FDD0, no character
    "%C2%80",
    "%EF%BF%BD",
    "%E2%80%AE",  # RLO, and an isolate
    "%e2%81%a6",
    "%EE%80%80",  # private use
    "%F3%B0%80%80",
]
NON_ASCII = [
    "\xe9",
    "\xc9",
    "e\u0301",
    "\u212a",  # KELVIN SIGN
    "\u037e",  # GREEK QUESTION MARK
    "\u3002",
    "\u05d0",
    "\u0661",
    "\u202e",
    "\u200b",
    "\u2067",
    "\ufeff",
    "\U0001f600",
    "\U0001fffd",
    "\U000e1000",
]
PRIVATE = ["\ue000", "\U000f0000", "\U0010fffd"]
DOTS = [".", "..", "...", "%2E", "%2e%2E", ".%2e", "%2e.", ".a", "a.."]
SUB_DELIMS = list("!$&'()*+,;=")
PCHAR = [*UNRESERVED, *TRIPLETS, *SUB_DELIMS, "@"]

SCHEMES = ["s", "http", "HTTP", "https", "Ws", "file", "FILE", "urn", "mailto", "ftp", "coap"]
IP_LITERALS = [
    "[::]",
    "[::1]",
    "[1:2:3:4:5:6:7::]",
    "[::2:3:4:5:6:7:8]",
    "[2001:DB8:0:0:1:0:0:1]",
    "[2001:db8:0:1:1:1:1:1]",
    "[::FFFF:192.0.2.1]",
    "[::192.0.2.1]",
    "[64:ff9b::192.0.2.33]",
    "[V1.aB:c]",
    "[vF.~]",
]
HOSTS = [
    "",
    "a",
    "LOCALHOST",
    "localhost",
    "example.com",
    "EXAMPLE.Com.",
    "127.0.0.1",
    "256.1.1.1",
    "01.2.3.4",
    "%31.2.3.4",
    "1.2.3.%34",
    "%4c%4F",
]
PORTS = ["", "0", "80", "080", "443", "0000000000000000000080", "65536", "9" * 25]


def joined(atoms: Sequence[str], most: int) -> Texts:
    """Concatenate a few atoms."""
    return st.lists(st.sampled_from(atoms), max_size=most).map("".join)


def segments(*, ascii_only: bool) -> Texts:
    """Draw segments; empty ones and dots are frequent."""
    atoms = PCHAR if ascii_only else PCHAR + NON_ASCII
    return st.one_of(
        st.sampled_from(["", *DOTS]), joined(atoms, 3), joined([*atoms, *DOTS, ":"], 3)
    )


def authorities(*, ascii_only: bool) -> Texts:
    """Draw authorities."""
    more = [] if ascii_only else NON_ASCII
    names = joined([*UNRESERVED, *TRIPLETS, *SUB_DELIMS, ".", *more], 3)
    userinfos = joined([*UNRESERVED, *TRIPLETS, *SUB_DELIMS, ":", *more], 3)
    return st.builds(
        lambda *parts: recompose_authority(Authority(*parts)),
        st.none() | userinfos,
        st.sampled_from(HOSTS) | st.sampled_from(IP_LITERALS) | names,
        st.none() | st.sampled_from(PORTS),
    )


@st.composite
def references(draw: st.DrawFn, *, ascii_only: bool = False, has_scheme: bool | None = None) -> str:
    """Draw a reference whose components fit each other."""
    more = [] if ascii_only else NON_ASCII
    if has_scheme is None:
        has_scheme = draw(st.booleans())
    scheme = draw(st.sampled_from(SCHEMES)) if has_scheme else None
    authority = draw(st.none() | authorities(ascii_only=ascii_only))
    path = "/".join(draw(st.lists(segments(ascii_only=ascii_only), max_size=6)))
    # The constraints of §3.3 and §4.2, met by the smallest possible change.
    if authority is not None:
        path = path if path.startswith("/") or not path else "/" + path
    elif path.startswith("//"):
        path = "/." + path
    elif scheme is None and ":" in path.split("/")[0]:
        path = "./" + path
    atoms = [*PCHAR, *more, ":", "/", "?", ".."]
    query = draw(st.none() | joined(atoms if ascii_only else atoms + PRIVATE, 4))
    fragment = draw(st.none() | joined(atoms, 3))
    return recompose(Parts(scheme, authority, path, query, fragment))


def iri_references() -> Texts:
    """Draw IRI references."""
    return references()


def relative_references() -> Texts:
    """Draw references without a scheme."""
    return references(has_scheme=False)


def iris() -> Texts:
    """Draw IRIs."""
    return references(has_scheme=True)


def uri_references() -> Texts:
    """Draw URI references."""
    return references(ascii_only=True)


def uris() -> Texts:
    """Draw URIs."""
    return references(ascii_only=True, has_scheme=True)


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a base and a target that have much in common."""
    base = draw(iris())
    other = draw(iris())
    parts = split(base)._replace(fragment=draw(st.none() | st.just("f")))
    theirs = split(other)
    for name in draw(st.sets(st.sampled_from(["authority", "query", "path", "end"]), max_size=2)):
        if name == "end":
            directory = parts.path[: parts.path.rfind("/") + 1]
            parts = parts._replace(path=directory + theirs.path.lstrip("/"))
        else:
            parts = parts._replace(**{name: getattr(theirs, name)})
    if parts.authority is not None and parts.path and not parts.path.startswith("/"):
        parts = parts._replace(path="/" + parts.path)
    if parts.authority is None and parts.path.startswith("//"):
        parts = parts._replace(path="/." + parts.path)
    return base, recompose(parts)


def almost_references() -> Texts:
    """Draw text that may be a reference, and looks like one."""
    hostile = [*':/?#[]@%\\ ^`{|}"<>\n\t\x00\x7f', "\x80", "\ufdd0", "\ufffd", "\ud800", "%G0"]
    atoms = [*hostile, *PCHAR, *NON_ASCII, *PRIVATE, *DOTS, *HOSTS, *IP_LITERALS, "//", "s:"]
    return joined(atoms, 8) | st.text(max_size=8)


# Beginnings and ends of what other programs write, and characters of several octets to stand beside them.
NOTATIONS = [
    *":/?#[]@\\%&=;,<>\"'{}|^`. \t\n-_~+", *"éß例\u200d\u3002\uff0e\u2010“”\U0001f600\ud800",
    "http://", "https:", "//", "\\\\h\\", "C:\\", "s3://", "file:///", "mailto:", "data:", ";base64,",
    "pkg:npm/a@1", "jdbc:", "urn:x:", "redis://", "u:p@", ":80", "[::1]", "example.org", "www.",
    "a@b.example", "%C3%A9", "%e9", "{x}", "{?a,b*}", "@prefix ex: <http://e/> .", "ex:a", "&amp;",
    "&#64;", "\\u0041", "xn--a", "year=2020/", "[x](http://a)", "hxxp", "[.]", "token=", "../", "-\n",
    "<![", "<!--", "<a href=", "](", "**",
]  # fmt: skip


def notations() -> Texts:
    """Draw text of any sort, of which some is a reference."""
    return joined(NOTATIONS, 8)
