"""Routes to templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, overload

from iriform import ParseError, Path, URITemplate

from ._openapi import Operation, encoded_name, operation
from ._route import Route, RouteError
from ._syntaxes import ANGLES, DJANGO, FLASK, OPENAPI, PATH, SEGMENT, Syntax, named


@overload
def read(text: str, syntax: str) -> Route: ...
@overload
def read(
    text: str,
    syntax: Literal["openapi"],
    *,
    parameters: Iterable[Mapping[str, Any]] = (),
    server: str | Mapping[str, Any] | None = None,
) -> Operation: ...


def read(
    text: str,
    syntax: str,
    *,
    parameters: Iterable[Mapping[str, Any]] | None = None,
    server: str | Mapping[str, Any] | None = None,
) -> Route:
    """Convert a route to an equivalent template, with the types of its variables.

    A variable for any number of segments becomes a list: `/files/<path:file>` is `/files{/file*}`.
    Raises `RouteError` for a route that no template can express.

    For `"openapi"`, `parameters` are the Parameter Objects of the operation and of its path,
    without references to other places; those of headers and cookies are ignored. `server` is a
    Server Object, or its URL. With either, the result is an `Operation` with the names of the
    document.
    """
    rules = named(syntax)
    if parameters is not None or server is not None:
        if rules is not OPENAPI:
            raise ValueError("parameters and a server are for openapi")
        return operation(text, list(parameters or ()), server, _literal)
    if rules is None:
        return Route(_template(text, text), {})
    if rules is DJANGO and re.match(r"\^|.*\(\?P<", text):
        raise RouteError(text, 0, "a regular expression is not a route of path()")
    if not text.startswith(rules.begins):
        raise RouteError(text, 0, "a route must begin with a slash")
    template = "/" if rules is DJANGO else ""
    types: dict[str, Any] = {}
    end = 0
    for found in rules.parameter.finditer(text):
        template += _literal(text, end, found.start(), rules)
        end = found.end()
        name = found["name"] if rules.converters else encoded_name(found["name"])
        if name in types:
            raise RouteError(text, found.start(), f"{name} occurs twice")
        type_ = _type(found, rules)
        types[name] = type_
        if type_ is not PATH:
            template += f"{{{name}}}"
            continue
        if not template.endswith("/"):
            reason = "no template can express a path that does not begin a segment"
            raise RouteError(text, found.start(), reason)
        template = f"{template[:-1]}{{/{name}*}}"
        types[name] = SEGMENT
    template += _literal(text, end, len(text), rules)
    return Route(_template(text, template), types if rules.converters else {})


def _template(text: str, template: str) -> URITemplate:
    try:
        return URITemplate(template)
    except ParseError as error:
        position = error.position if text == template else 0
        raise RouteError(text, position, str(error).partition("\n")[0]) from None


def _literal(text: str, start: int, end: int, rules: Syntax) -> str:
    literal = text[start:end]
    # Only OpenAPI's paths are encoded as in a URI.
    bad = re.search("[<>]" if rules.parameter is ANGLES else "[{}]", literal)
    if bad is None and not rules.is_decoded:
        bad = re.search("[?#]", literal)
    if bad is not None:
        raise RouteError(text, start + bad.start(), f"“{bad[0]}” does not belong to a variable")
    # It counts octets, because a URI is in ASCII.
    return str(Path.quote(literal.encode())) if rules.is_decoded else literal


def _type(found: re.Match[str], rules: Syntax) -> Any:  # noqa: ANN401 - any type that match takes
    groups = found.groupdict()
    converter, arguments = groups.get("converter"), groups.get("arguments")
    if not rules.converters:
        return None
    if arguments is not None and rules is FLASK and converter in {"any", "string"}:
        return _of_arguments(found, str(converter), arguments)
    if arguments:
        reason = f"no type can express {converter}({arguments})"
        raise RouteError(found.string, found.start(), reason)
    if converter is None:
        return next(iter(rules.converters.values()))
    if converter not in rules.converters:
        known = ", ".join(rules.converters)
        reason = f"{converter} is not one of the converters {known}"
        raise RouteError(found.string, found.start(), reason)
    return rules.converters[converter]


def _of_arguments(found: re.Match[str], converter: str, arguments: str) -> Any:  # noqa: ANN401
    """Read the arguments of Werkzeug's `any` and `string`."""
    items = [item.strip() for item in arguments.split(",") if item.strip()]
    if converter == "any" and items:
        return {item.strip("\"'") for item in items}
    given: dict[str, str] = {}
    for item in items:
        name, _, value = item.replace(" ", "").partition("=")
        given[name] = value
    is_length = given.keys() <= {"length", "minlength", "maxlength"} and converter == "string"
    if is_length and given and all(value.isdecimal() for value in given.values()):
        if "length" in given:
            return f"[^/]{{{given['length']}}}"
        return f"[^/]{{{given.get('minlength', '1')},{given.get('maxlength', '')}}}"
    reason = f"no type can express {converter}({arguments})"
    raise RouteError(found.string, found.start(), reason)
