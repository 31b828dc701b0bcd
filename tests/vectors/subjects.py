"""The question that a row of each file asks, put to the oracles and to iriform.

An answer of None means that the question is refused: the input is invalid, or there is no result.
"""

import ipaddress
from collections.abc import Callable
from typing import Any, NamedTuple

import iriform

from ..oracle import conversion, normalization, relativization, resolution
from ..oracle.addresses import groups_of, rfc5952
from ..oracle.syntax import RFC3986, RFC3987, split, split_authority
from .rows import Row, options


class Subject(NamedTuple):
    """How to ask a file's question."""

    expected: Callable[[Row], Any]
    iriform: Callable[[Row], Any]
    oracle: Callable[[Row], Any] | None
    # What iriform must have, as "Class.attribute", for the question to be asked of it.
    needs: tuple[str, ...] = ()

    def missing(self) -> list[str]:
        """Return what iriform does not have yet."""
        return [need for need in self.needs if not _has(need)]


def _has(need: str) -> bool:
    owner, _, attribute = need.rpartition(".")
    return hasattr(getattr(iriform, owner) if owner else iriform, attribute)


def _expected(row: Row) -> Any:
    return row["expected"]


def _refused(question: Callable[[Row], Any]) -> Callable[[Row], Any]:
    """Make a refusal an answer."""

    def answer(row: Row) -> Any:
        try:
            return question(row)
        except ValueError:
            return None

    return answer


# --- resolve: {base, reference, strict} -> target


def _resolve_oracle(row: Row) -> str | None:
    base, reference = row["base"], row["reference"]
    if base is None or not RFC3987.matches("absolute", base) or not RFC3987.is_reference(reference):
        return None
    return resolution.resolve(base, reference, strict=row["strict"])


@_refused
def _resolve(row: Row) -> str | None:
    if row["base"] is None:
        return None
    return str(iriform.IRI(row["base"]).resolve(row["reference"], strict=row["strict"]))


# --- normalize: {input, options} -> normal form


def level(row: Row) -> normalization.Level:
    """Return the rung of the ladder that the suite's procedure is on."""
    text = options(row).replace("no scheme defaults", "")
    marks = ("scheme-based", "scheme defaults", "Addressable", "default_ports", "DEFAULT")
    also = ("CONVERT_EMPTY_PATH", "guzzle isEquivalent")
    return "scheme" if any(mark in text for mark in marks + also) else "syntax"


def _normalize_expected(row: Row) -> Any:
    if "is_normalized" in row:
        return row["is_normalized"]
    if row["expected"] is None and "expected_path" in row:
        return row["expected_path"]
    return row["expected"]


def _normalize_oracle(row: Row) -> Any:
    text = row["input"]
    component = row["options"].get("component")
    if component == "path":
        return resolution.remove_dot_segments(text)
    if component == "host":
        return normalization.normalize_host(text) if RFC3987.matches("host", text) else None
    if component == "authority":
        return normalization.normalize("//" + text)[2:]
    if not RFC3987.is_reference(text):
        return None
    normal = normalization.normalize(text, level(row))
    if "is_normalized" in row:
        return text == normal
    return split(normal).path if "expected_path" in row else normal


@_refused
def _normalize(row: Row) -> Any:
    text = row["input"]
    component = row["options"].get("component")
    if component == "path":
        return str(iriform.Path(text).normalized())
    if component == "host":
        return str(iriform.IRIReference("//" + text).normalized())[2:]
    if component == "authority":
        return str(iriform.IRIReference("//" + text).normalized())[2:]
    reference = iriform.IRIReference(text)
    if "is_normalized" in row:
        return reference.is_normalized(level(row))
    normal = reference.normalized(level(row))
    return str(normal.path) if "expected_path" in row else str(normal)


# --- relativize: {base, target} -> reference


def _relativize_oracle(row: Row) -> Any:
    base, target = row["base"], row["target"]
    if not RFC3987.matches("absolute", base) or not RFC3987.matches("absolute", target):
        return None
    found = relativization.relativize(target, base)
    if found is not None and "round_trip_only" in options(row):
        return resolution.resolve(base, found)
    return found


@_refused
def _relativize(row: Row) -> Any:
    base = iriform.IRI(row["base"])
    found = iriform.IRI(row["target"]).relative_to(base)
    return str(base.resolve(found)) if "round_trip_only" in options(row) else str(found)


def _relativize_expected(row: Row) -> Any:
    return row["target"] if "round_trip_only" in options(row) else row["expected"]


# --- convert: {iri, uri, direction}


def _convert_expected(row: Row) -> Any:
    if row["direction"] == "iri-to-uri":
        return row["uri"]
    return row["iri"] if row["direction"] == "uri-to-iri" else row["expected"]


def _idna(row: Row) -> bool:
    return bool((row.get("options") or {}).get("host") == "idna")


def _convert_oracle(row: Row) -> Any:
    if row["direction"] == "iri-to-uri":
        return conversion.to_uri(row["iri"]) if RFC3987.is_reference(row["iri"]) else None
    if row["direction"] == "uri-to-iri":
        return conversion.to_iri(row["uri"]) if RFC3986.is_reference(row["uri"]) else None
    text = row["input"]
    is_a = {
        "uri": RFC3986.matches("absolute", text),
        "uri-reference": RFC3986.is_reference(text),
        "iri": RFC3987.matches("absolute", text),
    }
    return text if is_a[row["direction"].rpartition(">")[2]] else None


