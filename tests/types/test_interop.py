"""Conversions to and from the types of other libraries, tested with the real ones."""

import json
import pathlib
from typing import Annotated, Any
from urllib.parse import SplitResult, urlparse, urlsplit, urlunsplit

import httpx
import jsonschema
import jsonschema.exceptions
import pyoxigraph
import pytest
import rdflib
import yarl
from hypothesis import given
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from iriform import (
    HTTPURI,
    IRI,
    URI,
    Authority,
    Host,
    IRIReference,
    MutableIRI,
    ParseError,
    Path,
    Scheme,
    Segment,
    URIReference,
    URITemplate,
    interop,
)
from iriform.jsonschema import format_checker
from iriform.rdflib import check_graph
from tests.strategies import iri_references

FORMATS: dict[str, type[IRIReference | URITemplate]] = {
    "uri": URI,
    "uri-reference": URIReference,
    "iri": IRI,
    "iri-reference": IRIReference,
    "uri-template": URITemplate,
}

# --- pydantic


class Page(BaseModel):
    home: IRI
    link: URIReference | None = None
    paths: dict[Host, list[Path]] = {}


@pytest.mark.parametrize(
    ("kind", "text", "made"),
    [
        (Annotated[IRI, Field(max_length=20)], "http://h/", IRI),
        (Annotated[IRI, Field(pattern="^http:")], "http://h/", str),  # as pydantic has it
        (Annotated[IRI, Field(pattern="^http:"), AfterValidator(IRI)], "http://h/", IRI),
        (Annotated[IRI, Field(pattern="^ftp:"), AfterValidator(IRI)], "http://h/", None),
        (Annotated[IRI, Field(max_length=8)], "http://h/", None),
        (IRI, " http://h/", None),
    ],
)
def test_constraints_of_pydantic(kind: Any, text: str, made: type[str] | None) -> None:
    adapter = TypeAdapter(kind)
    if made is None:
        with pytest.raises(ValidationError):
            adapter.validate_python(text)
    else:
        value = adapter.validate_python(text)
        assert (type(value), value) == (made, text)


def test_the_text_is_kept_exactly() -> None:
    page = Page.model_validate({"home": "HTTP://Example.org:80?#é%7e", "link": "../a"})

    assert (type(page.home), page.home) == (IRI, "HTTP://Example.org:80?#é%7e")
    assert (type(page.link), page.link) == (URIReference, "../a")
    assert isinstance(page.home, str)


def test_components_are_fields_too() -> None:
    page = Page.model_validate({"home": "s:", "paths": {"h": ["/a", "b"]}})

    assert page.paths == {"h": ["/a", "b"]}
    assert [type(host) for host in page.paths] == [Host]
    assert [type(path) for path in page.paths[Host("h")]] == [Path, Path]


def test_round_trips() -> None:
    page = Page.model_validate_json('{"home": "s://é/%c3%a9", "paths": {"é": ["/"]}}')

    assert page.model_dump_json() == '{"home":"s://é/%c3%a9","link":null,"paths":{"é":["/"]}}'
    assert Page.model_validate_json(page.model_dump_json()) == page
    assert Page.model_validate(page.model_dump()) == page


def test_other_members_of_a_union_stay_what_they_are() -> None:
    adapter: TypeAdapter[list[Any]] = TypeAdapter(list[IRI | int | float | None])
    values = [5, 1.5, None, IRI("a:é")]

    assert adapter.dump_json(values).decode() == '[5,1.5,null,"a:é"]'
    assert adapter.dump_python(values, mode="json") == values
    assert [type(v) for v in adapter.dump_python(values)] == [int, float, type(None), IRI]
    # The JSON output is a plain `str`, which every encoder accepts.
    assert type(adapter.dump_python(values, mode="json")[-1]) is str


def test_errors_of_a_union_name_its_members() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(HTTPURI | IRI | None).validate_python("a b")

    assert [error["loc"] for error in caught.value.errors()] == [
        ("function-after[HTTPURI(), str]",),
        ("function-after[IRI(), str]",),
    ]


@pytest.mark.parametrize(("name", "cls"), FORMATS.items())
def test_the_json_schema_has_the_format(name: str, cls: type[str]) -> None:
    for mode in ("validation", "serialization"):
        schema = TypeAdapter(cls).json_schema(mode=mode)
        assert schema == {"type": "string", "format": name}


