"""`iriform.routes`: routes of frameworks as templates, and back."""

from __future__ import annotations

import re
import uuid
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.routing import compile_path

from iriform import URI, Router, URITemplate
from iriform.routes import SYNTAXES, Operation, Route, RouteError, read, write

SEGMENT = "[^/]+"
SLUG = "[-a-zA-Z0-9_]+"
U = uuid.UUID

# syntax, route, template, types: each way; why
BOTH: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("flask", "/", "/", {}, "no variable"),
    ("flask", "/users/<name>", "/users/{name}", {"name": SEGMENT}, "the usual converter"),
    ("flask", "/<int:id>/<float:x>/<uuid:u>", "/{id}/{x}/{u}", {"id": int, "x": float, "u": U}, "types"),
    ("flask", "/f/<path:file>", "/f{/file*}", {"file": SEGMENT}, "any number of segments"),
    ("flask", "/f/<path:file>/edit", "/f{/file*}/edit", {"file": SEGMENT}, "among others"),
    ("flask", '/<any("de","en"):lang>', "/{lang}", {"lang": {"de", "en"}}, "some texts"),
    ("flask", "/a b/é/100%/?x", "/a%20b/%C3%A9/100%25/%3Fx", {}, "text is not encoded in a route"),
    ("flask", "/{x}", "/%7Bx%7D", {}, "braces are text"),
    ("werkzeug", "/<a>-<b>", "/{a}-{b}", {"a": SEGMENT, "b": SEGMENT}, "within a segment"),
    ("starlette", "/users/{name}", "/users/{name}", {"name": SEGMENT}, "the usual converter"),
    ("starlette", "/{i:int}/{x:float}/{u:uuid}", "/{i}/{x}/{u}", {"i": int, "x": float, "u": U}, "types"),
    ("fastapi", "/f/{file:path}", "/f{/file*}", {"file": SEGMENT}, "any number of segments"),
    ("fastapi", "/<x>", "/%3Cx%3E", {}, "angles are text"),
    ("django", "a/<int:y>/<slug:s>/", "/a/{y}/{s}/", {"y": int, "s": SLUG}, "without its slash"),
    ("django", "<uuid:u>/<path:p>", "/{u}{/p*}", {"u": U, "p": SEGMENT}, "types"),
    ("django", "", "/", {}, "the root"),
    ("openapi", "/users/{user-id}", "/users/{user%2Did}", {}, "a hyphen"),
    ("openapi", "/users/{id}/a%20b", "/users/{id}/a%20b", {}, "text is encoded already"),
    ("openapi", "/report.{format}", "/report.{format}", {}, "within a segment"),
    ("json-hyper-schema", "/things{?q,page*}", "/things{?q,page*}", {}, "a template itself"),
]  # fmt: skip


@pytest.mark.parametrize(("syntax", "text", "template", "types", "why"), BOTH)
def test_each_way(syntax: str, text: str, template: str, types: dict[str, Any], why: str) -> None:
    route = read(text, syntax)
    assert route == Route(URITemplate(template), types), why
    assert type(route.template) is URITemplate
    assert write(template, syntax, types=types) == text, why
    assert Router({"it": route}).templates == {"it": template}


