"""The question that a row of each file asks, put to the oracles and to iriform.

An answer of None means that the question is refused: the input is invalid, or there is no result.
"""

import ipaddress
from collections.abc import Callable
from typing import Any, NamedTuple

import iriform
from tests.oracle import conversion, normalization, relativization, resolution
from tests.oracle.addresses import groups_of, rfc5952
from tests.oracle.syntax import RFC3986, RFC3987, split, split_authority

from .differences import GENERIC
from .rows import Row, options

# The answer of an oracle to a question that is beyond it: those of UTS #46, above all.
BEYOND = "beyond the oracle"


class Subject(NamedTuple):
    """The question of a file."""

    expected: Callable[[Row], Any]
    iriform: Callable[[Row], Any]
    oracle: Callable[[Row], Any] | None = None


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
    if base is None or not RFC3987.is_reference(base) or not RFC3987.is_reference(reference):
        return None
    if not RFC3987.matches("absolute", base):
        return resolution.resolve_onto(base, reference)
    return resolution.resolve(base, reference, strict=row["strict"])


@_refused
def _resolve(row: Row) -> str | None:
    if row["base"] is None:
        return None
    base = iriform.IRIReference(row["base"])
    if base.is_relative:
        return str(iriform.IRIReference(row["reference"]).resolve_onto(base))
    return str(iriform.IRI(base).resolve(row["reference"], strict=row["strict"]))


def _within(text: str) -> bool:
    """Return True if an oracle that knows no UTS #46 can normalize the host by its scheme."""
    authority = split(text).authority or ""
    return authority.isascii() and "%" not in authority and "xn--" not in authority.lower()


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


def _is_about_dots(row: Row) -> bool:
    """Return True if a suite removes dots by §5.2.4, and not brings a path alone into normal form."""
    return "dot-segments" in row["options"].get("steps", "")


def _remove_dot_segments(path: str) -> str:
    """Remove the dot segments of a path as resolution does; iriform has no such function alone."""
    if path.startswith("/"):
        return str(iriform.IRI("s:").resolve(f"s://h{path}"))[5:]
    found = str(iriform.IRI("s:").resolve(f"s:{path}"))[2:]
    return found[2:] if found.startswith("/.//") else found


def _component_oracle(text: str, component: str, *, is_about_dots: bool) -> Any:
    if component == "host":
        return normalization.normalize_host(text) if RFC3987.matches("host", text) else None
    if component == "authority":
        return normalization.normalize("//" + text)[2:]
    if "?" in text or "#" in text:
        return None
    return resolution.remove_dot_segments(text) if is_about_dots else BEYOND


def _normalize_oracle(row: Row) -> Any:
    text = row["input"]
    component = row["options"].get("component")
    if component in {"path", "host", "authority"}:
        return _component_oracle(text, component, is_about_dots=_is_about_dots(row))
    if not RFC3987.is_reference(text):
        return None
    if level(row) == "scheme" and not _within(text):
        return BEYOND
    normal = normalization.normalize(text, level(row))
    if "is_normalized" in row:
        return text == normal
    return split(normal).path if "expected_path" in row else normal


@_refused
def _normalize(row: Row) -> Any:
    text = row["input"]
    component = row["options"].get("component")
    if component == "path":
        if _is_about_dots(row):
            return _remove_dot_segments(iriform.Path(text))
        return str(iriform.Path(text).normalize())
    if component in {"host", "authority"}:
        return str(iriform.IRIReference("//" + text).normalize())[2:]
    reference = iriform.IRIReference(text)
    if "is_normalized" in row:
        return reference.is_normalized(level(row))
    normal = reference.normalize(level(row))
    return str(normal.path) if "expected_path" in row else str(normal)


# --- relativize: {base, target} -> reference

# What Jena calls the forms of a reference, and ours that come nearest to them.
FORMS: dict[str, Any] = {
    "relativeScheme": "network-path",
    "relativeResource": "absolute-path",
    "relativePath": "path",
    "relativeParentPath": "path",
}


def _form(row: Row) -> str:
    return str((row.get("options") or {}).get("form", ""))


def _relativize_oracle(row: Row) -> Any:
    base, target = row["base"], row["target"]
    if not RFC3987.matches("absolute", base) or not RFC3987.matches("absolute", target):
        return None
    if _form(row) in FORMS or _form(row) == "relativeSameDocument":
        return BEYOND
    found = relativization.relativize(target, base)
    if found is not None and "round_trip_only" in options(row):
        return resolution.resolve(base, found)
    return found


