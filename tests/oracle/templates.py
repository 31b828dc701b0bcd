"""Expansion of URI templates: RFC 6570 section 3, step by step, as it is written there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

# An associative array is a mapping, or pairs if a name occurs twice.
Value: TypeAlias = str | list[str] | dict[str, str] | list[tuple[str, str]] | None

RESERVED = ":/?#[]@!$&'()*+,;="
UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


class Operator(NamedTuple):
    """A column of the table in Appendix A."""

    first: str
    sep: str
    named: bool
    ifemp: str
    allow: str


OPERATORS = {
    "": Operator("", ",", named=False, ifemp="", allow="U"),
    "+": Operator("", ",", named=False, ifemp="", allow="U+R"),
    "#": Operator("#", ",", named=False, ifemp="", allow="U+R"),
    ".": Operator(".", ".", named=False, ifemp="", allow="U"),
    "/": Operator("/", "/", named=False, ifemp="", allow="U"),
    ";": Operator(";", ";", named=True, ifemp="", allow="U"),
    "?": Operator("?", "&", named=True, ifemp="=", allow="U"),
    "&": Operator("&", "&", named=True, ifemp="=", allow="U"),
}

PART = re.compile(r"\{(?P<operator>[+#./;?&]?)(?P<list>[^}]*)\}|(?P<literal>[^{}]+)")


def expand(template: str, variables: Mapping[str, Value]) -> str:
    """Copy the literals (section 3.1) and replace the expressions (section 3.2), from left to right."""
    result = ""
    for part in PART.finditer(template):
        if part["literal"] is not None:
            result += allowed(part["literal"], "U+R")
        else:
            result += expression(OPERATORS[part["operator"]], part["list"].split(","), variables)
    return result


def expression(operator: Operator, specs: list[str], variables: Mapping[str, Value]) -> str:
    """Section 3.2.1 and Appendix A, "for each varspec in the variable-list"."""
    result = ""
    first_defined = True
    for spec in specs:
        explode = spec.endswith("*")
        name, _, maximum = spec.removesuffix("*").partition(":")
        value = variables.get(name)
        # "If the varname is unknown or corresponds to a variable with an undefined value"
        # (section 2.3: an empty list or associative array is undefined) "then skip".
        if value is None or value in ([], {}):
            continue
        # "If this is the first defined variable for this expression, append the first string
        # for this expression type ... Otherwise, append the sep string".
        result += operator.first if first_defined else operator.sep
        first_defined = False
        if isinstance(value, str):
            # "If this variable's value is a string".
            if operator.named:
                result += name
                if value == "":
                    result += operator.ifemp
                    continue
                result += "="
            # "If a prefix modifier is present and the prefix length is less than the value
            # string length in number of Unicode characters".
            value = value[: int(maximum)] if maximum else value
            result += allowed(value, operator.allow)
        elif not explode:
            # "Else, no explode modifier is given".
            if operator.named:
                result += name + "="
            members = [x for key, member in items(value) for x in (key, member) if x is not None]
            result += ",".join(allowed(member, operator.allow) for member in members)
        else:
            # "Else, an explode modifier is given".
            result += operator.sep.join(exploded(operator, name, value))
    return result


def items(
    value: list[str] | dict[str, str] | list[tuple[str, str]],
) -> list[tuple[str | None, str]]:
    """List the members of a list, without names, or the pairs of an associative array."""
    pairs = value.items() if isinstance(value, dict) else value
    return [(None, item) if isinstance(item, str) else item for item in pairs]


def exploded(
    operator: Operator, name: str, value: list[str] | dict[str, str] | list[tuple[str, str]]
) -> list[str]:
    """Section 3.2.1, "for each defined list member or array (name, value) pair"."""
    pieces = []
    for key, member in items(value):
        if operator.named:
            piece = name if key is None else allowed(key, operator.allow)
            piece += operator.ifemp if member == "" else "=" + allowed(member, operator.allow)
        else:
            piece = "" if key is None else allowed(key, operator.allow) + "="
            piece += allowed(member, operator.allow)
        pieces.append(piece)
    return pieces


def allowed(text: str, allow: str) -> str:
    """Section 3.2.1: "any character not in the allow set is encoded"."""
    result = ""
    i = 0
    while i < len(text):
        triplet = re.compile("%[0-9A-Fa-f]{2}").match(text, i)
        if allow == "U+R" and triplet:
            result += triplet[0]
            i += 3
            continue
        character = text[i]
        if character in UNRESERVED or (allow == "U+R" and character in RESERVED):
            result += character
        else:
            result += "".join(f"%{octet:02X}" for octet in character.encode())
        i += 1
    return result
