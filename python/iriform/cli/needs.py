"""Options that need or exclude another one. An option without an effect is refused.

`Verb` checks this table before a verb is run. A test tries all pairs of options.
"""

from __future__ import annotations

from os.path import isfile
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from .arguments import as_text
from .typed import as_typed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# The verbs that write copies of files.
_COPIES = (
    *("resolve", "relativize", "normalize", "to-uri", "to-iri", "repair"),
    *("compress", "expand"),
)


class Row(NamedTuple):
    """Options of verbs, and the options or arguments that they need or exclude."""

    verbs: tuple[str, ...]
    options: tuple[str, ...]
    needs: str | None = None
    """It may include the value."""
    not_with: str | None = None
    why: str = ""


TABLE = (
    Row(
        _COPIES,
        ("--column", "--format", "--unpack", "--changes", "--rejects", "--max", "--quiet"),
        needs="--out",
        why="which writes a copy of a file",
    ),
    Row(("repair",), ("--base",), needs="--out", why="which writes a copy of a file"),
    Row(("resolve", "normalize"), ("--steps",), not_with="--out"),
    Row(("repair",), ("--show-changes",), not_with="--out", why="--changes FILE has them"),
    Row(("repair",), ("--show-changes",), not_with="--json", why="each object has its changes"),
    Row(_COPIES, ("--max", "--json"), not_with="--quiet"),
    Row(("expand",), ("--out",), needs="--prefixes", why="a template makes one URI"),
    Row(("expand",), ("--syntax", "--base"), needs="--prefixes"),
    Row(("expand",), ("--values", "--iri", "--partial", "--lenient"), not_with="--prefixes"),
    Row(("expand",), ("--iri",), not_with="--partial"),
    Row(("match",), ("--extra", "--plus"), needs="--query any-order"),
    Row(("grammar",), ("--as",), needs="RULE"),
    Row(("grammar",), ("--flavor", "--anchored"), needs="--as regex"),
    Row(("audit",), ("--master", "--conf", "--rows-are-lines"), needs="--engine spark"),
    Row(("check", "audit"), ("--path",), not_with="--column", why="a JSON document has none"),
    Row(("check", "audit"), ("--path",), not_with="--find", why="it is for JSON documents"),
    Row(("check",), ("--fix", "--sarif", "--quiet"), not_with="--json"),
    Row(("check",), ("--fix", "--quiet"), not_with="--sarif"),
    Row(("check",), ("--fix",), not_with="--quiet"),
    Row(("check",), ("--max",), not_with="--fix", why="--fix prints every line"),
    Row(("check",), ("--max",), not_with="--quiet"),
    Row(("repair",), ("--fail-on",), needs="--out"),
    Row(("literals",), ("--json",), not_with="--sarif"),
    Row(("literals",), ("--target",), needs="--fix"),
)


def complaint(context: click.Context) -> str | None:
    """Name the first given option that has no effect with the others."""
    given = {
        parameter.opts[0]: context.params.get(parameter.name or "")
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    }
    # An argument is named as in the help.
    arguments = {
        (parameter.metavar or "").strip("[]."): context.params.get(parameter.name or "")
        for parameter in context.command.params
        if isinstance(parameter, click.Argument)
    }
    given |= {name: value for name, value in arguments.items() if value}
    return next(_complaints(context.info_name or "", given, arguments), None)


def _complaints(
    verb: str, given: Mapping[str, object], arguments: Mapping[str, object]
) -> Iterator[str]:
    for row in TABLE:
        for option in row.options if verb in row.verbs else ():
            if option not in given:
                continue
            if row.not_with is not None and _is_given(row.not_with, given):
                yield _sentence(option, "cannot be used with", row.not_with, row.why)
            elif row.needs is not None and not _is_given(row.needs, given):
                said = _sentence(option, "requires", row.needs, row.why)
                if row.needs == "--out" and row.why:
                    files = {text: "FILE" for text in _texts(arguments) if not isfile(text)}  # noqa: PTH113
                    said += f": {as_typed(files)} --out COPY"
                yield said


def _is_given(wanted: str, given: Mapping[str, object]) -> bool:
    """Return True if an option was given, with a value if it takes one."""
    option, _, value = wanted.partition(" ")
    if option not in given:
        return False
    there = given[option]
    return not value or str(getattr(there, "value", there)) == value


def _sentence(option: str, verb: str, other: str, why: str) -> str:
    if not why:
        return f"{option} {verb} {other}"
    return f"{option} {verb} {other}{',' if why.startswith('which') else ':'} {why}"


def _texts(arguments: Mapping[str, object]) -> list[str]:
    """List the values among the arguments of a verb."""
    found = [value for value in arguments.values() if isinstance(value, (tuple, list))]
    return [as_text(str(value)) for value in (found[-1] if found else ())]
