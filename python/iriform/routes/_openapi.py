"""OpenAPI operations: the address of a server, a path, and the parameters of both and of the query."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from iriform import URIReference, URITemplate, quote

from ._route import Route, RouteError
from ._syntaxes import OPENAPI

# The operator of RFC 6570 for a style (OpenAPI 3.1, Appendix C); others have none.
_PATH = {"simple": "", "label": ".", "matrix": ";"}
_DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|"}
_TYPES = {"integer": int, "number": float, "boolean": bool}


class Operation(Route):
    """An OpenAPI route with its server and its parameters, by the names of the document.

    `read(path, "openapi", parameters=…, server=…)` makes it.
    """

    skeletons: tuple[str, ...]
    """The texts for `URI.of`: one for each choice of the server's variables with an `enum`."""
    _parameters: dict[str, _Parameter]

    def expand(self, values: Mapping[str, Any] | None = None, /, **more: Any) -> URIReference:  # noqa: ANN401
        """Return the reference with these values, each in its style.

        >>> from iriform.routes import read
        >>> ids = {"name": "ids", "in": "query", "style": "pipeDelimited", "schema": {"type": "array"}}
        >>> read("/users", "openapi", parameters=[ids]).expand(ids=[1, 2])
        URIReference('/users?ids=1%7C2')
        """
        variables: dict[str, Any] = {}
        for name, value in {**(values or {}), **more}.items():
            parameter = self._parameters.get(name)
            if parameter is None:
                raise ValueError(f"the operation has no parameter {name!r}")
            variables |= parameter.written(value)
        text = str(self.template.expand(variables))
        for each in self._parameters.values():
            # No value has these, because unreserved characters are not encoded.
            for name in each.names:
                plain = name.replace("%2D", "-").replace("%7E", "~")
                text = text.replace(f"{name}=", f"{plain}=")
        return URIReference(text)

    def match(
        self, uri: str, /, *, allow_encoded_separators: bool = False
    ) -> dict[str, Any] | None:
        """Read the values of a reference, with pairs in any order; None if it does not match.

        An encoded slash in a segment is refused, unless `allow_encoded_separators` is true. Raises
        ValueError for a value that is not of its type.

        >>> from iriform.routes import read
        >>> ids = {"name": "ids", "in": "query", "style": "pipeDelimited",
        ...        "schema": {"type": "array", "items": {"type": "integer"}}}
        >>> read("/users", "openapi", parameters=[ids]).match("/users?ids=1%7C2")
        {'ids': [1, 2]}
        """
        query: Any = "any-order" if "?" in self.template else "exact"
        found = self.template.match(
            uri,
            types=self.types,
            query=query,
            allow_encoded_separators=allow_encoded_separators,
        )
        if found is None:
            return None
        named = {name: each.read(found.values) for name, each in self._parameters.items()}
        return {name: value for name, value in named.items() if value is not None}


Operation.__module__ = "iriform.routes"


