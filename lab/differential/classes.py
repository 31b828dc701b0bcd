"""The classes of difference: the alterations to undo until two answers are the same.

Alterations explain a difference if they make both answers equal, and none of them can be left out.
Some differences are of another kind, and have their own name. An unexplained difference fails the
run.
"""

import itertools
import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.oracle import conversion, normalization, resolution
from tests.oracle.relativization import rank
from tests.oracle.syntax import Authority, recompose, recompose_authority, split

from iriform import Host

from .questions import Question


class Alteration(NamedTuple):
    """One thing that a peer does and we do not, or vice versa."""

    name: str
    what: str
    why: str
    undo: Callable[[str], str]


def _authority(text: str) -> Authority | None:
    authority = split(text).authority
    if authority is None:
        return None
    match = re.fullmatch(r"(?:(.*)@)?(\[.*\]|[^:]*)(?::(.*))?", authority, re.DOTALL)
    return None if match is None else Authority(match[1], match[2], match[3])


def _with_authority(text: str, change: Callable[[Authority], Authority]) -> str:
    authority = _authority(text)
    if authority is None:
        return text
    return recompose(split(text)._replace(authority=recompose_authority(change(authority))))


def _with_path(text: str, change: Callable[[str], str]) -> str:
    parts = split(text)
    return recompose(parts._replace(path=change(parts.path)))


def _delimiters(text: str) -> str:
    parts = split(text)
    text = recompose(parts._replace(query=parts.query or None, fragment=parts.fragment or None))
    return _with_authority(text, lambda a: a._replace(userinfo=a.userinfo or None))


def _userinfo(text: str) -> str:
    def change(authority: Authority) -> Authority:
        return authority._replace(userinfo=(authority.userinfo or "").removesuffix(":") or None)

    return _with_authority(text, change)


def _case(text: str) -> str:
    parts = split(text)
    text = recompose(parts._replace(scheme=parts.scheme and parts.scheme.lower()))
    return _with_authority(text, lambda a: a._replace(host=a.host.lower()))


def _port(text: str) -> str:
    scheme = (split(text).scheme or "").lower()
    known = normalization.SCHEMES.get(scheme, normalization.Scheme())

    def change(authority: Authority) -> Authority:
        port = authority.port
        default = str(known.default_port)
        return authority._replace(port=None if not port or port == default else port)

    return _with_authority(text, change)


def _idna(text: str) -> str:
    def change(authority: Authority) -> Authority:
        try:
            return authority._replace(host=str(Host(authority.host).to_ascii()))
        except ValueError:
            return authority

    return _with_authority(text, change)


def _quoting(text: str) -> str:
    """Every character as the octets that it represents, encoded or not, decoded once."""
    parts = split(text)

    def octets(piece: str | None) -> str | None:
        if piece is None:
            return None
        encoded = re.sub(
            r"%([0-9A-Fa-f]{2})",
            lambda match: chr(0xF700 + int(match[1], 16)),
            piece,
        )
        return "".join(
            chr(ord(character) - 0xF700)
            if 0xF700 <= ord(character) < 0xF800
            else "".join(map(chr, character.encode("utf-8", "surrogatepass")))
            for character in encoded
        )

    return repr([parts.scheme, *map(octets, parts[1:])])


def _spaces(text: str) -> str:
    return re.sub(r"\+|%20", " ", text)


def _slashes(text: str) -> str:
    return _with_path(text, lambda path: re.sub("/+", "/", path))


def _trailing(text: str) -> str:
    return _with_path(text, lambda path: path.rstrip("/"))


def _dots(text: str) -> str:
    decoded = _with_path(text, lambda path: re.sub("%2[eE]", ".", path))
    return _with_path(decoded, resolution.remove_dot_segments)


def _excess(text: str) -> str:
    return _with_path(text, lambda path: re.sub(r"^(/?)(\.\./|\.\.$)+", r"\1", path))


def _root(text: str) -> str:
    return _with_path(text, lambda path: path or "/")


def _rootless(text: str) -> str:
    if split(text).authority is not None:
        return text
    return _with_path(text, lambda path: path.lstrip("/"))


def _slashes_before_host(text: str) -> str:
    return _case(re.sub(r"^([a-z]+:)/*", r"\1//", text))


def _nfc(text: str) -> str:
    iri = conversion.to_iri(text)
    composed = unicodedata.normalize("NFC", iri)
    return text if composed == iri else conversion.to_uri(composed)


def _parameters(text: str) -> str:
    return _with_path(text, lambda path: re.sub(";$", "", path))


def _equals(text: str) -> str:
    parts = split(text)
    if parts.query is None:
        return text
    pieces = [piece.removesuffix("=") for piece in parts.query.split("&")]
    return recompose(parts._replace(query="&".join(pieces)))


def _guard(text: str) -> str:
    return _with_path(text, lambda path: re.sub(r"^(/\.(?=//)|\./)", "", path))


