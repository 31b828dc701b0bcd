"""The expected answers of each function, computed with the types, for columns and engines."""

import os
from collections.abc import Callable
from functools import partial
from operator import attrgetter, methodcaller
from typing import Any

from iriform import (
    IRI,
    PURL,
    URI,
    IRIReference,
    ParseError,
    Policy,
    PrefixMap,
    URITemplate,
    columns,
    find,
    quote,
    unquote,
)
from iriform._engines.table import CHOICES, CLASSES, OPERATIONS
from iriform.security import masked
from iriform.storage import Location, partitions
from tests.columns.per_object import COMPONENTS, error, fields, pairs, repaired, utf8

BASE = "http://example.org/a/b/c?d"

TEXTS = [
    "https://me:secret@example.org:8042/over/there?name=ferret&q=%C3%A9+b#nose",
    None,
    "urn:x",
    "HTTP://Example.ORG/%7Ea/../b",
    "http://a b/",
    "http://[::1]:/?q=1&q=2",
    "",
    "http://例え.jp/道?q=é",
    "http://résumé.example.org:99999/",
    "http://example.org/\u202egnp.exe",
    "x:",
    "../g?y#z",
    "http://example.org/a/b/g",
    "mailto:a@b",
    " http://example.org/a b ",
    "a" * 40 + ":b",
    "http://a/\u202egnp.exe",
    "http://例え.jp:65536/",
    "ex:b/c",
    "ex:é d",
    "https://a.b.Example.co.uk./",
    "https://x.anna.github.io/",
    "http://a.b/?q=2&&q=%7e1&",
    "http://0x7f.1?q#b",
    "ftp://ghp_16C7e42F292c6912@r.example.ORG./a.b/c.tar.gz",
    "ftp://127.0.0.1/a",
    "pkg:npm/%40angular/core@19.0.0?b=2&a=%2F#src/é",
    "pkg:npm/%40angular/core@19.0.0?b=2&a=%2F#src",
    "pkg:PyPI/Django_Filter",
    "pkg:maven/junit",
    "http://www.Example.org:9080/a/Index.html?utm_source=x&b=2&a=1&access_token=t#f",
    "example.org:8042/50%25",
    "anna@example.org, example.net/x or http://h/a{1}.",
    "http://h/a{http://i/}",
    "http://xn--r8jz45g.jp/%C3%A9",
    "https://h/a%2Fb?q=1+2&r=3",
    "https://h/a?r=3&q=1",
    "https://h/a(b)?q=1",
    "https://h/?q=1",
    r"ex:Paris\,_Texas",
    "s3://bucket/k=a%2Fb/a%20b",
    "file://localhost/c%3A/a[1]",
    "file:///c%7C/k=%C3%A9",
    "abfss://c@acc.dfs.core.windows.net/k=1/x//y",
    "hf://datasets/u/n@v%2F1/a",
    "/d/k=a b/a%20b[[]1].csv",
    "c:\\a\\\u00e9",
    "\\\\h\\share\\a b",
    "file:///d/a%20b",
    "file://h/share/a",
    " https://u:p@a.b.example.org:80/?q=1#a b",
    " http://127.0.0.1/",
]

Answer = Callable[..., Any]
"""Computes an answer from a text and, if the function has one, its class."""


def _read(read: Callable[[Any], Any], as_: type[IRIReference] = IRI) -> Answer:
    """Read a valid text; return None for any other."""

    def answer(text: str, as_: type[IRIReference] = as_) -> Any:
        try:
            value = read(as_(text))
        except ValueError:  # not valid, no such reference, not a port
            return None
        return str(value) if isinstance(value, str) else value

    return answer


def _components(*names: str) -> Answer:
    return _read(lambda iri: {name: getattr(iri, name) for name in names})


def _listed(name: str) -> Callable[[Any], list[str]]:
    return lambda iri: [str(item) for item in getattr(iri, name)]


def _pairs(iri: IRI) -> list[dict[str, str | None]]:
    return [{"name": utf8(name), "value": utf8(value)} for name, value in pairs(iri)]


def _values(name: str) -> Callable[[IRI], list[str | None]]:
    """List the values of a name: a pair of another name need not be UTF-8."""
    return lambda iri: [utf8(value) for other, value in pairs(iri) if other == name]