@_refused
def _relativize(row: Row) -> Any:
    base = iriform.IRI(row["base"])
    found = iriform.IRI(row["target"]).relative_to(base, form=FORMS.get(_form(row), "shortest"))
    if _form(row) == "relativeSameDocument" and found.without_fragment():
        return None
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
    if _idna(row):
        return BEYOND
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
    kinds = {"uri": iriform.URI, "uri-reference": iriform.URIReference, "iri": iriform.IRI}
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
    if on == "scheme" and not all(_within(text) for text in (a, b)):
        return BEYOND
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
    return _unbracketed_as(row, str(iriform.IRIReference("//" + text).normalize())[2:])


# --- components: {input} -> {component: text}, of those that the suite looks at


def _components_oracle(row: Row) -> Any:
    text = row["input"]
    if not RFC3987.is_reference(text):
        return None
    parts = split(text)
    found: dict[str, Any] = parts._asdict()
    found |= {"userinfo": None, "host": None, "port": None, "user": None, "password": None}
    if parts.authority is not None:
        found |= split_authority(parts.authority)._asdict()
    if found["userinfo"] is not None:
        user, colon, password = found["userinfo"].partition(":")
        found |= {"user": user, "password": password if colon else None}
    return {name: found[name] for name in row["expected"]}


@_refused
def _components(row: Row) -> Any:
    reference = iriform.IRIReference(row["input"])
    userinfo = reference.userinfo
    found = {
        name: getattr(userinfo, name, None)
        if name in {"user", "password"}
        else getattr(reference, "port_text" if name == "port" else name)
        for name in row["expected"]
    }
    return {name: None if value is None else str(value) for name, value in found.items()}


# --- path_segments: {input} -> [segment]


def _path_segments_oracle(row: Row) -> Any:
    path = split(row["input"]).path if "absolute" in row else row["input"]
    segments = path.removeprefix("/")
    return segments.split("/") if segments or path.startswith("//") else []


def _path_segments(row: Row) -> Any:
    path = iriform.IRIReference(row["input"]).path if "absolute" in row else row["input"]
    return [str(segment) for segment in iriform.Path(path).segments]


# --- compose: {components} -> reference


@_refused
def _compose(row: Row) -> Any:
    given = row["components"].items()
    parts: dict[str, Any] = {name: None if value is None else str(value) for name, value in given}
    if not set(parts) <= GENERIC:
        raise ValueError("components of a particular scheme")
    if "host" in parts:
        names = ("userinfo", "host", "port")
        authority: dict[str, Any] = {name: parts.pop(name) for name in names if name in parts}
        parts["authority"] = iriform.Authority.from_parts(**authority)
    if (row.get("options") or {}).get("normalize"):
        # iri-string writes the guard on request. An edit does so, too; from_parts never does.
        start = "" if "scheme" not in parts else f"{parts['scheme']}:"
        return str(iriform.IRIReference(start).with_parts(path=parts["path"] or ""))
    named: dict[str, Any] = parts
    return str(iriform.IRIReference.from_parts(**named))


# --- path_edit: {initial, operation, args} -> text


def _replace(reference: Any, segments: list[str], where: slice) -> None:
    reference.path[where] = segments


# What is done to a mutable reference, by the operation's name.
EDITS: dict[str, Callable[[Any, list[Any]], None]] = {
    "push-literal": lambda reference, args: reference.path.append(args[0]),
    "append-literal": lambda reference, args: reference.path.extend(args),
    "push": lambda reference, args: reference.path.push(args[0]),
    "append": lambda reference, args: reference.path.join("/".join(args)),
    "join": lambda reference, args: reference.path.join("/".join(args)),
    "pop": lambda reference, _: reference.path.up(),
    "replace": lambda reference, args: setattr(reference, "path", args[0]),
    "clear": lambda reference, _: reference.path.clear(),
    "normalize": lambda reference, _: reference.path.normalize(),
    "set-segments": lambda reference, args: _replace(reference, args[0], slice(None)),
    "erase-first-segment": lambda reference, _: _replace(reference, [], slice(1)),
    "replace-last-segment": lambda reference, args: _replace(reference, args, slice(-1, None)),
}


def _edited(text: str, operation: str, args: list[Any]) -> str:
    """Edit a reference."""
    if operation == "sequence":
        for each, its_args in args:
            text = _edited(text, each, its_args)
        return text
    reference = iriform.IRIReference(text).mutable()
    if operation.startswith("set_"):
        setattr(reference, operation.removeprefix("set_"), args[0])
    elif operation in EDITS:
        EDITS[operation](reference, args)
    else:
        raise ValueError(f"no operation {operation}")
    return str(reference)