def _empty_authority(text: str) -> str:
    parts = split(text)
    return recompose(parts._replace(authority=parts.authority or None))


def _localhost(text: str) -> str:
    return text.replace("file://localhost/", "file:///")


ALTERATIONS = [
    Alteration(
        "empty-delimiters",
        "An empty `?`, `#` or `@` is dropped.",
        "N7, P1: undefined is not empty (RFC 3986 §5.3, §6.2.3).",
        _delimiters,
    ),
    Alteration(
        "case",
        "Scheme or host is lowered, or is not.",
        "N1 lowers them in normal forms; R10: resolution and mapping leave them.",
        _case,
    ),
    Alteration(
        "escapes",
        "Encoded unreserved characters are decoded and triplets written in upper case, or not.",
        "N2 does so in normal forms; R10, U1: resolution and mapping leave them.",
        normalization.normalize_percent_encoding,
    ),
    Alteration(
        "root",
        "An empty path after an authority becomes `/`.",
        'N6, Q16: at the level of the scheme only, which `normalize("scheme")` is.',
        _root,
    ),
    Alteration(
        "port",
        "An empty or default port is dropped, or is not.",
        "N5 drops the empty one; N6 the default one, at the level of the scheme only.",
        _port,
    ),
    Alteration(
        "non-ascii",
        "Non-ASCII characters are percent-encoded, or decoded.",
        "N9: an IRI stays one; `to_uri` and `to_iri` map it (N2, V1).",
        conversion.to_uri,
    ),
    Alteration(
        "idna",
        "The host is written in Punycode, or in Unicode.",
        "Q13, V6: percent-encoding is the mapping of RFC 3987 §3.1; `idna=True` asks for this.",
        _idna,
    ),
    Alteration(
        "excess-dots",
        "`..` above the root stays.",
        "R6: RFC 3986 §5.2.4, §5.4.2.",
        _excess,
    ),
    Alteration(
        "dot-segments",
        "Dot segments, plain or encoded, are removed, or stay.",
        "R3, Q4, Q5: §5.2 removes those it says, literally; N3: normal forms remove all, decoded "
        "first, in whatever has a scheme.",
        _dots,
    ),
    Alteration(
        "empty-segments",
        "Empty segments are removed.",
        "RFC 3986 §3.3: a segment may be empty, and is a segment.",
        _slashes,
    ),
    Alteration(
        "trailing-slash",
        "A slash at the end comes or goes.",
        "R6, N8: it is a segment, if an empty one.",
        _trailing,
    ),
    Alteration(
        "empty-authority",
        "An empty authority is dropped, or made; if the path begins with `//`, its next segment "
        "then becomes the authority.",
        "Q24: it is defined (RFC 3986 §5.3).",
        _empty_authority,
    ),
    Alteration(
        "leading-slash",
        "A rootless path gets a slash, or a path with a root loses it.",
        "R8: §5.2.4 step 2C writes one, §5.2.3 otherwise does not.",
        _rootless,
    ),
    Alteration(
        "guard",
        "No `/.` before a path that begins with `//`, so that it becomes an authority.",
        "R9, Q2: RFC 3986 §3.3 forbids it.",
        _guard,
    ),
    Alteration(
        "localhost",
        "`file://localhost/` becomes `file:///`.",
        "N6: at the level of the scheme only.",
        _localhost,
    ),
    Alteration(
        "userinfo",
        "An empty password or userinfo is dropped.",
        "N7: RFC 3986 §6.2.3.",
        _userinfo,
    ),
    Alteration(
        "spaces",
        "`+` and `%20` are exchanged.",
        "C5: a reserved character is not its triplet.",
        _spaces,
    ),
    Alteration(
        "encoded-slash",
        "`%2F` is decoded.",
        "C5, V1: a reserved character is not its triplet.",
        lambda text: re.sub("%2[Ff]", "/", text),
    ),
    Alteration(
        "slashes-before-host",
        "Slashes between the scheme and what looks like a host come or go: `http:////h` is read "
        "as `http://h`, `http:h` as well, `x:/p` as `x:///p`.",
        "Q24: the authority is there and empty, and the path begins with `//` (RFC 3986 §3.3).",
        _slashes_before_host,
    ),
    Alteration(
        "empty-parameters",
        "A `;` at the end of the path is dropped.",
        "RFC 3986 §3.3: it is data, like any character of a segment.",
        _parameters,
    ),
    Alteration(
        "equals-sign",
        "A piece of the query gets a `=`, or loses it.",
        "C5, SC4: a query is text, and `=` is a reserved character.",
        _equals,
    ),
    Alteration(
        "nfc",
        "The text is brought into NFC.",
        "U3, N10: RFC 3987 §3.1 step 1c, §5.3.2.2.",
        _nfc,
    ),
    Alteration(
        "quoting",
        "Other characters are encoded or decoded: reserved ones, or such as no URI has.",
        "C5, V1, U1: this makes another identifier, or none.",
        _quoting,
    ),
]


