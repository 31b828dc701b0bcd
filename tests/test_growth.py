"""Time grows linearly with the input: every public function, method and property gets larger input.

The subjects are enumerated, so a new method is also tested: one that requires arguments fails here
until `ARGUMENTS` has some, or `LEFT_OUT` gives a reason.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pyarrow as pa
import pytest

import iriform
from iriform import columns, findings, security
from iriform._engines.table import OPERATIONS
from iriform.links import linkify
from iriform.services import ServiceAddress
from tests.growth import assert_grows_at_most

pytestmark = pytest.mark.slow("crates", "python")

SHORT, LONG = 1 << 13, 1 << 15
"""Four times as much takes four times as long, or sixteen times if it grows as the square."""
AT_MOST = 11.0

SHAPES: dict[str, Callable[[int], str]] = {
    "segments": lambda n: "http://h.example" + "/a" * n,
    "dot segments": lambda n: "http://h.example" + "/a/.." * n + "/b",
    "pairs": lambda n: "http://h.example/?" + "a=b&" * n + "c=d",
    "names of pairs": lambda n: "http://h.example/?" + "&".join(f"{i}=1" for i in range(n)),
    "labels": lambda n: "http://" + "a." * n + "example/",
    "one label": lambda n: "http://" + "a" * n + ".example/",
    "labels of A-labels": lambda n: "http://" + "xn--bcher-kva." * n + "example/",
    "numbers as a host": lambda n: "http://" + "1." * n + "1/",
    "triplets": lambda n: "http://h.example/" + "%41%c3%a9" * n,
    "broken triplets": lambda n: "http://h.example/" + "%C3" * n,
    "characters": lambda n: "http://h.example/" + "é" * n,
    "colons of a userinfo": lambda n: "http://" + "u:" * n + "@h.example/",
    "fragment": lambda n: "http://h.example/#" + "a/" * n,
    "urn": lambda n: "urn:example:" + "a:" * n + "b?+c?=d",
    "purl": lambda n: "pkg:npm/" + "a/" * n + "b@1?" + "&".join(f"k{i}=v" for i in range(n)),
    "data": lambda n: "data:text/plain;" + "a=b;" * n + "base64,YQ==",
    "mailto": lambda n: "mailto:" + "a@b.example," * n + "a@b.example?" + "cc=x@y.example&" * n,
    "relative": lambda n: "../" * n + "a",
    "www labels": lambda n: "http://" + "www." * n + "example.org/",
    "session segments": lambda n: "http://h.example" + "/(S(a))" * n + "/a.aspx",
    "session parameters": lambda n: "http://h.example/a" + ";jsessionid=1" * n,
    "a reference in a reference": lambda n: "http://h.example/?u=" + "http://a:b@" * n + "h",
}
WRONG: dict[str, Callable[[int], str]] = {
    "spaces": lambda n: "http://h.example/" + "a " * n,
    "brackets": lambda n: "http://[" + "[" * n + "]/",
    "at signs": lambda n: "http://" + "a@" * n + "h/",
    "ports": lambda n: "http://h" + ":1" * n + "/",
    "backslashes": lambda n: "http:" + "\\" * n,
    "slashes": lambda n: "http" + "/" * n,
    "percent signs": lambda n: "http://h/" + "%" * n,
    "quotes": lambda n: "\"<'" * n + "http://h/" + ">\"'" * n,
    "schemes": lambda n: "a:" * n + " ",
    "line breaks": lambda n: "http://h/\n" * n,
    "opening brackets": lambda n: "<" * n,
    "opening brackets and quotes": lambda n: "<a '' " * n,
    "prefixes": lambda n: "PREFIX a: <b:>" * n,
    "invisible characters": lambda n: "a.\u200b" * n + "example",
}
"""Texts that are not references, for functions that accept any text."""

OTHER = "http://h.example/a/b/c?d=e"
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "added": ("x", "y"),
    "canonical": ("crawl",),
    "compress": ({"h": "http://h.example/"},),
    "equivalent": (OTHER,),
    "get": ("a",),
    "get_all": ("a",),
    "has_finding": ("userinfo",),
    "has_scheme": ("http",),
    "host_is_within": ("example", "b.example"),
    "host_matches": ("h.example",),
    "index": ("a",),
    "insert": (0, "x"),
    "append": ("x",),
    "extend": (["x", "y"],),
    "push": ("x",),
    "remove": ("a",),
    "count": ("a",),
    "is_same_document": (OTHER,),
    "is_within": ("example",),
    "joined": ("x/../y",),
    "matches": ("h.example",),
    "query_value": ("a",),
    "query_values": ("a",),
    "relative_to": (OTHER,),
    "resolve": ("../x",),
    "resolve_against": (OTHER,),
    "resolve_onto": (OTHER,),
    "segment": (-1,),
    "update_query": ({"a": "1", "z": "2"},),
    "with_host": ("i.example",),
    "with_name": ("x",),
    "with_pair": ("a", "1"),
    "with_pairs": ({"a": "1"},),
    "with_query": ({"a": "1"},),
    "with_suffix": (".x",),
    "without": ("a",),
    "without_prefix": ("http://h.example/",),
    "without_query": ("a*",),
}
"""The arguments of methods that require some; the others get none."""
OF_TEXT: dict[str, Callable[[str], tuple[Any, ...]]] = {
    "from_bytes": lambda text: (text.encode(), "utf-8"),
    "from_data": lambda text: (text.encode(),),
    "from_file_path": lambda text: ("/" + text,),
    "from_leiri": lambda text: (text,),
    "from_pairs": lambda text: ([(text, text)],),
    "from_segments": lambda text: ([*text],),
    "is_valid": lambda text: (text,),
    "of": lambda text: ("http://h.example/{a}", {"a": text}),
    "quote": lambda text: (text,),
    "repair": lambda text: (text,),
    "parse": lambda text: (text,),
}
"""Methods of classes, which get the text itself."""
LEFT_OUT = {
    "build": "its parts are asked one by one by `with_…`",
    "is_of": "it compares two objects",
    "from_parts": "its parts are references, which are asked themselves",
    "from_dict": "of a policy, which is no text from outside",
    "to_file_path": "of files alone",
}


def names_of(kind: type) -> Iterator[str]:
    """Yield the public names that `str` does not have."""
    for name in dir(kind):
        if name.startswith("_") or hasattr(str, name) or hasattr(BaseException, name):
            continue
        with suppress(AttributeError):  # absent names whose errors name a replacement
            getattr(kind, name)
            yield name


REFERENCES = [iriform.IRIReference, iriform.MutableIRIReference]
PARTS: dict[str, Callable[[Any], Any]] = {
    "Path": lambda iri: iri.path,
    "Query": lambda iri: iri.query,
    "Host": lambda iri: iri.host,
    "UserInfo": lambda iri: iri.userinfo,
    "Authority": lambda iri: iri.authority,
    "Fragment": lambda iri: iri.fragment,
    "MutablePath": lambda iri: iriform.MutableIRIReference(iri).path,
    "MutableAuthority": lambda iri: iriform.MutableIRIReference(iri).authority,
    "URN": lambda iri: iri.urn,
    "Data": lambda iri: iri.data,
    "PURL": lambda iri: iri.purl,
}


def subjects() -> Iterator[tuple[str, str, str]]:
    """Yield the kinds with their members and the shapes of text to try."""
    for shape, text in SHAPES.items():
        for kind in REFERENCES:
            for name in names_of(kind):
                yield kind.__name__, name, shape
        iri = iriform.IRIReference(text(3))
        for part, of in PARTS.items():
            with suppress(ValueError, AttributeError):
                if (value := of(iri)) not in (None, ""):
                    for name in names_of(type(value)):
                        yield part, name, shape


@functools.lru_cache(maxsize=64)
def text_of(shape: str, size: int) -> str:
    return (SHAPES | WRONG)[shape](size)


@functools.lru_cache(maxsize=64)
def reference_of(shape: str, size: int) -> Any:
    return iriform.IRIReference(text_of(shape, size))


def made(kind: str, shape: str, size: int) -> Any:
    iri = reference_of(shape, size)
    if kind in PARTS:
        return PARTS[kind](iri)
    return iri if kind == "IRIReference" else iriform.MutableIRIReference(iri)


def is_class_method(kind: Any, name: str) -> bool:
    return isinstance(inspect.getattr_static(kind, name), (classmethod, staticmethod)) or bool(
        getattr(getattr(kind, name), "__self__", None) is kind
    )


def asked(kind: str, name: str, shape: str, size: int) -> Callable[[], object]:
    """Return the call; the subject is created before."""
    subject: Any = made(kind, shape, size)

    def ask() -> object:
        # A shape that does not fit is refused, which also takes time.
        with suppress(ValueError, LookupError, TypeError if name == "segment" else ValueError):
            if is_class_method(type(subject), name):
                return getattr(type(subject), name)(*OF_TEXT[name](text_of(shape, size)))
            member = getattr(subject, name)
            return member(*ARGUMENTS.get(name, ())) if callable(member) else member
        return None

    return ask


def ask_of(kind: str, name: str, shape: str, size: int) -> object:
    return asked(kind, name, shape, size)()


SUBJECTS = [each for each in subjects() if each[1] not in LEFT_OUT]


def assert_none_is_slow(asks: dict[str, Callable[[int], object]]) -> None:
    """Measure each with texts of both sizes, and list those that grow too fast."""
    slow = []
    for name, ask in asks.items():
        try:
            assert_grows_at_most(AT_MOST, ask, SHORT, LONG)
        except AssertionError as error:
            slow.append(f"{name}: {error}")
    assert slow == []


@pytest.mark.parametrize("shape", SHAPES)
def test_members(shape: str) -> None:
    members = [(kind, name) for kind, name, of in SUBJECTS if of == shape]
    assert_none_is_slow({f"{k}.{n}": functools.partial(ask_of, k, n, shape) for k, n in members})


def test_every_member_that_wants_arguments_gets_some() -> None:
    for kind, name, shape in SUBJECTS:
        subject = made(kind, shape, 3)
        member = getattr(type(subject), name)
        if is_class_method(type(subject), name):
            assert name in OF_TEXT, f"{kind}.{name}"
        elif callable(member) and not isinstance(member, type):
            with suppress(ValueError):  # for a method without a signature
                wanted = [
                    parameter
                    for parameter in list(inspect.signature(member).parameters.values())[1:]
                    if parameter.default is parameter.empty
                    and parameter.kind
                    in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
                ]
                assert not wanted or name in ARGUMENTS, f"{kind}.{name}"


POLICY = iriform.Policy(hosts=["*.example"])
TEMPLATE = iriform.URITemplate("http://{host}/{+path}{?a*}")
PREFIXES = iriform.PrefixMap({"h": "http://h.example/", "a": "http://h.example/a/a/"})
FUNCTIONS: dict[str, Callable[[str], object]] = {
    **{
        kind: getattr(iriform, kind)
        for kind in ("IRI", "URI", "IRIReference", "URIReference", "HTTPIRI", "PURL", "URITemplate")
    },
    "explained": lambda text: [str(error) for error in errors(text)],
    "is_valid": iriform.IRI.is_valid,
    "repair": iriform.IRI.repair,
    "quote": iriform.quote,
    "unquote": iriform.unquote,
    "resolve": lambda text: iriform.resolve(OTHER, text),
    "Policy.refusals": POLICY.refusals,
    "Policy.error_of": POLICY.error_of,
    "PrefixMap.compress": PREFIXES.compress,
    "PrefixMap.expand": PREFIXES.expand,
    "PrefixMap.from_turtle": iriform.PrefixMap.from_turtle,
    "PrefixMap.from_json_ld": iriform.PrefixMap.from_json_ld,
    "URITemplate.match": TEMPLATE.match,
    "URITemplate.expand": lambda text: TEMPLATE.expand(
        host="h", path=text, a={str(i): c for i, c in enumerate(text)}
    ),
    "Router.match": iriform.Router({"a": TEMPLATE, "b": "{+all}"}).match,
    "Query.from_pairs": lambda text: iriform.Query.from_pairs([(c, c) for c in text]),
    "findings.fixed": lambda text: findings.fixed(iriform.IRIReference(text), "norm"),
    "linkify": linkify,
    "security.displayed": security.displayed,
    "security.redirect_target": lambda text: security.redirect_target(OTHER, text),
}


def placeholders(size: int) -> tuple[str, dict[str, str]]:
    """Make a skeleton with this number of placeholders, and their values."""
    values = {f"n{i}": "x" for i in range(size)}
    return "a:" + "".join(f"{{{name}}}" for name in values), values


OF_A_SIZE: dict[str, Callable[[int], object]] = {
    "URI.of with names": lambda size: iriform.URI.of((of := placeholders(size))[0], **of[1]),
    "URI.of with a mapping": lambda size: iriform.URI.of(*placeholders(size)),
    "MutablePath.extend": lambda size: iriform.MutableIRIReference("").path.extend(["a"] * size),
}
"""Functions whose result does not depend on the text."""


@pytest.mark.parametrize("name", OF_A_SIZE)
def test_functions_of_a_size(name: str) -> None:
    def ask(size: int) -> None:
        with suppress(ValueError):
            OF_A_SIZE[name](size)

    assert_grows_at_most(AT_MOST, ask, SHORT, LONG)


def errors(text: str) -> Iterator[iriform.ParseError]:
    try:
        iriform.URI(text)
    except iriform.ParseError as error:
        yield error


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    def ask(shape: str, size: int) -> None:
        with suppress(ValueError, LookupError):
            FUNCTIONS[name](text_of(shape, size))

    assert_none_is_slow({shape: functools.partial(ask, shape) for shape in SHAPES | WRONG})


OF_COLUMNS: dict[str, tuple[Any, ...]] = {
    "allows": (POLICY,),
    "refusals": (POLICY,),
    "compress": (PREFIXES,),
    "expand": (PREFIXES,),
    "has_finding": ("userinfo",),
    "host_is_within": ("example", "b.example"),
    "host_matches": ("h.example",),
    "match_template": ("http://{host}/{+path}{?a*}",),
    "partition_value": ("k", "spark"),
    "query_value": ("a",),
    "query_values": ("a",),
    "relative_to": (OTHER,),
    "resolve": (OTHER,),
    "segment": (-1,),
    "update_query": ({"a": "1", "z": "2"},),
    "with_host": ("i.example",),
    "without_query": ("a*",),
    "canonical": ("crawl",),
}


@pytest.mark.parametrize("name", [n for n, row in OPERATIONS.items() if not row["is_of_values"]])
def test_columns(name: str) -> None:
    """A row that grows, and a growing number of rows."""

    def ask(shape: str, size: int) -> None:
        getattr(columns, name)(
            pa.array([text_of(shape, size)]), *OF_COLUMNS.get(name, ()), threads=1
        )

    assert_none_is_slow({shape: functools.partial(ask, shape) for shape in SHAPES | WRONG})


@pytest.mark.parametrize("value", ["a", 7, True, ["a", "b"], {"k": "v"}], ids=str)
def test_slices_of_values_take_as_long_as_they_are(value: Any) -> None:
    """Only the rows of a slice are read: 100 slices take as long as the whole column."""
    values = [[("k", "v")]] if isinstance(value, dict) else [value]
    of = pa.map_(pa.string(), pa.string()) if isinstance(value, dict) else None

    def ask(size: int) -> None:
        table = pa.table({"x": pa.array(values * size, of)}).to_struct_array().combine_chunks()
        for start in range(0, size, 100):
            columns.expand_template(table.slice(start, 100), "{?x*}", threads=1)

    assert_grows_at_most(AT_MOST, ask, 5_000, 20_000)


def test_many_names_of_every_length() -> None:
    """A host with one label for each length of names."""

    def ask(size: int) -> bool:
        names = ["b" * i + ".example" for i in range(1, size >> 6)]
        return iriform.IRI("http://" + "a." * size + "example/").host_is_within(*names)

    assert_grows_at_most(AT_MOST, ask, SHORT, LONG)


@pytest.mark.parametrize(
    "piece",
    ["@", ":", "a:b@", "a,", "a,@", "?=@", "&@", "/@h", "#@", "[", "]:", "%", ":@,", "u:1/@"],
)
def test_addresses_of_services(piece: str) -> None:
    def ask(size: int) -> None:
        with suppress(ValueError):
            ServiceAddress.read("redis://" + piece * size, plus=True)

    assert_grows_at_most(AT_MOST, ask, SHORT, LONG)