def _repaired(**options: Any) -> Answer:
    return lambda text, as_=IRI: repaired(text, as_, **options)


def _unquoted(text: str) -> str | None:
    try:
        return unquote(text)
    except ValueError:
        return None


def _links(options: dict[str, Any]) -> Callable[[str], list[dict[str, Any]]]:
    def answer(text: str) -> list[dict[str, Any]]:
        given = dict(options)
        schemes = given.pop("schemes", None)
        if schemes:
            given["schemes"] = "any" if schemes == ["any"] else schemes
        return [
            {"start": f.span[0], "stop": f.span[1], "iri": str(f.iri), "kind": f.kind}
            for f in find(text, **given)
        ]

    return answer


def _first_of(links: Callable[[str], list[dict[str, Any]]]) -> Answer:
    return lambda text: next((link["iri"] for link in links(text)), None)


def _count_of(links: Callable[[str], list[dict[str, Any]]]) -> Answer:
    return lambda text: len(links(text))


OF_LINKS: list[dict[str, Any]] = [
    {},
    {"schemes": ["urn", "ex"], "domains": False},
    {"emails": False},
    {"strict": True},
    {"schemes": ["any"], "emails": False, "strict": True},
]

SEVERITIES: dict[str, Any] = {"password": "ignore", "path-empty": "info"}
PROTECTED = ["examp1e.org", "example.co.uk"]


def _checked(iri: IRI) -> list[str]:
    return [f.code for f in iri.check("default", SEVERITIES, protected=PROTECTED)]


def _purl(iri: IRI) -> dict[str, str | None] | None:
    purl = iri.purl
    if purl is None:
        return None
    return {
        "type": purl.type,
        "namespace": purl.namespace,
        "name": purl.name,
        "version": purl.version,
        "qualifiers": None if purl.query is None else str(purl.query),
        "subpath": purl.subpath,
    }


def _located(reader: str | None) -> Answer:
    def answer(text: str) -> dict[str, str | None] | None:
        try:
            where = Location.read(text, reader=reader)
        except ValueError:
            return None
        return {
            "scheme": where.scheme,
            "container": where.container,
            "account": where.account,
            "key": where.key,
            "version": where.version,
        }

    return answer


def _path_of(*, windows: bool) -> Answer:
    return _read(lambda row: os.fspath(row.to_file_path(windows=windows)))


def _of_path(*, windows: bool) -> Answer:
    def answer(text: str) -> str | None:
        try:
            return str(URI.from_file_path(text, windows=windows))
        except ValueError:
            return None

    return answer


def _partition(style: Any) -> Answer:
    def answer(text: str) -> str | None:
        try:
            return partitions.read(text, style=style).get("k")
        except ValueError:
            return None

    return answer


