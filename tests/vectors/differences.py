"""The one table of where we differ from the public suites, and why.

Each row of the suites' vectors either has our answer or is explained by the first entry of its
file that applies to it. `docs/differences.md` is written from this table.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..oracle.normalization import comparison_key, normalize
from ..oracle.relativization import rank
from ..oracle.resolution import resolve, resolve_literally
from ..oracle.syntax import RFC3987, split
from .rows import Row, options


class Difference(NamedTuple):
    """A class of rows whose expected answer is not ours."""

    file: str
    code: str
    theirs: str
    """What the suites expect."""
    why: str
    """Why we answer otherwise, with the deciding clause."""
    applies: Callable[[Row, Any], bool]
    """Whether a row, given our answer, is of this class."""


def _from(row: Row, *names: str) -> bool:
    return row["source"].startswith(names)


def _valid(text: str | None) -> bool:
    return text is not None and RFC3987.is_reference(text)


def _same(a: str | None, b: str | None) -> bool:
    """Whether two answers are the same but for normalization."""
    if a is None or b is None or not _valid(a) or not _valid(b):
        return False
    return comparison_key(a, "scheme") == comparison_key(b, "scheme")


def _invalid_input(row: Row, ours: Any) -> bool:
    return ours is None and not _valid(row["input"])


def _zone(*texts: str | None) -> bool:
    return any("%25" in split(text).__getitem__(1) for text in texts if text and _authority(text))


def _authority(text: str) -> str:
    return split(text).authority or ""


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


DIFFERENCES = [
    # --- resolve
    Difference(
        "resolve",
        "relative-base",
        "A base without a scheme is taken, and the result has none either; or there is no base.",
        "R1: a base has a scheme (RFC 3986 §5.1). There is nothing to resolve against, so it is an "
        "error; `IRIReference` has no `resolve`.",
        lambda row, ours: ours is None and (not row["base"] or not split(row["base"]).scheme),
    ),
    Difference(
        "resolve",
        "zone-identifier",
        "`http://[fe80::1%25eth0]` is taken as a base.",
        "H5: RFC 9844 §3 took zone identifiers out of the URI syntax (erratum 8552 to RFC 6874).",
        lambda row, ours: ours is None and _has_zone(row["base"]),
    ),
    Difference(
        "resolve",
        "invalid-input",
        "Text that is no reference (spaces, line breaks, `\\`, `\"`, …) is resolved all the same.",
        "Q23, P11: the operands are references. `IRI.repair` makes one, when asked to.",
        lambda row, ours: ours is None and not (_valid(row["base"]) and _valid(row["reference"])),
    ),
    Difference(
        "resolve",
        "base-with-fragment-refused",
        "fluent-uri refuses a base with a fragment.",
        "Q3: a base is stripped of its fragment (RFC 3986 §5.1).",
        lambda row, ours: row.get("error") == "BaseWithFragment",
    ),
    Difference(
        "resolve",
        "rootless-base-refused",
        "fluent-uri and swap refuse to resolve a path against a rootless base such as `foo:bar`.",
        "Q6: RFC 3986 §5.2.3 says what is merged then, and so there is a result.",
        lambda row, ours: row.get("error") == "InvalidReferenceAgainstOpaqueBase"
        or (_from(row, "linkeddata/swap") and row["expected"] is None),
    ),
    Difference(
        "resolve",
        "underflow-refused",
        "fluent-uri, with `allow_path_underflow(false)`, refuses `..` above the root.",
        "R6: RFC 3986 §5.2.4 step 2C drops it, and §5.4.2 has the examples.",
        lambda row, ours: row.get("error") == "PathUnderflow",
    ),
    Difference(
        "resolve",
        "double-slash",
        "A path that begins with `//` without an authority is an error (oxiri), is written as it "
        "is, so that it becomes an authority (network-uri), or loses a slash (psr7).",
        "Q2, R9: `/.` is written before it, so that the result is split as it was meant.",
        lambda row, ours: "/.//" in ours
        and (
            row["expected"] is None
            or row["expected"] == resolve_literally(row["base"], row["reference"])
            or _collapsed(row["expected"]) == _collapsed(ours.replace("/.//", "/"))
        ),
    ),
    Difference(
        "resolve",
        "host-policy",
        "fast-uri refuses a host that is no domain name, or writes it in ASCII.",
        "U4, V6: resolution changes no host. `to_uri(idna=True)` maps and refuses.",
        lambda row, ours: _from(row, "fastify/fast-uri")
        and (
            "domain name" in row.get("error", "")
            or not _authority(ours).isascii()
        ),
    ),
    Difference(
        "resolve",
        "excess-dots-kept",
        "`..` above the root stays in the result (Boost by erratum 4547; RFC 2396 before it).",
        "R6: RFC 3986 §5.2.4 and §5.4.2; erratum 4547 is held for update, not verified.",
        lambda row, ours: "/.." in row["expected"] or ":.." in row["expected"]
        or "/./" in row["expected"],
    ),
    Difference(
        "resolve",
        "encoded-dots-removed",
        "`%2E` counts as a dot while resolving (iri-string, Boost).",
        "Q4: §5.2.4 is about `.`, literally. `normalized()` decodes first and removes them.",
        lambda row, ours: "%2e" in row["reference"].lower()
        and normalize(ours) == normalize(row["expected"]),
    ),
    Difference(
        "resolve",
        "base-normalized",
        "The dot segments of the base are removed where the reference has no path, or before the "
        "paths are merged (oxiri, hyperlink; ruby/uri and fluent-uri by erratum 4789).",
        "Q5, R10: §5.2.2 takes Base.path as it is, and normalizing the base is optional (§5.2.1).",
        lambda row, ours: "/." in row["base"]
        and row["expected"]
        in {
            resolve(normalize(base), row["reference"]) for base in (row["base"], row["base"] + "/")
        },
    ),
    Difference(
        "resolve",
        "result-normalized",
        "The result is normalized as well (fast-uri always, iri-string on request).",
        "R10: resolution is not normalization. `resolve(…).normalized()` does both.",
        lambda row, ours: normalize(ours) == normalize(row["expected"]),
    ),
    Difference(
        "resolve",
        "non-strict-by-scheme",
        "In the non-strict mode of fast-uri, `uri:g` stays as it is.",
        "R4: in non-strict mode the scheme of the base itself is ignored (RFC 3986 §5.2.2).",
        lambda row, ours: not row["strict"] and _from(row, "fastify/fast-uri"),
    ),
    Difference(
        "resolve",
        "slash-before-rootless",
        "rfc3986 puts a slash before the path that it merges with `https:`.",
        "R5: §5.2.3 adds one only where the base has an authority.",
        lambda row, ours: _from(row, "python-hyper/rfc3986")
        and row["expected"].replace(":/", ":", 1) == ours,
    ),
    Difference(
        "resolve",
        "empty-authority-dropped",
        "relative-to-absolute-iri.js resolves `abc` against `http://` to `http:abc`.",
        "R5, Q24: an empty authority is defined (RFC 3986 §5.3), so the result keeps it.",
        lambda row, ours: row["base"] == "http://",
    ),
    Difference(
        "resolve",
        "base-fragment-kept",
        "RDF.rb keeps the empty fragment of the base for an empty reference.",
        "R3: T.fragment = R.fragment (RFC 3986 §5.2.2).",
        lambda row, ours: row["expected"] == ours + "#",
    ),
    # --- normalize
    Difference(
        "normalize",
        "invalid-input",
        "Text that is no reference is repaired (fast-uri, uri-js, RDF.rb, Addressable) or handed "
        "back unchanged.",
        "Q23: it is refused. `IRI.repair` repairs, when asked to.",
        _invalid_input,
    ),
    Difference(
        "normalize",
        "round-trip-only",
        "Boost says only that the result must be split as the input was.",
        "N9: so it is, and the test of the laws says so; there is no text to compare.",
        lambda row, ours: "check" in row["options"] and row["expected"] is None,
    ),
    Difference(
        "normalize",
        "encoded-dots-kept",
        "`%2E%2E` stays a segment, for safety (fast-uri, Addressable).",
        "N4: unreserved characters are decoded first (RFC 3986 §6.2.2.2, §6.2.2.3).",
        lambda row, ours: "%2e" in row["input"].lower() and "%2E" in str(row["expected"]).upper(),
    ),
    Difference(
        "normalize",
        "rootless-kept",
        "The dot segments of a rootless path stay (fluent-uri; iri-string on request), or go "
        "without a slash (network-uri).",
        "Q7, R8: §6.2.2.3 applies §5.2.4 to the path of any URI, and its step 2C writes a slash.",
        lambda row, ours: split(row["input"]).scheme is not None
        and split(row["input"]).authority is None
        and not split(row["input"]).path.startswith("/")
        and "/.." in row["input"] + "/",
    ),
    Difference(
        "normalize",
        "rootless-iref",
        "Dots of a path without a scheme: iref and Boost keep a leading `..`, `a/..` is empty.",
        "R6, R8: this is §5.2.4 to the letter. In a reference they would stay (N3).",
        lambda row, ours: row["options"].get("component") == "path"
        and _from(row, "timothee-haudebourg/iref", "boostorg/url"),
    ),
    Difference(
        "normalize",
        "not-a-path",
        "relative-to-absolute-iri.js puts a slash before every path, and splits off `?` and `#`.",
        "R6: the input of §5.2.4 is a path, and nothing else.",
        lambda row, ours: row["options"].get("component") == "path"
        and _from(row, "rubensworks/"),
    ),
    Difference(
        "normalize",
        "escapes-decoded",
        "Encoded non-ASCII characters are decoded (fluent-uri, iri-string; RFC 3987 §5.3.2's "
        "example compares them as equal).",
        "N2: `normalized` leaves them, `to_iri` decodes them, `comparison_key` makes them equal.",
        lambda row, ours: row.get("agree") == "syntax-iri",
    ),
    Difference(
        "normalize",
        "non-ascii-encoded",
        "Non-ASCII characters are percent-encoded, the host's in Punycode, and put into NFC "
        "(fast-uri, Addressable).",
        "N9, N10: an IRI stays an IRI, and no character normalization is done. `to_uri` encodes.",
        lambda row, ours: not row["input"].isascii()
        or (_from(row, "sporkmonger/") and "%" in row["input"]),
    ),
    Difference(
        "normalize",
        "ipv6-kept",
        "An IPv6 address is only lowered (iri-string, PHP, fast-uri, uri-js).",
        "N5, Q18: it is the same address by §3.2.2, and RFC 5952 says how it is written.",
        lambda row, ours: "[" in row["input"],
    ),
    Difference(
        "normalize",
        "one-step",
        "The suite takes one step of normalization alone (network-uri, psr7, rfc3986).",
        "N4: the steps belong together, and in one order.",
        lambda row, ours: "steps" in row["options"]
        and (
            normalize(row["expected"]) == ours
            or row["options"]["steps"] == "pct hex case only"
        ),
    ),
    Difference(
        "normalize",
        "double-slash",
        "`//` without authority loses a slash or becomes an authority (network-uri).",
        "N4: `/.` is written before it, as in resolution (R9).",
        lambda row, ours: "/.//" in ours,
    ),
    Difference(
        "normalize",
        "empty-segments-removed",
        "Empty segments are removed (Jena, RDF.rb, psr7 on request).",
        "RFC 3986 §3.3: a segment may be empty, and is a segment.",
        lambda row, ours: _collapsed(ours) == _collapsed(row["expected"])
        or _from(row, "ruby-rdf/rdf")
        and "///" in row["input"],
    ),
    Difference(
        "normalize",
        "excess-dots-kept",
        "`..` above the root stays (Boost, by erratum 4547).",
        "R6: §5.2.4 drops it.",
        lambda row, ours: _from(row, "boostorg/url") and "/../" in row["expected"],
    ),
    Difference(
        "normalize",
        "relative-dots-removed",
        "Dot segments of relative references are removed (Boost, RDF.rb, PHP), and Boost writes "
        "`%3A` where a colon then comes first.",
        "N3, Q8: before resolution they mean something; `%3A` is another identifier (C5).",
        lambda row, ours: split(row["input"]).scheme is None and ours is not None,
    ),
    Difference(
        "normalize",
        "scheme-case",
        "fast-uri keeps `URN:`, lowers the NID, and drops the fragment of `ws:` URIs.",
        "N1: the scheme is lowered, and nothing else but the host. SC7: equivalence of URNs is the "
        "scheme's own. N7: fragments get no scheme-based treatment.",
        lambda row, ours: ours.startswith("urn:") or ours.startswith("ws:") and "#" in ours,
    ),
    Difference(
        "normalize",
        "host-case-kept",
        "fast-uri keeps the case of a host with `%25` in it.",
        "N1, H8: the host is lowered, but for the digits of its triplets.",
        lambda row, ours: "%25" in split(row["input"]).authority
        and ours.lower() == row["expected"].lower(),
    ),
    Difference(
        "normalize",
        "octal-address",
        "fast-uri and uri-js read `192.068.001.000` as an IPv4 address.",
        "H2: no leading zeros, so it is a reg-name.",
        lambda row, ours: "192.068" in ours,
    ),
    # --- relativize
    Difference(
        "relativize",
        "relative-operands",
        "Targets and bases without a scheme, or text that is no reference.",
        "R12: what is inverted is resolution, and its base has a scheme (R1).",
        lambda row, ours: ours is None
        and not all(_valid(row[side]) and split(row[side]).scheme for side in ("base", "target")),
    ),
    Difference(
        "relativize",
        "form-not-chosen",
        "Jena asks for one form of reference, and says null where it does not apply.",
        "R12: there is one answer, the shortest.",
        lambda row, ours: "form" in row.get("options", ()) or (
            row["expected"] is None and "dot segments" not in row["error"]
        ),
    ),
    Difference(
        "relativize",
        "no-round-trip",
        "The reference does not resolve back to the target.",
        "Law 9: resolve(base, relativize(target, base)) == target.",
        lambda row, ours: resolve(row["base"], row["expected"]) != row["target"],
    ),
    Difference(
        "relativize",
        "not-the-shortest",
        "A longer reference, or another that is as long.",
        "R12: the shortest, by the ladder.",
        lambda row, ours: ours is not None and rank(ours) <= rank(row["expected"]),
    ),
    # --- convert
    # --- equivalence
    Difference(
        "equivalence",
        "invalid-input",
        "Text that is no reference is compared, too (fast-uri).",
        "Q23: it is refused.",
        lambda row, ours: ours is None,
    ),
    # --- ip_value
    # --- components
    # --- path_segments
]