@pytest.mark.parametrize("cls", [Scheme, Authority, Host, Path, Segment])
def test_components_have_no_format(cls: type[str]) -> None:
    assert TypeAdapter(cls).json_schema() == {"type": "string"}


def test_a_users_own_class_is_a_field() -> None:
    class Mine(IRI):
        pass

    adapter = TypeAdapter(Mine)
    assert type(adapter.validate_python("s:a")) is Mine
    assert adapter.json_schema() == {"type": "string", "format": "iri"}


def test_an_error_of_pydantic_is_in_plain_words() -> None:
    with pytest.raises(ValidationError) as caught:
        Page.model_validate({"home": "http://u:secret@h h/"})
    (error,) = caught.value.errors()

    assert error["type"] == "iriform"
    assert error["loc"] == ("home",)
    assert error["msg"] == "a space is not allowed in a host name"
    assert error["ctx"] == {
        "message": "not an IRI: U+0020 SPACE is not allowed in a host name "
        "(ireg-name, RFC 3987 §2.2)",
        "plain": error["msg"],
        "position": 17,
        "start": 17,
        "stop": 18,
        "production": "IRI",
        "rule": "ireg-name",
        "reason": "invalid-character",
        "hint": None,
    }
    assert json.loads(caught.value.json())[0]["msg"] == error["msg"]


def test_what_pydantic_sends_of_the_input() -> None:
    """Pydantic shows the input unless `include_input=False`, and nothing else keeps it out.

    `hide_input_in_errors` affects only the text of the exception.
    """

    class Shy(BaseModel):
        model_config = ConfigDict(hide_input_in_errors=True)
        home: IRI

    for model in (Page, Shy):
        with pytest.raises(ValidationError) as caught:
            model.model_validate({"home": "http://u:SeCrEt@h h/"})
        e = caught.value
        assert ("SeCrEt" in str(e)) is (model is Page)
        assert "SeCrEt" in str(e.errors())
        assert "SeCrEt" in e.json()
        assert "SeCrEt" not in str(e.errors(include_input=False))
        assert "SeCrEt" not in e.json(include_input=False)


@pytest.mark.parametrize("value", [5, None, ["s:a"], "a b", "", "\ud800"])
def test_what_is_no_field(value: Any) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(IRI).validate_python(value)


@given(iri_references())
def test_every_reference_comes_back_through_pydantic(text: str) -> None:
    adapter = TypeAdapter(IRIReference)

    assert adapter.validate_json(adapter.dump_json(adapter.validate_python(text))) == text


# --- python-jsonschema


@pytest.mark.parametrize(("name", "cls"), FORMATS.items())
@pytest.mark.parametrize(
    "text", ["http://h/", "http://é/", "a", "é", "", "a b", "1:", "\ud800", "{a}", "{!a}"]
)
def test_a_format_is_the_language_of_its_class(
    name: str, cls: type[IRIReference | URITemplate], text: str
) -> None:
    schema = {"type": "string", "format": name}
    validator = jsonschema.Draft202012Validator(schema, format_checker=format_checker())

    assert validator.is_valid(text) is cls.is_valid(text)


@pytest.mark.parametrize("value", [5, None, True, ["a b"], {"a b": 1}, 1.5])
def test_a_format_says_nothing_of_what_is_no_string(value: object) -> None:
    assert all(format_checker().conforms(value, name) for name in FORMATS)


def test_the_cause_of_a_schema_error_is_ours() -> None:
    schema = {"items": {"format": "iri"}}
    validator = jsonschema.Draft202012Validator(schema, format_checker=format_checker())
    (error,) = validator.iter_errors(["s:", "http://h h/"])

    assert list(error.path) == [1]
    assert type(error.cause) is ParseError
    assert error.cause.position == 8


def test_other_formats_stay() -> None:
    checker = format_checker()

    assert not checker.conforms("no date", "date")
    assert set(checker.checkers) >= {*jsonschema.FormatChecker.checkers, *FORMATS}


def test_a_checker_of_ones_own() -> None:
    checker = jsonschema.FormatChecker(formats=["date"])

    assert format_checker(checker) is checker
    assert set(checker.checkers) == {"date", *FORMATS}


def test_nobody_elses_checkers_are_changed() -> None:
    before = dict(jsonschema.FormatChecker.checkers)
    format_checker()
    format_checker(jsonschema.FormatChecker())

    assert jsonschema.FormatChecker.checkers == before


