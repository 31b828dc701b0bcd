"""The expected answer of each function of `iriform.columns`, by the methods of the row itself."""

from collections.abc import Callable
from operator import attrgetter, methodcaller
from typing import Any, NamedTuple

import iriform
from iriform import IRI, IRIReference, ParseError, PrefixMap, URITemplate, columns
from tests.errors import message_by_core

BASE = "http://a/b/c/d;p?q"
# Names that texts begin with, and namespaces that IRIs begin with, some within others.
PREFIXES = PrefixMap(
    {
        "http": "http://example.org/",
        "https": "https://h/?",
        "mailto": "mailto:",
        "e": "http://e",
        "x": "http://example.com/a",
        "urn": "urn:x#",
        "": "http://",
        "a": "a:",
        "é": "http://é",
        "s": "https://",
    },
    declared=["e"],
)


class Question(NamedTuple):
    """A function of `iriform.columns`, and what it must say of a row that is valid."""

    ask: Callable[..., Any]
    answer: Callable[[Any], Any]


def relative_to(reference: IRI, base: str = BASE, **options: Any) -> str | None:
    try:
        return reference.relative_to(base, **options)
    except ValueError:
        return None


def to_ascii(reference: IRIReference) -> str | None:
    try:
        return reference.to_uri(idna=True)
    except ValueError:
        return None


def edited(edit: Callable[..., Any], *arguments: Any, **options: Any) -> str | None:
    """Edit a reference; None where its parts do not go together then."""
    try:
        return str(edit(*arguments, **options))
    except ValueError:
        return None


def pairs(reference: IRIReference) -> list[tuple[str, str]]:
    """List the pairs, octets that are not UTF-8 as surrogates."""
    return [] if reference.query is None else reference.query.pairs(errors="surrogateescape")


def listed(name: str) -> Callable[[Any], list[Any]]:
    """List what a property has as a tuple."""
    return lambda reference: list(getattr(reference, name))


def utf8(text: str) -> str | None:
    """Give text without surrogates; None for other."""
    return text if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text) else None


def query_value(reference: IRIReference, name: str) -> str | None:
    """Decode the first pair of that name only: a later one need not be UTF-8."""
    value = next((v for n, v in pairs(reference) if n == name), None)
    return None if value is None else utf8(value)


def compressed(reference: IRIReference, syntax: Any = "plain") -> str | None:
    return PREFIXES.compress(reference, syntax=syntax) if IRI.is_valid(reference) else None


def expanded(text: str, as_: type[IRIReference]) -> str | None:
    try:
        result = PREFIXES.expand(text)
    except ValueError:
        return None
    return result if as_.is_valid(result) else None


def fields(
    template: URITemplate, text: str, *, slash: bool = False, **requests: Any
) -> dict[str, Any] | None:
    """Say what a column has of a match: a value of one type for each variable."""
    match = template.match(text, allow_encoded_separators=slash, **requests)
    if match is None:
        return None
    exploded = [v for v in template.variables if v.explode]
    lists = {v.name for v in exploded}
    of_pairs = {v.name for v in exploded if v.operator in ("?", "&", ";")}
    row: dict[str, Any] = {}
    for name in dict.fromkeys(variable.name for variable in template.variables):
        value = match[name]
        if value is None:
            row[name] = None
        elif name in of_pairs:
            row[name] = [{"name": key, "value": text} for key, text in _pairs(name, value)]
        elif name in lists:
            is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
            items = value if is_list else ["=".join(pair) for pair in _pairs(name, value)]
            row[name] = [value] if isinstance(value, str) else items
        else:
            row[name] = value if isinstance(value, str) else ",".join(map(str, value))
    return row


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:
    """List the pairs of a value; each text is one with the name of the variable."""
    if isinstance(value, dict):
        return list(value.items())
    values = [value] if isinstance(value, str) else value
    return [(name, item) if isinstance(item, str) else item for item in values]


# Most texts match some of it.
TEMPLATE = URITemplate("{+start}://{host}{/path*}{?pairs*}{#fragment}")

COMPONENTS: dict[str, Callable[[Any], Any]] = {
    "scheme": lambda r: r.scheme,
    "authority": lambda r: r.authority,
    "userinfo": lambda r: r.userinfo,
    "host": lambda r: r.host,
    "port": lambda r: r.port,
    "port_text": lambda r: r.port_text,
    "path": lambda r: r.path,
    "query": lambda r: r.query,
    "fragment": lambda r: r.fragment,
}