# syntax, route, position, reason; why
UNREAD: list[tuple[str, str, int, str, str]] = [
    ("flask", "users", 0, "a route must begin with a slash", "no path"),
    ("flask", "/<int:a>/<a>", 9, "a occurs twice", "a name twice"),
    ("flask", "/<int(min=1):a>", 1, "no type can express int(min=1)", "a bound"),
    ("flask", "/<any():a>", 1, "no type can express any()", "nothing"),
    ("flask", "/<string(size=1):a>", 1, "no type can express string(size=1)", "no argument of it"),
    ("flask", "/<list:a>", 1, "list is not one of the converters string, int,", "one's own"),
    ("flask", "/a-<path:p>", 3, "no template can express a path that does not begin a segment", "within"),
    ("flask", "/<a", 1, "“<” does not belong to a variable", "never closed"),
    ("flask", "/<a b>", 1, "“<” does not belong to a variable", "no name"),
    ("starlette", "/{a:slug}", 1, "slug is not one of the converters str, int, float,", "another's"),
    ("starlette", "/{a}}", 4, "“}” does not belong to a variable", "a brace too many"),
    ("django", r"^a/(?P<y>[0-9]{4})/$", 0, "a regular expression is not a route of path()", "re_path"),
    ("django", "a/<year_:>", 2, "“<” does not belong to a variable", "no name"),
    ("openapi", "users/{id}", 0, "a route must begin with a slash", "no path"),
    ("openapi", "/users?q={q}", 6, "“?” does not belong to a variable", "a query, not part of a path"),
    ("json-hyper-schema", "/{a", 3, "not a URI template: ", "the fault of the template"),
    ("json-hyper-schema", "/{(a)}", 2, "not a URI template: ", "the preprocessing of draft 4"),
]  # fmt: skip


@pytest.mark.parametrize(("syntax", "text", "position", "reason", "why"), UNREAD)
def test_what_no_template_says(
    syntax: str, text: str, position: int, reason: str, why: str
) -> None:
    with pytest.raises(RouteError) as caught:
        read(text, syntax)
    error = caught.value
    assert (error.text, error.position) == (text, position), why
    assert error.reason.startswith(reason), why
    assert str(error) == f"{error.reason}, at position {position} of '{text}'"


# syntax, template, types, position, reason; why
UNWRITTEN: list[tuple[str, str, dict[str, Any], int, str, str]] = [
    ("flask", "/s{?q}", {}, 2, "a route cannot have a query", "a query"),
    ("flask", "/s?q={q}", {}, 2, "a route cannot have a query", "the same as text"),
    ("openapi", "/s{&q}", {}, 2, "a route cannot have a query", "the rest of one"),
    ("flask", "/s{#q}", {}, 2, "a route cannot have a fragment", "a fragment"),
    ("flask", "/s#q", {}, 2, "a route cannot have a fragment", "the same as text"),
    ("flask", "/s{;q}", {}, 2, "a route cannot have named parameters", "parameters"),
    ("flask", "/s{.q}", {}, 2, "a variable with a dot before it may be undefined: write .{name}", "."),
    ("flask", "/s{/q}", {}, 2, "a segment may be undefined: write /{name}", "one segment or none"),
    ("openapi", "/s{/q*}", {}, 2, "a segment may be undefined: write /{name}", "OpenAPI has no paths"),
    ("flask", "/{+q}", {}, 1, "a value of + may have a query: write {/name*}", "anything"),
    ("flask", "/{a,b}", {}, 1, "a route cannot have an expression of several variables", "with commas"),
    ("flask", "/{a:3}", {}, 1, "a route cannot have prefixes", "a part of a value"),
    ("flask", "/{a*}", {}, 1, "a route cannot have lists with commas", "a list"),
    ("flask", "/{a}/{a}", {}, 5, "a occurs twice", "a name twice"),
    ("flask", "/{a.b}", {}, 1, "a.b is not a name of a parameter", "a name with a dot"),
    ("flask", "/{a}", {"a": "[a-z]+"}, 1, "no converter for a, which is '[a-z]+'", "a pattern"),
    ("starlette", "/{a}", {"a": {"b"}}, 1, "no converter for a, which is {'b'}", "a set"),
    ("starlette", "/{a}", {"a": bool}, 1, "no converter for a, which is bool", "a class"),
    ("django", "/{a}", {"a": float}, 1, "no converter for a, which is float", "another class"),
    ("openapi", "/{a}", {"a": int}, 1, "the syntax has no type for a", "types are beside the path"),
    ("flask", "{/a*}", {"a": int}, 0, "no converter for segments of <class 'int'>", "numbers"),
    ("flask", "users/{a}", {}, 0, "a route must begin with a slash", "a relative path"),
    ("flask", "http://h/{a}", {}, 0, "a route is a path, without http:", "a host"),
    ("flask", "//h/{a}", {}, 0, "a route is a path, without //", "a host"),
    ("flask", "/a%2Fb", {}, 0, "a route cannot have this character", "an encoded slash"),
    ("flask", "/%3Ca%3E", {}, 0, "a route cannot have this character", "angles"),
    ("starlette", "/%7Ba%7D", {}, 0, "a route cannot have this character", "braces"),
    ("django", "/%FF", {}, 0, "a route cannot have octets that are not text", "no text"),
    ("json-hyper-schema", "/{a}", {"a": int}, 0, "json-hyper-schema has no types", "types"),
]  # fmt: skip