@_refused
def _convert(row: Row) -> Any:
    if row["direction"] == "iri-to-uri":
        return str(iriform.IRIReference(row["iri"]).to_uri(idna=_idna(row)))
    if row["direction"] == "uri-to-iri":
        return str(iriform.URIReference(row["uri"]).to_iri(idna=_idna(row)))
    kinds = {
        "uri": iriform.URI,
        "uri-reference": iriform.URIReference,
        "iri": iriform.IRI,
    }
    return str(kinds[row["direction"].rpartition(">")[2]](row["input"]))


# --- equivalence: {a, b} -> equal


def _as_reference(row: Row, text: str) -> str:
    # Paths are compared as those of references with a scheme: the suite removes their dots.
    return ("s:" if text.startswith("/") else "s:/") + text if row["kind"] == "path" else text


def _equivalence_oracle(row: Row) -> Any:
    a, b = (_as_reference(row, row[side]) for side in "ab")
    if not RFC3987.is_reference(a) or not RFC3987.is_reference(b):
        return None
    on = level(row)
    return a == b or normalization.comparison_key(a, on) == normalization.comparison_key(b, on)


@_refused
def _equivalence(row: Row) -> Any:
    a, b = (iriform.IRIReference(_as_reference(row, row[side])) for side in "ab")
    return a.equivalent(b, level(row))


# --- ip_value: {input} -> address, or the other way


def _ip_expected(row: Row) -> Any:
    return int(row["expected_int"], 16) if "expected_int" in row else row["expected"]


def _ip_input(row: Row) -> str:
    if "input_int" in row:
        return f"[{ipaddress.IPv6Address(int(row['input_int'], 16)).exploded}]"
    text: str = row["input"]
    return text if text.startswith("[") or row["kind"] == "ipv4address" else f"[{text}]"


def _unbracketed_as(row: Row, text: str) -> str:
    return text if row["expected"].startswith("[") else text.strip("[]")


def _ip_oracle(row: Row) -> Any:
    text = _ip_input(row)
    if row["kind"] == "ipv4address" or text[0] != "[":
        value = 0
        for octet in text.split("."):
            value = value << 8 | int(octet)
        return value if "expected_int" in row else text
    if "expected_int" in row:
        value = 0
        for group in groups_of(text[1:-1]):
            value = value << 16 | group
        return value
    return _unbracketed_as(row, f"[{rfc5952(text[1:-1])}]")


@_refused
def _ip(row: Row) -> Any:
    text = _ip_input(row)
    if "expected_int" in row:
        address = iriform.Host(text).ip
        return None if address is None else int(address)
    return _unbracketed_as(row, str(iriform.IRIReference("//" + text).normalized())[2:])


# --- components: {input} -> {component: text}, of those that the suite looks at


def _components_oracle(row: Row) -> Any:
    text = row["input"]
    if not RFC3987.is_reference(text):
        return None
    parts = split(text)
    found: dict[str, Any] = parts._asdict()
    found |= {"userinfo": None, "host": None, "port": None}
    if parts.authority is not None:
        found |= split_authority(parts.authority)._asdict()
    return {name: found[name] for name in row["expected"]}


@_refused
def _components(row: Row) -> Any:
    reference = iriform.IRIReference(row["input"])
    names = {"port": "port_text"}
    found = {name: getattr(reference, names.get(name, name)) for name in row["expected"]}
    return {name: None if value is None else str(value) for name, value in found.items()}


# --- path_segments: {input} -> [segment]


def _path_segments_oracle(row: Row) -> Any:
    path = split(row["input"]).path if "absolute" in row else row["input"]
    segments = path.removeprefix("/")
    return segments.split("/") if segments or path.startswith("//") else []


def _path_segments(row: Row) -> Any:
    path = iriform.IRIReference(row["input"]).path if "absolute" in row else row["input"]
    return [str(segment) for segment in iriform.Path(path).segments]


SUBJECTS = {
    "resolve": Subject(_expected, _resolve, _resolve_oracle, ("IRI.resolve",)),
    "normalize": Subject(
        _normalize_expected,
        _normalize,
        _normalize_oracle,
        ("IRIReference.normalized", "IRIReference.is_normalized", "Path.normalized"),
    ),
    "relativize": Subject(
        _relativize_expected, _relativize, _relativize_oracle, ("IRI.relative_to",)
    ),
    "convert": Subject(
        _convert_expected,
        _convert,
        _convert_oracle,
        ("IRIReference.to_uri", "URIReference.to_iri"),
    ),
    "equivalence": Subject(
        lambda row: row["equal"], _equivalence, _equivalence_oracle, ("IRIReference.equivalent",)
    ),
    "ip_value": Subject(_ip_expected, _ip, _ip_oracle, ("Host.ip", "IRIReference.normalized")),
    "components": Subject(_expected, _components, _components_oracle),
    "path_segments": Subject(_expected, _path_segments, _path_segments_oracle),
}