# What is null for rows that are not valid.
QUESTIONS: dict[str, Question] = {
    "components": Question(
        columns.components, lambda r: {name: of(r) for name, of in COMPONENTS.items()}
    ),
    **{name: Question(getattr(columns, name), of) for name, of in COMPONENTS.items()},
    "normalize": Question(columns.normalize, lambda r: r.normalize()),
    "normalize string": Question(
        lambda c, **options: columns.normalize(c, "string", **options), lambda r: r
    ),
    "normalize scheme": Question(
        lambda c, **options: columns.normalize(c, "scheme", **options),
        lambda r: r.normalize("scheme"),
    ),
    "comparison_key": Question(columns.comparison_key, lambda r: r.comparison_key()),
    "comparison_key string": Question(
        lambda c, **options: columns.comparison_key(c, "string", **options), lambda r: r
    ),
    "comparison_key scheme": Question(
        lambda c, **options: columns.comparison_key(c, "scheme", **options),
        lambda r: r.comparison_key("scheme"),
    ),
    "to_uri": Question(columns.to_uri, lambda r: r.to_uri()),
    "to_uri idna": Question(lambda c, **options: columns.to_uri(c, idna=True, **options), to_ascii),
    "to_iri": Question(columns.to_iri, lambda r: r.to_iri()),
    "to_iri idna": Question(
        lambda c, **options: columns.to_iri(c, idna=True, **options), lambda r: r.to_iri(idna=True)
    ),
    **{
        name: Question(getattr(columns, name), attrgetter(name))
        for name in ("host_key", "host_kind", "name", "stem", "suffix", "request_target")
    },
    **{name: Question(getattr(columns, name), listed(name)) for name in ("segments", "parents")},
    **{
        name: Question(getattr(columns, name), methodcaller(name))
        for name in ("registrable_domain", "public_suffix", "subdomain", "sorted_query")
    },
    "host_matches": Question(
        lambda c, **options: columns.host_matches(c, "example.org", **options),
        lambda r: r.host is not None and r.host.matches("example.org"),
    ),
    "host_is_within": Question(
        lambda c, **options: columns.host_is_within(c, "org", "h", "127.0.0.1", **options),
        lambda r: any(r.host_is_within(name) for name in ("org", "h", "127.0.0.1")),
    ),
    "query_value": Question(
        lambda c, **options: columns.query_value(c, "a", **options), lambda r: query_value(r, "a")
    ),
    "query_values": Question(
        lambda c, **options: columns.query_values(c, "a", **options),
        lambda r: [utf8(value) for name, value in pairs(r) if name == "a"],
    ),
    "pairs": Question(
        columns.pairs, lambda r: [{"name": utf8(n), "value": utf8(v)} for n, v in pairs(r)]
    ),
    "with_parts": Question(
        lambda c, **options: columns.with_parts(c, query="a", port="1", **options),
        lambda r: edited(r.with_parts, query="a", port="1"),
    ),
    "with_host": Question(
        lambda c, **options: columns.with_host(c, "h", **options),
        lambda r: edited(r.with_host, "h"),
    ),
    "update_query": Question(
        lambda c, **options: columns.update_query(c, {"a": "é"}, **options),
        lambda r: r.update_query({"a": "é"}),
    ),
    "without_query": Question(columns.without_query, lambda r: r.with_parts(query=None)),
    "without_query by patterns": Question(
        lambda c, **options: columns.without_query(c, "a", "*e*", **options),
        lambda r: r.without_query("a", "*e*"),
    ),
    "without_fragment": Question(columns.without_fragment, lambda r: r.without_fragment()),
    "compress": Question(lambda c, **options: columns.compress(c, PREFIXES, **options), compressed),
    "compress json-ld": Question(
        lambda c, **options: columns.compress(c, PREFIXES, syntax="json-ld", **options),
        lambda r: compressed(r, "json-ld"),
    ),
    "compress turtle": Question(
        lambda c, **options: columns.compress(c, PREFIXES, syntax="turtle", **options),
        lambda r: compressed(r, "turtle"),
    ),
    "match_template": Question(
        lambda c, **options: columns.match_template(c, TEMPLATE, **options),
        lambda r: fields(TEMPLATE, r),
    ),
    "match_template with slashes": Question(
        lambda c, **options: columns.match_template(
            c, "{+start}{.x}", allow_encoded_separators=True, **options
        ),
        lambda r: fields(URITemplate("{+start}{.x}"), r, slash=True),
    ),
    "resolve": Question(
        lambda c, **options: columns.resolve(c, BASE, **options), lambda r: IRI(BASE).resolve(r)
    ),
    "resolve loosely": Question(
        lambda c, **options: columns.resolve(c, BASE, strict=False, **options),
        lambda r: IRI(BASE).resolve(r, strict=False),
    ),
}


def error(text: str, as_: type[IRIReference]) -> dict[str, Any] | None:
    try:
        as_(text)
    except ParseError as e:
        return {
            "position": e.position,
            "start": e.span[0],
            "stop": e.span[1],
            "production": e.production,
            "rule": e.rule,
            "reason": str(e.reason),
            "message": message_by_core(e),
            "hint": e.hint,
            "repaired": repaired(text, as_),
        }
    return None


def repaired(text: str, as_: type[IRIReference]) -> str | None:
    try:
        return as_.repair(text).value
    except ParseError:
        return None


def expected(name: str, text: str | None, as_: type[IRIReference] = IRI) -> Any:
    """Say what `columns.<name>` must say of a row."""
    if text is None:
        return None
    if name == "is_valid":
        return as_.is_valid(text)
    if name == "errors":
        return error(text, as_)
    if name == "repair":
        return repaired(text, as_)
    if name == "expand":
        return expanded(text, as_)
    return QUESTIONS[name].answer(as_(text)) if as_.is_valid(text) else None


def asked(name: str) -> Callable[..., Any]:
    """Find the function that `expected` tells of, or another one with arguments that it needs."""
    arguments = ARGUMENTS.get(name, ())
    if name in QUESTIONS:
        return QUESTIONS[name].ask
    return lambda c, **options: getattr(columns, name)(c, *arguments, **options)


ARGUMENTS = {
    "expand": (PREFIXES,),
    "has_finding": ("password",),
    "partition_value": ("k", "spark"),
    "relative_to": (BASE,),
    "allows": (iriform.Policy.WEB,),
    "refusals": (iriform.Policy.WEB,),
    "segment": (0,),
    "with_host": ("h",),
    "update_query": ({"a": "b"},),
}
# All but those whose column is of structs.
OF_STRUCTS = {"expand_template", "expand_template_errors"}
FUNCTIONS = [name for name in columns.__all__ if name.islower() and name not in OF_STRUCTS]


NAMES = ["is_valid", "errors", "repair", "expand", *QUESTIONS]
CLASSES = [iriform.IRI, iriform.URI, iriform.IRIReference, iriform.URIReference]