@pytest.mark.parametrize(("syntax", "template", "types", "position", "reason", "why"), UNWRITTEN)
def test_what_no_route_says(
    syntax: str, template: str, types: dict[str, Any], position: int, reason: str, why: str
) -> None:
    with pytest.raises(RouteError) as caught:
        write(template, syntax, types=types)
    error = caught.value
    assert (error.text, error.position, error.reason) == (template, position, reason), why


def test_arguments() -> None:
    assert tuple(sorted(SYNTAXES)) == SYNTAXES
    for function in (read, write):
        with pytest.raises(ValueError, match="syntax must be one of django, fastapi, flask"):
            function("/", "rails")
    with pytest.raises(ValueError, match="the template has no variable 'b'"):
        write("/{a}", "flask", types={"b": int})
    assert write("/{a}", "flask", types={"a": str}) == "/<a>"
    for length, pattern in [
        ("length=2", "[^/]{2}"),
        ("minlength=2", "[^/]{2,}"),
        ("maxlength=3, minlength=2", "[^/]{2,3}"),
    ]:
        assert read(f"/<string({length}):a>", "flask").types == {"a": pattern}


@pytest.mark.parametrize(
    "text",
    [*(row[1] for row in BOTH if row[0] in {"starlette", "fastapi"}), "/{a}.{b:int}", "/é/{a}"],
)
@given(st.data())
def test_starlette_takes_what_its_template_expands_to(text: str, data: st.DataObject) -> None:
    route = read(text, "starlette")
    regex, _, convertors = compile_path(text)
    of_type: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers(min_value=0),
        float: st.floats(0, 1e6).map(lambda number: round(number, 3)),
        U: st.uuids(),
        SEGMENT: st.text("ab é%:?", min_size=1),
    }
    values: dict[str, Any] = {}
    for variable in route.template.variables:
        of = of_type[route.types[variable.name]]
        values[variable.name] = data.draw(st.lists(of, min_size=1) if variable.explode else of)
    values = {k: float(f"{v:f}") if isinstance(v, float) else v for k, v in values.items()}
    written = {k: str(v) if isinstance(v, U) else f"{v:f}" if isinstance(v, float) else v
               for k, v in values.items()}  # fmt: skip
    uri = route.template.expand(written)
    match = Router({"it": route}).match(uri)
    assert match is not None
    assert match.values == values
    theirs = regex.match(unquote(uri))
    assert theirs is not None
    found = {name: convertors[name].convert(value) for name, value in theirs.groupdict().items()}
    paths = {name: "/".join(value) for name, value in values.items() if isinstance(value, list)}
    assert found == values | paths


@pytest.mark.parametrize(
    ("route", "syntax", "skeleton"),
    [
        ("/users/{user-id}/files/{file}", "openapi", "/users/{user-id}/files/{file}"),
        ("/users/<int:id>/files/<path:file>", "flask", "/users/{id}/files/{file}"),
        ("/files/{name:path}", "starlette", "/files/{name}"),
        (
            "/a{?q,tag*}{&page}{#part}",
            "json-hyper-schema",
            "/a?q={q}&tag={tag:*}&page={page}#{part}",
        ),
        ("{/a,b*}", "json-hyper-schema", "/{a}/{b}"),
    ],
)
def test_a_route_has_a_skeleton(route: str, syntax: str, skeleton: str) -> None:
    assert read(route, syntax).skeleton == skeleton


