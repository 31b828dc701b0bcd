"""Templates to routes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from iriform import URITemplate, unquote

from ._route import RouteError
from ._syntaxes import ANGLES, DJANGO, FLASK, PATH, SEGMENT, Syntax, named

if TYPE_CHECKING:
    from iriform import Variable

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)

WHY = {
    "+": "a value of + may have a query: write {/name*}",
    "#": "a route cannot have a fragment",
    ".": "a variable with a dot before it may be undefined: write .{name}",
    "/": "a segment may be undefined: write /{name}",
    ";": "a route cannot have named parameters",
    "?": "a route cannot have a query",
    "&": "a route cannot have a query",
}
"""The reasons why operators cannot be written."""


def write(template: str, syntax: str, *, types: Mapping[str, Any] | None = None) -> str:
    """Convert a template to a route, with these types of its variables.

    Raises `RouteError` for constructs that the syntax cannot express, such as a query, or a type
    without a converter.
    """
    rules = named(syntax)
    template = URITemplate(template)
    types = types or {}
    variables = {variable.span: variable for variable in template.variables}
    if unknown := types.keys() - {variable.name for variable in template.variables}:
        raise ValueError(f"the template has no variable {min(unknown)!r}")
    if rules is None:
        if types:
            raise RouteError(template, 0, f"{syntax} has no types")
        return str(template)
    route, end = "", 0
    seen: set[str] = set()
    for span, variable in variables.items():
        route += _literal(template, end, span[0], rules)
        end = span[1]
        problem = _problem(template, variable, rules, seen)
        if problem is not None:
            raise RouteError(template, span[0], problem)
        seen.add(variable.name)
        type_ = types.get(variable.name)
        if variable.operator == "/":
            if type_ not in (None, str, SEGMENT):
                raise RouteError(template, span[0], f"no converter for segments of {type_!r}")
            type_ = PATH
            route += "/"
        route += _parameter(template, variable, type_, rules)
    route += _literal(template, end, len(template), rules)
    if not route.startswith("/"):
        raise RouteError(template, 0, "a route must begin with a slash")
    return route[1:] if rules is DJANGO else route


def _problem(
    template: URITemplate, variable: Variable, rules: Syntax, seen: set[str]
) -> str | None:
    """Say why a variable cannot be in a route, if it cannot."""
    name, has_types = variable.name, bool(rules.converters)
    is_path = variable.operator == "/" and variable.explode and has_types
    several = [other for other in template.variables if other.span == variable.span]
    problems = [
        (len(several) > 1, "a route cannot have an expression of several variables"),
        (variable.operator and not is_path, WHY.get(variable.operator)),
        (variable.prefix is not None, "a route cannot have prefixes"),
        (variable.explode and not is_path, "a route cannot have lists with commas"),
        (name in seen, f"{name} occurs twice"),
        (has_types and not NAME.fullmatch(name), f"{name} is not a name of a parameter"),
    ]
    return next((words for is_so, words in problems if is_so), None)


def _literal(template: URITemplate, start: int, end: int, rules: Syntax) -> str:
    literal = template[start:end]
    if bad := re.search("[?#]", literal):
        reason = (
            "a route cannot have a query" if bad[0] == "?" else "a route cannot have a fragment"
        )
        raise RouteError(template, start + bad.start(), reason)
    if start == 0 and (scheme := re.match("[A-Za-z][A-Za-z0-9+.-]*:|//", literal)):
        raise RouteError(template, 0, f"a route is a path, without {scheme[0]}")
    if not rules.is_decoded:
        return literal
    try:
        decoded = unquote(literal)
    except UnicodeDecodeError:
        raise RouteError(template, start, "a route cannot have octets that are not text") from None
    # An encoded slash would separate segments.
    if "%2f" in literal.lower() or re.search(
        "[<>]" if rules.parameter is ANGLES else "[{}]", decoded
    ):
        raise RouteError(template, start, "a route cannot have this character")
    return decoded


def _parameter(template: URITemplate, variable: Variable, type_: Any, rules: Syntax) -> str:  # noqa: ANN401
    plain, converted = rules.written
    name = variable.name
    if not rules.converters:
        if type_ not in (None, str, SEGMENT):
            raise RouteError(template, variable.span[0], f"the syntax has no type for {name}")
        return plain.format(name=unquote(name, errors="replace"))
    usual = next(iter(rules.converters.values()))
    if type_ in (None, str, usual):
        return plain.format(name=name)
    for converter, known in rules.converters.items():
        if type_ is known or (isinstance(known, str) and type_ == known):
            return converted.format(name=name, converter=converter)
    is_set = isinstance(type_, set | frozenset | list | tuple)
    if rules is FLASK and is_set and all(_is_word(item) for item in type_):
        words = ",".join(f'"{item}"' for item in sorted(type_))
        return converted.format(name=name, converter=f"any({words})")
    shown = type_.__name__ if isinstance(type_, type) else repr(type_)
    raise RouteError(template, variable.span[0], f"no converter for {name}, which is {shown}")


def _is_word(item: object) -> bool:
    return isinstance(item, str) and re.fullmatch(r"[\w.-]+", item) is not None