# --- Objects whose text is a reference


class Link:
    def __str__(self) -> str:
        return "http://h/a"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("http://h/é", "http://h/é"),
        ("http://h/é".encode(), "http://h/é"),
        (IRIReference("http://h/"), "http://h/"),
        (MutableIRI("http://h/"), "http://h/"),
        (urlsplit("http://u@h:80/a?b#c"), "http://u@h:80/a?b#c"),
        (urlsplit(b"http://h/a"), "http://h/a"),
        (urlparse("http://h/a;p?b"), "http://h/a;p?b"),
        (urlparse(b"http://h/a;p?b"), "http://h/a;p?b"),
        (yarl.URL("http://é/ü?a=b"), "http://xn--9ca/%C3%BC?a=b"),  # like those of yarl
        (httpx.URL("http://é/ü"), "http://xn--9ca/%C3%BC"),
        (rdflib.URIRef("http://é/ü"), "http://é/ü"),
        (rdflib.Namespace("http://h/"), "http://h/"),
        (pyoxigraph.NamedNode("http://é/ü"), "http://é/ü"),
        (pathlib.PurePosixPath("/a b"), "file:///a%20b"),
        (pathlib.PureWindowsPath("C:/a"), "file:///C:/a"),
        (Link(), "http://h/a"),
    ],
)
def test_from_object(value: object, text: str) -> None:
    iri = interop.from_object(value, IRI)

    assert (type(iri), iri) == (IRI, text)


NODE = pyoxigraph.NamedNode("s:a")


@pytest.mark.parametrize(
    "value",
    [
        5, 1.5, True, None, [], {}, (), object(), {"s:"},
        # The other terms of RDF, which in rdflib are all `str`s.
        rdflib.BNode("s:a"), rdflib.Literal("s:a"), rdflib.Variable("a"),
        rdflib.Graph(), rdflib.Dataset(),  # their text describes them
        pyoxigraph.BlankNode("a"), pyoxigraph.Literal("s:a"), pyoxigraph.Variable("a"),
        pyoxigraph.Triple(NODE, NODE, NODE), pyoxigraph.DefaultGraph(),
    ],
)  # fmt: skip
def test_what_is_no_reference(value: object) -> None:
    with pytest.raises(TypeError, match=f"^{type(value).__name__} is not a reference$"):
        interop.from_object(value, IRI)


def test_objects_whose_text_is_not_valid() -> None:
    """The text that a WHATWG library writes need not be a URI."""
    for value in (rdflib.URIRef("http://h/|"), urlsplit("http://h/a b")):
        with pytest.raises(ParseError):
            interop.from_object(value, IRI)


def test_others_take_ours() -> None:
    iri = IRI("http://h:80/a?b#c")

    assert str(yarl.URL(iri)) == "http://h/a?b#c"  # yarl drops a default port
    assert str(httpx.URL(iri)) == "http://h/a?b#c"
    assert rdflib.URIRef(iri).n3() == "<http://h:80/a?b#c>"
    assert urlsplit(iri).hostname == "h"


# --- RDF


def test_terms_of_rdf_there_and_back() -> None:
    iri = IRI("http://é/ü")
    term, node = interop.uri_ref(iri), interop.named_node(iri)

    assert (type(term), term.n3()) == (rdflib.URIRef, "<http://é/ü>")
    assert (type(node), node.value) == (pyoxigraph.NamedNode, "http://é/ü")
    assert interop.from_object(term, IRI) == interop.from_object(node, IRI) == iri


@pytest.mark.parametrize("make", [interop.uri_ref, interop.named_node])
@pytest.mark.parametrize(
    "value", [None, "http://h/", rdflib.URIRef("http://h/"), rdflib.BNode("s:a"), 5]
)
def test_a_term_is_made_of_what_has_been_parsed(make: Any, value: object) -> None:
    """None became the term `<None>`, and a blank node the IRI of its label."""
    with pytest.raises(TypeError, match=f"not from {type(value).__name__}: IRI"):
        make(value)


