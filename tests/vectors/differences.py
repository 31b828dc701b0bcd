"""The one table of where we differ from the public suites, and why.

Each row of the suites' vectors either has our answer or is explained by exactly one entry of its
file. The order of the entries does not count: an entry says which others a row is of instead.
`docs/differences.md` is written from this table.
"""

import re
from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, NamedTuple

from tests.oracle.normalization import comparison_key, normalize
from tests.oracle.relativization import rank
from tests.oracle.resolution import resolve, resolve_literally
from tests.oracle.syntax import RFC3987, split

from .rows import Row, options

# The components of the generic syntax, by which a reference is composed.
GENERIC = {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}


class Ours(Enum):
    """The treatment of the rows of a class."""

    REFUSED = "refused"
    ANSWERED = "answered"
    EITHER = "either"


REFUSED, ANSWERED, EITHER = Ours


class Difference(NamedTuple):
    """A class of rows whose expected answer is not ours."""

    file: str
    code: str
    theirs: str
    """The answer that the suites expect."""
    why: str
    """The reason for the difference, with the deciding clause."""
    ours: Ours
    """True if the class is of rows that we refuse, or of rows that we answer."""
    applies: Callable[[Row, Any], bool]
    """True if a row, given our answer, has what the class is about."""
    unless: Collection[str] = ()
    """The classes of the same file that a row is of instead, where it has what both are about."""
    has_counterpart: bool = True
    """True if iriform has the operation that the rows ask for."""

    def covers(self, row: Row, ours: Any) -> bool:
        """Return whether a row, given our answer, is of this class."""
        if self.ours is not EITHER and (self.ours is REFUSED) != (ours is None):
            return False
        others = (BY_CODE[self.file, code] for code in self.unless)
        return not any(other.covers(row, ours) for other in others) and self.applies(row, ours)


def _from(row: Row, *names: str) -> bool:
    return str(row["source"]).startswith(names)


def _valid(text: str | None) -> bool:
    return text is not None and RFC3987.is_reference(text)


def _has_scheme(text: str) -> bool:
    return split(text).scheme is not None


def _same(a: str | None, b: str | None) -> bool:
    """Return True if two answers are the same except for normalization."""
    if a is None or b is None or not _valid(a) or not _valid(b):
        return False
    return comparison_key(a, "scheme") == comparison_key(b, "scheme")


def _same_normal_form(a: str, b: str | None) -> bool:
    return b is not None and normalize(a) == normalize(b)


def _invalid_input(row: Row, _ours: Any) -> bool:
    return not _valid(row["input"])


def _authority(text: str) -> str:
    return split(text).authority or ""


def _has_dots(text: str) -> bool:
    return bool({".", ".."} & set(split(text).path.split("/")))


def _has_zone(text: str | None) -> bool:
    authority = _authority(text or "")
    return "[" in authority and "%" in authority


def _collapsed(text: str | None) -> str:
    """Empty segments removed, as some normalizers do."""
    parts = split(text or "")
    path = parts.path
    while "//" in path:
        path = path.replace("//", "/")
    return f"{parts.scheme}|{parts.authority}|{path}|{parts.query}|{parts.fragment}"


_SPECIAL = {"http", "https", "ws", "wss", "ftp", "file"}
_HOST_NAME = re.compile("[a-z0-9.-]*")


def _labels(row: Row) -> list[str]:
    """Return the labels of the expected answer, decoded."""
    labels = row["to_ascii"].split(".")
    return [
        label[4:].encode().decode("punycode") if label.startswith("xn--") else label
        for label in labels
    ]


def _hyphens(label: str) -> bool:
    return label.startswith("-") or label.endswith("-") or label[2:4] == "--"


_UPS = {"../" * count for count in range(1, 9)}


def _composable(components: Row) -> bool:
    """Return True if each component is valid by its own rule."""
    rules = {"userinfo", "host", "query", "fragment"}
    return (
        all(RFC3987.matches(name, str(components[name])) for name in rules & set(components))
        and RFC3987.is_reference("/" + str(components.get("path", "")).removeprefix("/"))
        and RFC3987.matches("absolute", f"{components.get('scheme', 's')}:")
    )