PREFIXES = {
    "ex": "http://example.org/",
    "s": "https://me:secret@example.org:8042/over/",
    "u": "urn:",
}
MAP = PrefixMap(PREFIXES | {"x": "http://example.org/a"})
# Names that texts begin with, and namespaces that IRIs begin with, some within others.
NESTED = PrefixMap(
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


def _expanded(prefixes: PrefixMap = MAP, **options: Any) -> Answer:
    def answer(text: str, as_: type[IRIReference] = IRI) -> str | None:
        try:
            return str(as_(prefixes.expand(text, **options)))
        except ValueError:  # not compact, an unknown prefix, or not of the class
            return None

    return answer


def _fields(template: URITemplate, options: dict[str, Any]) -> Answer:
    requests = dict(options)
    slash = requests.pop("allow_encoded_separators", False)
    return _read(lambda iri: fields(template, iri, slash=slash, **requests), IRIReference)


ANY = URITemplate("{+start}://{host}{/path*}{?pairs*}{#fragment}")
"""Most texts match some of it."""

REQUEST = URITemplate("https://h/{place}{?q,r}")
"""Matched with each keyword separately."""

NO_PAIRS = URITemplate("https://h/{place}")
"""Pairs are extra to it."""

OF_REQUESTS: list[dict[str, Any]] = [
    {},
    {"allow_encoded_separators": True},
    {"query": "any-order"},
    {"request": True},
    {"query": "any-order", "allow_encoded_separators": True},
    {"query": "any-order", "allow_encoded_separators": True, "plus": True},
]


POLICIES = [
    Policy.WEB,
    Policy.PUBLIC_WEBHOOK,
    Policy.REDIRECT_URI,
    Policy(schemes={"http", "https"}, hosts={"*.example.org", "example.org"}, profile="none"),
    Policy(addresses="any", query=False, max_length=20, production="IRI-reference", profile="none"),
    Policy(userinfo=True, ports={8042, 80}, profile="default", production="URI"),
]


def _is_valid(text: str, as_: type[IRIReference] = IRI) -> bool:
    return as_.is_valid(text)


def _web_uri(text: str) -> bool:
    return URI.is_valid(text) and Policy.WEB.allows(text)


def _codes(policy: Policy) -> Answer:
    return lambda text: [finding.code for finding in policy.refusals(text)]


LEVELS = ("string", "scheme")
SYNTAXES: tuple[columns.Syntax, ...] = ("plain", "json-ld", "turtle")

# For each function: its arguments after the column, and its expected answers.
ANSWERS: dict[str, list[tuple[dict[str, Any], Answer]]] = {
    "is_valid": [({}, _is_valid), ({"as_": URI}, URI.is_valid)],
    "errors": [({}, lambda text, as_=IRI: error(text, as_))],
    "check": [
        ({}, _read(lambda iri: [finding.code for finding in iri.check()])),
        (
            {"profile": "untrusted"},
            _read(lambda iri: [finding.code for finding in iri.check("untrusted")]),
        ),
        ({"profile": "default", "severities": SEVERITIES, "protected": PROTECTED}, _read(_checked)),
    ],
    "has_finding": [
        (
            {"code": "password"},
            _read(lambda iri: "password" in [finding.code for finding in iri.check()]),
        )
    ],
    "allows": [({"policy": policy}, policy.allows) for policy in POLICIES]
    + [({"policy": Policy.WEB, "as_": URI}, _web_uri)],
    "refusals": [({"policy": policy}, _codes(policy)) for policy in POLICIES],
    "components": [
        ({}, _components(*COMPONENTS)),
        ({"fields": ["port", "host"]}, _components("port", "host")),
    ],
    **{name: [({}, _read(attrgetter(name)))] for name in COMPONENTS},
    "origin": [({}, _read(lambda iri: iri.origin))],
    **{
        name: [
            ({}, _read(methodcaller(name))),
            ({"private": False}, _read(methodcaller(name, private=False))),
        ]
        for name in ("registrable_domain", "public_suffix", "subdomain")
    },
    "domain_labels": [({}, _read(lambda iri: iri.domain_labels and list(iri.domain_labels)))],
    "resolve": [
        ({"base": BASE}, _read(IRI(BASE).resolve, IRIReference)),
        (
            {"base": "http://a/b", "strict": False},
            _read(lambda ref: IRI("http://a/b").resolve(ref, strict=False), IRIReference),
        ),
    ],
    "relative_to": [
        ({"base": BASE}, _read(lambda iri: iri.relative_to(BASE))),
        (
            {"base": BASE, "form": "absolute-path"},
            _read(lambda iri: iri.relative_to(BASE, form="absolute-path")),
        ),
        (
            {"base": BASE, "within": "http://example.org/a"},
            _read(lambda iri: iri.relative_to(BASE, within="http://example.org/a")),
        ),
    ],
    "normalize": [
        ({}, _read(lambda iri: iri.normalize())),
        *(({"level": level}, _read(methodcaller("normalize", level))) for level in LEVELS),
    ],
    "comparison_key": [
        ({"level": level}, _read(methodcaller("comparison_key", level)))
        for level in (*LEVELS, "syntax")
    ],
    "to_uri": [
        ({}, _read(lambda iri: iri.to_uri())),
        ({"idna": True}, _read(lambda iri: iri.to_uri(idna=True))),
    ],
    "to_iri": [
        ({}, _read(lambda iri: iri.to_iri())),
        ({"idna": True}, _read(lambda iri: iri.to_iri(idna=True))),
    ],
    "repair": [({}, _repaired()), ({"default_scheme": "https"}, _repaired(default_scheme="https"))],
    **{
        name: [({}, _read(attrgetter(name)))]
        for name in (
            "host_key",
            "host_kind",
            "user",
            "password",
            "name",
            "stem",
            "suffix",
            "request_target",
            "path_and_after",
            "surt",
            "surt_host",
        )
    },
    "host_ip": [
        ({}, _read(lambda iri: iri.host_ip() and str(iri.host_ip()))),
        (
            {"lookup": True},
            _read(lambda iri: iri.host_ip(lookup=True) and str(iri.host_ip(lookup=True))),
        ),
    ],
    "host_matches": [
        ({"name": name}, _read(methodcaller("host_matches", name)))
        for name in ("example.ORG.", "127.1", "xn--r8jz45g.jp")
    ],
    "host_is_within": [
        ({"names": names}, _read(methodcaller("host_is_within", *names)))
        for names in ([], ["example.org", "127.1"], ["jp", "co.uk", "[::1]"])
    ],
    "masked": [({}, masked), ({"what": "password"}, lambda text: masked(text, "password"))],
    "canonical": [
        ({"steps": steps}, _read(methodcaller("canonical", *steps)))
        for steps in ([], ["crawl"], ["dedupe", "-www"], ["sorted-query"])
    ],
    "segment": [({"place": i}, _read(methodcaller("segment", i))) for i in (0, 1, -1)],
    "quote": [
        ({}, quote),
        *(
            ({"safe": safe}, lambda text, safe=safe: quote(text, safe=safe))
            for safe in CHOICES["Safe"]
        ),
    ],
    "unquote": [({}, _unquoted)],
    "links": [(options, _links(options)) for options in OF_LINKS],
    "first_link": [(options, _first_of(_links(options))) for options in OF_LINKS],
    "links_count": [(options, _count_of(_links(options))) for options in OF_LINKS],
    **{name: [({}, _read(_listed(name)))] for name in ("segments", "parents")},
    "with_parts": [
        (options, _read(methodcaller("with_parts", **options)))
        for options in (
            {},
            {"scheme": "ftp", "port": None},
            {"userinfo": None, "host": "h.example", "query": "é=1", "fragment": None},
            {"host": None},
            {"authority": "a@b:1", "path": "//x"},
            {"scheme": None, "authority": None, "path": "a:b"},
        )
    ],
    "with_host": [
        ({"host": host}, _read(methodcaller("with_host", host)))
        for host in ("example.org", "[::1]", "é", "", None)
    ],
    "update_query": [
        ({"pairs": pairs}, _read(methodcaller("update_query", pairs)))
        for pairs in ({}, {"q": "a&b", "é": "é +"}, {"name": None, "": ""})
    ],
    "sorted_query": [({}, _read(methodcaller("sorted_query")))],
    "query_value": [({"name": "q"}, _read(lambda iri: next(iter(_values("q")(iri)), None)))],
    "query_values": [({"name": "q"}, _read(_values("q")))],
    "pairs": [({}, _read(_pairs))],
    "without_query": [
        ({}, _read(lambda iri: iri.with_parts(query=None))),
        *(
            ({"patterns": names}, _read(methodcaller("without_query", *names)))
            for names in (["q", "x?"], ["a", "*e*"])
        ),
    ],
    "without_fragment": [({}, _read(lambda iri: iri.without_fragment()))],
    "purl": [({}, _read(_purl))],
    "purl_canonical": [
        ({}, _read(lambda iri: iri.purl and PURL.repair(iri.purl).value)),
        ({"repair": True}, _read(lambda iri: PURL.repair(iri).value)),
    ],
    "location": [
        ({"reader": reader}, _located(reader))
        for reader in (None, "uri", "literal", "duckdb", "fsspec", "pandas.read_parquet")
    ],
    "file_key": [({}, _read(methodcaller("file_key")))],
    "to_file_path": [
        ({"windows": windows}, _path_of(windows=windows)) for windows in (False, True)
    ],
    "from_file_path": [
        ({"windows": windows}, _of_path(windows=windows)) for windows in (False, True)
    ],
    "partition_value": [
        ({"name": "k", "style": style}, _partition(style)) for style in partitions.STYLES
    ],
    "compress": [
        ({"prefixes": PREFIXES}, _read(PrefixMap(PREFIXES).compress)),
        ({"prefixes": MAP}, _read(MAP.compress)),
        (
            {"prefixes": MAP, "syntax": "json-ld"},
            _read(lambda iri: MAP.compress(iri, syntax="json-ld")),
        ),
        (
            {"prefixes": PREFIXES, "syntax": "turtle"},
            _read(lambda iri: PrefixMap(PREFIXES).compress(iri, syntax="turtle")),
        ),
        (
            {"prefixes": PREFIXES, "syntax": "turtle", "escapes": False},
            _read(lambda iri: PrefixMap(PREFIXES).compress(iri, syntax="turtle", escapes=False)),
        ),
        *(
            ({"prefixes": NESTED, "syntax": s}, _read(partial(NESTED.compress, syntax=s)))
            for s in SYNTAXES
        ),
    ],
    "expand": [
        ({"prefixes": MAP}, _expanded()),
        ({"prefixes": MAP, "syntax": "turtle"}, _expanded(syntax="turtle")),
        ({"prefixes": NESTED}, _expanded(NESTED)),
    ],
    "match_template": [
        ({"template": ANY}, _fields(ANY, {})),
        *(({"template": REQUEST, **given}, _fields(REQUEST, given)) for given in OF_REQUESTS),
        *(
            ({"template": NO_PAIRS, **given}, _fields(NO_PAIRS, given))
            for given in ({"query": "any-order"}, {"query": "any-order", "extra": "refuse"})
        ),
    ],
}


def _of_repaired(answer: Answer, as_: type[IRIReference]) -> Answer:
    """Return the answer for the repaired text, if it can be repaired."""

    def of(text: str) -> Any:
        try:
            return answer(str(as_.repair(text).value))
        except ParseError:
            return answer(text)

    return of


REPAIRABLE = [n for n in ANSWERS if any(a["type"] == "repair" for a in OPERATIONS[n]["arguments"])]
OF_A_CLASS = [
    (name, options)
    for name in ("is_valid", "errors", "repair", "expand", *REPAIRABLE)
    for options, _ in ANSWERS[name]
    if "as_" not in options and name not in {"host_ip", "to_file_path"}
]
"""The name and options of answers about the unchanged text, by class.

Python's `ipaddress` and `pathlib` write some of the others differently.
"""

for name in REPAIRABLE:
    options, answer = ANSWERS[name][0]
    kind = CLASSES[OPERATIONS[name]["as_"]]
    ANSWERS[name].append(({**options, "repair": True}, _of_repaired(answer, kind)))


def call(function: Callable[..., Any], options: dict[str, Any], *column: Any, **more: Any) -> Any:
    """Call a function or a method of a column; patterns are positional."""
    options = {**options, **more}
    lists = ("patterns", "names", "steps", "schemes")
    several = next((options.pop(n) for n in lists if n in options), ())
    return function(*column, *several, **options)


VALUES = URITemplate("/users/{user}{/path*}{?page}")
ROWS: list[dict[str, Any]] = [
    {"user": "anna", "page": 2, "path": ["a", "b c"]},
    {"user": "a/é", "page": None, "path": []},
    {"user": None, "page": 3, "path": None},
]
EXPANSIONS = [str(VALUES.expand(row)) for row in ROWS]
"""The answer of `expand_template`, whose column has structs."""

FUNCTIONS = [*ANSWERS, "expand_template", "expand_template_errors"]

CASES = [(name, *case) for name, cases in ANSWERS.items() for case in cases]
"""The name, options and answer of each case."""


def expected(answer: Answer, texts: list[str | None] = TEXTS) -> list[Any]:
    """List the answers; null stays null."""
    return [None if text is None else answer(text) for text in texts]


def asked(name: str, options: dict[str, Any] | None = None) -> Callable[..., Any]:
    """Find the function of columns, with some options or those of its first case."""
    chosen = ANSWERS[name][0][0] if options is None else options
    return lambda column, **more: call(getattr(columns, name), chosen, column, **more)


def answered(name: str, options: dict[str, Any]) -> Answer:
    """Return the answer of a case."""
    return next(answer for given, answer in ANSWERS[name] if given is options)