class _Parameter:
    """A parameter, or a variable of the server.

    It converts its value to values of variables, and back.
    """

    def __init__(self, given: Mapping[str, Any], text: str, position: int) -> None:
        schema = given.get("schema", {})
        self.name: str = given["name"]
        self.variable = encoded_name(self.name)
        place = given.get("in")
        self.style: str = given.get("style", "form" if place == "query" else "simple")
        self.explode = bool(given.get("explode", self.style == "form"))
        self.is_reserved = bool(given.get("allowReserved", False))
        self.kind = {"array": "array", "object": "object"}.get(schema.get("type"), "scalar")
        self.delimiter = None if self.explode else _DELIMITERS.get(self.style)
        items = schema.get("items", {}) if self.kind == "array" else schema
        self.type = None if self.kind == "object" else _type(items)
        self.fields: list[str] = []
        self.properties: list[Mapping[str, Any]] = []
        self._there = text, position
        styles = ("form", "deepObject", *_DELIMITERS) if place == "query" else tuple(_PATH)
        if self.style not in styles:
            raise self._refuse(f"a {place} cannot have the style {self.style}")
        if self.style == "deepObject":
            properties = schema.get("properties", {})
            if self.kind != "object" or not properties:
                raise self._refuse("deepObject is for objects with named properties")
            for name, each in properties.items():
                if each.get("type") in {"array", "object"}:
                    raise self._refuse(f"deepObject does not define how {name} is written")
            self.fields, self.properties = list(properties), list(properties.values())
        if self.is_reserved and (place != "query" or self.style != "form"):
            raise self._refuse("allowReserved is only for the style form in a query")

    def _refuse(self, reason: str) -> RouteError:
        return RouteError(*self._there, f"{self.name}: {reason}")

    @property
    def names(self) -> list[str]:
        """The variables of the template."""
        return [encoded_name(f"{self.name}[{each}]") for each in self.fields] or [self.variable]

    @property
    def types(self) -> dict[str, Any]:
        """The types of the variables with a single text."""
        if self.fields:
            types = zip(self.names, map(_type, self.properties), strict=True)
            return {name: type_ for name, type_ in types if type_ is not None}
        is_one_text = self.kind == "scalar" or (self.kind == "array" and self.explode)
        if self.type is None or not is_one_text:
            return {}
        return {self.variable: self.type}

    def in_query(self, *, is_required: bool) -> str:
        """Return the variable in the expression of the query, or a separate pair."""
        star = "*" if self.explode and self.kind != "scalar" and not self.fields else ""
        if not self.is_reserved:
            return ",".join(f"{name}{star}" for name in self.names)
        if star or not is_required:
            raise self._refuse("allowReserved is only for a pair that is required and not repeated")
        return f"{self.variable}={{+{self.variable}}}"

    def in_path(self) -> str:
        """Return the expression in the path."""
        star = "*" if self.explode and self.kind != "scalar" else ""
        return f"{{{_PATH[self.style]}{self.variable}{star}}}"

    def written(self, value: Any) -> dict[str, Any]:  # noqa: ANN401 - any value that a template takes
        """Return the values of the variables for a value."""
        if self.fields:
            if not isinstance(value, Mapping) or not value.keys() <= set(self.fields):
                raise ValueError(f"{self.name} takes a mapping with {', '.join(self.fields)}")
            names = zip(self.fields, self.names, strict=True)
            return {variable: value.get(field) for field, variable in names}
        if self.delimiter is None or self.kind == "scalar" or value is None:
            return {self.variable: value}
        is_object = isinstance(value, Mapping)
        items = [each for pair in value.items() for each in pair] if is_object else list(value)
        texts = [str(each).lower() if isinstance(each, bool) else str(each) for each in items]
        if any(self.delimiter in each for each in texts):
            raise ValueError(f"{self.name}: an item has the delimiter {self.delimiter!r}")
        return {self.variable: self.delimiter.join(texts) if texts else None}

    def read(self, values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any value
        """Return the value for the values of the variables; None if it is absent."""
        if self.fields:
            names = zip(self.fields, self.names, strict=True)
            return {
                field: values[variable] for field, variable in names if variable in values
            } or None
        value = values.get(self.variable)
        if value is None or self.kind == "scalar":
            return value
        if isinstance(value, str):
            value = value.split(self.delimiter) if self.delimiter else [value]
        if self.kind == "array":
            return [_converted(each, self.type) for each in value]
        if isinstance(value, Mapping):
            return dict(value)
        items: list[Any] = list(value)
        if all(isinstance(each, tuple) for each in items):
            return dict(items)
        return dict(zip(items[::2], items[1::2], strict=True))


def operation(
    path: str,
    parameters: Iterable[Mapping[str, Any]],
    server: str | Mapping[str, Any] | None,
    read_path: Any,  # noqa: ANN401 - a function
) -> Operation:
    """Read an operation. `read_path` reads the text between the parameters of a path."""
    given = [each for each in parameters if each.get("in") in {"path", "query"}]
    if any(each.get("in") == "querystring" for each in parameters):
        raise RouteError(path, 0, "no template can express a query as one text")
    of_path = {each["name"]: each for each in given if each["in"] == "path"}
    known: dict[str, _Parameter] = {}
    template = ""
    end = 0
    for found in OPENAPI.parameter.finditer(path):
        name = found["name"]
        if name in known:
            raise RouteError(path, found.start(), f"{name} occurs twice")
        known[name] = _Parameter(
            of_path.pop(name, {"name": name, "in": "path"}), path, found.start()
        )
        template += read_path(path, end, found.start(), OPENAPI) + known[name].in_path()
        end = found.end()
    template += read_path(path, end, len(path), OPENAPI)
    if of_path:
        raise RouteError(path, 0, f"the path has no parameter {min(of_path)}")
    optional: list[str] = []
    literal: list[str] = []
    for each in given:
        if each["in"] == "query":
            parameter = _Parameter(each, path, 0)
            if parameter.name in known:
                raise RouteError(path, 0, f"{parameter.name} occurs twice")
            known[parameter.name] = parameter
            text = parameter.in_query(is_required=bool(each.get("required", False)))
            (literal if parameter.is_reserved else optional).append(text)
    start, choices = _server(server, known)
    query = f"?{'&'.join(literal)}" if literal else ""
    if optional:
        query += f"{{{'&' if literal else '?'}{','.join(optional)}}}"
    whole = start + template + query
    types: dict[str, Any] = {}
    for parameter in known.values():
        types |= parameter.types
    types |= {encoded_name(name): set(texts) for name, texts in choices.items()}
    made = Operation(URITemplate(whole), types)
    made._parameters = known  # noqa: SLF001 - it is made here
    made.skeletons = tuple(_skeletons(Route(made.template, types), choices))
    return made


def _server(
    server: str | Mapping[str, Any] | None, known: dict[str, _Parameter]
) -> tuple[str, dict[str, list[str]]]:
    """Read the address of a server: a template, and the texts of variables that have an `enum`."""
    if server is None:
        return "", {}
    given: Mapping[str, Any] = {"url": server} if isinstance(server, str) else server
    url: str = given["url"].removesuffix("/")
    variables: Mapping[str, Any] = given.get("variables", {})
    if found := re.search(r"[?#]", url):
        raise RouteError(
            url, found.start(), "the address of a server must not have a query or a fragment"
        )
    choices: dict[str, list[str]] = {}

    def expression(found: re.Match[str]) -> str:
        name, at = found["name"], found.start()
        if name in known:
            raise RouteError(url, at, f"{name} occurs twice")
        texts = variables.get(name, {}).get("enum")
        is_port = bool(re.search(r"//[^/]*:$", url[:at])) and url[found.end() :][:1] in {"", "/"}
        schema = {"type": "integer"} if is_port and not texts else {}
        known[name] = _Parameter({"name": name, "in": "path", "schema": schema}, url, at)
        if texts:
            choices[name] = [str(text) for text in texts]
        elif "//" not in url[:at] and not url.startswith("/"):
            raise RouteError(
                url, at, f"{name} is in the scheme, which must be literal or have an enum"
            )
        return known[name].in_path()

    return OPENAPI.parameter.sub(expression, url), choices


def _skeletons(route: Route, choices: Mapping[str, list[str]]) -> Iterable[str]:
    """Return a skeleton for each choice; the list is empty if a part of the template cannot have one."""
    try:
        skeleton = route.skeleton
    except RouteError:
        return
    for texts in product(*choices.values()):
        written = skeleton
        for name, text in zip(choices, texts, strict=True):
            written = written.replace(f"{{{name}}}", text)
        yield written


def encoded_name(name: str) -> str:
    """Convert a name of OpenAPI to one of RFC 6570, which writes a hyphen as `%2D`."""
    return quote(name).replace("-", "%2D").replace("~", "%7E")


def _type(schema: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any type that match takes
    if "enum" in schema and all(isinstance(each, str) for each in schema["enum"]):
        return set(schema["enum"])
    if schema.get("format") == "uuid":
        return uuid.UUID
    return _TYPES.get(schema.get("type", ""))


def _converted(value: Any, type_: Any) -> Any:  # noqa: ANN401 - any type that match takes
    """Convert an item that the template has not converted."""
    if not isinstance(value, str) or type_ is None:
        return value
    read = URITemplate("{x}").match(quote(value), types={"x": type_})
    return value if read is None else read["x"]
