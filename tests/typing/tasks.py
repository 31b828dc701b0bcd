"""Queries, names, relative references, files, schemes, templates and prefixes, seen by a checker."""

from pathlib import PurePath
from typing import Any

from typing_extensions import assert_type

import iriform
from iriform import (
    IRI,
    URI,
    URN,
    Data,
    IRIReference,
    Match,
    MutableIRI,
    PrefixMap,
    Query,
    Router,
    Segment,
    URIReference,
    URITemplate,
)


def queries(page: IRI, uri: URI) -> None:
    page = page.with_query({"a": 1, "b": [True, 2.5], "c": None}).without_query("utm_*", "fbclid")
    page = page.with_query([("a", "1"), ("a", "2")], form=True).with_query(None)
    assert_type(page.update_query({"page": 2}), IRI)
    assert_type(uri.update_query({"page": 2}), URI)
    query = page.query
    if query is not None:
        assert_type(query.get("a"), str | None)
        assert_type(query.get("a", ""), str)
        assert_type(query.get_all("a"), list[str])
        assert_type(query.names, tuple[str, ...])
        assert_type(query.to_dict(), dict[str, list[str]])
        assert_type(query.pairs(), list[tuple[str, str]])
        assert_type(query.pairs(bare_as_none=True), list[tuple[str, str | None]])
        assert_type(query.with_pair("a", 1).added("b", None).without("c*"), Query)
    page.with_query(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def names(page: IRI, reference: URIReference) -> None:
    assert_type(page.parent, IRI | None)
    assert_type(page.name, Segment | Any)  # for a member of an enumeration, it is a str
    assert_type(page.with_name("b").with_suffix(".html"), IRI)
    assert_type(reference.with_name("b"), URIReference)
    assert_type(page.path.suffix, Segment)


def relative(page: IRI, uri: URI, reference: IRIReference, other: URIReference) -> None:
    assert_type(page.relative_to(uri, form="path", within="http://h/"), IRIReference)
    assert_type(uri.relative_to(page, form="network-path", within=None), URIReference)
    page.relative_to(uri, form="full")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert_type(reference.resolve_onto("a"), IRIReference)
    assert_type(other.resolve_onto(other), URIReference)
    assert_type(other.resolve_onto(reference), IRIReference)
    assert_type(page.resolve_onto(reference), IRI)
    assert_type(uri.resolve_onto(other), URI)
    assert_type(iriform.resolve("http://h/", "a", "b", strict=False), IRI)


def files_and_schemes(page: IRI) -> None:
    assert_type(IRIReference.from_file_path(PurePath("a")), IRIReference)
    assert_type(page.to_file_path(windows=False), PurePath)
    assert_type(page.urn, URN | None)
    assert_type(page.data, Data | None)
    assert_type(URI.from_data(b"a", "text/plain"), URI)


def templates(text: str) -> None:
    template = URITemplate(text)
    assert_type(template.expand(user="é", path=["a"], page=2), URIReference)
    assert_type(template.expand({"user": None}, q={"a": 1.5}), URIReference)
    assert_type(template.expand_iri(user="é"), IRIReference)
    assert_type(template.partial(user="é"), URITemplate)
    match = template.match(text, allow_encoded_separators=True)
    assert_type(match, Match | None)
    if match is not None:
        assert_type(match["user"], Any)  # like `re.Match`: the template knows the type
        assert_type(match.spans, dict[str, tuple[int, int]])
    for variable in template.variables:
        assert_type(variable.prefix, int | None)
    router = Router({"a": "/a", "b": template})
    assert_type(router.match(text), Match | None)


def prefixes(map_: PrefixMap, iri: IRI) -> None:
    assert_type(map_.expand("dbr:Paris"), IRI)
    assert_type(map_.compress(iri, syntax="turtle"), str | None)
    assert_type(map_ | {"a": "http://a/"}, PrefixMap)


def text_and_edits(iri: IRI) -> None:
    assert_type(iriform.quote("a b", safe="encodeURIComponent"), str)
    assert_type(iriform.unquote("a%20b"), str)
    mutable = iri.mutable()
    assert_type(mutable, MutableIRI)
    mutable.port = None
    mutable.path.append("a")
    assert_type(mutable.freeze(), IRI)
