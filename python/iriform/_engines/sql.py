"""The functions of `columns` in SQL: names, arguments and types, the same for every engine.

The name of a function is `iri_` and its name in `columns`. Its first argument is the column; the
others follow by position, in the order of the function of `columns`: `iri_host(url)`,
`iri_resolve(url, base)`, `iri_normalize(url, 'scheme')`, `iri_is_valid(url, 'URI')`. Several texts
are a list, `iri_without_query(url, ['utm_*', 'fbclid'])`, or JSON of one, which every engine can
write: `iri_without_query(url, '["utm_*", "fbclid"]')`. Prefixes are a map or JSON of one, unless
the functions were registered with them; the same holds for protected names. A policy is a
registered name, the name of a ready-made one (`web`, `public-webhook`, `redirect-uri`,
`client-id`), or JSON of its `to_dict()`. The answer of `iri_match_template(url, template)` is JSON,
because the type of a function in SQL is known before its arguments. Registered templates are
separate functions, whose answers are structs. `iri_expand_template(values, template)` takes a
struct, or JSON of one.
"""

# No `from __future__ import annotations`: Spark and DuckDB read the annotations of
# `BoundOperation.__call__`.

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from iriform import _core, columns
from iriform._core import PrefixMap, URITemplate
from iriform._policy import Policy

from .functions import NAMES
from .table import OPERATIONS
from .table import SQL_PREFIX as PREFIX


@dataclass(frozen=True)
class BoundOperation:
    """An operation with fixed arguments, for engines.

    They call it with pyarrow arrays, on one thread.

    It is stateless, and pickles compactly.
    """

    name: str
    options: tuple[tuple[str, Any], ...] = ()
    """Fixed arguments; a call passes the others."""

    @property
    def __name__(self) -> str:
        """The name that engines show."""
        return PREFIX + self.name

    def __call__(self, *arguments: pa.Array) -> pa.Array:
        """Evaluate the rows of the first; arguments other than a base must be equal in all rows."""
        answer = _core.sql_column(self.name, dict(self.options), _constant, *arguments)
        return columns.own(arguments[0], answer)

    def answer(self) -> Any:  # noqa: ANN401 - see `Operation`
        """Return the type of the answer for a column of text."""
        return _core.sql_type(self.name, dict(self.options))

    def key(self) -> tuple[object, ...]:
        """Return a key that two operations share exactly if they always give the same answers."""
        return (self.name, *((name, _content(value)) for name, value in self.options))

    def is_deterministic(self) -> bool:
        """Return True if it is deterministic, so an index may use it."""
        return not (self.options or OPERATIONS[self.name]["reads_lists"])


def _content(value: Any) -> object:  # noqa: ANN401 - of any type
    """Return the content of an option; prefix maps with the same prefixes are equal."""
    return (tuple(value.items()), value.declared) if isinstance(value, PrefixMap) else value


def type_name(
    of: Any,  # noqa: ANN401 - see `Operation`
    structure: str = "STRUCT({})",
    field: str = '"{}" {}',
    several: str = "{}[]",
    text: str = "VARCHAR",
) -> str:
    """Name the type of an answer in SQL, as DuckDB does or by these patterns."""

    def named(of: Any) -> str:  # noqa: ANN401 - see `Operation`
        if isinstance(of, dict):
            # The name of a variable has dots and triplets.
            fields = (field.format(n.replace('"', '""'), named(f)) for n, f in of.items())
            return structure.format(", ".join(fields))
        if isinstance(of, list):
            return several.format(named(*of))
        return {"bool": "BOOLEAN", "uint16": "INTEGER", "int64": "BIGINT", "text": text}[str(of)]

    return named(of)


def most_arguments(bound: BoundOperation) -> int:
    """Return the largest number of arguments of a call, including the column."""
    fixed = {name for name, _ in bound.options}
    arguments = OPERATIONS[bound.name]["arguments"]
    column_and_class = 2
    return column_and_class + sum(a["most_in_sql"] for a in arguments if a["name"] not in fixed)


def given(
    name: str,
    prefixes: Mapping[str, str] | None,
    policies: Mapping[str, Policy] | None,
    protected: tuple[str, ...] | None,
) -> tuple[tuple[str, Any], ...]:
    """Return the options for registering a function."""
    options: list[tuple[str, Any]] = []
    for argument in OPERATIONS[name]["arguments"]:
        if argument["name"] == "protected" and protected is not None:
            options.append(("protected", protected))
        if argument["type"] == "prefixes" and prefixes is not None:
            options.append((argument["name"], PrefixMap(prefixes)))
        if argument["type"] == "policy" and policies is not None:
            options.append(("policies", tuple(policies.items())))
    return tuple(options)


def functions_of(
    prefixes: Mapping[str, str] | None,
    templates: Mapping[str, str] | None,
    policies: Mapping[str, Policy] | None,
    protected: Iterable[str] | None = None,
) -> Iterator[tuple[str, BoundOperation]]:
    """Return the functions that an engine registers, by their names in SQL."""
    names = None if protected is None else tuple(protected)
    if names is not None and (wrong := _core.wrong_name(list(names))):
        raise ValueError(f"protected: {wrong[1]}")
    for name, policy in (policies or {}).items():
        if not (isinstance(name, str) and isinstance(policy, Policy)):
            raise TypeError("policies must map names to policies")
    for name in NAMES:
        yield PREFIX + name, BoundOperation(name, given(name, prefixes, policies, names))
    taken = {*NAMES}
    for name, template in (templates or {}).items():
        function = f"match_{name}"
        # SQL ignores letter case.
        if not name.isidentifier() or function.casefold() in taken:
            raise ValueError(
                f"{name!r} cannot name a template: {PREFIX}{function} is taken, or is not a name in SQL"
            )
        taken.add(function.casefold())
        yield (
            PREFIX + function,
            BoundOperation("match_template", (("template", URITemplate(template)),)),
        )


def _constant(argument: pa.Array) -> Any:  # noqa: ANN401 - what rows of an engine have
    """Return the value that all rows share.

    It is None if they differ, `...` for null, a dict for a map.
    """
    first = argument[0]
    if not argument.slice(1).equals(argument.slice(0, len(argument) - 1)):
        return None
    if not first.is_valid:
        return ...
    if pa.types.is_decimal(argument.type) and argument.type.scale == 0:
        return int(first.as_py())  # for an engine's whole numbers of 128 bits
    return dict(first.as_py()) if pa.types.is_map(argument.type) else first.as_py()