def test_what_rdflib_makes_of_a_str() -> None:
    """As in docs/integrations.md: a graph requires its own terms, and does not always report it."""
    iri, term = IRI("http://h/"), rdflib.URIRef("http://h/")
    graph = rdflib.Graph().add((term, term, term))

    with pytest.raises(AssertionError, match="must be an rdflib term"):
        graph.add((iri, iri, iri))  # type: ignore[arg-type]
    assert ((iri, None, None) in graph) is False  # type: ignore[operator]
    assert list(graph.triples((iri, None, None))) == []  # type: ignore[arg-type]
    assert (iri == term, term == iri, hash(iri) == hash(term)) == (True, False, True)
    # What takes it.
    assert rdflib.Literal("a", datatype=iri).datatype == term
    graph.bind("h", iri)
    assert dict(graph.namespaces())["h"] == term
    assert rdflib.Namespace(iri).a == rdflib.URIRef("http://h/a")
    # This conversion works.
    assert (interop.uri_ref(iri), None, None) in graph


def test_a_graph_is_checked() -> None:
    turtle = """
        <http://h/a> <http://h/p> <http://h/%> , "5"^^<http://h/t|> , "x" , _:b .
        <http://h/a> <http://h/p> <http://u:SeCrEt@h:80a/> .
    """
    graph = rdflib.Graph().parse(data=turtle, format="turtle")
    graph.add((rdflib.URIRef("relative"), rdflib.RDF.type, rdflib.RDF.nil))
    found = {(str(bad.iri), bad.role, str(bad.error.reason)) for bad in check_graph(graph)}

    assert found == {
        ("http://h/%", "object", "invalid-percent-encoding"),
        ("http://h/t|", "datatype", "invalid-character"),
        ("relative", "subject", "missing-scheme"),
        ("http://u:SeCrEt@h:80a/", "object", "invalid-port"),
    }
    for bad in check_graph(graph):
        assert bad.triple in graph
        assert bad.graph is None
        assert "SeCrEt" not in f"{bad.error}{bad.error.args}"
    assert len(list(check_graph(graph, IRIReference))) == 3


def test_what_is_no_graph_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"Graph of rdflib or a Store of pyoxigraph, not str: Graph\(\)\.parse"
    ):
        list(check_graph("file.ttl"))  # type: ignore[arg-type]


def test_check_graph_of_a_store_of_pyoxigraph() -> None:
    store = pyoxigraph.Store()
    text = '<s> <http://a/p> "1"^^<d d> <http://a/g h> .\n_:b <http://a/p> <http://a/> .\n'
    store.load(text.encode(), pyoxigraph.RdfFormat.N_QUADS, lenient=True)
    found = {(bad.role, bad.iri.value, bad.graph.value) for bad in check_graph(store)}
    assert found == {
        ("subject", "s", "http://a/g h"),
        ("datatype", "d d", "http://a/g h"),
        ("graph", "http://a/g h", "http://a/g h"),
    }
    assert [bad.iri.value for bad in check_graph(store, IRIReference)] == ["d d", "http://a/g h"]


def test_a_data_set_is_checked_with_the_names_of_its_graphs() -> None:
    data = rdflib.Dataset()
    good = rdflib.URIRef("s:a")
    data.graph(rdflib.URIRef("s:g ")).add((good, good, good))
    data.graph(good).add((good, good, rdflib.URIRef("s:o|")))
    found = {(bad.role, str(bad.iri), str(bad.graph)) for bad in check_graph(data)}

    assert found == {("graph", "s:g ", "s:g "), ("object", "s:o|", "s:a")}


# --- urllib


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("http://u:p@h:80/a?b#c", ("http", "u:p@h:80", "/a", "b", "c")),
        ("HTTP://H", ("HTTP", "H", "", "", "")),
        ("http://h?#", ("http", "h", "", "", "")),  # urllib does not distinguish empty from absent
        ("a:b", ("a", "", "b", "", "")),
        ("", ("", "", "", "", "")),
    ],
)
def test_split_result(text: str, parts: tuple[str, str, str, str, str]) -> None:
    result = interop.split_result(IRIReference(text))

    assert result == SplitResult(*parts)
    assert {type(part) for part in result} == {str}


def test_split_result_has_what_urllib_has() -> None:
    result = interop.split_result(IRI("http://u:p@[::1]:80/"))

    assert (result.username, result.password, result.hostname, result.port) == ("u", "p", "::1", 80)


@given(iri_references())
def test_urllib_puts_them_together_again(text: str) -> None:
    reference = IRIReference(text)
    result = interop.split_result(reference)

    # Empty parts are lost, and urllib adds an empty authority to `http:` without one.
    if reference.authority and "" not in (reference.query, reference.fragment):
        assert urlunsplit(result) == text