@pytest.mark.parametrize(
    "template", ["{+x}", "{;x}", "{.x}", "/{x:3}", "/{x,y}", "/{x*}", "/{a.b}"]
)
def test_what_no_skeleton_says_is_an_error(template: str) -> None:
    with pytest.raises(RouteError, match="no skeleton can express"):
        _ = read(template, "json-hyper-schema").skeleton


def test_a_skeleton_of_a_route_is_filled() -> None:
    route = read("/users/{user-id}/{x}", "openapi")
    base = URI("https://h/v1")
    filled = URI.of("{base}" + route.skeleton, {"user-id": "a/b", "x": 1}, base=base)
    assert filled == "https://h/v1/users/a%2Fb/1"
    with pytest.raises(ValueError, match="'user-id', segment 2 of the path"):
        URI.of("{base}" + route.skeleton, {"user-id": "..", "x": 1}, base=base)


# The table of style values (OpenAPI 3.1.1, Style Examples): style, explode, and the text for the
# empty text, `blue`, `[blue, black, brown]`, `{R: 100, G: 200, B: 150}`; None: nothing.
STYLES: list[tuple[str, bool, str | None, str | None, str | None, str | None]] = [
    ("matrix", False, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    ("matrix", True, ";color", ";color=blue", ";color=blue;color=black;color=brown",
     ";R=100;G=200;B=150"),
    ("label", False, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    ("label", True, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    ("simple", False, None, "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", True, None, "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ("form", False, "?color=", "?color=blue", "?color=blue,black,brown", "?color=R,100,G,200,B,150"),
    ("form", True, "?color=", "?color=blue", "?color=blue&color=black&color=brown", "?R=100&G=200&B=150"),
    ("spaceDelimited", False, None, None, "?color=blue%20black%20brown",
     "?color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", False, None, None, "?color=blue%7Cblack%7Cbrown",
     "?color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", True, None, None, None, "?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
]  # fmt: skip

NUMBER = {"type": "string"}
VALUES: list[tuple[Any, dict[str, Any]]] = [
    ("", {"type": "string"}),
    ("blue", {"type": "string"}),
    (["blue", "black", "brown"], {"type": "array", "items": {"type": "string"}}),
    ({"R": "100", "G": "200", "B": "150"},
     {"type": "object", "properties": dict.fromkeys("RGB", NUMBER)}),
]  # fmt: skip
WRITTEN = [
    (style, explode, value, schema, row[i])
    for style, explode, *row in STYLES
    for i, (value, schema) in enumerate(VALUES)
    if row[i] is not None
]


def operation(
    style: str, schema: dict[str, Any], *, explode: bool, name: str = "color"
) -> Operation:
    """Make an operation with one parameter."""
    in_path = style in {"matrix", "label", "simple"}
    parameter = {
        "name": name,
        "in": "path" if in_path else "query",
        "style": style,
        "explode": explode,
    }
    path = f"/x{{{name}}}" if in_path else "/x"
    return read(path, "openapi", parameters=[parameter | {"schema": schema}])


@pytest.mark.parametrize(("style", "explode", "value", "schema", "text"), WRITTEN)
def test_the_styles_of_openapi(
    style: str, value: Any, schema: dict[str, Any], text: str, *, explode: bool
) -> None:
    found = operation(style, schema, explode=explode)
    assert found.expand(color=value) == f"/x{text}"
    if value == "" and style == "label":
        return  # RFC 6570 makes the same text from nothing
    assert found.match(f"/x{text}") == {"color": value}


@pytest.mark.parametrize("style", ["form", "spaceDelimited", "pipeDelimited"])
@pytest.mark.parametrize("explode", [False, True])
@pytest.mark.parametrize("value", [[], [1], [1, 2], [-7, 0, 12]])
def test_lists_of_numbers_come_back(style: str, value: list[int], *, explode: bool) -> None:
    found = operation(style, {"type": "array", "items": {"type": "integer"}}, explode=explode)
    assert found.match(found.expand(color=value)) == ({"color": value} if value else {})


@pytest.mark.parametrize(
    "name", ["user-id", "api_version", "a.b", "x~y", "é", "a[b]", "$top", "a b"]
)
@pytest.mark.parametrize("value", ["a", "a/b", "a&b=c", "100%", "é ü", "a,b", "-", "1|2"])
def test_any_name_and_any_text_come_back(name: str, value: str) -> None:
    for style in ("form", "simple", "matrix"):
        found = operation(style, {"type": "string"}, explode=False, name=name)
        text = found.expand({name: value})
        assert found.match(text, allow_encoded_separators=True) == {name: value}, text
        assert (found.match(text) is None) == (value == "a/b" and style != "form"), text
        assert "%2D" not in text


def test_pairs_come_in_any_order_and_may_be_absent() -> None:
    parameters: list[dict[str, Any]] = [
        {"name": "q", "in": "query"},
        {"name": "page", "in": "query", "schema": {"type": "integer"}},
        {"name": "done", "in": "query", "schema": {"type": "boolean"}},
        {"name": "size", "in": "query", "schema": {"type": "string", "enum": ["s", "m"]}},
        {"name": "X-Trace", "in": "header"},
        {"name": "session", "in": "cookie"},
    ]
    found = read("/search", "openapi", parameters=parameters)
    assert found.template == "/search{?q,page,done,size}"
    assert found.expand() == "/search"
    assert found.expand(page=2, done=True, q=None) == "/search?page=2&done=true"
    assert found.match("/search?done=true&page=2") == {"done": True, "page": 2}
    assert found.match("/search") == {}
    assert found.match("/other") is None
    with pytest.raises(ValueError, match="page"):
        found.match("/search?page=two")
    with pytest.raises(ValueError, match="no parameter 'X-Trace'"):
        found.expand({"X-Trace": "1"})


def test_reserved_text_stands_as_it_is() -> None:
    given = {"name": "to", "in": "query", "allowReserved": True, "required": True}
    found = read("/go", "openapi", parameters=[{"name": "n", "in": "query"}, given])
    assert found.template == "/go?to={+to}{&n}"
    assert found.expand(to="http://h/a:b", n=1) == "/go?to=http://h/a:b&n=1"
    assert found.match("/go?to=http://h/a:b&n=1") == {"to": "http://h/a:b", "n": "1"}


SERVER = {
    "url": "{scheme}://{tenant}.example.com:{port}/{version}/",
    "variables": {
        "scheme": {"enum": ["https", "http"], "default": "https"},
        "tenant": {"default": "demo"},
        "port": {"default": "8443"},
        "version": {"default": "v2"},
    },
}


def test_a_server_has_variables() -> None:
    found = read("/users/{id}", "openapi", server=SERVER)
    url = "https://acme.example.com:8443/v2/users/7"
    values = {"scheme": "https", "tenant": "acme", "port": 8443, "version": "v2", "id": "7"}
    assert found.expand(values) == url
    assert found.match(url) == values
    with pytest.raises(ValueError, match="scheme"):
        found.match("ftp://acme.example.com:8443/v2/users/7")
    rest = "{tenant}.example.com:{port}/{version}/users/{id}"
    assert found.skeletons == (f"https://{rest}", f"http://{rest}")
    of: dict[str, Any] = {"tenant": "acme", "port": 8443, "version": "v2", "id": "a/b"}
    made = [URI.of(skeleton, of) for skeleton in found.skeletons]
    assert made == [
        f"{scheme}://acme.example.com:8443/v2/users/a%2Fb" for scheme in ("https", "http")
    ]
    assert Router({"it": found}).match(url) is not None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tenant", "evil.example/"),
        ("tenant", "a.b"),
        ("tenant", ""),
        ("tenant", "a@b"),
        ("port", "8443"),
        ("port", 0),
        ("port", 65536),
        ("version", ".."),
        ("version", "../admin"),
        ("id", "."),
    ],
)
def test_each_value_of_a_server_is_judged(name: str, value: Any) -> None:
    [skeleton, _] = read("/users/{id}", "openapi", server=SERVER).skeletons
    values: dict[str, Any] = {
        "tenant": "acme",
        "port": 8443,
        "version": "v2",
        "id": "7",
        name: value,
    }
    with pytest.raises((ValueError, TypeError), match=name):
        URI.of(skeleton, values)


@pytest.mark.parametrize(
    ("server", "template"),
    [
        (None, "/a"),
        ("https://api.example", "https://api.example/a"),
        ("https://api.example/v1/", "https://api.example/v1/a"),
        ("/", "/a"),
        ("/v1", "/v1/a"),
        ({"url": "https://{host}/v1"}, "https://{host}/v1/a"),
        ({"url": "/{base-path}"}, "/{base%2Dpath}/a"),
    ],
)
def test_servers(server: Any, template: str) -> None:
    found = read("/a", "openapi", parameters=[], server=server)
    assert found.template == template
    assert type(found) is Operation


ONE = {"name": "a", "in": "query"}
OBJECT = {"type": "object", "properties": {"x": {"type": "array"}}}


@pytest.mark.parametrize(
    ("path", "parameters", "server", "reason"),
    [
        ("/{a}", [ONE], None, "a occurs twice"),
        ("/x", [ONE, ONE], None, "a occurs twice"),
        ("/{a}", [], {"url": "https://{a}.example"}, "a occurs twice"),
        ("/x", [ONE | {"in": "path"}], None, "the path has no parameter a"),
        ("/x", [ONE | {"style": "matrix"}], None, "a: a query cannot have the style matrix"),
        (
            "/{a}",
            [ONE | {"in": "path", "style": "form"}],
            None,
            "a: a path cannot have the style form",
        ),
        ("/x", [ONE | {"style": "deepObject"}], None, "a: deepObject is for objects with"),
        ("/x", [ONE | {"style": "deepObject", "schema": OBJECT}], None, "does not define how x"),
        (
            "/x",
            [ONE | {"allowReserved": True}],
            None,
            "a: allowReserved is only for a pair that is required",
        ),
        ("/x", [ONE | {"in": "querystring"}], None, "no template can express a query as one text"),
        ("/x", [], "https://h/?q", "not have a query or a fragment"),
        ("/x", [], {"url": "{s}://h"}, "s is in the scheme, which must be literal or have an enum"),
        ("/x?y", [], None, "“?” does not belong to a variable"),
    ],
)
def test_what_no_operation_says(path: str, parameters: list[Any], server: Any, reason: str) -> None:
    with pytest.raises(RouteError, match=re.escape(reason)):
        read(path, "openapi", parameters=parameters, server=server)


def test_what_is_no_value() -> None:
    found = operation("pipeDelimited", {"type": "array"}, explode=False)
    with pytest.raises(ValueError, match="an item has the delimiter '|'"):
        found.expand(color=["a|b"])
    schema = {"type": "object", "properties": {"R": {}}}
    with pytest.raises(ValueError, match="color takes a mapping with R"):
        operation("deepObject", schema, explode=True).expand(color={"G": 1})
    with pytest.raises(ValueError, match="parameters and a server are for openapi"):
        read("/", "flask", parameters=[])  # type: ignore[call-overload]
    assert operation("deepObject", schema, explode=True).skeletons == ()