class Special(NamedTuple):
    """A difference of another kind: in how the question is read."""

    name: str
    what: str
    why: str
    applies: Callable[[Question, str | None, str | None], bool]


def _literally(question: Question, theirs: str | None) -> bool:
    return theirs == resolution.resolve_literally(question.a, question.b)


SPECIALS = [
    Special(
        "refused",
        "An exception, or an answer of no.",
        "The input is valid and the RFC's algorithm gives a result (R3, P2), or the mapping is "
        "total (U2).",
        lambda _, ours, theirs: theirs is None and ours is not None,
    ),
    Special(
        "accepted",
        "Text that is no IRI is taken for one.",
        "P11, I3, H5: RFC 3987 §2.2 does not have it.",
        lambda question, ours, _: question.operation == "is_iri" and ours is None,
    ),
    Special(
        "relativized-anyway",
        "A reference to a target that no reference leads to.",
        "L9: resolution would remove the dot segments of the target.",
        lambda question, ours, _: question.operation == "relativize" and ours is None,
    ),
    Special(
        "no-round-trip",
        "The reference does not resolve back to the target.",
        "L9.",
        lambda question, _, theirs: (
            question.operation == "relativize"
            and resolution.resolve(question.a, theirs or "") != question.b
        ),
    ),
    Special(
        "longer",
        "A longer reference, or one as long that is further down the ladder.",
        "R12: the shortest, by the ladder.",
        lambda question, ours, theirs: (
            question.operation == "relativize" and rank(ours or "") <= rank(theirs or "")
        ),
    ),
    Special(
        "not-resolved",
        "The reference is handed back as it is: the scheme is not on the library's list.",
        "SC1, R3: RFC 3986 §5.2 holds for every scheme.",
        lambda question, _, theirs: (
            question.operation == "resolve" and _delimiters(theirs or "") == _delimiters(question.b)
        ),
    ),
    Special(
        "literal",
        "§5.2.2 and §5.3 to the letter, so that a path becomes an authority.",
        "R9, Q2: `/.` is written before it.",
        lambda question, _, theirs: (
            question.operation == "resolve" and _literally(question, theirs)
        ),
    ),
    Special(
        "non-strict",
        "A reference with the scheme of the base is taken as if it had none.",
        "R4: strict is the default; `strict=False` does so.",
        lambda question, _, theirs: (
            question.operation == "resolve"
            and theirs == resolution.resolve(question.a, question.b, strict=False)
        ),
    ),
    Special(
        "empty-segments-uncounted",
        "Empty segments of the base do not count for `..`.",
        "R6: §5.2.4 step 2C takes the last segment away, be it empty or not.",
        lambda question, _, theirs: (
            question.operation == "resolve"
            and theirs == resolution.resolve(_slashes(question.a), question.b)
        ),
    ),
    Special(
        "base-normalized",
        "The dot segments of the base are removed first.",
        "Q5, R10: §5.2.2 takes Base.path as it is; normalizing it is optional (§5.2.1).",
        lambda question, _, theirs: (
            question.operation == "resolve" and theirs in _from_normalized_base(question)
        ),
    ),
]


ROOTLESS_MERGE = Special(
    "rootless-merge",
    "The reference is merged with a rootless base in a way of its own.",
    "R5, Q6: §5.2.3 takes what is before the last slash, and nothing if there is none.",
    lambda question, _, __: (
        question.operation == "resolve"
        and split(question.a).authority is None
        and not split(question.a).path.startswith("/")
    ),
)


def _from_normalized_base(question: Question) -> set[str]:
    a = split(question.a)
    bases = {
        recompose(a._replace(path=resolution.remove_dot_segments(path)))
        for path in (a.path, a.path + "/")
    }
    return {resolution.resolve(base, question.b) for base in bases}


def _same(names: Sequence[str], a: str, b: str) -> bool:
    for alteration in ALTERATIONS:
        if alteration.name in names:
            a, b = alteration.undo(a), alteration.undo(b)
    return a == b


def classify(question: Question, ours: str | None, theirs: str | None) -> tuple[str, ...]:
    """Return the names of the classes that explain the difference; empty if nothing does."""
    for special in SPECIALS:
        if special.applies(question, ours, theirs):
            return (special.name,)
    assert ours is not None
    assert theirs is not None
    # First each alone, the weakest first; then all, without the unnecessary ones; then any two.
    every = [alteration.name for alteration in ALTERATIONS]
    for name in every:
        if _same([name], ours, theirs):
            return (name,)
    if _same(every, ours, theirs):
        names = every
        for name in reversed(every):
            fewer = [other for other in names if other != name]
            if _same(fewer, ours, theirs):
                names = fewer
        return tuple(names)
    for pair in itertools.combinations(every, 2):
        if _same(pair, ours, theirs):
            return pair
    return ("rootless-merge",) if ROOTLESS_MERGE.applies(question, ours, theirs) else ()