DIFFERENCES = [
    # --- resolve
    Difference(
        "resolve",
        "no-base",
        "relative-to-absolute-iri.js hands the reference back where there is no base.",
        "R1: there is nothing to resolve against.",
        REFUSED,
        lambda row, ours: row["base"] is None,
        has_counterpart=False,
    ),
    Difference(
        "resolve",
        "relative-base-refused",
        "A base without a scheme is refused (Boost, PHP, relative-to-absolute-iri.js, rfc3986), or "
        "is where `..` leads above it (oxiri).",
        "R1: `resolve` refuses it, too. `resolve_onto` takes it; a `..` that has nothing to take away "
        "yet stays.",
        ANSWERED,
        lambda row, ours: row["expected"] is None and not _has_scheme(row["base"]),
    ),
    Difference(
        "resolve",
        "empty-path-for-here",
        "Against a base without a scheme, a path that leads to the base's own directory, or above "
        "it, is empty (Jena, psr7).",
        "An empty path is another reference: it keeps the path and the query of the base (RFC 3986 "
        "§5.2.2). So `./` and `../`.",
        ANSWERED,
        lambda row, ours: row["expected"] == "" and ours in {"./", "../"},
    ),
    Difference(
        "resolve",
        "dots-of-relative-base-kept",
        "oxiri leaves the leading `./` of a base without a scheme.",
        "§5.2.4 removes dot segments after merging; only a leading `..` has a meaning left.",
        ANSWERED,
        lambda row, ours: row["base"].startswith("./") and row["expected"] == "././" + ours,
    ),
    Difference(
        "resolve",
        "zone-identifier",
        "`http://[fe80::1%25eth0]` is taken as a base.",
        "H5: RFC 9844 §3 took zone identifiers out of the URI syntax (erratum 8552 to RFC 6874).",
        REFUSED,
        lambda row, ours: _has_zone(row["base"]),
    ),
    Difference(
        "resolve",
        "invalid-input",
        'Text that is not a reference (spaces, line breaks, `\\`, `"`, …) is resolved all the same.',
        "Q23, P11: the operands are references. `IRI.repair` makes one, when asked to.",
        REFUSED,
        lambda row, ours: not (_valid(row["base"]) and _valid(row["reference"])),
        unless={"no-base", "zone-identifier"},
    ),
    Difference(
        "resolve",
        "base-with-fragment-refused",
        "fluent-uri refuses a base with a fragment.",
        "Q3: a base is stripped of its fragment (RFC 3986 §5.1).",
        ANSWERED,
        lambda row, ours: row.get("error") == "BaseWithFragment",
    ),
    Difference(
        "resolve",
        "rootless-base-refused",
        "fluent-uri and swap refuse to resolve a path against a rootless base such as `foo:bar`.",
        "Q6: RFC 3986 §5.2.3 says what is merged then, and so there is a result.",
        ANSWERED,
        lambda row, ours: (
            row.get("error") == "InvalidReferenceAgainstOpaqueBase"
            or (_from(row, "linkeddata/swap") and row["expected"] is None)
        ),
    ),
    Difference(
        "resolve",
        "underflow-refused",
        "fluent-uri, with `allow_path_underflow(false)`, refuses `..` above the root.",
        "R6: RFC 3986 §5.2.4 step 2C drops it, and §5.4.2 has the examples.",
        ANSWERED,
        lambda row, ours: row.get("error") == "PathUnderflow",
    ),
    Difference(
        "resolve",
        "double-slash",
        "A path that begins with `//` without an authority is an error (oxiri), is written as it "
        "is, so that it becomes an authority (network-uri), or loses a slash (psr7).",
        "Q2, R9: `/.` is written before it, so that the result is split as it was meant.",
        ANSWERED,
        lambda row, ours: (
            "/.//" in ours
            and (
                row["expected"] is None
                or row["expected"] == resolve_literally(row["base"], row["reference"])
                or _collapsed(row["expected"]).replace("/./", "/")
                == _collapsed(ours).replace("/./", "/")
            )
        ),
    ),
    Difference(
        "resolve",
        "host-policy",
        "fast-uri refuses a host that is not a domain name, or writes it in ASCII.",
        "U4, V6: resolution changes no host. `to_uri(idna=True)` maps and refuses.",
        ANSWERED,
        lambda row, ours: (
            _from(row, "fastify/fast-uri")
            and ("domain name" in row.get("error", "") or not _authority(ours).isascii())
        ),
    ),
    Difference(
        "resolve",
        "encoded-dots-removed",
        "`%2E` counts as a dot while resolving (iri-string, Boost).",
        "Q4: §5.2.4 is about `.`, literally. `normalize()` decodes first and removes them.",
        ANSWERED,
        lambda row, ours: (
            "%2e" in row["reference"].lower() and _same_normal_form(ours, row["expected"])
        ),
    ),
    Difference(
        "resolve",
        "base-normalized",
        "The dot segments of the base are removed where the reference has no path, or before the "
        "paths are merged (oxiri, hyperlink; ruby/uri and fluent-uri by erratum 4789).",
        "Q5, R10: §5.2.2 takes Base.path as it is, and normalizing the base is optional (§5.2.1).",
        ANSWERED,
        lambda row, ours: (
            "/." in row["base"]
            and _has_scheme(row["base"])
            and row["expected"]
            in {
                resolve(normalize(base), row["reference"])
                for base in (row["base"], row["base"] + "/")
            }
        ),
    ),
    Difference(
        "resolve",
        "result-normalized",
        "The result is normalized as well (fast-uri always, iri-string on request).",
        "R10: resolution is not normalization. `resolve(…).normalize()` does both.",
        ANSWERED,
        lambda row, ours: _same_normal_form(ours, row["expected"]),
        unless={"base-normalized", "encoded-dots-removed"},
    ),
    Difference(
        "resolve",
        "non-strict-by-scheme",
        "In the non-strict mode of fast-uri, `uri:g` stays as it is.",
        "R4: in non-strict mode the scheme of the base itself is ignored (RFC 3986 §5.2.2).",
        ANSWERED,
        lambda row, ours: not row["strict"] and _from(row, "fastify/fast-uri"),
    ),
    Difference(
        "resolve",
        "slash-before-rootless",
        "rfc3986 puts a slash before the path that it merges with `https:`.",
        "R5: §5.2.3 adds one only where the base has an authority.",
        ANSWERED,
        lambda row, ours: (
            _from(row, "python-hyper/rfc3986")
            and row["expected"] is not None
            and row["expected"].replace(":/", ":", 1) == normalize(ours)
        ),
    ),
    Difference(
        "resolve",
        "empty-authority-dropped",
        "relative-to-absolute-iri.js resolves `abc` against `http://` to `http:abc`.",
        "R5, Q24: an empty authority is defined (RFC 3986 §5.3), so the result keeps it.",
        ANSWERED,
        lambda row, ours: row["base"] == "http://",
    ),
    Difference(
        "resolve",
        "excess-dots-kept",
        "Dots stay in the result: above the root (Boost, by erratum 4547), or altogether (swap, by "
        "RFC 2396).",
        "R6: RFC 3986 §5.2.4 and §5.4.2; erratum 4547 is held for update, not verified.",
        ANSWERED,
        lambda row, ours: _from(row, "boostorg/url", "linkeddata/swap"),
        unless={
            "encoded-dots-removed",
            "relative-base-refused",
            "result-normalized",
            "rootless-base-refused",
        },
    ),
    Difference(
        "resolve",
        "base-fragment-kept",
        "RDF.rb keeps the empty fragment of the base for an empty reference.",
        "R3: T.fragment = R.fragment (RFC 3986 §5.2.2).",
        ANSWERED,
        lambda row, ours: row["expected"] == ours + "#",
    ),
    # --- normalize
    Difference(
        "normalize",
        "not-a-path",
        "relative-to-absolute-iri.js puts a slash before every path, and splits off `?` and `#`.",
        "R6: the input of §5.2.4 is a path alone.",
        EITHER,
        lambda row, ours: row["options"].get("component") == "path" and _from(row, "rubensworks/"),
    ),
    Difference(
        "normalize",
        "invalid-input",
        "Text that is not a reference is repaired (fast-uri, uri-js, RDF.rb, Addressable) or handed "
        "back unchanged.",
        "Q23: it is refused. `IRI.repair` repairs, when asked to.",
        REFUSED,
        _invalid_input,
    ),
    Difference(
        "normalize",
        "round-trip-only",
        "Boost says only that the result must be split as the input was.",
        "N9: it is, and a test of the laws shows it. The row has no text to compare.",
        ANSWERED,
        lambda row, ours: "check" in row["options"] and row["expected"] is None,
    ),
    Difference(
        "normalize",
        "encoded-dots-kept",
        "`%2E%2E` stays a segment, for safety (fast-uri, Addressable).",
        "N4: unreserved characters are decoded first (RFC 3986 §6.2.2.2, §6.2.2.3).",
        ANSWERED,
        lambda row, ours: "%2e" in row["input"].lower() and "%2E" in str(row["expected"]).upper(),
    ),
    Difference(
        "normalize",
        "rootless-kept",
        "The dot segments of a rootless path stay (fluent-uri; iri-string on request), or go "
        "without a slash (network-uri).",
        "Q7, R8: §6.2.2.3 applies §5.2.4 to the path of any URI, and its step 2C writes a slash.",
        ANSWERED,
        lambda row, ours: (
            split(row["input"]).scheme is not None
            and split(row["input"]).authority is None
            and not split(row["input"]).path.startswith("/")
            and "/.." in row["input"] + "/"
        ),
    ),
    Difference(
        "normalize",
        "rootless-iref",
        "Dots of a path without a scheme: iref and Boost keep a leading `..`, `a/..` is empty.",
        "R6, R8: this is §5.2.4 to the letter. In a reference they would stay (N3).",
        ANSWERED,
        lambda row, ours: (
            row["options"].get("component") == "path"
            and _from(row, "timothee-haudebourg/iref", "boostorg/url")
        ),
    ),
    Difference(
        "normalize",
        "escapes-decoded",
        "Encoded non-ASCII characters are decoded (fluent-uri, iri-string; RFC 3987 §5.3.2's "
        "example compares them as equal).",
        "N2: `normalize` leaves them, `to_iri` decodes them, `comparison_key` makes them equal.",
        ANSWERED,
        lambda row, ours: row.get("agree") == "syntax-iri",
    ),
    Difference(
        "normalize",
        "non-ascii-encoded",
        "Non-ASCII characters are percent-encoded, the host's in Punycode, and put into NFC "
        "(fast-uri, Addressable).",
        "N9, N10: an IRI stays an IRI, and no character normalization is done. `to_uri` encodes.",
        ANSWERED,
        lambda row, ours: (
            not row["input"].isascii() or (_from(row, "sporkmonger/") and "%" in row["input"])
        ),
    ),
    Difference(
        "normalize",
        "ipv6-kept",
        "An IPv6 address is only lowered (iri-string, PHP, fast-uri, uri-js).",
        "N5, Q18: it is the same address by §3.2.2, and RFC 5952 says how it is written.",
        ANSWERED,
        lambda row, ours: "[" in row["input"],
    ),
    Difference(
        "normalize",
        "one-step",
        "The suite takes one step of normalization alone (network-uri, psr7, rfc3986).",
        "N4: the steps belong together, and in one order.",
        ANSWERED,
        lambda row, ours: (
            "steps" in row["options"]
            and (
                normalize(row["expected"]) == ours or row["options"]["steps"] == "pct hex case only"
            )
        ),
    ),
    Difference(
        "normalize",
        "double-slash",
        "`//` without authority loses a slash or becomes an authority (network-uri).",
        "N4: `/.` is written before it, as in resolution (R9).",
        ANSWERED,
        lambda row, ours: "/.//" in ours and split(row["input"]).scheme is not None,
        unless={"rootless-kept", "round-trip-only"},
    ),
    Difference(
        "normalize",
        "empty-segments-removed",
        "Empty segments are removed (Jena, RDF.rb, psr7 on request).",
        "RFC 3986 §3.3: a segment may be empty, and is a segment.",
        ANSWERED,
        lambda row, ours: (
            _collapsed(ours) == _collapsed(row["expected"])
            or (_from(row, "ruby-rdf/rdf") and "///" in row["input"])
        ),
    ),
    Difference(
        "normalize",
        "excess-dots-kept",
        "`..` above the root stays (Boost, by erratum 4547).",
        "R6: §5.2.4 drops it.",
        ANSWERED,
        lambda row, ours: _from(row, "boostorg/url") and "/../" in row["expected"],
        unless={"round-trip-only"},
    ),
    Difference(
        "normalize",
        "relative-dots-removed",
        "Dot segments of relative references are removed (Boost, RDF.rb, PHP), and Boost writes "
        "`%3A` where a colon then comes first.",
        "N3, Q8: before resolution they mean something; `%3A` is another identifier (C5).",
        ANSWERED,
        lambda row, ours: split(row["input"]).scheme is None and _has_dots(row["input"]),
        unless={"not-a-path", "rootless-iref", "round-trip-only"},
    ),
    Difference(
        "normalize",
        "scheme-case",
        "fast-uri keeps `URN:` where no NID follows, and drops the fragment of `ws:` URIs.",
        "N1: the scheme is lowered. N7: fragments get no scheme-based treatment.",
        ANSWERED,
        lambda row, ours: ours.startswith("urn:") or (ours.startswith("ws:") and "#" in ours),
    ),
    Difference(
        "normalize",
        "octal-address",
        "fast-uri and uri-js read `192.068.001.000` as an IPv4 address.",
        "H2: no leading zeros, so it is a reg-name.",
        ANSWERED,
        lambda row, ours: "192.068" in ours,
    ),
    # --- relativize
    Difference(
        "relativize",
        "relative-operands",
        "Targets and bases without a scheme, or text that is not a reference.",
        "R12: what is inverted is resolution, and its base has a scheme (R1).",
        REFUSED,
        lambda row, ours: (
            not all(_valid(row[side]) and split(row[side]).scheme for side in ("base", "target"))
        ),
        has_counterpart=False,
    ),
    Difference(
        "relativize",
        "half-of-the-paths",
        "Jena has two forms with a relative path: one without `..`, which may be empty, and one with "
        "`..` alone. Each is null where the other applies.",
        "R12: of relative paths, `form='path'` gives the shortest.",
        ANSWERED,
        lambda row, ours: "Path" in options(row),
        has_counterpart=False,
    ),
    Difference(
        "relativize",
        "no-relative-reference",
        "Jena says null where authority or scheme differ, and where the base has a query.",
        "R12: the shortest reference may be a network path or the whole. The query of the base does "
        "not matter.",
        ANSWERED,
        lambda row, ours: row["expected"] is None and "dot segments" not in row["error"],
        unless={"half-of-the-paths"},
    ),
    Difference(
        "relativize",
        "no-round-trip",
        "The reference does not resolve back to the target.",
        "L9: resolve(base, relativize(target, base)) == target.",
        ANSWERED,
        lambda row, ours: resolve(row["base"], row["expected"]) != row["target"],
        unless={"half-of-the-paths", "no-relative-reference"},
    ),
    Difference(
        "relativize",
        "not-the-shortest",
        "A longer reference, or another that is as long.",
        "R12: the shortest, by the ladder.",
        ANSWERED,
        lambda row, ours: rank(ours) <= rank(row["expected"]),
        unless={"half-of-the-paths", "no-relative-reference", "no-round-trip"},
    ),
    # --- convert
    Difference(
        "convert",
        "formatting-decoded",
        "fluent-uri decodes U+202E.",
        "V3: an IRI must not contain it (RFC 3987 §4.1); §3.2.1 has this very example.",
        ANSWERED,
        lambda row, ours: "\u202e" in row["iri"],
    ),
    Difference(
        "convert",
        "nfc-applied",
        "hyperlink brings the IRI into NFC first.",
        "U3: RFC 3987 §3.1 step 1c, do not normalize.",
        ANSWERED,
        lambda row, ours: _from(row, "python-hyper/hyperlink") and "\u0301" in row["iri"],
    ),
    Difference(
        "convert",
        "idna2008-refused",
        "rfc3986 refuses what IDNA2008 alone does not have: symbols, unassigned characters.",
        "A1: UTS #46, not transitional, is what is in use. It maps and takes them.",
        ANSWERED,
        lambda row, ours: row.get("uri", "") is None and "IDNA2008" in options(row),
    ),
    Difference(
        "convert",
        "strict-domain-name",
        "WHATWG takes labels that end in a hyphen, are empty or longer than 63.",
        "A3: CheckHyphens and VerifyDnsLength are on.",
        REFUSED,
        lambda row, ours: "UTS46" in options(row),
    ),
    # --- equivalence
    Difference(
        "equivalence",
        "invalid-input",
        "Text that is not a reference is compared, too (fast-uri).",
        "Q23: it is refused.",
        REFUSED,
        lambda row, ours: True,
    ),
    Difference(
        "equivalence",
        "urn",
        "fast-uri finds an invalid URN unequal to everything, even to itself. A URN with an escape in "
        "its NID is invalid there.",
        "E2: each level is coarser than the one before, and the first compares the text, so every "
        "text is equivalent to itself. Q28: RFC 3986 §2.3 makes the escape equivalent.",
        ANSWERED,
        lambda row, ours: row["a"].lower().startswith("urn:"),
    ),
    Difference(
        "equivalence",
        "websocket-fragment",
        "The fragment of a `ws:` URI does not count (fast-uri, uri-js).",
        "N7: fragments get no scheme-based treatment; `ignore_fragment` is an option.",
        ANSWERED,
        lambda row, ours: row["a"].lower().startswith(("ws:", "wss:")),
    ),
    Difference(
        "equivalence",
        "mailto-headers",
        "`mailto:?to=a` is `mailto:a` (fast-uri, uri-js).",
        "N6: of mailto only the case of domains is treated.",
        ANSWERED,
        lambda row, ours: row["a"].startswith("mailto:"),
        has_counterpart=False,
    ),
    Difference(
        "equivalence",
        "encoded-dots",
        "`%2E%2E` is not a dot segment (iref, fast-uri).",
        "N4: unreserved characters are decoded first (RFC 3986 §6.2.2.2, §6.2.2.3).",
        ANSWERED,
        lambda row, ours: ours and "%2e" in row["a"].lower() and _from(row, "timothee", "fastify"),
    ),
    Difference(
        "equivalence",
        "relative-references",
        "Boost compares relative references in normal form.",
        "E3: before resolution they are equal by their text only.",
        ANSWERED,
        lambda row, ours: split(row["a"]).scheme is None,
        unless={"encoded-dots"},
    ),
    Difference(
        "equivalence",
        "more-than-licensed",
        "Trailing dot of a host, empty userinfo, empty query and fragment, canonical equivalence "
        "(Addressable, psr7).",
        "N7, N10, N6: RFC 3986 §6.2.3 licenses none of these.",
        ANSWERED,
        lambda row, ours: not ours and _from(row, "sporkmonger/", "guzzle/"),
    ),
    # --- ip_value
    # --- components
    Difference(
        "components",
        "invalid-input",
        "Appendix B splits any text (uritools); fast-uri and uri-js encode what is not allowed.",
        "P1, Q23: components are those of a reference. Other text is refused.",
        REFUSED,
        lambda row, ours: not _has_zone(row["input"]),
    ),
    Difference(
        "components",
        "zone-identifier",
        "`[fe80::1%25eth0]` is a host.",
        "H5: RFC 9844 §3 took zone identifiers out of the URI syntax.",
        REFUSED,
        lambda row, ours: True,
        unless={"invalid-input"},
    ),
    Difference(
        "components",
        "brackets-removed",
        "fast-uri and uri-js give the host of an IP-literal without its brackets.",
        "H1: they are part of the host (RFC 3986 §3.2.2). `Host.unbracketed` takes them off.",
        ANSWERED,
        lambda row, ours: ours.get("host") == f"[{row['expected'].get('host')}]",
    ),
    Difference(
        "components",
        "scheme-parsed",
        "fast-uri and uri-js take the path of urn, mailto and ws apart, and say there is none.",
        "SC1: the generic syntax holds for every scheme.",
        ANSWERED,
        lambda row, ours: row["expected"].get("path", "") is None,
        has_counterpart=False,
    ),
    # --- path_segments
    Difference(
        "path_segments",
        "guard-hidden",
        "Boost does not count a leading `.` that keeps the path from being read otherwise.",
        "`Path.segments` has the segments as they are written. A mutable path hides the guard.",
        ANSWERED,
        lambda row, ours: _from(row, "boostorg/url") and ours == [".", *row["expected"]],
    ),
    # --- path_edit
    Difference(
        "path_edit",
        "no-such-operation",
        "Boost makes a path absolute or rootless by a switch.",
        "No other library has it. Set `path` to the path that you want.",
        REFUSED,
        lambda row, ours: row["operation"] == "set-path-absolute",
        has_counterpart=False,
    ),
    Difference(
        "path_edit",
        "slash-invented",
        "A rootless path gets a slash when an authority is put before it (iref, Boost, PHP).",
        "S2: only the RFC's own guards are put before a path. What does not fit is refused "
        "(RFC 3986 §3.3).",
        REFUSED,
        lambda row, ours: (
            row["operation"] in {"set_authority", "set_host"}
            and not split(row["initial"]).path.startswith("/")
        ),
    ),
    Difference(
        "path_edit",
        "guard-kept",
        "PHP keeps `/.` before `//` when an authority is put before it.",
        "S2: a guard is taken off when it is not needed any more.",
        ANSWERED,
        lambda row, ours: row["initial"].startswith("/.//") and ours == "//host//path",
    ),
    Difference(
        "path_edit",
        "colon-encoded",
        "Boost writes `%3A` for a colon that would end a scheme.",
        "K3: `./` is written before it (RFC 3986 §4.2); `%3A` is another identifier (C5).",
        ANSWERED,
        lambda row, ours: "%3A" in row["expected"],
    ),
    Difference(
        "path_edit",
        "clear-makes-rootless",
        "Boost clears `//x/` to `//x`.",
        "An absolute path stays absolute, as in iref.",
        ANSWERED,
        lambda row, ours: row["operation"] == "clear" and ours == row["expected"] + "/",
    ),
    Difference(
        "path_edit",
        "above-the-root",
        "iref puts `..` into the empty path after an authority, where there is nothing to remove.",
        "R6: after an authority a path begins at the root, and nothing is above the root.",
        ANSWERED,
        lambda row, ours: row["operation"] == "pop" and row["expected"] == "/.." and ours == "",
    ),
    Difference(
        "path_edit",
        "needless-guard",
        "Boost writes `/.` before a leading `.` segment, though there is an authority.",
        "S2: a guard is written where the RFC needs it, and nowhere else.",
        ANSWERED,
        lambda row, ours: row["operation"] == "set-segments",
    ),
    Difference(
        "path_edit",
        "empty-path-for-here",
        "A relative path that leads nowhere is empty (iref, uriparse), `..` has no slash after it "
        "(uriparse), or §5.2.4 is applied to it (uriparse, as_reference off).",
        "An empty path is another reference: it keeps the base's own path and query (RFC 3986 "
        "§5.2.2). So `./`, `../`, which lead where `.` and `..` do.",
        ANSWERED,
        lambda row, ours: row["operation"] == "normalize" and ours in {"./", "../" * 20, *_UPS},
    ),
    Difference(
        "path_edit",
        "empty-segment-replaced",
        "hyperlink's `child` replaces an empty last segment.",
        "`append` is literal, as a list's is; `/` puts one slash between.",
        ANSWERED,
        lambda row, ours: _from(row, "python-hyper/hyperlink"),
    ),
    Difference(
        "path_edit",
        "rootless-stays-rootless",
        "psr7 keeps a rootless path rootless, and collapses it.",
        "R8: §5.2.4 step 2C writes a slash.",
        ANSWERED,
        lambda row, ours: row["operation"] == "remove_dot_segments" and ours == "/",
    ),
    # --- compose
    Difference(
        "compose",
        "particular-scheme",
        "fast-uri and uri-js compose mailto, urn and ws from components of their own.",
        "SC1: components are those of the generic syntax.",
        REFUSED,
        lambda row, ours: not set(row["components"]) <= GENERIC,
        has_counterpart=False,
    ),
    Difference(
        "compose",
        "illegal-encoded",
        "What a component does not allow is percent-encoded (fast-uri, uri-js).",
        "C8: components are text that is encoded already, and refused if not. `build` encodes.",
        REFUSED,
        lambda row, ours: not _composable(row["components"]),
    ),
    Difference(
        "compose",
        "cross-component",
        "A path that does not fit the other components is changed: a slash is put before it, or "
        "`%2F` or `%3A` into it (fast-uri, uri-js).",
        "S2: it is refused (RFC 3986 §3.3, §4.2); edits write the RFC's guards.",
        REFUSED,
        lambda row, ours: True,
        unless={"illegal-encoded", "particular-scheme"},
    ),
    Difference(
        "compose",
        "normalized",
        "The result is normalized, too, and non-ASCII characters are encoded (fast-uri, uri-js).",
        "S1: what is composed can be split into the same components again.",
        ANSWERED,
        lambda row, ours: "serialize" in options(row),
    ),
    # --- percent_encode
    Difference(
        "percent_encode",
        "no-such-rule",
        "Text is encoded by rules that the RFCs do not have: all reserved characters are kept, or the "
        "library guesses whether the text is encoded already (network-uri, iri-string, rfc3986, "
        "Addressable).",
        "C7, C8: data is encoded for one component, and exactly once.",
        REFUSED,
        lambda row, ours: row["direction"] == "encode",
        has_counterpart=False,
    ),
    Difference(
        "percent_encode",
        "not-encoded-text",
        "Text with a stray `%`, or that is not UTF-8, is decoded (uri-js, fast-uri, Addressable).",
        "C2, C10: it is not a component, or its octets are not text. `unquote_to_bytes` gives the "
        "octets.",
        REFUSED,
        lambda row, ours: True,
        unless={"no-such-rule"},
    ),
    Difference(
        "percent_encode",
        "whatwg-query",
        "WHATWG keeps `\\` in a query.",
        "C9: what the rule of the component does not allow is encoded.",
        ANSWERED,
        lambda row, ours: row["component"].startswith("WHATWG"),
    ),
    # --- idna
    Difference(
        "idna",
        "undecodable-kept",
        "Addressable hands an A-label that cannot be decoded back unchanged.",
        "A2: UTS #46 §4 records an error; `to_unicode` raises.",
        REFUSED,
        lambda row, ours: "to_unicode" in row and ours is None,
    ),
    Difference(
        "idna",
        "newer-unicode",
        "U+3E8AC is unassigned, in the Unicode 17 of the vectors.",
        "A6: our tables are of a newer version, in which it is a character.",
        ANSWERED,
        lambda row, ours: "\U0003e8ac" in row.get("input", "") and row["to_ascii"] is None,
    ),
    Difference(
        "idna",
        "a-labels-unchecked",
        "WHATWG only lowers a domain that is all ASCII, and so takes A-labels that encode nothing.",
        "A2, A3: every label is decoded and validated.",
        REFUSED,
        lambda row, ours: row["input"].isascii() and "xn--" in row["input"].lower(),
        unless={"undecodable-kept"},
    ),
    Difference(
        "idna",
        "std3",
        "ASCII characters that no host name has are taken (WHATWG, UseSTD3ASCIIRules=false).",
        "A3: UseSTD3ASCIIRules is on (RFC 3987 §3.1).",
        REFUSED,
        lambda row, ours: not _HOST_NAME.fullmatch(row["to_ascii"]),
        unless={"a-labels-unchecked", "undecodable-kept"},
    ),
    Difference(
        "idna",
        "length",
        "Empty and overlong labels and names are taken (WHATWG, VerifyDnsLength=false).",
        "A3: VerifyDnsLength is on.",
        REFUSED,
        lambda row, ours: (
            len(row["to_ascii"].rstrip(".")) > 253
            or any(not 0 < len(label) < 64 for label in row["to_ascii"].split("."))
        ),
        unless={"a-labels-unchecked", "undecodable-kept"},
    ),
    Difference(
        "idna",
        "hyphens",
        "Labels with hyphens at the ends or at 3 and 4 are taken (WHATWG, CheckHyphens=false).",
        "A3: CheckHyphens is on.",
        REFUSED,
        lambda row, ours: any(_hyphens(label) for label in _labels(row)),
        unless={"a-labels-unchecked", "length", "undecodable-kept"},
    ),
    # --- whatwg
    Difference(
        "whatwg",
        "repaired",
        "Text that is not a reference is repaired: white space and controls stripped, `\\` read as "
        "`/`, illegal characters encoded, stray `%`, `[`, `]`, `@`, `#` taken.",
        "Q23: it is refused. `IRI.repair` repairs by its own table, and says what.",
        REFUSED,
        lambda row, ours: row.get("x_rfc3987_valid") is not True,
    ),
    Difference(
        "whatwg",
        "invalid-base",
        "A base that is no IRI is repaired first.",
        "Q23: it is refused.",
        REFUSED,
        lambda row, ours: row["base"] is not None and not _valid(row["base"]),
    ),
    Difference(
        "whatwg",
        "host-refused",
        "WHATWG refuses a host that is empty, is not a domain name, or looks like an IPv4 address "
        "without being one; a port above 65535; a special scheme without authority; an opaque base.",
        "H2, H6, P8, Q6: all these are valid by the grammar, and resolve.",
        ANSWERED,
        lambda row, ours: row["href"] is None,
    ),
    Difference(
        "whatwg",
        "canonicalized",
        "The same, except for normalization by the scheme and encoding as a URI.",
        'R10: resolution is not normalization. `normalize("scheme").to_uri()` does both.',
        ANSWERED,
        lambda row, ours: _same(ours, row["href"]),
    ),
    Difference(
        "whatwg",
        "special-scheme",
        "A special scheme infers an authority (`http:foo.com`) or a drive letter (`file:///C|`), "
        "ignores extra slashes, and a base of the same scheme counts as if it had none.",
        "R4: RFC 3986 has no special schemes.",
        ANSWERED,
        lambda row, ours: (
            split(row["href"]).scheme in _SPECIAL
            and (
                split(ours).scheme == "file"
                or split(ours).authority in {None, ""}
                or split(ours).path.startswith("//")
            )
        ),
        unless={"canonicalized", "host-refused"},
    ),
    Difference(
        "whatwg",
        "host-rewritten",
        "The host or userinfo is rewritten: IPv4 in other notations, forbidden code points, "
        "percent-decoding, empty userinfo and password dropped.",
        "H2, H6, N7: none of these is licensed by RFC 3986.",
        ANSWERED,
        lambda row, ours: (
            split(ours).authority is not None
            and split(row["href"]).authority != split(ours).authority
        ),
        unless={"canonicalized", "host-refused", "special-scheme"},
    ),
    Difference(
        "whatwg",
        "other-encoding",
        "`'` is encoded in a query; an opaque path keeps its dots; a path with `//` and no host is "
        "written in another way.",
        "WHATWG has sets of its own.",
        ANSWERED,
        lambda row, ours: split(row["href"]).scheme == split(ours).scheme,
        unless={"canonicalized", "host-refused", "host-rewritten", "special-scheme"},
    ),
]

BY_CODE = {(entry.file, entry.code): entry for entry in DIFFERENCES}