@_refused
def _path_edit(row: Row) -> Any:
    text, operation, args = row["initial"], row["operation"], row["args"]
    if operation == "directory":
        return str(iriform.IRI(text).directory)
    if operation == "join" and row["kind"] == "uri":
        return str(iriform.IRI(text).resolve(args[0]))
    if operation == "remove_dot_segments":
        return _remove_dot_segments(text)
    questions: dict[str, Callable[[iriform.Path], Any]] = {
        "first-segment": lambda path: path.first,
        "parent": lambda path: path.parent,
        "strip-prefix": lambda path: path.without_prefix(args[0]),
    }
    if operation in questions:
        answer = questions[operation](iriform.Path(text))
        return None if answer is None else str(answer)
    context = row.get("context", {})
    start = "s:" if context.get("has_scheme") else ""
    start += "//h" if context.get("has_authority") else ""
    return _edited(start + text, operation, args).removeprefix(start)


def _path_edit_oracle(row: Row) -> Any:
    if row["operation"] == "remove_dot_segments":
        return resolution.remove_dot_segments(row["initial"])
    return BEYOND


# --- percent_encode: {component, input, direction}

QUOTES: dict[str, Callable[[str], str]] = {
    "reg-name": iriform.Host.quote,
    "path-segment": iriform.Segment.quote,
    "path": iriform.Path.quote,
    "query": iriform.Query.quote,
    "fragment": iriform.Fragment.quote,
    "WHATWG query (per encoding)": iriform.Query.quote,
    # Both keep sub-delims as well as unreserved characters, which is what reg-name has.
    "uri-js escapeComponent": iriform.Host.quote,
    "fast-uri escapeComponent": iriform.Host.quote,
}
# Here names and values of a query: all but unreserved characters is percent-encoded.
UNRESERVED_ONLY = {"any", "unreserved-only"}


@_refused
def _percent(row: Row) -> Any:
    component, text = row["component"], row["input"]
    if row["direction"] == "decode":
        return iriform.Segment(text).unquote()
    if component in UNRESERVED_ONLY:
        quoted = str(iriform.Query.from_pairs([(text, "")]))[:-1]
    elif component in QUOTES:
        quoted = str(QUOTES[component](text))
    else:
        raise ValueError(f"no rule {component}")
    return quoted if row.get("spec") == "iri" else conversion.to_uri(quoted)


# --- idna: {input} -> to_ascii, to_unicode; {url} -> whether its host can be looked up


def _idna_expected(row: Row) -> Any:
    if "url" in row:
        return row["verify_dns_length_ok"]
    return row["to_ascii"] if "to_ascii" in row else row["to_unicode"]


@_refused
def _domain(row: Row) -> Any:
    if "url" in row:
        try:
            host = iriform.IRI(row["url"]).host
            return host is not None and bool(host.to_ascii())
        except ValueError:
            return False
    host = iriform.Host.quote(row["input"])
    return str(host.to_ascii() if "to_ascii" in row else host.to_unicode())


# --- whatwg: {input, base} -> href, of which only the difference is of interest


@_refused
def _whatwg(row: Row) -> Any:
    # Without a base the input must have a scheme, and then any base will do.
    base = row["input"] if row["base"] is None else row["base"]
    return str(iriform.IRI(base).resolve(row["input"]))


def _whatwg_oracle(row: Row) -> Any:
    base, text = row["input"] if row["base"] is None else row["base"], row["input"]
    if not RFC3987.matches("absolute", base) or not RFC3987.is_reference(text):
        return None
    return resolution.resolve(base, text)


SUBJECTS = {
    "resolve": Subject(_expected, _resolve, _resolve_oracle),
    "normalize": Subject(_normalize_expected, _normalize, _normalize_oracle),
    "convert": Subject(_convert_expected, _convert, _convert_oracle),
    "relativize": Subject(_relativize_expected, _relativize, _relativize_oracle),
    "path_edit": Subject(_expected, _path_edit, _path_edit_oracle),
    "compose": Subject(_expected, _compose),
    "components": Subject(_expected, _components, _components_oracle),
    "equivalence": Subject(lambda row: row["equal"], _equivalence, _equivalence_oracle),
    "ip_value": Subject(_ip_expected, _ip, _ip_oracle),
    "path_segments": Subject(_expected, _path_segments, _path_segments_oracle),
    "percent_encode": Subject(_expected, _percent),
    "idna": Subject(_idna_expected, _domain),
    "whatwg": Subject(lambda row: row["href"], _whatwg, _whatwg_oracle),
}
