"""Answers of one value in the types of a column: for the table of `tests/adapters/answers.py`."""

from collections.abc import Callable
from typing import Any

from iriform import IRIReference, ParseError, URITemplate
from tests.errors import message_by_core

COMPONENTS = ["scheme", "authority", "userinfo", "host", "port", "port_text"]
COMPONENTS += ["path", "query", "fragment"]


def edited(edit: Callable[..., Any], *arguments: Any, **options: Any) -> str | None:
    """Edit a reference; return None if its parts do not fit together then."""
    try:
        return str(edit(*arguments, **options))
    except ValueError:
        return None


def pairs(reference: IRIReference) -> list[tuple[str, str]]:
    """List the pairs, octets that are not UTF-8 as surrogates."""
    return [] if reference.query is None else reference.query.pairs(errors="surrogateescape")


def utf8(text: str) -> str | None:
    """Return text without surrogates; None for any other."""
    return text if text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text) else None


def fields(
    template: URITemplate, text: str, *, slash: bool = False, **requests: Any
) -> dict[str, Any] | None:
    """Return the row of a match in a column: a value of one type for each variable."""
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


def repaired(text: str, as_: type[IRIReference], **options: Any) -> str | None:
    try:
        return str(as_.repair(text, **options).value)
    except ParseError:
        return None
